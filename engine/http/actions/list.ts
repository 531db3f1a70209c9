import { type Form, isOne, mediaTypes } from '../../contract/media_type.ts';
import { Problem } from '../../contract/problem.ts';
import type { Resource } from '../../model/model.ts';
import { type Prepared, prepare } from '../../query/cache/plan_cache.ts';
import { type AnyListPlan, type ListPlan, planList } from '../../query/plan/list_plan.ts';
import type { Range } from '../../query/plan/page.ts';
import type { Statement } from '../../query/sql/condition/statement.ts';
import { renderBoundedCount, renderList, renderPlannedCount, renderRows } from '../../query/sql/read/list.ts';
import type { RecalledWay } from '../../query/sql/read/page/recalled_way.ts';
import { hidesRows } from '../../query/sql/read/rule/hides_rows.ts';
import type { PreferenceValue } from '../../vocabulary/preference.ts';
import type { RouteContext } from '../context.ts';
import type { Handler, Headed } from '../handler.ts';
import { escapesFormulas } from '../request/accept.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { appliedPreferences, type Preferred } from '../request/prefer.ts';
import { contentRange, readRange, statusOfPage } from '../request/range.ts';
import { parametersOf, queryProblem } from '../request/url.ts';
import type { View } from '../request/view.ts';
import { byKeptWay } from '../response/by_kept_way.ts';
import { orQuicker } from '../response/counted.ts';
import { csvOf } from '../response/csv.ts';
import { explained } from '../response/explained.ts';
import { sendLines } from '../response/lines.ts';
import { rowSeparator } from '../response/list_items.ts';
import { nextPage } from '../response/next_page.ts';
import { placeReads, refuseFuture, requireReads } from '../response/reads.ts';
import { runQuery } from '../response/run.ts';
import type { Run } from '../run.ts';

/** `GET /<resource>`: a page of its rows, or all of them, an object to a line (specification 4.1 and 4.3). */
export function listHandler(context: RouteContext): Handler<Resource, ListHead> {
  const answer: Handler<Resource, ListHead>['answer'] = async (request, view, { range, preferred }, run) => {
    const { form } = request;
    const { count: counted = null } = preferred;
    const { model, resource, principal } = view;
    const parameters = parametersOf(request);
    const separator = separators[form];
    // All rows, however many: those of a page are few, and have its headers.
    const isStream = ({ limit }: AnyListPlan) => form === 'lines' && limit === null;
    const render = (plan: AnyListPlan, way: RecalledWay | null) =>
      isStream(plan) ? renderRows(plan, view) : renderList(plan, view, { total: counted === 'exact', separator, way });
    const found = prepare(context.plans, {
      kind: `list ${resource.name} ${separator} ${counted} ${range?.first} ${range?.last}`,
      parameters,
      principal,
      id: null,
      maximumValues: model.service.limits.inValues,
      plan: () => planList(resource, parameters, model, { range, unlimited: form === 'lines' }),
      render: (plan) => render(plan, null),
    });
    if (!found.ok) throw queryProblem(found.faults);
    const prepared = found.value;
    const { plan, statement } = prepared;
    requireReads(view, plan);
    placeReads(run, view, plan);
    if (form === 'plan' || form === 'plan_json') return explained(request, view, prepared, run);
    if (isStream(plan)) return { stream: (sent, reply) => sendLines(sent, reply, prepared, context) };
    const counts = { counted, hides: () => hidesRows(plan, view) };
    // Within a batch, later requests may refer to it.
    const isSentAsItIs = form === 'json' && !run.isWithin;
    const read = (sent: Statement) =>
      runQuery(request, run, isSentAsItIs ? { ...sent, bytesOf: 'body' } : sent, { ...plan, model: view.model });
    // A count of all rows takes longer than any way to a page. In a batch, a second statement would be out of turn.
    const listed =
      statement.hasWays && counted !== 'exact' && !run.isWithin
        ? byKeptWay(context.plans.ways, prepared, (way) => render(plan, way), read)
        : read(statement);
    const {
      rows: [row = {}],
      bytes,
    } = await (counted === 'exact' ? orQuicker(listed, counts) : listed);
    refuseFuture(row);
    const count = Number(row.count);
    const total =
      counted === null || counted === 'exact'
        ? numberOrNull(row.total)
        : await orQuicker(estimateOf(request, run, prepared, { counted, count, view }), counts);
    const first = placeOf(plan, count, total);
    const status = statusOfPage(first, count, total);
    if (isOne(form) && count !== 1) throw notSingular(count);
    const isLast = counted === 'exact' && first + count === total;
    const asked = { url: request.url, parameters };
    const next = isLast ? null : nextPage(asked, plan, { place: first + count, count, row }, model.service.limits);
    const page = await pageOf(request, plan, row.body ?? '[]');
    const headers = {
      'content-type': page.type,
      'content-range': contentRange(first, count, total),
      ...appliedPreferences(preferred),
      ...(next === null ? {} : { link: `<${next}>; rel="next"` }),
    };
    if (bytes === undefined) return { status, headers, body: page.body };
    return { status, headers, body: bytes, memory: bytes.buffer };
  };
  return { readHead, answer };
}

/** What the headers of a list ask for. */
interface ListHead {
  readonly range: Range | null;
  readonly preferred: Preferred;
}

function readHead(request: Headed): ListHead {
  return { range: readRange(request.headers.range), preferred: request.preferred };
}

/** The separator between the rows of a page, in each form. */
export const separators: { readonly [form in Form]: string } = {
  json: ',',
  object: ',',
  stripped: ',',
  stripped_object: ',',
  plan: ',',
  plan_json: ',',
  csv: rowSeparator,
  lines: '\n',
};

/**
 * The place of a page's first row. Behind a cursor it is as the page before counted; rows that went since have moved it.
 */
function placeOf({ after, offset }: AnyListPlan, count: number, total: number | null): number {
  if (after === null) return offset;
  return total === null ? after.place : Math.max(0, Math.min(after.place, total - count));
}

/** The rows of a page, a JSON array, in the form that is asked for. */
export async function pageOf(
  { form, headers }: ActionRequest,
  { rows }: Pick<AnyListPlan, 'rows'>,
  body: string,
): Promise<{ readonly type: string; readonly body: string | Buffer }> {
  const type = `${mediaTypes[form]}; charset=utf-8`;
  switch (form) {
    case 'json':
    case 'stripped':
    case 'plan':
    case 'plan_json':
      return { type, body };
    case 'object':
    case 'stripped_object':
      return { type, body: body.slice(1, -1) };
    case 'csv': {
      const escapes = escapesFormulas(headers.accept);
      return {
        type: escapes ? `${type}; formulas=escape` : type,
        body: await csvOf(rows, body, { escapesFormulas: escapes }),
      };
    }
    case 'lines':
      return { type, body: body === '[]' ? '' : `${body.slice(1, -1)}\n` };
  }
}

export function notSingular(count: number): Problem {
  return new Problem('not_singular', `the result contains ${count} rows, and one object was asked for`, {
    details: `The result contains ${count} rows`,
    hint: 'filter for one row, or accept application/json',
  });
}

function numberOrNull(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}

async function estimateOf(
  request: ActionRequest,
  run: Run,
  { plan, bind }: Prepared<ListPlan>,
  {
    counted: preference,
    count,
    view,
  }: { readonly counted: Exclude<PreferenceValue<'count'>, 'exact'>; readonly count: number; readonly view: View },
): Promise<number> {
  // PostgreSQL expects by what it knows of all rows: to who sees some of them, that would tell of the others.
  const isExact = hidesRows(plan, view);
  if (preference === 'estimated' || isExact) {
    // Few rows are soon counted; of many, an estimate is as good.
    const bound = isExact ? null : view.model.service.limits.pageMaximum + 1;
    const { rows } = await runQuery(request, run, bind(renderBoundedCount(plan, view, bound)), {
      ...plan,
      model: view.model,
    });
    const counted = Number(rows[0]?.count);
    if (bound === null || counted < bound) return counted;
  }
  const { rows } = await runQuery(request, run, bind(renderPlannedCount(plan, view)));
  const [explained] = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '[]') as {
    readonly Plan: { readonly 'Plan Rows': number };
  }[];
  const planned = explained?.Plan['Plan Rows'] ?? 0;
  // Statistics may lag behind what this very page shows.
  return count === 0 ? planned : Math.max(planned, (plan.after?.place ?? plan.offset) + count);
}
