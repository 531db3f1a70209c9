import { type Instant, millisecondsOf } from '../instant.ts';

/** The track of a slider over instants. Places on it reach from 0 to 1. */
export interface Track {
  /** Ascending. */
  readonly stops: readonly Stop[];
  /** Where the track is when no instant is chosen. */
  readonly rest: number;
  placeOf(instant: Instant): number;
}

interface Stop {
  /** Null: no instant is chosen. */
  readonly instant: Instant | null;
  readonly place: number;
}

/**
 * Lays out a track. Record time ends now: its last stop stands for now, a little after the last change. Valid time goes on
 * after now, so there now is a place between the instants.
 */
export function trackOf(instants: readonly Instant[], now: number, end: 'now' | 'open'): Track {
  const [first = now, last = now] = [instants[0], instants.at(-1)].map(
    (each) => each && millisecondsOf(each),
  ) as number[];
  const [from, to] = end === 'now' ? [first, last] : [Math.min(first, now), Math.max(last, now)];
  const width = end === 'now' ? beforeNow : 1;
  const placeOf = (milliseconds: number) =>
    to === from ? width / 2 : Math.min(Math.max((width * (milliseconds - from)) / (to - from), 0), width);
  const stops = instants.map((instant) => ({ instant, place: placeOf(millisecondsOf(instant)) }));
  return {
    stops: end === 'now' ? [...stops, { instant: null, place: 1 }] : stops,
    rest: end === 'now' ? 1 : placeOf(now),
    placeOf: (instant) => placeOf(millisecondsOf(instant)),
  };
}

/** Where the last change is on a track that ends now. */
const beforeNow = 0.97;

/** The stop that is nearest to a place; undefined on a track without any. */
export function nearestStop({ stops }: Track, place: number): Stop | undefined {
  let [low, high] = [0, stops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stops[middle]?.place ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [stops[low - 1], stops[low]];
  if (before === undefined || after === undefined) return after ?? before;
  return place - before.place <= after.place - place ? before : after;
}

/** The places of the stops as a path of ticks, 1000 wide and 10 high. Stops that lie on one another have one tick. */
export function tickPath({ stops }: Track): string {
  const places = new Set(
    stops.filter(({ instant }) => instant !== null).map(({ place }) => Math.round(place * 500) * 2),
  );
  return [...places].map((place) => `M${place} 0V10`).join('');
}
