import fc from 'fast-check';
import { test } from 'tap';
import {
  compareDecimals,
  countDigits,
  type Decimal,
  isDecimal,
  isMultipleOf,
  readDecimal,
} from '../../engine/vocabulary/value/decimal.ts';

function read(text: string): Decimal {
  const value = readDecimal(text);
  if (value === null) throw new Error(`${text} is not a decimal number`);
  return value;
}

test('a number as JSON or YAML writes it is read without losing a digit', async (t) => {
  const cases: readonly (readonly [text: string, coefficient: bigint, scale: number])[] = [
    ['0', 0n, 0],
    ['-0', 0n, 0],
    ['0.000', 0n, 0],
    ['12', 12n, 0],
    ['-12.50', -125n, 1],
    ['+1.5', 15n, 1],
    ['007', 7n, 0],
    ['1e3', 1000n, 0],
    ['1.25E1', 125n, 1],
    ['1.20e1', 12n, 0],
    ['100e-1', 10n, 0],
    ['5e-3', 5n, 3],
    ['9007199254740993', 9007199254740993n, 0],
    ['0.1000000000000000055511151231257827', 1000000000000000055511151231257827n, 34],
  ];
  for (const [text, coefficient, scale] of cases) t.strictSame(read(text), { coefficient, scale }, text);
});

test('what is not a number, or not one that any field holds, is refused', async (t) => {
  const refused = [
    '',
    ' 1',
    '1 ',
    '1\n',
    '.5',
    '1.',
    '1,5',
    '0x10',
    '1_000',
    'NaN',
    'Infinity',
    '-',
    '1e',
    '1e1001',
    '٣',
  ];
  for (const text of refused) t.equal(readDecimal(text), null, text);
  t.not(readDecimal(`${'9'.repeat(4000)}`), null);
  t.equal(readDecimal(`${'9'.repeat(4001)}`), null);
});

test('what can be read is told without reading it', async (t) => {
  const sign = fc.constantFrom('', '-', '+', ' ');
  const digits = fc.oneof(
    fc.stringMatching(/^\d{0,3}$/),
    fc.constantFrom('0'.repeat(4001), '9'.repeat(3999), '9'.repeat(4001)),
  );
  const exponent = fc.oneof(
    fc.constantFrom('', 'e', 'e1000', 'E-1000', 'e1001', 'e0001'),
    fc.stringMatching(/^e\d{1,7}$/),
  );
  const texts = fc.tuple(sign, digits, fc.constantFrom('', '.'), digits, exponent).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      t.equal(isDecimal(text), readDecimal(text) !== null, text);
    }),
    { numRuns: 300 },
  );
});

test('a million digits take no time to speak of', async (t) => {
  const zeros = '0'.repeat(1_000_000);
  const before = process.cpuUsage();
  t.strictSame(read(`1.${zeros}`), { coefficient: 1n, scale: 0 });
  t.strictSame(read(`${zeros}1`), { coefficient: 1n, scale: 0 });
  t.equal(readDecimal(`0.${zeros}1`), null);
  t.equal(readDecimal(`1${zeros}`), null);
  const { user, system } = process.cpuUsage(before);
  t.ok(user + system < 1_000_000, `${user + system} microseconds`);
});

test('digits are counted before and after the point, zeros at the ends not counted', async (t) => {
  const cases: readonly (readonly [text: string, whole: number, fraction: number])[] = [
    ['0', 0, 0],
    ['0.5', 0, 1],
    ['0.05', 0, 2],
    ['-10.50', 2, 1],
    ['100', 3, 0],
    ['1e3', 4, 0],
    ['1e-3', 0, 3],
  ];
  for (const [text, whole, fraction] of cases) t.strictSame(countDigits(read(text)), { whole, fraction }, text);
});

const scaled = fc.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(20));

function write([coefficient, scale]: readonly [bigint, number]): string {
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString().padStart(scale + 1, '0');
  const sign = coefficient < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

test('however a number is written, it compares as the same', async (t) => {
  fc.assert(
    fc.property(scaled, fc.nat(10), ([coefficient, scale], shift) => {
      const plain = read(write([coefficient, scale]));
      const padded = read(write([coefficient * 10n ** BigInt(shift), scale + shift]));
      const shifted = read(`${write([coefficient, scale + shift])}e${shift}`);
      return compareDecimals(plain, padded) === 0 && compareDecimals(plain, shifted) === 0;
    }),
  );
  t.pass();
});

test('numbers compare by value', async (t) => {
  fc.assert(
    fc.property(scaled, scaled, (a, b) => {
      const left = a[0] * 10n ** BigInt(b[1]);
      const right = b[0] * 10n ** BigInt(a[1]);
      const expected = left < right ? -1 : left > right ? 1 : 0;
      return compareDecimals(read(write(a)), read(write(b))) === expected;
    }),
  );
  t.pass();
});

test('what is so many steps is a multiple of the step, and what is between is none', async (t) => {
  const step = scaled.filter(([coefficient]) => coefficient > 1n);
  fc.assert(
    fc.property(step, fc.bigInt({ min: -1000n, max: 1000n }), ([coefficient, scale], times) => {
      const value = read(write([coefficient * times, scale]));
      const between = read(write([coefficient * times + 1n, scale]));
      const size = read(write([coefficient, scale]));
      return isMultipleOf(value, size) && !isMultipleOf(between, size);
    }),
  );
  t.notOk(isMultipleOf(read('1'), read('0')), 'of zero there are none');
});
