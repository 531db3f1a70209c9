import fc from 'fast-check';
import { test } from 'tap';
import type { History } from '../../engine/model/model.ts';
import { historySource } from '../../engine/query/sql/read/past/history_source.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { textOf } from '../../engine/sql/render.ts';
import { testDatabase } from '../database.ts';
import { serveModel } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { fieldOf, integerType, modelOf, tableOf } from './model_of.ts';

const model = modelOf(tableOf('page', [fieldOf('number', integerType())], { history: true }));
const versions = textOf(historySource(model.resources.get('page_history') as History));

// The clock shows the setting test.clock, in microseconds after an instant.
const testClock = `
  create or replace function almanac.clock() returns timestamptz language sql volatile
  return timestamptz '2026-01-01Z' + current_setting('test.clock')::bigint * interval '1 microsecond'`;

test('record time is strictly ordered for each row whatever the clock does, and its versions never overlap', async (t) => {
  const { database, query } = await testDatabase(t);
  await database.script(schemaText(model));
  await query(testClock);
  const statement = fc.oneof(
    fc.record({ kind: fc.constant('insert' as const), id: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('update' as const), id: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('delete' as const), id: fc.integer({ min: 1, max: 3 }) }),
  );
  const transaction = fc.record({
    clock: fc.integer({ min: 0, max: 4 }),
    statements: fc.array(statement, { minLength: 1, maxLength: 4 }),
  });
  const texts = {
    insert: 'insert into page (id, number) values ($1, 0) on conflict do nothing',
    update: 'update page set number = number + 1 where id = $1',
    delete: 'delete from page where id = $1',
  };
  await fc.assert(
    fc.asyncProperty(fc.array(transaction, { minLength: 2, maxLength: 8 }), async (transactions) => {
      await database.script('truncate page, page_history');
      for (const { clock, statements } of transactions) {
        const outcome = await database.transaction(async (inside) => {
          await inside({ text: `select set_config('test.clock', $1, true)`, values: [String(clock)] });
          for (const { kind, id } of statements) {
            const done = await inside({ text: texts[kind], values: [String(id)] });
            if (!done.ok) return done.error.sqlstate;
          }
          return null;
        });
        // Only a transaction that had its instant before it came to a row of a later one is refused.
        const refused = typeof outcome === 'string' ? outcome : (outcome?.error.sqlstate ?? null);
        if (refused !== null && (refused !== '40001' || statements.length === 1)) return false;
      }
      const wrong = await query(`
        select * from (
          select recorded_at >= coalesce(replaced_at, 'infinity') or
            recorded_at < lag(coalesce(replaced_at, 'infinity')) over (partition by page_id order by recorded_at, id) or
            id < lag(id) over (partition by page_id order by recorded_at) as is_wrong
          from ${versions} as version
        ) as judged where is_wrong`);
      return wrong.length === 0;
    }),
    { numRuns: 100 },
  );
});

test('a clock that stands still or steps back still gives each version its microsecond', async (t) => {
  const { database, query } = await testDatabase(t);
  await database.script(schemaText(model));
  await query(testClock);
  const at = (clock: number, text: string) =>
    database.transaction(async (inside) => {
      await inside({ text: `select set_config('test.clock', $1, true)`, values: [String(clock)] });
      return inside({ text, values: [] });
    });
  await at(5, 'insert into page (number) values (0)');
  await at(5, 'update page set number = 1');
  await at(0, 'update page set number = 2');
  await at(1000, 'update page set number = 3');
  const rows = await query(`
    select number, extract(epoch from recorded_at - '2026-01-01Z')::numeric * 1000000 as after,
      extract(epoch from replaced_at - '2026-01-01Z')::numeric * 1000000 as until
    from ${versions} as version order by number`);
  t.same(
    rows.map(({ after, until }) => [Number(after), until === null ? null : Number(until)]),
    [
      [5, 6],
      [6, 7],
      [7, 1000],
      [1000, null],
    ],
  );
});

test('what a clock ahead recorded is replaced, and given again, a microsecond later by one that is right', async (t) => {
  const { database, query } = await testDatabase(t);
  await database.script(schemaText(model));
  await query(`
    create or replace function almanac.clock() returns timestamptz language sql volatile
    return clock_timestamp() + coalesce(nullif(current_setting('test.ahead', true), ''), '0')::interval`);
  await query(`begin; set local test.ahead = '1 hour'; insert into page (number) values (0); commit`);
  await query('update page set number = 1');
  await query('delete from page');
  await query('insert into page (id, number) values (1, 2)');
  const rows = await query(`
    select number, replaced_at - recorded_at as time, recorded_at > clock_timestamp() as is_ahead
    from ${versions} as version order by recorded_at`);
  t.same(rows, [
    { number: '0', time: '00:00:00.000001', is_ahead: 't' },
    { number: '1', time: '00:00:00.000001', is_ahead: 't' },
    { number: '2', time: null, is_ahead: 't' },
  ]);
});

test('the instant is exact to the microsecond in any DateStyle, IntervalStyle and zone', async (t) => {
  const { database, query } = await testDatabase(t);
  await database.script(schemaText(model));
  await query(testClock);
  // 2026-10-25 is the day on which Oslo's clocks go back.
  const clocks = [
    '0',
    '1',
    '999999',
    String(297 * 86_400_000_000 + 3_600_000_000 + 1),
    String(-60 * 366 * 86_400_000_000 - 1),
  ];
  for (const clock of clocks) {
    await database.transaction(async (inside) => {
      await inside({
        text: `select set_config('test.clock', $1, true), set_config('DateStyle', 'SQL, DMY', true),
          set_config('IntervalStyle', 'sql_standard', true), set_config('TimeZone', 'Europe/Oslo', true)`,
        values: [clock],
      });
      const outcome = await inside({
        text: 'select almanac.record_time(null) = almanac.clock() and almanac.record_time(null) = almanac.clock() as exact',
        values: [],
      });
      t.same(outcome.ok && outcome.rows, [{ exact: 't' }], clock);
    });
  }
});

test('a write of many rows by the API is recorded at one instant, later than all of them, while the clock is behind', async (t) => {
  const served = modelOfFiles({
    'service.yaml': 'service: Test\n',
    'page.yaml': 'resource: page\nhistory: true\nfields:\n  number: { type: integer }\n',
  });
  const { ask, database } = await serveModel(t, served);
  const headers = { prefer: 'return=representation' };
  const writes = [
    { method: 'PATCH', body: { number: 5 }, headers },
    { method: 'DELETE', headers: {} },
    { method: 'DELETE', headers },
  ] as const;
  for (const { method, ...request } of writes) {
    await database.query(
      'create or replace function almanac.clock() returns timestamptz language sql volatile return clock_timestamp()',
    );
    await database.query('truncate page, page_history');
    for (let count = 0; count < 3; count += 1) await ask('POST', '/page', { body: { number: count } });
    await database.query(`
      create or replace function almanac.clock() returns timestamptz language sql volatile
      return clock_timestamp() - interval '1 hour'`);
    await database.query('update page set number = 9 where number = 1');
    await database.query('create table former as select * from page');
    const written = await ask(method, '/page?id=gt.0', request);
    t.match(written, { status: request.headers === headers ? 200 : 204 }, written.text);
    const [found] = await database.query(`
      select count(distinct history.replaced_at) as instants, min(history.replaced_at) > max(former.recorded_at) as later,
        count(*) as count
      from former join page_history as history on history.page_id = former.id and history.recorded_at = former.recorded_at`);
    t.same(found, { instants: '1', later: 't', count: '3' }, method);
    await database.query('drop table former');
  }
});

test('a change of many rows in SQL while the clock is behind is refused, until it names the row that was recorded last', async (t) => {
  const { database, query } = await testDatabase(t);
  await database.script(schemaText(model));
  await query('insert into page (number) values (0), (1), (2)');
  await query(`
    create or replace function almanac.clock() returns timestamptz language sql volatile
    return clock_timestamp() - interval '1 hour'`);
  await query('update page set number = 9 where id = 2');
  const change = { text: 'update page set number = 5', values: [] };
  t.match(await database.query(change), { ok: false, error: { sqlstate: '40001' } });
  const named = await database.transaction(async (inside) => {
    await inside({
      text: `select set_config('almanac.latest.page', id::text, true) from page order by recorded_at desc limit 1`,
      values: [],
    });
    return inside(change);
  });
  t.match(named, { ok: true, rowCount: 3 });
  t.same(await query('select count(distinct recorded_at) as instants from page'), [{ instants: '1' }]);
});
