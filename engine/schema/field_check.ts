import type { Field } from '../model/field.ts';
import { quote } from '../sql/identifier.ts';
import type { FieldCheck } from '../vocabulary/field_check.ts';
import { wordOf } from '../vocabulary/field_type.ts';

/** What the database checks of a field by itself. */
export function fieldChecks({ name, type }: Field): readonly FieldCheck[] {
  return wordOf(type).checks?.(type, quote(name)) ?? [];
}
