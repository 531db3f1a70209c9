/** A heading of a page that can be led to. */
export interface Heading {
  readonly level: number;
  readonly anchor: string;
  /** As plain text. */
  readonly title: string;
}

/** The headings in the HTML of a page. */
export function headingsIn(html: string): readonly Heading[] {
  return [...html.matchAll(/<h([23])(?: class="[^"]*")? id="([^"]*)"><a [^>]*>(.*?)<\/a><\/h\1>/gs)].map(
    ([, level, anchor = '', title = '']) => ({ level: Number(level), anchor: plain(anchor), title: plain(title) }),
  );
}

/** The text of HTML that this folder made. */
function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
