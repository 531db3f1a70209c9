import type { Outcome, Row, Statement } from '../../db/statement.ts';

/** A statement, prepared if it has a name. */
export function say(text: string, values: readonly (string | null)[] = [], name?: string): Statement {
  return { text, values, ...(name !== undefined && { name }) };
}

/** The first row of an answer. @throws where there is none because the database refused the statement. */
export function rowOf(outcome: Outcome): Row {
  if (!outcome.ok) throw new Error(`${outcome.error.sqlstate} ${outcome.error.message}`);
  return outcome.rows[0] ?? {};
}
