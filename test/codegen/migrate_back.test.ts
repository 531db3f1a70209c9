import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { book, project } from './project.ts';

const withPages = (facets: string) => `${book}  pages: { type: integer${facets} }\n`;

test('a required field says what the rows that are there get', async (t) => {
  const { save, run, query } = await project(t);
  await run('migration', 'new', 'first');
  await run('migrate');
  await query(`insert into book (title) values ('12'), ('no number')`);
  save('book.yaml', withPages(''));
  t.match(await run('migration', 'new', 'pages'), {
    code: 1,
    stderr:
      /existing rows would have no value in a required field:\n {2}- book\.pages\nGive the field a default\. .*"backfill: <value>" or "backfill: \$other_field"\. Or make it nullable now/,
  });
  save('book.yaml', `${withPages(', backfill: 7, default: 1')}  subtitle: { type: text, backfill: $title }\n`);
  t.match(await run('migration', 'new', 'pages'), { code: 0 });
  t.match(await run('migrate'), { code: 0 });
  await query(`insert into book (title, subtitle) values ('new', 'x')`);
  t.same(await query('select title, pages, subtitle from book order by id'), [
    { title: '12', pages: '7', subtitle: '12' },
    { title: 'no number', pages: '7', subtitle: 'no number' },
    { title: 'new', pages: '1', subtitle: 'x' },
  ]);
  t.same(await query('select count(*) as versions from book_history'), [{ versions: '0' }], 'no row was changed');
  t.match(await run('migrate', '--check'), { code: 0 });
});

test('nullable first: the rows that still have none are named before anything is done, and the mend is done', async (t) => {
  const { save, run, query } = await project(t);
  save('book.yaml', withPages(', nullable: true'));
  await run('migration', 'new', 'first');
  await run('migrate');
  await query(`insert into book (title, pages) values ('a', 1), ('b', null), ('c', null)`);
  save('book.yaml', withPages(', unique: true'));
  t.match(await run('migration', 'new', 'required'), { code: 0 });
  await query('update book set pages = 1 where id = 2');
  const refused = await run('migrate');
  t.match(refused, {
    code: 1,
    stderr:
      /\d+_required was not begun, because rows break it:\n {2}- rows of book that share their pages with another one: 2 \(ids 1, 2\)\n {2}- rows of book without pages, which is required: 1 \(id 3\)\nChange these rows with the API or SQL, and run almanac migrate again\./,
  });
  t.match(await run('migrate', '--status'), { stdout: /_first {2}applied .*\n\d+_required {2}pending\n$/ });
  t.match(await run('migrate', '--undo'), { code: 1, stderr: /no migration has stopped; \d+_first is applied/ });
  await query('update book set pages = id');
  t.match(await run('migrate'), { code: 0, stdout: /Applied \d+_required/ });
  t.match(await run('migrate', '--check'), { code: 0 });
});

const fix = (sql: string, runs = 'in a transaction') => `-- Step 1 of 2: add a column
-- Runs: in a transaction
alter table book add column mine integer;

-- To undo it:
--   alter table book drop column mine;

-- Step 2 of 2: fix
-- Runs: ${runs}
${sql}

-- To undo it:
--   drop index concurrently if exists mine_idx;
`;

test('a migration that stopped says where and why, may be edited from there, goes on, or is undone', async (t) => {
  const { migrations, run, query } = await project(t);
  await run('migration', 'new', 'first');
  await run('migrate');
  await query(`insert into book (title) values ('a'), ('a')`);
  const name = '20990101000000_fix';
  const file = join(migrations, `${name}.sql`);
  const unique = 'create unique index concurrently mine_idx on book (title);';
  const write = (text: string) => writeFileSync(file, text);
  const columns = () =>
    query("select attname from pg_attribute where attrelid = 'book'::regclass and attname = 'mine'");

  write(fix(unique, 'alone'));
  t.match(await run('migrate'), { code: 1, stderr: /_fix stopped at the step "fix": could not create unique index/ });
  t.same(await query("select to_regclass('mine_idx') as name"), [{ name: null }], 'no invalid index stays');
  const status = await run('migrate', 'status');
  t.match(status.stdout, /_fix {2}stopped, 1 of 2 steps done, at "fix": could not create unique index .*duplicated/);
  t.match(status.stdout, / {2}1\. done: add a column\n {2}2\. stopped: fix\n/);
  t.match(await run('migrate', '--check'), { code: 1, stdout: /_fix {2}stopped, 1 of 2/ });

  const first = fix(unique, 'alone').replace('column mine integer', 'column mine bigint');
  write(first);
  t.match(await run('migrate'), {
    code: 1,
    stderr: /_fix has stopped, and its step "add a column" is not what was done/,
  });

  rmSync(file);
  t.match(await run('migrate'), {
    code: 1,
    stderr: /_fix has stopped, and its file is gone; restore the file, or run/,
  });
  t.match(await run('migrate', '--status'), { stdout: /_fix {2}stopped, 1 step done, its file is gone, at "fix"/ });
  t.match(await run('migrate', '--check'), { code: 1, stderr: /its file is gone/ });
  t.match(await run('migrate', '--undo'), {
    code: 0,
    stdout: `Undid ${name}. The tables are as they were before it.\n`,
  });
  t.same(await columns(), []);
  t.match(await run('migrate', '--check'), { code: 0 });

  write(fix(unique, 'alone'));
  t.match(await run('migrate', '--json'), { code: 1 });
  write(fix(unique.replace('unique ', ''), 'alone'));
  t.match(await run('migrate'), { code: 0 }, 'a step that has not run is another one now');
  t.same(await query('select count(*) as notes from almanac.migration_step'), [{ notes: '0' }]);
  t.match(await run('migrate', '--status'), { stdout: /_fix {2}applied/ });
  rmSync(file);
  t.match(await run('migrate', '--check'), {
    code: 1,
    stdout: /_fix {2}applied .*, its file is gone/,
    stderr: /not in the folder/,
  });
});

test('what has lost something is not undone, and what nobody knows the way back of', async (t) => {
  const { migrations, run, query } = await project(t);
  await run('migration', 'new', 'first');
  await run('migrate');
  const file = join(migrations, '20990101000000_fix.sql');
  writeFileSync(file, fix('select 1 / 0;').replace(/-- To undo it:\n.*column mine;\n/, ''));
  t.match(await run('migrate'), { code: 1, stderr: /division by zero/ });
  t.match(await run('migrate', '--undo'), {
    code: 1,
    stderr: /the step "add a column" of \d+_fix cannot be undone\. Nothing was changed\./,
  });
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace('mine integer;\n', 'mine integer;\n\n-- To undo it:\n--   alter table book drop column not_there;\n'),
  );
  t.match(await run('migrate', '--undo'), {
    code: 1,
    stderr:
      /the undoing of \d+_fix stopped at the step "add a column": column "not_there" .* does not exist\n.*run almanac migrate --undo again/,
  });
  writeFileSync(
    file,
    text.replace('mine integer;\n', 'mine integer;\n\n-- To undo it:\n--   alter table book drop column mine;\n'),
  );
  t.match(await run('migrate', '--undo'), { code: 0 }, 'the file may say how, afterwards');
  await query('select title from book');
});

test('what was told of a resource is found under its new name, and under the old one when that is undone', async (t) => {
  const { save, run, query, migrations, files, folder } = await project(t);
  save('service.yaml', 'service: Library\nevents: { prefix: org.example }\n');
  save('loan.yaml', 'resource: loan\nsubject: book_id\nfields:\n  book_id: { type: reference, to: book }\n');
  await run('migration', 'new', 'first');
  await run('migrate');
  await query(`insert into book (title) values ('a')`);
  await query('insert into loan (book_id) values (1)');
  await query('select almanac.sequence_events(100)');
  await query(`insert into book (title) values ('waits')`);
  rmSync(join(folder, 'resources/book.yaml'));
  save('volume.yaml', book.replace('resource: book', 'resource: volume\nwas: book'));
  save(
    'loan.yaml',
    'resource: loan\nsubject: volume_id\nfields:\n  volume_id: { type: reference, to: volume, was: book_id }\n',
  );
  t.match(await run('migration', 'new', 'volume'), { code: 0 });
  const told = async () => {
    await query('select almanac.sequence_events(100)');
    return (await query('select type, source, subject from event order by id')).map(
      ({ type, source, subject }) => `${type} ${source} ${subject}`,
    );
  };
  const file = join(migrations, files()[1] ?? '');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/-- Step 4 of 4[\s\S]*?\n(?=[^-])/, '$&select 1 / 0;\n'));
  t.match(await run('migrate'), { code: 1, stderr: /division by zero/ });
  t.same(await told(), [
    'org.example.volume.create /volume/1 null',
    'org.example.loan.create /loan/1 /volume/1',
    'org.example.volume.create /volume/2 null',
  ]);
  t.match(await run('migrate', '--undo'), { code: 0 });
  t.same(await told(), [
    'org.example.book.create /book/1 null',
    'org.example.loan.create /loan/1 /book/1',
    'org.example.book.create /book/2 null',
  ]);
  writeFileSync(file, text);
  t.match(await run('migrate'), { code: 0 });
  await query(`update volume set title = 'b' where id = 1`);
  t.same((await told()).slice(2), [
    'org.example.volume.create /volume/2 null',
    'org.example.volume.update /volume/1 null',
  ]);
  t.match(await run('migrate', '--check'), { code: 0 });
});
