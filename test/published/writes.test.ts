import { test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import type { Method } from '../http/service.ts';
import type { Person } from './ground.ts';
import { scene } from './scene.ts';

// What people of the register try to write, and what refuses it.

type Attempt = readonly [
  why: string,
  who: Person | Readonly<Record<string, string | number>>,
  status: number,
  ...rest: readonly [Method, string, Json?],
];

test('nobody writes what is not theirs', async (t) => {
  const service = await scene(t);
  const { day } = service;
  const unit = { name: 'Mine', regulation_direction: 'up', maximum_active_power: 5, accounting_point_id: 1 };
  const entry = { controllable_unit_id: 1, service_provider_id: 5, valid_from: day(-1) };
  const member = { service_providing_group_id: 1, controllable_unit_id: 1, valid_from: day(-1) };
  const attempts: readonly Attempt[] = [
    // Contracts. The second is a proposal of Tredje to Per, for the point of Kari.
    ['signs for a point of somebody else', 'per', 422, 'PATCH', '/contract/2', { status: 'signed' }],
    ['signs the contract of another', 'per', 404, 'PATCH', '/contract/1', { status: 'signed' }],
    ['signs as provider', 'tredje', 403, 'PATCH', '/contract/2', { status: 'signed' }],
    [
      'proposes what is signed',
      'tredje',
      422,
      'POST',
      '/contract',
      { accounting_point_id: 1, service_provider_id: 5, end_user_id: 6, status: 'signed', valid_from: day(-2) },
    ],
    [
      'proposes for another provider',
      'tredje',
      403,
      'POST',
      '/contract',
      { accounting_point_id: 1, service_provider_id: 3, end_user_id: 6, valid_from: day(-2) },
    ],
    ['widens a signed contract', 'effekt', 403, 'PATCH', '/contract/1', { valid_from: day(-40) }],
    ['takes a signed contract back', 'kari', 409, 'PATCH', '/contract/1', { status: 'proposed' }],
    ['signs for years before living there', 'kari', 422, 'PATCH', '/contract/1', { valid_from: '2019-01-01T00:00Z' }],
    ['writes the reference of the provider', 'kari', 403, 'PATCH', '/contract/1', { reference: 'mine' }],
    // Units.
    ['registers without a contract', 'tredje', 409, 'POST', '/controllable_unit', unit],
    ['registers at another point', 'effekt', 409, 'POST', '/controllable_unit', { ...unit, accounting_point_id: 2 }],
    ['registers an active unit', 'effekt', 422, 'POST', '/controllable_unit', { ...unit, status: 'active' }],
    [
      'registers in the name of another',
      'effekt',
      422,
      'POST',
      '/controllable_unit',
      { ...unit, created_by_party_id: 5 },
    ],
    [
      'validates its own unit',
      'effekt',
      403,
      'PATCH',
      '/controllable_unit/1',
      { grid_validation_status: 'in_progress' },
    ],
    ['raises what was validated', 'effekt', 422, 'PATCH', '/controllable_unit/1', { maximum_active_power: 11 }],
    ['says what was validated', 'effekt', 422, 'PATCH', '/controllable_unit/1', { validated_active_power: 99 }],
    ['describes as operator', 'nett', 403, 'PATCH', '/controllable_unit/1', { name: 'Theirs' }],
    ['ends a unit as operator', 'nett', 403, 'PATCH', '/controllable_unit/1', { status: 'terminated' }],
    [
      'judges in another grid',
      'annet',
      404,
      'PATCH',
      '/controllable_unit/1',
      { grid_validation_status: 'in_progress' },
    ],
    [
      'looks a unit up as end user',
      'kari',
      403,
      'POST',
      '/controllable_unit/lookup',
      { business_id: '53919b79-876f-4dad-8bde-b29368367604' },
    ],
    [
      'equips the unit of another',
      'tredje',
      409,
      'POST',
      '/technical_resource',
      { controllable_unit_id: 1, name: 'X', category: 'consumption', technology: 'cooling', maximum_active_power: 1 },
    ],
    // Providers.
    ['takes over without a contract', 'tredje', 422, 'POST', '/controllable_unit_service_provider', entry],
    [
      'takes over before the freeze',
      'effekt',
      409,
      'PATCH',
      '/controllable_unit_service_provider/1',
      { valid_from: day(-20) },
    ],
    ['gives the unit to another', 'effekt', 403, 'POST', '/controllable_unit_service_provider', entry],
    [
      'names another point',
      'tredje',
      422,
      'POST',
      '/controllable_unit_service_provider',
      { ...entry, accounting_point_id: 2 },
    ],
    // Suspensions.
    ['lifts as provider', 'effekt', 403, 'PATCH', '/controllable_unit_suspension/1', { status: 'lifted' }],
    [
      'suspends in another grid',
      'annet',
      409,
      'POST',
      '/controllable_unit_suspension',
      { controllable_unit_id: 1, reason: 'congestion' },
    ],
    [
      'suspends in the name of another',
      'nett',
      403,
      'POST',
      '/controllable_unit_suspension',
      { controllable_unit_id: 1, reason: 'congestion', impacted_system_operator_id: 2 },
    ],
    // Groups and applications.
    ['joins the group of another', 'tredje', 409, 'POST', '/service_providing_group_membership', member],
    [
      'makes a group of another',
      'tredje',
      403,
      'POST',
      '/service_providing_group',
      { name: 'X', bidding_zone_id: 1, service_provider_id: 3 },
    ],
    [
      'applies in the name of another',
      'tredje',
      403,
      'POST',
      '/service_provider_product_application',
      { service_provider_id: 3, system_operator_id: 2, product_type_id: 1 },
    ],
    [
      'qualifies itself',
      'effekt',
      403,
      'PATCH',
      '/service_provider_product_application/1',
      { status: 'in_assessment' },
    ],
    [
      'qualifies its group',
      'effekt',
      403,
      'PATCH',
      '/service_providing_group_product_application/1',
      { status: 'in_verification' },
    ],
    [
      'changes what a group offers',
      'nett',
      403,
      'PATCH',
      '/service_providing_group_product_application/1',
      { maximum_active_power: 1 },
    ],
    [
      'approves for another grid',
      'annet',
      404,
      'PATCH',
      '/service_providing_group_grid_prequalification/1',
      { status: 'in_progress' },
    ],
    [
      'buys for another',
      'nett',
      403,
      'POST',
      '/system_operator_product_type',
      { system_operator_id: 2, product_type_id: 1, valid_from: day(1) },
    ],
    // Points and parties.
    [
      'moves somebody in elsewhere',
      'kraft',
      409,
      'POST',
      '/accounting_point_end_user',
      { accounting_point_id: 1, end_user_id: 8, valid_from: day(1) },
    ],
    [
      'moves in',
      'ole',
      403,
      'POST',
      '/accounting_point_end_user',
      { accounting_point_id: 1, end_user_id: 7, valid_from: day(1) },
    ],
    ['renames a party', 'effekt', 403, 'PATCH', '/party/3', { name: 'Best' }],
    [
      'becomes a member',
      'tredje',
      403,
      'POST',
      '/party_membership',
      { identity_id: 5, party_id: 3, valid_from: day(-1) },
    ],
    // Tokens.
    ['acts for a party that it left', 'left', 403, 'GET', '/controllable_unit'],
    [
      'acts for a party of others',
      { identity_id: 5, party_id: 3, role: 'service_provider' },
      403,
      'GET',
      '/controllable_unit',
    ],
    [
      'is administrator for a party of others',
      { identity_id: 5, party_id: 3, role: 'administrator' },
      403,
      'GET',
      '/party',
    ],
    ['has no identity', { party_id: 3, role: 'service_provider' }, 401, 'GET', '/controllable_unit'],
    ['has a role that there is not', { identity_id: 5, party_id: 5, role: 'boss' }, 403, 'GET', '/party'],
    [
      'validates as provider with the role of an operator',
      { identity_id: 3, party_id: 3, role: 'system_operator' },
      404,
      'PATCH',
      '/controllable_unit/1',
      { grid_validation_status: 'in_progress' },
    ],
    [
      'signs as provider with the role of an end user',
      { identity_id: 5, party_id: 5, role: 'end_user' },
      404,
      'PATCH',
      '/contract/2',
      { status: 'signed' },
    ],
  ];
  for (const [why, who, status, method, path, body] of attempts) {
    const answer = await service.as(who, method, path, body);
    t.equal(answer.status, status, `${typeof who === 'string' ? who : who.role} ${why}: ${answer.text.slice(0, 200)}`);
  }
});
