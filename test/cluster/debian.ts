import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packages } from './programs.ts';

const mirror = 'http://deb.debian.org/debian';
const suite = 'sid';
const cache = fileURLToPath(new URL('../../node_modules/.cache/almanac/cluster', import.meta.url));

/**
 * The root of a Debian that has the newest versions of the programs. It is unpacked once, below node_modules; remove it
 * to have a newer one. Null where that fails.
 */
export function newerDebian(progress: (text: string) => void): string | null {
  const root = join(cache, suite);
  if (existsSync(root)) return root;
  progress(`unpacking Debian ${suite} into ${root}`);
  const unfinished = `${root}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const run = (command: string, ...values: string[]) => {
    const { status, stderr } = spawnSync(command, values, {
      encoding: 'utf8',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
    });
    if (status !== 0) progress(`${command} failed: ${stderr.trim().split('\n').slice(-3).join(' ')}`);
    return status === 0;
  };
  if (!run('debootstrap', '--variant=minbase', suite, unfinished, mirror)) return null;
  // Packages of servers start none of them.
  writeFileSync(join(unfinished, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  mkdirSync(join(unfinished, 'etc/postgresql-common'), { recursive: true });
  writeFileSync(join(unfinished, 'etc/postgresql-common/createcluster.conf'), 'create_main_cluster = false\n');
  const namespace = ['--pid', '--fork', `--mount-proc=${join(unfinished, 'proc')}`];
  const install = ['apt-get', 'install', '--yes', '--no-install-recommends', ...packages];
  if (!run('unshare', ...namespace, 'chroot', unfinished, ...install)) return null;
  run('chroot', unfinished, 'apt-get', 'clean');
  renameSync(unfinished, root);
  return root;
}
