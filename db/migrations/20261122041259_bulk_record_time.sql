-- 20261122041259_bulk_record_time
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: the triggers and functions are those of this version of Almanac
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
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.accounting_point_history where accounting_point_id = new.id
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

create or replace function almanac.bidding_zone_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.bidding_zone_history where bidding_zone_id = new.id
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

create or replace function almanac.controllable_unit_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.controllable_unit_history where controllable_unit_id = new.id
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

create or replace function almanac.controllable_unit_service_provider_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.controllable_unit_service_provider_history where controllable_unit_service_provider_id = new.id
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

create or replace function almanac.controllable_unit_suspension_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.controllable_unit_suspension_history where controllable_unit_suspension_id = new.id
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

create or replace function almanac.identity_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.identity_history where identity_id = new.id
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

create or replace function almanac.metering_grid_area_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.metering_grid_area_history where metering_grid_area_id = new.id
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

create or replace function almanac.notice_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
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

create or replace function almanac.notification_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
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

create or replace function almanac.party_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.party_history where party_id = new.id
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

create or replace function almanac.subscription_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
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

create or replace function almanac.technical_resource_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.technical_resource_history where technical_resource_id = new.id
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
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.technical_resource_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
