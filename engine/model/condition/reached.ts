import type { AnyComparison, BoundComparison, BoundCondition, BoundRelated } from '../field.ts';
import { type AnyRelation, isToLinks, isTree } from '../relation.ts';

/** Rows that a relation leads to, and what holds for them. */
export interface Reached<Comparison = BoundComparison> {
  readonly relation: AnyRelation;
  /** What holds for the links of a relation through links; null for all of them. */
  readonly link: BoundCondition<Comparison> | null;
  /** Null for all rows. */
  readonly condition: BoundCondition<Comparison> | null;
}

/** That there is such a row, or none, step by step. */
export function relatedBy<Comparison extends AnyComparison>(
  { relation, link, condition }: Reached<Comparison>,
  negated = false,
): BoundRelated<Comparison> {
  if (!('steps' in relation)) return { kind: 'related', relation, negated, condition };
  const [links, end] = relation.steps;
  const there = { kind: 'related', relation: end, negated: false, condition } as const;
  return {
    kind: 'related',
    relation: links,
    negated,
    condition: link === null ? there : { kind: 'logic', operator: 'and', negated: false, operands: [link, there] },
  };
}

/** The look at rows behind links, and what holds for the links, in what `relatedBy` gives; null for a look without links. */
export function behindLinks({ relation, condition }: BoundRelated): {
  readonly end: BoundRelated;
  readonly link: BoundCondition | null;
} | null {
  if (isTree(relation) || !isToLinks(relation) || condition === null) return null;
  const [link, end] = condition.kind === 'logic' ? condition.operands : [null, condition];
  return end?.kind === 'related' ? { end, link: link ?? null } : null;
}
