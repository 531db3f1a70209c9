import { type Outcome, outcomeOfRow, type Query, type Statement } from '../../../db/statement.ts';
import type { Joint, WriteStatement } from '../../query/cache/write_cache.ts';

/** Writes that were one statement were refused, or not done in their order: each has to be a statement of its own. */
export class Unjoined extends Error {}

/** A statement of a batch. */
export interface BatchStatement extends Pick<WriteStatement, 'joint'>, Statement {
  /** Whether it would be a transaction by itself: if it writes a row, the request refuses nothing behind it. */
  readonly isSingle?: true;
  /** The statement instead of it where all requests are one, at whose end PostgreSQL compares its rows; null for none. */
  readonly ifOne?: Statement | null;
}

/** How a batch ends whose requests are decided by one round trip. */
interface Ending {
  /** How many requests it has. */
  readonly requests: number;
  /** Without the checks behind it that would undo the batch: the statements of joint.ts have theirs within. */
  readonly query: Query;
  /** Runs the last statement, with which the transaction commits. */
  readonly commit: Query;
}

/** A statement, and who waits for it. */
export interface Asked {
  readonly statement: BatchStatement;
  /** Undefined for one that runs alone. */
  readonly joint: Joint | undefined;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (thrown: unknown) => void;
}

/**
 * Runs statements in their order. If several are asked for at once, writes of one shape that follow each other are one
 * statement. It throws Unjoined unless that wrote each row, in the order of the requests: faults and events are then as one
 * by one. If each request has asked for such a write, nothing is left to decide, and the commit goes out with them.
 */
export function joining(query: Query, ending: Ending | null): Query {
  return gathering((all) => {
    const decided = all.filter(isDecided);
    const isDone = ending !== null && decided.length === ending.requests;
    const isOne = isDone && groupsOf(decided).length === 1;
    const groups = groupsOf(isOne ? withoutComparing(all) : all);
    const ends = isDone && (isOne || !all.some(isComparing));
    for (const [place, group] of groups.entries()) {
      const run = ends ? (place === groups.length - 1 ? ending.commit : ending.query) : query;
      runGroup(group, run, ends).catch((thrown: unknown) => {
        for (const { reject } of group) reject(thrown);
      });
    }
  });
}

/** Hands on the statements that are asked for at once. */
export function gathering(take: (all: readonly Asked[]) => void): Query {
  let asked: Asked[] = [];
  const flush = (): void => {
    const all = asked;
    asked = [];
    take(all);
  };
  return (statement) =>
    new Promise((resolve, reject) => {
      asked.push({ statement, joint: jointOf(statement), resolve, reject });
      // Behind all promises that are settled by now, which may ask for more.
      if (asked.length === 1) process.nextTick(flush);
    });
}

/** Together, entries of timelines make room before any of them is there: events would be in another order than one by one. */
function jointOf(statement: BatchStatement): Joint | undefined {
  const joint = statement.joint?.();
  return joint === undefined || joint.timeline !== null ? undefined : joint;
}

function groupsOf(all: readonly Asked[]): readonly (readonly Asked[])[] {
  const groups: Asked[][] = [];
  let ids = new Set<string>();
  for (const each of all) {
    const group = groups.at(-1);
    const id = each.joint?.id ?? null;
    // PostgreSQL changes a row once in a statement.
    if (group?.[0] !== undefined && isAlike(group[0], each) && (id === null || !ids.has(id))) group.push(each);
    else {
      groups.push([each]);
      ids = new Set();
    }
    if (id !== null) ids.add(id);
  }
  return groups;
}

/** Whether a request has asked for a write that can be one with others, and nothing of it is left to decide. */
export function isDecided({ statement, joint }: Asked): boolean {
  return statement.isSingle === true && joint !== undefined;
}

function isComparing({ statement }: Asked): boolean {
  return statement.ifOne !== undefined;
}

function withoutComparing(all: readonly Asked[]): readonly Asked[] {
  return all.flatMap((each) => {
    const { ifOne } = each.statement;
    if (ifOne === undefined) return each;
    if (ifOne !== null) return { ...each, statement: ifOne };
    each.resolve({ ok: true, rows: [], rowCount: 0 });
    return [];
  });
}

function isAlike({ joint }: Asked, other: Asked): boolean {
  return joint !== undefined && joint.shape === other.joint?.shape;
}

/** Joined, a single write fails too where it finds no row. */
async function runGroup(group: readonly Asked[], query: Query, joinsOne: boolean): Promise<void> {
  const joints = group.flatMap(({ joint }) => joint ?? []);
  const [first] = group;
  const [joint] = joints;
  if (first === undefined) return;
  if (joint === undefined || (group.length === 1 && !joinsOne)) {
    first.resolve(await query(first.statement));
    return;
  }
  const outcome = await query(joint.join(joints));
  if (!outcome.ok && !outcome.error.unavailable) throw new Unjoined();
  for (const [place, { resolve }] of group.entries()) resolve(outcomeOfRow(outcome, place));
}
