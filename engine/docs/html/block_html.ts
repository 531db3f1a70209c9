import { escaped } from '../../http/document/html_page.ts';
import type { Block, Card, FieldEntry } from '../block.ts';
import { codeHtml } from './code.ts';
import { breakable, headingHtml, scrolled, tableBegin, tableEnd } from './html.ts';
import { inlineHtml } from './markdown.ts';

type Link = (address: string) => string;

/** Blocks as HTML; `link` turns an address from the top of the site into an address for the page. */
export function blocksHtml(blocks: readonly Block[], link: Link): string {
  return blocks.map((block) => blockHtml(block, link)).join('\n');
}

function blockHtml(block: Block, link: Link): string {
  const words = (text: string) => inlineHtml(text, link);
  switch (block.kind) {
    case 'heading':
      return headingHtml(block.level, block.anchor, words(block.text));
    case 'text':
      return `<p>${words(block.text)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${words(item)}</li>`).join('')}</ul>`;
    case 'table': {
      const head = block.head.map((cell) => `<th scope="col">${words(cell)}</th>`).join('');
      const rows = block.rows.map((row) => `<tr>${row.map((cell) => `<td>${words(cell)}</td>`).join('')}</tr>`);
      return `${tableBegin}<thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody>${tableEnd}`;
    }
    case 'code':
      return codeHtml(block.text, block.language);
    case 'fields':
      return `<dl class="fields">${block.entries.map((entry) => fieldHtml(entry, words)).join('')}</dl>`;
    case 'endpoint': {
      const { method, path, scope } = block;
      return `<div class="endpoint"><p><span class="method ${method.toLowerCase()}">${method}</span> <code>${pathHtml(path)}</code></p><p class="scope">scope <code>${escaped(scope)}</code></p></div>`;
    }
    case 'diagram':
      return `<div class="wide diagram" ${scrolled('Diagram')}>${block.svg}</div>`;
    case 'cards':
      return `<ul class="cards">${block.cards.map((card) => cardHtml(card, link, words)).join('')}</ul>`;
    case 'notice':
      return `<p class="notice">${words(block.text)}</p>`;
  }
}

function fieldHtml({ name, anchor, type, marks, texts }: FieldEntry, words: (text: string) => string): string {
  const shown = marks.map((mark) => `<span class="mark ${mark.split(' ')[0]}">${escaped(mark)}</span>`).join(' ');
  const paragraphs = texts.map((text) => `<p>${words(text)}</p>`).join('');
  return `<div id="${anchor}"><dt><code>${escaped(name)}</code> <span class="type">${words(type)}</span> ${shown}</dt><dd>${paragraphs}</dd></div>`;
}

function pathHtml(path: string): string {
  return breakable(path).replace(/\{[^}]+\}/g, '<var>$&</var>');
}

function cardHtml({ title, address, text }: Card, link: Link, words: (text: string) => string): string {
  return `<li><a href="${escaped(link(address))}">${escaped(title)}</a><p>${words(text)}</p></li>`;
}
