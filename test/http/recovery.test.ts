import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { connect } from '../../db/database.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { createOutage } from '../../engine/http/request/outage.ts';
import { createServer } from '../../engine/http/server.ts';
import { messages, proxy } from '../db/proxy.ts';
import { switchedProxy } from '../db/switched_proxy.ts';
import { pacedMilliseconds } from '../pace.ts';
import { inTime } from './in_time.ts';
import { quiet, secret, signToken, type TestService, testService } from './service.ts';

// A request that met a lost database begins again, once, where nothing can be done twice by that (docs/http.md, "When the
// database goes away").

const authorization = `Bearer ${signToken({ identity_id: 7, scope: 'manage:data' })}`;

interface Lost extends Pick<TestService, 'server'> {
  post(headers?: Readonly<Record<string, string>>): Promise<number>;
  get(): Promise<number>;
  /** Changes a row, or removes it. */
  change(method: 'PATCH' | 'DELETE', id: number, headers?: Readonly<Record<string, string>>): Promise<number>;
  rows(): Promise<number>;
}

/** The service of test/five_lines, whose way to its database is by another address. */
async function serveBy(t: Test, way: (url: string) => Promise<string>): Promise<Lost> {
  const service = await testService(t, 'test/five_lines');
  const database = await connect(await way(service.database.url), {
    maximumConnections: 5,
    statementTimeoutSeconds: 10,
  });
  const { model } = service;
  const authenticate = createAuthenticate({ kind: 'secret', secret }, model.service);
  const server = await createServer({ model, database, authenticate, ...quiet });
  t.teardown(() => Promise.all([server.close(), database.close()]));
  const ask = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    headers: Readonly<Record<string, string>> = {},
    row = '',
  ) => {
    const payload = method === 'POST' || method === 'PATCH' ? { payload: { heading: 'x' } } : {};
    const answer = await server.inject({
      method,
      url: `/api/v1/note${row}`,
      headers: { authorization, ...headers },
      ...payload,
    });
    if (answer.statusCode === 503) t.match(answer.headers['retry-after'], /^\d+$/);
    return answer.statusCode;
  };
  return {
    server,
    post: (headers) => ask('POST', headers),
    get: () => ask('GET'),
    change: (method, id, headers) => ask(method, headers, `/${id}`),
    rows: async () => (await service.database.query('select from note')).length,
  };
}

const withKey = (): Record<string, string> => ({ 'idempotency-key': `"${randomUUID()}"` });

test('a write whose commit had no answer is done once', async (t) => {
  let isArmed = false;
  const service = await serveBy(t, (url) =>
    proxy(t, url, (client, database) => {
      // PostgreSQL sends the end of a statement together with the end of its transaction.
      const pass = messages('server', (message, kind) => {
        const isEnd = kind === 'C' && !/^(BEGIN|SET|SAVEPOINT)/.test(message.toString('latin1', 5));
        if (isArmed && isEnd && isCommit(message)) {
          isArmed = false;
          client.destroy();
        } else client.write(message);
      });
      database.on('data', pass);
      client.pipe(database);
    }),
  );
  const isCommit = (message: Buffer) => {
    const tag = message.toString('latin1', 5);
    return isWithKey ? tag.startsWith('COMMIT') : true;
  };
  let isWithKey = true;
  t.equal(await service.post(), 201);
  t.equal(await service.post(withKey()), 201);
  t.equal(await service.rows(), 2);
  for (let round = 0; round < 3; round += 1) {
    isArmed = true;
    t.equal(await service.post(withKey()), 201, 'with a key, the service asks again what came of it');
    t.notOk(isArmed);
    t.equal(await service.rows(), 3 + round);
  }
  isWithKey = false;
  isArmed = true;
  t.equal(await service.post(), 503, 'without a key, nobody can know');
  t.notOk(isArmed);
  t.equal(await service.rows(), 6, 'it was done, and not a second time');
  for (const method of ['PATCH', 'DELETE'] as const) {
    isArmed = true;
    t.equal(await service.change(method, 1, withKey()), 503, `${method} keeps no answer under a key`);
    t.notOk(isArmed);
  }
  t.equal(await service.rows(), 5);
});

test('requests wait for a database that is away for a moment', async (t) => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof switchedProxy>>>();
  const service = await serveBy(t, async (url) => {
    const way = await switchedProxy(t, url);
    resolve(way);
    return way.url;
  });
  const way = await promise;
  t.same([await service.get(), await service.post()], [200, 201]);
  for (const headersOf of [() => ({}), withKey]) {
    // An outage of five seconds is one that nobody waits for.
    const [seen, added] = await inTime(4_500, async () => {
      t.equal(await service.get(), 200, 'no outage goes on');
      const before = await service.rows();
      way.cut();
      // Until the pool has noticed that its connections are gone, a statement may be sent on one of them.
      await delay(300);
      const asked = Promise.all([service.get(), service.post(headersOf())]);
      await delay(700);
      await way.mend();
      return [await asked, (await service.rows()) - before];
    });
    t.same(seen, [200, 201]);
    t.equal(added, 1);
  }
  way.cut();
  t.equal(await service.post(withKey()), 503, 'not for ever');
  const milliseconds = await pacedMilliseconds(async () => {
    t.same([await service.post(), await service.post(withKey())], [503, 503]);
  });
  t.ok(milliseconds < 2_000, 'and in a long outage, nobody waits');
  await way.mend();
  t.same([await service.post(), await service.get()], [201, 200]);
});

test('few wait for the end of an outage, and for a bounded time', async (t) => {
  let asked = 0;
  let isBack = false;
  const [outage, one, hundred] = await inTime(4_000, async () => {
    asked = 0;
    isBack = false;
    const outage = createOutage(async () => {
      asked += 1;
      return isBack;
    });
    const waiting = Array.from({ length: 100 }, () => outage.isOver());
    const one = await outage.isOver();
    await delay(1_000);
    isBack = true;
    return [outage, one, await Promise.all(waiting)] as const;
  });
  t.equal(one, false, 'one more than a hundred is refused at once');
  t.same(new Set(hundred), new Set([true]));
  t.ok(asked < 15, `asked once for all: ${asked} times`);
  isBack = false;

  const second = performance.now();
  t.equal(await outage.isOver(), false);
  t.ok(performance.now() - second > 4_900, 'each outage has its own time');
  const third = await pacedMilliseconds(async () => {
    t.equal(await outage.isOver(), false);
  });
  t.ok(third < 100, 'later nobody waits');
  isBack = true;
  t.equal(await outage.isOver(), false);
  outage.answered();
  t.equal(await outage.isOver(), true, 'until the database has answered');
});
