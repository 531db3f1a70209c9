import type { FastifyReply } from 'fastify';
import type { Resource } from '../../model/model.ts';
import { planRead } from '../../query/plan/read_plan.ts';
import { prepare } from '../../query/shape.ts';
import { renderRead } from '../../query/sql/read.ts';
import type { RouteContext } from '../context.ts';
import { answerUnlessKnown } from '../precondition.ts';
import { refuseFuture, requireReads } from '../reads.ts';
import { runQuery } from '../run.ts';
import { rowAnswer, send } from '../send.ts';
import { type ItemRequest, notFound, parametersOf, queryProblem, readId } from '../url.ts';
import { requireAccess, viewOf } from '../view.ts';

/** `GET /<resource>/{id}`: one row with its links (specification 4.1). */
export function readHandler(read: Resource, context: RouteContext) {
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const view = viewOf(request, read, context);
    const { model, resource, viewer } = view;
    requireAccess(view, 'read');
    const id = readId(request, resource);
    const parameters = parametersOf(request);
    const prepared = prepare(
      context.plans,
      `read ${resource.name}`,
      parameters,
      () => planRead(resource, parameters, model),
      (plan) => renderRead(plan, id, model, viewer),
      model.service.limits.inValues,
      viewer,
      id,
    );
    if (!prepared.ok) throw queryProblem(prepared.faults);
    const { plan, statement } = prepared.value;
    requireReads(request, view, { ...plan, order: [] });
    const [row = {}] = (await runQuery(request, context, statement)).rows;
    refuseFuture(row);
    if (row.body === undefined || row.body === null) throw notFound(resource, id);
    return send(reply, answerUnlessKnown(request, row, rowAnswer(request, 200, row)));
  };
}
