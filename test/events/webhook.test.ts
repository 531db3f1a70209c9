import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { CloudEvent, HTTP } from 'cloudevents';
import { Webhook } from 'standardwebhooks';
import { type Test, test } from 'tap';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import { identity, type TestService } from '../http/service.ts';
import { pacedMilliseconds } from '../pace.ts';
import { eventService } from './service.ts';
import { insertPets } from './stream.ts';

// Subscriptions: CloudEvents 1.0 signed by Standard Webhooks, in order, retried, dead after a limit.

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly id: string;
  readonly source: string;
}

/** Somebody who receives events, and answers each attempt as it is told. */
async function receiver(t: Test, answer: (received: Received, attempt: number) => number | null = () => 204) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { id, source } = JSON.parse(text);
    const one = { headers: request.headers, text, id, source };
    received.push(one);
    const status = answer(one, received.length);
    if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end('noted');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, received, sources: () => received.map(({ source }) => source) };
}

const anywhere = '{ private_addresses: true }';

async function work(t: Test, { model, database }: TestService, retrySeconds = [0.05, 0.05, 0.05]) {
  const worker = await startWorker(model, database.database, () => {}, { retrySeconds, lookMilliseconds: 50 });
  t.teardown(() => worker.close());
  return worker;
}

async function waitFor(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(20);
}

test('each event that the filter takes is sent, signed, in order, from the subscription on', async (t) => {
  const service = await eventService(t, anywhere);
  const { ask, database } = service;
  await work(t, service);
  await insertPets(database.database, 3);
  await waitFor(async () => (await ask('GET', '/event')).body.length === 3);
  const { url, received, sources } = await receiver(t);
  const body = { url, secret, filter: 'source=like./pet/*&type=like.*.create' };
  const created = await ask('POST', '/subscription', { body });
  t.equal(created.status, 201, created.text);
  t.match(created.body, { url, filter: body.filter, secret: '********', status: 'active', reason: null });
  await ask('POST', '/owner', { body: {} });
  const { body: pet } = await ask('POST', '/pet', { body: { owner_id: 1 } });
  await ask('PATCH', '/pet/4', { body: { name: 'a' } });
  await insertPets(database.database, 120);
  await waitFor(() => received.length === 121);
  t.same(
    sources(),
    Array.from({ length: 121 }, (_, at) => `/pet/${at + 4}`),
  );
  const [first] = received;
  if (first === undefined) throw new Error('nothing came');
  t.equal(first.headers['content-type'], 'application/cloudevents+json; charset=utf-8');
  t.equal(first.headers['webhook-id'], `event_${first.id}`);
  t.same(new Webhook(secret).verify(first.text, first.headers as Record<string, string>), JSON.parse(first.text));
  t.throws(() => new Webhook(`${secret.slice(0, -4)}AAA=`).verify(first.text, first.headers as Record<string, string>));
  const read = HTTP.toEvent({ headers: first.headers as Record<string, string>, body: first.text });
  t.ok(read instanceof CloudEvent && read.validate(), 'and is a CloudEvent');
  const { body: event } = await ask('GET', `/event/${first.id}`);
  t.match(JSON.parse(first.text), {
    specversion: '1.0',
    id: String(event.id),
    type: 'org.example.pet.create',
    source: '/pet/4',
    subject: '/owner/1',
    recordedby: '7',
  });
  t.equal(JSON.parse(first.text).time, pet.recorded_at, 'to the microsecond');
  await delay(200);
  t.equal(received.length, 121, 'each once');
});

test('what fails is tried again, and the next waits for it', async (t) => {
  const service = await eventService(t, anywhere);
  const { ask, database } = service;
  // Every third attempt is answered well; one is never answered right, one is a redirect.
  const { url, received, sources } = await receiver(t, (_, attempt) => [500, 302, 200][attempt % 3] ?? 200);
  await ask('POST', '/subscription', { body: { url, secret, filter: 'source=like./pet/*' } });
  await work(t, service);
  await insertPets(database.database, 4);
  await waitFor(async () => {
    const [state] = await database.query('select last_event >= 5 as done from almanac.delivery');
    return state?.done === 't';
  });
  const distinct = sources().filter((source, at) => source !== sources()[at - 1]);
  t.same(distinct, ['/pet/1', '/pet/2', '/pet/3', '/pet/4'], 'in order');
  t.ok(received.length > 8, 'after failures');
  t.same((await ask('GET', '/subscription')).body[0].status, 'active');
});

test('receivers that are slow to answer keep nobody else waiting', async (t) => {
  const service = await eventService(t, anywhere);
  const { ask, database } = service;
  const silent = await receiver(t, () => null);
  // More than are served at once, and all before the one that answers.
  for (let count = 0; count < 30; count += 1) await ask('POST', '/subscription', { body: { url: silent.url, secret } });
  const quick = await receiver(t);
  await ask('POST', '/subscription', { body: { url: quick.url, secret, filter: 'source=like./pet/*' } });
  await work(t, service);
  await insertPets(database.database, 1);
  await waitFor(() => quick.received.length === 1);
  t.ok(silent.received.length < 40, 'none is sent a second event before it answers');
  const milliseconds = await pacedMilliseconds(async () => {
    await insertPets(database.database, 3);
    await waitFor(() => quick.received.length === 4);
  });
  t.ok(milliseconds < 5_000, 'from then on it waits for none of them');
  t.same(quick.sources(), ['/pet/1', '/pet/2', '/pet/3', '/pet/4']);
  t.equal(new Set(silent.received.map(({ id }) => id)).size, 1, 'to each, the first event is still on its way');
});

test('every change of a subscription is an event, and its secret is in none', async (t) => {
  const { ask, database } = await eventService(t, '{}');
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  await ask('POST', '/subscription', { body: { url: 'https://example.org/a', secret } });
  for (const body of [{ url: 'https://example.org/b', filter: 'id=gt.0' }, { secret: other }, { secret: other }])
    t.equal((await ask('PATCH', '/subscription/1', { body })).status, 200);
  const shown = await ask('GET', '/subscription/1');
  t.equal(
    (await ask('PATCH', '/subscription/1', { body: shown.text as never })).status,
    200,
    'sent back as it is shown',
  );
  t.match(await database.query('select secret from subscription'), [{ secret: other }], 'the secret is what it was');
  t.equal(
    (await ask('POST', '/subscription', { body: { url: 'https://example.org/', secret: '********' } })).status,
    422,
  );
  while ((await sequence(database.database)) > 0);
  const { body: events, text } = await ask('GET', '/event?order=id');
  t.same(
    events.map(({ type, data }: { readonly type: string; readonly data: object | null }) => [type, data]),
    [
      ['org.example.subscription.create', null],
      ['org.example.subscription.update', { updated_fields: ['url', 'filter'] }],
      ['org.example.subscription.update', { updated_fields: ['secret'] }],
    ],
  );
  await ask('DELETE', '/subscription/1');
  while ((await sequence(database.database)) > 0);
  const recorded = await database.query('select event.*, event::text as whole from event order by id');
  t.match(recorded.at(-1), { type: 'org.example.subscription.delete', source: '/subscription/1' });
  t.notMatch(text + JSON.stringify(recorded), /whsec/);
});

test('a scheme is the same in capitals', async (t) => {
  const service = await eventService(t, anywhere);
  const { ask, database } = service;
  const { url, sources } = await receiver(t);
  await ask('POST', '/subscription', {
    body: { url: url.replace('http', 'HTTP'), secret, filter: 'source=eq./pet/1' },
  });
  await ask('POST', '/subscription', {
    body: { url: url.replace('http', 'HTTPS'), secret, filter: 'source=eq./pet/1' },
  });
  await work(t, service);
  await insertPets(database.database, 1);
  await waitFor(async () => (await ask('GET', '/subscription/2')).body.status === 'dead');
  t.match(
    (await ask('GET', '/subscription/2')).body.reason,
    /SSL|TLS|EPROTO/i,
    'TLS, which the receiver does not speak',
  );
  await waitFor(() => sources().length === 1);
});

test('after a limit a subscription is dead, says why, and goes on where it died when it is set to active', async (t) => {
  const service = await eventService(t, anywhere);
  const { ask, database } = service;
  let status = 503;
  const { url, sources } = await receiver(t, () => status);
  await ask('POST', '/subscription', { body: { url, secret, filter: 'source=like./pet/*' } });
  await work(t, service);
  await insertPets(database.database, 2);
  const state = async () => (await ask('GET', '/subscription/1')).body;
  await waitFor(async () => (await state()).status === 'dead');
  t.equal((await state()).reason, `${url} answered 503`);
  t.same(sources(), ['/pet/1', '/pet/1', '/pet/1', '/pet/1'], 'once, and three times more');
  const told = async () => (await ask('GET', '/event?source=eq./subscription/1&order=id.desc&limit=1')).body;
  await waitFor(async () => (await told())[0].id > 1);
  t.match(await told(), [{ type: 'org.example.subscription.update', data: { updated_fields: ['status', 'reason'] } }]);
  status = 200;
  await insertPets(database.database, 1);
  t.equal((await ask('PATCH', '/subscription/1', { body: { status: 'active' } })).status, 200);
  await waitFor(() => sources().length === 7);
  t.same(sources().slice(4), ['/pet/1', '/pet/2', '/pet/3']);
  await waitFor(async () => (await state()).reason === null);
  status = 410;
  await insertPets(database.database, 1);
  await waitFor(async () => (await state()).status === 'dead');
  t.equal(sources().length, 8, '410: no more is wanted, and no more is tried');
  t.equal((await ask('DELETE', '/subscription/1')).status, 204);
  t.same(await database.query('select from almanac.delivery'), []);
});

test('several workers send each event once; one that dies leaves its work to the others', async (t) => {
  const service = await eventService(t, anywhere);
  const { ask, database } = service;
  const { url, received, sources } = await receiver(t);
  for (let count = 0; count < 5; count += 1) {
    await ask('POST', '/subscription', { body: { url: `${url}/${count}`, secret, filter: 'source=like./pet/*' } });
  }
  await work(t, service);
  await work(t, service);
  await insertPets(database.database, 10);
  await waitFor(() => received.length >= 50);
  await delay(200);
  t.equal(received.length, 50);
  t.equal(new Set(sources()).size, 10);
  // A lease whose holder is gone is over when its time is.
  await database.query(
    `update almanac.delivery set lease = gen_random_uuid(), leased_until = now() + interval '300 milliseconds'`,
  );
  await insertPets(database.database, 1);
  await waitFor(() => received.length >= 55);
  t.equal(received.length, 55);
});

const refusals: readonly (readonly [body: Record<string, string>, pointer: string])[] = [
  [{ url: 'http://127.0.0.1/' }, '/url'],
  [{ url: 'http://2130706433/' }, '/url'],
  [{ url: 'http://[::1]/' }, '/url'],
  [{ url: 'http://[::ffff:10.0.0.1]/' }, '/url'],
  [{ url: 'https://localhost/' }, '/url'],
  [{ url: 'http://169.254.169.254/latest' }, '/url'],
  [{ url: 'https://user:password@example.org/' }, '/url'],
  [{ url: 'ftp://example.org/' }, '/url'],
  [{ filter: 'nothing=eq.1' }, '/filter'],
  [{ filter: 'limit=1' }, '/filter'],
  [{ filter: 'id=eq.x' }, '/filter'],
  [{ secret: 'short' }, '/secret'],
  [{ secret: 'whsec_AAAA' }, '/secret'],
];

test('a subscription that could not be served is refused, when it is made and when it is changed', async (t) => {
  const service = await eventService(t, '{}');
  const right = { url: 'https://example.org/hook', secret, filter: 'type=like.*.update' };
  t.equal((await service.ask('POST', '/subscription', { body: right })).status, 201);
  for (const [wrong, pointer] of refusals) {
    const what = JSON.stringify(wrong);
    for (const [method, path, body] of [
      ['POST', '/subscription', { ...right, ...wrong }],
      ['PATCH', '/subscription/1', wrong],
    ] as const) {
      const answer = await service.ask(method, path, { body });
      t.match(answer, { status: 422, body: { code: 'invalid_body', errors: [{ pointer }] } }, `${method} ${what}`);
    }
  }
  for (const query of ['secret=like.whsec*', `secret=eq.${encodeURIComponent(secret)}`]) {
    t.same((await service.ask('GET', `/subscription?${query}`)).body, [], 'a filter tells nothing of a secret');
  }
  t.notMatch((await service.ask('GET', '/subscription/1')).text, 'whsec');
});

test('what leads to a private address is not asked, whoever wrote it and however it is named', async (t) => {
  const service = await eventService(t, '{}');
  const { database, ask } = service;
  const { url, received } = await receiver(t);
  const { port } = new URL(url);
  for (const target of [url, `http://localhost:${port}/`]) {
    await database.query('insert into subscription (url, secret, created_by) values ($1, $2, $3)', [
      target,
      secret,
      String(identity),
    ]);
  }
  await work(t, service);
  await insertPets(database.database, 1);
  await waitFor(async () => (await ask('GET', '/subscription?status=eq.dead')).body.length === 2);
  const { body } = await ask('GET', '/subscription');
  for (const { reason } of body) t.match(reason, 'must not be a private address');
  t.equal(received.length, 0);
});
