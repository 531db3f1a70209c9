import { nearest } from '../language/nearest.ts';
import type { Comparison, Condition, Operator } from '../language/syntax.ts';
import type { BoundCondition } from './condition.ts';
import { oneOf } from './fault.ts';
import type { Field } from './model.ts';
import { readValue } from './value.ts';

interface BindFault {
  readonly message: string;
  /** Of the name or value at fault, in the text that was parsed. */
  readonly part: 'name' | 'value';
  readonly offset: number;
  readonly expected: string | null;
  readonly nearest: string | null;
}

export type Bound<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: BindFault };

/** Resolves the names of a condition among the fields of one row and reads its values as the fields' types. */
export function bindCondition(
  condition: Condition,
  resource: string,
  fields: ReadonlyMap<string, Field>,
): Bound<BoundCondition> {
  if (condition.kind === 'comparison') return bindComparison(condition, resource, fields);
  const operands: BoundCondition[] = [];
  for (const operand of condition.operands) {
    const bound = bindCondition(operand, resource, fields);
    if (!bound.ok) return bound;
    operands.push(bound.value);
  }
  return { ok: true, value: { kind: 'logic', operator: condition.operator, negated: condition.negated, operands } };
}

function bindComparison(
  comparison: Comparison,
  resource: string,
  fields: ReadonlyMap<string, Field>,
): Bound<BoundCondition> {
  const [name, further] = comparison.path;
  const field = fields.get(name?.text ?? '');
  if (name === undefined || field === undefined) {
    const written = name?.text ?? '';
    return refuse(
      'name',
      name?.offset ?? 0,
      `there is no field ${written} in ${resource}`,
      oneOf(fields.keys()),
      nearest(written, fields.keys()),
    );
  }
  if (further !== undefined) {
    return refuse(
      'name',
      further.offset,
      `${name.text} is a field, and nothing stands below it`,
      `${name.text}.<operator>.<value>`,
      null,
    );
  }
  const { operator, value, negated } = comparison;
  const operators = operatorsOf(field);
  if (!operators.includes(operator)) {
    return refuse(
      'name',
      name.offset,
      `the operator ${operator} does not apply to ${field.name}, of type ${field.type.kind}`,
      oneOf(operators),
      null,
    );
  }
  const written = value.kind === 'list' ? value.items : [value];
  const values: string[] = [];
  for (const { text, offset } of written) {
    const read = readOperand(operator, text, field);
    if (!read.ok) {
      const near = field.type.kind === 'enum' ? nearest(text, field.type.values) : null;
      return refuse('value', offset, read.message, read.expected, near);
    }
    values.push(read.value);
  }
  return { ok: true, value: { kind: 'comparison', field, negated, operator, values } };
}

function readOperand(operator: Operator, text: string, field: Field): ReturnType<typeof readValue> {
  if (operator === 'is') {
    const value = text.toLowerCase();
    if ((value === 'true' || value === 'false' || value === 'unknown') && field.type.kind !== 'boolean') {
      return {
        ok: false,
        message: `is.${text} asks whether a boolean holds, and ${field.name} is of type ${field.type.kind}`,
        expected: 'null or not_null',
      };
    }
    return { ok: true, value };
  }
  if (operator !== 'like' && operator !== 'ilike') return readValue(field.type, text);
  // PostgreSQL finds this out only when a row is compared so far.
  if (/(^|[^\\])(\\\\)*\\$/.test(text)) {
    return { ok: false, message: 'the pattern ends in a single backslash', expected: 'two, for the character itself' };
  }
  return readValue(anyText, text);
}

const anyText = { kind: 'text', minLength: null, maxLength: null, pattern: null, format: null } as const;

function operatorsOf(field: Field): readonly Operator[] {
  switch (field.type.kind) {
    case 'json':
    case 'array':
      return ['is'];
    case 'text':
    case 'html':
    case 'enum':
      return ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'like', 'ilike', 'is', 'in'];
    default:
      return ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'is', 'in'];
  }
}

function refuse(
  part: 'name' | 'value',
  offset: number,
  message: string,
  expected: string | null,
  near: string | null,
): Bound<never> {
  return { ok: false, fault: { message, part, offset, expected, nearest: near } };
}
