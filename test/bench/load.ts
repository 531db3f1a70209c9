import { loadByAutocannon } from './autocannon.ts';
import type { Question } from './shape.ts';
import type { Served } from './subject.ts';
import { hasWrk, loadByWrk } from './wrk.ts';

/** What a server did under load for some seconds. */
export interface Loaded {
  readonly requests: number;
  readonly perSecond: number;
  /** In milliseconds. */
  readonly median: number;
  readonly p99: number;
}

/** One request as it goes out. */
export type Sent = Required<Pick<Question, 'method' | 'path'>> & {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** Who asks: wrk where it is installed, since it leaves most of the machine to the servers, else autocannon. */
export function loadGenerator(): 'wrk' | 'autocannon' {
  return hasWrk() ? 'wrk' : 'autocannon';
}

/**
 * Asks a server for some seconds over connections that are kept, the next question as soon as the last one is answered.
 * @throws Error for any answer that is no success.
 */
export async function load(
  { address }: Served,
  token: string,
  questions: readonly (readonly Question[])[],
  seconds: number,
): Promise<Loaded> {
  const url = new URL(address);
  const base = url.pathname === '/' ? '' : url.pathname;
  const sent = questions.map((own) =>
    own.map(({ method, path, body, headers }) => ({
      method,
      path: `${base}${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body ?? null,
    })),
  );
  return loadGenerator() === 'wrk' ? loadByWrk(url.origin, sent, seconds) : loadByAutocannon(url.origin, sent, seconds);
}
