import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row } from '../../../db/database.ts';
import type { Resource } from '../../definition/model.ts';
import { hasCursor, writeCursor } from '../../query/plan/cursor.ts';
import { type ListPlan, planList } from '../../query/plan/list_plan.ts';
import { prepare } from '../../query/shape.ts';
import { renderBoundedCount, renderList, renderPlannedCount, renderRows } from '../../query/sql/list.ts';
import { mediaTypes } from '../accept.ts';
import type { RouteContext } from '../context.ts';
import { csvOf } from '../csv.ts';
import { sendLines } from '../lines.ts';
import { type Count, readCountPreference } from '../prefer.ts';
import { Problem } from '../problem.ts';
import { contentRange, readRange, statusOfPage } from '../range.ts';
import { refuseFuture, requireReads } from '../reads.ts';
import { runQuery } from '../run.ts';
import { parametersOf, pathOf, queryProblem, writtenParameters } from '../url.ts';
import { type View, viewOf } from '../view.ts';

/** `GET /<resource>`: a page of its rows, or all of them, an object to a line (specification 4.1 and 4.3). */
export function listHandler(listed: Resource, context: RouteContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { form } = request;
    const view = viewOf(request, listed, context);
    const { model, resource, viewer } = view;
    const range = readRange(request.headers.range);
    const parameters = parametersOf(request);
    if (form === 'lines') {
      const plan = planList(resource, parameters, model, { range, unlimited: true });
      if (!plan.ok) throw queryProblem(plan.fault);
      requireReads(request, resource, plan.value, model);
      return sendLines(request, reply, renderRows(plan.value, model, viewer), plan.value, context);
    }
    const counted = readCountPreference(request.headers.prefer?.toString());
    const prepared = prepare(
      context.plans,
      `list ${resource.name} ${counted} ${range?.first} ${range?.last}`,
      parameters,
      () => planList(resource, parameters, model, { range, unlimited: false }),
      (plan) => renderList(plan, model, viewer, { total: counted === 'exact' }),
      model.service.limits.inValues,
      viewer,
    );
    if (!prepared.ok) throw queryProblem(prepared.fault);
    const { plan, statement } = prepared.value;
    requireReads(request, resource, plan, model);
    const [row = {}] = (await runQuery(request, context, statement)).rows;
    refuseFuture(row);
    const count = Number(row.count);
    const total = counted === null ? null : await totalOf(counted, row, view, request, context);
    const first = plan.after?.place ?? plan.offset;
    const status = statusOfPage(first, count, total);
    if (request.form === 'object' && count !== 1) throw notSingular(count);
    reply.code(status).header('content-range', contentRange(first, count, total));
    if (counted !== null) reply.header('preference-applied', `count=${counted}`);
    const isLast = counted === 'exact' && first + count === total;
    const next = isLast ? null : nextPage(request, plan, first + count, count, row);
    if (next !== null) reply.header('link', `<${next}>; rel="next"`);
    return sendPage(request, reply, plan, row.body ?? '[]');
  };
}

function sendPage({ form }: FastifyRequest, reply: FastifyReply, { rows }: ListPlan, body: string): FastifyReply {
  reply.type(`${mediaTypes[form]}; charset=utf-8`);
  if (form === 'csv') return reply.send(csvOf(rows, body));
  return reply.send(form === 'object' ? body.slice(1, -1) : body);
}

function notSingular(count: number): Problem {
  return new Problem('not_singular', `the result contains ${count} rows, and one object was asked for`, {
    hint: 'filter for one row, or accept application/json',
  });
}

async function totalOf(
  counted: Count,
  row: Row,
  { model, resource, viewer }: View,
  request: FastifyRequest,
  context: RouteContext,
): Promise<number> {
  if (counted === 'exact') return Number(row.total);
  const planned = planList(resource, parametersOf(request), model);
  if (!planned.ok) throw queryProblem(planned.fault);
  const plan = planned.value;
  if (counted === 'estimated') {
    // Few rows are soon counted; of many, an estimate is as good.
    const bound = model.service.limits.pageMaximum + 1;
    const { rows } = await runQuery(request, context, renderBoundedCount(plan, model, viewer, bound));
    const count = Number(rows[0]?.count);
    if (count < bound) return count;
  }
  const { rows } = await runQuery(request, context, renderPlannedCount(plan, model, viewer));
  const [explained] = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '[]') as {
    readonly Plan: { readonly 'Plan Rows': number };
  }[];
  const expected = explained?.Plan['Plan Rows'] ?? 0;
  // Statistics may lag behind what this very page shows.
  return Math.max(expected, plan.offset + Number(row.count));
}

/**
 * The path of the page that follows one which stopped at its limit, the rest of its URL as it was written; null when the
 * list ended by itself.
 */
function nextPage(request: FastifyRequest, plan: ListPlan, place: number, count: number, row: Row): string | null {
  const { limit, order } = plan;
  if (limit === null || limit === 0 || count < limit) return null;
  const kept = writtenParameters(request).filter(({ name }) => !['after', 'limit', 'offset'].includes(name));
  const keys = Array.from({ length: order.length + 1 }, (_, index) => row[`key_${index}`] ?? null);
  const start = hasCursor(order) ? `after=${writeCursor({ place, keys })}` : `offset=${place}`;
  return `${pathOf(request)}?${[...kept.map(({ written }) => written), `limit=${limit}`, start].join('&')}`;
}
