import type { FastifyReply } from 'fastify';
import type { Row } from '../../../db/statement.ts';
import { mediaTypes } from '../../contract/media_type.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { etagOf } from './etag.ts';

/** An answer as it goes out. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Where the body is, and nothing else. It is freed as soon as the body is sent; left out where the garbage collector does. */
  readonly memory?: ArrayBuffer;
}

/** An answer in JSON, or without a body. */
export interface JsonAnswer extends Answer {
  readonly body: string | null;
  /** Of the rows that it is about, where it is about many. */
  readonly ids?: readonly string[];
}

/**
 * The answer with one row, as the JSON text that PostgreSQL built, with its entity tag. If the caller may write the row
 * but not read it, the answer has no body and no tag, and 204 instead of 200.
 */
export function rowAnswer({ form }: Pick<ActionRequest, 'form'>, status: number, row: Row): JsonAnswer {
  const { version, body = null } = row;
  if (body === null) return { status: status === 200 ? 204 : status, headers: {}, body };
  if (version === undefined || version === null) throw new Error('a row came without its version');
  const headers = { 'content-type': `${mediaTypes[form]}; charset=utf-8`, etag: etagOf(version, form, body) };
  return { status, headers, body };
}

export function send(reply: FastifyReply, { status, headers, body, memory }: Answer): FastifyReply {
  if (memory !== undefined) freeWhenSent(reply, memory);
  // Fastify takes null for JSON without a type, and undefined for nothing at all.
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}

/**
 * Frees what was sent. The heap does not tell how much memory is behind it. So the garbage collector lets much pile up there,
 * and then looks at the whole heap.
 */
function freeWhenSent({ raw, request }: FastifyReply, memory: ArrayBuffer): void {
  const { socket } = request.raw;
  raw.once('finish', () => {
    // The kernel has it then, unless the connection was cut. Without a network, whoever asked reads it later.
    if (socket.destroyed === false) memory.transfer(0);
  });
}
