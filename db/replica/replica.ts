import type { Database } from '../database.ts';
import { type DatabaseError, serverSilent } from '../database_error.ts';
import type { Failure } from '../statement.ts';
import { type Watch, type WatchOptions, watchReplica } from './watch.ts';

/** A streaming standby that reads are sent to. */
export interface Replica {
  /** Its place in the list of replicas, from 1. */
  readonly number: number;
  readonly database: Database;
  readonly watch: Omit<Watch, 'close'>;
  /** Statements that it has not answered yet. */
  busy(): number;
  /** Runs work on it. If the replica falls silent meanwhile, it is given up. */
  run<T>(work: (lost: AbortSignal) => Promise<T | Failure>): Promise<T | Failure>;
  close(): Promise<void>;
}

/** What a statement comes to on a replica that is given up. */
export const silence: Failure = { ok: false, error: serverSilent };

export function openReplica(number: number, database: Database, options: Omit<WatchOptions, 'fellSilent'>): Replica {
  const running = new Set<AbortController>();
  const fellSilent = () => {
    for (const each of running) each.abort();
  };
  const watch = watchReplica(database, { ...options, fellSilent });
  return {
    number,
    database,
    watch,
    busy: () => running.size,
    run: async (work) => {
      const lost = new AbortController();
      running.add(lost);
      const { promise, resolve } = Promise.withResolvers<Failure>();
      lost.signal.addEventListener('abort', () => resolve(silence), { once: true });
      try {
        return await Promise.race([work(lost.signal), promise]);
      } finally {
        running.delete(lost);
      }
    },
    close: async () => {
      await watch.close();
      await database.close();
    },
  };
}

/**
 * Whether the same statement may go well on the primary: the replica was lost, or had to end the statement for what it
 * replays. Or it lacks a table or a column that a migration has just brought (PostgreSQL, Appendix A).
 */
export function isOfReplica({ sqlstate, unavailable, tooLong }: DatabaseError): boolean {
  return !tooLong && (unavailable || /^(40001|40P01|53...|55000|58...|42P01|42703|42883|42804|0A000)$/.test(sqlstate));
}
