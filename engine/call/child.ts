import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts the program of a worker process, with so much memory for the objects of a call. */
export function startChild(megabytes: number): ChildProcess {
  const file = new URL(import.meta.url.endsWith('.ts') ? './inside/main.ts' : './inside/main.js', import.meta.url);
  // The client is in TypeScript, which Node says is new.
  const flags = [`--max-old-space-size=${megabytes}`, '--disable-warning=ExperimentalWarning'];
  return spawn(process.execPath, [...flags, fileURLToPath(file)], {
    // Nothing of the service: its secrets are there.
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
}
