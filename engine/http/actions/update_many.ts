import type { Failure } from '../../../db/statement.ts';
import { isOne } from '../../contract/media_type.ts';
import { invalidBody } from '../../contract/problem.ts';
import type { Table } from '../../model/model.ts';
import { renderUpdateMany } from '../../query/sql/write/many/update_many.ts';
import type { RouteContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { assignmentsOf, inWrites } from '../request/assignment.ts';
import { faultsOfChanged, nameOfOwn, readSentBack } from '../request/sent_back.ts';
import { parametersOf } from '../request/url.ts';
import { createValidators } from '../request/validator.ts';
import { sightOf, writerOf } from '../request/view.ts';
import { queryProblemOf } from '../response/database_problem.ts';
import { failedView } from '../response/failed_view.ts';
import {
  answerOfMany,
  clashProblem,
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
import { withReferencesOfOne } from './rows/reference_keys.ts';
import { refusedWrite, requireBody, validBody } from './write.ts';

/**
 * `PATCH /<resource>?<filters>`: the same values for some fields of all rows that the filters choose. The answer says of how
 * many, and with `Prefer: return=representation` shows the first page of them.
 */
export function updateManyHandler(table: Table, context: RouteContext): Handler<Table, HeadOfMany> {
  const validatorOf = createValidators('update');
  const answer: Handler<Table, HeadOfMany>['answer'] = async (request, view, { preferred, precondition }, run) => {
    requireBody(request);
    const plan = planOfMany(request, view);
    const sent = await withReferencesOfOne(request.body, view, run);
    const { sets, own, changed } = readSentBack(sent, table, view, null);
    const faults = faultsOfChanged(changed, table, view);
    const body = validBody(sets, view, (set) => [...validatorOf(view.resource)(set), ...faults], context);
    const versions = versionsOf(table, precondition);
    const writer = await writerOf(request, view, context);
    const given = inWrites.of(table.madeBy)?.(table, writer, 'update') ?? [];
    const assignments = [...assignmentsOf(table, body), ...given];
    const attempted = { table, model: writer.model, writer, body, sight: sightOf(view) };
    const most = view.model.service.limits.pageMaximum;
    const statement = renderUpdateMany({ action: 'update', table, plan, assignments, writer, versions, own }, most);
    const outcome = await run.transaction(async (query): Promise<WrittenRows | Failure> => {
      const written = await query(statement);
      if (!written.ok) return written;
      const [{ count: number, ids: array, clash = null, stale } = {}] = written.rows;
      // What is thrown rolls the change back.
      requireVersions(request, table, stale);
      const differing = own.filter((_, index) => written.rows[0]?.[`own_${index}`] === 'f').map(nameOfOwn);
      const problem = invalidBody(faultsOfChanged(differing, table, view));
      if (problem !== null) throw problem;
      if (clash !== null) throw clashProblem(table, idsOf(clash));
      const count = Number(number ?? 0);
      requireCount(request, preferred, count);
      const ids = idsOf(array);
      if (preferred.return !== 'representation') return { count, shown: count, body: null };
      const shown = await showRows(query, plan, ids.slice(0, most), { view, form: request.form });
      if ('ok' in shown) return shown;
      // One row that the caller may no longer read has no form to be shown in.
      return { count, ...shown, body: shown.shown === 0 && isOne(request.form) ? null : shown.body };
    }, `update_many ${table.name}`);
    if (!('ok' in outcome)) return answerOfMany(request, { plan, preferred, places: true }, outcome);
    const { error } = outcome;
    throw (
      queryProblemOf(error, parametersOf(request)) ??
      failedView(error, plan, view) ??
      refusedWrite(error, attempted, 'update', context.constraints)
    );
  };
  return { readHead: (request) => readHeadOfMany(request, context), answer };
}
