import { nearest } from '../../language/nearest.ts';
import type { Value } from '../../language/syntax.ts';
import { oneOf, quote } from '../../language/wording.ts';
import { wordOf } from '../../vocabulary/field_type.ts';
import { type Operator, operatorWord } from '../../vocabulary/operator/operators.ts';
import type { Comparand, Moment, Operand, OperandType, OwnValue, Relation } from '../field.ts';
import { type Bound, refuseValue } from './bound.ts';
import type { RowType } from './row_type.ts';

/** What the values of a rule may be, besides written ones. */
export interface RuleValues {
  /** The claims that it may name; null for a rule that is not about a caller. */
  readonly claims: readonly string[] | null;
  /** The IANA time zone of its days; null for a rule that time cannot change. */
  readonly zone: string | null;
  /** The row that the rule is about. */
  readonly own: RowType;
  /** The rows that relations lead to, by their resource. */
  readonly rows: ReadonlyMap<string, RowType>;
}

/** What a value of a rule is compared with. */
interface Compared {
  readonly type: OperandType;
  readonly operator: Operator;
  readonly quantifier: 'any' | 'all' | null;
}

/** What a value names in a rule: a claim, an instant or a value of the row. Null for a written value. */
export function readRuleValue(value: Value, compared: Compared, values: RuleValues): Bound<Comparand<null>> | null {
  const claim = values.claims === null ? null : readClaim(value, compared, values.claims);
  return claim ?? readMoment(value, compared, values.zone) ?? readOwnValue(value, compared, values);
}

/** A value that a rule has in quotes, so that its first character is not a sign. */
export function withoutSign(value: Value): Value {
  if (value.kind === 'list' || !/^"\$[\s\S]*"$/.test(value.text)) return value;
  return { ...value, text: value.text.slice(1, -1) };
}

/**
 * The claim that `{name}` stands for; null for any other value. A claim is a value, whose characters mean themselves: where an
 * operator reads an expression, the caller's claim would say what it matches.
 */
function readClaim(
  value: Value,
  { type, operator }: Compared,
  claims: readonly string[],
): Bound<Comparand<null>> | null {
  if (value.kind === 'list') return refuseListedClaim(value, operator, claims);
  if (operatorWord(operator).operand.isExpression) {
    const found = claims.find((each) => value.text.includes(`{${each}}`));
    if (found === undefined) return null;
    const message = `${operator} takes an expression, and a claim such as ${found} is a value`;
    const offset = value.offset + value.text.indexOf(`{${found}}`);
    return refuseValue({ offset }, message, `eq.{${found}}, or plfts.{${found}} for the words of a text`, null);
  }
  const name = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(value.text)?.[1];
  if (name === undefined) return null;
  if (claims.includes(name)) {
    if (type.kind !== 'array' || operatorWord(operator).takesClaimOfArray)
      return { ok: true, value: { kind: 'claim', claim: name } };
    const message = `${operator} compares arrays, and the claim ${name} is one value`;
    return refuseValue(value, message, `cs.{${name}} for an array that contains it`, null);
  }
  return refuseValue(value, `there is no claim ${name}`, oneOf(claims), nearest(name, claims));
}

/** A list holds constants: as one of them, `{name}` would be a text that no value is. */
function refuseListedClaim(
  { items }: Extract<Value, { readonly kind: 'list' }>,
  operator: Operator,
  claims: readonly string[],
): Bound<never> | null {
  for (const { text, offset } of items) {
    const found = claims.find((each) => text === `{${each}}`);
    if (found === undefined) continue;
    const message = `${operator} takes a list of constants, and ${found} is a claim`;
    return refuseValue({ offset }, message, `or=(...) with an eq.{${found}} in it`, null);
  }
  return null;
}

const momentKinds: ReadonlySet<string> = new Set(['date', 'datetime', 'period']);

/** `now` or `today`, perhaps with a distance, where the type has instants or days. */
function readMoment(value: Value, { type, operator }: Compared, zone: string | null): Bound<Moment> | null {
  if (zone === null || value.kind === 'list' || !momentKinds.has(type.kind) || operatorWord(operator).operand.isKeyword)
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

// ISO 8601, of whole numbers. With so few digits no instant of these millennia leaves the years that PostgreSQL has.
const momentDuration =
  /^P(?=T?\d)(\d{1,3}Y)?(\d{1,4}M)?(\d{1,4}W)?(\d{1,4}D)?(T(?=\d)(\d{1,4}H)?(\d{1,4}M)?(\d{1,4}S)?)?$/;

/** `$field` or `$relation.field`, from the row that the rule is about. */
function readOwnValue(value: Value, compared: Compared, { own, rows }: RuleValues): Bound<OwnValue> | null {
  if (value.kind === 'list' || value.isQuoted || !value.text.startsWith('$')) return null;
  const { operator, quantifier, type } = compared;
  const { operand: form } = operatorWord(operator);
  const refuse = (offset: number, message: string, expected: string | null, near: string | null = null) =>
    refuseValue({ offset: value.offset + offset }, message, expected, near);
  if (form.isExpression || form.isKeyword)
    return refuse(0, `${operator} takes no value of another field`, 'a comparison such as eq or gte');
  const names = value.text.slice(1).split('.');
  const relations: Relation[] = [];
  let row: RowType = own;
  let offset = 1;
  for (const alias of names.slice(0, -1)) {
    const relation = row.relations.get(alias);
    if (relation === undefined) {
      const known = [...row.relations.keys()];
      const message = `there is no relation ${alias} of ${row.name}`;
      return refuse(offset, message, known.length === 0 ? null : oneOf(known), nearest(alias, known));
    }
    const target = rows.get(relation.target);
    // It could not be read, which has been reported: what its rows have cannot be told.
    if (target === undefined) return refuse(offset, `${relation.target} could not be read`, null);
    relations.push(relation);
    row = target;
    offset += alias.length + 1;
  }
  const name = names.at(-1) ?? '';
  const operand = ownOperand(name, row);
  if (operand === null) {
    const message = `there is no field ${name} in ${row.name}`;
    return refuse(
      offset,
      message,
      `${oneOf(row.fields.keys())}; a text that begins with $ stands in quotes`,
      nearest(name, [...row.fields.keys()]),
    );
  }
  const several = relations.some(({ cardinality }) => cardinality === 'many');
  const takesSet = form.isList || quantifier !== null;
  if (several && !takesSet && type.kind !== 'array') {
    const message = `${value.text} is a value of each row of ${relations.map(({ alias }) => alias).join('.')}, and ${operator} takes one`;
    return refuse(0, message, `in.${value.text}, or an aggregate of the relation`);
  }
  if (!several && takesSet && operand.type.kind !== 'array') {
    return refuse(0, `${operator} takes several values, and ${value.text} is one`, `eq.${value.text}`);
  }
  const misfit = typeMisfit(type, operand, several || takesSet);
  if (misfit !== null) return refuse(0, `${value.text} is ${misfit}`, `a field of the same type`);
  return { ok: true, value: { kind: 'own', relations, operand } };
}

function ownOperand(name: string, { fields }: RowType): Operand | null {
  const start = name === 'validity' ? fields.get('valid_from') : undefined;
  if (start !== undefined) return { field: start, steps: [], type: { kind: 'period' } };
  const field = fields.get(name);
  return field === undefined ? null : { field, steps: [], type: field.type };
}

/** Why values of an operand cannot be compared with values of a type, in words; null where they can. */
function typeMisfit(type: OperandType, { type: own }: Operand, isSet: boolean): string | null {
  const left = type.kind === 'array' ? type.of : type;
  const right = own.kind === 'array' && (isSet || type.kind === 'array') ? own.of : own;
  if (left.kind === 'reference' && right.kind === 'reference' && left.to !== right.to)
    return `the id of a ${right.to}, and is compared with the id of a ${left.to}`;
  if (family(left) === family(right) || (left.kind === 'period' && right.kind === 'datetime')) return null;
  return `of type ${right.kind}, and is compared with a value of type ${left.kind}`;
}

/** Types whose values PostgreSQL compares with each other. */
function family(type: OperandType): string {
  if (type.kind === 'period') return 'period';
  if (type.kind === 'text' || type.kind === 'enum' || type.kind === 'html') return 'text';
  return wordOf(type).number === undefined ? type.kind : 'number';
}
