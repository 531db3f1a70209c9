import { nearest } from '../../language/nearest.ts';
import type { Field } from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import { isDirect } from '../../model/relation.ts';

/** What a column of a file is to an import. */
export type Column =
  /** A field, with the values that a create takes. */
  | { readonly kind: 'field'; readonly name: string; readonly field: Field }
  /** A field of the row that a reference leads to: `party.business_id`. */
  | {
      readonly kind: 'key';
      readonly name: string;
      readonly reference: Field;
      readonly target: Table;
      readonly field: Field;
    }
  /** The id of the row that an upsert is about. */
  | { readonly kind: 'id'; readonly name: string }
  /** The service sets the field by itself. */
  | { readonly kind: 'ignored'; readonly name: string };

/** The columns of a file, or what is wrong with their names. */
export type Columns =
  | { readonly ok: true; readonly columns: readonly Column[] }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Finds what the columns of a file are, by their names. `key` has the fields by which existing rows are found, or null. */
export function columnsOf(
  names: readonly string[],
  table: Table,
  model: Model,
  key: readonly string[] | null,
): Columns {
  const found = names.map((name) => columnOf(name, table, model, key?.includes('id') === true));
  const columns = found.filter((column) => typeof column !== 'string');
  const unknown = found.filter((column) => typeof column === 'string');
  const faults = [
    ...unknown,
    ...repeated(names),
    ...halfKeys(columns),
    ...twiceSet(columns),
    ...missingKeys(columns, key ?? []),
  ];
  return faults.length === 0 ? { ok: true, columns } : { ok: false, faults };
}

function columnOf(name: string, table: Table, model: Model, takesId: boolean): Column | string {
  if (name === 'id' && takesId) return { kind: 'id', name };
  const field = table.fields.get(name);
  if (field?.create) return { kind: 'field', name, field };
  if (field !== undefined || name === 'links') return { kind: 'ignored', name };
  const [alias = '', key, ...more] = name.split('.');
  const named = table.relations.get(alias);
  const relation = named !== undefined && isDirect(named) ? named : undefined;
  const reference = table.fields.get(relation?.from ?? '');
  const target = model.resources.get(relation?.target ?? '');
  if (key === undefined || more.length > 0) return unknownColumn(name, table);
  if (relation?.cardinality !== 'one' || relation.to !== 'id' || target?.kind !== 'table' || !reference?.create)
    return `${name}: ${table.name} has no reference ${alias}`;
  const keyField = target.fields.get(key);
  if (keyField !== undefined && target.unique.some((fields) => fields.includes(key)))
    return { kind: 'key', name, reference, target, field: keyField };
  const keys = [...new Set(target.unique.flat())];
  return keys.length === 0
    ? `${name}: no field of ${target.name} is unique; send ${reference.name}`
    : `${name}: ${key} does not identify rows of ${target.name}; expected ${keys.map((each) => `${alias}.${each}`).join(' or ')}`;
}

function unknownColumn(name: string, table: Table): string {
  const writable = [...table.fields.values()].filter(({ create }) => create).map((field) => field.name);
  const near = nearest(name, writable);
  return `${name} is not a field of ${table.name}${near === null ? '' : `; did you mean ${near}?`}`;
}

function repeated(names: readonly string[]): readonly string[] {
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  return [...twice].map((name) => `${name} stands twice in the header`);
}

/** A combination of fields is a key only as a whole. */
function halfKeys(columns: readonly Column[]): readonly string[] {
  return keysOf(columns).flatMap(({ reference, target, fields, columns: own }) => {
    const names = fields.map(({ name }) => name);
    const isWhole = target.unique.some(
      (key) => key.length === names.length && key.every((each) => names.includes(each)),
    );
    if (isWhole) return [];
    const expected = target.unique.filter((key) => key.some((each) => names.includes(each)));
    const alias = own[0]?.split('.')[0];
    const keys = expected.map((key) => key.map((name) => `${alias}.${name}`).join(' and '));
    return [`${own.join(', ')} does not identify the row of ${reference.name}; expected ${keys.join(', or ')}`];
  });
}

function twiceSet(columns: readonly Column[]): readonly string[] {
  const set = columns.flatMap((column) => (column.kind === 'field' ? [column.name] : []));
  return keysOf(columns).flatMap(({ reference, columns: own }) =>
    set.includes(reference.name) ? [`${reference.name} stands beside ${own.join(', ')}; expected one of them`] : [],
  );
}

/** Without its key, nothing says which row an upsert is about. */
function missingKeys(columns: readonly Column[], key: readonly string[]): readonly string[] {
  const own = columns.flatMap((column) => (column.kind === 'field' || column.kind === 'id' ? [column.name] : []));
  const given = new Set([...own, ...keysOf(columns).map(({ reference }) => reference.name)]);
  return key.flatMap((name) => (given.has(name) ? [] : [`${name} is missing; the rows of an upsert are found by it`]));
}

/** A reference whose rows are found by their keys. */
export interface ReferenceKey {
  readonly reference: Field;
  readonly target: Table;
  readonly fields: readonly Field[];
  /** The columns of the file, in the order of the fields. */
  readonly columns: readonly string[];
}

/** The references that columns give by keys. */
export function keysOf(columns: readonly Column[]): readonly ReferenceKey[] {
  const parts = columns.filter((column) => column.kind === 'key');
  return [...Map.groupBy(parts, ({ reference }) => reference)].flatMap(([reference, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    return [
      { reference, target: first.target, fields: own.map(({ field }) => field), columns: own.map(({ name }) => name) },
    ];
  });
}
