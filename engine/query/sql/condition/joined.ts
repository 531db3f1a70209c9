import type { Relation } from '../../../model/relation.ts';
import { type Fragment, raw, sql } from '../../../sql/fragment.ts';

/** Related rows of a statement. */
interface RelatedSource<Value> {
  readonly source: Fragment<Value>;
  /** The conditions that a row there is a related one. */
  readonly there: readonly Fragment<Value>[];
}

/** The rows that relations lead to from a row, one after the other. */
interface JoinedRows<Value> {
  /** The alias of the row at the end. */
  readonly last: string;
  /** Items of FROM, and what has to hold of them. */
  readonly from: readonly Fragment<Value>[];
  readonly where: readonly Fragment<Value>[];
}

/** Joins related rows. `related` gives the rows that a relation leads to from an alias, under another one. */
export function joinRelated<Value>(
  relations: readonly Relation[],
  alias: string,
  related: (relation: Relation, above: string, alias: string) => RelatedSource<Value>,
): JoinedRows<Value> {
  const from: Fragment<Value>[] = [];
  const where: Fragment<Value>[] = [];
  let last = alias;
  for (const [index, relation] of relations.entries()) {
    const next = `own_${index + 1}`;
    const { source, there } = related(relation, last, next);
    from.push(sql`${source} as ${raw(next)}`);
    where.push(...there);
    last = next;
  }
  return { last, from, where };
}
