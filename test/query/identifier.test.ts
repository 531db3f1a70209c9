import { test } from 'tap';
import { quote } from '../../engine/sql/identifier.ts';
import { testDatabase } from '../database.ts';

test('a name is quoted only where it has to be', async (t) => {
  const cases = [
    ['party', 'party'],
    ['name', 'name'],
    ['order', '"order"'],
    ['user', '"user"'],
    ['begin', '"begin"'],
    ['loop', '"loop"'],
    ['Party', '"Party"'],
    ['1st', '"1st"'],
    ['a"b', '"a""b"'],
  ] as const;
  for (const [name, expected] of cases) t.equal(quote(name), expected);
});

test('every keyword that PostgreSQL itself would quote is quoted', async (t) => {
  const { query } = await testDatabase(t);
  const rows = await query('select word, quote_ident(word) as quoted from pg_get_keywords()');
  t.same(
    rows.filter(({ word, quoted }) => quoted !== word && quote(word ?? '') !== quoted),
    [],
  );
});
