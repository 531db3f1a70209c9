import fc from 'fast-check';
import { test } from 'tap';
import type { LanguageFault, Parsed } from '../../engine/language/fault.ts';
import type { Condition } from '../../engine/language/syntax.ts';
import { operatorNames as operators } from '../../engine/vocabulary/operator/operators.ts';
import { parseRule } from '../../engine/vocabulary/query_parser.ts';
import { anyName, checkRefusals, growth, nameText, quote, runs, writtenCondition } from './written.ts';

// A rule of a definition is the query of a URL, undecoded: parameters that hold together.

const rules: readonly (readonly [text: string, shown: string])[] = [
  ['maximum_active_power=lte.50', 'maximum_active_power.lte."50"'],
  ['or=(status.neq.active,start_date.not.is.null)', 'or(status.neq."active",start_date.not.is.null)'],
  ['a=eq.1&b=is.null', 'a.eq."1" & b.is.null'],
  ['a=eq.1&or=(b.eq.2,c.eq.3)&d=eq.4', 'a.eq."1" & or(b.eq."2",c.eq."3") & d.eq."4"'],
  ['r.a=eq.1&r.or=(b.eq.2,s.c.eq.3)', 'r.a.eq."1" & r.or(b.eq."2",s.c.eq."3")'],
  ['r=is.null&a->>b=like(any).{x,y}', 'r.is.null & a->>"b".like(any)."{x,y}"'],
  ['a=eq.x=y', 'a.eq."x=y"'],
  ['a=eq.&b=eq.', 'a.eq."" & b.eq.""'],
  ['a=in.("x&y",z)&b=eq.1', 'a.in.("x&y","z") & b.eq."1"'],
  ['a=in.("x\\"&y")&b=eq.1', 'a.in.("x\\"&y") & b.eq."1"'],
  ['"a&b".c=eq.1', '"a&b".c.eq."1"'],
  ['a=eq."x&y"', 'a.eq."\\"x&y\\""'],
  ['a=eq.5"&b=eq.1', 'a.eq."5\\"" & b.eq."1"'],
  ['a=eq.{party_id}', 'a.eq."{party_id}"'],
  ['count(s)=gte.1&b=eq.2', '"count(s)".gte."1" & b.eq."2"'],
  ['sum(s(a=eq.1&b=in.(1,2)).c)=eq.1&b=eq.2', '"sum(s(a=eq.1&b=in.(1,2)).c)".eq."1" & b.eq."2"'],
  [
    'or=(max(s(a=eq.")"&or=(b.eq.1,c.eq.2)).d).eq.1,b.eq.2)',
    'or("max(s(a=eq.\\")\\"&or=(b.eq.1,c.eq.2)).d)".eq."1",b.eq."2")',
  ],
  ['r.count(s(a=eq.1&b=eq.2))=gte.1', 'r."count(s(a=eq.1&b=eq.2))".gte."1"'],
  ['a=eq.count(s&b=eq.2)', 'a.eq."count(s" & b.eq."2)"'],
  // Nothing is decoded: a plus is a plus
  ['a=eq.1+1 %20', 'a.eq."1+1 %20"'],
];

for (const [text, expected] of rules) {
  test(`rule ${text}`, async (t) => {
    t.equal(shownRule(parseRule(text)), expected);
  });
}

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
type Expected = Omit<LanguageFault, 'part' | 'nearest'> & { readonly nearest?: string };
const faults: readonly (readonly [text: string, fault: Expected])[] = [
  ['', { message: 'A rule is a name, `=` and a value.', offset: 0, expected: '`=`' }],
  ['a=eq.1&b', { message: 'A rule is a name, `=` and a value.', offset: 8, expected: '`=`' }],
  ['a=eq.1&', { message: 'A rule is a name, `=` and a value.', offset: 7, expected: '`=`' }],
  ['a=eq.1&9=eq.1', { message: 'Unexpected `9`.', offset: 7, expected: '`and` or `or` or a name' }],
  ['a=eq.1&b=equal.1', { message: 'Unknown operator `equal`.', offset: 9, expected: anOperator, nearest: 'eq' }],
  ['a=eq.1&or=(b.eq.1', { message: 'The text ends too early.', offset: 17, expected: '`,` or `)`' }],
  [
    'a=eq.1&cont(s)=gte.1',
    { message: 'Unknown aggregate `cont`.', offset: 7, expected: 'one of count, sum, min, max', nearest: 'count' },
  ],
  ['a=eq.1&sum(s(b=eq1).c)=gte.1', { message: 'There is no operator before `eq1`.', offset: 15, expected: anOperator }],
  [
    'or=(b.eq.1,sum(s(b=eq.1&c).c).gte.1)',
    { message: 'A rule is a name, `=` and a value.', offset: 25, expected: '`=`' },
  ],
];

for (const [text, fault] of faults) {
  test(`fault of rule ${text}`, async (t) => {
    t.same(parseRule(text), { ok: false, fault: { nearest: null, part: 'text', ...fault } });
  });
}

const parameters = fc
  .array(
    fc.oneof(
      fc.tuple(anyName, fc.string({ unit: 'binary' })).map(([name, text]) => `${name}=in.(${quote(text)})`),
      fc.tuple(anyName, fc.string({ unit: 'binary' })).map(([name, text]) => `or=(${name}.eq.${quote(text)})`),
      anyName.map((name) => `${name}=not.is.null`),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.join('&'));

test('what is written is read back', async (t) => {
  fc.assert(
    fc.property(parameters, (text) => {
      const parsed = parseRule(text);
      return parsed.ok && parsed.value.map(written).join('&') === text;
    }),
    runs,
  );
  t.pass();
});

test('any text is read, or refused at a place within it', async (t) => {
  checkRefusals(parameters, parseRule);
  t.pass();
});

test('time grows with the length of the text, not faster', async (t) => {
  t.ok(growth((size) => parseRule(`a=eq."${'\\"'.repeat(size / 2)}`)) < 40);
  t.ok(growth((size) => parseRule('a=eq.1&'.repeat(size / 7))) < 40);
  t.ok(growth((size) => parseRule('a=in.("x&y")&'.repeat(size / 13))) < 40);
});

function shownRule(parsed: Parsed<readonly Condition[]>): string {
  return parsed.ok
    ? parsed.value.map(writtenCondition).join(' & ')
    : `${parsed.fault.message} (${parsed.fault.offset})`;
}

/** A condition as a parameter of a rule. */
function written(condition: Condition): string {
  const text = writtenCondition(condition);
  if (condition.kind === 'logic') return `${condition.operator}=${text.slice(condition.operator.length)}`;
  const name = condition.path.map(({ text }) => nameText(text)).join('.');
  return `${name}=${text.slice(name.length + 1)}`;
}

function placesOf(condition: Condition): readonly { readonly text: string; readonly offset: number }[] {
  if (condition.kind === 'logic') return condition.operands.flatMap(placesOf);
  return [...condition.path, ...(condition.value.kind === 'list' ? condition.value.items : [condition.value])];
}
