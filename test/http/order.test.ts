import { test } from 'tap';
import { checkRefusals, type Refusal } from './refusal.ts';
import { testService } from './service.ts';

// Specification 4.3, ordering: what PostgreSQL itself gives for the same keys, with the id as the last.

const orders: readonly (readonly [order: string, sql: string])[] = [
  ['name', 'name'],
  ['name.asc', 'name'],
  ['name.desc', 'name desc'],
  ['ramp_rate', 'ramp_rate'],
  ['ramp_rate.desc', 'ramp_rate desc'],
  ['ramp_rate.nullsfirst', 'ramp_rate nulls first'],
  ['ramp_rate.desc.nullslast', 'ramp_rate desc nulls last'],
  ['status.desc, maximum_active_power.asc', 'status desc, maximum_active_power'],
  ['is_small.desc,name', '(maximum_active_power <= 50) desc, name'],
  [
    'accounting_point(business_id).desc',
    '(select business_id from accounting_point where id = accounting_point_id) desc',
  ],
  ['accounting_point(city),name.desc', '(select city from accounting_point where id = accounting_point_id), name desc'],
];

test('a list comes in the order asked for, and the id decides the rest', async (t) => {
  const { ask, database } = await testService(t, 'test/register');
  for (const [order, sql] of orders) {
    const expected = (
      await database.query(`select id from controllable_unit order by ${sql}, id limit 40 offset 5`)
    ).map(({ id }) => Number(id));
    for (const embed of ['', '&embed=accounting_point,suspension']) {
      const { body } = await ask(
        'GET',
        `/controllable_unit?order=${encodeURIComponent(order)}&limit=40&offset=5${embed}`,
      );
      t.same(body.map?.((row: { id: number }) => row.id) ?? body, expected, `${order}${embed}`);
    }
  }
  const { body } = await ask(
    'GET',
    '/controllable_unit_history?order=recorded_at.desc,name&limit=5&embed=accounting_point',
  );
  t.equal(body.length, 5, 'versions too');
});

test('what cannot be ordered by is refused, with the place and the nearest name', async (t) => {
  const service = await testService(t, 'test/register');
  const invalid = (order: string, detail: RegExp | string, hint: RegExp = /./): Refusal => ({
    ask: ['GET', `/controllable_unit?order=${encodeURIComponent(order)}`],
    code: 'invalid_parameter',
    detail,
    hint,
  });
  await checkRefusals(t, service, [
    invalid('', /ends too early.*\(order, character 1\)/),
    invalid('nam', 'there is no field nam in controllable_unit (order, character 1)', /did you mean name\?$/),
    invalid(
      'name,statsu.desc',
      'there is no field statsu in controllable_unit (order, character 6)',
      /did you mean status\?$/,
    ),
    invalid('name.up', /\(order, character 5\)$/, /field\.desc/),
    invalid('name.desc.asc', /character 10/),
    invalid('accounting_pint(city)', /^there is no relation accounting_pint/, /did you mean accounting_point\?$/),
    invalid(
      'accounting_point(cty)',
      /^there is no field cty in accounting_point \(order, character 18\)$/,
      /did you mean city\?$/,
    ),
    invalid('suspension(id)', 'suspension has many rows for one of controllable_unit (order, character 1)', /to one/),
    invalid('name;drop table party--', /character 5/),
  ]);
  const twice = await service.ask('GET', '/controllable_unit?order=name&order=id');
  t.match(twice, { status: 400, body: { detail: 'order stands in the URL more than once' } });
  const token = service.token({ identity_id: 1, scope: 'read:data:controllable_unit' });
  t.match(await service.ask('GET', '/controllable_unit?order=accounting_point(city)', { token }), {
    status: 403,
    body: { detail: 'the token lacks the scope read:data:accounting_point, which the relation accounting_point needs' },
  });
});
