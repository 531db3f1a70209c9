import { test } from 'tap';
import { openPsql } from '../psql.ts';
import { type BatchService, batchService, type Part } from './batch_service.ts';
import type { Answer } from './service.ts';
import { bounds } from './timeline_client.ts';

// Batches, single writes, creates of many, upserts and writes by filters on the same few rows, some of them undone, all at once.

const clients = 16;
const requestsOfClient = Math.ceil((process.env.ALMANAC_LONG ? 6_000 : 160) / clients);
const rows = 6;

const specified = [
  /^batch 200$/,
  /^single 20[014]$/,
  /^many 201$/,
  /^upsert 20[01]$/,
  /^filter 20[04]$/,
  /^\w+ 409 (?:overlap_conflict|unique_conflict|state_conflict|still_referenced)\b/,
  // Entries are deleted, and covered by others.
  /^(?:batch|single) 404 not_found$/,
  /^(?:batch|upsert) 422 invalid_body \/\d\/id$/,
  /^batch 503 contended$/,
];

test(`${clients} clients on the same rows: nobody is told of locks, and every batch is whole`, async (t) => {
  const service = await batchService(t, 'limits: { rows_per_request: 100, database_connections: 20 }');
  const { run, database } = service;
  const filled: Part[] = [
    ...Array.from({ length: rows }, (_, index) => ({ url: 'party', body: { name: `p${index}` } })),
    ...Array.from({ length: rows }, (_, index) => ({ url: 'unit', body: { party_id: index + 1, name: 'x' } })),
    ...Array.from({ length: rows }, (_, index) => ({
      url: 'supply',
      body: { unit_id: (index % 2) + 1, party_id: 1, ...bounds({ from: 100 * index, to: 100 * index + 50 }) },
    })),
    ...Array.from({ length: rows }, (_, index) => ({ url: 'label', body: { code: `l${index}`, unit_id: 1 } })),
  ];
  const made = await run(filled);
  if (made.status !== 200) throw new Error(made.text);
  const begin = performance.now();
  // Entries cover each other and are deleted, so there are new ones all the time.
  const entries = Array.from({ length: rows }, (_, index) => index + 1);
  const told = (
    await Promise.all(Array.from({ length: clients }, (_, client) => write(service, client, entries)))
  ).flat();
  t.comment(`${told.length} requests in ${Math.round(performance.now() - begin)} ms`);

  const counts = new Map<string, number>();
  for (const { what, answer } of told) {
    const { code = '', errors = [] } = answer.status < 400 ? {} : answer.body;
    const key = `${what} ${answer.status} ${code} ${errors[0]?.pointer ?? ''}`.trim();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  t.comment(JSON.stringify([...counts].sort()));
  t.same(
    [...counts.keys()].filter((key) => !specified.some((each) => each.test(key))),
    [],
    'no error but the specified ones',
  );
  t.ok((counts.get('batch 503 contended') ?? 0) <= told.length / 100, 'hardly a batch gives up');

  // Each batch writes the same mark to two units, in either order, and reads both.
  for (const { what, answer } of told) {
    if (what !== 'batch' || answer.status !== 200) continue;
    const marks = answer.body.responses.flatMap(
      ({ id, body }: { readonly id: string; readonly body: { words?: unknown } }) =>
        id.startsWith('mark') ? [JSON.stringify(body.words)] : [],
    );
    if (new Set(marks).size > 1) t.fail(`two halves of a batch: ${answer.text}`);
  }
  const [torn] = await database.query(
    `select count(*) as count from (
       select words from (
         select words, unit_id, min(recorded_at) as marked_at from unit_history where words is not null group by words, unit_id
       ) as mark group by words having count(distinct marked_at) > 1) as batch`,
  );
  t.equal(torn?.count, '0', 'a batch is recorded at one time');
  const [overlaps] = await database.query(
    `select count(*) as count from supply as a join supply as b on a.unit_id = b.unit_id and a.id < b.id
     and tstzrange(a.valid_from, a.valid_to) && tstzrange(b.valid_from, b.valid_to)
     where a.valid_from is not null and b.valid_from is not null`,
  );
  t.equal(overlaps?.count, '0', 'no two entries overlap');
  const [{ deadlocks } = {}] = await database.query(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  // Filters may choose other rows, and upserts insert some, before they are locked.
  t.ok(Number(deadlocks) <= told.length / 40, `${deadlocks} deadlocks`);
  t.same(await database.query('select * from almanac.batch_entry'), [], 'nothing is left of a batch');
});

test('a batch locks the rows that its upserts and filters find before it writes any', async (t) => {
  const service = await batchService(t);
  const { run, database } = service;
  const merge = { prefer: 'resolution=merge-duplicates' };
  const made = await run([
    { url: 'party', body: { name: 'Ada' } },
    ...['one', 'two'].map((name) => ({ url: 'unit', body: { party_id: 1, name } })),
    { url: 'label', body: { code: 'a' } },
    { url: 'supply', body: { unit_id: 1, party_id: 1, ...bounds({ from: 0, to: 9 }) } },
  ]);
  if (made.status !== 200) throw new Error(made.text);
  const cases: readonly (readonly [held: 'unit' | 'label', found: Part])[] = [
    ['unit', { method: 'PATCH', url: 'unit?name=eq.one', body: { data: 1 } }],
    ['unit', { url: 'unit?on_conflict=id', headers: merge, body: { id: 1, party_id: 1, data: 2 } }],
    ['unit', { url: 'unit', headers: merge, body: [{ id: 1, party_id: 1, data: 3 }] }],
    [
      'unit',
      {
        url: 'unit?columns=id,party_id',
        headers: merge,
        body: [
          { id: 2, party_id: 1 },
          { id: 1, party_id: 1 },
        ],
      },
    ],
    ['label', { url: 'label?on_conflict=code', headers: merge, body: [{ code: 'a', size: 4 }] }],
    ['label', { url: 'label?columns=code', headers: merge, body: [{ code: 'a', size: 4 }, { code: 'b' }] }],
    [
      'unit',
      { url: 'supply', headers: merge, body: { id: 1, unit_id: 2, party_id: 1, ...bounds({ from: 1, to: 5 }) } },
    ],
  ];
  const psql = await openPsql(t, database.url);
  for (const [held, found] of cases) {
    await psql.run(`begin; select from ${held} where id = 1 for update`);
    const running = run([{ method: 'PATCH', url: 'unit/2', body: { words: [found.url] } }, found]);
    await psql.awaited();
    await t.resolves(
      psql.run('select from unit where id = 2 for update nowait'),
      `${found.url}: nothing is written yet`,
    );
    await psql.run('rollback');
    const { status, text } = await running;
    t.equal(status, 200, text);
  }
});

type Kind = 'single' | 'many' | 'upsert' | 'filter';

interface Told {
  readonly what: 'batch' | Kind;
  readonly answer: Answer;
}

/** A stream of requests of its own for each client. `entries`: the ids of the latest ones, of all clients. */
async function write({ run, ask }: BatchService, client: number, entries: number[]): Promise<readonly Told[]> {
  const told: Told[] = [];
  let seed = client + 1;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const id = () => 1 + random(rows);
  const entry = () => entries[random(entries.length)] ?? 1;
  const code = () => `l${random(rows)}`;
  const two = (one: () => number | string) => [...new Set([one(), one()])];
  const interval = () => {
    const from = random(600);
    return bounds({ from, to: from + 1 + random(60) });
  };
  const merge = { prefer: 'resolution=merge-duplicates' };
  const ignore = { prefer: 'resolution=ignore-duplicates' };
  const acts = (index: number): readonly (readonly [Kind, Part])[] => [
    ['single', { method: 'PATCH', url: `party/${id()}`, body: { name: `c${client}n${index}` } }],
    ['single', { method: 'PATCH', url: `supply/${entry()}`, body: interval() }],
    ['single', { url: 'supply', body: { unit_id: 1 + random(2), party_id: id(), ...interval() } }],
    ['single', { method: 'DELETE', url: `supply/${entry()}` }],
    ['single', { method: 'PATCH', url: `label/${id()}`, body: { code: code() } }],
    ['single', { url: `unit/${id()}?embed=party` }],
    ['many', { url: 'supply', body: two(id).map((unit_id) => ({ unit_id, party_id: id(), ...interval() })) }],
    ['many', { url: 'unit', body: two(id).map((parent_id) => ({ parent_id, party_id: id(), name: 'y' })) }],
    [
      'upsert',
      {
        url: 'label?on_conflict=code',
        headers: random(3) === 0 ? ignore : merge,
        body: two(code).map((each) => ({ code: each, unit_id: id(), size: random(4) })),
      },
    ],
    [
      'upsert',
      {
        url: 'unit?on_conflict=id',
        headers: merge,
        body: two(id).map((each) => ({ id: each, party_id: id(), parent_id: id() })),
      },
    ],
    [
      'upsert',
      {
        url: 'supply?on_conflict=id',
        headers: merge,
        body: two(entry).map((each, place) => ({ id: each, unit_id: 1 + place, party_id: id(), ...interval() })),
      },
    ],
    ['filter', { method: 'PATCH', url: `unit?id=lte.${id()}`, body: { parent_id: id() } }],
    ['filter', { method: 'PATCH', url: `unit?id=in.(${id()},${id()},${id()})`, body: { name: `c${client}` } }],
    ['filter', { method: 'PATCH', url: `label?size=lte.${random(4)}`, body: { unit_id: id() } }],
    ['filter', { method: 'PATCH', url: `supply?unit_id=eq.${id()}&order=id.desc&limit=2`, body: { party_id: id() } }],
    ['filter', { method: 'DELETE', url: `label?code=in.(${code()},${code()})` }],
  ];
  for (let index = 0; index < requestsOfClient; index += 1) {
    const mark = { words: [`${client} ${index}`] };
    const pairs = [id(), id()].map(
      (unit, half): Part => ({ id: `mark${half}`, method: 'PATCH', url: `unit/${unit}`, body: mark }),
    );
    const all = acts(index);
    const act = () => all[random(all.length)] as (typeof all)[number];
    const undone = random(8) === 0 ? { prefer: 'tx=rollback' } : {};
    if (random(2) === 0) {
      const others = Array.from({ length: random(4) }, () => act()[1]);
      const parts = [...pairs, ...others].map(named);
      told.push({ what: 'batch', answer: await run(parts, { headers: undone }) });
    } else {
      const [what, { method, url, body, headers = {} }] = act();
      const verb = method ?? (body === undefined ? 'GET' : 'POST');
      const prefer = [headers.prefer, undone.prefer].filter((each) => each !== undefined).join(', ');
      const sent = verb === 'GET' || prefer === '' ? {} : { headers: { prefer } };
      const answer = await ask(verb as 'GET', `/${url}`, body === undefined ? sent : { body, ...sent });
      told.push({ what, answer });
      if (url !== 'supply' || answer.status !== 201 || undone.prefer !== undefined) continue;
      const made: readonly { readonly id: number }[] = [answer.body].flat();
      entries.splice(0, entries.length, ...[...entries, ...made.map((row) => row.id)].slice(-2 * rows));
    }
  }
  return told;
}

function named(part: Part, place: number): Part {
  return { id: `r${place}`, ...part };
}
