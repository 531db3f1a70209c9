import { setTimeout as delay } from 'node:timers/promises';

/** A time in which the database is away, and those who wait for its end. */
export interface Outage {
  /** Whether the database is back, within a bounded time. At once false for one more than may wait, and long after the start. */
  isOver(): Promise<boolean>;
  /** The database has answered. */
  answered(): void;
}

/** From the first failure of an outage: a planned switchover takes one or two seconds. */
const patienceMilliseconds = 5_000;
const pauseMilliseconds = 100;
const mostWaiting = 100;

/** Asks whether the database is back, once for all who wait, and only while somebody waits. */
export function createOutage(isBack: () => Promise<boolean>): Outage {
  let until: number | null = null;
  let back: Promise<boolean> = Promise.resolve(true);
  let waiting = 0;

  const ask = async (end: number): Promise<boolean> => {
    while (performance.now() < end) {
      if (await isBack().catch(() => false)) {
        until = null;
        return true;
      }
      await delay(pauseMilliseconds, undefined, { ref: false });
    }
    return false;
  };

  return {
    isOver: async () => {
      if (waiting >= mostWaiting) return false;
      const now = performance.now();
      if (until === null) {
        until = now + patienceMilliseconds;
        back = ask(until);
      }
      const left = until - now;
      if (left <= 0) return false;
      waiting += 1;
      const patience = new AbortController();
      try {
        return await Promise.race([back, delay(left, false, { signal: patience.signal })]);
      } finally {
        patience.abort();
        waiting -= 1;
      }
    },
    answered: () => {
      if (until !== null && performance.now() >= until) until = null;
    },
  };
}
