import type { FastifyReply } from 'fastify';
import type { Table } from '../../definition/model.ts';
import { renderUpdate } from '../../query/sql/write.ts';
import { assignmentsOf } from '../assignment.ts';
import type { RouteContext } from '../context.ts';
import { missing } from '../missing.ts';
import { readPrecondition } from '../precondition.ts';
import { rowAnswer, send } from '../send.ts';
import { makerOf } from '../subscription.ts';
import { type ItemRequest, readId } from '../url.ts';
import { createValidators } from '../validator.ts';
import { requireAccess, requireFields, viewOf, writerOf } from '../view.ts';
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
    requireFields(request.body, table, view, 'update');
    const body = validBody(request, validatorOf(view.resource));
    const writer = await writerOf(request, view, context);
    const assignments = [...assignmentsOf(table, body), ...makerOf(table, writer, 'update')];
    const statement = renderUpdate(table, id, assignments, writer, precondition);
    const row = await write(request, table, 'update', writer, context, body, statement, answer, context.database);
    if (row !== undefined) return send(reply, rowAnswer(request, 200, row));
    const operation = Object.hasOwn(body, 'valid_from') ? 'restore' : 'update';
    throw await missing(request, table, operation, writer, context, id, precondition);
  };
}
