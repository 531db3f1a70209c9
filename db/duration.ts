import { LRUCache } from 'lru-cache';

/** How long statements take, by their names. Of one that nobody has measured yet, nothing is known: both are false. */
export interface Durations {
  /** Whether others may wait behind the statement on the same connection. */
  isQuick(name: string): boolean;
  /** Whether the statement may use the connections that are kept for short ones. */
  isShort(name: string): boolean;
  note(name: string, milliseconds: number): void;
}

/** Longer than a read by a key takes on a busy machine, and no time that anybody notices to wait for another. */
const quickMilliseconds = 10;

/** Longer than a write takes on a slow disk. */
const shortMilliseconds = 100;

/**
 * The number of last times whose average counts, so that a statement that was slow once is trusted again after a while.
 */
const remembered = 8;

/** Before so many times, nothing is known. */
const enough = 3;

export function createDurations(): Durations {
  const known = new LRUCache<string, { times: number; average: number }>({ max: 5000 });
  const isBelow = (name: string, milliseconds: number): boolean => {
    const { times = 0, average = 0 } = known.get(name) ?? {};
    return times >= enough && average < milliseconds;
  };
  return {
    isQuick: (name) => isBelow(name, quickMilliseconds),
    isShort: (name) => isBelow(name, shortMilliseconds),
    note: (name, milliseconds) => {
      const duration = known.get(name);
      if (duration === undefined) {
        known.set(name, { times: 1, average: milliseconds });
        return;
      }
      duration.times += 1;
      duration.average += (milliseconds - duration.average) / remembered;
    },
  };
}
