import type { FieldDefinition } from '../language/definition.ts';

/** The alias of the relation that a reference makes; null for other fields, and for a reference without one. */
export function aliasOf(name: string, field: FieldDefinition | undefined): string | null {
  if (field?.type !== 'reference') return null;
  return field.as ?? /^(.+)_id$/.exec(name)?.[1] ?? null;
}
