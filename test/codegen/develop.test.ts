import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Test, test } from 'tap';
import { readSettings, type Settings } from '../../codegen/option/settings.ts';
import { developDatabase } from '../../codegen/serve/develop.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { testDatabase } from '../database.ts';
import { temporaryFolder } from './process.ts';

const book = (fields: string) => `resource: book\nhistory: true\nfields:\n${fields}`;
const title = '  title: { type: text }\n';

/** A database that stands for the embedded one, and definitions that change beside it. */
async function open(t: Test) {
  const resources = temporaryFolder(t);
  const settings: Settings = { ...readSettings({ ALMANAC_RESOURCES: resources }), databaseUrl: null };
  const save = (file: string, text: string) => writeFileSync(join(resources, file), text);
  save('service.yaml', 'service: Library\n');
  save(
    'loan.yaml',
    'resource: loan\ntemporal: { timeline: book_id }\nfields:\n  book_id: { type: reference, to: book }\n',
  );
  save('demo.sql', `insert into book (title) values ('demo');`);
  const opened = await testDatabase(t);
  const asked: string[] = [];
  /** Takes up the definition; what is asked is answered so, or by nobody. */
  const develop = async (text: string, answer: boolean | null = null) => {
    save('book.yaml', text);
    const loaded = await loadModel(resources);
    if (!loaded.ok) throw new Error(loaded.faults.map(({ message }) => message).join());
    const consent = async (said: string) => {
      asked.push(said);
      return answer === true;
    };
    return developDatabase(opened.database, loaded, settings, answer === null ? null : consent).catch(
      (error: Error) => error.message,
    );
  };
  t.equal(await develop(book(title)), 'made the tables and loaded the demo data');
  await opened.query(`insert into book (title) values ('mine'), ('12')`);
  return { ...opened, develop, asked };
}

const kept = 'changed the tables to the new definitions and kept the data';

test('another name, another type and a new required field keep all rows, and nobody is asked', async (t) => {
  const { develop, query } = await open(t);
  const fields = '  heading: { type: text, was: title }\n  pages: { type: integer, backfill: 5 }\n';
  t.equal(await develop(book(fields)), kept);
  t.equal(await develop(book(fields.replace('integer', 'bigint'))), kept);
  t.same(await query('select heading, pages from book order by id'), [
    { heading: 'demo', pages: '5' },
    { heading: 'mine', pages: '5' },
    { heading: '12', pages: '5' },
  ]);
});

test('a type that no value goes into, and a field that goes, lose nothing where there is nothing', async (t) => {
  const { develop, query } = await open(t);
  t.equal(await develop(`${book(title)}  notes: { type: json, nullable: true }\n`), kept);
  t.equal(await develop(`${book(title)}  notes: { type: datetime, nullable: true }\n`), kept);
  t.equal(await develop(book(title)), kept);
  t.same(await query('select count(*) as rows from book'), [{ rows: '3' }]);
});

test('what would lose rows is shown with their number, and done when somebody agrees; it can be got back', async (t) => {
  const { develop, query, asked } = await open(t);
  const renamed = book('  heading: { type: text, nullable: true }\n');
  const said =
    /the change would lose what rows have:\n {2}- drop the field title of book: loses every value of title in book and in book_history \(3 rows\)\nIf book\.heading is what book\.title was, say so: "was: title" at the field heading of book\./;
  t.match(await develop(renamed), said);
  t.match(await develop(renamed), /Nothing was changed\..*or with --reset/);
  t.equal(await develop(renamed, false), 'nothing was changed');
  t.match(asked, [said]);
  t.same(await query('select title from book where id = 2'), [{ title: 'mine' }]);
  const done = await develop(renamed, true);
  const [, schema = ''] = /kept in the schema (kept_\d{14})/.exec(done ?? '') ?? [];
  t.match(done, /^changed the tables to the new definitions; what was there is kept .*insert into public/);
  await query(`update book set heading = kept.title from ${schema}.book as kept where kept.id = book.id`);
  t.same(await query('select heading from book order by id'), [
    { heading: 'demo' },
    { heading: 'mine' },
    { heading: '12' },
  ]);
});

test('where rows stand against a change, the database is made anew when somebody agrees; it can be got back', async (t) => {
  const { develop, query, asked } = await open(t);
  const long = book('  title: { type: text, min_length: 3 }\n');
  const said =
    /cannot be changed .*\n {2}- rows of book that break book_title_min_length_check \(min length of title\): 1 \(id 3\)/;
  t.match(await develop(long), said);
  t.equal(await develop(long, false), 'nothing was changed');
  t.same(await query('select count(*) as rows from book'), [{ rows: '3' }]);
  const done = await develop(long, true);
  t.match(asked, [said, said]);
  t.match(done, /^made the tables and loaded the demo data; what was there is kept in the schema kept_\d{14}/);
  const [, schema = ''] = /kept in the schema (kept_\d{14})/.exec(done ?? '') ?? [];
  t.same(await query('select title from book'), [{ title: 'demo' }]);
  await query(`insert into book (title) select title from ${schema}.book where title = 'mine'`);
  t.same(await query('select title from book order by id'), [{ title: 'demo' }, { title: 'mine' }]);
  t.equal(await develop(long), null);
  await query(`drop schema ${schema} cascade`);
  t.same(await query('select count(*) as rows from book_history'), [{ rows: '0' }]);
});
