import type { FieldAccess } from '../../model/field.ts';
import { fieldWords } from '../../model/field_access.ts';
import type { Path } from '../file/place.ts';
import type { Report } from '../file/report.ts';
import type { FieldDefinition } from '../language/definition.ts';

/** What each role may do with a field; null where the rules of the row decide. An operation that is left out is not allowed. */
export function buildFieldAccess(
  given: FieldDefinition['access'],
  path: Path,
  report: Report,
): ReadonlyMap<string, FieldAccess> | null {
  if (given === undefined) return null;
  return new Map(
    Object.entries(given).map(([role, may]) => {
      if (typeof may === 'string') return [role, fieldWords[may]];
      const { read = false, create = false, update = false } = may;
      const written = create ? 'create' : 'update';
      if (!read && (create || update))
        report([...path, 'access', role, written], {
          message: `the role ${role} may not read the field that it ${written}s`,
          expected: `read: true beside ${written}: true`,
        });
      return [role, { read, create, update }];
    }),
  );
}
