import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { test } from 'tap';
import { type Comparison, readComparison, writeComparison } from '../../engine/studio/browse/filter/filter.ts';
import { arrayText, listText, readArray, readList } from '../../engine/studio/browse/filter/operand.ts';
import { studioOperators } from './operators.ts';

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[ ,(){}"\\.a]*$/));

test('a filter that Studio understands is the same filter when it is written again', async (t) => {
  for (const [parameter, value] of [
    ['status', 'eq.active'],
    ['status', 'not.in.(active,new)'],
    ['name', 'eq.'],
    ['name', 'eq.in.(a)'],
    ['name', 'like(any).{*a*,"b, c"}'],
    ['name', 'plfts(norwegian).nett'],
    ['name', 'eq."quotes, are (part) of it"'],
    ['start_date', 'not.is.null'],
    ['accounting_point.city', 'ilike.*solby*'],
    ['search', 'wfts.sea -storm'],
  ] as const) {
    const read = readComparison({ parameter, value }, studioOperators);
    t.not(read, null, `${parameter}=${value}`);
    t.same(read && writeComparison(read, studioOperators), { parameter, value });
  }
});

test('what Studio does not understand is left as it is', async (t) => {
  for (const [parameter, value] of [
    ['or', '(status.eq.new,name.is.null)'],
    ['technical_resource.or', '(a.eq.1,b.eq.2)'],
    ['not.and', '(a.eq.1)'],
    ['opening_hours->monday->>0', 'eq.9'],
    ['status', 'EQ.active'],
    ['status', 'is.nullx'],
    ['status', 'in.(a,b'],
    ['status', 'in.("a,b(c)"",d)'],
    ['status', 'eq(some).a'],
    ['sizes', 'gt(any).{1,null}'],
    ['name', 'starts(any).{a}'],
  ] as const) {
    t.equal(readComparison({ parameter, value }, studioOperators), null, `${parameter}=${value}`);
  }
});

test('any comparison survives its text', async (t) => {
  const operators = [...studioOperators.keys()];
  fc.assert(
    fc.property(
      fc.constantFrom(...operators),
      fc.boolean(),
      fc.array(anyText, { minLength: 1 }),
      (operator, negated, texts) => {
        const word = studioOperators.get(operator);
        const isSeveral = word?.operand === 'values';
        const values = word?.operand === 'keyword' ? ['null'] : isSeveral ? texts : texts.slice(0, 1);
        const comparison: Comparison = { path: ['a', 'b'], negated, operator, modifier: null, values };
        const read = readComparison(writeComparison(comparison, studioOperators), studioOperators);
        // What begins as a modifier does is read as one, so a value may not be understood; it is never another one.
        return read === null || isDeepStrictEqual(read, comparison);
      },
    ),
  );
  t.pass();
});

test('any values survive in a list and in an array', async (t) => {
  fc.assert(
    fc.property(
      fc.array(anyText, { minLength: 1 }),
      (values) =>
        isDeepStrictEqual(readList(listText(values)), values) &&
        isDeepStrictEqual(readArray(arrayText(values)), values),
    ),
  );
  t.same(readList('()'), []);
  t.equal(listText(['']), '("")');
  t.equal(arrayText(['null', 'a b', '']), '{"null","a b",""}');
});
