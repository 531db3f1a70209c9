import { writeFileSync } from 'node:fs';
import { differences, translations } from './difference.ts';

export const differencePageFile = 'docs/postgrest.md';

/** The page about PostgREST, by the table that the comparison goes by: `node test/oracle/difference_page.ts` writes it. */
export function differencePage(): string {
  const changed = differences.map(
    ({ title, reason, example, ours, theirs }) =>
      `## ${title}\n\n${reason}\n\n\`\`\`text\nGET ${example}\n${answers(ours, theirs)}\n\`\`\`\n`,
  );
  const said = translations.map(
    ({ title, reason, ours, theirs }) =>
      `## ${title}\n\n${reason}\n\n\`\`\`text\nAlmanac    GET ${ours}\nPostgREST  GET ${theirs}\n\`\`\`\n`,
  );
  return [introduction, ...changed, translationIntroduction, ...said].join('\n');
}

const introduction = `# PostgREST

The parameters of a list are those of PostgREST 12, and its clients read from Almanac as they are. The tests ask both
the same questions on the same rows, thousands of them, and compare the rows, their order and every digit. Fields of
embedded rows come in the order of \`select\`, or of the resource; in PostgREST 12 in the order of jsonb. Errors are
problems (RFC 9457) with codes of Almanac's own. Comma-separated values are those of RFC 4180, arrays in them JSON.

This page has every other difference that the tests know of. Values in the URLs are shown without percent-encoding.

# Answered differently
`;

const translationIntroduction = `# Asked differently

These are the same questions, with the same answers. PostgREST does not take the first form, or finds the rows in no
particular order.
`;

function answers(ours: number, theirs: number): string {
  return ours === theirs ? `both answer ${ours}, with other rows` : `Almanac answers ${ours}, PostgREST ${theirs}`;
}

if (import.meta.main) writeFileSync(differencePageFile, differencePage());
