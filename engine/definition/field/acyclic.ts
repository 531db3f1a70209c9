import type { Path } from '../file/place.ts';
import type { FieldDefinition } from '../language/definition.ts';
import type { FieldContext } from './field_type.ts';
import { referredBy } from './referred.ts';

/** Whether a reference makes trees of the rows of its own resource. */
export function buildAcyclic(
  field: FieldDefinition,
  path: Path,
  { definition: { resource }, report }: FieldContext,
): boolean {
  if (field.acyclic !== true) return false;
  const referred = referredBy(field);
  if (referred?.isArray) {
    const message = 'an array refers to several rows, and a tree has one row above each';
    report(path, { message, expected: 'a field of type reference, or no "acyclic"', part: 'key' });
    return false;
  }
  if (referred?.to === resource) return true;
  const message = `rows of ${resource} cannot go round in a circle by a reference to ${referred?.to}`;
  report(path, { message, expected: `"to: ${resource}", or no "acyclic"`, part: 'key' });
  return false;
}
