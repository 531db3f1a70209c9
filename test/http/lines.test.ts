import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Test, test } from 'tap';
import { loadModel } from '../../engine/feature/load.ts';
import type { Limits } from '../../engine/model/service.ts';
import { holdTable } from '../held_table.ts';
import { liveBytes } from '../memory.ts';
import { pacedMilliseconds } from '../pace.ts';
import { dialect, encoded } from './dialect.ts';
import { inTime } from './in_time.ts';
import { checkRefusal, checkRefusals } from './refusal.ts';
import { serveModel, type TestService } from './service.ts';

// CSV, one object, and lines in constant memory for lists of any size.

const accepting = (accept: string, prefer?: string) => ({ headers: { accept, ...(prefer && { prefer }) } });
const csv = accepting('text/csv');
const lines = accepting('application/x-ndjson');
const object = accepting('application/vnd.pgrst.object+json');

const cells: readonly (readonly [query: string, text: string])[] = [
  ['select=id,name&id=in.(1,4)', 'id,name\r\n1,alpha beta\r\n4,\r\n'],
  ['select=id,name&id=eq.5', 'id,name\r\n5,"a,b.(c)""d\\e"\r\n'],
  ['select=page&id=in.(3,4)', 'page\r\n""\r\n\r\n'],
  ['select=big,price,ready&id=eq.1', 'big,price,ready\r\n9007199254740991,1.50000000,true\r\n'],
  ['select=tags,sizes&id=eq.1', 'tags,sizes\r\n"[""red"",""blue""]","[1,2]"\r\n'],
  ['select=maker(name),remark(id)&id=eq.1', 'maker,remark\r\n"{""name"":""Ada""}","[{""id"":1},{""id"":2}]"\r\n'],
  ['select=id,...maker(name,size)&id=eq.3', 'id,name,size\r\n3,Bob,\r\n'],
  ['select="å":id&id=eq.9', ''],
  ['select=__proto__:name,constructor:id&id=eq.1', '__proto__,constructor\r\nalpha beta,1\r\n'],
  ['select=a:data->s&id=gt.90', 'a\r\n'],
  ['select=name&id=eq.7', 'name\r\n"a\nb"\r\n'],
];

test('comma-separated values', async (t) => {
  const { ask } = await dialect(t);
  await ask('POST', '/item', { body: { name: 'a\nb' } });
  for (const [query, text] of cells) {
    const answer = await ask('GET', `/item?${encoded(query)}`, csv);
    if (text === '') continue;
    t.equal(answer.status, 200, `${query} ${answer.text}`);
    t.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
    t.equal(answer.text, text, query);
  }
  const page = await ask('GET', '/item?select=id&limit=2', accepting('text/csv', 'count=exact'));
  t.match(page, { status: 206, headers: { 'content-range': '0-1/7', link: /rel="next"$/ } });
});

test('comma-separated values for a spreadsheet, which runs no formula of a row', async (t) => {
  const { ask } = await dialect(t);
  const formulas = ['=1+1', '+1', '-1', '@a', '\t=1', '\r=1', '\n=1', '\uFF1D1'];
  const others = ['a=1', "'=1", '1-1', ' =1'];
  for (const name of [...formulas, ...others]) await ask('POST', '/item', { body: { name } });
  const read = async (select: string, accept: string) => {
    const { text, headers } = await ask('GET', `/item?${encoded(`select=${select}&id=gt.6`)}`, accepting(accept));
    return { rows: text.split('\r\n').map((line) => line.replace(/^"(.*)"$/s, '$1')), type: headers['content-type'] };
  };
  const plain = await read('name', 'text/csv');
  t.same(plain.rows, ['name', ...formulas, ...others, ''], 'as they are, unless it is asked for');
  for (const accept of ['text/csv; formulas=escape', 'TEXT/CSV;charset=utf-8;Formulas="escape";q=0.5, */*;q=0.1']) {
    const { rows, type } = await read('name', accept);
    t.same(rows, ['name', ...formulas.map((each) => `'${each}`), ...others, '']);
    t.equal(type, 'text/csv; charset=utf-8; formulas=escape');
  }
  for (const accept of ['text/csv; formulas=none', 'text/csv, x/y;formulas=escape'])
    t.equal((await read('name', accept)).type, 'text/csv; charset=utf-8');
  t.same((await read('"=a":name', 'text/csv; formulas=escape')).rows[0], "'=a", 'a name that the request gives');
  await ask('PATCH', '/item/7', { body: { price: -1.5 } });
  const { text } = await ask('GET', '/item?select=price,data&id=eq.7', accepting('text/csv; formulas=escape'));
  t.equal(text, 'price,data\r\n-1.50000000,\r\n', 'a number is not a text');
});

test('one object', async (t) => {
  const service = await dialect(t);
  const { ask } = service;
  const one = await ask('GET', '/item?id=eq.1&select=id', object);
  t.equal(one.headers['content-type'], 'application/vnd.pgrst.object+json; charset=utf-8');
  t.same(one.body, { id: 1 });
  t.same((await ask('GET', '/item/1?select=id', object)).body, { id: 1 });
  t.same((await ask('PATCH', '/item/1?select=id', { body: {}, ...object })).body, { id: 1 });
  await checkRefusals(t, service, [
    { ask: ['GET', '/item?id=gt.99', object], code: 'not_singular', detail: /contains 0 rows/ },
    { ask: ['GET', '/item', object], code: 'not_singular', detail: /contains 6 rows/ },
  ]);
});

test('lines', async (t) => {
  const service = await dialect(t);
  const { ask } = service;
  const rows = async (query: string) => {
    const { status, text } = await ask('GET', `/item?${encoded(query)}`, lines);
    return status === 200
      ? text
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line))
      : text;
  };
  for (const query of [
    '',
    'order=name.desc',
    'embed=remark(author)',
    'select=data::json,name',
    'id=gt.99',
    'limit=2',
    'limit=0',
  ]) {
    t.same(await rows(query), (await ask('GET', `/item?${encoded(query)}`)).body, query);
  }
  await ask('POST', '/item', { body: { name: '{"a":\n 1, "a": 2}' } });
  t.same(await rows('id=eq.7&select=name::json'), [{ name: { a: 2 } }], 'no line breaks within a row');
  t.equal((await ask('GET', '/item?id=eq.7&select=name::json', csv)).text, 'name\r\n"{""a"":2}"\r\n');
  const page = await ask('GET', '/item?limit=2', accepting('application/x-ndjson', 'count=exact'));
  t.match(page, { status: 206, headers: { 'content-range': '0-1/7', link: /rel="next"$/ } }, 'a page has its headers');
  const head = await ask('HEAD', '/item', lines);
  t.same([head.status, head.text, head.headers['content-type']], [200, '', 'application/x-ndjson; charset=utf-8']);
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const { recorded_at: at } = (await ask('PATCH', '/item/1', { body: { name: 'renamed' } })).body;
  await ask('PATCH', '/item/1', { body: { name: 'again' } });
  t.same(await rows(`select=name&id=eq.1&as_of=${at}`), [{ name: 'renamed' }]);
  await checkRefusals(t, service, [
    {
      ask: ['GET', '/item?name=match.(', lines],
      code: 'invalid_parameter',
      detail: /PostgreSQL cannot read a regular expression/,
    },
    { ask: ['GET', '/item?select=name::integer', lines], code: 'invalid_parameter' },
    { ask: ['GET', `/item?as_of=${soon}`, lines], code: 'invalid_parameter', detail: /still to come/ },
    { ask: ['GET', '/item?limit=51', lines], code: 'limit_exceeded' },
  ]);
});

/** Asks a listening service for lines over a socket; the answer is read piece by piece. */
async function request(t: Test, { server, token }: TestService, query: string, identity = 1) {
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  const authorization = `Bearer ${token({ identity_id: identity, scope: 'manage:data' })}`;
  socket.write(
    `GET /dialect/${query} HTTP/1.1\r\nhost: x\r\naccept: application/x-ndjson\r\nauthorization: ${authorization}\r\n\r\n`,
  );
  return socket;
}

async function many(service: TestService, count: number): Promise<void> {
  const insert = `insert into item (name, page) select 'row ' || n, repeat('x', 500) from generate_series(1, $1::int) as n`;
  // One statement has ten seconds.
  for (let left = count; left > 0; left -= 5_000) {
    await service.database.query(insert, [String(Math.min(left, 5_000))]);
  }
}

async function streams({ database }: TestService): Promise<number> {
  const [{ count } = {}] = await database.query(
    "select count(*) as count from pg_stat_activity where datname = current_database() and state <> 'idle' and query like 'select line.body from%'",
  );
  return Number(count);
}

async function until(holds: () => Promise<boolean>): Promise<boolean> {
  for (let count = 0; count < 200; count++) {
    if (await holds()) return true;
    await sleep(50);
  }
  return false;
}

const long = Boolean(process.env.ALMANAC_LONG);
const rowsOfAll = long ? 1_000_000 : 25_000;

test('a list of any size takes the same memory', { timeout: 600_000 }, async (t) => {
  const service = await dialect(t);
  await many(service, rowsOfAll);
  await service.server.listen({ port: 0, host: '127.0.0.1' });
  const socket = await request(t, service, 'item?select=id,name,page');
  let [bytes, peak, breaks] = [0, 0, 0];
  const before = await liveBytes();
  let looked = 0;
  let tail = '';
  for await (const chunk of socket) {
    bytes += chunk.length;
    tail = (tail + chunk.toString('latin1')).slice(-7);
    for (const byte of chunk) if (byte === 10) breaks += 1;
    if (bytes > looked + 4e6) {
      looked = bytes;
      peak = Math.max(peak, (await liveBytes()) - before);
    }
    if (tail.endsWith('0\r\n\r\n')) break;
  }
  t.comment(`${rowsOfAll} rows, ${Math.round(bytes / 1e6)} MB, at most ${Math.round(peak / 1e6)} MB more memory`);
  t.ok(bytes > rowsOfAll * 500);
  t.ok(breaks > rowsOfAll, 'every row');
  t.ok(peak < 10e6, `${Math.round(peak / 1e6)} MB`);
});

test('readers who are slow, go away, or see the rows break off', { timeout: 600_000 }, async (t) => {
  const service = await dialect(t);
  await many(service, 25_000);
  for (let last = 5_000; last <= 30_000; last += 5_000)
    await service.database.query(`update item set name = '12' where id > ${last - 5_000} and id <= ${last}`);
  await service.database.query("update item set name = 'no number' where id = 20000");
  await service.server.listen({ port: 0, host: '127.0.0.1' });

  const slow = await request(t, service, 'item?select=id,page');
  await once(slow, 'data');
  slow.pause();
  const held = await liveBytes();
  await sleep(1000);
  t.ok((await liveBytes()) - held < 8e6, 'rows that nobody takes are not fetched');
  t.equal((await service.ask('GET', '/item/1')).status, 200, 'and others are served');
  let text = '';
  for await (const chunk of slow) {
    text += chunk.toString('latin1');
    if (text.endsWith('\r\n0\r\n\r\n')) break;
  }
  t.match(text.slice(-2000), /"id":25006,/, 'who goes on reading gets them all');

  const gone = await request(t, service, 'item?select=id,page');
  await once(gone, 'data');
  gone.destroy();
  t.ok(await until(async () => (await streams(service)) === 0), 'who goes away leaves nothing running');

  const broken = await request(t, service, 'item?select=name::integer,page');
  let answer = '';
  broken.on('data', (chunk) => {
    answer = (answer + chunk.toString('latin1')).slice(-1000);
  });
  await once(broken, 'close');
  t.notMatch(answer, /0\r\n\r\n$/, 'an answer that broke off does not end as a whole one does');
  t.notMatch(answer, /22P02|integer/, 'and tells nothing');
  t.equal((await service.ask('GET', '/item/1')).status, 200, 'the service goes on');
});

test('who stops reading loses the connection, and keeps none of the database', { timeout: 600_000 }, async (t) => {
  const loaded = await loadModel('test/dialect');
  if (!loaded.ok) throw new Error('test/dialect has faults');
  const { service } = loaded.model;
  const limits = { ...service.limits, streamIdleSeconds: 3 };
  const impatient = await serveModel(t, { ...loaded.model, service: { ...service, limits } });
  await many(impatient, 25_000);
  await impatient.server.listen({ port: 0, host: '127.0.0.1' });
  const connections = () => promisify(impatient.server.server.getConnections.bind(impatient.server.server))();
  const taken = await inTime(3_000, async (start) => {
    // Those of a trial that took longer are closed soon.
    await until(async () => (await connections()) === 0);
    start();
    const readers = await Promise.all(Array.from({ length: 4 }, () => request(t, impatient, 'item?select=id,page')));
    for (const reader of readers) reader.pause();
    return until(async () => (await streams(impatient)) === 4);
  });
  t.ok(taken, 'all connections for rows are taken');
  const held = await liveBytes();
  t.ok(await until(async () => (await connections()) === 0), 'the connections of all of them are closed');
  t.ok((await liveBytes()) - held < 8e6, 'and nothing has grown meanwhile');
  t.ok(await until(async () => (await streams(impatient)) === 0), 'nothing goes on in the database');
  const text = await inTime(3_000, async () => {
    const reader = await request(t, impatient, 'item?select=id');
    let text = '';
    for await (const chunk of reader) {
      text = (text + chunk.toString('latin1')).slice(-1000);
      if (text.endsWith('\r\n0\r\n\r\n')) break;
    }
    return text;
  });
  t.match(text, /"id":25000/, 'who reads gets all rows');
});

/** The dialect with other limits, listening. */
async function listening(t: Test, limits: Partial<Limits>): Promise<TestService> {
  const loaded = await loadModel('test/dialect');
  if (!loaded.ok) throw new Error('test/dialect has faults');
  const { service } = loaded.model;
  const own = await serveModel(t, {
    ...loaded.model,
    service: { ...service, limits: { ...service.limits, ...limits } },
  });
  await own.server.listen({ port: 0, host: '127.0.0.1' });
  return own;
}

test('a statement ends with its reader, before its first row too', async (t) => {
  const service = await listening(t, {});
  const unlock = await holdTable(t, service.database.database, 'item');
  const gone = await request(t, service, 'item');
  t.ok(await until(async () => (await streams(service)) === 1), 'PostgreSQL is at it');
  const milliseconds = await pacedMilliseconds(async () => {
    gone.destroy();
    t.ok(await until(async () => (await streams(service)) === 0), 'and ends');
  });
  t.ok(milliseconds < 1000, `within a second: ${milliseconds} ms`);
  await unlock();
  t.equal((await service.ask('GET', '/item', lines)).status, 200);
});

test('a database that gives no row', async (t) => {
  const service = await listening(t, { streamIdleSeconds: 1 });
  const unlock = await holdTable(t, service.database.database, 'item');
  await checkRefusals(t, service, [
    { ask: ['GET', '/item', lines], code: 'timeout', detail: /stream_idle_seconds/, headers: { 'retry-after': '2' } },
  ]);
  t.ok(await until(async () => (await streams(service)) === 0), 'nothing goes on');
  await unlock();
  t.equal((await inTime(1_000, () => service.ask('GET', '/item', lines))).status, 200);
});

test('lists at a time, of one identity and of all', async (t) => {
  const service = await listening(t, { streams: 3, streamsPerIdentity: 2 });
  await many(service, 100_000);
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const before = timers();
  const readers = await Promise.all([1, 1, 2].map((identity) => request(t, service, 'item?select=id,page', identity)));
  for (const reader of readers) reader.pause();
  t.ok(await until(async () => (await streams(service)) === 3), 'as many as there may be');
  const ask = (claims: object) =>
    service.ask('GET', '/item?select=id', { ...lines, token: service.token({ scope: 'manage:data', ...claims }) });
  checkRefusal(t, await ask({ identity_id: 1 }), {
    code: 'too_many_at_once',
    detail: /2 NDJSON .*streams_per_identity/,
  });
  checkRefusal(t, await ask({ identity_id: 3 }), {
    code: 'overloaded',
    detail: /3 NDJSON .*streams/,
    headers: { 'retry-after': '1' },
  });
  readers[0]?.destroy();
  t.ok(await until(async () => (await streams(service)) === 2));
  // A pooler says a moment later that the statement was cancelled.
  const isRead = async () => (await ask({ identity_id: 3 })).status === 200;
  t.ok(await until(isRead), 'where one has ended, another has its place');
  t.equal((await ask({ identity_id: 1 })).status, 200);
  for (const [path, status] of [
    ['/item?name=match.(', 400],
    ['/item?select=name::integer', 400],
  ] as const) {
    for (let times = 0; times < 4; times += 1) t.equal((await service.ask('GET', path, lines)).status, status);
  }
  t.equal((await service.ask('GET', '/item?select=id', lines)).status, 200, 'what is refused keeps no place');
  for (const reader of readers) reader.destroy();
  t.ok(await until(async () => (await streams(service)) === 0));
  t.ok(await until(async () => timers() <= before), 'a list that has ended keeps no timer');
});

test('rows of a megabyte each', { timeout: 120_000 }, async (t) => {
  const service = await listening(t, {});
  const insert = 'insert into item (page) select repeat(n::text, 524288) from generate_series($1::int, $1::int + 9) n';
  for (let first = 10; first < 70; first += 10) await service.database.query(insert, [String(first)]);
  const slow = await request(t, service, 'item?select=id,page');
  await once(slow, 'data');
  slow.pause();
  const held = await liveBytes();
  await sleep(500);
  t.ok((await liveBytes()) - held < 8e6, 'of rows that nobody takes, few are held');
  let bytes = 0;
  for await (const chunk of slow) {
    bytes += chunk.length;
    if (chunk.subarray(-7).toString('latin1') === '\r\n0\r\n\r\n') break;
  }
  t.ok(bytes > 60e6, `${bytes} bytes come to who reads on`);
});
