-- Rows for tests of the engine: the same at every load.
--
-- Loaded once, into empty tables, by the service itself (identity 0). Every stage is a transaction,
-- so that what a later stage changes is a new version and the one before it can be read in history.
-- All parties, places and devices are made up. GS1 numbers begin with 952, which GS1 keeps for
-- demonstrations, and organisation numbers with 3, as those of the Norwegian test population do;
-- only the five bidding zones and their codes are real.

-- Identifiers with their check digits, times as Norwegian midnights, and rows found by what names
-- them. The functions live in the session's temporary schema and are dropped at the end.

create function pg_temp.gs1(body text) returns text
language sql immutable
begin atomic
  select body || (10 - sum(substr(reverse(body), place, 1)::int * case place % 2 when 1 then 3 else 1 end) % 10) % 10
  from generate_series(1, length(body)) as place;
end;

create function pg_temp.org(body text) returns text
language sql immutable
begin atomic
  select body || nullif((11 - sum(substr(body, place, 1)::int * substr('32765432', place, 1)::int) % 11) % 11, 10)
  from generate_series(1, 8) as place;
end;

create function pg_temp.eic(body text) returns text
language sql immutable
begin atomic
  select body || nullif(
    substr(alphabet, (37 - sum((strpos(alphabet, substr(body, place, 1)) - 1) * (17 - place)) % 37)::int % 37 + 1, 1),
    '-'
  )
  from (values ('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-')) as sign (alphabet)
  cross join generate_series(1, 15) as place
  group by alphabet;
end;

create function pg_temp.midnight(day date) returns timestamptz
language sql immutable
return day::timestamp at time zone 'Europe/Oslo';

create function pg_temp.party(name text) returns bigint
language sql stable
begin atomic
  select party.id from public.party where party.name = $1;
end;

create function pg_temp.point(number int) returns bigint
language sql stable
begin atomic
  select point.id
  from public.accounting_point as point
  where point.business_id = pg_temp.gs1('95205750' || lpad(number::text, 9, '0'));
end;

create function pg_temp.unit(number int) returns bigint
language sql stable
begin atomic
  select unit.id
  from public.controllable_unit as unit
  where unit.business_id = md5('controllable unit ' || number)::uuid;
end;

-- Stage 1: who takes part, in which role, and where.

begin;

insert into public.party (name, type, business_id_type, business_id, email, website)
select
  name,
  type,
  case type when 'balance_responsible_party' then 'eic' else 'gln' end,
  case type when 'balance_responsible_party' then pg_temp.eic(key) else pg_temp.gs1('952000' || key) end,
  'flex@' || domain || '.example',
  'https://' || domain || '.example'
from (
  values
    (1, 'Riksnett SF', 'system_operator', '000101', 'riksnett'),
    (2, 'Østlia Nett AS', 'system_operator', '000102', 'ostlia-nett'),
    (3, 'Sørkyst Nett AS', 'system_operator', '000103', 'sorkyst-nett'),
    (4, 'Fjellvann Nett AS', 'system_operator', '000104', 'fjellvann-nett'),
    (5, 'Nordvidda Nett AS', 'system_operator', '000105', 'nordvidda-nett'),
    (6, 'Vestfjord Nett AS', 'system_operator', '000106', 'vestfjord-nett'),
    (7, 'Effekt Aggregator AS', 'service_provider', '000201', 'effekt-aggregator'),
    (8, 'Fleksikraft AS', 'service_provider', '000202', 'fleksikraft'),
    (9, 'Varmestyring Norge AS', 'service_provider', '000203', 'varmestyring'),
    (10, 'Ladeklar AS', 'service_provider', '000204', 'ladeklar'),
    (11, 'Batteriparken Drift AS', 'service_provider', '000205', 'batteriparken'),
    (12, 'Balansekraft AS', 'balance_responsible_party', '50XBALANSEKRAFT', 'balansekraft'),
    (13, 'Nordisk Likevekt AS', 'balance_responsible_party', '50XNLIKEVEKT---', 'nordisk-likevekt'),
    (14, 'Lyspunkt Strøm AS', 'energy_supplier', '000301', 'lyspunkt'),
    (15, 'Bygdekraft Strøm AS', 'energy_supplier', '000302', 'bygdekraft'),
    (16, 'Havbris Energi AS', 'energy_supplier', '000303', 'havbris')
) as market_party (number, name, type, key, domain)
order by number;

-- End users: organisations by their organisation number, a person by a UUID.
insert into public.party (name, type, business_id_type, business_id, additional_information)
values
  ('Elvebakken Kjøpesenter AS', 'end_user', 'org', pg_temp.org('31000101'), null),
  ('Nordvik kommune', 'end_user', 'org', pg_temp.org('31000206'), '<p>Schools, baths and the town hall.</p>'),
  ('Tindheim Fiskeri AS', 'end_user', 'org', pg_temp.org('31000305'), '<p>Cold stores, <b>never</b> above -18 °C.</p>'),
  ('Sollia Borettslag', 'end_user', 'org', pg_temp.org('31000408'), null),
  ('Kvernhaug Sagbruk AS', 'end_user', 'org', pg_temp.org('31000511'), '<p>Closed in the last three weeks of July.</p>'),
  ('Kari Nordmann', 'end_user', 'uuid', md5('Kari Nordmann')::uuid::text, null);

insert into public.bidding_zone (business_id, code, name)
values
  ('10YNO-1--------2', 'NO1', 'Øst-Norge'),
  ('10YNO-2--------T', 'NO2', 'Sør-Norge'),
  ('10YNO-3--------J', 'NO3', 'Midt-Norge'),
  ('10YNO-4--------9', 'NO4', 'Nord-Norge'),
  ('10Y1001A1001A48H', 'NO5', 'Vest-Norge');

insert into public.metering_grid_area (business_id, name, bidding_zone_id, system_operator_id)
select pg_temp.eic(area.body), area.name, zone.id, pg_temp.party(area.operator)
from (
  values
    (1, '50Y-OSTLIA-BY--', 'Østlia by', 'NO1', 'Østlia Nett AS'),
    (2, '50Y-OSTLIA-LAND', 'Østlia land', 'NO1', 'Østlia Nett AS'),
    (3, '50Y-SORKYST-KY-', 'Sørkyst', 'NO2', 'Sørkyst Nett AS'),
    (4, '50Y-SORKYST-OY-', 'Sørkyst øyene', 'NO2', 'Sørkyst Nett AS'),
    (5, '50Y-FJELLVANN--', 'Fjellvann', 'NO3', 'Fjellvann Nett AS'),
    (6, '50Y-NORDVIDDA--', 'Nordvidda', 'NO4', 'Nordvidda Nett AS'),
    (7, '50Y-VESTFJORD--', 'Vestfjord ytre', 'NO5', 'Vestfjord Nett AS'),
    (8, '50Y-VESTFJORD-I', 'Vestfjord indre', 'NO5', 'Vestfjord Nett AS')
) as area (number, body, name, zone, operator)
join public.bidding_zone as zone on zone.code = area.zone
order by area.number;

insert into public.identity (subject, name, party_id)
values
  ('operator@ostlia-nett.example', 'Ola Vikander', pg_temp.party('Østlia Nett AS')),
  ('desk@effekt-aggregator.example', 'Ingrid Solbakk', pg_temp.party('Effekt Aggregator AS')),
  ('kari.nordmann@example.org', 'Kari Nordmann', pg_temp.party('Kari Nordmann'));

commit;

-- Stage 2: the parties are admitted, which gives each of them a second version.

begin;

update public.party set status = 'active';

commit;

-- Stage 3: 200 accounting points, 25 in each area.

begin;

insert into public.accounting_point (
  business_id, metering_grid_area_id, bidding_zone_id, system_operator_id,
  end_user_id, energy_supplier_id, balance_responsible_party_id, street_address, postal_code, city
)
select
  pg_temp.gs1('95205750' || lpad(number::text, 9, '0')),
  area.id,
  area.bidding_zone_id,
  area.system_operator_id,
  pg_temp.party(
    (array[
      'Elvebakken Kjøpesenter AS', 'Nordvik kommune', 'Tindheim Fiskeri AS',
      'Sollia Borettslag', 'Kvernhaug Sagbruk AS', 'Kari Nordmann'
    ])[number % 6 + 1]
  ),
  pg_temp.party((array['Lyspunkt Strøm AS', 'Bygdekraft Strøm AS', 'Havbris Energi AS'])[number % 3 + 1]),
  pg_temp.party((array['Balansekraft AS', 'Nordisk Likevekt AS'])[number % 2 + 1]),
  (array[
    'Storgata', 'Kirkegata', 'Skolevegen', 'Industrivegen', 'Havnegata',
    'Stasjonsvegen', 'Bjørkelia', 'Sagvegen', 'Fjordgata', 'Tunvegen'
  ])[number % 10 + 1] || ' ' || number / 10 + 1,
  place.postal_code,
  place.city
from generate_series(1, 200) as number
join (
  values
    (0, 'Østlia by', '0191', 'Solbyen'),
    (1, 'Østlia land', '2097', 'Kvernhaug'),
    (2, 'Sørkyst', '4598', 'Sørvågen'),
    (3, 'Sørkyst øyene', '4599', 'Ytterøya'),
    (4, 'Fjellvann', '7597', 'Fjellvann'),
    (5, 'Nordvidda', '9598', 'Nordvik'),
    (6, 'Vestfjord ytre', '5597', 'Tindheim'),
    (7, 'Vestfjord indre', '5598', 'Elvebakken')
) as place (remainder, area, postal_code, city) on place.remainder = (number - 1) % 8
join public.metering_grid_area as area on area.name = place.area
order by number;

commit;

-- Stage 4: 300 controllable units, the first hundred points having two, of one or two devices each.

begin;

create temporary table device on commit drop as
select *
from (
  values
    (0, 'Elkjel', 'electric_boiler', 'consumption', 'both', 850, 'Dampverk', 'DV-800'),
    (1, 'Varmepumpe', 'heat_pump', 'consumption', 'up', 38, 'Nordvarme', 'NV 40'),
    (2, 'Ladestasjon', 'vehicle_charger', 'consumption', 'up', 132, 'Ladeverk', 'Duo 66'),
    (3, 'Batteri', 'battery', 'energy_storage', 'both', 250, 'Celleriet', 'C250'),
    (4, 'Solcelleanlegg', 'solar', 'production', 'down', 96, 'Solflate', 'SF 96'),
    (5, 'Ventilasjon', 'ventilation', 'consumption', 'up', 24, 'Luftig', 'L-24'),
    (6, 'Småkraftverk', 'hydropower', 'production', 'both', 1200, 'Fossekall', 'Pelton 1.2'),
    (7, 'Varmtvannsberedere', 'water_heater', 'consumption', 'both', 18, 'Nordvarme', 'VB 300'),
    (8, 'Nødstrømsaggregat', 'emergency_generator', 'production', 'up', 400, 'Motorverk', 'MV 400'),
    (9, 'Kjølelager', 'cooling', 'consumption', 'both', 75, 'Frostverk', 'K75')
) as kind (remainder, name, technology, category, direction, power, make, model);

insert into public.controllable_unit (
  business_id, name, regulation_direction, maximum_active_power, minimum_duration, maximum_duration,
  recovery_duration, ramp_rate, accounting_point_id, grid_node_id
)
select
  md5('controllable unit ' || number)::uuid,
  device.name || ', ' || point.street_address,
  device.direction,
  device.power * (10 + number % 7) / 10.0,
  900,
  3600 * (1 + number % 4),
  case when device.category = 'consumption' then 1800 end,
  case when device.power > 100 then device.power / 10.0 end,
  point.id,
  case when number % 3 = 0 then md5('grid node ' || number % 40)::uuid end
from generate_series(1, 300) as number
join device on device.remainder = number % 10
join public.accounting_point as point on point.id = pg_temp.point((number - 1) % 200 + 1)
order by number;

insert into public.technical_resource (
  controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number, details
)
select
  unit.id,
  device.name || ' ' || part,
  device.category,
  device.technology,
  unit.maximum_active_power / parts,
  device.make,
  device.model,
  upper(left(device.make, 2)) || lpad((number * 10 + part)::text, 6, '0'),
  case when device.technology = 'solar' then 'On the roof.' end
from generate_series(1, 300) as number
cross join lateral (select case number % 3 when 0 then 2 else 1 end) as build (parts)
cross join lateral generate_series(1, parts) as part
join device on device.remainder = number % 10
join public.controllable_unit as unit on unit.id = pg_temp.unit(number)
order by number, part;

commit;

-- Stage 5: who operates the units from 2024 to 2026. The first 280 units have one to four providers
-- one after the other, without a gap; every 25th timeline ends in July 2026.

begin;

insert into public.controllable_unit_service_provider (
  controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to
)
select
  pg_temp.unit(number),
  pg_temp.party(
    (array[
      'Effekt Aggregator AS', 'Fleksikraft AS', 'Varmestyring Norge AS', 'Ladeklar AS', 'Batteriparken Drift AS'
    ])[(number + turn) % 5 + 1]
  ),
  'FLEX-' || to_char(starts, 'YYYY') || '-' || lpad((number * 10 + turn)::text, 4, '0'),
  pg_temp.midnight(starts::date),
  pg_temp.midnight(
    case
      when turn < turns - 1 then starts + make_interval(months => months)
      when number % 25 = 0 then date '2026-07-01'
    end::date
  )
from generate_series(1, 280) as number
cross join lateral (select number % 4 + 1, (36 - number % 12) / (number % 4 + 1)) as plan (turns, months)
cross join lateral generate_series(0, turns - 1) as turn
cross join lateral (
  select date '2024-01-01' + make_interval(months => number % 12 + turn * months)
) as start (starts)
order by number, turn;

commit;

-- Stage 6: the system operators begin to judge whether the grid can bear the units.

begin;

update public.controllable_unit
set grid_validation_status = 'in_progress'
where id in (select pg_temp.unit(number) from generate_series(1, 270) as number);

commit;

-- Stage 7: most units are validated, and active from the day of their first provider; every 45th fails.

begin;

update public.controllable_unit as unit
set
  grid_validation_status = 'validated',
  validated_at = first.valid_from - interval '9 days 14 hours 30 minutes',
  status = 'active',
  start_date = (first.valid_from at time zone 'Europe/Oslo')::date
from generate_series(1, 255) as number
cross join lateral (
  select min(entry.valid_from)
  from public.controllable_unit_service_provider as entry
  where entry.controllable_unit_id = pg_temp.unit(number)
) as first (valid_from)
where unit.id = pg_temp.unit(number) and number % 45 <> 0;

update public.controllable_unit
set
  grid_validation_status = 'validation_failed',
  grid_validation_notes = 'The transformer is loaded to its limit in winter.'
where id in (select pg_temp.unit(number) from generate_series(45, 255, 45) as number);

commit;

-- Stage 8: system operators suspend every 23rd unit.

begin;

insert into public.controllable_unit_suspension (
  controllable_unit_id, impacted_system_operator_id, reason, suspended_at, additional_information
)
select
  unit.id,
  point.system_operator_id,
  (array[
    'compromises_safe_operation', 'congestion', 'faulty_metering', 'failed_verification', 'other'
  ])[number % 5 + 1],
  pg_temp.midnight(date '2025-10-01' + number) + interval '7 hours 15 minutes',
  case number % 5
    when 4 then '<p>The owner of the building is not known.</p>'
    when 1 then '<p>Overload on the feeder to <b>' || point.city || '</b>.</p>'
  end
from generate_series(23, 255, 23) as number
join public.controllable_unit as unit on unit.id = pg_temp.unit(number)
join public.accounting_point as point on point.id = unit.accounting_point_id
order by number;

commit;

-- Stage 9: two thirds of the suspensions are lifted, after a week or two.

begin;

update public.controllable_unit_suspension
set status = 'lifted', lifted_at = suspended_at + make_interval(days => 7 + number % 8)
from generate_series(23, 255, 23) as number
where controllable_unit_id = pg_temp.unit(number) and number % 3 <> 0;

commit;

-- Stage 10: a newcomer has taken over units since February 2026, which the register learns only now:
-- the entries that were open then are ended, and new ones follow without a gap.

begin;

insert into public.party (name, type, status, business_id_type, business_id, email, website)
values (
  'Kraftflyt AS', 'service_provider', 'active', 'gln', pg_temp.gs1('952000000206'),
  'flex@kraftflyt.example', 'https://kraftflyt.example'
);

update public.controllable_unit_service_provider
set valid_to = pg_temp.midnight('2026-02-01')
from generate_series(16, 270, 15) as number
where controllable_unit_id = pg_temp.unit(number)
  and valid_from < pg_temp.midnight('2026-02-01')
  and valid_to is null;

insert into public.controllable_unit_service_provider (
  controllable_unit_id, service_provider_id, contract_reference, valid_from
)
select pg_temp.unit(number), pg_temp.party('Kraftflyt AS'), 'KF-' || number, last.valid_to
from generate_series(16, 270, 15) as number
cross join lateral (
  select max(entry.valid_to), bool_or(entry.valid_to is null)
  from public.controllable_unit_service_provider as entry
  where entry.controllable_unit_id = pg_temp.unit(number)
) as last (valid_to, is_open)
where last.valid_to = pg_temp.midnight('2026-02-01') and not last.is_open
order by number;

commit;

-- Stage 11: batteries are replaced by larger ones; the old device is found in history only.

begin;

delete from public.technical_resource
where technology = 'battery'
  and controllable_unit_id in (select pg_temp.unit(number) from generate_series(13, 300, 40) as number);

insert into public.technical_resource (
  controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number,
  additional_information
)
select
  pg_temp.unit(number), 'Batteri A', 'energy_storage', 'battery', 600, 'Celleriet', 'C600',
  'CE' || lpad((number * 10 + 9)::text, 6, '0'), '<p>Replaces the battery of 2024. <i>Liquid cooled.</i></p>'
from generate_series(13, 300, 40) as number
order by number;

update public.controllable_unit
set maximum_active_power = 600, ramp_rate = 300
where id in (select pg_temp.unit(number) from generate_series(13, 300, 40) as number);

commit;

-- Stage 12: the small changes of a year: a merger, new suppliers, details moved to where they belong.

begin;

update public.party
set
  name = 'Vestfjord Energinett AS',
  additional_information = '<p>Until its merger with Indre Vestfjord Kraftlag: <i>Vestfjord Nett AS</i>.</p>'
where id = pg_temp.party('Vestfjord Nett AS');

update public.accounting_point
set energy_supplier_id = pg_temp.party('Havbris Energi AS')
where id in (select pg_temp.point(number) from generate_series(9, 200, 12) as number);

update public.technical_resource
set details = null, additional_information = '<p>' || details || '</p>'
where details is not null
  and controllable_unit_id in (select pg_temp.unit(number) from generate_series(4, 150, 10) as number);

update public.controllable_unit
set name = name || ' (nordre bygg)'
where id in (select pg_temp.unit(number) from generate_series(11, 200, 27) as number);

commit;

-- Stage 13: every 36th unit is taken out of use and its provider's time ends ...

begin;

update public.controllable_unit
set status = 'inactive'
where id in (select pg_temp.unit(number) from generate_series(34, 255, 36) as number);

update public.controllable_unit_service_provider
set valid_to = pg_temp.midnight('2026-09-01')
where controllable_unit_id in (select pg_temp.unit(number) from generate_series(34, 255, 36) as number)
  and valid_to is null;

commit;

-- Stage 14: ... and every other of those ends for good, as does the admission of one service provider for a while.

begin;

update public.controllable_unit
set status = 'terminated'
where id in (select pg_temp.unit(number) from generate_series(34, 255, 72) as number);

update public.party
set status = 'suspended'
where id = pg_temp.party('Batteriparken Drift AS');

commit;

-- Stage 15: what waits for somebody: two units about which the system operator asks, and one whose provider is gone while
-- it is suspended.

begin;

update public.controllable_unit
set
  grid_validation_status = 'incomplete_information',
  grid_validation_notes = 'The phase that the unit is connected to is not known.'
where id in (pg_temp.unit(260), pg_temp.unit(265));

update public.controllable_unit_service_provider
set valid_to = pg_temp.midnight('2026-10-01')
where controllable_unit_id = pg_temp.unit(138) and valid_to is null;

commit;

drop function
  pg_temp.unit(int), pg_temp.point(int), pg_temp.party(text), pg_temp.midnight(date),
  pg_temp.eic(text), pg_temp.org(text), pg_temp.gs1(text);
