import pg from 'pg';
import { type PgQuery, pgQuery, type QueryText } from './pg_query.ts';

/**
 * Several statements in one round trip and, outside of an explicit transaction, in one transaction. Their messages go out
 * together with one Sync behind all of them (PostgreSQL manual, 53.2.4). Each has its own snapshot, so a statement sees
 * rows that were committed while the one before it waited for a lock. If one fails, those behind it do not run. The last one
 * is told how the whole ends.
 */
export class Sequence implements pg.Submittable {
  /** As of PgQuery. */
  query_timeout?: number;
  readonly #queries: readonly PgQuery[];
  readonly #last: PgQuery;
  readonly #answers: pg.QueryResult[] = [];

  constructor(earlier: readonly QueryText[], last: PgQuery) {
    this.#last = last;
    this.#queries = [...earlier.map((each) => pgQuery(each, () => {})), last];
    // By the extended protocol, even without values.
    for (const query of this.#queries) query.queryMode = 'extended';
  }

  /** The answers of the statements before the last one, if they have run. */
  get answers(): readonly pg.QueryResult[] {
    return this.#answers;
  }

  /** pg puts one of its own around it, which keeps the time. */
  get callback(): PgQuery['callback'] {
    return this.#last.callback;
  }

  set callback(callback: PgQuery['callback']) {
    this.#last.callback = callback;
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

// pg refuses other classes on a pipelined connection, since they may keep a portal open across round trips. This one does not.
Object.setPrototypeOf(Sequence.prototype, pg.Query.prototype);
