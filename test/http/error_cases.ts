import type { ProblemCode } from '../../engine/http/problem.ts';
import type { Method, Request } from './service.ts';

/** For each code, a request to the city library that is answered with it; null where none can be shown. */
export const errorCases: { readonly [code in ProblemCode]: readonly [Method, string, Request?] | string } = {
  malformed_url: ['GET', '/book?name=eq.100%'],
  malformed_json: ['POST', '/book', { body: '{"name": "Pan", "name": "Pan"}' }],
  malformed_request: 'The connection broke off within the body, or what came is no HTTP.',
  unknown_parameter: ['GET', '/book?nam=eq.Pan'],
  invalid_parameter: ['GET', '/book?name=equals.Pan'],
  filter_required: 'A PATCH of a collection, such as that of notifications, came without a filter.',
  limit_exceeded: ['GET', '/book?limit=51'],
  request_timeout: 'The request did not come in time.',
  unauthenticated: ['GET', '/book', { token: null }],
  insufficient_scope: ['GET', '/copy?select=id,book(name)', { token: 'read:data:copy' }],
  forbidden: 'The rules under `access` of the resource let the role of the token do no such thing.',
  forbidden_field: 'The role of the token sees a field, and may not write it.',
  not_found: ['GET', '/book/77'],
  unknown_path: ['GET', '/books'],
  method_not_allowed: ['PUT', '/book/1', { body: {} }],
  not_acceptable: ['GET', '/book', { headers: { accept: 'text/html' } }],
  not_singular: ['GET', '/book', { headers: { accept: 'application/vnd.pgrst.object+json' } }],
  unique_conflict: ['POST', '/book', { body: { name: 'Pan', edition: 1 } }],
  reference_conflict: ['POST', '/copy', { body: { book_id: 77, branch_id: 1 } }],
  still_referenced: ['DELETE', '/book/1'],
  state_conflict: ['PATCH', '/copy/1', { body: { condition: 'fine' } }],
  overlap_conflict: 'A timeline with `overlap: reject` has an entry within the interval of another.',
  timeline_conflict:
    'A new or wider interval overlaps an entry of the timeline that the role of the token may not update, or not delete where it is covered.',
  concurrent_change: 'PostgreSQL stopped one of two writes that waited for each other.',
  precondition_failed: ['DELETE', '/book/2', { headers: { 'if-match': '"77-2fWzOvgOnYSyMbc8d1X_sQ"' } }],
  payload_too_large: ['POST', '/book', { body: `{"name": "${'a'.repeat(100_000)}"}` }],
  url_too_long: ['GET', `/book?name=eq.${'a'.repeat(20_000)}`],
  unsupported_media_type: ['POST', '/book', { body: 'name=Pan', headers: { 'content-type': 'text/plain' } }],
  range_not_satisfiable: ['GET', '/book?offset=50', { headers: { prefer: 'count=exact' } }],
  invalid_body: ['POST', '/book', { body: { name: '', page_count: 3 } }],
  idempotency_key_reused: 'A POST came under an `Idempotency-Key` that another request had within the last 24 hours.',
  precondition_required: 'The service has `require_if_match: true`, and a PATCH or DELETE came without `If-Match`.',
  rate_limited: 'The identity asked more often than `requests_per_minute` allows.',
  too_many_at_once:
    'Requests of the identity wait for earlier ones, and no more may wait; or it has as many streams of events as `followers_per_identity` allows, or reads as many NDJSON lists as `streams_per_identity`.',
  internal: 'A defect of the service. The log has its cause, the answer does not.',
  not_ready: 'At /readyz: the database is away, or its tables are not those of the definitions.',
  overloaded: 'More requests wait than the service can answer in good time.',
  keys_unavailable:
    'The host that publishes the keys of tokens does not answer, and the token names a key that is not known.',
  timeout: 'The database worked on the request longer than the service allows.',
  unavailable: 'The database is away, or starting.',
};
