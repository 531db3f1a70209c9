import fc from 'fast-check';
import { type Test, test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { together as atOnce } from './joined_service.ts';
import { type Answer, serveModel, type TestService } from './service.ts';

// Single writes that come at the same time do what they do one by one: answers, rows, versions, events, and what follows from
// them. No write of a run decides on another one.

const model = modelOfFiles({
  'service.yaml': `
service: Units
roles: [clerk, worker]
claims: { others: { party_id: party_id } }
events: { prefix: org.test }
`,
  'party.yaml': 'resource: party\nfields: { name: { type: text } }\naccess: { clerk: all, worker: all }\n',
  'unit.yaml': `
resource: unit
history: true
fields:
  party_id: { type: reference, to: party }
  parent_id: { type: reference, to: unit, nullable: true, acyclic: true }
  name: { type: text, unique: true, max_length: 60 }
  code: { type: text, default: { number: 'U-{000000}' }, create: false, update: false }
  status:
    type: enum
    values: [new, active, closed]
    default: new
    transitions: { new: [active], active: [closed], closed: [] }
  power: { type: decimal, precision: 9, scale: 3, default: 1, minimum: 0 }
  most: { type: decimal, precision: 9, scale: 3, nullable: true }
  data: { type: json, nullable: true }
  words: { type: array, of: text, nullable: true }
  note: { type: text, nullable: true, access: { clerk: all, worker: read } }
  active_at: { type: datetime, nullable: true, create: false, update: false }
  is_large: { type: boolean, computed: power=gte.100 }
sets:
  - { when: status=eq.active, before: status=neq.active, set: { active_at: now } }
  - { when: power=gt.1000, set: { power: 1000 } }
creates:
  - { on: [create], resource: task, with: { unit_id: $id, title: made } }
  - { on: [update], when: status=eq.active, before: status=neq.active, resource: task, with: { unit_id: $id, title: active } }
checks:
  - { that: "or=(most.is.null,power.lte.$most)", message: Power is at most what it may be. }
relations:
  task: { resource: task, by: unit_id }
access:
  clerk: all
  worker: { read: "party_id=eq.{party_id}", create: "party_id=eq.{party_id}", update: "party_id=eq.{party_id}" }
`,
  'task.yaml': `
resource: task
fields:
  unit_id: { type: reference, to: unit }
  title: { type: text }
access: { clerk: all, worker: all }
`,
});

const rowsOfRun = 24;

/** References are to rows of the run, by their places: to the first two, which are not written. */
type Value = Json | { readonly place: number };
type Values = Readonly<Record<string, Value>>;

interface Write {
  /** The row by its place; null for a new one. */
  readonly place: number | null;
  readonly values: Values;
  readonly query: string;
  readonly prefer: string | null;
  readonly role: 'clerk' | 'worker';
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('', 'null', '{}', '"', '\\', ',', 'a"b\\'),
);
const power = fc.constantFrom(0, 1, 2.5, 99.999, 100, 2000, '7.125');

/** Values of the fields that a write may have. Some of the second kind are refused. */
const values = {
  party_id: [fc.constantFrom(1, 2), fc.constantFrom(1, 77)],
  parent_id: [fc.constantFrom<Value>({ place: 0 }, { place: 1 }, null), fc.constant(999_999_999)],
  status: [fc.constantFrom('new', 'active'), fc.constantFrom('new', 'active', 'closed', 'other')],
  power: [fc.constantFrom(0, 1, 2.5), fc.oneof(power, fc.constant(-1))],
  most: [fc.constantFrom(1000, 5000, null), fc.constantFrom(1, 50, null)],
  data: [fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>, fc.constantFrom<Json>('\u0000', {}, null)],
  words: [fc.array(text, { maxLength: 3 }), fc.array(text, { maxLength: 3 })],
  note: [fc.option(text), text],
} as const;

const fields = Object.keys(values) as readonly (keyof typeof values)[];

/** Writes that have the same fields, as those that are one statement. */
const alike: fc.Arbitrary<readonly Write[]> = fc
  .record({
    set: fc.subarray([...fields], { minLength: 1, maxLength: 3 }),
    isRefused: fc.boolean(),
    isNew: fc.boolean(),
    role: fc.constantFrom('clerk' as const, 'clerk' as const, 'worker' as const),
  })
  .chain(({ set, isRefused, isNew, role }) =>
    fc.array(
      fc.record({
        place: isNew ? fc.constant(null) : fc.integer({ min: 2, max: rowsOfRun + (isRefused ? 2 : -1) }),
        values: fc.record(
          Object.fromEntries(set.map((name) => [name, sentTo(name, isRefused)])),
        ) as fc.Arbitrary<Values>,
        query: rarely('', '?select=id,name', '?embed=party'),
        prefer: rarely(null, 'return=minimal', 'return=representation', 'tx=rollback'),
        role: fc.constant(role),
      }),
      { minLength: 10, maxLength: 24 },
    ),
  );

/** Mostly the usual one: others are statements of their own. */
function rarely<Each>(usual: Each, ...others: readonly string[]): fc.Arbitrary<Each | string> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

function sentTo(name: keyof typeof values, isRefused: boolean): fc.Arbitrary<Value> {
  const [accepted, refused] = values[name] as readonly [fc.Arbitrary<Value>, fc.Arbitrary<Value>];
  return isRefused ? fc.oneof({ weight: 9, arbitrary: accepted }, { weight: 1, arbitrary: refused }) : accepted;
}

/** Each row is written once, so that the order makes no difference. */
const writes = fc
  .array(alike, { minLength: 1, maxLength: 2 })
  .map((all) => all.flat())
  .map((all) => all.filter(({ place }, at) => place === null || all.findIndex((each) => each.place === place) === at));

test('writes that come at the same time do what they do one by one', async (t) => {
  const [together, alone] = await Promise.all([served(t), served(t)]);
  let run = 0;
  const seen = { accepted: 0, refused: 0, transactions: 0, slow: 0 };
  await fc.assert(
    fc.asyncProperty(writes, async (sent) => {
      run += 1;
      const [one, other] = [await filled(together, run), await filled(alone, run)];
      const { answers, isSlow } = await atOnce(sent.map((each, at) => ask(one, each, at)));
      if (isSlow) seen.slow += 1;
      const expected: Answer[] = [];
      for (const [at, each] of sent.entries()) expected.push(await ask(other, each, at));
      for (const [at, answer] of answers.entries()) {
        same(await told(one, answer), await told(other, expected[at] as Answer), JSON.stringify(sent[at]));
        seen[answer.status < 400 ? 'accepted' : 'refused'] += 1;
      }
      same(await kept(one), await kept(other), JSON.stringify(sent));
      seen.transactions += await transactions(one);
    }),
    { numRuns: process.env.ALMANAC_LONG ? 1500 : 20 },
  );
  t.comment(JSON.stringify(seen));
  t.ok(seen.refused > 0 && (seen.slow > 0 || seen.transactions < seen.accepted * 0.8));
});

function same(one: string, other: string, sent: string): void {
  if (one !== other) throw new Error(`${sent}\n${one}\n${other}`);
}

async function served(t: Test): Promise<TestService> {
  const service = await serveModel(t, model);
  await service.database.query("insert into party (name) values ('Ada'), ('Bo')");
  return service;
}

/** The rows of a run in one of the services, whose ids are not those of the other one. */
interface Run {
  readonly service: TestService;
  readonly run: number;
  readonly ids: readonly string[];
}

async function filled(service: TestService, run: number): Promise<Run> {
  const rows = await service.database.query(
    `insert into unit (party_id, name) select 1 + place % 2, 'r${run} ' || place
     from generate_series(0, ${rowsOfRun - 1}) as place order by place returning id`,
  );
  await service.database.query('delete from almanac.outbox');
  return { service, run, ids: rows.map(({ id }) => String(id)) };
}

/** A caller of the run alone, of whom nothing was refused before. */
function ask(
  { service, run, ids }: Run,
  { place, values: sent, query, prefer, role }: Write,
  at: number,
): Promise<Answer> {
  const idOf = (of: number) => Number(ids[of] ?? 999_999_999);
  const set = Object.entries(sent).map(([name, value]) => [name, isPlace(value) ? idOf(value.place) : value]);
  const claims = { [model.service.claims.identity]: 1000 + run, role, scope: 'manage:data', party_id: 1 };
  const body = Object.fromEntries(set);
  return service.ask(place === null ? 'POST' : 'PATCH', `/unit${place === null ? '' : `/${idOf(place)}`}${query}`, {
    body: place === null ? { party_id: 1, name: `r${run} new ${at}`, ...body } : body,
    headers: prefer === null ? {} : { prefer },
    token: service.token(claims),
  });
}

function isPlace(value: Value): value is { readonly place: number } {
  return typeof value === 'object' && value !== null && 'place' in value && Object.keys(value).length === 1;
}

/** What an answer says, where ids, instants and numbers are not its own. */
async function told({ service, ids }: Run, { status, headers, text: body }: Answer): Promise<string> {
  const { location, etag, 'preference-applied': applied } = headers;
  const id = location?.split('/').at(-1);
  const found =
    id === undefined || applied?.includes('rollback')
      ? []
      : await service.database.query(`select row_version from unit where id = ${id}`);
  const isOwn = id === undefined || etag === undefined ? null : etag.startsWith(`"${found[0]?.row_version}-`);
  return JSON.stringify([status, applied, isOwn, withoutIds(body, ids)]);
}

function withoutIds(body: string, ids: readonly string[]): string {
  return body
    .replaceAll(/("id":|"parent_id":|unit |parent_id )(\d+)/g, (_, name, id) => `${name}${ids.indexOf(id)}`)
    .replaceAll(/"(code|recorded_at|active_at)":"[^"]*"/g, (all) => (all.includes('_conflict') ? all : ''));
}

/** Everything that is there of a run: rows, their numbers without gaps, former versions, what was created, and events. */
async function kept({ service: { database }, run, ids }: Run): Promise<string> {
  const places = `array[${ids}]::bigint[]`;
  const placeOf = (id: string) => `array_position(${places}, ${id})`;
  const content = (table: string) =>
    `party_id, ${placeOf('parent_id')}, name, status, power, most, data, words, note, active_at is null, ${table}.recorded_by`;
  const rows = await database.query(`
    select jsonb_build_object('unit', ${placeOf('id')}, 'of', row(${content('unit')})::text)::text as row
    from unit where name like 'r${run} %'
    union all
    select jsonb_build_object('version', ${placeOf('unit_id')}, 'of', row(${content('unit_history')}, replaced_by)::text)::text
    from unit_history where name like 'r${run} %'
    union all
    select jsonb_build_object('code', code)::text from unit where name like 'r${run} %'
    union all
    select jsonb_build_object('task', title, 'unit', name)::text from task join unit on unit.id = unit_id where name like 'r${run} %'
    union all
    select jsonb_build_object('event', type, 'of', ${placeOf("substring(source from '^/unit/(.*)')::bigint")}, 'fields', updated_fields)::text from almanac.outbox
    order by 1`);
  return rows.map(({ row }) => row).join('\n');
}

/** How many transactions wrote the rows of a run that the test itself did not. */
async function transactions({ service: { database }, run }: Run): Promise<number> {
  const [row] = await database.query(`select count(distinct xmin::text) from unit where recorded_by = ${1000 + run}`);
  return Number(row?.count);
}
