import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';
import type { Limits } from '../../../model/service.ts';

// What all headers but the request line may need: a token of 8 KiB and whatever proxies add.
const headerBytes = 32_768;

// Node's timers count in 32 bits: a longer time would be none.
const longestMilliseconds = 2_147_483_647;

/**
 * The timeouts of connections in Node. A connection that sends its request too slowly, does not take its answer, or is
 * half open is closed. All but some requests have less time than the longest: see refuseLate.
 */
export function connectionOptions(
  { urlBytes, requestTimeoutSeconds, statementTimeoutSeconds }: Limits,
  longestRequestSeconds: number,
) {
  const requestTimeout = requestTimeoutSeconds * 1000;
  return {
    requestTimeout: longestRequestSeconds * 1000,
    // Without a byte in either direction; the database may work on a request for so long.
    connectionTimeout: Math.min(requestTimeout + statementTimeoutSeconds * 1000, longestMilliseconds),
    http: {
      headersTimeout: requestTimeout,
      // How often Node looks for requests that are late.
      connectionsCheckingInterval: Math.min(requestTimeout / 2, 5_000),
      // The URL is held against its own limit later, which gives a better answer.
      maxHeaderSize: urlBytes + headerBytes,
      // Node would take the first of two Authorization headers; joined, they are no token.
      joinDuplicateHeaders: true,
    },
  } satisfies FastifyHttpOptions<Server>;
}
