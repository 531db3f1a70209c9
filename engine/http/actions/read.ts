import type { Resource } from '../../model/model.ts';
import { prepare } from '../../query/cache/plan_cache.ts';
import { planRead } from '../../query/plan/read_plan.ts';
import { renderRead } from '../../query/sql/read/read.ts';
import type { RouteContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { answerUnlessKnown, type ReadConditions, readConditions } from '../request/precondition.ts';
import { idOf, notFound, parametersOf, queryProblem } from '../request/url.ts';
import { placeReads, refuseFuture, requireReads } from '../response/reads.ts';
import { runQuery } from '../response/run.ts';
import { rowAnswer } from '../response/send.ts';

/** `GET /<resource>/{id}`: one row with its links (specification 4.1). */
export function readHandler(context: RouteContext): Handler<Resource, ReadConditions> {
  const answer: Handler<Resource, ReadConditions>['answer'] = async (request, view, conditions, run) => {
    const { model, resource, principal } = view;
    const id = idOf(request) ?? '';
    const parameters = parametersOf(request);
    const prepared = prepare(context.plans, {
      kind: `read ${resource.name}`,
      parameters,
      principal,
      id,
      maximumValues: model.service.limits.inValues,
      plan: () => planRead(resource, parameters, model),
      render: (plan) => renderRead(plan, id, view),
    });
    if (!prepared.ok) throw queryProblem(prepared.faults);
    const { plan, statement } = prepared.value;
    const reading = { ...plan, order: [] };
    requireReads(view, reading);
    placeReads(run, view, reading);
    // What If-Match names is the newest version.
    if (conditions.wanted !== null) run.usePrimary?.();
    if (id === '') throw notFound(resource, request.params.id);
    const [row = {}] = (await runQuery(request, run, statement, { ...plan, model: view.model })).rows;
    refuseFuture(row);
    if (row.body === undefined || row.body === null) throw notFound(resource, id);
    return answerUnlessKnown(request, conditions, row, rowAnswer(request, 200, row));
  };
  return { readHead: readConditions, answer };
}
