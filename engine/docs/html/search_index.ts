import { setImmediate as turn } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import type { Content } from './frame.ts';
import { sectionsOf } from './section.ts';

/** A page of the search. Pages of the guide come before pages of resources, which repeat the same fields. */
export interface Searched {
  readonly content: Content;
  readonly isGuide: boolean;
}

/** The index of engine/docs/browser/search.js as a classic script. Pages that are opened as files can load no other. */
export async function searchIndex(pages: Iterable<() => Searched>): Promise<string> {
  const index = new MiniSearch(options);
  let id = 0;
  for (const page of pages) {
    for (const entry of entriesOf(page())) index.add({ id: id++, ...entry });
    // Thousands of pages take seconds: requests come between.
    await turn();
  }
  const { fields, storeFields } = options;
  return `window.almanacSearch = ${JSON.stringify({ options: { fields, storeFields }, json: index })};\n`;
}

const options = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['heading', 'page', 'text', 'address', 'isGuide'],
  // A name is found as a whole and by its parts.
  tokenize: (text: string) =>
    text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : word)),
};

function entriesOf({ content: { path, title, html }, isGuide }: Searched): readonly object[] {
  // Rows of examples are found by nobody; the pages of resources are full of them.
  const searched = isGuide ? html : html.replace(/<pre.*?<\/pre>/gs, '');
  return sectionsOf(searched)
    .filter(({ anchor, text }) => anchor !== '' || text !== '')
    .map(({ anchor, title: heading, text }) => ({
      page: title,
      heading,
      text,
      address: anchor === '' ? path : `${path}#${anchor}`,
      isGuide,
    }));
}
