import type { FastifyReply } from 'fastify';
import type { Table } from '../../model/model.ts';
import { renderDelete } from '../../query/sql/write.ts';
import type { RouteContext } from '../context.ts';
import { writeProblem } from '../database_problem.ts';
import { missing } from '../missing.ts';
import { readPrecondition } from '../precondition.ts';
import { type ItemRequest, readId, refuseParameters } from '../url.ts';
import { requireAccess, sightOf, viewOf, writerOf } from '../view.ts';

/** `DELETE /<resource>/{id}`; an entry of a timeline is taken off it (specification 3). */
export function deleteHandler(table: Table, context: RouteContext) {
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    refuseParameters(request);
    const id = readId(request, table);
    const view = viewOf(request, table, context);
    requireAccess(view, 'delete');
    const precondition = readPrecondition(request, context);
    const writer = await writerOf(request, view, context);
    const outcome = await context.databaseOf(request).query(renderDelete(table, id, writer, precondition));
    if (!outcome.ok) throw writeProblem(outcome.error, table, {}, context.constraints, sightOf(request, view));
    if (outcome.rows.length === 0) throw await missing(request, table, 'delete', writer, context, id, precondition);
    return reply.code(204).send();
  };
}
