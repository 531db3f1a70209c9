import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { service } from './almanac.ts';
import { type Machine, startMachine } from './machine.ts';
import type { Ground } from './trial.ts';

/** A PgBouncer in one mode of pooling. */
export interface Pooler extends Machine {
  /** The host and port that a URL names. */
  readonly host: string;
}

/** Starts a PgBouncer in front of a PostgreSQL; all else is as it is by default, but for what `more` says. */
export function startPgbouncer(ground: Ground, mode: 'transaction' | 'session', postgresql: string, more = ''): Pooler {
  const address = mode === 'transaction' ? '127.0.0.5' : '127.0.0.6';
  const file = (name: string) => join(ground.folder, `pgbouncer_${mode}.${name}`);
  writeFileSync(file('txt'), `"${service}" ""\n"postgres" ""\n`);
  writeFileSync(
    file('ini'),
    `
[databases]
* = host=${postgresql} port=5432
[pgbouncer]
listen_addr = ${address}
listen_port = 6432
unix_socket_dir =
auth_type = trust
auth_file = ${file('txt')}
admin_users = postgres
pool_mode = ${mode}
${more}
`,
  );
  const machine = startMachine(ground, `pgbouncer_${mode}`, ['/usr/sbin/pgbouncer', file('ini')]);
  return { ...machine, host: `${address}:6432` };
}
