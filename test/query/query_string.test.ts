import fc from 'fast-check';
import { test } from 'tap';
import { readQueryString } from '../../engine/query/plan/query_string.ts';

const read: readonly (readonly [text: string, ...parameters: (readonly [name: string, value: string])[]])[] = [
  [''],
  ['&'],
  ['a=1', ['a', '1']],
  ['a=1&b=2', ['a', '1'], ['b', '2']],
  ['&a=1&&b=2&', ['a', '1'], ['b', '2']],
  ['a=1&a=2', ['a', '1'], ['a', '2']],
  ['a', ['a', '']],
  ['a=', ['a', '']],
  ['=1', ['', '1']],
  ['=', ['', '']],
  ['a=b=c', ['a', 'b=c']],
  ['a%3Db=%26', ['a=b', '&']],
  ['a=1+2', ['a', '1 2']],
  ['a=1%2B2', ['a', '1+2']],
  ['a=%2B%20+', ['a', '+  ']],
  ['a;b=1;c', ['a;b', '1;c']],
  ['%C3%A5=%F0%9F%98%80', ['å', '😀']],
  ['a=%00', ['a', '\0']],
  ['a=?b#c', ['a', '?b#c']],
  ['__proto__=1', ['__proto__', '1']],
];

test('parameters as they stand, decoded', async (t) => {
  for (const [text, ...parameters] of read) {
    const value = parameters.map(([name, value], index) => ({ name, value, index }));
    t.same(readQueryString(text), { ok: true, value }, text);
  }
});

test('what is not percent-encoded UTF-8', async (t) => {
  for (const part of ['%', 'a=%', 'a=%f', 'a=%zz', '%ff=1', 'a=%c0%af', 'a=%ed%a0%80', 'a=%u0041']) {
    const answer = readQueryString(`b=1&${part}&c=2`);
    t.match(answer, {
      ok: false,
      faults: [
        {
          code: 'malformed_url',
          parameter: null,
          detail: `"${part}" is not percent-encoded UTF-8`,
          hint: 'write a percent sign itself as %25',
        },
      ],
    });
  }
});

test('what URLSearchParams writes is read back', async (t) => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
      const answer = readQueryString(
        new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString(),
      );
      t.ok(answer.ok);
      if (answer.ok)
        t.same(
          answer.value,
          pairs.map(([name, value], index) => ({ name: name.toWellFormed(), value: value.toWellFormed(), index })),
        );
    }),
    { numRuns: 100 },
  );
});
