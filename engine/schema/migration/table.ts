import { quote } from '../../query/sql/identifier.ts';
import { placeOf } from '../constraint_definition.ts';
import { noticeTableNames } from '../notice_turn.ts';
import { type TablePart, tablePartStatements } from '../schema.ts';
import { referenceStatements } from '../table.ts';
import { tableFunctions } from './function.ts';
import { catalogOnly, exclusively, inTransaction, type Planned } from './step.ts';

/** Makes a resource's table, and its references when all tables and columns are there. */
export function createTableSteps(part: TablePart): readonly Planned[] {
  const { table, named } = part;
  const references = referenceStatements(table, named);
  const targets = named.flatMap(([, constraint]) => (constraint.kind === 'reference' ? constraint.to : []));
  const made: Planned = {
    stage: 'create',
    table: table.name,
    title: `add the resource ${table.name}`,
    runs: inTransaction,
    statements: tablePartStatements(part),
    locks: 'nothing',
    work: catalogOnly,
    loses: null,
    undo: `drop table ${[part.history?.name, table.name].flatMap((name) => (name === undefined ? [] : `public.${quote(name)}`)).join(', ')}`,
  };
  if (references.length === 0) return [made];
  return [
    made,
    {
      stage: 'switch',
      table: table.name,
      title: `let ${table.name} refer to ${[...new Set(targets)].join(', ')}`,
      runs: inTransaction,
      statements: references,
      locks: `SHARE ROW EXCLUSIVE on ${[...new Set(targets)].join(' and ')}: writes wait for a moment, reads go on`,
      work: catalogOnly,
      loses: null,
      undo: 'with the table',
    },
  ];
}

/** Drops a resource's table with its history. `nameOf` gives the name that an object has by then. */
export function dropTableSteps(part: TablePart, nameOf: (name: string) => string): readonly Planned[] {
  const { table, named, history } = part;
  const references = named.filter(([, constraint]) => placeOf(constraint, table) === 'end').map(([name]) => name);
  const own = nameOf(table.name);
  const tables = [history?.name, table.name].filter((name) => name !== undefined);
  const beside = [
    ...(table.holds === 'events' ? ['almanac.outbox'] : []),
    ...(table.holds === 'subscriptions' ? ['almanac.delivery'] : []),
    ...(table.holds === 'notifications' ? ['almanac.notified'] : []),
    ...(table.holds === 'notices' ? noticeTableNames : []),
  ];
  return [
    ...(references.length === 0
      ? []
      : [
          {
            stage: 'switch',
            table: table.name,
            title: `${table.name} refers to nothing any more`,
            runs: inTransaction,
            statements: references.map((name) => `alter table public.${quote(own)} drop constraint ${quote(name)}`),
            locks: exclusively(table.name, 'what it refers to'),
            work: catalogOnly,
            loses: null,
            undo: 'add the references again',
          } as const,
        ]),
    {
      stage: 'drop',
      table: table.name,
      title: `drop the resource ${table.name}`,
      runs: inTransaction,
      statements: [
        ...beside.map((name) => `drop table ${name}`),
        ...tables.map((name) => `drop table public.${quote(nameOf(name))}`),
        ...[...tableFunctions(part).keys()]
          .filter((name) => name.startsWith('function '))
          .map((name) => `drop ${name}`),
      ],
      locks: exclusively(...tables),
      work: catalogOnly,
      loses: `every row of ${tables.join(' and of ')}`,
      undo: 'impossible: restore a backup',
    },
  ];
}
