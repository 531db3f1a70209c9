import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Deprecation } from '../../model/deprecation.ts';
import { isDate } from '../../vocabulary/type/date.ts';
import type { Path } from '../file/place.ts';
import type { Report } from '../file/report.ts';
import type { DeprecationDefinition } from '../language/definition.ts';

/** The names of what could be used instead: of the other fields, or of the other resources. */
export interface Substitutes {
  readonly kind: 'field' | 'resource';
  readonly names: readonly string[];
}

/** The deprecation of a resource or a field. */
export function buildDeprecation(
  definition: DeprecationDefinition | undefined,
  path: Path,
  { kind, names }: Substitutes,
  report: Report,
): Deprecation | null {
  if (definition === undefined) return null;
  const { since = null, sunset = null, replaced_by: replacedBy = null } = definition;
  for (const [key, day] of [
    ['since', since],
    ['sunset', sunset],
  ] as const) {
    if (day !== null && !isDate(day)) {
      report([...path, key], { message: `the calendar has no day ${day}`, expected: 'YYYY-MM-DD' });
    }
  }
  if (since !== null && sunset !== null && isDate(since) && isDate(sunset) && since > sunset) {
    report([...path, 'sunset'], { message: 'it would go before it is deprecated', expected: `a day from ${since} on` });
  }
  if (replacedBy !== null && !names.includes(replacedBy)) {
    report([...path, 'replaced_by'], {
      message: `there is no other ${kind} ${replacedBy}`,
      expected: names.length === 0 ? `a ${kind} to use instead` : oneOf(names),
      nearest: nearest(replacedBy, names),
    });
  }
  return { since, sunset, replacedBy };
}
