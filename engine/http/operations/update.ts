import type { FastifyReply } from 'fastify';
import type { Table } from '../../definition/model.ts';
import { renderSoftDeleted, renderUpdate } from '../../query/sql/write.ts';
import { assignmentsOf } from '../assignment.ts';
import type { RouteContext } from '../context.ts';
import { Problem } from '../problem.ts';
import { runQuery } from '../run.ts';
import { sendRow } from '../send.ts';
import { type ItemRequest, notFound, readId } from '../url.ts';
import { createValidator } from '../validator.ts';
import { planOfAnswer, validBody, write } from './write.ts';

/** `PATCH /<resource>/{id}`: other values for some fields of a row (specification 4.1). */
export function updateHandler(table: Table, context: RouteContext) {
  const validate = createValidator(table, 'update');
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = planOfAnswer(request, table, context);
    const id = readId(request, table);
    const body = validBody(request, validate);
    const identity = await context.identityOf(request.caller);
    const statement = renderUpdate(table, id, assignmentsOf(table, body), identity);
    const row = await write(request, table, context, body, statement, answer);
    if (row === undefined) throw await missing(request, table, context, id);
    return sendRow(request, reply, row.body ?? 'null');
  };
}

/** Why an update found no row: there is none, or it is an entry that was taken off its timeline. */
async function missing(request: ItemRequest, table: Table, context: RouteContext, id: string): Promise<Problem> {
  if (table.temporal === null) return notFound(table, id);
  const { rows } = await runQuery(request, context, renderSoftDeleted(table, id));
  if (rows.length === 0) return notFound(table, id);
  return new Problem('state_conflict', `${table.name} ${id} is deleted`, {
    hint: 'send valid_from, and it is restored',
  });
}
