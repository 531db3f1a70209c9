import { test } from 'tap';
import { type BatchService, batchService, type Part } from './batch_service.ts';
import type { Answer } from './service.ts';
import { bounds } from './timeline_client.ts';

// Batches, single writes and writes by filters on the same few rows, all at once.

const clients = 16;
const requestsOfClient = Math.ceil((process.env.ALMANAC_LONG ? 6_000 : 160) / clients);
const rows = 6;

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
  ];
  const made = await run(filled);
  if (made.status !== 200) throw new Error(made.text);
  const begin = performance.now();
  const told = (await Promise.all(Array.from({ length: clients }, (_, client) => write(service, client)))).flat();
  t.comment(`${told.length} requests in ${Math.round(performance.now() - begin)} ms`);

  const counts = new Map<string, number>();
  for (const { what, answer } of told) {
    const key = `${what} ${answer.status} ${answer.body?.code ?? ''}`.trim();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  t.comment(JSON.stringify([...counts].sort()));
  const specified =
    /^(batch 200|single (200|204|201)|filter (200|204)|(batch|single) 404 not_found|(batch|single) 409 (overlap_conflict|unique_conflict|state_conflict|still_referenced)|batch 503 contended)$/;
  t.same(
    [...counts.keys()].filter((key) => !specified.test(key)),
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
  t.comment(`${deadlocks} deadlocks`);
  t.same(await database.query('select * from almanac.batch_entry'), [], 'nothing is left of a batch');
});

interface Told {
  readonly what: 'batch' | 'single' | 'filter';
  readonly answer: Answer;
}

/** A stream of requests of its own for each client, the same in every run. */
async function write({ run, ask }: BatchService, client: number): Promise<readonly Told[]> {
  const told: Told[] = [];
  let seed = client + 1;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const id = () => 1 + random(rows);
  const interval = () => {
    const from = random(600);
    return bounds({ from, to: from + 1 + random(60) });
  };
  for (let index = 0; index < requestsOfClient; index += 1) {
    const mark = { words: [`${client} ${index}`] };
    const pairs = [id(), id()].map(
      (unit, half): Part => ({ id: `mark${half}`, method: 'PATCH', url: `unit/${unit}`, body: mark }),
    );
    const others: readonly Part[] = [
      { method: 'PATCH', url: `party/${id()}`, body: { name: `c${client}n${index}` } },
      { method: 'PATCH', url: `supply/${id()}`, body: interval() },
      { url: 'supply', body: { unit_id: 1 + random(2), party_id: id(), ...interval() } },
      { method: 'PATCH', url: `unit?id=lte.${id()}`, body: { parent_id: id() } },
      { method: 'DELETE', url: `supply/${id()}` },
      { url: `unit/${id()}?embed=party` },
    ];
    const other = () => others[random(others.length)] as Part;
    switch (random(4)) {
      case 0:
      case 1:
        told.push({
          what: 'batch',
          answer: await run([...pairs, ...(random(2) === 0 ? [other(), other()] : [])].map(named)),
        });
        break;
      case 2: {
        const { method, url, body } = other();
        const verb = method ?? (body === undefined ? 'GET' : 'POST');
        const answer = await ask(verb as 'GET', `/${url}`, body === undefined ? {} : { body });
        told.push({ what: url.includes('?id=') ? 'filter' : 'single', answer });
        break;
      }
      default:
        told.push({
          what: 'filter',
          answer: await ask('PATCH', `/unit?id=in.(${id()},${id()},${id()})`, { body: { name: `c${client}` } }),
        });
    }
  }
  return told;
}

function named(part: Part, place: number): Part {
  return { id: `r${place}`, ...part };
}
