import { databaseError } from '../database_error.ts';
import type { Failure, Outcome, Statement } from '../statement.ts';
import type { TextClient } from './text_client.ts';

/** A connection on which statements run one after the other. */
export type Connection = Pick<TextClient, 'run'>;

/**
 * Runs a statement on a connection. A refusal is a value. Only the loss of the connection is thrown.
 */
export async function attempt(connection: Connection, statement: Statement): Promise<Outcome> {
  const { patience = 1 } = statement;
  const { answers, refusal } = await connection.run(withFirst(statement), { patience });
  return refusal === null ? (answers.at(-1) ?? none) : refused(refusal);
}

/** Runs statements in one round trip. Those behind a failure do not run, and have the same outcome. */
export async function attemptTogether(
  connection: Connection,
  statements: readonly Statement[],
): Promise<readonly Outcome[]> {
  if (statements.length === 0) return [];
  const all = statements.flatMap(withFirst);
  const { answers, refusal } = await connection.run(all, { patience: patienceOf(statements) });
  const rest = refusal === null ? none : refused(refusal);
  let place = -1;
  return statements.map((each) => {
    place += withFirst(each).length;
    return answers[place] ?? rest;
  });
}

/** A statement behind what runs before it. */
function withFirst(statement: Statement): readonly Statement[] {
  const { first } = statement;
  return first ? [...withFirst(first), statement] : [statement];
}

const none: Outcome = { ok: true, rows: [], rowCount: 0 };

/** @throws what PostgreSQL says where it ends the connection. */
function refused(refusal: Error): Failure {
  const found = failure(refusal);
  if (found.error.unavailable) throw refusal;
  return found;
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
