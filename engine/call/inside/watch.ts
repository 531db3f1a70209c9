import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** What the watch of a worker process looks after. */
export interface Watched {
  /** The process that started it. */
  readonly parent: number;
  /** The most memory that the process may have, as the operating system counts it. */
  readonly bytes: number;
}

// A thread of its own, because a handler that loops keeps its thread from hearing anything.

const { parent, bytes } = workerData as Watched;

const lookMilliseconds = 100;

const standardError = 2;

setInterval(() => {
  // The service was killed. Nobody waits for the answer.
  if (process.ppid !== parent) end();
  if (process.memoryUsage.rss() <= bytes) return;
  writeSync(standardError, `the call needs more memory than its limit allows\n`);
  end();
}, lookMilliseconds);

function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
