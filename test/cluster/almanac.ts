import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSigner } from 'fast-jwt';
import { faultFiles } from '../fault/model.ts';
import { command, psql } from './ground.ts';
import type { Ground } from './trial.ts';
import { until } from './until.ts';

const secret = 'a secret of the trials, which is long enough for HS256';

/** A token for as long as a trial may take. */
export function token(claims: Readonly<Record<string, unknown>>): string {
  return createSigner({ key: secret, algorithm: 'HS256', expiresIn: 24 * 3_600_000 })({ ...claims });
}

/** A project, and how to run its service as production does. */
export interface Project {
  /** The environment of every command. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Roles of the database, as docs/production.md wants them. */
const owner = 'almanac_owner';
export const service = 'almanac_service';

/**
 * Writes the definitions of the tests of faults, with what else their service.yaml says, and their migration, and migrates
 * a new database. The URL is without user: the superuser makes the roles, and the owner migrates.
 */
export function makeProject({ programs, folder }: Ground, host: string, more = ''): Project {
  const resources = join(folder, 'resources');
  mkdirSync(resources);
  for (const [name, text] of Object.entries(faultFiles(more))) writeFileSync(join(resources, name), text);
  const environment = {
    PATH: process.env.PATH ?? '',
    ALMANAC_RESOURCES: resources,
    ALMANAC_MIGRATIONS: join(folder, 'migrations'),
    JWT_SECRET: secret,
    NODE_ENV: 'production',
  };
  almanac(environment, 'migration', 'new', 'first');
  const roles = almanac(environment, 'roles');
  const url = databaseUrl('postgres', host);
  psql(programs, url, roles);
  almanac({ ...environment, DATABASE_URL: databaseUrl(owner, host) }, 'migrate');
  psql(programs, url, roles);
  return { environment };
}

/** The URL of the database that trials use, at one host or at several with commas between them. */
export function databaseUrl(user: string, hosts: string): string {
  return `postgresql://${user}@${hosts}/postgres`;
}

/** Migrates by way of a host that cannot keep a session. Gives what is said of it; nothing where it is done all the same. */
export function refusedMigration({ environment }: Project, host: string): string {
  try {
    almanac({ ...environment, DATABASE_URL: databaseUrl(service, host) }, 'migrate');
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Runs a command of Almanac to its end, and gives what it prints. */
function almanac(environment: Readonly<Record<string, string>>, ...values: readonly string[]): string {
  const set = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return command('env', ['-i', ...set, process.execPath, 'codegen/bin.js', ...values]);
}

export interface Serving {
  readonly address: string;
  readonly program: ChildProcess;
  /** The status that it has ended with. */
  readonly ended: Promise<number | null>;
}

/** Starts `almanac serve` at a port, with more variables and words, and waits until it is ready. */
export async function serve(
  { folder }: Ground,
  { environment }: Project,
  port: number,
  {
    variables,
    values = [],
  }: { readonly variables: Readonly<Record<string, string>>; readonly values?: readonly string[] },
): Promise<Serving> {
  const log = openSync(join(folder, 'log', `almanac_${port}.log`), 'a');
  const program = spawn(process.execPath, ['codegen/bin.js', 'serve', ...values], {
    stdio: ['ignore', log, log],
    env: { ...environment, PORT: String(port), ...variables },
  });
  closeSync(log);
  const ended = once(program, 'exit').then(([code]) => code as number | null);
  const address = `http://127.0.0.1:${port}`;
  const ready = until(`almanac at port ${port} is ready`, 30, async () => (await fetch(`${address}/readyz`)).ok);
  const failed = ended.then(() => Promise.reject(new Error(`almanac at port ${port} has ended: see its log`)));
  await Promise.race([ready, failed]);
  return { address, program, ended };
}
