import { createHash, randomBytes } from 'node:crypto';
import tap, { type Test } from 'tap';
import { connect, type Database } from '../db/database.ts';
import type { Row } from '../db/statement.ts';
import { openTestServer, serverOfRun, type TestServer } from './server.ts';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  /** Runs a statement; throws what the database refuses. */
  query(text: string, values?: readonly (string | null)[]): Promise<readonly Row[]>;
}

/** What a test's database begins with. The key names its content: two with one key do the same. */
export interface Preparation {
  readonly key: string;
  readonly run: (database: Database) => Promise<void>;
}

const options = { maximumConnections: 5, statementTimeoutSeconds: 10 };

/**
 * Gives a test a database of its own, empty or prepared, and drops it when the test ends. The preparation runs once in
 * a run of the tests, for all files: it makes a template, which is then copied. The settings are PostgreSQL's, for all
 * connections to the database.
 */
export async function testDatabase(
  t: Test,
  preparation?: Preparation,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestDatabase> {
  const server = await findServer();
  const template = preparation ? await prepareTemplate(server, preparation) : 'template1';
  const name = `${server.prefix}${randomBytes(6).toString('hex')}`;
  await onServer(server, (admin) => admin.script(`create database ${name} template ${template}`));
  for (const [setting, value] of Object.entries(settings))
    await onServer(server, (admin) => admin.script(`alter database ${name} set ${setting} = '${value}'`));
  const url = urlOf(server, name);
  const database = await connect(url, options);
  t.teardown(async () => {
    await database.close();
    await onServer(server, (admin) => admin.script(`drop database ${name} with (force)`));
  });
  return { url, database, query: (text, values = []) => rowsOf(database, text, values) };
}

let own: Promise<TestServer> | null = null;

/** The server of the run; for a test file that is run by itself, one of its own. */
async function findServer(): Promise<TestServer> {
  const shared = serverOfRun();
  if (shared) return shared;
  own ??= openOwnServer();
  return own;
}

async function openOwnServer(): Promise<TestServer> {
  const server = await openTestServer();
  tap.teardown(() => server.close());
  return server;
}

/** Names of databases are case-folded and at most 63 bytes, so a template is called by a hash of its key. */
async function prepareTemplate(server: TestServer, { key, run }: Preparation): Promise<string> {
  const template = `${server.prefix}template_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
  const unfinished = `${template}_unfinished`;
  await onServer(server, async (admin) => {
    // A lock of the session, which is the only one of this pool: other test files wait here until the template is there.
    await rowsOf(admin, 'select pg_advisory_lock(hashtext($1))', [template]);
    const found = await rowsOf(admin, 'select from pg_database where datname = $1', [template]);
    if (found.length > 0) return;
    await admin.script(`drop database if exists ${unfinished}`);
    await admin.script(`create database ${unfinished}`);
    const database = await connect(urlOf(server, unfinished), { ...options, statementTimeoutSeconds: 0 });
    try {
      await run(database);
    } finally {
      await database.close();
    }
    await admin.script(`alter database ${unfinished} rename to ${template}`);
  });
  return template;
}

async function onServer<T>(server: TestServer, work: (admin: Database) => Promise<T>): Promise<T> {
  const admin = await connect(server.url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

async function rowsOf(database: Database, text: string, values: readonly (string | null)[]): Promise<readonly Row[]> {
  const outcome = await database.query({ text, values });
  if (!outcome.ok) throw new Error(`${outcome.error.sqlstate} ${outcome.error.message}`);
  return outcome.rows;
}

function urlOf(server: TestServer, name: string): string {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}
