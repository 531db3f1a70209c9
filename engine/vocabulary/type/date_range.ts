import { quote } from '../../language/wording.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { longestInstant } from '../value/longest.ts';
import type { BoundWord } from '../value/range.ts';
import { isWrittenRange, rangeWord } from '../value/range_word.ts';
import { accept, refuse } from '../value/read_value.ts';
import { date, isDate } from './date.ts';

/** Ranges of days. */
export interface DateRangeType {
  readonly kind: 'date_range';
}

/** PostgreSQL writes `[2026-01-01,9999-12-31]` as the days before this one. */
const afterLast = '10000-01-01';

const bound: BoundWord = {
  read: (text) =>
    isDate(text) || text === afterLast
      ? accept(text)
      : refuse(`${quote(text)} is not a date`, 'a calendar date as YYYY-MM-DD'),
  compare: (one, other) => one.length - other.length || (one < other ? -1 : one > other ? 1 : 0),
  next: (text) => {
    if (text === afterLast) return null;
    const next = new Date(Date.parse(`${text}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    return isDate(next) ? next : afterLast;
  },
  example: '[2026-01-01,2026-02-01)',
};

export const dateRange: FieldTypeWord<DateRangeType> = {
  ...rangeWord<DateRangeType>(bound, {
    column: 'daterange',
    means: 'range of days',
    pattern: '(\\d{4}-\\d{2}-\\d{2}|10000-01-01)',
    longest: longestInstant,
    of: 'date',
  }),
  isElement: true,
  build: () => ({ kind: 'date_range' }),
  isWritten: isWrittenRange({
    pattern: '([0-9]{4}-[0-9]{2}-[0-9]{2}|10000-01-01)',
    fits: (text) => `(${text} = '${afterLast}' or ${date.isWritten?.(text)})`,
    column: 'date',
    isHalfOpen: true,
  }),
};
