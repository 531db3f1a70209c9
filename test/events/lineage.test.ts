import { test } from 'tap';
import type { TestService } from '../http/service.ts';
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
