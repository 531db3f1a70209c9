import type { Table } from '../definition/model.ts';
import { quote } from '../sql/identifier.ts';
import { columnDefinitions } from './column.ts';
import { type NamedConstraint, versionSequence } from './constraint.ts';
import { constraintDefinition, placeOf } from './constraint_definition.ts';

/** The table of a resource and the sequence that numbers the versions of its rows. */
export function tableStatements(table: Table, constraints: readonly NamedConstraint[]): readonly string[] {
  return [
    createTable(table.name, [...columnDefinitions(table), ...definitions(table, constraints, 'table')]),
    `create sequence public.${versionSequence(table)} owned by public.${quote(table.name)}.row_version`,
  ];
}

/** The references of a table, to be added once all tables are there. */
export function referenceStatements(table: Table, constraints: readonly NamedConstraint[]): readonly string[] {
  const name = `public.${quote(table.name)}`;
  return definitions(table, constraints, 'end').map((definition) => `alter table ${name}\n  add ${definition}`);
}

/** `create table`, one column or constraint a line. */
export function createTable(name: string, lines: readonly string[]): string {
  return `create table public.${quote(name)} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)`;
}

function definitions(table: Table, constraints: readonly NamedConstraint[], place: 'table' | 'end'): readonly string[] {
  return constraints
    .filter(([, constraint]) => placeOf(constraint, table) === place)
    .map(([name, constraint]) => constraintDefinition(name, constraint, table));
}
