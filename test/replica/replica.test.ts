import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { serveNotes } from '../http/service.ts';
import { pacedMilliseconds } from '../pace.ts';
import { type ReplicatedService, replicatedService } from './replicated_service.ts';

// Reads go to a standby, which shows what it has: its callers see what they have written, and nothing older than the bound.

test('a service with a replica', { timeout: 600_000 }, async (t) => {
  const service = await replicatedService(t);
  await t.test('reads on it, and shows callers what they have written', (t) => ownWrites(t, service));
  await t.test('reads on the primary what is read there alone', (t) => primaryAlone(t, service));
  await t.test('refuses a token that is none', (t) => wrongTokens(t, service));
  await t.test('writes under the identity that the primary knows', (t) => identities(t, service));
  await t.test('sees each write at once, 200 times of 200', (t) => writesAndReads(t, service));
  await t.test('shows nothing older than the bound', async (t) =>
    bound(t, await replicatedService(t, { lagSeconds: 2, pair: service.pair })),
  );
  await t.test('gives up a replica that says nothing', (t) => silence(t, service));
  await t.test('leaves out a standby that was promoted', (t) => promoted(t, service));
});

test('no read fails when a replica is killed', { timeout: 300_000 }, async (t) => {
  const service = await replicatedService(t);
  const { ask, pair, proxy, told } = service;
  const made = await ask({ method: 'POST', url: '/note', payload: { name: 'a' } });
  const token = String(made.headers['consistency-token']);
  let isOver = false;
  const statuses = new Map<number, number>();
  const reading = Array.from({ length: 16 }, async (_, client) => {
    while (!isOver) {
      const accept = client % 4 === 0 ? 'application/x-ndjson' : 'application/json';
      const headers = { accept, 'consistency-token': token };
      const { statusCode } = await ask({ url: client % 2 === 0 ? '/note' : '/note/1', headers });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
  });
  await delay(300);
  process.kill(pair.standbyProcess, 'SIGKILL');
  // The embedded server is started again at once, and may be back before anybody has looked.
  await delay(20);
  proxy.cut();
  await service.becomes(false);
  await delay(300);
  isOver = true;
  await Promise.all(reading);
  t.strictSame([...statuses.keys()], [200], `${statuses.get(200)} reads`);
  t.match(told, [/^replica 1 is left out: it (does not answer|is starting or stopping)$/]);
});

test('without replicas there is no token', async (t) => {
  const { ask } = await serveNotes(t, {});
  const { headers } = await ask('POST', '/note', { body: { heading: 'a' } });
  t.notOk('consistency-token' in headers || 'set-cookie' in headers);
  const read = await ask('GET', '/note', {
    headers: { 'Consistency-Token': 'nonsense', Prefer: 'consistency=strong' },
  });
  t.equal(read.status, 200, 'a token is left alone');
  t.equal(read.headers['preference-applied'], 'consistency=strong');
});

async function ownWrites(t: Test, { ask, pause, resume }: ReplicatedService): Promise<void> {
  await pause();
  const made = await ask({ method: 'POST', url: '/note', payload: { name: 'new' } });
  t.equal(made.statusCode, 201);
  const token = String(made.headers['consistency-token']);
  t.match(token, /^[0-9A-F]+\/[0-9A-F]+$/);
  const [cookie = ''] = [made.headers['set-cookie']].flat();
  t.match(cookie, /^consistency_token=[0-9A-F/]+; Path=\/api\/v1; Max-Age=61; HttpOnly; SameSite=Strict$/);
  const rowsWith = async (headers: Record<string, string>, url = '/note?name=eq.new') =>
    (await ask({ url, headers })).body.trim();
  const lines = { accept: 'application/x-ndjson' };
  t.equal(await rowsWith({}), '[]', 'the standby does not have it');
  t.equal(await rowsWith(lines), '');
  t.equal(await rowsWith({ 'consistency-token': '0/1' }), '[]', 'which has what an old token is of');
  t.equal((await ask({ url: '/note/1' })).statusCode, 404);
  t.match(await rowsWith({ 'consistency-token': token }), /new/, 'a token leads to a server that has it');
  t.match(await rowsWith({ ...lines, 'consistency-token': token }), /new/);
  t.match(await rowsWith({ cookie: cookie.split(';')[0] ?? '' }), /new/, 'and so does a cookie');
  t.match(await rowsWith({ 'consistency-token': '0/1', cookie: `other=1; consistency_token=${token}` }), /new/);
  t.match(await rowsWith({ 'consistency-token': token, prefer: 'timezone=Europe/Oslo' }), /new/);
  const strong = await ask({ url: '/note/1', headers: { prefer: 'consistency=strong' } });
  t.equal(strong.statusCode, 200, 'a strong read needs no token');
  t.equal(strong.headers['preference-applied'], 'consistency=strong');
  t.equal(
    (await ask({ url: '/note/1', headers: { 'if-match': '*' } })).statusCode,
    200,
    'the newest version is asked for',
  );
  const batch = await ask({
    method: 'POST',
    url: '/batch',
    payload: { requests: [{ id: '1', method: 'GET', url: '/note/1' }] },
  });
  t.match(batch.body, /new/, 'a batch reads on the primary');
  t.ok(batch.headers['consistency-token']);
  const missing = await ask({ method: 'PATCH', url: '/note/99', payload: { name: 'b' } });
  t.equal(missing.statusCode, 404);
  t.ok(missing.headers['consistency-token'], 'what was refused tells of what is there');
  await resume();
}

async function primaryAlone(t: Test, { ask, pause, resume }: ReplicatedService): Promise<void> {
  await pause();
  await ask({ method: 'POST', url: '/note', payload: { name: 'vowed' } });
  await ask({ method: 'POST', url: '/vow', payload: { note_id: 2, name: 'kept' } });
  await ask({ method: 'POST', url: '/sworn', payload: { note_id: 2 } });
  const shows = async (url: string) => (await ask({ url })).body !== '[]';
  t.equal(await shows('/note?name=eq.vowed'), false);
  t.ok(await shows('/vow'));
  t.ok(await shows('/note?name=eq.vowed&select=name,vows(name)'), 'what embeds it');
  t.ok(await shows('/note?vows.name=eq.kept'), 'what is filtered by it');
  t.ok(await shows('/sworn'), 'what is ruled by it');
  await resume();
}

async function wrongTokens(t: Test, { ask, server }: ReplicatedService): Promise<void> {
  const refused = await ask({ url: '/note', headers: { 'consistency-token': 'yesterday' } });
  t.equal(refused.statusCode, 400);
  t.match(refused.json(), { code: 'invalid_parameter', errors: [{ parameter: 'Consistency-Token' }] });
  t.equal((await ask({ url: '/note', headers: { cookie: 'consistency_token=yesterday' } })).statusCode, 200);
  const waited = await pacedMilliseconds(async () => {
    t.equal((await ask({ url: '/note', headers: { 'consistency-token': 'FFFFFFFF/0' } })).statusCode, 200);
  });
  t.ok(waited < 1000, 'nobody waits for a position that never comes');
  const anonymous = await server.inject({ url: '/api/v1/note', headers: { 'consistency-token': 'yesterday' } });
  t.equal(anonymous.statusCode, 401);
}

async function identities(t: Test, { ask, pause, resume }: ReplicatedService): Promise<void> {
  const write = async (url: string, payload: object) => (await ask({ method: 'POST', url, payload })).json().id;
  const former = await write('/identity', { subject: 'kari' });
  const token = String((await ask({ method: 'PATCH', url: '/note/1', payload: {} })).headers['consistency-token']);
  await ask({ url: '/note', headers: { 'consistency-token': token } });
  await pause();
  await ask({ method: 'PATCH', url: `/identity/${former}`, payload: { subject: 'kari of before' } });
  const present = await write('/identity', { subject: 'kari' });
  await ask({ url: '/note', subject: 'kari' });
  const made = await ask({ method: 'POST', url: '/note', payload: { name: 'mine' }, subject: 'kari' });
  t.equal(made.json().recorded_by, present, `not ${former}, which the standby still shows`);
  await resume();
}

async function writesAndReads(t: Test, { ask, becomes }: ReplicatedService): Promise<void> {
  const before = await readsOf(ask);
  let seen = 0;
  for (let round = 0; round < 200; round += 1) {
    // A machine that stands still for a moment looks like a replica that says nothing.
    await becomes(true);
    const made = await ask({ method: 'POST', url: '/note', payload: { name: `${round}` } });
    const token = String(made.headers['consistency-token']);
    const found = await ask({ url: `/note/${made.json().id}`, headers: { 'consistency-token': token } });
    if (found.statusCode === 200) seen += 1;
  }
  t.equal(seen, 200);
  const after = await readsOf(ask);
  t.ok(after.replica - before.replica > 150, `${after.replica - before.replica} of them on the replica`);
}

async function readsOf(ask: ReplicatedService['ask']) {
  const { body } = await ask({ url: '/metrics' });
  const of = (server: string) =>
    Number(new RegExp(`database_reads_total\\{server="${server}"\\} (\\d+)`).exec(body)?.[1]);
  return { primary: of('primary'), replica: of('replica') };
}

async function bound(t: Test, { ask, pause, resume, told }: ReplicatedService): Promise<void> {
  const made = await ask({ method: 'POST', url: '/note', payload: { name: 'open' } });
  const { id } = made.json();
  const token = String(made.headers['consistency-token']);
  const status = async (headers: Record<string, string> = {}) =>
    (await ask({ url: `/note/${id}`, role: 'guest', headers })).statusCode;
  t.equal(await status({ 'consistency-token': token }), 200);
  told.length = 0;
  const before = performance.now();
  await pause();
  await ask({ method: 'PATCH', url: `/note/${id}`, payload: { secret: true } });
  const begin = performance.now();
  const first = await status();
  // Unless the machine stood still meanwhile.
  t.ok(first === 200 || performance.now() - before > 1500, 'the standby shows it for a while');
  let lastAsked = 0;
  for (let asked = begin; (await status()) === 200; asked = performance.now()) {
    lastAsked = asked - begin;
    await delay(10);
  }
  t.ok(lastAsked < 3000, `it was hidden from who asked after ${lastAsked.toFixed(0)} ms, with a bound of 2000`);
  while (!told.includes('replica 1 is left out: it may lag by more than 2 s')) await delay(10);
  t.match((await ask({ url: '/metrics' })).body, /database_replica_usable\{replica="1"\} 0/);
  const ready = await ask({ url: '/readyz' });
  t.strictSame([ready.statusCode, ready.json().status], [200, 'ok']);
  await resume();
  while (told.at(-1) !== 'replica 1 is read again') await delay(10);
  const caughtUp = /database_replica_lag_seconds\{replica="1"\} 0\.\d/;
  while (!caughtUp.test((await ask({ url: '/metrics' })).body)) await delay(10);
  t.equal(await status(), 404, 'and does not show it again');
}

async function silence(t: Test, { ask, proxy, becomes, told }: ReplicatedService): Promise<void> {
  proxy.freeze();
  const waited = await pacedMilliseconds(async () => {
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await ask({ url: '/note' })).statusCode));
    t.strictSame(new Set(statuses), new Set([200]));
  });
  t.ok(waited < 2500, `they waited ${waited} ms`);
  t.match(told.at(-1), /^replica 1 is left out/);
  proxy.cut();
  await proxy.mend();
  await becomes(true);
}

async function promoted(t: Test, { ask, pair, becomes, told }: ReplicatedService): Promise<void> {
  await pair.promote();
  await becomes(false);
  t.match(told.at(-1), /^replica 1 is left out: it (is not a standby|receives nothing from a primary)$/);
  const made = await ask({ method: 'POST', url: '/note', payload: { name: 'after' } });
  t.equal((await ask({ url: `/note/${made.json().id}` })).statusCode, 200);
}
