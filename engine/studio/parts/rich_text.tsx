import { createElement, type ReactNode } from 'react';
import { type HtmlNode, readHtml } from './html.ts';

/** Rich text of a row, without anything that could do harm. The headings of the page stay its only ones. */
export function RichText({ html }: { readonly html: string }) {
  return <div className="rich-text">{readHtml(html).map(shown)}</div>;
}

function shown(node: HtmlNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const { name, href, children } = node;
  const within = children.length === 0 ? undefined : children.map(shown);
  if (name !== 'a') return createElement(/^h\d$/.test(name) ? 'p' : name, { key, className: headingOf(name) }, within);
  if (href === null) return <span key={key}>{within}</span>;
  return (
    <a key={key} href={href} rel="noopener noreferrer nofollow" target="_blank">
      {within}
    </a>
  );
}

function headingOf(name: string): string | undefined {
  return /^h\d$/.test(name) ? 'rich-heading' : undefined;
}
