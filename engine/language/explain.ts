import type { IParserErrorMessageProvider, IRecognitionException, IToken, TokenType } from 'chevrotain';
import type { LanguageFault } from './fault.ts';
import { nearest } from './nearest.ts';
import { Dot, Dotted, Name, Not, Word } from './token/tokens.ts';

/** The place of a parsed text: its offsets count from `base` in `part`. */
export interface Place {
  readonly part: LanguageFault['part'];
  readonly base: number;
}

/** A text as the lexer has cut it. */
export interface TokenizedText {
  readonly text: string;
  readonly tokens: readonly IToken[];
  readonly place: Place;
}

/** The operators that a parser was made for. */
export interface OperatorNames {
  readonly all: readonly string[];
  /** Synonyms in lower case, with the operators that they mean. */
  readonly synonyms: ReadonlyMap<string, string>;
}

/** Turns the first error of the parser into a fault that says what was expected, and where. */
export function explain(error: IRecognitionException, read: TokenizedText, operators: OperatorNames): LanguageFault {
  const { text, tokens, place } = read;
  const index = tokens.indexOf(error.token);
  const rule = error.context.ruleStack.at(-1);
  if (rule === 'operation' || rule === 'comparison') {
    const fault = operatorFault(read, index, operators);
    if (fault !== null) return fault;
  }
  const ended = index === -1;
  if (error.token.tokenType === Dotted) {
    const { image, startOffset } = error.token;
    const message = `Unknown modifier ${shown(image)}.`;
    const expected = '`.asc`, `.desc`, `.nullsfirst` or `.nullslast`';
    return { message, offset: startOffset, part: place.part, expected, nearest: nearest(image, orderModifiers) };
  }
  return {
    message: ended ? 'The text ends too early.' : `Unexpected ${shown(error.token.image)}.`,
    offset: ended ? place.base + text.length : error.token.startOffset,
    part: place.part,
    expected: error.message,
    nearest: null,
  };
}

/** A message of the parser says only what it expected; `explain` writes the sentence. */
export const expectations: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => label(expected),
  buildNotAllInputParsedMessage: ({ ruleName }) => (lists.includes(ruleName) ? '`,` or the end' : 'the end'),
  buildNoViableAltMessage: ({ expectedPathsPerAlt, customUserDescription }) =>
    customUserDescription ?? firstOf(expectedPathsPerAlt.flat()),
  buildEarlyExitMessage: ({ expectedIterationPaths }) => firstOf(expectedIterationPaths),
};

/** The rules for lists, in which another element may follow. */
const lists = ['embeds', 'order', 'select'];

const orderModifiers = ['.asc', '.desc', '.nullsfirst', '.nullslast'];

export function expectedOperator({ all }: OperatorNames): string {
  return `[not.]operator.value, operator being one of ${all.join(', ')}`;
}

/**
 * In a tree, `status.equals.active` reads as a path until it ends without an operator. So the wrong word is often
 * before the place where the parser stopped, which has this index; -1 at the end. It is the first word after the field that resembles an operator, or else
 * the word at that place.
 */
function operatorFault(
  { text, tokens, place }: TokenizedText,
  index: number,
  operators: OperatorNames,
): LanguageFault | null {
  const stopped = tokens[index];
  const stoppedAt = stopped?.tokenType === Word ? stopped : undefined;
  const before = index === -1 ? tokens : tokens.slice(0, index);
  const words = [...wordsOfPath(before), ...(stoppedAt === undefined ? [] : [stoppedAt])];
  const isDotted = ({ startOffset, image }: IToken) => text[startOffset + image.length - place.base] === '.';
  for (const word of words) {
    const meant = isDotted(word) ? nearestOperator(word.image, operators) : null;
    if (meant !== null) return unknown(word, meant);
  }
  if (stoppedAt === undefined) return null;
  if (operators.all.includes(stoppedAt.image)) {
    const offset = stoppedAt.startOffset + stoppedAt.image.length;
    const message = `A dot and a value must follow ${shown(stoppedAt.image)}.`;
    return { message, offset, part: place.part, expected: '`.` and a value', nearest: null };
  }
  if (isDotted(stoppedAt)) return unknown(stoppedAt, null);
  return {
    message: `There is no operator before ${shown(stoppedAt.image)}.`,
    offset: stoppedAt.startOffset,
    part: place.part,
    expected: expectedOperator(operators),
    nearest: null,
  };

  function unknown(word: IToken, meant: string | null): LanguageFault {
    const message = `Unknown operator ${shown(word.image)}.`;
    return {
      message,
      offset: word.startOffset,
      part: place.part,
      expected: expectedOperator(operators),
      nearest: meant,
    };
  }
}

/** The words of the last path without the first, which is always a name. */
function wordsOfPath(read: readonly IToken[]): readonly IToken[] {
  const start = read.findLastIndex((token) => ![Dot, Name, Not].includes(token.tokenType)) + 1;
  return read.slice(start).filter(({ tokenType }) => tokenType === Name);
}

function nearestOperator(word: string, { all, synonyms }: OperatorNames): string | null {
  return synonyms.get(word.toLowerCase()) ?? nearest(word, all);
}

function firstOf(paths: readonly (readonly TokenType[])[]): string {
  const labels = new Set(paths.flatMap(([first]) => (first === undefined ? [] : [label(first)])));
  return [...labels].join(' or ');
}

function label(type: TokenType): string {
  return type.LABEL ?? type.name;
}

function shown(image: string): string {
  return `\`${image.length > 40 ? `${image.slice(0, 40)}…` : image}\``;
}
