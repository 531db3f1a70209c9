import type { Table } from '../../model/model.ts';
import type { Precondition } from '../../query/sql/write/precondition.ts';
import { renderDelete } from '../../query/sql/write/write.ts';
import type { RouteContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { readPrecondition } from '../request/precondition.ts';
import { readPreferences } from '../request/prefer.ts';
import { readId, refuseParameters } from '../request/url.ts';
import { sightOf, writerOf } from '../request/view.ts';
import { writeProblem } from '../response/database_problem.ts';
import { missing } from '../response/missing.ts';

/** `DELETE /<resource>/{id}`; an entry of a timeline is taken off it (specification 3). */
export function deleteHandler(table: Table, context: RouteContext): Handler<Table, Precondition> {
  const readHead: Handler<Table, Precondition>['readHead'] = (request) => {
    readPreferences(request, 'delete');
    return readPrecondition(request, context);
  };
  const answer: Handler<Table, Precondition>['answer'] = async (request, view, precondition, run) => {
    refuseParameters(request);
    const id = readId(request, table);
    const writer = await writerOf(request, view, context);
    const outcome = await run.query(renderDelete(table, id, writer, precondition));
    if (!outcome.ok) throw writeProblem(outcome.error, { table, body: {}, sight: sightOf(view) }, context.constraints);
    if (outcome.rows.length === 0) {
      throw await missing(request, run, { table, action: 'delete', target: { id, precondition }, writer, view });
    }
    return { status: 204, headers: {}, body: null };
  };
  return { readHead, answer };
}
