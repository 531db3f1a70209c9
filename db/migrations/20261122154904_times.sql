-- 20261122154904_times
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: bring triggers and functions to this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
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
  -- A row whose time comes has changed.
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

-- To undo it:
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
--     -- A validity that begins or ends is a change of the row.
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
