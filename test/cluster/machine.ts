import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Ground } from './trial.ts';

/** A program with all processes that it starts, as a machine of its own has them. */
export interface Machine {
  /** Ends all of them at once and without a word, as the loss of power does. */
  kill(): Promise<void>;
  /** Stops all processes: the machine takes connections, and says nothing. */
  freeze(): void;
  /** Lets them go on. */
  thaw(): void;
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
  return {
    kill: () => end(child),
    freeze: () => signal(child, 'SIGSTOP'),
    thaw: () => signal(child, 'SIGCONT'),
  };
}

/** Sends a signal to all processes of a namespace; twice, since a process may start another one meanwhile. */
function signal({ pid }: ChildProcess, name: 'SIGSTOP' | 'SIGCONT'): void {
  const [first = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  const namespace = namespaceOf(first);
  for (let time = 0; time < 2; time += 1)
    for (const each of readdirSync('/proc'))
      if (namespace !== null && /^\d+$/.test(each) && namespaceOf(each) === namespace) send(Number(each), name);
}

/** The PID namespace of a process; null where it has ended. */
function namespaceOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return null;
  }
}

function send(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
