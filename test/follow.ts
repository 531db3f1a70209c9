import { spawnSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Copies a server of PostgreSQL from folder to folder: one that is stopped is where a standby may begin. */
export function copyServer(from: string, to: string): void {
  const copied = spawnSync('cp', ['-a', join(from, 'postgresql'), join(to, 'postgresql')], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(copied.stderr);
}

/** Has the server of a folder follow the one at a URL as its standby, once it is started. */
export function follow(folder: string, primaryUrl: string): void {
  const { port, username, password } = new URL(primaryUrl);
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  const data = join(folder, 'postgresql', 'data');
  // Once it is a primary, it has no standby of its own to wait for.
  const settings = `primary_conninfo = '${source}'\nsynchronous_standby_names = ''\n`;
  appendFileSync(join(data, 'postgresql.auto.conf'), settings);
  writeFileSync(join(data, 'standby.signal'), '');
}
