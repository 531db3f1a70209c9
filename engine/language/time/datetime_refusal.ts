import { nearest } from '../nearest.ts';
import { findZone } from './zone.ts';
import { zoneAbbreviations } from './zone_abbreviations.ts';

export interface DatetimeRefusal {
  readonly ok: false;
  readonly message: string;
  readonly hint: string | null;
}

const forms = {
  offset: 'YYYY-MM-DDTHH:MM[:SS[.FFF]]±HH:MM',
  utc: 'YYYY-MM-DDTHH:MM[:SS[.FFF]]Z',
  zone: 'YYYY-MM-DD HH:MM[:SS[.FFF]] <time zone>',
};

const plusHint = 'In a URL, write a plus sign as %2B; a bare + arrives as a space.';

/** A refusal of `text` with its reason and the nearest form. */
export function refusal(text: string, reason: string, hint: string | null = null): DatetimeRefusal {
  return { ok: false, message: `${reason}. The nearest form is ${forms[nearestForm(text)]}.`, hint };
}

function nearestForm(text: string): keyof typeof forms {
  const afterDate = text.slice(11);
  if (/[a-z]{2}/i.test(afterDate)) return 'zone';
  if (/[+-]\d|\d \d/.test(afterDate)) return 'offset';
  return text[10] === ' ' && !/z\s*$/i.test(afterDate) ? 'zone' : 'utc';
}

/** Why a text is refused that does not begin with `YYYY-MM-DDTHH:MM` or `YYYY-MM-DD HH:MM`. */
export function misshapen(text: string): DatetimeRefusal {
  if (text.trim() !== text) return refusal(text, whiteSpace);
  const [, reason] = misshapes.find(([pattern]) => pattern.test(text)) ?? [];
  return refusal(text, reason ?? 'This is not a datetime');
}

const whiteSpace = 'The datetime must not have white space around it';

/** The first that matches says what is wrong. */
const misshapes: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'The text is empty'],
  [/^[+-]?[a-z]+$/i, 'A word is not a datetime'],
  [/^\d{4}-\d\d-\d\d$/, 'A date alone is not enough: add hour, minute and time zone'],
  [/^\d{4}-?W/i, 'A week date is not accepted: write the date as YYYY-MM-DD'],
  [/^\d{4}-\d{3}(?!\d)/, 'An ordinal date is not accepted: write the date as YYYY-MM-DD'],
  [/^\d{8}/, 'The date must have hyphens: YYYY-MM-DD'],
  [/^[+-]?\d{5,}-|^[+-]/, 'The year must have four digits and no sign'],
  [/^\d{4}-\d\d-\d\dt/, 'The T between date and time must be upper case'],
  [/^\d{4}-\d\d-\d\d[T ]\d{3,}/, 'The time must have colons: HH:MM:SS'],
  [/^\d{4}-\d\d-\d\d[T ]\d\d(?!\d|:\d)/, 'Hour and minute are required'],
  [/^\d{4}-\d\d-\d\d[T ]\d:|^\d{4}-\d\d-\d\d[T ]\d\d:\d/, 'Hour and minute must have two digits each'],
  [/^\d{4}-\d\d-\d\d(?![T ])/, 'Put a T between date and time, or a space before a zone name'],
  [/^\d{4}-\d{1,2}-\d{1,2}(?!\d)/, 'Month and day must have two digits each'],
  [/^\d+[-./]\d+[-./]\d+/, 'Write the date as YYYY-MM-DD'],
];

/** Why the text behind date, `T` and time is not an offset. */
export function wrongOffset(text: string, suffix: string): DatetimeRefusal {
  const start = text.slice(0, text.length - suffix.length);
  if (/^ \d\d(?::?\d\d)?$/.test(suffix))
    return refusal(text, 'A space stands where the sign of the offset belongs', plusHint);
  if (suffix.trimEnd() !== suffix) return refusal(text, whiteSpace);
  if (suffix === '') return refusal(text, noZone, `Add an offset, or Z for UTC: ${text}Z`);
  if (suffix === 'z') return refusal(text, 'The Z must be upper case', `${start}Z`);
  const name = suffix.trimStart();
  if (findZone(name) !== null) {
    return refusal(
      text,
      'Before a zone name, put a space between date and time, not a T',
      `${start.replace('T', ' ')} ${name}`,
    );
  }
  return wrongTail(text, suffix);
}

/** Why the text behind date, space and time is not a space and a zone name. */
export function wrongZone(text: string, suffix: string): DatetimeRefusal {
  const start = text.slice(0, text.length - suffix.length);
  if (suffix.trimEnd() !== suffix) return refusal(text, whiteSpace);
  if (suffix === '') return refusal(text, noZone, `Add a space and a zone name: ${text} UTC`);
  const tail = suffix.trimStart();
  if (/^(?:Z|[+-]\d\d(?::\d\d)?)$/i.test(tail)) {
    const reason = 'With an offset or Z, put a T between date and time, not a space';
    return refusal(text, reason, `${start.replace(' ', 'T')}${tail.toUpperCase()}`);
  }
  if (/^\d\d(?::?\d\d)?$/.test(tail) && suffix !== tail) {
    return refusal(text, 'A space stands where the sign of the offset belongs', plusHint);
  }
  if (/^[a-z]/i.test(suffix)) return refusal(text, 'Put a space between time and zone name', `${start} ${suffix}`);
  if (!/^ [a-z]/i.test(suffix)) return wrongTail(text, suffix);
  const reason = `There is no time zone ${JSON.stringify(shortened(tail))}`;
  if (findZone(tail.replace(' ', '+')) !== null) return refusal(text, reason, plusHint);
  const meant = nearest(tail, [...Intl.supportedValuesOf('timeZone'), ...zoneAbbreviations.keys()]);
  return refusal(text, reason, meant === null ? null : `Is ${meant} meant?`);
}

const noZone = 'The time zone is missing';

function wrongTail(text: string, suffix: string): DatetimeRefusal {
  if (/^\d/.test(suffix)) {
    const isFraction = text.slice(0, -suffix.length).includes('.');
    return refusal(
      text,
      isFraction ? 'A fraction must have at most six digits' : 'Minute and second must have two digits each',
    );
  }
  if (/^,/.test(suffix)) return refusal(text, 'Put a point before a fraction, not a comma');
  if (/^:/.test(suffix)) return refusal(text, 'The second must have two digits');
  if (/^[+-]\d{4}$/.test(suffix)) {
    return refusal(text, 'An offset must have a colon', `Write ${suffix.slice(0, 3)}:${suffix.slice(3)}`);
  }
  if (/^[+-]\d\d:\d\d:\d\d/.test(suffix)) return refusal(text, 'An offset must have hours and minutes only');
  if (/^[+-]\d\d(?::\d\d)?$/.test(suffix)) {
    return refusal(text, 'An offset must be below 16 hours, and its minutes below 60');
  }
  return refusal(text, `${JSON.stringify(shortened(suffix))} does not belong after the time`);
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
