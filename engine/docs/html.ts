import { anchorOf, type Block, type Page } from './block.ts';
import { productionAnchor, railroadDiagram } from './railroad.ts';
import { style } from './style.ts';

/** A page as an HTML document that needs nothing from anywhere else. */
export function htmlOf({ title, blocks }: Page, siteTitle: string, language = 'en'): string {
  const sections = blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
  const contents = sections.map((text) => `<li><a href="#${anchorOf(text)}">${inline(text)}</a></li>`).join('');
  const linked = new Set(
    blocks.flatMap((block) => (block.kind === 'grammar' ? block.productions.map(({ name }) => name) : [])),
  );
  const body = blocks.map((block) => written(block, (name) => linked.has(name))).join('\n');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} - ${escaped(siteTitle)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${contents === '' ? '' : `<nav aria-label="Contents"><ul>${contents}</ul></nav>`}
${body}
</main>
</body>
</html>
`;
}

function written(block: Block, isLinked: (name: string) => boolean): string {
  switch (block.kind) {
    case 'heading':
      return `<h2 id="${anchorOf(block.text)}">${inline(block.text)}</h2>`;
    case 'text':
      return `<p>${inline(block.text)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`;
    case 'table': {
      const head = block.head.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('');
      const rows = block.rows.map((row) => `<tr>${row.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`);
      return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
    }
    case 'code':
      return `<pre tabindex="0"><code>${escaped(block.text)}</code></pre>`;
    case 'grammar':
      return block.productions
        .map((production) => {
          const diagram = railroadDiagram(production, isLinked);
          return `<h3 id="${productionAnchor(production.name)}">${production.name}</h3><div class="wide" tabindex="0">${diagram}</div>`;
        })
        .join('\n');
  }
}

/** Text with its code and its links. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? `<code>${escaped(part.slice(1, -1))}</code>` : withLinks(part)))
    .join('');
}

function withLinks(text: string): string {
  return escaped(text).replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
