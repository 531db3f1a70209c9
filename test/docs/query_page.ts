import { writeFileSync } from 'node:fs';
import { markdownOf } from '../../engine/docs/markdown.ts';
import { queryLanguagePage } from '../../engine/docs/query_language.ts';

export const queryPageFile = 'docs/query_language.md';

/** The page on the query language: `node test/docs/query_page.ts` writes it. */
export function queryPage(): string {
  return markdownOf(queryLanguagePage());
}

if (import.meta.main) writeFileSync(queryPageFile, queryPage());
