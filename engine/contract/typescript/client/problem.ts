import type { ProblemCode } from './resources.ts';

/** An answer of the service that reports an error (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  /** Stable. Null when something between the client and the service has answered. */
  readonly code: ProblemCode | null;
  readonly title: string;
  readonly hint: string | null;
  /** Every fault of the request. */
  readonly errors: readonly ProblemFault[];
  /** The id by which the operator of the service finds the request. */
  readonly requestId: string | null;
  /** Seconds after which you may send the request again; null if the answer does not say. */
  readonly retryAfter: number | null;

  constructor(response: Response, body: Partial<ProblemBody>) {
    super(body.detail ?? `the answer is ${response.status} ${response.statusText}`.trim());
    this.status = response.status;
    this.code = body.code ?? null;
    this.title = body.title ?? response.statusText;
    this.hint = body.hint ?? null;
    this.errors = body.errors ?? [];
    this.requestId = response.headers.get('X-Request-Id');
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
    this.retryAfter = Number.isNaN(seconds) ? null : seconds;
  }
}

/** One fault: at a JSON pointer into the body, or in a parameter. */
export interface ProblemFault {
  readonly pointer?: string;
  /** The line of a CSV or NDJSON body where the row begins. */
  readonly line?: number;
  readonly parameter?: string;
  readonly detail: string;
  readonly hint?: string;
}

interface ProblemBody {
  readonly code: ProblemCode;
  readonly title: string;
  readonly detail: string;
  readonly hint: string;
  readonly errors: readonly ProblemFault[];
}

export async function problemOf(response: Response): Promise<ProblemError> {
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json') === true;
  if (isProblem) return new ProblemError(response, (await response.json()) as ProblemBody);
  // What is not read holds the connection.
  await response.body?.cancel();
  return new ProblemError(response, {});
}
