-- What the hand-written server of the benchmark needs in the database beside the tables.

create schema bench;

-- References are checked for it as for everybody, though its connections fire no other trigger.
do $$
declare
  reference record;
begin
  for reference in
    select tgrelid::regclass as place, tgname from pg_trigger
    where tgisinternal and tgrelid in ('accounting_point'::regclass, 'controllable_unit'::regclass, 'controllable_unit_service_provider'::regclass)
  loop
    execute format('alter table %s enable always trigger %I', reference.place, reference.tgname);
  end loop;
end
$$;

-- An open entry of a unit's timeline from an instant on, and room for it: a statement of its own must see what those
-- before it in the queue have done, and a function saves the way there.
create function bench.provide(unit bigint, provider bigint, instant timestamptz, who bigint)
returns setof controllable_unit_service_provider
language plpgsql
as $$
declare
  recorded timestamptz;
  entry controllable_unit_service_provider;
begin
  perform from controllable_unit where id = unit for no key update;
  recorded := clock_timestamp();
  for entry in
    select * from controllable_unit_service_provider
    where controllable_unit_id = unit and valid_from is not null and (valid_to is null or valid_to > instant)
    order by id for update
  loop
    recorded := greatest(recorded, entry.recorded_at + interval '1 microsecond');
    insert into controllable_unit_service_provider_history
      (id, controllable_unit_service_provider_id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to,
      recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (entry.row_version, entry.id, unit, entry.service_provider_id, entry.contract_reference, entry.valid_from, entry.valid_to,
      entry.recorded_at, entry.recorded_by, recorded, who);
    update controllable_unit_service_provider
    set valid_from = case when entry.valid_from < instant then valid_from end,
      valid_to = case when entry.valid_from < instant then instant end,
      recorded_at = recorded, recorded_by = who,
      row_version = nextval('controllable_unit_service_provider_row_version_seq'), recorded_in = pg_current_xact_id()
    where id = entry.id;
    insert into almanac.outbox (type, source, "time", recorded_by, subject, updated_fields)
    values
      ('no.flexibility.controllable_unit_service_provider.' || case when entry.valid_from < instant then 'update' else 'delete' end,
      '/controllable_unit_service_provider/' || entry.id, recorded, who, '/controllable_unit/' || unit,
      case when entry.valid_from < instant then array['valid_to'] end);
    insert into almanac.notice_change (resource, field, value)
    values ('controllable_unit', 'id', unit), ('controllable_unit_service_provider', 'id', entry.id);
  end loop;
  insert into controllable_unit_service_provider
    (controllable_unit_id, service_provider_id, valid_from, recorded_at, recorded_by, row_version, recorded_in)
  values
    (unit, provider, instant, recorded, who, nextval('controllable_unit_service_provider_row_version_seq'), pg_current_xact_id())
  returning * into entry;
  insert into almanac.outbox (type, source, "time", recorded_by, subject)
  values
    ('no.flexibility.controllable_unit_service_provider.create', '/controllable_unit_service_provider/' || entry.id, recorded, who,
    '/controllable_unit/' || unit);
  insert into almanac.notice_change (resource, field, value)
  values ('controllable_unit', 'id', unit), ('controllable_unit_service_provider', 'id', entry.id);
  return next entry;
end
$$;
