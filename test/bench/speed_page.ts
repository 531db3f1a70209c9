import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { speedChart } from './chart.ts';
import { fullSize } from './data.ts';
import { loadGenerator } from './load.ts';
import { costTable, rateTable, rowTable } from './page_tables.ts';
import { fewRounds } from './parts.ts';
import type { Measurement } from './speed.ts';
import { warmUpSeconds } from './turns.ts';

/** What the page tells besides the measurements. */
interface Told {
  readonly rounds: number;
  readonly seconds: number;
  /** The name and the version of the database. */
  readonly server: string;
  /** Rows of figures of `almanac import`. */
  readonly imports: readonly object[];
}

/** Writes docs/speed.md and its chart from what was measured just now: nothing of it is written by hand. */
export async function writeSpeedPage(measurements: readonly Measurement[], told: Told): Promise<void> {
  await writeFile('docs/speed.svg', pageChart(measurements));
  const template = await readFile(new URL('speed_page.md', import.meta.url), 'utf8');
  await writeFile('docs/speed.md', speedPage(template, measurements, told));
}

/** The chart, of the requests in the first table of the page. */
export function pageChart(measurements: readonly Measurement[]): string {
  return speedChart(measurements.find(({ part }) => part.name === 'single')?.findings ?? []);
}

/**
 * The page: each `{name}` of the template is replaced with what it stands for, a `{<part> rates}` or `{<part> costs}` with
 * a table of that part.
 * @throws Error for a name that stands for nothing.
 */
export function speedPage(
  template: string,
  measurements: readonly Measurement[],
  { rounds, seconds, server, imports }: Told,
): string {
  const places = new Map<string, string>([
    ['command', `npm run bench -- --rounds ${rounds} --seconds ${seconds} --page`],
    [
      'machine',
      `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB of memory; Node.js ${process.version}, ${server}`,
    ],
    ['date', new Date().toISOString().slice(0, 10)],
    ['units', fullSize.toLocaleString('en').replaceAll(',', ' ')],
    ['rounds', String(rounds)],
    ['few', String(Math.min(rounds, fewRounds))],
    ['seconds', String(seconds)],
    ['warm', String(warmUpSeconds)],
    ['load', loadGenerator()],
    ['imports', rowTable(imports)],
    ...measurements.flatMap(({ part, findings }): [string, string][] => [
      [`${part.name} rates`, rateTable(findings)],
      [`${part.name} costs`, costTable(findings)],
    ]),
  ]);
  return template.replaceAll(/\{([a-z ]+)\}/g, (_, name: string) => {
    const text = places.get(name);
    if (text === undefined) throw new Error(`speed_page.md names {${name}}, which was not measured`);
    return text;
  });
}
