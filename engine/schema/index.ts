import type { Table } from '../definition/model.ts';
import { quote } from '../query/sql/identifier.ts';
import { declaredFields } from './column.ts';
import type { NamedConstraint } from './constraint.ts';
import { columnList, placeOf } from './constraint_definition.ts';
import type { nameGiver } from './name.ts';

/** An index by its name, and the statement that makes it. */
type NamedIndex = readonly [name: string, statement: string];

/** The indexes of a resource's table and of its history by name, those aside that constraints in a table make. */
export function indexStatements(
  table: Table,
  constraints: readonly NamedConstraint[],
  give: ReturnType<typeof nameGiver>,
): ReadonlyMap<string, string> {
  const plain =
    (on: string) =>
    (columns: readonly string[]): NamedIndex => {
      const name = give([on, ...columns, 'idx']);
      return [name, `create index ${quote(name)} on public.${quote(on)} ${columnList(columns)}`];
    };
  return new Map([
    ...liveIndexes(table, constraints),
    ...tableIndexes(table).map(plain(table.name)),
    ...(table.history === null ? [] : historyIndexes(table).map(plain(table.history))),
  ]);
}

/** Uniqueness among the entries of timelines that are not deleted: only an index can be partial. */
function liveIndexes(table: Table, constraints: readonly NamedConstraint[]): readonly NamedIndex[] {
  const on = `public.${quote(table.name)}`;
  return constraints.flatMap(([name, constraint]): readonly NamedIndex[] =>
    constraint.kind === 'unique' && placeOf(constraint, table) === 'index'
      ? [
          [
            name,
            `create unique index ${quote(name)} on ${on} ${columnList(constraint.fields)} where valid_from is not null`,
          ],
        ]
      : [],
  );
}

function tableIndexes(table: Table): readonly (readonly string[])[] {
  const wanted = [
    ...table.indexes,
    // A timeline is read at an instant.
    ...(table.temporal === null ? [] : [[...table.temporal.timeline, 'valid_from']]),
    // The current version is found by its id as well.
    ...(table.history === null ? [] : [['row_version']]),
  ];
  const full = table.temporal === null ? [...wanted, ...table.unique] : wanted;
  const references = referenceColumns(table).filter((name) => !full.some(([first]) => first === name));
  return distinct([...wanted, ...references.map((name) => [name])]);
}

function historyIndexes(table: Table): readonly (readonly string[])[] {
  return [[`${table.name}_id`, 'recorded_at'], ...referenceColumns(table).map((name) => [name])];
}

/** Both ways of a relation need one, and so does the check that a row to be removed is not referred to. */
function referenceColumns(table: Table): readonly string[] {
  return declaredFields(table).flatMap(({ name, type }) => (type.kind === 'reference' ? name : []));
}

function distinct(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(lists.map((columns) => [columns.join(), columns])).values()];
}
