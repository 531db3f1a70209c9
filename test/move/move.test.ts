import { test } from 'tap';
import { findDrift } from '../../db/migrate/drift.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { notingObserver } from '../db/migrations.ts';
import { serveDatabase, strongestClaims } from '../http/service.ts';
import { at, formerRegister, migrations, modelIn, rowsOf } from './former_register.ts';

const kept = ['party', 'bidding_zone', 'controllable_unit', 'controllable_unit_suspension', 'technical_resource'];

/** What there is afterwards, each with the query that tells it. */
const expectations: readonly [what: string, query: string, rows: readonly object[]][] = [
  [
    'each point has an area, an end user, a supplier and a balance responsible party',
    `select (select count(*) from accounting_point) as points,
      (select count(*) from accounting_point_metering_grid_area where valid_from is not null and valid_to is null) as areas,
      (select count(*) from accounting_point_end_user where valid_from is not null and valid_to is null) as end_users,
      (select count(*) from accounting_point_energy_supplier where valid_from is not null and valid_to is null) as suppliers,
      (select count(*) from accounting_point_balance_responsible_party where valid_from is not null and valid_to is null) as balanced`,
    [{ points: '200', areas: '200', end_users: '200', suppliers: '200', balanced: '200' }],
  ],
  [
    'it is the one that the register had last',
    `select count(*) as count from kept_register_1.accounting_point as was
      join accounting_point_end_user as used on used.accounting_point_id = was.id and used.end_user_id = was.end_user_id and used.valid_from is not null and used.valid_to is null
      join accounting_point_energy_supplier as supplied on supplied.accounting_point_id = was.id and supplied.energy_supplier_id = was.energy_supplier_id and supplied.valid_to is null
      join accounting_point_metering_grid_area as metered on metered.accounting_point_id = was.id and metered.metering_grid_area_id = was.metering_grid_area_id and metered.valid_to is null
      join metering_grid_area_system_operator as operated on operated.metering_grid_area_id = metered.metering_grid_area_id and operated.system_operator_id = was.system_operator_id and operated.valid_to is null
      join metering_grid_area_bidding_zone as settled on settled.metering_grid_area_id = metered.metering_grid_area_id and settled.bidding_zone_id = was.bidding_zone_id and settled.valid_to is null
      where was.replaced_at is null`,
    [{ count: '200' }],
  ],
  [
    'a supplier that changed has an end, at the midnight in Oslo before it was recorded',
    `select energy_supplier_id, valid_from, valid_to, recorded_at from accounting_point_energy_supplier where accounting_point_id = 9 order by valid_from`,
    [
      {
        energy_supplier_id: '14',
        valid_from: '2024-05-31 22:00:00+00',
        valid_to: '2026-02-05 23:00:00+00',
        recorded_at: '2026-02-05 23:30:00+00',
      },
      {
        energy_supplier_id: '16',
        valid_from: '2026-02-05 23:00:00+00',
        valid_to: null,
        recorded_at: '2026-02-05 23:30:00+00',
      },
    ],
  ],
  [
    'and what was known before it is in the history',
    `select energy_supplier_id, valid_from, valid_to, recorded_at, replaced_at
      from accounting_point_energy_supplier_history where accounting_point_id = 9`,
    [
      {
        energy_supplier_id: '14',
        valid_from: '2024-05-31 22:00:00+00',
        valid_to: null,
        recorded_at: '2025-03-10 10:00:00+00',
        replaced_at: '2026-02-05 23:30:00+00',
      },
    ],
  ],
  [
    'a value before the first one is none; one that was replaced on its day is a deleted entry; a provider was no end user',
    `select end_user_id, valid_from, valid_to, recorded_at, recorded_by from accounting_point_end_user where accounting_point_id = 1 order by id`,
    [
      {
        end_user_id: '17',
        valid_from: '2024-01-31 23:00:00+00',
        valid_to: '2025-02-04 23:00:00+00',
        recorded_at: '2025-02-05 10:00:00+00',
        recorded_by: '4',
      },
      {
        end_user_id: '18',
        valid_from: null,
        valid_to: null,
        recorded_at: '2025-02-05 12:00:00+00',
        recorded_by: '6',
      },
      {
        end_user_id: '19',
        valid_from: '2025-02-04 23:00:00+00',
        valid_to: '2025-03-09 23:00:00+00',
        recorded_at: '2025-03-10 10:00:00+00',
        recorded_by: '0',
      },
      {
        end_user_id: '18',
        valid_from: '2025-03-09 23:00:00+00',
        valid_to: null,
        recorded_at: '2025-03-10 10:00:00+00',
        recorded_by: '0',
      },
    ],
  ],
  [
    'an area had another operator before',
    `select system_operator_id, valid_to from metering_grid_area_system_operator where metering_grid_area_id = 8 order by valid_from`,
    [
      { system_operator_id: '1', valid_to: '2025-01-04 23:00:00+00' },
      { system_operator_id: '6', valid_to: null },
    ],
  ],
  [
    'identities are members from the instant to the instant',
    'select identity_id, party_id, valid_from, valid_to from party_membership order by valid_from, identity_id',
    [
      { identity_id: '1', party_id: '3', valid_from: '2024-01-02 10:00:00+00', valid_to: '2024-01-03 10:00:00+00' },
      { identity_id: '1', party_id: '2', valid_from: '2025-01-05 10:00:00+00', valid_to: null },
      { identity_id: '2', party_id: '7', valid_from: '2025-01-05 10:00:00+00', valid_to: null },
      { identity_id: '3', party_id: '22', valid_from: '2025-01-05 10:00:00+00', valid_to: null },
    ],
  ],
  [
    'each entry of a provider is covered by signed contracts, which have its reference and the end users of the time',
    `select count(*) as entries, count(*) filter (where covered @> tstzrange(entry.valid_from, entry.valid_to)) as covered,
      count(*) filter (where named) as named
    from controllable_unit_service_provider as entry
    join kept_register_1.controllable_unit_service_provider as was on was.id = entry.id and was.replaced_at is null
    cross join lateral (
      select range_agg(tstzrange(contract.valid_from, contract.valid_to)) as covered,
        bool_and(was.contract_reference = any (string_to_array(contract.reference, ', '))) as named
      from contract
      join accounting_point_end_user as used on used.accounting_point_id = contract.accounting_point_id
        and used.end_user_id = contract.end_user_id and tstzrange(used.valid_from, used.valid_to) @> tstzrange(contract.valid_from, contract.valid_to)
      where contract.accounting_point_id = entry.accounting_point_id and contract.service_provider_id = entry.service_provider_id
        and contract.status = 'signed' and contract.signed_at is null
        and tstzrange(contract.valid_from, contract.valid_to) && tstzrange(entry.valid_from, entry.valid_to)
    ) as cover
    where entry.valid_from is not null`,
    [{ entries: '709', covered: '709', named: '709' }],
  ],
  [
    'and no contract is longer than the entries for which it was made',
    `select count(*) as count from contract where not exists (
      select from controllable_unit_service_provider as entry
      where entry.accounting_point_id = contract.accounting_point_id and entry.service_provider_id = contract.service_provider_id
      having range_agg(tstzrange(entry.valid_from, entry.valid_to)) @> tstzrange(contract.valid_from, contract.valid_to))`,
    [{ count: '0' }],
  ],
  [
    'the contracts of the point 1 follow one another where its end user or the reference changes',
    `select string_agg(concat_ws(' ', service_provider_id, end_user_id, valid_from::date, valid_to::date, reference), e'\\n' order by valid_from, service_provider_id) as contracts
      from contract where accounting_point_id = 1`,
    [
      {
        contracts: `8 17 2024-01-31 2024-09-30 FLEX-2024-0010
8 17 2024-09-30 2025-02-04 FLEX-2024-0010, FLEX-2024-2010
8 19 2025-02-04 2025-03-09 FLEX-2024-0010, FLEX-2024-2010
8 18 2025-03-09 2025-06-30 FLEX-2024-0010, FLEX-2024-2010
8 18 2025-06-30 2025-10-31 FLEX-2024-2010
9 18 2025-06-30 2025-10-31 FLEX-2025-0011
9 18 2025-10-31 FLEX-2025-0011, FLEX-2025-2011`,
      },
    ],
  ],
  [
    'validated units are validated for the power that they have',
    `select count(*) as units, count(*) filter (where grid_validation_status = 'validated') as validated,
        count(*) filter (where validated_active_power = maximum_active_power) as limited from controllable_unit`,
    [{ units: '300', validated: '250', limited: '250' }],
  ],
  [
    'entries have the point of their unit, earlier versions too',
    `select count(*) as others from (
      select controllable_unit_id, accounting_point_id from controllable_unit_service_provider
      union all select controllable_unit_id, accounting_point_id from controllable_unit_service_provider_history) as version
      join controllable_unit as unit on unit.id = version.controllable_unit_id
      where version.accounting_point_id is distinct from unit.accounting_point_id`,
    [{ others: '0' }],
  ],
];

test('the register of before becomes this one, with its data', async (t) => {
  const register = await formerRegister(t);
  const { database, query } = register;
  const was = await rowsOf(register);
  const events = await query('select count(*) as count from almanac.outbox');
  t.match(await migrate(database, migrations, notingObserver()), {
    kind: 'done',
    applied: migrations.list.slice(at).map(({ name }) => name),
  });

  const model = await modelIn('resources');
  t.same(await findDrift(register.url, database, model), { ok: true, differences: [] }, 'the tables are as if made so');
  for (const [what, text, rows] of expectations) t.same(await query(text), rows, what);
  const now = await rowsOf(register);
  for (const name of kept.flatMap((resource) => [resource, `${resource}_history`])) {
    t.equal(now.get(name), was.get(name), `each row of ${name} is as it was`);
  }
  t.same(await query('select count(*) as count from almanac.outbox'), events, 'what is moved makes no events');

  const service = await serveDatabase(t, model, register);
  const [{ id: point = '' } = {}] = await query(
    'select min(accounting_point_id) as id from contract where service_provider_id = 7 and valid_to is null',
  );
  const end = { identity_id: 3, role: 'end_user', party_id: 22 };
  const provider = { identity_id: 2, role: 'service_provider', party_id: 7 };
  const unit = {
    name: 'Elkjel',
    regulation_direction: 'up',
    maximum_active_power: 10,
    accounting_point_id: Number(point),
  };
  for (const [what, claims, method, path, body, status, answer] of [
    [
      'a former supplier is read as it was valid',
      {},
      'GET',
      '/accounting_point_energy_supplier?accounting_point_id=eq.9&valid_at=2026-01-01T00:00Z&select=energy_supplier_id',
      undefined,
      200,
      [{ energy_supplier_id: 14 }],
    ],
    [
      'and as it was known',
      {},
      'GET',
      '/accounting_point_energy_supplier?accounting_point_id=eq.9&as_of=2026-01-01T00:00Z&select=energy_supplier_id,valid_to',
      undefined,
      200,
      [{ energy_supplier_id: 14, valid_to: null }],
    ],
    ['an end user sees her points', end, 'GET', '/accounting_point?select=count()', undefined, 200, [{ count: 33 }]],
    [
      'and no other person',
      end,
      'GET',
      '/party?type=eq.end_user&select=name',
      undefined,
      200,
      [{ name: 'Kari Nordmann' }],
    ],
    ['a provider goes on within its contract', provider, 'POST', '/controllable_unit', unit, 201, { status: 'new' }],
    [
      'and only there',
      provider,
      'POST',
      '/controllable_unit',
      { ...unit, accounting_point_id: 1 },
      409,
      { code: 'reference_conflict' },
    ],
  ] as const) {
    const token = service.token({ ...strongestClaims(model), ...claims });
    t.match(await service.ask(method, path, { token, ...(body && { body }) }), { status, body: answer }, what);
  }
});
