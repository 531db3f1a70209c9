import { looksAtRelations, mayFail } from '../../definition/looks.ts';
import type { BoundCondition } from '../../model/field.ts';
import { renderConjunct, type Terms } from './condition.ts';

/** What leaves some of the rows of a source, as SQL. PostgreSQL evaluates the conditions of a level in the order that it likes. */
export interface Filter {
  /** That the rows are there, that the viewer may see them, and all that cannot fail. */
  readonly open: readonly string[];
  /** What may fail, and looks at no row for which the others do not hold. */
  readonly fenced: readonly string[];
}

/** The conditions of a caller behind others that hold as well. Where no rule hides rows, none needs a fence. */
export function filterOf(
  before: readonly string[],
  conditions: readonly BoundCondition[],
  terms: Terms,
  hides: boolean,
): Filter {
  if (!hides || !conditions.some(mayFail)) {
    return { open: [...before, ...conditions.map((condition) => renderConjunct(condition, terms))], fenced: [] };
  }
  return {
    open: [...before, ...conditions.filter(isSafe).map((condition) => renderConjunct(condition, terms))],
    fenced: conditions.filter(mayFail).map((condition) => {
      const sql = renderConjunct(condition, terms);
      // As a join with related rows, it would lose the order of the rows behind the fence.
      return looksAtRelations(condition) ? `(${sql}) is true` : sql;
    }),
  };
}

/** FROM, WHERE and ORDER BY of the rows of a source that a filter leaves. */
export function renderFrom(source: string, alias: string, filter: Filter, order = ''): string {
  const isFenced = filter.fenced.length > 0;
  const rows = renderSource(source, alias, filter, order);
  return `from ${rows.source}${whereOf(rows.where)}${isFenced || order === '' ? '' : ` ${order}`}`;
}

/**
 * What stands in FROM, and the conditions in WHERE. The fence is an offset, past which PostgreSQL moves no condition. The
 * order stands within: behind the fence, PostgreSQL would sort all rows for the first few.
 */
export function renderSource(
  source: string,
  alias: string,
  { open, fenced }: Filter,
  order = '',
): { readonly source: string; readonly where: readonly string[] } {
  if (fenced.length === 0) return { source: `${source} as ${alias}`, where: open };
  const ordered = order === '' ? '' : ` ${order}`;
  return {
    source: `(select ${alias}.* from ${source} as ${alias}${whereOf(open)}${ordered} offset 0) as ${alias}`,
    where: fenced,
  };
}

/** The filter as one condition, for a statement that locks rows: none but the row itself is looked at again after the wait. */
export function renderFilter({ open, fenced }: Filter): string {
  const all = open.join(' and ');
  return fenced.length === 0 ? all : `${all} and case when ${all} then ${fenced.join(' and ')} else false end`;
}

export function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

function isSafe(condition: BoundCondition): boolean {
  return !mayFail(condition);
}
