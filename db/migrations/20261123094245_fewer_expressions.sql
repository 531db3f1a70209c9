-- 20261123094245_fewer_expressions
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.fix_present() returns void
language plpgsql volatile
as $$
declare
  setting text := case
    when coalesce(current_setting('almanac.present', true), '') = ''
    then set_config('almanac.present', (extract(epoch from almanac.clock()) * 1000000)::bigint::text, true)
  end;
begin
  -- As an initial value, it is no statement of its own.
end
$$;

create or replace function almanac.record_time(previous timestamptz) returns timestamptz
language plpgsql volatile
as $$
declare
  present timestamptz := almanac.clock();
  is_first boolean;
  given timestamptz;
  setting text;
begin
  -- The usual case, in one expression: PostgreSQL prepares each one anew in each transaction.
  if (
    case
      when coalesce(current_setting('almanac.recorded_at', true), '') = ''
        and coalesce(current_setting('almanac.present', true), '') = ''
        and present >= transaction_timestamp()
        and (previous < present) is not false
      then set_config('almanac.recorded_at', (extract(epoch from present) * 1000000)::bigint::text, true)
    end
  ) is not null then
    return present;
  end if;

  is_first := coalesce(current_setting('almanac.recorded_at', true), '') = '';
  given := timestamptz 'epoch' + interval '1 microsecond'
    * nullif(current_setting(case when is_first then 'almanac.present' else 'almanac.recorded_at' end, true), '')::bigint;
  if is_first then
    given := greatest(
      case when given between transaction_timestamp() and present then given else present end,
      previous + interval '1 microsecond'
    );
    setting := set_config('almanac.recorded_at', (extract(epoch from given) * 1000000)::bigint::text, true);
  elsif previous >= given then
    raise exception 'could not serialize access: the row was recorded at %, this transaction records at %', previous, given
      using errcode = 'serialization_failure', hint = 'Another transaction changed the row meanwhile. Retry this one.';
  end if;
  if given between transaction_timestamp() and present then
    return given;
  end if;

  -- The clock has stepped back, or stands behind the version that is replaced.
  if is_first then
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

create or replace function almanac.accounting_point_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.accounting_point_history as version
    where version.accounting_point_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.accounting_point_row_version_seq');
  else
    if new.id is distinct from old.id or (new.business_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.street_address, old.postal_code, old.city) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of accounting_point never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.accounting_point_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.accounting_point', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.accounting_point as latest
            where latest.id = current_setting('almanac.latest.accounting_point')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.accounting_point', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.accounting_point_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.accounting_point_balance_responsible_party_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.accounting_point_balance_responsible_party_history as version
    where version.accounting_point_balance_responsible_party_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.accounting_point_balance_responsible_party_row_version_seq');
  else
    if new.id is distinct from old.id or (new.accounting_point_id, new.balance_responsible_party_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of accounting_point_balance_responsible_party never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point_balance_responsible_party', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.accounting_point_balance_responsible_party_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.accounting_point_balance_responsible_party', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.accounting_point_balance_responsible_party as latest
            where latest.id = current_setting('almanac.latest.accounting_point_balance_responsible_party')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.accounting_point_balance_responsible_party', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.accounting_point_balance_responsible_party_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.accounting_point_balance_responsible_party_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  of_batch bigint[] := '{}';
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of accounting_point_balance_responsible_party begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of accounting_point_balance_responsible_party ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'accounting_point_balance_responsible_party_validity_check';
  elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
    raise exception 'valid_from of accounting_point_balance_responsible_party is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'accounting_point_balance_responsible_party_valid_47755e80_check';
  elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
    raise exception 'valid_to of accounting_point_balance_responsible_party is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'accounting_point_balance_responsible_party_valid_to_align_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.accounting_point as timeline where timeline.id = new.accounting_point_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'accounting_point_balance_responsible_party', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('accounting_point_balance_responsible_party', array(
      select entry.id from public.accounting_point_balance_responsible_party as entry
      where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.accounting_point_balance_responsible_party as entry
  where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.accounting_point_balance_responsible_party', true), '');
  if room is not null then
    if exists (
      select from public.accounting_point_balance_responsible_party as entry
      where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of accounting_point_balance_responsible_party within the interval'
        using errcode = 'ZA403', constraint = 'accounting_point_balance_responsible_party_accoun_89a7359a_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  update public.accounting_point_balance_responsible_party as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  return new;
end
$$;

create or replace function almanac.accounting_point_end_user_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.accounting_point_end_user_history as version
    where version.accounting_point_end_user_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.accounting_point_end_user_row_version_seq');
  else
    if new.id is distinct from old.id or (new.accounting_point_id, new.end_user_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of accounting_point_end_user never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point_end_user', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.accounting_point_end_user_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.accounting_point_end_user', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.accounting_point_end_user as latest
            where latest.id = current_setting('almanac.latest.accounting_point_end_user')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.accounting_point_end_user', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.accounting_point_end_user_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.accounting_point_end_user_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  of_batch bigint[] := '{}';
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of accounting_point_end_user begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of accounting_point_end_user ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'accounting_point_end_user_validity_check';
  elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
    raise exception 'valid_from of accounting_point_end_user is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'accounting_point_end_user_valid_from_align_check';
  elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
    raise exception 'valid_to of accounting_point_end_user is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'accounting_point_end_user_valid_to_align_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.accounting_point as timeline where timeline.id = new.accounting_point_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'accounting_point_end_user', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('accounting_point_end_user', array(
      select entry.id from public.accounting_point_end_user as entry
      where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.accounting_point_end_user as entry
  where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.accounting_point_end_user', true), '');
  if room is not null then
    if exists (
      select from public.accounting_point_end_user as entry
      where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of accounting_point_end_user within the interval'
        using errcode = 'ZA403', constraint = 'accounting_point_end_user_accounting_point_id_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  update public.accounting_point_end_user as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  return new;
end
$$;

create or replace function almanac.accounting_point_energy_supplier_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.accounting_point_energy_supplier_history as version
    where version.accounting_point_energy_supplier_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.accounting_point_energy_supplier_row_version_seq');
  else
    if new.id is distinct from old.id or (new.accounting_point_id, new.energy_supplier_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of accounting_point_energy_supplier never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point_energy_supplier', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.accounting_point_energy_supplier_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.accounting_point_energy_supplier', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.accounting_point_energy_supplier as latest
            where latest.id = current_setting('almanac.latest.accounting_point_energy_supplier')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.accounting_point_energy_supplier', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.accounting_point_energy_supplier_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.accounting_point_energy_supplier_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  of_batch bigint[] := '{}';
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of accounting_point_energy_supplier begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of accounting_point_energy_supplier ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'accounting_point_energy_supplier_validity_check';
  elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
    raise exception 'valid_from of accounting_point_energy_supplier is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'accounting_point_energy_supplier_valid_from_align_check';
  elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
    raise exception 'valid_to of accounting_point_energy_supplier is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'accounting_point_energy_supplier_valid_to_align_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.accounting_point as timeline where timeline.id = new.accounting_point_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'accounting_point_energy_supplier', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('accounting_point_energy_supplier', array(
      select entry.id from public.accounting_point_energy_supplier as entry
      where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.accounting_point_energy_supplier as entry
  where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.accounting_point_energy_supplier', true), '');
  if room is not null then
    if exists (
      select from public.accounting_point_energy_supplier as entry
      where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of accounting_point_energy_supplier within the interval'
        using errcode = 'ZA403', constraint = 'accounting_point_energy_supplier_accounting_point_id_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  update public.accounting_point_energy_supplier as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  return new;
end
$$;

create or replace function almanac.accounting_point_metering_grid_area_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.accounting_point_metering_grid_area_history as version
    where version.accounting_point_metering_grid_area_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.accounting_point_metering_grid_area_row_version_seq');
  else
    if new.id is distinct from old.id or (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of accounting_point_metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.accounting_point_metering_grid_area', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.accounting_point_metering_grid_area_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.accounting_point_metering_grid_area', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.accounting_point_metering_grid_area as latest
            where latest.id = current_setting('almanac.latest.accounting_point_metering_grid_area')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.accounting_point_metering_grid_area', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.accounting_point_metering_grid_area_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.accounting_point_metering_grid_area_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  of_batch bigint[] := '{}';
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of accounting_point_metering_grid_area begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of accounting_point_metering_grid_area ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'accounting_point_metering_grid_area_validity_check';
  elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
    raise exception 'valid_from of accounting_point_metering_grid_area is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'accounting_point_metering_grid_area_valid_from_align_check';
  elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
    raise exception 'valid_to of accounting_point_metering_grid_area is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'accounting_point_metering_grid_area_valid_to_align_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.accounting_point as timeline where timeline.id = new.accounting_point_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'accounting_point_metering_grid_area', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('accounting_point_metering_grid_area', array(
      select entry.id from public.accounting_point_metering_grid_area as entry
      where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.accounting_point_metering_grid_area as entry
  where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.accounting_point_metering_grid_area', true), '');
  if room is not null then
    if exists (
      select from public.accounting_point_metering_grid_area as entry
      where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of accounting_point_metering_grid_area within the interval'
        using errcode = 'ZA403', constraint = 'accounting_point_metering_grid_area_accounting_point_id_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  update public.accounting_point_metering_grid_area as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.accounting_point_id = new.accounting_point_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  return new;
end
$$;

create or replace function almanac.bidding_zone_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.bidding_zone_history as version
    where version.bidding_zone_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.bidding_zone_row_version_seq');
  else
    if new.id is distinct from old.id or (new.business_id, new.code, new.name) is not distinct from (old.business_id, old.code, old.name) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of bidding_zone never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.bidding_zone', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.bidding_zone_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.bidding_zone', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.bidding_zone as latest
            where latest.id = current_setting('almanac.latest.bidding_zone')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.bidding_zone', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.bidding_zone_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.contract_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.contract_history as version
    where version.contract_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.contract_row_version_seq');
    if (new.status = 'signed') is true then
      new.signed_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id or (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of contract never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.contract', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.contract_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.contract', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.contract as latest
            where latest.id = current_setting('almanac.latest.contract')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.contract', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.contract_row_version_seq');
      end if;
    end if;
    if not almanac.is_making_room('almanac.contract_make_room()') then
      if old.valid_from is null and new.valid_from is not null then
        if (new.status = 'signed') is true then
          new.signed_at := new.recorded_at;
        end if;
      elsif old.valid_from is not null and new.valid_from is not null then
        if (old.status <> 'signed') is true and (new.status = 'signed') is true then
          new.signed_at := new.recorded_at;
        end if;
      end if;
    end if;
    if (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('proposed', 'signed')) then
        raise exception 'status of contract does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'contract_status_transition_check';
      elsif (old.status, new.status) = ('proposed', 'signed') and almanac.role() not in ('administrator', 'end_user') then
        raise exception 'only administrator or end_user may change status of contract from % to %', old.status, new.status
          using errcode = 'ZA403', constraint = 'contract_status_transition_check', detail = 'administrator or end_user';
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.contract_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  of_batch bigint[] := '{}';
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of contract begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of contract ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'contract_validity_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.accounting_point as timeline where timeline.id = new.accounting_point_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'contract', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('contract', array(
      select entry.id from public.contract as entry
      where entry.accounting_point_id = new.accounting_point_id and entry.service_provider_id = new.service_provider_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.contract as entry
  where entry.accounting_point_id = new.accounting_point_id and entry.service_provider_id = new.service_provider_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.contract', true), '');
  if room is not null then
    if exists (
      select from public.contract as entry
      where entry.accounting_point_id = new.accounting_point_id and entry.service_provider_id = new.service_provider_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of contract within the interval'
        using errcode = 'ZA403', constraint = 'contract_accounting_point_id_service_provider_id_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  perform set_config('almanac.making_room', 'yes', true);
  update public.contract as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.accounting_point_id = new.accounting_point_id and entry.service_provider_id = new.service_provider_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  perform set_config('almanac.making_room', '', true);
  return new;
end
$$;

create or replace function almanac.controllable_unit_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.controllable_unit_history as version
    where version.controllable_unit_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.controllable_unit_row_version_seq');
    if (new.grid_validation_status = 'validated') is true then
      select new.recorded_at, new.maximum_active_power
      into new.validated_at, new.validated_active_power;
    end if;
    if (new.grid_validation_status <> 'validated') is true then
      new.validated_at := null::timestamptz;
      new.validated_active_power := null::numeric(9, 3);
    end if;
  else
    if new.id is distinct from old.id or (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of controllable_unit never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.controllable_unit', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.controllable_unit_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.controllable_unit', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.controllable_unit as latest
            where latest.id = current_setting('almanac.latest.controllable_unit')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.controllable_unit', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.controllable_unit_row_version_seq');
      end if;
    end if;
    if (old.grid_validation_status <> 'validated') is true and (new.grid_validation_status = 'validated') is true then
      select new.recorded_at, new.maximum_active_power
      into new.validated_at, new.validated_active_power;
    end if;
    if (new.grid_validation_status <> 'validated') is true then
      new.validated_at := null::timestamptz;
      new.validated_active_power := null::numeric(9, 3);
    end if;
    if (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('new', 'active'), ('new', 'terminated'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
        raise exception 'status of controllable_unit does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'controllable_unit_status_transition_check';
      end if;
    end if;
    if new.grid_validation_status <> old.grid_validation_status then
      if (old.grid_validation_status, new.grid_validation_status) not in (('pending', 'in_progress'), ('in_progress', 'incomplete_information'), ('in_progress', 'validated'), ('in_progress', 'validation_failed'), ('incomplete_information', 'in_progress'), ('incomplete_information', 'validation_failed'), ('validated', 'in_progress'), ('validation_failed', 'in_progress')) then
        raise exception 'grid_validation_status of controllable_unit does not go from % to %', old.grid_validation_status, new.grid_validation_status
          using errcode = 'check_violation', constraint = 'controllable_unit_grid_validation_status_transition_check';
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.controllable_unit_service_provider_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.controllable_unit_service_provider_history as version
    where version.controllable_unit_service_provider_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
    new.accounting_point_id := (select own_1.accounting_point_id from public.controllable_unit as own_1 where own_1.id = new.controllable_unit_id);
  else
    if new.id is distinct from old.id or (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of controllable_unit_service_provider never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.controllable_unit_service_provider', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.controllable_unit_service_provider', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.controllable_unit_service_provider as latest
            where latest.id = current_setting('almanac.latest.controllable_unit_service_provider')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.controllable_unit_service_provider', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
      end if;
    end if;
    if not almanac.is_making_room('almanac.controllable_unit_service_provider_make_room()') then
      if old.valid_from is null and new.valid_from is not null then
        new.accounting_point_id := (select own_1.accounting_point_id from public.controllable_unit as own_1 where own_1.id = new.controllable_unit_id);
      end if;
    end if;
    if (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
      return old;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.controllable_unit_service_provider_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  of_batch bigint[] := '{}';
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of controllable_unit_service_provider begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of controllable_unit_service_provider ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'controllable_unit_service_provider_validity_check';
  elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
    raise exception 'valid_from of controllable_unit_service_provider is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'controllable_unit_service_provider_valid_from_align_check';
  elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
    raise exception 'valid_to of controllable_unit_service_provider is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'controllable_unit_service_provider_valid_to_align_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.controllable_unit as timeline where timeline.id = new.controllable_unit_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'controllable_unit_service_provider', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('controllable_unit_service_provider', array(
      select entry.id from public.controllable_unit_service_provider as entry
      where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.controllable_unit_service_provider as entry
  where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.controllable_unit_service_provider', true), '');
  if room is not null then
    if exists (
      select from public.controllable_unit_service_provider as entry
      where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of controllable_unit_service_provider within the interval'
        using errcode = 'ZA403', constraint = 'controllable_unit_service_provider_controllable_unit_id_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  perform set_config('almanac.making_room', 'yes', true);
  update public.controllable_unit_service_provider as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  perform set_config('almanac.making_room', '', true);
  return new;
end
$$;

create or replace function almanac.controllable_unit_suspension_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.controllable_unit_suspension_history as version
    where version.controllable_unit_suspension_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
    if new.suspended_at = now() then
      new.suspended_at := new.recorded_at;
    end if;
    if (new.status = 'lifted') is true then
      new.lifted_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id or (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of controllable_unit_suspension never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.controllable_unit_suspension', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
    else
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
    if (old.status = 'active') is true and (new.status = 'lifted') is true then
      new.lifted_at := new.recorded_at;
    end if;
    if (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('active', 'lifted')) then
        raise exception 'status of controllable_unit_suspension does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'controllable_unit_suspension_status_transition_check';
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.identity_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.identity_history as version
    where version.identity_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.identity_row_version_seq');
  else
    if new.id is distinct from old.id or (new.subject, new.name) is not distinct from (old.subject, old.name) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of identity never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.identity', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.identity_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.identity', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.identity as latest
            where latest.id = current_setting('almanac.latest.identity')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.identity', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.identity_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.metering_grid_area_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.metering_grid_area_history as version
    where version.metering_grid_area_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.metering_grid_area_row_version_seq');
  else
    if new.id is distinct from old.id or (new.business_id, new.name) is not distinct from (old.business_id, old.name) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.metering_grid_area', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.metering_grid_area_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.metering_grid_area', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.metering_grid_area as latest
            where latest.id = current_setting('almanac.latest.metering_grid_area')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.metering_grid_area', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.metering_grid_area_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.metering_grid_area_bidding_zone_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.metering_grid_area_bidding_zone_history as version
    where version.metering_grid_area_bidding_zone_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.metering_grid_area_bidding_zone_row_version_seq');
  else
    if new.id is distinct from old.id or (new.metering_grid_area_id, new.bidding_zone_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of metering_grid_area_bidding_zone never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.metering_grid_area_bidding_zone', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.metering_grid_area_bidding_zone_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.metering_grid_area_bidding_zone', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.metering_grid_area_bidding_zone as latest
            where latest.id = current_setting('almanac.latest.metering_grid_area_bidding_zone')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.metering_grid_area_bidding_zone', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.metering_grid_area_bidding_zone_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.metering_grid_area_bidding_zone_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  of_batch bigint[] := '{}';
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of metering_grid_area_bidding_zone begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of metering_grid_area_bidding_zone ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'metering_grid_area_bidding_zone_validity_check';
  elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
    raise exception 'valid_from of metering_grid_area_bidding_zone is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'metering_grid_area_bidding_zone_valid_from_align_check';
  elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
    raise exception 'valid_to of metering_grid_area_bidding_zone is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'metering_grid_area_bidding_zone_valid_to_align_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.metering_grid_area as timeline where timeline.id = new.metering_grid_area_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'metering_grid_area_bidding_zone', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('metering_grid_area_bidding_zone', array(
      select entry.id from public.metering_grid_area_bidding_zone as entry
      where entry.metering_grid_area_id = new.metering_grid_area_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.metering_grid_area_bidding_zone as entry
  where entry.metering_grid_area_id = new.metering_grid_area_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.metering_grid_area_bidding_zone', true), '');
  if room is not null then
    if exists (
      select from public.metering_grid_area_bidding_zone as entry
      where entry.metering_grid_area_id = new.metering_grid_area_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of metering_grid_area_bidding_zone within the interval'
        using errcode = 'ZA403', constraint = 'metering_grid_area_bidding_zone_metering_grid_area_id_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  update public.metering_grid_area_bidding_zone as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.metering_grid_area_id = new.metering_grid_area_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  return new;
end
$$;

create or replace function almanac.metering_grid_area_system_operator_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.metering_grid_area_system_operator_history as version
    where version.metering_grid_area_system_operator_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.metering_grid_area_system_operator_row_version_seq');
  else
    if new.id is distinct from old.id or (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of metering_grid_area_system_operator never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.metering_grid_area_system_operator', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.metering_grid_area_system_operator_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.metering_grid_area_system_operator', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.metering_grid_area_system_operator as latest
            where latest.id = current_setting('almanac.latest.metering_grid_area_system_operator')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.metering_grid_area_system_operator', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.metering_grid_area_system_operator_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.metering_grid_area_system_operator_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  of_batch bigint[] := '{}';
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of metering_grid_area_system_operator begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of metering_grid_area_system_operator ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'metering_grid_area_system_operator_validity_check';
  elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
    raise exception 'valid_from of metering_grid_area_system_operator is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'metering_grid_area_system_operator_valid_from_align_check';
  elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
    raise exception 'valid_to of metering_grid_area_system_operator is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'metering_grid_area_system_operator_valid_to_align_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.metering_grid_area as timeline where timeline.id = new.metering_grid_area_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'metering_grid_area_system_operator', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('metering_grid_area_system_operator', array(
      select entry.id from public.metering_grid_area_system_operator as entry
      where entry.metering_grid_area_id = new.metering_grid_area_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.metering_grid_area_system_operator as entry
  where entry.metering_grid_area_id = new.metering_grid_area_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.metering_grid_area_system_operator', true), '');
  if room is not null then
    if exists (
      select from public.metering_grid_area_system_operator as entry
      where entry.metering_grid_area_id = new.metering_grid_area_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of metering_grid_area_system_operator within the interval'
        using errcode = 'ZA403', constraint = 'metering_grid_area_system_operator_metering_grid_area_id_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  update public.metering_grid_area_system_operator as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.metering_grid_area_id = new.metering_grid_area_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  return new;
end
$$;

create or replace function almanac.notice_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time(null);
    new.row_version := nextval('public.notice_row_version_seq');
  else
    if new.id is distinct from old.id or (new.type, new.source, new.status, new.party_id, new.data, new.since) is not distinct from (old.type, old.source, old.status, old.party_id, old.data, old.since) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of notice never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('active', 'resolved')) then
        raise exception 'status of notice does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'notice_status_transition_check';
      end if;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.notice', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.notice_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.notice', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.notice as latest
            where latest.id = current_setting('almanac.latest.notice')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.notice', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.notice_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.notification_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time(null);
    new.row_version := nextval('public.notification_row_version_seq');
  else
    if new.id is distinct from old.id or (new.acknowledged, new.event_id, new.party_id) is not distinct from (old.acknowledged, old.event_id, old.party_id) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of notification never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.notification', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.notification_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.notification', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.notification as latest
            where latest.id = current_setting('almanac.latest.notification')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.notification', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.notification_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.party_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.party_history as version
    where version.party_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.party_row_version_seq');
  else
    if new.id is distinct from old.id or (new.name, new.business_id_type, new.business_id, new.type, new.status, new.email, new.website, new.additional_information) is not distinct from (old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of party never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('new', 'active'), ('new', 'inactive'), ('new', 'terminated'), ('active', 'suspended'), ('active', 'inactive'), ('active', 'terminated'), ('suspended', 'active'), ('suspended', 'inactive'), ('suspended', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
        raise exception 'status of party does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'party_status_transition_check';
      end if;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.party', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.party_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.party', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.party as latest
            where latest.id = current_setting('almanac.latest.party')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.party', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.party_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.party_membership_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.party_membership_history as version
    where version.party_membership_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.party_membership_row_version_seq');
  else
    if new.id is distinct from old.id or (new.identity_id, new.party_id, new.valid_from, new.valid_to) is not distinct from (old.identity_id, old.party_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of party_membership never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.party_membership', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.party_membership_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.party_membership', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.party_membership as latest
            where latest.id = current_setting('almanac.latest.party_membership')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.party_membership', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.party_membership_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.party_membership_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  of_batch bigint[] := '{}';
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of party_membership begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of party_membership ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'party_membership_validity_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.identity as timeline where timeline.id = new.identity_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'party_membership', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('party_membership', array(
      select entry.id from public.party_membership as entry
      where entry.identity_id = new.identity_id and entry.party_id = new.party_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.party_membership as entry
  where entry.identity_id = new.identity_id and entry.party_id = new.party_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.party_membership', true), '');
  if room is not null then
    if exists (
      select from public.party_membership as entry
      where entry.identity_id = new.identity_id and entry.party_id = new.party_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of party_membership within the interval'
        using errcode = 'ZA403', constraint = 'party_membership_identity_id_party_id_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  update public.party_membership as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.identity_id = new.identity_id and entry.party_id = new.party_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  return new;
end
$$;

create or replace function almanac.product_type_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.product_type_history as version
    where version.product_type_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.product_type_row_version_seq');
  else
    if new.id is distinct from old.id or (new.business_id, new.name, new.service) is not distinct from (old.business_id, old.name, old.service) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of product_type never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.product_type', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.product_type_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.product_type', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.product_type as latest
            where latest.id = current_setting('almanac.latest.product_type')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.product_type', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.product_type_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.service_provider_product_application_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.service_provider_product_application_history as version
    where version.service_provider_product_application_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.service_provider_product_application_row_version_seq');
    if (new.status = 'qualified') is true then
      new.qualified_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id or (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of service_provider_product_application never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_provider_product_application', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.service_provider_product_application_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.service_provider_product_application', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.service_provider_product_application as latest
            where latest.id = current_setting('almanac.latest.service_provider_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.service_provider_product_application', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.service_provider_product_application_row_version_seq');
      end if;
    end if;
    if (old.status <> 'qualified') is true and (new.status = 'qualified') is true then
      new.qualified_at := new.recorded_at;
    end if;
    if (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('requested', 'in_assessment'), ('in_assessment', 'qualified'), ('in_assessment', 'rejected'), ('qualified', 'in_assessment'), ('rejected', 'in_assessment')) then
        raise exception 'status of service_provider_product_application does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'service_provider_product_application_status_transition_check';
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.service_providing_group_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.service_providing_group_history as version
    where version.service_providing_group_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.service_providing_group_row_version_seq');
  else
    if new.id is distinct from old.id or (new.name, new.service_provider_id, new.bidding_zone_id, new.status, new.additional_information) is not distinct from (old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of service_providing_group never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('new', 'active'), ('new', 'terminated'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
        raise exception 'status of service_providing_group does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'service_providing_group_status_transition_check';
      end if;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_providing_group', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.service_providing_group_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.service_providing_group', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.service_providing_group as latest
            where latest.id = current_setting('almanac.latest.service_providing_group')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.service_providing_group', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.service_providing_group_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.service_providing_group_grid_prequalification_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.service_providing_group_grid_prequalification_history as version
    where version.service_providing_group_grid_prequalification_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.service_providing_group_grid_prequalification_row_version_seq');
    if (new.status = any (array['approved', 'conditionally_approved']::text[])) is true then
      new.prequalified_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id or (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of service_providing_group_grid_prequalification never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_providing_group_grid_prequalification', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.service_providing_group_grid_prequalification_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.service_providing_group_grid_prequalification', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.service_providing_group_grid_prequalification as latest
            where latest.id = current_setting('almanac.latest.service_providing_group_grid_prequalification')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.service_providing_group_grid_prequalification', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.service_providing_group_grid_prequalification_row_version_seq');
      end if;
    end if;
    if (not (old.status = any (array['approved', 'conditionally_approved']::text[]))) is true and (new.status = any (array['approved', 'conditionally_approved']::text[])) is true then
      new.prequalified_at := new.recorded_at;
    end if;
    if (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('requested', 'in_progress'), ('in_progress', 'approved'), ('in_progress', 'conditionally_approved'), ('in_progress', 'rejected'), ('approved', 'in_progress'), ('conditionally_approved', 'in_progress'), ('rejected', 'in_progress')) then
        raise exception 'status of service_providing_group_grid_prequalification does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'service_providing_group_grid_prequalification_st_89fcc427_check';
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.service_providing_group_membership_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.service_providing_group_membership_history as version
    where version.service_providing_group_membership_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.service_providing_group_membership_row_version_seq');
    new.service_provider_id := (select own_1.service_provider_id from public.service_providing_group as own_1 where own_1.id = new.service_providing_group_id);
  else
    if new.id is distinct from old.id or (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of service_providing_group_membership never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_providing_group_membership', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.service_providing_group_membership_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.service_providing_group_membership', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.service_providing_group_membership as latest
            where latest.id = current_setting('almanac.latest.service_providing_group_membership')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.service_providing_group_membership', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.service_providing_group_membership_row_version_seq');
      end if;
    end if;
    if not almanac.is_making_room('almanac.service_providing_group_membership_make_room()') then
      if old.valid_from is null and new.valid_from is not null then
        new.service_provider_id := (select own_1.service_provider_id from public.service_providing_group as own_1 where own_1.id = new.service_providing_group_id);
      end if;
    end if;
    if (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
      return old;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.service_providing_group_membership_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  of_batch bigint[] := '{}';
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of service_providing_group_membership begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of service_providing_group_membership ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'service_providing_group_membership_validity_check';
  elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
    raise exception 'valid_from of service_providing_group_membership is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'service_providing_group_membership_valid_from_align_check';
  elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
    raise exception 'valid_to of service_providing_group_membership is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'service_providing_group_membership_valid_to_align_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.controllable_unit as timeline where timeline.id = new.controllable_unit_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'service_providing_group_membership', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('service_providing_group_membership', array(
      select entry.id from public.service_providing_group_membership as entry
      where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.service_providing_group_membership as entry
  where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.service_providing_group_membership', true), '');
  if room is not null then
    if exists (
      select from public.service_providing_group_membership as entry
      where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of service_providing_group_membership within the interval'
        using errcode = 'ZA403', constraint = 'service_providing_group_membership_controllable_unit_id_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  perform set_config('almanac.making_room', 'yes', true);
  update public.service_providing_group_membership as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  perform set_config('almanac.making_room', '', true);
  return new;
end
$$;

create or replace function almanac.service_providing_group_product_application_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.service_providing_group_product_application_history as version
    where version.service_providing_group_product_application_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.service_providing_group_product_application_row_version_seq');
    if (new.status = 'qualified') is true then
      new.qualified_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id or (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of service_providing_group_product_application never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.service_providing_group_product_application', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.service_providing_group_product_application_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.service_providing_group_product_application', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.service_providing_group_product_application as latest
            where latest.id = current_setting('almanac.latest.service_providing_group_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.service_providing_group_product_application', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.service_providing_group_product_application_row_version_seq');
      end if;
    end if;
    if (old.status <> 'qualified') is true and (new.status = 'qualified') is true then
      new.qualified_at := new.recorded_at;
    end if;
    if (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('requested', 'in_verification'), ('in_verification', 'qualified'), ('in_verification', 'rejected'), ('qualified', 'in_verification'), ('rejected', 'in_verification')) then
        raise exception 'status of service_providing_group_product_application does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'service_providing_group_product_application_stat_3848f8fb_check';
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.subscription_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time(null);
    new.row_version := nextval('public.subscription_row_version_seq');
  else
    if new.id is distinct from old.id or (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of subscription never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('active', 'dead'), ('dead', 'active')) then
        raise exception 'status of subscription does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'subscription_status_transition_check';
      end if;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.subscription', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.subscription_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.subscription', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.subscription as latest
            where latest.id = current_setting('almanac.latest.subscription')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.subscription', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.subscription_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.system_operator_product_type_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.system_operator_product_type_history as version
    where version.system_operator_product_type_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.system_operator_product_type_row_version_seq');
  else
    if new.id is distinct from old.id or (new.system_operator_id, new.product_type_id, new.valid_from, new.valid_to) is not distinct from (old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of system_operator_product_type never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.system_operator_product_type', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.system_operator_product_type_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.system_operator_product_type', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.system_operator_product_type as latest
            where latest.id = current_setting('almanac.latest.system_operator_product_type')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.system_operator_product_type', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.system_operator_product_type_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace function almanac.system_operator_product_type_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  of_batch bigint[] := '{}';
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of system_operator_product_type begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of system_operator_product_type ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'system_operator_product_type_validity_check';
  elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
    raise exception 'valid_from of system_operator_product_type is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'system_operator_product_type_valid_from_align_check';
  elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
    raise exception 'valid_to of system_operator_product_type is a beginning of day in Europe/Oslo'
      using errcode = 'check_violation', constraint = 'system_operator_product_type_valid_to_align_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.party as timeline where timeline.id = new.system_operator_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'system_operator_product_type', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('system_operator_product_type', array(
      select entry.id from public.system_operator_product_type as entry
      where entry.system_operator_id = new.system_operator_id and entry.product_type_id = new.product_type_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.system_operator_product_type as entry
  where entry.system_operator_id = new.system_operator_id and entry.product_type_id = new.product_type_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.system_operator_product_type', true), '');
  if room is not null then
    if exists (
      select from public.system_operator_product_type as entry
      where entry.system_operator_id = new.system_operator_id and entry.product_type_id = new.product_type_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of system_operator_product_type within the interval'
        using errcode = 'ZA403', constraint = 'system_operator_product_type_system_operator_id_p_45b3f5f6_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  update public.system_operator_product_type as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.system_operator_id = new.system_operator_id and entry.product_type_id = new.product_type_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  return new;
end
$$;

create or replace function almanac.technical_resource_stamp() returns trigger
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
    select version.replaced_at - interval '1 microsecond' into previous
    from public.technical_resource_history as version
    where version.technical_resource_id = new.id
    order by version.recorded_at desc
    limit 1;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.technical_resource_row_version_seq');
  else
    if new.id is distinct from old.id or (new.controllable_unit_id, new.name, new.category, new.technology, new.maximum_active_power, new.make, new.model, new.serial_number, new.details, new.additional_information) is not distinct from (old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of technical_resource never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.technical_resource', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.technical_resource_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.technical_resource', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.technical_resource as latest
            where latest.id = current_setting('almanac.latest.technical_resource')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.technical_resource', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.technical_resource_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

-- To undo it:
--   create or replace function almanac.fix_present() returns void
--   language plpgsql volatile
--   as $$
--   begin
--     if nullif(current_setting('almanac.present', true), '') is null then
--       perform set_config('almanac.present', (extract(epoch from almanac.clock()) * 1000000)::bigint::text, true);
--     end if;
--   end
--   $$;
--
--   create or replace function almanac.record_time(previous timestamptz) returns timestamptz
--   language plpgsql volatile
--   as $$
--   declare
--     microseconds bigint := nullif(current_setting('almanac.recorded_at', true), '');
--     present timestamptz := almanac.clock();
--     fixed timestamptz := timestamptz 'epoch'
--       + nullif(current_setting('almanac.present', true), '')::bigint * interval '1 microsecond';
--     given timestamptz;
--     setting text;
--   begin
--     if microseconds is null then
--       given := greatest(
--         case when fixed >= transaction_timestamp() and fixed <= present then fixed else present end,
--         previous + interval '1 microsecond'
--       );
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
--
--   create or replace function almanac.accounting_point_stamp() returns trigger
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
--         from public.accounting_point_history as version
--         where version.accounting_point_id = new.id
--       ));
--       new.row_version := nextval('public.accounting_point_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of accounting_point never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.business_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.street_address, old.postal_code, old.city) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.accounting_point', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.accounting_point as latest
--             where latest.id = current_setting('almanac.latest.accounting_point')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.accounting_point', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.accounting_point_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_balance_responsible_party_stamp() returns trigger
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
--         from public.accounting_point_balance_responsible_party_history as version
--         where version.accounting_point_balance_responsible_party_id = new.id
--       ));
--       new.row_version := nextval('public.accounting_point_balance_responsible_party_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of accounting_point_balance_responsible_party never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.accounting_point_id, new.balance_responsible_party_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.accounting_point_balance_responsible_party', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.accounting_point_balance_responsible_party as latest
--             where latest.id = current_setting('almanac.latest.accounting_point_balance_responsible_party')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.accounting_point_balance_responsible_party', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.accounting_point_balance_responsible_party_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_balance_responsible_party_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     of_batch bigint[] := '{}';
--     overlapped bigint;
--     latest timestamptz;
--     room bigint[];
--   begin
--     if new.valid_from is null then
--       raise exception 'an entry of accounting_point_balance_responsible_party begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
--     elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
--       raise exception 'an entry of accounting_point_balance_responsible_party ends after it begins, and neither is infinity'
--         using errcode = 'check_violation', constraint = 'accounting_point_balance_responsible_party_validity_check';
--     elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
--       raise exception 'valid_from of accounting_point_balance_responsible_party is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'accounting_point_balance_responsible_party_valid_47755e80_check';
--     elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
--       raise exception 'valid_to of accounting_point_balance_responsible_party is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'accounting_point_balance_responsible_party_valid_to_align_check';
--     end if;
--
--     -- Writers of one timeline queue here; those of different timelines never meet.
--     perform from public.accounting_point as timeline where timeline.id = new.accounting_point_id for no key update;
--
--     if current_setting('almanac.batch', true) <> '' then
--       insert into almanac.batch_entry (recorded_in, resource, entry)
--       values (pg_current_xact_id(), 'accounting_point_balance_responsible_party', new.id)
--       on conflict do nothing;
--       of_batch := almanac.placed_entries('accounting_point_balance_responsible_party', array(
--         select entry.id from public.accounting_point_balance_responsible_party as entry
--         where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       ));
--     end if;
--
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.accounting_point_balance_responsible_party as entry
--     where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     if overlapped = 0 then
--       return new;
--     end if;
--
--     -- A writer who may not change all entries says which may make room.
--     room := nullif(current_setting('almanac.room.accounting_point_balance_responsible_party', true), '');
--     if room is not null and exists (
--       select from public.accounting_point_balance_responsible_party as entry
--       where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch)
--       and entry.id <> all (room)
--     ) then
--       raise exception 'the writer may not change another entry of accounting_point_balance_responsible_party within the interval'
--         using errcode = 'ZA403', constraint = 'accounting_point_balance_responsible_party_accoun_89a7359a_excl';
--     end if;
--
--     -- One instant for all of them, later than each version that is replaced.
--     if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
--       latest := greatest(latest, old.recorded_at);
--     end if;
--     perform almanac.record_time(latest);
--
--     update public.accounting_point_balance_responsible_party as entry
--     set
--       valid_from = case
--         when entry.valid_from < new.valid_from then entry.valid_from
--         when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
--       end,
--       valid_to = case
--         when entry.valid_from < new.valid_from then new.valid_from
--         when entry.valid_to > new.valid_to then entry.valid_to
--       end
--     where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_end_user_stamp() returns trigger
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
--         from public.accounting_point_end_user_history as version
--         where version.accounting_point_end_user_id = new.id
--       ));
--       new.row_version := nextval('public.accounting_point_end_user_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of accounting_point_end_user never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.accounting_point_id, new.end_user_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.accounting_point_end_user', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.accounting_point_end_user as latest
--             where latest.id = current_setting('almanac.latest.accounting_point_end_user')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.accounting_point_end_user', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.accounting_point_end_user_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_end_user_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     of_batch bigint[] := '{}';
--     overlapped bigint;
--     latest timestamptz;
--     room bigint[];
--   begin
--     if new.valid_from is null then
--       raise exception 'an entry of accounting_point_end_user begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
--     elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
--       raise exception 'an entry of accounting_point_end_user ends after it begins, and neither is infinity'
--         using errcode = 'check_violation', constraint = 'accounting_point_end_user_validity_check';
--     elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
--       raise exception 'valid_from of accounting_point_end_user is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'accounting_point_end_user_valid_from_align_check';
--     elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
--       raise exception 'valid_to of accounting_point_end_user is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'accounting_point_end_user_valid_to_align_check';
--     end if;
--
--     -- Writers of one timeline queue here; those of different timelines never meet.
--     perform from public.accounting_point as timeline where timeline.id = new.accounting_point_id for no key update;
--
--     if current_setting('almanac.batch', true) <> '' then
--       insert into almanac.batch_entry (recorded_in, resource, entry)
--       values (pg_current_xact_id(), 'accounting_point_end_user', new.id)
--       on conflict do nothing;
--       of_batch := almanac.placed_entries('accounting_point_end_user', array(
--         select entry.id from public.accounting_point_end_user as entry
--         where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       ));
--     end if;
--
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.accounting_point_end_user as entry
--     where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     if overlapped = 0 then
--       return new;
--     end if;
--
--     -- A writer who may not change all entries says which may make room.
--     room := nullif(current_setting('almanac.room.accounting_point_end_user', true), '');
--     if room is not null and exists (
--       select from public.accounting_point_end_user as entry
--       where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch)
--       and entry.id <> all (room)
--     ) then
--       raise exception 'the writer may not change another entry of accounting_point_end_user within the interval'
--         using errcode = 'ZA403', constraint = 'accounting_point_end_user_accounting_point_id_excl';
--     end if;
--
--     -- One instant for all of them, later than each version that is replaced.
--     if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
--       latest := greatest(latest, old.recorded_at);
--     end if;
--     perform almanac.record_time(latest);
--
--     update public.accounting_point_end_user as entry
--     set
--       valid_from = case
--         when entry.valid_from < new.valid_from then entry.valid_from
--         when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
--       end,
--       valid_to = case
--         when entry.valid_from < new.valid_from then new.valid_from
--         when entry.valid_to > new.valid_to then entry.valid_to
--       end
--     where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_energy_supplier_stamp() returns trigger
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
--         from public.accounting_point_energy_supplier_history as version
--         where version.accounting_point_energy_supplier_id = new.id
--       ));
--       new.row_version := nextval('public.accounting_point_energy_supplier_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of accounting_point_energy_supplier never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.accounting_point_id, new.energy_supplier_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.accounting_point_energy_supplier', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.accounting_point_energy_supplier as latest
--             where latest.id = current_setting('almanac.latest.accounting_point_energy_supplier')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.accounting_point_energy_supplier', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.accounting_point_energy_supplier_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_energy_supplier_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     of_batch bigint[] := '{}';
--     overlapped bigint;
--     latest timestamptz;
--     room bigint[];
--   begin
--     if new.valid_from is null then
--       raise exception 'an entry of accounting_point_energy_supplier begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
--     elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
--       raise exception 'an entry of accounting_point_energy_supplier ends after it begins, and neither is infinity'
--         using errcode = 'check_violation', constraint = 'accounting_point_energy_supplier_validity_check';
--     elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
--       raise exception 'valid_from of accounting_point_energy_supplier is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'accounting_point_energy_supplier_valid_from_align_check';
--     elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
--       raise exception 'valid_to of accounting_point_energy_supplier is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'accounting_point_energy_supplier_valid_to_align_check';
--     end if;
--
--     -- Writers of one timeline queue here; those of different timelines never meet.
--     perform from public.accounting_point as timeline where timeline.id = new.accounting_point_id for no key update;
--
--     if current_setting('almanac.batch', true) <> '' then
--       insert into almanac.batch_entry (recorded_in, resource, entry)
--       values (pg_current_xact_id(), 'accounting_point_energy_supplier', new.id)
--       on conflict do nothing;
--       of_batch := almanac.placed_entries('accounting_point_energy_supplier', array(
--         select entry.id from public.accounting_point_energy_supplier as entry
--         where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       ));
--     end if;
--
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.accounting_point_energy_supplier as entry
--     where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     if overlapped = 0 then
--       return new;
--     end if;
--
--     -- A writer who may not change all entries says which may make room.
--     room := nullif(current_setting('almanac.room.accounting_point_energy_supplier', true), '');
--     if room is not null and exists (
--       select from public.accounting_point_energy_supplier as entry
--       where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch)
--       and entry.id <> all (room)
--     ) then
--       raise exception 'the writer may not change another entry of accounting_point_energy_supplier within the interval'
--         using errcode = 'ZA403', constraint = 'accounting_point_energy_supplier_accounting_point_id_excl';
--     end if;
--
--     -- One instant for all of them, later than each version that is replaced.
--     if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
--       latest := greatest(latest, old.recorded_at);
--     end if;
--     perform almanac.record_time(latest);
--
--     update public.accounting_point_energy_supplier as entry
--     set
--       valid_from = case
--         when entry.valid_from < new.valid_from then entry.valid_from
--         when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
--       end,
--       valid_to = case
--         when entry.valid_from < new.valid_from then new.valid_from
--         when entry.valid_to > new.valid_to then entry.valid_to
--       end
--     where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_metering_grid_area_stamp() returns trigger
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
--         from public.accounting_point_metering_grid_area_history as version
--         where version.accounting_point_metering_grid_area_id = new.id
--       ));
--       new.row_version := nextval('public.accounting_point_metering_grid_area_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of accounting_point_metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.accounting_point_metering_grid_area', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.accounting_point_metering_grid_area as latest
--             where latest.id = current_setting('almanac.latest.accounting_point_metering_grid_area')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.accounting_point_metering_grid_area', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.accounting_point_metering_grid_area_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.accounting_point_metering_grid_area_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     of_batch bigint[] := '{}';
--     overlapped bigint;
--     latest timestamptz;
--     room bigint[];
--   begin
--     if new.valid_from is null then
--       raise exception 'an entry of accounting_point_metering_grid_area begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
--     elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
--       raise exception 'an entry of accounting_point_metering_grid_area ends after it begins, and neither is infinity'
--         using errcode = 'check_violation', constraint = 'accounting_point_metering_grid_area_validity_check';
--     elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
--       raise exception 'valid_from of accounting_point_metering_grid_area is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'accounting_point_metering_grid_area_valid_from_align_check';
--     elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
--       raise exception 'valid_to of accounting_point_metering_grid_area is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'accounting_point_metering_grid_area_valid_to_align_check';
--     end if;
--
--     -- Writers of one timeline queue here; those of different timelines never meet.
--     perform from public.accounting_point as timeline where timeline.id = new.accounting_point_id for no key update;
--
--     if current_setting('almanac.batch', true) <> '' then
--       insert into almanac.batch_entry (recorded_in, resource, entry)
--       values (pg_current_xact_id(), 'accounting_point_metering_grid_area', new.id)
--       on conflict do nothing;
--       of_batch := almanac.placed_entries('accounting_point_metering_grid_area', array(
--         select entry.id from public.accounting_point_metering_grid_area as entry
--         where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       ));
--     end if;
--
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.accounting_point_metering_grid_area as entry
--     where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     if overlapped = 0 then
--       return new;
--     end if;
--
--     -- A writer who may not change all entries says which may make room.
--     room := nullif(current_setting('almanac.room.accounting_point_metering_grid_area', true), '');
--     if room is not null and exists (
--       select from public.accounting_point_metering_grid_area as entry
--       where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch)
--       and entry.id <> all (room)
--     ) then
--       raise exception 'the writer may not change another entry of accounting_point_metering_grid_area within the interval'
--         using errcode = 'ZA403', constraint = 'accounting_point_metering_grid_area_accounting_point_id_excl';
--     end if;
--
--     -- One instant for all of them, later than each version that is replaced.
--     if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
--       latest := greatest(latest, old.recorded_at);
--     end if;
--     perform almanac.record_time(latest);
--
--     update public.accounting_point_metering_grid_area as entry
--     set
--       valid_from = case
--         when entry.valid_from < new.valid_from then entry.valid_from
--         when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
--       end,
--       valid_to = case
--         when entry.valid_from < new.valid_from then new.valid_from
--         when entry.valid_to > new.valid_to then entry.valid_to
--       end
--     where entry.accounting_point_id = new.accounting_point_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.bidding_zone_stamp() returns trigger
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
--         from public.bidding_zone_history as version
--         where version.bidding_zone_id = new.id
--       ));
--       new.row_version := nextval('public.bidding_zone_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of bidding_zone never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.business_id, new.code, new.name) is not distinct from (old.business_id, old.code, old.name) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.bidding_zone', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.bidding_zone as latest
--             where latest.id = current_setting('almanac.latest.bidding_zone')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.bidding_zone', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.bidding_zone_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.contract_stamp() returns trigger
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
--         from public.contract_history as version
--         where version.contract_id = new.id
--       ));
--       new.row_version := nextval('public.contract_row_version_seq');
--       if (new.status = 'signed') is true then
--         new.signed_at := new.recorded_at;
--       end if;
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of contract never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.contract', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.contract as latest
--             where latest.id = current_setting('almanac.latest.contract')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.contract', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.contract_row_version_seq');
--       end if;
--       if not almanac.is_making_room('almanac.contract_make_room()') then
--         if old.valid_from is null and new.valid_from is not null then
--           if (new.status = 'signed') is true then
--             new.signed_at := new.recorded_at;
--           end if;
--         elsif old.valid_from is not null and new.valid_from is not null then
--           if (old.status <> 'signed') is true and (new.status = 'signed') is true then
--             new.signed_at := new.recorded_at;
--           end if;
--         end if;
--       end if;
--       if (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('proposed', 'signed')) then
--           raise exception 'status of contract does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'contract_status_transition_check';
--         elsif (old.status, new.status) = ('proposed', 'signed') and almanac.role() not in ('administrator', 'end_user') then
--           raise exception 'only administrator or end_user may change status of contract from % to %', old.status, new.status
--             using errcode = 'ZA403', constraint = 'contract_status_transition_check', detail = 'administrator or end_user';
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.contract_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     of_batch bigint[] := '{}';
--     overlapped bigint;
--     latest timestamptz;
--     room bigint[];
--   begin
--     if new.valid_from is null then
--       raise exception 'an entry of contract begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
--     elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
--       raise exception 'an entry of contract ends after it begins, and neither is infinity'
--         using errcode = 'check_violation', constraint = 'contract_validity_check';
--     end if;
--
--     -- Writers of one timeline queue here; those of different timelines never meet.
--     perform from public.accounting_point as timeline where timeline.id = new.accounting_point_id for no key update;
--
--     if current_setting('almanac.batch', true) <> '' then
--       insert into almanac.batch_entry (recorded_in, resource, entry)
--       values (pg_current_xact_id(), 'contract', new.id)
--       on conflict do nothing;
--       of_batch := almanac.placed_entries('contract', array(
--         select entry.id from public.contract as entry
--         where entry.accounting_point_id = new.accounting_point_id and entry.service_provider_id = new.service_provider_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       ));
--     end if;
--
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.contract as entry
--     where entry.accounting_point_id = new.accounting_point_id and entry.service_provider_id = new.service_provider_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     if overlapped = 0 then
--       return new;
--     end if;
--
--     -- A writer who may not change all entries says which may make room.
--     room := nullif(current_setting('almanac.room.contract', true), '');
--     if room is not null and exists (
--       select from public.contract as entry
--       where entry.accounting_point_id = new.accounting_point_id and entry.service_provider_id = new.service_provider_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch)
--       and entry.id <> all (room)
--     ) then
--       raise exception 'the writer may not change another entry of contract within the interval'
--         using errcode = 'ZA403', constraint = 'contract_accounting_point_id_service_provider_id_excl';
--     end if;
--
--     -- One instant for all of them, later than each version that is replaced.
--     if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
--       latest := greatest(latest, old.recorded_at);
--     end if;
--     perform almanac.record_time(latest);
--
--     perform set_config('almanac.making_room', 'yes', true);
--     update public.contract as entry
--     set
--       valid_from = case
--         when entry.valid_from < new.valid_from then entry.valid_from
--         when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
--       end,
--       valid_to = case
--         when entry.valid_from < new.valid_from then new.valid_from
--         when entry.valid_to > new.valid_to then entry.valid_to
--       end
--     where entry.accounting_point_id = new.accounting_point_id and entry.service_provider_id = new.service_provider_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     perform set_config('almanac.making_room', '', true);
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_stamp() returns trigger
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
--         from public.controllable_unit_history as version
--         where version.controllable_unit_id = new.id
--       ));
--       new.row_version := nextval('public.controllable_unit_row_version_seq');
--       if (new.grid_validation_status = 'validated') is true then
--         select new.recorded_at, new.maximum_active_power
--         into new.validated_at, new.validated_active_power;
--       end if;
--       if (new.grid_validation_status <> 'validated') is true then
--         new.validated_at := null::timestamptz;
--         new.validated_active_power := null::numeric(9, 3);
--       end if;
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of controllable_unit never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.controllable_unit', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.controllable_unit as latest
--             where latest.id = current_setting('almanac.latest.controllable_unit')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.controllable_unit', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.controllable_unit_row_version_seq');
--       end if;
--       if (old.grid_validation_status <> 'validated') is true and (new.grid_validation_status = 'validated') is true then
--         select new.recorded_at, new.maximum_active_power
--         into new.validated_at, new.validated_active_power;
--       end if;
--       if (new.grid_validation_status <> 'validated') is true then
--         new.validated_at := null::timestamptz;
--         new.validated_active_power := null::numeric(9, 3);
--       end if;
--       if (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('new', 'active'), ('new', 'terminated'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
--           raise exception 'status of controllable_unit does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'controllable_unit_status_transition_check';
--         end if;
--       end if;
--       if new.grid_validation_status <> old.grid_validation_status then
--         if (old.grid_validation_status, new.grid_validation_status) not in (('pending', 'in_progress'), ('in_progress', 'incomplete_information'), ('in_progress', 'validated'), ('in_progress', 'validation_failed'), ('incomplete_information', 'in_progress'), ('incomplete_information', 'validation_failed'), ('validated', 'in_progress'), ('validation_failed', 'in_progress')) then
--           raise exception 'grid_validation_status of controllable_unit does not go from % to %', old.grid_validation_status, new.grid_validation_status
--             using errcode = 'check_violation', constraint = 'controllable_unit_grid_validation_status_transition_check';
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_service_provider_stamp() returns trigger
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
--         from public.controllable_unit_service_provider_history as version
--         where version.controllable_unit_service_provider_id = new.id
--       ));
--       new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
--       new.accounting_point_id := (select own_1.accounting_point_id from public.controllable_unit as own_1 where own_1.id = new.controllable_unit_id);
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of controllable_unit_service_provider never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.controllable_unit_service_provider', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.controllable_unit_service_provider as latest
--             where latest.id = current_setting('almanac.latest.controllable_unit_service_provider')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.controllable_unit_service_provider', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
--       end if;
--       if not almanac.is_making_room('almanac.controllable_unit_service_provider_make_room()') then
--         if old.valid_from is null and new.valid_from is not null then
--           new.accounting_point_id := (select own_1.accounting_point_id from public.controllable_unit as own_1 where own_1.id = new.controllable_unit_id);
--         end if;
--       end if;
--       if (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_service_provider_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     of_batch bigint[] := '{}';
--     overlapped bigint;
--     latest timestamptz;
--     room bigint[];
--   begin
--     if new.valid_from is null then
--       raise exception 'an entry of controllable_unit_service_provider begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
--     elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
--       raise exception 'an entry of controllable_unit_service_provider ends after it begins, and neither is infinity'
--         using errcode = 'check_violation', constraint = 'controllable_unit_service_provider_validity_check';
--     elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
--       raise exception 'valid_from of controllable_unit_service_provider is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'controllable_unit_service_provider_valid_from_align_check';
--     elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
--       raise exception 'valid_to of controllable_unit_service_provider is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'controllable_unit_service_provider_valid_to_align_check';
--     end if;
--
--     -- Writers of one timeline queue here; those of different timelines never meet.
--     perform from public.controllable_unit as timeline where timeline.id = new.controllable_unit_id for no key update;
--
--     if current_setting('almanac.batch', true) <> '' then
--       insert into almanac.batch_entry (recorded_in, resource, entry)
--       values (pg_current_xact_id(), 'controllable_unit_service_provider', new.id)
--       on conflict do nothing;
--       of_batch := almanac.placed_entries('controllable_unit_service_provider', array(
--         select entry.id from public.controllable_unit_service_provider as entry
--         where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       ));
--     end if;
--
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.controllable_unit_service_provider as entry
--     where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     if overlapped = 0 then
--       return new;
--     end if;
--
--     -- A writer who may not change all entries says which may make room.
--     room := nullif(current_setting('almanac.room.controllable_unit_service_provider', true), '');
--     if room is not null and exists (
--       select from public.controllable_unit_service_provider as entry
--       where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch)
--       and entry.id <> all (room)
--     ) then
--       raise exception 'the writer may not change another entry of controllable_unit_service_provider within the interval'
--         using errcode = 'ZA403', constraint = 'controllable_unit_service_provider_controllable_unit_id_excl';
--     end if;
--
--     -- One instant for all of them, later than each version that is replaced.
--     if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
--       latest := greatest(latest, old.recorded_at);
--     end if;
--     perform almanac.record_time(latest);
--
--     perform set_config('almanac.making_room', 'yes', true);
--     update public.controllable_unit_service_provider as entry
--     set
--       valid_from = case
--         when entry.valid_from < new.valid_from then entry.valid_from
--         when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
--       end,
--       valid_to = case
--         when entry.valid_from < new.valid_from then new.valid_from
--         when entry.valid_to > new.valid_to then entry.valid_to
--       end
--     where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     perform set_config('almanac.making_room', '', true);
--     return new;
--   end
--   $$;
--
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
--       if new.suspended_at = now() then
--         new.suspended_at := new.recorded_at;
--       end if;
--       if (new.status = 'lifted') is true then
--         new.lifted_at := new.recorded_at;
--       end if;
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of controllable_unit_suspension never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
--         return old;
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
--       if (old.status = 'active') is true and (new.status = 'lifted') is true then
--         new.lifted_at := new.recorded_at;
--       end if;
--       if (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('active', 'lifted')) then
--           raise exception 'status of controllable_unit_suspension does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'controllable_unit_suspension_status_transition_check';
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.identity_stamp() returns trigger
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
--         from public.identity_history as version
--         where version.identity_id = new.id
--       ));
--       new.row_version := nextval('public.identity_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of identity never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.subject, new.name) is not distinct from (old.subject, old.name) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.identity', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.identity as latest
--             where latest.id = current_setting('almanac.latest.identity')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.identity', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.identity_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_stamp() returns trigger
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
--         from public.metering_grid_area_history as version
--         where version.metering_grid_area_id = new.id
--       ));
--       new.row_version := nextval('public.metering_grid_area_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.business_id, new.name) is not distinct from (old.business_id, old.name) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.metering_grid_area', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.metering_grid_area as latest
--             where latest.id = current_setting('almanac.latest.metering_grid_area')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.metering_grid_area', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.metering_grid_area_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_bidding_zone_stamp() returns trigger
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
--         from public.metering_grid_area_bidding_zone_history as version
--         where version.metering_grid_area_bidding_zone_id = new.id
--       ));
--       new.row_version := nextval('public.metering_grid_area_bidding_zone_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of metering_grid_area_bidding_zone never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.metering_grid_area_id, new.bidding_zone_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.metering_grid_area_bidding_zone', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.metering_grid_area_bidding_zone as latest
--             where latest.id = current_setting('almanac.latest.metering_grid_area_bidding_zone')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.metering_grid_area_bidding_zone', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.metering_grid_area_bidding_zone_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_bidding_zone_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     of_batch bigint[] := '{}';
--     overlapped bigint;
--     latest timestamptz;
--     room bigint[];
--   begin
--     if new.valid_from is null then
--       raise exception 'an entry of metering_grid_area_bidding_zone begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
--     elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
--       raise exception 'an entry of metering_grid_area_bidding_zone ends after it begins, and neither is infinity'
--         using errcode = 'check_violation', constraint = 'metering_grid_area_bidding_zone_validity_check';
--     elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
--       raise exception 'valid_from of metering_grid_area_bidding_zone is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'metering_grid_area_bidding_zone_valid_from_align_check';
--     elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
--       raise exception 'valid_to of metering_grid_area_bidding_zone is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'metering_grid_area_bidding_zone_valid_to_align_check';
--     end if;
--
--     -- Writers of one timeline queue here; those of different timelines never meet.
--     perform from public.metering_grid_area as timeline where timeline.id = new.metering_grid_area_id for no key update;
--
--     if current_setting('almanac.batch', true) <> '' then
--       insert into almanac.batch_entry (recorded_in, resource, entry)
--       values (pg_current_xact_id(), 'metering_grid_area_bidding_zone', new.id)
--       on conflict do nothing;
--       of_batch := almanac.placed_entries('metering_grid_area_bidding_zone', array(
--         select entry.id from public.metering_grid_area_bidding_zone as entry
--         where entry.metering_grid_area_id = new.metering_grid_area_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       ));
--     end if;
--
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.metering_grid_area_bidding_zone as entry
--     where entry.metering_grid_area_id = new.metering_grid_area_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     if overlapped = 0 then
--       return new;
--     end if;
--
--     -- A writer who may not change all entries says which may make room.
--     room := nullif(current_setting('almanac.room.metering_grid_area_bidding_zone', true), '');
--     if room is not null and exists (
--       select from public.metering_grid_area_bidding_zone as entry
--       where entry.metering_grid_area_id = new.metering_grid_area_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch)
--       and entry.id <> all (room)
--     ) then
--       raise exception 'the writer may not change another entry of metering_grid_area_bidding_zone within the interval'
--         using errcode = 'ZA403', constraint = 'metering_grid_area_bidding_zone_metering_grid_area_id_excl';
--     end if;
--
--     -- One instant for all of them, later than each version that is replaced.
--     if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
--       latest := greatest(latest, old.recorded_at);
--     end if;
--     perform almanac.record_time(latest);
--
--     update public.metering_grid_area_bidding_zone as entry
--     set
--       valid_from = case
--         when entry.valid_from < new.valid_from then entry.valid_from
--         when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
--       end,
--       valid_to = case
--         when entry.valid_from < new.valid_from then new.valid_from
--         when entry.valid_to > new.valid_to then entry.valid_to
--       end
--     where entry.metering_grid_area_id = new.metering_grid_area_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_system_operator_stamp() returns trigger
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
--         from public.metering_grid_area_system_operator_history as version
--         where version.metering_grid_area_system_operator_id = new.id
--       ));
--       new.row_version := nextval('public.metering_grid_area_system_operator_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of metering_grid_area_system_operator never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.metering_grid_area_system_operator', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.metering_grid_area_system_operator as latest
--             where latest.id = current_setting('almanac.latest.metering_grid_area_system_operator')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.metering_grid_area_system_operator', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.metering_grid_area_system_operator_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.metering_grid_area_system_operator_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     of_batch bigint[] := '{}';
--     overlapped bigint;
--     latest timestamptz;
--     room bigint[];
--   begin
--     if new.valid_from is null then
--       raise exception 'an entry of metering_grid_area_system_operator begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
--     elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
--       raise exception 'an entry of metering_grid_area_system_operator ends after it begins, and neither is infinity'
--         using errcode = 'check_violation', constraint = 'metering_grid_area_system_operator_validity_check';
--     elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
--       raise exception 'valid_from of metering_grid_area_system_operator is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'metering_grid_area_system_operator_valid_from_align_check';
--     elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
--       raise exception 'valid_to of metering_grid_area_system_operator is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'metering_grid_area_system_operator_valid_to_align_check';
--     end if;
--
--     -- Writers of one timeline queue here; those of different timelines never meet.
--     perform from public.metering_grid_area as timeline where timeline.id = new.metering_grid_area_id for no key update;
--
--     if current_setting('almanac.batch', true) <> '' then
--       insert into almanac.batch_entry (recorded_in, resource, entry)
--       values (pg_current_xact_id(), 'metering_grid_area_system_operator', new.id)
--       on conflict do nothing;
--       of_batch := almanac.placed_entries('metering_grid_area_system_operator', array(
--         select entry.id from public.metering_grid_area_system_operator as entry
--         where entry.metering_grid_area_id = new.metering_grid_area_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       ));
--     end if;
--
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.metering_grid_area_system_operator as entry
--     where entry.metering_grid_area_id = new.metering_grid_area_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     if overlapped = 0 then
--       return new;
--     end if;
--
--     -- A writer who may not change all entries says which may make room.
--     room := nullif(current_setting('almanac.room.metering_grid_area_system_operator', true), '');
--     if room is not null and exists (
--       select from public.metering_grid_area_system_operator as entry
--       where entry.metering_grid_area_id = new.metering_grid_area_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch)
--       and entry.id <> all (room)
--     ) then
--       raise exception 'the writer may not change another entry of metering_grid_area_system_operator within the interval'
--         using errcode = 'ZA403', constraint = 'metering_grid_area_system_operator_metering_grid_area_id_excl';
--     end if;
--
--     -- One instant for all of them, later than each version that is replaced.
--     if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
--       latest := greatest(latest, old.recorded_at);
--     end if;
--     perform almanac.record_time(latest);
--
--     update public.metering_grid_area_system_operator as entry
--     set
--       valid_from = case
--         when entry.valid_from < new.valid_from then entry.valid_from
--         when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
--       end,
--       valid_to = case
--         when entry.valid_from < new.valid_from then new.valid_from
--         when entry.valid_to > new.valid_to then entry.valid_to
--       end
--     where entry.metering_grid_area_id = new.metering_grid_area_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.notice_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time(null);
--       new.row_version := nextval('public.notice_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of notice never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.type, new.source, new.status, new.party_id, new.data, new.since) is not distinct from (old.type, old.source, old.status, old.party_id, old.data, old.since) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('active', 'resolved')) then
--           raise exception 'status of notice does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'notice_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.notice', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.notice as latest
--             where latest.id = current_setting('almanac.latest.notice')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.notice', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.notice_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.notification_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time(null);
--       new.row_version := nextval('public.notification_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of notification never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.acknowledged, new.event_id, new.party_id) is not distinct from (old.acknowledged, old.event_id, old.party_id) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.notification', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.notification as latest
--             where latest.id = current_setting('almanac.latest.notification')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.notification', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.notification_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.party_stamp() returns trigger
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
--         from public.party_history as version
--         where version.party_id = new.id
--       ));
--       new.row_version := nextval('public.party_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of party never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.name, new.business_id_type, new.business_id, new.type, new.status, new.email, new.website, new.additional_information) is not distinct from (old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('new', 'active'), ('new', 'inactive'), ('new', 'terminated'), ('active', 'suspended'), ('active', 'inactive'), ('active', 'terminated'), ('suspended', 'active'), ('suspended', 'inactive'), ('suspended', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
--           raise exception 'status of party does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'party_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.party', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.party as latest
--             where latest.id = current_setting('almanac.latest.party')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.party', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.party_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.party_membership_stamp() returns trigger
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
--         from public.party_membership_history as version
--         where version.party_membership_id = new.id
--       ));
--       new.row_version := nextval('public.party_membership_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of party_membership never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.identity_id, new.party_id, new.valid_from, new.valid_to) is not distinct from (old.identity_id, old.party_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.party_membership', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.party_membership as latest
--             where latest.id = current_setting('almanac.latest.party_membership')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.party_membership', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.party_membership_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.party_membership_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     of_batch bigint[] := '{}';
--     overlapped bigint;
--     latest timestamptz;
--     room bigint[];
--   begin
--     if new.valid_from is null then
--       raise exception 'an entry of party_membership begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
--     elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
--       raise exception 'an entry of party_membership ends after it begins, and neither is infinity'
--         using errcode = 'check_violation', constraint = 'party_membership_validity_check';
--     end if;
--
--     -- Writers of one timeline queue here; those of different timelines never meet.
--     perform from public.identity as timeline where timeline.id = new.identity_id for no key update;
--
--     if current_setting('almanac.batch', true) <> '' then
--       insert into almanac.batch_entry (recorded_in, resource, entry)
--       values (pg_current_xact_id(), 'party_membership', new.id)
--       on conflict do nothing;
--       of_batch := almanac.placed_entries('party_membership', array(
--         select entry.id from public.party_membership as entry
--         where entry.identity_id = new.identity_id and entry.party_id = new.party_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       ));
--     end if;
--
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.party_membership as entry
--     where entry.identity_id = new.identity_id and entry.party_id = new.party_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     if overlapped = 0 then
--       return new;
--     end if;
--
--     -- A writer who may not change all entries says which may make room.
--     room := nullif(current_setting('almanac.room.party_membership', true), '');
--     if room is not null and exists (
--       select from public.party_membership as entry
--       where entry.identity_id = new.identity_id and entry.party_id = new.party_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch)
--       and entry.id <> all (room)
--     ) then
--       raise exception 'the writer may not change another entry of party_membership within the interval'
--         using errcode = 'ZA403', constraint = 'party_membership_identity_id_party_id_excl';
--     end if;
--
--     -- One instant for all of them, later than each version that is replaced.
--     if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
--       latest := greatest(latest, old.recorded_at);
--     end if;
--     perform almanac.record_time(latest);
--
--     update public.party_membership as entry
--     set
--       valid_from = case
--         when entry.valid_from < new.valid_from then entry.valid_from
--         when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
--       end,
--       valid_to = case
--         when entry.valid_from < new.valid_from then new.valid_from
--         when entry.valid_to > new.valid_to then entry.valid_to
--       end
--     where entry.identity_id = new.identity_id and entry.party_id = new.party_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.product_type_stamp() returns trigger
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
--         from public.product_type_history as version
--         where version.product_type_id = new.id
--       ));
--       new.row_version := nextval('public.product_type_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of product_type never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.business_id, new.name, new.service) is not distinct from (old.business_id, old.name, old.service) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.product_type', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.product_type as latest
--             where latest.id = current_setting('almanac.latest.product_type')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.product_type', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.product_type_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.service_provider_product_application_stamp() returns trigger
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
--         from public.service_provider_product_application_history as version
--         where version.service_provider_product_application_id = new.id
--       ));
--       new.row_version := nextval('public.service_provider_product_application_row_version_seq');
--       if (new.status = 'qualified') is true then
--         new.qualified_at := new.recorded_at;
--       end if;
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of service_provider_product_application never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.service_provider_product_application', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.service_provider_product_application as latest
--             where latest.id = current_setting('almanac.latest.service_provider_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.service_provider_product_application', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.service_provider_product_application_row_version_seq');
--       end if;
--       if (old.status <> 'qualified') is true and (new.status = 'qualified') is true then
--         new.qualified_at := new.recorded_at;
--       end if;
--       if (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('requested', 'in_assessment'), ('in_assessment', 'qualified'), ('in_assessment', 'rejected'), ('qualified', 'in_assessment'), ('rejected', 'in_assessment')) then
--           raise exception 'status of service_provider_product_application does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'service_provider_product_application_status_transition_check';
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_stamp() returns trigger
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
--         from public.service_providing_group_history as version
--         where version.service_providing_group_id = new.id
--       ));
--       new.row_version := nextval('public.service_providing_group_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of service_providing_group never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.name, new.service_provider_id, new.bidding_zone_id, new.status, new.additional_information) is not distinct from (old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('new', 'active'), ('new', 'terminated'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
--           raise exception 'status of service_providing_group does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'service_providing_group_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.service_providing_group', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.service_providing_group as latest
--             where latest.id = current_setting('almanac.latest.service_providing_group')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.service_providing_group', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.service_providing_group_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_grid_prequalification_stamp() returns trigger
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
--         from public.service_providing_group_grid_prequalification_history as version
--         where version.service_providing_group_grid_prequalification_id = new.id
--       ));
--       new.row_version := nextval('public.service_providing_group_grid_prequalification_row_version_seq');
--       if (new.status = any (array['approved', 'conditionally_approved']::text[])) is true then
--         new.prequalified_at := new.recorded_at;
--       end if;
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of service_providing_group_grid_prequalification never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.service_providing_group_grid_prequalification', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.service_providing_group_grid_prequalification as latest
--             where latest.id = current_setting('almanac.latest.service_providing_group_grid_prequalification')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.service_providing_group_grid_prequalification', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.service_providing_group_grid_prequalification_row_version_seq');
--       end if;
--       if (not (old.status = any (array['approved', 'conditionally_approved']::text[]))) is true and (new.status = any (array['approved', 'conditionally_approved']::text[])) is true then
--         new.prequalified_at := new.recorded_at;
--       end if;
--       if (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('requested', 'in_progress'), ('in_progress', 'approved'), ('in_progress', 'conditionally_approved'), ('in_progress', 'rejected'), ('approved', 'in_progress'), ('conditionally_approved', 'in_progress'), ('rejected', 'in_progress')) then
--           raise exception 'status of service_providing_group_grid_prequalification does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'service_providing_group_grid_prequalification_st_89fcc427_check';
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_membership_stamp() returns trigger
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
--         from public.service_providing_group_membership_history as version
--         where version.service_providing_group_membership_id = new.id
--       ));
--       new.row_version := nextval('public.service_providing_group_membership_row_version_seq');
--       new.service_provider_id := (select own_1.service_provider_id from public.service_providing_group as own_1 where own_1.id = new.service_providing_group_id);
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of service_providing_group_membership never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.service_providing_group_membership', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.service_providing_group_membership as latest
--             where latest.id = current_setting('almanac.latest.service_providing_group_membership')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.service_providing_group_membership', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.service_providing_group_membership_row_version_seq');
--       end if;
--       if not almanac.is_making_room('almanac.service_providing_group_membership_make_room()') then
--         if old.valid_from is null and new.valid_from is not null then
--           new.service_provider_id := (select own_1.service_provider_id from public.service_providing_group as own_1 where own_1.id = new.service_providing_group_id);
--         end if;
--       end if;
--       if (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_membership_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     of_batch bigint[] := '{}';
--     overlapped bigint;
--     latest timestamptz;
--     room bigint[];
--   begin
--     if new.valid_from is null then
--       raise exception 'an entry of service_providing_group_membership begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
--     elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
--       raise exception 'an entry of service_providing_group_membership ends after it begins, and neither is infinity'
--         using errcode = 'check_violation', constraint = 'service_providing_group_membership_validity_check';
--     elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
--       raise exception 'valid_from of service_providing_group_membership is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'service_providing_group_membership_valid_from_align_check';
--     elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
--       raise exception 'valid_to of service_providing_group_membership is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'service_providing_group_membership_valid_to_align_check';
--     end if;
--
--     -- Writers of one timeline queue here; those of different timelines never meet.
--     perform from public.controllable_unit as timeline where timeline.id = new.controllable_unit_id for no key update;
--
--     if current_setting('almanac.batch', true) <> '' then
--       insert into almanac.batch_entry (recorded_in, resource, entry)
--       values (pg_current_xact_id(), 'service_providing_group_membership', new.id)
--       on conflict do nothing;
--       of_batch := almanac.placed_entries('service_providing_group_membership', array(
--         select entry.id from public.service_providing_group_membership as entry
--         where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       ));
--     end if;
--
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.service_providing_group_membership as entry
--     where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     if overlapped = 0 then
--       return new;
--     end if;
--
--     -- A writer who may not change all entries says which may make room.
--     room := nullif(current_setting('almanac.room.service_providing_group_membership', true), '');
--     if room is not null and exists (
--       select from public.service_providing_group_membership as entry
--       where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch)
--       and entry.id <> all (room)
--     ) then
--       raise exception 'the writer may not change another entry of service_providing_group_membership within the interval'
--         using errcode = 'ZA403', constraint = 'service_providing_group_membership_controllable_unit_id_excl';
--     end if;
--
--     -- One instant for all of them, later than each version that is replaced.
--     if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
--       latest := greatest(latest, old.recorded_at);
--     end if;
--     perform almanac.record_time(latest);
--
--     perform set_config('almanac.making_room', 'yes', true);
--     update public.service_providing_group_membership as entry
--     set
--       valid_from = case
--         when entry.valid_from < new.valid_from then entry.valid_from
--         when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
--       end,
--       valid_to = case
--         when entry.valid_from < new.valid_from then new.valid_from
--         when entry.valid_to > new.valid_to then entry.valid_to
--       end
--     where entry.controllable_unit_id = new.controllable_unit_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     perform set_config('almanac.making_room', '', true);
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.service_providing_group_product_application_stamp() returns trigger
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
--         from public.service_providing_group_product_application_history as version
--         where version.service_providing_group_product_application_id = new.id
--       ));
--       new.row_version := nextval('public.service_providing_group_product_application_row_version_seq');
--       if (new.status = 'qualified') is true then
--         new.qualified_at := new.recorded_at;
--       end if;
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of service_providing_group_product_application never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.service_providing_group_product_application', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.service_providing_group_product_application as latest
--             where latest.id = current_setting('almanac.latest.service_providing_group_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.service_providing_group_product_application', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.service_providing_group_product_application_row_version_seq');
--       end if;
--       if (old.status <> 'qualified') is true and (new.status = 'qualified') is true then
--         new.qualified_at := new.recorded_at;
--       end if;
--       if (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('requested', 'in_verification'), ('in_verification', 'qualified'), ('in_verification', 'rejected'), ('qualified', 'in_verification'), ('rejected', 'in_verification')) then
--           raise exception 'status of service_providing_group_product_application does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'service_providing_group_product_application_stat_3848f8fb_check';
--         end if;
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.subscription_stamp() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     is_own boolean := false;
--   begin
--     if tg_op = 'INSERT' then
--       new.recorded_at := almanac.record_time(null);
--       new.row_version := nextval('public.subscription_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of subscription never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('active', 'dead'), ('dead', 'active')) then
--           raise exception 'status of subscription does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'subscription_status_transition_check';
--         end if;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.subscription', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.subscription as latest
--             where latest.id = current_setting('almanac.latest.subscription')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.subscription', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.subscription_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.system_operator_product_type_stamp() returns trigger
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
--         from public.system_operator_product_type_history as version
--         where version.system_operator_product_type_id = new.id
--       ));
--       new.row_version := nextval('public.system_operator_product_type_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of system_operator_product_type never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.system_operator_id, new.product_type_id, new.valid_from, new.valid_to) is not distinct from (old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.system_operator_product_type', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.system_operator_product_type as latest
--             where latest.id = current_setting('almanac.latest.system_operator_product_type')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.system_operator_product_type', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.system_operator_product_type_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.system_operator_product_type_make_room() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     of_batch bigint[] := '{}';
--     overlapped bigint;
--     latest timestamptz;
--     room bigint[];
--   begin
--     if new.valid_from is null then
--       raise exception 'an entry of system_operator_product_type begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
--     elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
--       raise exception 'an entry of system_operator_product_type ends after it begins, and neither is infinity'
--         using errcode = 'check_violation', constraint = 'system_operator_product_type_validity_check';
--     elsif not (date_trunc('day', new.valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_from) then
--       raise exception 'valid_from of system_operator_product_type is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'system_operator_product_type_valid_from_align_check';
--     elsif not (date_trunc('day', new.valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = new.valid_to) then
--       raise exception 'valid_to of system_operator_product_type is a beginning of day in Europe/Oslo'
--         using errcode = 'check_violation', constraint = 'system_operator_product_type_valid_to_align_check';
--     end if;
--
--     -- Writers of one timeline queue here; those of different timelines never meet.
--     perform from public.party as timeline where timeline.id = new.system_operator_id for no key update;
--
--     if current_setting('almanac.batch', true) <> '' then
--       insert into almanac.batch_entry (recorded_in, resource, entry)
--       values (pg_current_xact_id(), 'system_operator_product_type', new.id)
--       on conflict do nothing;
--       of_batch := almanac.placed_entries('system_operator_product_type', array(
--         select entry.id from public.system_operator_product_type as entry
--         where entry.system_operator_id = new.system_operator_id and entry.product_type_id = new.product_type_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       ));
--     end if;
--
--     select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
--     into overlapped, latest
--     from public.system_operator_product_type as entry
--     where entry.system_operator_id = new.system_operator_id and entry.product_type_id = new.product_type_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     if overlapped = 0 then
--       return new;
--     end if;
--
--     -- A writer who may not change all entries says which may make room.
--     room := nullif(current_setting('almanac.room.system_operator_product_type', true), '');
--     if room is not null and exists (
--       select from public.system_operator_product_type as entry
--       where entry.system_operator_id = new.system_operator_id and entry.product_type_id = new.product_type_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch)
--       and entry.id <> all (room)
--     ) then
--       raise exception 'the writer may not change another entry of system_operator_product_type within the interval'
--         using errcode = 'ZA403', constraint = 'system_operator_product_type_system_operator_id_p_45b3f5f6_excl';
--     end if;
--
--     -- One instant for all of them, later than each version that is replaced.
--     if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
--       latest := greatest(latest, old.recorded_at);
--     end if;
--     perform almanac.record_time(latest);
--
--     update public.system_operator_product_type as entry
--     set
--       valid_from = case
--         when entry.valid_from < new.valid_from then entry.valid_from
--         when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
--       end,
--       valid_to = case
--         when entry.valid_from < new.valid_from then new.valid_from
--         when entry.valid_to > new.valid_to then entry.valid_to
--       end
--     where entry.system_operator_id = new.system_operator_id and entry.product_type_id = new.product_type_id
--       and entry.id <> new.id
--       and entry.valid_from is not null
--       and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
--       and entry.id <> all (of_batch);
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.technical_resource_stamp() returns trigger
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
--         from public.technical_resource_history as version
--         where version.technical_resource_id = new.id
--       ));
--       new.row_version := nextval('public.technical_resource_row_version_seq');
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of technical_resource never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.controllable_unit_id, new.name, new.category, new.technology, new.maximum_active_power, new.make, new.model, new.serial_number, new.details, new.additional_information) is not distinct from (old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information) then
--         return old;
--       end if;
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       if is_own then
--         new.recorded_at := old.recorded_at;
--         new.row_version := old.row_version;
--       else
--         if coalesce(current_setting('almanac.latest.technical_resource', true), '') <> '' then
--           perform almanac.record_time((
--             select latest.recorded_at from public.technical_resource as latest
--             where latest.id = current_setting('almanac.latest.technical_resource')::bigint and latest.recorded_in <> pg_current_xact_id()
--           ));
--           perform set_config('almanac.latest.technical_resource', '', true);
--         end if;
--         new.recorded_at := almanac.record_time(old.recorded_at);
--         new.row_version := nextval('public.technical_resource_row_version_seq');
--       end if;
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
