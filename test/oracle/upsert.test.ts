import fc from 'fast-check';
import { type Test, test } from 'tap';
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
}

async function both(t: Test): Promise<Both> {
  const service = await serveModel(t, model);
  // PostgREST upserts with ON CONFLICT, which takes no deferrable constraint.
  await service.database.database.script(`
    alter table thing drop constraint thing_name_key, add constraint thing_name_key unique (name);
    alter table thing drop constraint thing_a_b_key, add constraint thing_a_b_key unique (a, b);
  `);
  return { service, peer: await startPostgrest(t, model, service.database) };
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
const questions = fc.record({ there: fc.array(row, { maxLength: 4 }), upsert: upserts });

/** Stores rows, as far as their keys let them be together. */
async function store({ service: { database } }: Both, rows: readonly Sent[]): Promise<void> {
  await database.query('truncate thing restart identity');
  for (const each of rows) {
    await database.query(
      'insert into thing (name, size, a, b) values ($1, $2, $3, $4) on conflict do nothing',
      ['name', 'size', 'a', 'b'].map((field) => (each[field] === null ? null : String(each[field]))),
    );
  }
}

const columns = 'name,size,a,b';

async function stateOf({ service: { database } }: Both): Promise<string> {
  return JSON.stringify(await database.query(`select ${columns} from thing order by ${columns}`));
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
      await store(started, there);
      const ours = await service.ask('POST', path, { headers, body: body as never });
      const ourState = await stateOf(started);
      await store(started, there);
      const theirs = await peer.ask(path, headers, { method: 'POST', body: JSON.stringify(body) });
      const theirState = await stateOf(started);
      const told = JSON.stringify({ there, upsert, ours, theirs });
      if (ours.status >= 400 || theirs.status >= 400) {
        seen.set('refused', (seen.get('refused') ?? 0) + 1);
        // A key that stands twice is refused by Almanac in either case.
        const isTwice = ours.status === 422 && /has the same/.test(ours.text);
        if (ours.status < 400 || (theirs.status < 400 && !isTwice)) throw new Error(told);
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
    { numRuns: runs },
  );
  t.comment(JSON.stringify([...seen]));
  for (const verdict of ['200', '201', 'refused']) t.ok((seen.get(verdict) ?? 0) > 0, verdict);
});
