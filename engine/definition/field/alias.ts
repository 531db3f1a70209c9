import type { FieldDefinition } from '../language/definition.ts';
import { referredBy } from './referred.ts';

/** The alias of the relation that a reference makes; null for other fields, and for a reference without one. */
export function aliasOf(name: string, field: FieldDefinition | undefined): string | null {
  const referred = referredBy(field);
  if (referred === null) return null;
  return field?.as ?? (referred.isArray ? /^(.+)_ids$/ : /^(.+)_id$/).exec(name)?.[1] ?? null;
}
