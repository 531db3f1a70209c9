import type { FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import { shownApart, write } from '../../http/actions/write.ts';
import type { ItemRoute } from '../../http/request/action_request.ts';
import { readPrecondition } from '../../http/request/precondition.ts';
import { repeated } from '../../http/request/repeat.ts';
import { readId, refuseParameters } from '../../http/request/url.ts';
import { requireFields, type View, writerOf } from '../../http/request/view.ts';
import { refusedHeader } from '../../http/response/etag.ts';
import { missing } from '../../http/response/missing.ts';
import { runQuery } from '../../http/response/run.ts';
import { type JsonAnswer, rowAnswer } from '../../http/response/send.ts';
import type { Run } from '../../http/run.ts';
import type { Table } from '../../model/model.ts';
import type { Precondition } from '../../query/sql/write/precondition.ts';
import { renderMissing, renderUpdate, type WriteTarget } from '../../query/sql/write/write.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import type { FileContext } from './context.ts';
import { type FileField, fileFields } from './field.ts';

/** The file of a row that a request writes, and who does. */
export interface FileTarget {
  readonly table: Table;
  readonly field: FileField;
  readonly target: WriteTarget;
  readonly view: View<Table>;
  readonly writer: Writer;
  readonly run: Run;
}

/** @throws Problem for a field that the caller does not read or may not write. */
export async function targetOf(
  request: FastifyRequest<ItemRoute>,
  name: string,
  context: FileContext,
): Promise<FileTarget> {
  const view = request.view as View<Table>;
  const table = view.whole.resources.get(view.resource.name) as Table;
  refuseParameters(request);
  const field = fieldOf(view, name, request);
  requireFields({ [name]: null }, table, view);
  const precondition = request.head as Precondition;
  const writer = await writerOf(request, view, context);
  return {
    table,
    field,
    target: { id: readId(request, table), precondition },
    view,
    writer,
    run: context.databaseOf(request),
  };
}

/** The field of that name as the role of the caller has it. @throws Problem where the role does not read it. */
export function fieldOf(
  { resource }: Pick<View, 'resource'>,
  name: string,
  { url }: Pick<FastifyRequest, 'url'>,
): FileField {
  const field = fileFields(resource).find((each) => each.name === name);
  if (field !== undefined) return field;
  throw new Problem('unknown_path', `there is nothing at ${url.split('?', 1)[0]?.slice(0, 200)}`);
}

/** @throws Problem for a row that the caller does not find or may not change, or that is in another version. */
export async function requireTarget(
  request: FastifyRequest<ItemRoute>,
  { table, target, view, writer, run }: FileTarget,
): Promise<void> {
  const [row] = (await runQuery(request, run, renderMissing(table, target, 'update', writer))).rows;
  if (row?.allowed === 't' && row.held === 't' && row.deleted !== 't') return;
  throw await missing(request, run, { table, action: 'update', target, writer, view });
}

/** Gives the row another file, or none: an update as any other, with its rules, its version and its event. */
export async function setFile(
  request: FastifyRequest<ItemRoute>,
  { table, field, target, view, writer, run }: FileTarget,
  value: string | null,
  context: FileContext,
): Promise<JsonAnswer> {
  const isShown = value !== null && request.preferred.return !== 'minimal';
  const row = await repeated(
    () =>
      write(
        request,
        context,
        {
          table,
          action: 'update',
          id: target.id,
          writer,
          body: {},
          statement: renderUpdate(table, target, [{ field, value }], writer),
          answer: isShown ? shownApart([], view, context, target.id) : null,
        },
        run,
      ),
    context.model.service.limits,
  );
  if (row === undefined) throw await missing(request, run, { table, action: 'update', target, writer, view });
  return rowAnswer(request, 200, isShown ? row : { ...row, body: null });
}

/** What a write of a file is asked to do besides: nothing that other writes can, but to be silent. */
export function readHead(request: Pick<FastifyRequest, 'headers' | 'preferred'>, context: FileContext): Precondition {
  const { tx, 'max-affected': most, return: shown } = request.preferred;
  if (tx !== undefined || most !== undefined || shown === 'effects') {
    const detail = 'a file cannot be written with the preference tx, max-affected or return=effects';
    throw refusedHeader('Prefer', detail, 'send the request without it');
  }
  return readPrecondition(request, context);
}
