import type { Model } from '../../engine/model/model.ts';
import { modelOfFiles } from '../model_of_files.ts';

// Units at places that parties hold. Each kind of rule is a role, and each caller a party.

/** Who calls, by the share of the rows that every rule shows them: the id of their party. */
export const callers = { all: 1, half: 2, '2 percent': 3, none: 4 } as const;

const at = '2025-06-01T00:00:00Z';

const rules = {
  // The row itself.
  row: 'owner_id=eq.{party_id}',
  // Two relations away, as a claim compared with a reference.
  through: 'place.holding.party_id=eq.{party_id}',
  // Either of two ways.
  either: 'or=(place.holding.party_id.eq.{party_id},delivery.party_id.eq.{party_id})',
  // The row itself, or a way.
  own: 'or=(owner_id.eq.{party_id},place.holding.party_id.eq.{party_id})',
  // A claim that is no reference, at the end of three relations.
  far: 'place.holding.party.number=eq.{number}',
  // A timeline on the way, at the present instant.
  now: 'place.holding.party_id=eq.{party_id}&place.holding.valid_at=now',
  // The same at another instant, in other words.
  timeline: `place.holding.party_id=eq.{party_id}&place.holding.valid_from=lte.${at}&place.holding.or=(valid_to.is.null,valid_to.gt.${at})`,
} as const;

export type RuleShape = keyof typeof rules;

export const ruleShapes = Object.keys(rules) as readonly RuleShape[];

/** The service; `unruled` is the role that sees all rows without a rule. */
export function modelOfRules(): Model {
  const access = Object.entries(rules).map(([role, rule]) => `  ${role}: { read: "${rule}" }\n`);
  return modelOfFiles({
    'service.yaml':
      `service: Benchmark\nroles: [unruled, ${ruleShapes.join(', ')}]\n` +
      'claims: { others: { party_id: party_id, number: number } }\n',
    'party.yaml': 'resource: party\nfields:\n  number: { type: text, unique: true }\n',
    'place.yaml':
      'resource: place\nhistory: true\nfields:\n  street: { type: text }\nrelations:\n' +
      '  holding: { resource: holding, by: place_id }\n',
    'holding.yaml':
      'resource: holding\nhistory: true\ntemporal: { timeline: [place_id, party_id] }\nfields:\n' +
      '  place_id: { type: reference, to: place, update: false }\n' +
      '  party_id: { type: reference, to: party, update: false }\n' +
      'indexes:\n  - [party_id, place_id, valid_from, valid_to]\n',
    'delivery.yaml':
      'resource: delivery\nhistory: true\nfields:\n' +
      '  unit_id: { type: reference, to: unit }\n  party_id: { type: reference, to: party }\n' +
      'indexes:\n  - [party_id, unit_id]\n',
    'unit.yaml':
      'resource: unit\nhistory: true\nfields:\n  name: { type: text, max_length: 200 }\n' +
      '  status: { type: enum, values: [new, active, gone] }\n' +
      '  power: { type: decimal, precision: 9, scale: 3 }\n' +
      '  since: { type: datetime }\n  notes: { type: text, max_length: 500 }\n' +
      '  place_id: { type: reference, to: place }\n' +
      '  owner_id: { type: reference, to: party, nullable: true }\n' +
      'relations:\n  delivery: { resource: delivery, by: unit_id }\nindexes:\n  - [name]\n  - [owner_id, id]\n' +
      `access:\n  unruled: all\n${access.join('')}`,
  });
}

const parties = 1000;

/** What the triggers would record. */
const recorded = 'recorded_at, recorded_by, row_version, recorded_in';
const replaced = 'recorded_at, recorded_by, replaced_at, replaced_by';
const recordedAt = (instant: string) => `${instant}, 0, row_number() over (), pg_current_xact_id()`;
const first = `timestamptz '2024-01-01Z'`;
const changed = `timestamptz '2025-01-01Z'`;
const record = recordedAt(first);

/**
 * SQL that fills the tables: of each place one unit, and two entries of each party that holds it, one of them in the past.
 * Half of the units, and the first entries, have been changed since. Beside the callers, each place has one of many other holders.
 */
export function rowsOfRules(units: number): string {
  const other = `5 + n % ${parties - 5}`;
  const holders = `
    select ${callers.all} as party union all
    select ${callers.half} where n % 2 = 0 union all
    select ${callers['2 percent']} where n % 50 = 7 union all
    select ${other}`;
  return `
    set session_replication_role = replica;
    insert into party (id, number, ${recorded}) overriding system value
      select n, 'p' || n, ${record} from generate_series(1, ${parties}) as n;
    insert into place (id, street, ${recorded}) overriding system value
      select n, 'Storgata ' || n, ${record} from generate_series(1, ${units}) as n;
    insert into unit (name, status, power, since, notes, place_id, owner_id, ${recorded})
      select 'unit ' || md5(n::text), (array['new', 'active', 'gone'])[1 + n % 3], n % 5000,
        timestamptz '2024-01-01Z' + n * interval '1 minute', 'A note of some words, as people write it', n,
        case when n % 10 = 1 then ${callers.all} when n % 10 = 2 then ${callers.half}
          when n % 500 = 7 then ${callers['2 percent']} else ${other} end,
        ${recordedAt(`case when n % 2 = 0 then ${changed} else ${first} end`)}
      from generate_series(1, ${units}) as n;
    insert into holding (place_id, party_id, valid_from, valid_to, ${recorded})
      select n, party, timestamptz '2023-01-01Z' + year * interval '2 years',
        case year when 0 then timestamptz '2025-01-01Z' end, ${recordedAt(changed)}
      from generate_series(1, ${units}) as n, lateral (${holders}) as holder, generate_series(0, 1) as year;
    insert into delivery (unit_id, party_id, ${recorded})
      select n, party, ${record} from generate_series(1, ${units}) as n, lateral (${holders}) as holder
      where n % 4 = 2 or n % 100 = 7;
    insert into unit_history (id, unit_id, name, status, power, since, notes, place_id, owner_id, ${replaced})
      select ${units} + id, id, name, status, power, since, notes, place_id, owner_id, ${first}, 0, ${changed}, 0
      from unit where recorded_at = ${changed};
    insert into holding_history (id, holding_id, place_id, party_id, valid_from, ${replaced})
      select 10 * ${units} + id, id, place_id, party_id, valid_from, ${first}, 0, ${changed}, 0
      from holding where valid_to is not null;
    set session_replication_role = origin;`;
}
