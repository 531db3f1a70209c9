-- 20261122032858_bounded_refusals
-- Read it, and change it where you know better, until it is applied; afterwards it stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.

-- Step 1 of 1: the triggers and functions are those of this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: a migration by the earlier version writes them as they were
create index if not exists idempotency_key_refused_idx on almanac.idempotency_key (identity, recorded_at) where status >= 400;

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
    raise exception 'the key is not claimed, or has its answer' using errcode = 'insufficient_privilege';
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
