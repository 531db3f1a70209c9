import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processorTimeOf } from '../processor_time.ts';
import { openBench, script } from './data.ts';
import { load } from './load.ts';
import { median, ratio } from './measure.ts';
import { unpackPackage } from './package.ts';
import { residentBytes } from './resident.ts';
import { secret, token } from './servers.ts';
import { type Served, startNode, stop } from './subject.ts';

// What a thousand resources cost beside a dozen: the time from the start of the process to the line that says it listens, of the
// package as it is published, in production, on tables that are there. The processor time of that; the first requests after it;
// memory; and the time of a request later on.

const sizes = [12, 1000] as const;
const connections = 16;
const rowsOfTable = 1000;

export async function startBenchmark(
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  progress: (text: string) => void,
) {
  const bench = await openBench(progress);
  const started: Served[] = [];
  try {
    progress('packing Almanac');
    const command = await unpackPackage(join('.data', 'bench'));
    const table: object[] = [];
    const servers: Served[] = [];
    for (const size of sizes) {
      const folder = join('.data', 'bench', `resources_${size}`);
      await writeResources(folder, size);
      progress(`making the tables of ${size} resources`);
      const url = new URL(bench.server.url);
      url.pathname = `/start_${size}`;
      await script(bench.server.url, `drop database if exists start_${size} with (force)`);
      await script(bench.server.url, `create database start_${size}`);
      await makeTables(command, url.href, folder);
      const starts: Start[] = [];
      for (let round = 0; round < rounds; round += 1) {
        progress(`start ${round + 1} of ${rounds} with ${size} resources`);
        const begin = performance.now();
        const server = await startNode([command, 'serve'], environmentOf(url.href, folder));
        const milliseconds = performance.now() - begin;
        const processor = processorTimeOf(server.program.pid ?? 0);
        starts.push({ milliseconds, processor, read: await firstRead(server), create: await firstCreate(server) });
        if (round < rounds - 1) {
          await stop(server);
          continue;
        }
        started.push(server);
        servers.push(server);
      }
      const [last] = servers.slice(-1);
      const of = (part: keyof Start, middle: (all: readonly number[]) => number) =>
        Math.round(middle(starts.map((start) => start[part])));
      table.push({
        resources: size,
        'ms to listening': of('milliseconds', median),
        spread: `${of('milliseconds', (all) => Math.min(...all))}-${of('milliseconds', (all) => Math.max(...all))}`,
        'ms of processor': of('processor', median),
        'ms of the first read': of('read', median),
        'ms of the first create': of('create', median),
        MiB: last === undefined ? '' : Math.round((await residentBytes(last)) / 2 ** 20),
      });
    }
    return { Start: table, 'A request': [await compare(servers, rounds, seconds, progress)] };
  } finally {
    await Promise.all(started.map(stop));
    await bench.close();
  }
}

/** What a start took, and the requests behind it, in milliseconds. */
interface Start {
  readonly milliseconds: number;
  readonly processor: number;
  readonly read: number;
  readonly create: number;
}

function firstRead(server: Served): Promise<number> {
  return timed(server, '/thing_7/1', {});
}

function firstCreate(server: Served): Promise<number> {
  return timed(server, '/thing_8', { method: 'POST', body: '{"name":"first"}' });
}

async function timed({ address }: Served, path: string, sent: RequestInit): Promise<number> {
  const headers = { authorization: `Bearer ${token({ role: null })}`, 'content-type': 'application/json' };
  const begin = performance.now();
  const answer = await fetch(`${address}${path}`, { ...sent, headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return performance.now() - begin;
}

async function compare(
  [few, many]: readonly Served[],
  rounds: number,
  seconds: number,
  progress: (text: string) => void,
): Promise<object> {
  if (few === undefined || many === undefined) throw new Error('both are to be asked');
  const questions = Array.from({ length: connections }, (_, client) =>
    Array.from({ length: 100 }, (_each, at) => ({
      method: 'GET' as const,
      path: `/thing_7/${1 + ((client * 100 + at) % rowsOfTable)}`,
    })),
  );
  const rates = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    progress(`requests, round ${round} of ${rounds}`);
    for (const which of round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
      const { perSecond } = await load(which === 'few' ? few : many, token({ role: null }), questions, seconds);
      if (round > 0) rates[which].push(perSecond);
    }
  }
  const { middle, spread } = ratio(rates.few, rates.many);
  return {
    [`per second with ${sizes[0]}`]: Math.round(median(rates.few)),
    [`per second with ${sizes[1]}`]: Math.round(median(rates.many)),
    'time, with many to few': middle,
    spread,
  };
}

async function makeTables(command: string, url: string, folder: string): Promise<void> {
  const env = { PATH: process.env.PATH, ...environmentOf(url, folder) };
  for (const arguments_ of [['migration', 'new', 'register'], ['migrate']])
    await run(process.execPath, [command, ...arguments_], { env, maxBuffer: 2 ** 24 });
  await script(
    url,
    `insert into thing_7 (name) select 'thing ' || n from generate_series(1, ${rowsOfTable}) as n; analyze thing_7`,
  );
}

const run = promisify(execFile);

function environmentOf(url: string, folder: string) {
  return {
    DATABASE_URL: url,
    JWT_SECRET: secret,
    ALMANAC_RESOURCES: folder,
    ALMANAC_MIGRATIONS: join(folder, 'migrations'),
    NODE_ENV: 'production',
    PORT: '0',
  };
}

/** Resources of a common size: some fields, a reference to the one before, history. */
async function writeResources(folder: string, size: number): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'service.yaml'), 'service: Benchmark\n');
  for (let number = 0; number < size; number += 1) {
    const before =
      number === 0 ? '' : `  thing_${number - 1}_id: { type: reference, to: thing_${number - 1}, nullable: true }\n`;
    await writeFile(
      join(folder, `thing_${number}.yaml`),
      `resource: thing_${number}
history: true
fields:
  name: { type: text, max_length: 100 }
  status: { type: enum, values: [new, active, gone], default: new }
  size: { type: decimal, precision: 9, scale: 3, minimum: 0, nullable: true }
  count: { type: integer, nullable: true }
  since: { type: datetime, nullable: true }
  notes: { type: text, max_length: 500, nullable: true }
${before}checks:
  - { that: "or=(status.neq.gone,since.not.is.null)", message: What is gone has a time. }
`,
    );
  }
}
