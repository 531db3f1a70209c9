import fc from 'fast-check';
import { test } from 'tap';
import type { Database } from '../../db/database.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { computeNotices } from '../../engine/feature/notice/compute.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { empty, sql } from '../../engine/sql/fragment.ts';
import { textOf } from '../../engine/sql/render.ts';
import { readValue } from '../../engine/vocabulary/field_type.ts';
import { duration } from '../../engine/vocabulary/type/duration.ts';
import { testDatabase } from '../database.ts';
import { serveDatabase } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { clientText } from '../types/model.ts';

/** As written, and as it is stored and shown: months, days and microseconds, none made of another. */
const kept: readonly (readonly [text: string, shown: string])[] = [
  ['P1Y2M3DT4H5M6S', 'P1Y2M3DT4H5M6S'],
  ['P14M', 'P1Y2M'],
  ['P2W', 'P14D'],
  ['P45D', 'P45D'],
  ['PT36H', 'PT36H'],
  ['PT90M', 'PT1H30M'],
  ['PT3600S', 'PT1H'],
  ['PT0.5S', 'PT0.5S'],
  ['PT0.000001S', 'PT0.000001S'],
  ['PT-0.5S', 'PT-0.5S'],
  ['P0D', 'PT0S'],
  ['PT0S', 'PT0S'],
  ['-P1M', 'P-1M'],
  ['-P1DT12H', 'P-1DT-12H'],
  ['-P1M-1D', 'P-1M1D'],
  ['P1M-30D', 'P1M-30D'],
  ['P1Y-1M', 'P11M'],
  ['+P+1D', 'P1D'],
  ['P2147483646D', 'P2147483646D'],
  ['PT9223372036854.775806S', 'PT2562047788H54.775806S'],
];

const refused: readonly string[] = [
  ...[
    '',
    'P',
    'PT',
    '-P',
    'P-',
    'P1',
    '1D',
    'p1d',
    'P1H',
    'PT1D',
    'P1DT',
    'P1M1Y',
    'P1W1D',
    'P1.5D',
    'P0.5Y',
    'PT1.5H',
  ],
  ...['PT1.0000001S', 'P1D ', ' P1D', 'P1D\n', '1 day', 'infinity', 'P--1D', `P${'9'.repeat(21)}D`, 'P1D\0'],
];

const tooLong: readonly string[] = ['P2147483647D', '-P2147483648D', 'P178956971Y', 'P400000000W', 'PT9223372036855S'];

const styles = ['postgres', 'postgres_verbose', 'sql_standard', 'iso_8601'];

test('a duration is read as months, days and microseconds', async (t) => {
  for (const [text, shown] of kept) t.same(readValue({ kind: 'duration' }, text), { ok: true, value: shown }, text);
  for (const text of [...refused, ...tooLong]) t.equal(readValue({ kind: 'duration' }, text).ok, false, text);
});

test('PostgreSQL writes each duration as it was read, whatever the session says', async (t) => {
  const parts = fc.tuple(
    fc.integer({ min: -2147483646, max: 2147483646 }),
    fc.integer({ min: -2147483646, max: 2147483646 }),
    fc.bigInt({ min: -(2n ** 63n) + 2n, max: 2n ** 63n - 2n }),
    fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7),
  );
  const texts = fc
    .sample(parts, { numRuns: process.env.ALMANAC_LONG === '1' ? 20_000 : 500, seed: 1 })
    .map(([months, days, microseconds, some]) => {
      const seconds = `${microseconds < 0n ? '-' : ''}${fixed(microseconds < 0n ? -microseconds : microseconds)}`;
      return `P${some & 1 ? months : 0}M${some & 2 ? days : 0}DT${some & 4 ? seconds : '0'}S`;
    });
  const read = [...kept.map(([text]) => text), ...texts].map((text) => {
    const value = readValue({ kind: 'duration' }, text);
    return value.ok ? value.value : text;
  });
  const shown = textOf(duration.shown?.(sql`written.text::interval`) ?? empty);
  for (const style of styles) {
    const { query } = await testDatabase(t, undefined, { intervalstyle: style });
    const [row] = await query(
      `select to_json(array(
        select ${shown}
        from unnest($1::text[]) with ordinality as written (text, place)
        order by place
      ))::text as shown`,
      [`{${read.map((text) => `"${text}"`).join()}}`],
    );
    t.same(JSON.parse(String(row?.shown)), read, style);
  }
});

function fixed(microseconds: bigint): string {
  return `${microseconds / 1_000_000n}.${String(microseconds % 1_000_000n).padStart(6, '0')}`;
}

const model = modelOfFiles({
  'service.yaml': 'service: Spans\nevents: { prefix: org.example }\n',
  'party.yaml': 'resource: party\nfields:\n  name: { type: text }\n',
  'identity.yaml':
    'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\n',
  'span.yaml': `resource: span
history: true
fields:
  length: { type: duration, default: P1D }
  pause: { type: duration, nullable: true, unique: true }
  party_id: { type: reference, to: party, nullable: true }
notices:
  - { type: long, when: length=gt.P1Y, to: party, message: A long span., data: [length] }
`,
});

test('a field of type duration in the client', async (t) => {
  const text = await clientText(model);
  t.match(text, '  length?: ScalarFilter<string>;\n');
  t.match(text, '  length: string;\n');
});

test('a field of type duration', async (t) => {
  const tables = { key: schemaText(model), run: (empty: Database) => createTables(empty, model) };
  const database = await testDatabase(t, tables, { intervalstyle: 'sql_standard' });
  const { ask } = await serveDatabase(t, model, database);
  const texts = ['P1M', 'P30D', 'PT720H', 'P31D', 'PT1S', 'P-1D'];
  for (const length of texts) t.equal((await ask('POST', '/span', { body: { length } })).status, 201, length);
  const lengths = async (query: string) =>
    (await ask('GET', `/span?${query}`)).body.map(({ length }: { readonly length: string }) => length);

  t.same(await lengths('order=id'), texts);
  t.same(await lengths('length=eq.P1M&order=id'), ['P1M', 'P30D', 'PT720H'], 'a month is 30 days of 24 hours');
  t.same(await lengths('length=gt.PT720H'), ['P31D']);
  t.same(await lengths('length=in.(PT1S,P-1D)&order=length'), ['P-1D', 'PT1S']);
  t.same(await lengths('or=(length.lt.PT0S,length.eq.P0Y0M31D)&order=length.desc'), ['P31D', 'P-1D']);
  t.match((await ask('GET', '/span?length=eq.1 day')).body, { status: 400 });
  t.match((await ask('GET', '/span?length=like.P*')).body, { status: 400 });

  t.equal((await ask('POST', '/span', { body: {} })).body.length, 'P1D', 'the default');
  const wrong = await ask('POST', '/span', { body: { length: '1 day' } });
  t.match(wrong.body, { status: 422, errors: [{ pointer: '/length', detail: /^must be a duration such as P1M/ }] });
  t.equal((await ask('POST', '/span', { body: { length: 1 } })).body.errors[0].detail, 'must be a text');
  t.equal((await ask('POST', '/span', { body: { pause: 'P1M' } })).status, 201);
  t.equal((await ask('POST', '/span', { body: { pause: 'P30D' } })).status, 409, 'unique by the same equality');

  const same = await ask('PATCH', '/span/2', { body: { length: 'P1M' } });
  t.same([same.status, same.body.length], [200, 'P30D'], 'an update to an equal value changes nothing');
  const changed = await ask('PATCH', '/span/1', { body: { length: 'PT0.5S' } });
  t.equal(changed.body.length, 'PT0.5S');
  const versions = (await ask('GET', '/span_history?span_id=eq.1&order=recorded_at')).body;
  t.same(
    versions.map(({ length }: { readonly length: string }) => length),
    ['P1M', 'PT0.5S'],
  );

  const pages: string[] = [];
  let path: string | undefined = '/span?order=length.desc&limit=2&id=lte.6';
  while (path !== undefined) {
    const page = await ask('GET', path);
    pages.push(...page.body.map(({ length }: { readonly length: string }) => length));
    path = /<[^>]*(\/span\?[^>]*)>; rel="next"/.exec(page.headers.link ?? '')?.[1];
  }
  t.same(pages, ['P31D', 'P30D', 'PT720H', 'PT1S', 'PT0.5S', 'P-1D']);

  const cast = await ask('GET', '/span?select=length,text:length::text&id=eq.4');
  t.same(cast.body, [{ length: 'P31D', text: 'P31D' }]);

  await ask('POST', '/party', { body: { name: 'a' } });
  await ask('POST', '/span', { body: { length: 'P24M', party_id: 1 } });
  while ((await computeNotices(database.database)) > 0);
  t.same(await database.query("select data ->> 'length' as length from notice"), [{ length: 'P2Y' }]);
  t.match((await ask('GET', '/span?id=eq.4', { headers: { accept: 'text/csv' } })).text, /,P31D,/);
});
