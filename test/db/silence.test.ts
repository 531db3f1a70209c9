import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { connect } from '../../db/database.ts';
import { testDatabase } from '../database.ts';
import { pacedMilliseconds } from '../pace.ts';
import { proxy } from './proxy.ts';

// A server that is frozen, or cut off from the network, tells nobody.

/** A way to a server that passes nothing on while it is frozen, neither of old connections nor of new ones. */
async function frozenProxy(t: Test, url: string) {
  let isFrozen = false;
  const sockets: Socket[] = [];
  const own = await proxy(t, url, (client, database) => {
    sockets.push(client, database);
    if (isFrozen) return;
    client.pipe(database).pipe(client);
  });
  return {
    url: own,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    thaw: () => {
      isFrozen = false;
    },
  };
}

test('all connections to a silent server are given up soon', { timeout: 600_000 }, async (t) => {
  const { url, database: other } = await testDatabase(t);
  const way = await frozenProxy(t, url);
  const database = await connect(way.url, { maximumConnections: 4, statementTimeoutSeconds: 60 });
  t.teardown(() => database.close());
  const ask = (text = 'select') => database.query({ text, values: [] });
  let heard = 0;
  let last = '';
  const listening = database.listen('told', (payload) => {
    heard += 1;
    last = payload ?? '';
  });
  t.teardown(() => listening.close());
  while (heard === 0) await delay(20);

  t.match(await ask('select pg_sleep(9)'), { ok: true }, 'a slow statement is not a silent server');
  t.same(new Set((await Promise.all([ask(), ask(), ask(), ask()])).map(({ ok }) => ok)), new Set([true]));

  way.freeze();
  const took = await pacedMilliseconds(async () => {
    t.match(await ask(), { ok: false, error: { unavailable: true, undone: false } });
  });
  t.ok(took < 20_000, `after ${took} ms`);
  t.comment(`a frozen server was given up after ${took} ms`);
  way.thaw();
  const back = await pacedMilliseconds(async () => {
    t.same(new Set((await Promise.all([ask(), ask(), ask(), ask()])).map(({ ok }) => ok)), new Set([true]));
  });
  t.ok(back < 5_000, 'no idle connection to it is left');
  while (last !== 'again') {
    await other.query({ text: `notify told, 'again'`, values: [] });
    await delay(50);
  }
  t.pass('who listens hears again');
});

test('a reader who takes their time is not a silent server', { timeout: 300_000 }, async (t) => {
  const { url } = await testDatabase(t);
  const database = await connect(url, { maximumConnections: 2, statementTimeoutSeconds: 60 });
  t.teardown(() => database.close());
  const { signal } = new AbortController();
  let rows = 0;
  const outcome = await database.stream(
    { text: `select repeat('x', 1000) as text from generate_series(1, 3000)`, values: [] },
    async (taken) => {
      if (rows === 0) await delay(6_000);
      rows += taken.length;
    },
    { signal, idleMilliseconds: 20_000 },
  );
  t.match(outcome, { ok: true });
  t.equal(rows, 3000);
});
