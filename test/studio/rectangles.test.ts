import fc from 'fast-check';
import tap from 'tap';
import { axisOf, bySteps, byTime } from '../../engine/studio/time/axis/scale.ts';
import { believedAt, entryAt } from '../../engine/studio/time/entries/entry.ts';
import { millisecondsOf } from '../../engine/studio/time/instant.ts';
import { beliefAt, pathOf, type Rectangle, rectanglesOf } from '../../engine/studio/time/map/rectangles.ts';
import { day, type History, history, milliseconds } from './timeline_arbitrary.ts';

const now = milliseconds(40);
const points = fc.record({ valid: fc.integer({ min: -1, max: 32 }), recorded: fc.integer({ min: 0, max: 39 }) });

/** What a reader of the states says, who knows nothing of versions. */
function valueIn({ states }: History, { valid, recorded }: { readonly valid: number; readonly recorded: number }) {
  const state = states.findLast(({ at }) => at <= recorded);
  return state?.parts.find(({ from, to }) => from <= valid && valid < to)?.value;
}

const shown = fc.record({
  spacing: fc.constantFrom('time', 'steps'),
  from: fc.integer({ min: -5, max: 20 }),
  length: fc.integer({ min: 1, max: 60 }),
});

function axes(all: History, { spacing, from, length }: { spacing: string; from: number; length: number }) {
  const changes = [...new Set(all.beliefs.map(({ recordedAt }) => millisecondsOf(recordedAt)))].sort((a, b) => a - b);
  const spaced = spacing === 'time' ? byTime : bySteps([...changes, now]);
  return {
    across: axisOf({ from: milliseconds(from), to: milliseconds(from + length) }, 800),
    down: axisOf({ from: spaced.unit(milliseconds(0)), to: spaced.unit(now) }, 500, spaced),
    now,
  };
}

tap.test('The value at a point of the map is what the timeline said then', async () => {
  fc.assert(
    fc.property(history, points, (all, point) => {
      const [validAt, asOf] = [day(point.valid), day(point.recorded)];
      const expected = valueIn(all, point);
      return (
        beliefAt(all.beliefs, { validAt, asOf })?.value === expected &&
        entryAt(believedAt(all.beliefs, asOf), validAt)?.value === expected
      );
    }),
    { numRuns: 2000 },
  );
});

tap.test('The rectangles of a history cover what was recorded, and never overlap', async () => {
  const isOn = (x: number, y: number) => (each: Rectangle) =>
    each.left <= x && x < each.right && each.top <= y && y < each.bottom;
  fc.assert(
    fc.property(history, shown, points, (all, view, point) => {
      const { across, down } = axes(all, view);
      const rectangles = rectanglesOf(all.beliefs, { across, down, now });
      const isApart = rectangles.every((a, index) =>
        rectangles
          .slice(index + 1)
          .every((b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top),
      );
      const isInside = rectangles.every(
        ({ left, right, top, bottom }) =>
          left >= 0 && right <= 800 && top >= 0 && bottom <= 500 && left < right && top < bottom,
      );
      // The middle of a day, so that rounding on an axis decides nothing.
      const [x, y] = [across.place(milliseconds(point.valid + 0.5)), down.place(milliseconds(point.recorded + 0.5))];
      const isSeen = x >= 0 && x < 800 && y >= 0 && y < 500;
      const found = rectangles.filter(isOn(x, y));
      return isApart && isInside && (!isSeen || (found.length <= 1 && found[0]?.belief.value === valueIn(all, point)));
    }),
    { numRuns: 2000 },
  );
});

tap.test('A path has each place once, however many versions lie there', async (t) => {
  const belief = { left: 1, right: 1.1, top: 2, bottom: 2.1 } as Rectangle;
  t.equal(pathOf([belief, { ...belief, right: 1.2 }]), 'M1 2h0.5v0.5H1z');
});
