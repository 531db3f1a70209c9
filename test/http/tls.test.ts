import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { test } from 'tap';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { createServer } from '../../engine/http/server.ts';
import { quiet, secret, testService } from './service.ts';
import { pem } from './tls/pem.ts';

// HTTPS with a certificate and its key; behind proxies, those that are trusted are believed.

test('HTTPS with a certificate and its key', async (t) => {
  const { model, database, token } = await testService(t, 'test/five_lines');
  const server = await createServer({
    model,
    database: database.database,
    authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
    ...quiet,
    tls: { cert: pem('certificate'), key: pem('key') },
  });
  t.teardown(() => server.close());
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  t.match(address, /^https:/);
  const agent = new Agent({ ca: pem('certificate'), keepAlive: false });
  const authorization = `Bearer ${token({ identity_id: 1, scope: 'manage:data' })}`;
  const ask = async (headers: Record<string, string | string[]>) => {
    const sent = request(`${address}/api/v1/note`, { agent, headers });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: JSON.parse(await text(response)) };
  };
  t.strictSame(await ask({ authorization }), { status: 200, body: [] });
  // The rules of connections are those of HTTP: two tokens are none.
  t.match(await ask({ authorization: [authorization, authorization] }), { status: 401 });
  await t.rejects(fetch(`${address.replace('https', 'http')}/livez`), 'no HTTP beside it');
});

test('where a request comes from, by proxies that are trusted', async (t) => {
  const { model, database } = await testService(t, 'test/five_lines');
  const seen: unknown[] = [];
  for (const [trustedProxies, expected] of [
    [[], ['127.0.0.1', 'http', 'localhost:80']],
    [['10.0.0.0/8'], ['127.0.0.1', 'http', 'localhost:80']],
    [['127.0.0.1'], ['203.0.113.7', 'https', 'register.example.org']],
    [
      ['127.0.0.0/8', '203.0.113.0/24'],
      ['198.51.100.1', 'https', 'register.example.org'],
    ],
  ] as const) {
    const server = await createServer({
      model,
      database: database.database,
      authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
      ...quiet,
      trustedProxies,
    });
    server.addHook('onRequest', async ({ ip, protocol, host }) => {
      seen.push([ip, protocol, host]);
    });
    const headers = {
      'x-forwarded-for': '198.51.100.1, 203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'register.example.org',
    };
    t.equal((await server.inject({ url: '/livez', headers })).statusCode, 200);
    t.strictSame(seen.pop(), expected, trustedProxies.join());
    await server.close();
  }
});
