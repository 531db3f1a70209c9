import { readDatetime } from '../../language/datetime.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { longestInstant } from '../longest.ts';
import { textMisfit } from '../misfit.ts';
import { accept, type ReadValue, refuse } from '../read_value.ts';
import { typedLiteral } from '../sql_literal.ts';

/** Instants. */
export interface DatetimeType {
  readonly kind: 'datetime';
}

export const datetime: FieldTypeWord<DatetimeType> = {
  traits: ['equal', 'ordered', 'nullable', 'listed'],
  means: 'instant, such as 2026-01-31T12:00:00+01:00',
  facets: {},
  isElement: true,
  build: () => ({ kind: 'datetime' }),
  read: (_, text) => readInstant(text),
  misfit: (_, value, written) => textMisfit(value, written, readInstant),
  column: () => 'timestamptz',
  literal: (_, text) => typedLiteral(text, 'timestamptz'),
  conversions: {
    date: {
      value: (of) => `(${of} at time zone 'UTC')::date`,
      fits: (of) => `${of} = date_trunc('day', ${of}, 'UTC')`,
    },
  },
  // Not its cast to text, which is in the zone of the session.
  cursorText: (column) => `to_json(${column}) #>> '{}'`,
  longest: () => longestInstant,
};

function readInstant(text: string): ReadValue {
  const read = readDatetime(text);
  if (read.ok) return accept(read.value);
  return refuse(read.message, read.hint ?? 'a datetime such as 2026-01-31T12:00:00+01:00');
}
