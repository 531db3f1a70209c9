import { type BoundComparison, type BoundCondition, isOfCaller } from '../field.ts';
import { isTree, type Relation } from '../relation.ts';
import { comparisonsIn } from './atom.ts';

/**
 * A way to rows for which a condition may hold, from values that are known beforehand. It leads to
 * all of these rows, and to others too: it leaves out what compares one end with the other.
 */
export interface Way {
  /** What holds for the row here. */
  readonly conditions: readonly BoundCondition[];
  /** The related row that the way comes from; null where it begins. */
  readonly from: { readonly relation: Relation; readonly way: Way } | null;
}

/** Ways that lead together to all rows for which the condition holds; null if the condition has no way for some of them. */
export function waysTo(condition: BoundCondition): readonly Way[] | null {
  switch (condition.kind) {
    case 'covered':
      return null;
    case 'comparison':
      return isStart(condition) ? [{ conditions: [condition], from: null }] : null;
    case 'rule':
      return waysTo(condition.condition);
    case 'visible':
      return null;
    case 'related': {
      const { relation, negated, condition: below } = condition;
      // A way up or down a tree has many steps, of which each may begin it.
      if (negated || below === null || isTree(relation)) return null;
      return waysTo(below)?.map((way) => ({ conditions: [], from: { relation, way } })) ?? null;
    }
    case 'logic': {
      const { operator, negated, operands } = condition;
      if (negated) return null;
      return operator === 'or' ? waysToAny(operands) : waysToAll(operands);
    }
  }
}

function waysToAny(operands: readonly BoundCondition[]): readonly Way[] | null {
  const ways = operands.map(waysTo);
  return ways.every((each) => each !== null) ? ways.flat() : null;
}

/** By one of the conditions: the others hold as well where it leads to. */
function waysToAll(operands: readonly BoundCondition[]): readonly Way[] | null {
  const found = operands.flatMap((operand) => {
    const ways = waysTo(operand);
    return ways === null ? [] : [{ operand, ways }];
  });
  const chosen = found.find(({ ways }) => ways.every(beginsWithClaim)) ?? found[0];
  if (chosen === undefined) return null;
  const others = operands.filter((operand) => operand !== chosen.operand && isAboutOneEnd(operand));
  return chosen.ways.map((way) => ({ ...way, conditions: [...way.conditions, ...others] }));
}

/** Few rows have the value of a claim; many may have one that stands in the rule. */
export function beginsWithClaim({ conditions, from }: Way): boolean {
  if (from !== null) return beginsWithClaim(from.way);
  return conditions.some((each) => each.kind === 'comparison' && isOfCaller(each.comparand));
}

/** Whether an index can find the rows for which the comparison holds. */
function isStart({ operand, negated, operator, quantifier, comparand }: BoundComparison): boolean {
  // The caller is the same for every row, and what rows have together is in no index.
  if (!('field' in operand)) return false;
  const { field, steps, type } = operand;
  if (negated || quantifier === 'all' || steps.length > 0 || type.kind === 'period' || field.computed !== null)
    return false;
  switch (comparand.kind) {
    case 'claim':
    case 'identity':
      return operator === 'eq';
    case 'values':
      return operator === 'eq' || operator === 'in' || operator === 'is';
    case 'moment':
    case 'own':
      return false;
  }
}

/** Whether everything that the condition compares with is known before any row. */
function isAboutOneEnd(condition: BoundCondition): boolean {
  return comparisonsIn(condition).every(({ comparand }) => isKnownBefore[comparand.kind]);
}

const isKnownBefore: Readonly<Record<BoundComparison['comparand']['kind'], boolean>> = {
  values: true,
  claim: true,
  identity: true,
  moment: true,
  own: false,
};
