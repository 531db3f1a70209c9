import fc from 'fast-check';
import { test } from 'tap';
import { arrayText } from '../../engine/definition/array_text.ts';
import { testDatabase } from '../database.ts';

test('the text form of arrays', async (t) => {
  t.equal(arrayText([]), '{}');
  t.equal(
    arrayText(['a', '', null, 'null', 'a"b', 'a\\b', 'a,b', '{}']),
    '{"a","",null,"null","a\\"b","a\\\\b","a,b","{}"}',
  );
});

test('PostgreSQL reads every array as it was', async (t) => {
  const { query } = await testDatabase(t);
  const text = fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0') && each.isWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (elements) => {
      const [row] = await query('select array_to_json($1::text[])::text as json', [arrayText(elements)]);
      return JSON.stringify(JSON.parse(row?.json ?? '')) === JSON.stringify(elements);
    }),
    { numRuns: 200 },
  );
  t.pass();
});
