import type { Table } from '../../model/model.ts';
import { quote } from '../../sql/identifier.ts';
import type { SchemaObject } from '../../sql/object.ts';
import { dataTable, sequence } from '../../sql/table.ts';
import { type NamedConstraint, versionSequence } from '../constraint/constraints.ts';
import { constraintDefinition, placeOf } from '../constraint/definition.ts';
import { columnDefinitions } from './column.ts';

/** The table of a resource and the sequence that numbers the versions of its rows. */
export function tableObjects(table: Table, constraints: readonly NamedConstraint[]): readonly SchemaObject[] {
  const name = `public.${quote(table.name)}`;
  return [
    dataTable(name, [...columnDefinitions(table), ...definitions(table, constraints, 'table').map(([, rule]) => rule)]),
    sequence(`public.${versionSequence(table)}`, { table: name, column: 'row_version' }),
  ];
}

/** The references of a table, to be added once all tables are there. */
export function referenceObjects(table: Table, constraints: readonly NamedConstraint[]): readonly SchemaObject[] {
  const on = `public.${quote(table.name)}`;
  return definitions(table, constraints, 'end').map(
    ([name, rule, to]): SchemaObject => ({
      kind: 'constraint',
      name: quote(name),
      on,
      create: `alter table ${on}\n  add ${rule}`,
      drop: `alter table ${on} drop constraint ${quote(name)}`,
      dependsOn: [`table ${on}`, ...(to === null ? [] : [`table public.${quote(to)}`])],
    }),
  );
}

/** Constraints by name, each as it is written, and the resource that it refers to. */
function definitions(
  table: Table,
  constraints: readonly NamedConstraint[],
  place: 'table' | 'end',
): readonly (readonly [name: string, rule: string, to: string | null])[] {
  return constraints
    .filter(([, constraint]) => placeOf(constraint, table) === place)
    .map(([name, constraint]) => [
      name,
      constraintDefinition(name, constraint, table),
      constraint.kind === 'reference' ? constraint.to : null,
    ]);
}
