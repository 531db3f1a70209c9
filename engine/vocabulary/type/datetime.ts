import { readDatetime } from '../../language/time/datetime.ts';
import { sql } from '../../sql/fragment.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { type JsonSchema, textSchema } from '../json_schema/json_schema.ts';
import { longestInstant } from '../value/longest.ts';
import { textMisfit } from '../value/misfit.ts';
import { accept, type ReadValue, refuse } from '../value/read_value.ts';
import { typedLiteral } from '../value/sql_literal.ts';

/** Instants. */
export interface DatetimeType {
  readonly kind: 'datetime';
}

/** RFC 3339 with an offset, or a date, a time and the name of a zone (specification 2.7), by its look. */
export const datetimePattern =
  '\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?(Z|[+-]\\d{2}(:\\d{2})?)| \\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)? [A-Za-z][A-Za-z0-9_+/-]*)';

export const datetime: FieldTypeWord<DatetimeType> = {
  traits: ['equal', 'ordered', 'nullable', 'listed', 'ranked'],
  means: 'instant, such as 2026-01-31T12:00:00+01:00',
  otherNames: ['timestamp', 'timestamptz', 'instant'],
  facets: {},
  isElement: true,
  made: 'now',
  madeSql: () => 'now()',
  build: () => ({ kind: 'datetime' }),
  isPadded: true,
  read: (_, text) => readInstant(text),
  misfit: (_, value, written) => textMisfit(value, written, readInstant),
  column: () => 'timestamptz',
  castNames: ['timestamp', 'timestamptz', 'timestamp with time zone'],
  literal: (_, text) => typedLiteral(text, 'timestamptz'),
  conversions: {
    date: {
      value: (of) => `(${of} at time zone 'UTC')::date`,
      fits: (of) => `${of} = date_trunc('day', ${of}, 'UTC')`,
    },
  },
  // Not its cast to text, which is in the zone of the session.
  cursorText: (value) => sql`to_json(${value}) #>> '{}'`,
  longest: () => longestInstant,
  schema: (_, exact, use) =>
    use === 'response' ? { type: 'string', format: 'date-time' } : textSchema(exact, instantSchema, datetimeFault),
  sent: (_, value) => {
    const read = readDatetime(String(value));
    if (!read.ok) throw new Error(`a datetime passed validation and cannot be read: ${read.message}`);
    return read.value;
  },
  example: () => '2026-01-31T12:00:00+00:00',
  answered: (_, value) => {
    const read = readDatetime(String(value));
    return read.ok ? read.value : value;
  },
  filter: { name: 'datetime', value: datetimePattern },
  // Z, since the plus of an offset means a space in a URL.
  filterExample: (value) => `gte.${String(value).replace(/\+00:00$/, 'Z')}`,
  typescript: { read: () => 'Datetime', sent: () => 'DatetimeInput', filter: () => 'DatetimeFilter' },
};

/** What is published of an instant that a client sends. */
export const instantSchema: JsonSchema = { type: 'string', pattern: `^${datetimePattern}$` };

function datetimeFault(text: string): string | null {
  const read = readDatetime(text);
  if (read.ok) return null;
  return read.hint === null ? read.message : `${read.message}; ${read.hint}`;
}

function readInstant(text: string): ReadValue {
  const read = readDatetime(text);
  if (read.ok) return accept(read.value);
  return refuse(read.message, read.hint ?? 'a datetime such as 2026-01-31T12:00:00+01:00');
}
