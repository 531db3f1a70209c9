import { invalidBody, Problem } from '../../contract/problem.ts';
import type { Table } from '../../model/model.ts';
import { renderLastState } from '../../query/sql/read/past/last_state.ts';
import { renderMissing, type WriteTarget } from '../../query/sql/write/write.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { refusalProblem } from '../request/permit.ts';
import { failed, hintOf } from '../request/precondition.ts';
import { faultsOfChanged, nameOfOwn } from '../request/sent_back.ts';
import { notFound } from '../request/url.ts';
import type { View } from '../request/view.ts';
import type { Run } from '../run.ts';
import { runQuery } from './run.ts';

/** A write that found no row. */
interface VainWrite {
  readonly table: Table;
  readonly action: 'update' | 'restore' | 'delete';
  readonly target: WriteTarget;
  readonly writer: Writer;
  readonly view: View<Table>;
}

/**
 * Why a write found no row. The caller sees no row, may not do this with it, or the entry was deleted. Or the
 * precondition does not hold, or values that were sent back differ. A caller without the right learns nothing about
 * versions.
 */
export async function missing(
  request: ActionRequest,
  run: Run,
  { table, action, target, writer, view }: VainWrite,
): Promise<Problem> {
  const access = action === 'delete' ? 'delete' : 'update';
  const { id, precondition, own = [] } = target;
  const [row] = (await runQuery(request, run, renderMissing(table, target, access, writer))).rows;
  if (row === undefined) {
    const lastState = renderLastState(table, id, writer);
    const isFound = lastState !== null && (await runQuery(request, run, lastState)).rows.length > 0;
    return isFound ? lostRight(table, id, access, writer) : notFound(table, id);
  }
  if (row.allowed !== 't')
    return refusalProblem({ check: 'role', resource: table.name, action: access }, writer.principal);
  const isDeleted = row.deleted === 't';
  // To a delete, a soft-deleted entry is not there.
  if (isDeleted && action === 'delete') return notFound(table, id);
  if (isDeleted && action === 'update') {
    return new Problem('state_conflict', `${table.name} ${id} is deleted`, {
      hint: 'send valid_from, and it is restored',
    });
  }
  const changed = own.filter((_, index) => row[`own_${index}`] !== 't').map(nameOfOwn);
  if (row.held === 't' && changed.length > 0) {
    const problem = invalidBody(faultsOfChanged(changed, table, view));
    if (problem !== null) return problem;
  }
  switch (precondition.kind) {
    case 'versions':
      return failed(`${table.name} ${id} does not have a version of If-Match`, hintOf(request));
    case 'live':
      if (isDeleted) return failed(`${table.name} ${id} is deleted`, 'leave If-Match out, and it is restored');
      break;
    case 'deleted':
      if (isDeleted) break;
      return new Problem('precondition_required', `a change of ${table.name} ${id} needs If-Match`, {
        hint: 'read it, and send its ETag as If-Match',
      });
  }
  // It was otherwise when the write looked.
  return new Problem('concurrent_change', 'the same row was changed at the same time');
}

/** The caller finds the row as it was when their right to read it ended. */
function lostRight(table: Table, id: string, action: 'update' | 'delete', { principal }: Writer): Problem {
  const { message } = refusalProblem({ check: 'role', resource: table.name, action }, principal);
  return new Problem('forbidden', message, {
    hint: `your right to read ${table.name} ${id} has ended; reads show it as it was until then`,
  });
}
