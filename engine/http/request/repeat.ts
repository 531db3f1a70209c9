import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../contract/problem.ts';
import type { Limits } from '../../model/service.ts';

/** So often a write is begun before it is given up. */
const mostAttempts = 8;
/** The longest pause before the second attempt; it doubles with each one. */
const firstPauseMilliseconds = 4;

/**
 * Runs a write again, from the beginning, while PostgreSQL stops it because of others that change the same rows. It has
 * been rolled back then. The pauses are of random length, so that two writes do not meet again and again.
 * @throws Problem of the last attempt, if others were in the way each time.
 */
export async function repeated<T>(
  write: () => Promise<T>,
  { statementTimeoutSeconds }: Pick<Limits, 'statementTimeoutSeconds'>,
): Promise<T> {
  const deadline = performance.now() + statementTimeoutSeconds * 1000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (thrown) {
      const pause = Math.random() * firstPauseMilliseconds * 2 ** attempt;
      if (!isRace(thrown) || attempt === mostAttempts || performance.now() + pause > deadline) throw thrown;
      await setTimeout(pause);
    }
  }
}

/** Whether the same write may go through when it is begun again at once. */
export function isRace(thrown: unknown): boolean {
  return thrown instanceof Problem && thrown.code === 'concurrent_change';
}
