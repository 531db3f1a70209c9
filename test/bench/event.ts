import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { createTables } from '../../db/prepare.ts';
import { buildModel } from '../../engine/definition/load.ts';
import type { Model } from '../../engine/definition/model.ts';
import { startWorker } from '../../engine/events/worker.ts';
import { renderCreate, renderUpdate } from '../../engine/query/sql/write.ts';
import { writerOf } from '../query/writer.ts';
import { median, ratesInTurns, ratio, type Subject } from './measure.ts';

// What events cost: writes a second beside the same ones into a table without the triggers of events, while the
// sequencer works; then how fast it is with a backlog. On an embedded PostgreSQL that flushes each commit to disk.

const manyWriters = 16;
const rowsOfTable = 10_000;
const backlog = 200_000;

const tables = ['told', 'silent'] as const;
const writes = ['create', 'update'] as const;

type TableName = (typeof tables)[number];
type Write = (typeof writes)[number];

export async function eventBenchmark(progress: (text: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  chmodSync(folder, 0o755); // For root, the server runs as another user.
  const server = await startEmbedded(folder, { durable: true });
  const options = { maximumConnections: manyWriters, statementTimeoutSeconds: 0 };
  const database = await connect(server.url, options);
  const own = await connect(server.url, options);
  try {
    const model = modelOfBench();
    await createTables(database, model);
    await database.script(`
      ${['insert', 'update', 'delete'].map((verb) => `drop trigger tell_${verb} on silent;`).join('\n')}
      ${tables.map((name) => `insert into ${name} (name, size) select 'row ' || n, 0 from generate_series(1, ${rowsOfTable}) as n;`).join('\n')}`);
    for (const text of ['vacuum (analyze) told, silent', 'checkpoint']) await database.query({ text, values: [] });
    const worker = startWorker(model, own, (error) => progress(String(error)));
    const cost = await compare(model, database, worker.nudge, progress);
    await worker.close();
    return { 'Writes per second': cost, 'Backlog of events': [await drain(model, database, progress)] };
  } finally {
    await database.close();
    await own.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

function modelOfBench(): Model {
  const table = (name: string) =>
    `resource: ${name}\nhistory: true\nfields:\n  name: { type: text }\n  size: { type: bigint }\n`;
  const files = new Map([
    ['service.yaml', 'service: Benchmark\nevents: { prefix: org.example }\n'],
    ...tables.map((name) => [`${name}.yaml`, table(name)] as const),
  ]);
  const loaded = buildModel(new Map([...files].map(([file, text]) => [file, Buffer.from(text)])), '');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.model;
}

async function compare(model: Model, database: Database, nudge: () => void, progress: (text: string) => void) {
  const rows: object[] = [];
  for (const write of writes) {
    for (const writers of [1, manyWriters]) {
      progress(`${write}, writers: ${writers}`);
      const subjects = tables.map((name) => subject(model, database, name, write, nudge));
      const rates = await ratesInTurns(subjects, writers);
      const { middle, spread } = ratio(rates.silent, rates.told);
      rows.push({
        write,
        writers,
        'with events': Math.round(median(rates.told)),
        without: Math.round(median(rates.silent)),
        'time, with to without': middle,
        spread,
      });
    }
  }
  return rows;
}

/** How long it takes until all that one statement has changed is events. */
async function drain(model: Model, database: Database, progress: (text: string) => void) {
  progress(`backlog: ${backlog}`);
  await database.script(
    `insert into told (name, size) select 'row', n from generate_series(1, ${backlog}) as n; analyze told`,
  );
  const begin = performance.now();
  const worker = startWorker(model, database, (error) => progress(String(error)));
  const waiting = { text: 'select from almanac.outbox limit 1', values: [] };
  for (;;) {
    const outcome = await database.query(waiting);
    if (outcome.ok && outcome.rows.length === 0) break;
  }
  const seconds = (performance.now() - begin) / 1000;
  await worker.close();
  return { events: backlog, seconds: seconds.toFixed(1), 'events per second': Math.round(backlog / seconds) };
}

/** Writes as the service makes them, each on another row. */
function subject<Name extends TableName>(
  model: Model,
  database: Database,
  name: Name,
  write: Write,
  nudge: () => void,
): Subject & { name: Name } {
  const table = model.resources.get(name);
  if (table?.kind !== 'table') throw new Error(`${name} is no table`);
  const [label, size] = [table.fields.get('name'), table.fields.get('size')];
  if (!label || !size) throw new Error(`${name} lacks its fields`);
  const writer = writerOf(model, '0');
  return {
    name,
    work: async (count) => {
      const assignments = [
        { field: label, value: `row ${count}` },
        { field: size, value: String(count) },
      ];
      const statement =
        write === 'create'
          ? renderCreate(table, assignments, writer)
          : renderUpdate(table, String(1 + (count % rowsOfTable)), assignments, writer, { kind: 'none' });
      const outcome = await database.query(statement);
      if (!outcome.ok) throw new Error(outcome.error.message);
      if (name === 'told') nudge();
    },
  };
}
