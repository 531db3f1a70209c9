import type { Table } from '../../../../model/model.ts';
import { sql } from '../../../../sql/fragment.ts';
import type { AnyListPlan } from '../../../plan/list_plan.ts';
import { accessCondition, termsOf } from '../../condition/row.ts';
import type { Row } from '../../condition/row_place.ts';
import { shownCondition, sourceOf } from '../../condition/source.ts';
import type { Sql } from '../../condition/statement.ts';
import { type Filter, filterOf, renderFrom } from '../rule/fence.ts';
import { isOfId, renderAfter, renderOrder } from './order.ts';
import { pageOf } from './page.ts';

/** A list before the rule. */
export interface SeenList {
  /** Its rows in order, of those for which more holds. Nothing that may fail has looked at them. */
  readonly ordered: (before: readonly Sql[]) => Sql;
  /** The same to be counted. */
  readonly bare: Sql;
  /** Whether the order is of ids. */
  readonly isById: boolean;
  /** That the caller sees a row, and what looks only at rows that the caller sees. */
  readonly seen: Filter;
}

/** A page of a list with a limit. */
export interface LimitedPage {
  readonly limit: number;
  readonly offset: number;
}

/** A list of a table with its rule, which looks at one row after the other. */
export function seenList({ rows: { conditions }, order, after }: AnyListPlan, resource: Table, row: Row): SeenList {
  const rule = accessCondition(resource, 'read', { ...row, oneByOne: true });
  const filter = filterOf(shownCondition(resource, row.alias, row.instant), conditions, termsOf(row), true);
  const open = [...filter.open, ...(after === null ? [] : [renderAfter(order, after, row)])];
  const source = sourceOf(resource, row.instant, row.model);
  const inOrder = renderOrder(order, row, { resource, searches: [] });
  const from = (before: readonly Sql[], keys: Sql | null) =>
    renderFrom(source, row.alias, { open: [...before, ...open], fenced: [] }, keys);
  return {
    ordered: (before) => sql`select item.* ${from(before, inOrder)}`,
    isById: order.every(isOfId),
    bare: sql`select ${from([], null)}`,
    seen: { open: rule, fenced: filter.fenced },
  };
}

/** The page of the rows that the caller sees among some in order. PostgreSQL looks at one after the other until it is full. */
export function seenIn({ seen }: Pick<SeenList, 'seen'>, ordered: Sql, page: LimitedPage): Sql {
  return pageOf(sql`select item.* ${renderFrom(sql`(${ordered})`, 'item', seen)}`, page);
}
