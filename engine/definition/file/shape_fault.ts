import type { ErrorObject } from 'ajv/dist/2020.js';
import { nearest } from '../../language/nearest.ts';
import { oneOf, quote } from '../../language/wording.ts';
import { fieldTypes } from '../../vocabulary/field_type.ts';
import { codePattern } from '../../vocabulary/json_schema/named_schemas.ts';
import type { LanguageKey } from '../feature.ts';
import { commonFacets, elementTypes, facetsOf } from '../language/field_language.ts';
import type { Fault } from './fault.ts';
import { durationExamples, isDuration, misspelt } from './misspelt.ts';
import { type Path, placeOf, placeOfMap } from './place.ts';
import type { Source } from './source.ts';
import { otherWords } from './synonym.ts';

/** An error of ajv, and where it is. */
interface ShapeError {
  readonly error: ErrorObject;
  readonly path: Path;
  /** All that may stand at the path, where none of them does. */
  readonly types: readonly string[];
}

/** The fault behind an error of ajv; null for an error that only says that there are others. */
export function describeShape(
  source: Source,
  { error, path, types }: ShapeError,
  featureKeys: readonly LanguageKey[],
): Fault | null {
  const own = featureKeys.find(({ name }) => name === path[0]) ?? null;
  const { keyword, params } = error;
  const written = writtenOf(error);
  const place =
    error.propertyName === undefined ? placeOf(source, path) : placeOf(source, [...path, error.propertyName], 'key');
  const fault = (message: string, expected: string | null, near: string | null = null): Fault => ({
    ...place,
    message,
    expected,
    nearest: near,
  });
  switch (keyword) {
    case 'if':
    case 'propertyNames':
      return null;
    case 'additionalProperties': {
      return unknownKey(source, path, params.additionalProperty, error);
    }
    case 'required':
      return missingKey(source, path, error, own);
    case 'enum':
      return typeof written === 'string'
        ? { ...place, ...unknownWord(written, path, error, own) }
        : fault(describeKind(written), oneOf(params.allowedValues));
    case 'type':
      return fault(describeKind(written), expectedKinds(error, types, path));
    case 'pattern':
      return { ...place, ...misspelt(params.pattern, written) };
    case 'maxLength':
      return fault(tooLong(String(written), params.limit), `at most ${params.limit} characters`);
    case 'minLength':
      return fault('an empty text stands here', 'at least one character');
    case 'minItems':
      return (written as unknown[]).length === 0
        ? fault('an empty list stands here', 'at least one element')
        : fault('one element stands here', `at least ${params.limit}`);
    case 'maxItems':
      return fault(`${(written as unknown[]).length} elements stand here`, `at most ${params.limit}`);
    case 'minProperties':
      return fault('an empty map stands here', 'at least one key');
    case 'uniqueItems': {
      const position = Math.max(params.i, params.j);
      const element = (written as readonly unknown[])[position];
      const message = `${quote(element)} is listed twice`;
      return { ...placeOf(source, [...path, position]), message, expected: 'each element once', nearest: null };
    }
    case 'minimum':
      return fault(`${written} is too small`, `at least ${params.limit}`);
    case 'maximum':
      return fault(`${written} is too large`, `at most ${params.limit}`);
    case 'exclusiveMinimum':
      return fault(`${written} is too small`, `a number above ${params.limit}`);
    case 'const':
      return fault(describeKind(written), `${params.allowedValue} or a list ([a, b])`);
    default:
      throw new Error(`the language's schema uses ${keyword}, which has no message`);
  }
}

/** The key or the value that the error is about. */
function writtenOf({ propertyName, data }: ErrorObject): unknown {
  return propertyName ?? data;
}

type Finding = Pick<Fault, 'message' | 'expected' | 'nearest'>;

function unknownKey(source: Source, path: Path, key: string, error: ErrorObject): Fault {
  const { properties = {} } = error.parentSchema as { readonly properties?: { readonly type?: { const?: string } } };
  const known = Object.keys(properties);
  const place = placeOf(source, [...path, key], 'key');
  const written = unspaced(key);
  if (written !== null) return { ...place, message: `unknown key ${quote(key)}`, expected: written, nearest: null };
  if (!/^[\w-]+$/.test(key) && (error.data as { [key: string]: unknown })[key] === null) {
    const expected = 'quotes around a text with a comma';
    return { ...place, message: `a comma ends the text before ${quote(key)}`, expected, nearest: null };
  }
  const { type } = properties;
  const isFacet = [...fieldTypes.values()].some((word) => facetsOf(word).includes(key)) || commonNames.includes(key);
  if (type?.const !== undefined && isFacet) {
    const whose = known.includes('nullable') ? 'a field' : 'an element';
    const message = `${whose} of type ${type.const} has no ${key}`;
    return { ...place, message, expected: oneOf(known), nearest: nearest(key, known) };
  }
  return { ...place, message: `unknown key ${quote(key)}`, expected: oneOf(known), nearest: nearest(key, known) };
}

/** A key that is missing because it is misspelt is an unknown key, and the only fault. */
function missingKey(source: Source, path: Path, error: ErrorObject, own: LanguageKey | null): Fault {
  const key: string = error.params.missingProperty;
  const schema = error.parentSchema as { readonly properties?: object };
  const known = new Set(['type', ...Object.keys(schema.properties ?? {}), ...facetNames, ...commonNames]);
  const others = Object.keys(error.data as object).filter((other) => !known.has(other));
  const misspelt = others.find((other) => nearest(other, [key]) !== null || other.startsWith(`${key}:`));
  if (misspelt !== undefined) return unknownKey(source, path, misspelt, error);
  return {
    ...placeOfMap(source, path),
    message: `the key ${quote(key)} is missing`,
    expected:
      own !== null
        ? (own.examples?.get(key) ?? null)
        : key === 'type'
          ? oneOf(fieldTypes.keys())
          : (examples.get(key) ?? null),
    nearest: null,
  };
}

const commonNames = Object.keys(commonFacets);
const facetNames = [...fieldTypes.values()].flatMap(facetsOf);

const examples: ReadonlyMap<string, string> = new Map([
  ['resource', 'resource: <name>'],
  ['service', 'service: <title>'],
  ['fields', 'fields: { <name>: { type: text } }'],
  ['timeline', 'timeline: <reference field>'],
  ['values', 'values: [<value>, <value>]'],
  ['to', 'to: <resource>'],
  ['of', 'of: <type>'],
  ['precision', 'precision: <digits in all>'],
  ['scale', 'scale: <digits after the point>'],
  ['by', 'by: <field>'],
  ['that', 'that: <rule>'],
  ['set', 'set: { <field>: <value> }'],
  ['former', 'former: last_state'],
  ['message', 'message: <what a client reads>'],
]);

function unknownWord(written: string, path: Path, error: ErrorObject, own: LanguageKey | null): Finding {
  const known: readonly string[] = error.params.allowedValues;
  const { schemaPath } = error;
  const isShortElement = path.at(-1) === 'of';
  const needs = isShortElement ? elementNeeds(written) : null;
  if (needs !== null) return { message: `elements of type ${written} need facets`, expected: needs, nearest: null };
  const isElement = isShortElement || schemaPath.includes('/element/');
  const kind = schemaPath.includes('/format/')
    ? 'format'
    : ['operations', 'checks', 'sets', 'creates'].includes(String(path[0]))
      ? 'operation'
      : own?.words !== undefined
        ? own.words
        : path[0] === 'temporal' || path[0] === 'search' || path[2] === 'on_delete'
          ? String(path.at(-1))
          : path.at(-1) === 'former'
            ? 'state'
            : 'type';
  const meant = otherWords.get(written.toLowerCase());
  return {
    message: isElement ? `an array has no elements of type ${quote(written)}` : `there is no ${kind} ${quote(written)}`,
    expected: oneOf(known),
    nearest: nearest(written, known) ?? (meant !== undefined && known.includes(meant) ? meant : null),
  };
}

/** The long form of `of`, for a type that does not do without facets. */
function elementNeeds(type: string): string | null {
  const needs = elementTypes.includes(type) ? fieldTypes.get(type)?.needs : undefined;
  return needs === undefined ? null : `{ type: ${[type, ...needs.map((need) => examples.get(need))].join(', ')} }`;
}

/** A list or map is told all that may stand in its place; a scalar, what scalar may. */
function expectedKinds(error: ErrorObject, types: readonly string[], path: Path): string {
  const written = writtenOf(error);
  const told = typeof written === 'object' && written !== null && types.length > 1 ? types : [error.params.type];
  return told.map((each) => expectedKind(each, written, path, error)).join(' or ');
}

function expectedKind(type: string, written: unknown, path: Path, error: ErrorObject): string {
  switch (type) {
    case 'object': {
      const isField = path.length === 2 && path[0] === 'fields';
      if (isField && typeof written === 'string' && fieldTypes.has(written)) return `{ type: ${written} }`;
      if (path.at(-1) === 'of') return 'a type, or { type: <type>, ... }';
      if (path.at(-1) === 'format') return 'a format, or { by: <field>, <value>: <format> }';
      return (typeof written === 'string' ? unspaced(written) : null) ?? 'a map (key: value)';
    }
    case 'array':
      return 'a list ([a, b])';
    case 'string':
      return expectedText((error.parentSchema as { readonly pattern?: string } | undefined)?.pattern);
    case 'boolean':
      return 'true or false';
    case 'integer':
      return 'a whole number';
    default:
      return `a ${type}`;
  }
}

function expectedText(pattern: string | undefined): string {
  if (pattern === undefined) return 'a text';
  if (pattern === codePattern) return 'a text, in quotes';
  return isDuration(pattern) ? durationExamples(pattern) : 'a name';
}

/** `key:value`, which YAML reads as one text; as it was meant. */
function unspaced(text: string): string | null {
  const [, key, value] = /^([a-z_]+):(\S.*)?$/.exec(text) ?? [];
  return key === undefined ? null : `${key}: ${value ?? '...'}, with a space after the colon`;
}

function describeKind(value: unknown): string {
  if (value === null || value === undefined) return 'there is no value here';
  if (Array.isArray(value)) return 'a list stands here';
  if (typeof value === 'object') return 'a map stands here';
  return typeof value === 'string'
    ? `the text ${quote(value)} stands here`
    : `the ${typeof value} ${value} stands here`;
}

/** ajv names parts by JSON pointer, in which keys of digits and positions in lists look alike. */
export function pathOf(pointer: string, content: unknown): Path {
  const path: (string | number)[] = [];
  let at = content;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(at) ? Number(key) : key;
    path.push(step);
    at = (at as Record<string | number, unknown>)[step];
  }
  return path;
}

/** Names become names in the database; other texts have limits of their own. */
function tooLong(text: string, limit: number): string {
  return limit === longestName
    ? `the name ${quote(text)} is longer than PostgreSQL keeps`
    : `a text of ${[...text].length} characters stands here`;
}

const longestName = 63;
