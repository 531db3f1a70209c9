import { nearest } from '../../language/nearest.ts';
import type { Value } from '../../language/syntax.ts';
import { oneOf } from '../../language/wording.ts';
import { type Operator, operatorWord } from '../../vocabulary/operator/operators.ts';
import { anyText } from '../../vocabulary/type/text.ts';
import { inputPrefix } from '../call.ts';
import type { CallerValue } from '../field.ts';
import { identityClaim } from '../own_rows.ts';
import { type Bound, refuseValue } from './bound.ts';
import { isInput, readInput } from './input_value.ts';
import { readRowPath } from './row_path.ts';
import type { Compared, RuleValues } from './rule_context.ts';
import { typeMisfit } from './type_misfit.ts';

/**
 * The value of the caller that `{name}` or `{identity.path}` stands for; null for any other value. It is a value, whose
 * characters mean themselves: where an operator reads an expression, the caller would say what it matches.
 */
export function readCallerValue(value: Value, compared: Compared, values: RuleValues): Bound<CallerValue> | null {
  const { type, operator } = compared;
  const { claims } = values;
  const { operand } = operatorWord(operator);
  if (claims === null) return value.kind === 'single' && isCallerForm(value, compared) ? refuseCaller(value) : null;
  if (value.kind === 'list') return refuseListed(value, operator, values);
  if (operand.isExpression) {
    const found = callerIn(value.text, values);
    if (found === null) return null;
    const message = `${operator} takes an expression, and ${kindOf(found.name)} such as ${found.name} is a value`;
    return refuseValue(
      { offset: value.offset + found.offset },
      message,
      `eq.{${found.name}}, or plfts.{${found.name}} for the words of a text`,
      null,
    );
  }
  const names = callerNames(value.text);
  if (names === null) return null;
  if (isInput(names, values)) return readInput(names, value, compared, values);
  const name = names.join('.');
  const found = nameCaller(names, value.offset, values);
  if (!found.ok) return found;
  if (type.kind === 'array' && !operatorWord(operator).takesClaimOfArray) {
    const message = `${operator} compares arrays, and the claim ${name} is one value`;
    return refuseValue(value, message, `cs.{${name}} for an array that contains it`, null);
  }
  if (found.value.kind === 'claim' && type.kind === 'period') {
    const message = `a claim is one value, and ${operator} takes a period`;
    return refuseValue(value, message, 'now, a field with an instant such as $recorded, or a written period', null);
  }
  if (found.value.kind === 'claim') return found;
  const { type: own } = found.value.operand;
  const misfit = typeMisfit(operand.type === null ? type : anyText, own, false);
  return misfit === null ? found : refuseValue(value, `{${name}} is ${misfit}`, 'a field of the same type', null);
}

/** Whether a written value has the form of a value of the caller. Of an array, the same form is that of its elements. */
function isCallerForm({ text }: { readonly text: string }, { type, operator, quantifier }: Compared): boolean {
  const isValue = !operatorWord(operator).operand.isExpression && type.kind !== 'array' && quantifier === null;
  return isValue && callerNames(text) !== null;
}

/** Some rules hold for every caller: the database decides them when a transaction ends, or a worker in the background. */
export function refuseCaller({ text, offset }: { readonly text: string; readonly offset: number }): Bound<never> {
  const message = `${text} is a value of the caller, and this rule is decided without a caller`;
  return refuseValue({ offset }, message, 'a constant or a field; a text in braces stands in quotes', null);
}

/** The names in `{name}` or `{identity.path}`; null for any other text. */
export function callerNames(text: string): readonly string[] | null {
  return /^\{([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\}$/.exec(text)?.[1]?.split('.') ?? null;
}

/** What the names of a value of the caller stand for. The offset is that of the brace before them. */
export function nameCaller(names: readonly string[], offset: number, values: RuleValues): Bound<CallerValue> {
  const claims = values.claims ?? [];
  const [name = '', ...path] = names;
  if (path.length > 0 && name === identityClaim)
    return readIdentityPath(path, offset + identityClaim.length + 2, values);
  if (isInput(names, values)) {
    const message = `{${names.join('.')}} is a value of the body, and stands behind an operator`;
    return refuseValue({ offset }, message, `field=eq.{${names.join('.')}}`, null);
  }
  if (path.length > 0) {
    const message = `${name} is a claim, and nothing stands below it`;
    return refuseValue({ offset }, message, `{${name}}, or {${identityClaim}.<field>} of the caller's identity`, null);
  }
  if (claims.includes(name)) return { ok: true, value: { kind: 'claim', claim: name } };
  return refuseValue({ offset }, `there is no claim ${name}`, oneOf(claims), nearest(name, claims));
}

/** A path from the row of the caller's identity. It leads to one row, as a claim has one value. */
function readIdentityPath(names: readonly string[], offset: number, { rows }: RuleValues): Bound<CallerValue> {
  const identity = rows.get(identityClaim);
  if (identity === undefined) {
    const message = `there is no resource ${identityClaim}, in which the caller has a row`;
    return refuseValue({ offset }, message, `a file that defines ${identityClaim}, or a claim`, null);
  }
  const path = readRowPath({ names, offset }, identity, rows);
  if (!path.ok) return path;
  const { relations, operand } = path.value;
  const several = relations.find(({ cardinality }) => cardinality === 'many');
  if (several !== undefined) {
    const message = `${several.alias} leads to several rows, and the caller has one value`;
    return refuseValue({ offset }, message, 'relations to one row', null);
  }
  return { ok: true, value: { kind: 'identity', relations, operand } };
}

/** A list holds constants: as one of them, `{name}` would be a text that no value is. */
function refuseListed(
  { items }: Extract<Value, { readonly kind: 'list' }>,
  operator: Operator,
  values: RuleValues,
): Bound<never> | null {
  for (const { text, offset } of items) {
    const found = callerIn(text, values);
    if (found === null || text !== `{${found.name}}`) continue;
    const message = `${operator} takes a list of constants, and ${found.name} is ${kindOf(found.name)}`;
    return refuseValue({ offset }, message, `or=(...) with an eq.{${found.name}} in it`, null);
  }
  return null;
}

/** The first value of the caller that stands somewhere in a text. */
function callerIn(text: string, values: RuleValues): { readonly name: string; readonly offset: number } | null {
  const claims = values.claims ?? [];
  for (const { 1: name = '', index } of text.matchAll(/\{([A-Za-z_][\w.]*)\}/g)) {
    const isCaller = claims.includes(name) || name.startsWith(`${identityClaim}.`) || isInput(name.split('.'), values);
    if (isCaller) return { name, offset: index };
  }
  return null;
}

function kindOf(name: string): string {
  return name.startsWith(`${inputPrefix}.`) ? 'an input' : 'a claim';
}
