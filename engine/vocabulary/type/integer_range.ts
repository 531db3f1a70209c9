import { sql } from '../../sql/fragment.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { longestInteger } from '../value/longest.ts';
import type { BoundWord } from '../value/range.ts';
import { isWrittenRange, rangeWord } from '../value/range_word.ts';
import { bits, readWhole, wholePattern } from '../value/whole_number.ts';

/** Ranges of whole numbers of 32 bits. */
export interface IntegerRangeType {
  readonly kind: 'integer_range';
}

const [least, most] = bits(32).bounds;

const bound: BoundWord = {
  read: (text) => readWhole(text, [least, most]),
  compare: (one, other) => Number(one) - Number(other),
  next: (text) => (BigInt(text) === most ? null : String(Number(text) + 1)),
  example: '[1,10)',
};

const word = rangeWord<IntegerRangeType>(bound, {
  column: 'int4range',
  means: 'range of whole numbers of 32 bits',
  pattern: wholePattern,
  longest: longestInteger,
  of: 'integer',
});

export const integerRange: FieldTypeWord<IntegerRangeType> = {
  ...word,
  isElement: true,
  build: () => ({ kind: 'integer_range' }),
  isWritten: isWrittenRange({
    pattern: '-?(0|[1-9][0-9]{0,9})',
    fits: (text) => `(${text} <> '-0' and ${text}::bigint between ${least} and ${most})`,
    column: 'bigint',
    isHalfOpen: true,
  }),
  // The last number has none after it, before which its range could end.
  range: { ...word.range, alone: (value) => sql`int4range(${value}, nullif(${value}, 2147483647) + 1)` },
};
