import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { StoreFull } from '../../engine/store/store.ts';
import { type FileService, fileService, serveFiles, temporaryFolder } from './service.ts';

const isLong = process.env.ALMANAC_LONG !== undefined;
const pdf = { 'content-type': 'application/pdf' };

/** A request by hand, whose body is written as the test wants it. */
function byHand({ url, token }: FileService, method: string, path: string, headers: Readonly<Record<string, string>>) {
  const { hostname, port, pathname } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  const all = { host: hostname, authorization: `Bearer ${token}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${pathname}${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  let text = '';
  const closed = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(text));
  });
  return { socket, closed, text: () => text };
}

async function until(t: Test, what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < 1200; look += 1) {
    if (await holds()) return;
    await delay(50);
  }
  t.fail(what);
}

t.test('a client that stops in the midst leaves nothing and holds nothing', async (t) => {
  const service = await fileService(t);
  const { add, stored, sweep, database, send } = service;
  const id = await add('document');
  const cut = byHand(service, 'PUT', `/document/${id}/scan`, { ...pdf, 'content-length': '1000' });
  cut.socket.write('a'.repeat(500));
  await until(t, 'it has begun', () => stored().length === 1);
  const [{ busy } = {}] = await database.query(
    "select count(*) as busy from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()",
  );
  t.equal(busy, '0', 'no connection of the database waits for it');
  cut.socket.destroy();
  await until(t, 'what it has sent is gone', () => stored().length === 0);
  // A length that is less than what comes makes of the rest a request that is none.
  const long = byHand(service, 'PUT', `/document/${id}/scan`, { ...pdf, 'content-length': '3' });
  long.socket.write('abcdef\r\n\r\n');
  t.match(await long.closed, /^HTTP\/1.1 (200|400)/);
  await until(t, 'all uploads have ended', async () => (await send('GET', '/document')).status === 200);
  await sweep('30 days');
  const [{ count } = {}] = await database.query('select count(*) from almanac.stored_file');
  t.equal(stored().length, Number(count));
  t.ok(Number(count) <= 1);
});

t.test('a body without an end, or slower than it may be, ends', async (t) => {
  const service = await fileService(t);
  const { add, stored, send } = service;
  const id = await add('document');
  const chunked = { ...pdf, 'transfer-encoding': 'chunked' };
  const endless = byHand(service, 'PUT', `/document/${id}/scan`, chunked);
  const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
  let sent = 0;
  endless.socket.on('drain', () => {});
  while (!endless.socket.destroyed && sent < 4000) {
    if (!endless.socket.write(chunk)) await Promise.race([delay(20), endless.closed]);
    sent += 1;
  }
  t.match(await endless.closed, /^HTTP\/1.1 413|^$/);
  t.ok(sent < 4000, 'not all of it was taken');
  t.equal(stored().length, 0);

  // Longer than other requests may take.
  const slow = byHand(service, 'PUT', `/document/${id}/scan`, { ...pdf, connection: 'close', 'content-length': '6' });
  for (const letter of 'abcdef') {
    slow.socket.write(letter);
    await delay(500);
  }
  t.match(await slow.closed, /^HTTP\/1.1 200/);
  t.equal((await send('GET', `/document/${id}/scan`)).bytes.toString(), 'abcdef');
  const json = { 'content-type': 'application/json', 'content-length': '100' };
  const late = byHand(service, 'PATCH', `/document/${id}`, json);
  late.socket.write('{"title":');
  t.match(await late.closed, /^HTTP\/1.1 408/, 'a body of JSON has the time of all requests');
  // Nobody reads the body of one who may not write.
  const refused = byHand({ ...service, token: 'x' }, 'PUT', `/document/${id}/scan`, {
    ...pdf,
    'content-length': '100',
  });
  await until(t, 'it is refused before its body', () => refused.text().startsWith('HTTP/1.1 401'));
  t.match(await refused.closed, /401/, 'and does not stay');
});

t.test('many at once: those that are too many are refused, and each of the others is whole', async (t) => {
  const service = await fileService(t);
  const { add, send, stored, sweep } = service;
  const id = await add('document');
  const many = isLong ? 1000 : 100;
  const statuses = new Map<number, number>();
  await Promise.all(
    Array.from({ length: many }, async (_, at) => {
      const body = Buffer.alloc(20_000, at % 256);
      const { status } = await send('PUT', `/document/${id}/scan`, { body, headers: pdf }).catch(() => ({ status: 0 }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }),
  );
  const all = [...statuses.keys()];
  t.ok(
    all.every((status) => [200, 429, 503].includes(status)),
    JSON.stringify([...statuses]),
  );
  t.ok((statuses.get(200) ?? 0) >= 8);
  const { bytes } = await send('GET', `/document/${id}/scan`);
  t.ok(bytes.length === 20_000 && bytes.every((byte) => byte === bytes[0]));
  await sweep('30 days');
  t.equal(stored().length, statuses.get(200), 'a file for each version');
  // Clients that are told of a file and do not take it hold places, and no more.
  await send('PUT', `/document/${id}/secret_scan`, { body: randomBytes(50_000_000) });
  const stalled = Array.from({ length: 8 }, () => {
    const each = byHand(service, 'GET', `/document/${id}/secret_scan`, {});
    each.socket.pause();
    return each;
  });
  await until(t, 'all places are taken', async () => {
    const answer = await send('HEAD', `/document/${id}/secret_scan`);
    return answer.status === 429;
  });
  t.equal((await send('GET', `/document/${id}/scan`)).body?.code, 'too_many_at_once');
  t.equal((await send('GET', `/document/${id}`)).status, 200);
  for (const { socket } of stalled) socket.destroy();
  await until(t, 'places are free again', async () => (await send('GET', `/document/${id}/scan`)).status === 200);
});

t.test('nothing leads to the bytes but a row that the caller sees', async (t) => {
  const service = await fileService(t);
  const { add, send, database, folder, stored } = service;
  const [one, other] = [await add('document'), await add('photo')];
  const { body } = await send('PUT', `/document/${one}/scan`, { body: 'secret', headers: pdf });
  const [found] = await database.query(`select scan ->> 'object' as object from document`);
  const object = found?.object ?? '';
  const { sha256 } = body.scan;
  const shown = JSON.stringify([
    (await send('GET', '/document?select=*')).body,
    (await send('GET', `/document/${one}`)).body,
    (await send('GET', '/document_history')).body,
    (await send('GET', '/document?select=scan.count(),scan', {})).body,
    (await send('GET', '/event')).body,
    (
      await send('PATCH', `/document/${one}`, {
        body: '{"title":"x"}',
        headers: { 'content-type': 'application/json', prefer: 'return=effects' },
      })
    ).body,
  ]);
  t.notMatch(shown, object, 'no answer tells where the bytes are');
  const paths = [
    `/photo/${other}/picture`,
    `/photo/${sha256}/picture`,
    `/document/${sha256}/scan`,
    `/document/${object}/scan`,
    `/document/${one}/scan/${object}`,
    `/document/${one}/..%2f..%2f${object}`,
    `/document/${one}/scan%00`,
    `/document/..%2f${one}/scan`,
    '/document/99999999999999999999/scan',
    '/document/-1/scan',
  ];
  for (const path of paths) {
    const { status } = await send('GET', path);
    t.ok([400, 404].includes(status), `${path} ${status}`);
  }
  // A link in the folder leads nowhere.
  const place = join(folder, object.slice(0, 2), object);
  const elsewhere = temporaryFolder(t);
  writeFileSync(join(elsewhere, 'passwd'), 'stolen');
  renameSync(place, join(elsewhere, 'kept'));
  symlinkSync(join(elsewhere, 'passwd'), place);
  const linked = await send('GET', `/document/${one}/scan`);
  t.strictSame([linked.status, linked.body.code], [503, 'storage_unavailable']);
  t.equal(stored().length, 0);
});

t.test('a store that is full or away loses nothing', async (t) => {
  const service = await fileService(t);
  const broken = new Map<string, Error>();
  const store = {
    ...service.store,
    write: async (...sent: Parameters<typeof service.store.write>) => {
      const error = broken.get('write');
      if (error === undefined) return service.store.write(...sent);
      sent[1].destroy();
      throw error;
    },
    remove: async (object: string) => {
      const error = broken.get('remove');
      if (error !== undefined) throw error;
      await service.store.remove(object);
    },
  };
  const { send, add, stored, sweep } = await serveFiles(t, { ...service, store });
  const id = await add('document');
  await send('PUT', `/document/${id}/scan`, { body: 'first', headers: pdf });
  const row = await send('GET', `/document/${id}`);
  for (const [error, status, code] of [
    [new StoreFull('full'), 507, 'storage_full'],
    [new Error('connect ECONNREFUSED 10.1.2.3:9000'), 503, 'storage_unavailable'],
  ] as const) {
    broken.set('write', error);
    const answer = await send('PUT', `/document/${id}/scan`, { body: 'second', headers: pdf });
    t.strictSame([answer.status, answer.body.code], [status, code]);
    t.notMatch(answer.bytes.toString(), '10.1.2.3');
    t.equal((await send('GET', `/document/${id}`)).headers.get('etag'), row.headers.get('etag'));
    t.equal((await send('GET', `/document/${id}/scan`)).bytes.toString(), 'first');
  }
  broken.clear();
  const photo = await add('photo');
  await send('PUT', `/photo/${photo}/picture`, { body: 'x' });
  await send('DELETE', `/photo/${photo}/picture`);
  broken.set('remove', new Error('away'));
  await t.rejects(sweep('30 days'));
  t.equal(stored().length, 2);
  broken.clear();
  await sweep('0 seconds');
  t.equal(stored().length, 1, 'what could not be removed is removed later');
  mkdirSync(join(service.folder, 'ff'), { recursive: true });
});

t.test('writes, deletions and sweeps in any order keep just what rows and versions have', async (t) => {
  const { send, add, database, sweep, stored, store } = await fileService(t);
  const ids = [await add('document'), await add('photo'), await add('photo')];
  const paths = [`/document/${ids[0]}/scan`, `/photo/${ids[1]}/picture`, `/photo/${ids[2]}/picture`];
  let isDone = false;
  const sweeping = (async () => {
    while (!isDone) await sweep('8 days');
  })();
  await Promise.all(
    Array.from({ length: 6 }, async (_, worker) => {
      for (let turn = 0; turn < (isLong ? 300 : 15); turn += 1) {
        const path = paths[(worker + turn) % paths.length] ?? '';
        const isPut = (worker * 7 + turn) % 4 !== 0;
        const { status, bytes: text } = await send(
          isPut ? 'PUT' : 'DELETE',
          path,
          isPut ? { body: `${worker} ${turn}`, headers: pdf } : {},
        );
        // What is swept while it comes, as if it had come for a day, is not there then.
        if (![200, 204, 409, 503].includes(status)) t.fail(`${path} ${status} ${text}`);
      }
    }),
  );
  isDone = true;
  await sweeping;
  const held = await database.query(`
    select scan ->> 'object' as object from document union select picture ->> 'object' from photo
    union select scan ->> 'object' from document_history`);
  const objects = held.flatMap(({ object }) => object ?? []);
  for (const object of objects) {
    const bytes = await store.read(object, null);
    t.ok(bytes !== null, 'nothing is missing');
    bytes?.destroy();
  }
  await sweep('30 days');
  t.strictSame([...stored()].sort(), [...objects].sort(), 'and nothing is left');
});
