import { CommandError } from '../option/settings.ts';
import type { WorkerPool } from './worker_pool.ts';

/**
 * Gives what restarts all processes of a pool, once they have started: one after the other, each after a new one listens. When
 * it is called again meanwhile, it restarts them once more afterwards.
 */
export function restarter(pool: WorkerPool, started: Promise<unknown>): () => void {
  let asked = 0;
  let done = 0;
  return async () => {
    asked += 1;
    if (asked > done + 1) return;
    // Where they could not start, the command ends.
    if (!(await started.then(isTrue, () => false))) return;
    while (done < asked && !pool.isEnding) {
      const last = asked;
      await restartAll(pool);
      done = last;
    }
  };
}

const isTrue = () => true;

async function restartAll(pool: WorkerPool): Promise<void> {
  const former = [...pool.all];
  let restarted = 0;
  for (const worker of former) {
    // It has died, and what took its place is new.
    if (!pool.all.has(worker)) continue;
    try {
      await pool.replace(worker);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const reason = error.message === '' ? 'the new process ended before it listened' : error.message;
      if (!pool.isEnding)
        console.error(
          `almanac: the restart is stopped after ${restarted} of ${former.length} processes: ${reason}. The others go on as they are`,
        );
      return;
    }
    if (pool.isEnding) return;
    restarted += 1;
  }
  if (!pool.isEnding) console.log(`Almanac restarted ${restarted} processes`);
}
