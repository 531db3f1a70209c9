import type { RuleValues } from '../condition/rule_context.ts';
import { type AnyRelation, isTree } from '../relation.ts';

interface TreeFault {
  readonly message: string;
  readonly expected: string;
}

/** Why a rule cannot look where a relation leads; null if it can. A filter of a request, without a rule, looks along trees. */
export function treeFault(relation: AnyRelation, rule: Pick<RuleValues, 'trees'> | undefined): TreeFault | null {
  if (rule === undefined || rule.trees === true || !isTree(relation)) return null;
  return {
    message: `${relation.alias} leads along a tree, and only rules of access look there`,
    expected: 'another relation',
  };
}
