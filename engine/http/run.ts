import { setTimeout } from 'node:timers/promises';
import type { Share } from '../../db/database.ts';
import type { Failure, Query } from '../../db/statement.ts';

/** What runs the statements of a request: the database, or a transaction that has begun. */
export type Run = Pick<Share, 'query' | 'read' | 'transaction'>;

/**
 * Runs statements within a transaction that has begun. A transaction that is asked for is a part of it. If a statement
 * of the part fails, its failure comes back. The code that began the transaction has to roll it back then.
 */
export function withinTransaction(query: Query): Run {
  return {
    query,
    read: query,
    transaction: async (work) => {
      let cause: Failure | null = null;
      const value = await work(async (statement) => {
        const outcome = await query(statement);
        cause = outcome.ok ? null : (cause ?? outcome);
        return outcome;
      });
      return cause ?? value;
    },
  };
}

/**
 * Runs again, a few times, what PostgreSQL ended because of another transaction: a deadlock, or a row that was changed
 * meanwhile. It has been rolled back then. Two that met once need different pauses.
 */
export function repeating({ query, read, transaction }: Run): Run {
  const again = async <T>(attempt: () => Promise<T>): Promise<T> => {
    for (let turn = 1; turn < mostTurns; turn += 1) {
      const done = await attempt();
      if (!isCollision(done)) return done;
      await setTimeout(turn * pauseMilliseconds * Math.random());
    }
    return attempt();
  };
  return {
    read,
    query: (statement) => again(() => query(statement)),
    transaction: (work, name) => again(() => transaction(work, name)),
  };
}

const mostTurns = 6;
const pauseMilliseconds = 20;

/** serialization_failure and deadlock_detected (PostgreSQL, Appendix A). */
const collisions: ReadonlySet<string> = new Set(['40001', '40P01']);

function isCollision(done: unknown): boolean {
  const failed = done as Partial<Failure> | null | undefined;
  return failed?.ok === false && failed.error !== undefined && collisions.has(failed.error.sqlstate);
}
