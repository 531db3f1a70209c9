import { connect as connectSocket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { connect } from '../../db/database.ts';
import type { DatabaseError } from '../../db/database_error.ts';
import type { Query } from '../../db/statement.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { eventChannel } from '../../engine/feature/event/log.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { createFollowers } from '../../engine/feature/event/stream/followers.ts';
import { createServer } from '../../engine/http/server.ts';
import type { Access, AccessRule, Model } from '../../engine/model/model.ts';
import { noRow } from '../../engine/model/whole_access.ts';
import { planList } from '../../engine/query/plan/list_plan.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import { deafProxy } from '../db/deaf_proxy.ts';
import { quiet, secret, serveModel, type TestService } from '../http/service.ts';
import { pacedMilliseconds } from '../pace.ts';
import { anyone, rowsFor } from '../query/writer.ts';
import { eventModel, eventService } from './service.ts';
import { follow, insertPets } from './stream.ts';

// GET /event as text/event-stream: live, filtered as the list is, resumed from Last-Event-ID.

/** A service that listens, with a worker of its own. */
async function listen(
  t: Test,
  service: TestService,
  { heartbeatMilliseconds = 15_000, followersPerIdentity = 4000, url = service.database.url } = {},
) {
  const { limits } = service.model.service;
  const model = {
    ...service.model,
    service: {
      ...service.model.service,
      limits: { ...limits, connections: 4000, connectionsPerAddress: 4000, followersPerIdentity },
    },
  };
  const database = await connect(url, { maximumConnections: 5, statementTimeoutSeconds: 10 });
  const worker = await startWorker(model, database, () => {});
  const server = await createServer({
    model,
    database,
    authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
    ...quiet,
    wrote: worker.wake,
    heartbeatMilliseconds,
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await server.close();
    await worker.close();
    await database.close();
  };
  t.teardown(close);
  return { address, close };
}

test('a notification that is of no event loses nobody', async (t) => {
  const service = await eventService(t);
  const { address } = await listen(t, service);
  const { query } = service.database;
  const follower = await follow(t, service, address);
  const listening = async () =>
    (await query(`select pid from pg_stat_activity where query like 'listen%' and datname = current_database()`))[0]
      ?.pid;
  while ((await listening()) === undefined) await delay(10);
  const before = await listening();
  for (const payload of ['nonsense', '', '-1', '0x10', '1.5', '9'.repeat(100), ' 3'])
    await query(`select pg_notify('${eventChannel}', '${payload}')`);
  await insertPets(service.database.database, 2);
  t.same(await follower.sources(2), ['/pet/1', '/pet/2']);
  t.equal(await listening(), before, 'on the same connection');
});

test('a follower gets what comes from now on; one that resumes, what it has missed, and then what comes', async (t) => {
  const service = await eventService(t);
  const { address } = await listen(t, service);
  const pets = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `/pet/${from + at}`);
  await insertPets(service.database.database, 1200);
  const early = await follow(t, service, address, { after: 0 });
  t.equal(early.response.status, 200);
  t.equal(early.response.headers.get('content-type'), 'text/event-stream');
  t.same(await early.sources(1200), pets(1, 1200), 'more than a page');
  const late = await follow(t, service, address);
  const resumed = await follow(t, service, address, { after: 1190 });
  await service.ask('POST', '/pet', { body: {} });
  await insertPets(service.database.database, 9);
  t.same(await late.sources(10), pets(1201, 1210));
  t.same(await resumed.sources(20), pets(1191, 1210));
  t.same(await early.sources(1210), pets(1, 1210));
  const [message] = late.messages;
  const { body } = await service.ask('GET', `/event?id=eq.${message?.id}`);
  t.same(message?.event, body[0], 'an event as the list shows it');
  const future = await follow(t, service, address, { after: 1211 });
  t.equal(future.response.status, 410, 'an id that is still to come');
});

test('those who catch up have one page fetched after the other, and share it where they are shown the same', async (t) => {
  const { model, database } = await eventService(t);
  const event = model.resources.get('event');
  if (event === undefined) throw new Error('there are no events');
  await insertPets(database.database, 1300);
  while ((await sequence(database.database)) > 0);
  let pages = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  const { listen: hear, query } = database.database;
  const ask: Query = async (statement) => {
    if (!statement.text.includes('row_to_json')) return query(statement);
    pages += 1;
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const outcome = await query(statement);
    atOnce -= 1;
    return outcome;
  };
  const share = { ...database.database, query: ask };
  const followers = createFollowers({ listen: hear, query, share: () => share }, () => {});
  t.teardown(() => followers.close());
  const followAll = async (count: number, sourceOf: (at: number) => string) => {
    const seen = await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const plan = planList(event, [{ name: 'source', value: `neq.${sourceOf(at)}`, index: 0 }], model);
        if (!plan.ok) throw new Error(plan.faults[0]?.detail);
        const ids: string[] = [];
        const asked = { event, restrictions: rowsFor(anyone, model), filters: plan.value.rows.conditions };
        const show = (events: readonly { readonly id: string }[]) => ids.push(...events.map(({ id }) => id));
        const following = await followers.follow(
          { asked, show, ready: async () => true, drop: () => t.fail('dropped') },
          '0',
          database.database,
        );
        if (!following.ok) throw new Error(following.error?.message);
        return { ids, start: following.start };
      }),
    );
    for (const { start } of seen) t.teardown(start());
    while (!seen.every(({ ids }) => ids.length >= 1300)) await delay(20);
    const all = Array.from({ length: 1300 }, (_, at) => String(at + 1));
    t.ok(seen.every(({ ids }) => ids.join() === all.join()));
  };
  await followAll(40, () => 'x');
  // The first one is served before the others have come.
  t.ok(pages <= 2 * 3, `${pages} pages for forty that ask the same`);
  pages = 0;
  await followAll(40, (at) => `x${at}`);
  t.equal(pages, 40 * 3);
  t.equal(mostAtOnce, 1);
});

test('an identity has a bounded number of streams', async (t) => {
  const service = await eventService(t);
  const { address } = await listen(t, service, { followersPerIdentity: 2 });
  const streams = [await follow(t, service, address), await follow(t, service, address)];
  const refused = await follow(t, service, address);
  t.equal(refused.response.status, 429);
  t.equal(refused.response.headers.get('retry-after'), '5');
  const token = service.token({ identity_id: 8, scope: 'read:data:event' });
  t.equal((await follow(t, service, address, { token })).response.status, 200, 'another has its own');
  streams[0]?.close();
  let status = 429;
  while (status === 429) {
    await delay(20);
    status = (await follow(t, service, address)).response.status;
  }
  t.equal(status, 200, 'where one has ended, another has room');
});

test('filters are those of the list, each follower with its own', async (t) => {
  const service = await eventService(t);
  const { address } = await listen(t, service);
  const queries = [
    '?source=eq./pet/3',
    '?type=like.*.create&source=in.(/pet/2,/pet/4)',
    '?or=(id.lt.2,source.eq./pet/5)',
  ];
  const streams = await Promise.all(queries.map((query) => follow(t, service, address, { query, after: 0 })));
  const twin = await follow(t, service, address, { query: queries[0] ?? '', after: 0 });
  for (let count = 1; count <= 5; count += 1) await insertPets(service.database.database, 1);
  t.same(await streams[0]?.sources(1), ['/pet/3']);
  t.same(await twin.sources(1), ['/pet/3']);
  t.same(await streams[1]?.sources(2), ['/pet/2', '/pet/4']);
  t.same(await streams[2]?.sources(2), ['/pet/1', '/pet/5']);
});

/** As if the access rules of the resource event were these: a watcher sees all, an owner what is about them. */
function withRules(model: Model): Model {
  const event = model.resources.get('event');
  const plan = event === undefined ? null : planList(event, [{ name: 'subject', value: 'eq.', index: 0 }], model);
  const [condition] = plan?.ok ? plan.value.rows.conditions : [];
  if (event === undefined || condition?.kind !== 'comparison') throw new Error('there is no event to compare');
  const may = (read: AccessRule): Access => ({ ...noRow, read });
  const about: AccessRule = {
    kind: 'rule',
    condition: { ...condition, comparand: { kind: 'claim', claim: 'owner' } },
    parts: [],
  };
  const access = new Map([
    ['watcher', may({ kind: 'all' })],
    ['owner', may(about)],
  ]);
  const claims = { ...model.service.claims, others: new Map([['owner', 'owner']]) };
  return {
    ...model,
    service: { ...model.service, roles: ['watcher', 'owner', 'nobody'], claims },
    resources: new Map([...model.resources, ['event', { ...event, access }]]),
  };
}

test('a follower sees what the read rule of event lets their role see, as a list does', async (t) => {
  const service = await serveModel(t, withRules(eventModel()));
  const { address } = await listen(t, service);
  const all = service.token({ identity_id: 7, scope: 'read:data:event', role: 'watcher' });
  const owner = (id: number) =>
    service.token({ identity_id: 7, scope: 'read:data:event', role: 'owner', owner: `/owner/${id}` });
  const nobody = service.token({ identity_id: 7, scope: 'read:data:event', role: 'nobody' });
  const insert = (first: number) =>
    service.database.query(
      `insert into pet (owner_id) select 1 + n % 2 from generate_series(${first}, ${first} + 3) as n`,
    );
  await service.database.query('insert into owner select from generate_series(1, 2)');
  await insert(1);
  const early = await follow(t, service, address, { token: owner(1), after: 0 });
  t.same(await early.sources(2), ['/pet/2', '/pet/4'], 'of what was there before');
  const late = await follow(t, service, address, { token: owner(2) });
  const watcher = await follow(t, service, address, { token: all });
  const others = await Promise.all(
    [nobody, service.token({ identity_id: 7, scope: 'read:data:event' })].map((token) =>
      follow(t, service, address, { token, after: 0 }),
    ),
  );
  await insert(5);
  t.same(await watcher.sources(4), ['/pet/5', '/pet/6', '/pet/7', '/pet/8']);
  t.same(await early.sources(4), ['/pet/2', '/pet/4', '/pet/6', '/pet/8'], 'and of what comes');
  t.same(await late.sources(2), ['/pet/5', '/pet/7'], 'the same role with another claim');
  const listed = await service.ask('GET', '/event', { token: owner(2) });
  t.same(
    listed.body.map(({ source }: { readonly source: string }) => source),
    ['/pet/1', '/pet/3', '/pet/5', '/pet/7'],
  );
  await delay(300);
  for (const other of others) t.same(other.messages, [], 'who has no rule sees nothing');
});

test('what cannot be answered to some of them keeps nobody else waiting', async (t) => {
  const { model, database } = await eventService(t);
  const { listen: hear, query } = database.database;
  const event = model.resources.get('event');
  if (event === undefined) throw new Error('there are no events');
  let isBroken = false;
  const error = { sqlstate: '57014', unavailable: false } as DatabaseError;
  const ask: Query = async (statement) =>
    isBroken && statement.values.includes('slow') ? { ok: false, error } : query(statement);
  const share = { ...database.database, query: ask };
  const followers = createFollowers({ listen: hear, query: ask, share: () => share }, () => {});
  t.teardown(() => followers.close());
  const seen: string[] = [];
  const dropped = Promise.withResolvers<void>();
  for (const word of ['slow', 'fast']) {
    const plan = planList(event, [{ name: 'source', value: `neq.${word}`, index: 0 }], model);
    if (!plan.ok) throw new Error(plan.faults[0]?.detail);
    const following = await followers.follow(
      {
        asked: { event, restrictions: rowsFor(anyone, model), filters: plan.value.rows.conditions },
        show: (events) => seen.push(...events.map(({ id }) => `${word} ${id}`)),
        ready: async () => true,
        drop: () => (word === 'slow' ? dropped.resolve() : t.fail('dropped')),
      },
      null,
      share,
    );
    if (!following.ok) throw new Error(following.error?.message);
    t.teardown(following.start());
  }
  const showNext = async (count: number) => {
    await insertPets(database.database, 1);
    await sequence(database.database);
    while (seen.length < count) await delay(20);
  };
  await showNext(2);
  isBroken = true;
  await showNext(3);
  await dropped.promise;
  t.same(seen.slice(0, 2).sort(), ['fast 1', 'slow 1']);
  t.same(seen.slice(2), ['fast 2']);
});

const refusals: readonly (readonly [
  what: string,
  request: { readonly query?: string; readonly after?: string; readonly token?: string },
  status: number,
  code: string,
])[] = [
  ['an unknown field', { query: '?nothing=eq.1' }, 400, 'unknown_parameter'],
  ['a page', { query: '?limit=1' }, 400, 'unknown_parameter'],
  ['columns', { query: '?select=id' }, 400, 'unknown_parameter'],
  ['an order', { query: '?order=id.desc' }, 400, 'unknown_parameter'],
  ['an expression that is none', { query: '?source=match.(' }, 400, 'invalid_parameter'],
  ['a value that is none', { query: '?id=eq.x' }, 400, 'invalid_parameter'],
  ['what is no id', { after: 'x' }, 400, 'invalid_parameter'],
  ['an id past all', { after: '9223372036854775808' }, 400, 'invalid_parameter'],
  ['no token', { token: 'none' }, 401, 'unauthenticated'],
];

test('what cannot be followed is refused as the list refuses it', async (t) => {
  const service = await eventService(t);
  const { address } = await listen(t, service);
  for (const [what, request, status, code] of refusals) {
    const { response } = await follow(t, service, address, request);
    t.equal(response.status, status, what);
    t.match(response.headers.get('content-type'), 'application/problem+json', `${what}: ${code}`);
  }
  const other = service.token({ identity_id: 7, scope: 'read:data:pet' });
  t.equal((await follow(t, service, address, { token: other })).response.status, 403);
  const json = await follow(t, service, address, { headers: { accept: 'application/json' } });
  t.equal(json.response.headers.get('content-type'), 'application/json; charset=utf-8', 'the list is where it was');
  const pets = await fetch(`${address}/api/v1/pet`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${other}` },
  });
  t.equal(pets.status, 406, 'no other resource is a stream');
});

test('a stream shows that it lives', async (t) => {
  const service = await eventService(t);
  const { address } = await listen(t, service, { heartbeatMilliseconds: 100 });
  const stream = await follow(t, service, address);
  while (stream.messages.length < 3) await delay(20);
  t.ok(stream.messages.every(({ event }) => event === null));
});

test('a stream ends with its token, between two signs of life, and shows nothing after it', async (t) => {
  const model = eventModel();
  const token = { ...model.service.token, clockToleranceSeconds: 1 };
  const service = await serveModel(t, { ...model, service: { ...model.service, token } });
  const { address } = await listen(t, service, { heartbeatMilliseconds: 120_000 });
  const exp = () => Math.ceil(Date.now() / 1000 + 0.5);
  const far = service.token({ identity_id: 7, scope: 'read:data:event', exp: exp() + 365 * 86_400 });
  const staying = await follow(t, service, address, { token: far });
  const open = async () => {
    for (;;) {
      const until = exp();
      const token = service.token({ identity_id: 7, scope: 'read:data:event', exp: until });
      // An event is there already: a busy machine may bring no other before the end.
      await insertPets(service.database.database, 1);
      const stream = await follow(t, service, address, { token, after: 0 });
      if (stream.response.status === 200 && (await stream.sources(1)).length > 0)
        return { ending: stream, end: (until + 1) * 1000 };
      // A busy machine may ask when it has ended.
      if (Date.now() < (until + 1) * 1000) throw new Error(`${stream.response.status} before its end`);
    }
  };
  const { ending, end } = await open();
  let endedAt = 0;
  ending.ended.then(() => {
    endedAt = Date.now();
  });
  // What comes as it ends harms nobody.
  while (endedAt === 0) await insertPets(service.database.database, 50);
  t.ok(endedAt >= end, 'not before');
  t.ok(endedAt < end + 60_000, `${endedAt - end} ms after it, and not with the next sign of life`);
  const { id } = ending.messages.at(-1) ?? {};
  const { body } = await service.ask('GET', `/event?id=eq.${id}`);
  t.ok(Date.parse(body[0].time) <= end, 'no event of a later time');
  await insertPets(service.database.database, 1);
  const [pets] = await service.database.query('select count(*) as count from pet');
  const all = Number(pets?.count);
  t.equal((await staying.sources(all)).length, all, 'a token of a year goes on');
});

test('followers through restarts of the server, and lost connections of the database, miss nothing', async (t) => {
  const service = await eventService(t);
  const seen: string[] = [];
  let last = '0';
  for (let round = 0; round < 3; round += 1) {
    const { address, close } = await listen(t, service);
    const stream = await follow(t, service, address, { after: last });
    await insertPets(service.database.database, 20);
    // The connection that listens among them.
    await service.database.query(`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
    await insertPets(service.database.database, 20).catch(() => insertPets(service.database.database, 20));
    await stream.sources(40);
    await close();
    await stream.ended;
    for (const { id, event } of stream.messages) {
      if (event === null) continue;
      seen.push(event.source);
      last = id ?? last;
    }
    await insertPets(service.database.database, 20);
  }
  const { address } = await listen(t, service);
  const rest = await follow(t, service, address, { after: last });
  seen.push(...(await rest.sources(180 - seen.length)));
  t.same(
    seen,
    Array.from({ length: 180 }, (_, at) => `/pet/${at + 1}`),
  );
});

test('thousands of idle followers share one connection that listens; one that does not read is dropped', async (t) => {
  const many = process.env.ALMANAC_LONG ? 3000 : 100;
  const service = await eventService(t);
  const { address } = await listen(t, service);
  const streams = [];
  for (let count = 0; count < many; count += 1) streams.push(await follow(t, service, address));
  const listening = await service.database.query(`
    select count(*) as count from pg_stat_activity where datname = current_database() and query ilike 'listen%'`);
  t.same(listening, [{ count: '1' }]);
  const begin = performance.now();
  await insertPets(service.database.database, 1);
  t.ok((await Promise.all(streams.map((stream) => stream.sources(1)))).every(([source]) => source === '/pet/1'));
  t.comment(`an event at ${many} followers after ${Math.round(performance.now() - begin)} ms`);

  const { hostname, port } = new URL(address);
  const lazy = connectSocket(Number(port), hostname);
  const token = service.token({ identity_id: 7, scope: 'read:data:event' });
  lazy.write(
    `GET /api/v1/event HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  await new Promise((resolve) => lazy.once('readable', resolve));
  lazy.pause();
  const dropped = new Promise((resolve) => lazy.once('close', resolve));
  lazy.on('error', () => {});
  for (const stream of streams.slice(1)) stream.close();
  await service.database.query(`
    insert into event (specversion, type, source, time, data, recorded_at, recorded_by)
    select '1.0', 'large', '/pet/0', now(), jsonb_build_object('updated_fields', array[repeat('x', 30000)]), now(), 0
    from generate_series(1, 1000)`);
  await insertPets(service.database.database, 1);
  await streams[0]?.sources(1002);
  lazy.resume();
  await dropped;
  t.ok(lazy.bytesRead < 15_000_000, `it was sent ${lazy.bytesRead} bytes`);
});

test('where PostgreSQL is not heard, a follower gets an event all the same; where it is, nobody asks often', async (t) => {
  const service = await eventService(t);
  const { database } = service.database;
  let looks = 0;
  const followers = createFollowers(
    {
      ...database,
      query: (statement) => {
        looks += 1;
        return database.query(statement);
      },
    },
    () => {},
  );
  t.teardown(() => followers.close());
  const event = service.model.resources.get('event');
  if (event === undefined) throw new Error('no events');
  const following = await followers.follow(
    {
      asked: { event, restrictions: rowsFor(anyone, service.model), filters: [] },
      show: () => {},
      ready: async () => true,
      drop: () => t.fail('dropped'),
    },
    null,
    database,
  );
  if (!following.ok) throw new Error(following.error?.message);
  t.teardown(following.start());
  const { address } = await listen(t, service, { url: await deafProxy(t, service.database.url) });
  const stream = await follow(t, service, address);
  const begin = performance.now();
  for (const source of ['/pet/1', '/pet/2']) {
    const written = performance.now();
    await insertPets(database, 1);
    const waited = await pacedMilliseconds(async () => {
      await Promise.race([stream.sources(Number(source.at(-1))), delay(60_000)]);
    });
    t.equal(stream.messages.at(-1)?.event?.source, source);
    t.ok(waited < 8_000, `${waited} ms`);
    t.comment(`${source} after ${Math.round(performance.now() - written)} ms`);
  }
  const seconds = (performance.now() - begin) / 1000;
  t.ok(looks <= 2 + seconds / 2, `${looks} looks in ${seconds} s`);
});
