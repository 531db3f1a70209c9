import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { secret } from '../http/service.ts';
import { programEnvironment } from '../program_environment.ts';

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly address: string;
  /** Ends it without a word (SIGKILL), and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a process that serves the model of these tests from a database. */
export async function startProcess(t: Test, url: string, service = ''): Promise<ServiceProcess> {
  const file = fileURLToPath(new URL('service_process.ts', import.meta.url));
  // tap has Node load its own modules first in every process, which takes time and memory that is not the service's.
  const child = spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, file, url, secret, service], {
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  t.teardown(kill);
  const [line] = await once(child.stdout, 'data');
  return { child, address: String(line).trim(), kill };
}
