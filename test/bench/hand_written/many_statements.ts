import { rename } from './statements.ts';

/** Units of a source of rows, which are created with their events at one instant; `$1` is who does so. */
const createFrom = (first: string) => `with ${first}instant as materialized (
    select clock_timestamp() as recorded
  ), written as (
    insert into controllable_unit (name, regulation_direction, maximum_active_power, accounting_point_id, recorded_at, recorded_by,
      row_version, recorded_in)
    select name, regulation_direction, maximum_active_power, accounting_point_id, recorded, $1::bigint,
      nextval('controllable_unit_row_version_seq'), pg_current_xact_id()
    from sent, instant
    returning id, recorded_at, recorded_by
  ), told as (
    insert into almanac.outbox (type, source, "time", recorded_by)
    select 'no.flexibility.controllable_unit.create', '/controllable_unit/' || id, recorded_at, recorded_by from written
  ), noted as (
    insert into almanac.notice_change (resource, field, value)
    select 'controllable_unit', 'id', id from written
  )
  select count(*) from written`;

/** The columns of units that are sent. */
export const sentColumns =
  'name text, regulation_direction text, maximum_active_power numeric, accounting_point_id bigint';

const pointColumns =
  'business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, street_address, postal_code, city';

/** The statements of requests for many rows, by name. */
export const manyStatements = {
  create: createFrom(`sent as (select * from json_to_recordset($2::json) as sent(${sentColumns})), `),
  // Of the temporary table that COPY has filled.
  copied: createFrom(''),
  rename: rename({
    with: 'sent as (select * from json_to_recordset($1::json) as sent(id bigint, name text)), ',
    old: 'where id in (select id from sent) order by id',
    join: 'join sent on sent.id = old.id',
    name: 'sent.name',
    who: '$2',
  }),
  // Unique constraints are deferrable, so there is no ON CONFLICT.
  upsert: `with sent as (
      select * from json_to_recordset($2::json) as sent(business_id text, metering_grid_area_id bigint, bidding_zone_id bigint,
        system_operator_id bigint, street_address text, postal_code text, city text)
    ), instant as materialized (
      select clock_timestamp() as recorded
    ), old as materialized (
      select * from accounting_point where business_id in (select business_id from sent) order by id for no key update
    ), changed as (
      update accounting_point as item set metering_grid_area_id = sent.metering_grid_area_id, bidding_zone_id = sent.bidding_zone_id,
        system_operator_id = sent.system_operator_id, street_address = sent.street_address, postal_code = sent.postal_code,
        city = sent.city, recorded_at = greatest(recorded, old.recorded_at + interval '1 microsecond'), recorded_by = $1::bigint,
        row_version = nextval('accounting_point_row_version_seq'), recorded_in = pg_current_xact_id()
      from old join sent on sent.business_id = old.business_id, instant
      where item.id = old.id and (old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.street_address,
        old.postal_code, old.city) is distinct from (sent.metering_grid_area_id, sent.bidding_zone_id, sent.system_operator_id,
        sent.street_address, sent.postal_code, sent.city)
      returning item.*
    ), inserted as (
      insert into accounting_point (${pointColumns}, recorded_at, recorded_by, row_version, recorded_in)
      select ${pointColumns}, recorded, $1::bigint, nextval('accounting_point_row_version_seq'), pg_current_xact_id()
      from sent, instant where business_id not in (select business_id from old)
      returning *
    ), written as (
      select * from changed union all select * from inserted
    ), recorded as (
      insert into accounting_point_history (id, accounting_point_id, ${pointColumns}, end_user_id, energy_supplier_id,
        balance_responsible_party_id, recorded_at, recorded_by, replaced_at, replaced_by)
      select old.row_version, old.id, old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id,
        old.street_address, old.postal_code, old.city, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id,
        old.recorded_at, old.recorded_by, written.recorded_at, written.recorded_by
      from old join written on written.id = old.id
    ), told as (
      insert into almanac.outbox (type, source, "time", recorded_by, updated_fields)
      select 'no.flexibility.accounting_point.' || case when old.id is null then 'create' else 'update' end,
        '/accounting_point/' || written.id, written.recorded_at, written.recorded_by,
        case when old.id is not null then array_remove(array[
          case when written.metering_grid_area_id <> old.metering_grid_area_id then 'metering_grid_area_id' end,
          case when written.bidding_zone_id <> old.bidding_zone_id then 'bidding_zone_id' end,
          case when written.system_operator_id <> old.system_operator_id then 'system_operator_id' end,
          case when written.street_address is distinct from old.street_address then 'street_address' end,
          case when written.postal_code is distinct from old.postal_code then 'postal_code' end,
          case when written.city is distinct from old.city then 'city' end], null) end
      from written left join old on old.id = written.id
    )
    select count(*) from written`,
} as const;
