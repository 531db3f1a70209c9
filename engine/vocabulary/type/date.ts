import { quote } from '../../language/wording.ts';
import { line } from '../../sql/line.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { textSchema } from '../json_schema/json_schema.ts';
import { longestInstant } from '../value/longest.ts';
import { textMisfit } from '../value/misfit.ts';
import { accept, type ReadValue, refuse } from '../value/read_value.ts';
import { typedLiteral } from '../value/sql_literal.ts';

/** Days of the calendar. */
export interface DateType {
  readonly kind: 'date';
}

export const date: FieldTypeWord<DateType> = {
  traits: ['equal', 'identifying', 'ordered', 'nullable', 'listed', 'ranked'],
  means: 'calendar day, such as 2026-01-31',
  otherNames: ['day'],
  facets: {},
  isElement: true,
  // The day of an instant depends on the zone: that of the session must not decide.
  made: 'today',
  madeSql: (zone) => `(almanac.present() at time zone ${textLiteral(zone)})::date`,
  build: () => ({ kind: 'date' }),
  isPadded: true,
  read: (_, text) => readDate(text),
  misfit: (_, value, written) => textMisfit(value, written, readDate),
  column: () => 'date',
  castNames: ['date'],
  literal: (_, text) => typedLiteral(text, 'date'),
  isWritten: (text) => line`
    case
      when ${text} ~ '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
      then substr(${text}, 9)::integer <= extract(day from (substr(${text}, 1, 7) || '-01')::date + interval '1 month - 1 day')
      else false
    end`,
  conversions: { datetime: { value: (of) => `(${of}::timestamp at time zone 'UTC')`, fits: null } },
  longest: () => longestInstant,
  schema: (_, exact) =>
    textSchema(exact, { type: 'string', format: 'date' }, (text) =>
      isDate(text) ? null : 'must be a calendar date, YYYY-MM-DD',
    ),
  sent: (_, value) => String(value),
  example: () => '2026-01-31',
  filter: { name: 'date', value: '\\d{4}-\\d{2}-\\d{2}' },
  typescript: { read: () => 'Day', filter: () => 'DayFilter' },
};

function readDate(text: string): ReadValue {
  return isDate(text) ? accept(text) : refuse(`${quote(text)} is not a date`, 'a calendar date as YYYY-MM-DD');
}

/** A day that the calendar has, from year 1 to 9999. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null || match[1] === '0000') return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
