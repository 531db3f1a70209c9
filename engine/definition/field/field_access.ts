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
      const { read: seen = false, create = false, update = false } = may;
      const read = seen !== false && seen !== 'nothing';
      const where = typeof seen === 'boolean' || !read || seen === 'all' ? null : { text: seen, condition: null };
      const written = create ? 'create' : 'update';
      if (!read && (create || update))
        report([...path, 'access', role, written], {
          message: `the role ${role} may not read the field that it ${written}s`,
          expected: `read: true beside ${written}: true`,
        });
      if (where !== null && update)
        report([...path, 'access', role, 'update'], {
          message: `the role ${role} reads the field by a rule, and a change would tell the value of other rows`,
          expected: 'read: true, or update: false',
        });
      return [role, { read, where, create, update }];
    }),
  );
}
