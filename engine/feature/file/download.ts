import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row } from '../../../db/statement.ts';
import { Problem } from '../../contract/problem.ts';
import { shareOf } from '../../http/edge/turn/share.ts';
import type { ItemRoute } from '../../http/request/action_request.ts';
import { failed, type ReadConditions } from '../../http/request/precondition.ts';
import { idOf, notFound, parametersOf, queryProblem } from '../../http/request/url.ts';
import { namesEtag } from '../../http/response/etag.ts';
import { placeReads, refuseFuture, requireReads } from '../../http/response/reads.ts';
import { runQuery } from '../../http/response/run.ts';
import type { Resource, Table } from '../../model/model.ts';
import { prepare } from '../../query/cache/plan_cache.ts';
import type { Parameter } from '../../query/plan/query_string.ts';
import { planRead } from '../../query/plan/read_plan.ts';
import { renderRead } from '../../query/sql/read/read.ts';
import { quote } from '../../sql/identifier.ts';
import type { ByteRange } from '../../store/store.ts';
import { storedAs } from '../../vocabulary/type/file.ts';
import type { FileContext } from './context.ts';
import { readByteRange } from './range.ts';
import { fieldOf } from './target.ts';

/** A file as a row shows it, and the name of its bytes. */
interface FoundFile {
  readonly name: string;
  readonly media_type: string;
  readonly size: number;
  readonly sha256: string;
  readonly object: string;
}

/** So often a row is read again whose file is another one by the time that its bytes are looked for. */
const mostLooks = 5;

/**
 * `GET /<resource>/{id}/<field>`: the bytes of the file, or a part of them. The row is read as by any read, so who sees the field
 * in the row may read its file. No statement waits for the client.
 */
export function downloadHandler(resource: Resource, name: string, context: FileContext) {
  return async (request: FastifyRequest<ItemRoute>, reply: FastifyReply): Promise<FastifyReply> => {
    const field = fieldOf(request.view, name, request);
    const isHead = request.method === 'HEAD';
    for (let look = 1; look <= mostLooks; look += 1) {
      const found = await findFile(request, resource, field.name, context);
      if (found === null) continue;
      const etag = `"${found.sha256}"`;
      const { wanted, known } = request.head as ReadConditions;
      if (wanted !== null && !namesStrongly(wanted, etag))
        throw failed('the file is not one that If-Match names', 'read it again, without If-Match');
      reply.headers({ etag, 'cache-control': 'private, no-cache' });
      if (known !== null && namesEtag(known, etag)) return reply.code(304).send();
      const part = readByteRange(request.headers, found.size, etag);
      const leave = context.places.take(shareOf(request), 'download');
      const bytes = isHead ? null : await open(found, part, context, leave);
      if (isHead) leave();
      else if (bytes === null) continue;
      reply.code(part === null ? 200 : 206).headers(headersOf(found, part));
      return bytes === null ? reply.send() : reply.send(bytes);
    }
    throw lost(request);
  };
}

/** If-Match asks for the same bytes, and no weak tag names them (RFC 9110, 13.1.1). */
function namesStrongly(tags: Exclude<ReadConditions['wanted'], null>, etag: string): boolean {
  return tags === '*' || tags.some(({ isWeak, text }) => !isWeak && `"${text}"` === etag);
}

async function open(found: FoundFile, part: ByteRange | null, { store, places }: FileContext, leave: () => void) {
  try {
    const bytes = await store.read(found.object, part);
    if (bytes === null) {
      leave();
      return null;
    }
    bytes.once('close', leave);
    bytes.on('data', (chunk: Buffer) => places.count('download', chunk.length));
    bytes.pause();
    return bytes;
  } catch (error) {
    leave();
    const problem = new Problem('storage_unavailable', 'the store of files does not answer', {
      headers: { 'retry-after': '5' },
    });
    throw Object.assign(problem, { cause: error });
  }
}

/** Only the upload has said what kind of file it is. So a browser saves it, and does not show or run it. */
function headersOf({ name, media_type: type, size }: FoundFile, part: ByteRange | null) {
  const length = part === null ? size : part.last - part.first + 1;
  return {
    'content-type': type,
    'content-length': String(length),
    'content-disposition': contentDisposition(name),
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'accept-ranges': 'bytes',
    ...(part === null ? {} : { 'content-range': `bytes ${part.first}-${part.last}/${size}` }),
  };
}

/** The file of a row that the caller sees; null where the row has another one by now. @throws Problem where there is none. */
async function findFile(
  request: FastifyRequest<ItemRoute>,
  resource: Resource,
  name: string,
  context: FileContext,
): Promise<FoundFile | null> {
  const row = await readRow(request, resource, name, context);
  const { [name]: shown } = JSON.parse(row.body ?? '{}') as Record<string, FoundFile | null>;
  if (shown === null || shown === undefined)
    throw new Problem('not_found', `${resource.name} ${request.params.id.slice(0, 80)} has no ${name}`);
  const outcome = await runQuery(request, context.readerOf(request), {
    name: `file ${resource.name} ${name}`,
    ...objectOf(resource, name, row.version ?? '', idOf(request)),
  });
  const object = outcome.rows[0]?.object ?? null;
  return object === null ? null : { ...shown, object };
}

async function readRow(
  request: FastifyRequest<ItemRoute>,
  resource: Resource,
  name: string,
  context: FileContext,
): Promise<Row> {
  const { view } = request;
  const id = idOf(request) ?? '';
  const instant = instantOf(request);
  const parameters = [...instant, { name: 'select', value: name, index: instant.length }];
  const prepared = prepare(context.plans, {
    kind: `read ${resource.name}`,
    parameters,
    principal: view.principal,
    id,
    maximumValues: view.model.service.limits.inValues,
    plan: () => planRead(view.resource, parameters, view.model),
    render: (plan) => renderRead(plan, id, view),
  });
  if (!prepared.ok) throw queryProblem(prepared.faults);
  const { plan, statement } = prepared.value;
  const reading = { ...plan, order: [] };
  requireReads(view, reading);
  const reader = context.readerOf(request);
  placeReads(reader, view, reading);
  if ((request.head as ReadConditions).wanted !== null) reader.usePrimary?.();
  if (id === '') throw notFound(resource, request.params.id);
  const [row = {}] = (await runQuery(request, reader, statement)).rows;
  refuseFuture(row);
  if (row.body === undefined || row.body === null) throw notFound(resource, id);
  return row;
}

/** @throws Problem for a parameter that a file does not have. */
function instantOf(request: FastifyRequest): readonly Parameter[] {
  const parameters = parametersOf(request);
  const other = parameters.find(({ name }) => name !== 'as_of');
  if (other === undefined) return parameters;
  const detail = `a file has no parameter ${JSON.stringify(other.name.slice(0, 80))}`;
  throw new Problem('unknown_parameter', detail, { errors: [{ parameter: other.name, detail }] });
}

/** Finds the bytes of a version that the caller was shown: its number is of this one version, here or in the history. */
function objectOf(resource: Resource, name: string, version: string, id: string | null) {
  if (resource.kind === 'view') throw new Error(`${resource.name} is a view, which keeps no files`);
  const { name: table, history }: Table = resource.kind === 'history' ? resource.of : resource;
  const of = (relation: string, key: string) =>
    `select holder.${quote(name)} ->> '${storedAs}' as object from public.${quote(relation)} as holder where holder.${key} = $1::bigint`;
  // Without a history, no index finds a version by its number alone.
  const isCurrent = resource.kind === 'history' ? '' : ' and holder.id = $2::bigint';
  const parts = [`${of(table, 'row_version')}${isCurrent}`, ...(history === null ? [] : [of(history, 'id')])];
  return { text: parts.join(' union all '), values: isCurrent === '' ? [version] : [version, id] };
}

function lost({ log }: FastifyRequest): Problem {
  log.error('a file of a row is not in the store');
  return new Problem('internal', 'the service could not carry out the request');
}
