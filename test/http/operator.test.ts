import { test } from 'tap';
import { dialect, encoded, idsOf } from './dialect.ts';
import { checkRefusals, type Refusal } from './refusal.ts';

// Every operator on every type gives the rows that PostgreSQL itself gives for it.

const filters: readonly (readonly [query: string, sql: string])[] = [
  ...['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'isdistinct'].flatMap((operator) => {
    const sign = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' }[operator] ?? 'is distinct from';
    const cases: readonly (readonly [string, string, string])[] = [
      ['name', 'Beta', "'Beta'"],
      ['kind', 'lost', "'lost'"],
      ['count', '2', '2'],
      ['big', '-5', '-5'],
      ['price', '1.50000000', '1.5'],
      ['ready', 'true', 'true'],
      ['many', 'true', 'true'],
      ['day', '2026-01-01', "'2026-01-01'"],
      ['at', '2026-01-01T00:00:00.123456Z', "'2026-01-01T00:00:00.123456Z'"],
      ['at', '2026-01-01 01:00:00.123456 Europe/Oslo', "'2026-01-01T00:00:00.123456Z'"],
      ['code', '00000000-0000-4000-8000-000000000002', "'00000000-0000-4000-8000-000000000002'"],
      ['data', '"text"', `'"text"'::jsonb`],
      ['data', '[1, 2, 3]', "'[1,2,3]'::jsonb"],
      ['tags', '{red}', "'{red}'"],
      ['sizes', '{2,3}', "'{2,3}'"],
      ['page', '<p>Foxes are quick.</p>', "'<p>Foxes are quick.</p>'"],
      ['maker_id', '1', '1'],
      ['data->s', '"x"', `'"x"'::jsonb`],
      ['data->>s', 'x', "'x'"],
      ['data->n', '10', `'10'::jsonb`],
    ];
    return cases.flatMap(([field, value, literal]) => {
      const [column = '', ...path] = field.split(/(?=->)/);
      const left = `${column === 'many' ? '((count >= 3) is true)' : `"${column}"`}${path.map((step) => step.replace(/>(\w)/, ">'$1'")).join('')}`;
      return [
        [`${field}=${operator}.${value}`, `${left} ${sign} ${literal}`],
        [`${field}=not.${operator}.${value}`, `not (${left} ${sign} ${literal})`],
        [`or=(${field}.${operator}."${value.replace(/["\\]/g, '\\$&')}")`, `${left} ${sign} ${literal}`],
      ] as const;
    });
  }),
  ['count=in.(1,3,3)', 'count in (1, 3)'],
  ['name=in.(Beta,"a,b.(c)\\"d\\\\e")', `name in ('Beta', 'a,b.(c)"d\\e')`],
  ['kind=not.in.(lost)', "kind not in ('lost')"],
  ['day=in.(2026-01-01,0001-01-01)', "day in ('2026-01-01', '0001-01-01')"],
  ['data=in.(7,"\\"text\\"")', `data in ('7', '"text"')`],
  ['data->>s=in.(x,X)', "data->>'s' in ('x', 'X')"],
  ['count=in.()', 'false'],
  ['name=is.null', 'name is null'],
  ['name=not.is.null', 'name is not null'],
  ['name=is.not_null', 'name is not null'],
  ['ready=is.true', 'ready is true'],
  ['ready=is.false', 'ready is false'],
  ['ready=is.unknown', 'ready is unknown'],
  ['ready=not.is.true', 'ready is not true'],
  ['ready=is.NULL', 'ready is null'],
  ['many=is.true', 'count >= 3'],
  ['data->a->b=is.null', "data->'a'->'b' is null"],
  ['data->>a=is.null', "data->>'a' is null"],
  ['name=like.*eta', "name like '%eta'"],
  ['name=ilike.*BETA*', "name ilike '%BETA%'"],
  ['name=like.50\\%\\_off*', "name like '50\\%\\_off%'"],
  ['kind=like.*o*', "kind like '%o%'"],
  ['page=like.*quick*', "page like '%quick%'"],
  ['name=not.like.*a*', "name not like '%a%'"],
  ['name=starts.B', "name like 'B%'"],
  ['name=starts.50%', "name like '50\\%%'"],
  ['name=starts.50%_off*', "name = '50%_off*'"],
  ['name=starts.Å', "name like 'Å%'"],
  ['name=starts.*', 'false'],
  ['name=starts.{B}', 'false'],
  ['name=not.starts.B', "name not like 'B%'"],
  [
    'or=(name.starts.B,not.and(kind.starts.lo,name.not.starts."a,b"))',
    "name like 'B%' or not (kind like 'lo%' and name not like 'a,b%')",
  ],
  ['kind=starts.o', "kind = 'open'"],
  ['page=starts.<p>The', "page like '<p>The%'"],
  ['data->>s=starts.x', "data->>'s' like 'x%'"],
  ['name=match.^[A-ZÅ]', "name ~ '^[A-ZÅ]'"],
  ['name=imatch.^BETA$', "name ~* '^BETA$'"],
  ['name=not.match.a', "name !~ 'a'"],
  ['data->>s=imatch.x', "data->>'s' ~* 'x'"],
  ['name=match(any).{^a,^B}', "name ~ any ('{^a,^B}')"],
  ['name=like(any).{*eta,50*}', "name like any ('{%eta,50%}')"],
  ['name=like(all).{*eta,*a*}', "name like all ('{%eta,%a%}')"],
  ['name=ilike(all).{*ETA,*A*}', "name ilike all ('{%ETA,%A%}')"],
  ['count=eq(any).{1,2}', 'count = any (array[1, 2])'],
  ['count=gt(all).{1,2}', 'count > all (array[1, 2])'],
  ['count=lt(any).{1,3}', 'count < any (array[1, 3])'],
  ['count=not.gte(any).{2,3}', 'not (count >= any (array[2, 3]))'],
  ['count=eq(any).{}', 'false'],
  ['count=eq(all).{}', 'true'],
  ['count=eq(any).{1,null}', 'count = any (array[1, null])'],
  ['name=eq(any).{"a,b.(c)\\"d\\\\e",Beta}', `name in ('a,b.(c)"d\\e', 'Beta')`],
  ['or=(count.eq(any).{1,2},name.is.null)', 'count in (1, 2) or name is null'],
  ['page=fts.fox&id=gt.0', "to_tsvector(page) @@ to_tsquery('fox')"],
  ['page=fts(english).quick<->fox', "to_tsvector('english', page) @@ to_tsquery('english', 'quick<->fox')"],
  ['page=fts(simple).foxes|jumps', "to_tsvector('simple', page) @@ to_tsquery('simple', 'foxes|jumps')"],
  ['page=plfts(english).quick foxes', "to_tsvector('english', page) @@ plainto_tsquery('english', 'quick foxes')"],
  ['page=phfts(english).quick foxes', "to_tsvector('english', page) @@ phraseto_tsquery('english', 'quick foxes')"],
  ['page=wfts(english).fox -jumps', "to_tsvector('english', page) @@ websearch_to_tsquery('english', 'fox -jumps')"],
  ['page=not.wfts(english).fox', "not (to_tsvector('english', page) @@ websearch_to_tsquery('english', 'fox'))"],
  ['tags=cs.{red}', "tags @> '{red}'"],
  ['tags=cd.{red,blue,green}', "tags <@ '{red,blue,green}'"],
  ['tags=ov.{blue,"a,b"}', `tags && '{blue,"a,b"}'`],
  ['tags=cs.{"null"}', `tags @> '{"null"}'`],
  ['tags=not.ov.{red}', "not (tags && '{red}')"],
  ['or=(tags.cs.{red,blue},sizes.ov.{3,4})', "tags @> '{red,blue}' or sizes && '{3,4}'"],
  ['sizes=cs.{2}', "sizes @> '{2}'"],
  ['data=cs.{"s":"x"}', `data @> '{"s":"x"}'`],
  ['data=cd.[1,2,3,4]', "data <@ '[1,2,3,4]'"],
  ['data->a->b->1->>c=eq.deep', "data->'a'->'b'->1->>'c' = 'deep'"],
  ['data->-1=eq.3', "data->-1 = '3'"],
  ['data->>"it, \\"is\\""=is.null', `data->>'it, "is"' is null`],
  ['tags->>0=eq.red', "to_jsonb(tags)->>0 = 'red'"],
  ['sizes->1=eq.3', "to_jsonb(sizes)->1 = '3'"],
  ['or=(data->>s.eq.x,data->n.lt.10)', "data->>'s' = 'x' or data->'n' < '10'"],
  [
    'and=(count.gt.0,or(name.eq.Beta,not.and(kind.eq.open,ready.is.true)))',
    "count > 0 and (name = 'Beta' or not (kind = 'open' and ready is true))",
  ],
  ['not.or=(count.gt.2,name.is.null)', 'not (count > 2 or name is null)'],
  ['count=gt.0&count=lt.3', 'count > 0 and count < 3'],
];

test('each operator on each type', async (t) => {
  const { ask, database } = await dialect(t);
  let some = 0;
  for (const [query, sql] of filters) {
    const answer = await ask('GET', `/item?${encoded(query)}`);
    const expected = await database.query(`select id from item where ${sql} order by id`);
    t.equal(answer.status, 200, `${query} ${answer.text}`);
    t.same(
      idsOf(answer.body),
      expected.map(({ id }) => Number(id)),
      query,
    );
    if (expected.length > 0 && expected.length < 6) some += 1;
  }
  t.ok(some > filters.length / 2, 'most of them keep some rows and not others');
});

test('what an operator does not take is refused at its place', async (t) => {
  const service = await dialect(t);
  const invalid = (query: string, detail: RegExp, hint?: RegExp): Refusal => ({
    ask: ['GET', `/item?${encoded(query)}`],
    code: 'invalid_parameter',
    detail,
    ...(hint !== undefined && { hint }),
  });
  await checkRefusals(t, service, [
    invalid('count=like.1', /^the operator like does not apply to count, of type integer/),
    invalid('count=starts.1', /^the operator starts does not apply to count, of type integer/),
    invalid('name=starts.', /^the prefix is empty, so every text begins with it/, /at least one character/),
    invalid('name=starts.\u{10ffff}', /^the prefix has no character other than U\+10FFFF/),
    invalid('name=starts(any).{a}', /^starts takes nothing in parentheses/),
    invalid('name=starts_with.a', /^Unknown operator/, /did you mean starts\?/),
    invalid('ready=cs.true', /^the operator cs does not apply to ready, of type boolean/),
    invalid('name=ov.{a}', /^the operator ov does not apply to name/),
    invalid('data=fts.a', /^the operator fts does not apply to data, of type json/),
    invalid('count=sl.1', /^the operator sl does not apply/),
    invalid('name->a=eq.1', /^name is of type text, and holds no JSON/),
    invalid('count=eq.1.0', /"1\.0" is not a whole number \(count, character 4\)/),
    invalid('count=eq(any).1', /takes several values, and "1" is not an array/),
    invalid('count=eq(any).{1,x}', /"x" is not a whole number/),
    invalid('count=eq(some).{1}', /does not know "some"/, /any or all/),
    invalid('count=neq(any).{1}', /neq takes nothing in parentheses/),
    invalid('tags=eq(any).{"{}"}', /eq of an array takes one array, and no any/, /or=\(<array>\.eq\.\{a\}/),
    invalid('sizes=gt(all).{"{1}"}', /gt of an array takes one array, and no all/),
    invalid('name=fts(klingon).a', /there is no language "klingon"/),
    invalid('page=fts.a b', /PostgreSQL cannot read a text search.*\(page\)/),
    invalid('name=match.(', /PostgreSQL cannot read a regular expression of the request \(name\)/),
    invalid('tags=cs.red', /"red" is not an array/),
    invalid('sizes=cs.{x}', /"x" is not a whole number/),
    invalid('data=cs.{', /is no JSON/),
    invalid('data=eq.1e400000', /too many digits/),
    invalid('data=eq."\\ud800"', /has an invalid character/),
    invalid('at=gt.now', /word is not a datetime/),
    invalid('code=eq.1', /is no UUID/),
    invalid('or=(count.eq.1,count.eq.x)', /"x" is not a whole number \(or, character 22\)/),
    invalid('data->a\0b=eq.1', /a NUL character/),
    invalid('data->"a\0b"=eq.1', /a NUL character/),
  ]);
});
