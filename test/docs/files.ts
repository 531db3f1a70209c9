import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { errors } from '../../engine/docs/place/errors.ts';
import { grammar } from '../../engine/docs/place/grammar.ts';
import { languages } from '../../engine/docs/place/languages.ts';
import { operators } from '../../engine/docs/place/operators.ts';
import { postgrestDifferences } from '../../engine/docs/place/postgrest.ts';
import { timelineCases } from '../../engine/docs/place/timelines.ts';
import { zones } from '../../engine/docs/place/zones.ts';

/** What stands between the marks of each place in README.md and the pages of docs/: `node test/docs/files.ts` writes it there. */
const places: Readonly<Record<string, () => string>> = {
  errors,
  grammar,
  languages,
  operators,
  postgrest_differences: postgrestDifferences,
  timeline_cases: timelineCases,
  zones,
};

/** The pages and README.md by their paths, as they are and as the code wants them. */
export function documentationFiles(): readonly {
  readonly file: string;
  readonly is: string;
  readonly wanted: string;
}[] {
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
  return ['README.md', ...pages.map((name) => `docs/${name}`)].map((file) => {
    const is = readFileSync(file, 'utf8');
    return { file, is, wanted: filled(is) };
  });
}

function filled(text: string): string {
  return text.replace(
    /^(<!-- generated: (\w+) -->\n).*?^(?=<!-- end -->$)/gms,
    (whole, begin: string, name: string) => {
      const place = Object.hasOwn(places, name) ? places[name] : undefined;
      return place === undefined ? whole : `${begin}${place()}\n`;
    },
  );
}

if (import.meta.main)
  for (const { file, is, wanted } of documentationFiles()) if (is !== wanted) writeFileSync(file, wanted);
