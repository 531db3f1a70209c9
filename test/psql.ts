import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Test } from 'tap';

/** A session of its own beside the service, as psql has one. */
export interface Psql {
  run(text: string): Promise<void>;
  /** Until another session of the database waits for a lock of this one. */
  awaited(): Promise<void>;
}

export async function openPsql(t: Test, url: string): Promise<Psql> {
  const client = new pg.Client({ connectionString: url });
  // Its database is dropped when the test ends.
  client.on('error', () => {});
  await client.connect();
  t.teardown(() => client.end());
  // Within a transaction, pg_stat_activity stays what it was at the first look.
  const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))';
  return {
    run: async (text) => {
      await client.query(text);
    },
    awaited: async () => {
      const end = performance.now() + 60_000;
      while ((await client.query(waiting)).rowCount === 0) {
        if (performance.now() > end) throw new Error('nobody waits for this session');
        await setTimeout(2);
      }
    },
  };
}
