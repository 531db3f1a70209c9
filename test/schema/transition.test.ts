import { type Test, test } from 'tap';
import { constraints } from '../../engine/schema/constraint/constraints.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { fieldOf, modelOf, statusType, tableOf, textType } from './model_of.ts';

// Status transitions: the trigger keeps them for every writer, psql included.

const model = modelOf(
  tableOf(
    'unit',
    [
      fieldOf('name', textType(), { nullable: true }),
      fieldOf(
        'status',
        statusType({ new: ['active'], active: ['inactive', 'ended'], inactive: ['active'], ended: [] }),
        {
          default: { kind: 'value', value: 'new' },
        },
      ),
      // `b` is left out of the transitions.
      fieldOf(
        'group',
        { kind: 'enum', values: ['a', 'b'], about: new Map(), transitions: new Map([['a', ['b']]]) },
        { nullable: true },
      ),
      fieldOf(
        'seal',
        { kind: 'enum', values: ['open', 'shut'], about: new Map(), transitions: new Map() },
        { nullable: true },
      ),
    ],
    { history: true },
  ),
);
const script = schemaText(model);
const named = constraints(model);

type Column = 'status' | 'group' | 'seal';

const moves: readonly [column: Column, from: string | null, to: string | null, allowed: boolean][] = [
  ['status', 'new', 'active', true],
  ['status', 'active', 'inactive', true],
  ['status', 'inactive', 'active', true],
  ['status', 'active', 'ended', true],
  ['status', 'new', 'ended', false],
  ['status', 'active', 'new', false],
  ['status', 'ended', 'active', false],
  ['status', 'ended', 'ended', true],
  ['group', 'a', 'b', true],
  ['group', 'b', 'a', false],
  ['group', null, 'a', true],
  ['group', null, 'b', true],
  ['group', null, null, true],
  ['group', 'a', null, false],
  ['group', 'b', null, false],
  ['seal', null, 'open', true],
  ['seal', 'open', 'shut', false],
  ['seal', 'open', null, false],
  ['seal', 'open', 'open', true],
];

async function open(t: Test) {
  const { database, query } = await testDatabase(t, { key: script, run: (empty) => empty.script(script) });
  /** What came of a statement: null, or what the refusing constraint stands for. */
  const attempt = async (text: string, ...values: readonly (string | null)[]) => {
    const outcome = await database.query({ text, values });
    if (outcome.ok) return null;
    t.equal(outcome.error.sqlstate, '23514', text);
    return named.get(outcome.error.constraint ?? '');
  };
  return { database, query, attempt };
}

test('an update makes the moves that are listed, and no other', async (t) => {
  const { query, attempt } = await open(t);
  for (const [column, from, to, allowed] of moves) {
    await query('delete from unit');
    await query(`insert into unit ("${column}") values ($1)`, [from]);
    const what = `${column} from ${from} to ${to}`;
    const expected = { kind: 'transition', resource: 'unit', field: column };
    t.same(await attempt(`update unit set name = 'other', "${column}" = $1`, to), allowed ? null : expected, what);
    const [row] = await query(`select "${column}" as value, name from unit`);
    t.same(row, allowed ? { value: to, name: 'other' } : { value: from, name: null }, what);
  }
});

test('a new row may have any of the values', async (t) => {
  const { query } = await open(t);
  await query(`insert into unit (status, "group", seal) values ('ended', 'b', 'shut'), (default, null, null)`);
  t.same(await query(`select status from unit order by id`), [{ status: 'ended' }, { status: 'new' }]);
});

test('a value that is none is refused by its own rule, null in a required field by its column', async (t) => {
  const { database, query } = await open(t);
  await query(`insert into unit ("group") values (null)`);
  const unknown = await database.query({ text: `update unit set "group" = 'c'`, values: [] });
  t.match(!unknown.ok && named.get(unknown.error.constraint ?? ''), { kind: 'field', field: 'group', what: 'values' });
  const missing = await database.query({ text: 'update unit set status = null', values: [] });
  t.match(missing, { ok: false, error: { sqlstate: '23502', column: 'status' } });
});

test('one row that may not move holds back the whole statement', async (t) => {
  const { query, attempt } = await open(t);
  await query(`insert into unit (status) values ('active'), ('new'), ('active')`);
  t.match(await attempt(`update unit set status = 'inactive'`), { kind: 'transition', field: 'status' });
  t.same(await query('select distinct status from unit order by status'), [{ status: 'active' }, { status: 'new' }]);
});

test('each step of one transaction is judged by itself, and all are one version', async (t) => {
  const { database, query } = await open(t);
  await query(`insert into unit (name) values ('a')`);
  await database.script(`begin; update unit set status = 'active'; update unit set status = 'ended'; commit`);
  t.same(await query('select status, replaced_at is null as current from unit_history'), [
    { status: 'new', current: 'f' },
  ]);
  await t.rejects(
    database.script(`begin; update unit set name = 'b'; update unit set status = 'active'; commit`),
    /status of unit does not go from ended to active/,
  );
  t.same(await query('select name, status from unit'), [{ name: 'a', status: 'ended' }]);
});

test('what is refused leaves no version behind, and neither does an update to the same value', async (t) => {
  const { query, attempt } = await open(t);
  await query(`insert into unit (status) values ('ended')`);
  t.not(await attempt(`update unit set status = 'new'`), null);
  t.equal(await attempt(`update unit set status = 'ended'`), null);
  t.same(await query('select * from unit_history'), []);
});

test('the error says from what to what', async (t) => {
  const { query } = await open(t);
  await query(`insert into unit ("group") values ('a')`);
  await t.rejects(query(`update unit set status = 'ended'`), /status of unit does not go from new to ended/);
  await t.rejects(query(`update unit set "group" = null`), /group of unit does not go from a to <NULL>/);
});
