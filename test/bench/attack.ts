import { chmodSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createSigner } from 'fast-jwt';
import { connect, type Database } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { attackers, type Target, webhookReceiver } from './attacker.ts';
import { secret } from './servers.ts';
import { type Served, startNode, stop } from './subject.ts';

// What other callers notice while one caller attacks, at the size of a complaint and at ten times that: how long their
// requests take, how many fail, and the memory of the service. `--of <folder>` attacks the service of another checkout.

const rowsOfTable = 1000;
const events = 200_000;
/** Between two requests of an innocent caller. */
const pauseMilliseconds = 20;
const patienceMilliseconds = 20_000;

interface Attack {
  readonly name: keyof typeof attackers;
  readonly sizes: readonly number[];
  readonly seconds: number;
  /** Whether the other callers open a connection for each request. */
  readonly connects?: boolean;
}

const attacks: readonly Attack[] = [
  { name: 'heavy statements of one identity', sizes: [50, 500], seconds: 15 },
  { name: 'followers that catch up', sizes: [40, 400], seconds: 15 },
  { name: 'slow webhook receivers', sizes: [16, 160], seconds: 60 },
  { name: 'idle sockets of one address', sizes: [2000, 15_000], seconds: 5, connects: true },
  { name: 'idle sockets of 200 addresses', sizes: [2000, 15_000], seconds: 5, connects: true },
  { name: 'headers byte by byte', sizes: [2000, 15_000], seconds: 5, connects: true },
  { name: 'half of a body', sizes: [2000, 15_000], seconds: 5, connects: true },
  { name: 'refused requests with a key', sizes: [2000, 20_000], seconds: 0 },
];

export async function attackBenchmark(
  { of, only }: { readonly of: string; readonly only: string | null },
  progress: (text: string) => void,
) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-attack-'));
  chmodSync(folder, 0o755); // For root, the server runs as another user.
  const server = await startEmbedded(join(folder, 'data'), { durable: false });
  const table: object[] = [];
  try {
    for (const attack of attacks.filter(({ name }) => only === null || name.includes(only))) {
      for (const size of attack.sizes) {
        progress(`${size} ${attack.name}`);
        table.push(await measure(attack, size, resolve(of), folder, server.url));
      }
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
  return { 'Other callers, before and while one attacks (milliseconds)': table };
}

/** Each attack has a service and a database of its own. */
async function measure(
  { name, seconds, connects = false }: Attack,
  size: number,
  tree: string,
  folder: string,
  url: string,
) {
  const database = await newDatabase(url);
  const served = await serve(tree, folder, database.url);
  const own = await connect(database.url, { maximumConnections: 2, statementTimeoutSeconds: 0 });
  try {
    await fill(own);
    const hook = name === 'slow webhook receivers' ? await webhookReceiver(own, innocent) : null;
    const target: Target = { served, database: own, token, seconds };
    const quiet = await callers(served, connects, async () => delay(3000));
    hook?.forget();
    const before = residentBytes(served);
    let told = '';
    const attacked = await callers(served, connects, async () => {
      told = await attackers[name](size, target);
    });
    const delays = await hook?.delays();
    const webhook = delays === undefined ? {} : { 'webhook p50': shown(delays, 0.5), 'webhook max': shown(delays, 1) };
    await hook?.close();
    return {
      attack: name,
      size,
      'read p50': `${shown(quiet.reads, 0.5)} -> ${shown(attacked.reads, 0.5)}`,
      p99: `${shown(quiet.reads, 0.99)} -> ${shown(attacked.reads, 0.99)}`,
      max: `${shown(quiet.reads, 1)} -> ${shown(attacked.reads, 1)}`,
      'write p50': `${shown(quiet.writes, 0.5)} -> ${shown(attacked.writes, 0.5)}`,
      'p99 ': `${shown(quiet.writes, 0.99)} -> ${shown(attacked.writes, 0.99)}`,
      'max ': `${shown(quiet.writes, 1)} -> ${shown(attacked.writes, 1)}`,
      failed: `${attacked.failed} of ${attacked.failed + attacked.reads.length + attacked.writes.length}`,
      MiB: `${megabytes(before)} -> ${megabytes(attacked.peak)}`,
      ...webhook,
      told,
    };
  } finally {
    await stop(served);
    await own.close();
  }
}

async function newDatabase(url: string): Promise<{ readonly url: string }> {
  const admin = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    await admin.script('drop database if exists attack with (force)');
    await admin.script('create database attack');
  } finally {
    await admin.close();
  }
  const own = new URL(url);
  own.pathname = '/attack';
  return { url: own.href };
}

const files = {
  'service.yaml':
    'service: Attack\nevents: { prefix: org.example, webhooks: { private_addresses: true } }\nlimits: { event_loop_delay_milliseconds: 60000 }\n',
  'note.yaml': 'resource: note\nfields:\n  name: { type: text, unique: true }\n',
  'slow.yaml': 'resource: slow\nfields:\n  name: { type: text }\n',
};

async function serve(tree: string, folder: string, url: string): Promise<Served> {
  const resources = join(folder, 'resources');
  await mkdir(resources, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(resources, name), text);
  return startNode([join(tree, 'codegen/bin.js'), 'serve'], {
    DATABASE_URL: url,
    JWT_SECRET: secret,
    ALMANAC_RESOURCES: resources,
    ALMANAC_MIGRATIONS: join(folder, 'migrations'),
    PORT: '0',
  });
}

/** Rows, and events that look as if they were made by writes. */
async function fill(database: Database): Promise<void> {
  await database.script(`insert into note (name) select 'note ' || n from generate_series(1, ${rowsOfTable}) as n`);
  for (;;) {
    const outcome = await database.query({ text: 'select count(*) as count from almanac.outbox', values: [] });
    if (outcome.ok && outcome.rows[0]?.count === '0') break;
    await delay(100);
  }
  const copied = await database.query({
    text: `insert into event (specversion, type, source, subject, "time", data, recorded_at, recorded_by)
      select specversion, type, source, subject, "time", data, recorded_at, recorded_by
      from event, generate_series(1, ${events / rowsOfTable})`,
    values: [],
  });
  if (!copied.ok) throw new Error(copied.error.message);
  await database.script('analyze');
}

const innocent = 2;

function token(identity: number): string {
  const sign = createSigner({ key: secret, algorithm: 'HS256', expiresIn: 3_600_000 });
  return sign({ identity_id: identity, scope: 'manage:data' });
}

interface Latencies {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly failed: number;
  readonly peak: number;
}

/** Reads, lists and writes of another identity, each one after the other, for as long as something else goes on. */
async function callers(served: Served, connects: boolean, during: () => Promise<void>): Promise<Latencies> {
  const headers = {
    authorization: `Bearer ${token(innocent)}`,
    'content-type': 'application/json',
    ...(connects && { connection: 'close' }),
  };
  const reads: number[] = [];
  const writes: number[] = [];
  let failed = 0;
  let peak = residentBytes(served);
  let isOver = false;
  let made = 0;
  const call = async (times: number[], next: () => readonly [path: string, init?: RequestInit]) => {
    while (!isOver) {
      const [path, init] = next();
      const begin = performance.now();
      try {
        const signal = AbortSignal.timeout(patienceMilliseconds);
        const answer = await fetch(`${served.address}${path}`, { ...init, headers, signal });
        await answer.arrayBuffer();
        if (answer.status < 300) times.push(performance.now() - begin);
        else failed += 1;
      } catch {
        failed += 1;
      }
      peak = Math.max(peak, residentBytes(served));
      await delay(pauseMilliseconds);
    }
  };
  const calling = Promise.all([
    call(reads, () => [`/note/${1 + (reads.length % rowsOfTable)}`]),
    call(reads, () => ['/note?limit=20&order=id']),
    call(writes, () => {
      made += 1;
      return ['/note', { method: 'POST', body: JSON.stringify({ name: `new ${made} ${performance.now()}` }) }];
    }),
  ]);
  await during();
  isOver = true;
  await calling;
  return { reads, writes, failed, peak };
}

function shown(times: readonly number[], part: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return found === undefined ? '-' : found.toFixed(0);
}

function residentBytes({ program }: Served): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
