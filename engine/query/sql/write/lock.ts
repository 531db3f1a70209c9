import { rowRule } from '../../../access/restriction.ts';
import { limitedTarget } from '../../../access/write_rule.ts';
import { isAddressed, partyField } from '../../../definition/recipient.ts';
import { ownAtoms } from '../../../model/condition/atom.ts';
import { looksAtNow } from '../../../model/condition/looks.ts';
import type { BoundCondition, Field } from '../../../model/field.ts';
import type { Table } from '../../../model/model.ts';
import { columnOf, empty, join, publicTable, raw, sql } from '../../../sql/fragment.ts';
import type { AccessRight } from '../../../vocabulary/action/action_word.ts';
import { arrayText } from '../../../vocabulary/value/array_text.ts';
import { isLookedUp } from '../claim.ts';
import { parameter, type Sql, type Statement, statementOf } from '../condition/statement.ts';
import { hasKey, type KeyedRows, seenRows } from './key.ts';
import { type Column, type NewRows, plainValue, renderSent } from './new_rows.ts';
import { limitedReference, operand } from './operand.ts';
import type { Assignment, Writer } from './writer.ts';

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
  if (rights.includes('read') && isAddressed(table) && isLookedUp(partyField, principal, model)) return true;
  if (assignments.some((assignment) => limitedReference(assignment, writer) !== null)) return true;
  return rights.some((right) => {
    const rule = rowRule(writer, table, right);
    return rule.kind === 'rule' && (looksAtOthers(rule.condition, writer) || looksAtNow(rule.condition));
  });
}

function looksAtOthers(condition: BoundCondition, { principal, model }: Writer): boolean {
  return ownAtoms(condition).some((atom) => {
    if (atom.kind === 'related') return true;
    if (atom.kind === 'value') return false;
    const { comparand } = atom.comparison;
    return comparand.kind === 'claim' && isLookedUp(comparand.claim, principal, model);
  });
}

/** Locks the timeline of a new row, and the rows that it refers to; null where there is nothing to be locked. */
export function renderCreateLock(table: Table, assignments: readonly Assignment[]): Statement | null {
  const first = timelineField(table);
  const timeline = assignments.filter(({ field }) => field === first);
  const owners = timeline.map((assignment) => ownerLock(assignment.field, sql`= ${operand(assignment)}`));
  return renderLocks([...owners, ...referenceLocks(table, assignments)]);
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
  const locks = [
    ...owners.map(({ field, values }) => ownerLock(field, anyOf(values))),
    ...referred.map(({ field, values }) => referenceLock(field, anyOf(values))),
  ];
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
    first === undefined ? [] : [ownerLock(first, sql`in (select ${columnOf('item', first.name)} ${found}${moved})`)];
  const isOtherKey = ({ field }: Column) => field.update && !key.includes(field.name) && isUnique(table, field);
  const strength = table.temporal === null && columns.some(isOtherKey) ? 'update' : 'no key update';
  const referred = columns.filter(({ field }) => field !== first && limitedTarget(field, writer) !== null);
  return renderLocks([
    ...owners,
    { name: table.name, where: sql`in (select item.id ${found})`, strength },
    ...referred.map(({ field, values }) => referenceLock(field, anyOf(values))),
  ]);
}

// PostgreSQL counts the milliseconds of a timeout in 32 bits.
const longestTimeout = 2_147_483_647;

function anyOf(ids: readonly (string | null)[]): Sql {
  return sql`= any (${parameter(arrayText([...new Set(ids)]))}::bigint[])`;
}

/** Locks the timeline of a row, the one that it moves to, the row itself, and the rows that it is to refer to. */
export function renderUpdateLock(table: Table, id: string, assignments: readonly Assignment[]): Statement | null {
  const own = sql`${parameter(id)}::bigint`;
  const first = timelineField(table);
  const owners = first === undefined ? [] : [timelineLock(table, first, own, assignments)];
  const strength = rowStrength(table, assignments);
  const row: Lock = { name: table.name, where: sql`= ${own}`, strength };
  return renderLocks([...owners, row, ...referenceLocks(table, assignments)]);
}

/** Locks the timeline of a row and the row itself, as its removal does. */
export function renderDeleteLock(table: Table, id: string): Statement | null {
  if (table.temporal !== null) return renderUpdateLock(table, id, []);
  const where = sql`= ${parameter(id)}::bigint`;
  return renderLocks([{ name: table.name, where, strength: 'update' }]);
}

/** The rows that a write of many chooses. */
interface ChosenLock {
  /** Selects a field of each. */
  readonly chosen: (field: string) => Sql;
  readonly strength: Lock['strength'];
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
  { chosen, strength, having }: ChosenLock,
  assignments: readonly Assignment[],
): Statement {
  const first = timelineField(table);
  const move = assignments.find(({ field }) => field === first);
  const own = first === undefined ? empty : chosen(first.name);
  const owners = move === undefined ? own : sql`(${own}) union all select ${operand(move)}`;
  const locks: readonly Lock[] = [
    ...(first === undefined ? [] : [ownerLock(first, sql`in (${owners})`)]),
    { name: table.name, where: sql`in (${chosen('id')})`, strength },
    ...referenceLocks(table, assignments),
  ];
  const taken = locks.map((lock, index) => sql`lock_${index} as materialized (${renderLock(lock, index)})`);
  const rows = first === undefined ? 0 : 1;
  const ids = sql`coalesce((select array_agg(lock_${rows}.id) from lock_${rows})::text, '{}')`;
  return statementOf(sql`
    with ${join(taken, ', ')}
    select count(*), set_config('${raw(lockedSetting)}', ${ids}, true) as locked, almanac.fix_present() as present
    from lock_${taken.length - 1}${having}`);
}

interface Lock {
  readonly name: string;
  /** What the id of the row is, as a continuation of `id`. */
  readonly where: Sql;
  readonly strength: 'key share' | 'no key update' | 'update';
}

/** The field whose row is what writers of a timeline queue on. */
function timelineField({ temporal, fields }: Table): Field | undefined {
  return fields.get(temporal?.timeline[0] ?? '');
}

function ownerLock({ type }: Field, where: Sql): Lock {
  if (type.kind !== 'reference') throw new Error('a timeline begins with a reference');
  return { name: type.to, where, strength: 'no key update' };
}

function referenceLock({ type }: Field, where: Sql): Lock {
  if (type.kind !== 'reference') throw new Error('only a reference leads to a row');
  return { name: type.to, where, strength: 'key share' };
}

function timelineLock(table: Table, field: Field, id: Sql, assignments: readonly Assignment[]): Lock {
  const owner = columnOf('entry', field.name);
  const current = sql`(select ${owner} from ${publicTable(table.name)} as entry where entry.id = ${id})`;
  const move = assignments.find((assignment) => assignment.field === field);
  const ids = move === undefined ? current : sql`any (array[${current}, ${operand(move)}])`;
  return ownerLock(field, sql`= ${ids}`);
}

/** The locks that the foreign keys take when the row is written, in their order. */
function referenceLocks(table: Table, assignments: readonly Assignment[]): readonly Lock[] {
  const timeline = timelineField(table);
  return assignments.flatMap((assignment): Lock[] => {
    const { field, value, given } = assignment;
    const isNull = value === null && given === undefined;
    if (field.type.kind !== 'reference' || field === timeline || isNull) return [];
    return [{ name: field.type.to, where: sql`= ${operand(assignment)}`, strength: 'key share' }];
  });
}

/** As the change itself locks it: PostgreSQL takes the stronger lock where a column of a unique index changes. */
export function rowStrength(table: Table, assignments: readonly Assignment[]): Lock['strength'] {
  const isKey = table.temporal === null && assignments.some(({ field }) => isUnique(table, field));
  return isKey ? 'update' : 'no key update';
}

function isUnique(table: Table, field: Field): boolean {
  return table.unique.some((names) => names.includes(field.name));
}

/** Takes the locks one after the other: each waits for the one before it to be there. */
function renderLocks(locks: readonly Lock[]): Statement | null {
  return renderSteps(locks.map(renderLock));
}

function renderSteps(steps: readonly Sql[]): Statement | null {
  if (steps.length === 0) return null;
  const taken = steps.map((each, index) => sql`lock_${index} as materialized (${each})`);
  return statementOf(sql`
    with ${join(taken, ', ')}
    select almanac.fix_present() as present
    from (select count(*) from lock_${steps.length - 1}) as held`);
}

function renderLock({ name, where, strength }: Lock, index: number): Sql {
  const after = index === 0 ? empty : sql`, (select count(*) from lock_${index - 1}) as held`;
  return sql`
    select target.id
    from ${publicTable(name)} as target${after}
    where target.id ${where}
    order by target.id
    for ${raw(strength)} of target`;
}
