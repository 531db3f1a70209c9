import type { AnyComparison } from '../../../model/field.ts';
import { type Fragment, sql } from '../../../sql/fragment.ts';
import type { Operator } from '../../../vocabulary/operator/operators.ts';
import type { Terms } from './terms.ts';

/**
 * A computed number of related rows as one side of a comparison; null where all of them have to be counted. To compare with a
 * number, PostgreSQL counts one row more than that: a row may have very many.
 */
export function renderCounted<Value>(
  { operand, operator, quantifier, comparand }: AnyComparison,
  value: Fragment<Value>,
  terms: Terms<Value>,
): Fragment<Value> | null {
  const computed = 'field' in operand ? operand.field.computed : null;
  const made = computed?.kind === 'value' ? computed.made : null;
  if (made?.by !== 'aggregate' || made.aggregate.name !== 'count') return null;
  const isNumber = comparand.kind === 'values' || comparand.kind === 'open';
  if (!isNumber || quantifier !== null || !compares.has(operator)) return null;
  return terms.made(made, sql`least(greatest(${value}, 0), ${mostCounted})::bigint + 1`);
}

const compares: ReadonlySet<Operator> = new Set(['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'isdistinct']);

/** No table has as many rows. One more is still a bigint. */
const mostCounted = 1_000_000_000_000_000;
