-- 20261122123320_batches_by_index
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.begin_batch(entries jsonb default '{}') returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  set constraints all deferred;
  perform set_config('almanac.batch', 'yes', true);
  insert into almanac.batch_entry (recorded_in, resource, entry)
  select pg_current_xact_id(), named.resource, entry.id::bigint
  from jsonb_each(entries) as named (resource, ids), jsonb_array_elements_text(named.ids) as entry (id)
  on conflict do nothing;
end
$$;

create or replace function almanac.placed_entries(of_resource text, ids bigint[]) returns bigint[]
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
begin
  return array(
    select own.entry from almanac.batch_entry as own
    where own.recorded_in = pg_current_xact_id() and own.resource = of_resource and own.entry = any (ids)
  );
end
$$;

comment on function almanac.placed_entries(text, bigint[]) is 'Which of these entries of a resource the batch places.';

create or replace function almanac.forget_batch() returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
begin
  delete from almanac.batch_entry where recorded_in = pg_current_xact_id();
end
$$;

create or replace function almanac.controllable_unit_service_provider_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
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

-- To undo it:
--   drop function almanac.placed_entries(text, bigint[]);
--
--   create or replace function almanac.begin_batch(entries jsonb default '{}') returns void
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     set constraints all deferred;
--     perform set_config('almanac.batch', 'yes', true);
--     delete from almanac.batch_entry
--     where ctid = any (array(
--       select former.ctid from almanac.batch_entry as former
--       where former.recorded_in <> pg_current_xact_id()
--       limit 1000
--       for update skip locked
--     ));
--     insert into almanac.batch_entry (recorded_in, resource, entry)
--     select pg_current_xact_id(), named.resource, entry.id::bigint
--     from jsonb_each(entries) as named (resource, ids), jsonb_array_elements_text(named.ids) as entry (id)
--     on conflict do nothing;
--   end
--   $$;
--
--   create or replace function almanac.forget_batch() returns void
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     delete from almanac.batch_entry where recorded_in = pg_current_xact_id();
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
--       of_batch := array(
--         select entry.id from public.controllable_unit_service_provider as entry
--         where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--         and (
--           select true from almanac.batch_entry as own
--           where own.recorded_in = pg_current_xact_id() and own.resource = 'controllable_unit_service_provider' and own.entry = entry.id
--         )
--       );
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
