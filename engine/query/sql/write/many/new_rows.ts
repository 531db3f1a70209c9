import type { Field } from '../../../../model/field.ts';
import type { Table } from '../../../../model/model.ts';
import { cast, type Fragment, join, raw, sql } from '../../../../sql/fragment.ts';
import { arrayText } from '../../../../vocabulary/value/array_text.ts';
import { operandType } from '../../condition/column_type.ts';
import { defaultOf } from '../../condition/default.ts';
import { parameter, type Sql } from '../../condition/statement.ts';
import { operand, seenReference } from '../operand.ts';
import type { Assignment, Writer } from '../writer.ts';

/** The values of a field in many rows, as texts that PostgreSQL reads for its type. */
export interface Column {
  readonly field: Field;
  readonly values: readonly (string | null)[];
  /** The rows that get the default of the field instead; null for none. */
  readonly defaults: readonly boolean[] | null;
}

/** Rows to create: the values of each, and what the service gives to all of them, or to the rows that get a default. */
export interface NewRows {
  readonly count: number;
  readonly columns: readonly Column[];
  readonly given: readonly Assignment[];
}

/** Whether each row has a value for a field. */
export function inEachRow(columns: readonly Column[]): (field: string) => boolean {
  const names = new Set(columns.flatMap(({ field, defaults }) => (defaults === null ? field.name : [])));
  return (name) => names.has(name);
}

/** The rows at these places. */
export function someRows({ columns, given }: NewRows, places: readonly number[]): NewRows {
  const at = <Value>(values: readonly Value[]) => places.map((place) => values[place] as Value);
  return {
    count: places.length,
    columns: columns.map(({ field, values, defaults }) => ({
      field,
      values: at(values),
      defaults: defaults === null ? null : at(defaults),
    })),
    given,
  };
}

/** The rows of several sources of the same fields, one source after the other. */
export function allRows(sources: readonly NewRows[]): NewRows {
  const [first] = sources;
  if (first === undefined) throw new Error('there are no rows to put together');
  const columns = first.columns.map(({ field }, index): Column => {
    const parts = sources.flatMap((each) => each.columns[index] ?? []);
    const hasDefaults = parts.some(({ defaults }) => defaults !== null);
    return {
      field,
      values: parts.flatMap(({ values }) => values),
      defaults: hasDefaults ? parts.flatMap(({ defaults, values }) => defaults ?? values.map(() => false)) : null,
    };
  });
  return { count: sources.reduce((sum, { count }) => sum + count, 0), columns, given: first.given };
}

/**
 * The rows as a source in FROM with the alias `sent`, in which `place` numbers them. Each column is one array, so that the
 * text does not depend on how many rows there are. Arrays cost PostgreSQL less than a JSON document of the rows.
 */
export function renderSent({ count, columns }: NewRows): Sql {
  if (columns.length === 0) return sql`generate_series(1, ${parameter(String(count))}::bigint) as sent(place)`;
  const arrays = columns.flatMap(({ values, defaults }) => [
    sql`${parameter(arrayText(values))}::text[]`,
    ...(defaults === null ? [] : [sql`${parameter(`{${defaults.join(',')}}`)}::boolean[]`]),
  ]);
  const names = columns.flatMap(({ defaults }, index) => [
    sql`value_${index}`,
    ...(defaults === null ? [] : [sql`is_default_${index}`]),
  ]);
  return sql`unnest(${join(arrays, ', ')}) with ordinality as sent(${join(names, ', ')}, place)`;
}

/**
 * What a row under `sent` holds in a field, or what the service gives; null where neither is there. A reference to a row
 * that the writer does not see fails.
 */
export function sentValue(rows: NewRows, field: Field, writer: Writer): Sql | null {
  return valueIn(rows, field, (own, value) => seenReference(own, value, writer));
}

/** The same for a comparison: a reference leads wherever it leads. */
export function plainValue(rows: NewRows, field: Field): Sql | null {
  return valueIn(rows, field, (_, value) => value);
}

function valueIn({ columns, given }: NewRows, { name }: Field, checked: (field: Field, value: Sql) => Sql): Sql | null {
  const own = given.find(({ field }) => field.name === name);
  const index = columns.findIndex(({ field }) => field.name === name);
  const column = columns[index];
  if (own !== undefined && (column?.defaults ?? null) === null) return operand(own);
  if (column === undefined) return null;
  const { field, defaults } = column;
  const value = checked(field, cast(sql`sent.${placed('value', index)}`, operandType(field.type)));
  return defaults === null
    ? value
    : sql`case when sent.${placed('is_default', index)} then ${own === undefined ? defaultOf(field) : operand(own)} else ${value} end`;
}

/** The fields that a create of the rows sets, in the order of the model. */
export function setFields(table: Table, { columns, given }: NewRows): readonly Field[] {
  const names = new Set([...columns, ...given].map(({ field }) => field.name));
  return [...table.fields.values()].filter(({ name }) => names.has(name));
}

function placed(name: 'value' | 'is_default', index: number): Fragment {
  return raw(`${name}_${index}`);
}
