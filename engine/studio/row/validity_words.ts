import type { Row } from '../api/row.ts';
import { instantText } from '../parts/instant_text.ts';
import type { Wording } from '../parts/value_text.ts';
import { standingOf, validityOf } from './validity.ts';

/** The validity of an entry in words, such as "Valid since 1 March 2024". */
export function validityWords(row: Row, instant: string, { words, zone }: Wording): string {
  const validity = validityOf(row);
  if (validity === null) return words('row.taken');
  const standing = standingOf(row, instant);
  const from = boundText(validity.from, zone);
  if (validity.to === null) return words(standing === 'future' ? 'row.validFrom' : 'row.validSince', { from });
  const to = boundText(validity.to, zone);
  if (standing === 'future') return words('row.validFromUntil', { from, to });
  return words(standing === 'former' ? 'row.wasValid' : 'row.validUntil', { from, to });
}

/** When something was recorded, to the second: many things happen within a minute. */
export function recordedText(instant: string, zone: string): string {
  const [, seconds = '00'] = /T\d\d:\d\d:(\d\d)/.exec(instant) ?? [];
  return `${instantText(instant, zone)}:${seconds}`;
}

/** The validity of an entry as a period, such as "1 Mar 2024 – 1 May 2024". */
export function periodWords(row: Row, { words, zone }: Wording): string {
  const validity = validityOf(row);
  if (validity === null) return words('row.taken');
  const from = boundText(validity.from, zone);
  if (validity.to === null) return words('parts.from', { value: from });
  return words('parts.between', { from, to: boundText(validity.to, zone) });
}

/** A bound of validity: most of them are the beginning of a day. */
export function boundText(instant: string, zone: string): string {
  return instantText(instant, zone).replace(/ 00:00$/, '');
}
