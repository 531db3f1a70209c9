import { escaped, htmlPage } from '../../http/document/html_page.ts';
import { relativeTo } from '../address.ts';
import { sectionsOf } from './section.ts';

/** A page of a site without the parts that all pages share. */
export interface Content {
  /** Of its file in the site. */
  readonly path: string;
  readonly title: string;
  readonly html: string;
}

/** The parts that all pages of a site share. */
export interface Frame {
  readonly title: string;
  readonly version: string;
  readonly groups: readonly LinkGroup[];
}

export interface LinkGroup {
  readonly title: string;
  readonly links: readonly { readonly title: string; readonly path: string }[];
}

/** A page of a site as an HTML document. It needs only the style sheet of the site. */
export function pagesIn(frame: Frame): (content: Content) => string {
  // The navigation is the same on all pages of a folder but for the one that is open: of a thousand pages it has a thousand links.
  const navigations = new Map<string, string>();
  return (content) => {
    const link = relativeTo(content.path);
    const navigation = navigations.get(link('')) ?? frame.groups.map((group) => groupHtml(group, link)).join('\n');
    navigations.set(link(''), navigation);
    const open = `<a href="${link(content.path)}"`;
    return htmlOf(content, frame, navigation.replace(open, `${open} aria-current="page"`));
  };
}

function htmlOf({ path, title, html }: Content, { title: siteTitle, version, groups }: Frame, navigation: string) {
  const link = relativeTo(path);
  const contents = contentsHtml(html);
  const [before, after] = neighbours(path, groups);
  const head = `<link rel="stylesheet" href="${link('style.css')}">
<script src="${link('search.js')}" defer></script>`;
  const body = `<a class="skip" href="#main-content">Skip to the content</a>
<header class="top">
<p><a href="${link('index.html')}">${escaped(siteTitle)}</a> <span class="version">${escaped(version)}</span></p>
<button type="button" class="search" aria-keyshortcuts="/" hidden>Search <kbd>/</kbd></button>
<button type="button" popovertarget="all-pages">Pages</button>
</header>
<div class="frame${contents === '' ? '' : ' with-contents'}">
<nav id="all-pages" class="pages" aria-label="Pages" popover>
${navigation}
</nav>
<main id="main-content" tabindex="-1">
<h1>${escaped(title)}</h1>
${html}
<footer>${stepHtml(before, 'before', link)}${stepHtml(after, 'after', link)}</footer>
</main>
${contents}
</div>`;
  const heading = title === siteTitle ? siteTitle : `${title} - ${siteTitle}`;
  return htmlPage({ title: heading, icon: link('favicon.svg'), head, body });
}

function groupHtml({ title, links }: LinkGroup, link: (address: string) => string): string {
  const items = links.map((each) => `<li><a href="${link(each.path)}">${escaped(each.title)}</a></li>`);
  return `<p>${escaped(title)}</p>\n<ul>${items.join('')}</ul>`;
}

/** The main headings of a page, where it has several. */
function contentsHtml(html: string): string {
  const headings = sectionsOf(html).filter(({ level }) => level === 2);
  if (headings.length < 2) return '';
  const items = headings.map(({ anchor, title }) => `<li><a href="#${escaped(anchor)}">${escaped(title)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}

type Step = LinkGroup['links'][number] | undefined;

/** The pages before and after one, in the order of the navigation. */
function neighbours(path: string, groups: readonly LinkGroup[]): readonly [Step, Step] {
  const links = groups.flatMap((group) => group.links.filter((each) => each.path.endsWith('.html')));
  const at = links.findIndex((each) => each.path === path);
  return at === -1 ? [undefined, undefined] : [links[at - 1], links[at + 1]];
}

function stepHtml(step: Step, rel: 'before' | 'after', link: (address: string) => string): string {
  if (step === undefined) return '<span></span>';
  const words = rel === 'before' ? 'Previous' : 'Next';
  return `<a class="${rel}" href="${link(step.path)}"><span>${words}</span> ${escaped(step.title)}</a>`;
}
