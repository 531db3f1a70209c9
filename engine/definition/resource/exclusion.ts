import type { BoundComparison, OperandType } from '../../model/field.ts';

/** What a comparison with constants says of a value. */
export type Claimed =
  | { readonly kind: 'null' }
  | { readonly kind: 'among'; readonly values: readonly string[] }
  | { readonly kind: 'not among'; readonly values: readonly string[] }
  | { readonly kind: 'below' | 'above'; readonly bound: string; readonly isIncluded: boolean };

/** Whether no value meets both. Where that is not certain, such as for long numbers that are nearly equal, it is false. */
export function excludes(one: Claimed, other: Claimed, type: OperandType): boolean {
  if (one.kind === 'null' || other.kind === 'null') return one.kind !== other.kind;
  if (one.kind === 'among') return one.values.every((value) => fails(value, other, type));
  if (other.kind === 'among') return excludes(other, one, type);
  if (one.kind === 'above' && other.kind === 'below') {
    const order = compare(one.bound, other.bound, type);
    return order === 'more' || (order === 'same' && !(one.isIncluded && other.isIncluded));
  }
  return one.kind === 'below' && other.kind === 'above' && excludes(other, one, type);
}

function fails(value: string, claimed: Exclude<Claimed, { readonly kind: 'null' }>, type: OperandType): boolean {
  switch (claimed.kind) {
    case 'among':
      return claimed.values.every((each) => ['less', 'more', 'other'].includes(compare(value, each, type) ?? ''));
    case 'not among':
      return claimed.values.some((each) => compare(value, each, type) === 'same');
    case 'above':
    case 'below': {
      const order = compare(value, claimed.bound, type);
      return order === (claimed.kind === 'above' ? 'less' : 'more') || (order === 'same' && !claimed.isIncluded);
    }
  }
}

/** Null where it cannot be told here. */
function compare(one: string, other: string, type: OperandType): 'less' | 'more' | 'same' | 'other' | null {
  if (one === other) return 'same';
  switch (type.kind) {
    case 'text':
    case 'enum':
      return 'other';
    case 'integer':
    case 'bigint':
    case 'decimal':
    case 'reference':
      return ordered(Number(one), Number(other));
    case 'date':
    case 'datetime':
      return ordered(Date.parse(one), Date.parse(other));
    default:
      return null;
  }
}

function ordered(one: number, other: number): 'less' | 'more' | null {
  return one < other ? 'less' : one > other ? 'more' : null;
}

const bounds = {
  gt: { kind: 'above', isIncluded: false },
  gte: { kind: 'above', isIncluded: true },
  lt: { kind: 'below', isIncluded: false },
  lte: { kind: 'below', isIncluded: true },
} as const;

const opposite = { gt: 'lte', gte: 'lt', lt: 'gte', lte: 'gt' } as const;

/** What a comparison with written constants says of a field; null for every other comparison. */
export function claimedOf({ operand, comparand, operator, negated, quantifier }: BoundComparison): Claimed | null {
  if (!('field' in operand) || comparand.kind !== 'values' || quantifier !== null || operand.steps.length > 0)
    return null;
  const values = comparand.values.filter((value) => value !== null);
  const [first] = values;
  if (first === undefined) return null;
  switch (operator) {
    case 'is':
      return (first === 'null' && !negated) || (first === 'not_null' && negated) ? { kind: 'null' } : null;
    case 'eq':
    case 'in':
      return { kind: negated ? 'not among' : 'among', values };
    case 'neq':
      return { kind: negated ? 'among' : 'not among', values };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { ...bounds[negated ? opposite[operator] : operator], bound: first };
    default:
      return null;
  }
}

/** What the type of a field says of its values, and in words. */
export function ofType(type: OperandType): readonly { readonly claimed: Claimed; readonly words: string }[] {
  if (type.kind !== 'integer' && type.kind !== 'bigint' && type.kind !== 'decimal') return [];
  const { minimum, maximum } = type;
  return [
    ...(minimum === null ? [] : [{ claimed: { ...bounds.gte, bound: minimum }, words: `at least ${minimum}` }]),
    ...(maximum === null ? [] : [{ claimed: { ...bounds.lte, bound: maximum }, words: `at most ${maximum}` }]),
  ];
}
