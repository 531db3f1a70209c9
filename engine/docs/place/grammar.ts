import { ebnf } from '../../language/grammar/ebnf.ts';
import { productions } from '../../vocabulary/query_parser.ts';
import { scrolled } from '../html/html.ts';
import { codeText } from '../html/markdown_text.ts';
import { productionAnchor, railroadDiagram } from './railroad.ts';

/** The rules of the parser as EBNF. */
export function grammar(): string {
  return codeText('ebnf', ebnf(all()));
}

/** The same as railroad diagrams, in which a name leads to its rule. */
export function grammarHtml(): string {
  const rules = all();
  const defined = new Set(rules.map(({ name }) => name));
  return rules
    .map((production) => {
      const { name } = production;
      const anchor = productionAnchor(name);
      const diagram = railroadDiagram(production, (each) => defined.has(each));
      return `<h3 class="production" id="${anchor}"><a href="#${anchor}">${name}</a></h3><div class="wide" ${scrolled(`Diagram of ${name}`)}>${diagram}</div>`;
    })
    .join('\n');
}

function all() {
  return productions();
}
