import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { serveModel, signToken } from './service.ts';

// A list under a rule is read by the way that served the caller's last one. Whatever has changed since, and whoever asks, it has
// the rows that the caller may read now.

const model = modelOfFiles({
  'service.yaml': 'service: Units\nroles: [member, former, colorful]\nclaims: { others: { party_id: party_id } }\n',
  'place.yaml':
    'resource: place\nhistory: true\nfields:\n  party_id: { type: integer, nullable: true }\nindexes: [[party_id]]\n',
  'unit.yaml':
    'resource: unit\nhistory: true\nfields:\n  place_id: { type: reference, to: place }\n  color: { type: enum, values: [red, blue] }\n' +
    'access:\n  member: { read: "place.party_id=eq.{party_id}" }\n' +
    '  former: { read: { that: "place.party_id=eq.{party_id}", former: last_state } }\n' +
    // A rule that looks at no relation, so that a page as of an instant has ways.
    '  colorful: { read: "color=not.is.null" }\n',
});

const units = 2500;
const parties = [1, 2, 3] as const;

/** To whom each place goes. */
const owners = {
  'the first party has all': '1',
  'the second has all': '2',
  'every other one is of the first, the rest of the second': '1 + id % 2',
  'the third has a few at the end': `case when id > ${units} - 9 then 3 else 1 end`,
  'the third has one of forty': 'case when id % 40 = 0 then 3 else 2 end',
  'nobody has any': 'null',
} as const;

type Owners = keyof typeof owners;

const change = fc.record({
  kind: fc.constant('change' as const),
  owners: fc.constantFrom(...(Object.keys(owners) as Owners[])),
});
const lists = fc.record({
  kind: fc.constant('lists' as const),
  role: fc.constantFrom('member', 'former'),
  party: fc.constantFrom(...parties),
  filter: fc.constantFrom('', 'color=eq.red&', 'id=gt.1200&', 'id=gt.9999&'),
  order: fc.constantFrom('', 'order=id.desc&'),
  offset: fc.constantFrom(0, 0, 3),
  times: fc.integer({ min: 1, max: 4 }),
});

const oneList = { kind: 'lists', role: 'member', party: 1, filter: '', order: '', offset: 0, times: 1 } as const;

/** Rows of two callers, as they are and as they were. */
const formerLists = parties.map((party) => ({ ...oneList, role: 'former' as const, party }));
const moved = [
  { kind: 'change', owners: 'the first party has all' },
  ...formerLists,
  { kind: 'change', owners: 'the third has a few at the end' },
  ...formerLists,
  ...formerLists,
] as const;

/** The first rows serve the first party, and then no more. */
const emptied = [
  { kind: 'change', owners: 'the first party has all' },
  oneList,
  oneList,
  { kind: 'change', owners: 'the second has all' },
  oneList,
] as const;

test('a list has the rows of now, whichever way served the one before', async (t) => {
  const { ask, database, server } = await serveModel(t, model);
  const { query } = database;
  await query(`insert into place (party_id) select null from generate_series(1, ${units})`);
  await query(
    `insert into unit (place_id, color) select n, case when n % 3 = 0 then 'blue' else 'red' end from generate_series(1, ${units}) as n`,
  );
  await query('analyze');
  const limit = 5;
  const expected = async ({ party, filter, order, offset }: typeof lists extends fc.Arbitrary<infer L> ? L : never) => {
    const color = filter.startsWith('color') ? "and color = 'red'" : '';
    const from = /id=gt\.(\d+)/.exec(filter)?.[1] ?? '0';
    const rows = await query(
      `select unit.id from unit join place on place.id = place_id where party_id = ${party} ${color} and unit.id > ${from}
        order by unit.id ${order === '' ? '' : 'desc'} limit ${limit} offset ${offset}`,
    );
    return rows.map(({ id }) => Number(id));
  };
  /** By all ways: lists of a batch recall none. */
  const inBatch = async (path: string, token: string): Promise<readonly number[]> => {
    const requests = [{ id: 'a', method: 'GET', url: path.slice(1) }];
    const { body } = await ask('POST', '/batch', { body: { requests }, token });
    return body.responses[0].body.map(({ id }: { id: number }) => id);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ arbitrary: lists, weight: 5 }, change), { minLength: 5, maxLength: 30 }),
      async (steps) => {
        for (const step of steps) {
          if (step.kind === 'change') {
            await query(`update place set party_id = ${owners[step.owners]}`);
            continue;
          }
          const { role, party, filter, order, offset, times } = step;
          const token = signToken({ identity_id: party, role, party_id: party, scope: 'read:data' });
          const path = `/unit?select=id&${filter}${order}limit=${limit}&offset=${offset}`;
          const rows = role === 'member' ? await expected(step) : await inBatch(path, token);
          const answers = await Promise.all(Array.from({ length: times }, () => ask('GET', path, { token })));
          for (const { status, body } of answers) {
            const found = (body as readonly { readonly id: number }[]).map(({ id }) => id);
            if (status !== 200 || found.join() !== rows.join()) throw new Error(`${found} instead of ${rows}: ${path}`);
          }
        }
      },
    ),
    { examples: [[[...emptied]], [[...moved]]], numRuns: process.env.ALMANAC_LONG === undefined ? 12 : 40 },
  );
  const counted = async () => Object.groupBy(await waysOf(server), ({ result }) => result);
  const sum = (all: readonly { readonly count: number }[] = []) => all.reduce((sum, { count }) => sum + count, 0);
  const sums = Object.entries(await counted()).map(([result, each]) => [result, sum(each)] as const);
  t.strictSame(sums.map(([result]) => result).sort(), ['failed', 'recalled', 'tried']);
  for (const [result, sum] of sums) t.ok(sum > 0, result);

  const token = signToken({ identity_id: 1, role: 'member', party_id: 1, scope: 'read:data' });
  await query(`update place set party_id = ${owners['the first party has all']}`);
  const alone = await Promise.all(Array.from({ length: 3 }, () => ask('GET', '/unit?limit=2', { token })));
  const before = await counted();
  const former = signToken({ identity_id: 1, role: 'former', party_id: 1, scope: 'read:data' });
  for (const _time of ['tried', 'recalled']) await ask('GET', '/unit?limit=2', { token: former });
  const since = await counted();
  t.equal(sum(since.recalled), sum(before.recalled) + 1, 'so are the current rows of who also finds former ones');
  const requests = ['a', 'b'].map((id) => ({ id, method: 'GET', url: 'unit?limit=2' }));
  const batch = await ask('POST', '/batch', { body: { requests }, token });
  t.strictSame(
    batch.body.responses.map(({ body }: { body: object }) => body),
    [alone[0]?.body, alone[0]?.body],
  );
  t.strictSame(await counted(), since, 'a batch tries all ways at once: a second statement would be out of turn');
});

test('a list as of an instant has the rows of then, page by page, whichever way served the page before', async (t) => {
  const { ask, database, server } = await serveModel(t, model);
  const { query } = database;
  const instants: string[] = [];
  const step = async (statement: string) => {
    await query(statement);
    const [row] = await query(
      'select to_char(clock_timestamp() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\') as now',
    );
    instants.push(String(row?.now));
  };
  await query('insert into place (party_id) values (1)');
  await step(
    `insert into unit (place_id, color) select 1, case when n % 30 = 0 then 'blue' else 'red' end from generate_series(1, ${units}) as n`,
  );
  await step("update unit set color = case color when 'red' then 'blue' else 'red' end where id % 3 > 0 or id > 2000");
  await step('delete from unit where id % 5 = 0 or id between 700 and 1400');
  await step("insert into unit (place_id, color) select 1, 'red' from generate_series(1, 50) as n");
  await step("update unit set color = 'blue' where id < 1800");
  await query('vacuum analyze');
  const token = signToken({ identity_id: 1, role: 'colorful', party_id: 1, scope: 'read:data' });
  const idsOf = (body: readonly { readonly id: number }[]) => body.map(({ id }) => id).join();
  const list = fc.record({
    filter: fc.constantFrom('', '', 'color=eq.red&', 'color=eq.blue&', 'id=gte.650&', 'id=gte.1990&color=eq.red&'),
    order: fc.constantFrom('', 'order=id.desc&'),
    asOf: fc.constantFrom(...instants),
    limit: fc.constantFrom(1, 20, 90),
    offset: fc.constantFrom(0, 0, 40),
  });
  await fc.assert(
    fc.asyncProperty(list, async ({ filter, order, asOf, limit, offset }) => {
      const path = `/unit?select=id,color&${filter}${order}as_of=${asOf}`;
      const whole = await server.inject({
        url: `/api/v1${path}`,
        headers: { accept: 'application/x-ndjson', authorization: `Bearer ${token}` },
      });
      const rows = JSON.parse(`[${whole.body.trim().replaceAll('\n', ',')}]`) as readonly { readonly id: number }[];
      // Some pages, and not all: a way that fails is recalled for none of the next hundred.
      for (let place = offset, next = `${path}&limit=${limit}&offset=${offset}`, page = 0; page < 4; page += 1) {
        const { status, body, headers } = await ask('GET', next, { token });
        const expected = idsOf(rows.slice(place, place + limit));
        if (status !== 200 || idsOf(body) !== expected) throw new Error(`${idsOf(body)}, not ${expected}: ${next}`);
        place += limit;
        const link = /<[^>]*(\/unit\?[^>]+)>/.exec(String(headers.link ?? ''))?.[1];
        if (link === undefined) {
          if (place < rows.length) throw new Error(`no page follows, but rows do: ${next}`);
          break;
        }
        next = link;
      }
    }),
    { numRuns: process.env.ALMANAC_LONG === undefined ? 40 : 1000 },
  );
  const ways = (await waysOf(server)).filter(({ count }) => count > 0).map(({ way, result }) => `${way} ${result}`);
  t.strictSame(ways.sort(), ['ahead failed', 'ahead recalled', 'ahead tried', 'whole tried']);
});

/** How often each way served or failed, by the metrics. */
async function waysOf({ inject }: Pick<FastifyInstance, 'inject'>) {
  const { body } = await inject('/metrics');
  const lines = [...body.matchAll(/^list_ways_total\{way="(\w+)",result="(\w+)"\} (\d+)$/gm)];
  return lines.map(([, way = '', result = '', count]) => ({ way, result, count: Number(count) }));
}
