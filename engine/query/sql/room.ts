import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { quote } from '../../sql/identifier.ts';
import { line } from '../../sql/line.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { AccessAction } from '../../vocabulary/action/action_word.ts';
import { columnType } from './column_type.ts';
import { defaultExpression } from './default.ts';
import { seenOperand } from './operand.ts';
import { accessCondition, itemOf } from './row.ts';
import type { Values } from './statement.ts';
import { ruleFor } from './viewer.ts';
import type { Assignment, Writer } from './writer.ts';

/**
 * The setting of a transaction that names the entries of a timeline which may make room, as an array of their ids. Without
 * it, all of them may: plain SQL and roles without rules write so.
 */
export function roomSetting({ name }: Table): string {
  return `almanac.room.${name}`;
}

/** Whether a writer may not cut or delete every entry that would have to make room for another. */
export function isRoomLimited(table: Table, { viewer }: Pick<Writer, 'viewer'>): boolean {
  if (table.temporal?.overlap !== 'make_room' || table.temporal.makeRoom === 'anybody') return false;
  const actions = ['read', 'update', 'delete'] as const;
  return actions.some((action) => ruleFor(viewer, table, action).kind !== 'all');
}

/** Whether a change can need room. */
export function asksForRoom({ temporal }: Table, assignments: readonly Assignment[]): boolean {
  const bounds = ['valid_from', 'valid_to', ...(temporal?.timeline ?? [])];
  return assignments.some(({ field }) => bounds.includes(field.name));
}

/** A CTE `intended` with the row that a create is to make. */
export function renderIntended(
  table: Table,
  assignments: readonly Assignment[],
  writer: Writer,
  values: Values,
): string {
  return `intended as materialized (select ${intendedColumns(table, assignments, writer, values, null)} from caller)`;
}

/**
 * That the row under `intended` may be written and that no entry makes room for it but those named here: an expression that
 * is true, or fails with almanac.forbid(). Who may not write the row learns nothing of other entries. The locks of the
 * timeline have to be held.
 */
export function renderRoom(table: Table, action: 'create' | 'update', writer: Writer, values: Values): string {
  const may = accessCondition(table, action, itemOf(table, writer.model, values, null, writer.viewer, 'intended'));
  const room = `set_config(${textLiteral(roomSetting(table))}, ${givingEntries(table, writer, values)}, true) is not null`;
  return may.length === 0 ? room : `case when ${may.join(' and ')} then ${room} else almanac.forbid() end`;
}

/** The same of a change of `item`, for which these conditions have to hold first. */
export function renderUpdateRoom(
  table: Table,
  assignments: readonly Assignment[],
  conditions: readonly string[],
  writer: Writer,
  values: Values,
): string {
  const columns = intendedColumns(table, assignments, writer, values, 'item');
  // With an offset PostgreSQL works out all of its columns, whatever is asked of them.
  const room = `(select ${renderRoom(table, 'update', writer, values)} from (select ${columns} offset 0) as intended)`;
  return `case when ${conditions.join(' and ') || 'true'} then ${room} else false end`;
}

/**
 * The row as it is to be: what is assigned, and of other fields what the current row has, or without one their defaults.
 * References to rows that the writer does not see fail here.
 */
function intendedColumns(
  table: Table,
  assignments: readonly Assignment[],
  writer: Writer,
  values: Values,
  current: string | null,
): string {
  const value = (field: Field): string => {
    const assignment = assignments.find((each) => each.field.name === field.name);
    if (assignment !== undefined) return seenOperand(assignment, writer, values);
    if (field.name === 'recorded_at') return 'now()';
    if (field.name === 'recorded_by') return `${values.add(writer.identity)}::bigint`;
    if (current !== null) return `${current}.${quote(field.name)}`;
    // A new id is greater than all that there are.
    if (field.name === 'id') return '9223372036854775807::bigint';
    return `(${defaultExpression(field) ?? 'null'})::${columnType(field.type)}`;
  };
  const stored = [...table.fields.values()].filter(({ computed }) => computed === null);
  return stored.map((field) => `${value(field)} as ${quote(field.name)}`).join(', ');
}

/** The ids of the entries that overlap `intended` and that the writer may cut or, where they are covered, delete. */
function givingEntries(table: Table, { model, viewer }: Writer, values: Values): string {
  const cut = mayDo(table, 'update');
  const removed = mayDo(table, 'delete');
  if (cut === 'false' && removed === 'false') return "'{}'";
  const timeline = table.temporal?.timeline ?? [];
  const where = [
    ...timeline.map((field) => `entry.${quote(field)} = intended.${quote(field)}`),
    'entry.id <> intended.id',
    'entry.valid_from is not null',
    // A range whose bounds are the wrong way round is an error; the constraint on the bounds says it better.
    line`
      tstzrange(entry.valid_from, entry.valid_to) && tstzrange(
        intended.valid_from,
        case when intended.valid_to <= intended.valid_from then intended.valid_from else intended.valid_to end
      )`,
    cut === removed ? cut : `case when ${isCovered} then ${removed} else ${cut} end`,
  ];
  return line`
    coalesce(
      (
        select array_agg(entry.id)
        from public.${quote(table.name)} as entry
        where ${where.join(' and ')}
      )::text,
      '{}'
    )`;

  function mayDo(of: Table, action: AccessAction): string {
    const row = itemOf(of, model, values, null, viewer, 'entry');
    const conditions = [...accessCondition(of, 'read', row), ...accessCondition(of, action, row)];
    if (conditions.includes('false')) return 'false';
    return conditions.length === 0 ? 'true' : `(${conditions.join(' and ')})`;
  }
}

const isCovered =
  'entry.valid_from >= intended.valid_from and (intended.valid_to is null or entry.valid_to <= intended.valid_to)';
