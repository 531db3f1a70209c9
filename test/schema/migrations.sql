-- nothing
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.



-- a field that is required and has a default
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: add the field pages to book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add column pages integer not null default 1;
alter table public.book_history add column pages integer;

-- To undo it:
--   alter table public.book drop column pages;
--   alter table public.book_history drop column pages;

-- Step 2 of 4: add book_pages_minimum_check; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_pages_minimum_check check (pages >= 0) not valid;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.book drop constraint book_pages_minimum_check;

-- Step 3 of 4: every row of book keeps book_pages_minimum_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_pages_minimum_check (minimum of pages)
--   first: select id from (select id, 1 as pages from public.book) as book where not (pages >= 0)
--   later: select id from public.book where not (pages >= 0)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_pages_minimum_check;

-- Step 4 of 4: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.pages is 'pages';
comment on column public.book_history.pages is 'pages';

-- To undo it:
--   comment on column public.book.pages is null;
--   comment on column public.book_history.pages is null;


-- two fields, one of them unique, where there is no history
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: add the field group to book; add the field price to book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add column "group" uuid;
alter table public.book add column price numeric(7, 2);

-- To undo it:
--   alter table public.book drop column "group";
--   alter table public.book drop column price;

-- Step 2 of 5: make the index book_group_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Asks: rows of book that share their group with another one
--   first: select id from (select id, count(*) over (partition by "group") as number from (select id, null::uuid as "group" from public.book) as book where "group" is not null) as book where number > 1
--   later: select id from (select id, count(*) over (partition by "group") as number from public.book where "group" is not null) as book where number > 1
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_group_key;
create unique index concurrently book_group_key on public.book ("group");

-- To undo it:
--   drop index concurrently if exists public.book_group_key;

-- Step 3 of 5: make the index book_price_title_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_price_title_id_idx;
create index concurrently book_price_title_id_idx on public.book (price, title, id);

-- To undo it:
--   drop index concurrently if exists public.book_price_title_id_idx;

-- Step 4 of 5: group of book is unique; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_group_key unique using index book_group_key deferrable initially immediate;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.book drop constraint book_group_key;

-- Step 5 of 5: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book."group" is 'group';
comment on column public.book.price is 'price';

-- To undo it:
--   comment on column public.book."group" is null;
--   comment on column public.book.price is null;


-- an index that finds a text by how it begins, which goes, comes, and stays with a field of another name
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: rename the field shelf of book to place
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on
-- Loses: nothing
-- Undo: by the statements behind it
alter index public.book_shelf_starts_idx rename to book_place_starts_idx;
alter table public.book rename column shelf to place;
alter table public.book_history rename column shelf to place;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   alter table public.book_history rename column place to shelf;
--   alter table public.book rename column place to shelf;
--   alter index public.book_place_starts_idx rename to book_shelf_starts_idx;
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 2 of 4: make the index book_mark_starts_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_mark_starts_idx;
create index concurrently book_mark_starts_idx on public.book (mark text_pattern_ops);

-- To undo it:
--   drop index concurrently if exists public.book_mark_starts_idx;

-- Step 3 of 4: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.place is 'place';
comment on column public.book_history.place is 'place';

-- To undo it:
--   comment on column public.book.place is 'shelf';
--   comment on column public.book_history.place is 'shelf';

-- Step 4 of 4: drop the index book_title_starts_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_title_starts_idx;

-- To undo it:
--   drop index concurrently if exists public.book_title_starts_idx;
--   create index concurrently book_title_starts_idx on public.book (title text_pattern_ops);


-- a search over two fields, of which one gets another name, and its language
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: rename the field shelf of book to place
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on
-- Loses: nothing
-- Undo: by the statements behind it
alter index public.book_search_idx rename to book_search_idx_old;
alter table public.book rename column shelf to place;
alter table public.book_history rename column shelf to place;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   alter table public.book_history rename column place to shelf;
--   alter table public.book rename column place to shelf;
--   alter index public.book_search_idx_old rename to book_search_idx;
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 2 of 4: make the index book_search_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_search_idx;
create index concurrently book_search_idx on public.book using gin ((setweight(to_tsvector('norwegian', left(coalesce(title, ''), 25000)), 'A') || setweight(to_tsvector('norwegian', left(coalesce(place, ''), 25000)), 'B')));

-- To undo it:
--   drop index concurrently if exists public.book_search_idx;

-- Step 3 of 4: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.place is 'place';
comment on column public.book_history.place is 'place';

-- To undo it:
--   comment on column public.book.place is 'shelf';
--   comment on column public.book_history.place is 'shelf';

-- Step 4 of 4: drop the index book_search_idx_old
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_search_idx_old;

-- To undo it:
--   drop index concurrently if exists public.book_search_idx_old;
--   create index concurrently book_search_idx_old on public.book using gin ((setweight(to_tsvector('simple', left(coalesce(title, ''), 25000)), 'A') || setweight(to_tsvector('simple', left(coalesce(place, ''), 25000)), 'B')));


-- a search that comes
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: make the index book_search_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_search_idx;
create index concurrently book_search_idx on public.book using gin ((setweight(to_tsvector('english', left(coalesce(title, ''), 50000)), 'A')));

-- To undo it:
--   drop index concurrently if exists public.book_search_idx;


-- a first file
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 6: add the field scan to book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add column scan jsonb;
alter table public.book_history add column scan jsonb;

-- To undo it:
--   alter table public.book drop column scan;
--   alter table public.book_history drop column scan;

-- Step 2 of 6: make the index book_scan_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_scan_idx;
create index concurrently book_scan_idx on public.book (scan);

-- To undo it:
--   drop index concurrently if exists public.book_scan_idx;

-- Step 3 of 6: make the index book_history_scan_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: scans book_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_scan_idx;
create index concurrently book_history_scan_idx on public.book_history (scan);

-- To undo it:
--   drop index concurrently if exists public.book_history_scan_idx;

-- Step 4 of 6: the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 5 of 6: keep account of files
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table almanac.stored_file (
  id uuid default gen_random_uuid() constraint stored_file_pkey primary key,
  value jsonb,
  due_at timestamptz not null,
  is_gone boolean not null default false
);

comment on table almanac.stored_file is 'Every file that is in the store, or is about to be, with the value of the rows that have it. From due_at on, a sweep asks whether any row or version has it.';
create index if not exists stored_file_due_at_idx on almanac.stored_file (due_at);

create or replace function almanac.begin_file() returns uuid
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.give_up_file(object uuid) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.hold_file(held jsonb) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.leave_file(held jsonb) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.sweep_files(most integer) returns setof uuid
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$ ... $$;

create or replace function almanac.forget_files(objects uuid[]) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   drop function almanac.forget_files(uuid[]);
--   drop function almanac.sweep_files(integer);
--   drop function almanac.leave_file(jsonb);
--   drop function almanac.hold_file(jsonb);
--   drop function almanac.give_up_file(uuid);
--   drop function almanac.begin_file();
--   drop index almanac.stored_file_due_at_idx;
--   drop table almanac.stored_file;

-- Step 6 of 6: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.scan is 'scan';
comment on column public.book_history.scan is 'scan';

-- To undo it:
--   comment on column public.book.scan is null;
--   comment on column public.book_history.scan is null;


-- a file that gets the name of another one, which gets a new name
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 8: rename the field scan of book to old_scan
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on
-- Loses: nothing
-- Undo: by the statements behind it
alter index public.book_scan_idx rename to book_old_scan_idx;
alter index public.book_history_scan_idx rename to book_history_old_scan_idx;
alter table public.book rename column scan to old_scan;
alter table public.book_history rename column scan to old_scan;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   alter table public.book_history rename column old_scan to scan;
--   alter table public.book rename column old_scan to scan;
--   alter index public.book_history_old_scan_idx rename to book_history_scan_idx;
--   alter index public.book_old_scan_idx rename to book_scan_idx;
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 2 of 8: stop the sweep of files
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop function almanac.sweep_files(integer);

-- To undo it:
--   create or replace function almanac.sweep_files(most integer) returns setof uuid
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set enable_seqscan = off
--   as $$ ... $$;

-- Step 3 of 8: add the field scan to book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add column scan jsonb;
alter table public.book_history add column scan jsonb;

-- To undo it:
--   alter table public.book drop column scan;
--   alter table public.book_history drop column scan;

-- Step 4 of 8: make the index book_scan_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_scan_idx;
create index concurrently book_scan_idx on public.book (scan);

-- To undo it:
--   drop index concurrently if exists public.book_scan_idx;

-- Step 5 of 8: make the index book_history_scan_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: scans book_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_scan_idx;
create index concurrently book_history_scan_idx on public.book_history (scan);

-- To undo it:
--   drop index concurrently if exists public.book_history_scan_idx;

-- Step 6 of 8: the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 7 of 8: sweep files by the fields that there are
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.sweep_files(most integer) returns setof uuid
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$ ... $$;

-- To undo it:
--   drop function almanac.sweep_files(integer);

-- Step 8 of 8: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.old_scan is 'old_scan';
comment on column public.book.scan is 'scan';
comment on column public.book_history.old_scan is 'old_scan';
comment on column public.book_history.scan is 'scan';

-- To undo it:
--   comment on column public.book.old_scan is 'scan';
--   comment on column public.book.scan is null;
--   comment on column public.book_history.old_scan is 'scan';
--   comment on column public.book_history.scan is null;


-- the last file, which goes
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 6: stop the sweep of files
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop function almanac.sweep_files(integer);

-- To undo it:
--   create or replace function almanac.sweep_files(most integer) returns setof uuid
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set enable_seqscan = off
--   as $$ ... $$;

-- Step 2 of 6: the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 3 of 6: drop the index book_scan_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_scan_idx;

-- To undo it:
--   drop index concurrently if exists public.book_scan_idx;
--   create index concurrently book_scan_idx on public.book (scan);

-- Step 4 of 6: drop the index book_history_scan_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_scan_idx;

-- To undo it:
--   drop index concurrently if exists public.book_history_scan_idx;
--   create index concurrently book_history_scan_idx on public.book_history (scan);

-- Step 5 of 6: drop the field scan of book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: every value of scan in book and in book_history
-- Undo: impossible: restore a backup
create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

alter table public.book drop column scan;
alter table public.book_history drop column scan;

-- Step 6 of 6: keep no account of files
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: the account of the files in the store: remove the folder or the bucket when the migration is done
-- Undo: impossible: restore a backup
drop function almanac.forget_files(uuid[]);
drop function almanac.leave_file(jsonb);
drop function almanac.hold_file(jsonb);
drop function almanac.give_up_file(uuid);
drop function almanac.begin_file();
drop index almanac.stored_file_due_at_idx;
drop table almanac.stored_file;


-- a status with transitions
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: add the field status to book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add column status text not null default 'in';
alter table public.book_history add column status text;

-- To undo it:
--   alter table public.book drop column status;
--   alter table public.book_history drop column status;

-- Step 2 of 4: add book_status_values_check; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_status_values_check check (status in ('in', 'out')) not valid;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.book drop constraint book_status_values_check;

-- Step 3 of 4: every row of book keeps book_status_values_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_status_values_check (values of status)
--   first: select id from (select id, 'in' as status from public.book) as book where not (status in ('in', 'out'))
--   later: select id from public.book where not (status in ('in', 'out'))
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_status_values_check;

-- Step 4 of 4: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.status is 'status';
comment on column public.book_history.status is 'status';

-- To undo it:
--   comment on column public.book.status is null;
--   comment on column public.book_history.status is null;


-- a value that is deprecated
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;


-- a computed field
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.



-- a relation by a new reference to its own table
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 6: add the field sequel_id to book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add column sequel_id bigint;
alter table public.book_history add column sequel_id bigint;

-- To undo it:
--   alter table public.book drop column sequel_id;
--   alter table public.book_history drop column sequel_id;

-- Step 2 of 6: make the index book_sequel_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_sequel_id_id_idx;
create index concurrently book_sequel_id_id_idx on public.book (sequel_id, id);

-- To undo it:
--   drop index concurrently if exists public.book_sequel_id_id_idx;

-- Step 3 of 6: make the index book_history_sequel_id_book_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: scans book_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_sequel_id_book_id_idx;
create index concurrently book_history_sequel_id_book_id_idx on public.book_history (sequel_id, book_id);

-- To undo it:
--   drop index concurrently if exists public.book_history_sequel_id_book_id_idx;

-- Step 4 of 6: add book_sequel_id_fkey; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book, for a moment; ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_sequel_id_fkey foreign key (sequel_id) references public.book (id) not valid;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.book drop constraint book_sequel_id_fkey;

-- Step 5 of 6: every row of book keeps book_sequel_id_fkey
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book whose sequel_id leads to no book
--   first: select id from (select id, null::bigint as sequel_id from public.book) as book where sequel_id is not null and not exists (select from public.book as target where target.id = book.sequel_id)
--   later: select id from public.book as book where sequel_id is not null and not exists (select from public.book as target where target.id = book.sequel_id)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_sequel_id_fkey;

-- Step 6 of 6: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.sequel_id is 'sequel_id';
comment on column public.book_history.sequel_id is 'sequel_id';

-- To undo it:
--   comment on column public.book.sequel_id is null;
--   comment on column public.book_history.sequel_id is null;


-- an array of references to its own table, and one to another
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 17: add the field sequel_ids to book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add column sequel_ids bigint[];
alter table public.book_history add column sequel_ids bigint[];

-- To undo it:
--   alter table public.book drop column sequel_ids;
--   alter table public.book_history drop column sequel_ids;

-- Step 2 of 17: add the field book_ids to shelf
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on shelf, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.shelf add column book_ids bigint[] not null default array[]::bigint[];

-- To undo it:
--   alter table public.shelf drop column book_ids;

-- Step 3 of 17: make the index book_sequel_ids_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_sequel_ids_idx;
create index concurrently book_sequel_ids_idx on public.book using gin (sequel_ids);

-- To undo it:
--   drop index concurrently if exists public.book_sequel_ids_idx;

-- Step 4 of 17: make the index book_history_sequel_ids_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: scans book_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_sequel_ids_idx;
create index concurrently book_history_sequel_ids_idx on public.book_history using gin (sequel_ids);

-- To undo it:
--   drop index concurrently if exists public.book_history_sequel_ids_idx;

-- Step 5 of 17: make the index shelf_book_ids_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on; waits for the transactions that are running
-- Work: scans shelf twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.shelf_book_ids_idx;
create index concurrently shelf_book_ids_idx on public.shelf using gin (book_ids);

-- To undo it:
--   drop index concurrently if exists public.shelf_book_ids_idx;

-- Step 6 of 17: add book_sequel_ids_elements_check; add book_sequel_ids_distinct_elements_check; add book_sequel_ids_max_length_check; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_sequel_ids_elements_check check (array_position(sequel_ids, null) is null) not valid;
alter table public.book add constraint book_sequel_ids_distinct_elements_check check (length(array_to_tsvector(array_remove(sequel_ids, null)::text[])) = cardinality(array_remove(sequel_ids, null))) not valid;
alter table public.book add constraint book_sequel_ids_max_length_check check (cardinality(sequel_ids) <= 1000) not valid;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_sequel_ids_elements() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger elements_1_insert
  after insert on public.book
  for each row when (cardinality(new.sequel_ids) > 0) execute function almanac.book_sequel_ids_elements();

create or replace trigger elements_1_update
  after update on public.book
  for each row when (new.sequel_ids is distinct from old.sequel_ids and cardinality(new.sequel_ids) > 0)
  execute function almanac.book_sequel_ids_elements();

create or replace function almanac.book_referred() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger referred_delete
  after delete on public.book
  referencing old table as old_rows
  for each statement execute function almanac.book_referred();

-- To undo it:
--   drop trigger referred_delete on public.book;
--   drop function almanac.book_referred();
--   drop trigger elements_1_update on public.book;
--   drop trigger elements_1_insert on public.book;
--   drop function almanac.book_sequel_ids_elements();
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.book drop constraint book_sequel_ids_max_length_check;
--   alter table public.book drop constraint book_sequel_ids_distinct_elements_check;
--   alter table public.book drop constraint book_sequel_ids_elements_check;

-- Step 7 of 17: add shelf_book_ids_elements_check; add shelf_book_ids_distinct_elements_check; add shelf_book_ids_max_length_check; the triggers of shelf do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on shelf, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.shelf add constraint shelf_book_ids_elements_check check (array_position(book_ids, null) is null) not valid;
alter table public.shelf add constraint shelf_book_ids_distinct_elements_check check (length(array_to_tsvector(array_remove(book_ids, null)::text[])) = cardinality(array_remove(book_ids, null))) not valid;
alter table public.shelf add constraint shelf_book_ids_max_length_check check (cardinality(book_ids) <= 1000) not valid;

create or replace function almanac.shelf_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.shelf_book_ids_elements() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger elements_1_insert
  after insert on public.shelf
  for each row when (cardinality(new.book_ids) > 0) execute function almanac.shelf_book_ids_elements();

create or replace trigger elements_1_update
  after update on public.shelf
  for each row when (new.book_ids is distinct from old.book_ids and cardinality(new.book_ids) > 0)
  execute function almanac.shelf_book_ids_elements();

-- To undo it:
--   drop trigger elements_1_update on public.shelf;
--   drop trigger elements_1_insert on public.shelf;
--   drop function almanac.shelf_book_ids_elements();
--
--   create or replace function almanac.shelf_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.shelf drop constraint shelf_book_ids_max_length_check;
--   alter table public.shelf drop constraint shelf_book_ids_distinct_elements_check;
--   alter table public.shelf drop constraint shelf_book_ids_elements_check;

-- Step 8 of 17: every row of book keeps book_sequel_ids_elements_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_sequel_ids_elements_check (elements of sequel_ids)
--   first: select id from (select id, null::bigint[] as sequel_ids from public.book) as book where not (array_position(sequel_ids, null) is null)
--   later: select id from public.book where not (array_position(sequel_ids, null) is null)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_sequel_ids_elements_check;

-- Step 9 of 17: every row of book keeps book_sequel_ids_distinct_elements_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_sequel_ids_distinct_elements_check (distinct elements of sequel_ids)
--   first: select id from (select id, null::bigint[] as sequel_ids from public.book) as book where not (length(array_to_tsvector(array_remove(sequel_ids, null)::text[])) = cardinality(array_remove(sequel_ids, null)))
--   later: select id from public.book where not (length(array_to_tsvector(array_remove(sequel_ids, null)::text[])) = cardinality(array_remove(sequel_ids, null)))
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_sequel_ids_distinct_elements_check;

-- Step 10 of 17: every row of book keeps book_sequel_ids_max_length_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_sequel_ids_max_length_check (max length of sequel_ids)
--   first: select id from (select id, null::bigint[] as sequel_ids from public.book) as book where not (cardinality(sequel_ids) <= 1000)
--   later: select id from public.book where not (cardinality(sequel_ids) <= 1000)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_sequel_ids_max_length_check;

-- Step 11 of 17: every row of book keeps book_sequel_ids_fkey
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads book and book
-- Asks: rows of book with elements of sequel_ids that lead to no book
--   first: select id from (select id, null::bigint[] as sequel_ids from public.book) as book where exists (
--     select from unnest(book.sequel_ids) as element (id)
--     where not exists (select from public.book as target where target.id = element.id)
--   )
--   later: select id from public.book as book where exists (
--     select from unnest(book.sequel_ids) as element (id)
--     where not exists (select from public.book as target where target.id = element.id)
--   )
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.refuse_reference('sequel_ids') from (select id from public.book as book where exists (
  select from unnest(book.sequel_ids) as element (id)
  where not exists (select from public.book as target where target.id = element.id)
) limit 1) as broken;

-- Step 12 of 17: every row of shelf keeps shelf_book_ids_elements_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on
-- Work: scans shelf
-- Asks: rows of shelf that break shelf_book_ids_elements_check (elements of book_ids)
--   first: select id from (select id, array[]::bigint[] as book_ids from public.shelf) as shelf where not (array_position(book_ids, null) is null)
--   later: select id from public.shelf where not (array_position(book_ids, null) is null)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.shelf validate constraint shelf_book_ids_elements_check;

-- Step 13 of 17: every row of shelf keeps shelf_book_ids_distinct_elements_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on
-- Work: scans shelf
-- Asks: rows of shelf that break shelf_book_ids_distinct_elements_check (distinct elements of book_ids)
--   first: select id from (select id, array[]::bigint[] as book_ids from public.shelf) as shelf where not (length(array_to_tsvector(array_remove(book_ids, null)::text[])) = cardinality(array_remove(book_ids, null)))
--   later: select id from public.shelf where not (length(array_to_tsvector(array_remove(book_ids, null)::text[])) = cardinality(array_remove(book_ids, null)))
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.shelf validate constraint shelf_book_ids_distinct_elements_check;

-- Step 14 of 17: every row of shelf keeps shelf_book_ids_max_length_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on
-- Work: scans shelf
-- Asks: rows of shelf that break shelf_book_ids_max_length_check (max length of book_ids)
--   first: select id from (select id, array[]::bigint[] as book_ids from public.shelf) as shelf where not (cardinality(book_ids) <= 1000)
--   later: select id from public.shelf where not (cardinality(book_ids) <= 1000)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.shelf validate constraint shelf_book_ids_max_length_check;

-- Step 15 of 17: every row of shelf keeps shelf_book_ids_fkey
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads shelf and book
-- Asks: rows of shelf with elements of book_ids that lead to no book
--   first: select id from (select id, array[]::bigint[] as book_ids from public.shelf) as shelf where exists (
--     select from unnest(shelf.book_ids) as element (id)
--     where not exists (select from public.book as target where target.id = element.id)
--   )
--   later: select id from public.shelf as shelf where exists (
--     select from unnest(shelf.book_ids) as element (id)
--     where not exists (select from public.book as target where target.id = element.id)
--   )
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.refuse_reference('book_ids') from (select id from public.shelf as shelf where exists (
  select from unnest(shelf.book_ids) as element (id)
  where not exists (select from public.book as target where target.id = element.id)
) limit 1) as broken;

-- Step 16 of 17: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.sequel_ids is 'sequel_ids';
comment on column public.book_history.sequel_ids is 'sequel_ids';

-- To undo it:
--   comment on column public.book.sequel_ids is null;
--   comment on column public.book_history.sequel_ids is null;

-- Step 17 of 17: describe shelf anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.shelf.book_ids is 'book_ids';

-- To undo it:
--   comment on column public.shelf.book_ids is null;


-- numbers that become references, and back
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 7: make the index shelf_one_ids_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on; waits for the transactions that are running
-- Work: scans shelf twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.shelf_one_ids_idx;
create index concurrently shelf_one_ids_idx on public.shelf using gin (one_ids);

-- To undo it:
--   drop index concurrently if exists public.shelf_one_ids_idx;

-- Step 2 of 7: the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_referred() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_referred() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 3 of 7: drop shelf_two_ids_distinct_elements_check, shelf_two_ids_max_length_check; add shelf_one_ids_distinct_elements_check; add shelf_one_ids_max_length_check; the triggers of shelf do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on shelf, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.shelf drop constraint shelf_two_ids_distinct_elements_check;
alter table public.shelf drop constraint shelf_two_ids_max_length_check;
alter table public.shelf add constraint shelf_one_ids_distinct_elements_check check (length(array_to_tsvector(array_remove(one_ids, null)::text[])) = cardinality(array_remove(one_ids, null))) not valid;
alter table public.shelf add constraint shelf_one_ids_max_length_check check (cardinality(one_ids) <= 1000) not valid;
drop trigger elements_1_update on public.shelf;
drop trigger elements_1_insert on public.shelf;
drop function almanac.shelf_two_ids_elements();

create or replace function almanac.shelf_one_ids_elements() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger elements_1_insert
  after insert on public.shelf
  for each row when (cardinality(new.one_ids) > 0) execute function almanac.shelf_one_ids_elements();

create or replace trigger elements_1_update
  after update on public.shelf
  for each row when (new.one_ids is distinct from old.one_ids and cardinality(new.one_ids) > 0)
  execute function almanac.shelf_one_ids_elements();

-- To undo it:
--   drop trigger elements_1_update on public.shelf;
--   drop trigger elements_1_insert on public.shelf;
--   drop function almanac.shelf_one_ids_elements();
--
--   create or replace function almanac.shelf_two_ids_elements() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger elements_1_insert
--     after insert on public.shelf
--     for each row when (cardinality(new.two_ids) > 0) execute function almanac.shelf_two_ids_elements();
--
--   create or replace trigger elements_1_update
--     after update on public.shelf
--     for each row when (new.two_ids is distinct from old.two_ids and cardinality(new.two_ids) > 0)
--     execute function almanac.shelf_two_ids_elements();
--
--   alter table public.shelf drop constraint shelf_one_ids_max_length_check;
--   alter table public.shelf drop constraint shelf_one_ids_distinct_elements_check;
--   alter table public.shelf add constraint shelf_two_ids_distinct_elements_check check (length(array_to_tsvector(array_remove(two_ids, null)::text[])) = cardinality(array_remove(two_ids, null)));
--   alter table public.shelf add constraint shelf_two_ids_max_length_check check (cardinality(two_ids) <= 1000);

-- Step 4 of 7: every row of shelf keeps shelf_one_ids_distinct_elements_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on
-- Work: scans shelf
-- Asks: rows of shelf that break shelf_one_ids_distinct_elements_check (distinct elements of one_ids)
--   first: select id from public.shelf where not (length(array_to_tsvector(array_remove(one_ids, null)::text[])) = cardinality(array_remove(one_ids, null)))
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.shelf validate constraint shelf_one_ids_distinct_elements_check;

-- Step 5 of 7: every row of shelf keeps shelf_one_ids_max_length_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on
-- Work: scans shelf
-- Asks: rows of shelf that break shelf_one_ids_max_length_check (max length of one_ids)
--   first: select id from public.shelf where not (cardinality(one_ids) <= 1000)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.shelf validate constraint shelf_one_ids_max_length_check;

-- Step 6 of 7: every row of shelf keeps shelf_one_ids_fkey
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads shelf and book
-- Asks: rows of shelf with elements of one_ids that lead to no book
--   first: select id from public.shelf as shelf where exists (
--     select from unnest(shelf.one_ids) as element (id)
--     where not exists (select from public.book as target where target.id = element.id)
--   )
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.refuse_reference('one_ids') from (select id from public.shelf as shelf where exists (
  select from unnest(shelf.one_ids) as element (id)
  where not exists (select from public.book as target where target.id = element.id)
) limit 1) as broken;

-- Step 7 of 7: drop the index shelf_two_ids_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.shelf_two_ids_idx;

-- To undo it:
--   drop index concurrently if exists public.shelf_two_ids_idx;
--   create index concurrently shelf_two_ids_idx on public.shelf using gin (two_ids);


-- texts that become references
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 15: rows of shelf that are written get their book_ids_next; rows of shelf_history that are written get their book_ids_next; add book_ids_next to shelf, which becomes book_ids of type bigint[]
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on shelf, for a moment; ACCESS EXCLUSIVE on shelf_history, for a moment; ACCESS EXCLUSIVE on shelf and shelf_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.shelf_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if not (not exists (select from unnest(new.book_ids) as element where not (case when element ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then element::numeric between -9223372036854775808 and 9223372036854775807 else false end))) then
    raise exception '% of shelf does not fit its new type', 'book_ids_next'
      using errcode = 'check_violation', constraint = 'shelf_book_ids_next_check';
  elsif (case when not exists (select from unnest(new.book_ids) as element where not (case when element ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then element::numeric between -9223372036854775808 and 9223372036854775807 else false end)) then new.book_ids_next is distinct from new.book_ids::bigint[] else new.book_ids is not null end) then
    new.book_ids_next := new.book_ids::bigint[];
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.shelf
  for each row execute function almanac.shelf_stamp_fill();

create or replace function almanac.shelf_history_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.book_ids_next is distinct from (case when not exists (select from unnest(new.book_ids) as element where not (case when element ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then element::numeric between -9223372036854775808 and 9223372036854775807 else false end)) then new.book_ids::bigint[] end) then
    new.book_ids_next := (case when not exists (select from unnest(new.book_ids) as element where not (case when element ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then element::numeric between -9223372036854775808 and 9223372036854775807 else false end)) then new.book_ids::bigint[] end);
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.shelf_history
  for each row execute function almanac.shelf_history_stamp_fill();

alter table public.shelf add column book_ids_next bigint[];
alter table public.shelf_history add column book_ids_next bigint[];

-- To undo it:
--   alter table public.shelf drop column book_ids_next;
--   alter table public.shelf_history drop column book_ids_next;
--   drop trigger if exists stamp_fill on public.shelf_history;
--   drop function if exists almanac.shelf_history_stamp_fill();
--   drop trigger if exists stamp_fill on public.shelf;
--   drop function if exists almanac.shelf_stamp_fill();

-- Step 2 of 15: fill book_ids_next of shelf
-- Runs: in batches of ids of shelf
-- Locks: the rows of a batch of shelf, while it is written
-- Work: writes every row of shelf that has it still to get
-- Asks: rows of shelf whose book_ids is no bigint[]
--   first: select id from public.shelf where not (not exists (select from unnest(book_ids) as element where not (case when element ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then element::numeric between -9223372036854775808 and 9223372036854775807 else false end)))
-- Loses: nothing
-- Undo: nothing is left to take back
update public.shelf set id = id where ((case when not exists (select from unnest(book_ids) as element where not (case when element ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then element::numeric between -9223372036854775808 and 9223372036854775807 else false end)) then book_ids_next is distinct from book_ids::bigint[] else book_ids is not null end)) and id between :first and :last;

-- Step 3 of 15: fill book_ids_next of shelf_history
-- Runs: in batches of ids of shelf_history
-- Locks: the rows of a batch of shelf_history, while it is written
-- Work: writes every row of shelf_history that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.shelf_history set id = id where (book_ids_next is distinct from (case when not exists (select from unnest(book_ids) as element where not (case when element ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then element::numeric between -9223372036854775808 and 9223372036854775807 else false end)) then book_ids::bigint[] end)) and id between :first and :last;

-- Step 4 of 15: rows of shelf are written with book_ids
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on shelf, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.shelf add constraint shelf_book_ids_required check (book_ids_next is not null) not valid;

-- To undo it:
--   alter table public.shelf drop constraint if exists shelf_book_ids_required;

-- Step 5 of 15: every row of shelf has book_ids
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on
-- Work: scans shelf
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.shelf validate constraint shelf_book_ids_required;

-- Step 6 of 15: make the index shelf_book_ids_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on; waits for the transactions that are running
-- Work: scans shelf twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.shelf_book_ids_idx;
create index concurrently shelf_book_ids_idx on public.shelf using gin (book_ids_next);

-- To undo it:
--   drop index concurrently if exists public.shelf_book_ids_idx;

-- Step 7 of 15: make the index shelf_history_book_ids_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on shelf_history: reads and writes go on; waits for the transactions that are running
-- Work: scans shelf_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.shelf_history_book_ids_idx;
create index concurrently shelf_history_book_ids_idx on public.shelf_history using gin (book_ids_next);

-- To undo it:
--   drop index concurrently if exists public.shelf_history_book_ids_idx;

-- Step 8 of 15: the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_referred() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger referred_delete
  after delete on public.book
  referencing old table as old_rows
  for each statement execute function almanac.book_referred();

-- To undo it:
--   drop trigger referred_delete on public.book;
--   drop function almanac.book_referred();

-- Step 9 of 15: book_ids_next of shelf is complete; book_ids_next of shelf_history is complete; drop shelf_book_ids_elements_check; book_ids of shelf is of the new type; add shelf_book_ids_elements_check; add shelf_book_ids_distinct_elements_check; add shelf_book_ids_max_length_check; book_ids of shelf is required; the triggers of shelf do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on shelf, for a moment; ACCESS EXCLUSIVE on shelf_history, for a moment; ACCESS EXCLUSIVE on shelf and shelf_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.shelf;
drop function almanac.shelf_stamp_fill();
drop trigger stamp_fill on public.shelf_history;
drop function almanac.shelf_history_stamp_fill();
alter table public.shelf drop constraint shelf_book_ids_elements_check;
alter table public.shelf rename column book_ids to book_ids_former;
alter table public.shelf rename column book_ids_next to book_ids;
alter table public.shelf_history rename column book_ids to book_ids_former;
alter table public.shelf_history rename column book_ids_next to book_ids;
alter table public.shelf alter column book_ids_former drop not null;

create or replace function almanac.shelf_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp_former
  before insert or update on public.shelf
  for each row execute function almanac.shelf_stamp_former();

create or replace function almanac.shelf_history_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp_former
  before insert or update on public.shelf_history
  for each row execute function almanac.shelf_history_stamp_former();

alter table public.shelf add constraint shelf_book_ids_elements_check check (array_position(book_ids, null) is null) not valid;
alter table public.shelf add constraint shelf_book_ids_distinct_elements_check check (length(array_to_tsvector(array_remove(book_ids, null)::text[])) = cardinality(array_remove(book_ids, null))) not valid;
alter table public.shelf add constraint shelf_book_ids_max_length_check check (cardinality(book_ids) <= 1000) not valid;
alter table public.shelf alter column book_ids set not null;
alter table public.shelf drop constraint shelf_book_ids_required;

create or replace function almanac.shelf_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.shelf
  for each row execute function almanac.shelf_stamp();

create or replace function almanac.shelf_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.shelf_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.shelf_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.shelf
  referencing new table as new_rows
  for each statement execute function almanac.shelf_record_insert();

create or replace trigger record_update
  after update on public.shelf
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.shelf_record_update();

create or replace trigger keep_record_delete
  after delete on public.shelf
  referencing old table as old_rows
  for each statement execute function almanac.shelf_record_delete();

create or replace function almanac.shelf_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.shelf
  for each row when (coalesce(current_setting('almanac.latest.shelf', true), '') <> '')
  execute function almanac.shelf_latest();

create or replace function almanac.shelf_book_ids_elements() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger elements_1_insert
  after insert on public.shelf
  for each row when (cardinality(new.book_ids) > 0) execute function almanac.shelf_book_ids_elements();

create or replace trigger elements_1_update
  after update on public.shelf
  for each row when (new.book_ids is distinct from old.book_ids and cardinality(new.book_ids) > 0)
  execute function almanac.shelf_book_ids_elements();

-- To undo it:
--   drop trigger elements_1_update on public.shelf;
--   drop trigger elements_1_insert on public.shelf;
--   drop function almanac.shelf_book_ids_elements();
--
--   create or replace function almanac.shelf_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.shelf
--     for each row execute function almanac.shelf_stamp();
--
--   create or replace function almanac.shelf_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.shelf_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.shelf_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.shelf
--     referencing new table as new_rows
--     for each statement execute function almanac.shelf_record_insert();
--
--   create or replace trigger record_update
--     after update on public.shelf
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.shelf_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.shelf
--     referencing old table as old_rows
--     for each statement execute function almanac.shelf_record_delete();
--
--   create or replace function almanac.shelf_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.shelf
--     for each row when (coalesce(current_setting('almanac.latest.shelf', true), '') <> '')
--     execute function almanac.shelf_latest();
--
--   alter table public.shelf alter column book_ids drop not null;
--   alter table public.shelf drop constraint shelf_book_ids_max_length_check;
--   alter table public.shelf drop constraint shelf_book_ids_distinct_elements_check;
--   alter table public.shelf drop constraint shelf_book_ids_elements_check;
--   drop trigger stamp_former on public.shelf;
--   drop function almanac.shelf_stamp_former();
--   drop trigger stamp_former on public.shelf_history;
--   drop function almanac.shelf_history_stamp_former();
--   alter table public.shelf alter column book_ids_former set not null;
--   alter table public.shelf rename column book_ids to book_ids_next;
--   alter table public.shelf rename column book_ids_former to book_ids;
--   alter table public.shelf_history rename column book_ids to book_ids_next;
--   alter table public.shelf_history rename column book_ids_former to book_ids;
--   alter table public.shelf add constraint shelf_book_ids_elements_check check (array_position(book_ids, null) is null);

-- Step 10 of 15: every row of shelf keeps shelf_book_ids_elements_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on
-- Work: scans shelf
-- Asks: rows of shelf that break shelf_book_ids_elements_check (elements of book_ids)
--   first: select id from (select id, case when not exists (select from unnest(book_ids) as element where not (case when element ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then element::numeric between -9223372036854775808 and 9223372036854775807 else false end)) then book_ids::bigint[] end as book_ids from public.shelf) as shelf where not (array_position(book_ids, null) is null)
--   later: select id from public.shelf where not (array_position(book_ids, null) is null)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.shelf validate constraint shelf_book_ids_elements_check;

-- Step 11 of 15: every row of shelf keeps shelf_book_ids_distinct_elements_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on
-- Work: scans shelf
-- Asks: rows of shelf that break shelf_book_ids_distinct_elements_check (distinct elements of book_ids)
--   first: select id from (select id, case when not exists (select from unnest(book_ids) as element where not (case when element ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then element::numeric between -9223372036854775808 and 9223372036854775807 else false end)) then book_ids::bigint[] end as book_ids from public.shelf) as shelf where not (length(array_to_tsvector(array_remove(book_ids, null)::text[])) = cardinality(array_remove(book_ids, null)))
--   later: select id from public.shelf where not (length(array_to_tsvector(array_remove(book_ids, null)::text[])) = cardinality(array_remove(book_ids, null)))
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.shelf validate constraint shelf_book_ids_distinct_elements_check;

-- Step 12 of 15: every row of shelf keeps shelf_book_ids_max_length_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on
-- Work: scans shelf
-- Asks: rows of shelf that break shelf_book_ids_max_length_check (max length of book_ids)
--   first: select id from (select id, case when not exists (select from unnest(book_ids) as element where not (case when element ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then element::numeric between -9223372036854775808 and 9223372036854775807 else false end)) then book_ids::bigint[] end as book_ids from public.shelf) as shelf where not (cardinality(book_ids) <= 1000)
--   later: select id from public.shelf where not (cardinality(book_ids) <= 1000)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.shelf validate constraint shelf_book_ids_max_length_check;

-- Step 13 of 15: every row of shelf keeps shelf_book_ids_fkey
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads shelf and book
-- Asks: rows of shelf with elements of book_ids that lead to no book
--   first: select id from (select id, case when not exists (select from unnest(book_ids) as element where not (case when element ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then element::numeric between -9223372036854775808 and 9223372036854775807 else false end)) then book_ids::bigint[] end as book_ids from public.shelf) as shelf where exists (
--     select from unnest(shelf.book_ids) as element (id)
--     where not exists (select from public.book as target where target.id = element.id)
--   )
--   later: select id from public.shelf as shelf where exists (
--     select from unnest(shelf.book_ids) as element (id)
--     where not exists (select from public.book as target where target.id = element.id)
--   )
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.refuse_reference('book_ids') from (select id from public.shelf as shelf where exists (
  select from unnest(shelf.book_ids) as element (id)
  where not exists (select from public.book as target where target.id = element.id)
) limit 1) as broken;

-- Step 14 of 15: describe shelf anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.shelf.book_ids is 'book_ids';
comment on column public.shelf_history.book_ids is 'book_ids';

-- To undo it:
--   comment on column public.shelf.book_ids is null;
--   comment on column public.shelf_history.book_ids is null;

-- Step 15 of 15: drop book_ids_former of shelf, which was of the old type
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on shelf and shelf_history, for a moment
-- Work: the catalog alone
-- Loses: of book_ids in shelf_history, the values that the new type cannot hold
-- Undo: impossible: restore a backup
drop trigger stamp_former on public.shelf;
drop function almanac.shelf_stamp_former();
drop trigger stamp_former on public.shelf_history;
drop function almanac.shelf_history_stamp_former();
alter table public.shelf drop column book_ids_former;
alter table public.shelf_history drop column book_ids_former;


-- other names for an array of references, its table and what it leads to
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: rename book to tome; rename shelf to rack; rename the field one_ids of rack to tome_ids
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on tome and rack, for a moment
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book rename to tome;
alter sequence public.book_id_seq rename to tome_id_seq;
alter sequence public.book_row_version_seq rename to tome_row_version_seq;
alter table public.shelf rename to rack;
alter sequence public.shelf_id_seq rename to rack_id_seq;
alter sequence public.shelf_row_version_seq rename to rack_row_version_seq;
alter index public.book_pkey rename to tome_pkey;
alter index public.shelf_pkey rename to rack_pkey;
alter index public.shelf_one_ids_idx rename to rack_tome_ids_idx;
alter index public.shelf_two_ids_idx rename to rack_two_ids_idx;
alter table public.rack rename column one_ids to tome_ids;
alter table public.rack rename constraint shelf_one_ids_elements_check to rack_tome_ids_elements_check;
alter table public.rack rename constraint shelf_one_ids_distinct_elements_check to rack_tome_ids_distinct_elements_check;
alter table public.rack rename constraint shelf_one_ids_max_length_check to rack_tome_ids_max_length_check;
alter table public.rack rename constraint shelf_two_ids_elements_check to rack_two_ids_elements_check;
alter table public.rack rename constraint shelf_two_ids_distinct_elements_check to rack_two_ids_distinct_elements_check;
alter table public.rack rename constraint shelf_two_ids_max_length_check to rack_two_ids_max_length_check;

create or replace function almanac.tome_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.tome
  for each row execute function almanac.tome_stamp();

create or replace function almanac.tome_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.tome_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.tome_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.tome
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.tome_record_insert();

create or replace trigger record_update
  after update on public.tome
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.tome_record_update();

create or replace trigger keep_record_delete
  after delete on public.tome
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.tome_record_delete();

create or replace function almanac.tome_referred() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger referred_delete
  after delete on public.tome
  referencing old table as old_rows
  for each statement execute function almanac.tome_referred();

create or replace function almanac.rack_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.rack
  for each row execute function almanac.rack_stamp();

create or replace function almanac.rack_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.rack_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.rack_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.rack
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.rack_record_insert();

create or replace trigger record_update
  after update on public.rack
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.rack_record_update();

create or replace trigger keep_record_delete
  after delete on public.rack
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.rack_record_delete();

create or replace function almanac.rack_tome_ids_elements() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger elements_1_insert
  after insert on public.rack
  for each row when (cardinality(new.tome_ids) > 0) execute function almanac.rack_tome_ids_elements();

create or replace trigger elements_1_update
  after update on public.rack
  for each row when (new.tome_ids is distinct from old.tome_ids and cardinality(new.tome_ids) > 0)
  execute function almanac.rack_tome_ids_elements();

create or replace function almanac.rack_two_ids_elements() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger elements_2_insert
  after insert on public.rack
  for each row when (cardinality(new.two_ids) > 0) execute function almanac.rack_two_ids_elements();

create or replace trigger elements_2_update
  after update on public.rack
  for each row when (new.two_ids is distinct from old.two_ids and cardinality(new.two_ids) > 0)
  execute function almanac.rack_two_ids_elements();

create or replace function almanac.rack_referred() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger referred_delete
  after delete on public.rack
  referencing old table as old_rows
  for each statement execute function almanac.rack_referred();

drop function almanac.book_stamp();
drop function almanac.book_record_insert();
drop function almanac.book_record_update();
drop function almanac.book_record_delete();
drop function almanac.book_referred();
drop function almanac.shelf_stamp();
drop function almanac.shelf_record_insert();
drop function almanac.shelf_record_update();
drop function almanac.shelf_record_delete();
drop function almanac.shelf_one_ids_elements();
drop function almanac.shelf_two_ids_elements();
drop function almanac.shelf_referred();

-- To undo it:
--   alter table public.rack rename constraint rack_two_ids_max_length_check to shelf_two_ids_max_length_check;
--   alter table public.rack rename constraint rack_two_ids_distinct_elements_check to shelf_two_ids_distinct_elements_check;
--   alter table public.rack rename constraint rack_two_ids_elements_check to shelf_two_ids_elements_check;
--   alter table public.rack rename constraint rack_tome_ids_max_length_check to shelf_one_ids_max_length_check;
--   alter table public.rack rename constraint rack_tome_ids_distinct_elements_check to shelf_one_ids_distinct_elements_check;
--   alter table public.rack rename constraint rack_tome_ids_elements_check to shelf_one_ids_elements_check;
--   alter table public.rack rename column tome_ids to one_ids;
--   alter index public.rack_two_ids_idx rename to shelf_two_ids_idx;
--   alter index public.rack_tome_ids_idx rename to shelf_one_ids_idx;
--   alter index public.rack_pkey rename to shelf_pkey;
--   alter index public.tome_pkey rename to book_pkey;
--   alter sequence public.rack_row_version_seq rename to shelf_row_version_seq;
--   alter sequence public.rack_id_seq rename to shelf_id_seq;
--   alter table public.rack rename to shelf;
--   alter sequence public.tome_row_version_seq rename to book_row_version_seq;
--   alter sequence public.tome_id_seq rename to book_id_seq;
--   alter table public.tome rename to book;
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.book
--     for each row execute function almanac.book_stamp();
--
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.book
--     referencing new table as new_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.book_record_insert();
--
--   create or replace trigger record_update
--     after update on public.book
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.book_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.book
--     referencing old table as old_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.book_record_delete();
--
--   create or replace function almanac.book_referred() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger referred_delete
--     after delete on public.book
--     referencing old table as old_rows
--     for each statement execute function almanac.book_referred();
--
--   create or replace function almanac.shelf_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.shelf
--     for each row execute function almanac.shelf_stamp();
--
--   create or replace function almanac.shelf_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.shelf_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.shelf_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.shelf
--     referencing new table as new_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.shelf_record_insert();
--
--   create or replace trigger record_update
--     after update on public.shelf
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.shelf_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.shelf
--     referencing old table as old_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.shelf_record_delete();
--
--   create or replace function almanac.shelf_one_ids_elements() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger elements_1_insert
--     after insert on public.shelf
--     for each row when (cardinality(new.one_ids) > 0) execute function almanac.shelf_one_ids_elements();
--
--   create or replace trigger elements_1_update
--     after update on public.shelf
--     for each row when (new.one_ids is distinct from old.one_ids and cardinality(new.one_ids) > 0)
--     execute function almanac.shelf_one_ids_elements();
--
--   create or replace function almanac.shelf_two_ids_elements() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger elements_2_insert
--     after insert on public.shelf
--     for each row when (cardinality(new.two_ids) > 0) execute function almanac.shelf_two_ids_elements();
--
--   create or replace trigger elements_2_update
--     after update on public.shelf
--     for each row when (new.two_ids is distinct from old.two_ids and cardinality(new.two_ids) > 0)
--     execute function almanac.shelf_two_ids_elements();
--
--   create or replace function almanac.shelf_referred() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger referred_delete
--     after delete on public.shelf
--     referencing old table as old_rows
--     for each statement execute function almanac.shelf_referred();
--
--   drop function almanac.tome_stamp();
--   drop function almanac.tome_record_insert();
--   drop function almanac.tome_record_update();
--   drop function almanac.tome_record_delete();
--   drop function almanac.tome_referred();
--   drop function almanac.rack_stamp();
--   drop function almanac.rack_record_insert();
--   drop function almanac.rack_record_update();
--   drop function almanac.rack_record_delete();
--   drop function almanac.rack_tome_ids_elements();
--   drop function almanac.rack_two_ids_elements();
--   drop function almanac.rack_referred();

-- Step 2 of 4: the triggers of tome do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on tome, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.tome_referred() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.tome_referred() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 3 of 4: describe tome anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on tome: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.tome is 'tome';

-- To undo it:
--   comment on table public.tome is 'book';

-- Step 4 of 4: describe rack anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on rack: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.rack is 'rack';
comment on column public.rack.tome_ids is 'tome_ids';

-- To undo it:
--   comment on table public.rack is 'shelf';
--   comment on column public.rack.tome_ids is 'one_ids';


-- an array of references that is gone, with what it leads to
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: drop shelf_book_ids_elements_check, shelf_book_ids_distinct_elements_check, shelf_book_ids_max_length_check; the triggers of shelf do what the definitions say; rows of shelf are written without book_ids
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on shelf, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.shelf drop constraint shelf_book_ids_elements_check;
alter table public.shelf drop constraint shelf_book_ids_distinct_elements_check;
alter table public.shelf drop constraint shelf_book_ids_max_length_check;
drop trigger elements_1_update on public.shelf;
drop trigger elements_1_insert on public.shelf;
drop function almanac.shelf_book_ids_elements();
alter table public.shelf alter column book_ids drop not null;

-- To undo it:
--   alter table public.shelf alter column book_ids set not null;
--
--   create or replace function almanac.shelf_book_ids_elements() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger elements_1_insert
--     after insert on public.shelf
--     for each row when (cardinality(new.book_ids) > 0) execute function almanac.shelf_book_ids_elements();
--
--   create or replace trigger elements_1_update
--     after update on public.shelf
--     for each row when (new.book_ids is distinct from old.book_ids and cardinality(new.book_ids) > 0)
--     execute function almanac.shelf_book_ids_elements();
--
--   alter table public.shelf add constraint shelf_book_ids_elements_check check (array_position(book_ids, null) is null);
--   alter table public.shelf add constraint shelf_book_ids_distinct_elements_check check (length(array_to_tsvector(array_remove(book_ids, null)::text[])) = cardinality(array_remove(book_ids, null)));
--   alter table public.shelf add constraint shelf_book_ids_max_length_check check (cardinality(book_ids) <= 1000);

-- Step 2 of 4: drop the index shelf_book_ids_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on shelf: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.shelf_book_ids_idx;

-- To undo it:
--   drop index concurrently if exists public.shelf_book_ids_idx;
--   create index concurrently shelf_book_ids_idx on public.shelf using gin (book_ids);

-- Step 3 of 4: drop the field book_ids of shelf
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on shelf, for a moment
-- Work: the catalog alone
-- Loses: every value of book_ids in shelf
-- Undo: impossible: restore a backup
create or replace function almanac.shelf_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

alter table public.shelf drop column book_ids;

-- Step 4 of 4: drop the resource book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: every row of book
-- Undo: impossible: restore a backup
drop table public.book;
drop function almanac.book_stamp();
drop function almanac.book_record_insert();
drop function almanac.book_record_update();
drop function almanac.book_record_delete();
drop function almanac.book_referred();


-- rows go with the row that they refer to, and no longer; and a reference is cleared
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: drop note_one_id_fkey, note_two_id_fkey, note_three_id_fkey; add note_one_id_fkey; add note_two_id_fkey; add note_three_id_fkey
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on note and note and note and note, for a moment; ACCESS EXCLUSIVE on note and note, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.note drop constraint note_one_id_fkey;
alter table public.note drop constraint note_two_id_fkey;
alter table public.note drop constraint note_three_id_fkey;
alter table public.note add constraint note_one_id_fkey foreign key (one_id) references public.note (id) on delete cascade not valid;
alter table public.note add constraint note_two_id_fkey foreign key (two_id) references public.note (id) not valid;
alter table public.note add constraint note_three_id_fkey foreign key (three_id) references public.note (id) on delete set null not valid;

-- To undo it:
--   alter table public.note drop constraint note_three_id_fkey;
--   alter table public.note drop constraint note_two_id_fkey;
--   alter table public.note drop constraint note_one_id_fkey;
--   alter table public.note add constraint note_one_id_fkey foreign key (one_id) references public.note (id);
--   alter table public.note add constraint note_two_id_fkey foreign key (two_id) references public.note (id) on delete cascade;
--   alter table public.note add constraint note_three_id_fkey foreign key (three_id) references public.note (id) on delete cascade;

-- Step 2 of 4: every row of note keeps note_one_id_fkey
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on note: reads and writes go on
-- Work: scans note
-- Asks: rows of note whose one_id leads to no note
--   first: select id from public.note as note where one_id is not null and not exists (select from public.note as target where target.id = note.one_id)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.note validate constraint note_one_id_fkey;

-- Step 3 of 4: every row of note keeps note_two_id_fkey
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on note: reads and writes go on
-- Work: scans note
-- Asks: rows of note whose two_id leads to no note
--   first: select id from public.note as note where two_id is not null and not exists (select from public.note as target where target.id = note.two_id)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.note validate constraint note_two_id_fkey;

-- Step 4 of 4: every row of note keeps note_three_id_fkey
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on note: reads and writes go on
-- Work: scans note
-- Asks: rows of note whose three_id leads to no note
--   first: select id from public.note as note where three_id is not null and not exists (select from public.note as target where target.id = note.three_id)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.note validate constraint note_three_id_fkey;


-- a reference that is one no longer
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: drop note_note_id_fkey
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on note and note, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.note drop constraint note_note_id_fkey;

-- To undo it:
--   alter table public.note add constraint note_note_id_fkey foreign key (note_id) references public.note (id);

-- Step 2 of 2: drop the index note_note_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on note: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.note_note_id_id_idx;

-- To undo it:
--   drop index concurrently if exists public.note_note_id_id_idx;
--   create index concurrently note_note_id_id_idx on public.note (note_id, id);


-- a bound, a length and a check more
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: add book_title_max_length_check; add book_pages_minimum_check; add book_rule_1_check
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_title_max_length_check check (char_length(title) <= 9) not valid;
alter table public.book add constraint book_pages_minimum_check check (pages >= 1) not valid;
alter table public.book add constraint book_rule_1_check check ((pages < 1000) is true) not valid;

-- To undo it:
--   alter table public.book drop constraint book_rule_1_check;
--   alter table public.book drop constraint book_pages_minimum_check;
--   alter table public.book drop constraint book_title_max_length_check;

-- Step 2 of 5: every row of book keeps book_title_max_length_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_title_max_length_check (max length of title)
--   first: select id from public.book where not (char_length(title) <= 9)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_title_max_length_check;

-- Step 3 of 5: every row of book keeps book_pages_minimum_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_pages_minimum_check (minimum of pages)
--   first: select id from public.book where not (pages >= 1)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_pages_minimum_check;

-- Step 4 of 5: every row of book keeps book_rule_1_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_rule_1_check (It's too thick.)
--   first: select id from public.book where not ((pages < 1000) is true)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_rule_1_check;

-- Step 5 of 5: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: nothing is left to take back
comment on constraint book_rule_1_check on public.book is 'It''s too thick.';


-- another bound
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: drop book_title_max_length_check; add book_title_max_length_check
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book drop constraint book_title_max_length_check;
alter table public.book add constraint book_title_max_length_check check (char_length(title) <= 20) not valid;

-- To undo it:
--   alter table public.book drop constraint book_title_max_length_check;
--   alter table public.book add constraint book_title_max_length_check check (char_length(title) <= 9);

-- Step 2 of 2: every row of book keeps book_title_max_length_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_title_max_length_check (max length of title)
--   first: select id from public.book where not (char_length(title) <= 20)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_title_max_length_check;


-- no bounds any more
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: drop book_title_min_length_check, book_title_max_length_check
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book drop constraint book_title_min_length_check;
alter table public.book drop constraint book_title_max_length_check;

-- To undo it:
--   alter table public.book add constraint book_title_min_length_check check (char_length(title) >= 1);
--   alter table public.book add constraint book_title_max_length_check check (char_length(title) <= 9);


-- another check, with the message that it had
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: drop book_rule_1_check; add book_rule_1_check
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book drop constraint book_rule_1_check;
alter table public.book add constraint book_rule_1_check check ((pages >= 2) is true) not valid;

-- To undo it:
--   alter table public.book drop constraint book_rule_1_check;
--   alter table public.book add constraint book_rule_1_check check ((pages >= 1) is true);
--   comment on constraint book_rule_1_check on public.book is 'A book has pages.';

-- Step 2 of 3: every row of book keeps book_rule_1_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_rule_1_check (A book has pages.)
--   first: select id from public.book where not ((pages >= 2) is true)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_rule_1_check;

-- Step 3 of 3: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: nothing is left to take back
comment on constraint book_rule_1_check on public.book is 'A book has pages.';


-- another message of a check
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on constraint book_rule_1_check on public.book is 'No book is empty.';

-- To undo it:
--   comment on constraint book_rule_1_check on public.book is 'A book has pages.';


-- the first of two checks gone: the second bears its number
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: give constraints and indexes their new names
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book rename constraint book_rule_1_check to book_rule_1_check_old;
alter table public.book rename constraint book_rule_2_check to book_rule_1_check;

-- To undo it:
--   alter table public.book rename constraint book_rule_1_check to book_rule_2_check;
--   alter table public.book rename constraint book_rule_1_check_old to book_rule_1_check;

-- Step 2 of 2: drop book_rule_1_check_old
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book drop constraint book_rule_1_check_old;

-- To undo it:
--   alter table public.book add constraint book_rule_1_check_old check ((pages >= 1) is true);
--   comment on constraint book_rule_1_check_old on public.book is 'One.';


-- unique and an index come
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: make the index book_title_pages_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Asks: rows of book that share their title and pages with another one
--   first: select id from (select id, count(*) over (partition by title, pages) as number from public.book where title is not null and pages is not null) as book where number > 1
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_title_pages_key;
create unique index concurrently book_title_pages_key on public.book (title, pages);

-- To undo it:
--   drop index concurrently if exists public.book_title_pages_key;

-- Step 2 of 5: make the index book_pages_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_pages_id_idx;
create index concurrently book_pages_id_idx on public.book (pages, id);

-- To undo it:
--   drop index concurrently if exists public.book_pages_id_idx;

-- Step 3 of 5: make the index book_history_pages_book_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: scans book_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_pages_book_id_idx;
create index concurrently book_history_pages_book_id_idx on public.book_history (pages, book_id);

-- To undo it:
--   drop index concurrently if exists public.book_history_pages_book_id_idx;

-- Step 4 of 5: make the index book_history_title_pages_book_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: scans book_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_title_pages_book_id_idx;
create index concurrently book_history_title_pages_book_id_idx on public.book_history (title, pages, book_id);

-- To undo it:
--   drop index concurrently if exists public.book_history_title_pages_book_id_idx;

-- Step 5 of 5: title, pages of book is unique
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_title_pages_key unique using index book_title_pages_key deferrable initially immediate;

-- To undo it:
--   alter table public.book drop constraint book_title_pages_key;


-- unique and an index go
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: drop book_title_pages_key
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book drop constraint book_title_pages_key;

-- To undo it:
--   alter table public.book add constraint book_title_pages_key unique (title, pages) deferrable initially immediate;

-- Step 2 of 4: drop the index book_pages_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_pages_id_idx;

-- To undo it:
--   drop index concurrently if exists public.book_pages_id_idx;
--   create index concurrently book_pages_id_idx on public.book (pages, id);

-- Step 3 of 4: drop the index book_history_pages_book_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_pages_book_id_idx;

-- To undo it:
--   drop index concurrently if exists public.book_history_pages_book_id_idx;
--   create index concurrently book_history_pages_book_id_idx on public.book_history (pages, book_id);

-- Step 4 of 4: drop the index book_history_title_pages_book_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_title_pages_book_id_idx;

-- To undo it:
--   drop index concurrently if exists public.book_history_title_pages_book_id_idx;
--   create index concurrently book_history_title_pages_book_id_idx on public.book_history (title, pages, book_id);


-- unique among some rows comes, twice for the same field
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: make the index book_title_among_1_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Asks: rows of book where `pages` is more than `10` that share their title with another one
--   first: select id from (select id, count(*) over (partition by title) as number from public.book where title is not null and (pages > 10)) as book where number > 1
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_title_among_1_key;
create unique index concurrently book_title_among_1_key on public.book (title) where (pages > 10);

-- To undo it:
--   drop index concurrently if exists public.book_title_among_1_key;

-- Step 2 of 2: make the index book_title_among_2_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Asks: rows of book where `price` is null that share their title with another one
--   first: select id from (select id, count(*) over (partition by title) as number from public.book where title is not null and (price is null)) as book where number > 1
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_title_among_2_key;
create unique index concurrently book_title_among_2_key on public.book (title) where (price is null);

-- To undo it:
--   drop index concurrently if exists public.book_title_among_2_key;


-- unique among other rows than before
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: give constraints and indexes their new names
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter index public.book_title_among_1_key rename to book_title_among_1_key_old;

-- To undo it:
--   alter index public.book_title_among_1_key_old rename to book_title_among_1_key;

-- Step 2 of 3: make the index book_title_among_1_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Asks: rows of book where `pages` is more than `20` that share their title with another one
--   first: select id from (select id, count(*) over (partition by title) as number from public.book where title is not null and (pages > 20)) as book where number > 1
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_title_among_1_key;
create unique index concurrently book_title_among_1_key on public.book (title) where (pages > 20);

-- To undo it:
--   drop index concurrently if exists public.book_title_among_1_key;

-- Step 3 of 3: drop the index book_title_among_1_key_old
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_title_among_1_key_old;

-- To undo it:
--   drop index concurrently if exists public.book_title_among_1_key_old;
--   create unique index concurrently book_title_among_1_key_old on public.book (title) where (pages > 10);


-- unique among some rows, under other names and of another type
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 11: rename book to volume; rename the field title of volume to heading
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on volume and volume_history, for a moment
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book rename to volume;
alter table public.book_history rename to volume_history;
alter sequence public.book_history_deleted_seq rename to volume_history_deleted_seq;
alter sequence public.book_id_seq rename to volume_id_seq;
alter sequence public.book_row_version_seq rename to volume_row_version_seq;
alter index public.book_pkey rename to volume_pkey;
alter index public.book_history_pkey rename to volume_history_pkey;
alter index public.book_row_version_idx rename to volume_row_version_idx;
alter index public.book_history_book_id_recorded_at_idx rename to volume_history_volume_id_recorded_at_idx;
alter table public.volume rename column title to heading;
alter table public.volume_history rename column book_id to volume_id;
alter table public.volume_history rename column title to heading;

create or replace function almanac.volume_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.volume
  for each row execute function almanac.volume_stamp();

create or replace function almanac.volume_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.volume_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.volume_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.volume
  referencing new table as new_rows
  for each statement execute function almanac.volume_record_insert();

create or replace trigger record_update
  after update on public.volume
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.volume_record_update();

create or replace trigger keep_record_delete
  after delete on public.volume
  referencing old table as old_rows
  for each statement execute function almanac.volume_record_delete();

create or replace function almanac.volume_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.volume
  for each row when (coalesce(current_setting('almanac.latest.volume', true), '') <> '')
  execute function almanac.volume_latest();

drop function almanac.book_stamp();
drop function almanac.book_record_insert();
drop function almanac.book_record_update();
drop function almanac.book_record_delete();
drop function almanac.book_latest();

-- To undo it:
--   alter table public.volume_history rename column heading to title;
--   alter table public.volume_history rename column volume_id to book_id;
--   alter table public.volume rename column heading to title;
--   alter index public.volume_history_volume_id_recorded_at_idx rename to book_history_book_id_recorded_at_idx;
--   alter index public.volume_row_version_idx rename to book_row_version_idx;
--   alter index public.volume_history_pkey rename to book_history_pkey;
--   alter index public.volume_pkey rename to book_pkey;
--   alter sequence public.volume_row_version_seq rename to book_row_version_seq;
--   alter sequence public.volume_id_seq rename to book_id_seq;
--   alter sequence public.volume_history_deleted_seq rename to book_history_deleted_seq;
--   alter table public.volume_history rename to book_history;
--   alter table public.volume rename to book;
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.book
--     for each row execute function almanac.book_stamp();
--
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.book
--     referencing new table as new_rows
--     for each statement execute function almanac.book_record_insert();
--
--   create or replace trigger record_update
--     after update on public.book
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.book_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.book
--     referencing old table as old_rows
--     for each statement execute function almanac.book_record_delete();
--
--   create or replace function almanac.book_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.book
--     for each row when (coalesce(current_setting('almanac.latest.book', true), '') <> '')
--     execute function almanac.book_latest();
--
--   drop function almanac.volume_stamp();
--   drop function almanac.volume_record_insert();
--   drop function almanac.volume_record_update();
--   drop function almanac.volume_record_delete();
--   drop function almanac.volume_latest();

-- Step 2 of 11: rows of volume that are written get their pages_next; rows of volume_history that are written get their pages_next; add pages_next to volume, which becomes pages of type bigint
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on volume, for a moment; ACCESS EXCLUSIVE on volume_history, for a moment; ACCESS EXCLUSIVE on volume and volume_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.volume_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.pages_next is distinct from new.pages::bigint then
    new.pages_next := new.pages::bigint;
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.volume
  for each row execute function almanac.volume_stamp_fill();

create or replace function almanac.volume_history_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.pages_next is distinct from new.pages::bigint then
    new.pages_next := new.pages::bigint;
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.volume_history
  for each row execute function almanac.volume_history_stamp_fill();

alter table public.volume add column pages_next bigint;
alter table public.volume_history add column pages_next bigint;

-- To undo it:
--   alter table public.volume drop column pages_next;
--   alter table public.volume_history drop column pages_next;
--   drop trigger if exists stamp_fill on public.volume_history;
--   drop function if exists almanac.volume_history_stamp_fill();
--   drop trigger if exists stamp_fill on public.volume;
--   drop function if exists almanac.volume_stamp_fill();

-- Step 3 of 11: fill pages_next of volume
-- Runs: in batches of ids of volume
-- Locks: the rows of a batch of volume, while it is written
-- Work: writes every row of volume that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.volume set id = id where (pages_next is distinct from pages::bigint) and id between :first and :last;

-- Step 4 of 11: fill pages_next of volume_history
-- Runs: in batches of ids of volume_history
-- Locks: the rows of a batch of volume_history, while it is written
-- Work: writes every row of volume_history that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.volume_history set id = id where (pages_next is distinct from pages::bigint) and id between :first and :last;

-- Step 5 of 11: rows of volume are written with pages
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on volume, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.volume add constraint volume_pages_required check (pages_next is not null) not valid;

-- To undo it:
--   alter table public.volume drop constraint if exists volume_pages_required;

-- Step 6 of 11: every row of volume has pages
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on volume: reads and writes go on
-- Work: scans volume
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.volume validate constraint volume_pages_required;

-- Step 7 of 11: make the index volume_heading_among_1_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on volume: reads and writes go on; waits for the transactions that are running
-- Work: scans volume twice
-- Asks: rows of volume where `pages` is more than `10` that share their heading with another one
--   first: select id from (select id, count(*) over (partition by heading) as number from (select id, title as heading, pages::bigint as pages from public.book) as volume where heading is not null and (pages > 10)) as volume where number > 1
--   later: select id from (select id, count(*) over (partition by heading) as number from public.volume where heading is not null and (pages > 10)) as volume where number > 1
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.volume_heading_among_1_key;
create unique index concurrently volume_heading_among_1_key on public.volume (heading) where (pages_next > 10);

-- To undo it:
--   drop index concurrently if exists public.volume_heading_among_1_key;

-- Step 8 of 11: pages_next of volume is complete; pages_next of volume_history is complete; pages of volume is of the new type; pages of volume is required; the triggers of volume do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on volume, for a moment; ACCESS EXCLUSIVE on volume_history, for a moment; ACCESS EXCLUSIVE on volume and volume_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.volume;
drop function almanac.volume_stamp_fill();
drop trigger stamp_fill on public.volume_history;
drop function almanac.volume_history_stamp_fill();
alter table public.volume rename column pages to pages_former;
alter table public.volume rename column pages_next to pages;
alter table public.volume_history rename column pages to pages_former;
alter table public.volume_history rename column pages_next to pages;
alter table public.volume alter column pages_former drop not null;

create or replace function almanac.volume_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp_former
  before insert or update on public.volume
  for each row execute function almanac.volume_stamp_former();

create or replace function almanac.volume_history_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp_former
  before insert or update on public.volume_history
  for each row execute function almanac.volume_history_stamp_former();

alter table public.volume alter column pages set not null;
alter table public.volume drop constraint volume_pages_required;

create or replace function almanac.volume_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.volume
  for each row execute function almanac.volume_stamp();

create or replace function almanac.volume_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.volume_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.volume_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.volume
  referencing new table as new_rows
  for each statement execute function almanac.volume_record_insert();

create or replace trigger record_update
  after update on public.volume
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.volume_record_update();

create or replace trigger keep_record_delete
  after delete on public.volume
  referencing old table as old_rows
  for each statement execute function almanac.volume_record_delete();

create or replace function almanac.volume_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.volume
  for each row when (coalesce(current_setting('almanac.latest.volume', true), '') <> '')
  execute function almanac.volume_latest();

-- To undo it:
--   create or replace function almanac.volume_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.volume
--     for each row execute function almanac.volume_stamp();
--
--   create or replace function almanac.volume_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.volume_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.volume_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.volume
--     referencing new table as new_rows
--     for each statement execute function almanac.volume_record_insert();
--
--   create or replace trigger record_update
--     after update on public.volume
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.volume_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.volume
--     referencing old table as old_rows
--     for each statement execute function almanac.volume_record_delete();
--
--   create or replace function almanac.volume_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.volume
--     for each row when (coalesce(current_setting('almanac.latest.volume', true), '') <> '')
--     execute function almanac.volume_latest();
--
--   alter table public.volume alter column pages drop not null;
--
--   do $$
--   begin
--     if exists (select from public.volume where not (pages between -2147483648 and 2147483647)) then
--       raise exception 'rows of % have a % that the old type cannot hold', 'volume', 'pages'
--         using errcode = 'check_violation';
--     end if;
--   end
--   $$;
--
--   do $$
--   begin
--     if exists (select from public.volume_history where not (pages between -2147483648 and 2147483647)) then
--       raise exception 'rows of % have a % that the old type cannot hold', 'volume_history', 'pages'
--         using errcode = 'check_violation';
--     end if;
--   end
--   $$;
--
--   drop trigger stamp_former on public.volume;
--   drop function almanac.volume_stamp_former();
--   drop trigger stamp_former on public.volume_history;
--   drop function almanac.volume_history_stamp_former();
--   alter table public.volume alter column pages_former set not null;
--   alter table public.volume rename column pages to pages_next;
--   alter table public.volume rename column pages_former to pages;
--   alter table public.volume_history rename column pages to pages_next;
--   alter table public.volume_history rename column pages_former to pages;

-- Step 9 of 11: describe volume anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on volume: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.volume is 'volume';
comment on column public.volume.heading is 'heading';
comment on column public.volume.pages is 'pages';
comment on table public.volume_history is 'volume history: Every version of every volume, the current ones included.';
comment on column public.volume_history.volume_id is 'volume: Id of the volume that this is a version of.';
comment on column public.volume_history.heading is 'heading';
comment on column public.volume_history.pages is 'pages';

-- To undo it:
--   comment on table public.volume is 'book';
--   comment on column public.volume.heading is 'title';
--   comment on column public.volume.pages is null;
--   comment on table public.volume_history is 'book history: Every version of every book, the current ones included.';
--   comment on column public.volume_history.volume_id is 'book: Id of the book that this is a version of.';
--   comment on column public.volume_history.heading is 'title';
--   comment on column public.volume_history.pages is null;

-- Step 10 of 11: drop the index book_title_among_1_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on volume: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_title_among_1_key;

-- To undo it:
--   drop index concurrently if exists public.book_title_among_1_key;
--   create unique index concurrently book_title_among_1_key on public.volume (heading) where (pages_former > 10);

-- Step 11 of 11: drop pages_former of volume, which was of the old type
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on volume and volume_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_former on public.volume;
drop function almanac.volume_stamp_former();
drop trigger stamp_former on public.volume_history;
drop function almanac.volume_history_stamp_former();
alter table public.volume drop column pages_former;
alter table public.volume_history drop column pages_former;

-- To undo it:
--   alter table public.volume add column pages_former integer;
--   alter table public.volume_history add column pages_former integer;
--   comment on column public.volume.pages_former is 'pages';
--   comment on column public.volume_history.pages_former is 'pages';
--
--   create or replace function almanac.volume_stamp_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     new.pages_former := case when new.pages between -2147483648 and 2147483647 then new.pages::integer end;
--     return new;
--   end
--   $$;
--
--   create or replace trigger stamp_former
--     before insert or update on public.volume
--     for each row execute function almanac.volume_stamp_former();
--
--   create or replace function almanac.volume_history_stamp_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     new.pages_former := case when new.pages between -2147483648 and 2147483647 then new.pages::integer end;
--     return new;
--   end
--   $$;
--
--   create or replace trigger stamp_former
--     before insert or update on public.volume_history
--     for each row execute function almanac.volume_history_stamp_former();
--
--   update public.volume set id = id;
--   update public.volume_history set id = id;


-- unique among all rows, and no longer among some; entries of a timeline among some
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 7: add the extension btree_gist
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create extension if not exists btree_gist with schema almanac;

-- To undo it:
--   drop extension btree_gist;

-- Step 2 of 7: add the resource stay
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.stay (
  id bigint generated by default as identity,
  book_id bigint not null,
  pages integer not null,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint stay_pkey primary key (id),
  constraint stay_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint stay_book_id_excl exclude using gist (book_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate
);

create sequence public.stay_row_version_seq owned by public.stay.row_version;
comment on table public.stay is 'stay';
comment on column public.stay.id is 'Id: Unique identifier, given by the service.';
comment on column public.stay.book_id is 'book_id';
comment on column public.stay.pages is 'pages';
comment on column public.stay.valid_from is 'Valid from: Start of validity, inclusive.';
comment on column public.stay.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.stay.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.stay.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.stay.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.stay.recorded_in is 'Transaction that recorded the current version.';
create unique index stay_pages_among_1_key on public.stay (pages) where valid_from is not null and (pages > 10);
create index stay_book_id_valid_from_idx on public.stay (book_id, valid_from);

create or replace function almanac.stay_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.stay
  for each row execute function almanac.stay_stamp();

create or replace function almanac.stay_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.stay
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.stay_record_insert();

create or replace trigger record_update
  after update on public.stay
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.stay_record_update();

create or replace trigger keep_record_delete
  after delete on public.stay
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.stay_record_delete();

create or replace function almanac.stay_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger make_room_insert
  before insert on public.stay
  for each row execute function almanac.stay_make_room();

create or replace trigger make_room_update
  before update on public.stay
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.book_id <> old.book_id
  ))
  execute function almanac.stay_make_room();

-- To undo it:
--   drop table public.stay;
--   drop function almanac.stay_stamp();
--   drop function almanac.stay_record_insert();
--   drop function almanac.stay_record_update();
--   drop function almanac.stay_record_delete();
--   drop function almanac.stay_make_room();

-- Step 3 of 7: make the index book_title_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Asks: rows of book that share their title with another one
--   first: select id from (select id, count(*) over (partition by title) as number from public.book where title is not null) as book where number > 1
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_title_key;
create unique index concurrently book_title_key on public.book (title);

-- To undo it:
--   drop index concurrently if exists public.book_title_key;

-- Step 4 of 7: make the index book_history_title_book_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: scans book_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_title_book_id_idx;
create index concurrently book_history_title_book_id_idx on public.book_history (title, book_id);

-- To undo it:
--   drop index concurrently if exists public.book_history_title_book_id_idx;

-- Step 5 of 7: let stay refer to book
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on book: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.stay
  add constraint stay_book_id_fkey foreign key (book_id) references public.book (id);

-- To undo it:
--   alter table public.stay drop constraint stay_book_id_fkey;

-- Step 6 of 7: title of book is unique
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_title_key unique using index book_title_key deferrable initially immediate;

-- To undo it:
--   alter table public.book drop constraint book_title_key;

-- Step 7 of 7: drop the index book_title_among_1_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_title_among_1_key;

-- To undo it:
--   drop index concurrently if exists public.book_title_among_1_key;
--   create unique index concurrently book_title_among_1_key on public.book (title) where (pages > 10);


-- values of an enum, and what they may become
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: drop book_title_values_check; add book_title_values_check; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book drop constraint book_title_values_check;
alter table public.book add constraint book_title_values_check check (title in ('draft', 'done', 'dropped')) not valid;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.book drop constraint book_title_values_check;
--   alter table public.book add constraint book_title_values_check check (title in ('draft', 'done'));

-- Step 2 of 2: every row of book keeps book_title_values_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_title_values_check (values of title)
--   first: select id from public.book where not (title in ('draft', 'done', 'dropped'))
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_title_values_check;


-- transitions, where there were none
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;


-- text that becomes an enum is stored as it was
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: add book_title_values_check
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_title_values_check check (title in ('draft', 'done')) not valid;

-- To undo it:
--   alter table public.book drop constraint book_title_values_check;

-- Step 2 of 2: every row of book keeps book_title_values_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_title_values_check (values of title)
--   first: select id from public.book where not (title in ('draft', 'done'))
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_title_values_check;


-- required no longer, and null where it is left out
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: title of book may be null; another default of title of book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book alter column title drop not null;
alter table public.book alter column title drop default;

-- To undo it:
--   alter table public.book alter column title set default 'untitled';
--   alter table public.book alter column title set not null;


-- required, with a default
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: rows of book that are written get their title
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.title is null then
    new.title := 'it''s';
  end if;
  return new;
end
$$;

create or replace trigger fill
  before insert or update on public.book
  for each row execute function almanac.book_fill();

-- To undo it:
--   drop trigger if exists fill on public.book;
--   drop function if exists almanac.book_fill();

-- Step 2 of 5: fill title of book, recorded as a change by the service itself
-- Runs: in batches of ids of book
-- Locks: the rows of a batch of book, while it is written
-- Work: writes every row of book that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.book set title = coalesce(title, 'it''s') where (title is null) and id between :first and :last;

-- Step 3 of 5: rows of book are written with title
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_title_required check (title is not null) not valid;

-- To undo it:
--   alter table public.book drop constraint if exists book_title_required;

-- Step 4 of 5: every row of book has title
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book without title, which is required
--   first: select id from (select id, coalesce(title, 'it''s') as title from public.book) as book where title is null
--   later: select id from public.book where title is null
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_title_required;

-- Step 5 of 5: title of book is complete; title of book is required; another default of title of book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger fill on public.book;
drop function almanac.book_fill();
alter table public.book alter column title set not null;
alter table public.book drop constraint book_title_required;
alter table public.book alter column title set default 'it''s';

-- To undo it:
--   alter table public.book alter column title drop default;
--   alter table public.book alter column title drop not null;


-- another default
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: another default of title of book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book alter column title set default 'b';

-- To undo it:
--   alter table public.book alter column title set default 'a';


-- a decimal of more digits before and after the point
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 6: rows of book that are written get their price_next; rows of book_history that are written get their price_next; add price_next to book, which becomes price of type numeric(9, 3)
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment; ACCESS EXCLUSIVE on book_history, for a moment; ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.price_next is distinct from new.price::numeric(9, 3) then
    new.price_next := new.price::numeric(9, 3);
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.book
  for each row execute function almanac.book_stamp_fill();

create or replace function almanac.book_history_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.price_next is distinct from new.price::numeric(9, 3) then
    new.price_next := new.price::numeric(9, 3);
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.book_history
  for each row execute function almanac.book_history_stamp_fill();

alter table public.book add column price_next numeric(9, 3);
alter table public.book_history add column price_next numeric(9, 3);

-- To undo it:
--   alter table public.book drop column price_next;
--   alter table public.book_history drop column price_next;
--   drop trigger if exists stamp_fill on public.book_history;
--   drop function if exists almanac.book_history_stamp_fill();
--   drop trigger if exists stamp_fill on public.book;
--   drop function if exists almanac.book_stamp_fill();

-- Step 2 of 6: fill price_next of book
-- Runs: in batches of ids of book
-- Locks: the rows of a batch of book, while it is written
-- Work: writes every row of book that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.book set id = id where (price_next is distinct from price::numeric(9, 3)) and id between :first and :last;

-- Step 3 of 6: fill price_next of book_history
-- Runs: in batches of ids of book_history
-- Locks: the rows of a batch of book_history, while it is written
-- Work: writes every row of book_history that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.book_history set id = id where (price_next is distinct from price::numeric(9, 3)) and id between :first and :last;

-- Step 4 of 6: price_next of book is complete; price_next of book_history is complete; price of book is of the new type; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment; ACCESS EXCLUSIVE on book_history, for a moment; ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.book;
drop function almanac.book_stamp_fill();
drop trigger stamp_fill on public.book_history;
drop function almanac.book_history_stamp_fill();
alter table public.book rename column price to price_former;
alter table public.book rename column price_next to price;
alter table public.book_history rename column price to price_former;
alter table public.book_history rename column price_next to price;

create or replace function almanac.book_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp_former
  before insert or update on public.book
  for each row execute function almanac.book_stamp_former();

create or replace function almanac.book_history_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp_former
  before insert or update on public.book_history
  for each row execute function almanac.book_history_stamp_former();

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.book
  for each row execute function almanac.book_stamp();

create or replace function almanac.book_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.book
  referencing new table as new_rows
  for each statement execute function almanac.book_record_insert();

create or replace trigger record_update
  after update on public.book
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.book_record_update();

create or replace trigger keep_record_delete
  after delete on public.book
  referencing old table as old_rows
  for each statement execute function almanac.book_record_delete();

create or replace function almanac.book_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.book
  for each row when (coalesce(current_setting('almanac.latest.book', true), '') <> '')
  execute function almanac.book_latest();

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.book
--     for each row execute function almanac.book_stamp();
--
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.book
--     referencing new table as new_rows
--     for each statement execute function almanac.book_record_insert();
--
--   create or replace trigger record_update
--     after update on public.book
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.book_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.book
--     referencing old table as old_rows
--     for each statement execute function almanac.book_record_delete();
--
--   create or replace function almanac.book_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.book
--     for each row when (coalesce(current_setting('almanac.latest.book', true), '') <> '')
--     execute function almanac.book_latest();
--
--   do $$
--   begin
--     if exists (select from public.book where not (abs(price::numeric) < 100000 and price = round(price, 2))) then
--       raise exception 'rows of % have a % that the old type cannot hold', 'book', 'price'
--         using errcode = 'check_violation';
--     end if;
--   end
--   $$;
--
--   do $$
--   begin
--     if exists (select from public.book_history where not (abs(price::numeric) < 100000 and price = round(price, 2))) then
--       raise exception 'rows of % have a % that the old type cannot hold', 'book_history', 'price'
--         using errcode = 'check_violation';
--     end if;
--   end
--   $$;
--
--   drop trigger stamp_former on public.book;
--   drop function almanac.book_stamp_former();
--   drop trigger stamp_former on public.book_history;
--   drop function almanac.book_history_stamp_former();
--   alter table public.book rename column price to price_next;
--   alter table public.book rename column price_former to price;
--   alter table public.book_history rename column price to price_next;
--   alter table public.book_history rename column price_former to price;

-- Step 5 of 6: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.price is 'price';
comment on column public.book_history.price is 'price';

-- To undo it:
--   comment on column public.book.price is null;
--   comment on column public.book_history.price is null;

-- Step 6 of 6: drop price_former of book, which was of the old type
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_former on public.book;
drop function almanac.book_stamp_former();
drop trigger stamp_former on public.book_history;
drop function almanac.book_history_stamp_former();
alter table public.book drop column price_former;
alter table public.book_history drop column price_former;

-- To undo it:
--   alter table public.book add column price_former numeric(7, 2);
--   alter table public.book_history add column price_former numeric(7, 2);
--   comment on column public.book.price_former is 'price';
--   comment on column public.book_history.price_former is 'price';
--
--   create or replace function almanac.book_stamp_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     new.price_former := case when abs(new.price::numeric) < 100000 and new.price = round(new.price, 2) then new.price::numeric(7, 2) end;
--     return new;
--   end
--   $$;
--
--   create or replace trigger stamp_former
--     before insert or update on public.book
--     for each row execute function almanac.book_stamp_former();
--
--   create or replace function almanac.book_history_stamp_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     new.price_former := case when abs(new.price::numeric) < 100000 and new.price = round(new.price, 2) then new.price::numeric(7, 2) end;
--     return new;
--   end
--   $$;
--
--   create or replace trigger stamp_former
--     before insert or update on public.book_history
--     for each row execute function almanac.book_history_stamp_former();
--
--   update public.book set id = id;
--   update public.book_history set id = id;


-- checks that are asked at moments
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 7: add the field days to task
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.task add column days integer;

-- To undo it:
--   alter table public.task drop column days;

-- Step 2 of 7: rows of task are written with days
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.task add constraint task_days_required check (days is not null) not valid;

-- To undo it:
--   alter table public.task drop constraint if exists task_days_required;

-- Step 3 of 7: every row of task has days
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on task: reads and writes go on
-- Work: scans task
-- Asks: rows of task without days, which is required
--   first: select id from (select id, null::integer as days from public.task) as task where days is null
--   later: select id from public.task where days is null
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.task validate constraint task_days_required;

-- Step 4 of 7: the triggers of step do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on step, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.step_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_checks_insert
  after insert on public.step
  referencing new table as new_rows
  for each statement execute function almanac.step_note_checks();

create or replace trigger note_checks_update
  after update on public.step
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.step_note_checks();

create or replace trigger note_checks_delete
  after delete on public.step
  referencing old table as old_rows
  for each statement execute function almanac.step_note_checks();

create or replace function almanac.step_rule_1_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger rule_1_check_update
  after update on public.step
  for each row when (old.* *<> new.* and not almanac.is_making_room('almanac.step_make_room()'))
  execute function almanac.step_rule_1_check();

create or replace trigger rule_1_check_delete
  after delete on public.step
  for each row when (not almanac.is_making_room('almanac.step_make_room()'))
  execute function almanac.step_rule_1_check();

create or replace function almanac.step_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.step_freeze() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_frozen
  before insert or update or delete on public.step
  for each row when (almanac.role() not in ('clerk')) execute function almanac.step_freeze();

-- To undo it:
--   drop trigger keep_frozen on public.step;
--   drop function almanac.step_freeze();
--   drop trigger rule_1_check_delete on public.step;
--   drop trigger rule_1_check_update on public.step;
--   drop function almanac.step_rule_1_check();
--   drop trigger note_checks_delete on public.step;
--   drop trigger note_checks_update on public.step;
--   drop trigger note_checks_insert on public.step;
--   drop function almanac.step_note_checks();
--
--   create or replace function almanac.step_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 5 of 7: days of task is required; the triggers of task do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.task alter column days set not null;
alter table public.task drop constraint task_days_required;

create or replace function almanac.task_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.task_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_checks_insert
  after insert on public.task
  referencing new table as new_rows
  for each statement execute function almanac.task_note_checks();

create or replace trigger note_checks_update
  after update on public.task
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.task_note_checks();

create or replace function almanac.task_rule_1_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger rule_1_check_insert
  after insert on public.task
  for each row execute function almanac.task_rule_1_check();

create or replace trigger rule_1_check_update
  after update on public.task
  for each row when (old.* *<> new.*) execute function almanac.task_rule_1_check();

create or replace function almanac.task_rule_2_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger rule_2_check_insert
  after insert on public.task
  for each row when (almanac.role() not in ('clerk')) execute function almanac.task_rule_2_check();

create or replace trigger rule_2_check_delete
  after delete on public.task
  for each row when (almanac.role() not in ('clerk')) execute function almanac.task_rule_2_check();

create or replace function almanac.task_rule_3_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger rule_3_check_insert
  after insert on public.task
  for each row when (almanac.role() in ('clerk')) execute function almanac.task_rule_3_check();

create or replace trigger rule_3_check_update
  after update on public.task
  for each row when (old.* *<> new.* and almanac.role() in ('clerk'))
  execute function almanac.task_rule_3_check();

-- To undo it:
--   drop trigger rule_3_check_update on public.task;
--   drop trigger rule_3_check_insert on public.task;
--   drop function almanac.task_rule_3_check();
--   drop trigger rule_2_check_delete on public.task;
--   drop trigger rule_2_check_insert on public.task;
--   drop function almanac.task_rule_2_check();
--   drop trigger rule_1_check_update on public.task;
--   drop trigger rule_1_check_insert on public.task;
--   drop function almanac.task_rule_1_check();
--   drop trigger note_checks_update on public.task;
--   drop trigger note_checks_insert on public.task;
--   drop function almanac.task_note_checks();
--
--   create or replace function almanac.task_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.task alter column days drop not null;

-- Step 6 of 7: decide checks of related rows as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.task_rule_2_check_asked(concerned bigint[]) returns void
language plpgsql
as $$ ... $$;

create or replace function almanac.decide_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create constraint trigger decide
  after insert on almanac.check_due
  deferrable initially deferred
  for each row execute function almanac.decide_checks();

-- To undo it:
--   drop trigger decide on almanac.check_due;
--   drop function almanac.decide_checks();
--   drop function almanac.task_rule_2_check_asked(bigint[]);

-- Step 7 of 7: describe task anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on task: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.task.days is 'Days';

-- To undo it:
--   comment on column public.task.days is null;


-- other names in checks that are asked at moments
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: rename the field task_id of step to job_id; rename task to job; rename the field state of job to phase; rename the field days of job to weight; decide checks under the new names
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on step and job, for a moment; nothing
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on; the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.task rename to job;
alter sequence public.task_id_seq rename to job_id_seq;
alter sequence public.task_row_version_seq rename to job_row_version_seq;
alter index public.step_task_id_excl rename to step_job_id_excl;
alter index public.step_task_id_valid_from_idx rename to step_job_id_valid_from_idx;
alter index public.task_pkey rename to job_pkey;
alter table public.step rename column task_id to job_id;
alter table public.job rename column state to phase;
alter table public.job rename column days to weight;
alter table public.step rename constraint step_task_id_fkey to step_job_id_fkey;
alter table public.job rename constraint task_state_values_check to job_phase_values_check;

create or replace function almanac.step_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.step_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.step_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger make_room_update
  before update on public.step
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.job_id <> old.job_id
  ))
  execute function almanac.step_make_room();

create or replace function almanac.step_freeze() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.job_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.job
  for each row execute function almanac.job_stamp();

create or replace function almanac.job_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.job_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.job_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.job
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.job_record_insert();

create or replace trigger record_update
  after update on public.job
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.job_record_update();

create or replace trigger keep_record_delete
  after delete on public.job
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.job_record_delete();

create or replace function almanac.job_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_checks_insert
  after insert on public.job
  referencing new table as new_rows
  for each statement execute function almanac.job_note_checks();

create or replace trigger note_checks_update
  after update on public.job
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.job_note_checks();

create or replace function almanac.job_rule_1_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger rule_1_check_insert
  after insert on public.job
  for each row execute function almanac.job_rule_1_check();

create or replace trigger rule_1_check_update
  after update on public.job
  for each row when (old.* *<> new.*) execute function almanac.job_rule_1_check();

create or replace function almanac.job_rule_2_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger rule_2_check_insert
  after insert on public.job
  for each row when (almanac.role() not in ('clerk')) execute function almanac.job_rule_2_check();

create or replace trigger rule_2_check_delete
  after delete on public.job
  for each row when (almanac.role() not in ('clerk')) execute function almanac.job_rule_2_check();

create or replace function almanac.job_rule_3_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger rule_3_check_insert
  after insert on public.job
  for each row when (almanac.role() in ('clerk')) execute function almanac.job_rule_3_check();

create or replace trigger rule_3_check_update
  after update on public.job
  for each row when (old.* *<> new.* and almanac.role() in ('clerk'))
  execute function almanac.job_rule_3_check();

drop function almanac.task_stamp();
drop function almanac.task_record_insert();
drop function almanac.task_record_update();
drop function almanac.task_record_delete();
drop function almanac.task_note_checks();
drop function almanac.task_rule_1_check();
drop function almanac.task_rule_2_check();
drop function almanac.task_rule_3_check();
drop function almanac.task_rule_2_check_asked(bigint[]);

create or replace function almanac.job_rule_2_check_asked(concerned bigint[]) returns void
language plpgsql
as $$ ... $$;

create or replace function almanac.decide_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   drop function almanac.job_rule_2_check_asked(bigint[]);
--
--   create or replace function almanac.task_rule_2_check_asked(concerned bigint[]) returns void
--   language plpgsql
--   as $$ ... $$;
--
--   create or replace function almanac.decide_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.job rename constraint job_phase_values_check to task_state_values_check;
--   alter table public.step rename constraint step_job_id_fkey to step_task_id_fkey;
--   alter table public.job rename column weight to days;
--   alter table public.job rename column phase to state;
--   alter table public.step rename column job_id to task_id;
--   alter index public.job_pkey rename to task_pkey;
--   alter index public.step_job_id_valid_from_idx rename to step_task_id_valid_from_idx;
--   alter index public.step_job_id_excl rename to step_task_id_excl;
--   alter sequence public.job_row_version_seq rename to task_row_version_seq;
--   alter sequence public.job_id_seq rename to task_id_seq;
--   alter table public.job rename to task;
--
--   create or replace function almanac.step_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.step_note_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.step_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger make_room_update
--     before update on public.step
--     for each row when (new.valid_from is not null and (
--       old.valid_from is null
--       or new.valid_from < old.valid_from
--       or new.valid_to > old.valid_to
--       or (new.valid_to is null and old.valid_to is not null)
--       or new.task_id <> old.task_id
--     ))
--     execute function almanac.step_make_room();
--
--   create or replace function almanac.step_freeze() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.task_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.task
--     for each row execute function almanac.task_stamp();
--
--   create or replace function almanac.task_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.task_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.task_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.task
--     referencing new table as new_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.task_record_insert();
--
--   create or replace trigger record_update
--     after update on public.task
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.task_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.task
--     referencing old table as old_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.task_record_delete();
--
--   create or replace function almanac.task_note_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger note_checks_insert
--     after insert on public.task
--     referencing new table as new_rows
--     for each statement execute function almanac.task_note_checks();
--
--   create or replace trigger note_checks_update
--     after update on public.task
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.task_note_checks();
--
--   create or replace function almanac.task_rule_1_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger rule_1_check_insert
--     after insert on public.task
--     for each row execute function almanac.task_rule_1_check();
--
--   create or replace trigger rule_1_check_update
--     after update on public.task
--     for each row when (old.* *<> new.*) execute function almanac.task_rule_1_check();
--
--   create or replace function almanac.task_rule_2_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger rule_2_check_insert
--     after insert on public.task
--     for each row when (almanac.role() not in ('clerk')) execute function almanac.task_rule_2_check();
--
--   create or replace trigger rule_2_check_delete
--     after delete on public.task
--     for each row when (almanac.role() not in ('clerk')) execute function almanac.task_rule_2_check();
--
--   create or replace function almanac.task_rule_3_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger rule_3_check_insert
--     after insert on public.task
--     for each row when (almanac.role() in ('clerk')) execute function almanac.task_rule_3_check();
--
--   create or replace trigger rule_3_check_update
--     after update on public.task
--     for each row when (old.* *<> new.* and almanac.role() in ('clerk'))
--     execute function almanac.task_rule_3_check();
--
--   drop function almanac.job_stamp();
--   drop function almanac.job_record_insert();
--   drop function almanac.job_record_update();
--   drop function almanac.job_record_delete();
--   drop function almanac.job_note_checks();
--   drop function almanac.job_rule_1_check();
--   drop function almanac.job_rule_2_check();
--   drop function almanac.job_rule_3_check();

-- Step 2 of 3: describe step anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on step: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.step.job_id is 'Job';

-- To undo it:
--   comment on column public.step.job_id is 'Task';

-- Step 3 of 3: describe job anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on job: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.job is 'Job';
comment on column public.job.phase is 'Phase';
comment on column public.job.weight is 'Weight';

-- To undo it:
--   comment on table public.job is 'Task';
--   comment on column public.job.phase is 'State';
--   comment on column public.job.weight is 'Days';


-- another type in checks that are asked at moments
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 8: rows of task that are written get their days_next; add days_next to task, which becomes days of type bigint
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.task_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.days_next is distinct from new.days::bigint then
    new.days_next := new.days::bigint;
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.task
  for each row execute function almanac.task_stamp_fill();

alter table public.task add column days_next bigint;

-- To undo it:
--   alter table public.task drop column days_next;
--   drop trigger if exists stamp_fill on public.task;
--   drop function if exists almanac.task_stamp_fill();

-- Step 2 of 8: fill days_next of task
-- Runs: in batches of ids of task
-- Locks: the rows of a batch of task, while it is written
-- Work: writes every row of task that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.task set id = id where (days_next is distinct from days::bigint) and id between :first and :last;

-- Step 3 of 8: rows of task are written with days
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.task add constraint task_days_required check (days_next is not null) not valid;

-- To undo it:
--   alter table public.task drop constraint if exists task_days_required;

-- Step 4 of 8: every row of task has days
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on task: reads and writes go on
-- Work: scans task
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.task validate constraint task_days_required;

-- Step 5 of 8: days_next of task is complete; days of task is of the new type; days of task is required; the triggers of task do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.task;
drop function almanac.task_stamp_fill();
alter table public.task rename column days to days_former;
alter table public.task rename column days_next to days;
alter table public.task alter column days_former drop not null;

create or replace function almanac.task_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp_former
  before insert or update on public.task
  for each row execute function almanac.task_stamp_former();

alter table public.task alter column days set not null;
alter table public.task drop constraint task_days_required;

create or replace function almanac.task_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.task
  for each row execute function almanac.task_stamp();

create or replace function almanac.task_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.task_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.task_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.task
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.task_record_insert();

create or replace trigger record_update
  after update on public.task
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.task_record_update();

create or replace trigger keep_record_delete
  after delete on public.task
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.task_record_delete();

create or replace function almanac.task_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_checks_insert
  after insert on public.task
  referencing new table as new_rows
  for each statement execute function almanac.task_note_checks();

create or replace trigger note_checks_update
  after update on public.task
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.task_note_checks();

create or replace function almanac.task_rule_1_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger rule_1_check_insert
  after insert on public.task
  for each row execute function almanac.task_rule_1_check();

create or replace trigger rule_1_check_update
  after update on public.task
  for each row when (old.* *<> new.*) execute function almanac.task_rule_1_check();

create or replace function almanac.task_rule_2_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger rule_2_check_insert
  after insert on public.task
  for each row when (almanac.role() not in ('clerk')) execute function almanac.task_rule_2_check();

create or replace trigger rule_2_check_delete
  after delete on public.task
  for each row when (almanac.role() not in ('clerk')) execute function almanac.task_rule_2_check();

create or replace function almanac.task_rule_3_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger rule_3_check_insert
  after insert on public.task
  for each row when (almanac.role() in ('clerk')) execute function almanac.task_rule_3_check();

create or replace trigger rule_3_check_update
  after update on public.task
  for each row when (old.* *<> new.* and almanac.role() in ('clerk'))
  execute function almanac.task_rule_3_check();

-- To undo it:
--   create or replace function almanac.task_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.task
--     for each row execute function almanac.task_stamp();
--
--   create or replace function almanac.task_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.task_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.task_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.task
--     referencing new table as new_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.task_record_insert();
--
--   create or replace trigger record_update
--     after update on public.task
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.task_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.task
--     referencing old table as old_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.task_record_delete();
--
--   create or replace function almanac.task_note_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger note_checks_insert
--     after insert on public.task
--     referencing new table as new_rows
--     for each statement execute function almanac.task_note_checks();
--
--   create or replace trigger note_checks_update
--     after update on public.task
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.task_note_checks();
--
--   create or replace function almanac.task_rule_1_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger rule_1_check_insert
--     after insert on public.task
--     for each row execute function almanac.task_rule_1_check();
--
--   create or replace trigger rule_1_check_update
--     after update on public.task
--     for each row when (old.* *<> new.*) execute function almanac.task_rule_1_check();
--
--   create or replace function almanac.task_rule_2_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger rule_2_check_insert
--     after insert on public.task
--     for each row when (almanac.role() not in ('clerk')) execute function almanac.task_rule_2_check();
--
--   create or replace trigger rule_2_check_delete
--     after delete on public.task
--     for each row when (almanac.role() not in ('clerk')) execute function almanac.task_rule_2_check();
--
--   create or replace function almanac.task_rule_3_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger rule_3_check_insert
--     after insert on public.task
--     for each row when (almanac.role() in ('clerk')) execute function almanac.task_rule_3_check();
--
--   create or replace trigger rule_3_check_update
--     after update on public.task
--     for each row when (old.* *<> new.* and almanac.role() in ('clerk'))
--     execute function almanac.task_rule_3_check();
--
--   alter table public.task alter column days drop not null;
--
--   do $$
--   begin
--     if exists (select from public.task where not (days between -2147483648 and 2147483647)) then
--       raise exception 'rows of % have a % that the old type cannot hold', 'task', 'days'
--         using errcode = 'check_violation';
--     end if;
--   end
--   $$;
--
--   drop trigger stamp_former on public.task;
--   drop function almanac.task_stamp_former();
--   alter table public.task alter column days_former set not null;
--   alter table public.task rename column days to days_next;
--   alter table public.task rename column days_former to days;

-- Step 6 of 8: decide checks of related rows as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.task_rule_2_check_asked(concerned bigint[]) returns void
language plpgsql
as $$ ... $$;

create or replace function almanac.decide_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.task_rule_2_check_asked(concerned bigint[]) returns void
--   language plpgsql
--   as $$ ... $$;
--
--   create or replace function almanac.decide_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 7 of 8: describe task anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on task: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.task.days is 'Days';

-- To undo it:
--   comment on column public.task.days is null;

-- Step 8 of 8: drop days_former of task, which was of the old type
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_former on public.task;
drop function almanac.task_stamp_former();
alter table public.task drop column days_former;

-- To undo it:
--   alter table public.task add column days_former integer;
--   comment on column public.task.days_former is 'Days';
--
--   create or replace function almanac.task_stamp_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     new.days_former := case when new.days between -2147483648 and 2147483647 then new.days::integer end;
--     return new;
--   end
--   $$;
--
--   create or replace trigger stamp_former
--     before insert or update on public.task
--     for each row execute function almanac.task_stamp_former();
--
--   update public.task set id = id;


-- checks that are no longer asked at moments
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: the triggers of step do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on step, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger keep_frozen on public.step;
drop function almanac.step_freeze();
drop trigger rule_1_check_delete on public.step;
drop trigger rule_1_check_update on public.step;
drop function almanac.step_rule_1_check();
drop trigger note_checks_delete on public.step;
drop trigger note_checks_update on public.step;
drop trigger note_checks_insert on public.step;
drop function almanac.step_note_checks();

create or replace function almanac.step_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.step_note_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger note_checks_insert
--     after insert on public.step
--     referencing new table as new_rows
--     for each statement execute function almanac.step_note_checks();
--
--   create or replace trigger note_checks_update
--     after update on public.step
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.step_note_checks();
--
--   create or replace trigger note_checks_delete
--     after delete on public.step
--     referencing old table as old_rows
--     for each statement execute function almanac.step_note_checks();
--
--   create or replace function almanac.step_rule_1_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger rule_1_check_update
--     after update on public.step
--     for each row when (old.* *<> new.* and not almanac.is_making_room('almanac.step_make_room()'))
--     execute function almanac.step_rule_1_check();
--
--   create or replace trigger rule_1_check_delete
--     after delete on public.step
--     for each row when (not almanac.is_making_room('almanac.step_make_room()'))
--     execute function almanac.step_rule_1_check();
--
--   create or replace function almanac.step_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.step_freeze() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_frozen
--     before insert or update or delete on public.step
--     for each row when (almanac.role() not in ('clerk')) execute function almanac.step_freeze();

-- Step 2 of 4: the triggers of task do what the definitions say; rows of task are written without days
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger rule_3_check_update on public.task;
drop trigger rule_3_check_insert on public.task;
drop function almanac.task_rule_3_check();
drop trigger rule_2_check_delete on public.task;
drop trigger rule_2_check_insert on public.task;
drop function almanac.task_rule_2_check();
drop trigger rule_1_check_update on public.task;
drop trigger rule_1_check_insert on public.task;
drop function almanac.task_rule_1_check();
drop trigger note_checks_update on public.task;
drop trigger note_checks_insert on public.task;
drop function almanac.task_note_checks();

create or replace function almanac.task_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

alter table public.task alter column days drop not null;

-- To undo it:
--   alter table public.task alter column days set not null;
--
--   create or replace function almanac.task_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.task_note_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger note_checks_insert
--     after insert on public.task
--     referencing new table as new_rows
--     for each statement execute function almanac.task_note_checks();
--
--   create or replace trigger note_checks_update
--     after update on public.task
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.task_note_checks();
--
--   create or replace function almanac.task_rule_1_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger rule_1_check_insert
--     after insert on public.task
--     for each row execute function almanac.task_rule_1_check();
--
--   create or replace trigger rule_1_check_update
--     after update on public.task
--     for each row when (old.* *<> new.*) execute function almanac.task_rule_1_check();
--
--   create or replace function almanac.task_rule_2_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger rule_2_check_insert
--     after insert on public.task
--     for each row when (almanac.role() not in ('clerk')) execute function almanac.task_rule_2_check();
--
--   create or replace trigger rule_2_check_delete
--     after delete on public.task
--     for each row when (almanac.role() not in ('clerk')) execute function almanac.task_rule_2_check();
--
--   create or replace function almanac.task_rule_3_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger rule_3_check_insert
--     after insert on public.task
--     for each row when (almanac.role() in ('clerk')) execute function almanac.task_rule_3_check();
--
--   create or replace trigger rule_3_check_update
--     after update on public.task
--     for each row when (old.* *<> new.* and almanac.role() in ('clerk'))
--     execute function almanac.task_rule_3_check();

-- Step 3 of 4: decide checks of related rows as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger decide on almanac.check_due;
drop function almanac.decide_checks();
drop function almanac.task_rule_2_check_asked(bigint[]);

-- To undo it:
--   create or replace function almanac.task_rule_2_check_asked(concerned bigint[]) returns void
--   language plpgsql
--   as $$ ... $$;
--
--   create or replace function almanac.decide_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create constraint trigger decide
--     after insert on almanac.check_due
--     deferrable initially deferred
--     for each row execute function almanac.decide_checks();

-- Step 4 of 4: drop the field days of task
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: every value of days in task
-- Undo: impossible: restore a backup
create or replace function almanac.task_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

alter table public.task drop column days;


-- fields that are set, and rows that are created
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: the triggers of contract do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on contract, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.contract_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.contract_creates_001() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger then_create_001_insert
  after insert on public.contract
  referencing new table as new_rows
  for each statement execute function almanac.contract_creates_001();

create or replace function almanac.contract_creates_002() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger then_create_002_insert
  after insert on public.contract
  referencing new table as new_rows
  for each statement execute function almanac.contract_creates_002();

create or replace trigger then_create_002_update
  after update on public.contract
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.contract_creates_002();

-- To undo it:
--   drop trigger then_create_002_update on public.contract;
--   drop trigger then_create_002_insert on public.contract;
--   drop function almanac.contract_creates_002();
--   drop trigger then_create_001_insert on public.contract;
--   drop function almanac.contract_creates_001();
--
--   create or replace function almanac.contract_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 2 of 3: the triggers of task do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.task_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.task_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 3 of 3: the triggers of visit do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on visit, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.visit_creates_001() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger then_create_001_insert
  after insert on public.visit
  referencing new table as new_rows
  for each statement when (not almanac.is_making_room('almanac.visit_make_room()')) execute function almanac.visit_creates_001();

create or replace trigger then_create_001_update
  after update on public.visit
  referencing old table as old_rows new table as new_rows
  for each statement when (not almanac.is_making_room('almanac.visit_make_room()')) execute function almanac.visit_creates_001();

create or replace function almanac.visit_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   drop trigger then_create_001_update on public.visit;
--   drop trigger then_create_001_insert on public.visit;
--   drop function almanac.visit_creates_001();
--
--   create or replace function almanac.visit_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;


-- other consequences
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: another default of name of contract; the triggers of contract do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on contract, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.contract alter column name set default 'second';
drop trigger then_create_002_update on public.contract;
drop trigger then_create_002_insert on public.contract;
drop function almanac.contract_creates_002();
drop trigger then_create_001_insert on public.contract;
drop function almanac.contract_creates_001();

create or replace function almanac.contract_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.contract_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.contract_creates_001() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger then_create_001_insert
--     after insert on public.contract
--     referencing new table as new_rows
--     for each statement execute function almanac.contract_creates_001();
--
--   create or replace function almanac.contract_creates_002() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger then_create_002_insert
--     after insert on public.contract
--     referencing new table as new_rows
--     for each statement execute function almanac.contract_creates_002();
--
--   create or replace trigger then_create_002_update
--     after update on public.contract
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.contract_creates_002();
--
--   alter table public.contract alter column name set default 'first';


-- other names in consequences
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: rename contract to deal; rename the field state of deal to phase; rename task to job; rename the field title of job to heading; rename the field contract_id of job to deal_id; rename the field contract_id of visit to deal_id
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on deal and job and visit and deal_history, for a moment
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.contract rename to deal;
alter table public.contract_history rename to deal_history;
alter sequence public.contract_history_deleted_seq rename to deal_history_deleted_seq;
alter sequence public.contract_id_seq rename to deal_id_seq;
alter sequence public.contract_row_version_seq rename to deal_row_version_seq;
alter table public.task rename to job;
alter sequence public.task_id_seq rename to job_id_seq;
alter sequence public.task_row_version_seq rename to job_row_version_seq;
alter index public.contract_pkey rename to deal_pkey;
alter index public.contract_history_pkey rename to deal_history_pkey;
alter index public.contract_row_version_idx rename to deal_row_version_idx;
alter index public.contract_party_id_id_idx rename to deal_party_id_id_idx;
alter index public.contract_history_contract_id_recorded_at_idx rename to deal_history_deal_id_recorded_at_idx;
alter index public.contract_history_party_id_contract_id_idx rename to deal_history_party_id_deal_id_idx;
alter index public.task_pkey rename to job_pkey;
alter index public.task_contract_id_id_idx rename to job_deal_id_id_idx;
alter index public.visit_contract_id_excl rename to visit_deal_id_excl;
alter index public.visit_contract_id_valid_from_idx rename to visit_deal_id_valid_from_idx;
alter table public.deal rename column state to phase;
alter table public.deal_history rename column contract_id to deal_id;
alter table public.deal_history rename column state to phase;
alter table public.job rename column title to heading;
alter table public.job rename column contract_id to deal_id;
alter table public.visit rename column contract_id to deal_id;
alter table public.deal rename constraint contract_party_id_fkey to deal_party_id_fkey;
alter table public.deal rename constraint contract_state_values_check to deal_phase_values_check;
alter table public.job rename constraint task_contract_id_fkey to job_deal_id_fkey;
alter table public.visit rename constraint visit_contract_id_fkey to visit_deal_id_fkey;

create or replace function almanac.deal_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.deal
  for each row execute function almanac.deal_stamp();

create or replace function almanac.deal_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.deal_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.deal_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.deal
  referencing new table as new_rows
  for each statement execute function almanac.deal_record_insert();

create or replace trigger record_update
  after update on public.deal
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.deal_record_update();

create or replace trigger keep_record_delete
  after delete on public.deal
  referencing old table as old_rows
  for each statement execute function almanac.deal_record_delete();

create or replace function almanac.deal_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.deal
  for each row when (coalesce(current_setting('almanac.latest.deal', true), '') <> '')
  execute function almanac.deal_latest();

create or replace function almanac.deal_creates_001() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger then_create_001_insert
  after insert on public.deal
  referencing new table as new_rows
  for each statement execute function almanac.deal_creates_001();

create or replace function almanac.deal_creates_002() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger then_create_002_insert
  after insert on public.deal
  referencing new table as new_rows
  for each statement execute function almanac.deal_creates_002();

create or replace trigger then_create_002_update
  after update on public.deal
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.deal_creates_002();

create or replace function almanac.job_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.job
  for each row execute function almanac.job_stamp();

create or replace function almanac.job_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.job_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.job_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.job
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.job_record_insert();

create or replace trigger record_update
  after update on public.job
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.job_record_update();

create or replace trigger keep_record_delete
  after delete on public.job
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.job_record_delete();

create or replace function almanac.visit_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.visit_creates_001() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.visit_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger make_room_update
  before update on public.visit
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.deal_id <> old.deal_id
  ))
  execute function almanac.visit_make_room();

drop function almanac.contract_stamp();
drop function almanac.contract_record_insert();
drop function almanac.contract_record_update();
drop function almanac.contract_record_delete();
drop function almanac.contract_latest();
drop function almanac.contract_creates_001();
drop function almanac.contract_creates_002();
drop function almanac.task_stamp();
drop function almanac.task_record_insert();
drop function almanac.task_record_update();
drop function almanac.task_record_delete();

-- To undo it:
--   alter table public.visit rename constraint visit_deal_id_fkey to visit_contract_id_fkey;
--   alter table public.job rename constraint job_deal_id_fkey to task_contract_id_fkey;
--   alter table public.deal rename constraint deal_phase_values_check to contract_state_values_check;
--   alter table public.deal rename constraint deal_party_id_fkey to contract_party_id_fkey;
--   alter table public.visit rename column deal_id to contract_id;
--   alter table public.job rename column deal_id to contract_id;
--   alter table public.job rename column heading to title;
--   alter table public.deal_history rename column phase to state;
--   alter table public.deal_history rename column deal_id to contract_id;
--   alter table public.deal rename column phase to state;
--   alter index public.visit_deal_id_valid_from_idx rename to visit_contract_id_valid_from_idx;
--   alter index public.visit_deal_id_excl rename to visit_contract_id_excl;
--   alter index public.job_deal_id_id_idx rename to task_contract_id_id_idx;
--   alter index public.job_pkey rename to task_pkey;
--   alter index public.deal_history_party_id_deal_id_idx rename to contract_history_party_id_contract_id_idx;
--   alter index public.deal_history_deal_id_recorded_at_idx rename to contract_history_contract_id_recorded_at_idx;
--   alter index public.deal_party_id_id_idx rename to contract_party_id_id_idx;
--   alter index public.deal_row_version_idx rename to contract_row_version_idx;
--   alter index public.deal_history_pkey rename to contract_history_pkey;
--   alter index public.deal_pkey rename to contract_pkey;
--   alter sequence public.job_row_version_seq rename to task_row_version_seq;
--   alter sequence public.job_id_seq rename to task_id_seq;
--   alter table public.job rename to task;
--   alter sequence public.deal_row_version_seq rename to contract_row_version_seq;
--   alter sequence public.deal_id_seq rename to contract_id_seq;
--   alter sequence public.deal_history_deleted_seq rename to contract_history_deleted_seq;
--   alter table public.deal_history rename to contract_history;
--   alter table public.deal rename to contract;
--
--   create or replace function almanac.contract_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.contract
--     for each row execute function almanac.contract_stamp();
--
--   create or replace function almanac.contract_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.contract_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.contract_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.contract
--     referencing new table as new_rows
--     for each statement execute function almanac.contract_record_insert();
--
--   create or replace trigger record_update
--     after update on public.contract
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.contract_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.contract
--     referencing old table as old_rows
--     for each statement execute function almanac.contract_record_delete();
--
--   create or replace function almanac.contract_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.contract
--     for each row when (coalesce(current_setting('almanac.latest.contract', true), '') <> '')
--     execute function almanac.contract_latest();
--
--   create or replace function almanac.contract_creates_001() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger then_create_001_insert
--     after insert on public.contract
--     referencing new table as new_rows
--     for each statement execute function almanac.contract_creates_001();
--
--   create or replace function almanac.contract_creates_002() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger then_create_002_insert
--     after insert on public.contract
--     referencing new table as new_rows
--     for each statement execute function almanac.contract_creates_002();
--
--   create or replace trigger then_create_002_update
--     after update on public.contract
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.contract_creates_002();
--
--   create or replace function almanac.task_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.task
--     for each row execute function almanac.task_stamp();
--
--   create or replace function almanac.task_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.task_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.task_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.task
--     referencing new table as new_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.task_record_insert();
--
--   create or replace trigger record_update
--     after update on public.task
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.task_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.task
--     referencing old table as old_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.task_record_delete();
--
--   create or replace function almanac.visit_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.visit_creates_001() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.visit_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger make_room_update
--     before update on public.visit
--     for each row when (new.valid_from is not null and (
--       old.valid_from is null
--       or new.valid_from < old.valid_from
--       or new.valid_to > old.valid_to
--       or (new.valid_to is null and old.valid_to is not null)
--       or new.contract_id <> old.contract_id
--     ))
--     execute function almanac.visit_make_room();
--
--   drop function almanac.deal_stamp();
--   drop function almanac.deal_record_insert();
--   drop function almanac.deal_record_update();
--   drop function almanac.deal_record_delete();
--   drop function almanac.deal_latest();
--   drop function almanac.deal_creates_001();
--   drop function almanac.deal_creates_002();
--   drop function almanac.job_stamp();
--   drop function almanac.job_record_insert();
--   drop function almanac.job_record_update();
--   drop function almanac.job_record_delete();

-- Step 2 of 4: describe deal anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on deal: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.deal is 'Deal';
comment on column public.deal.phase is 'Phase';
comment on table public.deal_history is 'Deal history: Every version of every deal, the current ones included.';
comment on column public.deal_history.deal_id is 'Deal: Id of the deal that this is a version of.';
comment on column public.deal_history.phase is 'Phase';

-- To undo it:
--   comment on table public.deal is 'Contract';
--   comment on column public.deal.phase is 'State';
--   comment on table public.deal_history is 'Contract history: Every version of every contract, the current ones included.';
--   comment on column public.deal_history.deal_id is 'Contract: Id of the contract that this is a version of.';
--   comment on column public.deal_history.phase is 'State';

-- Step 3 of 4: describe job anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on job: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.job is 'Job';
comment on column public.job.heading is 'Heading';
comment on column public.job.deal_id is 'Deal';

-- To undo it:
--   comment on table public.job is 'Task';
--   comment on column public.job.heading is 'Title';
--   comment on column public.job.deal_id is 'Contract';

-- Step 4 of 4: describe visit anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on visit: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.visit.deal_id is 'Deal';

-- To undo it:
--   comment on column public.visit.deal_id is 'Contract';


-- another type in consequences
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 15: rows of contract that are written get their days_next; rows of contract_history that are written get their days_next; add days_next to contract, which becomes days of type bigint
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on contract, for a moment; ACCESS EXCLUSIVE on contract_history, for a moment; ACCESS EXCLUSIVE on contract and contract_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.contract_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.days_next is distinct from new.days::bigint then
    new.days_next := new.days::bigint;
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.contract
  for each row execute function almanac.contract_stamp_fill();

create or replace function almanac.contract_history_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.days_next is distinct from new.days::bigint then
    new.days_next := new.days::bigint;
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.contract_history
  for each row execute function almanac.contract_history_stamp_fill();

alter table public.contract add column days_next bigint;
alter table public.contract_history add column days_next bigint;

-- To undo it:
--   alter table public.contract drop column days_next;
--   alter table public.contract_history drop column days_next;
--   drop trigger if exists stamp_fill on public.contract_history;
--   drop function if exists almanac.contract_history_stamp_fill();
--   drop trigger if exists stamp_fill on public.contract;
--   drop function if exists almanac.contract_stamp_fill();

-- Step 2 of 15: rows of task that are written get their days_next; add days_next to task, which becomes days of type bigint
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.task_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.days_next is distinct from new.days::bigint then
    new.days_next := new.days::bigint;
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.task
  for each row execute function almanac.task_stamp_fill();

alter table public.task add column days_next bigint;

-- To undo it:
--   alter table public.task drop column days_next;
--   drop trigger if exists stamp_fill on public.task;
--   drop function if exists almanac.task_stamp_fill();

-- Step 3 of 15: fill days_next of contract
-- Runs: in batches of ids of contract
-- Locks: the rows of a batch of contract, while it is written
-- Work: writes every row of contract that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.contract set id = id where (days_next is distinct from days::bigint) and id between :first and :last;

-- Step 4 of 15: fill days_next of contract_history
-- Runs: in batches of ids of contract_history
-- Locks: the rows of a batch of contract_history, while it is written
-- Work: writes every row of contract_history that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.contract_history set id = id where (days_next is distinct from days::bigint) and id between :first and :last;

-- Step 5 of 15: fill days_next of task
-- Runs: in batches of ids of task
-- Locks: the rows of a batch of task, while it is written
-- Work: writes every row of task that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.task set id = id where (days_next is distinct from days::bigint) and id between :first and :last;

-- Step 6 of 15: rows of contract are written with days
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on contract, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.contract add constraint contract_days_required check (days_next is not null) not valid;

-- To undo it:
--   alter table public.contract drop constraint if exists contract_days_required;

-- Step 7 of 15: rows of task are written with days
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.task add constraint task_days_required check (days_next is not null) not valid;

-- To undo it:
--   alter table public.task drop constraint if exists task_days_required;

-- Step 8 of 15: every row of contract has days
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on contract: reads and writes go on
-- Work: scans contract
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.contract validate constraint contract_days_required;

-- Step 9 of 15: every row of task has days
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on task: reads and writes go on
-- Work: scans task
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.task validate constraint task_days_required;

-- Step 10 of 15: days_next of contract is complete; days_next of contract_history is complete; days of contract is of the new type; days of contract is required; the triggers of contract do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on contract, for a moment; ACCESS EXCLUSIVE on contract_history, for a moment; ACCESS EXCLUSIVE on contract and contract_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.contract;
drop function almanac.contract_stamp_fill();
drop trigger stamp_fill on public.contract_history;
drop function almanac.contract_history_stamp_fill();
alter table public.contract rename column days to days_former;
alter table public.contract rename column days_next to days;
alter table public.contract_history rename column days to days_former;
alter table public.contract_history rename column days_next to days;
alter table public.contract alter column days_former drop not null;
alter table public.contract alter column days_former drop default;
alter table public.contract alter column days set default 1;

create or replace function almanac.contract_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp_former
  before insert or update on public.contract
  for each row execute function almanac.contract_stamp_former();

create or replace function almanac.contract_history_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp_former
  before insert or update on public.contract_history
  for each row execute function almanac.contract_history_stamp_former();

alter table public.contract alter column days set not null;
alter table public.contract drop constraint contract_days_required;

create or replace function almanac.contract_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.contract
  for each row execute function almanac.contract_stamp();

create or replace function almanac.contract_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.contract_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.contract_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.contract
  referencing new table as new_rows
  for each statement execute function almanac.contract_record_insert();

create or replace trigger record_update
  after update on public.contract
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.contract_record_update();

create or replace trigger keep_record_delete
  after delete on public.contract
  referencing old table as old_rows
  for each statement execute function almanac.contract_record_delete();

create or replace function almanac.contract_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.contract
  for each row when (coalesce(current_setting('almanac.latest.contract', true), '') <> '')
  execute function almanac.contract_latest();

create or replace function almanac.contract_creates_001() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger then_create_001_insert
  after insert on public.contract
  referencing new table as new_rows
  for each statement execute function almanac.contract_creates_001();

create or replace function almanac.contract_creates_002() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger then_create_002_insert
  after insert on public.contract
  referencing new table as new_rows
  for each statement execute function almanac.contract_creates_002();

create or replace trigger then_create_002_update
  after update on public.contract
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.contract_creates_002();

-- To undo it:
--   create or replace function almanac.contract_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.contract
--     for each row execute function almanac.contract_stamp();
--
--   create or replace function almanac.contract_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.contract_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.contract_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.contract
--     referencing new table as new_rows
--     for each statement execute function almanac.contract_record_insert();
--
--   create or replace trigger record_update
--     after update on public.contract
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.contract_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.contract
--     referencing old table as old_rows
--     for each statement execute function almanac.contract_record_delete();
--
--   create or replace function almanac.contract_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.contract
--     for each row when (coalesce(current_setting('almanac.latest.contract', true), '') <> '')
--     execute function almanac.contract_latest();
--
--   create or replace function almanac.contract_creates_001() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger then_create_001_insert
--     after insert on public.contract
--     referencing new table as new_rows
--     for each statement execute function almanac.contract_creates_001();
--
--   create or replace function almanac.contract_creates_002() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger then_create_002_insert
--     after insert on public.contract
--     referencing new table as new_rows
--     for each statement execute function almanac.contract_creates_002();
--
--   create or replace trigger then_create_002_update
--     after update on public.contract
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.contract_creates_002();
--
--   alter table public.contract alter column days drop not null;
--
--   do $$
--   begin
--     if exists (select from public.contract where not (days between -2147483648 and 2147483647)) then
--       raise exception 'rows of % have a % that the old type cannot hold', 'contract', 'days'
--         using errcode = 'check_violation';
--     end if;
--   end
--   $$;
--
--   do $$
--   begin
--     if exists (select from public.contract_history where not (days between -2147483648 and 2147483647)) then
--       raise exception 'rows of % have a % that the old type cannot hold', 'contract_history', 'days'
--         using errcode = 'check_violation';
--     end if;
--   end
--   $$;
--
--   drop trigger stamp_former on public.contract;
--   drop function almanac.contract_stamp_former();
--   drop trigger stamp_former on public.contract_history;
--   drop function almanac.contract_history_stamp_former();
--   alter table public.contract alter column days drop default;
--   alter table public.contract alter column days_former set default 1;
--   alter table public.contract alter column days_former set not null;
--   alter table public.contract rename column days to days_next;
--   alter table public.contract rename column days_former to days;
--   alter table public.contract_history rename column days to days_next;
--   alter table public.contract_history rename column days_former to days;

-- Step 11 of 15: days_next of task is complete; days of task is of the new type; days of task is required; the triggers of task do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.task;
drop function almanac.task_stamp_fill();
alter table public.task rename column days to days_former;
alter table public.task rename column days_next to days;
alter table public.task alter column days_former drop not null;
alter table public.task alter column days_former drop default;
alter table public.task alter column days set default 1;

create or replace function almanac.task_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp_former
  before insert or update on public.task
  for each row execute function almanac.task_stamp_former();

alter table public.task alter column days set not null;
alter table public.task drop constraint task_days_required;

create or replace function almanac.task_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.task
  for each row execute function almanac.task_stamp();

create or replace function almanac.task_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.task_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.task_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.task
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.task_record_insert();

create or replace trigger record_update
  after update on public.task
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.task_record_update();

create or replace trigger keep_record_delete
  after delete on public.task
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.task_record_delete();

-- To undo it:
--   create or replace function almanac.task_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.task
--     for each row execute function almanac.task_stamp();
--
--   create or replace function almanac.task_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.task_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.task_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.task
--     referencing new table as new_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.task_record_insert();
--
--   create or replace trigger record_update
--     after update on public.task
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.task_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.task
--     referencing old table as old_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.task_record_delete();
--
--   alter table public.task alter column days drop not null;
--
--   do $$
--   begin
--     if exists (select from public.task where not (days between -2147483648 and 2147483647)) then
--       raise exception 'rows of % have a % that the old type cannot hold', 'task', 'days'
--         using errcode = 'check_violation';
--     end if;
--   end
--   $$;
--
--   drop trigger stamp_former on public.task;
--   drop function almanac.task_stamp_former();
--   alter table public.task alter column days drop default;
--   alter table public.task alter column days_former set default 1;
--   alter table public.task alter column days_former set not null;
--   alter table public.task rename column days to days_next;
--   alter table public.task rename column days_former to days;

-- Step 12 of 15: describe contract anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on contract: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.contract.days is 'Days';
comment on column public.contract_history.days is 'Days';

-- To undo it:
--   comment on column public.contract.days is null;
--   comment on column public.contract_history.days is null;

-- Step 13 of 15: describe task anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on task: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.task.days is 'Days';

-- To undo it:
--   comment on column public.task.days is null;

-- Step 14 of 15: drop days_former of contract, which was of the old type
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on contract and contract_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_former on public.contract;
drop function almanac.contract_stamp_former();
drop trigger stamp_former on public.contract_history;
drop function almanac.contract_history_stamp_former();
alter table public.contract drop column days_former;
alter table public.contract_history drop column days_former;

-- To undo it:
--   alter table public.contract add column days_former integer;
--   alter table public.contract_history add column days_former integer;
--   comment on column public.contract.days_former is 'Days';
--   comment on column public.contract_history.days_former is 'Days';
--
--   create or replace function almanac.contract_stamp_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     new.days_former := case when new.days between -2147483648 and 2147483647 then new.days::integer end;
--     return new;
--   end
--   $$;
--
--   create or replace trigger stamp_former
--     before insert or update on public.contract
--     for each row execute function almanac.contract_stamp_former();
--
--   create or replace function almanac.contract_history_stamp_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     new.days_former := case when new.days between -2147483648 and 2147483647 then new.days::integer end;
--     return new;
--   end
--   $$;
--
--   create or replace trigger stamp_former
--     before insert or update on public.contract_history
--     for each row execute function almanac.contract_history_stamp_former();
--
--   update public.contract set id = id;
--   update public.contract_history set id = id;

-- Step 15 of 15: drop days_former of task, which was of the old type
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_former on public.task;
drop function almanac.task_stamp_former();
alter table public.task drop column days_former;

-- To undo it:
--   alter table public.task add column days_former integer;
--   comment on column public.task.days_former is 'Days';
--
--   create or replace function almanac.task_stamp_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     new.days_former := case when new.days between -2147483648 and 2147483647 then new.days::integer end;
--     return new;
--   end
--   $$;
--
--   create or replace trigger stamp_former
--     before insert or update on public.task
--     for each row execute function almanac.task_stamp_former();
--
--   update public.task set id = id;


-- no consequences any more
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: the triggers of contract do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on contract, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger then_create_002_update on public.contract;
drop trigger then_create_002_insert on public.contract;
drop function almanac.contract_creates_002();
drop trigger then_create_001_insert on public.contract;
drop function almanac.contract_creates_001();

create or replace function almanac.contract_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.contract_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.contract_creates_001() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger then_create_001_insert
--     after insert on public.contract
--     referencing new table as new_rows
--     for each statement execute function almanac.contract_creates_001();
--
--   create or replace function almanac.contract_creates_002() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger then_create_002_insert
--     after insert on public.contract
--     referencing new table as new_rows
--     for each statement execute function almanac.contract_creates_002();
--
--   create or replace trigger then_create_002_update
--     after update on public.contract
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.contract_creates_002();

-- Step 2 of 3: the triggers of task do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on task, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.task_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.task_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 3 of 3: the triggers of visit do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on visit, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger then_create_001_update on public.visit;
drop trigger then_create_001_insert on public.visit;
drop function almanac.visit_creates_001();

create or replace function almanac.visit_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.visit_creates_001() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger then_create_001_insert
--     after insert on public.visit
--     referencing new table as new_rows
--     for each statement when (not almanac.is_making_room('almanac.visit_make_room()')) execute function almanac.visit_creates_001();
--
--   create or replace trigger then_create_001_update
--     after update on public.visit
--     referencing old table as old_rows new table as new_rows
--     for each statement when (not almanac.is_making_room('almanac.visit_make_room()')) execute function almanac.visit_creates_001();
--
--   create or replace function almanac.visit_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;


-- words about a resource and a field
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.book is 'Book';
comment on column public.book.title is 'Title: As on the cover.';
comment on table public.book_history is 'Book history: Every version of every book, the current ones included.';
comment on column public.book_history.book_id is 'Book: Id of the book that this is a version of.';
comment on column public.book_history.title is 'Title: As on the cover.';

-- To undo it:
--   comment on table public.book is 'book';
--   comment on column public.book.title is 'Title';
--   comment on table public.book_history is 'book history: Every version of every book, the current ones included.';
--   comment on column public.book_history.book_id is 'book: Id of the book that this is a version of.';
--   comment on column public.book_history.title is 'Title';


-- another timeline
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 6: entries of one timeline of stay do not overlap
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay while its index is made: nobody reads or writes it meanwhile
-- Work: scans stay
-- Asks: entries of stay that begin while another one of the same room_id is valid
--   first: select id from (select id, valid_from, max(coalesce(valid_to, 'infinity')) over (partition by room_id order by valid_from, id rows between unbounded preceding and 1 preceding) as until from public.stay where valid_from is not null) as stay where until > valid_from
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.stay add constraint stay_room_id_excl exclude using gist (room_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate;

-- To undo it:
--   alter table public.stay drop constraint stay_room_id_excl;

-- Step 2 of 6: make the index stay_room_id_valid_from_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: scans stay twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_room_id_valid_from_idx;
create index concurrently stay_room_id_valid_from_idx on public.stay (room_id, valid_from);

-- To undo it:
--   drop index concurrently if exists public.stay_room_id_valid_from_idx;

-- Step 3 of 6: make the index stay_guest_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: scans stay twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_guest_id_id_idx;
create index concurrently stay_guest_id_id_idx on public.stay (guest_id, id);

-- To undo it:
--   drop index concurrently if exists public.stay_guest_id_id_idx;

-- Step 4 of 6: drop stay_guest_id_excl; the triggers of stay do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.stay drop constraint stay_guest_id_excl;

create or replace function almanac.stay_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger make_room_update
  before update on public.stay
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.room_id <> old.room_id
  ))
  execute function almanac.stay_make_room();

-- To undo it:
--   create or replace function almanac.stay_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger make_room_update
--     before update on public.stay
--     for each row when (new.valid_from is not null and (
--       old.valid_from is null
--       or new.valid_from < old.valid_from
--       or new.valid_to > old.valid_to
--       or (new.valid_to is null and old.valid_to is not null)
--       or new.guest_id <> old.guest_id
--     ))
--     execute function almanac.stay_make_room();
--
--   alter table public.stay add constraint stay_guest_id_excl exclude using gist (guest_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate;

-- Step 5 of 6: drop the index stay_guest_id_valid_from_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_guest_id_valid_from_idx;

-- To undo it:
--   drop index concurrently if exists public.stay_guest_id_valid_from_idx;
--   create index concurrently stay_guest_id_valid_from_idx on public.stay (guest_id, valid_from);

-- Step 6 of 6: drop the index stay_room_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_room_id_id_idx;

-- To undo it:
--   drop index concurrently if exists public.stay_room_id_id_idx;
--   create index concurrently stay_room_id_id_idx on public.stay (room_id, id);


-- further rules of a timeline
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: add stay_valid_from_align_check; add stay_valid_to_align_check; the triggers of stay do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.stay add constraint stay_valid_from_align_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from) not valid;
alter table public.stay add constraint stay_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to) not valid;
drop trigger make_room_update on public.stay;
drop trigger make_room_insert on public.stay;
drop function almanac.stay_make_room();

create or replace function almanac.stay_reject_overlap() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger reject_overlap_insert
  before insert on public.stay
  for each row execute function almanac.stay_reject_overlap();

create or replace trigger reject_overlap_update
  before update on public.stay
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.guest_id <> old.guest_id
  ))
  execute function almanac.stay_reject_overlap();

create or replace function almanac.stay_freeze() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_frozen
  before insert or update or delete on public.stay
  for each row execute function almanac.stay_freeze();

create or replace function almanac.stay_start_window() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger start_window_insert
  before insert on public.stay
  for each row execute function almanac.stay_start_window();

create or replace trigger start_window_update
  before update on public.stay
  for each row when (new.valid_from is not null and new.valid_from is distinct from old.valid_from)
  execute function almanac.stay_start_window();

-- To undo it:
--   drop trigger start_window_update on public.stay;
--   drop trigger start_window_insert on public.stay;
--   drop function almanac.stay_start_window();
--   drop trigger keep_frozen on public.stay;
--   drop function almanac.stay_freeze();
--   drop trigger reject_overlap_update on public.stay;
--   drop trigger reject_overlap_insert on public.stay;
--   drop function almanac.stay_reject_overlap();
--
--   create or replace function almanac.stay_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger make_room_insert
--     before insert on public.stay
--     for each row execute function almanac.stay_make_room();
--
--   create or replace trigger make_room_update
--     before update on public.stay
--     for each row when (new.valid_from is not null and (
--       old.valid_from is null
--       or new.valid_from < old.valid_from
--       or new.valid_to > old.valid_to
--       or (new.valid_to is null and old.valid_to is not null)
--       or new.guest_id <> old.guest_id
--     ))
--     execute function almanac.stay_make_room();
--
--   alter table public.stay drop constraint stay_valid_to_align_check;
--   alter table public.stay drop constraint stay_valid_from_align_check;

-- Step 2 of 3: every row of stay keeps stay_valid_from_align_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on
-- Work: scans stay
-- Asks: rows of stay that break stay_valid_from_align_check (valid_from is the beginning of a day in Europe/Oslo)
--   first: select id from public.stay where not (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.stay validate constraint stay_valid_from_align_check;

-- Step 3 of 3: every row of stay keeps stay_valid_to_align_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on
-- Work: scans stay
-- Asks: rows of stay that break stay_valid_to_align_check (valid_to is the beginning of a day in Europe/Oslo)
--   first: select id from public.stay where not (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.stay validate constraint stay_valid_to_align_check;


-- rules of a timeline that are gone, and another
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: the triggers of stay do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger start_window_update on public.stay;
drop trigger start_window_insert on public.stay;
drop function almanac.stay_start_window();

create or replace function almanac.stay_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_freeze() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.stay_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_freeze() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_start_window() returns trigger
--   language plpgsql
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger start_window_insert
--     before insert on public.stay
--     for each row execute function almanac.stay_start_window();
--
--   create or replace trigger start_window_update
--     before update on public.stay
--     for each row when (new.valid_from is not null and new.valid_from is distinct from old.valid_from)
--     execute function almanac.stay_start_window();


-- a resource whose index takes the name that one of another table had
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: give constraints and indexes their new names
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on a_b, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter index public.a_b_c_key rename to a_b_c_08c44adc_key;

-- To undo it:
--   alter index public.a_b_c_08c44adc_key rename to a_b_c_key;

-- Step 2 of 2: add the resource a
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.a (
  id bigint generated by default as identity,
  b_c text not null,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint a_pkey primary key (id),
  constraint a_b_c_key unique (b_c) deferrable initially immediate
);

create sequence public.a_row_version_seq owned by public.a.row_version;
comment on table public.a is 'a';
comment on column public.a.id is 'Id: Unique identifier, given by the service.';
comment on column public.a.b_c is 'b_c';
comment on column public.a.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.a.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.a.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.a.recorded_in is 'Transaction that recorded the current version.';

create or replace function almanac.a_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.a
  for each row execute function almanac.a_stamp();

create or replace function almanac.a_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.a_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.a_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.a
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.a_record_insert();

create or replace trigger record_update
  after update on public.a
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.a_record_update();

create or replace trigger keep_record_delete
  after delete on public.a
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.a_record_delete();

-- To undo it:
--   drop table public.a;
--   drop function almanac.a_stamp();
--   drop function almanac.a_record_insert();
--   drop function almanac.a_record_update();
--   drop function almanac.a_record_delete();


-- a resource, and references between it and one that was there
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 8: add the resource author
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.author (
  id bigint generated by default as identity,
  favourite_id bigint,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint author_pkey primary key (id)
);

create sequence public.author_row_version_seq owned by public.author.row_version;
comment on table public.author is 'author';
comment on column public.author.id is 'Id: Unique identifier, given by the service.';
comment on column public.author.favourite_id is 'favourite_id';
comment on column public.author.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.author.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.author.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.author.recorded_in is 'Transaction that recorded the current version.';
create index author_favourite_id_id_idx on public.author (favourite_id, id);

create or replace function almanac.author_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.author
  for each row execute function almanac.author_stamp();

create or replace function almanac.author_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.author_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.author_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.author
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.author_record_insert();

create or replace trigger record_update
  after update on public.author
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.author_record_update();

create or replace trigger keep_record_delete
  after delete on public.author
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.author_record_delete();

-- To undo it:
--   drop table public.author;
--   drop function almanac.author_stamp();
--   drop function almanac.author_record_insert();
--   drop function almanac.author_record_update();
--   drop function almanac.author_record_delete();

-- Step 2 of 8: add the field author_id to book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add column author_id bigint;
alter table public.book_history add column author_id bigint;

-- To undo it:
--   alter table public.book drop column author_id;
--   alter table public.book_history drop column author_id;

-- Step 3 of 8: make the index book_author_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_author_id_id_idx;
create index concurrently book_author_id_id_idx on public.book (author_id, id);

-- To undo it:
--   drop index concurrently if exists public.book_author_id_id_idx;

-- Step 4 of 8: make the index book_history_author_id_book_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: scans book_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_author_id_book_id_idx;
create index concurrently book_history_author_id_book_id_idx on public.book_history (author_id, book_id);

-- To undo it:
--   drop index concurrently if exists public.book_history_author_id_book_id_idx;

-- Step 5 of 8: let author refer to book
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on book: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.author
  add constraint author_favourite_id_fkey foreign key (favourite_id) references public.book (id);

-- To undo it:
--   alter table public.author drop constraint author_favourite_id_fkey;

-- Step 6 of 8: add book_author_id_fkey; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and author, for a moment; ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_author_id_fkey foreign key (author_id) references public.author (id) not valid;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.book drop constraint book_author_id_fkey;

-- Step 7 of 8: every row of book keeps book_author_id_fkey
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book whose author_id leads to no author
--   first: select id from (select id, null::bigint as author_id from public.book) as book where author_id is not null
--   later: select id from public.book as book where author_id is not null and not exists (select from public.author as target where target.id = book.author_id)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_author_id_fkey;

-- Step 8 of 8: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.author_id is 'author_id';
comment on column public.book_history.author_id is 'author_id';

-- To undo it:
--   comment on column public.book.author_id is null;
--   comment on column public.book_history.author_id is null;


-- the first resource with a timeline
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: add the extension btree_gist
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create extension if not exists btree_gist with schema almanac;

-- To undo it:
--   drop extension btree_gist;

-- Step 2 of 3: add the resource loan
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.loan (
  id bigint generated by default as identity,
  book_id bigint not null,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint loan_pkey primary key (id),
  constraint loan_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint loan_book_id_excl exclude using gist (book_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate
);

create sequence public.loan_row_version_seq owned by public.loan.row_version;
comment on table public.loan is 'loan';
comment on column public.loan.id is 'Id: Unique identifier, given by the service.';
comment on column public.loan.book_id is 'book_id';
comment on column public.loan.valid_from is 'Valid from: Start of validity, inclusive.';
comment on column public.loan.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.loan.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.loan.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.loan.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.loan.recorded_in is 'Transaction that recorded the current version.';

create table public.loan_history (
  id bigint not null,
  loan_id bigint not null,
  book_id bigint,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint loan_history_pkey primary key (id)
);

create sequence public.loan_history_deleted_seq owned by public.loan_history.id;

do $$
begin
  lock table public.loan in share row exclusive mode;
  perform setval('public.loan_history_deleted_seq', greatest(max(loan_id), 1)) from public.loan_history;
end
$$;

comment on table public.loan_history is 'loan history: Every version of every loan, the current ones included.';
comment on column public.loan_history.id is 'Id: Id of this version, for good.';
comment on column public.loan_history.loan_id is 'loan: Id of the loan that this is a version of.';
comment on column public.loan_history.book_id is 'book_id';
comment on column public.loan_history.valid_from is 'Valid from: Start of validity, inclusive.';
comment on column public.loan_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.loan_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.loan_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.loan_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.loan_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index loan_book_id_valid_from_idx on public.loan (book_id, valid_from);
create index loan_row_version_idx on public.loan (row_version);
create index loan_history_loan_id_recorded_at_idx on public.loan_history (loan_id, recorded_at);
create index loan_history_book_id_loan_id_idx on public.loan_history (book_id, loan_id);

create or replace function almanac.loan_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.loan
  for each row execute function almanac.loan_stamp();

create or replace function almanac.loan_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.loan_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.loan_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.loan
  referencing new table as new_rows
  for each statement execute function almanac.loan_record_insert();

create or replace trigger record_update
  after update on public.loan
  for each row execute function almanac.loan_record_update();

create or replace trigger keep_record_delete
  after delete on public.loan
  referencing old table as old_rows
  for each statement execute function almanac.loan_record_delete();

create or replace function almanac.loan_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger make_room_insert
  before insert on public.loan
  for each row execute function almanac.loan_make_room();

create or replace trigger make_room_update
  before update on public.loan
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.book_id <> old.book_id
  ))
  execute function almanac.loan_make_room();

-- To undo it:
--   drop table public.loan_history;
--   drop table public.loan;
--   drop function almanac.loan_stamp();
--   drop function almanac.loan_record_insert();
--   drop function almanac.loan_record_update();
--   drop function almanac.loan_record_delete();
--   drop function almanac.loan_make_room();

-- Step 3 of 3: let loan refer to book
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on book: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.loan
  add constraint loan_book_id_fkey foreign key (book_id) references public.book (id);

-- To undo it:
--   alter table public.loan drop constraint loan_book_id_fkey;


-- an identifier that is made for each row
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 8: add the field business_id to book; rows of book that are written get their business_id
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment; ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add column business_id uuid;
alter table public.book alter column business_id set default gen_random_uuid();
alter table public.book_history add column business_id uuid;

create or replace function almanac.book_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.business_id is null then
    new.business_id := gen_random_uuid();
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.book
  for each row execute function almanac.book_stamp_fill();

-- To undo it:
--   drop trigger if exists stamp_fill on public.book;
--   drop function if exists almanac.book_stamp_fill();
--   alter table public.book drop column business_id;
--   alter table public.book_history drop column business_id;

-- Step 2 of 8: fill business_id of book
-- Runs: in batches of ids of book
-- Locks: the rows of a batch of book, while it is written
-- Work: writes every row of book that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.book set id = id where (business_id is null) and id between :first and :last;

-- Step 3 of 8: rows of book are written with business_id
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_business_id_required check (business_id is not null) not valid;

-- To undo it:
--   alter table public.book drop constraint if exists book_business_id_required;

-- Step 4 of 8: make the index book_business_id_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Asks: rows of book that share their business_id with another one
--   first: select id from (select id, count(*) over (partition by business_id) as number from (select id, gen_random_uuid() as business_id from public.book) as book where business_id is not null) as book where number > 1
--   later: select id from (select id, count(*) over (partition by business_id) as number from public.book where business_id is not null) as book where number > 1
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_business_id_key;
create unique index concurrently book_business_id_key on public.book (business_id);

-- To undo it:
--   drop index concurrently if exists public.book_business_id_key;

-- Step 5 of 8: every row of book has business_id
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book without business_id, which is required
--   first: select id from (select id, gen_random_uuid() as business_id from public.book) as book where business_id is null
--   later: select id from public.book where business_id is null
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_business_id_required;

-- Step 6 of 8: make the index book_history_business_id_book_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: scans book_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_business_id_book_id_idx;
create index concurrently book_history_business_id_book_id_idx on public.book_history (business_id, book_id);

-- To undo it:
--   drop index concurrently if exists public.book_history_business_id_book_id_idx;

-- Step 7 of 8: business_id of book is complete; business_id of book is unique; business_id of book is required; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.book;
drop function almanac.book_stamp_fill();
alter table public.book add constraint book_business_id_key unique using index book_business_id_key deferrable initially immediate;
alter table public.book alter column business_id set not null;
alter table public.book drop constraint book_business_id_required;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.book alter column business_id drop not null;
--   alter table public.book drop constraint book_business_id_key;

-- Step 8 of 8: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.business_id is 'business_id';
comment on column public.book_history.business_id is 'business_id';

-- To undo it:
--   comment on column public.book.business_id is null;
--   comment on column public.book_history.business_id is null;


-- fields whose values are claims of the callers
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 6: add the field maker to book; add the field team to book; add the field day to book; rows of book that are written get their maker
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment; ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add column maker integer;
alter table public.book add column team text;
alter table public.book add column day date not null default (almanac.present() at time zone 'Europe/Oslo')::date;
alter table public.book alter column maker set default almanac.identity();
alter table public.book_history add column maker integer;
alter table public.book_history add column team text;
alter table public.book_history add column day date;

create or replace function almanac.book_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.maker is null then
    new.maker := 0;
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.book
  for each row execute function almanac.book_stamp_fill();

-- To undo it:
--   drop trigger if exists stamp_fill on public.book;
--   drop function if exists almanac.book_stamp_fill();
--   alter table public.book drop column maker;
--   alter table public.book drop column team;
--   alter table public.book drop column day;
--   alter table public.book_history drop column maker;
--   alter table public.book_history drop column team;
--   alter table public.book_history drop column day;

-- Step 2 of 6: fill maker of book
-- Runs: in batches of ids of book
-- Locks: the rows of a batch of book, while it is written
-- Work: writes every row of book that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.book set id = id where (maker is null) and id between :first and :last;

-- Step 3 of 6: rows of book are written with maker
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_maker_required check (maker is not null) not valid;

-- To undo it:
--   alter table public.book drop constraint if exists book_maker_required;

-- Step 4 of 6: every row of book has maker
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book without maker, which is required
--   first: select id from (select id, 0 as maker from public.book) as book where maker is null
--   later: select id from public.book where maker is null
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_maker_required;

-- Step 5 of 6: maker of book is complete; maker of book is required; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.book;
drop function almanac.book_stamp_fill();
alter table public.book alter column maker set not null;
alter table public.book drop constraint book_maker_required;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.book alter column maker drop not null;

-- Step 6 of 6: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.maker is 'maker';
comment on column public.book.team is 'team';
comment on column public.book.day is 'day';
comment on column public.book_history.maker is 'maker';
comment on column public.book_history.team is 'team';
comment on column public.book_history.day is 'day';

-- To undo it:
--   comment on column public.book.maker is null;
--   comment on column public.book.team is null;
--   comment on column public.book.day is null;
--   comment on column public.book_history.maker is null;
--   comment on column public.book_history.team is null;
--   comment on column public.book_history.day is null;


-- a counted number, for rows that are there as well
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 8: add the field number to book; count the rows of book for number; rows of book that are written get their number
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment; ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone; reads every row of book
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add column number text;
alter table public.book_history add column number text;

create table almanac.book_number_chosen as
select item.id, keyed.key, coalesce(known.last, 0) + row_number() over (partition by keyed.key order by item.id) as number, keyed.key || almanac.number_text(coalesce(known.last, 0) + row_number() over (partition by keyed.key order by item.id), 4) as written
from public.book as item
cross join lateral (select least(item.recorded_at, (select min(version.recorded_at) from public.book_history as version where version.book_id = item.id)) as instant) as first
cross join lateral (select 'BOOK-' || to_char(first.instant at time zone 'UTC', 'YYYY') || '-' as key) as keyed
left join almanac.counter as known on known.name = 'book.number' and known.key = keyed.key
where item.number is null;

alter table almanac.book_number_chosen add primary key (id);

insert into almanac.counter as known (name, key, last)
select 'book.number', chosen.key, max(chosen.number)
from almanac.book_number_chosen as chosen
group by chosen.key
on conflict on constraint counter_pkey do update set last = greatest(known.last, excluded.last);

create or replace function almanac.book_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.number is null then
    new.number := coalesce((select chosen.written from almanac.book_number_chosen as chosen where chosen.id = new.id), 'BOOK-' || to_char(new.recorded_at at time zone 'UTC', 'YYYY') || '-' || almanac.number_text(almanac.take_number('book.number', 'BOOK-' || to_char(new.recorded_at at time zone 'UTC', 'YYYY') || '-'), 4));
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.book
  for each row execute function almanac.book_stamp_fill();

-- To undo it:
--   drop trigger if exists stamp_fill on public.book;
--   drop function if exists almanac.book_stamp_fill();
--   drop table if exists almanac.book_number_chosen;
--   delete from almanac.counter where name = 'book.number';
--   alter table public.book drop column number;
--   alter table public.book_history drop column number;

-- Step 2 of 8: fill number of book
-- Runs: in batches of ids of book
-- Locks: the rows of a batch of book, while it is written
-- Work: writes every row of book that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.book set id = id where (number is null) and id between :first and :last;

-- Step 3 of 8: rows of book are written with number
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_number_required check (number is not null) not valid;

-- To undo it:
--   alter table public.book drop constraint if exists book_number_required;

-- Step 4 of 8: make the index book_number_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Asks: rows of book that share their number with another one
--   first: select id from (select id, count(*) over (partition by number) as number from (select id, id::text as number from public.book) as book where number is not null) as book where number > 1
--   later: select id from (select id, count(*) over (partition by number) as number from public.book where number is not null) as book where number > 1
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_number_key;
create unique index concurrently book_number_key on public.book (number);

-- To undo it:
--   drop index concurrently if exists public.book_number_key;

-- Step 5 of 8: every row of book has number
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book without number, which is required
--   first: select id from (select id, id::text as number from public.book) as book where number is null
--   later: select id from public.book where number is null
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_number_required;

-- Step 6 of 8: make the index book_history_number_book_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: scans book_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_number_book_id_idx;
create index concurrently book_history_number_book_id_idx on public.book_history (number, book_id);

-- To undo it:
--   drop index concurrently if exists public.book_history_number_book_id_idx;

-- Step 7 of 8: number of book is complete; number of book is unique; number of book is required; number of book is counted; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.book;
drop function almanac.book_stamp_fill();
alter table public.book add constraint book_number_key unique using index book_number_key deferrable initially immediate;
alter table public.book alter column number set not null;
alter table public.book drop constraint book_number_required;
drop table almanac.book_number_chosen;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    perform almanac.lock_counter('book.number');
    if (new.id > pg_sequence_last_value('public.book_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.book_history as version
      where version.book_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.book_row_version_seq');
    if new.number is null then
      new.number := 'BOOK-' || to_char(new.recorded_at at time zone 'UTC', 'YYYY') || '-' || almanac.number_text(almanac.count_number('book.number', 'BOOK-' || to_char(new.recorded_at at time zone 'UTC', 'YYYY') || '-', null), 4);
    elsif new.number ~ E'^BOOK\\-[0-9]{4}\\-([0-9]{4}|[1-9][0-9]{4,17})$' then
      perform almanac.count_number('book.number', left(new.number, 10), substr(new.number, 11, char_length(new.number) - 10)::bigint);
    end if;
  else
    if new.id is distinct from old.id or (new.title, new.number) is not distinct from (old.title, old.number) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of book never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.number is distinct from old.number and new.number ~ E'^BOOK\\-[0-9]{4}\\-([0-9]{4}|[1-9][0-9]{4,17})$' then
      perform almanac.lock_counter('book.number');
      perform almanac.count_number('book.number', left(new.number, 10), substr(new.number, 11, char_length(new.number) - 10)::bigint);
      perform almanac.settle_counter('book.number', null, null);
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.book', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.book_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.book', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.book as latest
            where latest.id = current_setting('almanac.latest.book')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.book', '', true);
          perform set_config('almanac.many.book', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.book_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.book_settle() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  counted jsonb;
  kept bigint;
  greatest_kept bigint;
begin
  counted := nullif(current_setting('almanac.counted.book.number', true), '')::jsonb;
  if (counted ->> 'rows')::bigint > 0 then
    select count(*), max(numbered.number) into kept, greatest_kept
    from (
      select substr(inserted.number, 11, char_length(inserted.number) - 10)::bigint as number
      from inserted
      where inserted.number ~ E'^BOOK\\-[0-9]{4}\\-([0-9]{4}|[1-9][0-9]{4,17})$' and left(inserted.number, 10) = counted ->> 'key'
    ) as numbered
    where numbered.number > (counted ->> 'start')::bigint;
    perform almanac.settle_counter('book.number', kept, greatest_kept);
  end if;
  return null;
end
$$;

create or replace trigger settle
  after insert on public.book
  referencing new table as inserted
  for each statement execute function almanac.book_settle();

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   drop trigger settle on public.book;
--   drop function almanac.book_settle();
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.book alter column number drop not null;
--   alter table public.book drop constraint book_number_key;

-- Step 8 of 8: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.number is 'number';
comment on column public.book_history.number is 'number';

-- To undo it:
--   comment on column public.book.number is null;
--   comment on column public.book_history.number is null;


-- a number of another name and form, and one that may no longer be null
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 7: rename the field number of book to code
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book rename column number to code;
alter table public.book_history rename column number to code;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    perform almanac.lock_counter('book.code');
    perform almanac.lock_counter('book.old');
    if (new.id > pg_sequence_last_value('public.book_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.book_history as version
      where version.book_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.book_row_version_seq');
    if new.code is null then
      new.code := '' || almanac.number_text(almanac.count_number('book.code', '', null), 3);
    elsif new.code ~ '^([0-9]{3}|[1-9][0-9]{3,17})$' then
      perform almanac.count_number('book.code', left(new.code, 0), substr(new.code, 1, char_length(new.code) - 0)::bigint);
    end if;
    if new.old is null then
      new.old := 'O' || almanac.number_text(almanac.count_number('book.old', 'O', null), 1);
    elsif new.old ~ '^O([0-9]{1}|[1-9][0-9]{1,17})$' then
      perform almanac.count_number('book.old', left(new.old, 1), substr(new.old, 2, char_length(new.old) - 1)::bigint);
    end if;
  else
    if new.id is distinct from old.id or (new.title, new.code, new.mark, new.old) is not distinct from (old.title, old.code, old.mark, old.old) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of book never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.code is distinct from old.code and new.code ~ '^([0-9]{3}|[1-9][0-9]{3,17})$' then
      perform almanac.lock_counter('book.code');
      perform almanac.count_number('book.code', left(new.code, 0), substr(new.code, 1, char_length(new.code) - 0)::bigint);
      perform almanac.settle_counter('book.code', null, null);
    end if;
    if new.old is distinct from old.old and new.old ~ '^O([0-9]{1}|[1-9][0-9]{1,17})$' then
      perform almanac.lock_counter('book.old');
      perform almanac.count_number('book.old', left(new.old, 1), substr(new.old, 2, char_length(new.old) - 1)::bigint);
      perform almanac.settle_counter('book.old', null, null);
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.book', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.book_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.book', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.book as latest
            where latest.id = current_setting('almanac.latest.book')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.book', '', true);
          perform set_config('almanac.many.book', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.book_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.book_settle() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  counted jsonb;
  kept bigint;
  greatest_kept bigint;
begin
  counted := nullif(current_setting('almanac.counted.book.code', true), '')::jsonb;
  if (counted ->> 'rows')::bigint > 0 then
    select count(*), max(numbered.number) into kept, greatest_kept
    from (
      select substr(inserted.code, 1, char_length(inserted.code) - 0)::bigint as number
      from inserted
      where inserted.code ~ '^([0-9]{3}|[1-9][0-9]{3,17})$' and left(inserted.code, 0) = counted ->> 'key'
    ) as numbered
    where numbered.number > (counted ->> 'start')::bigint;
    perform almanac.settle_counter('book.code', kept, greatest_kept);
  end if;
  counted := nullif(current_setting('almanac.counted.book.old', true), '')::jsonb;
  if (counted ->> 'rows')::bigint > 0 then
    select count(*), max(numbered.number) into kept, greatest_kept
    from (
      select substr(inserted.old, 2, char_length(inserted.old) - 1)::bigint as number
      from inserted
      where inserted.old ~ '^O([0-9]{1}|[1-9][0-9]{1,17})$' and left(inserted.old, 1) = counted ->> 'key'
    ) as numbered
    where numbered.number > (counted ->> 'start')::bigint;
    perform almanac.settle_counter('book.old', kept, greatest_kept);
  end if;
  return null;
end
$$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

update almanac.counter set name = case name when 'book.number' then 'book.code' else name end where name in ('book.number', 'book.old');

-- To undo it:
--   alter table public.book_history rename column code to number;
--   alter table public.book rename column code to number;
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       perform almanac.lock_counter('book.number');
--       perform almanac.lock_counter('book.old');
--       if (new.id > pg_sequence_last_value('public.book_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.book_history as version
--         where version.book_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.book_row_version_seq');
--       if new.number is null then
--         new.number := '' || almanac.number_text(almanac.count_number('book.number', '', null), 3);
--       elsif new.number ~ '^([0-9]{3}|[1-9][0-9]{3,17})$' then
--         perform almanac.count_number('book.number', left(new.number, 0), substr(new.number, 1, char_length(new.number) - 0)::bigint);
--       end if;
--       if new.old is null then
--         new.old := 'O' || almanac.number_text(almanac.count_number('book.old', 'O', null), 1);
--       elsif new.old ~ '^O([0-9]{1}|[1-9][0-9]{1,17})$' then
--         perform almanac.count_number('book.old', left(new.old, 1), substr(new.old, 2, char_length(new.old) - 1)::bigint);
--       end if;
--     else
--       if new.id is distinct from old.id or (new.title, new.number, new.mark, new.old) is not distinct from (old.title, old.number, old.mark, old.old) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of book never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if new.number is distinct from old.number and new.number ~ '^([0-9]{3}|[1-9][0-9]{3,17})$' then
--         perform almanac.lock_counter('book.number');
--         perform almanac.count_number('book.number', left(new.number, 0), substr(new.number, 1, char_length(new.number) - 0)::bigint);
--         perform almanac.settle_counter('book.number', null, null);
--       end if;
--       if new.old is distinct from old.old and new.old ~ '^O([0-9]{1}|[1-9][0-9]{1,17})$' then
--         perform almanac.lock_counter('book.old');
--         perform almanac.count_number('book.old', left(new.old, 1), substr(new.old, 2, char_length(new.old) - 1)::bigint);
--         perform almanac.settle_counter('book.old', null, null);
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.book', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.book_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.book', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.book as latest
--               where latest.id = current_setting('almanac.latest.book')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.book', '', true);
--             perform set_config('almanac.many.book', statement_timestamp()::text, true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.book_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.book_settle() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     counted jsonb;
--     kept bigint;
--     greatest_kept bigint;
--   begin
--     counted := nullif(current_setting('almanac.counted.book.number', true), '')::jsonb;
--     if (counted ->> 'rows')::bigint > 0 then
--       select count(*), max(numbered.number) into kept, greatest_kept
--       from (
--         select substr(inserted.number, 1, char_length(inserted.number) - 0)::bigint as number
--         from inserted
--         where inserted.number ~ '^([0-9]{3}|[1-9][0-9]{3,17})$' and left(inserted.number, 0) = counted ->> 'key'
--       ) as numbered
--       where numbered.number > (counted ->> 'start')::bigint;
--       perform almanac.settle_counter('book.number', kept, greatest_kept);
--     end if;
--     counted := nullif(current_setting('almanac.counted.book.old', true), '')::jsonb;
--     if (counted ->> 'rows')::bigint > 0 then
--       select count(*), max(numbered.number) into kept, greatest_kept
--       from (
--         select substr(inserted.old, 2, char_length(inserted.old) - 1)::bigint as number
--         from inserted
--         where inserted.old ~ '^O([0-9]{1}|[1-9][0-9]{1,17})$' and left(inserted.old, 1) = counted ->> 'key'
--       ) as numbered
--       where numbered.number > (counted ->> 'start')::bigint;
--       perform almanac.settle_counter('book.old', kept, greatest_kept);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   update almanac.counter set name = case name when 'book.code' then 'book.number' else name end where name in ('book.code', 'book.old');

-- Step 2 of 7: count the rows of book for mark; rows of book that are written get their mark
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: reads every row of book; the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
insert into almanac.counter as known (name, key, last)
select 'book.mark', left(numbered.written, 1), max(substr(numbered.written, 2, char_length(numbered.written) - 1)::bigint)
from (
  select item.mark as written from public.book as item where item.mark ~ '^M([0-9]{2}|[1-9][0-9]{2,17})$'
  union all
  select item.mark as written from public.book_history as item where item.mark ~ '^M([0-9]{2}|[1-9][0-9]{2,17})$'
) as numbered
group by 2
on conflict on constraint counter_pkey do update set last = greatest(known.last, excluded.last);

create table almanac.book_mark_chosen as
select item.id, keyed.key, coalesce(known.last, 0) + row_number() over (partition by keyed.key order by item.id) as number, keyed.key || almanac.number_text(coalesce(known.last, 0) + row_number() over (partition by keyed.key order by item.id), 2) as written
from public.book as item
cross join lateral (select least(item.recorded_at, (select min(version.recorded_at) from public.book_history as version where version.book_id = item.id)) as instant) as first
cross join lateral (select 'M' as key) as keyed
left join almanac.counter as known on known.name = 'book.mark' and known.key = keyed.key
where item.mark is null;

alter table almanac.book_mark_chosen add primary key (id);

insert into almanac.counter as known (name, key, last)
select 'book.mark', chosen.key, max(chosen.number)
from almanac.book_mark_chosen as chosen
group by chosen.key
on conflict on constraint counter_pkey do update set last = greatest(known.last, excluded.last);

create or replace function almanac.book_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.mark is null then
    new.mark := coalesce((select chosen.written from almanac.book_mark_chosen as chosen where chosen.id = new.id), 'M' || almanac.number_text(almanac.take_number('book.mark', 'M'), 2));
  end if;
  return new;
end
$$;

create or replace trigger fill
  before insert or update on public.book
  for each row execute function almanac.book_fill();

-- To undo it:
--   drop trigger if exists fill on public.book;
--   drop function if exists almanac.book_fill();
--   drop table if exists almanac.book_mark_chosen;
--   delete from almanac.counter where name = 'book.mark';

-- Step 3 of 7: fill mark of book, recorded as a change by the service itself
-- Runs: in batches of ids of book
-- Locks: the rows of a batch of book, while it is written
-- Work: writes every row of book that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.book set mark = coalesce(mark, coalesce((select chosen.written from almanac.book_mark_chosen as chosen where chosen.id = book.id), 'M' || almanac.number_text(almanac.take_number('book.mark', 'M'), 2))) where (mark is null) and id between :first and :last;

-- Step 4 of 7: rows of book are written with mark
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_mark_required check (mark is not null) not valid;

-- To undo it:
--   alter table public.book drop constraint if exists book_mark_required;

-- Step 5 of 7: every row of book has mark
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book without mark, which is required
--   first: select id from (select id, coalesce(mark, id::text) as mark from public.book) as book where mark is null
--   later: select id from public.book where mark is null
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_mark_required;

-- Step 6 of 7: mark of book is complete; mark of book is required; mark of book is counted; the triggers of book do what the definitions say; the counters of book are these of the definitions
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone; reads every row of book
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger fill on public.book;
drop function almanac.book_fill();
alter table public.book alter column mark set not null;
alter table public.book drop constraint book_mark_required;
drop table almanac.book_mark_chosen;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
  previous timestamptz;
begin
  if tg_op = 'INSERT' then
    perform almanac.lock_counter('book.code');
    perform almanac.lock_counter('book.mark');
    if (new.id > pg_sequence_last_value('public.book_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.book_history as version
      where version.book_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.book_row_version_seq');
    if new.code is null then
      new.code := to_char(new.recorded_at at time zone 'UTC', 'YYYY') || '/' || almanac.number_text(almanac.count_number('book.code', to_char(new.recorded_at at time zone 'UTC', 'YYYY') || '/', null), 3);
    elsif new.code ~ E'^[0-9]{4}\\/([0-9]{3}|[1-9][0-9]{3,17})$' then
      perform almanac.count_number('book.code', left(new.code, 5), substr(new.code, 6, char_length(new.code) - 5)::bigint);
    end if;
    if new.mark is null then
      new.mark := 'M' || almanac.number_text(almanac.count_number('book.mark', 'M', null), 2);
    elsif new.mark ~ '^M([0-9]{2}|[1-9][0-9]{2,17})$' then
      perform almanac.count_number('book.mark', left(new.mark, 1), substr(new.mark, 2, char_length(new.mark) - 1)::bigint);
    end if;
  else
    if new.id is distinct from old.id or (new.title, new.code, new.mark, new.old) is not distinct from (old.title, old.code, old.mark, old.old) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of book never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.code is distinct from old.code and new.code ~ E'^[0-9]{4}\\/([0-9]{3}|[1-9][0-9]{3,17})$' then
      perform almanac.lock_counter('book.code');
      perform almanac.count_number('book.code', left(new.code, 5), substr(new.code, 6, char_length(new.code) - 5)::bigint);
      perform almanac.settle_counter('book.code', null, null);
    end if;
    if new.mark is distinct from old.mark and new.mark ~ '^M([0-9]{2}|[1-9][0-9]{2,17})$' then
      perform almanac.lock_counter('book.mark');
      perform almanac.count_number('book.mark', left(new.mark, 1), substr(new.mark, 2, char_length(new.mark) - 1)::bigint);
      perform almanac.settle_counter('book.mark', null, null);
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.book', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.book_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.book', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.book as latest
            where latest.id = current_setting('almanac.latest.book')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.book', '', true);
          perform set_config('almanac.many.book', statement_timestamp()::text, true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.book_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.book_settle() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  counted jsonb;
  kept bigint;
  greatest_kept bigint;
begin
  counted := nullif(current_setting('almanac.counted.book.code', true), '')::jsonb;
  if (counted ->> 'rows')::bigint > 0 then
    select count(*), max(numbered.number) into kept, greatest_kept
    from (
      select substr(inserted.code, 6, char_length(inserted.code) - 5)::bigint as number
      from inserted
      where inserted.code ~ E'^[0-9]{4}\\/([0-9]{3}|[1-9][0-9]{3,17})$' and left(inserted.code, 5) = counted ->> 'key'
    ) as numbered
    where numbered.number > (counted ->> 'start')::bigint;
    perform almanac.settle_counter('book.code', kept, greatest_kept);
  end if;
  counted := nullif(current_setting('almanac.counted.book.mark', true), '')::jsonb;
  if (counted ->> 'rows')::bigint > 0 then
    select count(*), max(numbered.number) into kept, greatest_kept
    from (
      select substr(inserted.mark, 2, char_length(inserted.mark) - 1)::bigint as number
      from inserted
      where inserted.mark ~ '^M([0-9]{2}|[1-9][0-9]{2,17})$' and left(inserted.mark, 1) = counted ->> 'key'
    ) as numbered
    where numbered.number > (counted ->> 'start')::bigint;
    perform almanac.settle_counter('book.mark', kept, greatest_kept);
  end if;
  return null;
end
$$;

insert into almanac.counter as known (name, key, last)
select 'book.code', left(numbered.written, 5), max(substr(numbered.written, 6, char_length(numbered.written) - 5)::bigint)
from (
  select item.code as written from public.book as item where item.code ~ E'^[0-9]{4}\\/([0-9]{3}|[1-9][0-9]{3,17})$'
  union all
  select item.code as written from public.book_history as item where item.code ~ E'^[0-9]{4}\\/([0-9]{3}|[1-9][0-9]{3,17})$'
) as numbered
group by 2
on conflict on constraint counter_pkey do update set last = greatest(known.last, excluded.last);

insert into almanac.counter as known (name, key, last)
select 'book.mark', left(numbered.written, 1), max(substr(numbered.written, 2, char_length(numbered.written) - 1)::bigint)
from (
  select item.mark as written from public.book as item where item.mark ~ '^M([0-9]{2}|[1-9][0-9]{2,17})$'
  union all
  select item.mark as written from public.book_history as item where item.mark ~ '^M([0-9]{2}|[1-9][0-9]{2,17})$'
) as numbered
group by 2
on conflict on constraint counter_pkey do update set last = greatest(known.last, excluded.last);

delete from almanac.counter where name = 'book.old';

-- To undo it:
--   delete from almanac.counter where name = 'book.mark';
--
--   insert into almanac.counter as known (name, key, last)
--   select 'book.old', left(numbered.written, 1), max(substr(numbered.written, 2, char_length(numbered.written) - 1)::bigint)
--   from (
--     select item.old as written from public.book as item where item.old ~ '^O([0-9]{1}|[1-9][0-9]{1,17})$'
--     union all
--     select item.old as written from public.book_history as item where item.old ~ '^O([0-9]{1}|[1-9][0-9]{1,17})$'
--   ) as numbered
--   group by 2
--   on conflict on constraint counter_pkey do update set last = greatest(known.last, excluded.last);
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--     previous timestamptz;
--   begin
--     if tg_op = 'INSERT' then
--       perform almanac.lock_counter('book.code');
--       perform almanac.lock_counter('book.old');
--       if (new.id > pg_sequence_last_value('public.book_history_deleted_seq')) is not true then
--         select version.replaced_at - interval '1 microsecond' into previous
--         from public.book_history as version
--         where version.book_id = new.id
--         order by version.recorded_at desc
--         limit 1;
--       end if;
--       new.recorded_at := almanac.record_time(previous);
--       new.row_version := nextval('public.book_row_version_seq');
--       if new.code is null then
--         new.code := '' || almanac.number_text(almanac.count_number('book.code', '', null), 3);
--       elsif new.code ~ '^([0-9]{3}|[1-9][0-9]{3,17})$' then
--         perform almanac.count_number('book.code', left(new.code, 0), substr(new.code, 1, char_length(new.code) - 0)::bigint);
--       end if;
--       if new.old is null then
--         new.old := 'O' || almanac.number_text(almanac.count_number('book.old', 'O', null), 1);
--       elsif new.old ~ '^O([0-9]{1}|[1-9][0-9]{1,17})$' then
--         perform almanac.count_number('book.old', left(new.old, 1), substr(new.old, 2, char_length(new.old) - 1)::bigint);
--       end if;
--     else
--       if new.id is distinct from old.id or (new.title, new.code, new.mark, new.old) is not distinct from (old.title, old.code, old.mark, old.old) then
--         if new.id is distinct from old.id then
--           raise exception 'the id of a row of book never changes' using errcode = 'integrity_constraint_violation';
--         end if;
--         return old;
--       end if;
--       if new.code is distinct from old.code and new.code ~ '^([0-9]{3}|[1-9][0-9]{3,17})$' then
--         perform almanac.lock_counter('book.code');
--         perform almanac.count_number('book.code', left(new.code, 0), substr(new.code, 1, char_length(new.code) - 0)::bigint);
--         perform almanac.settle_counter('book.code', null, null);
--       end if;
--       if new.old is distinct from old.old and new.old ~ '^O([0-9]{1}|[1-9][0-9]{1,17})$' then
--         perform almanac.lock_counter('book.old');
--         perform almanac.count_number('book.old', left(new.old, 1), substr(new.old, 2, char_length(new.old) - 1)::bigint);
--         perform almanac.settle_counter('book.old', null, null);
--       end if;
--       if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.book', true), '') <> '') then
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.book_row_version_seq');
--       else
--         if old.recorded_in = pg_current_xact_id() then
--           is_own := old.recorded_at = almanac.record_time(null);
--         end if;
--         if is_own then
--           new.recorded_at := old.recorded_at;
--           new.row_version := old.row_version;
--         else
--           if coalesce(current_setting('almanac.latest.book', true), '') <> '' then
--             perform almanac.record_time((
--               select latest.recorded_at from public.book as latest
--               where latest.id = current_setting('almanac.latest.book')::bigint and latest.recorded_in <> pg_current_xact_id()
--             ));
--             perform set_config('almanac.latest.book', '', true);
--             perform set_config('almanac.many.book', statement_timestamp()::text, true);
--           end if;
--           new.recorded_at := almanac.record_time(old.recorded_at);
--           new.row_version := nextval('public.book_row_version_seq');
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.book_settle() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     counted jsonb;
--     kept bigint;
--     greatest_kept bigint;
--   begin
--     counted := nullif(current_setting('almanac.counted.book.code', true), '')::jsonb;
--     if (counted ->> 'rows')::bigint > 0 then
--       select count(*), max(numbered.number) into kept, greatest_kept
--       from (
--         select substr(inserted.code, 1, char_length(inserted.code) - 0)::bigint as number
--         from inserted
--         where inserted.code ~ '^([0-9]{3}|[1-9][0-9]{3,17})$' and left(inserted.code, 0) = counted ->> 'key'
--       ) as numbered
--       where numbered.number > (counted ->> 'start')::bigint;
--       perform almanac.settle_counter('book.code', kept, greatest_kept);
--     end if;
--     counted := nullif(current_setting('almanac.counted.book.old', true), '')::jsonb;
--     if (counted ->> 'rows')::bigint > 0 then
--       select count(*), max(numbered.number) into kept, greatest_kept
--       from (
--         select substr(inserted.old, 2, char_length(inserted.old) - 1)::bigint as number
--         from inserted
--         where inserted.old ~ '^O([0-9]{1}|[1-9][0-9]{1,17})$' and left(inserted.old, 1) = counted ->> 'key'
--       ) as numbered
--       where numbered.number > (counted ->> 'start')::bigint;
--       perform almanac.settle_counter('book.old', kept, greatest_kept);
--     end if;
--     return null;
--   end
--   $$;
--
--   alter table public.book alter column mark drop not null;

-- Step 7 of 7: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.code is 'code';
comment on column public.book_history.code is 'code';

-- To undo it:
--   comment on column public.book.code is 'number';
--   comment on column public.book_history.code is 'number';


-- a required field without default
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: add the field pages to book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add column pages integer;
alter table public.book_history add column pages integer;

-- To undo it:
--   alter table public.book drop column pages;
--   alter table public.book_history drop column pages;

-- Step 2 of 5: rows of book are written with pages
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_pages_required check (pages is not null) not valid;

-- To undo it:
--   alter table public.book drop constraint if exists book_pages_required;

-- Step 3 of 5: every row of book has pages
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book without pages, which is required
--   first: select id from (select id, null::integer as pages from public.book) as book where pages is null
--   later: select id from public.book where pages is null
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_pages_required;

-- Step 4 of 5: pages of book is required; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book alter column pages set not null;
alter table public.book drop constraint book_pages_required;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.book alter column pages drop not null;

-- Step 5 of 5: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.pages is 'pages';
comment on column public.book_history.pages is 'pages';

-- To undo it:
--   comment on column public.book.pages is null;
--   comment on column public.book_history.pages is null;


-- a field of another name, with its rules and its index
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: rename the field pages of book to leaves
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on
-- Loses: nothing
-- Undo: by the statements behind it
alter index public.book_pages_key rename to book_leaves_key;
alter index public.book_history_pages_book_id_idx rename to book_history_leaves_book_id_idx;
alter table public.book rename column pages to leaves;
alter table public.book_history rename column pages to leaves;
alter table public.book rename constraint book_pages_minimum_check to book_leaves_minimum_check;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   alter table public.book rename constraint book_leaves_minimum_check to book_pages_minimum_check;
--   alter table public.book_history rename column leaves to pages;
--   alter table public.book rename column leaves to pages;
--   alter index public.book_history_leaves_book_id_idx rename to book_history_pages_book_id_idx;
--   alter index public.book_leaves_key rename to book_pages_key;
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 2 of 2: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.leaves is 'leaves';
comment on column public.book_history.leaves is 'leaves';

-- To undo it:
--   comment on column public.book.leaves is 'pages';
--   comment on column public.book_history.leaves is 'pages';


-- a name that one field gives up and another takes over
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: rename the field b of book to c; rename the field a of book to b
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book rename column b to c;
alter table public.book rename column a to b;
alter table public.book_history rename column b to c;
alter table public.book_history rename column a to b;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   alter table public.book_history rename column b to a;
--   alter table public.book_history rename column c to b;
--   alter table public.book rename column b to a;
--   alter table public.book rename column c to b;
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 2 of 2: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.b is 'b';
comment on column public.book.c is 'c';
comment on column public.book_history.b is 'b';
comment on column public.book_history.c is 'c';

-- To undo it:
--   comment on column public.book.b is 'a';
--   comment on column public.book.c is 'b';
--   comment on column public.book_history.b is 'a';
--   comment on column public.book_history.c is 'b';


-- a resource of another name, to which others refer
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: rename book to volume; rename the field book_id of loan to volume_id
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on volume and loan and volume_history, for a moment
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book rename to volume;
alter table public.book_history rename to volume_history;
alter sequence public.book_history_deleted_seq rename to volume_history_deleted_seq;
alter sequence public.book_id_seq rename to volume_id_seq;
alter sequence public.book_row_version_seq rename to volume_row_version_seq;
alter index public.book_pkey rename to volume_pkey;
alter index public.book_title_key rename to volume_title_key;
alter index public.book_history_pkey rename to volume_history_pkey;
alter index public.book_row_version_idx rename to volume_row_version_idx;
alter index public.book_history_book_id_recorded_at_idx rename to volume_history_volume_id_recorded_at_idx;
alter index public.book_history_title_book_id_idx rename to volume_history_title_volume_id_idx;
alter index public.loan_book_id_excl rename to loan_volume_id_excl;
alter index public.loan_book_id_valid_from_idx rename to loan_volume_id_valid_from_idx;
alter table public.volume_history rename column book_id to volume_id;
alter table public.loan rename column book_id to volume_id;
alter table public.loan rename constraint loan_book_id_fkey to loan_volume_id_fkey;

create or replace function almanac.volume_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.volume
  for each row execute function almanac.volume_stamp();

create or replace function almanac.volume_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.volume_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.volume_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.volume
  referencing new table as new_rows
  for each statement execute function almanac.volume_record_insert();

create or replace trigger record_update
  after update on public.volume
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.volume_record_update();

create or replace trigger keep_record_delete
  after delete on public.volume
  referencing old table as old_rows
  for each statement execute function almanac.volume_record_delete();

create or replace function almanac.volume_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.volume
  for each row when (coalesce(current_setting('almanac.latest.volume', true), '') <> '')
  execute function almanac.volume_latest();

create or replace function almanac.loan_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.loan_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger make_room_update
  before update on public.loan
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.volume_id <> old.volume_id
  ))
  execute function almanac.loan_make_room();

drop function almanac.book_stamp();
drop function almanac.book_record_insert();
drop function almanac.book_record_update();
drop function almanac.book_record_delete();
drop function almanac.book_latest();

-- To undo it:
--   alter table public.loan rename constraint loan_volume_id_fkey to loan_book_id_fkey;
--   alter table public.loan rename column volume_id to book_id;
--   alter table public.volume_history rename column volume_id to book_id;
--   alter index public.loan_volume_id_valid_from_idx rename to loan_book_id_valid_from_idx;
--   alter index public.loan_volume_id_excl rename to loan_book_id_excl;
--   alter index public.volume_history_title_volume_id_idx rename to book_history_title_book_id_idx;
--   alter index public.volume_history_volume_id_recorded_at_idx rename to book_history_book_id_recorded_at_idx;
--   alter index public.volume_row_version_idx rename to book_row_version_idx;
--   alter index public.volume_history_pkey rename to book_history_pkey;
--   alter index public.volume_title_key rename to book_title_key;
--   alter index public.volume_pkey rename to book_pkey;
--   alter sequence public.volume_row_version_seq rename to book_row_version_seq;
--   alter sequence public.volume_id_seq rename to book_id_seq;
--   alter sequence public.volume_history_deleted_seq rename to book_history_deleted_seq;
--   alter table public.volume_history rename to book_history;
--   alter table public.volume rename to book;
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.book
--     for each row execute function almanac.book_stamp();
--
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.book
--     referencing new table as new_rows
--     for each statement execute function almanac.book_record_insert();
--
--   create or replace trigger record_update
--     after update on public.book
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.book_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.book
--     referencing old table as old_rows
--     for each statement execute function almanac.book_record_delete();
--
--   create or replace function almanac.book_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.book
--     for each row when (coalesce(current_setting('almanac.latest.book', true), '') <> '')
--     execute function almanac.book_latest();
--
--   create or replace function almanac.loan_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.loan_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger make_room_update
--     before update on public.loan
--     for each row when (new.valid_from is not null and (
--       old.valid_from is null
--       or new.valid_from < old.valid_from
--       or new.valid_to > old.valid_to
--       or (new.valid_to is null and old.valid_to is not null)
--       or new.book_id <> old.book_id
--     ))
--     execute function almanac.loan_make_room();
--
--   drop function almanac.volume_stamp();
--   drop function almanac.volume_record_insert();
--   drop function almanac.volume_record_update();
--   drop function almanac.volume_record_delete();
--   drop function almanac.volume_latest();

-- Step 2 of 3: describe volume anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on volume: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.volume is 'volume';
comment on table public.volume_history is 'volume history: Every version of every volume, the current ones included.';
comment on column public.volume_history.volume_id is 'volume: Id of the volume that this is a version of.';

-- To undo it:
--   comment on table public.volume is 'book';
--   comment on table public.volume_history is 'book history: Every version of every book, the current ones included.';
--   comment on column public.volume_history.volume_id is 'book: Id of the book that this is a version of.';

-- Step 3 of 3: describe loan anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on loan: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.loan.volume_id is 'volume_id';

-- To undo it:
--   comment on column public.loan.volume_id is 'book_id';


-- renames that have been carried out
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.



-- a wider number, unique and with a rule
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 13: give constraints and indexes their new names
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter index public.book_pages_key rename to book_pages_key_old;
alter index public.book_history_pages_book_id_idx rename to book_history_pages_book_id_idx_old;

-- To undo it:
--   alter index public.book_history_pages_book_id_idx_old rename to book_history_pages_book_id_idx;
--   alter index public.book_pages_key_old rename to book_pages_key;

-- Step 2 of 13: rows of book that are written get their pages_next; rows of book_history that are written get their pages_next; add pages_next to book, which becomes pages of type bigint
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment; ACCESS EXCLUSIVE on book_history, for a moment; ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.pages_next is distinct from new.pages::bigint then
    new.pages_next := new.pages::bigint;
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.book
  for each row execute function almanac.book_stamp_fill();

create or replace function almanac.book_history_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.pages_next is distinct from new.pages::bigint then
    new.pages_next := new.pages::bigint;
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.book_history
  for each row execute function almanac.book_history_stamp_fill();

alter table public.book add column pages_next bigint;
alter table public.book_history add column pages_next bigint;

-- To undo it:
--   alter table public.book drop column pages_next;
--   alter table public.book_history drop column pages_next;
--   drop trigger if exists stamp_fill on public.book_history;
--   drop function if exists almanac.book_history_stamp_fill();
--   drop trigger if exists stamp_fill on public.book;
--   drop function if exists almanac.book_stamp_fill();

-- Step 3 of 13: fill pages_next of book
-- Runs: in batches of ids of book
-- Locks: the rows of a batch of book, while it is written
-- Work: writes every row of book that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.book set id = id where (pages_next is distinct from pages::bigint) and id between :first and :last;

-- Step 4 of 13: fill pages_next of book_history
-- Runs: in batches of ids of book_history
-- Locks: the rows of a batch of book_history, while it is written
-- Work: writes every row of book_history that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.book_history set id = id where (pages_next is distinct from pages::bigint) and id between :first and :last;

-- Step 5 of 13: rows of book are written with pages
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book add constraint book_pages_required check (pages_next is not null) not valid;

-- To undo it:
--   alter table public.book drop constraint if exists book_pages_required;

-- Step 6 of 13: make the index book_pages_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Asks: rows of book that share their pages with another one
--   first: select id from (select id, count(*) over (partition by pages) as number from (select id, pages::bigint as pages from public.book) as book where pages is not null) as book where number > 1
--   later: select id from (select id, count(*) over (partition by pages) as number from public.book where pages is not null) as book where number > 1
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_pages_key;
create unique index concurrently book_pages_key on public.book (pages_next);

-- To undo it:
--   drop index concurrently if exists public.book_pages_key;

-- Step 7 of 13: every row of book has pages
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_pages_required;

-- Step 8 of 13: make the index book_history_pages_book_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: scans book_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_pages_book_id_idx;
create index concurrently book_history_pages_book_id_idx on public.book_history (pages_next, book_id);

-- To undo it:
--   drop index concurrently if exists public.book_history_pages_book_id_idx;

-- Step 9 of 13: pages_next of book is complete; pages_next of book_history is complete; drop book_pages_key_old, book_pages_minimum_check; pages of book is of the new type; pages of book is unique; add book_pages_minimum_check; pages of book is required; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment; ACCESS EXCLUSIVE on book_history, for a moment; ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.book;
drop function almanac.book_stamp_fill();
drop trigger stamp_fill on public.book_history;
drop function almanac.book_history_stamp_fill();
alter table public.book drop constraint book_pages_key_old;
alter table public.book drop constraint book_pages_minimum_check;
alter table public.book rename column pages to pages_former;
alter table public.book rename column pages_next to pages;
alter table public.book_history rename column pages to pages_former;
alter table public.book_history rename column pages_next to pages;
alter table public.book alter column pages_former drop not null;

create or replace function almanac.book_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp_former
  before insert or update on public.book
  for each row execute function almanac.book_stamp_former();

create or replace function almanac.book_history_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp_former
  before insert or update on public.book_history
  for each row execute function almanac.book_history_stamp_former();

alter table public.book add constraint book_pages_key unique using index book_pages_key deferrable initially immediate;
alter table public.book add constraint book_pages_minimum_check check (pages >= 0) not valid;
alter table public.book alter column pages set not null;
alter table public.book drop constraint book_pages_required;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.book
  for each row execute function almanac.book_stamp();

create or replace function almanac.book_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.book
  referencing new table as new_rows
  for each statement execute function almanac.book_record_insert();

create or replace trigger record_update
  after update on public.book
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.book_record_update();

create or replace trigger keep_record_delete
  after delete on public.book
  referencing old table as old_rows
  for each statement execute function almanac.book_record_delete();

create or replace function almanac.book_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.book
  for each row when (coalesce(current_setting('almanac.latest.book', true), '') <> '')
  execute function almanac.book_latest();

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.book
--     for each row execute function almanac.book_stamp();
--
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.book
--     referencing new table as new_rows
--     for each statement execute function almanac.book_record_insert();
--
--   create or replace trigger record_update
--     after update on public.book
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.book_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.book
--     referencing old table as old_rows
--     for each statement execute function almanac.book_record_delete();
--
--   create or replace function almanac.book_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.book
--     for each row when (coalesce(current_setting('almanac.latest.book', true), '') <> '')
--     execute function almanac.book_latest();
--
--   alter table public.book alter column pages drop not null;
--   alter table public.book drop constraint book_pages_minimum_check;
--   alter table public.book drop constraint book_pages_key;
--
--   do $$
--   begin
--     if exists (select from public.book where not (pages between -2147483648 and 2147483647)) then
--       raise exception 'rows of % have a % that the old type cannot hold', 'book', 'pages'
--         using errcode = 'check_violation';
--     end if;
--   end
--   $$;
--
--   do $$
--   begin
--     if exists (select from public.book_history where not (pages between -2147483648 and 2147483647)) then
--       raise exception 'rows of % have a % that the old type cannot hold', 'book_history', 'pages'
--         using errcode = 'check_violation';
--     end if;
--   end
--   $$;
--
--   drop trigger stamp_former on public.book;
--   drop function almanac.book_stamp_former();
--   drop trigger stamp_former on public.book_history;
--   drop function almanac.book_history_stamp_former();
--   alter table public.book alter column pages_former set not null;
--   alter table public.book rename column pages to pages_next;
--   alter table public.book rename column pages_former to pages;
--   alter table public.book_history rename column pages to pages_next;
--   alter table public.book_history rename column pages_former to pages;
--   alter table public.book add constraint book_pages_key_old unique (pages) deferrable initially immediate;
--   alter table public.book add constraint book_pages_minimum_check check (pages >= 0);

-- Step 10 of 13: every row of book keeps book_pages_minimum_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: scans book
-- Asks: rows of book that break book_pages_minimum_check (minimum of pages)
--   first: select id from (select id, pages::bigint as pages from public.book) as book where not (pages >= 0)
--   later: select id from public.book where not (pages >= 0)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.book validate constraint book_pages_minimum_check;

-- Step 11 of 13: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.pages is 'pages';
comment on column public.book_history.pages is 'pages';

-- To undo it:
--   comment on column public.book.pages is null;
--   comment on column public.book_history.pages is null;

-- Step 12 of 13: drop the index book_history_pages_book_id_idx_old
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_pages_book_id_idx_old;

-- To undo it:
--   drop index concurrently if exists public.book_history_pages_book_id_idx_old;
--   create index concurrently book_history_pages_book_id_idx_old on public.book_history (pages_former, book_id);

-- Step 13 of 13: drop pages_former of book, which was of the old type
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_former on public.book;
drop function almanac.book_stamp_former();
drop trigger stamp_former on public.book_history;
drop function almanac.book_history_stamp_former();
alter table public.book drop column pages_former;
alter table public.book_history drop column pages_former;

-- To undo it:
--   alter table public.book add column pages_former integer;
--   alter table public.book_history add column pages_former integer;
--   comment on column public.book.pages_former is 'pages';
--   comment on column public.book_history.pages_former is 'pages';
--
--   create or replace function almanac.book_stamp_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     new.pages_former := case when new.pages between -2147483648 and 2147483647 then new.pages::integer end;
--     return new;
--   end
--   $$;
--
--   create or replace trigger stamp_former
--     before insert or update on public.book
--     for each row execute function almanac.book_stamp_former();
--
--   create or replace function almanac.book_history_stamp_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     new.pages_former := case when new.pages between -2147483648 and 2147483647 then new.pages::integer end;
--     return new;
--   end
--   $$;
--
--   create or replace trigger stamp_former
--     before insert or update on public.book_history
--     for each row execute function almanac.book_history_stamp_former();
--
--   update public.book set id = id;
--   update public.book_history set id = id;


-- a number that becomes text, where there is no history
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: rows of book that are written get their pages_next; add pages_next to book, which becomes pages of type text
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.pages_next is distinct from new.pages::text then
    new.pages_next := new.pages::text;
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.book
  for each row execute function almanac.book_stamp_fill();

alter table public.book add column pages_next text;

-- To undo it:
--   alter table public.book drop column pages_next;
--   drop trigger if exists stamp_fill on public.book;
--   drop function if exists almanac.book_stamp_fill();

-- Step 2 of 5: fill pages_next of book
-- Runs: in batches of ids of book
-- Locks: the rows of a batch of book, while it is written
-- Work: writes every row of book that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.book set id = id where (pages_next is distinct from pages::text) and id between :first and :last;

-- Step 3 of 5: pages_next of book is complete; pages of book is of the new type; the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.book;
drop function almanac.book_stamp_fill();
alter table public.book rename column pages to pages_former;
alter table public.book rename column pages_next to pages;

create or replace function almanac.book_stamp_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  new.pages_former := case when case when new.pages ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then new.pages::numeric between -2147483648 and 2147483647 else false end then new.pages::integer end;
  return new;
end
$$;

create or replace trigger stamp_former
  before insert or update on public.book
  for each row execute function almanac.book_stamp_former();

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.book
  for each row execute function almanac.book_stamp();

create or replace function almanac.book_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.book
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.book_record_insert();

create or replace trigger record_update
  after update on public.book
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.book_record_update();

create or replace trigger keep_record_delete
  after delete on public.book
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.book_record_delete();

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.book
--     for each row execute function almanac.book_stamp();
--
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.book
--     referencing new table as new_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.book_record_insert();
--
--   create or replace trigger record_update
--     after update on public.book
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.book_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.book
--     referencing old table as old_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.book_record_delete();
--
--   do $$
--   begin
--     if exists (select from public.book where not (case when pages ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then pages::numeric between -2147483648 and 2147483647 else false end)) then
--       raise exception 'rows of % have a % that the old type cannot hold', 'book', 'pages'
--         using errcode = 'check_violation';
--     end if;
--   end
--   $$;
--
--   drop trigger stamp_former on public.book;
--   drop function almanac.book_stamp_former();
--   alter table public.book rename column pages to pages_next;
--   alter table public.book rename column pages_former to pages;

-- Step 4 of 5: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.pages is 'pages';

-- To undo it:
--   comment on column public.book.pages is null;

-- Step 5 of 5: drop pages_former of book, which was of the old type
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_former on public.book;
drop function almanac.book_stamp_former();
alter table public.book drop column pages_former;

-- To undo it:
--   alter table public.book add column pages_former integer;
--   comment on column public.book.pages_former is 'pages';
--
--   create or replace function almanac.book_stamp_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     new.pages_former := case when case when new.pages ~ '^(?!-0$)-?(0|[1-9][0-9]{0,130})$' then new.pages::numeric between -2147483648 and 2147483647 else false end then new.pages::integer end;
--     return new;
--   end
--   $$;
--
--   create or replace trigger stamp_former
--     before insert or update on public.book
--     for each row execute function almanac.book_stamp_former();
--
--   update public.book set id = id;


-- a field that is gone
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: rows of book are written without pages
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book alter column pages drop not null;

-- To undo it:
--   alter table public.book alter column pages set not null;

-- Step 2 of 5: drop the index book_pages_title_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_pages_title_id_idx;

-- To undo it:
--   drop index concurrently if exists public.book_pages_title_id_idx;
--   create index concurrently book_pages_title_id_idx on public.book (pages, title, id);

-- Step 3 of 5: drop the index book_history_pages_title_book_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_history_pages_title_book_id_idx;

-- To undo it:
--   drop index concurrently if exists public.book_history_pages_title_book_id_idx;
--   create index concurrently book_history_pages_title_book_id_idx on public.book_history (pages, title, book_id);

-- Step 4 of 5: drop the field pages of book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: every value of pages in book and in book_history
-- Undo: impossible: restore a backup
create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

alter table public.book drop column pages;
alter table public.book_history drop column pages;

-- Step 5 of 5: drop the field price of book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: every value of price in book and in book_history
-- Undo: impossible: restore a backup
create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

alter table public.book drop column price;
alter table public.book_history drop column price;


-- a stored field that is now computed
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: the triggers of book do what the definitions say; rows of book are written without flag
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

alter table public.book alter column flag drop not null;

-- To undo it:
--   alter table public.book alter column flag set not null;
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 2 of 2: drop the field flag of book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and book_history, for a moment
-- Work: the catalog alone
-- Loses: every value of flag in book and in book_history
-- Undo: impossible: restore a backup
alter table public.book drop column flag;
alter table public.book_history drop column flag;


-- a resource that is gone, and was referred to
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: drop book_author_id_fkey
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book and author, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book drop constraint book_author_id_fkey;

-- To undo it:
--   alter table public.book add constraint book_author_id_fkey foreign key (author_id) references public.author (id);

-- Step 2 of 4: drop the index book_author_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_author_id_id_idx;

-- To undo it:
--   drop index concurrently if exists public.book_author_id_id_idx;
--   create index concurrently book_author_id_id_idx on public.book (author_id, id);

-- Step 3 of 4: author refers to nothing any more
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on author and what it refers to, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.author drop constraint author_book_id_fkey;

-- To undo it:
--   alter table public.author add constraint author_book_id_fkey foreign key (book_id) references public.book (id);

-- Step 4 of 4: drop the resource author
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on author_history and author, for a moment
-- Work: the catalog alone
-- Loses: every row of author_history and of author
-- Undo: impossible: restore a backup
drop table public.author_history;
drop table public.author;
drop function almanac.author_stamp();
drop function almanac.author_record_insert();
drop function almanac.author_record_update();
drop function almanac.author_record_delete();
drop function almanac.author_latest();


-- a reference by which rows make trees from now on, under another name
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: rename the field above_id of place to parent_id
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on place, for a moment
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on
-- Loses: nothing
-- Undo: by the statements behind it
alter index public.place_above_id_id_idx rename to place_parent_id_id_idx;
alter table public.place rename column above_id to parent_id;
alter table public.place rename constraint place_above_id_fkey to place_parent_id_fkey;

create or replace function almanac.place_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   alter table public.place rename constraint place_parent_id_fkey to place_above_id_fkey;
--   alter table public.place rename column parent_id to above_id;
--   alter index public.place_parent_id_id_idx rename to place_above_id_id_idx;
--
--   create or replace function almanac.place_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 2 of 5: the triggers of place do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on place, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.place_parent_id_note_circle() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$ ... $$;

create or replace trigger note_circle_1_insert
  after insert on public.place
  referencing new table as new_rows
  for each statement execute function almanac.place_parent_id_note_circle();

create or replace trigger note_circle_1_update
  after update on public.place
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.place_parent_id_note_circle();

-- To undo it:
--   drop trigger note_circle_1_update on public.place;
--   drop trigger note_circle_1_insert on public.place;
--   drop function almanac.place_parent_id_note_circle();

-- Step 3 of 5: decide checks of related rows as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.place_parent_id_circles(moved bigint[]) returns void
language plpgsql
set enable_seqscan = off
set enable_mergejoin = off
as $$ ... $$;

create or replace function almanac.decide_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create constraint trigger decide
  after insert on almanac.check_due
  deferrable initially deferred
  for each row execute function almanac.decide_checks();

-- To undo it:
--   drop trigger decide on almanac.check_due;
--   drop function almanac.decide_checks();
--   drop function almanac.place_parent_id_circles(bigint[]);

-- Step 4 of 5: no row of place is its own ancestor by parent_id
-- Runs: in a transaction
-- Locks: nothing, but other changes of parent_id wait
-- Work: reads place
-- Asks: rows of place that are their own ancestors by parent_id
--   first: with recursive above (id, parent) as materialized (
--       select item.id, item.parent_id
--       from (select id, above_id as parent_id from public.place) as item
--     ), rooted (id) as (
--       select above.id
--       from above
--       where not exists (select from above as parent where parent.id = above.parent)
--       union all
--       select above.id
--       from rooted
--       join above on above.parent = rooted.id
--     ), looped (start, at) as (
--       select above.id, above.parent
--       from above
--       where not exists (select from rooted where rooted.id = above.id)
--       union
--       select looped.start, above.parent
--       from looped
--       join above on above.id = looped.at
--       where looped.start <> looped.at
--     )
--     select looped.start as id
--     from looped
--     where looped.start = looped.at
--   later: with recursive above (id, parent) as materialized (
--       select item.id, item.parent_id
--       from public.place as item
--     ), rooted (id) as (
--       select above.id
--       from above
--       where not exists (select from above as parent where parent.id = above.parent)
--       union all
--       select above.id
--       from rooted
--       join above on above.parent = rooted.id
--     ), looped (start, at) as (
--       select above.id, above.parent
--       from above
--       where not exists (select from rooted where rooted.id = above.id)
--       union
--       select looped.start, above.parent
--       from looped
--       join above on above.id = looped.at
--       where looped.start <> looped.at
--     )
--     select looped.start as id
--     from looped
--     where looped.start = looped.at
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.place_parent_id_circles(array(select item.id from public.place as item));

-- Step 5 of 5: describe place anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on place: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.place.parent_id is 'parent_id';

-- To undo it:
--   comment on column public.place.parent_id is 'above_id';


-- a tree under another name
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: rename place to area; rename the field above_id of area to parent_id; decide checks under the new names
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on area, for a moment; nothing
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on; the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.place rename to area;
alter sequence public.place_id_seq rename to area_id_seq;
alter sequence public.place_row_version_seq rename to area_row_version_seq;
alter index public.place_pkey rename to area_pkey;
alter index public.place_above_id_id_idx rename to area_parent_id_id_idx;
alter table public.area rename column above_id to parent_id;
alter table public.area rename constraint place_above_id_fkey to area_parent_id_fkey;

create or replace function almanac.area_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.area
  for each row execute function almanac.area_stamp();

create or replace function almanac.area_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.area_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.area_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.area
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.area_record_insert();

create or replace trigger record_update
  after update on public.area
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.area_record_update();

create or replace trigger keep_record_delete
  after delete on public.area
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.area_record_delete();

create or replace function almanac.area_parent_id_note_circle() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$ ... $$;

create or replace trigger note_circle_1_insert
  after insert on public.area
  referencing new table as new_rows
  for each statement execute function almanac.area_parent_id_note_circle();

create or replace trigger note_circle_1_update
  after update on public.area
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.area_parent_id_note_circle();

drop function almanac.place_stamp();
drop function almanac.place_record_insert();
drop function almanac.place_record_update();
drop function almanac.place_record_delete();
drop function almanac.place_above_id_note_circle();
drop function almanac.place_above_id_circles(bigint[]);

create or replace function almanac.area_parent_id_circles(moved bigint[]) returns void
language plpgsql
set enable_seqscan = off
set enable_mergejoin = off
as $$ ... $$;

create or replace function almanac.decide_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   drop function almanac.area_parent_id_circles(bigint[]);
--
--   create or replace function almanac.place_above_id_circles(moved bigint[]) returns void
--   language plpgsql
--   set enable_seqscan = off
--   set enable_mergejoin = off
--   as $$ ... $$;
--
--   create or replace function almanac.decide_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   alter table public.area rename constraint area_parent_id_fkey to place_above_id_fkey;
--   alter table public.area rename column parent_id to above_id;
--   alter index public.area_parent_id_id_idx rename to place_above_id_id_idx;
--   alter index public.area_pkey rename to place_pkey;
--   alter sequence public.area_row_version_seq rename to place_row_version_seq;
--   alter sequence public.area_id_seq rename to place_id_seq;
--   alter table public.area rename to place;
--
--   create or replace function almanac.place_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.place
--     for each row execute function almanac.place_stamp();
--
--   create or replace function almanac.place_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.place_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.place_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.place
--     referencing new table as new_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.place_record_insert();
--
--   create or replace trigger record_update
--     after update on public.place
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.place_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.place
--     referencing old table as old_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.place_record_delete();
--
--   create or replace function almanac.place_above_id_note_circle() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set enable_seqscan = off
--   as $$ ... $$;
--
--   create or replace trigger note_circle_1_insert
--     after insert on public.place
--     referencing new table as new_rows
--     for each statement execute function almanac.place_above_id_note_circle();
--
--   create or replace trigger note_circle_1_update
--     after update on public.place
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.place_above_id_note_circle();
--
--   drop function almanac.area_stamp();
--   drop function almanac.area_record_insert();
--   drop function almanac.area_record_update();
--   drop function almanac.area_record_delete();
--   drop function almanac.area_parent_id_note_circle();

-- Step 2 of 2: describe area anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on area: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.area is 'area';
comment on column public.area.parent_id is 'parent_id';

-- To undo it:
--   comment on table public.area is 'place';
--   comment on column public.area.parent_id is 'above_id';


-- a reference by which rows need not make trees
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: the triggers of place do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on place, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger note_circle_1_update on public.place;
drop trigger note_circle_1_insert on public.place;
drop function almanac.place_above_id_note_circle();

-- To undo it:
--   create or replace function almanac.place_above_id_note_circle() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set enable_seqscan = off
--   as $$ ... $$;
--
--   create or replace trigger note_circle_1_insert
--     after insert on public.place
--     referencing new table as new_rows
--     for each statement execute function almanac.place_above_id_note_circle();
--
--   create or replace trigger note_circle_1_update
--     after update on public.place
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.place_above_id_note_circle();

-- Step 2 of 2: decide checks of related rows as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger decide on almanac.check_due;
drop function almanac.decide_checks();
drop function almanac.place_above_id_circles(bigint[]);

-- To undo it:
--   create or replace function almanac.place_above_id_circles(moved bigint[]) returns void
--   language plpgsql
--   set enable_seqscan = off
--   set enable_mergejoin = off
--   as $$ ... $$;
--
--   create or replace function almanac.decide_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create constraint trigger decide
--     after insert on almanac.check_due
--     deferrable initially deferred
--     for each row execute function almanac.decide_checks();


-- a rule that looks through a relation, and rules of access
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_checks_update
  after update on public.book
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.book_note_checks();

-- To undo it:
--   drop trigger note_checks_update on public.book;
--   drop function almanac.book_note_checks();

-- Step 2 of 4: the triggers of loan do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on loan, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.loan_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_checks_insert
  after insert on public.loan
  referencing new table as new_rows
  for each statement execute function almanac.loan_note_checks();

create or replace trigger note_checks_update
  after update on public.loan
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.loan_note_checks();

-- To undo it:
--   drop trigger note_checks_update on public.loan;
--   drop trigger note_checks_insert on public.loan;
--   drop function almanac.loan_note_checks();

-- Step 3 of 4: decide checks of related rows as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.loan_checks(concerned bigint[]) returns void
language plpgsql
as $$ ... $$;

create or replace function almanac.decide_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create constraint trigger decide
  after insert on almanac.check_due
  deferrable initially deferred
  for each row execute function almanac.decide_checks();

-- To undo it:
--   drop trigger decide on almanac.check_due;
--   drop function almanac.decide_checks();
--   drop function almanac.loan_checks(bigint[]);

-- Step 4 of 4: every row of loan keeps loan_rule_1_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads loan and what its checks look at
-- Asks: rows of loan that break loan_rule_1_check (The Bible stays here.)
--   first: select item.id from public.loan as item where (exists (select from public.book as item_1 where item_1.id = item.book_id and item_1.title <> 'Bible'::text)) is not true
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.loan_checks(array(select item.id from public.loan as item));


-- a rule that looks through a relation at a field of another name: it stays out of the tables
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: rename the field title of book to heading; decide checks under the new names
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment; nothing
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on; the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book rename column title to heading;

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.loan_checks(concerned bigint[]) returns void
language plpgsql
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.loan_checks(concerned bigint[]) returns void
--   language plpgsql
--   as $$ ... $$;
--
--   alter table public.book rename column heading to title;
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_note_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 2 of 2: describe book anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.book.heading is 'heading';

-- To undo it:
--   comment on column public.book.heading is 'title';


-- a check over what related rows have together
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_checks_insert
  after insert on public.book
  referencing new table as new_rows
  for each statement execute function almanac.book_note_checks();

create or replace trigger note_checks_update
  after update on public.book
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.book_note_checks();

-- To undo it:
--   drop trigger note_checks_update on public.book;
--   drop trigger note_checks_insert on public.book;
--   drop function almanac.book_note_checks();

-- Step 2 of 5: the triggers of hold do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on hold, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.hold_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_checks_insert
  after insert on public.hold
  referencing new table as new_rows
  for each statement execute function almanac.hold_note_checks();

create or replace trigger note_checks_update
  after update on public.hold
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.hold_note_checks();

create or replace trigger note_checks_delete
  after delete on public.hold
  referencing old table as old_rows
  for each statement execute function almanac.hold_note_checks();

-- To undo it:
--   drop trigger note_checks_delete on public.hold;
--   drop trigger note_checks_update on public.hold;
--   drop trigger note_checks_insert on public.hold;
--   drop function almanac.hold_note_checks();

-- Step 3 of 5: the triggers of share do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on share, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.share_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_checks_insert
  after insert on public.share
  referencing new table as new_rows
  for each statement execute function almanac.share_note_checks();

create or replace trigger note_checks_update
  after update on public.share
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.share_note_checks();

create or replace trigger note_checks_delete
  after delete on public.share
  referencing old table as old_rows
  for each statement execute function almanac.share_note_checks();

-- To undo it:
--   drop trigger note_checks_delete on public.share;
--   drop trigger note_checks_update on public.share;
--   drop trigger note_checks_insert on public.share;
--   drop function almanac.share_note_checks();

-- Step 4 of 5: decide checks of related rows as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_checks(concerned bigint[]) returns void
language plpgsql
as $$ ... $$;

create or replace function almanac.decide_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create constraint trigger decide
  after insert on almanac.check_due
  deferrable initially deferred
  for each row execute function almanac.decide_checks();

-- To undo it:
--   drop trigger decide on almanac.check_due;
--   drop function almanac.decide_checks();
--   drop function almanac.book_checks(bigint[]);

-- Step 5 of 5: every row of book keeps book_rule_1_check, book_rule_2_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads book and what its checks look at
-- Asks: rows of book that break book_rule_1_check (At most one.)
--   first: select item.id from public.book as item where ((select coalesce(sum(item_1.part), 0) from public.share as item_1 where item_1.book_id = item.id and item_1.part > '0.1'::numeric) <= '1'::numeric) is not true
-- Asks: rows of book that break book_rule_2_check (At most one.)
--   first: select item.id from public.book as item where exists (with bound as (select distinct each.at from (select entry_bound.at from public.hold as item_1, unnest(array[item_1.valid_from, item_1.valid_to]) as entry_bound (at) where item_1.book_id = item.id and item_1.valid_from is not null) as each (at) where each.at is not null) select from (select bound.at from bound union all select '-infinity'::timestamptz where not exists (select from bound)) as state where (item.title = 'none'::text or (select max(item_1.part) from public.hold as item_1 where item_1.book_id = item.id and item_1.valid_from is not null and item_1.valid_from <= state.at and (item_1.valid_to > state.at or item_1.valid_to is null)) <= '1'::numeric) is not true)
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.book_checks(array(select item.id from public.book as item));


-- other names for what a check over related rows looks at
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: rename the field part of hold to portion; rename share to stake; rename the field part of stake to portion; decide checks under the new names
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on hold and stake, for a moment; nothing
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on; the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.share rename to stake;
alter sequence public.share_id_seq rename to stake_id_seq;
alter sequence public.share_row_version_seq rename to stake_row_version_seq;
alter index public.share_pkey rename to stake_pkey;
alter index public.share_book_id_id_idx rename to stake_book_id_id_idx;
alter table public.hold rename column part to portion;
alter table public.stake rename column part to portion;
alter table public.stake rename constraint share_book_id_fkey to stake_book_id_fkey;

create or replace function almanac.hold_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.hold_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stake_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.stake
  for each row execute function almanac.stake_stamp();

create or replace function almanac.stake_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stake_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stake_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.stake
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.stake_record_insert();

create or replace trigger record_update
  after update on public.stake
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.stake_record_update();

create or replace trigger keep_record_delete
  after delete on public.stake
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.stake_record_delete();

create or replace function almanac.stake_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_checks_insert
  after insert on public.stake
  referencing new table as new_rows
  for each statement execute function almanac.stake_note_checks();

create or replace trigger note_checks_update
  after update on public.stake
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.stake_note_checks();

create or replace trigger note_checks_delete
  after delete on public.stake
  referencing old table as old_rows
  for each statement execute function almanac.stake_note_checks();

drop function almanac.share_stamp();
drop function almanac.share_record_insert();
drop function almanac.share_record_update();
drop function almanac.share_record_delete();
drop function almanac.share_note_checks();

create or replace function almanac.book_checks(concerned bigint[]) returns void
language plpgsql
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.book_checks(concerned bigint[]) returns void
--   language plpgsql
--   as $$ ... $$;
--
--   alter table public.stake rename constraint stake_book_id_fkey to share_book_id_fkey;
--   alter table public.stake rename column portion to part;
--   alter table public.hold rename column portion to part;
--   alter index public.stake_book_id_id_idx rename to share_book_id_id_idx;
--   alter index public.stake_pkey rename to share_pkey;
--   alter sequence public.stake_row_version_seq rename to share_row_version_seq;
--   alter sequence public.stake_id_seq rename to share_id_seq;
--   alter table public.stake rename to share;
--
--   create or replace function almanac.hold_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.hold_note_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.share_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.share
--     for each row execute function almanac.share_stamp();
--
--   create or replace function almanac.share_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.share_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.share_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.share
--     referencing new table as new_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.share_record_insert();
--
--   create or replace trigger record_update
--     after update on public.share
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.share_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.share
--     referencing old table as old_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.share_record_delete();
--
--   create or replace function almanac.share_note_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger note_checks_insert
--     after insert on public.share
--     referencing new table as new_rows
--     for each statement execute function almanac.share_note_checks();
--
--   create or replace trigger note_checks_update
--     after update on public.share
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.share_note_checks();
--
--   create or replace trigger note_checks_delete
--     after delete on public.share
--     referencing old table as old_rows
--     for each statement execute function almanac.share_note_checks();
--
--   drop function almanac.stake_stamp();
--   drop function almanac.stake_record_insert();
--   drop function almanac.stake_record_update();
--   drop function almanac.stake_record_delete();
--   drop function almanac.stake_note_checks();

-- Step 2 of 3: describe hold anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on hold: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.hold.portion is 'Portion';

-- To undo it:
--   comment on column public.hold.portion is 'Part';

-- Step 3 of 3: describe stake anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on stake: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.stake is 'Stake';
comment on column public.stake.portion is 'Portion';

-- To undo it:
--   comment on table public.stake is 'Share';
--   comment on column public.stake.portion is 'Part';


-- a rule that others cover an entry, whose parent gets another name
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 8: rename hall to room; rename the field hall_id of shift to room_id; rename the field hall_id of watch to room_id
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on room and shift and watch, for a moment
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.hall rename to room;
alter sequence public.hall_id_seq rename to room_id_seq;
alter sequence public.hall_row_version_seq rename to room_row_version_seq;
alter index public.hall_pkey rename to room_pkey;
alter index public.shift_hall_id_excl rename to shift_room_id_excl;
alter index public.shift_hall_id_valid_from_idx rename to shift_room_id_valid_from_idx;
alter index public.watch_hall_id_excl rename to watch_room_id_excl;
alter index public.watch_hall_id_valid_from_idx rename to watch_room_id_valid_from_idx;
alter table public.shift rename column hall_id to room_id;
alter table public.watch rename column hall_id to room_id;
alter table public.shift rename constraint shift_hall_id_fkey to shift_room_id_fkey;
alter table public.watch rename constraint watch_hall_id_fkey to watch_room_id_fkey;

create or replace function almanac.room_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.room
  for each row execute function almanac.room_stamp();

create or replace function almanac.room_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.room_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.room_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.room
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.room_record_insert();

create or replace trigger record_update
  after update on public.room
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.room_record_update();

create or replace trigger keep_record_delete
  after delete on public.room
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.room_record_delete();

create or replace function almanac.shift_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.shift_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger make_room_update
  before update on public.shift
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.room_id <> old.room_id
  ))
  execute function almanac.shift_make_room();

create or replace function almanac.watch_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.watch_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger make_room_update
  before update on public.watch
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.room_id <> old.room_id
  ))
  execute function almanac.watch_make_room();

drop function almanac.hall_stamp();
drop function almanac.hall_record_insert();
drop function almanac.hall_record_update();
drop function almanac.hall_record_delete();

-- To undo it:
--   alter table public.watch rename constraint watch_room_id_fkey to watch_hall_id_fkey;
--   alter table public.shift rename constraint shift_room_id_fkey to shift_hall_id_fkey;
--   alter table public.watch rename column room_id to hall_id;
--   alter table public.shift rename column room_id to hall_id;
--   alter index public.watch_room_id_valid_from_idx rename to watch_hall_id_valid_from_idx;
--   alter index public.watch_room_id_excl rename to watch_hall_id_excl;
--   alter index public.shift_room_id_valid_from_idx rename to shift_hall_id_valid_from_idx;
--   alter index public.shift_room_id_excl rename to shift_hall_id_excl;
--   alter index public.room_pkey rename to hall_pkey;
--   alter sequence public.room_row_version_seq rename to hall_row_version_seq;
--   alter sequence public.room_id_seq rename to hall_id_seq;
--   alter table public.room rename to hall;
--
--   create or replace function almanac.hall_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.hall
--     for each row execute function almanac.hall_stamp();
--
--   create or replace function almanac.hall_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.hall_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.hall_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.hall
--     referencing new table as new_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.hall_record_insert();
--
--   create or replace trigger record_update
--     after update on public.hall
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.hall_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.hall
--     referencing old table as old_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.hall_record_delete();
--
--   create or replace function almanac.shift_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.shift_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger make_room_update
--     before update on public.shift
--     for each row when (new.valid_from is not null and (
--       old.valid_from is null
--       or new.valid_from < old.valid_from
--       or new.valid_to > old.valid_to
--       or (new.valid_to is null and old.valid_to is not null)
--       or new.hall_id <> old.hall_id
--     ))
--     execute function almanac.shift_make_room();
--
--   create or replace function almanac.watch_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.watch_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger make_room_update
--     before update on public.watch
--     for each row when (new.valid_from is not null and (
--       old.valid_from is null
--       or new.valid_from < old.valid_from
--       or new.valid_to > old.valid_to
--       or (new.valid_to is null and old.valid_to is not null)
--       or new.hall_id <> old.hall_id
--     ))
--     execute function almanac.watch_make_room();
--
--   drop function almanac.room_stamp();
--   drop function almanac.room_record_insert();
--   drop function almanac.room_record_update();
--   drop function almanac.room_record_delete();

-- Step 2 of 8: the triggers of shift do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on shift, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.shift_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_checks_insert
  after insert on public.shift
  referencing new table as new_rows
  for each statement execute function almanac.shift_note_checks();

create or replace trigger note_checks_update
  after update on public.shift
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.shift_note_checks();

create or replace trigger note_checks_delete
  after delete on public.shift
  referencing old table as old_rows
  for each statement execute function almanac.shift_note_checks();

-- To undo it:
--   drop trigger note_checks_delete on public.shift;
--   drop trigger note_checks_update on public.shift;
--   drop trigger note_checks_insert on public.shift;
--   drop function almanac.shift_note_checks();

-- Step 3 of 8: the triggers of watch do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on watch, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.watch_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_checks_insert
  after insert on public.watch
  referencing new table as new_rows
  for each statement execute function almanac.watch_note_checks();

create or replace trigger note_checks_update
  after update on public.watch
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.watch_note_checks();

-- To undo it:
--   drop trigger note_checks_update on public.watch;
--   drop trigger note_checks_insert on public.watch;
--   drop function almanac.watch_note_checks();

-- Step 4 of 8: decide checks of related rows as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.watch_checks(concerned bigint[]) returns void
language plpgsql
as $$ ... $$;

create or replace function almanac.decide_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create constraint trigger decide
  after insert on almanac.check_due
  deferrable initially deferred
  for each row execute function almanac.decide_checks();

-- To undo it:
--   drop trigger decide on almanac.check_due;
--   drop function almanac.decide_checks();
--   drop function almanac.watch_checks(bigint[]);

-- Step 5 of 8: every row of watch keeps watch_covered_by_1_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads watch and what its checks look at
-- Asks: rows of watch that break watch_covered_by_1_check (A watch is within a shift.)
--   first: select item.id from (select id, valid_from as valid_from, valid_to as valid_to, hall_id as room_id from public.watch) as item where ((select range_agg(tstzrange(own_2.valid_from, own_2.valid_to)) @> tstzrange(item.valid_from, item.valid_to) from (select id from public.hall) as own_1, (select id, hall_id as room_id, crew as crew, valid_from as valid_from, valid_to as valid_to from public.shift) as own_2 where own_1.id = item.room_id and own_2.room_id = own_1.id and own_2.valid_from is not null and own_2.crew = 'a'::text)) is not true and item.valid_from is not null
--   later: select item.id from public.watch as item where ((select range_agg(tstzrange(own_2.valid_from, own_2.valid_to)) @> tstzrange(item.valid_from, item.valid_to) from public.room as own_1, public.shift as own_2 where own_1.id = item.room_id and own_2.room_id = own_1.id and own_2.valid_from is not null and own_2.crew = 'a'::text)) is not true and item.valid_from is not null
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.watch_checks(array(select item.id from public.watch as item));

-- Step 6 of 8: describe room anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on room: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.room is 'room';

-- To undo it:
--   comment on table public.room is 'hall';

-- Step 7 of 8: describe shift anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on shift: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.shift.room_id is 'room_id';

-- To undo it:
--   comment on column public.shift.room_id is 'hall_id';

-- Step 8 of 8: describe watch anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on watch: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.watch.room_id is 'room_id';

-- To undo it:
--   comment on column public.watch.room_id is 'hall_id';


-- a history
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: add the history of book
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on book: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.book_history (
  id bigint not null,
  book_id bigint not null,
  title text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint book_history_pkey primary key (id)
);

create sequence public.book_history_deleted_seq owned by public.book_history.id;

do $$
begin
  lock table public.book in share row exclusive mode;
  perform setval('public.book_history_deleted_seq', greatest(max(book_id), 1)) from public.book_history;
end
$$;

comment on table public.book_history is 'book history: Every version of every book, the current ones included.';
comment on column public.book_history.id is 'Id: Id of this version, for good.';
comment on column public.book_history.book_id is 'book: Id of the book that this is a version of.';
comment on column public.book_history.title is 'title';
comment on column public.book_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.book_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.book_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.book_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index book_history_book_id_recorded_at_idx on public.book_history (book_id, recorded_at);

-- To undo it:
--   drop table public.book_history;

-- Step 2 of 3: make the index book_row_version_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: scans book twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_row_version_idx;
create index concurrently book_row_version_idx on public.book (row_version);

-- To undo it:
--   drop index concurrently if exists public.book_row_version_idx;

-- Step 3 of 3: the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.book
  referencing new table as new_rows
  for each statement execute function almanac.book_record_insert();

create or replace trigger record_update
  after update on public.book
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.book_record_update();

create or replace trigger keep_record_delete
  after delete on public.book
  referencing old table as old_rows
  for each statement execute function almanac.book_record_delete();

create or replace function almanac.book_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.book
  for each row when (coalesce(current_setting('almanac.latest.book', true), '') <> '')
  execute function almanac.book_latest();

-- To undo it:
--   drop trigger latest_delete on public.book;
--   drop function almanac.book_latest();
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.book
--     referencing new table as new_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.book_record_insert();
--
--   create or replace trigger record_update
--     after update on public.book
--     for each row when (current_setting('almanac.effects', true) <> '')
--     execute function almanac.book_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.book
--     referencing old table as old_rows
--     for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.book_record_delete();


-- a history that is gone
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger latest_delete on public.book;
drop function almanac.book_latest();

create or replace function almanac.book_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.book
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.book_record_insert();

create or replace trigger record_update
  after update on public.book
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.book_record_update();

create or replace trigger keep_record_delete
  after delete on public.book
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.book_record_delete();

-- To undo it:
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.book
--     referencing new table as new_rows
--     for each statement execute function almanac.book_record_insert();
--
--   create or replace trigger record_update
--     after update on public.book
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.book_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.book
--     referencing old table as old_rows
--     for each statement execute function almanac.book_record_delete();
--
--   create or replace function almanac.book_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.book
--     for each row when (coalesce(current_setting('almanac.latest.book', true), '') <> '')
--     execute function almanac.book_latest();

-- Step 2 of 3: drop the index book_row_version_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on book: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.book_row_version_idx;

-- To undo it:
--   drop index concurrently if exists public.book_row_version_idx;
--   create index concurrently book_row_version_idx on public.book (row_version);

-- Step 3 of 3: drop the history of book
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book_history, for a moment
-- Work: the catalog alone
-- Loses: every replaced version of every row of book
-- Undo: impossible: restore a backup
drop table public.book_history;


-- a timeline
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 14: give constraints and indexes their new names
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter index public.stay_code_key rename to stay_code_key_old;

-- To undo it:
--   alter index public.stay_code_key_old rename to stay_code_key;

-- Step 2 of 14: add the extension btree_gist
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create extension if not exists btree_gist with schema almanac;

-- To undo it:
--   drop extension btree_gist;

-- Step 3 of 14: add valid_from and valid_to to stay; rows of stay that are written get their valid_from; rows of stay_history that are written get their valid_from
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay and stay_history, for a moment; ACCESS EXCLUSIVE on stay, for a moment; ACCESS EXCLUSIVE on stay_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.stay add column valid_from timestamptz;
alter table public.stay add column valid_to timestamptz;
alter table public.stay_history add column valid_from timestamptz;
alter table public.stay_history add column valid_to timestamptz;

create or replace function almanac.stay_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.valid_from is null then
    new.valid_from := date_trunc('day', least(new.recorded_at, (select min(version.recorded_at) from public.stay_history as version where version.stay_id = new.id)) at time zone 'Europe/Oslo') at time zone 'Europe/Oslo';
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.stay
  for each row execute function almanac.stay_stamp_fill();

create or replace function almanac.stay_history_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.valid_from is null then
    new.valid_from := date_trunc('day', least(new.recorded_at, (select min(version.recorded_at) from public.stay_history as version where version.stay_id = new.stay_id)) at time zone 'Europe/Oslo') at time zone 'Europe/Oslo';
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.stay_history
  for each row execute function almanac.stay_history_stamp_fill();

-- To undo it:
--   drop trigger if exists stamp_fill on public.stay_history;
--   drop function if exists almanac.stay_history_stamp_fill();
--   drop trigger if exists stamp_fill on public.stay;
--   drop function if exists almanac.stay_stamp_fill();
--   alter table public.stay drop column valid_from;
--   alter table public.stay drop column valid_to;
--   alter table public.stay_history drop column valid_from;
--   alter table public.stay_history drop column valid_to;

-- Step 4 of 14: fill valid_from of stay
-- Runs: in batches of ids of stay
-- Locks: the rows of a batch of stay, while it is written
-- Work: writes every row of stay that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.stay set id = id where (valid_from is null) and id between :first and :last;

-- Step 5 of 14: fill valid_from of stay_history
-- Runs: in batches of ids of stay_history
-- Locks: the rows of a batch of stay_history, while it is written
-- Work: writes every row of stay_history that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.stay_history set id = id where (valid_from is null) and id between :first and :last;

-- Step 6 of 14: entries of one timeline of stay do not overlap
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay while its index is made: nobody reads or writes it meanwhile
-- Work: scans stay
-- Asks: entries of stay that begin while another one of the same room_id is valid
--   first: select id from (select id, valid_from, max(coalesce(valid_to, 'infinity')) over (partition by room_id order by valid_from, id rows between unbounded preceding and 1 preceding) as until from (select id, room_id as room_id, date_trunc('day', least(recorded_at, (select min(version.recorded_at) from public.stay_history as version where version.stay_id = id)) at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' as valid_from, null::timestamptz as valid_to from public.stay) as stay where valid_from is not null) as stay where until > valid_from
--   later: select id from (select id, valid_from, max(coalesce(valid_to, 'infinity')) over (partition by room_id order by valid_from, id rows between unbounded preceding and 1 preceding) as until from public.stay where valid_from is not null) as stay where until > valid_from
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.stay add constraint stay_room_id_excl exclude using gist (room_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate;

-- To undo it:
--   alter table public.stay drop constraint stay_room_id_excl;

-- Step 7 of 14: make the index stay_code_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: scans stay twice
-- Asks: rows of stay that share their code with another one
--   first: select id from (select id, count(*) over (partition by code) as number from (select id, code as code, date_trunc('day', least(recorded_at, (select min(version.recorded_at) from public.stay_history as version where version.stay_id = id)) at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' as valid_from from public.stay) as stay where valid_from is not null and code is not null) as stay where number > 1
--   later: select id from (select id, count(*) over (partition by code) as number from public.stay where valid_from is not null and code is not null) as stay where number > 1
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_code_key;
create unique index concurrently stay_code_key on public.stay (code) where valid_from is not null;

-- To undo it:
--   drop index concurrently if exists public.stay_code_key;

-- Step 8 of 14: make the index stay_room_id_valid_from_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: scans stay twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_room_id_valid_from_idx;
create index concurrently stay_room_id_valid_from_idx on public.stay (room_id, valid_from);

-- To undo it:
--   drop index concurrently if exists public.stay_room_id_valid_from_idx;

-- Step 9 of 14: valid_from of stay is complete; valid_from of stay_history is complete; drop stay_code_key_old; add stay_validity_check; add stay_valid_from_align_check; add stay_valid_to_align_check; the triggers of stay do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay, for a moment; ACCESS EXCLUSIVE on stay_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.stay;
drop function almanac.stay_stamp_fill();
drop trigger stamp_fill on public.stay_history;
drop function almanac.stay_history_stamp_fill();
alter table public.stay drop constraint stay_code_key_old;
alter table public.stay add constraint stay_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))) not valid;
alter table public.stay add constraint stay_valid_from_align_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from) not valid;
alter table public.stay add constraint stay_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to) not valid;
drop trigger latest_delete on public.stay;
drop function almanac.stay_latest();

create or replace function almanac.stay_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger record_update
  after update on public.stay
  for each row execute function almanac.stay_record_update();

create or replace function almanac.stay_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger make_room_insert
  before insert on public.stay
  for each row execute function almanac.stay_make_room();

create or replace trigger make_room_update
  before update on public.stay
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.room_id <> old.room_id
  ))
  execute function almanac.stay_make_room();

create or replace function almanac.stay_freeze() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_frozen
  before insert or update or delete on public.stay
  for each row execute function almanac.stay_freeze();

-- To undo it:
--   drop trigger keep_frozen on public.stay;
--   drop function almanac.stay_freeze();
--   drop trigger make_room_update on public.stay;
--   drop trigger make_room_insert on public.stay;
--   drop function almanac.stay_make_room();
--
--   create or replace function almanac.stay_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger record_update
--     after update on public.stay
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.stay_record_update();
--
--   create or replace function almanac.stay_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.stay
--     for each row when (coalesce(current_setting('almanac.latest.stay', true), '') <> '')
--     execute function almanac.stay_latest();
--
--   alter table public.stay drop constraint stay_valid_to_align_check;
--   alter table public.stay drop constraint stay_valid_from_align_check;
--   alter table public.stay drop constraint stay_validity_check;
--   alter table public.stay add constraint stay_code_key_old unique (code) deferrable initially immediate;

-- Step 10 of 14: every row of stay keeps stay_validity_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on
-- Work: scans stay
-- Asks: rows of stay that break stay_validity_check (valid_from is before valid_to)
--   first: select id from (select id, date_trunc('day', least(recorded_at, (select min(version.recorded_at) from public.stay_history as version where version.stay_id = id)) at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' as valid_from, null::timestamptz as valid_to from public.stay) as stay where not (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to)))
--   later: select id from public.stay where not (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to)))
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.stay validate constraint stay_validity_check;

-- Step 11 of 14: every row of stay keeps stay_valid_from_align_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on
-- Work: scans stay
-- Asks: rows of stay that break stay_valid_from_align_check (valid_from is the beginning of a day in Europe/Oslo)
--   first: select id from (select id, date_trunc('day', least(recorded_at, (select min(version.recorded_at) from public.stay_history as version where version.stay_id = id)) at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' as valid_from from public.stay) as stay where not (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from)
--   later: select id from public.stay where not (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.stay validate constraint stay_valid_from_align_check;

-- Step 12 of 14: every row of stay keeps stay_valid_to_align_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on
-- Work: scans stay
-- Asks: rows of stay that break stay_valid_to_align_check (valid_to is the beginning of a day in Europe/Oslo)
--   first: select id from (select id, null::timestamptz as valid_to from public.stay) as stay where not (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)
--   later: select id from public.stay where not (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.stay validate constraint stay_valid_to_align_check;

-- Step 13 of 14: describe stay anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.stay.valid_from is 'Valid from: Start of validity, inclusive.';
comment on column public.stay.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.stay_history.valid_from is 'Valid from: Start of validity, inclusive.';
comment on column public.stay_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';

-- To undo it:
--   comment on column public.stay.valid_from is null;
--   comment on column public.stay.valid_to is null;
--   comment on column public.stay_history.valid_from is null;
--   comment on column public.stay_history.valid_to is null;

-- Step 14 of 14: drop the index stay_room_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_room_id_id_idx;

-- To undo it:
--   drop index concurrently if exists public.stay_room_id_id_idx;
--   create index concurrently stay_room_id_id_idx on public.stay (room_id, id);


-- a timeline that is gone
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 10: give constraints and indexes their new names
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter index public.stay_code_key rename to stay_code_key_old;

-- To undo it:
--   alter index public.stay_code_key_old rename to stay_code_key;

-- Step 2 of 10: make the index stay_room_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: scans stay twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_room_id_id_idx;
create index concurrently stay_room_id_id_idx on public.stay (room_id, id);

-- To undo it:
--   drop index concurrently if exists public.stay_room_id_id_idx;

-- Step 3 of 10: drop stay_validity_check, stay_room_id_excl, stay_valid_from_align_check, stay_valid_to_align_check; the triggers of stay do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.stay drop constraint stay_validity_check;
alter table public.stay drop constraint stay_room_id_excl;
alter table public.stay drop constraint stay_valid_from_align_check;
alter table public.stay drop constraint stay_valid_to_align_check;
drop trigger keep_frozen on public.stay;
drop function almanac.stay_freeze();
drop trigger make_room_update on public.stay;
drop trigger make_room_insert on public.stay;
drop function almanac.stay_make_room();

create or replace function almanac.stay_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger record_update
  after update on public.stay
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.stay_record_update();

create or replace function almanac.stay_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.stay
  for each row when (coalesce(current_setting('almanac.latest.stay', true), '') <> '')
  execute function almanac.stay_latest();

-- To undo it:
--   drop trigger latest_delete on public.stay;
--   drop function almanac.stay_latest();
--
--   create or replace function almanac.stay_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger record_update
--     after update on public.stay
--     for each row execute function almanac.stay_record_update();
--
--   create or replace function almanac.stay_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger make_room_insert
--     before insert on public.stay
--     for each row execute function almanac.stay_make_room();
--
--   create or replace trigger make_room_update
--     before update on public.stay
--     for each row when (new.valid_from is not null and (
--       old.valid_from is null
--       or new.valid_from < old.valid_from
--       or new.valid_to > old.valid_to
--       or (new.valid_to is null and old.valid_to is not null)
--       or new.room_id <> old.room_id
--     ))
--     execute function almanac.stay_make_room();
--
--   create or replace function almanac.stay_freeze() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_frozen
--     before insert or update or delete on public.stay
--     for each row execute function almanac.stay_freeze();
--
--   alter table public.stay add constraint stay_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to)));
--   alter table public.stay add constraint stay_room_id_excl exclude using gist (room_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate;
--   alter table public.stay add constraint stay_valid_from_align_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from);
--   alter table public.stay add constraint stay_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to);

-- Step 4 of 10: delete the entries of stay that are deleted already
-- Runs: in batches of ids of stay
-- Locks: the rows of a batch of stay, while it is written
-- Work: writes the deleted entries of stay
-- Asks: deleted entries of stay that stay refers to, to be deleted for good
--   first: select id from public.stay as entry where valid_from is null and exists (select from public.stay as other where other.room_id = entry.id)
-- Loses: the entries of stay that are deleted and could be restored
-- Undo: impossible: restore a backup
delete from public.stay where valid_from is null and id between :first and :last;

-- Step 5 of 10: make the index stay_code_key
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: scans stay twice
-- Asks: rows of stay that share their code with another one
--   first: select id from (select id, count(*) over (partition by code) as number from public.stay where valid_from is not null and code is not null) as stay where number > 1
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_code_key;
create unique index concurrently stay_code_key on public.stay (code);

-- To undo it:
--   drop index concurrently if exists public.stay_code_key;

-- Step 6 of 10: code of stay is unique
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.stay add constraint stay_code_key unique using index stay_code_key deferrable initially immediate;

-- To undo it:
--   alter table public.stay drop constraint stay_code_key;

-- Step 7 of 10: drop the index stay_code_key_old
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_code_key_old;

-- To undo it:
--   drop index concurrently if exists public.stay_code_key_old;
--   create unique index concurrently stay_code_key_old on public.stay (code) where valid_from is not null;

-- Step 8 of 10: drop the index stay_room_id_valid_from_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_room_id_valid_from_idx;

-- To undo it:
--   drop index concurrently if exists public.stay_room_id_valid_from_idx;
--   create index concurrently stay_room_id_valid_from_idx on public.stay (room_id, valid_from);

-- Step 9 of 10: drop valid_from and valid_to of stay
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay and stay_history, for a moment
-- Work: scans stay
-- Loses: from when to when each row of stay and of stay_history was valid
-- Undo: impossible: restore a backup
delete from public.stay where valid_from is null;
alter table public.stay drop column valid_from;
alter table public.stay drop column valid_to;
alter table public.stay_history drop column valid_from;
alter table public.stay_history drop column valid_to;

-- Step 10 of 10: drop the extension btree_gist
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop extension btree_gist;

-- To undo it:
--   create extension if not exists btree_gist with schema almanac;


-- the first rule of notices
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 7: add the resource notice
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.notice (
  id bigint generated by default as identity,
  type text not null,
  source text not null,
  status text not null default 'active',
  party_id bigint not null,
  data jsonb not null,
  since timestamptz not null,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint notice_pkey primary key (id),
  constraint notice_status_values_check check (status in ('active', 'resolved'))
);

create sequence public.notice_row_version_seq owned by public.notice.row_version;
comment on table public.notice is 'Notice: Something that is inconsistent or waits for somebody, shown to the party that is expected to act. It is resolved by itself when its cause is gone.';
comment on column public.notice.id is 'Id: Unique identifier, given by the service.';
comment on column public.notice.type is 'Type: What is the matter: org.example, the resource, and the type of the rule.';
comment on column public.notice.source is 'Source: Path of the row that the notice is about, behind the base path.';
comment on column public.notice.status is 'Status: Whether the matter still stands. When it recurs, that is a new notice.';
comment on column public.notice.party_id is 'Party: The party that is expected to act.';
comment on column public.notice.data is 'Data: A message for people, and fields of the row that help to act.';
comment on column public.notice.since is 'Since: When the notice began to stand.';
comment on column public.notice.recorded_at is 'Recorded at: When it was made, last changed, or resolved.';
comment on column public.notice.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.notice.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.notice.recorded_in is 'Transaction that recorded the current version.';
create unique index notice_active_key on public.notice (source, type, party_id) where status = 'active';
create index notice_party_id_status_idx on public.notice (party_id, status);

create or replace function almanac.notice_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.notice
  for each row execute function almanac.notice_stamp();

create or replace function almanac.notice_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.notice_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.notice_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.notice
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.notice_record_insert();

create or replace trigger record_update
  after update on public.notice
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.notice_record_update();

create or replace trigger keep_record_delete
  after delete on public.notice
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.notice_record_delete();

create table almanac.notice_change (
  id bigint generated always as identity constraint notice_change_pkey primary key,
  resource text not null,
  field text not null,
  value bigint not null
);

comment on table almanac.notice_change is 'Rows whose notices need another look: the rows of the resource whose field has the value.';

create table almanac.notice_clock (
  passed timestamptz not null,
  single boolean default true constraint notice_clock_pkey primary key constraint notice_clock_single_check check (single)
);

comment on table almanac.notice_clock is 'Until when every validity that began or ended is among the changes.';

create table almanac.notice_rules (
  resource text constraint notice_rules_pkey primary key,
  rules text not null,
  last_id bigint
);

comment on table almanac.notice_rules is 'By which rules the rows of a resource were looked at, and up to which row; null when at all of them.';

-- To undo it:
--   drop table almanac.notice_change;
--   drop table almanac.notice_clock;
--   drop table almanac.notice_rules;
--   drop table public.notice;
--   drop function almanac.notice_stamp();
--   drop function almanac.notice_record_insert();
--   drop function almanac.notice_record_update();
--   drop function almanac.notice_record_delete();

-- Step 2 of 7: make the index stay_valid_from_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: scans stay twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_valid_from_idx;
create index concurrently stay_valid_from_idx on public.stay (valid_from);

-- To undo it:
--   drop index concurrently if exists public.stay_valid_from_idx;

-- Step 3 of 7: make the index stay_valid_to_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: scans stay twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_valid_to_idx;
create index concurrently stay_valid_to_idx on public.stay (valid_to);

-- To undo it:
--   drop index concurrently if exists public.stay_valid_to_idx;

-- Step 4 of 7: let notice refer to party
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on party: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.notice
  add constraint notice_party_id_fkey foreign key (party_id) references public.party (id);

-- To undo it:
--   alter table public.notice drop constraint notice_party_id_fkey;

-- Step 5 of 7: the triggers of room do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on room, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.room_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.room_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.room_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.room_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.room_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.room_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 6 of 7: the triggers of stay do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.stay_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.stay_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 7 of 7: compute notices as the rules say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone; the service then looks at every row of a resource whose rules have changed, a thousand at a time
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.room_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$ ... $$;

create or replace function almanac.compute_notices(most integer) returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$ ... $$;

-- To undo it:
--   drop function almanac.compute_notices(integer);
--   drop function almanac.room_notices(bigint[], timestamptz);


-- a rule of notices that looks at something else
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: the triggers of room do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on room, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.room_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.room_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 2 of 5: the triggers of stay do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on stay, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.stay_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.stay_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 3 of 5: compute notices as the rules say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone; the service then looks at every row of a resource whose rules have changed, a thousand at a time
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.room_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$ ... $$;

create or replace function almanac.compute_notices(most integer) returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.room_notices(concerned bigint[], instant timestamptz) returns void
--   language plpgsql
--   set plan_cache_mode = force_custom_plan
--   as $$ ... $$;
--
--   create or replace function almanac.compute_notices(most integer) returns bigint
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set plan_cache_mode = force_custom_plan
--   as $$ ... $$;

-- Step 4 of 5: drop the index stay_valid_from_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_valid_from_idx;

-- To undo it:
--   drop index concurrently if exists public.stay_valid_from_idx;
--   create index concurrently stay_valid_from_idx on public.stay (valid_from);

-- Step 5 of 5: drop the index stay_valid_to_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.stay_valid_to_idx;

-- To undo it:
--   drop index concurrently if exists public.stay_valid_to_idx;
--   create index concurrently stay_valid_to_idx on public.stay (valid_to);


-- other names for what a rule of notices looks at
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: rename room to hall; rename the field guest_id of stay to visitor_id; what waits to be an event of room has the new name
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on hall and stay, for a moment; the changes that wait
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on; writes the changes that wait
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.room rename to hall;
alter sequence public.room_id_seq rename to hall_id_seq;
alter sequence public.room_row_version_seq rename to hall_row_version_seq;
alter index public.room_pkey rename to hall_pkey;
alter index public.room_owner_id_id_idx rename to hall_owner_id_id_idx;
alter index public.stay_guest_id_id_idx rename to stay_visitor_id_id_idx;
alter table public.stay rename column guest_id to visitor_id;
alter table public.hall rename constraint room_owner_id_fkey to hall_owner_id_fkey;
alter table public.stay rename constraint stay_guest_id_fkey to stay_visitor_id_fkey;

create or replace function almanac.hall_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.hall
  for each row execute function almanac.hall_stamp();

create or replace function almanac.hall_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.hall_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.hall_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.hall
  referencing new table as new_rows
  for each statement execute function almanac.hall_record_insert();

create or replace trigger record_update
  after update on public.hall
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.hall_record_update();

create or replace trigger keep_record_delete
  after delete on public.hall
  referencing old table as old_rows
  for each statement execute function almanac.hall_record_delete();

create or replace function almanac.hall_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.hall
  for each row when (coalesce(current_setting('almanac.latest.hall', true), '') <> '')
  execute function almanac.hall_latest();

create or replace function almanac.stay_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

drop function almanac.room_stamp();
drop function almanac.room_record_insert();
drop function almanac.room_record_update();
drop function almanac.room_record_delete();
drop function almanac.room_latest();

update almanac.outbox set
  type = case when starts_with(type, 'org.example.room.') then 'org.example.hall.' || substr(type, 18) else type end,
  source = case when starts_with(source, '/room/') then '/hall/' || substr(source, 7) else source end,
  subject = case when starts_with(subject, '/room/') then '/hall/' || substr(subject, 7) else subject end
where (starts_with(source, '/room/') or starts_with(subject, '/room/'));

-- To undo it:
--   update almanac.outbox set
--     type = case when starts_with(type, 'org.example.hall.') then 'org.example.room.' || substr(type, 18) else type end,
--     source = case when starts_with(source, '/hall/') then '/room/' || substr(source, 7) else source end,
--     subject = case when starts_with(subject, '/hall/') then '/room/' || substr(subject, 7) else subject end
--   where (starts_with(source, '/hall/') or starts_with(subject, '/hall/'));
--
--   alter table public.stay rename constraint stay_visitor_id_fkey to stay_guest_id_fkey;
--   alter table public.hall rename constraint hall_owner_id_fkey to room_owner_id_fkey;
--   alter table public.stay rename column visitor_id to guest_id;
--   alter index public.stay_visitor_id_id_idx rename to stay_guest_id_id_idx;
--   alter index public.hall_owner_id_id_idx rename to room_owner_id_id_idx;
--   alter index public.hall_pkey rename to room_pkey;
--   alter sequence public.hall_row_version_seq rename to room_row_version_seq;
--   alter sequence public.hall_id_seq rename to room_id_seq;
--   alter table public.hall rename to room;
--
--   create or replace function almanac.room_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.room
--     for each row execute function almanac.room_stamp();
--
--   create or replace function almanac.room_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.room_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.room_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.room
--     referencing new table as new_rows
--     for each statement execute function almanac.room_record_insert();
--
--   create or replace trigger record_update
--     after update on public.room
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.room_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.room
--     referencing old table as old_rows
--     for each statement execute function almanac.room_record_delete();
--
--   create or replace function almanac.room_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.room
--     for each row when (coalesce(current_setting('almanac.latest.room', true), '') <> '')
--     execute function almanac.room_latest();
--
--   create or replace function almanac.stay_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   drop function almanac.hall_stamp();
--   drop function almanac.hall_record_insert();
--   drop function almanac.hall_record_update();
--   drop function almanac.hall_record_delete();
--   drop function almanac.hall_latest();

-- Step 2 of 5: events of room are found under hall
-- Runs: in batches of ids of event
-- Locks: the rows of a batch, while it is written
-- Work: writes the events of these resources
-- Loses: nothing
-- Undo: by the statements behind it
update public.event set
  type = case when starts_with(type, 'org.example.room.') then 'org.example.hall.' || substr(type, 18) else type end,
  source = case when starts_with(source, '/room/') then '/hall/' || substr(source, 7) else source end,
  subject = case when starts_with(subject, '/room/') then '/hall/' || substr(subject, 7) else subject end
where (starts_with(source, '/room/') or starts_with(subject, '/room/')) and id between :first and :last;

-- To undo it:
--   update public.event set
--     type = case when starts_with(type, 'org.example.hall.') then 'org.example.room.' || substr(type, 18) else type end,
--     source = case when starts_with(source, '/hall/') then '/room/' || substr(source, 7) else source end,
--     subject = case when starts_with(subject, '/hall/') then '/room/' || substr(subject, 7) else subject end
--   where (starts_with(source, '/hall/') or starts_with(subject, '/hall/'));

-- Step 3 of 5: compute notices as the rules say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone; the service then looks at every row of a resource whose rules have changed, a thousand at a time
-- Loses: nothing
-- Undo: by the statements behind it
drop function almanac.room_notices(bigint[], timestamptz);

create or replace function almanac.hall_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$ ... $$;

create or replace function almanac.compute_notices(most integer) returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$ ... $$;

-- To undo it:
--   drop function almanac.hall_notices(bigint[], timestamptz);
--
--   create or replace function almanac.room_notices(concerned bigint[], instant timestamptz) returns void
--   language plpgsql
--   set plan_cache_mode = force_custom_plan
--   as $$ ... $$;
--
--   create or replace function almanac.compute_notices(most integer) returns bigint
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set plan_cache_mode = force_custom_plan
--   as $$ ... $$;

-- Step 4 of 5: describe hall anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on hall: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.hall is 'Hall';

-- To undo it:
--   comment on table public.hall is 'Room';

-- Step 5 of 5: describe stay anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.stay.visitor_id is 'Visitor';

-- To undo it:
--   comment on column public.stay.visitor_id is 'Guest';


-- other names for rules of recipients
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: rename room to hall; rename the field guest_id of stay to visitor_id; what waits to be an event of room has the new name
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on hall and stay, for a moment; the changes that wait
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on; writes the changes that wait
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.room rename to hall;
alter sequence public.room_id_seq rename to hall_id_seq;
alter sequence public.room_row_version_seq rename to hall_row_version_seq;
alter index public.room_pkey rename to hall_pkey;
alter index public.room_owner_id_id_idx rename to hall_owner_id_id_idx;
alter index public.stay_guest_id_id_idx rename to stay_visitor_id_id_idx;
alter table public.stay rename column guest_id to visitor_id;
alter table public.hall rename constraint room_owner_id_fkey to hall_owner_id_fkey;
alter table public.stay rename constraint stay_guest_id_fkey to stay_visitor_id_fkey;

create or replace function almanac.party_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.hall_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.hall
  for each row execute function almanac.hall_stamp();

create or replace function almanac.hall_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.hall_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.hall_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.hall
  referencing new table as new_rows
  for each statement execute function almanac.hall_record_insert();

create or replace trigger record_update
  after update on public.hall
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.hall_record_update();

create or replace trigger keep_record_delete
  after delete on public.hall
  referencing old table as old_rows
  for each statement execute function almanac.hall_record_delete();

create or replace function almanac.hall_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.hall
  for each row when (coalesce(current_setting('almanac.latest.hall', true), '') <> '')
  execute function almanac.hall_latest();

create or replace function almanac.stay_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.stay_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

drop function almanac.room_stamp();
drop function almanac.room_record_insert();
drop function almanac.room_record_update();
drop function almanac.room_record_delete();
drop function almanac.room_latest();

update almanac.outbox set
  type = case when starts_with(type, 'org.example.room.') then 'org.example.hall.' || substr(type, 18) else type end,
  source = case when starts_with(source, '/room/') then '/hall/' || substr(source, 7) else source end,
  subject = case when starts_with(subject, '/room/') then '/hall/' || substr(subject, 7) else subject end
where (starts_with(source, '/room/') or starts_with(subject, '/room/'));

-- To undo it:
--   update almanac.outbox set
--     type = case when starts_with(type, 'org.example.hall.') then 'org.example.room.' || substr(type, 18) else type end,
--     source = case when starts_with(source, '/hall/') then '/room/' || substr(source, 7) else source end,
--     subject = case when starts_with(subject, '/hall/') then '/room/' || substr(subject, 7) else subject end
--   where (starts_with(source, '/hall/') or starts_with(subject, '/hall/'));
--
--   alter table public.stay rename constraint stay_visitor_id_fkey to stay_guest_id_fkey;
--   alter table public.hall rename constraint hall_owner_id_fkey to room_owner_id_fkey;
--   alter table public.stay rename column visitor_id to guest_id;
--   alter index public.stay_visitor_id_id_idx rename to stay_guest_id_id_idx;
--   alter index public.hall_owner_id_id_idx rename to room_owner_id_id_idx;
--   alter index public.hall_pkey rename to room_pkey;
--   alter sequence public.hall_row_version_seq rename to room_row_version_seq;
--   alter sequence public.hall_id_seq rename to room_id_seq;
--   alter table public.hall rename to room;
--
--   create or replace function almanac.party_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.room_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.room
--     for each row execute function almanac.room_stamp();
--
--   create or replace function almanac.room_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.room_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.room_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.room
--     referencing new table as new_rows
--     for each statement execute function almanac.room_record_insert();
--
--   create or replace trigger record_update
--     after update on public.room
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.room_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.room
--     referencing old table as old_rows
--     for each statement execute function almanac.room_record_delete();
--
--   create or replace function almanac.room_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.room
--     for each row when (coalesce(current_setting('almanac.latest.room', true), '') <> '')
--     execute function almanac.room_latest();
--
--   create or replace function almanac.stay_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.stay_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   drop function almanac.hall_stamp();
--   drop function almanac.hall_record_insert();
--   drop function almanac.hall_record_update();
--   drop function almanac.hall_record_delete();
--   drop function almanac.hall_latest();

-- Step 2 of 5: events of room are found under hall
-- Runs: in batches of ids of event
-- Locks: the rows of a batch, while it is written
-- Work: writes the events of these resources
-- Loses: nothing
-- Undo: by the statements behind it
update public.event set
  type = case when starts_with(type, 'org.example.room.') then 'org.example.hall.' || substr(type, 18) else type end,
  source = case when starts_with(source, '/room/') then '/hall/' || substr(source, 7) else source end,
  subject = case when starts_with(subject, '/room/') then '/hall/' || substr(subject, 7) else subject end
where (starts_with(source, '/room/') or starts_with(subject, '/room/')) and id between :first and :last;

-- To undo it:
--   update public.event set
--     type = case when starts_with(type, 'org.example.hall.') then 'org.example.room.' || substr(type, 18) else type end,
--     source = case when starts_with(source, '/hall/') then '/room/' || substr(source, 7) else source end,
--     subject = case when starts_with(subject, '/hall/') then '/room/' || substr(subject, 7) else subject end
--   where (starts_with(source, '/hall/') or starts_with(subject, '/hall/'));

-- Step 3 of 5: compute notices as the rules say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone; the service then looks at every row of a resource whose rules have changed, a thousand at a time
-- Loses: nothing
-- Undo: by the statements behind it
drop function almanac.room_notices(bigint[], timestamptz);

create or replace function almanac.hall_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$ ... $$;

create or replace function almanac.compute_notices(most integer) returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$ ... $$;

-- To undo it:
--   drop function almanac.hall_notices(bigint[], timestamptz);
--
--   create or replace function almanac.room_notices(concerned bigint[], instant timestamptz) returns void
--   language plpgsql
--   set plan_cache_mode = force_custom_plan
--   as $$ ... $$;
--
--   create or replace function almanac.compute_notices(most integer) returns bigint
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set plan_cache_mode = force_custom_plan
--   as $$ ... $$;

-- Step 4 of 5: describe hall anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on hall: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.hall is 'Hall';

-- To undo it:
--   comment on table public.hall is 'Room';

-- Step 5 of 5: describe stay anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on stay: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.stay.visitor_id is 'Visitor';

-- To undo it:
--   comment on column public.stay.visitor_id is 'Guest';


-- no rules of notices any more
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 4: the triggers of room do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on room, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.room_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.room_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.room_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   create or replace function almanac.room_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.room_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.room_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;

-- Step 2 of 4: compute notices as the rules say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone; the service then looks at every row of a resource whose rules have changed, a thousand at a time
-- Loses: nothing
-- Undo: by the statements behind it
drop function almanac.compute_notices(integer);
drop function almanac.room_notices(bigint[], timestamptz);

-- To undo it:
--   create or replace function almanac.room_notices(concerned bigint[], instant timestamptz) returns void
--   language plpgsql
--   set plan_cache_mode = force_custom_plan
--   as $$ ... $$;
--
--   create or replace function almanac.compute_notices(most integer) returns bigint
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set plan_cache_mode = force_custom_plan
--   as $$ ... $$;

-- Step 3 of 4: notice refers to nothing any more
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on notice and what it refers to, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.notice drop constraint notice_party_id_fkey;

-- To undo it:
--   alter table public.notice add constraint notice_party_id_fkey foreign key (party_id) references public.party (id);

-- Step 4 of 4: drop the resource notice
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on notice, for a moment
-- Work: the catalog alone
-- Loses: every row of notice
-- Undo: impossible: restore a backup
drop table almanac.notice_change;
drop table almanac.notice_clock;
drop table almanac.notice_rules;
drop table public.notice;
drop function almanac.notice_stamp();
drop function almanac.notice_record_insert();
drop function almanac.notice_record_update();
drop function almanac.notice_record_delete();


-- rights that leave a last state
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: the triggers of holding do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on holding, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.holding_note_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_former_insert
  after insert on public.holding
  referencing new table as new_rows
  for each statement execute function almanac.holding_note_former();

create or replace trigger note_former_update
  after update on public.holding
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.holding_note_former();

create or replace trigger note_former_delete
  after delete on public.holding
  referencing old table as old_rows
  for each statement execute function almanac.holding_note_former();

-- To undo it:
--   drop trigger note_former_delete on public.holding;
--   drop trigger note_former_update on public.holding;
--   drop trigger note_former_insert on public.holding;
--   drop function almanac.holding_note_former();

-- Step 2 of 5: the triggers of unit do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on unit, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.unit_note_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_former_insert
  after insert on public.unit
  referencing new table as new_rows
  for each statement execute function almanac.unit_note_former();

create or replace trigger note_former_update
  after update on public.unit
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.unit_note_former();

create or replace trigger note_former_delete
  after delete on public.unit
  referencing old table as old_rows
  for each statement execute function almanac.unit_note_former();

-- To undo it:
--   drop trigger note_former_delete on public.unit;
--   drop trigger note_former_update on public.unit;
--   drop trigger note_former_insert on public.unit;
--   drop function almanac.unit_note_former();

-- Step 3 of 5: keep the ends of rights as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.unit_former(concerned bigint[], since timestamptz) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_hashjoin = off
set enable_mergejoin = off
set enable_bitmapscan = off
set jit = off
as $$
#variable_conflict use_variable
begin
  -- What was to end as time passes may now end at another time. So may the right to a row that is gone.
  delete from almanac.former_right as kept
  where kept.resource = 'unit' and kept.row_id = any (concerned)
    and (
      kept.ended_at > almanac.clock()
      or not exists (select from public.unit as item where item.id = kept.row_id)
    );
insert into almanac.former_right (resource, role, callers, row_id, ended_at) select distinct 'unit', 'holder', sha256(convert_to(array[key_1.value::text]::text, 'UTF8')), ended.row_id, ended.at from (select item.id, reached.at from (select item.* from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item cross join lateral (select unnest(array[item.recorded_at, item.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.unit_id = item.id cross join lateral (select unnest(array[item_1.recorded_at, item_1.replaced_at]) union all select unnest(array[item_1.valid_from, item_1.valid_from + interval '1 microsecond']) union all select unnest(array[item_1.valid_to, item_1.valid_to + interval '1 microsecond'])) as reached (at) where item.id = any (concerned) and reached.at >= since) as ended (row_id, at) join (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as was on was.id = ended.row_id cross join lateral (select found.value from (select own_1.holder from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as own_1 where own_1.unit_id = was.id and own_1.valid_from is not null and own_1.recorded_at <= (ended.at - interval '1 microsecond') and (own_1.replaced_at is null or own_1.replaced_at > (ended.at - interval '1 microsecond'))) as found (value) where found.value is not null) as key_1 (value) where was.recorded_at <= (ended.at - interval '1 microsecond') and (was.replaced_at is null or was.replaced_at > (ended.at - interval '1 microsecond')) and (was.name <> 'hidden'::text and exists (select from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.unit_id = was.id and item_1.valid_from is not null and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and item_1.holder = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= (ended.at - interval '1 microsecond') and (item_1.valid_to > (ended.at - interval '1 microsecond') or item_1.valid_to is null)))) is true and exists (select from public.unit as item where item.id = ended.row_id) and (not exists (select from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as later where later.id = ended.row_id and later.recorded_at <= ended.at and (later.replaced_at is null or later.replaced_at > ended.at) and (later.name <> 'hidden'::text and exists (select from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.unit_id = later.id and item_1.valid_from is not null and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and item_1.holder = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= ended.at and (item_1.valid_to > ended.at or item_1.valid_to is null)))) is true)) is true on conflict do nothing;
end
$$;

create or replace function almanac.keep_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create constraint trigger keep
  after insert on almanac.former_due
  deferrable initially deferred
  for each row execute function almanac.keep_former();

-- To undo it:
--   drop trigger keep on almanac.former_due;
--   drop function almanac.keep_former();
--   drop function almanac.unit_former(bigint[], timestamptz);

-- Step 4 of 5: pass over what was noted for other rules
-- Runs: in a transaction
-- Locks: nothing
-- Work: writes almanac.former_due
-- Loses: nothing
-- Undo: nothing is left to take back
delete from almanac.former_due;

-- Step 5 of 5: find in the history when rights to unit ended
-- Runs: in batches of ids of unit
-- Locks: nothing
-- Work: reads unit, what its rules look at, and the history of both
-- Loses: nothing
-- Undo: by the statements behind it
select almanac.unit_former(array_agg(id), '-infinity') from public.unit where true and id between :first and :last;

-- To undo it:
--   delete from almanac.former_right where resource = 'unit';


-- the same under other names
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 6: rename the field holder of holding to keeper; rename unit to plant; keep the ends of rights under the new names
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on holding and plant and plant_history, for a moment; nothing
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on; the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.unit rename to plant;
alter table public.unit_history rename to plant_history;
alter sequence public.unit_history_deleted_seq rename to plant_history_deleted_seq;
alter sequence public.unit_id_seq rename to plant_id_seq;
alter sequence public.unit_row_version_seq rename to plant_row_version_seq;
alter index public.unit_pkey rename to plant_pkey;
alter index public.unit_history_pkey rename to plant_history_pkey;
alter index public.unit_row_version_idx rename to plant_row_version_idx;
alter index public.unit_history_unit_id_recorded_at_idx rename to plant_history_plant_id_recorded_at_idx;
alter table public.holding rename column holder to keeper;
alter table public.holding_history rename column holder to keeper;
alter table public.plant_history rename column unit_id to plant_id;

create or replace function almanac.holding_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.holding_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.holding_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.holding_note_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.holding_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.plant_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.plant
  for each row execute function almanac.plant_stamp();

create or replace function almanac.plant_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.plant_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.plant_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.plant
  referencing new table as new_rows
  for each statement execute function almanac.plant_record_insert();

create or replace trigger record_update
  after update on public.plant
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.plant_record_update();

create or replace trigger keep_record_delete
  after delete on public.plant
  referencing old table as old_rows
  for each statement execute function almanac.plant_record_delete();

create or replace function almanac.plant_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.plant
  for each row when (coalesce(current_setting('almanac.latest.plant', true), '') <> '')
  execute function almanac.plant_latest();

create or replace function almanac.plant_note_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger note_former_insert
  after insert on public.plant
  referencing new table as new_rows
  for each statement execute function almanac.plant_note_former();

create or replace trigger note_former_update
  after update on public.plant
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.plant_note_former();

create or replace trigger note_former_delete
  after delete on public.plant
  referencing old table as old_rows
  for each statement execute function almanac.plant_note_former();

drop function almanac.unit_stamp();
drop function almanac.unit_record_insert();
drop function almanac.unit_record_update();
drop function almanac.unit_record_delete();
drop function almanac.unit_latest();
drop function almanac.unit_note_former();
drop function almanac.unit_former(bigint[], timestamptz);

create or replace function almanac.plant_former(concerned bigint[], since timestamptz) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_hashjoin = off
set enable_mergejoin = off
set enable_bitmapscan = off
set jit = off
as $$
#variable_conflict use_variable
begin
  -- What was to end as time passes may now end at another time. So may the right to a row that is gone.
  delete from almanac.former_right as kept
  where kept.resource = 'plant' and kept.row_id = any (concerned)
    and (
      kept.ended_at > almanac.clock()
      or not exists (select from public.plant as item where item.id = kept.row_id)
    );
insert into almanac.former_right (resource, role, callers, row_id, ended_at) select distinct 'plant', 'holder', sha256(convert_to(array[key_1.value::text]::text, 'UTF8')), ended.row_id, ended.at from (select item.id, reached.at from (select item.* from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.plant union all select plant_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.plant_history) as item where item.replaced_at is null or item.replaced_at >= since) as item cross join lateral (select unnest(array[item.recorded_at, item.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.plant union all select plant_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.plant_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, unit_id, keeper, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, keeper, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.unit_id = item.id cross join lateral (select unnest(array[item_1.recorded_at, item_1.replaced_at]) union all select unnest(array[item_1.valid_from, item_1.valid_from + interval '1 microsecond']) union all select unnest(array[item_1.valid_to, item_1.valid_to + interval '1 microsecond'])) as reached (at) where item.id = any (concerned) and reached.at >= since) as ended (row_id, at) join (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.plant union all select plant_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.plant_history) as was on was.id = ended.row_id cross join lateral (select found.value from (select own_1.keeper from (select id, unit_id, keeper, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, keeper, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as own_1 where own_1.unit_id = was.id and own_1.valid_from is not null and own_1.recorded_at <= (ended.at - interval '1 microsecond') and (own_1.replaced_at is null or own_1.replaced_at > (ended.at - interval '1 microsecond'))) as found (value) where found.value is not null) as key_1 (value) where was.recorded_at <= (ended.at - interval '1 microsecond') and (was.replaced_at is null or was.replaced_at > (ended.at - interval '1 microsecond')) and (was.name <> 'hidden'::text and exists (select from (select id, unit_id, keeper, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, keeper, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.unit_id = was.id and item_1.valid_from is not null and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and item_1.keeper = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= (ended.at - interval '1 microsecond') and (item_1.valid_to > (ended.at - interval '1 microsecond') or item_1.valid_to is null)))) is true and exists (select from public.plant as item where item.id = ended.row_id) and (not exists (select from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.plant union all select plant_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.plant_history) as later where later.id = ended.row_id and later.recorded_at <= ended.at and (later.replaced_at is null or later.replaced_at > ended.at) and (later.name <> 'hidden'::text and exists (select from (select id, unit_id, keeper, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, keeper, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.unit_id = later.id and item_1.valid_from is not null and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and item_1.keeper = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= ended.at and (item_1.valid_to > ended.at or item_1.valid_to is null)))) is true)) is true on conflict do nothing;
end
$$;

create or replace function almanac.keep_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

-- To undo it:
--   drop function almanac.plant_former(bigint[], timestamptz);
--
--   create or replace function almanac.unit_former(concerned bigint[], since timestamptz) returns void
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set enable_hashjoin = off
--   set enable_mergejoin = off
--   set enable_bitmapscan = off
--   set jit = off
--   as $$
--   #variable_conflict use_variable
--   begin
--     -- What was to end as time passes may now end at another time. So may the right to a row that is gone.
--     delete from almanac.former_right as kept
--     where kept.resource = 'unit' and kept.row_id = any (concerned)
--       and (
--         kept.ended_at > almanac.clock()
--         or not exists (select from public.unit as item where item.id = kept.row_id)
--       );
--   insert into almanac.former_right (resource, role, callers, row_id, ended_at) select distinct 'unit', 'holder', sha256(convert_to(array[key_1.value::text]::text, 'UTF8')), ended.row_id, ended.at from (select item.id, reached.at from (select item.* from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item cross join lateral (select unnest(array[item.recorded_at, item.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.unit_id = item.id cross join lateral (select unnest(array[item_1.recorded_at, item_1.replaced_at]) union all select unnest(array[item_1.valid_from, item_1.valid_from + interval '1 microsecond']) union all select unnest(array[item_1.valid_to, item_1.valid_to + interval '1 microsecond'])) as reached (at) where item.id = any (concerned) and reached.at >= since) as ended (row_id, at) join (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as was on was.id = ended.row_id cross join lateral (select found.value from (select own_1.holder from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as own_1 where own_1.unit_id = was.id and own_1.valid_from is not null and own_1.recorded_at <= (ended.at - interval '1 microsecond') and (own_1.replaced_at is null or own_1.replaced_at > (ended.at - interval '1 microsecond'))) as found (value) where found.value is not null) as key_1 (value) where was.recorded_at <= (ended.at - interval '1 microsecond') and (was.replaced_at is null or was.replaced_at > (ended.at - interval '1 microsecond')) and (was.name <> 'hidden'::text and exists (select from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.unit_id = was.id and item_1.valid_from is not null and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and item_1.holder = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= (ended.at - interval '1 microsecond') and (item_1.valid_to > (ended.at - interval '1 microsecond') or item_1.valid_to is null)))) is true and exists (select from public.unit as item where item.id = ended.row_id) and (not exists (select from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as later where later.id = ended.row_id and later.recorded_at <= ended.at and (later.replaced_at is null or later.replaced_at > ended.at) and (later.name <> 'hidden'::text and exists (select from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.unit_id = later.id and item_1.valid_from is not null and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and item_1.holder = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= ended.at and (item_1.valid_to > ended.at or item_1.valid_to is null)))) is true)) is true on conflict do nothing;
--   end
--   $$;
--
--   create or replace function almanac.keep_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     changed_1 bigint[];
--     concerned bigint[];
--     since timestamptz;
--   begin
--     -- The first one takes all that the transaction has noted.
--     select
--       array_agg(value) filter (where due.resource = 'unit' and due.field = 'id')
--     into changed_1
--     from almanac.take_due_former() as due, unnest(due.ids) as value;
--     if num_nonnulls(changed_1) = 0 then
--       return null;
--     end if;
--     since := almanac.record_time(null);
--     concerned := array(
--       select unnest(changed_1) as id
--     );
--     if cardinality(concerned) > 0 then
--       -- Two transactions may each take away one of two reasons for a right. They wait for each other at its row.
--       perform from public.unit as target where target.id = any (concerned) order by target.id for no key update;
--       perform almanac.unit_former(concerned, since);
--     end if;
--     return null;
--   end
--   $$;
--
--   alter table public.plant_history rename column plant_id to unit_id;
--   alter table public.holding_history rename column keeper to holder;
--   alter table public.holding rename column keeper to holder;
--   alter index public.plant_history_plant_id_recorded_at_idx rename to unit_history_unit_id_recorded_at_idx;
--   alter index public.plant_row_version_idx rename to unit_row_version_idx;
--   alter index public.plant_history_pkey rename to unit_history_pkey;
--   alter index public.plant_pkey rename to unit_pkey;
--   alter sequence public.plant_row_version_seq rename to unit_row_version_seq;
--   alter sequence public.plant_id_seq rename to unit_id_seq;
--   alter sequence public.plant_history_deleted_seq rename to unit_history_deleted_seq;
--   alter table public.plant_history rename to unit_history;
--   alter table public.plant rename to unit;
--
--   create or replace function almanac.holding_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.holding_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.holding_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.holding_note_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if tg_op = 'INSERT' then
--       insert into almanac.former_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'unit', 'id', array_agg(distinct changed.unit_id)
--       from new_rows as changed
--       where changed.unit_id is not null
--       having count(*) > 0;
--     elsif tg_op = 'UPDATE' then
--       insert into almanac.former_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'unit', 'id', array_agg(distinct changed.unit_id)
--       from (
--         (select id, unit_id, holder, valid_from, valid_to from new_rows except select id, unit_id, holder, valid_from, valid_to from old_rows)
--         union all
--         (select id, unit_id, holder, valid_from, valid_to from old_rows except select id, unit_id, holder, valid_from, valid_to from new_rows)
--       ) as changed
--       where changed.unit_id is not null
--       having count(*) > 0;
--     elsif tg_op = 'DELETE' then
--       insert into almanac.former_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'unit', 'id', array_agg(distinct changed.unit_id)
--       from old_rows as changed
--       where changed.unit_id is not null
--       having count(*) > 0;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.holding_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.unit_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.unit
--     for each row execute function almanac.unit_stamp();
--
--   create or replace function almanac.unit_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.unit_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.unit_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.unit
--     referencing new table as new_rows
--     for each statement execute function almanac.unit_record_insert();
--
--   create or replace trigger record_update
--     after update on public.unit
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.unit_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.unit
--     referencing old table as old_rows
--     for each statement execute function almanac.unit_record_delete();
--
--   create or replace function almanac.unit_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.unit
--     for each row when (coalesce(current_setting('almanac.latest.unit', true), '') <> '')
--     execute function almanac.unit_latest();
--
--   create or replace function almanac.unit_note_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if tg_op = 'INSERT' then
--       insert into almanac.former_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'unit', 'id', array_agg(distinct changed.id)
--       from new_rows as changed
--       where changed.id is not null
--       having count(*) > 0;
--     elsif tg_op = 'UPDATE' then
--       insert into almanac.former_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'unit', 'id', array_agg(distinct changed.id)
--       from (
--         (select id, name from new_rows except select id, name from old_rows)
--         union all
--         (select id, name from old_rows except select id, name from new_rows)
--       ) as changed
--       where changed.id is not null
--       having count(*) > 0;
--     elsif tg_op = 'DELETE' then
--       insert into almanac.former_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'unit', 'id', array_agg(distinct changed.id)
--       from old_rows as changed
--       where changed.id is not null
--       having count(*) > 0;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger note_former_insert
--     after insert on public.unit
--     referencing new table as new_rows
--     for each statement execute function almanac.unit_note_former();
--
--   create or replace trigger note_former_update
--     after update on public.unit
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.unit_note_former();
--
--   create or replace trigger note_former_delete
--     after delete on public.unit
--     referencing old table as old_rows
--     for each statement execute function almanac.unit_note_former();
--
--   drop function almanac.plant_stamp();
--   drop function almanac.plant_record_insert();
--   drop function almanac.plant_record_update();
--   drop function almanac.plant_record_delete();
--   drop function almanac.plant_latest();
--   drop function almanac.plant_note_former();

-- Step 2 of 6: pass over what was noted for other rules
-- Runs: in a transaction
-- Locks: nothing
-- Work: writes almanac.former_due
-- Loses: nothing
-- Undo: nothing is left to take back
delete from almanac.former_due;

-- Step 3 of 6: find in the history when rights to plant ended
-- Runs: in batches of ids of plant
-- Locks: nothing
-- Work: reads plant, what its rules look at, and the history of both
-- Loses: nothing
-- Undo: by the statements behind it
select almanac.plant_former(array_agg(id), '-infinity') from public.plant where true and id between :first and :last;

-- To undo it:
--   delete from almanac.former_right where resource = 'plant';

-- Step 4 of 6: describe holding anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on holding: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.holding.keeper is 'Keeper';
comment on column public.holding_history.keeper is 'Keeper';

-- To undo it:
--   comment on column public.holding.keeper is 'Holder';
--   comment on column public.holding_history.keeper is 'Holder';

-- Step 5 of 6: describe plant anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on plant: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.plant is 'Plant';
comment on table public.plant_history is 'Plant history: Every version of every plant, the current ones included.';
comment on column public.plant_history.plant_id is 'Plant: Id of the plant that this is a version of.';

-- To undo it:
--   comment on table public.plant is 'Unit';
--   comment on table public.plant_history is 'Unit history: Every version of every unit, the current ones included.';
--   comment on column public.plant_history.plant_id is 'Unit: Id of the unit that this is a version of.';

-- Step 6 of 6: forget the ends of rights that no rule is about
-- Runs: in a transaction
-- Locks: nothing
-- Work: writes almanac.former_right
-- Loses: nothing
-- Undo: nothing is left to take back
delete from almanac.former_right where resource in ('unit');


-- another rule by which rights leave a last state
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: keep the ends of rights as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.unit_former(concerned bigint[], since timestamptz) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_hashjoin = off
set enable_mergejoin = off
set enable_bitmapscan = off
set jit = off
as $$
#variable_conflict use_variable
begin
  -- What was to end as time passes may now end at another time. So may the right to a row that is gone.
  delete from almanac.former_right as kept
  where kept.resource = 'unit' and kept.row_id = any (concerned)
    and (
      kept.ended_at > almanac.clock()
      or not exists (select from public.unit as item where item.id = kept.row_id)
    );
insert into almanac.former_right (resource, role, callers, row_id, ended_at) select distinct 'unit', 'holder', sha256(convert_to(array[key_1.value::text]::text, 'UTF8')), ended.row_id, ended.at from (select item.id, reached.at from (select item.* from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item cross join lateral (select unnest(array[item.recorded_at, item.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.unit_id = item.id cross join lateral (select unnest(array[item_1.recorded_at, item_1.replaced_at]) union all select unnest(array[item_1.valid_from, item_1.valid_from + interval '1 microsecond']) union all select unnest(array[item_1.valid_to, item_1.valid_to + interval '1 microsecond'])) as reached (at) where item.id = any (concerned) and reached.at >= since) as ended (row_id, at) join (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as was on was.id = ended.row_id cross join lateral (select found.value from (select own_1.holder from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as own_1 where own_1.unit_id = was.id and own_1.valid_from is not null and own_1.recorded_at <= (ended.at - interval '1 microsecond') and (own_1.replaced_at is null or own_1.replaced_at > (ended.at - interval '1 microsecond'))) as found (value) where found.value is not null) as key_1 (value) where was.recorded_at <= (ended.at - interval '1 microsecond') and (was.replaced_at is null or was.replaced_at > (ended.at - interval '1 microsecond')) and (was.name <> 'closed'::text and exists (select from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.unit_id = was.id and item_1.valid_from is not null and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and item_1.holder = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= (ended.at - interval '1 microsecond') and (item_1.valid_to > (ended.at - interval '1 microsecond') or item_1.valid_to is null)))) is true and exists (select from public.unit as item where item.id = ended.row_id) and (not exists (select from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as later where later.id = ended.row_id and later.recorded_at <= ended.at and (later.replaced_at is null or later.replaced_at > ended.at) and (later.name <> 'closed'::text and exists (select from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.unit_id = later.id and item_1.valid_from is not null and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and item_1.holder = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= ended.at and (item_1.valid_to > ended.at or item_1.valid_to is null)))) is true)) is true on conflict do nothing;
end
$$;

-- To undo it:
--   create or replace function almanac.unit_former(concerned bigint[], since timestamptz) returns void
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set enable_hashjoin = off
--   set enable_mergejoin = off
--   set enable_bitmapscan = off
--   set jit = off
--   as $$
--   #variable_conflict use_variable
--   begin
--     -- What was to end as time passes may now end at another time. So may the right to a row that is gone.
--     delete from almanac.former_right as kept
--     where kept.resource = 'unit' and kept.row_id = any (concerned)
--       and (
--         kept.ended_at > almanac.clock()
--         or not exists (select from public.unit as item where item.id = kept.row_id)
--       );
--   insert into almanac.former_right (resource, role, callers, row_id, ended_at) select distinct 'unit', 'holder', sha256(convert_to(array[key_1.value::text]::text, 'UTF8')), ended.row_id, ended.at from (select item.id, reached.at from (select item.* from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item cross join lateral (select unnest(array[item.recorded_at, item.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.unit_id = item.id cross join lateral (select unnest(array[item_1.recorded_at, item_1.replaced_at]) union all select unnest(array[item_1.valid_from, item_1.valid_from + interval '1 microsecond']) union all select unnest(array[item_1.valid_to, item_1.valid_to + interval '1 microsecond'])) as reached (at) where item.id = any (concerned) and reached.at >= since) as ended (row_id, at) join (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as was on was.id = ended.row_id cross join lateral (select found.value from (select own_1.holder from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as own_1 where own_1.unit_id = was.id and own_1.valid_from is not null and own_1.recorded_at <= (ended.at - interval '1 microsecond') and (own_1.replaced_at is null or own_1.replaced_at > (ended.at - interval '1 microsecond'))) as found (value) where found.value is not null) as key_1 (value) where was.recorded_at <= (ended.at - interval '1 microsecond') and (was.replaced_at is null or was.replaced_at > (ended.at - interval '1 microsecond')) and (was.name <> 'hidden'::text and exists (select from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.unit_id = was.id and item_1.valid_from is not null and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and item_1.holder = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= (ended.at - interval '1 microsecond') and (item_1.valid_to > (ended.at - interval '1 microsecond') or item_1.valid_to is null)))) is true and exists (select from public.unit as item where item.id = ended.row_id) and (not exists (select from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as later where later.id = ended.row_id and later.recorded_at <= ended.at and (later.replaced_at is null or later.replaced_at > ended.at) and (later.name <> 'hidden'::text and exists (select from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.unit_id = later.id and item_1.valid_from is not null and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and item_1.holder = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= ended.at and (item_1.valid_to > ended.at or item_1.valid_to is null)))) is true)) is true on conflict do nothing;
--   end
--   $$;

-- Step 2 of 3: pass over what was noted for other rules
-- Runs: in a transaction
-- Locks: nothing
-- Work: writes almanac.former_due
-- Loses: nothing
-- Undo: nothing is left to take back
delete from almanac.former_due;

-- Step 3 of 3: find in the history when rights to unit ended
-- Runs: in batches of ids of unit
-- Locks: nothing
-- Work: reads unit, what its rules look at, and the history of both
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.unit_former(array_agg(id), '-infinity') from public.unit where true and id between :first and :last;


-- rights that leave nothing any more
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 5: the triggers of holding do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on holding, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger note_former_delete on public.holding;
drop trigger note_former_update on public.holding;
drop trigger note_former_insert on public.holding;
drop function almanac.holding_note_former();

-- To undo it:
--   create or replace function almanac.holding_note_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if tg_op = 'INSERT' then
--       insert into almanac.former_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'unit', 'id', array_agg(distinct changed.unit_id)
--       from new_rows as changed
--       where changed.unit_id is not null
--       having count(*) > 0;
--     elsif tg_op = 'UPDATE' then
--       insert into almanac.former_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'unit', 'id', array_agg(distinct changed.unit_id)
--       from (
--         (select id, unit_id, holder, valid_from, valid_to from new_rows except select id, unit_id, holder, valid_from, valid_to from old_rows)
--         union all
--         (select id, unit_id, holder, valid_from, valid_to from old_rows except select id, unit_id, holder, valid_from, valid_to from new_rows)
--       ) as changed
--       where changed.unit_id is not null
--       having count(*) > 0;
--     elsif tg_op = 'DELETE' then
--       insert into almanac.former_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'unit', 'id', array_agg(distinct changed.unit_id)
--       from old_rows as changed
--       where changed.unit_id is not null
--       having count(*) > 0;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger note_former_insert
--     after insert on public.holding
--     referencing new table as new_rows
--     for each statement execute function almanac.holding_note_former();
--
--   create or replace trigger note_former_update
--     after update on public.holding
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.holding_note_former();
--
--   create or replace trigger note_former_delete
--     after delete on public.holding
--     referencing old table as old_rows
--     for each statement execute function almanac.holding_note_former();

-- Step 2 of 5: the triggers of unit do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on unit, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger note_former_delete on public.unit;
drop trigger note_former_update on public.unit;
drop trigger note_former_insert on public.unit;
drop function almanac.unit_note_former();

-- To undo it:
--   create or replace function almanac.unit_note_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if tg_op = 'INSERT' then
--       insert into almanac.former_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'unit', 'id', array_agg(distinct changed.id)
--       from new_rows as changed
--       where changed.id is not null
--       having count(*) > 0;
--     elsif tg_op = 'UPDATE' then
--       insert into almanac.former_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'unit', 'id', array_agg(distinct changed.id)
--       from (
--         (select id, name from new_rows except select id, name from old_rows)
--         union all
--         (select id, name from old_rows except select id, name from new_rows)
--       ) as changed
--       where changed.id is not null
--       having count(*) > 0;
--     elsif tg_op = 'DELETE' then
--       insert into almanac.former_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'unit', 'id', array_agg(distinct changed.id)
--       from old_rows as changed
--       where changed.id is not null
--       having count(*) > 0;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger note_former_insert
--     after insert on public.unit
--     referencing new table as new_rows
--     for each statement execute function almanac.unit_note_former();
--
--   create or replace trigger note_former_update
--     after update on public.unit
--     referencing old table as old_rows new table as new_rows
--     for each statement execute function almanac.unit_note_former();
--
--   create or replace trigger note_former_delete
--     after delete on public.unit
--     referencing old table as old_rows
--     for each statement execute function almanac.unit_note_former();

-- Step 3 of 5: keep the ends of rights as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger keep on almanac.former_due;
drop function almanac.keep_former();
drop function almanac.unit_former(bigint[], timestamptz);

-- To undo it:
--   create or replace function almanac.unit_former(concerned bigint[], since timestamptz) returns void
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set enable_hashjoin = off
--   set enable_mergejoin = off
--   set enable_bitmapscan = off
--   set jit = off
--   as $$
--   #variable_conflict use_variable
--   begin
--     -- What was to end as time passes may now end at another time. So may the right to a row that is gone.
--     delete from almanac.former_right as kept
--     where kept.resource = 'unit' and kept.row_id = any (concerned)
--       and (
--         kept.ended_at > almanac.clock()
--         or not exists (select from public.unit as item where item.id = kept.row_id)
--       );
--   insert into almanac.former_right (resource, role, callers, row_id, ended_at) select distinct 'unit', 'holder', sha256(convert_to(array[key_1.value::text]::text, 'UTF8')), ended.row_id, ended.at from (select item.id, reached.at from (select item.* from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item cross join lateral (select unnest(array[item.recorded_at, item.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.unit_id = item.id cross join lateral (select unnest(array[item_1.recorded_at, item_1.replaced_at]) union all select unnest(array[item_1.valid_from, item_1.valid_from + interval '1 microsecond']) union all select unnest(array[item_1.valid_to, item_1.valid_to + interval '1 microsecond'])) as reached (at) where item.id = any (concerned) and reached.at >= since) as ended (row_id, at) join (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as was on was.id = ended.row_id cross join lateral (select found.value from (select own_1.holder from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as own_1 where own_1.unit_id = was.id and own_1.valid_from is not null and own_1.recorded_at <= (ended.at - interval '1 microsecond') and (own_1.replaced_at is null or own_1.replaced_at > (ended.at - interval '1 microsecond'))) as found (value) where found.value is not null) as key_1 (value) where was.recorded_at <= (ended.at - interval '1 microsecond') and (was.replaced_at is null or was.replaced_at > (ended.at - interval '1 microsecond')) and (was.name <> 'hidden'::text and exists (select from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.unit_id = was.id and item_1.valid_from is not null and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and item_1.holder = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= (ended.at - interval '1 microsecond') and (item_1.valid_to > (ended.at - interval '1 microsecond') or item_1.valid_to is null)))) is true and exists (select from public.unit as item where item.id = ended.row_id) and (not exists (select from (select id, name, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.unit union all select unit_id as id, name, recorded_at, recorded_by, id as row_version, replaced_at from public.unit_history) as later where later.id = ended.row_id and later.recorded_at <= ended.at and (later.replaced_at is null or later.replaced_at > ended.at) and (later.name <> 'hidden'::text and exists (select from (select id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.holding union all select holding_id as id, unit_id, holder, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.holding_history) as item_1 where item_1.unit_id = later.id and item_1.valid_from is not null and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and item_1.holder = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= ended.at and (item_1.valid_to > ended.at or item_1.valid_to is null)))) is true)) is true on conflict do nothing;
--   end
--   $$;
--
--   create or replace function almanac.keep_former() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     changed_1 bigint[];
--     concerned bigint[];
--     since timestamptz;
--   begin
--     -- The first one takes all that the transaction has noted.
--     select
--       array_agg(value) filter (where due.resource = 'unit' and due.field = 'id')
--     into changed_1
--     from almanac.take_due_former() as due, unnest(due.ids) as value;
--     if num_nonnulls(changed_1) = 0 then
--       return null;
--     end if;
--     since := almanac.record_time(null);
--     concerned := array(
--       select unnest(changed_1) as id
--     );
--     if cardinality(concerned) > 0 then
--       -- Two transactions may each take away one of two reasons for a right. They wait for each other at its row.
--       perform from public.unit as target where target.id = any (concerned) order by target.id for no key update;
--       perform almanac.unit_former(concerned, since);
--     end if;
--     return null;
--   end
--   $$;
--
--   create constraint trigger keep
--     after insert on almanac.former_due
--     deferrable initially deferred
--     for each row execute function almanac.keep_former();

-- Step 4 of 5: pass over what was noted for other rules
-- Runs: in a transaction
-- Locks: nothing
-- Work: writes almanac.former_due
-- Loses: nothing
-- Undo: nothing is left to take back
delete from almanac.former_due;

-- Step 5 of 5: forget the ends of rights that no rule is about
-- Runs: in a transaction
-- Locks: nothing
-- Work: writes almanac.former_right
-- Loses: nothing
-- Undo: nothing is left to take back
delete from almanac.former_right where resource in ('unit');


-- a call that is an event comes
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 2: the triggers of book do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on book, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac."book.look"(called bigint) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

comment on function almanac."book.look"(bigint) is 'Makes the event of the call look of a row of book.';

-- To undo it:
--   drop function almanac."book.look"(bigint);

-- Step 2 of 2: describe event anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on event: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.event.type is 'Type: What happened: org.test, the resource, and create, update, delete or the name of a call.';

-- To undo it:
--   comment on column public.event.type is 'Type: What happened: org.test, the resource, and create, update or delete.';


-- a call that is an event, of a resource with another name
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 3: rename book to volume; what waits to be an event of book has the new name
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on volume, for a moment; the changes that wait
-- Work: the catalog alone; a service of the old definitions does not find the old names from here on; writes the changes that wait
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.book rename to volume;
alter sequence public.book_id_seq rename to volume_id_seq;
alter sequence public.book_row_version_seq rename to volume_row_version_seq;
alter index public.book_pkey rename to volume_pkey;
alter index public.book_code_key rename to volume_code_key;

create or replace function almanac.volume_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger stamp
  before insert or update on public.volume
  for each row execute function almanac.volume_stamp();

create or replace function almanac.volume_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.volume_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace function almanac.volume_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger keep_record_insert
  after insert on public.volume
  referencing new table as new_rows
  for each statement execute function almanac.volume_record_insert();

create or replace trigger record_update
  after update on public.volume
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.volume_record_update();

create or replace trigger keep_record_delete
  after delete on public.volume
  referencing old table as old_rows
  for each statement execute function almanac.volume_record_delete();

create or replace function almanac.volume_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

create or replace trigger latest_delete
  before delete on public.volume
  for each row when (coalesce(current_setting('almanac.latest.volume', true), '') <> '')
  execute function almanac.volume_latest();

create or replace function almanac."volume.look"(called bigint) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$ ... $$;

comment on function almanac."volume.look"(bigint) is 'Makes the event of the call look of a row of volume.';
drop function almanac.book_stamp();
drop function almanac.book_record_insert();
drop function almanac.book_record_update();
drop function almanac.book_record_delete();
drop function almanac.book_latest();
drop function almanac."book.look"(bigint);

update almanac.outbox set
  type = case when starts_with(type, 'org.test.book.') then 'org.test.volume.' || substr(type, 15) else type end,
  source = case when starts_with(source, '/book/') then '/volume/' || substr(source, 7) else source end,
  subject = case when starts_with(subject, '/book/') then '/volume/' || substr(subject, 7) else subject end
where (starts_with(source, '/book/') or starts_with(subject, '/book/'));

-- To undo it:
--   update almanac.outbox set
--     type = case when starts_with(type, 'org.test.volume.') then 'org.test.book.' || substr(type, 17) else type end,
--     source = case when starts_with(source, '/volume/') then '/book/' || substr(source, 9) else source end,
--     subject = case when starts_with(subject, '/volume/') then '/book/' || substr(subject, 9) else subject end
--   where (starts_with(source, '/volume/') or starts_with(subject, '/volume/'));
--
--   alter index public.volume_code_key rename to book_code_key;
--   alter index public.volume_pkey rename to book_pkey;
--   alter sequence public.volume_row_version_seq rename to book_row_version_seq;
--   alter sequence public.volume_id_seq rename to book_id_seq;
--   alter table public.volume rename to book;
--
--   create or replace function almanac.book_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger stamp
--     before insert or update on public.book
--     for each row execute function almanac.book_stamp();
--
--   create or replace function almanac.book_record_insert() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_update() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace function almanac.book_record_delete() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger keep_record_insert
--     after insert on public.book
--     referencing new table as new_rows
--     for each statement execute function almanac.book_record_insert();
--
--   create or replace trigger record_update
--     after update on public.book
--     referencing old table as old_rows new table as new_rows
--     for each row execute function almanac.book_record_update();
--
--   create or replace trigger keep_record_delete
--     after delete on public.book
--     referencing old table as old_rows
--     for each statement execute function almanac.book_record_delete();
--
--   create or replace function almanac.book_latest() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   create or replace trigger latest_delete
--     before delete on public.book
--     for each row when (coalesce(current_setting('almanac.latest.book', true), '') <> '')
--     execute function almanac.book_latest();
--
--   create or replace function almanac."book.look"(called bigint) returns void
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$ ... $$;
--
--   comment on function almanac."book.look"(bigint) is 'Makes the event of the call look of a row of book.';
--   drop function almanac.volume_stamp();
--   drop function almanac.volume_record_insert();
--   drop function almanac.volume_record_update();
--   drop function almanac.volume_record_delete();
--   drop function almanac.volume_latest();
--   drop function almanac."volume.look"(bigint);

-- Step 2 of 3: events of book are found under volume
-- Runs: in batches of ids of event
-- Locks: the rows of a batch, while it is written
-- Work: writes the events of these resources
-- Loses: nothing
-- Undo: by the statements behind it
update public.event set
  type = case when starts_with(type, 'org.test.book.') then 'org.test.volume.' || substr(type, 15) else type end,
  source = case when starts_with(source, '/book/') then '/volume/' || substr(source, 7) else source end,
  subject = case when starts_with(subject, '/book/') then '/volume/' || substr(subject, 7) else subject end
where (starts_with(source, '/book/') or starts_with(subject, '/book/')) and id between :first and :last;

-- To undo it:
--   update public.event set
--     type = case when starts_with(type, 'org.test.volume.') then 'org.test.book.' || substr(type, 17) else type end,
--     source = case when starts_with(source, '/volume/') then '/book/' || substr(source, 9) else source end,
--     subject = case when starts_with(subject, '/volume/') then '/book/' || substr(subject, 9) else subject end
--   where (starts_with(source, '/volume/') or starts_with(subject, '/volume/'));

-- Step 3 of 3: describe volume anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on volume: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.volume is 'Volume';

-- To undo it:
--   comment on table public.volume is 'Book';
