import type { Failure, Query } from '../../../db/statement.ts';
import type { Table } from '../../model/model.ts';
import { renderLockChosen, type WriteOfMany } from '../../query/sql/write/many/chosen.ts';
import { renderDeleteChosen, renderDeleteMany } from '../../query/sql/write/many/delete_many.ts';
import type { RouteContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { parametersOf } from '../request/url.ts';
import { sightOf, writerOf } from '../request/view.ts';
import { queryProblemOf, writeProblem } from '../response/database_problem.ts';
import { failedView } from '../response/failed_view.ts';
import { hasDependants, withDependants } from './dependants.ts';
import {
  answerOfMany,
  type HeadOfMany,
  idsOf,
  planOfMany,
  readHeadOfMany,
  requireCount,
  requireVersions,
  showRows,
  versionsOf,
  type WrittenRows,
} from './many.ts';

/**
 * `DELETE /<resource>?<filters>`: removes all rows that the filters choose, or takes them off their timelines. The answer
 * says how many, and with `Prefer: return=representation` shows the first page of them as they were.
 */
export function deleteManyHandler(table: Table, context: RouteContext): Handler<Table, HeadOfMany> {
  const answer: Handler<Table, HeadOfMany>['answer'] = async (request, view, { preferred, precondition }, run) => {
    const plan = planOfMany(request, view);
    const versions = versionsOf(table, precondition);
    const writer = await writerOf(request, view, context);
    const most = view.model.service.limits.pageMaximum;
    const write: WriteOfMany = { action: 'delete', table, plan, assignments: [], writer, versions, own: [] };
    const isShown = preferred.return === 'representation';
    const reaches = hasDependants(table, context);
    const remove = async (query: Query): Promise<WrittenRows | Failure> => {
      const removed = await query(renderDeleteMany(write));
      if (!removed.ok) return removed;
      const count = Number(removed.rows[0]?.count ?? 0);
      // What is thrown rolls the deletion back.
      requireVersions(request, table, removed.rows[0]?.stale);
      requireCount(request, preferred, count);
      return { count, shown: count, body: null };
    };
    // Rows that are gone have no relations: they are read before, behind their locks. So are rows that would go with them.
    const removeChosen = async (query: Query): Promise<WrittenRows | Failure> => {
      const chosen = await query(renderLockChosen(write));
      if (!chosen.ok) return chosen;
      requireVersions(request, table, chosen.rows[0]?.stale);
      const ids = idsOf(chosen.rows[0]?.ids);
      requireCount(request, preferred, ids.length);
      const shown = isShown
        ? await showRows(query, plan, ids.slice(0, most), { view, form: request.form })
        : { shown: ids.length, body: null };
      if ('ok' in shown) return shown;
      const removeThem = async () => {
        const removed = await query(renderDeleteChosen(table, ids, writer));
        return removed.ok ? { count: ids.length, ...shown } : removed;
      };
      return reaches ? withDependants(query, context, { table, ids, writer }, removeThem) : removeThem();
    };
    const work = isShown || reaches ? removeChosen : remove;
    const outcome = await run.transaction(work, `delete_many ${table.name}`);
    if (!('ok' in outcome)) return answerOfMany(request, { plan, preferred, places: false }, outcome);
    const { error } = outcome;
    throw (
      queryProblemOf(error, parametersOf(request)) ??
      failedView(error, plan, view) ??
      writeProblem(error, { table, model: view.model, body: {}, sight: sightOf(view) }, context.constraints)
    );
  };
  return { readHead: (request) => readHeadOfMany(request, context), answer };
}
