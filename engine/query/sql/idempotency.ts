import { type Statement, Values } from './statement.ts';

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
 * Claims a key that is not there or has expired, in `claimed`: no when it has its answer. While another transaction holds
 * the claim, this waits for its end. A refusal of the same request is that of one viewer: another viewer claims the key anew.
 */
export function renderClaim(key: IdempotencyKey, fingerprint: Fingerprint): Statement {
  const values = new Values();
  return values.statement(`select almanac.claim_key(${requestValues(key, fingerprint, values)}) as claimed`);
}

/**
 * The answer that the same request had under the key, and whether it was shown to the same viewer, in `same_view`: the body
 * is there for that one alone. No row when the key was sent with another request.
 */
export function renderFirstAnswer(key: IdempotencyKey, fingerprint: Fingerprint): Statement {
  const values = new Values();
  const parameters = requestValues(key, fingerprint, values);
  return values.statement(`select same_view, status, headers, body from almanac.first_answer(${parameters})`);
}

/** Keeps the answer under the key that was claimed. */
export function renderKeepAnswer(
  key: IdempotencyKey,
  { status, headers, body }: { readonly status: number; readonly headers: object; readonly body: string | null },
): Statement {
  const values = new Values();
  const parameters = [
    ...keyValues(key, values),
    `${values.add(String(status))}::smallint`,
    `${values.add(JSON.stringify(headers))}::json`,
    `${values.add(body)}::text`,
  ];
  return values.statement(`select almanac.keep_answer(${parameters.join(', ')})`);
}

function requestValues(key: IdempotencyKey, { request, view }: Fingerprint, values: Values): string {
  return [...keyValues(key, values), `${values.add(request)}::text`, `${values.add(view)}::text`].join(', ');
}

function keyValues({ identity, route, key }: IdempotencyKey, values: Values): readonly string[] {
  return [`${values.add(identity)}::bigint`, `${values.add(route)}::text`, `${values.add(key)}::text`];
}
