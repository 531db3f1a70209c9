import type pg from 'pg';
import { type Answered, type PgQuery, pgQuery, type QueryText } from './pg_query.ts';

/**
 * Two statements in one round trip and, outside of an explicit transaction, in one transaction. Their messages go out
 * together with one Sync behind both (PostgreSQL manual, 53.2.4). Each has its own snapshot, so the second sees rows
 * that were committed while the first waited for a lock. The answer is the answer of the second. If the first fails,
 * the second does not run.
 */
export class Sequence implements pg.Submittable {
  // pg puts a callback of its own around this one, which keeps the time.
  callback: Answered;
  /** As of PgQuery. */
  query_timeout?: number;
  readonly #first: PgQuery;
  readonly #second: PgQuery;
  #current: PgQuery;

  constructor(first: QueryText, second: QueryText, callback: Answered) {
    this.callback = callback;
    this.#first = extended(first, () => {});
    this.#second = extended(second, (error, answer) => this.callback(error, answer));
    this.#current = this.#first;
  }

  /** pg notes under this name and text which statement the server has parsed. */
  get name(): string | undefined {
    return this.#current.name;
  }

  get text(): string {
    return this.#current.text;
  }

  /** pg tells it how values are read. */
  get _result(): unknown {
    return this.#second._result;
  }

  submit(connection: pg.Connection): unknown {
    const { stream } = connection;
    stream.cork();
    try {
      const unsynced: pg.Connection = Object.assign(Object.create(connection), { sync: () => {} });
      return this.#first.submit(unsynced) ?? this.#second.submit(connection);
    } finally {
      stream.uncork();
    }
  }

  handleRowDescription(message: unknown): void {
    this.#current.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#current.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#current.handleCommandComplete(message, connection);
    this.#current = this.#second;
  }

  handleReadyForQuery(connection: pg.Connection): void {
    this.#second.handleReadyForQuery(connection);
  }

  handleError(error: Error, connection: pg.Connection): void {
    // The server skips what comes behind a failure: it may not have parsed the second.
    const { submittedNamedStatements: submitted } = connection as unknown as PgConnection;
    if (this.#second.name !== undefined) delete submitted[this.#second.name];
    this.#second.handleError(error, connection);
  }
}

interface PgConnection {
  readonly submittedNamedStatements: Record<string, string | undefined>;
}

/** By the extended protocol, even without values. */
function extended(text: QueryText, callback: Answered): PgQuery {
  const query = pgQuery(text, callback);
  query.queryMode = 'extended';
  return query;
}
