import fc from 'fast-check';
import t from 'tap';
import { type Piece, shortened, wordDifferences } from '../../engine/studio/row/history/word_differences.ts';

t.test('words that are new or gone are told apart from those that stay', async (t) => {
  const cases: readonly [before: string, after: string, told: string][] = [
    ['the old lamp', 'the new lamp', 'the [-old][+new] lamp'],
    ['the lamp', 'the lamp', 'the lamp'],
    ['', 'a lamp', '[+a lamp]'],
    ['a lamp', '', '[-a lamp]'],
    ['', '', ''],
    ['It works.', 'It works well.', 'It works[+ well].'],
  ];
  for (const [before, after, told] of cases) t.equal(textOf(wordDifferences(before, after)), told);
});

t.test('the pieces of a difference make up both texts', async (t) => {
  const words = fc.array(fc.constantFrom('a', 'lamp', ' ', '\n', '.', 'é', '𝒳', '<b>'), { maxLength: 60 });
  const text = words.map((each) => each.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = wordDifferences(before, after);
      return without(pieces, 'added') === before && without(pieces, 'removed') === after;
    }),
  );
  t.pass();
});

t.test('texts with little in common are replaced as a whole, in little time', async (t) => {
  const [before, after] = ['x', 'y'].map((word) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join(' '));
  const begin = process.cpuUsage();
  const pieces = wordDifferences(before ?? '', after ?? '');
  const { user, system } = process.cpuUsage(begin);
  t.ok((user + system) / 1000 < 5_000);
  t.same(
    pieces.map(({ change }) => change),
    ['removed', 'added'],
  );
});

t.test('of words that stay, those around a change are shown', async (t) => {
  const long = 'word '.repeat(100);
  const [head, removed, added, tail] = shortened(wordDifferences(`${long}old ${long}`, `${long}new ${long}`));
  t.match(head?.text, /^ … (word ){16}$/);
  t.same([removed?.text, added?.text], ['old', 'new']);
  t.match(tail?.text, /^ (word ){15}word … $/);
  t.same(shortened([{ text: 'short', change: 'same' }]), [{ text: 'short', change: 'same' }]);
  t.same(shortened([{ text: long, change: 'added' }]), [{ text: long, change: 'added' }], 'what is new is shown whole');
});

function textOf(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, change }) => (change === 'same' ? text : `[${change === 'added' ? '+' : '-'}${text}]`))
    .join('');
}

function without(pieces: readonly Piece[], change: Piece['change']): string {
  return pieces
    .filter((piece) => piece.change !== change)
    .map(({ text }) => text)
    .join('');
}
