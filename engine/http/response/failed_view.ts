import { Problem } from '../../contract/problem.ts';
import type { Model } from '../../model/model.ts';
import { type AnyRowsPlan, type OrderPlan, relatedReads } from '../../query/plan/rows_plan.ts';
import type { Refusal } from './refused_write.ts';

/** What a statement read when it failed. */
export interface FailedReading {
  readonly rows: AnyRowsPlan;
  readonly order?: readonly OrderPlan[];
}

/**
 * The answer where an expression of a view fails, such as a division by zero. Null if the statement has no view that may
 * fail, or failed by something else.
 */
export function failedView(
  { sqlstate }: Refusal,
  { rows, order = [] }: FailedReading,
  { model }: { readonly model: Model },
): Problem | null {
  if (!ofValues.test(sqlstate)) return null;
  const read = [rows.resource, ...relatedReads(rows, order, model).map(({ resource }) => resource)];
  const names = read.flatMap((each) => (each.kind === 'view' && each.statement.mayFail ? [each.name] : []));
  const [first] = names;
  if (first === undefined) return null;
  const detail = `an expression of ${[...new Set(names)].join(' or ')} fails for a row that you may read`;
  return new Problem('view_failed', detail, {
    hint: 'ask for rows for which it does not fail, by filters on other resources',
  });
}

/** Data exceptions, and a SELECT as a value that has several rows. */
const ofValues = /^(22...|21000)$/;
