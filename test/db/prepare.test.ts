import { type Test, test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { type Prepared, prepareTables, storedDefinitions } from '../../db/migrate/prepare.ts';
import type { Query } from '../../db/statement.ts';
import { formatFault } from '../../engine/definition/file/fault.ts';
import type { Files } from '../../engine/definition/file/read.ts';
import { buildModel } from '../../engine/feature/load.ts';
import { testDatabase } from '../database.ts';
import { catalog } from '../schema/catalog.ts';

const books = 'resource: book\nhistory: true\nfields:\n  title: { type: text }\n';

/** A folder with a service and the definition of books. */
function folder(book = books): Files {
  const files = { 'book.yaml': book, 'service.yaml': 'service: Library\n' };
  return new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)]));
}

function prepare(database: Database, files: Files): Promise<Prepared> {
  const built = buildModel(files, '');
  if (!built.ok) throw new Error(built.faults.map(formatFault).join('\n'));
  return prepareTables(database, built);
}

async function stored(query: Query): Promise<Readonly<Record<string, string>> | null> {
  const found = await storedDefinitions(query);
  if (!found.ok) throw new Error(found.error.message);
  return (
    found.files && Object.fromEntries([...found.files].map(([file, bytes]) => [file, Buffer.from(bytes).toString()]))
  );
}

/** Everything that a preparation may write, by its last writer as well: what is written again, though alike, differs. */
async function state({ query }: Database): Promise<{ readonly catalog: readonly string[]; readonly written: unknown }> {
  const written = await query({
    text: `select (select jsonb_agg(t.xmin::text) from pg_class t) as tables, (select jsonb_agg(t.xmin::text) from pg_proc t) as functions,
      (select jsonb_agg(t.xmin::text) from pg_trigger t) as triggers, (select jsonb_agg(t.xmin::text) from pg_description t) as comments`,
    values: [],
  });
  return { catalog: await catalog(query), written };
}

test('an empty database gets the tables and the files that they are of; the second time there is nothing to do', async (t) => {
  const { database, query } = await testDatabase(t);
  t.equal(await stored(database.query), null);
  t.same(await prepare(database, folder()), { kind: 'made' });
  await query(`insert into book (title) values ('a')`);
  const before = [await state(database), await query('select xmin, file from almanac.definition order by file')];
  t.same(await prepare(database, folder()), { kind: 'same' });
  t.same([await state(database), await query('select xmin, file from almanac.definition order by file')], before);
});

test('files are stored to the byte', async (t) => {
  const { database } = await testDatabase(t);
  const text = `# it's "100 %" \\n $$ $1 {x}; æ 🙂\r\n${books}`;
  await prepare(database, folder(text));
  t.same(await stored(database.query), { 'book.yaml': text, 'service.yaml': 'service: Library\n' });
});

test('a change of words in a file that no table shows is stored, and nothing else is written', async (t) => {
  const { database } = await testDatabase(t);
  await prepare(database, folder());
  const before = await state(database);
  const text = `# The library's own.\n${books}operations: [list]\n`;
  t.same(await prepare(database, folder(text)), { kind: 'same' });
  t.same((await stored(database.query))?.['book.yaml'], text);
  t.same(await state(database), before);
});

test('a change keeps the data', async (t) => {
  const { database, query } = await testDatabase(t);
  await prepare(database, folder());
  await query(`insert into book (title) values ('a')`);
  const text = `${books}  pages: { type: integer, default: 1 }\n`;
  t.same(await prepare(database, folder(text)), { kind: 'changed' });
  t.same(await query('select title, pages from book'), [{ title: 'a', pages: '1' }]);
  t.same((await stored(database.query))?.['book.yaml'], text);
});

test('tables of the engine itself come, where an earlier one has made the tables', async (t) => {
  const { database, query } = await testDatabase(t);
  const next = folder(`${books}  pages: { type: integer, nullable: true }\n`);
  for (const files of [folder(), next]) {
    await prepare(database, files);
    const before = await state(database);
    for (const object of [
      'table almanac.idempotency_key',
      'table almanac.batch_entry',
      'function almanac.settle_batch()',
    ]) {
      await query(`drop ${object}`);
      t.same(await prepare(database, files), { kind: 'changed' }, object);
      t.same((await state(database)).catalog, before.catalog);
      t.same(await prepare(database, files), { kind: 'same' });
    }
  }
  await query('drop table almanac.idempotency_key');
  t.same(await prepare(database, folder(`${books}  pages: { type: integer, nullable: true }\nunique: [[title]]\n`)), {
    kind: 'changed',
  });
  t.same(await query(`select to_regclass('almanac.idempotency_key')::text as name`), [
    { name: 'almanac.idempotency_key' },
  ]);
});

const obstacles: readonly [change: string, book: string, reasons: readonly string[]][] = [
  [
    'what would lose or convert data',
    'resource: book\nfields:\n  name: { type: text }\n',
    [
      'drop the history of book: loses every replaced version of every row of book',
      'drop the field title of book: loses every value of title in book',
    ],
  ],
  [
    'a rule that a row breaks',
    books.replace('text', 'text, max_length: 1'),
    ['rows of book that break book_title_max_length_check (max length of title): 2 (ids 1, 2)'],
  ],
  [
    'uniqueness that two rows break',
    books.replace('text', 'text, unique: true'),
    ['rows of book that share their title with another one: 2 (ids 1, 2)'],
  ],
];

test('a change that the data stands against is refused with its reasons, and nothing is changed', async (t) => {
  const { database, query } = await testDatabase(t);
  await prepare(database, folder());
  await query(`insert into book (title) values ('abc'), ('abc')`);
  const before = [await state(database), await stored(database.query), await query('select * from book')];
  for (const [change, book, reasons] of obstacles) {
    // The new field comes first, and goes back with the rest.
    const text = `${book}  pages: { type: integer, nullable: true }\n`;
    t.same(await prepare(database, folder(text)), { kind: 'unalterable', reasons }, change);
    t.same([await state(database), await stored(database.query), await query('select * from book')], before, change);
  }
});

test('tables made from files that are no definitions any more are left alone', async (t) => {
  const { database, query } = await testDatabase(t);
  await prepare(database, folder());
  await query(`update almanac.definition set content = 'entity: book' where file = 'book.yaml'`);
  const before = await state(database);
  t.match(await prepare(database, folder()), { kind: 'unalterable', reasons: [/older language/] });
  t.same(await state(database), before);
});

test('a database that has other tables is left as it was', async (t) => {
  const { database, query } = await testDatabase(t);
  await query('create table book (isbn text)');
  const before = await state(database);
  t.match(await prepare(database, folder()), { kind: 'refused', error: { sqlstate: '42P07', message: /"book"/ } });
  t.same(await state(database), before);
});

/** As many processes as are given files, each with connections of its own. */
async function prepareAtOnce(t: Test, url: string, all: readonly Files[]): Promise<readonly Prepared[]> {
  const options = { maximumConnections: 2, statementTimeoutSeconds: 10 };
  const databases = await Promise.all(all.map(() => connect(url, options)));
  t.teardown(() => Promise.all(databases.map((database) => database.close())));
  return Promise.all(databases.map((database, at) => prepare(database, all[at] as Files)));
}

test('of processes that start at once, one makes or changes the tables, and the others find that done', async (t) => {
  const { url, database } = await testDatabase(t);
  const made = await prepareAtOnce(t, url, [folder(), folder(), folder(), folder()]);
  t.same(made.map(({ kind }) => kind).sort(), ['made', 'same', 'same', 'same']);
  const next = folder(`${books}  pages: { type: integer, nullable: true }\n`);
  const changed = await prepareAtOnce(t, url, [next, next, next]);
  t.same(changed.map(({ kind }) => kind).sort(), ['changed', 'same', 'same']);
  t.match(
    await prepare(database, folder()),
    { kind: 'unalterable', reasons: [/^drop the field pages of book: /] },
    'one of old',
  );
});

test('a process that is killed amid a change leaves everything as it was, and the next one goes on', async (t) => {
  const { database, query } = await testDatabase(t);
  await prepare(database, folder());
  const before = await state(database);
  const next = folder(`${books}  pages: { type: integer, nullable: true }\nunique: [[title]]\n`);
  await database.transaction(async (hold) => {
    await hold({ text: 'lock table book_history', values: [] });
    const change = prepare(database, next);
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let pid: string | null | undefined;
    while (!pid) pid = (await query(waiting))[0]?.pid;
    await query('select pg_terminate_backend($1)', [pid ?? null]);
    t.match(await change, { kind: 'refused', error: { unavailable: true } });
  });
  t.same(await state(database), before);
  t.same(await prepare(database, next), { kind: 'changed' });
});

test('elements that lead nowhere stand against an array of references', async (t) => {
  const { database, query } = await testDatabase(t);
  const files = (field: string): Files =>
    folder(`resource: book\nhistory: true\nfields:\n  title: { type: text }\n  ${field}\n`);
  const before = 'sequels: { type: array, of: bigint, nullable: true }';
  await prepare(database, files(before));
  await query(`insert into book (title, sequels) values ('a', '{2}'), ('b', '{1,9}'), ('c', '{8}'), ('d', null)`);
  const known = await state(database);
  const later = 'sequel_ids: { type: array, of: { type: reference, to: book }, nullable: true, was: sequels }';
  const asked = {
    kind: 'unalterable',
    reasons: ['rows of book with elements of sequel_ids that lead to no book: 2 (ids 2, 3)'],
  };
  t.same(await prepare(database, files(later)), asked);
  t.same(await state(database), known);
  await query("update book set sequels = '{3,3}' where id in (2, 3)");
  t.match(await prepare(database, files(later)), {
    reasons: [
      'rows of book that break book_sequel_ids_distinct_elements_check (distinct elements of sequel_ids): 2 (ids 2, 3)',
    ],
  });
  await query("update book set sequels = case id when 2 then '{1}' else '{3}' end::bigint[] where id in (2, 3)");
  t.same(await prepare(database, files(later)), { kind: 'changed' });
  const close = { text: 'delete from book where id = 3', values: [] };
  t.match(await database.query(close), { ok: true }, 'a row that refers to itself goes');
  t.match(await database.query({ text: 'delete from book where id = 2', values: [] }), {
    ok: false,
    error: { constraint: 'book_sequel_ids_fkey' },
  });
});

test('rows in circles stand against a reference that is to be acyclic, and rows below them do not', async (t) => {
  const { database, query } = await testDatabase(t);
  const files = (field: string): Files =>
    folder(`resource: book\nhistory: true\nfields:\n  title: { type: text }\n  ${field}\n`);
  const before = 'before_id: { type: reference, to: book, nullable: true }';
  await prepare(database, files(before));
  await query(`insert into book (title) select 'a' from generate_series(1, 8)`);
  await query(
    'update book set before_id = case id when 1 then 1 when 3 then 4 when 4 then 5 when 5 then 3 when 6 then 3 when 8 then 7 end',
  );
  const known = await state(database);
  for (const later of [before, 'earlier_id: { type: reference, to: book, nullable: true, was: before_id }']) {
    t.same(await prepare(database, files(later.replace('true', 'true, acyclic: true'))), {
      kind: 'unalterable',
      reasons: [`rows of book that are their own ancestors by ${later.split(':')[0]}: 4 (ids 1, 3, 4, 5)`],
    });
    t.same(await state(database), known);
  }
  await query('update book set before_id = null where id in (1, 4)');
  const acyclic = files(before.replace('true', 'true, acyclic: true'));
  t.same(await prepare(database, acyclic), { kind: 'changed' });
  const close = { text: 'update book set before_id = 6 where id = 4', values: [] };
  t.match(await database.query(close), { ok: false, error: { constraint: 'book_before_id_acyclic_check' } });
  t.same(await prepare(database, files(before)), { kind: 'changed' });
  t.match(await database.query(close), { ok: true });
});

test('entries that others do not cover stand against a rule that they are to be covered', async (t) => {
  const { database, query } = await testDatabase(t);
  const entries = (resource: string, unit: string, rest: string) =>
    `resource: ${resource}\ntemporal: { timeline: ${unit}_id }\nfields: { ${unit}_id: { type: reference, to: ${unit}${unit === 'unit' ? '' : ', was: unit_id'} } }\n${rest}`;
  const files = (covered: boolean, unit = 'unit'): Files => {
    const rule = `covered_by: [{ relation: ${unit}.shift, message: Watched in shifts. }]\n`;
    const texts = {
      'service.yaml': 'service: Test\n',
      'unit.yaml': `resource: ${unit}\n${unit === 'unit' ? '' : 'was: unit\n'}fields: { name: { type: text, nullable: true } }\nrelations: { shift: { resource: shift, by: ${unit}_id } }\n`,
      'shift.yaml': entries('shift', unit, ''),
      'watch.yaml': entries('watch', unit, covered ? rule : ''),
    };
    return new Map(Object.entries(texts).map(([file, text]) => [file, Buffer.from(text)]));
  };
  await prepare(database, files(false));
  await query(`insert into unit (id) values (1)`);
  await query(`insert into shift (unit_id, valid_from, valid_to) values (1, '2026-01-01Z', '2026-03-01Z')`);
  await query(`insert into watch (unit_id, valid_from, valid_to) values (1, '2026-02-01Z', '2026-04-01Z')`);
  t.same(await prepare(database, files(true)), {
    kind: 'unalterable',
    reasons: ['rows of watch that break watch_covered_by_1_check (Watched in shifts.): 1 (id 1)'],
  });
  await query(`update watch set valid_to = '2026-03-01Z'`);
  const uncover = { text: `update shift set valid_to = '2026-02-15Z'`, values: [] };
  const refused = { ok: false, error: { sqlstate: '23514', constraint: 'watch_covered_by_1_check' } };
  t.same(await prepare(database, files(true)), { kind: 'changed' });
  t.match(await database.query(uncover), refused);
  t.same(await prepare(database, files(true, 'hall')), { kind: 'changed' });
  t.match(await database.query(uncover), refused, 'under other names');
});
