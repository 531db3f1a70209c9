import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Programs } from './programs.ts';

/** All events of a long trial are printed at once. */
const longestOutput = 2 ** 28;

/** Runs a command to its end, and gives what it prints. */
export function command(name: string, values: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = spawnSync(name, values, {
    encoding: 'utf8',
    input,
    maxBuffer: longestOutput,
  });
  if (status !== 0) throw new Error(`${name} ${values.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

/**
 * Makes the namespaces that this process is in a place for a set of programs: with a loopback of their own, on which
 * every port is free, and with the folder at the same path in the root of the programs.
 */
export function prepareGround(programs: Programs, folder: string): void {
  command('ip', ['link', 'set', 'lo', 'up']);
  mkdirSync(join(folder, 'log'));
  chown(programs, folder);
  if (programs.root === '/') return;
  const inRoot = (path: string) => join(programs.root, path);
  command('mount', ['--rbind', '/dev', inRoot('dev')]);
  command('mount', ['-t', 'proc', 'proc', inRoot('proc')]);
  // An empty /tmp, in which the folder gets its place where it is not below /dev.
  command('mount', ['-t', 'tmpfs', 'tmpfs', inRoot('tmp')]);
  if (folder.startsWith('/dev/')) return;
  mkdirSync(inRoot(folder), { recursive: true });
  command('mount', ['--bind', folder, inRoot(folder)]);
}

/** Gives a path to the user postgres of the programs, whose id is another one in each Debian. */
export function chown({ root }: Programs, path: string): void {
  const [line = ''] = command('chroot', [root, 'id', '--user', 'postgres']).split('\n');
  command('chown', [line, path]);
}

/** Lets nobody else use a table for so many seconds. */
export async function holdTable(
  { root, postgresql }: Programs,
  url: string,
  table: string,
  seconds: number,
): Promise<void> {
  const sql = `begin; lock table ${table}; select pg_sleep(${seconds}); commit`;
  await once(spawn('chroot', [root, join(postgresql, 'bin/psql'), '-X', url, '-c', sql], { stdio: 'ignore' }), 'exit');
}

/** Runs SQL by psql as a superuser, and gives what it prints. */
export function psql({ root, postgresql }: Programs, url: string, sql: string): string {
  const values = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', url];
  return command('chroot', [root, join(postgresql, 'bin/psql'), ...values], sql).trim();
}
