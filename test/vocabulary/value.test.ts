import fc from 'fast-check';
import { test } from 'tap';
import type { FieldType } from '../../engine/vocabulary/field_type.ts';
import { readValue } from '../../engine/vocabulary/field_type.ts';
import { isDate } from '../../engine/vocabulary/type/date.ts';
import { checkNumber } from './check_number.ts';

const unbound = { minimum: null, maximum: null, multipleOf: null };
const text: FieldType = { kind: 'text', minLength: 2, maxLength: 3, pattern: '^a', format: null };
const integer = { kind: 'integer', ...unbound } as const;
const bigint = { kind: 'bigint', ...unbound } as const;
const decimal = { kind: 'decimal', precision: 5, scale: 2, ...unbound } as const;
const values: FieldType = { kind: 'enum', values: ['new', 'active'], about: new Map(), transitions: null };

test('the operand of a filter or rule is read as the type of the field', async (t) => {
  const cases: readonly (readonly [type: FieldType, text: string, value: string])[] = [
    [text, 'longer than the field allows', 'longer than the field allows'],
    [text, '', ''],
    [{ kind: 'html', minLength: null, maxLength: 1 }, '<b>', '<b>'],
    [{ kind: 'boolean' }, 'true', 'true'],
    [integer, '-2147483648', '-2147483648'],
    [integer, '007', '7'],
    [integer, '-0', '0'],
    [bigint, '9223372036854775807', '9223372036854775807'],
    [{ kind: 'reference', to: 'party' }, '12', '12'],
    [decimal, '123456.789', '123456.789'],
    [decimal, '1e3', '1e3'],
    [{ kind: 'date' }, '2024-02-29', '2024-02-29'],
    [{ kind: 'datetime' }, '2024-05-01T12:00+02:00', '2024-05-01T10:00:00+00:00'],
    [{ kind: 'time' }, '08:30', '08:30:00'],
    [{ kind: 'time' }, '23:59:59.500', '23:59:59.5'],
    [{ kind: 'uuid' }, '53919B79-876F-4DAD-8BDE-B29368367604', '53919b79-876f-4dad-8bde-b29368367604'],
    [values, 'active', 'active'],
    [{ kind: 'json' }, '{"a":[1,"1e9999",null]}', '{"a":[1,"1e9999",null]}'],
    [{ kind: 'array', of: integer, minLength: null, maxLength: 1 }, '{ 1 , 02,null}', '{"1","2",null}'],
  ];
  for (const [type, written, value] of cases) t.strictSame(readValue(type, written), { ok: true, value }, written);
});

test('a value of another type is refused, and what was expected is said', async (t) => {
  const whole = 'a whole number such as 12';
  const cases: readonly (readonly [type: FieldType, text: string, message: string, expected: string])[] = [
    [text, 'a\0', '"a\\u0000" holds a NUL character', 'text that PostgreSQL can store'],
    [{ kind: 'boolean' }, 'TRUE', '"TRUE" is not a boolean', 'true or false'],
    [integer, '1.0', '"1.0" is not a whole number', whole],
    [{ kind: 'json' }, 'a', '"a" is no JSON', 'JSON, a text in double quotes'],
    [{ kind: 'json' }, '["1",1e9999]', '"1e9999" has too many digits', 'a number that PostgreSQL can store'],
    [{ kind: 'array', of: integer, minLength: null, maxLength: null }, '{1,a}', '"a" is not a whole number', whole],
    [
      { kind: 'array', of: integer, minLength: null, maxLength: null },
      '1,2',
      '"1,2" is not an array',
      'elements in braces, such as {a,"b, c"}',
    ],
    [integer, '', '"" is not a whole number', whole],
    [integer, '+1', '"+1" is not a whole number', whole],
    [integer, '1\n', '"1\\n" is not a whole number', whole],
    [integer, '2147483648', '"2147483648" is out of range', 'a whole number from -2147483648 to 2147483647'],
    [
      bigint,
      '-9223372036854775809',
      '"-9223372036854775809" is out of range',
      'a whole number from -9223372036854775808 to 9223372036854775807',
    ],
    [
      bigint,
      '9'.repeat(1000),
      `"${'9'.repeat(80)}..." is out of range`,
      'a whole number from -9223372036854775808 to 9223372036854775807',
    ],
    [decimal, '1,5', '"1,5" is not a decimal number', 'a number such as 12.5'],
    [decimal, 'NaN', '"NaN" is not a decimal number', 'a number such as 12.5'],
    [{ kind: 'date' }, '2023-02-29', '"2023-02-29" is not a date', 'a calendar date as YYYY-MM-DD'],
    [{ kind: 'time' }, '24:00', '"24:00" is not a time of day', 'a time of day such as 08:30:00'],
    [{ kind: 'uuid' }, '53919b79', '"53919b79" is no UUID', 'a UUID such as 6f1c0f9e-5a0b-4d52-9d5e-0c6a3f3b7a11'],
    [values, 'Active', '"Active" is not one of the values', 'one of new, active'],
  ];
  for (const [type, written, message, expected] of cases) {
    t.strictSame(readValue(type, written), { ok: false, message, expected }, `${type.kind} ${written.slice(0, 40)}`);
  }
});

test('a datetime is refused with the nearest form and a hint', async (t) => {
  t.match(readValue({ kind: 'datetime' }, '2024-05-01T12:00 02:00'), { ok: false, expected: /%2B/ });
  t.match(readValue({ kind: 'datetime' }, 'tomorrow'), { ok: false, expected: /^a datetime such as / });
});

test('a number keeps the rules of its type and field, to the last digit', async (t) => {
  const bounded = { ...decimal, minimum: '-1.5', maximum: '100', multipleOf: '0.25' };
  const cases: readonly (readonly [type: Parameters<typeof checkNumber>[0], text: string, wrong: string | null])[] = [
    [integer, '2147483647', null],
    [integer, '2147483648', 'must be from -2147483648 to 2147483647'],
    [integer, '1e2', null],
    [integer, '1.0', null],
    [integer, '1.5', 'must be a whole number'],
    [integer, '1e-1', 'must be a whole number'],
    [bigint, '9223372036854775807', null],
    [bigint, '9223372036854775808', 'must be from -9223372036854775808 to 9223372036854775807'],
    [bigint, '1e1000', 'must be from -9223372036854775808 to 9223372036854775807'],
    [bigint, '1e1001', 'must be a number'],
    [decimal, '999.99', null],
    [decimal, '1000', 'must have at most 3 digits before the decimal point'],
    [decimal, '0.125', 'must have at most 2 digits after the decimal point'],
    [decimal, '0.500000', null],
    [decimal, 'abc', 'must be a number'],
    [bounded, '-1.5', null],
    [bounded, '-1.75', 'must be at least -1.5'],
    [bounded, '100.00', null],
    [bounded, '100.25', 'must be at most 100'],
    [bounded, '1.1', 'must be a multiple of 0.25'],
    [{ ...bigint, minimum: '9007199254740993' }, '9007199254740992', 'must be at least 9007199254740993'],
  ];
  for (const [type, written, wrong] of cases) t.equal(checkNumber(type, written), wrong, `${type.kind} ${written}`);
});

test('every 64-bit number is read as itself, and its neighbours outside are not', async (t) => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }), (number) => {
      const fits = number >= -(2n ** 63n) && number < 2n ** 63n;
      const read = readValue(bigint, String(number));
      return (
        read.ok === fits &&
        (!read.ok || read.value === String(number)) &&
        (checkNumber(bigint, String(number)) === null) === fits
      );
    }),
  );
  t.pass();
});

test('a day is one of the calendar', async (t) => {
  const from = Date.UTC(1, 0, 1) - 1900 * 365.2425 * 86_400_000;
  fc.assert(
    fc.property(
      fc.date({ min: new Date(from + 86_400_000 * 400), max: new Date('9999-12-31'), noInvalidDate: true }),
      (day) => isDate(day.toISOString().slice(0, 10)),
    ),
  );
  for (const none of [
    '0000-01-01',
    '2025-02-29',
    '1900-02-29',
    '2025-04-31',
    '2025-13-01',
    '2025-00-10',
    '2025-1-1',
    '2025-01-01T',
    '20250101',
    '',
  ]) {
    t.notOk(isDate(none), none);
  }
  for (const day of ['0001-01-01', '2000-02-29', '9999-12-31']) t.ok(isDate(day), day);
});
