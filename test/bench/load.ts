import autocannon from 'autocannon';
import type { Question } from './shapes.ts';
import type { Served } from './subject.ts';

/** What a server did under load for some seconds. */
export interface Measured {
  readonly perSecond: number;
  /** In milliseconds. */
  readonly median: number;
  readonly p99: number;
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
): Promise<Measured> {
  const url = new URL(address);
  const base = url.pathname === '/' ? '' : url.pathname;
  const lists = [...questions];
  const result = await autocannon({
    url: url.origin,
    connections: lists.length,
    duration: seconds,
    timeout: 30,
    sampleInt: 50,
    setupClient: (client) => {
      const own = (lists.pop() ?? []).map(({ method, path, body, headers }) => ({
        method,
        path: `${base}${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      }));
      client.setRequests(own);
    },
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0)
    throw new Error(
      `${failed} of ${result.requests.total} requests to ${url.origin} failed: ${JSON.stringify(result.statusCodeStats)}`,
    );
  return {
    perSecond: result['2xx'] / result.duration,
    median: result.latency.p50,
    p99: result.latency.p99,
  };
}
