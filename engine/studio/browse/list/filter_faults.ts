import { ProblemError, type ProblemFault } from '../../../contract/typescript/client/problem.ts';
import { filtersOf } from './list_query.ts';

/** What the service refuses of a query, by the parameters of its filters. Empty where it refuses anything else. */
export function filterFaults(query: URLSearchParams, error: unknown): ReadonlyMap<string, ProblemFault> {
  if (!(error instanceof ProblemError)) return new Map();
  const parameters = new Set(filtersOf(query).map(({ parameter }) => parameter));
  const found = error.errors.flatMap((fault): readonly [string, ProblemFault][] =>
    fault.parameter !== undefined && parameters.has(fault.parameter) ? [[fault.parameter, fault]] : [],
  );
  return found.length === error.errors.length ? new Map(found) : new Map();
}
