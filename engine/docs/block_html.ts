import type { Block, Card, FieldEntry } from './block.ts';
import { highlighted } from './highlight.ts';
import { breakable, escaped, inline } from './inline.ts';
import { productionAnchor, railroadDiagram } from './railroad.ts';
import { timelinePicture } from './timeline_picture.ts';
import { changeWords } from './timeline_words.ts';

type Link = (address: string) => string;

/** Blocks as HTML. */
export function blocksHtml(blocks: readonly Block[], link: Link): string {
  const defined = new Set(
    blocks.flatMap((block) => (block.kind === 'grammar' ? block.productions.map(({ name }) => name) : [])),
  );
  return blocks.map((block) => blockHtml(block, link, (name) => defined.has(name))).join('\n');
}

function blockHtml(block: Block, link: Link, isDefined: (name: string) => boolean): string {
  const words = (text: string) => inline(text, link);
  switch (block.kind) {
    case 'heading': {
      const { level, anchor, text } = block;
      return `<h${level} id="${anchor}"><a href="#${anchor}">${words(text)}</a></h${level}>`;
    }
    case 'text':
      return `<p>${words(block.text)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${words(item)}</li>`).join('')}</ul>`;
    case 'table': {
      const head = block.head.map((cell) => `<th scope="col">${words(cell)}</th>`).join('');
      const rows = block.rows.map((row) => `<tr>${row.map((cell) => `<td>${words(cell)}</td>`).join('')}</tr>`);
      return `<div class="wide" ${scrolled('Table')}><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
    }
    case 'code': {
      const { language, text } = block;
      return `<pre class="${language}" ${scrolled(codeLabels[language])}><code>${highlighted(text, language)}</code></pre>`;
    }
    case 'grammar':
      return block.productions
        .map((production) => {
          const { name } = production;
          const anchor = productionAnchor(name);
          return `<h3 class="production" id="${anchor}"><a href="#${anchor}">${name}</a></h3><div class="wide" ${scrolled(`Diagram of ${name}`)}>${railroadDiagram(production, isDefined)}</div>`;
        })
        .join('\n');
    case 'timelines':
      return `<div class="timelines">${block.cases
        .map((each) => {
          const changes = each.changes.map(changeWords).join(', then ');
          return `<figure><figcaption><h3>${escaped(each.title)}</h3><p>${escaped(changes)}</p></figcaption>${timelinePicture(each)}</figure>`;
        })
        .join('')}</div>`;
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

/** What is wider than the screen scrolls by itself, by the keyboard too. */
function scrolled(label: string): string {
  return `tabindex="0" role="group" aria-label="${escaped(label)}"`;
}

const codeLabels = {
  text: 'Text',
  json: 'JSON',
  sh: 'Command',
  http: 'HTTP',
  yaml: 'YAML',
} as const;

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
