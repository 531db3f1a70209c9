import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Table } from '../../definition/model.ts';
import { renderCreate } from '../../query/sql/write.ts';
import { assignmentsOf } from '../assignment.ts';
import type { RouteContext } from '../context.ts';
import { answerOnce, readIdempotencyKey } from '../idempotency.ts';
import { refusePreconditions } from '../precondition.ts';
import { rowAnswer, send } from '../send.ts';
import { createValidator } from '../validator.ts';
import { planOfAnswer, type Run, validBody, write } from './write.ts';

/** `POST /<resource>`: a new row (specification 4.1). */
export function createHandler(table: Table, context: RouteContext) {
  const validate = createValidator(table, 'create');
  const collection = `${context.model.service.basePath}/${table.name}`;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    refusePreconditions(request);
    const shown = planOfAnswer(request, table, context);
    const key = readIdempotencyKey(request);
    const body = validBody(request, validate);
    const identity = await context.identityOf(request.caller);
    const statement = renderCreate(table, assignmentsOf(table, body), identity);
    const create = async (run: Run) => {
      const row = await write(table, context, body, statement, shown, run);
      if (row === undefined) throw new Error(`the insert into ${table.name} answered nothing`);
      const { status, headers, body: text } = rowAnswer(request, 201, row);
      return { status, headers: { ...headers, location: `${collection}/${row.id}` }, body: text };
    };
    const answer =
      key === null
        ? await create(context.database)
        : await answerOnce(request, context, { identity, route: `/${table.name}`, key }, create);
    return send(reply, answer);
  };
}
