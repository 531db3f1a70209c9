import { setTimeout as delay } from 'node:timers/promises';
import type { Failure, Query, Success } from './database.ts';

const pollMilliseconds = 100;

/**
 * Waits for the right to change the tables of a database, which one process has at a time: for the session, or to the
 * end of the transaction. It asks again and again: a statement that waits holds a snapshot, on which a `create index
 * concurrently` of the process that has the lock would wait for ever.
 */
export async function lockTables(query: Query, scope: 'session' | 'transaction'): Promise<Success | Failure> {
  const lock = scope === 'session' ? 'pg_try_advisory_lock' : 'pg_try_advisory_xact_lock';
  for (;;) {
    const asked = await query({ text: `select ${lock}(hashtext('almanac')) as locked`, values: [] });
    if (!asked.ok || asked.rows[0]?.locked === 't') return asked;
    await delay(pollMilliseconds);
  }
}
