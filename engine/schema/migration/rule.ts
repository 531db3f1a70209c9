import { quote } from '../../query/sql/identifier.ts';
import type { Constraint } from '../constraint.ts';
import { columnList, constraintDefinition } from '../constraint_definition.ts';
import { alone, beside, catalogOnly, exclusively, inTransaction, type Planned } from './step.ts';
import { columnsBefore, type TableChange } from './table_change.ts';
import type { TableObject } from './table_object.ts';

/** Constraints that go. Those on a field that is converted go before its column does. */
export function dropRuleSteps(change: TableChange): readonly Planned[] {
  const { table } = change.now;
  const gone = change.gone.filter(({ constraint, on }) => constraint !== null && on === table.name);
  if (gone.length === 0) return [];
  return [
    {
      stage: 'switch',
      table: table.name,
      title: `drop ${listed(gone)}`,
      runs: inTransaction,
      statements: gone.map(({ name }) => `alter table public.${quote(table.name)} drop constraint ${quote(name)}`),
      locks: exclusively(table.name, ...targets(gone)),
      work: catalogOnly,
      loses: null,
      undo: 'add it again, as long as every row keeps it',
    },
  ];
}

/**
 * Constraints that come. A check or a reference is added `not valid`, which holds for what is written from then on and
 * looks at no row, and validated afterwards beside all use. Uniqueness takes over an index that is made beside it.
 */
export function addRuleSteps(change: TableChange): readonly Planned[] {
  return change.come.flatMap((object) =>
    object.constraint === null || object.on !== change.now.table.name
      ? []
      : comeSteps(change, object, object.constraint),
  );
}

function comeSteps(change: TableChange, object: TableObject, constraint: Constraint): readonly Planned[] {
  const { table } = change.now;
  const { name } = object;
  const own = `alter table public.${quote(table.name)}`;
  const undo = `${own} drop constraint ${quote(name)}`;
  const definition = constraintDefinition(name, constraint, table);
  switch (constraint.kind) {
    case 'unique': {
      const columns = columnList(columnsBefore(change, constraint.fields));
      return [
        ...concurrently(
          table.name,
          name,
          `create unique index concurrently ${quote(name)} on public.${quote(table.name)} ${columns}`,
        ),
        {
          stage: 'switch',
          table: table.name,
          title: `${constraint.fields.join(', ')} of ${table.name} is unique`,
          runs: inTransaction,
          statements: [`${own} add constraint ${quote(name)} unique using index ${quote(name)}`],
          locks: exclusively(table.name),
          work: catalogOnly,
          loses: null,
          undo,
        },
      ];
    }
    case 'overlap':
      return [
        {
          stage: 'index',
          table: `${table.name}.${name}`,
          title: `entries of one timeline of ${table.name} do not overlap`,
          runs: inTransaction,
          statements: [`${own} add ${definition}`],
          // PostgreSQL has no way to make the index of an exclusion constraint beside the use of its table.
          locks: `ACCESS EXCLUSIVE on ${table.name} while its index is made: nobody reads or writes it meanwhile`,
          work: `scans ${table.name}; fails while entries overlap`,
          loses: null,
          undo,
        },
      ];
    default:
      return [
        {
          stage: 'switch',
          table: table.name,
          title: `add ${listed([object])}`,
          runs: inTransaction,
          statements: [`${own} add ${definition} not valid`],
          locks: exclusively(table.name, ...targets([object])),
          work: catalogOnly,
          loses: null,
          undo,
        },
        {
          stage: 'validate',
          table: `${table.name}.${name}`,
          title: `every row of ${table.name} keeps ${name}`,
          runs: inTransaction,
          statements: [`${own} validate constraint ${quote(name)}`],
          locks: beside(table.name),
          work: `scans ${table.name}; fails while a row breaks it: mend the row and run this again`,
          loses: null,
          undo,
        },
      ];
  }
}

/** An index that is made beside all use of its table; what a failed attempt has left goes first. */
export function concurrently(on: string, name: string, statement: string): readonly Planned[] {
  const drop = `drop index concurrently if exists public.${quote(name)}`;
  return [
    {
      stage: 'index',
      table: `${on}.${name}`,
      title: `make the index ${name}`,
      runs: alone,
      statements: [drop, statement],
      locks: `${beside(on)}; waits for the transactions that are running`,
      work: `scans ${on} twice`,
      loses: null,
      undo: drop,
    },
  ];
}

function listed(objects: readonly TableObject[]): string {
  return objects.map(({ name }) => name).join(', ');
}

function targets(objects: readonly TableObject[]): readonly string[] {
  return objects.flatMap(({ constraint }) => (constraint?.kind === 'reference' ? constraint.to : []));
}
