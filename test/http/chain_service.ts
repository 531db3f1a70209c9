import type { Test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { type Answer, serveModel, type TestService } from './service.ts';

// Points that lie in an area for a time, and areas that lie in a zone for a time, with chains over their timelines.

const files = {
  'service.yaml': `service: Grid
roles: [operator, holder, careful, blind]
claims: { others: { party: party } }
aggregates: true
`,
  'point.yaml': `resource: point
history: true
fields:
  name: { type: text }
relations:
  area: { resource: point_area, by: point_id }
  price: { resource: point_price, by: point_id }
access: { operator: all, holder: all, careful: all, blind: all }
`,
  'area.yaml': `resource: area
fields:
  name: { type: text }
relations:
  point: { resource: point_area, by: area_id }
  zone: { resource: area_zone, by: area_id }
access: { operator: all, holder: all, careful: all, blind: all }
`,
  'zone.yaml': `resource: zone
fields:
  party: { type: integer }
relations:
  area: { resource: area_zone, by: zone_id }
  price: { resource: zone_price, by: zone_id }
access: { operator: all, holder: all, careful: all, blind: all }
`,
  'point_area.yaml': `resource: point_area
history: true
temporal: { timeline: point_id }
fields:
  point_id: { type: reference, to: point }
  area_id: { type: reference, to: area }
  party: { type: integer }
access:
  operator: all
  holder: { read: { that: 'party=eq.{party}', former: last_state } }
  careful: all
  blind: all
`,
  'area_zone.yaml': `resource: area_zone
history: true
temporal: { timeline: area_id }
fields:
  area_id: { type: reference, to: area }
  zone_id: { type: reference, to: zone, access: { operator: all, holder: all, careful: { read: 'party=lte.1' } } }
  party: { type: integer }
access:
  operator: all
  holder: { read: { that: 'party=eq.{party}', former: last_state } }
  careful: { read: 'zone.party=eq.{party}' }
  blind: { read: all }
`,
  'zone_price.yaml': `resource: zone_price
temporal: { timeline: zone_id }
fields:
  zone_id: { type: reference, to: zone }
  price: { type: integer, minimum: 0, nullable: true }
access: { operator: all, holder: all, careful: { read: price=lt.50 }, blind: all }
`,
  'point_price.yaml': `resource: point_price
view: { timeline: [point.area, area.zone, zone.price] }
description: What a point pays, over time.
fields:
  point_id: { type: reference, to: point }
  point_area_id: { type: reference, to: point_area }
  area_id: { type: reference, to: area }
  area_zone_id: { type: bigint }
  zone_id: { type: reference, to: zone }
  price: { type: integer, nullable: true }
access: { operator: all, holder: all, careful: all, blind: all }
`,
  // The other way round, and as long as the first entry is of the party.
  'zone_point.yaml': `resource: zone_point
view: { timeline: [zone.area, area.point] }
fields:
  zone_id: { type: reference, to: zone }
  point_id: { type: reference, to: point }
  point_area_party: { type: integer }
access: { operator: { read: point_area_party=eq.1 } }
`,
} as const;

const start = `
  insert into point (name) values ('p1'), ('p2');
  insert into area (name) values ('a1'), ('a2');
  insert into zone (party) values (1), (2);
`;

export async function serveChain(t: Test): Promise<TestService> {
  const service = await serveModel(t, modelOfFiles(files));
  await service.database.database.script(start);
  return service;
}

export type Role = 'operator' | 'holder' | 'careful' | 'blind';

export function callerOf({
  ask,
  token,
}: TestService): (role: Role, scope?: string) => (path: string) => Promise<Answer> {
  return (role, scope = 'manage:data') => {
    const bearer = token({ identity_id: 5, role, party: 1, scope });
    return (path) => ask('GET', path, { token: bearer });
  };
}
