import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect as open } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { drain } from '../../engine/http/edge/connection/drain.ts';
import { createServer } from '../../engine/http/server.ts';
import { switchedProxy } from '../db/switched_proxy.ts';
import { holdTable } from '../held_table.ts';
import { pacedMilliseconds } from '../pace.ts';
import { service as defaults } from '../schema/model_of.ts';
import { connectAs, makeRoles, rolesOf } from '../serving_role.ts';
import { inTime } from './in_time.ts';
import { quiet, secret, serveNotes, signToken, type TestService, testService } from './service.ts';

// The life of a service: whether it can be asked, the loss of its database, and its end.

const authorization = `Bearer ${signToken({ identity_id: 7, scope: 'manage:data' })}`;

const notReady = (detail: string): string => [503, 'not_ready', detail].join(' ');

async function codeOf({ server }: Pick<TestService, 'server'>, url: string): Promise<string> {
  const { statusCode, body } = await server.inject({ url, headers: { authorization } });
  const { code = 'ok', detail = '' } = JSON.parse(body);
  return [statusCode, code, detail].join(' ').trim();
}

/** Resolves when a service takes no more connections. */
function whenClosing(server: FastifyInstance): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { close } = server;
  Object.assign(server, {
    close: () => {
      resolve();
      return Reflect.apply(close, server, []);
    },
  });
  return promise;
}

test('a service is ready where its tables are those of the definitions', async (t) => {
  for (const folder of ['test/register', 'test/library', 'test/timeline', 'test/grid'])
    t.equal(await codeOf(await testService(t, folder), '/readyz'), '200 ok', folder);
  const service = await testService(t, 'test/five_lines');
  const { query } = service.database;
  t.equal(await codeOf(service, '/readyz'), '200 ok');
  await query('alter table public.note add column other text');
  t.equal(await codeOf(service, '/readyz'), '200 ok', 'a column of a later model may be there');
  await query('alter table public.note alter heading type varchar(900)');
  t.equal(await codeOf(service, '/readyz'), '200 ok', 'and one of another type that values of this one go into');
  const changes: readonly (readonly [change: string, back: string])[] = [
    ['alter table public.note rename to notes', 'alter table public.notes rename to note'],
    ['alter table public.note rename heading to title', 'alter table public.note rename title to heading'],
    [
      'alter table public.note alter done drop default, alter done type text',
      'alter table public.note alter done type boolean using done::boolean',
    ],
  ];
  for (const [change, back] of changes) {
    await query(change);
    t.equal(
      await codeOf(service, '/readyz'),
      notReady('the tables of the database do not fit the definitions'),
      change,
    );
    t.equal(await codeOf(service, '/livez'), '200 ok', 'it lives');
    await query(back);
    t.equal(await codeOf(service, '/readyz'), '200 ok', back);
  }
});

test("a right that the role of the service lacks is its operator's matter: 503, and not ready", async (t) => {
  const { model, database: made } = await testService(t, 'test/five_lines');
  const roles = rolesOf(t, made);
  await makeRoles(made, model, roles);
  const lines: string[] = [];
  const server = await createServer({
    model,
    database: await connectAs(t, roles, roles.service),
    authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
    ...quiet,
    logLevel: 'error',
    logTo: new PassThrough().on('data', (chunk) => lines.push(String(chunk))),
  });
  t.teardown(() => server.close());
  const service = { server };
  t.equal(await codeOf(service, '/readyz'), '200 ok');
  const note = '/api/v1/note';
  const lacks = '503 unavailable the service lacks a right in its database';
  const write = async () => {
    const payload = { heading: 'a' };
    const { statusCode, body } = await server.inject({
      method: 'POST',
      url: note,
      headers: { authorization },
      payload,
    });
    const { code, detail } = JSON.parse(body);
    return `${statusCode} ${code} ${detail}`;
  };
  for (const [right, ask] of [
    ['insert on note', write],
    ['select on note', () => codeOf(service, note)],
    ['execute on function almanac.forbid()', null],
  ] as const) {
    await made.query(`revoke ${right} from ${roles.service}`);
    if (ask !== null) t.equal(await ask(), lacks, right);
    t.equal(
      await codeOf(service, '/readyz'),
      notReady('the role of the service lacks rights in the database: run what "almanac roles" prints again'),
      right,
    );
    await made.query(`grant ${right} to ${roles.service}`);
    t.equal(await codeOf(service, '/readyz'), '200 ok', right);
  }
  t.match(lines.join(''), /permission denied for table note: run what \\"almanac roles\\" prints again/);
});

test('the log tells once that a service is not ready, and once that it is again', async (t) => {
  const { model, database: made } = await testService(t, 'test/five_lines');
  const told: string[] = [];
  const server = await createServer({
    model,
    database: made.database,
    authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
    ...quiet,
    logLevel: 'info',
    logTo: new PassThrough().on('data', (chunk) => told.push(JSON.parse(String(chunk)).msg)),
  });
  t.teardown(() => server.close());
  const ask = async () => (await server.inject('/readyz')).statusCode;
  t.same([await ask(), await ask()], [200, 200]);
  await made.query('alter table public.note rename to notes');
  t.same([await ask(), await ask(), await ask()], [503, 503, 503]);
  await made.query('alter table public.notes rename to note');
  t.same([await ask(), await ask()], [200, 200]);
  t.same(
    told.filter((line) => line.includes('ready')),
    ['not ready: the tables of the database do not fit the definitions', 'ready again'],
  );
});

/** A service on a connection to its database that the test can cut. */
async function behindProxy(
  t: Test,
): Promise<TestService & { readonly cut: () => void; readonly mend: () => Promise<void> }> {
  const service = await testService(t, 'test/five_lines');
  const proxy = await switchedProxy(t, service.database.url);
  const database = await connect(proxy.url, { maximumConnections: 5, statementTimeoutSeconds: 10 });
  const { model } = service;
  const authenticate = createAuthenticate({ kind: 'secret', secret }, model.service);
  const server = await createServer({ model, database, authenticate, ...quiet });
  t.teardown(() => Promise.all([server.close(), database.close()]));
  return { ...service, server, cut: proxy.cut, mend: proxy.mend };
}

/** So long requests wait for the end of an outage, counted from its start. */
const waitedMilliseconds = 5_000;

test('a database that goes and comes back', async (t) => {
  const service = await behindProxy(t);
  const note = '/api/v1/note?limit=1';
  const many = () => Promise.all(Array.from({ length: 20 }, () => codeOf(service, note)));
  t.equal(await codeOf(service, '/readyz'), '200 ok');
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(
      Array.from({ length: 20 }, () => service.server.inject({ url: note, headers: { authorization } })),
    );
    service.cut();
    for (const most of [waitedMilliseconds + 1_000, 1_000]) {
      let refused: readonly string[] = [];
      const cut = await pacedMilliseconds(async () => {
        refused = await many();
      });
      t.same(new Set(refused), new Set(['503 unavailable the database does not answer']), 'each is refused');
      t.ok(cut < most, `at first after a while, then at once: ${cut} ms`);
    }
    t.equal(await codeOf(service, '/readyz'), notReady('the database does not answer'));
    t.equal(await codeOf(service, '/livez'), '200 ok');
    await service.mend();
    const back = await pacedMilliseconds(async () => {
      while ((await service.server.inject({ url: note, headers: { authorization } })).statusCode !== 200)
        await delay(20);
    });
    t.ok(back < 2_000, `back within ${back} ms`);
    t.equal(await codeOf(service, '/readyz'), '200 ok');
  }
});

test('a killed backend costs nobody a request', async (t) => {
  const service = await testService(t, 'test/five_lines');
  const database: Database = await connect(service.database.url, {
    maximumConnections: 1,
    statementTimeoutSeconds: 10,
  });
  const authenticate = createAuthenticate({ kind: 'secret', secret }, service.model.service);
  const server = await createServer({ model: service.model, database, authenticate, ...quiet });
  t.teardown(() => Promise.all([server.close(), database.close()]));
  const ask = async () => (await server.inject({ url: '/api/v1/note', headers: { authorization } })).statusCode;
  for (let round = 0; round < 5; round += 1) {
    t.equal(await ask(), 200);
    const own = await database.query({ text: 'select pg_backend_pid() as pid', values: [] });
    await service.database.query('select pg_terminate_backend($1::int)', [own.ok ? (own.rows[0]?.pid ?? null) : null]);
    t.same([await ask(), await ask(), await ask()], [200, 200, 200]);
  }
});

test('a database that takes no writes for a while, as a primary that became a standby', async (t) => {
  const service = await testService(t, 'test/five_lines');
  const database = await connect(service.database.url, { maximumConnections: 3, statementTimeoutSeconds: 10 });
  const authenticate = createAuthenticate({ kind: 'secret', secret }, service.model.service);
  const server = await createServer({ model: service.model, database, authenticate, ...quiet });
  t.teardown(() => Promise.all([server.close(), database.close()]));
  const change = async (value: string) => {
    const [{ name } = {}] = await service.database.query('select current_database() as name');
    await service.database.query(`alter database "${name}" set default_transaction_read_only = ${value}`);
  };
  const post = async () => {
    const payload = { heading: 'x' };
    const answer = await server.inject({ method: 'POST', url: '/api/v1/note', headers: { authorization }, payload });
    return [answer.statusCode, answer.json().code ?? null, answer.json().detail ?? null];
  };
  const many = () => Promise.all(Array.from({ length: 6 }, post));
  t.same(new Set((await many()).map(([status]) => status)), new Set([201]));
  await change('on');
  await service.database.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  for (const round of [1, 2]) {
    const refused = (await many()).filter(([status]) => status !== 201);
    t.equal(refused.length, 6, `round ${round}`);
    for (const [status, code] of refused) t.same([status, code], [503, 'unavailable']);
  }
  t.same(await post(), [503, 'unavailable', 'the database takes no writes']);
  t.equal(await codeOf({ server }, '/readyz'), notReady('the database takes no writes'));
  await change('off');
  // Each connection that took none is given up when it is used, at the latest by a balancer that asks again.
  for (let attempt = 0; attempt < 3; attempt += 1) await codeOf({ server }, '/readyz');
  t.equal(await codeOf({ server }, '/readyz'), '200 ok');
  t.same(new Set((await many()).map(([status]) => status)), new Set([201]));
});

/** One client: requests on a connection that is kept, with pauses, until an answer ends it. It tells what it has `seen`. */
async function client(port: number, path: string, seen: string[] = []): Promise<readonly string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const sent = request({ host: '127.0.0.1', port, path, agent, headers: { authorization } });
    sent.end();
    const [response] = await once(sent, 'response').catch((error: Error) => [error]);
    if (response instanceof Error) return [...seen, response.message];
    response.resume();
    await once(response, 'end');
    seen.push(String(response.statusCode));
    if (response.headers.connection === 'close') return seen;
    await delay(200);
  }
}

async function listen({ server }: Pick<TestService, 'server'>): Promise<number> {
  await server.listen({ host: '127.0.0.1', port: 0 });
  return (server.server.address() as AddressInfo).port;
}

test('a service that is stopped answers what was asked', async (t) => {
  const { port, clients, slow, release, ended, ready, answer } = await inTime(1_900, async (start) => {
    const service = await serveNotes(t, {});
    const port = await listen(service);
    const seen = Array.from({ length: 8 }, (): string[] => []);
    const clients = seen.map((each) => client(port, '/api/v1/note', each));
    while (seen.some(({ length }) => length < 2)) await delay(20);
    const late = open(port, '127.0.0.1').on('error', () => {});
    const closed = new Promise((resolve) => late.once('close', resolve));
    await once(late, 'connect');
    const release = await holdTable(t, service.database.database, 'note');
    const slow = client(port, '/api/v1/note');
    await delay(100);
    start();
    const ended = drain(service.server, { drainSeconds: 2, shutdownSeconds: 60 }, 'instance');
    const ready = await codeOf(service, '/readyz');
    await delay(1_500);
    let answer = '';
    late.on('data', (data) => {
      answer += data;
    });
    late.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n');
    await closed;
    return { port, clients, slow, release, ended, ready, answer };
  });
  t.equal(ready, notReady('the service is being stopped'));
  t.match(answer, /^HTTP\/1\.1 200 .*connection: close/is, 'on a connection from before, however late');
  await release();
  t.equal(await ended, true, 'all was answered');
  t.same(await slow, ['200'], 'the one that was in progress');
  for (const seen of await Promise.all(clients)) {
    t.ok(seen.length > 1, `${seen.length} answers`);
    t.same(new Set(seen), new Set(['200']), 'no request failed');
  }
  t.match(await client(port, '/livez'), [/ECONNREFUSED/], 'nobody listens any more');
});

test('an idle connection is kept for longer than balancers keep theirs', async (t) => {
  const { server } = await serveNotes(t, {});
  t.ok(server.server.keepAliveTimeout > 65_000, `${server.server.keepAliveTimeout} ms`);
});

test('a service without a connection ends at once', async (t) => {
  const service = await serveNotes(t, {});
  await listen(service);
  const took = await pacedMilliseconds(async () => {
    t.equal(await drain(service.server, { drainSeconds: 5, shutdownSeconds: 10 }, 'nobody'), true);
  });
  t.ok(took < 500, `${took} ms`);
});

test('a service behind a balancer goes on until the balancer must know, whether or not it has a connection', async (t) => {
  const { asked, ended } = await inTime(1_000, async (start) => {
    const service = await serveNotes(t, {});
    const port = await listen(service);
    start();
    const ended = drain(service.server, { drainSeconds: 1, shutdownSeconds: 60 }, 'instance');
    await delay(800);
    const asked = client(port, '/api/v1/note');
    await Promise.race([once(service.server.server, 'request'), asked]);
    return { asked, ended };
  });
  t.same(await asked, ['200']);
  t.equal(await ended, true);
});

test('a process whose place another takes is ready to the last', async (t) => {
  const { asked, ended } = await inTime(1_000, async (start) => {
    const service = await serveNotes(t, {});
    const port = await listen(service);
    const idle = open(port, '127.0.0.1').on('error', () => {});
    await once(idle, 'connect');
    start();
    const ended = drain(service.server, { drainSeconds: 1, shutdownSeconds: 60 }, 'process');
    const asked = client(port, '/readyz');
    await Promise.race([once(service.server.server, 'request'), asked]);
    return { asked, ended };
  });
  t.same(await asked, ['200'], 'no balancer takes the others out');
  t.equal(await ended, true);
});

test('a request that has begun to arrive is answered, and a connection that says nothing is closed', async (t) => {
  const service = await serveNotes(t, {});
  const port = await listen(service);
  const sockets = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = open(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }),
  );
  const [silent, ...senders] = sockets;
  // An answer before, on every other connection: it is kept, and waits for the next request.
  await Promise.all(
    senders.map(async (socket, index) => {
      if (index % 2 !== 0) return;
      socket.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n');
      await once(socket, 'data');
    }),
  );
  // The last beginnings are sent when the service takes no more connections, and the kernel has them then.
  const closing = whenClosing(service.server);
  const answers = senders.map(async (socket, index) => {
    const seen: string[] = [];
    socket.on('data', (data) => seen.push(String(data)));
    const end = once(socket, 'close');
    if (index < 20) await delay(index * 5);
    else await closing;
    socket.write('GET /livez HTTP/1.1\r\nho');
    await closing;
    await delay(400);
    socket.write('st: x\r\n\r\n');
    await end;
    return seen.join('').slice(0, 12);
  });
  await delay(100);
  const closed = once(silent as (typeof sockets)[number], 'close');
  const took = await pacedMilliseconds(async () => {
    t.equal(await drain(service.server, { drainSeconds: 1, shutdownSeconds: 60 }, 'instance'), true);
  });
  t.ok(took < 5_000, 'nobody waits for the silent one');
  await closed;
  t.same(new Set(await Promise.all(answers)), new Set(['HTTP/1.1 200']));
});

test('a connection that was opened at the last moment has time for its request', async (t) => {
  const { socket, closing, ended } = await inTime(950, async (start) => {
    const service = await serveNotes(t, {});
    const port = await listen(service);
    const closing = whenClosing(service.server);
    start();
    const ended = drain(service.server, { drainSeconds: 1, shutdownSeconds: 60 }, 'instance');
    await delay(700);
    const socket = open(port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect').catch(() => {});
    return { socket, closing, ended };
  });
  const answer = text(socket);
  await closing;
  await delay(200);
  socket.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n');
  t.match(await answer, /^HTTP\/1\.1 200 /);
  t.equal(await ended, true);
});

test('what is not done within the deadline is cut', async (t) => {
  const service = await serveNotes(t, { limits: { ...defaults.limits, shutdownSeconds: 1 } });
  const port = await listen(service);
  const release = await holdTable(t, service.database.database, 'note');
  const slow = client(port, '/api/v1/note');
  await once(service.server.server, 'request');
  const begin = performance.now();
  const paced = await pacedMilliseconds(async () => {
    t.equal(await drain(service.server, { drainSeconds: 1, shutdownSeconds: 1 }, 'instance'), false);
  });
  t.ok(performance.now() - begin >= 950, 'not before');
  t.ok(paced < 2_000, `${paced} ms`);
  t.match(await slow, [/hang up|ECONNRESET/]);
  await release();
});
