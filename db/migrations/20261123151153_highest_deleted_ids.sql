-- 20261123151153_highest_deleted_ids
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.raise_deleted(highest regclass, id bigint) returns void
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(hashtext('almanac.deleted'), highest::oid::integer);
  if id > pg_sequence_last_value(highest) then
    perform setval(highest, id);
  end if;
  raise exception 'free' using errcode = 'ZA000';
exception
  when sqlstate 'ZA000' then
    return;
end
$$;

comment on function almanac.raise_deleted(regclass, bigint) is 'Raises the highest id of deleted rows at once, also where the transaction fails.';
create sequence public.accounting_point_history_deleted_seq owned by public.accounting_point_history.id;

do $$
begin
  lock table public.accounting_point in share row exclusive mode;
  perform setval('public.accounting_point_history_deleted_seq', greatest(max(accounting_point_id), 1)) from public.accounting_point_history;
end
$$;

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
    perform almanac.raise_deleted('public.accounting_point_history_deleted_seq', highest);
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

create sequence public.accounting_point_balance_responsible_party_history_deleted_seq owned by public.accounting_point_balance_responsible_party_history.id;

do $$
begin
  lock table public.accounting_point_balance_responsible_party in share row exclusive mode;
  perform setval('public.accounting_point_balance_responsible_party_history_deleted_seq', greatest(max(accounting_point_balance_responsible_party_id), 1)) from public.accounting_point_balance_responsible_party_history;
end
$$;

create or replace function almanac.accounting_point_balance_responsible_party_stamp() returns trigger
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
    if (new.id > pg_sequence_last_value('public.accounting_point_balance_responsible_party_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.accounting_point_balance_responsible_party_history as version
      where version.accounting_point_balance_responsible_party_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.accounting_point_balance_responsible_party_row_version_seq');
  else
    if new.id is distinct from old.id or (new.accounting_point_id, new.balance_responsible_party_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of accounting_point_balance_responsible_party never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point_balance_responsible_party', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.accounting_point_balance_responsible_party_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.accounting_point_balance_responsible_party', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.accounting_point_balance_responsible_party as latest
            where latest.id = current_setting('almanac.latest.accounting_point_balance_responsible_party')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.accounting_point_balance_responsible_party', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.accounting_point_balance_responsible_party_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    perform almanac.raise_deleted('public.accounting_point_balance_responsible_party_history_deleted_seq', highest);
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

create sequence public.accounting_point_end_user_history_deleted_seq owned by public.accounting_point_end_user_history.id;

do $$
begin
  lock table public.accounting_point_end_user in share row exclusive mode;
  perform setval('public.accounting_point_end_user_history_deleted_seq', greatest(max(accounting_point_end_user_id), 1)) from public.accounting_point_end_user_history;
end
$$;

create or replace function almanac.accounting_point_end_user_stamp() returns trigger
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
    if (new.id > pg_sequence_last_value('public.accounting_point_end_user_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.accounting_point_end_user_history as version
      where version.accounting_point_end_user_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.accounting_point_end_user_row_version_seq');
  else
    if new.id is distinct from old.id or (new.accounting_point_id, new.end_user_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of accounting_point_end_user never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point_end_user', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.accounting_point_end_user_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.accounting_point_end_user', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.accounting_point_end_user as latest
            where latest.id = current_setting('almanac.latest.accounting_point_end_user')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.accounting_point_end_user', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.accounting_point_end_user_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    perform almanac.raise_deleted('public.accounting_point_end_user_history_deleted_seq', highest);
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

create sequence public.accounting_point_energy_supplier_history_deleted_seq owned by public.accounting_point_energy_supplier_history.id;

do $$
begin
  lock table public.accounting_point_energy_supplier in share row exclusive mode;
  perform setval('public.accounting_point_energy_supplier_history_deleted_seq', greatest(max(accounting_point_energy_supplier_id), 1)) from public.accounting_point_energy_supplier_history;
end
$$;

create or replace function almanac.accounting_point_energy_supplier_stamp() returns trigger
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
    if (new.id > pg_sequence_last_value('public.accounting_point_energy_supplier_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.accounting_point_energy_supplier_history as version
      where version.accounting_point_energy_supplier_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.accounting_point_energy_supplier_row_version_seq');
  else
    if new.id is distinct from old.id or (new.accounting_point_id, new.energy_supplier_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of accounting_point_energy_supplier never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point_energy_supplier', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.accounting_point_energy_supplier_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.accounting_point_energy_supplier', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.accounting_point_energy_supplier as latest
            where latest.id = current_setting('almanac.latest.accounting_point_energy_supplier')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.accounting_point_energy_supplier', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.accounting_point_energy_supplier_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    perform almanac.raise_deleted('public.accounting_point_energy_supplier_history_deleted_seq', highest);
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

create sequence public.accounting_point_metering_grid_area_history_deleted_seq owned by public.accounting_point_metering_grid_area_history.id;

do $$
begin
  lock table public.accounting_point_metering_grid_area in share row exclusive mode;
  perform setval('public.accounting_point_metering_grid_area_history_deleted_seq', greatest(max(accounting_point_metering_grid_area_id), 1)) from public.accounting_point_metering_grid_area_history;
end
$$;

create or replace function almanac.accounting_point_metering_grid_area_stamp() returns trigger
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
    if (new.id > pg_sequence_last_value('public.accounting_point_metering_grid_area_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.accounting_point_metering_grid_area_history as version
      where version.accounting_point_metering_grid_area_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.accounting_point_metering_grid_area_row_version_seq');
  else
    if new.id is distinct from old.id or (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of accounting_point_metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point_metering_grid_area', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.accounting_point_metering_grid_area_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.accounting_point_metering_grid_area', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.accounting_point_metering_grid_area as latest
            where latest.id = current_setting('almanac.latest.accounting_point_metering_grid_area')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.accounting_point_metering_grid_area', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.accounting_point_metering_grid_area_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    perform almanac.raise_deleted('public.accounting_point_metering_grid_area_history_deleted_seq', highest);
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

create sequence public.bidding_zone_history_deleted_seq owned by public.bidding_zone_history.id;

do $$
begin
  lock table public.bidding_zone in share row exclusive mode;
  perform setval('public.bidding_zone_history_deleted_seq', greatest(max(bidding_zone_id), 1)) from public.bidding_zone_history;
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
    perform almanac.raise_deleted('public.bidding_zone_history_deleted_seq', highest);
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

create sequence public.contract_history_deleted_seq owned by public.contract_history.id;

do $$
begin
  lock table public.contract in share row exclusive mode;
  perform setval('public.contract_history_deleted_seq', greatest(max(contract_id), 1)) from public.contract_history;
end
$$;

create or replace function almanac.contract_stamp() returns trigger
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
    if (new.id > pg_sequence_last_value('public.contract_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.contract_history as version
      where version.contract_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.contract_row_version_seq');
    if (new.status = 'signed') is true then
      new.signed_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id or (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of contract never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.contract', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.contract_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.contract', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.contract as latest
            where latest.id = current_setting('almanac.latest.contract')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.contract', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.contract_row_version_seq');
      end if;
    end if;
    if not almanac.is_making_room('almanac.contract_make_room()') then
      if old.valid_from is null and new.valid_from is not null then
        if (new.status = 'signed') is true then
          new.signed_at := new.recorded_at;
        end if;
      elsif old.valid_from is not null and new.valid_from is not null then
        if (old.status <> 'signed') is true and (new.status = 'signed') is true then
          new.signed_at := new.recorded_at;
        end if;
      end if;
    end if;
    if (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('proposed', 'signed')) then
        raise exception 'status of contract does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'contract_status_transition_check';
      elsif (old.status, new.status) = ('proposed', 'signed') and almanac.role() not in ('administrator', 'end_user') then
        raise exception 'only administrator or end_user may change status of contract from % to %', old.status, new.status
          using errcode = 'ZA403', constraint = 'contract_status_transition_check', detail = 'administrator or end_user';
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    perform almanac.raise_deleted('public.contract_history_deleted_seq', highest);
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

create sequence public.controllable_unit_history_deleted_seq owned by public.controllable_unit_history.id;

do $$
begin
  lock table public.controllable_unit in share row exclusive mode;
  perform setval('public.controllable_unit_history_deleted_seq', greatest(max(controllable_unit_id), 1)) from public.controllable_unit_history;
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
    perform almanac.raise_deleted('public.controllable_unit_history_deleted_seq', highest);
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

create sequence public.controllable_unit_service_provider_history_deleted_seq owned by public.controllable_unit_service_provider_history.id;

do $$
begin
  lock table public.controllable_unit_service_provider in share row exclusive mode;
  perform setval('public.controllable_unit_service_provider_history_deleted_seq', greatest(max(controllable_unit_service_provider_id), 1)) from public.controllable_unit_service_provider_history;
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
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    if (new.id > pg_sequence_last_value('public.controllable_unit_service_provider_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.controllable_unit_service_provider_history as version
      where version.controllable_unit_service_provider_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
    new.accounting_point_id := (select own_1.accounting_point_id from public.controllable_unit as own_1 where own_1.id = new.controllable_unit_id);
  else
    if new.id is distinct from old.id or (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of controllable_unit_service_provider never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.controllable_unit_service_provider', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
    else
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
    if not almanac.is_making_room('almanac.controllable_unit_service_provider_make_room()') then
      if old.valid_from is null and new.valid_from is not null then
        new.accounting_point_id := (select own_1.accounting_point_id from public.controllable_unit as own_1 where own_1.id = new.controllable_unit_id);
      end if;
    end if;
    if (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
      return old;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    perform almanac.raise_deleted('public.controllable_unit_service_provider_history_deleted_seq', highest);
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

create sequence public.controllable_unit_suspension_history_deleted_seq owned by public.controllable_unit_suspension_history.id;

do $$
begin
  lock table public.controllable_unit_suspension in share row exclusive mode;
  perform setval('public.controllable_unit_suspension_history_deleted_seq', greatest(max(controllable_unit_suspension_id), 1)) from public.controllable_unit_suspension_history;
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
    perform almanac.raise_deleted('public.controllable_unit_suspension_history_deleted_seq', highest);
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

create sequence public.identity_history_deleted_seq owned by public.identity_history.id;

do $$
begin
  lock table public.identity in share row exclusive mode;
  perform setval('public.identity_history_deleted_seq', greatest(max(identity_id), 1)) from public.identity_history;
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
    perform almanac.raise_deleted('public.identity_history_deleted_seq', highest);
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

create sequence public.metering_grid_area_history_deleted_seq owned by public.metering_grid_area_history.id;

do $$
begin
  lock table public.metering_grid_area in share row exclusive mode;
  perform setval('public.metering_grid_area_history_deleted_seq', greatest(max(metering_grid_area_id), 1)) from public.metering_grid_area_history;
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
    perform almanac.raise_deleted('public.metering_grid_area_history_deleted_seq', highest);
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

create sequence public.metering_grid_area_bidding_zone_history_deleted_seq owned by public.metering_grid_area_bidding_zone_history.id;

do $$
begin
  lock table public.metering_grid_area_bidding_zone in share row exclusive mode;
  perform setval('public.metering_grid_area_bidding_zone_history_deleted_seq', greatest(max(metering_grid_area_bidding_zone_id), 1)) from public.metering_grid_area_bidding_zone_history;
end
$$;

create or replace function almanac.metering_grid_area_bidding_zone_stamp() returns trigger
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
    if (new.id > pg_sequence_last_value('public.metering_grid_area_bidding_zone_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.metering_grid_area_bidding_zone_history as version
      where version.metering_grid_area_bidding_zone_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.metering_grid_area_bidding_zone_row_version_seq');
  else
    if new.id is distinct from old.id or (new.metering_grid_area_id, new.bidding_zone_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of metering_grid_area_bidding_zone never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.metering_grid_area_bidding_zone', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.metering_grid_area_bidding_zone_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.metering_grid_area_bidding_zone', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.metering_grid_area_bidding_zone as latest
            where latest.id = current_setting('almanac.latest.metering_grid_area_bidding_zone')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.metering_grid_area_bidding_zone', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.metering_grid_area_bidding_zone_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    perform almanac.raise_deleted('public.metering_grid_area_bidding_zone_history_deleted_seq', highest);
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

create sequence public.metering_grid_area_system_operator_history_deleted_seq owned by public.metering_grid_area_system_operator_history.id;

do $$
begin
  lock table public.metering_grid_area_system_operator in share row exclusive mode;
  perform setval('public.metering_grid_area_system_operator_history_deleted_seq', greatest(max(metering_grid_area_system_operator_id), 1)) from public.metering_grid_area_system_operator_history;
end
$$;

create or replace function almanac.metering_grid_area_system_operator_stamp() returns trigger
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
    if (new.id > pg_sequence_last_value('public.metering_grid_area_system_operator_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.metering_grid_area_system_operator_history as version
      where version.metering_grid_area_system_operator_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.metering_grid_area_system_operator_row_version_seq');
  else
    if new.id is distinct from old.id or (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of metering_grid_area_system_operator never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.metering_grid_area_system_operator', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.metering_grid_area_system_operator_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.metering_grid_area_system_operator', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.metering_grid_area_system_operator as latest
            where latest.id = current_setting('almanac.latest.metering_grid_area_system_operator')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.metering_grid_area_system_operator', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.metering_grid_area_system_operator_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    perform almanac.raise_deleted('public.metering_grid_area_system_operator_history_deleted_seq', highest);
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

create sequence public.party_history_deleted_seq owned by public.party_history.id;

do $$
begin
  lock table public.party in share row exclusive mode;
  perform setval('public.party_history_deleted_seq', greatest(max(party_id), 1)) from public.party_history;
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
    perform almanac.raise_deleted('public.party_history_deleted_seq', highest);
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

create sequence public.party_membership_history_deleted_seq owned by public.party_membership_history.id;

do $$
begin
  lock table public.party_membership in share row exclusive mode;
  perform setval('public.party_membership_history_deleted_seq', greatest(max(party_membership_id), 1)) from public.party_membership_history;
end
$$;

create or replace function almanac.party_membership_stamp() returns trigger
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
    if (new.id > pg_sequence_last_value('public.party_membership_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.party_membership_history as version
      where version.party_membership_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.party_membership_row_version_seq');
  else
    if new.id is distinct from old.id or (new.identity_id, new.party_id, new.valid_from, new.valid_to) is not distinct from (old.identity_id, old.party_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of party_membership never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.party_membership', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.party_membership_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.party_membership', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.party_membership as latest
            where latest.id = current_setting('almanac.latest.party_membership')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.party_membership', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.party_membership_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    perform almanac.raise_deleted('public.party_membership_history_deleted_seq', highest);
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

create sequence public.product_type_history_deleted_seq owned by public.product_type_history.id;

do $$
begin
  lock table public.product_type in share row exclusive mode;
  perform setval('public.product_type_history_deleted_seq', greatest(max(product_type_id), 1)) from public.product_type_history;
end
$$;

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
    perform almanac.raise_deleted('public.product_type_history_deleted_seq', highest);
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

create sequence public.service_provider_product_application_history_deleted_seq owned by public.service_provider_product_application_history.id;

do $$
begin
  lock table public.service_provider_product_application in share row exclusive mode;
  perform setval('public.service_provider_product_application_history_deleted_seq', greatest(max(service_provider_product_application_id), 1)) from public.service_provider_product_application_history;
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
    perform almanac.raise_deleted('public.service_provider_product_application_history_deleted_seq', highest);
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

create sequence public.service_providing_group_history_deleted_seq owned by public.service_providing_group_history.id;

do $$
begin
  lock table public.service_providing_group in share row exclusive mode;
  perform setval('public.service_providing_group_history_deleted_seq', greatest(max(service_providing_group_id), 1)) from public.service_providing_group_history;
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
    perform almanac.raise_deleted('public.service_providing_group_history_deleted_seq', highest);
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

create sequence public.service_providing_group_grid_prequalification_hist_83b2543d_seq owned by public.service_providing_group_grid_prequalification_history.id;

do $$
begin
  lock table public.service_providing_group_grid_prequalification in share row exclusive mode;
  perform setval('public.service_providing_group_grid_prequalification_hist_83b2543d_seq', greatest(max(service_providing_group_grid_prequalification_id), 1)) from public.service_providing_group_grid_prequalification_history;
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
    perform almanac.raise_deleted('public.service_providing_group_grid_prequalification_hist_83b2543d_seq', highest);
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

create sequence public.service_providing_group_membership_history_deleted_seq owned by public.service_providing_group_membership_history.id;

do $$
begin
  lock table public.service_providing_group_membership in share row exclusive mode;
  perform setval('public.service_providing_group_membership_history_deleted_seq', greatest(max(service_providing_group_membership_id), 1)) from public.service_providing_group_membership_history;
end
$$;

create or replace function almanac.service_providing_group_membership_stamp() returns trigger
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
    if (new.id > pg_sequence_last_value('public.service_providing_group_membership_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.service_providing_group_membership_history as version
      where version.service_providing_group_membership_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.service_providing_group_membership_row_version_seq');
    new.service_provider_id := (select own_1.service_provider_id from public.service_providing_group as own_1 where own_1.id = new.service_providing_group_id);
  else
    if new.id is distinct from old.id or (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of service_providing_group_membership never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_providing_group_membership', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.service_providing_group_membership_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.service_providing_group_membership', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.service_providing_group_membership as latest
            where latest.id = current_setting('almanac.latest.service_providing_group_membership')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.service_providing_group_membership', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.service_providing_group_membership_row_version_seq');
      end if;
    end if;
    if not almanac.is_making_room('almanac.service_providing_group_membership_make_room()') then
      if old.valid_from is null and new.valid_from is not null then
        new.service_provider_id := (select own_1.service_provider_id from public.service_providing_group as own_1 where own_1.id = new.service_providing_group_id);
      end if;
    end if;
    if (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
      return old;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    perform almanac.raise_deleted('public.service_providing_group_membership_history_deleted_seq', highest);
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

create sequence public.service_providing_group_product_application_history_deleted_seq owned by public.service_providing_group_product_application_history.id;

do $$
begin
  lock table public.service_providing_group_product_application in share row exclusive mode;
  perform setval('public.service_providing_group_product_application_history_deleted_seq', greatest(max(service_providing_group_product_application_id), 1)) from public.service_providing_group_product_application_history;
end
$$;

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
    perform almanac.raise_deleted('public.service_providing_group_product_application_history_deleted_seq', highest);
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

create or replace function almanac.subscription_record_delete() returns trigger
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
    select current_setting('almanac.effects'), 'subscription', deleted.id, (deleted.*)::text from old_rows as deleted
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
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'no.flexibility.subscription.delete', '/subscription/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  return null;
end
$$;

create sequence public.system_operator_product_type_history_deleted_seq owned by public.system_operator_product_type_history.id;

do $$
begin
  lock table public.system_operator_product_type in share row exclusive mode;
  perform setval('public.system_operator_product_type_history_deleted_seq', greatest(max(system_operator_product_type_id), 1)) from public.system_operator_product_type_history;
end
$$;

create or replace function almanac.system_operator_product_type_stamp() returns trigger
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
    if (new.id > pg_sequence_last_value('public.system_operator_product_type_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.system_operator_product_type_history as version
      where version.system_operator_product_type_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.system_operator_product_type_row_version_seq');
  else
    if new.id is distinct from old.id or (new.system_operator_id, new.product_type_id, new.valid_from, new.valid_to) is not distinct from (old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of system_operator_product_type never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.system_operator_product_type', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.system_operator_product_type_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.system_operator_product_type', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.system_operator_product_type as latest
            where latest.id = current_setting('almanac.latest.system_operator_product_type')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.system_operator_product_type', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.system_operator_product_type_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
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
    perform almanac.raise_deleted('public.system_operator_product_type_history_deleted_seq', highest);
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

create sequence public.technical_resource_history_deleted_seq owned by public.technical_resource_history.id;

do $$
begin
  lock table public.technical_resource in share row exclusive mode;
  perform setval('public.technical_resource_history_deleted_seq', greatest(max(technical_resource_id), 1)) from public.technical_resource_history;
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
    perform almanac.raise_deleted('public.technical_resource_history_deleted_seq', highest);
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
--   select setval('public.technical_resource_history_deleted_seq', 1, false);
--   drop sequence public.technical_resource_history_deleted_seq;
--   select setval('public.system_operator_product_type_history_deleted_seq', 1, false);
--   drop sequence public.system_operator_product_type_history_deleted_seq;
--   select setval('public.service_providing_group_product_application_history_deleted_seq', 1, false);
--   drop sequence public.service_providing_group_product_application_history_deleted_seq;
--   select setval('public.service_providing_group_membership_history_deleted_seq', 1, false);
--   drop sequence public.service_providing_group_membership_history_deleted_seq;
--   select setval('public.service_providing_group_grid_prequalification_hist_83b2543d_seq', 1, false);
--   drop sequence public.service_providing_group_grid_prequalification_hist_83b2543d_seq;
--   select setval('public.service_providing_group_history_deleted_seq', 1, false);
--   drop sequence public.service_providing_group_history_deleted_seq;
--   select setval('public.service_provider_product_application_history_deleted_seq', 1, false);
--   drop sequence public.service_provider_product_application_history_deleted_seq;
--   select setval('public.product_type_history_deleted_seq', 1, false);
--   drop sequence public.product_type_history_deleted_seq;
--   select setval('public.party_membership_history_deleted_seq', 1, false);
--   drop sequence public.party_membership_history_deleted_seq;
--   select setval('public.party_history_deleted_seq', 1, false);
--   drop sequence public.party_history_deleted_seq;
--   select setval('public.metering_grid_area_system_operator_history_deleted_seq', 1, false);
--   drop sequence public.metering_grid_area_system_operator_history_deleted_seq;
--   select setval('public.metering_grid_area_bidding_zone_history_deleted_seq', 1, false);
--   drop sequence public.metering_grid_area_bidding_zone_history_deleted_seq;
--   select setval('public.metering_grid_area_history_deleted_seq', 1, false);
--   drop sequence public.metering_grid_area_history_deleted_seq;
--   select setval('public.identity_history_deleted_seq', 1, false);
--   drop sequence public.identity_history_deleted_seq;
--   select setval('public.controllable_unit_suspension_history_deleted_seq', 1, false);
--   drop sequence public.controllable_unit_suspension_history_deleted_seq;
--   select setval('public.controllable_unit_service_provider_history_deleted_seq', 1, false);
--   drop sequence public.controllable_unit_service_provider_history_deleted_seq;
--   select setval('public.controllable_unit_history_deleted_seq', 1, false);
--   drop sequence public.controllable_unit_history_deleted_seq;
--   select setval('public.contract_history_deleted_seq', 1, false);
--   drop sequence public.contract_history_deleted_seq;
--   select setval('public.bidding_zone_history_deleted_seq', 1, false);
--   drop sequence public.bidding_zone_history_deleted_seq;
--   select setval('public.accounting_point_metering_grid_area_history_deleted_seq', 1, false);
--   drop sequence public.accounting_point_metering_grid_area_history_deleted_seq;
--   select setval('public.accounting_point_energy_supplier_history_deleted_seq', 1, false);
--   drop sequence public.accounting_point_energy_supplier_history_deleted_seq;
--   select setval('public.accounting_point_end_user_history_deleted_seq', 1, false);
--   drop sequence public.accounting_point_end_user_history_deleted_seq;
--   select setval('public.accounting_point_balance_responsible_party_history_deleted_seq', 1, false);
--   drop sequence public.accounting_point_balance_responsible_party_history_deleted_seq;
--   select setval('public.accounting_point_history_deleted_seq', 1, false);
--   drop sequence public.accounting_point_history_deleted_seq;
--   drop function almanac.raise_deleted(regclass, bigint);
--
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.accounting_point_history as version
--       where version.accounting_point_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.accounting_point_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--   create or replace function almanac.accounting_point_balance_responsible_party_stamp() returns trigger
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.accounting_point_balance_responsible_party_history as version
--       where version.accounting_point_balance_responsible_party_id = new.id
--       order by version.recorded_at desc
--       limit 1;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.accounting_point_balance_responsible_party_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.accounting_point_id, new.balance_responsible_party_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of accounting_point_balance_responsible_party never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point_balance_responsible_party', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.accounting_point_balance_responsible_party_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.accounting_point_balance_responsible_party', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.accounting_point_balance_responsible_party as latest
--               where latest.id = current_setting('almanac.latest.accounting_point_balance_responsible_party')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.accounting_point_balance_responsible_party', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.accounting_point_balance_responsible_party_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--   create or replace function almanac.accounting_point_end_user_stamp() returns trigger
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.accounting_point_end_user_history as version
--       where version.accounting_point_end_user_id = new.id
--       order by version.recorded_at desc
--       limit 1;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.accounting_point_end_user_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.accounting_point_id, new.end_user_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of accounting_point_end_user never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point_end_user', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.accounting_point_end_user_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.accounting_point_end_user', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.accounting_point_end_user as latest
--               where latest.id = current_setting('almanac.latest.accounting_point_end_user')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.accounting_point_end_user', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.accounting_point_end_user_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--   create or replace function almanac.accounting_point_energy_supplier_stamp() returns trigger
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.accounting_point_energy_supplier_history as version
--       where version.accounting_point_energy_supplier_id = new.id
--       order by version.recorded_at desc
--       limit 1;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.accounting_point_energy_supplier_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.accounting_point_id, new.energy_supplier_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of accounting_point_energy_supplier never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point_energy_supplier', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.accounting_point_energy_supplier_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.accounting_point_energy_supplier', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.accounting_point_energy_supplier as latest
--               where latest.id = current_setting('almanac.latest.accounting_point_energy_supplier')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.accounting_point_energy_supplier', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.accounting_point_energy_supplier_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--   create or replace function almanac.accounting_point_metering_grid_area_stamp() returns trigger
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.accounting_point_metering_grid_area_history as version
--       where version.accounting_point_metering_grid_area_id = new.id
--       order by version.recorded_at desc
--       limit 1;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.accounting_point_metering_grid_area_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of accounting_point_metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point_metering_grid_area', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.accounting_point_metering_grid_area_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.accounting_point_metering_grid_area', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.accounting_point_metering_grid_area as latest
--               where latest.id = current_setting('almanac.latest.accounting_point_metering_grid_area')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.accounting_point_metering_grid_area', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.accounting_point_metering_grid_area_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.bidding_zone_history as version
--       where version.bidding_zone_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.bidding_zone_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--   create or replace function almanac.contract_stamp() returns trigger
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.contract_history as version
--       where version.contract_id = new.id
--       order by version.recorded_at desc
--       limit 1;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.contract_row_version_seq');
--       if (new.status = 'signed') is true then
--         new.signed_at := new.recorded_at;
--       end if;
--     else
--       if new.id is distinct from old.id or (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of contract never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.contract', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.contract_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.contract', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.contract as latest
--               where latest.id = current_setting('almanac.latest.contract')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.contract', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.contract_row_version_seq');
--         end if;
--       end if;
--       if not almanac.is_making_room('almanac.contract_make_room()') then
--         if old.valid_from is null and new.valid_from is not null then
--           if (new.status = 'signed') is true then
--             new.signed_at := new.recorded_at;
--           end if;
--         elsif old.valid_from is not null and new.valid_from is not null then
--           if (old.status <> 'signed') is true and (new.status = 'signed') is true then
--             new.signed_at := new.recorded_at;
--           end if;
--         end if;
--       end if;
--       if (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('proposed', 'signed')) then
--           raise exception 'status of contract does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'contract_status_transition_check';
--         elsif (old.status, new.status) = ('proposed', 'signed') and almanac.role() not in ('administrator', 'end_user') then
--           raise exception 'only administrator or end_user may change status of contract from % to %', old.status, new.status
--             using errcode = 'ZA403', constraint = 'contract_status_transition_check', detail = 'administrator or end_user';
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.controllable_unit_history as version
--       where version.controllable_unit_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.controllable_unit_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--   create or replace function almanac.controllable_unit_service_provider_stamp() returns trigger
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.controllable_unit_service_provider_history as version
--       where version.controllable_unit_service_provider_id = new.id
--       order by version.recorded_at desc
--       limit 1;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
--       new.accounting_point_id := (select own_1.accounting_point_id from public.controllable_unit as own_1 where own_1.id = new.controllable_unit_id);
--     else
--       if new.id is distinct from old.id or (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of controllable_unit_service_provider never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.controllable_unit_service_provider', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.controllable_unit_service_provider', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.controllable_unit_service_provider as latest
--               where latest.id = current_setting('almanac.latest.controllable_unit_service_provider')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.controllable_unit_service_provider', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
--         end if;
--       end if;
--       if not almanac.is_making_room('almanac.controllable_unit_service_provider_make_room()') then
--         if old.valid_from is null and new.valid_from is not null then
--           new.accounting_point_id := (select own_1.accounting_point_id from public.controllable_unit as own_1 where own_1.id = new.controllable_unit_id);
--         end if;
--       end if;
--       if (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.controllable_unit_suspension_history as version
--       where version.controllable_unit_suspension_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.controllable_unit_suspension_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.identity_history as version
--       where version.identity_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.identity_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.metering_grid_area_history as version
--       where version.metering_grid_area_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.metering_grid_area_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--   create or replace function almanac.metering_grid_area_bidding_zone_stamp() returns trigger
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.metering_grid_area_bidding_zone_history as version
--       where version.metering_grid_area_bidding_zone_id = new.id
--       order by version.recorded_at desc
--       limit 1;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.metering_grid_area_bidding_zone_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.metering_grid_area_id, new.bidding_zone_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of metering_grid_area_bidding_zone never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.metering_grid_area_bidding_zone', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.metering_grid_area_bidding_zone_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.metering_grid_area_bidding_zone', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.metering_grid_area_bidding_zone as latest
--               where latest.id = current_setting('almanac.latest.metering_grid_area_bidding_zone')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.metering_grid_area_bidding_zone', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.metering_grid_area_bidding_zone_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--   create or replace function almanac.metering_grid_area_system_operator_stamp() returns trigger
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.metering_grid_area_system_operator_history as version
--       where version.metering_grid_area_system_operator_id = new.id
--       order by version.recorded_at desc
--       limit 1;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.metering_grid_area_system_operator_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of metering_grid_area_system_operator never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.metering_grid_area_system_operator', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.metering_grid_area_system_operator_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.metering_grid_area_system_operator', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.metering_grid_area_system_operator as latest
--               where latest.id = current_setting('almanac.latest.metering_grid_area_system_operator')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.metering_grid_area_system_operator', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.metering_grid_area_system_operator_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.party_history as version
--       where version.party_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.party_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--   create or replace function almanac.party_membership_stamp() returns trigger
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.party_membership_history as version
--       where version.party_membership_id = new.id
--       order by version.recorded_at desc
--       limit 1;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.party_membership_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.identity_id, new.party_id, new.valid_from, new.valid_to) is not distinct from (old.identity_id, old.party_id, old.valid_from, old.valid_to) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of party_membership never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.party_membership', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.party_membership_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.party_membership', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.party_membership as latest
--               where latest.id = current_setting('almanac.latest.party_membership')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.party_membership', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.party_membership_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.product_type_history as version
--       where version.product_type_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.product_type_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.service_provider_product_application_history as version
--       where version.service_provider_product_application_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.service_provider_product_application_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.service_providing_group_history as version
--       where version.service_providing_group_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.service_providing_group_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.service_providing_group_grid_prequalification_history as version
--       where version.service_providing_group_grid_prequalification_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.service_providing_group_grid_prequalification_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--   create or replace function almanac.service_providing_group_membership_stamp() returns trigger
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.service_providing_group_membership_history as version
--       where version.service_providing_group_membership_id = new.id
--       order by version.recorded_at desc
--       limit 1;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.service_providing_group_membership_row_version_seq');
--       new.service_provider_id := (select own_1.service_provider_id from public.service_providing_group as own_1 where own_1.id = new.service_providing_group_id);
--     else
--       if new.id is distinct from old.id or (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of service_providing_group_membership never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_providing_group_membership', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.service_providing_group_membership_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.service_providing_group_membership', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.service_providing_group_membership as latest
--               where latest.id = current_setting('almanac.latest.service_providing_group_membership')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.service_providing_group_membership', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.service_providing_group_membership_row_version_seq');
--         end if;
--       end if;
--       if not almanac.is_making_room('almanac.service_providing_group_membership_make_room()') then
--         if old.valid_from is null and new.valid_from is not null then
--           new.service_provider_id := (select own_1.service_provider_id from public.service_providing_group as own_1 where own_1.id = new.service_providing_group_id);
--         end if;
--       end if;
--       if (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.service_providing_group_product_application_history as version
--       where version.service_providing_group_product_application_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.service_providing_group_product_application_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--   create or replace function almanac.subscription_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     instant timestamptz;
--     identity bigint;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       select current_setting('almanac.effects'), 'subscription', deleted.id, (deleted.*)::text from old_rows as deleted
--       on conflict do nothing;
--     end if;
--     select
--       max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
--     insert into almanac.outbox
--       (type, source, "time", recorded_by, acting_party)
--     select
--       'no.flexibility.subscription.delete', '/subscription/' || deleted.id, instant, identity, almanac.party()
--     from old_rows as deleted;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.system_operator_product_type_stamp() returns trigger
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.system_operator_product_type_history as version
--       where version.system_operator_product_type_id = new.id
--       order by version.recorded_at desc
--       limit 1;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.system_operator_product_type_row_version_seq');
--     else
--       if new.id is distinct from old.id or (new.system_operator_id, new.product_type_id, new.valid_from, new.valid_to) is not distinct from (old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of system_operator_product_type never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.system_operator_product_type', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.system_operator_product_type_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.system_operator_product_type', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.system_operator_product_type as latest
--               where latest.id = current_setting('almanac.latest.system_operator_product_type')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.system_operator_product_type', '', true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.system_operator_product_type_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
--       select version.replaced_at - interval '1 microsecond' into previous
--       from public.technical_resource_history as version
--       where version.technical_resource_id = new.id
--       order by version.recorded_at desc
--       limit 1;
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
--   create or replace function almanac.technical_resource_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
--     into latest, own
--     from old_rows as deleted;
--     if latest is null and own is null then
--       return null;
--     end if;
--     instant := almanac.record_time(latest);
--     if own > instant then
--       instant := almanac.record_time(own);
--     end if;
--     identity := almanac.identity();
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
