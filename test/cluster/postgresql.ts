import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command, psql } from './ground.ts';
import { type Machine, startMachine } from './machine.ts';
import type { Ground } from './trial.ts';
import { until } from './until.ts';

/** A PostgreSQL without Patroni, at port 5432 of its own address. */
export interface PostgresqlServer extends Machine {
  readonly name: string;
  readonly host: string;
  readonly data: string;
}

/** Makes a primary, and starts it. */
export function startPrimary(ground: Ground, name: string, host: string): Promise<PostgresqlServer> {
  const data = join(ground.folder, name);
  asPostgres(ground, 'initdb', '--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', data);
  appendFileSync(join(data, 'pg_hba.conf'), 'host all,replication all 127.0.0.0/8 trust\n');
  return restartServer(ground, name, host);
}

/** Copies a primary in place of what is there of this name, and starts the copy as its standby. */
export function startStandby(ground: Ground, name: string, host: string, primary: string): Promise<PostgresqlServer> {
  rmSync(join(ground.folder, name), { recursive: true, force: true });
  const source = ['--host', primary, '--username', 'postgres', '--checkpoint', 'fast', '--write-recovery-conf'];
  asPostgres(ground, 'pg_basebackup', ...source, '--pgdata', join(ground.folder, name));
  return restartServer(ground, name, host);
}

/** Starts a server with the data that it has. */
export async function restartServer(ground: Ground, name: string, host: string): Promise<PostgresqlServer> {
  const data = join(ground.folder, name);
  const settings = {
    // What a standby has missed while it was stopped.
    wal_keep_size: '1GB',
    listen_addresses: host,
    unix_socket_directories: data,
    wal_retrieve_retry_interval: '500ms',
    max_connections: '150',
  };
  const values = Object.entries(settings).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
  const machine = startMachine(ground, name, [binary(ground, 'postgres'), '-D', data, ...values]);
  const url = `postgresql://postgres@${host}/postgres`;
  await until(`${name} answers`, 30, async () => psql(ground.programs, url, 'select 1') === '1');
  return { ...machine, name, host, data };
}

function binary({ programs }: Ground, name: string): string {
  return join(programs.postgresql, 'bin', name);
}

function asPostgres(ground: Ground, name: string, ...values: readonly string[]): void {
  command('chroot', ['--userspec=postgres:postgres', ground.programs.root, binary(ground, name), ...values]);
}
