import type { Table } from '../../model/model.ts';
import { quote } from '../../sql/identifier.ts';
import { type Constraint, kindOf } from './kinds.ts';

/** `constraint <name> <definition>`, as in `create table` and after `alter table ... add`. */
export function constraintDefinition(name: string, constraint: Constraint, table: Table): string {
  return `constraint ${quote(name)} ${constraintRule(constraint, table)}`;
}

/** Where a constraint stands in the schema: in its table, beside it as an index, in a trigger, or after all tables. */
export function placeOf(constraint: Constraint, table: Table): 'table' | 'index' | 'trigger' | 'end' {
  const { kept } = kindOf(constraint);
  return kept.by === 'trigger' ? 'trigger' : kept.place(table, constraint);
}

function constraintRule(constraint: Constraint, table: Table): string {
  const { kept } = kindOf(constraint);
  if (kept.by === 'trigger') throw new Error(`the rule ${constraint.kind} of ${table.name} is kept by a trigger`);
  return kept.rule(constraint, table);
}
