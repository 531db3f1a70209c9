import { limitedTarget } from '../../../access/write_rule.ts';
import type { Field } from '../../../model/field.ts';
import type { Table } from '../../../model/model.ts';
import { cast, publicTable, sql, textConstant } from '../../../sql/fragment.ts';
import { elementsTo } from '../../../vocabulary/field_type.ts';
import { operandType } from '../condition/column_type.ts';
import { accessCondition } from '../condition/row.ts';
import { itemOf } from '../condition/row_place.ts';
import { parameter, type Sql } from '../condition/statement.ts';
import { whereOf } from '../read/rule/fence.ts';
import type { Assignment, Writer } from './writer.ts';

/** The value of an assignment in a statement. */
export function operand({ field, value, slot, given }: Assignment): Sql {
  return given ?? cast(parameter(value, slot ?? null), operandType(field.type));
}

/** A reference leads only to what the writer sees: to anything else it fails as to a row that is not there. */
export function seenOperand(assignment: Assignment, writer: Writer): Sql {
  const target = limitedReference(assignment, writer);
  const id = operand(assignment);
  if (target === null) return id;
  if (isArray(assignment.field)) return seenElements(assignment.field, id, target, writer);
  return seenId(assignment.field, id, isSeen(target, id, writer));
}

/** The same of a reference in many rows, where it may be null. */
export function seenReference(field: Field, id: Sql, writer: Writer): Sql {
  const target = limitedTarget(field, writer);
  if (target !== null && isArray(field)) return seenElements(field, id, target, writer);
  return target === null ? id : seenId(field, id, sql`${id} is null or ${isSeen(target, id, writer)}`);
}

function isSeen(target: Table, id: Sql, writer: Writer): Sql {
  const row = itemOf(target, writer, null, 'seen');
  const where = [sql`seen.id = ${id}`, ...accessCondition(target, 'read', row)];
  return sql`exists (select from ${publicTable(target.name)} as seen${whereOf(where)})`;
}

function seenId({ name }: Field, id: Sql, isAllowed: Sql): Sql {
  return sql`case when ${isAllowed} then ${id} else almanac.refuse_reference(${textConstant(name)}) end`;
}

function isArray({ type }: Field): boolean {
  return elementsTo(type) !== null;
}

/** The first element that leads nowhere the writer sees is refused by its id. */
function seenElements({ name }: Field, ids: Sql, target: Table, writer: Writer): Sql {
  const hidden = sql`
    select almanac.refuse_reference(${textConstant(`${name} `)} || element.id)
    from unnest(${ids}) with ordinality as element (id, place)
    where not ${isSeen(target, sql`element.id`, writer)}
    order by element.place
    limit 1`;
  return sql`case when (${hidden}) is null then ${ids} end`;
}

/** The resource that an assignment refers to, where the writer does not see all of its rows. */
export function limitedReference({ field, value }: Assignment, writer: Writer): Table | null {
  return value === null ? null : limitedTarget(field, writer);
}
