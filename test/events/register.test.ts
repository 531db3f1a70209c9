import { test } from 'tap';
import { noticeRules } from '../../engine/feature/notice/rule.ts';
import { notifyRules } from '../../engine/feature/notification/rule.ts';
import { testService } from '../http/service.ts';
import { computeAll } from './notice_service.ts';
import { notifyAll } from './notification_service.ts';

// Who is affected by a change learns of it: by the rules of a register, and in the demo of the service here.

/** Unit 1 is behind a point of Østlia Nett AS, and provided by Varmestyring Norge AS. */
const changes: readonly (readonly [what: string, script: string, notified: readonly string[]])[] = [
  [
    'a unit is created',
    `insert into controllable_unit (business_id, name, regulation_direction, maximum_active_power, accounting_point_id)
     values (gen_random_uuid(), 'Batteri', 'both', 100, 1)`,
    ['controllable_unit.create: Østlia Nett AS'],
  ],
  [
    'a unit changes',
    `update controllable_unit set name = 'Varmepumpe' where id = 1`,
    ['controllable_unit.update: Varmestyring Norge AS, Østlia Nett AS'],
  ],
  [
    'its provider is replaced, from next year on',
    `insert into controllable_unit_service_provider (controllable_unit_id, service_provider_id, valid_from)
     select 1, id, '2100-01-01T00:00+01:00' from party where name = 'Fleksikraft AS'`,
    [
      'controllable_unit_service_provider.update: Varmestyring Norge AS, Østlia Nett AS',
      'controllable_unit_service_provider.create: Fleksikraft AS, Østlia Nett AS',
    ],
  ],
  [
    'it is suspended',
    `insert into controllable_unit_suspension (controllable_unit_id, impacted_system_operator_id, reason)
     select 1, id, 'congestion' from party where name = 'Fjellvann Nett AS'`,
    ['controllable_unit_suspension.create: Fjellvann Nett AS, Varmestyring Norge AS, Østlia Nett AS'],
  ],
  [
    'a device of it changes',
    `update technical_resource set make = 'Sørvarme' where controllable_unit_id = 1`,
    ['technical_resource.update: Østlia Nett AS'],
  ],
  [
    'its point gets another supplier',
    `update accounting_point set energy_supplier_id = (select id from party where name = 'Lyspunkt Strøm AS') where id = 1`,
    ['accounting_point.update: Varmestyring Norge AS, Østlia Nett AS'],
  ],
];

test('a register has notifications of each kind', async (t) => {
  const service = await testService(t, 'test/register');
  const { query } = service.database;
  await notifyAll(service.model, service);
  const resources = await query(`
    select distinct split_part(type, '.', 3) as name from notification join event on event.id = event_id order by name`);
  const ruled = [...service.model.resources.values()].filter(
    (each) => each.kind === 'table' && notifyRules.of(each).length > 0,
  );
  t.same(
    resources.map(({ name }) => name),
    ruled.map(({ name }) => name).sort(),
  );
  const without = await query(`
    select name from identity where not exists (select from notification where notification.party_id = identity.party_id)`);
  t.same(without, [], 'for each who may sign in');
});

test('the demo has notices of each of its states, for parties that identities act for', async (t) => {
  const { model, database } = await testService(t, 'resources');
  await computeAll(database);
  const tables = [...model.resources.values()].filter((each) => each.kind === 'table');
  const types = await database.query(`select distinct type from notice where status = 'active' order by type`);
  t.same(
    types.map(({ type }) => type),
    tables.flatMap((table) => noticeRules.of(table).map(({ type }) => type)).sort(),
  );
  const readers = await database.query(`
    select distinct identity.name
    from notice
    join party_membership on party_membership.party_id = notice.party_id
    join identity on identity.id = identity_id
    where notice.status = 'active' and identity.id in (1, 2, 3)
    order by identity.name`);
  t.same(
    readers.map(({ name }) => name),
    ['Ingrid Solbakk', 'Kari Nordmann', 'Ola Vikander'],
  );
});

test('who is notified of what in a register', async (t) => {
  const service = await testService(t, 'test/register');
  const { query } = service.database;
  await notifyAll(service.model, service);
  for (const [what, script, notified] of changes) {
    await query('delete from notification');
    await query(script);
    await notifyAll(service.model, service);
    const found = await query(`
      select replace(event.type, 'no.flexibility.', '') || ': ' || string_agg(party.name, ', ' order by party.name collate "C") as told
      from notification join event on event.id = event_id join party on party.id = party_id
      group by event.id, event.type order by event.id`);
    t.same(
      found.map(({ told }) => told),
      notified,
      what,
    );
  }
});
