/** So many levels of lists and objects a body may have. */
export const deepest = 100;

/** What is found between two signs of a JSON text, by its brackets, colons, commas, strings and digits alone. */
export interface Scanned {
  /** Where it ends: at a comma or a closing bracket that is not within it, or behind the text. -1 within a string. */
  readonly end: number;
  /** The members of all objects. Null where a number may lose a digit, and where a name has an escape (hasEscapedName says why). */
  readonly members: number | null;
  /** Commas and opening brackets: about as many as there are values. */
  readonly values: number;
  /** How deep its lists and objects go. */
  readonly depth: number;
}

/** Scans a JSON text part by part. */
export class JsonScan {
  readonly #text: string;
  #backslashAt: number;
  constructor(text: string) {
    this.#text = text;
    this.#backslashAt = text.indexOf('\\');
  }

  /** The part that begins there; it is not before an earlier one. */
  part(begin: number): Scanned {
    const text = this.#text;
    let members = 0;
    let values = 0;
    let depth = 0;
    let most = 0;
    let isExact = true;
    let stringAt = begin;
    let at = begin;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        stringAt = at;
        at = endOfString(text, at);
        if (at < 0) break;
      } else if (code === colon) {
        members += 1;
        if (this.#isBackslashIn(stringAt, at)) isExact = false;
      } else if (code === comma) {
        if (depth === 0) break;
        values += 1;
      } else if (code === openBracket || code === openBrace) {
        values += 1;
        depth += 1;
        if (depth > most) most = depth;
      } else if (code === closeBracket || code === closeBrace) {
        if (depth === 0) break;
        depth -= 1;
      } else if (code >= zero && code <= nine) {
        const end = endOfNumber(text, at);
        isExact &&= isExactNumber(text, at, end);
        at = end - 1;
      }
    }
    return { end: at, members: isExact && depth === 0 ? members : null, values, depth: most };
  }

  #isBackslashIn(begin: number, end: number): boolean {
    if (this.#backslashAt >= 0 && this.#backslashAt < begin) this.#backslashAt = this.#text.indexOf('\\', begin);
    return this.#backslashAt >= begin && this.#backslashAt < end;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
/** Every decimal number of so many digits is a JavaScript number. */
const exactDigits = 15;

/** Where the string ends that begins there; -1 without an end. */
function endOfString(text: string, begin: number): number {
  let end = text.indexOf('"', begin + 1);
  while (end > 0 && text.charCodeAt(end - 1) === backslash && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

/** Behind the digits and the point of the number that begins there. */
function endOfNumber(text: string, begin: number): number {
  let at = begin;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < zero || code > nine) && code !== point) break;
  }
  return at;
}

/** Whether JavaScript writes a number in the same way. */
function isExactNumber(text: string, begin: number, end: number): boolean {
  const next = text.charCodeAt(end);
  if (end - begin > exactDigits || next === 0x65 || next === 0x45) return false;
  return text.charCodeAt(end - 1) !== zero || !text.slice(begin, end).includes('.');
}
