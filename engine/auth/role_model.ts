import type { Field, Model, Relation, Resource } from '../definition/model.ts';

/**
 * The model as a role has it: a field that the role may not read is not there, nor is a relation by it, and one that it may
 * not write is read-only. The same model where no field says anything of roles.
 */
export function modelOfRole(model: Model, role: string | null): Model {
  const limited = [...model.resources.values()].some(({ fields }) => [...fields.values()].some(({ access }) => access));
  if (!limited) return model;
  const seen = new Map([...model.resources].map(([name, resource]) => [name, fieldsFor(resource, role)]));
  const resources = [...model.resources].map(([name, resource]): [string, Resource] => {
    const relations = [...resource.relations].filter(([, relation]) => isSeen(relation, name, seen));
    return [name, { ...resource, fields: seen.get(name) ?? new Map(), relations: new Map(relations) }];
  });
  return { ...model, resources: new Map(resources) };
}

function fieldsFor({ fields }: Resource, role: string | null): ReadonlyMap<string, Field> {
  return new Map(
    [...fields].flatMap(([name, field]): [string, Field][] => {
      const may = field.access === null ? 'all' : (field.access.get(role ?? '') ?? 'nothing');
      if (may === 'nothing') return [];
      return [[name, may === 'read' ? { ...field, create: false, update: false } : field]];
    }),
  );
}

function isSeen(
  { from, to, target }: Relation,
  own: string,
  fields: ReadonlyMap<string, ReadonlyMap<string, Field>>,
): boolean {
  return fields.get(own)?.has(from) === true && fields.get(target)?.has(to) !== false;
}
