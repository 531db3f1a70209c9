import { quote } from '../../language/wording.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { compareDecimals, readDecimal } from '../value/decimal.ts';
import type { BoundWord } from '../value/range.ts';
import { isWrittenRange, rangeWord } from '../value/range_word.ts';
import { accept, refuse } from '../value/read_value.ts';

/** Ranges of exact decimal numbers. */
export interface DecimalRangeType {
  readonly kind: 'decimal_range';
}

const look = '[+-]?\\d+(\\.\\d+)?';
const pattern = new RegExp(`^${look}$`);

const bound: BoundWord = {
  read: (text) =>
    pattern.test(text) && readDecimal(text) !== null
      ? accept(canonical(text))
      : refuse(`${quote(text)} is not a decimal number`, 'a number such as 12.5'),
  compare: (one, other) => {
    const [left, right] = [readDecimal(one), readDecimal(other)];
    if (left === null || right === null) throw new Error(`${one} or ${other} is not a decimal number`);
    return compareDecimals(left, right);
  },
  example: '[1.5,2.5)',
};

export const decimalRange: FieldTypeWord<DecimalRangeType> = {
  ...rangeWord<DecimalRangeType>(bound, {
    column: 'numrange',
    means: 'range of exact decimal numbers',
    pattern: look,
    longest: Number.POSITIVE_INFINITY,
    of: 'decimal',
  }),
  isElement: true,
  build: () => ({ kind: 'decimal_range' }),
  isWritten: isWrittenRange({
    pattern: '-?(0|[1-9][0-9]{0,130})(\\.[0-9]{1,200})?',
    fits: (text) => `${text} !~ '^-[0.]+$'`,
    column: 'numeric',
    isHalfOpen: false,
  }),
};

/** As PostgreSQL writes it: with all digits of its fraction, and no sign of a zero. */
function canonical(text: string): string {
  const [whole = '', fraction] = text.replace(/^[+-]/, '').split('.');
  const digits = `${BigInt(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
  return text.startsWith('-') && /[1-9]/.test(digits) ? `-${digits}` : digits;
}
