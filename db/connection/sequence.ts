import type pg from 'pg';
import { type PgQuery, pgQuery, type QueryText } from './pg_query.ts';

/** The answers of all statements; or the error of one, and the answers of those before it. */
type SequenceAnswered = (error: Error | null, answers?: readonly pg.QueryResult[]) => void;

/**
 * Several statements in one round trip and, outside of an explicit transaction, in one transaction. Their messages go out
 * together with one Sync behind all of them (PostgreSQL manual, 53.2.4). Each has its own snapshot, so a statement sees
 * rows that were committed while the one before it waited for a lock. If one fails, those behind it do not run.
 */
export class Sequence implements pg.Submittable {
  // pg puts a callback of its own around this one, which keeps the time.
  callback: SequenceAnswered;
  /** As of PgQuery. */
  query_timeout?: number;
  readonly #queries: readonly PgQuery[];
  readonly #last: PgQuery;
  readonly #answers: pg.QueryResult[] = [];

  constructor(earlier: readonly QueryText[], last: QueryText, callback: SequenceAnswered) {
    this.callback = callback;
    this.#last = extended(last, (error, answer) =>
      this.callback(error, error === null ? [...this.#answers, answer as pg.QueryResult] : this.#answers),
    );
    this.#queries = [...earlier.map((each) => extended(each, () => {})), this.#last];
  }

  get #current(): PgQuery {
    return this.#queries[this.#answers.length] ?? this.#last;
  }

  /** pg notes under this name and text which statement the server has parsed. */
  get name(): string | undefined {
    return this.#current.name;
  }

  get text(): string {
    return this.#current.text;
  }

  /** pg tells it how values are read. */
  get _result(): PgQuery['_result'] {
    return this.#last._result;
  }

  submit(connection: pg.Connection): unknown {
    const { stream } = connection;
    stream.cork();
    try {
      const unsynced: pg.Connection = Object.assign(Object.create(connection), { sync: () => {} });
      for (const query of this.#queries) {
        query._result._types = this._result._types;
        const error = query.submit(query === this.#last ? connection : unsynced);
        if (error) return error;
      }
      return null;
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
    const current = this.#current;
    current.handleCommandComplete(message, connection);
    if (current !== this.#last) this.#answers.push(current._result);
  }

  handleReadyForQuery(connection: pg.Connection): void {
    this.#last.handleReadyForQuery(connection);
  }

  handleError(error: Error, connection: pg.Connection): void {
    // The server skips what comes behind a failure: it may not have parsed those statements.
    const { submittedNamedStatements: submitted } = connection as unknown as PgConnection;
    for (const { name } of this.#queries.slice(this.#answers.length)) if (name !== undefined) delete submitted[name];
    this.#last.handleError(error, connection);
  }
}

interface PgConnection {
  readonly submittedNamedStatements: Record<string, string | undefined>;
}

/** By the extended protocol, even without values. */
function extended(text: QueryText, callback: PgQuery['callback']): PgQuery {
  const query = pgQuery(text, callback);
  query.queryMode = 'extended';
  return query;
}
