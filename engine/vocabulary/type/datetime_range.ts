import { readDatetime } from '../../language/time/datetime.ts';
import { type Fragment, sql } from '../../sql/fragment.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { longestInstant } from '../value/longest.ts';
import type { BoundWord } from '../value/range.ts';
import { rangeWord } from '../value/range_word.ts';
import { refuse } from '../value/read_value.ts';
import { datetimePattern } from './datetime.ts';

/** Ranges of instants. */
export interface DatetimeRangeType {
  readonly kind: 'datetime_range';
}

const bound: BoundWord = {
  read: (text) => {
    const read = readDatetime(text);
    return read.ok ? read : refuse(read.message, read.hint ?? 'a datetime such as 2026-01-31T12:00:00+01:00');
  },
  compare: (one, other) => {
    const [left, right] = [withoutOffset(one), withoutOffset(other)];
    return left < right ? -1 : left > right ? 1 : 0;
  },
  example: '[2026-01-01T00:00:00+00:00,2026-02-01T00:00:00+00:00)',
};

export const datetimeRange: FieldTypeWord<DatetimeRangeType> = {
  ...rangeWord<DatetimeRangeType>(bound, {
    column: 'tstzrange',
    means: 'range of instants',
    pattern: datetimePattern,
    longest: longestInstant,
    of: 'datetime',
  }),
  // PostgreSQL writes the elements of an array as the session says.
  isElement: false,
  build: () => ({ kind: 'datetime_range' }),
  shown,
};

/** Instants in UTC, whose text has its order then. */
function withoutOffset(text: string): string {
  return text.replace(/\+00:00$/, '');
}

/** The cast to text would depend on DateStyle, a setting of the session. */
function shown<Value>(value: Fragment<Value>): Fragment<Value> {
  const [from, to] = [sql`to_json(lower(${value})) #>> '{}'`, sql`to_json(upper(${value})) #>> '{}'`];
  const [open, close] = [
    sql`case when lower_inc(${value}) then '[' else '(' end`,
    sql`case when upper_inc(${value}) then ']' else ')' end`,
  ];
  return sql`(case
    when isempty(${value}) then 'empty'
    when ${value} is not null then concat(${open}, ${from}, ',', ${to}, ${close})
  end)`;
}
