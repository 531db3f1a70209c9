import type { DatabaseError } from './database_error.ts';

export interface Statement {
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

/** One connection, or a share of them, as those see it who run statements one by one and in transactions. */
export interface Session {
  /** Runs one statement in one round trip. What the database refuses is a value; only a mistake in our code throws. */
  readonly query: Query;
  /**
   * Runs `work` in one transaction. Its result comes back exactly when everything is committed; when a statement or the
   * commit failed, that failure comes back instead, whatever `work` returned (a `rollback to savepoint` makes good for
   * statements that failed). What `work` throws rolls back and is thrown on. Within `work`, only the query that it is
   * given may be used. Transactions of one name are expected to take the same time.
   */
  transaction<T>(work: (query: Query) => Promise<T>, name?: string): Promise<T | Failure>;
}
