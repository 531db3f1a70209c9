import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition holds; one that throws does not hold yet. Throws when that takes longer than so many seconds. */
export async function until(what: string, seconds: number, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let reason = '';
  for (;;) {
    try {
      if (await holds()) return;
    } catch (error) {
      reason = `: ${(error as Error).message}`;
    }
    if (performance.now() > end) throw new Error(`not within ${seconds} s: ${what}${reason}`);
    await delay(50);
  }
}
