import { type Test, test } from 'tap';
import { schemaText } from '../../engine/schema/schema.ts';
import { until } from '../cluster/until.ts';
import { testDatabase } from '../database.ts';
import { databaseLocks } from '../database_locks.ts';
import { openPsql } from '../psql.ts';
import { fieldOf, modelOf, tableOf, textType } from './model_of.ts';

// Only ids up to the highest one that was deleted are looked for in the history.

const page = tableOf('page', [fieldOf('text', textType())], { history: true });
const script = schemaText(modelOf(page));
const highest = `pg_sequence_last_value('page_history_deleted_seq')`;

async function open(t: Test) {
  const opened = await testDatabase(t, { key: script, run: (database) => database.script(script) });
  await opened.query(`insert into page (text) select 'page ' || n from generate_series(1, 9) as n`);
  const stands = async () => (await opened.query(`select ${highest} as id`))[0]?.id;
  return { ...opened, stands };
}

test('the sequence stands at the ids that were given when a row was deleted, also where that is undone', async (t) => {
  const { query, database, stands } = await open(t);
  t.equal(await stands(), '1');
  await query('delete from page where id in (3, 5, 4)');
  t.equal(await stands(), '9', 'all that were given');
  await query(`insert into page (text) values ('a'), ('b')`);
  await query('delete from page where id = 2');
  await query(`update page set text = 'x'`);
  await query('delete from page where id = 100');
  t.equal(await stands(), '9', 'it stays while what is above stays');
  await query(`insert into page (id, text) values (40, 'ahead of the sequence'), (41, 'too')`);
  await query('delete from page where id = 40');
  t.equal(await stands(), '40');
  await database.transaction(async (inside) => {
    await inside({ text: 'delete from page where id = 41', values: [] });
    t.equal(await stands(), '41', 'others see it before the deletion is committed');
    return inside({ text: 'no statement', values: [] });
  });
  t.equal(await stands(), '41');
  t.same(await query('select id from page where id = 41'), [{ id: '41' }]);
});

test('transactions that raise it at once do not wait for each other, and the highest id stays', async (t) => {
  const { query, database, stands } = await open(t);
  await database.transaction(async (inside) => {
    await query(`insert into page (id, text) values (14, ''), (16, ''), (18, '')`);
    await inside({ text: 'delete from page where id = 14', values: [] });
    await query('delete from page where id = 18');
    t.equal(await stands(), '18');
    await inside({ text: 'delete from page where id = 16', values: [] });
    return null;
  });
  t.equal(await stands(), '18');
  await Promise.all(
    [1, 2, 3].map((more) =>
      query(`insert into page (id, text) select ${more} * 100 + n, '' from generate_series(1, 50) as n`),
    ),
  );
  const deleted = Array.from({ length: 50 }, (_, at) => [101 + at, 350 - at, 201 + at]).flat();
  await Promise.all(deleted.map((id) => query(`delete from page where id = ${id}`)));
  t.equal(await stands(), '350');
  t.same(await query(`select count(*) from ${databaseLocks} where locktype = 'advisory' and pid <> pg_backend_pid()`), [
    { count: '0' },
  ]);
});

test('of two that raise it, the lower one does not come last', async (t) => {
  const { query, database, stands } = await open(t);
  await query(`insert into page (id, text) values (20, '')`);
  const raising: Promise<unknown>[] = [];
  await database.transaction(async (inside) => {
    await inside({
      text: `select pg_advisory_xact_lock(hashtext('almanac.deleted'), to_regclass('page_history_deleted_seq')::oid::integer)`,
      values: [],
    });
    raising.push(query('delete from page where id = 20'));
    const waits = `select from ${databaseLocks} where locktype = 'advisory' and not granted`;
    await until('it waits for its turn', 20, async () => (await query(waits)).length > 0);
    await query(`select setval('page_history_deleted_seq', 30)`);
    return null;
  });
  await Promise.all(raising);
  t.equal(await stands(), '30');
});

test('an id that may have versions goes on behind them while the clock is behind, also where nothing is known', async (t) => {
  const { query } = await open(t);
  await query(`
    create or replace function almanac.clock() returns timestamptz language sql volatile
    return clock_timestamp() + coalesce(nullif(current_setting('test.ahead', true), ''), '0')::interval`);
  const again = async (id: number) => {
    await query(`begin; set local test.ahead = '1 hour'; delete from page where id = ${id}; commit`);
    await query(`insert into page (id, text) values (${id}, 'again')`);
    return query(`
      select page.recorded_at >= version.replaced_at as "isLater"
      from page join page_history as version on page_id = page.id where page.id = ${id}`);
  };
  t.same(await again(7), [{ isLater: 't' }]);
  t.same(await again(4), [{ isLater: 't' }], 'a lower one');
  // As in a copy that was made without the values of sequences.
  await query(`select setval('page_history_deleted_seq', 1, false)`);
  t.same(await again(5), [{ isLater: 't' }]);
  t.same(await query(`select ${highest} as id`), [{ id: null }], 'what is unknown stays unknown');
});

test('a row that another transaction is about to delete is given again behind its deletion, or not at all', async (t) => {
  const { query, url } = await open(t);
  const [gone, given, holds] = [await openPsql(t, url), await openPsql(t, url), await openPsql(t, url)];
  const insert = (id: number) => `insert into page (id, text) values (${id}, 'again')`;
  const refusal = { code: '40001', hint: 'Another transaction changed the row meanwhile. Retry this one.' };

  // The new row has its instant before, from the first statement of its transaction.
  await given.run(`begin; insert into page (text) values ('first')`);
  await gone.run('begin; delete from page where id = 1');
  const behindFirst = t.rejects(given.run(insert(1)), refusal);
  await gone.awaited();
  await gone.run('commit');
  await behindFirst;
  await given.run('rollback');
  await query(insert(1));

  // The deletion takes its instant and notes its ids when it has found all its rows.
  await holds.run('begin; select from page where id = 9 for update');
  const removes = gone.run('delete from page where id in (2, 9)');
  await holds.awaited();
  const behindDeletion = t.rejects(given.run(insert(2)), refusal);
  await until('the new row waits as well', 20, async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await query(waiting)).length === 2;
  });
  await holds.run('commit');
  await removes;
  await behindDeletion;
  await given.run(insert(2));

  const rows = await query(`
    select id, count(*), bool_and((recorded_at >= former) is not false) as "areInOrder"
    from (
      select id, recorded_at, lag(replaced_at) over (partition by id order by recorded_at) as former
      from (
        select page_id as id, recorded_at, replaced_at from page_history
        union all select id, recorded_at, 'infinity' from page
      ) as version
      where id < 3
    ) as version
    group by id order by id`);
  t.same(rows, [
    { id: '1', count: '2', areInOrder: 't' },
    { id: '2', count: '2', areInOrder: 't' },
  ]);
});
