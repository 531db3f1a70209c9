create schema if not exists almanac;
comment on schema almanac is 'What keeps record of changes: not part of the data.';

create or replace function almanac.clock() returns timestamptz
language sql volatile
return clock_timestamp();

comment on function almanac.clock() is 'The time of day: the only place where it is read.';

create unlogged table if not exists almanac.given_instant (
  recorded_in xid8 not null,
  instant timestamptz not null
);

comment on table almanac.given_instant is 'Instants that transactions record at and that are not within them by the clock.';

create or replace function almanac.record_time(previous timestamptz) returns timestamptz
language plpgsql volatile
as $$
declare
  microseconds bigint := nullif(current_setting('almanac.recorded_at', true), '');
  present timestamptz := almanac.clock();
  given timestamptz;
  setting text;
begin
  if microseconds is null then
    given := greatest(present, previous + interval '1 microsecond');
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

comment on function almanac.record_time(timestamptz) is 'The instant under which this transaction records its changes: later than the version that it replaces.';

create or replace function almanac.identity() returns bigint
language sql stable
return coalesce(nullif(current_setting('almanac.identity', true), '')::bigint, 0);

comment on function almanac.identity() is 'Who changes are recorded under: the setting almanac.identity of the transaction; 0 is the service itself.';

create or replace function almanac.forbid() returns boolean
language plpgsql volatile
as $$
begin
  raise exception 'the writer may not write this row' using errcode = 'ZA403';
end
$$;

comment on function almanac.forbid() is 'Undoes a statement that wrote a row which its writer may not write.';

create or replace function almanac.refuse_reference(field text) returns bigint
language plpgsql volatile
as $$
begin
  raise exception 'the reference leads nowhere' using errcode = 'foreign_key_violation', column = field;
end
$$;

comment on function almanac.refuse_reference(text) is 'Undoes a statement that refers to a row which its writer may not see.';

create table almanac.definition (
  file text constraint definition_pkey primary key,
  content text not null
);

comment on table almanac.definition is 'The definition files that the tables were made from.';

create table if not exists almanac.migration (
  name text constraint migration_pkey primary key,
  checksum text not null,
  steps_done integer not null default 0,
  finished_at timestamptz,
  definitions text
);

comment on table almanac.migration is 'The migrations that were begun, and how far each has come.';

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

create table if not exists almanac.idempotency_key (
  identity bigint not null,
  route text not null,
  key text not null,
  fingerprint text not null,
  recorded_at timestamptz not null,
  status smallint,
  headers json,
  body text,
  constraint idempotency_key_pkey primary key (identity, route, key)
);

create index if not exists idempotency_key_recorded_at_idx on almanac.idempotency_key (recorded_at);
create index if not exists idempotency_key_refused_idx on almanac.idempotency_key (identity, recorded_at) where status >= 400;
comment on table almanac.idempotency_key is 'Answers to requests with an Idempotency-Key, for a day; written in the transaction of the write.';

create or replace function almanac.claim_key(
  caller bigint, path text, sent_key text, request text, viewer text
) returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into almanac.idempotency_key as claimed (identity, route, key, fingerprint, recorded_at)
  values (caller, path, sent_key, request || '.' || viewer, almanac.clock())
  on conflict (identity, route, key) do update
  set fingerprint = excluded.fingerprint, recorded_at = excluded.recorded_at, status = null, headers = null, body = null
  where claimed.recorded_at <= excluded.recorded_at - interval '24 hours'
    or (claimed.status >= 400 and split_part(claimed.fingerprint, '.', 1) = request and claimed.fingerprint <> excluded.fingerprint);
  return found;
end
$$;

comment on function almanac.claim_key(bigint, text, text, text, text) is 'Claims a key that is not there, has expired, or has a refusal of another viewer; false when it has its answer.';

create or replace function almanac.first_answer(caller bigint, path text, sent_key text, request text, viewer text)
returns table (same_view boolean, status smallint, headers json, body text)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select
    split_part(answered.fingerprint, '.', 2) = viewer,
    answered.status,
    answered.headers,
    case when split_part(answered.fingerprint, '.', 2) = viewer then answered.body end
  from almanac.idempotency_key as answered
  where answered.identity = caller
    and answered.route = path
    and answered.key = sent_key
    and split_part(answered.fingerprint, '.', 1) = request;
end
$$;

comment on function almanac.first_answer(bigint, text, text, text, text) is 'The answer that the same request of the same caller had under the key, its body for the same viewer alone; no row when the key is of another request.';

create or replace function almanac.keep_answer(
  caller bigint, path text, sent_key text, answer_status smallint, answer_headers json, answer_body text
) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update almanac.idempotency_key as claimed
  set status = answer_status, headers = answer_headers, body = answer_body
  where claimed.identity = caller and claimed.route = path and claimed.key = sent_key and claimed.status is null;
  if not found then
    raise exception 'the key is not claimed, or has its answer' using errcode = 'object_not_in_prerequisite_state';
  end if;
  delete from almanac.idempotency_key
  where ctid = any (array(
    select expired.ctid from almanac.idempotency_key as expired
    where expired.recorded_at <= (select almanac.clock() - interval '24 hours')
    order by expired.recorded_at
    limit 10
    for update skip locked
  ));
  if answer_status >= 400 then
    delete from almanac.idempotency_key
    where ctid = any (array(
      select refused.ctid from almanac.idempotency_key as refused
      where refused.identity = caller
        and refused.status >= 400
        and refused.recorded_at < (
          select earliest.recorded_at from almanac.idempotency_key as earliest
          where earliest.identity = caller and earliest.status >= 400
          order by earliest.recorded_at desc
          offset 999 limit 1
        )
      order by refused.recorded_at
      limit 10
      for update skip locked
    ));
  end if;
end
$$;

comment on function almanac.keep_answer(bigint, text, text, smallint, json, text) is 'Keeps the answer to the request that claimed the key, and removes some that have expired, and refusals of this caller beyond the last 1000.';
create extension if not exists btree_gist with schema almanac;

create table public.accounting_point (
  id bigint generated by default as identity,
  business_id text not null,
  metering_grid_area_id bigint not null,
  bidding_zone_id bigint not null,
  system_operator_id bigint not null,
  end_user_id bigint,
  energy_supplier_id bigint,
  balance_responsible_party_id bigint,
  street_address text,
  postal_code text,
  city text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint accounting_point_pkey primary key (id),
  constraint accounting_point_business_id_key unique (business_id),
  constraint accounting_point_street_address_max_length_check check (char_length(street_address) <= 256),
  constraint accounting_point_city_max_length_check check (char_length(city) <= 64)
);

create sequence public.accounting_point_row_version_seq owned by public.accounting_point.row_version;
comment on table public.accounting_point is 'Accounting point: The point at which energy is metered and settled between an end user and the market: the metering point behind which controllable units stand.';
comment on column public.accounting_point.id is 'Id: Unique identifier, given by the service.';
comment on column public.accounting_point.business_id is 'Business identifier: Metering point identifier, a GS1 Global Service Relation Number (GSRN).';
comment on column public.accounting_point.metering_grid_area_id is 'Metering grid area: The area in which the point is metered.';
comment on column public.accounting_point.bidding_zone_id is 'Bidding zone: The bidding zone in which the point is settled.';
comment on column public.accounting_point.system_operator_id is 'System operator: The operator of the grid to which the point is connected.';
comment on column public.accounting_point.end_user_id is 'End user: Who uses or produces energy at the point.';
comment on column public.accounting_point.energy_supplier_id is 'Energy supplier: Who sells energy to the end user or buys it.';
comment on column public.accounting_point.balance_responsible_party_id is 'Balance responsible party: Who is financially responsible for imbalances at the point.';
comment on column public.accounting_point.street_address is 'Street address: Street and number.';
comment on column public.accounting_point.postal_code is 'Postal code: Norwegian postal code.';
comment on column public.accounting_point.city is 'City: Place that the postal code belongs to.';
comment on column public.accounting_point.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.accounting_point.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.accounting_point.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.accounting_point.recorded_in is 'Transaction that recorded the current version.';

create table public.accounting_point_history (
  id bigint not null,
  accounting_point_id bigint not null,
  business_id text,
  metering_grid_area_id bigint,
  bidding_zone_id bigint,
  system_operator_id bigint,
  end_user_id bigint,
  energy_supplier_id bigint,
  balance_responsible_party_id bigint,
  street_address text,
  postal_code text,
  city text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint accounting_point_history_pkey primary key (id)
);

comment on table public.accounting_point_history is 'Accounting point history: Every version of every accounting point, the current ones included.';
comment on column public.accounting_point_history.id is 'Id: Id of this version, for good.';
comment on column public.accounting_point_history.accounting_point_id is 'Accounting point: Id of the accounting point that this is a version of.';
comment on column public.accounting_point_history.business_id is 'Business identifier: Metering point identifier, a GS1 Global Service Relation Number (GSRN).';
comment on column public.accounting_point_history.metering_grid_area_id is 'Metering grid area: The area in which the point is metered.';
comment on column public.accounting_point_history.bidding_zone_id is 'Bidding zone: The bidding zone in which the point is settled.';
comment on column public.accounting_point_history.system_operator_id is 'System operator: The operator of the grid to which the point is connected.';
comment on column public.accounting_point_history.end_user_id is 'End user: Who uses or produces energy at the point.';
comment on column public.accounting_point_history.energy_supplier_id is 'Energy supplier: Who sells energy to the end user or buys it.';
comment on column public.accounting_point_history.balance_responsible_party_id is 'Balance responsible party: Who is financially responsible for imbalances at the point.';
comment on column public.accounting_point_history.street_address is 'Street address: Street and number.';
comment on column public.accounting_point_history.postal_code is 'Postal code: Norwegian postal code.';
comment on column public.accounting_point_history.city is 'City: Place that the postal code belongs to.';
comment on column public.accounting_point_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.accounting_point_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.accounting_point_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.accounting_point_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index accounting_point_postal_code_idx on public.accounting_point (postal_code);
create index accounting_point_row_version_idx on public.accounting_point (row_version);
create index accounting_point_metering_grid_area_id_idx on public.accounting_point (metering_grid_area_id);
create index accounting_point_bidding_zone_id_idx on public.accounting_point (bidding_zone_id);
create index accounting_point_system_operator_id_idx on public.accounting_point (system_operator_id);
create index accounting_point_end_user_id_idx on public.accounting_point (end_user_id);
create index accounting_point_energy_supplier_id_idx on public.accounting_point (energy_supplier_id);
create index accounting_point_balance_responsible_party_id_idx on public.accounting_point (balance_responsible_party_id);
create index accounting_point_history_accounting_point_id_recorded_at_idx on public.accounting_point_history (accounting_point_id, recorded_at);
create index accounting_point_history_metering_grid_area_id_idx on public.accounting_point_history (metering_grid_area_id);
create index accounting_point_history_bidding_zone_id_idx on public.accounting_point_history (bidding_zone_id);
create index accounting_point_history_system_operator_id_idx on public.accounting_point_history (system_operator_id);
create index accounting_point_history_end_user_id_idx on public.accounting_point_history (end_user_id);
create index accounting_point_history_energy_supplier_id_idx on public.accounting_point_history (energy_supplier_id);
create index accounting_point_history_balance_responsible_party_id_idx on public.accounting_point_history (balance_responsible_party_id);

create or replace function almanac.accounting_point_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.accounting_point_history where accounting_point_id = new.id
    ));
    new.row_version := nextval('public.accounting_point_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of accounting_point never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.business_id, new.metering_grid_area_id, new.bidding_zone_id, new.system_operator_id, new.end_user_id, new.energy_supplier_id, new.balance_responsible_party_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.accounting_point
  for each row execute function almanac.accounting_point_stamp();

create or replace function almanac.accounting_point_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.accounting_point.create', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.accounting_point_history
        (id, accounting_point_id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.business_id, new.metering_grid_area_id, new.bidding_zone_id, new.system_operator_id, new.end_user_id, new.energy_supplier_id, new.balance_responsible_party_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.accounting_point.update', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
        case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
        case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
        case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
        case when new.energy_supplier_id is distinct from old.energy_supplier_id then 'energy_supplier_id' end,
        case when new.balance_responsible_party_id is distinct from old.balance_responsible_party_id then 'balance_responsible_party_id' end,
        case when new.street_address is distinct from old.street_address then 'street_address' end,
        case when new.postal_code is distinct from old.postal_code then 'postal_code' end,
        case when new.city is distinct from old.city then 'city' end
      ], null));
    if (new.system_operator_id) is distinct from (old.system_operator_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('controllable_unit', 'accounting_point_id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.accounting_point_history
        (id, accounting_point_id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.accounting_point.delete', '/accounting_point/' || old.id, instant, identity);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.accounting_point
  for each row execute function almanac.accounting_point_record();

create or replace trigger record_update
  after update on public.accounting_point
  for each row when (old.* *<> new.*) execute function almanac.accounting_point_record();

create or replace trigger record_delete
  after delete on public.accounting_point
  for each row execute function almanac.accounting_point_record();

create table public.bidding_zone (
  id bigint generated by default as identity,
  business_id text not null,
  code text not null,
  name text not null,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint bidding_zone_pkey primary key (id),
  constraint bidding_zone_business_id_key unique (business_id),
  constraint bidding_zone_code_key unique (code),
  constraint bidding_zone_name_min_length_check check (char_length(name) >= 1),
  constraint bidding_zone_name_max_length_check check (char_length(name) <= 128)
);

create sequence public.bidding_zone_row_version_seq owned by public.bidding_zone.row_version;
comment on table public.bidding_zone is 'Bidding zone: The largest area within which market participants can exchange energy without allocation of capacity, and which therefore has one price.';
comment on column public.bidding_zone.id is 'Id: Unique identifier, given by the service.';
comment on column public.bidding_zone.business_id is 'Business identifier: Energy identification code (EIC) of the zone.';
comment on column public.bidding_zone.code is 'Code: Short name of the zone in the market.';
comment on column public.bidding_zone.name is 'Name: Name of the zone.';
comment on column public.bidding_zone.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.bidding_zone.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.bidding_zone.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.bidding_zone.recorded_in is 'Transaction that recorded the current version.';

create table public.bidding_zone_history (
  id bigint not null,
  bidding_zone_id bigint not null,
  business_id text,
  code text,
  name text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint bidding_zone_history_pkey primary key (id)
);

comment on table public.bidding_zone_history is 'Bidding zone history: Every version of every bidding zone, the current ones included.';
comment on column public.bidding_zone_history.id is 'Id: Id of this version, for good.';
comment on column public.bidding_zone_history.bidding_zone_id is 'Bidding zone: Id of the bidding zone that this is a version of.';
comment on column public.bidding_zone_history.business_id is 'Business identifier: Energy identification code (EIC) of the zone.';
comment on column public.bidding_zone_history.code is 'Code: Short name of the zone in the market.';
comment on column public.bidding_zone_history.name is 'Name: Name of the zone.';
comment on column public.bidding_zone_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.bidding_zone_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.bidding_zone_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.bidding_zone_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index bidding_zone_row_version_idx on public.bidding_zone (row_version);
create index bidding_zone_history_bidding_zone_id_recorded_at_idx on public.bidding_zone_history (bidding_zone_id, recorded_at);

create or replace function almanac.bidding_zone_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.bidding_zone_history where bidding_zone_id = new.id
    ));
    new.row_version := nextval('public.bidding_zone_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of bidding_zone never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.business_id, new.code, new.name) is not distinct from (old.business_id, old.code, old.name) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.bidding_zone
  for each row execute function almanac.bidding_zone_stamp();

create or replace function almanac.bidding_zone_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.bidding_zone.create', '/bidding_zone/' || new.id, new.recorded_at, new.recorded_by);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.bidding_zone_history
        (id, bidding_zone_id, business_id, code, name, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.code, old.name, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.business_id, new.code, new.name) is not distinct from (old.business_id, old.code, old.name) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.bidding_zone.update', '/bidding_zone/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.code is distinct from old.code then 'code' end,
        case when new.name is distinct from old.name then 'name' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.bidding_zone_history
        (id, bidding_zone_id, business_id, code, name, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.code, old.name, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.bidding_zone.delete', '/bidding_zone/' || old.id, instant, identity);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.bidding_zone
  for each row execute function almanac.bidding_zone_record();

create or replace trigger record_update
  after update on public.bidding_zone
  for each row when (old.* *<> new.*) execute function almanac.bidding_zone_record();

create or replace trigger record_delete
  after delete on public.bidding_zone
  for each row execute function almanac.bidding_zone_record();

create table public.controllable_unit (
  id bigint generated by default as identity,
  business_id uuid not null default gen_random_uuid(),
  name text not null,
  status text not null default 'new',
  start_date date,
  regulation_direction text not null,
  maximum_active_power numeric(9, 3) not null,
  minimum_duration integer,
  maximum_duration integer,
  recovery_duration integer,
  ramp_rate numeric(9, 3),
  accounting_point_id bigint not null,
  grid_node_id uuid,
  grid_validation_status text not null default 'pending',
  grid_validation_notes text,
  validated_at timestamptz,
  additional_information text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint controllable_unit_pkey primary key (id),
  constraint controllable_unit_business_id_key unique (business_id),
  constraint controllable_unit_name_min_length_check check (char_length(name) >= 1),
  constraint controllable_unit_name_max_length_check check (char_length(name) <= 512),
  constraint controllable_unit_status_values_check check (status in ('new', 'active', 'inactive', 'terminated')),
  constraint controllable_unit_regulation_direction_values_check check (regulation_direction in ('up', 'down', 'both')),
  constraint controllable_unit_maximum_active_power_minimum_check check (maximum_active_power >= 0),
  constraint controllable_unit_minimum_duration_minimum_check check (minimum_duration >= 0),
  constraint controllable_unit_maximum_duration_minimum_check check (maximum_duration >= 1),
  constraint controllable_unit_recovery_duration_minimum_check check (recovery_duration >= 0),
  constraint controllable_unit_ramp_rate_minimum_check check (ramp_rate >= 0.001),
  constraint controllable_unit_grid_validation_status_values_check check (grid_validation_status in ('pending', 'in_progress', 'incomplete_information', 'validated', 'validation_failed')),
  constraint controllable_unit_grid_validation_notes_max_length_check check (char_length(grid_validation_notes) <= 512),
  constraint controllable_unit_additional_information_max_length_check check (char_length(additional_information) <= 65536),
  constraint controllable_unit_rule_1_check check ((status <> 'active' or start_date is not null) is true),
  constraint controllable_unit_rule_2_check check ((grid_validation_status <> 'validated' or validated_at is not null) is true)
);

create sequence public.controllable_unit_row_version_seq owned by public.controllable_unit.row_version;
comment on table public.controllable_unit is 'Controllable unit: One or more technical resources behind an accounting point that are controlled together and can raise or lower their consumption or production when asked to.';
comment on column public.controllable_unit.id is 'Id: Unique identifier, given by the service.';
comment on column public.controllable_unit.business_id is 'Business identifier: Identifier of the unit towards other systems, made by the register.';
comment on column public.controllable_unit.name is 'Name: Name that tells the unit from others at the same place.';
comment on column public.controllable_unit.status is 'Status: Where the unit is in its life. Only an active unit may deliver; a terminated one never returns.';
comment on column public.controllable_unit.start_date is 'Start date: The first day on which the unit may deliver. An active unit has one.';
comment on column public.controllable_unit.regulation_direction is 'Regulation direction: Up is more production or less consumption, down is the opposite.';
comment on column public.controllable_unit.maximum_active_power is 'Maximum active power: The most active power that can be regulated in kW.';
comment on column public.controllable_unit.minimum_duration is 'Minimum duration: The shortest activation that the unit can deliver in seconds.';
comment on column public.controllable_unit.maximum_duration is 'Maximum duration: The longest activation that the unit can deliver in seconds.';
comment on column public.controllable_unit.recovery_duration is 'Recovery duration: Rest that the unit needs between activations in seconds.';
comment on column public.controllable_unit.ramp_rate is 'Ramp rate: How fast the unit changes its power in kW per minute.';
comment on column public.controllable_unit.accounting_point_id is 'Accounting point: The point behind which the unit stands.';
comment on column public.controllable_unit.grid_node_id is 'Grid node: Identifier of the node in the model of the system operator.';
comment on column public.controllable_unit.grid_validation_status is 'Grid validation status: How far the system operator has come in judging whether the grid can bear the unit.';
comment on column public.controllable_unit.grid_validation_notes is 'Grid validation notes: What the system operator found.';
comment on column public.controllable_unit.validated_at is 'Validated at: When the system operator last validated the unit.';
comment on column public.controllable_unit.additional_information is 'Additional information: Anything else worth knowing about the unit.';
comment on column public.controllable_unit.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.controllable_unit.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.controllable_unit.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.controllable_unit.recorded_in is 'Transaction that recorded the current version.';
comment on constraint controllable_unit_rule_1_check on public.controllable_unit is 'An active unit has a start date.';
comment on constraint controllable_unit_rule_2_check on public.controllable_unit is 'A validated unit has the time of its validation.';

create table public.controllable_unit_history (
  id bigint not null,
  controllable_unit_id bigint not null,
  business_id uuid,
  name text,
  status text,
  start_date date,
  regulation_direction text,
  maximum_active_power numeric(9, 3),
  minimum_duration integer,
  maximum_duration integer,
  recovery_duration integer,
  ramp_rate numeric(9, 3),
  accounting_point_id bigint,
  grid_node_id uuid,
  grid_validation_status text,
  grid_validation_notes text,
  validated_at timestamptz,
  additional_information text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint controllable_unit_history_pkey primary key (id)
);

comment on table public.controllable_unit_history is 'Controllable unit history: Every version of every controllable unit, the current ones included.';
comment on column public.controllable_unit_history.id is 'Id: Id of this version, for good.';
comment on column public.controllable_unit_history.controllable_unit_id is 'Controllable unit: Id of the controllable unit that this is a version of.';
comment on column public.controllable_unit_history.business_id is 'Business identifier: Identifier of the unit towards other systems, made by the register.';
comment on column public.controllable_unit_history.name is 'Name: Name that tells the unit from others at the same place.';
comment on column public.controllable_unit_history.status is 'Status: Where the unit is in its life. Only an active unit may deliver; a terminated one never returns.';
comment on column public.controllable_unit_history.start_date is 'Start date: The first day on which the unit may deliver. An active unit has one.';
comment on column public.controllable_unit_history.regulation_direction is 'Regulation direction: Up is more production or less consumption, down is the opposite.';
comment on column public.controllable_unit_history.maximum_active_power is 'Maximum active power: The most active power that can be regulated in kW.';
comment on column public.controllable_unit_history.minimum_duration is 'Minimum duration: The shortest activation that the unit can deliver in seconds.';
comment on column public.controllable_unit_history.maximum_duration is 'Maximum duration: The longest activation that the unit can deliver in seconds.';
comment on column public.controllable_unit_history.recovery_duration is 'Recovery duration: Rest that the unit needs between activations in seconds.';
comment on column public.controllable_unit_history.ramp_rate is 'Ramp rate: How fast the unit changes its power in kW per minute.';
comment on column public.controllable_unit_history.accounting_point_id is 'Accounting point: The point behind which the unit stands.';
comment on column public.controllable_unit_history.grid_node_id is 'Grid node: Identifier of the node in the model of the system operator.';
comment on column public.controllable_unit_history.grid_validation_status is 'Grid validation status: How far the system operator has come in judging whether the grid can bear the unit.';
comment on column public.controllable_unit_history.grid_validation_notes is 'Grid validation notes: What the system operator found.';
comment on column public.controllable_unit_history.validated_at is 'Validated at: When the system operator last validated the unit.';
comment on column public.controllable_unit_history.additional_information is 'Additional information: Anything else worth knowing about the unit.';
comment on column public.controllable_unit_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.controllable_unit_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.controllable_unit_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.controllable_unit_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index controllable_unit_status_grid_validation_status_idx on public.controllable_unit (status, grid_validation_status);
create index controllable_unit_row_version_idx on public.controllable_unit (row_version);
create index controllable_unit_accounting_point_id_idx on public.controllable_unit (accounting_point_id);
create index controllable_unit_history_controllable_unit_id_recorded_at_idx on public.controllable_unit_history (controllable_unit_id, recorded_at);
create index controllable_unit_history_accounting_point_id_idx on public.controllable_unit_history (accounting_point_id);

create or replace function almanac.controllable_unit_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.controllable_unit_history where controllable_unit_id = new.id
    ));
    new.row_version := nextval('public.controllable_unit_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of controllable_unit never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.additional_information) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('new', 'active'), ('new', 'inactive'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.controllable_unit
  for each row execute function almanac.controllable_unit_stamp();

create or replace function almanac.controllable_unit_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.controllable_unit.create', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by);
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.controllable_unit_history
        (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.additional_information) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.controllable_unit.update', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.name is distinct from old.name then 'name' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.start_date is distinct from old.start_date then 'start_date' end,
        case when new.regulation_direction is distinct from old.regulation_direction then 'regulation_direction' end,
        case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
        case when ((new.maximum_active_power <= 50) is true) is distinct from ((old.maximum_active_power <= 50) is true) then 'is_small' end,
        case when new.minimum_duration is distinct from old.minimum_duration then 'minimum_duration' end,
        case when new.maximum_duration is distinct from old.maximum_duration then 'maximum_duration' end,
        case when new.recovery_duration is distinct from old.recovery_duration then 'recovery_duration' end,
        case when new.ramp_rate is distinct from old.ramp_rate then 'ramp_rate' end,
        case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
        case when new.grid_node_id is distinct from old.grid_node_id then 'grid_node_id' end,
        case when new.grid_validation_status is distinct from old.grid_validation_status then 'grid_validation_status' end,
        case when new.grid_validation_notes is distinct from old.grid_validation_notes then 'grid_validation_notes' end,
        case when new.validated_at is distinct from old.validated_at then 'validated_at' end,
        case when new.additional_information is distinct from old.additional_information then 'additional_information' end
      ], null));
    if (new.status, new.name, new.accounting_point_id, new.grid_validation_status, new.grid_validation_notes) is distinct from (old.status, old.name, old.accounting_point_id, old.grid_validation_status, old.grid_validation_notes) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('controllable_unit', 'id', new.id);
    end if;
    if (new.status, new.accounting_point_id) is distinct from (old.status, old.accounting_point_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('controllable_unit_service_provider', 'controllable_unit_id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.controllable_unit_history
        (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.controllable_unit.delete', '/controllable_unit/' || old.id, instant, identity);
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.controllable_unit
  for each row execute function almanac.controllable_unit_record();

create or replace trigger record_update
  after update on public.controllable_unit
  for each row when (old.* *<> new.*) execute function almanac.controllable_unit_record();

create or replace trigger record_delete
  after delete on public.controllable_unit
  for each row execute function almanac.controllable_unit_record();

create table public.controllable_unit_service_provider (
  id bigint generated by default as identity,
  controllable_unit_id bigint not null,
  service_provider_id bigint not null,
  contract_reference text,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint controllable_unit_service_provider_pkey primary key (id),
  constraint controllable_unit_service_provider_contract_refe_b98a43e8_check check (char_length(contract_reference) <= 128),
  constraint controllable_unit_service_provider_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint controllable_unit_service_provider_controllable_unit_id_excl exclude using gist (controllable_unit_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null)
);

create sequence public.controllable_unit_service_provider_row_version_seq owned by public.controllable_unit_service_provider.row_version;
comment on table public.controllable_unit_service_provider is 'Controllable unit service provider: Which service provider operates a controllable unit, over time. A unit has at most one provider at any instant; a new entry ends or shortens those that it overlaps.';
comment on column public.controllable_unit_service_provider.id is 'Id: Unique identifier, given by the service.';
comment on column public.controllable_unit_service_provider.controllable_unit_id is 'Controllable unit: The unit that is operated.';
comment on column public.controllable_unit_service_provider.service_provider_id is 'Service provider: The party that operates the unit.';
comment on column public.controllable_unit_service_provider.contract_reference is 'Contract reference: The provider''s own reference to its contract with the end user.';
comment on column public.controllable_unit_service_provider.valid_from is 'Valid from: Start of validity, inclusive.';
comment on column public.controllable_unit_service_provider.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.controllable_unit_service_provider.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.controllable_unit_service_provider.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.controllable_unit_service_provider.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.controllable_unit_service_provider.recorded_in is 'Transaction that recorded the current version.';

create table public.controllable_unit_service_provider_history (
  id bigint not null,
  controllable_unit_service_provider_id bigint not null,
  controllable_unit_id bigint,
  service_provider_id bigint,
  contract_reference text,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint controllable_unit_service_provider_history_pkey primary key (id)
);

comment on table public.controllable_unit_service_provider_history is 'Controllable unit service provider history: Every version of every controllable unit service provider, the current ones included.';
comment on column public.controllable_unit_service_provider_history.id is 'Id: Id of this version, for good.';
comment on column public.controllable_unit_service_provider_history.controllable_unit_service_provider_id is 'Controllable unit service provider: Id of the controllable unit service provider that this is a version of.';
comment on column public.controllable_unit_service_provider_history.controllable_unit_id is 'Controllable unit: The unit that is operated.';
comment on column public.controllable_unit_service_provider_history.service_provider_id is 'Service provider: The party that operates the unit.';
comment on column public.controllable_unit_service_provider_history.contract_reference is 'Contract reference: The provider''s own reference to its contract with the end user.';
comment on column public.controllable_unit_service_provider_history.valid_from is 'Valid from: Start of validity, inclusive.';
comment on column public.controllable_unit_service_provider_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.controllable_unit_service_provider_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.controllable_unit_service_provider_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.controllable_unit_service_provider_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.controllable_unit_service_provider_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index controllable_unit_service_provider_controllable_un_673fa859_idx on public.controllable_unit_service_provider (controllable_unit_id, valid_from);
create index controllable_unit_service_provider_valid_from_idx on public.controllable_unit_service_provider (valid_from);
create index controllable_unit_service_provider_valid_to_idx on public.controllable_unit_service_provider (valid_to);
create index controllable_unit_service_provider_row_version_idx on public.controllable_unit_service_provider (row_version);
create index controllable_unit_service_provider_service_provider_id_idx on public.controllable_unit_service_provider (service_provider_id);
create index controllable_unit_service_provider_history_control_64fdef16_idx on public.controllable_unit_service_provider_history (controllable_unit_service_provider_id, recorded_at);
create index controllable_unit_service_provider_history_control_3b99dde2_idx on public.controllable_unit_service_provider_history (controllable_unit_id);
create index controllable_unit_service_provider_history_service_c3ab8318_idx on public.controllable_unit_service_provider_history (service_provider_id);

create or replace function almanac.controllable_unit_service_provider_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.controllable_unit_service_provider_history where controllable_unit_service_provider_id = new.id
    ));
    new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of controllable_unit_service_provider never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.controllable_unit_id, new.service_provider_id, new.contract_reference, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.controllable_unit_service_provider
  for each row execute function almanac.controllable_unit_service_provider_stamp();

create or replace function almanac.controllable_unit_service_provider_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject)
    values
      ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', new.controllable_unit_id),
      ('controllable_unit_service_provider', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.controllable_unit_service_provider_history
        (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.controllable_unit_id, new.service_provider_id, new.contract_reference, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, subject, updated_fields)
      values
        ('no.flexibility.controllable_unit_service_provider.update', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
          case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
          case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
          case when new.contract_reference is distinct from old.contract_reference then 'contract_reference' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, subject)
      values
        ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, subject)
      values
        ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
    end if;
    if (new.controllable_unit_id, new.valid_from, new.valid_to, new.service_provider_id) is distinct from (old.controllable_unit_id, old.valid_from, old.valid_to, old.service_provider_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('controllable_unit', 'id', new.controllable_unit_id),
        ('controllable_unit_service_provider', 'id', new.id);
      if new.controllable_unit_id is distinct from old.controllable_unit_id then
        insert into almanac.notice_change (resource, field, value)
        values
          ('controllable_unit', 'id', old.controllable_unit_id);
      end if;
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.controllable_unit_service_provider_history
        (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, subject)
      values
        ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || old.id, instant, identity, '/controllable_unit/' || old.controllable_unit_id);
    end if;
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', old.controllable_unit_id),
      ('controllable_unit_service_provider', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.controllable_unit_service_provider
  for each row execute function almanac.controllable_unit_service_provider_record();

create or replace trigger record_update
  after update on public.controllable_unit_service_provider
  for each row when (old.* *<> new.*) execute function almanac.controllable_unit_service_provider_record();

create or replace trigger record_delete
  after delete on public.controllable_unit_service_provider
  for each row execute function almanac.controllable_unit_service_provider_record();

create or replace function almanac.controllable_unit_service_provider_make_room() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  overlapped bigint;
  latest timestamptz;
  room bigint[];
begin
  if new.valid_from is null then
    raise exception 'an entry of controllable_unit_service_provider begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of controllable_unit_service_provider ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'controllable_unit_service_provider_validity_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.controllable_unit as timeline where timeline.id = new.controllable_unit_id for no key update;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.controllable_unit_service_provider as entry
  where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.controllable_unit_service_provider', true), '');
  if room is not null and exists (
    select from public.controllable_unit_service_provider as entry
    where entry.controllable_unit_id = new.controllable_unit_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (room)
  ) then
    raise exception 'the writer may not change another entry of controllable_unit_service_provider within the interval'
      using errcode = 'ZA403', constraint = 'controllable_unit_service_provider_controllable_unit_id_excl';
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

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
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to);
  return new;
end
$$;

create or replace trigger make_room_insert
  before insert on public.controllable_unit_service_provider
  for each row execute function almanac.controllable_unit_service_provider_make_room();

create or replace trigger make_room_update
  before update on public.controllable_unit_service_provider
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.controllable_unit_id <> old.controllable_unit_id
  ))
  execute function almanac.controllable_unit_service_provider_make_room();

create table public.controllable_unit_suspension (
  id bigint generated by default as identity,
  controllable_unit_id bigint not null,
  impacted_system_operator_id bigint not null,
  reason text not null,
  status text not null default 'active',
  suspended_at timestamptz not null default now(),
  lifted_at timestamptz,
  additional_information text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint controllable_unit_suspension_pkey primary key (id),
  constraint controllable_unit_suspension_reason_values_check check (reason in ('compromises_safe_operation', 'congestion', 'faulty_metering', 'failed_verification', 'other')),
  constraint controllable_unit_suspension_status_values_check check (status in ('active', 'lifted')),
  constraint controllable_unit_suspension_additional_informat_2eef7fd9_check check (char_length(additional_information) <= 65536),
  constraint controllable_unit_suspension_rule_1_check check (((status = 'active' and lifted_at is null) or (status = 'lifted' and lifted_at is not null)) is true),
  constraint controllable_unit_suspension_rule_2_check check ((reason <> 'other' or additional_information is not null) is true)
);

create sequence public.controllable_unit_suspension_row_version_seq owned by public.controllable_unit_suspension.row_version;
comment on table public.controllable_unit_suspension is 'Controllable unit suspension: A system operator''s decision that a controllable unit must not deliver, until the suspension is lifted. A unit may be suspended by several system operators at once.';
comment on column public.controllable_unit_suspension.id is 'Id: Unique identifier, given by the service.';
comment on column public.controllable_unit_suspension.controllable_unit_id is 'Controllable unit: The unit that is suspended.';
comment on column public.controllable_unit_suspension.impacted_system_operator_id is 'Impacted system operator: The party whose grid the unit would impact, and which suspends it.';
comment on column public.controllable_unit_suspension.reason is 'Reason: Why the unit is suspended. Other is explained in the additional information.';
comment on column public.controllable_unit_suspension.status is 'Status: Whether the suspension still holds. One that is lifted is not taken up again; a new one is made.';
comment on column public.controllable_unit_suspension.suspended_at is 'Suspended at: When the suspension took effect.';
comment on column public.controllable_unit_suspension.lifted_at is 'Lifted at: When the suspension ceased.';
comment on column public.controllable_unit_suspension.additional_information is 'Additional information: What led to the suspension and what may end it.';
comment on column public.controllable_unit_suspension.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.controllable_unit_suspension.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.controllable_unit_suspension.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.controllable_unit_suspension.recorded_in is 'Transaction that recorded the current version.';
comment on constraint controllable_unit_suspension_rule_1_check on public.controllable_unit_suspension is 'A suspension has the time of its lifting exactly when it is lifted.';
comment on constraint controllable_unit_suspension_rule_2_check on public.controllable_unit_suspension is 'The reason other is explained in the additional information.';

create table public.controllable_unit_suspension_history (
  id bigint not null,
  controllable_unit_suspension_id bigint not null,
  controllable_unit_id bigint,
  impacted_system_operator_id bigint,
  reason text,
  status text,
  suspended_at timestamptz,
  lifted_at timestamptz,
  additional_information text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint controllable_unit_suspension_history_pkey primary key (id)
);

comment on table public.controllable_unit_suspension_history is 'Controllable unit suspension history: Every version of every controllable unit suspension, the current ones included.';
comment on column public.controllable_unit_suspension_history.id is 'Id: Id of this version, for good.';
comment on column public.controllable_unit_suspension_history.controllable_unit_suspension_id is 'Controllable unit suspension: Id of the controllable unit suspension that this is a version of.';
comment on column public.controllable_unit_suspension_history.controllable_unit_id is 'Controllable unit: The unit that is suspended.';
comment on column public.controllable_unit_suspension_history.impacted_system_operator_id is 'Impacted system operator: The party whose grid the unit would impact, and which suspends it.';
comment on column public.controllable_unit_suspension_history.reason is 'Reason: Why the unit is suspended. Other is explained in the additional information.';
comment on column public.controllable_unit_suspension_history.status is 'Status: Whether the suspension still holds. One that is lifted is not taken up again; a new one is made.';
comment on column public.controllable_unit_suspension_history.suspended_at is 'Suspended at: When the suspension took effect.';
comment on column public.controllable_unit_suspension_history.lifted_at is 'Lifted at: When the suspension ceased.';
comment on column public.controllable_unit_suspension_history.additional_information is 'Additional information: What led to the suspension and what may end it.';
comment on column public.controllable_unit_suspension_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.controllable_unit_suspension_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.controllable_unit_suspension_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.controllable_unit_suspension_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index controllable_unit_suspension_status_idx on public.controllable_unit_suspension (status);
create index controllable_unit_suspension_row_version_idx on public.controllable_unit_suspension (row_version);
create index controllable_unit_suspension_controllable_unit_id_idx on public.controllable_unit_suspension (controllable_unit_id);
create index controllable_unit_suspension_impacted_system_operator_id_idx on public.controllable_unit_suspension (impacted_system_operator_id);
create index controllable_unit_suspension_history_controllable__56acb438_idx on public.controllable_unit_suspension_history (controllable_unit_suspension_id, recorded_at);
create index controllable_unit_suspension_history_controllable_unit_id_idx on public.controllable_unit_suspension_history (controllable_unit_id);
create index controllable_unit_suspension_history_impacted_syst_34cf7114_idx on public.controllable_unit_suspension_history (impacted_system_operator_id);

create or replace function almanac.controllable_unit_suspension_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.controllable_unit_suspension_history where controllable_unit_suspension_id = new.id
    ));
    new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
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

create or replace trigger stamp
  before insert or update on public.controllable_unit_suspension
  for each row execute function almanac.controllable_unit_suspension_stamp();

create or replace function almanac.controllable_unit_suspension_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject)
    values
      ('no.flexibility.controllable_unit_suspension.create', '/controllable_unit_suspension/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit_suspension', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.controllable_unit_suspension_history
        (id, controllable_unit_suspension_id, controllable_unit_id, impacted_system_operator_id, reason, status, suspended_at, lifted_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject, updated_fields)
    values
      ('no.flexibility.controllable_unit_suspension.update', '/controllable_unit_suspension/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
        case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
        case when new.impacted_system_operator_id is distinct from old.impacted_system_operator_id then 'impacted_system_operator_id' end,
        case when new.reason is distinct from old.reason then 'reason' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.suspended_at is distinct from old.suspended_at then 'suspended_at' end,
        case when new.lifted_at is distinct from old.lifted_at then 'lifted_at' end,
        case when new.additional_information is distinct from old.additional_information then 'additional_information' end
      ], null));
    if (new.status, new.controllable_unit_id, new.reason, new.impacted_system_operator_id) is distinct from (old.status, old.controllable_unit_id, old.reason, old.impacted_system_operator_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('controllable_unit_suspension', 'id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.controllable_unit_suspension_history
        (id, controllable_unit_suspension_id, controllable_unit_id, impacted_system_operator_id, reason, status, suspended_at, lifted_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject)
    values
      ('no.flexibility.controllable_unit_suspension.delete', '/controllable_unit_suspension/' || old.id, instant, identity, '/controllable_unit/' || old.controllable_unit_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit_suspension', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.controllable_unit_suspension
  for each row execute function almanac.controllable_unit_suspension_record();

create or replace trigger record_update
  after update on public.controllable_unit_suspension
  for each row when (old.* *<> new.*) execute function almanac.controllable_unit_suspension_record();

create or replace trigger record_delete
  after delete on public.controllable_unit_suspension
  for each row execute function almanac.controllable_unit_suspension_record();

create table almanac.outbox (
  id bigint generated always as identity constraint outbox_pkey primary key,
  type text not null,
  source text not null,
  subject text,
  "time" timestamptz not null,
  updated_fields text[],
  recorded_by bigint not null
);

comment on table almanac.outbox is 'Changes that are committed, or about to be, and no events yet.';
create sequence public.event_id_seq;

create table public.event (
  id bigint not null default nextval('public.event_id_seq'),
  specversion text not null,
  type text not null,
  source text not null,
  subject text,
  "time" timestamptz not null,
  data jsonb,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  constraint event_pkey primary key (id)
) partition by range (id);

alter sequence public.event_id_seq owned by public.event.id;
create table almanac.event_default partition of public.event default;

create table almanac.event_0 partition of public.event
  for values from (0) to (1000000);

create table almanac.event_1 partition of public.event
  for values from (1000000) to (2000000);

comment on table public.event is 'Event: What was done to a row, and to which. Events are listed in the order in which they became visible.';
comment on column public.event.id is 'Id: Unique identifier, given by the service.';
comment on column public.event.specversion is 'Specification version: Version of the CloudEvents specification.';
comment on column public.event.type is 'Type: What happened: no.flexibility, the resource, and create, update or delete.';
comment on column public.event.source is 'Source: Path of the row that was changed, behind the base path.';
comment on column public.event.subject is 'Subject: Path of the row that the change is about where that is another one.';
comment on column public.event."time" is 'Time: When the change was recorded.';
comment on column public.event.data is 'Data: Of an update, the names of the fields that changed.';
comment on column public.event.recorded_at is 'Recorded at: When the event became visible.';
comment on column public.event.recorded_by is 'Recorded by: Id of the identity that made the change; 0 is the service itself.';
create index event_source_idx on public.event (source);
create index event_subject_idx on public.event (subject);

create or replace function almanac.sequence_events(most integer, after bigint default 0) returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  given bigint;
  latest bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('almanac.event')) then
    return null;
  end if;
  with taken as (
    delete from almanac.outbox
    where ctid = any (array(
      select waiting.ctid from almanac.outbox as waiting where waiting.id > after order by waiting.id limit most
    ))
    returning *
  ), added as (
    insert into public.event (specversion, type, source, subject, "time", data, recorded_at, recorded_by)
    select
      '1.0',
      taken.type,
      taken.source,
      taken.subject,
      taken."time",
      case when taken.updated_fields is not null then jsonb_build_object('updated_fields', taken.updated_fields) end,
      almanac.clock(),
      taken.recorded_by
    from taken
    order by taken.id
    returning id
  )
  select count(*), max(added.id) into given, latest from added;
  if given > 0 then
    perform pg_notify('almanac_event', latest::text);
  end if;
  return given;
end
$$;

create or replace function almanac.add_event_partition(number bigint) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  first bigint := number * 1000000;
  next bigint := first + 1000000;
  partition text := 'almanac.event_' || number;
begin
  if to_regclass(partition) is not null then
    return;
  end if;
  execute format('create table %s (like public.event including all)', partition);
  execute format(
    'with late as (delete from almanac.event_default where id >= %s and id < %s returning *) insert into %s select * from late',
    first, next, partition
  );
  execute format('alter table public.event attach partition %s for values from (%s) to (%s)', partition, first, next);
end
$$;

create or replace function almanac.add_event_partitions() returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '5s'
as $$
declare
  current bigint;
  is_past boolean;
begin
  perform pg_advisory_xact_lock(hashtext('almanac.event'));
  select last_value / 1000000 into current from public.event_id_seq;
  select event.recorded_at < almanac.clock() - interval '1 month' into is_past
  from public.event as event
  where event.id >= current * 1000000 and event.id < (current + 1) * 1000000
  order by event.id
  limit 1;
  if is_past then
    current := current + 1;
  end if;
  for number in current .. current + 2 loop
    perform almanac.add_event_partition(number);
  end loop;
  if is_past then
    perform setval('public.event_id_seq', current * 1000000, false);
  end if;
end
$$;

comment on function almanac.sequence_events(integer, bigint) is 'Makes events of what waits in the outbox behind an id, so many at most, and gives their number; null while another one is at it.';
comment on function almanac.add_event_partition(bigint) is 'Adds the partition of this number, with the events that came before it.';
comment on function almanac.add_event_partitions() is 'Adds the partitions of the ids that come next. A partition is filled for a month at most.';

create table public.identity (
  id bigint generated by default as identity,
  subject text not null,
  name text,
  party_id bigint,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint identity_pkey primary key (id),
  constraint identity_subject_key unique (subject),
  constraint identity_subject_min_length_check check (char_length(subject) >= 1),
  constraint identity_subject_max_length_check check (char_length(subject) <= 256),
  constraint identity_name_max_length_check check (char_length(name) <= 256)
);

create sequence public.identity_row_version_seq owned by public.identity.row_version;
comment on table public.identity is 'Identity: A person or a system that signs in. What it creates or changes is recorded under its id. An identity is made when a token with an unknown subject is first used; a party is assigned to it afterwards.';
comment on column public.identity.id is 'Id: Unique identifier, given by the service.';
comment on column public.identity.subject is 'Subject: The subject (sub) of the tokens that the identity presents.';
comment on column public.identity.name is 'Name: Name to show for the identity.';
comment on column public.identity.party_id is 'Party: The party that the identity acts for.';
comment on column public.identity.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.identity.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.identity.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.identity.recorded_in is 'Transaction that recorded the current version.';

create table public.identity_history (
  id bigint not null,
  identity_id bigint not null,
  subject text,
  name text,
  party_id bigint,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint identity_history_pkey primary key (id)
);

comment on table public.identity_history is 'Identity history: Every version of every identity, the current ones included.';
comment on column public.identity_history.id is 'Id: Id of this version, for good.';
comment on column public.identity_history.identity_id is 'Identity: Id of the identity that this is a version of.';
comment on column public.identity_history.subject is 'Subject: The subject (sub) of the tokens that the identity presents.';
comment on column public.identity_history.name is 'Name: Name to show for the identity.';
comment on column public.identity_history.party_id is 'Party: The party that the identity acts for.';
comment on column public.identity_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.identity_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.identity_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.identity_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index identity_row_version_idx on public.identity (row_version);
create index identity_party_id_idx on public.identity (party_id);
create index identity_history_identity_id_recorded_at_idx on public.identity_history (identity_id, recorded_at);
create index identity_history_party_id_idx on public.identity_history (party_id);

create or replace function almanac.identity_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.identity_history where identity_id = new.id
    ));
    new.row_version := nextval('public.identity_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of identity never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.subject, new.name, new.party_id) is not distinct from (old.subject, old.name, old.party_id) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.identity
  for each row execute function almanac.identity_stamp();

create or replace function almanac.identity_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.identity.create', '/identity/' || new.id, new.recorded_at, new.recorded_by);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.identity_history
        (id, identity_id, subject, name, party_id, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.subject, old.name, old.party_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.subject, new.name, new.party_id) is not distinct from (old.subject, old.name, old.party_id) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.identity.update', '/identity/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.subject is distinct from old.subject then 'subject' end,
        case when new.name is distinct from old.name then 'name' end,
        case when new.party_id is distinct from old.party_id then 'party_id' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.identity_history
        (id, identity_id, subject, name, party_id, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.subject, old.name, old.party_id, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.identity.delete', '/identity/' || old.id, instant, identity);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.identity
  for each row execute function almanac.identity_record();

create or replace trigger record_update
  after update on public.identity
  for each row when (old.* *<> new.*) execute function almanac.identity_record();

create or replace trigger record_delete
  after delete on public.identity
  for each row execute function almanac.identity_record();

create table public.metering_grid_area (
  id bigint generated by default as identity,
  business_id text not null,
  name text not null,
  bidding_zone_id bigint not null,
  system_operator_id bigint not null,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint metering_grid_area_pkey primary key (id),
  constraint metering_grid_area_business_id_key unique (business_id),
  constraint metering_grid_area_name_min_length_check check (char_length(name) >= 1),
  constraint metering_grid_area_name_max_length_check check (char_length(name) <= 128)
);

create sequence public.metering_grid_area_row_version_seq owned by public.metering_grid_area.row_version;
comment on table public.metering_grid_area is 'Metering grid area: A part of the grid, bounded by meters, in which consumption, production and exchange are measured and settled. It lies in one bidding zone and is operated by one system operator.';
comment on column public.metering_grid_area.id is 'Id: Unique identifier, given by the service.';
comment on column public.metering_grid_area.business_id is 'Business identifier: Energy identification code (EIC) of the area.';
comment on column public.metering_grid_area.name is 'Name: Name of the area.';
comment on column public.metering_grid_area.bidding_zone_id is 'Bidding zone: The bidding zone in which the area lies.';
comment on column public.metering_grid_area.system_operator_id is 'System operator: The party that operates the grid of the area.';
comment on column public.metering_grid_area.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.metering_grid_area.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.metering_grid_area.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.metering_grid_area.recorded_in is 'Transaction that recorded the current version.';

create table public.metering_grid_area_history (
  id bigint not null,
  metering_grid_area_id bigint not null,
  business_id text,
  name text,
  bidding_zone_id bigint,
  system_operator_id bigint,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint metering_grid_area_history_pkey primary key (id)
);

comment on table public.metering_grid_area_history is 'Metering grid area history: Every version of every metering grid area, the current ones included.';
comment on column public.metering_grid_area_history.id is 'Id: Id of this version, for good.';
comment on column public.metering_grid_area_history.metering_grid_area_id is 'Metering grid area: Id of the metering grid area that this is a version of.';
comment on column public.metering_grid_area_history.business_id is 'Business identifier: Energy identification code (EIC) of the area.';
comment on column public.metering_grid_area_history.name is 'Name: Name of the area.';
comment on column public.metering_grid_area_history.bidding_zone_id is 'Bidding zone: The bidding zone in which the area lies.';
comment on column public.metering_grid_area_history.system_operator_id is 'System operator: The party that operates the grid of the area.';
comment on column public.metering_grid_area_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.metering_grid_area_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.metering_grid_area_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.metering_grid_area_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index metering_grid_area_row_version_idx on public.metering_grid_area (row_version);
create index metering_grid_area_bidding_zone_id_idx on public.metering_grid_area (bidding_zone_id);
create index metering_grid_area_system_operator_id_idx on public.metering_grid_area (system_operator_id);
create index metering_grid_area_history_metering_grid_area_id_r_bc90aa96_idx on public.metering_grid_area_history (metering_grid_area_id, recorded_at);
create index metering_grid_area_history_bidding_zone_id_idx on public.metering_grid_area_history (bidding_zone_id);
create index metering_grid_area_history_system_operator_id_idx on public.metering_grid_area_history (system_operator_id);

create or replace function almanac.metering_grid_area_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.metering_grid_area_history where metering_grid_area_id = new.id
    ));
    new.row_version := nextval('public.metering_grid_area_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.business_id, new.name, new.bidding_zone_id, new.system_operator_id) is not distinct from (old.business_id, old.name, old.bidding_zone_id, old.system_operator_id) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.metering_grid_area
  for each row execute function almanac.metering_grid_area_stamp();

create or replace function almanac.metering_grid_area_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.metering_grid_area.create', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.metering_grid_area_history
        (id, metering_grid_area_id, business_id, name, bidding_zone_id, system_operator_id, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.bidding_zone_id, old.system_operator_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.business_id, new.name, new.bidding_zone_id, new.system_operator_id) is not distinct from (old.business_id, old.name, old.bidding_zone_id, old.system_operator_id) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.metering_grid_area.update', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.name is distinct from old.name then 'name' end,
        case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
        case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.metering_grid_area_history
        (id, metering_grid_area_id, business_id, name, bidding_zone_id, system_operator_id, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.bidding_zone_id, old.system_operator_id, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.metering_grid_area.delete', '/metering_grid_area/' || old.id, instant, identity);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.metering_grid_area
  for each row execute function almanac.metering_grid_area_record();

create or replace trigger record_update
  after update on public.metering_grid_area
  for each row when (old.* *<> new.*) execute function almanac.metering_grid_area_record();

create or replace trigger record_delete
  after delete on public.metering_grid_area
  for each row execute function almanac.metering_grid_area_record();

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
comment on column public.notice.type is 'Type: What is the matter: no.flexibility, the resource, and the type of the rule.';
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
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time(null);
    new.row_version := nextval('public.notice_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of notice never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.type, new.source, new.status, new.party_id, new.data, new.since) is not distinct from (old.type, old.source, old.status, old.party_id, old.data, old.since) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('active', 'resolved')) then
        raise exception 'status of notice does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'notice_status_transition_check';
      end if;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.notice
  for each row execute function almanac.notice_stamp();

create table almanac.notice_change (
  id bigint generated always as identity constraint notice_change_pkey primary key,
  resource text not null,
  field text not null,
  value bigint not null
);

comment on table almanac.notice_change is 'Rows whose notices have to be looked at again: those of the resource whose field has the value.';

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

create table public.notification (
  id bigint generated by default as identity,
  acknowledged boolean not null default false,
  event_id bigint not null,
  party_id bigint not null,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint notification_pkey primary key (id),
  constraint notification_event_id_party_id_key unique (event_id, party_id)
);

create sequence public.notification_row_version_seq owned by public.notification.row_version;
comment on table public.notification is 'Notification: An event brought to a party that it concerns, until the party acknowledges it. A party sees its own.';
comment on column public.notification.id is 'Id: Unique identifier, given by the service.';
comment on column public.notification.acknowledged is 'Acknowledged: Whether the recipient has taken note.';
comment on column public.notification.event_id is 'Event: Id of the event that the notification is about.';
comment on column public.notification.party_id is 'Recipient: Id of the party that is notified.';
comment on column public.notification.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.notification.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.notification.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.notification.recorded_in is 'Transaction that recorded the current version.';
create index notification_party_id_acknowledged_id_idx on public.notification (party_id, acknowledged, id);
create index notification_party_id_id_idx on public.notification (party_id, id);

create or replace function almanac.notification_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time(null);
    new.row_version := nextval('public.notification_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of notification never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.acknowledged, new.event_id, new.party_id) is not distinct from (old.acknowledged, old.event_id, old.party_id) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.notification
  for each row execute function almanac.notification_stamp();

create table almanac.notified (
  last_event bigint not null,
  single boolean default true constraint notified_pkey primary key constraint notified_single_check check (single)
);

comment on table almanac.notified is 'The last event that notifications were made of.';
insert into almanac.notified (last_event) select coalesce(max(id), 0) from public.event;

create or replace function almanac.claim_notified() returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (select notified.last_event from almanac.notified for update skip locked);
end
$$;

create or replace function almanac.keep_notified(up_to bigint) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update almanac.notified set last_event = up_to
  where last_event < up_to and up_to <= (select max(event.id) from public.event as event);
end
$$;

comment on function almanac.claim_notified() is 'The last event that notifications were made of, for this transaction alone; null while another one is at it.';
comment on function almanac.keep_notified(bigint) is 'Keeps that notifications were made of the events up to this one.';

create table public.party (
  id bigint generated by default as identity,
  name text not null,
  business_id_type text not null,
  business_id text not null,
  type text not null,
  status text not null default 'new',
  email text,
  website text,
  additional_information text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint party_pkey primary key (id),
  constraint party_business_id_type_business_id_key unique (business_id_type, business_id),
  constraint party_name_min_length_check check (char_length(name) >= 1),
  constraint party_name_max_length_check check (char_length(name) <= 256),
  constraint party_business_id_type_values_check check (business_id_type in ('gln', 'org', 'eic', 'uuid')),
  constraint party_type_values_check check (type in ('system_operator', 'service_provider', 'end_user', 'balance_responsible_party', 'energy_supplier')),
  constraint party_status_values_check check (status in ('new', 'active', 'suspended', 'inactive', 'terminated')),
  constraint party_email_max_length_check check (char_length(email) <= 254),
  constraint party_website_max_length_check check (char_length(website) <= 512),
  constraint party_additional_information_max_length_check check (char_length(additional_information) <= 65536)
);

create sequence public.party_row_version_seq owned by public.party.row_version;
comment on table public.party is 'Party: An organisation or person that takes part in the flexibility market, in one role. An organisation with several roles is several parties.';
comment on column public.party.id is 'Id: Unique identifier, given by the service.';
comment on column public.party.name is 'Name: Name of the party as others know it.';
comment on column public.party.business_id_type is 'Type of business identifier: Which scheme the business identifier belongs to: a GS1 location number, a Norwegian organisation number, an ENTSO-E energy identification code, or a UUID for a party without any of these.';
comment on column public.party.business_id is 'Business identifier: Identifier of the party in the scheme that its type names, check digit included.';
comment on column public.party.type is 'Type: The role that the party has in the market.';
comment on column public.party.status is 'Status: Where the party is in its life in the register. Only an active party may act; a terminated one stays so.';
comment on column public.party.email is 'E-mail address: Where to write to the party about its units.';
comment on column public.party.website is 'Website: Public pages of the party.';
comment on column public.party.additional_information is 'Additional information: Anything else worth knowing about the party.';
comment on column public.party.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.party.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.party.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.party.recorded_in is 'Transaction that recorded the current version.';

create table public.party_history (
  id bigint not null,
  party_id bigint not null,
  name text,
  business_id_type text,
  business_id text,
  type text,
  status text,
  email text,
  website text,
  additional_information text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint party_history_pkey primary key (id)
);

comment on table public.party_history is 'Party history: Every version of every party, the current ones included.';
comment on column public.party_history.id is 'Id: Id of this version, for good.';
comment on column public.party_history.party_id is 'Party: Id of the party that this is a version of.';
comment on column public.party_history.name is 'Name: Name of the party as others know it.';
comment on column public.party_history.business_id_type is 'Type of business identifier: Which scheme the business identifier belongs to: a GS1 location number, a Norwegian organisation number, an ENTSO-E energy identification code, or a UUID for a party without any of these.';
comment on column public.party_history.business_id is 'Business identifier: Identifier of the party in the scheme that its type names, check digit included.';
comment on column public.party_history.type is 'Type: The role that the party has in the market.';
comment on column public.party_history.status is 'Status: Where the party is in its life in the register. Only an active party may act; a terminated one stays so.';
comment on column public.party_history.email is 'E-mail address: Where to write to the party about its units.';
comment on column public.party_history.website is 'Website: Public pages of the party.';
comment on column public.party_history.additional_information is 'Additional information: Anything else worth knowing about the party.';
comment on column public.party_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.party_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.party_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.party_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index party_type_status_idx on public.party (type, status);
create index party_row_version_idx on public.party (row_version);
create index party_history_party_id_recorded_at_idx on public.party_history (party_id, recorded_at);

create or replace function almanac.party_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.party_history where party_id = new.id
    ));
    new.row_version := nextval('public.party_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of party never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.name, new.business_id_type, new.business_id, new.type, new.status, new.email, new.website, new.additional_information) is not distinct from (old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('new', 'active'), ('new', 'inactive'), ('new', 'terminated'), ('active', 'suspended'), ('active', 'inactive'), ('active', 'terminated'), ('suspended', 'active'), ('suspended', 'inactive'), ('suspended', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
        raise exception 'status of party does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'party_status_transition_check';
      end if;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.party
  for each row execute function almanac.party_stamp();

create or replace function almanac.party_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.party.create', '/party/' || new.id, new.recorded_at, new.recorded_by);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.party_history
        (id, party_id, name, business_id_type, business_id, type, status, email, website, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.name, new.business_id_type, new.business_id, new.type, new.status, new.email, new.website, new.additional_information) is not distinct from (old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.party.update', '/party/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.name is distinct from old.name then 'name' end,
        case when new.business_id_type is distinct from old.business_id_type then 'business_id_type' end,
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.type is distinct from old.type then 'type' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.email is distinct from old.email then 'email' end,
        case when new.website is distinct from old.website then 'website' end,
        case when new.additional_information is distinct from old.additional_information then 'additional_information' end
      ], null));
    if (new.status) is distinct from (old.status) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('controllable_unit_service_provider', 'service_provider_id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.party_history
        (id, party_id, name, business_id_type, business_id, type, status, email, website, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.name, old.business_id_type, old.business_id, old.type, old.status, old.email, old.website, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.party.delete', '/party/' || old.id, instant, identity);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.party
  for each row execute function almanac.party_record();

create or replace trigger record_update
  after update on public.party
  for each row when (old.* *<> new.*) execute function almanac.party_record();

create or replace trigger record_delete
  after delete on public.party
  for each row execute function almanac.party_record();

create table public.subscription (
  id bigint generated by default as identity,
  url text not null,
  filter text,
  secret text not null,
  status text not null default 'active',
  reason text,
  created_by bigint not null default 0,
  role text,
  claims jsonb not null default '{}'::jsonb,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint subscription_pkey primary key (id),
  constraint subscription_url_max_length_check check (char_length(url) <= 2048),
  constraint subscription_filter_max_length_check check (char_length(filter) <= 4096),
  constraint subscription_secret_max_length_check check (char_length(secret) <= 128),
  constraint subscription_status_values_check check (status in ('active', 'dead'))
);

create sequence public.subscription_row_version_seq owned by public.subscription.row_version;
comment on table public.subscription is 'Subscription: Where events are sent as they become visible: CloudEvents 1.0 in JSON, signed as Standard Webhooks says, each after the one before.';
comment on column public.subscription.id is 'Id: Unique identifier, given by the service.';
comment on column public.subscription.url is 'URL: Where each event is posted to: an http or https address that is not private.';
comment on column public.subscription.filter is 'Filter: Which events are sent, in the filters of their list: type=like.*.update&source=eq./party/12. All when null.';
comment on column public.subscription.secret is 'Secret: Key of the signatures: whsec_ and 24 to 64 bytes in base64. It is never shown again.';
comment on column public.subscription.status is 'Status: Whether events are sent. Dead after too many failures in a row; set to active, it goes on with the event it died at.';
comment on column public.subscription.reason is 'Reason: Why it is dead: what the last delivery failed of.';
comment on column public.subscription.created_by is 'Created by: Id of the identity that made it, and alone has it.';
comment on column public.subscription.role is 'Role: The role of its maker at the last write: only events that it sees are sent.';
comment on column public.subscription.claims is 'Claims: The claims of its maker at the last write, for the same rules.';
comment on column public.subscription.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.subscription.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.subscription.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.subscription.recorded_in is 'Transaction that recorded the current version.';

create or replace function almanac.subscription_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time(null);
    new.row_version := nextval('public.subscription_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of subscription never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('active', 'dead'), ('dead', 'active')) then
        raise exception 'status of subscription does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'subscription_status_transition_check';
      end if;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.subscription
  for each row execute function almanac.subscription_stamp();

create or replace function almanac.subscription_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.subscription.create', '/subscription/' || new.id, new.recorded_at, new.recorded_by);
  elsif tg_op = 'UPDATE' then
    if new.row_version = old.row_version then
      if (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
        return null;
      end if;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, updated_fields)
    values
      ('no.flexibility.subscription.update', '/subscription/' || new.id, new.recorded_at, new.recorded_by, array_remove(array[
        case when new.url is distinct from old.url then 'url' end,
        case when new.filter is distinct from old.filter then 'filter' end,
        case when new.secret is distinct from old.secret then 'secret' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.reason is distinct from old.reason then 'reason' end,
        case when new.created_by is distinct from old.created_by then 'created_by' end,
        case when new.role is distinct from old.role then 'role' end,
        case when new.claims is distinct from old.claims then 'claims' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    insert into almanac.outbox
      (type, source, "time", recorded_by)
    values
      ('no.flexibility.subscription.delete', '/subscription/' || old.id, instant, identity);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.subscription
  for each row execute function almanac.subscription_record();

create or replace trigger record_update
  after update on public.subscription
  for each row when (old.* *<> new.*) execute function almanac.subscription_record();

create or replace trigger record_delete
  after delete on public.subscription
  for each row execute function almanac.subscription_record();

create table almanac.delivery (
  subscription_id bigint
    constraint delivery_pkey primary key
    constraint delivery_subscription_id_fkey references public.subscription (id) on delete cascade,
  last_event bigint not null,
  failures integer not null default 0,
  next_at timestamptz not null default '-infinity',
  lease uuid,
  leased_until timestamptz not null default '-infinity'
);

comment on table almanac.delivery is 'The last event that each subscription has been sent, and when the next one is tried.';

create table public.technical_resource (
  id bigint generated by default as identity,
  controllable_unit_id bigint not null,
  name text not null,
  category text not null,
  technology text not null,
  maximum_active_power numeric(9, 3) not null,
  make text,
  model text,
  serial_number text,
  details text,
  additional_information text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint technical_resource_pkey primary key (id),
  constraint technical_resource_name_min_length_check check (char_length(name) >= 1),
  constraint technical_resource_name_max_length_check check (char_length(name) <= 256),
  constraint technical_resource_category_values_check check (category in ('consumption', 'production', 'energy_storage')),
  constraint technical_resource_technology_values_check check (technology in ('electric_boiler', 'heat_pump', 'water_heater', 'ventilation', 'cooling', 'vehicle_charger', 'battery', 'solar', 'hydropower', 'emergency_generator')),
  constraint technical_resource_maximum_active_power_minimum_check check (maximum_active_power >= 0),
  constraint technical_resource_make_max_length_check check (char_length(make) <= 128),
  constraint technical_resource_model_max_length_check check (char_length(model) <= 128),
  constraint technical_resource_serial_number_max_length_check check (char_length(serial_number) <= 64),
  constraint technical_resource_details_max_length_check check (char_length(details) <= 512),
  constraint technical_resource_additional_information_max_length_check check (char_length(additional_information) <= 65536),
  constraint technical_resource_rule_1_check check ((technology <> 'battery' or category = 'energy_storage') is true),
  constraint technical_resource_rule_2_check check ((not (technology = any (array['solar', 'hydropower', 'emergency_generator']::text[])) or category = 'production') is true)
);

create sequence public.technical_resource_row_version_seq owned by public.technical_resource.row_version;
comment on table public.technical_resource is 'Technical resource: A physical device that is part of a controllable unit, such as a boiler, a battery or a solar plant.';
comment on column public.technical_resource.id is 'Id: Unique identifier, given by the service.';
comment on column public.technical_resource.controllable_unit_id is 'Controllable unit: The unit that the device is part of.';
comment on column public.technical_resource.name is 'Name: Name of the device.';
comment on column public.technical_resource.category is 'Category: What the device does with energy.';
comment on column public.technical_resource.technology is 'Technology: What kind of device it is.';
comment on column public.technical_resource.maximum_active_power is 'Maximum active power: The most active power that the device can draw or give in kW.';
comment on column public.technical_resource.make is 'Make: Who made the device.';
comment on column public.technical_resource.model is 'Model: The maker''s name of the model.';
comment on column public.technical_resource.serial_number is 'Serial number: Number that the maker gave the device.';
comment on column public.technical_resource.details is 'Details: Plain text about the device.';
comment on column public.technical_resource.additional_information is 'Additional information: Anything else worth knowing about the device.';
comment on column public.technical_resource.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.technical_resource.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.technical_resource.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.technical_resource.recorded_in is 'Transaction that recorded the current version.';
comment on constraint technical_resource_rule_1_check on public.technical_resource is 'A battery stores energy.';
comment on constraint technical_resource_rule_2_check on public.technical_resource is 'Solar, hydropower and emergency generators produce energy.';

create table public.technical_resource_history (
  id bigint not null,
  technical_resource_id bigint not null,
  controllable_unit_id bigint,
  name text,
  category text,
  technology text,
  maximum_active_power numeric(9, 3),
  make text,
  model text,
  serial_number text,
  details text,
  additional_information text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint technical_resource_history_pkey primary key (id)
);

comment on table public.technical_resource_history is 'Technical resource history: Every version of every technical resource, the current ones included.';
comment on column public.technical_resource_history.id is 'Id: Id of this version, for good.';
comment on column public.technical_resource_history.technical_resource_id is 'Technical resource: Id of the technical resource that this is a version of.';
comment on column public.technical_resource_history.controllable_unit_id is 'Controllable unit: The unit that the device is part of.';
comment on column public.technical_resource_history.name is 'Name: Name of the device.';
comment on column public.technical_resource_history.category is 'Category: What the device does with energy.';
comment on column public.technical_resource_history.technology is 'Technology: What kind of device it is.';
comment on column public.technical_resource_history.maximum_active_power is 'Maximum active power: The most active power that the device can draw or give in kW.';
comment on column public.technical_resource_history.make is 'Make: Who made the device.';
comment on column public.technical_resource_history.model is 'Model: The maker''s name of the model.';
comment on column public.technical_resource_history.serial_number is 'Serial number: Number that the maker gave the device.';
comment on column public.technical_resource_history.details is 'Details: Plain text about the device.';
comment on column public.technical_resource_history.additional_information is 'Additional information: Anything else worth knowing about the device.';
comment on column public.technical_resource_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.technical_resource_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.technical_resource_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.technical_resource_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index technical_resource_category_technology_idx on public.technical_resource (category, technology);
create index technical_resource_row_version_idx on public.technical_resource (row_version);
create index technical_resource_controllable_unit_id_idx on public.technical_resource (controllable_unit_id);
create index technical_resource_history_technical_resource_id_r_d8c03507_idx on public.technical_resource_history (technical_resource_id, recorded_at);
create index technical_resource_history_controllable_unit_id_idx on public.technical_resource_history (controllable_unit_id);

create or replace function almanac.technical_resource_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(replaced_at) - interval '1 microsecond' from public.technical_resource_history where technical_resource_id = new.id
    ));
    new.row_version := nextval('public.technical_resource_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of technical_resource never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.controllable_unit_id, new.name, new.category, new.technology, new.maximum_active_power, new.make, new.model, new.serial_number, new.details, new.additional_information) is not distinct from (old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.technical_resource
  for each row execute function almanac.technical_resource_stamp();

create or replace function almanac.technical_resource_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject)
    values
      ('no.flexibility.technical_resource.create', '/technical_resource/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.technical_resource_history
        (id, technical_resource_id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number, details, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.controllable_unit_id, new.name, new.category, new.technology, new.maximum_active_power, new.make, new.model, new.serial_number, new.details, new.additional_information) is not distinct from (old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject, updated_fields)
    values
      ('no.flexibility.technical_resource.update', '/technical_resource/' || new.id, new.recorded_at, new.recorded_by, '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
        case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
        case when new.name is distinct from old.name then 'name' end,
        case when new.category is distinct from old.category then 'category' end,
        case when new.technology is distinct from old.technology then 'technology' end,
        case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
        case when new.make is distinct from old.make then 'make' end,
        case when new.model is distinct from old.model then 'model' end,
        case when new.serial_number is distinct from old.serial_number then 'serial_number' end,
        case when new.details is distinct from old.details then 'details' end,
        case when new.additional_information is distinct from old.additional_information then 'additional_information' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.technical_resource_history
        (id, technical_resource_id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, serial_number, details, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.name, old.category, old.technology, old.maximum_active_power, old.make, old.model, old.serial_number, old.details, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, subject)
    values
      ('no.flexibility.technical_resource.delete', '/technical_resource/' || old.id, instant, identity, '/controllable_unit/' || old.controllable_unit_id);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.technical_resource
  for each row execute function almanac.technical_resource_record();

create or replace trigger record_update
  after update on public.technical_resource
  for each row when (old.* *<> new.*) execute function almanac.technical_resource_record();

create or replace trigger record_delete
  after delete on public.technical_resource
  for each row execute function almanac.technical_resource_record();

alter table public.accounting_point
  add constraint accounting_point_metering_grid_area_id_fkey foreign key (metering_grid_area_id) references public.metering_grid_area (id);

alter table public.accounting_point
  add constraint accounting_point_bidding_zone_id_fkey foreign key (bidding_zone_id) references public.bidding_zone (id);

alter table public.accounting_point
  add constraint accounting_point_system_operator_id_fkey foreign key (system_operator_id) references public.party (id);

alter table public.accounting_point
  add constraint accounting_point_end_user_id_fkey foreign key (end_user_id) references public.party (id);

alter table public.accounting_point
  add constraint accounting_point_energy_supplier_id_fkey foreign key (energy_supplier_id) references public.party (id);

alter table public.accounting_point
  add constraint accounting_point_balance_responsible_party_id_fkey foreign key (balance_responsible_party_id) references public.party (id);

alter table public.controllable_unit
  add constraint controllable_unit_accounting_point_id_fkey foreign key (accounting_point_id) references public.accounting_point (id);

alter table public.controllable_unit_service_provider
  add constraint controllable_unit_service_provider_controllable_unit_id_fkey foreign key (controllable_unit_id) references public.controllable_unit (id);

alter table public.controllable_unit_service_provider
  add constraint controllable_unit_service_provider_service_provider_id_fkey foreign key (service_provider_id) references public.party (id);

alter table public.controllable_unit_suspension
  add constraint controllable_unit_suspension_controllable_unit_id_fkey foreign key (controllable_unit_id) references public.controllable_unit (id);

alter table public.controllable_unit_suspension
  add constraint controllable_unit_suspension_impacted_system_operator_id_fkey foreign key (impacted_system_operator_id) references public.party (id);

alter table public.identity
  add constraint identity_party_id_fkey foreign key (party_id) references public.party (id);

alter table public.metering_grid_area
  add constraint metering_grid_area_bidding_zone_id_fkey foreign key (bidding_zone_id) references public.bidding_zone (id);

alter table public.metering_grid_area
  add constraint metering_grid_area_system_operator_id_fkey foreign key (system_operator_id) references public.party (id);

alter table public.notice
  add constraint notice_party_id_fkey foreign key (party_id) references public.party (id);

alter table public.notification
  add constraint notification_party_id_fkey foreign key (party_id) references public.party (id);

alter table public.technical_resource
  add constraint technical_resource_controllable_unit_id_fkey foreign key (controllable_unit_id) references public.controllable_unit (id);

create or replace function almanac.controllable_unit_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
begin
  with asked as (
    select 'no.flexibility.controllable_unit.service_provider.missing' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The unit is active, and nobody operates it. Whoever does from now on is to be registered, or the unit set to inactive.', 'name', item.name) as data
    from public.controllable_unit as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item_1.service_provider_id as party_id from lateral (select entry.* from public.controllable_unit_service_provider as entry where entry.controllable_unit_id = item.id and entry.valid_to <= instant and entry.valid_from is not null order by entry.valid_to desc limit 1) as item_1 where item_1.service_provider_id is not null
        union all
        select item_1.system_operator_id as party_id from public.accounting_point as item_1 where item_1.id = item.accounting_point_id and item_1.system_operator_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.status = 'active' and not exists (select from public.controllable_unit_service_provider as item_1 where item_1.controllable_unit_id = item.id and item_1.valid_from <= instant and (item_1.valid_to > instant or item_1.valid_to is null))
    union all
    select 'no.flexibility.controllable_unit.grid_validation.incomplete' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The system operator cannot judge the unit before its information is complete.', 'name', item.name, 'grid_validation_notes', item.grid_validation_notes) as data
    from public.controllable_unit as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item_1.service_provider_id as party_id from public.controllable_unit_service_provider as item_1 where item_1.controllable_unit_id = item.id and item_1.valid_from is not null and item_1.valid_from <= instant and (item_1.valid_to > instant or item_1.valid_to is null) and item_1.service_provider_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.grid_validation_status = 'incomplete_information'
  ), wanted as (
    select asked.type, '/controllable_unit/' || asked.id as source, asked.party_id, asked.data
    from asked
  ), standing as (
    select notice.id, notice.type, notice.source, notice.party_id, notice.data
    from public.notice as notice
    where notice.status = 'active'
      and notice.source = any (array(select '/controllable_unit/' || row_id from unnest(concerned) as row_id))
  ), compared as materialized (
    select
      standing.id,
      standing.data as shown,
      wanted.type,
      wanted.source,
      wanted.party_id,
      wanted.data
    from wanted
    full join standing
      on standing.type = wanted.type and standing.source = wanted.source and standing.party_id = wanted.party_id
  ), resolved as (
    update public.notice as notice
    set status = 'resolved'
    from compared
    where notice.id = compared.id and compared.source is null
  ), changed as (
    update public.notice as notice
    set data = compared.data
    from compared
    where notice.id = compared.id and compared.data <> compared.shown
  )
  insert into public.notice (type, source, party_id, data, since)
  select compared.type, compared.source, compared.party_id, compared.data, instant
  from compared
  where compared.id is null;
end
$$;

create or replace function almanac.controllable_unit_service_provider_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
begin
  with asked as (
    select 'no.flexibility.controllable_unit_service_provider.service_provider.not_active' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The unit is active, and the party that operates it may not act.', 'controllable_unit_id', item.controllable_unit_id, 'service_provider_id', item.service_provider_id) as data
    from public.controllable_unit_service_provider as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item.service_provider_id as party_id where item.service_provider_id is not null
        union all
        select item_2.system_operator_id as party_id from public.controllable_unit as item_1, public.accounting_point as item_2 where item_1.id = item.controllable_unit_id and item_2.id = item_1.accounting_point_id and item_2.system_operator_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.valid_from <= instant
      and (item.valid_to > instant or item.valid_to is null)
      and exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.status <> 'active') and exists (select from public.controllable_unit as item_1 where item_1.id = item.controllable_unit_id and item_1.status = 'active')
  ), wanted as (
    select asked.type, '/controllable_unit_service_provider/' || asked.id as source, asked.party_id, asked.data
    from asked
  ), standing as (
    select notice.id, notice.type, notice.source, notice.party_id, notice.data
    from public.notice as notice
    where notice.status = 'active'
      and notice.source = any (array(select '/controllable_unit_service_provider/' || row_id from unnest(concerned) as row_id))
  ), compared as materialized (
    select
      standing.id,
      standing.data as shown,
      wanted.type,
      wanted.source,
      wanted.party_id,
      wanted.data
    from wanted
    full join standing
      on standing.type = wanted.type and standing.source = wanted.source and standing.party_id = wanted.party_id
  ), resolved as (
    update public.notice as notice
    set status = 'resolved'
    from compared
    where notice.id = compared.id and compared.source is null
  ), changed as (
    update public.notice as notice
    set data = compared.data
    from compared
    where notice.id = compared.id and compared.data <> compared.shown
  )
  insert into public.notice (type, source, party_id, data, since)
  select compared.type, compared.source, compared.party_id, compared.data, instant
  from compared
  where compared.id is null;
end
$$;

create or replace function almanac.controllable_unit_suspension_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
begin
  with asked as (
    select 'no.flexibility.controllable_unit_suspension.outlives_service_provider' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The unit is still suspended, and nobody operates it any more. Lift the suspension, or confirm with the next service provider that it holds.', 'controllable_unit_id', item.controllable_unit_id, 'reason', item.reason) as data
    from public.controllable_unit_suspension as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item.impacted_system_operator_id as party_id where item.impacted_system_operator_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.status = 'active' and exists (select from public.controllable_unit as item_1 where item_1.id = item.controllable_unit_id and not exists (select from public.controllable_unit_service_provider as item_2 where item_2.controllable_unit_id = item_1.id and item_2.valid_from <= instant and (item_2.valid_to > instant or item_2.valid_to is null)))
  ), wanted as (
    select asked.type, '/controllable_unit_suspension/' || asked.id as source, asked.party_id, asked.data
    from asked
  ), standing as (
    select notice.id, notice.type, notice.source, notice.party_id, notice.data
    from public.notice as notice
    where notice.status = 'active'
      and notice.source = any (array(select '/controllable_unit_suspension/' || row_id from unnest(concerned) as row_id))
  ), compared as materialized (
    select
      standing.id,
      standing.data as shown,
      wanted.type,
      wanted.source,
      wanted.party_id,
      wanted.data
    from wanted
    full join standing
      on standing.type = wanted.type and standing.source = wanted.source and standing.party_id = wanted.party_id
  ), resolved as (
    update public.notice as notice
    set status = 'resolved'
    from compared
    where notice.id = compared.id and compared.source is null
  ), changed as (
    update public.notice as notice
    set data = compared.data
    from compared
    where notice.id = compared.id and compared.data <> compared.shown
  )
  insert into public.notice (type, source, party_id, data, since)
  select compared.type, compared.source, compared.party_id, compared.data, instant
  from compared
  where compared.id is null;
end
$$;

create or replace function almanac.compute_notices(most integer) returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  since timestamptz;
  found_rows bigint;
  taken bigint;
  more boolean := false;
  next_id bigint;
  concerned bigint[];
  changed_1 bigint[];
  changed_2 bigint[];
  changed_3 bigint[];
  changed_4 bigint[];
  changed_5 bigint[];
  changed_6 bigint[];
  changed_7 bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtext('almanac.notice')) then
    return 0;
  end if;
  -- Before an id of a change is taken: who looks tells by it which ids may still be unseen.
  perform pg_current_xact_id();
  -- Rules that are new here: all rows of their resource are looked at, from the first one.
  insert into almanac.notice_rules (resource, rules, last_id)
  select now.resource, now.rules, now.last_id
  from (values ('controllable_unit', 'tmDLCpFwYB59I504_SfTJl', 0), ('controllable_unit_service_provider', '3wfgA_KilknzMUq-AhDaL4', 0), ('controllable_unit_suspension', 'CVehDaP5mt4iTbdyV9Wm6i', 0)) as now (resource, rules, last_id)
  where not exists (
    select from almanac.notice_rules as known where known.resource = now.resource and known.rules = now.rules
  )
  on conflict (resource) do update set rules = excluded.rules, last_id = excluded.last_id;
  select max(clock.passed) into since from almanac.notice_clock as clock;
  instant := greatest(since, almanac.clock());
  -- A validity that begins or ends is a change of the row.
  insert into almanac.notice_change (resource, field, value)
  select 'controllable_unit', 'id', item.controllable_unit_id
  from public.controllable_unit_service_provider as item
  where item.valid_from > since and item.valid_from <= instant
  union
  select 'controllable_unit', 'id', item.controllable_unit_id
  from public.controllable_unit_service_provider as item
  where item.valid_to > since and item.valid_to <= instant
  union
  select 'controllable_unit_service_provider', 'id', item.id
  from public.controllable_unit_service_provider as item
  where item.valid_from > since and item.valid_from <= instant
  union
  select 'controllable_unit_service_provider', 'id', item.id
  from public.controllable_unit_service_provider as item
  where item.valid_to > since and item.valid_to <= instant;
  get diagnostics found_rows = row_count;
  if since is null then
    insert into almanac.notice_clock (passed) values (instant);
  elsif found_rows > 0 then
    update almanac.notice_clock set passed = instant;
  end if;
  with next as (
    delete from almanac.notice_change
    where id = any (array(select waiting.id from almanac.notice_change as waiting order by waiting.id limit most))
    returning resource, field, value
  )
  select
    count(*),
    array_agg(distinct value) filter (where resource = 'controllable_unit' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit' and field = 'accounting_point_id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit_service_provider' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit_service_provider' and field = 'service_provider_id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit_service_provider' and field = 'controllable_unit_id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit_suspension' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit_suspension' and field = 'controllable_unit_id')
  into taken, changed_1, changed_2, changed_3, changed_4, changed_5, changed_6, changed_7
  from next;

  select array_agg(distinct row_id.id) into concerned
  from (
    select unnest(changed_1) as id
    union all
    select item.id
    from public.controllable_unit as item
    where item.accounting_point_id = any (changed_2)
  ) as row_id;
  if cardinality(concerned) > most then
    insert into almanac.notice_change (resource, field, value)
    select 'controllable_unit', 'id', unnest(concerned[most + 1:]);
    concerned := concerned[:most];
    more := true;
  end if;
  if concerned is not null then
    perform almanac.controllable_unit_notices(concerned, instant);
  end if;

  select array_agg(distinct row_id.id) into concerned
  from (
    select unnest(changed_3) as id
    union all
    select item.id
    from public.controllable_unit_service_provider as item
    where item.service_provider_id = any (changed_4)
    union all
    select item.id
    from public.controllable_unit_service_provider as item
    where item.controllable_unit_id = any (changed_5)
    union all
    select item.id
    from public.controllable_unit_service_provider as item
    join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
    where item_1.accounting_point_id = any (changed_2)
  ) as row_id;
  if cardinality(concerned) > most then
    insert into almanac.notice_change (resource, field, value)
    select 'controllable_unit_service_provider', 'id', unnest(concerned[most + 1:]);
    concerned := concerned[:most];
    more := true;
  end if;
  if concerned is not null then
    perform almanac.controllable_unit_service_provider_notices(concerned, instant);
  end if;

  select array_agg(distinct row_id.id) into concerned
  from (
    select unnest(changed_6) as id
    union all
    select item.id
    from public.controllable_unit_suspension as item
    where item.controllable_unit_id = any (changed_7)
    union all
    select item.id
    from public.controllable_unit_suspension as item
    join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
    where item_1.id = any (changed_1)
  ) as row_id;
  if cardinality(concerned) > most then
    insert into almanac.notice_change (resource, field, value)
    select 'controllable_unit_suspension', 'id', unnest(concerned[most + 1:]);
    concerned := concerned[:most];
    more := true;
  end if;
  if concerned is not null then
    perform almanac.controllable_unit_suspension_notices(concerned, instant);
  end if;

  select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'controllable_unit';
  if next_id is not null then
    select array_agg(next.id), max(next.id) into concerned, next_id
    from (select item.id from public.controllable_unit as item where item.id > next_id order by item.id limit most) as next;
    if concerned is not null then
      perform almanac.controllable_unit_notices(concerned, instant);
    end if;
    update almanac.notice_rules set last_id = next_id where resource = 'controllable_unit';
    more := true;
  end if;

  select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'controllable_unit_service_provider';
  if next_id is not null then
    select array_agg(next.id), max(next.id) into concerned, next_id
    from (select item.id from public.controllable_unit_service_provider as item where item.id > next_id order by item.id limit most) as next;
    if concerned is not null then
      perform almanac.controllable_unit_service_provider_notices(concerned, instant);
    end if;
    update almanac.notice_rules set last_id = next_id where resource = 'controllable_unit_service_provider';
    more := true;
  end if;

  select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'controllable_unit_suspension';
  if next_id is not null then
    select array_agg(next.id), max(next.id) into concerned, next_id
    from (select item.id from public.controllable_unit_suspension as item where item.id > next_id order by item.id limit most) as next;
    if concerned is not null then
      perform almanac.controllable_unit_suspension_notices(concerned, instant);
    end if;
    update almanac.notice_rules set last_id = next_id where resource = 'controllable_unit_suspension';
    more := true;
  end if;

  -- Resources without rules any more.
  if exists (select from almanac.notice_rules as known where known.resource <> all (array['controllable_unit', 'controllable_unit_service_provider', 'controllable_unit_suspension']::text[])) then
    update public.notice
    set status = 'resolved'
    where id = any (array(
      select notice.id
      from public.notice as notice
      where notice.status = 'active' and split_part(notice.source, '/', 2) <> all (array['controllable_unit', 'controllable_unit_service_provider', 'controllable_unit_suspension']::text[])
      limit most
    ));
    get diagnostics found_rows = row_count;
    if found_rows = 0 then
      delete from almanac.notice_rules where resource <> all (array['controllable_unit', 'controllable_unit_service_provider', 'controllable_unit_suspension']::text[]);
    end if;
    more := true;
  end if;
  if more then
    return most;
  end if;
  return taken;
end
$$;
