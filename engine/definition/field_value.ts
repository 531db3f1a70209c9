import { nearest } from '../language/nearest.ts';
import { oneOf, phrase, quote } from '../language/wording.ts';
import { compareDecimals, readDecimal } from '../vocabulary/decimal.ts';
import type { FieldType } from '../vocabulary/field_type.ts';
import { checkFormat } from '../vocabulary/format.ts';
import type { Json } from '../vocabulary/json.ts';
import type { Default } from './model.ts';
import { type Path, sourceText } from './place.ts';
import type { Report } from './report.ts';
import type { Source } from './source.ts';
import { checkNumber, readValue } from './value.ts';

/** The default of a field, or what it is backfilled with; a value that the field itself would refuse is a fault. */
export function buildDefault(
  value: Json | undefined,
  type: FieldType,
  path: Path,
  source: Source,
  report: Report,
  what: 'default' | 'backfill' = 'default',
): Default | null {
  if (value === undefined) return null;
  if (value === 'generated' && type.kind === 'uuid') return { kind: 'generated' };
  if (value === 'now' && type.kind === 'datetime') return { kind: 'now' };
  if (value === null) {
    report(path, { message: `the ${what} is null`, expected: `nullable: true, and no ${what}` });
    return null;
  }
  if ((value === 'generated' || value === 'now') && !['text', 'html', 'enum', 'json'].includes(type.kind)) {
    const owner = value === 'generated' ? 'uuid' : 'datetime';
    const message = `the ${what} ${value} is for fields of type ${owner}, and this one is of type ${type.kind}`;
    report(path, { message, expected: 'a value' });
    return null;
  }
  const misfit = misfitOf(value, type, path, source);
  if (misfit === null) return { kind: 'value', value };
  reportMisfit(what, misfit, report);
  return null;
}

export function checkExample(
  example: Json | undefined,
  type: FieldType,
  path: Path,
  source: Source,
  report: Report,
): void {
  const misfit = example === undefined || example === null ? null : misfitOf(example, type, path, source);
  if (misfit !== null) reportMisfit('example', misfit, report);
}

interface Misfit {
  /** Of the value at fault, which may be an element. */
  readonly path: Path;
  readonly message: string;
  readonly expected: string | null;
  readonly nearest?: string | null;
}

function reportMisfit(what: string, { path, message, expected, nearest = null }: Misfit, report: Report): void {
  report(path, { message: `the ${what} does not fit the field: ${message}`, expected, nearest });
}

/** Why a value could not be in a field of this type; null when it could. */
function misfitOf(value: Json, type: FieldType, path: Path, source: Source): Misfit | null {
  const misfit = (message: string, expected: string | null): Misfit => ({ path, message, expected });
  switch (type.kind) {
    case 'json':
      return inexactNumber(value, path, source);
    case 'array': {
      if (!isList(value)) return misfit(`${quote(value)} is no list`, 'a list ([a, b])');
      const wrong = lengthMisfit(value.length, type, 'elements');
      if (wrong !== null) return { path, ...wrong };
      return firstOf(value.map((element, index) => () => misfitOf(element, type.of, [...path, index], source)));
    }
    case 'boolean':
      return typeof value === 'boolean' ? null : misfit(`${quote(value)} is no boolean`, 'true or false');
    case 'integer':
    case 'bigint':
    case 'decimal': {
      if (typeof value !== 'number') return misfit(`${quote(value)} is no number`, 'a number');
      const text = sourceText(source, path) ?? String(value);
      const wrong = checkNumber(type, plainNumber(text, value));
      return wrong === null ? inexactNumber(value, path, source) : misfit(`it ${wrong}`, null);
    }
    case 'reference':
      return Number.isSafeInteger(value) ? null : misfit(`${quote(value)} is no id`, 'a whole number');
    case 'enum': {
      const read = readValue(type, String(value));
      if (typeof value === 'string' && read.ok) return null;
      const message = `${quote(value)} is not among the values`;
      return { ...misfit(message, oneOf(type.values)), nearest: nearest(String(value), type.values) };
    }
    default: {
      if (typeof value !== 'string') {
        return misfit(`${sourceText(source, path) ?? quote(value)} is no text`, 'a text, in quotes');
      }
      const read = readValue(type, value);
      if (!read.ok) return misfit(phrase(read.message), phrase(read.expected));
      const wrong = type.kind === 'text' || type.kind === 'html' ? textMisfit(value, type) : null;
      return wrong === null ? null : { path, ...wrong };
    }
  }
}

type Reason = Pick<Misfit, 'message' | 'expected'>;

function textMisfit(value: string, type: FieldType & { kind: 'text' | 'html' }): Reason | null {
  const wrong = lengthMisfit([...value].length, type, 'characters');
  if (wrong !== null || type.kind === 'html') return wrong;
  if (type.pattern !== null && isExpression(type.pattern) && !new RegExp(type.pattern, 'u').test(value)) {
    return { message: `${quote(value)} does not match the pattern`, expected: type.pattern };
  }
  if (type.format?.kind !== 'fixed') return null;
  const sentence = checkFormat(type.format.name, value);
  return sentence === null ? null : { message: phrase(sentence), expected: null };
}

function lengthMisfit(
  length: number,
  { minLength, maxLength }: { readonly minLength: number | null; readonly maxLength: number | null },
  what: string,
): Reason | null {
  const message = `it has ${length} ${what}`;
  if (minLength !== null && length < minLength) return { message, expected: `at least ${minLength}` };
  if (maxLength !== null && length > maxLength) return { message, expected: `at most ${maxLength}` };
  return null;
}

/** Whether a pattern is a regular expression: one that is not is a fault of its own. */
function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** A number, be it deep in JSON, whose digits are more than a double keeps: it would be stored as another one. */
function inexactNumber(value: Json, path: Path, source: Source): Misfit | null {
  if (isList(value)) return firstOf(value.map((item, index) => () => inexactNumber(item, [...path, index], source)));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value);
    return firstOf(
      members.map(
        ([key, member]) =>
          () =>
            inexactNumber(member, [...path, key], source),
      ),
    );
  }
  if (typeof value !== 'number') return null;
  const text = sourceText(source, path) ?? String(value);
  const [written, kept] = [readDecimal(plainNumber(text, value)), readDecimal(String(value))];
  if (written === null || kept === null || compareDecimals(written, kept) === 0) return null;
  return { path, message: `${text} has more digits than are kept`, expected: 'at most 15 digits' };
}

/** The text of a number of YAML, where JSON writes it alike; not of 0x1F, 0o17 and .5. */
function plainNumber(text: string, value: number): string {
  return readDecimal(text) === null ? String(value) : text;
}

function firstOf(checks: readonly (() => Misfit | null)[]): Misfit | null {
  for (const check of checks) {
    const misfit = check();
    if (misfit !== null) return misfit;
  }
  return null;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
