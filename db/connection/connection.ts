import { type DatabasePool, type DatabasePoolConnection, type QuerySqlToken, sql } from 'slonik';
import { databaseError } from '../database_error.ts';
import type { Failure, Outcome, Query, Row, Session, Statement } from '../statement.ts';
import { isForgotten } from './prepared_statements.ts';
import { valuesOf } from './text_driver.ts';

/** Runs each statement on a connection of the pool. */
export function queryOn(pool: DatabasePool): Query {
  return async (statement) => {
    try {
      return await pool.connect((connection) => attempt(connection, statement));
    } catch (thrown) {
      return failure(thrown);
    }
  };
}

/**
 * Runs a statement on a connection. slonik destroys a connection whose handler throws, so a refusal becomes a value
 * here. Only the loss of the connection is thrown.
 */
async function attempt(connection: Pick<DatabasePoolConnection, 'query'>, statement: Statement): Promise<Outcome> {
  try {
    const { rows, rowCount } = await connection.query(token(statement));
    return { ok: true, rows: rows as readonly Row[], rowCount };
  } catch (thrown) {
    const refused = failure(thrown);
    if (refused.error.unavailable) throw thrown;
    return refused;
  }
}

const writableQuery = {
  name: 'is_writable',
  text: `select from (select) as request where not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`,
  values: [],
};

/** Throws where it takes no writes, on which slonik destroys the connection. */
export async function requireWritable(connection: DatabasePoolConnection): Promise<void> {
  const outcome = await attempt(connection, writableQuery);
  if (!outcome.ok || outcome.rowCount === 0) throw new Error('the server takes no writes');
}

/** What a session does, on the one connection that it has. */
export function sessionOn(connection: DatabasePoolConnection): Session {
  return {
    query: (statement) => attempt(connection, statement).catch(failure),
    transaction: (work) => inTransaction(connection, work).catch(failureOf),
  };
}

/**
 * Returns the value of `work`; throws the failure after the transaction is rolled back. If the server has forgotten a
 * prepared statement, the transaction is aborted. Then all of it runs once more, with newly prepared statements.
 */
async function inTransaction<T>(connection: DatabasePoolConnection, work: (query: Query) => Promise<T>): Promise<T> {
  let hasForgotten = false;
  const watched = (query: Query) =>
    work(async (statement) => {
      const outcome = await query(statement);
      if (!outcome.ok && isForgotten(outcome.error.sqlstate)) hasForgotten = true;
      return outcome;
    });
  try {
    return await inOneTransaction(connection, watched);
  } catch (thrown) {
    if (!hasForgotten) throw thrown;
    return inOneTransaction(connection, work);
  }
}

function inOneTransaction<T>(connection: DatabasePoolConnection, work: (query: Query) => Promise<T>): Promise<T> {
  return connection.transaction(async (inner) => {
    // The failure that aborted the transaction; those after it only say that it is aborted.
    let cause: Failure | null = null;
    const value = await work(async (statement) => {
      const outcome = await attempt(inner, statement).catch(failure);
      cause = outcome.ok ? null : (cause ?? outcome);
      return outcome;
    });
    throwFailure(cause);
    return value;
  });
}

/** Runs `work` in a transaction, as Share.transaction says. */
export async function transact<T>(pool: DatabasePool, work: (query: Query) => Promise<T>): Promise<T | Failure> {
  const end = await pool
    .connect(async (connection) => {
      try {
        return { value: await inTransaction(connection, work) };
      } catch (thrown) {
        // Rolled back by now, and the connection is good for the next: it must not see a throw, unless it is lost.
        if (databaseError(thrown)?.unavailable) throw thrown;
        return { thrown };
      }
    })
    .catch((thrown: unknown) => ({ thrown }));
  if ('value' in end) return end.value;
  return failureOf(end.thrown);
}

function failureOf(thrown: unknown): Failure {
  return thrown instanceof StatementFailed ? thrown.failure : failure(thrown);
}

/** Carries the failure of a statement out of slonik's transaction, which rolls back on a throw. */
class StatementFailed extends Error {
  readonly failure: Failure;
  constructor(failed: Failure) {
    super(failed.error.message);
    this.failure = failed;
  }
}

function throwFailure(cause: Failure | null): void {
  if (cause) throw new StatementFailed(cause);
}

/** The value for a thrown database error. Throws anything else on. */
export function failure(thrown: unknown): Failure {
  const error = databaseError(thrown);
  if (error === null) throw thrown;
  return { ok: false, error };
}

const emptyToken = sql.unsafe`select`;

/** slonik's token for SQL that was made elsewhere: its template tag takes no text that is not written in the source. */
export function token({ text, values, name, first = null, patience = 1 }: Statement): QuerySqlToken {
  const own = first !== null || patience !== 1 ? valuesOf(values, { first, patience }) : values;
  return { ...emptyToken, sql: text, values: own, ...(name !== undefined && { name }) };
}
