import { LRUCache } from 'lru-cache';

/** How long statements take, by their names. */
export interface Durations {
  /** Whether a statement has been soon done so far. Of one that nobody has measured yet, it is not known: false. */
  isShort(name: string): boolean;
  note(name: string, milliseconds: number): void;
}

/** Longer than a read by a key takes on a busy machine, and no time that anybody notices to wait for another. */
const shortMilliseconds = 10;

/** Of the last such number of times, the average counts: one that was slow once is trusted again after a while. */
const remembered = 8;

/** Before so many times, nothing is known. */
const enough = 3;

export function createDurations(): Durations {
  const known = new LRUCache<string, { readonly times: number; readonly average: number }>({ max: 5000 });
  return {
    isShort: (name) => {
      const { times = 0, average = 0 } = known.get(name) ?? {};
      return times >= enough && average < shortMilliseconds;
    },
    note: (name, milliseconds) => {
      const { times = 0, average = milliseconds } = known.get(name) ?? {};
      known.set(name, { times: times + 1, average: average + (milliseconds - average) / remembered });
    },
  };
}
