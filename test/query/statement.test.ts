import { test } from 'tap';
import { loadModel } from '../../engine/definition/load.ts';
import type { Model, Resource, Table } from '../../engine/definition/model.ts';
import { planList } from '../../engine/query/plan/list_plan.ts';
import { readQueryString } from '../../engine/query/plan/query_string.ts';
import { planRead, type ReadPlan } from '../../engine/query/plan/read_plan.ts';
import { renderList } from '../../engine/query/sql/list.ts';
import { renderRead } from '../../engine/query/sql/read.ts';
import type { Statement } from '../../engine/query/sql/statement.ts';
import { renderCreate, renderDelete, renderPresence, renderUpdate } from '../../engine/query/sql/write.ts';
import { testService } from '../http/service.ts';

// The SQL that a request becomes, as text: a change to it is to be seen in review. It is run by the tests of HTTP.

const model = await modelOf('test/library');

async function modelOf(folder: string): Promise<Model> {
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error(`${folder} has faults`);
  return loaded.model;
}

function tableOf(name: string): Table {
  const table = model.resources.get(name);
  if (table?.kind !== 'table') throw new Error(`${name} is no table`);
  return table;
}

function list(name: string, query: string): Statement {
  const parameters = readQueryString(query);
  const resource = model.resources.get(name);
  if (!parameters.ok || resource === undefined) throw new Error(query);
  const plan = planList(resource, parameters.value, model);
  if (!plan.ok) throw new Error(plan.fault.detail);
  return renderList(plan.value, model, { total: false });
}

function readOf(resource: Resource): ReadPlan {
  const plan = planRead(resource, [], model);
  if (!plan.ok) throw new Error(plan.fault.detail);
  return plan.value;
}

const page = (columns: string, rest: string) =>
  `select '[' || coalesce(string_agg(row_to_json(page.*)::text, ','), '') || ']' as body, count(*) as count from (select ${columns} from ${rest}) as page`;

const holiday = 'item.id, item.day, item.name, item.recorded_at, item.recorded_by';
const membership =
  'item.id, item.member_id, item.branch_id, item.level, item.valid_from, item.valid_to, item.recorded_at, item.recorded_by';

test('lists', async (t) => {
  const statements: readonly (readonly [Statement, text: string, values: readonly string[]])[] = [
    [list('holiday', ''), page(holiday, 'public.holiday as item order by item.id limit 20 offset $1::bigint'), ['0']],
    [
      list('holiday', 'day=gte.2026-01-01&name=in.(a,b)&limit=3&offset=4'),
      page(
        holiday,
        'public.holiday as item where item.day >= $1::date and item.name = any ($2::text[]) order by item.id limit 3 offset $3::bigint',
      ),
      ['2026-01-01', '{"a","b"}', '4'],
    ],
    [
      list('membership', 'or=(level.eq.friend,valid_to.is.null)'),
      page(
        membership,
        'public.membership as item where item.valid_from is not null and (item.level = $1::text or item.valid_to is null) order by item.id limit 20 offset $2::bigint',
      ),
      ['friend', '0'],
    ],
  ];
  for (const [statement, text, values] of statements) {
    t.equal(statement.text, text);
    t.same(statement.values, values);
  }
});

test('a read gives the row and its links', async (t) => {
  const { text, values } = renderRead(readOf(tableOf('holiday')), '7', model);
  t.equal(
    text,
    `select item.row_version as version, row_to_json(shown.*)::text as body from public.holiday as item, lateral (select ${holiday}, (select row_to_json(link.*) from (select '/library/holiday/' || item.id as self) as link) as links) as shown where item.id = $1::bigint`,
  );
  t.same(values, ['7']);
});

const caller = "with caller as materialized (select set_config('almanac.identity', $1, true) as identity)";
const written = (columns: string) =>
  `select written.id, written.row_version as version, row_to_json(shown.*)::text as body from written, lateral (select ${columns}) as shown`;
const none = { kind: 'none' } as const;
const versions = { kind: 'versions', versions: ['7', '8'] } as const;
const member =
  'written.id, written."user", written."group", written.email, written.born_on, written.recorded_at, written.recorded_by';

const entryFields =
  'written.id, written.member_id, written.branch_id, written.level, written.valid_from, written.valid_to, written.recorded_at, written.recorded_by';
// Writers of a timeline queue here, before they lock the entry itself.
const lock = (entry: string) =>
  `timeline as materialized (select owner.id from public.member as owner where owner.id in (select entry.member_id from public.membership as entry where ${entry}) order by owner.id for no key update)`;
const locked = '(select count(*) as owners from timeline) as locked';

test('writes', async (t) => {
  const table = tableOf('member');
  const assignments = ['user', 'born_on'].map((name) => {
    const field = table.fields.get(name);
    if (field === undefined) throw new Error(name);
    return { field, value: name === 'user' ? 'ola' : null };
  });
  const entry = tableOf('membership');
  const valueFor = (name: string, value: string) => {
    const field = entry.fields.get(name);
    if (field === undefined) throw new Error(name);
    return { field, value };
  };
  const statements: readonly (readonly [Statement, text: string, values: readonly (string | null)[]])[] = [
    [
      renderCreate(table, assignments, '9'),
      `${caller}, written as (insert into public.member ("user", born_on) select $2::text, $3::date from caller returning *) ${written(member)}`,
      ['9', 'ola', null],
    ],
    [
      renderCreate(table, [], '9'),
      `${caller}, written as (insert into public.member (recorded_by) select null from caller returning *) ${written(member)}`,
      ['9'],
    ],
    [
      renderUpdate(table, '5', assignments, '9', none),
      `${caller}, written as (update public.member as item set "user" = $3::text, born_on = $4::date from caller where item.id = $2::bigint returning item.*) ${written(member)}`,
      ['9', '5', 'ola', null],
    ],
    [
      renderUpdate(table, '5', [], '9', none),
      `${caller}, written as (update public.member as item set id = item.id from caller where item.id = $2::bigint returning item.*) ${written(member)}`,
      ['9', '5'],
    ],
    [
      renderDelete(table, '5', '9', none),
      `${caller} delete from public.member as item using caller where item.id = $2::bigint returning item.id`,
      ['9', '5'],
    ],
    [
      renderUpdate(entry, '5', [valueFor('level', 'friend')], '9', none),
      `${caller}, ${lock('entry.id = $2::bigint')}, written as (update public.membership as item set level = $3::text from caller, ${locked} where item.id = $2::bigint and item.valid_from is not null returning item.*) ${written(entryFields)}`,
      ['9', '5', 'friend'],
    ],
    [
      renderUpdate(
        entry,
        '5',
        [valueFor('member_id', '3'), valueFor('valid_from', '2026-01-01T00:00:00+00:00')],
        '9',
        none,
      ),
      `${caller}, ${lock('entry.id = $2::bigint union all select $3::bigint')}, written as (update public.membership as item set member_id = $4::bigint, valid_from = $5::timestamptz from caller, ${locked} where item.id = $2::bigint returning item.*) ${written(entryFields)}`,
      ['9', '5', '3', '3', '2026-01-01T00:00:00+00:00'],
    ],
    [
      renderDelete(entry, '5', '9', none),
      `${caller}, ${lock('entry.id = $2::bigint')} update public.membership as item set valid_from = null, valid_to = null from caller, ${locked} where item.id = $2::bigint and item.valid_from is not null returning item.id`,
      ['9', '5'],
    ],
    [
      renderPresence(entry, '5'),
      'select item.valid_from is null as deleted from public.membership as item where item.id = $1::bigint',
      ['5'],
    ],
    [
      renderPresence(table, '5'),
      'select false as deleted from public.member as item where item.id = $1::bigint',
      ['5'],
    ],
    // A precondition is part of the condition of the write itself.
    [
      renderUpdate(table, '5', [], '9', versions),
      `${caller}, written as (update public.member as item set id = item.id from caller where item.id = $2::bigint and item.row_version = any ($3::bigint[]) returning item.*) ${written(member)}`,
      ['9', '5', '{"7","8"}'],
    ],
    [
      renderDelete(table, '5', '9', versions),
      `${caller} delete from public.member as item using caller where item.id = $2::bigint and item.row_version = any ($3::bigint[]) returning item.id`,
      ['9', '5', '{"7","8"}'],
    ],
    [
      renderDelete(table, '5', '9', { kind: 'deleted' }),
      `${caller} delete from public.member as item using caller where item.id = $2::bigint and false returning item.id`,
      ['9', '5'],
    ],
  ];
  for (const [statement, text, values] of statements) {
    t.equal(statement.text, text);
    t.same(statement.values, values);
  }
});

test('the same shape has the same text and name, whatever its values', async (t) => {
  const one = list('book', 'name=eq.a&id=in.(1,2)&offset=3');
  const other = list('book', 'name=eq.b&id=in.(1,2,3,4,5)&offset=900');
  t.equal(one.text, other.text);
  t.equal(one.name, other.name);
  t.ok(one.name.length <= 63);
  t.not(list('book', 'name=neq.a').name, list('book', 'name=eq.a').name);
});

test('PostgreSQL takes the statements of every resource', async (t) => {
  const { database, model: served } = await testService(t, 'test/library');
  for (const resource of served.resources.values()) {
    for (const { text, values } of [list(resource.name, ''), renderRead(readOf(resource), '1', served)])
      t.same(await database.query(text, values).then((rows) => rows.length <= 1), true, resource.name);
  }
});
