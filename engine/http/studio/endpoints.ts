import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StudioEndpoint } from '../../contract/studio/endpoint.ts';
import { type StudioEndpointName, studioEndpoints, studioPath } from '../../contract/studio/endpoints.ts';
import { identify } from '../request/guard.ts';
import { namesEtag, readTags } from '../response/etag.ts';
import { keepPrivate } from '../response/keep_private.ts';
import { packed, packingOf } from '../response/packed.ts';
import { accessAnswer } from './access.ts';
import type { StudioAnswer, StudioContext } from './context.ts';
import { instantsAnswer } from './instants.ts';
import { modelAnswer } from './model.ts';
import { searchAnswer } from './search.ts';

/** How each endpoint makes its answers. */
const answers: Readonly<Record<StudioEndpointName, (context: StudioContext) => StudioAnswer>> = {
  model: modelAnswer,
  search: searchAnswer,
  instants: instantsAnswer,
  access: accessAnswer,
};

/** Adds the endpoints of Studio. Any valid token may ask, and each answer is for its caller alone. */
export function addStudioEndpoints(server: FastifyInstance, context: StudioContext): void {
  for (const [name, { path }] of Object.entries<StudioEndpoint>(studioEndpoints)) {
    const answer = answers[name as StudioEndpointName](context);
    server.get(`${studioPath}${path.replace(/\{(\w+)\}/g, ':$1')}`, {
      onRequest: async (request, reply) => {
        keepPrivate(reply);
        await identify(request, context);
      },
      handler: async (request, reply) => sendOnce(request, reply, await answer(request)),
    });
  }
}

/** Sends a text, or that the client has it already. */
async function sendOnce(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const packing = packingOf(request, text);
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}${packing === 'gzip' ? '.gzip' : ''}"`;
  const known = readTags(request, 'If-None-Match');
  reply.headers({ etag, vary: [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', ') });
  if (known !== null && namesEtag(known, etag)) return reply.code(304).send();
  if (packing === 'gzip') reply.header('content-encoding', packing);
  return reply.type('application/json; charset=utf-8').send(await packed(text, packing));
}
