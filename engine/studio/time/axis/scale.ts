import { scaleLinear } from 'd3-scale';

/** A part of an axis, from one place to another: milliseconds, or on an axis of even steps the numbers of changes. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A picture's axis, which shows a range of time on a length of pixels. */
export interface Axis {
  readonly length: number;
  /** The pixel of an instant in milliseconds. It may lie outside. */
  place(milliseconds: number): number;
  at(pixel: number): number;
}

/** How the instants of an axis are spaced. */
export interface Spacing {
  unit(milliseconds: number): number;
  instant(unit: number): number;
}

/** An hour is as long as any other. */
export const byTime: Spacing = { unit: (milliseconds) => milliseconds, instant: (unit) => unit };

/** From each change to the next one it is equally far, so that changes of one minute can be told apart. */
export function bySteps(changes: readonly number[]): Spacing {
  const [first = 0] = changes;
  const domain = changes.length > 1 ? changes : [first, first + 1];
  const scale = scaleLinear(
    domain,
    domain.map((_, index) => index),
  );
  return { unit: scale, instant: (unit) => scale.invert(unit) };
}

/** Whether most changes would lie on one another on an axis with hours of one length. */
export function isBunched(changes: readonly number[]): boolean {
  const length = (changes.at(-1) ?? 0) - (changes[0] ?? 0);
  const near = changes.filter((each, index) => index > 0 && each - (changes[index - 1] ?? 0) < length / 60);
  return near.length > changes.length / 2;
}

export function axisOf({ from, to }: Range, length: number, spacing: Spacing = byTime): Axis {
  const scale = scaleLinear([from, to], [0, length]);
  return {
    length,
    place: (milliseconds) => scale(spacing.unit(milliseconds)),
    at: (pixel) => spacing.instant(scale.invert(pixel)),
  };
}

/** A range that is so many times as long; the place `around` stays where it is. */
export function zoomed({ from, to }: Range, times: number, around: number): Range {
  return { from: around - (around - from) * times, to: around + (to - around) * times };
}

/** A range that has gone on by a share of its length. */
export function panned({ from, to }: Range, share: number): Range {
  const by = (to - from) * share;
  return { from: from + by, to: to + by };
}

/**
 * The range after fingers have gone from some pixels to others: what was under a finger still is. One finger moves the
 * range, and two stretch it.
 */
export function dragged({ from, to }: Range, length: number, { before, after }: Fingers): Range {
  const scale = scaleLinear([from, to], [0, length]);
  const [a = 0, b] = before;
  const [x = 0, y] = after;
  if (b === undefined || y === undefined || Math.abs(x - y) < 1) {
    const by = scale.invert(a) - scale.invert(x);
    return { from: from + by, to: to + by };
  }
  const under = scaleLinear([x, y], [scale.invert(a), scale.invert(b)]);
  return { from: under(0), to: under(length) };
}

/** Where one or two fingers were, and are, in pixels. */
export interface Fingers {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** A range that is neither shorter than `shortest` nor outside the whole. */
export function limited(range: Range, whole: Range, shortest: number): Range {
  const length = Math.min(Math.max(range.to - range.from, shortest), whole.to - whole.from);
  const middle = (range.from + range.to) / 2;
  const from = Math.min(Math.max(middle - length / 2, whole.from), whole.to - length);
  return { from, to: from + length };
}

/** The range in which some instants are, with room at both ends. Instants of other centuries are left out. */
export function rangeOf(instants: readonly number[], now: number): Range {
  const near = instants.filter((each) => Math.abs(each - now) < century);
  const [first, last] = [Math.min(now, ...near), Math.max(now, ...near)];
  const length = Math.max(last - first, day);
  return { from: first - length * 0.03, to: last + length * 0.08 };
}

const day = 86_400_000;
const century = 36_525 * day;
