import type { Failure, Query } from '../../../../db/statement.ts';
import type { Table } from '../../../model/model.ts';
import type { RowsPlan } from '../../../query/plan/rows_plan.ts';
import { renderRowsById } from '../../../query/sql/read/rows_by_id.ts';
import type { ActionRequest } from '../../request/action_request.ts';
import { parametersOf } from '../../request/url.ts';
import type { View } from '../../request/view.ts';
import { databaseProblem, queryProblemOf } from '../../response/database_problem.ts';
import { failedView } from '../../response/failed_view.ts';
import type { MadeRows } from './insert_rows.ts';

/** Rows that were made, and their representation. */
interface Shown {
  readonly made: MadeRows;
  readonly plan: RowsPlan;
  readonly view: View<Table>;
}

/**
 * Reads the rows that were made and that the caller may read, in the order of the body.
 * @throws Problem, which undoes them, for an answer that the database refuses.
 */
export async function showRows(
  request: ActionRequest,
  query: Query,
  { made, plan, view }: Shown,
): Promise<MadeRows | Failure> {
  const read = await query(renderRowsById(plan, made.ids, view));
  if (read.ok) return { ids: made.ids, body: read.rows[0]?.body ?? '[]' };
  throw (
    queryProblemOf(read.error, parametersOf(request)) ??
    failedView(read.error, { rows: plan }, view) ??
    databaseProblem(read.error)
  );
}
