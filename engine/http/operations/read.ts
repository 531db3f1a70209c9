import type { FastifyReply } from 'fastify';
import type { Resource } from '../../definition/model.ts';
import { planRead } from '../../query/plan/read_plan.ts';
import { renderRead } from '../../query/sql/read.ts';
import type { RouteContext } from '../context.ts';
import { refuseFuture, requireReads } from '../reads.ts';
import { runQuery } from '../run.ts';
import { sendRow } from '../send.ts';
import { type ItemRequest, notFound, parametersOf, queryProblem, readId } from '../url.ts';

/** `GET /<resource>/{id}`: one row with its links (specification 4.1). */
export function readHandler(resource: Resource, context: RouteContext) {
  const { model } = context;
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const id = readId(request, resource);
    const plan = planRead(resource, parametersOf(request), model);
    if (!plan.ok) throw queryProblem(plan.fault);
    requireReads(request, resource, { ...plan.value, order: [] }, model);
    const [row = {}] = (await runQuery(request, context, renderRead(plan.value, id, model))).rows;
    refuseFuture(row);
    if (row.body === undefined || row.body === null) throw notFound(resource, id);
    return sendRow(request, reply, row.body);
  };
}
