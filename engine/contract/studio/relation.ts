import { titleOf } from '../../definition/field/title.ts';
import type { Model, Resource } from '../../model/model.ts';
import { type AnyRelation, isDirect, isTree, type Relation, type Through, type Tree } from '../../model/relation.ts';
import type { StudioRelation } from './studio_model.ts';

/** A relation of a resource, in a model that has the target. */
export function studioRelation(relation: AnyRelation, resource: Resource, model: Model): StudioRelation {
  const { alias, cardinality } = relation;
  const target = model.resources.get(relation.target);
  if (target === undefined) throw new Error(`the relation ${alias} leads to a resource that is not there`);
  const field = isDirect(relation) && relation.to === 'id' && relation.inArray !== 'to' ? relation.from : null;
  return {
    alias,
    title: field === null ? titleOf(alias) : (resource.fields.get(field)?.title ?? titleOf(alias)),
    target: relation.target,
    cardinality,
    field,
    filter: target.actions.has('list') ? filterOf(relation, resource, target) : null,
    isTimeline: isDirect(relation) && relation.inArray === undefined && isTimelineOf(relation, target),
  };
}

/** Whether one value of the column that a relation leads to names one timeline. */
function isTimelineOf({ to, cardinality }: Relation, target: Resource): boolean {
  const [first, ...others] = timelineOf(target) ?? [];
  return cardinality === 'many' && first === to && others.length === 0;
}

/** The fields that name a timeline of a resource; an empty list where it has validity alone, and null without validity. */
export function timelineOf(resource: Resource): readonly string[] | null {
  if (!resource.fields.has('valid_from')) return null;
  if (resource.kind !== 'view') {
    const { temporal } = resource.kind === 'history' ? resource.of : resource;
    return seen(temporal?.timeline ?? [], resource);
  }
  const { select } = resource.statement;
  const first = select.kind === 'chain' ? select.steps[0] : undefined;
  const shown = first?.shown.find(({ field }) => field === first.from);
  return shown === undefined ? [] : seen([shown.as], resource);
}

/** All of the fields, or none. */
function seen(names: readonly string[], { fields }: Resource): readonly string[] {
  return names.every((name) => fields.has(name)) ? names : [];
}

type Filter = StudioRelation['filter'];

function filterOf(relation: AnyRelation, resource: Resource, target: Resource): Filter {
  if (isTree(relation)) return treeFilter(relation, resource, target);
  if (!isDirect(relation)) return linkFilter(relation, target);
  const { from, to, inArray } = relation;
  if (inArray === 'from') return { parameter: to, value: 'in.({value})', from };
  return { parameter: to, value: inArray === 'to' ? 'cs.{{value}}' : 'eq.{value}', from };
}

/** By the way back: from the rows at the other end to the same links. */
function linkFilter({ steps: [links, end] }: Through, target: Resource): Filter {
  if (links.inArray !== undefined || end.inArray !== undefined) return null;
  const back = [...target.relations.values()]
    .filter(isDirect)
    .find((each) => each.target === links.target && each.from === end.to && each.to === end.from);
  if (back === undefined) return null;
  return { parameter: `${back.alias}.${links.to}`, value: 'eq.{value}', from: links.from };
}

/** By the tree in the other direction. A version may have had other rows above it than its row has now. */
function treeFilter({ step, depth }: Tree, resource: Resource, target: Resource): Filter {
  if (resource.kind === 'history') return null;
  const back = [...target.relations.values()]
    .filter(isTree)
    .find((each) => each.step.from === step.to && each.step.to === step.from && each.depth === depth);
  return back === undefined ? null : { parameter: `${back.alias}.id`, value: 'eq.{value}', from: 'id' };
}
