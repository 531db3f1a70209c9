import { quote } from '../../language/wording.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { textSchema } from '../json_schema/json_schema.ts';
import { textMisfit } from '../value/misfit.ts';
import { accept, type ReadValue, refuse } from '../value/read_value.ts';
import { typedLiteral } from '../value/sql_literal.ts';

/** Local times of day, without a zone (RFC 3339, partial-time). */
export interface TimeType {
  readonly kind: 'time';
}

const minute = '([01]\\d|2[0-3]):[0-5]\\d';
const look = `${minute}(:[0-5]\\d(\\.\\d{1,6})?)?`;

export const time: FieldTypeWord<TimeType> = {
  traits: ['equal', 'ordered', 'nullable', 'listed', 'ranked'],
  means: 'local time of day without a zone, such as 08:30:00; from 00:00:00 until before 24:00:00',
  otherNames: ['time_of_day', 'localtime', 'clock'],
  facets: {},
  isElement: true,
  build: () => ({ kind: 'time' }),
  isPadded: true,
  read: (_, text) => readTime(text),
  misfit: (_, value, written) => textMisfit(value, written, readTime),
  column: () => 'time',
  castNames: ['time', 'time without time zone'],
  literal: (_, text) => typedLiteral(text, 'time'),
  // PostgreSQL also keeps 24:00:00, which RFC 3339 does not have.
  checks: (_, column) => [{ what: 'maximum', expression: `${column} < '24:00'` }],
  elementChecks: (_, column) => [{ what: 'maximum', expression: `'24:00' <> all (${column})` }],
  isWritten: (text) => `${text} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{0,5}[1-9])?$'`,
  longest: () => '00:00:00.000000'.length,
  schema: (_, exact) =>
    textSchema(exact, { type: 'string', pattern: `^${look}$` }, (text) =>
      pattern.test(text) ? null : `must be ${expected}`,
    ),
  sent: (_, value) => canonical(String(value)),
  example: () => '08:30:00',
  answered: (_, value) => canonical(String(value)),
  filter: { name: 'time', value: look },
  elementPattern: () => look,
  typescript: { read: () => 'TimeOfDay', filter: () => 'TimeFilter' },
};

const pattern = new RegExp(`^${look}$`);
const expected = 'a time of day such as 08:30:00';

function readTime(text: string): ReadValue {
  return pattern.test(text) ? accept(canonical(text)) : refuse(`${quote(text)} is not a time of day`, expected);
}

/** As PostgreSQL writes it: with seconds, and no zero at the end of their fraction. */
function canonical(text: string): string {
  const whole = text.length === 'HH:MM'.length ? `${text}:00` : text;
  return whole.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}
