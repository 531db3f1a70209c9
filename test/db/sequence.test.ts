import { type Test, test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import type { Outcome } from '../../db/statement.ts';
import { testDatabase } from '../database.ts';
import { openPsql } from '../psql.ts';
import { countedProxy } from './counted_proxy.ts';

// Several statements in one round trip and one transaction, each with a snapshot of its own.

async function single(t: Test, url: string, statementTimeoutSeconds = 30): Promise<Database> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds });
  t.teardown(() => database.close());
  return database;
}

const say = (text: string, values: readonly (string | null)[] = [], name?: string) => ({
  text,
  values,
  ...(name !== undefined && { name }),
});

/** Its rows, or the SQLSTATE. */
const told = (outcome: Outcome) => (outcome.ok ? outcome.rows : outcome.error.sqlstate);

test('the answer is that of the second, prepared or not', async (t) => {
  const { url } = await testDatabase(t);
  const database = await single(t, url);
  for (const [firstName, name] of [[], ['a', 'b'], ['a', 'b'], [undefined, 'b'], ['a']]) {
    const first = say('select $1::text as one from generate_series(1, 3)', ['1'], firstName);
    const outcome = await database.query({ ...say('select $1::int + $2::int as two', ['1', '1'], name), first });
    t.same(told(outcome), [{ two: '2' }]);
  }
  const prepared = await database.query(say('select name from pg_prepared_statements order by name'));
  t.same(told(prepared), [{ name: 'a' }, { name: 'b' }], 'each is prepared once');
});

test('both are done or none, and the connection is good for the next', async (t) => {
  const { url } = await testDatabase(t);
  const database = await single(t, url);
  await database.query(say('create table thing (id int primary key)'));
  const insert = (id: string, name?: string) => say('insert into thing values ($1::int) returning id', [id], name);
  const fails = (name?: string) => say('select 1 / $1::int', ['0'], name);
  const broken = say('select nothing from nowhere', [], 'broken');
  const sequences: readonly (readonly [
    first: ReturnType<typeof say>,
    second: ReturnType<typeof say>,
    told: unknown,
  ])[] = [
    [insert('1', 'insert'), fails('fails'), '22012'],
    [insert('1', 'insert'), fails('fails'), '22012'],
    [fails('fails_first'), insert('1', 'insert_second'), '22012'],
    [fails('fails_first'), insert('1', 'insert_second'), '22012'],
    [insert('1'), fails(), '22012'],
    [insert('1', 'insert'), broken, '42P01'],
    [broken, insert('1', 'insert_third'), '42P01'],
    [insert('1', 'insert'), insert('2', 'insert_third'), [{ id: '2' }]],
    [insert('3', 'insert'), insert('3', 'insert_second'), '23505'],
    [
      say('select set_config($1, $2, true)', ['almanac.x', 'y']),
      say("select current_setting('almanac.x') as x"),
      [{ x: 'y' }],
    ],
    [say('select'), say("select current_setting('almanac.x', true) as x"), [{ x: '' }]],
  ];
  for (const [first, second, expected] of sequences) {
    t.same(told(await database.query({ ...second, first })), expected, `${first.text}; ${second.text}`);
  }
  t.same(told(await database.query(say('select id from thing order by id'))), [{ id: '1' }, { id: '2' }]);
});

test('within a transaction it is part of that', async (t) => {
  const { url, query } = await testDatabase(t);
  const database = await single(t, url);
  await query('create table thing (id int primary key)');
  const insert = (id: string) => say('insert into thing values ($1::int) returning id', [id], 'insert');
  await t.rejects(
    database.transaction(async (run) => {
      t.same(told(await run({ ...insert('2'), first: say('insert into thing values (1)') })), [{ id: '2' }]);
      throw new Error('no');
    }),
  );
  t.same(await query('select from thing'), []);
});

test('the second sees what was committed while the first waited', async (t) => {
  const { url, query } = await testDatabase(t);
  const database = await single(t, url);
  await query("create table thing as select 1 as id, 'old' as name");
  await query("create table right_of as select 'old' as name");
  const other = await openPsql(t, url);
  await other.run('begin; select from thing where id = 1 for update');
  const first = say('select from thing where id = 1 for update');
  const seen = database.query({ ...say('select name from right_of'), first });
  await other.awaited();
  await other.run("update right_of set name = 'new'; commit");
  t.same(told(await seen), [{ name: 'new' }]);
});

test('one that waits too long is given up, and a lost connection is replaced', async (t) => {
  const { url, query } = await testDatabase(t);
  const database = await single(t, url, 2);
  await query('create table thing as select 1 as id');
  const other = await openPsql(t, url);
  await other.run('begin; select from thing where id = 1 for update');
  const first = say('select from thing where id = 1 for update');
  t.equal(told(await database.query({ ...say('select 1 as one'), first })), '57014');
  await other.run('commit');
  const ended = await database.query({ ...say('select pg_terminate_backend(pg_backend_pid())'), first });
  t.equal(ended.ok ? 'ok' : ended.error.unavailable, true);
  t.same(told(await database.query({ ...say('select 1 as one'), first })), [{ one: '1' }]);
});

test('what a transaction asks for at once is one round trip, in its order', async (t) => {
  const { url } = await testDatabase(t);
  const proxy = await countedProxy(t, url);
  const database = await single(t, proxy.url);
  await database.query(say('create table thing (id int primary key)'));
  const insert = (id: string, name?: string) => say('insert into thing values ($1::int) returning id', [id], name);
  const locked = { ...say('select count(*) from thing where id > $1::int', ['0']), first: insert('9', 'first') };
  const fails = say('select 1 / $1::int as one', ['0'], 'fails');
  const plain = say("select set_config('almanac.x', 'y', true); select 1 as one");
  const cases: readonly (readonly [
    statements: readonly (ReturnType<typeof say> & { readonly first?: ReturnType<typeof say> })[],
    told: readonly unknown[],
    trips: number,
  ])[] = [
    [[insert('1', 'a'), insert('2', 'a'), insert('3')], [[{ id: '1' }], [{ id: '2' }], [{ id: '3' }]], 2],
    [[locked, insert('4', 'a')], [[{ count: '4' }], [{ id: '4' }]], 2],
    [[insert('5', 'a'), fails, insert('6', 'b'), locked], [[{ id: '5' }], '22012', '22012', '22012'], 2],
    [[insert('1', 'a'), insert('6', 'b')], ['23505', '23505'], 2],
    [[insert('6', 'b'), plain, insert('7', 'a')], [[{ id: '6' }], [{ one: '1' }], [{ id: '7' }]], 4],
    [[plain], [[{ one: '1' }]], 3],
    [[], [], 0],
  ];
  for (const [statements, expected, trips] of cases) {
    proxy.reset();
    const found: unknown[] = [];
    await database.transaction(async (query) => {
      const outcomes = await Promise.all(statements.map(query));
      found.push(...outcomes.map(told));
    });
    t.same(found, expected, statements.map(({ text }) => text).join('; '));
    t.equal(proxy.messages().replace(/[^SQ]/g, '').length, trips, proxy.messages());
  }
  const ids = await database.query(say("select string_agg(id::text, ',' order by id) as ids from thing"));
  t.same(told(ids), [{ ids: '1,2,3,4,6,7,9' }], 'what failed was rolled back');
});

test('what is asked for in a transaction that ends has an answer, and is rolled back with it', async (t) => {
  const { url } = await testDatabase(t);
  const database = await single(t, url);
  await database.query(say('create table thing (id int primary key)'));
  const left: Promise<Outcome>[] = [];
  const thrown = database.transaction(async (query) => {
    left.push(query(say('insert into thing values ($1::int)', ['1'])));
    throw new Error('thrown');
  });
  await t.rejects(thrown, { message: 'thrown' });
  t.match(await Promise.all(left), [{ ok: true }]);
  t.same(told(await database.query(say('select id from thing'))), []);
  const lost = await database.transaction((query) =>
    Promise.all([
      query(say('select $1::int', ['1'])),
      query(say('select pg_terminate_backend(pg_backend_pid()) from generate_series(1, $1::int)', ['1'])),
      query(say('select $1::int', ['1'])),
    ]),
  );
  t.match(lost, { ok: false, error: { unavailable: true } });
  t.same(told(await database.query(say('select id from thing'))), [], 'the next has another connection');
});
