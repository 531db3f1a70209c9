import t from 'tap';
import type { StudioField } from '../../engine/contract/studio/studio_model.ts';
import type { Row } from '../../engine/studio/api/row.ts';
import { isSame } from '../../engine/studio/row/history/differences.ts';
import { versionAt, versionsOf } from '../../engine/studio/row/history/versions.ts';

const names = ['id', 'lamp_id', 'name', 'tags', 'recorded_at', 'recorded_by', 'replaced_at', 'replaced_by'];
const plain = historyOf(names);
const timed = historyOf([...names, 'valid_from', 'valid_to']);

t.test('a version says what is different from the one before it', async (t) => {
  const rows = newestFirst([{ name: 'Lamp' }, { name: 'Old lamp', tags: ['a'] }, { name: 'Old lamp', tags: ['b'] }]);
  const versions = versionsOf(plain, rows, false);
  t.same(versions.map(told), [
    ['3', 'changed', ['tags: ["a"] -> ["b"]'], false],
    ['2', 'changed', ['name: "Lamp" -> "Old lamp"', 'tags: null -> ["a"]'], false],
    ['1', 'first', [], false],
  ]);
});

t.test('the oldest row of a page that others follow is there for the differences alone', async (t) => {
  const rows = newestFirst([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  t.same(versionsOf(plain, rows.slice(0, 2), true).map(told), [['3', 'changed', ['name: "b" -> "c"'], false]]);
  t.same(versionsOf(plain, [], false), []);
});

t.test('a version that does not follow at once comes after versions that are hidden', async (t) => {
  const [newest, , oldest] = newestFirst([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  const versions = versionsOf(plain, [newest, oldest] as readonly Row[], false);
  t.same(
    versions.map(({ isAfterGap }) => isAfterGap),
    [true, false],
  );
});

t.test('an entry without validity is deleted, and one that has it again is restored', async (t) => {
  const valid = { valid_from: '2026-01-01T00:00:00+00:00', valid_to: null };
  const gone = { valid_from: null, valid_to: null };
  const rows = newestFirst([
    { name: 'a', ...valid },
    { name: 'a', ...gone },
    { name: 'b', ...gone },
    { name: 'b', ...valid },
  ]);
  const versions = versionsOf(timed, rows, false);
  t.same(
    versions.map(({ kind }) => kind),
    ['restored', 'changed', 'deleted', 'first'],
  );
  t.same(
    versions.map(({ corrected }) => corrected),
    [{ from: valid.valid_from, to: at(4) }, null, { from: valid.valid_from, to: at(2) }, null],
  );
});

t.test('a version stands from its recording until it is replaced', async (t) => {
  const versions = versionsOf(plain, newestFirst([{ name: 'a' }, { name: 'b' }]), false);
  t.equal(versionAt(versions, at(1))?.id, '1');
  t.equal(versionAt(versions, at(2))?.id, '2');
  t.equal(versionAt(versions, null)?.id, '2');
  t.equal(versionAt(versions, '2026-01-01T00:00:00Z'), undefined);
});

t.test('values of JSON are the same by what they hold', async (t) => {
  const cases: readonly [unknown, unknown, boolean][] = [
    [1, 1, true],
    ['1', 1, false],
    [null, null, true],
    [null, {}, false],
    [[], {}, false],
    [{ a: 1, b: [2, { c: 3 }] }, { b: [2, { c: 3 }], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [{ a: 1, b: undefined }, { a: 1, c: undefined }, false],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
  ];
  for (const [left, right, expected] of cases) {
    t.equal(isSame(left, right), expected, `${JSON.stringify(left)} and ${JSON.stringify(right)}`);
  }
});

/** The versions of a row, each recorded a day after the one before. */
function newestFirst(values: readonly Row[]): readonly Row[] {
  const rows = values.map((row, index) => ({
    id: String(index + 1),
    lamp_id: '7',
    name: null,
    tags: null,
    ...row,
    recorded_at: at(index + 1),
    recorded_by: '1',
    replaced_at: index === values.length - 1 ? null : at(index + 2),
    replaced_by: index === values.length - 1 ? null : '1',
  }));
  return rows.toReversed();
}

function at(number: number): string {
  return `2026-02-0${number}T12:00:00.5+00:00`;
}

function told({ id, kind, differences, isAfterGap }: ReturnType<typeof versionsOf>[number]): unknown[] {
  const texts = differences.map(
    ({ field, before, after }) => `${field.name}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
  );
  return [id, kind, texts, isAfterGap];
}

function historyOf(fields: readonly string[]) {
  return {
    of: 'lamp',
    fields: new Map(fields.map((name) => [name, { name, title: name, type: 'text' } as unknown as StudioField])),
  };
}
