import type { Table } from '../definition/model.ts';
import { renderMissing, type Writer } from '../query/sql/write.ts';
import type { RouteContext } from './context.ts';
import { Problem } from './problem.ts';
import { runQuery } from './run.ts';
import { type ItemRequest, notFound } from './url.ts';
import { forbidden } from './view.ts';

/**
 * Why a write found no row: there is none that the caller sees, the caller may not do this with it, or it is an entry that
 * was taken off its timeline.
 */
export async function missing(
  request: ItemRequest,
  table: Table,
  operation: 'update' | 'delete',
  writer: Writer,
  context: RouteContext,
  id: string,
): Promise<Problem> {
  if (table.temporal === null && table.access === null) return notFound(table, id);
  const { rows } = await runQuery(request, context, renderMissing(table, id, operation, writer));
  const [row] = rows;
  if (row === undefined) return notFound(table, id);
  if (row.allowed !== 't') return forbidden(table, operation, writer.viewer);
  if (operation === 'delete') return notFound(table, id);
  return new Problem('state_conflict', `${table.name} ${id} is deleted`, {
    hint: 'send valid_from, and it is restored',
  });
}
