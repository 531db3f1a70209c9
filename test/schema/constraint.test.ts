import { test } from 'tap';
import { type Constraint, constraints } from '../../engine/schema/constraint/constraints.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { modelOfEverything } from './model_of_everything.ts';

const model = modelOfEverything();
const named = constraints(model);
const timeline = [...model.resources.keys()].find((name) => name.startsWith('lll') && !name.endsWith('_history'));

type Expected = Omit<Constraint, 'resource'> & { readonly [key: string]: unknown };

const broken: readonly [string, Expected][] = [
  [`insert into everything (name) values ('')`, { kind: 'field', field: 'name', what: 'min_length' }],
  [`insert into everything (name) values ('éééééé')`, { kind: 'field', field: 'name', what: 'max_length' }],
  [
    `insert into everything (name, note) values ('a', repeat('b', 21))`,
    { kind: 'field', field: 'note', what: 'max_length' },
  ],
  [`insert into everything (name, count) values ('a', -10)`, { kind: 'field', field: 'count', what: 'minimum' }],
  [`insert into everything (name, count) values ('a', 12)`, { kind: 'field', field: 'count', what: 'multiple_of' }],
  [
    `insert into everything (name, big) values ('a', 9007199254740994)`,
    { kind: 'field', field: 'big', what: 'maximum' },
  ],
  [`insert into everything (name, power) values ('a', -0.005)`, { kind: 'field', field: 'power', what: 'minimum' }],
  [`insert into everything (name, power) values ('a', 999.505)`, { kind: 'field', field: 'power', what: 'maximum' }],
  [`insert into everything (name, power) values ('a', 0.001)`, { kind: 'field', field: 'power', what: 'multiple_of' }],
  [
    `insert into everything (name, power, status) values ('a', 100, 'old')`,
    { kind: 'field', field: 'status', what: 'values' },
  ],
  [`insert into everything (name, tags) values ('a', '{}')`, { kind: 'field', field: 'tags', what: 'min_length' }],
  [`insert into everything (name, tags) values ('a', '{a,b,a}')`, { kind: 'field', field: 'tags', what: 'max_length' }],
  [`insert into everything (name, tags) values ('a', '{c}')`, { kind: 'field', field: 'tags', what: 'values' }],
  [
    `insert into everything (name, sizes) values ('a', '{1,null}')`,
    { kind: 'field', field: 'sizes', what: 'elements' },
  ],
  [`insert into everything (name, sizes) values ('a', '{1,-1}')`, { kind: 'field', field: 'sizes', what: 'minimum' }],
  [`insert into everything (name, sizes) values ('a', '{10,1}')`, { kind: 'field', field: 'sizes', what: 'maximum' }],
  [`insert into everything (name, status) values ('a', 'active')`, { kind: 'check' }],
  [`insert into everything (name, status, power) values ('a', 'active', 50)`, { kind: 'check' }],
  [`insert into everything (name) values ('one')`, { kind: 'unique', fields: ['name', 'status'] }],
  [`insert into everything (name, other_id) values ('a', 99)`, { kind: 'reference', field: 'other_id', to: 'order' }],
  [`delete from everything`, { kind: 'reference', field: 'everything_id', to: 'everything' }],
  [`insert into everything (id, name) values (1, 'a')`, { kind: 'primary_key' }],
  [`insert into TIMELINE (number) values (2, '2026-01-01Z', '2026-01-01Z')`, { kind: 'validity' }],
  [`insert into TIMELINE (number) values (2, '2026-01-02Z', '2026-01-01Z')`, { kind: 'validity' }],
  [`update NAME set valid_from = null`, { kind: 'validity' }],
  [`insert into TIMELINE (number) values (2, '-infinity', '2026-01-01Z')`, { kind: 'validity' }],
  [`update NAME set valid_to = 'infinity'`, { kind: 'validity' }],
  [`insert into TIMELINE (number) values (1, '2027-01-01Z', null)`, { kind: 'unique', fields: ['number'] }],
];

const accepted: readonly string[] = [
  `insert into everything (name, power, status, sizes) values ('éééée', 999.5, 'active', '{0,9}')`,
  `insert into everything (name, power, count, big) values ('b', 0, -5, -9223372036854775808)`,
  `insert into TIMELINE (number) values (2, '2026-02-01Z', null)`,
  // Deleted entries take part in neither overlap nor uniqueness.
  `update NAME set valid_from = null, valid_to = null`,
  `insert into TIMELINE (number) values (1, '2026-01-01Z', '2026-02-01Z')`,
  `update NAME set valid_from = null, valid_to = null`,
];

function inFull(statement: string): string {
  return statement
    .replace('NAME', `${timeline}`)
    .replace(
      'TIMELINE (number) values (',
      `${timeline} ("group", everything_id, number, valid_from, valid_to) values ('x', 1, `,
    );
}

test('each rule is kept by a constraint whose name leads back to it, and nothing else is refused', async (t) => {
  const { database, query } = await testDatabase(t);
  await database.script(schemaText(model));
  await query(`insert into everything (name) values ('one')`);
  await query(inFull(`insert into TIMELINE (number) values (1, '2026-01-01Z', '2026-02-01Z')`));
  for (const [statement, expected] of broken) {
    const outcome = await database.query({ text: inFull(statement), values: [] });
    const name = outcome.ok ? '' : outcome.error.constraint;
    t.match(named.get(name ?? ''), expected, `${statement}: ${name}`);
  }
  for (const statement of accepted) await t.resolves(query(inFull(statement)), statement);
});

test('without the triggers that make room, a constraint still keeps entries of a timeline apart', async (t) => {
  const { database, query } = await testDatabase(t);
  await database.script(schemaText(model));
  await query(`insert into everything (name) values ('one')`);
  await query(`alter table ${timeline} disable trigger make_room_insert`);
  await query(inFull(`insert into TIMELINE (number) values (1, '2026-01-01Z', '2026-02-01Z')`));
  const text = inFull(`insert into TIMELINE (number) values (2, '2026-01-31Z', null)`);
  const outcome = await database.query({ text, values: [] });
  t.match(named.get((!outcome.ok && outcome.error.constraint) || ''), {
    kind: 'overlap',
    timeline: ['everything_id', 'group'],
  });
});

test('a default is what the definition says, in any zone', async (t) => {
  const { database, query } = await testDatabase(t);
  await database.script(schemaText(model));
  // Where it is tomorrow for most of the day.
  await database.script(`set timezone = 'Pacific/Kiritimati'; insert into everything (name) values ('a')`);
  const [row] = await query(`
    select flag, count, big, day = (recorded_at at time zone 'UTC')::date as today, since <= recorded_at as now,
      business_id is not null as id, "user", status, tags from everything`);
  t.same(row, {
    flag: 'f',
    count: '10',
    big: '9007199254740993',
    today: 't',
    now: 't',
    id: 't',
    user: `{"it's": [1, null]}`,
    status: 'new',
    tags: '{a}',
  });
});

test('names are unique and PostgreSQL keeps them whole', async (t) => {
  for (const name of named.keys()) t.ok(name.length <= 63, name);
  t.same(named.get('a_b_c_key'), { kind: 'unique', resource: 'a', fields: ['b_c'], among: null });
  t.equal([...named.values()].filter(({ kind, resource }) => kind === 'unique' && resource === 'a_b').length, 1);
});
