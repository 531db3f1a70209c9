import fc from 'fast-check';
import { test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { restrictionsOf } from '../../engine/access/restriction.ts';
import { renderList } from '../../engine/query/sql/read/list.ts';
import { type RecalledWay, recalledWays, seenWays } from '../../engine/query/sql/read/page/recalled_way.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { cursor, listOf } from './planned.ts';

// A page under a rule through relations has several ways to its rows (engine/query/sql/read/page/seen_page.ts), and one as of an
// instant is looked for near to a few rows of now (near_page.ts). Whichever way it takes,
// it has the rows that the same list has there without a limit, which PostgreSQL finds in its own way.

/** The rule of each role. */
const rules = {
  through: 'place.holding.party_id=eq.{party_id}',
  either: 'or=(place.holding.party_id.eq.{party_id},delivery.party_id.eq.{party_id})',
  // The keys that the values lead to are the ids.
  delivered: 'delivery.party_id=eq.{party_id}',
  own: 'or=(owner_id.eq.{party_id},place.holding.party_id.eq.{party_id})',
  // The row in between is looked at, so that it is not left out.
  street: 'status=neq.gone&place.holding.party_id=eq.{party_id}&place.street=like.*1*',
  valid:
    'place.holding.party_id=eq.{party_id}&place.holding.valid_from=lte.now&place.holding.or=(valid_to.is.null,valid_to.gt.now)',
  number: 'place.holding.party.number=eq.{number}',
  // A way from the one end, and a value from the other.
  same: 'place.holding.party_id=eq.$owner_id&delivery.party_id=eq.{party_id}',
  // No way leads to a row without deliveries.
  without: 'or=(delivery.is.null,place.holding.party_id.eq.{party_id})',
  not: 'place.holding.party_id=eq.{party_id}&delivery=is.null',
  // Through an entry that may be deleted, and is still referred to.
  entry: 'holding.party_id=eq.{party_id}',
  // Few keys lead to nearly all rows.
  side: 'side.holding.party_id=eq.{party_id}',
  // Few keys lead to too many rows, and to none of the first ones.
  back: 'back.holding.party_id=eq.{party_id}',
  // No relation: one plan serves now, and at an instant the page is looked for near to a few rows of now.
  plain: 'status=neq.gone',
} as const;

type Role = keyof typeof rules;

const roles = Object.keys(rules) as readonly Role[];

const units = 6000;

/** Parties that see all rows, half, two percent, a thousand and four thousand at the end of the list, a few, or none. */
const parties = [1, 2, 3, 4, 5, 6, 7] as const;

const model = modelOfFiles({
  'service.yaml': `service: Units\nroles: [${roles.join(', ')}]\nclaims: { others: { party_id: party_id, number: number } }\n`,
  'party.yaml': 'resource: party\nfields:\n  number: { type: text, unique: true }\n',
  'place.yaml':
    'resource: place\nhistory: true\nfields:\n  street: { type: text }\nrelations:\n  holding: { resource: holding, by: place_id }\n',
  'holding.yaml':
    'resource: holding\nhistory: true\ntemporal: { timeline: [place_id, party_id] }\nfields:\n' +
    '  place_id: { type: reference, to: place }\n  party_id: { type: reference, to: party }\n',
  'delivery.yaml':
    'resource: delivery\nfields:\n  unit_id: { type: reference, to: unit }\n  party_id: { type: reference, to: party }\n',
  'unit.yaml':
    'resource: unit\nhistory: true\nfields:\n  name: { type: text }\n  status: { type: enum, values: [new, active, gone] }\n' +
    '  place_id: { type: reference, to: place, nullable: true }\n' +
    '  owner_id: { type: reference, to: party, nullable: true }\n' +
    '  holding_id: { type: reference, to: holding, nullable: true }\n' +
    '  side_id: { type: reference, to: place }\n' +
    '  back_id: { type: reference, to: place, nullable: true }\n' +
    'relations:\n  delivery: { resource: delivery, by: unit_id }\nindexes: [[name]]\naccess:\n' +
    roles.map((role) => `  ${role}: { read: "${rules[role]}" }\n`).join(''),
});

const then = "timestamptz '2025-01-01Z'";
const recordedAt = (instant: string) => `${instant}, 0, row_number() over (), pg_current_xact_id()`;
const record = recordedAt(then);
const recorded = 'recorded_at, recorded_by, row_version, recorded_in';

/** A row was made, changed and perhaps deleted at instants that its id decides. */
const changedAt = (id: string) =>
  `case when ${id} % 3 > 0 then ${then} + ${id} % 7 * interval '1 day' else ${then} end`;
const formerVersion = (name: string, columns: string, changed = columns) =>
  `insert into ${name}_history (id, ${name}_id, ${columns}, recorded_at, recorded_by, replaced_at, replaced_by)
    select 1000000 + id, id + case when id % 17 = 0 then 50000 else 0 end, ${changed},
      ${then} - id % 5 * interval '1 day', 0, ${changedAt('id')} + case when id % 17 = 0 then interval '3 days' else interval '0' end, 0
    from ${name} where recorded_at > ${then};`;

/** Before the rows, while they were changed, and later. */
const instants = [
  '2024-12-28T00:00:00Z',
  '2025-01-01T00:00:00Z',
  '2025-01-04T12:00:00Z',
  '2025-03-01T00:00:00Z',
] as const;

const holders = `(
  select 1 as party union all select 2 where n % 2 = 0 union all select 3 where n % 50 = 7 union all
  select 4 where n > ${units} - 1000 union all select 5 where n > ${units} - 4000 union all select 6 where n % 1500 = 0
)`;

const rows = `
  set session_replication_role = replica;
  insert into party (id, number, ${recorded}) overriding system value
    select n, 'p' || n, ${record} from generate_series(1, 9) as n;
  insert into place (id, street, ${recorded}) overriding system value
    select n, 'Storgata ' || n, ${recordedAt(changedAt('n'))} from generate_series(1, ${units}) as n;
  insert into holding (place_id, party_id, valid_from, valid_to, ${recorded})
    select n, party, case when (n + party + year) % 7 > 0 then timestamptz '2023-01-01Z' + year * interval '2 years' end,
      case when (n + party + year) % 7 > 0 and year = 0 then timestamptz '2025-01-01Z' end, ${recordedAt(changedAt('(n + party)'))}
    from generate_series(1, ${units}) as n, lateral ${holders} as holder, generate_series(0, 1) as year order by n, party;
  insert into unit (name, status, place_id, owner_id, holding_id, side_id, back_id, ${recorded})
    select case when n > ${units} - 1000 then (n / 2)::text else md5((n / 2)::text) end, (array['new', 'active', 'gone'])[1 + n % 3], case when n % 13 > 0 then n end,
      case when n % 5 > 0 then 1 + n % 9 end, case when n % 11 > 0 then 1 + n * 7 % (${units} * 2) end,
      case when n % 23 > 0 then 7 else n end, case when n > 900 then 7 end, ${recordedAt(changedAt('n'))}
    from generate_series(1, ${units}) as n;
  insert into delivery (unit_id, party_id, ${recorded})
    select n, party, ${record} from generate_series(1, ${units}) as n, lateral ${holders} as holder where n % 4 = 2;
  ${formerVersion('place', 'street', "street || '1'")}
  ${formerVersion('holding', 'place_id, party_id, valid_from, valid_to', 'place_id, 1 + party_id % 7, valid_from, null')}
  ${formerVersion('unit', 'name, status, place_id, owner_id, holding_id, side_id, back_id', 'name, status, place_id, 1 + owner_id % 9, holding_id, side_id, back_id')}
  set session_replication_role = origin`;

const databaseOf = (t: Parameters<typeof testDatabase>[0], mode: string): Promise<TestDatabase> =>
  testDatabase(
    t,
    {
      key: schemaText(model) + rows,
      run: async (empty) => {
        await createTables(empty, model);
        await empty.script(rows);
        await empty.script('vacuum analyze');
      },
    },
    { plan_cache_mode: `force_${mode}_plan` },
  );

/**
 * What a party finds in a list as a role: the ids, the keys of the last row if the page is full, the number of all rows, and the
 * way that was taken.
 */
async function ask(
  { query }: TestDatabase,
  role: Role,
  party: number,
  path: string,
  { isWhole = false, way = null }: { readonly isWhole?: boolean; readonly way?: RecalledWay | null } = {},
) {
  const claims = new Map([
    ['party_id', String(party)],
    ['number', `p${party}`],
  ]);
  const principal = { role, identity: '1', subject: null, claims, scopes: new Set<string>() };
  const plan = listOf(path, model);
  const { text, values } = renderList(isWhole ? { ...plan, limit: null } : plan, restrictionsOf(principal, model), {
    total: true,
    way,
  });
  const [answer] = await query(text, values);
  const shown = JSON.parse(String(answer?.body)) as readonly { readonly id: number }[];
  return {
    ids: shown.map(({ id }) => id),
    keys: [answer?.key_0, answer?.key_1],
    total: answer?.total,
    way: answer?.way,
  };
}

const question = fc.record({
  role: fc.constantFrom(...roles),
  party: fc.constantFrom(...parties),
  filter: fc.constantFrom(
    '',
    '',
    '&status=eq.active',
    '&name=like.a*',
    // What may fail looks at no hidden row.
    '&name=match.^[0-4]',
    '&delivery.party_id=eq.2',
    '&id=gt.1000',
    '&id=gt.1757',
    '&id=gt.5500',
    '&id=gte.5500&id=lte.5600',
    '&id=lt.40',
    '&id=lt.5005',
    '&side_id=neq.7',
    '&id=in.(1,2,3,5700)',
  ),
  order: fc.constantFrom(
    '',
    '',
    '&order=id.desc',
    '&order=name.desc',
    '&order=status,name',
    '&order=place(street).desc.nullslast',
  ),
  limit: fc.constantFrom(1, 7, 25, 100, 3000),
  place: fc.constantFrom('first', 'first', 'offset', 'cursor'),
  skipped: fc.constantFrom(3, 40, 900),
  asOf: fc.option(fc.constantFrom(...instants), { freq: 2 }),
});

/** Its row is not among the first ones that the values of the caller lead to. */
const late = {
  role: 'through',
  party: 5,
  filter: '',
  order: '&order=place(street).desc.nullslast',
  limit: 1,
  place: 'first',
  skipped: 3,
  asOf: null,
} as const;

/** The keys are few, the rows that they lead to are many, and those of the list do not fill the page. */
const near = { ...late, role: 'side', party: 3, filter: '&side_id=neq.7', order: '', limit: 25 } as const;

/** The rows that the values lead to are not few, and nearly all of them are not in the list. */
const more = { ...late, role: 'through', party: 4, filter: '&id=lt.5005', order: '', limit: 25 } as const;

/** The same, and so are the keys. Rows of two parts of the list fill the page. */
const together = { ...late, role: 'through', party: 5, filter: '&id=gt.1757', order: '', limit: 25 } as const;

/** The same by a way of several steps, and with rows that are far ahead. */
const steps = { ...together, role: 'number', filter: '&id=gt.1000' } as const;

/** There are too many of them, and none of the many first rows of the list has a key. */
const allOfKeys = { ...late, role: 'back', party: 3, filter: '', order: '', limit: 1 } as const;

/** There are too many of them, and they are not among the first rows of the list. */
const all = { ...late, role: 'through', party: 5, filter: '', order: '', limit: 1 } as const;

/** The values lead to many rows in two steps, and the caller sees none of the rows of then. */
const past = { ...all, role: 'street', party: 1, limit: 25, order: '&order=status,name', asOf: instants[0] } as const;

/** As of an instant, rows near to a few of now fill the page. */
const ahead = { ...past, role: 'plain', order: '', asOf: instants[2] } as const;

/** The same, and they do not: few rows are in the list. */
const seldom = { ...ahead, filter: '&name=like.a*', limit: 100 } as const;

test('a page under a rule through relations has the rows that the whole list has there', async (t) => {
  const databases = [await databaseOf(t, 'custom'), await databaseOf(t, 'generic')] as const;
  /** Ways that were taken alone, and whether they served. */
  const alone = new Set<string>();
  await fc.assert(
    fc.asyncProperty(question, async ({ role, party, filter, order, limit, place, skipped, asOf }) => {
      const path = `unit?select=id${filter}${order}${asOf === null ? '' : `&as_of=${asOf}`}`;
      const whole = await ask(databases[0], role, party, path, { isWhole: true });
      const behind = place === 'first' ? 0 : Math.min(skipped, Math.max(0, whole.ids.length - 2));
      let from = `&offset=${behind}`;
      if (place === 'cursor' && behind > 0 && (order === '' || /^&order=(id|name)/.test(order))) {
        const before = await ask(databases[1], role, party, `${path}&limit=${behind}`);
        requireSame(before.ids, whole.ids.slice(0, behind));
        from = `&after=${cursor([behind, ...before.keys.filter((key) => key !== undefined).map(String)])}`;
      }
      const taken: unknown[] = [];
      for (const database of databases) {
        const page = await ask(database, role, party, `${path}&limit=${limit}${from}`);
        requireSame(page.ids, whole.ids.slice(behind, behind + limit));
        requireSame([page.total], [whole.total]);
        taken.push(page.way);
      }
      const recalled = asOf === null ? seenWays : recalledWays.filter(({ way }) => way === 'ahead');
      const ways = databases.flatMap((database, at) =>
        recalled.map((way) => ({ database, way, isTaken: way.way !== 'together' && taken[at] === way.way })),
      );
      for (const { database, way, isTaken } of ways) {
        const page = await ask(database, role, party, `${path}&limit=${limit}${from}`, { way });
        const serves = page.way !== null;
        alone.add(`${nameOf(way)} ${page.way === undefined ? 'is not asked for' : serves ? 'serves' : 'does not'}`);
        if (isTaken && !serves)
          throw new Error(`${nameOf(way)} serves where all are tried, and not when it is recalled`);
        const rows = whole.ids.slice(behind, behind + limit);
        requireSame(page.ids, serves ? rows : rows.slice(0, way.way === 'ahead' ? page.ids.length : 0));
      }
    }),
    {
      examples: [[late], [near], [more], [together], [steps], [allOfKeys], [all], [past], [ahead], [seldom]],
      numRuns: process.env.ALMANAC_LONG === undefined ? 40 : 2000,
    },
  );
  t.strictSame(
    [...alone].filter((each) => !each.endsWith('is not asked for')).sort(),
    recalledWays.flatMap((way) => [`${nameOf(way)} does not`, `${nameOf(way)} serves`]).sort(),
    'and by each way that serves, while the others tell that they do not',
  );

  // Only the units of this party have numbers as names.
  for (const database of databases) {
    const { ids } = await ask(database, 'through', 4, 'unit?select=id,count:name::integer&order=count&limit=3');
    t.same(ids, [units - 999, units - 998, units - 997], 'no order looks at hidden rows if it may fail');
  }
});

function nameOf({ way, looksFirst }: RecalledWay): string {
  return looksFirst ? `${way} behind the first rows` : way;
}

function requireSame(found: readonly unknown[], expected: readonly unknown[]): void {
  if (found.join() !== expected.join()) throw new Error(`${found.join()} instead of ${expected.join()}`);
}
