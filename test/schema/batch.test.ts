import { type Test, test } from 'tap';
import { schemaText } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { modelOfFiles } from '../model_of_files.ts';

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
  name: { type: text, nullable: true }
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

function day(number: number | null): string {
  return number === null ? 'null' : `timestamptz '2026-01-${String(number).padStart(2, '0')}Z'`;
}
