/** An exact decimal number: coefficient x 10^-scale, with the smallest possible scale. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly scale: number;
}

// Of a decimal field at most 1000 digits are kept; more than these are refused before they cost anything.
const mostDigits = 4000;
const largestExponent = 1000;

/**
 * Reads a JSON or YAML number without losing a digit, in time that grows with its length only.
 * @returns null when the text is not a finite decimal number. It may have 4000 digits (zeros at its ends do not count)
 * and an exponent up to 1000.
 */
export function readDecimal(text: string): Decimal | null {
  const parts = partsOf(text);
  if (parts === null) return null;
  const { sign, whole, fraction, exponent } = parts;
  const digits = BigInt(whole + fraction);
  return reduce(sign === '-' ? -digits : digits, fraction.length - exponent);
}

/** Whether readDecimal can read the text. This is ten times as fast: a body may have half a million numbers. */
export function isDecimal(text: string): boolean {
  return (text.length <= mostDigits && shortExponent.test(text)) || partsOf(text) !== null;
}

const shortExponent = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;

interface Parts {
  readonly sign: string;
  /** Digits without the zeros at the outer end. */
  readonly whole: string;
  readonly fraction: string;
  readonly exponent: number;
}

function partsOf(text: string): Parts | null {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,6}))?$/.exec(text);
  if (match === null) return null;
  const [, sign = '', written = '', decimals = '', exponentText = '0'] = match;
  const whole = withoutLeadingZeros(written);
  const fraction = withoutTrailingZeros(decimals);
  const exponent = Number(exponentText);
  if (whole.length + fraction.length > mostDigits || Math.abs(exponent) > largestExponent) return null;
  return { sign, whole, fraction, exponent };
}

/** Negative, zero or positive: `a` is below, equal to or above `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = align(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const [left, right] = align(value, step);
  return right !== 0n && left % right === 0n;
}

/** Digits before and after the decimal point, zeros at the ends not counted. */
export function countDigits({ coefficient, scale }: Decimal): { readonly whole: number; readonly fraction: number } {
  const length = coefficient === 0n ? 0 : coefficient.toString().replace('-', '').length;
  return { whole: Math.max(0, length - scale), fraction: scale };
}

/** Neither a negative scale nor zeros at the end of the fraction. */
function reduce(coefficient: bigint, scale: number): Decimal {
  if (scale <= 0) return { coefficient: coefficient * 10n ** BigInt(-scale), scale: 0 };
  if (coefficient === 0n || scale === 0) return { coefficient, scale: 0 };
  return coefficient % 10n === 0n ? reduce(coefficient / 10n, scale - 1) : { coefficient, scale };
}

function align(a: Decimal, b: Decimal): readonly [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale);
  return [a.coefficient * 10n ** BigInt(scale - a.scale), b.coefficient * 10n ** BigInt(scale - b.scale)];
}

// Not by a regular expression: /0+$/ takes time that grows with the square of a run of zeros.
function withoutLeadingZeros(digits: string): string {
  let start = 0;
  while (digits[start] === '0') start += 1;
  return digits.slice(start);
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
