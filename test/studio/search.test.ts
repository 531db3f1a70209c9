import fc from 'fast-check';
import { type Test, test } from 'tap';
import type { StudioFound } from '../../engine/contract/studio/studio_search.ts';
import { serveModel, type TestService, testService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { pacedMilliseconds } from '../pace.ts';
import { askStudio, tokensOfPeople } from './asking.ts';

// GET /studio/search finds rows by their label, and nothing that the lists of the API do not give to the same token.

async function search(service: TestService, token: string, text: string): Promise<readonly StudioFound[]> {
  const { status, body } = await askStudio(service, token, 'search', `?q=${encodeURIComponent(text)}`);
  if (status !== 200 || !body.complete) throw new Error(JSON.stringify(body));
  return body.results;
}

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** All rows that the API lists to a token, by their resource. */
async function listed({ model, ask }: TestService, token: string): Promise<ReadonlyMap<string, readonly Row[]>> {
  const own = [...model.resources.values()].filter(
    (resource) => resource.kind !== 'history' && (resource.kind === 'view' || resource.madeBy === null),
  );
  const lists = new Map<string, readonly Row[]>();
  for (const { name, fields } of own) {
    const answer = fields.has('id') ? await ask('GET', `/${name}?limit=10000`, { token }) : { status: 0, body: [] };
    if (answer.status === 200) lists.set(name, answer.body);
  }
  return lists;
}

test('a search finds what the lists of the same token have, and nothing else', async (t) => {
  const service = await testService(t, 'resources');
  const { model } = service;
  const texts = [
    'storgata',
    'ELKJEL',
    'as',
    'kraft',
    '7',
    '2026',
    'ø',
    'FLEX-2026-0142',
    '952057500000000012',
    'nett',
    '40',
  ];
  for (const [name, token] of await tokensOfPeople(service)) {
    const lists = await listed(service, token);
    for (const text of texts) {
      const found = await search(service, token, text);
      for (const { resource, id, label, field } of found) {
        const row = lists.get(resource)?.find((each) => `${each.id}` === id);
        const labels = model.resources.get(resource)?.label.filter((each) => row && each in row) ?? [];
        t.same(
          label,
          labels.map((each) => row?.[each]),
          `${name} lists ${resource} ${id}, found by ${text}`,
        );
        const value = String(row?.[field ?? '']).toLowerCase();
        t.ok(value.includes(text.toLowerCase()), `${field} of ${resource} ${id} fits ${text}: ${value}`);
      }
      for (const [resource, rows] of lists) {
        const labels = model.resources.get(resource)?.label ?? [];
        const fitting = rows.filter((row) =>
          labels.some((each) => typeof row[each] === 'string' && row[each].toLowerCase().includes(text.toLowerCase())),
        );
        const own = found.filter((each) => each.resource === resource).length;
        // Fifty of all: a common text does not show every resource.
        if (found.length < 50) t.ok(own >= Math.min(5, fitting.length), `${name} finds ${text} in ${resource}`);
        t.ok(own <= 5);
      }
    }
  }
});

test('a search needs the scope to read a resource, and a token', async (t) => {
  const service = await testService(t, 'resources');
  const token = service.token({ identity_id: 4, role: 'administrator', scope: 'read:data:contract use:data:party' });
  const found = await search(service, token, '2');
  t.same([...new Set(found.map(({ resource }) => resource))].sort(), ['contract', 'party']);
  t.same(await search(service, service.token({ identity_id: 4, role: 'administrator', scope: '' }), 'a'), []);
  const anonymous = await service.server.inject({ url: '/studio/search?q=a' });
  t.equal(anonymous.statusCode, 401);
});

const shelf = modelOfFiles({
  'service.yaml': 'service: Shelf\nroles: [keeper, guest]\n',
  'book.yaml': `resource: book
label: [name, printed_on]
fields:
  name: { type: text, access: { keeper: all, guest: { read: 'is_open=eq.true' } } }
  printed_on: { type: date, nullable: true }
  code: { type: uuid, unique: true, default: generated }
  mark: { type: text, unique: true, nullable: true, access: { keeper: all } }
  is_open: { type: boolean, default: true }
  about: { type: text, nullable: true }
search: { fields: [about], language: english }
access: { keeper: all, guest: { read: all } }
`,
});

async function serveShelf(t: Test) {
  const service = await serveModel(t, shelf);
  const [keeper, guest] = ['keeper', 'guest'].map((role) =>
    service.token({ identity_id: 1, role, scope: 'manage:data' }),
  ) as [string, string];
  let count = 0;
  // A search finds what a code begins with: one that is made may begin with any digit.
  const add = (body: Readonly<Record<string, string | boolean>>) => {
    count += 1;
    const code = `f0000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    return service.ask('POST', '/book', { body: { code, ...body }, token: keeper });
  };
  return { service, keeper, guest, add };
}

test('what fits best comes first, and what stands for something else in patterns is itself', async (t) => {
  const { service, keeper, add } = await serveShelf(t);
  const names = [
    'The sea',
    'Sea',
    'Seaside',
    'A seat by the SEA',
    '100% wool',
    '50_50',
    'a*b',
    String.raw`back\slash`,
    'axb',
  ];
  for (const name of names) t.equal((await add({ name })).status, 201);
  const namesOf = async (text: string) => (await search(service, keeper, text)).map(({ label }) => label[0]);
  t.same(await namesOf('sea'), ['Sea', 'Seaside', 'The sea', 'A seat by the SEA']);
  t.same(await namesOf('  sea '), ['Sea', 'Seaside', 'The sea', 'A seat by the SEA'], 'space around it does not count');
  t.same(await namesOf('%'), ['100% wool']);
  t.same(await namesOf('0_'), ['50_50']);
  t.same(await namesOf('a*'), ['a*b']);
  t.same(await namesOf('\\'), [String.raw`back\slash`]);
  t.same(await namesOf("'; drop table book; --"), []);
});

test('keys, dates and the full-text search find rows too', async (t) => {
  const { service, keeper, add } = await serveShelf(t);
  const code = 'abcdef01-2345-4678-9abc-def012345678';
  const first = { name: 'One', code, mark: 'Q-17', printed_on: '2024-05-01', about: 'Herring in the northern fjords' };
  t.equal((await add(first)).status, 201);
  t.equal((await add({ name: 'Two', about: 'Cod' })).status, 201);
  const one = (field: string | null) => [{ resource: 'book', id: '1', label: ['One', '2024-05-01'], field }];
  for (const [text, field] of [
    ['1', 'id'],
    ['Q-1', 'mark'],
    ['Q-17', 'mark'],
    [code, 'code'],
    ['ABCDEF01-23', 'code'],
    ['abcde', 'code'],
    ['2024-05-01', 'printed_on'],
    ['fjord', null],
  ] as const)
    t.same(await search(service, keeper, text), one(field), text);
  for (const text of ['2024-05', 'q-1', '17', 'bcdef01', '-1', '99999999999999999999', 'abcdef012'])
    t.same(await search(service, keeper, text), [], text);
});

test('a field that the caller does not read finds nothing, in the rows in which they do not read it', async (t) => {
  const { service, guest, keeper, add } = await serveShelf(t);
  await add({ name: 'Open water', mark: 'M-1' });
  await add({ name: 'Closed water', mark: 'M-2', is_open: false });
  t.same(
    (await search(service, guest, 'water')).map(({ label }) => label),
    [['Open water', null]],
  );
  t.same(await search(service, guest, 'closed'), []);
  t.same(await search(service, guest, 'M-2'), [], 'a key that the role does not read');
  t.same(
    (await search(service, guest, '2')).map(({ label }) => label),
    [[null, null]],
    'a list shows the row so',
  );
  t.equal((await search(service, keeper, 'water')).length, 2);
});

test('a label made of rows that the token may not read is null, and finds nothing', async (t) => {
  const service = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': 'service: Shelf\n',
      'maker.yaml': 'resource: maker\nfields: { name: { type: text } }\n',
      'thing.yaml': `resource: thing
label: [code, maker_name]
fields:
  code: { type: text }
  maker_id: { type: reference, to: maker }
  maker_name: { type: text, nullable: true, computed: maker.name }
`,
    }),
  );
  await service.ask('POST', '/maker', { body: { name: 'Smed' } });
  await service.ask('POST', '/thing', { body: { code: 'T-1', maker_id: 1 } });
  const [both, things] = ['read:data', 'read:data:thing'].map((scope) => service.token({ identity_id: 1, scope }));
  const one = (label: readonly (string | null)[], field: string) => ({ resource: 'thing', id: '1', label, field });
  t.same(
    (await search(service, `${both}`, 'smed')).filter(({ resource }) => resource === 'thing'),
    [one(['T-1', 'Smed'], 'maker_name')],
  );
  t.same(await search(service, `${things}`, 'smed'), []);
  t.same(await search(service, `${things}`, 't-1'), [one(['T-1', null], 'code')]);
  t.equal((await service.ask('GET', '/thing?select=maker_name', { token: `${things}` })).status, 403);
});

test('a text has 1 to 200 characters, and nothing else is asked', async (t) => {
  const { service, keeper } = await serveShelf(t);
  const status = async (query: string) => (await askStudio(service, keeper, 'search', query)).status;
  for (const text of ['a', '😀'.repeat(200), 'a'.repeat(200)])
    t.equal(await status(`?q=${encodeURIComponent(text)}`), 200);
  for (const query of ['', '?q=', '?q=%20', `?q=${'a'.repeat(201)}`, '?q=a&q=b', '?q=%00', '?q=a&limit=1', '?q=a%zz'])
    t.equal(await status(query), 400, query);
});

test('a resource that takes too long is left out, and the others are found', async (t) => {
  const service = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': 'service: Two\n',
      'slow.yaml': 'resource: slow\nfields: { name: { type: text } }\n',
      'quick.yaml': 'resource: quick\nfields: { name: { type: text } }\n',
      'west.yaml': 'resource: west\nfields: { name: { type: text } }\n',
    }),
  );
  const token = service.token({ identity_id: 1, scope: 'manage:data' });
  for (const name of ['slow', 'quick', 'west']) await service.ask('POST', `/${name}`, { body: { name: 'here' } });
  const { promise: done, resolve: release } = Promise.withResolvers<null>();
  const locked = Promise.withResolvers<null>();
  const holding = service.database.database.transaction(async (query) => {
    await query({ text: 'lock table slow in access exclusive mode', values: [] });
    locked.resolve(null);
    return done;
  });
  await locked.promise;
  const answers: Awaited<ReturnType<typeof askStudio>>[] = [];
  const taken = await pacedMilliseconds(async () => {
    answers.push(await askStudio(service, token, 'search', '?q=here'));
  });
  release(null);
  await holding;
  t.match(answers, [{ status: 200 }]);
  t.same(answers[0]?.body, {
    results: ['quick', 'west'].map((resource) => ({ resource, id: '1', label: ['here'], field: 'name' })),
    complete: false,
  });
  t.ok(taken < 3500, `${taken} ms`);
});

test('no text makes a search fail', async (t) => {
  const service = await testService(t, 'resources');
  const tokens = [...(await tokensOfPeople(service)).values()];
  const signs = [...'%_*&|!:()<>-0a ø,.{}', "'", '"', '\\'];
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 60 }),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...tokens), async (q, token) => {
      const { status } = await askStudio(service, token, 'search', `?q=${encodeURIComponent(q)}`);
      return status === 200 || status === 400;
    }),
    { numRuns: process.env.ALMANAC_LONG ? 1000 : 60 },
  );
});
