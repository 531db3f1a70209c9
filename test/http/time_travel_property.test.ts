import fc from 'fast-check';
import { test } from 'tap';
import { datetimeOf, microsecondsOf, query } from './record_time.ts';
import { type TestService, testService } from './service.ts';
import { bounds, instantOf } from './timeline_client.ts';
import type { Body } from './valid_body.ts';

// What a list showed at an instant, it shows as of that instant for ever, whatever is written later.

const sequences = process.env.ALMANAC_LONG ? 2_000 : 25;

interface Write {
  readonly on: 'book' | 'membership';
  readonly kind: 'create' | 'update' | 'delete' | 'restore';
  /** Which of the rows there are, as a number to take modulo. */
  readonly pick: number;
  readonly from: number;
  readonly length: number | null;
  readonly pages: number | null;
}

const write: fc.Arbitrary<Write> = fc.record({
  on: fc.constantFrom('book', 'membership', 'membership'),
  kind: fc.constantFrom('create', 'create', 'update', 'update', 'delete', 'restore'),
  pick: fc.nat(20),
  from: fc.nat(12),
  length: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 4 }),
  pages: fc.constantFrom(null, 10, 1000),
});

/** An instant: a number of thousandths of the way through all writes, and one to hit, or to miss by a microsecond. */
const probe = fc.record({
  part: fc.nat(1000),
  hit: fc.constantFrom(null, -1n, 0n, 1n),
  point: fc.integer({ min: -1, max: 20 }),
});

interface Moment {
  /** Microseconds since 1970 of the write after which the lists showed this. */
  readonly since: bigint;
  readonly books: readonly Body[];
  readonly memberships: readonly Body[];
}

test('as of an instant, a list shows what it showed then', async (t) => {
  const service = await testService(t, 'test/library');
  const { ask } = service;
  const branch_id = (await ask('POST', '/branch', { body: { name: 'Old Town' } })).body.id;
  let run = 0;
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { minLength: 1, maxLength: 10 }),
      fc.array(probe, { minLength: 5, maxLength: 5 }),
      async (writes, probes) => {
        run += 1;
        const member = (await ask('POST', '/member', { body: { user: `member.${run}` } })).body;
        const place = { run, member_id: member.id, branch_id };
        const moments: Moment[] = [{ since: microsecondsOf(member.recorded_at), books: [], memberships: [] }];
        for (const each of writes) {
          const { status, text } = await carryOut(service, place, each);
          if (status >= 300) throw new Error(text);
          moments.push(await momentOf(service, place));
        }
        for (const { part, hit, point } of probes)
          await compare(service, place, moments, instantIn(moments, part, hit), point);
        compared += probes.length;
      },
    ),
    { numRuns: sequences, interruptAfterTimeLimit: 1_500_000 },
  );
  t.ok(compared > 0, `${compared} instants`);
});

interface Place {
  readonly run: number;
  readonly member_id: number;
  readonly branch_id: number;
}

async function carryOut({ ask }: TestService, place: Place, { on, kind, pick, from, length, pages }: Write) {
  const { run, member_id, branch_id } = place;
  const to = length === null ? null : from + length;
  const current = (await ask('GET', listOf(on, place))).body;
  const books = (await ask('GET', listOf('book_history', place))).body;
  const versions = (await ask('GET', listOf('membership_history', place))).body;
  const live = current.map(({ id }: Body) => id);
  const deleted = versions
    .filter(({ valid_from }: Body) => valid_from === null)
    .map((each: Body) => each.membership_id);
  const candidates = kind === 'restore' && on === 'membership' ? deleted : live;
  const id = candidates[pick % Math.max(1, candidates.length)];
  const content = on === 'book' ? { page_count: pages } : bounds({ from, to });
  if (kind === 'create' || id === undefined) {
    const key = on === 'book' ? { name: `Run ${run} book ${books.length}` } : { member_id, branch_id };
    return ask('POST', `/${on}`, { body: { ...key, ...content } });
  }
  if (kind === 'delete') return ask('DELETE', `/${on}/${id}`);
  return ask('PATCH', `/${on}/${id}`, { body: content });
}

/** What the lists show now, and since when. */
async function momentOf(service: TestService, place: Place): Promise<Moment> {
  const shown = async (name: string): Promise<readonly Body[]> => (await service.ask('GET', listOf(name, place))).body;
  const versions = [...(await shown('book_history')), ...(await shown('membership_history'))];
  const instants = versions.flatMap(({ recorded_at, replaced_at }) => [recorded_at, replaced_at ?? recorded_at]);
  const since = instants.map((instant) => microsecondsOf(String(instant))).reduce((a, b) => (a > b ? a : b), 0n);
  return { since, books: await shown('book'), memberships: await shown('membership') };
}

function instantIn(moments: readonly Moment[], part: number, hit: bigint | null): bigint {
  const first = moments[0]?.since ?? 0n;
  const last = moments.at(-1)?.since ?? 0n;
  const drawn = first + ((last - first) * BigInt(part)) / 1000n;
  const chosen = moments[part % moments.length]?.since ?? 0n;
  // Past the last write, an instant may be still to come.
  return hit === null ? drawn : chosen + hit > last ? last : chosen + hit;
}

async function compare({ ask }: TestService, place: Place, moments: readonly Moment[], instant: bigint, point: number) {
  const moment = moments.findLast(({ since }) => since <= instant);
  const as_of = datetimeOf(instant);
  const expect = (path: string, found: unknown, expected: readonly Body[] = []) => {
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    throw new Error(`${path} is ${JSON.stringify(found)}, and was ${JSON.stringify(expected)}`);
  };
  const at = instantOf(point);
  const valid = (row: Body) => String(row.valid_from) <= at && (row.valid_to === null || String(row.valid_to) > at);
  const long = ({ is_long }: Body) => is_long === true;
  const asked: readonly (readonly [path: string, expected: readonly Body[] | undefined])[] = [
    [listOf('book', place, { as_of }), moment?.books],
    [listOf('book', place, { as_of, is_long: 'eq.true' }), moment?.books.filter(long)],
    [listOf('membership', place, { as_of }), moment?.memberships],
    [listOf('membership', place, { as_of, valid_at: at }), moment?.memberships.filter(valid)],
  ];
  for (const [path, expected] of asked) expect(path, (await ask('GET', path)).body, expected);
}

function listOf(name: string, { run, member_id }: Place, parameters: Readonly<Record<string, string>> = {}): string {
  const own = name.startsWith('book') ? { name: `like.Run ${run} *` } : { member_id: `eq.${member_id}` };
  return `/${name}${query({ ...own, limit: 50, ...parameters })}`;
}
