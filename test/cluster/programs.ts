import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the programs of a run come from. */
export const setNames = ['machine', 'newer'] as const;
export type SetName = (typeof setNames)[number];

/** The programs, by how one asks for their versions; in PostgreSQL's case below its own folder. */
const versionOf = {
  postgresql: 'bin/postgres',
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
} as const;

export type Program = keyof typeof versionOf;

/** Programs that belong together: those of this machine, or those of a Debian of its own below a folder. */
export interface Programs {
  readonly set: SetName;
  /** `/`, or the folder that is the root of their Debian. */
  readonly root: string;
  /** The newest PostgreSQL, as seen from that root. */
  readonly postgresql: string;
  /** The versions of those that are there. */
  readonly versions: Readonly<Partial<Record<Program, string>>>;
}

/** Debian's packages of the programs. */
export const packages = ['postgresql', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'pgbouncer'] as const;

/** Looks which programs there are. */
export function findPrograms(set: SetName, root: string): Programs {
  const postgresql = newestPostgresql(root);
  const found = Object.entries(versionOf).flatMap(([name, file]) => {
    const path = join(postgresql, file);
    const own = file.startsWith('/') ? file : path;
    if (!existsSync(join(root, own))) return [];
    const flag = name === 'haproxy' ? '-v' : '--version';
    const { stdout } = spawnSync('chroot', [root, own, flag], { encoding: 'utf8' });
    const [version] = /\d+(\.\d+)+/.exec(stdout) ?? [];
    return version === undefined ? [] : [[name, version]];
  });
  return { set, root, postgresql, versions: Object.fromEntries(found) };
}

function newestPostgresql(root: string): string {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map(Number) : [];
  return join(folder, String(Math.max(0, ...versions)));
}
