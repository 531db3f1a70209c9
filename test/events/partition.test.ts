import { test } from 'tap';
import { addPartitions } from '../../engine/feature/event/partition.ts';
import { eventService, eventsAfter } from './service.ts';

// Partitions are there before they are needed, and what comes too early is not lost.

const partitions = `
  select string_agg(inhrelid::regclass::text, ' ' order by inhrelid::regclass::text) as names
  from pg_inherits where inhparent = 'public.event'::regclass`;
const places = `select id, tableoid::regclass::text as place from event order by id`;

test('the next two partitions are there; another call adds none', async (t) => {
  const { database } = await eventService(t);
  const names = async () => (await database.query(partitions))[0]?.names;
  t.equal(await names(), 'almanac.event_0 almanac.event_1 almanac.event_default', 'as made');
  for (const attempt of ['first', 'second']) {
    await addPartitions(database.database);
    t.equal(await names(), 'almanac.event_0 almanac.event_1 almanac.event_2 almanac.event_default', attempt);
  }
});

test('ids that run into the next partition go there; without one they go to the default, and home when it is added', async (t) => {
  const service = await eventService(t);
  const { database, query } = service.database;
  await query(`select setval('event_id_seq', 1999999)`);
  await query('insert into pet default values');
  t.same(await eventsAfter(service, 0), ['/pet/1 create']);
  t.same(await query(places), [{ id: '2000000', place: 'almanac.event_default' }]);
  await addPartitions(database);
  t.same(await query(places), [{ id: '2000000', place: 'almanac.event_2' }]);
  t.match(await query(partitions), [{ names: /event_2 almanac.event_3 almanac.event_4 / }]);
  await query('insert into pet default values');
  t.same(await eventsAfter(service, 0), ['/pet/1 create', '/pet/2 create'], 'listed and read as before');
  t.equal((await service.ask('GET', '/event/2000001')).status, 200);
  const indexes = await query(`
    select count(*) as count from pg_index where indrelid in ('almanac.event_0'::regclass, 'almanac.event_2'::regclass)
    group by indrelid`);
  t.same(indexes, [{ count: '3' }, { count: '3' }], 'with the indexes of the others');
});

test('after a month, ids go on in the next partition', async (t) => {
  const service = await eventService(t);
  const { database, query } = service.database;
  await query('insert into pet default values');
  await eventsAfter(service, 0);
  await addPartitions(database);
  await query(`update event set recorded_at = recorded_at - interval '32 days'`);
  for (const _ of ['first', 'second']) await addPartitions(database);
  await query('insert into pet default values');
  await eventsAfter(service, 0);
  t.same(await query(places), [
    { id: '1', place: 'almanac.event_0' },
    { id: '1000000', place: 'almanac.event_1' },
  ]);
});
