import type { FastifyReply } from 'fastify';
import type { Table } from '../../definition/model.ts';
import { renderDelete } from '../../query/sql/write.ts';
import type { RouteContext } from '../context.ts';
import { writeProblem } from '../database_problem.ts';
import { readPrecondition, unchangedProblem } from '../precondition.ts';
import { type ItemRequest, readId, refuseParameters } from '../url.ts';

/** `DELETE /<resource>/{id}`; an entry of a timeline is taken off it (specification 3). */
export function deleteHandler(table: Table, context: RouteContext) {
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    refuseParameters(request);
    const id = readId(request, table);
    const precondition = readPrecondition(request, context);
    const identity = await context.identityOf(request.caller);
    const outcome = await context.database.query(renderDelete(table, id, identity, precondition));
    if (!outcome.ok) throw writeProblem(outcome.error, table, {}, context.constraints);
    if (outcome.rows.length === 0) throw await unchangedProblem(request, table, context, id, 'delete', precondition);
    return reply.code(204).send();
  };
}
