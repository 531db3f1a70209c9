import type { Table } from '../../model/model.ts';
import { operandType } from '../../query/sql/condition/column_type.ts';
import { defaultExpression } from '../../query/sql/condition/default.ts';
import { parameter, type Sql } from '../../query/sql/condition/statement.ts';
import {
  cast,
  columnOf,
  empty,
  type Fragment,
  identifier,
  join,
  publicTable,
  raw,
  sql,
  textConstant,
} from '../../sql/fragment.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import { type Column, keysOf, type ReferenceKey } from './column.ts';

/** What the rows of a piece have in common: statements are the same for pieces of one shape. */
export interface Shape {
  readonly table: Table;
  readonly columns: readonly Column[];
  /** The columns that some rows lack. */
  readonly partial: ReadonlySet<string>;
  /** The fields by which existing rows are found; null where all rows are new. */
  readonly key: readonly string[] | null;
}

/** Rows of a piece, from the first place to the last. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** The name of the temporary table that a piece is copied to, empty again after each transaction. */
export const staging = 'pg_temp.almanac_import';

export const stagingTable: Fragment = raw(staging);

/**
 * Makes the table for a shape, in place of one for another shape. The ids of rows that are all new come from the
 * sequence of the table when they are copied.
 */
export function stagingText({ columns, key }: Shape, idSequence: string): string {
  const id = `id bigint${key !== null ? '' : ` default nextval(${textLiteral(idSequence)})`}`;
  const own = storedOf(columns).map((column) => `${quote(column.name)} ${operandType(column.field.type)}`);
  const lines = [
    '_place integer not null',
    '_line bigint not null',
    id,
    '_new boolean not null default true',
    "_absent text[] not null default '{}'",
    ...own,
  ];
  return `drop table if exists ${staging};\ncreate temporary table almanac_import (\n  ${lines.join(',\n  ')}\n) on commit delete rows`;
}

/** The fields that the rows set: their own columns, and the references whose keys they give. */
export function assignedFields({ columns }: Shape) {
  const own = columns.flatMap((column) => (column.kind === 'field' ? [column.field] : []));
  return [...own, ...keysOf(columns).map(({ reference }) => reference)];
}

/**
 * The copied rows of a range, in parentheses and without alias, with a column for each field that they set. A key that leads
 * to no row is an error, or null.
 */
export function stagedRows(shape: Shape, range: Range, unknownKey: 'fails' | 'is null'): Sql {
  const keys = keysOf(shape.columns);
  const own = shape.columns.flatMap((column) => (column.kind === 'field' ? [column.field] : []));
  const values: readonly Sql[] = [
    ...own.map((field) => {
      const value = columnOf('staged', field.name);
      if (!shape.partial.has(field.name)) return value;
      const given = raw(defaultExpression(field) ?? 'null');
      return sql`case when ${isAbsent('staged', field.name)} then ${given} else ${value} end as ${identifier(field.name)}`;
    }),
    ...keys.map((key, at) => sql`${foundId(key, at, unknownKey)} as ${identifier(key.reference.name)}`),
  ];
  const joins = keys.map(
    (key, at) => sql` left join ${publicTable(key.target.name)} as key_${at} on ${keyed(key, at)}`,
  );
  const list = values.length === 0 ? empty : sql`, ${join(values, ', ')}`;
  return sql`(
    select staged._place, staged._line, staged.id, staged._new, staged._absent${list}
    from ${stagingTable} as staged${join(joins, '')}
    where ${placeIn(range)}
  )`;
}

/** Whether a row leaves a field out. */
export function isAbsent(alias: string, name: string): Fragment {
  return sql`${textConstant(name)} = any (${columnOf(alias, '_absent')})`;
}

/** That a staged row is in a range. */
export function placeIn({ first, last }: Range, alias = 'staged'): Sql {
  return sql`${columnOf(alias, '_place')} between ${cast(parameter(String(first)), 'integer')} and ${cast(parameter(String(last)), 'integer')}`;
}

function keyed({ target, fields, columns }: ReferenceKey, at: number): Fragment {
  const alias = `key_${at}`;
  const equal = fields.map(
    (field, index) => sql`${columnOf(alias, field.name)} = ${columnOf('staged', columns[index] ?? '')}`,
  );
  // Only live entries are unique.
  const live = target.temporal === null ? [] : [sql`${columnOf(alias, 'valid_from')} is not null`];
  return join([...equal, ...live], ' and ');
}

function foundId({ reference, columns }: ReferenceKey, at: number, unknownKey: 'fails' | 'is null'): Fragment {
  const id = columnOf(`key_${at}`, 'id');
  if (unknownKey === 'is null') return id;
  const given = columns.map((name) => sql`${columnOf('staged', name)} is not null`);
  const refuse = sql`almanac.refuse_reference(${textConstant(reference.name)})`;
  return sql`case when ${id} is null and (${join(given, ' or ')}) then ${refuse} else ${id} end`;
}

/** The columns of the file that the table holds by their names. */
function storedOf(columns: readonly Column[]) {
  return columns.flatMap((column) => (column.kind === 'field' || column.kind === 'key' ? [column] : []));
}
