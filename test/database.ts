import { createHash, randomBytes } from 'node:crypto';
import tap, { type Test } from 'tap';
import { connect, type Database } from '../db/database.ts';
import type { Row } from '../db/statement.ts';
import { addressOf } from './pooler.ts';
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
 * connections to the database. In a run through a pooler, `database` is by the pooler, and `url` leads past it.
 */
export async function testDatabase(
  t: Test,
  preparation?: Preparation,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestDatabase> {
  const server = await findServer();
  const { admin } = server;
  const template = preparation ? await prepareTemplate(server, preparation) : 'template1';
  const name = `${server.prefix}${randomBytes(6).toString('hex')}`;
  await rowsOf(admin, `create database ${name} template ${template} strategy ${await copying(admin)}`);
  for (const [setting, value] of Object.entries(settings))
    await rowsOf(admin, `alter database ${name} set ${setting} = '${value}'`);
  const url = urlOf(server, name);
  const { url: served, pooler } = addressOf(url);
  const database = await connect(served, { ...options, pooler });
  t.teardown(async () => {
    await database.close();
    await rowsOf(admin, `drop database ${name} with (force)`);
  });
  return { url, database, query: (text, values) => rowsOf(database, text, values) };
}

/** Copied files take half of the time of copied pages, but two checkpoints, which take long where they are flushed. */
async function copying(admin: Database): Promise<'file_copy' | 'wal_log'> {
  const [{ fsync = 'on' } = {}] = await rowsOf(admin, 'show fsync');
  return fsync === 'off' ? 'file_copy' : 'wal_log';
}

interface Server extends TestServer {
  /** The connection by which this process makes and drops databases. */
  readonly admin: Database;
}

let server: Promise<Server> | null = null;

function findServer(): Promise<Server> {
  server ??= openServer();
  return server;
}

/** The server of the run; for a test file that is run by itself, one of its own. */
async function openServer(): Promise<Server> {
  const found = serverOfRun() ?? (await openOwnServer());
  const admin = await connect(found.url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  tap.teardown(() => admin.close());
  return { ...found, admin };
}

async function openOwnServer(): Promise<TestServer> {
  const own = await openTestServer();
  tap.teardown(() => own.close());
  return own;
}

const templates = new Map<string, Promise<unknown>>();

/** Names of databases are case-folded and at most 63 bytes, so a template is called by a hash of its key. */
async function prepareTemplate(server: Server, { key, run }: Preparation): Promise<string> {
  const template = `${server.prefix}template_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
  const made = templates.get(template) ?? makeTemplate(server, template, run);
  templates.set(template, made);
  // The next test tries again.
  made.catch(() => templates.delete(template));
  await made;
  return template;
}

async function makeTemplate(server: Server, template: string, run: Preparation['run']): Promise<void> {
  const { admin } = server;
  const unfinished = `${template}_unfinished`;
  // A lock of the session: other processes wait here until the template is there.
  await rowsOf(admin, 'select pg_advisory_lock(hashtext($1))', [template]);
  try {
    const found = await rowsOf(admin, 'select from pg_database where datname = $1', [template]);
    if (found.length > 0) return;
    await rowsOf(admin, `drop database if exists ${unfinished}`);
    await rowsOf(admin, `create database ${unfinished}`);
    const database = await connect(urlOf(server, unfinished), { ...options, statementTimeoutSeconds: 0 });
    try {
      await run(database);
    } finally {
      await database.close();
    }
    await rowsOf(admin, `alter database ${unfinished} rename to ${template}`);
  } finally {
    await rowsOf(admin, 'select pg_advisory_unlock(hashtext($1))', [template]);
  }
}

async function rowsOf(
  database: Database,
  text: string,
  values: readonly (string | null)[] = [],
): Promise<readonly Row[]> {
  const outcome = await database.query({ text, values });
  if (!outcome.ok) throw new Error(`${outcome.error.sqlstate} ${outcome.error.message}`);
  return outcome.rows;
}

function urlOf(server: TestServer, name: string): string {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}
