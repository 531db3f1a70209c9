import type { FastifyInstance } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import { batchName } from '../../model/batch.ts';
import type { RouteContext } from '../context.ts';
import type { CountMore } from '../edge/turn/rate_limit.ts';
import type { FindEndpoint } from '../endpoints.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { formOf, identify, offerOf } from '../request/guard.ts';
import { readIdempotencyKey } from '../request/idempotency.ts';
import { refusePreconditions } from '../request/precondition.ts';
import { type Preferred, preferredOf } from '../request/prefer.ts';
import { isRace, repeated } from '../request/repeat.ts';
import { send } from '../response/send.ts';
import { answerBatch } from './batch.ts';
import { readEnvelope } from './envelope.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** How many requests a batch has; null for other requests. */
    parts: number | null;
  }
}

/** The route of batches: `POST <base path>/batch`. */
export function addBatchRoute(
  server: FastifyInstance,
  context: RouteContext,
  endpointOf: FindEndpoint,
  countMore: CountMore,
): void {
  const { basePath, limits } = context.model.service;
  server.post(`${basePath}/${batchName}`, {
    onRequest: async (request) => {
      await identify(request, context);
      request.form = formOf(request, offer);
      request.head = readHead(request);
    },
    handler: async (request, reply) => {
      const { body, caller } = request;
      const parts = readEnvelope(body, limits.batchRequests);
      request.parts = parts.length;
      reply.headers(await countMore(request, parts.length - 1));
      const deadline = performance.now() + limits.statementTimeoutSeconds * 1000;
      const { key, preferred } = request.head as BatchHead;
      const batch = { parts, body, key, preferred, deadline, caller };
      const act = () => answerBatch(batch, context, endpointOf, context.databaseOf(request));
      return send(reply, await context.recovery.write(() => repeated(act, limits), key !== null).catch(giveUp));
    },
  });
}

const offer = offerOf('json');

/** @throws Problem with the time to come back, if others were in the way of each attempt. */
function giveUp(thrown: unknown): never {
  if (!isRace(thrown)) throw thrown;
  throw new Problem('contended', 'other requests kept changing the same rows', { headers: { 'retry-after': '1' } });
}

interface BatchHead {
  readonly key: string | null;
  readonly preferred: Preferred;
}

/** @throws Problem for a header that cannot be read, or has no meaning for a batch. */
function readHead(request: Pick<ActionRequest, 'headers'>): BatchHead {
  // A batch answers in one form; its requests have preferences of their own.
  const { return: shown } = preferredOf(request, ['return']);
  const preferred = preferredOf(request, [...(shown === 'effects' ? (['return'] as const) : []), 'tx', 'handling']);
  refusePreconditions(request, 'a batch is in no version');
  return { key: readIdempotencyKey(request), preferred };
}
