import type { SchemaObject } from './object.ts';

/** Objects as the text of a file, each statement line by line, so that a change of one is seen as one. */
export function recordText(objects: readonly SchemaObject[]): string {
  const stored = objects.map((object) => ({ ...object, create: object.create.split('\n') }));
  return `${JSON.stringify(stored, null, 2)}\n`;
}

/**
 * The objects of such a text.
 * @throws Error for any other text.
 */
export function readRecord(text: string): readonly SchemaObject[] {
  const stored: unknown = JSON.parse(text);
  if (!Array.isArray(stored) || !stored.every(isStored)) throw new Error('it is not a list of schema objects');
  return stored.map((object) => ({ ...object, create: object.create.join('\n') }));
}

type Stored = Omit<SchemaObject, 'create'> & { readonly create: readonly string[] } & SchemaObject;

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, name, on, create, drop, dependsOn, ...own } = value as Readonly<Record<string, unknown>>;
  return (
    [kind, name, drop].every(isText) &&
    (on === null || isText(on)) &&
    isList(create) &&
    isList(dependsOn) &&
    hasOwn(kind, own)
  );
}

/** Whether the fields that are particular to this kind of object are present. */
function hasOwn(kind: unknown, { signature, columns, rules, isLogged }: Readonly<Record<string, unknown>>): boolean {
  if (kind === 'function') return isText(signature);
  if (kind !== 'table') return true;
  return (columns === null || Array.isArray(columns)) && isList(rules) && typeof isLogged === 'boolean';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
