import fc from 'fast-check';
import { test } from 'tap';
import { readDatetime } from '../../engine/language/time/datetime.ts';

// Specification 2.7: exactly three forms. What they mean is also compared with PostgreSQL, in datetime_postgres.test.ts.

const accepted: readonly (readonly [text: string, value: string])[] = [
  // RFC 3339 with an offset
  ['2024-05-01T10:00:00+02:00', '2024-05-01T08:00:00+00:00'],
  ['2024-05-01T10:00-05:30', '2024-05-01T15:30:00+00:00'],
  ['2024-05-01T10:00+02', '2024-05-01T08:00:00+00:00'],
  ['2024-05-01T10:00:30.5-03', '2024-05-01T13:00:30.5+00:00'],
  ['2024-05-01T10:00+15:59', '2024-04-30T18:01:00+00:00'],
  ['2024-05-01T10:00-15:59', '2024-05-02T01:59:00+00:00'],
  ['2024-05-01T10:00-00:00', '2024-05-01T10:00:00+00:00'],
  // RFC 3339 in UTC
  ['2024-05-01T10:00Z', '2024-05-01T10:00:00+00:00'],
  ['2024-05-01T10:00:07Z', '2024-05-01T10:00:07+00:00'],
  ['2024-05-01T10:00:00.123456Z', '2024-05-01T10:00:00.123456+00:00'],
  ['2024-05-01T10:00:00.000001Z', '2024-05-01T10:00:00.000001+00:00'],
  ['2024-05-01T10:00:00.120Z', '2024-05-01T10:00:00.12+00:00'],
  ['2024-05-01T10:00:00.000Z', '2024-05-01T10:00:00+00:00'],
  ['2024-02-29T23:59:59.999999Z', '2024-02-29T23:59:59.999999+00:00'],
  ['0001-01-01T00:00Z', '0001-01-01T00:00:00+00:00'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59+00:00'],
  // A zone of the IANA database, in any case
  ['2024-07-01 12:00 Europe/Oslo', '2024-07-01T10:00:00+00:00'],
  ['2024-01-01 12:00:30.25 europe/oslo', '2024-01-01T11:00:30.25+00:00'],
  ['2024-01-01 12:00 AMERICA/ARGENTINA/BUENOS_AIRES', '2024-01-01T15:00:00+00:00'],
  ['2024-01-01 12:00 Etc/GMT+5', '2024-01-01T17:00:00+00:00'],
  ['2024-01-01 12:00 America/Port-au-Prince', '2024-01-01T17:00:00+00:00'],
  ['2024-07-01 12:00 PRC', '2024-07-01T04:00:00+00:00'],
  // An abbreviation: PostgreSQL's default set, before a zone of the same name
  ['2024-07-01 12:00 CET', '2024-07-01T11:00:00+00:00'],
  ['2024-01-01 12:00 cest', '2024-01-01T10:00:00+00:00'],
  ['2024-07-01 12:00 UTC', '2024-07-01T12:00:00+00:00'],
  ['2024-07-01 12:00 GMT', '2024-07-01T12:00:00+00:00'],
  ['2024-07-01 12:00 IST', '2024-07-01T10:00:00+00:00'],
  ['2024-07-01 12:00 CST', '2024-07-01T18:00:00+00:00'],
  ['2024-01-01 12:00 BST', '2024-01-01T11:00:00+00:00'],
  ['2024-07-01 12:00 SGT', '2024-07-01T04:00:00+00:00'],
  ['2005-07-01 12:00 MSK', '2005-07-01T09:00:00+00:00'],
  ['2012-07-01 12:00 MSK', '2012-07-01T08:00:00+00:00'],
  // A local time that a zone skips takes the offset before, one that it repeats the offset after the transition
  ['2024-03-31 02:30 Europe/Oslo', '2024-03-31T01:30:00+00:00'],
  ['2024-10-27 02:30 Europe/Oslo', '2024-10-27T01:30:00+00:00'],
  ['2024-03-10 02:30 America/New_York', '2024-03-10T07:30:00+00:00'],
  ['2024-11-03 01:30 America/New_York', '2024-11-03T06:30:00+00:00'],
  ['2024-10-06 02:15 Australia/Lord_Howe', '2024-10-05T15:45:00+00:00'],
];

for (const [text, value] of accepted) {
  test(`accepts ${text}`, async (t) => {
    t.same(readDatetime(text), { ok: true, value });
  });
}

const offsetForm = 'YYYY-MM-DDTHH:MM[:SS[.FFF]]±HH:MM';
const utcForm = 'YYYY-MM-DDTHH:MM[:SS[.FFF]]Z';
const zoneForm = 'YYYY-MM-DD HH:MM[:SS[.FFF]] <time zone>';
const plus = 'In a URL, write a plus sign as %2B; a bare + arrives as a space.';

const refused: readonly (readonly [text: string, reason: string, form: string, hint?: string])[] = [
  ['', 'The text is empty', utcForm],
  ['2024-05-01', 'A date alone is not enough: add hour, minute and time zone', utcForm],
  ['2024-05-01T10Z', 'Hour and minute are required', utcForm],
  ['2024-05-01T10:00', 'The time zone is missing', utcForm, 'Add an offset, or Z for UTC: 2024-05-01T10:00Z'],
  ['2024-05-01 10:00', 'The time zone is missing', zoneForm, 'Add a space and a zone name: 2024-05-01 10:00 UTC'],
  [
    '2024-05-01T10:00 Europe/Oslo',
    'Before a zone name, put a space between date and time, not a T',
    zoneForm,
    '2024-05-01 10:00 Europe/Oslo',
  ],
  [
    '2024-05-01T10:00CET',
    'Before a zone name, put a space between date and time, not a T',
    zoneForm,
    '2024-05-01 10:00 CET',
  ],
  [
    '2024-05-01 10:00+02:00',
    'With an offset or Z, put a T between date and time, not a space',
    offsetForm,
    '2024-05-01T10:00+02:00',
  ],
  [
    '2024-05-01 10:00 -02',
    'With an offset or Z, put a T between date and time, not a space',
    offsetForm,
    '2024-05-01T10:00-02',
  ],
  [
    '2024-05-01 10:00Z',
    'With an offset or Z, put a T between date and time, not a space',
    utcForm,
    '2024-05-01T10:00Z',
  ],
  [
    '2024-05-01 10:00 Z',
    'With an offset or Z, put a T between date and time, not a space',
    utcForm,
    '2024-05-01T10:00Z',
  ],
  ['2024-05-01 10:00CET', 'Put a space between time and zone name', zoneForm, '2024-05-01 10:00 CET'],
  ['2024-05-01 10:00  CET', '"  CET" does not belong after the time', zoneForm],
  ['2024-05-01T24:00Z', 'The hour must be one of 00 to 23', utcForm],
  ['2024-05-01T10:60Z', 'The minute must be one of 00 to 59', utcForm],
  ['2024-05-01T23:59:60Z', 'The second must be one of 00 to 59 (leap seconds are not kept)', utcForm],
  ['2023-02-30T10:00Z', 'The day must be one of 01 to 28 in 2023-02', utcForm],
  ['2024-04-31 10:00 CET', 'The day must be one of 01 to 30 in 2024-04', zoneForm],
  ['2024-05-00T10:00Z', 'The day must be one of 01 to 31 in 2024-05', utcForm],
  ['2024-13-01T10:00Z', 'The month must be one of 01 to 12', utcForm],
  ['0000-01-01T00:00Z', 'The year must be one of 0001 to 9999', utcForm],
  ['0001-01-01T00:00+01:00', 'The year in UTC must be one of 0001 to 9999', offsetForm],
  ['9999-12-31T23:59-01:00', 'The year in UTC must be one of 0001 to 9999', offsetForm],
  ['12024-05-01T10:00Z', 'The year must have four digits and no sign', utcForm],
  ['-2024-05-01T10:00Z', 'The year must have four digits and no sign', utcForm],
  ['24-05-01T10:00Z', 'Write the date as YYYY-MM-DD', utcForm],
  ['01.05.2024 10:00 CET', 'Write the date as YYYY-MM-DD', zoneForm],
  ['2024-5-1T10:00Z', 'Month and day must have two digits each', utcForm],
  ['2024-05-01T1:00Z', 'Hour and minute must have two digits each', utcForm],
  ['2024-05-01T10:00:0Z', 'The second must have two digits', utcForm],
  ['2024-05-01T10:00+16:00', 'An offset must be below 16 hours, and its minutes below 60', offsetForm],
  ['2024-05-01T10:00-16', 'An offset must be below 16 hours, and its minutes below 60', offsetForm],
  ['2024-05-01T10:00+02:60', 'An offset must be below 16 hours, and its minutes below 60', offsetForm],
  ['2024-05-01T10:00+02:00:30', 'An offset must have hours and minutes only', offsetForm],
  ['2024-05-01T10:00+0200', 'An offset must have a colon', offsetForm, 'Write +02:00'],
  ['2024-05-01T10:00:00 02:00', 'A space stands where the sign of the offset belongs', offsetForm, plus],
  ['2024-05-01T10:00 02', 'A space stands where the sign of the offset belongs', offsetForm, plus],
  ['2024-05-01 10:00 02:00', 'A space stands where the sign of the offset belongs', offsetForm, plus],
  ['2024-05-01 10:00 Etc/GMT 5', 'There is no time zone "Etc/GMT 5"', zoneForm, plus],
  ['2024-05-01 10:00 Local', 'There is no time zone "Local"', zoneForm],
  ['2024-05-01 10:00 system', 'There is no time zone "system"', zoneForm],
  ['2024-05-01 10:00 GMT+2', 'There is no time zone "GMT+2"', zoneForm],
  ['2024-05-01 10:00 SystemV/PST8PDT', 'There is no time zone "SystemV/PST8PDT"', zoneForm],
  ['2024-05-01 10:00 AET', 'There is no time zone "AET"', zoneForm, 'Is ACT meant?'],
  ['2024-05-01 10:00 Europe/Olso', 'There is no time zone "Europe/Olso"', zoneForm, 'Is Europe/Oslo meant?'],
  ['2024-05-01 10:00 E\u017fT', 'There is no time zone "E\u017fT"', zoneForm, 'Is EAT meant?'],
  ['infinity', 'A word is not a datetime', utcForm],
  ['-infinity', 'A word is not a datetime', utcForm],
  ['now', 'A word is not a datetime', utcForm],
  ['2024-W18-3T10:00Z', 'A week date is not accepted: write the date as YYYY-MM-DD', utcForm],
  ['2024-122T10:00Z', 'An ordinal date is not accepted: write the date as YYYY-MM-DD', utcForm],
  ['20240501T100000Z', 'The date must have hyphens: YYYY-MM-DD', utcForm],
  ['2024-05-01T1000Z', 'The time must have colons: HH:MM:SS', utcForm],
  ['2024-05-01T10:00Z ', 'The datetime must not have white space around it', utcForm],
  ['2024-05-01T10:00Z\n', 'The datetime must not have white space around it', utcForm],
  [' 2024-05-01T10:00Z', 'The datetime must not have white space around it', utcForm],
  ['2024-05-01 10:00 CET ', 'The datetime must not have white space around it', zoneForm],
  ['2024-05-01t10:00Z', 'The T between date and time must be upper case', utcForm],
  ['2024-05-01T10:00z', 'The Z must be upper case', utcForm, '2024-05-01T10:00Z'],
  ['2024-05-01_10:00Z', 'Put a T between date and time, or a space before a zone name', utcForm],
  ['2024-05-01T10:00:00.1234567Z', 'A fraction must have at most six digits', utcForm],
  ['2024-05-01T10:00:00,5Z', 'Put a point before a fraction, not a comma', utcForm],
  ['2024-05-01T10:00:00.Z', '".Z" does not belong after the time', utcForm],
  ['2024-05-01T10:00\u221202:00', '"\u221202:00" does not belong after the time', utcForm],
  ['２024-05-01T10:00Z', 'This is not a datetime', utcForm],
];

for (const [text, reason, form, hint] of refused) {
  test(`refuses ${JSON.stringify(text)}`, async (t) => {
    const message = `${reason}. The nearest form is ${form}.`;
    t.same(readDatetime(text), { ok: false, message, hint: hint ?? null });
  });
}

test('a hint that is a datetime is accepted', async (t) => {
  for (const [text, , , hint] of refused) {
    const [, datetime] = /(\d{4}-\d\d-\d\d.*)$/.exec(hint ?? '') ?? [];
    if (datetime !== undefined) t.ok(readDatetime(datetime).ok, `${text}: ${datetime}`);
  }
});

test('the canonical text reads as itself', async (t) => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01T00:00Z'), noInvalidDate: true }),
      fc.nat(999_999),
      (date, micros) => {
        fc.pre(date.getUTCFullYear() <= 9999);
        const fraction = String(micros).padStart(6, '0').replace(/0+$/, '');
        const text = `${date.toISOString().slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}+00:00`;
        return t.same(readDatetime(text), { ok: true, value: text });
      },
    ),
  );
});

test('any text is read or refused, none throws', async () => {
  const digitsAndSigns = fc.string({ unit: fc.constantFrom(...'0129-:.+TZ zW/Oslo'), maxLength: 40 });
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), digitsAndSigns),
      (text) => typeof readDatetime(text).ok === 'boolean',
    ),
  );
});
