import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Wants a processor until it is ended, or the process that started it. */
const program = 'const parent = process.ppid; while (process.ppid === parent);';

/** Does the work beside as many processes that want a processor as there are processors. */
export async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  const busy: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', program], { stdio: 'ignore' }),
  );
  try {
    return await work();
  } finally {
    for (const each of busy) each.kill('SIGKILL');
  }
}
