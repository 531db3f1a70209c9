import { test } from 'tap';
import { loadModel } from '../../engine/definition/load.ts';
import { planList } from '../../engine/query/plan/list_plan.ts';
import { readQueryString } from '../../engine/query/plan/query_string.ts';
import { renderList } from '../../engine/query/sql/list.ts';

// The SQL of lists with relations and instants, between the JSON around the page and what is the same for all of them.

const fields = 'item.id, item.owner_id, item.name, item.valid_from, item.valid_to, item.recorded_at, item.recorded_by';
const owner = (instantless: string) =>
  `(select row_to_json(shown.*) from (select item_0.id, item_0.name, item_0.recorded_at, item_0.recorded_by from public.owner as item_0 where ${instantless} limit 1) as shown) as owner`;
const asOf =
  '(select id, owner_id, name, valid_from, valid_to, recorded_at, recorded_by, row_version from public.entry where recorded_at <= $1::timestamptz ' +
  'union all select entry_id as id, owner_id, name, valid_from, valid_to, recorded_at, recorded_by, id as row_version from public.entry_history where recorded_at <= $1::timestamptz and replaced_at > $1::timestamptz)';

const lists: readonly (readonly [query: string, rows: readonly string[], values: readonly string[]])[] = [
  [
    'order=name.desc.nullslast,id&limit=5',
    [
      `select ${fields} from public.entry as item where item.valid_from is not null`,
      'order by item.name desc nulls last, item.id, item.id limit 5 offset $1::bigint',
    ],
    ['0'],
  ],
  [
    'order=owner(name)&limit=5',
    [
      `select ${fields} from public.entry as item where item.valid_from is not null`,
      'order by (select item_key.name from public.owner as item_key where item_key.id = item.owner_id limit 1), item.id limit 5 offset $1::bigint',
    ],
    ['0'],
  ],
  [
    'embed=owner&name=eq.a&limit=5',
    [
      `select ${fields}, ${owner('item_0.id = item.owner_id')}`,
      'from (select item.* from public.entry as item where item.valid_from is not null and item.name = $1::text order by item.id limit 5 offset $2::bigint) as item',
      'order by item.id',
    ],
    ['a', '0'],
  ],
  [
    'embed=owner!&limit=5&offset=10',
    [
      `select ${fields}, ${owner('item_0.id = item.owner_id')}`,
      'from (select item.* from public.entry as item where item.valid_from is not null',
      'and exists (select from public.owner as item_0 where item_0.id = item.owner_id) order by item.id limit 5 offset $1::bigint) as item',
      'order by item.id',
    ],
    ['10'],
  ],
  [
    'as_of=2026-01-01T01:00%2B01:00&limit=5',
    [
      `select ${fields} from ${asOf} as item where item.valid_from is not null order by item.id limit 5 offset $2::bigint`,
    ],
    ['2026-01-01T00:00:00+00:00', '0'],
  ],
  [
    'valid_at=2026-01-01T00:00Z&limit=5',
    [
      `select ${fields} from public.entry as item where item.valid_from is not null`,
      'and (item.valid_from <= $1::timestamptz and (item.valid_to > $2::timestamptz or item.valid_to is null)) order by item.id limit 5 offset $3::bigint',
    ],
    ['2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00', '0'],
  ],
];

test('the page comes first, then what is embedded in its rows', async (t) => {
  const loaded = await loadModel('test/timeline');
  if (!loaded.ok) throw new Error('test/timeline has faults');
  const entry = loaded.model.resources.get('entry');
  for (const [query, rows, values] of lists) {
    const parameters = readQueryString(query);
    if (!parameters.ok || entry === undefined) throw new Error(query);
    const plan = planList(entry, parameters.value, loaded.model);
    if (!plan.ok) throw new Error(plan.fault.detail);
    const statement = renderList(plan.value, loaded.model, { total: false });
    t.equal(/ from \((.*)\) as page$/.exec(statement.text)?.[1], rows.join(' '), query);
    t.same(statement.values, values, query);
  }
});
