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
  title text not null,
  status text not null default 'shelved',
  price numeric(7, 2),
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint book_pkey primary key (id),
  constraint book_title_key unique (title) deferrable initially immediate,
  constraint book_title_max_length_check check (char_length(title) <= 200),
  constraint book_status_values_check check (status in ('shelved', 'lent', 'lost')),
  constraint book_price_minimum_check check (price >= 0),
  constraint book_rule_1_check check ((status <> 'lent' or price is not null) is true)
);

create sequence public.book_row_version_seq owned by public.book.row_version;
comment on table public.book is 'Book: The library''s own.';
comment on column public.book.id is 'Id: Unique identifier, given by the service.';
comment on column public.book.title is 'Title';
comment on column public.book.status is 'status';
comment on column public.book.price is 'price';
comment on column public.book.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.book.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.book.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.book.recorded_in is 'Transaction that recorded the current version.';
comment on constraint book_rule_1_check on public.book is 'What is lent has a price.';

create table public.book_history (
  id bigint not null,
  book_id bigint not null,
  title text,
  status text,
  price numeric(7, 2),
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
comment on column public.book_history.status is 'status';
comment on column public.book_history.price is 'price';
comment on column public.book_history.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.book_history.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.book_history.replaced_at is 'Replaced at: When this version was replaced; null for the current one.';
comment on column public.book_history.replaced_by is 'Replaced by: Id of the identity that replaced it; null for the current one.';
create index book_row_version_idx on public.book (row_version);
create index book_history_book_id_recorded_at_idx on public.book_history (book_id, recorded_at);
create index book_history_title_book_id_idx on public.book_history (title, book_id);

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
    if new.id is distinct from old.id or (new.title, new.status, new.price) is not distinct from (old.title, old.status, old.price) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of book never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if new.status <> old.status then
      if (old.status, new.status) not in (('shelved', 'lent'), ('shelved', 'lost'), ('lent', 'shelved'), ('lent', 'lost')) then
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
        select current_setting('almanac.effects'), 'book', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.title, changed.status, changed.price) is not distinct from (former.title, former.status, former.price))
        on conflict do nothing;
      end if;
      insert into public.book_history
        (id, book_id, title, status, price, recorded_at, recorded_by, replaced_at, replaced_by)
      select
        former.row_version, former.id, former.title, former.status, former.price, former.recorded_at, former.recorded_by, changed.recorded_at, changed.recorded_by
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version
      order by changed.row_version;
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
      (id, book_id, title, status, price, recorded_at, recorded_by, replaced_at, replaced_by)
    values
      (old.row_version, old.id, old.title, old.status, old.price, old.recorded_at, old.recorded_by, new.recorded_at, new.recorded_by);
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
    (id, book_id, title, status, price, recorded_at, recorded_by, replaced_at, replaced_by)
  select
    deleted.row_version, deleted.id, deleted.title, deleted.status, deleted.price, deleted.recorded_at, deleted.recorded_by, instant, identity
  from old_rows as deleted where deleted.recorded_in <> pg_current_xact_id() or deleted.recorded_at <> instant;
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

create table public.loan (
  id bigint generated by default as identity,
  book_id bigint not null,
  "order" text not null,
  valid_from timestamptz,
  valid_to timestamptz,
  recorded_at timestamptz not null,
  recorded_by bigint not null,
  row_version bigint not null,
  recorded_in xid8 not null,
  constraint loan_pkey primary key (id),
  constraint loan_validity_check check (isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to))),
  constraint loan_book_id_excl exclude using gist (book_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null) deferrable initially immediate
);

create sequence public.loan_row_version_seq owned by public.loan.row_version;
comment on table public.loan is 'Loan';
comment on column public.loan.id is 'Id: Unique identifier, given by the service.';
comment on column public.loan.book_id is 'Book';
comment on column public.loan."order" is 'order';
comment on column public.loan.valid_from is 'Valid from: Start of validity, inclusive.';
comment on column public.loan.valid_to is 'Valid to: End of validity, exclusive; null while it is open.';
comment on column public.loan.recorded_at is 'Recorded at: When this was last recorded.';
comment on column public.loan.recorded_by is 'Recorded by: Id of the identity that last recorded this; 0 is the service itself.';
comment on column public.loan.row_version is 'Number of the current version: its id in the history, where one is kept.';
comment on column public.loan.recorded_in is 'Transaction that recorded the current version.';
create unique index loan_order_key on public.loan ("order") where valid_from is not null;
create index loan_book_id_valid_from_idx on public.loan (book_id, valid_from);

create or replace function almanac.loan_stamp() returns trigger
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
    new.row_version := nextval('public.loan_row_version_seq');
  else
    if new.id is distinct from old.id or (new.book_id, new."order", new.valid_from, new.valid_to) is not distinct from (old.book_id, old."order", old.valid_from, old.valid_to) then
      if new.id is distinct from old.id then
        raise exception 'the id of a row of loan never changes' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end if;
    if old.recorded_in <> pg_current_xact_id() and not (coalesce(current_setting('almanac.latest.loan', true), '') <> '') then
      new.recorded_at := almanac.record_time(old.recorded_at);
      new.row_version := nextval('public.loan_row_version_seq');
    else
      if old.recorded_in = pg_current_xact_id() then
        is_own := old.recorded_at = almanac.record_time(null);
      end if;
      if is_own then
        new.recorded_at := old.recorded_at;
        new.row_version := old.row_version;
      else
        if coalesce(current_setting('almanac.latest.loan', true), '') <> '' then
          perform almanac.record_time((
            select latest.recorded_at from public.loan as latest
            where latest.id = current_setting('almanac.latest.loan')::bigint and latest.recorded_in <> pg_current_xact_id()
          ));
          perform set_config('almanac.latest.loan', '', true);
        end if;
        new.recorded_at := almanac.record_time(old.recorded_at);
        new.row_version := nextval('public.loan_row_version_seq');
      end if;
    end if;
  end if;
  new.recorded_by := almanac.identity();
  new.recorded_in := pg_current_xact_id();
  return new;
end
$$;

create or replace trigger stamp
  before insert or update on public.loan
  for each row execute function almanac.loan_stamp();

create or replace function almanac.loan_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'loan', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function almanac.loan_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'loan', old.id, old::text where old *<> new
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function almanac.loan_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'loan', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace trigger keep_record_insert
  after insert on public.loan
  referencing new table as new_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.loan_record_insert();

create or replace trigger record_update
  after update on public.loan
  for each row when (current_setting('almanac.effects', true) <> '')
  execute function almanac.loan_record_update();

create or replace trigger keep_record_delete
  after delete on public.loan
  referencing old table as old_rows
  for each statement when (current_setting('almanac.effects', true) <> '') execute function almanac.loan_record_delete();

create or replace function almanac.loan_make_room() returns trigger
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
    raise exception 'an entry of loan begins somewhere' using errcode = 'not_null_violation', column = 'valid_from';
  elsif not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from then
    raise exception 'an entry of loan ends after it begins, and neither is infinity'
      using errcode = 'check_violation', constraint = 'loan_validity_check';
  end if;

  -- Writers of one timeline queue here; those of different timelines never meet.
  perform from public.book as timeline where timeline.id = new.book_id for no key update;

  if current_setting('almanac.batch', true) <> '' then
    insert into almanac.batch_entry (recorded_in, resource, entry)
    values (pg_current_xact_id(), 'loan', new.id)
    on conflict do nothing;
    of_batch := almanac.placed_entries('loan', array(
      select entry.id from public.loan as entry
      where entry.book_id = new.book_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    ));
  end if;

  select count(*), max(entry.recorded_at) filter (where entry.recorded_in <> pg_current_xact_id())
  into overlapped, latest
  from public.loan as entry
  where entry.book_id = new.book_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch);
  if overlapped = 0 then
    return new;
  end if;

  -- A writer who may not change all entries says which may make room.
  room := nullif(current_setting('almanac.room.loan', true), '');
  if room is not null then
    if exists (
      select from public.loan as entry
      where entry.book_id = new.book_id
    and entry.id <> new.id
    and entry.valid_from is not null
    and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(new.valid_from, new.valid_to)
    and entry.id <> all (of_batch)
      and entry.id <> all (room)
    ) then
      raise exception 'the writer may not change another entry of loan within the interval'
        using errcode = 'ZA403', constraint = 'loan_book_id_excl';
    end if;
  end if;

  -- One instant for all of them, later than each version that is replaced.
  if tg_op = 'UPDATE' and old.recorded_in <> pg_current_xact_id() then
    latest := greatest(latest, old.recorded_at);
  end if;
  latest := almanac.record_time(latest);

  update public.loan as entry
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
  return new;
end
$$;

create or replace trigger make_room_insert
  before insert on public.loan
  for each row execute function almanac.loan_make_room();

create or replace trigger make_room_update
  before update on public.loan
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.book_id <> old.book_id
  ))
  execute function almanac.loan_make_room();

alter table public.loan
  add constraint loan_book_id_fkey foreign key (book_id) references public.book (id);
