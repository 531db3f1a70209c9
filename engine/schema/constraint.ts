import type { Check, Field, FieldType, Model, Table } from '../definition/model.ts';
import { declaredFields } from './column.ts';
import { objectName, nameGiver } from './name.ts';

/** What a constraint in the database stands for in the definitions. */
export type Constraint =
  | { readonly kind: 'primary_key'; readonly resource: string }
  | { readonly kind: 'unique'; readonly resource: string; readonly fields: readonly string[] }
  /** Broken from either end: by a row of `resource` that refers to nothing, by the removal of a row of `to` still referred to. */
  | { readonly kind: 'reference'; readonly resource: string; readonly field: string; readonly to: string }
  | { readonly kind: 'check'; readonly resource: string; readonly check: Check }
  | { readonly kind: 'field'; readonly resource: string; readonly field: string; readonly what: FieldRule }
  /** valid_from is before valid_to, and given where valid_to is. */
  | { readonly kind: 'validity'; readonly resource: string }
  | { readonly kind: 'overlap'; readonly resource: string; readonly timeline: readonly string[] };

/** Named as the facet in the definition; `elements`: an array holds no null. */
export type FieldRule = 'values' | 'min_length' | 'max_length' | 'minimum' | 'maximum' | 'multiple_of' | 'elements';

/**
 * Every constraint of the model's tables by its name in the database, in the order of the tables.
 * Not null is not among them: PostgreSQL's error for it has the column itself.
 */
export function constraints(model: Model): ReadonlyMap<string, Constraint> {
  const tables = [...model.resources.values()].filter((resource) => resource.kind === 'table');
  const checks = tables.flatMap((table) => table.checks.map((check) => check.name));
  const give = nameGiver([...takenByTables(model), ...checks]);
  return new Map(tables.flatMap((table) => constraintsOf(table, give)));
}

/** Names that tables and their sequences have: indexes share a namespace with them. */
export function takenByTables(model: Model): readonly string[] {
  return [...model.resources.values()].flatMap((resource) =>
    resource.kind === 'history' ? [resource.name] : [resource.name, objectName([resource.name, 'id'], 'seq'), versionSequence(resource)],
  );
}

/** Name of the sequence that numbers the versions of a table's rows. */
export function versionSequence(table: Table): string {
  return objectName([table.name, 'row_version'], 'seq');
}

type Give = ReturnType<typeof nameGiver>;

function constraintsOf(table: Table, give: Give): readonly [string, Constraint][] {
  const resource = table.name;
  const named: [string, Constraint][] = [[give([resource], 'pkey'), { kind: 'primary_key', resource }]];
  for (const fields of table.unique) named.push([give([resource, ...fields], 'key'), { kind: 'unique', resource, fields }]);
  for (const { name: field, type } of declaredFields(table)) {
    if (type.kind === 'reference') {
      named.push([give([resource, field], 'fkey'), { kind: 'reference', resource, field, to: type.to }]);
    }
    for (const what of fieldRules(type)) {
      named.push([give([resource, field, what], 'check'), { kind: 'field', resource, field, what }]);
    }
  }
  for (const check of table.checks) named.push([check.name, { kind: 'check', resource, check }]);
  if (table.temporal !== null) {
    const { timeline } = table.temporal;
    named.push([give([resource, 'validity'], 'check'), { kind: 'validity', resource }]);
    named.push([give([resource, ...timeline], 'excl'), { kind: 'overlap', resource, timeline }]);
  }
  if (table.history !== null) named.push([give([table.history], 'pkey'), { kind: 'primary_key', resource: table.history }]);
  return named;
}

/**
 * What the database checks of a field by itself. Not pattern and format: PostgreSQL's regular expressions are not
 * ECMAScript's, and check digits would be a function to keep in step with ours.
 */
function fieldRules(type: FieldType): readonly FieldRule[] {
  switch (type.kind) {
    case 'enum':
      return ['values'];
    case 'text':
    case 'html':
      return given({ min_length: type.minLength, max_length: type.maxLength });
    case 'integer':
    case 'bigint':
    case 'decimal':
      return given({ minimum: type.minimum, maximum: type.maximum, multiple_of: type.multipleOf });
    case 'array': {
      // Bounds of the elements can be checked without a subquery, which a constraint may not have; their lengths and steps cannot.
      const ofElements = fieldRules(type.of).filter((what) => what === 'values' || what === 'minimum' || what === 'maximum');
      return ['elements', ...given({ min_length: type.minLength, max_length: type.maxLength }), ...ofElements];
    }
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'uuid':
    case 'json':
    case 'reference':
      return [];
  }
}

function given(facets: Partial<Record<FieldRule, number | string | null>>): readonly FieldRule[] {
  return (Object.keys(facets) as FieldRule[]).filter((what) => facets[what] !== null);
}

/** The field of that name. @throws when the table has none: the model is not whole. */
export function fieldOf(table: Table, name: string): Field {
  const field = table.fields.get(name);
  if (field === undefined) throw new Error(`${table.name} has no field ${name}`);
  return field;
}
