import { type Test, test } from 'tap';
import { openapiDocument } from '../../engine/contract/openapi/document.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { pathOf } from './dialect.ts';
import { checkRefusals, type Refusal } from './refusal.ts';
import { serveModel, type TestService } from './service.ts';
import type { Body } from './valid_body.ts';

// Values that are made of related rows: read, filtered and ordered by, over the rows that the caller may read.

const grid = modelOfFiles({
  'service.yaml': `
service: Test
aggregates: true
zone: Europe/Oslo
roles: [clerk, agent, guest]
`,
  'party.yaml': `
resource: party
history: true
fields:
  name: { type: text, max_length: 40 }
  rating: { type: integer, nullable: true, access: { clerk: all } }
access: { clerk: all, agent: { read: "name=neq.Hidden" } }
`,
  'area.yaml': `
resource: area
history: true
fields:
  name: { type: text }
  kind: { type: enum, values: [town, land] }
  operator_id: { type: reference, to: party, nullable: true }
relations: { unit: { resource: unit, by: area_id } }
access: { clerk: all, agent: { read: all } }
`,
  'unit.yaml': `
resource: unit
history: true
fields:
  name: { type: text }
  area_id: { type: reference, to: area }
  operator_name: { type: text, nullable: true, computed: area.operator.name }
  operator_rating: { type: integer, nullable: true, computed: area.operator.rating }
  area_kind: { type: text, nullable: true, computed: area.kind }
  provider_name: { type: text, nullable: true, computed: contract(valid_at=now).party.name }
  device_count: { type: integer, computed: count(device) }
  strong_count: { type: bigint, computed: "count(device(power=gte.10))" }
  power: { type: decimal, precision: 12, scale: 3, computed: sum(device.power) }
  most_power: { type: decimal, precision: 12, scale: 3, nullable: true, computed: "max(device(power=lt.1000).power)" }
  least_power: { type: decimal, precision: 12, scale: 3, nullable: true, computed: min(device.power) }
  strongest: { type: text, nullable: true, computed: "first(device(power=gt.0).name,order=power.desc,name)" }
  has_device: { type: boolean, computed: count(device)=gte.1 }
  has_strong: { type: boolean, computed: device.power=gte.10 }
  has_namesake: { type: boolean, computed: device.name=eq.$name }
relations:
  device: { resource: device, by: unit_id }
  contract: { resource: contract, by: unit_id }
access: { clerk: all, agent: { read: all }, guest: { read: all } }
`,
  'device.yaml': `
resource: device
history: true
fields:
  unit_id: { type: reference, to: unit }
  name: { type: text }
  power: { type: decimal, precision: 9, scale: 3 }
  unit_name: { type: text, nullable: true, computed: unit.name }
access: { clerk: all, agent: { read: "name=neq.hidden" } }
`,
  'contract.yaml': `
resource: contract
history: true
temporal: { timeline: unit_id }
fields:
  unit_id: { type: reference, to: unit }
  party_id: { type: reference, to: party }
access: { clerk: all, agent: { read: all } }
`,
});

const rows = `
  insert into party (name, rating) values ('Ann', 5), ('Bo', null), ('Hidden', 9);
  insert into area (name, kind, operator_id) values ('North', 'town', 1), ('South', 'land', null), ('West', 'land', 3);
  insert into unit (name, area_id) values ('a', 1), ('b', 2), ('c', 3), ('d', 1);
  insert into device (unit_id, name, power) values
    (1, 'x', 4.5), (1, 'y', 20), (1, 'hidden', 5000), (2, 'b', 1), (3, 'hidden', 7);
  insert into contract (unit_id, party_id, valid_from, valid_to) values
    (1, 1, '2020-01-01', '2021-01-01'), (1, 2, '2021-01-01', null), (2, 1, '2020-01-01', '2021-01-01'),
    (3, 3, '2020-01-01', null);
`;

/** The service, with all rows or none; `ask` is by a clerk unless the request has another token. */
async function serveGrid(t: Test, script = rows): Promise<TestService> {
  const service = await serveModel(t, grid);
  await service.database.database.script(script);
  const token = service.token({ identity_id: 7, scope: 'manage:data', role: 'clerk' });
  return { ...service, ask: (method, path, request) => service.ask(method, path, { token, ...request }) };
}

test('values of related rows are read, filtered and ordered by', async (t) => {
  const service = await serveGrid(t);
  const get = async (query: string, token?: string) => {
    const answer = await service.ask('GET', pathOf(query), token === undefined ? {} : { token });
    t.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const agent = service.token({ identity_id: 7, scope: 'read:data', role: 'agent' });
  const clerk = service.token({ identity_id: 7, scope: 'manage:data', role: 'clerk' });

  const all = 'operator_name,area_kind,provider_name,device_count,strong_count,power,most_power,least_power,strongest';
  const flags = 'has_device,has_strong,has_namesake';
  t.same(await get(`unit?select=id,${all},operator_rating,${flags}`, clerk), [
    {
      id: 1,
      operator_name: 'Ann',
      area_kind: 'town',
      provider_name: 'Bo',
      device_count: 3,
      strong_count: 2,
      power: 5024.5,
      most_power: 20,
      least_power: 4.5,
      strongest: 'hidden',
      operator_rating: 5,
      has_device: true,
      has_strong: true,
      has_namesake: false,
    },
    {
      id: 2,
      operator_name: null,
      area_kind: 'land',
      provider_name: null,
      device_count: 1,
      strong_count: 0,
      power: 1,
      most_power: 1,
      least_power: 1,
      strongest: 'b',
      operator_rating: null,
      has_device: true,
      has_strong: false,
      has_namesake: true,
    },
    {
      id: 3,
      operator_name: 'Hidden',
      area_kind: 'land',
      provider_name: 'Hidden',
      device_count: 1,
      strong_count: 0,
      power: 7,
      most_power: 7,
      least_power: 7,
      strongest: 'hidden',
      operator_rating: 9,
      has_device: true,
      has_strong: false,
      has_namesake: false,
    },
    {
      id: 4,
      operator_name: 'Ann',
      area_kind: 'town',
      provider_name: null,
      device_count: 0,
      strong_count: 0,
      power: 0,
      most_power: null,
      least_power: null,
      strongest: null,
      operator_rating: 5,
      has_device: false,
      has_strong: false,
      has_namesake: false,
    },
  ]);
  t.same(await get(`unit?select=id,${all},${flags}`, agent), [
    {
      id: 1,
      operator_name: 'Ann',
      area_kind: 'town',
      provider_name: 'Bo',
      device_count: 2,
      strong_count: 1,
      power: 24.5,
      most_power: 20,
      least_power: 4.5,
      strongest: 'y',
      has_device: true,
      has_strong: true,
      has_namesake: false,
    },
    {
      id: 2,
      operator_name: null,
      area_kind: 'land',
      provider_name: null,
      device_count: 1,
      strong_count: 0,
      power: 1,
      most_power: 1,
      least_power: 1,
      strongest: 'b',
      has_device: true,
      has_strong: false,
      has_namesake: true,
    },
    {
      id: 3,
      operator_name: null,
      area_kind: 'land',
      provider_name: null,
      device_count: 0,
      strong_count: 0,
      power: 0,
      most_power: null,
      least_power: null,
      strongest: null,
      has_device: false,
      has_strong: false,
      has_namesake: false,
    },
    {
      id: 4,
      operator_name: 'Ann',
      area_kind: 'town',
      provider_name: null,
      device_count: 0,
      strong_count: 0,
      power: 0,
      most_power: null,
      least_power: null,
      strongest: null,
      has_device: false,
      has_strong: false,
      has_namesake: false,
    },
  ]);

  const found = async (query: string, token = agent) => {
    const ids = (await get(`unit?select=id&${query}`, token)) as readonly { id: number }[];
    return ids.map(({ id }) => id);
  };
  const filters: readonly [query: string, agent: readonly number[], clerk: readonly number[]][] = [
    ['device_count=gte.1', [1, 2], [1, 2, 3]],
    ['device_count=eq.0', [3, 4], [4]],
    ['device_count=lt.1', [3, 4], [4]],
    ['device_count=lte.1', [2, 3, 4], [2, 3, 4]],
    ['device_count=gt.1', [1], [1]],
    ['device_count=neq.1', [1, 3, 4], [1, 4]],
    ['device_count=not.eq.1', [1, 3, 4], [1, 4]],
    ['device_count=gt.-5', [1, 2, 3, 4], [1, 2, 3, 4]],
    ['device_count=gte.2147483647', [], []],
    ['strong_count=lte.9223372036854775807', [1, 2, 3, 4], [1, 2, 3, 4]],
    ['device_count=in.(0,3)', [3, 4], [1, 4]],
    ['device_count=eq(any).{2,3}', [1], [1]],
    ['device_count=isdistinct.0', [1, 2], [1, 2, 3]],
    ['operator_name=eq.Ann', [1, 4], [1, 4]],
    ['operator_name=is.null', [2, 3], [2]],
    ['operator_name=match.^A', [1, 4], [1, 4]],
    ['operator_name=ilike.*nn*', [1, 4], [1, 4]],
    ['operator_name=neq.Ann', [], [3]],
    ['operator_name=not.eq.Ann', [], [3]],
    ['operator_name=isdistinct.Ann', [2, 3], [2, 3]],
    ['operator_name=in.(Ann,Hidden)', [1, 4], [1, 3, 4]],
    ['operator_name=like(any).{A*,H*}', [1, 4], [1, 3, 4]],
    ['not.and=(operator_name.eq.Ann)', [], [3]],
    ['not.or=(operator_name.eq.Ann,operator_name.eq.x)', [], [3]],
    ['and=(operator_name.eq.Ann,or(area_kind.eq.town,id.lt.0))', [1, 4], [1, 4]],
    ['area.unit.operator_name=eq.Ann', [1, 4], [1, 4]],
    ['area_kind=eq.land&provider_name=gt.A', [], [3]],
    ['provider_name=eq.Bo', [1], [1]],
    ['strongest=eq.hidden', [], [1, 3]],
    ['has_device=is.true', [1, 2], [1, 2, 3]],
    ['or=(device_count.eq.0,operator_name.is.null)', [2, 3, 4], [2, 4]],
    ['not.or=(device_count.eq.0,operator_name.is.null)', [1], [1, 3]],
    ['order=device_count.desc,id', [1, 2, 3, 4], [1, 2, 3, 4]],
    ['order=operator_name.desc.nullslast,name', [1, 4, 2, 3], [3, 1, 4, 2]],
    ['order=least_power', [2, 1, 3, 4], [2, 1, 3, 4]],
  ];
  for (const [query, ofAgent, ofClerk] of filters) {
    t.same(await found(query), ofAgent, `agent: ${query}`);
    t.same(await found(query, clerk), ofClerk, `clerk: ${query}`);
  }

  t.same(await get('device?select=id,unit_name,unit!inner(device_count)&unit.device_count=gte.2', agent), [
    { id: 1, unit_name: 'a', unit: { device_count: 2 } },
    { id: 2, unit_name: 'a', unit: { device_count: 2 } },
  ]);
  t.same(await get('device?select=id&order=unit(device_count).desc,id.desc', agent), [{ id: 2 }, { id: 1 }, { id: 4 }]);
  t.same(await get('area?select=name,unit(device_count,name)&unit.order=device_count&id=eq.1', agent), [
    {
      name: 'North',
      unit: [
        { device_count: 0, name: 'd' },
        { device_count: 2, name: 'a' },
      ],
    },
  ]);
});

test('pages in the order of a value', async (t) => {
  const service = await serveGrid(t);
  const orders = [
    'device_count',
    'device_count.desc',
    'least_power',
    'operator_name.desc',
    'provider_name.nullsfirst',
    'power',
  ];
  for (const order of orders) {
    const whole = (await service.ask('GET', `/unit?select=id&order=${order}`)).body;
    const paged: unknown[] = [];
    let next: string | undefined = `/unit?select=id&limit=1&order=${order}`;
    while (next !== undefined) {
      const { body, headers } = await service.ask('GET', next);
      paged.push(...body);
      next = /<[^>]*(\/unit\?[^>]*)>; rel="next"/.exec(headers.link ?? '')?.[1];
    }
    t.same(paged, whole, order);
    t.equal(paged.length, 4);
  }
});

test('values of the past are made of the rows as they were', async (t) => {
  const { ask } = await serveGrid(t, 'select');
  const make = async (name: string, body: Record<string, string | number>) => {
    const answer = await ask('POST', `/${name}`, { body });
    t.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const ann = await make('party', { name: 'Ann' });
  const area = await make('area', { name: 'North', kind: 'town', operator_id: ann.id });
  const unit = await make('unit', { name: 'a', area_id: area.id });
  const contract = await make('contract', { unit_id: unit.id, party_id: ann.id, valid_from: '2020-01-01T00:00:00Z' });
  const device = await make('device', { unit_id: unit.id, name: 'x', power: 4 });
  await ask('PATCH', `/party/${ann.id}`, { body: { name: 'Anna' } });
  const renamed = await ask('PATCH', `/unit/${unit.id}`, { body: { name: 'b' } });
  await ask('DELETE', `/device/${device.id}`);
  await ask('PATCH', `/contract/${contract.id}`, { body: { valid_to: '2021-01-01T00:00:00Z' } });

  const select = 'name,operator_name,provider_name,device_count,power,strongest,has_device';
  const at = async (path: string, instant: string | null) => {
    const asOf = instant === null ? '' : `&as_of=${encodeURIComponent(instant)}`;
    const answer = await ask('GET', `${path}?select=${select}${asOf}`);
    t.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const none = { device_count: 0, power: 0, strongest: null, has_device: false };
  const one = { device_count: 1, power: 4, strongest: 'x', has_device: true };
  const path = `/unit/${unit.id}`;
  t.same(await at(path, null), { name: 'b', operator_name: 'Anna', provider_name: null, ...none });
  t.same(await at(path, unit.recorded_at), { name: 'a', operator_name: 'Ann', provider_name: null, ...none });
  t.same(await at(path, device.recorded_at), { name: 'a', operator_name: 'Ann', provider_name: 'Ann', ...one });
  t.same(await at(path, renamed.body.recorded_at), { name: 'b', operator_name: 'Anna', provider_name: 'Anna', ...one });
  const versions = (await ask('GET', `/unit_history?select=id,${select}&order=id`)).body;
  t.same(
    versions.map(({ id: _id, ...row }: Record<string, unknown>) => row),
    [
      { name: 'a', operator_name: 'Anna', provider_name: 'Anna', ...one },
      { name: 'b', operator_name: 'Anna', provider_name: null, ...none },
    ],
    'a version shows them as they were in its last moment',
  );
  t.same((await ask('GET', `/unit_history?select=name&device_count=gte.1`)).body, [{ name: 'a' }]);
  t.same((await ask('GET', `/unit?select=name&power=eq.4&as_of=${encodeURIComponent(device.recorded_at)}`)).body, [
    { name: 'a' },
  ]);
});

test('who reads a value, and where it is shown', async (t) => {
  const service = await serveGrid(t);
  const { ask } = service;
  const claims = { identity_id: 7 };
  const agent = service.token({ ...claims, scope: 'read:data', role: 'agent' });
  const narrow = service.token({ ...claims, scope: 'read:data:unit read:data:area', role: 'agent' });
  const guest = service.token({ ...claims, scope: 'read:data', role: 'guest' });
  const bare = ['id', 'name', 'area_id', 'recorded_at', 'recorded_by'];
  for (const [path, one] of [
    ['/unit', 0],
    ['/unit?select=*', 0],
    ['/unit/1?select=*', null],
    ['/area?id=eq.2&embed=unit', 0],
  ] as const) {
    const { body, text } = await ask('GET', path, { token: agent });
    const row = one === null ? body : path.includes('embed') ? body[one].unit[0] : body[one];
    t.same(
      Object.keys(row).filter((name) => name !== 'links'),
      bare,
      `${path} ${text.slice(0, 100)}`,
    );
  }
  const scope = (query: string, needs: RegExp, token = narrow): Refusal => ({
    ask: ['GET', pathOf(query), { token }],
    code: 'insufficient_scope',
    detail: needs,
  });
  const role = (query: string, resource: RegExp): Refusal => ({
    ask: ['GET', pathOf(query), { token: guest }],
    code: 'forbidden',
    detail: resource,
  });
  const unknown = (query: string): Refusal => ({
    ask: ['GET', pathOf(query), { token: agent }],
    code: 'invalid_parameter',
    detail: /no field operator_rating/,
  });
  await checkRefusals(t, service, [
    scope('unit?select=id,device_count', /device/),
    scope('unit?select=id&device_count=gte.1', /device/),
    scope('unit?select=id&or=(name.eq.a,has_device.is.true)', /device/),
    scope('unit?select=id&order=power', /device/),
    scope('unit?select=operator_name', /party/),
    scope('area?select=id,unit(device_count)', /device/),
    scope('area?select=id&unit.device_count=gte.1', /device/),
    scope('unit?select=device_count.max()', /device/),
    scope('unit/1?select=strongest', /device/),
    scope(
      `unit?select=power&as_of=2026-01-01T00:00:00Z`,
      /history/,
      service.token({ ...claims, scope: 'read:data:unit read:data:unit_history read:data:device', role: 'agent' }),
    ),
    role('unit?select=id,device_count', /device/),
    role('unit?select=id&device_count=gte.1', /device/),
    role('unit?select=id&order=operator_name', /area|party/),
    unknown('unit?select=operator_rating'),
    { ask: ['GET', '/unit?operator_rating=gte.1', { token: agent }], code: 'unknown_parameter' },
    unknown('unit?order=operator_rating'),
    {
      ask: [
        'PATCH',
        '/unit?device_count=gte.1',
        { token: service.token({ ...claims, scope: 'manage:data:unit', role: 'clerk' }), body: { name: 'x' } },
      ],
      code: 'insufficient_scope',
      detail: /device/,
    },
    { ask: ['PATCH', '/unit/1', { body: { device_count: 3 } }], code: 'invalid_body' },
    {
      ask: [
        'POST',
        '/unit?on_conflict=id',
        { body: [{ id: 1, device_count: 3 }], headers: { prefer: 'resolution=merge-duplicates' } },
      ],
      code: 'invalid_body',
    },
    { ask: ['POST', '/unit', { body: { name: 'x', area_id: 1, device_count: 3 } }], code: 'invalid_body' },
  ]);
  t.same((await ask('GET', '/unit?select=area_kind,device_count.sum(),count()', { token: agent })).body, [
    { area_kind: 'land', sum: 1, count: 2 },
    { area_kind: 'town', sum: 2, count: 2 },
  ]);
});

test('answers to writes show values, and entity tags are of what is shown', async (t) => {
  const service = await serveGrid(t);
  const { ask } = service;
  const created = await ask('POST', '/unit?select=name,device_count,operator_name', {
    body: { name: 'e', area_id: 1 },
  });
  t.same(created.body, { name: 'e', device_count: 0, operator_name: 'Ann' }, created.text);
  const changed = await ask('PATCH', '/unit/1?select=area_kind,device_count', { body: { area_id: 2 } });
  t.same(changed.body, { area_kind: 'land', device_count: 3 });
  const many = await ask('PATCH', '/unit?device_count=eq.0&select=id,operator_name', {
    body: { area_id: 1 },
    headers: { prefer: 'return=representation' },
  });
  t.same(
    many.body,
    [
      { id: 4, operator_name: 'Ann' },
      { id: 5, operator_name: 'Ann' },
    ],
    many.text,
  );

  const path = '/unit/1?select=id,device_count';
  const tag = (await ask('GET', path)).headers.etag ?? '';
  const plain = (await ask('GET', '/unit/1')).headers.etag ?? '';
  const again = { headers: { 'if-none-match': tag } };
  t.equal((await ask('GET', path, again)).status, 304);
  await ask('POST', '/device', { body: { unit_id: 1, name: 'z', power: 1 } });
  const next = await ask('GET', path, again);
  t.equal(next.status, 200, 'another value is another representation');
  t.same(next.body, { id: 1, device_count: 4 });
  t.equal((await ask('GET', '/unit/1')).headers.etag, plain, 'the row itself is as it was');
  const removed = await ask('DELETE', '/unit?device_count=eq.0', { headers: { prefer: 'return=representation' } });
  t.same(
    removed.body.map(({ id }: { id: number }) => id),
    [4, 5],
    removed.text,
  );
});

test('the document of the service', async (t) => {
  const { unit } = openapiDocument(grid).components.schemas as Record<string, { required: string[]; properties: Body }>;
  t.match(unit?.properties.device_count, {
    type: 'integer',
    readOnly: true,
    description:
      'Computed: the number of `device`, of the related rows that the reader may read. Shown if select names it.',
  });
  t.match(unit?.properties.operator_name, {
    type: ['string', 'null'],
    maxLength: 40,
    description: /^Computed: `name` of the `operator` of the `area`, /,
  });
  t.match(unit?.properties.strongest, {
    description: /the first `device` \(where `power` is more than `0`\) by `power` descending/,
  });
  t.notOk(unit?.required.includes('device_count'), 'rows show it on demand');
});
