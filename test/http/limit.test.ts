import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'tap';
import type { Limits } from '../../engine/definition/model.ts';
import { service as defaults } from '../schema/model_of.ts';
import { checkRefusal } from './refusal.ts';
import { serveNotes, type TestService } from './service.ts';

// Limits of identities, of connections and of the whole process: at, below and above each.

const limited = (limits: Partial<Limits>) => ({ limits: { ...defaults.limits, ...limits } });

test('requests of an identity in a minute', async (t) => {
  const service = await serveNotes(t, limited({ requestsPerMinute: 3 }));
  const ask = (claims: object, path = '/note') =>
    service.ask('GET', path, { token: service.token({ scope: 'read:data', ...claims }) });
  for (const remaining of ['2', '1', '0']) {
    const { status, headers } = await ask({ identity_id: 1 });
    t.equal(status, 200);
    t.match(headers, {
      'ratelimit-limit': '3',
      'ratelimit-remaining': remaining,
      'ratelimit-reset': /^([1-9]|[1-6]\d)$/,
    });
  }
  for (const path of ['/note', '/note/1', '/note?heading=eq.x']) {
    const refused = await ask({ identity_id: 1 }, path);
    checkRefusal(t, refused, {
      code: 'rate_limited',
      detail: 'more than 3 requests came in a minute from this identity',
      headers: { 'retry-after': /^([1-9]|[1-6]\d)$/, 'ratelimit-remaining': '0' },
    });
  }
  t.equal((await ask({ identity_id: 1, jti: 'x' })).status, 429, 'another token of the same identity');
  t.equal((await ask({ identity_id: 2 })).headers['ratelimit-remaining'], '2', 'another identity');
  t.equal((await ask({ sub: '1' })).headers['ratelimit-remaining'], '2', 'a subject of the same name is another');
  for (let asked = 0; asked < 5; asked += 1) {
    t.equal((await service.ask('GET', '/note', { token: null })).status, 401, 'nobody has no limit');
    t.equal((await service.server.inject('/openapi.json')).statusCode, 200, 'nor has the documentation');
  }
  const refused = await service.ask('POST', '/note', {
    token: service.token({ identity_id: 1, scope: 'manage:data' }),
    body: 'x'.repeat(2_000_000),
  });
  t.equal(refused.status, 429, 'before the body is read');
});

test('without a limit, nothing is said of one', async (t) => {
  const service = await serveNotes(t, {});
  const { headers } = await service.ask('GET', '/note');
  t.notOk(Object.keys(headers).some((name) => name.startsWith('ratelimit')));
});

async function listen({ server }: TestService): Promise<number> {
  await server.listen({ host: '127.0.0.1', port: 0 });
  return (server.server.address() as AddressInfo).port;
}

/** A connection, and all that comes of it. */
function open(port: number): { readonly socket: Socket; readonly text: () => string } {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => {
    text += data;
  });
  socket.on('error', () => {});
  return { socket, text: () => text };
}

const request = 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n';

test('connections at a time', async (t) => {
  const port = await listen(await serveNotes(t, limited({ connections: 2 })));
  const kept = [open(port), open(port)];
  for (const { socket, text } of kept) {
    socket.write(request);
    await once(socket, 'data');
    t.match(text(), /^HTTP\/1.1 200/);
  }
  const refused = open(port);
  refused.socket.write(request);
  await once(refused.socket, 'close');
  t.equal(refused.text(), '', 'one more is closed at once');
  kept[0]?.socket.destroy();
  await delay(50);
  const next = open(port);
  next.socket.write(request);
  await once(next.socket, 'data');
  t.match(next.text(), /^HTTP\/1.1 200/, 'where one has gone, another has room');
  for (const { socket } of [...kept, next]) socket.destroy();
});

test('clients that are slow, or not there any more', async (t) => {
  const service = await serveNotes(t, limited({ requestTimeoutSeconds: 1, statementTimeoutSeconds: 1 }));
  const port = await listen(service);
  const token = service.token({ identity_id: 1, scope: 'manage:data' });
  const post = `POST /api/v1/note HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`;
  const cases: readonly (readonly [name: string, sent: string])[] = [
    ['a connection that says nothing', ''],
    ['half of the headers', 'GET /api/v1/note HTTP/1.1\r\nhost: x\r\n'],
    ['half of the body', `${post}content-length: 100\r\n\r\n{"heading"`],
  ];
  await Promise.all(
    cases.map(async ([name, sent]) => {
      const begin = performance.now();
      const { socket, text } = open(port);
      if (sent !== '') socket.write(sent);
      await once(socket, 'close');
      t.match(text(), /^HTTP\/1\.1 408 /, name);
      t.match(text().split('\r\n\r\n')[1], `"code":"${'request_timeout'}"`, name);
      t.ok(performance.now() - begin < 4_000, `${name} is closed soon`);
    }),
  );
  t.strictSame(await service.database.query('select from public.note'), [], 'nothing of it was done');
  const { socket, text } = open(port);
  const body = '{"heading":"x"}';
  socket.write(`${post}content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
  await delay(500);
  socket.write(body.slice(5));
  await once(socket, 'data');
  t.match(text(), /^HTTP\/1\.1 201/, 'one that is slow, but in time');
  socket.destroy();
});

test('a client that does not take its answer', async (t) => {
  const service = await serveNotes(t, limited({ requestTimeoutSeconds: 1, statementTimeoutSeconds: 1 }));
  await service.database.query(
    "insert into public.note (heading) select repeat('x', 100) from generate_series(1, 10000)",
  );
  const port = await listen(service);
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  const list = `GET /api/v1/note?limit=10000 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.token({ identity_id: 1, scope: 'read:data' })}\r\n\r\n`;
  socket.write(list.repeat(20));
  const [connection] = (await once(service.server.server, 'connection')) as [Socket];
  let held = 0;
  const watch = setInterval(() => {
    held = connection.writableLength;
  }, 50);
  await once(connection, 'close');
  clearInterval(watch);
  t.ok(held > 0, 'closed with the answer half taken');
  socket.destroy();
});

test('a client that does not take the rows that it asked for', async (t) => {
  const service = await serveNotes(t, limited({ requestTimeoutSeconds: 1, statementTimeoutSeconds: 1 }));
  const { query } = service.database;
  for (let part = 0; part < 3; part += 1)
    await query("insert into public.note (heading) select repeat('x', 100) from generate_series(1, 30000)");
  const reading = async () =>
    Number(
      (
        await query(
          "select count(*) as count from pg_stat_activity where datname = current_database() and state <> 'idle' and query like 'fetch %'",
        )
      )[0]?.count,
    );
  const port = await listen(service);
  const { socket } = open(port);
  socket.pause();
  const authorization = `Bearer ${service.token({ identity_id: 1, scope: 'read:data' })}`;
  socket.write(
    `GET /api/v1/note HTTP/1.1\r\nhost: x\r\naccept: application/x-ndjson\r\nauthorization: ${authorization}\r\n\r\n`,
  );
  const [connection] = (await once(service.server.server, 'connection')) as [Socket];
  const closed = once(connection, 'close');
  while ((await reading()) === 0) await delay(10);
  await closed;
  while ((await reading()) > 0) await delay(10);
  t.pass('its connection is closed, and that to the database is free');
  t.equal((await service.ask('GET', '/note?limit=1')).status, 200);
  socket.destroy();
});

test('requests that wait for the database', async (t) => {
  const service = await serveNotes(t, limited({ waitingRequests: 2 }));
  const { database, query } = service.database;
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = database.transaction(async (run) => {
    await run({ text: 'lock table public.note', values: [] });
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  // The pool of the test has five connections: one holds the lock, four wait for it.
  const waiting = Array.from({ length: 6 }, () => service.ask('GET', '/note'));
  while (database.load().waiting < 2) await delay(5);
  const refused = await service.ask('GET', '/note');
  checkRefusal(t, refused, { code: 'overloaded', headers: { 'retry-after': '1' } });
  released.resolve();
  await holding;
  t.same(
    (await Promise.all(waiting)).map(({ status }) => status),
    [200, 200, 200, 200, 200, 200],
    'those before it are answered',
  );
  t.equal((await service.ask('GET', '/note')).status, 200, 'and so are those after');
  t.strictSame(await query('select from public.note'), []);
});

test('a process that is late with its work', async (t) => {
  const service = await serveNotes(t, limited({ eventLoopDelayMilliseconds: 100 }));
  const statuses = new Set<number>();
  // The delay is measured once a second.
  for (const end = performance.now() + 2_500; performance.now() < end && !statuses.has(503); ) {
    for (const until = performance.now() + 250; performance.now() < until; );
    const answer = await service.ask('GET', '/note');
    statuses.add(answer.status);
    if (answer.status === 503) checkRefusal(t, answer, { code: 'overloaded', headers: { 'retry-after': '1' } });
  }
  t.ok(statuses.has(503), 'above the limit');
  let status = 503;
  for (const end = performance.now() + 5_000; performance.now() < end && status === 503; await delay(100))
    status = (await service.ask('GET', '/note')).status;
  t.equal(status, 200, 'below it again');
});
