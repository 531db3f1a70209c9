import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import type { Model, Table } from '../../engine/model/model.ts';
import { openSource } from '../../engine/transfer/file/source.ts';
import { importRows } from '../../engine/transfer/import/import.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { median, ratio } from './measure.ts';

// The rows a second of almanac import, beside COPY by psql of the same file into the same table with the same triggers. On an
// embedded PostgreSQL that flushes each commit to disk.

const owners = 1000;

const files: Readonly<Record<string, string>> = {
  'service.yaml': 'service: Benchmark\nevents: { prefix: org.example }\n',
  'owner.yaml': 'resource: owner\nfields:\n  name: { type: text, nullable: true }\n',
  'thing.yaml': `resource: thing
history: true
fields:
  owner_id: { type: reference, to: owner }
  name: { type: text, max_length: 100 }
  status: { type: enum, values: [new, active, gone], default: new }
  size: { type: decimal, precision: 9, scale: 3, minimum: 0, nullable: true }
  count: { type: integer, nullable: true }
  since: { type: datetime, nullable: true }
  notes: { type: text, max_length: 500, nullable: true }
checks:
  - { that: "or=(status.neq.gone,since.not.is.null)", message: What is gone has a time. }
`,
  'entry.yaml': `resource: entry
temporal: { timeline: owner_id }
history: true
fields:
  owner_id: { type: reference, to: owner, update: false }
  name: { type: text, nullable: true }
`,
};

/** What is loaded: the header of its file, and each of its rows. */
const subjects = {
  thing: {
    header: 'owner_id,name,status,size,count,since,notes',
    row: (at: number) => `${1 + (at % owners)},"Thing, ${at}",active,${at % 1000}.125,${at},2026-01-01T00:00:00Z,`,
  },
  entry: {
    header: 'owner_id,name,valid_from,valid_to',
    row: (at: number) => {
      const hour = Math.floor(at / owners);
      return `${1 + (at % owners)},entry ${at},${instant(hour)},${instant(hour + 1)}`;
    },
  },
} as const;

type SubjectName = keyof typeof subjects;

export async function importBenchmark(
  { rounds, rows }: { readonly rounds: number; readonly rows: number },
  progress: (text: string) => void,
) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  chmodSync(folder, 0o755); // For root, the server runs as another user.
  const server = await startEmbedded(join(folder, 'database'), { durable: true });
  const database = await connect(server.url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    const model = modelOfFiles(files);
    await createTables(database, model);
    await database.script(`insert into owner (name) select 'owner' from generate_series(1, ${owners})`);
    const bench = { url: server.url, database, model, folder };
    const table: object[] = [];
    for (const name of Object.keys(subjects) as SubjectName[])
      table.push(await compare(bench, name, { rounds, rows }, progress));
    return { 'Rows a second': table };
  } finally {
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

interface Bench {
  readonly url: string;
  readonly database: Database;
  readonly model: Model;
  readonly folder: string;
}

async function compare(
  bench: Bench,
  name: SubjectName,
  { rounds, rows }: { readonly rounds: number; readonly rows: number },
  progress: (text: string) => void,
): Promise<object> {
  const file = join(bench.folder, `${name}.csv`);
  await writeRows(file, name, rows);
  const rates = { copy: [] as number[], import: [] as number[] };
  const costs: Cost[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    progress(`${name}, round ${round} of ${rounds}`);
    for (const way of round % 2 === 0 ? (['copy', 'import'] as const) : (['import', 'copy'] as const)) {
      await bench.database.script(
        `truncate ${name}, ${name}_history, almanac.outbox, almanac.import restart identity; checkpoint`,
      );
      const begin = performance.now();
      if (way === 'copy') await copy(bench.url, file, name);
      else costs.push(await load(bench, file, name, rows));
      // The first round warms up.
      if (round > 0) rates[way].push((rows * 1000) / (performance.now() - begin));
    }
  }
  const { middle, spread } = ratio(rates.import, rates.copy);
  const measured = costs.slice(1);
  return {
    resource: name,
    rows,
    'COPY by psql': Math.round(median(rates.copy)),
    import: Math.round(median(rates.import)),
    ratio: middle,
    spread,
    'µs of CPU a row': median(measured.map(({ microseconds }) => microseconds)).toFixed(1),
    'MiB at most': Math.round(Math.max(...measured.map(({ bytes }) => bytes)) / 2 ** 20),
  };
}

async function writeRows(file: string, name: SubjectName, rows: number): Promise<void> {
  const { header, row } = subjects[name];
  const target = createWriteStream(file);
  target.write(`${header}\n`);
  for (let at = 0; at < rows; at += 1) if (!target.write(`${row(at)}\n`)) await once(target, 'drain');
  target.end();
  await once(target, 'finish');
  chmodSync(file, 0o644);
}

async function copy(url: string, file: string, name: SubjectName): Promise<void> {
  const command = `\\copy ${name} (${subjects[name].header}) from '${file}' csv header`;
  const psql = spawn('psql', ['-v', 'ON_ERROR_STOP=1', '-q', '-d', url, '-c', command], { stdio: 'inherit' });
  const [code] = await once(psql, 'close');
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}

/** What an import takes of its process. */
interface Cost {
  /** Of CPU, for a row. */
  readonly microseconds: number;
  /** Of memory, at most. */
  readonly bytes: number;
}

async function load({ url, model, folder }: Bench, file: string, name: SubjectName, rows: number): Promise<Cost> {
  const table = model.resources.get(name) as Table;
  const before = process.cpuUsage();
  let bytes = 0;
  const watch = setInterval(() => {
    bytes = Math.max(bytes, process.memoryUsage.rss());
  }, 50);
  const source = await openSource(join(folder, `${name}.csv`), process.stdin);
  const imported = await importRows(url, {
    model,
    table,
    key: null,
    source,
    format: 'csv',
    identity: '0',
    begun: 'refuse',
    isTrial: false,
    ignored: () => {},
    progress: () => {},
  });
  clearInterval(watch);
  if (imported.kind !== 'done' || imported.rows !== rows) throw new Error(`${file}: ${JSON.stringify(imported)}`);
  const { user, system } = process.cpuUsage(before);
  return { microseconds: (user + system) / rows, bytes };
}

function instant(hour: number): string {
  return new Date(Date.UTC(2000, 0, 1, hour)).toISOString();
}
