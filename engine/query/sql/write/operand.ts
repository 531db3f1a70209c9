import { limitedTarget } from '../../../access/write_rule.ts';
import type { Table } from '../../../model/model.ts';
import { cast, publicTable, sql, textConstant } from '../../../sql/fragment.ts';
import { operandType } from '../condition/column_type.ts';
import { accessCondition, itemOf } from '../condition/row.ts';
import { parameter, type Sql } from '../condition/statement.ts';
import { whereOf } from '../read/fence.ts';
import type { Assignment, Writer } from './writer.ts';

/** The value of an assignment in a statement. */
export function operand({ field, value }: Assignment): Sql {
  return cast(parameter(value), operandType(field.type));
}

/** A reference leads only to what the writer sees: to anything else it fails as to a row that is not there. */
export function seenOperand(assignment: Assignment, writer: Writer): Sql {
  const target = limitedReference(assignment, writer);
  const id = operand(assignment);
  if (target === null) return id;
  const row = itemOf(target, writer, null, 'seen');
  const where = [sql`seen.id = ${id}`, ...accessCondition(target, 'read', row)];
  const exists = sql`exists (select from ${publicTable(target.name)} as seen${whereOf(where)})`;
  return sql`case when ${exists} then ${id} else almanac.refuse_reference(${textConstant(assignment.field.name)}) end`;
}

/** The resource that an assignment refers to, where the writer does not see all of its rows. */
export function limitedReference({ field, value }: Assignment, writer: Writer): Table | null {
  return value === null ? null : limitedTarget(field, writer);
}
