import type { Operation } from '../definition/model.ts';
import type { Production } from '../language/notation.ts';
import type { TimelineCase } from './timeline_cases.ts';

/** A piece of a page that is in a Markdown file as well as on a page of the site. */
export type TextBlock =
  | { readonly kind: 'heading'; readonly text: string; readonly level: 2 | 3; readonly anchor: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly language: CodeLanguage; readonly text: string }
  /** Productions: as EBNF where there are only letters, else each as a railroad diagram. */
  | { readonly kind: 'grammar'; readonly productions: readonly Production[] }
  /** Timelines before and after: as bars of dashes where there are only letters, else as pictures. */
  | { readonly kind: 'timelines'; readonly cases: readonly TimelineCase[] };

/** A piece of a page. In its texts, backticks hold code, two stars what is strong, and `[words](address)` is a link. */
export type Block =
  | TextBlock
  | { readonly kind: 'fields'; readonly entries: readonly FieldEntry[] }
  | { readonly kind: 'endpoint'; readonly method: string; readonly path: string; readonly scope: string }
  | { readonly kind: 'diagram'; readonly svg: string }
  | { readonly kind: 'cards'; readonly cards: readonly Card[] }
  /** What a reader must not miss. */
  | { readonly kind: 'notice'; readonly text: string };

export type CodeLanguage = 'text' | 'json' | 'sh' | 'http' | 'yaml';

export interface FieldEntry {
  readonly name: string;
  readonly anchor: string;
  readonly type: string;
  /** Words such as required, each by itself. */
  readonly marks: readonly string[];
  /** What it means, then what holds of its values. */
  readonly texts: readonly string[];
}

export interface Card {
  readonly title: string;
  readonly address: string;
  readonly text: string;
}

export interface Page<B extends Block = Block> {
  /** Of its file in the site, with its ending. */
  readonly path: string;
  readonly title: string;
  readonly blocks: readonly B[];
}

/** Of the operations of a resource, in the order in which pages speak of them. */
export const operationOrder: readonly Operation[] = ['list', 'read', 'create', 'update', 'update_many', 'delete'];

export function heading(words: string, level: 2 | 3 = 2, anchor: string = anchorOf(words)): TextBlock {
  return { kind: 'heading', text: words, level, anchor };
}

export function text(words: string): TextBlock {
  return { kind: 'text', text: words };
}

export function list(items: readonly string[]): TextBlock {
  return { kind: 'list', items };
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): TextBlock {
  return { kind: 'table', head, rows };
}

export function code(language: CodeLanguage, lines: string): TextBlock {
  return { kind: 'code', language, text: lines };
}

/** What a heading is linked to by, as forges that show Markdown make it. */
function anchorOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '');
}
