import { type Test, test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { createServer } from '../../engine/http/server.ts';
import type { People } from '../../engine/http/studio/people.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { quiet, secret, signToken } from '../http/service.ts';

// Who can be chosen in Studio while a service is developed. The addresses ask for no token, and give tokens for everything.

const subject = 'kari@example.org';
const people: People = {
  list: [{ subject, name: 'Kari', role: null, about: 'who tests' }],
  tokenOf: (asked) =>
    asked === subject
      ? {
          access_token: signToken({ sub: subject, identity_id: 7, scope: 'read:data' }),
          token_type: 'Bearer',
          expires_in: 60,
        }
      : null,
};

/** What a page of the service sends from a browser on the same machine. */
const own = { host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' };

async function serve(t: Test, options: { readonly people: People | null; readonly isOff?: boolean }) {
  const loaded = await loadModel('test/five_lines');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const { service } = loaded.model;
  const model = { ...loaded.model, service: { ...service, studio: options.isOff === true ? null : service.studio } };
  const { database } = await testDatabase(t, { key: schemaText(model), run: (empty) => createTables(empty, model) });
  const lines: string[] = [];
  const server = await createServer({
    ...{
      model,
      database,
      authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
      people: options.people,
    },
    ...{ ...quiet, logLevel: 'info', logTo: { write: (line: string) => lines.push(line) } as never },
  });
  t.teardown(() => server.close());
  return { server, lines };
}

test('a page of the service on its own machine gets the people, and a token of each', async (t) => {
  const { server } = await serve(t, { people });
  for (const host of ['127.0.0.1:3000', 'localhost', 'localhost:80', '[::1]:3000'])
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const list = await server.inject({ url: '/studio/people', headers: { ...own, host }, remoteAddress });
      t.same(list.json(), people.list, `${host} from ${remoteAddress}`);
      t.equal(list.headers['cache-control'], 'no-store');
    }
  const given = await server.inject({
    method: 'POST',
    url: `/studio/people/${encodeURIComponent(subject)}`,
    headers: own,
  });
  t.match(given.json(), { token_type: 'Bearer', expires_in: 60 });
  t.equal(given.headers['cache-control'], 'no-store');
  const authorization = `Bearer ${given.json().access_token}`;
  const read = await server.inject({ url: '/api/v1/note', headers: { authorization } });
  t.equal(read.statusCode, 200, 'the token is one of the service');
  const unknown = await server.inject({ method: 'POST', url: '/studio/people/somebody', headers: own });
  t.match(unknown.json(), { status: 404, code: 'unknown_path' });
});

test('nobody else gets them', async (t) => {
  const { server } = await serve(t, { people });
  const requests: readonly (readonly [what: string, request: object])[] = [
    ['a name that leads to this machine (DNS rebinding)', { headers: { ...own, host: 'rebound.example.org:3000' } }],
    ['a name that begins like an address of this machine', { headers: { ...own, host: '127.0.0.1.example.org' } }],
    ['a name that ends like one', { headers: { ...own, host: 'localhost.example.org' } }],
    ['what no browser takes for a name', { headers: { ...own, host: '127.0.0.1:x' } }],
    ['a page of another site', { headers: { ...own, 'sec-fetch-site': 'cross-site' } }],
    ['a page of another port of this machine', { headers: { ...own, 'sec-fetch-site': 'same-site' } }],
    ['an address that somebody typed or followed', { headers: { ...own, 'sec-fetch-site': 'none' } }],
    ['what is not a browser', { headers: { host: own.host } }],
    ['another machine, which names this one', { headers: own, remoteAddress: '192.168.1.7' }],
    ['another machine of IPv6', { headers: own, remoteAddress: 'fe80::1' }],
    ['a proxy or a tunnel on this machine', { headers: { ...own, 'x-forwarded-for': '203.0.113.9' } }],
    ['a proxy that follows RFC 7239', { headers: { ...own, forwarded: 'for=203.0.113.9' } }],
  ];
  for (const [what, request] of requests) {
    const list = await server.inject({ url: '/studio/people', ...request });
    const token = await server.inject({
      method: 'POST',
      url: `/studio/people/${encodeURIComponent(subject)}`,
      ...request,
    });
    for (const answer of [list, token]) {
      t.match(answer.json(), { status: 404, code: 'unknown_path' }, what);
      t.notMatch(answer.body, 'Kari');
    }
  }
});

test('neither log lines nor metrics name them', async (t) => {
  const { server, lines } = await serve(t, { people });
  await server.inject({ method: 'POST', url: `/studio/people/${encodeURIComponent(subject)}`, headers: own });
  const metrics = await server.inject('/metrics');
  t.match(metrics.body, 'route="/studio/people/:subject"');
  t.match(lines.join(''), '/studio/people/:subject');
  for (const text of [metrics.body, lines.join('')]) t.notMatch(text, /kari|eyJ/i);
});

test('a service without them, or without Studio, has no such address', async (t) => {
  for (const options of [{ people: null }, { people, isOff: true }]) {
    const { server } = await serve(t, options);
    const given = await server.inject({
      method: 'POST',
      url: `/studio/people/${encodeURIComponent(subject)}`,
      headers: own,
    });
    t.equal(given.statusCode, 404);
    t.notMatch(given.body, 'eyJ');
  }
});
