import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Ground } from './trial.ts';

/** A program with all processes that it starts, as a machine of its own has them. */
export interface Machine {
  /** Ends all of them at once and without a word, as the loss of power does. */
  kill(): Promise<void>;
}

/** So far apart that a machine that starts again gives no process the id that one of its former life had. */
const idsOfLife = 1000;
let lives = 0;

/**
 * Starts a program of a set as the user postgres, in a PID namespace of its own. What it prints is in a log of this name.
 */
export function startMachine({ programs, folder }: Ground, name: string, command: readonly string[]): Machine {
  lives += 1;
  const log = openSync(join(folder, 'log', `${name}.log`), 'a');
  const { root, postgresql } = programs;
  const script = `echo ${lives * idsOfLife} > /proc/sys/kernel/ns_last_pid; chroot --userspec=postgres:postgres "$@" & wait`;
  const namespace = ['--pid', '--fork', '--kill-child', `--mount-proc=${join(root, 'proc')}`];
  const child = spawn('unshare', [...namespace, 'sh', '-c', script, name, root, ...command], {
    stdio: ['ignore', log, log],
    env: { PATH: `${postgresql}/bin:/usr/sbin:/usr/bin:/sbin:/bin`, LC_ALL: 'C.UTF-8', HOME: '/tmp' },
  });
  closeSync(log);
  return { kill: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
