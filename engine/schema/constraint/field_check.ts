import type { Field } from '../../model/field.ts';
import { quote } from '../../sql/identifier.ts';
import { wordOf } from '../../vocabulary/field_type.ts';
import type { FieldCheck } from '../../vocabulary/value/field_check.ts';

/** What the database checks of a field by itself. */
export function fieldChecks({ name, type }: Field): readonly FieldCheck[] {
  return wordOf(type).checks?.(type, quote(name)) ?? [];
}
