import { test } from 'tap';
import { callerOf, type Role, serveChain } from './chain_service.ts';
import { explainList } from './list_plan.ts';
import type { Body } from './valid_body.ts';

// A chain of timelines: its rows are the periods in which an entry of each timeline is valid, of those that a list of each shows.

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
  const service = await serveChain(t);
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
  const service = await serveChain(t);
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
  const service = await serveChain(t);
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
