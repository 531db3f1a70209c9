import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { computeNotices } from '../../engine/feature/notice/compute.ts';
import { worksOf } from '../../engine/worker/feature.ts';
import type { Frontier } from '../../engine/worker/frontier.ts';
import { type Frontiers, frontiersOf, look } from '../../engine/worker/look.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import { files } from '../codegen/role_project.ts';
import { countedProxy } from '../db/counted_proxy.ts';
import { serveModel } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { eventModel, eventService } from './service.ts';

// How the work of the background is found: cheaply, and none of it is passed over.

const rows = process.env.ALMANAC_LONG ? 1_000_000 : 20_000;

async function own(t: Test, url: string): Promise<Database> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 300 });
  t.teardown(() => database.close());
  return database;
}

const eventWorks = await worksOf(eventModel());

const outboxOf = (frontiers: Frontiers) => frontiers.get('outbox') as Frontier;

test('a service with all kinds of work asks two statements a second at most while it is idle', async (t) => {
  const model = modelOfFiles(files);
  const service = await serveModel(t, model);
  await service.database.query("insert into party (name) values ('a')");
  await service.database.query('insert into book (owner_id) values (1)');
  const proxy = await countedProxy(t, service.database.url);
  const database = await connect(proxy.url, { maximumConnections: 5, statementTimeoutSeconds: 10 });
  const worker = await startWorker(model, database, (error) => t.fail(String(error)));
  t.teardown(async () => {
    await worker.close();
    await database.close();
  });
  while ((await service.database.query('select from notice')).length === 0) await delay(20);
  await delay(1600);
  proxy.reset();
  const begin = performance.now();
  const asked = () => proxy.messages().replaceAll(/[^QE]/g, '').length;
  await delay(3000);
  while (asked() < 3) await delay(100);
  const seconds = (performance.now() - begin) / 1000;
  // A statement at each end has one pause less between them.
  t.ok(asked() <= 2 * seconds + 1, `${asked()} statements in ${seconds.toFixed(1)} s`);
});

test('rows that an old snapshot keeps are not walked again', async (t) => {
  const { database } = await eventService(t);
  const reader = await own(t, database.url);
  await reader.query({ text: 'begin isolation level repeatable read', values: [] });
  await reader.query({ text: 'select from pet', values: [] });
  const writer = await own(t, database.url);
  await database.database.script(`
    begin;
    insert into pet default values;
    insert into almanac.outbox (type, source, "time", recorded_by)
    select 'org.example.pet.create', '/pet/1', now(), 0 from generate_series(2, ${rows});
    commit;
    delete from almanac.outbox where id > 1`);
  while ((await sequence(writer)) > 0);
  const frontiers = frontiersOf(eventWorks);
  const times: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    const begin = performance.now();
    t.same(await look(eventWorks, writer, frontiers), []);
    times.push(Math.round((performance.now() - begin) * 10) / 10);
  }
  await lookUntil(
    () => outboxOf(frontiers).passed() > 0n,
    () => look(eventWorks, writer, frontiers),
  );
  t.equal(outboxOf(frontiers).passed(), BigInt(rows));
  t.comment(`${rows} dead rows, milliseconds of each look: ${times.join(' ')}`);
  await reader.query({ text: 'rollback', values: [] });
});

test('what commits late, under an id before others, is found', async (t) => {
  const { database } = await eventService(t);
  const late = await own(t, database.url);
  const frontiers = frontiersOf(eventWorks);
  const turns = async () => {
    for (let count = 0; count < 3; count += 1) {
      await look(eventWorks, database.database, frontiers);
      await sequence(database.database);
    }
  };
  await late.query({ text: 'begin', values: [] });
  await late.query({ text: `insert into pet (name) values ('late')`, values: [] });
  for (let count = 0; count < 3; count += 1) {
    await database.query(`insert into pet (name) values ('soon')`);
    await turns();
  }
  t.equal(outboxOf(frontiers).passed(), 0n, 'nothing is passed while one may still come');
  await late.query({ text: 'commit', values: [] });
  t.same(await look(eventWorks, database.database, frontiers), ['sequencer']);
  await lookUntil(() => outboxOf(frontiers).passed() === 4n, turns);
  t.equal(outboxOf(frontiers).passed(), 4n);
  t.same(await database.query('select count(*) from event'), [{ count: '4' }]);
});

/** Transactions of other tests, on the same server, may hold up what is passed. */
async function lookUntil(isPassed: () => boolean, looked: () => Promise<unknown>): Promise<void> {
  for (const until = performance.now() + 120_000; performance.now() < until && !isPassed(); ) await looked();
}

test('ids that are given again are found: at once when they begin anew, else by a look from the beginning', async (t) => {
  const { database } = await eventService(t);
  const frontiers = frontiersOf(eventWorks);
  const looked = () => look(eventWorks, database.database, frontiers);
  await database.query('insert into pet select from generate_series(1, 10)');
  while ((await sequence(database.database)) > 0);
  await lookUntil(() => outboxOf(frontiers).passed() === 10n, looked);
  t.equal(outboxOf(frontiers).passed(), 10n);
  await database.query('alter sequence almanac.outbox_id_seq restart with 3');
  await database.query('insert into pet default values');
  await looked();
  t.same(await looked(), ['sequencer']);
  while ((await sequence(database.database)) > 0);
  await database.query('alter sequence almanac.outbox_id_seq restart with 20');
  for (let count = 0; count < 4; count += 1) {
    await database.query('insert into pet default values');
    while ((await sequence(database.database)) > 0);
    await looked();
  }
  await lookUntil(() => outboxOf(frontiers).passed() >= 20n, looked);
  t.ok(outboxOf(frontiers).passed() >= 20n);
  await database.query(`insert into almanac.outbox (id, type, source, "time", recorded_by)
    overriding system value values (5, 'org.example.pet.create', '/pet/1', now(), 0)`);
  const found: string[] = [];
  for (let count = 0; count < 80; count += 1) found.push(...(await looked()));
  t.ok(found.includes('sequencer'));
  t.equal(outboxOf(frontiers).passed(), 4n, 'a turn begins before it');
});

test('each kind of work is found where it waits', async (t) => {
  const model = modelOfFiles(files);
  const { database } = await serveModel(t, model);
  const works = await worksOf(model);
  const frontiers = frontiersOf(works);
  const looked = () => look(works, database.database, frontiers);
  await computeNotices(database.database);
  while ((await computeNotices(database.database)) > 0);
  t.same(await looked(), []);
  await database.query("insert into party (name) values ('a')");
  t.same(await looked(), ['sequencer']);
  await sequence(database.database);
  t.same(await looked(), ['notifier']);
  await database.query('insert into book (owner_id) values (1)');
  t.same(await looked(), ['sequencer', 'notifier', 'notices']);
  await database.query(
    `insert into subscription (url, secret) values ('http://127.0.0.1/', 'whsec_${'a'.repeat(32)}')`,
  );
  t.same(await looked(), ['sequencer', 'notifier', 'notices', 'deliveries']);
});
