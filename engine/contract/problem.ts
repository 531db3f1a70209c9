/** Every way in which a request can fail. The code is stable; the documentation is made from this table. */
export const problems = {
  malformed_url: { status: 400, title: 'The URL is malformed', remedy: 'Percent-encode the URL as UTF-8.' },
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON',
    remedy: 'Send valid JSON (RFC 8259), and each member of an object only once.',
  },
  malformed_csv: {
    status: 400,
    title: 'The body is not valid CSV',
    remedy: 'Send comma-separated values (RFC 4180) whose first line names the fields.',
  },
  uneven_rows: {
    status: 400,
    title: 'The rows have different members',
    remedy: 'Send the same members in each row, or name the members in the parameter columns.',
  },
  malformed_request: {
    status: 400,
    title: 'The HTTP request is malformed',
    remedy: 'Send a complete HTTP/1.1 request.',
  },
  unknown_parameter: {
    status: 400,
    title: 'The parameter does not exist',
    remedy: 'Use the name in the hint, or one from the API document.',
  },
  invalid_parameter: {
    status: 400,
    title: 'A parameter is invalid',
    remedy: 'Correct the parameter at the position that the detail gives.',
  },
  filter_required: {
    status: 400,
    title: 'The change needs a filter',
    remedy: 'Choose the rows with a filter, such as id=in.(1,2,3). If you mean all rows, send id=not.is.null.',
  },
  limit_exceeded: {
    status: 400,
    title: 'The request exceeds a limit',
    remedy: 'Ask for less at once. The detail says what is too much.',
  },
  unauthenticated: {
    status: 401,
    title: 'The token is missing or not valid',
    remedy: 'Send a valid token: "Authorization: Bearer <token>".',
  },
  insufficient_scope: {
    status: 403,
    title: 'The token lacks a scope',
    remedy: 'Get a token with the scope that the detail names.',
  },
  missing_claim: {
    status: 403,
    title: 'The token lacks a claim',
    remedy: 'Get a token with the claim that the detail names.',
  },
  forbidden: {
    status: 403,
    title: 'Your role does not allow this',
    remedy: 'Use a token with another role, or ask the operator of the service for access.',
  },
  forbidden_field: {
    status: 403,
    title: 'Your role does not allow you to write a field',
    remedy: 'Leave out the fields that errors names.',
  },
  not_found: {
    status: 404,
    title: 'The row was not found',
    remedy: 'Check the id. The row may be deleted, or your role may not read it.',
  },
  unknown_path: { status: 404, title: 'The path does not exist', remedy: 'Use a path from the API document.' },
  method_not_allowed: {
    status: 405,
    title: 'The path does not support this method',
    remedy: 'Use one of the methods in the Allow header.',
  },
  not_acceptable: {
    status: 406,
    title: 'The service cannot answer in this media type',
    remedy: 'Accept application/json, or a media type that the hint names.',
  },
  not_singular: {
    status: 406,
    title: 'The result is not exactly one row',
    remedy: 'Filter for one row, or accept application/json.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    remedy: 'Send the request again, without pauses.',
  },
  unique_conflict: {
    status: 409,
    title: 'The value is already taken',
    remedy: 'Send another value, or update the row that has it.',
  },
  reference_conflict: {
    status: 409,
    title: 'The referenced row was not found',
    remedy: 'Refer to a row that exists and that your role may read.',
  },
  still_referenced: {
    status: 409,
    title: 'Other rows refer to this row',
    remedy: 'Delete these rows first, or change their references.',
  },
  state_conflict: {
    status: 409,
    title: 'The state of the row does not allow this change',
    remedy: 'Read the row, and make a change that its state allows.',
  },
  rule_conflict: {
    status: 409,
    title: 'Another row would break a rule',
    remedy: 'Change the other row too, in one batch. Or make a change that keeps its rule.',
  },
  endless_consequences: {
    status: 409,
    title: 'The consequences of the change have no end',
    remedy: 'Tell the operator of the service: rows that it creates go on to create each other.',
  },
  view_failed: {
    status: 409,
    title: 'A view cannot be computed from its rows',
    remedy: 'Correct the row that makes it fail, or ask for other rows. Or ask the maintainers to mend the view.',
  },
  overlap_conflict: { status: 409, title: 'The interval overlaps another entry', remedy: 'Choose a free interval.' },
  timeline_conflict: {
    status: 409,
    title: 'The interval overlaps an entry that you may not change',
    remedy: 'Choose a free interval, or ask somebody with the right to change that entry.',
  },
  concurrent_change: {
    status: 409,
    title: 'Another request changed the same data at the same time',
    remedy: 'Send the request again.',
  },
  event_lost: {
    status: 410,
    title: 'The log has lost the event, or never had it',
    remedy: 'Read again what you keep a copy of. Then follow from the last event that the detail names.',
  },
  precondition_failed: {
    status: 412,
    title: 'The row does not have the version in If-Match',
    remedy: 'Read the row again, and apply your change to the new version.',
  },
  payload_too_large: { status: 413, title: 'The body is too large', remedy: 'Send less at once.' },
  url_too_long: { status: 414, title: 'The URL is too long', remedy: 'Send fewer or shorter parameters.' },
  unsupported_media_type: {
    status: 415,
    title: 'The media type of the body is not supported',
    remedy: 'Send a media type that the hint names. Most requests take application/json.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range is outside of the list or the file',
    remedy: 'Start below the total in Content-Range.',
  },
  invalid_body: { status: 422, title: 'The body breaks a rule', remedy: 'Correct the members that errors names.' },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key belongs to another request',
    remedy: 'Use a new key for each new request.',
  },
  precondition_required: {
    status: 428,
    title: 'The change needs the header If-Match',
    remedy: 'Read the row, and send its ETag as If-Match.',
  },
  rate_limited: {
    status: 429,
    title: 'The identity sent too many requests',
    remedy: 'Try again after the seconds in Retry-After.',
  },
  too_many_at_once: {
    status: 429,
    title: 'The identity has too many requests or streams open',
    remedy: 'Wait for earlier requests to end, or close a stream. Then try again after the seconds in Retry-After.',
  },
  internal: {
    status: 500,
    title: 'The service failed',
    remedy: 'Send the X-Request-Id of the response to the operator of the service.',
  },
  not_ready: {
    status: 503,
    title: 'The service is not ready for requests',
    remedy: 'Send requests to another process, and check /readyz again.',
  },
  contended: {
    status: 503,
    title: 'Other requests keep changing the same rows',
    remedy: 'Try again after the seconds in Retry-After.',
  },
  overloaded: {
    status: 503,
    title: 'The service is overloaded',
    remedy: 'Try again after the seconds in Retry-After, and send fewer requests.',
  },
  call_ended: {
    status: 503,
    title: 'The call took too much and was ended',
    remedy: 'Send less at once, or try again later. Nothing of the call was done.',
  },
  keys_unavailable: {
    status: 503,
    title: 'The service cannot check tokens now',
    remedy: 'Try again after the seconds in Retry-After.',
  },
  timeout: { status: 503, title: 'The database took too long', remedy: 'Ask for less, or try again later.' },
  unavailable: {
    status: 503,
    title: 'The database is not available',
    remedy: 'Try again after the seconds in Retry-After.',
  },
  storage_unavailable: {
    status: 503,
    title: 'The store of files is not available',
    remedy: 'Try again after the seconds in Retry-After.',
  },
  storage_full: {
    status: 507,
    title: 'The store of files is full',
    remedy: 'Tell the operator of the service, and try again later.',
  },
} as const satisfies Record<string, { status: number; title: string; remedy: string }>;

export type ProblemCode = keyof typeof problems;

/** One fault in a request: at a JSON pointer into the body, or in a parameter. */
export interface ProblemError {
  readonly pointer?: string;
  /** The line of a body in lines where the row begins. */
  readonly line?: number;
  readonly parameter?: string;
  readonly detail: string;
  readonly hint?: string;
}

/** An answer names no more faults than these: a list of a hundred thousand wrong elements has one of each. */
export const mostErrors = 100;

/** The answer to a request that failed. Thrown within the HTTP room, and turned into the response by its error handler. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly hint: string | null;
  /** What PostgREST says of the same, where its clients look at that. */
  readonly details: string | null;
  readonly errors: readonly ProblemError[];
  readonly headers: Readonly<Record<string, string>>;
  /** The id of the request of a batch that is refused; null for a request of its own, and for the batch as a whole. */
  readonly request: string | null;
  /** Of a request that lost its database: whether nothing of it was done for sure. Null for any other problem. */
  readonly lost: 'undone' | 'unknown' | null;

  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      readonly hint?: string | null;
      readonly details?: string | null;
      readonly errors?: readonly ProblemError[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly request?: string | null;
      readonly lost?: Problem['lost'];
    } = {},
  ) {
    super(detail);
    this.code = code;
    this.hint = more.hint ?? null;
    this.details = more.details ?? null;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
    this.request = more.request ?? null;
    this.lost = more.lost ?? null;
  }

  /** The same problem of a request of a batch, by its id. */
  of(request: string): Problem {
    return ofRequest(this, request);
  }

  get status(): number {
    return problems[this.code].status;
  }

  /** The body (RFC 9457). `message` repeats the detail under the name that PostgREST's clients read. */
  toJSON(): Record<string, unknown> {
    return {
      type: `urn:almanac:problem:${this.code}`,
      title: problems[this.code].title,
      status: this.status,
      detail: this.message,
      code: this.code,
      message: this.message,
      ...(this.hint === null ? {} : { hint: this.hint }),
      ...(this.request === null ? {} : { request: this.request }),
      ...(this.errors.length === 0 ? {} : { errors: this.errors }),
    };
  }
}

// Outside of the class: a bundler gives a class that names itself another name, which the log would tell.
function ofRequest(problem: Problem, request: string): Problem {
  const { code, message, cause } = problem;
  return Object.assign(new Problem(code, message, { ...problem, request }), { cause });
}

/** The body as it is sent: of a problem, or of a problem in the form of PostgREST. */
export function problemText(problem: Problem | Readonly<Record<string, unknown>>): string {
  // A text that was cut short for a message may end in half of a surrogate pair, which strict readers of JSON refuse.
  return JSON.stringify(problem, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}

/** The refusal of a body for everything that is wrong with it; null for nothing. */
export function invalidBody(errors: readonly ProblemError[]): Problem | null {
  const [first] = errors;
  if (first === undefined) return null;
  const place = first.pointer === '' ? 'the body' : first.pointer;
  const where = first.line === undefined ? place : `line ${first.line}, ${place}`;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new Problem('invalid_body', `${where}: ${first.detail}${more}`, { hint: first.hint ?? null, errors });
}
