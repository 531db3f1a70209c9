import type { FastifyReply } from 'fastify';

/** Says that an answer is for its caller alone. Say so before a refusal too: another caller may get an answer. */
export function keepPrivate(reply: FastifyReply): void {
  const vary = [reply.getHeader('vary') ?? [], 'Authorization'].flat().join(', ');
  reply.headers({ 'cache-control': 'private, no-cache', vary });
}
