import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../../contract/problem.ts';

/**
 * Counts the other requests of a batch, and gives the headers that say how many are left.
 * @throws Problem where the identity has fewer requests left. None of them is counted then.
 */
export type CountMore = (request: FastifyRequest, more: number) => Promise<Readonly<Record<string, string>>>;

/**
 * Holds the requests of each identity in a minute against a limit, and says in the RateLimit headers how many are left.
 * It counts in this process, behind the guard: who is nobody has been refused, and takes nothing from anybody.
 */
export async function addRateLimit(server: FastifyInstance, requestsPerMinute: number | null): Promise<CountMore> {
  if (requestsPerMinute === null) return async () => ({});
  await server.register(rateLimit, {
    hook: 'preParsing',
    max: requestsPerMinute,
    timeWindow: 60_000,
    cache: identities,
    enableDraftSpec: true,
    // The documentation, and how the service does, are asked for without a caller.
    allowList: ({ caller }: FastifyRequest) => !caller,
    keyGenerator: ({ caller }) => JSON.stringify([caller?.identity, caller?.subject]),
    errorResponseBuilder: () =>
      new Problem('rate_limited', `more than ${requestsPerMinute} requests came from this identity in a minute`),
  });
  const count = server.createRateLimit();
  return async (request, more) => {
    const before = await count(request, { increment: false });
    if (before.isAllowed) return {};
    if (before.remaining < more) {
      const detail = `the batch counts as ${more + 1} requests, and this identity has ${before.remaining + 1} left of ${requestsPerMinute} in a minute`;
      throw new Problem('rate_limited', detail, { headers: { 'retry-after': String(before.ttlInSeconds) } });
    }
    for (let each = 0; each < more; each += 1) await count(request);
    return { 'ratelimit-remaining': String(before.remaining - more) };
  };
}

/** So many are counted at a time; the one that was heard of least recently is forgotten first. */
const identities = 10_000;
