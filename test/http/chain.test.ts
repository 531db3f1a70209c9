import fc from 'fast-check';
import { type Test, test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { explainList } from './list_plan.ts';
import { query } from './record_time.ts';
import { type Answer, serveModel, type TestService } from './service.ts';
import { bounds, instantOf } from './timeline_client.ts';
import type { Body } from './valid_body.ts';

// A chain of timelines: its rows are the periods in which an entry of each timeline is valid, of those that a list of each shows.

const files = {
  'service.yaml': `service: Grid
roles: [operator, holder, careful, blind]
claims: { others: { party: party } }
aggregates: true
`,
  'point.yaml': `resource: point
history: true
fields:
  name: { type: text }
relations:
  area: { resource: point_area, by: point_id }
  price: { resource: point_price, by: point_id }
access: { operator: all, holder: all, careful: all, blind: all }
`,
  'area.yaml': `resource: area
fields:
  name: { type: text }
relations:
  point: { resource: point_area, by: area_id }
  zone: { resource: area_zone, by: area_id }
access: { operator: all, holder: all, careful: all, blind: all }
`,
  'zone.yaml': `resource: zone
fields:
  party: { type: integer }
relations:
  area: { resource: area_zone, by: zone_id }
  price: { resource: zone_price, by: zone_id }
access: { operator: all, holder: all, careful: all, blind: all }
`,
  'point_area.yaml': `resource: point_area
history: true
temporal: { timeline: point_id }
fields:
  point_id: { type: reference, to: point }
  area_id: { type: reference, to: area }
  party: { type: integer }
access:
  operator: all
  holder: { read: { that: 'party=eq.{party}', former: last_state } }
  careful: all
  blind: all
`,
  'area_zone.yaml': `resource: area_zone
history: true
temporal: { timeline: area_id }
fields:
  area_id: { type: reference, to: area }
  zone_id: { type: reference, to: zone, access: { operator: all, holder: all, careful: { read: 'party=lte.1' } } }
  party: { type: integer }
access:
  operator: all
  holder: { read: { that: 'party=eq.{party}', former: last_state } }
  careful: { read: 'zone.party=eq.{party}' }
  blind: { read: all }
`,
  'zone_price.yaml': `resource: zone_price
temporal: { timeline: zone_id }
fields:
  zone_id: { type: reference, to: zone }
  price: { type: integer, minimum: 0, nullable: true }
access: { operator: all, holder: all, careful: { read: price=lt.50 }, blind: all }
`,
  'point_price.yaml': `resource: point_price
view: { timeline: [point.area, area.zone, zone.price] }
description: What a point pays, over time.
fields:
  point_id: { type: reference, to: point }
  point_area_id: { type: reference, to: point_area }
  area_id: { type: reference, to: area }
  area_zone_id: { type: bigint }
  zone_id: { type: reference, to: zone }
  price: { type: integer, nullable: true }
access: { operator: all, holder: all, careful: all, blind: all }
`,
  // The other way round, and as long as the first entry is of the party.
  'zone_point.yaml': `resource: zone_point
view: { timeline: [zone.area, area.point] }
fields:
  zone_id: { type: reference, to: zone }
  point_id: { type: reference, to: point }
  point_area_party: { type: integer }
access: { operator: { read: point_area_party=eq.1 } }
`,
} as const;

const start = `
  insert into point (name) values ('p1'), ('p2');
  insert into area (name) values ('a1'), ('a2');
  insert into zone (party) values (1), (2);
`;

async function serve(t: Test): Promise<TestService> {
  const service = await serveModel(t, modelOfFiles(files));
  await service.database.database.script(start);
  return service;
}

type Role = 'operator' | 'holder' | 'careful' | 'blind';

function callerOf({ ask, token }: TestService): (role: Role, scope?: string) => (path: string) => Promise<Answer> {
  return (role, scope = 'manage:data') => {
    const bearer = token({ identity_id: 5, role, party: 1, scope });
    return (path) => ask('GET', path, { token: bearer });
  };
}

/** Point 1 is in area 1, then in area 2. Area 1 is in zone 1, then in zone 2. The price of zone 1 changes, that of zone 2 begins late. */
const entries = `
  insert into point_area (point_id, area_id, party, valid_from, valid_to) values
    (1, 1, 1, '2026-01-01Z', '2026-06-01Z'), (1, 2, 2, '2026-07-01Z', null), (2, 1, 2, '2026-01-01Z', '2026-01-15Z');
  insert into area_zone (area_id, zone_id, party, valid_from, valid_to) values
    (1, 1, 1, '2026-01-10Z', '2026-03-01Z'), (1, 2, 2, '2026-03-01Z', null), (2, 1, 1, '2026-01-01Z', null);
  insert into zone_price (zone_id, price, valid_from, valid_to) values
    (1, 10, '2026-01-01Z', '2026-02-01Z'), (1, 20, '2026-02-01Z', null), (2, 70, '2026-04-01Z', null);
`;

const day = (text: string | null) => text?.replace('T00:00:00+00:00', '') ?? null;

test('a chain has the pieces in which all of its timelines stand', async (t) => {
  const service = await serve(t);
  await service.database.database.script(entries);
  const caller = callerOf(service);
  const operator = caller('operator');
  const pieces = async (path: string, see = operator) => {
    const { status, body, text } = await see(path);
    if (status >= 300) throw new Error(`${path}: ${text}`);
    return body.map((row: Body) => [
      ...['point_id', 'area_id', 'zone_id', 'price'].map((name) => row[name]),
      ...[day(row.valid_from as string), day(row.valid_to as string | null)],
    ]);
  };
  const all = [
    [1, 1, 1, 10, '2026-01-10', '2026-02-01'],
    [1, 1, 1, 20, '2026-02-01', '2026-03-01'],
    [1, 1, 2, 70, '2026-04-01', '2026-06-01'],
    [1, 2, 1, 20, '2026-07-01', null],
    [2, 1, 1, 10, '2026-01-10', '2026-01-15'],
  ];
  t.strictSame(await pieces('/point_price?order=point_id,valid_from'), all);
  const cases: readonly [string, Role, readonly unknown[]][] = [
    ['valid_at=2026-02-01T00:00Z', 'operator', [all[1]]],
    ['valid_at=2026-03-15T00:00Z', 'operator', []],
    ['validity=ov.[2026-05-31T00:00Z,2026-07-02T00:00Z)&order=valid_from', 'operator', [all[2], all[3]]],
    ['valid_to=is.null', 'operator', [all[3]]],
    ['point_id=eq.2', 'operator', [all[4]]],
    ['point.name=eq.p2', 'operator', [all[4]]],
    ['order=point_id.desc,price.desc,valid_from&limit=2', 'operator', [all[4], all[2]]],
    ['order=point_id.desc,price.desc,valid_from&limit=2&offset=2', 'operator', [all[1], all[3]]],
    ['order=valid_from&limit=9', 'holder', [all[0], all[1]]],
    // Zone 2 is hidden with the entries that lead to it.
    ['order=point_id,valid_from', 'careful', [all[0], all[1], all[3], all[4]]],
    ['', 'blind', []],
  ];
  for (const [parameters, role, expected] of cases)
    t.strictSame(await pieces(`/point_price?${parameters}`, caller(role)), expected, `${role}: ${parameters}`);

  const told: readonly [string, unknown][] = [
    [
      '/point_price?select=point_id,count(),price.max()&order=point_id',
      [
        { point_id: 1, count: 4, max: 70 },
        { point_id: 2, count: 1, max: 10 },
      ],
    ],
    [
      '/point_price?point_id=eq.2&select=point(name),point_area(party)',
      [{ point: { name: 'p2' }, point_area: { party: 2 } }],
    ],
    [
      '/point?select=name,price(price)&price.valid_at=2026-01-12T00:00Z&order=id',
      [
        { name: 'p1', price: [{ price: 10 }] },
        { name: 'p2', price: [{ price: 10 }] },
      ],
    ],
    ['/point?select=name&price.price=gt.60', [{ name: 'p1' }]],
    [
      '/zone_point?select=zone_id,point_id&order=zone_id',
      [
        { zone_id: 1, point_id: 1 },
        { zone_id: 2, point_id: 1 },
      ],
    ],
  ];
  for (const [path, expected] of told) {
    const { body } = await operator(path);
    t.strictSame(JSON.parse(JSON.stringify(body)), expected, path);
  }
  const counted = await service.ask('GET', '/point_price?limit=2', {
    headers: { prefer: 'count=exact' },
    token: service.token({ identity_id: 5, role: 'operator', scope: 'manage:data' }),
  });
  t.match(counted.headers['content-range'] ?? counted.text, /5/, 'they are counted');
  for (const [path, status] of [
    ['/point_price/1', 404],
    ['/point_price?after=x', 400],
    ['/point_price?id=eq.1', 400],
  ] as const)
    t.equal((await operator(path)).status, status, path);
  const narrow = caller('operator', 'read:data:point_price read:data:point_area read:data:area_zone');
  t.match(await narrow('/point_price'), { status: 403 }, 'it needs the scope of each timeline');
});

test('a chain has an entry as its former reader last read it', async (t) => {
  const service = await serve(t);
  const { database } = service.database;
  await database.script(entries);
  const holder = callerOf(service)('holder');
  const shown = async () => (await holder('/point_price?select=area_id,zone_id,price,valid_to&order=valid_from')).body;
  const before = await shown();
  // Another party takes the entry over, and moves its end. A third one would be of nobody who has read it.
  await database.script("update point_area set party = 2, valid_to = '2026-02-10Z' where id = 1");
  t.strictSame(await shown(), before);
  t.match(
    before.map(({ price }: Body) => price),
    [10, 20],
  );
  const embedded = await holder('/point?select=name,price(price)&id=eq.1');
  t.match(embedded.body, [{ price: [] }], 'in embeds the right has ended');
  await database.script('update point_area set valid_from = null, valid_to = null where id = 1');
  t.strictSame(await shown(), [], 'nobody finds a deleted entry');
});

test('filters reach the indexes of the timelines', async (t) => {
  const service = await serve(t);
  const many = 'from generate_series(1, 1500) as n';
  const each = (table: string, names: string, values: string) =>
    `insert into ${table} (${names}, valid_from) select ${values}, timestamptz '2026-01-01Z' ${many}`;
  for (const text of [
    `insert into point (name) select n::text ${many}`,
    `insert into area (name) select n::text ${many}`,
    `insert into zone (party) select 1 ${many}`,
    each('point_area', 'point_id, area_id, party', 'n, 1 + n * 7 % 1500, 1'),
    each('area_zone', 'area_id, zone_id, party', 'n, 1 + n * 11 % 1500, 1'),
    each('zone_price', 'zone_id, price', 'n, n % 40'),
    'analyze',
  ])
    await service.database.query(text);
  const cases: readonly [Role, string, string][] = [
    ['operator', 'point_price', 'point_id=eq.77'],
    ['operator', 'point_price', 'point_id=eq.77&valid_at=2026-07-01T00:00Z'],
    ['operator', 'point_price', 'zone_id=eq.77'],
    ['operator', 'point', 'id=eq.77&select=price(price)'],
    ['holder', 'point_price', 'point_id=eq.77'],
    ['careful', 'point_price', 'point_id=eq.77'],
  ];
  for (const [role, name, query] of cases) {
    const lines = await explainList(service, { role, name, query });
    t.notMatch(lines, /Seq Scan on (point_area|area_zone|zone_price|zone) /, `${role} ${name}?${query}\n${lines}`);
  }
});

const long = Boolean(process.env.ALMANAC_LONG);

interface Write {
  readonly on: 'point_area' | 'area_zone' | 'zone_price';
  readonly kind: 'create' | 'change' | 'delete';
  readonly pick: number;
  readonly ends: readonly [number, number];
  readonly party: number;
  readonly from: number;
  readonly length: number | null;
}

const write: fc.Arbitrary<Write> = fc.record({
  on: fc.constantFrom('point_area', 'area_zone', 'zone_price'),
  kind: fc.constantFrom('create', 'create', 'create', 'change', 'change', 'delete'),
  pick: fc.nat(20),
  ends: fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(1, 2)),
  party: fc.constantFrom(1, 1, 2),
  from: fc.nat(9),
  length: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 4 }),
});

test('at any instant, a chain is what separate lists of its timelines say', { timeout: 3_600_000 }, async (t) => {
  const service = await serve(t);
  const caller = callerOf(service);
  let found = 0;
  const operator = service.token({ identity_id: 5, role: 'operator', scope: 'manage:data' });
  const writer: TestService['ask'] = (method, path, request) =>
    service.ask(method, path, { ...request, token: operator });
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { minLength: 1, maxLength: 10 }),
      fc.constantFrom<Role>('operator', 'holder', 'holder', 'careful', 'careful', 'blind'),
      fc.array(fc.nat(18), { minLength: 2, maxLength: 2 }),
      fc.nat(10),
      async (writes, role, points, moment) => {
        await service.database.database.script(cleared);
        const moments: string[] = [];
        for (const each of writes) {
          await carryOut(writer, each);
          const now = await service.database.database.query({
            text: 'select almanac.clock()::text as now',
            values: [],
          });
          if (now.ok) moments.push(String(now.rows[0]?.now).replace(' ', 'T'));
        }
        const see = caller(role);
        const as_of = moments[moment % moments.length];
        const asked = [
          {},
          { as_of },
          ...points.flatMap((point) => [{ valid_at: instantOf(point) }, { valid_at: instantOf(point), as_of }]),
        ];
        for (const parameters of asked) found += await compare(see, parameters, role);
      },
    ),
    { numRuns: long ? 2_000 : 20 },
  );
  t.ok(found > 0, `${found} pieces`);
});

const cleared = `
  truncate point_area, area_zone, zone_price, point_area_history, area_zone_history restart identity;
  delete from almanac.former_right;
  insert into point_area (point_id, area_id, party, valid_from) values (1, 1, 1, '2026-01-01Z'), (2, 2, 1, '2026-01-01Z');
  insert into area_zone (area_id, zone_id, party, valid_from) values (1, 1, 1, '2026-01-01Z'), (2, 2, 1, '2026-01-01Z');
  insert into zone_price (zone_id, price, valid_from) values (1, 10, '2026-01-01Z'), (2, null, '2026-01-01Z');
`;

async function carryOut(ask: TestService['ask'], { on, kind, pick, ends: [first, second], party, ...interval }: Write) {
  const to = interval.length === null ? null : interval.from + interval.length;
  const current = (await ask('GET', `/${on}?order=id`)).body;
  const { id } = current[pick % Math.max(1, current.length)] ?? {};
  const own =
    on === 'point_area'
      ? { point_id: first, area_id: second, party }
      : on === 'area_zone'
        ? { area_id: first, zone_id: second, party }
        : { zone_id: first, price: second * 30 };
  const body = { ...own, ...bounds({ from: interval.from, to }) };
  const { status, text } =
    id === undefined || kind === 'create'
      ? await ask('POST', `/${on}`, { body })
      : kind === 'change'
        ? await ask('PATCH', `/${on}/${id}`, { body })
        : await ask('DELETE', `/${on}/${id}`);
  if (status >= 300) throw new Error(text);
}

/** Compares a list of the chain with the lists of its timelines; the number of pieces. */
async function compare(
  see: (path: string) => Promise<Answer>,
  parameters: Readonly<Record<string, string | undefined>>,
  role: Role,
) {
  const given = Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const listed = async (resource: string): Promise<readonly Body[]> => {
    const { status, body, text } = await see(`/${resource}${query({ ...given, limit: 1000 })}`);
    if (status !== 200) throw new Error(`${resource}: ${text}`);
    return body;
  };
  const points = await listed('point_area');
  const areas = await listed('area_zone');
  const prices = 'as_of' in given ? await withoutPast(see, given) : await listed('zone_price');
  const expected = points.flatMap((point) =>
    areas.flatMap((area) => {
      if (area.area_id !== point.area_id || area.zone_id == null) return [];
      return prices.flatMap((price) => {
        if (price.zone_id !== area.zone_id) return [];
        const all = [point, area, price];
        const [from = ''] = all
          .map(({ valid_from }) => String(valid_from))
          .sort()
          .reverse();
        const [to = null] = all.flatMap(({ valid_to }) => (valid_to === null ? [] : [String(valid_to)])).sort();
        if (to !== null && to <= from) return [];
        return [
          JSON.stringify([point.point_id, point.id, point.area_id, area.id, area.zone_id, price.price, from, to]),
        ];
      });
    }),
  );
  const names = ['point_id', 'point_area_id', 'area_id', 'area_zone_id', 'zone_id', 'price', 'valid_from', 'valid_to'];
  const shown = (await listed('point_price')).map((row) => JSON.stringify(names.map((name) => row[name])));
  const [is, should] = [shown, expected].map((all) => [...all].sort().join('\n'));
  if (is !== should) throw new Error(`${role} ${JSON.stringify(given)}\n${is}\nexpected\n${should}`);
  return shown.length;
}

/** A timeline without history shows its entries of today beside the past of others. */
async function withoutPast(
  see: (path: string) => Promise<Answer>,
  given: Readonly<Record<string, string>>,
): Promise<readonly Body[]> {
  const { as_of, ...others } = given;
  return (await see(`/zone_price${query({ ...others, limit: 1000 })}`)).body;
}
