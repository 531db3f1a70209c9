import { looksAtRelations, mayFail, readsUnsure } from '../../../../model/condition/looks.ts';
import type { AnyCondition } from '../../../../model/field.ts';
import { empty, type Fragment, join, raw, sql } from '../../../../sql/fragment.ts';
import { renderConjunct } from '../../condition/condition.ts';
import type { Sql, StatementTerms } from '../../condition/statement.ts';

/** What leaves some of the rows of a source, as SQL. PostgreSQL evaluates the conditions of a level in the order that it likes. */
export interface Filter {
  /** That the rows are there, that the principal may see them, and all that cannot fail. */
  readonly open: readonly Sql[];
  /** What may fail, and looks at no row for which the others do not hold. */
  readonly fenced: readonly Sql[];
}

/**
 * The conditions of a caller behind others that hold as well. Where no rule hides rows, none needs a fence but those on what a
 * view makes.
 */
export function filterOf(
  before: readonly Sql[],
  conditions: readonly AnyCondition[],
  terms: StatementTerms,
  hides: boolean,
): Filter {
  if (!conditions.some(hides ? mayFail : readsUnsure)) {
    return { open: [...before, ...conditions.map((condition) => renderConjunct(condition, terms))], fenced: [] };
  }
  return {
    open: [...before, ...conditions.filter(isSafe).map((condition) => renderConjunct(condition, terms))],
    fenced: conditions.filter(mayFail).map((condition) => {
      const fenced = renderConjunct(condition, terms);
      // As a join with related rows, it would lose the order of the rows behind the fence.
      return looksAtRelations(condition) ? sql`(${fenced}) is true` : fenced;
    }),
  };
}

/** FROM, WHERE and ORDER BY of the rows of a source that a filter leaves. */
export function renderFrom(source: Sql, alias: string, filter: Filter, order: Sql | null = null): Sql {
  const isFenced = filter.fenced.length > 0;
  const rows = renderSource(source, alias, filter, order);
  return sql`from ${rows.source}${whereOf(rows.where)}${isFenced ? empty : behind(order)}`;
}

/**
 * The items in FROM, and the conditions in WHERE. The fence is an offset: PostgreSQL moves no condition past it. The
 * order is within: behind the fence, PostgreSQL would sort all rows for the first few.
 */
export function renderSource(
  source: Sql,
  alias: string,
  { open, fenced }: Filter,
  order: Sql | null = null,
): { readonly source: Sql; readonly where: readonly Sql[] } {
  const name = raw(alias);
  if (fenced.length === 0) return { source: sql`${source} as ${name}`, where: open };
  return {
    source: sql`(select ${name}.* from ${source} as ${name}${whereOf(open)}${behind(order)} offset 0) as ${name}`,
    where: fenced,
  };
}

/** The filter as one condition, for a statement that locks rows: none but the row itself is looked at again after the wait. */
export function renderFilter({ open, fenced }: Filter): Sql {
  const all = allOf(open);
  return fenced.length === 0 ? all : sql`${all} and case when ${all} then ${allOf(fenced)} else false end`;
}

/** The conditions, of which there is at least one, as one. */
export function allOf<Value>(conditions: readonly Fragment<Value>[]): Fragment<Value> {
  return join(conditions, ' and ');
}

/** The same of conditions of which there may be none. */
export function trueOrAll<Value>(conditions: readonly Fragment<Value>[]): Fragment<Value> {
  return conditions.length === 0 ? sql`true` : allOf(conditions);
}

/** WHERE with the conditions, behind what it belongs to; nothing without any. */
export function whereOf<Value>(conditions: readonly Fragment<Value>[]): Fragment<Value> {
  return conditions.length === 0 ? empty : sql` where ${allOf(conditions)}`;
}

function behind(order: Sql | null): Sql {
  return order === null ? empty : sql` ${order}`;
}

function isSafe(condition: AnyCondition): boolean {
  return !mayFail(condition);
}
