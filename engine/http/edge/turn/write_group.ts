import { type Outcome, outcomeOfRow, type Query, type Statement } from '../../../../db/statement.ts';
import type { Joint } from '../../../query/cache/write_cache.ts';

/** Writes of one statement, and characters that they write, unless it is one write. All of that is in memory several times. */
export const mostOfGroup = 32;
const mostCharacters = 1_000_000;

/** A single write that waits to be one statement with others. */
export interface WaitingWrite {
  readonly statement: Statement;
  readonly joint: Joint;
  readonly resolve: (outcome: Outcome | Promise<Outcome>) => void;
  readonly reject: (thrown: unknown) => void;
}

/**
 * The next writes that can be one statement, in the order in which they came, and the rest. PostgreSQL changes a row once in a
 * statement. Updates are in the order of their ids, in which all groups lock their rows.
 */
export function nextGroup(waiting: readonly WaitingWrite[]): {
  readonly group: readonly WaitingWrite[];
  readonly rest: WaitingWrite[];
} {
  const ids = new Set<string>();
  const group: WaitingWrite[] = [];
  const rest: WaitingWrite[] = [];
  let characters = 0;
  for (const each of waiting) {
    const { id, values } = each.joint;
    const own = lengthOf(values);
    const isSmall = group.length === 0 || characters + own <= mostCharacters;
    const isFree = group.length < mostOfGroup && isSmall && (id === null || !ids.has(id));
    (isFree ? group : rest).push(each);
    if (isFree) characters += own;
    if (id !== null) ids.add(id);
  }
  return { group: group.sort(byId), rest };
}

function lengthOf(values: Joint['values']): number {
  let length = 0;
  for (const value of values) length += value?.length ?? 0;
  return length;
}

function byId({ joint: { id: one } }: WaitingWrite, { joint: { id: other } }: WaitingWrite): number {
  if (one === null || other === null) return 0;
  return one.length - other.length || (one < other ? -1 : 1);
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

/** Runs writes as one statement. False if it was refused, so that nothing of it was done, and nobody has an answer. */
export async function runTogether(group: readonly WaitingWrite[], query: Query): Promise<boolean> {
  const [first] = group;
  if (first === undefined) return true;
  const joined = first.joint.join(group.map(({ joint }) => joint));
  try {
    const outcome = await query(impatient(joined));
    if (!outcome.ok && !outcome.error.unavailable) return false;
    for (const [place, { resolve }] of group.entries()) resolve(outcomeOfRow(outcome, place));
  } catch (thrown) {
    for (const { reject } of group) reject(thrown);
  }
  return true;
}

/** One row that is slow, or that another transaction holds, must not keep the others waiting. */
function impatient(statement: Statement): Statement {
  const { first } = statement;
  return { ...statement, first: first ? impatient(first) : shortTimeouts };
}

const shortTimeouts: Statement = {
  name: 'short_timeouts',
  text: "select set_config('lock_timeout', '50ms', true), set_config('statement_timeout', '1s', true)",
  values: [],
};
