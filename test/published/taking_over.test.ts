import { test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import type { Method } from '../http/service.ts';
import { type Person, register } from './ground.ts';
import { scene } from './scene.ts';
import { stepsOf, take } from './steps.ts';

// Who comes into a unit, and who comes back to it.

test('a contract that its end user left behind takes over no unit of the next one', async (t) => {
  const service = await register(t);
  for (const step of stepsOf(service)) await take(service, step);
  const { day } = service;
  // Ole takes the unit elsewhere, and Effekt still has its contract with Kari.
  const write = async (by: Person, ...[method, path, body]: readonly [Method, string, Json]) =>
    (await service.as(by, method, path, body)).status;
  const contract = { accounting_point_id: 1, service_provider_id: 5, end_user_id: 7, valid_from: day(0) };
  t.equal(await write('tredje', 'POST', '/contract', contract), 201);
  t.equal(await write('ole', 'PATCH', '/contract/3', { status: 'signed' }), 200);
  const entry = { controllable_unit_id: 1, valid_from: day(0) };
  const path = '/controllable_unit_service_provider';
  t.equal(await write('effekt', 'POST', path, { ...entry, service_provider_id: 3 }), 422);
  t.equal(await write('tredje', 'POST', path, { ...entry, service_provider_id: 5 }), 201);
  t.equal(await write('effekt', 'POST', path, { ...entry, service_provider_id: 3 }), 422);
  t.equal(await write('fleksi', 'PATCH', `${path}/2`, { valid_to: null }), 422);
  const unit = { name: 'New', regulation_direction: 'up', maximum_active_power: 5, accounting_point_id: 1 };
  t.equal(await write('effekt', 'POST', '/controllable_unit', unit), 403);
  t.equal(await write('tredje', 'POST', '/controllable_unit', unit), 201);
});

test('who registered a unit does not get it back when its first provider ends', async (t) => {
  const service = await register(t);
  const steps = stepsOf(service);
  const taken = ['propose', 'sign', 'register', 'propose again', 'sign again', 'take over', 'rename'];
  for (const step of steps.filter(({ name }) => taken.includes(name))) await take(service, step);
  t.equal(
    (await service.as('fleksi', 'PATCH', '/controllable_unit_service_provider/1', { valid_to: service.day(0) })).status,
    200,
  );
  t.match((await service.as('effekt', 'GET', '/controllable_unit')).body, [{ name: 'Varme' }], 'its last state');
  t.equal((await service.as('effekt', 'PATCH', '/controllable_unit/1', { name: 'Mine' })).status, 403);
});

test('the next provider takes the unit into its own group', async (t) => {
  const service = await scene(t);
  const steps = stepsOf(service).slice(10, 14);
  for (const step of steps)
    await take(service, {
      ...step,
      write: [step.write[0], step.write[1].replace('contract/2', 'contract/3'), step.write[2]],
    });
  t.equal(
    (await service.as('fleksi', 'POST', '/service_providing_group', { name: 'F', bidding_zone_id: 1 })).status,
    201,
  );
  const member = { service_providing_group_id: 2, controllable_unit_id: 1, valid_from: service.day(-1) };
  t.equal((await service.as('fleksi', 'POST', '/service_providing_group_membership', member)).status, 201);
  t.match((await service.as('effekt', 'GET', '/service_providing_group_membership')).body, [{ valid_to: String }]);
});
