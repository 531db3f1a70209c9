import type { Table } from '../../model/model.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import { operandType } from './column_type.ts';
import { accessCondition, itemOf } from './row.ts';
import type { Values } from './statement.ts';
import { ruleFor } from './viewer.ts';
import type { Assignment, Writer } from './writer.ts';

/** The value of an assignment in a statement. */
export function operand({ field, value }: Assignment, values: Values): string {
  return `${values.add(value)}::${operandType(field.type)}`;
}

/** A reference leads only to what the writer sees: to anything else it fails as to a row that is not there. */
export function seenOperand(assignment: Assignment, writer: Writer, values: Values): string {
  const target = limitedTarget(assignment, writer);
  const id = operand(assignment, values);
  if (target === null) return id;
  const row = itemOf(target, writer.model, values, null, writer.viewer, 'seen');
  const where = [`seen.id = ${id}`, ...accessCondition(target, 'read', row)];
  const exists = `exists (select from public.${quote(target.name)} as seen where ${where.join(' and ')})`;
  return `case when ${exists} then ${id} else almanac.refuse_reference(${textLiteral(assignment.field.name)}) end`;
}

/** The resource that a reference leads to, where the writer does not see all of its rows. */
export function limitedTarget({ field, value }: Assignment, { model, viewer }: Writer): Table | null {
  const target = field.type.kind === 'reference' ? model.resources.get(field.type.to) : undefined;
  if (target?.kind !== 'table' || value === null) return null;
  return ruleFor(viewer, target, 'read').kind === 'all' ? null : target;
}
