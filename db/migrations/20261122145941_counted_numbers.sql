-- 20261122145941_counted_numbers
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table almanac.counter (
  name text not null,
  key text not null,
  last bigint not null,
  constraint counter_pkey primary key (name, key)
);

comment on table almanac.counter is 'The last number of each counter, by the text before it. Its writers queue on the row of the empty text.';

create or replace function almanac.lock_counter(counter text) returns void
language plpgsql volatile
as $$
begin
  perform from almanac.counter as head where head.name = counter and head.key = '' for update;
  if not found then
    insert into almanac.counter (name, key, last) values (counter, '', 0) on conflict do nothing;
    perform from almanac.counter as head where head.name = counter and head.key = '' for update;
  end if;
end
$$;

comment on function almanac.lock_counter(text) is 'Waits for other transactions that count with this counter.';

create or replace function almanac.settle_counter(counter text, kept bigint, greatest_kept bigint) returns void
language plpgsql volatile
as $$
declare
  setting constant text := 'almanac.counted.' || counter;
  counted jsonb := nullif(current_setting(setting, true), '')::jsonb;
  before bigint := counted ->> 'start';
  number bigint := counted ->> 'last';
begin
  if counted is null then
    return;
  end if;
  if kept < (counted ->> 'rows')::bigint then
    number := coalesce(greatest_kept, before);
    if number - before <> kept then
      raise exception 'the numbers of % would have a gap: a row was skipped', counter
        using errcode = 'object_not_in_prerequisite_state', hint = 'Insert only rows that are not skipped.';
    end if;
  end if;
  if number <> (counted ->> 'written')::bigint then
    insert into almanac.counter as known (name, key, last)
    values (counter, counted ->> 'key', number)
    on conflict on constraint counter_pkey do update set last = excluded.last;
  end if;
  counted := counted || jsonb_build_object('written', number, 'start', number, 'last', number, 'rows', 0);
  perform set_config(setting, counted::text, true);
end
$$;

comment on function almanac.settle_counter(text, bigint, bigint) is 'Writes what this transaction has counted, without the rows that a statement skipped.';

create or replace function almanac.count_number(counter text, text_before text, sent bigint) returns bigint
language plpgsql volatile
as $$
declare
  setting constant text := 'almanac.counted.' || counter;
  counted jsonb := nullif(current_setting(setting, true), '')::jsonb;
  number bigint;
begin
  if counted is null or counted ->> 'key' <> text_before then
    perform almanac.settle_counter(counter, null, null);
    number := coalesce((
      select known.last from almanac.counter as known where known.name = counter and known.key = text_before
    ), 0);
    counted := jsonb_build_object('key', text_before, 'written', number, 'start', number, 'last', number, 'rows', 0);
  end if;
  if sent <= (counted ->> 'start')::bigint then
    return sent;
  end if;
  number := (counted ->> 'last')::bigint;
  number := case when sent is null then number + 1 else greatest(number, sent) end;
  counted := counted || jsonb_build_object('last', number, 'rows', (counted ->> 'rows')::bigint + 1);
  perform set_config(setting, counted::text, true);
  return number;
end
$$;

comment on function almanac.count_number(text, text, bigint) is 'The next number of a counter, or one that was sent, behind which it goes on.';

create or replace function almanac.take_number(counter text, text_before text) returns bigint
language plpgsql volatile
as $$
declare
  number bigint;
begin
  perform almanac.lock_counter(counter);
  number := almanac.count_number(counter, text_before, null);
  perform almanac.settle_counter(counter, null, null);
  return number;
end
$$;

comment on function almanac.take_number(text, text) is 'The next number of a counter, written at once.';

create or replace function almanac.number_text(number bigint, digits integer) returns text
language sql immutable
return lpad(number::text, greatest(digits, length(number::text)), '0');

comment on function almanac.number_text(bigint, integer) is 'A number with at least so many digits.';

-- To undo it:
--   drop function almanac.number_text(bigint, integer);
--   drop function almanac.take_number(text, text);
--   drop function almanac.count_number(text, text, bigint);
--   drop function almanac.settle_counter(text, bigint, bigint);
--   drop function almanac.lock_counter(text);
--   drop table almanac.counter;
