import { Problem } from '../../contract/problem.ts';
import type { Range } from '../../query/plan/page.ts';

/**
 * Reads the header Range: `0-24`, as PostgREST's clients write it, or `items=0-24`; from a row on with `25-`. A range of
 * anything else is left alone (RFC 9110, 14.2).
 * @throws Problem for a range that ends before it begins.
 */
export function readRange(header: string | undefined): Range | null {
  const [, first, last] = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined) return null;
  const range = { first: Number(first), last: last === undefined ? null : Number(last) };
  if (range.last === null || range.first <= range.last) return range;
  throw new Problem('range_not_satisfiable', `the range ${first}-${last} ends before it begins`);
}

/** The header Content-Range: which rows these are, and of how many when that is known. */
export function contentRange(offset: number, count: number, total: number | null): string {
  return `${count === 0 ? '*' : `${offset}-${offset + count - 1}`}/${total ?? '*'}`;
}

/**
 * The status of a page, which depends on the number of all rows where that is known.
 * @throws Problem for a page that begins behind the last row.
 */
export function statusOfPage(offset: number, count: number, total: number | null): 200 | 206 {
  if (total === null) return 200;
  if (offset > total) {
    throw new Problem('range_not_satisfiable', `the page begins at row ${offset}, and there are ${total}`, {
      headers: { 'content-range': `*/${total}` },
    });
  }
  return count < total ? 206 : 200;
}
