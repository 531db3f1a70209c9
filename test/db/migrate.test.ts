import { type Test, test } from 'tap';
import { connect } from '../../db/database.ts';
import { adoptMigrations, migrate } from '../../db/migrate/migrate.ts';
import { appliedMigrations } from '../../db/migrate/migration_account.ts';
import type { Migration } from '../../db/migrate/migration_folder.ts';
import { migrationStates } from '../../db/migrate/migration_state.ts';
import { storedDefinitions } from '../../db/migrate/prepare.ts';
import { undo } from '../../db/migrate/undo.ts';
import type { Row } from '../../db/statement.ts';
import { batchStatement } from '../../engine/schema/migration/file/batch_statement.ts';
import { undoMark } from '../../engine/schema/migration/file/file.ts';
import { statementsIn } from '../../engine/sql/script.ts';
import { testDatabase } from '../database.ts';
import { databaseLocks } from '../database_locks.ts';
import { killMigrator } from './killed_migrator.ts';
import { migrationOf, migrationsOf, notingObserver } from './migrations.ts';

/** A migration of these steps, each how it runs and its SQL. */
function steps(name: string, ...list: readonly (readonly [runs: string, sql: string])[]): Migration {
  const text = list.map(
    ([runs, sql], at) => `-- Step ${at + 1} of ${list.length}: ${runs}\n-- Runs: ${runs}\n${sql}\n`,
  );
  return migrationOf(name, text.join('\n'));
}

const first = steps(
  '20260101000000_first',
  [
    'in a transaction',
    'create table almanac.definition (file text primary key, content text not null);\ncreate table book (id bigint primary key, title text);\ncreate table seen (batch text);',
  ],
  ['in a transaction', "insert into book select n * 10, 'a' from generate_series(-2, 6000) as n;"],
);
const batch =
  "with done as (insert into seen values (:first || ' ' || :last)) update book set title = 'b' where id between :first and :last;";

const second = steps(
  '20260102000000_second',
  [
    'alone, each statement on a line of its own',
    'drop index concurrently if exists book_title;\ncreate index concurrently book_title on book (title);',
  ],
  ['in batches of ids of book', batch],
  ['in a transaction', 'alter table book alter column title set not null;'],
);

async function states(t: { readonly database: Parameters<typeof migrate>[0] }, ...list: readonly Migration[]) {
  const applied = await appliedMigrations(t.database.query);
  if (!applied.ok) throw new Error(applied.error.message);
  return migrationStates(list, applied.list).map(({ name, state }) => `${name} ${state}`);
}

test('migrations are applied once, in their order, and the definitions that they lead to are stored', async (t) => {
  const opened = await testDatabase(t);
  const { database, query } = opened;
  const observer = notingObserver();
  t.same(await states(opened, first, second), [`${first.name} pending`, `${second.name} pending`]);
  t.same(await migrate(database, migrationsOf(first, second), observer), {
    kind: 'done',
    applied: [first.name, second.name],
  });
  t.same(observer.steps, [
    `${first.name} 1`,
    `${first.name} 2`,
    `${second.name} 1`,
    `${second.name} 2`,
    `${second.name} 3`,
  ]);
  t.same(await query('select count(*) as books, min(title) as title from book'), [{ books: '6003', title: 'b' }]);
  t.same(
    await query("select batch from seen order by split_part(batch, ' ', 1)::bigint"),
    [{ batch: '-20 19970' }, { batch: '19971 39970' }, { batch: '39971 59970' }, { batch: '59971 60000' }],
    'batches are of as many rows, whatever their ids',
  );
  const stored = await storedDefinitions(database.query);
  t.ok(stored.ok && stored.files?.has('service.yaml'));
  t.same(await states(opened, first, second), [`${first.name} applied`, `${second.name} applied`]);
  t.same(await migrate(database, migrationsOf(first, second), observer), { kind: 'done', applied: [] });
  t.equal(observer.steps.length, 5, 'a second time there is nothing to do');
});

test('what stands within quotes is no end of a batch, and ends no statement', async (t) => {
  const ids = 'id between :first and :last';
  for (const [sql, expected] of [
    [ids, 'id between 1 and 20'],
    ['title = \'see :first\' and "a:last" is null', 'title = \'see :first\' and "a:last" is null'],
    ['id>=:first and id<=:last', 'id>=1 and id<=20'],
    ['now()::first, :firstly, first', 'now()::first, :firstly, first'],
    [
      `do $$ begin update book set id = 0 where ${ids}; end $$;`,
      'do $$ begin update book set id = 0 where id between 1 and 20; end $$;',
    ],
    ["do $a$ select ':last', :last $a$", "do $a$ select ':last', 20 $a$"],
  ] as const) {
    t.equal(batchStatement(sql)({ first: '1', last: '20' }), expected);
  }
  for (const [sql, expected] of [
    ['select 1;\nselect 2;\n', ['select 1', 'select 2']],
    ["select ';\n';-- none;\nselect 2", ["select ';\n'", '-- none;\nselect 2']],
    ['do $$ begin; end $$;\n-- the end;\n', ['do $$ begin; end $$']],
    [';\n;', []],
  ] as const) {
    t.same(statementsIn(sql), expected);
  }
  const opened = await testDatabase(t);
  const { database, query } = opened;
  const filled = steps('20260102000000_filled', [
    'in batches of ids of book',
    `update book set title = 'see :first; not :last' where ${ids};`,
  ]);
  t.match(await migrate(database, migrationsOf(first, filled), notingObserver()), { kind: 'done' });
  t.same(await query('select distinct title from book'), [{ title: 'see :first; not :last' }]);
});

test('a step that fails leaves those before it done, and the next attempt begins with it', async (t) => {
  const opened = await testDatabase(t);
  const { database, query } = opened;
  await migrate(database, migrationsOf(first), notingObserver());
  await query('alter table book add constraint short check (title <> $$b$$)');
  const failed = await migrate(database, migrationsOf(first, second), notingObserver());
  t.match(failed, {
    kind: 'failed',
    migration: second.name,
    step: 'in batches of ids of book',
    error: { sqlstate: '23514' },
  });
  t.same(await states(opened, first, second), [`${first.name} applied`, `${second.name} begun`]);
  await query('alter table book drop constraint short');
  const observer = notingObserver();
  t.match(await migrate(database, migrationsOf(first, second), observer), { kind: 'done' });
  t.same(observer.steps, [`${second.name} 2`, `${second.name} 3`]);
});

test('a transaction that fails is undone as a whole', async (t) => {
  const { database, query } = await testDatabase(t);
  const broken = steps('20260101000000_broken', ['in a transaction', 'create table kept (id int);\nselect 1 / 0;']);
  t.match(await migrate(database, migrationsOf(broken), notingObserver()), {
    kind: 'failed',
    error: { sqlstate: '22012' },
  });
  t.same(await query("select to_regclass('kept') as name"), [{ name: null }]);
});

const obstacles: readonly [
  what: string,
  applied: readonly Migration[],
  folder: readonly Migration[],
  reason: RegExp,
][] = [
  [
    'a file that was changed',
    [first],
    [steps(first.name, ['in a transaction', 'select 1;'])],
    /_first is not what was applied/,
  ],
  [
    'a migration without a file',
    [first, second],
    [first],
    /the database has 20260102000000_second, which is not in the folder/,
  ],
  [
    'one that comes before an applied one',
    [second],
    [first, second],
    /_first comes before one that is applied; rename it/,
  ],
];

test('what does not fit together is refused before anything is run', async (t) => {
  for (const [what, applied, folder, reason] of obstacles) {
    const { database } = await testDatabase(t);
    t.equal(await adoptMigrations(database, migrationsOf(...applied), 'x'), null);
    const observer = notingObserver();
    t.match(await migrate(database, migrationsOf(...folder), observer), { kind: 'obstacle', reason }, what);
    t.same(observer.steps, [], what);
  }
});

test('of several that migrate at once, one works, and the others find it done', async (t) => {
  const { url, query } = await testDatabase(t);
  const databases = await Promise.all(
    Array.from({ length: 5 }, () => connect(url, { maximumConnections: 2, statementTimeoutSeconds: 10 })),
  );
  t.teardown(() => Promise.all(databases.map((database) => database.close())));
  const done = await Promise.all(
    databases.map((database) => migrate(database, migrationsOf(first, second), notingObserver())),
  );
  t.same(done.map((each) => (each.kind === 'done' ? each.applied.length : each)).sort(), [0, 0, 0, 0, 2]);
  t.same(await query('select count(*) as books from book'), [{ books: '6003' }]);
});

/** A session beside the database's own. */
async function beside(t: Test, url: string) {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  t.teardown(() => database.close());
  return database;
}

test('a step steps back from a lock that it does not get, lets others pass, and tries again', async (t) => {
  const { url, database, query } = await testDatabase(t);
  await migrate(database, migrationsOf(first), notingObserver());
  const other = await beside(t, url);
  const observer = notingObserver();
  const hold = (text: string) => other.query({ text, values: [] });
  await hold('begin');
  await hold('select count(*) from book');
  const only = steps('20260102000000_second', ['in a transaction', 'alter table book add column pages int;']);
  const migrating = migrate(database, migrationsOf(first, only), observer);
  while (observer.waits === 0) await hold('select pg_sleep(0.02)');
  t.equal((await query('select count(*) as books from book'))[0]?.books, '6003', 'readers are let pass');
  await hold('commit');
  t.match(await migrating, { kind: 'done' });
});

test('a server that is gone amid a batch loses nothing of what is done, and the next attempt goes on', async (t) => {
  const { url, database, query } = await testDatabase(t);
  await migrate(database, migrationsOf(first), notingObserver());
  const other = await beside(t, url);
  const hold = (text: string) => other.query({ text, values: [] });
  await hold('begin');
  await hold("update book set title = 'held' where id = 50000");
  const filling = steps('20260102000000_filling', ['in batches of ids of book', batch]);
  const observer = notingObserver();
  const migrating = migrate(database, migrationsOf(first, filling), observer);
  while (observer.waits === 0) await hold('select pg_sleep(0.02)');
  await hold(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  t.match(await migrating, { kind: 'refused', error: { unavailable: true } });
  await hold('rollback');
  const batches = await query('select count(*) as count from seen');
  t.same(batches, [{ count: '2' }], 'whole batches are done');
  t.match(await migrate(database, migrationsOf(first, filling), notingObserver()), { kind: 'done' });
  t.same(await query("select count(*) as rest from book where title <> 'b'"), [{ rest: '0' }]);
});

test('who waits for the lock of another migration says so; a pooler that keeps the session keeps no lock', async (t) => {
  const { url, database, query } = await testDatabase(t);
  const other = await beside(t, url);
  const hold = (text: string) => other.query({ text, values: [] });
  await hold('begin');
  await hold("select pg_advisory_xact_lock(hashtext('almanac'))");
  const told: number[] = [];
  const observer = { ...notingObserver(), locked: (seconds: number) => told.push(seconds) };
  const migrating = migrate(database, migrationsOf(first), observer);
  while (told.length === 0) await query('select pg_sleep(0.05)');
  t.same(observer.steps, [], 'nothing is done meanwhile');
  await hold('commit');
  t.match(await migrating, { kind: 'done' });
  t.same(told, [1]);
  const held = `select count(*) as count from ${databaseLocks} where locktype = 'advisory'`;
  t.same(await query(held), [{ count: '0' }]);
});

test('a migrator that is killed while it makes an index leaves nothing in the way of the next one', async (t) => {
  const drop = 'drop index concurrently if exists book_title;';
  const sql = `${drop}\ncreate index concurrently book_title on book (title);\n\n${undoMark}\n--   ${drop}`;
  const indexed = steps('20260102000000_indexed', ['alone, each statement on a line of its own', sql]);
  const kill = async (next: 'on' | 'back') => {
    const { url, database, query } = await testDatabase(t);
    await database.script(
      `create schema almanac; ${first.steps.map(({ runs }) => (runs.kind === 'transaction' ? runs.script : '')).join('\n')}`,
    );
    const other = await beside(t, url);
    const hold = (text: string) => other.query({ text, values: [] });
    await hold('begin');
    await hold("update book set title = 'held' where id = 50000");
    const found =
      "select pid from pg_stat_activity where query like 'create index concurrently%' and datname = current_database() and pid <> pg_backend_pid()";
    let making: readonly Row[] = [];
    await killMigrator(url, indexed, 0, async () => {
      while (making.length === 0) making = await query(found);
    });
    const going = (next === 'on' ? migrate : undo)(database, migrationsOf(indexed), notingObserver());
    const isThere = async () =>
      (await query('select from pg_stat_activity where pid = $1', [making[0]?.pid ?? null])).length > 0;
    const begun = performance.now();
    while ((await isThere()) && performance.now() - begun < 60_000) await query('select pg_sleep(0.05)');
    t.notOk(await isThere(), 'its statement soon ends, though it waits for another transaction');
    await hold('commit');
    t.match(await going, { kind: next === 'on' ? 'done' : 'undone' });
    const indexes = await query(
      "select indisvalid as valid from pg_index where indexrelid = to_regclass('book_title')",
    );
    t.same(indexes, next === 'on' ? [{ valid: 't' }] : []);
  };
  await Promise.all([kill('on'), kill('back')]);
});
