import { type DatabasePoolConnection, type QuerySqlToken, sql } from 'slonik';
import { databaseError } from '../database_error.ts';
import type { Failure, Outcome, Row, Statement } from '../statement.ts';
import type { TextAnswer } from './text_client.ts';
import { type Running, valuesOf } from './text_driver.ts';

/**
 * Runs a statement on a connection. slonik destroys a connection whose handler throws, so a refusal becomes a value
 * here. Only the loss of the connection is thrown.
 */
export async function attempt(connection: Connection, statement: Statement, place: Place = {}): Promise<Outcome> {
  const [outcome] = await attemptTogether(connection, [statement], place);
  if (outcome === undefined) throw new Error('a statement had no outcome');
  return outcome;
}

type Connection = Pick<DatabasePoolConnection, 'query'>;

/** Where statements are in a transaction of several round trips; nowhere when left out. */
interface Place {
  /** The first of them begins it. */
  readonly begins?: boolean;
  /** It is open. */
  readonly isWithin?: boolean;
}

/** Runs statements in one round trip (see Sequence). Those behind a failure do not run, and have the same outcome. */
export async function attemptTogether(
  connection: Connection,
  statements: readonly Statement[],
  { begins = false, isWithin = false }: Place = {},
): Promise<readonly Outcome[]> {
  const all = statements.flatMap((each) => (each.first ? [each.first, each] : [each]));
  const last = all.pop();
  if (last === undefined) return [];
  let answers: readonly TextAnswer[] = [];
  const answered = (earlier: readonly TextAnswer[]) => {
    answers = earlier;
  };
  const before = all.length === 0 ? undefined : { statements: all, answered, begins };
  let rest: Outcome;
  try {
    const { rows, rowCount } = await connection.query(
      token(last, { before, patience: patienceOf(statements), isWithin }),
    );
    rest = { ok: true, rows: rows as readonly Row[], rowCount };
  } catch (thrown) {
    rest = failure(thrown);
    if (rest.error.unavailable) throw thrown;
  }
  let place = -1;
  return statements.map(({ first }) => {
    place += first ? 2 : 1;
    const answer = answers[place];
    return answer === undefined ? rest : { ok: true, rows: answer.rows, rowCount: answer.rowCount ?? 0 };
  });
}

/** Each of several statements may take its time; all of them together take at most twice as long. */
function patienceOf(statements: readonly Statement[]): number {
  const longest = Math.max(...statements.map(({ patience = 1 }) => patience));
  return statements.length > 2 ? longest + 1 : longest;
}

/** The value for a thrown database error; `undone` says that nothing was done for sure. Throws anything else on. */
export function failure(thrown: unknown, { undone = false } = {}): Failure {
  const error = databaseError(thrown);
  if (error === null) throw thrown;
  return { ok: false, error: undone ? { ...error, undone } : error };
}

const emptyToken = sql.unsafe`select`;

/** slonik's token for SQL that was made elsewhere: its template tag takes no text that is not written in the source. */
export function token({ text, values, name }: Omit<Statement, 'first'>, running: Running = {}): QuerySqlToken {
  const { before, patience = 1, isWithin = false } = running;
  const own = before !== undefined || patience !== 1 || isWithin ? valuesOf(values, running) : values;
  return { ...emptyToken, sql: text, values: own, ...(name !== undefined && { name }) };
}
