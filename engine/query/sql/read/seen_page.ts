import { rowRule } from '../../../access/restriction.ts';
import { rulesOf } from '../../../model/computed.ts';
import { looksAtRelations, mayFail } from '../../../model/condition/looks.ts';
import { shortened } from '../../../model/condition/shortened.ts';
import { waysTo } from '../../../model/condition/way.ts';
import type { AnyCondition } from '../../../model/field.ts';
import type { Table } from '../../../model/model.ts';
import { sql } from '../../../sql/fragment.ts';
import type { AnyListPlan } from '../../plan/list_plan.ts';
import { type OrderPlan, rankedBy } from '../../plan/rows_plan.ts';
import { isColumn } from '../condition/condition.ts';
import { accessCondition, termsOf } from '../condition/row.ts';
import type { Row } from '../condition/row_place.ts';
import { shownCondition, sourceOf } from '../condition/source.ts';
import { parameter, type Sql } from '../condition/statement.ts';
import { type Filter, filterOf, renderFrom } from './fence.ts';
import { renderAfter, renderOrder } from './order.ts';
import { pageOf } from './page.ts';
import { limited, renderWays } from './way.ts';

/** How many rows are taken from the other end of the rule's ways: few at first, and then more. */
const few = 250;
const more = 5000;

/**
 * How many rows of the list are looked at one by one, for each row of the page: enough if the caller sees two percent. Of a
 * long page not so many, but enough if the caller sees a quarter.
 */
const lookedForEach = 80;
const mostLooked = 8000;
const leastLookedForEach = 4;

/**
 * A page of rows that a rule through relations leaves. No single plan serves those who see all rows and those who see none,
 * and PostgreSQL does not know whose values it plans for. So one statement has four ways, and takes the first that serves:
 *
 * 1. the rows that the caller's values lead to, if they are few;
 * 2. the first rows of the list, looked at one by one, if they fill the page;
 * 3. the rows that the caller's values lead to, if there are not too many;
 * 4. all rows of the list, one by one.
 *
 * Null for a page that one plan serves.
 */
export function seenPage(plan: AnyListPlan, row: Row): Sql | null {
  const { rows, order, limit, offset, asOf } = plan;
  const { resource, conditions } = rows;
  if (resource.kind !== 'table' || asOf !== null || limit === null || limit === 0) return null;
  const rule = rowRule(row, resource, 'read');
  if (rule.kind !== 'rule' || !looksAtRelations(rule.condition)) return null;
  if (
    order.some(failsForSome) ||
    rankedBy(rows, order).length > 0 ||
    conditions.some((condition) => findsFew(condition, resource))
  )
    return null;
  const list = listOf(plan, resource, row);
  const ways = waysTo(shortened(rule.condition, row.model));
  const page = { limit, offset };
  return ways === null
    ? seenIn(list, list.ordered([]), page)
    : firstThatServes(list, renderWays(ways, resource, row), page);
}

/** The pages of a list with a limit. */
interface LimitedPage {
  readonly limit: number;
  readonly offset: number;
}

/** A list before the rule. */
interface List {
  /** Its rows in order, of those for which more holds. Nothing that may fail has looked at them. */
  readonly ordered: (before: readonly Sql[]) => Sql;
  /** The same to be counted. */
  readonly bare: Sql;
  /** That the caller sees a row, and what looks only at rows that the caller sees. */
  readonly seen: Filter;
}

function listOf({ rows: { conditions }, order, after }: AnyListPlan, resource: Table, row: Row): List {
  const rule = accessCondition(resource, 'read', { ...row, oneByOne: true });
  const filter = filterOf(shownCondition(resource, row.alias, row.instant), conditions, termsOf(row), true);
  const open = [...filter.open, ...(after === null ? [] : [renderAfter(order, after, row)])];
  const source = sourceOf(resource, row.instant, row.model);
  const inOrder = renderOrder(order, row, { resource, searches: [] });
  const from = (before: readonly Sql[], keys: Sql | null) =>
    renderFrom(source, row.alias, { open: [...before, ...open], fenced: [] }, keys);
  return {
    ordered: (before) => sql`select item.* ${from(before, inOrder)}`,
    bare: sql`select ${from([], null)}`,
    seen: { open: rule, fenced: filter.fenced },
  };
}

/** The page of the rows that the caller sees among some in order. PostgreSQL looks at one after the other until it is full. */
function seenIn({ seen }: List, ordered: Sql, page: LimitedPage): Sql {
  return pageOf(sql`select item.* ${renderFrom(sql`(${ordered})`, 'item', seen)}`, page);
}

function firstThatServes(list: List, ways: readonly Sql[], page: LimitedPage): Sql {
  const looked = lookedFor(page);
  const found = seenIn(list, sql`${list.ordered([])} limit ${looked}`, page);
  const taken = sql`(select choice.taken from choice)`;
  const ids = sql`case ${taken} when 'few' then array(select few.id from few) else array(select more.id from more) end`;
  const reached = seenIn(list, list.ordered([sql`item.id = any (${ids})`]), page);
  const all = seenIn(list, list.ordered([]), page);
  // A condition on a page is evaluated before the page is begun.
  return sql`
    with few as materialized (${limited(ways, few + 1)}), more as materialized (${limited(ways, more + 1)}),
    found as materialized (${found}), choice as materialized (
      select case
        when (select count(*) from few) <= ${few} then 'few'
        when (select count(*) from found) = ${page.limit} then 'found'
        when (select count(*) from (${list.bare} limit ${looked}) as item) < ${looked} then 'found'
        when (select count(*) from more) <= ${more} then 'more'
        else 'all'
      end as taken
    )
    select item.* from (${reached}) as item where ${taken} in ('few', 'more')
    union all
    select item.* from found as item where ${taken} = 'found'
    union all
    select item.* from (${all}) as item where ${taken} = 'all'`;
}

function lookedFor({ limit, offset }: LimitedPage): Sql {
  const rows = Math.max(leastLookedForEach * limit, Math.min(lookedForEach * limit, mostLooked));
  return offset === 0 ? sql`${rows}` : sql`${rows} + ${leastLookedForEach} * ${parameter(String(offset))}::bigint`;
}

/** Whether a key may fail for some rows: it must not look at a row that the caller does not see. */
function failsForSome({ operand, cast }: OrderPlan): boolean {
  return cast !== null || rulesOf(operand.field).some(mayFail);
}

/** Whether few rows fulfil the condition, by a unique index: PostgreSQL begins with these. */
function findsFew(condition: AnyCondition, { unique }: Table): boolean {
  if (condition.kind !== 'comparison' || condition.negated || condition.quantifier !== null) return false;
  const { operand } = condition;
  if (!('field' in operand)) return false;
  const { name } = operand.field;
  const isKey = name === 'id' || unique.some((fields) => fields.length === 1 && fields[0] === name);
  return isKey && isColumn(operand) && (condition.operator === 'eq' || condition.operator === 'in');
}
