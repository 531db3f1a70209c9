import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'tap';
import type { Outcome, Row } from '../../db/statement.ts';
import { addPartitions } from '../../engine/feature/event/partition.ts';
import { databaseLocks } from '../database_locks.ts';
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

test('events of the default partition go home, however far ahead the ids have gone meanwhile', async (t) => {
  const service = await eventService(t);
  const { database, query } = service.database;
  for (const id of [1999999, 7999999]) {
    await query(`select setval('event_id_seq', ${id})`);
    await query('insert into pet default values');
    await eventsAfter(service, 0);
  }
  await addPartitions(database);
  t.same(await query(places), [
    { id: '2000000', place: 'almanac.event_2' },
    { id: '8000000', place: 'almanac.event_8' },
  ]);
});

test('who reads while events go home to their partition misses none of them', async (t) => {
  const service = await eventService(t);
  const { database, query } = service.database;
  await query(`select setval('event_id_seq', 1999999)`);
  await query('insert into pet default values');
  await query('insert into pet default values');
  t.same(await eventsAfter(service, 0), ['/pet/1 create', '/pet/2 create']);
  const read = { text: 'select id from public.event where id > $1::bigint order by id', values: ['0'] };
  const readings: Promise<Outcome>[] = [];
  await database.transaction(async (within) => {
    await within({ text: 'select almanac.add_event_partition(2)', values: [] });
    // Planned while the partition is being attached, by different readers.
    for (const name of [null, 'page_of_events'] as const)
      readings.push(database.query({ ...read, ...(name !== null && { name }) }));
    await waitUntilHeld(query, readings.length);
  });
  for (const reading of readings)
    t.match(
      await reading,
      { ok: true, rows: [{ id: '2000000' }, { id: '2000001' }] },
      'the move is over, and all are there',
    );
  t.same(
    (await query(places)).map(({ place }) => place),
    ['almanac.event_2', 'almanac.event_2'],
  );
});

/** Until so many statements wait for a lock of a table. */
async function waitUntilHeld(query: (text: string) => Promise<readonly Row[]>, count: number): Promise<void> {
  const waiting = `select count(*) as count from ${databaseLocks} where not granted`;
  while (Number((await query(waiting))[0]?.count) < count) await delay(10);
}

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
