import type { Interval } from './timeline_client.ts';

/** An entry in memory: its interval, null when it is deleted, and every one that it had. */
interface ModelEntry {
  readonly interval: Interval | null;
  readonly versions: readonly (Interval | null)[];
}

export type Timeline = ReadonlyMap<number, ModelEntry>;

/** What specification 3 says of an entry that gets an interval, or loses it: the reference for every test. */
export function place(timeline: Timeline, id: number, interval: Interval | null): Timeline {
  const before = timeline.get(id)?.interval ?? null;
  const widens =
    interval !== null && (before === null || interval.from < before.from || endOf(interval) > endOf(before));
  const next = new Map(timeline);
  for (const [other, { interval: theirs }] of timeline) {
    if (!widens || other === id || theirs === null) continue;
    if (theirs.from >= endOf(interval) || endOf(theirs) <= interval.from) continue;
    if (theirs.from < interval.from) set(next, other, { from: theirs.from, to: interval.from });
    else set(next, other, endOf(theirs) > endOf(interval) ? { from: endOf(interval), to: theirs.to } : null);
  }
  set(next, id, interval);
  return next;
}

function set(timeline: Map<number, ModelEntry>, id: number, interval: Interval | null): void {
  const versions = timeline.get(id)?.versions ?? [];
  const last = versions.at(-1);
  const same = versions.length > 0 && last?.from === interval?.from && last?.to === interval?.to;
  timeline.set(id, { interval, versions: same ? versions : [...versions, interval] });
}

export function endOf({ to }: Interval): number {
  return to ?? Number.POSITIVE_INFINITY;
}
