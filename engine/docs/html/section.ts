/** A part of a page with an address of its own: the text below a heading, or a field. */
export interface Section {
  /** 1 for the text above the first heading. */
  readonly level: number;
  /** Empty at the top. */
  readonly anchor: string;
  /** As plain text; empty at the top. */
  readonly title: string;
  /** As plain text. */
  readonly text: string;
}

/** The parts of the HTML of a page, which this folder made. */
export function sectionsOf(html: string): readonly Section[] {
  return html.split(/(?=<(?:h[23] |div )[^>]*id=")/).map((part) => {
    const { level = '1', anchor = '', title = '' } = begins.exec(part)?.groups ?? {};
    const text = part.replace(begins, '');
    return { level: Number(level) || 4, anchor: plain(anchor), title: plain(title), text: plain(text) };
  });
}

/** A heading, or the name of a field. */
const begins =
  /^<(?:h(?<level>[23])|(?<level>div))[^>]* id="(?<anchor>[^"]*)">(?:<dt><code>)?(?<title>.*?)<\/(?:h[23]|code)>/s;

function plain(html: string): string {
  return html
    .replace(/<svg.*?<\/svg>/gs, ' ')
    .replace(/<\/?(?:a|code|strong|em|span|wbr)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replace(/&#x27;/g, "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
