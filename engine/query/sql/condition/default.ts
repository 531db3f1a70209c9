import type { FixedDefault } from '../../../model/default.ts';
import type { Field } from '../../../model/field.ts';
import { identityClaim } from '../../../model/own_rows.ts';
import { type Fragment, raw } from '../../../sql/fragment.ts';
import { type FieldType, wordOf } from '../../../vocabulary/field_type.ts';
import type { Json } from '../../../vocabulary/value/json.ts';
import { columnType } from './column_type.ts';

/** What a column holds where a writer leaves the field out; null for a field whose column has no default. */
export function defaultExpression({ default: value, type }: Field): string | null {
  // The trigger that stamps the row counts.
  if (value === null || value.kind === 'number') return null;
  if (value.kind !== 'claim') return valueExpression(value, type);
  // A write by plain SQL has no token. It may have an identity.
  return value.claim === identityClaim ? identityExpression(type) : null;
}

/** The same as a value of the column's type; null for a field without default. */
export function defaultOf(field: Field): Fragment {
  return raw(`(${defaultExpression(field) ?? 'null'})::${columnType(field.type)}`);
}

/** The SQL of a default by itself. */
export function valueExpression(value: FixedDefault, type: FieldType): string {
  if (value.kind === 'value') return constant(value.value, type);
  const { madeSql } = wordOf(type);
  if (madeSql === undefined) throw new Error(`PostgreSQL makes no value of type ${type.kind}`);
  return madeSql(value.kind === 'today' ? value.zone : 'UTC');
}

/** The identity under which a change is recorded. The service itself, identity 0, has no row that a reference could lead to. */
export function identityExpression({ kind }: FieldType): string {
  if (kind === 'reference') return 'nullif(almanac.identity(), 0)';
  return kind === 'text' ? 'almanac.identity()::text' : 'almanac.identity()';
}

function constant(value: Json, type: FieldType): string {
  const word = wordOf(type);
  if (word.constant !== undefined) return word.constant(type, value);
  return value === null ? 'null' : word.literal(type, String(value));
}
