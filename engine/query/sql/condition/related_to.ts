import type { Relation } from '../../../model/relation.ts';
import { columnOf, type Fragment, sql } from '../../../sql/fragment.ts';

/** The condition that a relation leads from the row under one alias to the row under another. */
export function relatedTo({ from, to }: Relation, above: string, alias: string): Fragment {
  return sql`${columnOf(alias, to)} = ${columnOf(above, from)}`;
}
