import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Test, test } from 'tap';
import { connect } from '../../db/database.ts';
import { findEmbedded, startEmbedded } from '../../db/embedded/embedded.ts';
import { processMark } from '../../db/embedded/process_mark.ts';
import type { Outcome } from '../../db/statement.ts';
import { pacedMilliseconds } from '../pace.ts';

const options = { durable: false };

function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-embedded-'));
  chmodSync(folder, 0o755);
  t.teardown(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function ask(url: string, text: string): Promise<Outcome> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 10 });
  try {
    return await database.query({ text, values: [] });
  } finally {
    await database.close();
  }
}

/** Another process with a server in the folder; resolves when the server is up. */
async function otherProcess(folder: string, ...values: string[]): Promise<{ process: ChildProcess; url: string }> {
  const program = fileURLToPath(new URL('embedded_process.ts', import.meta.url));
  const child = spawn(process.execPath, [program, folder, ...values], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunk] = await once(child.stdout, 'data');
  return { process: child, url: String(chunk).trim() };
}

const serverMark = (folder: string): string =>
  readFileSync(join(folder, 'postgresql', 'processes'), 'utf8').split('\n')[1] ?? '';

async function isGone(mark: string): Promise<boolean> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (processMark(Number.parseInt(mark, 10)) !== mark) return true;
    await new Promise((wake) => setTimeout(wake, 20));
  }
  return false;
}

test('it listens on a socket for its owner alone, where the path is short enough', async (t) => {
  const folder = temporaryFolder(t);
  const server = await startEmbedded(folder, options);
  const text = 'select inet_server_addr() as address';
  t.match(await ask(server.socketUrl, text), { ok: true, rows: [{ address: null }] });
  t.match(await ask(server.url, text), { ok: true, rows: [{ address: '127.0.0.1' }] });
  t.equal(statSync(join(folder, 'postgresql', 'data')).mode & 0o077, 0);
  await server.stop();
  const long = join(folder, 'long'.repeat(25));
  const far = await startEmbedded(long, options);
  t.teardown(() => far.stop());
  t.equal(far.socketUrl, far.url);
  t.equal(findEmbedded(long), far.url);
  t.match(await ask(far.url, text), { ok: true, rows: [{ address: '127.0.0.1' }] });
});

test('a server that ends by itself is started again, with its data, at the same address', async (t) => {
  const folder = temporaryFolder(t);
  const told: string[] = [];
  const server = await startEmbedded(folder, { ...options, tell: (line) => told.push(line) });
  await ask(server.url, 'set synchronous_commit = on; create table kept (id integer)');
  for (const round of [1, 2]) {
    const mark = serverMark(folder);
    // One of its processes may wait for ever, and keep the next server from starting.
    if (round === 1) await stopOneProcess(t, server.url);
    process.kill(Number.parseInt(mark, 10), round === 1 ? 'SIGKILL' : 'SIGINT');
    t.ok(await isGone(mark));
    for (const end = Date.now() + 60_000; told.length < 2 * round && Date.now() < end; ) {
      await new Promise((wake) => setTimeout(wake, 20));
    }
    t.match(await ask(server.url, 'select from kept'), { ok: true });
    t.equal(findEmbedded(folder), server.socketUrl);
  }
  t.match(told, [/ended by itself/, /runs again/, /ended by itself/, /runs again/]);
  const last = serverMark(folder);
  await server.stop();
  t.ok(await isGone(last));
  t.notOk(existsSync(join(folder, 'postgresql', 'processes')));
});

async function stopOneProcess(t: Test, url: string): Promise<void> {
  const client = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  t.teardown(() => client.close());
  const outcome = await client.query({ text: 'select pg_backend_pid() as pid', values: [] });
  if (outcome.ok && process.platform === 'linux') process.kill(Number(outcome.rows[0]?.pid), 'SIGSTOP');
}

test('an embedded server', async (t) => {
  const folder = temporaryFolder(t);
  const first = await startEmbedded(folder, options);

  await t.test('is PostgreSQL 18 with the same rules on every machine', async (t) => {
    const text = `select current_setting('server_version_num')::int / 10000 as version, datlocprovider, datlocale,
      pg_encoding_to_char(encoding) as encoding, current_setting('fsync') as fsync,
      current_setting('listen_addresses') as listens from pg_database where datname = current_database()`;
    t.match(await ask(first.url, text), {
      rows: [
        {
          version: '18',
          datlocprovider: 'b',
          datlocale: 'C.UTF-8',
          encoding: 'UTF8',
          fsync: 'off',
          listens: '127.0.0.1',
        },
      ],
    });
  });

  await t.test('lets nobody in without the password', async (t) => {
    const url = new URL(first.url);
    url.password = 'guess';
    t.match(await ask(url.href, 'select'), { error: { sqlstate: '28P01', unavailable: true } });
    t.equal(statSync(join(folder, 'postgresql', 'password')).mode & 0o777, 0o600);
  });

  await t.test('keeps its folder from a second one', async (t) => {
    await t.rejects(startEmbedded(folder, options), {
      message: new RegExp(`${folder} .*process ${process.pid} uses this folder.*ALMANAC_DATA.*DATABASE_URL`),
    });
    t.match(await ask(first.url, 'select'), { ok: true });
  });

  await t.test('is gone after a stop, and back with its data soon', async (t) => {
    await ask(first.url, 'create table kept ()');
    const mark = serverMark(folder);
    await first.stop();
    await first.stop();
    t.equal(processMark(Number.parseInt(mark, 10)), null);
    let second = first;
    const milliseconds = await pacedMilliseconds(async () => {
      second = await startEmbedded(folder);
    });
    t.ok(milliseconds < 5_000, `${milliseconds} ms`);
    t.match(await ask(second.url, 'table kept'), { ok: true });
    t.match(await ask(second.url, 'show fsync'), { rows: [{ fsync: 'on' }] });
    await second.stop();
  });

  await t.test('stops when its process ends by itself', async (t) => {
    const other = await otherProcess(folder);
    const mark = serverMark(folder);
    if (other.process.exitCode === null) await once(other.process, 'exit');
    t.equal(other.process.exitCode, 0);
    t.ok(await isGone(mark));
  });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await t.test(`stops when its process dies of ${signal}, and starts anew at once`, async (t) => {
      const other = await otherProcess(folder, 'stay');
      const mark = serverMark(folder);
      await t.rejects(startEmbedded(folder, options), { message: `process ${other.process.pid} uses this folder` });
      t.equal(findEmbedded(folder), other.url, 'it is found by who wants to join it');
      other.process.kill(signal);
      await once(other.process, 'exit');
      t.equal(findEmbedded(folder), null, 'and not when its process is gone');
      const next = await startEmbedded(folder, options);
      t.not(processMark(Number.parseInt(mark, 10)), mark, 'the old server is gone');
      t.match(await ask(next.url, 'table kept'), { ok: true });
      await next.stop();
    });
  }

  await t.test('takes over from a server that nobody stopped', async (t) => {
    const { process: other } = await otherProcess(folder, 'stay');
    const mark = serverMark(folder);
    writeFileSync(join(folder, 'postgresql', 'processes'), `1 0\n${mark}\n`);
    const next = await startEmbedded(folder, options);
    t.not(processMark(Number.parseInt(mark, 10)), mark);
    t.match(await ask(next.url, 'table kept'), { ok: true });
    t.not(serverMark(folder), mark, 'and keeps it');
    other.kill();
    await next.stop();
  });
});

test('a server that cannot start says why', async (t) => {
  await t.test('a folder that cannot be made', async (t) => {
    await t.rejects(startEmbedded('/dev/null/data', options), {
      message: /^The embedded PostgreSQL in \/dev\/null\/data cannot start: /,
    });
  });
  await t.test('data that is not its own', async (t) => {
    const folder = temporaryFolder(t);
    await (await startEmbedded(folder, options)).stop();
    writeFileSync(join(folder, 'postgresql', 'data', 'PG_VERSION'), '9.6\n');
    await t.rejects(startEmbedded(folder, options), { message: /initialized by PostgreSQL version 9\.6/ });
    t.notOk(existsSync(join(folder, 'postgresql', 'processes')), 'and leaves the folder free');
  });
});

test('root starts it in a folder that no other user may enter', { skip: process.getuid?.() !== 0 }, async (t) => {
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o700);
  const first = await startEmbedded(folder, options);
  const home = realpathSync(join(folder, 'postgresql'));
  t.teardown(() => rmSync(home, { recursive: true }));
  t.match(home, /^\/var\/lib\/almanac\/postgresql-/);
  await ask(first.url, 'create table kept ()');
  await first.stop();
  const second = await startEmbedded(folder, options);
  t.match(await ask(second.url, 'table kept'), { ok: true });
  await second.stop();
});
