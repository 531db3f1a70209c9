-- 20261122114517_deferrable_constraints
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 14: make the index accounting_point_business_id_key_next for accounting_point_business_id_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_business_id_key_next;
create unique index concurrently accounting_point_business_id_key_next on public.accounting_point (business_id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_business_id_key_next;

-- Step 2 of 14: accounting_point_business_id_key can be checked at the end of a batch
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on accounting_point, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.accounting_point drop constraint accounting_point_business_id_key, add constraint accounting_point_business_id_key unique using index accounting_point_business_id_key_next deferrable initially immediate;

-- To undo it:
--   alter table public.accounting_point drop constraint accounting_point_business_id_key, add constraint accounting_point_business_id_key unique (business_id);

-- Step 3 of 14: make the index bidding_zone_business_id_key_next for bidding_zone_business_id_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on bidding_zone: reads and writes go on; waits for the transactions that are running
-- Work: scans bidding_zone twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.bidding_zone_business_id_key_next;
create unique index concurrently bidding_zone_business_id_key_next on public.bidding_zone (business_id);

-- To undo it:
--   drop index concurrently if exists public.bidding_zone_business_id_key_next;

-- Step 4 of 14: bidding_zone_business_id_key can be checked at the end of a batch
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on bidding_zone, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.bidding_zone drop constraint bidding_zone_business_id_key, add constraint bidding_zone_business_id_key unique using index bidding_zone_business_id_key_next deferrable initially immediate;

-- To undo it:
--   alter table public.bidding_zone drop constraint bidding_zone_business_id_key, add constraint bidding_zone_business_id_key unique (business_id);

-- Step 5 of 14: make the index bidding_zone_code_key_next for bidding_zone_code_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on bidding_zone: reads and writes go on; waits for the transactions that are running
-- Work: scans bidding_zone twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.bidding_zone_code_key_next;
create unique index concurrently bidding_zone_code_key_next on public.bidding_zone (code);

-- To undo it:
--   drop index concurrently if exists public.bidding_zone_code_key_next;

-- Step 6 of 14: bidding_zone_code_key can be checked at the end of a batch
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on bidding_zone, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.bidding_zone drop constraint bidding_zone_code_key, add constraint bidding_zone_code_key unique using index bidding_zone_code_key_next deferrable initially immediate;

-- To undo it:
--   alter table public.bidding_zone drop constraint bidding_zone_code_key, add constraint bidding_zone_code_key unique (code);

-- Step 7 of 14: make the index controllable_unit_business_id_key_next for controllable_unit_business_id_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_business_id_key_next;
create unique index concurrently controllable_unit_business_id_key_next on public.controllable_unit (business_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_business_id_key_next;

-- Step 8 of 14: controllable_unit_business_id_key can be checked at the end of a batch
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.controllable_unit drop constraint controllable_unit_business_id_key, add constraint controllable_unit_business_id_key unique using index controllable_unit_business_id_key_next deferrable initially immediate;

-- To undo it:
--   alter table public.controllable_unit drop constraint controllable_unit_business_id_key, add constraint controllable_unit_business_id_key unique (business_id);

-- Step 9 of 14: controllable_unit_service_provider_controllable_unit_id_excl can be checked at the end of a batch
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit_service_provider while the index of controllable_unit_service_provider_controllable_unit_id_excl is made: nobody reads or writes it meanwhile
-- Work: scans controllable_unit_service_provider
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.controllable_unit_service_provider drop constraint controllable_unit_service_provider_controllable_unit_id_excl, add constraint controllable_unit_service_provider_controllable_unit_id_excl exclude using gist (controllable_unit_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate;

-- To undo it:
--   alter table public.controllable_unit_service_provider drop constraint controllable_unit_service_provider_controllable_unit_id_excl, add constraint controllable_unit_service_provider_controllable_unit_id_excl exclude using gist (controllable_unit_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null);

-- Step 10 of 14: make the index metering_grid_area_business_id_key_next for metering_grid_area_business_id_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area: reads and writes go on; waits for the transactions that are running
-- Work: scans metering_grid_area twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_business_id_key_next;
create unique index concurrently metering_grid_area_business_id_key_next on public.metering_grid_area (business_id);

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_business_id_key_next;

-- Step 11 of 14: metering_grid_area_business_id_key can be checked at the end of a batch
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on metering_grid_area, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.metering_grid_area drop constraint metering_grid_area_business_id_key, add constraint metering_grid_area_business_id_key unique using index metering_grid_area_business_id_key_next deferrable initially immediate;

-- To undo it:
--   alter table public.metering_grid_area drop constraint metering_grid_area_business_id_key, add constraint metering_grid_area_business_id_key unique (business_id);

-- Step 12 of 14: make the index party_business_id_type_business_id_key_next for party_business_id_type_business_id_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on party: reads and writes go on; waits for the transactions that are running
-- Work: scans party twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.party_business_id_type_business_id_key_next;
create unique index concurrently party_business_id_type_business_id_key_next on public.party (business_id_type, business_id);

-- To undo it:
--   drop index concurrently if exists public.party_business_id_type_business_id_key_next;

-- Step 13 of 14: party_business_id_type_business_id_key can be checked at the end of a batch
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on party, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.party drop constraint party_business_id_type_business_id_key, add constraint party_business_id_type_business_id_key unique using index party_business_id_type_business_id_key_next deferrable initially immediate;

-- To undo it:
--   alter table public.party drop constraint party_business_id_type_business_id_key, add constraint party_business_id_type_business_id_key unique (business_id_type, business_id);

-- Step 14 of 14: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create unlogged table if not exists almanac.batch_entry (
  recorded_in xid8 not null,
  resource text not null,
  entry bigint not null,
  constraint batch_entry_pkey primary key (recorded_in, resource, entry)
);

comment on table almanac.batch_entry is 'Of batches that are running: the entries that they place, which do not make room for each other.';

create or replace function almanac.begin_batch(entries jsonb default '{}') returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  set constraints all deferred;
  perform set_config('almanac.batch', 'yes', true);
  delete from almanac.batch_entry
  where ctid = any (array(
    select former.ctid from almanac.batch_entry as former
    where former.recorded_in <> pg_current_xact_id()
    limit 1000
    for update skip locked
  ));
  insert into almanac.batch_entry (recorded_in, resource, entry)
  select pg_current_xact_id(), named.resource, entry.id::bigint
  from jsonb_each(entries) as named (resource, ids), jsonb_array_elements_text(named.ids) as entry (id)
  on conflict do nothing;
end
$$;

comment on function almanac.begin_batch(jsonb) is 'Begins a batch: its rows are compared at its end. Names entries that it is going to place, by resource.';

create or replace function almanac.forget_batch() returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from almanac.batch_entry where recorded_in = pg_current_xact_id();
end
$$;

comment on function almanac.forget_batch() is 'Forgets which entries the batch has placed.';

create or replace function almanac.settle_batch() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  set constraints all immediate;
  perform almanac.forget_batch();
  perform set_config('almanac.batch', '', true);
end
$$;

comment on function almanac.settle_batch() is 'Ends a batch: refuses rows that share a unique value, and entries that overlap.';

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
    of_batch := array(
      select entry.id from public.controllable_unit_service_provider as entry
      where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
      and (
        select true from almanac.batch_entry as own
        where own.recorded_in = pg_current_xact_id() and own.resource = 'controllable_unit_service_provider' and own.entry = entry.id
      )
    );
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
--   drop function almanac.settle_batch();
--   drop function almanac.forget_batch();
--   drop function almanac.begin_batch(jsonb);
--   drop table almanac.batch_entry;
--
--   create or replace function almanac.controllable_unit_service_provider_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
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
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.controllable_unit_service_provider as entry
--     where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to);
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
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to);
--     return new;
--   end
--   $$;
