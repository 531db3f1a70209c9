import { createPool, type DatabasePool, type DatabasePoolConnection, type QuerySqlToken, sql } from 'slonik';
import { type DatabaseError, databaseError } from './database_error.ts';
import { createDurations } from './duration.ts';
import { type Listening, listen } from './listen.ts';
import { createPipelinedDriver, pipelinedStatements } from './pipelined_driver.ts';
import { createTextDriver, type Took, valuesAfter } from './text_driver.ts';

interface Statement {
  /** One statement, its values as $1, $2, ... */
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Prepared once for each connection under this name (at most 63 bytes); a name stands for one text for ever. */
  readonly name?: string;
  /**
   * Run before it in the same transaction and the same round trip, with a snapshot of its own: this statement sees what was
   * committed while that one waited for a lock. Its rows are not handed out.
   */
  readonly first?: Statement | null;
}

/** Every column as the text that PostgreSQL sent: a bigint, a decimal or a JSON document keeps each of its characters. */
export type Row = Readonly<Record<string, string | null>>;

export interface Success {
  readonly ok: true;
  readonly rows: readonly Row[];
  readonly rowCount: number;
}

export interface Failure {
  readonly ok: false;
  readonly error: DatabaseError;
}

export type Outcome = Success | Failure;

export type Query = (statement: Statement) => Promise<Outcome>;

/** What the pool of connections is at. */
interface Load {
  /** Connections that work, and those that wait for work. */
  readonly active: number;
  readonly idle: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
}

export interface Database {
  /** Runs one statement in one round trip. What the database refuses is a value; only a mistake in our code throws. */
  readonly query: Query;
  /**
   * The same for a statement that only reads. Where it has been soon done so far, it shares a connection with others and
   * does not wait for their answers (see pipelined_driver.ts).
   */
  readonly read: Query;
  /**
   * Runs `work` in one transaction. Its result comes back exactly when everything is committed; when a statement or the
   * commit failed, that failure comes back instead, whatever `work` returned (a `rollback to savepoint` makes good for
   * statements that failed). What `work` throws rolls back and is thrown on. Within `work`, only the query that it is
   * given may be used.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T | Failure>;
  /**
   * Runs a statement that reads, without statement timeout, and hands out its rows in batches: the next one is fetched
   * when `take` has ended. What `take` throws ends it and is thrown on. On connections of their own, so that slow takers
   * keep none from the other statements.
   */
  stream(statement: Statement, take: (rows: readonly Row[]) => Promise<void>): Promise<Outcome>;
  /**
   * Runs a text of several statements, which may begin and commit by itself, on a connection of its own and without
   * statement timeout, so that nothing of it is left behind. Throws what PostgreSQL says (see databaseError).
   */
  script(text: string): Promise<void>;
  /**
   * Runs `work` on a single connection of its own and without statement timeout, so that a lock of the session holds
   * from one statement to the next. When the connection is lost, it is not replaced: every later statement fails.
   */
  session<T>(work: (session: Session) => Promise<T>): Promise<T | Failure>;
  readonly load: () => Load;
  /** Whether the database answers and takes writes. A connection to a server that takes none is given up. */
  isWritable(): Promise<boolean>;
  /** Hears the notifications of a channel on a connection of its own (see listen.ts), until that is closed. */
  listen(channel: string, heard: (payload: string | null) => void): Listening;
  /** Waits for what is running, then disconnects. */
  close(): Promise<void>;
}

export type Session = Pick<Database, 'query' | 'transaction'>;

export interface DatabaseOptions {
  readonly maximumConnections: number;
  /** 0 for no timeout. */
  readonly statementTimeoutSeconds: number;
}

/**
 * Opens a pool of connections to a PostgreSQL URL (postgresql://user:password@host:port/database?sslmode=...). The first
 * statement connects, not this: a database that is away is a failure of that statement.
 */
export async function connect(url: string, options: DatabaseOptions): Promise<Database> {
  const durations = createDurations();
  const pool = await openPool(url, options, durations.note);
  const shared = await openPool(
    url,
    { ...options, maximumConnections: pipelinedStatements },
    durations.note,
    createPipelinedDriver,
  );
  const streams = await openPool(url, { maximumConnections: maximumStreams, statementTimeoutSeconds: 0 });
  const query = queryOn(pool);
  const sharing = queryOn(shared);
  return {
    query,
    read: async (statement) => {
      const { name } = statement;
      const hasRoom = shared.state().acquiredConnections < pipelinedStatements;
      if (name === undefined || !hasRoom || !durations.isShort(name)) return query(statement);
      const outcome = await sharing(statement);
      // It was sent while PostgreSQL was about to refuse to prepare it: what it says of that itself is the answer.
      return !outcome.ok && outcome.error.sqlstate === notPrepared ? query(statement) : outcome;
    },
    transaction: (work) => transact(pool, work),
    stream: (statement, take) => transact(streams, (query) => fetchAll(query, statement, take)),
    script: async (text) => {
      const own = await openPool(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
      try {
        await own.query(token({ text, values: [] }));
      } finally {
        await own.end();
      }
    },
    session: async (work) => {
      const own = await openPool(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
      try {
        return await own.connect((connection) => work(sessionOn(connection)));
      } catch (thrown) {
        return failure(thrown);
      } finally {
        await own.end();
      }
    },
    listen: (channel, heard) => listen(url, channel, heard),
    isWritable: () =>
      pool.connect(requireWritable).then(
        () => true,
        () => false,
      ),
    load: () => {
      const { acquiredConnections, pendingConnections, idleConnections, waitingClients } = pool.state();
      return { active: acquiredConnections + pendingConnections, idle: idleConnections, waiting: waitingClients };
    },
    close: async () => {
      await Promise.all([pool.end(), shared.end(), streams.end()]);
    },
  };
}

function queryOn(pool: DatabasePool): Query {
  return async (statement) => {
    try {
      return await pool.connect((connection) => attempt(connection, statement));
    } catch (thrown) {
      return failure(thrown);
    }
  };
}

// PostgreSQL, Appendix A.
const notPrepared = '26000';

/** How many statements may hand out rows at a time. */
const maximumStreams = 4;
const batchRows = 1000;

async function fetchAll(
  query: Query,
  { text, values }: Statement,
  take: (rows: readonly Row[]) => Promise<void>,
): Promise<Outcome> {
  // All rows are wanted, not the first ones soon.
  const planned = await query({ text: 'set local cursor_tuple_fraction = 1', values: [] });
  if (!planned.ok) return planned;
  const declared = await query({ text: `declare rows no scroll cursor for ${text}`, values });
  if (!declared.ok) return declared;
  while (true) {
    const batch = await query({ text: `fetch ${batchRows} from rows`, values: [] });
    if (!batch.ok || batch.rows.length === 0) return batch;
    await take(batch.rows);
  }
}

/** So much later than the statement timeout the server's word of it must have come. */
const answerSeconds = 2;

async function openPool(
  url: string,
  { maximumConnections, statementTimeoutSeconds }: DatabaseOptions,
  took: Took = () => {},
  createDriver = createTextDriver,
): Promise<DatabasePool> {
  const answerTimeout = statementTimeoutSeconds === 0 ? 0 : statementTimeoutSeconds + answerSeconds;
  const pool = await createPool(url, {
    driverFactory: createDriver(
      {
        TimeZone: 'UTC',
        DateStyle: 'ISO',
        statement_timeout: `${statementTimeoutSeconds}s`,
        // A service whose machine is gone within a transaction would keep its locks until TCP finds out, after hours.
        idle_in_transaction_session_timeout: `${answerTimeout}s`,
      },
      answerTimeout * 1000,
      took,
    ),
    maxPoolSize: maximumConnections,
    idleTimeout: 'DISABLE_TIMEOUT',
    // slonik's default, DISCARD ALL, is a second round trip and throws the prepared statements away. No session state is
    // ever left behind here: only transaction-local settings are used.
    resetConnection: async () => {},
    connectionRetryLimit: 0,
    queryRetryLimit: 0,
    transactionRetryLimit: 0,
    captureStackTrace: false,
    typeParsers: [],
  });
  // An EventEmitter without a listener throws its errors; these reach the caller of the statement already.
  pool.on('error', () => {});
  return pool;
}

/**
 * Runs a statement on a connection. slonik destroys the connection whose handler throws, so a refusal is made a value
 * here, inside; only the loss of the connection is thrown.
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
async function requireWritable(connection: DatabasePoolConnection): Promise<void> {
  const outcome = await attempt(connection, writableQuery);
  if (!outcome.ok || outcome.rowCount === 0) throw new Error('the server takes no writes');
}

function sessionOn(connection: DatabasePoolConnection): Session {
  return {
    query: (statement) => attempt(connection, statement).catch(failure),
    transaction: (work) => inTransaction(connection, work).catch(failureOf),
  };
}

/** The value of `work`; throws what failed, after the transaction is rolled back. */
function inTransaction<T>(connection: DatabasePoolConnection, work: (query: Query) => Promise<T>): Promise<T> {
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

async function transact<T>(pool: DatabasePool, work: (query: Query) => Promise<T>): Promise<T | Failure> {
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

/** The value for a thrown database error. Throws on what is none. */
function failure(thrown: unknown): Failure {
  const error = databaseError(thrown);
  if (error === null) throw thrown;
  return { ok: false, error };
}

const emptyToken = sql.unsafe`select`;

/** slonik's token for SQL that was made elsewhere: its template tag takes no text that is not written in the source. */
function token({ text, values, name, first }: Statement): QuerySqlToken {
  const own = first ? valuesAfter(first, values) : values;
  return { ...emptyToken, sql: text, values: own, ...(name !== undefined && { name }) };
}
