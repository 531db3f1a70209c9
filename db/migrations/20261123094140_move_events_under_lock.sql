-- 20261123094140_move_events_under_lock
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.add_event_partition(number bigint) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  first bigint := number * 1000000;
  next bigint := first + 1000000;
  partition text := 'almanac.event_' || number;
begin
  if to_regclass(partition) is not null then
    return;
  end if;
  if exists (select from almanac.event_default as late where late.id >= first and late.id < next) then
    lock table public.event in access exclusive mode;
  end if;
  execute format('create table %s (like public.event including all)', partition);
  execute format(
    'with late as (delete from almanac.event_default where id >= %s and id < %s returning *) insert into %s select * from late',
    first, next, partition
  );
  execute format('alter table public.event attach partition %s for values from (%s) to (%s)', partition, first, next);
end
$$;

-- To undo it:
--   create or replace function almanac.add_event_partition(number bigint) returns void
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   declare
--     first bigint := number * 1000000;
--     next bigint := first + 1000000;
--     partition text := 'almanac.event_' || number;
--   begin
--     if to_regclass(partition) is not null then
--       return;
--     end if;
--     execute format('create table %s (like public.event including all)', partition);
--     execute format(
--       'with late as (delete from almanac.event_default where id >= %s and id < %s returning *) insert into %s select * from late',
--       first, next, partition
--     );
--     execute format('alter table public.event attach partition %s for values from (%s) to (%s)', partition, first, next);
--   end
--   $$;
