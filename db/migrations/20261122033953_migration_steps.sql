-- 20261122033953_migration_steps
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: the triggers and functions are those of this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: nothing is left to take back
create table if not exists almanac.migration_step (
  migration text not null,
  number integer not null,
  title text not null,
  runs text not null,
  checksum text not null,
  undo text,
  done_at timestamptz,
  refusal text,
  constraint migration_step_pkey primary key (migration, number)
);

comment on table almanac.migration_step is 'Of a migration that is not finished: each step that was done, and how it is undone; the one that stopped it, and why.';
