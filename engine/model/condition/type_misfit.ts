import { wordOf } from '../../vocabulary/field_type.ts';
import type { OperandType } from '../field.ts';

/** Why values of a type cannot be compared with values of another, in words; null where they can. */
export function typeMisfit(type: OperandType, own: OperandType, isSet: boolean): string | null {
  const left = type.kind === 'array' ? type.of : type;
  const right = own.kind === 'array' && (isSet || type.kind === 'array') ? own.of : own;
  if (left.kind === 'reference' && right.kind === 'reference' && left.to !== right.to)
    return `the id of a ${right.to}, and is compared with the id of a ${left.to}`;
  // PostgreSQL compares numbers of all types, but arrays of one type only.
  const isSame = type.kind === 'array' ? column(left) === column(right) : family(left) === family(right);
  if (isSame || (type.kind !== 'array' && isValueIn(left, right))) return null;
  return `of type ${right.kind}, and is compared with a value of type ${left.kind}`;
}

/** Whether values of the second type can be in a range of the first. */
function isValueIn(range: OperandType, { kind }: OperandType): boolean {
  const of = range.kind === 'period' ? 'datetime' : wordOf(range).range?.of;
  return of === kind || (of === 'decimal' && (kind === 'integer' || kind === 'bigint'));
}

/** Types whose values PostgreSQL compares with each other. */
function family(type: OperandType): string {
  if (type.kind === 'period') return 'period';
  if (type.kind === 'text' || type.kind === 'enum' || type.kind === 'html') return 'text';
  return wordOf(type).number === undefined ? type.kind : 'number';
}

function column(type: OperandType): string {
  return type.kind === 'period' ? 'period' : wordOf(type).column(type);
}
