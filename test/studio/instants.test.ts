import tap from 'tap';
import { mergeInstants, nearestInstant, stepFrom } from '../../engine/studio/time/bar/instants.ts';

const [a, b, c] = ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00.000001Z', '2024-03-01T00:00:00Z'] as const;

tap.test('The instants of several answers are one ascending list, each instant once', async (t) => {
  const merged = mergeInstants([
    { recorded: [a, '2024-03-01T00:00:00+00:00'], valid: [], complete: true },
    { recorded: [c, b], valid: [c], complete: false },
  ]);
  t.same(merged, { recorded: [a, b, c], valid: [c], isComplete: false });
  t.same(mergeInstants([]), { recorded: [], valid: [], isComplete: true });
});

tap.test('A step goes to the neighbour of any instant', async (t) => {
  for (const [from, step, to] of [
    [a, 1, b],
    [b, -1, a],
    ['2024-02-01T00:00:00Z', 1, c],
    ['2024-02-01T00:00:00Z', -1, b],
    [c, 1, null],
    [a, -1, null],
  ] as const)
    t.equal(stepFrom([a, b, c], from, step), to, `${from} ${step}`);
});

tap.test('A place on the axis belongs to the nearest instant', async (t) => {
  const instants = [a, '2024-02-01T00:00:00Z', c];
  for (const [place, instant] of [
    ['2023-01-01', a],
    ['2024-01-14', a],
    ['2024-01-20', '2024-02-01T00:00:00Z'],
    ['2024-02-16', c],
    ['2030-01-01', c],
  ] as const)
    t.equal(nearestInstant(instants, Date.parse(place)), instant, place);
  t.equal(nearestInstant([], 0), null);
});
