import type { Restrictions } from '../../../access/restriction.ts';
import type { Model } from '../../../model/model.ts';
import { empty, type Fragment, join, sql, textConstant } from '../../../sql/fragment.ts';
import { hasCursor } from '../../plan/cursor.ts';
import type { AnyListPlan } from '../../plan/list_plan.ts';
import { accessCondition, itemOf, type Row, termsOf } from '../condition/row.ts';
import { shownCondition, sourceOf } from '../condition/source.ts';
import { type Sql, statementOf, type Template } from '../condition/statement.ts';
import { boundedRows, boundedSum } from './answer_bytes.ts';
import { groupsOf, renderColumns } from './columns.ts';
import { type Filter, filterOf, renderFrom, whereOf } from './fence.ts';
import { futureColumn, instantExpression } from './instant.ts';
import { longestRow } from './longest_answer.ts';
import { renderAfter, renderKeys, renderOrder } from './order.ts';
import { pageOf } from './page.ts';
import { seenPage } from './seen_page.ts';
import { guard, havingOf, trialsOf } from './trial.ts';

/**
 * One page as a JSON array in `body`, with `separator` between its rows, and their number in `count`. If it stopped at
 * its limit, `key_0`, `key_1` and so on are the keys of its last row. `total` counts the rows of all pages, on request.
 * As of an instant, `future` says whether the instant is still to come. It fails if the rows have more bytes than an
 * answer may have.
 */
export function renderList(
  plan: AnyListPlan,
  restrictions: Restrictions,
  { total, separator = ',' }: { readonly total: boolean; readonly separator?: string },
): Template {
  const all = allOf(plan, restrictions);
  const { row, instant } = all;
  const page = shownPage(plan, all);
  const { order, limit } = plan;
  const keys = limit === null || limit === 0 || !hasCursor(plan) ? [] : renderKeys(order, row);
  const isBounded = instant === null && longestPage(plan, restrictions.model, separator) <= bytesOf(restrictions.model);
  const lines = isBounded ? plainLines(keys, page) : countedLines(keys, page, bytesOf(restrictions.model));
  const ofLast = lines.keys.map((key, index) => sql`, (array_agg(${key}))[${limit ?? 0}] as key_${index}`);
  const count = total ? sql`, (select count(*) ${fromOf(plan, all)}) as total` : empty;
  const rows = sql`'[' || coalesce(string_agg(${lines.body}, ${textConstant(separator)}), '') || ']'`;
  return statementOf(sql`
    select ${rows} as body, count(*) as count${join(ofLast, '')}${count}${futureColumn(instant)}
    from ${lines.source}${havingOf([...trialsOf(plan, row), ...lines.bounds])}`);
}

/** The rows of a page as texts, each with the keys that a cursor may need. */
interface Lines {
  readonly body: Fragment;
  readonly keys: readonly Sql[];
  readonly source: Sql;
  readonly bounds: readonly Sql[];
}

const body = sql`row_to_json(shown.*)::text`;

function plainLines(keys: readonly Sql[], page: Sql): Lines {
  return { body, keys, source: page, bounds: [] };
}

/** A fence: the text of a row is built once, and counted as it is put in. */
function countedLines(keys: readonly Sql[], page: Sql, bytes: number): Lines {
  const ofLines = keys.map((key, index) => sql`, ${key} as key_${index}`);
  const ofLine = sql`line.body`;
  return {
    body: ofLine,
    keys: keys.map((_key, index) => sql`line.key_${index}`),
    source: sql`(select ${body} as body${join(ofLines, '')} from ${page} offset 0) as line`,
    bounds: [boundedSum(ofLine, bytes)],
  };
}

function longestPage({ rows, limit }: AnyListPlan, model: Model, separator: string): number {
  return limit === null ? Number.POSITIVE_INFINITY : limit * (longestRow(rows, model) + Buffer.byteLength(separator));
}

/** The same rows one by one, each as a JSON object in `body`, which has a bound by itself. */
export function renderRows(plan: AnyListPlan, restrictions: Restrictions): Template {
  const all = allOf(plan, restrictions);
  const page = shownPage(plan, all);
  const rows = sql`select ${body} as body from ${page}${whereOf(trialsOf(plan, all.row))}`;
  return statementOf(boundedRows(['body'], rows, bytesOf(restrictions.model)));
}

function bytesOf({ service }: Model): number {
  return service.limits.responseBytes;
}

/** PostgreSQL's plan for all rows of the list, as JSON: it says how many it expects. Only who sees all of them may hear that. */
export function renderPlannedCount(plan: AnyListPlan, restrictions: Restrictions): Template {
  return statementOf(sql`explain (format json) select ${fromOf(plan, allOf(plan, restrictions))}`);
}

/** The number of rows in `count`, up to a bound; null for no bound. */
export function renderBoundedCount(plan: AnyListPlan, restrictions: Restrictions, bound: number | null): Template {
  const all = allOf(plan, restrictions);
  const rows = pageOf(sql`select ${fromOf(plan, all)}`, { limit: bound, offset: 0 });
  return statementOf(sql`select count(*) as count from (${rows}) as item${havingOf(trialsOf(plan, all.row))}`);
}

/** All rows of a list, whichever the page. */
interface All {
  readonly row: Row;
  readonly instant: Sql | null;
  readonly source: Fragment;
  readonly filter: Filter;
}

function allOf(plan: AnyListPlan, restrictions: Restrictions): All {
  const { resource, conditions } = plan.rows;
  const instant = plan.asOf === null ? null : instantExpression(plan.asOf);
  const row = guard(itemOf(resource, restrictions, instant), plan);
  const rule = accessCondition(resource, 'read', row);
  const before = [...shownCondition(resource, 'item', instant), ...rule];
  const filter = filterOf(before, conditions, termsOf(row), rule.length > 0);
  return { row, instant, source: sourceOf(resource, instant, restrictions.model), filter };
}

/** FROM and WHERE of what the pages are made of: rows, or groups of them. */
function fromOf({ rows }: AnyListPlan, { row, source, filter }: All): Sql {
  const from = renderFrom(source, 'item', filter);
  const groups = groupsOf(rows, row, from, false);
  return groups === null ? from : sql`from (${groups}) as item`;
}

function shownPage(plan: AnyListPlan, { row, source, filter }: All): Sql {
  const { rows, order, limit, offset, after } = plan;
  const groups = groupsOf(rows, row, renderFrom(source, 'item', filter));
  if (groups !== null) return sql`(${pageOf(groups, { limit, offset })}) as shown`;
  const behind = after === null ? [] : [renderAfter(order, after, row)];
  const page = { ...filter, open: [...filter.open, ...behind] };
  const ordered = sql`select item.* ${renderFrom(source, 'item', page, renderOrder(order, row))}`;
  const chosen = seenPage(plan, row) ?? pageOf(ordered, { limit, offset });
  // The page first, then what is embedded in its rows: no row before the page is worth the work.
  const shown = sql`cross join lateral (select ${renderColumns(rows.columns, rows.resource, row)}) as shown`;
  return sql`(${chosen}) as item ${shown}`;
}
