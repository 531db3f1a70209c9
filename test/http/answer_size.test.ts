import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect as open, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'tap';
import { connect } from '../../db/database.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import type { Limits } from '../../engine/model/service.ts';
import { testDatabase } from '../database.ts';
import { programEnvironment } from '../program_environment.ts';
import { checkRefusals } from './refusal.ts';
import { secret, serveModel, signToken } from './service.ts';

// No answer, and no message of the database, may be of a size that takes the process or PostgreSQL down.

async function dialectWith(limits: Partial<Limits>): Promise<Model> {
  const loaded = await loadModel('test/dialect');
  if (!loaded.ok) throw new Error('test/dialect has faults');
  const { service } = loaded.model;
  return { ...loaded.model, service: { ...service, limits: { ...service.limits, ...limits } } };
}

const accepting = (accept: string) => ({ headers: { accept } });
const responseBytes = 20_000;

test('bytes of an answer, below the limit and above', async (t) => {
  const service = await serveModel(t, await dialectWith({ responseBytes }));
  const { ask, database } = service;
  await ask('POST', '/maker', { body: { name: 'Ada' } });
  const insert =
    "insert into item (name, page, maker_id) select n::text, repeat('x', $1::int), 1 from generate_series(1, $2::int) n";
  await database.query(insert, ['1900', '10']);
  await database.query(insert, ['21000', '1']);
  await database.query('insert into remark (item_id, text) select 1, repeat($1, 100) from generate_series(1, 300)', [
    'y',
  ]);
  const ten = 'id=lte.10&select=id,page';
  const one = 'select=id,page&id=eq.1';
  for (const [path, accept] of [
    [`/item?${ten}`, 'application/json'],
    [`/item?${ten}`, 'text/csv'],
    [`/item?${ten}&limit=10`, 'application/x-ndjson'],
    [`/item?${one}`, 'application/vnd.pgrst.object+json'],
    ['/item/1?select=id,page', 'application/json'],
    ['/item/2?select=remark(text)', 'application/json'],
    ['/item/11?select=id', 'application/json'],
  ] as const) {
    t.equal((await ask('GET', path, accepting(accept))).status, 200, `${path} as ${accept}`);
  }
  const streamed = await ask('GET', '/item?select=id,page&id=lte.10', accepting('application/x-ndjson'));
  t.equal(streamed.text.split('\n').length, 11);
  const detail = 'the answer is longer than response_bytes allows';
  const more = 'id=lte.10&select=id,page,other:page';
  await checkRefusals(t, service, [
    { ask: ['GET', `/item?${more}`], code: 'limit_exceeded', detail },
    { ask: ['GET', `/item?${more}`, accepting('text/csv')], code: 'limit_exceeded', detail },
    { ask: ['GET', `/item?${more}&limit=10`, accepting('application/x-ndjson')], code: 'limit_exceeded', detail },
    { ask: ['GET', '/item?id=eq.11', accepting('application/x-ndjson')], code: 'limit_exceeded', detail },
    { ask: ['GET', '/item/11'], code: 'limit_exceeded', detail },
    { ask: ['GET', '/item/1?select=remark(text)'], code: 'limit_exceeded', detail },
    { ask: ['GET', '/maker?select=item(id,page)'], code: 'limit_exceeded', detail },
    { ask: ['PATCH', '/item/11', { body: { name: 'new' } }], code: 'limit_exceeded', detail },
    { ask: ['PATCH', '/item/1?select=remark(text)', { body: { name: 'new' } }], code: 'limit_exceeded', detail },
    { ask: ['POST', '/item', { body: { page: 'x'.repeat(21_000) } }], code: 'limit_exceeded', detail },
  ]);
  const written = await database.query("select from item where name = 'new' or id > 11");
  t.strictSame(written, [], 'a write whose answer is too long is none');
  const page = await ask('GET', `/item?${ten}`);
  t.equal(page.body.length, 10, 'and others are answered');
});

test('a long answer is the same however it is asked for', async (t) => {
  const service = await serveModel(t, await dialectWith({}));
  const { ask, database } = service;
  const pages = Array.from({ length: 3 }, (_, index) => `${index} Bokmål 日本語 🙂 "`.repeat(1000));
  for (const page of pages) await database.query('insert into item (page) values ($1)', [page]);
  const path = '/item?select=page&order=id';
  const expected = pages.map((page) => ({ page }));
  for (const headers of [{}, { prefer: 'count=exact' }, { prefer: 'timezone=Europe/Oslo' }]) {
    for (let times = 1; times <= 5; times += 1) {
      const answer = await ask('GET', path, { headers });
      t.strictSame(answer.body, expected, JSON.stringify(headers));
      t.equal(answer.headers['content-length'], String(Buffer.byteLength(answer.text)));
      t.match(answer.headers, { 'content-type': 'application/json; charset=utf-8', 'content-range': /^0-2\// });
    }
  }
  const { text } = await ask('GET', path);
  const head = await ask('HEAD', path);
  t.equal(head.headers['content-length'], String(Buffer.byteLength(text)));
  const stripped = await ask('GET', path, accepting('application/vnd.pgrst.array+json;nulls=stripped'));
  t.strictSame(stripped.body, expected);
  const one = await ask('GET', `${path}&id=eq.1`, accepting('application/vnd.pgrst.object+json'));
  t.strictSame(one.body, expected[0]);
  const requests = [
    { id: 'l', method: 'GET', url: path.slice(1) },
    { id: 'c', method: 'POST', url: 'item', body: { page: { $result: 'l.2.page' } } },
  ];
  const { body } = await ask('POST', '/batch', { body: { requests } });
  t.strictSame(body.responses[0].body, expected, 'in a batch too');
  t.equal(body.responses[1].body.page, pages[2], 'where later requests refer to it');
});

test('more lines than an answer may have bytes', async (t) => {
  const { ask, database } = await serveModel(t, await dialectWith({ responseBytes }));
  await database.query(
    "insert into item (name, page) select n::text, repeat('x', 1000) from generate_series(1, 200) n",
  );
  const { status, text } = await ask('GET', '/item?select=id,page', accepting('application/x-ndjson'));
  t.equal(status, 200);
  t.equal(text.split('\n').length, 201);
});

test('answers that nobody takes', async (t) => {
  // Longer than what the kernel takes for a connection.
  // Nor may their connections be closed for being slow before the test has looked.
  const service = await serveModel(t, await dialectWith({ responseBytes: 17_000_000, requestTimeoutSeconds: 300 }));
  await service.database.query("insert into item (page) values (repeat('x', 16000000))");
  await service.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.server.server.address() as AddressInfo;
  const authorization = `Bearer ${signToken({ identity_id: 1, scope: 'manage:data' })}`;
  const sockets: Socket[] = [];
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
  });
  const leaveAnswer = () => {
    const socket = open(port, '127.0.0.1').pause();
    const [what, accept] =
      sockets.length % 2 === 0 ? ['/1?select=page', 'application/json'] : ['?select=page', 'text/csv'];
    socket.write(
      `GET /dialect/item${what} HTTP/1.1\r\nhost: x\r\naccept: ${accept}\r\nauthorization: ${authorization}\r\n\r\n`,
    );
    sockets.push(socket);
  };
  const statusOf = async (path: string) => (await service.ask('GET', path)).status;
  const until = async (status: number, meanwhile?: () => void) => {
    for (let looked = 0; looked < 200 && (await statusOf('/item/1?select=page')) !== status; looked += 1) {
      meanwhile?.();
      await delay(50);
    }
  };
  // One of them is refused if the look is answered just then.
  await until(503, leaveAnswer);
  await checkRefusals(t, service, [
    { ask: ['GET', '/item/1?select=page'], code: 'overloaded', headers: { 'retry-after': '1' } },
  ]);
  t.equal(await statusOf('/item/1?select=id'), 200, 'small answers are given');
  t.equal((await service.ask('PATCH', '/item/1', { body: { name: 'new' } })).status, 200, 'and those to writes');
  for (const socket of sockets) socket.destroy();
  await until(200);
  t.equal(await statusOf('/item/1?select=page'), 200, 'and large ones, when those are gone');
});

test('how often a column and a relation may be named', async (t) => {
  const service = await serveModel(t, await dialectWith({ aliases: 2 }));
  const refused = (text: string) =>
    ({ code: 'limit_exceeded', detail: new RegExp(`select names ${text} more than 2 times`) }) as const;
  for (const select of [
    'a:name,b:name',
    'a:data->x,b:data->x,c:data->y',
    'name,a:name,maker(b:name,c:name)',
    'a:maker(id),b:maker(id)',
  ])
    t.equal((await service.ask('GET', `/item?select=${encodeURIComponent(select)}`)).status, 200, select);
  await checkRefusals(t, service, [
    { ask: ['GET', '/item?select=a:name,b:name,c:name'], ...refused('name') },
    // The same for each that is too much: it is told once.
    {
      ask: ['GET', '/item?select=a:name,b:name,c:name,d:name,e:name'],
      ...refused('name'),
      errors: [{ parameter: 'select', detail: 'select names name more than 2 times', hint: 'ask for less at once' }],
    },
    { ask: ['GET', '/item?select=*,a:name,b:name::text'], ...refused('name') },
    { ask: ['GET', '/item?select=a:data-%3Ex,b:data-%3Ex,c:data-%3E%3Ex'], ...refused('data') },
    { ask: ['GET', '/item?select=a:remark(id),b:remark(id),c:remark(id)'], ...refused('remark') },
    { ask: ['GET', '/item?select=maker(a:name,b:name,c:name)'], ...refused('name') },
    { ask: ['GET', '/item?select=...maker(a:name),...maker(b:name),...maker(c:name)'], ...refused('maker') },
    { ask: ['PATCH', '/item/1?select=a:name,b:name,c:name', { body: {} }], ...refused('name') },
  ]);
});

test('a message of the database of any length costs its connection alone', async (t) => {
  const { url, query } = await testDatabase(t);
  const database = await connect(url, { maximumConnections: 2, statementTimeoutSeconds: 10, responseBytes: 1_000_000 });
  t.teardown(() => database.close());
  const long = { text: "select repeat('x', $1::integer) as value", values: ['900000'], name: 'long' };
  const short = { text: 'select $1::text as value, pg_backend_pid() as pid', values: ['short'], name: 'short' };
  for (let times = 0; times < 5; times += 1) {
    t.match(await database.read({ ...long, values: ['10'] }), { ok: true });
    t.match(await database.read(short), { ok: true });
  }
  const tooLong = { ok: false, error: { tooLong: true, unavailable: true } };
  t.match(await database.query(long), { ok: true }, 'below the limit');
  t.match(await database.query({ ...long, values: ['3000000'] }), tooLong, 'above it');
  await query(
    `create function shout(what text) returns void language plpgsql as $$ begin
      if what = 'notice' then raise notice '%', repeat('x', 3000000); end if;
      if what = 'error' then raise exception '%', repeat('x', 3000000); end if;
      raise exception 'refused' using detail = repeat('x', 3000000); end $$`,
  );
  for (const what of ['notice', 'error', 'detail'])
    t.match(await database.query({ text: 'select shout($1)', values: [what] }), tooLong, what);
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      at % 10 === 5
        ? database.read({ ...long, values: ['3000000'] })
        : database.read({ ...short, values: [String(at)] }),
    ),
  );
  t.same(
    outcomes.map((outcome) => (outcome.ok ? outcome.rows[0]?.value : outcome.error.tooLong)),
    outcomes.map((_outcome, at) => (at % 10 === 5 ? true : String(at))),
    'on connections that reads share, too: the others are answered',
  );
  const moved = await database.transaction((run) => run({ ...long, values: ['3000000'] }));
  t.match(moved, tooLong);
  t.match(await database.query(short), { ok: true, rows: [{ value: 'short' }] });
});

test('requests for more than a process can hold', { timeout: 240_000 }, async (t) => {
  const model = await dialectWith({});
  const { database } = await serveModel(t, model);
  // Text that does not compress.
  await database.query(
    "insert into item (page) select string_agg(md5(n::text || m::text), '') from generate_series(1, 7) n, generate_series(1, 3200) m group by n",
  );
  const file = fileURLToPath(new URL('model_process.ts', import.meta.url));
  // PostgreSQL makes each row in one go, for seconds, and hears of no timeout meanwhile.
  const limits = JSON.stringify({ aliases: 1000, pageMaximum: 10_000, statementTimeoutSeconds: 90 });
  const child = spawn(
    'env',
    [
      '-u',
      'NODE_OPTIONS',
      process.execPath,
      '--max-old-space-size=512',
      file,
      database.url,
      secret,
      'test/dialect',
      limits,
    ],
    { env: programEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  t.teardown(() => child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const address = String(line).trim();
  const headers = { authorization: `Bearer ${signToken({ identity_id: 1, scope: 'manage:data' })}` };
  const select = Array.from({ length: 950 }, (_, n) => `b${n}:page`).join(',');
  for (const query of [`limit=7&select=${select}`, `limit=1&select=${select}`]) {
    const answer = await fetch(`${address}/dialect/item?${query}`, { headers });
    t.equal(answer.status, 400);
    t.match(await answer.json(), { code: 'limit_exceeded', detail: /response_bytes/ });
  }
  const after = await fetch(`${address}/dialect/item/1?select=id`, { headers });
  t.same(await after.json(), { id: 1 }, 'the process lives');
  t.equal(child.exitCode, null);
});
