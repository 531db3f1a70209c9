import { storedFieldsOf } from '../../model/condition/looks.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Search, Table } from '../../model/model.ts';
import { renderDocument } from '../../query/sql/condition/document.ts';
import { identifier } from '../../sql/fragment.ts';
import { quote } from '../../sql/identifier.ts';
import type { SchemaObject, TableObject } from '../../sql/object.ts';
import { textOf } from '../../sql/render.ts';
import { elementsTo, isUploaded, targetOf, wordOf } from '../../vocabulary/field_type.ts';
import { columnList } from '../constraint/column_list.ts';
import type { NamedConstraint } from '../constraint/constraints.ts';
import { placeOf } from '../constraint/definition.ts';
import { amongText } from '../constraint/kind/unique.ts';
import type { nameGiver } from '../name.ts';
import { contentColumns, declaredFields } from './column.ts';

/** An index that no constraint in a table makes. */
export interface Index {
  readonly name: string;
  /** The table. */
  readonly on: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** Whether it finds a text by its prefix, in any collation of the database. */
  readonly byPrefix: boolean;
  /** Whether it finds a range by what it contains or overlaps. */
  readonly byRange: boolean;
  /** The language in which it finds words of its columns; null if it does not find words. */
  readonly language: string | null;
  /** Whether it finds an array by its elements. */
  readonly byElement: boolean;
  /** Of which rows; null for all. Uniqueness among some of them is an index, for only that can be partial. */
  readonly where: string | null;
  /** A rule of the definitions for these rows; null without one. */
  readonly among: BoundCondition | null;
}

/** Indexes that features ask for: some as they are, and columns by which they find rows. */
export interface FeatureIndexes {
  readonly made: readonly Index[];
  readonly columns: readonly (readonly string[])[];
}

/** The indexes of a resource's table and of its history. */
export function indexesOf(
  table: Table,
  constraints: readonly NamedConstraint[],
  { made, columns: found }: FeatureIndexes,
  give: ReturnType<typeof nameGiver>,
): readonly Index[] {
  const plain =
    (on: string) =>
    (columns: readonly string[]): Index => ({
      ...plainIndex(on, columns, give([on, ...columns, 'idx'])),
      byRange: columns.length === 1 && isRange(table, columns[0]),
      byElement: columns.length === 1 && isArray(table, columns[0]),
    });
  return [
    ...liveIndexes(table, constraints),
    ...made,
    ...tableIndexes(table, found).map(plain(table.name)),
    ...table.prefixes.map((name) => prefixIndex(table.name, name, give)),
    ...(table.search === null ? [] : [searchIndex(table.name, table.search, give)]),
    ...(table.history === null ? [] : historyIndexes(table).map(plain(table.history))),
  ];
}

/** How an index is made: beside the use of its table, or under a lock. */
export type IndexCreation = 'concurrently ' | '';

export function createIndex(index: Index, how: IndexCreation = ''): string {
  return `create ${index.unique ? 'unique ' : ''}index ${how}${quote(index.name)} ${indexDefinition(index)}`;
}

/** An index of a resource's table or history. */
export function indexObject(index: Index): SchemaObject {
  return { ...indexIn('public', quote(index.name), `public.${quote(index.on)}`), create: createIndex(index) };
}

/** An index of a table of the engine; `rows` says for which columns and rows. An existing one is kept. */
export function engineIndex(name: string, { name: on }: TableObject, rows: string): SchemaObject {
  return { ...indexIn('almanac', name, on), create: `create index if not exists ${name} on ${on} ${rows}` };
}

/** An index is in the schema of its table. */
function indexIn(schema: 'public' | 'almanac', name: string, on: string) {
  return { kind: 'index' as const, name, on, drop: `drop index ${schema}.${name}`, dependsOn: [`table ${on}`] };
}

/** The columns of an index, and the columns that its rule looks at. */
export function indexColumns({ columns, among }: Index): readonly string[] {
  return [...columns, ...(among === null ? [] : storedFieldsOf(among).map(({ name }) => name))];
}

/** The index while columns of its table have other names. */
export function indexUnder(index: Index, columnOf: (column: string) => string): Index {
  const { columns, among, where } = index;
  const rows = [...(where === null ? [] : [where]), ...(among === null ? [] : [amongText(among, columnOf)])];
  return {
    ...index,
    columns: columns.map(columnOf),
    where: rows.length === 0 ? null : rows.join(' and '),
    among: null,
  };
}

/** What an index is, without its name. */
export function indexDefinition(index: Index): string {
  const { on, columns, byPrefix, byRange, byElement, language, where } = indexUnder(index, (column) => column);
  if (language !== null) {
    const document = renderDocument({ fields: columns, language }, identifier);
    return `on public.${quote(on)} using gin (${textOf(document)})`;
  }
  const list = byPrefix
    ? `(${columns.map((name) => `${quote(name)} text_pattern_ops`).join(', ')})`
    : columnList(columns);
  return `on public.${quote(on)} ${byRange ? 'using gist ' : byElement ? 'using gin ' : ''}${list}${where === null ? '' : ` where ${where}`}`;
}

function isRange({ fields }: Table, name = ''): boolean {
  const field = fields.get(name);
  return field !== undefined && wordOf(field.type).range !== undefined;
}

/** Whether a column is an array of references. */
function isArray({ fields }: Table, name = ''): boolean {
  const field = fields.get(name);
  return field !== undefined && elementsTo(field.type) !== null;
}

function liveIndexes(table: Table, constraints: readonly NamedConstraint[]): readonly Index[] {
  return constraints.flatMap(([name, constraint]): readonly Index[] =>
    constraint.kind === 'unique' && placeOf(constraint, table) === 'index'
      ? [
          {
            name,
            on: table.name,
            columns: constraint.fields,
            unique: true,
            byPrefix: false,
            byRange: false,
            language: null,
            byElement: false,
            where: table.temporal === null ? null : 'valid_from is not null',
            among: constraint.among,
          },
        ]
      : [],
  );
}

function prefixIndex(on: string, column: string, give: ReturnType<typeof nameGiver>): Index {
  return { ...plainIndex(on, [column], give([on, column, 'starts', 'idx'])), byPrefix: true };
}

/** An index that finds words of all fields of a search. */
function searchIndex(on: string, { fields, language }: Search, give: ReturnType<typeof nameGiver>): Index {
  return { ...plainIndex(on, fields, give([on, 'search', 'idx'])), language };
}

function plainIndex(on: string, columns: readonly string[], name: string): Index {
  const all = { where: null, among: null } as const;
  return {
    name,
    on,
    columns,
    unique: false,
    byPrefix: false,
    byRange: false,
    byElement: false,
    language: null,
    ...all,
  };
}

function tableIndexes(table: Table, found: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const wanted = [
    ...table.indexes.map((columns) => inOrderOfIds(table, columns)),
    // A timeline is read at an instant.
    ...(table.temporal === null ? [] : [[...table.temporal.timeline, 'valid_from']]),
    ...found,
    // The current version is found by its id as well.
    ...(table.history === null ? [] : [['row_version']]),
  ];
  const full = table.temporal === null ? [...wanted, ...table.unique] : wanted;
  return distinct([...wanted, ...singleIndexes(table, full)]);
}

/** The past is found by what the present is found by. */
function historyIndexes(table: Table): readonly (readonly string[])[] {
  const id = `${table.name}_id`;
  const known = new Set(['id', 'recorded_at', 'recorded_by', ...contentColumns(table)]);
  const wanted = [...table.indexes, ...table.unique]
    .filter((columns) => isInOrder(table, columns) && columns.every((name) => known.has(name)))
    .map((columns) => inOrderOfIds(table, columns));
  const found = [...wanted, ...singleIndexes(table, wanted)];
  return distinct([[id, 'recorded_at'], ...found.map((columns) => columns.map((name) => (name === 'id' ? id : name)))]);
}

/** Of references and files without an index that begins with them. */
function singleIndexes(table: Table, others: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const references = referenceColumns(table).filter((name) => !others.some(([first]) => first === name));
  return [...references.map((name) => inOrderOfIds(table, [name])), ...fileColumns(table).map((name) => [name])];
}

/**
 * With the id behind them, the rows with some values come in the order that lists have by themselves. Otherwise PostgreSQL
 * may go along all ids for the first rows with a value, and never finds enough of them if the value is rare.
 */
function inOrderOfIds(table: Table, columns: readonly string[]): readonly string[] {
  // Features know how their tables are read.
  const isAsDeclared = table.madeBy !== null || columns.includes('id') || !isInOrder(table, columns);
  return isAsDeclared ? columns : [...columns, 'id'];
}

/** Whether an index has the values in their order, rather than what a range or an array contains. */
function isInOrder(table: Table, columns: readonly string[]): boolean {
  return columns.length > 1 || !(isRange(table, columns[0]) || isArray(table, columns[0]));
}

/** Both ways of a relation need one, and so does the check that a row to be removed is not referred to. */
function referenceColumns(table: Table): readonly string[] {
  return declaredFields(table).flatMap(({ name, type }) => (targetOf(type) === null ? [] : name));
}

/** By them it is found whether any row still has a file. */
function fileColumns(table: Table): readonly string[] {
  return declaredFields(table).flatMap(({ name, type }) => (isUploaded(type) ? name : []));
}

function distinct(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(lists.map((columns) => [columns.join(), columns])).values()];
}
