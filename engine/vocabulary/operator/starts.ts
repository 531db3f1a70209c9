import { type Fragment, sql } from '../../sql/fragment.ts';
import { type OperandForm, readText } from '../operand/operand_form.ts';
import { anyText } from '../type/text.ts';
import { arrayText, readArrayText } from '../value/array_text.ts';
import { accept, refuse } from '../value/read_value.ts';
import type { OperatorWord } from './operator_word.ts';

/**
 * The prefix, and the first text behind all texts with the prefix. They are one value, so that a plan serves every
 * prefix.
 */
const bounds: OperandForm = {
  type: { kind: 'array', of: anyText, minLength: null, maxLength: null },
  isList: false,
  isKeyword: false,
  isExpression: false,
  begins: '[\\s\\S]',
  read: (text) => {
    if (text === '') return refuse('the prefix is empty, so every text begins with it', 'at least one character');
    const end = endOf(text);
    if (end === null)
      return refuse('the prefix has no character other than U+10FFFF', 'a prefix with another character');
    const prefix = readText(text);
    return prefix.ok ? accept(arrayText([prefix.value, end])) : prefix;
  },
  // Every text begins with the empty one: an empty claim opens no row.
  fitting: (claim) => sql`nullif(${claim}, '')`,
  shown: (value) => readArrayText(value)?.[0] ?? value,
};

export const starts: OperatorWord = {
  requires: 'textual',
  operand: bounds,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: '~>=~ and ~<~',
  render: ({ left, value, isClaim }) => (isClaim ? sql`starts_with(${left}, ${value})` : liesBetween(left, value)),
  holds: 'begins with the text; no character is a wildcard',
  words: ['begins with', 'does not begin with'],
  synonyms: ['starts_with', 'startswith', 'begins', 'begins_with', 'prefix'],
};

/**
 * A range of an index with text_pattern_ops, in generic plans too. These operators compare characters by their code
 * points.
 */
function liesBetween<Value>(left: Fragment<Value>, both: Fragment<Value>): Fragment<Value> {
  return sql`(${left} ~>=~ (${both})[1] and ${left} ~<~ (${both})[2])`;
}

/**
 * The text with its last character replaced by the next one. Characters without a next one are cut from the end; null
 * if none is left.
 */
function endOf(prefix: string): string | null {
  const characters = [...prefix];
  const last = characters.findLastIndex((character) => character !== '\u{10FFFF}');
  if (last === -1) return null;
  const next = (characters[last]?.codePointAt(0) ?? 0) + 1;
  // No text holds half of a surrogate pair.
  const character = String.fromCodePoint(next === 0xd800 ? 0xe000 : next);
  return `${characters.slice(0, last).join('')}${character}`;
}
