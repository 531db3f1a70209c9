import { shapes } from './resources.ts';
import { noShape } from './shape.ts';
import type { RawNumber } from './value.ts';

// ECMAScript's JSON.parse source text access, which not every library of types has yet.
const exactJson = JSON as unknown as {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  stringify(value: unknown, replacer: (key: string, value: unknown) => unknown): string;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
};

/** @throws TypeError when numbers could only be read with loss. */
export function requireExactJson(): void {
  if (typeof exactJson.rawJSON === 'function') return;
  throw new TypeError('this runtime has no JSON.rawJSON, so long numbers would lose digits; use a newer runtime');
}

/** Reads JSON, no digit lost. */
export function parseExact(text: string): unknown {
  return escapedName.test(text)
    ? parseNamed(text)
    : exactJson.parse(text, (_key, read, context) => exact(read, context));
}

/** The last escape in the name of a member, and what follows it. */
const escapedName = /(?<!\\)(?:\\\\)*\\.[^"\\]*"[ \t\n\r]*:/;

/**
 * Reads each name by itself, and the rest with a number in its place. JSON.parse of Node 24 may take a name with an escape
 * for another one: after `{"a":1,"\\":2}` it reads `{"a":1,"\"":2}` as the same object.
 */
function parseNamed(text: string): unknown {
  const places = new Map<string, number>();
  const placeOf = (name: string): number => {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  };
  const placed = text.replace(/("[^"\\]*(?:\\.[^"\\]*)*")([ \t\n\r]*:)?/g, (string, name: string, colon?: string) =>
    colon === undefined ? string : `"_${placeOf(name)}":`,
  );
  const names = [...places.keys()].map((name): string => JSON.parse(name));
  return exactJson.parse(placed, (_key, read, context) => {
    const value = exact(read, context);
    if (typeof value !== 'object' || value === null || Array.isArray(value) || exactJson.isRawJSON(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([place, held]) => [names[Number(place.slice(1))], held]));
  });
}

function exact(read: unknown, { source }: { readonly source?: string }): unknown {
  return typeof read === 'number' && String(read) !== source ? exactJson.rawJSON(source ?? '') : read;
}

/**
 * A row or rows of a resource, as parseExact has read them. Members that are aggregates have names of their own, with
 * whether their numbers are texts.
 */
export function rowsOf(name: string, value: unknown, aggregates: ReadonlyMap<string, boolean> = none): unknown {
  return shaped(name, value, aggregates);
}

const none: ReadonlyMap<string, boolean> = new Map();

/** Writes what a create or an update sends, no digit lost. */
export function writeRow(name: string, body: object): string {
  return writeJson(sentRow(name, body));
}

/** A row whose exact values are numbers, also in the keys of rows that it refers to. */
function sentRow(name: string, body: object): object {
  const { exact, relations } = shapes[name] ?? noShape;
  const members = Object.entries(body).map(([field, value]) => {
    const target = Object.hasOwn(relations, field) ? relations[field] : undefined;
    if (target !== undefined && typeof value === 'object' && value !== null) return [field, sentRow(target, value)];
    return [field, exact.includes(field) ? numbers(value) : value];
  });
  return Object.fromEntries(members);
}

/** Writes rows that are sent together, no digit lost. */
export function writeRows(name: string, bodies: readonly object[]): string {
  return `[${bodies.map((body) => writeRow(name, body)).join()}]`;
}

/** Any value as JSON. NaN and Infinity become a text, which the service refuses, and not null. */
export function writeJson(value: unknown): string {
  return exactJson.stringify(value, (_key, each) => {
    if (typeof each === 'bigint') return exactJson.rawJSON(String(each));
    return typeof each === 'number' && !Number.isFinite(each) ? String(each) : each;
  });
}

function shaped(name: string, value: unknown, aggregates = none): unknown {
  if (Array.isArray(value)) return value.map((row) => shaped(name, row, aggregates));
  const { exact, relations } = shapes[name] ?? noShape;
  const row = value as Record<string, unknown> | null;
  if (row === null) return null;
  for (const [member, held] of Object.entries(row)) {
    const isExact = aggregates.get(member);
    const target = isExact === undefined && Object.hasOwn(relations, member) ? relations[member] : undefined;
    if (target !== undefined) row[member] = shaped(target, held);
    else row[member] = (isExact ?? exact.includes(member)) ? digits(held) : settled(held);
  }
  return row;
}

/** A number as its text. */
function digits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(digits);
  if (exactJson.isRawJSON(value)) return value.rawJSON;
  return typeof value === 'number' ? String(value) : value;
}

/** A text of digits as the number that it says. */
function numbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(numbers);
  return typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(value)
    ? exactJson.rawJSON(value)
    : value;
}

/**
 * Any JSON. A number becomes a JavaScript number if that holds all of its digits, also when it is written differently.
 */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled);
  if (exactJson.isRawJSON(value)) return isHeld(value.rawJSON) ? Number(value.rawJSON) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, held]) => [member, settled(held)]));
}

/** Every number of 15 digits survives a double unchanged (IEEE 754). A longer one survives only by chance. */
function isHeld(source: string): boolean {
  const [mantissa = ''] = source.toLowerCase().split('e');
  const significant = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
  const value = Number(source);
  return significant.length <= 15 && Number.isFinite(value) && (value !== 0 || significant === '');
}
