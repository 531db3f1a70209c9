import { nearest } from '../../language/nearest.ts';
import type { Comparison, JsonStep, Name, Value } from '../../language/syntax.ts';
import { oneOf, quote } from '../../language/wording.ts';
import { hasTrait, readValue, wordOf } from '../../vocabulary/field_type.ts';
import type { Compared } from '../../vocabulary/operand/operand_form.ts';
import { type Operator, operatorsThat, operatorWord } from '../../vocabulary/operator/operators.ts';
import type { Trait } from '../../vocabulary/trait.ts';
import { anyText } from '../../vocabulary/type/text.ts';
import { readArrayText } from '../../vocabulary/value/array_text.ts';
import type { AnyComparison, BoundComparison, Field, Operand, OperandType } from '../field.ts';
import type { BindFault, Bound } from './bound.ts';
import { readPeriod } from './period.ts';
import type { RuleValues } from './rule_context.ts';
import { readRuleValue, withoutSigns } from './rule_value.ts';

/** Where the values of a comparison come from, besides its own text. */
export interface ValueContext {
  /** Place of the parameter, where a plan serves other requests as well. */
  readonly slot: number | null;
  /** What values may be besides written ones; null in a request. */
  readonly rule: RuleValues | null;
}

/** Resolves what a comparison of a field compares, and reads its values as that type. */
export function bindField(
  comparison: Comparison,
  name: Name,
  field: Field,
  context: ValueContext,
): Bound<BoundComparison> {
  const { steps } = comparison;
  if (field.writeOnly && context.rule !== null) {
    const message = `${name.text} is never shown, and cannot be compared`;
    return refuse({ part: 'name', offset: name.offset }, message, 'another field', null);
  }
  const operand = operandAt(field, steps);
  if (operand !== null) return bindOperand(comparison, name, operand, context);
  const message = `${name.text} is of type ${field.type.kind}, and holds no JSON`;
  return refuse(
    { part: 'name', offset: steps[0]?.offset ?? name.offset },
    message,
    'a field of type json or array before ->',
    null,
  );
}

/** The same of a period. */
export function bindPeriod(
  comparison: Comparison,
  name: Name,
  operand: Operand,
  context: ValueContext,
): Bound<BoundComparison> {
  const [step] = comparison.steps;
  if (step !== undefined) return refuse({ part: 'name', offset: step.offset }, 'a period holds no JSON', null, null);
  return bindOperand(comparison, name, operand, context);
}

/** Finds the operator of a comparison, and reads its values as the type of what it compares. */
export function bindOperand(
  { operator: written, negated, modifier, value }: Comparison,
  name: Name,
  operand: BoundComparison['operand'],
  { slot, rule }: ValueContext,
): Bound<BoundComparison> {
  const operators = operatorsOf(operand.type);
  const operator = operators.find((each) => each === written);
  if (operator === undefined) {
    const message = `the operator ${written} does not apply to ${name.text}, of type ${operand.type.kind}`;
    return refuse({ part: 'name', offset: name.offset }, message, oneOf(operators), null);
  }
  const modified = readModifier(operator, modifier, operand.type);
  if (!modified.ok) return modified;
  const bare = { kind: 'comparison', operand, negated, operator, ...modified.value } as const;
  const named = rule === null ? null : readRuleValue(value, { ...bare, type: operand.type }, rule);
  if (named !== null) return named.ok ? { ok: true, value: { ...bare, comparand: named.value } } : named;
  const values = readValues(bare, rule === null ? value : withoutSigns(value), rule !== null);
  return values.ok
    ? { ok: true, value: { ...bare, comparand: { kind: 'values', values: values.value, slot } } }
    : values;
}

/** Whether PostgreSQL gets the values of a comparison as one array. */
export function takesSeveral({ operator, quantifier }: Pick<AnyComparison, 'operator' | 'quantifier'>): boolean {
  return operatorWord(operator).operand.isList || quantifier !== null;
}

/** Reads the operand of a comparison as what its operator takes. */
export function readValues(
  { operand, operator, quantifier }: Pick<AnyComparison, 'operand' | 'operator' | 'quantifier'>,
  value: Value,
  isRule = false,
): Bound<readonly (string | null)[]> {
  const { type } = operand;
  const written = value.kind === 'list' ? value.items : [value];
  const [first] = written;
  const isPadded = value.kind === 'list' && type.kind !== 'period' && wordOf(type).isPadded === true;
  const elements =
    quantifier === null
      ? written.map(({ text }) => (isPadded ? withoutSpace(text) : text))
      : readArrayText(first?.text ?? '');
  if (elements === null) {
    const message = `${operator}(${quantifier}) takes several values, and ${quote(first?.text)} is not an array of them`;
    return refuse({ part: 'value', offset: first?.offset ?? 0 }, message, '{a,b}', null);
  }
  const compared = comparedOf(type);
  const values: (string | null)[] = [];
  const faults: BindFault[] = [];
  for (const [index, text] of elements.entries()) {
    const form = operatorWord(operator).operand;
    const known = text === null ? null : form.read(text, compared);
    const read = (isRule && known?.ok === true && form.unreadable?.(known.value ?? '')) || known;
    if (read === null || read.ok) values.push(read?.value ?? null);
    else {
      const near = type.kind === 'enum' ? nearest(text ?? '', type.values) : null;
      faults.push(
        faultAt({ part: 'value', offset: (written[index] ?? first)?.offset ?? 0 }, read.message, read.expected, near),
      );
    }
  }
  return faults.length === 0 ? { ok: true, value: values } : { ok: false, faults };
}

/** Without the space that PostgreSQL skips. A no-break space belongs to the value. */
function withoutSpace(text: string): string {
  return text.replace(/^[ \t-\r]+|[ \t-\r]+$/g, '');
}

/** The value at the end of some steps into a field; null for a field without steps into it. */
export function operandAt(field: Field, steps: readonly JsonStep[]): Operand | null {
  const last = steps.at(-1);
  if (last === undefined) return { field, steps: [], type: field.type };
  if (!hasTrait(field.type, 'parted')) return null;
  const type = last.asText ? anyText : ({ kind: 'json' } as const);
  return { field, steps: steps.map(({ key, asText }) => ({ key, asText })), type };
}

/** The operators that apply to values of a type. */
export function operatorsOf(type: OperandType): readonly Operator[] {
  const traits = traitsOf(type);
  return operatorsThat(({ requires }) => traits.includes(requires));
}

function comparedOf(type: OperandType): Compared {
  const read = (text: string) => (type.kind === 'period' ? readPeriod(text) : readValue(type, text));
  return { kind: type.kind, traits: traitsOf(type), read };
}

function traitsOf(type: OperandType): readonly Trait[] {
  return type.kind === 'period' ? traitsOfPeriods : wordOf(type).traits;
}

// No type of fields: no row shows a period as one.
export const traitsOfPeriods: readonly Trait[] = ['equal', 'containing', 'overlapping', 'bounded'];

/** The text search configurations that every PostgreSQL from 15 on has (PostgreSQL manual, 12.6). */
export const languages: readonly string[] = [
  'simple arabic armenian basque catalan danish dutch english finnish french german greek hindi hungarian indonesian',
  'irish italian lithuanian nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish yiddish',
].flatMap((names) => names.split(' '));

function readModifier(
  operator: Operator,
  modifier: Name | null,
  { kind }: BoundComparison['operand']['type'],
): Bound<Pick<BoundComparison, 'quantifier' | 'language'>> {
  if (modifier === null) return { ok: true, value: { quantifier: null, language: null } };
  const { text, offset } = modifier;
  const { modifier: takes } = operatorWord(operator);
  if (takes === 'language') {
    if (languages.includes(text)) return { ok: true, value: { quantifier: null, language: text } };
    return refuse(
      { part: 'value', offset },
      `there is no language ${quote(text)}`,
      oneOf(languages),
      nearest(text, languages),
    );
  }
  if (takes === null) {
    return refuse({ part: 'value', offset }, `${operator} takes nothing in parentheses`, `${operator}.<value>`, null);
  }
  // PostgreSQL has no array of arrays: it would compare the array with each element of all of them.
  if (kind === 'array') {
    const expected = `or=(<array>.${operator}.{a},<array>.${operator}.{b})`;
    return refuse({ part: 'value', offset }, `${operator} of an array takes one array, and no ${text}`, expected, null);
  }
  if (text === 'any' || text === 'all') return { ok: true, value: { quantifier: text, language: null } };
  return refuse(
    { part: 'value', offset },
    `${operator} does not know ${quote(text)}`,
    'any or all',
    nearest(text, ['any', 'all']),
  );
}

function refuse(...fault: Parameters<typeof faultAt>): Bound<never> {
  return { ok: false, faults: [faultAt(...fault)] };
}

function faultAt(
  { part, offset }: Pick<BindFault, 'part' | 'offset'>,
  message: string,
  expected: string | null,
  near: string | null,
): BindFault {
  return { message, part, offset, expected, nearest: near, index: 0 };
}
