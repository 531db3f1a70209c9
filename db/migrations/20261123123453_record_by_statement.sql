-- 20261123123453_record_by_statement
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger record_delete on public.technical_resource;
drop trigger record_update on public.technical_resource;
drop trigger record_insert on public.technical_resource;
drop function almanac.technical_resource_record();
drop trigger record_delete on public.system_operator_product_type;
drop trigger record_update on public.system_operator_product_type;
drop trigger record_insert on public.system_operator_product_type;
drop function almanac.system_operator_product_type_record();
drop trigger record_delete on public.subscription;
drop trigger record_update on public.subscription;
drop trigger record_insert on public.subscription;
drop function almanac.subscription_record();
drop trigger record_delete on public.service_providing_group_product_application;
drop trigger record_update on public.service_providing_group_product_application;
drop trigger record_insert on public.service_providing_group_product_application;
drop function almanac.service_providing_group_product_application_record();
drop trigger record_delete on public.service_providing_group_membership;
drop trigger record_update on public.service_providing_group_membership;
drop trigger record_insert on public.service_providing_group_membership;
drop function almanac.service_providing_group_membership_record();
drop trigger record_delete on public.service_providing_group_grid_prequalification;
drop trigger record_update on public.service_providing_group_grid_prequalification;
drop trigger record_insert on public.service_providing_group_grid_prequalification;
drop function almanac.service_providing_group_grid_prequalification_record();
drop trigger record_delete on public.service_providing_group;
drop trigger record_update on public.service_providing_group;
drop trigger record_insert on public.service_providing_group;
drop function almanac.service_providing_group_record();
drop trigger record_delete on public.service_provider_product_application;
drop trigger record_update on public.service_provider_product_application;
drop trigger record_insert on public.service_provider_product_application;
drop function almanac.service_provider_product_application_record();
drop trigger record_delete on public.product_type;
drop trigger record_update on public.product_type;
drop trigger record_insert on public.product_type;
drop function almanac.product_type_record();
drop trigger record_delete on public.party_membership;
drop trigger record_update on public.party_membership;
drop trigger record_insert on public.party_membership;
drop function almanac.party_membership_record();
drop trigger record_delete on public.party;
drop trigger record_update on public.party;
drop trigger record_insert on public.party;
drop function almanac.party_record();
drop trigger record_delete on public.notification;
drop trigger record_update on public.notification;
drop trigger record_insert on public.notification;
drop function almanac.notification_record();
drop trigger record_delete on public.notice;
drop trigger record_update on public.notice;
drop trigger record_insert on public.notice;
drop function almanac.notice_record();
drop trigger record_delete on public.metering_grid_area_system_operator;
drop trigger record_update on public.metering_grid_area_system_operator;
drop trigger record_insert on public.metering_grid_area_system_operator;
drop function almanac.metering_grid_area_system_operator_record();
drop trigger record_delete on public.metering_grid_area_bidding_zone;
drop trigger record_update on public.metering_grid_area_bidding_zone;
drop trigger record_insert on public.metering_grid_area_bidding_zone;
drop function almanac.metering_grid_area_bidding_zone_record();
drop trigger record_delete on public.metering_grid_area;
drop trigger record_update on public.metering_grid_area;
drop trigger record_insert on public.metering_grid_area;
drop function almanac.metering_grid_area_record();
drop trigger record_delete on public.identity;
drop trigger record_update on public.identity;
drop trigger record_insert on public.identity;
drop function almanac.identity_record();
drop trigger record_delete on public.controllable_unit_suspension;
drop trigger record_update on public.controllable_unit_suspension;
drop trigger record_insert on public.controllable_unit_suspension;
drop function almanac.controllable_unit_suspension_record();
drop trigger record_delete on public.controllable_unit_service_provider;
drop trigger record_update on public.controllable_unit_service_provider;
drop trigger record_insert on public.controllable_unit_service_provider;
drop function almanac.controllable_unit_service_provider_record();
drop trigger record_delete on public.controllable_unit;
drop trigger record_update on public.controllable_unit;
drop trigger record_insert on public.controllable_unit;
drop function almanac.controllable_unit_record();
drop trigger record_delete on public.contract;
drop trigger record_update on public.contract;
drop trigger record_insert on public.contract;
drop function almanac.contract_record();
drop trigger record_delete on public.bidding_zone;
drop trigger record_update on public.bidding_zone;
drop trigger record_insert on public.bidding_zone;
drop function almanac.bidding_zone_record();
drop trigger record_delete on public.accounting_point_metering_grid_area;
drop trigger record_update on public.accounting_point_metering_grid_area;
drop trigger record_insert on public.accounting_point_metering_grid_area;
drop function almanac.accounting_point_metering_grid_area_record();
drop trigger record_delete on public.accounting_point_energy_supplier;
drop trigger record_update on public.accounting_point_energy_supplier;
drop trigger record_insert on public.accounting_point_energy_supplier;
drop function almanac.accounting_point_energy_supplier_record();
drop trigger record_delete on public.accounting_point_end_user;
drop trigger record_update on public.accounting_point_end_user;
drop trigger record_insert on public.accounting_point_end_user;
drop function almanac.accounting_point_end_user_record();
drop trigger record_delete on public.accounting_point_balance_responsible_party;
drop trigger record_update on public.accounting_point_balance_responsible_party;
drop trigger record_insert on public.accounting_point_balance_responsible_party;
drop function almanac.accounting_point_balance_responsible_party_record();
drop trigger record_delete on public.accounting_point;
drop trigger record_update on public.accounting_point;
drop trigger record_insert on public.accounting_point;
drop function almanac.accounting_point_record();

create or replace function almanac.accounting_point_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.accounting_point.create', '/accounting_point/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.accounting_point_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.accounting_point_history
      (id, accounting_point_id, business_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.business_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.business_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.street_address, old.postal_code, old.city) then
    return null;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, updated_fields)
  values
    ('no.flexibility.accounting_point.update', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
      case when new.business_id is distinct from old.business_id then 'business_id' end,
      case when new.street_address is distinct from old.street_address then 'street_address' end,
      case when new.postal_code is distinct from old.postal_code then 'postal_code' end,
      case when new.city is distinct from old.city then 'city' end
    ], null));
  return null;
end
$$;

create or replace function almanac.accounting_point_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.accounting_point
  referencing new table as new_rows
  for each statement execute function almanac.accounting_point_record_insert();

create or replace trigger record_update
  after update on public.accounting_point
  for each row when (old.* *<> new.*) execute function almanac.accounting_point_record_update();

create or replace trigger keep_record_delete
  after delete on public.accounting_point
  referencing old table as old_rows
  for each statement execute function almanac.accounting_point_record_delete();

create or replace function almanac.accounting_point_balance_responsible_party_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_balance_responsible_party', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.accounting_point_balance_responsible_party.create', '/accounting_point_balance_responsible_party/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/accounting_point/' || inserted.accounting_point_id
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.accounting_point_balance_responsible_party_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_balance_responsible_party', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.accounting_point_balance_responsible_party_history
      (id, accounting_point_balance_responsible_party_id, accounting_point_id, balance_responsible_party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.accounting_point_id, new.balance_responsible_party_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to) then
    return null;
  end if;
  if old.valid_from is not null and new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.accounting_point_balance_responsible_party.update', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
        case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
        case when new.balance_responsible_party_id is distinct from old.balance_responsible_party_id then 'balance_responsible_party_id' end,
        case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
        case when new.valid_to is distinct from old.valid_to then 'valid_to' end
      ], null));
  elsif new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.accounting_point_balance_responsible_party.create', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
  elsif old.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.accounting_point_balance_responsible_party.delete', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.accounting_point_balance_responsible_party
  referencing new table as new_rows
  for each statement execute function almanac.accounting_point_balance_responsible_party_record_insert();

create or replace trigger record_update
  after update on public.accounting_point_balance_responsible_party
  for each row when (old.* *<> new.*) execute function almanac.accounting_point_balance_responsible_party_record_update();

create or replace trigger keep_record_delete
  after delete on public.accounting_point_balance_responsible_party
  referencing old table as old_rows
  for each statement execute function almanac.accounting_point_balance_responsible_party_record_delete();

create or replace function almanac.accounting_point_end_user_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_end_user', inserted.id, null from new_rows as inserted
    on conflict do nothing;
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

create or replace function almanac.accounting_point_end_user_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_end_user', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.accounting_point_end_user_history
      (id, accounting_point_end_user_id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.accounting_point_id, new.end_user_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to) then
    return null;
  end if;
  if old.valid_from is not null and new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.accounting_point_end_user.update', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
        case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
        case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
        case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
        case when new.valid_to is distinct from old.valid_to then 'valid_to' end
      ], null));
  elsif new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.accounting_point_end_user.create', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
  elsif old.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.accounting_point_end_user.delete', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
  end if;
  if (new.valid_to, new.accounting_point_id, new.end_user_id, new.valid_from) is distinct from (old.valid_to, old.accounting_point_id, old.end_user_id, old.valid_from) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('accounting_point_end_user', 'id', new.id),
      ('accounting_point', 'id', new.accounting_point_id);
    if new.accounting_point_id is distinct from old.accounting_point_id then
      insert into almanac.notice_change (resource, field, value)
      values
        ('accounting_point', 'id', old.accounting_point_id);
    end if;
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.accounting_point_end_user
  referencing new table as new_rows
  for each statement execute function almanac.accounting_point_end_user_record_insert();

create or replace trigger record_update
  after update on public.accounting_point_end_user
  for each row when (old.* *<> new.*) execute function almanac.accounting_point_end_user_record_update();

create or replace trigger keep_record_delete
  after delete on public.accounting_point_end_user
  referencing old table as old_rows
  for each statement execute function almanac.accounting_point_end_user_record_delete();

create or replace function almanac.accounting_point_energy_supplier_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_energy_supplier', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.accounting_point_energy_supplier.create', '/accounting_point_energy_supplier/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/accounting_point/' || inserted.accounting_point_id
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.accounting_point_energy_supplier_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_energy_supplier', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.accounting_point_energy_supplier_history
      (id, accounting_point_energy_supplier_id, accounting_point_id, energy_supplier_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.accounting_point_id, new.energy_supplier_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to) then
    return null;
  end if;
  if old.valid_from is not null and new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.accounting_point_energy_supplier.update', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
        case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
        case when new.energy_supplier_id is distinct from old.energy_supplier_id then 'energy_supplier_id' end,
        case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
        case when new.valid_to is distinct from old.valid_to then 'valid_to' end
      ], null));
  elsif new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.accounting_point_energy_supplier.create', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
  elsif old.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.accounting_point_energy_supplier.delete', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.accounting_point_energy_supplier
  referencing new table as new_rows
  for each statement execute function almanac.accounting_point_energy_supplier_record_insert();

create or replace trigger record_update
  after update on public.accounting_point_energy_supplier
  for each row when (old.* *<> new.*) execute function almanac.accounting_point_energy_supplier_record_update();

create or replace trigger keep_record_delete
  after delete on public.accounting_point_energy_supplier
  referencing old table as old_rows
  for each statement execute function almanac.accounting_point_energy_supplier_record_delete();

create or replace function almanac.accounting_point_metering_grid_area_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_metering_grid_area', inserted.id, null from new_rows as inserted
    on conflict do nothing;
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

create or replace function almanac.accounting_point_metering_grid_area_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point_metering_grid_area', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.accounting_point_metering_grid_area_history
      (id, accounting_point_metering_grid_area_id, accounting_point_id, metering_grid_area_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
    return null;
  end if;
  if old.valid_from is not null and new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.accounting_point_metering_grid_area.update', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
        case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
        case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
        case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
        case when new.valid_to is distinct from old.valid_to then 'valid_to' end
      ], null));
  elsif new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.accounting_point_metering_grid_area.create', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
  elsif old.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.accounting_point_metering_grid_area.delete', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
  end if;
  if (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('accounting_point', 'id', new.accounting_point_id);
    if new.accounting_point_id is distinct from old.accounting_point_id then
      insert into almanac.notice_change (resource, field, value)
      values
        ('accounting_point', 'id', old.accounting_point_id);
    end if;
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.accounting_point_metering_grid_area
  referencing new table as new_rows
  for each statement execute function almanac.accounting_point_metering_grid_area_record_insert();

create or replace trigger record_update
  after update on public.accounting_point_metering_grid_area
  for each row when (old.* *<> new.*) execute function almanac.accounting_point_metering_grid_area_record_update();

create or replace trigger keep_record_delete
  after delete on public.accounting_point_metering_grid_area
  referencing old table as old_rows
  for each statement execute function almanac.accounting_point_metering_grid_area_record_delete();

create or replace function almanac.bidding_zone_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'bidding_zone', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.bidding_zone.create', '/bidding_zone/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.bidding_zone_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'bidding_zone', old.id, old::text
    on conflict do nothing;
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.bidding_zone
  referencing new table as new_rows
  for each statement execute function almanac.bidding_zone_record_insert();

create or replace trigger record_update
  after update on public.bidding_zone
  for each row when (old.* *<> new.*) execute function almanac.bidding_zone_record_update();

create or replace trigger keep_record_delete
  after delete on public.bidding_zone
  referencing old table as old_rows
  for each statement execute function almanac.bidding_zone_record_delete();

create or replace function almanac.contract_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'contract', inserted.id, null from new_rows as inserted
    on conflict do nothing;
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

create or replace function almanac.contract_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'contract', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.contract_history
      (id, contract_id, accounting_point_id, service_provider_id, end_user_id, status, signed_at, reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
    return null;
  end if;
  if old.valid_from is not null and new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.contract.update', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
        case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
        case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
        case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.signed_at is distinct from old.signed_at then 'signed_at' end,
        case when new.reference is distinct from old.reference then 'reference' end,
        case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
        case when new.valid_to is distinct from old.valid_to then 'valid_to' end
      ], null));
  elsif new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.contract.create', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
  elsif old.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.contract.delete', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
  end if;
  if (new.accounting_point_id, new.status, new.end_user_id, new.valid_from, new.valid_to, new.service_provider_id) is distinct from (old.accounting_point_id, old.status, old.end_user_id, old.valid_from, old.valid_to, old.service_provider_id) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('accounting_point', 'id', new.accounting_point_id);
    if new.accounting_point_id is distinct from old.accounting_point_id then
      insert into almanac.notice_change (resource, field, value)
      values
        ('accounting_point', 'id', old.accounting_point_id);
    end if;
  end if;
  if (new.valid_from, new.valid_to, new.accounting_point_id, new.end_user_id, new.service_provider_id) is distinct from (old.valid_from, old.valid_to, old.accounting_point_id, old.end_user_id, old.service_provider_id) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('contract', 'id', new.id);
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.contract
  referencing new table as new_rows
  for each statement execute function almanac.contract_record_insert();

create or replace trigger record_update
  after update on public.contract
  for each row when (old.* *<> new.*) execute function almanac.contract_record_update();

create or replace trigger keep_record_delete
  after delete on public.contract
  referencing old table as old_rows
  for each statement execute function almanac.contract_record_delete();

create or replace function almanac.controllable_unit_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit', inserted.id, null from new_rows as inserted
    on conflict do nothing;
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

create or replace function almanac.controllable_unit_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.controllable_unit_history
      (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
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
      case when new.validated_active_power is distinct from old.validated_active_power then 'validated_active_power' end,
      case when new.additional_information is distinct from old.additional_information then 'additional_information' end,
      case when new.created_by_party_id is distinct from old.created_by_party_id then 'created_by_party_id' end
    ], null));
  if (new.status, new.business_id, new.accounting_point_id, new.grid_validation_status) is distinct from (old.status, old.business_id, old.accounting_point_id, old.grid_validation_status) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', new.id);
  end if;
  if (new.status, new.accounting_point_id) is distinct from (old.status, old.accounting_point_id) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit_service_provider', 'controllable_unit_id', new.id);
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.controllable_unit
  referencing new table as new_rows
  for each statement execute function almanac.controllable_unit_record_insert();

create or replace trigger record_update
  after update on public.controllable_unit
  for each row when (old.* *<> new.*) execute function almanac.controllable_unit_record_update();

create or replace trigger keep_record_delete
  after delete on public.controllable_unit
  referencing old table as old_rows
  for each statement execute function almanac.controllable_unit_record_delete();

create or replace function almanac.controllable_unit_service_provider_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit_service_provider', inserted.id, null from new_rows as inserted
    on conflict do nothing;
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

create or replace function almanac.controllable_unit_service_provider_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit_service_provider', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.controllable_unit_service_provider_history
      (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
    return null;
  end if;
  if old.valid_from is not null and new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.controllable_unit_service_provider.update', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
        case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
        case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
        case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.controllable_unit_service_provider
  referencing new table as new_rows
  for each statement execute function almanac.controllable_unit_service_provider_record_insert();

create or replace trigger record_update
  after update on public.controllable_unit_service_provider
  for each row when (old.* *<> new.*) execute function almanac.controllable_unit_service_provider_record_update();

create or replace trigger keep_record_delete
  after delete on public.controllable_unit_service_provider
  referencing old table as old_rows
  for each statement execute function almanac.controllable_unit_service_provider_record_delete();

create or replace function almanac.controllable_unit_suspension_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit_suspension', inserted.id, null from new_rows as inserted
    on conflict do nothing;
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

create or replace function almanac.controllable_unit_suspension_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit_suspension', old.id, old::text
    on conflict do nothing;
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.controllable_unit_suspension
  referencing new table as new_rows
  for each statement execute function almanac.controllable_unit_suspension_record_insert();

create or replace trigger record_update
  after update on public.controllable_unit_suspension
  for each row when (old.* *<> new.*) execute function almanac.controllable_unit_suspension_record_update();

create or replace trigger keep_record_delete
  after delete on public.controllable_unit_suspension
  referencing old table as old_rows
  for each statement execute function almanac.controllable_unit_suspension_record_delete();

create or replace function almanac.identity_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'identity', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.identity.create', '/identity/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.identity_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'identity', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.identity_history
      (id, identity_id, subject, name, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.subject, old.name, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.subject, new.name) is not distinct from (old.subject, old.name) then
    return null;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, updated_fields)
  values
    ('no.flexibility.identity.update', '/identity/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
      case when new.subject is distinct from old.subject then 'subject' end,
      case when new.name is distinct from old.name then 'name' end
    ], null));
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.identity
  referencing new table as new_rows
  for each statement execute function almanac.identity_record_insert();

create or replace trigger record_update
  after update on public.identity
  for each row when (old.* *<> new.*) execute function almanac.identity_record_update();

create or replace trigger keep_record_delete
  after delete on public.identity
  referencing old table as old_rows
  for each statement execute function almanac.identity_record_delete();

create or replace function almanac.metering_grid_area_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area', inserted.id, null from new_rows as inserted
    on conflict do nothing;
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

create or replace function almanac.metering_grid_area_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.metering_grid_area_history
      (id, metering_grid_area_id, business_id, name, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.business_id, old.name, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.business_id, new.name) is not distinct from (old.business_id, old.name) then
    return null;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, updated_fields)
  values
    ('no.flexibility.metering_grid_area.update', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
      case when new.business_id is distinct from old.business_id then 'business_id' end,
      case when new.name is distinct from old.name then 'name' end
    ], null));
  if (new.name) is distinct from (old.name) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('metering_grid_area', 'id', new.id);
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.metering_grid_area
  referencing new table as new_rows
  for each statement execute function almanac.metering_grid_area_record_insert();

create or replace trigger record_update
  after update on public.metering_grid_area
  for each row when (old.* *<> new.*) execute function almanac.metering_grid_area_record_update();

create or replace trigger keep_record_delete
  after delete on public.metering_grid_area
  referencing old table as old_rows
  for each statement execute function almanac.metering_grid_area_record_delete();

create or replace function almanac.metering_grid_area_bidding_zone_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area_bidding_zone', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.metering_grid_area_bidding_zone.create', '/metering_grid_area_bidding_zone/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/metering_grid_area/' || inserted.metering_grid_area_id
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.metering_grid_area_bidding_zone_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area_bidding_zone', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.metering_grid_area_bidding_zone_history
      (id, metering_grid_area_bidding_zone_id, metering_grid_area_id, bidding_zone_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.metering_grid_area_id, new.bidding_zone_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to) then
    return null;
  end if;
  if old.valid_from is not null and new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.metering_grid_area_bidding_zone.update', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id, array_remove(array[
        case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
        case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
        case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
        case when new.valid_to is distinct from old.valid_to then 'valid_to' end
      ], null));
  elsif new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.metering_grid_area_bidding_zone.create', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
  elsif old.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.metering_grid_area_bidding_zone.delete', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.metering_grid_area_bidding_zone
  referencing new table as new_rows
  for each statement execute function almanac.metering_grid_area_bidding_zone_record_insert();

create or replace trigger record_update
  after update on public.metering_grid_area_bidding_zone
  for each row when (old.* *<> new.*) execute function almanac.metering_grid_area_bidding_zone_record_update();

create or replace trigger keep_record_delete
  after delete on public.metering_grid_area_bidding_zone
  referencing old table as old_rows
  for each statement execute function almanac.metering_grid_area_bidding_zone_record_delete();

create or replace function almanac.metering_grid_area_system_operator_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area_system_operator', inserted.id, null from new_rows as inserted
    on conflict do nothing;
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

create or replace function almanac.metering_grid_area_system_operator_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area_system_operator', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.metering_grid_area_system_operator_history
      (id, metering_grid_area_system_operator_id, metering_grid_area_id, system_operator_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
    return null;
  end if;
  if old.valid_from is not null and new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.metering_grid_area_system_operator.update', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id, array_remove(array[
        case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
        case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
        case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
        case when new.valid_to is distinct from old.valid_to then 'valid_to' end
      ], null));
  elsif new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.metering_grid_area_system_operator.create', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
  elsif old.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.metering_grid_area_system_operator.delete', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
  end if;
  if (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('metering_grid_area', 'id', new.metering_grid_area_id);
    if new.metering_grid_area_id is distinct from old.metering_grid_area_id then
      insert into almanac.notice_change (resource, field, value)
      values
        ('metering_grid_area', 'id', old.metering_grid_area_id);
    end if;
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.metering_grid_area_system_operator
  referencing new table as new_rows
  for each statement execute function almanac.metering_grid_area_system_operator_record_insert();

create or replace trigger record_update
  after update on public.metering_grid_area_system_operator
  for each row when (old.* *<> new.*) execute function almanac.metering_grid_area_system_operator_record_update();

create or replace trigger keep_record_delete
  after delete on public.metering_grid_area_system_operator
  referencing old table as old_rows
  for each statement execute function almanac.metering_grid_area_system_operator_record_delete();

create or replace function almanac.notice_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'notice', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function almanac.notice_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'notice', old.id, old::text
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function almanac.notice_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'notice', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace trigger keep_record_insert
  after insert on public.notice
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.notice_record_insert();

create or replace trigger record_update
  after update on public.notice
  for each row when (old.* *<> new.* and current_setting('almanac.effects', true) <> '')
  execute function almanac.notice_record_update();

create or replace trigger keep_record_delete
  after delete on public.notice
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.notice_record_delete();

create or replace function almanac.notification_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'notification', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function almanac.notification_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'notification', old.id, old::text
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function almanac.notification_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'notification', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace trigger keep_record_insert
  after insert on public.notification
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.notification_record_insert();

create or replace trigger record_update
  after update on public.notification
  for each row when (old.* *<> new.* and current_setting('almanac.effects', true) <> '')
  execute function almanac.notification_record_update();

create or replace trigger keep_record_delete
  after delete on public.notification
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.notification_record_delete();

create or replace function almanac.party_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'party', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.party.create', '/party/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.party_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'party', old.id, old::text
    on conflict do nothing;
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.party
  referencing new table as new_rows
  for each statement execute function almanac.party_record_insert();

create or replace trigger record_update
  after update on public.party
  for each row when (old.* *<> new.*) execute function almanac.party_record_update();

create or replace trigger keep_record_delete
  after delete on public.party
  referencing old table as old_rows
  for each statement execute function almanac.party_record_delete();

create or replace function almanac.party_membership_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'party_membership', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.party_membership.create', '/party_membership/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/party/' || inserted.party_id
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.party_membership_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'party_membership', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.party_membership_history
      (id, party_membership_id, identity_id, party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.identity_id, old.party_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.identity_id, new.party_id, new.valid_from, new.valid_to) is not distinct from (old.identity_id, old.party_id, old.valid_from, old.valid_to) then
    return null;
  end if;
  if old.valid_from is not null and new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.party_membership.update', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id, array_remove(array[
        case when new.identity_id is distinct from old.identity_id then 'identity_id' end,
        case when new.party_id is distinct from old.party_id then 'party_id' end,
        case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
        case when new.valid_to is distinct from old.valid_to then 'valid_to' end
      ], null));
  elsif new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.party_membership.create', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id);
  elsif old.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.party_membership.delete', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id);
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.party_membership
  referencing new table as new_rows
  for each statement execute function almanac.party_membership_record_insert();

create or replace trigger record_update
  after update on public.party_membership
  for each row when (old.* *<> new.*) execute function almanac.party_membership_record_update();

create or replace trigger keep_record_delete
  after delete on public.party_membership
  referencing old table as old_rows
  for each statement execute function almanac.party_membership_record_delete();

create or replace function almanac.product_type_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'product_type', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.product_type.create', '/product_type/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.product_type_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'product_type', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.product_type_history
      (id, product_type_id, business_id, name, service, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.business_id, old.name, old.service, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.business_id, new.name, new.service) is not distinct from (old.business_id, old.name, old.service) then
    return null;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, updated_fields)
  values
    ('no.flexibility.product_type.update', '/product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
      case when new.business_id is distinct from old.business_id then 'business_id' end,
      case when new.name is distinct from old.name then 'name' end,
      case when new.service is distinct from old.service then 'service' end
    ], null));
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.product_type
  referencing new table as new_rows
  for each statement execute function almanac.product_type_record_insert();

create or replace trigger record_update
  after update on public.product_type
  for each row when (old.* *<> new.*) execute function almanac.product_type_record_update();

create or replace trigger keep_record_delete
  after delete on public.product_type
  referencing old table as old_rows
  for each statement execute function almanac.product_type_record_delete();

create or replace function almanac.service_provider_product_application_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_provider_product_application', inserted.id, null from new_rows as inserted
    on conflict do nothing;
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

create or replace function almanac.service_provider_product_application_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_provider_product_application', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.service_provider_product_application_history
      (id, service_provider_product_application_id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
    return null;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject, updated_fields)
  values
    ('no.flexibility.service_provider_product_application.update', '/service_provider_product_application/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.service_provider_id, array_remove(array[
      case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
      case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
      case when new.product_type_id is distinct from old.product_type_id then 'product_type_id' end,
      case when new.status is distinct from old.status then 'status' end,
      case when new.notes is distinct from old.notes then 'notes' end,
      case when new.qualified_at is distinct from old.qualified_at then 'qualified_at' end
    ], null));
  if (new.status, new.service_provider_id, new.product_type_id, new.system_operator_id) is distinct from (old.status, old.service_provider_id, old.product_type_id, old.system_operator_id) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('service_provider_product_application', 'id', new.id);
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.service_provider_product_application
  referencing new table as new_rows
  for each statement execute function almanac.service_provider_product_application_record_insert();

create or replace trigger record_update
  after update on public.service_provider_product_application
  for each row when (old.* *<> new.*) execute function almanac.service_provider_product_application_record_update();

create or replace trigger keep_record_delete
  after delete on public.service_provider_product_application
  referencing old table as old_rows
  for each statement execute function almanac.service_provider_product_application_record_delete();

create or replace function almanac.service_providing_group_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.service_providing_group.create', '/service_providing_group/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.service_providing_group_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.service_providing_group_history
      (id, service_providing_group_id, name, service_provider_id, bidding_zone_id, status, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.name, new.service_provider_id, new.bidding_zone_id, new.status, new.additional_information) is not distinct from (old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information) then
    return null;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, updated_fields)
  values
    ('no.flexibility.service_providing_group.update', '/service_providing_group/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
      case when new.name is distinct from old.name then 'name' end,
      case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
      case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
      case when new.status is distinct from old.status then 'status' end,
      case when new.additional_information is distinct from old.additional_information then 'additional_information' end
    ], null));
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.service_providing_group
  referencing new table as new_rows
  for each statement execute function almanac.service_providing_group_record_insert();

create or replace trigger record_update
  after update on public.service_providing_group
  for each row when (old.* *<> new.*) execute function almanac.service_providing_group_record_update();

create or replace trigger keep_record_delete
  after delete on public.service_providing_group
  referencing old table as old_rows
  for each statement execute function almanac.service_providing_group_record_delete();

create or replace function almanac.service_providing_group_grid_prequalification_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_grid_prequalification', inserted.id, null from new_rows as inserted
    on conflict do nothing;
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

create or replace function almanac.service_providing_group_grid_prequalification_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_grid_prequalification', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.service_providing_group_grid_prequalification_history
      (id, service_providing_group_grid_prequalification_id, service_providing_group_id, impacted_system_operator_id, status, notes, prequalified_at, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
    return null;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject, updated_fields)
  values
    ('no.flexibility.service_providing_group_grid_prequalification.update', '/service_providing_group_grid_prequalification/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id, array_remove(array[
      case when new.service_providing_group_id is distinct from old.service_providing_group_id then 'service_providing_group_id' end,
      case when new.impacted_system_operator_id is distinct from old.impacted_system_operator_id then 'impacted_system_operator_id' end,
      case when new.status is distinct from old.status then 'status' end,
      case when new.notes is distinct from old.notes then 'notes' end,
      case when new.prequalified_at is distinct from old.prequalified_at then 'prequalified_at' end
    ], null));
  if (new.status, new.service_providing_group_id, new.impacted_system_operator_id) is distinct from (old.status, old.service_providing_group_id, old.impacted_system_operator_id) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('service_providing_group_grid_prequalification', 'id', new.id);
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.service_providing_group_grid_prequalification
  referencing new table as new_rows
  for each statement execute function almanac.service_providing_group_grid_prequalification_record_insert();

create or replace trigger record_update
  after update on public.service_providing_group_grid_prequalification
  for each row when (old.* *<> new.*) execute function almanac.service_providing_group_grid_prequalification_record_update();

create or replace trigger keep_record_delete
  after delete on public.service_providing_group_grid_prequalification
  referencing old table as old_rows
  for each statement execute function almanac.service_providing_group_grid_prequalification_record_delete();

create or replace function almanac.service_providing_group_membership_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_membership', inserted.id, null from new_rows as inserted
    on conflict do nothing;
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

create or replace function almanac.service_providing_group_membership_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_membership', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.service_providing_group_membership_history
      (id, service_providing_group_membership_id, controllable_unit_id, service_providing_group_id, service_provider_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
    return null;
  end if;
  if old.valid_from is not null and new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.service_providing_group_membership.update', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id, array_remove(array[
        case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
        case when new.service_providing_group_id is distinct from old.service_providing_group_id then 'service_providing_group_id' end,
        case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
        case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
        case when new.valid_to is distinct from old.valid_to then 'valid_to' end
      ], null));
  elsif new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.service_providing_group_membership.create', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
  elsif old.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.service_providing_group_membership.delete', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
  end if;
  if (new.valid_from, new.valid_to, new.controllable_unit_id, new.service_provider_id) is distinct from (old.valid_from, old.valid_to, old.controllable_unit_id, old.service_provider_id) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('service_providing_group_membership', 'id', new.id);
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.service_providing_group_membership
  referencing new table as new_rows
  for each statement execute function almanac.service_providing_group_membership_record_insert();

create or replace trigger record_update
  after update on public.service_providing_group_membership
  for each row when (old.* *<> new.*) execute function almanac.service_providing_group_membership_record_update();

create or replace trigger keep_record_delete
  after delete on public.service_providing_group_membership
  referencing old table as old_rows
  for each statement execute function almanac.service_providing_group_membership_record_delete();

create or replace function almanac.service_providing_group_product_application_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_product_application', inserted.id, null from new_rows as inserted
    on conflict do nothing;
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

create or replace function almanac.service_providing_group_product_application_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_product_application', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.service_providing_group_product_application_history
      (id, service_providing_group_product_application_id, service_providing_group_id, procuring_system_operator_id, product_type_id, maximum_active_power, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
    return null;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject, updated_fields)
  values
    ('no.flexibility.service_providing_group_product_application.update', '/service_providing_group_product_application/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id, array_remove(array[
      case when new.service_providing_group_id is distinct from old.service_providing_group_id then 'service_providing_group_id' end,
      case when new.procuring_system_operator_id is distinct from old.procuring_system_operator_id then 'procuring_system_operator_id' end,
      case when new.product_type_id is distinct from old.product_type_id then 'product_type_id' end,
      case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
      case when new.status is distinct from old.status then 'status' end,
      case when new.notes is distinct from old.notes then 'notes' end,
      case when new.qualified_at is distinct from old.qualified_at then 'qualified_at' end
    ], null));
  if (new.status, new.service_providing_group_id, new.product_type_id, new.procuring_system_operator_id) is distinct from (old.status, old.service_providing_group_id, old.product_type_id, old.procuring_system_operator_id) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('service_providing_group_product_application', 'id', new.id);
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.service_providing_group_product_application
  referencing new table as new_rows
  for each statement execute function almanac.service_providing_group_product_application_record_insert();

create or replace trigger record_update
  after update on public.service_providing_group_product_application
  for each row when (old.* *<> new.*) execute function almanac.service_providing_group_product_application_record_update();

create or replace trigger keep_record_delete
  after delete on public.service_providing_group_product_application
  referencing old table as old_rows
  for each statement execute function almanac.service_providing_group_product_application_record_delete();

create or replace function almanac.subscription_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'subscription', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.subscription.create', '/subscription/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.subscription_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'subscription', old.id, old::text
    on conflict do nothing;
  end if;
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
  return null;
end
$$;

create or replace function almanac.subscription_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'subscription', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.subscription.delete', '/subscription/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  return null;
end
$$;

create or replace trigger keep_record_insert
  after insert on public.subscription
  referencing new table as new_rows
  for each statement execute function almanac.subscription_record_insert();

create or replace trigger record_update
  after update on public.subscription
  for each row when (old.* *<> new.*) execute function almanac.subscription_record_update();

create or replace trigger keep_record_delete
  after delete on public.subscription
  referencing old table as old_rows
  for each statement execute function almanac.subscription_record_delete();

create or replace function almanac.system_operator_product_type_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'system_operator_product_type', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.system_operator_product_type.create', '/system_operator_product_type/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/party/' || inserted.system_operator_id
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.system_operator_product_type_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'system_operator_product_type', old.id, old::text
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.system_operator_product_type_history
      (id, system_operator_product_type_id, system_operator_id, product_type_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.system_operator_id, new.product_type_id, new.valid_from, new.valid_to) is not distinct from (old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to) then
    return null;
  end if;
  if old.valid_from is not null and new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.system_operator_product_type.update', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id, array_remove(array[
        case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
        case when new.product_type_id is distinct from old.product_type_id then 'product_type_id' end,
        case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
        case when new.valid_to is distinct from old.valid_to then 'valid_to' end
      ], null));
  elsif new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.system_operator_product_type.create', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id);
  elsif old.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.system_operator_product_type.delete', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id);
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.system_operator_product_type
  referencing new table as new_rows
  for each statement execute function almanac.system_operator_product_type_record_insert();

create or replace trigger record_update
  after update on public.system_operator_product_type
  for each row when (old.* *<> new.*) execute function almanac.system_operator_product_type_record_update();

create or replace trigger keep_record_delete
  after delete on public.system_operator_product_type
  referencing old table as old_rows
  for each statement execute function almanac.system_operator_product_type_record_delete();

create or replace function almanac.technical_resource_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'technical_resource', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'no.flexibility.technical_resource.create', '/technical_resource/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/controllable_unit/' || inserted.controllable_unit_id
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.technical_resource_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'technical_resource', old.id, old::text
    on conflict do nothing;
  end if;
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
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
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

create or replace trigger keep_record_insert
  after insert on public.technical_resource
  referencing new table as new_rows
  for each statement execute function almanac.technical_resource_record_insert();

create or replace trigger record_update
  after update on public.technical_resource
  for each row when (old.* *<> new.*) execute function almanac.technical_resource_record_update();

create or replace trigger keep_record_delete
  after delete on public.technical_resource
  referencing old table as old_rows
  for each statement execute function almanac.technical_resource_record_delete();

-- To undo it:
--   drop trigger keep_record_delete on public.technical_resource;
--   drop trigger record_update on public.technical_resource;
--   drop trigger keep_record_insert on public.technical_resource;
--   drop function almanac.technical_resource_record_delete();
--   drop function almanac.technical_resource_record_update();
--   drop function almanac.technical_resource_record_insert();
--   drop trigger keep_record_delete on public.system_operator_product_type;
--   drop trigger record_update on public.system_operator_product_type;
--   drop trigger keep_record_insert on public.system_operator_product_type;
--   drop function almanac.system_operator_product_type_record_delete();
--   drop function almanac.system_operator_product_type_record_update();
--   drop function almanac.system_operator_product_type_record_insert();
--   drop trigger keep_record_delete on public.subscription;
--   drop trigger record_update on public.subscription;
--   drop trigger keep_record_insert on public.subscription;
--   drop function almanac.subscription_record_delete();
--   drop function almanac.subscription_record_update();
--   drop function almanac.subscription_record_insert();
--   drop trigger keep_record_delete on public.service_providing_group_product_application;
--   drop trigger record_update on public.service_providing_group_product_application;
--   drop trigger keep_record_insert on public.service_providing_group_product_application;
--   drop function almanac.service_providing_group_product_application_record_delete();
--   drop function almanac.service_providing_group_product_application_record_update();
--   drop function almanac.service_providing_group_product_application_record_insert();
--   drop trigger keep_record_delete on public.service_providing_group_membership;
--   drop trigger record_update on public.service_providing_group_membership;
--   drop trigger keep_record_insert on public.service_providing_group_membership;
--   drop function almanac.service_providing_group_membership_record_delete();
--   drop function almanac.service_providing_group_membership_record_update();
--   drop function almanac.service_providing_group_membership_record_insert();
--   drop trigger keep_record_delete on public.service_providing_group_grid_prequalification;
--   drop trigger record_update on public.service_providing_group_grid_prequalification;
--   drop trigger keep_record_insert on public.service_providing_group_grid_prequalification;
--   drop function almanac.service_providing_group_grid_prequalification_record_delete();
--   drop function almanac.service_providing_group_grid_prequalification_record_update();
--   drop function almanac.service_providing_group_grid_prequalification_record_insert();
--   drop trigger keep_record_delete on public.service_providing_group;
--   drop trigger record_update on public.service_providing_group;
--   drop trigger keep_record_insert on public.service_providing_group;
--   drop function almanac.service_providing_group_record_delete();
--   drop function almanac.service_providing_group_record_update();
--   drop function almanac.service_providing_group_record_insert();
--   drop trigger keep_record_delete on public.service_provider_product_application;
--   drop trigger record_update on public.service_provider_product_application;
--   drop trigger keep_record_insert on public.service_provider_product_application;
--   drop function almanac.service_provider_product_application_record_delete();
--   drop function almanac.service_provider_product_application_record_update();
--   drop function almanac.service_provider_product_application_record_insert();
--   drop trigger keep_record_delete on public.product_type;
--   drop trigger record_update on public.product_type;
--   drop trigger keep_record_insert on public.product_type;
--   drop function almanac.product_type_record_delete();
--   drop function almanac.product_type_record_update();
--   drop function almanac.product_type_record_insert();
--   drop trigger keep_record_delete on public.party_membership;
--   drop trigger record_update on public.party_membership;
--   drop trigger keep_record_insert on public.party_membership;
--   drop function almanac.party_membership_record_delete();
--   drop function almanac.party_membership_record_update();
--   drop function almanac.party_membership_record_insert();
--   drop trigger keep_record_delete on public.party;
--   drop trigger record_update on public.party;
--   drop trigger keep_record_insert on public.party;
--   drop function almanac.party_record_delete();
--   drop function almanac.party_record_update();
--   drop function almanac.party_record_insert();
--   drop trigger keep_record_delete on public.notification;
--   drop trigger record_update on public.notification;
--   drop trigger keep_record_insert on public.notification;
--   drop function almanac.notification_record_delete();
--   drop function almanac.notification_record_update();
--   drop function almanac.notification_record_insert();
--   drop trigger keep_record_delete on public.notice;
--   drop trigger record_update on public.notice;
--   drop trigger keep_record_insert on public.notice;
--   drop function almanac.notice_record_delete();
--   drop function almanac.notice_record_update();
--   drop function almanac.notice_record_insert();
--   drop trigger keep_record_delete on public.metering_grid_area_system_operator;
--   drop trigger record_update on public.metering_grid_area_system_operator;
--   drop trigger keep_record_insert on public.metering_grid_area_system_operator;
--   drop function almanac.metering_grid_area_system_operator_record_delete();
--   drop function almanac.metering_grid_area_system_operator_record_update();
--   drop function almanac.metering_grid_area_system_operator_record_insert();
--   drop trigger keep_record_delete on public.metering_grid_area_bidding_zone;
--   drop trigger record_update on public.metering_grid_area_bidding_zone;
--   drop trigger keep_record_insert on public.metering_grid_area_bidding_zone;
--   drop function almanac.metering_grid_area_bidding_zone_record_delete();
--   drop function almanac.metering_grid_area_bidding_zone_record_update();
--   drop function almanac.metering_grid_area_bidding_zone_record_insert();
--   drop trigger keep_record_delete on public.metering_grid_area;
--   drop trigger record_update on public.metering_grid_area;
--   drop trigger keep_record_insert on public.metering_grid_area;
--   drop function almanac.metering_grid_area_record_delete();
--   drop function almanac.metering_grid_area_record_update();
--   drop function almanac.metering_grid_area_record_insert();
--   drop trigger keep_record_delete on public.identity;
--   drop trigger record_update on public.identity;
--   drop trigger keep_record_insert on public.identity;
--   drop function almanac.identity_record_delete();
--   drop function almanac.identity_record_update();
--   drop function almanac.identity_record_insert();
--   drop trigger keep_record_delete on public.controllable_unit_suspension;
--   drop trigger record_update on public.controllable_unit_suspension;
--   drop trigger keep_record_insert on public.controllable_unit_suspension;
--   drop function almanac.controllable_unit_suspension_record_delete();
--   drop function almanac.controllable_unit_suspension_record_update();
--   drop function almanac.controllable_unit_suspension_record_insert();
--   drop trigger keep_record_delete on public.controllable_unit_service_provider;
--   drop trigger record_update on public.controllable_unit_service_provider;
--   drop trigger keep_record_insert on public.controllable_unit_service_provider;
--   drop function almanac.controllable_unit_service_provider_record_delete();
--   drop function almanac.controllable_unit_service_provider_record_update();
--   drop function almanac.controllable_unit_service_provider_record_insert();
--   drop trigger keep_record_delete on public.controllable_unit;
--   drop trigger record_update on public.controllable_unit;
--   drop trigger keep_record_insert on public.controllable_unit;
--   drop function almanac.controllable_unit_record_delete();
--   drop function almanac.controllable_unit_record_update();
--   drop function almanac.controllable_unit_record_insert();
--   drop trigger keep_record_delete on public.contract;
--   drop trigger record_update on public.contract;
--   drop trigger keep_record_insert on public.contract;
--   drop function almanac.contract_record_delete();
--   drop function almanac.contract_record_update();
--   drop function almanac.contract_record_insert();
--   drop trigger keep_record_delete on public.bidding_zone;
--   drop trigger record_update on public.bidding_zone;
--   drop trigger keep_record_insert on public.bidding_zone;
--   drop function almanac.bidding_zone_record_delete();
--   drop function almanac.bidding_zone_record_update();
--   drop function almanac.bidding_zone_record_insert();
--   drop trigger keep_record_delete on public.accounting_point_metering_grid_area;
--   drop trigger record_update on public.accounting_point_metering_grid_area;
--   drop trigger keep_record_insert on public.accounting_point_metering_grid_area;
--   drop function almanac.accounting_point_metering_grid_area_record_delete();
--   drop function almanac.accounting_point_metering_grid_area_record_update();
--   drop function almanac.accounting_point_metering_grid_area_record_insert();
--   drop trigger keep_record_delete on public.accounting_point_energy_supplier;
--   drop trigger record_update on public.accounting_point_energy_supplier;
--   drop trigger keep_record_insert on public.accounting_point_energy_supplier;
--   drop function almanac.accounting_point_energy_supplier_record_delete();
--   drop function almanac.accounting_point_energy_supplier_record_update();
--   drop function almanac.accounting_point_energy_supplier_record_insert();
--   drop trigger keep_record_delete on public.accounting_point_end_user;
--   drop trigger record_update on public.accounting_point_end_user;
--   drop trigger keep_record_insert on public.accounting_point_end_user;
--   drop function almanac.accounting_point_end_user_record_delete();
--   drop function almanac.accounting_point_end_user_record_update();
--   drop function almanac.accounting_point_end_user_record_insert();
--   drop trigger keep_record_delete on public.accounting_point_balance_responsible_party;
--   drop trigger record_update on public.accounting_point_balance_responsible_party;
--   drop trigger keep_record_insert on public.accounting_point_balance_responsible_party;
--   drop function almanac.accounting_point_balance_responsible_party_record_delete();
--   drop function almanac.accounting_point_balance_responsible_party_record_update();
--   drop function almanac.accounting_point_balance_responsible_party_record_insert();
--   drop trigger keep_record_delete on public.accounting_point;
--   drop trigger record_update on public.accounting_point;
--   drop trigger keep_record_insert on public.accounting_point;
--   drop function almanac.accounting_point_record_delete();
--   drop function almanac.accounting_point_record_update();
--   drop function almanac.accounting_point_record_insert();
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
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.accounting_point.create', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.accounting_point_history
--           (id, accounting_point_id, business_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.business_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.street_address, old.postal_code, old.city) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.accounting_point.update', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--           case when new.business_id is distinct from old.business_id then 'business_id' end,
--           case when new.street_address is distinct from old.street_address then 'street_address' end,
--           case when new.postal_code is distinct from old.postal_code then 'postal_code' end,
--           case when new.city is distinct from old.city then 'city' end
--         ], null));
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.accounting_point_history
--           (id, accounting_point_id, business_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.accounting_point.delete', '/accounting_point/' || old.id, instant, identity, almanac.party());
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.accounting_point
--     for each row execute function almanac.accounting_point_record();
--
--   create or replace trigger record_update
--     after update on public.accounting_point
--     for each row when (old.* *<> new.*) execute function almanac.accounting_point_record();
--
--   create or replace trigger record_delete
--     after delete on public.accounting_point
--     for each row execute function almanac.accounting_point_record();
--
--   create or replace function almanac.accounting_point_balance_responsible_party_record() returns trigger
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
--         (current_setting('almanac.effects'), 'accounting_point_balance_responsible_party', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.accounting_point_balance_responsible_party.create', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.accounting_point_balance_responsible_party_history
--           (id, accounting_point_balance_responsible_party_id, accounting_point_id, balance_responsible_party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.accounting_point_id, new.balance_responsible_party_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.accounting_point_balance_responsible_party.update', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
--             case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--             case when new.balance_responsible_party_id is distinct from old.balance_responsible_party_id then 'balance_responsible_party_id' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.accounting_point_balance_responsible_party.create', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.accounting_point_balance_responsible_party.delete', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.accounting_point_balance_responsible_party_history
--           (id, accounting_point_balance_responsible_party_id, accounting_point_id, balance_responsible_party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.accounting_point_balance_responsible_party.delete', '/accounting_point_balance_responsible_party/' || old.id, instant, identity, almanac.party(), '/accounting_point/' || old.accounting_point_id);
--       end if;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.accounting_point_balance_responsible_party
--     for each row execute function almanac.accounting_point_balance_responsible_party_record();
--
--   create or replace trigger record_update
--     after update on public.accounting_point_balance_responsible_party
--     for each row when (old.* *<> new.*) execute function almanac.accounting_point_balance_responsible_party_record();
--
--   create or replace trigger record_delete
--     after delete on public.accounting_point_balance_responsible_party
--     for each row execute function almanac.accounting_point_balance_responsible_party_record();
--
--   create or replace function almanac.accounting_point_end_user_record() returns trigger
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
--         (current_setting('almanac.effects'), 'accounting_point_end_user', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.accounting_point_end_user.create', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('accounting_point_end_user', 'id', new.id),
--         ('accounting_point', 'id', new.accounting_point_id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.accounting_point_end_user_history
--           (id, accounting_point_end_user_id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.accounting_point_id, new.end_user_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.accounting_point_end_user.update', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
--             case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--             case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.accounting_point_end_user.create', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.accounting_point_end_user.delete', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       end if;
--       if (new.valid_to, new.accounting_point_id, new.end_user_id, new.valid_from) is distinct from (old.valid_to, old.accounting_point_id, old.end_user_id, old.valid_from) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('accounting_point_end_user', 'id', new.id),
--           ('accounting_point', 'id', new.accounting_point_id);
--         if new.accounting_point_id is distinct from old.accounting_point_id then
--           insert into almanac.notice_change (resource, field, value)
--           values
--             ('accounting_point', 'id', old.accounting_point_id);
--         end if;
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.accounting_point_end_user_history
--           (id, accounting_point_end_user_id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.accounting_point_end_user.delete', '/accounting_point_end_user/' || old.id, instant, identity, almanac.party(), '/accounting_point/' || old.accounting_point_id);
--       end if;
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('accounting_point_end_user', 'id', old.id),
--         ('accounting_point', 'id', old.accounting_point_id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.accounting_point_end_user
--     for each row execute function almanac.accounting_point_end_user_record();
--
--   create or replace trigger record_update
--     after update on public.accounting_point_end_user
--     for each row when (old.* *<> new.*) execute function almanac.accounting_point_end_user_record();
--
--   create or replace trigger record_delete
--     after delete on public.accounting_point_end_user
--     for each row execute function almanac.accounting_point_end_user_record();
--
--   create or replace function almanac.accounting_point_energy_supplier_record() returns trigger
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
--         (current_setting('almanac.effects'), 'accounting_point_energy_supplier', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.accounting_point_energy_supplier.create', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.accounting_point_energy_supplier_history
--           (id, accounting_point_energy_supplier_id, accounting_point_id, energy_supplier_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.accounting_point_id, new.energy_supplier_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.accounting_point_energy_supplier.update', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
--             case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--             case when new.energy_supplier_id is distinct from old.energy_supplier_id then 'energy_supplier_id' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.accounting_point_energy_supplier.create', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.accounting_point_energy_supplier.delete', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.accounting_point_energy_supplier_history
--           (id, accounting_point_energy_supplier_id, accounting_point_id, energy_supplier_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.accounting_point_energy_supplier.delete', '/accounting_point_energy_supplier/' || old.id, instant, identity, almanac.party(), '/accounting_point/' || old.accounting_point_id);
--       end if;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.accounting_point_energy_supplier
--     for each row execute function almanac.accounting_point_energy_supplier_record();
--
--   create or replace trigger record_update
--     after update on public.accounting_point_energy_supplier
--     for each row when (old.* *<> new.*) execute function almanac.accounting_point_energy_supplier_record();
--
--   create or replace trigger record_delete
--     after delete on public.accounting_point_energy_supplier
--     for each row execute function almanac.accounting_point_energy_supplier_record();
--
--   create or replace function almanac.accounting_point_metering_grid_area_record() returns trigger
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
--         (current_setting('almanac.effects'), 'accounting_point_metering_grid_area', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.accounting_point_metering_grid_area.create', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('accounting_point', 'id', new.accounting_point_id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.accounting_point_metering_grid_area_history
--           (id, accounting_point_metering_grid_area_id, accounting_point_id, metering_grid_area_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.accounting_point_metering_grid_area.update', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
--             case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--             case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.accounting_point_metering_grid_area.create', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.accounting_point_metering_grid_area.delete', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       end if;
--       if (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('accounting_point', 'id', new.accounting_point_id);
--         if new.accounting_point_id is distinct from old.accounting_point_id then
--           insert into almanac.notice_change (resource, field, value)
--           values
--             ('accounting_point', 'id', old.accounting_point_id);
--         end if;
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.accounting_point_metering_grid_area_history
--           (id, accounting_point_metering_grid_area_id, accounting_point_id, metering_grid_area_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.accounting_point_metering_grid_area.delete', '/accounting_point_metering_grid_area/' || old.id, instant, identity, almanac.party(), '/accounting_point/' || old.accounting_point_id);
--       end if;
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('accounting_point', 'id', old.accounting_point_id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.accounting_point_metering_grid_area
--     for each row execute function almanac.accounting_point_metering_grid_area_record();
--
--   create or replace trigger record_update
--     after update on public.accounting_point_metering_grid_area
--     for each row when (old.* *<> new.*) execute function almanac.accounting_point_metering_grid_area_record();
--
--   create or replace trigger record_delete
--     after delete on public.accounting_point_metering_grid_area
--     for each row execute function almanac.accounting_point_metering_grid_area_record();
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
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.bidding_zone.create', '/bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
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
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.bidding_zone.update', '/bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
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
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.bidding_zone.delete', '/bidding_zone/' || old.id, instant, identity, almanac.party());
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.bidding_zone
--     for each row execute function almanac.bidding_zone_record();
--
--   create or replace trigger record_update
--     after update on public.bidding_zone
--     for each row when (old.* *<> new.*) execute function almanac.bidding_zone_record();
--
--   create or replace trigger record_delete
--     after delete on public.bidding_zone
--     for each row execute function almanac.bidding_zone_record();
--
--   create or replace function almanac.contract_record() returns trigger
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
--         (current_setting('almanac.effects'), 'contract', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.contract.create', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('accounting_point', 'id', new.accounting_point_id),
--         ('contract', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.contract_history
--           (id, contract_id, accounting_point_id, service_provider_id, end_user_id, status, signed_at, reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.contract.update', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
--             case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--             case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--             case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
--             case when new.status is distinct from old.status then 'status' end,
--             case when new.signed_at is distinct from old.signed_at then 'signed_at' end,
--             case when new.reference is distinct from old.reference then 'reference' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.contract.create', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.contract.delete', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       end if;
--       if (new.accounting_point_id, new.status, new.end_user_id, new.valid_from, new.valid_to, new.service_provider_id) is distinct from (old.accounting_point_id, old.status, old.end_user_id, old.valid_from, old.valid_to, old.service_provider_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('accounting_point', 'id', new.accounting_point_id);
--         if new.accounting_point_id is distinct from old.accounting_point_id then
--           insert into almanac.notice_change (resource, field, value)
--           values
--             ('accounting_point', 'id', old.accounting_point_id);
--         end if;
--       end if;
--       if (new.valid_from, new.valid_to, new.accounting_point_id, new.end_user_id, new.service_provider_id) is distinct from (old.valid_from, old.valid_to, old.accounting_point_id, old.end_user_id, old.service_provider_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('contract', 'id', new.id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.contract_history
--           (id, contract_id, accounting_point_id, service_provider_id, end_user_id, status, signed_at, reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.contract.delete', '/contract/' || old.id, instant, identity, almanac.party(), '/accounting_point/' || old.accounting_point_id);
--       end if;
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('accounting_point', 'id', old.accounting_point_id),
--         ('contract', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.contract
--     for each row execute function almanac.contract_record();
--
--   create or replace trigger record_update
--     after update on public.contract
--     for each row when (old.* *<> new.*) execute function almanac.contract_record();
--
--   create or replace trigger record_delete
--     after delete on public.contract
--     for each row execute function almanac.contract_record();
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
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.controllable_unit.create', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.controllable_unit_history
--           (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.controllable_unit.update', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
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
--           case when new.validated_active_power is distinct from old.validated_active_power then 'validated_active_power' end,
--           case when new.additional_information is distinct from old.additional_information then 'additional_information' end,
--           case when new.created_by_party_id is distinct from old.created_by_party_id then 'created_by_party_id' end
--         ], null));
--       if (new.status, new.business_id, new.accounting_point_id, new.grid_validation_status) is distinct from (old.status, old.business_id, old.accounting_point_id, old.grid_validation_status) then
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
--           (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.controllable_unit.delete', '/controllable_unit/' || old.id, instant, identity, almanac.party());
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.controllable_unit
--     for each row execute function almanac.controllable_unit_record();
--
--   create or replace trigger record_update
--     after update on public.controllable_unit
--     for each row when (old.* *<> new.*) execute function almanac.controllable_unit_record();
--
--   create or replace trigger record_delete
--     after delete on public.controllable_unit
--     for each row execute function almanac.controllable_unit_record();
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
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', new.controllable_unit_id),
--         ('controllable_unit_service_provider', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.controllable_unit_service_provider_history
--           (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.controllable_unit_service_provider.update', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
--             case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
--             case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--             case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
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
--           (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || old.id, instant, identity, almanac.party(), '/controllable_unit/' || old.controllable_unit_id);
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
--   create or replace trigger record_insert
--     after insert on public.controllable_unit_service_provider
--     for each row execute function almanac.controllable_unit_service_provider_record();
--
--   create or replace trigger record_update
--     after update on public.controllable_unit_service_provider
--     for each row when (old.* *<> new.*) execute function almanac.controllable_unit_service_provider_record();
--
--   create or replace trigger record_delete
--     after delete on public.controllable_unit_service_provider
--     for each row execute function almanac.controllable_unit_service_provider_record();
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
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.controllable_unit_suspension.create', '/controllable_unit_suspension/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
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
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.controllable_unit_suspension.update', '/controllable_unit_suspension/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
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
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.controllable_unit_suspension.delete', '/controllable_unit_suspension/' || old.id, instant, identity, almanac.party(), '/controllable_unit/' || old.controllable_unit_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit_suspension', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.controllable_unit_suspension
--     for each row execute function almanac.controllable_unit_suspension_record();
--
--   create or replace trigger record_update
--     after update on public.controllable_unit_suspension
--     for each row when (old.* *<> new.*) execute function almanac.controllable_unit_suspension_record();
--
--   create or replace trigger record_delete
--     after delete on public.controllable_unit_suspension
--     for each row execute function almanac.controllable_unit_suspension_record();
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
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.identity.create', '/identity/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.identity_history
--           (id, identity_id, subject, name, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.subject, old.name, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.subject, new.name) is not distinct from (old.subject, old.name) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.identity.update', '/identity/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--           case when new.subject is distinct from old.subject then 'subject' end,
--           case when new.name is distinct from old.name then 'name' end
--         ], null));
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.identity_history
--           (id, identity_id, subject, name, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.subject, old.name, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.identity.delete', '/identity/' || old.id, instant, identity, almanac.party());
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.identity
--     for each row execute function almanac.identity_record();
--
--   create or replace trigger record_update
--     after update on public.identity
--     for each row when (old.* *<> new.*) execute function almanac.identity_record();
--
--   create or replace trigger record_delete
--     after delete on public.identity
--     for each row execute function almanac.identity_record();
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
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.metering_grid_area.create', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('metering_grid_area', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.metering_grid_area_history
--           (id, metering_grid_area_id, business_id, name, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.business_id, new.name) is not distinct from (old.business_id, old.name) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.metering_grid_area.update', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--           case when new.business_id is distinct from old.business_id then 'business_id' end,
--           case when new.name is distinct from old.name then 'name' end
--         ], null));
--       if (new.name) is distinct from (old.name) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('metering_grid_area', 'id', new.id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.metering_grid_area_history
--           (id, metering_grid_area_id, business_id, name, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.metering_grid_area.delete', '/metering_grid_area/' || old.id, instant, identity, almanac.party());
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('metering_grid_area', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.metering_grid_area
--     for each row execute function almanac.metering_grid_area_record();
--
--   create or replace trigger record_update
--     after update on public.metering_grid_area
--     for each row when (old.* *<> new.*) execute function almanac.metering_grid_area_record();
--
--   create or replace trigger record_delete
--     after delete on public.metering_grid_area
--     for each row execute function almanac.metering_grid_area_record();
--
--   create or replace function almanac.metering_grid_area_bidding_zone_record() returns trigger
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
--         (current_setting('almanac.effects'), 'metering_grid_area_bidding_zone', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.metering_grid_area_bidding_zone.create', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.metering_grid_area_bidding_zone_history
--           (id, metering_grid_area_bidding_zone_id, metering_grid_area_id, bidding_zone_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.metering_grid_area_id, new.bidding_zone_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.metering_grid_area_bidding_zone.update', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id, array_remove(array[
--             case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
--             case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.metering_grid_area_bidding_zone.create', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.metering_grid_area_bidding_zone.delete', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.metering_grid_area_bidding_zone_history
--           (id, metering_grid_area_bidding_zone_id, metering_grid_area_id, bidding_zone_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.metering_grid_area_bidding_zone.delete', '/metering_grid_area_bidding_zone/' || old.id, instant, identity, almanac.party(), '/metering_grid_area/' || old.metering_grid_area_id);
--       end if;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.metering_grid_area_bidding_zone
--     for each row execute function almanac.metering_grid_area_bidding_zone_record();
--
--   create or replace trigger record_update
--     after update on public.metering_grid_area_bidding_zone
--     for each row when (old.* *<> new.*) execute function almanac.metering_grid_area_bidding_zone_record();
--
--   create or replace trigger record_delete
--     after delete on public.metering_grid_area_bidding_zone
--     for each row execute function almanac.metering_grid_area_bidding_zone_record();
--
--   create or replace function almanac.metering_grid_area_system_operator_record() returns trigger
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
--         (current_setting('almanac.effects'), 'metering_grid_area_system_operator', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.metering_grid_area_system_operator.create', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('metering_grid_area', 'id', new.metering_grid_area_id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.metering_grid_area_system_operator_history
--           (id, metering_grid_area_system_operator_id, metering_grid_area_id, system_operator_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.metering_grid_area_system_operator.update', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id, array_remove(array[
--             case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
--             case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.metering_grid_area_system_operator.create', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.metering_grid_area_system_operator.delete', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
--       end if;
--       if (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('metering_grid_area', 'id', new.metering_grid_area_id);
--         if new.metering_grid_area_id is distinct from old.metering_grid_area_id then
--           insert into almanac.notice_change (resource, field, value)
--           values
--             ('metering_grid_area', 'id', old.metering_grid_area_id);
--         end if;
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.metering_grid_area_system_operator_history
--           (id, metering_grid_area_system_operator_id, metering_grid_area_id, system_operator_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.metering_grid_area_system_operator.delete', '/metering_grid_area_system_operator/' || old.id, instant, identity, almanac.party(), '/metering_grid_area/' || old.metering_grid_area_id);
--       end if;
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('metering_grid_area', 'id', old.metering_grid_area_id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.metering_grid_area_system_operator
--     for each row execute function almanac.metering_grid_area_system_operator_record();
--
--   create or replace trigger record_update
--     after update on public.metering_grid_area_system_operator
--     for each row when (old.* *<> new.*) execute function almanac.metering_grid_area_system_operator_record();
--
--   create or replace trigger record_delete
--     after delete on public.metering_grid_area_system_operator
--     for each row execute function almanac.metering_grid_area_system_operator_record();
--
--   create or replace function almanac.notice_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace trigger record_insert
--     after insert on public.notice
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.notice_record();
--
--   create or replace trigger record_update
--     after update on public.notice
--     for each row when (old.* *<> new.* and current_setting('almanac.effects', true) <> '')
--     execute function almanac.notice_record();
--
--   create or replace trigger record_delete
--     after delete on public.notice
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.notice_record();
--
--   create or replace function almanac.notification_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace trigger record_insert
--     after insert on public.notification
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.notification_record();
--
--   create or replace trigger record_update
--     after update on public.notification
--     for each row when (old.* *<> new.* and current_setting('almanac.effects', true) <> '')
--     execute function almanac.notification_record();
--
--   create or replace trigger record_delete
--     after delete on public.notification
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.notification_record();
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
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.party.create', '/party/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
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
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.party.update', '/party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
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
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.party.delete', '/party/' || old.id, instant, identity, almanac.party());
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.party
--     for each row execute function almanac.party_record();
--
--   create or replace trigger record_update
--     after update on public.party
--     for each row when (old.* *<> new.*) execute function almanac.party_record();
--
--   create or replace trigger record_delete
--     after delete on public.party
--     for each row execute function almanac.party_record();
--
--   create or replace function almanac.party_membership_record() returns trigger
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
--         (current_setting('almanac.effects'), 'party_membership', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.party_membership.create', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.party_membership_history
--           (id, party_membership_id, identity_id, party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.identity_id, old.party_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.identity_id, new.party_id, new.valid_from, new.valid_to) is not distinct from (old.identity_id, old.party_id, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.party_membership.update', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id, array_remove(array[
--             case when new.identity_id is distinct from old.identity_id then 'identity_id' end,
--             case when new.party_id is distinct from old.party_id then 'party_id' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.party_membership.create', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.party_membership.delete', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.party_membership_history
--           (id, party_membership_id, identity_id, party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.identity_id, old.party_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.party_membership.delete', '/party_membership/' || old.id, instant, identity, almanac.party(), '/party/' || old.party_id);
--       end if;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.party_membership
--     for each row execute function almanac.party_membership_record();
--
--   create or replace trigger record_update
--     after update on public.party_membership
--     for each row when (old.* *<> new.*) execute function almanac.party_membership_record();
--
--   create or replace trigger record_delete
--     after delete on public.party_membership
--     for each row execute function almanac.party_membership_record();
--
--   create or replace function almanac.product_type_record() returns trigger
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
--         (current_setting('almanac.effects'), 'product_type', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.product_type.create', '/product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.product_type_history
--           (id, product_type_id, business_id, name, service, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.service, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.business_id, new.name, new.service) is not distinct from (old.business_id, old.name, old.service) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.product_type.update', '/product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--           case when new.business_id is distinct from old.business_id then 'business_id' end,
--           case when new.name is distinct from old.name then 'name' end,
--           case when new.service is distinct from old.service then 'service' end
--         ], null));
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.product_type_history
--           (id, product_type_id, business_id, name, service, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.service, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.product_type.delete', '/product_type/' || old.id, instant, identity, almanac.party());
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.product_type
--     for each row execute function almanac.product_type_record();
--
--   create or replace trigger record_update
--     after update on public.product_type
--     for each row when (old.* *<> new.*) execute function almanac.product_type_record();
--
--   create or replace trigger record_delete
--     after delete on public.product_type
--     for each row execute function almanac.product_type_record();
--
--   create or replace function almanac.service_provider_product_application_record() returns trigger
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
--         (current_setting('almanac.effects'), 'service_provider_product_application', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.service_provider_product_application.create', '/service_provider_product_application/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.service_provider_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('service_provider_product_application', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.service_provider_product_application_history
--           (id, service_provider_product_application_id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.service_provider_product_application.update', '/service_provider_product_application/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.service_provider_id, array_remove(array[
--           case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--           case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
--           case when new.product_type_id is distinct from old.product_type_id then 'product_type_id' end,
--           case when new.status is distinct from old.status then 'status' end,
--           case when new.notes is distinct from old.notes then 'notes' end,
--           case when new.qualified_at is distinct from old.qualified_at then 'qualified_at' end
--         ], null));
--       if (new.status, new.service_provider_id, new.product_type_id, new.system_operator_id) is distinct from (old.status, old.service_provider_id, old.product_type_id, old.system_operator_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('service_provider_product_application', 'id', new.id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.service_provider_product_application_history
--           (id, service_provider_product_application_id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.service_provider_product_application.delete', '/service_provider_product_application/' || old.id, instant, identity, almanac.party(), '/party/' || old.service_provider_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('service_provider_product_application', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.service_provider_product_application
--     for each row execute function almanac.service_provider_product_application_record();
--
--   create or replace trigger record_update
--     after update on public.service_provider_product_application
--     for each row when (old.* *<> new.*) execute function almanac.service_provider_product_application_record();
--
--   create or replace trigger record_delete
--     after delete on public.service_provider_product_application
--     for each row execute function almanac.service_provider_product_application_record();
--
--   create or replace function almanac.service_providing_group_record() returns trigger
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
--         (current_setting('almanac.effects'), 'service_providing_group', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.service_providing_group.create', '/service_providing_group/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.service_providing_group_history
--           (id, service_providing_group_id, name, service_provider_id, bidding_zone_id, status, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.name, new.service_provider_id, new.bidding_zone_id, new.status, new.additional_information) is not distinct from (old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.service_providing_group.update', '/service_providing_group/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--           case when new.name is distinct from old.name then 'name' end,
--           case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--           case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
--           case when new.status is distinct from old.status then 'status' end,
--           case when new.additional_information is distinct from old.additional_information then 'additional_information' end
--         ], null));
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.service_providing_group_history
--           (id, service_providing_group_id, name, service_provider_id, bidding_zone_id, status, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.service_providing_group.delete', '/service_providing_group/' || old.id, instant, identity, almanac.party());
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.service_providing_group
--     for each row execute function almanac.service_providing_group_record();
--
--   create or replace trigger record_update
--     after update on public.service_providing_group
--     for each row when (old.* *<> new.*) execute function almanac.service_providing_group_record();
--
--   create or replace trigger record_delete
--     after delete on public.service_providing_group
--     for each row execute function almanac.service_providing_group_record();
--
--   create or replace function almanac.service_providing_group_grid_prequalification_record() returns trigger
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
--         (current_setting('almanac.effects'), 'service_providing_group_grid_prequalification', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.service_providing_group_grid_prequalification.create', '/service_providing_group_grid_prequalification/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('service_providing_group_grid_prequalification', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.service_providing_group_grid_prequalification_history
--           (id, service_providing_group_grid_prequalification_id, service_providing_group_id, impacted_system_operator_id, status, notes, prequalified_at, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.service_providing_group_grid_prequalification.update', '/service_providing_group_grid_prequalification/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id, array_remove(array[
--           case when new.service_providing_group_id is distinct from old.service_providing_group_id then 'service_providing_group_id' end,
--           case when new.impacted_system_operator_id is distinct from old.impacted_system_operator_id then 'impacted_system_operator_id' end,
--           case when new.status is distinct from old.status then 'status' end,
--           case when new.notes is distinct from old.notes then 'notes' end,
--           case when new.prequalified_at is distinct from old.prequalified_at then 'prequalified_at' end
--         ], null));
--       if (new.status, new.service_providing_group_id, new.impacted_system_operator_id) is distinct from (old.status, old.service_providing_group_id, old.impacted_system_operator_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('service_providing_group_grid_prequalification', 'id', new.id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.service_providing_group_grid_prequalification_history
--           (id, service_providing_group_grid_prequalification_id, service_providing_group_id, impacted_system_operator_id, status, notes, prequalified_at, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.service_providing_group_grid_prequalification.delete', '/service_providing_group_grid_prequalification/' || old.id, instant, identity, almanac.party(), '/service_providing_group/' || old.service_providing_group_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('service_providing_group_grid_prequalification', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.service_providing_group_grid_prequalification
--     for each row execute function almanac.service_providing_group_grid_prequalification_record();
--
--   create or replace trigger record_update
--     after update on public.service_providing_group_grid_prequalification
--     for each row when (old.* *<> new.*) execute function almanac.service_providing_group_grid_prequalification_record();
--
--   create or replace trigger record_delete
--     after delete on public.service_providing_group_grid_prequalification
--     for each row execute function almanac.service_providing_group_grid_prequalification_record();
--
--   create or replace function almanac.service_providing_group_membership_record() returns trigger
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
--         (current_setting('almanac.effects'), 'service_providing_group_membership', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.service_providing_group_membership.create', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('service_providing_group_membership', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.service_providing_group_membership_history
--           (id, service_providing_group_membership_id, controllable_unit_id, service_providing_group_id, service_provider_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.service_providing_group_membership.update', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id, array_remove(array[
--             case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
--             case when new.service_providing_group_id is distinct from old.service_providing_group_id then 'service_providing_group_id' end,
--             case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.service_providing_group_membership.create', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.service_providing_group_membership.delete', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
--       end if;
--       if (new.valid_from, new.valid_to, new.controllable_unit_id, new.service_provider_id) is distinct from (old.valid_from, old.valid_to, old.controllable_unit_id, old.service_provider_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('service_providing_group_membership', 'id', new.id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.service_providing_group_membership_history
--           (id, service_providing_group_membership_id, controllable_unit_id, service_providing_group_id, service_provider_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.service_providing_group_membership.delete', '/service_providing_group_membership/' || old.id, instant, identity, almanac.party(), '/service_providing_group/' || old.service_providing_group_id);
--       end if;
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('service_providing_group_membership', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.service_providing_group_membership
--     for each row execute function almanac.service_providing_group_membership_record();
--
--   create or replace trigger record_update
--     after update on public.service_providing_group_membership
--     for each row when (old.* *<> new.*) execute function almanac.service_providing_group_membership_record();
--
--   create or replace trigger record_delete
--     after delete on public.service_providing_group_membership
--     for each row execute function almanac.service_providing_group_membership_record();
--
--   create or replace function almanac.service_providing_group_product_application_record() returns trigger
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
--         (current_setting('almanac.effects'), 'service_providing_group_product_application', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.service_providing_group_product_application.create', '/service_providing_group_product_application/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('service_providing_group_product_application', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.service_providing_group_product_application_history
--           (id, service_providing_group_product_application_id, service_providing_group_id, procuring_system_operator_id, product_type_id, maximum_active_power, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.service_providing_group_product_application.update', '/service_providing_group_product_application/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id, array_remove(array[
--           case when new.service_providing_group_id is distinct from old.service_providing_group_id then 'service_providing_group_id' end,
--           case when new.procuring_system_operator_id is distinct from old.procuring_system_operator_id then 'procuring_system_operator_id' end,
--           case when new.product_type_id is distinct from old.product_type_id then 'product_type_id' end,
--           case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
--           case when new.status is distinct from old.status then 'status' end,
--           case when new.notes is distinct from old.notes then 'notes' end,
--           case when new.qualified_at is distinct from old.qualified_at then 'qualified_at' end
--         ], null));
--       if (new.status, new.service_providing_group_id, new.product_type_id, new.procuring_system_operator_id) is distinct from (old.status, old.service_providing_group_id, old.product_type_id, old.procuring_system_operator_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('service_providing_group_product_application', 'id', new.id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.service_providing_group_product_application_history
--           (id, service_providing_group_product_application_id, service_providing_group_id, procuring_system_operator_id, product_type_id, maximum_active_power, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.service_providing_group_product_application.delete', '/service_providing_group_product_application/' || old.id, instant, identity, almanac.party(), '/service_providing_group/' || old.service_providing_group_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('service_providing_group_product_application', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.service_providing_group_product_application
--     for each row execute function almanac.service_providing_group_product_application_record();
--
--   create or replace trigger record_update
--     after update on public.service_providing_group_product_application
--     for each row when (old.* *<> new.*) execute function almanac.service_providing_group_product_application_record();
--
--   create or replace trigger record_delete
--     after delete on public.service_providing_group_product_application
--     for each row execute function almanac.service_providing_group_product_application_record();
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
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.subscription.create', '/subscription/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
--     elsif tg_op = 'UPDATE' then
--       if new.row_version = old.row_version then
--         if (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
--           return null;
--         end if;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.subscription.update', '/subscription/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
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
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.subscription.delete', '/subscription/' || old.id, instant, identity, almanac.party());
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.subscription
--     for each row execute function almanac.subscription_record();
--
--   create or replace trigger record_update
--     after update on public.subscription
--     for each row when (old.* *<> new.*) execute function almanac.subscription_record();
--
--   create or replace trigger record_delete
--     after delete on public.subscription
--     for each row execute function almanac.subscription_record();
--
--   create or replace function almanac.system_operator_product_type_record() returns trigger
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
--         (current_setting('almanac.effects'), 'system_operator_product_type', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.system_operator_product_type.create', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.system_operator_product_type_history
--           (id, system_operator_product_type_id, system_operator_id, product_type_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.system_operator_id, new.product_type_id, new.valid_from, new.valid_to) is not distinct from (old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.system_operator_product_type.update', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id, array_remove(array[
--             case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
--             case when new.product_type_id is distinct from old.product_type_id then 'product_type_id' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.system_operator_product_type.create', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.system_operator_product_type.delete', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.system_operator_product_type_history
--           (id, system_operator_product_type_id, system_operator_id, product_type_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.system_operator_product_type.delete', '/system_operator_product_type/' || old.id, instant, identity, almanac.party(), '/party/' || old.system_operator_id);
--       end if;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.system_operator_product_type
--     for each row execute function almanac.system_operator_product_type_record();
--
--   create or replace trigger record_update
--     after update on public.system_operator_product_type
--     for each row when (old.* *<> new.*) execute function almanac.system_operator_product_type_record();
--
--   create or replace trigger record_delete
--     after delete on public.system_operator_product_type
--     for each row execute function almanac.system_operator_product_type_record();
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
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.technical_resource.create', '/technical_resource/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
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
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.technical_resource.update', '/technical_resource/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
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
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.technical_resource.delete', '/technical_resource/' || old.id, instant, identity, almanac.party(), '/controllable_unit/' || old.controllable_unit_id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_insert
--     after insert on public.technical_resource
--     for each row execute function almanac.technical_resource_record();
--
--   create or replace trigger record_update
--     after update on public.technical_resource
--     for each row when (old.* *<> new.*) execute function almanac.technical_resource_record();
--
--   create or replace trigger record_delete
--     after delete on public.technical_resource
--     for each row execute function almanac.technical_resource_record();
