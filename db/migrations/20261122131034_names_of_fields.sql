-- 20261122131034_names_of_fields
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.accounting_point_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.accounting_point_history as version
      where version.accounting_point_id = new.id
    ));
    new.row_version := nextval('public.accounting_point_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of accounting_point never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.business_id, new.metering_grid_area_id, new.bidding_zone_id, new.system_operator_id, new.end_user_id, new.energy_supplier_id, new.balance_responsible_party_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city) then
      return old;
    end if;
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    if is_own then
      new.recorded_at := old.recorded_at;
      new.row_version := old.row_version;
    else
      if coalesce(current_setting('almanac.latest.accounting_point', true), '') <> '' then
        perform almanac.record_time((
          select latest.recorded_at from public.accounting_point as latest
          where latest.id = current_setting('almanac.latest.accounting_point')::bigint and latest.recorded_in <> pg_current_xact_id()
        ));
        perform set_config('almanac.latest.accounting_point', '', true);
      end if;
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.accounting_point_row_version_seq');
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.accounting_point_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'accounting_point', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.accounting_point.create', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.accounting_point_history
        (id, accounting_point_id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.business_id, new.metering_grid_area_id, new.bidding_zone_id, new.system_operator_id, new.end_user_id, new.energy_supplier_id, new.balance_responsible_party_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.accounting_point.update', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
        case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
        case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
        case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
        case when new.energy_supplier_id is distinct from old.energy_supplier_id then 'energy_supplier_id' end,
        case when new.balance_responsible_party_id is distinct from old.balance_responsible_party_id then 'balance_responsible_party_id' end,
        case when new.street_address is distinct from old.street_address then 'street_address' end,
        case when new.postal_code is distinct from old.postal_code then 'postal_code' end,
        case when new.city is distinct from old.city then 'city' end
      ], null));
    if (new.system_operator_id) is distinct from (old.system_operator_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('controllable_unit', 'accounting_point_id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.accounting_point_history
        (id, accounting_point_id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.accounting_point.delete', '/accounting_point/' || old.id, instant, identity);
  end if;
  return null;
end
$$;

create or replace function almanac.accounting_point_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.accounting_point as latest
    where latest.id = current_setting('almanac.latest.accounting_point')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.accounting_point', '', true);
  return old;
end
$$;

create or replace function almanac.bidding_zone_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.bidding_zone_history as version
      where version.bidding_zone_id = new.id
    ));
    new.row_version := nextval('public.bidding_zone_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of bidding_zone never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.business_id, new.code, new.name) is not distinct from (old.business_id, old.code, old.name) then
      return old;
    end if;
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    if is_own then
      new.recorded_at := old.recorded_at;
      new.row_version := old.row_version;
    else
      if coalesce(current_setting('almanac.latest.bidding_zone', true), '') <> '' then
        perform almanac.record_time((
          select latest.recorded_at from public.bidding_zone as latest
          where latest.id = current_setting('almanac.latest.bidding_zone')::bigint and latest.recorded_in <> pg_current_xact_id()
        ));
        perform set_config('almanac.latest.bidding_zone', '', true);
      end if;
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.bidding_zone_row_version_seq');
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.bidding_zone_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'bidding_zone', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.bidding_zone.create', '/bidding_zone/' || new.id, new.recorded_at, new.recorded_by);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.bidding_zone_history
        (id, bidding_zone_id, business_id, code, name, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.code, old.name, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.business_id, new.code, new.name) is not distinct from (old.business_id, old.code, old.name) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.bidding_zone.update', '/bidding_zone/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.code is distinct from old.code then 'code' end,
        case when new.name is distinct from old.name then 'name' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.bidding_zone_history
        (id, bidding_zone_id, business_id, code, name, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.code, old.name, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.bidding_zone.delete', '/bidding_zone/' || old.id, instant, identity);
  end if;
  return null;
end
$$;

create or replace function almanac.bidding_zone_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.bidding_zone as latest
    where latest.id = current_setting('almanac.latest.bidding_zone')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.bidding_zone', '', true);
  return old;
end
$$;

create or replace function almanac.controllable_unit_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.controllable_unit_history as version
      where version.controllable_unit_id = new.id
    ));
    new.row_version := nextval('public.controllable_unit_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of controllable_unit never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.additional_information) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('new', 'active'), ('new', 'inactive'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
        raise exception 'status of controllable_unit does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'controllable_unit_status_transition_check';
      end if;
    end if;
    if new.grid_validation_status <> old.grid_validation_status then
      if (old.grid_validation_status, new.grid_validation_status) not in (('pending', 'in_progress'), ('in_progress', 'incomplete_information'), ('in_progress', 'validated'), ('in_progress', 'validation_failed'), ('incomplete_information', 'in_progress'), ('incomplete_information', 'validation_failed'), ('validated', 'in_progress'), ('validation_failed', 'in_progress')) then
        raise exception 'grid_validation_status of controllable_unit does not go from % to %', old.grid_validation_status, new.grid_validation_status
          using errcode = 'check_violation', constraint = 'controllable_unit_grid_validation_status_transition_check';
      end if;
    end if;
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    if is_own then
      new.recorded_at := old.recorded_at;
      new.row_version := old.row_version;
    else
      if coalesce(current_setting('almanac.latest.controllable_unit', true), '') <> '' then
        perform almanac.record_time((
          select latest.recorded_at from public.controllable_unit as latest
          where latest.id = current_setting('almanac.latest.controllable_unit')::bigint and latest.recorded_in <> pg_current_xact_id()
        ));
        perform set_config('almanac.latest.controllable_unit', '', true);
      end if;
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.controllable_unit_row_version_seq');
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.controllable_unit_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'controllable_unit', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.controllable_unit.create', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by);
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.controllable_unit_history
        (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.additional_information) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.controllable_unit.update', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.name is distinct from old.name then 'name' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.start_date is distinct from old.start_date then 'start_date' end,
        case when new.regulation_direction is distinct from old.regulation_direction then 'regulation_direction' end,
        case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
        case when ((new.maximum_active_power <= 50) is true) is distinct from ((old.maximum_active_power <= 50) is true) then 'is_small' end,
        case when new.minimum_duration is distinct from old.minimum_duration then 'minimum_duration' end,
        case when new.maximum_duration is distinct from old.maximum_duration then 'maximum_duration' end,
        case when new.recovery_duration is distinct from old.recovery_duration then 'recovery_duration' end,
        case when new.ramp_rate is distinct from old.ramp_rate then 'ramp_rate' end,
        case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
        case when new.grid_node_id is distinct from old.grid_node_id then 'grid_node_id' end,
        case when new.grid_validation_status is distinct from old.grid_validation_status then 'grid_validation_status' end,
        case when new.grid_validation_notes is distinct from old.grid_validation_notes then 'grid_validation_notes' end,
        case when new.validated_at is distinct from old.validated_at then 'validated_at' end,
        case when new.additional_information is distinct from old.additional_information then 'additional_information' end
      ], null));
    if (new.status, new.name, new.accounting_point_id, new.grid_validation_status, new.grid_validation_notes) is distinct from (old.status, old.name, old.accounting_point_id, old.grid_validation_status, old.grid_validation_notes) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('controllable_unit', 'id', new.id);
    end if;
    if (new.status, new.accounting_point_id) is distinct from (old.status, old.accounting_point_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('controllable_unit_service_provider', 'controllable_unit_id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.controllable_unit_history
        (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.controllable_unit.delete', '/controllable_unit/' || old.id, instant, identity);
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace function almanac.controllable_unit_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.controllable_unit as latest
    where latest.id = current_setting('almanac.latest.controllable_unit')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.controllable_unit', '', true);
  return old;
end
$$;

create or replace function almanac.controllable_unit_service_provider_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.controllable_unit_service_provider_history as version
      where version.controllable_unit_service_provider_id = new.id
    ));
    new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of controllable_unit_service_provider never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.controllable_unit_id, new.service_provider_id, new.contract_reference, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to) then
      return old;
    end if;
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    if is_own then
      new.recorded_at := old.recorded_at;
      new.row_version := old.row_version;
    else
      if coalesce(current_setting('almanac.latest.controllable_unit_service_provider', true), '') <> '' then
        perform almanac.record_time((
          select latest.recorded_at from public.controllable_unit_service_provider as latest
          where latest.id = current_setting('almanac.latest.controllable_unit_service_provider')::bigint and latest.recorded_in <> pg_current_xact_id()
        ));
        perform set_config('almanac.latest.controllable_unit_service_provider', '', true);
      end if;
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.controllable_unit_service_provider_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'controllable_unit_service_provider', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject)
    values
      ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', new.controllable_unit_id),
      ('controllable_unit_service_provider', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.controllable_unit_service_provider_history
        (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.controllable_unit_id, new.service_provider_id, new.contract_reference, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, subject, updated_fields)
      values
        ('no.flexibility.controllable_unit_service_provider.update', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
          case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
          case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
          case when new.contract_reference is distinct from old.contract_reference then 'contract_reference' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, subject)
      values
        ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, subject)
      values
        ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
    end if;
    if (new.controllable_unit_id, new.valid_from, new.valid_to, new.service_provider_id) is distinct from (old.controllable_unit_id, old.valid_from, old.valid_to, old.service_provider_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('controllable_unit', 'id', new.controllable_unit_id),
        ('controllable_unit_service_provider', 'id', new.id);
      if new.controllable_unit_id is distinct from old.controllable_unit_id then
        insert into almanac.notice_change (resource, field, value)
        values
          ('controllable_unit', 'id', old.controllable_unit_id);
      end if;
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.controllable_unit_service_provider_history
        (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, subject)
      values
        ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || old.id, instant, identity, '/controllable_unit/' || old.controllable_unit_id);
    end if;
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', old.controllable_unit_id),
      ('controllable_unit_service_provider', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace function almanac.controllable_unit_service_provider_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  of_batch bigint[] := '{}';
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of controllable_unit_service_provider begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of controllable_unit_service_provider ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'controllable_unit_service_provider_validity_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.controllable_unit as timeline where timeline.id = new.controllable_unit_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'controllable_unit_service_provider', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('controllable_unit_service_provider', array(
      select entry.id from public.controllable_unit_service_provider as entry
      where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.controllable_unit_service_provider as entry
  where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.controllable_unit_service_provider', true), '');
  if room is not null and exists (
    select from public.controllable_unit_service_provider as entry
    where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
    and entry.id <> all (room)
  ) then
    raise exception 'the writer may not change another entry of controllable_unit_service_provider within the interval'
      using errcode = 'ZA403', constraint = 'controllable_unit_service_provider_controllable_unit_id_excl';
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

  update public.controllable_unit_service_provider as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  return new;
end
$$;

create or replace function almanac.controllable_unit_suspension_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.controllable_unit_suspension_history as version
      where version.controllable_unit_suspension_id = new.id
    ));
    new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of controllable_unit_suspension never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('active', 'lifted')) then
        raise exception 'status of controllable_unit_suspension does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'controllable_unit_suspension_status_transition_check';
      end if;
    end if;
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    if is_own then
      new.recorded_at := old.recorded_at;
      new.row_version := old.row_version;
    else
      if coalesce(current_setting('almanac.latest.controllable_unit_suspension', true), '') <> '' then
        perform almanac.record_time((
          select latest.recorded_at from public.controllable_unit_suspension as latest
          where latest.id = current_setting('almanac.latest.controllable_unit_suspension')::bigint and latest.recorded_in <> pg_current_xact_id()
        ));
        perform set_config('almanac.latest.controllable_unit_suspension', '', true);
      end if;
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.controllable_unit_suspension_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'controllable_unit_suspension', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject)
    values
      ('no.flexibility.controllable_unit_suspension.create', '/controllable_unit_suspension/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit_suspension', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.controllable_unit_suspension_history
        (id, controllable_unit_suspension_id, controllable_unit_id, impacted_system_operator_id, reason, status, suspended_at, lifted_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject, updated_fields)
    values
      ('no.flexibility.controllable_unit_suspension.update', '/controllable_unit_suspension/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
        case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
        case when new.impacted_system_operator_id is distinct from old.impacted_system_operator_id then 'impacted_system_operator_id' end,
        case when new.reason is distinct from old.reason then 'reason' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.suspended_at is distinct from old.suspended_at then 'suspended_at' end,
        case when new.lifted_at is distinct from old.lifted_at then 'lifted_at' end,
        case when new.additional_information is distinct from old.additional_information then 'additional_information' end
      ], null));
    if (new.status, new.controllable_unit_id, new.reason, new.impacted_system_operator_id) is distinct from (old.status, old.controllable_unit_id, old.reason, old.impacted_system_operator_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('controllable_unit_suspension', 'id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.controllable_unit_suspension_history
        (id, controllable_unit_suspension_id, controllable_unit_id, impacted_system_operator_id, reason, status, suspended_at, lifted_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject)
    values
      ('no.flexibility.controllable_unit_suspension.delete', '/controllable_unit_suspension/' || old.id, instant, identity, '/controllable_unit/' || old.controllable_unit_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit_suspension', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace function almanac.controllable_unit_suspension_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.controllable_unit_suspension as latest
    where latest.id = current_setting('almanac.latest.controllable_unit_suspension')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.controllable_unit_suspension', '', true);
  return old;
end
$$;

create or replace function almanac.identity_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.identity_history as version
      where version.identity_id = new.id
    ));
    new.row_version := nextval('public.identity_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of identity never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.subject, new.name, new.party_id) is not distinct from (old.subject, old.name, old.party_id) then
      return old;
    end if;
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    if is_own then
      new.recorded_at := old.recorded_at;
      new.row_version := old.row_version;
    else
      if coalesce(current_setting('almanac.latest.identity', true), '') <> '' then
        perform almanac.record_time((
          select latest.recorded_at from public.identity as latest
          where latest.id = current_setting('almanac.latest.identity')::bigint and latest.recorded_in <> pg_current_xact_id()
        ));
        perform set_config('almanac.latest.identity', '', true);
      end if;
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.identity_row_version_seq');
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.identity_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'identity', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.identity.create', '/identity/' || new.id, new.recorded_at, new.recorded_by);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.identity_history
        (id, identity_id, subject, name, party_id, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.subject, old.name, old.party_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.subject, new.name, new.party_id) is not distinct from (old.subject, old.name, old.party_id) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.identity.update', '/identity/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.subject is distinct from old.subject then 'subject' end,
        case when new.name is distinct from old.name then 'name' end,
        case when new.party_id is distinct from old.party_id then 'party_id' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.identity_history
        (id, identity_id, subject, name, party_id, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.subject, old.name, old.party_id, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.identity.delete', '/identity/' || old.id, instant, identity);
  end if;
  return null;
end
$$;

create or replace function almanac.identity_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.identity as latest
    where latest.id = current_setting('almanac.latest.identity')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.identity', '', true);
  return old;
end
$$;

create or replace function almanac.metering_grid_area_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.metering_grid_area_history as version
      where version.metering_grid_area_id = new.id
    ));
    new.row_version := nextval('public.metering_grid_area_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.business_id, new.name, new.bidding_zone_id, new.system_operator_id) is not distinct from (old.business_id, old.name, old.bidding_zone_id, old.system_operator_id) then
      return old;
    end if;
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    if is_own then
      new.recorded_at := old.recorded_at;
      new.row_version := old.row_version;
    else
      if coalesce(current_setting('almanac.latest.metering_grid_area', true), '') <> '' then
        perform almanac.record_time((
          select latest.recorded_at from public.metering_grid_area as latest
          where latest.id = current_setting('almanac.latest.metering_grid_area')::bigint and latest.recorded_in <> pg_current_xact_id()
        ));
        perform set_config('almanac.latest.metering_grid_area', '', true);
      end if;
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.metering_grid_area_row_version_seq');
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.metering_grid_area_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'metering_grid_area', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.metering_grid_area.create', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.metering_grid_area_history
        (id, metering_grid_area_id, business_id, name, bidding_zone_id, system_operator_id, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.bidding_zone_id, old.system_operator_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.business_id, new.name, new.bidding_zone_id, new.system_operator_id) is not distinct from (old.business_id, old.name, old.bidding_zone_id, old.system_operator_id) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.metering_grid_area.update', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.name is distinct from old.name then 'name' end,
        case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
        case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.metering_grid_area_history
        (id, metering_grid_area_id, business_id, name, bidding_zone_id, system_operator_id, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.bidding_zone_id, old.system_operator_id, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.metering_grid_area.delete', '/metering_grid_area/' || old.id, instant, identity);
  end if;
  return null;
end
$$;

create or replace function almanac.metering_grid_area_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.metering_grid_area as latest
    where latest.id = current_setting('almanac.latest.metering_grid_area')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.metering_grid_area', '', true);
  return old;
end
$$;

create or replace function almanac.notice_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time(null);
    new.row_version := nextval('public.notice_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of notice never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.type, new.source, new.status, new.party_id, new.data, new.since) is not distinct from (old.type, old.source, old.status, old.party_id, old.data, old.since) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('active', 'resolved')) then
        raise exception 'status of notice does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'notice_status_transition_check';
      end if;
    end if;
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    if is_own then
      new.recorded_at := old.recorded_at;
      new.row_version := old.row_version;
    else
      if coalesce(current_setting('almanac.latest.notice', true), '') <> '' then
        perform almanac.record_time((
          select latest.recorded_at from public.notice as latest
          where latest.id = current_setting('almanac.latest.notice')::bigint and latest.recorded_in <> pg_current_xact_id()
        ));
        perform set_config('almanac.latest.notice', '', true);
      end if;
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.notice_row_version_seq');
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.notice_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'notice', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function almanac.notification_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time(null);
    new.row_version := nextval('public.notification_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of notification never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.acknowledged, new.event_id, new.party_id) is not distinct from (old.acknowledged, old.event_id, old.party_id) then
      return old;
    end if;
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    if is_own then
      new.recorded_at := old.recorded_at;
      new.row_version := old.row_version;
    else
      if coalesce(current_setting('almanac.latest.notification', true), '') <> '' then
        perform almanac.record_time((
          select latest.recorded_at from public.notification as latest
          where latest.id = current_setting('almanac.latest.notification')::bigint and latest.recorded_in <> pg_current_xact_id()
        ));
        perform set_config('almanac.latest.notification', '', true);
      end if;
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.notification_row_version_seq');
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.notification_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'notification', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function almanac.party_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.party_history as version
      where version.party_id = new.id
    ));
    new.row_version := nextval('public.party_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of party never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.name, new.business_id_type, new.business_id, new.type, new.status, new.email, new.website, new.additional_information) is not distinct from (old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('new', 'active'), ('new', 'inactive'), ('new', 'terminated'), ('active', 'suspended'), ('active', 'inactive'), ('active', 'terminated'), ('suspended', 'active'), ('suspended', 'inactive'), ('suspended', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
        raise exception 'status of party does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'party_status_transition_check';
      end if;
    end if;
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    if is_own then
      new.recorded_at := old.recorded_at;
      new.row_version := old.row_version;
    else
      if coalesce(current_setting('almanac.latest.party', true), '') <> '' then
        perform almanac.record_time((
          select latest.recorded_at from public.party as latest
          where latest.id = current_setting('almanac.latest.party')::bigint and latest.recorded_in <> pg_current_xact_id()
        ));
        perform set_config('almanac.latest.party', '', true);
      end if;
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.party_row_version_seq');
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.party_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'party', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.party.create', '/party/' || new.id, new.recorded_at, new.recorded_by);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.party_history
        (id, party_id, name, business_id_type, business_id, type, status, email, website, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.name, new.business_id_type, new.business_id, new.type, new.status, new.email, new.website, new.additional_information) is not distinct from (old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.party.update', '/party/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.name is distinct from old.name then 'name' end,
        case when new.business_id_type is distinct from old.business_id_type then 'business_id_type' end,
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.type is distinct from old.type then 'type' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.email is distinct from old.email then 'email' end,
        case when new.website is distinct from old.website then 'website' end,
        case when new.additional_information is distinct from old.additional_information then 'additional_information' end
      ], null));
    if (new.status) is distinct from (old.status) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('controllable_unit_service_provider', 'service_provider_id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.party_history
        (id, party_id, name, business_id_type, business_id, type, status, email, website, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.party.delete', '/party/' || old.id, instant, identity);
  end if;
  return null;
end
$$;

create or replace function almanac.party_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.party as latest
    where latest.id = current_setting('almanac.latest.party')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.party', '', true);
  return old;
end
$$;

create or replace function almanac.subscription_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time(null);
    new.row_version := nextval('public.subscription_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of subscription never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('active', 'dead'), ('dead', 'active')) then
        raise exception 'status of subscription does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'subscription_status_transition_check';
      end if;
    end if;
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    if is_own then
      new.recorded_at := old.recorded_at;
      new.row_version := old.row_version;
    else
      if coalesce(current_setting('almanac.latest.subscription', true), '') <> '' then
        perform almanac.record_time((
          select latest.recorded_at from public.subscription as latest
          where latest.id = current_setting('almanac.latest.subscription')::bigint and latest.recorded_in <> pg_current_xact_id()
        ));
        perform set_config('almanac.latest.subscription', '', true);
      end if;
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.subscription_row_version_seq');
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.subscription_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'subscription', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.subscription.create', '/subscription/' || new.id, new.recorded_at, new.recorded_by);
  elsif tg_op = 'UPDATE' then
    if new.row_version = old.row_version then
      if (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
        return null;
      end if;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.subscription.update', '/subscription/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.url is distinct from old.url then 'url' end,
        case when new.filter is distinct from old.filter then 'filter' end,
        case when new.secret is distinct from old.secret then 'secret' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.reason is distinct from old.reason then 'reason' end,
        case when new.created_by is distinct from old.created_by then 'created_by' end,
        case when new.role is distinct from old.role then 'role' end,
        case when new.claims is distinct from old.claims then 'claims' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.subscription.delete', '/subscription/' || old.id, instant, identity);
  end if;
  return null;
end
$$;

create or replace function almanac.subscription_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.subscription as latest
    where latest.id = current_setting('almanac.latest.subscription')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.subscription', '', true);
  return old;
end
$$;

create or replace function almanac.technical_resource_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.technical_resource_history as version
      where version.technical_resource_id = new.id
    ));
    new.row_version := nextval('public.technical_resource_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of technical_resource never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.controllable_unit_id, new.name, new.category, new.technology, new.maximum_active_power, new.make, new.model, new.serial_number, new.details, new.additional_information) is not distinct from (old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information) then
      return old;
    end if;
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    if is_own then
      new.recorded_at := old.recorded_at;
      new.row_version := old.row_version;
    else
      if coalesce(current_setting('almanac.latest.technical_resource', true), '') <> '' then
        perform almanac.record_time((
          select latest.recorded_at from public.technical_resource as latest
          where latest.id = current_setting('almanac.latest.technical_resource')::bigint and latest.recorded_in <> pg_current_xact_id()
        ));
        perform set_config('almanac.latest.technical_resource', '', true);
      end if;
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.technical_resource_row_version_seq');
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.technical_resource_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'technical_resource', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject)
    values
      ('no.flexibility.technical_resource.create', '/technical_resource/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.technical_resource_history
        (id, technical_resource_id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number, details, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.controllable_unit_id, new.name, new.category, new.technology, new.maximum_active_power, new.make, new.model, new.serial_number, new.details, new.additional_information) is not distinct from (old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject, updated_fields)
    values
      ('no.flexibility.technical_resource.update', '/technical_resource/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
        case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
        case when new.name is distinct from old.name then 'name' end,
        case when new.category is distinct from old.category then 'category' end,
        case when new.technology is distinct from old.technology then 'technology' end,
        case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
        case when new.make is distinct from old.make then 'make' end,
        case when new.model is distinct from old.model then 'model' end,
        case when new.serial_number is distinct from old.serial_number then 'serial_number' end,
        case when new.details is distinct from old.details then 'details' end,
        case when new.additional_information is distinct from old.additional_information then 'additional_information' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.technical_resource_history
        (id, technical_resource_id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number, details, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject)
    values
      ('no.flexibility.technical_resource.delete', '/technical_resource/' || old.id, instant, identity, '/controllable_unit/' || old.controllable_unit_id);
  end if;
  return null;
end
$$;

create or replace function almanac.technical_resource_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.technical_resource as latest
    where latest.id = current_setting('almanac.latest.technical_resource')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.technical_resource', '', true);
  return old;
end
$$;

-- To undo it:
--   create or replace function almanac.accounting_point_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time((
--         select max(replaced_at) - interval '1 microsecond' from public.accounting_point_history where accounting_point_id = new.id
--       ));
--       new.row_version := nextval('public.accounting_point_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of accounting_point never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.business_id, new.metering_grid_area_id, new.bidding_zone_id, new.system_operator_id, new.end_user_id, new.energy_supplier_id, new.balance_responsible_party_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.accounting_point', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.accounting_point as latest
--             where latest.id = current_setting('almanac.latest.accounting_point')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.accounting_point', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.accounting_point_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'accounting_point', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.accounting_point.create', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.accounting_point_history
--           (id, accounting_point_id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.business_id, new.metering_grid_area_id, new.bidding_zone_id, new.system_operator_id, new.end_user_id, new.energy_supplier_id, new.balance_responsible_party_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, updated_fields)
--       values
--         ('no.flexibility.accounting_point.update', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
--           case when new.business_id is distinct from old.business_id then 'business_id' end,
--           case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
--           case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
--           case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
--           case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
--           case when new.energy_supplier_id is distinct from old.energy_supplier_id then 'energy_supplier_id' end,
--           case when new.balance_responsible_party_id is distinct from old.balance_responsible_party_id then 'balance_responsible_party_id' end,
--           case when new.street_address is distinct from old.street_address then 'street_address' end,
--           case when new.postal_code is distinct from old.postal_code then 'postal_code' end,
--           case when new.city is distinct from old.city then 'city' end
--         ], null));
--       if (new.system_operator_id) is distinct from (old.system_operator_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('controllable_unit', 'accounting_point_id', new.id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.accounting_point_history
--           (id, accounting_point_id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.accounting_point.delete', '/accounting_point/' || old.id, instant, identity);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.accounting_point as latest
--       where latest.id = current_setting('almanac.latest.accounting_point')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.accounting_point', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.bidding_zone_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time((
--         select max(replaced_at) - interval '1 microsecond' from public.bidding_zone_history where bidding_zone_id = new.id
--       ));
--       new.row_version := nextval('public.bidding_zone_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of bidding_zone never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.business_id, new.code, new.name) is not distinct from (old.business_id, old.code, old.name) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.bidding_zone', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.bidding_zone as latest
--             where latest.id = current_setting('almanac.latest.bidding_zone')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.bidding_zone', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.bidding_zone_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.bidding_zone_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'bidding_zone', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.bidding_zone.create', '/bidding_zone/' || new.id, new.recorded_at, new.recorded_by);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.bidding_zone_history
--           (id, bidding_zone_id, business_id, code, name, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.code, old.name, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.business_id, new.code, new.name) is not distinct from (old.business_id, old.code, old.name) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, updated_fields)
--       values
--         ('no.flexibility.bidding_zone.update', '/bidding_zone/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
--           case when new.business_id is distinct from old.business_id then 'business_id' end,
--           case when new.code is distinct from old.code then 'code' end,
--           case when new.name is distinct from old.name then 'name' end
--         ], null));
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.bidding_zone_history
--           (id, bidding_zone_id, business_id, code, name, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.code, old.name, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.bidding_zone.delete', '/bidding_zone/' || old.id, instant, identity);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.bidding_zone_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.bidding_zone as latest
--       where latest.id = current_setting('almanac.latest.bidding_zone')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.bidding_zone', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time((
--         select max(replaced_at) - interval '1 microsecond' from public.controllable_unit_history where controllable_unit_id = new.id
--       ));
--       new.row_version := nextval('public.controllable_unit_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of controllable_unit never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.additional_information) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('new', 'active'), ('new', 'inactive'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
--           raise exception 'status of controllable_unit does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'controllable_unit_status_transition_check';
--         end if;
--       end if;
--       if new.grid_validation_status <> old.grid_validation_status then
--         if (old.grid_validation_status, new.grid_validation_status) not in (('pending', 'in_progress'), ('in_progress', 'incomplete_information'), ('in_progress', 'validated'), ('in_progress', 'validation_failed'), ('incomplete_information', 'in_progress'), ('incomplete_information', 'validation_failed'), ('validated', 'in_progress'), ('validation_failed', 'in_progress')) then
--           raise exception 'grid_validation_status of controllable_unit does not go from % to %', old.grid_validation_status, new.grid_validation_status
--             using errcode = 'check_violation', constraint = 'controllable_unit_grid_validation_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.controllable_unit', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.controllable_unit as latest
--             where latest.id = current_setting('almanac.latest.controllable_unit')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.controllable_unit', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.controllable_unit_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'controllable_unit', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.controllable_unit.create', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.controllable_unit_history
--           (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.additional_information) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, updated_fields)
--       values
--         ('no.flexibility.controllable_unit.update', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
--           case when new.business_id is distinct from old.business_id then 'business_id' end,
--           case when new.name is distinct from old.name then 'name' end,
--           case when new.status is distinct from old.status then 'status' end,
--           case when new.start_date is distinct from old.start_date then 'start_date' end,
--           case when new.regulation_direction is distinct from old.regulation_direction then 'regulation_direction' end,
--           case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
--           case when ((new.maximum_active_power <= 50) is true) is distinct from ((old.maximum_active_power <= 50) is true) then 'is_small' end,
--           case when new.minimum_duration is distinct from old.minimum_duration then 'minimum_duration' end,
--           case when new.maximum_duration is distinct from old.maximum_duration then 'maximum_duration' end,
--           case when new.recovery_duration is distinct from old.recovery_duration then 'recovery_duration' end,
--           case when new.ramp_rate is distinct from old.ramp_rate then 'ramp_rate' end,
--           case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--           case when new.grid_node_id is distinct from old.grid_node_id then 'grid_node_id' end,
--           case when new.grid_validation_status is distinct from old.grid_validation_status then 'grid_validation_status' end,
--           case when new.grid_validation_notes is distinct from old.grid_validation_notes then 'grid_validation_notes' end,
--           case when new.validated_at is distinct from old.validated_at then 'validated_at' end,
--           case when new.additional_information is distinct from old.additional_information then 'additional_information' end
--         ], null));
--       if (new.status, new.name, new.accounting_point_id, new.grid_validation_status, new.grid_validation_notes) is distinct from (old.status, old.name, old.accounting_point_id, old.grid_validation_status, old.grid_validation_notes) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('controllable_unit', 'id', new.id);
--       end if;
--       if (new.status, new.accounting_point_id) is distinct from (old.status, old.accounting_point_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('controllable_unit_service_provider', 'controllable_unit_id', new.id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.controllable_unit_history
--           (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.controllable_unit.delete', '/controllable_unit/' || old.id, instant, identity);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.controllable_unit as latest
--       where latest.id = current_setting('almanac.latest.controllable_unit')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.controllable_unit', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_service_provider_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time((
--         select max(replaced_at) - interval '1 microsecond' from public.controllable_unit_service_provider_history where controllable_unit_service_provider_id = new.id
--       ));
--       new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of controllable_unit_service_provider never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.controllable_unit_id, new.service_provider_id, new.contract_reference, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.controllable_unit_service_provider', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.controllable_unit_service_provider as latest
--             where latest.id = current_setting('almanac.latest.controllable_unit_service_provider')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.controllable_unit_service_provider', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_service_provider_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'controllable_unit_service_provider', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, subject)
--       values
--         ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', new.controllable_unit_id),
--         ('controllable_unit_service_provider', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.controllable_unit_service_provider_history
--           (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.controllable_unit_id, new.service_provider_id, new.contract_reference, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, subject, updated_fields)
--         values
--           ('no.flexibility.controllable_unit_service_provider.update', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
--             case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
--             case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--             case when new.contract_reference is distinct from old.contract_reference then 'contract_reference' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, subject)
--         values
--           ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, subject)
--         values
--           ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
--       end if;
--       if (new.controllable_unit_id, new.valid_from, new.valid_to, new.service_provider_id) is distinct from (old.controllable_unit_id, old.valid_from, old.valid_to, old.service_provider_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('controllable_unit', 'id', new.controllable_unit_id),
--           ('controllable_unit_service_provider', 'id', new.id);
--         if new.controllable_unit_id is distinct from old.controllable_unit_id then
--           insert into almanac.notice_change (resource, field, value)
--           values
--             ('controllable_unit', 'id', old.controllable_unit_id);
--         end if;
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.controllable_unit_service_provider_history
--           (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, subject)
--         values
--           ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || old.id, instant, identity, '/controllable_unit/' || old.controllable_unit_id);
--       end if;
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', old.controllable_unit_id),
--         ('controllable_unit_service_provider', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_service_provider_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     of_batch bigint[] := '{}';
--     overlapped bigint;
--     latest timestamptz;
--     room bigint[];
--   begin
--     if new.valid_from is null then
--       raise exception 'an entry of controllable_unit_service_provider begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
--     elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
--       raise exception 'an entry of controllable_unit_service_provider ends after it begins, and neither is infinity'
--         using errcode = 'check_violation', constraint = 'controllable_unit_service_provider_validity_check';
--     end if;
--
--     -- Writers of one timeline queue here; those of different timelines never meet.
--     perform from public.controllable_unit as timeline where timeline.id = new.controllable_unit_id for no key update;
--
--     if current_setting('almanac.batch', true) <> '' then
--       insert into almanac.batch_entry (recorded_in, resource, entry)
--       values (pg_current_xact_id(), 'controllable_unit_service_provider', new.id)
--       on conflict do nothing;
--       of_batch := almanac.placed_entries('controllable_unit_service_provider', array(
--         select entry.id from public.controllable_unit_service_provider as entry
--         where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       ));
--     end if;
--
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.controllable_unit_service_provider as entry
--     where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     if overlapped = 0 then
--       return new;
--     end if;
--
--     -- A writer who may not change all entries says which may make room.
--     room := nullif(current_setting('almanac.room.controllable_unit_service_provider', true), '');
--     if room is not null and exists (
--       select from public.controllable_unit_service_provider as entry
--       where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch)
--       and entry.id <> all (room)
--     ) then
--       raise exception 'the writer may not change another entry of controllable_unit_service_provider within the interval'
--         using errcode = 'ZA403', constraint = 'controllable_unit_service_provider_controllable_unit_id_excl';
--     end if;
--
--     -- One instant for all of them, later than each version that is replaced.
--     if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
--       latest := greatest(latest, old.recorded_at);
--     end if;
--     perform almanac.record_time(latest);
--
--     update public.controllable_unit_service_provider as entry
--     set
--       valid_from = case
--         when entry.valid_from < new.valid_from then entry.valid_from
--         when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
--       end,
--       valid_to = case
--         when entry.valid_from < new.valid_from then new.valid_from
--         when entry.valid_to > new.valid_to then entry.valid_to
--       end
--     where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_suspension_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time((
--         select max(replaced_at) - interval '1 microsecond' from public.controllable_unit_suspension_history where controllable_unit_suspension_id = new.id
--       ));
--       new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of controllable_unit_suspension never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('active', 'lifted')) then
--           raise exception 'status of controllable_unit_suspension does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'controllable_unit_suspension_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.controllable_unit_suspension', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.controllable_unit_suspension as latest
--             where latest.id = current_setting('almanac.latest.controllable_unit_suspension')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.controllable_unit_suspension', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_suspension_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'controllable_unit_suspension', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, subject)
--       values
--         ('no.flexibility.controllable_unit_suspension.create', '/controllable_unit_suspension/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit_suspension', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.controllable_unit_suspension_history
--           (id, controllable_unit_suspension_id, controllable_unit_id, impacted_system_operator_id, reason, status, suspended_at, lifted_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, subject, updated_fields)
--       values
--         ('no.flexibility.controllable_unit_suspension.update', '/controllable_unit_suspension/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
--           case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
--           case when new.impacted_system_operator_id is distinct from old.impacted_system_operator_id then 'impacted_system_operator_id' end,
--           case when new.reason is distinct from old.reason then 'reason' end,
--           case when new.status is distinct from old.status then 'status' end,
--           case when new.suspended_at is distinct from old.suspended_at then 'suspended_at' end,
--           case when new.lifted_at is distinct from old.lifted_at then 'lifted_at' end,
--           case when new.additional_information is distinct from old.additional_information then 'additional_information' end
--         ], null));
--       if (new.status, new.controllable_unit_id, new.reason, new.impacted_system_operator_id) is distinct from (old.status, old.controllable_unit_id, old.reason, old.impacted_system_operator_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('controllable_unit_suspension', 'id', new.id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.controllable_unit_suspension_history
--           (id, controllable_unit_suspension_id, controllable_unit_id, impacted_system_operator_id, reason, status, suspended_at, lifted_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, subject)
--       values
--         ('no.flexibility.controllable_unit_suspension.delete', '/controllable_unit_suspension/' || old.id, instant, identity, '/controllable_unit/' || old.controllable_unit_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit_suspension', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_suspension_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.controllable_unit_suspension as latest
--       where latest.id = current_setting('almanac.latest.controllable_unit_suspension')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.controllable_unit_suspension', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.identity_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time((
--         select max(replaced_at) - interval '1 microsecond' from public.identity_history where identity_id = new.id
--       ));
--       new.row_version := nextval('public.identity_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of identity never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.subject, new.name, new.party_id) is not distinct from (old.subject, old.name, old.party_id) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.identity', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.identity as latest
--             where latest.id = current_setting('almanac.latest.identity')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.identity', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.identity_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.identity_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'identity', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.identity.create', '/identity/' || new.id, new.recorded_at, new.recorded_by);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.identity_history
--           (id, identity_id, subject, name, party_id, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.subject, old.name, old.party_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.subject, new.name, new.party_id) is not distinct from (old.subject, old.name, old.party_id) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, updated_fields)
--       values
--         ('no.flexibility.identity.update', '/identity/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
--           case when new.subject is distinct from old.subject then 'subject' end,
--           case when new.name is distinct from old.name then 'name' end,
--           case when new.party_id is distinct from old.party_id then 'party_id' end
--         ], null));
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.identity_history
--           (id, identity_id, subject, name, party_id, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.subject, old.name, old.party_id, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.identity.delete', '/identity/' || old.id, instant, identity);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.identity_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.identity as latest
--       where latest.id = current_setting('almanac.latest.identity')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.identity', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time((
--         select max(replaced_at) - interval '1 microsecond' from public.metering_grid_area_history where metering_grid_area_id = new.id
--       ));
--       new.row_version := nextval('public.metering_grid_area_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.business_id, new.name, new.bidding_zone_id, new.system_operator_id) is not distinct from (old.business_id, old.name, old.bidding_zone_id, old.system_operator_id) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.metering_grid_area', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.metering_grid_area as latest
--             where latest.id = current_setting('almanac.latest.metering_grid_area')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.metering_grid_area', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.metering_grid_area_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'metering_grid_area', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.metering_grid_area.create', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.metering_grid_area_history
--           (id, metering_grid_area_id, business_id, name, bidding_zone_id, system_operator_id, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.bidding_zone_id, old.system_operator_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.business_id, new.name, new.bidding_zone_id, new.system_operator_id) is not distinct from (old.business_id, old.name, old.bidding_zone_id, old.system_operator_id) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, updated_fields)
--       values
--         ('no.flexibility.metering_grid_area.update', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
--           case when new.business_id is distinct from old.business_id then 'business_id' end,
--           case when new.name is distinct from old.name then 'name' end,
--           case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
--           case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end
--         ], null));
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.metering_grid_area_history
--           (id, metering_grid_area_id, business_id, name, bidding_zone_id, system_operator_id, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.bidding_zone_id, old.system_operator_id, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.metering_grid_area.delete', '/metering_grid_area/' || old.id, instant, identity);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.metering_grid_area as latest
--       where latest.id = current_setting('almanac.latest.metering_grid_area')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.metering_grid_area', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.notice_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time(null);
--       new.row_version := nextval('public.notice_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of notice never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.type, new.source, new.status, new.party_id, new.data, new.since) is not distinct from (old.type, old.source, old.status, old.party_id, old.data, old.since) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('active', 'resolved')) then
--           raise exception 'status of notice does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'notice_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.notice', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.notice as latest
--             where latest.id = current_setting('almanac.latest.notice')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.notice', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.notice_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.notice_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'notice', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.notification_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time(null);
--       new.row_version := nextval('public.notification_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of notification never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.acknowledged, new.event_id, new.party_id) is not distinct from (old.acknowledged, old.event_id, old.party_id) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.notification', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.notification as latest
--             where latest.id = current_setting('almanac.latest.notification')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.notification', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.notification_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.notification_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'notification', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.party_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time((
--         select max(replaced_at) - interval '1 microsecond' from public.party_history where party_id = new.id
--       ));
--       new.row_version := nextval('public.party_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of party never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.name, new.business_id_type, new.business_id, new.type, new.status, new.email, new.website, new.additional_information) is not distinct from (old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('new', 'active'), ('new', 'inactive'), ('new', 'terminated'), ('active', 'suspended'), ('active', 'inactive'), ('active', 'terminated'), ('suspended', 'active'), ('suspended', 'inactive'), ('suspended', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
--           raise exception 'status of party does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'party_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.party', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.party as latest
--             where latest.id = current_setting('almanac.latest.party')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.party', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.party_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.party_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'party', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.party.create', '/party/' || new.id, new.recorded_at, new.recorded_by);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.party_history
--           (id, party_id, name, business_id_type, business_id, type, status, email, website, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.name, new.business_id_type, new.business_id, new.type, new.status, new.email, new.website, new.additional_information) is not distinct from (old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, updated_fields)
--       values
--         ('no.flexibility.party.update', '/party/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
--           case when new.name is distinct from old.name then 'name' end,
--           case when new.business_id_type is distinct from old.business_id_type then 'business_id_type' end,
--           case when new.business_id is distinct from old.business_id then 'business_id' end,
--           case when new.type is distinct from old.type then 'type' end,
--           case when new.status is distinct from old.status then 'status' end,
--           case when new.email is distinct from old.email then 'email' end,
--           case when new.website is distinct from old.website then 'website' end,
--           case when new.additional_information is distinct from old.additional_information then 'additional_information' end
--         ], null));
--       if (new.status) is distinct from (old.status) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('controllable_unit_service_provider', 'service_provider_id', new.id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.party_history
--           (id, party_id, name, business_id_type, business_id, type, status, email, website, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.party.delete', '/party/' || old.id, instant, identity);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.party_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.party as latest
--       where latest.id = current_setting('almanac.latest.party')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.party', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.subscription_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time(null);
--       new.row_version := nextval('public.subscription_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of subscription never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('active', 'dead'), ('dead', 'active')) then
--           raise exception 'status of subscription does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'subscription_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.subscription', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.subscription as latest
--             where latest.id = current_setting('almanac.latest.subscription')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.subscription', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.subscription_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.subscription_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'subscription', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.subscription.create', '/subscription/' || new.id, new.recorded_at, new.recorded_by);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version = old.row_version then
--         if (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
--           return null;
--         end if;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, updated_fields)
--       values
--         ('no.flexibility.subscription.update', '/subscription/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
--           case when new.url is distinct from old.url then 'url' end,
--           case when new.filter is distinct from old.filter then 'filter' end,
--           case when new.secret is distinct from old.secret then 'secret' end,
--           case when new.status is distinct from old.status then 'status' end,
--           case when new.reason is distinct from old.reason then 'reason' end,
--           case when new.created_by is distinct from old.created_by then 'created_by' end,
--           case when new.role is distinct from old.role then 'role' end,
--           case when new.claims is distinct from old.claims then 'claims' end
--         ], null));
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       insert into almanac.outbox
--         (type, source, "time", recorded_by)
--       values
--         ('no.flexibility.subscription.delete', '/subscription/' || old.id, instant, identity);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.subscription_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.subscription as latest
--       where latest.id = current_setting('almanac.latest.subscription')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.subscription', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.technical_resource_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time((
--         select max(replaced_at) - interval '1 microsecond' from public.technical_resource_history where technical_resource_id = new.id
--       ));
--       new.row_version := nextval('public.technical_resource_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of technical_resource never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.controllable_unit_id, new.name, new.category, new.technology, new.maximum_active_power, new.make, new.model, new.serial_number, new.details, new.additional_information) is not distinct from (old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.technical_resource', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.technical_resource as latest
--             where latest.id = current_setting('almanac.latest.technical_resource')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.technical_resource', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.technical_resource_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.technical_resource_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'technical_resource', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, subject)
--       values
--         ('no.flexibility.technical_resource.create', '/technical_resource/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.technical_resource_history
--           (id, technical_resource_id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number, details, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.controllable_unit_id, new.name, new.category, new.technology, new.maximum_active_power, new.make, new.model, new.serial_number, new.details, new.additional_information) is not distinct from (old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, subject, updated_fields)
--       values
--         ('no.flexibility.technical_resource.update', '/technical_resource/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
--           case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
--           case when new.name is distinct from old.name then 'name' end,
--           case when new.category is distinct from old.category then 'category' end,
--           case when new.technology is distinct from old.technology then 'technology' end,
--           case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
--           case when new.make is distinct from old.make then 'make' end,
--           case when new.model is distinct from old.model then 'model' end,
--           case when new.serial_number is distinct from old.serial_number then 'serial_number' end,
--           case when new.details is distinct from old.details then 'details' end,
--           case when new.additional_information is distinct from old.additional_information then 'additional_information' end
--         ], null));
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.technical_resource_history
--           (id, technical_resource_id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number, details, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, subject)
--       values
--         ('no.flexibility.technical_resource.delete', '/technical_resource/' || old.id, instant, identity, '/controllable_unit/' || old.controllable_unit_id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.technical_resource_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.technical_resource as latest
--       where latest.id = current_setting('almanac.latest.technical_resource')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.technical_resource', '', true);
--     return old;
--   end
--   $$;
