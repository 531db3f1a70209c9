import fc from 'fast-check';
import { test } from 'tap';
import { maximumDepth } from '../../engine/language/parser.ts';
import { parseSelect } from '../../engine/vocabulary/query_parser.ts';
import { anyName, anySteps, checkRefusals, growth, runs, writtenSelect } from './written.ts';

// What select may name, as PostgREST 12 has it.

const right: readonly (readonly [text: string, means: string])[] = [
  ['*', '*'],
  ['a', 'a'],
  ['a,b,*', 'a,b,*'],
  [' a , b ', 'a,b'],
  // Another name, which need be none of a field
  ['b:a', 'b:a'],
  ['b : a', 'b:a'],
  ['B-c:a', '"B-c":a'],
  ['Ærø:a', '"Ærø":a'],
  ['"B, c":a', '"B, c":a'],
  ['"a"', 'a'],
  // A type
  ['a::text', 'a::text'],
  ['b:a::int4[]', 'b:a::int4[]'],
  ['a::double precision,b', 'a::double precision,b'],
  ['a :: text', 'a::text'],
  ['a::TEXT', 'a::TEXT'],
  ['a::_int4', 'a::_int4'],
  // Into a document
  ['a->b', 'a->"b"'],
  ['a->b->>c::text', 'a->"b"->>"c"::text'],
  ['c:a->0->>"0"', 'c:a->0->>"0"'],
  ['a->b c->>-1', 'a->"b c"->>-1'],
  // A relation
  ['r(*)', 'r(*)'],
  ['r()', 'r()'],
  ['r( )', 'r()'],
  ['r(a,s(b)),c', 'r(a,s(b)),c'],
  ['x:r(a)', 'x:r(a)'],
  ['r!inner(a)', 'r!inner(a)'],
  ['x:r!left(a)', 'x:r!left(a)'],
  ['r!r_a_id_fkey(a)', 'r!r_a_id_fkey(a)'],
  ['r!a!inner(b)', 'r!a!inner(b)'],
  ['x:r ! inner ! a (b)', 'x:r!inner!a(b)'],
  ['...r(a,b)', '...r(a,b)'],
  ['...r!inner(a)', '...r!inner(a)'],
  ['... r (a)', '...r(a)'],
  // What the rows of a group have together
  ['count()', 'count()'],
  ['n:count()::text', 'n:count()::text'],
  ['count ( ) :: text,a', 'count()::text,a'],
  ['a.sum()', 'a.sum()'],
  ['a . sum ( )', 'a.sum()'],
  ['x:a::numeric.avg()::int4', 'x:a::numeric.avg()::int4'],
  ['a::int4[].max(),b', 'a::int4[].max(),b'],
  ['a->b->>0.min()', 'a->"b"->>0.min()'],
  ['a.median()', 'a.median()'],
  ['r(count()),...s(a.sum())', 'r(count()),...s(a.sum())'],
  ['count', 'count'],
  ['count(a)', 'count(a)'],
  ['count!inner()', 'count!inner()'],
  ['...count()', '...count()'],
  // No word is special
  ['and,or:not', 'and,or:not'],
  ['inner!inner(inner)', 'inner!inner(inner)'],
];

const column = '`*` or `...` or a name';
const wrong: readonly (readonly [text: string, offset: number, message: string, expected: string])[] = [
  ['', 0, 'The text ends too early.', column],
  [',', 0, 'Unexpected `,`.', column],
  ['a,', 2, 'The text ends too early.', column],
  ['a,,b', 2, 'Unexpected `,`.', column],
  ['a b', 2, 'Unexpected `b`.', '`,` or the end'],
  ['a.b', 1, 'Unexpected `.`.', '`,` or the end'],
  ['1', 0, 'Unexpected `1`.', column],
  [':a', 0, 'Unexpected `:`.', column],
  ['a:', 2, 'The text ends too early.', 'a name'],
  ['a:b:c', 3, 'Unexpected `:`.', '`,` or the end'],
  ['a:*', 2, 'Unexpected `*`.', 'a name'],
  ['a::', 3, 'The text ends too early.', 'the name of a type'],
  ['a::1', 3, 'Unexpected `1`.', 'the name of a type'],
  ['a::text::text', 7, 'Unexpected `::`.', '`,` or the end'],
  ['*::text', 1, 'Unexpected `::`.', '`,` or the end'],
  ['a::text->b', 7, 'Unexpected `->`.', '`,` or the end'],
  ['a->', 3, 'The text ends too early.', 'a key or an index'],
  ['a->,b', 3, 'Unexpected `,`.', 'a key or an index'],
  ['a->b(c)', 4, 'Unexpected `(`.', '`,` or the end'],
  ['r(', 2, 'The text ends too early.', '`,` or `)`'],
  ['r(a', 3, 'The text ends too early.', '`,` or `)`'],
  ['r(a))', 4, 'Unexpected `)`.', '`,` or the end'],
  ['r(a,)', 4, 'Unexpected `)`.', column],
  ['r(a)!inner', 4, 'Unexpected `!`.', '`,` or the end'],
  ['r!(a)', 2, 'Unexpected `(`.', 'a name'],
  ['r!inner', 7, 'The text ends too early.', '`(`'],
  ['r(a)::text', 4, 'Unexpected `::`.', '`,` or the end'],
  ['r()::text', 3, 'Unexpected `::`.', '`,` or the end'],
  ['count(a)::text', 8, 'Unexpected `::`.', '`,` or the end'],
  ['count().sum()', 7, 'Unexpected `.sum()`.', '`,` or the end'],
  ['a.sum', 1, 'Unexpected `.`.', '`,` or the end'],
  ['a.sum(b)', 1, 'Unexpected `.`.', '`,` or the end'],
  ['a.sum().max()', 7, 'Unexpected `.max()`.', '`,` or the end'],
  ['a.sum()->b', 7, 'Unexpected `->`.', '`,` or the end'],
  ['.sum()', 0, 'Unexpected `.sum()`.', column],
  ['*.sum()', 1, 'Unexpected `.sum()`.', '`,` or the end'],
  ['r(a).sum()', 4, 'Unexpected `.sum()`.', '`,` or the end'],
  ['..r(a)', 0, 'Unexpected `.`.', column],
  ['...*', 3, 'Unexpected `*`.', 'a name'],
  ['...r', 4, 'The text ends too early.', '`(`'],
  ['...x:r(a)', 4, 'Unexpected `:`.', '`(`'],
  ['x:...r(a)', 2, 'Unexpected `...`.', 'a name'],
];

test('select is a list of columns and relations', async (t) => {
  for (const [text, means] of right) {
    const parsed = parseSelect(text);
    t.equal(parsed.ok ? writtenSelect(parsed.value) : parsed.fault.message, means, text);
  }
});

test('anything else is a fault at its place', async (t) => {
  for (const [text, offset, message, expected] of wrong) {
    const fault = { message, offset, part: 'value', expected, nearest: null };
    t.same(parseSelect(text), { ok: false, fault }, JSON.stringify(text));
  }
});

test('relations nest as deep as the limit and no deeper', async (t) => {
  const nested = (depth: number) => `${'a('.repeat(depth)}b${')'.repeat(depth)}`;
  t.ok(parseSelect(nested(maximumDepth)).ok);
  t.match(parseSelect(nested(maximumDepth + 1)), { ok: false, fault: { offset: 2 * maximumDepth + 1 } });
});

const { columns } = fc.letrec<{ columns: string; column: string }>((tie) => ({
  columns: fc.array(tie('column'), { minLength: 1, maxLength: 3 }).map((all) => all.join(',')),
  column: fc.oneof(
    { depthSize: 'small', maxDepth: 5 },
    fc.constant('*'),
    fc
      .tuple(
        fc.option(anyName),
        anyName,
        anySteps,
        fc.constantFrom('', '::text', '::double precision', '::int4[]'),
        fc.constantFrom('', '', '.sum()', '.max()::text'),
      )
      .map(([as, name, ...rest]) => `${as === null ? '' : `${as}:`}${name}${rest.join('')}`),
    fc
      .tuple(
        fc.oneof(
          fc.constantFrom('', '...'),
          anyName.map((as) => `${as}:`),
        ),
        anyName,
        fc.constantFrom('', '!inner', '!left', '!a', '!a!inner'),
        tie('columns'),
      )
      .map(([before, name, join, below]) => `${before}${name}${join}(${below})`),
  ),
}));

test('what is written is read back', async (t) => {
  fc.assert(
    fc.property(columns, (text) => {
      const parsed = parseSelect(text);
      return parsed.ok && writtenSelect(parsed.value) === text;
    }),
    runs,
  );
  t.pass();
});

test('any text is read, or refused at a place within it', async (t) => {
  checkRefusals(columns, parseSelect);
  t.pass();
});

test('time grows with the length of the text, not faster', async (t) => {
  const hostile: readonly ((size: number) => string)[] = [
    (size) => 'a:b::text,'.repeat(size / 10),
    (size) => 'a(b),'.repeat(size / 5),
    (size) => `a::${'a '.repeat(size / 2)}`,
    (size) => `a->${'b '.repeat(size / 2)}`,
    (size) => `a.${' '.repeat(size)}`,
    (size) => 'a.sum('.repeat(size / 6),
    (size) => '.'.repeat(size),
    (size) => ':'.repeat(size),
  ];
  for (const [index, text] of hostile.entries()) t.ok(growth((size) => parseSelect(text(size))) < 40, `${index}`);
});
