import type { FastifyRequest } from 'fastify';
import type { Success } from '../../../db/statement.ts';
import type { Statement } from '../../query/sql/condition/statement.ts';
import type { RouteContext } from '../context.ts';
import { parametersOf } from '../request/url.ts';
import { databaseProblem, queryProblemOf } from './database_problem.ts';

/**
 * Runs a statement that reads.
 * @throws Problem for what the database says of it.
 */
export async function runQuery(
  request: FastifyRequest,
  { databaseOf }: Pick<RouteContext, 'databaseOf'>,
  statement: Statement,
): Promise<Success> {
  const outcome = await databaseOf(request).read(statement);
  if (outcome.ok) return outcome;
  throw queryProblemOf(outcome.error, parametersOf(request)) ?? databaseProblem(outcome.error);
}
