import type { Test } from 'tap';
import { loadModel } from '../../engine/feature/load.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { type Answer, type Method, serveModel, type TestService } from '../http/service.ts';

/** The parties of the small register, by id: whose role they have is their type. */
const parties = [
  ['Nett', 'system_operator'],
  ['Annet nett', 'system_operator'],
  ['Effekt', 'service_provider'],
  ['Fleksi', 'service_provider'],
  ['Tredje', 'service_provider'],
  ['Kari', 'end_user'],
  ['Ole', 'end_user'],
  ['Per', 'end_user'],
  ['Lys', 'energy_supplier'],
  ['Kraft', 'energy_supplier'],
  ['Balanse', 'balance_responsible_party'],
  ['Motvekt', 'balance_responsible_party'],
] as const;

/**
 * Two accounting points. The first is in the grid of Nett. Kari uses it, Lys supplies it, Balanse is responsible for it. The
 * second belongs to Annet nett, Per, Kraft and Motvekt in the same way.
 */
const ground = `
insert into party (name, type, status, business_id_type, business_id, email)
select name, type, 'active', 'uuid', md5(name)::uuid::text, 'post@example.org'
from unnest(array[${parties.map(([name]) => `'${name}'`).join()}], array[${parties.map(([, type]) => `'${type}'`).join()}])
  with ordinality as party (name, type, at)
order by at;
insert into identity (subject) select name from party order by id;
insert into identity (subject) values ('former member'), ('nobody');
insert into party_membership (identity_id, party_id, valid_from) select id, id, '2020-01-01T00:00Z' from party;
insert into party_membership (identity_id, party_id, valid_from, valid_to) values (13, 3, '2020-01-01T00:00Z', '2025-01-01T00:00Z');
insert into bidding_zone (business_id, code, name) values ('10YNO-1--------2', 'NO1', 'Øst-Norge');
insert into metering_grid_area (business_id, name) values ('50Y-OSTLIA-BY--N', 'Østlia by'), ('50Y-OSTLIA-LAND6', 'Østlia land');
insert into metering_grid_area_bidding_zone (metering_grid_area_id, bidding_zone_id, valid_from)
select id, 1, '2019-12-31T23:00Z' from metering_grid_area;
insert into metering_grid_area_system_operator (metering_grid_area_id, system_operator_id, valid_from)
select id, id, '2019-12-31T23:00Z' from metering_grid_area;
insert into accounting_point (business_id, city) values ('952057500000000012', 'Solbyen'), ('952057500000000029', 'Kvernhaug');
insert into accounting_point_metering_grid_area (accounting_point_id, metering_grid_area_id, valid_from)
values (1, 1, '2019-12-31T23:00Z'), (2, 2, '2019-12-31T23:00Z');
insert into accounting_point_end_user (accounting_point_id, end_user_id, valid_from)
values (1, 6, '2019-12-31T23:00Z'), (2, 8, '2019-12-31T23:00Z');
insert into accounting_point_energy_supplier (accounting_point_id, energy_supplier_id, valid_from)
values (1, 9, '2019-12-31T23:00Z'), (2, 10, '2019-12-31T23:00Z');
insert into accounting_point_balance_responsible_party (accounting_point_id, balance_responsible_party_id, valid_from)
values (1, 11, '2019-12-31T23:00Z'), (2, 12, '2019-12-31T23:00Z');
insert into product_type (business_id, name, service) values ('congestion_activation', 'Activation', 'congestion_management');
insert into system_operator_product_type (system_operator_id, product_type_id, valid_from)
values (1, 1, '2019-12-31T23:00Z'), (2, 1, '2019-12-31T23:00Z');`;

/** Who asks, by the name of their party in small letters. */
export type Person =
  | 'admin'
  | 'nett'
  | 'annet'
  | 'effekt'
  | 'fleksi'
  | 'tredje'
  | 'kari'
  | 'ole'
  | 'per'
  | 'lys'
  | 'kraft'
  | 'balanse'
  | 'motvekt'
  | 'left'
  | 'roleless';

/** Identities have the id of their party. */
const partyOf = {
  nett: 1,
  annet: 2,
  effekt: 3,
  fleksi: 4,
  tredje: 5,
  kari: 6,
  ole: 7,
  per: 8,
  lys: 9,
  kraft: 10,
  balanse: 11,
  motvekt: 12,
};

type Claims = Readonly<Record<string, string | number>>;

function claimsOf(person: Person): Claims {
  if (person === 'admin') return { identity_id: 14, role: 'administrator' };
  // Has the party and the identity, and no role.
  if (person === 'roleless') return { identity_id: 3, party_id: 3 };
  // Was a member of the present provider.
  if (person === 'left') return { identity_id: 13, role: 'service_provider', party_id: 3 };
  const party = partyOf[person];
  return { identity_id: party, role: parties[party - 1]?.[1] ?? '', party_id: party };
}

export interface Register extends TestService {
  /** Asks as this person, or with these claims. */
  as(
    who: Person | Claims,
    method: Method,
    path: string,
    body?: Json,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /** Midnight in Oslo, so many days from today. */
  day(distance: number): string;
}

/** The published register with two accounting points, and no contract or unit yet. */
export async function register(t: Test): Promise<Register> {
  const loaded = await loadModel('resources');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults, null, 2));
  const service = await serveModel(t, loaded.model);
  await service.database.database.script(ground);
  const rows = await service.database.query(`
    select distance, to_char((date_trunc('day', now() at time zone 'Europe/Oslo') + distance * interval '1 day')
      at time zone 'Europe/Oslo' at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as midnight
    from generate_series(-60, 60) as distance`);
  const midnights = new Map(rows.map(({ distance, midnight }) => [Number(distance), String(midnight)]));
  return {
    ...service,
    as: (who, method, path, body, headers) => {
      const claims = typeof who === 'string' ? claimsOf(who) : who;
      const token = service.token({ scope: 'manage:data use:data', ...claims });
      return service.ask(method, path, { token, ...(body !== undefined && { body }), ...(headers && { headers }) });
    },
    day: (distance) => {
      const midnight = midnights.get(distance);
      if (midnight === undefined) throw new Error(`no midnight ${distance}`);
      return midnight;
    },
  };
}
