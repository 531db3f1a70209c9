import fc from 'fast-check';
import { test } from 'tap';
import type { LanguageFault, Parsed } from '../../engine/language/fault.ts';
import { maximumDepth, parseParameter, parsePath, parseRule } from '../../engine/language/parser.ts';
import { type Condition, operators } from '../../engine/language/syntax.ts';

// The dialect is PostgREST 12's (specification 4.3). Conditions are shown as text: names, then operator, then values.

test('a path is names joined by dots', async (t) => {
  t.same(parsePath('accounting_point.business_id'), {
    ok: true,
    value: [
      { text: 'accounting_point', offset: 0 },
      { text: 'business_id', offset: 17 },
    ],
  });
  t.same(parsePath('_a1'), { ok: true, value: [{ text: '_a1', offset: 0 }] });
  for (const text of ['', '.', 'a.', '.a', 'a..b', 'a b', 'A', '1a', 'a-b', 'å', 'a.b ', 'a.or']) {
    t.notOk(parsePath(text).ok, JSON.stringify(text));
  }
});

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
  ['a', 'eq.not.eq.1', 'a eq "not.eq.1"'],
  // The first word is a name, whatever it spells
  ['eq', 'eq.eq', 'eq eq "eq"'],
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
    'or(and eq "1", or eq "2", not eq "3", in eq "4", android eq "5")',
  ],
  ['or', '(a.eq.in.is.not)', 'or(a eq "in.is.not")'],
  // Space is free around commas, parentheses and names; in a raw value it counts
  ['or', ' ( a.eq.1 , b .eq. 2 ,and (\tc.is.null ) ) ', 'or(a eq "1 ", b eq " 2 ", and(c is "null"))'],
];

for (const [name, value, expected] of parameters) {
  test(`${name}=${value}`, async (t) => {
    t.equal(shownParsed(parseParameter(name, value)), expected);
  });
}

const rules: readonly (readonly [text: string, shown: string])[] = [
  ['maximum_active_power=lte.50', 'maximum_active_power lte "50"'],
  ['or=(status.neq.active,start_date.not.is.null)', 'or(status neq "active", not start_date is "null")'],
  ['a=eq.1&b=is.null', 'and(a eq "1", b is "null")'],
  ['a=eq.1&or=(b.eq.2,c.eq.3)&d=eq.4', 'and(a eq "1", or(b eq "2", c eq "3"), d eq "4")'],
  ['a=eq.x=y', 'a eq "x=y"'],
  ['a=eq.&b=eq.', 'and(a eq "", b eq "")'],
  ['a=in.("x&y",z)&b=eq.1', 'and(a in ["x&y","z"], b eq "1")'],
  ['a=in.("x\\"&y")&b=eq.1', 'and(a in ["x\\"&y"], b eq "1")'],
  ['a=eq."x&y"', 'a eq "\\"x&y\\""'],
  ['a=eq.5"&b=eq.1', 'and(a eq "5\\"", b eq "1")'],
  ['a=eq.{party_id}', 'a eq "{party_id}"'],
];

for (const [text, expected] of rules) {
  test(`rule ${text}`, async (t) => {
    t.equal(shownRule(parseRule(text)), expected);
  });
}

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
      value: { kind: 'single', text: '1', offset: 7 },
    },
  });
});

test('in a rule, offsets count in the whole text', async (t) => {
  const text = 'a=eq.1&or=( b.in.("x", y),c.eq."z")&d=is.null';
  const parsed = parseRule(text);
  if (!parsed.ok) return t.fail(parsed.fault.message);
  const places = parsed.value
    .flatMap(placesOf)
    .map(({ offset, text: word }) => [word, text.slice(offset).replace(/^"/, '')]);
  t.equal(places.length, 9);
  for (const [word = '', rest = ''] of places) t.ok(rest.startsWith(word), `${word} at ${rest}`);
});

const anOperator = `[not.]operator.value, operator being one of ${operators.join(', ')}`;
type Expected = Pick<LanguageFault, 'message' | 'part' | 'offset' | 'expected'> & { readonly nearest?: string };

const parameterFaults: readonly (readonly [name: string, value: string, fault: Expected])[] = [
  [
    'a',
    'equals.1',
    { message: 'Unknown operator `equals`.', part: 'value', offset: 0, expected: anOperator, nearest: 'eq' },
  ],
  ['a', 'ge.1', { message: 'Unknown operator `ge`.', part: 'value', offset: 0, expected: anOperator, nearest: 'gt' }],
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
  ['Status', 'eq.1', { message: 'Unexpected `Status`.', part: 'name', offset: 0, expected: '`and` or `or` or a name' }],
  ['a.', 'eq.1', { message: 'The text ends too early.', part: 'name', offset: 2, expected: 'a name' }],
  ['a=b', 'eq.1', { message: 'Unexpected `=`.', part: 'name', offset: 1, expected: 'the end' }],
  ['a.or', '(b.eq.1)', { message: 'Unexpected `or`.', part: 'name', offset: 2, expected: 'a name' }],
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

const ruleFaults: readonly (readonly [text: string, fault: Omit<Expected, 'part'>])[] = [
  ['', { message: 'A rule is a name, `=` and a value.', offset: 0, expected: '`=`' }],
  ['a=eq.1&b', { message: 'A rule is a name, `=` and a value.', offset: 8, expected: '`=`' }],
  ['a=eq.1&', { message: 'A rule is a name, `=` and a value.', offset: 7, expected: '`=`' }],
  ['a=eq.1&B=eq.1', { message: 'Unexpected `B`.', offset: 7, expected: '`and` or `or` or a name' }],
  ['a=eq.1&b=equal.1', { message: 'Unknown operator `equal`.', offset: 9, expected: anOperator, nearest: 'eq' }],
  ['a=eq.1&or=(b.eq.1', { message: 'The text ends too early.', offset: 17, expected: '`,` or `)`' }],
];

for (const [text, fault] of ruleFaults) {
  test(`fault of rule ${text}`, async (t) => {
    t.same(parseRule(text), { ok: false, fault: { nearest: null, part: 'text', ...fault } });
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

test('time grows with the length of the text, not faster', async (t) => {
  const hostile: readonly ((size: number) => Parsed<unknown>)[] = [
    (size) => parseParameter('or', `(a.eq.1${',b.eq.2'.repeat(size / 7)})`),
    (size) => parseParameter('or', `(a.eq."${'\\"'.repeat(size / 2)})`),
    (size) => parseParameter('a', `in.(${'"a,'.repeat(size / 3)})`),
    (size) => parseParameter('a', `in.(${'"\\",'.repeat(size / 4)})`),
    (size) => parseParameter('or', `(a${'.b'.repeat(size / 2)})`),
    (size) => parseParameter('or', `(a${' '.repeat(size)})`),
    (size) => parseParameter('or', ' '.repeat(size)),
    (size) => parsePath(' a'.repeat(size / 2)),
    (size) => parseRule(`a=eq."${'\\"'.repeat(size / 2)}`),
    (size) => parseRule('a=eq.1&'.repeat(size / 7)),
  ];
  for (const [index, parse] of hostile.entries()) {
    const small = measured(() => parse(20_000));
    const large = measured(() => parse(200_000));
    t.ok(
      large < 40 * Math.max(small, 2),
      `${index}: ${small.toFixed(1)} ms, ten times the text ${large.toFixed(1)} ms`,
    );
  }
});

const word = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/).filter((name) => !['and', 'or'].includes(name));
const { tree } = fc.letrec<{ tree: string; comparison: string; logic: string }>((tie) => ({
  tree: fc.oneof({ depthSize: 'small' }, tie('comparison'), tie('logic')),
  comparison: fc
    .tuple(word, fc.boolean(), fc.constantFrom(...operators), fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }))
    .map(([name, negated, operator, texts]) => {
      const value = operator === 'is' ? 'null' : operator === 'in' ? `(${texts.map(quote)})` : quote(texts.join());
      return `${name}.${negated ? 'not.' : ''}${operator}.${value}`;
    }),
  logic: fc
    .tuple(fc.boolean(), fc.constantFrom('and', 'or'), fc.array(tie('tree'), { minLength: 1, maxLength: 4 }))
    .map(([negated, operator, operands]) => `${negated ? 'not.' : ''}${operator}(${operands})`),
}));

test('what is written with quotes is read back exactly', async (t) => {
  fc.assert(
    fc.property(tree, (text) => {
      const parsed = parseParameter('or', `(${text})`);
      if (!parsed.ok || parsed.value.kind !== 'logic' || parsed.value.operands.length !== 1) return false;
      return parsed.value.operands.map(written).join() === text;
    }),
  );
  t.pass();
});

test('any text is read, or refused at a place within it', async (t) => {
  const dialect = fc.array(
    fc.oneof(
      fc.constantFrom('(', ')', ',', '.', '"', '\\', ' ', 'not', 'and', 'or', 'a', 'eq', 'in', 'is', 'null', '&', '='),
      fc.string(),
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        dialect.map((parts) => parts.join('')),
        tree,
      ),
      fc.nat(),
      fc.string({ maxLength: 2 }),
      (text, at, noise) => {
        const position = at % (text.length + 1);
        const value = `${text.slice(0, position)}${noise}${text.slice(position)}`;
        for (const parsed of [
          parseParameter('or', value),
          parseParameter('a', value),
          parseRule(value),
          parsePath(value),
        ]) {
          if (!parsed.ok && !(parsed.fault.offset >= 0 && parsed.fault.offset <= value.length)) return false;
        }
        return true;
      },
    ),
    { numRuns: 1000 },
  );
  t.pass();
});

function shownRule(parsed: Parsed<readonly Condition[]>): string {
  if (!parsed.ok) return `${parsed.fault.message} (${parsed.fault.offset})`;
  return parsed.value.length === 1 ? parsed.value.map(shown).join() : `and(${parsed.value.map(shown).join(', ')})`;
}

function shownParsed(parsed: Parsed<Condition>): string {
  return parsed.ok ? shown(parsed.value) : `${parsed.fault.message} (${parsed.fault.offset})`;
}

function shown(condition: Condition): string {
  const not = condition.negated ? 'not ' : '';
  if (condition.kind === 'logic') return `${not}${condition.operator}(${condition.operands.map(shown).join(', ')})`;
  const { path, operator, value } = condition;
  const values = value.kind === 'list' ? value.items.map(({ text }) => text) : value.text;
  return `${not}${path.map(({ text }) => text).join('.')} ${operator} ${JSON.stringify(values)}`;
}

/** The condition in a tree's syntax, every value quoted. */
function written(condition: Condition): string {
  const not = condition.negated ? 'not.' : '';
  if (condition.kind === 'logic') return `${not}${condition.operator}(${condition.operands.map(written)})`;
  const { path, operator, value } = condition;
  const list = value.kind === 'list' ? `(${value.items.map(({ text }) => quote(text))})` : '';
  const operand = value.kind === 'list' ? list : operator === 'is' ? value.text : quote(value.text);
  return `${path.map(({ text }) => text).join('.')}.${not}${operator}.${operand}`;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function placesOf(condition: Condition): readonly { readonly text: string; readonly offset: number }[] {
  if (condition.kind === 'logic') return condition.operands.flatMap(placesOf);
  return [...condition.path, ...(condition.value.kind === 'list' ? condition.value.items : [condition.value])];
}

/** Milliseconds of the best of three: others may be using the machine. */
function measured(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}
