import fc from 'fast-check';
import { test } from 'tap';
import type { LanguageFault, Parsed } from '../../engine/language/fault.ts';
import { maximumDepth } from '../../engine/language/parser.ts';
import { firstName, splitPath } from '../../engine/language/path.ts';
import type { Condition } from '../../engine/language/syntax.ts';
import { operatorNames as operators } from '../../engine/vocabulary/operator/operators.ts';
import { parseParameter } from '../../engine/vocabulary/query_parser.ts';
import { anyCharacter } from '../any_character.ts';
import { anyName, anySteps, checkRefusals, growth, nameText, quote, runs, writtenCondition } from './written.ts';

// The dialect is PostgREST 12's (specification 4.3). Conditions are shown as text: path, operator, value.

const parameters: readonly (readonly [name: string, value: string, shown: string])[] = [
  ...operators
    .filter((operator) => operator !== 'is' && operator !== 'in')
    .map((operator) => ['a', `${operator}.x`, `a ${operator} "x"`] as const),
  ['status', 'not.eq.active', 'not status eq "active"'],
  ['a.b.c', 'eq.1', 'a.b.c eq "1"'],
  // A scalar's value is the raw rest: nothing in it is special
  ['a', 'eq.', 'a eq ""'],
  ['a', 'eq.x.y', 'a eq "x.y"'],
  ['a', 'eq."x"', 'a eq "\\"x\\""'],
  ['a', 'eq. x,(y)&z=\\ \n', 'a eq " x,(y)&z=\\\\ \\n"'],
  ['a', 'like.*x*', 'a like "*x*"'],
  // Modifiers: any and all, the language of a search
  ['a', 'eq(any).{1,2}', 'a eq(any) "{1,2}"'],
  ['a', 'not.like(all).{*a*,"b,c"}', 'not a like(all) "{*a*,\\"b,c\\"}"'],
  ['a', 'fts(english).x y', 'a fts(english) "x y"'],
  ['a', 'wfts().x', 'a wfts() "x"'],
  ['or', '(a.eq(any).{1,2},b.plfts(norwegian).x)', 'or(a eq(any) "{1,2}", b plfts(norwegian) "x")'],
  // Into a document: an index, unless it stands in quotes
  ['a->b', 'eq.1', 'a->"b" eq "1"'],
  ['a->b->>c', 'not.is.null', 'not a->"b"->>"c" is "null"'],
  ['a.b->0->-1->>"0"', 'eq.1', 'a.b->0->-1->>"0" eq "1"'],
  ['a->b c->>d-e', 'eq.1', 'a->"b c"->>"d-e" eq "1"'],
  ['a->"b.c\\"d"', 'eq.1', 'a->"b.c\\"d" eq "1"'],
  ['or', '(a->b.eq.1,r.a->>"x,)".not.is.null)', 'or(a->"b" eq "1", not r.a->>"x,)" is "null")'],
  ['or', '(a->b .eq.1)', 'or(a->"b" eq "1")'],
  // Names in quotes, of any script, with dashes
  ['"a"', 'eq.1', 'a eq "1"'],
  ['"a.b".c', 'eq.1', '"a.b".c eq "1"'],
  ['Åse-1.b', 'eq.1', '"Åse-1".b eq "1"'],
  ['or', '("a,b".eq.1,C-d.e.eq.2)', 'or("a,b" eq "1", "C-d".e eq "2")'],
  // Trees under relations
  ['r.or', '(a.eq.1,b.eq.2)', 'r:or(a eq "1", b eq "2")'],
  ['r.s.not.and', '(a.eq.1)', 'r.s:not and(a eq "1")'],
  ['or', '(r.and(a.eq.1,b.eq.2),c.eq.3)', 'or(r:and(a eq "1", b eq "2"), c eq "3")'],
  ['and', '(r.s.not.or(a.eq.1,t.or(b.eq.2)))', 'and(r.s:not or(a eq "1", t:or(b eq "2")))'],
  ['and', '(r.is.null,r.not.is.null)', 'and(r is "null", not r is "null")'],
  ['a', 'eq.not.eq.1', 'a eq "not.eq.1"'],
  // The first word is a name, whatever it spells
  ['eq', 'eq.eq', '"eq" eq "eq"'],
  ['not', 'eq.1', 'not eq "1"'],
  ['order_by', 'eq.1', 'order_by eq "1"'],
  ['a', 'is.null', 'a is "null"'],
  ['a', 'not.is.NULL', 'not a is "null"'],
  ['a', 'is.Not_Null', 'a is "not_null"'],
  ['a', 'is.TRUE', 'a is "true"'],
  ['a', 'is.false', 'a is "false"'],
  ['a', 'is.unknown', 'a is "unknown"'],
  ['a', 'in.(1,2,3)', 'a in ["1","2","3"]'],
  ['a', 'not.in.(1)', 'not a in ["1"]'],
  ['a', 'in.()', 'a in []'],
  ['a', 'in.("")', 'a in [""]'],
  ['a', 'in.(,)', 'a in ["",""]'],
  ['a', 'in.(x,"b,c)",d)', 'a in ["x","b,c)","d"]'],
  ['a', 'in.("\\"","\\\\","\\x")', 'a in ["\\"","\\\\","x"]'],
  // Quotes are quotes only around the whole of a value
  ['a', 'in.("b"c,d"e")', 'a in ["\\"b\\"c","d\\"e\\""]'],
  ['a', 'in.("b" ,"c)', 'a in ["\\"b\\" ","\\"c"]'],
  ['a', 'in.((b,c)', 'a in ["(b","c"]'],
  // As postgrest-js writes them: quoted for their commas and parentheses, with their own quotes as they are
  ['a', 'in.(Beta,"a,b(c)"")', 'a in ["Beta","a,b(c)\\""]'],
  ['a', 'in.("a,"b"c",d)', 'a in ["a,\\"b\\"c","d"]'],
  ['a', 'in.("a,b.(c)"d\\e")', 'a in ["a,b.(c)\\"d\\\\e"]'],
  ['or', '(a.in.("b,c"",d),e.eq.1)', 'or(a in ["b,c\\"","d"], e eq "1")'],
  // As PostgREST reads them: a quote before the comma closes the first, or nothing is left to be quoted
  ['a', 'in.("b"c,"d,e")', 'a in ["\\"b\\"c","d,e"]'],
  ['a', 'in.(""b"",c)', 'a in ["\\"\\"b\\"\\"","c"]'],
  ['a', 'in.(""")', 'a in ["\\"\\"\\""]'],
  ['a', 'in.("b,c)', 'a in ["\\"b","c"]'],
  // Space counts, except around the parentheses
  ['a', 'in. ( b, c ) ', 'a in ["b"," c "]'],
  // Trees
  ['or', '(a.eq.1,b.eq.2)', 'or(a eq "1", b eq "2")'],
  ['and', '(a.eq.1)', 'and(a eq "1")'],
  ['not.or', '(a.eq.1,b.not.is.null)', 'not or(a eq "1", not b is "null")'],
  ['not.and', '(a.eq.1)', 'not and(a eq "1")'],
  [
    'and',
    '(or(a.eq.1,not.and(b.gt.2,c.in.(3,4))),d.lt.5)',
    'and(or(a eq "1", not and(b gt "2", c in ["3","4"])), d lt "5")',
  ],
  ['or', '(a.b.c.eq.1)', 'or(a.b.c eq "1")'],
  ['or', '(a.eq.,b.eq.)', 'or(a eq "", b eq "")'],
  ['or', '(a.eq.x.y(z)', 'or(a eq "x.y(z")'],
  ['or', '(a.eq."x,y)",b.eq.2)', 'or(a eq "x,y)", b eq "2")'],
  ['or', '(a.eq."\\"\\\\\\x")', 'or(a eq "\\"\\\\x")'],
  ['or', '(a.eq."x"y)', 'or(a eq "\\"x\\"y")'],
  ['or', '(a.eq."x" )', 'or(a eq "\\"x\\" ")'],
  ['or', '(a.eq.{1,2},b.eq.{x})', 'or(a eq "{1,2}", b eq "{x}")'],
  [
    'or',
    '(and.eq.1,or.eq.2,not.eq.3,in.eq.4,android.eq.5)',
    'or(and eq "1", or eq "2", not eq "3", "in" eq "4", android eq "5")',
  ],
  ['or', '(a."eq".eq.1)', 'or(a."eq" eq "1")'],
  ['or', '(a.eq.in.is.not)', 'or(a eq "in.is.not")'],
  // Space is free around commas, parentheses and names; in a raw value it counts
  ['or', ' ( a.eq.1 , b .eq. 2 ,and (\tc.is.null ) ) ', 'or(a eq "1 ", b eq " 2 ", and(c is "null"))'],
];

for (const [name, value, expected] of parameters) {
  test(`${name}=${value}`, async (t) => {
    t.equal(shownParsed(parseParameter(name, value)), expected);
  });
}

const scalarOperators = operators.filter((name) => name !== 'is' && name !== 'in');

test('offsets count in the name for its path, in the value for the rest', async (t) => {
  t.same(parseParameter('a.b', 'not.eq.1'), {
    ok: true,
    value: {
      kind: 'comparison',
      path: [
        { text: 'a', offset: 0 },
        { text: 'b', offset: 2 },
      ],
      steps: [],
      negated: true,
      operator: 'eq',
      modifier: null,
      value: { kind: 'single', text: '1', isQuoted: false, offset: 7 },
    },
  });
});

const anOperator = `[not.]operator.value, operator being one of ${operators.join(', ')}`;
type Expected = Pick<LanguageFault, 'message' | 'part' | 'offset' | 'expected'> & { readonly nearest?: string };

const parameterFaults: readonly (readonly [name: string, value: string, fault: Expected])[] = [
  [
    'a',
    'equals.1',
    { message: 'Unknown operator `equals`.', part: 'value', offset: 0, expected: anOperator, nearest: 'eq' },
  ],
  ['a', 'ge.1', { message: 'Unknown operator `ge`.', part: 'value', offset: 0, expected: anOperator, nearest: 'gte' }],
  ['a', 'EQ.1', { message: 'Unknown operator `EQ`.', part: 'value', offset: 0, expected: anOperator, nearest: 'eq' }],
  ['a', 'not.foo_bar.1', { message: 'Unknown operator `foo_bar`.', part: 'value', offset: 4, expected: anOperator }],
  ['a', 'active', { message: 'There is no operator before `active`.', part: 'value', offset: 0, expected: anOperator }],
  ['a', 'new', { message: 'There is no operator before `new`.', part: 'value', offset: 0, expected: anOperator }],
  ['a', '', { message: 'The text ends too early.', part: 'value', offset: 0, expected: anOperator }],
  ['a', 'eq', { message: 'The text ends too early.', part: 'value', offset: 2, expected: '`.` and a value' }],
  ['a', '.1', { message: 'Unexpected `.`.', part: 'value', offset: 0, expected: anOperator }],
  ['a', 'not.not.eq.1', { message: 'Unexpected `not.`.', part: 'value', offset: 4, expected: anOperator }],
  [
    'a',
    'is.nul',
    { message: 'Unexpected `nul`.', part: 'value', offset: 3, expected: 'null, not_null, true, false or unknown' },
  ],
  [
    'a',
    'is.nullx',
    { message: 'Unexpected `nullx`.', part: 'value', offset: 3, expected: 'null, not_null, true, false or unknown' },
  ],
  ['a', 'is.null.x', { message: 'Unexpected `.`.', part: 'value', offset: 7, expected: 'the end' }],
  ['a', 'in.1,2', { message: 'Unexpected `1`.', part: 'value', offset: 3, expected: '`(`' }],
  ['a', 'in.(1,2', { message: 'The text ends too early.', part: 'value', offset: 7, expected: '`,` or `)`' }],
  ['a', 'in.(1)x', { message: 'Unexpected `x`.', part: 'value', offset: 6, expected: 'the end' }],
  ['', 'eq.1', { message: 'The text ends too early.', part: 'name', offset: 0, expected: '`and` or `or` or a name' }],
  ['a.', 'eq.1', { message: 'The text ends too early.', part: 'name', offset: 2, expected: '`and`, `or` or a name' }],
  ['a=b', 'eq.1', { message: 'Unexpected `=`.', part: 'name', offset: 1, expected: 'the end' }],
  ['a..b', 'eq.1', { message: 'Unexpected `.`.', part: 'name', offset: 2, expected: '`and`, `or` or a name' }],
  ['a b', 'eq.1', { message: 'Unexpected ` `.', part: 'name', offset: 1, expected: 'the end' }],
  ['1', 'eq.1', { message: 'Unexpected `1`.', part: 'name', offset: 0, expected: '`and` or `or` or a name' }],
  ['"a', 'eq.1', { message: 'Unexpected `"a`.', part: 'name', offset: 0, expected: '`and` or `or` or a name' }],
  ['""', 'eq.1', { message: 'Unexpected `""`.', part: 'name', offset: 0, expected: '`and` or `or` or a name' }],
  ['a->', 'eq.1', { message: 'The text ends too early.', part: 'name', offset: 3, expected: 'a key or an index' }],
  ['a->b.c', 'eq.1', { message: 'Unexpected `.`.', part: 'name', offset: 4, expected: 'the end' }],
  ['a->b.or', '(c.eq.1)', { message: 'Unexpected `.`.', part: 'name', offset: 4, expected: 'the end' }],
  ['a', 'ne.1', { message: 'Unknown operator `ne`.', part: 'value', offset: 0, expected: anOperator, nearest: 'neq' }],
  ['a', 'le.1', { message: 'Unknown operator `le`.', part: 'value', offset: 0, expected: anOperator, nearest: 'lte' }],
  [
    'a',
    'is(any).null',
    { message: 'A dot and a value must follow `is`.', part: 'value', offset: 2, expected: '`.` and a value' },
  ],
  [
    'a',
    'in',
    { message: 'A dot and a value must follow `in`.', part: 'value', offset: 2, expected: '`.` and a value' },
  ],
  ['a', 'eq(any)', { message: 'The text ends too early.', part: 'value', offset: 7, expected: '`.` and a value' }],
  ['a', 'eq(any.1', { message: 'Unexpected `(`.', part: 'value', offset: 2, expected: '`.` and a value' }],
  ['or', '(a b.eq.1)', { message: 'Unexpected ` `.', part: 'value', offset: 2, expected: '`.` and an operator' }],
  ['or', '(a->b)', { message: 'Unexpected `)`.', part: 'value', offset: 5, expected: '`.` and an operator' }],
  ['or', '(a->b.or(c.eq.1))', { message: 'Unexpected `or(`.', part: 'value', offset: 6, expected: anOperator }],
  ['or', '(r.or(a.eq.1)', { message: 'The text ends too early.', part: 'value', offset: 13, expected: '`,` or `)`' }],
  ['or', '(r.or())', { message: 'Unexpected `)`.', part: 'value', offset: 6, expected: '`and(` or `or(` or a name' }],
  ['or', '', { message: 'The text ends too early.', part: 'value', offset: 0, expected: '`(`' }],
  ['or', 'a.eq.1', { message: 'Unexpected `a`.', part: 'value', offset: 0, expected: '`(`' }],
  ['or', '()', { message: 'Unexpected `)`.', part: 'value', offset: 1, expected: '`and(` or `or(` or a name' }],
  ['or', '(a.eq.1,)', { message: 'Unexpected `)`.', part: 'value', offset: 8, expected: '`and(` or `or(` or a name' }],
  ['or', '(a.eq.1', { message: 'The text ends too early.', part: 'value', offset: 7, expected: '`,` or `)`' }],
  ['or', '(a.eq.1))', { message: 'Unexpected `)`.', part: 'value', offset: 8, expected: 'the end' }],
  ['or', '(a.eq.{1}x)', { message: 'Unexpected `x`.', part: 'value', offset: 9, expected: '`,` or `)`' }],
  ['or', '(a)', { message: 'Unexpected `)`.', part: 'value', offset: 2, expected: '`.` and an operator' }],
  ['or', '(xor(a.eq.1))', { message: 'Unexpected `(`.', part: 'value', offset: 4, expected: '`.` and an operator' }],
  [
    'or',
    '(a.equals.x)',
    { message: 'Unknown operator `equals`.', part: 'value', offset: 3, expected: anOperator, nearest: 'eq' },
  ],
  [
    'or',
    '(a.b.equals.5)',
    { message: 'Unknown operator `equals`.', part: 'value', offset: 5, expected: anOperator, nearest: 'eq' },
  ],
  [
    'or',
    '(b.is.null,a.Eq.x)',
    { message: 'Unknown operator `Eq`.', part: 'value', offset: 13, expected: anOperator, nearest: 'eq' },
  ],
];

for (const [name, value, fault] of parameterFaults) {
  test(`fault of ${name}=${value}`, async (t) => {
    t.same(parseParameter(name, value), { ok: false, fault: { nearest: null, ...fault } });
  });
}

test('trees nest as deep as the limit and no deeper', async (t) => {
  const nested = (depth: number) => `${'(and'.repeat(depth - 1)}(a.eq.1)${')'.repeat(depth - 1)}`;
  t.ok(parseParameter('or', nested(maximumDepth)).ok);
  t.same(parseParameter('or', nested(maximumDepth + 1)), {
    ok: false,
    fault: { message: 'Nested more than 64 levels deep.', offset: 253, part: 'value', expected: null, nearest: null },
  });
  t.match(parseParameter('or', '('.repeat(1_000_000)), { ok: false, fault: { offset: maximumDepth } });
});

/** Conditions as a tree has them, each value in quotes. */
const { tree } = fc.letrec<{ tree: string; comparison: string; logic: string }>((tie) => {
  const path = fc.array(anyName, { minLength: 1, maxLength: 3 }).map((names) => names.join('.'));
  const not = fc.constantFrom('', 'not.');
  const text = fc.string({ unit: anyCharacter }).map(quote);
  return {
    tree: fc.oneof({ depthSize: 'small', maxDepth: 6 }, tie('comparison'), tie('logic')),
    comparison: fc
      .tuple(
        path,
        anySteps,
        not,
        fc.oneof(
          fc.tuple(fc.constantFrom(...scalarOperators), fc.constantFrom('', '(any)', '(all)', '(english)'), text),
          text.map((value) => ['eq', '', value]),
          fc.constantFrom('null', 'not_null', 'true', 'false', 'unknown').map((value) => ['is', '', value]),
          fc.array(text).map((values) => ['in', '', `(${values})`]),
        ),
      )
      .map(
        ([path, steps, not, [operator, modifier, value]]) => `${path}${steps}.${not}${operator}${modifier}.${value}`,
      ),
    logic: fc
      .tuple(
        fc.oneof(
          fc.constant(''),
          path.map((names) => `${names}.`),
        ),
        not,
        fc.constantFrom('and', 'or'),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
      )
      .map(([path, not, operator, operands]) => `${path}${not}${operator}(${operands})`),
  };
});

test('what is written in a tree is read back', async (t) => {
  fc.assert(
    fc.property(tree, (text) => {
      const parsed = parseParameter('or', `(${text})`);
      return parsed.ok && writtenCondition(parsed.value) === `or(${text})`;
    }),
    runs,
  );
  t.pass();
});

test('the value of a parameter is read as it is', async (t) => {
  fc.assert(
    fc.property(
      anyName,
      anySteps,
      fc.constantFrom(...scalarOperators),
      fc.string({ unit: anyCharacter }),
      (...parts) => {
        const [name, steps, operator, text] = parts;
        const parsed = parseParameter(`${name}${steps}`, `${operator}.${text}`);
        return parsed.ok && writtenCondition(parsed.value) === `${name}${steps}.${operator}.${quote(text)}`;
      },
    ),
    runs,
  );
  t.pass();
});

test('any text is read, or refused at a place within it', async (t) => {
  checkRefusals(
    tree.map((text) => `(${text})`),
    (text) => parseParameter('or', text),
  );
  checkRefusals(
    tree.map((text) => text.slice(text.indexOf('.') + 1)),
    (text) => parseParameter('a', text),
  );
  checkRefusals(tree, (text) => parseParameter(text, 'eq.1'));
  t.pass();
});

test('the name that a path begins with', async (t) => {
  const paths: readonly (readonly [text: string, first: string, rest: string | null])[] = [
    ['a.b.c', 'a', 'b.c'],
    ['a', 'a', null],
    ['a->b.c', 'a', null],
    ['"a.b".c', 'a.b', 'c'],
    ['"a\\"b"."c"', 'a"b', '"c"'],
    ['A-b.', 'A-b', ''],
    ['', '', null],
    ['.a', '', null],
    ['"a', '', null],
  ];
  for (const [text, first, rest] of paths) {
    t.equal(firstName(text), first, text);
    t.same(splitPath(text), rest === null ? null : { name: first, rest }, text);
  }
});

test('time grows with the length of the text, not faster', async (t) => {
  const hostile: readonly ((size: number) => Parsed<unknown>)[] = [
    (size) => parseParameter('or', `(a.eq.1${',b.eq.2'.repeat(size / 7)})`),
    (size) => parseParameter('or', `(a.eq."${'\\"'.repeat(size / 2)})`),
    (size) => parseParameter('a', `in.(${'"a,'.repeat(size / 3)})`),
    (size) => parseParameter('a', `in.(${'"\\",'.repeat(size / 4)})`),
    (size) => parseParameter('a', `in.(${'""",'.repeat(size / 4)})`),
    (size) => parseParameter('a', `in.(${'"a,"",'.repeat(size / 6)})`),
    (size) => parseParameter('a', `in.("a,${'"b,'.repeat(size / 3)}`),
    (size) => parseParameter('a', `fts(${'a '.repeat(size / 2)}`),
    (size) => parseParameter('or', `(a${'.b'.repeat(size / 2)})`),
    (size) => parseParameter('or', `(a${' '.repeat(size)})`),
    (size) => parseParameter('or', `(a->${'b '.repeat(size / 2)})`),
    (size) => parseParameter('or', ' '.repeat(size)),
    (size) => parseParameter(' a'.repeat(size / 2), 'eq.1'),
    (size) => parseParameter(`"${'\\"'.repeat(size / 2)}`, 'eq.1'),
    (size) => parseParameter(`a${'-b'.repeat(size / 2)}->`, 'eq.1'),
  ];
  for (const [index, parse] of hostile.entries()) t.ok(growth(parse) < 40, `${index}`);
});

function shownParsed(parsed: Parsed<Condition>): string {
  return parsed.ok ? shown(parsed.value) : `${parsed.fault.message} (${parsed.fault.offset})`;
}

/** For reading: a space before an operator, a colon behind the relation that a tree is about. */
function shown(condition: Condition): string {
  const not = condition.negated ? 'not ' : '';
  const path = condition.path.map(({ text }) => nameText(text)).join('.');
  if (condition.kind === 'logic') {
    return `${path}${path === '' ? '' : ':'}${not}${condition.operator}(${condition.operands.map(shown).join(', ')})`;
  }
  const { steps, operator, modifier, value } = condition;
  const into = steps.map(({ key, asText }) => `${asText ? '->>' : '->'}${JSON.stringify(key)}`).join('');
  const values = value.kind === 'list' ? value.items.map(({ text }) => text) : value.text;
  return `${not}${path}${into} ${operator}${modifier === null ? '' : `(${modifier.text})`} ${JSON.stringify(values)}`;
}
