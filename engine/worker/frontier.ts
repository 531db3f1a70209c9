/** What one statement saw of a queue: a table whose rows get increasing ids, are committed in any order, and are taken. */
interface Sight {
  /** The lowest id that waits, among the ids that the statement looked at. */
  readonly waiting: bigint | null;
  /** The last id that was given; null before the first. */
  readonly last: bigint | null;
  /** A transaction id that was assigned after `last` was read. */
  readonly xid: bigint | null;
  /** All transactions below have ended, as this statement saw it. */
  readonly xmin: bigint;
}

/** How far a queue is known to be empty for ever: a scan of its index that begins there meets no dead row behind it. */
export interface Frontier {
  /** Up to this id every row is taken, or never came. */
  passed(): bigint;
  /** The id behind which the next look begins. Once in a while that is the beginning. */
  next(): bigint;
  /** Behind which id a new one asks for a transaction id; null while an earlier one is waited for. */
  marked(): bigint | null;
  see(sight: Sight): void;
}

/** With a look every three quarters of a second: about a minute. */
const looksUntilWhole = 80;

/**
 * A writer has its transaction id before it takes the id of a row: it changed another row before. So the writers of all ids up
 * to `last` have a lower transaction id than one that is assigned after `last` was read. Once these transactions have ended,
 * each row up to `last` is visible, or will never be. A look from the beginning finds ids that were set by hand, or given
 * again after a failover.
 */
export function createFrontier(): Frontier {
  let passed = 0n;
  let mark: { readonly last: bigint; readonly xid: bigint } | null = null;
  let looks = 0;
  return {
    passed: () => passed,
    next: () => {
      looks += 1;
      return looks % looksUntilWhole === 0 ? 0n : passed;
    },
    marked: () => (mark === null ? passed : null),
    see: ({ waiting, last, xid, xmin }) => {
      if (mark !== null && xmin > mark.xid) {
        if (mark.last > passed) passed = mark.last;
        mark = null;
      }
      if (waiting !== null && waiting <= passed) passed = waiting - 1n;
      if (last === null || last < passed) passed = 0n;
      if (mark === null && last !== null && xid !== null) mark = { last, xid };
    },
  };
}
