-- 20261122142742_present
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.present() returns timestamptz
language sql stable
return coalesce(
  timestamptz 'epoch' + interval '1 microsecond' * coalesce(
    nullif(current_setting('almanac.recorded_at', true), ''),
    nullif(current_setting('almanac.present', true), '')
  )::bigint,
  transaction_timestamp()
);

comment on function almanac.present() is 'The instant at which rules are asked: one for a read, and for a write that under which it records.';

create or replace function almanac.fix_present() returns void
language plpgsql volatile
as $$
begin
  if nullif(current_setting('almanac.present', true), '') is null then
    perform set_config('almanac.present', (extract(epoch from almanac.clock()) * 1000000)::bigint::text, true);
  end if;
end
$$;

comment on function almanac.fix_present() is 'Fixes the instant at which this transaction asks rules and records, behind its first locks.';

create or replace function almanac.record_time(previous timestamptz) returns timestamptz
language plpgsql volatile
as $$
declare
  microseconds bigint := nullif(current_setting('almanac.recorded_at', true), '');
  present timestamptz := almanac.clock();
  fixed timestamptz := timestamptz 'epoch'
    + nullif(current_setting('almanac.present', true), '')::bigint * interval '1 microsecond';
  given timestamptz;
  setting text;
begin
  if microseconds is null then
    given := greatest(
      case when fixed >= transaction_timestamp() and fixed <= present then fixed else present end,
      previous + interval '1 microsecond'
    );
    setting := set_config('almanac.recorded_at', (extract(epoch from given) * 1000000)::bigint::text, true);
  else
    given := timestamptz 'epoch' + microseconds * interval '1 microsecond';
    if previous >= given then
      raise exception 'could not serialize access: the row was recorded at %, this transaction records at %', previous, given
        using errcode = 'serialization_failure', hint = 'Another transaction changed the row meanwhile. Retry this one.';
    end if;
  end if;
  if given >= transaction_timestamp() and given <= present then
    return given;
  end if;

  -- The clock has stepped back, or stands behind the version that is replaced.
  if microseconds is null then
    insert into almanac.given_instant (recorded_in, instant) values (pg_current_xact_id(), given);
    delete from almanac.given_instant
    where ctid = any (array(
      select former.ctid from almanac.given_instant as former
      where former.recorded_in <> pg_current_xact_id()
      limit 10
      for update skip locked
    ));
  elsif not exists (
    select from almanac.given_instant as own where own.recorded_in = pg_current_xact_id() and own.instant = given
  ) then
    raise exception 'could not serialize access: this transaction does not record at %', given
      using errcode = 'serialization_failure', hint = 'The clock was set back, or almanac.recorded_at was set by hand. Retry.';
  end if;
  return given;
end
$$;

-- To undo it:
--   drop function almanac.fix_present();
--   drop function almanac.present();
--
--   create or replace function almanac.record_time(previous timestamptz) returns timestamptz
--   language plpgsql volatile
--   as $$
--   declare
--     microseconds bigint := nullif(current_setting('almanac.recorded_at', true), '');
--     present timestamptz := almanac.clock();
--     given timestamptz;
--     setting text;
--   begin
--     if microseconds is null then
--       given := greatest(present, previous + interval '1 microsecond');
--       setting := set_config('almanac.recorded_at', (extract(epoch from given) * 1000000)::bigint::text, true);
--     else
--       given := timestamptz 'epoch' + microseconds * interval '1 microsecond';
--       if previous >= given then
--         raise exception 'could not serialize access: the row was recorded at %, this transaction records at %', previous, given
--           using errcode = 'serialization_failure', hint = 'Another transaction changed the row meanwhile. Retry this one.';
--       end if;
--     end if;
--     if given >= transaction_timestamp() and given <= present then
--       return given;
--     end if;
--
--     -- The clock has stepped back, or stands behind the version that is replaced.
--     if microseconds is null then
--       insert into almanac.given_instant (recorded_in, instant) values (pg_current_xact_id(), given);
--       delete from almanac.given_instant
--       where ctid = any (array(
--         select former.ctid from almanac.given_instant as former
--         where former.recorded_in <> pg_current_xact_id()
--         limit 10
--         for update skip locked
--       ));
--     elsif not exists (
--       select from almanac.given_instant as own where own.recorded_in = pg_current_xact_id() and own.instant = given
--     ) then
--       raise exception 'could not serialize access: this transaction does not record at %', given
--         using errcode = 'serialization_failure', hint = 'The clock was set back, or almanac.recorded_at was set by hand. Retry.';
--     end if;
--     return given;
--   end
--   $$;
