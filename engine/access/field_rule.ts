import { type ExtensionPoint, extensionPoint } from '../model/feature.ts';
import type { Field } from '../model/field.ts';
import { fieldAccess, readsEverywhere } from '../model/field_access.ts';
import { formatChooser } from '../model/format_chooser.ts';
import type { Model, Resource } from '../model/model.ts';
import { type AnyRelation, type Relation, stepsOf } from '../model/relation.ts';

/** The fields of resources that a role sees, by their names. */
export type FieldsSeen = ReadonlyMap<string, ReadonlyMap<string, Field>>;

/** What the model of a role asks of a feature. */
interface RolePart {
  /** The fields of its resource, for a role that sees these of all resources. */
  readonly fields: (own: ReadonlyMap<string, Field>, model: Model, seen: FieldsSeen) => ReadonlyMap<string, Field>;
}

export const inRoles: ExtensionPoint<RolePart> = extensionPoint();

/**
 * The model as a role sees it. Fields that the role may not read are left out, with their relations. Fields that it may
 * not write are read-only. Without field rules, it is the same model.
 */
export function modelOfRole(model: Model, role: string | null): Model {
  const limited = [...model.resources.values()].some(({ fields }) => [...fields.values()].some(({ access }) => access));
  if (!limited) return model;
  const seen = new Map([...model.resources].map(([name, resource]) => [name, fieldsFor(resource, role)]));
  const resources = [...model.resources].map(([name, resource]): [string, Resource] => {
    const relations = [...resource.relations].filter(([, relation]) => isSeenByStep(relation, name, seen));
    const fields = seen.get(name) ?? new Map();
    const part = resource.kind === 'table' ? inRoles.of(resource.madeBy) : null;
    const told = part === null ? fields : part.fields(fields, model, seen);
    return [name, { ...resource, fields: told, relations: new Map(relations) }];
  });
  return { ...model, resources: new Map(resources) };
}

function fieldsFor({ fields }: Resource, role: string | null): ReadonlyMap<string, Field> {
  return new Map(
    [...fields].flatMap(([name, field]): [string, Field][] => {
      const may = fieldAccess(field, role);
      if (!may.read || may.where?.condition === null) return [];
      const own = withoutChoice(field, fields, role);
      const [create, update] = [own.create && may.create, own.update && may.update];
      const shownWhere = may.where?.condition ?? null;
      const isSame = create === own.create && update === own.update && shownWhere === null;
      return [[name, isSame ? own : { ...own, create, update, shownWhere }]];
    }),
  );
}

/**
 * A field and the sibling that chooses its format are written together: a role that may not write one of them writes
 * neither. A role that may not read the sibling does not learn that it chooses the format.
 */
function withoutChoice(field: Field, fields: Resource['fields'], role: string | null): Field {
  const chooser = formatChooser(field);
  const others = [...fields.values()].filter((each) => each.name === chooser || formatChooser(each) === field.name);
  const may = others.map((each) => fieldAccess(each, role));
  if (may.every(({ create, update }) => create && update)) return field;
  const isTold = others.every((each) => each.name !== chooser || readsEverywhere(each, role));
  const type = field.type.kind === 'text' && !isTold ? { ...field.type, format: null } : field.type;
  const create = field.create && may.every((each) => each.create);
  const update = field.update && may.every((each) => each.update);
  return { ...field, type, create, update };
}

function isSeenByStep(relation: AnyRelation, own: string, fields: FieldsSeen): boolean {
  const steps = stepsOf(relation);
  return steps.every((step, index) => isSeen(step, steps[index - 1]?.target ?? own, fields));
}

/** A relation would tell the value of its fields, so both must be seen in all rows. */
function isSeen({ from, to, target }: Relation, own: string, fields: FieldsSeen): boolean {
  const there = fields.get(target);
  return isEverywhere(fields.get(own)?.get(from)) && (there === undefined || isEverywhere(there.get(to)));
}

/** Whether a role sees the field, and in each row. */
export function isEverywhere(field: Field | undefined): boolean {
  return field !== undefined && field.shownWhere === null;
}
