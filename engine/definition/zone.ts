import { nearest } from '../language/nearest.ts';
import { findZone } from '../language/time/zone.ts';
import { quote } from '../language/wording.ts';
import type { Path } from './file/place.ts';
import type { Report } from './file/report.ts';

/** Checks that a text of a file names a time zone of the IANA database. */
export function checkZone(name: string, path: Path, report: Report): void {
  if (isZone(name)) return;
  report(path, {
    message: `there is no time zone ${quote(name)} in the IANA database`,
    expected: 'a name such as Europe/Oslo',
    nearest: nearest(name, Intl.supportedValuesOf('timeZone')),
  });
}

/** An abbreviation is not a zone: for PostgreSQL it is a fixed offset, in summer too. */
function isZone(name: string): boolean {
  return (name.includes('/') || name === 'UTC') && findZone(name) !== null;
}
