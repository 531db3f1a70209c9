import fc from 'fast-check';
import { test } from 'tap';
import { maximumDepth } from '../../engine/language/parser.ts';
import { parseEmbed } from '../../engine/vocabulary/query_parser.ts';
import { anyName, checkRefusals, growth, runs, writtenEmbeds } from './written.ts';

// Specification 4.3: the grammar of embed, and what it is not.

const right: readonly (readonly [text: string, means: string])[] = [
  ['a', 'a'],
  ['a!', 'a!'],
  ['a(b)', 'a(b)'],
  ['a!(b)', 'a!(b)'],
  ['a(b)!', 'a!(b)'],
  ['a,c', 'a,c'],
  ['a,a', 'a,a'],
  ['a!(b!(d))', 'a!(b!(d))'],
  ['a!(b!(d),e),c', 'a!(b!(d),e),c'],
  [' a , b ( c ) ! ', 'a,b!(c)'],
  ['\ta\t!\t(\tb\t)\t', 'a!(b)'],
  // No word is special, and names keep their case
  ['and,or(not)', 'and,or(not)'],
  ['A', '"A"'],
  ['aB_1$', '"aB_1$"'],
  ['å-b', '"å-b"'],
  ['"a"', 'a'],
  ['"a b"(c)', '"a b"(c)'],
  ['"a\\"b"', '"a\\"b"'],
];

const aRelation = 'the name of a relation';
const wrong: readonly (readonly [text: string, offset: number, message: string, expected: string])[] = [
  ['', 0, 'The text ends too early.', aRelation],
  [' ', 1, 'The text ends too early.', aRelation],
  ['a(', 2, 'The text ends too early.', aRelation],
  ['a()', 2, 'Unexpected `)`.', aRelation],
  ['a(b', 3, 'The text ends too early.', '`,` or `)`'],
  ['a(b c)', 4, 'Unexpected `c`.', '`,` or `)`'],
  ['a(b))', 4, 'Unexpected `)`.', '`,` or the end'],
  ['a,', 2, 'The text ends too early.', aRelation],
  [',a', 0, 'Unexpected `,`.', aRelation],
  ['a,,b', 2, 'Unexpected `,`.', aRelation],
  ['!a', 0, 'Unexpected `!`.', aRelation],
  ['a!!', 2, 'Unexpected `!`.', '`,` or the end'],
  ['a!(b)!', 5, 'Unexpected `!`.', '`,` or the end'],
  ['a(b)!(c)', 5, 'Unexpected `(`.', '`,` or the end'],
  ['a(b)(c)', 4, 'Unexpected `(`.', '`,` or the end'],
  ['a b', 2, 'Unexpected `b`.', '`,` or the end'],
  ['a.b', 1, 'Unexpected `.`.', '`,` or the end'],
  ['a*', 1, 'Unexpected `*`.', '`,` or the end'],
  ['1', 0, 'Unexpected `1`.', aRelation],
  ['-a', 0, 'Unexpected `-a`.', aRelation],
  ['""', 0, 'Unexpected `""`.', aRelation],
  ['"a', 0, 'Unexpected `"a`.', aRelation],
  ['"\0"', 0, 'Unexpected `"\0"`.', aRelation],
];

test('an embed is a list of relations, each with its modifiers', async (t) => {
  for (const [text, means] of right) {
    const parsed = parseEmbed(text);
    t.equal(parsed.ok ? writtenEmbeds(parsed.value) : parsed.fault.message, means, text);
  }
});

test('anything else is a fault at its place', async (t) => {
  for (const [text, offset, message, expected] of wrong) {
    const fault = { message, offset, part: 'value', expected, nearest: null };
    t.same(parseEmbed(text), { ok: false, fault }, JSON.stringify(text));
  }
});

test('embeds nest as deep as the limit and no deeper', async (t) => {
  const nested = (depth: number) => `${'a('.repeat(depth)}a${')'.repeat(depth)}`;
  t.ok(parseEmbed(nested(maximumDepth)).ok);
  t.match(parseEmbed(nested(maximumDepth + 1)), {
    ok: false,
    fault: { message: `Nested more than ${maximumDepth} levels deep.`, offset: 2 * maximumDepth + 1 },
  });
  t.match(parseEmbed('a('.repeat(100_000)), { ok: false, fault: { message: /levels deep/ } });
});

const { embeds } = fc.letrec<{ embeds: string; embed: string }>((tie) => ({
  embeds: fc.array(tie('embed'), { minLength: 1, maxLength: 2 }).map((all) => all.join(',')),
  embed: fc
    .tuple(anyName, fc.boolean(), fc.option(tie('embeds'), { depthSize: 'small', maxDepth: 5 }))
    .map(([name, inner, below]) => `${name}${inner ? '!' : ''}${below === null ? '' : `(${below})`}`),
}));

test('what is written is read back', async (t) => {
  fc.assert(
    fc.property(embeds, (text) => {
      const parsed = parseEmbed(text);
      return parsed.ok && writtenEmbeds(parsed.value) === text;
    }),
    runs,
  );
  t.pass();
});

test('any text is read, or refused at a place within it', async (t) => {
  checkRefusals(embeds, parseEmbed);
  t.pass();
});

test('time grows with the length of the text, not faster', async (t) => {
  const hostile: readonly ((size: number) => string)[] = [
    (size) => 'a,'.repeat(size / 2),
    (size) => 'a(b),'.repeat(size / 5),
    (size) => ' '.repeat(size),
    (size) => `"${'\\"'.repeat(size / 2)}`,
    (size) => '-a'.repeat(size / 2),
    (size) => `a${'-a'.repeat(size / 2)}-`,
  ];
  for (const [index, text] of hostile.entries()) t.ok(growth((size) => parseEmbed(text(size))) < 40, `${index}`);
});
