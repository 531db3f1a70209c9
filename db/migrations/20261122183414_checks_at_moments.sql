-- 20261122183414_checks_at_moments
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.role() returns text
language sql stable
return coalesce(current_setting('almanac.role', true), '');

comment on function almanac.role() is 'The role of the caller whose request writes: the setting almanac.role of the transaction; empty for no role.';

create or replace function almanac.is_making_room(maker text) returns boolean
language sql stable
return coalesce(current_setting('almanac.making_room', true), '') <> ''
  and exists (
    select from pg_catalog.pg_proc
    where oid = to_regprocedure(maker) and pg_get_userbyid(proowner) = current_user
  );

comment on function almanac.is_making_room(text) is 'Whether the row that is written makes room on its timeline for another one.';

-- To undo it:
--   drop function almanac.is_making_room(text);
--   drop function almanac.role();
