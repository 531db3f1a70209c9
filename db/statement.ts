import type { DatabaseError } from './database_error.ts';

export interface Statement {
  /** One statement, its values as $1, $2, ... */
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Prepared once for each connection under this name (at most 63 bytes); a name stands for one text for ever. */
  readonly name?: string;
  /**
   * A statement to run before it in the same transaction and round trip, with its own snapshot. This statement sees
   * rows that were committed while the first waited for a lock. Its rows are not handed out.
   */
  readonly first?: Statement | null;
  /**
   * How many times the usual time the connection waits for its answer; once when left out. The statement timeout of PostgreSQL
   * is the concern of `first`.
   */
  readonly patience?: number;
  /** A column of its one row to have as it came where it is long: what is only handed on need not become a text. */
  readonly bytesOf?: string;
}

/** Every column as the text that PostgreSQL sent: a bigint, a decimal or a JSON document keeps each of its characters. */
export type Row = Readonly<Record<string, string | null>>;

export interface Success {
  readonly ok: true;
  readonly rows: readonly Row[];
  readonly rowCount: number;
  /** What `bytesOf` asks for, which is not in the row then; left out where it is short. Nothing else is in their memory. */
  readonly bytes?: Buffer<ArrayBuffer>;
}

export interface Failure {
  readonly ok: false;
  readonly error: DatabaseError;
}

export type Outcome = Success | Failure;

/** Whether what came of statements, or of work in a transaction, is a failure. */
export function isFailure(done: unknown): done is Failure {
  return typeof done === 'object' && done !== null && 'ok' in done && done.ok === false && 'error' in done;
}

/** What a statement that answers with several rows has for the request that waits for one of them. */
export function outcomeOfRow(outcome: Outcome, place: number): Outcome {
  return outcomeOfRows(outcome, [place]);
}

/** The same for a request that waits for several of them. */
export function outcomeOfRows(outcome: Outcome, places: readonly number[]): Outcome {
  if (!outcome.ok) return outcome;
  return { ok: true, rows: places.flatMap((place) => outcome.rows.slice(place, place + 1)), rowCount: places.length };
}

export type Query = (statement: Statement) => Promise<Outcome>;

/** One connection, or a share of them, as those see it who run statements one by one and in transactions. */
export interface Session {
  /** Runs one statement in one round trip. What the database refuses is a value; only a mistake in our code throws. */
  readonly query: Query;
  /**
   * Runs `work` in one transaction. Its result comes back exactly when everything is committed. If a statement or the
   * commit failed, that failure comes back instead, for any result of `work` (a `rollback to savepoint` clears failed
   * statements). If `work` throws, the transaction rolls back and throws it on. Within `work`, use only the given
   * query. Transactions of one name are expected to take the same time.
   *
   * `last` runs a statement after which nothing undoes the transaction: the commit goes out with it. It is absent within another
   * transaction, which goes on.
   */
  transaction<T>(work: (query: Query, last?: Query) => Promise<T>, name?: string): Promise<T | Failure>;
}
