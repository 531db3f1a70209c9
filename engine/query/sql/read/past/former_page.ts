import { type Fragment, join, raw, sql } from '../../../../sql/fragment.ts';
import { hasCursor } from '../../../plan/cursor.ts';
import type { AnyListPlan } from '../../../plan/list_plan.ts';
import { rankedBy } from '../../../plan/rows_plan.ts';
import type { Row } from '../../condition/row_place.ts';
import { parameter, type Sql } from '../../condition/statement.ts';
import { orderBy, renderFits, renderKeys, renderKeyValues } from '../page/order.ts';
import { pageOf } from '../page/page.ts';
import type { Filter } from '../rule/fence.ts';
import { renderColumns } from '../shown/columns.ts';
import { currentColumns, lastMoment, lastStateColumns } from './last_state.ts';

/** Rows of a list that come from one source, under the alias item. */
export interface Branch {
  readonly row: Row;
  readonly source: Fragment | Sql;
  readonly filter: Filter;
}

/** The rows of a page as `shown`, beside `item`, and the keys of a cursor. */
export interface Page {
  readonly source: Sql;
  readonly keys: readonly Sql[];
}

/** Whether a cursor may follow the page. */
export function hasKeys(plan: AnyListPlan): boolean {
  return plan.limit !== null && plan.limit !== 0 && hasCursor(plan);
}

/** A branch with its rows in order, of which a page may be the first ones. */
interface Ordered extends Branch {
  readonly ordered: Sql;
}

/**
 * A page of rows that the principal reads and of rows that they may no longer read. Each row has the keys of the order as they
 * are, or were, for it. Each branch gives no more rows than the page could have.
 */
export function pageWithFormer(plan: AnyListPlan, current: Ordered, former: Ordered): Page {
  const { order, limit, offset } = plan;
  const { resource, columns } = plan.rows;
  if (resource.kind !== 'table') throw new Error(`${resource.name} has no current rows`);
  const withKeys = hasKeys(plan);
  const searches = rankedBy(plan.rows, order);
  const keysOf = ({ row }: Branch) => [
    ...renderFits(searches, row).map((fit, index) => sql`, ${fit} as ${raw(fitKey(index))}`),
    ...renderKeyValues(order, row).map((key, index) => sql`, ${key} as ${raw(orderKey(index))}`),
    ...(withKeys ? renderKeys(order, row).map((key, index) => sql`, ${key} as ${raw(cursorKey(index))}`) : []),
  ];
  const first =
    limit === null
      ? sql``
      : offset === 0
        ? sql` limit ${limit}`
        : sql` limit ${limit} + ${parameter(String(offset))}::bigint`;
  const branch = (own: Ordered, list: Fragment) =>
    sql`(select ${list}${join(keysOf(own), '')} from (${own.ordered}${first}) as item)`;
  const fits = searches.map((_search, index) => raw(`item.${fitKey(index)}`));
  const both = sql`
    select item.*
    from (
      ${branch(current, currentColumns(resource, current.row))}
      union all
      ${branch(former, lastStateColumns(resource, former.row))}
    ) as item
    ${orderBy(order, (_key, index) => raw(`item.${orderKey(index)}`), { alias: 'item' }, fits)}`;
  const shown = (own: Branch, holds: Fragment) =>
    sql`select ${renderColumns(columns, resource, own.row)} where item.${raw(lastMoment)} ${holds}`;
  return {
    source: sql`(${pageOf(both, { limit, offset })}) as item cross join lateral (
      ${shown(current, raw('is null'))} union all ${shown(former, raw('is not null'))}
    ) as shown`,
    keys: withKeys ? [...order, null].map((_key, index) => raw(`item.${cursorKey(index)}`)) : [],
  };
}

// No field has a name that begins with an underscore.
function orderKey(index: number): string {
  return `_order_${index}`;
}

function fitKey(index: number): string {
  return `_fit_${index}`;
}

function cursorKey(index: number): string {
  return `_key_${index}`;
}
