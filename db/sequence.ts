import pg from 'pg';

interface Step {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name: string | undefined;
}

type Answer = pg.QueryResult;

/**
 * Two statements in one round trip and, outside of an explicit transaction, in one transaction: their messages go out
 * together with one Sync behind both (PostgreSQL manual, 53.2.4). Each has a snapshot of its own, so the second sees what
 * was committed while the first waited for a lock. The answer is that of the second. If the first fails, the second does
 * not run.
 */
export function inSequence(client: pg.Client, first: Step, second: Step): Promise<Answer> {
  return new Promise((resolve, reject) => {
    client.query(new Sequence(first, second, (error, answer) => (error ? reject(error) : resolve(answer as Answer))));
  });
}

type Told = (error: Error | null, answer?: Answer) => void;

/** What pg calls a query while it is being answered: here first the one, then the other. */
class Sequence implements pg.Submittable {
  // pg puts a callback of its own around this one, which keeps the time.
  callback: Told;
  readonly #first: PgQuery;
  readonly #second: PgQuery;
  #current: PgQuery;

  constructor(first: Step, second: Step, callback: Told) {
    this.callback = callback;
    this.#first = queryOf(first, () => {});
    this.#second = queryOf(second, (error, answer) => this.callback(error, answer));
    this.#current = this.#first;
  }

  /** pg notes under this name and text which statement the server has parsed. */
  get name(): string | undefined {
    return this.#current.name;
  }

  get text(): string {
    return this.#current.text;
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

/** pg's own query, with what its types leave out. */
interface PgQuery {
  readonly name: string | undefined;
  readonly text: string;
  submit(connection: pg.Connection): unknown;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
}

interface PgConnection {
  readonly submittedNamedStatements: Record<string, string | undefined>;
}

const types = { getTypeParser: () => (text: string) => text };

function queryOf({ text, values, name }: Step, callback: Told): PgQuery {
  const config = { text, values, ...(name !== undefined && { name }), types, queryMode: 'extended', callback };
  return new pg.Query(config as unknown as pg.QueryConfig) as unknown as PgQuery;
}
