-- 20261123155127_ids_given_at_deletions
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on function almanac.raise_deleted(regclass, bigint) is 'Notes that deleted rows have ids up to this one: at once, also where the transaction fails.';

create or replace function almanac.accounting_point_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.accounting_point_history_deleted_seq') then
    perform almanac.raise_deleted('public.accounting_point_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.accounting_point', 'id')::regclass)));
  end if;
  insert into public.accounting_point_history
    (id, accounting_point_id, business_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.business_id, deleted.street_address, deleted.postal_code, deleted.city, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.accounting_point.delete', '/accounting_point/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  return null;
end
$$;

create or replace function almanac.accounting_point_balance_responsible_party_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_balance_responsible_party', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.accounting_point_balance_responsible_party_history_deleted_seq') then
    perform almanac.raise_deleted('public.accounting_point_balance_responsible_party_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.accounting_point_balance_responsible_party', 'id')::regclass)));
  end if;
  insert into public.accounting_point_balance_responsible_party_history
    (id, accounting_point_balance_responsible_party_id, accounting_point_id, balance_responsible_party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.accounting_point_id, deleted.balance_responsible_party_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.accounting_point_balance_responsible_party.delete', '/accounting_point_balance_responsible_party/' || deleted.id, instant, identity, almanac.party(), '/accounting_point/' || deleted.accounting_point_id
  from old_rows as deleted where deleted.valid_from is not null;
  return null;
end
$$;

create or replace function almanac.accounting_point_end_user_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_end_user', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.accounting_point_end_user_history_deleted_seq') then
    perform almanac.raise_deleted('public.accounting_point_end_user_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.accounting_point_end_user', 'id')::regclass)));
  end if;
  insert into public.accounting_point_end_user_history
    (id, accounting_point_end_user_id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.accounting_point_id, deleted.end_user_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.accounting_point_end_user.delete', '/accounting_point_end_user/' || deleted.id, instant, identity, almanac.party(), '/accounting_point/' || deleted.accounting_point_id
  from old_rows as deleted where deleted.valid_from is not null;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('accounting_point_end_user', 'id', deleted.id),
    ('accounting_point', 'id', deleted.accounting_point_id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.accounting_point_energy_supplier_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_energy_supplier', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.accounting_point_energy_supplier_history_deleted_seq') then
    perform almanac.raise_deleted('public.accounting_point_energy_supplier_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.accounting_point_energy_supplier', 'id')::regclass)));
  end if;
  insert into public.accounting_point_energy_supplier_history
    (id, accounting_point_energy_supplier_id, accounting_point_id, energy_supplier_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.accounting_point_id, deleted.energy_supplier_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.accounting_point_energy_supplier.delete', '/accounting_point_energy_supplier/' || deleted.id, instant, identity, almanac.party(), '/accounting_point/' || deleted.accounting_point_id
  from old_rows as deleted where deleted.valid_from is not null;
  return null;
end
$$;

create or replace function almanac.accounting_point_metering_grid_area_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_metering_grid_area', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.accounting_point_metering_grid_area_history_deleted_seq') then
    perform almanac.raise_deleted('public.accounting_point_metering_grid_area_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.accounting_point_metering_grid_area', 'id')::regclass)));
  end if;
  insert into public.accounting_point_metering_grid_area_history
    (id, accounting_point_metering_grid_area_id, accounting_point_id, metering_grid_area_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.accounting_point_id, deleted.metering_grid_area_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.accounting_point_metering_grid_area.delete', '/accounting_point_metering_grid_area/' || deleted.id, instant, identity, almanac.party(), '/accounting_point/' || deleted.accounting_point_id
  from old_rows as deleted where deleted.valid_from is not null;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('accounting_point', 'id', deleted.accounting_point_id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.bidding_zone_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'bidding_zone', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.bidding_zone_history_deleted_seq') then
    perform almanac.raise_deleted('public.bidding_zone_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.bidding_zone', 'id')::regclass)));
  end if;
  insert into public.bidding_zone_history
    (id, bidding_zone_id, business_id, code, name, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.business_id, deleted.code, deleted.name, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.bidding_zone.delete', '/bidding_zone/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  return null;
end
$$;

create or replace function almanac.contract_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'contract', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.contract_history_deleted_seq') then
    perform almanac.raise_deleted('public.contract_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.contract', 'id')::regclass)));
  end if;
  insert into public.contract_history
    (id, contract_id, accounting_point_id, service_provider_id, end_user_id, status, signed_at, reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.accounting_point_id, deleted.service_provider_id, deleted.end_user_id, deleted.status, deleted.signed_at, deleted.reference, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.contract.delete', '/contract/' || deleted.id, instant, identity, almanac.party(), '/accounting_point/' || deleted.accounting_point_id
  from old_rows as deleted where deleted.valid_from is not null;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('accounting_point', 'id', deleted.accounting_point_id),
    ('contract', 'id', deleted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.controllable_unit_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.controllable_unit_history_deleted_seq') then
    perform almanac.raise_deleted('public.controllable_unit_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.controllable_unit', 'id')::regclass)));
  end if;
  insert into public.controllable_unit_history
    (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.business_id, deleted.name, deleted.status, deleted.start_date, deleted.regulation_direction, deleted.maximum_active_power, deleted.minimum_duration, deleted.maximum_duration, deleted.recovery_duration, deleted.ramp_rate, deleted.accounting_point_id, deleted.grid_node_id, deleted.grid_validation_status, deleted.grid_validation_notes, deleted.validated_at, deleted.validated_active_power, deleted.additional_information, deleted.created_by_party_id, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.controllable_unit.delete', '/controllable_unit/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('controllable_unit', 'id', deleted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.controllable_unit_service_provider_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit_service_provider', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.controllable_unit_service_provider_history_deleted_seq') then
    perform almanac.raise_deleted('public.controllable_unit_service_provider_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.controllable_unit_service_provider', 'id')::regclass)));
  end if;
  insert into public.controllable_unit_service_provider_history
    (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.controllable_unit_id, deleted.service_provider_id, deleted.accounting_point_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || deleted.id, instant, identity, almanac.party(), '/controllable_unit/' || deleted.controllable_unit_id
  from old_rows as deleted where deleted.valid_from is not null;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('controllable_unit', 'id', deleted.controllable_unit_id),
    ('controllable_unit_service_provider', 'id', deleted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.controllable_unit_suspension_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit_suspension', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.controllable_unit_suspension_history_deleted_seq') then
    perform almanac.raise_deleted('public.controllable_unit_suspension_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.controllable_unit_suspension', 'id')::regclass)));
  end if;
  insert into public.controllable_unit_suspension_history
    (id, controllable_unit_suspension_id, controllable_unit_id, impacted_system_operator_id, reason, status, suspended_at, lifted_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.controllable_unit_id, deleted.impacted_system_operator_id, deleted.reason, deleted.status, deleted.suspended_at, deleted.lifted_at, deleted.additional_information, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.controllable_unit_suspension.delete', '/controllable_unit_suspension/' || deleted.id, instant, identity, almanac.party(), '/controllable_unit/' || deleted.controllable_unit_id
  from old_rows as deleted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('controllable_unit_suspension', 'id', deleted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.identity_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'identity', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.identity_history_deleted_seq') then
    perform almanac.raise_deleted('public.identity_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.identity', 'id')::regclass)));
  end if;
  insert into public.identity_history
    (id, identity_id, subject, name, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.subject, deleted.name, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.identity.delete', '/identity/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  return null;
end
$$;

create or replace function almanac.metering_grid_area_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.metering_grid_area_history_deleted_seq') then
    perform almanac.raise_deleted('public.metering_grid_area_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.metering_grid_area', 'id')::regclass)));
  end if;
  insert into public.metering_grid_area_history
    (id, metering_grid_area_id, business_id, name, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.business_id, deleted.name, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.metering_grid_area.delete', '/metering_grid_area/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('metering_grid_area', 'id', deleted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.metering_grid_area_bidding_zone_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area_bidding_zone', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.metering_grid_area_bidding_zone_history_deleted_seq') then
    perform almanac.raise_deleted('public.metering_grid_area_bidding_zone_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.metering_grid_area_bidding_zone', 'id')::regclass)));
  end if;
  insert into public.metering_grid_area_bidding_zone_history
    (id, metering_grid_area_bidding_zone_id, metering_grid_area_id, bidding_zone_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.metering_grid_area_id, deleted.bidding_zone_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.metering_grid_area_bidding_zone.delete', '/metering_grid_area_bidding_zone/' || deleted.id, instant, identity, almanac.party(), '/metering_grid_area/' || deleted.metering_grid_area_id
  from old_rows as deleted where deleted.valid_from is not null;
  return null;
end
$$;

create or replace function almanac.metering_grid_area_system_operator_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area_system_operator', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.metering_grid_area_system_operator_history_deleted_seq') then
    perform almanac.raise_deleted('public.metering_grid_area_system_operator_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.metering_grid_area_system_operator', 'id')::regclass)));
  end if;
  insert into public.metering_grid_area_system_operator_history
    (id, metering_grid_area_system_operator_id, metering_grid_area_id, system_operator_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.metering_grid_area_id, deleted.system_operator_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.metering_grid_area_system_operator.delete', '/metering_grid_area_system_operator/' || deleted.id, instant, identity, almanac.party(), '/metering_grid_area/' || deleted.metering_grid_area_id
  from old_rows as deleted where deleted.valid_from is not null;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('metering_grid_area', 'id', deleted.metering_grid_area_id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.party_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'party', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.party_history_deleted_seq') then
    perform almanac.raise_deleted('public.party_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.party', 'id')::regclass)));
  end if;
  insert into public.party_history
    (id, party_id, name, business_id_type, business_id, type, status, email, website, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.name, deleted.business_id_type, deleted.business_id, deleted.type, deleted.status, deleted.email, deleted.website, deleted.additional_information, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.party.delete', '/party/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  return null;
end
$$;

create or replace function almanac.party_membership_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'party_membership', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.party_membership_history_deleted_seq') then
    perform almanac.raise_deleted('public.party_membership_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.party_membership', 'id')::regclass)));
  end if;
  insert into public.party_membership_history
    (id, party_membership_id, identity_id, party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.identity_id, deleted.party_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.party_membership.delete', '/party_membership/' || deleted.id, instant, identity, almanac.party(), '/party/' || deleted.party_id
  from old_rows as deleted where deleted.valid_from is not null;
  return null;
end
$$;

create or replace function almanac.product_type_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'product_type', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.product_type_history_deleted_seq') then
    perform almanac.raise_deleted('public.product_type_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.product_type', 'id')::regclass)));
  end if;
  insert into public.product_type_history
    (id, product_type_id, business_id, name, service, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.business_id, deleted.name, deleted.service, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.product_type.delete', '/product_type/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  return null;
end
$$;

create or replace function almanac.service_provider_product_application_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_provider_product_application', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.service_provider_product_application_history_deleted_seq') then
    perform almanac.raise_deleted('public.service_provider_product_application_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.service_provider_product_application', 'id')::regclass)));
  end if;
  insert into public.service_provider_product_application_history
    (id, service_provider_product_application_id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.service_provider_id, deleted.system_operator_id, deleted.product_type_id, deleted.status, deleted.notes, deleted.qualified_at, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.service_provider_product_application.delete', '/service_provider_product_application/' || deleted.id, instant, identity, almanac.party(), '/party/' || deleted.service_provider_id
  from old_rows as deleted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('service_provider_product_application', 'id', deleted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.service_providing_group_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.service_providing_group_history_deleted_seq') then
    perform almanac.raise_deleted('public.service_providing_group_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.service_providing_group', 'id')::regclass)));
  end if;
  insert into public.service_providing_group_history
    (id, service_providing_group_id, name, service_provider_id, bidding_zone_id, status, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.name, deleted.service_provider_id, deleted.bidding_zone_id, deleted.status, deleted.additional_information, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.service_providing_group.delete', '/service_providing_group/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  return null;
end
$$;

create or replace function almanac.service_providing_group_grid_prequalification_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_grid_prequalification', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.service_providing_group_grid_prequalification_hist_83b2543d_seq') then
    perform almanac.raise_deleted('public.service_providing_group_grid_prequalification_hist_83b2543d_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.service_providing_group_grid_prequalification', 'id')::regclass)));
  end if;
  insert into public.service_providing_group_grid_prequalification_history
    (id, service_providing_group_grid_prequalification_id, service_providing_group_id, impacted_system_operator_id, status, notes, prequalified_at, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.service_providing_group_id, deleted.impacted_system_operator_id, deleted.status, deleted.notes, deleted.prequalified_at, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.service_providing_group_grid_prequalification.delete', '/service_providing_group_grid_prequalification/' || deleted.id, instant, identity, almanac.party(), '/service_providing_group/' || deleted.service_providing_group_id
  from old_rows as deleted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('service_providing_group_grid_prequalification', 'id', deleted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.service_providing_group_membership_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_membership', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.service_providing_group_membership_history_deleted_seq') then
    perform almanac.raise_deleted('public.service_providing_group_membership_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.service_providing_group_membership', 'id')::regclass)));
  end if;
  insert into public.service_providing_group_membership_history
    (id, service_providing_group_membership_id, controllable_unit_id, service_providing_group_id, service_provider_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.controllable_unit_id, deleted.service_providing_group_id, deleted.service_provider_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.service_providing_group_membership.delete', '/service_providing_group_membership/' || deleted.id, instant, identity, almanac.party(), '/service_providing_group/' || deleted.service_providing_group_id
  from old_rows as deleted where deleted.valid_from is not null;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('service_providing_group_membership', 'id', deleted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.service_providing_group_product_application_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_product_application', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.service_providing_group_product_application_history_deleted_seq') then
    perform almanac.raise_deleted('public.service_providing_group_product_application_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.service_providing_group_product_application', 'id')::regclass)));
  end if;
  insert into public.service_providing_group_product_application_history
    (id, service_providing_group_product_application_id, service_providing_group_id, procuring_system_operator_id, product_type_id, maximum_active_power, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.service_providing_group_id, deleted.procuring_system_operator_id, deleted.product_type_id, deleted.maximum_active_power, deleted.status, deleted.notes, deleted.qualified_at, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.service_providing_group_product_application.delete', '/service_providing_group_product_application/' || deleted.id, instant, identity, almanac.party(), '/service_providing_group/' || deleted.service_providing_group_id
  from old_rows as deleted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('service_providing_group_product_application', 'id', deleted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.system_operator_product_type_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'system_operator_product_type', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.system_operator_product_type_history_deleted_seq') then
    perform almanac.raise_deleted('public.system_operator_product_type_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.system_operator_product_type', 'id')::regclass)));
  end if;
  insert into public.system_operator_product_type_history
    (id, system_operator_product_type_id, system_operator_id, product_type_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.system_operator_id, deleted.product_type_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.system_operator_product_type.delete', '/system_operator_product_type/' || deleted.id, instant, identity, almanac.party(), '/party/' || deleted.system_operator_id
  from old_rows as deleted where deleted.valid_from is not null;
  return null;
end
$$;

create or replace function almanac.technical_resource_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'technical_resource', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.technical_resource_history_deleted_seq') then
    perform almanac.raise_deleted('public.technical_resource_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.technical_resource', 'id')::regclass)));
  end if;
  insert into public.technical_resource_history
    (id, technical_resource_id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number, details, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.controllable_unit_id, deleted.name, deleted.category, deleted.technology, deleted.maximum_active_power, deleted.make, deleted.model, deleted.serial_number, deleted.details, deleted.additional_information, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.technical_resource.delete', '/technical_resource/' || deleted.id, instant, identity, almanac.party(), '/controllable_unit/' || deleted.controllable_unit_id
  from old_rows as deleted;
  return null;
end
$$;

-- To undo it:
--   comment on function almanac.raise_deleted(regclass, bigint) is 'Raises the highest id of deleted rows at once, also where the transaction fails.';
--
--   create or replace function almanac.accounting_point_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.accounting_point_history_deleted_seq') then
--       perform almanac.raise_deleted('public.accounting_point_history_deleted_seq', highest);
--     end if;
--     insert into public.accounting_point_history
--       (id, accounting_point_id, business_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.business_id, deleted.street_address, deleted.postal_code, deleted.city, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.accounting_point.delete', '/accounting_point/' || deleted.id, instant, identity, almanac.party()
--     from old_rows as deleted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_balance_responsible_party_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point_balance_responsible_party', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.accounting_point_balance_responsible_party_history_deleted_seq') then
--       perform almanac.raise_deleted('public.accounting_point_balance_responsible_party_history_deleted_seq', highest);
--     end if;
--     insert into public.accounting_point_balance_responsible_party_history
--       (id, accounting_point_balance_responsible_party_id, accounting_point_id, balance_responsible_party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.accounting_point_id, deleted.balance_responsible_party_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.accounting_point_balance_responsible_party.delete', '/accounting_point_balance_responsible_party/' || deleted.id, instant, identity, almanac.party(), '/accounting_point/' || deleted.accounting_point_id
--     from old_rows as deleted where deleted.valid_from is not null;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_end_user_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point_end_user', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.accounting_point_end_user_history_deleted_seq') then
--       perform almanac.raise_deleted('public.accounting_point_end_user_history_deleted_seq', highest);
--     end if;
--     insert into public.accounting_point_end_user_history
--       (id, accounting_point_end_user_id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.accounting_point_id, deleted.end_user_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.accounting_point_end_user.delete', '/accounting_point_end_user/' || deleted.id, instant, identity, almanac.party(), '/accounting_point/' || deleted.accounting_point_id
--     from old_rows as deleted where deleted.valid_from is not null;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from old_rows as deleted cross join lateral (values
--       ('accounting_point_end_user', 'id', deleted.id),
--       ('accounting_point', 'id', deleted.accounting_point_id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_energy_supplier_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point_energy_supplier', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.accounting_point_energy_supplier_history_deleted_seq') then
--       perform almanac.raise_deleted('public.accounting_point_energy_supplier_history_deleted_seq', highest);
--     end if;
--     insert into public.accounting_point_energy_supplier_history
--       (id, accounting_point_energy_supplier_id, accounting_point_id, energy_supplier_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.accounting_point_id, deleted.energy_supplier_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.accounting_point_energy_supplier.delete', '/accounting_point_energy_supplier/' || deleted.id, instant, identity, almanac.party(), '/accounting_point/' || deleted.accounting_point_id
--     from old_rows as deleted where deleted.valid_from is not null;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_metering_grid_area_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point_metering_grid_area', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.accounting_point_metering_grid_area_history_deleted_seq') then
--       perform almanac.raise_deleted('public.accounting_point_metering_grid_area_history_deleted_seq', highest);
--     end if;
--     insert into public.accounting_point_metering_grid_area_history
--       (id, accounting_point_metering_grid_area_id, accounting_point_id, metering_grid_area_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.accounting_point_id, deleted.metering_grid_area_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.accounting_point_metering_grid_area.delete', '/accounting_point_metering_grid_area/' || deleted.id, instant, identity, almanac.party(), '/accounting_point/' || deleted.accounting_point_id
--     from old_rows as deleted where deleted.valid_from is not null;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from old_rows as deleted cross join lateral (values
--       ('accounting_point', 'id', deleted.accounting_point_id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.bidding_zone_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'bidding_zone', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.bidding_zone_history_deleted_seq') then
--       perform almanac.raise_deleted('public.bidding_zone_history_deleted_seq', highest);
--     end if;
--     insert into public.bidding_zone_history
--       (id, bidding_zone_id, business_id, code, name, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.business_id, deleted.code, deleted.name, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.bidding_zone.delete', '/bidding_zone/' || deleted.id, instant, identity, almanac.party()
--     from old_rows as deleted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.contract_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'contract', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.contract_history_deleted_seq') then
--       perform almanac.raise_deleted('public.contract_history_deleted_seq', highest);
--     end if;
--     insert into public.contract_history
--       (id, contract_id, accounting_point_id, service_provider_id, end_user_id, status, signed_at, reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.accounting_point_id, deleted.service_provider_id, deleted.end_user_id, deleted.status, deleted.signed_at, deleted.reference, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.contract.delete', '/contract/' || deleted.id, instant, identity, almanac.party(), '/accounting_point/' || deleted.accounting_point_id
--     from old_rows as deleted where deleted.valid_from is not null;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from old_rows as deleted cross join lateral (values
--       ('accounting_point', 'id', deleted.accounting_point_id),
--       ('contract', 'id', deleted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'controllable_unit', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.controllable_unit_history_deleted_seq') then
--       perform almanac.raise_deleted('public.controllable_unit_history_deleted_seq', highest);
--     end if;
--     insert into public.controllable_unit_history
--       (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.business_id, deleted.name, deleted.status, deleted.start_date, deleted.regulation_direction, deleted.maximum_active_power, deleted.minimum_duration, deleted.maximum_duration, deleted.recovery_duration, deleted.ramp_rate, deleted.accounting_point_id, deleted.grid_node_id, deleted.grid_validation_status, deleted.grid_validation_notes, deleted.validated_at, deleted.validated_active_power, deleted.additional_information, deleted.created_by_party_id, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.controllable_unit.delete', '/controllable_unit/' || deleted.id, instant, identity, almanac.party()
--     from old_rows as deleted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from old_rows as deleted cross join lateral (values
--       ('controllable_unit', 'id', deleted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_service_provider_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'controllable_unit_service_provider', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.controllable_unit_service_provider_history_deleted_seq') then
--       perform almanac.raise_deleted('public.controllable_unit_service_provider_history_deleted_seq', highest);
--     end if;
--     insert into public.controllable_unit_service_provider_history
--       (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.controllable_unit_id, deleted.service_provider_id, deleted.accounting_point_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || deleted.id, instant, identity, almanac.party(), '/controllable_unit/' || deleted.controllable_unit_id
--     from old_rows as deleted where deleted.valid_from is not null;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from old_rows as deleted cross join lateral (values
--       ('controllable_unit', 'id', deleted.controllable_unit_id),
--       ('controllable_unit_service_provider', 'id', deleted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_suspension_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'controllable_unit_suspension', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.controllable_unit_suspension_history_deleted_seq') then
--       perform almanac.raise_deleted('public.controllable_unit_suspension_history_deleted_seq', highest);
--     end if;
--     insert into public.controllable_unit_suspension_history
--       (id, controllable_unit_suspension_id, controllable_unit_id, impacted_system_operator_id, reason, status, suspended_at, lifted_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.controllable_unit_id, deleted.impacted_system_operator_id, deleted.reason, deleted.status, deleted.suspended_at, deleted.lifted_at, deleted.additional_information, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.controllable_unit_suspension.delete', '/controllable_unit_suspension/' || deleted.id, instant, identity, almanac.party(), '/controllable_unit/' || deleted.controllable_unit_id
--     from old_rows as deleted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from old_rows as deleted cross join lateral (values
--       ('controllable_unit_suspension', 'id', deleted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.identity_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'identity', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.identity_history_deleted_seq') then
--       perform almanac.raise_deleted('public.identity_history_deleted_seq', highest);
--     end if;
--     insert into public.identity_history
--       (id, identity_id, subject, name, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.subject, deleted.name, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.identity.delete', '/identity/' || deleted.id, instant, identity, almanac.party()
--     from old_rows as deleted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'metering_grid_area', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.metering_grid_area_history_deleted_seq') then
--       perform almanac.raise_deleted('public.metering_grid_area_history_deleted_seq', highest);
--     end if;
--     insert into public.metering_grid_area_history
--       (id, metering_grid_area_id, business_id, name, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.business_id, deleted.name, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.metering_grid_area.delete', '/metering_grid_area/' || deleted.id, instant, identity, almanac.party()
--     from old_rows as deleted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from old_rows as deleted cross join lateral (values
--       ('metering_grid_area', 'id', deleted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_bidding_zone_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'metering_grid_area_bidding_zone', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.metering_grid_area_bidding_zone_history_deleted_seq') then
--       perform almanac.raise_deleted('public.metering_grid_area_bidding_zone_history_deleted_seq', highest);
--     end if;
--     insert into public.metering_grid_area_bidding_zone_history
--       (id, metering_grid_area_bidding_zone_id, metering_grid_area_id, bidding_zone_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.metering_grid_area_id, deleted.bidding_zone_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.metering_grid_area_bidding_zone.delete', '/metering_grid_area_bidding_zone/' || deleted.id, instant, identity, almanac.party(), '/metering_grid_area/' || deleted.metering_grid_area_id
--     from old_rows as deleted where deleted.valid_from is not null;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_system_operator_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'metering_grid_area_system_operator', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.metering_grid_area_system_operator_history_deleted_seq') then
--       perform almanac.raise_deleted('public.metering_grid_area_system_operator_history_deleted_seq', highest);
--     end if;
--     insert into public.metering_grid_area_system_operator_history
--       (id, metering_grid_area_system_operator_id, metering_grid_area_id, system_operator_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.metering_grid_area_id, deleted.system_operator_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.metering_grid_area_system_operator.delete', '/metering_grid_area_system_operator/' || deleted.id, instant, identity, almanac.party(), '/metering_grid_area/' || deleted.metering_grid_area_id
--     from old_rows as deleted where deleted.valid_from is not null;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from old_rows as deleted cross join lateral (values
--       ('metering_grid_area', 'id', deleted.metering_grid_area_id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.party_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'party', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.party_history_deleted_seq') then
--       perform almanac.raise_deleted('public.party_history_deleted_seq', highest);
--     end if;
--     insert into public.party_history
--       (id, party_id, name, business_id_type, business_id, type, status, email, website, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.name, deleted.business_id_type, deleted.business_id, deleted.type, deleted.status, deleted.email, deleted.website, deleted.additional_information, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.party.delete', '/party/' || deleted.id, instant, identity, almanac.party()
--     from old_rows as deleted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.party_membership_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'party_membership', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.party_membership_history_deleted_seq') then
--       perform almanac.raise_deleted('public.party_membership_history_deleted_seq', highest);
--     end if;
--     insert into public.party_membership_history
--       (id, party_membership_id, identity_id, party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.identity_id, deleted.party_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.party_membership.delete', '/party_membership/' || deleted.id, instant, identity, almanac.party(), '/party/' || deleted.party_id
--     from old_rows as deleted where deleted.valid_from is not null;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.product_type_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'product_type', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.product_type_history_deleted_seq') then
--       perform almanac.raise_deleted('public.product_type_history_deleted_seq', highest);
--     end if;
--     insert into public.product_type_history
--       (id, product_type_id, business_id, name, service, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.business_id, deleted.name, deleted.service, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.product_type.delete', '/product_type/' || deleted.id, instant, identity, almanac.party()
--     from old_rows as deleted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.service_provider_product_application_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_provider_product_application', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.service_provider_product_application_history_deleted_seq') then
--       perform almanac.raise_deleted('public.service_provider_product_application_history_deleted_seq', highest);
--     end if;
--     insert into public.service_provider_product_application_history
--       (id, service_provider_product_application_id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.service_provider_id, deleted.system_operator_id, deleted.product_type_id, deleted.status, deleted.notes, deleted.qualified_at, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.service_provider_product_application.delete', '/service_provider_product_application/' || deleted.id, instant, identity, almanac.party(), '/party/' || deleted.service_provider_id
--     from old_rows as deleted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from old_rows as deleted cross join lateral (values
--       ('service_provider_product_application', 'id', deleted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_providing_group', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.service_providing_group_history_deleted_seq') then
--       perform almanac.raise_deleted('public.service_providing_group_history_deleted_seq', highest);
--     end if;
--     insert into public.service_providing_group_history
--       (id, service_providing_group_id, name, service_provider_id, bidding_zone_id, status, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.name, deleted.service_provider_id, deleted.bidding_zone_id, deleted.status, deleted.additional_information, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.service_providing_group.delete', '/service_providing_group/' || deleted.id, instant, identity, almanac.party()
--     from old_rows as deleted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_grid_prequalification_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_providing_group_grid_prequalification', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.service_providing_group_grid_prequalification_hist_83b2543d_seq') then
--       perform almanac.raise_deleted('public.service_providing_group_grid_prequalification_hist_83b2543d_seq', highest);
--     end if;
--     insert into public.service_providing_group_grid_prequalification_history
--       (id, service_providing_group_grid_prequalification_id, service_providing_group_id, impacted_system_operator_id, status, notes, prequalified_at, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.service_providing_group_id, deleted.impacted_system_operator_id, deleted.status, deleted.notes, deleted.prequalified_at, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.service_providing_group_grid_prequalification.delete', '/service_providing_group_grid_prequalification/' || deleted.id, instant, identity, almanac.party(), '/service_providing_group/' || deleted.service_providing_group_id
--     from old_rows as deleted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from old_rows as deleted cross join lateral (values
--       ('service_providing_group_grid_prequalification', 'id', deleted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_membership_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_providing_group_membership', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.service_providing_group_membership_history_deleted_seq') then
--       perform almanac.raise_deleted('public.service_providing_group_membership_history_deleted_seq', highest);
--     end if;
--     insert into public.service_providing_group_membership_history
--       (id, service_providing_group_membership_id, controllable_unit_id, service_providing_group_id, service_provider_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.controllable_unit_id, deleted.service_providing_group_id, deleted.service_provider_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.service_providing_group_membership.delete', '/service_providing_group_membership/' || deleted.id, instant, identity, almanac.party(), '/service_providing_group/' || deleted.service_providing_group_id
--     from old_rows as deleted where deleted.valid_from is not null;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from old_rows as deleted cross join lateral (values
--       ('service_providing_group_membership', 'id', deleted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_product_application_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_providing_group_product_application', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.service_providing_group_product_application_history_deleted_seq') then
--       perform almanac.raise_deleted('public.service_providing_group_product_application_history_deleted_seq', highest);
--     end if;
--     insert into public.service_providing_group_product_application_history
--       (id, service_providing_group_product_application_id, service_providing_group_id, procuring_system_operator_id, product_type_id, maximum_active_power, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.service_providing_group_id, deleted.procuring_system_operator_id, deleted.product_type_id, deleted.maximum_active_power, deleted.status, deleted.notes, deleted.qualified_at, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.service_providing_group_product_application.delete', '/service_providing_group_product_application/' || deleted.id, instant, identity, almanac.party(), '/service_providing_group/' || deleted.service_providing_group_id
--     from old_rows as deleted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from old_rows as deleted cross join lateral (values
--       ('service_providing_group_product_application', 'id', deleted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.system_operator_product_type_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'system_operator_product_type', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.system_operator_product_type_history_deleted_seq') then
--       perform almanac.raise_deleted('public.system_operator_product_type_history_deleted_seq', highest);
--     end if;
--     insert into public.system_operator_product_type_history
--       (id, system_operator_product_type_id, system_operator_id, product_type_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.system_operator_id, deleted.product_type_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.system_operator_product_type.delete', '/system_operator_product_type/' || deleted.id, instant, identity, almanac.party(), '/party/' || deleted.system_operator_id
--     from old_rows as deleted where deleted.valid_from is not null;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.technical_resource_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'technical_resource', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     if highest > pg_sequence_last_value('public.technical_resource_history_deleted_seq') then
--       perform almanac.raise_deleted('public.technical_resource_history_deleted_seq', highest);
--     end if;
--     insert into public.technical_resource_history
--       (id, technical_resource_id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number, details, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--     select
--       deleted.row_version, deleted.id, deleted.controllable_unit_id, deleted.name, deleted.category, deleted.technology, deleted.maximum_active_power, deleted.make, deleted.model, deleted.serial_number, deleted.details, deleted.additional_information, deleted.recorded_at, deleted.recorded_by, instant, identity
--     from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.technical_resource.delete', '/technical_resource/' || deleted.id, instant, identity, almanac.party(), '/controllable_unit/' || deleted.controllable_unit_id
--     from old_rows as deleted;
--     return null;
--   end
--   $$;
