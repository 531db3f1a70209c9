import { nearest } from '../../language/nearest.ts';
import type { Comparison, Name } from '../../language/syntax.ts';
import { oneOf } from '../../language/wording.ts';
import type { BoundCondition } from '../field.ts';
import { type Bound, refuseValue } from './bound.ts';
import { asksCaller, looksAtNow } from './looks.ts';
import type { RowType } from './row_type.ts';
import type { RuleValues } from './rule_context.ts';

/** Whether a related row as a whole is asked for something: `rule.<name>` or `visible`. */
export function asksOfWhole({ operator }: Comparison): boolean {
  return operator === 'rule' || operator === 'visible';
}

/** Resolves `rule.<name>` or `visible` of a row. The name is that of the relation which leads there. */
export function bindWhole(
  { operator, negated, value, steps }: Comparison,
  relation: Name,
  { name: resource }: RowType,
  rule: RuleValues,
): Bound<BoundCondition> {
  const name = value.kind === 'single' ? value.text : '';
  const [step] = steps;
  if (step !== undefined) return refuseValue(step, `${relation.text} is a relation, and holds no JSON`, null, null);
  if (operator === 'visible') {
    if (rule.claims !== null) return { ok: true, value: { kind: 'visible', resource, negated } };
    const message = 'visible asks what the caller may read, and this rule is decided without a caller';
    return refuseValue(relation, message, 'a rule about fields and relations', null);
  }
  const { named } = rule;
  if (named === null) {
    const message = 'a rule of service.yaml looks at all rows, and cannot be asked here';
    return refuseValue(value, message, `what the rule ${name} says`, null);
  }
  const found = named.get(name);
  if (found === undefined) {
    const known = [...named].flatMap(([each, { of }]) => (of === resource ? [each] : []));
    const expected = known.length === 0 ? `a rule of ${resource} under rules in service.yaml` : oneOf(known);
    return refuseValue(value, `there is no rule ${name}`, expected, nearest(name, named.keys()));
  }
  if (found.of !== resource) {
    const message = `the rule ${name} is of ${found.of}, and ${relation.text} leads to ${resource}`;
    return refuseValue(value, message, `a relation to ${found.of}, or a rule of ${resource}`, null);
  }
  const misfit = found.condition === null ? null : misfitOf(found.condition, rule);
  if (misfit !== null) return refuseValue(value, `the rule ${name} ${misfit}`, 'another rule', null);
  // A rule with a fault has been reported. What it says cannot be told.
  const condition = found.condition ?? ({ kind: 'logic', operator: 'and', negated: false, operands: [] } as const);
  const holds = { kind: 'rule', name, condition } as const;
  return { ok: true, value: negated ? { kind: 'logic', operator: 'and', negated, operands: [holds] } : holds };
}

/** Why a rule with a name cannot be asked by another one; null where it can. */
function misfitOf(condition: BoundCondition, { claims, zone }: RuleValues): string | null {
  if (claims === null && asksCaller(condition)) return 'asks for the caller, and this rule is decided without a caller';
  if (zone === null && looksAtNow(condition)) return 'changes as time passes, and no write would break this one';
  return null;
}
