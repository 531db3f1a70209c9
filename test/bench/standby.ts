import { chmodSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { copyServer, follow } from '../follow.ts';
import { type Bench, rows, urlOf } from './data.ts';

/** Where a standby has a database, and its data. */
interface Standby {
  readonly url: string;
  readonly data: string;
}

/** Works with a standby of the server of the benchmarks, which is stopped while it is copied. */
export async function withStandby<T>(bench: Bench, name: string, work: (standby: Standby) => Promise<T>): Promise<T> {
  const folder = join(bench.folder, 'standby');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  chmodSync(folder, 0o755); // For root, the server runs as another user.
  try {
    await bench.restart({}, () => copyServer(bench.folder, folder));
    follow(folder, bench.server.url);
    const server = await startEmbedded(folder, { durable: true });
    try {
      await untilFollowed(bench.server.url);
      return await work({ url: urlOf(server.url, name), data: realpathSync(join(folder, 'postgresql', 'data')) });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function untilFollowed(url: string): Promise<void> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    while ((await rows(database.query, 'select from pg_stat_replication')).length === 0) await delay(100);
  } finally {
    await database.close();
  }
}
