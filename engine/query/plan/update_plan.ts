import type { Model, Resource } from '../../model/model.ts';
import { sortParameters } from './parameters.ts';
import type { Parameter, Result } from './query_string.ts';
import { planRows } from './rows.ts';
import type { RowsPlan } from './rows_plan.ts';

/**
 * Reads the parameters of a change of many rows: filters that choose them, at least one, and the representation of each
 * in the answer.
 */
export function planUpdateMany(resource: Resource, parameters: readonly Parameter[], model: Model): Result<RowsPlan> {
  const sorted = sortParameters(parameters, known);
  return planRows({ resource, sorted, known, filters: 'required', withLinks: false }, model);
}

const known = ['select', 'embed'] as const;
