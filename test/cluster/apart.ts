import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quickFolder } from '../server.ts';
import type { Programs } from './programs.ts';
import type { Finding } from './trial.ts';

/** Thrown when a signal has ended a trial. */
export class Interrupted extends Error {}

const inside = fileURLToPath(new URL('inside.ts', import.meta.url));
/** Where the logs of a trial are kept that has failed. */
const keptLogs = '.data/cluster';

/** Values of setpriv: what follows them ends with this process. */
const namespaces = [
  ...['--pdeathsig', 'KILL', 'unshare'],
  ...['--pid', '--fork', '--kill-child', '--mount-proc', '--net', '--ipc'],
];

/** Whether this process may make namespaces. */
export function canRunApart(): boolean {
  return spawnSync('setpriv', [...namespaces, 'ip', 'link', 'set', 'lo', 'up']).status === 0;
}

/**
 * Runs a trial in namespaces of its own: processes, network and mounts. All of it ends with the trial, when its time is
 * over, and with this process, however that ends.
 */
export async function runApart(
  programs: Programs,
  { name, times, mostSeconds }: { readonly name: string; readonly times: number; readonly mostSeconds: number },
): Promise<readonly Finding[]> {
  const folder = await mkdtemp(join(await quickFolder(), 'almanac-cluster-'));
  const trial = [process.execPath, inside, programs.set, programs.root, name, String(times), folder];
  const child = spawn('setpriv', [...namespaces, ...trial], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // A signal of the terminal is for this process alone.
    detached: true,
  });
  const end = () => child.kill('SIGKILL');
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    end();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  const timer = setTimeout(end, mostSeconds * 1000);
  try {
    await once(child, 'exit');
    if (isInterrupted) throw new Interrupted();
    const findings = await readFindings(folder, mostSeconds);
    if (findings.some(({ isKept }) => !isKept)) await keepLogs(folder, `${programs.set}_${name}`);
    return findings;
  } finally {
    clearTimeout(timer);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function readFindings(folder: string, mostSeconds: number): Promise<readonly Finding[]> {
  const text = await readFile(join(folder, 'findings.json'), 'utf8').catch(() => null);
  if (text !== null) return JSON.parse(text);
  return [
    {
      what: 'the trial',
      promised: `ends within ${mostSeconds} s`,
      measured: 'it did not come to its end',
      isKept: false,
    },
  ];
}

async function keepLogs(folder: string, name: string): Promise<void> {
  const kept = join(keptLogs, name);
  await rm(kept, { recursive: true, force: true });
  await cp(join(folder, 'log'), kept, { recursive: true });
  process.stderr.write(`its logs are in ${kept}\n`);
}
