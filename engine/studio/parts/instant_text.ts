import { millisecondsOf, readInstant } from '../time/instant.ts';
import { dayWords, localAt, months } from '../time/zone.ts';

/** A datetime of an answer by the clocks of a zone, such as `3 May 2024 14:05`. Other texts stay as they are. */
export function instantText(text: string, zone: string): string {
  const instant = readInstant(text);
  if (instant === null) return text;
  const local = new Date(localAt(millisecondsOf(instant), zone));
  return `${dayWords(local)} ${local.toISOString().slice(11, 16)}`;
}

/** A date of an answer, such as `3 May 2024`. Other texts stay as they are. */
export function dateText(text: string): string {
  const day = new Date(`${text}T00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(day.getTime())) return text;
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${text.slice(0, 4).replace(/^0+/, '')}`;
}
