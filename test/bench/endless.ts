import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { prepareTables } from '../../db/migrate/prepare.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { fillTables, rows } from './data.ts';
import { register } from './register.ts';
import { residentBytes } from './resident.ts';
import { secret, token } from './servers.ts';
import { type Served, startNode, stop } from './subject.ts';

// What requests of ever new shapes leave in memory: of the service, and of PostgreSQL's backends. Reads, writes and refused
// requests in turn, no two of one shape. What is kept for a shape is bounded, so both stay as they are in the end.

const units = 1000;
const clients = 8;
const parts = 10;

interface Question {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: string;
}

/** The question of this number, unlike that of any other. */
type Ask = (number: number) => Question;

const fields = [
  'business_id',
  'name',
  'status',
  'start_date',
  'regulation_direction',
  'maximum_active_power',
  'is_small',
  'minimum_duration',
  'maximum_duration',
  'recovery_duration',
  'ramp_rate',
  'accounting_point_id',
  'grid_validation_status',
];

/** As many of the fields as the number has bits, and at least the first one. */
function chosen(number: number): readonly string[] {
  const found = fields.filter((_field, at) => (number >> at) & 1);
  return found.length === 0 ? ['id'] : found;
}

const filters = [
  'name=eq.a',
  'status=neq.new',
  'ramp_rate=gt.3',
  'is_small=is.true',
  'start_date=lt.2024-06-01',
  'name=like.V*',
];
const alternatives = [
  'id.eq.5',
  'name.eq.a',
  'status.in.(new,active)',
  'ramp_rate.is.null',
  'maximum_active_power.gt.9',
];

const reads: readonly Ask[] = [
  (n) => ({
    method: 'GET',
    path: `/controllable_unit?select=shown_${n}:id,${chosen(n)}&order=${chosen(n >> 3).map((name, at) => `${name}${at % 2 ? '.desc' : ''}`)}&limit=3`,
  }),
  (n) => ({
    method: 'GET',
    path: `/controllable_unit?select=shown_${n}:name&${filters.filter((_each, at) => (n >> at) & 1).join('&')}&limit=3`,
  }),
  (n) => ({ method: 'GET', path: `/controllable_unit?or=(${tree(n)})&limit=3` }),
  (n) => ({
    method: 'GET',
    path: `/controllable_unit?id=in.(${Array.from({ length: 1 + (n % 100) }, (_each, at) => at + 1)})&select=${chosen(n)},point_${n}:accounting_point(id)&limit=3`,
  }),
  (n) => ({
    method: 'GET',
    path: `/accounting_point?select=shown_${n}:city,controllable_unit(${chosen(n)})&id=eq.${1 + (n % units)}`,
  }),
];

/** Conditions nested by the digits of a number. */
function tree(number: number): string {
  const condition = alternatives[number % alternatives.length] ?? '';
  if (number < alternatives.length) return condition;
  const rest = tree(Math.floor(number / alternatives.length));
  return `${condition},${number % 2 === 0 ? 'and' : 'not.or'}(${rest})`;
}

const values: Readonly<Record<string, unknown>> = {
  controllable_unit_id: 1,
  name: 'Varmepumpe',
  category: 'consumption',
  technology: 'heat_pump',
  maximum_active_power: 3.5,
  make: 'Nordvarme',
  model: 'NV 20',
};
const optional = ['make', 'model'];

const writes: readonly Ask[] = [
  (n) => ({ method: 'POST', path: `/technical_resource?select=shown_${n}:name`, body: JSON.stringify(without(n)) }),
  (n) => ({
    method: 'PATCH',
    path: `/technical_resource?select=shown_${n}:id&id=eq.${1 + (n % units)}`,
    body: JSON.stringify({ make: `made ${n}` }),
  }),
  (n) => ({
    method: 'POST',
    path: `/technical_resource?select=shown_${n}:id`,
    body: JSON.stringify([without(n), without(n)]),
  }),
];

function without(number: number): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !optional.includes(name) || number % 2 === 0));
}

const refusals: readonly Ask[] = [
  (n) => ({ method: 'GET', path: `/controllable_unit?unknown_${n}=eq.1` }),
  (n) => ({ method: 'GET', path: `/unknown_${n}` }),
  (n) => ({ method: 'GET', path: `/controllable_unit?name=unknown_${n}.a` }),
  (n) => ({ method: 'GET', path: `/controllable_unit?select=shown_${n}:ramp_rate&id=eq.${'9'.repeat(30)}` }),
  (n) => ({ method: 'POST', path: '/technical_resource', body: JSON.stringify({ ...values, [`unknown_${n}`]: 1 }) }),
  (n) => ({
    method: 'POST',
    path: `/technical_resource?select=shown_${n}:id`,
    body: JSON.stringify({ ...values, controllable_unit_id: units * 10 + n }),
  }),
];

const turns = { reads, writes, refusals } as const;

export async function endlessBenchmark(requests: number, progress: (text: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  chmodSync(folder, 0o755); // For root, the server runs as another user.
  const server = await startEmbedded(folder, { durable: false });
  const database = await connect(server.url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  let served: Served | null = null;
  try {
    const loaded = await loadModel(register);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    const prepared = await prepareTables(database, loaded);
    if (prepared.kind !== 'made') throw new Error(JSON.stringify(prepared));
    await fillTables(database, units);
    served = await startNode(['codegen/bin.js', 'serve'], {
      DATABASE_URL: server.url,
      JWT_SECRET: secret,
      ALMANAC_RESOURCES: register,
      ALMANAC_MIGRATIONS: join(folder, 'migrations'),
      PORT: '0',
    });
    const ask = asker(served);
    const table: object[] = [];
    const measure = async (kind: string, sent: number, statuses: ReadonlyMap<number, number>) => {
      const backends = await backendBytes(database);
      table.push({
        kind,
        requests: sent,
        statuses: [...statuses].map(([status, count]) => `${status}: ${count}`).join(', '),
        'service MiB': megabytes(await residentBytes(served as Served)),
        'largest backend MiB': megabytes(Math.max(0, ...backends)),
        'all backends MiB': megabytes(backends.reduce((sum, bytes) => sum + bytes, 0)),
      });
    };
    await measure('none', 0, new Map());
    for (const [kind, asks] of Object.entries(turns)) {
      for (let part = 0; part < parts; part += 1) {
        progress(`${kind}, ${part + 1} of ${parts}`);
        const size = requests / parts;
        await measure(kind, (part + 1) * size, await sendAll(ask, asks, { from: part * size, size }));
      }
    }
    return { 'Memory after requests of ever new shapes': table };
  } finally {
    if (served !== null) await stop(served);
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

/** Sends so many questions from some number on. Gives how many answers had which status. */
async function sendAll(
  ask: (question: Question) => Promise<number>,
  asks: readonly Ask[],
  { from, size }: { readonly from: number; readonly size: number },
): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  let next = from;
  const client = async () => {
    while (next < from + size) {
      const number = next;
      next += 1;
      const question = asks[number % asks.length]?.(number);
      if (question === undefined) continue;
      const status = await ask(question);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return statuses;
}

function asker({ address }: Served): (question: Question) => Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const authorization = `Bearer ${token({ role: null })}`;
  return ({ method, path, body }) =>
    new Promise((resolve, reject) => {
      const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
      const sent = request(`${address}${encodeURI(path)}`, { method, agent, headers }, (answer) => {
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.resume();
      });
      sent.on('error', reject);
      sent.end(body);
    });
}

/** Of Linux: the memory that each backend of the service has to itself. */
async function backendBytes(
  database: Parameters<typeof fillTables>[0] & { readonly query: Parameters<typeof rows>[0] },
) {
  const found = await rows(
    database.query,
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  const running = new Set(readdirSync('/proc'));
  return found.flatMap(({ pid }) => {
    if (pid === undefined || pid === null || !running.has(pid)) return [];
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return [Number(kilobytes) * 1024];
  });
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
