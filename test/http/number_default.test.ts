import { test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { serveModel, type TestService } from './service.ts';

const files = {
  'service.yaml': 'service: Test\nzone: Europe/Oslo\n',
  'case.yaml': `resource: case
history: true
fields:
  title: { type: text, unique: true }
  number: { type: text, default: { number: 'CASE-{year}-{00000}' }, unique: true }
  ticket: { type: text, default: { number: '({000})/{month}' }, create: false, update: false }
`,
};

const served = (t: Parameters<typeof serveModel>[0]): Promise<TestService> => serveModel(t, modelOfFiles(files));

/** The counted part of each number, in the order of ids. */
async function numbers({ database }: TestService, column = 'number'): Promise<readonly string[]> {
  const rows = await database.query(`select ${column} as number from public."case" order by id`);
  return rows.map(({ number }) => String(number).replace(/^CASE-\d{4}-|\/\d\d$/g, ''));
}

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, at) => String(at + from).padStart(5, '0'));

test('numbers are counted without gaps, in every way in which rows are made', async (t) => {
  const service = await served(t);
  const { ask, database } = service;
  let titles = 0;
  const row = () => {
    titles += 1;
    return { title: `t${titles}` };
  };
  const post = (body: Json, headers: Record<string, string> = {}, query = '') =>
    ask('POST', `/case${query}`, { body, headers });

  const { body: one } = await post(row());
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Oslo' }).format(
    new Date(one.recorded_at),
  );
  const month = new Intl.DateTimeFormat('en', { month: '2-digit', timeZone: 'Europe/Oslo' }).format(
    new Date(one.recorded_at),
  );
  t.match(one, { number: `CASE-${year}-00001`, ticket: `(001)/${month}` });
  const many = await post([row(), row(), row()]);
  t.strictSame(
    many.body.map(({ number }: { number: string }) => number.slice(-5)),
    upTo(3, 2),
  );

  // What is undone is given back: a trial, a row that the database refuses, all of a batch.
  t.equal((await post(row(), { prefer: 'tx=rollback' })).body.number.slice(-5), '00005');
  t.equal((await post({ title: 't1' })).status, 409);
  t.equal((await post([row(), { title: 't1' }])).status, 409);
  const requests = (bodies: readonly Json[]) => ({
    requests: bodies.map((body, id) => ({ id: String(id), atomicityGroup: 'a', method: 'POST', url: '/case', body })),
  });
  await ask('POST', '/batch', { body: requests([row(), { title: 't1' }]) });
  t.strictSame(await numbers(service), upTo(4));
  await ask('POST', '/batch', { body: requests([row(), row()]) });

  // An upsert, of which one row is there.
  const rows = [{ title: 'z' }, { title: 't1' }, { title: 'y' }];
  const upserted = await post(
    rows,
    { prefer: 'resolution=merge-duplicates, return=representation' },
    '?on_conflict=title',
  );
  t.strictSame(
    upserted.body.map(({ number }: { number: string }) => number.slice(-5)),
    ['00007', '00001', '00008'],
  );

  // Plain SQL, rows that are skipped included.
  await database.query(`insert into "case" (title) select 's' || n from generate_series(1, 3) as n order by n`);
  await database.query('create unique index own_index on "case" (lower(title))');
  for (const title of ['t1', 'u', 't1', 'v']) {
    await database.query(`insert into "case" (title) values ('${title}') on conflict (lower(title)) do nothing`);
  }
  await t.rejects(
    database.query(`insert into "case" (title) values ('w'), ('t1'), ('x') on conflict (lower(title)) do nothing`),
    /the numbers of case.number would have a gap/,
  );
  await database.query(`insert into "case" (title) values ('t1'), ('t2') on conflict (lower(title)) do nothing`);
  t.strictSame((await numbers(service)).toSorted(), upTo(13));
  t.strictSame(
    (await numbers(service, 'ticket')).map((text) => text.slice(1, -1)).toSorted(),
    upTo(13).map((text) => text.slice(2)),
  );
});

test('a number that is sent is kept, and the counter goes on behind the greatest', async (t) => {
  const service = await served(t);
  const { ask, database } = service;
  const create = async (body: Json) => {
    const { body: made } = await ask('POST', '/case', { body });
    return Array.isArray(made) ? made.map(({ number }) => number) : made.number;
  };
  const year = String(await create({ title: 'a' })).slice(5, 9);
  const other = await create({ title: 'b', number: `CASE-${year}-00007` });
  t.equal(other, `CASE-${year}-00007`);
  t.equal(await create({ title: 'c' }), `CASE-${year}-00008`);
  // Of another year, of another form, and one that is long past.
  await create({ title: 'd', number: 'CASE-1999-00070' });
  await create({ title: 'e', number: 'case 9' });
  await create({ title: 'f', number: `CASE-${year}-00002` });
  t.equal(await create({ title: 'g' }), `CASE-${year}-00009`);
  // A number that is longer than its zeros, in a statement with others.
  t.strictSame(
    await create([
      { title: 'h', number: `CASE-${year}-99999` },
      { title: 'i', number: `CASE-${year}-100000` },
    ]),
    [`CASE-${year}-99999`, `CASE-${year}-100000`],
  );
  t.equal(await create({ title: 'j' }), `CASE-${year}-100001`);
  const columns = await ask('POST', '/case?columns=title,number', {
    body: [{ title: 'k' }, { title: 'l', number: `CASE-${year}-100005` }, { title: 'm' }],
    headers: { prefer: 'missing=default' },
  });
  t.strictSame(
    columns.body.map(({ number }: { number: string }) => number.slice(10)),
    ['100002', '100005', '100006'],
  );
  await ask('PATCH', '/case/1', { body: { number: `CASE-${year}-100020` } });
  t.equal(await create({ title: 'n' }), `CASE-${year}-100021`);
  await database.query(`update "case" set number = 'CASE-${year}-100030' where id = 2`);
  await database.query(`insert into "case" (title) values ('o')`);
  t.equal((await numbers(service)).at(-1), '100031');
});

test('a year begins anew in the zone of the service', async (t) => {
  const service = await served(t);
  const { database } = service;
  const insert = async (title: string, instant: string) => {
    await database.query(
      `create or replace function almanac.clock() returns timestamptz language sql volatile return timestamptz '${instant}'`,
    );
    await database.query(`insert into "case" (title) values ('${title}')`);
  };
  await insert('a', '2026-12-31 22:59:59Z');
  await insert('b', '2026-12-31 23:00:00Z');
  await insert('c', '2026-12-31 23:00:01Z');
  t.strictSame(
    (await database.query('select number from "case" order by id')).map(({ number }) => number),
    ['CASE-2026-00001', 'CASE-2027-00001', 'CASE-2027-00002'],
  );
});

test('sixteen writers leave no gap, whatever they undo', async (t) => {
  const service = await served(t);
  const { ask, database } = service;
  const writer = async (name: number) => {
    for (let at = 0; at < 12; at += 1) {
      const own = (end: string) => ({ title: `${name} ${at} ${end}` });
      const body = at % 3 === 0 ? [own('a'), own('b')] : own('a');
      await ask('POST', '/case', { body, headers: at % 4 === 1 ? { prefer: 'tx=rollback' } : {} });
      if (at % 4 === 2) await ask('POST', '/case', { body: [own('c'), own('a')] });
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, name) => writer(name)));
  const rows = await database.query('select number from "case" order by recorded_at, number');
  t.strictSame(
    rows.map(({ number }) => String(number).slice(-5)),
    upTo(rows.length),
    'in the order of their records',
  );
});

test('a load of many rows counts in one step', async (t) => {
  const service = await served(t);
  const { database } = service;
  await database.query(`insert into "case" (title) select n from generate_series(1, 20000) as n`);
  const [last] = await database.query(`select last from almanac.counter where name = 'case.number' and key <> ''`);
  t.equal(last?.last, '20000');
  const [place] = await database.query(`select ctid from almanac.counter where name = 'case.number' and key <> ''`);
  t.match(place?.ctid, /^\(0,\d\)$/, 'the row has had few versions');
});
