import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import type { Model } from '../../engine/model/model.ts';
import { renderCreate } from '../../engine/query/sql/write/write.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { writerOf } from '../query/writer.ts';
import { median, ratesInTurns, ratio, type Subject } from './measure.ts';

// What keeping a timeline costs: creates a second beside the same ones into a table without the rules of timelines, and
// whether that changes as the data grows. On an embedded PostgreSQL that flushes each commit to disk.

const manyWriters = 16;
const manyTimelines = 1000;
const growth = 10;
const entriesOfTimeline = 10;
const hoursOfRun = 100_000;

/** When an entry begins, in minutes. `beside`: it touches none. `cut`: the one before it then ends earlier. */
const patterns = { beside: 0, cut: -30 } as const;

type Pattern = keyof typeof patterns;

/** Both patterns with one writer and with many. */
const runs = 4;

/** Tables with one definition: with the rules and without, then the three of the growth. */
const tables = ['entry', 'plain', 'base', 'more_timelines', 'more_entries'] as const;

type TableName = (typeof tables)[number];

interface Bench {
  readonly model: Model;
  readonly database: Database;
}

export async function timelineBenchmark(progress: (text: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  chmodSync(folder, 0o755); // For root, the server runs as another user.
  const server = await startEmbedded(folder, { durable: true });
  const database = await connect(server.url, { maximumConnections: manyWriters, statementTimeoutSeconds: 0 });
  try {
    const bench = { model: modelOfBench(), database };
    await createTables(database, bench.model);
    await fill(bench);
    return { 'Creates per second': await compareRules(bench, progress), Growth: await compareSizes(bench, progress) };
  } finally {
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

function modelOfBench(): Model {
  const entry = (name: string) =>
    `resource: ${name}\ntemporal: { timeline: owner_id }\nhistory: true\nfields:\n` +
    '  owner_id: { type: reference, to: owner, update: false }\n  name: { type: text, nullable: true }\n';
  const files = new Map([
    ['service.yaml', 'service: Benchmark\n'],
    ['owner.yaml', 'resource: owner\nfields:\n  name: { type: text, nullable: true }\n'],
    ...tables.map((name) => [`${name}.yaml`, entry(name)] as const),
  ]);
  return modelOfFiles(Object.fromEntries(files));
}

/** Takes the rules off `plain`, and gives the tables of the growth their entries. */
async function fill({ database }: Bench): Promise<void> {
  const { ok, ...outcome } = await database.query({
    text: "select conname as name from pg_constraint where conrelid = 'plain'::regclass and contype = 'x'",
    values: [],
  });
  if (!ok || !('rows' in outcome)) throw new Error('the constraint of plain is not found');
  // Each run of the growth finds entries behind the hour that it begins at.
  const hour = `place % ${runs} * ${hoursOfRun} - 1 - place / ${runs}`;
  const load = (name: TableName, timelines: number, entries: number) => `
    alter table ${name} disable trigger make_room_insert;
    insert into ${name} (owner_id, valid_from, valid_to)
      select owner, ${startOf(hour)}, ${startOf(`${hour} + 1`)}
      from generate_series(1, ${timelines}) as owner, generate_series(0, ${entries - 1}) as place;
    alter table ${name} enable trigger make_room_insert;`;
  await database.script(`
    insert into owner (id) overriding system value select generate_series(1, ${growth * manyTimelines});
    ${load('entry', runs * (manyTimelines + 1), 1)}
    ${load('plain', runs * (manyTimelines + 1), 1)}
    alter table plain drop constraint ${outcome.rows[0]?.name};
    drop trigger make_room_insert on plain;
    drop trigger make_room_update on plain;
    ${load('base', manyTimelines, entriesOfTimeline)}
    ${load('more_timelines', manyTimelines * growth, entriesOfTimeline)}
    ${load('more_entries', manyTimelines, entriesOfTimeline * growth)}`);
  // Not the histories: of a table known to be empty, PostgreSQL plans to read all, and keeps to that plan for a while.
  for (const text of [`vacuum (analyze) owner, ${tables.join(', ')}`, 'checkpoint'])
    await database.query({ text, values: [] });
}

/** An entry every hour, as SQL. */
function startOf(place: string): string {
  return `timestamptz '2000-01-01 00:00Z' + (${place}) * interval '1 hour'`;
}

async function compareRules(bench: Bench, progress: (text: string) => void) {
  const rows: object[] = [];
  let owner = 1;
  for (const pattern of Object.keys(patterns) as Pattern[]) {
    for (const timelines of [1, manyTimelines]) {
      for (const writers of [1, manyWriters]) {
        progress(`${pattern}, timelines: ${timelines}, writers: ${writers}`);
        const place = { first: owner, timelines, pattern, from: 0 };
        const subjects = (['entry', 'plain'] as const).map((name) => subject(bench, name, place));
        const rates = await ratesInTurns(subjects, writers);
        const { middle, spread } = ratio(rates.entry, rates.plain);
        rows.push({
          pattern,
          timelines,
          writers,
          timeline: Math.round(median(rates.entry)),
          'without rules': Math.round(median(rates.plain)),
          ratio: middle,
          spread,
        });
        owner += timelines;
      }
    }
  }
  return rows;
}

async function compareSizes(bench: Bench, progress: (text: string) => void) {
  const rows: object[] = [];
  for (const pattern of Object.keys(patterns) as Pattern[]) {
    for (const writers of [1, manyWriters]) {
      progress(`growth: ${pattern}, writers: ${writers}`);
      const from = (rows.length / 2) * hoursOfRun;
      const subjects = (['base', 'more_timelines', 'more_entries'] as const).map((name) => {
        const timelines = manyTimelines * (name === 'more_timelines' ? growth : 1);
        return subject(bench, name, { first: 1, timelines, pattern, from });
      });
      const rates = await ratesInTurns(subjects, writers);
      for (const name of ['more_timelines', 'more_entries'] as const) {
        const { middle, spread } = ratio(rates.base, rates[name]);
        rows.push({
          pattern,
          writers,
          grown: `${growth}x ${name === 'more_timelines' ? 'timelines' : 'entries'}`,
          'creates per second': Math.round(median(rates[name])),
          before: Math.round(median(rates.base)),
          time: middle,
          spread,
        });
      }
    }
  }
  return rows;
}

interface Place {
  /** The timelines that are written to: so many owners, from the first on. */
  readonly first: number;
  readonly timelines: number;
  readonly pattern: Pattern;
  /** The hour of the first entry. */
  readonly from: number;
}

/** Creates as the service makes them, on each timeline in turn, one hour after the other. */
function subject<Name extends TableName>(
  { model, database }: Bench,
  name: Name,
  place: Place,
): Subject & { name: Name } {
  const table = model.resources.get(name);
  if (table?.kind !== 'table') throw new Error(`${name} is no table`);
  const [owner, from, to] = ['owner_id', 'valid_from', 'valid_to'].map((field) => table.fields.get(field));
  if (!owner || !from || !to) throw new Error(`${name} is no timeline`);
  return {
    name,
    work: async (count) => {
      const hour = place.from + Math.floor(count / place.timelines);
      const statement = renderCreate(
        table,
        [
          { field: owner, value: String(place.first + (count % place.timelines)) },
          { field: from, value: new Date(Date.UTC(2000, 0, 1, hour, patterns[place.pattern])).toISOString() },
          { field: to, value: new Date(Date.UTC(2000, 0, 1, hour + 1)).toISOString() },
        ],
        writerOf(model, '0'),
      );
      const outcome = await database.query(statement);
      if (!outcome.ok) throw new Error(outcome.error.message);
    },
  };
}
