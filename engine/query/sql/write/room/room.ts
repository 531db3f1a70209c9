import { rowRule } from '../../../../access/restriction.ts';
import { fieldsOf } from '../../../../model/condition/looks.ts';
import type { Field } from '../../../../model/field.ts';
import type { AccessRule, Table } from '../../../../model/model.ts';
import { columnOf, identifier, join, publicTable, sql, textConstant } from '../../../../sql/fragment.ts';
import { defaultOf } from '../../condition/default.ts';
import { accessCondition } from '../../condition/row.ts';
import { itemOf } from '../../condition/row_place.ts';
import { parameter, type Sql } from '../../condition/statement.ts';
import { allOf, trueOrAll, whereOf } from '../../read/rule/fence.ts';
import { seenOperand } from '../operand.ts';
import type { Assignment, Writer } from '../writer.ts';

/**
 * The setting of a transaction that names the entries of a timeline which may make room, as an array of their ids. Without
 * it, all of them may: plain SQL and roles without rules write so.
 */
export function roomSetting({ name }: Table): string {
  return `almanac.room.${name}`;
}

/** Whether a change can need room. */
export function asksForRoom({ temporal }: Table, assignments: readonly Pick<Assignment, 'field'>[]): boolean {
  const bounds = ['valid_from', 'valid_to', ...(temporal?.timeline ?? [])];
  return assignments.some(({ field }) => bounds.includes(field.name));
}

/** A CTE `intended` with the row that a create is to make. */
export function renderIntended(table: Table, assignments: readonly Assignment[], writer: Writer): Sql {
  const columns = intendedColumns(table, assigned(assignments, writer), writer, null);
  return sql`intended as materialized (select ${columns} from caller)`;
}

/** The same with the rows that a create of many makes, in their places. */
export function renderIntendedRows(table: Table, sentFor: SentFor, source: Sql, writer: Writer): Sql {
  const columns = intendedColumns(table, sentFor, writer, null);
  return sql`intended as materialized (select ${columns}, sent.place from caller, ${source})`;
}

/** The value that a write sends for a field; null where it sends none. */
export type SentFor = (field: Field) => Sql | null;

/** The values that the assignments of a write give. */
export function assigned(assignments: readonly Assignment[], writer: Writer): SentFor {
  return ({ name }) => {
    const assignment = assignments.find(({ field }) => field.name === name);
    return assignment === undefined ? null : seenOperand(assignment, writer);
  };
}

/**
 * That the row under `intended` may be written, and that only the named entries make room for it. The expression is
 * true, or fails with almanac.forbid(). A writer without the right to write the row learns nothing of other entries.
 * The locks of the timeline must be held.
 */
export function renderRoom(table: Table, right: 'create' | 'updated', writer: Writer): Sql {
  const may = accessCondition(table, right, itemOf(table, writer, null, 'intended'));
  const setting = textConstant(roomSetting(table));
  const room = sql`set_config(${setting}, ${givingEntries(table, writer)}, true) is not null`;
  return may.length === 0 ? room : sql`case when ${allOf(may)} then ${room} else almanac.forbid() end`;
}

/** The same of a change of `item`, for which these conditions have to hold first. */
export function renderUpdateRoom(table: Table, sentFor: SentFor, conditions: readonly Sql[], writer: Writer): Sql {
  const columns = intendedColumns(table, sentFor, writer, 'item');
  // With an offset PostgreSQL works out all of its columns, whatever is asked of them.
  const room = sql`(select ${renderRoom(table, 'updated', writer)} from (select ${columns} offset 0) as intended)`;
  return sql`case when ${trueOrAll(conditions)} then ${room} else false end`;
}

/**
 * The row after the write: the assigned values, and for other fields the values of the current row, or the defaults of
 * a new one. References to hidden rows fail here.
 */
export function intendedColumns(table: Table, sentFor: SentFor, writer: Writer, current: string | null): Sql {
  const value = (field: Field): Sql => {
    const own = sentFor(field);
    if (own !== null) return own;
    if (field.name === 'recorded_at') return sql`now()`;
    if (field.name === 'recorded_by') return sql`${parameter(writer.identity, 'identity')}::bigint`;
    if (current !== null) return columnOf(current, field.name);
    // A new id is greater than all that there are.
    if (field.name === 'id') return sql`9223372036854775807::bigint`;
    return defaultOf(field);
  };
  const stored = [...table.fields.values()].filter(({ computed }) => computed === null);
  return join(
    stored.map((field) => sql`${value(field)} as ${identifier(field.name)}`),
    ', ',
  );
}

/** The ids of the entries that overlap `intended` and that the writer may cut or, where they are covered, delete. */
function givingEntries(table: Table, writer: Writer): Sql {
  const giving = entryGives(table, writer);
  if (giving === null) return sql`'{}'`;
  return sql`
    coalesce(
      (
        select array_agg(entry.id)
        from ${publicTable(table.name)} as entry${whereOf([...overlappingIntended(table), giving.once])}
      )::text,
      '{}'
    )`;
}

/** The conditions that `entry` is another entry of the timeline of `intended`, valid within its interval. */
export function overlappingIntended({ temporal }: Table): readonly Sql[] {
  const timeline = temporal?.timeline ?? [];
  return [
    ...timeline.map((field) => sql`${columnOf('entry', field)} = ${columnOf('intended', field)}`),
    sql`entry.id <> intended.id`,
    sql`entry.valid_from is not null`,
    // A range whose bounds are the wrong way round is an error; the constraint on the bounds says it better.
    sql`
      tstzrange(entry.valid_from, entry.valid_to) && tstzrange(
        intended.valid_from,
        case when intended.valid_to <= intended.valid_from then intended.valid_from else intended.valid_to end
      )`,
  ];
}

/** That an entry may make room. */
interface Giving {
  /** For `intended`: the writer sees it, and may cut it or, where it is covered, delete it. */
  readonly once: Sql;
  /** For several, of which the first may cut it and the next cover what is left. */
  readonly often: Sql;
}

/** That `entry` may make room; null where none may. */
export function entryGives(table: Table, writer: Writer): Giving | null {
  const read = rowRule(writer, table, 'read');
  const cut = rowRule(writer, table, 'update');
  const removal = rowRule(writer, table, 'delete');
  if (read.kind === 'nothing' || (cut.kind === 'nothing' && removal.kind === 'nothing')) return null;
  const row = itemOf(table, writer, null, 'entry');
  const mayDo = (action: 'update' | 'delete', others: readonly Sql[]): Sql => {
    if (rowRule(writer, table, action).kind === 'nothing') return sql`false`;
    const conditions = [...accessCondition(table, 'read', row), ...accessCondition(table, action, row), ...others];
    return conditions.length === 0 ? sql`true` : sql`(${allOf(conditions)})`;
  };
  const left = leftCondition(table, writer);
  const mayCut = mayDo('update', left);
  if (isSameRule(cut, removal) && left.length === 0) return { once: mayCut, often: mayCut };
  const mayRemove = mayDo('delete', []);
  return {
    once: sql`case when ${isCovered} then ${mayRemove} else ${mayCut} end`,
    often: sql`${mayCut} and ${mayRemove}`,
  };
}

/** That the writer may make what a cut leaves of `entry`; none where that follows from what the writer may cut. */
function leftCondition(table: Table, writer: Writer): readonly Sql[] {
  const updated = rowRule(writer, table, 'updated');
  const looksAtInterval =
    updated.kind === 'rule' && fieldsOf(updated.condition).some(({ name }) => Object.hasOwn(boundsLeft, name));
  if (updated.kind !== 'rule' || (isSameRule(updated, rowRule(writer, table, 'update')) && !looksAtInterval)) return [];
  const stored = [...table.fields.values()].filter(({ computed }) => computed === null);
  const columns = stored.map(({ name }) => sql`${boundsLeft[name] ?? columnOf('entry', name)} as ${identifier(name)}`);
  const may = accessCondition(table, 'updated', itemOf(table, writer, null, 'remnant'));
  return [sql`(select ${allOf(may)} from (select ${join(columns, ', ')} offset 0) as remnant)`];
}

/** The interval that a cut leaves, as the trigger of the timeline sets it. */
const boundsLeft: Readonly<Record<string, Sql>> = {
  valid_from: sql`case when entry.valid_from < intended.valid_from then entry.valid_from else intended.valid_to end`,
  valid_to: sql`case when entry.valid_from < intended.valid_from then intended.valid_from else entry.valid_to end`,
};

/** Whether the definition says the same of both. */
function isSameRule(one: AccessRule, other: AccessRule): boolean {
  if (one.kind !== 'rule' || other.kind !== 'rule') return one.kind === other.kind;
  const [texts, others] = [one, other].map(({ parts }) => parts.map(({ text }) => text).join('&'));
  return texts === others;
}

const isCovered = sql`
  entry.valid_from >= intended.valid_from and (intended.valid_to is null or entry.valid_to <= intended.valid_to)`;
