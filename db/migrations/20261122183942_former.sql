-- 20261122183942_former
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create unlogged table if not exists almanac.former_due (
  recorded_in xid8 not null,
  id bigint generated always as identity,
  resource text not null,
  field text not null,
  ids bigint[] not null,
  constraint former_due_pkey primary key (recorded_in, id)
);

comment on table almanac.former_due is 'Of running transactions: the rows of which a right to read may have ended.';

create or replace function almanac.take_due_former() returns setof almanac.former_due
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
begin
  return query delete from almanac.former_due where recorded_in = pg_current_xact_id() returning *;
end
$$;

comment on function almanac.take_due_former() is 'Takes what this transaction has noted.';

create table almanac.former_right (
  resource text not null,
  role text not null,
  callers bytea not null,
  row_id bigint not null,
  ended_at timestamptz not null,
  constraint former_right_pkey primary key (resource, role, callers, row_id, ended_at)
);

create index if not exists former_right_row_idx on almanac.former_right (resource, row_id, ended_at);
comment on table almanac.former_right is 'When rights to read rows have ended, or will end as time passes. A hash of claims tells the callers.';

-- To undo it:
--   drop index almanac.former_right_row_idx;
--   drop table almanac.former_right;
--   drop function almanac.take_due_former();
--   drop table almanac.former_due;
