import fc from 'fast-check';
import { type Test, test } from 'tap';
import type { TestDatabase } from '../database.ts';
import { serveModel, type TestService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Postgrest, startPostgrest } from './postgrest.ts';

// The same upserts to Almanac and to PostgREST, each on the same rows: the same answers, and the same rows afterwards.

const runs = process.env.ALMANAC_LONG ? 3_000 : 80;

const model = modelOfFiles({
  'service.yaml': 'service: Upserts\n',
  'thing.yaml': `
resource: thing
fields:
  name: { type: text, nullable: true, unique: true }
  size: { type: integer, nullable: true }
  a: { type: integer, nullable: true }
  b: { type: integer, nullable: true }
unique: [[a, b]]
`,
});

interface Both {
  readonly service: TestService;
  readonly peer: Postgrest;
  /** The database that PostgREST writes to. */
  readonly theirs: TestDatabase;
}

async function both(t: Test): Promise<Both> {
  const [service, { database: theirs }] = [await serveModel(t, model), await serveModel(t, model)];
  // PostgREST upserts with ON CONFLICT, which takes no deferrable constraint.
  await theirs.database.script(`
    alter table thing drop constraint thing_name_key, add constraint thing_name_key unique (name);
    alter table thing drop constraint thing_a_b_key, add constraint thing_a_b_key unique (a, b);
  `);
  return { service, peer: await startPostgrest(t, model, theirs), theirs };
}

/** A row of the body, without the members that it does not send. */
type Sent = Readonly<Record<string, number | string | null>>;

interface Upsert {
  readonly key: 'name' | 'a,b';
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates';
  readonly prefer: readonly string[];
  readonly columns: boolean;
  readonly body: readonly Sent[] | Sent;
}

const name = fc.constantFrom('p', 'q', 'r', 's', null);
const small = fc.option(fc.integer({ min: 1, max: 2 }));

const row = fc.record({ name, size: fc.option(fc.integer({ min: 0, max: 9 })), a: small, b: small });

const upserts: fc.Arbitrary<Upsert> = fc
  .record({
    key: fc.constantFrom('name' as const, 'a,b' as const),
    resolution: fc.constantFrom('merge-duplicates' as const, 'ignore-duplicates' as const),
    prefer: fc.subarray(['count=exact']),
    columns: fc.boolean(),
    lacking: fc.boolean(),
    one: fc.boolean(),
    body: fc.array(row, { maxLength: 4 }),
  })
  .map(({ lacking, one, body, ...asked }) => {
    const { columns } = asked;
    const rows = body.map(({ size, ...others }, at) =>
      columns && lacking && at % 2 === 1 ? others : { size, ...others },
    );
    return { ...asked, body: one && rows[0] !== undefined ? rows[0] : rows };
  });

/** What was there before, and what the upsert does. */
interface Question {
  readonly there: readonly Sent[];
  readonly upsert: Upsert;
}

const questions: fc.Arbitrary<Question> = fc.record({ there: fc.array(row, { maxLength: 4 }), upsert: upserts });

/** Rows that take unique values which other rows give up. */
const exchanges: readonly Question[] = [
  ...[
    ['p', 'r'],
    ['r', 'p'],
    ['r', 's'],
    ['s', 'r'],
  ].map((names) => names.map((each) => (each === 'r' ? { name: each, a: null, b: null } : { name: each, a: 2, b: 2 }))),
  [
    { name: 'r', a: 1, b: 1 },
    { name: 's', a: 2, b: 2 },
  ],
].map((body) => ({
  there: [
    { name: 'r', size: null, a: 2, b: 2 },
    { name: 's', size: null, a: 1, b: 1 },
  ],
  upsert: { key: 'name', resolution: 'merge-duplicates', prefer: [], columns: false, body },
}));

/** Stores rows in both databases, as far as their keys let them be together. */
async function store({ service: { database: ours }, theirs }: Both, rows: readonly Sent[]): Promise<readonly Sent[]> {
  const stored: Sent[] = [];
  for (const { query } of [theirs, ours]) await query('truncate thing restart identity');
  for (const each of rows) {
    const values = fields.map((field) => textOf(each[field]));
    const insert = `insert into thing (${columns}) values ($1, $2, $3, $4)`;
    const made = await theirs.query(`${insert} on conflict do nothing returning id`, values);
    if (made.length === 0) continue;
    await ours.query(insert, values);
    stored.push(each);
  }
  return stored;
}

const fields = ['name', 'size', 'a', 'b'] as const;
const columns = fields.join();

function textOf(value: Sent[string] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** The rows of a table as texts, in one order. */
function stateOf(rows: readonly Sent[]): string {
  return JSON.stringify(rows.map((row) => JSON.stringify(fields.map((field) => textOf(row[field])))).sort());
}

async function storedIn({ query }: TestDatabase): Promise<string> {
  return stateOf((await query(`select ${columns} from thing`)) as readonly Sent[]);
}

/** The rows after a merge, whatever the order of its rows. */
function merged(stored: readonly Sent[], { key, body }: Upsert): readonly Sent[] {
  const rows = [...stored];
  const names = key.split(',');
  for (const sent of [body].flat() as readonly Sent[]) {
    const at = stored.findIndex((each) => names.every((name) => each[name] !== null && each[name] === sent[name]));
    const row = { size: null, ...sent };
    if (at < 0) rows.push(row);
    else rows[at] = row;
  }
  return rows;
}

function sorted(text: string): string {
  return JSON.stringify((JSON.parse(text) as Sent[]).map((each) => [each.name, each.size, each.a, each.b]));
}

test('any upsert', async (t) => {
  const started = await both(t);
  const { service, peer } = started;
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(questions, async ({ there, upsert }) => {
      const { key, resolution, prefer, body } = upsert;
      const path = `/thing?on_conflict=${key}&select=${columns}${upsert.columns ? `&columns=${columns}` : ''}`;
      const headers = {
        prefer: [`resolution=${resolution}`, 'return=representation', ...prefer].join(', '),
        'content-type': 'application/json',
      };
      const stored = await store(started, there);
      const ours = await service.ask('POST', path, { headers, body: body as never });
      const theirs = await peer.ask(path, headers, { method: 'POST', body: JSON.stringify(body) });
      const ourState = await storedIn(service.database);
      const theirState = await storedIn(started.theirs);
      const told = JSON.stringify({ there, upsert, ours, theirs });
      if (ours.status >= 400 || theirs.status >= 400) {
        seen.set('refused', (seen.get('refused') ?? 0) + 1);
        // A key that stands twice is refused by Almanac in either case.
        const isTwice = ours.status === 422 && /has the same/.test(ours.text);
        if (theirs.status < 400 && !isTwice) throw new Error(told);
        if (ours.status >= 400) return;
        // PostgREST compares each row with those before it, and Almanac all of them at the end.
        const isTaken = resolution === 'merge-duplicates' && theirs.text.includes('23505');
        if (!isTaken || ourState !== stateOf(merged(stored, upsert))) throw new Error(told);
        seen.set('at the end', (seen.get('at the end') ?? 0) + 1);
        return;
      }
      const isNothing = theirs.status === 201 && ours.status === 200 && ours.text === '[]';
      seen.set(`${ours.status}`, (seen.get(`${ours.status}`) ?? 0) + 1);
      if (ours.status !== theirs.status && !(isNothing && resolution === 'ignore-duplicates')) throw new Error(told);
      // Without a preference for the number, PostgREST sends a Content-Range that says nothing.
      const compared = prefer.includes('count=exact')
        ? ['content-range', 'preference-applied']
        : ['preference-applied'];
      for (const header of compared)
        if (ours.headers[header] !== theirs.headers[header]) throw new Error(`${header} ${told}`);
      if (sorted(ours.text) !== sorted(theirs.text)) throw new Error(`rows ${told}`);
      if (ourState !== theirState) throw new Error(`state ${ourState} ${theirState} ${told}`);
    }),
    { numRuns: runs, examples: exchanges.map((each): [Question] => [each]) },
  );
  t.comment(JSON.stringify([...seen]));
  for (const verdict of ['200', '201', 'refused', 'at the end']) t.ok((seen.get(verdict) ?? 0) > 0, verdict);
});
