import type { Table } from '../../../../model/model.ts';
import { cast, type Fragment, identifier, join, publicTable, raw, sql } from '../../../../sql/fragment.ts';
import { operandType } from '../../condition/column_type.ts';
import { idSlot, parameter, type Sql, statementOf, type Template } from '../../condition/statement.ts';
import { whereOf } from '../../read/rule/fence.ts';
import { operand } from '../operand.ts';
import { allowed, callerExpression, shown } from '../write.ts';
import type { Assignment, Writer } from '../writer.ts';

// Writes of one row each, of one shape, as one statement. PostgreSQL begins and ends a statement, and reads the checks of its
// table, once for all rows. Each slot has an array: an element is the value of one of the writes.

/** Whether writes of one row can be one statement. An entry of a timeline makes room, where each write sees the one before it. */
export function isJoinable({ temporal }: Table, assignments: readonly Assignment[]): boolean {
  return temporal === null && assignments.some(isOfWrite);
}

/** Inserts rows in the order of their writes, and answers as renderCreate does, with a row for each. */
export function renderJointCreate(table: Table, assignments: readonly Assignment[], writer: Writer): Template {
  const columns = assignments.map(({ field }) => identifier(field.name));
  return statementOf(sql`
    ${callerExpression(writer)},
    written as (
      insert into ${publicTable(table.name)} (${join(columns, ', ')})
      select ${join(assignments.map(jointValue), ', ')}
      from caller, ${renderSent(assignments, null)}
      returning *
    )
    ${shown(table, 'create', writer)}`);
}

/** Changes rows, and answers as renderUpdate does, in the order in which PostgreSQL came to the rows. */
export function renderJointUpdate(table: Table, assignments: readonly Assignment[], writer: Writer): Template {
  const set = assignments.map((each) => sql`${identifier(each.field.name)} = ${jointValue(each)}`);
  // PostgreSQL neither hashes nor sorts for it: it goes from one id that is sent to the next.
  const isOwn = sql`item.id = any (array[sent.id])`;
  return statementOf(sql`
    ${callerExpression(writer)},
    written as (
      update ${publicTable(table.name)} as item
      set ${join(set, ', ')}
      from caller, ${renderSent(assignments, idSlot)}${whereOf([isOwn, ...allowed(table, 'update', writer)])}
      returning item.*
    )
    ${shown(table, 'updated', writer)}`);
}

function renderSent(assignments: readonly Assignment[], ids: typeof idSlot | null): Sql {
  const sent = assignments.filter(isOfWrite);
  const values = sent.map(({ slot }) => sql`${parameter(null, slot)}::text[]`);
  const names = sent.map(({ slot }) => nameOf(slot));
  if (ids === null) return sql`unnest(${join(values, ', ')}) as sent(${join(names, ', ')})`;
  return sql`unnest(${join([...values, sql`${parameter(null, ids)}::bigint[]`], ', ')}) as sent(${join([...names, raw('id')], ', ')})`;
}

/** The value of an assignment in each of the writes. What is null, or given by the service, is the same in all of them. */
function jointValue(assignment: Assignment): Sql {
  const { slot, ...same } = assignment;
  return isOfWrite(assignment) ? cast(sql`sent.${nameOf(slot)}`, operandType(same.field.type)) : operand(same);
}

function isOfWrite({ value, slot }: Assignment): boolean {
  return value !== null && slot !== undefined;
}

function nameOf(slot: number | undefined): Fragment {
  return raw(`value_${slot}`);
}
