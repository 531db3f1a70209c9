import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { computeNotices } from '../../engine/feature/notice/compute.ts';
import type { Model } from '../../engine/model/model.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { median, ratesInTurns, ratio, type Subject } from './measure.ts';

// What notices cost: that of a look follows the number of changes, however many units there are; the first look at all of
// them is beside it. Then what noting a change costs its writer, and how soon a notice stands. On an embedded PostgreSQL
// that flushes each commit to disk.

const sizes = [1000, 10_000, 100_000] as const;
const changes = [0, 1, 10, 100, 1000] as const;
const rounds = 12;
const latencies = 40;

export async function noticeBenchmark(progress: (text: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  chmodSync(folder, 0o755); // For root, the server runs as another user.
  const server = await startEmbedded(folder, { durable: true });
  try {
    const model = modelOfBench();
    const rows: object[] = [];
    const writes: object[] = [];
    const soon: object[] = [];
    for (const units of sizes) {
      const database = await databaseOf(server.url, units, model);
      progress(`${units} units`);
      rows.push({ units, ...(await looks(database, units, progress)) });
      soon.push({ units, ...(await latency(database, model, units)) });
      if (units === sizes.at(-1)) writes.push(await writers(database, units));
      await database.close();
    }
    return {
      'Milliseconds of a look, by the number of changes': rows,
      'Milliseconds from a commit until the notice stands': soon,
      'Writes per second of one writer': writes,
    };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

function modelOfBench(): Model {
  const files = {
    'service.yaml': 'service: Benchmark\nevents: { prefix: org.example }\n',
    'party.yaml': 'resource: party\nfields:\n  name: { type: text }\n',
    'identity.yaml':
      'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\n',
    'unit.yaml': `
resource: unit
history: true
fields:
  operator_id: { type: reference, to: party }
  status: { type: text }
relations:
  provider: { resource: provider, by: unit_id }
notices:
  - type: provider.missing
    when: status=eq.active&provider=is.null
    to: [{ former: provider.party }, operator]
    message: The unit is active, and nobody provides it.
`,
    'other.yaml':
      'resource: other\nhistory: true\nfields:\n  operator_id: { type: reference, to: party }\n  status: { type: text }\n',
    'provider.yaml': `
resource: provider
history: true
temporal: { timeline: unit_id }
fields:
  unit_id: { type: reference, to: unit }
  party_id: { type: reference, to: party }
`,
  };
  return modelOfFiles(files);
}

/** A database of so many units, each with a former provider and one at present. */
async function databaseOf(url: string, units: number, model: Model): Promise<Database> {
  const own = new URL(url);
  own.pathname = `/bench_${units}`;
  const admin = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  await admin.script(`create database bench_${units}`);
  await admin.close();
  const database = await connect(own.href, { maximumConnections: 4, statementTimeoutSeconds: 0 });
  await createTables(database, model);
  await database.script(`
    insert into party (name) select 'party ' || n from generate_series(1, 100) as n;
    insert into unit (operator_id, status) select 1 + n % 100, 'active' from generate_series(1, ${units}) as n;
    insert into provider (unit_id, party_id, valid_from, valid_to) select id, 1 + id % 100, now() - interval '2 years', now() - interval '1 year' from unit;
    insert into provider (unit_id, party_id, valid_from) select id, 1 + id % 99, now() - interval '1 year' from unit;
    insert into other (operator_id, status) select operator_id, status from unit;
    delete from almanac.notice_change; delete from almanac.outbox;`);
  for (const text of ['vacuum (analyze)', 'checkpoint']) await database.query({ text, values: [] });
  return database;
}

async function looks(database: Database, units: number, progress: (text: string) => void) {
  const first = await timed(() => computeAll(database));
  const each: Record<string, string> = {};
  for (const count of changes) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Every other time their providers end, and come back.
      const to = round % 2 === 0 ? `now() - interval '1 second'` : 'null';
      const ids = Array.from({ length: count }, (_, index) => 1 + ((index * 7919) % units));
      if (count > 0) {
        await database.script(
          `update provider set valid_to = ${to} where unit_id in (${ids.join()}) and valid_from > now() - interval '18 months'`,
        );
      }
      times.push(await timed(() => computeAll(database)));
    }
    progress(`changes: ${count}`);
    each[`${count} changes`] = median(times).toFixed(1);
  }
  return { ...each, 'all units, once': first.toFixed(0) };
}

async function computeAll(database: Database): Promise<void> {
  while ((await computeNotices(database)) >= 1000);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** From the commit of a write that nobody told the worker of, until others see the notice. */
async function latency(database: Database, model: Model, units: number) {
  const worker = await startWorker(model, database, (error) => console.error(error));
  const times: number[] = [];
  for (let round = 0; round < latencies; round += 1) {
    const unit = 1 + ((round * 104_729) % units);
    await database.script(`update provider set valid_to = now() where unit_id = ${unit} and valid_to is null`);
    const stands = { text: `select from notice where source = '/unit/${unit}' and status = 'active'`, values: [] };
    times.push(
      await timed(async () => {
        for (;;) {
          const outcome = await database.query(stands);
          if (outcome.ok && outcome.rows.length > 0) return;
        }
      }),
    );
  }
  await worker.close();
  return { median: median(times).toFixed(0), most: Math.max(...times).toFixed(0) };
}

/** Changes of rows that a rule looks at, beside those of the same rows of a resource without rules. */
async function writers(database: Database, units: number) {
  const subject = <Name extends 'unit' | 'other'>(name: Name): Subject & { name: Name } => ({
    name,
    work: async (count) => {
      const status = count % 2 === 0 ? 'active' : 'inactive';
      const outcome = await database.query({
        text: `update ${name} set status = $1 where id = $2::bigint`,
        values: [status, String(1 + ((count * 7919) % units))],
        name: `write_${name}`,
      });
      if (!outcome.ok) throw new Error(outcome.error.message);
    },
  });
  const rates = await ratesInTurns([subject('unit'), subject('other')], 1);
  const { middle, spread } = ratio(rates.other, rates.unit);
  const [noted, plain] = [rates.unit, rates.other].map((each) => Math.round(median(each)));
  return { 'looked at by a rule': noted, 'by none': plain, 'time, with to without': middle, spread };
}
