import type { Production } from '../language/notation.ts';

/** A piece of a page. In text, what stands in backticks is code, and `[words](address)` is a link. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly text: string }
  /** Productions: as EBNF where there are only letters, else each as a railroad diagram. */
  | { readonly kind: 'grammar'; readonly productions: readonly Production[] };

export interface Page {
  /** Of its file, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** What a heading is linked to by. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
