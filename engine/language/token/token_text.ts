import type { IToken } from 'chevrotain';
import type { Name } from '../syntax.ts';
import { UnescapedItem } from './tokens.ts';
import { unquoted } from './unquoted.ts';

/** A name, without the quotes that it may stand in. */
export function nameOf({ image, startOffset }: IToken): Name {
  return { text: unquoted(image), offset: startOffset };
}

/** The name between the dot and the parentheses. */
export function aggregateOf({ image, startOffset }: IToken): Name {
  const [, dot = '', text = ''] = /^(\.\s*)(\w+)/.exec(image) ?? [];
  return { text, offset: startOffset + dot.length };
}

/** A whole number is an index, unless it is in quotes. */
export function keyOf({ image }: IToken): string | number {
  return /^[+-]?\d{1,9}$/.test(image) ? Number(image) : unquoted(image);
}

/** The word between the parentheses. */
export function modifierOf({ image, startOffset }: IToken): Name {
  return { text: image.slice(1, -1), offset: startOffset + 1 };
}

/** An element of a list. */
export function itemOf({ image, startOffset, tokenType }: IToken): { text: string; offset: number } {
  return { text: tokenType === UnescapedItem ? image.slice(1, -1) : unquoted(image), offset: startOffset };
}

/** The offset behind a token. */
export function afterToken({ image, startOffset }: IToken): number {
  return startOffset + image.length;
}
