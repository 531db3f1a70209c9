import type { FastifyReply } from 'fastify';
import type { Table } from '../../model/model.ts';
import { renderUpdate } from '../../query/sql/write.ts';
import { assignmentsOf, inWrites } from '../assignment.ts';
import type { RouteContext } from '../context.ts';
import { missing } from '../missing.ts';
import { readPrecondition } from '../precondition.ts';
import { rowAnswer, send } from '../send.ts';
import { faultsOfChanged, readSentBack } from '../sent_back.ts';
import { type ItemRequest, readId } from '../url.ts';
import { createValidators } from '../validator.ts';
import { requireAccess, viewOf, writerOf } from '../view.ts';
import { planOfAnswer, validBody, write } from './write.ts';

/** `PATCH /<resource>/{id}`: other values for some fields of a row (specification 4.1). */
export function updateHandler(table: Table, context: RouteContext) {
  const validatorOf = createValidators('update');
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const view = viewOf(request, table, context);
    requireAccess(view, 'update');
    const answer = planOfAnswer(request, view);
    const id = readId(request, table);
    const precondition = readPrecondition(request, context);
    const { sets, own, changed } = readSentBack(request.body, table, view, id);
    const faults = faultsOfChanged(changed, table, view);
    const body = validBody({ body: sets }, (sent) => [...validatorOf(view.resource)(sent), ...faults]);
    const writer = await writerOf(request, view, context);
    const given = inWrites.of(table.madeBy)?.(table, writer, 'update') ?? [];
    const assignments = [...assignmentsOf(table, body), ...given];
    const statement = renderUpdate(table, id, assignments, writer, precondition, own);
    const run = context.databaseOf(request);
    const row = await write(request, table, 'update', writer, context, body, statement, answer, run);
    if (row !== undefined) return send(reply, rowAnswer(request, 200, row));
    const action = Object.hasOwn(body, 'valid_from') ? 'restore' : 'update';
    throw await missing(request, table, action, writer, context, id, precondition, { own, view });
  };
}
