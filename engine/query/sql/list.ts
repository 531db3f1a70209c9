import type { Model } from '../../model/model.ts';
import { textLiteral } from '../../sql/literal.ts';
import { hasCursor } from '../plan/cursor.ts';
import type { ListPlan } from '../plan/list_plan.ts';
import { boundedRows, boundedSum } from './answer_bytes.ts';
import { renderColumns } from './columns.ts';
import { type Filter, filterOf, renderFrom, whereOf } from './fence.ts';
import { futureColumn, instantExpression } from './instant.ts';
import { longestRow } from './longest_answer.ts';
import { renderAfter, renderKeys, renderOrder } from './order.ts';
import { accessCondition, itemOf, type Row, shownCondition, sourceOf, termsOf } from './row.ts';
import { type Statement, type Template, Values } from './statement.ts';
import { guard, havingOf, trialsOf } from './trial.ts';
import type { Viewer } from './viewer.ts';

/**
 * One page as a JSON array in `body`, its rows `separator` apart, and the number of them in `count`. When it stopped at its limit, `key_0` and those
 * that follow are the keys of its last row. `total` counts the rows of all pages, if that is asked for. As of an instant,
 * `future` says whether that is still to come. It fails where the rows have more bytes than an answer may have.
 */
export function renderList(
  plan: ListPlan,
  model: Model,
  viewer: Viewer,
  { total, separator = ',' }: { readonly total: boolean; readonly separator?: string },
): Template {
  const all = allOf(plan, model, viewer);
  const { row, values, instant } = all;
  const page = pageOf(plan, all);
  const { order, limit } = plan;
  const keys = limit === null || limit === 0 || !hasCursor(order) ? [] : renderKeys(order, row);
  const isBounded = instant === null && longestPage(plan, model, separator) <= bytesOf(model);
  const lines = isBounded ? plainLines(keys, page) : countedLines(keys, page, bytesOf(model));
  const ofLast = lines.keys.map((key, index) => `, (array_agg(${key}))[${limit}] as key_${index}`).join('');
  const count = total ? `, (select count(*) ${fromOf(all)}) as total` : '';
  return values.statement(
    `select '[' || coalesce(string_agg(${lines.body}, ${textLiteral(separator)}), '') || ']' as body, count(*) as count` +
      `${ofLast}${count}${futureColumn(instant)} from ${lines.source}${havingOf([...trialsOf(plan, row), ...lines.bounds])}`,
  );
}

/** The rows of a page as texts, each with the keys that a cursor may need. */
interface Lines {
  readonly body: string;
  readonly keys: readonly string[];
  readonly source: string;
  readonly bounds: readonly string[];
}

const body = 'row_to_json(shown.*)::text';

function plainLines(keys: readonly string[], page: string): Lines {
  return { body, keys, source: page, bounds: [] };
}

/** A fence: the text of a row is built once, and counted as it is put in. */
function countedLines(keys: readonly string[], page: string, bytes: number): Lines {
  const ofLines = keys.map((key, index) => `, ${key} as key_${index}`).join('');
  return {
    body: 'line.body',
    keys: keys.map((_key, index) => `line.key_${index}`),
    source: `(select ${body} as body${ofLines} from ${page} offset 0) as line`,
    bounds: [boundedSum('line.body', bytes)],
  };
}

function longestPage({ rows, limit }: ListPlan, model: Model, separator: string): number {
  return limit === null ? Number.POSITIVE_INFINITY : limit * (longestRow(rows, model) + Buffer.byteLength(separator));
}

/** The same rows one by one, each as a JSON object in `body`, which has a bound by itself. */
export function renderRows(plan: ListPlan, model: Model, viewer: Viewer): Statement {
  const all = allOf(plan, model, viewer);
  const page = pageOf(plan, all);
  const rows = `select row_to_json(shown.*)::text as body from ${page}${whereOf(trialsOf(plan, all.row))}`;
  return all.values.statement(boundedRows(['body'], rows, bytesOf(model)));
}

function bytesOf({ service }: Model): number {
  return service.limits.responseBytes;
}

/** PostgreSQL's plan for all rows of the list, as JSON: it says how many it expects. Only who sees all of them may hear that. */
export function renderPlannedCount(plan: ListPlan, model: Model, viewer: Viewer): Statement {
  const all = allOf(plan, model, viewer);
  return all.values.statement(`explain (format json) select ${fromOf(all)}`);
}

/** The number of rows in `count`, as far as a bound; null for none. */
export function renderBoundedCount(plan: ListPlan, model: Model, viewer: Viewer, bound: number | null): Statement {
  const all = allOf(plan, model, viewer);
  const limit = bound === null ? '' : ` limit ${bound}`;
  return all.values.statement(
    `select count(*) as count from (select ${fromOf(all)}${limit}) as item${havingOf(trialsOf(plan, all.row))}`,
  );
}

/** All rows of a list, whichever the page. */
interface All {
  readonly row: Row;
  readonly values: Values;
  readonly instant: string | null;
  readonly source: string;
  readonly filter: Filter;
}

// By itself, since a statement that has a value which its text does not speak of is refused.
function allOf(plan: ListPlan, model: Model, viewer: Viewer): All {
  const { resource, conditions } = plan.rows;
  const values = new Values();
  const instant = instantExpression(plan.asOf, values);
  const row = guard(itemOf(resource, model, values, instant, viewer), plan);
  const rule = accessCondition(resource, 'read', row);
  const before = [...shownCondition(resource, 'item', instant), ...rule];
  const filter = filterOf(before, conditions, termsOf(row), rule.length > 0);
  return { row, values, instant, source: sourceOf(resource, instant, model), filter };
}

function fromOf({ source, filter }: All): string {
  return renderFrom(source, 'item', filter);
}

function pageOf({ rows, order, limit, offset, after }: ListPlan, { row, values, source, filter }: All): string {
  const behind = after === null ? [] : [renderAfter(order, after, row)];
  const page = { ...filter, open: [...filter.open, ...behind] };
  const ordered = [
    `select item.* ${renderFrom(source, 'item', page, renderOrder(order, row))}`,
    // The limit is text: as a parameter it hides from the planner how few rows are wanted.
    ...(limit === null ? [] : [`limit ${limit}`]),
    ...(offset === 0 ? [] : [`offset ${values.add(String(offset))}::bigint`]),
  ];
  // The page first, then what is embedded in its rows: no row before the page is worth the work.
  const shown = `cross join lateral (select ${renderColumns(rows.columns, rows.resource, row)}) as shown`;
  return `(${ordered.join(' ')}) as item ${shown}`;
}
