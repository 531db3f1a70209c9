import { commentOn } from '../sql/comment.ts';
import { databaseFunction } from '../sql/function.ts';
import type { SchemaObject } from '../sql/object.ts';
import { engineTable } from '../sql/table.ts';
import { asOwner } from './plpgsql.ts';
import { engineIndex } from './table/index.ts';

/** How long the answer to a request is kept. */
const lifetime = "interval '24 hours'";

/** Expired keys that a request removes: more than it adds, so that they come to an end. */
const removedAtOnce = 10;

/** Refusals that are kept for one identity: no row is written for them, so nothing else bounds their number. */
const refusalsOfIdentity = 1000;

const answers = engineTable(
  'almanac.idempotency_key',
  {
    identity: 'bigint not null',
    route: 'text not null',
    key: 'text not null',
    fingerprint: 'text not null',
    recorded_at: 'timestamptz not null',
    status: 'smallint',
    headers: 'json',
    body: 'text',
  },
  { isKept: true, rules: ['constraint idempotency_key_pkey primary key (identity, route, key)'] },
);

// While another transaction holds the claim, this waits for its end.
const claimKey = databaseFunction(
  'almanac.claim_key(bigint, text, text, text, text)',
  `almanac.claim_key(
  caller bigint, path text, sent_key text, request text, viewer text
) returns boolean`,
  `language plpgsql
${asOwner}
as $$
begin
  insert into almanac.idempotency_key as claimed (identity, route, key, fingerprint, recorded_at)
  values (caller, path, sent_key, request || '.' || viewer, almanac.clock())
  on conflict (identity, route, key) do update
  set fingerprint = excluded.fingerprint, recorded_at = excluded.recorded_at, status = null, headers = null, body = null
  where claimed.recorded_at <= excluded.recorded_at - ${lifetime}
    or (
      claimed.status >= 400
      and split_part(claimed.fingerprint, '.', 1) = request
      and claimed.fingerprint <> excluded.fingerprint
    );
  return found;
end
$$`,
);

const firstAnswer = databaseFunction(
  'almanac.first_answer(bigint, text, text, text, text)',
  `almanac.first_answer(caller bigint, path text, sent_key text, request text, viewer text)
returns table (same_view boolean, status smallint, headers json, body text)`,
  `language plpgsql
${asOwner}
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
$$`,
);

// What has expired is removed here and not with the claim: with nothing left to wait for, two requests that remove each
// other's keys cannot wait for each other. A subquery is evaluated once, and its value can be looked up in the index.
const keepAnswer = databaseFunction(
  'almanac.keep_answer(bigint, text, text, smallint, json, text)',
  `almanac.keep_answer(
  caller bigint, path text, sent_key text, answer_status smallint, answer_headers json, answer_body text
) returns void`,
  `language plpgsql
${asOwner}
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
    where expired.recorded_at <= (select almanac.clock() - ${lifetime})
    order by expired.recorded_at
    limit ${removedAtOnce}
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
          offset ${refusalsOfIdentity - 1} limit 1
        )
      order by refused.recorded_at
      limit ${removedAtOnce}
      for update skip locked
    ));
  end if;
end
$$`,
);

/** The functions that the service uses the keys by, as `grant` names them. */
export const idempotencyFunctions: readonly string[] = [claimKey.name, firstAnswer.name, keepAnswer.name];

/**
 * The table of the answers that are kept for an Idempotency-Key, and the functions that alone use it. A request for an
 * answer names its identity, the request and the viewer. The fingerprint is the hash of the request, a dot, and the
 * hash of the viewer.
 */
export const idempotencyObjects: readonly SchemaObject[] = [
  answers,
  engineIndex('idempotency_key_recorded_at_idx', answers, '(recorded_at)'),
  engineIndex('idempotency_key_refused_idx', answers, '(identity, recorded_at) where status >= 400'),
  commentOn(
    answers,
    'Answers to requests with an Idempotency-Key, for a day; written in the transaction of the write.',
  ),
  claimKey,
  commentOn(
    claimKey,
    'Claims a key that is not there, has expired, or has a refusal of another viewer; false when it has its answer.',
  ),
  firstAnswer,
  commentOn(
    firstAnswer,
    'The answer that the same request of the same caller had under the key, its body for the same viewer alone; ' +
      'no row when the key is of another request.',
  ),
  keepAnswer,
  commentOn(
    keepAnswer,
    'Keeps the answer to the request that claimed the key, and removes some that have expired, ' +
      `and refusals of this caller beyond the last ${refusalsOfIdentity}.`,
  ),
];
