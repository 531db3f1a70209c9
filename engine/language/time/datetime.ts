import { DateTime } from 'luxon';
import { type DatetimeRefusal, misshapen, refusal, wrongOffset, wrongZone } from './datetime_refusal.ts';
import { findZone, fixedZone, type Zone } from './zone.ts';

export type ReadDatetime = { readonly ok: true; readonly value: string } | DatetimeRefusal;

/**
 * The part that the three forms share. `suffix` is an offset after a `T`; after a space it is a space and a zone name.
 */
const shape =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?<separator>[T ])(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d{1,6}))?)?(?<suffix>.*)$/s;

/**
 * Reads a datetime in one of the three forms of the specification (section 2.7). Returns the instant as canonical text
 * in UTC, such as `2024-05-01T10:00:00.123456+00:00`; a fraction of zero is left out. A local time that a zone skips or
 * repeats means what it means to PostgreSQL. A refusal names the nearest form.
 */
export function readDatetime(text: string): ReadDatetime {
  const soon = readCommon(text);
  if (soon !== null) return { ok: true, value: soon };
  const parts = shape.exec(text)?.groups;
  if (parts === undefined) return misshapen(text);
  const { separator, suffix = '', fraction = '' } = parts;
  const zone = separator === 'T' ? offsetZone(suffix) : nameZone(suffix);
  if (zone === null) return separator === 'T' ? wrongOffset(text, suffix) : wrongZone(text, suffix);
  const local = localTime(parts);
  if (typeof local === 'string') return refusal(text, local);

  // luxon counts milliseconds: the fraction, which no zone changes, goes around it as text.
  const instant = DateTime.fromMillis(zone(local), { zone: 'utc' });
  if (!isCalendarYear(instant.year)) return refusal(text, 'The year in UTC must be one of 0001 to 9999');
  const seconds = instant.toISO({ includeOffset: false, suppressMilliseconds: true });
  const digits = fraction.replace(/0+$/, '');
  return { ok: true, value: `${seconds}${digits === '' ? '' : `.${digits}`}+00:00` };
}

/**
 * Reads the form in which programs write instants, with seconds and an offset. It takes a tenth of the time, and a body may
 * have thousands of them. Null for any other text, and for February 29.
 */
function readCommon(text: string): string | null {
  if (!common.test(text)) return null;
  const isUtc = text.endsWith('Z') || text.endsWith('+00:00');
  const seconds = isUtc
    ? text.slice(0, 19)
    : new Date(`${text.slice(0, 19)}${offsetOf(text)}`).toISOString().slice(0, 19);
  // A year before the first or behind 9999 is refused with its words.
  if (!isUtc && (seconds.startsWith('0000') || !/^\d/.test(seconds))) return null;
  if (text.charAt(19) !== '.') return `${seconds}+00:00`;
  const digits = /^\d*[1-9]/.exec(text.slice(20))?.[0];
  return `${seconds}${digits === undefined ? '' : `.${digits}`}+00:00`;
}

function offsetOf(text: string): string {
  return text.slice(-6);
}

const common =
  /^(?!0000)\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-5]):[0-5]\d)$/;

/** `Z`, `±HH` or `±HH:MM`, below 16 hours as in PostgreSQL. */
function offsetZone(suffix: string): Zone | null {
  if (suffix === 'Z') return fixedZone(0);
  const [, sign, hours, minutes = '0'] = /^([+-])(0\d|1[0-5])(?::([0-5]\d))?$/.exec(suffix) ?? [];
  if (hours === undefined) return null;
  return fixedZone((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)));
}

function nameZone(suffix: string): Zone | null {
  return suffix.startsWith(' ') ? findZone(suffix.slice(1)) : null;
}

/** The local time in milliseconds as though it were UTC, or what is wrong with it. */
function localTime(parts: Readonly<Record<string, string>>): number | string {
  const year = Number(parts.year);
  const month = Number(parts.month);
  const day = Number(parts.day);
  const hour = Number(parts.hour);
  const minute = Number(parts.minute);
  const second = Number(parts.second ?? 0);
  if (!isCalendarYear(year)) return 'The year must be one of 0001 to 9999';
  if (month < 1 || month > 12) return 'The month must be one of 01 to 12';
  const { daysInMonth } = DateTime.utc(year, month);
  if (daysInMonth === undefined || day < 1 || day > daysInMonth) {
    return `The day must be one of 01 to ${daysInMonth} in ${parts.year}-${parts.month}`;
  }
  if (hour > 23) return 'The hour must be one of 00 to 23';
  if (minute > 59) return 'The minute must be one of 00 to 59';
  if (second > 59) return 'The second must be one of 00 to 59 (leap seconds are not kept)';
  return DateTime.utc(year, month, day, hour, minute, second).toMillis();
}

function isCalendarYear(year: number): boolean {
  return year >= 1 && year <= 9999;
}
