import type { AddressInfo } from 'node:net';
import { type Test, test } from 'tap';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { serveModel, type TestService } from '../http/service.ts';
import {
  type Client,
  createClient,
  type Event,
  followEvents,
  type Json,
  ProblemError,
  type RawNumber,
} from './dialect_client.ts';
import { dialectWithEvents } from './model.ts';

// The client that is written for a service asks it over a socket.

const long = '9007199254740993';

// The library of types has no JSON.rawJSON yet.
const { rawJSON: raw } = JSON as unknown as { rawJSON(text: string): RawNumber };

test('what is written is read, with every digit, and changed under If-Match', async (t) => {
  const { client, service } = await serve(t);
  const { row: maker } = await client.create('maker', { name: 'Ann' });
  const created = await client.create(
    'item',
    {
      name: '"a", (b)',
      big: 9007199254740993n,
      price: '1234567890123456789012.50000000',
      at: new Date('2026-01-31T12:00:00.5Z'),
      data: { exact: raw('1.2345678901234567890'), zeros: raw('1.500'), near: 0.1, list: [null, true] },
      sizes: [1, 2],
      maker_id: maker.id,
    },
    { embed: 'maker!' },
  );
  t.match(created.row, {
    id: '1',
    big: long,
    price: '1234567890123456789012.50000000',
    at: '2026-01-31T12:00:00.5+00:00',
    sizes: [1, 2],
    maker_id: '1',
    maker: { id: '1', name: 'Ann' },
  });
  t.same(created.row.data, { exact: raw('1.2345678901234567890'), zeros: 1.5, near: 0.1, list: [null, true] });
  t.match(
    (await service.database.query('select data::text, price::text from item where id = 1'))[0],
    { data: /"exact": 1.2345678901234567890[,}]/, price: '1234567890123456789012.50000000' },
    'as numbers',
  );
  const { row, etag } = await client.read('item', created.row.id, { embed: 'maker' });
  t.equal(row.links.maker, '/dialect/maker/1');
  t.equal(etag.length > 2, true);
  const { row: copy } = await client.create('item', { data: row.data, price: row.price, big: row.big });
  t.same([copy.data, copy.price, copy.big], [row.data, row.price, row.big], 'what was read can be sent');
  const changed = await client.update('item', row.id, { big: `-${long}` }, { ifMatch: etag, select: ['big'] });
  t.same(changed.row, { big: `-${long}` });
  t.match(await problem(client.update('item', row.id, { big: 1 }, { ifMatch: etag })), {
    code: 'precondition_failed',
    status: 412,
  });
  t.match(await problem(client.delete('item', row.id, { ifMatch: etag })), { code: 'precondition_failed' });
  await client.delete('item', row.id, { ifMatch: changed.etag });
  t.match(await problem(client.read('item', row.id)), { code: 'not_found', status: 404, message: /item 1/ });
  const { rows: versions } = await client.history('item', row.id, { order: ['id'], embed: 'maker' });
  t.same(
    versions.map(({ big, item_id }) => [big, item_id]),
    [
      [long, '1'],
      [`-${long}`, '1'],
    ],
  );
  t.match(versions[0]?.maker, { name: 'Ann' });
});

test('members whose names have escapes keep their names and digits', async (t) => {
  const { client } = await serve(t);
  // JSON.parse of Node 24 reads each name as the first.
  const documents: Json[] = [
    { a: 1, 'b\\': raw('1.2345678901234567890') },
    { a: 1, 'b"': '"\\n":' },
    { a: 1, 'b\n': { 'c"': [null, { '0': 1.5, '\\': {} }] } },
    { a: 1, 'b\t': [] },
  ];
  const made = await client.createMany(
    'item',
    documents.map((data) => ({ data })),
  );
  const { rows } = await client.list('item', { order: ['id'] });
  for (const read of [made, rows]) {
    t.same(
      read.map(({ data }) => data),
      documents,
    );
  }
  const { row } = await client.read('item', 2);
  t.same(row.data, documents[1]);
});

test('a create is done once under its key, and problems say all that is wrong', async (t) => {
  const { client, address } = await serve(t);
  const options = { idempotencyKey: crypto.randomUUID() };
  const first = await client.create('maker', { name: 'Ann', size: 3 }, options);
  t.same(await client.create('maker', { name: 'Ann', size: 3 }, options), first);
  t.equal((await client.list('maker')).rows.length, 1);
  t.match(await problem(client.create('maker', { name: 'Bo' }, options)), { code: 'idempotency_key_reused' });
  // What types would have found, as a service of other definitions meets it.
  const wrong = await problem(client.create('maker', { name: 5, size: Number.NaN } as never));
  t.match(wrong, { code: 'invalid_body', errors: [{ pointer: '/name' }, { pointer: '/size' }], requestId: String });
  const stranger = createClient({ url: address });
  t.match(await problem(stranger.list('maker')), { code: 'unauthenticated', status: 401 });
  const proxy = createClient({ url: address, fetch: async () => new Response('<html>', { status: 502 }) });
  t.match(await problem(proxy.list('maker')), { code: null, status: 502, message: 'the answer is 502' });
  const gone = new AbortController();
  gone.abort();
  await t.rejects(client.list('maker', { signal: gone.signal }), { name: 'AbortError' });
  t.throws(() => createClient({ url: 'nowhere' }), TypeError);
});

test('a row that the caller wrote and may not read', async (t) => {
  const answering = (status: number, headers: Record<string, string>) =>
    createClient({ url: 'http://localhost', fetch: async () => new Response(null, { status, headers }) });
  const created = await answering(201, { Location: '/dialect/maker/12' }).create('maker', { name: 'x' });
  t.same(created, { row: null, etag: null, id: '12' });
  const updated = await answering(204, {}).update('maker', '7', { name: 'x' }, { select: ['name'] });
  t.same(updated, { row: null, etag: null, id: '7' });
});

test('a read has the token of the last write', async (t) => {
  const sent: (string | null)[] = [];
  const answers: Promise<string | null>[] = [];
  const client = createClient({
    url: 'http://localhost',
    fetch: async (_url, init) => {
      sent.push(new Headers(init?.headers).get('Consistency-Token'));
      const token = await answers.shift();
      return new Response(init?.method === 'GET' ? '[]' : null, {
        headers: token ? { 'Consistency-Token': token } : {},
      });
    },
  });
  const tokenOfRead = async () => {
    await client.list('maker');
    return sent.at(-1);
  };
  const write = (answer: string | Promise<string>) => {
    answers.push(Promise.resolve(answer));
    return client.update('maker', '1', { name: 'x' });
  };
  t.equal(await tokenOfRead(), null);
  await write('0/F0');
  t.equal(sent.at(-1), null, 'a write has none');
  t.equal(await tokenOfRead(), '0/F0');
  const slow = Promise.withResolvers<string>();
  const [one, other] = [write(slow.promise), write('1/0')];
  await other;
  slow.resolve('0/F8');
  await one;
  t.equal(await tokenOfRead(), '1/0', 'the later one counts of two writes at a time');
  await write('0/FFFFFFF');
  t.equal(await tokenOfRead(), '0/FFFFFFF', 'the database was set back');
});

test('every kind of condition reaches the service as it is meant', async (t) => {
  const { client } = await serve(t);
  const ann = await client.create('maker', { name: 'Ann', size: 1 });
  const bo = await client.create('maker', { name: 'Bo, "B"', size: 2 });
  const one = await client.create('item', {
    name: 'fat, (cats) & "dogs" \\',
    kind: 'open',
    count: 5,
    big: long,
    price: '0.10',
    ready: true,
    day: '2026-01-31',
    at: '2026-01-31T12:00:00+01:00',
    code: '7d444840-9dc0-11d1-b245-5ffdce74fad2',
    data: { a: 1, b: 'x, "y"', c: [1, 2] },
    tags: ['a, b', '"c"', 'd\\'],
    sizes: [1, 2],
    maker_id: ann.row.id,
  });
  const two = await client.create('item', { name: 'C + D', kind: 'lost', count: 1, tags: [], maker_id: bo.row.id });
  await client.create('remark', { text: 'good', stars: 5, item_id: one.row.id, author_id: bo.row.id });
  await client.create('remark', { text: 'bad', stars: 1, item_id: one.row.id });
  await client.create('stay', { item_id: two.row.id, place: 'here', valid_from: '2026-01-01T00:00Z' });
  const both = ['1', '2'];
  type Where = NonNullable<NonNullable<Parameters<typeof client.list<'item'>>[1]>['where']>;
  const asked: readonly (readonly [where: Where, ids: readonly string[]])[] = [
    [{}, both],
    [{ name: { eq: 'fat, (cats) & "dogs" \\' } }, ['1']],
    [{ name: { eq: 'C + D' } }, ['2']],
    [{ name: { in: ['C + D', 'fat, (cats) & "dogs" \\'] } }, both],
    [{ or: [{ name: { eq: 'fat, (cats) & "dogs" \\' } }, { name: { eq: 'nothing' } }] }, ['1']],
    [{ name: { 'like(any)': ['*"dogs"*', 'x, y'] } }, ['1']],
    [{ or: [{ name: { 'like(any)': ['*"dogs"*', 'x, y'] }, count: { gt: 1 } }] }, ['1']],
    [{ name: { 'fts(english)': 'cat' } }, ['1']],
    [{ kind: { in: ['open', 'lost'], not: { eq: 'lost' } } }, ['1']],
    [{ count: { gte: 1, lt: 5 } }, ['2']],
    [{ count: { not: { gte: 1, lt: 5 } } }, ['1']],
    [{ big: { eq: 9007199254740993n } }, ['1']],
    [{ big: { eq: '9007199254740992' } }, []],
    [{ price: { eq: '0.1' } }, ['1']],
    [{ ready: { is: null } }, ['2']],
    [{ ready: { is: true }, many: { eq: true } }, ['1']],
    [{ day: { is: 'not_null' } }, ['1']],
    [{ at: { eq: new Date('2026-01-31T11:00:00Z') } }, ['1']],
    [{ or: [{ at: { lt: new Date() } }] }, ['1']],
    [{ code: { eq: '7d444840-9dc0-11d1-b245-5ffdce74fad2' } }, ['1']],
    [{ data: { cs: { b: 'x, "y"' } } }, ['1']],
    [{ or: [{ data: { cs: { b: 'x, "y"' } } }] }, ['1']],
    [{ data: { in: [{ a: 1, b: 'x, "y"', c: [1, 2] }] } }, ['1']],
    [{ 'data->c': { eq: [1, 2] } }, ['1']],
    [{ 'data->>b': { eq: 'x, "y"' } }, ['1']],
    [{ tags: { cs: ['a, b', '"c"', 'd\\'] } }, ['1']],
    [{ or: [{ tags: { cs: ['a, b', '"c"', 'd\\'] } }, { tags: { eq: [] } }] }, both],
    [{ sizes: { ov: [2, 3] } }, ['1']],
    [{ maker: { name: { eq: 'Bo, "B"' } } }, ['2']],
    [{ maker: { or: [{ name: { eq: 'Bo, "B"' } }, { size: { gt: 9 } }] } }, ['2']],
    [{ or: [{ maker: { name: { eq: 'Bo, "B"' }, size: { eq: 2 } } }, { count: { eq: 9 } }] }, ['2']],
    [{ remark: { text: { eq: 'good' }, stars: { eq: 1 } } }, []],
    [{ remark: { author: { name: { like: 'Bo*' } } } }, ['1']],
    [{ remark: { is: null } }, ['2']],
    [{ remark: { is: 'not_null', text: { eq: 'bad' } } }, ['1']],
    [{ or: [{ remark: { is: null } }, { count: { eq: 5 } }] }, both],
    [{ stay: { validity: { cs: '2026-02-01T00:00Z' } } }, ['2']],
    [{ not: { or: [{ count: { eq: 5 } }, { count: { eq: 9 } }] } }, ['2']],
    [{ not: { kind: { eq: 'open' }, count: { eq: 5 } } }, ['2']],
    [{ and: [{ or: [{ count: { eq: 5 } }, { count: { eq: 1 } }] }, { kind: { neq: 'lost' } }] }, ['1']],
  ];
  for (const [where, ids] of asked) {
    const { rows } = await client.list('item', { where, order: ['id'], select: ['id'] });
    t.same(
      rows.map(({ id }) => id),
      ids,
      JSON.stringify(where, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    );
  }
  const { rows } = await client.list('item', {
    embed: 'remark(author),stay',
    where: { remark: { stars: { gt: 3 } } },
    related: { stay: { valid_at: new Date('2025-01-01T00:00Z') }, remark: { order: ['stars.desc'], limit: 1 } },
    order: ['maker(name).desc'],
  });
  t.match(rows, [
    { id: '2', remark: [], stay: [] },
    { id: '1', remark: [{ text: 'good', author: { name: 'Bo, "B"' } }] },
  ]);
});

test('pages lead to the next, and iterate goes through all of them', async (t) => {
  const { client } = await serve(t);
  for (let count = 0; count < 7; count += 1) await client.create('item', { count: count % 3 });
  const first = await client.list('item', { order: ['count.desc'], limit: 3, count: 'exact', select: ['id'] });
  t.same([first.rows, first.total], [[{ id: '3' }, { id: '6' }, { id: '2' }], 7]);
  const second = await first.next?.();
  t.same([second?.rows, second?.total], [[{ id: '5' }, { id: '1' }, { id: '4' }], 7]);
  const third = await second?.next?.();
  t.same([third?.rows, third?.next], [[{ id: '7' }], null]);
  const ids: string[] = [];
  for await (const { id } of client.iterate('item', { order: ['count.desc'], limit: 2, where: { count: { lt: 2 } } })) {
    ids.push(id);
  }
  t.same(ids, ['2', '5', '1', '4', '7']);
  const before = (await client.read('item', 7)).row.recorded_at;
  await client.delete('item', 7);
  t.equal((await client.list('item', { as_of: before })).rows.length, 7, 'as of then');
  t.equal((await client.read('item', 7, { as_of: before, select: ['count'] })).row.count, 0);
});

test('events are followed over any break, each once', async (t) => {
  const { client, service, address, token } = await serve(t);
  await client.create('maker', { name: 'before' });
  await tell(service);
  const end = new AbortController();
  let cuts = 0;
  const begun = Promise.withResolvers<void>();
  // A connection that breaks off, a service that has too much to do, and one that is away.
  const unsteady = createClient({
    url: address,
    token: () => token,
    fetch: async (url, init) => {
      const isStream = new Headers(init?.headers).get('Accept') === 'text/event-stream';
      if (!isStream || cuts === 3) return fetch(url, init);
      cuts += 1;
      begun.resolve();
      if (cuts === 1) throw new TypeError('fetch failed');
      if (cuts === 2) return new Response('', { status: 503 });
      return cutAfterFirst(await fetch(url, init));
    },
  });
  const events = followEvents(unsteady, { where: { source: { like: '/maker/*' } }, signal: end.signal });
  const told = sourcesOf(events, 3);
  await begun.promise;
  await client.create('maker', { name: 'one' });
  await client.create('item', {});
  await tell(service);
  await client.create('maker', { name: 'two' });
  await client.create('maker', { name: 'three' });
  await tell(service);
  t.same(await told, ['/maker/2', '/maker/3', '/maker/4']);
  t.equal(cuts, 3);
  const again = followEvents(client, { after: 1, signal: end.signal });
  t.match((await again.next()).value, { id: '2', source: '/maker/2' });
  end.abort();
  t.same(await again.next(), { value: undefined, done: true }, 'the signal ends it');
  const stranger = followEvents(createClient({ url: address }), { after: 0 });
  t.match(await problem(stranger.next()), { code: 'unauthenticated' }, 'what would not change ends it');
});

async function sourcesOf(events: AsyncGenerator<Event, void>, count: number): Promise<readonly string[]> {
  const sources: string[] = [];
  for await (const { source } of events) if (sources.push(source) === count) break;
  return sources;
}

/** The stream until behind its first event, as if the connection broke there. */
function cutAfterFirst(response: Response): Response {
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      controller.enqueue(bytes);
      if (new TextDecoder().decode(bytes).includes('data:')) controller.error(new TypeError('terminated'));
    },
  });
  return new Response(response.body?.pipeThrough(cut) ?? null, response);
}

interface Served {
  readonly client: Client;
  readonly service: TestService;
  readonly address: string;
  readonly token: string;
}

async function serve(t: Test): Promise<Served> {
  const service = await serveModel(t, dialectWithEvents());
  await service.server.listen({ host: '127.0.0.1', port: 0 });
  // fetch may have opened one that it never used, which the server would wait for.
  t.teardown(() => service.server.server.closeAllConnections());
  const { port } = service.server.server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const token = service.token({ identity_id: 7, scope: 'manage:data' });
  return { client: createClient({ url: address, token }), service, address, token };
}

/** Makes events of all that waits. */
async function tell({ database }: TestService): Promise<void> {
  while ((await sequence(database.database)) > 0);
}

async function problem(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(() => null).catch((thrown: unknown) => thrown);
  return error instanceof ProblemError ? { ...error, message: error.message } : error;
}

test('many rows are written in one request', async (t) => {
  const { client } = await serve(t);
  const made = await client.createMany(
    'item',
    [
      { name: 'a, "b"', big: 9007199254740993n, price: '0.10' },
      { name: 'c', count: 3 },
      { data: { exact: raw('1.2345678901234567890') } },
    ],
    { select: ['id', 'name', 'kind', 'big', 'count'], idempotencyKey: crypto.randomUUID() },
  );
  t.same(made, [
    { id: '1', name: 'a, "b"', kind: 'open', big: long, count: null },
    { id: '2', name: 'c', kind: 'open', big: null, count: 3 },
    { id: '3', name: null, kind: 'open', big: null, count: null },
  ]);
  t.same(await client.createMany('item', []), []);
  t.match(await problem(client.createMany('item', [{ name: 'd' }, { kind: 'none' as 'open' }])), {
    code: 'invalid_body',
    errors: [{ pointer: '/1/kind' }],
  });
  t.equal(await client.updateMany('item', { id: { lte: 2 } }, { kind: 'lost', big: `-${long}` }), 2);
  t.match(await problem(client.deleteMany('item', { kind: { eq: 'lost' } }, { maxAffected: 1 })), {
    code: 'limit_exceeded',
  });
  t.match(await problem(client.deleteMany('item', {})), { status: 400 });
  t.equal(await client.deleteMany('item', { kind: { eq: 'lost' } }), 2);
  t.equal(await client.deleteMany('item', { kind: { eq: 'lost' } }), 0);
});

test('a batch is one request, in which later requests use what earlier ones made', async (t) => {
  const { client, service } = await serve(t);
  const [maker, items, first, count, gone] = await client.batch((batch) => {
    const ann = batch.create('maker', { name: 'Ann, "B"' });
    const made = batch.createMany('item', [
      { name: 'a', maker_id: ann.result('id') },
      { name: 'b', big: long },
    ]);
    const read = batch.read('item', made.result('0.id'), { embed: 'maker', select: ['name', 'maker_id'] });
    const updated = batch.updateMany('item', { name: { in: ['a', 'b'] } }, { price: '1.50' });
    batch.update('item', made.result('1.id'), { count: 9 });
    return [ann, made, read, updated, batch.delete('item', made.result('0.id'))];
  });
  t.match(maker, { row: { id: '1', name: 'Ann, "B"' }, etag: /^"/ });
  t.same(
    items.map(({ id, maker_id, big }) => ({ id, maker_id, big })),
    [
      { id: '1', maker_id: '1', big: null },
      { id: '2', maker_id: null, big: long },
    ],
  );
  t.match(first.row, { name: 'a', maker_id: '1', maker: { id: '1', name: 'Ann, "B"' } });
  t.equal(count, 2);
  t.equal(gone, undefined);
  t.same(await service.database.query('select id::text, count, price::text from item'), [
    { id: '2', count: 9, price: '1.50000000' },
  ]);
  const refused = await problem(
    client.batch((batch) => [batch.update('item', 2, { count: 1 }), batch.delete('item', 99)]),
  );
  t.match(refused, { code: 'not_found', status: 404 });
  t.same(await service.database.query('select count from item'), [{ count: 9 }], 'nothing of it is done');
  const options = { idempotencyKey: crypto.randomUUID() };
  const make = () => client.batch((batch) => [batch.create('maker', { name: 'Bo' })], options);
  t.same(await make(), await make());
});

test('a dry run tells what a batch would do, and does nothing', async (t) => {
  const { client, service } = await serve(t);
  const { row } = await client.create('item', { name: 'a', big: long });
  const { results, effects } = await client.dryRun((batch) => {
    const made = batch.create('maker', { name: 'Ann' });
    return [batch.update('item', row.id, { big: 1, maker_id: made.result('id') }, { select: ['big'] }), made];
  });
  t.same(results[0].row, { big: '1' });
  t.match(effects, [
    { resource: 'item', id: row.id, change: 'update', before: { big: long, maker_id: null }, after: { big: '1' } },
    { resource: 'maker', id: results[1].row?.id, change: 'create', before: null, after: { name: 'Ann' } },
  ]);
  t.same(await service.database.query('select big::text, (select count(*)::int from maker) as makers from item'), [
    { big: long, makers: 0 },
  ]);
});

test('groups have every digit of their aggregates', async (t) => {
  const { client } = await serve(t);
  await client.createMany('item', [
    { name: 'a', big: long, price: '0.1', count: 1, maker_id: null },
    { name: 'a', big: long, price: '0.2', count: 2, maker_id: null },
    { name: 'b', big: '-1', price: '1234567890123456789012.5', count: 3, maker_id: null },
  ]);
  const select = ['name', 'id:count()', 'big.sum()', 'most:big.max()', 'price.avg()', 'c:count.min()'] as const;
  const first = await client.list('item', { select, order: ['sum.desc'], limit: 1, count: 'exact' });
  const group = { name: 'a', id: 2, sum: '18014398509481986', most: long, avg: '0.15000000000000000000', c: 1 };
  t.same(first.rows, [group]);
  t.equal(first.total, 2);
  const other = { name: 'b', id: 1, sum: '-1', most: '-1', avg: '1234567890123456789012.50000000', c: 3 };
  t.same((await first.next?.())?.rows, [other], 'on the next page too');
});
