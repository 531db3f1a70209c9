import type { Field } from '../../model/field.ts';
import type { Model, Resource, Table } from '../../model/model.ts';
import { wordOf } from '../../vocabulary/field_type.ts';

/** The names of the declarations of a resource: its row, what is sent, its filters, and the values of its enums. */
export interface TypeNames {
  readonly of: (resource: Resource, part: Part) => string;
  /** Of a unique combination of fields, as the key of a row. */
  readonly ofKey: (table: Table, key: readonly string[]) => string;
  readonly ofValues: (resource: Resource, field: Field) => string;
}

type Part = '' | 'Create' | 'Update' | 'Filters' | 'CreateKeys';

/** Each name occurs once: a name that is taken gets a number. Names do not depend on later resources of the model. */
export function createTypeNames(model: Model, taken: ReadonlySet<string>): TypeNames {
  const used = new Set(taken);
  const names = new Map<string, string>();
  const give = (key: string, wanted: string) => {
    let name = wanted;
    for (let number = 2; used.has(name); number += 1) name = `${wanted}${number}`;
    used.add(name);
    names.set(key, name);
  };
  const resources = [...model.resources.values()];
  // Rows first: their names are the shortest, and are to be the plain ones.
  for (const { name } of resources) give(`${name} `, pascalCase(name));
  for (const resource of resources) {
    const { name, fields, kind } = resource;
    for (const part of ['Create', 'Update', 'Filters', 'CreateKeys'] as const)
      give(`${name} ${part}`, `${pascalCase(name)}${part}`);
    const keys = resource.kind === 'table' ? resource.unique : [];
    for (const key of keys) give(`${name} ${key}`, `${pascalCase(name)}Key`);
    const enums = kind === 'history' ? [] : [...fields.values()].filter(({ type }) => isEnum(type));
    for (const field of enums) give(`${name}.${field.name}`, `${pascalCase(name)}${pascalCase(field.name)}`);
  }
  return {
    of: ({ name }, part) => names.get(`${name} ${part}`) ?? name,
    ofKey: ({ name }, key) => names.get(`${name} ${key}`) ?? name,
    ofValues: (resource, field) => {
      const { name } = resource.kind === 'history' ? resource.of : resource;
      return names.get(`${name}.${field.name}`) ?? field.name;
    },
  };
}

/** Whether a value of the type, or each of its elements, is one of a set. */
export function isEnum(type: Field['type']): boolean {
  return (wordOf(type).choices?.(type) ?? null) !== null;
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|_+)([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}
