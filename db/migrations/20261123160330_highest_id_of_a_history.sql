-- 20261123160330_highest_id_of_a_history
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
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

-- To undo it:
--   create or replace function almanac.subscription_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     latest timestamptz;
--     own timestamptz;
--     highest bigint;
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
--       max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
--       max(deleted.id)
--     into latest, own, highest
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
