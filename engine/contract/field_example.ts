import type { Field } from '../model/field.ts';
import { mask } from '../model/mask.ts';
import { exampleNumber } from '../model/number_form.ts';
import { wordOf } from '../vocabulary/field_type.ts';
import type { Json } from '../vocabulary/value/json.ts';

/** A value that a client could send: the declared example, else null where that is allowed, else what the type suggests. */
export function exampleOf(field: Field): Json | undefined {
  if (field.example !== undefined && (field.example !== null || field.nullable)) return field.example;
  if (field.default?.kind === 'number') return exampleNumber(field.default.form);
  return field.nullable ? null : wordOf(field.type).example(field.type, field.title);
}

/** The same value as an answer writes it: datetimes in UTC, nothing of what is never shown. */
export function shownExample(field: Field): Json | undefined {
  if (field.writeOnly) return mask;
  const value = exampleOf(field);
  return value === undefined || value === null ? value : (wordOf(field.type).answered?.(field.type, value) ?? value);
}

/** Values by the names of their fields. */
export type ExampleRow = { readonly [field: string]: Json };
