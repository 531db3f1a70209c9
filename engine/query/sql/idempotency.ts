import { type Statement, Values } from './statement.ts';

/** Whose key it is, where it was sent, and the key itself: what a request has of its own. */
export interface IdempotencyKey {
  readonly identity: string;
  readonly route: string;
  readonly key: string;
}

/** What a request was, and to whom its answer was shown: hashes, with a dot between them in the table. */
export interface Fingerprint {
  readonly request: string;
  readonly view: string;
}

/** How long the answer to a request is kept. */
const lifetime = "interval '24 hours'";

/** Expired keys that a request removes: more than it adds, so that they come to an end. */
const removedAtOnce = 10;

/**
 * Claims a key that is not there or has expired: one row, or none when it has its answer. While another transaction holds
 * the claim, this waits for its end. A refusal of the same request is that of one viewer: another viewer claims the key anew.
 */
export function renderClaim(key: IdempotencyKey, { request, view }: Fingerprint): Statement {
  const values = new Values();
  const columns = [...keyValues(key, values), `${values.add(`${request}.${view}`)}::text`, 'almanac.clock()'].join(
    ', ',
  );
  const isRefusalOfAnother =
    "claimed.status >= 400 and split_part(claimed.fingerprint, '.', 1) = split_part(excluded.fingerprint, '.', 1) " +
    'and claimed.fingerprint <> excluded.fingerprint';
  return values.statement(
    `insert into almanac.idempotency_key as claimed (identity, route, key, fingerprint, recorded_at) values (${columns}) ` +
      'on conflict (identity, route, key) do update set fingerprint = excluded.fingerprint, recorded_at = excluded.recorded_at ' +
      `where claimed.recorded_at <= excluded.recorded_at - ${lifetime} or ${isRefusalOfAnother} returning claimed.key`,
  );
}

/** The answer that a key has, the hash of its request, and the hash of whom it was shown to. */
export function renderFirstAnswer(key: IdempotencyKey): Statement {
  const values = new Values();
  return values.statement(
    "select split_part(answered.fingerprint, '.', 1) as request, split_part(answered.fingerprint, '.', 2) as view, " +
      `answered.status, answered.headers, answered.body from almanac.idempotency_key as answered where ${keyIs('answered', key, values)}`,
  );
}

/**
 * Keeps the answer under the key that was claimed, and removes some that have expired. Here and not with the claim: with
 * nothing left to wait for, two requests that remove each other's keys cannot wait for each other.
 */
export function renderKeepAnswer(
  key: IdempotencyKey,
  { status, headers, body }: { readonly status: number; readonly headers: object; readonly body: string | null },
): Statement {
  const values = new Values();
  // A subquery is evaluated once, and its value can be looked up in the index: the clock itself could not.
  const expired =
    'select expired.ctid from almanac.idempotency_key as expired ' +
    `where expired.recorded_at <= (select almanac.clock() - ${lifetime}) ` +
    `order by expired.recorded_at limit ${removedAtOnce} for update skip locked`;
  const answer = [
    `status = ${values.add(String(status))}::smallint`,
    `headers = ${values.add(JSON.stringify(headers))}::json`,
    `body = ${values.add(body)}::text`,
  ].join(', ');
  return values.statement(
    `with removed as (delete from almanac.idempotency_key where ctid = any (array(${expired}))) ` +
      `update almanac.idempotency_key as claimed set ${answer} where ${keyIs('claimed', key, values)}`,
  );
}

function keyValues({ identity, route, key }: IdempotencyKey, values: Values): readonly string[] {
  return [`${values.add(identity)}::bigint`, `${values.add(route)}::text`, `${values.add(key)}::text`];
}

function keyIs(alias: string, key: IdempotencyKey, values: Values): string {
  const [identity, route, text] = keyValues(key, values);
  return `${alias}.identity = ${identity} and ${alias}.route = ${route} and ${alias}.key = ${text}`;
}
