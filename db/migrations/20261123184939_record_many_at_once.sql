-- 20261123184939_record_many_at_once
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
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.accounting_point_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.accounting_point_history as version
      where version.accounting_point_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.accounting_point_row_version_seq');
  else
    if new.id is distinct from old.id or (new.business_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.street_address, old.postal_code, old.city) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of accounting_point never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.accounting_point_row_version_seq');
    else
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
          perform set_config('almanac.many.accounting_point', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.accounting_point_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.accounting_point_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.accounting_point', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'accounting_point', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.business_id, changed.street_address, changed.postal_code, changed.city) is not distinct from (former.business_id, former.street_address, former.postal_code, former.city))
        on conflict do nothing;
      end if;
      insert into public.accounting_point_history
        (id, accounting_point_id, business_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.business_id, former.street_address, former.postal_code, former.city, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'no.flexibility.accounting_point.update', '/accounting_point/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.business_id is distinct from former.business_id then 'business_id' end,
          case when changed.street_address is distinct from former.street_address then 'street_address' end,
          case when changed.postal_code is distinct from former.postal_code then 'postal_code' end,
          case when changed.city is distinct from former.city then 'city' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.business_id, changed.street_address, changed.postal_code, changed.city) is not distinct from (former.business_id, former.street_address, former.postal_code, former.city))
      order by changed.row_version;
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'accounting_point', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.accounting_point
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.accounting_point_record_update();

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
  perform set_config('almanac.many.accounting_point', statement_timestamp()::text, true);
  return old;
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
    select current_setting('almanac.effects'), 'accounting_point_balance_responsible_party', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.accounting_point_balance_responsible_party
  for each row execute function almanac.accounting_point_balance_responsible_party_record_update();

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
    select current_setting('almanac.effects'), 'accounting_point_end_user', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.accounting_point_end_user
  for each row execute function almanac.accounting_point_end_user_record_update();

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
    select current_setting('almanac.effects'), 'accounting_point_energy_supplier', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.accounting_point_energy_supplier
  for each row execute function almanac.accounting_point_energy_supplier_record_update();

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
    select current_setting('almanac.effects'), 'accounting_point_metering_grid_area', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.accounting_point_metering_grid_area
  for each row execute function almanac.accounting_point_metering_grid_area_record_update();

create or replace function almanac.bidding_zone_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.bidding_zone_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.bidding_zone_history as version
      where version.bidding_zone_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.bidding_zone_row_version_seq');
  else
    if new.id is distinct from old.id or (new.business_id, new.code, new.name) is not distinct from (old.business_id, old.code, old.name) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of bidding_zone never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.bidding_zone', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.bidding_zone_row_version_seq');
    else
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
          perform set_config('almanac.many.bidding_zone', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.bidding_zone_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.bidding_zone_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.bidding_zone', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'bidding_zone', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.business_id, changed.code, changed.name) is not distinct from (former.business_id, former.code, former.name))
        on conflict do nothing;
      end if;
      insert into public.bidding_zone_history
        (id, bidding_zone_id, business_id, code, name, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.business_id, former.code, former.name, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'no.flexibility.bidding_zone.update', '/bidding_zone/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.business_id is distinct from former.business_id then 'business_id' end,
          case when changed.code is distinct from former.code then 'code' end,
          case when changed.name is distinct from former.name then 'name' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.business_id, changed.code, changed.name) is not distinct from (former.business_id, former.code, former.name))
      order by changed.row_version;
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'bidding_zone', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.bidding_zone
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.bidding_zone_record_update();

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
  perform set_config('almanac.many.bidding_zone', statement_timestamp()::text, true);
  return old;
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
    select current_setting('almanac.effects'), 'contract', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.contract
  for each row execute function almanac.contract_record_update();

create or replace function almanac.controllable_unit_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.controllable_unit_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.controllable_unit_history as version
      where version.controllable_unit_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.controllable_unit_row_version_seq');
    if (new.grid_validation_status = 'validated') is true then
      select new.recorded_at, new.maximum_active_power
      into new.validated_at, new.validated_active_power;
    end if;
    if (new.grid_validation_status <> 'validated') is true then
      new.validated_at := null::timestamptz;
      new.validated_active_power := null::numeric(9, 3);
    end if;
  else
    if new.id is distinct from old.id or (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of controllable_unit never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.controllable_unit', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.controllable_unit_row_version_seq');
    else
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
          perform set_config('almanac.many.controllable_unit', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.controllable_unit_row_version_seq');
      end if;
    end if;
    if (old.grid_validation_status <> 'validated') is true and (new.grid_validation_status = 'validated') is true then
      select new.recorded_at, new.maximum_active_power
      into new.validated_at, new.validated_active_power;
    end if;
    if (new.grid_validation_status <> 'validated') is true then
      new.validated_at := null::timestamptz;
      new.validated_active_power := null::numeric(9, 3);
    end if;
    if (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('new', 'active'), ('new', 'terminated'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
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
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.controllable_unit_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.controllable_unit', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'controllable_unit', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.business_id, changed.name, changed.status, changed.start_date, changed.regulation_direction, changed.maximum_active_power, changed.minimum_duration, changed.maximum_duration, changed.recovery_duration, changed.ramp_rate, changed.accounting_point_id, changed.grid_node_id, changed.grid_validation_status, changed.grid_validation_notes, changed.validated_at, changed.validated_active_power, changed.additional_information, changed.created_by_party_id) is not distinct from (former.business_id, former.name, former.status, former.start_date, former.regulation_direction, former.maximum_active_power, former.minimum_duration, former.maximum_duration, former.recovery_duration, former.ramp_rate, former.accounting_point_id, former.grid_node_id, former.grid_validation_status, former.grid_validation_notes, former.validated_at, former.validated_active_power, former.additional_information, former.created_by_party_id))
        on conflict do nothing;
      end if;
      insert into public.controllable_unit_history
        (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.business_id, former.name, former.status, former.start_date, former.regulation_direction, former.maximum_active_power, former.minimum_duration, former.maximum_duration, former.recovery_duration, former.ramp_rate, former.accounting_point_id, former.grid_node_id, former.grid_validation_status, former.grid_validation_notes, former.validated_at, former.validated_active_power, former.additional_information, former.created_by_party_id, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'no.flexibility.controllable_unit.update', '/controllable_unit/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.business_id is distinct from former.business_id then 'business_id' end,
          case when changed.name is distinct from former.name then 'name' end,
          case when changed.status is distinct from former.status then 'status' end,
          case when changed.start_date is distinct from former.start_date then 'start_date' end,
          case when changed.regulation_direction is distinct from former.regulation_direction then 'regulation_direction' end,
          case when changed.maximum_active_power is distinct from former.maximum_active_power then 'maximum_active_power' end,
          case when ((changed.maximum_active_power <= 50) is true) is distinct from ((former.maximum_active_power <= 50) is true) then 'is_small' end,
          case when changed.minimum_duration is distinct from former.minimum_duration then 'minimum_duration' end,
          case when changed.maximum_duration is distinct from former.maximum_duration then 'maximum_duration' end,
          case when changed.recovery_duration is distinct from former.recovery_duration then 'recovery_duration' end,
          case when changed.ramp_rate is distinct from former.ramp_rate then 'ramp_rate' end,
          case when changed.accounting_point_id is distinct from former.accounting_point_id then 'accounting_point_id' end,
          case when changed.grid_node_id is distinct from former.grid_node_id then 'grid_node_id' end,
          case when changed.grid_validation_status is distinct from former.grid_validation_status then 'grid_validation_status' end,
          case when changed.grid_validation_notes is distinct from former.grid_validation_notes then 'grid_validation_notes' end,
          case when changed.validated_at is distinct from former.validated_at then 'validated_at' end,
          case when changed.validated_active_power is distinct from former.validated_active_power then 'validated_active_power' end,
          case when changed.additional_information is distinct from former.additional_information then 'additional_information' end,
          case when changed.created_by_party_id is distinct from former.created_by_party_id then 'created_by_party_id' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.business_id, changed.name, changed.status, changed.start_date, changed.regulation_direction, changed.maximum_active_power, changed.minimum_duration, changed.maximum_duration, changed.recovery_duration, changed.ramp_rate, changed.accounting_point_id, changed.grid_node_id, changed.grid_validation_status, changed.grid_validation_notes, changed.validated_at, changed.validated_active_power, changed.additional_information, changed.created_by_party_id) is not distinct from (former.business_id, former.name, former.status, former.start_date, former.regulation_direction, former.maximum_active_power, former.minimum_duration, former.maximum_duration, former.recovery_duration, former.ramp_rate, former.accounting_point_id, former.grid_node_id, former.grid_validation_status, former.grid_validation_notes, former.validated_at, former.validated_active_power, former.additional_information, former.created_by_party_id))
      order by changed.row_version;
      insert into almanac.notice_change (resource, field, value)
      select concern.* from old_rows as former full join new_rows as changed on changed.id = former.id cross join lateral (values
        ('controllable_unit', 'id', changed.id)
      ) as concern (resource, field, value) where (changed.status, changed.business_id, changed.accounting_point_id, changed.grid_validation_status) is distinct from (former.status, former.business_id, former.accounting_point_id, former.grid_validation_status);
      insert into almanac.notice_change (resource, field, value)
      select concern.* from old_rows as former full join new_rows as changed on changed.id = former.id cross join lateral (values
        ('controllable_unit_service_provider', 'controllable_unit_id', changed.id)
      ) as concern (resource, field, value) where (changed.status, changed.accounting_point_id) is distinct from (former.status, former.accounting_point_id);
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.controllable_unit
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.controllable_unit_record_update();

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
  perform set_config('almanac.many.controllable_unit', statement_timestamp()::text, true);
  return old;
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
    select current_setting('almanac.effects'), 'controllable_unit_service_provider', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.controllable_unit_service_provider
  for each row execute function almanac.controllable_unit_service_provider_record_update();

create or replace function almanac.controllable_unit_suspension_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.controllable_unit_suspension_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.controllable_unit_suspension_history as version
      where version.controllable_unit_suspension_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
    if new.suspended_at = now() then
      new.suspended_at := new.recorded_at;
    end if;
    if (new.status = 'lifted') is true then
      new.lifted_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id or (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of controllable_unit_suspension never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.controllable_unit_suspension', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
    else
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
          perform set_config('almanac.many.controllable_unit_suspension', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
      end if;
    end if;
    if (old.status = 'active') is true and (new.status = 'lifted') is true then
      new.lifted_at := new.recorded_at;
    end if;
    if (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('active', 'lifted')) then
        raise exception 'status of controllable_unit_suspension does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'controllable_unit_suspension_status_transition_check';
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.controllable_unit_suspension_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.controllable_unit_suspension', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'controllable_unit_suspension', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.controllable_unit_id, changed.impacted_system_operator_id, changed.reason, changed.status, changed.suspended_at, changed.lifted_at, changed.additional_information) is not distinct from (former.controllable_unit_id, former.impacted_system_operator_id, former.reason, former.status, former.suspended_at, former.lifted_at, former.additional_information))
        on conflict do nothing;
      end if;
      insert into public.controllable_unit_suspension_history
        (id, controllable_unit_suspension_id, controllable_unit_id, impacted_system_operator_id, reason, status, suspended_at, lifted_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.controllable_unit_id, former.impacted_system_operator_id, former.reason, former.status, former.suspended_at, former.lifted_at, former.additional_information, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      select
        'no.flexibility.controllable_unit_suspension.update', '/controllable_unit_suspension/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), '/controllable_unit/' || changed.controllable_unit_id, array_remove(array[
          case when changed.controllable_unit_id is distinct from former.controllable_unit_id then 'controllable_unit_id' end,
          case when changed.impacted_system_operator_id is distinct from former.impacted_system_operator_id then 'impacted_system_operator_id' end,
          case when changed.reason is distinct from former.reason then 'reason' end,
          case when changed.status is distinct from former.status then 'status' end,
          case when changed.suspended_at is distinct from former.suspended_at then 'suspended_at' end,
          case when changed.lifted_at is distinct from former.lifted_at then 'lifted_at' end,
          case when changed.additional_information is distinct from former.additional_information then 'additional_information' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.controllable_unit_id, changed.impacted_system_operator_id, changed.reason, changed.status, changed.suspended_at, changed.lifted_at, changed.additional_information) is not distinct from (former.controllable_unit_id, former.impacted_system_operator_id, former.reason, former.status, former.suspended_at, former.lifted_at, former.additional_information))
      order by changed.row_version;
      insert into almanac.notice_change (resource, field, value)
      select concern.* from old_rows as former full join new_rows as changed on changed.id = former.id cross join lateral (values
        ('controllable_unit_suspension', 'id', changed.id)
      ) as concern (resource, field, value) where (changed.status, changed.controllable_unit_id, changed.reason, changed.impacted_system_operator_id) is distinct from (former.status, former.controllable_unit_id, former.reason, former.impacted_system_operator_id);
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'controllable_unit_suspension', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.controllable_unit_suspension
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.controllable_unit_suspension_record_update();

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
  perform set_config('almanac.many.controllable_unit_suspension', statement_timestamp()::text, true);
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
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.identity_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.identity_history as version
      where version.identity_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.identity_row_version_seq');
  else
    if new.id is distinct from old.id or (new.subject, new.name) is not distinct from (old.subject, old.name) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of identity never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.identity', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.identity_row_version_seq');
    else
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
          perform set_config('almanac.many.identity', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.identity_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.identity_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.identity', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'identity', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.subject, changed.name) is not distinct from (former.subject, former.name))
        on conflict do nothing;
      end if;
      insert into public.identity_history
        (id, identity_id, subject, name, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.subject, former.name, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'no.flexibility.identity.update', '/identity/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.subject is distinct from former.subject then 'subject' end,
          case when changed.name is distinct from former.name then 'name' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.subject, changed.name) is not distinct from (former.subject, former.name))
      order by changed.row_version;
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'identity', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.identity
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.identity_record_update();

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
  perform set_config('almanac.many.identity', statement_timestamp()::text, true);
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
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.metering_grid_area_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.metering_grid_area_history as version
      where version.metering_grid_area_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.metering_grid_area_row_version_seq');
  else
    if new.id is distinct from old.id or (new.business_id, new.name) is not distinct from (old.business_id, old.name) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.metering_grid_area', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.metering_grid_area_row_version_seq');
    else
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
          perform set_config('almanac.many.metering_grid_area', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.metering_grid_area_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.metering_grid_area_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.metering_grid_area', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'metering_grid_area', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.business_id, changed.name) is not distinct from (former.business_id, former.name))
        on conflict do nothing;
      end if;
      insert into public.metering_grid_area_history
        (id, metering_grid_area_id, business_id, name, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.business_id, former.name, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'no.flexibility.metering_grid_area.update', '/metering_grid_area/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.business_id is distinct from former.business_id then 'business_id' end,
          case when changed.name is distinct from former.name then 'name' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.business_id, changed.name) is not distinct from (former.business_id, former.name))
      order by changed.row_version;
      insert into almanac.notice_change (resource, field, value)
      select concern.* from old_rows as former full join new_rows as changed on changed.id = former.id cross join lateral (values
        ('metering_grid_area', 'id', changed.id)
      ) as concern (resource, field, value) where (changed.name) is distinct from (former.name);
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'metering_grid_area', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.metering_grid_area
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.metering_grid_area_record_update();

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
  perform set_config('almanac.many.metering_grid_area', statement_timestamp()::text, true);
  return old;
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
    select current_setting('almanac.effects'), 'metering_grid_area_bidding_zone', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.metering_grid_area_bidding_zone
  for each row execute function almanac.metering_grid_area_bidding_zone_record_update();

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
    select current_setting('almanac.effects'), 'metering_grid_area_system_operator', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.metering_grid_area_system_operator
  for each row execute function almanac.metering_grid_area_system_operator_record_update();

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
    if new.id is distinct from old.id or (new.type, new.source, new.status, new.party_id, new.data, new.since) is not distinct from (old.type, old.source, old.status, old.party_id, old.data, old.since) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of notice never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('active', 'resolved')) then
        raise exception 'status of notice does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'notice_status_transition_check';
      end if;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.notice', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.notice_row_version_seq');
    else
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
          perform set_config('almanac.many.notice', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.notice_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    select current_setting('almanac.effects'), 'notice', old.id, old::text where old *<> new
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace trigger record_update
  after update on public.notice
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.notice_record_update();

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
    if new.id is distinct from old.id or (new.acknowledged, new.event_id, new.party_id) is not distinct from (old.acknowledged, old.event_id, old.party_id) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of notification never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.notification', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.notification_row_version_seq');
    else
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
          perform set_config('almanac.many.notification', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.notification_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    select current_setting('almanac.effects'), 'notification', old.id, old::text where old *<> new
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace trigger record_update
  after update on public.notification
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.notification_record_update();

create or replace function almanac.party_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.party_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.party_history as version
      where version.party_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.party_row_version_seq');
  else
    if new.id is distinct from old.id or (new.name, new.business_id_type, new.business_id, new.type, new.status, new.email, new.website, new.additional_information) is not distinct from (old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of party never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('new', 'active'), ('new', 'inactive'), ('new', 'terminated'), ('active', 'suspended'), ('active', 'inactive'), ('active', 'terminated'), ('suspended', 'active'), ('suspended', 'inactive'), ('suspended', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
        raise exception 'status of party does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'party_status_transition_check';
      end if;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.party', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.party_row_version_seq');
    else
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
          perform set_config('almanac.many.party', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.party_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.party_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.party', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'party', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.name, changed.business_id_type, changed.business_id, changed.type, changed.status, changed.email, changed.website, changed.additional_information) is not distinct from (former.name, former.business_id_type, former.business_id, former.type, former.status, former.email, former.website, former.additional_information))
        on conflict do nothing;
      end if;
      insert into public.party_history
        (id, party_id, name, business_id_type, business_id, type, status, email, website, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.name, former.business_id_type, former.business_id, former.type, former.status, former.email, former.website, former.additional_information, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'no.flexibility.party.update', '/party/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.name is distinct from former.name then 'name' end,
          case when changed.business_id_type is distinct from former.business_id_type then 'business_id_type' end,
          case when changed.business_id is distinct from former.business_id then 'business_id' end,
          case when changed.type is distinct from former.type then 'type' end,
          case when changed.status is distinct from former.status then 'status' end,
          case when changed.email is distinct from former.email then 'email' end,
          case when changed.website is distinct from former.website then 'website' end,
          case when changed.additional_information is distinct from former.additional_information then 'additional_information' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.name, changed.business_id_type, changed.business_id, changed.type, changed.status, changed.email, changed.website, changed.additional_information) is not distinct from (former.name, former.business_id_type, former.business_id, former.type, former.status, former.email, former.website, former.additional_information))
      order by changed.row_version;
      insert into almanac.notice_change (resource, field, value)
      select concern.* from old_rows as former full join new_rows as changed on changed.id = former.id cross join lateral (values
        ('controllable_unit_service_provider', 'service_provider_id', changed.id)
      ) as concern (resource, field, value) where (changed.status) is distinct from (former.status);
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'party', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.party
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.party_record_update();

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
  perform set_config('almanac.many.party', statement_timestamp()::text, true);
  return old;
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
    select current_setting('almanac.effects'), 'party_membership', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.party_membership
  for each row execute function almanac.party_membership_record_update();

create or replace function almanac.product_type_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.product_type_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.product_type_history as version
      where version.product_type_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.product_type_row_version_seq');
  else
    if new.id is distinct from old.id or (new.business_id, new.name, new.service) is not distinct from (old.business_id, old.name, old.service) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of product_type never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.product_type', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.product_type_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.product_type', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.product_type as latest
            where latest.id = current_setting('almanac.latest.product_type')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.product_type', '', true);
          perform set_config('almanac.many.product_type', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.product_type_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.product_type_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.product_type', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'product_type', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.business_id, changed.name, changed.service) is not distinct from (former.business_id, former.name, former.service))
        on conflict do nothing;
      end if;
      insert into public.product_type_history
        (id, product_type_id, business_id, name, service, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.business_id, former.name, former.service, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'no.flexibility.product_type.update', '/product_type/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.business_id is distinct from former.business_id then 'business_id' end,
          case when changed.name is distinct from former.name then 'name' end,
          case when changed.service is distinct from former.service then 'service' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.business_id, changed.name, changed.service) is not distinct from (former.business_id, former.name, former.service))
      order by changed.row_version;
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'product_type', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.product_type
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.product_type_record_update();

create or replace function almanac.product_type_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.product_type as latest
    where latest.id = current_setting('almanac.latest.product_type')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.product_type', '', true);
  perform set_config('almanac.many.product_type', statement_timestamp()::text, true);
  return old;
end
$$;

create or replace function almanac.service_provider_product_application_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.service_provider_product_application_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.service_provider_product_application_history as version
      where version.service_provider_product_application_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.service_provider_product_application_row_version_seq');
    if (new.status = 'qualified') is true then
      new.qualified_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id or (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of service_provider_product_application never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_provider_product_application', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.service_provider_product_application_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.service_provider_product_application', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.service_provider_product_application as latest
            where latest.id = current_setting('almanac.latest.service_provider_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.service_provider_product_application', '', true);
          perform set_config('almanac.many.service_provider_product_application', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.service_provider_product_application_row_version_seq');
      end if;
    end if;
    if (old.status <> 'qualified') is true and (new.status = 'qualified') is true then
      new.qualified_at := new.recorded_at;
    end if;
    if (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('requested', 'in_assessment'), ('in_assessment', 'qualified'), ('in_assessment', 'rejected'), ('qualified', 'in_assessment'), ('rejected', 'in_assessment')) then
        raise exception 'status of service_provider_product_application does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'service_provider_product_application_status_transition_check';
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.service_provider_product_application_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.service_provider_product_application', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'service_provider_product_application', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.service_provider_id, changed.system_operator_id, changed.product_type_id, changed.status, changed.notes, changed.qualified_at) is not distinct from (former.service_provider_id, former.system_operator_id, former.product_type_id, former.status, former.notes, former.qualified_at))
        on conflict do nothing;
      end if;
      insert into public.service_provider_product_application_history
        (id, service_provider_product_application_id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.service_provider_id, former.system_operator_id, former.product_type_id, former.status, former.notes, former.qualified_at, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      select
        'no.flexibility.service_provider_product_application.update', '/service_provider_product_application/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), '/party/' || changed.service_provider_id, array_remove(array[
          case when changed.service_provider_id is distinct from former.service_provider_id then 'service_provider_id' end,
          case when changed.system_operator_id is distinct from former.system_operator_id then 'system_operator_id' end,
          case when changed.product_type_id is distinct from former.product_type_id then 'product_type_id' end,
          case when changed.status is distinct from former.status then 'status' end,
          case when changed.notes is distinct from former.notes then 'notes' end,
          case when changed.qualified_at is distinct from former.qualified_at then 'qualified_at' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.service_provider_id, changed.system_operator_id, changed.product_type_id, changed.status, changed.notes, changed.qualified_at) is not distinct from (former.service_provider_id, former.system_operator_id, former.product_type_id, former.status, former.notes, former.qualified_at))
      order by changed.row_version;
      insert into almanac.notice_change (resource, field, value)
      select concern.* from old_rows as former full join new_rows as changed on changed.id = former.id cross join lateral (values
        ('service_provider_product_application', 'id', changed.id)
      ) as concern (resource, field, value) where (changed.status, changed.service_provider_id, changed.product_type_id, changed.system_operator_id) is distinct from (former.status, former.service_provider_id, former.product_type_id, former.system_operator_id);
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_provider_product_application', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.service_provider_product_application
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.service_provider_product_application_record_update();

create or replace function almanac.service_provider_product_application_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.service_provider_product_application as latest
    where latest.id = current_setting('almanac.latest.service_provider_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.service_provider_product_application', '', true);
  perform set_config('almanac.many.service_provider_product_application', statement_timestamp()::text, true);
  return old;
end
$$;

create or replace function almanac.service_providing_group_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.service_providing_group_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.service_providing_group_history as version
      where version.service_providing_group_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.service_providing_group_row_version_seq');
  else
    if new.id is distinct from old.id or (new.name, new.service_provider_id, new.bidding_zone_id, new.status, new.additional_information) is not distinct from (old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of service_providing_group never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('new', 'active'), ('new', 'terminated'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
        raise exception 'status of service_providing_group does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'service_providing_group_status_transition_check';
      end if;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_providing_group', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.service_providing_group_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.service_providing_group', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.service_providing_group as latest
            where latest.id = current_setting('almanac.latest.service_providing_group')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.service_providing_group', '', true);
          perform set_config('almanac.many.service_providing_group', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.service_providing_group_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.service_providing_group_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.service_providing_group', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'service_providing_group', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.name, changed.service_provider_id, changed.bidding_zone_id, changed.status, changed.additional_information) is not distinct from (former.name, former.service_provider_id, former.bidding_zone_id, former.status, former.additional_information))
        on conflict do nothing;
      end if;
      insert into public.service_providing_group_history
        (id, service_providing_group_id, name, service_provider_id, bidding_zone_id, status, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.name, former.service_provider_id, former.bidding_zone_id, former.status, former.additional_information, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'no.flexibility.service_providing_group.update', '/service_providing_group/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.name is distinct from former.name then 'name' end,
          case when changed.service_provider_id is distinct from former.service_provider_id then 'service_provider_id' end,
          case when changed.bidding_zone_id is distinct from former.bidding_zone_id then 'bidding_zone_id' end,
          case when changed.status is distinct from former.status then 'status' end,
          case when changed.additional_information is distinct from former.additional_information then 'additional_information' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.name, changed.service_provider_id, changed.bidding_zone_id, changed.status, changed.additional_information) is not distinct from (former.name, former.service_provider_id, former.bidding_zone_id, former.status, former.additional_information))
      order by changed.row_version;
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.service_providing_group
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.service_providing_group_record_update();

create or replace function almanac.service_providing_group_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.service_providing_group as latest
    where latest.id = current_setting('almanac.latest.service_providing_group')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.service_providing_group', '', true);
  perform set_config('almanac.many.service_providing_group', statement_timestamp()::text, true);
  return old;
end
$$;

create or replace function almanac.service_providing_group_grid_prequalification_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.service_providing_group_grid_prequalification_hist_83b2543d_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.service_providing_group_grid_prequalification_history as version
      where version.service_providing_group_grid_prequalification_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.service_providing_group_grid_prequalification_row_version_seq');
    if (new.status = any (array['approved', 'conditionally_approved']::text[])) is true then
      new.prequalified_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id or (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of service_providing_group_grid_prequalification never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_providing_group_grid_prequalification', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.service_providing_group_grid_prequalification_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.service_providing_group_grid_prequalification', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.service_providing_group_grid_prequalification as latest
            where latest.id = current_setting('almanac.latest.service_providing_group_grid_prequalification')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.service_providing_group_grid_prequalification', '', true);
          perform set_config('almanac.many.service_providing_group_grid_prequalification', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.service_providing_group_grid_prequalification_row_version_seq');
      end if;
    end if;
    if (not (old.status = any (array['approved', 'conditionally_approved']::text[]))) is true and (new.status = any (array['approved', 'conditionally_approved']::text[])) is true then
      new.prequalified_at := new.recorded_at;
    end if;
    if (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('requested', 'in_progress'), ('in_progress', 'approved'), ('in_progress', 'conditionally_approved'), ('in_progress', 'rejected'), ('approved', 'in_progress'), ('conditionally_approved', 'in_progress'), ('rejected', 'in_progress')) then
        raise exception 'status of service_providing_group_grid_prequalification does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'service_providing_group_grid_prequalification_st_89fcc427_check';
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.service_providing_group_grid_prequalification_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.service_providing_group_grid_prequalification', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'service_providing_group_grid_prequalification', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.service_providing_group_id, changed.impacted_system_operator_id, changed.status, changed.notes, changed.prequalified_at) is not distinct from (former.service_providing_group_id, former.impacted_system_operator_id, former.status, former.notes, former.prequalified_at))
        on conflict do nothing;
      end if;
      insert into public.service_providing_group_grid_prequalification_history
        (id, service_providing_group_grid_prequalification_id, service_providing_group_id, impacted_system_operator_id, status, notes, prequalified_at, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.service_providing_group_id, former.impacted_system_operator_id, former.status, former.notes, former.prequalified_at, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      select
        'no.flexibility.service_providing_group_grid_prequalification.update', '/service_providing_group_grid_prequalification/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), '/service_providing_group/' || changed.service_providing_group_id, array_remove(array[
          case when changed.service_providing_group_id is distinct from former.service_providing_group_id then 'service_providing_group_id' end,
          case when changed.impacted_system_operator_id is distinct from former.impacted_system_operator_id then 'impacted_system_operator_id' end,
          case when changed.status is distinct from former.status then 'status' end,
          case when changed.notes is distinct from former.notes then 'notes' end,
          case when changed.prequalified_at is distinct from former.prequalified_at then 'prequalified_at' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.service_providing_group_id, changed.impacted_system_operator_id, changed.status, changed.notes, changed.prequalified_at) is not distinct from (former.service_providing_group_id, former.impacted_system_operator_id, former.status, former.notes, former.prequalified_at))
      order by changed.row_version;
      insert into almanac.notice_change (resource, field, value)
      select concern.* from old_rows as former full join new_rows as changed on changed.id = former.id cross join lateral (values
        ('service_providing_group_grid_prequalification', 'id', changed.id)
      ) as concern (resource, field, value) where (changed.status, changed.service_providing_group_id, changed.impacted_system_operator_id) is distinct from (former.status, former.service_providing_group_id, former.impacted_system_operator_id);
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_grid_prequalification', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.service_providing_group_grid_prequalification
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.service_providing_group_grid_prequalification_record_update();

create or replace function almanac.service_providing_group_grid_prequalification_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.service_providing_group_grid_prequalification as latest
    where latest.id = current_setting('almanac.latest.service_providing_group_grid_prequalification')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.service_providing_group_grid_prequalification', '', true);
  perform set_config('almanac.many.service_providing_group_grid_prequalification', statement_timestamp()::text, true);
  return old;
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
    select current_setting('almanac.effects'), 'service_providing_group_membership', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.service_providing_group_membership
  for each row execute function almanac.service_providing_group_membership_record_update();

create or replace function almanac.service_providing_group_product_application_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.service_providing_group_product_application_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.service_providing_group_product_application_history as version
      where version.service_providing_group_product_application_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.service_providing_group_product_application_row_version_seq');
    if (new.status = 'qualified') is true then
      new.qualified_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id or (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of service_providing_group_product_application never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_providing_group_product_application', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.service_providing_group_product_application_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.service_providing_group_product_application', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.service_providing_group_product_application as latest
            where latest.id = current_setting('almanac.latest.service_providing_group_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.service_providing_group_product_application', '', true);
          perform set_config('almanac.many.service_providing_group_product_application', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.service_providing_group_product_application_row_version_seq');
      end if;
    end if;
    if (old.status <> 'qualified') is true and (new.status = 'qualified') is true then
      new.qualified_at := new.recorded_at;
    end if;
    if (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('requested', 'in_verification'), ('in_verification', 'qualified'), ('in_verification', 'rejected'), ('qualified', 'in_verification'), ('rejected', 'in_verification')) then
        raise exception 'status of service_providing_group_product_application does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'service_providing_group_product_application_stat_3848f8fb_check';
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.service_providing_group_product_application_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.service_providing_group_product_application', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'service_providing_group_product_application', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.service_providing_group_id, changed.procuring_system_operator_id, changed.product_type_id, changed.maximum_active_power, changed.status, changed.notes, changed.qualified_at) is not distinct from (former.service_providing_group_id, former.procuring_system_operator_id, former.product_type_id, former.maximum_active_power, former.status, former.notes, former.qualified_at))
        on conflict do nothing;
      end if;
      insert into public.service_providing_group_product_application_history
        (id, service_providing_group_product_application_id, service_providing_group_id, procuring_system_operator_id, product_type_id, maximum_active_power, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.service_providing_group_id, former.procuring_system_operator_id, former.product_type_id, former.maximum_active_power, former.status, former.notes, former.qualified_at, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      select
        'no.flexibility.service_providing_group_product_application.update', '/service_providing_group_product_application/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), '/service_providing_group/' || changed.service_providing_group_id, array_remove(array[
          case when changed.service_providing_group_id is distinct from former.service_providing_group_id then 'service_providing_group_id' end,
          case when changed.procuring_system_operator_id is distinct from former.procuring_system_operator_id then 'procuring_system_operator_id' end,
          case when changed.product_type_id is distinct from former.product_type_id then 'product_type_id' end,
          case when changed.maximum_active_power is distinct from former.maximum_active_power then 'maximum_active_power' end,
          case when changed.status is distinct from former.status then 'status' end,
          case when changed.notes is distinct from former.notes then 'notes' end,
          case when changed.qualified_at is distinct from former.qualified_at then 'qualified_at' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.service_providing_group_id, changed.procuring_system_operator_id, changed.product_type_id, changed.maximum_active_power, changed.status, changed.notes, changed.qualified_at) is not distinct from (former.service_providing_group_id, former.procuring_system_operator_id, former.product_type_id, former.maximum_active_power, former.status, former.notes, former.qualified_at))
      order by changed.row_version;
      insert into almanac.notice_change (resource, field, value)
      select concern.* from old_rows as former full join new_rows as changed on changed.id = former.id cross join lateral (values
        ('service_providing_group_product_application', 'id', changed.id)
      ) as concern (resource, field, value) where (changed.status, changed.service_providing_group_id, changed.product_type_id, changed.procuring_system_operator_id) is distinct from (former.status, former.service_providing_group_id, former.product_type_id, former.procuring_system_operator_id);
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'service_providing_group_product_application', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.service_providing_group_product_application
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.service_providing_group_product_application_record_update();

create or replace function almanac.service_providing_group_product_application_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.service_providing_group_product_application as latest
    where latest.id = current_setting('almanac.latest.service_providing_group_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.service_providing_group_product_application', '', true);
  perform set_config('almanac.many.service_providing_group_product_application', statement_timestamp()::text, true);
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
    if new.id is distinct from old.id or (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of subscription never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('active', 'dead'), ('dead', 'active')) then
        raise exception 'status of subscription does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'subscription_status_transition_check';
      end if;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.subscription', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.subscription_row_version_seq');
    else
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
          perform set_config('almanac.many.subscription', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.subscription_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.subscription_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.subscription', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'subscription', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.url, changed.filter, changed.secret, changed.status, changed.reason, changed.created_by, changed.role, changed.claims) is not distinct from (former.url, former.filter, former.secret, former.status, former.reason, former.created_by, former.role, former.claims))
        on conflict do nothing;
      end if;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'no.flexibility.subscription.update', '/subscription/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.url is distinct from former.url then 'url' end,
          case when changed.filter is distinct from former.filter then 'filter' end,
          case when changed.secret is distinct from former.secret then 'secret' end,
          case when changed.status is distinct from former.status then 'status' end,
          case when changed.reason is distinct from former.reason then 'reason' end,
          case when changed.created_by is distinct from former.created_by then 'created_by' end,
          case when changed.role is distinct from former.role then 'role' end,
          case when changed.claims is distinct from former.claims then 'claims' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.url, changed.filter, changed.secret, changed.status, changed.reason, changed.created_by, changed.role, changed.claims) is not distinct from (former.url, former.filter, former.secret, former.status, former.reason, former.created_by, former.role, former.claims))
      order by changed.row_version;
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'subscription', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.subscription
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.subscription_record_update();

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
  perform set_config('almanac.many.subscription', statement_timestamp()::text, true);
  return old;
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
    select current_setting('almanac.effects'), 'system_operator_product_type', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.system_operator_product_type
  for each row execute function almanac.system_operator_product_type_record_update();

create or replace function almanac.technical_resource_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.technical_resource_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.technical_resource_history as version
      where version.technical_resource_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.technical_resource_row_version_seq');
  else
    if new.id is distinct from old.id or (new.controllable_unit_id, new.name, new.category, new.technology, new.maximum_active_power, new.make, new.model, new.serial_number, new.details, new.additional_information) is not distinct from (old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of technical_resource never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.technical_resource', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.technical_resource_row_version_seq');
    else
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
          perform set_config('almanac.many.technical_resource', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.technical_resource_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.technical_resource_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.technical_resource', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'technical_resource', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.controllable_unit_id, changed.name, changed.category, changed.technology, changed.maximum_active_power, changed.make, changed.model, changed.serial_number, changed.details, changed.additional_information) is not distinct from (former.controllable_unit_id, former.name, former.category, former.technology, former.maximum_active_power, former.make, former.model, former.serial_number, former.details, former.additional_information))
        on conflict do nothing;
      end if;
      insert into public.technical_resource_history
        (id, technical_resource_id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number, details, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.controllable_unit_id, former.name, former.category, former.technology, former.maximum_active_power, former.make, former.model, former.serial_number, former.details, former.additional_information, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      select
        'no.flexibility.technical_resource.update', '/technical_resource/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), '/controllable_unit/' || changed.controllable_unit_id, array_remove(array[
          case when changed.controllable_unit_id is distinct from former.controllable_unit_id then 'controllable_unit_id' end,
          case when changed.name is distinct from former.name then 'name' end,
          case when changed.category is distinct from former.category then 'category' end,
          case when changed.technology is distinct from former.technology then 'technology' end,
          case when changed.maximum_active_power is distinct from former.maximum_active_power then 'maximum_active_power' end,
          case when changed.make is distinct from former.make then 'make' end,
          case when changed.model is distinct from former.model then 'model' end,
          case when changed.serial_number is distinct from former.serial_number then 'serial_number' end,
          case when changed.details is distinct from former.details then 'details' end,
          case when changed.additional_information is distinct from former.additional_information then 'additional_information' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.controllable_unit_id, changed.name, changed.category, changed.technology, changed.maximum_active_power, changed.make, changed.model, changed.serial_number, changed.details, changed.additional_information) is not distinct from (former.controllable_unit_id, former.name, former.category, former.technology, former.maximum_active_power, former.make, former.model, former.serial_number, former.details, former.additional_information))
      order by changed.row_version;
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'technical_resource', old.id, old::text where old *<> new
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

create or replace trigger record_update
  after update on public.technical_resource
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.technical_resource_record_update();

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
  perform set_config('almanac.many.technical_resource', statement_timestamp()::text, true);
  return old;
end
$$;

-- To undo it:
--   create or replace function almanac.accounting_point_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.accounting_point_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.accounting_point_history as version
--         where version.accounting_point_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.accounting_point_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.business_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.street_address, old.postal_code, old.city) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of accounting_point never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.accounting_point_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.accounting_point', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.accounting_point as latest
--               where latest.id = current_setting('almanac.latest.accounting_point')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.accounting_point', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.accounting_point_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.accounting_point_history
--         (id, accounting_point_id, business_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.business_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.business_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.street_address, old.postal_code, old.city) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, updated_fields)
--     values
--       ('no.flexibility.accounting_point.update', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--         case when new.business_id is distinct from old.business_id then 'business_id' end,
--         case when new.street_address is distinct from old.street_address then 'street_address' end,
--         case when new.postal_code is distinct from old.postal_code then 'postal_code' end,
--         case when new.city is distinct from old.city then 'city' end
--       ], null));
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.accounting_point
--     for each row when (old.* *<> new.*) execute function almanac.accounting_point_record_update();
--
--   create or replace function almanac.accounting_point_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.accounting_point_balance_responsible_party_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point_balance_responsible_party', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.accounting_point_balance_responsible_party_history
--         (id, accounting_point_balance_responsible_party_id, accounting_point_id, balance_responsible_party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.accounting_point_id, new.balance_responsible_party_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to) then
--       return null;
--     end if;
--     if old.valid_from is not null and new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.accounting_point_balance_responsible_party.update', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
--           case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--           case when new.balance_responsible_party_id is distinct from old.balance_responsible_party_id then 'balance_responsible_party_id' end,
--           case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--           case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--         ], null));
--     elsif new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.accounting_point_balance_responsible_party.create', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--     elsif old.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.accounting_point_balance_responsible_party.delete', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.accounting_point_balance_responsible_party
--     for each row when (old.* *<> new.*) execute function almanac.accounting_point_balance_responsible_party_record_update();
--
--   create or replace function almanac.accounting_point_end_user_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point_end_user', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.accounting_point_end_user_history
--         (id, accounting_point_end_user_id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.accounting_point_id, new.end_user_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to) then
--       return null;
--     end if;
--     if old.valid_from is not null and new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.accounting_point_end_user.update', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
--           case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--           case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
--           case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--           case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--         ], null));
--     elsif new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.accounting_point_end_user.create', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--     elsif old.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.accounting_point_end_user.delete', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--     end if;
--     if (new.valid_to, new.accounting_point_id, new.end_user_id, new.valid_from) is distinct from (old.valid_to, old.accounting_point_id, old.end_user_id, old.valid_from) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('accounting_point_end_user', 'id', new.id),
--         ('accounting_point', 'id', new.accounting_point_id);
--       if new.accounting_point_id is distinct from old.accounting_point_id then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('accounting_point', 'id', old.accounting_point_id);
--       end if;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.accounting_point_end_user
--     for each row when (old.* *<> new.*) execute function almanac.accounting_point_end_user_record_update();
--
--   create or replace function almanac.accounting_point_energy_supplier_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point_energy_supplier', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.accounting_point_energy_supplier_history
--         (id, accounting_point_energy_supplier_id, accounting_point_id, energy_supplier_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.accounting_point_id, new.energy_supplier_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to) then
--       return null;
--     end if;
--     if old.valid_from is not null and new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.accounting_point_energy_supplier.update', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
--           case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--           case when new.energy_supplier_id is distinct from old.energy_supplier_id then 'energy_supplier_id' end,
--           case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--           case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--         ], null));
--     elsif new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.accounting_point_energy_supplier.create', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--     elsif old.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.accounting_point_energy_supplier.delete', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.accounting_point_energy_supplier
--     for each row when (old.* *<> new.*) execute function almanac.accounting_point_energy_supplier_record_update();
--
--   create or replace function almanac.accounting_point_metering_grid_area_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'accounting_point_metering_grid_area', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.accounting_point_metering_grid_area_history
--         (id, accounting_point_metering_grid_area_id, accounting_point_id, metering_grid_area_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
--       return null;
--     end if;
--     if old.valid_from is not null and new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.accounting_point_metering_grid_area.update', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
--           case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--           case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
--           case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--           case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--         ], null));
--     elsif new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.accounting_point_metering_grid_area.create', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--     elsif old.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.accounting_point_metering_grid_area.delete', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--     end if;
--     if (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('accounting_point', 'id', new.accounting_point_id);
--       if new.accounting_point_id is distinct from old.accounting_point_id then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('accounting_point', 'id', old.accounting_point_id);
--       end if;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.accounting_point_metering_grid_area
--     for each row when (old.* *<> new.*) execute function almanac.accounting_point_metering_grid_area_record_update();
--
--   create or replace function almanac.bidding_zone_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.bidding_zone_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.bidding_zone_history as version
--         where version.bidding_zone_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.bidding_zone_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.business_id, new.code, new.name) is not distinct from (old.business_id, old.code, old.name) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of bidding_zone never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.bidding_zone', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.bidding_zone_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.bidding_zone', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.bidding_zone as latest
--               where latest.id = current_setting('almanac.latest.bidding_zone')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.bidding_zone', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.bidding_zone_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.bidding_zone_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'bidding_zone', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.bidding_zone_history
--         (id, bidding_zone_id, business_id, code, name, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.business_id, old.code, old.name, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.business_id, new.code, new.name) is not distinct from (old.business_id, old.code, old.name) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, updated_fields)
--     values
--       ('no.flexibility.bidding_zone.update', '/bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--         case when new.business_id is distinct from old.business_id then 'business_id' end,
--         case when new.code is distinct from old.code then 'code' end,
--         case when new.name is distinct from old.name then 'name' end
--       ], null));
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.bidding_zone
--     for each row when (old.* *<> new.*) execute function almanac.bidding_zone_record_update();
--
--   create or replace function almanac.bidding_zone_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.contract_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'contract', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.contract_history
--         (id, contract_id, accounting_point_id, service_provider_id, end_user_id, status, signed_at, reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
--       return null;
--     end if;
--     if old.valid_from is not null and new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.contract.update', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
--           case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--           case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--           case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
--           case when new.status is distinct from old.status then 'status' end,
--           case when new.signed_at is distinct from old.signed_at then 'signed_at' end,
--           case when new.reference is distinct from old.reference then 'reference' end,
--           case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--           case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--         ], null));
--     elsif new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.contract.create', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--     elsif old.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.contract.delete', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--     end if;
--     if (new.accounting_point_id, new.status, new.end_user_id, new.valid_from, new.valid_to, new.service_provider_id) is distinct from (old.accounting_point_id, old.status, old.end_user_id, old.valid_from, old.valid_to, old.service_provider_id) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('accounting_point', 'id', new.accounting_point_id);
--       if new.accounting_point_id is distinct from old.accounting_point_id then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('accounting_point', 'id', old.accounting_point_id);
--       end if;
--     end if;
--     if (new.valid_from, new.valid_to, new.accounting_point_id, new.end_user_id, new.service_provider_id) is distinct from (old.valid_from, old.valid_to, old.accounting_point_id, old.end_user_id, old.service_provider_id) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('contract', 'id', new.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.contract
--     for each row when (old.* *<> new.*) execute function almanac.contract_record_update();
--
--   create or replace function almanac.controllable_unit_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.controllable_unit_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.controllable_unit_history as version
--         where version.controllable_unit_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.controllable_unit_row_version_seq');
--       if (new.grid_validation_status = 'validated') is true then
--         select new.recorded_at, new.maximum_active_power
--         into new.validated_at, new.validated_active_power;
--       end if;
--       if (new.grid_validation_status <> 'validated') is true then
--         new.validated_at := null::timestamptz;
--         new.validated_active_power := null::numeric(9, 3);
--       end if;
--     else
--       if new.id is distinct from old.id or (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of controllable_unit never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.controllable_unit', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.controllable_unit_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.controllable_unit', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.controllable_unit as latest
--               where latest.id = current_setting('almanac.latest.controllable_unit')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.controllable_unit', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.controllable_unit_row_version_seq');
--         end if;
--       end if;
--       if (old.grid_validation_status <> 'validated') is true and (new.grid_validation_status = 'validated') is true then
--         select new.recorded_at, new.maximum_active_power
--         into new.validated_at, new.validated_active_power;
--       end if;
--       if (new.grid_validation_status <> 'validated') is true then
--         new.validated_at := null::timestamptz;
--         new.validated_active_power := null::numeric(9, 3);
--       end if;
--       if (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('new', 'active'), ('new', 'terminated'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
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
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'controllable_unit', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.controllable_unit_history
--         (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, updated_fields)
--     values
--       ('no.flexibility.controllable_unit.update', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--         case when new.business_id is distinct from old.business_id then 'business_id' end,
--         case when new.name is distinct from old.name then 'name' end,
--         case when new.status is distinct from old.status then 'status' end,
--         case when new.start_date is distinct from old.start_date then 'start_date' end,
--         case when new.regulation_direction is distinct from old.regulation_direction then 'regulation_direction' end,
--         case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
--         case when ((new.maximum_active_power <= 50) is true) is distinct from ((old.maximum_active_power <= 50) is true) then 'is_small' end,
--         case when new.minimum_duration is distinct from old.minimum_duration then 'minimum_duration' end,
--         case when new.maximum_duration is distinct from old.maximum_duration then 'maximum_duration' end,
--         case when new.recovery_duration is distinct from old.recovery_duration then 'recovery_duration' end,
--         case when new.ramp_rate is distinct from old.ramp_rate then 'ramp_rate' end,
--         case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--         case when new.grid_node_id is distinct from old.grid_node_id then 'grid_node_id' end,
--         case when new.grid_validation_status is distinct from old.grid_validation_status then 'grid_validation_status' end,
--         case when new.grid_validation_notes is distinct from old.grid_validation_notes then 'grid_validation_notes' end,
--         case when new.validated_at is distinct from old.validated_at then 'validated_at' end,
--         case when new.validated_active_power is distinct from old.validated_active_power then 'validated_active_power' end,
--         case when new.additional_information is distinct from old.additional_information then 'additional_information' end,
--         case when new.created_by_party_id is distinct from old.created_by_party_id then 'created_by_party_id' end
--       ], null));
--     if (new.status, new.business_id, new.accounting_point_id, new.grid_validation_status) is distinct from (old.status, old.business_id, old.accounting_point_id, old.grid_validation_status) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', new.id);
--     end if;
--     if (new.status, new.accounting_point_id) is distinct from (old.status, old.accounting_point_id) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit_service_provider', 'controllable_unit_id', new.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.controllable_unit
--     for each row when (old.* *<> new.*) execute function almanac.controllable_unit_record_update();
--
--   create or replace function almanac.controllable_unit_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.controllable_unit_service_provider_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'controllable_unit_service_provider', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.controllable_unit_service_provider_history
--         (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
--       return null;
--     end if;
--     if old.valid_from is not null and new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.controllable_unit_service_provider.update', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
--           case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
--           case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--           case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--           case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--           case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--         ], null));
--     elsif new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
--     elsif old.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
--     end if;
--     if (new.controllable_unit_id, new.valid_from, new.valid_to, new.service_provider_id) is distinct from (old.controllable_unit_id, old.valid_from, old.valid_to, old.service_provider_id) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', new.controllable_unit_id),
--         ('controllable_unit_service_provider', 'id', new.id);
--       if new.controllable_unit_id is distinct from old.controllable_unit_id then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('controllable_unit', 'id', old.controllable_unit_id);
--       end if;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.controllable_unit_service_provider
--     for each row when (old.* *<> new.*) execute function almanac.controllable_unit_service_provider_record_update();
--
--   create or replace function almanac.controllable_unit_suspension_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.controllable_unit_suspension_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.controllable_unit_suspension_history as version
--         where version.controllable_unit_suspension_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
--       if new.suspended_at = now() then
--         new.suspended_at := new.recorded_at;
--       end if;
--       if (new.status = 'lifted') is true then
--         new.lifted_at := new.recorded_at;
--       end if;
--     else
--       if new.id is distinct from old.id or (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of controllable_unit_suspension never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.controllable_unit_suspension', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.controllable_unit_suspension', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.controllable_unit_suspension as latest
--               where latest.id = current_setting('almanac.latest.controllable_unit_suspension')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.controllable_unit_suspension', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
--         end if;
--       end if;
--       if (old.status = 'active') is true and (new.status = 'lifted') is true then
--         new.lifted_at := new.recorded_at;
--       end if;
--       if (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('active', 'lifted')) then
--           raise exception 'status of controllable_unit_suspension does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'controllable_unit_suspension_status_transition_check';
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_suspension_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'controllable_unit_suspension', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.controllable_unit_suspension_history
--         (id, controllable_unit_suspension_id, controllable_unit_id, impacted_system_operator_id, reason, status, suspended_at, lifted_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--     values
--       ('no.flexibility.controllable_unit_suspension.update', '/controllable_unit_suspension/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
--         case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
--         case when new.impacted_system_operator_id is distinct from old.impacted_system_operator_id then 'impacted_system_operator_id' end,
--         case when new.reason is distinct from old.reason then 'reason' end,
--         case when new.status is distinct from old.status then 'status' end,
--         case when new.suspended_at is distinct from old.suspended_at then 'suspended_at' end,
--         case when new.lifted_at is distinct from old.lifted_at then 'lifted_at' end,
--         case when new.additional_information is distinct from old.additional_information then 'additional_information' end
--       ], null));
--     if (new.status, new.controllable_unit_id, new.reason, new.impacted_system_operator_id) is distinct from (old.status, old.controllable_unit_id, old.reason, old.impacted_system_operator_id) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit_suspension', 'id', new.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.controllable_unit_suspension
--     for each row when (old.* *<> new.*) execute function almanac.controllable_unit_suspension_record_update();
--
--   create or replace function almanac.controllable_unit_suspension_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.identity_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.identity_history as version
--         where version.identity_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.identity_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.subject, new.name) is not distinct from (old.subject, old.name) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of identity never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.identity', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.identity_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.identity', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.identity as latest
--               where latest.id = current_setting('almanac.latest.identity')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.identity', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.identity_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.identity_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'identity', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.identity_history
--         (id, identity_id, subject, name, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.subject, old.name, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.subject, new.name) is not distinct from (old.subject, old.name) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, updated_fields)
--     values
--       ('no.flexibility.identity.update', '/identity/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--         case when new.subject is distinct from old.subject then 'subject' end,
--         case when new.name is distinct from old.name then 'name' end
--       ], null));
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.identity
--     for each row when (old.* *<> new.*) execute function almanac.identity_record_update();
--
--   create or replace function almanac.identity_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.metering_grid_area_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.metering_grid_area_history as version
--         where version.metering_grid_area_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.metering_grid_area_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.business_id, new.name) is not distinct from (old.business_id, old.name) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.metering_grid_area', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.metering_grid_area_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.metering_grid_area', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.metering_grid_area as latest
--               where latest.id = current_setting('almanac.latest.metering_grid_area')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.metering_grid_area', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.metering_grid_area_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'metering_grid_area', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.metering_grid_area_history
--         (id, metering_grid_area_id, business_id, name, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.business_id, old.name, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.business_id, new.name) is not distinct from (old.business_id, old.name) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, updated_fields)
--     values
--       ('no.flexibility.metering_grid_area.update', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--         case when new.business_id is distinct from old.business_id then 'business_id' end,
--         case when new.name is distinct from old.name then 'name' end
--       ], null));
--     if (new.name) is distinct from (old.name) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('metering_grid_area', 'id', new.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.metering_grid_area
--     for each row when (old.* *<> new.*) execute function almanac.metering_grid_area_record_update();
--
--   create or replace function almanac.metering_grid_area_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.metering_grid_area_bidding_zone_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'metering_grid_area_bidding_zone', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.metering_grid_area_bidding_zone_history
--         (id, metering_grid_area_bidding_zone_id, metering_grid_area_id, bidding_zone_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.metering_grid_area_id, new.bidding_zone_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to) then
--       return null;
--     end if;
--     if old.valid_from is not null and new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.metering_grid_area_bidding_zone.update', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id, array_remove(array[
--           case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
--           case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
--           case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--           case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--         ], null));
--     elsif new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.metering_grid_area_bidding_zone.create', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
--     elsif old.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.metering_grid_area_bidding_zone.delete', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.metering_grid_area_bidding_zone
--     for each row when (old.* *<> new.*) execute function almanac.metering_grid_area_bidding_zone_record_update();
--
--   create or replace function almanac.metering_grid_area_system_operator_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'metering_grid_area_system_operator', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.metering_grid_area_system_operator_history
--         (id, metering_grid_area_system_operator_id, metering_grid_area_id, system_operator_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
--       return null;
--     end if;
--     if old.valid_from is not null and new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.metering_grid_area_system_operator.update', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id, array_remove(array[
--           case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
--           case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
--           case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--           case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--         ], null));
--     elsif new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.metering_grid_area_system_operator.create', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
--     elsif old.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.metering_grid_area_system_operator.delete', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
--     end if;
--     if (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('metering_grid_area', 'id', new.metering_grid_area_id);
--       if new.metering_grid_area_id is distinct from old.metering_grid_area_id then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('metering_grid_area', 'id', old.metering_grid_area_id);
--       end if;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.metering_grid_area_system_operator
--     for each row when (old.* *<> new.*) execute function almanac.metering_grid_area_system_operator_record_update();
--
--   create or replace function almanac.notice_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time(null);
--       new.row_version := nextval('public.notice_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.type, new.source, new.status, new.party_id, new.data, new.since) is not distinct from (old.type, old.source, old.status, old.party_id, old.data, old.since) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of notice never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('active', 'resolved')) then
--           raise exception 'status of notice does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'notice_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.notice', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.notice_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.notice', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.notice as latest
--               where latest.id = current_setting('almanac.latest.notice')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.notice', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.notice_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.notice_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'notice', old.id, old::text
--       on conflict do nothing;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.notice
--     for each row when (old.* *<> new.* and current_setting('almanac.effects', true) <> '')
--     execute function almanac.notice_record_update();
--
--   create or replace function almanac.notification_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time(null);
--       new.row_version := nextval('public.notification_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.acknowledged, new.event_id, new.party_id) is not distinct from (old.acknowledged, old.event_id, old.party_id) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of notification never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.notification', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.notification_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.notification', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.notification as latest
--               where latest.id = current_setting('almanac.latest.notification')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.notification', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.notification_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.notification_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'notification', old.id, old::text
--       on conflict do nothing;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.notification
--     for each row when (old.* *<> new.* and current_setting('almanac.effects', true) <> '')
--     execute function almanac.notification_record_update();
--
--   create or replace function almanac.party_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.party_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.party_history as version
--         where version.party_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.party_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.name, new.business_id_type, new.business_id, new.type, new.status, new.email, new.website, new.additional_information) is not distinct from (old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of party never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('new', 'active'), ('new', 'inactive'), ('new', 'terminated'), ('active', 'suspended'), ('active', 'inactive'), ('active', 'terminated'), ('suspended', 'active'), ('suspended', 'inactive'), ('suspended', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
--           raise exception 'status of party does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'party_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.party', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.party_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.party', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.party as latest
--               where latest.id = current_setting('almanac.latest.party')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.party', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.party_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.party_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'party', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.party_history
--         (id, party_id, name, business_id_type, business_id, type, status, email, website, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.name, new.business_id_type, new.business_id, new.type, new.status, new.email, new.website, new.additional_information) is not distinct from (old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, updated_fields)
--     values
--       ('no.flexibility.party.update', '/party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--         case when new.name is distinct from old.name then 'name' end,
--         case when new.business_id_type is distinct from old.business_id_type then 'business_id_type' end,
--         case when new.business_id is distinct from old.business_id then 'business_id' end,
--         case when new.type is distinct from old.type then 'type' end,
--         case when new.status is distinct from old.status then 'status' end,
--         case when new.email is distinct from old.email then 'email' end,
--         case when new.website is distinct from old.website then 'website' end,
--         case when new.additional_information is distinct from old.additional_information then 'additional_information' end
--       ], null));
--     if (new.status) is distinct from (old.status) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit_service_provider', 'service_provider_id', new.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.party
--     for each row when (old.* *<> new.*) execute function almanac.party_record_update();
--
--   create or replace function almanac.party_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.party_membership_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'party_membership', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.party_membership_history
--         (id, party_membership_id, identity_id, party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.identity_id, old.party_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.identity_id, new.party_id, new.valid_from, new.valid_to) is not distinct from (old.identity_id, old.party_id, old.valid_from, old.valid_to) then
--       return null;
--     end if;
--     if old.valid_from is not null and new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.party_membership.update', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id, array_remove(array[
--           case when new.identity_id is distinct from old.identity_id then 'identity_id' end,
--           case when new.party_id is distinct from old.party_id then 'party_id' end,
--           case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--           case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--         ], null));
--     elsif new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.party_membership.create', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id);
--     elsif old.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.party_membership.delete', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.party_membership
--     for each row when (old.* *<> new.*) execute function almanac.party_membership_record_update();
--
--   create or replace function almanac.product_type_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.product_type_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.product_type_history as version
--         where version.product_type_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.product_type_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.business_id, new.name, new.service) is not distinct from (old.business_id, old.name, old.service) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of product_type never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.product_type', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.product_type_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.product_type', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.product_type as latest
--               where latest.id = current_setting('almanac.latest.product_type')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.product_type', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.product_type_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.product_type_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'product_type', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.product_type_history
--         (id, product_type_id, business_id, name, service, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.business_id, old.name, old.service, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.business_id, new.name, new.service) is not distinct from (old.business_id, old.name, old.service) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, updated_fields)
--     values
--       ('no.flexibility.product_type.update', '/product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--         case when new.business_id is distinct from old.business_id then 'business_id' end,
--         case when new.name is distinct from old.name then 'name' end,
--         case when new.service is distinct from old.service then 'service' end
--       ], null));
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.product_type
--     for each row when (old.* *<> new.*) execute function almanac.product_type_record_update();
--
--   create or replace function almanac.product_type_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.product_type as latest
--       where latest.id = current_setting('almanac.latest.product_type')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.product_type', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.service_provider_product_application_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.service_provider_product_application_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.service_provider_product_application_history as version
--         where version.service_provider_product_application_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.service_provider_product_application_row_version_seq');
--       if (new.status = 'qualified') is true then
--         new.qualified_at := new.recorded_at;
--       end if;
--     else
--       if new.id is distinct from old.id or (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of service_provider_product_application never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_provider_product_application', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.service_provider_product_application_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.service_provider_product_application', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.service_provider_product_application as latest
--               where latest.id = current_setting('almanac.latest.service_provider_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.service_provider_product_application', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.service_provider_product_application_row_version_seq');
--         end if;
--       end if;
--       if (old.status <> 'qualified') is true and (new.status = 'qualified') is true then
--         new.qualified_at := new.recorded_at;
--       end if;
--       if (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('requested', 'in_assessment'), ('in_assessment', 'qualified'), ('in_assessment', 'rejected'), ('qualified', 'in_assessment'), ('rejected', 'in_assessment')) then
--           raise exception 'status of service_provider_product_application does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'service_provider_product_application_status_transition_check';
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.service_provider_product_application_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_provider_product_application', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.service_provider_product_application_history
--         (id, service_provider_product_application_id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--     values
--       ('no.flexibility.service_provider_product_application.update', '/service_provider_product_application/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.service_provider_id, array_remove(array[
--         case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--         case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
--         case when new.product_type_id is distinct from old.product_type_id then 'product_type_id' end,
--         case when new.status is distinct from old.status then 'status' end,
--         case when new.notes is distinct from old.notes then 'notes' end,
--         case when new.qualified_at is distinct from old.qualified_at then 'qualified_at' end
--       ], null));
--     if (new.status, new.service_provider_id, new.product_type_id, new.system_operator_id) is distinct from (old.status, old.service_provider_id, old.product_type_id, old.system_operator_id) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('service_provider_product_application', 'id', new.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.service_provider_product_application
--     for each row when (old.* *<> new.*) execute function almanac.service_provider_product_application_record_update();
--
--   create or replace function almanac.service_provider_product_application_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.service_provider_product_application as latest
--       where latest.id = current_setting('almanac.latest.service_provider_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.service_provider_product_application', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.service_providing_group_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.service_providing_group_history as version
--         where version.service_providing_group_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.service_providing_group_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.name, new.service_provider_id, new.bidding_zone_id, new.status, new.additional_information) is not distinct from (old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of service_providing_group never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('new', 'active'), ('new', 'terminated'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
--           raise exception 'status of service_providing_group does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'service_providing_group_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_providing_group', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.service_providing_group_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.service_providing_group', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.service_providing_group as latest
--               where latest.id = current_setting('almanac.latest.service_providing_group')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.service_providing_group', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.service_providing_group_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_providing_group', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.service_providing_group_history
--         (id, service_providing_group_id, name, service_provider_id, bidding_zone_id, status, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.name, new.service_provider_id, new.bidding_zone_id, new.status, new.additional_information) is not distinct from (old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, updated_fields)
--     values
--       ('no.flexibility.service_providing_group.update', '/service_providing_group/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--         case when new.name is distinct from old.name then 'name' end,
--         case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--         case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
--         case when new.status is distinct from old.status then 'status' end,
--         case when new.additional_information is distinct from old.additional_information then 'additional_information' end
--       ], null));
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.service_providing_group
--     for each row when (old.* *<> new.*) execute function almanac.service_providing_group_record_update();
--
--   create or replace function almanac.service_providing_group_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.service_providing_group as latest
--       where latest.id = current_setting('almanac.latest.service_providing_group')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.service_providing_group', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_grid_prequalification_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.service_providing_group_grid_prequalification_hist_83b2543d_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.service_providing_group_grid_prequalification_history as version
--         where version.service_providing_group_grid_prequalification_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.service_providing_group_grid_prequalification_row_version_seq');
--       if (new.status = any (array['approved', 'conditionally_approved']::text[])) is true then
--         new.prequalified_at := new.recorded_at;
--       end if;
--     else
--       if new.id is distinct from old.id or (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of service_providing_group_grid_prequalification never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_providing_group_grid_prequalification', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.service_providing_group_grid_prequalification_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.service_providing_group_grid_prequalification', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.service_providing_group_grid_prequalification as latest
--               where latest.id = current_setting('almanac.latest.service_providing_group_grid_prequalification')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.service_providing_group_grid_prequalification', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.service_providing_group_grid_prequalification_row_version_seq');
--         end if;
--       end if;
--       if (not (old.status = any (array['approved', 'conditionally_approved']::text[]))) is true and (new.status = any (array['approved', 'conditionally_approved']::text[])) is true then
--         new.prequalified_at := new.recorded_at;
--       end if;
--       if (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('requested', 'in_progress'), ('in_progress', 'approved'), ('in_progress', 'conditionally_approved'), ('in_progress', 'rejected'), ('approved', 'in_progress'), ('conditionally_approved', 'in_progress'), ('rejected', 'in_progress')) then
--           raise exception 'status of service_providing_group_grid_prequalification does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'service_providing_group_grid_prequalification_st_89fcc427_check';
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_grid_prequalification_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_providing_group_grid_prequalification', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.service_providing_group_grid_prequalification_history
--         (id, service_providing_group_grid_prequalification_id, service_providing_group_id, impacted_system_operator_id, status, notes, prequalified_at, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--     values
--       ('no.flexibility.service_providing_group_grid_prequalification.update', '/service_providing_group_grid_prequalification/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id, array_remove(array[
--         case when new.service_providing_group_id is distinct from old.service_providing_group_id then 'service_providing_group_id' end,
--         case when new.impacted_system_operator_id is distinct from old.impacted_system_operator_id then 'impacted_system_operator_id' end,
--         case when new.status is distinct from old.status then 'status' end,
--         case when new.notes is distinct from old.notes then 'notes' end,
--         case when new.prequalified_at is distinct from old.prequalified_at then 'prequalified_at' end
--       ], null));
--     if (new.status, new.service_providing_group_id, new.impacted_system_operator_id) is distinct from (old.status, old.service_providing_group_id, old.impacted_system_operator_id) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('service_providing_group_grid_prequalification', 'id', new.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.service_providing_group_grid_prequalification
--     for each row when (old.* *<> new.*) execute function almanac.service_providing_group_grid_prequalification_record_update();
--
--   create or replace function almanac.service_providing_group_grid_prequalification_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.service_providing_group_grid_prequalification as latest
--       where latest.id = current_setting('almanac.latest.service_providing_group_grid_prequalification')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.service_providing_group_grid_prequalification', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_membership_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_providing_group_membership', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.service_providing_group_membership_history
--         (id, service_providing_group_membership_id, controllable_unit_id, service_providing_group_id, service_provider_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
--       return null;
--     end if;
--     if old.valid_from is not null and new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.service_providing_group_membership.update', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id, array_remove(array[
--           case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
--           case when new.service_providing_group_id is distinct from old.service_providing_group_id then 'service_providing_group_id' end,
--           case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--           case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--           case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--         ], null));
--     elsif new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.service_providing_group_membership.create', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
--     elsif old.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.service_providing_group_membership.delete', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
--     end if;
--     if (new.valid_from, new.valid_to, new.controllable_unit_id, new.service_provider_id) is distinct from (old.valid_from, old.valid_to, old.controllable_unit_id, old.service_provider_id) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('service_providing_group_membership', 'id', new.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.service_providing_group_membership
--     for each row when (old.* *<> new.*) execute function almanac.service_providing_group_membership_record_update();
--
--   create or replace function almanac.service_providing_group_product_application_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.service_providing_group_product_application_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.service_providing_group_product_application_history as version
--         where version.service_providing_group_product_application_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.service_providing_group_product_application_row_version_seq');
--       if (new.status = 'qualified') is true then
--         new.qualified_at := new.recorded_at;
--       end if;
--     else
--       if new.id is distinct from old.id or (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of service_providing_group_product_application never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_providing_group_product_application', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.service_providing_group_product_application_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.service_providing_group_product_application', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.service_providing_group_product_application as latest
--               where latest.id = current_setting('almanac.latest.service_providing_group_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.service_providing_group_product_application', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.service_providing_group_product_application_row_version_seq');
--         end if;
--       end if;
--       if (old.status <> 'qualified') is true and (new.status = 'qualified') is true then
--         new.qualified_at := new.recorded_at;
--       end if;
--       if (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('requested', 'in_verification'), ('in_verification', 'qualified'), ('in_verification', 'rejected'), ('qualified', 'in_verification'), ('rejected', 'in_verification')) then
--           raise exception 'status of service_providing_group_product_application does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'service_providing_group_product_application_stat_3848f8fb_check';
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_product_application_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'service_providing_group_product_application', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.service_providing_group_product_application_history
--         (id, service_providing_group_product_application_id, service_providing_group_id, procuring_system_operator_id, product_type_id, maximum_active_power, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--     values
--       ('no.flexibility.service_providing_group_product_application.update', '/service_providing_group_product_application/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id, array_remove(array[
--         case when new.service_providing_group_id is distinct from old.service_providing_group_id then 'service_providing_group_id' end,
--         case when new.procuring_system_operator_id is distinct from old.procuring_system_operator_id then 'procuring_system_operator_id' end,
--         case when new.product_type_id is distinct from old.product_type_id then 'product_type_id' end,
--         case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
--         case when new.status is distinct from old.status then 'status' end,
--         case when new.notes is distinct from old.notes then 'notes' end,
--         case when new.qualified_at is distinct from old.qualified_at then 'qualified_at' end
--       ], null));
--     if (new.status, new.service_providing_group_id, new.product_type_id, new.procuring_system_operator_id) is distinct from (old.status, old.service_providing_group_id, old.product_type_id, old.procuring_system_operator_id) then
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('service_providing_group_product_application', 'id', new.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.service_providing_group_product_application
--     for each row when (old.* *<> new.*) execute function almanac.service_providing_group_product_application_record_update();
--
--   create or replace function almanac.service_providing_group_product_application_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.service_providing_group_product_application as latest
--       where latest.id = current_setting('almanac.latest.service_providing_group_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.service_providing_group_product_application', '', true);
--     return old;
--   end
--   $$;
--
--   create or replace function almanac.subscription_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time(null);
--       new.row_version := nextval('public.subscription_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of subscription never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('active', 'dead'), ('dead', 'active')) then
--           raise exception 'status of subscription does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'subscription_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.subscription', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.subscription_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.subscription', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.subscription as latest
--               where latest.id = current_setting('almanac.latest.subscription')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.subscription', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.subscription_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.subscription_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'subscription', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version = old.row_version then
--       if (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
--         return null;
--       end if;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, updated_fields)
--     values
--       ('no.flexibility.subscription.update', '/subscription/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--         case when new.url is distinct from old.url then 'url' end,
--         case when new.filter is distinct from old.filter then 'filter' end,
--         case when new.secret is distinct from old.secret then 'secret' end,
--         case when new.status is distinct from old.status then 'status' end,
--         case when new.reason is distinct from old.reason then 'reason' end,
--         case when new.created_by is distinct from old.created_by then 'created_by' end,
--         case when new.role is distinct from old.role then 'role' end,
--         case when new.claims is distinct from old.claims then 'claims' end
--       ], null));
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.subscription
--     for each row when (old.* *<> new.*) execute function almanac.subscription_record_update();
--
--   create or replace function almanac.subscription_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
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
--   create or replace function almanac.system_operator_product_type_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'system_operator_product_type', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.system_operator_product_type_history
--         (id, system_operator_product_type_id, system_operator_id, product_type_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.system_operator_id, new.product_type_id, new.valid_from, new.valid_to) is not distinct from (old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to) then
--       return null;
--     end if;
--     if old.valid_from is not null and new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--       values
--         ('no.flexibility.system_operator_product_type.update', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id, array_remove(array[
--           case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
--           case when new.product_type_id is distinct from old.product_type_id then 'product_type_id' end,
--           case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--           case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--         ], null));
--     elsif new.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.system_operator_product_type.create', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id);
--     elsif old.valid_from is not null then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.system_operator_product_type.delete', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.system_operator_product_type
--     for each row when (old.* *<> new.*) execute function almanac.system_operator_product_type_record_update();
--
--   create or replace function almanac.technical_resource_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       if (new.id > pg_sequence_last_value('public.technical_resource_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.technical_resource_history as version
--         where version.technical_resource_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.technical_resource_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.controllable_unit_id, new.name, new.category, new.technology, new.maximum_active_power, new.make, new.model, new.serial_number, new.details, new.additional_information) is not distinct from (old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of technical_resource never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.technical_resource', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.technical_resource_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.technical_resource', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.technical_resource as latest
--               where latest.id = current_setting('almanac.latest.technical_resource')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.technical_resource', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.technical_resource_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.technical_resource_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'technical_resource', old.id, old::text
--       on conflict do nothing;
--     end if;
--     if new.row_version <> old.row_version then
--       insert into public.technical_resource_history
--         (id, technical_resource_id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number, details, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--       values
--         (old.row_version, old.id, old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--     elsif (new.controllable_unit_id, new.name, new.category, new.technology, new.maximum_active_power, new.make, new.model, new.serial_number, new.details, new.additional_information) is not distinct from (old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information) then
--       return null;
--     end if;
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--     values
--       ('no.flexibility.technical_resource.update', '/technical_resource/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
--         case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
--         case when new.name is distinct from old.name then 'name' end,
--         case when new.category is distinct from old.category then 'category' end,
--         case when new.technology is distinct from old.technology then 'technology' end,
--         case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
--         case when new.make is distinct from old.make then 'make' end,
--         case when new.model is distinct from old.model then 'model' end,
--         case when new.serial_number is distinct from old.serial_number then 'serial_number' end,
--         case when new.details is distinct from old.details then 'details' end,
--         case when new.additional_information is distinct from old.additional_information then 'additional_information' end
--       ], null));
--     return null;
--   end
--   $$;
--
--   create or replace trigger record_update
--     after update on public.technical_resource
--     for each row when (old.* *<> new.*) execute function almanac.technical_resource_record_update();
--
--   create or replace function almanac.technical_resource_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     perform almanac.record_time((
--       select latest.recorded_at from public.technical_resource as latest
--       where latest.id = current_setting('almanac.latest.technical_resource')::bigint and latest.recorded_in <> pg_current_xact_id()
--     ));
--     perform set_config('almanac.latest.technical_resource', '', true);
--     return old;
--   end
--   $$;
