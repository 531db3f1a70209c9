import type { Limits } from '../../model/service.ts';
import { faultsOf, type Parameter, type Result, refuse } from './query_string.ts';

/** Which of the rows, in their order. */
export interface Page {
  /** Null for all of them. */
  readonly limit: number | null;
  readonly offset: number;
}

/** Rows by their places, from 0, as the header Range asks for them; `last` is null for all that follow. */
export interface Range {
  readonly first: number;
  readonly last: number | null;
}

/** What a request says of its page. */
export interface AskedPage {
  readonly limit: Parameter | undefined;
  readonly offset: Parameter | undefined;
  readonly range: Range | null;
  /** Whether all rows are meant where it says nothing. */
  readonly unlimited: boolean;
}

/**
 * Reads `limit` and `offset`, and of these rows takes those in the range. Without a limit it is the default. As in
 * PostgREST, places before the first row count, and have no rows: of `offset=-4&limit=6` there are two. A page that ends
 * before it begins is refused.
 */
export function planPage({ limit, offset, range, unlimited }: AskedPage, limits: Limits): Result<Page> {
  const rows = limit === undefined ? null : readInteger(limit, limits.pageMaximum);
  const skipped = offset === undefined ? null : readInteger(offset, Number.MAX_SAFE_INTEGER);
  if (rows?.ok === false || skipped?.ok === false) {
    return { ok: false, faults: faultsOf([rows, skipped].filter((each) => each !== null)) };
  }
  const start = skipped?.value ?? 0;
  if (limit !== undefined && rows !== null && start + rows.value < Math.max(0, start)) {
    return endsTooEarly(limit, start);
  }
  const first = Math.max(0, start, range?.first ?? 0);
  const ends = [
    rows === null ? Number.POSITIVE_INFINITY : start + rows.value,
    range === null || range.last === null ? Number.POSITIVE_INFINITY : range.last + 1,
  ];
  const asked = Math.max(0, Math.min(...ends) - first);
  if (asked === Number.POSITIVE_INFINITY) {
    const all = unlimited ? null : Math.min(limits.pageDefault, limits.pageMaximum);
    return { ok: true, value: { limit: all, offset: first } };
  }
  if (asked <= limits.pageMaximum) return { ok: true, value: { limit: asked, offset: first } };
  const detail = `the header Range asks for ${asked} rows`;
  return refuse(
    'limit_exceeded',
    { parameter: 'Range', position: null },
    detail,
    `expected at most ${limits.pageMaximum}`,
  );
}

function endsTooEarly({ name, value }: Parameter, start: number): Result<never> {
  return refuse(
    'range_not_satisfiable',
    { parameter: name, position: null },
    start < 0 ? `the page ends before the first row` : `${name} is ${value}`,
    start < 0 ? 'expected a limit that goes past the offset' : 'expected 0 or more',
  );
}

/** Reads a number of rows. */
export function readCount(parameter: Parameter, maximum: number): Result<number> {
  return parameter.value.startsWith('-') ? noNumber(parameter, maximum) : readInteger(parameter, maximum);
}

function noNumber({ name, value }: Parameter, maximum: number): Result<never> {
  return refuse(
    'invalid_parameter',
    { parameter: name, position: 0 },
    `${name} is ${JSON.stringify(value.slice(0, 60))}`,
    `expected a whole number from 0 to ${maximum}`,
  );
}

function readInteger(parameter: Parameter, maximum: number): Result<number> {
  const { name, value } = parameter;
  if (!/^-?\d{1,16}$/.test(value)) return noNumber(parameter, maximum);
  const number = Number(value);
  if (number <= maximum) return { ok: true, value: number };
  const code = name.endsWith('limit') ? 'limit_exceeded' : 'invalid_parameter';
  return refuse(code, { parameter: name, position: 0 }, `${name} is ${value}`, `expected at most ${maximum}`);
}
