import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { catalog } from '../schema/catalog.ts';
import { formerProject } from './former_project.ts';
import { startAlmanac } from './process.ts';

const nothing = { code: 0, stdout: 'The tables need no change: nothing to do.\n' };

const rows = `insert into party (name) values ('Ola'), ('Kari');
insert into book (title, owner_id) values ('a', 1), (null, 2), ('c', null);
update book set title = 'b' where id = 1;
update book set status = 'lent' where id = 1;
delete from book where id = 3;
insert into stay (book_id, valid_from, valid_to) values (1, now(), now() + interval '2 days');
insert into stay (book_id, valid_from, valid_to) values (1, now() + interval '1 day', null);
select almanac.sequence_events(3);
select almanac.compute_notices(100);
select almanac.claim_key(7, '/book', 'key', 'request', 'viewer');
select almanac.keep_answer(7, '/book', 'key', 201::smallint, '{}', 'body')`.split(';\n');

/** All rows of all tables, those aside by which migrations keep account of themselves. */
async function dump(query: (text: string) => Promise<readonly object[]>): Promise<readonly object[]> {
  const tables = await query(`
    select format('select %L as name, to_jsonb(each) as row from %s as each', oid::regclass, oid::regclass) as text
    from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'almanac'::regnamespace)
      and oid::regclass::text !~ '^almanac\\.(migration|migration_step|definition)$'`);
  const all = (tables as readonly { readonly text: string }[]).map(({ text }) => text).join(' union all ');
  return query(`select name, row from (${all}) as every order by name, row`);
}

test('what an earlier version recorded as text is replaced once, with the rows kept', async (t) => {
  const { run, query, database, files, migrations, definitions } = await formerProject(t);
  for (const row of rows) await query(row);
  const [{ text = '' } = {}] = await query(`select pg_get_functiondef('almanac.book_stamp'::regproc) as text`);
  const line = '  new.recorded_by := almanac.identity();\n';
  t.match(text, line);
  // What the defect of an earlier version left behind: it recorded a statement more than it brought to the database.
  await database.script(text?.replace(line, '') ?? '');
  t.match(await run('migrate', '--check'), { code: 1, stdout: 'different: function book_stamp' });

  const before = await dump(query);
  t.match(await run('migration', 'new', 'objects'), {
    code: 0,
    stdout: /1\. bring triggers and functions to this version of Almanac\nRead/,
  });
  t.match(await run('migrate'), { code: 0 });
  t.same(await dump(query), before);
  t.match(await run('migrate', '--check'), { code: 0 });
  await query(`update book set title = 'd' where id = 1`);
  t.same(await query('select recorded_by from book where id = 1'), [{ recorded_by: '0' }]);
  t.same(await query('select title from book_history where book_id = 1 order by id'), [
    { title: 'a' },
    { title: 'b' },
    { title: 'b' },
  ]);

  t.notOk(existsSync(join(definitions, 'schema.sql')), 'from now on, objects are recorded');
  const migration = readFileSync(join(migrations, files()[1] ?? ''), 'utf8');
  const [made = [], recorded = []] = [migration, readFileSync(join(definitions, 'schema.json'), 'utf8')].map(
    (content) =>
      [...content.matchAll(/^(?:\s*")?create or replace (?:function|trigger) (\w+\.?\w*)/gm)].map(([, name]) => name),
  );
  t.same(made, recorded, 'every function and trigger, and nothing else');
  t.match(await run('migration', 'new', 'again'), nothing);
});

test('another layout is neither a migration nor a difference', async (t) => {
  const { run, query, database, definitions, folder, environment } = await formerProject(t);
  const served = startAlmanac(t, ['serve'], { ...environment, NODE_ENV: 'production' }, folder);
  await served.printed(/API +\S+/);
  await served.stop();
  await run('migration', 'new', 'objects');
  await run('migrate');
  const schema = join(definitions, 'schema.json');
  writeFileSync(schema, readFileSync(schema, 'utf8').replaceAll('"  new.recorded_by', '"      new.recorded_by'));
  const [{ text = '' } = {}] = await query(`select pg_get_functiondef('almanac.book_stamp'::regproc) as text`);
  await database.script((text ?? '').replaceAll('\n  ', '\n\n      '));
  t.match(await run('migration', 'new', 'again'), nothing);
  t.match(await run('migrate', '--check'), { code: 0 });
  writeFileSync(schema, readFileSync(schema, 'utf8').replace('new.recorded_by := almanac.identity();', ''));
  t.match(await run('migration', 'new', 'again'), { stdout: /^Wrote / });
});

/** Makes a script that of a version which did all of it otherwise. */
function older(script: string): string {
  const edits: readonly (readonly [is: string | RegExp, was: string])[] = [
    ['return clock_timestamp()', 'return now()'],
    ['function almanac.keep_notified(up_to bigint)', 'function almanac.keep_notified(number bigint)'],
    ['  headers json,\n', ''],
    [/create sequence public.book_history_deleted_seq [^;]*;\n\ndo [^$]*[$]{2}[^$]*[$]{2};\n/, ''],
    ["(new.id > pg_sequence_last_value('public.book_history_deleted_seq')) is not true", 'true'],
    ["highest > pg_sequence_last_value('public.book_history_deleted_seq')", 'false'],
    ["highest := pg_sequence_last_value('public.book_history_deleted_seq')", 'highest := null'],
    ['book_owner_id_id_idx on public.book (owner_id, id)', 'book_owner_id_idx on public.book (owner_id)'],
    ['create index stay_history_book_id_stay_id_idx on public.stay_history (book_id, stay_id);\n', ''],
    [/create index if not exists idempotency_key_refused_idx .*;\n/, ''],
    [
      /create unlogged table if not exists almanac.given_instant [^;]*;\n+comment on table almanac.given_instant .*;\n/,
      '',
    ],
    ["is 'The time of day: the only place where it is read.'", "is 'The time of day.'"],
    [/comment on function almanac.forbid\(\) .*;\n/, ''],
    [
      'create or replace function almanac.book_record_insert()',
      `create or replace function almanac.book_former() returns trigger
language plpgsql
as $$
begin
  return null;
end
$$;

create or replace trigger former
  after update on public.book
  for each row when (old.title <> new.title) execute function almanac.book_former();

comment on function almanac.book_former() is 'Of earlier days.';

create or replace function almanac.book_record_insert()`,
    ],
  ];
  return edits.reduce((text, [is, was]) => {
    const edited = text.replace(is, () => was);
    if (edited === text) throw new Error(`nothing is like ${is}`);
    return edited;
  }, script);
}

test('an upgrade that stops is undone by the statements behind its steps, and done again', async (t) => {
  const { run, query, database, files, migrations, definitions } = await formerProject(t, older);
  for (const row of rows.filter((text) => !/_key|_answer/.test(text))) await query(row);
  const now = () => catalog(database.query);
  const before = await now();
  t.match(await run('migration', 'new', 'objects'), { code: 0 });
  const [, file = ''] = files();
  const place = join(migrations, file);
  const text = readFileSync(place, 'utf8');
  const steps = text.match(/^-- Step /gm)?.length ?? 0;
  t.equal(steps, 4, 'two indexes come, the functions change, and an index goes');
  appendFileSync(place, `\n-- Step ${steps + 1} of ${steps + 1}: stop\n-- Runs: in a transaction\nselect 1 / 0;\n`);
  t.match(await run('migrate'), { code: 1, stderr: /stopped at the step "stop": division by zero/ });
  t.notSame(await now(), before);
  t.match(await run('migrate', '--undo'), { code: 0 });
  t.same(await now(), before);
  writeFileSync(place, text);
  t.match(await run('migrate'), { code: 0 });
  t.match(await run('migrate', '--check'), { code: 0 });
  t.same(
    await query(`select pg_sequence_last_value('book_history_deleted_seq') as highest`),
    [{ highest: '3' }],
    'rows were deleted before it was noted',
  );
  t.ok(existsSync(join(definitions, 'schema.json')));
});
