import fc from 'fast-check';
import { type Test, test } from 'tap';
import type { Row } from '../../db/statement.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { rolledBack, rowsOf } from './catalog.ts';

// What SQL in a batch leaves, and what it is told.

const model = modelOfFiles({
  'service.yaml': 'service: Test\nevents: { prefix: test }\n',
  'owner.yaml': `resource: owner
history: true
unique: [[room, desk]]
fields:
  name: { type: text, nullable: true, unique: true }
  room: { type: integer, nullable: true }
  desk: { type: integer, nullable: true }
`,
  ...Object.fromEntries(
    ['make_room', 'reject'].map((overlap) => [
      `${overlap}_entry.yaml`,
      `resource: ${overlap}_entry
history: true
temporal: { timeline: owner_id, overlap: ${overlap} }
fields:
  owner_id: { type: reference, to: owner }
  name: { type: text, nullable: true, unique: true }
`,
    ]),
  ),
});
const script = schemaText(model);

async function open(t: Test) {
  const opened = await testDatabase(t, { key: script, run: (empty) => empty.script(script) });
  /** The SQLSTATE and the constraint that stop a transaction of these statements, and at which of them; null for none. */
  const refusal = async (
    ...statements: readonly string[]
  ): Promise<readonly [number, string, string | null] | null> => {
    let done = 0;
    const outcome = await opened.database.transaction(async (query) => {
      for (const text of statements) {
        const one = await query({ text, values: [] });
        if (!one.ok) return one;
        done++;
      }
      return null;
    });
    return outcome === null ? null : [done, outcome.error.sqlstate, outcome.error.constraint];
  };
  return { ...opened, refusal };
}

const begin = 'select almanac.begin_batch()';
const settle = 'select almanac.settle_batch()';

test('two rows change places by a unique value', async (t) => {
  const { query, refusal } = await open(t);
  await query(`insert into owner (name, room, desk) values ('a', 1, 1), ('b', 1, 2)`);
  const swap = [
    `update owner set name = 'b', desk = 2 where id = 1`,
    `update owner set name = 'a', desk = 1 where id = 2`,
  ];
  const back = [`update owner set name = 'a' where id = 1`];
  t.same(await refusal(...swap), [0, '23505', 'owner_name_key'], 'statements by themselves');
  t.same(await refusal(begin, ...swap.slice(0, 1), settle), [2, '23505', 'owner_name_key'], 'half of it');
  t.same(await refusal(begin, ...swap.slice(0, 1)), [2, '23505', 'owner_name_key'], 'half of it, which is not settled');
  t.equal(await refusal(begin, ...swap, settle), null);
  t.same(await query('select id, name, desk from owner order by id'), [
    { id: '1', name: 'b', desk: '2' },
    { id: '2', name: 'a', desk: '1' },
  ]);
  t.same(await refusal(begin, settle, ...back), [2, '23505', 'owner_name_key'], 'after the end of the batch');
  t.equal(await refusal(`update owner set desk = 3 - desk`), null, 'one statement has its own end');
});

test('on conflict in SQL of an operator: docs/upgrade.md says what works', async (t) => {
  const { query, refusal } = await open(t);
  await query(`insert into owner (name) values ('a')`);
  const owner = `insert into owner (name) values ('a') on conflict`;
  const entry = 'insert into make_room_entry (owner_id, name, valid_from) select 1, $$a$$, now() on conflict';
  const cases: readonly (readonly [text: string, sqlstate: string | null])[] = [
    [`${owner} do nothing`, '55000'],
    [`${owner} (name) do nothing`, '55000'],
    [`${entry} do nothing`, '55000'],
    [`insert into owner (id) values (1) on conflict (id) do nothing`, null],
    [`insert into owner (name) select 'a' where not exists (select from owner where name = 'a')`, null],
    [
      `merge into owner using (values ('a')) as new (name) on owner.name = new.name
        when not matched then insert (name) values (new.name)`,
      null,
    ],
    ...[1, 2].map(() => [`${entry} (name) where valid_from is not null do nothing`, null] as const),
  ];
  for (const [text, sqlstate] of cases) t.equal((await refusal(text))?.[1] ?? null, sqlstate, text);
  t.same(await query('select count(*) from owner union all select count(*) from make_room_entry'), [
    { count: '1' },
    { count: '1' },
  ]);
});

for (const table of ['make_room_entry', 'reject_entry']) {
  const insert = (id: number, from: number, to: number | null) =>
    `insert into ${table} (id, owner_id, valid_from, valid_to) values (${id}, 1, ${day(from)}, ${day(to)})`;
  const move = (id: number, from: number, to: number | null) =>
    `update ${table} set valid_from = ${day(from)}, valid_to = ${day(to)} where id = ${id}`;
  const remove = (id: number) => `update ${table} set valid_from = null, valid_to = null where id = ${id}`;
  const named = (...ids: readonly number[]) => `select almanac.begin_batch('{"${table}": [${ids}]}')`;
  const constraint = `${table}_owner_id_excl`;
  const rows = (query: (text: string) => Promise<unknown>) =>
    query(`select id, extract(day from valid_from at time zone 'utc') as "from", extract(day from valid_to at time zone 'utc') as "to"
      from ${table} order by id`);
  const spans = (...list: readonly (readonly [number, number | null, number | null])[]) =>
    list.map(([id, from, to]) => ({ id: `${id}`, from: from?.toString() ?? null, to: to?.toString() ?? null }));
  const prepared = async (t: Test) => {
    const opened = await open(t);
    await opened.query('insert into owner default values');
    await opened.query(insert(1, 1, 5));
    await opened.query(insert(2, 5, null));
    return opened;
  };

  test(`${table}: two entries change places`, async (t) => {
    const { query, refusal } = await prepared(t);
    t.equal(await refusal(named(1, 2), move(1, 5, null), move(2, 1, 5), settle), null);
    t.same(await rows(query), spans([1, 5, null], [2, 1, 5]));
    t.same(await query(`select ${table}_id as id, count(*) from ${table}_history group by 1 order by 1`), [
      { id: '1', count: '1' },
      { id: '2', count: '1' },
    ]);
    t.same(await query('select count(*) from almanac.batch_entry'), [{ count: '0' }]);
    t.same(
      await query(`select type, source from almanac.outbox where source like '/${table}/%' order by id offset 2`),
      [1, 2].map((id) => ({ type: `test.${table}.update`, source: `/${table}/${id}` })),
    );
  });

  test(`${table}: what still overlaps at the end is refused`, async (t) => {
    const { query, refusal } = await prepared(t);
    const before = await rows(query);
    const half = [named(1, 2), move(1, 5, null)];
    t.same(await refusal(...half, settle), [2, '23P01', constraint]);
    t.same(await refusal(...half), [2, '23P01', constraint], 'at the commit, where nobody settles');
    t.same(await refusal(begin, insert(3, 1, 3), insert(4, 2, 4), settle).then((found) => found?.slice(1)), [
      '23P01',
      constraint,
    ]);
    t.same(await rows(query), before);
    t.equal(await refusal(named(1, 2), remove(2), move(1, 5, null), settle), null, 'what it deletes is not in the way');
    t.equal(await refusal(named(1), move(1, 5, null), remove(1), insert(5, 1, 9), settle), null);
    t.same(await rows(query), spans([1, null, null], [2, null, null], [5, 1, 9]));
  });
}

test('a batch cuts what it does not place, as often as it takes, with the rights that this takes', async (t) => {
  const { query, refusal } = await open(t);
  await query('insert into owner default values');
  const insert = (...spans: readonly (readonly [id: number, from: number, to: number | null])[]) =>
    `insert into make_room_entry (id, owner_id, valid_from, valid_to) values ${spans
      .map(([id, from, to]) => `(${id}, 1, ${day(from)}, ${day(to)})`)
      .join()}`;
  await query(insert([1, 1, null]));
  const spans = () =>
    query(`select id, extract(day from valid_from at time zone 'utc') as "from", extract(day from valid_to at time zone 'utc') as "to"
      from make_room_entry where valid_from is not null order by valid_from`);
  const room = (ids: string) => `set local almanac.room.make_room_entry = '{${ids}}'`;
  const months = insert([4, 9, 12], [2, 3, 6], [3, 6, 9]);
  t.same(await refusal(begin, room(''), months, settle), [2, 'ZA403', 'make_room_entry_owner_id_excl']);
  t.equal(await refusal(begin, room('1'), months, room(''), insert([5, 12, 13]), settle), null);
  t.same(await spans(), [
    { id: '1', from: '1', to: '3' },
    { id: '2', from: '3', to: '6' },
    { id: '3', from: '6', to: '9' },
    { id: '4', from: '9', to: '12' },
    { id: '5', from: '12', to: '13' },
  ]);
  t.equal(await refusal(begin, insert([6, 20, 21], [7, 2, 3]), insert([8, 1, 2]), settle), null);
  t.same((await spans()).slice(0, 3), [
    { id: '8', from: '1', to: '2' },
    { id: '7', from: '2', to: '3' },
    { id: '2', from: '3', to: '6' },
  ]);
  t.same(
    await query('select valid_from from make_room_entry where id = 1'),
    [{ valid_from: null }],
    'covered in the end',
  );
  const overlapping = [insert([9, 14, 16]), insert([10, 15, 17])];
  t.equal(await refusal(...overlapping), null, 'outside a batch the later one wins');
  t.equal(await refusal(begin, `update make_room_entry set valid_to = ${day(18)} where id = 9`, settle), null);
  t.same((await spans()).slice(-2), [
    { id: '9', from: '14', to: '18' },
    { id: '6', from: '20', to: '21' },
  ]);
});

/** What a request of a batch does with an entry: makes it, gives it other bounds, or deletes it. */
interface Act {
  readonly id: number;
  readonly kind: 'create' | 'move' | 'delete';
  readonly owner: number;
  readonly from: number;
  readonly length: number;
}

const acts = fc.uniqueArray(
  fc
    .record({
      id: fc.integer({ min: 1, max: 8 }),
      kind: fc.constantFrom('move', 'move', 'move', 'delete'),
      owner: fc.constantFrom(1, 1, 1, 2),
      from: fc.constantFrom(1, 5, 5, 9, 9, 10),
      length: fc.constantFrom(1, 2, 3, 4, 6),
    } satisfies { readonly [Key in keyof Act]: fc.Arbitrary<Act[Key]> })
    .map((act): Act => (act.id > 6 ? { ...act, kind: 'create' } : act)),
  { selector: ({ id }) => id, minLength: 2, maxLength: 3 },
);

/** Two entries change places, and three do. */
const rotations: [readonly Act[]][] = [
  [5, 1],
  [5, 9, 1],
].map((places) => [places.map((from, at) => ({ id: at + 1, kind: 'move', owner: 1, from, length: 4 }))]);

const start = `insert into owner default values; insert into owner default values;
  insert into %s (id, owner_id, valid_from, valid_to)
  select number, 1 + number / 5, timestamptz '2026-01-01Z' + (number % 5 - 1) * interval '4 days', timestamptz '2026-01-05Z' + (number % 5 - 1) * interval '4 days'
  from generate_series(1, 6) as number`;

function statementOf(table: string, { id, kind, owner, from, length }: Act): string {
  const bounds = `${day(from)}, ${day(from + length)}`;
  switch (kind) {
    case 'create':
      return `insert into ${table} (id, owner_id, valid_from, valid_to) values (${id}, ${owner}, ${bounds})`;
    case 'move':
      return `update ${table} set (owner_id, valid_from, valid_to) = (${owner}, ${bounds}) where id = ${id}`;
    case 'delete':
      return `update ${table} set valid_from = null, valid_to = null where id = ${id}`;
  }
}

/** The list as it is, and then in every other order. */
function permutations<T>(list: readonly T[]): readonly (readonly T[])[] {
  if (list.length < 2) return [list];
  const all = list.flatMap((first, at) => permutations(list.toSpliced(at, 1)).map((rest) => [first, ...rest]));
  return [list, ...all.slice(1)];
}

for (const table of ['make_room_entry', 'reject_entry']) {
  test(`${table}: a batch leaves what its writes leave one by one, where they do not meet`, async (t) => {
    const { database } = await open(t);
    await database.script(start.replace('%s', table));
    const all = `select id, owner_id, valid_from, valid_to from ${table} order by id`;
    /** The rows behind the statements, or the SQLSTATE that stops them. */
    const after = (statements: readonly string[]) =>
      rolledBack(database, async (query) => {
        for (const text of statements) {
          const done = await query({ text, values: [] });
          if (!done.ok) return done.error.sqlstate;
        }
        return rowsOf(query, all);
      });
    /** The rows behind acts that are done one by one; null if one is refused, or meets an entry that another one places. */
    const oneByOne = (order: readonly Act[]) =>
      rolledBack(database, async (query) => {
        for (const act of order) {
          const others = order.filter(({ id }) => id !== act.id).map(({ id }) => id);
          const met = await rowsOf(
            query,
            `select from ${table}
            where id = any ('{${others}}') and owner_id = ${act.owner} and valid_from is not null
              and tstzrange(valid_from, valid_to) && tstzrange(${day(act.from)}, ${day(act.from + act.length)})`,
          );
          if (met.length > 0 && act.kind !== 'delete') return null;
          if (!(await query({ text: statementOf(table, act), values: [] })).ok) return null;
        }
        return rowsOf(query, all);
      });
    const counts = { same: 0, met: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(acts, async (list: readonly Act[]) => {
        const ids = list.map(({ id }) => id).join();
        const batch = await after([
          `select almanac.begin_batch('{"${table}": [${ids}]}')`,
          ...list.map((act) => statementOf(table, act)),
          settle,
        ]);
        const singles: (readonly Row[])[] = [];
        for (const order of permutations(list)) {
          const single = await oneByOne(order);
          if (single !== null) singles.push(single);
          // In its own order, if that works. An entry inside another one leaves a gap, so orders differ.
          if (single !== null && order === list) break;
        }
        if (singles.length === 0) {
          counts[typeof batch === 'string' ? 'refused' : 'met'] += 1;
          return;
        }
        counts.same += 1;
        const isOne = singles.some((rows) => JSON.stringify(rows) === JSON.stringify(batch));
        if (!isOne) t.same(batch, singles[0], JSON.stringify(list));
      }),
      { examples: rotations, numRuns: process.env.ALMANAC_LONG ? 3000 : 40, seed: Number(process.env.SEED ?? 7) },
    );
    t.comment(JSON.stringify(counts));
    t.ok(counts.same > 0 && counts.refused > 0 && counts.met >= rotations.length, 'of each kind some');
  });
}

test('what a batch costs does not grow with earlier batches', async (t) => {
  const { database, query } = await open(t);
  await database.script(start.replace('%s', 'make_room_entry'));
  const scans = async () => {
    const [row] = await query(`select seq_scan from pg_stat_user_tables where relid = 'almanac.batch_entry'::regclass`);
    return row?.seq_scan;
  };
  // Now the planner knows that the table is empty.
  await database.script('vacuum analyze almanac.batch_entry');
  const before = await scans();
  await database.script(`begin;
    select almanac.begin_batch('{"make_room_entry": [1, 2]}');
    insert into make_room_entry (id, owner_id, valid_from) values (20, 1, ${day(9)});
    update make_room_entry set valid_to = ${day(10)} where id = 1;
    update make_room_entry set valid_from = null, valid_to = null where id = 1;
    update make_room_entry set valid_from = ${day(10)}, valid_to = ${day(11)} where id = 2;
    delete from make_room_entry where id = 20;
    select almanac.settle_batch();
    select pg_stat_force_next_flush();
    commit;`);
  t.equal(await scans(), before, 'the entries of batches are found by their index');
});

test('batches and single writes of many writers leave no two rows that collide', async (t) => {
  const { database, query } = await open(t);
  await database.script(`${start.replace('%s', 'make_room_entry')};
    insert into owner (name) select 'n' || number from generate_series(1, 6) as number`);
  const before = await query('select count(*), count(distinct name) as names from owner');
  const codes = new Map<string, number>();
  const random = (most: number) => 1 + Math.floor(Math.random() * most);
  /** Swaps two entries and two names, locked in order or as they come; or one write by itself. */
  const write = () =>
    database.transaction(async (inside) => {
      const run = async (text: string) => {
        const done = await inside({ text, values: [] });
        if (!done.ok) throw done.error;
        return done.rows;
      };
      if (random(4) === 1) {
        return run(`insert into make_room_entry (owner_id, valid_from, valid_to)
          select 1, ${day(random(9))}, ${day(10 + random(9))}`);
      }
      const [a, b] = [random(6), random(6)];
      const [one, two] = [random(6) + 2, random(6) + 2];
      await run(`select almanac.begin_batch('{"make_room_entry": [${a}, ${b}]}')`);
      await run('select from owner order by id for no key update');
      const [[was], [is]] = [
        await run(`select name from owner where id = ${one}`),
        await run(`select name from owner where id = ${two}`),
      ];
      await run(`update owner set name = '${is?.name}' where id = ${one}`);
      if (random(8) === 1) return run(settle);
      await run(`update owner set name = '${was?.name}' where id = ${two}`);
      await run(`update make_room_entry set valid_from = ${day(1)}, valid_to = ${day(5)} where id = ${a}`);
      await run(`update make_room_entry set valid_from = ${day(5)}, valid_to = ${day(9)} where id = ${b}`);
      return random(2) === 1 ? run(settle) : [];
    });
  const until = process.env.ALMANAC_LONG ? 500 : 25;
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let count = 0; count < until; count += 1) {
        const code = await write().then(
          (outcome) => ('error' in outcome ? outcome.error.sqlstate : 'done'),
          (error) => error.sqlstate,
        );
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
    }),
  );
  t.comment(JSON.stringify([...codes]));
  t.same(
    [...codes.keys()].filter((code) => !['done', '23505', '23P01', '40001', '40P01'].includes(code)),
    [],
  );
  t.ok((codes.get('done') ?? 0) > 0 && (codes.get('23505') ?? 0) > 0, 'some are refused');
  t.same(await query('select count(*), count(distinct name) as names from owner'), before);
  t.same(
    await query(`select from make_room_entry as a join make_room_entry as b on a.id < b.id and a.owner_id = b.owner_id
      and tstzrange(a.valid_from, a.valid_to) && tstzrange(b.valid_from, b.valid_to)
      where a.valid_from is not null and b.valid_from is not null`),
    [],
  );
});

function day(number: number | null): string {
  return number === null ? 'null' : `timestamptz '2026-01-${String(number).padStart(2, '0')}Z'`;
}
