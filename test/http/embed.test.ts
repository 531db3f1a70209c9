import { test } from 'tap';
import { checkRefusals, type Refusal } from './refusal.ts';
import { testService } from './service.ts';

// Specification 4.3: embed and valid_at; embeds in a history, and time travel.

test('each shape of embed gives what specification 4.3 says', async (t) => {
  const { ask, database } = await testService(t, 'test/register');
  const get = async (path: string) => {
    const { status, body, text } = await ask('GET', path);
    t.equal(status, 200, `${path}: ${status === 200 ? '' : text}`);
    return body;
  };
  const [unit] = await get('/controllable_unit?id=eq.3&embed=accounting_point');
  t.equal(unit.accounting_point.id, unit.accounting_point_id, 'a: an object for one');
  t.notOk('links' in unit.accounting_point);
  t.equal('suspension' in unit, false, 'and nothing that was not asked for');

  const providers = (await get('/controllable_unit/3?embed=service_provider')).service_provider;
  t.same(
    providers,
    await get('/controllable_unit_service_provider?controllable_unit_id=eq.3'),
    'a: an array for many, in the order of id',
  );

  const [withNone] = await database.query(
    'select id from controllable_unit where not exists (select from controllable_unit_suspension where controllable_unit_id = controllable_unit.id) order by id limit 1',
  );
  t.same(
    (await get(`/controllable_unit/${withNone?.id}?embed=suspension`)).suspension,
    [],
    'an empty array where there are none',
  );
  t.same(await get(`/controllable_unit?id=eq.${withNone?.id}&embed=suspension!`), [], 'a!: no row without a match');
  t.equal((await ask('GET', `/controllable_unit/${withNone?.id}?embed=suspension!`)).status, 404);
  const suspended = await get('/controllable_unit?embed=suspension!&limit=1000');
  const [{ count } = {}] = await database.query(
    'select count(distinct controllable_unit_id) as count from controllable_unit_suspension',
  );
  t.equal(suspended.length, Number(count), 'and every row with one');

  const nested = await get(
    '/controllable_unit/3?embed=accounting_point(bidding_zone(metering_grid_area),system_operator),technical_resource',
  );
  t.equal(nested.accounting_point.bidding_zone.id, nested.accounting_point.bidding_zone_id, 'a(b(c),d),e');
  t.equal(nested.accounting_point.system_operator.id, nested.accounting_point.system_operator_id);
  t.ok(Array.isArray(nested.accounting_point.bidding_zone.metering_grid_area));
  t.ok(Array.isArray(nested.technical_resource));
  t.ok(nested.links, 'a read has its links besides');

  const [{ grid = '0' } = {}] = await database.query(
    'select count(distinct accounting_point_id) as grid from controllable_unit join technical_resource on technical_resource.controllable_unit_id = controllable_unit.id',
  );
  const points = await get('/accounting_point?embed=controllable_unit!(technical_resource!)&limit=1000');
  t.equal(points.length, Number(grid), 'a!(b!): inner at both levels');
  t.ok(
    points.every((point: { controllable_unit: { technical_resource: unknown[] }[] }) =>
      point.controllable_unit.every((each) => each.technical_resource.length > 0),
    ),
    'the inner level drops its own rows',
  );
  t.same(
    await get('/controllable_unit?limit=2&embed=%20suspension%20!%20(%20impacted_system_operator%20)'),
    await get('/controllable_unit?limit=2&embed=suspension(impacted_system_operator)!'),
    'modifiers in either order, spaces anywhere',
  );
});

test('valid_at narrows the list, or what is embedded', async (t) => {
  const { ask, database } = await testService(t, 'test/register');
  const instant = '2025-03-01T00:00:00Z';
  const valid = (await ask('GET', `/controllable_unit_service_provider?valid_at=${instant}&limit=1000`)).body;
  const [{ count } = {}] = await database.query(
    'select count(*) as count from controllable_unit_service_provider where valid_from <= $1::timestamptz and (valid_to > $1::timestamptz or valid_to is null)',
    [instant],
  );
  t.equal(valid.length, Number(count));
  const units = (
    await ask('GET', `/controllable_unit?embed=service_provider&service_provider.valid_at=${instant}&limit=1000`)
  ).body as { service_provider: unknown[] }[];
  t.equal(units.length, 300, 'the parents stay');
  t.equal(units.flatMap((unit) => unit.service_provider).length, valid.length);
  const inner = (
    await ask('GET', `/controllable_unit?embed=service_provider!&service_provider.valid_at=${instant}&limit=1000`)
  ).body;
  t.equal(
    inner.length,
    new Set(valid.map((entry: { controllable_unit_id: number }) => entry.controllable_unit_id)).size,
    'unless the embed is inner',
  );
  const deep = (
    await ask(
      'GET',
      `/accounting_point/1?embed=controllable_unit(service_provider)&controllable_unit.service_provider.valid_at=${instant}`,
    )
  ).body;
  t.ok(
    deep.controllable_unit.every((unit: { service_provider: unknown[] }) => unit.service_provider.length <= 1),
    'at any depth',
  );
});

test('what cannot be embedded is refused, with the place and the nearest name', async (t) => {
  const service = await testService(t, 'test/register');
  const invalid = (query: string, detail: string | RegExp, hint?: string | RegExp): Refusal => ({
    ask: ['GET', `/controllable_unit?${query}`],
    code: 'invalid_parameter',
    detail,
    ...(hint !== undefined && { hint }),
  });
  await checkRefusals(t, service, [
    invalid('embed=', /ends too early.*\(embed, character 1\)/, 'expected the name of a relation'),
    invalid(
      'embed=suspensoin',
      /^there is no relation suspensoin of controllable_unit \(embed, character 1\)$/,
      /did you mean suspension\?$/,
    ),
    invalid(
      'embed=accounting_point(biding_zone)',
      /^there is no relation biding_zone of accounting_point \(embed, character 18\)$/,
      /did you mean bidding_zone\?$/,
    ),
    invalid('embed=Suspension', /there is no relation Suspension/),
    invalid('embed=suspension()', /character 12/),
    invalid('embed=suspension,', /./),
    invalid('embed=,suspension', /./),
    invalid('embed=suspension,,technical_resource', /./),
    invalid('embed=suspension!!', /./),
    invalid('embed=suspension,suspension', /a second time \(embed, character 12\)$/),
    invalid('embed=suspension&embed=technical_resource', 'embed stands in the URL more than once'),
    invalid('valid_at=2025-01-01T00:00Z', 'controllable_unit has no validity'),
    invalid(
      'service_provider.valid_at=2025-01-01T00:00Z',
      'the relation service_provider of controllable_unit is not embedded',
    ),
    invalid('embed=service_provider&service_provider.valid_at=2025-01-01', /date/),
    invalid('embed=service_provider&service_provider.valid_at=', /./),
    invalid(
      'embed=service_provider&service_provider.valid_at=2025-01-01T00:00Z&service_provider.valid_at=2025-01-01T00:00Z',
      /more than once/,
    ),
    invalid('embed=accounting_point&accounting_point.valid_at=2025-01-01T00:00Z', 'accounting_point has no validity'),
  ]);
  const level = (depth: number): string =>
    depth === 1
      ? 'accounting_point'
      : `accounting_point(controllable_unit${depth === 2 ? '' : `(${level(depth - 2)})`})`;
  t.equal(
    (await service.ask('GET', `/controllable_unit?limit=1&embed=${level(8)}`)).status,
    200,
    'at the limit of depth',
  );
  t.match(
    (await service.ask('GET', `/controllable_unit?limit=1&embed=${level(9)}`)).body,
    { code: 'limit_exceeded' },
    'above it',
  );
});

test('every embedded resource needs its scope', async (t) => {
  const { ask, token } = await testService(t, 'test/register');
  const as = (scope: string) => ({ token: token({ identity_id: 1, scope }) });
  const path = '/controllable_unit/3?embed=accounting_point(system_operator)';
  t.match(await ask('GET', path, as('read:data:controllable_unit read:data:accounting_point')), {
    status: 403,
    body: {
      code: 'insufficient_scope',
      detail: 'the token lacks the scope read:data:party, which the relation accounting_point.system_operator needs',
    },
  });
  t.equal(
    (await ask('GET', path, as('read:data:controllable_unit read:data:accounting_point read:data:party'))).status,
    200,
  );
  const now = new Date().toISOString().replace(/\.\d+Z/, 'Z');
  const scopes = 'read:data:controllable_unit read:data:accounting_point read:data:controllable_unit_history';
  t.match((await ask('GET', `/controllable_unit/3?embed=accounting_point&as_of=${now}`, as(scopes))).body, {
    detail: /lacks the scope read:data:accounting_point_history/,
  });
});

test('a version shows the graph as it stood in its last moment, and as_of shows it as of the instant', async (t) => {
  const { ask } = await testService(t, 'test/timeline');
  const owner = (await ask('POST', '/owner', { body: { name: 'one' } })).body;
  const entry = (
    await ask('POST', '/entry', { body: { owner_id: owner.id, name: 'first', valid_from: '2026-01-01T00:00Z' } })
  ).body;
  const second = (await ask('PATCH', `/entry/${entry.id}`, { body: { name: 'second' } })).body;
  await ask('DELETE', `/entry/${entry.id}`);
  const at = async (path: string) => (await ask('GET', path)).body;
  t.match(
    await at(`/owner/${owner.id}?embed=entry&as_of=${encodeURIComponent(entry.recorded_at)}`),
    { code: 'invalid_parameter' },
    'the owner keeps no history',
  );
  t.match(
    await at(`/entry/${entry.id}?as_of=${encodeURIComponent(entry.recorded_at)}&embed=owner`),
    { name: 'first', owner: { name: 'one' } },
    'a relation without history shows its current row',
  );
  t.match(await at(`/entry/${entry.id}?as_of=${encodeURIComponent(second.recorded_at)}`), { name: 'second' });
  t.equal((await ask('GET', `/entry/${entry.id}`)).status, 404);
});

test('versions and instants reach through relations that have history', async (t) => {
  const { ask } = await testService(t, 'test/register');
  const patch = async (path: string, body: object) => {
    const answer = await ask('PATCH', path, { body: body as never });
    t.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const first = await patch('/accounting_point/3', { city: 'Before' });
  const unit = await patch('/controllable_unit/3', { name: 'Version one' });
  const second = await patch('/accounting_point/3', { city: 'Between' });
  await patch('/controllable_unit/3', { name: 'Version two' });
  await patch('/accounting_point/3', { city: 'After' });

  const versions = (
    await ask('GET', '/controllable_unit_history?controllable_unit_id=eq.3&embed=accounting_point,service_provider')
  ).body;
  const shown = versions
    .slice(-2)
    .map((version: Record<string, { city: string }>) => [version.name, version.accounting_point?.city]);
  t.same(
    shown,
    [
      ['Version one', 'Between'],
      ['Version two', 'After'],
    ],
    'the last moment of a version; now for the current one',
  );
  t.ok(
    versions.every((version: { service_provider: unknown[] }) => version.service_provider.length > 0),
    'every relation is there on the history',
  );

  const asOf = async (instant: string) =>
    (await ask('GET', `/controllable_unit/3?embed=accounting_point&as_of=${encodeURIComponent(instant)}`)).body;
  t.match(await asOf(first.recorded_at), { accounting_point: { city: 'Before' } });
  t.match(await asOf(unit.recorded_at), { name: 'Version one', accounting_point: { city: 'Before' } });
  t.match(await asOf(second.recorded_at), { name: 'Version one', accounting_point: { city: 'Between' } });

  const valid = '2025-03-01T00:00:00Z';
  const [entry] = (await ask('GET', `/controllable_unit_service_provider?controllable_unit_id=eq.3&valid_at=${valid}`))
    .body;
  const before = (await ask('GET', '/controllable_unit/3')).body.recorded_at;
  await ask('DELETE', `/controllable_unit_service_provider/${entry.id}`);
  const point2 = async (more: string) =>
    (await ask('GET', `/controllable_unit/3?embed=service_provider&service_provider.valid_at=${valid}${more}`)).body
      .service_provider;
  t.same(await point2(''), [], 'valid then, as known now');
  t.match(
    await point2(`&as_of=${encodeURIComponent(before)}`),
    [{ id: entry.id }],
    'valid then, as known before: a bitemporal point',
  );
});
