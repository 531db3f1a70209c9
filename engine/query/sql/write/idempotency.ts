import { join, sql } from '../../../sql/fragment.ts';
import { parameter, type Sql, type Statement, statementOf } from '../condition/statement.ts';

/** Whose key it is, where it was sent, and the key itself: what a request has of its own. */
export interface IdempotencyKey {
  readonly identity: string;
  readonly route: string;
  readonly key: string;
}

/** What a request was, and to whom its answer was shown: hashes. */
export interface Fingerprint {
  readonly request: string;
  readonly view: string;
}

/**
 * Claims a key that is free or has expired, in `claimed`: false if it has its answer. While another transaction holds
 * the claim, this waits for its end. A refusal belongs to one principal: another principal of the same request claims the key
 * again.
 */
export function renderClaim(key: IdempotencyKey, fingerprint: Fingerprint): Statement {
  return statementOf(sql`select almanac.claim_key(${requestValues(key, fingerprint)}) as claimed`);
}

/**
 * The answer that the same request had under the key. `same_view` says whether the same principal got it: the body is for
 * that principal only. No row if the key was sent with another request.
 */
export function renderFirstAnswer(key: IdempotencyKey, fingerprint: Fingerprint): Statement {
  const parameters = requestValues(key, fingerprint);
  return statementOf(sql`select same_view, status, headers, body from almanac.first_answer(${parameters})`);
}

/** Keeps the answer under the key that was claimed. */
export function renderKeepAnswer(
  key: IdempotencyKey,
  { status, headers, body }: { readonly status: number; readonly headers: object; readonly body: string | null },
): Statement {
  const parameters = [
    ...keyValues(key),
    sql`${parameter(String(status))}::smallint`,
    sql`${parameter(JSON.stringify(headers))}::json`,
    sql`${parameter(body)}::text`,
  ];
  return statementOf(sql`select almanac.keep_answer(${join(parameters, ', ')})`);
}

function requestValues(key: IdempotencyKey, { request, view }: Fingerprint): Sql {
  return join([...keyValues(key), sql`${parameter(request)}::text`, sql`${parameter(view)}::text`], ', ');
}

function keyValues({ identity, route, key }: IdempotencyKey): readonly Sql[] {
  return [sql`${parameter(identity)}::bigint`, sql`${parameter(route)}::text`, sql`${parameter(key)}::text`];
}
