import fc from 'fast-check';
import { test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { computeNotices } from '../../engine/feature/notice/compute.ts';
import { conversion } from '../../engine/schema/migration/value/conversion.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { sql } from '../../engine/sql/fragment.ts';
import { textOf } from '../../engine/sql/render.ts';
import { type FieldType, readValue, wordOf } from '../../engine/vocabulary/field_type.ts';
import { anyText } from '../../engine/vocabulary/type/text.ts';
import { testDatabase } from '../database.ts';
import { serveDatabase } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';

const [integers, decimals, days, instants]: readonly FieldType[] = [
  { kind: 'integer_range' },
  { kind: 'decimal_range' },
  { kind: 'date_range' },
  { kind: 'datetime_range' },
];

/** As written, and as it is stored and shown. */
const kept: readonly (readonly [type: FieldType | undefined, text: string, shown: string])[] = [
  [integers, '[1,10)', '[1,10)'],
  [integers, '(0,9]', '[1,10)'],
  [integers, ' [ 1 , 007 ] ', '[1,8)'],
  [integers, '["1","2"]', '[1,3)'],
  [integers, '(4,5)', 'empty'],
  [integers, '[5,5)', 'empty'],
  [integers, '[,5]', '(,6)'],
  [integers, '[5,]', '[5,)'],
  [integers, '(,)', '(,)'],
  [integers, '[-2147483648,2147483646]', '[-2147483648,2147483647)'],
  [decimals, '[1.50,2]', '[1.50,2]'],
  [decimals, '(+1,002.0)', '(1,2.0)'],
  [decimals, '[-0.0,0]', '[0.0,0]'],
  [decimals, '(1,1]', 'empty'],
  [days, '[2026-01-31,2026-02-28]', '[2026-01-31,2026-03-01)'],
  [days, '[2026-01-01,9999-12-31]', '[2026-01-01,10000-01-01)'],
  [days, '(2026-01-01,2026-01-02)', 'empty'],
  [
    instants,
    '[2026-01-01T00:00Z,2026-01-01T02:00:00.50+01:00]',
    '[2026-01-01T00:00:00+00:00,2026-01-01T01:00:00.5+00:00]',
  ],
  [instants, '(2026-07-01 12:00 Europe/Oslo,)', '(2026-07-01T10:00:00+00:00,)'],
];

const refused: readonly (readonly [type: FieldType | undefined, text: string, message: RegExp])[] = [
  [integers, '1,10', /is not a range/],
  [integers, '[1,10', /is not a range/],
  [integers, '[1;10)', /is not a range/],
  [integers, '[a,b]', /is not a range: "a" is not a whole number/],
  [integers, '[10,1)', /ends before it begins/],
  [integers, '[1,2147483647]', /no value after it/],
  [integers, '[1,2147483648)', /out of range/],
  [integers, 'EMPTY', /is not a range/],
  [decimals, '[1e3,)', /"1e3" is not a decimal number/],
  [decimals, '[NaN,]', /is not a decimal number/],
  [days, '[2026-02-30,)', /is not a date/],
  [days, '[today,)', /is not a date/],
  [instants, '[2026-01-01,2026-02-01)', /is not a range: A date alone/i],
];

test('a range is read as PostgreSQL writes it', async (t) => {
  for (const [type = anyText, text, shown] of kept) t.same(readValue(type, text), { ok: true, value: shown }, text);
  for (const [type = anyText, text, message] of refused)
    t.match(readValue(type, text), { ok: false, message }, `${type.kind} ${text}`);
  t.same(readValue({ kind: 'integer_range' }, '5'), { ok: true, value: '[5,6)' }, 'a value alone, in a comparison');
  const { query } = await testDatabase(t, undefined, { datestyle: 'German', timezone: 'UTC' });
  const bounds: readonly (readonly [FieldType | undefined, fc.Arbitrary<string>])[] = [
    [integers, fc.integer({ min: -9, max: 9 }).map(String)],
    [decimals, fc.constantFrom('-0', '0.00', '1', '1.0', '01.10', '-3.5', '12')],
    [days, fc.integer({ min: 0, max: 9 }).map((day) => `2026-02-2${day % 9}`)],
    [instants, fc.integer({ min: 0, max: 9 }).map((day) => `2026-02-2${day % 9}T00:00:00.${day}+00:00`)],
  ];
  for (const [type = anyText, bound] of bounds) {
    const texts = fc.sample(
      fc
        .tuple(fc.constantFrom('[', '('), fc.option(bound), fc.option(bound), fc.constantFrom(']', ')'))
        .map(([open, from, to, close]) => `${open}${from ?? ''},${to ?? ''}${close}`),
      { numRuns: process.env.ALMANAC_LONG === '1' ? 20_000 : 300, seed: 1 },
    );
    const read = texts.map((text) => readValue(type, text));
    const value = sql`written.text::range`;
    const shown = textOf(wordOf(type).shown?.(value) ?? value).replaceAll('::range', `::${wordOf(type).column(type)}`);
    const good = texts.filter((_, at) => read[at]?.ok);
    const [row] = await query(
      `select to_json(array(select (${shown})::text from unnest($1::text[]) with ordinality as written (text, place) order by place))::text as shown`,
      [`{${good.map((text) => `"${text}"`)}}`],
    );
    t.same(
      JSON.parse(String(row?.shown)),
      read.flatMap((each) => (each.ok ? each.value : [])),
      type.kind,
    );
    for (const text of texts.filter((_, at) => read[at]?.ok === false).slice(0, 5)) {
      await t.rejects(query(`select $1::text::${wordOf(type).column(type)}`, [text]), `${type.kind} ${text}`);
    }
  }
});

test('a text becomes a range where it is the text of one', async (t) => {
  const { query } = await testDatabase(t);
  const cases: readonly (readonly [FieldType | undefined, readonly string[], readonly string[]])[] = [
    [
      integers,
      ['[1,10)', '(,5)', '[5,)', '(,)', 'empty', '[-2147483648,2147483647)'],
      [
        '[1,10]',
        '(1,10)',
        '[5,5)',
        '[7,5)',
        '[01,5)',
        '[-0,5)',
        '[,5)',
        '[5,]',
        '[1,99999999999)',
        '[1,9999999999)',
        '[a,b)',
        '',
      ],
    ],
    [decimals, ['[1.50,2]', '(1,2)', '[1,1]', '(,0.10]'], ['[1,1)', '(2,1)', '[-0.0,1)', '[1e3,2)', '[NaN,)', ',']],
    [
      days,
      ['[2026-01-01,2026-02-01)', '[2026-01-01,10000-01-01)'],
      ['[2026-02-30,)', '[2026-01-01,2026-02-01]', '[0000-01-01,)'],
    ],
  ];
  for (const [type = anyText, good, bad] of cases) {
    const forth = conversion(anyText, type);
    const back = conversion(type, anyText);
    const [row] = await query(
      `select json_agg(case when ${forth?.fits?.('text')} then ${back?.value(`(${forth?.value('text')})`)} end) as held
       from unnest($1::text[]) as text`,
      [`{${[...good, ...bad].map((text) => `"${text}"`)}}`],
    );
    t.same(JSON.parse(String(row?.held)), [...good, ...bad.map(() => null)], type.kind);
  }
  t.equal(conversion(anyText, { kind: 'datetime_range' }), null, 'as of a datetime');
});

const model = modelOfFiles({
  'service.yaml': 'service: Offers\nroles: [clerk, guest]\nevents: { prefix: org.example }\n',
  'party.yaml': 'resource: party\nfields:\n  name: { type: text }\naccess: { clerk: all }\n',
  'identity.yaml':
    'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\naccess: { clerk: all }\n',
  'offer.yaml': `resource: offer
history: true
fields:
  party_id: { type: reference, to: party, nullable: true }
  ages: { type: integer_range, default: '[18,]' }
  prices: { type: decimal_range, nullable: true }
  period: { type: date_range, nullable: true }
  shown_at: { type: datetime_range, nullable: true }
  closed: { type: array, of: date_range, default: [] }
  due_on: { type: date, nullable: true }
  age: { type: integer, nullable: true }
  is_current: { type: boolean, computed: 'period=ov.[2026-01-01,2026-02-01)' }
indexes: [[period], [ages]]
checks:
  - { that: "or=(due_on.is.null,period.cs.$due_on)", message: Due within the period. }
  - { that: "or=(age.is.null,ages.cs.$age)", message: Of that age. }
notices:
  - { type: running, when: period=cs.today, to: party, message: It runs. }
access:
  clerk: all
  guest: { read: period=cs.today }
`,
});

test('a field of each type of ranges', async (t) => {
  const tables = {
    key: schemaText(model),
    run: (empty: Parameters<typeof createTables>[0]) => createTables(empty, model),
  };
  const database = await testDatabase(t, tables, { datestyle: 'German' });
  const { ask, token } = await serveDatabase(t, model, database);
  const tokenOf = (role: string) => ({ token: token({ identity_id: 7, role, scope: 'manage:data' }) });
  const clerk = tokenOf('clerk');
  const ids = async (query: string, caller = clerk) =>
    (await ask('GET', `/offer?${encodeURI(query)}&select=id&order=id`, caller)).body.map(
      (row: { readonly id: number }) => row.id,
    );
  const first = await ask('POST', '/offer', {
    ...clerk,
    body: {
      prices: '[1.50,2]',
      period: '[2026-01-01,2026-01-31]',
      shown_at: '[2026-01-01T00:00Z,2026-01-01T12:00+01:00)',
      closed: ['[2026-01-06,2026-01-06]'],
    },
  });
  t.match(first, {
    status: 201,
    body: {
      ages: '[18,)',
      prices: '[1.50,2]',
      period: '[2026-01-01,2026-02-01)',
      shown_at: '[2026-01-01T00:00:00+00:00,2026-01-01T11:00:00+00:00)',
      closed: ['[2026-01-06,2026-01-07)'],
      is_current: true,
    },
  });
  const wrong = await ask('POST', '/offer', {
    ...clerk,
    body: { ages: '[9,1]', period: '2026-01-01', closed: ['[a,)'] },
  });
  t.match(wrong.body, {
    status: 422,
    errors: [
      { pointer: '/ages', detail: '"[9,1]" ends before it begins; expected a range such as [1,10)' },
      { pointer: '/period', detail: /^"2026-01-01" is not a range; expected/ },
      { pointer: '/closed/0', detail: /is not a range: "a" is not a date/ },
    ],
  });
  t.match(await ask('POST', '/offer', { ...clerk, body: { period: '[2026-01-01,)', due_on: '2025-12-31' } }), {
    status: 422,
  });
  t.match(await ask('POST', '/offer', { ...clerk, body: { ages: '[1,5]', age: 6 } }), { status: 422 });
  const big = { ages: '[2147483640,)', age: 2_147_483_647, period: 'empty' };
  t.match(await ask('POST', '/offer', { ...clerk, body: big }), { status: 201 });
  const open = await ask('POST', '/offer', {
    ...clerk,
    body: { period: '[2026-02-01,)', due_on: '2026-02-01', party_id: null },
  });
  t.equal(open.status, 201, JSON.stringify(open.body));

  t.same(await ids('period=ov.[2026-01-31,2026-02-01]'), [1, 5]);
  t.same(await ids('period=cs.2026-01-31'), [1], 'a day stands for the range that has it alone');
  t.same(await ids('period=cs.[2026-01-02,2026-01-03]'), [1]);
  t.same(await ids('period=cd.[2026-01-01,2026-02-01)'), [1, 4], 'the empty range is in any other');
  t.same(await ids('period=adj.[2026-02-01,2026-03-01)'), [1]);
  t.same(await ids('period=sl.[2026-02-01,2026-03-01)'), [1]);
  t.same(await ids('period=sr.[2025-01-01,2026-01-01)'), [1, 5]);
  t.same(await ids('period=nxr.[2025-01-01,2026-02-01)'), [1]);
  t.same(await ids('period=nxl.[2026-01-15,2026-02-01)'), [5]);
  t.same(await ids('period=in.("[2026-01-01,2026-01-31]",empty)'), [1, 4]);
  t.same(await ids('or=(period.eq."[2026-01-01,2026-02-01)",ages.cs.2147483647)'), [1, 4, 5]);
  t.same(await ids('shown_at=cs.2026-01-01T10:59:59Z'), [1]);
  t.same(await ids('prices=cs.2.00'), [1]);
  t.same(await ids('closed=cs.{"[2026-01-06,2026-01-07)"}'), [1]);
  t.same(await ids('is_current=is.true'), [1]);
  t.match((await ask('GET', '/offer?period=cs.2026-02-30', clerk)).body, { status: 400 });
  t.match((await ask('GET', '/offer?period=cs.[2026-02-01,2026-01-01]', clerk)).body, {
    status: 400,
    detail: /ends before it begins/,
  });
  t.match((await ask('GET', '/offer?period=like.[*', clerk)).body, { status: 400 });

  t.same(await ids('id=gte.0', tokenOf('guest')), [5], 'the rule holds for the period that has today');
  const before = (await ask('GET', '/offer/1', clerk)).body.recorded_at;
  const patched = await ask('PATCH', '/offer/1', { ...clerk, body: { shown_at: '(,2026-01-01T00:00Z]' } });
  t.equal(patched.body.shown_at, '(,2026-01-01T00:00:00+00:00]');
  const same = await ask('PATCH', '/offer/1', { ...clerk, body: { period: '(2025-12-31,2026-02-01)' } });
  t.equal(same.body.recorded_at, patched.body.recorded_at, 'an equal range changes nothing');
  const then = await ask('GET', `/offer?id=eq.1&as_of=${encodeURIComponent(before)}`, clerk);
  t.equal(then.body[0].shown_at, '[2026-01-01T00:00:00+00:00,2026-01-01T11:00:00+00:00)');
  const oslo = await ask('GET', '/offer?id=eq.1&select=shown_at,text:shown_at::text', {
    ...clerk,
    headers: { prefer: 'timezone=Europe/Oslo' },
  });
  t.same(oslo.body, [{ shown_at: '(,2026-01-01T01:00:00+01:00]', text: '(,2026-01-01T01:00:00+01:00]' }]);
  const csv = await ask('GET', '/offer?id=eq.1&select=period,closed', { ...clerk, headers: { accept: 'text/csv' } });
  t.match(csv.text, /^"\[2026-01-01,2026-02-01\)","\[""\[2026-01-06,2026-01-07\)""\]"/m);
  const pages: string[] = [];
  let path: string | undefined = '/offer?order=shown_at.nullsfirst,period&limit=1&select=id,period';
  while (path !== undefined) {
    const page = await ask('GET', path, clerk);
    pages.push(...page.body.map((row: { readonly period: string }) => row.period));
    path = /<[^>]*(\/offer\?[^>]*)>; rel="next"/.exec(page.headers.link ?? '')?.[1];
  }
  t.same(pages, ['empty', '[2026-02-01,)', '[2026-01-01,2026-02-01)']);

  await ask('POST', '/party', { ...clerk, body: { name: 'a' } });
  await ask('PATCH', '/offer/5', { ...clerk, body: { party_id: 1 } });
  while ((await computeNotices(database.database)) > 0);
  t.same(await database.query('select source, status from notice'), [{ source: '/offer/5', status: 'active' }]);
  // A row of which nothing was noted: time alone brings its notice about, when its period begins.
  await database.query(
    `set session_replication_role = replica;
     insert into offer (id, party_id, period, row_version, recorded_in, recorded_at, recorded_by)
       overriding system value values (9, 1, '[2026-02-01,)', 1, '3', now(), 0);
     set session_replication_role = origin`,
  );
  while ((await computeNotices(database.database)) > 0);
  t.equal((await database.query('select from notice')).length, 1);
  await database.query(`update almanac.notice_clock set passed = '2026-01-15Z'`);
  while ((await computeNotices(database.database)) > 0);
  t.same(await database.query('select source from notice order by id'), [
    { source: '/offer/5' },
    { source: '/offer/9' },
  ]);
});

test('an index of a range finds what overlaps', async (t) => {
  const tables = {
    key: schemaText(model),
    run: (empty: Parameters<typeof createTables>[0]) => createTables(empty, model),
  };
  const { query } = await testDatabase(t, tables);
  const found = await query(
    `select indexdef from pg_indexes where tablename = 'offer' and indexdef like '%gist%' order by 1`,
  );
  t.match(found, [{ indexdef: /using gist \(ages\)/i }, { indexdef: /using gist \(period\)/i }]);
});
