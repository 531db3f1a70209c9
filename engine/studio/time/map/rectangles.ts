import type { Axis } from '../axis/scale.ts';
import { type Belief, isWithin } from '../entries/entry.ts';
import { type Instant, millisecondsOf } from '../instant.ts';

/** What was believed, as an area of the map: valid time across, record time down. In pixels. */
export interface Rectangle {
  readonly belief: Belief;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The two axes of the map, and the instant up to which something is recorded. */
export interface MapAxes {
  readonly across: Axis;
  readonly down: Axis;
  readonly now: number;
}

/** The areas in sight. What is valid until further notice goes on to the edge; what is believed now ends now. */
export function rectanglesOf(beliefs: readonly Belief[], { across, down, now }: MapAxes): readonly Rectangle[] {
  return beliefs.flatMap((belief) => {
    const left = across.place(millisecondsOf(belief.from));
    const right = belief.to === null ? Math.max(across.length, left) : across.place(millisecondsOf(belief.to));
    const top = down.place(millisecondsOf(belief.recordedAt));
    const bottom = down.place(belief.replacedAt === null ? now : millisecondsOf(belief.replacedAt));
    if (right <= 0 || left >= across.length || bottom <= 0 || top >= down.length) return [];
    return [
      {
        belief,
        left: Math.max(left, 0),
        right: Math.min(right, across.length),
        top: Math.max(top, 0),
        bottom: Math.min(bottom, down.length),
      },
    ];
  });
}

/** What was believed at one instant about another; undefined where nothing was. */
export function beliefAt(beliefs: readonly Belief[], { validAt, asOf }: MapPoint): Belief | undefined {
  return beliefs.find(
    ({ from, to, recordedAt, replacedAt }) => isWithin(validAt, from, to) && isWithin(asOf, recordedAt, replacedAt),
  );
}

/** A point of the map, which is a question. */
export interface MapPoint {
  readonly validAt: Instant;
  readonly asOf: Instant;
}

/** The line on which both times are the same: left of it lies the past of each record, right of it the future. */
export function diagonalOf({ across, down, now }: MapAxes, changes: readonly number[]): string {
  return [...changes, now]
    .map((at, index) => `${index === 0 ? 'M' : 'L'}${across.place(at)} ${down.place(at)}`)
    .join('');
}

/** Whether a rectangle has room for its outline and its pattern. */
export function isRoomy({ left, right, top, bottom }: Rectangle): boolean {
  return right - left >= 3 && bottom - top >= 3;
}

/** A period, and when it was recorded. */
interface Segment {
  readonly from: Instant;
  readonly to: Instant;
  readonly at: Instant;
}

/** Lines along what was recorded at one instant about some periods, as one path. */
export function segmentPath(segments: readonly Segment[], { across, down }: MapAxes): string {
  const drawn = segments.map(({ from, to, at }) => {
    const [left, right] = [from, to].map((each) => halves(across.place(millisecondsOf(each)))) as [number, number];
    return `M${left} ${halves(down.place(millisecondsOf(at)))}H${Math.max(right, left + 1)}`;
  });
  return [...new Set(drawn)].join('');
}

/** The rectangles as one path. Rectangles that are the same to half a pixel are drawn once. */
export function pathOf(rectangles: readonly Rectangle[]): string {
  const drawn = new Set(
    rectangles.map(({ left, right, top, bottom }) => {
      const [x, y] = [halves(left), halves(top)];
      return `M${x} ${y}h${Math.max(halves(right) - x, 0.5)}v${Math.max(halves(bottom) - y, 0.5)}H${x}z`;
    }),
  );
  return [...drawn].join('');
}

function halves(pixels: number): number {
  return Math.round(pixels * 2) / 2;
}
