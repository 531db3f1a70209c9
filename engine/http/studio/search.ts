import type { FastifyRequest } from 'fastify';
import { authorise } from '../../access/authorise.ts';
import type { Principal } from '../../access/principal.ts';
import { type Restrictions, restrictionsOf } from '../../access/restriction.ts';
import type { StudioSearch } from '../../contract/studio/studio_search.ts';
import { isOfRelated } from '../../model/computed.ts';
import type { Field } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import { readOnPrimary } from '../../model/read_on_primary.ts';
import { planLabelSearch, planWordSearch } from '../../query/plan/label/label_plan.ts';
import { type SearchedField, searchedFields } from '../../query/plan/label/searched_field.ts';
import type { ListPlan } from '../../query/plan/list_plan.ts';
import { type RowsPlan, relatedReads } from '../../query/plan/rows_plan.ts';
import { renderList } from '../../query/sql/read/list.ts';
import type { RouteContext } from '../context.ts';
import type { StudioAnswer, StudioContext } from './context.ts';
import { type Found, foundRows, inOrder } from './found.ts';
import { readSearch } from './search_request.ts';
import { timedRun } from './timed_run.ts';

/** The rows that a search gives, of one resource and of all. */
const mostOfResource = 5;
const mostOfAll = 50;

/** The time of a whole search, and of one of its statements. */
const searchMilliseconds = 3000;
const statementMilliseconds = 1000;

/** `GET /studio/search?q=`: rows by their label, wherever the caller may list them. */
export function searchAnswer(context: StudioContext): StudioAnswer {
  return async (request) => JSON.stringify(await search(request, context));
}

/**
 * The rows that fit the text, of every resource that the caller may list: see searchedFields. Each resource is asked by the
 * plan of a list as the caller, one after the other. A search has one connection at a time, however many resources there are.
 */
async function search(request: FastifyRequest, context: RouteContext): Promise<StudioSearch> {
  const { model } = context;
  const text = readSearch(request);
  const restrictions = restrictionsOf(request.caller, model);
  const times = { all: searchMilliseconds, each: statementMilliseconds };
  const reader = context.readerOf(request);
  // It looks at many resources.
  if (readOnPrimary(model).size > 0) reader.usePrimary?.();
  const run = timedRun(reader, times);
  const found: Found[] = [];
  for (const resource of searchable(restrictions, model)) {
    if (run.isOver()) break;
    const searched = searchedFields(resource, text);
    const rowsOf = async (plan: ListPlan | null, fields: readonly SearchedField[]) => {
      if (plan === null || !mayRead(plan.rows, request.caller, model)) return [];
      const [row] = await run.rows(renderList(plan, restrictions, { total: false }));
      return foundRows(resource, fields, row?.body ?? '[]');
    };
    const labelled = await rowsOf(planLabelSearch(resource, searched, mostOfResource), searched);
    // By a statement of its own, which the index of the full-text search serves.
    const isFull = labelled.length === mostOfResource;
    const worded = isFull ? [] : await rowsOf(planWordSearch(resource, text, mostOfResource), []);
    const others = worded.filter(({ row }) => labelled.every((each) => each.row.id !== row.id));
    found.push(...[...labelled, ...others].slice(0, mostOfResource));
  }
  const results = inOrder(found).slice(0, mostOfAll);
  return { results: results.map(({ row }) => row), complete: run.isComplete() };
}

/** The resources with rows of their own kind, as the caller sees them. Versions, and what features make, tell of other rows. */
function* searchable({ model: seen, principal }: Restrictions, model: Model): Generator<Resource> {
  for (const [name, whole] of model.resources) {
    const resource = seen.resources.get(name);
    if (resource === undefined || resource.kind === 'history' || !resource.fields.has('id')) continue;
    if (resource.kind === 'table' && resource.madeBy !== null) continue;
    if (!whole.actions.has('list')) continue;
    const fields = [...resource.fields].filter(([, field]) => mayShow(field, resource, principal, model));
    const label = resource.label.filter((each) => resource.fields.has(each));
    yield { ...resource, label, fields: new Map(fields) };
  }
}

/** Whether a list may show a field. Some are made of rows of other resources, which the caller may not list. */
function mayShow(field: Field, resource: Resource, principal: Principal, model: Model): boolean {
  if (!isOfRelated(field)) return true;
  const operand = { field, steps: [], type: field.type };
  const columns = [{ kind: 'field', name: field.name, operand, cast: null }] as const;
  return mayRead({ resource, columns, conditions: [], groups: null }, principal, model);
}

/** Whether the caller may read all that a list looks at. */
function mayRead(rows: RowsPlan, principal: Principal, model: Model): boolean {
  const related = relatedReads(rows, [], model);
  return authorise(principal, 'list', { resource: rows.resource, related }, model).ok;
}
