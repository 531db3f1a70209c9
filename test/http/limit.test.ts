import dns from 'node:dns';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { listen as listenAt } from '../../codegen/serve/listen.ts';
import { openDatabase } from '../../codegen/serve/service.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { createTurns } from '../../engine/http/edge/turn/turns.ts';
import { createServer } from '../../engine/http/server.ts';
import type { Limits } from '../../engine/model/service.ts';
import { holdTable } from '../held_table.ts';
import { pacedMilliseconds } from '../pace.ts';
import { service as defaults } from '../schema/model_of.ts';
import { inTime } from './in_time.ts';
import { checkRefusal } from './refusal.ts';
import { type Answer, quiet, secret, serveNotes, type TestService } from './service.ts';

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
      detail: 'more than 3 requests came from this identity in a minute',
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
function open(
  port: number,
  localAddress = '127.0.0.1',
  host = '127.0.0.1',
): { readonly socket: Socket; readonly text: () => string } {
  const socket = connect({ port, host, localAddress });
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => {
    text += data;
  });
  socket.on('error', () => {});
  return { socket, text: () => text };
}

const request = 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n';

/** Sends a request, and waits for the beginning of its answer. */
async function answered(port: number, localAddress?: string): Promise<Socket> {
  const { socket, text } = open(port, localAddress);
  socket.write(request);
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  if (text() === '') throw new Error('closed without an answer');
  return socket;
}

const authorized = (service: TestService) =>
  `authorization: Bearer ${service.token({ identity_id: 1, scope: 'manage:data' })}\r\n`;

test('a connection that waits for no answer gives way to a new one', async (t) => {
  const service = await serveNotes(t, limited({ connections: 4, connectionsPerAddress: 4 }));
  const port = await listen(service);
  const half = `POST /api/v1/note HTTP/1.1\r\nhost: x\r\n${authorized(service)}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`;
  for (const [name, beginning] of [
    ['one that says nothing', ''],
    ['half of the headers', 'GET /api/v1/note HTTP/1.1\r\nhost: x\r\n'],
    ['half of a body', half],
  ] as const) {
    const idle: ReturnType<typeof open>[] = [];
    for (let count = 0; count < 4; count += 1) {
      const next = open(port);
      await once(next.socket, 'connect');
      next.socket.write(beginning);
      idle.push(next);
      await delay(20);
    }
    const socket = await answered(port);
    if (!idle[0]?.socket.closed) await once(idle[0]?.socket ?? socket, 'close');
    t.same(
      idle.map((each) => each.socket.closed),
      [true, false, false, false],
      `${name}: the oldest is closed`,
    );
    const silent = open(port);
    if (!idle[1]?.socket.closed) await once(idle[1]?.socket ?? socket, 'close');
    t.notOk(silent.socket.closed, 'and not one that has just come, and may be about to ask');
    silent.socket.destroy();
    for (const each of idle) each.socket.destroy();
    socket.destroy();
    await delay(50);
  }
});

test('connections at a time', async (t) => {
  const service = await serveNotes(t, limited({ connections: 3, connectionsPerAddress: 2 }));
  const port = await listen(service);
  const release = await holdTable(t, service.database.database, 'note');
  const list = `GET /api/v1/note HTTP/1.1\r\nhost: x\r\n${authorized(service)}\r\n`;
  const ask = (localAddress: string) => {
    const asked = open(port, localAddress);
    asked.socket.write(list);
    return asked;
  };
  const closed = async (localAddress: string) => {
    await once(ask(localAddress).socket, 'close');
    return true;
  };
  // A connection whose request has not come yet would be the one that is closed.
  let requests = 0;
  service.server.server.on('request', () => requests++);
  const atWork = async (count: number) => {
    while (requests < count) await delay(5);
  };
  const busy = [ask('127.0.0.1'), ask('127.0.0.1')];
  await atWork(2);
  t.ok(await closed('127.0.0.1'), 'one more of the same address');
  const other = ask('127.0.0.2');
  await atWork(3);
  t.ok(await closed('127.0.0.3'), 'one more of all');
  t.notOk(other.socket.closed, 'another address');
  await release();
  for (const { socket, text } of [...busy, other]) {
    if (text() === '') await once(socket, 'data');
    t.match(text(), /^HTTP\/1.1 200/, 'those that wait are answered');
    socket.destroy();
  }
});

test('localhost with two addresses is no way past the limits of connections', async (t) => {
  const addresses = [1, 2].map((last) => ({ address: `127.0.0.${last}`, family: 4 }));
  const { lookup } = dns;
  t.teardown(() => Object.assign(dns, { lookup }));
  Object.assign(dns, {
    lookup: (host: string, options: object, done: (error: null, found: readonly object[]) => void) =>
      host === 'localhost' ? done(null, addresses) : lookup(host, options, done as never),
  });
  const { server } = await serveNotes(t, limited({ connections: 3, connectionsPerAddress: 3 }));
  await listenAt(server, { host: 'localhost', port: 0 });
  const [{ port } = { port: 0 }] = server.addresses() as AddressInfo[];
  const connections = await Promise.all(
    addresses.flatMap(({ address }) =>
      Array.from({ length: 4 }, async () => {
        const connection = open(port, '127.0.0.1', address);
        await new Promise((resolve) => connection.socket.once('connect', resolve).once('close', resolve));
        return connection;
      }),
    ),
  );
  const kept = () => connections.filter(({ socket }) => !socket.closed);
  while (kept().length > 3) await delay(5);
  for (const { socket } of kept()) socket.write(request);
  while (kept().some(({ text }) => text() === '')) await delay(5);
  t.equal(kept().length, 3, 'which are answered');
  for (const { socket } of kept()) socket.destroy();
});

test('a trusted proxy stands for many clients', async (t) => {
  const service = await serveNotes(t, limited({ connectionsPerAddress: 1 }), undefined, ['127.0.0.0/30']);
  const port = await listen(service);
  const kept = [await answered(port, '127.0.0.1'), await answered(port, '127.0.0.1')];
  const other = await answered(port, '127.0.0.9');
  await answered(port, '127.0.0.9').then((socket) => socket.destroy());
  t.same(
    kept.map(({ closed }) => closed),
    [false, false],
  );
  if (!other.closed) await once(other, 'close');
  for (const socket of kept) socket.destroy();
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
      const { socket, text } = open(port);
      if (sent !== '') socket.write(sent);
      const milliseconds = await pacedMilliseconds(() => once(socket, 'close'));
      t.match(text(), /^HTTP\/1\.1 408 /, name);
      t.match(text().split('\r\n\r\n')[1], `"code":"${'request_timeout'}"`, name);
      t.ok(milliseconds < 4_000, `${name} is closed soon: ${milliseconds} ms`);
    }),
  );
  t.strictSame(await service.database.query('select from public.note'), [], 'nothing of it was done');
  const body = '{"heading":"x"}';
  const answer = await inTime(1_000, async () => {
    const { socket, text } = open(port);
    socket.write(`${post}content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
    await delay(500);
    socket.write(body.slice(5));
    if (text() === '') await once(socket, 'data');
    socket.destroy();
    return text();
  });
  t.match(answer, /^HTTP\/1\.1 201/, 'one that is slow, but in time');
});

test('a client that does not take its answer', async (t) => {
  const service = await serveNotes(t, limited({ requestTimeoutSeconds: 1, statementTimeoutSeconds: 1 }));
  // Few rows of many bytes: the statement takes milliseconds, far from its timeout on a machine that has more to do.
  const { query } = service.database;
  await query('alter table public.note drop constraint note_heading_max_length_check');
  await query("insert into public.note (heading) select repeat('x', 400000) from generate_series(1, 10)");
  t.equal((await service.ask('GET', '/note?limit=0')).status, 200, 'with its code loaded');
  const port = await listen(service);
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  const list = `GET /api/v1/note HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.token({ identity_id: 1, scope: 'read:data' })}\r\n\r\n`;
  socket.write(list.repeat(6));
  const [connection] = (await once(service.server.server, 'connection')) as [Socket];
  let held = 0;
  connection.prependListener('timeout', () => {
    held = connection.writableLength;
  });
  await once(connection, 'close');
  t.ok(held > 0, 'closed with the answer half taken');
  socket.destroy();
});

test('a client that does not take the rows that it asked for', async (t) => {
  const service = await serveNotes(t, limited({ streamIdleSeconds: 1 }));
  const { query } = service.database;
  for (let part = 0; part < 3; part += 1)
    await query("insert into public.note (heading) select repeat('x', 100) from generate_series(1, 30000)");
  const reading = async () =>
    Number(
      (
        await query(
          "select count(*) as count from pg_stat_activity where datname = current_database() and state <> 'idle' and query like 'select line.body from%'",
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
  // A machine that stands still may be late for it.
  while (!connection.destroyed && (await reading()) === 0) await delay(10);
  await closed;
  while ((await reading()) > 0) await delay(10);
  t.pass('its connection is closed, and that to the database is free');
  t.equal((await service.ask('GET', '/note?limit=1')).status, 200);
  socket.destroy();
});

/** A service whose limits hold for the connections of its database too, and which listens. */
async function serveBounded(t: Test, limits: Partial<Limits>) {
  const all = { ...defaults.limits, ...limits };
  const { model, database: own, token } = await serveNotes(t, { limits: all });
  const database = await openDatabase({ url: own.url, pooler: undefined }, model);
  const server = await createServer({
    model,
    database,
    authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
    ...quiet,
  });
  t.teardown(async () => {
    await server.close();
    await database.close();
  });
  const ask = async (identity: number, path: string, body?: object) => {
    const answer = await server.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token({ identity_id: identity, scope: 'manage:data' })}` },
      ...(body !== undefined && { payload: body }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers as Answer['headers'],
      text: answer.body,
      body: JSON.parse(answer.body),
    };
  };
  const holdLists = () => holdTable(t, own.database, 'note');
  return { ask, holdLists, database, query: own.query };
}

test('long statements of one identity keep nobody else waiting', async (t) => {
  const { ask, holdLists, database } = await serveBounded(t, {
    statementsPerIdentity: 2,
    databaseConnections: 5,
    statementTimeoutSeconds: 60,
  });
  const release = await holdLists();
  const held = Array.from({ length: 30 }, () => ask(1, '/note'));
  while (database.load().waiting < 28) await delay(5);
  t.equal(database.load().active, 2, 'two are at work');
  const own = ask(1, '/note');
  const others = Array.from({ length: 2 }, () => ask(2, '/note'));
  // The lists of the first are held until they are released: nothing of theirs has to end before.
  while (database.load().active < 4) await delay(5);
  await release();
  const answers = await Promise.all([...held, own, ...others]);
  t.ok(
    answers.every(({ status }) => status === 200),
    'all are answered in the end',
  );
});

test('requests that wait for the database', async (t) => {
  const { ask, holdLists, database } = await serveBounded(t, {
    statementsPerIdentity: 2,
    waitingRequests: 3,
    statementTimeoutSeconds: 60,
  });
  const release = await holdLists();
  const waiting = Array.from({ length: 2 + 3 }, () => ask(1, '/note'));
  while (database.load().waiting < 3) await delay(5);
  const refused = await ask(1, '/note');
  checkRefusal(t, refused, { code: 'too_many_at_once', headers: { 'retry-after': '2' } });
  const others = Array.from({ length: 2 + 1 }, () => ask(2, '/note'));
  const [last] = await Promise.all(waiting.slice(-1));
  t.equal(last?.status, 429, 'the identity that has the most gives way to another');
  await release();
  t.same(
    (await Promise.all([...waiting.slice(0, -1), ...others])).map(({ status }) => status),
    Array(7).fill(200),
    'all others are answered',
  );
  t.equal((await ask(1, '/note')).status, 200, 'and so is the next');
});

test('what waits for longer than a statement may take is refused', async (t) => {
  const { ask, holdLists } = await serveBounded(t, { statementsPerIdentity: 1, statementTimeoutSeconds: 1 });
  const release = await holdLists();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(1, '/note')));
  const codes = answers.map(({ body }) => body.code);
  t.ok(codes.includes('timeout') && codes.includes('too_many_at_once'), codes.join());
  await release();
});

test('requests that come at once start in their order, and the newest first when many wait', (t) => {
  const started: number[] = [];
  const refused: number[] = [];
  const turns = createTurns<number>({
    patienceMilliseconds: 60_000,
    mostLate: 72,
    start: (request) => started.push(request),
    refuse: (request) => refused.push(request),
    isWork: () => true,
    databaseIsFull: () => false,
  });
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
  for (const request of range(0, 128)) turns.enter(request);
  t.same(started, range(0, 32), 'some are at work');
  turns.leave(40); // Its client is gone.
  for (const request of range(128, 200)) turns.enter(request);
  t.equal(turns.waiting(), 167);
  for (const request of range(0, 32)) turns.leave(request);
  t.same(started.slice(32), range(104, 136), 'those that newer ones pushed out wait');
  for (const request of range(104, 200)) turns.leave(request);
  t.same(started.slice(64, 128), range(136, 200));
  for (const request of range(32, 104)) turns.leave(request);
  t.same(started.slice(128), [...range(32, 40), ...range(41, 104)], 'until no other waits');
  t.equal(turns.waiting(), 0);
  t.same(refused, []);

  started.length = 0;
  for (const request of range(1000, 1000 + 128 + 72 + 1)) turns.enter(request);
  t.same(refused, [1032], 'one more than may wait');
  for (const request of range(1000, 1201)) turns.leave(request);
  t.end();
});

test('a request that the process does not work on takes no turn', (t) => {
  let started = 0;
  const turns = createTurns<number>({
    patienceMilliseconds: 60_000,
    mostLate: 10,
    start: () => {
      started += 1;
    },
    refuse: () => t.fail('refused'),
    isWork: (request) => request >= 500, // the others are streams, or bodies that do not arrive
    databaseIsFull: () => true,
  });
  for (let request = 0; request < 600; request += 1) turns.enter(request);
  t.equal(started, 500 + 32);
  t.equal(turns.waiting(), 100 - 32);
  for (let request = 500; request < 600; request += 1) turns.leave(request);
  t.equal(started, 600);
  t.end();
});

/** The service on a port that takes many connections of one address. */
async function serveCrowd(t: Test, limits: Partial<Limits>) {
  const many = { connections: 4000, connectionsPerAddress: 4000 };
  const service = await serveNotes(t, limited({ ...many, ...limits }));
  const origin = `http://127.0.0.1:${await listen(service)}`;
  const authorization = `Bearer ${service.token({ identity_id: 1, scope: 'read:data' })}`;
  return async (path = '/api/v1/note?limit=1'): Promise<Answer> => {
    // Not by fetch, which gives up a connection that takes ten seconds.
    const [answer] = (await once(get(`${origin}${path}`, { headers: { authorization } }), 'response')) as [
      IncomingMessage,
    ];
    const text = await textOf(answer);
    const body = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null;
    return { status: answer.statusCode ?? 0, headers: answer.headers as Answer['headers'], text, body };
  };
}

test('a burst is answered as a whole', async (t) => {
  // A busy machine may work on it for longer than a service is patient.
  const patient = { eventLoopDelayMilliseconds: 60_000, requestTimeoutSeconds: 300, statementTimeoutSeconds: 300 };
  const ask = await serveCrowd(t, patient);
  for (const connections of [16, 128, 1000]) {
    const answers = await Promise.all(Array.from({ length: connections }, () => ask()));
    t.same([...new Set(answers.map(({ status }) => status))], [200], `${connections} connections`);
  }
});

test('a process that has more to do than it can', async (t) => {
  const ask = await serveCrowd(t, { eventLoopDelayMilliseconds: 100 });
  const answers: Answer[] = [];
  let isOver = false;
  const crowd = Array.from({ length: 300 }, async () => {
    while (!isOver) answers.push(await ask());
  });
  const refused = () => answers.filter(({ status }) => status !== 200);
  // After a pause of the machine, many are refused at once, and about as many when the crowd goes.
  const isEnough = () => refused().length >= 200 && answers.length - refused().length > refused().length + 300;
  for (const end = performance.now() + 60_000; performance.now() < end && !isEnough(); await delay(20));
  for (const probe of ['/livez', '/readyz', '/metrics?x'])
    t.equal((await ask(probe)).status, 200, `${probe} is answered whatever the load`);
  t.match((await ask('/metrics')).text, /^http_waiting_requests [1-9]\d*$/m);
  isOver = true;
  await Promise.all(crowd);
  t.ok(refused().length >= 200, 'what is too much is refused');
  t.ok(answers.length - refused().length > refused().length, 'and less than what is answered');
  for (const answer of refused().slice(0, 3)) {
    checkRefusal(t, answer, { code: 'overloaded', headers: { 'retry-after': '1', 'x-request-id': /./ } });
  }
  const after = await Promise.all(Array.from({ length: 100 }, () => ask()));
  t.ok(
    after.every(({ status }) => status === 200),
    'soon all is answered again',
  );
});
