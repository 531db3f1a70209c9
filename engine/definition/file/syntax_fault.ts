import type { YAMLParseError } from 'yaml';
import type { Fault, Place } from './fault.ts';

/**
 * The fault behind the parser's errors. One slip of the pen often gives several errors, and all that follow the first
 * one tell of a file that nobody wrote.
 */
export function syntaxFault(
  errors: readonly [YAMLParseError, ...YAMLParseError[]],
  text: string,
  placeAt: (offset: number) => Place,
): Fault {
  const { offset, message, expected } = tab(errors, text) ?? indentation(errors, text) ?? explain(errors[0], text);
  return { ...placeAt(offset), message, expected, nearest: null };
}

interface Slip {
  readonly offset: number;
  readonly message: string;
  readonly expected: string | null;
}

function tab(errors: readonly YAMLParseError[], text: string): Slip | null {
  for (const { code, pos } of errors) {
    const [start, end] = pos;
    const within = /\n *\t/.exec(text.slice(start, end));
    const offset =
      code === 'TAB_AS_INDENT' || text[start] === '\t' ? start : within && start + within[0].length + within.index - 1;
    if (offset !== null)
      return { offset, message: 'a tab indents this line', expected: 'spaces: YAML has no tabs there' };
  }
  return null;
}

/**
 * A line that is indented below a key with a value, or that follows a line without a colon. The parser reads both as
 * one key.
 */
function indentation(errors: readonly YAMLParseError[], text: string): Slip | null {
  const error = errors.find(({ code }) => code === 'MULTILINE_IMPLICIT_KEY');
  if (error === undefined) return null;
  const [start, end] = error.pos;
  if (!errors.some(({ code }) => code === 'BLOCK_AS_IMPLICIT_KEY')) {
    return { offset: start, message: 'this line has no colon', expected: 'key: value' };
  }
  const written = text.slice(start, end);
  const line = written.lastIndexOf('\n') + 1;
  if (line === 0) return null;
  return {
    offset: start + line + written.slice(line).search(/\S|$/),
    message: 'this line is indented further than the one before, which has a value already',
    expected: 'the indentation of the key before it',
  };
}

function explain({ code, message, pos: [offset] }: YAMLParseError, text: string): Slip {
  const character = text[offset] ?? '';
  switch (code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
      return { offset, message: 'two keys stand in one line', expected: 'quotes around a text that has ": " in it' };
    case 'BAD_SCALAR_START':
      return { offset, message: `a text cannot begin with ${character}`, expected: 'quotes around it' };
    case 'BAD_DQ_ESCAPE':
      return {
        offset,
        message: `${text.slice(offset, offset + 2)} means nothing between double quotes`,
        expected: 'single quotes, between which a backslash is itself',
      };
    case 'RESOURCE_EXHAUSTION':
      return { offset: text.lastIndexOf('\n', offset - 1) + 1, message: 'this is nested too deeply', expected: null };
    case 'NON_STRING_KEY':
      return { offset, message: 'a list or a map stands as a key', expected: 'a name' };
    case 'MISSING_CHAR':
    case 'BAD_INDENT':
      return explainMissing(message, offset, text);
    default:
      return message.endsWith('at node end')
        ? {
            offset,
            message: 'the value before this has ended',
            expected: 'quotes around a text with brackets, commas or colons',
          }
        : { offset, message: `this is not YAML: ${message}`, expected: null };
  }
}

function explainMissing(message: string, offset: number, text: string): Slip {
  const quote = /^Missing closing (.)quote/.exec(message)?.[1];
  if (quote !== undefined) {
    return { offset: text.lastIndexOf(quote, offset - 1), message: 'this quote is never closed', expected: quote };
  }
  const bracket = /end with a ([\]}])$/.exec(message)?.[1];
  if (bracket !== undefined) {
    const what = bracket === ']' ? 'list' : 'map';
    return { offset, message: `the ${what} before this is not closed`, expected: bracket };
  }
  if (message.endsWith('at the same column')) {
    const indented = offset + text.slice(offset).search(/[^ ]/);
    return {
      offset: indented,
      message: 'this line is indented unlike the keys around it',
      expected: 'the indentation of these',
    };
  }
  if (message.startsWith('Implicit map keys')) {
    return { offset, message: 'this line has no colon', expected: 'key: value' };
  }
  return { offset, message: `this is not YAML: ${message}`, expected: null };
}
