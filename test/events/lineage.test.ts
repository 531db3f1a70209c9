import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { addPartitions } from '../../engine/feature/event/partition.ts';
import { createFollowers } from '../../engine/feature/event/stream/followers.ts';
import type { TestService } from '../http/service.ts';
import { anyone, rowsFor } from '../query/writer.ts';
import { eventService, eventsAfter } from './service.ts';

// Another server may lack the end of the log: its ids are never given again.

const lost = async ({ database }: TestService, id: bigint | number | string) => {
  const [row] = await database.query(`select almanac.lost_event(${id}) as kept`);
  return row?.kept ?? null;
};
const ids = async ({ database }: TestService) => {
  const rows = await database.query('select id from event order by id');
  return rows.map(({ id }) => Number(id));
};
const servers = ({ database }: TestService) =>
  database.query('select last_id, first_id from almanac.event_lineage order by id');

/** As if another server had taken over, which has the events up to an id. */
async function takeOver({ database }: TestService, last: number): Promise<void> {
  await database.query(`update almanac.event_lineage set server = 'another'`);
  await database.query(`delete from event where id > ${last}`);
  // As a standby has it that lacks the last record of the sequence.
  await database.query(`select setval('event_id_seq', ${last})`);
}

test('the ids that a server gave are given by no other, and the place of each is known', async (t) => {
  const service = await eventService(t);
  await service.database.query('insert into pet select from generate_series(1, 5)');
  await eventsAfter(service, 0);
  t.same(await servers(service), [{ last_id: null, first_id: null }]);
  await takeOver(service, 3);
  await service.database.query('insert into pet select from generate_series(1, 2)');
  const after = await eventsAfter(service, 3);
  t.equal(after.length, 2);
  const [first = 0, second] = (await ids(service)).slice(3);
  t.equal(second, first + 1);
  const seconds = (Date.now() - Date.parse('2020-01-01T00:00Z')) / 1000;
  t.ok(Math.abs(first / 100_000 - seconds) < 60, `${first} is of now`);
  t.same(await servers(service), [
    { last_id: null, first_id: null },
    { last_id: '3', first_id: String(first) },
  ]);
  for (const [id, kept] of [
    [0, null],
    [3, null],
    [4, '3'],
    [first - 1, '3'],
    [first, null],
    [first + 1, null],
    [first + 2, String(first + 1)],
    ['9223372036854775807', String(first + 1)],
  ] as const)
    t.equal(await lost(service, id), kept, String(id));
  t.same((await servers(service)).length, 2, 'noted once');
});

test('behind a gap, events go to their partition once that is added', async (t) => {
  const service = await eventService(t);
  await service.database.query('insert into pet default values');
  await eventsAfter(service, 0);
  await takeOver(service, 1);
  await service.database.query('insert into pet default values');
  await eventsAfter(service, 1);
  const places = 'select id, tableoid::regclass::text as place from event where id > 1';
  const place = async () => (await service.database.query(places))[0];
  t.match(await place(), { place: 'almanac.event_default' });
  for (const _ of [1, 2]) await addPartitions(service.database.database);
  const { id, place: home } = (await place()) ?? {};
  t.equal(home, `almanac.event_${BigInt(String(id)) / 1_000_000n}`);
});

test('ids of the outbox that are given again are in no place that a process passes over', async (t) => {
  const service = await eventService(t);
  const { query } = service.database;
  await query('insert into pet select from generate_series(1, 5)');
  await eventsAfter(service, 0);
  const behind = async () => (await query('select almanac.sequence_events(10, 5) as given'))[0]?.given;
  await query('alter sequence almanac.outbox_id_seq restart with 4');
  await query('insert into pet select from generate_series(1, 3)');
  await query(`update almanac.event_lineage set since = since - interval '6 minutes'`);
  t.equal(await behind(), '1', 'of a server that is known');
  await takeOver(service, 5);
  t.equal(await behind(), '2');
});

test('a second server that takes over at once gives other ids, even if it knows nothing of the first', async (t) => {
  const service = await eventService(t);
  await service.database.query('insert into pet default values');
  await eventsAfter(service, 0);
  const given = new Set<number>();
  for (const _ of [1, 2, 3]) {
    await takeOver(service, 1);
    await service.database.query('delete from almanac.event_lineage where last_id is not null');
    await service.database.query('insert into pet select from generate_series(1, 3)');
    await eventsAfter(service, 1);
    for (const id of (await ids(service)).slice(1)) given.add(id);
  }
  t.equal(given.size, 9);
});

/** A follower in a process of its own knowledge, which has seen the first five events. */
async function followerOfFive(t: Test, service: TestService) {
  const { database } = service.database;
  await service.database.query('insert into pet select from generate_series(1, 5)');
  await eventsAfter(service, 0);
  const followers = createFollowers(database, (error) => t.fail(String(error)));
  t.teardown(() => followers.close());
  const event = service.model.resources.get('event');
  if (event === undefined) throw new Error('no events');
  const shown: number[] = [];
  const dropped = Promise.withResolvers<'dropped'>();
  const following = await followers.follow(
    {
      asked: { event, restrictions: rowsFor(anyone, service.model), filters: [] },
      show: (events) => shown.push(...events.map(({ id }) => Number(id))),
      ready: async () => true,
      drop: () => dropped.resolve('dropped'),
    },
    '0',
    database,
  );
  if (!following.ok) throw new Error('it cannot be followed');
  t.teardown(following.start());
  while (shown.length < 5) await delay(20);
  return { shown, dropped: dropped.promise };
}

const endListening = `
  select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`;

test('who has seen what is lost is let go of: when the server changes, or at its first event', async (t) => {
  const ways: readonly (readonly [way: string, change: (service: TestService) => Promise<unknown>])[] = [
    ['a new connection', ({ database }) => database.query(endListening)],
    [
      'an event',
      async (service) => {
        await service.database.query('insert into pet default values');
        await eventsAfter(service, 3);
      },
    ],
  ];
  for (const [way, change] of ways) {
    const service = await eventService(t);
    const { shown, dropped } = await followerOfFive(t, service);
    await takeOver(service, 3);
    await change(service);
    t.equal(await dropped, 'dropped', way);
    t.same(shown, [1, 2, 3, 4, 5], 'it is shown nothing more');
  }
});

test('where nothing is lost, followers go on behind the gap', async (t) => {
  const service = await eventService(t);
  const { shown, dropped } = await followerOfFive(t, service);
  await takeOver(service, 5);
  await service.database.query(endListening);
  await service.database.query('insert into pet select from generate_series(1, 2)');
  await eventsAfter(service, 5);
  while (shown.length < 7) await delay(20);
  t.same(shown, await ids(service));
  t.ok((shown[5] ?? 0) > 1_000_000);
  t.equal(await Promise.race([dropped, delay(100)]), undefined);
});

test('who was at an event that retention dropped, with all others, is not refused', async (t) => {
  const service = await eventService(t);
  await service.database.query('insert into pet default values');
  await eventsAfter(service, 0);
  await service.database.query(`update event set recorded_at = recorded_at - interval '32 days'`);
  await addPartitions(service.database.database);
  await service.database.query('drop table almanac.event_0');
  for (const server of ['the same', 'another']) {
    t.equal(await lost(service, 1), null, server);
    await service.database.query(`update almanac.event_lineage set server = 'another'`);
  }
  t.equal((await servers(service)).length, 2);
});

test('a server that does not say who it is makes events all the same', async (t) => {
  const service = await eventService(t);
  const { query } = service.database;
  await query('revoke execute on function pg_control_system() from public');
  await query('alter function almanac.event_server() owner to pg_monitor');
  await query('insert into pet default values');
  t.equal((await eventsAfter(service, 0)).length, 1);
  t.same(await servers(service), []);
});
