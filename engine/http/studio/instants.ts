import type { FastifyRequest } from 'fastify';
import { authorise } from '../../access/authorise.ts';
import type { StudioInstants } from '../../contract/studio/studio_instants.ts';
import { historyName } from '../../model/history_name.ts';
import type { Resource } from '../../model/model.ts';
import { planInstantsOfRows } from '../../query/plan/instants_of_rows.ts';
import type { ListPlan } from '../../query/plan/list_plan.ts';
import type { Result } from '../../query/plan/query_string.ts';
import { relatedReads } from '../../query/plan/rows_plan.ts';
import { renderInstants } from '../../query/sql/read/instants.ts';
import type { RouteContext } from '../context.ts';
import { parametersOf, queryProblem } from '../request/url.ts';
import { type View, viewOf } from '../request/view.ts';
import { placeReads, requireReads } from '../response/reads.ts';
import { runQuery } from '../response/run.ts';
import type { StudioAnswer, StudioContext } from './context.ts';
import { listedResource, type ResourceRoute } from './listed_resource.ts';

/** Of each kind, the newest. */
const mostInstants = 2000;

/** `GET /studio/instants/{resource}`: when something happened among the rows of a list. */
export function instantsAnswer(context: StudioContext): StudioAnswer {
  return async (request) => JSON.stringify(await instantsOf(request as InstantsRequest, context));
}

type InstantsRequest = FastifyRequest<ResourceRoute>;

/**
 * When something happened among the rows that filters leave. The versions that the caller may read tell it; the rows themselves do
 * if there is no history, or if the caller may not read it.
 * @throws Problem as a list of the rows with these filters does.
 */
async function instantsOf(request: InstantsRequest, context: RouteContext): Promise<StudioInstants> {
  const resource = listedResource(request, context);
  const rows = viewOf(request, 'list', { resource }, context);
  const parameters = parametersOf(request);
  const planned = (view: View): Result<ListPlan> => planInstantsOfRows(view.resource, parameters, view.model);
  const ofRows = planOf(planned(rows));
  requireReads(rows, ofRows);
  const versions = viewOfVersions(request, resource, context);
  const ofVersions = versions === null ? null : planned(versions);
  const [view, plan] =
    versions !== null && ofVersions?.ok && mayRead(versions, ofVersions.value)
      ? [versions, ofVersions.value]
      : [rows, ofRows];
  const statement = renderInstants(plan, view, mostInstants + 1);
  const reader = context.readerOf(request);
  placeReads(reader, view, plan);
  const outcome = await runQuery(request, reader, statement, { ...plan, model: view.model });
  const [{ recorded = '[]', valid = '[]' } = {}] = outcome.rows;
  const lists = [recorded, valid].map((json) => JSON.parse(json ?? '[]') as readonly string[]);
  const [ofRecord = [], ofValidity = []] = lists.map((newest) => newest.slice(0, mostInstants).toReversed().map(inUtc));
  return { recorded: ofRecord, valid: ofValidity, complete: lists.every(({ length }) => length <= mostInstants) };
}

/** As a URL takes it: there, the plus of an offset means a space. */
function inUtc(datetime: string): string {
  return datetime.replace(/\+00:00$/, 'Z');
}

/** The list of the versions of a resource, for a caller who may read it; null for others. */
function viewOfVersions(
  { caller }: Pick<FastifyRequest, 'caller'>,
  resource: Resource,
  context: RouteContext,
): View | null {
  const history = resource.kind === 'table' && resource.history !== null ? historyName(resource.name) : '';
  const versions = context.model.resources.get(history);
  if (versions === undefined) return null;
  const allowed = authorise(caller, 'list', { resource: versions }, context.model);
  return allowed.ok ? viewOf({ caller }, 'list', { resource: versions }, context) : null;
}

/** Whether the caller may read what the filters of versions look at. */
function mayRead({ principal, action, model, whole }: View, { rows, order }: ListPlan): boolean {
  const related = relatedReads(rows, order, model);
  return authorise(principal, action, { resource: rows.resource, related, past: true }, whole).ok;
}

function planOf(planned: Result<ListPlan>): ListPlan {
  if (!planned.ok) throw queryProblem(planned.faults);
  return planned.value;
}
