import fc from 'fast-check';
import tap from 'tap';
import { pointedInstant } from '../../engine/studio/time/axis/pointed.ts';
import { axisOf, dragged, limited, panned, zoomed } from '../../engine/studio/time/axis/scale.ts';
import { downTicksOf, ticksOf } from '../../engine/studio/time/axis/ticks.ts';
import { patternOf, toneCount, tonesOf } from '../../engine/studio/time/axis/tones.ts';
import type { Entry } from '../../engine/studio/time/entries/entry.ts';
import { entryAtPixel, lanePieces, stackOf } from '../../engine/studio/time/lanes/lanes.ts';
import { day, history, milliseconds } from './timeline_arbitrary.ts';

const entry = (from: number, to: number | null, value = 'A'): Entry => ({
  id: `${from}`,
  value,
  label: value,
  from: day(from),
  to: to === null ? null : day(to),
});

const axis = axisOf({ from: milliseconds(0), to: milliseconds(100) }, 1000);

tap.test('A lane draws the entries in sight, clipped at its edges', async (t) => {
  const { bars, crowds } = lanePieces(
    [entry(-20, -10), entry(-10, 5), entry(10, 20), entry(90, null), entry(120, 130)],
    axis,
  );
  t.same(
    bars.map(({ left, right, isCutLeft, isCutRight }) => [left, right, isCutLeft, isCutRight]),
    [
      [0, 50, true, false],
      [100, 200, false, false],
      [900, 1000, false, true],
    ],
  );
  t.same(crowds, []);
});

tap.test('Narrow entries beside each other are one piece, which says how many they are', async (t) => {
  const many = Array.from({ length: 2000 }, (_, index) => entry(index / 20, (index + 1) / 20));
  const { bars, crowds } = lanePieces(many, axis);
  t.same(bars, []);
  t.same(crowds, [{ left: 0, right: 1000, count: 2000 }]);
  t.ok(entryAtPixel(many, axis, 500), 'and each can be found in it');
});

tap.test('Every entry in sight is drawn or counted', async () => {
  fc.assert(
    fc.property(
      history,
      fc.integer({ min: -3, max: 15 }),
      fc.integer({ min: 1, max: 400 }),
      ({ states }, from, length) => {
        const entries = (states.at(-1)?.parts ?? [])
          .map(({ from, to, value }) => entry(from, Number.isFinite(to) ? to : null, value))
          .toSorted((a, b) => (a.from < b.from ? -1 : 1));
        const view = axisOf({ from: milliseconds(from), to: milliseconds(from + length) }, 300);
        const { bars, crowds } = lanePieces(entries, view);
        const inSight = entries.filter(
          (each) => each.from <= day(from + length) && (each.to === null || each.to >= day(from)),
        );
        return bars.length + crowds.reduce((sum, { count }) => sum + count, 0) === inSight.length;
      },
    ),
  );
});

tap.test('A pixel belongs to the entry under it', async (t) => {
  const entries = [entry(10, 20), entry(20, 20.1), entry(40, null)];
  for (const [pixel, from] of [
    [150, day(10)],
    [201, day(20)],
    [300, undefined],
    [999, day(40)],
  ] as const)
    t.equal(entryAtPixel(entries, axis, pixel)?.from, from, String(pixel));
});

tap.test('Entries that overlap are on rows of their own, and no row has two at a time', async (t) => {
  const rows = stackOf([entry(0, 10), entry(5, null), entry(6, 8), entry(10, 12)], 2);
  t.same(
    rows.map((row) => row.map(({ id }) => id)),
    [['0', '10'], ['5']],
    'what finds no room is left out',
  );
});

tap.test('Zooming keeps the place under the hand, and panning the length', async () => {
  const range = fc.record({ from: fc.integer({ min: 0, max: 1000 }), to: fc.integer({ min: 1001, max: 2000 }) });
  fc.assert(
    fc.property(
      range,
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (shown, times, at) => {
        const around = shown.from + (shown.to - shown.from) * at;
        const next = zoomed(shown, times, around);
        const moved = panned(shown, at);
        const within = limited(next, { from: 0, to: 2000 }, 5);
        return (
          Math.abs((around - next.from) / (next.to - next.from) - at) < 1e-6 &&
          Math.abs(moved.to - moved.from - (shown.to - shown.from)) < 1e-6 &&
          within.from >= 0 &&
          within.to <= 2000.000001 &&
          within.to - within.from >= 4.999999
        );
      },
    ),
  );
});

tap.test('Ticks are at round times of the zone', async (t) => {
  const months = axisOf({ from: Date.parse('2023-12-10'), to: Date.parse('2024-06-20') }, 700);
  t.same(
    ticksOf(months, 'Europe/Oslo', 100).map(({ label }) => label),
    ['Jan 2024', 'Feb', 'Mar', 'Apr', 'May', 'June'],
  );
  const [january] = ticksOf(months, 'Europe/Oslo', 100);
  t.equal(january?.place, months.place(Date.parse('2023-12-31T23:00Z')), 'a year begins at its midnight');
  const hours = axisOf({ from: Date.parse('2026-03-28T22:00Z'), to: Date.parse('2026-03-29T04:00Z') }, 700);
  t.same(
    ticksOf(hours, 'Europe/Oslo', 100).map(({ label }) => label),
    ['28 Mar 23:00', '29 Mar 00:00', '01:00', '02:00', '03:00', '04:00', '05:00', '06:00'],
  );
});

tap.test('The same value has the same tone, and tones repeat after all pairs of colour and pattern', async (t) => {
  const tones = tonesOf([entry(0, 1, 'B'), entry(1, 2, 'A'), entry(2, 3, 'B')]);
  t.same(
    [...tones],
    [
      ['B', 0],
      ['A', 1],
    ],
  );
  const pairs = Array.from({ length: toneCount ** 2 }, (_, tone) => `${tone % toneCount} ${patternOf(tone)}`);
  t.equal(new Set(pairs).size, pairs.length);
});

tap.test('An axis that runs down says the day once, and then the times', async (t) => {
  const axis = axisOf({ from: Date.parse('2024-05-03T10:00Z'), to: Date.parse('2024-05-03T14:00Z') }, 400);
  const changes = ['2024-05-03T10:00:00Z', '2024-05-03T10:01:00Z', '2024-05-03T11:30:09Z', '2024-05-03T13:00:00Z'];
  t.same(
    downTicksOf(axis, { zone: 'Europe/Oslo', changes }).map(({ label }) => label),
    ['3 May 2024', '13:30:09', '15:00'],
    'a change that is too near to the one before has no mark',
  );
});

tap.test('A place means the change that is near, or a round time of the zone', async (t) => {
  const days = axisOf({ from: Date.parse('2024-01-01'), to: Date.parse('2026-01-01') }, 1000);
  const grid = { changes: ['2024-05-03T12:05:00.000001Z'], zone: 'Europe/Oslo' };
  const place = days.place(Date.parse('2024-05-03T12:05Z'));
  t.equal(pointedInstant(days, place + 3, grid), '2024-05-03T12:05:00.000001Z', 'to the microsecond');
  t.match(pointedInstant(days, place + 30, grid), /T22:00:00Z$/, 'midnight in Oslo');
  const hours = axisOf({ from: Date.parse('2024-05-03T10:00Z'), to: Date.parse('2024-05-03T10:30Z') }, 1000);
  t.equal(pointedInstant(hours, 501, { ...grid, changes: [] }), '2024-05-03T10:15:00Z');
});

tap.test('What is under a finger stays there, while one moves or two stretch', async () => {
  const pixel = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(pixel, pixel, pixel, pixel, (a, b, x, y) => {
      fc.pre(Math.abs(a - b) > 5 && Math.abs(x - y) > 5 && a < b === x < y);
      const range = { from: milliseconds(0), to: milliseconds(100) };
      const next = axisOf(dragged(range, 1000, { before: [a, b], after: [x, y] }), 1000);
      const isUnder = (was: number, is: number) => Math.abs(next.place(axis.at(was)) - is) < 0.01;
      const moved = axisOf(dragged(range, 1000, { before: [a], after: [x] }), 1000);
      return isUnder(a, x) && isUnder(b, y) && Math.abs(moved.place(axis.at(a)) - x) < 0.01;
    }),
  );
});
