import type { Model } from '../../definition/model.ts';
import { hasCursor } from '../plan/cursor.ts';
import type { ListPlan } from '../plan/list_plan.ts';
import { relatedReads } from '../plan/rows_plan.ts';
import { renderColumns } from './columns.ts';
import { renderConjunct } from './condition.ts';
import { futureColumn, instantExpression } from './instant.ts';
import { textLiteral } from './literal.ts';
import { renderAfter, renderKeys, renderOrder } from './order.ts';
import { accessCondition, itemOf, type Row, shownCondition, sourceOf, termsOf } from './row.ts';
import { type Statement, type Template, Values } from './statement.ts';
import type { Viewer } from './viewer.ts';

/**
 * One page as a JSON array in `body`, its rows `separator` apart, and the number of them in `count`. When it stopped at its limit, `key_0` and those
 * that follow are the keys of its last row. `total` counts the rows of all pages, if that is asked for. As of an instant,
 * `future` says whether that is still to come.
 */
export function renderList(
  plan: ListPlan,
  model: Model,
  viewer: Viewer,
  { total, separator = ',' }: { readonly total: boolean; readonly separator?: string },
): Template {
  const { row, values, instant, source, where, page } = partsOf(plan, model, viewer);
  const { order, limit } = plan;
  const keys =
    limit === null || limit === 0 || !hasCursor(order)
      ? []
      : renderKeys(order, row).map((key, index) => `, (array_agg(${key}))[${limit}] as key_${index}`);
  const count = total ? `, (select count(*) from ${source}${where}) as total` : '';
  return values.statement(
    `select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ${textLiteral(separator)}), '') || ']' as body, count(*) as count` +
      `${keys.join('')}${count}${futureColumn(instant)} from ${page}`,
  );
}

/** The same rows one by one, each as a JSON object in `body`. */
export function renderRows(plan: ListPlan, model: Model, viewer: Viewer): Statement {
  const { values, page } = partsOf(plan, model, viewer);
  return values.statement(`select row_to_json(shown.*)::text as body from ${page}`);
}

/** PostgreSQL's plan for all rows of the list, as JSON: it says how many it expects. */
export function renderPlannedCount(plan: ListPlan, model: Model, viewer: Viewer): Statement {
  const { values, source, where } = allOf(plan, model, viewer);
  return values.statement(`explain (format json) select from ${source}${where}`);
}

/** The number of rows in `count`, as far as a bound; null for none. */
export function renderBoundedCount(plan: ListPlan, model: Model, viewer: Viewer, bound: number | null): Statement {
  const { values, source, where } = allOf(plan, model, viewer);
  const limit = bound === null ? '' : ` limit ${bound}`;
  return values.statement(`select count(*) as count from (select from ${source}${where}${limit}) as item`);
}

/** Whether there may be rows that the viewer does not see, among those of the list or those that it is chosen by. */
export function hidesRows({ rows, order }: ListPlan, model: Model, viewer: Viewer): boolean {
  const read = [rows.resource, ...relatedReads(rows, order, model).map(({ resource }) => resource)];
  return read.some((resource) => {
    const row = itemOf(resource, model, new Values(), null, viewer);
    return accessCondition(resource, 'read', row).length > 0;
  });
}

/** All rows of a list, whichever the page. */
interface All {
  readonly row: Row;
  readonly values: Values;
  readonly instant: string | null;
  readonly source: string;
  readonly conditions: readonly string[];
  readonly where: string;
}

// By itself, since a statement that has a value which its text does not speak of is refused.
function allOf({ rows: { resource, conditions }, asOf }: ListPlan, model: Model, viewer: Viewer): All {
  const values = new Values();
  const instant = instantExpression(asOf, values);
  const row = itemOf(resource, model, values, instant, viewer);
  const all = [
    ...shownCondition(resource, 'item', instant),
    ...accessCondition(resource, 'read', row),
    ...conditions.map((condition) => renderConjunct(condition, termsOf(row))),
  ];
  const source = `${sourceOf(resource, instant, model)} as item`;
  return { row, values, instant, source, conditions: all, where: whereOf(all) };
}

function partsOf(plan: ListPlan, model: Model, viewer: Viewer): All & { readonly page: string } {
  const { rows, order, limit, offset, after } = plan;
  const all = allOf(plan, model, viewer);
  const { row, values, source, conditions } = all;
  const behind = after === null ? conditions : [...conditions, renderAfter(order, after, row)];
  const ordered = [
    `select item.* from ${source}${whereOf(behind)} ${renderOrder(order, row)}`,
    // The limit is text: as a parameter it hides from the planner how few rows are wanted.
    ...(limit === null ? [] : [`limit ${limit}`]),
    ...(offset === 0 ? [] : [`offset ${values.add(String(offset))}::bigint`]),
  ];
  // The page first, then what is embedded in its rows: no row before the page is worth the work.
  const shown = `cross join lateral (select ${renderColumns(rows.columns, rows.resource, row)}) as shown`;
  return { ...all, page: `(${ordered.join(' ')}) as item ${shown}` };
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}
