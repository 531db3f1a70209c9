import fc from 'fast-check';
import { test } from 'tap';
import { serveModel, type TestService, testService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { askStudio, tokensOfPeople } from './asking.ts';

// GET /studio/instants tells when something happened among rows: what their versions tell the same token in the API.

const instantNames = [
  ['recorded_at', 'replaced_at'],
  ['valid_from', 'valid_to'],
] as const;

/** The different instants of the rows of a list, each kind ascending. */
async function instantsOf({ ask, model }: TestService, list: string, query: string, token: string) {
  const fields = model.resources.get(list)?.fields;
  const names = instantNames.flat().filter((name) => fields?.has(name));
  const { status, body } = await ask('GET', `/${list}?select=${names.join(',') || '*'}&limit=10000&${query}`, {
    token,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const [recorded, valid] = instantNames.map((kind) => {
    const all = kind.flatMap((name) => body.map((row: Readonly<Record<string, string | null>>) => row[name] ?? null));
    return [...new Set(all.filter((each) => each !== null))].map((each) => each.replace('+00:00', 'Z')).sort();
  });
  return { recorded, valid, complete: true };
}

/** A resource of the demo, the filters of its list, and the same filters of its history. */
const asked: readonly (readonly [resource: string, filters: string, ofVersions: string])[] = [
  ['controllable_unit', '', ''],
  ['controllable_unit', 'id=lt.20', 'controllable_unit_id=lt.20'],
  [
    'controllable_unit',
    'or=(id.eq.7,and(id.gt.50,status.eq.active))',
    'or=(controllable_unit_id.eq.7,and(controllable_unit_id.gt.50,status.eq.active))',
  ],
  [
    'controllable_unit',
    'service_provider.valid_from=gt.2024-06-01T00:00Z',
    'service_provider.valid_from=gt.2024-06-01T00:00Z',
  ],
  ['contract', 'status=eq.signed', 'status=eq.signed'],
  ['contract', 'accounting_point.id=in.(1,9,12)', 'accounting_point.id=in.(1,9,12)'],
  ['accounting_point_end_user', 'id=not.eq.3', 'accounting_point_end_user_id=not.eq.3'],
  ['party', 'name=ilike.*a*', 'name=ilike.*a*'],
];

test('the instants are those of the versions that the same token reads', async (t) => {
  const service = await testService(t, 'resources');
  for (const [name, token] of await tokensOfPeople(service)) {
    for (const [resource, filters, ofVersions] of asked) {
      const { status, body } = await askStudio(service, token, 'instants', `/${resource}?${filters}`);
      const list = await service.ask('GET', `/${resource}?${filters}`, { token });
      if (list.status !== 200) {
        t.equal(status, list.status, `${name} may not list ${resource}`);
        continue;
      }
      const versions = await service.ask('GET', `/${resource}_history?limit=1&${ofVersions}`, { token });
      const expected = await (versions.status === 200
        ? instantsOf(service, `${resource}_history`, ofVersions, token)
        : instantsOf(service, resource, filters, token));
      t.same(body, expected, `${name}: ${resource}?${filters}`);
    }
  }
});

test('without the right to the history, and without a history, the rows tell', async (t) => {
  const service = await testService(t, 'resources');
  const scoped = (scope: string) => service.token({ identity_id: 4, role: 'administrator', scope });
  const rows = scoped('read:data:contract');
  const ofRows = await instantsOf(service, 'contract', '', rows);
  t.same((await askStudio(service, rows, 'instants', '/contract')).body, ofRows);
  const related = scoped('read:data:contract read:data:contract_history read:data:party');
  const filter = 'end_user.name=like.K*';
  t.same(
    (await askStudio(service, related, 'instants', `/contract?${filter}`)).body,
    await instantsOf(service, 'contract', filter, related),
    'the filter of versions needs the scope of another history',
  );
  const neither = await askStudio(service, scoped('read:data:contract'), 'instants', `/contract?${filter}`);
  t.equal(neither.status, 403);
  t.equal((await askStudio(service, scoped('read:data:party'), 'instants', '/contract')).status, 403);
  const all = scoped('manage:data');
  for (const name of ['contract_history', 'event', 'bidding_zone_capacity'])
    t.same(
      (await askStudio(service, all, 'instants', `/${name}`)).body,
      await instantsOf(service, name, '', all),
      name,
    );
});

const shelf = modelOfFiles({
  'service.yaml': 'service: Shelf\n',
  'book.yaml': 'resource: book\nhistory: true\nfields: { name: { type: text } }\n',
});

test('each list has the newest 2000 instants, and says whether they are all', async (t) => {
  const service = await serveModel(t, shelf);
  const { database, ask, token } = service;
  const reader = token({ identity_id: 1, scope: 'read:data' });
  await ask('POST', '/book', { body: { name: 'One' } });
  // Each replaced version has two instants, of which the second is the first of the next one.
  const add = (first: number, last: number) =>
    database.query(
      `insert into book_history (id, book_id, name, recorded_at, recorded_by, replaced_at, replaced_by)
       select -each, 1, 'Old', timestamptz '2020-01-01Z' + each * interval '1 hour', 0,
         timestamptz '2020-01-01Z' + (each + 1) * interval '1 hour', 0 from generate_series(${first}, ${last}) as each`,
    );
  await add(1, 1998);
  const whole = (await askStudio(service, reader, 'instants', '/book?id=eq.1')).body;
  t.equal(whole.recorded.length, 2000);
  t.equal(whole.complete, true);
  await add(0, 0);
  const cut = (await askStudio(service, reader, 'instants', '/book?id=eq.1')).body;
  t.same(cut, { ...whole, complete: false }, 'the oldest is left out');
  t.same((await askStudio(service, reader, 'instants', '/book?id=eq.2')).body, {
    recorded: [],
    valid: [],
    complete: true,
  });
});

test('only filters of a list are taken', async (t) => {
  const service = await serveModel(t, shelf);
  const reader = service.token({ identity_id: 1, scope: 'read:data' });
  const answers: readonly (readonly [path: string, status: number, code: string])[] = [
    ['/book?limit=1', 400, 'unknown_parameter'],
    ['/book?as_of=2024-01-01T00:00Z', 400, 'unknown_parameter'],
    ['/book?nmae=eq.a', 400, 'unknown_parameter'],
    ['/book?id=eq.a', 400, 'invalid_parameter'],
    ['/book?name=match.(', 400, 'invalid_parameter'],
    ['/book?name=eq.%00', 400, 'invalid_parameter'],
    ['/bok', 404, 'unknown_path'],
    ['/book/', 404, 'unknown_path'],
    ['/', 404, 'unknown_path'],
  ];
  for (const [path, status, code] of answers)
    t.match(await askStudio(service, reader, 'instants', path), { status, body: { code } }, path);
  t.equal((await service.server.inject({ url: '/studio/instants/book' })).statusCode, 401);
});

test('no filter makes it fail', async (t) => {
  const service = await testService(t, 'resources');
  const tokens = [...(await tokensOfPeople(service)).values()];
  const names = [...service.model.resources.keys()];
  const piece = fc.constantFrom(
    ...['id', 'name', 'status', 'and', 'or', 'not.', 'contract', 'service_provider.id', 'recorded_at', 'valid_at', '*'],
    ...[
      '=',
      'eq.',
      'in.(',
      ')',
      '(',
      ',',
      '.',
      'like.',
      'match.',
      'wfts.',
      'is.null',
      'now',
      '1',
      'ø',
      '%27',
      '"',
      '{',
      '}',
    ],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.array(piece, { maxLength: 12 }),
      fc.constantFrom(...tokens),
      async (name, pieces, token) => {
        const { status } = await askStudio(service, token, 'instants', `/${name}?${encodeURI(pieces.join(''))}`);
        return status < 500;
      },
    ),
    { numRuns: process.env.ALMANAC_LONG ? 2000 : 150 },
  );
});
