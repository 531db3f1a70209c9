import type { Success } from '../../../db/statement.ts';
import type { Model } from '../../model/model.ts';
import type { Statement } from '../../query/sql/condition/statement.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { parametersOf } from '../request/url.ts';
import type { Run } from '../run.ts';
import { databaseProblem, queryProblemOf } from './database_problem.ts';
import { type FailedReading, failedView } from './failed_view.ts';

/**
 * Runs a statement that reads.
 * @throws Problem for what the database says of it.
 */
export async function runQuery(
  request: Pick<ActionRequest, 'url'>,
  { read }: Pick<Run, 'read'>,
  statement: Statement,
  reading: (FailedReading & { readonly model: Model }) | null = null,
): Promise<Success> {
  const outcome = await read(statement);
  if (outcome.ok) return outcome;
  const { error } = outcome;
  throw (
    queryProblemOf(error, parametersOf(request)) ??
    (reading === null ? null : failedView(error, reading, reading)) ??
    databaseProblem(error)
  );
}
