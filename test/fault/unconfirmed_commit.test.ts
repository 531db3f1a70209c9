import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { signToken } from '../http/service.ts';
import { faultModel } from './model.ts';
import { startProcess } from './process.ts';
import { startPair } from './standby.ts';

// PostgreSQL acknowledges a commit whose wait for the standby is cancelled, with a warning. The service does not.

const authorization = `Bearer ${signToken({ identity_id: 7, scope: 'manage:data' })}`;

test('a write that no standby has confirmed is not acknowledged', { timeout: 600_000 }, async (t) => {
  const pair = await startPair(t, (database) => createTables(database, faultModel()));
  const admin = await connect(pair.primary.url, { maximumConnections: 2, statementTimeoutSeconds: 0 });
  t.teardown(() => admin.close());
  const server = await startProcess(t, pair.primary.url);
  const post = async (name: string, key?: string) => {
    const headers = {
      authorization,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': `"${key}"` }),
    };
    const answer = await fetch(`${server.address}/api/v1/card`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name }),
    });
    const { id = null } = (await answer.json()) as { id?: number };
    return { status: answer.status, id };
  };
  t.equal((await post('before')).status, 201);

  for (const end of ['pg_cancel_backend', 'pg_terminate_backend']) {
    await waitFor(t, admin, 'nobody');
    const plain = post(`${end} without a key`);
    await endWait(admin, end);
    t.equal((await plain).status, 503, `${end}: 503 without a key`);

    const key = randomUUID();
    const kept = post(`${end} with a key`, key);
    await endWait(admin, end);
    // The service asks again under the key, and its own repeat waits for the standby too.
    await endWait(admin, end);
    t.equal((await kept).status, 503, `${end}: 503 where the repeat is not confirmed either`);
    const again = post(`${end} with a key`, key);
    await delay(300);
    await waitFor(t, admin, '*');
    const { status, id } = await again;
    t.equal(status, 201, `${end}: the answer of a repeat waits for the standby`);
    t.same(
      (await rows(admin, `select id from card where name = '${end} with a key'`)).map((row) => Number(row.id)),
      [id],
      'it was done once',
    );

    await waitFor(t, admin, 'nobody');
    const released = post(`${end} and goes on`, randomUUID());
    await endWait(admin, end);
    await delay(300);
    await waitFor(t, admin, '*');
    t.equal((await released).status, 201, `${end}: a request with a key outlives it`);
  }

  const names = 'select name from card order by id';
  const acknowledged = await rows(admin, names);
  const standby = await connect(pair.standbyUrl, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  t.teardown(() => standby.close());
  t.same(await rows(standby, names), acknowledged);
});

/** For which standbys commits wait. */
async function waitFor(t: Test, admin: Database, names: string): Promise<void> {
  await admin.script(`alter system set synchronous_standby_names = '${names}'`);
  await admin.script('select pg_reload_conf()');
  // The checkpointer tells the others, and the sender of the log says whether it has heard of it too.
  const isThere = async () => (await rows(admin, 'show synchronous_standby_names'))[0]?.synchronous_standby_names;
  while ((await isThere()) !== names) await delay(20);
  const sender = async () => (await rows(admin, 'select sync_state from pg_stat_replication'))[0]?.sync_state;
  while ((await sender()) !== (names === '*' ? 'sync' : 'async')) await delay(20);
  await delay(200);
  t.comment(`commits wait for ${names}`);
}

/** Ends the wait of a commit of a client, once there is one. */
async function endWait(admin: Database, by: string): Promise<void> {
  const waiting = `from pg_stat_activity where wait_event = 'SyncRep' and query !~ 'sequence_events'`;
  while ((await rows(admin, `select ${by}(pid) ${waiting}`)).length === 0) await delay(20);
}

async function rows(database: Database, text: string) {
  const outcome = await database.query({ text, values: [] });
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.rows;
}
