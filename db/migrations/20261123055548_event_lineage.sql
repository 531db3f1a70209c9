-- 20261123064742_event_lineage
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.
-- Change: accounting_point_end_user: `service_provider` has more rights
-- Change: accounting_point_end_user: other parties are notified of its events

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table almanac.event_lineage (
  id bigint generated always as identity constraint event_lineage_pkey primary key,
  server text not null,
  since timestamptz not null,
  last_id bigint,
  first_id bigint
);

comment on table almanac.event_lineage is 'The servers that gave ids to events. Between last_id and first_id are the ids of events that the server before may have made, and this one does not have.';

create or replace function almanac.event_server() returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select concat_ws('/', system.system_identifier, 'public.event'::regclass::oid, left(pg_walfile_name(pg_current_wal_lsn()), 8))
    from pg_control_system() as system
  );
exception
  when insufficient_privilege or feature_not_supported then
    return null;
end
$$;

create or replace function almanac.note_event_server() returns timestamptz
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  current text := almanac.event_server();
  known text;
  since timestamptz;
  kept bigint;
  given bigint;
  next bigint;
begin
  select lineage.server, lineage.since into known, since
  from almanac.event_lineage as lineage
  order by lineage.id desc
  limit 1;
  if current is null or known = current then
    return since;
  end if;
  if known is not null then
    select
      coalesce(
        (select max(event.id) from public.event as event),
        greatest(sequence.last_value / 1000000 * 1000000 - 1, 0)
      ),
      sequence.last_value
    into kept, given
    from public.event_id_seq as sequence;
    next := (extract(epoch from almanac.clock() - timestamptz '2020-01-01 00:00:00+00') * 100000)::bigint;
    -- A clock that is behind says less than what is given already.
    if next <= greatest(given, kept) then
      next := greatest(given, kept) + 1000000;
    end if;
    perform setval('public.event_id_seq', next, false);
  end if;
  since := almanac.clock();
  insert into almanac.event_lineage (server, since, last_id, first_id) values (current, since, kept, next);
  return since;
end
$$;

create or replace function almanac.lost_event(held bigint) returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '5s'
as $$
begin
  if almanac.event_server() <> (select lineage.server from almanac.event_lineage as lineage order by lineage.id desc limit 1) then
    perform pg_advisory_xact_lock(hashtext('almanac.event'));
    perform almanac.note_event_server();
  end if;
  return coalesce(
    (
      select lineage.last_id from almanac.event_lineage as lineage
      where lineage.last_id < held and held < lineage.first_id
      order by lineage.id
      limit 1
    ),
    (
      select coalesce((select max(event.id) from public.event as event), 0) from public.event_id_seq as sequence
      where held > sequence.last_value or (held = sequence.last_value and not sequence.is_called)
    )
  );
end
$$;

comment on function almanac.event_server() is 'The server, its timeline, and the table: another one where a standby or a backup has taken over.';
comment on function almanac.note_event_server() is 'Since when this server gives ids; null if unknown. Of another server than before, notes so, and leaves out the ids that the one before may have given.';
comment on function almanac.lost_event(bigint) is 'The last event before this id that the log has, if it has lost the event of this id or never had it; else null.';

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
  if almanac.clock() - almanac.note_event_server() < interval '5 minutes' then
    after := 0;
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

-- To undo it:
--   drop function almanac.lost_event(bigint);
--   drop function almanac.note_event_server();
--   drop function almanac.event_server();
--   drop table almanac.event_lineage;
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
--       insert into public.event (specversion, type, source, subject, "time", data, recorded_at, recorded_by, acting_party)
--       select
--         '1.0',
--         taken.type,
--         taken.source,
--         taken.subject,
--         taken."time",
--         case when taken.updated_fields is not null then jsonb_build_object('updated_fields', taken.updated_fields) end,
--         almanac.clock(),
--         taken.recorded_by,
--         taken.acting_party
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
