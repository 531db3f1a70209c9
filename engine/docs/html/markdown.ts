import GithubSlugger from 'github-slugger';
import createMarkdown, { type Env, type MarkdownIt, type Token } from 'markdown-it';
import { mayBeLinked } from '../address.ts';
import { codeHtml } from './code.ts';
import { addComments, type PlaceHtml } from './comments.ts';
import { breakable, headingHtml, tableBegin, tableEnd } from './html.ts';

/** Turns an address of a text into an address for a page. Null where the page cannot link to it; the words are left. */
export type Link = (address: string) => string | null;

/** A Markdown file as a page has it. */
export interface MarkdownPage {
  /** Of the heading at its top, as plain text. */
  readonly title: string;
  /** The first paragraph, as plain text. */
  readonly lead: string;
  /** Everything below the heading at its top. */
  readonly html: string;
}

/** Reads Markdown files: CommonMark with tables, without HTML. Headings have the anchors that GitHub gives them. */
export function markdownReader(places: PlaceHtml): (text: string, link: Link) => MarkdownPage {
  const markdown = createMarkdown();
  prepare(markdown);
  addComments(markdown, places);
  const { rules } = markdown.renderer;
  rules.table_open = () => tableBegin;
  rules.table_close = () => tableEnd;
  rules.th_open = () => '<th scope="col">';
  rules.td_open = () => '<td>';
  rules.fence = (tokens, at) => codeHtml(tokens[at]?.content ?? '', tokens[at]?.info.trim().split(/\s/)[0] ?? '');
  rules.code_block = (tokens, at) => codeHtml(tokens[at]?.content ?? '', 'text');
  rules.heading_open = (tokens, at, ...[options, env, renderer]) => {
    const words = tokens[at + 1];
    const anchor = (env as Environment).slugger.slug(plain(words));
    const html = renderer.renderInline(words?.children ?? [], options, env);
    // They are rendered with their heading.
    if (words !== undefined) words.children = [];
    return headingHtml(Number(tokens[at]?.tag.slice(1)), anchor, html);
  };
  rules.heading_close = () => '';
  return (text, link) => {
    const env: Environment = { link, slugger: new GithubSlugger() };
    const [first, words, last, ...below] = markdown.parse(text, env);
    if (first?.tag !== 'h1' || last === undefined)
      throw new Error(`a page must begin with # and its title; got ${text.slice(0, 80)}`);
    const title = plain(words);
    env.slugger.slug(title);
    const lead = below[0]?.type === 'paragraph_open' ? plain(below[1]) : '';
    return { title, lead, html: markdown.renderer.render(below, markdown.options, env) };
  };
}

interface Environment extends Env {
  readonly link: Link;
  readonly slugger: GithubSlugger;
}

/** The code, the strong words and the links of a text in a definition as HTML; it has no other marks. */
export function inlineHtml(text: string, link: Link): string {
  return inlineMarkdown.renderInline(text, { link });
}

const inlineMarkdown = createMarkdown('zero').enable(['backticks', 'emphasis', 'link', 'escape', 'entity']);
prepare(inlineMarkdown);

function prepare(markdown: MarkdownIt): void {
  markdown.validateLink = mayBeLinked;
  markdown.renderer.rules.code_inline = (tokens, at) => `<code>${breakable(tokens[at]?.content ?? '')}</code>`;
  markdown.core.ruler.after('inline', 'addresses', ({ tokens, env }) => {
    const { link } = env as Pick<Environment, 'link'>;
    for (const token of tokens) token.children = linked(token.children ?? [], link);
  });
}

/** The text with addresses for the page, and without links that the page cannot have. */
function linked(tokens: readonly Token[], link: Link): Token[] {
  let isDropped = false;
  return tokens.filter((token) => {
    if (token.type === 'image') token.attrSet('src', link(String(token.attrGet('src'))) ?? '');
    if (token.type === 'link_close') return !isDropped;
    if (token.type !== 'link_open') return true;
    const address = link(String(token.attrGet('href')));
    isDropped = address === null;
    if (address !== null) token.attrSet('href', address);
    return !isDropped;
  });
}

function plain(token: Token | undefined): string {
  const parts = (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content));
  return parts.join('');
}
