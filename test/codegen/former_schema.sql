create schema if not exists almanac;
comment on schema almanac is 'What keeps record of changes: not part of the data.';

create or replace function almanac.clock() returns timestamptz
language sql volatile
return clock_timestamp();

comment on function almanac.clock() is 'The time of day: the only place where it is read.';

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
declare
  setting text := case
    when coalesce(current_setting('almanac.present', true), '') = ''
    then set_config('almanac.present', (extract(epoch from almanac.clock()) * 1000000)::bigint::text, true)
  end;
begin
  -- As an initial value, it is no statement of its own.
end
$$;

comment on function almanac.fix_present() is 'Fixes the instant at which this transaction asks rules and records, behind its first locks.';

create unlogged table if not exists almanac.given_instant (
  recorded_in xid8 not null,
  instant timestamptz not null
);

comment on table almanac.given_instant is 'Instants that transactions record at and that are not within them by the clock.';

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

comment on function almanac.record_time(timestamptz) is 'The instant under which this transaction records its changes: later than the version that it replaces.';

create or replace function almanac.identity() returns bigint
language sql stable
return coalesce(nullif(current_setting('almanac.identity', true), '')::bigint, 0);

comment on function almanac.identity() is 'Who changes are recorded under: the setting almanac.identity of the transaction; 0 is the service itself.';

create or replace function almanac.role() returns text
language sql stable
return coalesce(current_setting('almanac.role', true), '');

comment on function almanac.role() is 'The role of the caller whose request writes: the setting almanac.role of the transaction; empty for no role.';

create or replace function almanac.party() returns bigint
language sql stable
return nullif(current_setting('almanac.party', true), '')::bigint;

comment on function almanac.party() is 'The party that the token of the caller names: the setting almanac.party of the transaction. Null for the party of the identity, 0 for no party.';

create or replace function almanac.is_making_room(maker text) returns boolean
language sql stable
return coalesce(current_setting('almanac.making_room', true), '') <> ''
  and exists (
    select from pg_catalog.pg_proc
    where oid = to_regprocedure(maker) and pg_get_userbyid(proowner) = current_user
  );

comment on function almanac.is_making_room(text) is 'Whether the row that is written makes room on its timeline for another one.';

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
    or (
      claimed.status >= 400
      and split_part(claimed.fingerprint, '.', 1) = request
      and claimed.fingerprint <> excluded.fingerprint
    );
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

create unlogged table if not exists almanac.batch_entry (
  recorded_in xid8 not null,
  resource text not null,
  entry bigint not null,
  constraint batch_entry_pkey primary key (recorded_in, resource, entry)
);

comment on table almanac.batch_entry is 'Of batches that are running: the entries that they place, which do not make room for each other.';

create or replace function almanac.begin_batch(entries jsonb default '{}') returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  set constraints all deferred;
  perform set_config('almanac.batch', 'yes', true);
  insert into almanac.batch_entry (recorded_in, resource, entry)
  select pg_current_xact_id(), named.resource, entry.id::bigint
  from jsonb_each(entries) as named (resource, ids), jsonb_array_elements_text(named.ids) as entry (id)
  on conflict do nothing;
end
$$;

comment on function almanac.begin_batch(jsonb) is 'Begins a batch: its rows are compared at its end. Names entries that it is going to place, by resource.';

create or replace function almanac.placed_entries(of_resource text, ids bigint[]) returns bigint[]
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
begin
  return array(
    select own.entry from almanac.batch_entry as own
    where own.recorded_in = pg_current_xact_id() and own.resource = of_resource and own.entry = any (ids)
  );
end
$$;

comment on function almanac.placed_entries(text, bigint[]) is 'Which of these entries of a resource the batch places.';

create or replace function almanac.forget_batch() returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
begin
  delete from almanac.batch_entry where recorded_in = pg_current_xact_id();
end
$$;

comment on function almanac.forget_batch() is 'Forgets which entries the batch has placed.';

create or replace function almanac.settle_batch() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  set constraints all immediate;
  perform almanac.forget_batch();
  perform set_config('almanac.batch', '', true);
end
$$;

comment on function almanac.settle_batch() is 'Ends a batch: refuses rows that share a unique value, and entries that overlap.';

create table if not exists almanac.import (
  resource text not null,
  digest text not null,
  bytes bigint not null,
  lines bigint not null,
  rows bigint not null,
  recorded_at timestamptz not null,
  constraint import_pkey primary key (resource, digest)
);

comment on table almanac.import is 'How far almanac import has come in each file: the hash is of the part of the file that is in.';

create unlogged table if not exists almanac.effect (
  request text not null,
  resource text not null,
  row_id bigint not null,
  former text,
  constraint effect_pkey primary key (request, resource, row_id)
);

comment on table almanac.effect is 'Rows that a transaction has changed which set almanac.effects, each as it was before. They are removed before it commits.';

create or replace function almanac.forget_effects() returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from almanac.effect where request = current_setting('almanac.effects', true);
end
$$;

comment on function almanac.forget_effects() is 'Removes the rows that this transaction has noted, before it commits.';

create or replace function almanac.raise_deleted(highest regclass, id bigint) returns void
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(hashtext('almanac.deleted'), highest::oid::integer);
  if id > pg_sequence_last_value(highest) then
    perform setval(highest, id);
  end if;
  raise exception 'free' using errcode = 'ZA000';
exception
  when sqlstate 'ZA000' then
    return;
end
$$;

comment on function almanac.raise_deleted(regclass, bigint) is 'Notes that deleted rows have ids up to this one: at once, also where the transaction fails.';

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

create unlogged table if not exists almanac.check_due (
  recorded_in xid8 not null,
  id bigint generated always as identity,
  resource text not null,
  field text not null,
  ids bigint[] not null,
  constraint check_due_pkey primary key (recorded_in, id)
);

comment on table almanac.check_due is 'Of running transactions: the rows whose checks are decided at their end.';

create or replace function almanac.take_due_checks() returns setof almanac.check_due
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
begin
  return query delete from almanac.check_due where recorded_in = pg_current_xact_id() returning *;
end
$$;

comment on function almanac.take_due_checks() is 'Takes what this transaction has noted.';

create unlogged table if not exists almanac.former_due (
  recorded_in xid8 not null,
  id bigint generated always as identity,
  resource text not null,
  field text not null,
  ids bigint[] not null,
  constraint former_due_pkey primary key (recorded_in, id)
);

comment on table almanac.former_due is 'Of running transactions: the rows of which a right to read may have ended.';

create or replace function almanac.take_due_former() returns setof almanac.former_due
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
begin
  return query delete from almanac.former_due where recorded_in = pg_current_xact_id() returning *;
end
$$;

comment on function almanac.take_due_former() is 'Takes what this transaction has noted.';

create table almanac.former_right (
  resource text not null,
  role text not null,
  callers bytea not null,
  row_id bigint not null,
  ended_at timestamptz not null,
  constraint former_right_pkey primary key (resource, role, callers, row_id, ended_at)
);

create index if not exists former_right_row_idx on almanac.former_right (resource, row_id, ended_at);
comment on table almanac.former_right is 'When rights to read rows have ended, or will end as time passes. A hash of claims tells the callers.';
create extension if not exists btree_gist with schema almanac;

create table public.book (
  id bigint generated by default as identity,
  title text,
  status text not null default 'new',
  owner_id bigint,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint book_pkey primary key (id),
  constraint book_title_max_length_check check (char_length(title) <= 80),
  constraint book_status_values_check check (status in ('new', 'lent')),
  constraint book_rule_1_check check ((title is null or title <> 'x') is true)
);

create sequence public.book_row_version_seq owned by public.book.row_version;
comment on table public.book is 'Book';
comment on column public.book.id is 'Id: Unique identifier, given by the service.';
comment on column public.book.title is 'Title';
comment on column public.book.status is 'Status';
comment on column public.book.owner_id is 'Owner';
comment on column public.book.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.book.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.book.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.book.recorded_in is 'Transaction that recorded the current version.';
comment on constraint book_rule_1_check on public.book is 'A title is more than an x; what is it?';

create table public.book_history (
  id bigint not null,
  book_id bigint not null,
  title text,
  status text,
  owner_id bigint,
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

comment on table public.book_history is 'Book history: Every version of every book, the current ones included.';
comment on column public.book_history.id is 'Id: Id of this version, for good.';
comment on column public.book_history.book_id is 'Book: Id of the book that this is a version of.';
comment on column public.book_history.title is 'Title';
comment on column public.book_history.status is 'Status';
comment on column public.book_history.owner_id is 'Owner';
comment on column public.book_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.book_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.book_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.book_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index book_row_version_idx on public.book (row_version);
create index book_owner_id_id_idx on public.book (owner_id, id);
create index book_history_book_id_recorded_at_idx on public.book_history (book_id, recorded_at);
create index book_history_owner_id_book_id_idx on public.book_history (owner_id, book_id);

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
    if (new.id > pg_sequence_last_value('public.book_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.book_history as version
      where version.book_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.book_row_version_seq');
  else
    if new.id is distinct from old.id or (new.title, new.status, new.owner_id) is not distinct from (old.title, old.status, old.owner_id) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of book never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('new', 'lent'), ('lent', 'new')) then
        raise exception 'status of book does not go from % to %', old.status, new.status
          using errcode = 'check_violation', constraint = 'book_status_transition_check';
      end if;
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

create or replace trigger stamp
  before insert or update on public.book
  for each row execute function almanac.book_stamp();

create or replace function almanac.book_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'book', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.book_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.book_history as version on version.book_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'org.example.book.create', '/book/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from new_rows as inserted cross join lateral (values
    ('book', 'id', inserted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

create or replace function almanac.book_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.book', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'book', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.title, changed.status, changed.owner_id) is not distinct from (former.title, former.status, former.owner_id))
        on conflict do nothing;
      end if;
      insert into public.book_history
        (id, book_id, title, status, owner_id, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.title, former.status, former.owner_id, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'org.example.book.update', '/book/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.title is distinct from former.title then 'title' end,
          case when changed.status is distinct from former.status then 'status' end,
          case when changed.owner_id is distinct from former.owner_id then 'owner_id' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.title, changed.status, changed.owner_id) is not distinct from (former.title, former.status, former.owner_id))
      order by changed.row_version;
      insert into almanac.notice_change (resource, field, value)
      select concern.* from old_rows as former full join new_rows as changed on changed.id = former.id cross join lateral (values
        ('book', 'id', changed.id)
      ) as concern (resource, field, value) where (changed.title, changed.owner_id) is distinct from (former.title, former.owner_id);
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'book', old.id, old::text where old *<> new
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.book_history
      (id, book_id, title, status, owner_id, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.title, old.status, old.owner_id, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.title, new.status, new.owner_id) is not distinct from (old.title, old.status, old.owner_id) then
    return null;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, updated_fields)
  values
    ('org.example.book.update', '/book/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
      case when new.title is distinct from old.title then 'title' end,
      case when new.status is distinct from old.status then 'status' end,
      case when new.owner_id is distinct from old.owner_id then 'owner_id' end
    ], null));
  if (new.title, new.owner_id) is distinct from (old.title, old.owner_id) then
    insert into almanac.notice_change (resource, field, value)
    values
      ('book', 'id', new.id);
  end if;
  return null;
end
$$;

create or replace function almanac.book_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'book', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.book_history_deleted_seq') then
    perform almanac.raise_deleted('public.book_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.book', 'id')::regclass)));
  end if;
  insert into public.book_history
    (id, book_id, title, status, owner_id, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.title, deleted.status, deleted.owner_id, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'org.example.book.delete', '/book/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  insert into almanac.notice_change (resource, field, value)
  select concern.* from old_rows as deleted cross join lateral (values
    ('book', 'id', deleted.id)
  ) as concern (resource, field, value);
  return null;
end
$$;

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
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.book as latest
    where latest.id = current_setting('almanac.latest.book')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.book', '', true);
  perform set_config('almanac.many.book', statement_timestamp()::text, true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.book
  for each row when (coalesce(current_setting('almanac.latest.book', true), '') <> '')
  execute function almanac.book_latest();

create table almanac.outbox (
  id bigint generated always as identity constraint outbox_pkey primary key,
  type text not null,
  source text not null,
  subject text,
  "time" timestamptz not null,
  updated_fields text[],
  recorded_by bigint not null,
  acting_party bigint
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
alter table public.event add column acting_party bigint;
create table almanac.event_default partition of public.event default;

create table almanac.event_0 partition of public.event
  for values from (0) to (1000000);

create table almanac.event_1 partition of public.event
  for values from (1000000) to (2000000);

comment on table public.event is 'Event: What was done to a row, and to which. Events are listed in the order in which they became visible.';
comment on column public.event.id is 'Id: Unique identifier, given by the service.';
comment on column public.event.specversion is 'Specification version: Version of the CloudEvents specification.';
comment on column public.event.type is 'Type: What happened: org.example, the resource, and create, update or delete.';
comment on column public.event.source is 'Source: Path of the row that was changed, behind the base path.';
comment on column public.event.subject is 'Subject: Path of the row that the change is about where that is another one.';
comment on column public.event."time" is 'Time: When the change was recorded.';
comment on column public.event.data is 'Data: Of an update, the names of the fields that changed.';
comment on column public.event.recorded_at is 'Recorded at: When the event became visible.';
comment on column public.event.recorded_by is 'Recorded by: Id of the identity that made the change; 0 is the service itself.';
create index event_source_idx on public.event (source);
create index event_subject_idx on public.event (subject);

create table almanac.event_lineage (
  id bigint generated always as identity constraint event_lineage_pkey primary key,
  server text not null,
  since timestamptz not null,
  last_id bigint,
  first_id bigint
);

comment on table almanac.event_lineage is 'The servers that gave ids to events. Between last_id and first_id are the ids of events that the server before may have made, and this one does not have.';

create or replace function almanac.event_server() returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select concat_ws('/', system.system_identifier, 'public.event'::regclass::oid, left(pg_walfile_name(pg_current_wal_lsn()), 8))
    from pg_control_system() as system
  );
exception
  when insufficient_privilege or feature_not_supported then
    return null;
end
$$;

create or replace function almanac.note_event_server() returns timestamptz
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  current text := almanac.event_server();
  known text;
  since timestamptz;
  kept bigint;
  given bigint;
  next bigint;
begin
  select lineage.server, lineage.since into known, since
  from almanac.event_lineage as lineage
  order by lineage.id desc
  limit 1;
  if current is null or known = current then
    return since;
  end if;
  if known is not null then
    select
      coalesce(
        (select max(event.id) from public.event as event),
        greatest(sequence.last_value / 1000000 * 1000000 - 1, 0)
      ),
      sequence.last_value
    into kept, given
    from public.event_id_seq as sequence;
    next := (extract(epoch from almanac.clock() - timestamptz '2020-01-01 00:00:00+00') * 100000)::bigint;
    -- A clock that is behind says less than what is given already.
    if next <= greatest(given, kept) then
      next := greatest(given, kept) + 1000000;
    end if;
    perform setval('public.event_id_seq', next, false);
  end if;
  since := almanac.clock();
  insert into almanac.event_lineage (server, since, last_id, first_id) values (current, since, kept, next);
  return since;
end
$$;

create or replace function almanac.lost_event(held bigint) returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '5s'
as $$
begin
  if almanac.event_server() <> (select lineage.server from almanac.event_lineage as lineage order by lineage.id desc limit 1) then
    perform pg_advisory_xact_lock(hashtext('almanac.event'));
    perform almanac.note_event_server();
  end if;
  return coalesce(
    (
      select lineage.last_id from almanac.event_lineage as lineage
      where lineage.last_id < held and held < lineage.first_id
      order by lineage.id
      limit 1
    ),
    (
      select coalesce((select max(event.id) from public.event as event), 0) from public.event_id_seq as sequence
      where held > sequence.last_value or (held = sequence.last_value and not sequence.is_called)
    )
  );
end
$$;

comment on function almanac.event_server() is 'The server, its timeline, and the table: another one where a standby or a backup has taken over.';
comment on function almanac.note_event_server() is 'Since when this server gives ids; null if unknown. Of another server than before, notes so, and leaves out the ids that the one before may have given.';
comment on function almanac.lost_event(bigint) is 'The last event before this id that the log has, if it has lost the event of this id or never had it; else null.';

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
  if almanac.clock() - almanac.note_event_server() < interval '5 minutes' then
    after := 0;
  end if;
  with taken as (
    delete from almanac.outbox
    where ctid = any (array(
      select waiting.ctid from almanac.outbox as waiting where waiting.id > after order by waiting.id limit most
    ))
    returning *
  ), added as (
    insert into public.event (specversion, type, source, subject, "time", data, recorded_at, recorded_by, acting_party)
    select
      '1.0',
      taken.type,
      taken.source,
      taken.subject,
      taken."time",
      case when taken.updated_fields is not null then jsonb_build_object('updated_fields', taken.updated_fields) end,
      almanac.clock(),
      taken.recorded_by,
      taken.acting_party
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
  if exists (select from almanac.event_default as late where late.id >= first and late.id < next) then
    lock table public.event in access exclusive mode;
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
  number bigint;
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
  for number in
    select ahead.number from generate_series(current, current + 2) as ahead (number)
    union
    select late.id / 1000000 from almanac.event_default as late
    order by 1
  loop
    perform almanac.add_event_partition(number);
  end loop;
  if is_past then
    perform setval('public.event_id_seq', current * 1000000, false);
  end if;
end
$$;

comment on function almanac.sequence_events(integer, bigint) is 'Makes events of the outbox behind an id, up to a number of them. Returns their number; null while another process does so.';
comment on function almanac.add_event_partition(bigint) is 'Adds the partition of this number, with the events that came before it.';
comment on function almanac.add_event_partitions() is 'Adds the partitions of the ids that come next. A partition is filled for a month at most.';

create table public.identity (
  id bigint generated by default as identity,
  subject text not null,
  party_id bigint,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint identity_pkey primary key (id),
  constraint identity_subject_key unique (subject)
);

create sequence public.identity_row_version_seq owned by public.identity.row_version;
comment on table public.identity is 'Identity';
comment on column public.identity.id is 'Id: Unique identifier, given by the service.';
comment on column public.identity.subject is 'Subject';
comment on column public.identity.party_id is 'Party';
comment on column public.identity.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.identity.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.identity.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.identity.recorded_in is 'Transaction that recorded the current version.';
create index identity_party_id_id_idx on public.identity (party_id, id);

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
    new.recorded_at := almanac.record_time(null);
    new.row_version := nextval('public.identity_row_version_seq');
  else
    if new.id is distinct from old.id or (new.subject, new.party_id) is not distinct from (old.subject, old.party_id) then
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
          perform set_config('almanac.many.identity', statement_timestamp()::text, true);
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

create or replace trigger stamp
  before insert or update on public.identity
  for each row execute function almanac.identity_stamp();

create or replace function almanac.identity_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'identity', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'org.example.identity.create', '/identity/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.identity_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.identity', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'identity', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.subject, changed.party_id) is not distinct from (former.subject, former.party_id))
        on conflict do nothing;
      end if;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'org.example.identity.update', '/identity/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.subject is distinct from former.subject then 'subject' end,
          case when changed.party_id is distinct from former.party_id then 'party_id' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.subject, changed.party_id) is not distinct from (former.subject, former.party_id))
      order by changed.row_version;
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'identity', old.id, old::text where old *<> new
    on conflict do nothing;
  end if;
  if new.row_version = old.row_version then
    if (new.subject, new.party_id) is not distinct from (old.subject, old.party_id) then
      return null;
    end if;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, updated_fields)
  values
    ('org.example.identity.update', '/identity/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
      case when new.subject is distinct from old.subject then 'subject' end,
      case when new.party_id is distinct from old.party_id then 'party_id' end
    ], null));
  return null;
end
$$;

create or replace function almanac.identity_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'identity', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'org.example.identity.delete', '/identity/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  return null;
end
$$;

create or replace trigger keep_record_insert
  after insert on public.identity
  referencing new table as new_rows
  for each statement execute function almanac.identity_record_insert();

create or replace trigger record_update
  after update on public.identity
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.identity_record_update();

create or replace trigger keep_record_delete
  after delete on public.identity
  referencing old table as old_rows
  for each statement execute function almanac.identity_record_delete();

create or replace function almanac.identity_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.identity as latest
    where latest.id = current_setting('almanac.latest.identity')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.identity', '', true);
  perform set_config('almanac.many.identity', statement_timestamp()::text, true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.identity
  for each row when (coalesce(current_setting('almanac.latest.identity', true), '') <> '')
  execute function almanac.identity_latest();

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
          perform set_config('almanac.many.notice', statement_timestamp()::text, true);
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

create or replace trigger stamp
  before insert or update on public.notice
  for each row execute function almanac.notice_stamp();

create or replace function almanac.notice_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'notice', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function almanac.notice_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'notice', old.id, old::text where old *<> new
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function almanac.notice_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'notice', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  return null;
end
$$;

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
comment on table public.notification is 'Notification: A notification of an event for a party that it concerns. It waits until the party acknowledges it. A party sees its own.';
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
          perform set_config('almanac.many.notification', statement_timestamp()::text, true);
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

create or replace trigger stamp
  before insert or update on public.notification
  for each row execute function almanac.notification_stamp();

create or replace function almanac.notification_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'notification', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function almanac.notification_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'notification', old.id, old::text where old *<> new
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function almanac.notification_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'notification', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace trigger keep_record_insert
  after insert on public.notification
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.notification_record_insert();

create or replace trigger record_update
  after update on public.notification
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.notification_record_update();

create or replace trigger keep_record_delete
  after delete on public.notification
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.notification_record_delete();

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
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint party_pkey primary key (id)
);

create sequence public.party_row_version_seq owned by public.party.row_version;
comment on table public.party is 'Party';
comment on column public.party.id is 'Id: Unique identifier, given by the service.';
comment on column public.party.name is 'Name';
comment on column public.party.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.party.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.party.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.party.recorded_in is 'Transaction that recorded the current version.';

create or replace function almanac.party_stamp() returns trigger
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
    new.row_version := nextval('public.party_row_version_seq');
  else
    if new.id is distinct from old.id or (new.name) is not distinct from (old.name) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of party never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
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
          perform set_config('almanac.many.party', statement_timestamp()::text, true);
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

create or replace trigger stamp
  before insert or update on public.party
  for each row execute function almanac.party_stamp();

create or replace function almanac.party_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'party', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'org.example.party.create', '/party/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.party_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.party', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'party', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.name) is not distinct from (former.name))
        on conflict do nothing;
      end if;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'org.example.party.update', '/party/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.name is distinct from former.name then 'name' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.name) is not distinct from (former.name))
      order by changed.row_version;
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'party', old.id, old::text where old *<> new
    on conflict do nothing;
  end if;
  if new.row_version = old.row_version then
    if (new.name) is not distinct from (old.name) then
      return null;
    end if;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, updated_fields)
  values
    ('org.example.party.update', '/party/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
      case when new.name is distinct from old.name then 'name' end
    ], null));
  return null;
end
$$;

create or replace function almanac.party_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'party', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'org.example.party.delete', '/party/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  return null;
end
$$;

create or replace trigger keep_record_insert
  after insert on public.party
  referencing new table as new_rows
  for each statement execute function almanac.party_record_insert();

create or replace trigger record_update
  after update on public.party
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.party_record_update();

create or replace trigger keep_record_delete
  after delete on public.party
  referencing old table as old_rows
  for each statement execute function almanac.party_record_delete();

create or replace function almanac.party_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.party as latest
    where latest.id = current_setting('almanac.latest.party')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.party', '', true);
  perform set_config('almanac.many.party', statement_timestamp()::text, true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.party
  for each row when (coalesce(current_setting('almanac.latest.party', true), '') <> '')
  execute function almanac.party_latest();

create table public.stay (
  id bigint generated by default as identity,
  book_id bigint not null,
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
comment on table public.stay is 'Stay';
comment on column public.stay.id is 'Id: Unique identifier, given by the service.';
comment on column public.stay.book_id is 'Book';
comment on column public.stay.valid_from is 'Valid from: Start of validity, inclusive. A new one is not before now - P1D.';
comment on column public.stay.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.stay.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.stay.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.stay.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.stay.recorded_in is 'Transaction that recorded the current version.';

create table public.stay_history (
  id bigint not null,
  stay_id bigint not null,
  book_id bigint,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  replaced_at timestamptz not null,
  replaced_by bigint not null,
  constraint stay_history_pkey primary key (id)
);

create sequence public.stay_history_deleted_seq owned by public.stay_history.id;

do $$
begin
  lock table public.stay in share row exclusive mode;
  perform setval('public.stay_history_deleted_seq', greatest(max(stay_id), 1)) from public.stay_history;
end
$$;

comment on table public.stay_history is 'Stay history: Every version of every stay, the current ones included.';
comment on column public.stay_history.id is 'Id: Id of this version, for good.';
comment on column public.stay_history.stay_id is 'Stay: Id of the stay that this is a version of.';
comment on column public.stay_history.book_id is 'Book';
comment on column public.stay_history.valid_from is 'Valid from: Start of validity, inclusive. A new one is not before now - P1D.';
comment on column public.stay_history.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.stay_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.stay_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.stay_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.stay_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index stay_book_id_valid_from_idx on public.stay (book_id, valid_from);
create index stay_row_version_idx on public.stay (row_version);
create index stay_history_stay_id_recorded_at_idx on public.stay_history (stay_id, recorded_at);
create index stay_history_book_id_stay_id_idx on public.stay_history (book_id, stay_id);

create or replace function almanac.stay_stamp() returns trigger
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
    if (new.id > pg_sequence_last_value('public.stay_history_deleted_seq')) is not true then
      select version.replaced_at - interval '1 microsecond' into previous
      from public.stay_history as version
      where version.stay_id = new.id
      order by version.recorded_at desc
      limit 1;
    end if;
    new.recorded_at := almanac.record_time(previous);
    new.row_version := nextval('public.stay_row_version_seq');
  else
    if new.id is distinct from old.id or (new.book_id, new.valid_from, new.valid_to) is not distinct from (old.book_id, old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of stay never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.stay', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.stay_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.stay', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.stay as latest
            where latest.id = current_setting('almanac.latest.stay')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.stay', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.stay_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.stay
  for each row execute function almanac.stay_stamp();

create or replace function almanac.stay_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  highest bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'stay', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  highest := pg_sequence_last_value('public.stay_history_deleted_seq');
  perform from new_rows as inserted where (inserted.id > highest) is not true;
  if found then
    perform almanac.record_time((
      select max(version.replaced_at) - interval '1 microsecond'
      from new_rows as inserted
      join public.stay_history as version on version.stay_id = inserted.id
    ));
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'org.example.stay.create', '/stay/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.stay_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'stay', old.id, old::text where old *<> new
    on conflict do nothing;
  end if;
  if new.row_version <> old.row_version then
    insert into public.stay_history
      (id, stay_id, book_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.book_id, old.valid_from, old.valid_to, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
  elsif (new.book_id, new.valid_from, new.valid_to) is not distinct from (old.book_id, old.valid_from, old.valid_to) then
    return null;
  end if;
  if old.valid_from is not null and new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party, updated_fields)
    values
      ('org.example.stay.update', '/stay/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
        case when new.book_id is distinct from old.book_id then 'book_id' end,
        case when new.valid_from is distinct from old.valid_from then 'valid_from' end,
        case when new.valid_to is distinct from old.valid_to then 'valid_to' end
      ], null));
  elsif new.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('org.example.stay.create', '/stay/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
  elsif old.valid_from is not null then
    insert into almanac.outbox
      (type, source, "time", recorded_by, acting_party)
    values
      ('org.example.stay.delete', '/stay/' || new.id, new.recorded_at, new.recorded_by, almanac.party());
  end if;
  return null;
end
$$;

create or replace function almanac.stay_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  highest bigint;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'stay', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id()),
    max(deleted.id)
  into latest, own, highest
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  if highest > pg_sequence_last_value('public.stay_history_deleted_seq') then
    perform almanac.raise_deleted('public.stay_history_deleted_seq', greatest(highest, pg_sequence_last_value(pg_get_serial_sequence('public.stay', 'id')::regclass)));
  end if;
  insert into public.stay_history
    (id, stay_id, book_id, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.book_id, deleted.valid_from, deleted.valid_to, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'org.example.stay.delete', '/stay/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted where deleted.valid_from is not null;
  return null;
end
$$;

create or replace trigger keep_record_insert
  after insert on public.stay
  referencing new table as new_rows
  for each statement execute function almanac.stay_record_insert();

create or replace trigger record_update
  after update on public.stay
  for each row execute function almanac.stay_record_update();

create or replace trigger keep_record_delete
  after delete on public.stay
  referencing old table as old_rows
  for each statement execute function almanac.stay_record_delete();

create or replace function almanac.stay_make_room() returns trigger
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
    raise exception 'an entry of stay begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of stay ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'stay_validity_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.book as timeline where timeline.id = new.book_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'stay', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('stay', array(
      select entry.id from public.stay as entry
      where entry.book_id = new.book_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.stay as entry
  where entry.book_id = new.book_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.stay', true), '');
  if room is not null then
    if exists (
      select from public.stay as entry
      where entry.book_id = new.book_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of stay within the interval'
        using errcode = 'ZA403', constraint = 'stay_book_id_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  perform set_config('almanac.making_room', 'yes', true);
  update public.stay as entry
  set
    valid_from = case
      when entry.valid_from < new.valid_from then entry.valid_from
      when entry.valid_to > new.valid_to or (entry.valid_to is null and new.valid_to is not null) then new.valid_to
    end,
    valid_to = case
      when entry.valid_from < new.valid_from then new.valid_from
      when entry.valid_to > new.valid_to then entry.valid_to
    end
  where entry.book_id = new.book_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  perform set_config('almanac.making_room', '', true);
  return new;
end
$$;

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

create or replace function almanac.stay_freeze() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  frozen timestamptz := (((almanac.clock() at time zone 'UTC') - interval 'P10Y') at time zone 'UTC');
begin
  if old.valid_from < frozen then
    -- Of what began before, the end may move, from where nothing is frozen to where nothing is.
    if tg_op = 'UPDATE' and (new.book_id, new.valid_from) is not distinct from (old.book_id, old.valid_from) and (
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
  raise exception 'what is recorded of stay is frozen'
    using errcode = 'check_violation', constraint = 'stay_freeze_check',
      detail = 'what was valid before ' || (to_json(frozen) #>> '{}') || ' is frozen';
end
$$;

create or replace trigger keep_frozen
  before insert or update or delete on public.stay
  for each row execute function almanac.stay_freeze();

create or replace function almanac.stay_start_window() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest timestamptz := (((almanac.clock() at time zone 'UTC') - interval 'P1D') at time zone 'UTC');
begin
  -- An entry that is cut begins where the one ends that it makes room for. This function runs as whoever writes.
  if (new.valid_from < earliest)
    and not almanac.is_making_room('almanac.stay_make_room()') then
    raise exception 'an entry of stay begins outside its window'
      using errcode = 'check_violation', constraint = 'stay_start_window_check',
        detail = 'valid_from must not be ' || 'before ' || (to_json(earliest) #>> '{}');
  end if;
  return new;
end
$$;

create or replace trigger start_window_insert
  before insert on public.stay
  for each row execute function almanac.stay_start_window();

create or replace trigger start_window_update
  before update on public.stay
  for each row when (new.valid_from is not null and new.valid_from is distinct from old.valid_from)
  execute function almanac.stay_start_window();

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
comment on column public.subscription.url is 'URL: The URL to which each event is posted. It is http or https, and not a private address.';
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
          perform set_config('almanac.many.subscription', statement_timestamp()::text, true);
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

create or replace trigger stamp
  before insert or update on public.subscription
  for each row execute function almanac.subscription_stamp();

create or replace function almanac.subscription_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'subscription', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'org.example.subscription.create', '/subscription/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party()
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.subscription_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.subscription', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'subscription', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.url, changed.filter, changed.secret, changed.status, changed.reason, changed.created_by, changed.role, changed.claims) is not distinct from (former.url, former.filter, former.secret, former.status, former.reason, former.created_by, former.role, former.claims))
        on conflict do nothing;
      end if;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, updated_fields)
      select
        'org.example.subscription.update', '/subscription/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), array_remove(array[
          case when changed.url is distinct from former.url then 'url' end,
          case when changed.filter is distinct from former.filter then 'filter' end,
          case when changed.secret is distinct from former.secret then 'secret' end,
          case when changed.status is distinct from former.status then 'status' end,
          case when changed.reason is distinct from former.reason then 'reason' end,
          case when changed.created_by is distinct from former.created_by then 'created_by' end,
          case when changed.role is distinct from former.role then 'role' end,
          case when changed.claims is distinct from former.claims then 'claims' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.url, changed.filter, changed.secret, changed.status, changed.reason, changed.created_by, changed.role, changed.claims) is not distinct from (former.url, former.filter, former.secret, former.status, former.reason, former.created_by, former.role, former.claims))
      order by changed.row_version;
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'subscription', old.id, old::text where old *<> new
    on conflict do nothing;
  end if;
  if new.row_version = old.row_version then
    if (new.url, new.filter, new.secret, new.status, new.reason, new.created_by, new.role, new.claims) is not distinct from (old.url, old.filter, old.secret, old.status, old.reason, old.created_by, old.role, old.claims) then
      return null;
    end if;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, updated_fields)
  values
    ('org.example.subscription.update', '/subscription/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), array_remove(array[
      case when new.url is distinct from old.url then 'url' end,
      case when new.filter is distinct from old.filter then 'filter' end,
      case when new.secret is distinct from old.secret then 'secret' end,
      case when new.status is distinct from old.status then 'status' end,
      case when new.reason is distinct from old.reason then 'reason' end,
      case when new.created_by is distinct from old.created_by then 'created_by' end,
      case when new.role is distinct from old.role then 'role' end,
      case when new.claims is distinct from old.claims then 'claims' end
    ], null));
  return null;
end
$$;

create or replace function almanac.subscription_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'subscription', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party)
  select
    'org.example.subscription.delete', '/subscription/' || deleted.id, instant, identity, almanac.party()
  from old_rows as deleted;
  return null;
end
$$;

create or replace trigger keep_record_insert
  after insert on public.subscription
  referencing new table as new_rows
  for each statement execute function almanac.subscription_record_insert();

create or replace trigger record_update
  after update on public.subscription
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.subscription_record_update();

create or replace trigger keep_record_delete
  after delete on public.subscription
  referencing old table as old_rows
  for each statement execute function almanac.subscription_record_delete();

create or replace function almanac.subscription_latest() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  perform almanac.record_time((
    select latest.recorded_at from public.subscription as latest
    where latest.id = current_setting('almanac.latest.subscription')::bigint and latest.recorded_in <> pg_current_xact_id()
  ));
  perform set_config('almanac.latest.subscription', '', true);
  perform set_config('almanac.many.subscription', statement_timestamp()::text, true);
  return old;
end
$$;

create or replace trigger latest_delete
  before delete on public.subscription
  for each row when (coalesce(current_setting('almanac.latest.subscription', true), '') <> '')
  execute function almanac.subscription_latest();

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

alter table public.book
  add constraint book_owner_id_fkey foreign key (owner_id) references public.party (id);

alter table public.identity
  add constraint identity_party_id_fkey foreign key (party_id) references public.party (id);

alter table public.notice
  add constraint notice_party_id_fkey foreign key (party_id) references public.party (id);

alter table public.notification
  add constraint notification_party_id_fkey foreign key (party_id) references public.party (id);

alter table public.stay
  add constraint stay_book_id_fkey foreign key (book_id) references public.book (id);

create or replace function almanac.book_notices(concerned bigint[], instant timestamptz) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
begin
  with asked as (
    select 'org.example.book.untitled' as type, item.id, recipient.party_id, jsonb_build_object('message', 'A book has a title.') as data
    from public.book as item
    cross join lateral (
      select distinct way.party_id
      from (
        select item.owner_id as party_id where item.owner_id is not null
      ) as way
    ) as recipient
    where item.id = any (concerned)
      and item.title is null
  ), wanted as (
    select asked.type, '/book/' || asked.id as source, asked.party_id, asked.data
    from asked
  ), standing as (
    select notice.id, notice.type, notice.source, notice.party_id, notice.data
    from public.notice as notice
    where notice.status = 'active'
      and notice.source = any (array(select '/book/' || row_id from unnest(concerned) as row_id))
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
begin
  if not pg_try_advisory_xact_lock(hashtext('almanac.notice')) then
    return 0;
  end if;
  -- Before an id of a change is taken: who looks tells by it which ids may still be unseen.
  perform pg_current_xact_id();
  -- Rules that are new here: all rows of their resource are looked at, from the first one.
  insert into almanac.notice_rules (resource, rules, last_id)
  select now.resource, now.rules, now.last_id
  from (values ('book', 'ITCyEJXzYSDWTbmnNpV4xp', 0)) as now (resource, rules, last_id)
  where not exists (
    select from almanac.notice_rules as known where known.resource = now.resource and known.rules = now.rules
  )
  on conflict (resource) do update set rules = excluded.rules, last_id = excluded.last_id;
  select max(clock.passed) into since from almanac.notice_clock as clock;
  instant := greatest(since, almanac.clock());

  with next as (
    delete from almanac.notice_change
    where id = any (array(select waiting.id from almanac.notice_change as waiting order by waiting.id limit most))
    returning resource, field, value
  )
  select
    count(*),
    array_agg(distinct value) filter (where resource = 'book' and field = 'id')
  into taken, changed_1
  from next;

  select array_agg(distinct row_id.id) into concerned
  from (
    select unnest(changed_1) as id
  ) as row_id;
  if cardinality(concerned) > most then
    insert into almanac.notice_change (resource, field, value)
    select 'book', 'id', unnest(concerned[most + 1:]);
    concerned := concerned[:most];
    more := true;
  end if;
  if concerned is not null then
    perform almanac.book_notices(concerned, instant);
  end if;

  select known.last_id into next_id from almanac.notice_rules as known where known.resource = 'book';
  if next_id is not null then
    select array_agg(next.id), max(next.id) into concerned, next_id
    from (select item.id from public.book as item where item.id > next_id order by item.id limit most) as next;
    if concerned is not null then
      perform almanac.book_notices(concerned, instant);
    end if;
    update almanac.notice_rules set last_id = next_id where resource = 'book';
    more := true;
  end if;

  -- Resources without rules any more.
  if exists (select from almanac.notice_rules as known where known.resource <> all (array['book']::text[])) then
    update public.notice
    set status = 'resolved'
    where id = any (array(
      select notice.id
      from public.notice as notice
      where notice.status = 'active' and split_part(notice.source, '/', 2) <> all (array['book']::text[])
      limit most
    ));
    get diagnostics found_rows = row_count;
    if found_rows = 0 then
      delete from almanac.notice_rules where resource <> all (array['book']::text[]);
    end if;
    more := true;
  end if;
  if more then
    return most;
  end if;
  return taken;
end
$$;
