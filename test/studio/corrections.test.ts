import fc from 'fast-check';
import tap from 'tap';
import type { Belief } from '../../engine/studio/time/entries/entry.ts';
import { correctionsOf } from '../../engine/studio/time/map/corrections.ts';
import { day, history } from './timeline_arbitrary.ts';

const belief = (label: string, valid: readonly [number, number?], recorded: readonly [number, number?]): Belief => ({
  ...{ id: label, value: label, label, recordedBy: 'Ada', replacedBy: 'Bo' },
  ...{ from: day(valid[0]), to: valid[1] === undefined ? null : day(valid[1]) },
  ...{ recordedAt: day(recorded[0]), replacedAt: recorded[1] === undefined ? null : day(recorded[1]) },
});

const told = (beliefs: readonly Belief[]) =>
  correctionsOf(beliefs).map(({ at, by, from, to, before, after }) => ({ at, by, from, to, before, after }));

tap.test('The lockers of docs/time.md: a late change and its correction are seen as corrections', async (t) => {
  const beliefs = [
    belief('Ann', [1], [1, 92]),
    belief('Ann', [1, 60], [92, 110]),
    belief('Ben', [60], [92, 110]),
    belief('Ann', [1, 91], [110]),
    belief('Ben', [91], [110]),
  ];
  t.same(told(beliefs), [
    { at: day(92), by: 'Bo', from: day(60), to: day(92), before: 'Ann', after: 'Ben' },
    { at: day(110), by: 'Bo', from: day(60), to: day(91), before: 'Ben', after: 'Ann' },
  ]);
});

tap.test('A change of what is to come is none, nor what is recorded late for the first time', async (t) => {
  t.same(told([belief('Ann', [1], [1, 50]), belief('Ann', [1, 60], [50]), belief('Ben', [60], [50])]), []);
  t.same(told([belief('Ann', [1], [50])]), []);
});

tap.test('A deleted entry corrects the time gone by, and no more', async (t) => {
  t.same(told([belief('Ann', [1, 90], [1, 50])]), [
    { at: day(50), by: 'Bo', from: day(1), to: day(50), before: 'Ann', after: null },
  ]);
});

tap.test('There is a correction exactly where a time gone by says something else than before', async () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 0, max: 32 }), ({ states, beliefs }, valid) => {
      const at = (index: number) =>
        states[index]?.parts.find(({ from, to }) => from <= valid && valid < to)?.value ?? null;
      const expected = states.flatMap((state, index) => {
        const [before, after] = [at(index - 1), at(index)];
        return before !== null && before !== after && valid < state.at ? [`${day(state.at)} ${before} ${after}`] : [];
      });
      const found = correctionsOf(beliefs)
        .filter(({ from, to }) => from <= day(valid) && day(valid) < to)
        .map((each) => `${each.at} ${each.before} ${each.after}`);
      return JSON.stringify(found) === JSON.stringify(expected);
    }),
    { numRuns: 2000 },
  );
});
