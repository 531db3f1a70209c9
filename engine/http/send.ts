import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row } from '../../db/database.ts';
import { mediaTypes } from './accept.ts';
import { etagOf } from './etag.ts';

/** An answer as it goes out. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The answer that is one row, as the JSON text that PostgreSQL built (null where the caller may not read it), with its entity tag. */
export function rowAnswer({ form }: FastifyRequest, status: number, row: Row): Answer {
  const { version } = row;
  const body = row.body ?? 'null';
  if (version === undefined || version === null) throw new Error('a row came without its version');
  const headers = { 'content-type': `${mediaTypes[form]}; charset=utf-8`, etag: etagOf(version, form, body) };
  return { status, headers, body };
}

export function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  // Fastify takes null for JSON without a type, and undefined for nothing at all.
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}
