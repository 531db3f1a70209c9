import { relatedClaims } from '../../definition/looks.ts';
import { mask } from '../../definition/mask.ts';
import type {
  BoundComparison,
  BoundCondition,
  BoundLogic,
  BoundRelated,
  BoundStep,
  Field,
  Operand,
  OperandType,
} from '../../model/field.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FieldType } from '../../vocabulary/field_type.ts';
import { operatorWord } from '../../vocabulary/operator/operators.ts';
import { anyText } from '../../vocabulary/type/text.ts';
import { operandType } from './column_type.ts';
import { arrayLiteral, literal } from './literal.ts';

/** What stands in the SQL for the fields and values of a condition: constants in a constraint, parameters in a query. */
export interface Terms {
  /** The column of a stored field. */
  readonly column: (field: Field) => string;
  /** One value of a type. */
  readonly value: (text: string, type: OperandType, slot: number | null) => string;
  /** Several of them, as one array: a statement with a parameter there serves lists of every length. */
  readonly list: (texts: readonly (string | null)[], type: OperandType, slot: number | null) => string;
  /** A claim of the caller, as a value of a type. */
  readonly claim: (name: string, type: OperandType) => string;
  /** What an operator that may fail takes, which is the same for all rows: an SQL expression, and its type. */
  readonly once: (sql: string, type: string) => string;
  /** That there is a related row, or none. */
  readonly related: (condition: BoundRelated) => string;
}

/** Terms of a text that depends on the model alone and is about one row alone: its values are constants. */
export function constantTerms(column: Terms['column']): Terms {
  return {
    ...constants,
    column,
    claim: (name) => {
      throw new Error(`a rule of rows alone speaks of the claim ${name}`);
    },
    related: ({ relation }) => {
      throw new Error(`a rule of one row alone looks at its relation ${relation.alias}`);
    },
  };
}

const constants: Pick<Terms, 'value' | 'list' | 'once'> = { value: literal, list: arrayLiteral, once: (sql) => sql };

/**
 * A condition as an SQL expression, in parentheses only where they are needed inside it.
 * It is null where the answer is unknown.
 */
export function renderCondition(condition: BoundCondition, terms: Terms): string {
  switch (condition.kind) {
    case 'logic':
      return renderLogic(condition, terms);
    case 'related':
      return terms.related(condition);
    case 'comparison':
      return renderComparison(condition, terms);
  }
}

/** A condition among others that hold as well. */
export function renderConjunct(condition: BoundCondition, terms: Terms): string {
  const sql = renderCondition(condition, terms);
  return isJoinedBy('or', condition) ? `(${sql})` : sql;
}

/** The value of a field as an SQL expression: its column, or what it is computed by, where unknown is no. */
export function renderField(field: Field, terms: Terms): string {
  // The same for all rows: neither a list nor a filter tells anything of it.
  if (field.writeOnly) return `'${mask}'::text`;
  if (field.concealed !== null) return renderConcealing(field, field.concealed, terms);
  if (field.computed === null) return terms.column(field);
  return `((${renderCondition(field.computed, { ...terms, ...constants })}) is true)`;
}

/** Whether a field is shown as the column of its name has it. */
export function isStored({ writeOnly, concealed, computed }: Field): boolean {
  return !writeOnly && concealed === null && computed === null;
}

/** The data of an event without the names of some fields of the row that it is about, or no subject that one leads to. */
function renderConcealing(field: Field, concealed: ReadonlyMap<string, readonly string[]>, terms: Terms): string {
  const data = terms.column(field);
  const resource = resourceOfSource(terms.column({ ...field, name: 'source' }));
  const branches = [...concealed].map(([name, fields]) => {
    if (field.type.kind !== 'json') return `when ${textLiteral(name)} then null`;
    const shown = `(${data} -> 'updated_fields') - array[${fields.map(textLiteral).join(', ')}]`;
    return `when ${textLiteral(name)} then jsonb_set(${data}, '{updated_fields}', ${shown})`;
  });
  return `(case ${resource} ${branches.join(' ')} else ${data} end)`;
}

/** Of the source of an event, which is the path of a row, the resource. */
export function resourceOfSource(source: string): string {
  return `split_part(${source}, '/', 2)`;
}

/** The value of an operand as an SQL expression. */
export function renderOperand({ field, steps, type }: Operand, terms: Terms): string {
  if (type.kind === 'period') {
    const start = terms.column(field);
    const period = `tstzrange(${start}, ${terms.column({ ...field, name: 'valid_to' })})`;
    // A version that is no longer on its timeline has no period; two nulls would make one without bounds.
    return field.nullable ? `(case when ${start} is not null then ${period} end)` : period;
  }
  const value = renderField(field, terms);
  if (steps.length === 0) return value;
  const document = field.type.kind === 'json' ? value : `to_jsonb(${value})`;
  return `(${document}${steps.map((step) => renderStep(step, terms)).join('')})`;
}

/** Whether an operand is a column and nothing else. */
export function isColumn({ field, steps, type }: Operand): boolean {
  return type.kind !== 'period' && steps.length === 0 && isStored(field);
}

function renderStep({ key, asText }: BoundStep, terms: Terms): string {
  const place = typeof key === 'number' ? terms.value(String(key), index, null) : terms.value(key, anyText, null);
  return ` ${asText ? '->>' : '->'} ${place}`;
}

const index: FieldType = { kind: 'integer', minimum: null, maximum: null, multipleOf: null };

function renderLogic({ operator, negated, operands }: BoundLogic, terms: Terms): string {
  const joined = operands
    .map((operand) => {
      const sql = renderCondition(operand, terms);
      return operands.length > 1 && isJoinedBy(other[operator], operand) ? `(${sql})` : sql;
    })
    .join(` ${operator} `);
  if (!negated) return joined;
  const claims = operands.flatMap(relatedClaims).map((each) => renderClaim(each.claim, each, terms));
  if (claims.length === 0) return `not (${joined})`;
  // Without the claim no related row is found, which "not" would turn into yes: null keeps it unknown.
  const known = [...new Set(claims)].map((claim) => `nullif(${claim} is not null, false)`);
  return `(${known.join(' and ')} and not (${joined}))`;
}

const other = { and: 'or', or: 'and' } as const;

/** Whether the condition's SQL has this operator outside of all parentheses. */
function isJoinedBy(operator: 'and' | 'or', condition: BoundCondition): boolean {
  if (condition.kind !== 'logic' || condition.negated) return false;
  const [first, ...rest] = condition.operands;
  if (first !== undefined && rest.length === 0) return isJoinedBy(operator, first);
  return condition.operator === operator;
}

function renderComparison(comparison: BoundComparison, terms: Terms): string {
  const { operand, negated, operator, values, claim, language } = comparison;
  const { sql, render, renderNot } = operatorWord(operator);
  const left = renderOperand(operand, terms);
  const value = () => renderValue(comparison, terms);
  const parts = { left, value, isClaim: claim !== null, values, language, once: terms.once };
  if (negated && renderNot !== undefined) return renderNot(parts);
  const positive = render?.(parts) ?? `${left} ${sql} ${value()}`;
  return negated ? `not (${positive})` : positive;
}

/** What an operator takes: one value, all values of a list as an array, or any or all of several. */
function renderValue(comparison: BoundComparison, terms: Terms): string {
  const { operator, quantifier, values, claim, slot } = comparison;
  const { mayFail, operand } = operatorWord(operator);
  const type = valueType(comparison);
  const once = mayFail ? terms.once : same;
  if (claim !== null) return once(renderClaim(claim, comparison, terms), operandType(claimType(comparison)));
  const typeName = operandType(type);
  if (operand.isList) return once(terms.list(values, type, slot), `${typeName}[]`);
  if (quantifier === null) return once(terms.value(values[0] ?? '', type, slot), typeName);
  return `${quantifier} (${once(terms.list(values, type, slot), `${typeName}[]`)})`;
}

/** To an array a claim is one element. Without the claim the value is null, and no comparison holds. */
function renderClaim(claim: string, comparison: BoundComparison, terms: Terms): string {
  const type = claimType(comparison);
  const { fitting = same } = operatorWord(comparison.operator).operand;
  if (type.kind !== 'array') return fitting(terms.claim(claim, type));
  const element = terms.claim(claim, type.of);
  return `nullif(array[${element}], array[null::${operandType(type.of)}])`;
}

function same(sql: string): string {
  return sql;
}

/** All values of a comparison as one array. */
export function renderArray(comparison: BoundComparison, terms: Terms): string {
  const { operator, quantifier, values, slot } = comparison;
  const type = valueType(comparison);
  if (operatorWord(operator).operand.isList || quantifier !== null) return terms.list(values, type, slot);
  return `array[${terms.value(values[0] ?? '', type, slot)}]`;
}

/** A claim is a value: of what is compared, or text where the operator takes something else. */
function claimType({ operator, operand }: BoundComparison): OperandType {
  return operatorWord(operator).operand.type === null ? operand.type : anyText;
}

/** The type that the values of a comparison are read as. */
function valueType({ operator, operand }: BoundComparison): OperandType {
  return operatorWord(operator).operand.type ?? operand.type;
}
