import { LRUCache } from 'lru-cache';
import type { Database } from '../../../../db/database.ts';
import type { Query, Session, Statement } from '../../../../db/statement.ts';
import type { Joint, WriteStatement } from '../../../query/cache/write_cache.ts';
import {
  type JointStatement,
  mostOfGroup,
  nextGroup,
  rowsOf,
  runApart,
  runTogether,
  type WaitingWrite,
} from './write_group.ts';

/** Statements of a queue that run at a time, unless writes for a whole statement wait. */
const mostRunning = 2;

/** Nearly all statements end before. One that does not may wait for a lock: nobody waits behind it any more. */
const longestWaitMilliseconds = 20;

/** So long, writes of a kind run one by one after a statement of several was refused. */
const refusedMilliseconds = 250;

/**
 * If statements take so long, and so long for each of their writes, several connections are quicker. One may have been held up
 * by what else the machine does, so it takes some in a row, or one that was ended. Joining is tried again later.
 */
const slowMilliseconds = { statement: 50, write: 5 };
const mostSlow = 3;
const apartMilliseconds = 10_000;

/** Writes of one shape by one caller. */
interface Queue {
  readonly key: string;
  /** Statements behind which others wait. */
  readonly running: Set<readonly WaitingWrite[]>;
  waiting: WaitingWrite[];
  /** Whether a statement starts when this turn of the event loop is over. */
  isStarting: boolean;
  timer: NodeJS.Timeout | null;
}

/**
 * A database that writes several rows by one statement, where requests of one caller come faster than they are done. Writes of
 * one shape that come together, or while others run, are one statement and one transaction. A statement that would refuse one
 * of them is refused, and they run one by one; so do slow ones. So nobody can tell by what they do.
 */
export function joinedWrites(database: Database): Database {
  const queues = new Map<string, Queue>();
  const apart = new LRUCache<string, true>({ max: 1000, ttl: refusedMilliseconds });
  /** How many of the last statements of a kind were slow, one after the other. */
  const slow = new LRUCache<string, number>({ max: 1000 });

  const start = (queue: Queue, session: Session): void => {
    const { group, rest } = nextGroup(queue.waiting);
    queue.waiting = rest;
    queue.running.add(group);
    watch(queue, session);
    void run(queue.key, group, session).then(() => leave(queue, group, session));
  };

  const run = async (key: string, group: readonly WaitingWrite[], session: Session): Promise<void> => {
    if (group.length === 1 || apart.has(key)) return runApart(group, session.query);
    const begin = performance.now();
    const isDone = await runTogether(group, session);
    const taken = performance.now() - begin;
    const isSlow = taken > slowMilliseconds.statement && taken / rowsOf(group) > slowMilliseconds.write;
    const inARow = isSlow ? (slow.get(key) ?? 0) + 1 : 0;
    if (inARow === 0) slow.delete(key);
    else slow.set(key, inARow);
    if (inARow >= mostSlow || (isSlow && !isDone)) apart.set(key, true, { ttl: apartMilliseconds });
    else if (!isDone) apart.set(key, true);
    if (!isDone) await runApart(group, session.query);
  };

  const leave = (queue: Queue, group: readonly WaitingWrite[], session: Session): void => {
    if (!queue.running.delete(group)) return;
    if (queue.waiting.length > 0) start(queue, session);
    else if (queue.running.size === 0) queues.delete(queue.key);
  };

  /** Requests that are read in one turn of the event loop are one statement, not the first of them by itself. */
  const startSoon = (queue: Queue, session: Session): void => {
    if (queue.isStarting) return;
    queue.isStarting = true;
    setImmediate(() => {
      queue.isStarting = false;
      while (queue.waiting.length > 0 && mayStart(queue)) start(queue, session);
    });
  };

  /** Sees to it that nothing waits for long. */
  const watch = (queue: Queue, session: Session): void => {
    if (queue.timer !== null) clearTimeout(queue.timer);
    queue.timer = queue.waiting.length === 0 ? null : setTimeout(overtake, longestWaitMilliseconds, queue, session);
  };

  const overtake = (queue: Queue, session: Session): void => {
    queue.running.clear();
    start(queue, session);
  };

  const ask = (statement: Statement, session: Session): ReturnType<Query> => {
    const joints = jointsOf(statement as Parameters<typeof jointsOf>[0]);
    const [first] = joints;
    if (first === undefined || first.mayExchange) return session.query(statement);
    const key = keyOf(first);
    const queue = queues.get(key) ?? { key, running: new Set(), waiting: [], isStarting: false, timer: null };
    queues.set(key, queue);
    return new Promise((resolve, reject) => {
      queue.waiting.push({ statement, joints, resolve, reject });
      if (mayStart(queue)) startSoon(queue, session);
      else if (queue.timer === null) watch(queue, session);
    });
  };

  return {
    ...database,
    share: (name) => {
      const share = database.share(name);
      return { ...share, query: (statement) => ask(statement, share) };
    },
  };
}

function mayStart({ running, waiting }: Queue): boolean {
  return running.size < mostRunning || rowsOf(waiting) >= mostOfGroup;
}

/** Of each row that a statement writes; none of a statement that runs alone. */
function jointsOf(
  statement: Pick<WriteStatement, 'joint'> & Partial<Pick<JointStatement, 'joints'>>,
): readonly Joint[] {
  if (statement.joints !== undefined) return statement.joints;
  const joint = statement.joint?.();
  return joint === undefined ? [] : [joint];
}

/** Names the writes of one shape by one caller: all that a statement can have of one. */
function keyOf({ principal, shape }: Joint): string {
  const known = callers.get(principal);
  if (known !== undefined) return known + shape;
  const { identity, subject, role, claims, isService = false } = principal;
  const caller = JSON.stringify([identity, subject, role, isService, ...claims]);
  callers.set(principal, caller);
  return caller + shape;
}

/** A caller is the same object as long as their token is known. */
const callers = new WeakMap<Joint['principal'], string>();
