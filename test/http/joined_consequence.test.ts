import { type Test, test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { count, ids } from './joined_service.ts';
import { serveModel, type TestService } from './service.ts';

// Entries of a timeline that follow from writes at the same time: each write ends the entry of the one before it, with a version.

const model = modelOfFiles({
  'service.yaml': 'service: Supplies\n',
  'unit.yaml': 'resource: unit\nfields: { name: { type: text } }\n',
  'supply.yaml': `
resource: supply
history: true
temporal: { timeline: unit_id }
fields:
  unit_id: { type: reference, to: unit }
  next_id: { type: reference, to: unit, nullable: true, as: next }
  until: { type: datetime, nullable: true }
creates:
  - { on: [create], when: next_id=not.is.null, resource: supply, with: { unit_id: $next_id, valid_from: $until } }
`,
  'plan.yaml': `
resource: plan
fields: { unit_id: { type: reference, to: unit }, done: { type: boolean, default: false } }
creates:
  - { on: [create, update], when: done=is.true, resource: supply, with: { unit_id: $unit_id, valid_from: now } }
`,
  'order.yaml': `
resource: order
fields: { unit_id: { type: reference, to: unit } }
creates:
  - { on: [create], resource: plan, with: { unit_id: $unit_id, done: true } }
`,
});

async function filled(t: Test): Promise<TestService> {
  const service = await serveModel(t, model);
  await service.database.query(`
    insert into unit (name) select 'unit ' || id from generate_series(1, ${count}) as id;
    insert into plan (unit_id) select 1 from generate_series(1, ${count})`);
  return service;
}

/** How many entries are left, and how many versions of them were replaced. */
async function left({ database }: TestService): Promise<unknown> {
  const [row] = await database.query(`
    select
      (select count(*) from supply where valid_from is not null) as entries,
      (select count(*) from supply_history) as versions,
      (select count(distinct recorded_at) from supply) as instants`);
  return row;
}

type Write = (service: TestService, id: number) => ReturnType<TestService['ask']>;

const writes: Readonly<Record<string, Write>> = {
  'rows that are changed': ({ ask }, id) => ask('PATCH', `/plan/${id}`, { body: { done: true } }),
  'new rows': ({ ask }) => ask('POST', '/plan', { body: { unit_id: 1, done: true } }),
  'new rows, over other rows': ({ ask }) => ask('POST', '/order', { body: { unit_id: 1 } }),
};

for (const [of, write] of Object.entries(writes)) {
  test(`${of} at the same time leave what they leave one by one`, async (t) => {
    const [together, apart] = [await filled(t), await filled(t)];
    const answers = await Promise.all(ids.map((id) => write(together, id)));
    for (const id of ids) t.ok((await write(apart, id)).status < 300);
    t.ok(answers.every(({ status }) => status < 300));
    t.same(await left(together), await left(apart));
  });
}

/** What an entity tag says of the version, which is the same in every representation. */
function versionOf(etag = ''): string | undefined {
  return etag.split('-')[0];
}

test('no entry changes behind its answer without a version', async (t) => {
  const service = await filled(t);
  const { ask } = service;
  // Units two by two: the entry of each ends where the one that follows from the other begins.
  const answers = await Promise.all(
    ids.map((id) =>
      ask('POST', '/supply', {
        body: {
          unit_id: id,
          next_id: ((id - 1) ^ 1) + 1,
          valid_from: '2027-01-01T00:00:00Z',
          until: '2028-01-01T00:00:00Z',
        },
      }),
    ),
  );
  for (const { body, headers } of answers) {
    const now = await ask('GET', `/supply/${body.id}`);
    const isSame = versionOf(now.headers.etag) === versionOf(headers.etag);
    t.equal(isSame, now.body.valid_to === body.valid_to);
    const condition = { 'if-match': headers.etag ?? '' };
    const changed = await ask('PATCH', `/supply/${body.id}`, { body: { next_id: null }, headers: condition });
    t.equal(changed.status, isSame ? 200 : 412);
  }
});
