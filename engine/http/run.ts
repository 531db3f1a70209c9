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
