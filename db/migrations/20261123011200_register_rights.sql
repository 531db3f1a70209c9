-- 20261123011200_register_rights
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.
-- Change: accounting_point: the rights of `service_provider` changed
-- Change: accounting_point_balance_responsible_party: the rights of `end_user` changed
-- Change: accounting_point_end_user: the rights of `energy_supplier`, `balance_responsible_party` changed
-- Change: accounting_point_end_user: the notice `no.flexibility.accounting_point_end_user.contract.outlived` stands while `valid_to` is not null and there is a `accounting_point` of which there is a `contract` of which `status` is `signed` and `end_user_id` is the row's `end_user_id` and `validity` contains now
-- Change: accounting_point_energy_supplier: the rights of `end_user` changed
-- Change: contract: new rule: A contract is signed for the time in which its end user uses the accounting point. (there is a `accounting_point` of which there is a `end_user` of which `end_user_id` is the row's `end_user_id` and `validity` contains the row's `validity`; asked of each create, update where after it `status` is `signed`)
-- Change: contract: other roles may read or write `reference`
-- Change: contract: the notice `no.flexibility.contract.end_user.moved` stands while this is not so: the whole `validity` lies within that of the `accounting_point.end_user` of which `end_user_id` is the row's `end_user_id`, or there is a `accounting_point` of which there is a `contract` of which `id` is the row's `id` and `status` is `proposed`
-- Change: controllable_unit: new rule: A unit has more power only after the system operator has validated it again. (`validated_active_power` is null, or `maximum_active_power` is at most the row's `validated_active_power`)
-- Change: controllable_unit: the service sets `validated_at` to now and `validated_active_power` to the row's `maximum_active_power`, after each create, update where before it `grid_validation_status` is not `validated` and after it `grid_validation_status` is `validated`
-- Change: controllable_unit: the service sets `validated_at` to null and `validated_active_power` to null, after each create, update where after it `grid_validation_status` is not `validated`
-- Change: controllable_unit: the service no longer sets `validated_at` to now, after each create, update where before it `grid_validation_status` is not `validated` and after it `grid_validation_status` is `validated`
-- Change: controllable_unit: the service no longer sets `validated_at` to null, after each create, update where after it `grid_validation_status` is not `validated`
-- Change: controllable_unit: the call `lookup` has another answer
-- Change: controllable_unit: `validated_active_power` is new: decimal
-- Change: controllable_unit: the rights of `service_provider` changed
-- Change: controllable_unit_service_provider: new rule: The end user who signed the contract does not use the accounting point any more. (there is a `accounting_point` of which there is a `contract` of which `status` is `signed` and there is a `accounting_point` of which there is a `end_user` of which `end_user_id` is the row's `end_user_id` and `validity` contains the row's `validity` and `service_provider_id` is the row's `service_provider_id`; asked of each create, update where after it `valid_to` is null, or `valid_to` is more than now)
-- Change: controllable_unit_service_provider: the rights of `end_user` changed
-- Change: party: the rights of `service_provider` changed
-- Change: service_providing_group_membership: the rules of its timelines changed
-- Change: service_providing_group_product_application: other roles may read or write `maximum_active_power`
-- Change: technical_resource: the rights of `service_provider` changed

-- Step 1 of 15: give constraints and indexes their new names
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.controllable_unit rename constraint controllable_unit_rule_2_check to controllable_unit_rule_3_check;

-- To undo it:
--   alter table public.controllable_unit rename constraint controllable_unit_rule_3_check to controllable_unit_rule_2_check;

-- Step 2 of 15: add the field validated_active_power to controllable_unit
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit and controllable_unit_history, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.controllable_unit add column validated_active_power numeric(9, 3);
alter table public.controllable_unit_history add column validated_active_power numeric(9, 3);

-- To undo it:
--   alter table public.controllable_unit drop column validated_active_power;
--   alter table public.controllable_unit_history drop column validated_active_power;

-- Step 3 of 15: make the index contract_service_provider_id_accounting_point_id_v_9dcb2315_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on contract: reads and writes go on; waits for the transactions that are running
-- Work: scans contract twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.contract_service_provider_id_accounting_point_id_v_9dcb2315_idx;
create index concurrently contract_service_provider_id_accounting_point_id_v_9dcb2315_idx on public.contract (service_provider_id, accounting_point_id, valid_from, status);

-- To undo it:
--   drop index concurrently if exists public.contract_service_provider_id_accounting_point_id_v_9dcb2315_idx;

-- Step 4 of 15: the triggers of accounting_point_end_user do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on accounting_point_end_user, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
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

create or replace trigger note_checks_delete
  after delete on public.accounting_point_end_user
  referencing old table as old_rows
  for each statement execute function almanac.accounting_point_end_user_note_checks();

-- To undo it:
--   drop trigger note_checks_delete on public.accounting_point_end_user;
--
--   create or replace function almanac.accounting_point_end_user_note_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if tg_op = 'INSERT' then
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'accounting_point_end_user', 'id', array_agg(distinct changed.id)
--       from new_rows as changed
--       where changed.id is not null
--       having count(*) > 0;
--     elsif tg_op = 'UPDATE' then
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'accounting_point_end_user', 'id', array_agg(distinct changed.id)
--       from (
--         (select id, end_user_id, valid_from, valid_to from new_rows except select id, end_user_id, valid_from, valid_to from old_rows)
--         union all
--         (select id, end_user_id, valid_from, valid_to from old_rows except select id, end_user_id, valid_from, valid_to from new_rows)
--       ) as changed
--       where changed.id is not null
--       having count(*) > 0;
--     end if;
--     return null;
--   end
--   $$;

-- Step 5 of 15: the triggers of contract do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on contract, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
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

-- To undo it:
--   drop trigger rule_2_check_update on public.contract;
--   drop trigger rule_2_check_insert on public.contract;
--   drop function almanac.contract_rule_2_check();
--
--   create or replace function almanac.contract_record() returns trigger
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
--         (current_setting('almanac.effects'), 'contract', coalesce(new.id, old.id), old::text)
--       on conflict do nothing;
--     end if;
--     if tg_op = 'INSERT' then
--       insert into almanac.outbox
--         (type, source, "time", recorded_by, acting_party, subject)
--       values
--         ('no.flexibility.contract.create', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('accounting_point', 'id', new.accounting_point_id),
--         ('contract', 'id', new.id);
--     elsif tg_op = 'UPDATE' then
--       if new.row_version <> old.row_version then
--         insert into public.contract_history
--           (id, contract_id, accounting_point_id, service_provider_id, end_user_id, status, signed_at, reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.accounting_point_id, new.service_provider_id, new.end_user_id, new.status, new.signed_at, new.reference, new.valid_from, new.valid_to) is not distinct from (old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to) then
--         return null;
--       end if;
--       if old.valid_from is not null and new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject, updated_fields)
--         values
--           ('no.flexibility.contract.update', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id, array_remove(array[
--             case when new.accounting_point_id is distinct from old.accounting_point_id then 'accounting_point_id' end,
--             case when new.service_provider_id is distinct from old.service_provider_id then 'service_provider_id' end,
--             case when new.end_user_id is distinct from old.end_user_id then 'end_user_id' end,
--             case when new.status is distinct from old.status then 'status' end,
--             case when new.signed_at is distinct from old.signed_at then 'signed_at' end,
--             case when new.reference is distinct from old.reference then 'reference' end,
--             case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
--             case when new.valid_to is distinct from old.valid_to then 'valid_to' end
--           ], null));
--       elsif new.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.contract.create', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       elsif old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.contract.delete', '/contract/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/accounting_point/' || new.accounting_point_id);
--       end if;
--       if (new.accounting_point_id, new.end_user_id, new.valid_from, new.valid_to, new.service_provider_id) is distinct from (old.accounting_point_id, old.end_user_id, old.valid_from, old.valid_to, old.service_provider_id) then
--         insert into almanac.notice_change (resource, field, value)
--         values
--           ('accounting_point', 'id', new.accounting_point_id),
--           ('contract', 'id', new.id);
--         if new.accounting_point_id is distinct from old.accounting_point_id then
--           insert into almanac.notice_change (resource, field, value)
--           values
--             ('accounting_point', 'id', old.accounting_point_id);
--         end if;
--       end if;
--     elsif tg_op = 'DELETE' then
--       if old.recorded_in = pg_current_xact_id() then
--         is_own := old.recorded_at = almanac.record_time(null);
--       end if;
--       instant := almanac.record_time(case when is_own then null else old.recorded_at end);
--       identity := almanac.identity();
--       if not is_own then
--         insert into public.contract_history
--           (id, contract_id, accounting_point_id, service_provider_id, end_user_id, status, signed_at, reference, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.accounting_point_id, old.service_provider_id, old.end_user_id, old.status, old.signed_at, old.reference, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, instant, identity);
--       end if;
--       if old.valid_from is not null then
--         insert into almanac.outbox
--           (type, source, "time", recorded_by, acting_party, subject)
--         values
--           ('no.flexibility.contract.delete', '/contract/' || old.id, instant, identity, almanac.party(), '/accounting_point/' || old.accounting_point_id);
--       end if;
--       insert into almanac.notice_change (resource, field, value)
--       values
--         ('accounting_point', 'id', old.accounting_point_id),
--         ('contract', 'id', old.id);
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.contract_note_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if tg_op = 'INSERT' then
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'contract', 'id', array_agg(distinct changed.id)
--       from new_rows as changed
--       where changed.id is not null
--       having count(*) > 0;
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'controllable_unit_service_provider', 'accounting_point_id', array_agg(distinct changed.accounting_point_id)
--       from new_rows as changed
--       where changed.accounting_point_id is not null
--       having count(*) > 0;
--     elsif tg_op = 'UPDATE' then
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'contract', 'id', array_agg(distinct changed.id)
--       from (
--         (select id, service_provider_id, valid_from, valid_to, accounting_point_id, end_user_id, status, signed_at, reference, recorded_at, recorded_by from new_rows except select id, service_provider_id, valid_from, valid_to, accounting_point_id, end_user_id, status, signed_at, reference, recorded_at, recorded_by from old_rows)
--         union all
--         (select id, service_provider_id, valid_from, valid_to, accounting_point_id, end_user_id, status, signed_at, reference, recorded_at, recorded_by from old_rows except select id, service_provider_id, valid_from, valid_to, accounting_point_id, end_user_id, status, signed_at, reference, recorded_at, recorded_by from new_rows)
--       ) as changed
--       where changed.id is not null
--       having count(*) > 0;
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'controllable_unit_service_provider', 'accounting_point_id', array_agg(distinct changed.accounting_point_id)
--       from (
--         (select id, accounting_point_id, service_provider_id, status, valid_from, valid_to from new_rows except select id, accounting_point_id, service_provider_id, status, valid_from, valid_to from old_rows)
--         union all
--         (select id, accounting_point_id, service_provider_id, status, valid_from, valid_to from old_rows except select id, accounting_point_id, service_provider_id, status, valid_from, valid_to from new_rows)
--       ) as changed
--       where changed.accounting_point_id is not null
--       having count(*) > 0;
--     elsif tg_op = 'DELETE' then
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'controllable_unit_service_provider', 'accounting_point_id', array_agg(distinct changed.accounting_point_id)
--       from old_rows as changed
--       where changed.accounting_point_id is not null
--       having count(*) > 0;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.contract_rule_1_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if tg_op = 'INSERT' then
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       values (pg_current_xact_id(), 'contract', 'asked of contract_rule_1_check', array[new.id]);
--     elsif tg_op = 'UPDATE' then
--       if old.valid_from is null and new.valid_from is not null then
--         insert into almanac.check_due (recorded_in, resource, field, ids)
--         values (pg_current_xact_id(), 'contract', 'asked of contract_rule_1_check', array[new.id]);
--       end if;
--     end if;
--     return null;
--   end
--   $$;

-- Step 6 of 15: add controllable_unit_rule_2_check; the triggers of controllable_unit do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
alter table public.controllable_unit add constraint controllable_unit_rule_2_check check ((validated_active_power is null or maximum_active_power <= validated_active_power) is true) not valid;
drop trigger rule_4_check_update on public.controllable_unit;
drop trigger rule_4_check_insert on public.controllable_unit;
drop function almanac.controllable_unit_rule_4_check();

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
--         new.validated_at := new.recorded_at;
--       end if;
--       if (new.grid_validation_status <> 'validated') is true then
--         new.validated_at := null::timestamptz;
--       end if;
--     else
--       if new.id is distinct from old.id then
--         raise exception 'the id of a row of controllable_unit never changes' using errcode = 'integrity_constraint_violation';
--       elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.created_by_party_id) then
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
--         new.validated_at := new.recorded_at;
--       end if;
--       if (new.grid_validation_status <> 'validated') is true then
--         new.validated_at := null::timestamptz;
--       end if;
--       if (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.created_by_party_id) then
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
--           (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.created_by_party_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
--       elsif (new.business_id, new.name, new.status, new.start_date, new.regulation_direction, new.maximum_active_power, new.minimum_duration, new.maximum_duration, new.recovery_duration, new.ramp_rate, new.accounting_point_id, new.grid_node_id, new.grid_validation_status, new.grid_validation_notes, new.validated_at, new.additional_information, new.created_by_party_id) is not distinct from (old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.created_by_party_id) then
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
--           case when new.additional_information is distinct from old.additional_information then 'additional_information' end,
--           case when new.created_by_party_id is distinct from old.created_by_party_id then 'created_by_party_id' end
--         ], null));
--       if (new.status, new.business_id, new.accounting_point_id, new.grid_validation_status) is distinct from (old.status, old.business_id, old.accounting_point_id, old.grid_validation_status) then
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
--           (id, controllable_unit_id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, replaced_at, replaced_by)
--         values
--           (old.row_version, old.id, old.business_id, old.name, old.status, old.start_date, old.regulation_direction, old.maximum_active_power, old.minimum_duration, old.maximum_duration, old.recovery_duration, old.ramp_rate, old.accounting_point_id, old.grid_node_id, old.grid_validation_status, old.grid_validation_notes, old.validated_at, old.additional_information, old.created_by_party_id, old.recorded_at, old.recorded_by, instant, identity);
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
--   create or replace function almanac.controllable_unit_note_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if tg_op = 'INSERT' then
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.id)
--       from new_rows as changed
--       where changed.id is not null
--       having count(*) > 0;
--     elsif tg_op = 'UPDATE' then
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'controllable_unit', 'id', array_agg(distinct changed.id)
--       from (
--         (select id, maximum_active_power, status, business_id, name, start_date, regulation_direction, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by from new_rows except select id, maximum_active_power, status, business_id, name, start_date, regulation_direction, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by from old_rows)
--         union all
--         (select id, maximum_active_power, status, business_id, name, start_date, regulation_direction, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by from old_rows except select id, maximum_active_power, status, business_id, name, start_date, regulation_direction, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by from new_rows)
--       ) as changed
--       where changed.id is not null
--       having count(*) > 0;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_rule_4_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if tg_op = 'INSERT' then
--       if (new.status = 'active') is true and (new.grid_validation_status = 'validated') is not true then
--         raise exception 'row % of controllable_unit would break a rule: %', new.id, 'A unit is activated after the system operator has validated it.'
--           using
--             errcode = 'check_violation',
--             schema = 'public',
--             table = 'controllable_unit',
--             constraint = 'controllable_unit_rule_4_check',
--             detail = '';
--       end if;
--     elsif tg_op = 'UPDATE' then
--       if (old.status <> 'active') is true and (new.status = 'active') is true and (new.grid_validation_status = 'validated') is not true then
--         raise exception 'row % of controllable_unit would break a rule: %', new.id, 'A unit is activated after the system operator has validated it.'
--           using
--             errcode = 'check_violation',
--             schema = 'public',
--             table = 'controllable_unit',
--             constraint = 'controllable_unit_rule_4_check',
--             detail = '';
--       end if;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace trigger rule_4_check_insert
--     after insert on public.controllable_unit
--     for each row execute function almanac.controllable_unit_rule_4_check();
--
--   create or replace trigger rule_4_check_update
--     after update on public.controllable_unit
--     for each row when (old.* *<> new.*) execute function almanac.controllable_unit_rule_4_check();
--
--   create or replace function almanac.controllable_unit_rule_5_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if tg_op = 'INSERT' then
--       if (new.status = 'active') is true then
--         insert into almanac.check_due (recorded_in, resource, field, ids)
--         values (pg_current_xact_id(), 'controllable_unit', 'asked of controllable_unit_rule_5_check', array[new.id]);
--       end if;
--     elsif tg_op = 'UPDATE' then
--       if (old.status <> 'active') is true and (new.status = 'active') is true then
--         insert into almanac.check_due (recorded_in, resource, field, ids)
--         values (pg_current_xact_id(), 'controllable_unit', 'asked of controllable_unit_rule_5_check', array[new.id]);
--       end if;
--     end if;
--     return null;
--   end
--   $$;
--
--   alter table public.controllable_unit drop constraint controllable_unit_rule_2_check;

-- Step 7 of 15: the triggers of controllable_unit_service_provider do what the definitions say
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on controllable_unit_service_provider, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
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

-- To undo it:
--   drop trigger rule_2_check_update on public.controllable_unit_service_provider;
--   drop trigger rule_2_check_insert on public.controllable_unit_service_provider;
--   drop function almanac.controllable_unit_service_provider_rule_2_check();
--
--   create or replace function almanac.controllable_unit_service_provider_note_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if tg_op = 'INSERT' then
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'controllable_unit_service_provider', 'id', array_agg(distinct changed.id)
--       from new_rows as changed
--       where changed.id is not null
--       having count(*) > 0;
--     elsif tg_op = 'UPDATE' then
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       select pg_current_xact_id(), 'controllable_unit_service_provider', 'id', array_agg(distinct changed.id)
--       from (
--         (select id, service_provider_id, valid_from, valid_to, controllable_unit_id, accounting_point_id, recorded_at, recorded_by from new_rows except select id, service_provider_id, valid_from, valid_to, controllable_unit_id, accounting_point_id, recorded_at, recorded_by from old_rows)
--         union all
--         (select id, service_provider_id, valid_from, valid_to, controllable_unit_id, accounting_point_id, recorded_at, recorded_by from old_rows except select id, service_provider_id, valid_from, valid_to, controllable_unit_id, accounting_point_id, recorded_at, recorded_by from new_rows)
--       ) as changed
--       where changed.id is not null
--       having count(*) > 0;
--     end if;
--     return null;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_service_provider_rule_1_check() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   begin
--     if tg_op = 'INSERT' then
--       insert into almanac.check_due (recorded_in, resource, field, ids)
--       values (pg_current_xact_id(), 'controllable_unit_service_provider', 'asked of controllable_unit_service_provider_rule_1_check', array[new.id]);
--     elsif tg_op = 'UPDATE' then
--       if old.valid_from is null and new.valid_from is not null then
--         insert into almanac.check_due (recorded_in, resource, field, ids)
--         values (pg_current_xact_id(), 'controllable_unit_service_provider', 'asked of controllable_unit_service_provider_rule_1_check', array[new.id]);
--       end if;
--     end if;
--     return null;
--   end
--   $$;

-- Step 8 of 15: decide checks of related rows as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop function almanac.controllable_unit_rule_5_check_asked(bigint[]);

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

-- To undo it:
--   drop function almanac.controllable_unit_service_provider_rule_2_check_asked(bigint[]);
--   drop function almanac.contract_rule_2_check_asked(bigint[]);
--   drop function almanac.controllable_unit_rule_6_check_asked(bigint[]);
--
--   create or replace function almanac.controllable_unit_checks(concerned bigint[]) returns void
--   language plpgsql
--   as $$
--   #variable_conflict use_variable
--   declare
--     broken record;
--   begin
--     select checked.* into broken
--     from (
--       select
--         item.id,
--         item.recorded_in = pg_current_xact_id() as is_own,
--         ((select count(*) from public.technical_resource as item_1 where item_1.controllable_unit_id = item.id) = '0'::bigint or (select max(item_1.maximum_active_power) from public.technical_resource as item_1 where item_1.controllable_unit_id = item.id) <= item.maximum_active_power) is not true as rule_0
--       from public.controllable_unit as item
--       where item.id = any (concerned)
--       offset 0
--     ) as checked
--     where checked.rule_0
--     order by checked.is_own desc, checked.id
--     limit 1;
--     if not found then
--       return;
--     end if;
--     -- A row that this transaction has not written is broken from the other side.
--     raise exception 'row % of controllable_unit would break a rule: %', broken.id, case when broken.rule_0 then 'No technical resource has more power than its unit.' end
--       using
--         errcode = 'check_violation',
--         schema = 'public',
--         table = 'controllable_unit',
--         constraint = case when broken.rule_0 then 'controllable_unit_rule_3_check' end,
--         detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_rule_5_check_asked(concerned bigint[]) returns void
--   language plpgsql
--   as $$
--   #variable_conflict use_variable
--   declare
--     broken record;
--   begin
--     select checked.* into broken
--     from (
--       select
--         item.id,
--         item.recorded_in = pg_current_xact_id() as is_own,
--         (item.status = 'active'::text) is true and ((select count(*) from public.technical_resource as item_1 where item_1.controllable_unit_id = item.id) >= '1'::bigint) is not true as rule_0
--       from public.controllable_unit as item
--       where item.id = any (concerned)
--       offset 0
--     ) as checked
--     where checked.rule_0
--     order by checked.is_own desc, checked.id
--     limit 1;
--     if not found then
--       return;
--     end if;
--     -- A row that this transaction has not written is broken from the other side.
--     raise exception 'row % of controllable_unit would break a rule: %', broken.id, case when broken.rule_0 then 'An active unit has a technical resource.' end
--       using
--         errcode = 'check_violation',
--         schema = 'public',
--         table = 'controllable_unit',
--         constraint = case when broken.rule_0 then 'controllable_unit_rule_5_check' end,
--         detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
--   end
--   $$;
--
--   create or replace function almanac.contract_rule_1_check_asked(concerned bigint[]) returns void
--   language plpgsql
--   as $$
--   #variable_conflict use_variable
--   declare
--     broken record;
--   begin
--     select checked.* into broken
--     from (
--       select
--         item.id,
--         item.recorded_in = pg_current_xact_id() as is_own,
--         (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.status = 'active'::text)) is not true as rule_0
--       from public.contract as item
--       where item.id = any (concerned)
--         and item.valid_from is not null
--       offset 0
--     ) as checked
--     where checked.rule_0
--     order by checked.is_own desc, checked.id
--     limit 1;
--     if not found then
--       return;
--     end if;
--     -- A row that this transaction has not written is broken from the other side.
--     raise exception 'row % of contract would break a rule: %', broken.id, case when broken.rule_0 then 'The service provider is not active.' end
--       using
--         errcode = 'check_violation',
--         schema = 'public',
--         table = 'contract',
--         constraint = case when broken.rule_0 then 'contract_rule_1_check' end,
--         detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
--   end
--   $$;
--
--   create or replace function almanac.controllable_unit_service_provider_rule_1_check_asked(concerned bigint[]) returns void
--   language plpgsql
--   as $$
--   #variable_conflict use_variable
--   declare
--     broken record;
--   begin
--     select checked.* into broken
--     from (
--       select
--         item.id,
--         item.recorded_in = pg_current_xact_id() as is_own,
--         (exists (select from public.party as item_1 where item_1.id = item.service_provider_id and item_1.status = 'active'::text)) is not true as rule_0
--       from public.controllable_unit_service_provider as item
--       where item.id = any (concerned)
--         and item.valid_from is not null
--       offset 0
--     ) as checked
--     where checked.rule_0
--     order by checked.is_own desc, checked.id
--     limit 1;
--     if not found then
--       return;
--     end if;
--     -- A row that this transaction has not written is broken from the other side.
--     raise exception 'row % of controllable_unit_service_provider would break a rule: %', broken.id, case when broken.rule_0 then 'The service provider is not active.' end
--       using
--         errcode = 'check_violation',
--         schema = 'public',
--         table = 'controllable_unit_service_provider',
--         constraint = case when broken.rule_0 then 'controllable_unit_service_provider_rule_1_check' end,
--         detail = case when broken.is_own then '' else 'the row is not one of the rows that were written' end;
--   end
--   $$;
--
--   create or replace function almanac.decide_checks() returns trigger
--   language plpgsql
--   security definer
--   set search_path = pg_catalog, pg_temp
--   as $$
--   #variable_conflict use_variable
--   declare
--     changed_1 bigint[];
--     changed_2 bigint[];
--     changed_3 bigint[];
--     changed_4 bigint[];
--     changed_5 bigint[];
--     changed_6 bigint[];
--     changed_7 bigint[];
--     changed_8 bigint[];
--     changed_9 bigint[];
--     changed_10 bigint[];
--     changed_11 bigint[];
--     changed_12 bigint[];
--     changed_13 bigint[];
--     changed_14 bigint[];
--     changed_15 bigint[];
--     changed_16 bigint[];
--     changed_17 bigint[];
--     changed_18 bigint[];
--     changed_19 bigint[];
--     changed_20 bigint[];
--     changed_21 bigint[];
--     changed_22 bigint[];
--     changed_23 bigint[];
--     changed_24 bigint[];
--     changed_25 bigint[];
--     changed_26 bigint[];
--     changed_27 bigint[];
--     changed_28 bigint[];
--     changed_29 bigint[];
--     changed_30 bigint[];
--     changed_31 bigint[];
--     asked_1 bigint[];
--     asked_2 bigint[];
--     asked_3 bigint[];
--     asked_4 bigint[];
--     asked_5 bigint[];
--     asked_6 bigint[];
--     asked_7 bigint[];
--     asked_8 bigint[];
--     concerned_1 bigint[];
--     concerned_2 bigint[];
--     concerned_3 bigint[];
--     concerned_4 bigint[];
--     concerned_5 bigint[];
--     concerned_6 bigint[];
--     concerned_7 bigint[];
--     concerned_8 bigint[];
--     concerned_9 bigint[];
--     concerned_10 bigint[];
--     concerned_11 bigint[];
--     concerned_12 bigint[];
--     concerned_13 bigint[];
--     concerned_14 bigint[];
--   begin
--     -- The first one takes all that the transaction has noted.
--     select
--       array_agg(value) filter (where due.resource = 'accounting_point_balance_responsible_party' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'accounting_point_balance_responsible_party' and due.field = 'balance_responsible_party_id'),
--       array_agg(value) filter (where due.resource = 'accounting_point_end_user' and due.field = 'end_user_id'),
--       array_agg(value) filter (where due.resource = 'accounting_point_energy_supplier' and due.field = 'energy_supplier_id'),
--       array_agg(value) filter (where due.resource = 'contract' and due.field = 'service_provider_id'),
--       array_agg(value) filter (where due.resource = 'contract' and due.field = 'end_user_id'),
--       array_agg(value) filter (where due.resource = 'controllable_unit_service_provider' and due.field = 'service_provider_id'),
--       array_agg(value) filter (where due.resource = 'controllable_unit_suspension' and due.field = 'impacted_system_operator_id'),
--       array_agg(value) filter (where due.resource = 'metering_grid_area_system_operator' and due.field = 'system_operator_id'),
--       array_agg(value) filter (where due.resource = 'service_provider_product_application' and due.field = 'service_provider_id'),
--       array_agg(value) filter (where due.resource = 'service_provider_product_application' and due.field = 'system_operator_id'),
--       array_agg(value) filter (where due.resource = 'service_providing_group' and due.field = 'service_provider_id'),
--       array_agg(value) filter (where due.resource = 'service_providing_group_grid_prequalification' and due.field = 'impacted_system_operator_id'),
--       array_agg(value) filter (where due.resource = 'service_providing_group_product_application' and due.field = 'procuring_system_operator_id'),
--       array_agg(value) filter (where due.resource = 'system_operator_product_type' and due.field = 'system_operator_id'),
--       array_agg(value) filter (where due.resource = 'accounting_point_end_user' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'accounting_point_energy_supplier' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'contract' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'controllable_unit_service_provider' and due.field = 'accounting_point_id'),
--       array_agg(value) filter (where due.resource = 'controllable_unit' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'controllable_unit_service_provider' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'controllable_unit_suspension' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'metering_grid_area_system_operator' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'service_provider_product_application' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'service_providing_group' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'service_providing_group_membership' and due.field = 'service_providing_group_id'),
--       array_agg(value) filter (where due.resource = 'service_providing_group_membership' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'service_providing_group_grid_prequalification' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'service_providing_group_product_application' and due.field = 'service_providing_group_id'),
--       array_agg(value) filter (where due.resource = 'service_providing_group_product_application' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'system_operator_product_type' and due.field = 'id'),
--       array_agg(value) filter (where due.resource = 'controllable_unit' and due.field = 'asked of controllable_unit_rule_5_check'),
--       array_agg(value) filter (where due.resource = 'service_providing_group_product_application' and due.field = 'asked of service_providing_group_product_application_rule_1_check'),
--       array_agg(value) filter (where due.resource = 'service_providing_group' and due.field = 'asked of service_providing_group_rule_1_check'),
--       array_agg(value) filter (where due.resource = 'service_providing_group' and due.field = 'asked of service_providing_group_rule_2_check'),
--       array_agg(value) filter (where due.resource = 'service_provider_product_application' and due.field = 'asked of service_provider_product_application_rule_1_check'),
--       array_agg(value) filter (where due.resource = 'contract' and due.field = 'asked of contract_rule_1_check'),
--       array_agg(value) filter (where due.resource = 'controllable_unit_service_provider' and due.field = 'asked of controllable_unit_service_provider_rule_1_check'),
--       array_agg(value) filter (where due.resource = 'service_providing_group_membership' and due.field = 'asked of service_providing_group_membership_rule_1_check')
--     into changed_1, changed_2, changed_3, changed_4, changed_5, changed_6, changed_7, changed_8, changed_9, changed_10, changed_11, changed_12, changed_13, changed_14, changed_15, changed_16, changed_17, changed_18, changed_19, changed_20, changed_21, changed_22, changed_23, changed_24, changed_25, changed_26, changed_27, changed_28, changed_29, changed_30, changed_31, asked_1, asked_2, asked_3, asked_4, asked_5, asked_6, asked_7, asked_8
--     from almanac.take_due_checks() as due, unnest(due.ids) as value;
--     if num_nonnulls(changed_1, changed_2, changed_3, changed_4, changed_5, changed_6, changed_7, changed_8, changed_9, changed_10, changed_11, changed_12, changed_13, changed_14, changed_15, changed_16, changed_17, changed_18, changed_19, changed_20, changed_21, changed_22, changed_23, changed_24, changed_25, changed_26, changed_27, changed_28, changed_29, changed_30, changed_31, asked_1, asked_2, asked_3, asked_4, asked_5, asked_6, asked_7, asked_8) = 0 then
--       return null;
--     end if;
--     if current_setting('transaction_isolation') = 'repeatable read' then
--       raise exception 'the checks of % cannot be decided in a transaction that is REPEATABLE READ', tg_table_name
--         using errcode = 'feature_not_supported', hint = 'Use READ COMMITTED or SERIALIZABLE.';
--     end if;
--
--     -- Rows of both sides may be new. Their writers wait for each other at the rows that both refer to.
--     perform from public.accounting_point as target where target.id in (select unnest(changed_19)) order by target.id for no key update;
--     perform from public.service_providing_group as target where target.id in (select unnest(changed_29)) order by target.id for no key update;
--
--     concerned_1 := array(
--       select item.id from public.controllable_unit_suspension as item where item.impacted_system_operator_id = any (changed_8)
--       union
--       select item.id from public.controllable_unit_suspension as item where item.id = any (changed_22)
--     );
--     concerned_2 := array(
--       select item.id from public.controllable_unit as item where item.id = any (changed_20)
--     );
--     concerned_3 := array(
--       select item.id from public.service_providing_group_product_application as item where item.procuring_system_operator_id = any (changed_14)
--       union
--       select item.id from public.service_providing_group_product_application as item where item.service_providing_group_id = any (changed_29)
--       union
--       select item.id from public.service_providing_group_product_application as item where item.id = any (changed_30)
--     );
--     concerned_4 := array(
--       select item.id from public.service_providing_group as item where item.service_provider_id = any (changed_12)
--       union
--       select item.id from public.service_providing_group as item where item.id = any (changed_25)
--     );
--     concerned_5 := array(
--       select item.id from public.service_provider_product_application as item where item.service_provider_id = any (changed_10)
--       union
--       select item.id from public.service_provider_product_application as item where item.system_operator_id = any (changed_11)
--       union
--       select item.id from public.service_provider_product_application as item where item.id = any (changed_24)
--     );
--     concerned_6 := array(
--       select item.id from public.accounting_point_balance_responsible_party as item where item.id = any (changed_1)
--       union
--       select item.id from public.accounting_point_balance_responsible_party as item where item.balance_responsible_party_id = any (changed_2)
--     );
--     concerned_7 := array(
--       select item.id from public.accounting_point_end_user as item where item.end_user_id = any (changed_3)
--       union
--       select item.id from public.accounting_point_end_user as item where item.id = any (changed_16)
--     );
--     concerned_8 := array(
--       select item.id from public.accounting_point_energy_supplier as item where item.energy_supplier_id = any (changed_4)
--       union
--       select item.id from public.accounting_point_energy_supplier as item where item.id = any (changed_17)
--     );
--     concerned_9 := array(
--       select item.id from public.contract as item where item.service_provider_id = any (changed_5)
--       union
--       select item.id from public.contract as item where item.end_user_id = any (changed_6)
--       union
--       select item.id from public.contract as item where item.id = any (changed_18)
--     );
--     concerned_10 := array(
--       select item.id from public.controllable_unit_service_provider as item where item.service_provider_id = any (changed_7)
--       union
--       select item.id from public.controllable_unit_service_provider as item where item.accounting_point_id = any (changed_19)
--       union
--       select item.id from public.controllable_unit_service_provider as item where item.id = any (changed_21)
--     );
--     concerned_11 := array(
--       select item.id from public.metering_grid_area_system_operator as item where item.system_operator_id = any (changed_9)
--       union
--       select item.id from public.metering_grid_area_system_operator as item where item.id = any (changed_23)
--     );
--     concerned_12 := array(
--       select item.id from public.service_providing_group_grid_prequalification as item where item.impacted_system_operator_id = any (changed_13)
--       union
--       select item.id from public.service_providing_group_grid_prequalification as item where item.id = any (changed_28)
--     );
--     concerned_13 := array(
--       select item.id from public.system_operator_product_type as item where item.system_operator_id = any (changed_15)
--       union
--       select item.id from public.system_operator_product_type as item where item.id = any (changed_31)
--     );
--     concerned_14 := array(
--       select item.id from public.service_providing_group_membership as item where item.service_providing_group_id = any (changed_26)
--       union
--       select item.id from public.service_providing_group_membership as item where item.id = any (changed_27)
--     );
--
--     -- Writers whose changes could break a check together wait for each other here.
--     perform from public.controllable_unit as target where target.id = any (concerned_2) order by target.id for no key update;
--     perform from public.accounting_point as target where target.id in (select owner.accounting_point_id from public.controllable_unit_service_provider as owner where owner.id = any (concerned_10)) order by target.id for share;
--     perform from public.service_providing_group as target where target.id = any (concerned_4) order by target.id for no key update;
--     perform from public.service_providing_group as target where target.id in (select owner.service_providing_group_id from public.service_providing_group_product_application as owner where owner.id = any (concerned_3) union all select owner.service_providing_group_id from public.service_providing_group_membership as owner where owner.id = any (concerned_14)) order by target.id for share;
--     perform from public.party as target where target.id in (select owner.impacted_system_operator_id from public.controllable_unit_suspension as owner where owner.id = any (concerned_1) union all select owner.procuring_system_operator_id from public.service_providing_group_product_application as owner where owner.id = any (concerned_3) union all select owner.service_provider_id from public.service_providing_group as owner where owner.id = any (concerned_4) union all select owner.service_provider_id from public.service_provider_product_application as owner where owner.id = any (concerned_5) union all select owner.system_operator_id from public.service_provider_product_application as owner where owner.id = any (concerned_5) union all select owner.balance_responsible_party_id from public.accounting_point_balance_responsible_party as owner where owner.id = any (concerned_6) union all select owner.end_user_id from public.accounting_point_end_user as owner where owner.id = any (concerned_7) union all select owner.energy_supplier_id from public.accounting_point_energy_supplier as owner where owner.id = any (concerned_8) union all select owner.service_provider_id from public.contract as owner where owner.id = any (concerned_9) union all select owner.end_user_id from public.contract as owner where owner.id = any (concerned_9) union all select owner.service_provider_id from public.controllable_unit_service_provider as owner where owner.id = any (concerned_10) union all select owner.system_operator_id from public.metering_grid_area_system_operator as owner where owner.id = any (concerned_11) union all select owner.impacted_system_operator_id from public.service_providing_group_grid_prequalification as owner where owner.id = any (concerned_12) union all select owner.system_operator_id from public.system_operator_product_type as owner where owner.id = any (concerned_13)) order by target.id for share;
--
--     perform almanac.controllable_unit_suspension_checks(concerned_1);
--     perform almanac.controllable_unit_checks(concerned_2);
--     perform almanac.service_providing_group_product_application_checks(concerned_3);
--     perform almanac.service_providing_group_checks(concerned_4);
--     perform almanac.service_provider_product_application_checks(concerned_5);
--     perform almanac.accounting_point_balance_responsible_party_checks(concerned_6);
--     perform almanac.accounting_point_end_user_checks(concerned_7);
--     perform almanac.accounting_point_energy_supplier_checks(concerned_8);
--     perform almanac.contract_checks(concerned_9);
--     perform almanac.controllable_unit_service_provider_checks(concerned_10);
--     perform almanac.metering_grid_area_system_operator_checks(concerned_11);
--     perform almanac.service_providing_group_grid_prequalification_checks(concerned_12);
--     perform almanac.system_operator_product_type_checks(concerned_13);
--     perform almanac.controllable_unit_rule_5_check_asked(asked_1);
--     perform almanac.service_providing_group_product_application_rule_1_check_asked(asked_2);
--     perform almanac.service_providing_group_rule_1_check_asked(asked_3);
--     perform almanac.service_providing_group_rule_2_check_asked(asked_4);
--     perform almanac.service_provider_product_application_rule_1_check_asked(asked_5);
--     perform almanac.contract_rule_1_check_asked(asked_6);
--     perform almanac.controllable_unit_service_provider_rule_1_check_asked(asked_7);
--     perform almanac.service_providing_group_membership_rule_1_check_asked(asked_8);
--     return null;
--   end
--   $$;

-- Step 9 of 15: keep the ends of rights as the definitions say
-- Runs: in a transaction
-- Locks: nothing
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
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

-- To undo it:
--   create or replace function almanac.controllable_unit_former(concerned bigint[], since timestamptz) returns void
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
--     where kept.resource = 'controllable_unit' and kept.row_id = any (concerned)
--       and (
--         kept.ended_at > almanac.clock()
--         or not exists (select from public.controllable_unit as item where item.id = kept.row_id)
--       );
--   insert into almanac.former_right (resource, role, callers, row_id, ended_at) select distinct 'controllable_unit', 'service_provider', sha256(convert_to(array[key_1.value::text]::text, 'UTF8')), ended.row_id, ended.at from (select item.id, reached.at from (select item.* from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item cross join lateral (select unnest(array[item.recorded_at, item.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit_service_provider union all select controllable_unit_service_provider_id as id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_service_provider_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.controllable_unit_id = item.id cross join lateral (select unnest(array[item_1.recorded_at, item_1.replaced_at]) union all select unnest(array[item_1.valid_from, item_1.valid_from + interval '1 microsecond']) union all select unnest(array[item_1.valid_to, item_1.valid_to + interval '1 microsecond']) union all select unnest(array[item_1.valid_from, item_1.valid_from + interval '1 microsecond']) union all select unnest(array[item_1.valid_to, item_1.valid_to + interval '1 microsecond'])) as reached (at) where item.id = any (concerned) and reached.at >= since) as ended (row_id, at) join (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as was on was.id = ended.row_id cross join lateral (select found.value from (select own_1.service_provider_id from (select id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit_service_provider union all select controllable_unit_service_provider_id as id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_service_provider_history) as own_1 where own_1.controllable_unit_id = was.id and own_1.valid_from is not null and own_1.recorded_at <= (ended.at - interval '1 microsecond') and (own_1.replaced_at is null or own_1.replaced_at > (ended.at - interval '1 microsecond')) union select was.created_by_party_id) as found (value) where found.value is not null) as key_1 (value) where was.recorded_at <= (ended.at - interval '1 microsecond') and (was.replaced_at is null or was.replaced_at > (ended.at - interval '1 microsecond')) and (exists (select from (select id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit_service_provider union all select controllable_unit_service_provider_id as id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_service_provider_history) as item_1 where item_1.controllable_unit_id = was.id and item_1.valid_from is not null and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and item_1.service_provider_id = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= (ended.at - interval '1 microsecond') and (item_1.valid_to > (ended.at - interval '1 microsecond') or item_1.valid_to is null))) or (was.created_by_party_id = (case when random() < 2 then key_1.value end) and was.status = 'new'::text and not (exists (select from (select id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit_service_provider union all select controllable_unit_service_provider_id as id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_service_provider_history) as item_1 where item_1.controllable_unit_id = was.id and item_1.valid_from is not null and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and (item_1.valid_from <= (ended.at - interval '1 microsecond') and (item_1.valid_to > (ended.at - interval '1 microsecond') or item_1.valid_to is null)))))) is true and exists (select from public.controllable_unit as item where item.id = ended.row_id) and (not exists (select from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as later where later.id = ended.row_id and later.recorded_at <= ended.at and (later.replaced_at is null or later.replaced_at > ended.at) and (exists (select from (select id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit_service_provider union all select controllable_unit_service_provider_id as id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_service_provider_history) as item_1 where item_1.controllable_unit_id = later.id and item_1.valid_from is not null and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and item_1.service_provider_id = (case when random() < 2 then key_1.value end) and (item_1.valid_from <= ended.at and (item_1.valid_to > ended.at or item_1.valid_to is null))) or (later.created_by_party_id = (case when random() < 2 then key_1.value end) and later.status = 'new'::text and not (exists (select from (select id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit_service_provider union all select controllable_unit_service_provider_id as id, controllable_unit_id, service_provider_id, accounting_point_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_service_provider_history) as item_1 where item_1.controllable_unit_id = later.id and item_1.valid_from is not null and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and (item_1.valid_from <= ended.at and (item_1.valid_to > ended.at or item_1.valid_to is null)))))) is true)) is true on conflict do nothing;
--   insert into almanac.former_right (resource, role, callers, row_id, ended_at) select distinct 'controllable_unit', 'end_user', sha256(convert_to(array[key_1.value::text]::text, 'UTF8')), ended.row_id, ended.at from (select item.id, reached.at from (select item.* from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item cross join lateral (select unnest(array[item.recorded_at, item.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.id = item.accounting_point_id cross join lateral (select unnest(array[item_1.recorded_at, item_1.replaced_at])) as reached (at) where item.id = any (concerned) and reached.at >= since union select item.id, reached.at from (select item.* from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as item where item.replaced_at is null or item.replaced_at >= since) as item join (select item_1.* from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as item_1 where item_1.replaced_at is null or item_1.replaced_at >= since) as item_1 on item_1.id = item.accounting_point_id join (select item_2.* from (select id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point_end_user union all select accounting_point_end_user_id as id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_end_user_history) as item_2 where item_2.replaced_at is null or item_2.replaced_at >= since) as item_2 on item_2.accounting_point_id = item_1.id cross join lateral (select unnest(array[item_2.recorded_at, item_2.replaced_at]) union all select unnest(array[item_2.valid_from, item_2.valid_from + interval '1 microsecond']) union all select unnest(array[item_2.valid_to, item_2.valid_to + interval '1 microsecond'])) as reached (at) where item.id = any (concerned) and reached.at >= since) as ended (row_id, at) join (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as was on was.id = ended.row_id cross join lateral (select found.value from (select own_2.end_user_id from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as own_1, (select id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point_end_user union all select accounting_point_end_user_id as id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_end_user_history) as own_2 where own_1.id = was.accounting_point_id and own_1.recorded_at <= (ended.at - interval '1 microsecond') and (own_1.replaced_at is null or own_1.replaced_at > (ended.at - interval '1 microsecond')) and own_2.accounting_point_id = own_1.id and own_2.valid_from is not null and own_2.recorded_at <= (ended.at - interval '1 microsecond') and (own_2.replaced_at is null or own_2.replaced_at > (ended.at - interval '1 microsecond'))) as found (value) where found.value is not null) as key_1 (value) where was.recorded_at <= (ended.at - interval '1 microsecond') and (was.replaced_at is null or was.replaced_at > (ended.at - interval '1 microsecond')) and (exists (select from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as item_1 where item_1.id = was.accounting_point_id and item_1.recorded_at <= (ended.at - interval '1 microsecond') and (item_1.replaced_at is null or item_1.replaced_at > (ended.at - interval '1 microsecond')) and exists (select from (select id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point_end_user union all select accounting_point_end_user_id as id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_end_user_history) as item_2 where item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.recorded_at <= (ended.at - interval '1 microsecond') and (item_2.replaced_at is null or item_2.replaced_at > (ended.at - interval '1 microsecond')) and item_2.end_user_id = (case when random() < 2 then key_1.value end) and (item_2.valid_from <= (ended.at - interval '1 microsecond') and (item_2.valid_to > (ended.at - interval '1 microsecond') or item_2.valid_to is null))))) is true and exists (select from public.controllable_unit as item where item.id = ended.row_id) and (not exists (select from (select id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.controllable_unit union all select controllable_unit_id as id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_node_id, grid_validation_status, grid_validation_notes, validated_at, additional_information, created_by_party_id, recorded_at, recorded_by, id as row_version, replaced_at from public.controllable_unit_history) as later where later.id = ended.row_id and later.recorded_at <= ended.at and (later.replaced_at is null or later.replaced_at > ended.at) and (exists (select from (select id, business_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point union all select accounting_point_id as id, business_id, street_address, postal_code, city, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_history) as item_1 where item_1.id = later.accounting_point_id and item_1.recorded_at <= ended.at and (item_1.replaced_at is null or item_1.replaced_at > ended.at) and exists (select from (select id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at from public.accounting_point_end_user union all select accounting_point_end_user_id as id, accounting_point_id, end_user_id, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at from public.accounting_point_end_user_history) as item_2 where item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.recorded_at <= ended.at and (item_2.replaced_at is null or item_2.replaced_at > ended.at) and item_2.end_user_id = (case when random() < 2 then key_1.value end) and (item_2.valid_from <= ended.at and (item_2.valid_to > ended.at or item_2.valid_to is null))))) is true)) is true on conflict do nothing;
--   end
--   $$;

-- Step 10 of 15: compute notices as the rules say
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
--   create or replace function almanac.accounting_point_end_user_notices(concerned bigint[], instant timestamptz) returns void
--   language plpgsql
--   set plan_cache_mode = force_custom_plan
--   as $$
--   #variable_conflict use_variable
--   begin
--     with asked as (
--       select 'no.flexibility.accounting_point_end_user.contract.outlived' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The end user moves out, and its contract goes on.', 'accounting_point_id', item.accounting_point_id) as data
--       from public.accounting_point_end_user as item
--       cross join lateral (
--         select distinct way.party_id
--         from (
--           select item_2.service_provider_id as party_id from public.accounting_point as item_1, public.contract as item_2 where item_1.id = item.accounting_point_id and item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.valid_from <= instant and (item_2.valid_to > instant or item_2.valid_to is null) and item_2.service_provider_id is not null
--         ) as way
--       ) as recipient
--       where item.id = any (concerned)
--         and item.valid_from <= instant
--         and (item.valid_to > instant or item.valid_to is null)
--         and item.valid_to is not null and exists (select from public.accounting_point as item_1 where item_1.id = item.accounting_point_id and exists (select from public.contract as item_2 where item_2.accounting_point_id = item_1.id and item_2.valid_from is not null and item_2.end_user_id = item.end_user_id and (item_2.valid_from <= instant and (item_2.valid_to > instant or item_2.valid_to is null))))
--     ), wanted as (
--       select asked.type, '/accounting_point_end_user/' || asked.id as source, asked.party_id, asked.data
--       from asked
--     ), standing as (
--       select notice.id, notice.type, notice.source, notice.party_id, notice.data
--       from public.notice as notice
--       where notice.status = 'active'
--         and notice.source = any (array(select '/accounting_point_end_user/' || row_id from unnest(concerned) as row_id))
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
--   create or replace function almanac.contract_notices(concerned bigint[], instant timestamptz) returns void
--   language plpgsql
--   set plan_cache_mode = force_custom_plan
--   as $$
--   #variable_conflict use_variable
--   begin
--     with asked as (
--       select 'no.flexibility.contract.end_user.moved' as type, item.id, recipient.party_id, jsonb_build_object('message', 'The end user does not use the accounting point for the whole time of the contract.') as data
--       from public.contract as item
--       cross join lateral (
--         select distinct way.party_id
--         from (
--           select item.service_provider_id as party_id where item.service_provider_id is not null
--           union all
--           select item.end_user_id as party_id where item.end_user_id is not null
--         ) as way
--       ) as recipient
--       where item.id = any (concerned)
--         and item.valid_from is not null
--         and ((select range_agg(tstzrange(own_2.valid_from, own_2.valid_to)) @> tstzrange(item.valid_from, item.valid_to) from public.accounting_point as own_1, public.accounting_point_end_user as own_2 where own_1.id = item.accounting_point_id and own_2.accounting_point_id = own_1.id and own_2.valid_from is not null and own_2.end_user_id = item.end_user_id)) is not true
--     ), wanted as (
--       select asked.type, '/contract/' || asked.id as source, asked.party_id, asked.data
--       from asked
--     ), standing as (
--       select notice.id, notice.type, notice.source, notice.party_id, notice.data
--       from public.notice as notice
--       where notice.status = 'active'
--         and notice.source = any (array(select '/contract/' || row_id from unnest(concerned) as row_id))
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
--     changed_8 bigint[];
--     changed_9 bigint[];
--     changed_10 bigint[];
--     changed_11 bigint[];
--     changed_12 bigint[];
--     changed_13 bigint[];
--     changed_14 bigint[];
--     changed_15 bigint[];
--     changed_16 bigint[];
--     changed_17 bigint[];
--     changed_18 bigint[];
--     changed_19 bigint[];
--   begin
--     if not pg_try_advisory_xact_lock(hashtext('almanac.notice')) then
--       return 0;
--     end if;
--     -- Before an id of a change is taken: who looks tells by it which ids may still be unseen.
--     perform pg_current_xact_id();
--     -- Rules that are new here: all rows of their resource are looked at, from the first one.
--     insert into almanac.notice_rules (resource, rules, last_id)
--     select now.resource, now.rules, now.last_id
--     from (values ('accounting_point_end_user', 'OzEavWOKhmSStSmazMxVUb', 0), ('contract', '5XmaEO6wNbdS0DL_7kjfEf', 0), ('controllable_unit', 'YpxylaObQtyt5FDk9uLkgP', 0), ('controllable_unit_service_provider', 'rSyg2kekHdVfdOdvUUPr_e', 0), ('controllable_unit_suspension', 'CVehDaP5mt4iTbdyV9Wm6i', 0), ('metering_grid_area', '-NED31Na4jZs8-cqak-aTZ', 0), ('service_provider_product_application', 'ADf6fvJO7pAQ0P5w6zR3np', 0), ('service_providing_group_grid_prequalification', 'A6Y_8z73icLOi6vqEtF-Xe', 0), ('service_providing_group_membership', 'TZMi8MEWIhXLtzq0u-wI4z', 0), ('service_providing_group_product_application', 'd3eGQG6OIXf5nA4ePZS1os', 0)) as now (resource, rules, last_id)
--     where not exists (
--       select from almanac.notice_rules as known where known.resource = now.resource and known.rules = now.rules
--     )
--     on conflict (resource) do update set rules = excluded.rules, last_id = excluded.last_id;
--     select max(clock.passed) into since from almanac.notice_clock as clock;
--     instant := greatest(since, almanac.clock());
--     -- A row whose time comes has changed.
--     insert into almanac.notice_change (resource, field, value)
--     select 'accounting_point_end_user', 'id', item.id
--     from public.accounting_point_end_user as item
--     where item.valid_from > since and item.valid_from <= instant
--     union
--     select 'accounting_point_end_user', 'id', item.id
--     from public.accounting_point_end_user as item
--     where item.valid_to > since and item.valid_to <= instant
--     union
--     select 'accounting_point', 'id', item.accounting_point_id
--     from public.accounting_point_end_user as item
--     where item.valid_from > since and item.valid_from <= instant
--     union
--     select 'accounting_point', 'id', item.accounting_point_id
--     from public.accounting_point_end_user as item
--     where item.valid_to > since and item.valid_to <= instant
--     union
--     select 'accounting_point', 'id', item.accounting_point_id
--     from public.contract as item
--     where item.valid_from > since and item.valid_from <= instant
--     union
--     select 'accounting_point', 'id', item.accounting_point_id
--     from public.contract as item
--     where item.valid_to > since and item.valid_to <= instant
--     union
--     select 'accounting_point', 'id', item.accounting_point_id
--     from public.contract as item
--     where item.valid_from > since and item.valid_from <= instant
--     union
--     select 'accounting_point', 'id', item.accounting_point_id
--     from public.contract as item
--     where item.valid_to > since and item.valid_to <= instant
--     union
--     select 'contract', 'id', item.id
--     from public.contract as item
--     where item.valid_from > since and item.valid_from <= instant
--     union
--     select 'contract', 'id', item.id
--     from public.contract as item
--     where item.valid_to > since and item.valid_to <= instant
--     union
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
--     where item.valid_to > since and item.valid_to <= instant
--     union
--     select 'accounting_point', 'id', item.accounting_point_id
--     from public.accounting_point_metering_grid_area as item
--     where item.valid_from > since and item.valid_from <= instant
--     union
--     select 'accounting_point', 'id', item.accounting_point_id
--     from public.accounting_point_metering_grid_area as item
--     where item.valid_to > since and item.valid_to <= instant
--     union
--     select 'metering_grid_area', 'id', item.metering_grid_area_id
--     from public.metering_grid_area_system_operator as item
--     where item.valid_from > since and item.valid_from <= instant
--     union
--     select 'metering_grid_area', 'id', item.metering_grid_area_id
--     from public.metering_grid_area_system_operator as item
--     where item.valid_to > since and item.valid_to <= instant
--     union
--     select 'service_providing_group_membership', 'id', item.id
--     from public.service_providing_group_membership as item
--     where item.valid_from > since and item.valid_from <= instant
--     union
--     select 'service_providing_group_membership', 'id', item.id
--     from public.service_providing_group_membership as item
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
--       array_agg(distinct value) filter (where resource = 'accounting_point_end_user' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'accounting_point_end_user' and field = 'accounting_point_id'),
--       array_agg(distinct value) filter (where resource = 'accounting_point' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'contract' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'contract' and field = 'accounting_point_id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit' and field = 'accounting_point_id'),
--       array_agg(distinct value) filter (where resource = 'accounting_point_metering_grid_area' and field = 'metering_grid_area_id'),
--       array_agg(distinct value) filter (where resource = 'metering_grid_area' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit_service_provider' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit_service_provider' and field = 'service_provider_id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit_service_provider' and field = 'controllable_unit_id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit_suspension' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'controllable_unit_suspension' and field = 'controllable_unit_id'),
--       array_agg(distinct value) filter (where resource = 'service_provider_product_application' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'service_providing_group_grid_prequalification' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'service_providing_group_membership' and field = 'id'),
--       array_agg(distinct value) filter (where resource = 'service_providing_group_membership' and field = 'controllable_unit_id'),
--       array_agg(distinct value) filter (where resource = 'service_providing_group_product_application' and field = 'id')
--     into taken, changed_1, changed_2, changed_3, changed_4, changed_5, changed_6, changed_7, changed_8, changed_9, changed_10, changed_11, changed_12, changed_13, changed_14, changed_15, changed_16, changed_17, changed_18, changed_19
--     from next;
--
--     select array_agg(distinct row_id.id) into concerned
--     from (
--       select unnest(changed_1) as id
--       union all
--       select item.id
--       from public.accounting_point_end_user as item
--       where item.accounting_point_id = any (changed_2)
--       union all
--       select item.id
--       from public.accounting_point_end_user as item
--       join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
--       where item_1.id = any (changed_3)
--     ) as row_id;
--     if cardinality(concerned) > most then
--       insert into almanac.notice_change (resource, field, value)
--       select 'accounting_point_end_user', 'id', unnest(concerned[most + 1:]);
--       concerned := concerned[:most];
--       more := true;
--     end if;
--     if concerned is not null then
--       perform almanac.accounting_point_end_user_notices(concerned, instant);
--     end if;
--
--     select array_agg(distinct row_id.id) into concerned
--     from (
--       select unnest(changed_4) as id
--       union all
--       select item.id
--       from public.contract as item
--       where item.accounting_point_id = any (changed_5)
--       union all
--       select item.id
--       from public.contract as item
--       join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
--       where item_1.id = any (changed_3)
--     ) as row_id;
--     if cardinality(concerned) > most then
--       insert into almanac.notice_change (resource, field, value)
--       select 'contract', 'id', unnest(concerned[most + 1:]);
--       concerned := concerned[:most];
--       more := true;
--     end if;
--     if concerned is not null then
--       perform almanac.contract_notices(concerned, instant);
--     end if;
--
--     select array_agg(distinct row_id.id) into concerned
--     from (
--       select unnest(changed_6) as id
--       union all
--       select item.id
--       from public.controllable_unit as item
--       where item.accounting_point_id = any (changed_7)
--       union all
--       select item.id
--       from public.controllable_unit as item
--       join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
--       where item_1.id = any (changed_3)
--       union all
--       select item.id
--       from public.controllable_unit as item
--       join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
--       join public.accounting_point_metering_grid_area as item_2 on item_2.accounting_point_id = item_1.id
--       where item_2.metering_grid_area_id = any (changed_8)
--       union all
--       select item.id
--       from public.controllable_unit as item
--       join public.accounting_point as item_1 on item_1.id = item.accounting_point_id
--       join public.accounting_point_metering_grid_area as item_2 on item_2.accounting_point_id = item_1.id
--       join public.metering_grid_area as item_3 on item_3.id = item_2.metering_grid_area_id
--       where item_3.id = any (changed_9)
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
--       select unnest(changed_10) as id
--       union all
--       select item.id
--       from public.controllable_unit_service_provider as item
--       where item.service_provider_id = any (changed_11)
--       union all
--       select item.id
--       from public.controllable_unit_service_provider as item
--       where item.controllable_unit_id = any (changed_12)
--       union all
--       select item.id
--       from public.controllable_unit_service_provider as item
--       join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
--       where item_1.accounting_point_id = any (changed_7)
--       union all
--       select item.id
--       from public.controllable_unit_service_provider as item
--       join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
--       join public.accounting_point as item_2 on item_2.id = item_1.accounting_point_id
--       where item_2.id = any (changed_3)
--       union all
--       select item.id
--       from public.controllable_unit_service_provider as item
--       join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
--       join public.accounting_point as item_2 on item_2.id = item_1.accounting_point_id
--       join public.accounting_point_metering_grid_area as item_3 on item_3.accounting_point_id = item_2.id
--       where item_3.metering_grid_area_id = any (changed_8)
--       union all
--       select item.id
--       from public.controllable_unit_service_provider as item
--       join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
--       join public.accounting_point as item_2 on item_2.id = item_1.accounting_point_id
--       join public.accounting_point_metering_grid_area as item_3 on item_3.accounting_point_id = item_2.id
--       join public.metering_grid_area as item_4 on item_4.id = item_3.metering_grid_area_id
--       where item_4.id = any (changed_9)
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
--       select unnest(changed_13) as id
--       union all
--       select item.id
--       from public.controllable_unit_suspension as item
--       where item.controllable_unit_id = any (changed_14)
--       union all
--       select item.id
--       from public.controllable_unit_suspension as item
--       join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
--       where item_1.id = any (changed_6)
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
--     select array_agg(distinct row_id.id) into concerned
--     from (
--       select unnest(changed_9) as id
--     ) as row_id;
--     if cardinality(concerned) > most then
--       insert into almanac.notice_change (resource, field, value)
--       select 'metering_grid_area', 'id', unnest(concerned[most + 1:]);
--       concerned := concerned[:most];
--       more := true;
--     end if;
--     if concerned is not null then
--       perform almanac.metering_grid_area_notices(concerned, instant);
--     end if;
--
--     select array_agg(distinct row_id.id) into concerned
--     from (
--       select unnest(changed_15) as id
--     ) as row_id;
--     if cardinality(concerned) > most then
--       insert into almanac.notice_change (resource, field, value)
--       select 'service_provider_product_application', 'id', unnest(concerned[most + 1:]);
--       concerned := concerned[:most];
--       more := true;
--     end if;
--     if concerned is not null then
--       perform almanac.service_provider_product_application_notices(concerned, instant);
--     end if;
--
--     select array_agg(distinct row_id.id) into concerned
--     from (
--       select unnest(changed_16) as id
--     ) as row_id;
--     if cardinality(concerned) > most then
--       insert into almanac.notice_change (resource, field, value)
--       select 'service_providing_group_grid_prequalification', 'id', unnest(concerned[most + 1:]);
--       concerned := concerned[:most];
--       more := true;
--     end if;
--     if concerned is not null then
--       perform almanac.service_providing_group_grid_prequalification_notices(concerned, instant);
--     end if;
--
--     select array_agg(distinct row_id.id) into concerned
--     from (
--       select unnest(changed_17) as id
--       union all
--       select item.id
--       from public.service_providing_group_membership as item
--       where item.controllable_unit_id = any (changed_18)
--       union all
--       select item.id
--       from public.service_providing_group_membership as item
--       join public.controllable_unit as item_1 on item_1.id = item.controllable_unit_id
--       where item_1.id = any (changed_6)
--     ) as row_id;
--     if cardinality(concerned) > most then
--       insert into almanac.notice_change (resource, field, value)
--       select 'service_providing_group_membership', 'id', unnest(concerned[most + 1:]);
--       concerned := concerned[:most];
--       more := true;
--     end if;
--     if concerned is not null then
--       perform almanac.service_providing_group_membership_notices(concerned, instant);
--     end if;
--
--     select array_agg(distinct row_id.id) into concerned
--     from (
--       select unnest(changed_19) as id
--     ) as row_id;
--     if cardinality(concerned) > most then
--       insert into almanac.notice_change (resource, field, value)
--       select 'service_providing_group_product_application', 'id', unnest(concerned[most + 1:]);
--       concerned := concerned[:most];
--       more := true;
--     end if;
--     if concerned is not null then
--       perform almanac.service_providing_group_product_application_notices(concerned, instant);
--     end if;
--
--     select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'accounting_point_end_user';
--     if next_id is not null then
--       select array_agg(next.id), max(next.id) into concerned, next_id
--       from (select item.id from public.accounting_point_end_user as item where item.id > next_id order by item.id limit most) as next;
--       if concerned is not null then
--         perform almanac.accounting_point_end_user_notices(concerned, instant);
--       end if;
--       update almanac.notice_rules set last_id = next_id where resource = 'accounting_point_end_user';
--       more := true;
--     end if;
--
--     select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'contract';
--     if next_id is not null then
--       select array_agg(next.id), max(next.id) into concerned, next_id
--       from (select item.id from public.contract as item where item.id > next_id order by item.id limit most) as next;
--       if concerned is not null then
--         perform almanac.contract_notices(concerned, instant);
--       end if;
--       update almanac.notice_rules set last_id = next_id where resource = 'contract';
--       more := true;
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
--     select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'metering_grid_area';
--     if next_id is not null then
--       select array_agg(next.id), max(next.id) into concerned, next_id
--       from (select item.id from public.metering_grid_area as item where item.id > next_id order by item.id limit most) as next;
--       if concerned is not null then
--         perform almanac.metering_grid_area_notices(concerned, instant);
--       end if;
--       update almanac.notice_rules set last_id = next_id where resource = 'metering_grid_area';
--       more := true;
--     end if;
--
--     select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'service_provider_product_application';
--     if next_id is not null then
--       select array_agg(next.id), max(next.id) into concerned, next_id
--       from (select item.id from public.service_provider_product_application as item where item.id > next_id order by item.id limit most) as next;
--       if concerned is not null then
--         perform almanac.service_provider_product_application_notices(concerned, instant);
--       end if;
--       update almanac.notice_rules set last_id = next_id where resource = 'service_provider_product_application';
--       more := true;
--     end if;
--
--     select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'service_providing_group_grid_prequalification';
--     if next_id is not null then
--       select array_agg(next.id), max(next.id) into concerned, next_id
--       from (select item.id from public.service_providing_group_grid_prequalification as item where item.id > next_id order by item.id limit most) as next;
--       if concerned is not null then
--         perform almanac.service_providing_group_grid_prequalification_notices(concerned, instant);
--       end if;
--       update almanac.notice_rules set last_id = next_id where resource = 'service_providing_group_grid_prequalification';
--       more := true;
--     end if;
--
--     select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'service_providing_group_membership';
--     if next_id is not null then
--       select array_agg(next.id), max(next.id) into concerned, next_id
--       from (select item.id from public.service_providing_group_membership as item where item.id > next_id order by item.id limit most) as next;
--       if concerned is not null then
--         perform almanac.service_providing_group_membership_notices(concerned, instant);
--       end if;
--       update almanac.notice_rules set last_id = next_id where resource = 'service_providing_group_membership';
--       more := true;
--     end if;
--
--     select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'service_providing_group_product_application';
--     if next_id is not null then
--       select array_agg(next.id), max(next.id) into concerned, next_id
--       from (select item.id from public.service_providing_group_product_application as item where item.id > next_id order by item.id limit most) as next;
--       if concerned is not null then
--         perform almanac.service_providing_group_product_application_notices(concerned, instant);
--       end if;
--       update almanac.notice_rules set last_id = next_id where resource = 'service_providing_group_product_application';
--       more := true;
--     end if;
--
--     -- Resources without rules any more.
--     if exists (select from almanac.notice_rules as known where known.resource <> all (array['accounting_point_end_user', 'contract', 'controllable_unit', 'controllable_unit_service_provider', 'controllable_unit_suspension', 'metering_grid_area', 'service_provider_product_application', 'service_providing_group_grid_prequalification', 'service_providing_group_membership', 'service_providing_group_product_application']::text[])) then
--       update public.notice
--       set status = 'resolved'
--       where id = any (array(
--         select notice.id
--         from public.notice as notice
--         where notice.status = 'active' and split_part(notice.source, '/', 2) <> all (array['accounting_point_end_user', 'contract', 'controllable_unit', 'controllable_unit_service_provider', 'controllable_unit_suspension', 'metering_grid_area', 'service_provider_product_application', 'service_providing_group_grid_prequalification', 'service_providing_group_membership', 'service_providing_group_product_application']::text[])
--         limit most
--       ));
--       get diagnostics found_rows = row_count;
--       if found_rows = 0 then
--         delete from almanac.notice_rules where resource <> all (array['accounting_point_end_user', 'contract', 'controllable_unit', 'controllable_unit_service_provider', 'controllable_unit_suspension', 'metering_grid_area', 'service_provider_product_application', 'service_providing_group_grid_prequalification', 'service_providing_group_membership', 'service_providing_group_product_application']::text[]);
--       end if;
--       more := true;
--     end if;
--     if more then
--       return most;
--     end if;
--     return taken;
--   end
--   $$;

-- Step 11 of 15: every row of controllable_unit keeps controllable_unit_rule_2_check
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit: reads and writes go on
-- Work: scans controllable_unit
-- Asks: rows of controllable_unit that break controllable_unit_rule_2_check (A unit has more power only after the system operator has validated it again.)
--   first: select id from (select id, null::numeric(9, 3) as validated_active_power, maximum_active_power as maximum_active_power from public.controllable_unit) as controllable_unit where not ((validated_active_power is null or maximum_active_power <= validated_active_power) is true)
--   later: select id from public.controllable_unit where not ((validated_active_power is null or maximum_active_power <= validated_active_power) is true)
-- Loses: nothing
-- Undo: nothing is left to take back
alter table public.controllable_unit validate constraint controllable_unit_rule_2_check;

-- Step 12 of 15: pass over what was noted for other rules
-- Runs: in a transaction
-- Locks: nothing
-- Work: writes almanac.former_due
-- Loses: nothing
-- Undo: nothing is left to take back
delete from almanac.former_due;

-- Step 13 of 15: find in the history when rights to controllable_unit ended
-- Runs: in batches of ids of controllable_unit
-- Locks: nothing
-- Work: reads controllable_unit, what its rules look at, and the history of both
-- Loses: nothing
-- Undo: nothing is left to take back
select almanac.controllable_unit_former(array_agg(id), '-infinity') from public.controllable_unit where true and id between :first and :last;

-- Step 14 of 15: describe controllable_unit anew
-- Runs: in a transaction
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit: reads and writes go on
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on column public.controllable_unit.validated_active_power is 'Validated active power: The most active power for which the system operator validated the unit in kW.';
comment on column public.controllable_unit_history.validated_active_power is 'Validated active power: The most active power for which the system operator validated the unit in kW.';
comment on constraint controllable_unit_rule_2_check on public.controllable_unit is 'A unit has more power only after the system operator has validated it again.';

-- To undo it:
--   comment on column public.controllable_unit.validated_active_power is null;
--   comment on column public.controllable_unit_history.validated_active_power is null;

-- Step 15 of 15: drop the index contract_service_provider_id_accounting_point_id_valid_from_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on contract: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.contract_service_provider_id_accounting_point_id_valid_from_idx;

-- To undo it:
--   drop index concurrently if exists public.contract_service_provider_id_accounting_point_id_valid_from_idx;
--   create index concurrently contract_service_provider_id_accounting_point_id_valid_from_idx on public.contract (service_provider_id, accounting_point_id, valid_from);
