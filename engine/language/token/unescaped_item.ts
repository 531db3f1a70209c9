import type { CustomPatternMatcherFunc } from 'chevrotain';
import { quoted } from './unquoted.ts';

/**
 * Matches an element of a list as postgrest-js writes it. It puts a text with commas or parentheses in quotes, and leaves
 * the quotes within as they are: `"a,b(c)""` is the text `a,b(c)"`. The element ends at the first quote before a comma or
 * a parenthesis. An element that PostgREST can read is left to ListItem: one with escapes, or one that only begins with a
 * quote, as `"a"b`.
 */
export const unescapedItem: CustomPatternMatcherFunc = (text, offset) => {
  if (text[offset] !== '"' || isMatch(escaped, text, offset) || isMatch(bare, text, offset)) return null;
  const end = endAfter(text, offset);
  const item = end === null ? '' : text.slice(offset, end);
  return /[,()]/.test(item) ? [item] : null;
};

const escaped = new RegExp(`${quoted}(?![^,)])`, 'y');
/** Each quote before the comma has its other one, so the comma is not within quotes. */
const bare = /(?:[^",)]*"[^",)]*")*[^",)]*[,)]/y;

function isMatch(pattern: RegExp, text: string, offset: number): boolean {
  pattern.lastIndex = offset;
  return pattern.test(text);
}

/** The offset behind the quote that ends an element; null if none does. */
function endAfter(text: string, offset: number): number | null {
  if (text === endless.text && offset >= endless.from) return null;
  end.lastIndex = offset + 1;
  if (end.test(text)) return end.lastIndex;
  endless = { text, from: offset };
  return null;
}

const end = /"(?=[,)])/g;
/** Where an end was last sought in vain: a text of many quotes is looked through once. */
let endless = { text: '', from: 0 };
