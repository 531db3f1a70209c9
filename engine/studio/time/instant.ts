/**
 * An instant as Studio writes it: in UTC, with seconds, a Z, and no zeros at the end of its fraction, such as
 * `2026-04-20T14:41:07.716034Z`. A number of milliseconds would lose the microseconds between two changes.
 */
export type Instant = string;

/** Reads an instant of an answer, within a range too, or of an address; null for any other text. */
export function readInstant(text: unknown): Instant | null {
  if (typeof text !== 'string') return null;
  const [, date, minutes, seconds = '00', digits = '', offset] = shape.exec(text) ?? [];
  if (minutes === undefined || offset === undefined) return null;
  const at = Date.parse(`${date}T${minutes}:${seconds}${/^[+-]\d\d$/.test(offset) ? `${offset}:00` : offset}`);
  if (Number.isNaN(at)) return null;
  const fraction = digits.replace(/0+$/, '');
  return `${new Date(at).toISOString().slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}Z`;
}

const shape = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d(?::\d\d)?)$/;

/** Which of two instants is earlier, to the microsecond. */
export function compareInstants(a: Instant, b: Instant): number {
  // Without the Z, a text without a fraction is the beginning of one with a fraction, and so sorts before it.
  const [first, second] = [a.slice(0, -1), b.slice(0, -1)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Where an instant is on an axis. Until the year 2255 microseconds stay apart. */
export function millisecondsOf(instant: Instant): number {
  return Date.parse(`${instant.slice(0, 19)}Z`) + Number(`0${instant.slice(19, -1)}`) * 1000;
}

/** The instant at a place on an axis, within the years that the service takes. */
export function instantAt(milliseconds: number): Instant {
  const within = Math.min(Math.max(Math.round(milliseconds), firstInstant), lastInstant);
  return readInstant(new Date(within).toISOString()) as Instant;
}

const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59Z');
