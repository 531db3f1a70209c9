import fc from 'fast-check';
import { type Test, test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { type Change, type Span, timelineCases } from '../../engine/docs/place/timeline/cases.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { History, Model, Table } from '../../engine/model/model.ts';
import { historySource } from '../../engine/query/sql/read/past/history_source.ts';
import { renderDelete } from '../../engine/query/sql/write/delete.ts';
import { renderUpdate } from '../../engine/query/sql/write/write.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { textOf } from '../../engine/sql/render.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { instantOf, pointOf } from '../http/timeline_client.ts';
import { writerOf } from '../query/writer.ts';

// Specification 3 for those who write plain SQL, as in psql.

const model = await modelOf('test/timeline');
const script = schemaText(model);

async function modelOf(folder: string): Promise<Model> {
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error(`${folder} has faults`);
  return loaded.model;
}

function open(t: Test): Promise<TestDatabase> {
  return testDatabase(t, { key: script, run: (empty) => empty.script(script) });
}

async function newOwner({ query }: TestDatabase): Promise<string> {
  const [row] = await query('insert into owner default values returning id');
  return row?.id ?? '';
}

const insert = 'insert into entry (owner_id, name, valid_from, valid_to) values ($1, $2, $3, $4)';

async function put({ query }: TestDatabase, owner: string, ...spans: readonly Span[]): Promise<void> {
  for (const { name, from, to } of spans) await query(insert, [owner, name, instantOf(from), instant(to)]);
}

function carryOut(database: TestDatabase, owner: string, change: Change): Promise<unknown> {
  const { query } = database;
  const where = 'where owner_id = $1 and name = $2';
  if (change.kind === 'create') return put(database, owner, change.entry);
  if (change.kind === 'delete')
    return query(`update entry set valid_from = null, valid_to = null ${where}`, [owner, change.name]);
  const bounds = [
    ...(change.from === undefined ? [] : [`valid_from = '${instantOf(change.from)}'`]),
    ...(change.to === undefined ? [] : [`valid_to = ${change.to === null ? 'null' : `'${instantOf(change.to)}'`}`]),
  ];
  return query(`update entry set ${bounds.join(', ')} ${where}`, [owner, change.name]);
}

function instant(point: number | null): string | null {
  return point === null ? null : instantOf(point);
}

async function timelineOf({ query }: TestDatabase, owner: string): Promise<readonly Span[]> {
  const rows = await query(
    'select name, valid_from, valid_to from entry where owner_id = $1 and valid_from is not null order by valid_from',
    [owner],
  );
  return rows.map((row) => ({ name: row.name ?? '', from: point(row.valid_from) ?? -1, to: point(row.valid_to) }));
}

/** Of an instant as PostgreSQL writes it. */
function point(text: string | null | undefined): number | null {
  return pointOf(text?.replace(' ', 'T').replace('+00', '+00:00') ?? null);
}

function span(name: string, from: number, to: number | null): Span {
  return { name, from, to };
}

async function sqlstateOf(
  { database }: TestDatabase,
  text: string,
  values: readonly (string | null)[] = [],
): Promise<string | null> {
  const outcome = await database.query({ text, values });
  return outcome.ok ? null : outcome.error.sqlstate;
}

test('specification 3, case by case', async (t) => {
  const database = await open(t);
  for (const { title, before, changes, after } of timelineCases) {
    const owner = await newOwner(database);
    await put(database, owner, ...before);
    for (const change of changes) await carryOut(database, owner, change);
    t.same(await timelineOf(database, owner), after, title);
  }
});

test('rows of one insert make room for each other in their order', async (t) => {
  const database = await open(t);
  const owner = await newOwner(database);
  await put(database, owner, span('A', 0, 12));
  await database.query(
    `insert into entry (owner_id, name, valid_from, valid_to)
     select $1::bigint, name, timestamptz '2026-01-01Z' + "from" * interval '1 hour', timestamptz '2026-01-01Z' + "to" * interval '1 hour'
     from (values ('B', 2, 6), ('C', 4, 8), ('D', 4, 5)) as spans (name, "from", "to")`,
    [owner],
  );
  t.same(await timelineOf(database, owner), [span('A', 0, 2), span('B', 2, 4), span('D', 4, 5), span('C', 5, 8)]);
});

test('an update of several entries', async (t) => {
  const database = await open(t);
  const [owner, other] = [await newOwner(database), await newOwner(database)];
  for (const each of [owner, other]) await put(database, each, span('A', 0, 4), span('B', 4, 8));
  const later = `update entry set valid_to = valid_to + interval '2 hours'`;
  t.equal(
    await sqlstateOf(database, `${later} where owner_id = $1`, [owner]),
    '27000',
    'PostgreSQL changes a row once',
  );
  t.same(await timelineOf(database, owner), [span('A', 0, 4), span('B', 4, 8)], 'nothing has happened');
  t.equal(await sqlstateOf(database, `${later} where name = 'A'`), null, 'each on a timeline of its own');
  t.same(await timelineOf(database, owner), [span('A', 0, 6), span('B', 6, 8)]);
  t.same(await timelineOf(database, other), [span('A', 0, 6), span('B', 6, 8)]);
  const shorter = `update entry set valid_to = valid_to - interval '1 hour' where owner_id = $1`;
  t.equal(await sqlstateOf(database, shorter, [owner]), null, 'what narrows touches no other');
  t.same(await timelineOf(database, owner), [span('A', 0, 5), span('B', 6, 7)]);
  t.equal(await sqlstateOf(database, 'update entry set valid_from = null, valid_to = null'), null);
  t.same(await timelineOf(database, owner), []);
});

test('what one transaction does is one version of each entry, at one instant', async (t) => {
  const database = await open(t);
  const { query } = database;
  const owner = await newOwner(database);
  await put(database, owner, span('A', 0, 4), span('B', 4, 8), span('C', 8, 12));
  const done = await database.database.transaction(async (inside) => {
    await inside({ text: insert, values: [owner, 'N', instantOf(2), instantOf(6)] });
    await inside({ text: insert, values: [owner, 'M', instantOf(3), instantOf(10)] });
    await inside({ text: `update entry set name = 'b' where name = 'B'`, values: [] });
  });
  t.equal(done, undefined);
  t.same(await timelineOf(database, owner), [span('A', 0, 2), span('N', 2, 3), span('M', 3, 10), span('C', 10, 12)]);
  const [instants] = await query('select count(distinct recorded_at) as count from entry');
  t.same(instants, { count: '1' });
  const versions = await query(
    `select name, valid_to, replaced_at = (select max(recorded_at) from entry) as same from entry_history order by id`,
  );
  t.same(
    versions.map((row) => [row.name, point(row.valid_to), row.same]),
    [
      ['A', 4, 't'],
      ['B', 8, 't'],
      ['C', 12, 't'],
    ],
    'the state before, and none between',
  );
});

test('whatever the clock does, nothing is refused, and the versions of an entry never overlap', async (t) => {
  const database = await open(t);
  const { query } = database;
  await query(`create or replace function almanac.clock() returns timestamptz language sql volatile
    return timestamptz '2026-01-01Z' + current_setting('test.clock')::bigint * interval '1 microsecond'`);
  const versions = textOf(historySource(model.resources.get('entry_history') as History));
  const statement = fc.record({
    clock: fc.integer({ min: 0, max: 3 }),
    kind: fc.constantFrom('insert', 'insert', 'update', 'delete'),
    pick: fc.nat(5),
    from: fc.nat(8),
    length: fc.integer({ min: 1, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 2, maxLength: 10 }), async (statements) => {
      await database.database.script('truncate entry, entry_history, owner cascade');
      await database.database.transaction(async (inside) => {
        await inside({ text: `select set_config('test.clock', '0', true)`, values: [] });
        await inside({ text: 'insert into owner (id) values (1)', values: [] });
      });
      for (const { clock, kind, pick, from, length } of statements) {
        const bounds = kind === 'delete' ? [null, null] : [instantOf(from), instantOf(from + length)];
        const done = await database.database.transaction(async (inside) => {
          await inside({ text: `select set_config('test.clock', $1, true)`, values: [String(clock)] });
          return inside(
            kind === 'insert'
              ? { text: insert, values: ['1', 'N', ...bounds] }
              : {
                  text: `update entry set valid_from = $1, valid_to = $2
                    where id = (select id from entry order by id offset $3 limit 1)`,
                  values: [...bounds, String(pick)],
                },
          );
        });
        if (!done.ok) throw new Error(done.error.message);
      }
      const wrong = await query(`
        select * from (
          select recorded_at >= coalesce(replaced_at, 'infinity') or
            recorded_at <> lag(replaced_at) over (partition by entry_id order by recorded_at, id) as is_wrong
          from ${versions} as version
        ) as judged where is_wrong`);
      return wrong.length === 0;
    }),
    { numRuns: 60 },
  );
});

test('an interval that is none is refused', async (t) => {
  const database = await open(t);
  const owner = await newOwner(database);
  await put(database, owner, span('A', 0, null));
  const from = instantOf(4);
  const refused: readonly [from: string | null, to: string | null, sqlstate: string][] = [
    [null, null, '23502'],
    [null, from, '23502'],
    [from, from, '23514'],
    [from, instantOf(3), '23514'],
    ['infinity', null, '23514'],
    ['-infinity', from, '23514'],
    [from, 'infinity', '23514'],
  ];
  for (const [begin, end, sqlstate] of refused) {
    t.equal(await sqlstateOf(database, insert, [owner, 'N', begin, end]), sqlstate, `insert ${begin} to ${end}`);
    const update = 'update entry set valid_from = $1, valid_to = $2';
    // Both bounds null is what deletes an entry.
    if (begin !== null || end !== null)
      t.equal(await sqlstateOf(database, update, [begin, end]), '23514', `update ${begin} to ${end}`);
  }
  t.same(await timelineOf(database, owner), [span('A', 0, null)], 'and nothing was cut for it');
  t.equal(await sqlstateOf(database, insert, ['999', 'N', from, null]), '23503', 'a timeline of nothing');
  t.equal(await sqlstateOf(database, insert, [null, 'N', from, null]), '23502', 'no timeline');
});

test('an entry that is removed from the table leaves a gap and a history', async (t) => {
  const database = await open(t);
  const owner = await newOwner(database);
  await put(database, owner, span('A', 0, 4), span('B', 4, 8), span('C', 8, 12));
  await database.query(`delete from entry where name = 'B'`);
  t.same(await timelineOf(database, owner), [span('A', 0, 4), span('C', 8, 12)]);
  t.match(await database.query('select name, replaced_by from entry_history'), [{ name: 'B', replaced_by: '0' }]);
});

test('a timeline of two fields is one for each pair of values', async (t) => {
  const library = schemaText(await modelOf('test/library'));
  const { query } = await testDatabase(t, { key: library, run: (empty) => empty.script(library) });
  await query(`insert into branch (id, name) values (1, 'East'), (2, 'West')`);
  await query(`insert into member (id, "user") values (1, 'ola'), (2, 'kari')`);
  const join = 'insert into membership (member_id, branch_id, valid_from, valid_to) values ($1, $2, $3, $4)';
  await query(join, ['1', '1', instantOf(0), null]);
  await query(join, ['1', '2', instantOf(0), null]);
  await query(join, ['2', '1', instantOf(0), null]);
  await query(join, ['1', '1', instantOf(4), null]);
  const shown = async () =>
    (
      await query(
        'select member_id, branch_id, valid_from, valid_to from membership where valid_from is not null order by id',
      )
    ).map((row) => [`${row.member_id} at ${row.branch_id}`, point(row.valid_from), point(row.valid_to)]);
  t.same(await shown(), [
    ['1 at 1', 0, 4],
    ['1 at 2', 0, null],
    ['2 at 1', 0, null],
    ['1 at 1', 4, null],
  ]);
  await query('update membership set branch_id = 2, valid_from = $1 where member_id = 1 and valid_to is not null', [
    instantOf(3),
  ]);
  t.same(
    (await shown()).slice(0, 2),
    [
      ['1 at 2', 3, 4],
      ['1 at 2', 0, 3],
    ],
    'what moves by its second field makes room there',
  );
});

/** Statements of one kind, one after the other. */
async function repeat(
  database: Database,
  times: number,
  make: (turn: number) => Statement,
): Promise<readonly string[]> {
  const refusals: string[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const outcome = await database.query(make(turn));
    if (!outcome.ok) refusals.push(`${outcome.error.sqlstate} ${outcome.error.message}`);
  }
  return refusals;
}

type Statement = Parameters<Database['query']>[0];

test('the order of locks', async (t) => {
  const opened = await open(t);
  const { query, url } = opened;
  const owner = await newOwner(opened);
  for (let at = 0; at < 4; at += 1) await put(opened, owner, span('A', at * 10, at * 10 + 10));
  // A deadlock is looked for after this long.
  await query(
    `do $$ begin execute format('alter database %I set deadlock_timeout = ''20ms''', current_database()); end $$`,
  );
  const database = await connect(url, { maximumConnections: 4, statementTimeoutSeconds: 10 });
  t.teardown(() => database.close());
  const entry = model.resources.get('entry') as Table;
  const field = (name: string, value: string | null) => {
    const found = entry.fields.get(name);
    if (found === undefined) throw new Error(name);
    return { field: found, value };
  };
  const bounds = (turn: number) => [instantOf((turn * 7) % 40), instantOf(((turn * 7) % 40) + 5)] as const;
  const id = (turn: number) => String(1 + (turn % 4));
  const inserts = (turn: number) => ({ text: insert, values: [owner, 'N', ...bounds(turn)] });

  const [ofUpdates, ofDeletes, ofInserts] = await Promise.all([
    repeat(database, 120, (turn) => {
      const [from, to] = bounds(turn);
      return renderUpdate(
        entry,
        {
          id: id(turn),
          precondition: {
            kind: 'none',
          },
        },
        [field('valid_from', from), field('valid_to', to)],
        writerOf(model, '1'),
      );
    }),
    repeat(database, 120, (turn) => renderDelete(entry, id(turn), writerOf(model, '1'), { kind: 'none' })),
    repeat(database, 120, inserts),
  ]);
  t.same([ofUpdates, ofDeletes, ofInserts], [[], [], []], 'statements that lock the timeline first never collide');

  const [plain, beside] = await Promise.all([
    repeat(database, 60, (turn) => ({
      text: 'update entry set valid_from = $2, valid_to = $3 where id = $1',
      values: [id(turn), ...bounds(turn)],
    })),
    repeat(database, 60, inserts),
  ]);
  const others = [...plain, ...beside].filter((refusal) => !refusal.startsWith('40P01'));
  t.same(others, [], 'those that lock an entry first meet a deadlock at worst');
});
