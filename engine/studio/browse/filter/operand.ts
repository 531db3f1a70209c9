import { quoted } from '../../api/quoted.ts';

/** Several values as `in` takes them: `(a,"b, c")`. */
export function listText(values: readonly string[]): string {
  return `(${values.map((value) => (needsQuotes.test(value) ? quoted(value) : value)).join()})`;
}

/** The values of a list; null for a text that has another form. */
export function readList(text: string): readonly string[] | null {
  const inside = /^ *\(([\s\S]*)\) *$/.exec(text)?.[1];
  if (inside === undefined) return null;
  if (inside.trim() === '') return inside === '' ? [] : null;
  return elementsOf(inside, listElement, (bare) => (/["()]/.test(bare) ? null : bare));
}

/** Several values as `(any)` and `(all)` take them, and an array: `{a,"b, c"}`. */
export function arrayText(values: readonly string[]): string {
  return `{${values.map((value) => (isPlainElement.test(value) && !isNull.test(value) ? value : quoted(value))).join()}}`;
}

/** The values of an array; null for a text that has another form, and for an array with a null in it. */
export function readArray(text: string): readonly string[] | null {
  const inside = /^\{([\s\S]*)\}$/.exec(text)?.[1];
  if (inside === undefined) return null;
  if (inside === '') return [];
  return elementsOf(inside, arrayElement, (bare) => (isPlainElement.test(bare) && !isNull.test(bare) ? bare : null));
}

const needsQuotes = /^$|^\s|\s$|[,()"\\]/;
const isPlainElement = /^[^\s{}",\\]+$/;
const isNull = /^null$/i;

const quotes = '"((?:[^"\\\\]|\\\\[\\s\\S])*)"';
const listElement = new RegExp(`(?:${quotes}|([^,]*))(,|$)`, 'y');
const arrayElement = new RegExp(`(?:${quotes}|([^,]*))(,|$)`, 'y');

function elementsOf(inside: string, element: RegExp, read: (bare: string) => string | null): readonly string[] | null {
  const values: string[] = [];
  element.lastIndex = 0;
  for (;;) {
    const match = element.exec(inside);
    if (match === null) return null;
    const [, quotedText, bare = '', end] = match;
    const value = quotedText === undefined ? read(bare) : quotedText.replace(/\\([\s\S])/g, '$1');
    if (value === null) return null;
    values.push(value);
    if (end === '') return values;
  }
}
