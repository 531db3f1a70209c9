import { type Instant, instantAt, millisecondsOf } from './instant.ts';

/** What the clocks of a zone show at an instant: milliseconds that count as if the local time were UTC. */
export function localAt(milliseconds: number, zone: string): number {
  const part = new Map(
    formatOf(zone)
      .formatToParts(milliseconds)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? 0;
  // Date.UTC takes a year below 100 for one of the 20th century.
  const local = new Date(0).setUTCFullYear(of('year'), of('month') - 1, of('day'));
  return local + ((of('hour') * 60 + of('minute')) * 60 + of('second')) * 1000 + modulo(milliseconds, 1000);
}

/**
 * The instant at which the clocks of a zone show a local time, as the service reads it. A time that the clocks skip takes
 * the offset before the change. A time that they repeat takes the offset after it.
 */
export function instantOfLocal(local: number, zone: string): number {
  const offsetAt = (milliseconds: number) => localAt(milliseconds, zone) - milliseconds;
  const after = local - offsetAt(local + day);
  return local - after === offsetAt(after) ? after : local - offsetAt(local - day);
}

/** An instant as the native input of a date and a time has it: `2024-05-03T14:05:00`. */
export function inputText(instant: Instant, zone: string): string {
  return new Date(localAt(millisecondsOf(instant), zone)).toISOString().slice(0, 19);
}

/** The instant of such a text; null for an unfinished one. */
export function instantOfInput(text: string, zone: string): Instant | null {
  const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  return Number.isNaN(local) ? null : instantAt(instantOfLocal(local, zone));
}

/** An instant by the clocks of a zone, to the second: `3 May 2024 14:05:09`. At a whole minute without seconds. */
export function instantWords(instant: Instant, zone: string): string {
  const local = new Date(localAt(millisecondsOf(instant), zone));
  const time = local.toISOString().slice(11, 19);
  return `${dayWords(local)} ${time.endsWith(':00') ? time.slice(0, 5) : time}`;
}

/** The day of an instant by the clocks of a zone: `3 May 2024`. With the time where that is not midnight. */
export function boundWords(instant: Instant, zone: string): string {
  const local = localAt(millisecondsOf(instant), zone);
  return modulo(local, day) === 0 ? dayWords(new Date(local)) : instantWords(instant, zone);
}

/** The day of a local time: `3 May 2024`. */
export function dayWords(local: Date): string {
  return `${local.getUTCDate()} ${months[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
}

export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'June', 'July', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const;

const day = 86_400_000;

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than using it a hundred times. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  formats.set(zone, made);
  return made;
}
