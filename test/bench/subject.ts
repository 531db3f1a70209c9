import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server as a process of its own. */
export interface Served {
  readonly program: ChildProcess;
  /** Before the path of a resource. */
  readonly address: string;
}

/** Starts a program of Node that prints its address in a line, and gives that. */
export async function startNode(
  values: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Served> {
  const program = spawn(process.execPath, values, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '', ...environment },
  });
  const lines = createInterface(program.stdout);
  for await (const line of lines) {
    const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (found === undefined) continue;
    // What it prints from now on is read, as a machine's log is, and thrown away.
    program.stdout.resume();
    return { program, address: `${found}/api/v1` };
  }
  throw new Error(`${values.join(' ')} ended before it listened`);
}

export async function stop({ program }: Served): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  await ended;
}
