import fc from 'fast-check';
import { test } from 'tap';
import { arrayText, readArrayText } from '../../engine/vocabulary/value/array_text.ts';
import { testDatabase } from '../database.ts';

test('the text form of arrays', async (t) => {
  t.equal(arrayText([]), '{}');
  t.equal(
    arrayText(['a', '', null, 'null', 'a"b', 'a\\b', 'a,b', '{}']),
    '{"a","",null,"null","a\\"b","a\\\\b","a,b","{}"}',
  );
  t.equal(arrayText(['a', '', 'null', 'a,b', '{}']), '{"a","","null","a,b","{}"}', 'where none has an escape');
  for (const [element, text] of [
    [null, 'null'],
    ['', '""'],
    ['"', '"\\""'],
    ['\\', '"\\\\"'],
  ] as const)
    t.equal(arrayText([element]), `{${text}}`);
});

const texts: readonly (readonly [text: string, elements: readonly (string | null)[] | null])[] = [
  ['{}', []],
  [' { } ', []],
  ['{a}', ['a']],
  ['{a,"b, c",null}', ['a', 'b, c', null]],
  ['{NULL,"null","",nul\\l}', [null, 'null', '', 'null']],
  ['{ a b , c }', ['a b', 'c']],
  ['{a\\,b,c\\"d,e\\ }', ['a,b', 'c"d', 'e ']],
  ['{a\\,}', ['a,']],
  ['{\u00a0a\u00a0}', ['\u00a0a\u00a0']],
  ['{"\\"\\\\{}"}', ['"\\{}']],
  ['', null],
  ['a,b', null],
  ['{', null],
  ['{a', null],
  ['{a}b', null],
  ['{,}', null],
  ['{a,}', null],
  ['{a,,b}', null],
  ['{a"b}', null],
  ['{"a"b}', null],
  ['{"a}', null],
  ['{a\\}', null],
  ['{{a},{b}}', null],
  ['[0:1]={a,b}', null],
];

test('arrays are read as PostgreSQL reads them', async (t) => {
  const { database, query } = await testDatabase(t);
  for (const [text, elements] of texts) {
    t.same(readArrayText(text), elements, text);
    if (elements === null) continue;
    const [row] = await query('select array_to_json($1::text[])::text as json', [text]);
    t.same(JSON.parse(row?.json ?? ''), elements, text);
  }
  for (const [text, elements] of texts) {
    // Of several dimensions, or with bounds of its own, an array is one to PostgreSQL alone.
    if (elements !== null || /^(\{\{|\[)/.test(text)) continue;
    const outcome = await database.query({ text: 'select $1::text[]', values: [text] });
    t.match(outcome, { ok: false, error: { sqlstate: '22P02' } }, text);
  }
  t.equal(readArrayText(`{${' '.repeat(100_000)}`), null);
  t.equal(readArrayText(`{a${' '.repeat(100_000)}"}`), null);
});

test('PostgreSQL reads every array as it was', async (t) => {
  const { query } = await testDatabase(t);
  const text = fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0') && each.isWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (elements) => {
      const [row] = await query('select array_to_json($1::text[])::text as json', [arrayText(elements)]);
      return (
        JSON.stringify(JSON.parse(row?.json ?? '')) === JSON.stringify(elements) &&
        JSON.stringify(readArrayText(arrayText(elements))) === JSON.stringify(elements)
      );
    }),
    { numRuns: 200 },
  );
  t.pass();
});
