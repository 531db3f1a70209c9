import type { Default, Field } from '../../model/field.ts';
import { type FieldType, wordOf } from '../../vocabulary/field_type.ts';
import type { Json } from '../../vocabulary/json.ts';

/** What a column holds where a writer leaves the field out; null for a field without default. */
export function defaultExpression({ default: value, type }: Field): string | null {
  return value === null ? null : valueExpression(value, type);
}

/** The SQL of a default by itself. */
export function valueExpression(value: Default, type: FieldType): string {
  switch (value.kind) {
    case 'generated':
      return 'gen_random_uuid()';
    case 'now':
      // The day of an instant depends on the zone: that of the session must not decide.
      return type.kind === 'date' ? "(now() at time zone 'UTC')::date" : 'now()';
    case 'value':
      return constant(value.value, type);
  }
}

function constant(value: Json, type: FieldType): string {
  const word = wordOf(type);
  if (word.constant !== undefined) return word.constant(type, value);
  return value === null ? 'null' : word.literal(type, String(value));
}
