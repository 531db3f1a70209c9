import { test } from 'tap';
import { type BatchService, batchService, type Part } from './batch_service.ts';
import { inTime } from './in_time.ts';

// Writes of one shape that follow each other in a batch are one statement. Nobody can tell by what they do.

const count = 6;

/** Units with the ids from 1, of which the worker may change the odd ones. */
async function filled({ run }: BatchService, units = count): Promise<void> {
  const parties = ['Ada', 'Bo'].map((name) => ({ url: 'party', body: { name } }));
  const rows = Array.from({ length: units }, (_, place) => ({
    url: 'unit',
    body: { party_id: 1 + (place % 2), name: `unit ${place + 1}` },
  }));
  const { status, text } = await run([...parties, ...rows]);
  if (status !== 200) throw new Error(text);
}

function rename(id: number, name: string, headers = {}): Part {
  return { method: 'PATCH', url: `unit/${id}`, body: { name }, headers };
}

/** The version in an entity tag, which has more: a row that is read has links. */
function versionOf(tag: string | undefined): string | undefined {
  return tag?.split('-')[0];
}

/** How many statements wrote the units as they are now. */
async function statements({ database }: BatchService): Promise<unknown> {
  const [row] = await database.query(`select count(distinct (xmin::text, cmin::text)) as count from unit`);
  return Number(row?.count);
}

test('changes of one shape are one statement, and so are new rows', async (t) => {
  const service = await batchService(t);
  await filled(service);
  t.equal(await statements(service), 1);
  await service.run([5, 3, 1, 2, 4, 6].map((id) => rename(id, `changed ${id}`)));
  t.equal(await statements(service), 1);
  t.same(await service.database.query("select id from unit where name <> 'changed ' || id"), []);
});

test('each request has its own answer, and rows and events are in the order of the requests', async (t) => {
  const service = await batchService(t, 'events: { prefix: org.example }\n');
  await filled(service);
  const order = [4, 1, 6, 2, 5, 3];
  await service.database.query('delete from almanac.outbox');
  const answer = await service.run([
    ...order.map((id) => rename(id, `changed ${id}`)),
    ...order.map((id) => ({ url: 'unit', body: { party_id: 1, name: `of ${id}` } })),
  ]);
  t.equal(answer.status, 200, answer.text);
  const responses: readonly {
    readonly status: number;
    readonly headers: { etag: string };
    readonly body: { id: number; name: string };
  }[] = answer.body.responses;
  t.same(
    responses.map(({ status, body: { id, name } }) => [status, id, name]),
    [
      ...order.map((id) => [200, id, `changed ${id}`]),
      ...order.map((id, place) => [201, count + place + 1, `of ${id}`]),
    ],
  );
  for (const { headers, body } of responses) {
    const read = await service.ask('GET', `/unit/${body.id}`);
    t.match(read.body, body);
    t.equal(versionOf(read.headers.etag), versionOf(headers.etag));
  }
  const events = await service.database.query('select source from almanac.outbox order by id');
  t.same(
    events.map(({ source }) => source),
    responses.map(({ body }) => `/unit/${body.id}`),
  );
  const versions = await service.database.query('select id from unit order by row_version');
  t.same(
    versions.map(({ id }) => Number(id)),
    responses.map(({ body }) => body.id),
  );
});

test('entries of several timelines make room, and tell so, in the order of the requests', async (t) => {
  const service = await batchService(t, 'events: { prefix: org.example }\n');
  await filled(service);
  const order = [4, 1, 6, 2, 5, 3];
  const supply = (year: number) =>
    service.run(
      order.map((unit_id) => ({
        url: 'supply',
        body: { unit_id, party_id: 1, valid_from: `${year}-01-01T00:00:00Z` },
      })),
    );
  await supply(2026);
  await service.database.query('delete from almanac.outbox');
  t.equal((await supply(2027)).status, 200);
  const events = await service.database.query('select source from almanac.outbox order by id');
  t.same(
    events.map(({ source }) => source),
    order.flatMap((_, place) => [`/supply/${place + 1}`, `/supply/${count + place + 1}`]),
  );
});

test('from eight rows on, changes of one shape are recorded at once, and as fewer are', async (t) => {
  for (const units of [7, 8]) {
    const service = await batchService(t, 'events: { prefix: org.example }\n');
    await filled(service, units);
    await service.run([rename(units, 'latest')]);
    await service.database.query('delete from unit_history');
    await service.database.query('delete from almanac.outbox');
    const order = Array.from({ length: units }, (_, place) => 1 + ((place * 3) % units));
    // One of them is left as it is.
    await service.run(order.map((id) => rename(id, id === 2 ? 'unit 2' : `changed ${id}`)));
    const changed = order.filter((id) => id !== 2);
    const versions = await service.database.query(`
      select former.unit_id as id, former.name, former.replaced_at = unit.recorded_at as meets, former.cmin::text as statement
      from unit_history as former join unit on unit.id = former.unit_id
      order by former.ctid`);
    t.same(
      versions.map(({ id, name, meets }) => [Number(id), name, meets]),
      changed.map((id) => [id, id === units ? 'latest' : `unit ${id}`, 't']),
    );
    t.equal(new Set(versions.map(({ statement }) => statement)).size, units < 8 ? changed.length : 1);
    t.same(
      await service.database.query('select source, updated_fields from almanac.outbox order by id'),
      changed.map((id) => ({ source: `/unit/${id}`, updated_fields: '{name}' })),
    );
  }
});

test('values of every form are written as by single requests', async (t) => {
  const service = await batchService(t);
  await filled(service);
  const words = [['a', 'b"c', 'null', '{}'], [], ['\\'], ['x,y', '']];
  const data = [{ a: [1, null, '"'] }, 'text', 7, [true, '\\']];
  const bodies = words.map((each, place) => ({
    words: each,
    data: data[place] ?? null,
    name: `"{${place}},`,
    parent_id: null,
  }));
  const parts = (url: (place: number) => string, method: string) =>
    bodies.map((body, place) => ({ method, url: url(place), body: { ...body, party_id: 1 } }));
  const { status, text } = await service.run([
    ...parts((place) => `unit/${place + 1}`, 'PATCH'),
    ...parts(() => 'unit', 'POST'),
    ...[1, 2].map((id) => ({ method: 'PATCH', url: `unit/${id}`, body: { words: null, parent_id: id + 1 } })),
    ...[null, 1].map((parent_id, place) => ({ method: 'PATCH', url: `unit/${5 + place}`, body: { parent_id } })),
    ...[1, 2].map(() => ({ url: 'unit', body: { party_id: 1, words: null } })),
  ]);
  t.equal(status, 200, text);
  const read = await service.ask('GET', '/unit?order=id&select=words,data,name,parent_id');
  const none = { words: null };
  t.match(read.body, [
    ...bodies.map((each, place) => (place < 2 ? { ...each, ...none, parent_id: place + 2 } : each)),
    { parent_id: null },
    { parent_id: 1 },
    ...bodies,
    none,
    none,
  ]);
});

test('a row that is changed twice is changed in the order of the requests', async (t) => {
  const service = await batchService(t);
  await filled(service);
  const { body } = await service.run([rename(1, 'a'), rename(2, 'b'), rename(1, 'c'), rename(2, 'd'), rename(1, 'e')]);
  t.same(
    body.responses.map((each: { readonly body: { readonly name: string } }) => each.body.name),
    ['a', 'b', 'c', 'd', 'e'],
  );
  t.same(await service.database.query('select name from unit where id < 3 order by id'), [
    { name: 'e' },
    { name: 'd' },
  ]);
});

test('a request that is refused among others of its shape is named, and nothing is written', async (t) => {
  const service = await batchService(t);
  await filled(service);
  const before = await service.database.query('select * from unit order by id');
  const refer = (id: number, party_id: number) => ({ method: 'PATCH', url: `unit/${id}`, body: { party_id } });
  const stale = { 'If-Match': '"1-nothing"' };
  const named = { id: 'third', ...refer(3, 77) };
  for (const [parts, role, status, code, request] of [
    [[refer(1, 2), refer(2, 1), named, refer(4, 78)], 'clerk', 409, 'reference_conflict', 'third'],
    [[rename(1, 'a'), rename(77, 'b'), rename(78, 'c')], 'clerk', 404, 'not_found', '2'],
    [[rename(1, 'a'), rename(2, 'b', stale), rename(3, 'c')], 'clerk', 412, 'precondition_failed', '2'],
    [
      [
        { url: 'unit', body: { party_id: 1 } },
        { url: 'unit', body: { party_id: 77 } },
      ],
      'clerk',
      409,
      'reference_conflict',
      '2',
    ],
    // The worker sees units of another party no more than none.
    [
      [1, 3, 2, 4].map((id) => ({ method: 'PATCH', url: `unit/${id}`, body: { words: ['a'] } })),
      'worker',
      404,
      'not_found',
      '3',
    ],
  ] as const) {
    const answer = await service.run(parts, { role });
    t.match(answer, { status, body: { code, request } }, answer.text);
  }
  t.same(await service.database.query('select * from unit order by id'), before);
});

test('a new row refers to none that a later request makes', async (t) => {
  const service = await batchService(t);
  await filled(service);
  const before = await service.database.query('select * from unit order by id');
  for (const parent_id of [count + 2, count + 5]) {
    const parts = [1, 2, 3].map(() => ({ url: 'unit', body: { party_id: 1, parent_id } }));
    const answer = await service.run(parts);
    t.match(answer, { status: 409, body: { code: 'reference_conflict', request: '1' } }, answer.text);
  }
  t.same(await service.database.query('select * from unit order by id'), before);
});

test('under a key, and where it is only tried, a batch is answered as it is without', async (t) => {
  const service = await batchService(t);
  await filled(service);
  const parts = [
    rename(2, 'a'),
    rename(1, 'b'),
    { url: 'unit', body: { party_id: 1 } },
    { url: 'unit', body: { party_id: 2 } },
  ];
  const tried = await service.run(parts, { headers: { Prefer: 'tx=rollback' } });
  t.equal(tried.status, 200, tried.text);
  t.same(await service.database.query("select id from unit where name in ('a', 'b')"), []);
  const key = { headers: { 'Idempotency-Key': '"joint"' } };
  const done = await service.run(parts, key);
  t.equal(done.status, 200, done.text);
  t.equal((await service.run(parts, key)).text, done.text);
  t.same(await service.database.query("select id from unit where name in ('a', 'b') order by name"), [
    { id: '2' },
    { id: '1' },
  ]);
});

test('the commit goes out with the last statement, and does not if any request is refused or the time is over', async (t) => {
  const service = await batchService(
    t,
    'limits: { statement_timeout_seconds: 1, response_bytes: 2500, batch_requests: 8 }\n',
  );
  await service.database.query(`
    insert into party (name) values ('Ada'), ('Bo');
    insert into unit (party_id, name) select 1, 'unit ' || id from generate_series(1, ${count}) as id`);
  const before = await service.database.query('select * from unit order by id');
  const created = { url: 'unit', body: { party_id: 1 } };
  const long = (id: number) => rename(id, 'x'.repeat(900));
  for (const [parts, status, code] of [
    [[rename(77, 'a'), created], 404, 'not_found'],
    [[created, rename(1, 'a'), { ...created, body: { party_id: 77 } }], 409, 'reference_conflict'],
    [[long(1), long(2), long(3), created], 400, 'limit_exceeded'],
  ] as const) {
    const answer = await inTime(1_000, () => service.run(parts));
    t.match(answer, { status, body: { code } }, answer.text);
  }
  await service.database.query(`
    create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.7); return new; end $$;
    create trigger slow before update on unit for each row execute function slow()`);
  const slow = await service.run([rename(1, 'a'), { method: 'PATCH', url: 'unit/2', body: { words: ['a'] } }]);
  t.match(slow, { status: 503, body: { code: 'timeout' } }, slow.text);
  t.same(await service.database.query('select * from unit order by id'), before);
});
