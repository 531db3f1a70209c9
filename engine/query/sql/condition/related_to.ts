import type { Relation } from '../../../model/relation.ts';
import { columnOf, type Fragment, sql } from '../../../sql/fragment.ts';

/**
 * The condition that a relation leads from the row under one alias to a row under another. Related rows are looked for around a
 * row; or rows around a related one.
 */
export function relatedTo(
  { from, to, inArray }: Relation,
  above: string,
  alias: string,
  finds: 'related' | 'above' = 'related',
): Fragment {
  const [there, here] = [columnOf(alias, to), columnOf(above, from)];
  if (inArray === undefined) return sql`${there} = ${here}`;
  const [ids, id] = inArray === 'from' ? [here, there] : [there, here];
  const isArrayFound = (inArray === 'from') === (finds === 'above');
  // The index of an array finds what it contains. By `= any`, PostgreSQL would read all rows.
  return isArrayFound ? sql`${ids} @> array[${id}]` : sql`${id} = any (${ids})`;
}
