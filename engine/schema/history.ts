import type { History } from '../model/model.ts';
import { quote } from '../sql/identifier.ts';
import type { TableObject } from '../sql/object.ts';
import { dataTable } from '../sql/table.ts';
import type { NamedConstraint } from './constraint/constraints.ts';
import { constraintDefinition } from './constraint/definition.ts';
import { declaredFields, typedColumn, validityNames } from './table/column.ts';

/**
 * The table of replaced versions. Its fields have no rules: a recorded version stays, even if the rules change or the
 * rows that it refers to are gone.
 */
export function historyTable({ name, of: table }: History, constraints: readonly NamedConstraint[]): TableObject {
  return dataTable(`public.${quote(name)}`, [
    'id bigint not null',
    `${quote(`${table.name}_id`)} bigint not null`,
    ...declaredFields(table).map(typedColumn),
    ...(table.temporal === null ? [] : validityNames.map((validity) => `${validity} timestamptz`)),
    'recorded_at timestamptz not null',
    'recorded_by bigint not null',
    'replaced_at timestamptz not null',
    'replaced_by bigint not null',
    ...constraints.map(([constraint, definition]) => constraintDefinition(constraint, definition, table)),
  ]);
}
