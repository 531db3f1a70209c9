import { rowRule } from '../../../../access/restriction.ts';
import { identityResource } from '../../../../definition/recipient.ts';
import { ownAtoms } from '../../../../model/condition/atom.ts';
import { looksAtNow } from '../../../../model/condition/looks.ts';
import type { Model, Table } from '../../../../model/model.ts';
import { sql } from '../../../../sql/fragment.ts';
import type { AccessRight } from '../../../../vocabulary/action/action_word.ts';
import { idSlot, parameter, type Sql, statementOf, type Template } from '../../condition/statement.ts';
import { operand } from '../operand.ts';
import type { Assignment, Writer } from '../writer.ts';
import { checkedWrite, columnOfRow, withChecks } from './check_lock.ts';
import { idsOfArray, type Lock, oneId, renderLock, renderLocks } from './lock_chain.ts';
import { ownerLock, referenceLocks, rowStrength, timelineField, timelineLock } from './own_locks.ts';

// A statement that waits for a lock goes on with the snapshot that it had before the wait: it sees its own row anew, and
// all others as they were. So what is decided about other rows is decided in a second statement, behind these locks.

/** Locks the timeline of a new row, and the rows that it refers to; null where there is nothing to be locked. */
export function renderCreateLock(table: Table, assignments: readonly Assignment[], model: Model): Template | null {
  const first = timelineField(table);
  const timeline = assignments.filter(({ field }) => field === first);
  const owners = timeline.map((assignment) => ownerLock(assignment.field, oneId(operand(assignment))));
  const write = checkedWrite(table, 'create', assignments, null);
  return renderLocks(withChecks([...owners, ...referenceLocks(table, assignments)], table, write, model));
}

/** Locks the timeline of a row, the one that it moves to, the row itself, and the rows that it is to refer to. */
export function renderUpdateLock(
  table: Table,
  id: string,
  assignments: readonly Assignment[],
  writer: Writer,
): Template | null {
  const { model } = writer;
  return renderRowLock(table, id, assignments, { action: 'update', model, hasInstant: hasInstant(table, writer) });
}

/**
 * Locks the rows of several updates of one shape, in the order of their ids. Null where one of them locks more than its row, or
 * may change the row of the writer's identity, which decides on the next.
 */
export function renderJointUpdateLock(
  table: Table,
  assignments: readonly Assignment[],
  writer: Writer,
): Template | null {
  const ids = sql`${parameter(null, idSlot)}::bigint[]`;
  const { model } = writer;
  const { row, locks } = rowLocks(table, ids, assignments, {
    action: 'update',
    model,
    hasInstant: hasInstant(table, writer),
  });
  const isAlone = table.name !== identityResource && locks === null;
  return isAlone ? statementOf(renderLock({ ...row, ...idsOfArray(ids) }, 0)) : null;
}

function hasInstant(table: Table, writer: Writer): boolean {
  return (['read', 'update', 'updated'] as const).some((right) => asksAtInstant(table, right, writer));
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

function renderRowLock(table: Table, id: string, assignments: readonly Assignment[], write: RowWrite): Template | null {
  const { row, locks } = rowLocks(table, sql`${parameter(id, idSlot)}::bigint`, assignments, write);
  return locks === null ? statementOf(renderLock(row, 0)) : renderLocks(locks);
}

/** The lock of a row, and all locks of its write; null where that one is all, and no instant is needed. */
function rowLocks(
  table: Table,
  own: Sql,
  assignments: readonly Assignment[],
  { action, model, hasInstant }: RowWrite,
): { readonly row: Lock; readonly locks: readonly Lock[] | null } {
  const first = timelineField(table);
  const owners = first === undefined ? [] : [timelineLock(table, first, own, assignments)];
  const strength = rowStrength(table, assignments);
  const row: Lock = { name: table.name, ...oneId(own), strength };
  const write = checkedWrite(table, action, assignments, columnOfRow(table, own));
  const locks = withChecks([...owners, row, ...referenceLocks(table, assignments)], table, write, model);
  // By itself, the lock takes half of the time.
  const isAlone = !hasInstant && locks.every((lock) => lock === row);
  return { row, locks: isAlone ? null : locks };
}

/** Locks the timeline of a row and the row itself, as its removal does. */
export function renderDeleteLock(table: Table, id: string, model: Model): Template | null {
  if (table.temporal !== null) return renderRowLock(table, id, [], { action: 'delete', model, hasInstant: true });
  const own = sql`${parameter(id, idSlot)}::bigint`;
  const locks: readonly Lock[] = [{ name: table.name, ...oneId(own), strength: 'update' }];
  return renderLocks(withChecks(locks, table, checkedWrite(table, 'delete', [], columnOfRow(table, own)), model));
}
