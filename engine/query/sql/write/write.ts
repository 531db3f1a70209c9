import { type Restrictions, rowRule } from '../../../access/restriction.ts';
import { isRoomLimited } from '../../../access/write_rule.ts';
import { looksAtRelations } from '../../../model/condition/looks.ts';
import { decidesByRole } from '../../../model/decides_by_role.ts';
import type { Table } from '../../../model/model.ts';
import { columnOf, empty, identifier, join, publicTable, raw, sql } from '../../../sql/fragment.ts';
import { accessCondition } from '../condition/row.ts';
import { itemOf } from '../condition/row_place.ts';
import { idSlot, parameter, type Sql, type Statement, statementOf, type Template } from '../condition/statement.ts';
import { writtenSetting } from '../read/read.ts';
import { allOf, trueOrAll, whereOf } from '../read/rule/fence.ts';
import { boundedRows } from '../read/shown/answer_bytes.ts';
import { renderFields } from '../read/shown/columns.ts';
import { longestRowOf } from '../read/shown/longest_answer.ts';
import { actingParty, needsParty } from './acting_party.ts';
import { isHeldByChecks } from './lock/check_lock.ts';
import { isDecidedByOthers } from './lock/decided_by_others.ts';
import { renderCreateLock, renderUpdateLock } from './lock/lock.ts';
import { operand, seenOperand } from './operand.ts';
import { type OwnValue, renderOwnValues } from './own_value.ts';
import { type Precondition, renderPrecondition } from './precondition.ts';
import { asksForRoom, assigned, renderIntended, renderRoom, renderUpdateRoom } from './room/room.ts';
import type { Assignment, Writer } from './writer.ts';

/**
 * Inserts a row: its `id` and `version`, and its shown form as a JSON object in `body` (see shownBody). A row that the writer
 * may not make is an error of almanac.forbid(), which undoes it. Where another statement shows the row, it is told its id.
 */
export function renderCreate(
  table: Table,
  assignments: readonly Assignment[],
  writer: Writer,
  isShownLater = false,
): Template {
  const isLimited = isRoomLimited(table, writer);
  const intended = isLimited ? sql`, ${renderIntended(table, assignments, writer)}` : empty;
  const from = isLimited ? sql`intended where ${renderRoom(table, 'create', writer)}` : sql`caller`;
  const statement = statementOf(sql`
    ${callerExpression(writer)}${intended},
    written as (
      insert into ${publicTable(table.name)} ${insertedRow(assignments, writer, isLimited)} from ${from} returning *
    )
    ${isShownLater ? told(table, writer) : shown(table, 'create', writer)}`);
  const isBehindLock = isCreateBehindLock(table, assignments, writer);
  return { ...statement, first: isBehindLock ? renderCreateLock(table, assignments, writer.model) : null };
}

/** Whether the locks of a create come before its statement. */
export function isCreateBehindLock(table: Table, assignments: readonly Assignment[], writer: Writer): boolean {
  return isRoomLimited(table, writer) || isHeld(table, 'create', assignments, writer);
}

/** Whether a write is decided by what may change beside it, so that locks come before its statement. */
export function isHeld(
  table: Table,
  action: 'create' | 'update',
  assignments: readonly Assignment[],
  writer: Writer,
): boolean {
  const rights = action === 'create' ? (['create'] as const) : (['read', 'update', 'updated'] as const);
  return (
    isDecidedByOthers(table, rights, assignments, writer) || isHeldByChecks(table, action, assignments, writer.model)
  );
}

/** The columns of a new row, and the select list of their values. */
function insertedRow(assignments: readonly Assignment[], writer: Writer, isLimited: boolean): Sql {
  if (assignments.length === 0) return sql`(recorded_by) select null`;
  const columns = assignments.map(({ field }) => identifier(field.name));
  const operands = assignments.map((assignment) =>
    isLimited ? columnOf('intended', assignment.field.name) : seenOperand(assignment, writer),
  );
  return sql`(${join(columns, ', ')}) select ${join(operands, ', ')}`;
}

/** The row that a write is meant for, and what must hold of it. */
export interface WriteTarget {
  readonly id: string;
  readonly precondition: Precondition;
  /** Values that it must have. */
  readonly own?: readonly OwnValue[];
}

/**
 * Changes a row, with the same columns as a create. It returns no row if the row does not exist (or is soft-deleted and
 * not restored), or the writer may not see and change it. Also if the precondition does not hold, or a value that was
 * sent back differs.
 */
export function renderUpdate(
  table: Table,
  { id, precondition, own = [] }: WriteTarget,
  assignments: readonly Assignment[],
  writer: Writer,
): Template {
  const item = sql`${parameter(id, idSlot)}::bigint`;
  const restores = assignments.some(({ field }) => field.name === 'valid_from');
  const conditions = [
    ...allowed(table, 'update', writer),
    ...ownValues(own, table, writer),
    ...(table.temporal === null || restores ? [] : [sql`item.valid_from is not null`]),
    ...renderPrecondition(precondition, table),
  ];
  const isLimited = isRoomLimited(table, writer) && asksForRoom(table, assignments);
  const isBehindLock = isLimited || isHeld(table, 'update', assignments, writer);
  const { lock, held } = isBehindLock ? unlocked : lockExpression(table, item, assignments);
  const all = isLimited ? [renderUpdateRoom(table, assigned(assignments, writer), conditions, writer)] : conditions;
  const statement = statementOf(sql`
    ${callerExpression(writer)}${lock},
    written as (
      update ${publicTable(table.name)} as item
      set ${setting(assignments, writer)}
      from caller${held}${whereOf([sql`item.id = ${item}`, ...all])}
      returning item.*
    )
    ${shown(table, 'updated', writer)}`);
  return { ...statement, first: isBehindLock ? renderUpdateLock(table, id, assignments, writer) : null };
}

/**
 * Why a write found no row, if the writer sees one. `deleted`: the entry is off its timeline. `allowed`: the writer may
 * do this with it. `held`: the precondition holds. `own_0` and so on: a value that was sent back is its own.
 */
export function renderMissing(
  table: Table,
  { id, precondition, own = [] }: WriteTarget,
  action: 'update' | 'delete',
  writer: Writer,
): Statement {
  const row = itemOf(table, writer, null);
  const where = [sql`item.id = ${parameter(id)}::bigint`, ...accessCondition(table, 'read', row)];
  const may = trueOrAll(accessCondition(table, action, row));
  const deleted = table.temporal === null ? sql`false` : sql`item.valid_from is null`;
  const held = trueOrAll(renderPrecondition(precondition, table));
  const has = ownValues(own, table, writer).map((each, index) => sql`, ${each} as own_${index}`);
  return statementOf(sql`
    select ${deleted} as deleted, (${may}) is true as allowed, ${held} as held${join(has, '')}
    from ${publicTable(table.name)} as item${whereOf(where)}`);
}

export function setting(assignments: readonly Assignment[], writer: Writer): Sql {
  // An update of nothing still has to answer with the row: the id stays what it is.
  if (assignments.length === 0) return sql`id = item.id`;
  const set = assignments.map((each) => sql`${identifier(each.field.name)} = ${seenOperand(each, writer)}`);
  return join(set, ', ');
}

function ownValues(own: readonly OwnValue[], table: Table, writer: Writer): readonly Sql[] {
  if (own.length === 0) return [];
  return renderOwnValues(own, writer.model.resources.get(table.name) ?? table, itemOf(table, writer, null));
}

/** The conditions that a row is one which the writer may see, and do this with. */
export function allowed(table: Table, action: 'update' | 'delete', writer: Writer): readonly Sql[] {
  const row = itemOf(table, writer, null);
  return [...accessCondition(table, 'read', row), ...accessCondition(table, action, row)];
}

// The triggers read who writes from settings of this transaction. A CTE that nothing refers to would never run.
export function callerExpression({ identity, principal, model }: Writer): Sql {
  const role = decidesByRole(model)
    ? sql`, set_config('almanac.role', ${parameter(principal.role ?? '')}, true) as role`
    : empty;
  const party = needsParty(model)
    ? sql`, set_config('almanac.party', ${parameter(actingParty(principal) ?? '', 'party')}, true) as party`
    : empty;
  const set = sql`select set_config('almanac.identity', ${parameter(identity, 'identity')}, true) as identity${role}${party}`;
  return sql`with caller as materialized (${set})`;
}

/**
 * A CTE that locks the row on which writers of the entry's timeline queue, and the row of the timeline that it moves
 * to. Also the continuation of FROM that makes the statement wait for it before it looks at its own row. An update
 * locks its own row before any trigger runs, so triggers alone would deadlock under mixed creates and changes.
 */
export function lockExpression(table: Table, id: Sql, assignments: readonly Assignment[]): TimelineLock {
  const [first] = table.temporal?.timeline ?? [];
  const field = table.fields.get(first ?? '');
  if (field?.type.kind !== 'reference') return unlocked;
  const owner = columnOf('entry', field.name);
  const current = sql`select ${owner} from ${publicTable(table.name)} as entry where entry.id = ${id}`;
  const move = assignments.find((assignment) => assignment.field === field);
  const ids = move === undefined ? current : sql`${current} union all select ${operand(move)}`;
  return {
    lock: sql`, timeline as materialized (
      select owner.id
      from ${publicTable(field.type.to)} as owner
      where owner.id in (${ids})
      order by owner.id
      for no key update
    )`,
    held: sql`, (select count(*) as owners from timeline) as locked`,
  };
}

interface TimelineLock {
  /** A CTE. */
  readonly lock: Sql;
  /** A source in FROM. */
  readonly held: Sql;
}

/** Nothing is locked. */
export const unlocked: TimelineLock = { lock: empty, held: empty };

/** What refuses a row that is written as the writer may not write it, as a continuation of FROM. */
export function keeping(table: Table, right: 'create' | 'updated', restrictions: Restrictions): Sql {
  const rule = accessCondition(table, right, itemOf(table, restrictions, null, 'written'));
  return rule.length === 0 ? empty : sql` where case when ${allOf(rule)} then true else almanac.forbid() end`;
}

/** Tells the next statement of the transaction which row was made. */
function told(table: Table, writer: Writer): Sql {
  const body = sql`set_config('${raw(writtenSetting)}', written.id::text, true)`;
  return sql`select written.id, written.row_version as version, ${body} as body from written${keeping(table, 'create', writer)}`;
}

/** What a statement answers of the rows that it wrote: see renderCreate. No right is needed of rows that are gone. */
export function shown(
  table: Table,
  right: 'create' | 'updated' | null,
  writer: Writer,
  bytes = writer.model.service.limits.responseBytes,
): Sql {
  const { model } = writer;
  const own = model.resources.get(table.name) ?? table;
  const rows = sql`
    select written.id, written.row_version as version, ${shownBody(table, writer)} as body
    from written, lateral (select ${renderFields(own, 'written')}) as shown${right === null ? empty : keeping(table, right, writer)}`;
  return longestRowOf(own) <= bytes ? rows : boundedRows(['id', 'version', 'body'], rows, bytes);
}

/** The row as JSON; null where the writer may not read it as it is now, or another statement has to find out. */
function shownBody(table: Table, restrictions: Restrictions): Sql {
  if (!isShownAtOnce(table, restrictions)) return sql`null::text`;
  const rule = accessCondition(table, 'read', itemOf(table, restrictions, null, 'written'));
  const row = sql`row_to_json(shown.*)::text`;
  return rule.length === 0 ? row : sql`case when ${allOf(rule)} then ${row} end`;
}

/**
 * Whether the statement that writes a row can tell whether its writer may read it. It sees other rows as they were
 * before it wrote, and before it waited for a lock. If the read rule looks at others, a second statement reads the row.
 */
export function isShownAtOnce(table: Table, restrictions: Restrictions): boolean {
  const { fields } = restrictions.model.resources.get(table.name) ?? table;
  for (const { shownWhere } of fields.values()) if (shownWhere !== null) return false;
  const rule = rowRule(restrictions, table, 'read');
  return rule.kind !== 'rule' || !looksAtRelations(rule.condition);
}
