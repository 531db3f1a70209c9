-- 20261123011238_register_with_roles
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.
-- Change: accounting_point: the relation `metering_grid_area` leads to `accounting_point_metering_grid_area`
-- Change: accounting_point: the relation `bidding_zone` leads to `accounting_point_bidding_zone`
-- Change: accounting_point: the relation `system_operator` leads to `accounting_point_system_operator`
-- Change: accounting_point: the relation `end_user` leads to `accounting_point_end_user`
-- Change: accounting_point: the relation `energy_supplier` leads to `accounting_point_energy_supplier`
-- Change: accounting_point: the relation `balance_responsible_party` leads to `accounting_point_balance_responsible_party`
-- Change: accounting_point: the relation `contract` is new
-- Change: accounting_point: the call `lookup` is new
-- Change: accounting_point: `metering_grid_area_id` is gone; its values are in `accounting_point_metering_grid_area`, over time
-- Change: accounting_point: `bidding_zone_id` is gone; the zone follows from the metering grid area
-- Change: accounting_point: `system_operator_id` is gone; the operator follows from the metering grid area
-- Change: accounting_point: `end_user_id` is gone; its values are in `accounting_point_end_user`, over time
-- Change: accounting_point: `energy_supplier_id` is gone; its values are in `accounting_point_energy_supplier`, over time
-- Change: accounting_point: `balance_responsible_party_id` is gone; its values are in `accounting_point_balance_responsible_party`, over time
-- Change: accounting_point: access depends on the role
-- Change: accounting_point: other parties are notified of its events
-- Change: accounting_point_balance_responsible_party: new
-- Change: accounting_point_end_user: new
-- Change: accounting_point_energy_supplier: new
-- Change: accounting_point_metering_grid_area: new
-- Change: bidding_zone: the relation `metering_grid_area` leads to `metering_grid_area_bidding_zone`
-- Change: bidding_zone: the relation `service_providing_group` is new
-- Change: bidding_zone: the relation `accounting_point` is gone
-- Change: bidding_zone: access depends on the role
-- Change: contract: new
-- Change: controllable_unit: the relation `created_by_party` is new
-- Change: controllable_unit: the relation `group_membership` is new
-- Change: controllable_unit: new rule: A unit has more power only after the system operator has validated it again. (`validated_active_power` is null, or `maximum_active_power` is at most the row's `validated_active_power`)
-- Change: controllable_unit: new rule: The shortest activation is not longer than the longest one. (`minimum_duration` is null, or `maximum_duration` is null, or `minimum_duration` is at most the row's `maximum_duration`)
-- Change: controllable_unit: new rule: No technical resource has more power than its unit. (the number of `technical_resource` is `0`, or the greatest `maximum_active_power` of all `technical_resource` is at most the row's `maximum_active_power`)
-- Change: controllable_unit: new rule: A unit is activated after the system operator has validated it. (`grid_validation_status` is `validated`; asked of each create, update where before it `status` is not `active` and after it `status` is `active`)
-- Change: controllable_unit: new rule: An active unit has a technical resource. (the number of `technical_resource` is at least `1`; asked of each create, update where before it `status` is not `active` and after it `status` is `active`)
-- Change: controllable_unit: a rule was removed: A validated unit has the time of its validation.
-- Change: controllable_unit: the service sets `validated_at` to now and `validated_active_power` to the row's `maximum_active_power`, after each create, update where before it `grid_validation_status` is not `validated` and after it `grid_validation_status` is `validated`
-- Change: controllable_unit: the service sets `validated_at` to null and `validated_active_power` to null, after each create, update where after it `grid_validation_status` is not `validated`
-- Change: controllable_unit: the call `lookup` is new
-- Change: controllable_unit: `status` changes in other steps
-- Change: controllable_unit: `status` is no longer taken on create
-- Change: controllable_unit: `validated_at` is no longer taken on update
-- Change: controllable_unit: `validated_active_power` is new: decimal
-- Change: controllable_unit: `created_by_party_id` is new: reference to `party`
-- Change: controllable_unit: `device_count` is new: bigint
-- Change: controllable_unit: access depends on the role
-- Change: controllable_unit: other roles may read or write `name`
-- Change: controllable_unit: other roles may read or write `status`
-- Change: controllable_unit: other roles may read or write `start_date`
-- Change: controllable_unit: other roles may read or write `regulation_direction`
-- Change: controllable_unit: other roles may read or write `maximum_active_power`
-- Change: controllable_unit: other roles may read or write `is_small`
-- Change: controllable_unit: other roles may read or write `minimum_duration`
-- Change: controllable_unit: other roles may read or write `maximum_duration`
-- Change: controllable_unit: other roles may read or write `recovery_duration`
-- Change: controllable_unit: other roles may read or write `ramp_rate`
-- Change: controllable_unit: other roles may read or write `accounting_point_id`
-- Change: controllable_unit: other roles may read or write `grid_node_id`
-- Change: controllable_unit: other roles may read or write `grid_validation_status`
-- Change: controllable_unit: other roles may read or write `grid_validation_notes`
-- Change: controllable_unit: other roles may read or write `additional_information`
-- Change: controllable_unit: other parties are notified of its events
-- Change: controllable_unit: the notice `no.flexibility.controllable_unit.service_provider.missing` is shown to the former `service_provider.service_provider`, `accounting_point.metering_grid_area.metering_grid_area.system_operator.system_operator`, `accounting_point.end_user.end_user`
-- Change: controllable_unit: the notice `no.flexibility.controllable_unit.service_provider.missing` has other data
-- Change: controllable_unit: the notice `no.flexibility.controllable_unit.grid_validation.incomplete` has other data
-- Change: controllable_unit: new notice: The unit waits for the judgement whether the grid can bear it. (`no.flexibility.controllable_unit.grid_validation.pending`)
-- Change: controllable_unit_service_provider: the relation `accounting_point` is new
-- Change: controllable_unit_service_provider: the rules of its timelines changed
-- Change: controllable_unit_service_provider: new rule: The end user who signed the contract does not use the accounting point any more. (there is a `accounting_point` of which there is a `contract` of which `status` is `signed` and there is a `accounting_point` of which there is a `end_user` of which `end_user_id` is the row's `end_user_id` and `validity` contains the row's `validity` and `service_provider_id` is the row's `service_provider_id`; asked of each create, update where after it `valid_to` is null, or `valid_to` is more than now)
-- Change: controllable_unit_service_provider: new rule: The service provider is not active. (there is a `service_provider` of which `status` is `active`; asked of each create)
-- Change: controllable_unit_service_provider: new rule: A unit is operated by a service provider. (there is a `service_provider` of which `type` is `service_provider`)
-- Change: controllable_unit_service_provider: new rule: A provider operates a unit within a contract that the end user has signed. (the whole `validity` lies within that of the `accounting_point.contract` of which `service_provider_id` is the row's `service_provider_id` and `status` is `signed`)
-- Change: controllable_unit_service_provider: the service sets `accounting_point_id` to the row's `controllable_unit.accounting_point_id`, after each create
-- Change: controllable_unit_service_provider: `controllable_unit_id` may refer to rows that the caller does not read
-- Change: controllable_unit_service_provider: `accounting_point_id` is new: reference to `accounting_point`
-- Change: controllable_unit_service_provider: `contract_reference` is gone; it is the `reference` of the `contract` that covers the entry
-- Change: controllable_unit_service_provider: access depends on the role
-- Change: controllable_unit_service_provider: other parties are notified of its events
-- Change: controllable_unit_service_provider: the notice `no.flexibility.controllable_unit_service_provider.service_provider.not_active` is shown to `service_provider`, `controllable_unit.accounting_point.metering_grid_area.metering_grid_area.system_operator.system_operator`
-- Change: controllable_unit_suspension: new rule: Units are suspended by a system operator. (there is a `impacted_system_operator` of which `type` is `system_operator`)
-- Change: controllable_unit_suspension: the service sets `lifted_at` to now, after each create, update where before it `status` is `active` and after it `status` is `lifted`
-- Change: controllable_unit_suspension: `impacted_system_operator_id` is the claim `party_id` of the caller when it is not sent
-- Change: controllable_unit_suspension: `lifted_at` is no longer taken on update
-- Change: controllable_unit_suspension: access depends on the role
-- Change: controllable_unit_suspension: other parties are notified of its events
-- Change: identity: the relation `membership` is new
-- Change: identity: the relation `party` is gone
-- Change: identity: `party_id` is gone; its values are in `party_membership`, over time
-- Change: identity: access depends on the role
-- Change: metering_grid_area: the relation `accounting_point` leads to `accounting_point_metering_grid_area`
-- Change: metering_grid_area: the relation `bidding_zone` leads to `metering_grid_area_bidding_zone`
-- Change: metering_grid_area: the relation `system_operator` leads to `metering_grid_area_system_operator`
-- Change: metering_grid_area: `bidding_zone_id` is gone; its values are in `metering_grid_area_bidding_zone`, over time
-- Change: metering_grid_area: `system_operator_id` is gone; its values are in `metering_grid_area_system_operator`, over time
-- Change: metering_grid_area: access depends on the role
-- Change: metering_grid_area: new notice: Nobody operates the area. Its next operator is to be registered. (`no.flexibility.metering_grid_area.system_operator.missing`)
-- Change: metering_grid_area_bidding_zone: new
-- Change: metering_grid_area_system_operator: new
-- Change: notice: `administrator` has more rights
-- Change: notification: the rights of `administrator` changed
-- Change: party: the relation `membership` is new
-- Change: party: the relation `operated_area` is new
-- Change: party: the relation `used_accounting_point` leads to `accounting_point_end_user`
-- Change: party: the relation `supplied_accounting_point` leads to `accounting_point_energy_supplier`
-- Change: party: the relation `balanced_accounting_point` leads to `accounting_point_balance_responsible_party`
-- Change: party: the relation `end_user_contract` is new
-- Change: party: the relation `service_provider_contract` is new
-- Change: party: the relation `service_providing_group` is new
-- Change: party: the relation `identity` is gone
-- Change: party: the relation `metering_grid_area` is gone
-- Change: party: the relation `operated_accounting_point` is gone
-- Change: party: access depends on the role
-- Change: party_membership: new
-- Change: product_type: new
-- Change: service_provider_product_application: new
-- Change: service_providing_group: new
-- Change: service_providing_group_grid_prequalification: new
-- Change: service_providing_group_membership: new
-- Change: service_providing_group_product_application: new
-- Change: system_operator_product_type: new
-- Change: technical_resource: access depends on the role
-- Change: technical_resource: other parties are notified of its events

-- Step 1 of 122: add the resource accounting_point_balance_responsible_party
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.accounting_point_balance_responsible_party (
  id bigint generated by default as identity,
  accounting_point_id bigint not null,
  balance_responsible_party_id bigint not null,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint accounting_point_balance_responsible_party_pkey primary key (id),
  constraint accounting_point_balance_responsible_party_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint accounting_point_balance_responsible_party_accoun_89a7359a_excl exclude using gist (accounting_point_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate,
  constraint accounting_point_balance_responsible_party_valid_47755e80_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from),
  constraint accounting_point_balance_responsible_party_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)
);

create sequence public.accounting_point_balance_responsible_party_row_version_seq owned by public.accounting_point_balance_responsible_party.row_version;
comment on table public.accounting_point_balance_responsible_party is 'Accounting point balance responsible party: Who is financially responsible for the imbalances at an accounting point, over time.';
comment on column public.accounting_point_balance_responsible_party.id is 'Id: Unique identifier, given by the service.';
comment on column public.accounting_point_balance_responsible_party.accounting_point_id is 'Accounting point: The point.';
comment on column public.accounting_point_balance_responsible_party.balance_responsible_party_id is 'Balance responsible party: The party that is responsible.';
comment on column public.accounting_point_balance_responsible_party.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_balance_responsible_party.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_balance_responsible_party.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.accounting_point_balance_responsible_party.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.accounting_point_balance_responsible_party.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.accounting_point_balance_responsible_party.recorded_in is 'Transaction that recorded the current version.';

create table public.accounting_point_balance_responsible_party_history (
  id bigint not null,
  accounting_point_balance_responsible_party_id bigint not null,
  accounting_point_id bigint,
  balance_responsible_party_id bigint,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint accounting_point_balance_responsible_party_history_pkey primary key (id)
);

comment on table public.accounting_point_balance_responsible_party_history is 'Accounting point balance responsible party history: Every version of every accounting point balance responsible party, the current ones included.';
comment on column public.accounting_point_balance_responsible_party_history.id is 'Id: Id of this version, for good.';
comment on column public.accounting_point_balance_responsible_party_history.accounting_point_balance_responsible_party_id is 'Accounting point balance responsible party: Id of the accounting point balance responsible party that this is a version of.';
comment on column public.accounting_point_balance_responsible_party_history.accounting_point_id is 'Accounting point: The point.';
comment on column public.accounting_point_balance_responsible_party_history.balance_responsible_party_id is 'Balance responsible party: The party that is responsible.';
comment on column public.accounting_point_balance_responsible_party_history.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_balance_responsible_party_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_balance_responsible_party_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.accounting_point_balance_responsible_party_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.accounting_point_balance_responsible_party_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.accounting_point_balance_responsible_party_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index accounting_point_balance_responsible_party_balance_aaf70bbe_idx on public.accounting_point_balance_responsible_party (balance_responsible_party_id, accounting_point_id, valid_from);
create index accounting_point_balance_responsible_party_account_5791883e_idx on public.accounting_point_balance_responsible_party (accounting_point_id, valid_from);
create index accounting_point_balance_responsible_party_row_version_idx on public.accounting_point_balance_responsible_party (row_version);
create index accounting_point_balance_responsible_party_history_309db0cc_idx on public.accounting_point_balance_responsible_party_history (accounting_point_balance_responsible_party_id, recorded_at);
create index accounting_point_balance_responsible_party_history_4a86e6a8_idx on public.accounting_point_balance_responsible_party_history (accounting_point_id);
create index accounting_point_balance_responsible_party_history_7e5dd55f_idx on public.accounting_point_balance_responsible_party_history (balance_responsible_party_id);

create or replace function almanac.accounting_point_balance_responsible_party_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.accounting_point_balance_responsible_party_history as version
      where version.accounting_point_balance_responsible_party_id = new.id
    ));
    new.row_version := nextval('public.accounting_point_balance_responsible_party_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of accounting_point_balance_responsible_party never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.accounting_point_id, new.balance_responsible_party_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.accounting_point_balance_responsible_party
  for each row execute function almanac.accounting_point_balance_responsible_party_stamp();

create or replace function almanac.accounting_point_balance_responsible_party_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'accounting_point_balance_responsible_party', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.accounting_point_balance_responsible_party.create', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.accounting_point_balance_responsible_party_history
        (id, accounting_point_balance_responsible_party_id, accounting_point_id, balance_responsible_party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.accounting_point_id, new.balance_responsible_party_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      values
        ('no.flexibility.accounting_point_balance_responsible_party.update', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
          case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
          case when new.balance_responsible_party_id is distinct from old.balance_responsible_party_id then 'balance_responsible_party_id' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.accounting_point_balance_responsible_party.create', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.accounting_point_balance_responsible_party.delete', '/accounting_point_balance_responsible_party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.accounting_point_balance_responsible_party_history
        (id, accounting_point_balance_responsible_party_id, accounting_point_id, balance_responsible_party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.accounting_point_id, old.balance_responsible_party_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.accounting_point_balance_responsible_party.delete', '/accounting_point_balance_responsible_party/' || old.id, instant, identity, almanac.party(), '/accounting_point/' || old.accounting_point_id);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.accounting_point_balance_responsible_party
  for each row execute function almanac.accounting_point_balance_responsible_party_record();

create or replace trigger record_update
  after update on public.accounting_point_balance_responsible_party
  for each row when (old.* *<> new.*) execute function almanac.accounting_point_balance_responsible_party_record();

create or replace trigger record_delete
  after delete on public.accounting_point_balance_responsible_party
  for each row execute function almanac.accounting_point_balance_responsible_party_record();

create or replace function almanac.accounting_point_balance_responsible_party_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point_balance_responsible_party', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point_balance_responsible_party', 'id', array_agg(distinct changed.id)
    from (
      (select id, balance_responsible_party_id, valid_from, valid_to from new_rows except select id, balance_responsible_party_id, valid_from, valid_to from old_rows)
      union all
      (select id, balance_responsible_party_id, valid_from, valid_to from old_rows except select id, balance_responsible_party_id, valid_from, valid_to from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.accounting_point_balance_responsible_party
  referencing new table as new_rows
  for each statement execute function almanac.accounting_point_balance_responsible_party_note_checks();

create or replace trigger note_checks_update
  after update on public.accounting_point_balance_responsible_party
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.accounting_point_balance_responsible_party_note_checks();

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
  if room is not null and exists (
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

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

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

create or replace trigger make_room_insert
  before insert on public.accounting_point_balance_responsible_party
  for each row execute function almanac.accounting_point_balance_responsible_party_make_room();

create or replace trigger make_room_update
  before update on public.accounting_point_balance_responsible_party
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.accounting_point_id <> old.accounting_point_id
  ))
  execute function almanac.accounting_point_balance_responsible_party_make_room();

-- To undo it:
--   drop table public.accounting_point_balance_responsible_party_history;
--   drop table public.accounting_point_balance_responsible_party;
--   drop function almanac.accounting_point_balance_responsible_party_stamp();
--   drop function almanac.accounting_point_balance_responsible_party_record();
--   drop function almanac.accounting_point_balance_responsible_party_note_checks();
--   drop function almanac.accounting_point_balance_responsible_party_make_room();

-- Step 2 of 122: add the resource accounting_point_end_user
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.accounting_point_end_user (
  id bigint generated by default as identity,
  accounting_point_id bigint not null,
  end_user_id bigint not null,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint accounting_point_end_user_pkey primary key (id),
  constraint accounting_point_end_user_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint accounting_point_end_user_accounting_point_id_excl exclude using gist (accounting_point_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate,
  constraint accounting_point_end_user_valid_from_align_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from),
  constraint accounting_point_end_user_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)
);

create sequence public.accounting_point_end_user_row_version_seq owned by public.accounting_point_end_user.row_version;
comment on table public.accounting_point_end_user is 'Accounting point end user: Who uses or produces energy at an accounting point, over time. The energy supplier reports who moves in and out.';
comment on column public.accounting_point_end_user.id is 'Id: Unique identifier, given by the service.';
comment on column public.accounting_point_end_user.accounting_point_id is 'Accounting point: The point.';
comment on column public.accounting_point_end_user.end_user_id is 'End user: The party that uses or produces energy.';
comment on column public.accounting_point_end_user.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_end_user.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_end_user.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.accounting_point_end_user.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.accounting_point_end_user.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.accounting_point_end_user.recorded_in is 'Transaction that recorded the current version.';

create table public.accounting_point_end_user_history (
  id bigint not null,
  accounting_point_end_user_id bigint not null,
  accounting_point_id bigint,
  end_user_id bigint,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint accounting_point_end_user_history_pkey primary key (id)
);

comment on table public.accounting_point_end_user_history is 'Accounting point end user history: Every version of every accounting point end user, the current ones included.';
comment on column public.accounting_point_end_user_history.id is 'Id: Id of this version, for good.';
comment on column public.accounting_point_end_user_history.accounting_point_end_user_id is 'Accounting point end user: Id of the accounting point end user that this is a version of.';
comment on column public.accounting_point_end_user_history.accounting_point_id is 'Accounting point: The point.';
comment on column public.accounting_point_end_user_history.end_user_id is 'End user: The party that uses or produces energy.';
comment on column public.accounting_point_end_user_history.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_end_user_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_end_user_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.accounting_point_end_user_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.accounting_point_end_user_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.accounting_point_end_user_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index accounting_point_end_user_end_user_id_accounting_p_70256b84_idx on public.accounting_point_end_user (end_user_id, accounting_point_id, valid_from);
create index accounting_point_end_user_accounting_point_id_valid_from_idx on public.accounting_point_end_user (accounting_point_id, valid_from);
create index accounting_point_end_user_valid_from_idx on public.accounting_point_end_user (valid_from);
create index accounting_point_end_user_valid_to_idx on public.accounting_point_end_user (valid_to);
create index accounting_point_end_user_row_version_idx on public.accounting_point_end_user (row_version);
create index accounting_point_end_user_history_accounting_point_8486e3c1_idx on public.accounting_point_end_user_history (accounting_point_end_user_id, recorded_at);
create index accounting_point_end_user_history_accounting_point_id_idx on public.accounting_point_end_user_history (accounting_point_id);
create index accounting_point_end_user_history_end_user_id_idx on public.accounting_point_end_user_history (end_user_id);

create or replace function almanac.accounting_point_end_user_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.accounting_point_end_user_history as version
      where version.accounting_point_end_user_id = new.id
    ));
    new.row_version := nextval('public.accounting_point_end_user_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of accounting_point_end_user never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.accounting_point_id, new.end_user_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.accounting_point_end_user
  for each row execute function almanac.accounting_point_end_user_stamp();

create or replace function almanac.accounting_point_end_user_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'accounting_point_end_user', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.accounting_point_end_user.create', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('accounting_point_end_user', 'id', new.id),
      ('accounting_point', 'id', new.accounting_point_id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.accounting_point_end_user_history
        (id, accounting_point_end_user_id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.accounting_point_id, new.end_user_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      values
        ('no.flexibility.accounting_point_end_user.update', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
          case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
          case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.accounting_point_end_user.create', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.accounting_point_end_user.delete', '/accounting_point_end_user/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    end if;
    if (new.valid_to, new.accounting_point_id, new.end_user_id, new.valid_from) is distinct from (old.valid_to, old.accounting_point_id, old.end_user_id, old.valid_from) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('accounting_point_end_user', 'id', new.id),
        ('accounting_point', 'id', new.accounting_point_id);
      if new.accounting_point_id is distinct from old.accounting_point_id then
        insert into almanac.notice_change (resource, field, value)
        values
          ('accounting_point', 'id', old.accounting_point_id);
      end if;
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.accounting_point_end_user_history
        (id, accounting_point_end_user_id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.accounting_point_end_user.delete', '/accounting_point_end_user/' || old.id, instant, identity, almanac.party(), '/accounting_point/' || old.accounting_point_id);
    end if;
    insert into almanac.notice_change (resource, field, value)
    values
      ('accounting_point_end_user', 'id', old.id),
      ('accounting_point', 'id', old.accounting_point_id);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.accounting_point_end_user
  for each row execute function almanac.accounting_point_end_user_record();

create or replace trigger record_update
  after update on public.accounting_point_end_user
  for each row when (old.* *<> new.*) execute function almanac.accounting_point_end_user_record();

create or replace trigger record_delete
  after delete on public.accounting_point_end_user
  for each row execute function almanac.accounting_point_end_user_record();

create or replace function almanac.accounting_point_end_user_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point_end_user', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'contract', 'accounting_point_id', array_agg(distinct changed.accounting_point_id)
    from new_rows as changed
    where changed.accounting_point_id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point_end_user', 'id', array_agg(distinct changed.id)
    from (
      (select id, end_user_id, valid_from, valid_to from new_rows except select id, end_user_id, valid_from, valid_to from old_rows)
      union all
      (select id, end_user_id, valid_from, valid_to from old_rows except select id, end_user_id, valid_from, valid_to from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'contract', 'accounting_point_id', array_agg(distinct changed.accounting_point_id)
    from (
      (select id, accounting_point_id, end_user_id, valid_from, valid_to from new_rows except select id, accounting_point_id, end_user_id, valid_from, valid_to from old_rows)
      union all
      (select id, accounting_point_id, end_user_id, valid_from, valid_to from old_rows except select id, accounting_point_id, end_user_id, valid_from, valid_to from new_rows)
    ) as changed
    where changed.accounting_point_id is not null
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'contract', 'accounting_point_id', array_agg(distinct changed.accounting_point_id)
    from old_rows as changed
    where changed.accounting_point_id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.accounting_point_end_user
  referencing new table as new_rows
  for each statement execute function almanac.accounting_point_end_user_note_checks();

create or replace trigger note_checks_update
  after update on public.accounting_point_end_user
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.accounting_point_end_user_note_checks();

create or replace trigger note_checks_delete
  after delete on public.accounting_point_end_user
  referencing old table as old_rows
  for each statement execute function almanac.accounting_point_end_user_note_checks();

create or replace function almanac.accounting_point_end_user_note_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.former_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point', 'id', array_agg(distinct changed.accounting_point_id)
    from new_rows as changed
    where changed.accounting_point_id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.former_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point', 'id', array_agg(distinct changed.accounting_point_id)
    from (
      (select id, accounting_point_id, end_user_id, valid_from, valid_to from new_rows except select id, accounting_point_id, end_user_id, valid_from, valid_to from old_rows)
      union all
      (select id, accounting_point_id, end_user_id, valid_from, valid_to from old_rows except select id, accounting_point_id, end_user_id, valid_from, valid_to from new_rows)
    ) as changed
    where changed.accounting_point_id is not null
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into almanac.former_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point', 'id', array_agg(distinct changed.accounting_point_id)
    from old_rows as changed
    where changed.accounting_point_id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_former_insert
  after insert on public.accounting_point_end_user
  referencing new table as new_rows
  for each statement execute function almanac.accounting_point_end_user_note_former();

create or replace trigger note_former_update
  after update on public.accounting_point_end_user
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.accounting_point_end_user_note_former();

create or replace trigger note_former_delete
  after delete on public.accounting_point_end_user
  referencing old table as old_rows
  for each statement execute function almanac.accounting_point_end_user_note_former();

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
  if room is not null and exists (
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

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

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

create or replace trigger make_room_insert
  before insert on public.accounting_point_end_user
  for each row execute function almanac.accounting_point_end_user_make_room();

create or replace trigger make_room_update
  before update on public.accounting_point_end_user
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.accounting_point_id <> old.accounting_point_id
  ))
  execute function almanac.accounting_point_end_user_make_room();

-- To undo it:
--   drop table public.accounting_point_end_user_history;
--   drop table public.accounting_point_end_user;
--   drop function almanac.accounting_point_end_user_stamp();
--   drop function almanac.accounting_point_end_user_record();
--   drop function almanac.accounting_point_end_user_note_checks();
--   drop function almanac.accounting_point_end_user_note_former();
--   drop function almanac.accounting_point_end_user_make_room();

-- Step 3 of 122: add the resource accounting_point_energy_supplier
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.accounting_point_energy_supplier (
  id bigint generated by default as identity,
  accounting_point_id bigint not null,
  energy_supplier_id bigint not null,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint accounting_point_energy_supplier_pkey primary key (id),
  constraint accounting_point_energy_supplier_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint accounting_point_energy_supplier_accounting_point_id_excl exclude using gist (accounting_point_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate,
  constraint accounting_point_energy_supplier_valid_from_align_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from),
  constraint accounting_point_energy_supplier_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)
);

create sequence public.accounting_point_energy_supplier_row_version_seq owned by public.accounting_point_energy_supplier.row_version;
comment on table public.accounting_point_energy_supplier is 'Accounting point energy supplier: Who sells energy at an accounting point or buys it there, over time.';
comment on column public.accounting_point_energy_supplier.id is 'Id: Unique identifier, given by the service.';
comment on column public.accounting_point_energy_supplier.accounting_point_id is 'Accounting point: The point.';
comment on column public.accounting_point_energy_supplier.energy_supplier_id is 'Energy supplier: The party that sells energy or buys it.';
comment on column public.accounting_point_energy_supplier.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_energy_supplier.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_energy_supplier.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.accounting_point_energy_supplier.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.accounting_point_energy_supplier.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.accounting_point_energy_supplier.recorded_in is 'Transaction that recorded the current version.';

create table public.accounting_point_energy_supplier_history (
  id bigint not null,
  accounting_point_energy_supplier_id bigint not null,
  accounting_point_id bigint,
  energy_supplier_id bigint,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint accounting_point_energy_supplier_history_pkey primary key (id)
);

comment on table public.accounting_point_energy_supplier_history is 'Accounting point energy supplier history: Every version of every accounting point energy supplier, the current ones included.';
comment on column public.accounting_point_energy_supplier_history.id is 'Id: Id of this version, for good.';
comment on column public.accounting_point_energy_supplier_history.accounting_point_energy_supplier_id is 'Accounting point energy supplier: Id of the accounting point energy supplier that this is a version of.';
comment on column public.accounting_point_energy_supplier_history.accounting_point_id is 'Accounting point: The point.';
comment on column public.accounting_point_energy_supplier_history.energy_supplier_id is 'Energy supplier: The party that sells energy or buys it.';
comment on column public.accounting_point_energy_supplier_history.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_energy_supplier_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_energy_supplier_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.accounting_point_energy_supplier_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.accounting_point_energy_supplier_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.accounting_point_energy_supplier_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index accounting_point_energy_supplier_energy_supplier_i_fd97b256_idx on public.accounting_point_energy_supplier (energy_supplier_id, accounting_point_id, valid_from);
create index accounting_point_energy_supplier_accounting_point__4f4b1c28_idx on public.accounting_point_energy_supplier (accounting_point_id, valid_from);
create index accounting_point_energy_supplier_row_version_idx on public.accounting_point_energy_supplier (row_version);
create index accounting_point_energy_supplier_history_accountin_e90a2bd7_idx on public.accounting_point_energy_supplier_history (accounting_point_energy_supplier_id, recorded_at);
create index accounting_point_energy_supplier_history_accountin_b0f40a68_idx on public.accounting_point_energy_supplier_history (accounting_point_id);
create index accounting_point_energy_supplier_history_energy_supplier_id_idx on public.accounting_point_energy_supplier_history (energy_supplier_id);

create or replace function almanac.accounting_point_energy_supplier_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.accounting_point_energy_supplier_history as version
      where version.accounting_point_energy_supplier_id = new.id
    ));
    new.row_version := nextval('public.accounting_point_energy_supplier_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of accounting_point_energy_supplier never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.accounting_point_id, new.energy_supplier_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.accounting_point_energy_supplier
  for each row execute function almanac.accounting_point_energy_supplier_stamp();

create or replace function almanac.accounting_point_energy_supplier_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'accounting_point_energy_supplier', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.accounting_point_energy_supplier.create', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.accounting_point_energy_supplier_history
        (id, accounting_point_energy_supplier_id, accounting_point_id, energy_supplier_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.accounting_point_id, new.energy_supplier_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      values
        ('no.flexibility.accounting_point_energy_supplier.update', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
          case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
          case when new.energy_supplier_id is distinct from old.energy_supplier_id then 'energy_supplier_id' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.accounting_point_energy_supplier.create', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.accounting_point_energy_supplier.delete', '/accounting_point_energy_supplier/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.accounting_point_energy_supplier_history
        (id, accounting_point_energy_supplier_id, accounting_point_id, energy_supplier_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.accounting_point_id, old.energy_supplier_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.accounting_point_energy_supplier.delete', '/accounting_point_energy_supplier/' || old.id, instant, identity, almanac.party(), '/accounting_point/' || old.accounting_point_id);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.accounting_point_energy_supplier
  for each row execute function almanac.accounting_point_energy_supplier_record();

create or replace trigger record_update
  after update on public.accounting_point_energy_supplier
  for each row when (old.* *<> new.*) execute function almanac.accounting_point_energy_supplier_record();

create or replace trigger record_delete
  after delete on public.accounting_point_energy_supplier
  for each row execute function almanac.accounting_point_energy_supplier_record();

create or replace function almanac.accounting_point_energy_supplier_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point_energy_supplier', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point_energy_supplier', 'id', array_agg(distinct changed.id)
    from (
      (select id, energy_supplier_id, valid_from, valid_to from new_rows except select id, energy_supplier_id, valid_from, valid_to from old_rows)
      union all
      (select id, energy_supplier_id, valid_from, valid_to from old_rows except select id, energy_supplier_id, valid_from, valid_to from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.accounting_point_energy_supplier
  referencing new table as new_rows
  for each statement execute function almanac.accounting_point_energy_supplier_note_checks();

create or replace trigger note_checks_update
  after update on public.accounting_point_energy_supplier
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.accounting_point_energy_supplier_note_checks();

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
  if room is not null and exists (
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

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

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

create or replace trigger make_room_insert
  before insert on public.accounting_point_energy_supplier
  for each row execute function almanac.accounting_point_energy_supplier_make_room();

create or replace trigger make_room_update
  before update on public.accounting_point_energy_supplier
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.accounting_point_id <> old.accounting_point_id
  ))
  execute function almanac.accounting_point_energy_supplier_make_room();

-- To undo it:
--   drop table public.accounting_point_energy_supplier_history;
--   drop table public.accounting_point_energy_supplier;
--   drop function almanac.accounting_point_energy_supplier_stamp();
--   drop function almanac.accounting_point_energy_supplier_record();
--   drop function almanac.accounting_point_energy_supplier_note_checks();
--   drop function almanac.accounting_point_energy_supplier_make_room();

-- Step 4 of 122: add the resource accounting_point_metering_grid_area
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.accounting_point_metering_grid_area (
  id bigint generated by default as identity,
  accounting_point_id bigint not null,
  metering_grid_area_id bigint not null,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint accounting_point_metering_grid_area_pkey primary key (id),
  constraint accounting_point_metering_grid_area_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint accounting_point_metering_grid_area_accounting_point_id_excl exclude using gist (accounting_point_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate,
  constraint accounting_point_metering_grid_area_valid_from_align_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from),
  constraint accounting_point_metering_grid_area_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)
);

create sequence public.accounting_point_metering_grid_area_row_version_seq owned by public.accounting_point_metering_grid_area.row_version;
comment on table public.accounting_point_metering_grid_area is 'Accounting point metering grid area: In which metering grid area an accounting point is metered, over time. The operator of its grid and its bidding zone follow from the area.';
comment on column public.accounting_point_metering_grid_area.id is 'Id: Unique identifier, given by the service.';
comment on column public.accounting_point_metering_grid_area.accounting_point_id is 'Accounting point: The point.';
comment on column public.accounting_point_metering_grid_area.metering_grid_area_id is 'Metering grid area: The area in which it is metered.';
comment on column public.accounting_point_metering_grid_area.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_metering_grid_area.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_metering_grid_area.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.accounting_point_metering_grid_area.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.accounting_point_metering_grid_area.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.accounting_point_metering_grid_area.recorded_in is 'Transaction that recorded the current version.';

create table public.accounting_point_metering_grid_area_history (
  id bigint not null,
  accounting_point_metering_grid_area_id bigint not null,
  accounting_point_id bigint,
  metering_grid_area_id bigint,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint accounting_point_metering_grid_area_history_pkey primary key (id)
);

comment on table public.accounting_point_metering_grid_area_history is 'Accounting point metering grid area history: Every version of every accounting point metering grid area, the current ones included.';
comment on column public.accounting_point_metering_grid_area_history.id is 'Id: Id of this version, for good.';
comment on column public.accounting_point_metering_grid_area_history.accounting_point_metering_grid_area_id is 'Accounting point metering grid area: Id of the accounting point metering grid area that this is a version of.';
comment on column public.accounting_point_metering_grid_area_history.accounting_point_id is 'Accounting point: The point.';
comment on column public.accounting_point_metering_grid_area_history.metering_grid_area_id is 'Metering grid area: The area in which it is metered.';
comment on column public.accounting_point_metering_grid_area_history.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_metering_grid_area_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.accounting_point_metering_grid_area_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.accounting_point_metering_grid_area_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.accounting_point_metering_grid_area_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.accounting_point_metering_grid_area_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index accounting_point_metering_grid_area_metering_grid__a67b17a5_idx on public.accounting_point_metering_grid_area (metering_grid_area_id, accounting_point_id, valid_from);
create index accounting_point_metering_grid_area_accounting_poi_ddc43d40_idx on public.accounting_point_metering_grid_area (accounting_point_id, valid_from);
create index accounting_point_metering_grid_area_valid_from_idx on public.accounting_point_metering_grid_area (valid_from);
create index accounting_point_metering_grid_area_valid_to_idx on public.accounting_point_metering_grid_area (valid_to);
create index accounting_point_metering_grid_area_row_version_idx on public.accounting_point_metering_grid_area (row_version);
create index accounting_point_metering_grid_area_history_accoun_9cc7d32d_idx on public.accounting_point_metering_grid_area_history (accounting_point_metering_grid_area_id, recorded_at);
create index accounting_point_metering_grid_area_history_accoun_c6a6871f_idx on public.accounting_point_metering_grid_area_history (accounting_point_id);
create index accounting_point_metering_grid_area_history_meteri_c4af1ffb_idx on public.accounting_point_metering_grid_area_history (metering_grid_area_id);

create or replace function almanac.accounting_point_metering_grid_area_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.accounting_point_metering_grid_area_history as version
      where version.accounting_point_metering_grid_area_id = new.id
    ));
    new.row_version := nextval('public.accounting_point_metering_grid_area_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of accounting_point_metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.accounting_point_metering_grid_area
  for each row execute function almanac.accounting_point_metering_grid_area_stamp();

create or replace function almanac.accounting_point_metering_grid_area_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'accounting_point_metering_grid_area', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.accounting_point_metering_grid_area.create', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('accounting_point', 'id', new.accounting_point_id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.accounting_point_metering_grid_area_history
        (id, accounting_point_metering_grid_area_id, accounting_point_id, metering_grid_area_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      values
        ('no.flexibility.accounting_point_metering_grid_area.update', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
          case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
          case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.accounting_point_metering_grid_area.create', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.accounting_point_metering_grid_area.delete', '/accounting_point_metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    end if;
    if (new.accounting_point_id, new.metering_grid_area_id, new.valid_from, new.valid_to) is distinct from (old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('accounting_point', 'id', new.accounting_point_id);
      if new.accounting_point_id is distinct from old.accounting_point_id then
        insert into almanac.notice_change (resource, field, value)
        values
          ('accounting_point', 'id', old.accounting_point_id);
      end if;
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.accounting_point_metering_grid_area_history
        (id, accounting_point_metering_grid_area_id, accounting_point_id, metering_grid_area_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.accounting_point_id, old.metering_grid_area_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.accounting_point_metering_grid_area.delete', '/accounting_point_metering_grid_area/' || old.id, instant, identity, almanac.party(), '/accounting_point/' || old.accounting_point_id);
    end if;
    insert into almanac.notice_change (resource, field, value)
    values
      ('accounting_point', 'id', old.accounting_point_id);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.accounting_point_metering_grid_area
  for each row execute function almanac.accounting_point_metering_grid_area_record();

create or replace trigger record_update
  after update on public.accounting_point_metering_grid_area
  for each row when (old.* *<> new.*) execute function almanac.accounting_point_metering_grid_area_record();

create or replace trigger record_delete
  after delete on public.accounting_point_metering_grid_area
  for each row execute function almanac.accounting_point_metering_grid_area_record();

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
  if room is not null and exists (
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

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

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

create or replace trigger make_room_insert
  before insert on public.accounting_point_metering_grid_area
  for each row execute function almanac.accounting_point_metering_grid_area_make_room();

create or replace trigger make_room_update
  before update on public.accounting_point_metering_grid_area
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.accounting_point_id <> old.accounting_point_id
  ))
  execute function almanac.accounting_point_metering_grid_area_make_room();

-- To undo it:
--   drop table public.accounting_point_metering_grid_area_history;
--   drop table public.accounting_point_metering_grid_area;
--   drop function almanac.accounting_point_metering_grid_area_stamp();
--   drop function almanac.accounting_point_metering_grid_area_record();
--   drop function almanac.accounting_point_metering_grid_area_make_room();

-- Step 5 of 122: add the resource contract
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.contract (
  id bigint generated by default as identity,
  accounting_point_id bigint not null,
  service_provider_id bigint not null,
  end_user_id bigint not null,
  status text not null default 'proposed',
  signed_at timestamptz,
  reference text,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint contract_pkey primary key (id),
  constraint contract_status_values_check check (status in ('proposed', 'signed')),
  constraint contract_reference_max_length_check check (char_length(reference) <= 128),
  constraint contract_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint contract_accounting_point_id_service_provider_id_excl exclude using gist (accounting_point_id with =, service_provider_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate
);

create sequence public.contract_row_version_seq owned by public.contract.row_version;
comment on table public.contract is 'Contract: An end user''s consent that a service provider controls units behind an accounting point, over time. The provider proposes it, and the end user signs it.';
comment on column public.contract.id is 'Id: Unique identifier, given by the service.';
comment on column public.contract.accounting_point_id is 'Accounting point: The point behind which the units stand.';
comment on column public.contract.service_provider_id is 'Service provider: The party that may control the units.';
comment on column public.contract.end_user_id is 'End user: The party that uses energy at the point.';
comment on column public.contract.status is 'Status: Whether the end user has signed. A contract that is not signed covers nothing.';
comment on column public.contract.signed_at is 'Signed at: When the end user signed.';
comment on column public.contract.reference is 'Reference: The provider''s own reference to the contract.';
comment on column public.contract.valid_from is 'Valid from: Start of validity, inclusive.';
comment on column public.contract.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.contract.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.contract.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.contract.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.contract.recorded_in is 'Transaction that recorded the current version.';

create table public.contract_history (
  id bigint not null,
  contract_id bigint not null,
  accounting_point_id bigint,
  service_provider_id bigint,
  end_user_id bigint,
  status text,
  signed_at timestamptz,
  reference text,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint contract_history_pkey primary key (id)
);

comment on table public.contract_history is 'Contract history: Every version of every contract, the current ones included.';
comment on column public.contract_history.id is 'Id: Id of this version, for good.';
comment on column public.contract_history.contract_id is 'Contract: Id of the contract that this is a version of.';
comment on column public.contract_history.accounting_point_id is 'Accounting point: The point behind which the units stand.';
comment on column public.contract_history.service_provider_id is 'Service provider: The party that may control the units.';
comment on column public.contract_history.end_user_id is 'End user: The party that uses energy at the point.';
comment on column public.contract_history.status is 'Status: Whether the end user has signed. A contract that is not signed covers nothing.';
comment on column public.contract_history.signed_at is 'Signed at: When the end user signed.';
comment on column public.contract_history.reference is 'Reference: The provider''s own reference to the contract.';
comment on column public.contract_history.valid_from is 'Valid from: Start of validity, inclusive.';
comment on column public.contract_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.contract_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.contract_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.contract_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.contract_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index contract_service_provider_id_accounting_point_id_v_9dcb2315_idx on public.contract (service_provider_id, accounting_point_id, valid_from, status);
create index contract_accounting_point_id_service_provider_id_valid_from_idx on public.contract (accounting_point_id, service_provider_id, valid_from);
create index contract_valid_from_idx on public.contract (valid_from);
create index contract_valid_to_idx on public.contract (valid_to);
create index contract_row_version_idx on public.contract (row_version);
create index contract_end_user_id_idx on public.contract (end_user_id);
create index contract_history_contract_id_recorded_at_idx on public.contract_history (contract_id, recorded_at);
create index contract_history_accounting_point_id_idx on public.contract_history (accounting_point_id);
create index contract_history_service_provider_id_idx on public.contract_history (service_provider_id);
create index contract_history_end_user_id_idx on public.contract_history (end_user_id);

create or replace function almanac.contract_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.contract_history as version
      where version.contract_id = new.id
    ));
    new.row_version := nextval('public.contract_row_version_seq');
    if (new.status = 'signed') is true then
      new.signed_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of contract never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
      return old;
    end if;
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

create or replace trigger stamp
  before insert or update on public.contract
  for each row execute function almanac.contract_stamp();

create or replace function almanac.contract_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'contract', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.contract.create', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('accounting_point', 'id', new.accounting_point_id),
      ('contract', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.contract_history
        (id, contract_id, accounting_point_id, service_provider_id, end_user_id, status, signed_at, reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      values
        ('no.flexibility.contract.update', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
          case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
          case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
          case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
          case when new.status is distinct from old.status then 'status' end,
          case when new.signed_at is distinct from old.signed_at then 'signed_at' end,
          case when new.reference is distinct from old.reference then 'reference' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.contract.create', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.contract.delete', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
    end if;
    if (new.accounting_point_id, new.status, new.end_user_id, new.valid_from, new.valid_to, new.service_provider_id) is distinct from (old.accounting_point_id, old.status, old.end_user_id, old.valid_from, old.valid_to, old.service_provider_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('accounting_point', 'id', new.accounting_point_id);
      if new.accounting_point_id is distinct from old.accounting_point_id then
        insert into almanac.notice_change (resource, field, value)
        values
          ('accounting_point', 'id', old.accounting_point_id);
      end if;
    end if;
    if (new.valid_from, new.valid_to, new.accounting_point_id, new.end_user_id, new.service_provider_id) is distinct from (old.valid_from, old.valid_to, old.accounting_point_id, old.end_user_id, old.service_provider_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('contract', 'id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.contract_history
        (id, contract_id, accounting_point_id, service_provider_id, end_user_id, status, signed_at, reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.contract.delete', '/contract/' || old.id, instant, identity, almanac.party(), '/accounting_point/' || old.accounting_point_id);
    end if;
    insert into almanac.notice_change (resource, field, value)
    values
      ('accounting_point', 'id', old.accounting_point_id),
      ('contract', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.contract
  for each row execute function almanac.contract_record();

create or replace trigger record_update
  after update on public.contract
  for each row when (old.* *<> new.*) execute function almanac.contract_record();

create or replace trigger record_delete
  after delete on public.contract
  for each row execute function almanac.contract_record();

create or replace function almanac.contract_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'contract', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit_service_provider', 'accounting_point_id', array_agg(distinct changed.accounting_point_id)
    from new_rows as changed
    where changed.accounting_point_id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'contract', 'id', array_agg(distinct changed.id)
    from (
      (select id, accounting_point_id, end_user_id, valid_from, valid_to, status, service_provider_id, signed_at, reference, recorded_at, recorded_by from new_rows except select id, accounting_point_id, end_user_id, valid_from, valid_to, status, service_provider_id, signed_at, reference, recorded_at, recorded_by from old_rows)
      union all
      (select id, accounting_point_id, end_user_id, valid_from, valid_to, status, service_provider_id, signed_at, reference, recorded_at, recorded_by from old_rows except select id, accounting_point_id, end_user_id, valid_from, valid_to, status, service_provider_id, signed_at, reference, recorded_at, recorded_by from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit_service_provider', 'accounting_point_id', array_agg(distinct changed.accounting_point_id)
    from (
      (select id, accounting_point_id, status, end_user_id, valid_from, valid_to, service_provider_id from new_rows except select id, accounting_point_id, status, end_user_id, valid_from, valid_to, service_provider_id from old_rows)
      union all
      (select id, accounting_point_id, status, end_user_id, valid_from, valid_to, service_provider_id from old_rows except select id, accounting_point_id, status, end_user_id, valid_from, valid_to, service_provider_id from new_rows)
    ) as changed
    where changed.accounting_point_id is not null
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit_service_provider', 'accounting_point_id', array_agg(distinct changed.accounting_point_id)
    from old_rows as changed
    where changed.accounting_point_id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.contract
  referencing new table as new_rows
  for each statement execute function almanac.contract_note_checks();

create or replace trigger note_checks_update
  after update on public.contract
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.contract_note_checks();

create or replace trigger note_checks_delete
  after delete on public.contract
  referencing old table as old_rows
  for each statement execute function almanac.contract_note_checks();

create or replace function almanac.contract_rule_1_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    if (new.status = 'signed') is true then
      insert into almanac.check_due (recorded_in, resource, field, ids)
      values (pg_current_xact_id(), 'contract', 'asked of contract_rule_1_check', array[new.id]);
    end if;
  elsif tg_op = 'UPDATE' then
    if old.valid_from is null and new.valid_from is not null then
      if (new.status = 'signed') is true then
        insert into almanac.check_due (recorded_in, resource, field, ids)
        values (pg_current_xact_id(), 'contract', 'asked of contract_rule_1_check', array[new.id]);
      end if;
    elsif old.valid_from is not null and new.valid_from is not null then
      if (new.status = 'signed') is true then
        insert into almanac.check_due (recorded_in, resource, field, ids)
        values (pg_current_xact_id(), 'contract', 'asked of contract_rule_1_check', array[new.id]);
      end if;
    end if;
  end if;
  return null;
end
$$;

create or replace trigger rule_1_check_insert
  after insert on public.contract
  for each row when (not almanac.is_making_room('almanac.contract_make_room()'))
  execute function almanac.contract_rule_1_check();

create or replace trigger rule_1_check_update
  after update on public.contract
  for each row when (old.* *<> new.* and not almanac.is_making_room('almanac.contract_make_room()'))
  execute function almanac.contract_rule_1_check();

create or replace function almanac.contract_rule_2_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    values (pg_current_xact_id(), 'contract', 'asked of contract_rule_2_check', array[new.id]);
  elsif tg_op = 'UPDATE' then
    if old.valid_from is null and new.valid_from is not null then
      insert into almanac.check_due (recorded_in, resource, field, ids)
      values (pg_current_xact_id(), 'contract', 'asked of contract_rule_2_check', array[new.id]);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger rule_2_check_insert
  after insert on public.contract
  for each row when (not almanac.is_making_room('almanac.contract_make_room()'))
  execute function almanac.contract_rule_2_check();

create or replace trigger rule_2_check_update
  after update on public.contract
  for each row when (old.* *<> new.* and not almanac.is_making_room('almanac.contract_make_room()'))
  execute function almanac.contract_rule_2_check();

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
  if room is not null and exists (
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

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

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

create or replace trigger make_room_insert
  before insert on public.contract
  for each row execute function almanac.contract_make_room();

create or replace trigger make_room_update
  before update on public.contract
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.accounting_point_id <> old.accounting_point_id
    or new.service_provider_id <> old.service_provider_id
  ))
  execute function almanac.contract_make_room();

-- To undo it:
--   drop table public.contract_history;
--   drop table public.contract;
--   drop function almanac.contract_stamp();
--   drop function almanac.contract_record();
--   drop function almanac.contract_note_checks();
--   drop function almanac.contract_rule_1_check();
--   drop function almanac.contract_rule_2_check();
--   drop function almanac.contract_make_room();

-- Step 6 of 122: add the resource metering_grid_area_bidding_zone
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.metering_grid_area_bidding_zone (
  id bigint generated by default as identity,
  metering_grid_area_id bigint not null,
  bidding_zone_id bigint not null,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint metering_grid_area_bidding_zone_pkey primary key (id),
  constraint metering_grid_area_bidding_zone_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint metering_grid_area_bidding_zone_metering_grid_area_id_excl exclude using gist (metering_grid_area_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate,
  constraint metering_grid_area_bidding_zone_valid_from_align_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from),
  constraint metering_grid_area_bidding_zone_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)
);

create sequence public.metering_grid_area_bidding_zone_row_version_seq owned by public.metering_grid_area_bidding_zone.row_version;
comment on table public.metering_grid_area_bidding_zone is 'Metering grid area bidding zone: In which bidding zone a metering grid area lies, over time.';
comment on column public.metering_grid_area_bidding_zone.id is 'Id: Unique identifier, given by the service.';
comment on column public.metering_grid_area_bidding_zone.metering_grid_area_id is 'Metering grid area: The area.';
comment on column public.metering_grid_area_bidding_zone.bidding_zone_id is 'Bidding zone: The zone in which it lies.';
comment on column public.metering_grid_area_bidding_zone.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.metering_grid_area_bidding_zone.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.metering_grid_area_bidding_zone.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.metering_grid_area_bidding_zone.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.metering_grid_area_bidding_zone.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.metering_grid_area_bidding_zone.recorded_in is 'Transaction that recorded the current version.';

create table public.metering_grid_area_bidding_zone_history (
  id bigint not null,
  metering_grid_area_bidding_zone_id bigint not null,
  metering_grid_area_id bigint,
  bidding_zone_id bigint,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint metering_grid_area_bidding_zone_history_pkey primary key (id)
);

comment on table public.metering_grid_area_bidding_zone_history is 'Metering grid area bidding zone history: Every version of every metering grid area bidding zone, the current ones included.';
comment on column public.metering_grid_area_bidding_zone_history.id is 'Id: Id of this version, for good.';
comment on column public.metering_grid_area_bidding_zone_history.metering_grid_area_bidding_zone_id is 'Metering grid area bidding zone: Id of the metering grid area bidding zone that this is a version of.';
comment on column public.metering_grid_area_bidding_zone_history.metering_grid_area_id is 'Metering grid area: The area.';
comment on column public.metering_grid_area_bidding_zone_history.bidding_zone_id is 'Bidding zone: The zone in which it lies.';
comment on column public.metering_grid_area_bidding_zone_history.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.metering_grid_area_bidding_zone_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.metering_grid_area_bidding_zone_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.metering_grid_area_bidding_zone_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.metering_grid_area_bidding_zone_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.metering_grid_area_bidding_zone_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index metering_grid_area_bidding_zone_metering_grid_area_4e85b1d3_idx on public.metering_grid_area_bidding_zone (metering_grid_area_id, valid_from);
create index metering_grid_area_bidding_zone_row_version_idx on public.metering_grid_area_bidding_zone (row_version);
create index metering_grid_area_bidding_zone_bidding_zone_id_idx on public.metering_grid_area_bidding_zone (bidding_zone_id);
create index metering_grid_area_bidding_zone_history_metering_g_caf1b8b0_idx on public.metering_grid_area_bidding_zone_history (metering_grid_area_bidding_zone_id, recorded_at);
create index metering_grid_area_bidding_zone_history_metering_g_2305889f_idx on public.metering_grid_area_bidding_zone_history (metering_grid_area_id);
create index metering_grid_area_bidding_zone_history_bidding_zone_id_idx on public.metering_grid_area_bidding_zone_history (bidding_zone_id);

create or replace function almanac.metering_grid_area_bidding_zone_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.metering_grid_area_bidding_zone_history as version
      where version.metering_grid_area_bidding_zone_id = new.id
    ));
    new.row_version := nextval('public.metering_grid_area_bidding_zone_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of metering_grid_area_bidding_zone never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.metering_grid_area_id, new.bidding_zone_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.metering_grid_area_bidding_zone
  for each row execute function almanac.metering_grid_area_bidding_zone_stamp();

create or replace function almanac.metering_grid_area_bidding_zone_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'metering_grid_area_bidding_zone', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.metering_grid_area_bidding_zone.create', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.metering_grid_area_bidding_zone_history
        (id, metering_grid_area_bidding_zone_id, metering_grid_area_id, bidding_zone_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.metering_grid_area_id, new.bidding_zone_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      values
        ('no.flexibility.metering_grid_area_bidding_zone.update', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id, array_remove(array[
          case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
          case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.metering_grid_area_bidding_zone.create', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.metering_grid_area_bidding_zone.delete', '/metering_grid_area_bidding_zone/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.metering_grid_area_bidding_zone_history
        (id, metering_grid_area_bidding_zone_id, metering_grid_area_id, bidding_zone_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.metering_grid_area_id, old.bidding_zone_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.metering_grid_area_bidding_zone.delete', '/metering_grid_area_bidding_zone/' || old.id, instant, identity, almanac.party(), '/metering_grid_area/' || old.metering_grid_area_id);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.metering_grid_area_bidding_zone
  for each row execute function almanac.metering_grid_area_bidding_zone_record();

create or replace trigger record_update
  after update on public.metering_grid_area_bidding_zone
  for each row when (old.* *<> new.*) execute function almanac.metering_grid_area_bidding_zone_record();

create or replace trigger record_delete
  after delete on public.metering_grid_area_bidding_zone
  for each row execute function almanac.metering_grid_area_bidding_zone_record();

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
  if room is not null and exists (
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

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

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

create or replace trigger make_room_insert
  before insert on public.metering_grid_area_bidding_zone
  for each row execute function almanac.metering_grid_area_bidding_zone_make_room();

create or replace trigger make_room_update
  before update on public.metering_grid_area_bidding_zone
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.metering_grid_area_id <> old.metering_grid_area_id
  ))
  execute function almanac.metering_grid_area_bidding_zone_make_room();

-- To undo it:
--   drop table public.metering_grid_area_bidding_zone_history;
--   drop table public.metering_grid_area_bidding_zone;
--   drop function almanac.metering_grid_area_bidding_zone_stamp();
--   drop function almanac.metering_grid_area_bidding_zone_record();
--   drop function almanac.metering_grid_area_bidding_zone_make_room();

-- Step 7 of 122: add the resource metering_grid_area_system_operator
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.metering_grid_area_system_operator (
  id bigint generated by default as identity,
  metering_grid_area_id bigint not null,
  system_operator_id bigint not null,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint metering_grid_area_system_operator_pkey primary key (id),
  constraint metering_grid_area_system_operator_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint metering_grid_area_system_operator_metering_grid_area_id_excl exclude using gist (metering_grid_area_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate,
  constraint metering_grid_area_system_operator_valid_from_align_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from),
  constraint metering_grid_area_system_operator_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)
);

create sequence public.metering_grid_area_system_operator_row_version_seq owned by public.metering_grid_area_system_operator.row_version;
comment on table public.metering_grid_area_system_operator is 'Metering grid area system operator: Which system operator runs the grid of a metering grid area, over time.';
comment on column public.metering_grid_area_system_operator.id is 'Id: Unique identifier, given by the service.';
comment on column public.metering_grid_area_system_operator.metering_grid_area_id is 'Metering grid area: The area.';
comment on column public.metering_grid_area_system_operator.system_operator_id is 'System operator: The party that runs its grid.';
comment on column public.metering_grid_area_system_operator.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.metering_grid_area_system_operator.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.metering_grid_area_system_operator.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.metering_grid_area_system_operator.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.metering_grid_area_system_operator.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.metering_grid_area_system_operator.recorded_in is 'Transaction that recorded the current version.';

create table public.metering_grid_area_system_operator_history (
  id bigint not null,
  metering_grid_area_system_operator_id bigint not null,
  metering_grid_area_id bigint,
  system_operator_id bigint,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint metering_grid_area_system_operator_history_pkey primary key (id)
);

comment on table public.metering_grid_area_system_operator_history is 'Metering grid area system operator history: Every version of every metering grid area system operator, the current ones included.';
comment on column public.metering_grid_area_system_operator_history.id is 'Id: Id of this version, for good.';
comment on column public.metering_grid_area_system_operator_history.metering_grid_area_system_operator_id is 'Metering grid area system operator: Id of the metering grid area system operator that this is a version of.';
comment on column public.metering_grid_area_system_operator_history.metering_grid_area_id is 'Metering grid area: The area.';
comment on column public.metering_grid_area_system_operator_history.system_operator_id is 'System operator: The party that runs its grid.';
comment on column public.metering_grid_area_system_operator_history.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.metering_grid_area_system_operator_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.metering_grid_area_system_operator_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.metering_grid_area_system_operator_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.metering_grid_area_system_operator_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.metering_grid_area_system_operator_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index metering_grid_area_system_operator_system_operator_1881455a_idx on public.metering_grid_area_system_operator (system_operator_id, metering_grid_area_id, valid_from);
create index metering_grid_area_system_operator_metering_grid_a_ac286fa2_idx on public.metering_grid_area_system_operator (metering_grid_area_id, valid_from);
create index metering_grid_area_system_operator_valid_from_idx on public.metering_grid_area_system_operator (valid_from);
create index metering_grid_area_system_operator_valid_to_idx on public.metering_grid_area_system_operator (valid_to);
create index metering_grid_area_system_operator_row_version_idx on public.metering_grid_area_system_operator (row_version);
create index metering_grid_area_system_operator_history_meterin_9fe03cbf_idx on public.metering_grid_area_system_operator_history (metering_grid_area_system_operator_id, recorded_at);
create index metering_grid_area_system_operator_history_meterin_0d1b329a_idx on public.metering_grid_area_system_operator_history (metering_grid_area_id);
create index metering_grid_area_system_operator_history_system__4de2c08d_idx on public.metering_grid_area_system_operator_history (system_operator_id);

create or replace function almanac.metering_grid_area_system_operator_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.metering_grid_area_system_operator_history as version
      where version.metering_grid_area_system_operator_id = new.id
    ));
    new.row_version := nextval('public.metering_grid_area_system_operator_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of metering_grid_area_system_operator never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.metering_grid_area_system_operator
  for each row execute function almanac.metering_grid_area_system_operator_stamp();

create or replace function almanac.metering_grid_area_system_operator_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'metering_grid_area_system_operator', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.metering_grid_area_system_operator.create', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('metering_grid_area', 'id', new.metering_grid_area_id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.metering_grid_area_system_operator_history
        (id, metering_grid_area_system_operator_id, metering_grid_area_id, system_operator_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is not distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      values
        ('no.flexibility.metering_grid_area_system_operator.update', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id, array_remove(array[
          case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
          case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.metering_grid_area_system_operator.create', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.metering_grid_area_system_operator.delete', '/metering_grid_area_system_operator/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/metering_grid_area/' || new.metering_grid_area_id);
    end if;
    if (new.metering_grid_area_id, new.system_operator_id, new.valid_from, new.valid_to) is distinct from (old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('metering_grid_area', 'id', new.metering_grid_area_id);
      if new.metering_grid_area_id is distinct from old.metering_grid_area_id then
        insert into almanac.notice_change (resource, field, value)
        values
          ('metering_grid_area', 'id', old.metering_grid_area_id);
      end if;
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.metering_grid_area_system_operator_history
        (id, metering_grid_area_system_operator_id, metering_grid_area_id, system_operator_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.metering_grid_area_id, old.system_operator_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.metering_grid_area_system_operator.delete', '/metering_grid_area_system_operator/' || old.id, instant, identity, almanac.party(), '/metering_grid_area/' || old.metering_grid_area_id);
    end if;
    insert into almanac.notice_change (resource, field, value)
    values
      ('metering_grid_area', 'id', old.metering_grid_area_id);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.metering_grid_area_system_operator
  for each row execute function almanac.metering_grid_area_system_operator_record();

create or replace trigger record_update
  after update on public.metering_grid_area_system_operator
  for each row when (old.* *<> new.*) execute function almanac.metering_grid_area_system_operator_record();

create or replace trigger record_delete
  after delete on public.metering_grid_area_system_operator
  for each row execute function almanac.metering_grid_area_system_operator_record();

create or replace function almanac.metering_grid_area_system_operator_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'metering_grid_area_system_operator', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'metering_grid_area_system_operator', 'id', array_agg(distinct changed.id)
    from (
      (select id, system_operator_id, valid_from, valid_to from new_rows except select id, system_operator_id, valid_from, valid_to from old_rows)
      union all
      (select id, system_operator_id, valid_from, valid_to from old_rows except select id, system_operator_id, valid_from, valid_to from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.metering_grid_area_system_operator
  referencing new table as new_rows
  for each statement execute function almanac.metering_grid_area_system_operator_note_checks();

create or replace trigger note_checks_update
  after update on public.metering_grid_area_system_operator
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.metering_grid_area_system_operator_note_checks();

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
  if room is not null and exists (
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

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

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

create or replace trigger make_room_insert
  before insert on public.metering_grid_area_system_operator
  for each row execute function almanac.metering_grid_area_system_operator_make_room();

create or replace trigger make_room_update
  before update on public.metering_grid_area_system_operator
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.metering_grid_area_id <> old.metering_grid_area_id
  ))
  execute function almanac.metering_grid_area_system_operator_make_room();

-- To undo it:
--   drop table public.metering_grid_area_system_operator_history;
--   drop table public.metering_grid_area_system_operator;
--   drop function almanac.metering_grid_area_system_operator_stamp();
--   drop function almanac.metering_grid_area_system_operator_record();
--   drop function almanac.metering_grid_area_system_operator_note_checks();
--   drop function almanac.metering_grid_area_system_operator_make_room();

-- Step 8 of 122: add the resource party_membership
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.party_membership (
  id bigint generated by default as identity,
  identity_id bigint not null,
  party_id bigint not null,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint party_membership_pkey primary key (id),
  constraint party_membership_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint party_membership_identity_id_party_id_excl exclude using gist (identity_id with =, party_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate
);

create sequence public.party_membership_row_version_seq owned by public.party_membership.row_version;
comment on table public.party_membership is 'Party membership: For which party an identity may act, over time. An identity may be a member of several parties. Its token says for which of them it acts.';
comment on column public.party_membership.id is 'Id: Unique identifier, given by the service.';
comment on column public.party_membership.identity_id is 'Identity: The identity that may act.';
comment on column public.party_membership.party_id is 'Party: The party for which it may act.';
comment on column public.party_membership.valid_from is 'Valid from: Start of validity, inclusive.';
comment on column public.party_membership.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.party_membership.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.party_membership.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.party_membership.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.party_membership.recorded_in is 'Transaction that recorded the current version.';

create table public.party_membership_history (
  id bigint not null,
  party_membership_id bigint not null,
  identity_id bigint,
  party_id bigint,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint party_membership_history_pkey primary key (id)
);

comment on table public.party_membership_history is 'Party membership history: Every version of every party membership, the current ones included.';
comment on column public.party_membership_history.id is 'Id: Id of this version, for good.';
comment on column public.party_membership_history.party_membership_id is 'Party membership: Id of the party membership that this is a version of.';
comment on column public.party_membership_history.identity_id is 'Identity: The identity that may act.';
comment on column public.party_membership_history.party_id is 'Party: The party for which it may act.';
comment on column public.party_membership_history.valid_from is 'Valid from: Start of validity, inclusive.';
comment on column public.party_membership_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.party_membership_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.party_membership_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.party_membership_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.party_membership_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index party_membership_identity_id_party_id_valid_from_idx on public.party_membership (identity_id, party_id, valid_from);
create index party_membership_row_version_idx on public.party_membership (row_version);
create index party_membership_party_id_idx on public.party_membership (party_id);
create index party_membership_history_party_membership_id_recorded_at_idx on public.party_membership_history (party_membership_id, recorded_at);
create index party_membership_history_identity_id_idx on public.party_membership_history (identity_id);
create index party_membership_history_party_id_idx on public.party_membership_history (party_id);

create or replace function almanac.party_membership_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.party_membership_history as version
      where version.party_membership_id = new.id
    ));
    new.row_version := nextval('public.party_membership_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of party_membership never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.identity_id, new.party_id, new.valid_from, new.valid_to) is not distinct from (old.identity_id, old.party_id, old.valid_from, old.valid_to) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.party_membership
  for each row execute function almanac.party_membership_stamp();

create or replace function almanac.party_membership_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'party_membership', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.party_membership.create', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.party_membership_history
        (id, party_membership_id, identity_id, party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.identity_id, old.party_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.identity_id, new.party_id, new.valid_from, new.valid_to) is not distinct from (old.identity_id, old.party_id, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      values
        ('no.flexibility.party_membership.update', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id, array_remove(array[
          case when new.identity_id is distinct from old.identity_id then 'identity_id' end,
          case when new.party_id is distinct from old.party_id then 'party_id' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.party_membership.create', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.party_membership.delete', '/party_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.party_id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.party_membership_history
        (id, party_membership_id, identity_id, party_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.identity_id, old.party_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.party_membership.delete', '/party_membership/' || old.id, instant, identity, almanac.party(), '/party/' || old.party_id);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.party_membership
  for each row execute function almanac.party_membership_record();

create or replace trigger record_update
  after update on public.party_membership
  for each row when (old.* *<> new.*) execute function almanac.party_membership_record();

create or replace trigger record_delete
  after delete on public.party_membership
  for each row execute function almanac.party_membership_record();

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
  if room is not null and exists (
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

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

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

create or replace trigger make_room_insert
  before insert on public.party_membership
  for each row execute function almanac.party_membership_make_room();

create or replace trigger make_room_update
  before update on public.party_membership
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.identity_id <> old.identity_id
    or new.party_id <> old.party_id
  ))
  execute function almanac.party_membership_make_room();

-- To undo it:
--   drop table public.party_membership_history;
--   drop table public.party_membership;
--   drop function almanac.party_membership_stamp();
--   drop function almanac.party_membership_record();
--   drop function almanac.party_membership_make_room();

-- Step 9 of 122: add the resource product_type
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.product_type (
  id bigint generated by default as identity,
  business_id text not null,
  name text not null,
  service text not null,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint product_type_pkey primary key (id),
  constraint product_type_business_id_key unique (business_id) deferrable initially immediate,
  constraint product_type_name_min_length_check check (char_length(name) >= 1),
  constraint product_type_name_max_length_check check (char_length(name) <= 128),
  constraint product_type_service_values_check check (service in ('balancing', 'congestion_management', 'voltage_control'))
);

create sequence public.product_type_row_version_seq owned by public.product_type.row_version;
comment on table public.product_type is 'Product type: A kind of flexibility that system operators buy.';
comment on column public.product_type.id is 'Id: Unique identifier, given by the service.';
comment on column public.product_type.business_id is 'Business identifier: Name of the product in messages.';
comment on column public.product_type.name is 'Name: Name of the product.';
comment on column public.product_type.service is 'Service: The service to which it belongs.';
comment on column public.product_type.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.product_type.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.product_type.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.product_type.recorded_in is 'Transaction that recorded the current version.';

create table public.product_type_history (
  id bigint not null,
  product_type_id bigint not null,
  business_id text,
  name text,
  service text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint product_type_history_pkey primary key (id)
);

comment on table public.product_type_history is 'Product type history: Every version of every product type, the current ones included.';
comment on column public.product_type_history.id is 'Id: Id of this version, for good.';
comment on column public.product_type_history.product_type_id is 'Product type: Id of the product type that this is a version of.';
comment on column public.product_type_history.business_id is 'Business identifier: Name of the product in messages.';
comment on column public.product_type_history.name is 'Name: Name of the product.';
comment on column public.product_type_history.service is 'Service: The service to which it belongs.';
comment on column public.product_type_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.product_type_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.product_type_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.product_type_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index product_type_row_version_idx on public.product_type (row_version);
create index product_type_history_product_type_id_recorded_at_idx on public.product_type_history (product_type_id, recorded_at);

create or replace function almanac.product_type_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.product_type_history as version
      where version.product_type_id = new.id
    ));
    new.row_version := nextval('public.product_type_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of product_type never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.business_id, new.name, new.service) is not distinct from (old.business_id, old.name, old.service) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.product_type
  for each row execute function almanac.product_type_stamp();

create or replace function almanac.product_type_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'product_type', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.product_type.create', '/product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.product_type_history
        (id, product_type_id, business_id, name, service, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.service, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.business_id, new.name, new.service) is not distinct from (old.business_id, old.name, old.service) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.product_type.update', '/product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.name is distinct from old.name then 'name' end,
        case when new.service is distinct from old.service then 'service' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.product_type_history
        (id, product_type_id, business_id, name, service, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.service, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.product_type.delete', '/product_type/' || old.id, instant, identity, almanac.party());
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.product_type
  for each row execute function almanac.product_type_record();

create or replace trigger record_update
  after update on public.product_type
  for each row when (old.* *<> new.*) execute function almanac.product_type_record();

create or replace trigger record_delete
  after delete on public.product_type
  for each row execute function almanac.product_type_record();

create or replace function almanac.product_type_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.product_type as latest
    where latest.id = current_setting('almanac.latest.product_type')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.product_type', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.product_type
  for each row when (coalesce(current_setting('almanac.latest.product_type', true), '') <> '')
  execute function almanac.product_type_latest();

-- To undo it:
--   drop table public.product_type_history;
--   drop table public.product_type;
--   drop function almanac.product_type_stamp();
--   drop function almanac.product_type_record();
--   drop function almanac.product_type_latest();

-- Step 10 of 122: add the resource service_provider_product_application
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.service_provider_product_application (
  id bigint generated by default as identity,
  service_provider_id bigint not null,
  system_operator_id bigint not null,
  product_type_id bigint not null,
  status text not null default 'requested',
  notes text,
  qualified_at timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint service_provider_product_application_pkey primary key (id),
  constraint service_provider_product_application_service_provi_19b168c5_key unique (service_provider_id, system_operator_id, product_type_id) deferrable initially immediate,
  constraint service_provider_product_application_status_values_check check (status in ('requested', 'in_assessment', 'qualified', 'rejected')),
  constraint service_provider_product_application_notes_max_length_check check (char_length(notes) <= 1024)
);

create sequence public.service_provider_product_application_row_version_seq owned by public.service_provider_product_application.row_version;
comment on table public.service_provider_product_application is 'Service provider product application: A service provider''s application to sell a product to a system operator. A qualified provider may apply with its groups.';
comment on column public.service_provider_product_application.id is 'Id: Unique identifier, given by the service.';
comment on column public.service_provider_product_application.service_provider_id is 'Service provider: The party that applies.';
comment on column public.service_provider_product_application.system_operator_id is 'System operator: The party that buys.';
comment on column public.service_provider_product_application.product_type_id is 'Product type: The product.';
comment on column public.service_provider_product_application.status is 'Status: How far the system operator has come.';
comment on column public.service_provider_product_application.notes is 'Notes: What the system operator found.';
comment on column public.service_provider_product_application.qualified_at is 'Qualified at: When the provider was last qualified.';
comment on column public.service_provider_product_application.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.service_provider_product_application.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.service_provider_product_application.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.service_provider_product_application.recorded_in is 'Transaction that recorded the current version.';

create table public.service_provider_product_application_history (
  id bigint not null,
  service_provider_product_application_id bigint not null,
  service_provider_id bigint,
  system_operator_id bigint,
  product_type_id bigint,
  status text,
  notes text,
  qualified_at timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint service_provider_product_application_history_pkey primary key (id)
);

comment on table public.service_provider_product_application_history is 'Service provider product application history: Every version of every service provider product application, the current ones included.';
comment on column public.service_provider_product_application_history.id is 'Id: Id of this version, for good.';
comment on column public.service_provider_product_application_history.service_provider_product_application_id is 'Service provider product application: Id of the service provider product application that this is a version of.';
comment on column public.service_provider_product_application_history.service_provider_id is 'Service provider: The party that applies.';
comment on column public.service_provider_product_application_history.system_operator_id is 'System operator: The party that buys.';
comment on column public.service_provider_product_application_history.product_type_id is 'Product type: The product.';
comment on column public.service_provider_product_application_history.status is 'Status: How far the system operator has come.';
comment on column public.service_provider_product_application_history.notes is 'Notes: What the system operator found.';
comment on column public.service_provider_product_application_history.qualified_at is 'Qualified at: When the provider was last qualified.';
comment on column public.service_provider_product_application_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.service_provider_product_application_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.service_provider_product_application_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.service_provider_product_application_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index service_provider_product_application_row_version_idx on public.service_provider_product_application (row_version);
create index service_provider_product_application_system_operator_id_idx on public.service_provider_product_application (system_operator_id);
create index service_provider_product_application_product_type_id_idx on public.service_provider_product_application (product_type_id);
create index service_provider_product_application_history_servi_714d5de0_idx on public.service_provider_product_application_history (service_provider_product_application_id, recorded_at);
create index service_provider_product_application_history_servi_be2291fe_idx on public.service_provider_product_application_history (service_provider_id);
create index service_provider_product_application_history_syste_c8ae162b_idx on public.service_provider_product_application_history (system_operator_id);
create index service_provider_product_application_history_produ_001b912e_idx on public.service_provider_product_application_history (product_type_id);

create or replace function almanac.service_provider_product_application_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.service_provider_product_application_history as version
      where version.service_provider_product_application_id = new.id
    ));
    new.row_version := nextval('public.service_provider_product_application_row_version_seq');
    if (new.status = 'qualified') is true then
      new.qualified_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of service_provider_product_application never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
      return old;
    end if;
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

create or replace trigger stamp
  before insert or update on public.service_provider_product_application
  for each row execute function almanac.service_provider_product_application_stamp();

create or replace function almanac.service_provider_product_application_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'service_provider_product_application', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.service_provider_product_application.create', '/service_provider_product_application/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.service_provider_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('service_provider_product_application', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.service_provider_product_application_history
        (id, service_provider_product_application_id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.service_provider_id, new.system_operator_id, new.product_type_id, new.status, new.notes, new.qualified_at) is not distinct from (old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.service_provider_product_application.update', '/service_provider_product_application/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.service_provider_id, array_remove(array[
        case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
        case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
        case when new.product_type_id is distinct from old.product_type_id then 'product_type_id' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.notes is distinct from old.notes then 'notes' end,
        case when new.qualified_at is distinct from old.qualified_at then 'qualified_at' end
      ], null));
    if (new.status, new.service_provider_id, new.product_type_id, new.system_operator_id) is distinct from (old.status, old.service_provider_id, old.product_type_id, old.system_operator_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('service_provider_product_application', 'id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.service_provider_product_application_history
        (id, service_provider_product_application_id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.service_provider_id, old.system_operator_id, old.product_type_id, old.status, old.notes, old.qualified_at, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.service_provider_product_application.delete', '/service_provider_product_application/' || old.id, instant, identity, almanac.party(), '/party/' || old.service_provider_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('service_provider_product_application', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.service_provider_product_application
  for each row execute function almanac.service_provider_product_application_record();

create or replace trigger record_update
  after update on public.service_provider_product_application
  for each row when (old.* *<> new.*) execute function almanac.service_provider_product_application_record();

create or replace trigger record_delete
  after delete on public.service_provider_product_application
  for each row execute function almanac.service_provider_product_application_record();

create or replace function almanac.service_provider_product_application_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.service_provider_product_application as latest
    where latest.id = current_setting('almanac.latest.service_provider_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.service_provider_product_application', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.service_provider_product_application
  for each row when (coalesce(current_setting('almanac.latest.service_provider_product_application', true), '') <> '')
  execute function almanac.service_provider_product_application_latest();

create or replace function almanac.service_provider_product_application_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_provider_product_application', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_provider_product_application', 'id', array_agg(distinct changed.id)
    from (
      (select id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by from new_rows except select id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by from old_rows)
      union all
      (select id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by from old_rows except select id, service_provider_id, system_operator_id, product_type_id, status, notes, qualified_at, recorded_at, recorded_by from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.service_provider_product_application
  referencing new table as new_rows
  for each statement execute function almanac.service_provider_product_application_note_checks();

create or replace trigger note_checks_update
  after update on public.service_provider_product_application
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.service_provider_product_application_note_checks();

create or replace function almanac.service_provider_product_application_rule_1_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    values (pg_current_xact_id(), 'service_provider_product_application', 'asked of service_provider_product_application_rule_1_check', array[new.id]);
  end if;
  return null;
end
$$;

create or replace trigger rule_1_check_insert
  after insert on public.service_provider_product_application
  for each row execute function almanac.service_provider_product_application_rule_1_check();

-- To undo it:
--   drop table public.service_provider_product_application_history;
--   drop table public.service_provider_product_application;
--   drop function almanac.service_provider_product_application_stamp();
--   drop function almanac.service_provider_product_application_record();
--   drop function almanac.service_provider_product_application_latest();
--   drop function almanac.service_provider_product_application_note_checks();
--   drop function almanac.service_provider_product_application_rule_1_check();

-- Step 11 of 122: add the resource service_providing_group
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.service_providing_group (
  id bigint generated by default as identity,
  name text not null,
  service_provider_id bigint not null,
  bidding_zone_id bigint not null,
  status text not null default 'new',
  additional_information text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint service_providing_group_pkey primary key (id),
  constraint service_providing_group_service_provider_id_name_key unique (service_provider_id, name) deferrable initially immediate,
  constraint service_providing_group_name_min_length_check check (char_length(name) >= 1),
  constraint service_providing_group_name_max_length_check check (char_length(name) <= 128),
  constraint service_providing_group_status_values_check check (status in ('new', 'active', 'inactive', 'terminated')),
  constraint service_providing_group_additional_information_max_length_check check (char_length(additional_information) <= 65536)
);

create sequence public.service_providing_group_row_version_seq owned by public.service_providing_group.row_version;
comment on table public.service_providing_group is 'Service providing group: Controllable units that a service provider offers together, in one bidding zone.';
comment on column public.service_providing_group.id is 'Id: Unique identifier, given by the service.';
comment on column public.service_providing_group.name is 'Name: Name of the group.';
comment on column public.service_providing_group.service_provider_id is 'Service provider: The party that offers the units.';
comment on column public.service_providing_group.bidding_zone_id is 'Bidding zone: The zone in which its units are settled.';
comment on column public.service_providing_group.status is 'Status: Where the group is in its life. Only an active group is offered.';
comment on column public.service_providing_group.additional_information is 'Additional information: Anything else worth knowing about the group.';
comment on column public.service_providing_group.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.service_providing_group.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.service_providing_group.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.service_providing_group.recorded_in is 'Transaction that recorded the current version.';

create table public.service_providing_group_history (
  id bigint not null,
  service_providing_group_id bigint not null,
  name text,
  service_provider_id bigint,
  bidding_zone_id bigint,
  status text,
  additional_information text,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint service_providing_group_history_pkey primary key (id)
);

comment on table public.service_providing_group_history is 'Service providing group history: Every version of every service providing group, the current ones included.';
comment on column public.service_providing_group_history.id is 'Id: Id of this version, for good.';
comment on column public.service_providing_group_history.service_providing_group_id is 'Service providing group: Id of the service providing group that this is a version of.';
comment on column public.service_providing_group_history.name is 'Name: Name of the group.';
comment on column public.service_providing_group_history.service_provider_id is 'Service provider: The party that offers the units.';
comment on column public.service_providing_group_history.bidding_zone_id is 'Bidding zone: The zone in which its units are settled.';
comment on column public.service_providing_group_history.status is 'Status: Where the group is in its life. Only an active group is offered.';
comment on column public.service_providing_group_history.additional_information is 'Additional information: Anything else worth knowing about the group.';
comment on column public.service_providing_group_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.service_providing_group_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.service_providing_group_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.service_providing_group_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index service_providing_group_service_provider_id_id_idx on public.service_providing_group (service_provider_id, id);
create index service_providing_group_row_version_idx on public.service_providing_group (row_version);
create index service_providing_group_bidding_zone_id_idx on public.service_providing_group (bidding_zone_id);
create index service_providing_group_history_service_providing__f8bbe299_idx on public.service_providing_group_history (service_providing_group_id, recorded_at);
create index service_providing_group_history_service_provider_id_idx on public.service_providing_group_history (service_provider_id);
create index service_providing_group_history_bidding_zone_id_idx on public.service_providing_group_history (bidding_zone_id);

create or replace function almanac.service_providing_group_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.service_providing_group_history as version
      where version.service_providing_group_id = new.id
    ));
    new.row_version := nextval('public.service_providing_group_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of service_providing_group never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.name, new.service_provider_id, new.bidding_zone_id, new.status, new.additional_information) is not distinct from (old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information) then
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('new', 'active'), ('new', 'terminated'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
        raise exception 'status of service_providing_group does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'service_providing_group_status_transition_check';
      end if;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.service_providing_group
  for each row execute function almanac.service_providing_group_stamp();

create or replace function almanac.service_providing_group_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'service_providing_group', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.service_providing_group.create', '/service_providing_group/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.service_providing_group_history
        (id, service_providing_group_id, name, service_provider_id, bidding_zone_id, status, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.name, new.service_provider_id, new.bidding_zone_id, new.status, new.additional_information) is not distinct from (old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.service_providing_group.update', '/service_providing_group/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
        case when new.name is distinct from old.name then 'name' end,
        case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
        case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.additional_information is distinct from old.additional_information then 'additional_information' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.service_providing_group_history
        (id, service_providing_group_id, name, service_provider_id, bidding_zone_id, status, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.name, old.service_provider_id, old.bidding_zone_id, old.status, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.service_providing_group.delete', '/service_providing_group/' || old.id, instant, identity, almanac.party());
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.service_providing_group
  for each row execute function almanac.service_providing_group_record();

create or replace trigger record_update
  after update on public.service_providing_group
  for each row when (old.* *<> new.*) execute function almanac.service_providing_group_record();

create or replace trigger record_delete
  after delete on public.service_providing_group
  for each row execute function almanac.service_providing_group_record();

create or replace function almanac.service_providing_group_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.service_providing_group as latest
    where latest.id = current_setting('almanac.latest.service_providing_group')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.service_providing_group', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.service_providing_group
  for each row when (coalesce(current_setting('almanac.latest.service_providing_group', true), '') <> '')
  execute function almanac.service_providing_group_latest();

create or replace function almanac.service_providing_group_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group', 'id', array_agg(distinct changed.id)
    from (
      (select id, service_provider_id, name, bidding_zone_id, status, additional_information, recorded_at, recorded_by from new_rows except select id, service_provider_id, name, bidding_zone_id, status, additional_information, recorded_at, recorded_by from old_rows)
      union all
      (select id, service_provider_id, name, bidding_zone_id, status, additional_information, recorded_at, recorded_by from old_rows except select id, service_provider_id, name, bidding_zone_id, status, additional_information, recorded_at, recorded_by from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group_membership', 'service_providing_group_id', array_agg(distinct changed.id)
    from (
      (select id, status from new_rows except select id, status from old_rows)
      union all
      (select id, status from old_rows except select id, status from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.service_providing_group
  referencing new table as new_rows
  for each statement execute function almanac.service_providing_group_note_checks();

create or replace trigger note_checks_update
  after update on public.service_providing_group
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.service_providing_group_note_checks();

create or replace function almanac.service_providing_group_rule_1_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    values (pg_current_xact_id(), 'service_providing_group', 'asked of service_providing_group_rule_1_check', array[new.id]);
  end if;
  return null;
end
$$;

create or replace trigger rule_1_check_insert
  after insert on public.service_providing_group
  for each row execute function almanac.service_providing_group_rule_1_check();

create or replace function almanac.service_providing_group_rule_2_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    if (new.status = 'active') is true then
      insert into almanac.check_due (recorded_in, resource, field, ids)
      values (pg_current_xact_id(), 'service_providing_group', 'asked of service_providing_group_rule_2_check', array[new.id]);
    end if;
  elsif tg_op = 'UPDATE' then
    if (old.status <> 'active') is true and (new.status = 'active') is true then
      insert into almanac.check_due (recorded_in, resource, field, ids)
      values (pg_current_xact_id(), 'service_providing_group', 'asked of service_providing_group_rule_2_check', array[new.id]);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger rule_2_check_insert
  after insert on public.service_providing_group
  for each row execute function almanac.service_providing_group_rule_2_check();

create or replace trigger rule_2_check_update
  after update on public.service_providing_group
  for each row when (old.* *<> new.*) execute function almanac.service_providing_group_rule_2_check();

-- To undo it:
--   drop table public.service_providing_group_history;
--   drop table public.service_providing_group;
--   drop function almanac.service_providing_group_stamp();
--   drop function almanac.service_providing_group_record();
--   drop function almanac.service_providing_group_latest();
--   drop function almanac.service_providing_group_note_checks();
--   drop function almanac.service_providing_group_rule_1_check();
--   drop function almanac.service_providing_group_rule_2_check();

-- Step 12 of 122: add the resource service_providing_group_grid_prequalification
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.service_providing_group_grid_prequalification (
  id bigint generated by default as identity,
  service_providing_group_id bigint not null,
  impacted_system_operator_id bigint not null,
  status text not null default 'requested',
  notes text,
  prequalified_at timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint service_providing_group_grid_prequalification_pkey primary key (id),
  constraint service_providing_group_grid_prequalification_serv_5155b119_key unique (service_providing_group_id, impacted_system_operator_id) deferrable initially immediate,
  constraint service_providing_group_grid_prequalification_st_061a378f_check check (status in ('requested', 'in_progress', 'approved', 'conditionally_approved', 'rejected')),
  constraint service_providing_group_grid_prequalification_no_02553216_check check (char_length(notes) <= 1024)
);

create sequence public.service_providing_group_grid_prequalification_row_version_seq owned by public.service_providing_group_grid_prequalification.row_version;
comment on table public.service_providing_group_grid_prequalification is 'Service providing group grid prequalification: A system operator''s judgement whether its grid can bear that the units of a group act together.';
comment on column public.service_providing_group_grid_prequalification.id is 'Id: Unique identifier, given by the service.';
comment on column public.service_providing_group_grid_prequalification.service_providing_group_id is 'Service providing group: The group.';
comment on column public.service_providing_group_grid_prequalification.impacted_system_operator_id is 'Impacted system operator: The party whose grid the group impacts.';
comment on column public.service_providing_group_grid_prequalification.status is 'Status: How far the system operator has come.';
comment on column public.service_providing_group_grid_prequalification.notes is 'Notes: What the system operator found, and its conditions.';
comment on column public.service_providing_group_grid_prequalification.prequalified_at is 'Prequalified at: When the group was last approved.';
comment on column public.service_providing_group_grid_prequalification.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.service_providing_group_grid_prequalification.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.service_providing_group_grid_prequalification.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.service_providing_group_grid_prequalification.recorded_in is 'Transaction that recorded the current version.';

create table public.service_providing_group_grid_prequalification_history (
  id bigint not null,
  service_providing_group_grid_prequalification_id bigint not null,
  service_providing_group_id bigint,
  impacted_system_operator_id bigint,
  status text,
  notes text,
  prequalified_at timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint service_providing_group_grid_prequalification_history_pkey primary key (id)
);

comment on table public.service_providing_group_grid_prequalification_history is 'Service providing group grid prequalification history: Every version of every service providing group grid prequalification, the current ones included.';
comment on column public.service_providing_group_grid_prequalification_history.id is 'Id: Id of this version, for good.';
comment on column public.service_providing_group_grid_prequalification_history.service_providing_group_grid_prequalification_id is 'Service providing group grid prequalification: Id of the service providing group grid prequalification that this is a version of.';
comment on column public.service_providing_group_grid_prequalification_history.service_providing_group_id is 'Service providing group: The group.';
comment on column public.service_providing_group_grid_prequalification_history.impacted_system_operator_id is 'Impacted system operator: The party whose grid the group impacts.';
comment on column public.service_providing_group_grid_prequalification_history.status is 'Status: How far the system operator has come.';
comment on column public.service_providing_group_grid_prequalification_history.notes is 'Notes: What the system operator found, and its conditions.';
comment on column public.service_providing_group_grid_prequalification_history.prequalified_at is 'Prequalified at: When the group was last approved.';
comment on column public.service_providing_group_grid_prequalification_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.service_providing_group_grid_prequalification_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.service_providing_group_grid_prequalification_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.service_providing_group_grid_prequalification_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index service_providing_group_grid_prequalification_impa_7f229349_idx on public.service_providing_group_grid_prequalification (impacted_system_operator_id, service_providing_group_id);
create index service_providing_group_grid_prequalification_row_version_idx on public.service_providing_group_grid_prequalification (row_version);
create index service_providing_group_grid_prequalification_hist_ab97e37d_idx on public.service_providing_group_grid_prequalification_history (service_providing_group_grid_prequalification_id, recorded_at);
create index service_providing_group_grid_prequalification_hist_c6e66b7d_idx on public.service_providing_group_grid_prequalification_history (service_providing_group_id);
create index service_providing_group_grid_prequalification_hist_ae1ba2fb_idx on public.service_providing_group_grid_prequalification_history (impacted_system_operator_id);

create or replace function almanac.service_providing_group_grid_prequalification_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.service_providing_group_grid_prequalification_history as version
      where version.service_providing_group_grid_prequalification_id = new.id
    ));
    new.row_version := nextval('public.service_providing_group_grid_prequalification_row_version_seq');
    if (new.status = any (array['approved', 'conditionally_approved']::text[])) is true then
      new.prequalified_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of service_providing_group_grid_prequalification never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
      return old;
    end if;
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

create or replace trigger stamp
  before insert or update on public.service_providing_group_grid_prequalification
  for each row execute function almanac.service_providing_group_grid_prequalification_stamp();

create or replace function almanac.service_providing_group_grid_prequalification_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'service_providing_group_grid_prequalification', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.service_providing_group_grid_prequalification.create', '/service_providing_group_grid_prequalification/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('service_providing_group_grid_prequalification', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.service_providing_group_grid_prequalification_history
        (id, service_providing_group_grid_prequalification_id, service_providing_group_id, impacted_system_operator_id, status, notes, prequalified_at, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.service_providing_group_id, new.impacted_system_operator_id, new.status, new.notes, new.prequalified_at) is not distinct from (old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.service_providing_group_grid_prequalification.update', '/service_providing_group_grid_prequalification/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id, array_remove(array[
        case when new.service_providing_group_id is distinct from old.service_providing_group_id then 'service_providing_group_id' end,
        case when new.impacted_system_operator_id is distinct from old.impacted_system_operator_id then 'impacted_system_operator_id' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.notes is distinct from old.notes then 'notes' end,
        case when new.prequalified_at is distinct from old.prequalified_at then 'prequalified_at' end
      ], null));
    if (new.status, new.service_providing_group_id, new.impacted_system_operator_id) is distinct from (old.status, old.service_providing_group_id, old.impacted_system_operator_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('service_providing_group_grid_prequalification', 'id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.service_providing_group_grid_prequalification_history
        (id, service_providing_group_grid_prequalification_id, service_providing_group_id, impacted_system_operator_id, status, notes, prequalified_at, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.service_providing_group_id, old.impacted_system_operator_id, old.status, old.notes, old.prequalified_at, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.service_providing_group_grid_prequalification.delete', '/service_providing_group_grid_prequalification/' || old.id, instant, identity, almanac.party(), '/service_providing_group/' || old.service_providing_group_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('service_providing_group_grid_prequalification', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.service_providing_group_grid_prequalification
  for each row execute function almanac.service_providing_group_grid_prequalification_record();

create or replace trigger record_update
  after update on public.service_providing_group_grid_prequalification
  for each row when (old.* *<> new.*) execute function almanac.service_providing_group_grid_prequalification_record();

create or replace trigger record_delete
  after delete on public.service_providing_group_grid_prequalification
  for each row execute function almanac.service_providing_group_grid_prequalification_record();

create or replace function almanac.service_providing_group_grid_prequalification_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.service_providing_group_grid_prequalification as latest
    where latest.id = current_setting('almanac.latest.service_providing_group_grid_prequalification')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.service_providing_group_grid_prequalification', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.service_providing_group_grid_prequalification
  for each row when (coalesce(current_setting('almanac.latest.service_providing_group_grid_prequalification', true), '') <> '')
  execute function almanac.service_providing_group_grid_prequalification_latest();

create or replace function almanac.service_providing_group_grid_prequalification_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group_grid_prequalification', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group_product_application', 'service_providing_group_id', array_agg(distinct changed.service_providing_group_id)
    from new_rows as changed
    where changed.service_providing_group_id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group_grid_prequalification', 'id', array_agg(distinct changed.id)
    from (
      (select id, impacted_system_operator_id from new_rows except select id, impacted_system_operator_id from old_rows)
      union all
      (select id, impacted_system_operator_id from old_rows except select id, impacted_system_operator_id from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group_product_application', 'service_providing_group_id', array_agg(distinct changed.service_providing_group_id)
    from (
      (select id, service_providing_group_id, status from new_rows except select id, service_providing_group_id, status from old_rows)
      union all
      (select id, service_providing_group_id, status from old_rows except select id, service_providing_group_id, status from new_rows)
    ) as changed
    where changed.service_providing_group_id is not null
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group_product_application', 'service_providing_group_id', array_agg(distinct changed.service_providing_group_id)
    from old_rows as changed
    where changed.service_providing_group_id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.service_providing_group_grid_prequalification
  referencing new table as new_rows
  for each statement execute function almanac.service_providing_group_grid_prequalification_note_checks();

create or replace trigger note_checks_update
  after update on public.service_providing_group_grid_prequalification
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.service_providing_group_grid_prequalification_note_checks();

create or replace trigger note_checks_delete
  after delete on public.service_providing_group_grid_prequalification
  referencing old table as old_rows
  for each statement execute function almanac.service_providing_group_grid_prequalification_note_checks();

-- To undo it:
--   drop table public.service_providing_group_grid_prequalification_history;
--   drop table public.service_providing_group_grid_prequalification;
--   drop function almanac.service_providing_group_grid_prequalification_stamp();
--   drop function almanac.service_providing_group_grid_prequalification_record();
--   drop function almanac.service_providing_group_grid_prequalification_latest();
--   drop function almanac.service_providing_group_grid_prequalification_note_checks();

-- Step 13 of 122: add the resource service_providing_group_membership
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.service_providing_group_membership (
  id bigint generated by default as identity,
  controllable_unit_id bigint not null,
  service_providing_group_id bigint not null,
  service_provider_id bigint not null,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint service_providing_group_membership_pkey primary key (id),
  constraint service_providing_group_membership_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint service_providing_group_membership_controllable_unit_id_excl exclude using gist (controllable_unit_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate,
  constraint service_providing_group_membership_valid_from_align_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from),
  constraint service_providing_group_membership_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)
);

create sequence public.service_providing_group_membership_row_version_seq owned by public.service_providing_group_membership.row_version;
comment on table public.service_providing_group_membership is 'Service providing group membership: Which units are in a service providing group, over time. A unit is in one group at a time.';
comment on column public.service_providing_group_membership.id is 'Id: Unique identifier, given by the service.';
comment on column public.service_providing_group_membership.controllable_unit_id is 'Controllable unit: The unit.';
comment on column public.service_providing_group_membership.service_providing_group_id is 'Service providing group: The group of which it is a part.';
comment on column public.service_providing_group_membership.service_provider_id is 'Service provider: The party that offers the group.';
comment on column public.service_providing_group_membership.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.service_providing_group_membership.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.service_providing_group_membership.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.service_providing_group_membership.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.service_providing_group_membership.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.service_providing_group_membership.recorded_in is 'Transaction that recorded the current version.';

create table public.service_providing_group_membership_history (
  id bigint not null,
  service_providing_group_membership_id bigint not null,
  controllable_unit_id bigint,
  service_providing_group_id bigint,
  service_provider_id bigint,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint service_providing_group_membership_history_pkey primary key (id)
);

comment on table public.service_providing_group_membership_history is 'Service providing group membership history: Every version of every service providing group membership, the current ones included.';
comment on column public.service_providing_group_membership_history.id is 'Id: Id of this version, for good.';
comment on column public.service_providing_group_membership_history.service_providing_group_membership_id is 'Service providing group membership: Id of the service providing group membership that this is a version of.';
comment on column public.service_providing_group_membership_history.controllable_unit_id is 'Controllable unit: The unit.';
comment on column public.service_providing_group_membership_history.service_providing_group_id is 'Service providing group: The group of which it is a part.';
comment on column public.service_providing_group_membership_history.service_provider_id is 'Service provider: The party that offers the group.';
comment on column public.service_providing_group_membership_history.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.service_providing_group_membership_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.service_providing_group_membership_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.service_providing_group_membership_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.service_providing_group_membership_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.service_providing_group_membership_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index service_providing_group_membership_controllable_un_2bd79a70_idx on public.service_providing_group_membership (controllable_unit_id, valid_from);
create index service_providing_group_membership_valid_from_idx on public.service_providing_group_membership (valid_from);
create index service_providing_group_membership_valid_to_idx on public.service_providing_group_membership (valid_to);
create index service_providing_group_membership_row_version_idx on public.service_providing_group_membership (row_version);
create index service_providing_group_membership_service_providi_ff75d19d_idx on public.service_providing_group_membership (service_providing_group_id);
create index service_providing_group_membership_service_provider_id_idx on public.service_providing_group_membership (service_provider_id);
create index service_providing_group_membership_history_service_c78aafcd_idx on public.service_providing_group_membership_history (service_providing_group_membership_id, recorded_at);
create index service_providing_group_membership_history_control_911f128f_idx on public.service_providing_group_membership_history (controllable_unit_id);
create index service_providing_group_membership_history_service_8c5eaa1e_idx on public.service_providing_group_membership_history (service_providing_group_id);
create index service_providing_group_membership_history_service_0ebf6912_idx on public.service_providing_group_membership_history (service_provider_id);

create or replace function almanac.service_providing_group_membership_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.service_providing_group_membership_history as version
      where version.service_providing_group_membership_id = new.id
    ));
    new.row_version := nextval('public.service_providing_group_membership_row_version_seq');
    new.service_provider_id := (select own_1.service_provider_id from public.service_providing_group as own_1 where own_1.id = new.service_providing_group_id);
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of service_providing_group_membership never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
      return old;
    end if;
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

create or replace trigger stamp
  before insert or update on public.service_providing_group_membership
  for each row execute function almanac.service_providing_group_membership_stamp();

create or replace function almanac.service_providing_group_membership_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'service_providing_group_membership', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.service_providing_group_membership.create', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('service_providing_group_membership', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.service_providing_group_membership_history
        (id, service_providing_group_membership_id, controllable_unit_id, service_providing_group_id, service_provider_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.controllable_unit_id, new.service_providing_group_id, new.service_provider_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      values
        ('no.flexibility.service_providing_group_membership.update', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id, array_remove(array[
          case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
          case when new.service_providing_group_id is distinct from old.service_providing_group_id then 'service_providing_group_id' end,
          case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.service_providing_group_membership.create', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.service_providing_group_membership.delete', '/service_providing_group_membership/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
    end if;
    if (new.valid_from, new.valid_to, new.controllable_unit_id, new.service_provider_id) is distinct from (old.valid_from, old.valid_to, old.controllable_unit_id, old.service_provider_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('service_providing_group_membership', 'id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.service_providing_group_membership_history
        (id, service_providing_group_membership_id, controllable_unit_id, service_providing_group_id, service_provider_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.service_providing_group_id, old.service_provider_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.service_providing_group_membership.delete', '/service_providing_group_membership/' || old.id, instant, identity, almanac.party(), '/service_providing_group/' || old.service_providing_group_id);
    end if;
    insert into almanac.notice_change (resource, field, value)
    values
      ('service_providing_group_membership', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.service_providing_group_membership
  for each row execute function almanac.service_providing_group_membership_record();

create or replace trigger record_update
  after update on public.service_providing_group_membership
  for each row when (old.* *<> new.*) execute function almanac.service_providing_group_membership_record();

create or replace trigger record_delete
  after delete on public.service_providing_group_membership
  for each row execute function almanac.service_providing_group_membership_record();

create or replace function almanac.service_providing_group_membership_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group', 'id', array_agg(distinct changed.service_providing_group_id)
    from new_rows as changed
    where changed.service_providing_group_id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group_membership', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group', 'id', array_agg(distinct changed.service_providing_group_id)
    from (
      (select id, service_providing_group_id, valid_from, valid_to from new_rows except select id, service_providing_group_id, valid_from, valid_to from old_rows)
      union all
      (select id, service_providing_group_id, valid_from, valid_to from old_rows except select id, service_providing_group_id, valid_from, valid_to from new_rows)
    ) as changed
    where changed.service_providing_group_id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group_membership', 'id', array_agg(distinct changed.id)
    from (
      (select id, service_providing_group_id, valid_from, valid_to, controllable_unit_id, service_provider_id, recorded_at, recorded_by from new_rows except select id, service_providing_group_id, valid_from, valid_to, controllable_unit_id, service_provider_id, recorded_at, recorded_by from old_rows)
      union all
      (select id, service_providing_group_id, valid_from, valid_to, controllable_unit_id, service_provider_id, recorded_at, recorded_by from old_rows except select id, service_providing_group_id, valid_from, valid_to, controllable_unit_id, service_provider_id, recorded_at, recorded_by from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group', 'id', array_agg(distinct changed.service_providing_group_id)
    from old_rows as changed
    where changed.service_providing_group_id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.service_providing_group_membership
  referencing new table as new_rows
  for each statement execute function almanac.service_providing_group_membership_note_checks();

create or replace trigger note_checks_update
  after update on public.service_providing_group_membership
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.service_providing_group_membership_note_checks();

create or replace trigger note_checks_delete
  after delete on public.service_providing_group_membership
  referencing old table as old_rows
  for each statement execute function almanac.service_providing_group_membership_note_checks();

create or replace function almanac.service_providing_group_membership_rule_1_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    values (pg_current_xact_id(), 'service_providing_group_membership', 'asked of service_providing_group_membership_rule_1_check', array[new.id]);
  elsif tg_op = 'UPDATE' then
    if old.valid_from is null and new.valid_from is not null then
      insert into almanac.check_due (recorded_in, resource, field, ids)
      values (pg_current_xact_id(), 'service_providing_group_membership', 'asked of service_providing_group_membership_rule_1_check', array[new.id]);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger rule_1_check_insert
  after insert on public.service_providing_group_membership
  for each row when (not almanac.is_making_room('almanac.service_providing_group_membership_make_room()'))
  execute function almanac.service_providing_group_membership_rule_1_check();

create or replace trigger rule_1_check_update
  after update on public.service_providing_group_membership
  for each row when (old.* *<> new.* and not almanac.is_making_room('almanac.service_providing_group_membership_make_room()'))
  execute function almanac.service_providing_group_membership_rule_1_check();

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
  if room is not null and exists (
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

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

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

create or replace trigger make_room_insert
  before insert on public.service_providing_group_membership
  for each row execute function almanac.service_providing_group_membership_make_room();

create or replace trigger make_room_update
  before update on public.service_providing_group_membership
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.controllable_unit_id <> old.controllable_unit_id
  ))
  execute function almanac.service_providing_group_membership_make_room();

-- To undo it:
--   drop table public.service_providing_group_membership_history;
--   drop table public.service_providing_group_membership;
--   drop function almanac.service_providing_group_membership_stamp();
--   drop function almanac.service_providing_group_membership_record();
--   drop function almanac.service_providing_group_membership_note_checks();
--   drop function almanac.service_providing_group_membership_rule_1_check();
--   drop function almanac.service_providing_group_membership_make_room();

-- Step 14 of 122: add the resource service_providing_group_product_application
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.service_providing_group_product_application (
  id bigint generated by default as identity,
  service_providing_group_id bigint not null,
  procuring_system_operator_id bigint not null,
  product_type_id bigint not null,
  maximum_active_power numeric(9, 3) not null,
  status text not null default 'requested',
  notes text,
  qualified_at timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint service_providing_group_product_application_pkey primary key (id),
  constraint service_providing_group_product_application_servic_478f8abe_key unique (service_providing_group_id, procuring_system_operator_id, product_type_id) deferrable initially immediate,
  constraint service_providing_group_product_application_maxi_4bc16d7a_check check (maximum_active_power >= 0),
  constraint service_providing_group_product_application_status_values_check check (status in ('requested', 'in_verification', 'qualified', 'rejected')),
  constraint service_providing_group_product_application_note_a5cf25e2_check check (char_length(notes) <= 1024)
);

create sequence public.service_providing_group_product_application_row_version_seq owned by public.service_providing_group_product_application.row_version;
comment on table public.service_providing_group_product_application is 'Service providing group product application: A service provider''s application to sell a product to a system operator with one of its groups.';
comment on column public.service_providing_group_product_application.id is 'Id: Unique identifier, given by the service.';
comment on column public.service_providing_group_product_application.service_providing_group_id is 'Service providing group: The group.';
comment on column public.service_providing_group_product_application.procuring_system_operator_id is 'Procuring system operator: The party that buys.';
comment on column public.service_providing_group_product_application.product_type_id is 'Product type: The product.';
comment on column public.service_providing_group_product_application.maximum_active_power is 'Maximum active power: The most active power that the group offers in kW.';
comment on column public.service_providing_group_product_application.status is 'Status: How far the system operator has come.';
comment on column public.service_providing_group_product_application.notes is 'Notes: What the system operator found.';
comment on column public.service_providing_group_product_application.qualified_at is 'Qualified at: When the group was last qualified.';
comment on column public.service_providing_group_product_application.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.service_providing_group_product_application.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.service_providing_group_product_application.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.service_providing_group_product_application.recorded_in is 'Transaction that recorded the current version.';

create table public.service_providing_group_product_application_history (
  id bigint not null,
  service_providing_group_product_application_id bigint not null,
  service_providing_group_id bigint,
  procuring_system_operator_id bigint,
  product_type_id bigint,
  maximum_active_power numeric(9, 3),
  status text,
  notes text,
  qualified_at timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint service_providing_group_product_application_history_pkey primary key (id)
);

comment on table public.service_providing_group_product_application_history is 'Service providing group product application history: Every version of every service providing group product application, the current ones included.';
comment on column public.service_providing_group_product_application_history.id is 'Id: Id of this version, for good.';
comment on column public.service_providing_group_product_application_history.service_providing_group_product_application_id is 'Service providing group product application: Id of the service providing group product application that this is a version of.';
comment on column public.service_providing_group_product_application_history.service_providing_group_id is 'Service providing group: The group.';
comment on column public.service_providing_group_product_application_history.procuring_system_operator_id is 'Procuring system operator: The party that buys.';
comment on column public.service_providing_group_product_application_history.product_type_id is 'Product type: The product.';
comment on column public.service_providing_group_product_application_history.maximum_active_power is 'Maximum active power: The most active power that the group offers in kW.';
comment on column public.service_providing_group_product_application_history.status is 'Status: How far the system operator has come.';
comment on column public.service_providing_group_product_application_history.notes is 'Notes: What the system operator found.';
comment on column public.service_providing_group_product_application_history.qualified_at is 'Qualified at: When the group was last qualified.';
comment on column public.service_providing_group_product_application_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.service_providing_group_product_application_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.service_providing_group_product_application_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.service_providing_group_product_application_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index service_providing_group_product_application_procur_5768a8c8_idx on public.service_providing_group_product_application (procuring_system_operator_id, service_providing_group_id);
create index service_providing_group_product_application_row_version_idx on public.service_providing_group_product_application (row_version);
create index service_providing_group_product_application_product_type_id_idx on public.service_providing_group_product_application (product_type_id);
create index service_providing_group_product_application_histor_81746d29_idx on public.service_providing_group_product_application_history (service_providing_group_product_application_id, recorded_at);
create index service_providing_group_product_application_histor_e654a8b5_idx on public.service_providing_group_product_application_history (service_providing_group_id);
create index service_providing_group_product_application_histor_3c952e7c_idx on public.service_providing_group_product_application_history (procuring_system_operator_id);
create index service_providing_group_product_application_histor_718026cd_idx on public.service_providing_group_product_application_history (product_type_id);

create or replace function almanac.service_providing_group_product_application_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.service_providing_group_product_application_history as version
      where version.service_providing_group_product_application_id = new.id
    ));
    new.row_version := nextval('public.service_providing_group_product_application_row_version_seq');
    if (new.status = 'qualified') is true then
      new.qualified_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of service_providing_group_product_application never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
      return old;
    end if;
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

create or replace trigger stamp
  before insert or update on public.service_providing_group_product_application
  for each row execute function almanac.service_providing_group_product_application_stamp();

create or replace function almanac.service_providing_group_product_application_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'service_providing_group_product_application', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.service_providing_group_product_application.create', '/service_providing_group_product_application/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('service_providing_group_product_application', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.service_providing_group_product_application_history
        (id, service_providing_group_product_application_id, service_providing_group_id, procuring_system_operator_id, product_type_id, maximum_active_power, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.service_providing_group_id, new.procuring_system_operator_id, new.product_type_id, new.maximum_active_power, new.status, new.notes, new.qualified_at) is not distinct from (old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject, updated_fields)
    values
      ('no.flexibility.service_providing_group_product_application.update', '/service_providing_group_product_application/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/service_providing_group/' || new.service_providing_group_id, array_remove(array[
        case when new.service_providing_group_id is distinct from old.service_providing_group_id then 'service_providing_group_id' end,
        case when new.procuring_system_operator_id is distinct from old.procuring_system_operator_id then 'procuring_system_operator_id' end,
        case when new.product_type_id is distinct from old.product_type_id then 'product_type_id' end,
        case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
        case when new.status is distinct from old.status then 'status' end,
        case when new.notes is distinct from old.notes then 'notes' end,
        case when new.qualified_at is distinct from old.qualified_at then 'qualified_at' end
      ], null));
    if (new.status, new.service_providing_group_id, new.product_type_id, new.procuring_system_operator_id) is distinct from (old.status, old.service_providing_group_id, old.product_type_id, old.procuring_system_operator_id) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('service_providing_group_product_application', 'id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.service_providing_group_product_application_history
        (id, service_providing_group_product_application_id, service_providing_group_id, procuring_system_operator_id, product_type_id, maximum_active_power, status, notes, qualified_at, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.service_providing_group_id, old.procuring_system_operator_id, old.product_type_id, old.maximum_active_power, old.status, old.notes, old.qualified_at, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.service_providing_group_product_application.delete', '/service_providing_group_product_application/' || old.id, instant, identity, almanac.party(), '/service_providing_group/' || old.service_providing_group_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('service_providing_group_product_application', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.service_providing_group_product_application
  for each row execute function almanac.service_providing_group_product_application_record();

create or replace trigger record_update
  after update on public.service_providing_group_product_application
  for each row when (old.* *<> new.*) execute function almanac.service_providing_group_product_application_record();

create or replace trigger record_delete
  after delete on public.service_providing_group_product_application
  for each row execute function almanac.service_providing_group_product_application_record();

create or replace function almanac.service_providing_group_product_application_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.service_providing_group_product_application as latest
    where latest.id = current_setting('almanac.latest.service_providing_group_product_application')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.service_providing_group_product_application', '', true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.service_providing_group_product_application
  for each row when (coalesce(current_setting('almanac.latest.service_providing_group_product_application', true), '') <> '')
  execute function almanac.service_providing_group_product_application_latest();

create or replace function almanac.service_providing_group_product_application_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group_product_application', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group_product_application', 'id', array_agg(distinct changed.id)
    from (
      (select id, service_providing_group_id, status, procuring_system_operator_id, product_type_id, maximum_active_power, notes, qualified_at, recorded_at, recorded_by from new_rows except select id, service_providing_group_id, status, procuring_system_operator_id, product_type_id, maximum_active_power, notes, qualified_at, recorded_at, recorded_by from old_rows)
      union all
      (select id, service_providing_group_id, status, procuring_system_operator_id, product_type_id, maximum_active_power, notes, qualified_at, recorded_at, recorded_by from old_rows except select id, service_providing_group_id, status, procuring_system_operator_id, product_type_id, maximum_active_power, notes, qualified_at, recorded_at, recorded_by from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.service_providing_group_product_application
  referencing new table as new_rows
  for each statement execute function almanac.service_providing_group_product_application_note_checks();

create or replace trigger note_checks_update
  after update on public.service_providing_group_product_application
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.service_providing_group_product_application_note_checks();

create or replace function almanac.service_providing_group_product_application_rule_1_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    if (new.status = 'qualified') is true then
      insert into almanac.check_due (recorded_in, resource, field, ids)
      values (pg_current_xact_id(), 'service_providing_group_product_application', 'asked of service_providing_group_product_application_rule_1_check', array[new.id]);
    end if;
  elsif tg_op = 'UPDATE' then
    if (old.status <> 'qualified') is true and (new.status = 'qualified') is true then
      insert into almanac.check_due (recorded_in, resource, field, ids)
      values (pg_current_xact_id(), 'service_providing_group_product_application', 'asked of service_providing_group_product_application_rule_1_check', array[new.id]);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger rule_1_check_insert
  after insert on public.service_providing_group_product_application
  for each row execute function almanac.service_providing_group_product_application_rule_1_check();

create or replace trigger rule_1_check_update
  after update on public.service_providing_group_product_application
  for each row when (old.* *<> new.*) execute function almanac.service_providing_group_product_application_rule_1_check();

-- To undo it:
--   drop table public.service_providing_group_product_application_history;
--   drop table public.service_providing_group_product_application;
--   drop function almanac.service_providing_group_product_application_stamp();
--   drop function almanac.service_providing_group_product_application_record();
--   drop function almanac.service_providing_group_product_application_latest();
--   drop function almanac.service_providing_group_product_application_note_checks();
--   drop function almanac.service_providing_group_product_application_rule_1_check();

-- Step 15 of 122: add the resource system_operator_product_type
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create table public.system_operator_product_type (
  id bigint generated by default as identity,
  system_operator_id bigint not null,
  product_type_id bigint not null,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint system_operator_product_type_pkey primary key (id),
  constraint system_operator_product_type_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint system_operator_product_type_system_operator_id_p_45b3f5f6_excl exclude using gist (system_operator_id with =, product_type_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate,
  constraint system_operator_product_type_valid_from_align_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from),
  constraint system_operator_product_type_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)
);

create sequence public.system_operator_product_type_row_version_seq owned by public.system_operator_product_type.row_version;
comment on table public.system_operator_product_type is 'System operator product type: Which product types a system operator buys, over time.';
comment on column public.system_operator_product_type.id is 'Id: Unique identifier, given by the service.';
comment on column public.system_operator_product_type.system_operator_id is 'System operator: The party that buys.';
comment on column public.system_operator_product_type.product_type_id is 'Product type: What it buys.';
comment on column public.system_operator_product_type.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.system_operator_product_type.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.system_operator_product_type.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.system_operator_product_type.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.system_operator_product_type.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.system_operator_product_type.recorded_in is 'Transaction that recorded the current version.';

create table public.system_operator_product_type_history (
  id bigint not null,
  system_operator_product_type_id bigint not null,
  system_operator_id bigint,
  product_type_id bigint,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint system_operator_product_type_history_pkey primary key (id)
);

comment on table public.system_operator_product_type_history is 'System operator product type history: Every version of every system operator product type, the current ones included.';
comment on column public.system_operator_product_type_history.id is 'Id: Id of this version, for good.';
comment on column public.system_operator_product_type_history.system_operator_product_type_id is 'System operator product type: Id of the system operator product type that this is a version of.';
comment on column public.system_operator_product_type_history.system_operator_id is 'System operator: The party that buys.';
comment on column public.system_operator_product_type_history.product_type_id is 'Product type: What it buys.';
comment on column public.system_operator_product_type_history.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.system_operator_product_type_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.system_operator_product_type_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.system_operator_product_type_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.system_operator_product_type_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.system_operator_product_type_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index system_operator_product_type_system_operator_id_pr_6612a072_idx on public.system_operator_product_type (system_operator_id, product_type_id, valid_from);
create index system_operator_product_type_row_version_idx on public.system_operator_product_type (row_version);
create index system_operator_product_type_product_type_id_idx on public.system_operator_product_type (product_type_id);
create index system_operator_product_type_history_system_operat_72ddc602_idx on public.system_operator_product_type_history (system_operator_product_type_id, recorded_at);
create index system_operator_product_type_history_system_operator_id_idx on public.system_operator_product_type_history (system_operator_id);
create index system_operator_product_type_history_product_type_id_idx on public.system_operator_product_type_history (product_type_id);

create or replace function almanac.system_operator_product_type_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.system_operator_product_type_history as version
      where version.system_operator_product_type_id = new.id
    ));
    new.row_version := nextval('public.system_operator_product_type_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of system_operator_product_type never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.system_operator_id, new.product_type_id, new.valid_from, new.valid_to) is not distinct from (old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to) then
      return old;
    end if;
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
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.system_operator_product_type
  for each row execute function almanac.system_operator_product_type_stamp();

create or replace function almanac.system_operator_product_type_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'system_operator_product_type', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.system_operator_product_type.create', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.system_operator_product_type_history
        (id, system_operator_product_type_id, system_operator_id, product_type_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.system_operator_id, new.product_type_id, new.valid_from, new.valid_to) is not distinct from (old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      values
        ('no.flexibility.system_operator_product_type.update', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id, array_remove(array[
          case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
          case when new.product_type_id is distinct from old.product_type_id then 'product_type_id' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.system_operator_product_type.create', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.system_operator_product_type.delete', '/system_operator_product_type/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/party/' || new.system_operator_id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.system_operator_product_type_history
        (id, system_operator_product_type_id, system_operator_id, product_type_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.system_operator_id, old.product_type_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.system_operator_product_type.delete', '/system_operator_product_type/' || old.id, instant, identity, almanac.party(), '/party/' || old.system_operator_id);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger record_insert
  after insert on public.system_operator_product_type
  for each row execute function almanac.system_operator_product_type_record();

create or replace trigger record_update
  after update on public.system_operator_product_type
  for each row when (old.* *<> new.*) execute function almanac.system_operator_product_type_record();

create or replace trigger record_delete
  after delete on public.system_operator_product_type
  for each row execute function almanac.system_operator_product_type_record();

create or replace function almanac.system_operator_product_type_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'system_operator_product_type', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'system_operator_product_type', 'id', array_agg(distinct changed.id)
    from (
      (select id, system_operator_id, valid_from, valid_to from new_rows except select id, system_operator_id, valid_from, valid_to from old_rows)
      union all
      (select id, system_operator_id, valid_from, valid_to from old_rows except select id, system_operator_id, valid_from, valid_to from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.system_operator_product_type
  referencing new table as new_rows
  for each statement execute function almanac.system_operator_product_type_note_checks();

create or replace trigger note_checks_update
  after update on public.system_operator_product_type
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.system_operator_product_type_note_checks();

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
  if room is not null and exists (
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

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

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

create or replace trigger make_room_insert
  before insert on public.system_operator_product_type
  for each row execute function almanac.system_operator_product_type_make_room();

create or replace trigger make_room_update
  before update on public.system_operator_product_type
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.system_operator_id <> old.system_operator_id
    or new.product_type_id <> old.product_type_id
  ))
  execute function almanac.system_operator_product_type_make_room();

-- To undo it:
--   drop table public.system_operator_product_type_history;
--   drop table public.system_operator_product_type;
--   drop function almanac.system_operator_product_type_stamp();
--   drop function almanac.system_operator_product_type_record();
--   drop function almanac.system_operator_product_type_note_checks();
--   drop function almanac.system_operator_product_type_make_room();

-- Step 16 of 122: add the field validated_active_power to controllable_unit; add the field created_by_party_id to controllable_unit
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit and controllable_unit_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.controllable_unit add column validated_active_power numeric(9, 3);
alter table public.controllable_unit add column created_by_party_id bigint;
alter table public.controllable_unit_history add column validated_active_power numeric(9, 3);
alter table public.controllable_unit_history add column created_by_party_id bigint;

-- To undo it:
--   alter table public.controllable_unit drop column validated_active_power;
--   alter table public.controllable_unit drop column created_by_party_id;
--   alter table public.controllable_unit_history drop column validated_active_power;
--   alter table public.controllable_unit_history drop column created_by_party_id;

-- Step 17 of 122: add the field accounting_point_id to controllable_unit_service_provider; rows of controllable_unit_service_provider that are written get their accounting_point_id
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit_service_provider and controllable_unit_service_provider_history, for a moment; ACCESS EXCLUSIVE on controllable_unit_service_provider, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.controllable_unit_service_provider add column accounting_point_id bigint;
alter table public.controllable_unit_service_provider_history add column accounting_point_id bigint;

create or replace function almanac.controllable_unit_service_provider_stamp_fill() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if new.accounting_point_id is null then
    new.accounting_point_id := (select unit.accounting_point_id from public.controllable_unit as unit where unit.id = new.controllable_unit_id);
  end if;
  return new;
end
$$;

create or replace trigger stamp_fill
  before insert or update on public.controllable_unit_service_provider
  for each row execute function almanac.controllable_unit_service_provider_stamp_fill();

-- To undo it:
--   drop trigger if exists stamp_fill on public.controllable_unit_service_provider;
--   drop function if exists almanac.controllable_unit_service_provider_stamp_fill();
--   alter table public.controllable_unit_service_provider drop column accounting_point_id;
--   alter table public.controllable_unit_service_provider_history drop column accounting_point_id;

-- Step 18 of 122: fill accounting_point_id of controllable_unit_service_provider
-- Runs: in batches of ids of controllable_unit_service_provider
-- Locks: the rows of a batch of controllable_unit_service_provider, while it is written
-- Work: writes every row of controllable_unit_service_provider that has it still to get
-- Loses: nothing
-- Undo: nothing is left to take back
update public.controllable_unit_service_provider set id = id where (accounting_point_id is null) and id between :first and :last;

-- Step 19 of 122: rows of controllable_unit_service_provider are written with accounting_point_id
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit_service_provider, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.controllable_unit_service_provider add constraint controllable_unit_service_provider_accounting_point_id_required check (accounting_point_id is not null) not valid;

-- To undo it:
--   alter table public.controllable_unit_service_provider drop constraint if exists controllable_unit_service_provider_accounting_point_id_required;

-- Step 20 of 122: make the index controllable_unit_accounting_point_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_accounting_point_id_id_idx;
create index concurrently controllable_unit_accounting_point_id_id_idx on public.controllable_unit (accounting_point_id, id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_accounting_point_id_id_idx;

-- Step 21 of 122: make the index controllable_unit_created_by_party_id_id_status_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_created_by_party_id_id_status_idx;
create index concurrently controllable_unit_created_by_party_id_id_status_idx on public.controllable_unit (created_by_party_id, id, status);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_created_by_party_id_id_status_idx;

-- Step 22 of 122: make the index controllable_unit_history_created_by_party_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_history: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_history_created_by_party_id_idx;
create index concurrently controllable_unit_history_created_by_party_id_idx on public.controllable_unit_history (created_by_party_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_history_created_by_party_id_idx;

-- Step 23 of 122: every row of controllable_unit_service_provider has accounting_point_id
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider: reads and writes go on
-- Work: scans controllable_unit_service_provider
-- Asks: rows of controllable_unit_service_provider without accounting_point_id, which is required
--   first: select id from (select id, (select unit.accounting_point_id from public.controllable_unit as unit where unit.id = controllable_unit_service_provider.controllable_unit_id) as accounting_point_id from public.controllable_unit_service_provider) as controllable_unit_service_provider where accounting_point_id is null
--   later: select id from public.controllable_unit_service_provider where accounting_point_id is null
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.controllable_unit_service_provider validate constraint controllable_unit_service_provider_accounting_point_id_required;

-- Step 24 of 122: make the index controllable_unit_service_provider_service_provide_d6dbabdd_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_service_provider twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_service_provide_d6dbabdd_idx;
create index concurrently controllable_unit_service_provider_service_provide_d6dbabdd_idx on public.controllable_unit_service_provider (service_provider_id, controllable_unit_id, valid_from);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_service_provide_d6dbabdd_idx;

-- Step 25 of 122: make the index controllable_unit_service_provider_accounting_point_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_service_provider twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_accounting_point_id_idx;
create index concurrently controllable_unit_service_provider_accounting_point_id_idx on public.controllable_unit_service_provider (accounting_point_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_accounting_point_id_idx;

-- Step 26 of 122: make the index controllable_unit_service_provider_history_account_148d9f74_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider_history: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_service_provider_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_history_account_148d9f74_idx;
create index concurrently controllable_unit_service_provider_history_account_148d9f74_idx on public.controllable_unit_service_provider_history (accounting_point_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_history_account_148d9f74_idx;

-- Step 27 of 122: let accounting_point_balance_responsible_party refer to accounting_point, party
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on accounting_point and party: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.accounting_point_balance_responsible_party
  add constraint accounting_point_balance_responsible_party_accoun_4eac86b6_fkey foreign key (accounting_point_id) references public.accounting_point (id);

alter table public.accounting_point_balance_responsible_party
  add constraint accounting_point_balance_responsible_party_balanc_f4aa28f3_fkey foreign key (balance_responsible_party_id) references public.party (id);

-- To undo it:
--   alter table public.accounting_point_balance_responsible_party drop constraint accounting_point_balance_responsible_party_accoun_4eac86b6_fkey;
--   alter table public.accounting_point_balance_responsible_party drop constraint accounting_point_balance_responsible_party_balanc_f4aa28f3_fkey;

-- Step 28 of 122: let accounting_point_end_user refer to accounting_point, party
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on accounting_point and party: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.accounting_point_end_user
  add constraint accounting_point_end_user_accounting_point_id_fkey foreign key (accounting_point_id) references public.accounting_point (id);

alter table public.accounting_point_end_user
  add constraint accounting_point_end_user_end_user_id_fkey foreign key (end_user_id) references public.party (id);

-- To undo it:
--   alter table public.accounting_point_end_user drop constraint accounting_point_end_user_accounting_point_id_fkey;
--   alter table public.accounting_point_end_user drop constraint accounting_point_end_user_end_user_id_fkey;

-- Step 29 of 122: let accounting_point_energy_supplier refer to accounting_point, party
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on accounting_point and party: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.accounting_point_energy_supplier
  add constraint accounting_point_energy_supplier_accounting_point_id_fkey foreign key (accounting_point_id) references public.accounting_point (id);

alter table public.accounting_point_energy_supplier
  add constraint accounting_point_energy_supplier_energy_supplier_id_fkey foreign key (energy_supplier_id) references public.party (id);

-- To undo it:
--   alter table public.accounting_point_energy_supplier drop constraint accounting_point_energy_supplier_accounting_point_id_fkey;
--   alter table public.accounting_point_energy_supplier drop constraint accounting_point_energy_supplier_energy_supplier_id_fkey;

-- Step 30 of 122: let accounting_point_metering_grid_area refer to accounting_point, metering_grid_area
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on accounting_point and metering_grid_area: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.accounting_point_metering_grid_area
  add constraint accounting_point_metering_grid_area_accounting_point_id_fkey foreign key (accounting_point_id) references public.accounting_point (id);

alter table public.accounting_point_metering_grid_area
  add constraint accounting_point_metering_grid_area_metering_grid_area_id_fkey foreign key (metering_grid_area_id) references public.metering_grid_area (id);

-- To undo it:
--   alter table public.accounting_point_metering_grid_area drop constraint accounting_point_metering_grid_area_accounting_point_id_fkey;
--   alter table public.accounting_point_metering_grid_area drop constraint accounting_point_metering_grid_area_metering_grid_area_id_fkey;

-- Step 31 of 122: let contract refer to accounting_point, party
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on accounting_point and party: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.contract
  add constraint contract_accounting_point_id_fkey foreign key (accounting_point_id) references public.accounting_point (id);

alter table public.contract
  add constraint contract_service_provider_id_fkey foreign key (service_provider_id) references public.party (id);

alter table public.contract
  add constraint contract_end_user_id_fkey foreign key (end_user_id) references public.party (id);

-- To undo it:
--   alter table public.contract drop constraint contract_accounting_point_id_fkey;
--   alter table public.contract drop constraint contract_service_provider_id_fkey;
--   alter table public.contract drop constraint contract_end_user_id_fkey;

-- Step 32 of 122: let metering_grid_area_bidding_zone refer to metering_grid_area, bidding_zone
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on metering_grid_area and bidding_zone: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.metering_grid_area_bidding_zone
  add constraint metering_grid_area_bidding_zone_metering_grid_area_id_fkey foreign key (metering_grid_area_id) references public.metering_grid_area (id);

alter table public.metering_grid_area_bidding_zone
  add constraint metering_grid_area_bidding_zone_bidding_zone_id_fkey foreign key (bidding_zone_id) references public.bidding_zone (id);

-- To undo it:
--   alter table public.metering_grid_area_bidding_zone drop constraint metering_grid_area_bidding_zone_metering_grid_area_id_fkey;
--   alter table public.metering_grid_area_bidding_zone drop constraint metering_grid_area_bidding_zone_bidding_zone_id_fkey;

-- Step 33 of 122: let metering_grid_area_system_operator refer to metering_grid_area, party
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on metering_grid_area and party: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.metering_grid_area_system_operator
  add constraint metering_grid_area_system_operator_metering_grid_area_id_fkey foreign key (metering_grid_area_id) references public.metering_grid_area (id);

alter table public.metering_grid_area_system_operator
  add constraint metering_grid_area_system_operator_system_operator_id_fkey foreign key (system_operator_id) references public.party (id);

-- To undo it:
--   alter table public.metering_grid_area_system_operator drop constraint metering_grid_area_system_operator_metering_grid_area_id_fkey;
--   alter table public.metering_grid_area_system_operator drop constraint metering_grid_area_system_operator_system_operator_id_fkey;

-- Step 34 of 122: let party_membership refer to identity, party
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on identity and party: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.party_membership
  add constraint party_membership_identity_id_fkey foreign key (identity_id) references public.identity (id);

alter table public.party_membership
  add constraint party_membership_party_id_fkey foreign key (party_id) references public.party (id);

-- To undo it:
--   alter table public.party_membership drop constraint party_membership_identity_id_fkey;
--   alter table public.party_membership drop constraint party_membership_party_id_fkey;

-- Step 35 of 122: let service_provider_product_application refer to party, product_type
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on party and product_type: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.service_provider_product_application
  add constraint service_provider_product_application_service_provider_id_fkey foreign key (service_provider_id) references public.party (id);

alter table public.service_provider_product_application
  add constraint service_provider_product_application_system_operator_id_fkey foreign key (system_operator_id) references public.party (id);

alter table public.service_provider_product_application
  add constraint service_provider_product_application_product_type_id_fkey foreign key (product_type_id) references public.product_type (id);

-- To undo it:
--   alter table public.service_provider_product_application drop constraint service_provider_product_application_service_provider_id_fkey;
--   alter table public.service_provider_product_application drop constraint service_provider_product_application_system_operator_id_fkey;
--   alter table public.service_provider_product_application drop constraint service_provider_product_application_product_type_id_fkey;

-- Step 36 of 122: let service_providing_group refer to party, bidding_zone
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on party and bidding_zone: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.service_providing_group
  add constraint service_providing_group_service_provider_id_fkey foreign key (service_provider_id) references public.party (id);

alter table public.service_providing_group
  add constraint service_providing_group_bidding_zone_id_fkey foreign key (bidding_zone_id) references public.bidding_zone (id);

-- To undo it:
--   alter table public.service_providing_group drop constraint service_providing_group_service_provider_id_fkey;
--   alter table public.service_providing_group drop constraint service_providing_group_bidding_zone_id_fkey;

-- Step 37 of 122: let service_providing_group_grid_prequalification refer to service_providing_group, party
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on service_providing_group and party: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.service_providing_group_grid_prequalification
  add constraint service_providing_group_grid_prequalification_ser_bc2ba2a1_fkey foreign key (service_providing_group_id) references public.service_providing_group (id);

alter table public.service_providing_group_grid_prequalification
  add constraint service_providing_group_grid_prequalification_imp_bef264b0_fkey foreign key (impacted_system_operator_id) references public.party (id);

-- To undo it:
--   alter table public.service_providing_group_grid_prequalification drop constraint service_providing_group_grid_prequalification_ser_bc2ba2a1_fkey;
--   alter table public.service_providing_group_grid_prequalification drop constraint service_providing_group_grid_prequalification_imp_bef264b0_fkey;

-- Step 38 of 122: let service_providing_group_membership refer to controllable_unit, service_providing_group, party
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on controllable_unit and service_providing_group and party: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.service_providing_group_membership
  add constraint service_providing_group_membership_controllable_unit_id_fkey foreign key (controllable_unit_id) references public.controllable_unit (id);

alter table public.service_providing_group_membership
  add constraint service_providing_group_membership_service_provid_9e094dc0_fkey foreign key (service_providing_group_id) references public.service_providing_group (id);

alter table public.service_providing_group_membership
  add constraint service_providing_group_membership_service_provider_id_fkey foreign key (service_provider_id) references public.party (id);

-- To undo it:
--   alter table public.service_providing_group_membership drop constraint service_providing_group_membership_controllable_unit_id_fkey;
--   alter table public.service_providing_group_membership drop constraint service_providing_group_membership_service_provid_9e094dc0_fkey;
--   alter table public.service_providing_group_membership drop constraint service_providing_group_membership_service_provider_id_fkey;

-- Step 39 of 122: let service_providing_group_product_application refer to service_providing_group, party, product_type
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on service_providing_group and party and product_type: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.service_providing_group_product_application
  add constraint service_providing_group_product_application_servi_93631fa8_fkey foreign key (service_providing_group_id) references public.service_providing_group (id);

alter table public.service_providing_group_product_application
  add constraint service_providing_group_product_application_procu_c36b51a4_fkey foreign key (procuring_system_operator_id) references public.party (id);

alter table public.service_providing_group_product_application
  add constraint service_providing_group_product_application_produ_caf81370_fkey foreign key (product_type_id) references public.product_type (id);

-- To undo it:
--   alter table public.service_providing_group_product_application drop constraint service_providing_group_product_application_servi_93631fa8_fkey;
--   alter table public.service_providing_group_product_application drop constraint service_providing_group_product_application_procu_c36b51a4_fkey;
--   alter table public.service_providing_group_product_application drop constraint service_providing_group_product_application_produ_caf81370_fkey;

-- Step 40 of 122: let system_operator_product_type refer to party, product_type
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on party and product_type: writes wait for a moment, reads go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.system_operator_product_type
  add constraint system_operator_product_type_system_operator_id_fkey foreign key (system_operator_id) references public.party (id);

alter table public.system_operator_product_type
  add constraint system_operator_product_type_product_type_id_fkey foreign key (product_type_id) references public.product_type (id);

-- To undo it:
--   alter table public.system_operator_product_type drop constraint system_operator_product_type_system_operator_id_fkey;
--   alter table public.system_operator_product_type drop constraint system_operator_product_type_product_type_id_fkey;

-- Step 41 of 122: keep what the register said of points, areas, identities and entries, in the schema kept_register_1
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on accounting_point, metering_grid_area, identity and controllable_unit_service_provider: writes wait for a moment, reads go on
-- Work: reads these tables and their histories
-- Asks: rows of accounting_point whose bidding zone is not that of their metering grid area
--   first: select point.id from public.accounting_point as point join public.metering_grid_area as area on area.id = point.metering_grid_area_id where point.bidding_zone_id <> area.bidding_zone_id
-- Asks: rows of accounting_point whose system operator is not that of their metering grid area
--   first: select point.id from public.accounting_point as point join public.metering_grid_area as area on area.id = point.metering_grid_area_id where point.system_operator_id <> area.system_operator_id
-- Asks: rows of metering_grid_area whose system_operator_id is a party of another type
--   first: select area.id from public.metering_grid_area as area join public.party on party.id = area.system_operator_id where party.type <> 'system_operator'
-- Asks: rows of accounting_point whose end_user_id is a party of another type
--   first: select point.id from public.accounting_point as point join public.party on party.id = point.end_user_id where party.type <> 'end_user'
-- Asks: rows of accounting_point whose energy_supplier_id is a party of another type
--   first: select point.id from public.accounting_point as point join public.party on party.id = point.energy_supplier_id where party.type <> 'energy_supplier'
-- Asks: rows of accounting_point whose balance_responsible_party_id is a party of another type
--   first: select point.id from public.accounting_point as point join public.party on party.id = point.balance_responsible_party_id where party.type <> 'balance_responsible_party'
-- Asks: entries of controllable_unit_service_provider at times at which the accounting point has no end user with whom there could be a contract
--   first: with version as (
--       select id as point, end_user_id, recorded_at from public.accounting_point
--       union all
--       select accounting_point_id, end_user_id, recorded_at from public.accounting_point_history
--     ), known as (
--       select version.point, party.id as end_user, date_trunc('day', version.recorded_at, 'Europe/Oslo') as since,
--         lead(date_trunc('day', version.recorded_at, 'Europe/Oslo')) over later as until,
--         bool_or(party.id is not null) over earlier as was_known, bool_or(party.id is not null) over (partition by version.point) as is_ever_known
--       from version left join public.party on party.id = version.end_user_id and party.type = 'end_user'
--       window later as (partition by version.point order by version.recorded_at),
--         earlier as (partition by version.point order by version.recorded_at rows unbounded preceding)
--     )
--     select entry.id
--     from public.controllable_unit_service_provider as entry
--     join public.controllable_unit as unit on unit.id = entry.controllable_unit_id
--     where entry.valid_from is not null and exists (
--       select from known
--       where known.point = unit.accounting_point_id and known.end_user is null and (
--         not known.is_ever_known
--         or (known.was_known and known.since < coalesce(known.until, 'infinity')
--           and tstzrange(known.since, known.until) && tstzrange(entry.valid_from, entry.valid_to))
--       )
--     )
-- Loses: nothing
-- Undo: by the statements behind it

-- Each version of a row, the current one without replaced_at. Nothing reads this schema: drop it when you need it no more
-- (drop schema kept_register_1 cascade).
create schema kept_register_1;
comment on schema kept_register_1 is 'What the register said before it had timelines of points and areas, memberships and contracts.';
lock table public.accounting_point, public.metering_grid_area, public.identity, public.controllable_unit_service_provider
  in share row exclusive mode;

create table kept_register_1.accounting_point as
select id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id,
  balance_responsible_party_id, recorded_at, recorded_by, null::timestamptz as replaced_at
from public.accounting_point
union all
select accounting_point_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id,
  balance_responsible_party_id, recorded_at, recorded_by, replaced_at
from public.accounting_point_history;

create table kept_register_1.metering_grid_area as
select id, bidding_zone_id, system_operator_id, recorded_at, recorded_by, null::timestamptz as replaced_at
from public.metering_grid_area
union all
select metering_grid_area_id, bidding_zone_id, system_operator_id, recorded_at, recorded_by, replaced_at
from public.metering_grid_area_history;

create table kept_register_1.identity as
select id, party_id, recorded_at, recorded_by, null::timestamptz as replaced_at
from public.identity
union all
select identity_id, party_id, recorded_at, recorded_by, replaced_at
from public.identity_history;

create table kept_register_1.controllable_unit_service_provider as
select id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to, recorded_at, recorded_by,
  null::timestamptz as replaced_at
from public.controllable_unit_service_provider
union all
select controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, contract_reference, valid_from,
  valid_to, recorded_at, recorded_by, replaced_at
from public.controllable_unit_service_provider_history;

-- To undo it:
--   drop schema kept_register_1 cascade;

-- Step 42 of 122: read from the history from when to when each value held
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads the schema kept_register_1
-- Loses: nothing
-- Undo: by the statements behind it

-- The register knew when it was told a value, and not since when the value holds. So a value holds from the beginning of the
-- day (in Oslo) on which it was recorded, to the beginning of the day on which the next one was. A membership begins and
-- ends at the instant.
-- The first value of a point or an area is older than its record: what depends on it may have begun before. It holds from
-- the first entry of a provider of a unit behind the point, if that is earlier; and so do the values of its area. Its
-- recorded_at tells that this was recorded later.
-- Values of a type of party that the field no longer takes are in no period. They stay in this schema.
create table kept_register_1.period as
with first_entry as (
  select unit.accounting_point_id as point, min(entry.valid_from) as since
  from public.controllable_unit_service_provider as entry
  join public.controllable_unit as unit on unit.id = entry.controllable_unit_id
  group by unit.accounting_point_id
), point as (
  select version.id, least(date_trunc('day', min(version.recorded_at), 'Europe/Oslo'), min(first_entry.since)) as since
  from kept_register_1.accounting_point as version
  left join first_entry on first_entry.point = version.id
  group by version.id
), area as (
  select version.id, least(date_trunc('day', min(version.recorded_at), 'Europe/Oslo'), min(point.since)) as since
  from kept_register_1.metering_grid_area as version
  left join kept_register_1.accounting_point as member on member.metering_grid_area_id = version.id
  left join point on point.id = member.id
  group by version.id
), value as (
  select 'accounting_point_metering_grid_area' as resource, version.id, target.id as value, version.recorded_at, version.recorded_by,
    point.since
  from kept_register_1.accounting_point as version
  join point on point.id = version.id
  left join public.metering_grid_area as target on target.id = version.metering_grid_area_id
  union all
  select role.resource, version.id, party.id, version.recorded_at, version.recorded_by, point.since
  from kept_register_1.accounting_point as version
  join point on point.id = version.id
  cross join lateral (
    values
      ('accounting_point_end_user', 'end_user', version.end_user_id),
      ('accounting_point_energy_supplier', 'energy_supplier', version.energy_supplier_id),
      ('accounting_point_balance_responsible_party', 'balance_responsible_party', version.balance_responsible_party_id)
  ) as role (resource, type, party_id)
  left join public.party on party.id = role.party_id and party.type = role.type
  union all
  select 'metering_grid_area_bidding_zone', version.id, target.id, version.recorded_at, version.recorded_by, area.since
  from kept_register_1.metering_grid_area as version
  join area on area.id = version.id
  left join public.bidding_zone as target on target.id = version.bidding_zone_id
  union all
  select 'metering_grid_area_system_operator', version.id, party.id, version.recorded_at, version.recorded_by, area.since
  from kept_register_1.metering_grid_area as version
  join area on area.id = version.id
  left join public.party on party.id = version.system_operator_id and party.type = 'system_operator'
  union all
  select 'party_membership', version.id, party.id, version.recorded_at, version.recorded_by, null
  from kept_register_1.identity as version
  left join public.party on party.id = version.party_id
), change as (
  select value.*, lag(value) over versions is distinct from value or lag(recorded_at) over versions is null as is_change
  from value
  window versions as (partition by resource, id order by recorded_at)
), run as (
  select change.*,
    lead(recorded_at) over changes as ended_at,
    lead(recorded_by) over changes as ended_by,
    row_number() over (partition by resource, id, value is null order by recorded_at) = 1 as is_first
  from change
  where is_change
  window changes as (partition by resource, id order by recorded_at)
), bounded as (
  select run.*,
    case
      when resource = 'party_membership' then recorded_at
      when is_first then least(since, date_trunc('day', recorded_at, 'Europe/Oslo'))
      else date_trunc('day', recorded_at, 'Europe/Oslo')
    end as valid_from,
    case when resource = 'party_membership' then ended_at else date_trunc('day', ended_at, 'Europe/Oslo') end as valid_to
  from run
  where value is not null
)
select resource, row_number() over (partition by resource order by recorded_at, id) as entry_id, id as row_id, value,
  valid_from, valid_to, recorded_at, recorded_by, ended_at, ended_by
from bounded;
comment on table kept_register_1.period is 'From when to when each value held, and when the register was told of its beginning and its end.';

-- To undo it:
--   drop table kept_register_1.period;

-- Step 43 of 122: move the values of accounting_point_metering_grid_area to their timelines
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on accounting_point_metering_grid_area, which nobody uses yet
-- Work: reads the schema kept_register_1; writes accounting_point_metering_grid_area and its history
-- Loses: nothing
-- Undo: by the statements behind it

-- As if it had always been a timeline: an entry was recorded when the register was told, and cut when it was told of the
-- next one; within one day, the next one took its place. Without triggers: what is moved makes no events.
alter table public.accounting_point_metering_grid_area disable trigger user;
insert into public.accounting_point_metering_grid_area_history (
  id, accounting_point_metering_grid_area_id, accounting_point_id, metering_grid_area_id, valid_from, valid_to,
  recorded_at, recorded_by, replaced_at, replaced_by
)
select nextval('public.accounting_point_metering_grid_area_row_version_seq'), entry_id, row_id, value, valid_from, null,
  recorded_at, recorded_by, ended_at, ended_by
from kept_register_1.period
where resource = 'accounting_point_metering_grid_area' and ended_at is not null
order by recorded_at, entry_id;
insert into public.accounting_point_metering_grid_area (
  id, accounting_point_id, metering_grid_area_id, valid_from, valid_to,
  recorded_at, recorded_by, row_version, recorded_in
)
select entry_id, row_id, value, case when valid_to <= valid_from then null else valid_from end,
  case when valid_to <= valid_from then null else valid_to end,
  coalesce(ended_at, recorded_at), coalesce(ended_by, recorded_by), nextval('public.accounting_point_metering_grid_area_row_version_seq'), pg_current_xact_id()
from kept_register_1.period
where resource = 'accounting_point_metering_grid_area'
order by entry_id;
select setval(pg_get_serial_sequence('public.accounting_point_metering_grid_area', 'id'), max(id)) from public.accounting_point_metering_grid_area having count(*) > 0;
alter table public.accounting_point_metering_grid_area enable trigger user;

-- To undo it:
--   truncate public.accounting_point_metering_grid_area, public.accounting_point_metering_grid_area_history restart identity;

-- Step 44 of 122: move the values of accounting_point_end_user to their timelines
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on accounting_point_end_user, which nobody uses yet
-- Work: reads the schema kept_register_1; writes accounting_point_end_user and its history
-- Loses: nothing
-- Undo: by the statements behind it

-- As if it had always been a timeline: an entry was recorded when the register was told, and cut when it was told of the
-- next one; within one day, the next one took its place. Without triggers: what is moved makes no events.
alter table public.accounting_point_end_user disable trigger user;
insert into public.accounting_point_end_user_history (
  id, accounting_point_end_user_id, accounting_point_id, end_user_id, valid_from, valid_to,
  recorded_at, recorded_by, replaced_at, replaced_by
)
select nextval('public.accounting_point_end_user_row_version_seq'), entry_id, row_id, value, valid_from, null,
  recorded_at, recorded_by, ended_at, ended_by
from kept_register_1.period
where resource = 'accounting_point_end_user' and ended_at is not null
order by recorded_at, entry_id;
insert into public.accounting_point_end_user (
  id, accounting_point_id, end_user_id, valid_from, valid_to,
  recorded_at, recorded_by, row_version, recorded_in
)
select entry_id, row_id, value, case when valid_to <= valid_from then null else valid_from end,
  case when valid_to <= valid_from then null else valid_to end,
  coalesce(ended_at, recorded_at), coalesce(ended_by, recorded_by), nextval('public.accounting_point_end_user_row_version_seq'), pg_current_xact_id()
from kept_register_1.period
where resource = 'accounting_point_end_user'
order by entry_id;
select setval(pg_get_serial_sequence('public.accounting_point_end_user', 'id'), max(id)) from public.accounting_point_end_user having count(*) > 0;
alter table public.accounting_point_end_user enable trigger user;

-- To undo it:
--   truncate public.accounting_point_end_user, public.accounting_point_end_user_history restart identity;

-- Step 45 of 122: move the values of accounting_point_energy_supplier to their timelines
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on accounting_point_energy_supplier, which nobody uses yet
-- Work: reads the schema kept_register_1; writes accounting_point_energy_supplier and its history
-- Loses: nothing
-- Undo: by the statements behind it

-- As if it had always been a timeline: an entry was recorded when the register was told, and cut when it was told of the
-- next one; within one day, the next one took its place. Without triggers: what is moved makes no events.
alter table public.accounting_point_energy_supplier disable trigger user;
insert into public.accounting_point_energy_supplier_history (
  id, accounting_point_energy_supplier_id, accounting_point_id, energy_supplier_id, valid_from, valid_to,
  recorded_at, recorded_by, replaced_at, replaced_by
)
select nextval('public.accounting_point_energy_supplier_row_version_seq'), entry_id, row_id, value, valid_from, null,
  recorded_at, recorded_by, ended_at, ended_by
from kept_register_1.period
where resource = 'accounting_point_energy_supplier' and ended_at is not null
order by recorded_at, entry_id;
insert into public.accounting_point_energy_supplier (
  id, accounting_point_id, energy_supplier_id, valid_from, valid_to,
  recorded_at, recorded_by, row_version, recorded_in
)
select entry_id, row_id, value, case when valid_to <= valid_from then null else valid_from end,
  case when valid_to <= valid_from then null else valid_to end,
  coalesce(ended_at, recorded_at), coalesce(ended_by, recorded_by), nextval('public.accounting_point_energy_supplier_row_version_seq'), pg_current_xact_id()
from kept_register_1.period
where resource = 'accounting_point_energy_supplier'
order by entry_id;
select setval(pg_get_serial_sequence('public.accounting_point_energy_supplier', 'id'), max(id)) from public.accounting_point_energy_supplier having count(*) > 0;
alter table public.accounting_point_energy_supplier enable trigger user;

-- To undo it:
--   truncate public.accounting_point_energy_supplier, public.accounting_point_energy_supplier_history restart identity;

-- Step 46 of 122: move the values of accounting_point_balance_responsible_party to their timelines
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on accounting_point_balance_responsible_party, which nobody uses yet
-- Work: reads the schema kept_register_1; writes accounting_point_balance_responsible_party and its history
-- Loses: nothing
-- Undo: by the statements behind it

-- As if it had always been a timeline: an entry was recorded when the register was told, and cut when it was told of the
-- next one; within one day, the next one took its place. Without triggers: what is moved makes no events.
alter table public.accounting_point_balance_responsible_party disable trigger user;
insert into public.accounting_point_balance_responsible_party_history (
  id, accounting_point_balance_responsible_party_id, accounting_point_id, balance_responsible_party_id, valid_from, valid_to,
  recorded_at, recorded_by, replaced_at, replaced_by
)
select nextval('public.accounting_point_balance_responsible_party_row_version_seq'), entry_id, row_id, value, valid_from, null,
  recorded_at, recorded_by, ended_at, ended_by
from kept_register_1.period
where resource = 'accounting_point_balance_responsible_party' and ended_at is not null
order by recorded_at, entry_id;
insert into public.accounting_point_balance_responsible_party (
  id, accounting_point_id, balance_responsible_party_id, valid_from, valid_to,
  recorded_at, recorded_by, row_version, recorded_in
)
select entry_id, row_id, value, case when valid_to <= valid_from then null else valid_from end,
  case when valid_to <= valid_from then null else valid_to end,
  coalesce(ended_at, recorded_at), coalesce(ended_by, recorded_by), nextval('public.accounting_point_balance_responsible_party_row_version_seq'), pg_current_xact_id()
from kept_register_1.period
where resource = 'accounting_point_balance_responsible_party'
order by entry_id;
select setval(pg_get_serial_sequence('public.accounting_point_balance_responsible_party', 'id'), max(id)) from public.accounting_point_balance_responsible_party having count(*) > 0;
alter table public.accounting_point_balance_responsible_party enable trigger user;

-- To undo it:
--   truncate public.accounting_point_balance_responsible_party, public.accounting_point_balance_responsible_party_history restart identity;

-- Step 47 of 122: move the values of metering_grid_area_bidding_zone to their timelines
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on metering_grid_area_bidding_zone, which nobody uses yet
-- Work: reads the schema kept_register_1; writes metering_grid_area_bidding_zone and its history
-- Loses: nothing
-- Undo: by the statements behind it

-- As if it had always been a timeline: an entry was recorded when the register was told, and cut when it was told of the
-- next one; within one day, the next one took its place. Without triggers: what is moved makes no events.
alter table public.metering_grid_area_bidding_zone disable trigger user;
insert into public.metering_grid_area_bidding_zone_history (
  id, metering_grid_area_bidding_zone_id, metering_grid_area_id, bidding_zone_id, valid_from, valid_to,
  recorded_at, recorded_by, replaced_at, replaced_by
)
select nextval('public.metering_grid_area_bidding_zone_row_version_seq'), entry_id, row_id, value, valid_from, null,
  recorded_at, recorded_by, ended_at, ended_by
from kept_register_1.period
where resource = 'metering_grid_area_bidding_zone' and ended_at is not null
order by recorded_at, entry_id;
insert into public.metering_grid_area_bidding_zone (
  id, metering_grid_area_id, bidding_zone_id, valid_from, valid_to,
  recorded_at, recorded_by, row_version, recorded_in
)
select entry_id, row_id, value, case when valid_to <= valid_from then null else valid_from end,
  case when valid_to <= valid_from then null else valid_to end,
  coalesce(ended_at, recorded_at), coalesce(ended_by, recorded_by), nextval('public.metering_grid_area_bidding_zone_row_version_seq'), pg_current_xact_id()
from kept_register_1.period
where resource = 'metering_grid_area_bidding_zone'
order by entry_id;
select setval(pg_get_serial_sequence('public.metering_grid_area_bidding_zone', 'id'), max(id)) from public.metering_grid_area_bidding_zone having count(*) > 0;
alter table public.metering_grid_area_bidding_zone enable trigger user;

-- To undo it:
--   truncate public.metering_grid_area_bidding_zone, public.metering_grid_area_bidding_zone_history restart identity;

-- Step 48 of 122: move the values of metering_grid_area_system_operator to their timelines
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on metering_grid_area_system_operator, which nobody uses yet
-- Work: reads the schema kept_register_1; writes metering_grid_area_system_operator and its history
-- Loses: nothing
-- Undo: by the statements behind it

-- As if it had always been a timeline: an entry was recorded when the register was told, and cut when it was told of the
-- next one; within one day, the next one took its place. Without triggers: what is moved makes no events.
alter table public.metering_grid_area_system_operator disable trigger user;
insert into public.metering_grid_area_system_operator_history (
  id, metering_grid_area_system_operator_id, metering_grid_area_id, system_operator_id, valid_from, valid_to,
  recorded_at, recorded_by, replaced_at, replaced_by
)
select nextval('public.metering_grid_area_system_operator_row_version_seq'), entry_id, row_id, value, valid_from, null,
  recorded_at, recorded_by, ended_at, ended_by
from kept_register_1.period
where resource = 'metering_grid_area_system_operator' and ended_at is not null
order by recorded_at, entry_id;
insert into public.metering_grid_area_system_operator (
  id, metering_grid_area_id, system_operator_id, valid_from, valid_to,
  recorded_at, recorded_by, row_version, recorded_in
)
select entry_id, row_id, value, case when valid_to <= valid_from then null else valid_from end,
  case when valid_to <= valid_from then null else valid_to end,
  coalesce(ended_at, recorded_at), coalesce(ended_by, recorded_by), nextval('public.metering_grid_area_system_operator_row_version_seq'), pg_current_xact_id()
from kept_register_1.period
where resource = 'metering_grid_area_system_operator'
order by entry_id;
select setval(pg_get_serial_sequence('public.metering_grid_area_system_operator', 'id'), max(id)) from public.metering_grid_area_system_operator having count(*) > 0;
alter table public.metering_grid_area_system_operator enable trigger user;

-- To undo it:
--   truncate public.metering_grid_area_system_operator, public.metering_grid_area_system_operator_history restart identity;

-- Step 49 of 122: move the values of party_membership to their timelines
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on party_membership, which nobody uses yet
-- Work: reads the schema kept_register_1; writes party_membership and its history
-- Loses: nothing
-- Undo: by the statements behind it

-- As if it had always been a timeline: an entry was recorded when the register was told, and cut when it was told of the
-- next one; within one day, the next one took its place. Without triggers: what is moved makes no events.
alter table public.party_membership disable trigger user;
insert into public.party_membership_history (
  id, party_membership_id, identity_id, party_id, valid_from, valid_to,
  recorded_at, recorded_by, replaced_at, replaced_by
)
select nextval('public.party_membership_row_version_seq'), entry_id, row_id, value, valid_from, null,
  recorded_at, recorded_by, ended_at, ended_by
from kept_register_1.period
where resource = 'party_membership' and ended_at is not null
order by recorded_at, entry_id;
insert into public.party_membership (
  id, identity_id, party_id, valid_from, valid_to,
  recorded_at, recorded_by, row_version, recorded_in
)
select entry_id, row_id, value, case when valid_to <= valid_from then null else valid_from end,
  case when valid_to <= valid_from then null else valid_to end,
  coalesce(ended_at, recorded_at), coalesce(ended_by, recorded_by), nextval('public.party_membership_row_version_seq'), pg_current_xact_id()
from kept_register_1.period
where resource = 'party_membership'
order by entry_id;
select setval(pg_get_serial_sequence('public.party_membership', 'id'), max(id)) from public.party_membership having count(*) > 0;
alter table public.party_membership enable trigger user;

-- To undo it:
--   truncate public.party_membership, public.party_membership_history restart identity;

-- Step 50 of 122: make the contracts that cover the entries of controllable_unit_service_provider
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on contract, which nobody uses yet
-- Work: reads controllable_unit_service_provider and accounting_point_end_user; writes contract
-- Loses: nothing
-- Undo: by the statements behind it

-- A provider that operates units behind a point does so within a contract with the end user of that time. Where the end user
-- or the provider's references change, another contract follows. They count as signed, since the entries were accepted;
-- when, nobody knows: signed_at is null. They are recorded now, by the service itself, and make no events.
alter table public.contract disable trigger user;
insert into public.contract (
  accounting_point_id, service_provider_id, end_user_id, status, reference, valid_from, valid_to,
  recorded_at, recorded_by, row_version, recorded_in
)
with entry as (
  select unit.accounting_point_id as point, entry.service_provider_id as provider, entry.contract_reference as reference,
    entry.valid_from, entry.valid_to
  from public.controllable_unit_service_provider as entry
  join public.controllable_unit as unit on unit.id = entry.controllable_unit_id
  where entry.valid_from is not null
), bound as (
  select point, provider, valid_from as since from entry
  union
  select point, provider, coalesce(valid_to, 'infinity') from entry
  union
  select entry.point, entry.provider, used.valid_from
  from entry
  join public.accounting_point_end_user as used on used.accounting_point_id = entry.point
  where used.valid_from > entry.valid_from and used.valid_from < coalesce(entry.valid_to, 'infinity')
), piece as (
  select point, provider, since, lead(since) over (partition by point, provider order by since) as until
  from bound
), covered as (
  select piece.*, used.id as used_id, used.end_user_id as end_user, found.reference,
    case when lag(piece.until) over pieces = piece.since
      and lag(used.id) over pieces = used.id
      and lag(found.reference) over pieces is not distinct from found.reference then 0 else 1 end as begins
  from piece
  join public.accounting_point_end_user as used on used.accounting_point_id = piece.point
    and used.valid_from <= piece.since and coalesce(used.valid_to, 'infinity') > piece.since
  cross join lateral (
    select count(*) as entries, string_agg(distinct entry.reference, ', ' order by entry.reference) as reference
    from entry
    where entry.point = piece.point and entry.provider = piece.provider
      and entry.valid_from <= piece.since and coalesce(entry.valid_to, 'infinity') > piece.since
  ) as found
  where found.entries > 0
  window pieces as (partition by piece.point, piece.provider order by piece.since)
), numbered as (
  select covered.*, sum(begins) over (partition by point, provider order by since) as number
  from covered
)
select point, provider, end_user, 'signed',
  case when char_length(reference) > 128 then left(reference, 127) || '…' else reference end,
  min(since), nullif(max(until), 'infinity'),
  almanac.record_time(null), 0, nextval('public.contract_row_version_seq'), pg_current_xact_id()
from numbered
group by point, provider, used_id, end_user, reference, number
order by min(since), point, provider;
alter table public.contract enable trigger user;

-- To undo it:
--   truncate public.contract, public.contract_history restart identity;

-- Step 51 of 122: earlier versions of entries of controllable_unit_service_provider have the accounting point of their unit
-- Runs: in a transaction
-- Locks: nothing
-- Work: writes controllable_unit_service_provider_history
-- Loses: nothing
-- Undo: nothing is left to take back

-- A unit never changes its point.
update public.controllable_unit_service_provider_history as version
set accounting_point_id = unit.accounting_point_id
from public.controllable_unit as unit
where unit.id = version.controllable_unit_id;

-- Step 52 of 122: validated units have the power with which they count as validated
-- Runs: in a transaction
-- Locks: SHARE ROW EXCLUSIVE on controllable_unit: writes wait, reads go on
-- Work: writes the validated units
-- Loses: nothing
-- Undo: nothing is left to take back

-- The register let a validated unit have more power without asking again. What it held for validated stays so, with the power of
-- today. More power needs another validation from now on. This is no change of the unit: it makes no version.
alter table public.controllable_unit disable trigger user;
update public.controllable_unit set validated_active_power = maximum_active_power where grid_validation_status = 'validated';
alter table public.controllable_unit enable trigger user;

-- Step 53 of 122: drop accounting_point_metering_grid_area_id_fkey, accounting_point_bidding_zone_id_fkey, accounting_point_system_operator_id_fkey, accounting_point_end_user_id_fkey, accounting_point_energy_supplier_id_fkey, accounting_point_balance_responsible_party_id_fkey; the triggers of accounting_point do what the definitions say; rows of accounting_point are written without metering_grid_area_id; rows of accounting_point are written without bidding_zone_id; rows of accounting_point are written without system_operator_id
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on accounting_point and metering_grid_area and bidding_zone and party and party and party and party, for a moment; ACCESS EXCLUSIVE on accounting_point, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.accounting_point drop constraint accounting_point_metering_grid_area_id_fkey;
alter table public.accounting_point drop constraint accounting_point_bidding_zone_id_fkey;
alter table public.accounting_point drop constraint accounting_point_system_operator_id_fkey;
alter table public.accounting_point drop constraint accounting_point_end_user_id_fkey;
alter table public.accounting_point drop constraint accounting_point_energy_supplier_id_fkey;
alter table public.accounting_point drop constraint accounting_point_balance_responsible_party_id_fkey;

create or replace function almanac.accounting_point_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.accounting_point_history as version
      where version.accounting_point_id = new.id
    ));
    new.row_version := nextval('public.accounting_point_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of accounting_point never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.business_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.street_address, old.postal_code, old.city) then
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

create or replace function almanac.accounting_point_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'accounting_point', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.accounting_point.create', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.accounting_point_history
        (id, accounting_point_id, business_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.business_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.street_address, old.postal_code, old.city) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.accounting_point.update', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.street_address is distinct from old.street_address then 'street_address' end,
        case when new.postal_code is distinct from old.postal_code then 'postal_code' end,
        case when new.city is distinct from old.city then 'city' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.accounting_point_history
        (id, accounting_point_id, business_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.accounting_point.delete', '/accounting_point/' || old.id, instant, identity, almanac.party());
  end if;
  return null;
end
$$;

create or replace function almanac.accounting_point_note_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.former_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into almanac.former_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point', 'id', array_agg(distinct changed.id)
    from old_rows as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_former_insert
  after insert on public.accounting_point
  referencing new table as new_rows
  for each statement execute function almanac.accounting_point_note_former();

create or replace trigger note_former_delete
  after delete on public.accounting_point
  referencing old table as old_rows
  for each statement execute function almanac.accounting_point_note_former();

alter table public.accounting_point alter column metering_grid_area_id drop not null;
alter table public.accounting_point alter column bidding_zone_id drop not null;
alter table public.accounting_point alter column system_operator_id drop not null;

-- To undo it:
--   alter table public.accounting_point alter column system_operator_id set not null;
--   alter table public.accounting_point alter column bidding_zone_id set not null;
--   alter table public.accounting_point alter column metering_grid_area_id set not null;
--   drop trigger note_former_delete on public.accounting_point;
--   drop trigger note_former_insert on public.accounting_point;
--   drop function almanac.accounting_point_note_former();
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
--       elsif (new.business_id, new.metering_grid_area_id, new.bidding_zone_id, new.system_operator_id, new.end_user_id, new.energy_supplier_id, new.balance_responsible_party_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city) then
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
--   create or replace function almanac.accounting_point_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'accounting_point', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.accounting_point.create', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.accounting_point_history
--           (id, accounting_point_id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.business_id, new.metering_grid_area_id, new.bidding_zone_id, new.system_operator_id, new.end_user_id, new.energy_supplier_id, new.balance_responsible_party_id, new.street_address, new.postal_code, new.city) is not distinct from (old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.accounting_point.update', '/accounting_point/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--           case when new.business_id is distinct from old.business_id then 'business_id' end,
--           case when new.metering_grid_area_id is distinct from old.metering_grid_area_id then 'metering_grid_area_id' end,
--           case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
--           case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end,
--           case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
--           case when new.energy_supplier_id is distinct from old.energy_supplier_id then 'energy_supplier_id' end,
--           case when new.balance_responsible_party_id is distinct from old.balance_responsible_party_id then 'balance_responsible_party_id' end,
--           case when new.street_address is distinct from old.street_address then 'street_address' end,
--           case when new.postal_code is distinct from old.postal_code then 'postal_code' end,
--           case when new.city is distinct from old.city then 'city' end
--         ], null));
--       if (new.system_operator_id) is distinct from (old.system_operator_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('controllable_unit', 'accounting_point_id', new.id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.accounting_point_history
--           (id, accounting_point_id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.metering_grid_area_id, old.bidding_zone_id, old.system_operator_id, old.end_user_id, old.energy_supplier_id, old.balance_responsible_party_id, old.street_address, old.postal_code, old.city, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.accounting_point.delete', '/accounting_point/' || old.id, instant, identity, almanac.party());
--     end if;
--     return null;
--   end
--   $$;
--
--   alter table public.accounting_point add constraint accounting_point_metering_grid_area_id_fkey foreign key (metering_grid_area_id) references public.metering_grid_area (id);
--   alter table public.accounting_point add constraint accounting_point_bidding_zone_id_fkey foreign key (bidding_zone_id) references public.bidding_zone (id);
--   alter table public.accounting_point add constraint accounting_point_system_operator_id_fkey foreign key (system_operator_id) references public.party (id);
--   alter table public.accounting_point add constraint accounting_point_end_user_id_fkey foreign key (end_user_id) references public.party (id);
--   alter table public.accounting_point add constraint accounting_point_energy_supplier_id_fkey foreign key (energy_supplier_id) references public.party (id);
--   alter table public.accounting_point add constraint accounting_point_balance_responsible_party_id_fkey foreign key (balance_responsible_party_id) references public.party (id);

-- Step 54 of 122: drop controllable_unit_rule_2_check; add controllable_unit_created_by_party_id_fkey; add controllable_unit_rule_2_check; add controllable_unit_rule_3_check; the triggers of controllable_unit do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit, for a moment; ACCESS EXCLUSIVE on controllable_unit and party, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.controllable_unit drop constraint controllable_unit_rule_2_check;
alter table public.controllable_unit add constraint controllable_unit_created_by_party_id_fkey foreign key (created_by_party_id) references public.party (id) not valid;
alter table public.controllable_unit add constraint controllable_unit_rule_2_check check ((validated_active_power is null or maximum_active_power <= validated_active_power) is true) not valid;
alter table public.controllable_unit add constraint controllable_unit_rule_3_check check ((minimum_duration is null or maximum_duration is null or minimum_duration <= maximum_duration) is true) not valid;

create or replace function almanac.controllable_unit_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.controllable_unit_history as version
      where version.controllable_unit_id = new.id
    ));
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
    if new.id is distinct from old.id then
      raise exception 'the id of a row of controllable_unit never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
      return old;
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

create or replace function almanac.controllable_unit_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'controllable_unit', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.controllable_unit.create', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.controllable_unit_history
        (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.validated_active_power, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.controllable_unit.update', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
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
        case when new.validated_active_power is distinct from old.validated_active_power then 'validated_active_power' end,
        case when new.additional_information is distinct from old.additional_information then 'additional_information' end,
        case when new.created_by_party_id is distinct from old.created_by_party_id then 'created_by_party_id' end
      ], null));
    if (new.status, new.business_id, new.accounting_point_id, new.grid_validation_status) is distinct from (old.status, old.business_id, old.accounting_point_id, old.grid_validation_status) then
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
        (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.validated_active_power, old.additional_information, old.created_by_party_id, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.controllable_unit.delete', '/controllable_unit/' || old.id, instant, identity, almanac.party());
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace function almanac."controllable_unit.lookup"(called bigint) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into almanac.outbox (type, source, subject, "time", recorded_by, acting_party)
  select
    'no.flexibility.controllable_unit.lookup',
    '/controllable_unit/' || item.id,
    null,
    greatest(almanac.present(), item.recorded_at),
    almanac.identity(),
    almanac.party()
  from public.controllable_unit as item
  where item.id = called;
end
$$;

comment on function almanac."controllable_unit.lookup"(bigint) is 'Makes the event of the call lookup of a row of controllable_unit.';

create or replace function almanac.controllable_unit_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.id)
    from (
      (select id, maximum_active_power, status, business_id, name, start_date, regulation_direction, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by from new_rows except select id, maximum_active_power, status, business_id, name, start_date, regulation_direction, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by from old_rows)
      union all
      (select id, maximum_active_power, status, business_id, name, start_date, regulation_direction, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by from old_rows except select id, maximum_active_power, status, business_id, name, start_date, regulation_direction, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.controllable_unit
  referencing new table as new_rows
  for each statement execute function almanac.controllable_unit_note_checks();

create or replace trigger note_checks_update
  after update on public.controllable_unit
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.controllable_unit_note_checks();

create or replace function almanac.controllable_unit_note_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.former_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.former_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.id)
    from (
      (select id, created_by_party_id, status, accounting_point_id from new_rows except select id, created_by_party_id, status, accounting_point_id from old_rows)
      union all
      (select id, created_by_party_id, status, accounting_point_id from old_rows except select id, created_by_party_id, status, accounting_point_id from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into almanac.former_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.id)
    from old_rows as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_former_insert
  after insert on public.controllable_unit
  referencing new table as new_rows
  for each statement execute function almanac.controllable_unit_note_former();

create or replace trigger note_former_update
  after update on public.controllable_unit
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.controllable_unit_note_former();

create or replace trigger note_former_delete
  after delete on public.controllable_unit
  referencing old table as old_rows
  for each statement execute function almanac.controllable_unit_note_former();

create or replace function almanac.controllable_unit_rule_5_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    if (new.status = 'active') is true and (new.grid_validation_status = 'validated') is not true then
      raise exception 'row % of controllable_unit would break a rule: %', new.id, 'A unit is activated after the system operator has validated it.'
        using
          errcode = 'check_violation',
          schema = 'public',
          table = 'controllable_unit',
          constraint = 'controllable_unit_rule_5_check',
          detail = '';
    end if;
  elsif tg_op = 'UPDATE' then
    if (old.status <> 'active') is true and (new.status = 'active') is true and (new.grid_validation_status = 'validated') is not true then
      raise exception 'row % of controllable_unit would break a rule: %', new.id, 'A unit is activated after the system operator has validated it.'
        using
          errcode = 'check_violation',
          schema = 'public',
          table = 'controllable_unit',
          constraint = 'controllable_unit_rule_5_check',
          detail = '';
    end if;
  end if;
  return null;
end
$$;

create or replace trigger rule_5_check_insert
  after insert on public.controllable_unit
  for each row execute function almanac.controllable_unit_rule_5_check();

create or replace trigger rule_5_check_update
  after update on public.controllable_unit
  for each row when (old.* *<> new.*) execute function almanac.controllable_unit_rule_5_check();

create or replace function almanac.controllable_unit_rule_6_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    if (new.status = 'active') is true then
      insert into almanac.check_due (recorded_in, resource, field, ids)
      values (pg_current_xact_id(), 'controllable_unit', 'asked of controllable_unit_rule_6_check', array[new.id]);
    end if;
  elsif tg_op = 'UPDATE' then
    if (old.status <> 'active') is true and (new.status = 'active') is true then
      insert into almanac.check_due (recorded_in, resource, field, ids)
      values (pg_current_xact_id(), 'controllable_unit', 'asked of controllable_unit_rule_6_check', array[new.id]);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger rule_6_check_insert
  after insert on public.controllable_unit
  for each row execute function almanac.controllable_unit_rule_6_check();

create or replace trigger rule_6_check_update
  after update on public.controllable_unit
  for each row when (old.* *<> new.*) execute function almanac.controllable_unit_rule_6_check();

-- To undo it:
--   drop trigger rule_6_check_update on public.controllable_unit;
--   drop trigger rule_6_check_insert on public.controllable_unit;
--   drop function almanac.controllable_unit_rule_6_check();
--   drop trigger rule_5_check_update on public.controllable_unit;
--   drop trigger rule_5_check_insert on public.controllable_unit;
--   drop function almanac.controllable_unit_rule_5_check();
--   drop trigger note_former_delete on public.controllable_unit;
--   drop trigger note_former_update on public.controllable_unit;
--   drop trigger note_former_insert on public.controllable_unit;
--   drop function almanac.controllable_unit_note_former();
--   drop trigger note_checks_update on public.controllable_unit;
--   drop trigger note_checks_insert on public.controllable_unit;
--   drop function almanac.controllable_unit_note_checks();
--   drop function almanac."controllable_unit.lookup"(bigint);
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
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of controllable_unit never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.additional_information) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('new', 'active'), ('new', 'inactive'), ('active', 'inactive'), ('active', 'terminated'), ('inactive', 'active'), ('inactive', 'terminated')) then
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
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'controllable_unit', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.controllable_unit.create', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.controllable_unit_history
--           (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.additional_information) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.controllable_unit.update', '/controllable_unit/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--           case when new.business_id is distinct from old.business_id then 'business_id' end,
--           case when new.name is distinct from old.name then 'name' end,
--           case when new.status is distinct from old.status then 'status' end,
--           case when new.start_date is distinct from old.start_date then 'start_date' end,
--           case when new.regulation_direction is distinct from old.regulation_direction then 'regulation_direction' end,
--           case when new.maximum_active_power is distinct from old.maximum_active_power then 'maximum_active_power' end,
--           case when ((new.maximum_active_power <= 50) is true) is distinct from ((old.maximum_active_power <= 50) is true) then 'is_small' end,
--           case when new.minimum_duration is distinct from old.minimum_duration then 'minimum_duration' end,
--           case when new.maximum_duration is distinct from old.maximum_duration then 'maximum_duration' end,
--           case when new.recovery_duration is distinct from old.recovery_duration then 'recovery_duration' end,
--           case when new.ramp_rate is distinct from old.ramp_rate then 'ramp_rate' end,
--           case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--           case when new.grid_node_id is distinct from old.grid_node_id then 'grid_node_id' end,
--           case when new.grid_validation_status is distinct from old.grid_validation_status then 'grid_validation_status' end,
--           case when new.grid_validation_notes is distinct from old.grid_validation_notes then 'grid_validation_notes' end,
--           case when new.validated_at is distinct from old.validated_at then 'validated_at' end,
--           case when new.additional_information is distinct from old.additional_information then 'additional_information' end
--         ], null));
--       if (new.status, new.name, new.accounting_point_id, new.grid_validation_status, new.grid_validation_notes) is distinct from (old.status, old.name, old.accounting_point_id, old.grid_validation_status, old.grid_validation_notes) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('controllable_unit', 'id', new.id);
--       end if;
--       if (new.status, new.accounting_point_id) is distinct from (old.status, old.accounting_point_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('controllable_unit_service_provider', 'controllable_unit_id', new.id);
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.controllable_unit_history
--           (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.controllable_unit.delete', '/controllable_unit/' || old.id, instant, identity, almanac.party());
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   alter table public.controllable_unit drop constraint controllable_unit_rule_3_check;
--   alter table public.controllable_unit drop constraint controllable_unit_rule_2_check;
--   alter table public.controllable_unit drop constraint controllable_unit_created_by_party_id_fkey;
--   alter table public.controllable_unit add constraint controllable_unit_rule_2_check check ((grid_validation_status <> 'validated' or validated_at is not null) is true);
--   comment on constraint controllable_unit_rule_2_check on public.controllable_unit is 'A validated unit has the time of its validation.';

-- Step 55 of 122: accounting_point_id of controllable_unit_service_provider is complete; drop controllable_unit_service_provider_contract_refe_b98a43e8_check; add controllable_unit_service_provider_accounting_point_id_fkey; add controllable_unit_service_provider_valid_from_align_check; add controllable_unit_service_provider_valid_to_align_check; accounting_point_id of controllable_unit_service_provider is required; the triggers of controllable_unit_service_provider do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit_service_provider, for a moment; ACCESS EXCLUSIVE on controllable_unit_service_provider and accounting_point, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop trigger stamp_fill on public.controllable_unit_service_provider;
drop function almanac.controllable_unit_service_provider_stamp_fill();
alter table public.controllable_unit_service_provider drop constraint controllable_unit_service_provider_contract_refe_b98a43e8_check;
alter table public.controllable_unit_service_provider add constraint controllable_unit_service_provider_accounting_point_id_fkey foreign key (accounting_point_id) references public.accounting_point (id) not valid;
alter table public.controllable_unit_service_provider add constraint controllable_unit_service_provider_valid_from_align_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from) not valid;
alter table public.controllable_unit_service_provider add constraint controllable_unit_service_provider_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to) not valid;
alter table public.controllable_unit_service_provider alter column accounting_point_id set not null;
alter table public.controllable_unit_service_provider drop constraint controllable_unit_service_provider_accounting_point_id_required;

create or replace function almanac.controllable_unit_service_provider_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.controllable_unit_service_provider_history as version
      where version.controllable_unit_service_provider_id = new.id
    ));
    new.row_version := nextval('public.controllable_unit_service_provider_row_version_seq');
    new.accounting_point_id := (select own_1.accounting_point_id from public.controllable_unit as own_1 where own_1.id = new.controllable_unit_id);
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of controllable_unit_service_provider never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
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

create or replace function almanac.controllable_unit_service_provider_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'controllable_unit_service_provider', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, subject)
    values
      ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', new.controllable_unit_id),
      ('controllable_unit_service_provider', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.controllable_unit_service_provider_history
        (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to) then
      return null;
    end if;
    if old.valid_from is not null and new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      values
        ('no.flexibility.controllable_unit_service_provider.update', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
          case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
          case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
          case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
          case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
          case when new.valid_to is distinct from old.valid_to then 'valid_to' end
        ], null));
    elsif new.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
    elsif old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
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
        (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    if old.valid_from is not null then
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject)
      values
        ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || old.id, instant, identity, almanac.party(), '/controllable_unit/' || old.controllable_unit_id);
    end if;
    insert into almanac.notice_change (resource, field, value)
    values
      ('controllable_unit', 'id', old.controllable_unit_id),
      ('controllable_unit_service_provider', 'id', old.id);
  end if;
  return null;
end
$$;

create or replace function almanac.controllable_unit_service_provider_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit_service_provider', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit_service_provider', 'id', array_agg(distinct changed.id)
    from (
      (select id, accounting_point_id, service_provider_id, valid_from, valid_to, controllable_unit_id, recorded_at, recorded_by from new_rows except select id, accounting_point_id, service_provider_id, valid_from, valid_to, controllable_unit_id, recorded_at, recorded_by from old_rows)
      union all
      (select id, accounting_point_id, service_provider_id, valid_from, valid_to, controllable_unit_id, recorded_at, recorded_by from old_rows except select id, accounting_point_id, service_provider_id, valid_from, valid_to, controllable_unit_id, recorded_at, recorded_by from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.controllable_unit_service_provider
  referencing new table as new_rows
  for each statement execute function almanac.controllable_unit_service_provider_note_checks();

create or replace trigger note_checks_update
  after update on public.controllable_unit_service_provider
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.controllable_unit_service_provider_note_checks();

create or replace function almanac.controllable_unit_service_provider_note_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.former_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.controllable_unit_id)
    from new_rows as changed
    where changed.controllable_unit_id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.former_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.controllable_unit_id)
    from (
      (select id, controllable_unit_id, service_provider_id, valid_from, valid_to from new_rows except select id, controllable_unit_id, service_provider_id, valid_from, valid_to from old_rows)
      union all
      (select id, controllable_unit_id, service_provider_id, valid_from, valid_to from old_rows except select id, controllable_unit_id, service_provider_id, valid_from, valid_to from new_rows)
    ) as changed
    where changed.controllable_unit_id is not null
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into almanac.former_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.controllable_unit_id)
    from old_rows as changed
    where changed.controllable_unit_id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_former_insert
  after insert on public.controllable_unit_service_provider
  referencing new table as new_rows
  for each statement execute function almanac.controllable_unit_service_provider_note_former();

create or replace trigger note_former_update
  after update on public.controllable_unit_service_provider
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.controllable_unit_service_provider_note_former();

create or replace trigger note_former_delete
  after delete on public.controllable_unit_service_provider
  referencing old table as old_rows
  for each statement execute function almanac.controllable_unit_service_provider_note_former();

create or replace function almanac.controllable_unit_service_provider_rule_1_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    if (new.valid_to is null or new.valid_to > almanac.present()) is true then
      insert into almanac.check_due (recorded_in, resource, field, ids)
      values (pg_current_xact_id(), 'controllable_unit_service_provider', 'asked of controllable_unit_service_provider_rule_1_check', array[new.id]);
    end if;
  elsif tg_op = 'UPDATE' then
    if old.valid_from is null and new.valid_from is not null then
      if (new.valid_to is null or new.valid_to > almanac.present()) is true then
        insert into almanac.check_due (recorded_in, resource, field, ids)
        values (pg_current_xact_id(), 'controllable_unit_service_provider', 'asked of controllable_unit_service_provider_rule_1_check', array[new.id]);
      end if;
    elsif old.valid_from is not null and new.valid_from is not null then
      if (new.valid_to is null or new.valid_to > almanac.present()) is true then
        insert into almanac.check_due (recorded_in, resource, field, ids)
        values (pg_current_xact_id(), 'controllable_unit_service_provider', 'asked of controllable_unit_service_provider_rule_1_check', array[new.id]);
      end if;
    end if;
  end if;
  return null;
end
$$;

create or replace trigger rule_1_check_insert
  after insert on public.controllable_unit_service_provider
  for each row when (not almanac.is_making_room('almanac.controllable_unit_service_provider_make_room()'))
  execute function almanac.controllable_unit_service_provider_rule_1_check();

create or replace trigger rule_1_check_update
  after update on public.controllable_unit_service_provider
  for each row when (old.* *<> new.* and not almanac.is_making_room('almanac.controllable_unit_service_provider_make_room()'))
  execute function almanac.controllable_unit_service_provider_rule_1_check();

create or replace function almanac.controllable_unit_service_provider_rule_2_check() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    values (pg_current_xact_id(), 'controllable_unit_service_provider', 'asked of controllable_unit_service_provider_rule_2_check', array[new.id]);
  elsif tg_op = 'UPDATE' then
    if old.valid_from is null and new.valid_from is not null then
      insert into almanac.check_due (recorded_in, resource, field, ids)
      values (pg_current_xact_id(), 'controllable_unit_service_provider', 'asked of controllable_unit_service_provider_rule_2_check', array[new.id]);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger rule_2_check_insert
  after insert on public.controllable_unit_service_provider
  for each row when (not almanac.is_making_room('almanac.controllable_unit_service_provider_make_room()'))
  execute function almanac.controllable_unit_service_provider_rule_2_check();

create or replace trigger rule_2_check_update
  after update on public.controllable_unit_service_provider
  for each row when (old.* *<> new.* and not almanac.is_making_room('almanac.controllable_unit_service_provider_make_room()'))
  execute function almanac.controllable_unit_service_provider_rule_2_check();

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
  if room is not null and exists (
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

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  perform almanac.record_time(latest);

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

create or replace function almanac.controllable_unit_service_provider_freeze() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  frozen timestamptz := (((almanac.clock() at time zone 'UTC') - interval 'P14D') at time zone 'UTC');
begin
  if old.valid_from < frozen then
    -- Of what began before, the end may move, from where nothing is frozen to where nothing is.
    if tg_op = 'UPDATE' and (new.controllable_unit_id, new.service_provider_id, new.accounting_point_id, new.valid_from) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.accounting_point_id, old.valid_from) and (
      new.valid_to is not distinct from old.valid_to
      or (coalesce(old.valid_to, 'infinity') >= frozen and coalesce(new.valid_to, 'infinity') >= frozen)
    ) then
      return new;
    end if;
  elsif tg_op = 'DELETE' then
    return old;
  elsif new.valid_from is null or new.valid_from >= frozen then
    return new;
  end if;
  raise exception 'what is recorded of controllable_unit_service_provider is frozen'
    using errcode = 'check_violation', constraint = 'controllable_unit_service_provider_freeze_check',
      detail = 'what was valid before ' || (to_json(frozen) #>> '{}') || ' is frozen';
end
$$;

create or replace trigger keep_frozen
  before insert or update or delete on public.controllable_unit_service_provider
  for each row when (almanac.role() not in ('administrator')) execute function almanac.controllable_unit_service_provider_freeze();

-- To undo it:
--   drop trigger keep_frozen on public.controllable_unit_service_provider;
--   drop function almanac.controllable_unit_service_provider_freeze();
--   drop trigger rule_2_check_update on public.controllable_unit_service_provider;
--   drop trigger rule_2_check_insert on public.controllable_unit_service_provider;
--   drop function almanac.controllable_unit_service_provider_rule_2_check();
--   drop trigger rule_1_check_update on public.controllable_unit_service_provider;
--   drop trigger rule_1_check_insert on public.controllable_unit_service_provider;
--   drop function almanac.controllable_unit_service_provider_rule_1_check();
--   drop trigger note_former_delete on public.controllable_unit_service_provider;
--   drop trigger note_former_update on public.controllable_unit_service_provider;
--   drop trigger note_former_insert on public.controllable_unit_service_provider;
--   drop function almanac.controllable_unit_service_provider_note_former();
--   drop trigger note_checks_update on public.controllable_unit_service_provider;
--   drop trigger note_checks_insert on public.controllable_unit_service_provider;
--   drop function almanac.controllable_unit_service_provider_note_checks();
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
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of controllable_unit_service_provider never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.controllable_unit_id, new.service_provider_id, new.contract_reference, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to) then
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
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_service_provider_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'controllable_unit_service_provider', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', new.controllable_unit_id),
--         ('controllable_unit_service_provider', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.controllable_unit_service_provider_history
--           (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.controllable_unit_id, new.service_provider_id, new.contract_reference, new.valid_from, new.valid_to) is not distinct from (old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.controllable_unit_service_provider.update', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id, array_remove(array[
--             case when new.controllable_unit_id is distinct from old.controllable_unit_id then 'controllable_unit_id' end,
--             case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--             case when new.contract_reference is distinct from old.contract_reference then 'contract_reference' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/controllable_unit/' || new.controllable_unit_id);
--       end if;
--       if (new.controllable_unit_id, new.valid_from, new.valid_to, new.service_provider_id) is distinct from (old.controllable_unit_id, old.valid_from, old.valid_to, old.service_provider_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('controllable_unit', 'id', new.controllable_unit_id),
--           ('controllable_unit_service_provider', 'id', new.id);
--         if new.controllable_unit_id is distinct from old.controllable_unit_id then
--           insert into almanac.notice_change (resource, field, value)
--           values
--             ('controllable_unit', 'id', old.controllable_unit_id);
--         end if;
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.controllable_unit_service_provider_history
--           (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.controllable_unit_id, old.service_provider_id, old.contract_reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.controllable_unit_service_provider.delete', '/controllable_unit_service_provider/' || old.id, instant, identity, almanac.party(), '/controllable_unit/' || old.controllable_unit_id);
--       end if;
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('controllable_unit', 'id', old.controllable_unit_id),
--         ('controllable_unit_service_provider', 'id', old.id);
--     end if;
--     return null;
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
--     return new;
--   end
--   $$;
--
--   alter table public.controllable_unit_service_provider alter column accounting_point_id drop not null;
--   alter table public.controllable_unit_service_provider drop constraint controllable_unit_service_provider_valid_to_align_check;
--   alter table public.controllable_unit_service_provider drop constraint controllable_unit_service_provider_valid_from_align_check;
--   alter table public.controllable_unit_service_provider drop constraint controllable_unit_service_provider_accounting_point_id_fkey;
--   alter table public.controllable_unit_service_provider add constraint controllable_unit_service_provider_contract_refe_b98a43e8_check check (char_length(contract_reference) <= 128);

-- Step 56 of 122: the triggers of controllable_unit_suspension do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit_suspension, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.controllable_unit_suspension_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.controllable_unit_suspension_history as version
      where version.controllable_unit_suspension_id = new.id
    ));
    new.row_version := nextval('public.controllable_unit_suspension_row_version_seq');
    if new.suspended_at = now() then
      new.suspended_at := new.recorded_at;
    end if;
    if (new.status = 'lifted') is true then
      new.lifted_at := new.recorded_at;
    end if;
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of controllable_unit_suspension never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
      return old;
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

create or replace function almanac.controllable_unit_suspension_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit_suspension', 'id', array_agg(distinct changed.id)
    from new_rows as changed
    where changed.id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit_suspension', 'id', array_agg(distinct changed.id)
    from (
      (select id, impacted_system_operator_id from new_rows except select id, impacted_system_operator_id from old_rows)
      union all
      (select id, impacted_system_operator_id from old_rows except select id, impacted_system_operator_id from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.controllable_unit_suspension
  referencing new table as new_rows
  for each statement execute function almanac.controllable_unit_suspension_note_checks();

create or replace trigger note_checks_update
  after update on public.controllable_unit_suspension
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.controllable_unit_suspension_note_checks();

-- To undo it:
--   drop trigger note_checks_update on public.controllable_unit_suspension;
--   drop trigger note_checks_insert on public.controllable_unit_suspension;
--   drop function almanac.controllable_unit_suspension_note_checks();
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
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of controllable_unit_suspension never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.controllable_unit_id, new.impacted_system_operator_id, new.reason, new.status, new.suspended_at, new.lifted_at, new.additional_information) is not distinct from (old.controllable_unit_id, old.impacted_system_operator_id, old.reason, old.status, old.suspended_at, old.lifted_at, old.additional_information) then
--         return old;
--       end if;
--       if new.status <> old.status then
--         if (old.status, new.status) not in (('active', 'lifted')) then
--           raise exception 'status of controllable_unit_suspension does not go from % to %', old.status, new.status
--             using errcode = 'check_violation', constraint = 'controllable_unit_suspension_status_transition_check';
--         end if;
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
--     end if;
--     new.recorded_by := almanac.identity();
--     new.recorded_in := pg_current_xact_id();
--     return new;
--   end
--   $$;

-- Step 57 of 122: drop identity_party_id_fkey; the triggers of identity do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on identity and party, for a moment; ACCESS EXCLUSIVE on identity, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.identity drop constraint identity_party_id_fkey;

create or replace function almanac.identity_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.identity_history as version
      where version.identity_id = new.id
    ));
    new.row_version := nextval('public.identity_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of identity never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.subject, new.name) is not distinct from (old.subject, old.name) then
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

create or replace function almanac.identity_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'identity', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.identity.create', '/identity/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.identity_history
        (id, identity_id, subject, name, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.subject, old.name, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.subject, new.name) is not distinct from (old.subject, old.name) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.identity.update', '/identity/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
        case when new.subject is distinct from old.subject then 'subject' end,
        case when new.name is distinct from old.name then 'name' end
      ], null));
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.identity_history
        (id, identity_id, subject, name, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.subject, old.name, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.identity.delete', '/identity/' || old.id, instant, identity, almanac.party());
  end if;
  return null;
end
$$;

-- To undo it:
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
--       elsif (new.subject, new.name, new.party_id) is not distinct from (old.subject, old.name, old.party_id) then
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
--   create or replace function almanac.identity_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'identity', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.identity.create', '/identity/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.identity_history
--           (id, identity_id, subject, name, party_id, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.subject, old.name, old.party_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.subject, new.name, new.party_id) is not distinct from (old.subject, old.name, old.party_id) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.identity.update', '/identity/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--           case when new.subject is distinct from old.subject then 'subject' end,
--           case when new.name is distinct from old.name then 'name' end,
--           case when new.party_id is distinct from old.party_id then 'party_id' end
--         ], null));
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.identity_history
--           (id, identity_id, subject, name, party_id, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.subject, old.name, old.party_id, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.identity.delete', '/identity/' || old.id, instant, identity, almanac.party());
--     end if;
--     return null;
--   end
--   $$;
--
--   alter table public.identity add constraint identity_party_id_fkey foreign key (party_id) references public.party (id);

-- Step 58 of 122: drop metering_grid_area_bidding_zone_id_fkey, metering_grid_area_system_operator_id_fkey; the triggers of metering_grid_area do what the definitions say; rows of metering_grid_area are written without bidding_zone_id; rows of metering_grid_area are written without system_operator_id
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on metering_grid_area and bidding_zone and party, for a moment; ACCESS EXCLUSIVE on metering_grid_area, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.metering_grid_area drop constraint metering_grid_area_bidding_zone_id_fkey;
alter table public.metering_grid_area drop constraint metering_grid_area_system_operator_id_fkey;

create or replace function almanac.metering_grid_area_stamp() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  is_own boolean := false;
begin
  if tg_op = 'INSERT' then
    new.recorded_at := almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from public.metering_grid_area_history as version
      where version.metering_grid_area_id = new.id
    ));
    new.row_version := nextval('public.metering_grid_area_row_version_seq');
  else
    if new.id is distinct from old.id then
      raise exception 'the id of a row of metering_grid_area never changes' using errcode = 'integrity_constraint_violation';
    elsif (new.business_id, new.name) is not distinct from (old.business_id, old.name) then
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

create or replace function almanac.metering_grid_area_record() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  instant timestamptz;
  identity bigint;
  is_own boolean := false;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    values
      (current_setting('almanac.effects'), 'metering_grid_area', coalesce(new.id, old.id), old::text)
    on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.metering_grid_area.create', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
    insert into almanac.notice_change (resource, field, value)
    values
      ('metering_grid_area', 'id', new.id);
  elsif tg_op = 'UPDATE' then
    if new.row_version <> old.row_version then
      insert into public.metering_grid_area_history
        (id, metering_grid_area_id, business_id, name, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
    elsif (new.business_id, new.name) is not distinct from (old.business_id, old.name) then
      return null;
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('no.flexibility.metering_grid_area.update', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
        case when new.business_id is distinct from old.business_id then 'business_id' end,
        case when new.name is distinct from old.name then 'name' end
      ], null));
    if (new.name) is distinct from (old.name) then
      insert into almanac.notice_change (resource, field, value)
      values
        ('metering_grid_area', 'id', new.id);
    end if;
  elsif tg_op = 'DELETE' then
    if old.recorded_in = pg_current_xact_id() then
      is_own := old.recorded_at = almanac.record_time(null);
    end if;
    instant := almanac.record_time(case when is_own then null else old.recorded_at end);
    identity := almanac.identity();
    if not is_own then
      insert into public.metering_grid_area_history
        (id, metering_grid_area_id, business_id, name, recorded_at, recorded_by, replaced_at, replaced_by)
      values
        (old.row_version, old.id, old.business_id, old.name, old.recorded_at, old.recorded_by, instant, identity);
    end if;
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('no.flexibility.metering_grid_area.delete', '/metering_grid_area/' || old.id, instant, identity, almanac.party());
    insert into almanac.notice_change (resource, field, value)
    values
      ('metering_grid_area', 'id', old.id);
  end if;
  return null;
end
$$;

alter table public.metering_grid_area alter column bidding_zone_id drop not null;
alter table public.metering_grid_area alter column system_operator_id drop not null;

-- To undo it:
--   alter table public.metering_grid_area alter column system_operator_id set not null;
--   alter table public.metering_grid_area alter column bidding_zone_id set not null;
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
--       elsif (new.business_id, new.name, new.bidding_zone_id, new.system_operator_id) is not distinct from (old.business_id, old.name, old.bidding_zone_id, old.system_operator_id) then
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
--   create or replace function almanac.metering_grid_area_record() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     instant timestamptz;
--     identity bigint;
--     is_own boolean := false;
--   begin
--     if current_setting('almanac.effects', true) <> '' then
--       insert into almanac.effect
--         (request, resource, row_id, former)
--       values
--         (current_setting('almanac.effects'), 'metering_grid_area', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.metering_grid_area.create', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.metering_grid_area_history
--           (id, metering_grid_area_id, business_id, name, bidding_zone_id, system_operator_id, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.bidding_zone_id, old.system_operator_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.business_id, new.name, new.bidding_zone_id, new.system_operator_id) is not distinct from (old.business_id, old.name, old.bidding_zone_id, old.system_operator_id) then
--         return null;
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, updated_fields)
--       values
--         ('no.flexibility.metering_grid_area.update', '/metering_grid_area/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
--           case when new.business_id is distinct from old.business_id then 'business_id' end,
--           case when new.name is distinct from old.name then 'name' end,
--           case when new.bidding_zone_id is distinct from old.bidding_zone_id then 'bidding_zone_id' end,
--           case when new.system_operator_id is distinct from old.system_operator_id then 'system_operator_id' end
--         ], null));
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.metering_grid_area_history
--           (id, metering_grid_area_id, business_id, name, bidding_zone_id, system_operator_id, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.bidding_zone_id, old.system_operator_id, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party)
--       values
--         ('no.flexibility.metering_grid_area.delete', '/metering_grid_area/' || old.id, instant, identity, almanac.party());
--     end if;
--     return null;
--   end
--   $$;
--
--   alter table public.metering_grid_area add constraint metering_grid_area_bidding_zone_id_fkey foreign key (bidding_zone_id) references public.bidding_zone (id);
--   alter table public.metering_grid_area add constraint metering_grid_area_system_operator_id_fkey foreign key (system_operator_id) references public.party (id);

-- Step 59 of 122: the triggers of party do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on party, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.party_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point_balance_responsible_party', 'balance_responsible_party_id', array_agg(distinct changed.id)
    from (
      (select id, type from new_rows except select id, type from old_rows)
      union all
      (select id, type from old_rows except select id, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point_end_user', 'end_user_id', array_agg(distinct changed.id)
    from (
      (select id, type from new_rows except select id, type from old_rows)
      union all
      (select id, type from old_rows except select id, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'accounting_point_energy_supplier', 'energy_supplier_id', array_agg(distinct changed.id)
    from (
      (select id, type from new_rows except select id, type from old_rows)
      union all
      (select id, type from old_rows except select id, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'contract', 'service_provider_id', array_agg(distinct changed.id)
    from (
      (select id, status, type from new_rows except select id, status, type from old_rows)
      union all
      (select id, status, type from old_rows except select id, status, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'contract', 'end_user_id', array_agg(distinct changed.id)
    from (
      (select id, type from new_rows except select id, type from old_rows)
      union all
      (select id, type from old_rows except select id, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit_service_provider', 'service_provider_id', array_agg(distinct changed.id)
    from (
      (select id, status, type from new_rows except select id, status, type from old_rows)
      union all
      (select id, status, type from old_rows except select id, status, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit_suspension', 'impacted_system_operator_id', array_agg(distinct changed.id)
    from (
      (select id, type from new_rows except select id, type from old_rows)
      union all
      (select id, type from old_rows except select id, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'metering_grid_area_system_operator', 'system_operator_id', array_agg(distinct changed.id)
    from (
      (select id, type from new_rows except select id, type from old_rows)
      union all
      (select id, type from old_rows except select id, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_provider_product_application', 'service_provider_id', array_agg(distinct changed.id)
    from (
      (select id, status, type from new_rows except select id, status, type from old_rows)
      union all
      (select id, status, type from old_rows except select id, status, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_provider_product_application', 'system_operator_id', array_agg(distinct changed.id)
    from (
      (select id, type from new_rows except select id, type from old_rows)
      union all
      (select id, type from old_rows except select id, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group', 'service_provider_id', array_agg(distinct changed.id)
    from (
      (select id, status, type from new_rows except select id, status, type from old_rows)
      union all
      (select id, status, type from old_rows except select id, status, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group_grid_prequalification', 'impacted_system_operator_id', array_agg(distinct changed.id)
    from (
      (select id, type from new_rows except select id, type from old_rows)
      union all
      (select id, type from old_rows except select id, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'service_providing_group_product_application', 'procuring_system_operator_id', array_agg(distinct changed.id)
    from (
      (select id, type from new_rows except select id, type from old_rows)
      union all
      (select id, type from old_rows except select id, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'system_operator_product_type', 'system_operator_id', array_agg(distinct changed.id)
    from (
      (select id, type from new_rows except select id, type from old_rows)
      union all
      (select id, type from old_rows except select id, type from new_rows)
    ) as changed
    where changed.id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_update
  after update on public.party
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.party_note_checks();

-- To undo it:
--   drop trigger note_checks_update on public.party;
--   drop function almanac.party_note_checks();

-- Step 60 of 122: the triggers of technical_resource do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on technical_resource, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.technical_resource_note_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if tg_op = 'INSERT' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.controllable_unit_id)
    from new_rows as changed
    where changed.controllable_unit_id is not null
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.controllable_unit_id)
    from (
      (select id, controllable_unit_id, maximum_active_power from new_rows except select id, controllable_unit_id, maximum_active_power from old_rows)
      union all
      (select id, controllable_unit_id, maximum_active_power from old_rows except select id, controllable_unit_id, maximum_active_power from new_rows)
    ) as changed
    where changed.controllable_unit_id is not null
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into almanac.check_due (recorded_in, resource, field, ids)
    select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.controllable_unit_id)
    from old_rows as changed
    where changed.controllable_unit_id is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger note_checks_insert
  after insert on public.technical_resource
  referencing new table as new_rows
  for each statement execute function almanac.technical_resource_note_checks();

create or replace trigger note_checks_update
  after update on public.technical_resource
  referencing old table as old_rows new table as new_rows
  for each statement execute function almanac.technical_resource_note_checks();

create or replace trigger note_checks_delete
  after delete on public.technical_resource
  referencing old table as old_rows
  for each statement execute function almanac.technical_resource_note_checks();

-- To undo it:
--   drop trigger note_checks_delete on public.technical_resource;
--   drop trigger note_checks_update on public.technical_resource;
--   drop trigger note_checks_insert on public.technical_resource;
--   drop function almanac.technical_resource_note_checks();

-- Step 61 of 122: decide checks of related rows as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.controllable_unit_suspension_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.impacted_system_operator_id and item_1.type = 'system_operator'::text)) is not true as rule_0
    from public.controllable_unit_suspension as item
    where item.id = any (concerned)
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of controllable_unit_suspension would break a rule: %', broken.id, case when broken.rule_0 then 'Units are suspended by a system operator.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'controllable_unit_suspension',
      constraint = case when broken.rule_0 then 'controllable_unit_suspension_reference_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.controllable_unit_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      ((select count(*) from public.technical_resource as item_1 where item_1.controllable_unit_id = item.id) = '0'::bigint or (select max(item_1.maximum_active_power) from public.technical_resource as item_1 where item_1.controllable_unit_id = item.id) <= item.maximum_active_power) is not true as rule_0
    from public.controllable_unit as item
    where item.id = any (concerned)
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of controllable_unit would break a rule: %', broken.id, case when broken.rule_0 then 'No technical resource has more power than its unit.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'controllable_unit',
      constraint = case when broken.rule_0 then 'controllable_unit_rule_4_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.controllable_unit_rule_6_check_asked(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (item.status = 'active'::text) is true and ((select count(*) from public.technical_resource as item_1 where item_1.controllable_unit_id = item.id) >= '1'::bigint) is not true as rule_0
    from public.controllable_unit as item
    where item.id = any (concerned)
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of controllable_unit would break a rule: %', broken.id, case when broken.rule_0 then 'An active unit has a technical resource.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'controllable_unit',
      constraint = case when broken.rule_0 then 'controllable_unit_rule_6_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.service_providing_group_product_application_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.procuring_system_operator_id and item_1.type = 'system_operator'::text)) is not true as rule_0
    from public.service_providing_group_product_application as item
    where item.id = any (concerned)
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of service_providing_group_product_application would break a rule: %', broken.id, case when broken.rule_0 then 'Products are bought by a system operator.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'service_providing_group_product_application',
      constraint = case when broken.rule_0 then 'service_providing_group_product_application_reference_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.service_providing_group_product_application_rule_1_check_asked(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (item.status = 'qualified'::text) is true and (exists (select from public.service_providing_group as item_1 where item_1.id = item.service_providing_group_id and exists (select from public.service_providing_group_grid_prequalification as item_2 where item_2.service_providing_group_id = item_1.id and item_2.status = any ('{"approved","conditionally_approved"}'::text[])))) is not true as rule_0
    from public.service_providing_group_product_application as item
    where item.id = any (concerned)
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of service_providing_group_product_application would break a rule: %', broken.id, case when broken.rule_0 then 'A group is qualified after a system operator has approved it for its grid.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'service_providing_group_product_application',
      constraint = case when broken.rule_0 then 'service_providing_group_product_application_rule_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.service_providing_group_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.type = 'service_provider'::text)) is not true as rule_0
    from public.service_providing_group as item
    where item.id = any (concerned)
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of service_providing_group would break a rule: %', broken.id, case when broken.rule_0 then 'A group belongs to a service provider.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'service_providing_group',
      constraint = case when broken.rule_0 then 'service_providing_group_reference_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.service_providing_group_rule_1_check_asked(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.status = 'active'::text)) is not true as rule_0
    from public.service_providing_group as item
    where item.id = any (concerned)
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of service_providing_group would break a rule: %', broken.id, case when broken.rule_0 then 'The service provider is not active.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'service_providing_group',
      constraint = case when broken.rule_0 then 'service_providing_group_rule_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.service_providing_group_rule_2_check_asked(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (item.status = 'active'::text) is true and exists (with bound as (select distinct each.at from (select entry_bound.at from public.service_providing_group_membership as item_1, unnest(array[item_1.valid_from, item_1.valid_to]) as entry_bound (at) where item_1.service_providing_group_id = item.id and item_1.valid_from is not null) as each (at) where each.at is not null) select from (select bound.at from bound union all select '-infinity'::timestamptz where not exists (select from bound)) as state where ((select count(*) from public.service_providing_group_membership as item_1 where item_1.service_providing_group_id = item.id and item_1.valid_from is not null and item_1.valid_from <= state.at and (item_1.valid_to > state.at or item_1.valid_to is null)) >= '1'::bigint) is not true) as rule_0
    from public.service_providing_group as item
    where item.id = any (concerned)
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of service_providing_group would break a rule: %', broken.id, case when broken.rule_0 then 'An active group has units.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'service_providing_group',
      constraint = case when broken.rule_0 then 'service_providing_group_rule_2_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.service_provider_product_application_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.type = 'service_provider'::text)) is not true as rule_0,
      (exists (select from public.party as item_1 where item_1.id = item.system_operator_id and item_1.type = 'system_operator'::text)) is not true as rule_1
    from public.service_provider_product_application as item
    where item.id = any (concerned)
    offset 0
  ) as checked
  where checked.rule_0 or checked.rule_1
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of service_provider_product_application would break a rule: %', broken.id, case when broken.rule_0 then 'Products are sold by a service provider.' when broken.rule_1 then 'Products are bought by a system operator.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'service_provider_product_application',
      constraint = case when broken.rule_0 then 'service_provider_product_application_reference_1_check' when broken.rule_1 then 'service_provider_product_application_reference_2_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.service_provider_product_application_rule_1_check_asked(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.status = 'active'::text)) is not true as rule_0
    from public.service_provider_product_application as item
    where item.id = any (concerned)
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of service_provider_product_application would break a rule: %', broken.id, case when broken.rule_0 then 'The service provider is not active.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'service_provider_product_application',
      constraint = case when broken.rule_0 then 'service_provider_product_application_rule_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.accounting_point_balance_responsible_party_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.balance_responsible_party_id and item_1.type = 'balance_responsible_party'::text)) is not true as rule_0
    from public.accounting_point_balance_responsible_party as item
    where item.id = any (concerned)
      and item.valid_from is not null
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of accounting_point_balance_responsible_party would break a rule: %', broken.id, case when broken.rule_0 then 'Imbalances are the business of a balance responsible party.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'accounting_point_balance_responsible_party',
      constraint = case when broken.rule_0 then 'accounting_point_balance_responsible_party_reference_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.accounting_point_end_user_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.end_user_id and item_1.type = 'end_user'::text)) is not true as rule_0
    from public.accounting_point_end_user as item
    where item.id = any (concerned)
      and item.valid_from is not null
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of accounting_point_end_user would break a rule: %', broken.id, case when broken.rule_0 then 'Energy is used by an end user.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'accounting_point_end_user',
      constraint = case when broken.rule_0 then 'accounting_point_end_user_reference_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.accounting_point_energy_supplier_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.energy_supplier_id and item_1.type = 'energy_supplier'::text)) is not true as rule_0
    from public.accounting_point_energy_supplier as item
    where item.id = any (concerned)
      and item.valid_from is not null
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of accounting_point_energy_supplier would break a rule: %', broken.id, case when broken.rule_0 then 'Energy is supplied by an energy supplier.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'accounting_point_energy_supplier',
      constraint = case when broken.rule_0 then 'accounting_point_energy_supplier_reference_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.contract_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.type = 'service_provider'::text)) is not true as rule_0,
      (exists (select from public.party as item_1 where item_1.id = item.end_user_id and item_1.type = 'end_user'::text)) is not true as rule_1
    from public.contract as item
    where item.id = any (concerned)
      and item.valid_from is not null
    offset 0
  ) as checked
  where checked.rule_0 or checked.rule_1
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of contract would break a rule: %', broken.id, case when broken.rule_0 then 'Services are provided by a service provider.' when broken.rule_1 then 'A contract is with an end user.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'contract',
      constraint = case when broken.rule_0 then 'contract_reference_1_check' when broken.rule_1 then 'contract_reference_2_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.contract_rule_1_check_asked(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (item.status = 'signed'::text) is true and (exists (select from public.accounting_point as item_1 where item_1.id = item.accounting_point_id and exists (select from public.accounting_point_end_user as item_2 where item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.end_user_id = item.end_user_id and tstzrange(item_2.valid_from, item_2.valid_to) @> tstzrange(item.valid_from, item.valid_to)))) is not true as rule_0
    from public.contract as item
    where item.id = any (concerned)
      and item.valid_from is not null
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of contract would break a rule: %', broken.id, case when broken.rule_0 then 'A contract is signed for the time in which its end user uses the accounting point.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'contract',
      constraint = case when broken.rule_0 then 'contract_rule_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.contract_rule_2_check_asked(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.status = 'active'::text)) is not true as rule_0
    from public.contract as item
    where item.id = any (concerned)
      and item.valid_from is not null
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of contract would break a rule: %', broken.id, case when broken.rule_0 then 'The service provider is not active.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'contract',
      constraint = case when broken.rule_0 then 'contract_rule_2_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.controllable_unit_service_provider_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.type = 'service_provider'::text)) is not true as rule_0,
      ((select range_agg(tstzrange(own_2.valid_from, own_2.valid_to)) @> tstzrange(item.valid_from, item.valid_to) from public.accounting_point as own_1, public.contract as own_2 where own_1.id = item.accounting_point_id and own_2.accounting_point_id = own_1.id and own_2.valid_from is not null and own_2.service_provider_id = item.service_provider_id and own_2.status = 'signed'::text)) is not true as rule_1
    from public.controllable_unit_service_provider as item
    where item.id = any (concerned)
      and item.valid_from is not null
    offset 0
  ) as checked
  where checked.rule_0 or checked.rule_1
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of controllable_unit_service_provider would break a rule: %', broken.id, case when broken.rule_0 then 'A unit is operated by a service provider.' when broken.rule_1 then 'A provider operates a unit within a contract that the end user has signed.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'controllable_unit_service_provider',
      constraint = case when broken.rule_0 then 'controllable_unit_service_provider_reference_1_check' when broken.rule_1 then 'controllable_unit_service_provider_covered_by_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.controllable_unit_service_provider_rule_1_check_asked(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (item.valid_to is null or item.valid_to > almanac.present()) is true and (exists (select from public.accounting_point as item_1 where item_1.id = item.accounting_point_id and exists (select from public.contract as item_2 where item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.status = 'signed'::text and exists (select from public.accounting_point as item_3 where item_3.id = item_2.accounting_point_id and exists (select from public.accounting_point_end_user as item_4 where item_4.accounting_point_id = item_3.id and item_4.valid_from is not null and item_4.end_user_id = item_2.end_user_id and tstzrange(item_4.valid_from, item_4.valid_to) @> tstzrange(item_2.valid_from, item_2.valid_to))) and item_2.service_provider_id = item.service_provider_id))) is not true as rule_0
    from public.controllable_unit_service_provider as item
    where item.id = any (concerned)
      and item.valid_from is not null
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of controllable_unit_service_provider would break a rule: %', broken.id, case when broken.rule_0 then 'The end user who signed the contract does not use the accounting point any more.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'controllable_unit_service_provider',
      constraint = case when broken.rule_0 then 'controllable_unit_service_provider_rule_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.controllable_unit_service_provider_rule_2_check_asked(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.status = 'active'::text)) is not true as rule_0
    from public.controllable_unit_service_provider as item
    where item.id = any (concerned)
      and item.valid_from is not null
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of controllable_unit_service_provider would break a rule: %', broken.id, case when broken.rule_0 then 'The service provider is not active.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'controllable_unit_service_provider',
      constraint = case when broken.rule_0 then 'controllable_unit_service_provider_rule_2_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.metering_grid_area_system_operator_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.system_operator_id and item_1.type = 'system_operator'::text)) is not true as rule_0
    from public.metering_grid_area_system_operator as item
    where item.id = any (concerned)
      and item.valid_from is not null
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of metering_grid_area_system_operator would break a rule: %', broken.id, case when broken.rule_0 then 'A grid is run by a system operator.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'metering_grid_area_system_operator',
      constraint = case when broken.rule_0 then 'metering_grid_area_system_operator_reference_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.service_providing_group_grid_prequalification_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.impacted_system_operator_id and item_1.type = 'system_operator'::text)) is not true as rule_0
    from public.service_providing_group_grid_prequalification as item
    where item.id = any (concerned)
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of service_providing_group_grid_prequalification would break a rule: %', broken.id, case when broken.rule_0 then 'Grids are judged by a system operator.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'service_providing_group_grid_prequalification',
      constraint = case when broken.rule_0 then 'service_providing_group_grid_prequalification_reference_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.system_operator_product_type_checks(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.party as item_1 where item_1.id = item.system_operator_id and item_1.type = 'system_operator'::text)) is not true as rule_0
    from public.system_operator_product_type as item
    where item.id = any (concerned)
      and item.valid_from is not null
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of system_operator_product_type would break a rule: %', broken.id, case when broken.rule_0 then 'Products are bought by a system operator.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'system_operator_product_type',
      constraint = case when broken.rule_0 then 'system_operator_product_type_reference_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.service_providing_group_membership_rule_1_check_asked(concerned bigint[]) returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
      (exists (select from public.service_providing_group as item_1 where item_1.id = item.service_providing_group_id and item_1.status <> 'terminated'::text)) is not true as rule_0
    from public.service_providing_group_membership as item
    where item.id = any (concerned)
      and item.valid_from is not null
    offset 0
  ) as checked
  where checked.rule_0
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of service_providing_group_membership would break a rule: %', broken.id, case when broken.rule_0 then 'The group is terminated.' end
    using
      errcode = 'check_violation',
      schema = 'public',
      table = 'service_providing_group_membership',
      constraint = case when broken.rule_0 then 'service_providing_group_membership_rule_1_check' end,
      detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
end
$$;

create or replace function almanac.decide_checks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  changed_1 bigint[];
  changed_2 bigint[];
  changed_3 bigint[];
  changed_4 bigint[];
  changed_5 bigint[];
  changed_6 bigint[];
  changed_7 bigint[];
  changed_8 bigint[];
  changed_9 bigint[];
  changed_10 bigint[];
  changed_11 bigint[];
  changed_12 bigint[];
  changed_13 bigint[];
  changed_14 bigint[];
  changed_15 bigint[];
  changed_16 bigint[];
  changed_17 bigint[];
  changed_18 bigint[];
  changed_19 bigint[];
  changed_20 bigint[];
  changed_21 bigint[];
  changed_22 bigint[];
  changed_23 bigint[];
  changed_24 bigint[];
  changed_25 bigint[];
  changed_26 bigint[];
  changed_27 bigint[];
  changed_28 bigint[];
  changed_29 bigint[];
  changed_30 bigint[];
  changed_31 bigint[];
  changed_32 bigint[];
  asked_1 bigint[];
  asked_2 bigint[];
  asked_3 bigint[];
  asked_4 bigint[];
  asked_5 bigint[];
  asked_6 bigint[];
  asked_7 bigint[];
  asked_8 bigint[];
  asked_9 bigint[];
  asked_10 bigint[];
  concerned_1 bigint[];
  concerned_2 bigint[];
  concerned_3 bigint[];
  concerned_4 bigint[];
  concerned_5 bigint[];
  concerned_6 bigint[];
  concerned_7 bigint[];
  concerned_8 bigint[];
  concerned_9 bigint[];
  concerned_10 bigint[];
  concerned_11 bigint[];
  concerned_12 bigint[];
  concerned_13 bigint[];
  concerned_14 bigint[];
begin
  -- The first one takes all that the transaction has noted.
  select
    array_agg(value) filter (where due.resource = 'accounting_point_balance_responsible_party' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'accounting_point_balance_responsible_party' and due.field = 'balance_responsible_party_id'),
    array_agg(value) filter (where due.resource = 'accounting_point_end_user' and due.field = 'end_user_id'),
    array_agg(value) filter (where due.resource = 'accounting_point_energy_supplier' and due.field = 'energy_supplier_id'),
    array_agg(value) filter (where due.resource = 'contract' and due.field = 'service_provider_id'),
    array_agg(value) filter (where due.resource = 'contract' and due.field = 'end_user_id'),
    array_agg(value) filter (where due.resource = 'controllable_unit_service_provider' and due.field = 'service_provider_id'),
    array_agg(value) filter (where due.resource = 'controllable_unit_suspension' and due.field = 'impacted_system_operator_id'),
    array_agg(value) filter (where due.resource = 'metering_grid_area_system_operator' and due.field = 'system_operator_id'),
    array_agg(value) filter (where due.resource = 'service_provider_product_application' and due.field = 'service_provider_id'),
    array_agg(value) filter (where due.resource = 'service_provider_product_application' and due.field = 'system_operator_id'),
    array_agg(value) filter (where due.resource = 'service_providing_group' and due.field = 'service_provider_id'),
    array_agg(value) filter (where due.resource = 'service_providing_group_grid_prequalification' and due.field = 'impacted_system_operator_id'),
    array_agg(value) filter (where due.resource = 'service_providing_group_product_application' and due.field = 'procuring_system_operator_id'),
    array_agg(value) filter (where due.resource = 'system_operator_product_type' and due.field = 'system_operator_id'),
    array_agg(value) filter (where due.resource = 'accounting_point_end_user' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'contract' and due.field = 'accounting_point_id'),
    array_agg(value) filter (where due.resource = 'accounting_point_energy_supplier' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'contract' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'controllable_unit_service_provider' and due.field = 'accounting_point_id'),
    array_agg(value) filter (where due.resource = 'controllable_unit' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'controllable_unit_service_provider' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'controllable_unit_suspension' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'metering_grid_area_system_operator' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'service_provider_product_application' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'service_providing_group' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'service_providing_group_membership' and due.field = 'service_providing_group_id'),
    array_agg(value) filter (where due.resource = 'service_providing_group_membership' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'service_providing_group_grid_prequalification' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'service_providing_group_product_application' and due.field = 'service_providing_group_id'),
    array_agg(value) filter (where due.resource = 'service_providing_group_product_application' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'system_operator_product_type' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'controllable_unit' and due.field = 'asked of controllable_unit_rule_6_check'),
    array_agg(value) filter (where due.resource = 'service_providing_group_product_application' and due.field = 'asked of service_providing_group_product_application_rule_1_check'),
    array_agg(value) filter (where due.resource = 'service_providing_group' and due.field = 'asked of service_providing_group_rule_1_check'),
    array_agg(value) filter (where due.resource = 'service_providing_group' and due.field = 'asked of service_providing_group_rule_2_check'),
    array_agg(value) filter (where due.resource = 'service_provider_product_application' and due.field = 'asked of service_provider_product_application_rule_1_check'),
    array_agg(value) filter (where due.resource = 'contract' and due.field = 'asked of contract_rule_1_check'),
    array_agg(value) filter (where due.resource = 'contract' and due.field = 'asked of contract_rule_2_check'),
    array_agg(value) filter (where due.resource = 'controllable_unit_service_provider' and due.field = 'asked of controllable_unit_service_provider_rule_1_check'),
    array_agg(value) filter (where due.resource = 'controllable_unit_service_provider' and due.field = 'asked of controllable_unit_service_provider_rule_2_check'),
    array_agg(value) filter (where due.resource = 'service_providing_group_membership' and due.field = 'asked of service_providing_group_membership_rule_1_check')
  into changed_1, changed_2, changed_3, changed_4, changed_5, changed_6, changed_7, changed_8, changed_9, changed_10, changed_11, changed_12, changed_13, changed_14, changed_15, changed_16, changed_17, changed_18, changed_19, changed_20, changed_21, changed_22, changed_23, changed_24, changed_25, changed_26, changed_27, changed_28, changed_29, changed_30, changed_31, changed_32, asked_1, asked_2, asked_3, asked_4, asked_5, asked_6, asked_7, asked_8, asked_9, asked_10
  from almanac.take_due_checks() as due, unnest(due.ids) as value;
  if num_nonnulls(changed_1, changed_2, changed_3, changed_4, changed_5, changed_6, changed_7, changed_8, changed_9, changed_10, changed_11, changed_12, changed_13, changed_14, changed_15, changed_16, changed_17, changed_18, changed_19, changed_20, changed_21, changed_22, changed_23, changed_24, changed_25, changed_26, changed_27, changed_28, changed_29, changed_30, changed_31, changed_32, asked_1, asked_2, asked_3, asked_4, asked_5, asked_6, asked_7, asked_8, asked_9, asked_10) = 0 then
    return null;
  end if;
  if current_setting('transaction_isolation') = 'repeatable read' then
    raise exception 'the checks of % cannot be decided in a transaction that is REPEATABLE READ', tg_table_name
      using errcode = 'feature_not_supported', hint = 'Use READ COMMITTED or SERIALIZABLE.';
  end if;

  -- Rows of both sides may be new. Their writers wait for each other at the rows that both refer to.
  perform from public.accounting_point as target where target.id in (select unnest(changed_17) union all select unnest(changed_20)) order by target.id for no key update;
  perform from public.service_providing_group as target where target.id in (select unnest(changed_30)) order by target.id for no key update;

  concerned_1 := array(
    select item.id from public.controllable_unit_suspension as item where item.impacted_system_operator_id = any (changed_8)
    union
    select item.id from public.controllable_unit_suspension as item where item.id = any (changed_23)
  );
  concerned_2 := array(
    select item.id from public.controllable_unit as item where item.id = any (changed_21)
  );
  concerned_3 := array(
    select item.id from public.service_providing_group_product_application as item where item.procuring_system_operator_id = any (changed_14)
    union
    select item.id from public.service_providing_group_product_application as item where item.service_providing_group_id = any (changed_30)
    union
    select item.id from public.service_providing_group_product_application as item where item.id = any (changed_31)
  );
  concerned_4 := array(
    select item.id from public.service_providing_group as item where item.service_provider_id = any (changed_12)
    union
    select item.id from public.service_providing_group as item where item.id = any (changed_26)
  );
  concerned_5 := array(
    select item.id from public.service_provider_product_application as item where item.service_provider_id = any (changed_10)
    union
    select item.id from public.service_provider_product_application as item where item.system_operator_id = any (changed_11)
    union
    select item.id from public.service_provider_product_application as item where item.id = any (changed_25)
  );
  concerned_6 := array(
    select item.id from public.accounting_point_balance_responsible_party as item where item.id = any (changed_1)
    union
    select item.id from public.accounting_point_balance_responsible_party as item where item.balance_responsible_party_id = any (changed_2)
  );
  concerned_7 := array(
    select item.id from public.accounting_point_end_user as item where item.end_user_id = any (changed_3)
    union
    select item.id from public.accounting_point_end_user as item where item.id = any (changed_16)
  );
  concerned_8 := array(
    select item.id from public.accounting_point_energy_supplier as item where item.energy_supplier_id = any (changed_4)
    union
    select item.id from public.accounting_point_energy_supplier as item where item.id = any (changed_18)
  );
  concerned_9 := array(
    select item.id from public.contract as item where item.service_provider_id = any (changed_5)
    union
    select item.id from public.contract as item where item.end_user_id = any (changed_6)
    union
    select item.id from public.contract as item where item.accounting_point_id = any (changed_17)
    union
    select item.id from public.contract as item where item.id = any (changed_19)
  );
  concerned_10 := array(
    select item.id from public.controllable_unit_service_provider as item where item.service_provider_id = any (changed_7)
    union
    select item.id from public.controllable_unit_service_provider as item where item.accounting_point_id = any (changed_20)
    union
    select item.id from public.controllable_unit_service_provider as item where item.id = any (changed_22)
  );
  concerned_11 := array(
    select item.id from public.metering_grid_area_system_operator as item where item.system_operator_id = any (changed_9)
    union
    select item.id from public.metering_grid_area_system_operator as item where item.id = any (changed_24)
  );
  concerned_12 := array(
    select item.id from public.service_providing_group_grid_prequalification as item where item.impacted_system_operator_id = any (changed_13)
    union
    select item.id from public.service_providing_group_grid_prequalification as item where item.id = any (changed_29)
  );
  concerned_13 := array(
    select item.id from public.system_operator_product_type as item where item.system_operator_id = any (changed_15)
    union
    select item.id from public.system_operator_product_type as item where item.id = any (changed_32)
  );
  concerned_14 := array(
    select item.id from public.service_providing_group_membership as item where item.service_providing_group_id = any (changed_27)
    union
    select item.id from public.service_providing_group_membership as item where item.id = any (changed_28)
  );

  -- Writers whose changes could break a check together wait for each other here.
  perform from public.controllable_unit as target where target.id = any (concerned_2) order by target.id for no key update;
  perform from public.accounting_point as target where target.id in (select owner.accounting_point_id from public.contract as owner where owner.id = any (concerned_9) union all select owner.accounting_point_id from public.controllable_unit_service_provider as owner where owner.id = any (concerned_10)) order by target.id for share;
  perform from public.service_providing_group as target where target.id = any (concerned_4) order by target.id for no key update;
  perform from public.service_providing_group as target where target.id in (select owner.service_providing_group_id from public.service_providing_group_product_application as owner where owner.id = any (concerned_3) union all select owner.service_providing_group_id from public.service_providing_group_membership as owner where owner.id = any (concerned_14)) order by target.id for share;
  perform from public.party as target where target.id in (select owner.impacted_system_operator_id from public.controllable_unit_suspension as owner where owner.id = any (concerned_1) union all select owner.procuring_system_operator_id from public.service_providing_group_product_application as owner where owner.id = any (concerned_3) union all select owner.service_provider_id from public.service_providing_group as owner where owner.id = any (concerned_4) union all select owner.service_provider_id from public.service_provider_product_application as owner where owner.id = any (concerned_5) union all select owner.system_operator_id from public.service_provider_product_application as owner where owner.id = any (concerned_5) union all select owner.balance_responsible_party_id from public.accounting_point_balance_responsible_party as owner where owner.id = any (concerned_6) union all select owner.end_user_id from public.accounting_point_end_user as owner where owner.id = any (concerned_7) union all select owner.energy_supplier_id from public.accounting_point_energy_supplier as owner where owner.id = any (concerned_8) union all select owner.service_provider_id from public.contract as owner where owner.id = any (concerned_9) union all select owner.end_user_id from public.contract as owner where owner.id = any (concerned_9) union all select owner.service_provider_id from public.controllable_unit_service_provider as owner where owner.id = any (concerned_10) union all select owner.system_operator_id from public.metering_grid_area_system_operator as owner where owner.id = any (concerned_11) union all select owner.impacted_system_operator_id from public.service_providing_group_grid_prequalification as owner where owner.id = any (concerned_12) union all select owner.system_operator_id from public.system_operator_product_type as owner where owner.id = any (concerned_13)) order by target.id for share;

  perform almanac.controllable_unit_suspension_checks(concerned_1);
  perform almanac.controllable_unit_checks(concerned_2);
  perform almanac.service_providing_group_product_application_checks(concerned_3);
  perform almanac.service_providing_group_checks(concerned_4);
  perform almanac.service_provider_product_application_checks(concerned_5);
  perform almanac.accounting_point_balance_responsible_party_checks(concerned_6);
  perform almanac.accounting_point_end_user_checks(concerned_7);
  perform almanac.accounting_point_energy_supplier_checks(concerned_8);
  perform almanac.contract_checks(concerned_9);
  perform almanac.controllable_unit_service_provider_checks(concerned_10);
  perform almanac.metering_grid_area_system_operator_checks(concerned_11);
  perform almanac.service_providing_group_grid_prequalification_checks(concerned_12);
  perform almanac.system_operator_product_type_checks(concerned_13);
  perform almanac.controllable_unit_rule_6_check_asked(asked_1);
  perform almanac.service_providing_group_product_application_rule_1_check_asked(asked_2);
  perform almanac.service_providing_group_rule_1_check_asked(asked_3);
  perform almanac.service_providing_group_rule_2_check_asked(asked_4);
  perform almanac.service_provider_product_application_rule_1_check_asked(asked_5);
  perform almanac.contract_rule_1_check_asked(asked_6);
  perform almanac.contract_rule_2_check_asked(asked_7);
  perform almanac.controllable_unit_service_provider_rule_1_check_asked(asked_8);
  perform almanac.controllable_unit_service_provider_rule_2_check_asked(asked_9);
  perform almanac.service_providing_group_membership_rule_1_check_asked(asked_10);
  return null;
end
$$;

create constraint trigger decide
  after insert on almanac.check_due
  deferrable initially deferred
  for each row execute function almanac.decide_checks();

-- To undo it:
--   drop trigger decide on almanac.check_due;
--   drop function almanac.decide_checks();
--   drop function almanac.service_providing_group_membership_rule_1_check_asked(bigint[]);
--   drop function almanac.system_operator_product_type_checks(bigint[]);
--   drop function almanac.service_providing_group_grid_prequalification_checks(bigint[]);
--   drop function almanac.metering_grid_area_system_operator_checks(bigint[]);
--   drop function almanac.controllable_unit_service_provider_rule_2_check_asked(bigint[]);
--   drop function almanac.controllable_unit_service_provider_rule_1_check_asked(bigint[]);
--   drop function almanac.controllable_unit_service_provider_checks(bigint[]);
--   drop function almanac.contract_rule_2_check_asked(bigint[]);
--   drop function almanac.contract_rule_1_check_asked(bigint[]);
--   drop function almanac.contract_checks(bigint[]);
--   drop function almanac.accounting_point_energy_supplier_checks(bigint[]);
--   drop function almanac.accounting_point_end_user_checks(bigint[]);
--   drop function almanac.accounting_point_balance_responsible_party_checks(bigint[]);
--   drop function almanac.service_provider_product_application_rule_1_check_asked(bigint[]);
--   drop function almanac.service_provider_product_application_checks(bigint[]);
--   drop function almanac.service_providing_group_rule_2_check_asked(bigint[]);
--   drop function almanac.service_providing_group_rule_1_check_asked(bigint[]);
--   drop function almanac.service_providing_group_checks(bigint[]);
--   drop function almanac.service_providing_group_product_application_rule_1_check_asked(bigint[]);
--   drop function almanac.service_providing_group_product_application_checks(bigint[]);
--   drop function almanac.controllable_unit_rule_6_check_asked(bigint[]);
--   drop function almanac.controllable_unit_checks(bigint[]);
--   drop function almanac.controllable_unit_suspension_checks(bigint[]);

-- Step 62 of 122: keep the ends of rights as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.accounting_point_former(concerned bigint[], since timestamptz) returns void
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
  where kept.resource = 'accounting_point' and kept.row_id = any (concerned)
    and (
      kept.ended_at > almanac.clock()
      or not exists (select from public.accounting_point as item where item.id = kept.row_id)
    );
insert into almanac.former_right (resource, role, callers, row_id, ended_at) select distinct 'accounting_point', 'end_user', sha256(convert_to(array[key_1.value::text]::text, 'UTF8')), ended.row_id, ended.at from (select item.id, reached.at from (select item.* from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as item where item.replaced_at is null or item.replaced_at >= since) as item cross join lateral (select unnest(array[item.recorded_at, item.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point_end_user union all select accounting_point_end_user_id as id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_end_user_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.accounting_point_id = item.id cross join lateral (select unnest(array[item_1.recorded_at, item_1.replaced_at]) union all select unnest(array[item_1.valid_from, item_1.valid_from + interval '1 microsecond']) union all select unnest(array[item_1.valid_to, item_1.valid_to + interval '1 microsecond'])) as reached (at) where item.id = any (concerned) and reached.at >= since) as ended (row_id, at) join (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as was on was.id = ended.row_id cross join lateral (select found.value from (select own_1.end_user_id from (select id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point_end_user union all select accounting_point_end_user_id as id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_end_user_history) as own_1 where own_1.accounting_point_id = was.id and own_1.valid_from is not null and own_1.recorded_at <= (ended.at - interval '1 microsecond') and (own_1.replaced_at is null or own_1.replaced_at > (ended.at - interval '1 microsecond'))) as found (value) where found.value is not null) as key_1 (value) where was.recorded_at <= (ended.at - interval '1 microsecond') and (was.replaced_at is null or was.replaced_at > (ended.at - interval '1 microsecond')) and (exists (select from (select id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point_end_user union all select accounting_point_end_user_id as id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_end_user_history) as item_1 where item_1.accounting_point_id = was.id and item_1.valid_from is not null and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and item_1.end_user_id = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= (ended.at - interval '1 microsecond') and (item_1.valid_to > (ended.at - interval '1 microsecond') or item_1.valid_to is null)))) is true and exists (select from public.accounting_point as item where item.id = ended.row_id) and (not exists (select from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as later where later.id = ended.row_id and later.recorded_at <= ended.at and (later.replaced_at is null or later.replaced_at > ended.at) and (exists (select from (select id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point_end_user union all select accounting_point_end_user_id as id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_end_user_history) as item_1 where item_1.accounting_point_id = later.id and item_1.valid_from is not null and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and item_1.end_user_id = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= ended.at and (item_1.valid_to > ended.at or item_1.valid_to is null)))) is true)) is true on conflict do nothing;
end
$$;

create or replace function almanac.controllable_unit_former(concerned bigint[], since timestamptz) returns void
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
  where kept.resource = 'controllable_unit' and kept.row_id = any (concerned)
    and (
      kept.ended_at > almanac.clock()
      or not exists (select from public.controllable_unit as item where item.id = kept.row_id)
    );
insert into almanac.former_right (resource, role, callers, row_id, ended_at) select distinct 'controllable_unit', 'service_provider', sha256(convert_to(array[key_1.value::text]::text, 'UTF8')), ended.row_id, ended.at from (select item.id, reached.at from (select item.* from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item cross join lateral (select unnest(array[item.recorded_at, item.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit_service_provider union all select controllable_unit_service_provider_id as id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_service_provider_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.controllable_unit_id = item.id cross join lateral (select unnest(array[item_1.recorded_at, item_1.replaced_at]) union all select unnest(array[item_1.valid_from, item_1.valid_from + interval '1 microsecond']) union all select unnest(array[item_1.valid_to, item_1.valid_to + interval '1 microsecond']) union all select unnest(array[item_1.valid_from, item_1.valid_from + interval '1 microsecond'])) as reached (at) where item.id = any (concerned) and reached.at >= since) as ended (row_id, at) join (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as was on was.id = ended.row_id cross join lateral (select found.value from (select own_1.service_provider_id from (select id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit_service_provider union all select controllable_unit_service_provider_id as id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_service_provider_history) as own_1 where own_1.controllable_unit_id = was.id and own_1.valid_from is not null and own_1.recorded_at <= (ended.at - interval '1 microsecond') and (own_1.replaced_at is null or own_1.replaced_at > (ended.at - interval '1 microsecond')) union select was.created_by_party_id) as found (value) where found.value is not null) as key_1 (value) where was.recorded_at <= (ended.at - interval '1 microsecond') and (was.replaced_at is null or was.replaced_at > (ended.at - interval '1 microsecond')) and (exists (select from (select id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit_service_provider union all select controllable_unit_service_provider_id as id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_service_provider_history) as item_1 where item_1.controllable_unit_id = was.id and item_1.valid_from is not null and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and item_1.service_provider_id = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= (ended.at - interval '1 microsecond') and (item_1.valid_to > (ended.at - interval '1 microsecond') or item_1.valid_to is null))) or (was.created_by_party_id = (case when random() < 2 then key_1.value end) and was.status = 'new'::text and not (exists (select from (select id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit_service_provider union all select controllable_unit_service_provider_id as id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_service_provider_history) as item_1 where item_1.controllable_unit_id = was.id and item_1.valid_from is not null and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and item_1.valid_from <= (ended.at - interval '1 microsecond'))))) is true and exists (select from public.controllable_unit as item where item.id = ended.row_id) and (not exists (select from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as later where later.id = ended.row_id and later.recorded_at <= ended.at and (later.replaced_at is null or later.replaced_at > ended.at) and (exists (select from (select id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit_service_provider union all select controllable_unit_service_provider_id as id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_service_provider_history) as item_1 where item_1.controllable_unit_id = later.id and item_1.valid_from is not null and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and item_1.service_provider_id = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= ended.at and (item_1.valid_to > ended.at or item_1.valid_to is null))) or (later.created_by_party_id = (case when random() < 2 then key_1.value end) and later.status = 'new'::text and not (exists (select from (select id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit_service_provider union all select controllable_unit_service_provider_id as id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_service_provider_history) as item_1 where item_1.controllable_unit_id = later.id and item_1.valid_from is not null and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and item_1.valid_from <= ended.at)))) is true)) is true on conflict do nothing;
insert into almanac.former_right (resource, role, callers, row_id, ended_at) select distinct 'controllable_unit', 'end_user', sha256(convert_to(array[key_1.value::text]::text, 'UTF8')), ended.row_id, ended.at from (select item.id, reached.at from (select item.* from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item cross join lateral (select unnest(array[item.recorded_at, item.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.id = item.accounting_point_id cross join lateral (select unnest(array[item_1.recorded_at, item_1.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.id = item.accounting_point_id join (select item_2.* from (select id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point_end_user union all select accounting_point_end_user_id as id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_end_user_history) as item_2 where item_2.replaced_at is null or item_2.replaced_at >= since) as item_2 on item_2.accounting_point_id = item_1.id cross join lateral (select unnest(array[item_2.recorded_at, item_2.replaced_at]) union all select unnest(array[item_2.valid_from, item_2.valid_from + interval '1 microsecond']) union all select unnest(array[item_2.valid_to, item_2.valid_to + interval '1 microsecond'])) as reached (at) where item.id = any (concerned) and reached.at >= since) as ended (row_id, at) join (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as was on was.id = ended.row_id cross join lateral (select found.value from (select own_2.end_user_id from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as own_1, (select id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point_end_user union all select accounting_point_end_user_id as id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_end_user_history) as own_2 where own_1.id = was.accounting_point_id and own_1.recorded_at <= (ended.at - interval '1 microsecond') and (own_1.replaced_at is null or own_1.replaced_at > (ended.at - interval '1 microsecond')) and own_2.accounting_point_id = own_1.id and own_2.valid_from is not null and own_2.recorded_at <= (ended.at - interval '1 microsecond') and (own_2.replaced_at is null or own_2.replaced_at > (ended.at - interval '1 microsecond'))) as found (value) where found.value is not null) as key_1 (value) where was.recorded_at <= (ended.at - interval '1 microsecond') and (was.replaced_at is null or was.replaced_at > (ended.at - interval '1 microsecond')) and (exists (select from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as item_1 where item_1.id = was.accounting_point_id and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and exists (select from (select id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point_end_user union all select accounting_point_end_user_id as id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_end_user_history) as item_2 where item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.recorded_at <= (ended.at - interval '1 microsecond') and (item_2.replaced_at is null or item_2.replaced_at > (ended.at - interval '1 microsecond')) and item_2.end_user_id = (case when random() < 2 then key_1.value end) and (item_2.valid_from <= (ended.at - interval '1 microsecond') and (item_2.valid_to > (ended.at - interval '1 microsecond') or item_2.valid_to is null))))) is true and exists (select from public.controllable_unit as item where item.id = ended.row_id) and (not exists (select from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, validated_active_power, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as later where later.id = ended.row_id and later.recorded_at <= ended.at and (later.replaced_at is null or later.replaced_at > ended.at) and (exists (select from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as item_1 where item_1.id = later.accounting_point_id and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and exists (select from (select id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point_end_user union all select accounting_point_end_user_id as id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_end_user_history) as item_2 where item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.recorded_at <= ended.at and (item_2.replaced_at is null or item_2.replaced_at > ended.at) and item_2.end_user_id = (case when random() < 2 then key_1.value end) and (item_2.valid_from <= ended.at and (item_2.valid_to > ended.at or item_2.valid_to is null))))) is true)) is true on conflict do nothing;
end
$$;

create or replace function almanac.keep_former() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  changed_1 bigint[];
  changed_2 bigint[];
  changed_3 bigint[];
  concerned bigint[];
  since timestamptz;
begin
  -- The first one takes all that the transaction has noted.
  select
    array_agg(value) filter (where due.resource = 'accounting_point' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'controllable_unit' and due.field = 'id'),
    array_agg(value) filter (where due.resource = 'controllable_unit' and due.field = 'accounting_point_id')
  into changed_1, changed_2, changed_3
  from almanac.take_due_former() as due, unnest(due.ids) as value;
  if num_nonnulls(changed_1, changed_2, changed_3) = 0 then
    return null;
  end if;
  since := almanac.record_time(null);
  concerned := array(
    select unnest(changed_1) as id
  );
  if cardinality(concerned) > 0 then
    -- Two transactions may each take away one of two reasons for a right. They wait for each other at its row.
    perform from public.accounting_point as target where target.id = any (concerned) order by target.id for no key update;
    perform almanac.accounting_point_former(concerned, since);
  end if;
  concerned := array(
    select unnest(changed_2) as id
    union
    select item.id
    from public.controllable_unit as item
    where item.accounting_point_id = any (changed_3)
    union
    select item.id
    from public.controllable_unit as item
    join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
    where item_1.id = any (changed_1)
  );
  if cardinality(concerned) > 0 then
    -- Two transactions may each take away one of two reasons for a right. They wait for each other at its row.
    perform from public.controllable_unit as target where target.id = any (concerned) order by target.id for no key update;
    perform almanac.controllable_unit_former(concerned, since);
  end if;
  return null;
end
$$;

create constraint trigger keep
  after insert on almanac.former_due
  deferrable initially deferred
  for each row execute function almanac.keep_former();

-- To undo it:
--   drop trigger keep on almanac.former_due;
--   drop function almanac.keep_former();
--   drop function almanac.controllable_unit_former(bigint[], timestamptz);
--   drop function almanac.accounting_point_former(bigint[], timestamptz);

-- Step 63 of 122: compute notices as the rules say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone; the service then looks at every row of a resource whose rules have changed, a thousand at a time
-- Loses: nothing
-- Undo: by the statements behind it
create or replace function almanac.accounting_point_end_user_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
begin
  with asked as (
    select 'no.flexibility.accounting_point_end_user.contract.outlived' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The end user moves out, and its contract goes on.', 'accounting_point_id', item.accounting_point_id) as data
    from public.accounting_point_end_user as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item_2.service_provider_id as party_id from public.accounting_point as item_1, public.contract as item_2 where item_1.id = item.accounting_point_id and item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.valid_from <= instant and (item_2.valid_to > instant or item_2.valid_to is null) and item_2.service_provider_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.valid_from <= instant
      and (item.valid_to > instant or item.valid_to is null)
      and item.valid_to is not null and exists (select from public.accounting_point as item_1 where item_1.id = item.accounting_point_id and exists (select from public.contract as item_2 where item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.status = 'signed' and item_2.end_user_id = item.end_user_id and (item_2.valid_from <= instant and (item_2.valid_to > instant or item_2.valid_to is null))))
  ), wanted as (
    select asked.type, '/accounting_point_end_user/' || asked.id as source, asked.party_id, asked.data
    from asked
  ), standing as (
    select notice.id, notice.type, notice.source, notice.party_id, notice.data
    from public.notice as notice
    where notice.status = 'active'
      and notice.source = any (array(select '/accounting_point_end_user/' || row_id from unnest(concerned) as row_id))
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

create or replace function almanac.contract_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
begin
  with asked as (
    select 'no.flexibility.contract.end_user.moved' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The end user does not use the accounting point for the whole time of the contract.') as data
    from public.contract as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item.service_provider_id as party_id where item.service_provider_id is not null
        union all
        select item.end_user_id as party_id where item.end_user_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.valid_from is not null
      and ((select range_agg(tstzrange(own_2.valid_from, own_2.valid_to)) @> tstzrange(item.valid_from, item.valid_to) from public.accounting_point as own_1, public.accounting_point_end_user as own_2 where own_1.id = item.accounting_point_id and own_2.accounting_point_id = own_1.id and own_2.valid_from is not null and (own_2.end_user_id = item.end_user_id or exists (select from public.accounting_point as item_3 where item_3.id = own_2.accounting_point_id and exists (select from public.contract as item_4 where item_4.accounting_point_id = item_3.id and item_4.valid_from is not null and item_4.id = item.id and item_4.status = 'proposed'::text))))) is not true
  ), wanted as (
    select asked.type, '/contract/' || asked.id as source, asked.party_id, asked.data
    from asked
  ), standing as (
    select notice.id, notice.type, notice.source, notice.party_id, notice.data
    from public.notice as notice
    where notice.status = 'active'
      and notice.source = any (array(select '/contract/' || row_id from unnest(concerned) as row_id))
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

create or replace function almanac.controllable_unit_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
begin
  with asked as (
    select 'no.flexibility.controllable_unit.service_provider.missing' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The unit is active, and nobody operates it. Whoever does from now on is to be registered, or the unit set to inactive.', 'business_id', item.business_id) as data
    from public.controllable_unit as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item_1.service_provider_id as party_id from lateral (select entry.* from public.controllable_unit_service_provider as entry where entry.controllable_unit_id = item.id and entry.valid_to <= instant and entry.valid_from is not null order by entry.valid_to desc limit 1) as item_1 where item_1.service_provider_id is not null
        union all
        select item_4.system_operator_id as party_id from public.accounting_point as item_1, public.accounting_point_metering_grid_area as item_2, public.metering_grid_area as item_3, public.metering_grid_area_system_operator as item_4 where item_1.id = item.accounting_point_id and item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.valid_from <= instant and (item_2.valid_to > instant or item_2.valid_to is null) and item_3.id = item_2.metering_grid_area_id and item_4.metering_grid_area_id = item_3.id and item_4.valid_from is not null and item_4.valid_from <= instant and (item_4.valid_to > instant or item_4.valid_to is null) and item_4.system_operator_id is not null
        union all
        select item_2.end_user_id as party_id from public.accounting_point as item_1, public.accounting_point_end_user as item_2 where item_1.id = item.accounting_point_id and item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.valid_from <= instant and (item_2.valid_to > instant or item_2.valid_to is null) and item_2.end_user_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.status = 'active' and not exists (select from public.controllable_unit_service_provider as item_1 where item_1.controllable_unit_id = item.id and item_1.valid_from <= instant and (item_1.valid_to > instant or item_1.valid_to is null))
    union all
    select 'no.flexibility.controllable_unit.grid_validation.incomplete' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The system operator cannot judge the unit before its information is complete.', 'business_id', item.business_id) as data
    from public.controllable_unit as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item_1.service_provider_id as party_id from public.controllable_unit_service_provider as item_1 where item_1.controllable_unit_id = item.id and item_1.valid_from is not null and item_1.valid_from <= instant and (item_1.valid_to > instant or item_1.valid_to is null) and item_1.service_provider_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.grid_validation_status = 'incomplete_information'
    union all
    select 'no.flexibility.controllable_unit.grid_validation.pending' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The unit waits for the judgement whether the grid can bear it.', 'business_id', item.business_id) as data
    from public.controllable_unit as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item_4.system_operator_id as party_id from public.accounting_point as item_1, public.accounting_point_metering_grid_area as item_2, public.metering_grid_area as item_3, public.metering_grid_area_system_operator as item_4 where item_1.id = item.accounting_point_id and item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.valid_from <= instant and (item_2.valid_to > instant or item_2.valid_to is null) and item_3.id = item_2.metering_grid_area_id and item_4.metering_grid_area_id = item_3.id and item_4.valid_from is not null and item_4.valid_from <= instant and (item_4.valid_to > instant or item_4.valid_to is null) and item_4.system_operator_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.grid_validation_status = 'pending' and item.status = 'new'
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
        select item_5.system_operator_id as party_id from public.controllable_unit as item_1, public.accounting_point as item_2, public.accounting_point_metering_grid_area as item_3, public.metering_grid_area as item_4, public.metering_grid_area_system_operator as item_5 where item_1.id = item.controllable_unit_id and item_2.id = item_1.accounting_point_id and item_3.accounting_point_id = item_2.id and item_3.valid_from is not null and item_3.valid_from <= instant and (item_3.valid_to > instant or item_3.valid_to is null) and item_4.id = item_3.metering_grid_area_id and item_5.metering_grid_area_id = item_4.id and item_5.valid_from is not null and item_5.valid_from <= instant and (item_5.valid_to > instant or item_5.valid_to is null) and item_5.system_operator_id is not null
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

create or replace function almanac.metering_grid_area_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
begin
  with asked as (
    select 'no.flexibility.metering_grid_area.system_operator.missing' as type, item.id, recipient.party_id, jsonb_build_object('message', 'Nobody operates the area. Its next operator is to be registered.', 'name', item.name) as data
    from public.metering_grid_area as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item_1.system_operator_id as party_id from lateral (select entry.* from public.metering_grid_area_system_operator as entry where entry.metering_grid_area_id = item.id and entry.valid_to <= instant and entry.valid_from is not null order by entry.valid_to desc limit 1) as item_1 where item_1.system_operator_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and not exists (select from public.metering_grid_area_system_operator as item_1 where item_1.metering_grid_area_id = item.id and item_1.valid_from <= instant and (item_1.valid_to > instant or item_1.valid_to is null))
  ), wanted as (
    select asked.type, '/metering_grid_area/' || asked.id as source, asked.party_id, asked.data
    from asked
  ), standing as (
    select notice.id, notice.type, notice.source, notice.party_id, notice.data
    from public.notice as notice
    where notice.status = 'active'
      and notice.source = any (array(select '/metering_grid_area/' || row_id from unnest(concerned) as row_id))
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

create or replace function almanac.service_provider_product_application_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
begin
  with asked as (
    select 'no.flexibility.service_provider_product_application.requested' as type, item.id, recipient.party_id, jsonb_build_object('message', 'A service provider has applied for a product, and waits for an answer.', 'service_provider_id', item.service_provider_id, 'product_type_id', item.product_type_id) as data
    from public.service_provider_product_application as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item.system_operator_id as party_id where item.system_operator_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.status = 'requested'
  ), wanted as (
    select asked.type, '/service_provider_product_application/' || asked.id as source, asked.party_id, asked.data
    from asked
  ), standing as (
    select notice.id, notice.type, notice.source, notice.party_id, notice.data
    from public.notice as notice
    where notice.status = 'active'
      and notice.source = any (array(select '/service_provider_product_application/' || row_id from unnest(concerned) as row_id))
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

create or replace function almanac.service_providing_group_grid_prequalification_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
begin
  with asked as (
    select 'no.flexibility.service_providing_group_grid_prequalification.requested' as type, item.id, recipient.party_id, jsonb_build_object('message', 'A group waits for the judgement whether the grid can bear it.', 'service_providing_group_id', item.service_providing_group_id) as data
    from public.service_providing_group_grid_prequalification as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item.impacted_system_operator_id as party_id where item.impacted_system_operator_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.status = 'requested'
  ), wanted as (
    select asked.type, '/service_providing_group_grid_prequalification/' || asked.id as source, asked.party_id, asked.data
    from asked
  ), standing as (
    select notice.id, notice.type, notice.source, notice.party_id, notice.data
    from public.notice as notice
    where notice.status = 'active'
      and notice.source = any (array(select '/service_providing_group_grid_prequalification/' || row_id from unnest(concerned) as row_id))
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

create or replace function almanac.service_providing_group_membership_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
begin
  with asked as (
    select 'no.flexibility.service_providing_group_membership.service_provider.changed' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The provider of the group does not operate the unit for the whole time of the membership.') as data
    from public.service_providing_group_membership as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item.service_provider_id as party_id where item.service_provider_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.valid_from is not null
      and ((select range_agg(tstzrange(own_2.valid_from, own_2.valid_to)) @> tstzrange(item.valid_from, item.valid_to) from public.controllable_unit as own_1, public.controllable_unit_service_provider as own_2 where own_1.id = item.controllable_unit_id and own_2.controllable_unit_id = own_1.id and own_2.valid_from is not null and own_2.service_provider_id = item.service_provider_id)) is not true
  ), wanted as (
    select asked.type, '/service_providing_group_membership/' || asked.id as source, asked.party_id, asked.data
    from asked
  ), standing as (
    select notice.id, notice.type, notice.source, notice.party_id, notice.data
    from public.notice as notice
    where notice.status = 'active'
      and notice.source = any (array(select '/service_providing_group_membership/' || row_id from unnest(concerned) as row_id))
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

create or replace function almanac.service_providing_group_product_application_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
begin
  with asked as (
    select 'no.flexibility.service_providing_group_product_application.requested' as type, item.id, recipient.party_id, jsonb_build_object('message', 'A group was offered for a product, and waits for an answer.', 'service_providing_group_id', item.service_providing_group_id, 'product_type_id', item.product_type_id) as data
    from public.service_providing_group_product_application as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item.procuring_system_operator_id as party_id where item.procuring_system_operator_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.status = 'requested'
  ), wanted as (
    select asked.type, '/service_providing_group_product_application/' || asked.id as source, asked.party_id, asked.data
    from asked
  ), standing as (
    select notice.id, notice.type, notice.source, notice.party_id, notice.data
    from public.notice as notice
    where notice.status = 'active'
      and notice.source = any (array(select '/service_providing_group_product_application/' || row_id from unnest(concerned) as row_id))
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
  changed_8 bigint[];
  changed_9 bigint[];
  changed_10 bigint[];
  changed_11 bigint[];
  changed_12 bigint[];
  changed_13 bigint[];
  changed_14 bigint[];
  changed_15 bigint[];
  changed_16 bigint[];
  changed_17 bigint[];
  changed_18 bigint[];
  changed_19 bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtext('almanac.notice')) then
    return 0;
  end if;
  -- Before an id of a change is taken: who looks tells by it which ids may still be unseen.
  perform pg_current_xact_id();
  -- Rules that are new here: all rows of their resource are looked at, from the first one.
  insert into almanac.notice_rules (resource, rules, last_id)
  select now.resource, now.rules, now.last_id
  from (values ('accounting_point_end_user', 'nYP0KWde7atPV5ecqYzBHK', 0), ('contract', 'IlhoEblP3-VL8J9LmhCQ_K', 0), ('controllable_unit', 'YpxylaObQtyt5FDk9uLkgP', 0), ('controllable_unit_service_provider', 'rSyg2kekHdVfdOdvUUPr_e', 0), ('controllable_unit_suspension', 'CVehDaP5mt4iTbdyV9Wm6i', 0), ('metering_grid_area', '-NED31Na4jZs8-cqak-aTZ', 0), ('service_provider_product_application', 'ADf6fvJO7pAQ0P5w6zR3np', 0), ('service_providing_group_grid_prequalification', 'A6Y_8z73icLOi6vqEtF-Xe', 0), ('service_providing_group_membership', 'TZMi8MEWIhXLtzq0u-wI4z', 0), ('service_providing_group_product_application', 'd3eGQG6OIXf5nA4ePZS1os', 0)) as now (resource, rules, last_id)
  where not exists (
    select from almanac.notice_rules as known where known.resource = now.resource and known.rules = now.rules
  )
  on conflict (resource) do update set rules = excluded.rules, last_id = excluded.last_id;
  select max(clock.passed) into since from almanac.notice_clock as clock;
  instant := greatest(since, almanac.clock());
  -- A row whose time comes has changed.
  insert into almanac.notice_change (resource, field, value)
  select 'accounting_point_end_user', 'id', item.id
  from public.accounting_point_end_user as item
  where item.valid_from > since and item.valid_from <= instant
  union
  select 'accounting_point_end_user', 'id', item.id
  from public.accounting_point_end_user as item
  where item.valid_to > since and item.valid_to <= instant
  union
  select 'accounting_point', 'id', item.accounting_point_id
  from public.accounting_point_end_user as item
  where item.valid_from > since and item.valid_from <= instant
  union
  select 'accounting_point', 'id', item.accounting_point_id
  from public.accounting_point_end_user as item
  where item.valid_to > since and item.valid_to <= instant
  union
  select 'accounting_point', 'id', item.accounting_point_id
  from public.contract as item
  where item.valid_from > since and item.valid_from <= instant
  union
  select 'accounting_point', 'id', item.accounting_point_id
  from public.contract as item
  where item.valid_to > since and item.valid_to <= instant
  union
  select 'accounting_point', 'id', item.accounting_point_id
  from public.contract as item
  where item.valid_from > since and item.valid_from <= instant
  union
  select 'accounting_point', 'id', item.accounting_point_id
  from public.contract as item
  where item.valid_to > since and item.valid_to <= instant
  union
  select 'contract', 'id', item.id
  from public.contract as item
  where item.valid_from > since and item.valid_from <= instant
  union
  select 'contract', 'id', item.id
  from public.contract as item
  where item.valid_to > since and item.valid_to <= instant
  union
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
  where item.valid_to > since and item.valid_to <= instant
  union
  select 'accounting_point', 'id', item.accounting_point_id
  from public.accounting_point_metering_grid_area as item
  where item.valid_from > since and item.valid_from <= instant
  union
  select 'accounting_point', 'id', item.accounting_point_id
  from public.accounting_point_metering_grid_area as item
  where item.valid_to > since and item.valid_to <= instant
  union
  select 'metering_grid_area', 'id', item.metering_grid_area_id
  from public.metering_grid_area_system_operator as item
  where item.valid_from > since and item.valid_from <= instant
  union
  select 'metering_grid_area', 'id', item.metering_grid_area_id
  from public.metering_grid_area_system_operator as item
  where item.valid_to > since and item.valid_to <= instant
  union
  select 'service_providing_group_membership', 'id', item.id
  from public.service_providing_group_membership as item
  where item.valid_from > since and item.valid_from <= instant
  union
  select 'service_providing_group_membership', 'id', item.id
  from public.service_providing_group_membership as item
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
    array_agg(distinct value) filter (where resource = 'accounting_point_end_user' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'accounting_point_end_user' and field = 'accounting_point_id'),
    array_agg(distinct value) filter (where resource = 'accounting_point' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'contract' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'contract' and field = 'accounting_point_id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit' and field = 'accounting_point_id'),
    array_agg(distinct value) filter (where resource = 'accounting_point_metering_grid_area' and field = 'metering_grid_area_id'),
    array_agg(distinct value) filter (where resource = 'metering_grid_area' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit_service_provider' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit_service_provider' and field = 'service_provider_id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit_service_provider' and field = 'controllable_unit_id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit_suspension' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'controllable_unit_suspension' and field = 'controllable_unit_id'),
    array_agg(distinct value) filter (where resource = 'service_provider_product_application' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'service_providing_group_grid_prequalification' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'service_providing_group_membership' and field = 'id'),
    array_agg(distinct value) filter (where resource = 'service_providing_group_membership' and field = 'controllable_unit_id'),
    array_agg(distinct value) filter (where resource = 'service_providing_group_product_application' and field = 'id')
  into taken, changed_1, changed_2, changed_3, changed_4, changed_5, changed_6, changed_7, changed_8, changed_9, changed_10, changed_11, changed_12, changed_13, changed_14, changed_15, changed_16, changed_17, changed_18, changed_19
  from next;

  select array_agg(distinct row_id.id) into concerned
  from (
    select unnest(changed_1) as id
    union all
    select item.id
    from public.accounting_point_end_user as item
    where item.accounting_point_id = any (changed_2)
    union all
    select item.id
    from public.accounting_point_end_user as item
    join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
    where item_1.id = any (changed_3)
  ) as row_id;
  if cardinality(concerned) > most then
    insert into almanac.notice_change (resource, field, value)
    select 'accounting_point_end_user', 'id', unnest(concerned[most + 1:]);
    concerned := concerned[:most];
    more := true;
  end if;
  if concerned is not null then
    perform almanac.accounting_point_end_user_notices(concerned, instant);
  end if;

  select array_agg(distinct row_id.id) into concerned
  from (
    select unnest(changed_4) as id
    union all
    select item.id
    from public.contract as item
    where item.accounting_point_id = any (changed_5)
    union all
    select item.id
    from public.contract as item
    join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
    where item_1.id = any (changed_3)
    union all
    select item.id
    from public.contract as item
    join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
    join public.accounting_point_end_user as item_2 on item_2.accounting_point_id = item_1.id
    where item_2.accounting_point_id = any (changed_2)
    union all
    select item.id
    from public.contract as item
    join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
    join public.accounting_point_end_user as item_2 on item_2.accounting_point_id = item_1.id
    join public.accounting_point as item_3 on item_3.id = item_2.accounting_point_id
    where item_3.id = any (changed_3)
  ) as row_id;
  if cardinality(concerned) > most then
    insert into almanac.notice_change (resource, field, value)
    select 'contract', 'id', unnest(concerned[most + 1:]);
    concerned := concerned[:most];
    more := true;
  end if;
  if concerned is not null then
    perform almanac.contract_notices(concerned, instant);
  end if;

  select array_agg(distinct row_id.id) into concerned
  from (
    select unnest(changed_6) as id
    union all
    select item.id
    from public.controllable_unit as item
    where item.accounting_point_id = any (changed_7)
    union all
    select item.id
    from public.controllable_unit as item
    join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
    where item_1.id = any (changed_3)
    union all
    select item.id
    from public.controllable_unit as item
    join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
    join public.accounting_point_metering_grid_area as item_2 on item_2.accounting_point_id = item_1.id
    where item_2.metering_grid_area_id = any (changed_8)
    union all
    select item.id
    from public.controllable_unit as item
    join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
    join public.accounting_point_metering_grid_area as item_2 on item_2.accounting_point_id = item_1.id
    join public.metering_grid_area as item_3 on item_3.id = item_2.metering_grid_area_id
    where item_3.id = any (changed_9)
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
    select unnest(changed_10) as id
    union all
    select item.id
    from public.controllable_unit_service_provider as item
    where item.service_provider_id = any (changed_11)
    union all
    select item.id
    from public.controllable_unit_service_provider as item
    where item.controllable_unit_id = any (changed_12)
    union all
    select item.id
    from public.controllable_unit_service_provider as item
    join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
    where item_1.accounting_point_id = any (changed_7)
    union all
    select item.id
    from public.controllable_unit_service_provider as item
    join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
    join public.accounting_point as item_2 on item_2.id = item_1.accounting_point_id
    where item_2.id = any (changed_3)
    union all
    select item.id
    from public.controllable_unit_service_provider as item
    join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
    join public.accounting_point as item_2 on item_2.id = item_1.accounting_point_id
    join public.accounting_point_metering_grid_area as item_3 on item_3.accounting_point_id = item_2.id
    where item_3.metering_grid_area_id = any (changed_8)
    union all
    select item.id
    from public.controllable_unit_service_provider as item
    join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
    join public.accounting_point as item_2 on item_2.id = item_1.accounting_point_id
    join public.accounting_point_metering_grid_area as item_3 on item_3.accounting_point_id = item_2.id
    join public.metering_grid_area as item_4 on item_4.id = item_3.metering_grid_area_id
    where item_4.id = any (changed_9)
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
    select unnest(changed_13) as id
    union all
    select item.id
    from public.controllable_unit_suspension as item
    where item.controllable_unit_id = any (changed_14)
    union all
    select item.id
    from public.controllable_unit_suspension as item
    join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
    where item_1.id = any (changed_6)
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

  select array_agg(distinct row_id.id) into concerned
  from (
    select unnest(changed_9) as id
  ) as row_id;
  if cardinality(concerned) > most then
    insert into almanac.notice_change (resource, field, value)
    select 'metering_grid_area', 'id', unnest(concerned[most + 1:]);
    concerned := concerned[:most];
    more := true;
  end if;
  if concerned is not null then
    perform almanac.metering_grid_area_notices(concerned, instant);
  end if;

  select array_agg(distinct row_id.id) into concerned
  from (
    select unnest(changed_15) as id
  ) as row_id;
  if cardinality(concerned) > most then
    insert into almanac.notice_change (resource, field, value)
    select 'service_provider_product_application', 'id', unnest(concerned[most + 1:]);
    concerned := concerned[:most];
    more := true;
  end if;
  if concerned is not null then
    perform almanac.service_provider_product_application_notices(concerned, instant);
  end if;

  select array_agg(distinct row_id.id) into concerned
  from (
    select unnest(changed_16) as id
  ) as row_id;
  if cardinality(concerned) > most then
    insert into almanac.notice_change (resource, field, value)
    select 'service_providing_group_grid_prequalification', 'id', unnest(concerned[most + 1:]);
    concerned := concerned[:most];
    more := true;
  end if;
  if concerned is not null then
    perform almanac.service_providing_group_grid_prequalification_notices(concerned, instant);
  end if;

  select array_agg(distinct row_id.id) into concerned
  from (
    select unnest(changed_17) as id
    union all
    select item.id
    from public.service_providing_group_membership as item
    where item.controllable_unit_id = any (changed_18)
    union all
    select item.id
    from public.service_providing_group_membership as item
    join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
    where item_1.id = any (changed_6)
  ) as row_id;
  if cardinality(concerned) > most then
    insert into almanac.notice_change (resource, field, value)
    select 'service_providing_group_membership', 'id', unnest(concerned[most + 1:]);
    concerned := concerned[:most];
    more := true;
  end if;
  if concerned is not null then
    perform almanac.service_providing_group_membership_notices(concerned, instant);
  end if;

  select array_agg(distinct row_id.id) into concerned
  from (
    select unnest(changed_19) as id
  ) as row_id;
  if cardinality(concerned) > most then
    insert into almanac.notice_change (resource, field, value)
    select 'service_providing_group_product_application', 'id', unnest(concerned[most + 1:]);
    concerned := concerned[:most];
    more := true;
  end if;
  if concerned is not null then
    perform almanac.service_providing_group_product_application_notices(concerned, instant);
  end if;

  select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'accounting_point_end_user';
  if next_id is not null then
    select array_agg(next.id), max(next.id) into concerned, next_id
    from (select item.id from public.accounting_point_end_user as item where item.id > next_id order by item.id limit most) as next;
    if concerned is not null then
      perform almanac.accounting_point_end_user_notices(concerned, instant);
    end if;
    update almanac.notice_rules set last_id = next_id where resource = 'accounting_point_end_user';
    more := true;
  end if;

  select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'contract';
  if next_id is not null then
    select array_agg(next.id), max(next.id) into concerned, next_id
    from (select item.id from public.contract as item where item.id > next_id order by item.id limit most) as next;
    if concerned is not null then
      perform almanac.contract_notices(concerned, instant);
    end if;
    update almanac.notice_rules set last_id = next_id where resource = 'contract';
    more := true;
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

  select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'metering_grid_area';
  if next_id is not null then
    select array_agg(next.id), max(next.id) into concerned, next_id
    from (select item.id from public.metering_grid_area as item where item.id > next_id order by item.id limit most) as next;
    if concerned is not null then
      perform almanac.metering_grid_area_notices(concerned, instant);
    end if;
    update almanac.notice_rules set last_id = next_id where resource = 'metering_grid_area';
    more := true;
  end if;

  select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'service_provider_product_application';
  if next_id is not null then
    select array_agg(next.id), max(next.id) into concerned, next_id
    from (select item.id from public.service_provider_product_application as item where item.id > next_id order by item.id limit most) as next;
    if concerned is not null then
      perform almanac.service_provider_product_application_notices(concerned, instant);
    end if;
    update almanac.notice_rules set last_id = next_id where resource = 'service_provider_product_application';
    more := true;
  end if;

  select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'service_providing_group_grid_prequalification';
  if next_id is not null then
    select array_agg(next.id), max(next.id) into concerned, next_id
    from (select item.id from public.service_providing_group_grid_prequalification as item where item.id > next_id order by item.id limit most) as next;
    if concerned is not null then
      perform almanac.service_providing_group_grid_prequalification_notices(concerned, instant);
    end if;
    update almanac.notice_rules set last_id = next_id where resource = 'service_providing_group_grid_prequalification';
    more := true;
  end if;

  select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'service_providing_group_membership';
  if next_id is not null then
    select array_agg(next.id), max(next.id) into concerned, next_id
    from (select item.id from public.service_providing_group_membership as item where item.id > next_id order by item.id limit most) as next;
    if concerned is not null then
      perform almanac.service_providing_group_membership_notices(concerned, instant);
    end if;
    update almanac.notice_rules set last_id = next_id where resource = 'service_providing_group_membership';
    more := true;
  end if;

  select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'service_providing_group_product_application';
  if next_id is not null then
    select array_agg(next.id), max(next.id) into concerned, next_id
    from (select item.id from public.service_providing_group_product_application as item where item.id > next_id order by item.id limit most) as next;
    if concerned is not null then
      perform almanac.service_providing_group_product_application_notices(concerned, instant);
    end if;
    update almanac.notice_rules set last_id = next_id where resource = 'service_providing_group_product_application';
    more := true;
  end if;

  -- Resources without rules any more.
  if exists (select from almanac.notice_rules as known where known.resource <> all (array['accounting_point_end_user', 'contract', 'controllable_unit', 'controllable_unit_service_provider', 'controllable_unit_suspension', 'metering_grid_area', 'service_provider_product_application', 'service_providing_group_grid_prequalification', 'service_providing_group_membership', 'service_providing_group_product_application']::text[])) then
    update public.notice
    set status = 'resolved'
    where id = any (array(
      select notice.id
      from public.notice as notice
      where notice.status = 'active' and split_part(notice.source, '/', 2) <> all (array['accounting_point_end_user', 'contract', 'controllable_unit', 'controllable_unit_service_provider', 'controllable_unit_suspension', 'metering_grid_area', 'service_provider_product_application', 'service_providing_group_grid_prequalification', 'service_providing_group_membership', 'service_providing_group_product_application']::text[])
      limit most
    ));
    get diagnostics found_rows = row_count;
    if found_rows = 0 then
      delete from almanac.notice_rules where resource <> all (array['accounting_point_end_user', 'contract', 'controllable_unit', 'controllable_unit_service_provider', 'controllable_unit_suspension', 'metering_grid_area', 'service_provider_product_application', 'service_providing_group_grid_prequalification', 'service_providing_group_membership', 'service_providing_group_product_application']::text[]);
    end if;
    more := true;
  end if;
  if more then
    return most;
  end if;
  return taken;
end
$$;

-- To undo it:
--   drop function almanac.service_providing_group_product_application_notices(bigint[], timestamptz);
--   drop function almanac.service_providing_group_membership_notices(bigint[], timestamptz);
--   drop function almanac.service_providing_group_grid_prequalification_notices(bigint[], timestamptz);
--   drop function almanac.service_provider_product_application_notices(bigint[], timestamptz);
--   drop function almanac.metering_grid_area_notices(bigint[], timestamptz);
--   drop function almanac.contract_notices(bigint[], timestamptz);
--   drop function almanac.accounting_point_end_user_notices(bigint[], timestamptz);
--
--   create or replace function almanac.controllable_unit_notices(concerned bigint[], instant timestamptz) returns void
--   language plpgsql
--   set plan_cache_mode = force_custom_plan
--   as $$
--   #variable_conflict use_variable
--   begin
--     with asked as (
--       select 'no.flexibility.controllable_unit.service_provider.missing' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The unit is active, and nobody operates it. Whoever does from now on is to be registered, or the unit set to inactive.', 'name', item.name) as data
--       from public.controllable_unit as item
--       cross join lateral (
--         select distinct way.party_id
--         from (
--           select item_1.service_provider_id as party_id from lateral (select entry.* from public.controllable_unit_service_provider as entry where entry.controllable_unit_id = item.id and entry.valid_to <= instant and entry.valid_from is not null order by entry.valid_to desc limit 1) as item_1 where item_1.service_provider_id is not null
--           union all
--           select item_1.system_operator_id as party_id from public.accounting_point as item_1 where item_1.id = item.accounting_point_id and item_1.system_operator_id is not null
--         ) as way
--       ) as recipient
--       where item.id = any (concerned)
--         and item.status = 'active' and not exists (select from public.controllable_unit_service_provider as item_1 where item_1.controllable_unit_id = item.id and item_1.valid_from <= instant and (item_1.valid_to > instant or item_1.valid_to is null))
--       union all
--       select 'no.flexibility.controllable_unit.grid_validation.incomplete' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The system operator cannot judge the unit before its information is complete.', 'name', item.name, 'grid_validation_notes', item.grid_validation_notes) as data
--       from public.controllable_unit as item
--       cross join lateral (
--         select distinct way.party_id
--         from (
--           select item_1.service_provider_id as party_id from public.controllable_unit_service_provider as item_1 where item_1.controllable_unit_id = item.id and item_1.valid_from is not null and item_1.valid_from <= instant and (item_1.valid_to > instant or item_1.valid_to is null) and item_1.service_provider_id is not null
--         ) as way
--       ) as recipient
--       where item.id = any (concerned)
--         and item.grid_validation_status = 'incomplete_information'
--     ), wanted as (
--       select asked.type, '/controllable_unit/' || asked.id as source, asked.party_id, asked.data
--       from asked
--     ), standing as (
--       select notice.id, notice.type, notice.source, notice.party_id, notice.data
--       from public.notice as notice
--       where notice.status = 'active'
--         and notice.source = any (array(select '/controllable_unit/' || row_id from unnest(concerned) as row_id))
--     ), compared as materialized (
--       select
--         standing.id,
--         standing.data as shown,
--         wanted.type,
--         wanted.source,
--         wanted.party_id,
--         wanted.data
--       from wanted
--       full join standing
--         on standing.type = wanted.type and standing.source = wanted.source and standing.party_id = wanted.party_id
--     ), resolved as (
--       update public.notice as notice
--       set status = 'resolved'
--       from compared
--       where notice.id = compared.id and compared.source is null
--     ), changed as (
--       update public.notice as notice
--       set data = compared.data
--       from compared
--       where notice.id = compared.id and compared.data <> compared.shown
--     )
--     insert into public.notice (type, source, party_id, data, since)
--     select compared.type, compared.source, compared.party_id, compared.data, instant
--     from compared
--     where compared.id is null;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_service_provider_notices(concerned bigint[], instant timestamptz) returns void
--   language plpgsql
--   set plan_cache_mode = force_custom_plan
--   as $$
--   #variable_conflict use_variable
--   begin
--     with asked as (
--       select 'no.flexibility.controllable_unit_service_provider.service_provider.not_active' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The unit is active, and the party that operates it may not act.', 'controllable_unit_id', item.controllable_unit_id, 'service_provider_id', item.service_provider_id) as data
--       from public.controllable_unit_service_provider as item
--       cross join lateral (
--         select distinct way.party_id
--         from (
--           select item.service_provider_id as party_id where item.service_provider_id is not null
--           union all
--           select item_2.system_operator_id as party_id from public.controllable_unit as item_1, public.accounting_point as item_2 where item_1.id = item.controllable_unit_id and item_2.id = item_1.accounting_point_id and item_2.system_operator_id is not null
--         ) as way
--       ) as recipient
--       where item.id = any (concerned)
--         and item.valid_from <= instant
--         and (item.valid_to > instant or item.valid_to is null)
--         and exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.status <> 'active') and exists (select from public.controllable_unit as item_1 where item_1.id = item.controllable_unit_id and item_1.status = 'active')
--     ), wanted as (
--       select asked.type, '/controllable_unit_service_provider/' || asked.id as source, asked.party_id, asked.data
--       from asked
--     ), standing as (
--       select notice.id, notice.type, notice.source, notice.party_id, notice.data
--       from public.notice as notice
--       where notice.status = 'active'
--         and notice.source = any (array(select '/controllable_unit_service_provider/' || row_id from unnest(concerned) as row_id))
--     ), compared as materialized (
--       select
--         standing.id,
--         standing.data as shown,
--         wanted.type,
--         wanted.source,
--         wanted.party_id,
--         wanted.data
--       from wanted
--       full join standing
--         on standing.type = wanted.type and standing.source = wanted.source and standing.party_id = wanted.party_id
--     ), resolved as (
--       update public.notice as notice
--       set status = 'resolved'
--       from compared
--       where notice.id = compared.id and compared.source is null
--     ), changed as (
--       update public.notice as notice
--       set data = compared.data
--       from compared
--       where notice.id = compared.id and compared.data <> compared.shown
--     )
--     insert into public.notice (type, source, party_id, data, since)
--     select compared.type, compared.source, compared.party_id, compared.data, instant
--     from compared
--     where compared.id is null;
--   end
--   $$;
--
--   create or replace function almanac.compute_notices(most integer) returns bigint
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   set plan_cache_mode = force_custom_plan
--   as $$
--   #variable_conflict use_variable
--   declare
--     instant timestamptz;
--     since timestamptz;
--     found_rows bigint;
--     taken bigint;
--     more boolean := false;
--     next_id bigint;
--     concerned bigint[];
--     changed_1 bigint[];
--     changed_2 bigint[];
--     changed_3 bigint[];
--     changed_4 bigint[];
--     changed_5 bigint[];
--     changed_6 bigint[];
--     changed_7 bigint[];
--   begin
--     if not pg_try_advisory_xact_lock(hashtext('almanac.notice')) then
--       return 0;
--     end if;
--     -- Before an id of a change is taken: who looks tells by it which ids may still be unseen.
--     perform pg_current_xact_id();
--     -- Rules that are new here: all rows of their resource are looked at, from the first one.
--     insert into almanac.notice_rules (resource, rules, last_id)
--     select now.resource, now.rules, now.last_id
--     from (values ('controllable_unit', 'tmDLCpFwYB59I504_SfTJl', 0), ('controllable_unit_service_provider', '3wfgA_KilknzMUq-AhDaL4', 0), ('controllable_unit_suspension', 'CVehDaP5mt4iTbdyV9Wm6i', 0)) as now (resource, rules, last_id)
--     where not exists (
--       select from almanac.notice_rules as known where known.resource = now.resource and known.rules = now.rules
--     )
--     on conflict (resource) do update set rules = excluded.rules, last_id = excluded.last_id;
--     select max(clock.passed) into since from almanac.notice_clock as clock;
--     instant := greatest(since, almanac.clock());
--     -- A row whose time comes has changed.
--     insert into almanac.notice_change (resource, field, value)
--     select 'controllable_unit', 'id', item.controllable_unit_id
--     from public.controllable_unit_service_provider as item
--     where item.valid_from > since and item.valid_from <= instant
--     union
--     select 'controllable_unit', 'id', item.controllable_unit_id
--     from public.controllable_unit_service_provider as item
--     where item.valid_to > since and item.valid_to <= instant
--     union
--     select 'controllable_unit_service_provider', 'id', item.id
--     from public.controllable_unit_service_provider as item
--     where item.valid_from > since and item.valid_from <= instant
--     union
--     select 'controllable_unit_service_provider', 'id', item.id
--     from public.controllable_unit_service_provider as item
--     where item.valid_to > since and item.valid_to <= instant;
--     get diagnostics found_rows = row_count;
--     if since is null then
--       insert into almanac.notice_clock (passed) values (instant);
--     elsif found_rows > 0 then
--       update almanac.notice_clock set passed = instant;
--     end if;
--     with next as (
--       delete from almanac.notice_change
--       where id = any (array(select waiting.id from almanac.notice_change as waiting order by waiting.id limit most))
--       returning resource, field, value
--     )
--     select
--       count(*),
--       array_agg(distinct value) filter (where resource = 'controllable_unit' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit' and field = 'accounting_point_id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit_service_provider' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit_service_provider' and field = 'service_provider_id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit_service_provider' and field = 'controllable_unit_id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit_suspension' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit_suspension' and field = 'controllable_unit_id')
--     into taken, changed_1, changed_2, changed_3, changed_4, changed_5, changed_6, changed_7
--     from next;
--
--     select array_agg(distinct row_id.id) into concerned
--     from (
--       select unnest(changed_1) as id
--       union all
--       select item.id
--       from public.controllable_unit as item
--       where item.accounting_point_id = any (changed_2)
--     ) as row_id;
--     if cardinality(concerned) > most then
--       insert into almanac.notice_change (resource, field, value)
--       select 'controllable_unit', 'id', unnest(concerned[most + 1:]);
--       concerned := concerned[:most];
--       more := true;
--     end if;
--     if concerned is not null then
--       perform almanac.controllable_unit_notices(concerned, instant);
--     end if;
--
--     select array_agg(distinct row_id.id) into concerned
--     from (
--       select unnest(changed_3) as id
--       union all
--       select item.id
--       from public.controllable_unit_service_provider as item
--       where item.service_provider_id = any (changed_4)
--       union all
--       select item.id
--       from public.controllable_unit_service_provider as item
--       where item.controllable_unit_id = any (changed_5)
--       union all
--       select item.id
--       from public.controllable_unit_service_provider as item
--       join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
--       where item_1.accounting_point_id = any (changed_2)
--     ) as row_id;
--     if cardinality(concerned) > most then
--       insert into almanac.notice_change (resource, field, value)
--       select 'controllable_unit_service_provider', 'id', unnest(concerned[most + 1:]);
--       concerned := concerned[:most];
--       more := true;
--     end if;
--     if concerned is not null then
--       perform almanac.controllable_unit_service_provider_notices(concerned, instant);
--     end if;
--
--     select array_agg(distinct row_id.id) into concerned
--     from (
--       select unnest(changed_6) as id
--       union all
--       select item.id
--       from public.controllable_unit_suspension as item
--       where item.controllable_unit_id = any (changed_7)
--       union all
--       select item.id
--       from public.controllable_unit_suspension as item
--       join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
--       where item_1.id = any (changed_1)
--     ) as row_id;
--     if cardinality(concerned) > most then
--       insert into almanac.notice_change (resource, field, value)
--       select 'controllable_unit_suspension', 'id', unnest(concerned[most + 1:]);
--       concerned := concerned[:most];
--       more := true;
--     end if;
--     if concerned is not null then
--       perform almanac.controllable_unit_suspension_notices(concerned, instant);
--     end if;
--
--     select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'controllable_unit';
--     if next_id is not null then
--       select array_agg(next.id), max(next.id) into concerned, next_id
--       from (select item.id from public.controllable_unit as item where item.id > next_id order by item.id limit most) as next;
--       if concerned is not null then
--         perform almanac.controllable_unit_notices(concerned, instant);
--       end if;
--       update almanac.notice_rules set last_id = next_id where resource = 'controllable_unit';
--       more := true;
--     end if;
--
--     select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'controllable_unit_service_provider';
--     if next_id is not null then
--       select array_agg(next.id), max(next.id) into concerned, next_id
--       from (select item.id from public.controllable_unit_service_provider as item where item.id > next_id order by item.id limit most) as next;
--       if concerned is not null then
--         perform almanac.controllable_unit_service_provider_notices(concerned, instant);
--       end if;
--       update almanac.notice_rules set last_id = next_id where resource = 'controllable_unit_service_provider';
--       more := true;
--     end if;
--
--     select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'controllable_unit_suspension';
--     if next_id is not null then
--       select array_agg(next.id), max(next.id) into concerned, next_id
--       from (select item.id from public.controllable_unit_suspension as item where item.id > next_id order by item.id limit most) as next;
--       if concerned is not null then
--         perform almanac.controllable_unit_suspension_notices(concerned, instant);
--       end if;
--       update almanac.notice_rules set last_id = next_id where resource = 'controllable_unit_suspension';
--       more := true;
--     end if;
--
--     -- Resources without rules any more.
--     if exists (select from almanac.notice_rules as known where known.resource <> all (array['controllable_unit', 'controllable_unit_service_provider', 'controllable_unit_suspension']::text[])) then
--       update public.notice
--       set status = 'resolved'
--       where id = any (array(
--         select notice.id
--         from public.notice as notice
--         where notice.status = 'active' and split_part(notice.source, '/', 2) <> all (array['controllable_unit', 'controllable_unit_service_provider', 'controllable_unit_suspension']::text[])
--         limit most
--       ));
--       get diagnostics found_rows = row_count;
--       if found_rows = 0 then
--         delete from almanac.notice_rules where resource <> all (array['controllable_unit', 'controllable_unit_service_provider', 'controllable_unit_suspension']::text[]);
--       end if;
--       more := true;
--     end if;
--     if more then
--       return most;
--     end if;
--     return taken;
--   end
--   $$;

-- Step 64 of 122: every row of controllable_unit keeps controllable_unit_created_by_party_id_fkey
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit: reads and writes go on
-- Work: scans controllable_unit
-- Asks: rows of controllable_unit whose created_by_party_id leads to no party
--   first: select id from (select id, null::bigint as created_by_party_id from public.controllable_unit) as controllable_unit where created_by_party_id is not null and not exists (select from public.party as target where target.id = controllable_unit.created_by_party_id)
--   later: select id from public.controllable_unit as controllable_unit where created_by_party_id is not null and not exists (select from public.party as target where target.id = controllable_unit.created_by_party_id)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.controllable_unit validate constraint controllable_unit_created_by_party_id_fkey;

-- Step 65 of 122: every row of controllable_unit keeps controllable_unit_rule_2_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit: reads and writes go on
-- Work: scans controllable_unit
-- Asks: rows of controllable_unit that break controllable_unit_rule_2_check (A unit has more power only after the system operator has validated it again.)
--   first: select id from (select id, null::numeric(9, 3) as validated_active_power, maximum_active_power as maximum_active_power from public.controllable_unit) as controllable_unit where not ((validated_active_power is null or maximum_active_power <= validated_active_power) is true)
--   later: select id from public.controllable_unit where not ((validated_active_power is null or maximum_active_power <= validated_active_power) is true)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.controllable_unit validate constraint controllable_unit_rule_2_check;

-- Step 66 of 122: every row of controllable_unit keeps controllable_unit_rule_3_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit: reads and writes go on
-- Work: scans controllable_unit
-- Asks: rows of controllable_unit that break controllable_unit_rule_3_check (The shortest activation is not longer than the longest one.)
--   first: select id from public.controllable_unit where not ((minimum_duration is null or maximum_duration is null or minimum_duration <= maximum_duration) is true)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.controllable_unit validate constraint controllable_unit_rule_3_check;

-- Step 67 of 122: every row of controllable_unit_service_provider keeps controllable_unit_service_provider_accounting_point_id_fkey
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider: reads and writes go on
-- Work: scans controllable_unit_service_provider
-- Asks: rows of controllable_unit_service_provider whose accounting_point_id leads to no accounting_point
--   first: select id from (select id, (select unit.accounting_point_id from public.controllable_unit as unit where unit.id = controllable_unit_service_provider.controllable_unit_id) as accounting_point_id from public.controllable_unit_service_provider) as controllable_unit_service_provider where accounting_point_id is not null and not exists (select from public.accounting_point as target where target.id = controllable_unit_service_provider.accounting_point_id)
--   later: select id from public.controllable_unit_service_provider as controllable_unit_service_provider where accounting_point_id is not null and not exists (select from public.accounting_point as target where target.id = controllable_unit_service_provider.accounting_point_id)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.controllable_unit_service_provider validate constraint controllable_unit_service_provider_accounting_point_id_fkey;

-- Step 68 of 122: every row of controllable_unit_service_provider keeps controllable_unit_service_provider_valid_from_align_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider: reads and writes go on
-- Work: scans controllable_unit_service_provider
-- Asks: rows of controllable_unit_service_provider that break controllable_unit_service_provider_valid_from_align_check (valid_from is the beginning of a day in Europe/Oslo)
--   first: select id from public.controllable_unit_service_provider where not (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.controllable_unit_service_provider validate constraint controllable_unit_service_provider_valid_from_align_check;

-- Step 69 of 122: every row of controllable_unit_service_provider keeps controllable_unit_service_provider_valid_to_align_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider: reads and writes go on
-- Work: scans controllable_unit_service_provider
-- Asks: rows of controllable_unit_service_provider that break controllable_unit_service_provider_valid_to_align_check (valid_to is the beginning of a day in Europe/Oslo)
--   first: select id from public.controllable_unit_service_provider where not (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.controllable_unit_service_provider validate constraint controllable_unit_service_provider_valid_to_align_check;

-- Step 70 of 122: every row of accounting_point_balance_responsible_party keeps accounting_point_balance_responsible_party_reference_1_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads accounting_point_balance_responsible_party and what its checks look at
-- Asks: rows of accounting_point_balance_responsible_party that break accounting_point_balance_responsible_party_reference_1_check (Imbalances are the business of a balance responsible party.)
--   first: select item.id from (select null::bigint as id, null::bigint as balance_responsible_party_id, null::timestamptz as valid_from, null::timestamptz as valid_to where false) as item where (exists (select from public.party as item_1 where item_1.id = item.balance_responsible_party_id and item_1.type = 'balance_responsible_party'::text)) is not true and item.valid_from is not null
--   later: select item.id from public.accounting_point_balance_responsible_party as item where (exists (select from public.party as item_1 where item_1.id = item.balance_responsible_party_id and item_1.type = 'balance_responsible_party'::text)) is not true and item.valid_from is not null
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.accounting_point_balance_responsible_party_checks(array(select item.id from public.accounting_point_balance_responsible_party as item));

-- Step 71 of 122: every row of accounting_point_end_user keeps accounting_point_end_user_reference_1_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads accounting_point_end_user and what its checks look at
-- Asks: rows of accounting_point_end_user that break accounting_point_end_user_reference_1_check (Energy is used by an end user.)
--   first: select item.id from (select null::bigint as id, null::bigint as end_user_id, null::timestamptz as valid_from, null::timestamptz as valid_to where false) as item where (exists (select from public.party as item_1 where item_1.id = item.end_user_id and item_1.type = 'end_user'::text)) is not true and item.valid_from is not null
--   later: select item.id from public.accounting_point_end_user as item where (exists (select from public.party as item_1 where item_1.id = item.end_user_id and item_1.type = 'end_user'::text)) is not true and item.valid_from is not null
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.accounting_point_end_user_checks(array(select item.id from public.accounting_point_end_user as item));

-- Step 72 of 122: every row of accounting_point_energy_supplier keeps accounting_point_energy_supplier_reference_1_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads accounting_point_energy_supplier and what its checks look at
-- Asks: rows of accounting_point_energy_supplier that break accounting_point_energy_supplier_reference_1_check (Energy is supplied by an energy supplier.)
--   first: select item.id from (select null::bigint as id, null::bigint as energy_supplier_id, null::timestamptz as valid_from, null::timestamptz as valid_to where false) as item where (exists (select from public.party as item_1 where item_1.id = item.energy_supplier_id and item_1.type = 'energy_supplier'::text)) is not true and item.valid_from is not null
--   later: select item.id from public.accounting_point_energy_supplier as item where (exists (select from public.party as item_1 where item_1.id = item.energy_supplier_id and item_1.type = 'energy_supplier'::text)) is not true and item.valid_from is not null
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.accounting_point_energy_supplier_checks(array(select item.id from public.accounting_point_energy_supplier as item));

-- Step 73 of 122: every row of contract keeps contract_reference_1_check, contract_reference_2_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads contract and what its checks look at
-- Asks: rows of contract that break contract_reference_1_check (Services are provided by a service provider.)
--   first: select item.id from (select null::bigint as id, null::bigint as service_provider_id, null::timestamptz as valid_from, null::timestamptz as valid_to where false) as item where (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.type = 'service_provider'::text)) is not true and item.valid_from is not null
--   later: select item.id from public.contract as item where (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.type = 'service_provider'::text)) is not true and item.valid_from is not null
-- Asks: rows of contract that break contract_reference_2_check (A contract is with an end user.)
--   first: select item.id from (select null::bigint as id, null::bigint as end_user_id, null::timestamptz as valid_from, null::timestamptz as valid_to where false) as item where (exists (select from public.party as item_1 where item_1.id = item.end_user_id and item_1.type = 'end_user'::text)) is not true and item.valid_from is not null
--   later: select item.id from public.contract as item where (exists (select from public.party as item_1 where item_1.id = item.end_user_id and item_1.type = 'end_user'::text)) is not true and item.valid_from is not null
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.contract_checks(array(select item.id from public.contract as item));

-- Step 74 of 122: every row of controllable_unit keeps controllable_unit_rule_4_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads controllable_unit and what its checks look at
-- Asks: rows of controllable_unit that break controllable_unit_rule_4_check (No technical resource has more power than its unit.)
--   first: select item.id from public.controllable_unit as item where ((select count(*) from public.technical_resource as item_1 where item_1.controllable_unit_id = item.id) = '0'::bigint or (select max(item_1.maximum_active_power) from public.technical_resource as item_1 where item_1.controllable_unit_id = item.id) <= item.maximum_active_power) is not true
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.controllable_unit_checks(array(select item.id from public.controllable_unit as item));

-- Step 75 of 122: every row of controllable_unit_service_provider keeps controllable_unit_service_provider_reference_1_check, controllable_unit_service_provider_covered_by_1_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads controllable_unit_service_provider and what its checks look at
-- Asks: rows of controllable_unit_service_provider that break controllable_unit_service_provider_reference_1_check (A unit is operated by a service provider.)
--   first: select item.id from public.controllable_unit_service_provider as item where (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.type = 'service_provider'::text)) is not true and item.valid_from is not null
-- Asks: rows of controllable_unit_service_provider that break controllable_unit_service_provider_covered_by_1_check (A provider operates a unit within a contract that the end user has signed.)
--   first: select null::bigint as id where false
--   later: select item.id from public.controllable_unit_service_provider as item where ((select range_agg(tstzrange(own_2.valid_from, own_2.valid_to)) @> tstzrange(item.valid_from, item.valid_to) from public.accounting_point as own_1, public.contract as own_2 where own_1.id = item.accounting_point_id and own_2.accounting_point_id = own_1.id and own_2.valid_from is not null and own_2.service_provider_id = item.service_provider_id and own_2.status = 'signed'::text)) is not true and item.valid_from is not null
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.controllable_unit_service_provider_checks(array(select item.id from public.controllable_unit_service_provider as item));

-- Step 76 of 122: every row of controllable_unit_suspension keeps controllable_unit_suspension_reference_1_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads controllable_unit_suspension and what its checks look at
-- Asks: rows of controllable_unit_suspension that break controllable_unit_suspension_reference_1_check (Units are suspended by a system operator.)
--   first: select item.id from public.controllable_unit_suspension as item where (exists (select from public.party as item_1 where item_1.id = item.impacted_system_operator_id and item_1.type = 'system_operator'::text)) is not true
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.controllable_unit_suspension_checks(array(select item.id from public.controllable_unit_suspension as item));

-- Step 77 of 122: every row of metering_grid_area_system_operator keeps metering_grid_area_system_operator_reference_1_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads metering_grid_area_system_operator and what its checks look at
-- Asks: rows of metering_grid_area_system_operator that break metering_grid_area_system_operator_reference_1_check (A grid is run by a system operator.)
--   first: select item.id from (select null::bigint as id, null::bigint as system_operator_id, null::timestamptz as valid_from, null::timestamptz as valid_to where false) as item where (exists (select from public.party as item_1 where item_1.id = item.system_operator_id and item_1.type = 'system_operator'::text)) is not true and item.valid_from is not null
--   later: select item.id from public.metering_grid_area_system_operator as item where (exists (select from public.party as item_1 where item_1.id = item.system_operator_id and item_1.type = 'system_operator'::text)) is not true and item.valid_from is not null
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.metering_grid_area_system_operator_checks(array(select item.id from public.metering_grid_area_system_operator as item));

-- Step 78 of 122: every row of service_provider_product_application keeps service_provider_product_application_reference_1_check, service_provider_product_application_reference_2_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads service_provider_product_application and what its checks look at
-- Asks: rows of service_provider_product_application that break service_provider_product_application_reference_1_check (Products are sold by a service provider.)
--   first: select item.id from (select null::bigint as id, null::bigint as service_provider_id where false) as item where (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.type = 'service_provider'::text)) is not true
--   later: select item.id from public.service_provider_product_application as item where (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.type = 'service_provider'::text)) is not true
-- Asks: rows of service_provider_product_application that break service_provider_product_application_reference_2_check (Products are bought by a system operator.)
--   first: select item.id from (select null::bigint as id, null::bigint as system_operator_id where false) as item where (exists (select from public.party as item_1 where item_1.id = item.system_operator_id and item_1.type = 'system_operator'::text)) is not true
--   later: select item.id from public.service_provider_product_application as item where (exists (select from public.party as item_1 where item_1.id = item.system_operator_id and item_1.type = 'system_operator'::text)) is not true
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.service_provider_product_application_checks(array(select item.id from public.service_provider_product_application as item));

-- Step 79 of 122: every row of service_providing_group keeps service_providing_group_reference_1_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads service_providing_group and what its checks look at
-- Asks: rows of service_providing_group that break service_providing_group_reference_1_check (A group belongs to a service provider.)
--   first: select item.id from (select null::bigint as id, null::bigint as service_provider_id where false) as item where (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.type = 'service_provider'::text)) is not true
--   later: select item.id from public.service_providing_group as item where (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.type = 'service_provider'::text)) is not true
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.service_providing_group_checks(array(select item.id from public.service_providing_group as item));

-- Step 80 of 122: every row of service_providing_group_grid_prequalification keeps service_providing_group_grid_prequalification_reference_1_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads service_providing_group_grid_prequalification and what its checks look at
-- Asks: rows of service_providing_group_grid_prequalification that break service_providing_group_grid_prequalification_reference_1_check (Grids are judged by a system operator.)
--   first: select item.id from (select null::bigint as id, null::bigint as impacted_system_operator_id where false) as item where (exists (select from public.party as item_1 where item_1.id = item.impacted_system_operator_id and item_1.type = 'system_operator'::text)) is not true
--   later: select item.id from public.service_providing_group_grid_prequalification as item where (exists (select from public.party as item_1 where item_1.id = item.impacted_system_operator_id and item_1.type = 'system_operator'::text)) is not true
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.service_providing_group_grid_prequalification_checks(array(select item.id from public.service_providing_group_grid_prequalification as item));

-- Step 81 of 122: every row of service_providing_group_product_application keeps service_providing_group_product_application_reference_1_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads service_providing_group_product_application and what its checks look at
-- Asks: rows of service_providing_group_product_application that break service_providing_group_product_application_reference_1_check (Products are bought by a system operator.)
--   first: select item.id from (select null::bigint as id, null::bigint as procuring_system_operator_id where false) as item where (exists (select from public.party as item_1 where item_1.id = item.procuring_system_operator_id and item_1.type = 'system_operator'::text)) is not true
--   later: select item.id from public.service_providing_group_product_application as item where (exists (select from public.party as item_1 where item_1.id = item.procuring_system_operator_id and item_1.type = 'system_operator'::text)) is not true
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.service_providing_group_product_application_checks(array(select item.id from public.service_providing_group_product_application as item));

-- Step 82 of 122: every row of system_operator_product_type keeps system_operator_product_type_reference_1_check
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads system_operator_product_type and what its checks look at
-- Asks: rows of system_operator_product_type that break system_operator_product_type_reference_1_check (Products are bought by a system operator.)
--   first: select item.id from (select null::bigint as id, null::bigint as system_operator_id, null::timestamptz as valid_from, null::timestamptz as valid_to where false) as item where (exists (select from public.party as item_1 where item_1.id = item.system_operator_id and item_1.type = 'system_operator'::text)) is not true and item.valid_from is not null
--   later: select item.id from public.system_operator_product_type as item where (exists (select from public.party as item_1 where item_1.id = item.system_operator_id and item_1.type = 'system_operator'::text)) is not true and item.valid_from is not null
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.system_operator_product_type_checks(array(select item.id from public.system_operator_product_type as item));

-- Step 83 of 122: pass over what was noted for other rules
-- Runs: in a transaction
-- Locks: nothing
-- Work: writes almanac.former_due
-- Loses: nothing
-- Undo: nothing is left to take back
delete from almanac.former_due;

-- Step 84 of 122: find in the history when rights to accounting_point ended
-- Runs: in batches of ids of accounting_point
-- Locks: nothing
-- Work: reads accounting_point, what its rules look at, and the history of both
-- Loses: nothing
-- Undo: by the statements behind it
select almanac.accounting_point_former(array_agg(id), '-infinity') from public.accounting_point where true and id between :first and :last;

-- To undo it:
--   delete from almanac.former_right where resource = 'accounting_point';

-- Step 85 of 122: find in the history when rights to controllable_unit ended
-- Runs: in batches of ids of controllable_unit
-- Locks: nothing
-- Work: reads controllable_unit, what its rules look at, and the history of both
-- Loses: nothing
-- Undo: by the statements behind it
select almanac.controllable_unit_former(array_agg(id), '-infinity') from public.controllable_unit where true and id between :first and :last;

-- To undo it:
--   delete from almanac.former_right where resource = 'controllable_unit';

-- Step 86 of 122: describe controllable_unit anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.controllable_unit.validated_active_power is 'Validated active power: The most active power for which the system operator validated the unit in kW.';
comment on column public.controllable_unit.created_by_party_id is 'Created by party: The party that registered the unit.';
comment on column public.controllable_unit_history.validated_active_power is 'Validated active power: The most active power for which the system operator validated the unit in kW.';
comment on column public.controllable_unit_history.created_by_party_id is 'Created by party: The party that registered the unit.';
comment on constraint controllable_unit_rule_2_check on public.controllable_unit is 'A unit has more power only after the system operator has validated it again.';
comment on constraint controllable_unit_rule_3_check on public.controllable_unit is 'The shortest activation is not longer than the longest one.';

-- To undo it:
--   comment on column public.controllable_unit.validated_active_power is null;
--   comment on column public.controllable_unit.created_by_party_id is null;
--   comment on column public.controllable_unit_history.validated_active_power is null;
--   comment on column public.controllable_unit_history.created_by_party_id is null;

-- Step 87 of 122: describe controllable_unit_service_provider anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.controllable_unit_service_provider is 'Controllable unit service provider: Which service provider operates a controllable unit, over time. A unit has at most one provider at any instant. The newer provider takes over: its entry ends or shortens those that it overlaps.';
comment on column public.controllable_unit_service_provider.accounting_point_id is 'Accounting point: The point behind which the unit stands. Its contract covers the entry.';
comment on column public.controllable_unit_service_provider.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.controllable_unit_service_provider.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.controllable_unit_service_provider_history.accounting_point_id is 'Accounting point: The point behind which the unit stands. Its contract covers the entry.';
comment on column public.controllable_unit_service_provider_history.valid_from is 'Valid from: Start of validity, inclusive. It is the beginning of a day (midnight) in Europe/Oslo.';
comment on column public.controllable_unit_service_provider_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open. It is the beginning of a day (midnight) in Europe/Oslo.';

-- To undo it:
--   comment on table public.controllable_unit_service_provider is 'Controllable unit service provider: Which service provider operates a controllable unit, over time. A unit has at most one provider at any instant; a new entry ends or shortens those that it overlaps.';
--   comment on column public.controllable_unit_service_provider.accounting_point_id is null;
--   comment on column public.controllable_unit_service_provider.valid_from is 'Valid from: Start of validity, inclusive.';
--   comment on column public.controllable_unit_service_provider.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
--   comment on column public.controllable_unit_service_provider_history.accounting_point_id is null;
--   comment on column public.controllable_unit_service_provider_history.valid_from is 'Valid from: Start of validity, inclusive.';
--   comment on column public.controllable_unit_service_provider_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';

-- Step 88 of 122: describe event anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on event: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.event.type is 'Type: What happened: no.flexibility, the resource, and create, update, delete or the name of a call.';

-- To undo it:
--   comment on column public.event.type is 'Type: What happened: no.flexibility, the resource, and create, update or delete.';

-- Step 89 of 122: describe identity anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on identity: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.identity is 'Identity: A person or a system that signs in. What it creates or changes is recorded under its id. An identity is made when a token with an unknown subject is first used.';

-- To undo it:
--   comment on table public.identity is 'Identity: A person or a system that signs in. What it creates or changes is recorded under its id. An identity is made when a token with an unknown subject is first used; a party is assigned to it afterwards.';

-- Step 90 of 122: describe metering_grid_area anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on table public.metering_grid_area is 'Metering grid area: A part of the grid, bounded by meters, in which consumption, production and exchange are measured and settled. At each time it lies in one bidding zone and has one system operator.';

-- To undo it:
--   comment on table public.metering_grid_area is 'Metering grid area: A part of the grid, bounded by meters, in which consumption, production and exchange are measured and settled. It lies in one bidding zone and is operated by one system operator.';

-- Step 91 of 122: describe party anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on party: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.party.status is 'Status: Where the party is in its life in the register. Only an active party may begin something new; a terminated one stays so.';
comment on column public.party_history.status is 'Status: Where the party is in its life in the register. Only an active party may begin something new; a terminated one stays so.';

-- To undo it:
--   comment on column public.party.status is 'Status: Where the party is in its life in the register. Only an active party may act; a terminated one stays so.';
--   comment on column public.party_history.status is 'Status: Where the party is in its life in the register. Only an active party may act; a terminated one stays so.';

-- Step 92 of 122: drop the index accounting_point_metering_grid_area_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_metering_grid_area_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_metering_grid_area_id_idx;
--   create index concurrently accounting_point_metering_grid_area_id_idx on public.accounting_point (metering_grid_area_id);

-- Step 93 of 122: drop the index accounting_point_bidding_zone_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_bidding_zone_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_bidding_zone_id_idx;
--   create index concurrently accounting_point_bidding_zone_id_idx on public.accounting_point (bidding_zone_id);

-- Step 94 of 122: drop the index accounting_point_system_operator_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_system_operator_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_system_operator_id_idx;
--   create index concurrently accounting_point_system_operator_id_idx on public.accounting_point (system_operator_id);

-- Step 95 of 122: drop the index accounting_point_end_user_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_end_user_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_end_user_id_idx;
--   create index concurrently accounting_point_end_user_id_idx on public.accounting_point (end_user_id);

-- Step 96 of 122: drop the index accounting_point_energy_supplier_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_energy_supplier_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_energy_supplier_id_idx;
--   create index concurrently accounting_point_energy_supplier_id_idx on public.accounting_point (energy_supplier_id);

-- Step 97 of 122: drop the index accounting_point_balance_responsible_party_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_balance_responsible_party_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_balance_responsible_party_id_idx;
--   create index concurrently accounting_point_balance_responsible_party_id_idx on public.accounting_point (balance_responsible_party_id);

-- Step 98 of 122: drop the index accounting_point_history_metering_grid_area_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_history_metering_grid_area_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_history_metering_grid_area_id_idx;
--   create index concurrently accounting_point_history_metering_grid_area_id_idx on public.accounting_point_history (metering_grid_area_id);

-- Step 99 of 122: drop the index accounting_point_history_bidding_zone_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_history_bidding_zone_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_history_bidding_zone_id_idx;
--   create index concurrently accounting_point_history_bidding_zone_id_idx on public.accounting_point_history (bidding_zone_id);

-- Step 100 of 122: drop the index accounting_point_history_system_operator_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_history_system_operator_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_history_system_operator_id_idx;
--   create index concurrently accounting_point_history_system_operator_id_idx on public.accounting_point_history (system_operator_id);

-- Step 101 of 122: drop the index accounting_point_history_end_user_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_history_end_user_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_history_end_user_id_idx;
--   create index concurrently accounting_point_history_end_user_id_idx on public.accounting_point_history (end_user_id);

-- Step 102 of 122: drop the index accounting_point_history_energy_supplier_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_history_energy_supplier_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_history_energy_supplier_id_idx;
--   create index concurrently accounting_point_history_energy_supplier_id_idx on public.accounting_point_history (energy_supplier_id);

-- Step 103 of 122: drop the index accounting_point_history_balance_responsible_party_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_history_balance_responsible_party_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_history_balance_responsible_party_id_idx;
--   create index concurrently accounting_point_history_balance_responsible_party_id_idx on public.accounting_point_history (balance_responsible_party_id);

-- Step 104 of 122: drop the index controllable_unit_accounting_point_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_accounting_point_id_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_accounting_point_id_idx;
--   create index concurrently controllable_unit_accounting_point_id_idx on public.controllable_unit (accounting_point_id);

-- Step 105 of 122: drop the index controllable_unit_service_provider_service_provider_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_service_provider_id_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_service_provider_id_idx;
--   create index concurrently controllable_unit_service_provider_service_provider_id_idx on public.controllable_unit_service_provider (service_provider_id);

-- Step 106 of 122: drop the index identity_party_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on identity: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.identity_party_id_idx;

-- To undo it:
--   drop index concurrently if exists public.identity_party_id_idx;
--   create index concurrently identity_party_id_idx on public.identity (party_id);

-- Step 107 of 122: drop the index identity_history_party_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on identity_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.identity_history_party_id_idx;

-- To undo it:
--   drop index concurrently if exists public.identity_history_party_id_idx;
--   create index concurrently identity_history_party_id_idx on public.identity_history (party_id);

-- Step 108 of 122: drop the index metering_grid_area_bidding_zone_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_bidding_zone_id_idx;

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_bidding_zone_id_idx;
--   create index concurrently metering_grid_area_bidding_zone_id_idx on public.metering_grid_area (bidding_zone_id);

-- Step 109 of 122: drop the index metering_grid_area_system_operator_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_system_operator_id_idx;

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_system_operator_id_idx;
--   create index concurrently metering_grid_area_system_operator_id_idx on public.metering_grid_area (system_operator_id);

-- Step 110 of 122: drop the index metering_grid_area_history_bidding_zone_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_history_bidding_zone_id_idx;

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_history_bidding_zone_id_idx;
--   create index concurrently metering_grid_area_history_bidding_zone_id_idx on public.metering_grid_area_history (bidding_zone_id);

-- Step 111 of 122: drop the index metering_grid_area_history_system_operator_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_history_system_operator_id_idx;

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_history_system_operator_id_idx;
--   create index concurrently metering_grid_area_history_system_operator_id_idx on public.metering_grid_area_history (system_operator_id);

-- Step 112 of 122: nothing was written after its values were moved
-- Runs: in a transaction
-- Locks: nothing
-- Work: reads accounting_point, metering_grid_area, identity and controllable_unit_service_provider
-- Asks: rows of accounting_point that were written after their values were moved
--   first: select null::bigint as id where false
--   later: select id from (select id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id from public.accounting_point except select id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id from kept_register_1.accounting_point where replaced_at is null) as written
-- Asks: rows of metering_grid_area that were written after their values were moved
--   first: select null::bigint as id where false
--   later: select id from (select id, bidding_zone_id, system_operator_id from public.metering_grid_area except select id, bidding_zone_id, system_operator_id from kept_register_1.metering_grid_area where replaced_at is null) as written
-- Asks: rows of identity that were written after their values were moved
--   first: select null::bigint as id where false
--   later: select id from (select id, party_id from public.identity except select id, party_id from kept_register_1.identity where replaced_at is null) as written
-- Asks: rows of controllable_unit_service_provider that were written after their values were moved
--   first: select null::bigint as id where false
--   later: select id from (select id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to from public.controllable_unit_service_provider except select id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to from kept_register_1.controllable_unit_service_provider where replaced_at is null) as written
-- Loses: nothing
-- Undo: nothing is left to take back

-- By a service of before that was not stopped. Stop it, run "almanac migrate --undo", and migrate again.
do $$
begin
  if exists (select id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id from public.accounting_point except select id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id from kept_register_1.accounting_point where replaced_at is null)
    or exists (select id, bidding_zone_id, system_operator_id from public.metering_grid_area except select id, bidding_zone_id, system_operator_id from kept_register_1.metering_grid_area where replaced_at is null)
    or exists (select id, party_id from public.identity except select id, party_id from kept_register_1.identity where replaced_at is null)
    or exists (select id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to from public.controllable_unit_service_provider except select id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to from kept_register_1.controllable_unit_service_provider where replaced_at is null) then
    raise exception 'rows were written after their values were moved; stop the service, undo the migration, and migrate again';
  end if;
end
$$;

-- Step 113 of 122: drop the field metering_grid_area_id of accounting_point
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on accounting_point and accounting_point_history, for a moment
-- Work: the catalog alone
-- Loses: every value of metering_grid_area_id in accounting_point and in accounting_point_history
-- Undo: impossible: restore a backup
alter table public.accounting_point drop column metering_grid_area_id;
alter table public.accounting_point_history drop column metering_grid_area_id;

-- Step 114 of 122: drop the field bidding_zone_id of accounting_point
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on accounting_point and accounting_point_history, for a moment
-- Work: the catalog alone
-- Loses: every value of bidding_zone_id in accounting_point and in accounting_point_history
-- Undo: impossible: restore a backup
alter table public.accounting_point drop column bidding_zone_id;
alter table public.accounting_point_history drop column bidding_zone_id;

-- Step 115 of 122: drop the field system_operator_id of accounting_point
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on accounting_point and accounting_point_history, for a moment
-- Work: the catalog alone
-- Loses: every value of system_operator_id in accounting_point and in accounting_point_history
-- Undo: impossible: restore a backup
alter table public.accounting_point drop column system_operator_id;
alter table public.accounting_point_history drop column system_operator_id;

-- Step 116 of 122: drop the field end_user_id of accounting_point
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on accounting_point and accounting_point_history, for a moment
-- Work: the catalog alone
-- Loses: every value of end_user_id in accounting_point and in accounting_point_history
-- Undo: impossible: restore a backup
alter table public.accounting_point drop column end_user_id;
alter table public.accounting_point_history drop column end_user_id;

-- Step 117 of 122: drop the field energy_supplier_id of accounting_point
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on accounting_point and accounting_point_history, for a moment
-- Work: the catalog alone
-- Loses: every value of energy_supplier_id in accounting_point and in accounting_point_history
-- Undo: impossible: restore a backup
alter table public.accounting_point drop column energy_supplier_id;
alter table public.accounting_point_history drop column energy_supplier_id;

-- Step 118 of 122: drop the field balance_responsible_party_id of accounting_point
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on accounting_point and accounting_point_history, for a moment
-- Work: the catalog alone
-- Loses: every value of balance_responsible_party_id in accounting_point and in accounting_point_history
-- Undo: impossible: restore a backup
alter table public.accounting_point drop column balance_responsible_party_id;
alter table public.accounting_point_history drop column balance_responsible_party_id;

-- Step 119 of 122: drop the field contract_reference of controllable_unit_service_provider
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit_service_provider and controllable_unit_service_provider_history, for a moment
-- Work: the catalog alone
-- Loses: every value of contract_reference in controllable_unit_service_provider and in controllable_unit_service_provider_history
-- Undo: impossible: restore a backup
alter table public.controllable_unit_service_provider drop column contract_reference;
alter table public.controllable_unit_service_provider_history drop column contract_reference;

-- Step 120 of 122: drop the field party_id of identity
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on identity and identity_history, for a moment
-- Work: the catalog alone
-- Loses: every value of party_id in identity and in identity_history
-- Undo: impossible: restore a backup
alter table public.identity drop column party_id;
alter table public.identity_history drop column party_id;

-- Step 121 of 122: drop the field bidding_zone_id of metering_grid_area
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on metering_grid_area and metering_grid_area_history, for a moment
-- Work: the catalog alone
-- Loses: every value of bidding_zone_id in metering_grid_area and in metering_grid_area_history
-- Undo: impossible: restore a backup
alter table public.metering_grid_area drop column bidding_zone_id;
alter table public.metering_grid_area_history drop column bidding_zone_id;

-- Step 122 of 122: drop the field system_operator_id of metering_grid_area
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on metering_grid_area and metering_grid_area_history, for a moment
-- Work: the catalog alone
-- Loses: every value of system_operator_id in metering_grid_area and in metering_grid_area_history
-- Undo: impossible: restore a backup
alter table public.metering_grid_area drop column system_operator_id;
alter table public.metering_grid_area_history drop column system_operator_id;
