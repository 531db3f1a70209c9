import t from 'tap';
import { compareInstants, inAddress } from '../../engine/studio/row/instant.ts';
import { type Change, correctedTime, standingOf } from '../../engine/studio/row/validity.ts';

const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00+00:00`;

t.test('instants are compared to the microsecond', async (t) => {
  const cases = [
    ['2026-03-01T00:00:00+00:00', '2026-03-01T00:00:00Z', 0],
    ['2026-03-01T00:00:00.123456+00:00', '2026-03-01T00:00:00.123457+00:00', -1],
    ['2026-03-01T00:00:00.1+00:00', '2026-03-01T00:00:00.09+00:00', 1],
    ['2026-03-01T00:00:00.000001+00:00', '2026-03-01T00:00:00+00:00', 1],
    ['2026-03-01T01:00:00+01:00', '2026-03-01T00:00:00Z', 0],
    ['2025-12-31T23:59:59.999999Z', '2026-01-01T00:00:00Z', -1],
  ] as const;
  for (const [one, other, expected] of cases) {
    t.equal(Math.sign(compareInstants(one, other)), expected, `${one} and ${other}`);
  }
});

t.test('an address has an instant without an offset, to the microsecond', async (t) => {
  t.equal(inAddress('2026-03-01T00:00:00.123456+00:00'), '2026-03-01T00:00:00.123456Z');
  t.equal(inAddress('2026-03-01T00:00:00Z'), '2026-03-01T00:00:00Z');
});

t.test('an entry begins with its first instant, and ends before its last', async (t) => {
  const entry = { valid_from: day(5), valid_to: day(10) };
  const cases = [
    [entry, day(4), 'future'],
    [entry, day(5), 'current'],
    [entry, day(9), 'current'],
    [entry, day(10), 'former'],
    [{ valid_from: day(5), valid_to: null }, day(30), 'current'],
    [{ valid_from: null, valid_to: null }, day(5), 'deleted'],
  ] as const;
  for (const [row, instant, expected] of cases)
    t.equal(standingOf(row, instant), expected, `${expected} at ${instant}`);
});

t.test('a correction is about the time gone by that was recorded otherwise', async (t) => {
  const period = (from: number, to: number | null) => ({ from: day(from), to: to === null ? null : day(to) });
  const recorded = (number: number) => day(number);
  const cases: readonly [
    name: string,
    change: Omit<Change, 'isOther'>,
    isOther: boolean,
    gone: [number, number] | null,
  ][] = [
    ['an end in the future', { before: period(1, null), after: period(1, 20), recordedAt: recorded(10) }, false, null],
    ['an end now', { before: period(1, null), after: period(1, 10), recordedAt: recorded(10) }, false, null],
    [
      'an end that was told late',
      { before: period(1, null), after: period(1, 7), recordedAt: recorded(10) },
      false,
      [7, 10],
    ],
    [
      'an end moved within the past',
      { before: period(1, 5), after: period(1, 7), recordedAt: recorded(10) },
      false,
      [5, 7],
    ],
    ['an end reopened', { before: period(1, 5), after: period(1, null), recordedAt: recorded(10) }, false, [5, 10]],
    [
      'a beginning moved within the past',
      { before: period(3, null), after: period(1, null), recordedAt: recorded(10) },
      false,
      [1, 3],
    ],
    [
      'a beginning that came',
      { before: period(20, null), after: period(7, null), recordedAt: recorded(10) },
      false,
      [7, 10],
    ],
    [
      'a beginning moved within the future',
      { before: period(20, null), after: period(15, null), recordedAt: recorded(10) },
      false,
      null,
    ],
    ['both bounds', { before: period(3, 5), after: period(1, 8), recordedAt: recorded(10) }, false, [1, 8]],
    [
      'another value since the beginning',
      { before: period(3, null), after: period(3, null), recordedAt: recorded(10) },
      true,
      [3, 10],
    ],
    [
      'another value of a former entry',
      { before: period(3, 5), after: period(3, 5), recordedAt: recorded(10) },
      true,
      [3, 5],
    ],
    [
      'another value of a future entry',
      { before: period(13, 15), after: period(13, 15), recordedAt: recorded(10) },
      true,
      null,
    ],
    ['a former entry deleted', { before: period(3, 5), after: null, recordedAt: recorded(10) }, false, [3, 5]],
    ['a current entry restored', { before: null, after: period(3, null), recordedAt: recorded(10) }, false, [3, 10]],
    ['a future entry deleted', { before: period(13, null), after: null, recordedAt: recorded(10) }, false, null],
    ['a deleted entry that stays deleted', { before: null, after: null, recordedAt: recorded(10) }, true, null],
    [
      'an entry moved elsewhere',
      { before: period(1, 2), after: period(5, 6), recordedAt: recorded(10) },
      false,
      [1, 6],
    ],
  ];
  for (const [name, change, isOther, gone] of cases) {
    const expected = gone === null ? null : { from: day(gone[0]), to: day(gone[1]) };
    t.same(correctedTime({ ...change, isOther }), expected, name);
  }
});
