import { isLosslessNumber } from 'lossless-json';
import { quote } from '../../language/wording.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import type { FacetPlace, Facets } from '../json_schema/facets.ts';
import type { ExactSchema, JsonSchema } from '../json_schema/json_schema.ts';
import { compareDecimals, countDigits, type Decimal, isMultipleOf, readDecimal } from './decimal.ts';
import { given } from './field_check.ts';
import { inexactNumber, plainNumber } from './misfit.ts';
import type { NumberRange } from './number_range.ts';

/** Bounds and steps are decimal text, so no digit is lost. Null without a value. */
export interface Bounds {
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly multipleOf: string | null;
}

export const unbound: Bounds = { minimum: null, maximum: null, multipleOf: null };

export const boundFacets = {
  minimum: { type: 'number', description: 'Smallest value, inclusive.' },
  maximum: { type: 'number', description: 'Largest value, inclusive.' },
  multiple_of: { type: 'number', exclusiveMinimum: 0, description: 'The value must be a multiple of this number.' },
} as const;

/** The common part of all types of numbers. */
export function numberWord<Type extends Bounds>(
  range: (type: Type) => NumberRange,
  schema: (type: Type) => JsonSchema,
) {
  return {
    number: range,
    isPadded: true,
    misfit: (type, value, written) => {
      if (typeof value !== 'number')
        return { steps: [], message: `${quote(value)} is not a number`, expected: 'a number' };
      const wrong = numberFault(range(type), type, plainNumber(written([]) ?? String(value), value));
      return wrong === null ? inexactNumber(value, written) : { steps: [], message: `it ${wrong}`, expected: null };
    },
    checks: ({ minimum, maximum, multipleOf }, column) => [
      ...given('minimum', minimum, (bound) => `${column} >= ${bound}`),
      ...given('maximum', maximum, (bound) => `${column} <= ${bound}`),
      ...given('multiple_of', multipleOf, (step) => `${column} % ${step} = 0`),
    ],
    elementChecks: ({ minimum, maximum }, column) => [
      ...given('minimum', minimum, (bound) => `${bound} <= all (${column})`),
      ...given('maximum', maximum, (bound) => `${bound} >= all (${column})`),
    ],
    schema: (type, exact) => exactNumber(exact, schema(type), range(type), type),
    example: (type) => suggestedNumber(range(type), type),
    sent: numberText,
    rules: ({ minimum, maximum, multipleOf }) => [
      ...rangeRule(minimum, maximum),
      ...(multipleOf === null ? [] : [`A multiple of ${multipleOf}.`]),
    ],
  } satisfies Partial<FieldTypeWord<Type>>;
}

/** The bounds of a type, each as it is written in the file and itself a value of the type. */
export function buildBounds(
  range: NumberRange,
  facets: Facets<typeof boundFacets>,
  { written, report }: FacetPlace,
): Bounds {
  const read = (key: 'minimum' | 'maximum' | 'multiple_of'): string | null => {
    if (facets[key] === undefined) return null;
    const text = written([key]) ?? String(facets[key]);
    const isPlain = /^-?\d+(\.\d+)?$/.test(text);
    if (!isPlain) {
      const message = `${text} is not written as a plain decimal number`;
      report({ steps: [key], message, expected: 'digits, with a point if need be' });
      return null;
    }
    const wrong = numberFault(range, unbound, text);
    if (wrong === null) return text;
    report({ steps: [key], message: `${key} ${text} is not a value of the field: it ${wrong}`, expected: null });
    return null;
  };
  const [minimum, maximum, multipleOf] = [read('minimum'), read('maximum'), read('multiple_of')];
  const [least, most] = [readDecimal(minimum ?? ''), readDecimal(maximum ?? '')];
  if (least !== null && most !== null && compareDecimals(least, most) > 0) {
    const message = `minimum ${minimum} is above maximum ${maximum}`;
    report({ steps: ['minimum'], message, expected: `at most ${maximum}` });
  }
  return { minimum, maximum, multipleOf };
}

/** What is wrong with a number under these bounds, or null. Digits that could not be kept are wrong too. */
export function numberFault(range: NumberRange, bounds: Bounds, text: string): string | null {
  const value = readDecimal(text);
  if (value === null) return 'must be a number';
  return (
    (range.bounds === null ? digitsFault(range, value) : rangeFault(range.bounds, value)) ?? boundsFault(bounds, value)
  );
}

function digitsFault({ digits, scale }: NumberRange, value: Decimal): string | null {
  const { whole, fraction } = countDigits(value);
  if (fraction > scale) return `must have at most ${scale} digits after the decimal point`;
  return whole > digits ? `must have at most ${digits} digits before the decimal point` : null;
}

function rangeFault([least, most]: readonly [bigint, bigint], value: Decimal): string | null {
  if (countDigits(value).fraction > 0) return 'must be a whole number';
  return value.coefficient < least || value.coefficient > most ? `must be from ${least} to ${most}` : null;
}

function boundsFault({ minimum, maximum, multipleOf }: Bounds, value: Decimal): string | null {
  if (minimum !== null && compareDecimals(value, exactly(minimum)) < 0) return `must be at least ${minimum}`;
  if (maximum !== null && compareDecimals(value, exactly(maximum)) > 0) return `must be at most ${maximum}`;
  return multipleOf !== null && !isMultipleOf(value, exactly(multipleOf))
    ? `must be a multiple of ${multipleOf}`
    : null;
}

function exactly(text: string): Decimal {
  const value = readDecimal(text);
  if (value === null)
    throw new Error(`bound ${text} was accepted by the definition reader but is not a decimal number`);
  return value;
}

function suggestedNumber(range: NumberRange, bounds: Bounds): number | undefined {
  const step = Number(bounds.multipleOf ?? 1);
  const firstStep = Number((Math.ceil(Number(bounds.minimum ?? 0) / step) * step).toPrecision(15));
  const candidates = [1, step, firstStep, Number(bounds.minimum ?? 0), Number(bounds.maximum ?? 0)];
  return candidates.find((candidate) => numberFault(range, bounds, String(candidate)) === null);
}

/** Keywords for bounds, each as a number that JavaScript can hold. */
export function boundSchema(
  { minimum, maximum, multipleOf }: Bounds,
  isHeld: (bound: number) => boolean = () => true,
): JsonSchema {
  const bounds = Object.entries({ minimum, maximum, multipleOf }).flatMap(([keyword, text]) =>
    text === null || !isHeld(Number(text)) ? [] : [[keyword, Number(text)] as const],
  );
  return Object.fromEntries(bounds);
}

/** The schema of a number whose digits a body must not lose. A number of JavaScript has lost none. */
export function exactNumber(exact: ExactSchema, published: JsonSchema, range: NumberRange, bounds: Bounds): JsonSchema {
  const missing = `must be a ${range.bounds === null ? '' : 'whole '}number`;
  const fits = fitting(range, bounds);
  return exact(published, (value) => {
    if (typeof value === 'number') return fits(value) ? null : numberFault(range, bounds, String(value));
    return isLosslessNumber(value) ? numberFault(range, bounds, value.value) : missing;
  });
}

/**
 * Whether a JavaScript number has no fault, where that can be told without its decimal digits. Rows of a body have thousands
 * of numbers.
 */
function fitting({ digits, scale, bounds: whole }: NumberRange, { minimum, maximum, multipleOf }: Bounds) {
  if (multipleOf !== null || [minimum, maximum].some((bound) => bound !== null && !isExact(bound))) return () => false;
  const least = Math.max(Number(minimum ?? -exactly15), Number(whole?.[0] ?? -exactly15));
  const most = Math.min(Number(maximum ?? exactly15), Number(whole?.[1] ?? exactly15));
  const below = 10 ** digits;
  return (value: number): boolean => {
    if (!(value >= least && value <= most) || Math.abs(value) >= below) return false;
    if (Number.isInteger(value)) return true;
    if (whole !== null) return false;
    const text = String(value);
    return !text.includes('e') && text.length - text.indexOf('.') - 1 <= scale;
  };
}

/** Up to here, every decimal number of 15 digits is a JavaScript number. */
const exactly15 = 999_999_999_999_999;

function isExact(bound: string): boolean {
  return bound.replace(/\D/g, '').length <= 15;
}

/** JSON writes whole numbers as 1e2 or 100.0 too, which PostgreSQL does not read as integers. */
export function numberText(_type: unknown, value: unknown): string {
  if (!isLosslessNumber(value)) return String(value);
  const number = readDecimal(value.value);
  return number?.scale === 0 ? String(number.coefficient) : value.value;
}

function rangeRule(minimum: string | null, maximum: string | null): readonly string[] {
  if (minimum !== null && maximum !== null) return [`From ${minimum} to ${maximum}.`];
  if (minimum !== null) return [`At least ${minimum}.`];
  return maximum === null ? [] : [`At most ${maximum}.`];
}
