import type { BoundComparison, BoundCondition, BoundLogic } from '../../definition/condition.ts';
import type { Field } from '../../definition/model.ts';

/** What stands in the SQL for the fields and operands of a condition: constants in a constraint, parameters in a query. */
export interface Terms {
  /** The column of a stored field. */
  readonly column: (field: Field) => string;
  /** One operand, of the field's type. */
  readonly value: (text: string, field: Field) => string;
  /** All operands of `in`, as one array: a statement with a parameter there serves lists of every length. */
  readonly list: (texts: readonly string[], field: Field) => string;
}

/**
 * A condition as an SQL expression, in parentheses only where they are needed inside it.
 * It is null where the answer is unknown.
 */
export function renderCondition(condition: BoundCondition, terms: Terms): string {
  return condition.kind === 'logic' ? renderLogic(condition, terms) : renderComparison(condition, terms);
}

/** The value of a field as an SQL expression: its column, or what it is computed by, where unknown is no. */
export function renderField(field: Field, terms: Terms): string {
  // The same for all rows: neither a list nor a filter tells anything of it.
  if (field.writeOnly) return mask;
  return field.computed === null ? terms.column(field) : `((${renderCondition(field.computed, terms)}) is true)`;
}

const mask = `'********'::text`;

function renderLogic({ operator, negated, operands }: BoundLogic, terms: Terms): string {
  const joined = operands
    .map((operand) => {
      const sql = renderCondition(operand, terms);
      return operands.length > 1 && isJoinedBy(other[operator], operand) ? `(${sql})` : sql;
    })
    .join(` ${operator} `);
  return negated ? `not (${joined})` : joined;
}

const other = { and: 'or', or: 'and' } as const;

/** Whether the condition's SQL has this operator outside of all parentheses. */
function isJoinedBy(operator: 'and' | 'or', condition: BoundCondition): boolean {
  if (condition.kind === 'comparison' || condition.negated) return false;
  const [first, ...rest] = condition.operands;
  if (first !== undefined && rest.length === 0) return isJoinedBy(operator, first);
  return condition.operator === operator;
}

function renderComparison({ field, negated, operator, values }: BoundComparison, terms: Terms): string {
  const left = renderField(field, terms);
  const [first = ''] = values;
  if (operator === 'is') {
    const word = first === 'not_null' ? 'null' : first;
    return `${left} is ${negated !== (first === 'not_null') ? 'not ' : ''}${word}`;
  }
  const comparison =
    operator === 'in'
      ? `${left} = any (${terms.list(values, field)})`
      : operator === 'like' || operator === 'ilike'
        ? `${left} ${operator} ${terms.value(first.replaceAll('*', '%'), field)}`
        : `${left} ${comparisonSign[operator]} ${terms.value(first, field)}`;
  return negated ? `not (${comparison})` : comparison;
}

const comparisonSign = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;
