import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Test, test } from 'tap';
import { CommandError, readSettings, type Settings } from '../../codegen/option/settings.ts';
import { prepareDatabase, rebuildDatabase, UnalterableError } from '../../codegen/serve/prepare.ts';
import { connect, type Database } from '../../db/database.ts';
import { createTables, storeDefinitions } from '../../db/migrate/prepare.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { testDatabase } from '../database.ts';
import { temporaryFolder } from './process.ts';

const demo = `begin;\ninsert into book (title) values ('one');\ncommit;\nupdate book set title = 'two';\n`;

/** A folder of definitions, and an empty database that stands for the embedded one unless it has a URL. */
async function open(t: Test, { databaseUrl = null }: { readonly databaseUrl?: string | null } = {}) {
  const resources = temporaryFolder(t);
  const settings: Settings = { ...readSettings({ ALMANAC_RESOURCES: resources }), databaseUrl };
  const save = (file: string, text: string) => writeFileSync(join(resources, file), text);
  save('service.yaml', 'service: Library\n');
  save('book.yaml', 'resource: book\nhistory: true\nfields:\n  title: { type: text, max_length: 9 }\n');
  save('demo.sql', demo);
  const definitions = async () => {
    const loaded = await loadModel(resources);
    if (!loaded.ok) throw new Error(loaded.faults.map(({ message }) => message).join());
    return loaded;
  };
  const opened = await testDatabase(t);
  const prepare = async (database: Database = opened.database) => {
    return prepareDatabase(database, await definitions(), settings);
  };
  const titles = async () => (await opened.query('select title from book order by id')).map(({ title }) => title);
  return { ...opened, settings, resources, save, definitions, prepare, titles };
}

/** The message of the CommandError that is thrown. */
async function complaint(work: Promise<unknown>): Promise<string> {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown instanceof CommandError) return thrown.message;
  throw new Error('no CommandError', { cause: thrown });
}

test('the embedded database gets tables and demo data once', async (t) => {
  const { prepare, titles, query } = await open(t);
  t.equal(await prepare(), 'made the tables and loaded the demo data');
  t.same(await titles(), ['two']);
  await query(`insert into book (title) values ('three')`);
  t.equal(await prepare(), null);
  t.same(await titles(), ['two', 'three']);
});

test('a first start that was killed before it was done is made again by the next one', async (t) => {
  const { database, prepare, titles, definitions } = await open(t);
  const { model, files } = await definitions();
  const stages = [
    () => createTables(database, model),
    () => database.script(`insert into book (title) values ('one')`),
    () => database.script(demo),
  ];
  for (const stage of stages) {
    await database.script('drop schema if exists almanac cascade; drop schema public cascade; create schema public');
    await createTables(database, model);
    if (stage !== stages[0]) await stage();
    t.equal(await prepare(), 'made the tables and loaded the demo data');
    t.same(await titles(), ['two']);
    t.equal(await prepare(), null);
  }
  await storeDefinitions(database, files);
  t.equal(await prepare(), null, 'which is the last thing that a start does');
});

const faults: readonly [what: string, demo: string, complaint: string][] = [
  [
    'a name that is none',
    `${demo}-- æ🙂\nselect 'æ🙂', nothing;\n`,
    'FILE:6:14: the demo data does not fit the definitions: column "nothing" does not exist',
  ],
  [
    'a syntax error in the first line',
    'insert book;',
    'FILE:1:8: the demo data does not fit the definitions: syntax error at or near "book"',
  ],
  [
    'a row that breaks a rule: PostgreSQL names no place in the text, but the row',
    `insert into book (id, title) values (7, 'much too long');`,
    'FILE: the demo data does not fit the definitions: new row for relation "book" violates check constraint "book_title_max_length_check": Failing row contains (7, much too long,',
  ],
];

test('a fault in the demo data is reported with its place, and mended at the next start', async (t) => {
  const { prepare, titles, save, settings } = await open(t);
  for (const [what, text, expected] of faults) {
    save('demo.sql', text);
    const message = await complaint(prepare());
    t.ok(message.startsWith(expected.replace('FILE', join(settings.resources, 'demo.sql'))), `${what}: ${message}`);
  }
  save('demo.sql', demo);
  t.equal(await prepare(), 'made the tables and loaded the demo data');
  t.same(await titles(), ['two']);
});

test("the operator's database gets the tables and no demo data", async (t) => {
  const { prepare, titles } = await open(t, { databaseUrl: 'postgresql://operator' });
  t.equal(await prepare(), 'made the tables');
  t.same(await titles(), []);
  t.equal(await prepare(), null);
});

for (const databaseUrl of [null, 'postgresql://operator']) {
  test(`definitions are changed with the data kept, or not at all (${databaseUrl ?? 'embedded'})`, async (t) => {
    const { prepare, query, titles, save } = await open(t, { databaseUrl });
    await prepare();
    await query(`insert into book (title) values ('three')`);
    const before = await titles();
    save(
      'book.yaml',
      'resource: book\nhistory: true\nfields:\n  title: { type: text }\n  pages: { type: integer, default: 1 }\n',
    );
    t.equal(await prepare(), 'changed the tables to the new definitions and kept the data');
    save(
      'book.yaml',
      '# Changed.\nresource: book\nhistory: true\nfields:\n  title: { type: text }\n  pages: { type: integer, default: 1 }\n',
    );
    t.equal(await prepare(), null, 'a comment is no change of the tables');
    save('book.yaml', 'resource: book\nfields:\n  title: { type: boolean }\n');
    t.equal(
      await complaint(prepare()),
      `the tables cannot be changed to these definitions without losing data:
  - drop the history of book: loses every replaced version of every row of book
  - drop the field pages of book: loses every value of pages in book
${databaseUrl === null ? '"almanac dev" changes them where you agree to what is lost, or rebuilds them from the demo data.' : 'Take these changes back in the definitions, or serve them from an empty database.'}`,
    );
    t.same(await titles(), before);
  });
}

test('what the data refuses is told like what cannot be altered, and rebuilding makes good for both', async (t) => {
  const { database, settings, definitions, prepare, titles, query, save } = await open(t);
  await prepare();
  await query(`insert into book (title) values ('three')`);
  save('book.yaml', 'resource: book\nhistory: true\nfields:\n  title: { type: text, max_length: 3 }\n');
  const thrown = await prepare().catch((error: unknown) => error);
  t.ok(thrown instanceof UnalterableError);
  t.match(thrown, {
    reasons: [/^rows of book that break book_title_max_length_check \(max length of title\): 1 \(id 2\)$/],
  });
  t.equal(await rebuildDatabase(database, await definitions(), settings), 'made the tables and loaded the demo data');
  t.same(await titles(), ['two']);
  t.equal(await prepare(), null);
});

test('a database with other tables is refused as it is', async (t) => {
  const { prepare, query } = await open(t, { databaseUrl: 'postgresql://operator' });
  await query('create table book (isbn text)');
  t.equal(
    await complaint(prepare()),
    'the database refuses the tables: relation "book" already exists; expected an empty database, or one whose tables almanac has made',
  );
  t.same(await query('select * from book'), []);
});

test('a database that is away is said to be', async (t) => {
  const { prepare } = await open(t);
  const away = await connect('postgresql://127.0.0.1:1/none', { maximumConnections: 1, statementTimeoutSeconds: 1 });
  t.teardown(() => away.close());
  t.match(await complaint(prepare(away)), /^the database does not answer: connect ECONNREFUSED/);
});
