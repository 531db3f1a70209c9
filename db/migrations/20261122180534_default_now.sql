-- 20261122180534_default_now
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.controllable_unit_suspension_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.controllable_unit_suspension_history as version
      where version.controllable_unit_suspension_id = new.id
    ));
    new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
    if new.suspended_at = now() then
      new.suspended_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of controllable_unit_suspension never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('active', 'lifted')) then
        raise exception 'status of controllable_unit_suspension does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'controllable_unit_suspension_status_transition_check';
      end if;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

-- To undo it:
--   create or replace function almanac.controllable_unit_suspension_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time((
--         select max(version.replaced_at) - interval '1 microsecond'
--         from public.controllable_unit_suspension_history as version
--         where version.controllable_unit_suspension_id = new.id
--       ));
--       new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of controllable_unit_suspension never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('active', 'lifted')) then
--           raise exception 'status of controllable_unit_suspension does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'controllable_unit_suspension_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.controllable_unit_suspension', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.controllable_unit_suspension as latest
--             where latest.id = current_setting('almanac.latest.controllable_unit_suspension')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.controllable_unit_suspension', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
