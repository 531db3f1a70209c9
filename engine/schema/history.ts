import type { History } from '../model/model.ts';
import { commentObject } from '../sql/comment.ts';
import { quote } from '../sql/identifier.ts';
import type { SchemaObject } from '../sql/object.ts';
import { dataTable } from '../sql/table.ts';
import type { NamedConstraint } from './constraint/constraints.ts';
import { constraintDefinition } from './constraint/definition.ts';
import { deletedIdObjects } from './deleted_ids.ts';
import { declaredFields, typedColumn, validityNames } from './table/column.ts';
import { resourceComments } from './table/comment.ts';

/**
 * The table of replaced versions, and what is known of the ids of deleted rows. Its fields have no rules: a recorded version stays, even
 * if the rules change or the rows that it refers to are gone.
 */
export function historyObjects(history: History, constraints: readonly NamedConstraint[]): readonly SchemaObject[] {
  const { name, of: table } = history;
  const versions = dataTable(`public.${quote(name)}`, [
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
  return [versions, ...deletedIdObjects(history), ...resourceComments(history).map(commentObject)];
}
