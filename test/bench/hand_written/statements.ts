const unitColumns = `id, business_id, name, status, start_date, regulation_direction, maximum_active_power,
  ((maximum_active_power <= 50) is true) as is_small, minimum_duration, maximum_duration, recovery_duration, ramp_rate,
  accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information,
  recorded_at, recorded_by`;
const pointColumns = `id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id,
  balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by`;
const areaColumns = 'id, business_id, name, bidding_zone_id, system_operator_id, recorded_at, recorded_by';
const resourceColumns = `id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number,
  details, additional_information, recorded_at, recorded_by`;
const entryColumns = `id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to, recorded_at, recorded_by`;
const notificationColumns = 'id, acknowledged, event_id, party_id, recorded_at, recorded_by';

const links = `(select row_to_json(link) from (select
  '/api/v1/controllable_unit/' || id as self,
  '/api/v1/controllable_unit/' || id || '/history' as history,
  '/api/v1/accounting_point/' || accounting_point_id as accounting_point,
  '/api/v1/controllable_unit_service_provider?controllable_unit_id=eq.' || id as service_provider,
  '/api/v1/controllable_unit_suspension?controllable_unit_id=eq.' || id as suspension,
  '/api/v1/technical_resource?controllable_unit_id=eq.' || id as technical_resource) as link) as links`;

/** A page of 25 rows: its JSON and, where it is full, the id of its last row. */
function page(columns: string, rows: string): string {
  return `select '[' || coalesce(string_agg(row_to_json(shown)::text, ','), '') || ']' as body, count(*) as count, max(shown.id) as last
    from (select ${columns} from (${rows}) as item) as shown`;
}

/** Where an object follows its row: PostgreSQL folds these selects into one. */
const areaOfPoint = `(select row_to_json(area) from (select ${areaColumns} from metering_grid_area where id = point.metering_grid_area_id) as area)`;
const pointOfUnit = `(select row_to_json(shown_point) from (select ${pointColumns}, ${areaOfPoint} as metering_grid_area
  from accounting_point as point where id = item.accounting_point_id) as shown_point) as accounting_point`;
const resourcesOfUnit = `(select coalesce(json_agg(row_to_json(resource)), '[]') from (select ${resourceColumns}
  from technical_resource where controllable_unit_id = item.id order by id) as resource) as technical_resource`;
const embedded = `${unitColumns}, ${pointOfUnit}, ${resourcesOfUnit}`;

// The conditions stand outside of the unions: within, they would keep PostgreSQL from merging by the indexes.
const unitsAsOf = `(select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration,
    maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status,
    grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by, null::timestamptz as replaced_at
  from controllable_unit
  union all
  select controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration,
    maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status,
    grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by, replaced_at
  from controllable_unit_history)`;
const recordedThen = 'recorded_at <= $2 and (replaced_at is null or replaced_at > $2)';
const pointAsOf = `(select row_to_json(shown_point) from (select ${pointColumns} from (
    select ${pointColumns}, null::timestamptz as replaced_at from accounting_point
    union all
    select accounting_point_id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id,
      energy_supplier_id, balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at
    from accounting_point_history) as version
    where id = item.accounting_point_id and ${recordedThen} limit 1) as shown_point) as accounting_point`;

/** How units get other names: where they and their names are from. */
interface Renaming {
  /** Further queries that the statement begins with. */
  readonly with: string;
  /** Which units. */
  readonly old: string;
  /** What gives each of them, as `old`, its name. */
  readonly join: string;
  readonly name: string;
  readonly who: string;
}

/** The statement that gives units other names, with their versions and events. */
export function rename({ with: first, old, join, name, who }: Renaming): string {
  return `with ${first} old as (
      select * from controllable_unit ${old} for no key update
    ), written as (
      update controllable_unit as item set name = ${name}, recorded_at = greatest(clock_timestamp(), old.recorded_at + interval '1 microsecond'),
        recorded_by = ${who}, row_version = nextval('controllable_unit_row_version_seq'), recorded_in = pg_current_xact_id()
      from old ${join} where item.id = old.id and ${name} <> old.name
      returning item.*
    ), recorded as (
      insert into controllable_unit_history (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction,
        maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id,
        grid_validation_status, grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by,
        replaced_at, replaced_by)
      select old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction,
        old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate,
        old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at,
        old.additional_information, old.recorded_at, old.recorded_by, written.recorded_at, written.recorded_by
      from old join written on written.id = old.id
    ), told as (
      insert into almanac.outbox (type, source, "time", recorded_by, updated_fields)
      select 'no.flexibility.controllable_unit.update', '/controllable_unit/' || id, recorded_at, recorded_by, array['name'] from written
    ), noted as (
      insert into almanac.notice_change (resource, field, value)
      select 'controllable_unit', 'id', id from written
    )
    select id, row_version as version, (select row_to_json(shown) from (select ${unitColumns}) as shown)::text as body
    from (select * from written union all select old.* from old ${join} where old.name = ${name}) as item`;
}

/** The statements of requests for one row or a page, by name. */
export const statements = {
  read: `select row_version as version, (select row_to_json(shown) from (select ${unitColumns}, ${links}) as shown)::text as body
    from controllable_unit as item where id = $1`,
  list: page(
    pointColumns,
    'select * from accounting_point where postal_code = $1 order by business_id desc, id limit 25',
  ),
  embed: page(embedded, 'select * from controllable_unit where id >= $1 order by id limit 25'),
  valid: page(
    `${unitColumns}, (select coalesce(json_agg(row_to_json(entry)), '[]') from (select ${entryColumns}
      from controllable_unit_service_provider where controllable_unit_id = item.id and valid_from <= $2
      and (valid_to is null or valid_to > $2) order by id) as entry) as service_provider`,
    'select * from controllable_unit where id >= $1 order by id limit 25',
  ),
  asOf: page(
    `${unitColumns}, ${pointAsOf}`,
    `select * from ${unitsAsOf} as version where id >= $1 and ${recordedThen} order by id limit 25`,
  ),
  offset: page(embedded, 'select * from controllable_unit order by id limit 25 offset $1::bigint'),
  keyset: page(embedded, 'select * from controllable_unit where id > $1 order by id limit 25'),
  count: `select page.*, (select count(*) from controllable_unit where status = $1) as total
    from (${page(unitColumns, 'select * from controllable_unit where status = $1 order by id limit 25')}) as page`,
  operator: page(
    unitColumns,
    `select * from controllable_unit as item where id >= $1 and exists (select from accounting_point
      where id = item.accounting_point_id and system_operator_id = $2) order by id limit 25`,
  ),
  owner: page(
    pointColumns,
    'select * from accounting_point where id >= $1 and system_operator_id = $2 order by id limit 25',
  ),
  neighbour: page(
    resourceColumns,
    `select * from technical_resource as item where id >= $1 and exists (select from controllable_unit as unit
      join accounting_point as point on point.id = unit.accounting_point_id
      where unit.id = item.controllable_unit_id and point.system_operator_id = $2) order by id limit 25`,
  ),
  provider: page(
    unitColumns,
    `select * from controllable_unit as item where id >= $1 and exists (select from controllable_unit_service_provider
      where controllable_unit_id = item.id and service_provider_id = $2 and valid_from <= now()
      and (valid_to is null or valid_to > now())) order by id limit 25`,
  ),
  either: page(
    unitColumns,
    `select * from controllable_unit as item where id >= $1 and (exists (select from accounting_point
      where id = item.accounting_point_id and system_operator_id = $2) or exists (select from controllable_unit_service_provider
      where controllable_unit_id = item.id and service_provider_id = $2 and valid_from is not null)) order by id limit 25`,
  ),
  lookup: `select (select row_to_json(shown) from (select id) as shown)::text as body from accounting_point where business_id = $1`,
  describe: `select (select row_to_json(shown) from (select name, status) as shown)::text as body from controllable_unit as item
    where id = $1 and exists (select from accounting_point where id = item.accounting_point_id and system_operator_id = $2)`,
  create: `with written as (
      insert into controllable_unit (name, regulation_direction, maximum_active_power, accounting_point_id, recorded_at, recorded_by,
        row_version, recorded_in)
      values ($1, $2, $3, $4, clock_timestamp(), $5, nextval('controllable_unit_row_version_seq'), pg_current_xact_id())
      returning *
    ), told as (
      insert into almanac.outbox (type, source, "time", recorded_by)
      select 'no.flexibility.controllable_unit.create', '/controllable_unit/' || id, recorded_at, recorded_by from written
    ), noted as (
      insert into almanac.notice_change (resource, field, value)
      select 'controllable_unit', 'id', id from written
    )
    select id, row_version as version, (select row_to_json(shown) from (select ${unitColumns}) as shown)::text as body from written`,
  update: rename({ with: '', old: 'where id = $1', join: '', name: '$2', who: '$3' }),
  acknowledge: `update notification set acknowledged = $2, recorded_at = greatest(clock_timestamp(), recorded_at + interval '1 microsecond'),
      recorded_by = $3, row_version = nextval('notification_row_version_seq'), recorded_in = pg_current_xact_id()
    where id = $1 and party_id = (select party_id from identity where id = $3)
    returning row_version as version, (select row_to_json(shown) from (select ${notificationColumns}) as shown)::text as body`,
  provide: `select id, row_version as version, (select row_to_json(shown) from (select ${entryColumns}) as shown)::text as body
    from bench.provide($1::bigint, $2::bigint, $3::timestamptz, $4::bigint)`,
} as const;
