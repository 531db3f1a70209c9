import fc from 'fast-check';
import { test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Answer, type Method, serveModel, type TestService } from './service.ts';

// Random writes by callers who see all rows, some or none. A dry run of each leaves every table as it was, and is answered as
// the write is. The effects of the write are the differences between what its caller reads before it and after it.

const writes = process.env.ALMANAC_LONG ? 5000 : 40;

const own = 'owner=eq.{party}';
const files = {
  'service.yaml':
    'service: Effects\nevents: { prefix: org.example }\nroles: [all, own, kin, some]\nclaims: { others: { party: party } }\n',
  'identity.yaml': 'resource: identity\nfields:\n  subject: { type: text, unique: true }\n',
  'shelf.yaml': `resource: shelf
fields:
  owner: { type: integer }
  name: { type: text, nullable: true, unique: true }
relations:
  book: { resource: book, by: shelf_id }
access:
  all: all
  own: { read: "${own}", create: all, update: all, delete: all }
  kin: { read: "book.${own}", create: all, update: all, delete: all }
  some: { read: "book.stay.${own}", create: all, update: all }
`,
  'book.yaml': `resource: book
history: true
fields:
  shelf_id: { type: reference, to: shelf, nullable: true }
  owner: { type: integer }
  title: { type: text, unique: true, nullable: true }
  pin: { type: text, nullable: true, access: { all: all } }
  is_old: { type: boolean, computed: owner=lt.2 }
relations:
  stay: { resource: stay, by: book_id }
  spell: { resource: spell, by: book_id }
access:
  all: all
  own: { read: "shelf.${own}", create: all, update: all, delete: all }
  kin: { read: "${own}", create: all, update: all, delete: all }
  some: { read: "spell.${own}", create: all, update: all, delete: all }
`,
  ...Object.fromEntries(
    ['stay', 'spell'].map((name) => [
      `${name}.yaml`,
      `resource: ${name}
history: ${name === 'stay'}
temporal: { timeline: book_id, make_room: anybody }
fields:
  book_id: { type: reference, to: book }
  owner: { type: integer }
  data: { type: json, nullable: true }
access:
  all: all
  own: { read: "${own}", create: all, update: all, delete: all }
  kin: { read: "book.${name}.${own}", create: all, update: all, delete: all }
  some: { read: "book.shelf.${own}", create: all, update: all, delete: all }
`,
    ]),
  ),
};
const resources = ['book', 'shelf', 'spell', 'stay'] as const;
type Resource = (typeof resources)[number];

const number = fc.nat(2);
const day = (at: number) => `2026-01-${String(at + 1).padStart(2, '0')}T00:00:00Z`;
const span = fc
  .record({ from: fc.nat(12), length: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 5 }) })
  .map(({ from, length }) => ({ valid_from: day(from), valid_to: length === null ? null : day(from + length) }));
const text = fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { freq: 4 });
const bodies: Readonly<Record<Resource, fc.Arbitrary<object>>> = {
  shelf: fc.record({ owner: number, name: text }),
  book: fc.record({ owner: number, shelf_id: fc.option(fc.integer({ min: 1, max: 6 })), title: text }),
  spell: fc
    .tuple(fc.record({ owner: number, book_id: fc.integer({ min: 1, max: 6 }) }), span)
    .map(([a, b]) => ({ ...a, ...b })),
  stay: fc
    .tuple(
      fc.record({ owner: number, book_id: fc.integer({ min: 1, max: 6 }), data: fc.jsonValue({ maxDepth: 1 }) }),
      span,
    )
    .map(([a, b]) => ({ ...a, ...b })),
};

/** Some members of a body: a change is of others where it has none. */
function changeOf(resource: Resource): fc.Arbitrary<object> {
  return fc
    .tuple(bodies[resource], fc.nat(7))
    .map(([body, kept]) =>
      Object.fromEntries(
        Object.entries(body).filter(([name], at) => name !== 'book_id' && ((kept >> (at % 3)) & 1) === 1),
      ),
    );
}

interface Write {
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
}

const oneWrite: fc.Arbitrary<Write> = fc.constantFrom(...resources).chain((resource) =>
  fc.oneof(
    { weight: 4, arbitrary: bodies[resource].map((body): Write => ({ method: 'POST', path: `/${resource}`, body })) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.integer({ min: 1, max: 7 }), changeOf(resource))
        .map(([id, body]): Write => ({ method: 'PATCH', path: `/${resource}/${id}`, body })),
    },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 7 }).map((id): Write => ({ method: 'DELETE', path: `/${resource}/${id}` })),
    },
  ),
);

const manyWrites: fc.Arbitrary<Write> = fc.constantFrom(...resources).chain((resource) =>
  fc.oneof(
    fc
      .array(bodies[resource], { minLength: 1, maxLength: 4 })
      .map((body): Write => ({ method: 'POST', path: `/${resource}`, body })),
    fc
      .tuple(number, number)
      .map(([from, owner]): Write => ({ method: 'PATCH', path: `/${resource}?owner=eq.${from}`, body: { owner } })),
    number.map((owner): Write => ({ method: 'DELETE', path: `/${resource}?owner=eq.${owner}&id=lt.5` })),
  ),
);

/** The requests of a batch meet each other's rows: rules that look at related rows see several of them changed. */
const batch: fc.Arbitrary<Write> = fc
  .array(fc.oneof({ weight: 3, arbitrary: oneWrite }, manyWrites), { minLength: 2, maxLength: 4 })
  .map((all): Write => {
    const requests = all.map(({ path, ...others }, at) => ({ id: String(at), url: path, ...others }));
    return { method: 'POST', path: '/batch', body: { requests } };
  });

const write = fc.oneof(
  { weight: 3, arbitrary: oneWrite },
  { weight: 2, arbitrary: manyWrites },
  { weight: 2, arbitrary: batch },
);

interface Caller {
  readonly role: string;
  readonly party: number;
  readonly scope: string;
}

const caller: fc.Arbitrary<Caller> = fc.record({
  role: fc.constantFrom('all', 'all', 'own', 'own', 'kin', 'some'),
  party: number,
  scope: fc.constantFrom(
    'manage:data',
    'manage:data',
    'manage:data:book manage:data:stay read:data:shelf manage:data:spell',
  ),
});

/** A row that ends as it began, and another one that does not. */
const thereAndBack: [Write, Caller, boolean] = [
  {
    method: 'POST',
    path: '/batch',
    body: {
      requests: [
        ...[1, 0].map((owner, at) => ({ id: `${at}`, method: 'PATCH', url: '/book/3', body: { owner } })),
        { id: '2', method: 'PATCH', url: '/book/4', body: { title: 'e' } },
      ],
    },
  },
  { role: 'all', party: 0, scope: 'manage:data' },
  false,
];

test('a dry run leaves nothing, and effects are what the caller sees differ', async (t) => {
  const service = await serveModel(t, modelOfFiles(files));
  const seed = Array.from({ length: 6 }, (_, at) => at);
  for (const at of seed) await must(service, 'POST', '/shelf', { owner: at % 3, name: `shelf ${at}` });
  for (const at of seed) await must(service, 'POST', '/book', { owner: (at + 1) % 3, shelf_id: 1 + (at % 4) });
  for (const name of ['stay', 'spell'])
    for (const at of seed)
      await must(service, 'POST', `/${name}`, { owner: at % 3, book_id: 1 + (at % 3), valid_from: day(at * 2) });
  for (const [at, name] of resources.entries())
    await service.database.query(`alter table ${name} alter column id restart with ${(at + 1) * 1_000_000}`);
  const seen = { done: 0, refused: 0, effects: 0, hidden: 0, halves: 0 };
  let subjects = 0;
  let state = await tables(service);
  await fc.assert(
    fc.asyncProperty(write, caller, fc.boolean(), async (one, who, isNew) => {
      const token = service.token({
        ...who,
        ...(isNew ? { sub: `subject ${subjects++}` } : { identity_id: 7 }),
        scope: who.scope,
      });
      const before = await shown(service, token);
      const tried = await ask(service, one, token, 'tx=rollback, return=effects');
      const same = await tables(service);
      if (JSON.stringify(same) !== JSON.stringify(state))
        throw new Error(`the dry run changed something: ${tried.text}`);
      const done = await ask(service, one, token, 'return=effects');
      const after = await shown(service, token);
      const written = await tables(service);
      const changed = differences(state, written);
      const known = idsOf(state);
      state = written;
      const [trial, real] = [tried, done].map((answer) => comparable(answer, known));
      if (trial !== real) throw new Error(`the dry run was answered\n${trial}\nand the write\n${real}`);
      if (done.status >= 400) {
        if (changed.length > 0) throw new Error(`a refused write changed ${JSON.stringify(changed)}`);
        seen.refused++;
        return;
      }
      const expected = changed.flatMap(({ resource, id, change }) => {
        const [was = null, is = null] = [before, after].map((rows) => rows.get(`${resource} ${id}`));
        if (was === null && is === null) seen.hidden++;
        if (change === 'update' && (was === null) !== (is === null)) seen.halves++;
        return was === null && is === null ? [] : [{ resource, id, change, before: was, after: is }];
      });
      const { effects } = done.body;
      if (JSON.stringify(effects) !== JSON.stringify(expected))
        throw new Error(
          `effects\n${JSON.stringify(effects)}\nfor\n${JSON.stringify(expected)}\nof ${JSON.stringify(changed)}`,
        );
      seen.done++;
      seen.effects += effects.length;
    }),
    { numRuns: writes, examples: [thereAndBack], endOnFailure: true, includeErrorInReport: true },
  );
  const { halves, hidden, ...usual } = seen;
  for (const [what, count] of Object.entries(process.env.ALMANAC_LONG ? seen : usual))
    t.ok(count > 0, `${what}: ${count}`);
  t.comment(`rows that the caller sees at one time: ${halves}, never: ${hidden}`);
  t.same(await service.database.query('select * from almanac.effect'), [], 'no notes are left');
});

function ask(service: TestService, { method, path, body }: Write, token: string, prefer: string): Promise<Answer> {
  return service.ask(method, path, {
    token,
    headers: { prefer },
    ...(body === undefined ? {} : { body: body as Json }),
  });
}

async function must(service: TestService, method: Method, path: string, body: object) {
  const { status, text } = await service.ask(method, path, {
    body: body as Json,
    token: service.token({ role: 'all', identity_id: 7, scope: 'manage:data' }),
  });
  if (status >= 300) throw new Error(text);
}

/** Every row of the resources, as text; of every other table of the database, which only grows, one number for all of its rows. */
async function tables({ database }: TestService): Promise<Readonly<Record<string, readonly string[]>>> {
  const found = await database.query(`
    select pg_class.oid::regclass::text as name from pg_class
    where relnamespace in ('public'::regnamespace, 'almanac'::regnamespace) and relkind in ('r', 'p')
    order by 1`);
  const rows = found.map(({ name }) => {
    const row = 'to_jsonb(each)::text';
    const shown = resources.some((each) => each === name) ? row : `sum(hashtextextended(${row}, 0)::numeric)::text`;
    return `select '${name}' as name, ${shown} as row from only ${name} as each`;
  });
  const all = await database.query(`${rows.join(' union all ')} order by 1, 2`);
  return Object.fromEntries(
    [...Map.groupBy(all, ({ name }) => name ?? '')].map(([name, list]) => [name, list.map(({ row }) => row ?? '')]),
  );
}

interface Difference {
  readonly resource: Resource;
  readonly id: number;
  readonly change: 'create' | 'update' | 'delete';
}

type State = Awaited<ReturnType<typeof tables>>;

/**
 * The rows that differ, in the order of the model, then by id. An entry without validity is not there. A row that ends as it
 * began is the same, although it is recorded anew.
 */
function differences(before: State, after: State): readonly Difference[] {
  return resources.flatMap((resource) => {
    const [was, is] = [before, after].map((state) => liveRows(state[resource] ?? []));
    const ids = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].sort((a, b) => a - b);
    return ids.flatMap((id): Difference[] => {
      const [old, now] = [was?.get(id), is?.get(id)];
      if (old === now) return [];
      return [{ resource, id, change: old === undefined ? 'create' : now === undefined ? 'delete' : 'update' }];
    });
  });
}

function liveRows(rows: readonly string[]): ReadonlyMap<number, string> {
  return new Map(
    rows.flatMap((text): [number, string][] => {
      const { recorded_at, recorded_by, recorded_in, row_version, ...row } = JSON.parse(text);
      return row.valid_from === null ? [] : [[row.id, JSON.stringify(row)]];
    }),
  );
}

/** What a caller reads of all resources, by resource and id; nothing of one that they may not read. */
async function shown({ ask: get }: TestService, token: string): Promise<ReadonlyMap<string, unknown>> {
  const rows = await Promise.all(
    resources.map(async (resource) => {
      const { status, body } = await get('GET', `/${resource}?limit=10000`, { token });
      return status === 200 ? (body as { id: number }[]).map((row) => [`${resource} ${row.id}`, row] as const) : [];
    }),
  );
  return new Map(rows.flat());
}

/** The ids of all rows: those of different tables begin at different numbers. */
function idsOf(state: State): ReadonlySet<number> {
  return new Set(resources.flatMap((resource) => (state[resource] ?? []).map((row) => Number(JSON.parse(row).id))));
}

/** What a dry run and its write have in common: new ids, instants and tags differ, and a dry run has no address. */
function comparable(
  { status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>,
  known: ReadonlySet<number>,
): string {
  const applied = (headers['preference-applied'] ?? '').replace(', tx=rollback', '');
  const body = text
    .replace(/"recorded_at":"[^"]*"/g, '"recorded_at":""')
    .replace(/"recorded_by":\d+/g, '"recorded_by":0')
    .replace(/"(?:location|etag)":"(?:[^"\\]|\\.)*",?/g, '')
    .replaceAll(',}', '}')
    .replace(/"id":(\d+)/g, (own, id) => (known.has(Number(id)) ? own : '"id":new'));
  return JSON.stringify([status, applied, headers['content-type'], body]);
}
