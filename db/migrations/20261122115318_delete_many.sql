-- 20261122115318_delete_many
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.accounting_point_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform almanac.record_time((
    select latest.recorded_at from public.accounting_point as latest
    where latest.id = current_setting('almanac.latest.accounting_point')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.accounting_point', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.accounting_point
  for each row when (coalesce(current_setting('almanac.latest.accounting_point', true), '') <> '')
  execute function almanac.accounting_point_latest();

create or replace function almanac.bidding_zone_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform almanac.record_time((
    select latest.recorded_at from public.bidding_zone as latest
    where latest.id = current_setting('almanac.latest.bidding_zone')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.bidding_zone', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.bidding_zone
  for each row when (coalesce(current_setting('almanac.latest.bidding_zone', true), '') <> '')
  execute function almanac.bidding_zone_latest();

create or replace function almanac.controllable_unit_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform almanac.record_time((
    select latest.recorded_at from public.controllable_unit as latest
    where latest.id = current_setting('almanac.latest.controllable_unit')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.controllable_unit', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.controllable_unit
  for each row when (coalesce(current_setting('almanac.latest.controllable_unit', true), '') <> '')
  execute function almanac.controllable_unit_latest();

create or replace function almanac.controllable_unit_suspension_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform almanac.record_time((
    select latest.recorded_at from public.controllable_unit_suspension as latest
    where latest.id = current_setting('almanac.latest.controllable_unit_suspension')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.controllable_unit_suspension', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.controllable_unit_suspension
  for each row when (coalesce(current_setting('almanac.latest.controllable_unit_suspension', true), '') <> '')
  execute function almanac.controllable_unit_suspension_latest();

create or replace function almanac.identity_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform almanac.record_time((
    select latest.recorded_at from public.identity as latest
    where latest.id = current_setting('almanac.latest.identity')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.identity', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.identity
  for each row when (coalesce(current_setting('almanac.latest.identity', true), '') <> '')
  execute function almanac.identity_latest();

create or replace function almanac.metering_grid_area_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform almanac.record_time((
    select latest.recorded_at from public.metering_grid_area as latest
    where latest.id = current_setting('almanac.latest.metering_grid_area')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.metering_grid_area', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.metering_grid_area
  for each row when (coalesce(current_setting('almanac.latest.metering_grid_area', true), '') <> '')
  execute function almanac.metering_grid_area_latest();

create or replace function almanac.party_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform almanac.record_time((
    select latest.recorded_at from public.party as latest
    where latest.id = current_setting('almanac.latest.party')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.party', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.party
  for each row when (coalesce(current_setting('almanac.latest.party', true), '') <> '')
  execute function almanac.party_latest();

create or replace function almanac.subscription_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform almanac.record_time((
    select latest.recorded_at from public.subscription as latest
    where latest.id = current_setting('almanac.latest.subscription')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.subscription', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.subscription
  for each row when (coalesce(current_setting('almanac.latest.subscription', true), '') <> '')
  execute function almanac.subscription_latest();

create or replace function almanac.technical_resource_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform almanac.record_time((
    select latest.recorded_at from public.technical_resource as latest
    where latest.id = current_setting('almanac.latest.technical_resource')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.technical_resource', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.technical_resource
  for each row when (coalesce(current_setting('almanac.latest.technical_resource', true), '') <> '')
  execute function almanac.technical_resource_latest();

-- To undo it:
--   drop trigger latest_delete on public.technical_resource;
--   drop function almanac.technical_resource_latest();
--   drop trigger latest_delete on public.subscription;
--   drop function almanac.subscription_latest();
--   drop trigger latest_delete on public.party;
--   drop function almanac.party_latest();
--   drop trigger latest_delete on public.metering_grid_area;
--   drop function almanac.metering_grid_area_latest();
--   drop trigger latest_delete on public.identity;
--   drop function almanac.identity_latest();
--   drop trigger latest_delete on public.controllable_unit_suspension;
--   drop function almanac.controllable_unit_suspension_latest();
--   drop trigger latest_delete on public.controllable_unit;
--   drop function almanac.controllable_unit_latest();
--   drop trigger latest_delete on public.bidding_zone;
--   drop function almanac.bidding_zone_latest();
--   drop trigger latest_delete on public.accounting_point;
--   drop function almanac.accounting_point_latest();
