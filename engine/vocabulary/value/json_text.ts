import { parse } from 'lossless-json';

/**
 * The value of a JSON text as JavaScript reads it. Use it instead of JSON.parse for a text whose names of members are not ours.
 * @throws SyntaxError when it is not JSON, and RangeError when it has escaped names and is nested too deeply.
 */
export function readJsonText(text: string): unknown {
  return hasEscapedName(text) ? parse(text, undefined, { ...asJavaScript, parseNumber: Number }) : JSON.parse(text);
}

/** The same, with numbers that JSON.stringify writes with all their digits. */
export function readJsonDigits(text: string): unknown {
  if (hasEscapedName(text)) return parse(text, undefined, { ...asJavaScript, parseNumber: rawJSON });
  return JSON.parse(text, (_key: string, value: unknown, { source }: { readonly source?: string } = {}) =>
    typeof value === 'number' && source !== undefined ? rawJSON(source) : value,
  );
}

/**
 * Whether a member of an object has a name with an escape, such as `"\n"`. JSON.parse of Node 24 may take such a name for
 * another one: after `{"a":1,"\\":2}` it reads `{"a":1,"\"":2}` as the same object.
 */
export function hasEscapedName(text: string): boolean {
  // Few texts have a backslash, and to look for one costs next to nothing.
  return text.includes('\\') && escapedName.test(text);
}

/** The last escape of a string, the rest of the string, and a colon. A text of many escapes is still read once. */
const escapedName = /(?<!\\)(?:\\\\)*\\.[^"\\]*"[ \t\n\r]*:/;

/** Of a member that stands twice, the second counts. */
const asJavaScript = { onDuplicateKey: ({ newValue }: { readonly newValue: unknown }) => newValue };

// ECMAScript's JSON.parse source text access, which the library of types does not have yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };
