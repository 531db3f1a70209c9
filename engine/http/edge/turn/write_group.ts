import type { DatabaseError } from '../../../../db/database_error.ts';
import { type Outcome, outcomeOfRows, type Query, type Session, type Statement } from '../../../../db/statement.ts';
import type { Joint } from '../../../query/cache/write_cache.ts';
import { checkConstraints } from '../../run.ts';

/** Rows of one statement, and characters that are written of them, unless it is one write. All of that is in memory several times. */
export const mostOfGroup = 32;
const mostCharacters = 1_000_000;

/** A statement that writes several rows, each of which could be a statement with others of its shape. */
export interface JointStatement extends Statement {
  /** Of which PostgreSQL does all or none. */
  readonly joints: readonly Joint[];
}

/** A write that waits to be one statement with others. */
export interface WaitingWrite {
  readonly statement: Statement;
  /** Of each of its rows, in the order in which they are locked. */
  readonly joints: readonly Joint[];
  readonly resolve: (outcome: Outcome | Promise<Outcome>) => void;
  readonly reject: (thrown: unknown) => void;
}

/**
 * The next writes that can be one statement, in the order in which they came, and the rest. PostgreSQL changes a row once in a
 * statement, and an entry of a timeline changes those before it.
 */
export function nextGroup(waiting: readonly WaitingWrite[]): {
  readonly group: readonly WaitingWrite[];
  readonly rest: WaitingWrite[];
} {
  const ids = new Set<string>();
  const group: WaitingWrite[] = [];
  const rest: WaitingWrite[] = [];
  let rows = 0;
  let characters = 0;
  for (const each of waiting) {
    const own = each.joints.flatMap((joint) => lockedRow(joint) ?? []);
    const length = lengthOf(each);
    const isSmall = rows + each.joints.length <= mostOfGroup && characters + length <= mostCharacters;
    const isFree = (rows === 0 || isSmall) && own.every((id) => !ids.has(id));
    (isFree ? group : rest).push(each);
    if (isFree) {
      rows += each.joints.length;
      characters += length;
    }
    for (const id of own) ids.add(id);
  }
  return { group, rest };
}

function lengthOf({ joints }: WaitingWrite): number {
  let length = 0;
  for (const { values } of joints) for (const value of values) length += value?.length ?? 0;
  return length;
}

/** How many rows writes have. */
export function rowsOf(writes: readonly WaitingWrite[]): number {
  return writes.reduce((sum, { joints }) => sum + joints.length, 0);
}

/** Runs each of the writes as a statement of its own. It never rejects. */
export async function runApart(group: readonly WaitingWrite[], query: Query): Promise<void> {
  const outcomes = group.map(({ statement, resolve }) => {
    const outcome = query(statement);
    resolve(outcome);
    return outcome;
  });
  await Promise.allSettled(outcomes);
}

/**
 * Runs writes as one statement, with all that their commit would do, in one round trip. False if it was refused or took too long,
 * so that nothing of it was done, and nobody has an answer.
 */
export async function runTogether(
  group: readonly WaitingWrite[],
  { transaction }: Pick<Session, 'transaction'>,
): Promise<boolean> {
  const rows = group.flatMap((write) => write.joints.map((joint) => ({ joint, write }))).sort(byLockedRow);
  const [first] = rows;
  if (first === undefined) return true;
  const joined = first.joint.join(rows.map(({ joint }) => joint));
  try {
    const outcome = await transaction(async (query, last = query) => {
      const [, written] = await Promise.all([query(shortTimeouts), query(joined), last(checkConstraints)]);
      return written;
    }, joined.name);
    if (!outcome.ok && !isForAll(outcome.error)) return false;
    const places = Map.groupBy(rows.keys(), (place) => rows[place]?.write);
    for (const write of group) write.resolve(outcomeOfRows(outcome, places.get(write) ?? []));
  } catch (thrown) {
    for (const { reject } of group) reject(thrown);
  }
  return true;
}

interface JointRow {
  readonly joint: Joint;
}

/** All groups lock rows in the order of the ids. New rows that lock none are in the order in which they came. */
function byLockedRow(...rows: readonly [JointRow, JointRow]): number {
  const [one = null, other = null] = rows.map(({ joint }) => lockedRow(joint));
  return one === null || other === null ? 0 : compareIds(one, other);
}

/** Negative if the first of two ids is the smaller one, positive if it is the greater one. */
export function compareIds(one: string, other: string): number {
  return one.length - other.length || (one === other ? 0 : one < other ? -1 : 1);
}

/** The id of the row that a write locks first: its own, or that of its timeline. */
function lockedRow({ id, timeline }: Joint): string | null {
  return id ?? timeline;
}

/** Whether none of the writes is why: the database is lost, or had no connection for the statement in time, nor has it for each. */
function isForAll({ unavailable, undone }: DatabaseError): boolean {
  return unavailable || undone;
}

/** One row that is slow, or that another transaction holds, must not keep the others waiting. */
const shortTimeouts: Statement = {
  name: 'short_timeouts',
  text: "select set_config('lock_timeout', '50ms', true), set_config('statement_timeout', '1s', true)",
  values: [],
};
