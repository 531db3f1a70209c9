import { slug } from 'github-slugger';

/**
 * A piece of a page about the served model. In its texts, backticks hold code, two stars mark strong words, and
 * `[words](address)` is a link.
 */
export type Block =
  | { readonly kind: 'heading'; readonly text: string; readonly level: 2 | 3; readonly anchor: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly language: CodeLanguage; readonly text: string }
  | { readonly kind: 'fields'; readonly entries: readonly FieldEntry[] }
  | { readonly kind: 'endpoint'; readonly method: string; readonly path: string; readonly scope: string }
  | { readonly kind: 'diagram'; readonly svg: string }
  | { readonly kind: 'cards'; readonly cards: readonly Card[] }
  /** What a reader must not miss. */
  | { readonly kind: 'notice'; readonly text: string };

export type CodeLanguage = 'json' | 'sh' | 'http';

export interface FieldEntry {
  readonly name: string;
  readonly anchor: string;
  readonly type: string;
  /** Words such as required, each by itself. */
  readonly marks: readonly string[];
  /** What it means, then the rules of its values. */
  readonly texts: readonly string[];
}

export interface Card {
  readonly title: string;
  readonly address: string;
  readonly text: string;
}

export interface Page {
  /** Of its file in the site, with its ending. */
  readonly path: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** The anchor is that of the words, in which marks do not count. */
export function heading(words: string, level: 2 | 3 = 2, anchor: string = slug(words)): Block {
  return { kind: 'heading', text: words, level, anchor };
}

export function text(words: string): Block {
  return { kind: 'text', text: words };
}

export function list(items: readonly string[]): Block {
  return { kind: 'list', items };
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): Block {
  return { kind: 'table', head, rows };
}

export function code(language: CodeLanguage, lines: string): Block {
  return { kind: 'code', language, text: lines };
}
