import { LRUCache } from 'lru-cache';

/** Places for what is served at the same time. What turns out to be slow leaves its place to the next and goes on beside. */
export interface Places {
  /** How many may begin now. */
  free(): number;
  /** What may not begin now: it was slow the last time, and enough slow ones are served. */
  barred(): readonly string[];
  /** Serves something in a place of its own. The work hands all to `wait` that may be slow. */
  serve(id: string, isDoubtful: boolean, work: (wait: Wait) => Promise<void>): Promise<void>;
}

export type Wait = <T>(promise: Promise<T>) => Promise<T>;

/** Somebody who takes longer to answer is slow. */
const slowMilliseconds = 200;

const quickPlaces = 16;
/** Each costs a connection to somebody else, and nothing of ours. */
const slowPlaces = 200;

/** `freed` is told whenever there is a free place again. */
export function createPlaces(freed: () => void): Places {
  const slowOnes = new LRUCache<string, true>({ max: 10_000 });
  let quick = 0;
  let slow = 0;
  return {
    free: () => quickPlaces - quick,
    barred: () => (slow < slowPlaces ? [] : [...slowOnes.keys()]),
    serve: async (id, isDoubtful, work) => {
      quick += 1;
      let isAside = false;
      const stepAside = () => {
        if (isAside || slow >= slowPlaces) return;
        isAside = true;
        quick -= 1;
        slow += 1;
        freed();
      };
      if (isDoubtful || slowOnes.has(id)) stepAside();
      const wait: Wait = async (promise) => {
        let isSlow = false;
        const timer = setTimeout(() => {
          isSlow = true;
          slowOnes.set(id, true);
          stepAside();
        }, slowMilliseconds);
        try {
          return await promise;
        } finally {
          clearTimeout(timer);
          if (!isSlow) slowOnes.delete(id);
        }
      };
      try {
        await work(wait);
      } finally {
        if (isAside) slow -= 1;
        else quick -= 1;
        freed();
      }
    },
  };
}
