import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../db/database.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';

/** The PostgreSQL that a run of the tests uses. */
export interface TestServer {
  readonly url: string;
  /** What the names of all databases of this run begin with, so that runs on one server do not meet. */
  readonly prefix: string;
}

/** How a run tells its test files of its server. */
export const urlVariable = 'ALMANAC_TEST_DATABASE_URL';
export const prefixVariable = 'ALMANAC_TEST_PREFIX';

/** The server of the run that this process belongs to, if it does. */
export function serverOfRun(): TestServer | null {
  const { [urlVariable]: url, [prefixVariable]: prefix } = process.env;
  return url && prefix ? { url, prefix } : null;
}

/** Opens the server of a new run: the one of DATABASE_URL, else an embedded one without durability. */
export async function openTestServer(): Promise<TestServer & { close(): Promise<void> }> {
  const prefix = `almanac_${randomBytes(4).toString('hex')}_`;
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, prefix, close: () => dropDatabases({ url: given, prefix }) };
  const folder = await mkdtemp(join(await quickFolder(), 'almanac-test-'));
  await chmod(folder, 0o755); // For root, the server runs as another user.
  const embedded = await startEmbedded(folder, { durable: false });
  return {
    url: embedded.url,
    prefix,
    close: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true });
    },
  };
}

const memory = '/dev/shm';
const enoughBytes = 4 * 2 ** 30;

/** Where files are soon made and removed, of which each database has hundreds: in memory, where there is enough of it. */
export async function quickFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > enoughBytes ? memory : tmpdir();
}

async function dropDatabases({ url, prefix }: TestServer): Promise<void> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  const names = await database.query({
    text: 'select datname as name from pg_database where starts_with(datname, $1)',
    values: [prefix],
  });
  await database.close();
  if (!names.ok) throw new Error(names.error.message);
  for (const { name } of names.rows) await database.script(`drop database ${name} with (force)`);
}
