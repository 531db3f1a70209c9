-- 20261122185120_acting_party
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.party() returns bigint
language sql stable
return nullif(current_setting('almanac.party', true), '')::bigint;

comment on function almanac.party() is 'The party that the token of the caller names: the setting almanac.party of the transaction. Null for the party of the identity, 0 for no party.';

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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.accounting_point.create', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
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
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.accounting_point.update', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.accounting_point.delete', '/accounting_point/' || old.id, instant, identity, almanac.party());
  end if;
  return null;
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.bidding_zone.create', '/bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
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
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.bidding_zone.update', '/bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.bidding_zone.delete', '/bidding_zone/' || old.id, instant, identity, almanac.party());
  end if;
  return null;
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.controllable_unit.create', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
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
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.controllable_unit.update', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.controllable_unit.delete', '/controllable_unit/' || old.id, instant, identity, almanac.party());
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', old.id);
  end if;
  return null;
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
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
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
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      values
        ('no.flexibility.controllable_unit_service_provider.update', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
          case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
          case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
          case when new.contract_reference is distinct from old.contract_reference then 'contract_reference' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
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
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || old.id, instant, identity, almanac.party(), '/controllable_unit/' || old.controllable_unit_id);
    end if;
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', old.controllable_unit_id),
      ('controllable_unit_service_provider', 'id', old.id);
  end if;
  return null;
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
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.controllable_unit_suspension.create', '/controllable_unit_suspension/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
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
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.controllable_unit_suspension.update', '/controllable_unit_suspension/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
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
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.controllable_unit_suspension.delete', '/controllable_unit_suspension/' || old.id, instant, identity, almanac.party(), '/controllable_unit/' || old.controllable_unit_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit_suspension', 'id', old.id);
  end if;
  return null;
end
$$;

alter table almanac.outbox add column acting_party bigint;
alter table public.event add column acting_party bigint;

create or replace function almanac.sequence_events(most integer, after bigint default 0) returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  given bigint;
  latest bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('almanac.event')) then
    return null;
  end if;
  with taken as (
    delete from almanac.outbox
    where ctid = any (array(
      select waiting.ctid from almanac.outbox as waiting where waiting.id > after order by waiting.id limit most
    ))
    returning *
  ), added as (
    insert into public.event (specversion, type, source, subject, "time", data, recorded_at, recorded_by, acting_party)
    select
      '1.0',
      taken.type,
      taken.source,
      taken.subject,
      taken."time",
      case when taken.updated_fields is not null then jsonb_build_object('updated_fields', taken.updated_fields) end,
      almanac.clock(),
      taken.recorded_by,
      taken.acting_party
    from taken
    order by taken.id
    returning id
  )
  select count(*), max(added.id) into given, latest from added;
  if given > 0 then
    perform pg_notify('almanac_event', latest::text);
  end if;
  return given;
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.identity.create', '/identity/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
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
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.identity.update', '/identity/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.identity.delete', '/identity/' || old.id, instant, identity, almanac.party());
  end if;
  return null;
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.metering_grid_area.create', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
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
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.metering_grid_area.update', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.metering_grid_area.delete', '/metering_grid_area/' || old.id, instant, identity, almanac.party());
  end if;
  return null;
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.party.create', '/party/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
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
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.party.update', '/party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.party.delete', '/party/' || old.id, instant, identity, almanac.party());
  end if;
  return null;
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.subscription.create', '/subscription/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
  elsif tg_op = 'UPDATE' then
    if new.row_version = old.row_version then
      if (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
        return null;
      end if;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.subscription.update', '/subscription/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
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
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.subscription.delete', '/subscription/' || old.id, instant, identity, almanac.party());
  end if;
  return null;
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
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.technical_resource.create', '/technical_resource/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
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
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.technical_resource.update', '/technical_resource/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
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
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.technical_resource.delete', '/technical_resource/' || old.id, instant, identity, almanac.party(), '/controllable_unit/' || old.controllable_unit_id);
  end if;
  return null;
end
$$;

-- To undo it:
--   alter table public.event drop column acting_party;
--   drop function almanac.party();
--
--   create or replace function almanac.accounting_point_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.bidding_zone_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.controllable_unit_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.controllable_unit_service_provider_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.controllable_unit_suspension_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   alter table almanac.outbox drop column acting_party;
--
--   create or replace function almanac.sequence_events(most integer, after bigint default 0) returns bigint
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set plan_cache_mode = force_custom_plan
--   as $$
--   declare
--     given bigint;
--     latest bigint;
--   begin
--     if not pg_try_advisory_xact_lock(hashtext('almanac.event')) then
--       return null;
--     end if;
--     with taken as (
--       delete from almanac.outbox
--       where ctid = any (array(
--         select waiting.ctid from almanac.outbox as waiting where waiting.id > after order by waiting.id limit most
--       ))
--       returning *
--     ), added as (
--       insert into public.event (specversion, type, source, subject, "time", data, recorded_at, recorded_by)
--       select
--         '1.0',
--         taken.type,
--         taken.source,
--         taken.subject,
--         taken."time",
--         case when taken.updated_fields is not null then jsonb_build_object('updated_fields', taken.updated_fields) end,
--         almanac.clock(),
--         taken.recorded_by
--       from taken
--       order by taken.id
--       returning id
--     )
--     select count(*), max(added.id) into given, latest from added;
--     if given > 0 then
--       perform pg_notify('almanac_event', latest::text);
--     end if;
--     return given;
--   end
--   $$;
--
--   create or replace function almanac.identity_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.metering_grid_area_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.party_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.subscription_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.technical_resource_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
