import { codeText } from '../html/markdown_text.ts';
import { differences, translations } from './differences.ts';

/** Every difference from PostgREST in requests and answers, from the table that the tests of both use. */
export function postgrestDifferences(): string {
  return [
    '## Answered differently',
    ...differences.flatMap(({ title, reason, example, ours, theirs, ...asked }) => [
      `### ${title}`,
      reason,
      codeText('http', [`GET ${example}`, ...preference(asked), answers(ours, theirs)].join('\n')),
    ]),
    '## Asked differently',
    'These are the same questions, with the same answers. PostgREST does not take the first form, or finds the rows in no particular order.',
    ...translations.flatMap(({ title, reason, ours, theirs }) => [
      `### ${title}`,
      reason,
      codeText('http', `Almanac    GET ${ours}\nPostgREST  GET ${theirs}`),
    ]),
  ].join('\n\n');
}

function preference({ prefer }: { readonly prefer?: string }): readonly string[] {
  return prefer === undefined ? [] : [`Prefer: ${prefer}`];
}

function answers(ours: number, theirs: number): string {
  return ours === theirs ? `both answer ${ours}, with other rows` : `Almanac answers ${ours}, PostgREST ${theirs}`;
}
