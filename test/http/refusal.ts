import type { Test } from 'tap';
import { postgrestCodes } from '../../engine/contract/postgrest_error.ts';
import { type ProblemCode, type ProblemError, problems } from '../../engine/contract/problem.ts';
import type { Answer, Method, Request, TestService } from './service.ts';

/** A request, and the answer that says no to it. */
export interface Refusal {
  readonly ask: readonly [method: Method, path: string, request?: Request];
  readonly code: ProblemCode;
  readonly detail?: string | RegExp;
  /** Null: there is none. */
  readonly hint?: string | RegExp | null;
  /** All of them, in any order. */
  readonly errors?: readonly ProblemError[];
  readonly headers?: Readonly<Record<string, string | RegExp>>;
}

/** Asks for each and holds the answer against what is expected, its form (RFC 9457) included. */
export async function checkRefusals(t: Test, service: TestService, refusals: readonly Refusal[]): Promise<void> {
  for (const refusal of refusals) {
    const [method, path, request] = refusal.ask;
    const { body } = request ?? {};
    const sent = body === undefined || body instanceof Uint8Array ? '' : JSON.stringify(body).slice(0, 120);
    await t.test(`${method} ${path.slice(0, 120)} ${sent} -> ${refusal.code}`, async (t) => {
      checkRefusal(t, await service.ask(method, path, request), refusal);
    });
  }
}

export function checkRefusal(t: Test, answer: Answer, refusal: Omit<Refusal, 'ask'>): void {
  const { body, headers } = answer;
  const { status, title } = problems[refusal.code];
  t.equal(answer.status, status, answer.text.slice(0, 1000));
  t.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
  t.match(body, { type: `urn:almanac:problem:${refusal.code}`, title, status });
  // In a media type of PostgREST, the code is its own.
  t.equal(body.code, 'details' in body ? (postgrestCodes[refusal.code] ?? refusal.code) : refusal.code);
  t.equal(body.message, body.detail);
  if (refusal.detail !== undefined) t.match(body.detail, refusal.detail);
  if (refusal.hint === null) t.notOk(body.hint);
  else if (refusal.hint !== undefined) t.match(body.hint, refusal.hint);
  if (refusal.errors !== undefined) t.same(inOrder(body.errors), inOrder(refusal.errors));
  t.match(headers, refusal.headers ?? {});
}

function inOrder(errors: readonly ProblemError[]): readonly ProblemError[] {
  const key = ({ pointer, parameter, detail }: ProblemError) => `${pointer} ${parameter} ${detail}`;
  return [...errors].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
