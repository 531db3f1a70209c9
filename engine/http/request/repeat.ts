import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../contract/problem.ts';

/** So often a write is begun before it is given up. */
const mostAttempts = 8;
/** The longest pause before the second attempt; it doubles with each one. */
const firstPauseMilliseconds = 4;

/**
 * Runs a write again, from the beginning, while PostgreSQL stops it because of others that change the same rows. The
 * pauses are of random length, so that two writes do not meet again and again.
 * @throws Problem with the time to come back, if others were in the way each time.
 */
export async function repeated<T>(write: () => Promise<T>, deadline: number): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (thrown) {
      if (!(thrown instanceof Problem) || thrown.code !== 'concurrent_change') throw thrown;
      const pause = Math.random() * firstPauseMilliseconds * 2 ** attempt;
      if (attempt === mostAttempts || performance.now() + pause > deadline) throw gaveUp();
      await setTimeout(pause);
    }
  }
}

function gaveUp(): Problem {
  return new Problem('contended', 'other requests kept changing the same rows', { headers: { 'retry-after': '1' } });
}
