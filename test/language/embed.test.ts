import { test } from 'tap';
import { parseEmbed } from '../../engine/language/parser.ts';
import type { Embed } from '../../engine/language/syntax.ts';

// Specification 4.3: the grammar of embed, and what it is not.

/** The embeds in their shortest form. */
function written(embeds: readonly Embed[]): string {
  return embeds
    .map(
      ({ alias, inner, embeds: below }) =>
        `${alias.text}${inner ? '!' : ''}${below.length === 0 ? '' : `(${written(below)})`}`,
    )
    .join(',');
}

const right: readonly (readonly [text: string, means: string])[] = [
  ['a', 'a'],
  ['a!', 'a!'],
  ['a(b)', 'a(b)'],
  ['a!(b)', 'a!(b)'],
  ['a(b)!', 'a!(b)'],
  ['a,c', 'a,c'],
  ['a!(b!(d))', 'a!(b!(d))'],
  ['a!(b!(d),e),c', 'a!(b!(d),e),c'],
  [' a , b ( c ) ! ', 'a,b!(c)'],
  ['and,or(not)', 'and,or(not)'],
];

const wrong: readonly (readonly [text: string, offset: number, expected: string])[] = [
  ['', 0, 'the name of a relation'],
  [' ', 1, 'the name of a relation'],
  ['a(', 2, 'the name of a relation'],
  ['a()', 2, 'the name of a relation'],
  ['a(b', 3, '`,` or `)`'],
  ['a(b))', 4, 'the end'],
  ['a,', 2, 'the name of a relation'],
  [',a', 0, 'the name of a relation'],
  ['a,,b', 2, 'the name of a relation'],
  ['!a', 0, 'the name of a relation'],
  ['a!!', 2, 'the end'],
  ['a!(b)!', 5, 'the end'],
  ['a(b)!(c)', 5, 'the end'],
  ['a(b)(c)', 4, 'the end'],
  ['a b', 2, 'the end'],
  ['a.b', 1, 'the end'],
  ['A', 0, 'the name of a relation'],
  ['aB', 1, 'the end'],
  ['a*', 1, 'the end'],
];

test('an embed is a list of relations, each with its modifiers', (t) => {
  for (const [text, means] of right) {
    const parsed = parseEmbed(text);
    t.equal(parsed.ok ? written(parsed.value) : parsed.fault.message, means, text);
  }
  t.end();
});

test('anything else is a fault at its place', (t) => {
  for (const [text, offset, expected] of wrong) {
    t.match(parseEmbed(text), { ok: false, fault: { part: 'value', offset, expected } }, JSON.stringify(text));
  }
  t.match(parseEmbed('a('.repeat(100_000)), { ok: false, fault: { message: /levels deep/ } });
  t.end();
});
