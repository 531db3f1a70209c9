import { test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { conversion } from '../../engine/schema/migration/value/conversion.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { readValue } from '../../engine/vocabulary/field_type.ts';
import { anyText } from '../../engine/vocabulary/type/text.ts';
import { testDatabase } from '../database.ts';
import { serveDatabase } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';

/** As written, and as it is stored and shown. */
const kept: readonly (readonly [text: string, shown: string])[] = [
  ['00:00', '00:00:00'],
  ['08:30', '08:30:00'],
  ['08:30:00', '08:30:00'],
  ['10:10:10', '10:10:10'],
  ['08:30:00.0', '08:30:00'],
  ['08:30:10.10', '08:30:10.1'],
  ['23:59:59.999999', '23:59:59.999999'],
  ['00:00:00.000001', '00:00:00.000001'],
];

const refused = [
  ...['', '8:30', '08', '24:00', '24:00:00', '08:60', '08:30:60', '08:30:00.', '08:30:00.1234567', '08:30:00Z'],
  ...['08:30:00+01:00', 'T08:30:00', ' 08:30', '08:30\n', '08:30 PM', 'now', '08:30:00,5', '٠٨:٣٠'],
];

test('a time of day is read as PostgreSQL writes it', async (t) => {
  for (const [text, shown] of kept) t.same(readValue({ kind: 'time' }, text), { ok: true, value: shown }, text);
  for (const text of refused) t.equal(readValue({ kind: 'time' }, text).ok, false, text);
  const { query } = await testDatabase(t);
  const [row] = await query('select to_json(array(select unnest($1::text[])::time))::text as shown', [
    `{${kept.map(([text]) => text)}}`,
  ]);
  t.same(
    JSON.parse(String(row?.shown)),
    kept.map(([, shown]) => shown),
  );
});

test('a text becomes a time of day where it is the text of one', async (t) => {
  const { query } = await testDatabase(t);
  const forth = conversion(anyText, { kind: 'time' });
  const back = conversion({ kind: 'time' }, anyText);
  const [row] = await query(
    `select json_agg(case when ${forth?.fits?.('text')} then ${back?.value(`(${forth?.value('text')})`)} end) as held
     from unnest('{08:30:00,08:30:00.5,08:30,24:00:00,08:30:00.50,noon,""}'::text[]) as text`,
  );
  t.same(JSON.parse(String(row?.held)), ['08:30:00', '08:30:00.5', null, null, null, null, null]);
});

const model = modelOfFiles({
  'service.yaml': 'service: Shops\n',
  'shop.yaml': `resource: shop
history: true
fields:
  opens_at: { type: time, default: 08:30 }
  closes_at: { type: time, nullable: true, unique: true }
  breaks: { type: array, of: time, default: [] }
  is_early: { type: boolean, computed: opens_at=lt.07:00 }
indexes: [[opens_at]]
checks:
  - { that: "or=(closes_at.is.null,closes_at.gt.$opens_at)", message: Closes after it opens. }
`,
});

test('a field of type time', async (t) => {
  const database = await testDatabase(t, { key: schemaText(model), run: (empty) => createTables(empty, model) });
  const { ask } = await serveDatabase(t, model, database);
  const opening = async (query: string) =>
    (await ask('GET', `/shop?${query}`)).body.map(({ opens_at }: { readonly opens_at: string }) => opens_at);
  const created = await ask('POST', '/shop', { body: { breaks: ['12:00', '09:00:00.50'] } });
  t.match(created, {
    status: 201,
    body: { opens_at: '08:30:00', breaks: ['12:00:00', '09:00:00.5'], is_early: false },
  });
  const wrong = await ask('POST', '/shop', { body: { opens_at: '24:00:00', breaks: ['8:30'] } });
  t.match(wrong.body, {
    status: 422,
    errors: [
      { pointer: '/opens_at', detail: 'must be a time of day such as 08:30:00' },
      { pointer: '/breaks/0', detail: 'must be a time of day such as 08:30:00' },
    ],
  });
  t.match(await ask('POST', '/shop', { body: { opens_at: '09:00', closes_at: '09:00' } }), { status: 422 });
  for (const opens_at of ['06:00', '22:15:30', '12:00:00.25']) {
    t.equal((await ask('POST', '/shop', { body: { opens_at } })).status, 201, opens_at);
  }
  t.same(await opening('order=opens_at'), ['06:00:00', '08:30:00', '12:00:00.25', '22:15:30']);
  t.same(await opening('opens_at=eq.08:30'), ['08:30:00']);
  t.same(await opening('opens_at=in.( 06:00, 22:15:30 )&order=opens_at.desc'), ['22:15:30', '06:00:00']);
  t.same(await opening('opens_at=gte(any).{12:00:00.25}&order=opens_at'), ['12:00:00.25', '22:15:30']);
  t.same(await opening('breaks=cs.{12:00}'), ['08:30:00']);
  t.same(await opening('is_early=is.true'), ['06:00:00']);
  t.match((await ask('GET', '/shop?opens_at=eq.25:00')).body, { status: 400 });
  t.match((await ask('GET', '/shop?opens_at=like.08*')).body, { status: 400 });
  t.same((await ask('GET', '/shop?select=hour:opens_at::text&id=eq.1')).body, [{ hour: '08:30:00' }]);

  const before = (await ask('GET', '/shop/1')).body.recorded_at;
  t.match(await ask('PATCH', '/shop/1', { body: { opens_at: '07:15' } }), { body: { opens_at: '07:15:00' } });
  t.same((await ask('GET', `/shop?id=eq.1&as_of=${encodeURIComponent(before)}`)).body[0].opens_at, '08:30:00');
  t.same(
    (await ask('GET', '/shop_history?shop_id=eq.1&order=recorded_at')).body.map(
      (row: { readonly opens_at: string }) => row.opens_at,
    ),
    ['08:30:00', '07:15:00'],
  );
  t.equal((await ask('PATCH', '/shop/1', { body: { closes_at: '20:00' } })).status, 200);
  t.equal((await ask('POST', '/shop', { body: { closes_at: '20:00:00.0' } })).status, 409);
  const csv = await ask('GET', '/shop?id=eq.1&select=opens_at,breaks', { headers: { accept: 'text/csv' } });
  t.equal(csv.text.trimEnd().split('\n')[1]?.trim(), '07:15:00,"[""12:00:00"",""09:00:00.5""]"');
  const lines = 'opens_at,breaks\r\n05:00,"[""06:00""]"\r\n';
  const sent = await ask('POST', '/shop', { headers: { 'content-type': 'text/csv' }, body: lines });
  t.match(sent.body, [{ opens_at: '05:00:00', breaks: ['06:00:00'] }]);
  await t.rejects(database.query(`insert into shop (opens_at) values ('24:00')`), /shop_opens_at_maximum_check/);
  await t.rejects(database.query(`insert into shop (breaks) values ('{24:00}')`), /shop_breaks_maximum_check/);
});
