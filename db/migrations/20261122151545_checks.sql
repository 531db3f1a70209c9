-- 20261122151545_checks
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create unlogged table if not exists almanac.check_due (
  recorded_in xid8 not null,
  id bigint generated always as identity,
  resource text not null,
  field text not null,
  ids bigint[] not null,
  constraint check_due_pkey primary key (recorded_in, id)
);

comment on table almanac.check_due is 'Of running transactions: the rows whose checks are decided at their end.';

create or replace function almanac.take_due_checks() returns setof almanac.check_due
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
begin
  return query delete from almanac.check_due where recorded_in = pg_current_xact_id() returning *;
end
$$;

comment on function almanac.take_due_checks() is 'Takes what this transaction has noted.';

-- To undo it:
--   drop function almanac.take_due_checks();
--   drop table almanac.check_due;
