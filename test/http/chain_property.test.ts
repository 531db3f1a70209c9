import fc from 'fast-check';
import { test } from 'tap';
import { callerOf, type Role, serveChain } from './chain_service.ts';
import { query } from './record_time.ts';
import type { Answer, TestService } from './service.ts';
import { bounds, instantOf } from './timeline_client.ts';
import type { Body } from './valid_body.ts';

// Whatever is written, a chain tells what separate lists of its timelines tell the same caller.

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
  const service = await serveChain(t);
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
