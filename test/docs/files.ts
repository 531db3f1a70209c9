import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { commands as commandFiles } from '../../codegen/almanac.ts';
import { variables } from '../../codegen/option/variables.ts';
import { cluster } from '../../engine/docs/place/cluster.ts';
import { commands } from '../../engine/docs/place/commands.ts';
import { fieldKeys, limits, resourceKeys, serviceKeys, types } from '../../engine/docs/place/definitions.ts';
import { errors } from '../../engine/docs/place/errors.ts';
import { figures } from '../../engine/docs/place/figures.ts';
import { formats } from '../../engine/docs/place/formats.ts';
import { grammar } from '../../engine/docs/place/grammar.ts';
import { growth } from '../../engine/docs/place/growth.ts';
import { languages } from '../../engine/docs/place/languages.ts';
import { metrics } from '../../engine/docs/place/metrics.ts';
import { operators } from '../../engine/docs/place/operators.ts';
import { postgrestDifferences } from '../../engine/docs/place/postgrest.ts';
import { settings } from '../../engine/docs/place/settings.ts';
import { timelineCases } from '../../engine/docs/place/timelines.ts';
import { viewFunctions } from '../../engine/docs/place/view_functions.ts';
import { zones } from '../../engine/docs/place/zones.ts';
import { addLagMetrics } from '../../engine/feature/event/lag_metrics.ts';
import { languageSchema } from '../../engine/feature/load.ts';
import { createMetrics } from '../../engine/http/edge/telemetry/metrics.ts';
import { createPlanCache } from '../../engine/query/cache/plan_cache.ts';
import { storyPictures } from './story/pictures.ts';

/** What stands between the marks of each place in README.md and the pages of docs/: `node test/docs/files.ts` writes it there. */
const places: Readonly<Record<string, () => string | Promise<string>>> = {
  cluster: () => cluster(JSON.parse(readFileSync('docs/cluster.json', 'utf8'))),
  commands: async () =>
    commands(await Promise.all(Object.values(commandFiles).map((load): Promise<Command> => load()))),
  errors,
  field_keys: () => fieldKeys(languageSchema),
  figures: () => figures(readFileSync('docs/speed.md', 'utf8')),
  formats,
  grammar,
  growth: () => growth(JSON.parse(readFileSync('docs/growth.json', 'utf8'))),
  languages,
  limits: () => limits(languageSchema),
  metrics: () => metrics(serviceRegistry()),
  operators,
  postgrest_differences: postgrestDifferences,
  resource_keys: () => resourceKeys(languageSchema),
  service_keys: () => serviceKeys(languageSchema),
  settings: () => settings(variables),
  timeline_cases: timelineCases,
  types,
  view_functions: viewFunctions,
  zones,
};

export const placeNames = Object.keys(places);

/** Nobody asks it for values. */
function serviceRegistry() {
  const load = () => ({ active: 0, idle: 0, waiting: 0 });
  const query = () => Promise.reject(new Error('there is no database'));
  return createMetrics([addLagMetrics], {
    database: { load, query },
    plans: createPlanCache(1),
    admission: { waiting: () => 0 },
    reading: { replicas: { list: [] }, counts: { primary: 0, replica: 0 } },
  }).registry;
}

/** The pages, README.md and the pictures of the stories by their paths, as they are and as the code wants them. */
export async function documentationFiles(): Promise<
  readonly { readonly file: string; readonly is: string; readonly wanted: string }[]
> {
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(
    ['README.md', ...pages.map((name) => `docs/${name}`)].map(async (file) => {
      const is = readFileSync(file, 'utf8');
      return { file, is, wanted: await filled(is) };
    }),
  );
  const pictures = [...storyPictures(readFileSync('docs/stories.md', 'utf8'))].map(([name, wanted]) => {
    const file = `docs/${name}`;
    return { file, is: existsSync(file) ? readFileSync(file, 'utf8') : '', wanted };
  });
  return [...texts, ...pictures];
}

async function filled(text: string): Promise<string> {
  const parts = text.split(/^(<!-- generated: \w+ -->\n.*?)^(?=<!-- end -->$)/ms);
  const written = parts.map(async (part) => {
    const [begin = '', name = ''] = /^<!-- generated: (\w+) -->\n/.exec(part) ?? [];
    const place = Object.hasOwn(places, name) ? places[name] : undefined;
    return place === undefined ? part : `${begin}${await place()}\n`;
  });
  return (await Promise.all(written)).join('');
}

if (import.meta.main)
  for (const { file, is, wanted } of await documentationFiles()) if (is !== wanted) writeFileSync(file, wanted);
