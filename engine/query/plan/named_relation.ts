import type { Name } from '../../language/syntax.ts';
import type { Model, Resource } from '../../model/model.ts';
import { isRecording } from '../../model/recorder.ts';
import { type AnyRelation, isDirect, isTree, type Relation, stepsOf } from '../../model/relation.ts';
import { objectName } from '../../sql/object_name.ts';
import { type Result, refuse } from './query_string.ts';
import { unknownName } from './unknown_name.ts';

/** A relation, and the resource that it leads to. */
export interface Related {
  readonly relation: AnyRelation;
  readonly target: Resource;
}

/**
 * The relation that a name means. As in PostgREST, the name is an alias, a resource, a reference field of the row, or a
 * foreign key, in this order. A hint tells relations to one resource apart. It is a reference field, a foreign key, or the
 * resource of the links.
 */
export function namedRelation(
  resource: Resource,
  name: Name,
  hint: Name | null,
  { model, parameter }: { readonly model: Model; readonly parameter: string },
): Result<Related> {
  const aliased = resource.relations.get(name.text);
  const others = relationsNamed(resource, name.text);
  const named = aliased === undefined ? others : [aliased];
  const found = hint === null ? named : hinted(named, others, hint.text, resource);
  const [relation, ...more] = found;
  const target = model.resources.get(relation?.target ?? '');
  if (relation !== undefined && target !== undefined && more.length === 0) {
    return { ok: true, value: { relation, target } };
  }
  const aliases = [...resource.relations.keys()];
  if (named.length === 0) {
    return unknownName(parameter, name, `there is no relation ${name.text} of ${resource.name}`, aliases);
  }
  const known = (found.length === 0 ? named : found).map(({ alias }) => alias);
  const detail =
    found.length === 0
      ? `no relation ${name.text} of ${resource.name} goes by ${hint?.text}`
      : `${resource.name} has ${found.length} relations to ${name.text}${hint === null ? '' : ` by ${hint.text}`}`;
  const { offset } = found.length === 0 ? (hint ?? name) : name;
  return refuse('invalid_parameter', { parameter, position: offset }, detail, `expected one of ${known.join(', ')}`);
}

function relationsNamed(resource: Resource, name: string): readonly AnyRelation[] {
  const relations = [...resource.relations.values()];
  // As in PostgREST, the name of a resource leads from it to the rows that refer to it, and its field the other way.
  const byResource = relations.filter(
    (relation) =>
      relation.target === name &&
      !isTree(relation) &&
      (relation.target !== tableOf(resource) || relation.cardinality === 'many') &&
      // No foreign key.
      !stepsOf(relation).some(isRecording),
  );
  if (byResource.length > 0) return byResource;
  const direct = relations.filter(isDirect);
  const byField = direct.filter((relation) => isForward(relation) && relation.from === name);
  if (byField.length > 0) return byField;
  return direct.filter(
    (relation) => relation.target !== tableOf(resource) && foreignKeyOf(relation, resource) === name,
  );
}

/** The relations that a hint means; of those with the name of a resource only where it means no alias. */
function hinted(
  named: readonly AnyRelation[],
  others: readonly AnyRelation[],
  hint: string,
  resource: Resource,
): readonly AnyRelation[] {
  const found = named.filter((relation) => isHinted(relation, hint, resource));
  return found.length > 0 ? found : others.filter((relation) => isHinted(relation, hint, resource));
}

function isHinted(relation: AnyRelation, hint: string, resource: Resource): boolean {
  if (isTree(relation)) return false;
  if ('steps' in relation) return hint === relation.steps[0].target;
  return hint === (isForward(relation) ? relation.from : relation.to) || hint === foreignKeyOf(relation, resource);
}

/** Whether the reference is a field of the row itself. */
function isForward({ to }: Relation): boolean {
  return to === 'id';
}

/** PostgreSQL's name of the constraint that a relation follows. A history has the names of its table. */
function foreignKeyOf(relation: Relation, resource: Resource): string {
  const { from, to, target } = relation;
  return objectName(isForward(relation) ? [tableOf(resource), from, 'fkey'] : [target, to, 'fkey']);
}

function tableOf(resource: Resource): string {
  return resource.kind === 'history' ? resource.of.name : resource.name;
}
