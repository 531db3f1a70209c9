-- 20261122115228_import_progress
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table if not exists almanac.import (
  resource text not null,
  digest text not null,
  bytes bigint not null,
  lines bigint not null,
  rows bigint not null,
  recorded_at timestamptz not null,
  constraint import_pkey primary key (resource, digest)
);

comment on table almanac.import is 'How far almanac import has come in each file: the hash is of the part of the file that is in.';

-- To undo it:
--   drop table almanac.import;
