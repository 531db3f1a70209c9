import { code, heading, type Page, type TextBlock, text } from './block.ts';
import { differences, translations } from './differences.ts';

/** What is not as in PostgREST, by the table that the comparison of both goes by. */
export function postgrestPage(): Page<TextBlock> {
  return { path: 'postgrest.html', title: 'PostgREST', blocks };
}

const blocks: readonly TextBlock[] = [
  text(
    "The parameters of a list are those of PostgREST 12, and its clients read from Almanac as they are. The tests ask both the same questions on the same rows, thousands of them, and compare the rows, their order and every digit. Fields of embedded rows come in the order of `select`, or of the resource; in PostgREST 12 in the order of jsonb. [Errors](errors.html) are problems (RFC 9457) with codes of Almanac's own. Comma-separated values are those of RFC 4180, arrays in them JSON.",
  ),
  text(
    'This page has every other difference that the tests know of. Values in the URLs are shown without percent-encoding.',
  ),
  heading('Answered differently'),
  ...differences.flatMap(({ title, reason, example, ours, theirs }) => [
    heading(title, 3),
    text(reason),
    code('http', `GET ${example}\n${answers(ours, theirs)}`),
  ]),
  heading('Asked differently'),
  text(
    'These are the same questions, with the same answers. PostgREST does not take the first form, or finds the rows in no particular order.',
  ),
  ...translations.flatMap(({ title, reason, ours, theirs }) => [
    heading(title, 3),
    text(reason),
    code('http', `Almanac    GET ${ours}\nPostgREST  GET ${theirs}`),
  ]),
];

function answers(ours: number, theirs: number): string {
  return ours === theirs ? `both answer ${ours}, with other rows` : `Almanac answers ${ours}, PostgREST ${theirs}`;
}
