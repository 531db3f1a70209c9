import type { FastifyReply } from 'fastify';
import type { Table } from '../../definition/model.ts';
import { renderUpdate } from '../../query/sql/write.ts';
import { assignmentsOf } from '../assignment.ts';
import type { RouteContext } from '../context.ts';
import { readPrecondition, unchangedProblem } from '../precondition.ts';
import { rowAnswer, send } from '../send.ts';
import { type ItemRequest, readId } from '../url.ts';
import { createValidator } from '../validator.ts';
import { planOfAnswer, validBody, write } from './write.ts';

/** `PATCH /<resource>/{id}`: other values for some fields of a row (specification 4.1). */
export function updateHandler(table: Table, context: RouteContext) {
  const validate = createValidator(table, 'update');
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = planOfAnswer(request, table, context);
    const id = readId(request, table);
    const precondition = readPrecondition(request, context);
    const body = validBody(request, validate);
    const identity = await context.identityOf(request.caller);
    const statement = renderUpdate(table, id, assignmentsOf(table, body), identity, precondition);
    const row = await write(table, context, body, statement, answer, context.database);
    if (row !== undefined) return send(reply, rowAnswer(request, 200, row));
    const operation = Object.hasOwn(body, 'valid_from') ? 'restore' : 'update';
    throw await unchangedProblem(request, table, context, id, operation, precondition);
  };
}
