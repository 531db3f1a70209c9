import { parseArgs } from 'node:util';
import { attackBenchmark } from './attack.ts';
import { batchBenchmark } from './batch.ts';
import { bulkBenchmark } from './bulk.ts';
import { conditionBenchmark } from './condition.ts';
import { endlessBenchmark } from './endless.ts';
import { eventBenchmark } from './event.ts';
import { growthBenchmark } from './growth/growth.ts';
import { writeGrowth } from './growth/page.ts';
import { importBenchmark } from './import.ts';
import { noticeBenchmark } from './notice.ts';
import { profile } from './profile.ts';
import { rulesBenchmark } from './rules.ts';
import { measureSpeed } from './speed.ts';
import { writeSpeedPage } from './speed_page.ts';
import { speedTable } from './speed_table.ts';
import { startBenchmark } from './start.ts';
import { timelineBenchmark } from './timeline.ts';

// `npm run bench [-- <name>] [--json]`: a table on the terminal, or the figures as JSON; progress goes to stderr.

/** What a benchmark found: rows of figures under headings, all of them columns of a table. */
type Tables = Readonly<Record<string, readonly object[]>>;

type Benchmark = (progress: (text: string) => void) => Promise<Tables>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    profile: { type: 'boolean' },
    page: { type: 'boolean', default: false },
    busy: { type: 'boolean', default: false },
    connections: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    shapes: { type: 'string' },
    rows: { type: 'string', default: '200000' },
    units: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '100000' },
    of: { type: 'string', default: '.' },
    only: { type: 'string' },
  },
});

const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  shapes: values.shapes?.split(',') ?? null,
  isBusy: values.busy,
  connections: values.connections?.split(',').map(Number) ?? null,
  page: values.page,
};

const speed: Benchmark = async (progress) => {
  if (values.profile) return { 'Statements that cost most': await profile(options.shapes, options.seconds, progress) };
  const { measurements, server } = await measureSpeed(options, progress);
  if (values.page) {
    const { 'Rows a second': imports } = await importBenchmark({ rounds: 3, rows: 100_000 }, progress);
    await writeSpeedPage(measurements, { ...options, server, imports });
  }
  return Object.fromEntries(measurements.map(({ part, findings }) => [part.title, speedTable(findings)]));
};

const growth: Benchmark = async (progress) => {
  const units = Number(values.units);
  const tables = await growthBenchmark({ ...options, units }, progress);
  const { rounds, seconds } = options;
  if (values.page)
    await writeGrowth(tables, `npm run bench -- growth --units ${units} --rounds ${rounds} --seconds ${seconds}`);
  return tables;
};

const benchmarks: Readonly<Record<string, Benchmark>> = {
  speed,
  start: (progress) => startBenchmark(options, progress),
  growth,
  attack: (progress) => attackBenchmark({ of: values.of, only: values.only ?? null }, progress),
  batch: batchBenchmark,
  bulk: (progress) => bulkBenchmark(options, progress),
  condition: conditionBenchmark,
  endless: (progress) => endlessBenchmark(Number(values.requests), progress),
  event: eventBenchmark,
  import: (progress) => importBenchmark({ rounds: options.rounds, rows: Number(values.rows) }, progress),
  notice: noticeBenchmark,
  rules: (progress) => rulesBenchmark(values.only ?? null, progress),
  timeline: timelineBenchmark,
};

const benchmark = benchmarks[positionals[0] ?? 'speed'];
if (benchmark === undefined || positionals.length > 1) {
  console.error(`usage: npm run bench -- [${Object.keys(benchmarks).join('|')}] [--json]`);
  process.exitCode = 2;
} else {
  const found = await benchmark((text) => process.stderr.write(`${text}\n`));
  if (values.json) console.log(JSON.stringify(found, null, 2));
  else for (const [title, rows] of Object.entries(found)) printTable(title, rows);
}

function printTable(title: string, rows: readonly object[]): void {
  const headings = Object.keys(rows[0] ?? {});
  const lines = [headings, ...rows.map((row) => Object.values(row).map(String))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  console.log(`\n${title}\n`);
  for (const line of lines) console.log(line.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
}
