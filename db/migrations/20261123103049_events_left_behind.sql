-- 20261123103049_events_left_behind
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.add_event_partitions() returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '5s'
as $$
declare
  current bigint;
  is_past boolean;
  number bigint;
begin
  perform pg_advisory_xact_lock(hashtext('almanac.event'));
  select last_value / 1000000 into current from public.event_id_seq;
  select event.recorded_at < almanac.clock() - interval '1 month' into is_past
  from public.event as event
  where event.id >= current * 1000000 and event.id < (current + 1) * 1000000
  order by event.id
  limit 1;
  if is_past then
    current := current + 1;
  end if;
  for number in
    select ahead.number from generate_series(current, current + 2) as ahead (number)
    union
    select late.id / 1000000 from almanac.event_default as late
    order by 1
  loop
    perform almanac.add_event_partition(number);
  end loop;
  if is_past then
    perform setval('public.event_id_seq', current * 1000000, false);
  end if;
end
$$;

-- To undo it:
--   create or replace function almanac.add_event_partitions() returns void
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set lock_timeout = '5s'
--   as $$
--   declare
--     current bigint;
--     is_past boolean;
--   begin
--     perform pg_advisory_xact_lock(hashtext('almanac.event'));
--     select last_value / 1000000 into current from public.event_id_seq;
--     select event.recorded_at < almanac.clock() - interval '1 month' into is_past
--     from public.event as event
--     where event.id >= current * 1000000 and event.id < (current + 1) * 1000000
--     order by event.id
--     limit 1;
--     if is_past then
--       current := current + 1;
--     end if;
--     for number in current .. current + 2 loop
--       perform almanac.add_event_partition(number);
--     end loop;
--     if is_past then
--       perform setval('public.event_id_seq', current * 1000000, false);
--     end if;
--   end
--   $$;
