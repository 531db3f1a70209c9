import { limitedTarget } from '../../../../access/write_rule.ts';
import type { Model, Table } from '../../../../model/model.ts';
import { columnOf, empty, join, raw, sql } from '../../../../sql/fragment.ts';
import { parameter, type Sql, type Statement, statementOf } from '../../condition/statement.ts';
import { hasKey, type KeyedRows, seenRows } from '../many/key.ts';
import { type Column, type NewRows, plainValue, renderSent } from '../many/new_rows.ts';
import { operand } from '../operand.ts';
import type { Assignment, Writer } from '../writer.ts';
import { type CheckedWrite, checkedWrite, checkLocks, withChecks } from './check_lock.ts';
import {
  aroundRows,
  idsOfArray,
  idsOfSelect,
  inLockOrder,
  type Lock,
  renderLock,
  renderLocks,
  renderSteps,
  type Strength,
} from './lock_chain.ts';
import { anyOf, isUnique, ownerLock, referenceLock, referenceLocks, timelineField } from './own_locks.ts';

/**
 * Locks the timelines of many rows, each in the order of the ids: otherwise two writers of the same timelines could wait for
 * each other. Also the rows that they refer to, if the writer does not see all of those. What comes behind it may take the
 * statement timeout several times. Null for nothing to be done.
 */
export function renderCreateManyLock(
  table: Table,
  { columns }: NewRows,
  writer: Writer,
  patience: number,
): Statement | null {
  const first = timelineField(table);
  const owners = columns.filter(({ field }) => field === first);
  const referred = columns.filter(({ field }) => field !== first && limitedTarget(field, writer) !== null);
  const own = [
    ...owners.map(({ field, values }) => ownerLock(field, anyOf(values))),
    ...referred.map(({ field, values }) => referenceLock(field, values)),
  ];
  const write: CheckedWrite = {
    action: 'create',
    sets: () => true,
    values: (name) => columns.flatMap(({ field, values }) => (field.name === name ? anyOf(values).select : [])),
  };
  const locks = withChecks(own, table, write, writer.model);
  if (patience === 1) return renderLocks(locks);
  const seconds = writer.model.service.limits.statementTimeoutSeconds * patience;
  const milliseconds = String(Math.min(seconds * 1000, longestTimeout));
  return renderSteps([
    sql`select set_config('statement_timeout', ${parameter(milliseconds)}, true)`,
    ...locks.map((lock, index) => renderLock(lock, index + 1)),
  ]);
}

/**
 * Locks the timelines of an upsert, then its existing rows, each in the order of the ids. Also the rows that are referred to,
 * if the writer does not see all of them.
 */
export function renderMergeLock(table: Table, keyed: KeyedRows, writer: Writer): Statement | null {
  const { key } = keyed;
  const { columns } = keyed.rows;
  const first = timelineField(table);
  const rows = { ...keyed.rows, columns: columns.filter(({ field }) => key.includes(field.name) || field === first) };
  const source = renderSent(rows);
  const found = sql`from ${source}, ${seenRows(table, writer)} where ${hasKey({ rows, key }, table, 'item')}`;
  const owner = first === undefined ? null : plainValue(rows, first);
  const moved = owner === null ? empty : sql` union all select ${owner} from ${source}`;
  const owners =
    first === undefined
      ? []
      : [ownerLock(first, idsOfSelect(sql`select ${columnOf('item', first.name)} ${found}${moved}`))];
  const isOtherKey = ({ field }: Column) => field.update && !key.includes(field.name) && isUnique(table, field);
  const strength = table.temporal === null && columns.some(isOtherKey) ? 'update' : 'no key update';
  const referred = columns.filter(({ field }) => field !== first && limitedTarget(field, writer) !== null);
  const locks: readonly Lock[] = [
    ...owners,
    // By IN, PostgreSQL would look for one row after the other, and sort them.
    { name: table.name, ...idsOfArray(sql`array(select item.id ${found})`), strength },
    ...referred.map(({ field, values }) => referenceLock(field, values)),
  ];
  // Some of the rows may be inserted.
  const write: CheckedWrite = {
    action: 'update',
    sets: () => true,
    values: (name) => [
      sql`select ${columnOf('item', name)} ${found}`,
      ...columns.flatMap(({ field, values }) => (field.name === name ? anyOf(values).select : [])),
    ],
  };
  return renderLocks(withChecks(locks, table, write, writer.model));
}

// PostgreSQL counts the milliseconds of a timeout in 32 bits.
const longestTimeout = 2_147_483_647;

/** The rows that a write of many chooses. */
interface ChosenLock {
  /** Selects a field of each. */
  readonly chosen: (field: string) => Sql;
  readonly action: 'update' | 'delete';
  readonly strength: Strength;
  readonly having: Sql;
}

/** The setting of a transaction with the ids of the rows that the lock of a write of many holds, as an array. */
export const lockedSetting = 'almanac.locked';

/**
 * Locks the timelines of all rows that a write of many chooses, also the one that they move to. Then the rows, and the rows
 * that they will refer to. Notes which rows it has locked.
 */
export function renderChosenLock(
  table: Table,
  { chosen, action, strength, having }: ChosenLock,
  assignments: readonly Assignment[],
  model: Model,
): Statement {
  const first = timelineField(table);
  const move = assignments.find(({ field }) => field === first);
  const own = first === undefined ? empty : chosen(first.name);
  const owners = move === undefined ? own : sql`(${own}) union all select ${operand(move)}`;
  const rows: Lock = { name: table.name, ...idsOfSelect(chosen('id')), strength };
  const others: readonly Lock[] = [
    ...(first === undefined ? [] : [ownerLock(first, idsOfSelect(owners))]),
    ...referenceLocks(table, assignments),
  ];
  const write = checkedWrite(table, action, assignments, (name) => sql`(${chosen(name)})`);
  const forChecks = checkLocks(table, write, model);
  const locks = aroundRows(
    rows,
    forChecks.length === 0 ? others : inLockOrder([...others, ...forChecks], model),
    model,
  );
  const taken = locks.map((lock, index) => sql`lock_${index} as materialized (${renderLock(lock, index)})`);
  const at = locks.indexOf(rows);
  const ids = sql`coalesce((select array_agg(lock_${at}.id) from lock_${at})::text, '{}')`;
  return statementOf(sql`
    with ${join(taken, ', ')}
    select count(*), set_config('${raw(lockedSetting)}', ${ids}, true) as locked, almanac.fix_present() as present
    from lock_${taken.length - 1}${having}`);
}
