import type { ProblemCode } from '../../engine/contract/problem.ts';
import type { Method, Request } from './service.ts';

/** For each code, a request to the city library that is answered with it; null where none can be shown. */
export const errorCases: { readonly [code in ProblemCode]: readonly [Method, string, Request?] | string } = {
  malformed_url: ['GET', '/book?name=eq.100%'],
  malformed_json: ['POST', '/book', { body: '{"name": "Pan", "name": "Pan"}' }],
  malformed_csv: ['POST', '/book', { body: 'name,edition\nPan\n', headers: { 'content-type': 'text/csv' } }],
  uneven_rows: ['POST', '/book', { body: [{ name: 'Pan' }, { name: 'Pan', edition: 2 }] }],
  malformed_request: 'The connection ended within the body, or the request is not HTTP/1.1.',
  unknown_parameter: ['GET', '/book?nam=eq.Pan'],
  invalid_parameter: ['GET', '/book?name=equals.Pan'],
  filter_required: ['DELETE', '/book'],
  limit_exceeded: ['GET', '/book?limit=51'],
  request_timeout: 'The whole request did not arrive within `request_timeout_seconds`.',
  unauthenticated: ['GET', '/book', { token: null }],
  insufficient_scope: ['GET', '/copy?select=id,book(name)', { token: 'read:data:copy' }],
  forbidden:
    'The `access` of the resource gives the role of your token no right to this operation, or not with this row.',
  missing_claim: 'The service fills a field from a claim of your token, and the token does not have it.',
  forbidden_field: 'The role of your token may read the field, and may not write it.',
  not_found: ['GET', '/book/77'],
  unknown_path: ['GET', '/books'],
  method_not_allowed: ['PUT', '/book/1', { body: {} }],
  not_acceptable: ['GET', '/book', { headers: { accept: 'text/html' } }],
  not_singular: ['GET', '/book', { headers: { accept: 'application/vnd.pgrst.object+json' } }],
  unique_conflict: ['POST', '/book', { body: { name: 'Pan', edition: 1 } }],
  reference_conflict: ['POST', '/copy', { body: { book_id: 77, branch_id: 1 } }],
  still_referenced: ['DELETE', '/book/1'],
  state_conflict: ['PATCH', '/copy/1', { body: { condition: 'fine' } }],
  rule_conflict: 'The change would break one of the `checks` of a row of another resource. `detail` has its `message`.',
  endless_consequences:
    'The row that the change creates by `creates` creates another one, and so on, more than 8 deep.',
  view_failed:
    'An expression in the SELECT of a view fails for a row that you may read. It divides by zero, for example.',
  overlap_conflict: 'The timeline has `overlap: reject`, and another entry is valid within the interval.',
  timeline_conflict:
    'A new or wider interval would cut an entry that you may not update, or cover an entry that you may not delete.',
  concurrent_change: 'Two writes waited for each other, and PostgreSQL stopped this one.',
  event_lost:
    'You follow the events from one that a standby or a backup did not have when it took over. Or no event has had the id yet.',
  precondition_failed: ['DELETE', '/book/2', { headers: { 'if-match': '"77-2fWzOvgOnYSyMbc8d1X_sQ"' } }],
  payload_too_large: ['POST', '/book', { body: `{"name": "${'a'.repeat(100_000)}"}` }],
  url_too_long: ['GET', `/book?name=eq.${'a'.repeat(20_000)}`],
  unsupported_media_type: ['POST', '/book', { body: 'name=Pan', headers: { 'content-type': 'text/plain' } }],
  range_not_satisfiable: ['GET', '/book?offset=50', { headers: { prefer: 'count=exact' } }],
  invalid_body: ['POST', '/book', { body: { name: '', page_count: 3 } }],
  idempotency_key_reused: 'Another request used the same `Idempotency-Key` within the last 24 hours.',
  precondition_required: 'The service has `require_if_match: true`, and you sent a PATCH or DELETE without `If-Match`.',
  rate_limited: 'The identity sent more requests than `requests_per_minute` allows.',
  too_many_at_once:
    'The identity has as many statements at work as `statements_per_identity` allows, and no more may wait. Or it has as many event streams open as `followers_per_identity` allows, or as many NDJSON lists as `streams_per_identity`, or as many files on their way as `file_transfers_per_identity`.',
  internal: 'The service has a defect. Its log names the cause; the response does not.',
  not_ready: 'The database is not available, or its tables do not match the definitions.',
  contended: 'Other requests changed rows of the batch at the same time, in each of several attempts.',
  overloaded: 'More requests wait than the service can answer in time.',
  call_ended: 'The handler of a call took too long or too much memory, or it ended its process.',
  keys_unavailable: 'The token names a key that the service does not know, and the host of `JWKS_URL` does not answer.',
  timeout: 'A statement took longer than `statement_timeout_seconds`.',
  unavailable: 'The database does not answer, or is starting.',
  storage_unavailable: 'The folder or the bucket of the files cannot be reached.',
  storage_full: 'The disk or the bucket of the files has no room. The file was not stored, and the row is as it was.',
};
