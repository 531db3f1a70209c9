import { test } from 'tap';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import { identity, type Method, serveModel, testService } from '../http/service.ts';
import { bounds } from '../http/timeline_client.ts';
import { pacedMilliseconds } from '../pace.ts';
import { eventModel, eventService, eventsAfter } from './service.ts';

// Specification 1 and 6: every change of a row that the API shows is an event, and nothing else is.

/** One after the other: what is asked, and the events of it. */
const requests: readonly (readonly [
  request: string,
  body: Readonly<Record<string, string | number | null>> | null,
  status: number,
  events: readonly string[],
])[] = [
  ['POST /owner', { name: 'a' }, 201, ['/owner/1 create']],
  ['POST /owner', { name: 'a' }, 409, []],
  ['POST /owner', { name: 'much too long' }, 422, []],
  ['PATCH /owner/1', { name: 'b', size: 20 }, 200, ['/owner/1 update name,size,is_large']],
  ['PATCH /owner/1', { size: 30 }, 200, ['/owner/1 update size']],
  ['PATCH /owner/1', { size: 30, name: 'b' }, 200, []],
  ['PATCH /owner/1', {}, 200, []],
  ['PATCH /owner/9', { size: 1 }, 404, []],
  ['PATCH /owner/1', { name: null }, 200, ['/owner/1 update name']],
  ['POST /pet', { owner_id: 1 }, 201, ['/pet/1 create -> /owner/1']],
  ['PATCH /pet/1', { name: 'a' }, 200, ['/pet/1 update name -> /owner/1']],
  ['PATCH /pet/1', { owner_id: null }, 200, ['/pet/1 update owner_id']],
  ['PATCH /pet/1', { owner_id: 1 }, 200, ['/pet/1 update owner_id -> /owner/1']],
  ['DELETE /owner/1', null, 409, []],
  ['DELETE /pet/1', null, 204, ['/pet/1 delete -> /owner/1']],
  ['DELETE /pet/1', null, 404, []],
  ['DELETE /owner/1', null, 204, ['/owner/1 delete']],
  ['POST /owner', {}, 201, ['/owner/3 create']],
  ['POST /entry', { owner_id: 3, ...bounds({ from: 0, to: 10 }) }, 201, ['/entry/1 create -> /owner/3']],
  ['POST /entry', { owner_id: 3, ...bounds({ from: 10, to: 20 }) }, 201, ['/entry/2 create -> /owner/3']],
  ['POST /entry', { owner_id: 3, ...bounds({ from: 20, to: 30 }) }, 201, ['/entry/3 create -> /owner/3']],
  [
    'POST /entry',
    { owner_id: 3, ...bounds({ from: 5, to: 25 }) },
    201,
    [
      '/entry/1 update valid_to -> /owner/3',
      '/entry/2 delete -> /owner/3',
      '/entry/3 update valid_from -> /owner/3',
      '/entry/4 create -> /owner/3',
    ],
  ],
  ['PATCH /entry/4', { name: 'a', ...bounds({ to: 20 }) }, 200, ['/entry/4 update name,valid_to -> /owner/3']],
  ['DELETE /entry/4', null, 204, ['/entry/4 delete -> /owner/3']],
  ['DELETE /entry/4', null, 404, []],
  ['PATCH /entry/4', { name: 'b' }, 409, []],
  ['PATCH /entry/4', { name: 'b', ...bounds({ from: 6, to: 7 }) }, 200, ['/entry/4 create -> /owner/3']],
  [
    'PATCH /entry/4',
    bounds({ from: 4 }),
    200,
    ['/entry/1 update valid_to -> /owner/3', '/entry/4 update valid_from -> /owner/3'],
  ],
  ['GET /owner', null, 200, []],
];

test('each request has the events of what it changed', async (t) => {
  const service = await eventService(t);
  let last = 0;
  for (const [request, body, status, expected] of requests) {
    const [method = '', path = ''] = request.split(' ');
    const answer = await service.ask(method as Method, path, body === null ? {} : { body });
    t.equal(answer.status, status, `${request}: ${answer.text}`);
    const events = await eventsAfter(service, last);
    // Which of the entries that make room comes first, nobody is told; they come before what they make room for.
    t.same([...events.slice(0, -1)].sort().concat(events.slice(-1)), expected, `${request} ${JSON.stringify(body)}`);
    last += expected.length;
  }
});

test('an event has the attributes of CloudEvents, the instant of its version and who made it', async (t) => {
  const service = await eventService(t);
  const { ask } = service;
  const { body: owner } = await ask('POST', '/owner', { body: { name: 'a' } });
  await sequence(service.database.database);
  const { status, body } = await ask('GET', '/event/1');
  t.equal(status, 200);
  const { recorded_at, ...event } = body;
  t.same(event, {
    id: 1,
    specversion: '1.0',
    type: 'org.example.owner.create',
    source: '/owner/1',
    subject: null,
    time: owner.recorded_at,
    data: null,
    recorded_by: identity,
    links: { self: '/api/v1/event/1' },
  });
  t.ok(recorded_at >= owner.recorded_at, 'visible after it was recorded');
  await ask('PATCH', '/owner/1', { body: { name: 'b', user: { a: 1 } } });
  await sequence(service.database.database);
  const { body: update } = await ask('GET', '/event?type=like.*.update&time=gt.2020-01-01T00:00Z');
  t.match(update, [{ id: 2, data: { updated_fields: ['name', 'user'] } }]);
  const { body: found } = await ask('GET', '/event?order=id.desc&source=eq./owner/1&limit=1');
  t.match(found, [{ id: 2 }]);
});

/** What plain SQL writes in one transaction, and its events. */
const scripts: readonly (readonly [what: string, script: string, events: readonly string[]])[] = [
  ['nothing', 'select 1', []],
  [
    'two changes are two events, though one version',
    `insert into owner (name) values ('a'); update owner set name = 'b'; update owner set size = 1`,
    ['/owner/1 create', '/owner/1 update name', '/owner/1 update size'],
  ],
  [
    'what a savepoint takes back was never there',
    `savepoint one; update owner set name = 'c'; rollback to one; update owner set name = 'd'`,
    ['/owner/1 update name'],
  ],
  [
    'one statement, many rows',
    `insert into pet (owner_id) select 1 from generate_series(1, 3); update pet set name = 'a' where id < 3; delete from pet where id = 3`,
    [
      ...[1, 2, 3].map((id) => `/pet/${id} create -> /owner/1`),
      ...[1, 2].map((id) => `/pet/${id} update name -> /owner/1`),
      '/pet/3 delete -> /owner/1',
    ],
  ],
  [
    'a soft-deleted entry that is changed, and then removed, does not show',
    `insert into entry (owner_id, valid_from) values (1, '2026-01-01Z'); update entry set valid_from = null, valid_to = null;
     update entry set name = 'a'; delete from entry`,
    ['/entry/1 create -> /owner/1', '/entry/1 delete -> /owner/1'],
  ],
  [
    'an entry of a moment ago that is removed for good',
    `insert into entry (owner_id, valid_from) values (1, '2026-01-01Z'); delete from entry`,
    ['/entry/2 create -> /owner/1', '/entry/2 delete -> /owner/1'],
  ],
  ['an insert that gives way', `insert into owner (id, name) values (1, 'd') on conflict (id) do nothing`, []],
  [
    'a session without search path, with another zone and style',
    `set local search_path = ''; set local timezone = 'Asia/Tokyo'; set local datestyle = 'German'; update public.owner set size = 5; delete from public.pet where id = 1`,
    ['/owner/1 update size', '/pet/1 delete -> /owner/1'],
  ],
];

test('what plain SQL writes is told alike', async (t) => {
  const service = await eventService(t);
  let last = 0;
  for (const [what, script, expected] of scripts) {
    await service.database.database.script(`begin; ${script}; commit;`);
    t.same(await eventsAfter(service, last), expected, what);
    last += expected.length;
  }
});

test('the time of an event is the instant of the record, of a delete too', async (t) => {
  const service = await eventService(t);
  const { query, database } = service.database;
  await database.script(`
    begin; insert into owner (name) values ('a'); commit;
    begin; update owner set name = 'b'; commit;
    begin; delete from owner; commit;`);
  await sequence(database);
  const [wrong] = await query(`
    select string_agg(time::text, ' ' order by id) as told,
      (select string_agg(at::text, ' ' order by at) from (
        select recorded_at as at from owner_history union select replaced_at from owner_history) as instants) as recorded
    from event`);
  t.equal(wrong?.told, wrong?.recorded);
});

test('an event of a write that is not through the API is there within a second of the commit', async (t) => {
  const service = await eventService(t);
  const { database, query } = service.database;
  const failures: unknown[] = [];
  /** Of a few writes, how long the quickest waits for its event. The machine may be busy with others for a while. */
  const quickest = async (table: string, most: number, written = () => {}): Promise<number> => {
    let best = Number.POSITIVE_INFINITY;
    for (let count = 1; count <= 10 && (count <= 3 || best >= most); count += 1) {
      await query(`insert into ${table} default values`);
      const isThere = async () => (await query(`select from event where source = '/${table}/${count}'`)).length > 0;
      written();
      const waited = await pacedMilliseconds(async () => {
        while (!(await isThere()));
      });
      // A look may come just after the first.
      if (count > 1) best = Math.min(best, waited);
    }
    t.comment(`${table}: ${best} ms`);
    return best;
  };
  const looking = await startWorker(eventModel(), database, (error) => failures.push(error));
  t.teardown(() => looking.close());
  t.ok((await quickest('pet', 1000)) < 1000);
  await looking.close();
  // This one hears of a write, or looks after a minute.
  const woken = await startWorker(eventModel(), database, (error) => failures.push(error), {
    lookMilliseconds: 60_000,
  });
  t.teardown(() => woken.close());
  t.ok((await quickest('owner', 200, woken.wake)) < 200, 'and of one that is, within 200 ms');
  t.same(failures, []);
});

test('a write through the API nudges the sequencer of its process', async (t) => {
  const woken: string[] = [];
  const { ask } = await serveModel(t, eventModel(), undefined, () => woken.push('woken'));
  for (const [method, path, body, count] of [
    ['POST', '/owner', {}, 1],
    ['GET', '/owner', undefined, 1],
    ['PATCH', '/owner/1', { name: 'much too long' }, 1],
    ['PATCH', '/owner/1', { name: 'a' }, 2],
    ['DELETE', '/owner/1', undefined, 3],
  ] as const) {
    await ask(method, path, body === undefined ? {} : { body });
    t.equal(woken.length, count, `${method} ${path}`);
  }
});

test('a service without events has neither the resource nor the triggers', async (t) => {
  const { ask, database } = await testService(t, 'test/five_lines');
  t.equal((await ask('GET', '/event')).status, 404);
  t.same(await database.query(`select tgname from pg_trigger where tgname like 'tell%'`), []);
  t.same(await database.query(`select to_regclass('almanac.outbox') as outbox`), [{ outbox: null }]);
});
