import { LRUCache } from 'lru-cache';
import { type RecalledWay, recalledWays } from '../sql/read/page/recalled_way.ts';

/**
 * The ways that served the lists of callers. The statement of a list under a rule, or as of an instant, tries several ways to its
 * rows (see firstServed and nearPage). As a rule, the one that serves also serves the caller's next list of the same shape.
 */
export interface WayMemory {
  /** The way to take at once; null to try all. */
  readonly recall: (key: string) => RecalledWay | null;
  /** Told which way served, and what was recalled for the list, if anything. */
  readonly served: (key: string, way: string, recalled: RecalledWay | null) => void;
  /** Told that the way that was recalled did not serve, or that its statement failed. */
  readonly failed: (key: string, recalled: RecalledWay) => void;
  /** How many lists each way served, and how many it was recalled for and did not serve. */
  readonly lists: ReadonlyMap<string, Readonly<WayCount>>;
}

interface Entry {
  /** Null where one failed: then all are tried. */
  readonly way: RecalledWay['way'] | null;
  /** So many lists take it yet. */
  left: number;
  /** So many in a row looked at the first rows in vain. */
  inVain: number;
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

/**
 * After so many looks in vain, the first rows are looked at for one list of some. Where they serve one list and not the next,
 * as the values of its filters decide, they are looked at each time.
 */
const looksInVain = 4;
const oneOf = 8;

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
      if (entry.left < 0) {
        // This list tries all of them, and the ones beside it go on as before.
        entries.set(key, { ...entry, left: mostLists, isOld: true });
        return null;
      }
      const looks = entry.inVain < looksInVain || entry.left % oneOf === 0;
      const forms = recalledWays.filter(({ way }) => way === entry.way);
      return forms.find(({ looksFirst }) => looksFirst === looks) ?? forms[0] ?? null;
    },
    served: (key, way, recalled) => {
      count(way, recalled === null ? 'tried' : 'recalled');
      const entry = entries.get(key);
      if (entry !== undefined && recalled?.looksFirst) entry.inVain = way === 'found' ? 0 : entry.inVain + 1;
      // Only a list that tried all says which one to keep, and only when it is time.
      if (recalled !== null || entry?.isOld === false) return;
      const kept = recalledWays.find((each) => each.way === way)?.way;
      if (kept === undefined) entries.delete(key);
      else entries.set(key, { way: kept, left: mostLists, inVain: 0, isOld: false });
    },
    failed: (key, { way }) => {
      count(way, 'failed');
      entries.set(key, { way: null, left: mostLists, inVain: 0, isOld: false });
    },
    lists,
  };
}
