import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { connect } from '../../db/database.ts';
import { type Embedded, startEmbedded } from '../../db/embedded/embedded.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { switchedProxy } from '../db/switched_proxy.ts';
import { signToken } from '../http/service.ts';
import { checkLedger } from './ledger.ts';
import { faultModel } from './model.ts';
import { startProcess } from './process.ts';
import { smallDisk } from './small_disk.ts';
import { startWriters, summary } from './writers.ts';

// Clients write while the database and the server are killed, the database takes no writes, and its disk is full, again and
// again: what was acknowledged is there, once, with its history and its events; what was not is there as a whole, or not
// at all. The service goes on by itself.

const isLong = process.env.ALMANAC_LONG !== undefined;
const seconds = isLong ? 60 : 3;
const diskMegabytes = isLong ? 1024 : 256;

test('no acknowledged write is lost or doubled, whatever fails', { timeout: 600_000 }, async (t) => {
  const disk = await smallDisk(t, diskMegabytes);
  const folder = disk?.folder ?? (await plainFolder(t));
  const random = generator(Number(process.env.ALMANAC_SEED ?? Date.now() % 1_000_000));
  let postgresql = await startEmbedded(folder);
  t.teardown(() => postgresql.stop());
  const setup = await connect(postgresql.url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  await createTables(setup, faultModel());
  await setup.close();
  const proxy = await switchedProxy(t, postgresql.url);
  let server = await startProcess(t, proxy.url);
  const writers = startWriters({
    numbers: [1, 2, 3, 4, 5, 6, 7, 8],
    address: () => server.address,
    random: random,
    token: signToken,
  });
  t.teardown(writers.stop);

  /** Runs statements as an administrator, past the proxy. */
  const administer = async (...texts: readonly string[]): Promise<void> => {
    const admin = await connect(postgresql.url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
    try {
      for (const text of texts) {
        const outcome = await admin.query({ text, values: [] });
        if (!outcome.ok) throw new Error(outcome.error.message);
      }
    } finally {
      await admin.close();
    }
  };
  const ask = async (method: string, path: string): Promise<string> => {
    const headers = {
      authorization: `Bearer ${signToken({ identity_id: 99, scope: 'manage:data' })}`,
      'content-type': 'application/json',
    };
    const body = method === 'POST' ? JSON.stringify({ name: 'x'.repeat(9000) }) : null;
    const answer = await fetch(`${server.address}${path}`, { method, headers, body });
    return `${answer.status} ${((await answer.json()) as { readonly code?: string }).code ?? ''}`.trim();
  };
  /** Asks again until the answer is this one; throws at an answer that is none of these. */
  const askUntil = async (wanted: string, method: string, path: string, others: readonly string[]): Promise<void> => {
    for (const until = performance.now() + 120_000; ; await delay(20)) {
      const answer = await ask(method, path);
      if (answer === wanted) return;
      if (!others.includes(answer)) throw new Error(`${method} ${path}: ${answer} where ${wanted} was expected`);
      if (performance.now() > until) throw new Error(`${method} ${path}: ${answer} for too long`);
    }
  };
  const post = ['POST', '/api/v1/owner'] as const;
  const refused = '503 unavailable';

  const faults: Readonly<Record<string, () => Promise<void>>> = {
    'database killed': async () => {
      // An immediate shutdown, or not even that.
      process.kill(serverOf(folder), random() < 0.5 ? 'SIGKILL' : 'SIGQUIT');
      await postgresql.stop();
      proxy.cut();
      postgresql = await restart(folder);
      await proxy.mend(postgresql.url);
    },
    'server killed': async () => {
      await server.kill();
      server = await startProcess(t, proxy.url);
    },
    'read-only primary': async () => {
      await administer('alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
      await askUntil('503 not_ready', 'GET', '/readyz', ['200']);
      await askUntil(refused, ...post, ['201']);
      t.equal(await ask('GET', '/api/v1/owner?limit=1'), '200', 'a server that takes no writes is read');
      await administer('alter system reset default_transaction_read_only', 'select pg_reload_conf()');
    },
    ...(disk && {
      'full disk': async () => {
        // The log has place for a while in files that are there: tables are the first to find none.
        const segment = ["select pg_logical_emit_message(true, 'fault', 'x')", 'select pg_switch_wal()'];
        await administer(...segment, ...segment, ...segment, 'checkpoint');
        disk.fill();
        await askUntil(refused, ...post, ['201']);
        t.equal(await ask('GET', '/api/v1/owner?limit=1'), '200', 'a database that cannot grow is read');
        // The server of the database ends when its log cannot go on, and cannot start until there is place.
        const bytes = "select pg_logical_emit_message(true, 'fault', repeat('x', 8000000))";
        await t.rejects(administer(...Array.from({ length: diskMegabytes / 8 }, () => bytes)), 'the log cannot go on');
        // Where the server's first process ends too, whoever has started it does so again and again.
        endIfThere(serverOf(folder));
        await delay(random() * 2000);
        t.equal(await ask(...post), refused, 'nor can a database that has no place to start');
        disk.free();
        await askUntil('201', ...post, [refused]);
      },
    }),
  };
  if (disk === null) t.comment('the disk is not filled: this user may not mount a small one');

  const until = performance.now() + seconds * 1000;
  const pauses = new Map(Object.keys(faults).map((name) => [name, [] as number[]]));
  while (performance.now() < until || [...pauses.values()].some((all) => all.length === 0)) {
    for (const [name, happens] of Object.entries(faults)) {
      await delay(200 + random() * 500);
      writers.longestPauseMilliseconds();
      await happens();
      await writers.goOn(10);
      pauses.get(name)?.push(writers.longestPauseMilliseconds());
    }
  }
  const works = await writers.end();
  const unknown = await checkLedger(t, postgresql.url, works);
  t.ok(
    works.some(({ repeated }) => repeated > 0),
    'there was something to lose',
  );
  t.comment(summary(works, unknown));
  for (const [name, all] of pauses)
    t.comment(`${name}: ${all.length} times, at most ${Math.max(...all).toFixed(0)} ms without an acknowledged write`);
});

async function plainFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-fault-'));
  await chmod(folder, 0o755); // For root, the server runs as another user.
  t.teardown(() => rm(folder, { recursive: true }));
  return folder;
}

function serverOf(folder: string): number {
  const [, server = ''] = readFileSync(join(folder, 'postgresql', 'processes'), 'utf8').split('\n');
  return Number.parseInt(server, 10);
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Processes of a server that was killed may be there for a moment, and keep the next one from its data. */
async function restart(folder: string): Promise<Embedded> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startEmbedded(folder);
    } catch (error) {
      if (attempt === 100) throw error;
      await delay(100);
    }
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
