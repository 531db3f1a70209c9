import { isLosslessNumber, stringify } from 'lossless-json';
import { turnRefused } from '../../../db/database_error.ts';
import { Problem } from '../../contract/problem.ts';
import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import type { Parameter } from '../../query/plan/query_string.ts';
import type { Violation } from '../../schema/constraint/kind.ts';
import { type Constraint, kindOf } from '../../schema/constraint/kinds.ts';
import { forbiddenState } from '../../schema/record_time.ts';
import { targetOf } from '../../vocabulary/field_type.ts';
import { consequenceProblem } from './consequence_refusal.ts';
import type { Body, Refusal, RefusedWrite, Sight } from './refused_write.ts';

/** PostgreSQL's own refusal: the role of the service lacks a grant. */
const insufficientPrivilege = '42501';

/** The answer to a write that the database refused: it names what the caller sent, and nothing that they may not read. */
export function writeProblem(
  refusal: Refusal,
  write: RefusedWrite,
  constraints: ReadonlyMap<string, Constraint>,
): Problem {
  const special = limitProblem(refusal) ?? consequenceProblem(refusal, write, constraints);
  if (special !== null) return special;
  const { table, body, sight } = write;
  const constraint = refusal.constraint === null ? undefined : constraints.get(refusal.constraint);
  if (constraint === undefined) {
    const claim = refusal.sqlstate === '23502' ? missingClaim(table.fields.get(refusal.column ?? '')) : null;
    if (claim !== null) return claim;
    return unknownReference(refusal, table, body) ?? newRuleProblem(refusal) ?? databaseProblem(refusal);
  }
  if (isOfReachedRow(constraint, table)) return reachedProblem(constraint, sight);
  const violation = kindOf(constraint).violation(constraint, {
    table,
    sent: (field) => (table.fields.get(field)?.writeOnly ? null : sent(body, field)),
    shows: (field) => sight.shows(table.name, field),
    showsAll: sight.showsAll,
    detail: refusal.detail,
    isForbidden: refusal.sqlstate === forbiddenState,
  });
  return violation === null ? databaseProblem(refusal) : violationProblem(violation);
}

/** Whether a rule of another row has refused a deletion that reaches it: references and related checks have words for that. */
function isOfReachedRow({ kind, resource }: Constraint, table: Table): boolean {
  return resource !== table.name && !ofSeveralTables.has(kind);
}

const ofSeveralTables: ReadonlySet<Constraint['kind']> = new Set([
  'reference',
  'elements',
  'related_check',
  'primary_key',
]);

function reachedProblem({ resource }: Constraint, sight: Sight): Problem {
  const rows = sight.showsAll(resource, 'id') ? `a row of ${resource} that` : 'a row that';
  return new Problem('rule_conflict', `${rows} the request would also change does not allow it`);
}

/** The answer to a create without a value that the token was to give; null where it was not. */
function missingClaim(field: Field | undefined): Problem | null {
  if (field?.default?.kind !== 'claim') return null;
  const { name, create } = field;
  const { claim } = field.default;
  if (!create) return new Problem('missing_claim', `your token has no claim ${claim} that fits ${name}`);
  const detail = `${name} is missing, and your token has no claim ${claim} that fits it`;
  return conflict('invalid_body', detail, [name]);
}

/**
 * The answer to a write that a rule of later definitions refused: a migration has brought it, while this process still has
 * the earlier ones. The rule may be about fields that the caller does not read. Null for anything else.
 */
function newRuleProblem({ sqlstate }: Refusal): Problem | null {
  switch (sqlstate) {
    case '23502':
      return broken('newer definitions require a value that the row does not have');
    case '23514':
      return broken('the row breaks a rule of newer definitions');
    case '23505':
      return conflict('unique_conflict', 'another row has a value that is unique by newer definitions', []);
    case '23503':
      return conflict('reference_conflict', 'newer definitions have a reference that the change would break', []);
    case '23P01':
      return new Problem('overlap_conflict', 'by newer definitions, another entry is valid within the interval');
    default:
      return null;
  }
}

/**
 * Faults of parameters that only PostgreSQL finds: an expression or a search that it cannot read, or a value that
 * cannot be converted. Null for anything else.
 */
export function queryProblemOf(refusal: Refusal, parameters: readonly Parameter[]): Problem | null {
  const limit = refusal.tooLong ? answerTooLong() : limitProblem(refusal);
  if (limit !== null) return limit;
  const { sqlstate } = refusal;
  for (const { sqlstates, mark, detail } of faultsOfValues) {
    const suspects = parameters.filter(({ value }) => sqlstates.test(sqlstate) && mark.test(value));
    if (suspects.length === 0) continue;
    const names = [...new Set(suspects.map(({ name }) => name))];
    return new Problem('invalid_parameter', `${detail} (${names.join(', ')})`, {
      errors: names.map((parameter) => ({ parameter, detail })),
    });
  }
  if (!sqlstate.startsWith('54')) return null;
  return new Problem('limit_exceeded', 'the request is too complex for one statement', {
    hint: 'ask for less at once',
  });
}

/**
 * The answer to a statement that PostgreSQL stopped at a limit; null for anything else. Null also for a lost
 * connection, since a write may have been done.
 */
function limitProblem({ sqlstate, tooLong, unavailable }: Refusal): Problem | null {
  if (unavailable) return null;
  if (tooLong) return answerTooLong();
  if (sqlstate !== configurationLimit) return null;
  return new Problem('limit_exceeded', 'the request needs more temporary files than temporary_bytes allows', {
    hint: 'ask for less at once, or in the order of id',
  });
}

// configuration_limit_exceeded: temp_file_limit is the only one of PostgreSQL's.
const configurationLimit = '53400';

export function answerTooLong(): Problem {
  return new Problem('limit_exceeded', 'the answer is longer than response_bytes allows', {
    hint: 'ask for fewer rows or columns; a list without limit may be longer as application/x-ndjson',
  });
}

/** By SQLSTATE (PostgreSQL manual, appendix A), with what a parameter that may be the cause has in it. */
const faultsOfValues = [
  { sqlstates: /^22025$/, mark: /(^|\W)i?like\W/, detail: 'a pattern ends in a single backslash' },
  {
    sqlstates: /^2201B$/,
    mark: /(^|\W)i?match\W/,
    detail: 'PostgreSQL cannot read a regular expression of the request',
  },
  {
    // XX000: more than 32 operators that wait for their operands.
    sqlstates: /^(42601|22023|5400[01]|XX000)$/,
    mark: /(^|\W)(pl|ph|w)?fts\W/,
    detail: 'PostgreSQL cannot read a text search of the request: write &, | or ! between the words of fts',
  },
  { sqlstates: /^(22...|42846)$/, mark: /::/, detail: 'a value cannot be converted to the type that is asked for' },
] as const;

/** The answer to a statement that failed for no fault of its caller, or for one that only PostgreSQL sees. */
export function databaseProblem(refusal: Refusal): Problem {
  const { sqlstate, unavailable, undone } = refusal;
  if (sqlstate === turnRefused.sqlstate) {
    const detail = 'too many requests of this identity wait for the database';
    return new Problem('too_many_at_once', detail, { headers: { 'retry-after': '2' } });
  }
  if (unavailable || sqlstate.startsWith('53')) {
    const detail = readOnlyStates.has(sqlstate) ? 'the database takes no writes' : 'the database does not answer';
    const lost = unavailable ? (undone ? 'undone' : 'unknown') : null;
    return new Problem('unavailable', detail, { headers: { 'retry-after': '2' }, lost });
  }
  if (sqlstate === insufficientPrivilege) {
    const problem = new Problem('unavailable', 'the service lacks a right in its database', {
      headers: { 'retry-after': '60' },
    });
    return Object.assign(problem, {
      cause: `${refusal.message}: run what "almanac roles" prints again, in this database`,
    });
  }
  if (sqlstate === '57014')
    return new Problem('timeout', 'the database took too long to answer', { headers: { 'retry-after': '2' } });
  if (sqlstate === '40001' || sqlstate === '40P01') {
    return new Problem('concurrent_change', 'the same rows were changed at the same time');
  }
  if (sqlstate === touchedTwice) {
    const hint = 'write the rows one by one';
    return new Problem('overlap_conflict', 'the write would change one of its rows a second time', { hint });
  }
  const cause = `SQLSTATE ${sqlstate} ${refusal.constraint ?? refusal.column ?? ''}`;
  if (otherTables.has(sqlstate)) {
    const headers = { 'retry-after': '2' };
    const detail = 'the tables of the database do not fit the definitions';
    return Object.assign(new Problem('not_ready', detail, { headers }), { cause });
  }
  return Object.assign(new Problem('internal', 'the service could not carry out the request'), { cause });
}

/** As PostgreSQL says it of a server in recovery, or of one that was made read-only. */
const readOnlyStates: ReadonlySet<string> = new Set(['25006', '55000', 'XX000']);

/** triggered_data_change_violation: to make room for a row, a trigger has changed another row of the statement. */
const touchedTwice = '27000';

/**
 * A missing table, column or operator, or a value of another type (PostgreSQL, Appendix A). A migration has renamed,
 * dropped or converted something that this process still uses.
 */
const otherTables: ReadonlySet<string> = new Set(['42P01', '42703', '42883', '42804']);

/** A reference to a row that is hidden from the writer: to them, it is not there. The column of an array has the element behind it. */
function unknownReference({ sqlstate, column }: Refusal, { fields }: Table, body: Body): Problem | null {
  const [name = '', element] = sqlstate === '23503' ? (column ?? '').split(' ') : [];
  const field = fields.get(name);
  const to = field === undefined ? null : targetOf(field.type);
  if (to === null) return null;
  return conflict('reference_conflict', `${name} ${element ?? show(body[name])} refers to no ${to}`, [name]);
}

function conflict(code: Violation['code'], detail: string, fields: readonly string[]): Problem {
  return new Problem(code, detail, { errors: fields.map((field) => ({ pointer: `/${field}`, detail })) });
}

function broken(detail: string): Problem {
  return new Problem('invalid_body', detail, { errors: [{ pointer: '', detail }] });
}

function violationProblem({ code, detail, fields }: Violation): Problem {
  return code === 'invalid_body' && fields.length === 0 ? broken(detail) : conflict(code, detail, fields);
}

/** A value of a body as a message shows it; null without a value. */
function sent(body: Body, field: string): string | null {
  return Object.hasOwn(body, field) ? show(body[field]) : null;
}

function show(value: unknown): string {
  const text = isLosslessNumber(value) ? value.value : (stringify(value) ?? '');
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}
