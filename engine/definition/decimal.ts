/** An exact decimal number: coefficient x 10^-scale. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly scale: number;
}

// PostgreSQL's numeric holds 131072 digits before the point; nothing that a field can hold needs an exponent near that.
const largestExponent = 1000;

/**
 * Reads a JSON or YAML number without losing a digit.
 * @returns null when the text is no finite decimal number or its exponent is beyond 1000.
 */
export function readDecimal(text: string): Decimal | null {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,6}))?$/.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > largestExponent) return null;
  const digits = BigInt(whole + fraction);
  const coefficient = sign === '-' ? -digits : digits;
  const scale = fraction.length - exponent;
  return scale >= 0 ? { coefficient, scale } : { coefficient: coefficient * 10n ** BigInt(-scale), scale: 0 };
}

/** Negative, zero or positive, as a is below, equal to or above b. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = align(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const [left, right] = align(value, step);
  return right !== 0n && left % right === 0n;
}

/** Digits before and after the decimal point, zeros at the ends not counted. */
export function countDigits(value: Decimal): { readonly whole: number; readonly fraction: number } {
  let { coefficient, scale } = value;
  if (coefficient < 0n) coefficient = -coefficient;
  while (scale > 0 && coefficient % 10n === 0n) {
    coefficient /= 10n;
    scale -= 1;
  }
  const length = coefficient === 0n ? 0 : coefficient.toString().length;
  return { whole: Math.max(0, length - scale), fraction: scale };
}

function align(a: Decimal, b: Decimal): readonly [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale);
  return [a.coefficient * 10n ** BigInt(scale - a.scale), b.coefficient * 10n ** BigInt(scale - b.scale)];
}
