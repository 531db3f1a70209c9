import type { Failure, Query, Session } from '../statement.ts';
import { attempt, type Connection, failure } from './attempt.ts';
import type { Pool } from './pool.ts';
import { type End, inTransaction, type Work } from './transaction.ts';

/** Runs each statement on a connection of the pool. */
export function queryOn(pool: Pool): Query {
  return async (statement) => {
    let isSent = false;
    try {
      return await pool.connect((connection) => {
        isSent = true;
        return attempt(connection, statement);
      });
    } catch (thrown) {
      return failure(thrown, { undone: !isSent });
    }
  };
}

const writableQuery = {
  name: 'is_writable',
  text: `select from (select) as request where not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`,
  values: [],
};

/** Throws where it takes no writes, on which the pool ends the connection. */
export async function requireWritable(connection: Connection): Promise<void> {
  const outcome = await attempt(connection, writableQuery);
  if (!outcome.ok || outcome.rowCount === 0) throw new Error('the server takes no writes');
}

/** What a session does, on the one connection that it has. */
export function sessionOn(connection: Connection): Session {
  return {
    query: (statement) => attempt(connection, statement).catch(failure),
    transaction: (work) => ended((commits) => inTransaction(connection, work, commits)),
  };
}

/** Runs `work` in a transaction, as Share.transaction says. */
export async function transact<T>(pool: Pool, work: Work<T>): Promise<T | Failure> {
  // The pool ends the connection if the transaction throws, since it is lost then.
  return ended((commits) => pool.connect((connection) => inTransaction(connection, work, commits)));
}

/** What came of a transaction. If its connection is lost before it commits, nothing of it was done. */
async function ended<T>(run: (commits: () => void) => Promise<End<T>>): Promise<T | Failure> {
  let hasCommitted = false;
  const commits = () => {
    hasCommitted = true;
  };
  const end = await run(commits).catch((thrown: unknown) => ({ failure: failure(thrown, { undone: !hasCommitted }) }));
  if ('thrown' in end) throw end.thrown;
  return 'value' in end ? end.value : end.failure;
}
