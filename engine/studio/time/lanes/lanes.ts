import type { Axis } from '../axis/scale.ts';
import type { Entry } from '../entries/entry.ts';
import { millisecondsOf } from '../instant.ts';

/** An entry as a bar of its lane, in pixels. */
export interface Bar<E extends Entry> {
  readonly entry: E;
  readonly left: number;
  readonly right: number;
  /** Whether the entry begins before what is shown, or goes on after it. */
  readonly isCutLeft: boolean;
  readonly isCutRight: boolean;
}

/** Entries that are too narrow to be told apart. */
interface Crowd {
  readonly left: number;
  readonly right: number;
  readonly count: number;
}

interface LanePieces<E extends Entry> {
  readonly bars: readonly Bar<E>[];
  readonly crowds: readonly Crowd[];
}

/** What a lane draws of its entries, which are in their order: those in sight, and narrow ones together. */
export function lanePieces<E extends Entry>(entries: readonly E[], axis: Axis): LanePieces<E> {
  const bars: Bar<E>[] = [];
  const crowds: Crowd[] = [];
  for (const entry of entries) {
    const [left, right] = placesOf(entry, axis);
    if (right < 0 || left > axis.length) continue;
    if (right - left >= narrow) {
      bars.push({
        entry,
        left: Math.max(left, 0),
        right: Math.min(right, axis.length),
        isCutLeft: left < 0,
        isCutRight: right > axis.length,
      });
      continue;
    }
    const last = crowds.at(-1);
    if (last !== undefined && left - last.right < narrow)
      crowds[crowds.length - 1] = { left: last.left, right: Math.max(right, last.right), count: last.count + 1 };
    else crowds.push({ left, right: Math.max(right, left + 1), count: 1 });
  }
  return { bars, crowds };
}

/** In pixels. */
const narrow = 3;

function placesOf({ from, to }: Entry, axis: Axis): readonly [number, number] {
  const left = axis.place(millisecondsOf(from));
  return [left, to === null ? Math.max(axis.length, left) + narrow : axis.place(millisecondsOf(to))];
}

/** The entry under a pixel; of a crowd the nearest one. */
export function entryAtPixel<E extends Entry>(entries: readonly E[], axis: Axis, pixel: number): E | undefined {
  let nearest: { readonly entry: E; readonly distance: number } | undefined;
  for (const entry of entries) {
    const [left, right] = placesOf(entry, axis);
    const distance = Math.max(left - pixel, pixel - right, 0);
    if (distance <= narrow && (nearest === undefined || distance < nearest.distance)) nearest = { entry, distance };
  }
  return nearest?.entry;
}

/**
 * Puts entries that overlap on rows of their own: each on the first row on which it has room. What finds no room on
 * `most` rows is left out. The entries of a row are in order of time.
 */
export function stackOf<E extends Entry>(entries: readonly E[], most: number): readonly (readonly E[])[] {
  const rows: { readonly entry: E; readonly from: number; readonly to: number }[][] = [];
  for (const entry of entries) {
    const from = millisecondsOf(entry.from);
    const to = entry.to === null ? Number.POSITIVE_INFINITY : millisecondsOf(entry.to);
    const row = rows.find((each) => each.every((other) => other.to <= from || to <= other.from));
    if (row !== undefined) row.push({ entry, from, to });
    else if (rows.length < most) rows.push([{ entry, from, to }]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.from - b.from).map(({ entry }) => entry));
}
