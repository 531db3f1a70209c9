import { compareInstants, type Instant } from '../instant.ts';

/** An entry of a timeline, as lanes draw it. */
export interface Entry {
  /** Of the row; null for rows of a view without ids. */
  readonly id: string | null;
  /** What the timeline says of this time, such as the id of a party. Entries with the same value look alike. */
  readonly value: string;
  /** The value for people. */
  readonly label: string;
  readonly from: Instant;
  /** Null: until further notice. */
  readonly to: Instant | null;
}

/** A version of an entry: what was believed from one instant of record time to another. */
export interface Belief extends Entry {
  readonly recordedAt: Instant;
  /** Null: until now. */
  readonly replacedAt: Instant | null;
  /** Who recorded it, and who something else after it; for people. */
  readonly recordedBy: string;
  readonly replacedBy: string;
}

/** Whether an instant lies in a period. Its end is not part of it. */
export function isWithin(instant: Instant, from: Instant, to: Instant | null): boolean {
  return compareInstants(from, instant) <= 0 && (to === null || compareInstants(instant, to) < 0);
}

/** The entry that is valid at an instant; undefined in a gap. */
export function entryAt<E extends Entry>(entries: readonly E[], validAt: Instant): E | undefined {
  return entries.find(({ from, to }) => isWithin(validAt, from, to));
}

/** What was believed at an instant of record time. */
export function believedAt(beliefs: readonly Belief[], asOf: Instant): readonly Belief[] {
  return beliefs.filter(({ recordedAt, replacedAt }) => isWithin(asOf, recordedAt, replacedAt));
}
