import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'tap';
import { follow } from '../events/stream.ts';
import { signToken } from '../http/service.ts';
import { makeRoles } from '../serving_role.ts';
import { startAlmanac } from './process.ts';
import { roleProject } from './role_project.ts';

// What almanac roles prints is enough for all that the service does.

test('the whole service works as the serving role', async (t) => {
  const { roles, database, query, modelNow, folder, environment } = await roleProject(t);
  const served = await modelNow();
  await makeRoles({ database, query }, served, roles);
  await query("insert into party (name) values ('a')");
  await query("insert into identity (subject, party_id) values ('reader', 1), ('writer', null)");
  const asService = { ...environment, DATABASE_URL: roles.urlOf(roles.service), NODE_ENV: 'production' };
  const serving = startAlmanac(t, ['serve'], asService, folder);
  const [, api = ''] = await serving.printed(/API +(\S+)/);
  const { origin } = new URL(api);
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    request.on('data', (data) => received.push(JSON.parse(data).type)).on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  t.teardown(() => receiver.close());

  const ask = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    identity = 2,
  ) => {
    const token = signToken({ identity_id: identity, scope: 'manage:data' });
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  };
  const waitFor = async (path: string, count: number, identity = 2) => {
    for (;;) {
      const { status, body } = await ask('GET', path, undefined, {}, identity);
      if (status !== 200) throw new Error(JSON.stringify(body));
      if (body.length >= count) return body;
      await delay(50);
    }
  };

  t.match(await (await fetch(`${origin}/readyz`)).json(), { status: 'ok' });
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const subscription = { url: hook, secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` };
  t.match(await ask('POST', '/subscription', subscription), { status: 201 });
  await delay(600);
  const stream = await follow(t, { token: signToken, model: served }, origin, { after: 0 });

  const repeated = { 'idempotency-key': '"5f6b1f0e-6c9d-4c55-9a0e-3f7f0a3b2c11"' };
  const created = await ask('POST', '/book', { title: 'a', owner_id: 1 }, repeated);
  t.match(created, { status: 201, body: { id: 1, recorded_by: 2 } });
  t.same((await ask('POST', '/book', { title: 'a', owner_id: 1 }, repeated)).body, created.body);
  t.match(await ask('POST', '/book', { title: 'b', owner_id: 1 }, repeated), { status: 422 });
  t.match(await ask('PATCH', '/book/1', { title: null }), { status: 200, body: { title: null } });
  t.match(await ask('GET', '/book/1'), { status: 200, body: { title: null } });
  t.match(await ask('GET', `/book/1?as_of=${encodeURIComponent(created.body.recorded_at)}`), { body: { title: 'a' } });
  t.match(await waitFor('/notice', 1, 1), [{ type: 'org.example.book.untitled', source: '/book/1' }]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  t.match(await ask('POST', '/stay', { book_id: 1, valid_from: tomorrow }), { status: 201 });
  const sooner = { book_id: 1, valid_from: new Date().toISOString() };
  t.match(await ask('POST', '/stay', { ...sooner, valid_to: new Date(Date.now() + 2 * 86_400_000).toISOString() }), {
    status: 201,
  });
  t.match(await ask('GET', '/stay_history?stay_id=eq.1'), { status: 200, body: [{}, {}] }, 'room was made');
  t.match(await ask('DELETE', '/stay/1'), { status: 204 });
  const [notification] = await waitFor('/notification?acknowledged=is.false', 2, 1);
  t.match(await ask('PATCH', `/notification/${notification.id}`, { acknowledged: true }, {}, 1), {
    status: 200,
    body: { acknowledged: true },
  });
  t.match(await ask('PATCH', '/notification?acknowledged=is.false', { acknowledged: true }, {}, 1), { status: 204 });
  const trial = { prefer: 'return=effects, tx=rollback' };
  t.match(await ask('PATCH', '/book/1', { title: 'd' }, trial), {
    status: 200,
    body: { effects: [{ resource: 'book', before: { title: null }, after: { title: 'd' } }] },
  });
  const subscribed = await ask('POST', '/subscription', subscription, trial);
  t.match(subscribed.body.effects, [{ resource: 'subscription', change: 'create', after: { secret: '********' } }]);
  t.notMatch(JSON.stringify(subscribed.body), subscription.secret);
  t.match(await ask('POST', '/book', { title: 'c' }), { status: 201 });
  t.match(await ask('DELETE', '/book/2'), { status: 204 });
  const sources = [
    ...['/party/1', '/identity/1', '/identity/2', '/book/1', '/book/1', '/stay/1', '/stay/1', '/stay/2', '/stay/1'],
    ...['/book/2', '/book/2'],
  ];
  t.same([...(await stream.sources(sources.length))].sort(), sources.sort());
  stream.close();
  while (received.filter((type) => type === 'org.example.book.delete').length === 0) await delay(50);
  t.equal(received.filter((type) => type.startsWith('org.example.stay')).length, 4, 'all of it reaches the subscriber');
  t.match(await (await fetch(`${origin}/metrics`)).text(), /^events_waiting 0$/m);
  t.equal(await serving.stop(), 0);
  t.notMatch(serving.output.both, /denied/);

  const working = startAlmanac(t, ['worker'], asService, folder);
  await working.printed(/Working/);
  await query("insert into book (title, owner_id) values ('d', 1)");
  while ((await query('select from notification where not acknowledged')).length === 0) await delay(50);
  t.equal(await working.stop(), 0);
  t.notMatch(working.output.both, /denied/);
});
