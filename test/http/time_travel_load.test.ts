import { test } from 'tap';
import { datetimeOf, microsecondsOf, query } from './record_time.ts';
import { type TestService, testService } from './service.ts';
import { bounds, newOwner } from './timeline_client.ts';
import type { Body } from './valid_body.ts';

// No as_of sees half a change, while many writers change many rows of a timeline at once.

const writers = 8;
const writesOfWriter = process.env.ALMANAC_LONG ? 200 : 25;

test('as of an instant that has passed, every reader sees the same, for ever', async (t) => {
  const service = await testService(t, 'test/timeline');
  const owner_id = await newOwner(service);
  const answered: bigint[] = [];
  let writing = true;
  const known = new Map<string, string>();
  let asked = 0;
  let overlaps = 0;

  const ask = async (as_of: string) => {
    const parameters = { owner_id: `eq.${owner_id}`, as_of, limit: 1000 };
    const { status, body, text } = await service.ask('GET', `/entry${query(parameters)}`);
    if (status !== 200) throw new Error(text);
    asked += 1;
    if (overlapping(body)) overlaps += 1;
    return text;
  };
  const check = async (as_of: string) => {
    const text = await ask(as_of);
    const before = known.get(as_of);
    known.set(as_of, before ?? text);
    if (before !== undefined && before !== text) t.fail(`as of ${as_of}: ${before} became ${text}`);
  };
  const read = async (reader: number) => {
    while (writing) {
      const newest = answered.at(-1);
      if (newest === undefined) {
        await new Promise(setImmediate);
        continue;
      }
      // The newest change that is answered for, the microsecond before it, and an instant of a while ago, once more.
      await check(datetimeOf(newest));
      await check(datetimeOf(newest - 1n));
      const again = [...known.keys()][(asked * 7 + reader) % known.size];
      if (again !== undefined) await check(again);
    }
  };
  const work = Promise.all(Array.from({ length: writers }, (_, writer) => write(service, owner_id, writer, answered)));
  const readers = [0, 1, 2, 3].map(read);
  await work.finally(() => {
    writing = false;
  });
  await Promise.all(readers);

  for (const as_of of [...known.keys()]) await check(as_of);
  t.comment(`${answered.length} writes; ${asked} lists as of ${known.size} instants`);
  t.ok(known.size > 0, 'there were readers meanwhile');
  t.equal(overlaps, 0, 'an entry that made room is never seen beside those that it cut, as they were before');

  const [torn] = await service.database.query(
    `select count(*) as count from (
       select recorded_in from entry group by recorded_in having count(distinct recorded_at) > 1) as transactions`,
  );
  t.equal(torn?.count, '0', 'a transaction has one instant');
});

/** Entries of very different lengths, so that nearly each write changes several rows. */
async function write({ ask }: TestService, owner_id: number, writer: number, answered: bigint[]): Promise<void> {
  const own: number[] = [];
  for (let index = 0; index < writesOfWriter; index += 1) {
    const from = (writer * 37 + index * 61) % 200;
    const to = from + 1 + ((writer * 13 + index * 29) % 60);
    const id = index % 3 === 2 ? own.at(-1) : undefined;
    const interval = bounds({ from, to });
    const { status, body, text } =
      id === undefined
        ? await ask('POST', '/entry', { body: { owner_id, ...interval } })
        : await ask('PATCH', `/entry/${id}`, { body: interval });
    if (status >= 300) throw new Error(text);
    own.push(body.id);
    const instant = microsecondsOf(body.recorded_at);
    // Answers need not arrive in the order of their writes.
    if (instant > (answered.at(-1) ?? 0n)) answered.push(instant);
  }
}

function overlapping(entries: readonly Body[]): boolean {
  const sorted = [...entries].sort((a, b) => (String(a.valid_from) < String(b.valid_from) ? -1 : 1));
  return sorted.some((entry, index) => {
    const next = sorted[index + 1];
    return next !== undefined && (entry.valid_to === null || String(entry.valid_to) > String(next.valid_from));
  });
}
