import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'tap';
import { connect, type Row } from '../../db/database.ts';
import { type Embedded, startEmbedded } from '../../db/embedded.ts';
import { createTables } from '../../db/prepare.ts';
import { sequence } from '../../engine/events/sequencer.ts';
import { switchedProxy } from '../db/switched_proxy.ts';
import { type Known, runClient } from './client.ts';
import { faultModel } from './model.ts';
import { startProcess } from './process.ts';

// Clients write while the database and the server are killed, again and again: what was acknowledged is there, once, with
// its history and its events; what was not is there as a whole, or not at all.

const seconds = process.env.ALMANAC_LONG ? 60 : 3;
const clients = 8;

test('no acknowledged write is lost or doubled, whatever is killed', { timeout: 600_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-fault-'));
  await chmod(folder, 0o755); // For root, the server runs as another user.
  const random = generator(Number(process.env.ALMANAC_SEED ?? Date.now() % 1_000_000));
  let postgresql = await startEmbedded(folder);
  t.teardown(async () => {
    await postgresql.stop();
    await rm(folder, { recursive: true });
  });
  const setup = await connect(postgresql.url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  await createTables(setup, faultModel());
  await setup.close();
  const proxy = await switchedProxy(t, postgresql.url);
  let server = await startProcess(t, proxy.url);

  let isOver = false;
  let acknowledged = 0;
  const working = Promise.all(
    Array.from({ length: clients }, (_, index) =>
      runClient(
        index + 1,
        () => server.address,
        () => isOver,
        random,
        () => {
          acknowledged += 1;
        },
      ),
    ),
  );
  const kills = { server: 0, database: 0 };
  const killServer = async () => {
    await server.kill();
    kills.server += 1;
    server = await startProcess(t, proxy.url);
  };
  const killDatabase = async () => {
    // An immediate shutdown, or not even that.
    process.kill(serverOf(folder), kills.database % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
    kills.database += 1;
    await postgresql.stop();
    proxy.cut();
    postgresql = await restart(folder);
    await proxy.mend(postgresql.url);
  };
  const until = performance.now() + seconds * 1000;
  // A machine that is busy gets the time for something to be lost.
  const enough = 5 * clients;
  for (let round = 0; round < 2 || performance.now() < until || acknowledged < enough; round += 1) {
    await delay(500 + random() * 1_000);
    await (round % 2 === 0 ? killDatabase() : killServer());
  }
  isOver = true;
  const works = await working;

  const database = await connect(postgresql.url, { maximumConnections: 2, statementTimeoutSeconds: 0 });
  t.teardown(() => database.close());
  const rows = async (text: string): Promise<readonly Row[]> => {
    const outcome = await database.query({ text, values: [] });
    if (!outcome.ok) throw new Error(outcome.error.message);
    return outcome.rows;
  };
  while ((await sequence(database)) > 0 || (await rows('select from almanac.outbox')).length > 0) await delay(50);

  t.same(
    works.flatMap(({ wrong }) => wrong),
    [],
    'every answer is one that the request explains',
  );
  const known = works.flatMap((work) => work.known);
  const found = await everything(rows);
  t.same(differences(known, found), [], 'what was acknowledged is there, once, with its history and events');
  t.same(await halves(rows), [], 'no row, version or event is there without the others');
  const names = new Set(works.flatMap(({ abandoned }) => abandoned));
  const doubled = await rows(`
    select name, count(*) as rows
    from (select name from note union all select name from card union all select name from entry) as item
    group by name having count(*) > 1`);
  t.same(doubled, [], 'nothing is there twice');
  const keys = new Set(known.map(keyOf));
  const unknown = [...found.keys()].filter((key) => !keys.has(key));
  t.ok(unknown.length <= names.size, 'and what nobody was told of was asked for');

  const repeated = works.reduce((sum, work) => sum + work.repeated, 0);
  t.ok(repeated > 0, 'there was something to lose');
  t.comment(
    `${acknowledged} writes acknowledged in ${seconds} s, ${repeated} requests repeated, ${names.size} given up (${unknown.length} of them done), ` +
      `database killed ${kills.database} times, server ${kills.server} times; lost 0, doubled 0`,
  );
});

/** What the database has of a row: its versions, as a client knows them, and its events in short. */
interface Found {
  readonly versions: readonly string[];
  readonly events: string;
}

const keyOf = ({ resource, id }: Pick<Known, 'resource' | 'id'>): string => `/${resource}/${id}`;

/** Everything that is there, by the path of its row: replaced versions, current ones, and events. */
async function everything(rows: (text: string) => Promise<readonly Row[]>): Promise<ReadonlyMap<string, Found>> {
  const versions = await rows(`
    select '/card/' || card_id as source, count::text as value, id from card_history
    union all select '/card/' || id, count::text, row_version from card
    union all select '/note/' || id, count::text, row_version from note
    union all select '/entry/' || entry_id, coalesce(to_char(valid_to, 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'), 'open'), id from entry_history
    union all select '/entry/' || id, coalesce(to_char(valid_to, 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'), 'open'), row_version from entry
    order by id`);
  const events = await rows(`
    select source, string_agg(split_part(type, '.', 4), ',' order by id) as verbs from event
    where source not like '/owner/%' group by source`);
  const byVersion = Map.groupBy(versions, ({ source }) => source ?? '');
  return new Map(
    events.map(({ source, verbs }) => [
      source ?? '',
      { versions: (byVersion.get(source ?? '') ?? []).map(({ value }) => value ?? ''), events: verbs ?? '' },
    ]),
  );
}

/** Of each row that was acknowledged, what is otherwise in the database. */
function differences(known: readonly Known[], found: ReadonlyMap<string, Found>): readonly string[] {
  return known.flatMap((row) => {
    const key = keyOf(row);
    const versions = row.versions.map((value) => (value === null ? 'open' : String(value)));
    const kept = row.resource === 'note' ? (row.deleted ? [] : versions.slice(-1)) : versions;
    const events = ['create', ...versions.slice(1).map(() => 'update'), ...(row.deleted ? ['delete'] : [])].join();
    const expected = JSON.stringify({ versions: kept, events });
    const actual = JSON.stringify(found.get(key) ?? null);
    return expected === actual ? [] : [`${key}: expected ${expected}, found ${actual}`];
  });
}

/** Rows of which something is missing, whoever made them. */
async function halves(rows: (text: string) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  return rows(`
    with versions as (
      select '/card/' || card_id as source, recorded_at from card_history union all select '/card/' || id, recorded_at from card
      union all select '/entry/' || entry_id, recorded_at from entry_history union all select '/entry/' || id, recorded_at from entry
    ), told as (
      select source, "time" from event where source ~ '^/(card|entry)/' and type !~ 'delete$'
    )
    (select 'without event' as what, source from versions except select 'without event', versions.source from versions join told on told.source = versions.source and told."time" = versions.recorded_at)
    union all
    (select 'without version', source from told except select 'without version', told.source from told join versions on told.source = versions.source and told."time" = versions.recorded_at)
    union all
    select 'without event', '/note/' || id from note
    where (select count(*) from event where source = '/note/' || note.id and type ~ 'create$') <> 1`);
}

function serverOf(folder: string): number {
  const [, server = ''] = readFileSync(join(folder, 'postgresql', 'processes'), 'utf8').split('\n');
  return Number.parseInt(server, 10);
}

/** Processes of a server that was killed may be there for a moment, and keep the next one from its data. */
async function restart(folder: string): Promise<Embedded> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startEmbedded(folder);
    } catch (error) {
      if (attempt === 100) throw error;
      await delay(100);
    }
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
