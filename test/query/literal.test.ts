import fc from 'fast-check';
import { test } from 'tap';
import { arrayLiteral, literal } from '../../engine/query/sql/condition/literal.ts';
import { cast, empty, type Fragment, identifier, join, placeholder, raw, sql } from '../../engine/sql/fragment.ts';
import { line } from '../../engine/sql/line.ts';
import { textLiteral } from '../../engine/sql/literal.ts';
import { render, textOf } from '../../engine/sql/render.ts';
import { testDatabase } from '../database.ts';
import { decimalType, integerType, textType } from '../schema/model_of.ts';

test('constants', async (t) => {
  t.equal(literal('-12', integerType()), '-12');
  t.equal(literal('0.10', decimalType(3, 1)), '0.10', 'no digit is lost');
  t.equal(literal("1'; drop", integerType()), "'1''; drop'::integer");
  t.equal(literal('true', { kind: 'boolean' }), 'true');
  t.equal(literal("it's", textType()), "'it''s'");
  t.equal(literal('2026-01-31', { kind: 'date' }), "'2026-01-31'::date");
  t.equal(
    arrayLiteral(['1', '2'], { kind: 'bigint', minimum: null, maximum: null, multipleOf: null }),
    "array['1', '2']::bigint[]",
  );
});

test('PostgreSQL reads a text constant as the text that it stands for, however strings are configured', async (t) => {
  const { database } = await testDatabase(t);
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom("'", '\\', '$', '"', '\n', '--'), fc.string({ minLength: 1, maxLength: 1 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 50 }), fc.constantFrom('on', 'off'), async (texts, conforming) => {
      const rows = await database.transaction(async (query) => {
        await query({ text: `select set_config('standard_conforming_strings', $1, true)`, values: [conforming] });
        const outcome = await query({
          text: `select * from (values ${texts.map((each, at) => `(${at}, ${textLiteral(each)})`).join(', ') || "(0, '')"}) as row (at, text) order by at`,
          values: [],
        });
        return outcome.ok ? outcome.rows.map((row) => row.text) : outcome.error.message;
      });
      t.same(rows, texts.length === 0 ? [''] : texts);
    }),
    { numRuns: 50 },
  );
});

test('SQL that the source lays out is one line, and its values stay as they are', (t) => {
  const text = textLiteral('two\n  lines');
  t.equal(
    line`
      select ${text}, f(
        a,
        ${1}
      )
      from (
        select b
      ) as b${''}${' where a'}
    `,
    "select 'two\n  lines', f(a, 1) from (select b) as b where a",
  );
  t.equal(line`a  b`, 'a  b');
  t.end();
});

test('a fragment becomes a text with its values, numbered as they stand in it', (t) => {
  const [name, id] = [placeholder('Ada'), placeholder('7')];
  const both = join([sql`name = ${name}`, sql`id = ${cast(id, 'bigint')}`], ' and ');
  const cases: readonly [Fragment<string>, string, readonly string[]][] = [
    [empty, '', []],
    [both, 'name = $1 and id = $2::bigint', ['Ada', '7']],
    [sql`select ${id} where ${both}`, 'select $1 where name = $2 and id = $1::bigint', ['7', 'Ada']],
    [sql`${placeholder('7')}, ${placeholder('7')}`, '$1, $2', ['7', '7']],
    [sql`limit ${3} offset ${id}`, 'limit 3 offset $1', ['7']],
    [join([], ' and '), '', []],
    [sql`select ${identifier('order')}${raw(', two')}`, 'select "order", two', []],
    [
      sql`
        select *
        from (
          ${both}
        )${sql` where ${empty}x`}
      `,
      'select * from (name = $1 and id = $2::bigint) where x',
      ['Ada', '7'],
    ],
  ];
  for (const [fragment, text, values] of cases) t.same(render(fragment), { text, values });
  t.equal(textOf(sql`a ${identifier('b')}`), 'a b');
  // @ts-expect-error: a text is no part of a fragment, whoever sent it.
  t.ok(sql`select ${'Ada'}`);
  // @ts-expect-error: what has values is no text by itself.
  t.equal(textOf(name), '$1');
  t.end();
});
