import type { OrderKey } from '../../../../language/syntax.ts';
import { type Fragment, sql } from '../../../../sql/fragment.ts';

/** A key with its direction. */
export function directed<Value>(
  { descending, nulls }: Pick<OrderKey, 'descending' | 'nulls'>,
  value: Fragment<Value>,
): Fragment<Value> {
  const key = descending ? sql`${value} desc` : value;
  if (nulls === null) return key;
  return nulls === 'first' ? sql`${key} nulls first` : sql`${key} nulls last`;
}
