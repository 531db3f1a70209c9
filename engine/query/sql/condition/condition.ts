import { relatedCallers } from '../../../model/condition/looks.ts';
import { momentType } from '../../../model/condition/moment_type.ts';
import { takesSeveral } from '../../../model/condition/operand.ts';
import {
  type AnyComparison,
  type AnyCondition,
  type BoundLogic,
  type BoundStep,
  type CallerValue,
  type Field,
  isOfCaller,
  type Operand,
  type OperandType,
  type OwnValue,
} from '../../../model/field.ts';
import { mask } from '../../../model/mask.ts';
import { type Fragment, join, raw, sql, textConstant } from '../../../sql/fragment.ts';
import { type FieldType, isAnyJson, wordOf } from '../../../vocabulary/field_type.ts';
import type { ComparisonSql } from '../../../vocabulary/operator/operator_word.ts';
import { operatorWord } from '../../../vocabulary/operator/operators.ts';
import { anyText } from '../../../vocabulary/type/text.ts';
import { operandType } from './column_type.ts';
import { renderCounted } from './counted.ts';
import { renderDocument, renderRank } from './document.ts';
import { arrayLiteral, literal } from './literal.ts';
import { renderContains, renderPeriod } from './period.ts';
import { renderRedacted } from './redacted.ts';
import type { Terms } from './terms.ts';

/** Terms of a text that depends on the model alone and is about one row alone: its values are constants. */
export function constantTerms(column: Terms<never>['column']): Terms<never> {
  return {
    ...constants,
    column,
    open: () => {
      throw new Error('a rule has its values itself');
    },
    claim: (name) => {
      throw new Error(`only a rule of rows may use the claim ${name}`);
    },
    moment: ({ from }) => {
      throw new Error(`a rule that holds for good looks at ${from}`);
    },
    identity: ({ operand }) => {
      throw new Error(`only a rule of rows may use ${operand.field.name} of the caller`);
    },
    own: ({ relations, operand }) => {
      const [relation] = relations;
      if (relation !== undefined) throw new Error(`a rule of one row alone looks at its relation ${relation.alias}`);
      return renderOperand(operand, constantTerms(column));
    },
    shown: () => {
      throw new Error('a rule is about fields that no rule hides');
    },
    aggregate: ({ relation }) => {
      throw new Error(`a rule of one row alone looks at its relation ${relation.alias}`);
    },
    made: () => {
      throw new Error('a rule of one row alone looks at a value made of related rows');
    },
    related: ({ relation }) => {
      throw new Error(`a rule of one row alone looks at its relation ${relation.alias}`);
    },
    rule: ({ name }) => {
      throw new Error(`only a rule of related rows may use the rule ${name}`);
    },
    visible: ({ resource }) => {
      throw new Error(`only a rule about a caller asks whether they may read a ${resource}`);
    },
    covered: ({ relations }) => {
      throw new Error(`a rule of one row alone looks at ${relations.map(({ alias }) => alias).join('.')}`);
    },
  };
}

const constants: Pick<Terms<never>, 'value' | 'list'> & { once: <Value>(fixed: Fragment<Value>) => Fragment<Value> } = {
  value: (text, type) => raw(literal(text, type)),
  list: (texts, type) => raw(arrayLiteral(texts, type)),
  once: same,
};

/**
 * A condition as an SQL expression, in parentheses only where they are needed inside it.
 * It is null where the answer is unknown.
 */
export function renderCondition<Value>(condition: AnyCondition, terms: Terms<Value>): Fragment<Value> {
  switch (condition.kind) {
    case 'logic':
      return renderLogic(condition, terms);
    case 'related':
      return terms.related(condition);
    case 'covered':
      return terms.covered(condition);
    case 'comparison':
      return renderComparison(condition, terms);
    case 'rule':
      return terms.rule(condition);
    case 'visible':
      return terms.visible(condition);
  }
}

/** A condition among others that hold as well. */
export function renderConjunct<Value>(condition: AnyCondition, terms: Terms<Value>): Fragment<Value> {
  const rendered = renderCondition(condition, terms);
  return isJoinedBy('or', condition) ? sql`(${rendered})` : rendered;
}

/**
 * The value of a field as an SQL expression: its column, or its computed expression, in which unknown counts as false.
 */
export function renderField<Value>(field: Field, terms: Terms<Value>): Fragment<Value> {
  // The same for all rows: neither a list nor a filter tells anything of it.
  if (field.writeOnly) return sql`${textConstant(mask)}::text`;
  if (field.redacted !== null) return renderRedacted(field, field.redacted, terms);
  const value = renderValueOf(field, terms);
  return field.shownWhere === null ? value : sql`(case when ${terms.shown(field.shownWhere)} then ${value} end)`;
}

function renderValueOf<Value>(field: Field, terms: Terms<Value>): Fragment<Value> {
  const { computed } = field;
  if (computed === null) return terms.column(field);
  if (computed.kind === 'condition')
    return sql`((${renderCondition<Value>(computed.condition, { ...terms, ...constants })}) is true)`;
  if (computed.made === null) throw new Error(`${field.name} is computed before the resources are known`);
  return terms.made(computed.made, null);
}

/** Whether a field is shown as the column of its name has it. */
export function isStored({ writeOnly, redacted, computed, shownWhere }: Field): boolean {
  return !writeOnly && redacted === null && computed === null && shownWhere === null;
}

/** The value of an operand as an SQL expression. */
export function renderOperand<Value>(operand: AnyComparison['operand'], terms: Terms<Value>): Fragment<Value> {
  if ('aggregate' in operand) return terms.aggregate(operand.aggregate);
  if ('caller' in operand) return renderCallerValue(operand.caller, operand.type, terms);
  if ('document' in operand) return renderDocument(operand.document, (field) => renderField(field, terms));
  const { field, steps, type } = operand;
  if (type.kind === 'period') return renderPeriod({ field, type }, terms);
  const value = renderField(field, terms);
  if (steps.length === 0) return value;
  const document = isAnyJson(field.type) ? value : sql`to_jsonb(${value})`;
  return sql`(${join([document, ...steps.map((step) => renderStep(step, terms))], ' ')})`;
}

function renderCallerValue<Value>(value: CallerValue, type: OperandType, terms: Terms<Value>): Fragment<Value> {
  return value.kind === 'claim' ? terms.claim(value.claim, type) : terms.identity(value);
}

/** Whether an operand is a column and nothing else. */
export function isColumn({ field, steps, type }: Operand): boolean {
  return type.kind !== 'period' && steps.length === 0 && isStored(field);
}

function renderStep<Value>({ key, asText }: BoundStep, terms: Terms<Value>): Fragment<Value> {
  const place = typeof key === 'number' ? terms.value(String(key), index) : terms.value(key, anyText);
  return asText ? sql`->> ${place}` : sql`-> ${place}`;
}

const index: FieldType = { kind: 'integer', minimum: null, maximum: null, multipleOf: null };

function renderLogic<Value>(
  { operator, negated, operands }: BoundLogic<AnyComparison>,
  terms: Terms<Value>,
): Fragment<Value> {
  const rendered = operands.map((operand) => {
    const one = renderCondition(operand, terms);
    return operands.length > 1 && isJoinedBy(other[operator], operand) ? sql`(${one})` : one;
  });
  const joined = join(rendered, ` ${operator} `);
  if (!negated) return joined;
  const callers = operands.flatMap(relatedCallers).flatMap((each) => callerValues(each, terms));
  if (callers.length === 0) return sql`not (${joined})`;
  // Without the claim no related row is found, which "not" would turn into yes: null keeps it unknown.
  const known = callers.map((value) => sql`nullif(${value} is not null, false)`);
  return sql`(${join(known, ' and ')} and not (${joined}))`;
}

/** The values of the caller on both sides of a comparison. */
export function callerValues<Value>(comparison: AnyComparison, terms: Terms<Value>): readonly Fragment<Value>[] {
  const { operand, comparand } = comparison;
  return [
    ...('caller' in operand ? [renderOperand(operand, terms)] : []),
    ...(isOfCaller(comparand) ? [renderCaller(comparand, comparison, terms)] : []),
  ];
}

const other = { and: 'or', or: 'and' } as const;

/** Whether the condition's SQL has this operator outside of all parentheses. */
function isJoinedBy(operator: 'and' | 'or', condition: AnyCondition): boolean {
  if (condition.kind === 'rule') return isJoinedBy(operator, condition.condition);
  if (condition.kind !== 'logic' || condition.negated) return false;
  const [first, ...rest] = condition.operands;
  if (first !== undefined && rest.length === 0) return isJoinedBy(operator, first);
  return condition.operator === operator;
}

function renderComparison<Value>(comparison: AnyComparison, terms: Terms<Value>): Fragment<Value> {
  const { operand, negated, operator, comparand } = comparison;
  const { sql: sign, render, renderNot, answersNull = false } = operatorWord(operator);
  const parts = partsOf(comparison, terms);
  const { left, value } = parts;
  if (operand.type.kind === 'period' && 'field' in operand && operator === 'cs' && comparand.kind === 'moment')
    return renderContains({ field: operand.field, type: operand.type }, comparand, negated, terms);
  const positive = () => render?.(parts) ?? sql`${left} ${raw(sign)} ${value}`;
  const compared = !negated ? positive() : (renderNot?.(parts) ?? sql`not (${positive()})`);
  // An operator that answers for null, or for no values, would answer for a caller who has no such value.
  const needsCaller = 'caller' in operand && (answersNull || takesSeveral(comparison));
  return needsCaller ? sql`case when ${left} is not null then ${compared} end` : compared;
}

function partsOf<Value>(comparison: AnyComparison, terms: Terms<Value>): ComparisonSql<Value> {
  const { operand, comparand, language } = comparison;
  const value = renderValue(comparison, terms);
  return {
    left: renderCounted(comparison, value, terms) ?? renderOperand(operand, terms),
    isDocument: 'document' in operand,
    value,
    isClaim: isOfCaller(comparand),
    values: comparand.kind === 'values' ? comparand.values : [],
    language,
    once: terms.once,
  };
}

/** How well a row fits a search; the more, the better. */
export function renderFit<Value>(search: AnyComparison, terms: Terms<Value>): Fragment<Value> {
  const parts = partsOf(search, terms);
  const query = operatorWord(search.operator).query?.(parts);
  if (query === undefined) throw new Error(`${search.operator} is not a search`);
  return renderRank(parts.left, query);
}

/** What an operator takes: one value, all values of a list as an array, or any or all of several. */
export function renderValue<Value>(comparison: AnyComparison, terms: Terms<Value>): Fragment<Value> {
  const { operator, quantifier, comparand } = comparison;
  const { mayFail } = operatorWord(operator);
  const once = mayFail ? terms.once : same<Value>;
  if (isOfCaller(comparand))
    return once(renderCaller(comparand, comparison, terms), operandType(claimType(comparison)));
  const typeName = operandType(valueType(comparison));
  const rendered = once(renderValues(comparison, terms), takesSeveral(comparison) ? `${typeName}[]` : typeName);
  if (quantifier === null) return rendered;
  return quantifier === 'any' ? sql`any (${rendered})` : sql`all (${rendered})`;
}

/** To an array, a value of the caller is one element. Without it there is null, and no comparison holds. */
function renderCaller<Value>(value: CallerValue, comparison: AnyComparison, terms: Terms<Value>): Fragment<Value> {
  const type = claimType(comparison);
  const { fitting = same<Value> } = operatorWord(comparison.operator).operand;
  if (type.kind !== 'array') return fitting(renderCallerValue(value, type, terms));
  const element = renderCallerValue(value, type.of, terms);
  return sql`nullif(array[${element}], array[null::${raw(operandType(type.of))}])`;
}

function same<Value>(fragment: Fragment<Value>): Fragment<Value> {
  return fragment;
}

/** All values of a comparison as one array. */
export function renderArray<Value>(comparison: AnyComparison, terms: Terms<Value>): Fragment<Value> {
  const rendered = renderValues(comparison, terms);
  return takesSeveral(comparison) ? rendered : sql`array[${rendered}]`;
}

function renderValues<Value>(comparison: AnyComparison, terms: Terms<Value>): Fragment<Value> {
  const type = valueType(comparison);
  const isSeveral = takesSeveral(comparison);
  const { comparand } = comparison;
  switch (comparand.kind) {
    case 'open':
      return terms.open(comparand.slot, type, isSeveral);
    case 'values':
      return isSeveral ? terms.list(comparand.values, type) : terms.value(comparand.values[0] ?? '', type);
    case 'claim':
    case 'identity':
      return renderCaller(comparand, comparison, terms);
    case 'moment':
      return renderAlone(terms.moment(comparand, momentType(type) ?? type), type);
    case 'own':
      return renderComparedValue(comparand, type, terms);
  }
}

/** A period is compared with the period that has only the instant, and a range with that of the value. */
function renderAlone<Value>(value: Fragment<Value>, type: OperandType): Fragment<Value> {
  if (type.kind === 'period') return sql`tstzrange(${value}, ${value}, '[]')`;
  return wordOf(type).range?.alone(value) ?? value;
}

/** To an array, a single value is one element. No value makes a null, with which no comparison holds. */
function renderComparedValue<Value>(value: OwnValue, type: OperandType, terms: Terms<Value>): Fragment<Value> {
  const own = terms.own(value);
  const { kind } = value.operand.type;
  const isRange = type.kind === 'period' || wordOf(type).range !== undefined;
  if (isRange && kind !== type.kind) return sql`case when ${own} is not null then ${renderAlone(own, type)} end`;
  if (type.kind !== 'array' || kind === 'array' || isSeveral(value)) return own;
  return sql`nullif(array[${own}], array[null::${raw(operandType(type.of))}])`;
}

/** Whether a relation to many leads to the values. */
export function isSeveral({ relations }: OwnValue): boolean {
  return relations.some(({ cardinality }) => cardinality === 'many');
}

/** A claim is a value: of what is compared, or text where the operator takes something else. */
function claimType({ operator, operand }: AnyComparison): OperandType {
  return operatorWord(operator).operand.type === null ? operand.type : anyText;
}

/** The type that the values of a comparison are read as. */
function valueType({ operator, operand }: AnyComparison): OperandType {
  return operatorWord(operator).operand.type ?? operand.type;
}
