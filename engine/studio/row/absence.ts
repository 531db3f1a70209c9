import type { Row } from '../api/row.ts';
import { compareInstants } from './instant.ts';

/** Why there is no row at an instant. */
export interface Absence {
  /**
   * `notYet`: it was recorded later. `entryDeleted`: it is off its timeline. `gone`: it was deleted, or the caller may
   * read no later version. `unknown`: its history tells nothing.
   */
  readonly kind: 'notYet' | 'entryDeleted' | 'gone' | 'unknown';
  /** When it was first recorded. */
  readonly first: string | null;
  /** Since when it is not there. */
  readonly since: string | null;
  /** An instant for which the page has the row. */
  readonly shownAt: string | null;
}

/** What the oldest version of a row and its two newest ones, newest first, say of its absence. */
export function absenceOf(
  { first, newest: [last, before] }: { readonly first: Row | null; readonly newest: readonly Row[] },
  asOf: string | null,
): Absence {
  const recorded = instantOf(first, 'recorded_at');
  if (first === null || last === undefined || recorded === null)
    return { kind: 'unknown', first: null, since: null, shownAt: null };
  if (asOf !== null && compareInstants(asOf, recorded) < 0)
    return { kind: 'notYet', first: recorded, since: null, shownAt: recorded };
  const isDeleted = 'valid_from' in last && last.valid_from === null;
  const shown = isDeleted ? before : last;
  return {
    kind: isDeleted ? 'entryDeleted' : 'gone',
    first: recorded,
    since: instantOf(last, isDeleted ? 'recorded_at' : 'replaced_at'),
    shownAt: instantOf(shown ?? null, 'recorded_at'),
  };
}

function instantOf(row: Row | null, name: string): string | null {
  const value = row?.[name];
  return typeof value === 'string' ? value : null;
}
