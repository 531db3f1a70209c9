import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'tap';
import { testDatabase } from '../database.ts';
import { poolingProxy } from '../db/pooling_proxy.ts';
import { secret, signToken } from '../http/service.ts';
import { pacedMilliseconds } from '../pace.ts';
import { almanac, copyOf, startAlmanac, temporaryFolder } from './process.ts';

/** The people of the demo, and what is printed of them. */
const people: readonly (readonly [name: string, who: string])[] = [
  ['Kari Nordmann', 'end_user, Kari Nordmann, at home in Solbyen, with a cabin in Ytterøya'],
  ['Ingrid Solbakk', 'service_provider, Effekt Aggregator AS'],
  ['Ola Vikander', 'system_operator, Østlia Nett AS'],
];

test('the first start loads the demo data, and what it prints works', async (t) => {
  const data = temporaryFolder(t);
  const first = startAlmanac(t, ['serve'], { ALMANAC_DATA: data });
  const [, url = '', token = '', list = ''] = await (async () => {
    const [, address = ''] = await first.printed(/API +(\S+)/);
    const [, bearer = '', request = ''] = await first.printed(/Try +curl -H 'Authorization: Bearer (\S+)' '(\S+)'/);
    return ['', address, bearer, request];
  })();
  t.match(first.output.stdout, /^Almanac made the tables and loaded the demo data\nFlexibility register\n/);
  const headers = { authorization: `Bearer ${token}` };
  const rows = (await (await fetch(list, { headers })).json()) as unknown[];
  t.equal(rows.length, 3, 'the printed request answers');
  for (const [name, who] of people) {
    const [line = '', own = ''] = await first.printed(new RegExp(`^  ${name} +${who}: TOKEN=(\\S+)$`, 'm'));
    const lines = first.output.stdout.split('\n');
    const [, path = ''] =
      /^ +curl -H "Authorization: Bearer \$TOKEN" '(\S+)'$/.exec(lines[lines.indexOf(line) + 1] ?? '') ?? [];
    const answer = await fetch(path, { headers: { authorization: `Bearer ${own}` } });
    t.equal(answer.status, 200, name);
    t.ok(((await answer.json()) as unknown[]).length > 0, `${name} has something to see`);
  }
  const ofStudio = { headers: { 'sec-fetch-site': 'same-origin' } };
  const chosen = (await (await fetch(new URL('/studio/people', url), ofStudio)).json()) as { name: string | null }[];
  t.same(
    chosen.map(({ name }) => name),
    [...people.map(([name]) => name), null],
    'the same people can be chosen in Studio',
  );
  const given = await fetch(new URL('/studio/people/ola.vikander@ostlia-nett.example', url), {
    ...ofStudio,
    method: 'POST',
  });
  const { access_token: ofOla } = (await given.json()) as { readonly access_token: string };
  const seen = await fetch(new URL('/studio/model', url), { headers: { authorization: `Bearer ${ofOla}` } });
  t.match(await seen.json(), { caller: { role: 'system_operator', claims: { party_id: '2' } } });
  const [, documentation = ''] = await first.printed(/Documentation +(\S+)/);
  t.match(await (await fetch(documentation)).text(), /<html/i);
  const created = await fetch(`${url}/party`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Kept',
      business_id_type: 'uuid',
      business_id: 'b8a1a3d2-6f0c-4b76-9a53-7e3f1d2c5b60',
      type: 'end_user',
    }),
  });
  t.equal(created.status, 201);
  const explained = await almanac(['access', '--row', 'party/1'], { ALMANAC_DATA: data });
  t.match(explained, { code: 0, stdout: /^party\/1, to a caller/, stderr: '' }, 'access looks while it serves');
  t.equal((await fetch(list, { headers })).status, 200, 'which goes on');
  t.equal(await first.stop(), 0, 'told to stop, it ends well');

  const begin = performance.now();
  const second = startAlmanac(t, ['serve', '--workers', '2'], { ALMANAC_DATA: data });
  const [, again = ''] = await second.printed(/API +(\S+)/);
  t.comment(`second start: ${Math.round(performance.now() - begin)} ms to listening`);
  t.notMatch(second.output.stdout, /demo data/);
  await second.printed(/Ola Vikander .+\n.+\n/);
  t.equal(second.output.stdout.match(/TOKEN=/g)?.length, people.length, 'the people are there at every start');
  const kept = await fetch(`${again}/party?name=eq.Kept`, { headers });
  t.match(await kept.json(), [{ name: 'Kept' }], 'data and development key outlive a restart');
  t.equal((await fetch(new URL('/studio/people', again), ofStudio)).status, 200, 'of several processes too');
  await second.stop();
});

test('what cannot be served is refused with what to do', async (t) => {
  const data = temporaryFolder(t);
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  t.teardown(() => busy.close());
  const port = String((busy.address() as { port: number }).port);
  const { url } = await testDatabase(t);
  const transactions = await poolingProxy(t, url, { mode: 'transaction', servers: 3 });
  const sessions = await poolingProxy(t, url, { mode: 'session', servers: 3 });
  const refusals: readonly [Record<string, string>, RegExp][] = [
    [{ NODE_ENV: 'production' }, /no key is configured; set JWKS_URL, JWT_PUBLIC_KEY or JWT_SECRET/],
    [{ PORT: 'http' }, /PORT is http; expected a number/],
    [{ DATABASE_URL: 'nonsense' }, /DATABASE_URL is not a URL/],
    [{ DATABASE_URL: 'mysql://one/d' }, /DATABASE_URL begins with mysql:; expected postgresql: or postgres:/],
    [{ DATABASE_URL: 'postgresql://127.0.0.1:1/nowhere' }, /the database does not answer/],
    [
      { DATABASE_URL: transactions.url },
      /changes tables, .* Set DATABASE_SESSION_URL to a URL that leads to PostgreSQL/,
    ],
    [
      { DATABASE_URL: transactions.url, DATABASE_SESSION_URL: transactions.url },
      /DATABASE_SESSION_URL leads to a pooler that gives each transaction another session/,
    ],
    [{ DATABASE_SESSION_URL: sessions.url }, /DATABASE_SESSION_URL is set without DATABASE_URL/],
    [{ DATABASE_PREPARE: 'maybe' }, /DATABASE_PREPARE is maybe; expected yes or no/],
    [
      { DATABASE_URL: `${sessions.url}&options=-c%20work_mem%3D5MB` },
      /does not take the parameter options\. Remove it/,
    ],
    [
      { DATABASE_URL: 'postgresql://me:a,b@127.0.0.1:1,127.0.0.1:2/d' },
      /does not answer: 127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:2: .*ECONNREFUSED/,
    ],
    [{ DATABASE_URL: 'postgresql:///d?host=one,two,three&port=1,2' }, /has 2 ports for 3 hosts; expected/],
    [{ DATABASE_URL: 'postgresql://one/d?target_session_attrs=standby' }, /expected read-write or primary/],
    [{ ALMANAC_RESOURCES: data }, /service\.yaml:1:1: is missing/],
    [{ PORT: port }, new RegExp(`port ${port} is in use`)],
  ];
  for (const [environment, message] of refusals) {
    const { code, stderr } = await almanac(['serve'], { ALMANAC_DATA: data, ...environment });
    t.equal(code, 1, Object.keys(environment).join());
    t.match(stderr, message);
    t.notMatch(stderr, /\n +at /, 'no stack');
    t.notOk(existsSync(join(data, 'postgresql')), 'before a database is made');
  }
});

test('told to stop, it answers what it can within the deadline', async (t) => {
  const { url, database } = await testDatabase(t);
  const folder = copyOf(t, 'test/five_lines');
  const environment = { DATABASE_URL: url, ALMANAC_RESOURCES: folder, JWT_SECRET: secret };
  const headers = { authorization: `Bearer ${signToken({ identity_id: 7, scope: 'read:data' })}` };
  // Who holds the table lets go of it so soon, or once the service has ended, which takes no longer than the deadline.
  for (const [deadline, seconds, answer, exit] of [
    [30, 0.8, 200, 0],
    [2, 10, null, 1],
  ] as const) {
    writeFileSync(join(folder, 'service.yaml'), `service: Notes\nlimits: { shutdown_seconds: ${deadline} }\n`);
    const service = startAlmanac(t, ['serve'], environment);
    const [, address = ''] = await service.printed(/API +(\S+)/);
    t.equal((await fetch(`${address}/note`, { headers })).status, 200);
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const holding = database.transaction(async (run) => {
      await run({ text: 'lock table public.note', values: [] });
      hold();
      await released;
    });
    await held;
    const slow = fetch(`${address}/note`, { headers }).then(
      ({ status }) => status,
      () => null,
    );
    await delay(200);
    const milliseconds = await pacedMilliseconds(async () => {
      const stopped = service.stop();
      await Promise.race([stopped, delay(seconds * 1000, null, { ref: false })]);
      release();
      t.equal(await stopped, exit, `a request of ${seconds} s`);
    });
    t.ok(milliseconds < 6_000, `within the deadline: ${milliseconds} ms`);
    t.equal(await slow, answer);
    if (exit === 1) t.match(service.output.stderr, /requests that were still in progress after 2 seconds were cut/);
    await holding;
  }
});
