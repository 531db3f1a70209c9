import { anyText } from '../type/text.ts';
import { unreadableExpression } from './expression_syntax.ts';
import { type OperandForm, readText } from './operand_form.ts';

/** A regular expression. */
export const regularExpression: OperandForm = {
  type: anyText,
  isList: false,
  isKeyword: false,
  isExpression: true,
  read: (text) => {
    const fault = expressionFault(text);
    return fault === null ? readText(text) : { ok: false, ...fault };
  },
  unreadable: unreadableExpression,
};

/**
 * What is wrong with a regular expression of a request; null for nothing. PostgreSQL compiles and matches most
 * expressions in time that grows with their size and the size of the text (manual, 9.7.3). The others are refused: back
 * references, lookaround, and repetitions that multiply. Prefixes that change the syntax are refused too, since they
 * could hide these. PostgreSQL itself reports any other fault.
 */
function expressionFault(text: string): { readonly message: string; readonly expected: string } | null {
  if (text.length > longest) {
    return { message: `the regular expression is longer than ${longest} characters`, expected: 'a shorter one' };
  }
  if (/^(?:\*\*\*|\(\?[a-z]*[bexq])/.test(text)) {
    return {
      message: 'the regular expression begins with a prefix that changes its syntax',
      expected: 'an expression without this prefix',
    };
  }
  // Of each group that is open: the size of all before the last part, and of that part.
  const groups: Size[] = [{ before: 0, last: 0 }];
  for (const [token] of text.matchAll(tokens)) {
    const group = groups.at(-1) ?? { before: 0, last: 0 };
    if (/^\\[1-9]/.test(token)) return { message: 'the regular expression has a back reference', expected: 'none' };
    if (/^\(\?<?[=!]/.test(token)) {
      return { message: 'the regular expression looks ahead or behind', expected: 'neither (?= nor (?!, (?<= or (?<!' };
    }
    if (token.startsWith('(')) groups.push({ before: 0, last: 0 });
    else if (token === ')' && groups.length > 1) {
      groups.pop();
      append(groups.at(-1) ?? group, sum(group));
    } else if (/^\{\d/.test(token)) group.last *= Math.max(1, ...(token.match(/\d+/g) ?? []).map(Number));
    else if (!/^[*+?|^$]$/.test(token)) append(group, 1);
    if (groups.reduce((size, each) => size + sum(each), 0) > largest) {
      return {
        message: 'the nested repetitions in the regular expression multiply too far',
        expected: 'fewer or smaller ones',
      };
    }
  }
  return null;
}

interface Size {
  before: number;
  last: number;
}

function append(group: Size, size: number): void {
  group.before += group.last;
  group.last = size;
}

function sum({ before, last }: Size): number {
  return before + last;
}

const longest = 200;

/** Characters and classes, each as often as it is repeated. */
const largest = 200;

// An escape, a bracket expression, the beginning or end of a group, a repetition, or a character.
const tokens =
  /\\[\s\S]|\[\^?\]?(?:\[[:.=][^\]]*[:.=]\]|\\[\s\S]|[^\]\\])*\]|\(\?<?[=!:]|\(|\)|\{\d+(?:,\d*)?\}|[\s\S]/g;
