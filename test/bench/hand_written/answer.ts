import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row } from './pool.ts';

/** The entity tag of a row as it is shown. */
export function entityTag({ version, body }: Row): string {
  return `"${version}-${hash('sha256', `json ${body}`, 'base64url').slice(0, 22)}"`;
}

/** Answers with a row, and its entity tag if it has a version; 404 without a row. */
export function answerRow(reply: FastifyReply, status: number, row: Row): FastifyReply {
  if (row.body === undefined) return reply.code(404).send();
  reply.code(status).header('content-type', 'application/json; charset=utf-8');
  if (row.version !== undefined) reply.header('etag', entityTag(row));
  return reply.send(row.body);
}

/** Answers with a page of 25 rows, and where the next one is. */
export function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, count, last, total }: Row,
  offset = 0,
): FastifyReply {
  const rows = Number(count);
  const path = request.url.split('?', 1)[0];
  reply
    .code(total === undefined || rows === Number(total) ? 200 : 206)
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-range', `${offset}-${offset + rows - 1}/${total ?? '*'}`);
  if (rows === 25) reply.header('link', `<${path}?limit=25&after=${last}>; rel="next"`);
  return reply.send(body);
}
