-- 20261122035130_single_rows
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: the triggers and functions are those of this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.forbid() returns boolean
language plpgsql volatile
as $$
begin
  raise exception 'the writer may not write this row' using errcode = 'ZA403';
end
$$;

create or replace function almanac.keep_answer(
  caller bigint, path text, sent_key text, answer_status smallint, answer_headers json, answer_body text
) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update almanac.idempotency_key as claimed
  set status = answer_status, headers = answer_headers, body = answer_body
  where claimed.identity = caller and claimed.route = path and claimed.key = sent_key and claimed.status is null;
  if not found then
    raise exception 'the key is not claimed, or has its answer' using errcode = 'object_not_in_prerequisite_state';
  end if;
  delete from almanac.idempotency_key
  where ctid = any (array(
    select expired.ctid from almanac.idempotency_key as expired
    where expired.recorded_at <= (select almanac.clock() - interval '24 hours')
    order by expired.recorded_at
    limit 10
    for update skip locked
  ));
  if answer_status >= 400 then
    delete from almanac.idempotency_key
    where ctid = any (array(
      select refused.ctid from almanac.idempotency_key as refused
      where refused.identity = caller
        and refused.status >= 400
        and refused.recorded_at < (
          select earliest.recorded_at from almanac.idempotency_key as earliest
          where earliest.identity = caller and earliest.status >= 400
          order by earliest.recorded_at desc
          offset 999 limit 1
        )
      order by refused.recorded_at
      limit 10
      for update skip locked
    ));
  end if;
end
$$;

create or replace function almanac.controllable_unit_service_provider_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
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

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.controllable_unit_service_provider as entry
  where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to);
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
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to);
  return new;
end
$$;

alter table almanac.notice_clock add column single boolean default true constraint notice_clock_pkey primary key constraint notice_clock_single_check check (single);
alter table almanac.notified add column single boolean default true constraint notified_pkey primary key constraint notified_single_check check (single);

-- To undo it:
--   create or replace function almanac.forbid() returns boolean
--   language plpgsql volatile
--   as $$
--   begin
--     raise exception 'the writer may not write this row' using errcode = 'insufficient_privilege';
--   end
--   $$;
--
--   create or replace function almanac.keep_answer(
--     caller bigint, path text, sent_key text, answer_status smallint, answer_headers json, answer_body text
--   ) returns void
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   begin
--     update almanac.idempotency_key as claimed
--     set status = answer_status, headers = answer_headers, body = answer_body
--     where claimed.identity = caller and claimed.route = path and claimed.key = sent_key and claimed.status is null;
--     if not found then
--       raise exception 'the key is not claimed, or has its answer' using errcode = 'insufficient_privilege';
--     end if;
--     delete from almanac.idempotency_key
--     where ctid = any (array(
--       select expired.ctid from almanac.idempotency_key as expired
--       where expired.recorded_at <= (select almanac.clock() - interval '24 hours')
--       order by expired.recorded_at
--       limit 10
--       for update skip locked
--     ));
--     if answer_status >= 400 then
--       delete from almanac.idempotency_key
--       where ctid = any (array(
--         select refused.ctid from almanac.idempotency_key as refused
--         where refused.identity = caller
--           and refused.status >= 400
--           and refused.recorded_at < (
--             select earliest.recorded_at from almanac.idempotency_key as earliest
--             where earliest.identity = caller and earliest.status >= 400
--             order by earliest.recorded_at desc
--             offset 999 limit 1
--           )
--         order by refused.recorded_at
--         limit 10
--         for update skip locked
--       ));
--     end if;
--   end
--   $$;
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
--         using errcode = 'insufficient_privilege', constraint = 'controllable_unit_service_provider_controllable_unit_id_excl';
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
--
--   alter table almanac.notice_clock drop column single;
--   alter table almanac.notified drop column single;
