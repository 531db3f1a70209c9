import type { MarkdownIt, StateBlock } from 'markdown-it';

/** The HTML that replaces the Markdown of a marked place. */
export type PlaceHtml = Readonly<Record<string, () => string>>;

/**
 * Comments that begin a line show nothing. The text from `<!-- generated: name -->` to `<!-- end -->` is replaced where
 * `places` has HTML for it.
 */
export function addComments(markdown: MarkdownIt, places: PlaceHtml): void {
  markdown.block.ruler.before(
    'html_block',
    'comment',
    (state, first, last, silent) => {
      const text = lineOf(state, first);
      if (!text.startsWith('<!--')) return false;
      if (silent) return true;
      const [, name = ''] = /^<!-- generated: (\w+) -->/.exec(text) ?? [];
      const html = Object.hasOwn(places, name) ? places[name] : undefined;
      state.line = after(state, first, last, html === undefined ? '-->' : '<!-- end -->');
      if (html !== undefined) {
        const token = state.push('html_block', '', 0);
        token.map = [first, state.line];
        token.content = html();
      }
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
}

function lineOf({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
}

function after(state: StateBlock, first: number, last: number, end: string): number {
  for (let line = first; line < last; line++) if (lineOf(state, line).includes(end)) return line + 1;
  return last;
}
