import type { Comparison, Name, Value } from '../../language/syntax.ts';
import { anyText } from '../../vocabulary/type/text.ts';
import type { BoundComparison, CallerValue, OperandType } from '../field.ts';
import { type Bound, refuseValue } from './bound.ts';
import { callerNames, nameCaller, refuseCaller } from './caller_value.ts';
import { bindOperand, operandAt } from './operand.ts';
import type { RuleValues } from './rule_context.ts';
import { readOwnPath } from './rule_value.ts';

/** Whether a rule compares something of its caller under this name: `{party_type}`, `{identity.party.type}`. */
export function isOfCallerName({ text }: Name): boolean {
  return text.startsWith('{');
}

/** Resolves a comparison of a claim, or of a value of the caller's identity, in a rule. */
export function bindCaller(comparison: Comparison, name: Name, rule: RuleValues): Bound<BoundComparison> {
  const names = callerNames(name.text);
  if (rule.claims === null || names === null) return refuseCaller(name);
  const found = nameCaller(names, name.offset, rule);
  if (!found.ok) return found;
  const operand = callerOperand(found.value, comparison, rule);
  if (operand === null) {
    const offset = comparison.steps[0]?.offset ?? name.offset;
    return refuseValue({ offset }, `${name.text} holds no JSON`, `${name.text} alone`, null);
  }
  const bound = bindOperand(comparison, name, operand, { slot: null, rule });
  if (!bound.ok || !asksForNull(bound.value)) return bound;
  const message = `no comparison holds for a caller without ${name.text}`;
  return refuseValue(comparison.value, message, 'not.is.null, for a caller who has it', null);
}

function callerOperand(caller: CallerValue, { steps, value }: Comparison, rule: RuleValues) {
  if (caller.kind === 'claim')
    return steps.length === 0 ? { caller, type: typeOfCompared(value, rule) ?? anyText } : null;
  if (caller.operand.type.kind === 'period') return steps.length === 0 ? { caller, type: caller.operand.type } : null;
  const operand = operandAt(caller.operand.field, steps);
  return operand === null ? null : { caller: { ...caller, operand }, type: operand.type };
}

/** A claim is read as a value of the type that it is compared with, if that is the type of a field. */
function typeOfCompared(value: Value, rule: RuleValues): OperandType | null {
  if (value.kind === 'list' || value.isQuoted) return null;
  const names = callerNames(value.text);
  const named = names === null ? null : nameCaller(names, value.offset, rule);
  if (named?.ok && named.value.kind === 'identity') return named.value.operand.type;
  if (!value.text.startsWith('$')) return null;
  const path = readOwnPath(value, rule);
  if (!path.ok) return null;
  const { type } = path.value.operand;
  return type.kind === 'array' ? type.of : type;
}

function asksForNull({ operator, negated, comparand }: BoundComparison): boolean {
  if (operator !== 'is' || comparand.kind !== 'values') return false;
  return comparand.values[0] === (negated ? 'not_null' : 'null');
}
