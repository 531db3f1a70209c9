/** Every way in which a request can fail: the code is stable, and documented from this table. */
export const problems = {
  malformed_url: { status: 400, title: 'The URL is malformed', remedy: 'Percent-encode the URL as UTF-8.' },
  malformed_json: {
    status: 400,
    title: 'The body is no JSON',
    remedy: 'Send one JSON object (RFC 8259), no member twice.',
  },
  malformed_request: { status: 400, title: 'The request is malformed', remedy: 'Send a complete HTTP request.' },
  unknown_parameter: {
    status: 400,
    title: 'There is no such parameter',
    remedy: 'Use the name in the hint, or one from the API document.',
  },
  invalid_parameter: {
    status: 400,
    title: 'A parameter is invalid',
    remedy: 'Correct the parameter at the position given.',
  },
  filter_required: {
    status: 400,
    title: 'The change does not say of which rows',
    remedy: 'Say which rows are changed with a filter, as in id=in.(1,2,3).',
  },
  limit_exceeded: { status: 400, title: 'The request asks for too much at once', remedy: 'Ask for less at once.' },
  unauthenticated: {
    status: 401,
    title: 'The caller is unknown',
    remedy: 'Send a valid token: "Authorization: Bearer <token>".',
  },
  insufficient_scope: {
    status: 403,
    title: 'The token lacks a scope',
    remedy: 'Ask for a token with the scope named in the detail.',
  },
  forbidden: {
    status: 403,
    title: 'The role may not do this',
    remedy: 'Ask who runs the service for another role.',
  },
  forbidden_field: {
    status: 403,
    title: 'The role may not write a field',
    remedy: 'Leave the fields out that are named in errors.',
  },
  not_found: { status: 404, title: 'There is no such row', remedy: 'Check the id; the row may have been deleted.' },
  unknown_path: { status: 404, title: 'There is no such path', remedy: 'Use a path from the API document.' },
  method_not_allowed: {
    status: 405,
    title: 'The method is not offered here',
    remedy: 'Use one of the methods in the Allow header.',
  },
  not_acceptable: { status: 406, title: 'The media type asked for is not offered', remedy: 'Accept application/json.' },
  not_singular: {
    status: 406,
    title: 'The result is not one row',
    remedy: 'Filter for one row, or accept application/json.',
  },
  unique_conflict: {
    status: 409,
    title: 'The value is already taken',
    remedy: 'Send another value, or update the row that has it.',
  },
  reference_conflict: { status: 409, title: 'The reference leads nowhere', remedy: 'Refer to a row that exists.' },
  still_referenced: {
    status: 409,
    title: 'Other rows refer to this one',
    remedy: 'Delete or change the rows that refer to it first.',
  },
  state_conflict: {
    status: 409,
    title: 'The row is in another state',
    remedy: 'Read the row, and make a change that its state allows.',
  },
  overlap_conflict: {
    status: 409,
    title: 'The interval overlaps another entry',
    remedy: 'Choose an interval that is free.',
  },
  timeline_conflict: {
    status: 409,
    title: 'The interval overlaps an entry that the caller may not change',
    remedy: 'Choose an interval that is free, or ask those who may change the timeline.',
  },
  concurrent_change: { status: 409, title: 'Somebody else changed it at the same time', remedy: 'Try again.' },
  request_timeout: {
    status: 408,
    title: 'The request did not come in time',
    remedy: 'Send the request again, all of it at once.',
  },
  precondition_failed: {
    status: 412,
    title: 'The row is not in the version that was named',
    remedy: 'Read the row again, and repeat the change on what it is now.',
  },
  payload_too_large: { status: 413, title: 'The body is too large', remedy: 'Send less at once.' },
  url_too_long: { status: 414, title: 'The URL is too long', remedy: 'Send fewer or shorter parameters.' },
  unsupported_media_type: {
    status: 415,
    title: 'The media type of the body is not supported',
    remedy: 'Send application/json.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The page begins behind the last row',
    remedy: 'Ask for rows up to the number in Content-Range.',
  },
  invalid_body: { status: 422, title: 'The body breaks a rule', remedy: 'Correct the members named in errors.' },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key belongs to another request',
    remedy: 'Send a new key with a new request.',
  },
  precondition_required: {
    status: 428,
    title: 'The change needs the header If-Match',
    remedy: 'Read the row, and send its ETag as If-Match.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests came from this identity',
    remedy: 'Try again after the seconds in Retry-After.',
  },
  too_many_at_once: {
    status: 429,
    title: 'Too much is at work for this identity',
    remedy:
      'Wait for the answers to earlier requests, or close a stream. Then try again after the seconds in Retry-After.',
  },
  internal: {
    status: 500,
    title: 'The service failed',
    remedy: 'Report the X-Request-Id of the answer to the operator.',
  },
  not_ready: {
    status: 503,
    title: 'The service is not ready for requests',
    remedy: 'Ask /readyz again, and send requests to another process meanwhile.',
  },
  overloaded: {
    status: 503,
    title: 'The service has too much to do',
    remedy: 'Try again after the seconds in Retry-After, and ask less often.',
  },
  keys_unavailable: {
    status: 503,
    title: 'Tokens cannot be checked now',
    remedy: 'Try again after the seconds in Retry-After.',
  },
  timeout: { status: 503, title: 'The database took too long', remedy: 'Ask for less, or try again later.' },
  unavailable: { status: 503, title: 'The database is away', remedy: 'Try again after the seconds in Retry-After.' },
} as const satisfies Record<string, { status: number; title: string; remedy: string }>;

export type ProblemCode = keyof typeof problems;

/** One fault in a request: at a JSON pointer into the body, or in a parameter. */
export interface ProblemError {
  readonly pointer?: string;
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
  readonly errors: readonly ProblemError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      readonly hint?: string | null;
      readonly errors?: readonly ProblemError[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(detail);
    this.code = code;
    this.hint = more.hint ?? null;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
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
      ...(this.errors.length === 0 ? {} : { errors: this.errors }),
    };
  }
}

/** The body as it is sent. */
export function problemText(problem: Problem): string {
  // A text that was cut short for a message may end in half of a surrogate pair, which strict readers of JSON refuse.
  return JSON.stringify(problem, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}

/** The refusal of a body for everything that is wrong with it; null for nothing. */
export function invalidBody(errors: readonly ProblemError[]): Problem | null {
  const [first] = errors;
  if (first === undefined) return null;
  const where = first.pointer === '' ? 'the body' : first.pointer;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new Problem('invalid_body', `${where}: ${first.detail}${more}`, { hint: first.hint ?? null, errors });
}
