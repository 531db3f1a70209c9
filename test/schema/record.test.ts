import { type Test, test } from 'tap';
import type { Failure, Query } from '../../db/statement.ts';
import type { History } from '../../engine/model/model.ts';
import { historySource } from '../../engine/query/sql/read/past/history_source.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { textOf } from '../../engine/sql/render.ts';
import { testDatabase } from '../database.ts';
import { fieldOf, modelOf, tableOf, temporalOf, textType } from './model_of.ts';

// Record time, history, what the triggers keep true for every writer.

const page = tableOf(
  'page',
  [fieldOf('text', textType(), { nullable: true }), fieldOf('json', { kind: 'json' }, { nullable: true })],
  {
    history: true,
  },
);
const visit = tableOf('visit', [fieldOf('page_id', { kind: 'reference', to: 'page' })], {
  history: true,
  temporal: temporalOf(['page_id']),
});
const note = tableOf('note', [fieldOf('text', textType())]);
const model = modelOf(page, visit, note);
const script = schemaText(model);
const versions = textOf(historySource(model.resources.get('page_history') as History));

async function open(t: Test) {
  const opened = await testDatabase(t, { key: script, run: (database) => database.script(script) });
  /** The statements in one transaction, under the identity; throws what one of them is refused for. */
  const write = async (identity: number, ...statements: readonly string[]) => {
    const failure = await opened.database.transaction(async (query) => {
      await must(query, `select set_config('almanac.identity', '${identity}', true)`);
      for (const statement of statements) await must(query, statement);
      return null;
    });
    if (failure !== null) throw new Error(failure.error.message);
  };
  /** Every version in order of its birth: what it says, who recorded and who replaced it, and whether without a gap. */
  const history = async () => {
    const rows = await opened.query(`
      select concat_ws(' ', page_id, coalesce(text, '-'), recorded_by, coalesce(replaced_by::text, 'now')) ||
        case when replaced_at is null or replaced_at = lead(recorded_at) over (partition by page_id order by id) then '' else ' gone' end as version
      from ${versions} as version order by id`);
    return rows.map(({ version }) => version);
  };
  return { ...opened, write, history };
}

async function must(query: Query, text: string): Promise<void> {
  const outcome = await query({ text, values: [] });
  if (!outcome.ok) throw new Error(`${outcome.error.sqlstate} ${outcome.error.message}`);
}

test('a new row is stamped with instant, identity and version, whatever the writer says', async (t) => {
  const { write, query, history } = await open(t);
  await write(7, `insert into page (text, recorded_at, recorded_by, row_version) values ('a', '2001-01-01', 99, 99)`);
  const rows = await query(`
    select recorded_by, row_version, recorded_at > now() - interval '1 minute' as fresh, recorded_in is not null as transaction
    from page`);
  t.same(rows, [{ recorded_by: '7', row_version: '1', fresh: 't', transaction: 't' }]);
  t.same(await history(), ['1 a 7 now']);
});

test('without an identity, and after a transaction that had one, the service itself is recorded', async (t) => {
  const { write, query, history } = await open(t);
  await write(7, `insert into page (text) values ('a')`);
  await query(`insert into page (text) values ('b')`);
  t.same(await history(), ['1 a 7 now', '2 b 0 now']);
});

test('an update moves the replaced version to the history, under the id it always had', async (t) => {
  const { write, query, history } = await open(t);
  await write(1, `insert into page (text) values ('a')`);
  const [born] = await query('select row_version from page');
  await write(2, `update page set text = 'b'`);
  await write(3, `update page set text = null`);
  t.same(await history(), ['1 a 1 2', '1 b 2 3', '1 - 3 now']);
  const [first] = await query(`select id from page_history where text = 'a'`);
  t.equal(first?.id, born?.row_version);
});

test('an update without effect records nothing, and answers all the same', async (t) => {
  const { write, query, history } = await open(t);
  await write(1, `insert into page (text, json) values ('a', '{"n": 1.0}'), (null, null)`);
  const before = await query('select * from page order by id');
  const answers = await query(`update page set text = text, json = json, recorded_by = 5, row_version = 9 returning *`);
  t.same(answers, before);
  t.same(await query('select * from page order by id'), before);
  t.same(await history(), ['1 a 1 now', '2 - 1 now']);
});

test('two changes in one transaction are one version', async (t) => {
  const { write, history } = await open(t);
  await write(1, `insert into page (text) values ('a')`, `update page set text = 'b'`);
  t.same(await history(), ['1 b 1 now'], 'of a new row');
  await write(2, `update page set text = 'c'`, `update page set text = 'd'`, `update page set text = 'd'`);
  t.same(await history(), ['1 b 1 2', '1 d 2 now'], 'of an old one');
});

test('what a savepoint takes back was never recorded', async (t) => {
  const { write, history } = await open(t);
  await write(
    1,
    'savepoint one',
    `insert into page (text) values ('a')`,
    'rollback to one',
    `insert into page (text) values ('b')`,
  );
  await write(2, 'savepoint one', `update page set text = 'c'`, 'rollback to one', `update page set text = 'd'`);
  t.same(await history(), ['2 b 1 2', '2 d 2 now']);
});

test('a delete closes the last version with who and when', async (t) => {
  const { write, query, history } = await open(t);
  await write(1, `insert into page (text) values ('a')`);
  await write(2, `update page set text = 'b'`);
  await write(3, 'delete from page');
  t.same(await history(), ['1 a 1 2', '1 b 2 3 gone']);
  t.same(await query('select * from page'), []);
});

test('a row that comes and goes in one transaction leaves nothing; a change before the delete is no version', async (t) => {
  const { write, history } = await open(t);
  await write(1, `insert into page (text) values ('a')`, 'delete from page');
  t.same(await history(), []);
  await write(1, `insert into page (text) values ('b')`);
  await write(2, `update page set text = 'c'`, 'delete from page');
  t.same(await history(), ['2 b 1 2 gone']);
});

test('an id that was deleted and is given again goes on where it ended', async (t) => {
  const { write, history } = await open(t);
  await write(1, `insert into page (text) values ('a')`);
  await write(2, 'delete from page', `insert into page (id, text) values (1, 'b')`);
  t.same(await history(), ['1 a 1 2', '1 b 2 now']);
});

test('a version of a restored database that bears the id of this transaction by accident is not its own', async (t) => {
  const { write, history } = await open(t);
  await write(1, `insert into page (text) values ('a')`);
  const accident = [
    'alter table page disable trigger user',
    'update page set recorded_in = pg_current_xact_id()',
    'alter table page enable trigger user',
  ];
  await write(2, ...accident, `update page set text = 'b'`);
  await write(3, ...accident, 'delete from page');
  t.same(await history(), ['1 a 1 2', '1 b 2 3 gone']);
});

test('the id of a row never changes', async (t) => {
  const { write, query } = await open(t);
  await write(1, `insert into page (text) values ('a')`);
  await t.rejects(query('update page set id = 2'), /23000 the id of a row of page never changes/);
  await t.rejects(query('update page set id = null'), /23000 the id of a row of page never changes/);
});

test('validity is part of a version', async (t) => {
  const { write, query } = await open(t);
  await write(
    1,
    `insert into page (text) values ('a')`,
    `insert into visit (page_id, valid_from) values (1, '2026-01-01Z')`,
  );
  await write(2, `update visit set valid_to = '2026-02-01Z'`);
  await write(3, 'update visit set valid_from = null, valid_to = null');
  t.same(await query('select valid_from is null as deleted from visit'), [{ deleted: 't' }], 'the row is kept');
  t.same(
    await query(
      `select to_char(valid_from, 'Mon') as from, to_char(valid_to, 'Mon') as to, replaced_by from visit_history order by id`,
    ),
    [
      { from: 'Jan', to: null, replaced_by: '2' },
      { from: 'Jan', to: 'Feb', replaced_by: '3' },
    ],
  );
});

test('a resource without history is stamped alike, and leaves no trace', async (t) => {
  const { write, query } = await open(t);
  await write(1, `insert into note (text) values ('a')`);
  await write(2, `update note set text = 'b'`);
  t.same(await query('select recorded_by, row_version from note'), [{ recorded_by: '2', row_version: '2' }]);
  await write(3, 'delete from note');
  t.same(await query('select * from note'), []);
});

test('many rows of one statement are recorded at one instant', async (t) => {
  const { write, query } = await open(t);
  await write(
    1,
    `insert into page (text) select 'a' from generate_series(1, 50)`,
    `insert into note (text) values ('a')`,
  );
  await write(2, `update page set text = 'b' where id <= 25`, 'delete from page where id > 25');
  const [instants] = await query(`
    select count(distinct recorded_at) as born, count(distinct replaced_at) as replaced,
      (select count(distinct recorded_at) from page) as current from page_history`);
  t.same(instants, { born: '1', replaced: '1', current: '1' });
});

/** What a statement of many says before it changes rows. */
const ofMany = `select set_config('almanac.latest.page', id::text, true) from page order by recorded_at desc limit 1`;

test('a statement of many records each row that it changes, and no other', async (t) => {
  const { write, history } = await open(t);
  await write(1, `insert into page (text) values ('a'), ('b'), ('c')`);
  // The first row, whose trigger records all of them, stays as it was.
  await write(2, ofMany, `update page set text = case id when 1 then text else text || '!' end`);
  t.same(await history(), ['1 a 1 now', '2 b 1 2', '3 c 1 2', '2 b! 2 now', '3 c! 2 now']);
  await write(3, ofMany, `update page set text = 'd' where id = 3`);
  t.same((await history()).slice(-2), ['3 c! 2 3', '3 d 3 now']);
});

test('statements of many record beside others in one transaction', async (t) => {
  const { write, history } = await open(t);
  await write(1, `insert into page (text) values ('a'), ('b')`);
  const all = `update page set text = text || '!'`;
  await write(
    2,
    `update page set text = 'c' where id = 1`,
    ofMany,
    all,
    all,
    `update page set text = 'd' where id = 2`,
  );
  t.same(await history(), ['1 a 1 2', '2 b 1 2', '1 c!! 2 now', '2 d 2 now']);
});

test('a statement that says in its midst that it is of many, or no longer, records its rows all the same', async (t) => {
  const { write, history } = await open(t);
  await write(1, `insert into page (text) values ('a'), ('b')`);
  const says = (value: string) => `set_config('almanac.many.page', ${value}, true)`;
  const [yes, no] = [says('statement_timestamp()::text'), says(`''`)];
  await write(2, `update page set text = case when ${yes} is null then '' else 'c' end returning ${no}`);
  await write(3, `update page set text = case when ${no} is null then '' else 'd' end returning ${yes}`);
  await write(4, ofMany, `update page set text = 'e' returning case when id = 1 then ${no} else ${yes} end`);
  t.same(await history(), [
    ...['1 a 1 2', '2 b 1 2', '1 c 2 3', '2 c 2 3'],
    ...['1 d 3 4', '2 d 3 4', '1 e 4 now', '2 e 4 now'],
  ]);
});

test('a transaction that recorded before another one changed the row has to be retried', async (t) => {
  const { database, query, history } = await open(t);
  await query(`insert into page (text) values ('a')`);
  const late = (statement: string): Promise<Failure | null> =>
    database.transaction(async (inside) => {
      await must(inside, `insert into note (text) values ('its instant')`);
      await query(`update page set text = text || '!'`);
      await inside({ text: statement, values: [] });
      return null;
    });
  for (const statement of [`update page set text = 'late'`, 'delete from page']) {
    const failure = await late(statement);
    t.equal(failure?.error.sqlstate, '40001', statement);
    t.match(failure?.error.message, /could not serialize access: the row was recorded at/);
  }
  t.same(await history(), ['1 a 0 0', '1 a! 0 0', '1 a!! 0 now']);
});

test('names in the session are no way round: functions and tables are found where they are', async (t) => {
  const { write, history } = await open(t);
  await write(
    1,
    `set local search_path = ''`,
    `insert into public.page (text) values ('a')`,
    `update public.page set text = 'b'`,
    'delete from public.page',
  );
  t.same(await history(), []);
  await write(1, `set local search_path = ''`, `insert into public.page (text) values ('a')`);
  await write(2, `set local search_path = ''`, `delete from public.page`);
  t.same(await history(), ['2 a 1 2 gone']);
});
