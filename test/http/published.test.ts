import { type Test, test } from 'tap';
import { loadModel } from '../../engine/feature/load.ts';
import type { Resource } from '../../engine/model/model.ts';
import { serveModel, strongestClaims } from './service.ts';

// What clients of the published service rely on: its resources, relations, scopes, histories and timelines, by name.

const scene = `
insert into party (name, type, status, business_id_type, business_id)
select name, type, 'active', 'uuid', md5(name)::uuid::text
from (
  values ('Nett', 'system_operator'), ('Kari', 'end_user'), ('A', 'service_provider'), ('B', 'service_provider'),
    ('C', 'service_provider'), ('D', 'service_provider')
) as party (name, type);
insert into bidding_zone (business_id, code, name) values ('10YNO-1--------2', 'NO1', 'Øst-Norge');
insert into metering_grid_area (business_id, name) values ('50Y-OSTLIA-BY--N', 'Østlia by');
insert into metering_grid_area_bidding_zone (metering_grid_area_id, bidding_zone_id, valid_from) values (1, 1, '2020-01-01T00:00+01:00');
insert into metering_grid_area_system_operator (metering_grid_area_id, system_operator_id, valid_from) values (1, 1, '2020-01-01T00:00+01:00');
insert into accounting_point (business_id, city) values ('952057500000000012', 'Solbyen');
insert into accounting_point_metering_grid_area (accounting_point_id, metering_grid_area_id, valid_from) values (1, 1, '2020-01-01T00:00+01:00');
insert into accounting_point_end_user (accounting_point_id, end_user_id, valid_from) values (1, 2, '2020-01-01T00:00+01:00');
insert into contract (accounting_point_id, service_provider_id, end_user_id, status, valid_from)
select 1, id, 2, 'signed', '2020-01-01T00:00+01:00' from party where type = 'service_provider';
insert into controllable_unit (business_id, name, regulation_direction, maximum_active_power, accounting_point_id)
values ('53919b79-876f-4dad-8bde-b29368367604', 'Varmepumpe', 'up', 40, 1);
insert into technical_resource (controllable_unit_id, name, category, technology, maximum_active_power)
values (1, 'Varmepumpe 1', 'consumption', 'heat_pump', 40);
insert into controllable_unit_suspension (controllable_unit_id, impacted_system_operator_id, reason) values (1, 1, 'congestion');`;

const midnights = ['2025-12-31T23:00:00+00:00', '2026-01-31T23:00:00+00:00', '2026-02-28T23:00:00+00:00'] as const;

async function serve(t: Test) {
  const loaded = await loadModel('resources');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const { model } = loaded;
  const service = await serveModel(t, model);
  await service.database.database.script(scene);
  const claims = strongestClaims(model);
  const token = service.token(claims);
  type Asked = Parameters<typeof service.ask>;
  const ask = (method: Asked[0], path: string, body?: NonNullable<Asked[2]>['body']) =>
    service.ask(method, path, { token, ...(body !== undefined && { body }) });
  /** Reads with these scopes alone. */
  const withScopes = (path: string, scope: string) =>
    service.ask('GET', path, { token: service.token({ ...claims, scope }) });
  return { ...service, model, ask, withScopes };
}

const named = [
  'controllable_unit',
  'controllable_unit_service_provider',
  'controllable_unit_suspension',
  'accounting_point',
  'bidding_zone',
  'metering_grid_area',
  'technical_resource',
  'event',
  'notification',
  'notice',
];

test('each resource is read with its own scope, and has the common fields', async (t) => {
  const { ask, withScopes } = await serve(t);
  for (const name of named) {
    t.equal((await withScopes(`/${name}`, `read:data:${name}`)).status, 200, name);
    t.match(
      await withScopes(`/${name}`, 'read:data:party'),
      { status: 403, body: { code: 'insufficient_scope' } },
      name,
    );
    const [row] = (await ask('GET', `/${name}?limit=1`)).body;
    if (row !== undefined && name !== 'event')
      t.match(row, { id: Number, recorded_at: /[+]00:00$/, recorded_by: Number });
  }
  t.match(
    await ask('GET', '/controllable_unit?business_id=eq.53919b79-876f-4dad-8bde-b29368367604&status=neq.active'),
    {
      status: 200,
      body: [{ id: 1 }],
    },
  );
});

/** The relations of a resource, by alias, and where each leads. */
const relations: readonly (readonly [resource: string, alias: string, target: string])[] = [
  ['controllable_unit', 'accounting_point', 'accounting_point'],
  ['controllable_unit', 'service_provider', 'controllable_unit_service_provider'],
  ['controllable_unit', 'suspension', 'controllable_unit_suspension'],
  ['controllable_unit', 'technical_resource', 'technical_resource'],
  ['accounting_point', 'bidding_zone', 'accounting_point_bidding_zone'],
  ['accounting_point', 'system_operator', 'accounting_point_system_operator'],
  ['accounting_point_bidding_zone', 'metering_grid_area', 'metering_grid_area'],
  ['accounting_point', 'bidding_zone', 'accounting_point_bidding_zone'],
  ['accounting_point', 'system_operator', 'accounting_point_system_operator'],
  ['accounting_point_bidding_zone', 'metering_grid_area', 'metering_grid_area'],
];

test('relations have the names that clients embed, and are embedded in histories too', async (t) => {
  const { model, ask } = await serve(t);
  for (const [resource, alias, target] of relations)
    t.equal(model.resources.get(resource)?.relations.get(alias)?.target, target, `${resource}: ${alias}`);
  for (const embed of [
    'accounting_point',
    'accounting_point!',
    'accounting_point!(bidding_zone!(metering_grid_area!),system_operator!(system_operator!))',
    'accounting_point!(bidding_zone!(metering_grid_area),system_operator!(system_operator))',
    'suspension!(impacted_system_operator)',
    'accounting_point,technical_resource',
  ])
    t.match(await ask('GET', `/controllable_unit?embed=${embed}`), { status: 200, body: [{ id: 1 }] }, embed);
  for (const { name, relations, history } of tablesOf(model.resources.values())) {
    for (const alias of relations.keys()) {
      t.equal((await ask('GET', `/${name}?embed=${alias}&limit=1`)).status, 200, `${name}: ${alias}`);
      if (history === null) continue;
      t.equal((await ask('GET', `/${history}?embed=${alias}&limit=1`)).status, 200, `${history}: ${alias}`);
    }
  }
});

test('an embed needs the scope of each resource that it leads to', async (t) => {
  const { withScopes } = await serve(t);
  const embeds = [
    ['accounting_point', 'read:data:accounting_point'],
    ['service_provider(service_provider)', 'read:data:controllable_unit_service_provider read:data:party'],
  ] as const;
  for (const [embed, scopes] of embeds) {
    const path = `/controllable_unit?embed=${embed}`;
    const own = 'read:data:controllable_unit';
    t.match(await withScopes(path, own), { status: 403, body: { code: 'insufficient_scope' } }, embed);
    t.equal((await withScopes(path, `${own} ${scopes}`)).status, 200, embed);
    for (const one of scopes.split(' ').slice(1)) t.equal((await withScopes(path, `${own} ${one}`)).status, 403, one);
  }
});

test('every table has a history, of which GET is the only method', async (t) => {
  const { model, ask } = await serve(t);
  for (const { name, history, madeBy } of tablesOf(model.resources.values())) {
    if (madeBy !== null) continue;
    t.equal(history, `${name}_history`);
    t.equal((await ask('GET', `/${name}_history`)).status, 200, name);
    t.match(await ask('GET', `/${name}/1/history`), {
      status: 307,
      headers: { location: `/api/v1/${name}_history?${name}_id=eq.1` },
    });
    for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
      const path = method === 'POST' ? `/${name}_history` : `/${name}_history/1`;
      t.match((await ask(method, path, {})).status, 405, `${method} ${path}`);
    }
  }
  t.equal((await ask('PATCH', '/controllable_unit/1', { name: 'Varmepumpe 2' })).status, 200);
  const { body } = await ask('GET', '/controllable_unit_history?controllable_unit_id=eq.1&order=id');
  t.match(body, [
    { id: Number, controllable_unit_id: 1, name: 'Varmepumpe', replaced_at: String, replaced_by: 7 },
    { controllable_unit_id: 1, name: 'Varmepumpe 2', recorded_by: 7, replaced_at: null, replaced_by: null },
  ]);
  t.match(await ask('GET', `/controllable_unit_history/${body[0].id}`), { status: 200, body: { name: 'Varmepumpe' } });
});

test('a newer entry makes room, is ended by valid_to, and returns after a soft delete', async (t) => {
  const { ask } = await serve(t);
  const path = '/controllable_unit_service_provider';
  const [first, second, third] = midnights;
  const entry = (service_provider_id: number, valid_from: string, valid_to: string | null) =>
    ask('POST', path, { controllable_unit_id: 1, service_provider_id, valid_from, valid_to });
  t.match((await entry(3, first, second)).body, {
    id: 1,
    controllable_unit_id: 1,
    service_provider_id: 3,
    valid_from: first,
  });
  t.equal((await entry(4, second, third)).status, 201);
  t.equal((await entry(5, third, null)).status, 201);
  const timeline = async () =>
    (await ask('GET', `${path}?controllable_unit_id=eq.1&order=valid_from`)).body.map(
      (each: Record<string, unknown>) => [each.service_provider_id, each.valid_from, each.valid_to],
    );
  const [begin, end] = ['2026-01-14T23:00:00+00:00', '2026-03-14T23:00:00+00:00'];
  t.equal((await entry(6, begin, end)).status, 201);
  t.strictSame(await timeline(), [
    [3, first, begin],
    [6, begin, end],
    [5, end, null],
  ]);
  t.equal((await ask('PATCH', `${path}/3`, { valid_to: '2026-04-01 00:00 Europe/Oslo' })).status, 200);
  for (const [instant, found] of [
    ['2026-02-01T00:00Z', [6]],
    ['2026-02-01 00:00 CET', [6]],
    ['2026-05-01T00:00Z', []],
  ] as const) {
    const valid = await ask('GET', `${path}?valid_at=${encodeURIComponent(instant)}`);
    t.same(
      valid.body.map((each: Record<string, unknown>) => each.service_provider_id),
      found,
      instant,
    );
    const embedded = await ask(
      'GET',
      `/controllable_unit?embed=service_provider!&service_provider.valid_at=${encodeURIComponent(instant)}`,
    );
    t.equal(embedded.body.length, found.length, `embedded at ${instant}`);
  }
  t.equal((await ask('GET', `${path}?valid_at=yesterday`)).status, 400);
  t.equal((await ask('DELETE', `${path}/4`)).status, 204);
  t.equal((await ask('GET', `${path}/4`)).status, 404);
  t.equal((await ask('PATCH', `${path}/4`, { valid_from: begin, valid_to: end })).status, 200);
  t.strictSame((await timeline()).length, 3);
});

function tablesOf(resources: Iterable<Resource>) {
  return [...resources].filter((each) => each.kind === 'table');
}
