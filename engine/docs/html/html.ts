import { escaped } from '../../http/document/html_page.ts';

/** Escaped text; where it is long, lines break behind its underscores, dots and slashes rather than anywhere. */
export function breakable(text: string): string {
  if (text.length <= 16) return escaped(text);
  return text
    .split(/(?<=[_.,/=&])(?=[\w{])/)
    .map(escaped)
    .join('<wbr>');
}

/** The attributes of what is wider than the screen and scrolls by itself, by the keyboard too. */
export function scrolled(label: string): string {
  return `tabindex="0" role="group" aria-label="${escaped(label)}"`;
}

export function headingHtml(level: number, anchor: string, html: string): string {
  return `<h${level} id="${escaped(anchor)}"><a href="#${escaped(anchor)}">${html}</a></h${level}>`;
}

export const [tableBegin, tableEnd] = [`<div class="wide" ${scrolled('Table')}><table>`, '</table></div>'];
