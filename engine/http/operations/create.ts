import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Table } from '../../definition/model.ts';
import { renderCreate } from '../../query/sql/write.ts';
import { assignmentsOf } from '../assignment.ts';
import type { RouteContext } from '../context.ts';
import { sendRow } from '../send.ts';
import { createValidators } from '../validator.ts';
import { requireAccess, requireFields, viewOf } from '../view.ts';
import { planOfAnswer, validBody, write } from './write.ts';

/** `POST /<resource>`: a new row (specification 4.1). */
export function createHandler(table: Table, context: RouteContext) {
  const validatorOf = createValidators('create');
  const collection = `${context.model.service.basePath}/${table.name}`;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const view = viewOf(request, table, context);
    requireAccess(view, 'create');
    const answer = planOfAnswer(request, view);
    requireFields(request.body, table, view, 'create');
    const body = validBody(request, validatorOf(view.resource));
    const writer = { ...view, identity: await context.identityOf(request.caller) };
    const statement = renderCreate(table, assignmentsOf(table, body), writer);
    const row = await write(request, table, 'create', writer, context, body, statement, answer);
    if (row === undefined) throw new Error(`the insert into ${table.name} answered nothing`);
    return sendRow(request, reply.code(201).header('location', `${collection}/${row.id}`), row.body ?? 'null');
  };
}
