import type { Table } from '../../model/model.ts';
import type { Precondition } from '../../query/sql/write/precondition.ts';
import { renderUpdate } from '../../query/sql/write/write.ts';
import type { RouteContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { assignmentsOf, inWrites } from '../request/assignment.ts';
import { readPrecondition } from '../request/precondition.ts';
import { readPreferences } from '../request/prefer.ts';
import { faultsOfChanged, readSentBack } from '../request/sent_back.ts';
import { idOf, readId } from '../request/url.ts';
import { createValidators } from '../request/validator.ts';
import { writerOf } from '../request/view.ts';
import { missing } from '../response/missing.ts';
import { rowAnswer } from '../response/send.ts';
import { planOfAnswer, requireBody, validBody, write } from './write.ts';

/** `PATCH /<resource>/{id}`: other values for some fields of a row (specification 4.1). */
export function updateHandler(table: Table, context: RouteContext): Handler<Table, Precondition> {
  const validatorOf = createValidators('update');
  const readHead: Handler<Table, Precondition>['readHead'] = (request) => {
    readPreferences(request, 'update');
    return readPrecondition(request, context);
  };
  const answer: Handler<Table, Precondition>['answer'] = async (request, view, precondition, run) => {
    requireBody(request);
    const shown = planOfAnswer(request, view);
    const { sets, own, changed } = readSentBack(request.body, table, view, idOf(request));
    const faults = faultsOfChanged(changed, table, view);
    const body = validBody(sets, view, (sent) => [...validatorOf(view.resource)(sent), ...faults], context);
    const id = readId(request, table);
    const writer = await writerOf(request, view, context);
    const given = inWrites.of(table.madeBy)?.(table, writer, 'update') ?? [];
    const assignments = [...assignmentsOf(table, body), ...given];
    const target = { id, precondition, own };
    const statement = renderUpdate(table, target, assignments, writer);
    const row = await write(request, context, { table, action: 'update', writer, body, statement, answer: shown }, run);
    if (row !== undefined) return rowAnswer(request, 200, row);
    const action = Object.hasOwn(body, 'valid_from') ? 'restore' : 'update';
    throw await missing(request, run, { table, action, target, writer, view });
  };
  return { readHead, answer };
}
