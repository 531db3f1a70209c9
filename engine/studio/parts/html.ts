/** A part of rich text: an element of the allowed ones, or text. */
export type HtmlNode = string | HtmlElement;

interface HtmlElement {
  readonly name: string;
  /** Of a link; null for an address that is not of the web or of mail. */
  readonly href: string | null;
  readonly children: HtmlNode[];
}

/**
 * Reads rich text as elements that cannot do harm. Of other elements the text stays, and the address of a link is the only
 * attribute. The page forbids the parser of the browser, since it could make scripts.
 */
export function readHtml(html: string): readonly HtmlNode[] {
  const root: HtmlElement = { name: '', href: null, children: [] };
  const open: HtmlElement[] = [root];
  const within = () => open.at(-1) ?? root;
  let at = 0;
  for (const { index, 0: whole, groups = {} } of html.matchAll(markup)) {
    if (index < at) continue;
    addText(within(), html.slice(at, index));
    at = index + whole.length;
    const name = (groups.name ?? '').toLowerCase();
    if (dropped.has(name) && groups.close === '') at = afterElement(html, name, at);
    else if (groups.close === '/') closeElement(open, name);
    else if (allowed.has(name)) openElement(open, name, groups.attributes ?? '');
  }
  addText(within(), html.slice(at));
  return root.children;
}

/** The text of rich text, in one line. */
export function textOfHtml(html: string): string {
  const textOf = (node: HtmlNode): string =>
    typeof node === 'string' ? node : ` ${node.children.map(textOf).join('')} `;
  return readHtml(html).map(textOf).join('').replace(/\s+/g, ' ').trim();
}

// A tag ends before the next one, so that the time for a text grows with its length alone.
const markup =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^<>]*>|<(?<close>\/?)(?<name>[a-z][a-z0-9]*)(?<attributes>(?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi;

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const empty = new Set(['br', 'hr']);
const blocks = new Set(['p', 'ul', 'ol', 'blockquote', 'pre', 'hr', ...headings]);
const allowed = new Set([
  ...[...blocks, ...empty, 'b', 'i', 'em', 'strong', 'u', 's', 'sub', 'sup', 'li', 'a', 'code'],
]);
/** Readers never see the text of these. */
const dropped = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'textarea', 'title', 'svg', 'math']);
const deepest = 64;

function openElement(open: HtmlElement[], name: string, attributes: string): void {
  // A paragraph ends where another block begins, and an item where the next one does.
  if (blocks.has(name) && open.at(-1)?.name === 'p') open.pop();
  if (name === 'li' && open.at(-1)?.name === 'li') open.pop();
  const element: HtmlElement = { name, href: name === 'a' ? addressOf(attributes) : null, children: [] };
  open.at(-1)?.children.push(element);
  if (!empty.has(name) && open.length < deepest) open.push(element);
}

function closeElement(open: HtmlElement[], name: string): void {
  const at = open.findLastIndex((element) => element.name === name);
  if (at > 0) open.length = at;
}

function afterElement(html: string, name: string, at: number): number {
  const end = new RegExp(`</${name}[^>]*>`, 'gi');
  end.lastIndex = at;
  return end.exec(html) === null ? html.length : end.lastIndex;
}

function addressOf(attributes: string): string | null {
  const { quoted, single, bare } =
    /(?:^|\s)href\s*=\s*(?:"(?<quoted>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'>]+))/i.exec(attributes)?.groups ?? {};
  const address = decoded(quoted ?? single ?? bare ?? '').trim();
  return isSafeAddress(address) ? address : null;
}

/** Whether a link may lead to an address: one of the web or of mail. */
export function isSafeAddress(address: string): boolean {
  return /^(https?:\/\/|mailto:)[^\s]/i.test(address);
}

function addText(to: HtmlElement, text: string): void {
  if (text !== '') to.children.push(decoded(text));
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  aring: 'å',
  Aring: 'Å',
  aelig: 'æ',
  AElig: 'Æ',
  oslash: 'ø',
  Oslash: 'Ø',
  auml: 'ä',
  Auml: 'Ä',
  ouml: 'ö',
  Ouml: 'Ö',
  uuml: 'ü',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  euro: '€',
  deg: '°',
  copy: '©',
};

/** Text with its character references read. Names that are not known stay. */
function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hexadecimal, decimal, name) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\ufffd';
  });
}
