import type { FastifyReply, FastifyRequest } from 'fastify';
import { mediaTypes } from './accept.ts';

/** One row, as the JSON text that PostgreSQL built. */
export function sendRow({ form }: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  return reply.type(`${mediaTypes[form]}; charset=utf-8`).send(body);
}
