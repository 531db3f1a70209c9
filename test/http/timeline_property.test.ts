import fc from 'fast-check';
import { test } from 'tap';
import { type TestService, testService } from './service.ts';
import { bounds, type Interval, newOwner, pointOf } from './timeline_client.ts';
import { endOf, place, type Timeline } from './timeline_model.ts';

// Random operations on a timeline, some two at a time, against the reference in memory.

const sequences = process.env.ALMANAC_LONG ? 10_000 : 60;

interface Operation {
  readonly kind: 'create' | 'update' | 'delete' | 'restore';
  /** Which of the entries there are, as a number to take modulo. */
  readonly pick: number;
  readonly from: number;
  readonly length: number | null;
  readonly bound: 'from' | 'to' | 'both';
}

const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom('create', 'create', 'update', 'update', 'delete', 'restore'),
  pick: fc.nat(20),
  from: fc.nat(12),
  length: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 6 }),
  bound: fc.constantFrom('from', 'to', 'both'),
});

const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(operation) },
  { weight: 1, arbitrary: fc.tuple(operation, operation) },
);

test('whatever is done to a timeline, it and its history are what the reference says', async (t) => {
  const service = await testService(t, 'test/timeline');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const owner = await newOwner(service);
      let timeline: Timeline = new Map();
      for (const operations of steps) {
        const answers = await Promise.all(operations.map((each) => carryOut(service, owner, timeline, each)));
        const orders = answers.length === 1 ? [answers] : [answers, [...answers].reverse()];
        const outcomes = orders
          .map((order) => order.reduce<Timeline | null>(follow, timeline))
          .filter((outcome) => outcome !== null);
        const found = await readTimeline(service, owner);
        const right = outcomes.find((outcome) => JSON.stringify(shown(outcome)) === JSON.stringify(found));
        if (right === undefined) {
          throw new Error(
            `${JSON.stringify(answers)} on ${JSON.stringify(shown(timeline))} gave ${JSON.stringify(found)}, not ${JSON.stringify(outcomes.map(shown))}`,
          );
        }
        timeline = right;
      }
    }),
    { numRuns: sequences, interruptAfterTimeLimit: 1_500_000 },
  );
  const overlaps = await service.database.query(
    `select count(*) as count from entry as a join entry as b on a.owner_id = b.owner_id and a.id < b.id
     and a.valid_from is not null and b.valid_from is not null
     and tstzrange(a.valid_from, a.valid_to) && tstzrange(b.valid_from, b.valid_to)`,
  );
  t.equal(overlaps[0]?.count, '0', 'no two entries overlap');
});

const creation = fc.record({
  owner: fc.nat(3),
  from: fc.nat(12),
  length: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 6 }),
});

test('whatever is put on some timelines at once, each is as if its entries had come one after the other', async (t) => {
  const service = await testService(t, 'test/timeline');
  await fc.assert(
    fc.asyncProperty(fc.array(creation, { minLength: 1, maxLength: 24 }), async (creations) => {
      const owners = await Promise.all([0, 1, 2, 3].map(() => newOwner(service)));
      const answers = await Promise.all(
        creations.map(async ({ owner, from, length }) => {
          const interval = { from, to: length === null ? null : from + length };
          const { status, text, headers, body } = await service.ask('POST', '/entry', {
            body: { owner_id: owners[owner] ?? 0, ...bounds(interval) },
          });
          if (status !== 201) throw new Error(text);
          return { owner, id: Number(body.id), interval, version: Number(/\d+/.exec(headers.etag ?? '')?.[0]) };
        }),
      );
      answers.sort((one, other) => one.version - other.version);
      for (const [index, owner] of owners.entries()) {
        const own = answers.filter((each) => each.owner === index);
        const expected = own.reduce<Timeline>((before, { id, interval }) => place(before, id, interval), new Map());
        const [found, right] = [await readTimeline(service, owner), shown(expected)].map((each) =>
          JSON.stringify(each),
        );
        if (found !== right) throw new Error(`${JSON.stringify(own)} gave ${found}, not ${right}`);
      }
    }),
    { numRuns: Math.ceil(sequences / 4), interruptAfterTimeLimit: 600_000 },
  );
});

/** What a request asked for, and what came of it. */
interface Attempt {
  readonly request: 'create' | 'update' | 'delete' | 'none';
  readonly id: number;
  readonly change: { readonly from?: number; readonly to?: number | null };
  readonly status: number;
}

async function carryOut(
  { ask }: TestService,
  owner: number,
  timeline: Timeline,
  { kind, pick, from, length, bound }: Operation,
): Promise<Attempt> {
  const to = length === null ? null : from + length;
  const candidates = [...timeline].filter(([, entry]) =>
    kind === 'restore' ? entry.interval === null : entry.interval !== null,
  );
  const [id] = candidates[pick % Math.max(1, candidates.length)] ?? [];
  if (kind === 'create' || id === undefined) {
    const { status, body } = await ask('POST', '/entry', { body: { owner_id: owner, ...bounds({ from, to }) } });
    return { request: 'create', id: body.id, change: { from, to }, status };
  }
  if (kind === 'delete')
    return { request: 'delete', id, change: {}, status: (await ask('DELETE', `/entry/${id}`)).status };
  const change = kind === 'restore' || bound === 'both' ? { from, to } : bound === 'from' ? { from } : { to };
  return {
    request: 'update',
    id,
    change,
    status: (await ask('PATCH', `/entry/${id}`, { body: bounds(change) })).status,
  };
}

/** The timeline after a request that was answered so; null when it would not have been. */
function follow(timeline: Timeline | null, { request, id, change, status }: Attempt): Timeline | null {
  if (timeline === null) return null;
  const before = timeline.get(id)?.interval ?? null;
  const next: Partial<Interval> = { ...before, ...change };
  const outcome = (expected: number, interval: Interval | null): Timeline | null =>
    status === expected ? (expected < 300 ? place(timeline, id, interval) : timeline) : null;
  if (request === 'create') return outcome(201, next as Interval);
  if (request === 'delete') return before === null ? outcome(404, null) : outcome(204, null);
  if (next.from === undefined) return outcome(409, null);
  const interval = { from: next.from, to: next.to ?? null };
  return interval.from < endOf(interval) ? outcome(200, interval) : outcome(422, null);
}

/** Every version of every entry, by id: current intervals last, null where the entry is deleted. */
async function readTimeline({ ask }: TestService, owner: number): Promise<readonly unknown[]> {
  const { body: versions } = await ask('GET', `/entry_history?owner_id=eq.${owner}&limit=1000`);
  const byEntry = Map.groupBy(versions as Record<string, never>[], (version) => Number(version.entry_id));
  const { body: rows } = await ask('GET', `/entry?owner_id=eq.${owner}`);
  const live = new Set((rows as { id: number }[]).map((row) => row.id));
  return [...byEntry]
    .sort(([a], [b]) => a - b)
    .map(([id, list]) => {
      for (const [index, version] of list.entries()) {
        const following = list[index + 1];
        const closes =
          following === undefined ? version.replaced_at === null : version.replaced_at === following.recorded_at;
        if (!closes) throw new Error(`versions of entry ${id} do not follow each other: ${JSON.stringify(list)}`);
      }
      return [
        id,
        live.has(id),
        list.map(({ valid_from, valid_to }) => intervalOf(valid_from ?? null, valid_to ?? null)),
      ];
    });
}

function shown(timeline: Timeline): readonly unknown[] {
  return [...timeline]
    .sort(([a], [b]) => a - b)
    .map(([id, { interval, versions }]) => [id, interval !== null, versions]);
}

function intervalOf(from: string | null, to: string | null): Interval | null {
  const begin = pointOf(from);
  return begin === null ? null : { from: begin, to: pointOf(to) };
}
