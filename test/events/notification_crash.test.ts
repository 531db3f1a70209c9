import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { type Test, test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { notify } from '../../engine/feature/notification/notifier.ts';
import { haltingProxy } from '../db/halting_proxy.ts';
import { serveModel, type TestService } from '../http/service.ts';
import { programEnvironment } from '../program_environment.ts';
import { notificationModel, notifyAll, ownRules, thrown } from './notification_service.ts';

// Exactly once each, whatever becomes of a worker. Here no constraint makes good for a second time.

const isLong = process.env.ALMANAC_LONG !== undefined;
const model = notificationModel(ownRules);

/** Parties 1 to 3 with an identity each, and a point of each; its supplier is the next party. */
const rows = `
insert into party (id, name) overriding system value select id, 'party ' || id from generate_series(1, 3) as id;
insert into identity (id, subject, party_id) overriding system value select id, 'identity ' || id, id from generate_series(1, 3) as id;
insert into point (id, system_operator_id) overriding system value select id, id from generate_series(1, 3) as id;`;

async function bareService(t: Test): Promise<TestService> {
  const service = await serveModel(t, model);
  await service.database.database.script(`${rows}
    alter table notification drop constraint notification_event_id_party_id_key;`);
  await notifyAll(model, service);
  await service.database.query('delete from notification');
  return service;
}

/** A unit behind a point, made by an identity: the point's operator is notified, unless it is the same party's. */
async function addUnit(query: Database['query'], point: number, identity: number): Promise<void> {
  const text = `
    with caller as materialized (select set_config('almanac.identity', $2, true))
    insert into unit (point_id) select $1::bigint from caller`;
  const outcome = await query({ text, values: [String(point), String(identity)] });
  if (!outcome.ok) throw new Error(outcome.error.message);
}

/** Holds the notifications against the units that were made: how many there are, how many are missing, how many are too many. */
async function checked({ database }: TestService, units: number) {
  const [counts] = await database.query(`
    with expected as (
      select event.id as event_id, point.system_operator_id as party_id
      from unit join point on point.id = unit.point_id join event on event.source = '/unit/' || unit.id
      where unit.recorded_by <> point.system_operator_id
    )
    select
      (select count(*) from unit) as units,
      (select count(*) from event where type = 'org.example.unit.create') as events,
      (select count(*) from expected) = (select count(*) from notification) as complete,
      (select count(*) from (select * from expected except select event_id, party_id from notification) as missing) as missing,
      (select count(*) from (select event_id, party_id from notification except all select * from expected) as extra) as extra`);
  return { ...counts, of: String(units) };
}

function sound(units: number) {
  return { units: String(units), events: String(units), complete: 't', missing: '0', extra: '0', of: String(units) };
}

test('many workers at once notify once each of what many write', async (t) => {
  const service = await bareService(t);
  const { url } = service.database;
  const workers = await Promise.all(
    Array.from({ length: 4 }, () => connect(url, { maximumConnections: 1, statementTimeoutSeconds: 10 })),
  );
  t.teardown(() => Promise.all(workers.map((each) => each.close())));
  let units = 0;
  const write = fc.record({ point: fc.integer({ min: 1, max: 3 }), identity: fc.integer({ min: 0, max: 3 }) });
  const turns = fc.array(fc.constantFrom('sequence', 'notify'), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { minLength: 1, maxLength: 20 }),
      fc.tuple(turns, turns, turns, turns),
      async (writes, plans) => {
        const work = workers.map(async (worker, place) => {
          for (const turn of plans[place] ?? [])
            await (turn === 'sequence' ? sequence(worker) : notify(model, worker, thrown));
        });
        const written = writes.map(({ point, identity }) => addUnit(service.database.database.query, point, identity));
        await Promise.all([...work, ...written]);
        units += writes.length;
        await notifyAll(model, service);
        t.same(await checked(service, units), sound(units));
      },
    ),
    { numRuns: isLong ? 200 : 5 },
  );
});

test('a worker that is cut off at any of its statements has done all or nothing', async (t) => {
  const service = await bareService(t);
  const { query } = service.database.database;
  const proxy = await haltingProxy(t, service.database.url);
  let units = 0;
  /** Whether a turn met its end at the statement. */
  const isCutAt = async (statement: number, place: 'before' | 'after'): Promise<boolean> => {
    await addUnit(query, 1, 2);
    units += 1;
    await sequence(service.database.database);
    const worker = await connect(proxy.url, { maximumConnections: 1, statementTimeoutSeconds: 10 });
    await worker.query({ text: 'select', values: [] });
    const cut = new Promise<boolean>((resolve) => proxy.haltAt(statement, place, () => resolve(true)));
    const done = notify(model, worker, thrown).then(
      () => false,
      () => true,
    );
    const isCut = await Promise.race([cut, done]);
    proxy.haltAt(0, place, () => {});
    proxy.cut();
    await Promise.allSettled([done, worker.close()]);
    await notifyAll(model, service);
    t.same(await checked(service, units), sound(units), `cut ${place} statement ${statement}`);
    return isCut;
  };
  let statements = 0;
  while (await isCutAt(statements + 1, 'before')) statements += 1;
  t.equal(statements, 6, 'begin, claim, events, notifications, how far, commit');
  t.ok(await isCutAt(statements, 'after'), 'the commit is done, and nobody was told');
});

test('workers that are killed at random points miss nothing and double nothing', async (t) => {
  const kills = isLong ? 200 : 2;
  const service = await bareService(t);
  const { url } = service.database;
  const writers = await connect(url, { maximumConnections: 3, statementTimeoutSeconds: 10 });
  const workers = await Promise.all([startProcess(t, url), startProcess(t, url)]);
  let units = 0;
  let isOver = false;
  const writing = Array.from({ length: 3 }, async (_, place) => {
    while (!isOver) {
      await addUnit(writers.query, (units % 3) + 1, place);
      units += 1;
      await delay(5); // Some hundreds a second leave the workers room.
    }
  });
  for (let kill = 0; kill < kills; kill += 1) {
    const place = kill % workers.length;
    await delay(Math.random() * 100);
    const victim = workers[place];
    victim?.child.kill('SIGKILL');
    await victim?.ended;
    workers[place] = await startProcess(t, url);
  }
  isOver = true;
  await Promise.all(writing);
  for (const { child } of workers) child.kill('SIGKILL');
  await Promise.all([...workers.map(({ ended }) => ended), writers.close()]);
  const [{ waiting } = {}] = await service.database.query('select count(*) as waiting from almanac.outbox');
  t.comment(`${kills} kills, ${units} units, of which ${waiting} were no events yet`);
  t.ok(Number(waiting) < units, 'they were at work');
  await notifyAll(model, service);
  t.same(await checked(service, units), sound(units));
});

const process_ = fileURLToPath(new URL('worker_process.ts', import.meta.url));

async function startProcess(t: Test, url: string) {
  const child = spawn(process.execPath, [process_, url], {
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  t.teardown(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return { child, ended };
}
