import { mayBeLinked } from './address.ts';

/**
 * A text with its code, its strong words and its links as HTML; `link` turns an address into the one to write. Of a link
 * that a page may not have, the words are left.
 */
export function inline(text: string, link: (address: string) => string): string {
  // A link may have code in it, and a code may look like a link: whichever begins first counts.
  return text
    .split(/(`[^`]+`|\[(?:`[^`]+`|[^\]`])+\]\([^)\s]+\)|\*\*(?:`[^`]+`|[^*`])+\*\*)/)
    .map((part, index) => (index % 2 === 1 ? marked(part, link) : escaped(part)))
    .join('');
}

/** A text without its marks. */
export function plain(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1').replace(/`|\*\*/g, '');
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function marked(part: string, link: (address: string) => string): string {
  if (part.startsWith('`')) return `<code>${breakable(part.slice(1, -1))}</code>`;
  if (part.startsWith('**')) return `<strong>${inline(part.slice(2, -2), link)}</strong>`;
  const [, words = '', address = ''] = /^\[(.+)\]\(([^)\s]+)\)$/.exec(part) ?? [];
  if (!mayBeLinked(address)) return inline(words, link);
  return `<a href="${escaped(link(address))}">${inline(words, link)}</a>`;
}

/** Escaped text that is broken behind its underscores, dots and slashes rather than anywhere. */
export function breakable(text: string): string {
  return text
    .split(/(?<=[_.,/=&])(?=[\w{])/)
    .map(escaped)
    .join('<wbr>');
}
