import type { Failure, Outcome, Query } from '../../../db/statement.ts';
import { mediaTypes } from '../../contract/media_type.ts';
import type { Table } from '../../model/model.ts';
import type { RowsPlan } from '../../query/plan/rows_plan.ts';
import { renderAnswer } from '../../query/sql/read/read.ts';
import { canShowDelete, renderDelete, renderShownDelete } from '../../query/sql/write/delete.ts';
import { renderDeleteLock } from '../../query/sql/write/lock/lock.ts';
import type { Precondition } from '../../query/sql/write/precondition.ts';
import type { RouteContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { readPrecondition } from '../request/precondition.ts';
import { appliedPreferences, type Preferred, requireMaxAffected } from '../request/prefer.ts';
import { parametersOf, readId } from '../request/url.ts';
import { sightOf, writerOf } from '../request/view.ts';
import { queryProblemOf, writeProblem } from '../response/database_problem.ts';
import { failedView } from '../response/failed_view.ts';
import { missing } from '../response/missing.ts';
import { hasDependants, withDependants } from './dependants.ts';
import { planOfRow } from './write.ts';

/**
 * `DELETE /<resource>/{id}`; an entry of a timeline is taken off it (specification 3). With `Prefer: return=representation`
 * the answer shows the row as it was.
 */
export function deleteHandler(table: Table, context: RouteContext): Handler<Table, DeleteHead> {
  const readHead: Handler<Table, DeleteHead>['readHead'] = (request) => ({
    preferred: request.preferred,
    precondition: readPrecondition(request, context),
  });
  const answer: Handler<Table, DeleteHead>['answer'] = async (request, view, { preferred, precondition }, run) => {
    const isShown = preferred.return === 'representation';
    const plan = isShown || parametersOf(request).length > 0 ? planOfRow(parametersOf(request), view) : null;
    const id = readId(request, table);
    const writer = await writerOf(request, view, context);
    const reaches = hasDependants(table, context);
    const isShownAtOnce = isShown && !reaches && canShowDelete(table, view) && parametersOf(request).length === 0;
    const render = isShownAtOnce ? renderShownDelete : renderDelete;
    const removal = render(table, id, writer, precondition);
    const isPlain = (!isShown || isShownAtOnce) && !reaches && preferred['max-affected'] === undefined;
    const outcome: Removed | Failure = isPlain
      ? removedBy(await run.query(removal))
      : await run.transaction(async (query) => {
          const remove = async () => removedBy(await query(removal));
          const showing = isShown && plan !== null && !isShownAtOnce ? showLocked(query, plan) : null;
          // Both in one round trip, unless other rows go first.
          const [shown, early] = await Promise.all([showing, reaches ? null : remove()]);
          if (shown !== null && 'ok' in shown) return shown;
          const removed = early ?? (await withDependants(query, context, { table, ids: [id], writer }, remove));
          // What is thrown rolls the deletion back.
          if ('count' in removed) requireMaxAffected(preferred, removed.count);
          return shown === null || 'ok' in removed ? removed : { ...removed, body: shown.body };
        }, `delete ${table.name}`);
    if ('ok' in outcome) {
      const { error } = outcome;
      throw (
        queryProblemOf(error, parametersOf(request)) ??
        (plan === null ? null : failedView(error, { rows: plan }, view)) ??
        writeProblem(error, { table, model: view.model, body: {}, sight: sightOf(view) }, context.constraints)
      );
    }
    const { count, body } = outcome;
    if (count === 0)
      throw await missing(request, run, { table, action: 'delete', target: { id, precondition }, writer, view });
    const headers = appliedPreferences(preferred);
    if (body === null) return { status: 204, headers, body };
    return { status: 200, headers: { ...headers, 'content-type': `${mediaTypes[request.form]}; charset=utf-8` }, body };

    /** The row as the caller may read it, and nobody changes it meanwhile. */
    async function showLocked(query: Query, rows: RowsPlan): Promise<{ readonly body: string | null } | Failure> {
      const shown = await query({ ...renderAnswer(rows, id, writer), first: renderDeleteLock(table, id, view.model) });
      return shown.ok ? { body: shown.rows[0]?.body ?? null } : shown;
    }
  };
  return { readHead, answer };
}

/** What the headers of a delete ask for. */
interface DeleteHead {
  readonly preferred: Preferred;
  readonly precondition: Precondition;
}

/** How many rows are gone, and the row as it was; null where it is not shown. */
interface Removed {
  readonly count: number;
  readonly body: string | null;
}

function removedBy(outcome: Outcome): Removed | Failure {
  return outcome.ok ? { count: outcome.rows.length, body: outcome.rows[0]?.body ?? null } : outcome;
}
