import type { Path } from '../file/place.ts';
import type { FieldDefinition } from '../language/definition.ts';
import type { FieldContext } from './field_type.ts';

/** Whether a reference makes trees of the rows of its own resource. */
export function buildAcyclic(
  { type, to, acyclic }: FieldDefinition,
  path: Path,
  { definition: { resource }, report }: FieldContext,
): boolean {
  if (acyclic !== true) return false;
  if (type === 'reference' && to === resource) return true;
  const message = `rows of ${resource} cannot go round in a circle by a reference to ${to}`;
  report(path, { message, expected: `"to: ${resource}", or no "acyclic"`, part: 'key' });
  return false;
}
