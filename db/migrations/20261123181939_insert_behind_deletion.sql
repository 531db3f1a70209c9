-- 20261123181939_insert_behind_deletion
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.accounting_point_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.accounting_point_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.accounting_point_history as version on version.accounting_point_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.accounting_point.create', '/accounting_point/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.accounting_point_balance_responsible_party_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_balance_responsible_party', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.accounting_point_balance_responsible_party_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.accounting_point_balance_responsible_party_history as version on version.accounting_point_balance_responsible_party_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.accounting_point_balance_responsible_party.create', '/accounting_point_balance_responsible_party/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/accounting_point/' || inserted.accounting_point_id
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.accounting_point_end_user_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_end_user', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.accounting_point_end_user_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.accounting_point_end_user_history as version on version.accounting_point_end_user_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.accounting_point_end_user.create', '/accounting_point_end_user/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/accounting_point/' || inserted.accounting_point_id
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('accounting_point_end_user', 'id', inserted.id),
    ('accounting_point', 'id', inserted.accounting_point_id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.accounting_point_energy_supplier_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_energy_supplier', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.accounting_point_energy_supplier_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.accounting_point_energy_supplier_history as version on version.accounting_point_energy_supplier_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.accounting_point_energy_supplier.create', '/accounting_point_energy_supplier/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/accounting_point/' || inserted.accounting_point_id
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.accounting_point_metering_grid_area_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_metering_grid_area', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.accounting_point_metering_grid_area_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.accounting_point_metering_grid_area_history as version on version.accounting_point_metering_grid_area_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.accounting_point_metering_grid_area.create', '/accounting_point_metering_grid_area/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/accounting_point/' || inserted.accounting_point_id
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('accounting_point', 'id', inserted.accounting_point_id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.bidding_zone_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'bidding_zone', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.bidding_zone_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.bidding_zone_history as version on version.bidding_zone_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.bidding_zone.create', '/bidding_zone/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.contract_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'contract', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.contract_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.contract_history as version on version.contract_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.contract.create', '/contract/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/accounting_point/' || inserted.accounting_point_id
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('accounting_point', 'id', inserted.accounting_point_id),
    ('contract', 'id', inserted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.controllable_unit_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.controllable_unit_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.controllable_unit_history as version on version.controllable_unit_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.controllable_unit.create', '/controllable_unit/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('controllable_unit', 'id', inserted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.controllable_unit_service_provider_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit_service_provider', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.controllable_unit_service_provider_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.controllable_unit_service_provider_history as version on version.controllable_unit_service_provider_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/controllable_unit/' || inserted.controllable_unit_id
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('controllable_unit', 'id', inserted.controllable_unit_id),
    ('controllable_unit_service_provider', 'id', inserted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.controllable_unit_suspension_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit_suspension', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.controllable_unit_suspension_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.controllable_unit_suspension_history as version on version.controllable_unit_suspension_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.controllable_unit_suspension.create', '/controllable_unit_suspension/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/controllable_unit/' || inserted.controllable_unit_id
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('controllable_unit_suspension', 'id', inserted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.identity_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'identity', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.identity_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.identity_history as version on version.identity_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.identity.create', '/identity/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.metering_grid_area_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.metering_grid_area_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.metering_grid_area_history as version on version.metering_grid_area_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.metering_grid_area.create', '/metering_grid_area/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('metering_grid_area', 'id', inserted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.metering_grid_area_bidding_zone_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area_bidding_zone', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.metering_grid_area_bidding_zone_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.metering_grid_area_bidding_zone_history as version on version.metering_grid_area_bidding_zone_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.metering_grid_area_bidding_zone.create', '/metering_grid_area_bidding_zone/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/metering_grid_area/' || inserted.metering_grid_area_id
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.metering_grid_area_system_operator_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area_system_operator', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.metering_grid_area_system_operator_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.metering_grid_area_system_operator_history as version on version.metering_grid_area_system_operator_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.metering_grid_area_system_operator.create', '/metering_grid_area_system_operator/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/metering_grid_area/' || inserted.metering_grid_area_id
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('metering_grid_area', 'id', inserted.metering_grid_area_id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.party_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'party', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.party_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.party_history as version on version.party_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.party.create', '/party/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.party_membership_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'party_membership', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.party_membership_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.party_membership_history as version on version.party_membership_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.party_membership.create', '/party_membership/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/party/' || inserted.party_id
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.product_type_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'product_type', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.product_type_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.product_type_history as version on version.product_type_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.product_type.create', '/product_type/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.service_provider_product_application_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_provider_product_application', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.service_provider_product_application_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.service_provider_product_application_history as version on version.service_provider_product_application_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.service_provider_product_application.create', '/service_provider_product_application/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/party/' || inserted.service_provider_id
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('service_provider_product_application', 'id', inserted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.service_providing_group_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.service_providing_group_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.service_providing_group_history as version on version.service_providing_group_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.service_providing_group.create', '/service_providing_group/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.service_providing_group_grid_prequalification_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_grid_prequalification', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.service_providing_group_grid_prequalification_hist_83b2543d_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.service_providing_group_grid_prequalification_history as version on version.service_providing_group_grid_prequalification_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.service_providing_group_grid_prequalification.create', '/service_providing_group_grid_prequalification/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/service_providing_group/' || inserted.service_providing_group_id
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('service_providing_group_grid_prequalification', 'id', inserted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.service_providing_group_membership_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_membership', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.service_providing_group_membership_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.service_providing_group_membership_history as version on version.service_providing_group_membership_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.service_providing_group_membership.create', '/service_providing_group_membership/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/service_providing_group/' || inserted.service_providing_group_id
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('service_providing_group_membership', 'id', inserted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.service_providing_group_product_application_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_product_application', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.service_providing_group_product_application_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.service_providing_group_product_application_history as version on version.service_providing_group_product_application_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.service_providing_group_product_application.create', '/service_providing_group_product_application/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/service_providing_group/' || inserted.service_providing_group_id
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('service_providing_group_product_application', 'id', inserted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.system_operator_product_type_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'system_operator_product_type', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.system_operator_product_type_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.system_operator_product_type_history as version on version.system_operator_product_type_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.system_operator_product_type.create', '/system_operator_product_type/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/party/' || inserted.system_operator_id
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.technical_resource_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'technical_resource', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.technical_resource_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.technical_resource_history as version on version.technical_resource_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.technical_resource.create', '/technical_resource/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/controllable_unit/' || inserted.controllable_unit_id
  from new_rows as inserted;
  return null;
end
$$;

-- To undo it:
--   create or replace function almanac.accounting_point_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.accounting_point.create', '/accounting_point/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
--     from new_rows as inserted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_balance_responsible_party_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point_balance_responsible_party', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.accounting_point_balance_responsible_party.create', '/accounting_point_balance_responsible_party/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/accounting_point/' || inserted.accounting_point_id
--     from new_rows as inserted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_end_user_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point_end_user', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.accounting_point_end_user.create', '/accounting_point_end_user/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/accounting_point/' || inserted.accounting_point_id
--     from new_rows as inserted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from new_rows as inserted cross join lateral (values
--       ('accounting_point_end_user', 'id', inserted.id),
--       ('accounting_point', 'id', inserted.accounting_point_id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_energy_supplier_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point_energy_supplier', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.accounting_point_energy_supplier.create', '/accounting_point_energy_supplier/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/accounting_point/' || inserted.accounting_point_id
--     from new_rows as inserted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_metering_grid_area_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point_metering_grid_area', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.accounting_point_metering_grid_area.create', '/accounting_point_metering_grid_area/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/accounting_point/' || inserted.accounting_point_id
--     from new_rows as inserted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from new_rows as inserted cross join lateral (values
--       ('accounting_point', 'id', inserted.accounting_point_id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.bidding_zone_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'bidding_zone', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.bidding_zone.create', '/bidding_zone/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
--     from new_rows as inserted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.contract_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'contract', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.contract.create', '/contract/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/accounting_point/' || inserted.accounting_point_id
--     from new_rows as inserted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from new_rows as inserted cross join lateral (values
--       ('accounting_point', 'id', inserted.accounting_point_id),
--       ('contract', 'id', inserted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'controllable_unit', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.controllable_unit.create', '/controllable_unit/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
--     from new_rows as inserted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from new_rows as inserted cross join lateral (values
--       ('controllable_unit', 'id', inserted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_service_provider_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'controllable_unit_service_provider', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/controllable_unit/' || inserted.controllable_unit_id
--     from new_rows as inserted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from new_rows as inserted cross join lateral (values
--       ('controllable_unit', 'id', inserted.controllable_unit_id),
--       ('controllable_unit_service_provider', 'id', inserted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_suspension_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'controllable_unit_suspension', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.controllable_unit_suspension.create', '/controllable_unit_suspension/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/controllable_unit/' || inserted.controllable_unit_id
--     from new_rows as inserted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from new_rows as inserted cross join lateral (values
--       ('controllable_unit_suspension', 'id', inserted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.identity_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'identity', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.identity.create', '/identity/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
--     from new_rows as inserted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'metering_grid_area', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.metering_grid_area.create', '/metering_grid_area/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
--     from new_rows as inserted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from new_rows as inserted cross join lateral (values
--       ('metering_grid_area', 'id', inserted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_bidding_zone_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'metering_grid_area_bidding_zone', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.metering_grid_area_bidding_zone.create', '/metering_grid_area_bidding_zone/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/metering_grid_area/' || inserted.metering_grid_area_id
--     from new_rows as inserted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_system_operator_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'metering_grid_area_system_operator', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.metering_grid_area_system_operator.create', '/metering_grid_area_system_operator/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/metering_grid_area/' || inserted.metering_grid_area_id
--     from new_rows as inserted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from new_rows as inserted cross join lateral (values
--       ('metering_grid_area', 'id', inserted.metering_grid_area_id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.party_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'party', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.party.create', '/party/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
--     from new_rows as inserted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.party_membership_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'party_membership', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.party_membership.create', '/party_membership/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/party/' || inserted.party_id
--     from new_rows as inserted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.product_type_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'product_type', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.product_type.create', '/product_type/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
--     from new_rows as inserted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.service_provider_product_application_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_provider_product_application', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.service_provider_product_application.create', '/service_provider_product_application/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/party/' || inserted.service_provider_id
--     from new_rows as inserted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from new_rows as inserted cross join lateral (values
--       ('service_provider_product_application', 'id', inserted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_providing_group', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.service_providing_group.create', '/service_providing_group/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
--     from new_rows as inserted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_grid_prequalification_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_providing_group_grid_prequalification', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.service_providing_group_grid_prequalification.create', '/service_providing_group_grid_prequalification/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/service_providing_group/' || inserted.service_providing_group_id
--     from new_rows as inserted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from new_rows as inserted cross join lateral (values
--       ('service_providing_group_grid_prequalification', 'id', inserted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_membership_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_providing_group_membership', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.service_providing_group_membership.create', '/service_providing_group_membership/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/service_providing_group/' || inserted.service_providing_group_id
--     from new_rows as inserted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from new_rows as inserted cross join lateral (values
--       ('service_providing_group_membership', 'id', inserted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_product_application_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_providing_group_product_application', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.service_providing_group_product_application.create', '/service_providing_group_product_application/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/service_providing_group/' || inserted.service_providing_group_id
--     from new_rows as inserted;
--     insert into almanac.notice_change (resource, field, value)
--     select concern.* from new_rows as inserted cross join lateral (values
--       ('service_providing_group_product_application', 'id', inserted.id)
--     ) as concern (resource, field, value);
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.system_operator_product_type_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'system_operator_product_type', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.system_operator_product_type.create', '/system_operator_product_type/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/party/' || inserted.system_operator_id
--     from new_rows as inserted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.technical_resource_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'technical_resource', inserted.id, null from new_rows as inserted
--       on conflict do nothing;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject)
--     select
--       'no.flexibility.technical_resource.create', '/technical_resource/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/controllable_unit/' || inserted.controllable_unit_id
--     from new_rows as inserted;
--     return null;
--   end
--   $$;
