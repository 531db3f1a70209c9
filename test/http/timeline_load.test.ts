import { test } from 'tap';
import { type TestService, testService } from './service.ts';
import { bounds, newOwner } from './timeline_client.ts';

// Many writers at once. What any of them is told is what happened, and nobody is told of locks or constraints.

const writers = 16;
const operationsOfWriter = Math.ceil((process.env.ALMANAC_LONG ? 5_000 : 480) / writers);

for (const timelines of [1, writers]) {
  test(`${writers} writers on ${timelines === 1 ? 'one timeline' : `${timelines} timelines`}`, async (t) => {
    const service = await testService(t, 'test/timeline');
    const owners: number[] = [];
    for (let index = 0; index < timelines; index += 1) owners.push(await newOwner(service));
    const begin = performance.now();
    const told = await Promise.all(
      Array.from({ length: writers }, (_, writer) => write(service, owners[writer % timelines] ?? 0, writer)),
    );
    t.comment(`${writers * operationsOfWriter} operations in ${Math.round(performance.now() - begin)} ms`);

    const statuses = new Map<string, number>();
    for (const { request, status, code } of told.flat()) {
      const key = `${request} ${status} ${code ?? ''}`.trim();
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
    }
    t.comment(JSON.stringify([...statuses].sort()));
    const specified = new Set([
      'create 201',
      'update 200',
      'update 409 state_conflict',
      'update 422 invalid_body',
      'delete 204',
      'delete 404 not_found',
      'restore 200',
    ]);
    t.same(
      [...statuses.keys()].filter((key) => !specified.has(key)),
      [],
      'no error but the specified ones',
    );

    const created = told.flat().filter(({ request }) => request === 'create');
    const [counts] = await service.database.query(
      'select count(distinct entry_id) as entries from (select id as entry_id from entry union all select entry_id from entry_history) as known',
    );
    t.equal(Number(counts?.entries), created.length, 'no create is lost');
    const [overlaps] = await service.database.query(
      `select count(*) as count from entry as a join entry as b on a.owner_id = b.owner_id and a.id < b.id
       and a.valid_from is not null and b.valid_from is not null
       and tstzrange(a.valid_from, a.valid_to) && tstzrange(b.valid_from, b.valid_to)`,
    );
    t.equal(overlaps?.count, '0', 'no two entries overlap');
    // A write that was answered is a version of its entry, current or replaced.
    const versions = await service.database.query(
      `select id::text || ' ' || recorded_at as version from (
         select entry_id as id, recorded_at from entry_history union all select id, recorded_at from entry) as known`,
    );
    const known = new Set(versions.map(({ version }) => version));
    const lost = told.flat().filter(({ version }) => version !== null && !known.has(version));
    t.same(lost, [], 'no answered write is lost');
    const [torn] = await service.database.query(
      `select count(*) as count from (
         select entry_id, replaced_at as ended, lead(recorded_at) over (partition by entry_id order by recorded_at, id) as begun
         from (select id, entry_id, recorded_at, replaced_at from entry_history
               union all select row_version, id, recorded_at, null from entry) as versions) as pairs
       where ended is distinct from begun`,
    );
    t.equal(torn?.count, '0', 'each version ends where the next one begins');
  });
}

interface Told {
  readonly request: string;
  readonly status: number;
  readonly code: string | undefined;
  /** Id and record time of the version that the answer shows. */
  readonly version: string | null;
}

/** A stream of operations of its own for each writer, the same in every run. */
async function write({ ask }: TestService, owner_id: number, writer: number): Promise<readonly Told[]> {
  const told: Told[] = [];
  const own: number[] = [];
  let seed = writer + 1;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let index = 0; index < operationsOfWriter; index += 1) {
    // Half of it crowds, and cuts and covers; half is spread, so that there is something to change and to delete.
    const from = random(2) === 0 ? random(200) : 1_000 + random(20_000);
    const to = random(500) === 0 ? null : from + 1 + random(30);
    const id = own[random(own.length)];
    const choice = id === undefined ? 0 : random(10);
    const [request, answer] =
      choice < 4
        ? (['create', await ask('POST', '/entry', { body: { owner_id, ...bounds({ from, to }) } })] as const)
        : choice < 7
          ? (['update', await ask('PATCH', `/entry/${id}`, { body: bounds({ to }) })] as const)
          : choice < 8
            ? (['delete', await ask('DELETE', `/entry/${id}`)] as const)
            : (['restore', await ask('PATCH', `/entry/${id}`, { body: bounds({ from, to }) })] as const);
    if (request === 'create' && answer.status === 201) own.push(answer.body.id);
    const { body, status } = answer;
    told.push({
      request,
      status,
      code: body?.code,
      version: status === 200 || status === 201 ? `${body.id} ${sqlInstant(body.recorded_at)}` : null,
    });
  }
  return told;
}

/** As PostgreSQL writes it in the sessions of the tests. */
function sqlInstant(instant: string): string {
  return instant.replace('T', ' ').replace('+00:00', '+00');
}
