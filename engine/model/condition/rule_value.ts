import type { Value } from '../../language/syntax.ts';
import { durationPattern } from '../../language/time/duration.ts';
import { quote } from '../../language/wording.ts';
import { operatorWord } from '../../vocabulary/operator/operators.ts';
import type { Comparand, Moment, OwnValue } from '../field.ts';
import { wayText } from '../relation.ts';
import { type Bound, refuseValue } from './bound.ts';
import { readCallerValue } from './caller_value.ts';
import { momentType } from './moment_type.ts';
import { readRowPath } from './row_path.ts';
import type { Compared, RuleValues } from './rule_context.ts';
import { typeMisfit } from './type_misfit.ts';

/** What a value names in a rule: a claim, an instant or a value of the row. Null for a written value. */
export function readRuleValue(value: Value, compared: Compared, values: RuleValues): Bound<Comparand<null>> | null {
  return (
    readCallerValue(value, compared, values) ??
    readMoment(value, compared, values.zone) ??
    readOwnValue(value, compared, values)
  );
}

/** A value that a rule has in quotes. Without them, its `$` or its braces would name a field or a claim. */
export function withoutSigns(value: Value): Value {
  return value.kind === 'list' ? value : { ...value, text: withoutSign(value.text) };
}

/** The text without the quotes that keep it from naming something. */
export function withoutSign(text: string): string {
  return /^"(?:\$[\s\S]*|\{[\w.]+\})"$/.test(text) ? text.slice(1, -1) : text;
}

/** `now` or `today`, perhaps with a distance, where the type has instants or days. */
export function readMoment(value: Value, { type, operator }: Compared, zone: string | null): Bound<Moment> | null {
  if (zone === null || value.kind === 'list' || momentType(type) === null || operatorWord(operator).operand.isKeyword)
    return null;
  const [word, from, sign, duration] = /^(now|today)(?:([+-])(.*))?$/s.exec(value.text) ?? [];
  if (word === undefined || from === undefined) return null;
  if (duration !== undefined && !momentDuration.test(duration)) {
    const message = `${quote(duration)} is not a duration`;
    return refuseValue({ offset: value.offset + from.length + 1 }, message, 'one such as P14D, P1M or PT6H', null);
  }
  const offset = duration === undefined ? null : `${sign === '-' ? '-' : ''}${duration}`;
  return { ok: true, value: { kind: 'moment', from: from === 'now' ? 'now' : 'today', offset, zone } };
}

const momentDuration = new RegExp(durationPattern);

/** `$field` or `$relation.field`, from the row that the rule is about. */
function readOwnValue(value: Value, compared: Compared, values: RuleValues): Bound<OwnValue> | null {
  if (value.kind === 'list' || value.isQuoted || !value.text.startsWith('$')) return null;
  const { operator, quantifier, type } = compared;
  const { operand: form } = operatorWord(operator);
  const refuse = (message: string, expected: string) => refuseValue(value, message, expected, null);
  if (form.isExpression || form.isKeyword)
    return refuse(`${operator} takes no value of another field`, 'a comparison such as eq or gte');
  const path = readOwnPath(value, values);
  if (!path.ok) return path;
  const { relations, operand } = path.value;
  const several = relations.some(({ cardinality }) => cardinality === 'many');
  const takesSet = form.isList || quantifier !== null;
  if (several && operand.type.kind === 'array') {
    const message = `${value.text} is an array of each row of ${wayText(relations)}, and arrays do not make one set`;
    return refuse(message, 'a field with one value');
  }
  if (several && !takesSet && type.kind !== 'array') {
    const message = `${value.text} is a value of each row of ${wayText(relations)}, and ${operator} takes one`;
    return refuse(message, `in.${value.text}, or an aggregate of the relation`);
  }
  if (several && !takesSet && !operatorWord(operator).takesClaimOfArray) {
    const message = `${value.text} is a value of each row of ${wayText(relations)}, and ${operator} compares with elements in order`;
    return refuse(message, `cs.${value.text}, cd.${value.text} or ov.${value.text}`);
  }
  if (!several && takesSet && operand.type.kind !== 'array') {
    return refuse(`${operator} takes several values, and ${value.text} is one`, `eq.${value.text}`);
  }
  const misfit = typeMisfit(type, operand.type, several || takesSet);
  if (misfit !== null) return refuse(`${value.text} is ${misfit}`, `a field of the same type`);
  return { ok: true, value: { kind: 'own', relations, operand } };
}

/** What `$field` or `$relation.field` names from the row of a rule. */
export function readOwnPath(
  { text, offset }: { readonly text: string; readonly offset: number },
  { own, rows }: Pick<RuleValues, 'own' | 'rows'>,
): Bound<Pick<OwnValue, 'relations' | 'operand'>> {
  const otherwise = '; a text that begins with $ stands in quotes';
  return readRowPath({ names: text.slice(1).split('.'), offset: offset + 1, otherwise }, own, rows);
}
