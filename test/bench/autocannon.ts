import autocannon from 'autocannon';
import type { Loaded, Sent } from './load.ts';

/** Each connection asks its own questions, again and again. */
export async function loadByAutocannon(
  origin: string,
  questions: readonly (readonly Sent[])[],
  seconds: number,
): Promise<Loaded> {
  const lists = [...questions];
  const result = await autocannon({
    url: origin,
    connections: lists.length,
    duration: seconds,
    timeout: 30,
    sampleInt: 50,
    setupClient: (client) => {
      client.setRequests((lists.pop() ?? []).map(({ body, ...sent }) => ({ ...sent, ...(body !== null && { body }) })));
    },
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0)
    throw new Error(
      `${failed} of ${result.requests.total} requests to ${origin} failed: ${JSON.stringify(result.statusCodeStats)}`,
    );
  return {
    requests: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    median: result.latency.p50,
    p99: result.latency.p99,
  };
}
