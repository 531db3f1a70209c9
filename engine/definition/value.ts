import { readDatetime } from '../language/datetime.ts';
import { quote } from '../language/wording.ts';
import { arrayText, readArrayText } from '../vocabulary/array_text.ts';
import { compareDecimals, countDigits, isMultipleOf, readDecimal } from '../vocabulary/decimal.ts';
import type { Bounds, FieldType } from '../vocabulary/field_type.ts';

/** A value in the form PostgreSQL reads for the type, or what is wrong with it and what was expected. */
export type ReadValue =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string; readonly expected: string };

/**
 * Reads the operand of a filter or rule, or a default, as a value of a field's type.
 * Only what the type itself demands is checked: a filter may well ask for a text longer than any that is stored.
 */
export function readValue(type: FieldType, text: string): ReadValue {
  if (text.includes('\0')) return refuse(`${quote(text)} holds a NUL character`, 'text that PostgreSQL can store');
  switch (type.kind) {
    case 'text':
    case 'html':
      return accept(text);
    case 'boolean':
      return text === 'true' || text === 'false'
        ? accept(text)
        : refuse(`${quote(text)} is no boolean`, 'true or false');
    case 'integer':
      return readWhole(text, integerRange);
    case 'bigint':
    case 'reference':
      return readWhole(text, bigintRange);
    case 'decimal':
      return readDecimal(text) === null
        ? refuse(`${quote(text)} is no decimal number`, 'a number such as 12.5')
        : accept(text);
    case 'date':
      return isDate(text) ? accept(text) : refuse(`${quote(text)} is no date`, 'a calendar date as YYYY-MM-DD');
    case 'datetime': {
      const datetime = readDatetime(text);
      if (datetime.ok) return accept(datetime.value);
      return refuse(datetime.message, datetime.hint ?? 'a datetime such as 2026-01-31T12:00:00+01:00');
    }
    case 'uuid':
      return uuidPattern.test(text)
        ? accept(text.toLowerCase())
        : refuse(`${quote(text)} is no UUID`, 'a UUID such as 6f1c0f9e-5a0b-4d52-9d5e-0c6a3f3b7a11');
    case 'enum':
      return type.values.includes(text)
        ? accept(text)
        : refuse(`${quote(text)} is no such value`, `one of ${type.values.join(', ')}`);
    case 'json':
      return readJson(text);
    case 'array':
      return readArray(type.of, text);
  }
}

/** JSON that PostgreSQL can keep: no NUL, no half of a surrogate pair, no number past all bounds, not nested without end. */
function readJson(text: string): ReadValue {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(`${quote(text)} is no JSON`, 'JSON, a text in double quotes');
  }
  if (isDeeperThan(value, deepestJson)) return refuse(`the JSON is nested too deeply`, `at most ${deepestJson} levels`);
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(JSON.stringify(value))) {
    return refuse(`${quote(text)} holds a character that is none`, 'text that PostgreSQL can store');
  }
  const large = numberPastBounds(text);
  if (large !== undefined) return refuse(`${quote(large)} has too many digits`, 'a number that PostgreSQL can store');
  return accept(text);
}

const deepestJson = 64;

/** The first number of a JSON text, outside of its strings, that PostgreSQL cannot keep. */
function numberPastBounds(text: string): string | undefined {
  const numbers = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.find((number) => readDecimal(number) === null);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1));
}

function readArray(of: FieldType, text: string): ReadValue {
  const elements = readArrayText(text);
  if (elements === null) return refuse(`${quote(text)} is no array`, 'elements in braces, such as {a,"b, c"}');
  const values: (string | null)[] = [];
  for (const element of elements) {
    const read = element === null ? null : readValue(of, element);
    if (read !== null && !read.ok) return read;
    values.push(read === null ? null : read.value);
  }
  return accept(arrayText(values));
}

/** What is wrong with a number of this type and bounds, or null. For decimals, digits that could not be kept are wrong too. */
export function checkNumber(type: FieldType & Bounds, text: string): string | null {
  const value = readDecimal(text);
  if (value === null) return 'must be a number';
  const digits = countDigits(value);
  if (type.kind === 'decimal') {
    if (digits.fraction > type.scale) return `must have at most ${type.scale} digits after the decimal point`;
    if (digits.whole > type.precision - type.scale) {
      return `must have at most ${type.precision - type.scale} digits before the decimal point`;
    }
  } else {
    if (digits.fraction > 0) return 'must be a whole number';
    const range = type.kind === 'integer' ? integerRange : bigintRange;
    if (value.coefficient < range.minimum || value.coefficient > range.maximum) {
      return `must be from ${range.minimum} to ${range.maximum}`;
    }
  }
  if (type.minimum !== null && compareDecimals(value, exact(type.minimum)) < 0)
    return `must be at least ${type.minimum}`;
  if (type.maximum !== null && compareDecimals(value, exact(type.maximum)) > 0)
    return `must be at most ${type.maximum}`;
  if (type.multipleOf !== null && !isMultipleOf(value, exact(type.multipleOf)))
    return `must be a multiple of ${type.multipleOf}`;
  return null;
}

/** A day that the calendar has, from year 1 to 9999. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null || match[1] === '0000') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const integerRange = { minimum: -(2n ** 31n), maximum: 2n ** 31n - 1n };
const bigintRange = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n };

function readWhole(text: string, range: { readonly minimum: bigint; readonly maximum: bigint }): ReadValue {
  if (!/^-?\d+$/.test(text)) return refuse(`${quote(text)} is no whole number`, 'a whole number such as 12');
  // At most 19 digits fit; more than 40 are not worth the work of BigInt.
  const value = text.length > 40 ? null : BigInt(text);
  if (value === null || value < range.minimum || value > range.maximum) {
    return refuse(`${quote(text)} is out of range`, `a whole number from ${range.minimum} to ${range.maximum}`);
  }
  return accept(value.toString());
}

function exact(text: string): { coefficient: bigint; scale: number } {
  const value = readDecimal(text);
  if (value === null) throw new Error(`bound ${text} was accepted by the definition reader but is no decimal number`);
  return value;
}

function accept(value: string): ReadValue {
  return { ok: true, value };
}

function refuse(message: string, expected: string): ReadValue {
  return { ok: false, message, expected };
}
