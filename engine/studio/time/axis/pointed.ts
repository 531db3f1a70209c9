import { nearestInstant } from '../bar/instants.ts';
import { type Instant, instantAt, millisecondsOf } from '../instant.ts';
import { instantOfLocal, localAt } from '../zone.ts';
import type { Axis } from './scale.ts';

interface Grid {
  /** Ascending instants at which something changes. */
  readonly changes: readonly Instant[];
  readonly zone: string;
}

/** The instant that somebody means by a pixel: a change that is near, or a round time of the zone. */
export function pointedInstant(axis: Axis, pixel: number, { changes, zone }: Grid): Instant {
  const at = axis.at(pixel);
  const near = nearestInstant(changes, at);
  if (near !== null && Math.abs(axis.place(millisecondsOf(near)) - pixel) <= reach) return near;
  const perPixel = Math.abs(axis.at(pixel + 1) - at);
  const unit = perPixel > 2 * hour ? 24 * hour : perPixel > hour / 12 ? hour : perPixel > 1000 ? hour / 60 : 1000;
  return instantAt(instantOfLocal(Math.round(localAt(at, zone) / unit) * unit, zone));
}

/** In pixels. */
const reach = 4;
const hour = 3_600_000;
