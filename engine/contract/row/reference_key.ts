import type { Field } from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import { isDirect } from '../../model/relation.ts';
import { wordOf } from '../../vocabulary/field_type.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { publishedDialect, writableFields } from '../json_schema.ts';

/** A reference that a body may also give by a unique key of the row that it refers to. */
export interface KeyedReference {
  readonly alias: string;
  readonly field: Field;
  readonly target: Table;
  /** Each combination of fields that is a key. */
  readonly keys: readonly (readonly Field[])[];
}

/** The references of a create or an update that have such a key. */
export function keyedReferences(
  table: Table,
  action: 'create' | 'update',
  { resources }: Model,
): readonly KeyedReference[] {
  const written = new Set(writableFields(table, action).map(({ name }) => name));
  return [...table.relations.values()]
    .filter(isDirect)
    .flatMap(({ alias, from, target: name }): readonly KeyedReference[] => {
      const field = table.fields.get(from);
      const target = resources.get(name);
      if (field?.type.kind !== 'reference' || !written.has(from) || target?.kind !== 'table') return [];
      if (table.fields.has(alias) || target.unique.length === 0) return [];
      const keys = target.unique.map((names) => names.flatMap((each) => target.fields.get(each) ?? []));
      return [{ alias, field, target, keys }];
    });
}

/** The members of a body by which it gives references by keys. */
export function keyMembers(references: readonly KeyedReference[]): { readonly [alias: string]: JsonSchema } {
  return Object.fromEntries(
    references.map(({ alias, field, target, keys }) => {
      const forms = keys.map(keySchema);
      const description = `Instead of ${field.name}: the row of ${target.name} by a unique key.`;
      const all = field.nullable ? [...forms, { type: 'null' }] : forms;
      const [only, ...others] = all;
      return [alias, others.length === 0 ? { description, ...only } : { description, anyOf: all }];
    }),
  );
}

/** That a body has either form of each reference that it needs. */
export function eitherForm(references: readonly KeyedReference[], required: readonly string[]): readonly JsonSchema[] {
  return references
    .filter(({ field }) => required.includes(field.name))
    .map(({ alias, field }) => ({ anyOf: [{ required: [field.name] }, { required: [alias] }] }));
}

function keySchema(fields: readonly Field[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, type }) => [name, wordOf(type).schema(type, publishedDialect.exact, 'request')]),
    ),
    required: fields.map(({ name }) => name),
    additionalProperties: false,
  };
}
