import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect as connectSocket, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSigner } from 'fast-jwt';
import { connect } from '../../db/database.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { openTestServer } from '../server.ts';

// Requests that ask for more than a service has, while somebody else reads a row again and again: what the process and
// the largest backend of PostgreSQL take meanwhile, and how long the other one waits. `node test/fault/starve.ts [checkout]`
// prints a table, of this checkout or of another that has test/http/model_process.ts.

const secret = 'a secret of this measurement, which is long enough';
const root = resolve(process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url)));
const heapMegabytes = 512;
const limits = JSON.stringify({ pageMaximum: 10_000, urlBytes: 65_536 });
const lines = 'application/x-ndjson';

interface Attack {
  readonly name: string;
  readonly run: (address: string) => Promise<string>;
}

const tokenOf = (identity: number) =>
  createSigner({ key: secret, algorithm: 'HS256', expiresIn: 3_600_000 })({
    identity_id: identity,
    scope: 'manage:data',
  });

async function ask(
  address: string,
  query: string,
  { accept = 'application/json', identity = 1 } = {},
): Promise<string> {
  try {
    const headers = { accept, authorization: `Bearer ${tokenOf(identity)}` };
    const answer = await fetch(`${address}/dialect/${query}`, { headers, signal: AbortSignal.timeout(30_000) });
    let bytes = 0;
    for await (const chunk of answer.body ?? []) bytes += chunk.length;
    return `${answer.status} with ${Math.ceil(bytes / 1e6)} MB`;
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'no answer in 30 s' : 'the connection broke';
  }
}

/** Sends an object of 1 MiB whose values are many and short. */
async function post(address: string, value: string): Promise<string> {
  const data = Array(Math.floor((1_048_576 - 100) / (value.length + 1))).fill(value);
  const headers = {
    'content-type': 'application/json',
    prefer: 'return=minimal, tx=rollback',
    authorization: `Bearer ${tokenOf(1)}`,
  };
  const answer = await fetch(`${address}/dialect/item`, { method: 'POST', headers, body: `{"data":[${data.join()}]}` });
  await answer.arrayBuffer();
  return String(answer.status);
}

/** Asks over a socket that is then neither read nor closed. */
async function hang(address: string, query: string, identity: number, accept = lines): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connectSocket(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(
    `GET /dialect/${query} HTTP/1.1\r\nhost: x\r\naccept: ${accept}\r\nauthorization: Bearer ${tokenOf(identity)}\r\n\r\n`,
  );
  return socket;
}

const tally = (answers: readonly string[]): string =>
  [...new Set(answers)].map((each) => `${answers.filter((other) => other === each).length} x ${each}`).join(', ');

const together = async (count: number, one: (at: number) => Promise<string>): Promise<string> =>
  tally(await Promise.all(Array.from({ length: count }, (_, at) => one(at))));

const aliases = Array.from({ length: 950 }, (_, n) => `b${n}:page`).join(',');

/** A statement that reads lists as lines still works so long after its readers have gone, at most. */
async function leave(address: string, count: number): Promise<string> {
  const sockets = await Promise.all(
    Array.from({ length: count }, (_, at) => hang(address, 'item?order=data.desc,page.desc', at)),
  );
  await delay(1000);
  for (const socket of sockets) socket.destroy();
  const begin = performance.now();
  while (performance.now() - begin < 30_000 && (await working()) > 0) await delay(20);
  return `statements ended ${((performance.now() - begin) / 1000).toFixed(1)} s after their readers`;
}

async function untaken(address: string, count: number): Promise<string> {
  const open = (at: number) => hang(address, 'item?limit=580&select=page', at, 'application/json');
  const sockets = await Promise.all(Array.from({ length: count }, (_, at) => open(at)));
  await delay(20_000);
  for (const socket of sockets) socket.destroy();
  return '';
}

async function slow(address: string, count: number): Promise<string> {
  const sockets = await Promise.all(Array.from({ length: count }, () => hang(address, 'item?select=id,page', 1)));
  await delay(500);
  const begin = performance.now();
  const answer = await ask(address, 'maker', { accept: lines, identity: 2 });
  const waited = performance.now() - begin;
  for (const socket of sockets) socket.destroy();
  return `another's lines: ${answer} after ${(waited / 1000).toFixed(1)} s`;
}

async function shapes(address: string, count: number): Promise<string> {
  const answers: string[] = [];
  const begin = performance.now();
  for (let at = 0; at < count && performance.now() - begin < 40_000; at += 1) {
    const paths = Array.from({ length: 400 }, (_, n) => `c${n}_${n === 0 ? at : 0}:data-%3Ea-%3E${n}-%3Eb-%3Ec`).join(
      ',',
    );
    const answer = await ask(address, `item?limit=0&select=${paths}`);
    answers.push(answer);
    if (!answer.startsWith('200')) break;
  }
  return tally(answers);
}

const attacks: readonly Attack[] = [
  { name: 'nothing', run: () => delay(3000).then(() => '') },
  { name: '7 rows, 950 aliases of 100 kB', run: (to) => ask(to, `item?limit=7&select=${aliases}`) },
  { name: '10 times 70 rows so', run: (to) => together(10, () => ask(to, `item?limit=70&select=${aliases}`)) },
  { name: 'page of 10 000 rows of 100 kB', run: (to) => ask(to, 'item?limit=10000') },
  { name: '10 of them', run: (to) => together(10, () => ask(to, 'item?limit=10000')) },
  { name: 'embed of 300 MB', run: (to) => ask(to, 'maker?select=item(*)') },
  { name: '10 of them', run: (to) => together(10, () => ask(to, 'maker?select=a:item(*),b:item(*)')) },
  { name: '10 answers of 60 MB', run: (to) => together(10, () => ask(to, 'item?limit=580&select=page')) },
  { name: '100 readers who take nothing of 60 MB', run: (to) => untaken(to, 100) },
  { name: '4 sorts whose readers go', run: (to) => leave(to, 4) },
  { name: '40 of them', run: (to) => leave(to, 40) },
  { name: '4 readers of lines who stop', run: (to) => slow(to, 4) },
  { name: '40 of them', run: (to) => slow(to, 40) },
  { name: 'CSV of 24 MB', run: (to) => ask(to, 'item?limit=230&select=id,page', { accept: 'text/csv' }) },
  {
    name: '10 of them',
    run: (to) => together(10, () => ask(to, 'item?limit=230&select=id,page', { accept: 'text/csv' })),
  },
  { name: '10 bodies of 500 000 numbers', run: (to) => together(10, () => post(to, '1')) },
  { name: '10 bodies of 150 000 long numbers', run: (to) => together(10, () => post(to, '1e1000')) },
  { name: '1 063 shapes', run: (to) => shapes(to, 1063) },
  { name: '10 630 shapes', run: (to) => shapes(to, 10_630) },
];

async function start(url: string): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const file = join(root, 'test/http/model_process.ts');
  const folder = join(root, 'test/dialect');
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, file, url, secret, folder, limits], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, address: String(line).trim() };
}

const megabytesOf = (pid: number): number => {
  try {
    return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

const backends = (): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'latin1').startsWith(`postgres: postgres ${database}`)
        ? [Number(name)]
        : [];
    } catch {
      return [];
    }
  });

const database = 'starved';
const server = await openTestServer();
const admin = await connect(server.url, { maximumConnections: 2, statementTimeoutSeconds: 0 });
await admin.script(`create database ${database}`);
const target = new URL(server.url);
target.pathname = `/${database}`;
const own = await connect(target.href, { maximumConnections: 2, statementTimeoutSeconds: 0 });

async function working(): Promise<number> {
  const found = await admin.query({
    text: `select count(*) as count from pg_stat_activity where datname = $1 and state <> 'idle' and query like '%page%'`,
    values: [database],
  });
  return found.ok ? Number(found.rows[0]?.count) : 0;
}

const loaded = await loadModel(join(root, 'test/dialect'));
if (!loaded.ok) throw new Error('test/dialect has faults');
await createTables(own, loaded.model);
const fill = await own.query({
  text: "insert into maker (name) values ('Ada')",
  values: [],
});
if (!fill.ok) throw new Error(fill.error.message);
await own.script(
  `insert into item (name, page, maker_id) select n::text, repeat(md5(n::text), 3200), 1 from generate_series(1, 3000) n`,
);
console.log(`${root}, heap of ${heapMegabytes} MB`);
console.log('| attack | answer | process MB | largest backend MB | others p50 ms | p99 ms | max ms | failed |');
console.log('|---|---|---|---|---|---|---|---|');
for (const { name, run } of attacks) {
  const { child, address } = await start(target.href);
  const pid = child.pid ?? 0;
  await ask(address, 'item/1?select=id', { identity: 9 });
  let [peak, backend, failed, isDone] = [0, 0, 0, false];
  const times: number[] = [];
  const watch = setInterval(() => {
    peak = Math.max(peak, megabytesOf(pid));
    for (const each of backends()) backend = Math.max(backend, megabytesOf(each));
  }, 50);
  const other = (async () => {
    while (!isDone) {
      const begin = performance.now();
      const answer = await ask(address, 'item/1?select=id', { identity: 9 });
      times.push(performance.now() - begin);
      if (!answer.startsWith('200')) failed += 1;
      await delay(5);
    }
  })();
  const answer = await run(address);
  isDone = true;
  await other;
  clearInterval(watch);
  const died = child.exitCode !== null || child.signalCode !== null ? 'THE PROCESS ENDED' : '';
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
  const cells = [
    name,
    [died, answer].filter(Boolean).join('; '),
    peak.toFixed(0),
    backend.toFixed(0),
    at(0.5),
    at(0.99),
    at(1),
    failed,
  ];
  console.log(`| ${cells.join(' | ')} |`);
  child.kill('SIGKILL');
}
await own.close();
await admin.close();
await server.close();
