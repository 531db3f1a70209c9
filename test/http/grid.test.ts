import { test } from 'tap';
import { type TestService, testService } from './service.ts';

// One service that uses every word for what is more than fields of one row: trees, links, lists of references, conditions on
// references, computed values, aggregates, views, chains of timelines, calls, consequences, searches and files. Each is asked with the others.

interface People {
  readonly operator: { readonly token: string };
  readonly provider: { readonly token: string };
  readonly reader: { readonly token: string };
}

function peopleOf({ token }: TestService): People {
  const who = (role: string, claims = {}) => ({
    token: token({ identity_id: 7, role, scope: 'manage:data', ...claims }),
  });
  return { operator: who('operator'), provider: who('provider', { party_id: 2 }), reader: who('reader') };
}

test('rows that the words make and find', async (t) => {
  const service = await testService(t, 'test/grid');
  const { ask } = service;
  const { operator, provider, reader } = peopleOf(service);
  const make = async (path: string, body: object, who = operator) => {
    const answer = await ask('POST', `/${path}`, { body: body as never, ...who });
    t.equal(answer.status, 201, `${path} ${answer.text}`);
    return answer.body;
  };
  const see = async (path: string, who = operator) => (await ask('GET', encodeURI(`/${path}`), who)).body;

  await make('party', [
    { code: 'tso', name: 'North', kind: 'operator' },
    { code: 'sp', name: 'South', kind: 'provider' },
    { code: 'sp2', name: 'West', kind: 'provider' },
  ]);
  await make('area', { name: 'Country' });
  await make('area', { name: 'County', parent_id: 1 });
  await make('area', { name: 'Town', parent_id: 2 });
  await make('tag', [{ name: 'solar' }, { name: 'old' }]);
  await make('cluster', { name: 'Roof' });
  const device = { area_id: 3, owner: { code: 'sp' }, tag_ids: [2, 1] };
  await make('device', {
    ...device,
    code: 'd1',
    name: 'Heater',
    note: 'Warms ships',
    levels: '[1,5)',
    open_at: '08:00',
  });
  await make('device', { ...device, code: 'd2', name: 'Boiler' }, provider);
  await make('device', { ...device, code: 'd3', name: 'Pump', area_id: 1, owner: { code: 'sp2' } });
  await make('part', [
    { device_id: 1, power: 10, make: 'a-1' },
    { device_id: 1, power: 200, make: 'c-1' },
    { device_id: 2, power: 5, make: 'a-1' },
  ]);
  await make('membership', { device_id: 1, cluster_id: 1, valid_from: '2026-01-01T00:00:00Z' });
  await make('cluster_area', [
    { cluster_id: 1, area_id: 2, valid_from: '2025-06-01T00:00:00Z', valid_to: '2026-03-01T00:00:00Z' },
    { cluster_id: 1, area_id: 3, valid_from: '2026-03-01T00:00:00Z', valid_to: null },
  ]);
  await ask('PATCH', '/device/1', { body: { status: 'validated' }, ...operator });

  const cases: readonly (readonly [path: string, who: { readonly token: string }, expected: unknown])[] = [
    // Trees.
    ['area/3?select=above(name)', operator, { above: [{ name: 'County' }, { name: 'Country' }] }],
    ['area?below.name=eq.Town&select=name&order=id', operator, [{ name: 'Country' }, { name: 'County' }]],
    ['device?area.above.name=eq.Country&select=code&order=id', operator, [{ code: 'd1' }, { code: 'd2' }]],
    // Lists of references, and many to many.
    ['device/1?select=tag(name)', operator, { tag: [{ name: 'old' }, { name: 'solar' }] }],
    ['device/1?select=cluster(name)', operator, { cluster: [{ name: 'Roof' }] }],
    ['device?cluster.name=eq.Roof&tag.name=eq.solar&select=code', operator, [{ code: 'd1' }]],
    // Computed values, of the rows that each may read.
    [
      'device/1?select=area_name,part_count,part_power',
      operator,
      { area_name: 'Town', part_count: 2, part_power: 210 },
    ],
    ['device/1?select=area_name,part_count,part_power', reader, { area_name: 'Town', part_count: 1, part_power: 10 }],
    ['device?part_power=gt.100&select=code', operator, [{ code: 'd1' }]],
    ['device?part_power=gt.100&select=code', reader, []],
    ['device?order=part_count.desc,id&select=code', operator, [{ code: 'd1' }, { code: 'd2' }, { code: 'd3' }]],
    // Views.
    ['device_power?device_id=eq.1&select=parts,power', operator, [{ parts: 2, power: 210 }]],
    ['device_power?select=device_id,parts,power', reader, [{ device_id: 1, parts: 1, power: 10 }]],
    ['device_power?power=gt.100&select=device(code)', operator, [{ device: { code: 'd1' } }]],
    // A chain of timelines.
    [
      'device_cluster_area?select=area(name),valid_from,valid_to&order=valid_from',
      operator,
      [
        { area: { name: 'County' }, valid_from: '2026-01-01T00:00:00+00:00', valid_to: '2026-03-01T00:00:00+00:00' },
        { area: { name: 'Town' }, valid_from: '2026-03-01T00:00:00+00:00', valid_to: null },
      ],
    ],
    ['device_cluster_area?select=area_id', reader, [{ area_id: 3 }]],
    [
      'device/1?select=cluster_area(area(above(name)))&cluster_area.valid_at=2026-02-01T00:00Z',
      operator,
      { cluster_area: [{ area: { above: [{ name: 'Country' }] } }] },
    ],
    // Aggregates.
    [
      'part?select=make,power.sum()&order=make',
      operator,
      [
        { make: 'a-1', sum: 15 },
        { make: 'c-1', sum: 200 },
      ],
    ],
    ['part?select=count()', reader, [{ count: 2 }]],
    // Searches.
    ['device?search=wfts.ship&select=code', operator, [{ code: 'd1' }]],
    ['device?search=wfts.boiler&select=code', reader, []],
    // Consequences.
    ['task?select=title&order=id', operator, [{ title: 'Heater' }, { title: 'Boiler' }, { title: 'Pump' }]],
    [
      'device?validated_at=not.is.null&select=code,levels,open_at',
      operator,
      [{ code: 'd1', levels: '[1,5)', open_at: '08:00:00' }],
    ],
    // Rules.
    ['device?select=code&order=id', provider, [{ code: 'd1' }, { code: 'd2' }]],
    ['device?select=code', reader, [{ code: 'd1' }]],
  ];
  for (const [path, who, expected] of cases)
    t.strictSame(JSON.parse(JSON.stringify(await see(path, who))), expected, path);

  // Calls: one that finds a row for who may not list it, and one that runs a function.
  const lookup = { body: { code: 'd2' } };
  t.match(await ask('POST', '/device/lookup', { ...lookup, ...reader }), { status: 200, body: { name: 'Boiler' } });
  t.match(await ask('POST', '/device/lookup', { ...lookup, ...provider }), { status: 403 });
  const retire = { body: { reason: 'It leaks.' } };
  t.match(await ask('POST', '/device/1/retire', { ...retire, ...reader }), { status: 403 });
  t.match(await ask('POST', '/device/1/retire', { ...retire, ...operator }), {
    status: 200,
    body: { is_retired: true, note: 'It leaks.' },
  });

  // Files, and rows that go with others.
  const file = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="manual.pdf"' };
  const { basePath } = service.model.service;
  const manual = (method: 'PUT' | 'GET', { token }: { readonly token: string }) =>
    service.server.inject({
      method,
      url: `${basePath}/device/1/manual`,
      headers: { authorization: `Bearer ${token}`, ...(method === 'PUT' && file) },
      ...(method === 'PUT' && { payload: '%PDF-1.7' }),
    });
  t.match((await manual('PUT', operator)).json(), { manual: { name: 'manual.pdf', size: 8 } });
  t.equal((await manual('GET', reader)).body, '%PDF-1.7');
  t.match(await ask('DELETE', '/tag/2', operator), { status: 204 });
  t.match(await see('device/1?select=tag_ids'), { tag_ids: [1] });
  t.match(await ask('PATCH', '/area/1', { body: { parent_id: 3 }, ...operator }), { status: 422 });
  t.match(await ask('PATCH', '/device/2', { body: { owner_id: 1 }, ...operator }), { status: 422 });
  t.match(await ask('DELETE', '/device/2', operator), { status: 204 });
  t.strictSame(JSON.parse(JSON.stringify(await see('part_history?device_id=eq.2&select=power'))), [{ power: 5 }]);
});
