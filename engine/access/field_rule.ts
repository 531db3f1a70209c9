import { type ExtensionPoint, extensionPoint } from '../model/feature.ts';
import type { Field, Relation } from '../model/field.ts';
import { formatChooser } from '../model/format_chooser.ts';
import type { Model, Resource } from '../model/model.ts';

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
    const relations = [...resource.relations].filter(([, relation]) => isSeen(relation, name, seen));
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
      const may = accessOf(field, role);
      if (may === 'nothing') return [];
      const own = withoutChoice(field, fields, role);
      return [[name, may === 'read' ? { ...own, create: false, update: false } : own]];
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
  if (others.every((each) => accessOf(each, role) === 'all')) return field;
  const isTold = others.every((each) => each.name !== chooser || accessOf(each, role) !== 'nothing');
  const type = field.type.kind === 'text' && !isTold ? { ...field.type, format: null } : field.type;
  return { ...field, type, create: false, update: false };
}

function accessOf({ access }: Field, role: string | null): 'all' | 'read' | 'nothing' {
  return access === null ? 'all' : (access.get(role ?? '') ?? 'nothing');
}

function isSeen({ from, to, target }: Relation, own: string, fields: FieldsSeen): boolean {
  return fields.get(own)?.has(from) === true && fields.get(target)?.has(to) !== false;
}
