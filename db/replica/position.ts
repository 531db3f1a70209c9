/** A place in the write-ahead log of PostgreSQL, in bytes from its beginning. */
export type Position = bigint;

const written = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** A position as PostgreSQL writes it (pg_lsn); null for any other text. */
export function readPosition(text: string): Position | null {
  const [, high, low] = written.exec(text) ?? [];
  return high === undefined || low === undefined ? null : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function positionText(position: Position): string {
  const [high, low] = [position >> 32n, position & 0xffff_ffffn];
  return `${high.toString(16)}/${low.toString(16)}`.toUpperCase();
}

/** The later of two positions; null is before all. */
export function later(one: Position | null, other: Position | null): Position | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

const pageBytes = 8192n;
const pageHeaderBytes = 24n;
const segmentHeaderBytes = 40n;

/**
 * Where the last record of a log ends whose next one begins at a position. At the beginning of a page, its header lies between
 * the two. A standby that has replayed everything is before the header.
 */
export function endBefore(next: Position, segmentBytes: bigint): Position {
  if (next % segmentBytes === segmentHeaderBytes) return next - segmentHeaderBytes;
  const isSegment = next % segmentBytes < pageBytes;
  return !isSegment && next % pageBytes === pageHeaderBytes ? next - pageHeaderBytes : next;
}
