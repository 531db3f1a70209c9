import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { type Test, test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import type { TestService } from '../http/service.ts';
import { rowsOf } from '../schema/catalog.ts';
import { eventModel, eventService } from './service.ts';

// Who reads on from the last id misses no event and sees none twice, however long transactions take
// and however they end. Beside the events, the same changes are logged under ids that their writers take: there it fails.

const writers = 32;
const owners = 8;
const runs = process.env.ALMANAC_LONG ? 20 : 1;

const transaction = fc.record({
  owner: fc.integer({ min: 1, max: owners }),
  pets: fc.integer({ min: 0, max: 3 }),
  milliseconds: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(30) }, fc.nat(400)),
  ends: fc.constantFrom('commit', 'commit', 'commit', 'rollback', 'savepoint'),
});
type Transaction = typeof transaction extends fc.Arbitrary<infer T> ? T : never;

const work = fc.array(fc.array(transaction, { minLength: 2, maxLength: 6 }), {
  minLength: writers,
  maxLength: writers,
});

/** Ids that a writer takes, as a table of events without sequencer would have them. */
const logOfWriters = `
create table log (id bigint, source text);
create function log() returns trigger language plpgsql as $$
begin
  insert into public.log values (new.id, new.source);
  return null;
end
$$;
create trigger log after insert on almanac.outbox for each row execute function log();
insert into owner (name) select 'owner ' || number from generate_series(1, ${owners}) as number;`;

test('a reader who pages by the last id sees each event once, in an order that holds for each row', async (t) => {
  let missed = 0;
  await fc.assert(
    fc.asyncProperty(work, async (plans) => {
      let isSound = false;
      // With a database that is gone when the run has ended.
      await t.test(`${plans.flat().length} transactions`, async (t) => {
        const found = await run(t, plans);
        t.same([...found.read].sort(), [...found.committed].sort(), 'each once');
        t.same(found.disordered, [], 'in the order in which a row was changed');
        missed += found.committed.length - found.readOfWriters.length;
        isSound = t.passing();
      });
      return isSound;
    }),
    { numRuns: runs },
  );
  t.comment(`of ids that writers take, a reader misses ${missed}`);
  t.ok(missed > 0, 'which is not so where writers take the ids');
});

async function run(t: Test, plans: readonly (readonly Transaction[])[]) {
  const service = await eventService(t);
  const { database, url } = service.database;
  await database.script(logOfWriters);
  const pools = await Promise.all(
    [writers, 2, 2].map((maximumConnections) => connect(url, { maximumConnections, statementTimeoutSeconds: 30 })),
  );
  const [forWriters, ...processes] = pools as [Database, ...Database[]];
  const workers = await Promise.all(processes.map((process) => startWorker(eventModel(), process, () => {})));
  const done = new AbortController();
  const killing = killSequencers(service, done.signal);
  const reading = [readEvents(service, done.signal), readLog(service, done.signal)] as const;
  const written = await Promise.all(
    plans.map(async (plan, writer) => {
      const sources: string[] = [];
      for (const each of plan) sources.push(...(await write(forWriters, each, writer)));
      return sources;
    }),
  );
  const committed = [...Array.from({ length: owners }, (_, at) => `/owner/${at + 1}`), ...written.flat()];
  await waitFor(async () => (await service.database.query('select from almanac.outbox')).length === 0);
  done.abort();
  const [read, readOfWriters] = await Promise.all(reading);
  await killing;
  await Promise.all(workers.map((worker) => worker.close()));
  await Promise.all(pools.map((pool) => pool.close()));
  const disordered = await service.database.query(`
    select source from (select source, time < lag(time) over (partition by source order by id) as early from event) as told
    where early`);
  return { committed, read, readOfWriters, disordered };
}

/** One transaction: the sources of its events, which are none when it is rolled back. */
async function write(database: Database, { owner, pets, milliseconds, ends }: Transaction, writer: number) {
  const sources: string[] = [];
  const rolledBack = new Error('rolled back');
  const work = async (query: Database['query']) => {
    const insert = async () => {
      for (let count = 0; count < pets; count += 1) {
        const [pet] = await rowsOf(query, `insert into pet (name) values ('pet of ${writer}') returning id`);
        sources.push(`/pet/${pet?.id}`);
      }
    };
    await insert();
    await rowsOf(query, `select pg_sleep(${milliseconds / 1000})`);
    if (ends === 'savepoint') {
      await rowsOf(query, 'savepoint one');
      await rowsOf(query, `insert into pet (name) values ('never there')`);
      await rowsOf(query, 'rollback to one');
    }
    await rowsOf(query, `update owner set size = coalesce(size, 0) + 1 where id = ${owner}`);
    sources.push(`/owner/${owner}`);
    if (ends === 'rollback') throw rolledBack;
    return null;
  };
  for (;;) {
    try {
      const failure = await database.transaction(work);
      if (failure === null) return sources;
      throw new Error(failure.error.message);
    } catch (error) {
      if (error === rolledBack) return [];
      // Its instant is that of its first change, and another was faster with the owner: it has to be done again.
      if (!/could not serialize/.test(String(error))) throw error;
      sources.length = 0;
    }
  }
}

/** Pages through the events until all is written, and then to their end. */
async function readEvents({ ask }: TestService, signal: AbortSignal): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let last = 0; ; ) {
    const isLast = signal.aborted;
    const { body } = await ask('GET', `/event?id=gt.${last}&limit=7`);
    for (const { id, source } of body) {
      seen.push(source);
      last = id;
    }
    if (isLast && body.length === 0) return seen;
  }
}

async function readLog({ database }: TestService, signal: AbortSignal): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let last = '0'; ; ) {
    const isLast = signal.aborted;
    const rows = await database.query('select id, source from log where id > $1 order by id limit 7', [last]);
    for (const { id, source } of rows) {
      seen.push(source ?? '');
      last = id ?? last;
    }
    if (isLast && rows.length === 0) return seen;
  }
}

/** Ends sessions that work, or have worked, for the sequencer, again and again. */
async function killSequencers({ database }: TestService, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await database.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'select almanac.sequence_events%' and pid <> pg_backend_pid()
      order by random() limit 1`);
    await delay(20);
  }
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(10);
}
