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

/** Reads `limit` and `offset`, and of these rows takes those in the range. Without a limit it is the default. */
export function planPage({ limit, offset, range, unlimited }: AskedPage, limits: Limits): Result<Page> {
  const rows = limit === undefined ? null : readCount(limit, limits.pageMaximum);
  const skipped = offset === undefined ? null : readCount(offset, Number.MAX_SAFE_INTEGER);
  if (rows?.ok === false || skipped?.ok === false) {
    return { ok: false, faults: faultsOf([rows, skipped].filter((each) => each !== null)) };
  }
  const first = Math.max(skipped?.value ?? 0, range?.first ?? 0);
  const ends = [
    rows === null ? Number.POSITIVE_INFINITY : (skipped?.value ?? 0) + rows.value,
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

/** Reads a number of rows. */
export function readCount({ name, value }: Parameter, maximum: number): Result<number> {
  if (!/^\d{1,16}$/.test(value)) {
    return refuse(
      'invalid_parameter',
      { parameter: name, position: 0 },
      `${name} is ${JSON.stringify(value.slice(0, 60))}`,
      `expected a whole number from 0 to ${maximum}`,
    );
  }
  const number = Number(value);
  if (number <= maximum) return { ok: true, value: number };
  const code = name.endsWith('limit') ? 'limit_exceeded' : 'invalid_parameter';
  return refuse(code, { parameter: name, position: 0 }, `${name} is ${value}`, `expected at most ${maximum}`);
}
