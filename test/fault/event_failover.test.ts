import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { type SwitchedProxy, switchedProxy } from '../db/switched_proxy.ts';
import { signToken } from '../http/service.ts';
import { faultModel } from './model.ts';
import { startProcess } from './process.ts';
import { startReader } from './reader.ts';
import { type Pair, startPair } from './standby.ts';
import { startWriters } from './writers.ts';

// Who follows the events while a standby takes over sees each once, or is told what was lost.

const isLong = process.env.ALMANAC_LONG !== undefined;

test('with a standby that commits wait for, readers see every event once, and no place is refused', async (t) => {
  for (const way of isLong ? (['frozen', 'killed'] as const) : (['frozen'] as const)) {
    const { pair, proxy, address } = await servedPair(t);
    const writers = startWriters({
      numbers: [1, 2, 3, 4],
      address: () => address,
      random: Math.random,
      token: signToken,
    });
    t.teardown(writers.stop);
    const reader = startReader(t, () => address);
    await writers.goOn(100);
    await takeOver(pair, proxy, way);
    await writers.goOn(100);
    await writers.end();
    const late = startReader(t, () => address);
    const events = await settled(t, pair.standbyUrl);
    await until(() => late.ids().length >= events.length && reader.ids().at(-1) === events.at(-1));
    t.same(reader.ids(), events, `${way}: each event once, in order, over ${reader.streams()} streams`);
    t.same(late.ids(), events, 'and so does a reader who begins later');
    t.notOk(reader.isRefused());
    for (const each of [reader, late]) each.end();
  }
});

test('where a standby lacks the end of the log, its ids are given to no other event, and a reader who knows them is told', async (t) => {
  const { pair, proxy, address } = await servedPair(t);
  const write = async () => {
    const headers = { authorization: token(), 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"name": "x"}' };
    return (await fetch(`${address}/api/v1/note`, init).catch(() => null))?.status;
  };
  const early = startReader(t, () => address);
  for (const _ of [1, 2, 3]) await write();
  await until(() => early.ids().length === 3);
  await pair.leaveBehind();
  for (const _ of [4, 5, 6, 7]) await write();
  await until(() => early.ids().length === 7);
  await takeOver(pair, proxy, 'killed');
  await until(() => early.isRefused());
  t.equal(early.streams(), 1, 'before there is another event');
  t.match(await told(address, 7), { status: 410, code: 'event_lost', detail: / does not have event 7; .* is 3$/ });

  const resumed = startReader(t, () => address, 3);
  await until(async () => (await write()) === 201);
  await until(() => resumed.ids().length > 0);
  const [first = 0] = resumed.ids();
  t.ok(first > 1_000_000, `${first} is no id that was lost`);
  t.same(await settled(t, pair.standbyUrl), [1, 2, 3, ...resumed.ids()]);
  t.match(await told(address, 4), { status: 410, detail: / does not have event 4; .* is 3$/ });
  t.match(await told(address, first + 10), {
    status: 410,
    detail: new RegExp(`${first + 10}; .* is ${resumed.ids().at(-1)}$`),
  });
  resumed.end();
});

/** A service, with a worker, on a pair of servers behind one address. */
async function servedPair(t: Test): Promise<{ pair: Pair; proxy: SwitchedProxy; address: string }> {
  const pair = await startPair(t, (database) => createTables(database, faultModel()));
  const proxy = await switchedProxy(t, pair.primary.url);
  const { address } = await startProcess(t, proxy.url);
  return { pair, proxy, address };
}

async function takeOver(pair: Pair, proxy: SwitchedProxy, way: 'frozen' | 'killed'): Promise<void> {
  if (way === 'frozen') proxy.freeze();
  else {
    process.kill(pair.primaryProcess, 'SIGKILL');
    await pair.primary.stop();
    proxy.cut();
  }
  await pair.promote();
  await proxy.mend(pair.standbyUrl);
}

/** The ids of all events, once nothing waits to be one. */
async function settled(t: Test, url: string): Promise<readonly number[]> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 10 });
  t.teardown(() => database.close());
  while ((await rows(database, 'select from almanac.outbox')).length > 0) await delay(50);
  return (await rows(database, 'select id from event order by id')).map(({ id }) => Number(id));
}

async function rows({ query }: Database, text: string) {
  const outcome = await query({ text, values: [] });
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.rows;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(50);
}

function token(): string {
  return `Bearer ${signToken({ identity_id: 1, scope: 'manage:data' })}`;
}

/** What the service says to a reader of the stream who was at an id. */
async function told(address: string, id: number): Promise<unknown> {
  const headers = { authorization: token(), accept: 'text/event-stream', 'last-event-id': String(id) };
  return (await fetch(`${address}/api/v1/event`, { headers })).json();
}
