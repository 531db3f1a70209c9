import { LRUCache } from 'lru-cache';
import { type KeptWay, keptWays } from '../sql/read/page/served_by.ts';

/**
 * The ways that served the lists of callers. The statement of a list under a rule tries several ways to its rows (see
 * firstServed). As a rule, the one that serves also serves the caller's next list of the same shape.
 */
export interface WayMemory {
  /** The way to take at once; null to try all. */
  readonly recall: (key: string) => KeptWay | null;
  /** Told which way served, and whether it was recalled. */
  readonly served: (key: string, way: string, isRecalled: boolean) => void;
  /** Told that the way that was recalled did not serve, or that its statement failed. */
  readonly failed: (key: string, way: KeptWay) => void;
  /** How many lists each way served, and how many it was recalled for and did not serve. */
  readonly lists: ReadonlyMap<string, Readonly<WayCount>>;
}

interface Entry {
  /** Null where one failed: then all are tried. */
  readonly way: KeptWay | null;
  /** So many lists take it yet. */
  left: number;
  /** Whether a list tries all again. */
  readonly isOld: boolean;
}

interface WayCount {
  recalled: number;
  tried: number;
  failed: number;
}

/** After so many lists all ways are tried again: by then another one may be better, or what the caller asks for alike. */
const mostLists = 100;

/** As measured: an entry takes so much beside its key. */
const bytesOfEntry = 150;

export function createWayMemory(bytes: number): WayMemory {
  const entries = new LRUCache<string, Entry>({
    maxSize: bytes,
    sizeCalculation: (_entry, key) => bytesOfEntry + key.length,
  });
  const lists = new Map<string, WayCount>();
  const count = (way: string, result: keyof WayCount): void => {
    const counted = lists.get(way) ?? { recalled: 0, tried: 0, failed: 0 };
    counted[result] += 1;
    lists.set(way, counted);
  };
  return {
    recall: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      entry.left -= 1;
      if (entry.left >= 0) return entry.way;
      // This list tries all of them, and the ones beside it go on as before.
      entries.set(key, { way: entry.way, left: mostLists, isOld: true });
      return null;
    },
    served: (key, way, isRecalled) => {
      count(way, isRecalled ? 'recalled' : 'tried');
      // Only a list that tried all says which one to keep, and only when it is time.
      if (isRecalled || entries.get(key)?.isOld === false) return;
      const kept = keptWays.find((each) => each === way);
      if (kept === undefined) entries.delete(key);
      else entries.set(key, { way: kept, left: mostLists, isOld: false });
    },
    failed: (key, way) => {
      count(way, 'failed');
      entries.set(key, { way: null, left: mostLists, isOld: false });
    },
    lists,
  };
}
