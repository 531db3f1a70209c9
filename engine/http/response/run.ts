import type { Success } from '../../../db/statement.ts';
import type { Statement } from '../../query/sql/condition/statement.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { parametersOf } from '../request/url.ts';
import type { Run } from '../run.ts';
import { databaseProblem, queryProblemOf } from './database_problem.ts';

/**
 * Runs a statement that reads.
 * @throws Problem for what the database says of it.
 */
export async function runQuery(
  request: Pick<ActionRequest, 'url'>,
  { read }: Pick<Run, 'read'>,
  statement: Statement,
): Promise<Success> {
  const outcome = await read(statement);
  if (outcome.ok) return outcome;
  throw queryProblemOf(outcome.error, parametersOf(request)) ?? databaseProblem(outcome.error);
}
