import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Database } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import type { Model, Table } from '../../engine/model/model.ts';
import { renderCreate, renderUpdate } from '../../engine/query/sql/write/write.ts';
import { recordObjects } from '../../engine/schema/record.ts';
import { statementsOf } from '../../engine/sql/object.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { writerOf } from '../query/writer.ts';
import { median, ratesInTurns, ratio, type Subject, timesInTurns } from './measure.ts';

// What events cost: how long a write takes, and how many are done in a second, beside the same ones into a table without the
// triggers of events, while the worker makes events of the one, and of another notifications too; then how fast it is with a
// backlog. On an embedded PostgreSQL that flushes each commit to disk.

const manyWriters = 16;
const rowsOfTable = 10_000;
const backlog = 100_000;
/** Each is notified of the rows that it owns. */
const parties = 100;

const tables = ['notified', 'told', 'silent'] as const;
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
    const silent = model.resources.get('silent') as Table;
    await database.script(`
      drop trigger keep_record_insert on silent;
      ${statementsOf(recordObjects({ ...silent, event: null }, { insert: [], update: () => [], delete: [] })).join(';\n')};
      insert into party (name) select 'party ' || n from generate_series(1, ${parties}) as n;
      ${tables.map((name) => `insert into ${name} (name, size, party_id) select 'row ' || n, 0, 1 + n % ${parties} from generate_series(1, ${rowsOfTable}) as n;`).join('\n')}`);
    for (const text of [`vacuum (analyze) party, ${tables.join(', ')}`, 'checkpoint'])
      await database.query({ text, values: [] });
    const worker = await startWorker(model, own, (error) => progress(String(error)));
    const cost = await compare(model, database, worker.wake, progress);
    await worker.close();
    const drained: object[] = [];
    for (const name of ['told', 'notified'] as const) drained.push(await drain(model, database, name, progress));
    return { 'A write, at the median': cost.times, 'Writes per second': cost.rates, Backlog: drained };
  } finally {
    await database.close();
    await own.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

function modelOfBench(): Model {
  const table = (name: string) =>
    `resource: ${name}\nhistory: true\nfields:\n  name: { type: text }\n  size: { type: bigint }\n  party_id: { type: reference, to: party }\n` +
    (name === 'notified' ? 'notify:\n  - { to: party, when: size=gte.0 }\n' : '');
  const files = new Map([
    ['service.yaml', 'service: Benchmark\nevents: { prefix: org.example }\n'],
    ['party.yaml', 'resource: party\nfields:\n  name: { type: text }\n'],
    [
      'identity.yaml',
      'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\n',
    ],
    ...tables.map((name) => [`${name}.yaml`, table(name)] as const),
  ]);
  return modelOfFiles(Object.fromEntries(files));
}

async function compare(model: Model, database: Database, wake: () => void, progress: (text: string) => void) {
  const times: object[] = [];
  const rates: object[] = [];
  for (const write of writes) {
    for (const writers of [1, manyWriters]) {
      progress(`${write}, writers: ${writers}`);
      const subjects = tables.map((name) => subject(model, database, name, write, wake));
      const taken = await timesInTurns(subjects, writers);
      const done = await ratesInTurns(subjects, writers);
      for (const name of ['told', 'notified'] as const) {
        const which = { write, writers, with: name === 'told' ? 'events' : 'events and notifications' };
        const time = ratio(taken[name], taken.silent);
        times.push({
          ...which,
          milliseconds: median(taken[name]).toFixed(2),
          without: median(taken.silent).toFixed(2),
          'with to without': time.middle,
          spread: time.spread,
        });
        const rate = ratio(done[name], done.silent);
        rates.push({
          ...which,
          'writes per second': Math.round(median(done[name])),
          without: Math.round(median(done.silent)),
          'with to without': rate.middle,
          spread: rate.spread,
        });
      }
    }
  }
  return { times, rates };
}

/** How long it takes until all that one statement has changed is events, and notifications where somebody is notified. */
async function drain(model: Model, database: Database, name: 'told' | 'notified', progress: (text: string) => void) {
  progress(`backlog: ${backlog} ${name}`);
  await database.script(
    `insert into ${name} (name, size, party_id) select 'row', n, 1 + n % ${parties} from generate_series(1, ${backlog}) as n; analyze ${name}`,
  );
  const begin = performance.now();
  const worker = await startWorker(model, database, (error) => progress(String(error)));
  const waiting = {
    text: `
      select from almanac.notified
      where exists (select from almanac.outbox) or last_event < (select max(id) from public.event)`,
    values: [],
  };
  for (;;) {
    const outcome = await database.query(waiting);
    if (outcome.ok && outcome.rows.length === 0) break;
    await delay(5); // What looks on takes no processor from what is looked at.
  }
  const seconds = (performance.now() - begin) / 1000;
  await worker.close();
  return {
    with: name === 'told' ? 'events' : 'events and notifications',
    events: backlog,
    seconds: seconds.toFixed(1),
    'events per second': Math.round(backlog / seconds),
  };
}

/** Writes as the service makes them, each on another row. */
function subject<Name extends TableName>(
  model: Model,
  database: Database,
  name: Name,
  write: Write,
  wake: () => void,
): Subject & { name: Name } {
  const table = model.resources.get(name);
  if (table?.kind !== 'table') throw new Error(`${name} is no table`);
  const [label, size, party] = ['name', 'size', 'party_id'].map((field) => table.fields.get(field));
  if (!label || !size || !party) throw new Error(`${name} lacks its fields`);
  const writer = writerOf(model, '0');
  return {
    name,
    work: async (count) => {
      const assignments = [
        { field: label, value: `row ${count}` },
        { field: size, value: String(count) },
        { field: party, value: String(1 + (count % parties)) },
      ];
      const statement =
        write === 'create'
          ? renderCreate(table, assignments, writer)
          : renderUpdate(
              table,
              { id: String(1 + (count % rowsOfTable)), precondition: { kind: 'none' } },
              assignments,
              writer,
            );
      const outcome = await database.query(statement);
      if (!outcome.ok) throw new Error(outcome.error.message);
      if (name !== 'silent') wake();
    },
  };
}
