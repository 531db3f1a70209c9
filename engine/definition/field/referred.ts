import { referenceFacets } from '../../vocabulary/type/reference.ts';
import type { Report } from '../file/report.ts';
import type { FieldDefinition } from '../language/definition.ts';

/** A resource to whose rows a field refers, by its value or by the elements of an array. */
interface Referred {
  readonly to: string;
  readonly isArray: boolean;
}

/** What a field refers to; null for other fields, and for one that does not say what. */
export function referredBy(field: FieldDefinition | undefined): Referred | null {
  if (field?.type === 'reference') return field.to === undefined ? null : { to: field.to, isArray: false };
  if (field?.type !== 'array' || typeof field.of !== 'object' || field.of.type !== 'reference') return null;
  const { to } = field.of;
  return to === undefined ? null : { to, isArray: true };
}

/** Keys of references stand at the array, and only at an array of references. */
export function checkReferenceKeys(name: string, field: FieldDefinition, report: Report): void {
  if (field.type !== 'array' || referredBy(field) !== null) return;
  for (const key of Object.keys(referenceFacets)) {
    if (!Object.hasOwn(field, key)) continue;
    const message = `the elements of ${name} refer to no rows, and ${key} is about references`;
    report(['fields', name, key], {
      message,
      expected: '"of: { type: reference, to: <resource> }", or no key of references',
      part: 'key',
    });
  }
}
