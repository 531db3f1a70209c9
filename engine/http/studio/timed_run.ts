import type { Share } from '../../../db/database.ts';
import type { Row, Statement } from '../../../db/statement.ts';
import { databaseProblem } from '../response/database_problem.ts';

/** Runs statements within a time that they have together, one after the other. */
export interface TimedRun {
  /**
   * The rows of a statement; none if it took too long, or if it failed for its rows.
   * @throws Problem for a database that does not serve the caller.
   */
  readonly rows: (statement: Statement) => Promise<readonly Row[]>;
  /** Whether the time is over. */
  readonly isOver: () => boolean;
  /** Whether each statement has given its rows, before the time was over. */
  readonly isComplete: () => boolean;
}

/** The times are in milliseconds. */
export function timedRun(
  { query }: Pick<Share, 'query'>,
  { all, each }: { readonly all: number; readonly each: number },
): TimedRun {
  const deadline = performance.now() + all;
  let isComplete = true;
  const left = () => deadline - performance.now();
  return {
    rows: async ({ text, values }) => {
      const milliseconds = Math.max(1, Math.floor(Math.min(each, left())));
      // Without a name: the values of such statements are in their text, and few are asked again.
      const outcome = await query({ text, values, first: limitTo(milliseconds) });
      if (outcome.ok) return outcome.rows;
      if (!ofRows.test(outcome.error.sqlstate)) throw databaseProblem(outcome.error);
      isComplete = false;
      return [];
    },
    isOver: () => {
      const isOver = left() <= 0;
      isComplete &&= !isOver;
      return isOver;
    },
    isComplete: () => isComplete,
  };
}

/** PostgreSQL, Appendix A: ended by its timeout, a limit of a statement, an expression of a view that fails. */
const ofRows = /^(57014|53400|54...|22...|21000)$/;

function limitTo(milliseconds: number): Statement {
  return { text: "select set_config('statement_timeout', $1, true)", values: [`${milliseconds}`] };
}
