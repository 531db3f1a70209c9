import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { nearest } from '../language/nearest.ts';
import type { Fault } from './fault.ts';
import { languageSchema } from './language.ts';
import { placeOf, type Source } from './read.ts';

/** Holds a file against the schema of the definition language: all faults at once, each at its own key or value. */
export function checkShape(source: Source): readonly Fault[] {
  if (validate(source.content)) return [];
  const faults = (validate.errors ?? []).flatMap((error) => describe(source, error) ?? []);
  return faults.filter((fault, index) => faults.findIndex((other) => samePlace(fault, other)) === index);
}

const validate = new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile(languageSchema);

function describe(source: Source, error: ErrorObject): Fault | null {
  const path = pathOf(error.instancePath, source.content);
  const written = error.propertyName ?? error.data;
  const at =
    error.propertyName === undefined ? placeOf(source, path) : placeOf(source, [...path, error.propertyName], 'key');
  const fault = (message: string, expected: string | null = null, near: string | null = null): Fault => ({
    ...at,
    message,
    expected,
    nearest: near,
  });
  switch (error.keyword) {
    case 'if':
    case 'propertyNames':
      return null; // the faults inside are reported themselves
    case 'additionalProperties': {
      const key = String(error.params['additionalProperty']);
      const known = Object.keys((error.parentSchema as { properties: object }).properties);
      return {
        ...placeOf(source, [...path, key], 'key'),
        message: `unknown key ${quote(key)}`,
        expected: `one of ${known.join(', ')}`,
        nearest: nearest(key, known),
      };
    }
    case 'required': {
      const key = String(error.params['missingProperty']);
      return fault(`the key ${quote(key)} is missing`, `${key}: ...`);
    }
    case 'enum': {
      const known = (error.params['allowedValues'] as readonly unknown[]).map(String);
      return fault(
        `${quote(written)} is not known here`,
        `one of ${known.join(', ')}`,
        nearest(String(written), known),
      );
    }
    case 'type':
      return fault(`${kindOf(written)} stands here`, nameOfType(String(error.params['type'])));
    case 'pattern':
      return describePattern(String(error.params['pattern']), written, fault);
    case 'maxLength':
      return fault(`the name ${quote(written)} is longer than PostgreSQL keeps`, 'at most 63 characters');
    case 'minLength':
      return fault('an empty text stands here', 'at least one character');
    case 'minItems':
      return fault('an empty list stands here', 'at least one element');
    case 'minProperties':
      return fault('nothing stands here', 'at least one entry');
    case 'uniqueItems':
      return fault('an element is listed twice', 'each element once');
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return fault(
        `${quote(written)} is out of range`,
        `a number ${error.params['comparison']} ${error.params['limit']}`,
      );
    default:
      return fault(error.message ?? `breaks the rule ${error.keyword}`);
  }
}

type Describe = (message: string, expected: string | null, near?: string | null) => Fault;

function describePattern(pattern: string, written: unknown, fault: Describe): Fault {
  if (pattern.startsWith('^[a-z]')) {
    const snakeCase = toSnakeCase(String(written));
    return fault(
      `the name ${quote(written)} is not snake_case`,
      'lower-case letters, digits and underscores, a letter first',
      snakeCase,
    );
  }
  if (pattern.includes('\\d{4}')) return fault(`${quote(written)} is no day`, 'YYYY-MM-DD, in quotes or plain');
  return fault(`${quote(written)} is no path`, 'a path such as /api/v1: a slash first, none last');
}

/** The name that was probably meant, or null where there is none. */
function toSnakeCase(text: string): string | null {
  const name = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  return name === '' || name === text ? null : name;
}

/** ajv names instance parts by JSON pointer; numbers are list positions only where there is a list. */
function pathOf(pointer: string, content: unknown): readonly (string | number)[] {
  const path: (string | number)[] = [];
  let at = content;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replace(/~1/g, '/').replace(/~0/g, '~');
    const step = Array.isArray(at) ? Number(key) : key;
    path.push(step);
    at = (at as Record<string | number, unknown>)[step];
  }
  return path;
}

function samePlace(a: Fault, b: Fault): boolean {
  return a.line === b.line && a.column === b.column && a.message === b.message;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object'
    ? 'a map'
    : typeof value === 'string'
      ? `the text ${quote(value)}`
      : `the ${typeof value} ${String(value)}`;
}

function nameOfType(type: string): string {
  const names: Record<string, string> = {
    object: 'a map (key: value)',
    array: 'a list ([a, b])',
    string: 'a text',
    boolean: 'true or false',
  };
  return names[type] ?? (type === 'integer' ? 'a whole number' : `a ${type}`);
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
