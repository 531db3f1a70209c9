import type { Problem, ProblemCode } from './problem.ts';

/** The codes of PostgREST and PostgreSQL for problems. Clients of PostgREST compare them. A problem left out keeps its code. */
export const postgrestCodes: { readonly [code in ProblemCode]?: string } = {
  malformed_json: 'PGRST102',
  malformed_csv: 'PGRST102',
  uneven_rows: 'PGRST102',
  unknown_parameter: '42703',
  invalid_parameter: 'PGRST100',
  filter_required: '21000',
  limit_exceeded: '54000',
  unauthenticated: 'PGRST301',
  insufficient_scope: '42501',
  forbidden: '42501',
  forbidden_field: '42501',
  not_found: 'PGRST116',
  unknown_path: '42P01',
  method_not_allowed: 'PGRST117',
  not_acceptable: 'PGRST107',
  not_singular: 'PGRST116',
  unique_conflict: '23505',
  reference_conflict: '23503',
  still_referenced: '23503',
  rule_conflict: '23514',
  overlap_conflict: '23P01',
  timeline_conflict: '23P01',
  concurrent_change: '40001',
  payload_too_large: '54000',
  url_too_long: '54000',
  unsupported_media_type: 'PGRST102',
  range_not_satisfiable: 'PGRST103',
  invalid_body: '23514',
  internal: 'XX000',
  not_ready: 'PGRST001',
  overloaded: 'PGRST003',
  keys_unavailable: 'PGRST300',
  timeout: '57014',
  unavailable: 'PGRST001',
};

/** A problem with the members that clients of PostgREST look at: `code`, `details`, `hint` and `message`. */
export function postgrestError(problem: Problem): Readonly<Record<string, unknown>> {
  const { code, details, errors, hint } = problem;
  const isPreference = code === 'invalid_parameter' && errors[0]?.parameter === 'Prefer';
  const faults = errors.map(({ pointer, parameter, detail }) => `${pointer ?? parameter ?? 'body'}: ${detail}`);
  const own = problem.toJSON();
  return {
    ...own,
    code: isPreference ? invalidPreference : (postgrestCodes[code] ?? own.code),
    details: details ?? (faults.join('; ') || null),
    hint,
  };
}

export const invalidPreference = 'PGRST122';
