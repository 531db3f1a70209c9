import { test } from 'tap';
import { longestRow } from '../../engine/query/sql/read/shown/longest_answer.ts';
import { serveModel } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { listOf, planOfRead } from './planned.ts';

// A list that cannot pass the bound of an answer is not counted: no row may be longer than is reckoned.

const definitions = {
  'service.yaml': 'service: Longest\n',
  'kind.yaml': `resource: kind
history: true
fields:
  name: { type: text, max_length: 50 }
relations:
  thing: { resource: thing, by: kind_id }
`,
  'thing.yaml': `resource: thing
fields:
  short: { type: text, max_length: 400 }
  page: { type: html, max_length: 300 }
  state: { type: enum, values: [new, of_a_long_name] }
  small: { type: decimal, precision: 20, scale: 18 }
  whole: { type: integer }
  large: { type: bigint }
  day: { type: date }
  at: { type: datetime }
  hour: { type: time }
  span: { type: datetime_range }
  key: { type: uuid }
  is_new: { type: boolean, computed: state=eq.of_a_long_name }
  words: { type: array, of: { type: text, max_length: 4 }, max_length: 3 }
  moments: { type: array, of: { type: datetime }, max_length: 2 }
  kind_id: { type: reference, to: kind }
  endless: { type: text, nullable: true }
  document: { type: json, nullable: true }
`,
};

const model = modelOfFiles(definitions);
const bounded =
  'id,short,page,state,small,whole,large,day,at,hour,span,key,is_new,words,moments,kind_id,recorded_at,recorded_by';

test('no row is longer than is reckoned', async (t) => {
  const { ask, database } = await serveModel(t, model);
  const worst = String.raw`e'\x01'`;
  await database.query(
    `insert into kind (id, name) overriding system value values (9223372036854775806, repeat(${worst}, 50))`,
  );
  await database.query(
    `insert into thing (id, short, page, state, small, whole, large, day, at, hour, span, key, words, moments, kind_id)
     overriding system value
     select 9223372036854775800 + n, repeat(text, 400), repeat(text, 300), 'of_a_long_name', -99.123456789012345678, -2147483648, -9223372036854775808,
       '4713-01-01 BC', '4713-01-01 00:00:00.123456+00 BC', '23:59:59.999999', tstzrange('294276-12-31 23:59:59.999999+00', '294276-12-31 23:59:59.999999+00', '[]'), gen_random_uuid(), array_fill(repeat(text, 4), array[3]),
       array_fill('294276-12-31 23:59:59.999999+00'::timestamptz, array[2]), 9223372036854775806
     from (values (1, ${worst}), (2, '"'), (3, 'ß'), (4, '𝄞')) as row (n, text)`,
  );
  const ids = [1, 2, 3, 4].map((n) => `922337203685477580${n}`);
  for (const select of [
    bounded,
    `a:short,b:short,"c\u0001d":short,${bounded}`,
    `${bounded},kind(id,name,recorded_at)`,
    `${bounded},...kind(name)`,
  ]) {
    const path = `thing?select=${encodeURIComponent(select)}`;
    const longest = longestRow(listOf(path, model).rows, model);
    t.ok(Number.isFinite(longest), 'it has a bound');
    for (const id of ids) {
      const { status, text } = await ask('GET', `/${path}&id=eq.${id}`);
      t.equal(status, 200, select);
      t.ok(Buffer.byteLength(text) - 2 <= longest, `${text.length} of ${longest} bytes: ${select}`);
    }
  }
  const { text } = await ask('GET', '/kind/9223372036854775806');
  t.ok(Buffer.byteLength(text) <= longestRow(planOfRead('kind', model).rows, model), 'links included');
});

test('what nothing bounds has no bound', (t) => {
  for (const path of [
    'thing?select=endless',
    'thing?select=document',
    'thing?select=document->a',
    'thing?select=short::text',
    'kind?select=id,thing(id)',
    'kind_history?select=id',
  ])
    t.equal(longestRow(listOf(path, model).rows, model), Number.POSITIVE_INFINITY, path);
  t.ok(Number.isFinite(longestRow(listOf('kind?select=id,thing(id)&thing.limit=3', model).rows, model)));
  t.end();
});
