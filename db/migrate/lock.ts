import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database.ts';
import type { Failure, Query, Success } from '../statement.ts';

const pollMilliseconds = 100;
const tellMilliseconds = 3_000;
const firstMilliseconds = 1_000;

/** Is told after a second, and then every few, how long it has been waiting for another process. */
export type Waiting = (seconds: number) => void;

/**
 * Waits for the right to change the tables of a database, which one process has at a time. It lasts to the end of the
 * transaction, so that no pooler keeps it for a client that is gone. It polls: a waiting statement would hold a
 * snapshot, and a `create index concurrently` of the process with the lock would wait for that.
 */
export async function lockTables(query: Query, waiting: Waiting): Promise<Success | Failure> {
  const begin = performance.now();
  for (let next = firstMilliseconds; ; ) {
    const asked = await query({ text: "select pg_try_advisory_xact_lock(hashtext('almanac')) as locked", values: [] });
    if (!asked.ok || asked.rows[0]?.locked === 't') return asked;
    await delay(pollMilliseconds);
    const waited = performance.now() - begin;
    if (waited < next) continue;
    next += tellMilliseconds;
    waiting(Math.round(waited / 1000));
  }
}

/** The lock is still held: a failure once the connection that holds it is lost. */
export type IsHeld = () => Promise<Success | Failure>;

/**
 * Runs work on other connections while this process alone may change the tables. The transaction that holds the lock is
 * idle and has no snapshot, so that an index can be made concurrently beside it.
 */
export async function whileLocked<T>(
  database: Database,
  waiting: Waiting,
  work: (isHeld: IsHeld) => Promise<T>,
): Promise<T | Failure> {
  // By hand, since it sets more than a transaction of the session does.
  return database.session(async ({ query }): Promise<T | Failure> => {
    for (const text of begin) {
      const begun = await query({ text, values: [] });
      if (!begun.ok) return begun;
    }
    const locked = await lockTables(query, waiting);
    if (!locked.ok) return locked;
    const result = await work(() => query({ text: 'select', values: [] }));
    // It ends with the session otherwise.
    const ended = await query({ text: 'commit', values: [] });
    return ended.ok ? result : ended;
  });
}

const begin = ['begin isolation level read committed', 'set local idle_in_transaction_session_timeout = 0'];
