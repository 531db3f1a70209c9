import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { type Embedded, startEmbedded } from '../../db/embedded/embedded.ts';
import { copyServer, follow } from '../follow.ts';

/** Two servers: what the first one commits, the second one has. */
export interface Pair {
  readonly primary: Embedded;
  readonly primaryProcess: number;
  readonly standbyUrl: string;
  readonly standbyProcess: number;
  /** From now on the standby gets nothing, and no commit waits for it. */
  leaveBehind(): Promise<void>;
  /** Makes a primary of the standby. */
  promote(): Promise<void>;
}

/** Starts a primary with what `prepare` makes in it, and a standby that a commit waits for, or does not. */
export async function startPair(
  t: Test,
  prepare: (database: Database) => Promise<void>,
  { isSynchronous = true } = {},
): Promise<Pair> {
  const [first, second] = [folder(t), folder(t)];
  let primary = await startEmbedded(first);
  await using(primary.url, async (database) => {
    await prepare(database);
    if (isSynchronous) await database.script("alter system set synchronous_standby_names = '*'");
    await database.script("alter system set wal_keep_size = '256MB'");
  });
  await primary.stop();
  copyServer(first, second);
  primary = await startEmbedded(first);
  t.teardown(() => primary.stop());
  follow(second, primary.url);
  const standby = await startEmbedded(second);
  t.teardown(() => standby.stop());
  await using(primary.url, async (database) => {
    const state = isSynchronous ? 'sync' : 'async';
    while ((await count(database, `pg_stat_replication where sync_state = '${state}'`)) === 0) await delay(20);
  });
  const leaveBehind = async () => {
    await using(primary.url, (database) => empty(database, 'synchronous_standby_names'));
    await using(standby.url, (database) => empty(database, 'primary_conninfo'));
    await using(primary.url, async (database) => {
      while ((await count(database, 'pg_stat_replication')) > 0) await delay(20);
    });
  };
  const promote = () => using(standby.url, (database) => database.script('select pg_promote()'));
  return {
    primary,
    primaryProcess: serverProcess(first),
    standbyUrl: standby.url,
    standbyProcess: serverProcess(second),
    leaveBehind,
    promote,
  };
}

function serverProcess(folder: string): number {
  const [, server = ''] = readFileSync(join(folder, 'postgresql', 'processes'), 'utf8').split('\n');
  return Number.parseInt(server, 10);
}

/** Empties a setting. */
async function empty(database: Database, name: string): Promise<void> {
  await database.script(`alter system set ${name} = ''`);
  await database.script('select pg_reload_conf()');
}

function folder(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'almanac-standby-'));
  chmodSync(path, 0o755); // For root, the server runs as another user.
  t.teardown(() => rmSync(path, { recursive: true }));
  return path;
}

async function using(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function count(database: Database, rows: string): Promise<number> {
  const outcome = await database.query({ text: `select count(*) as rows from ${rows}`, values: [] });
  if (!outcome.ok) throw new Error(outcome.error.message);
  return Number(outcome.rows[0]?.rows);
}
