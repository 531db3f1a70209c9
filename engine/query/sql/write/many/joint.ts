import { createdFrom } from '../../../../model/created_from.ts';
import type { Model, Table } from '../../../../model/model.ts';
import { cast, columnOf, type Fragment, identifier, join, publicTable, raw, sql } from '../../../../sql/fragment.ts';
import { targetOf } from '../../../../vocabulary/field_type.ts';
import { operandType } from '../../condition/column_type.ts';
import { idSlot, parameter, type Sql, statementOf, type Template } from '../../condition/statement.ts';
import { whereOf } from '../../read/rule/fence.ts';
import { renderJointUpdateLock } from '../lock/lock.ts';
import { idsOfArray, renderLock } from '../lock/lock_chain.ts';
import { ownerLock, rowStrength, timelineField } from '../lock/own_locks.ts';
import { operand } from '../operand.ts';
import { allowed, callerExpression, isCreateBehindLock, isHeld, shown } from '../write.ts';
import type { Assignment, Writer } from '../writer.ts';
import { sayLatest } from './chosen.ts';

// Writes of one row each, of one shape, as one statement. PostgreSQL begins and ends a statement, and reads the checks of its
// table, once for all rows. Each slot has an array: an element is the value of one of the writes. The statement fails where any of
// the writes would be refused. So the commit may go out with it.

/** Whether creates of one row each can be one statement. Entries can if they say their timelines, each another one. */
export function areCreatesJoinable(table: Table, assignments: readonly Assignment[], model: Model): boolean {
  const isApart = table.temporal === null || timelineOf(table, assignments) !== null;
  return assignments.some(isOfWrite) && isApart && !createsEntries(table, model);
}

/** Whether updates of one row each can be one statement. A changed entry makes room, where each update sees the one before it. */
export function areUpdatesJoinable(table: Table, assignments: readonly Assignment[], model: Model): boolean {
  return table.temporal === null && assignments.some(isOfWrite) && !createsEntries(table, model);
}

/** Whether entries of a timeline may follow from a write. In one transaction, they cut each other without a version of each. */
function createsEntries(table: Table, model: Model): boolean {
  for (const name of createdFrom(table, model)) {
    const created = model.resources.get(name);
    if (created?.kind === 'table' && created.temporal !== null) return true;
  }
  return false;
}

/** The id of the row on which writers of the timeline of a new entry queue; null for other rows. */
export function timelineOf(table: Table, assignments: readonly Assignment[]): string | null {
  return timelineAssignment(table, assignments)?.value ?? null;
}

const ids = sql`${parameter(null, idSlot)}::bigint[]`;

/**
 * Inserts rows in the order of their writes, and answers as renderCreate does, with a row for each. The timelines of entries
 * are locked before it, so that it records all of them later than the versions that they replace.
 */
export function renderJointCreate(table: Table, assignments: readonly Assignment[], writer: Writer): Template {
  const columns = assignments.map(({ field }) => identifier(field.name));
  const sent = sentArrays(assignments);
  const statement = statementOf(sql`
    ${callerExpression(writer)},
    written as (
      insert into ${publicTable(table.name)} (${join(columns, ', ')})
      select ${join(assignments.map(jointValue), ', ')}
      from caller, ${renderSent(sent)}
      returning *
    )
    ${answered(shown(table, 'create', writer, bytesOfOne(writer)), areWritten(table, assignments, sent), writer)}`);
  const timeline = isCreateBehindLock(table, assignments, writer) ? undefined : timelineAssignment(table, assignments);
  return { ...statement, first: timeline === undefined ? null : lockOfTimelines(timeline) };
}

function timelineAssignment(table: Table, assignments: readonly Assignment[]): Assignment | undefined {
  const field = timelineField(table);
  return assignments.find((each) => each.field === field && isOfWrite(each));
}

function lockOfTimelines({ field, slot }: Assignment): Template {
  const timelines = sql`${parameter(null, slot)}::bigint[]`;
  return statementOf(renderLock(ownerLock(field, idsOfArray(timelines)), 0));
}

/** Changes rows in the order of their writes, and answers as renderUpdate does, with a row for each. */
export function renderJointUpdate(table: Table, assignments: readonly Assignment[], writer: Writer): Template {
  const set = assignments.map((each) => sql`${identifier(each.field.name)} = ${jointValue(each)}`);
  // PostgreSQL neither hashes nor sorts for it: it goes from one id that is sent to the next.
  const isOwn = sql`item.id = any (array[sent.id])`;
  const statement = statementOf(sql`
    ${callerExpression(writer)}, ${latestIfMany(table)},
    written as (
      update ${publicTable(table.name)} as item
      set ${join(set, ', ')}
      from caller, latest, ${renderSent([...sentArrays(assignments), { name: raw('id'), array: ids }])}${whereOf([isOwn, ...allowed(table, 'update', writer)])}
      returning item.*
    )
    ${answered(shown(table, 'updated', writer, bytesOfOne(writer)), isInOrder, writer)}`);
  const isBehindLock = isHeld(table, 'update', assignments, writer);
  return { ...statement, first: isBehindLock ? renderJointUpdateLock(table, assignments, writer) : null };
}

/** Whether rows may exchange unique values by joint updates, as PostgreSQL compares them behind the last of a statement. */
export function mayExchange(table: Table, assignments: readonly Assignment[]): boolean {
  return rowStrength(table, assignments) === 'update';
}

/** From so many rows on, it takes less to record them together: of 50 rows, a fifth of all that their statement takes. */
const fewestTogether = 8;

/** A CTE `latest` that says which of many rows was recorded last. Of few rows, the trigger records each by itself. */
function latestIfMany(table: Table): Sql {
  const rows = sql`from ${publicTable(table.name)} as item where item.id = any (${ids}) order by item.recorded_at desc`;
  const setting = sayLatest(table, sql`select item.id ${rows} limit 1`);
  return sql`
    latest as materialized (
      select case when cardinality(${ids}) >= ${raw(String(fewestTogether))} then ${setting} end as id
    )`;
}

/** That there is a row for each write: a trigger may leave one out. None refers to another, as it could not by itself. */
function areWritten(table: Table, assignments: readonly Assignment[], sent: readonly SentArray[]): Sql {
  const count = sent.slice(0, 1).map(({ array }) => sql`(select count(*) from written) = cardinality(${array})`);
  const own = assignments.filter(({ field }) => targetOf(field.type) === table.name);
  const references = own.map(({ field }) => {
    const to = columnOf('written', field.name);
    const all = field.type.kind === 'array' ? sql`any (${to})` : to;
    return sql`not exists (select from written where (select min(other.id) from written as other) <= ${all})`;
  });
  return join([...count, ...references], ' and ');
}

/** That each row was found, and changed in its turn: PostgreSQL may come to the rows of a short table in another order. */
const isInOrder = sql`array(select written.id from written) = ${ids}`;

/**
 * The rows of an answer, if a condition on them holds, and the time of the transaction is not over once they are written. It
 * fails where there is no row too.
 */
function answered(rows: Sql, condition: Sql, { model }: Writer): Sql {
  const seconds = raw(String(model.service.limits.statementTimeoutSeconds));
  const isTimely = sql`clock_timestamp() < transaction_timestamp() + ${seconds} * interval '1 second'`;
  return sql`
    select answer.id, answer.version, answer.body, decided.holds
    from (select case when ${condition} and ${isTimely} then true else almanac.forbid() end as holds) as decided
    left join (${rows}) as answer on true`;
}

/** What one answer of a batch may have, so that all of them together have no more than they may. */
function bytesOfOne({ model }: Writer): number {
  const { responseBytes, batchRequests } = model.service.limits;
  return responseBytes / batchRequests;
}

/** What the writes send of a field, or as their ids. */
interface SentArray {
  readonly name: Fragment;
  readonly array: Sql;
}

function sentArrays(assignments: readonly Assignment[]): readonly SentArray[] {
  return assignments
    .filter(isOfWrite)
    .map(({ slot }) => ({ name: nameOf(slot), array: sql`${parameter(null, slot)}::text[]` }));
}

function renderSent(sent: readonly SentArray[]): Sql {
  const arrays = sent.map(({ array }) => array);
  const names = sent.map(({ name }) => name);
  return sql`unnest(${join(arrays, ', ')}) as sent(${join(names, ', ')})`;
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
