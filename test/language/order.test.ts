import fc from 'fast-check';
import { test } from 'tap';
import { parseOrder } from '../../engine/vocabulary/query_parser.ts';
import { anyName, anySteps, checkRefusals, growth, runs, writtenOrder } from './written.ts';

// The keys of order, as PostgREST 12 has them.

const right: readonly (readonly [text: string, means: string])[] = [
  ['a', 'a'],
  ['a.asc', 'a'],
  ['a.desc', 'a.desc'],
  ['a.nullsfirst', 'a.nullsfirst'],
  ['a.asc.nullslast', 'a.nullslast'],
  ['a.desc.nullsfirst,b', 'a.desc.nullsfirst,b'],
  ['a,b.desc,a', 'a,b.desc,a'],
  [' a.desc , b ', 'a.desc,b'],
  // No word is special but behind its dot
  ['asc.desc', 'asc.desc'],
  ['desc,nullslast', 'desc,nullslast'],
  ['and', 'and'],
  // Of a relation
  ['r(a)', 'r(a)'],
  ['r(a).desc.nullslast', 'r(a).desc.nullslast'],
  ['r ( a ) .desc', 'r(a).desc'],
  ['r(a->b->>c)', 'r(a->"b"->>"c")'],
  // Into a document
  ['a->b', 'a->"b"'],
  ['a->>b.desc', 'a->>"b".desc'],
  ['a->0->-1->>"0"', 'a->0->-1->>"0"'],
  ['a->b c.desc', 'a->"b c".desc'],
  ['a->"b.c,(d)\\"".desc', 'a->"b.c,(d)\\"".desc'],
  ['a->007', 'a->7'],
  ['a->1234567890', 'a->"1234567890"'],
  ['"a".desc', 'a.desc'],
  ['"a,b".desc', '"a,b".desc'],
  ['A-b', '"A-b"'],
];

const modifiers = '`.asc`, `.desc`, `.nullsfirst` or `.nullslast`';
const wrong: readonly (readonly [text: string, offset: number, message: string, expected: string, nearest?: string])[] =
  [
    ['', 0, 'The text ends too early.', 'a name'],
    [',', 0, 'Unexpected `,`.', 'a name'],
    ['a,', 2, 'The text ends too early.', 'a name'],
    ['a,,b', 2, 'Unexpected `,`.', 'a name'],
    ['a b', 2, 'Unexpected `b`.', '`,` or the end'],
    ['a.', 1, 'Unknown modifier `.`.', modifiers],
    ['a.DESC', 1, 'Unknown modifier `.DESC`.', modifiers, '.desc'],
    ['a.dsc', 1, 'Unknown modifier `.dsc`.', modifiers, '.asc'],
    ['a.descending', 1, 'Unknown modifier `.descending`.', modifiers],
    ['a.nullfirst', 1, 'Unknown modifier `.nullfirst`.', modifiers, '.nullsfirst'],
    ['r.a.desc', 1, 'Unknown modifier `.a`.', modifiers],
    ['a.desc.asc', 6, 'Unexpected `.asc`.', '`,` or the end'],
    ['a.nullslast.desc', 11, 'Unexpected `.desc`.', '`,` or the end'],
    ['.desc', 0, 'Unexpected `.desc`.', 'a name'],
    ['r(a', 3, 'The text ends too early.', '`)`'],
    ['r()', 2, 'Unexpected `)`.', 'a name'],
    ['r(a,b)', 3, 'Unexpected `,`.', '`)`'],
    ['r(a.desc)', 3, 'Unexpected `.desc`.', '`)`'],
    ['r(s(a))', 3, 'Unexpected `(`.', '`)`'],
    ['r(a)->b', 4, 'Unexpected `->`.', '`,` or the end'],
    ['a->', 3, 'The text ends too early.', 'a key or an index'],
    ['a->.desc', 3, 'Unexpected `.`.', 'a key or an index'],
    ['a-b->>', 6, 'The text ends too early.', 'a key or an index'],
    ['-a', 0, 'Unexpected `-a`.', 'a name'],
    ['*', 0, 'Unexpected `*`.', 'a name'],
  ];

test('order is a list of keys, each with its direction and the place of nulls', async (t) => {
  for (const [text, means] of right) {
    const parsed = parseOrder(text);
    t.equal(parsed.ok ? writtenOrder(parsed.value) : parsed.fault.message, means, text);
  }
});

test('anything else is a fault at its place', async (t) => {
  for (const [text, offset, message, expected, nearest = null] of wrong) {
    const fault = { message, offset, part: 'value', expected, nearest };
    t.same(parseOrder(text), { ok: false, fault }, JSON.stringify(text));
  }
});

const keys = fc
  .array(
    fc
      .tuple(
        fc.option(anyName),
        fc.tuple(anyName, anySteps).map((key) => key.join('')),
        fc.constantFrom('', '.desc'),
        fc.constantFrom('', '.nullsfirst', '.nullslast'),
      )
      .map(([relation, key, ...rest]) => `${relation === null ? key : `${relation}(${key})`}${rest.join('')}`),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.join(','));

test('what is written is read back', async (t) => {
  fc.assert(
    fc.property(keys, (text) => {
      const parsed = parseOrder(text);
      return parsed.ok && writtenOrder(parsed.value) === text;
    }),
    runs,
  );
  t.pass();
});

test('any text is read, or refused at a place within it', async (t) => {
  checkRefusals(keys, parseOrder);
  t.pass();
});

test('time grows with the length of the text, not faster', async (t) => {
  const hostile: readonly ((size: number) => string)[] = [
    (size) => 'a.desc,'.repeat(size / 7),
    (size) => `a${'->b'.repeat(size / 3)}`,
    (size) => `a->${'b '.repeat(size / 2)}`,
    (size) => `a->${' '.repeat(size)}`,
    (size) => `a->"${'\\"'.repeat(size / 2)}`,
    (size) => '.'.repeat(size),
  ];
  for (const [index, text] of hostile.entries()) t.ok(growth((size) => parseOrder(text(size))) < 40, `${index}`);
});
