import { chmodSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { prepareTables } from '../../db/migrate/prepare.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { caller, script } from './data.ts';
import { median, ratio } from './measure.ts';
import { peerSql, startPostgrest } from './postgrest.ts';
import { secret, token } from './servers.ts';
import { type Served, startNode, stop } from './subject.ts';

// How many rows a second are created by POST of many: by Almanac, by PostgREST, and by json_to_recordset as one would write
// it by hand, all into one table with the same triggers. On an embedded PostgreSQL that flushes each commit to disk.

const rowsOfBody = 1000;
const parties = 1000;
const secondsOfRound = 1.5;
const connections = [1, 4] as const;

const subjects = ['almanac', 'PostgREST', 'json_to_recordset', 'almanac, shown', 'PostgREST, shown'] as const;

type Subject = (typeof subjects)[number];

/** What a turn of a subject came to: rows in a second, and microseconds of the server's processor for each. */
interface Turn {
  readonly rows: number;
  readonly cpu: number;
}

export async function bulkBenchmark({ rounds }: { readonly rounds: number }, progress: (text: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  chmodSync(folder, 0o755); // For root, the server runs as another user.
  const server = await startEmbedded(folder, { durable: true });
  const resources = await writeDefinitions();
  const loaded = await loadModel(resources);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const database = await connect(server.url, { maximumConnections: 4, statementTimeoutSeconds: 0 });
  const started: Served[] = [];
  try {
    const prepared = await prepareTables(database, loaded);
    if (prepared.kind !== 'made') throw new Error(JSON.stringify(prepared));
    await database.script(
      `insert into party (name) select 'party ' || n from generate_series(1, ${parties}) as n; analyze`,
    );
    await script(server.url, peerSql(loaded.model, caller.identity));
    const almanac = await startNode(['codegen/bin.js', 'serve'], {
      DATABASE_URL: server.url,
      JWT_SECRET: secret,
      ALMANAC_RESOURCES: resources,
      ALMANAC_MIGRATIONS: join(resources, 'migrations'),
      PORT: '0',
    });
    started.push(almanac);
    const postgrest = await startPostgrest(server.url, secret);
    started.push(postgrest);
    const body = JSON.stringify(Array.from({ length: rowsOfBody }, (_, place) => rowOf(place)));
    const works: Record<Subject, Work> = {
      almanac: posts(almanac, body, 'return=minimal'),
      PostgREST: posts(postgrest, body, 'return=minimal'),
      json_to_recordset: byHand(database, body),
      'almanac, shown': posts(almanac, body, 'return=representation'),
      'PostgREST, shown': posts(postgrest, body, 'return=representation'),
    };
    const table: object[] = [];
    for (const clients of connections) table.push(...(await compare(works, clients, { database, rounds, progress })));
    return { 'Rows created in a second, 1 000 a request': table };
  } finally {
    await Promise.all(started.map(stop));
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

const definitions = {
  'service.yaml': 'service: Benchmark\nevents: { prefix: org.example }\n',
  'party.yaml': 'resource: party\nfields:\n  name: { type: text }\n',
  'thing.yaml': `resource: thing
history: true
fields:
  name: { type: text, max_length: 100 }
  status: { type: enum, values: [new, active, gone], default: new }
  size: { type: decimal, precision: 9, scale: 3, minimum: 0 }
  count: { type: integer, minimum: 0 }
  since: { type: datetime, nullable: true }
  party_id: { type: reference, to: party }
`,
};

function rowOf(place: number): object {
  return {
    name: `Varmepumpe, Storgata ${place}`,
    status: 'active',
    size: (place % 5000) / 8,
    count: place,
    since: '2026-01-31T12:00:00+00:00',
    party_id: 1 + (place % parties),
  };
}

async function writeDefinitions(): Promise<string> {
  const folder = join('.data', 'bench', 'bulk');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(definitions)) await writeFile(join(folder, name), text);
  return folder;
}

/** Creates the rows of a body once; `cpu` gives what the server has used so far, in microseconds. */
interface Work {
  readonly create: () => Promise<void>;
  readonly cpu: () => number;
}

function posts(served: Served, body: string, prefer: string): Work {
  const agent = new Agent({ keepAlive: true });
  const bytes = Buffer.from(body);
  const headers = {
    authorization: `Bearer ${token({ role: null })}`,
    'content-type': 'application/json',
    'content-length': bytes.length,
    prefer,
  };
  const create = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(`${served.address}/thing`, { method: 'POST', agent, headers }, (answer) => {
        answer.on('end', () => (answer.statusCode === 201 ? resolve() : reject(new Error(`${answer.statusCode}`))));
        answer.resume();
      });
      sent.on('error', reject);
      sent.end(bytes);
    });
  return { create, cpu: () => cpuOf(served.program.pid ?? 0) };
}

function byHand(database: Database, body: string): Work {
  const text = `with rows as (
    insert into thing (name, status, size, count, since, party_id)
    select name, status, size, count, since, party_id
    from json_to_recordset($1::json)
      as sent(name text, status text, size numeric, count integer, since timestamptz, party_id bigint)
    returning 1
  )
  select count(*) from rows`;
  const create = async () => {
    const outcome = await database.query({ text, values: [body], name: 'by_hand' });
    if (!outcome.ok) throw new Error(outcome.error.message);
  };
  return { create, cpu: () => 0 };
}

/** Of Linux: user and system time in ticks of a hundredth of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

interface Bench {
  readonly database: Database;
  readonly rounds: number;
  readonly progress: (text: string) => void;
}

async function compare(
  works: Readonly<Record<Subject, Work>>,
  clients: number,
  { database, rounds, progress }: Bench,
): Promise<readonly object[]> {
  const turns = new Map<Subject, Turn[]>(subjects.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? subjects : [...subjects].reverse()) {
      progress(`${clients} connections, round ${round} of ${rounds}: ${name}`);
      const turn = await take(works[name], clients);
      if (round > 0) turns.get(name)?.push(turn);
      await database.script('truncate thing, thing_history; truncate almanac.outbox; checkpoint');
    }
  }
  const rates = (name: Subject) => (turns.get(name) ?? []).map(({ rows }) => rows);
  return subjects.map((name) => {
    const isShown = name.endsWith('shown');
    const [peer, hand] = [
      ratio(rates(name), rates(isShown ? 'PostgREST, shown' : 'PostgREST')),
      ratio(rates(name), rates('json_to_recordset')),
    ];
    return {
      connections: clients,
      subject: name,
      'rows/s': Math.round(median(rates(name))),
      'to PostgREST': peer.middle,
      spread: peer.spread,
      'to json_to_recordset': hand.middle,
      'spread ': hand.spread,
      'server CPU, us/row': median((turns.get(name) ?? []).map(({ cpu }) => cpu)).toFixed(2),
    };
  });
}

async function take({ create, cpu }: Work, clients: number): Promise<Turn> {
  const [begin, before] = [performance.now(), cpu()];
  const end = begin + secondsOfRound * 1000;
  let count = 0;
  const work = async () => {
    while (performance.now() < end) {
      await create();
      count += rowsOfBody;
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return { rows: (count * 1000) / (performance.now() - begin), cpu: (cpu() - before) / count };
}
