import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { type Test, test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { testDatabase } from '../database.ts';
import { signToken } from '../http/service.ts';
import { faultModel } from './model.ts';
import { type ServiceProcess, startProcess } from './process.ts';

// More requests than the service can answer: it answers nearly as many as ever, soon, and refuses the others.

const long = Boolean(process.env.ALMANAC_LONG);
const seconds = long ? 20 : 1;

const limits =
  'limits: { database_connections: 4, waiting_requests: 100, connections: 4000, connections_per_address: 4000 }\n';
/** Enough for the service to be busy all the time, and too few for it to refuse any. */
const connectionsAtCapacity = 32;

test('more load than the service can bear', { timeout: 600_000 }, async (t) => {
  const database = await testDatabase(t, { key: 'load', run: (empty) => createTables(empty, faultModel(limits)) });
  await database.database.script(`
    insert into owner (name) select 'owner ' || n from generate_series(1, 100) as n;
    insert into card (name, owner_id) select 'card ' || n, 1 + n % 100 from generate_series(1, 5000) as n;
  `);
  const service = await startProcess(t, database.url, limits);
  const full = () => load(t, service, { connections: connectionsAtCapacity, duration: long ? 5 : 1 });
  if (long) await full(); // statements prepared, code compiled

  let first = await full();
  for (const times of long ? [2, 10] : [10]) {
    const before = residentBytes(service);
    // On a busy machine the service may not have answered anything so far.
    const overallRate = Math.max(500, Math.ceil(times * first.perSecond));
    const over = await load(t, service, { connections: 500, duration: seconds, overallRate });
    const after = residentBytes(service);
    t.ok(await recovers(t, service), 'and all is answered again');
    // The machine may be slower now than it was: its capacity is measured on both sides.
    const then = await full();
    const capacity = (first.perSecond + then.perSecond) / 2;
    const [usual, worst] = [
      (percentile(first.accepted, 0.99) + percentile(then.accepted, 0.99)) / 2,
      percentile(over.accepted, 0.99),
    ];
    t.comment(
      `capacity ${Math.round(capacity)}/s with p99 ${usual.toFixed(0)} ms; ${times} times that are offered: ` +
        `${Math.round(over.perSecond)}/s answered (${(over.perSecond / capacity).toFixed(2)}), ` +
        `p99 ${worst.toFixed(0)} ms (${(worst / usual).toFixed(2)} times), ` +
        `${JSON.stringify(Object.fromEntries(over.statuses))}, ` +
        `memory ${megabytes(before)} MB before, ${megabytes(after)} MB after`,
    );
    for (const status of over.statuses.keys()) t.ok([200, 201, 206, 429, 503].includes(status), `status ${status}`);
    t.equal(over.errors, 0, 'no connection is lost');
    // How soon and how many is only to be said of a machine that does nothing else.
    if (long) {
      t.ok(over.statuses.has(503), 'what is too much is refused');
      t.ok(over.perSecond > 0.8 * capacity, `what can be answered is: ${over.perSecond} of ${capacity} a second`);
      t.ok(worst < 5 * usual, `p99 of what is accepted stays bounded: ${worst.toFixed(0)} ms`);
      t.ok(after < before * 1.5 + 64e6, `memory stays flat: ${megabytes(before)} MB, then ${megabytes(after)} MB`);
    }
    first = then;
  }
});

/** Whether what the service can bear is soon answered without a refusal; another test may have the machine for a moment. */
async function recovers(t: Test, service: ServiceProcess): Promise<boolean> {
  for (let attempt = 1; attempt <= (long ? 1 : 20); attempt += 1) {
    const { statuses } = await load(t, service, { connections: 4, duration: 1 });
    if (statuses.size > 0 && [...statuses.keys()].every((status) => status < 400)) return true;
  }
  return false;
}

interface Load {
  /** Answers with success in a second. */
  readonly perSecond: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** Of answers with success, how long they took, in milliseconds, in order. */
  readonly accepted: readonly number[];
  readonly errors: number;
}

/** Asks for lists with what they embed and, one in four, writes. */
async function load(
  t: Test,
  { address }: ServiceProcess,
  options: { readonly connections: number; readonly duration: number; readonly overallRate?: number },
): Promise<Load> {
  const headers = {
    authorization: `Bearer ${signToken({ identity_id: 1, scope: 'manage:data' })}`,
    'content-type': 'application/json',
  };
  const list = (offset: number) => ({
    method: 'GET' as const,
    path: `/api/v1/card?embed=owner&limit=20&offset=${offset}`,
  });
  const create = { method: 'POST' as const, path: '/api/v1/card', body: '{"name":"new","owner_id":1}' };
  const statuses = new Map<number, number>();
  const accepted: number[] = [];
  const requests = [list(0), create, list(20), list(40)];
  const { errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon({ url: address, headers, requests, timeout: 30, ...options }, (error, result) =>
      error === null || error === undefined ? resolve(result) : reject(error),
    );
    running.on('response', (_client, status, _bytes, milliseconds) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status < 300) accepted.push(milliseconds);
    });
  });
  t.equal(timeouts, 0, 'every request has an answer');
  const perSecond = accepted.length / options.duration;
  return { perSecond, statuses, accepted: accepted.sort((a, b) => a - b), errors };
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function residentBytes({ child }: ServiceProcess): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
