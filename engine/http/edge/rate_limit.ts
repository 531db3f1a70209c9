import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';

/**
 * Holds the requests of each identity in a minute against a limit, and says in the RateLimit headers how many are left.
 * It counts in this process, behind the guard: who is nobody has been refused, and takes nothing from anybody.
 */
export async function addRateLimit(server: FastifyInstance, requestsPerMinute: number | null): Promise<void> {
  if (requestsPerMinute === null) return;
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
}

/** So many are counted at a time; the one that was heard of least recently is forgotten first. */
const identities = 10_000;
