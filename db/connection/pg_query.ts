import pg from 'pg';

export interface QueryText {
  readonly text: string;
  readonly values: readonly unknown[] | undefined;
  /** Under which it is prepared; undefined to send it unprepared. */
  readonly name: string | undefined;
}

/** The error, or the answer. A text of several statements has an answer for each. */
export type Answered = (error: Error | null, answer?: pg.QueryResult | readonly pg.QueryResult[]) => void;

/** pg's own query, with what its types leave out. */
export interface PgQuery extends pg.Submittable {
  readonly text: string;
  name: string | undefined;
  queryMode: 'extended' | undefined;
  /** After which pg gives it up, in milliseconds; that of the connection when left out. */
  query_timeout?: number;
  /** pg puts a callback of its own around this one, which keeps the time. */
  callback: Answered;
  /** What is answered so far; pg tells it how values are read. */
  readonly _result: pg.QueryResult & { _types?: unknown };
  submit(connection: pg.Connection): unknown;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
}

/**
 * A query for pg's client. pg copies a configuration object property by property, which takes longer than the rest of
 * sending a prepared statement. So it gets the text alone first, and the other properties afterwards.
 */
export function pgQuery({ text, values, name }: QueryText, callback: Answered): PgQuery {
  const query = new pg.Query(text, values as unknown[] | undefined) as unknown as PgQuery;
  query.name = name;
  query.callback = callback;
  return query;
}
