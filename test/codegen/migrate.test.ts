import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { nextPlan } from '../../codegen/migration.ts';
import { readSettings } from '../../codegen/option/settings.ts';
import { migratedModel, readFolder, readLast } from '../../codegen/read/migrations.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { databaseFunction, trigger } from '../../engine/sql/function.ts';
import { keyOf, type SchemaObject, statementsOf } from '../../engine/sql/object.ts';
import { readRecord, recordText } from '../../engine/sql/record.ts';
import { almanac } from './process.ts';
import { book, project } from './project.ts';

test('a field more is one line of its definition, one migration, and the same line beside it', async (t) => {
  const { migrations, save, run, files, query } = await project(t);
  t.match(await run('migration', 'new', 'first'), {
    code: 0,
    stdout: /^Wrote db\/migrations\/\d{14}_first\.sql:\n {2}1\. make the tables\n/,
  });
  t.match(await run('migrate'), { code: 0, stdout: /^Applied \d{14}_first\.\n/ });
  await query(`insert into book (title) values ('a')`);
  t.match(await run('migration', 'new', 'again'), { code: 0, stdout: 'The tables need no change: nothing to do.\n' });

  save('book.yaml', `${book}  pages: { type: integer, default: 1 }\n`);
  const written = await run('migration', 'new', 'add_pages', '--json');
  t.equal(written.code, 0);
  t.match(JSON.parse(written.stdout), { steps: [{ title: 'add the field pages to book', loses: null }, {}, {}] });
  t.equal(
    readFileSync(join(migrations, 'definitions/book.yaml'), 'utf8'),
    `${book}  pages: { type: integer, default: 1 }\n`,
  );
  const [, second = ''] = files();
  const text = readFileSync(join(migrations, second), 'utf8');
  t.match(text, /\nalter table public\.book add column pages integer not null default 1;\n/);

  t.match(await run('migrate', '--dry-run'), { code: 0, stdout: text });
  t.match(await run('migrate', 'status'), { code: 0, stdout: /_first {2}applied .*\n\d{14}_add_pages {2}pending\n/ });
  t.match(await run('migrate', '--check'), {
    code: 1,
    stdout: /_add_pages {2}pending\n/,
    stderr: /run almanac migrate/,
  });
  t.same(await query('select * from book limit 0'), [], 'nothing of that changed anything');
  const applied = await run('migrate', '--json');
  t.match({ ...applied, stdout: JSON.parse(applied.stdout) }, { code: 0, stdout: { applied: [second.slice(0, -4)] } });
  t.match(applied.stderr, /_add_pages 1\/3: add the field pages to book\n/, 'each step is told as it begins');
  t.same(await query('select title, pages from book'), [{ title: 'a', pages: '1' }]);
  t.match(await run('migrate'), { code: 0, stdout: 'The database is up to date.\n' });
  t.match(await run('migrate', '--check'), { code: 0, stdout: 'The tables are what the migrations lead to.\n' });
});

/** Changes what is recorded of the tables: that the last migration led to something else. */
function rewrite(place: string, edit: (objects: readonly SchemaObject[]) => readonly SchemaObject[]): void {
  writeFileSync(place, recordText(edit(readRecord(readFileSync(place, 'utf8')))));
}

/** What only an earlier version made. */
const formerFunction = databaseFunction(
  'almanac.book_former()',
  'almanac.book_former() returns trigger',
  `language plpgsql
as $$
begin
  return null;
end
$$`,
);

const formerObjects: readonly SchemaObject[] = [
  formerFunction,
  trigger({
    name: 'former',
    runs: 'after update',
    on: 'public.book',
    when: 'old.title <> new.title',
    calls: formerFunction,
  }),
];

test('what a later version of Almanac does otherwise is a migration too', async (t) => {
  const { migrations, run, files } = await project(t);
  await run('migration', 'new', 'first');
  const first = join(migrations, files()[0] ?? '');
  const schema = join(migrations, 'definitions/schema.json');
  const older = (text: string) => text.replace('return clock_timestamp()', 'return now()');
  const text = older(readFileSync(first, 'utf8'));
  writeFileSync(first, `${text}\n${statementsOf(formerObjects).join(';\n')};\n`);
  rewrite(schema, (objects) => [
    ...objects.map((object) => ({ ...object, create: older(object.create) })),
    ...formerObjects,
  ]);
  await run('migrate');
  t.match(await run('migrate', '--check'), { code: 1, stdout: 'different: function clock' });
  t.match(await run('migration', 'new', 'clock'), {
    code: 0,
    stdout: /1\. bring triggers and functions to this version of Almanac\nRead/,
  });
  const written = readFileSync(join(migrations, files()[1] ?? ''), 'utf8');
  t.match(written, /^create or replace function almanac\.clock\(\)/m);
  t.match(written, /^drop trigger former on public\.book;\ndrop function almanac\.book_former\(\);$/m);
  await run('migrate');
  t.match(await run('migrate', '--check'), { code: 0 });
  rewrite(schema, (objects) =>
    objects.map((object) =>
      keyOf(object) === 'table public.book'
        ? { ...object, create: object.create.replace('title text', 'title varchar') }
        : object,
    ),
  );
  t.match(await run('migration', 'new', 'type'), {
    code: 1,
    stderr: /this version of Almanac makes the table public\.book otherwise than the last migration/,
  });
});

test('what would lose data is named, and written when it is allowed; a declared name loses nothing', async (t) => {
  const { save, run, files, query } = await project(t);
  await run('migration', 'new', 'first');
  await run('migrate');
  await query(`insert into book (title) values ('a')`);
  save('book.yaml', book.replace('title', 'heading'));
  const refused = await run('migration', 'new', 'heading');
  t.match(refused, {
    code: 1,
    stderr:
      /would lose data:\n {2}- drop the field title of book: loses every value of title in book and in book_history\nIf book\.heading is what book\.title was, say so: "was: title" at the field heading of book\. .*\n.*was: old_name.*--allow-destructive/,
  });
  t.equal(files().length, 1, 'nothing is written');
  save('book.yaml', book.replace('title: { type: text', 'heading: { type: text, was: title'));
  t.match(await run('migration', 'new', 'heading'), {
    code: 0,
    stdout: /1\. rename the field title of book to heading/,
  });
  t.equal((await run('migrate')).code, 0);
  t.same(await query('select heading from book'), [{ heading: 'a' }]);
  t.match(
    await run('migration', 'new', 'again'),
    { stdout: /nothing to do/ },
    'a rename that has been carried out is none',
  );
  save('book.yaml', 'resource: book\nfields:\n  heading: { type: text }\n');
  const dropped = await run('migration', 'new', 'forget', '--allow-destructive');
  t.match(dropped, { code: 0, stdout: /drop the history of book\n {5}LOSES every replaced version/ });
  t.equal((await run('migrate')).code, 0);
  t.match(await run('migrate', '--check'), { code: 0 });
  save('book.yaml', 'resource: book\nfields:\n  heading: { type: json }\n');
  t.match(await run('migration', 'new', 'number'), {
    code: 1,
    stderr: /book\.heading is stored as text and would be jsonb, .*In a later migration, drop heading/,
  });
});

test('the check names what was changed by other means', async (t) => {
  const { run, query } = await project(t);
  await run('migration', 'new', 'first');
  await run('migrate');
  await query('alter table book alter column title drop not null');
  await query('create index of_mine on book (title)');
  await query('drop index book_row_version_idx');
  const checked = await run('migrate', '--check', '--json');
  t.equal(checked.code, 1);
  t.match(JSON.parse(checked.stdout), {
    pending: [],
    drift: [
      { kind: 'different', object: 'column book.title', is: 'text -- f -- ', expected: 'text -- t -- ' },
      { kind: 'missing', object: 'index book_row_version_idx' },
      { kind: 'unexpected', object: 'index of_mine' },
    ],
  });
  t.match(checked.stderr, /differ from the migrations: 3 differences/);
  const others = await query("select count(*) as count from pg_database where datname like 'almanac\\_check\\_%'");
  t.same(others, [{ count: '0' }], 'and leaves no database behind');
});

const broken: readonly [what: string, file: string, text: string, stderr: RegExp][] = [
  [
    'a name without time',
    'fix.sql',
    'select 1;',
    /fix\.sql is not named like a migration; expected <time>_<name>\.sql/,
  ],
  ['no step', '20990101000000_fix.sql', 'select 1;', /_fix\.sql is not a migration: it has no line "-- Step 1 of 1/],
  [
    'a step that does not say how it runs',
    '20990101000000_fix.sql',
    '-- Step 1 of 1: fix\nselect 1;',
    /the step "fix" does not say how it runs/,
  ],
  [
    'a migration whose data stands against it',
    '20990101000000_fix.sql',
    '-- Step 1 of 1: fix\n-- Runs: in a transaction\nalter table book add unique (title);',
    /_fix stopped at the step "fix": could not create unique index .*\(title\)=\(a\) is duplicated.*\nThe steps before it are done, and the service goes on\. Remove the cause and run almanac migrate again: .* almanac migrate --undo/,
  ],
];

test('a folder or a database that migrations do not fit is refused with what to do', async (t) => {
  const { folder, migrations, run, query, files } = await project(t);
  t.match(await run('migrate'), {
    code: 1,
    stderr: /there is no migration in db\/migrations; make one with almanac migration new/,
  });
  await run('migration', 'new', 'first');
  await run('migrate');
  await query(`insert into book (title) values ('a'), ('a')`);
  for (const [what, file, text, stderr] of broken) {
    writeFileSync(join(migrations, file), text);
    t.match(await run('migrate'), { code: 1, stderr }, what);
    rmSync(join(migrations, file));
    await query('delete from almanac.migration where steps_done = 0');
  }
  appendFileSync(join(migrations, files()[0] ?? ''), '-- Changed.\n');
  t.match(await run('migrate'), { code: 1, stderr: /_first is not what was applied under this name/ });
  const schema = join(migrations, 'definitions/schema.json');
  const recorded = readFileSync(schema, 'utf8');
  for (const [text, cause] of [
    ['[{ "kind": "table" }]', 'it is not a list of schema objects'],
    [recorded.slice(0, 1000), '.*JSON'],
  ] as const) {
    writeFileSync(schema, text);
    t.match(await run('migration', 'new', 'x'), {
      code: 1,
      stderr: new RegExp(`schema\\.json is not what Almanac wrote: ${cause}.*; restore it as it was committed`),
    });
  }
  rmSync(schema);
  t.match(await run('migration', 'new', 'x'), { code: 1, stderr: /schema\.json is missing; restore it/ });
  writeFileSync(join(migrations, 'definitions/book.yaml'), 'entity: book\n');
  t.match(await run('migration', 'new', 'x'), {
    code: 1,
    stderr: /definitions.* have faults: .*restore them as they were committed/,
  });
  t.match(await run('migration', 'new', 'Not Words'), { code: 2, stderr: /expected words in snake_case/ });
  rmSync(join(folder, 'db'), { recursive: true });
});

test('the functions that refuse what rules of access do not allow reach a database that was made before them', async (t) => {
  const { folder, migrations, run, files, query, environment } = await project(t);
  await run('migration', 'new', 'first');
  const first = join(migrations, files()[0] ?? '');
  const schema = join(migrations, 'definitions/schema.json');
  const since =
    /create or replace function almanac\.(forbid|refuse_reference)\([^$]*\$\$[^$]*\$\$;\n+comment on function almanac\.\1\(.*;\n+/g;
  writeFileSync(first, readFileSync(first, 'utf8').replaceAll(since, ''));
  rewrite(schema, (objects) => objects.filter(({ name }) => !/\b(forbid|refuse_reference)\b/.test(name)));
  await run('migrate');
  const functions =
    "select to_regprocedure('almanac.forbid()') as a, to_regprocedure('almanac.refuse_reference(text)') as b";
  t.same(await query(functions), [{ a: null, b: null }]);
  t.match(await run('migrate', '--check'), { code: 1, stdout: /missing: function .*forbid/ });
  const production = { ...environment, NODE_ENV: 'production' };
  t.match(await almanac(['serve'], production, folder), { code: 1, stderr: /make one with almanac migration new/ });
  await run('migration', 'new', 'refusals');
  t.match(await run('migrate'), { code: 0 });
  t.same(await query(functions), [{ a: 'almanac.forbid()', b: 'almanac.refuse_reference(text)' }]);
  t.match(await run('migrate', '--check'), { code: 0 });
  t.match(await run('migration', 'new', 'again'), { stdout: /nothing to do/ });
});

test('the migrations of the service here lead to its definitions', async (t) => {
  const settings = readSettings({});
  const migrations = await readFolder(settings);
  const last = migratedModel(migrations, settings);
  const loaded = await loadModel(settings.resources);
  if (last === null || !loaded.ok) throw new Error('no model');
  t.same(
    nextPlan(last, await readLast(settings), loaded.model),
    { ok: true, steps: [] },
    'almanac migration new makes the one that is missing',
  );
  t.equal(migratedModel(migrations, settings, loaded), loaded.model, 'the same files are not read again');
  const fewer = { ...loaded, files: new Map([...loaded.files].slice(1)) };
  t.not(migratedModel(migrations, settings, fewer), loaded.model, 'other files are');
});
