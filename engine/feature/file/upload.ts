import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../../../db/statement.ts';
import { Problem } from '../../contract/problem.ts';
import { allowTime } from '../../http/edge/connection/late_request.ts';
import { shareOf } from '../../http/edge/turn/share.ts';
import type { ItemRoute } from '../../http/request/action_request.ts';
import { databaseProblem } from '../../http/response/database_problem.ts';
import { send } from '../../http/response/send.ts';
import { StoreFull } from '../../store/store.ts';
import { storedAs } from '../../vocabulary/type/file.ts';
import type { FileContext } from './context.ts';
import type { FileField } from './field.ts';
import { fileTooLong, readFileHead } from './head.ts';
import { createMeter, type Meter } from './meter.ts';
import { requireTarget, setFile, targetOf } from './target.ts';

/**
 * `PUT /<resource>/{id}/<field>`: the body becomes the file of the row. All that can be checked is checked before the first
 * byte is read. The bytes are in the store before the row has them, and no statement waits for the client.
 */
export function uploadHandler(name: string, context: FileContext) {
  return async (request: FastifyRequest<ItemRoute>, reply: FastifyReply): Promise<FastifyReply> => {
    const target = await targetOf(request, name, context);
    const head = readFileHead(request, target.field);
    await requireTarget(request, target);
    const leave = context.places.take(shareOf(request), 'upload');
    try {
      const object = await beginFile(request, context);
      try {
        const meter = await receive(request, object, target.field, context);
        const value = { name: head.name, media_type: head.mediaType, size: meter.size(), sha256: meter.sha256() };
        return send(reply, await setFile(request, target, JSON.stringify({ ...value, [storedAs]: object }), context));
      } catch (error) {
        await giveUp(request, object, context);
        throw error;
      }
    } finally {
      leave();
    }
  };
}

/** Notes a file before its first byte is written, so that a sweep finds it if this process dies. */
async function beginFile(request: FastifyRequest, context: FileContext): Promise<string> {
  const outcome = await context.databaseOf(request).query({
    name: 'begin_file',
    text: 'select almanac.begin_file() as object',
    values: [],
  });
  if (!outcome.ok) throw databaseProblem((outcome as Failure).error);
  return outcome.rows[0]?.object ?? '';
}

async function receive(
  request: FastifyRequest,
  object: string,
  field: FileField,
  { store, places, model }: FileContext,
): Promise<Meter> {
  const { uploadTimeoutSeconds } = model.service.limits;
  const body = request.body as Readable | undefined;
  const meter = createMeter(field.type.maxBytes, () => fileTooLong(field));
  // What goes wrong with one of them ends the other.
  const broken = () => meter.stream.destroy(brokenOff());
  allowTime(request.raw, uploadTimeoutSeconds * 1000);
  request.raw.once('aborted', broken);
  if (body === undefined) meter.stream.end();
  else body.once('error', broken).pipe(meter.stream);
  try {
    await store.write(object, meter.stream);
    return meter;
  } catch (error) {
    body?.unpipe(meter.stream);
    throw problemOf(error);
  } finally {
    request.raw.off('aborted', broken);
    body?.off('error', broken);
    places.count('upload', meter.size());
  }
}

/** The sweep removes what was written, soon. Where the database cannot be told, in a day. */
async function giveUp(request: FastifyRequest, object: string, context: FileContext): Promise<void> {
  const told = await context.query({
    name: 'give_up_file',
    text: 'select almanac.give_up_file($1::uuid)',
    values: [object],
  });
  if (!told.ok) request.log.warn({ sqlstate: told.error.sqlstate }, 'a file that was given up is swept in a day');
}

function brokenOff(): Problem {
  return new Problem('malformed_request', 'the body broke off', { headers: { connection: 'close' } });
}

function problemOf(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (error instanceof StoreFull)
    return new Problem('storage_full', 'the store of files has no room', { headers: { connection: 'close' } });
  const headers = { 'retry-after': '5', connection: 'close' };
  return Object.assign(new Problem('storage_unavailable', 'the store of files does not answer', { headers }), {
    cause: error,
  });
}
