import type { Test } from 'tap';
import { type Register, register } from './ground.ts';
import { stepsOf, take } from './steps.ts';

/** The register after the first provider's story, with a group, applications, and a proposal of Tredje to Per for Kari's point. */
export async function scene(t: Test): Promise<Register> {
  const service = await register(t);
  const steps = stepsOf(service);
  const until = steps.findIndex(({ name }) => name === 'propose again');
  for (const step of steps.slice(0, until)) await take(service, step);
  const { day } = service;
  const before = [
    ['effekt', 'POST', '/service_providing_group', { name: 'Gruppe-1', bidding_zone_id: 1 }],
    [
      'effekt',
      'POST',
      '/service_providing_group_membership',
      { service_providing_group_id: 1, controllable_unit_id: 1, valid_from: day(-2) },
    ],
    [
      'effekt',
      'POST',
      '/service_providing_group_grid_prequalification',
      { service_providing_group_id: 1, impacted_system_operator_id: 1 },
    ],
    ['effekt', 'POST', '/service_provider_product_application', { system_operator_id: 1, product_type_id: 1 }],
    [
      'effekt',
      'POST',
      '/service_providing_group_product_application',
      { service_providing_group_id: 1, procuring_system_operator_id: 1, product_type_id: 1, maximum_active_power: 9 },
    ],
    ['effekt', 'PATCH', '/technical_resource/1', { serial_number: 'Serial-1' }],
    ['nett', 'PATCH', '/controllable_unit_suspension/1', { additional_information: 'Feeder-1' }],
    ['nett', 'PATCH', '/service_providing_group_product_application/1', { notes: 'Notes-1' }],
    [
      'tredje',
      'POST',
      '/contract',
      { accounting_point_id: 1, service_provider_id: 5, end_user_id: 8, valid_from: day(-30) },
    ],
  ] as const;
  for (const [by, ...write] of before) await take(service, { name: write[1], by, write });
  return service;
}
