import { searchName } from '../../model/condition/search_name.ts';
import type { Table } from '../../model/model.ts';
import { type Block, code, heading, text } from '../block.ts';
import { curlGet } from '../curl.ts';

/** The filter that finds rows by words in several fields. */
export function searchSection({ name, search, actions }: Table): readonly Block[] {
  if (search === null || !actions.has('list')) return [];
  const fields = search.fields.map((field) => `\`${field}\``).join(', ');
  const language = search.language === 'simple' ? 'as they are written' : `in the language ${search.language}`;
  return [
    heading('Search'),
    text(
      `The filter \`${searchName}\` finds words in ${fields}, ${language}. Without \`order\`, rows that fit well come first. See [the query language](query_language.html#filters).`,
    ),
    code('sh', curlGet(`/${name}?${searchName}=wfts.word&limit=5`)),
  ];
}
