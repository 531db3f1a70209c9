import { authorise, type RelatedRead } from '../../access/authorise.ts';
import type { Principal } from '../../access/principal.ts';
import { modelForPrincipal } from '../../access/reach.ts';
import { searchOf } from '../../model/condition/search.ts';
import { searchName } from '../../model/condition/search_name.ts';
import type { Model, Resource } from '../../model/model.ts';
import { stepsOf } from '../../model/relation.ts';
import { instantObstacle } from '../../query/plan/instant.ts';
import { readOf, readsOfValue } from '../../query/plan/rows_plan.ts';
import { studioField } from './field.ts';
import { studioOperators } from './operators.ts';
import { studioRelation, timelineOf } from './relation.ts';
import type { StudioCaller, StudioModel, StudioResource } from './studio_model.ts';

/** Who the caller is, as rules see them. */
export function studioCaller({ role, identity, claims }: Principal): StudioCaller {
  return { role, identity, claims: Object.fromEntries(claims) };
}

/**
 * The model as a caller may see it: nothing of what the API does not offer to the same token. It depends on the role and
 * the scopes of the caller alone.
 */
export function modelForStudio(
  principal: Principal,
  model: Model,
  documentation: string | null,
): Omit<StudioModel, 'caller'> {
  const { title, version, zone, basePath, limits } = model.service;
  const { pageMaximum } = limits;
  const pageDefault = Math.min(limits.pageDefault, pageMaximum);
  const whole = { principal, model };
  const seen = reachable(modelForPrincipal(principal, model), whole);
  return {
    service: { title, version, zone, basePath, pageDefault, pageMaximum, documentation },
    operators: studioOperators,
    resources: [...seen.resources.values()].map((resource) => studioResource(resource, seen, whole)),
  };
}

/** The caller, and all that there is. */
interface Whole {
  readonly principal: Principal;
  readonly model: Model;
}

/** The resources that can be listed or read, with the fields and relations that a request may name. */
function reachable(model: Model, { principal, model: all }: Whole): Model {
  const shown = [...model.resources.values()].filter(({ actions }) => actions.has('list') || actions.has('read'));
  const names = new Set(shown.map(({ name }) => name));
  const resources = shown.map((resource): Resource => {
    // A version shows related rows as they were.
    const past = resource.kind === 'history';
    const mayRead = (related: readonly RelatedRead[]) =>
      related.length === 0 || authorise(principal, 'list', { resource, related, past }, all).ok;
    const relations = [...resource.relations].filter(([, each]) => {
      const steps = stepsOf(each);
      return steps.every(({ target }) => names.has(target)) && mayRead(steps.flatMap((step) => readOf(step, all, [])));
    });
    const fields = [...resource.fields].filter(([, field]) => mayRead(readsOfValue({ field }, all, [])));
    return { ...resource, relations: new Map(relations), fields: new Map(fields) };
  });
  return { ...model, resources: new Map(resources.map((resource) => [resource.name, resource])) };
}

function studioResource(resource: Resource, seen: Model, whole: Whole): StudioResource {
  const { name, title, description, kind, actions, fields } = resource;
  const lists = actions.has('list');
  const madeBy = resource.kind === 'table' ? (resource.madeBy?.name ?? null) : null;
  const history = resource.kind === 'table' ? resource.history : null;
  return {
    name,
    title,
    description,
    group: madeBy === null ? (resource.group ?? declaredGroup) : madeGroup,
    kind,
    madeBy,
    actions: [...actions],
    label: resource.label.filter((each) => fields.has(each)),
    fields: [...fields.values()].map((field) => studioField(field, resource, seen)),
    relations: [...resource.relations.values()].map((relation) => studioRelation(relation, resource, seen)),
    timeline: timelineOf(resource),
    history: history !== null && seen.resources.has(history) ? history : null,
    of: resource.kind === 'history' ? resource.of.name : null,
    search: lists && searchOf(searchName, resource) !== null,
    asOf: instantObstacle('as_of', resource) === null && readsPast(resource, whole),
    validAt: lists && instantObstacle('valid_at', resource) === null,
  };
}

/** Whether the caller may read what there was: of a view, of each table beneath it. */
function readsPast({ name }: Resource, { principal, model }: Whole): boolean {
  const resource = model.resources.get(name);
  if (resource === undefined) return false;
  const tables = resource.kind === 'view' ? [...resource.statement.reads.keys()] : [];
  const related = tables.flatMap((each) => {
    const table = model.resources.get(each);
    return table === undefined ? [] : [{ resource: table, path: [], view: name }];
  });
  return authorise(principal, 'list', { resource, related, past: true }, model).ok;
}

const declaredGroup = 'Resources';
const madeGroup = 'Events and notices';
