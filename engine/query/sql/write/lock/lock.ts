import { rowRule } from '../../../../access/restriction.ts';
import { limitedTarget } from '../../../../access/write_rule.ts';
import { isAddressed, partyField } from '../../../../definition/recipient.ts';
import { ownAtoms } from '../../../../model/condition/atom.ts';
import { looksAtNow } from '../../../../model/condition/looks.ts';
import { fieldsThatAreSet } from '../../../../model/consequence.ts';
import { type BoundCondition, type Field, isOfCaller } from '../../../../model/field.ts';
import type { Model, Table } from '../../../../model/model.ts';
import { columnOf, empty, join, publicTable, raw, sql } from '../../../../sql/fragment.ts';
import type { AccessRight } from '../../../../vocabulary/action/action_word.ts';
import { targetOf } from '../../../../vocabulary/field_type.ts';
import { arrayText, readArrayText } from '../../../../vocabulary/value/array_text.ts';
import { isLookedUp } from '../../claim.ts';
import { idSlot, parameter, type Sql, type Statement, statementOf, type Template } from '../../condition/statement.ts';
import { hasKey, type KeyedRows, seenRows } from '../many/key.ts';
import { type Column, type NewRows, plainValue, renderSent } from '../many/new_rows.ts';
import { limitedReference, operand } from '../operand.ts';
import type { Assignment, Writer } from '../writer.ts';
import { type CheckedWrite, checkedWrite, checkLocks, columnOfRow, withChecks } from './check_lock.ts';
import {
  aroundRows,
  type Ids,
  idsOfArray,
  idsOfSelect,
  inLockOrder,
  type Lock,
  oneId,
  renderLock,
  renderLocks,
  renderSteps,
  type Strength,
} from './lock_chain.ts';

// A statement that waits for a lock goes on with the snapshot that it had before the wait: it sees its own row anew, and
// all others as they were. So what is decided about other rows is decided in a second statement, behind these locks.

/**
 * Whether other rows or the time of day decide on a write. The writer's rules for these rights may look at relations, at
 * the row of the writer's identity, or at now. Or a reference may lead to a hidden row.
 */
export function isDecidedByOthers(
  table: Table,
  rights: readonly AccessRight[],
  assignments: readonly Assignment[],
  writer: Writer,
): boolean {
  const { principal, model } = writer;
  const isByParty = isAddressed(table) && writer.rows.get(table.name)?.replacesDefault !== true;
  if (rights.includes('read') && isByParty && isLookedUp(partyField, principal, model)) return true;
  if (assignments.some((assignment) => limitedReference(assignment, writer) !== null)) return true;
  return rights.some((right) => {
    const rule = rowRule(writer, table, right);
    return rule.kind === 'rule' && (looksAtOthers(rule.condition, writer) || looksAtNow(rule.condition));
  });
}

function looksAtOthers(condition: BoundCondition, { principal, model }: Writer): boolean {
  return ownAtoms(condition).some((atom) => {
    if (atom.kind === 'related') return true;
    if (atom.kind === 'value' || atom.kind === 'whole') return false;
    const { operand, comparand } = atom.comparison;
    const callers = [...('caller' in operand ? [operand.caller] : []), ...(isOfCaller(comparand) ? [comparand] : [])];
    return callers.some((each) => each.kind === 'identity' || isLookedUp(each.claim, principal, model));
  });
}

/** Locks the timeline of a new row, and the rows that it refers to; null where there is nothing to be locked. */
export function renderCreateLock(table: Table, assignments: readonly Assignment[], model: Model): Template | null {
  const first = timelineField(table);
  const timeline = assignments.filter(({ field }) => field === first);
  const owners = timeline.map((assignment) => ownerLock(assignment.field, oneId(operand(assignment))));
  const write = checkedWrite(table, 'create', assignments, null);
  return renderLocks(withChecks([...owners, ...referenceLocks(table, assignments)], table, write, model));
}

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

function anyOf(ids: readonly (string | null)[]): Ids {
  return idsOfArray(sql`${parameter(arrayText([...new Set(ids)]))}::bigint[]`);
}

/** Locks the timeline of a row, the one that it moves to, the row itself, and the rows that it is to refer to. */
export function renderUpdateLock(
  table: Table,
  id: string,
  assignments: readonly Assignment[],
  writer: Writer,
): Template | null {
  const hasInstant = (['read', 'update', 'updated'] as const).some((right) => asksAtInstant(table, right, writer));
  return renderRowLock(table, id, assignments, { action: 'update', model: writer.model, hasInstant });
}

/** Whether a rule looks at the time of day, or may through other rows. The row of the writer's identity has no time. */
function asksAtInstant(table: Table, right: AccessRight, writer: Writer): boolean {
  const rule = rowRule(writer, table, right);
  if (rule.kind !== 'rule') return false;
  const isOwn = ownAtoms(rule.condition).every(({ kind }) => kind === 'comparison' || kind === 'value');
  return !isOwn || looksAtNow(rule.condition);
}

interface RowWrite {
  readonly action: 'update' | 'delete';
  readonly model: Model;
  /** Whether what the write is decided by asks at an instant. */
  readonly hasInstant: boolean;
}

function renderRowLock(
  table: Table,
  id: string,
  assignments: readonly Assignment[],
  { action, model, hasInstant }: RowWrite,
): Template | null {
  const own = sql`${parameter(id, idSlot)}::bigint`;
  const first = timelineField(table);
  const owners = first === undefined ? [] : [timelineLock(table, first, own, assignments)];
  const strength = rowStrength(table, assignments);
  const row: Lock = { name: table.name, ...oneId(own), strength };
  const write = checkedWrite(table, action, assignments, columnOfRow(table, own));
  const locks = withChecks([...owners, row, ...referenceLocks(table, assignments)], table, write, model);
  // By itself, the lock takes half of the time.
  const isAlone = !hasInstant && locks.every((lock) => lock === row);
  return isAlone ? statementOf(renderLock(row, 0)) : renderLocks(locks);
}

/** Locks the timeline of a row and the row itself, as its removal does. */
export function renderDeleteLock(table: Table, id: string, model: Model): Template | null {
  if (table.temporal !== null) return renderRowLock(table, id, [], { action: 'delete', model, hasInstant: true });
  const own = sql`${parameter(id, idSlot)}::bigint`;
  const locks: readonly Lock[] = [{ name: table.name, ...oneId(own), strength: 'update' }];
  return renderLocks(withChecks(locks, table, checkedWrite(table, 'delete', [], columnOfRow(table, own)), model));
}

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

/** The field whose row is what writers of a timeline queue on. */
function timelineField({ temporal, fields }: Table): Field | undefined {
  return fields.get(temporal?.timeline[0] ?? '');
}

function ownerLock({ type }: Field, ids: Ids): Lock {
  if (type.kind !== 'reference') throw new Error('a timeline begins with a reference');
  return { name: type.to, ...ids, strength: 'no key update' };
}

function referenceLock({ type }: Field, values: readonly (string | null)[]): Lock {
  const to = targetOf(type);
  if (to === null) throw new Error('only a reference leads to a row');
  const ids = type.kind === 'array' ? values.flatMap((each) => readArrayText(each ?? '{}') ?? []) : values;
  return { name: to, ...anyOf(ids), strength: 'key share' };
}

function timelineLock(table: Table, field: Field, id: Sql, assignments: readonly Assignment[]): Lock {
  const owner = columnOf('entry', field.name);
  const current = sql`(select ${owner} from ${publicTable(table.name)} as entry where entry.id = ${id})`;
  const move = assignments.find((assignment) => assignment.field === field);
  return ownerLock(field, move === undefined ? oneId(current) : idsOfArray(sql`array[${current}, ${operand(move)}]`));
}

/** The locks that the foreign keys take when the row is written, in their order. */
function referenceLocks(table: Table, assignments: readonly Assignment[]): readonly Lock[] {
  const timeline = timelineField(table);
  return assignments.flatMap((assignment): Lock[] => {
    const { field, value, given } = assignment;
    const isNull = value === null && given === undefined;
    const to = targetOf(field.type);
    if (to === null || field === timeline || isNull) return [];
    const id = operand(assignment);
    return [{ name: to, ...(field.type.kind === 'array' ? idsOfArray(id) : oneId(id)), strength: 'key share' }];
  });
}

/** As the change itself locks it: PostgreSQL takes the stronger lock where a column of a unique index changes. */
export function rowStrength(table: Table, assignments: readonly Assignment[]): Strength {
  const given = [...fieldsThatAreSet(table, 'update')].flatMap((name) => table.fields.get(name) ?? []);
  const written = [...assignments.map(({ field }) => field), ...given];
  const isKey = table.temporal === null && written.some((field) => isUnique(table, field));
  return isKey ? 'update' : 'no key update';
}

function isUnique(table: Table, field: Field): boolean {
  return table.unique.some((names) => names.includes(field.name));
}
