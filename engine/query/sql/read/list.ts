import type { Restrictions } from '../../../access/restriction.ts';
import type { Model, Resource } from '../../../model/model.ts';
import { empty, type Fragment, join, sql, textConstant } from '../../../sql/fragment.ts';
import type { AnyListPlan } from '../../plan/list_plan.ts';
import { accessCondition, isHidden, rowsOf, termsOf } from '../condition/row.ts';
import { itemOf, type Row } from '../condition/row_place.ts';
import { shownCondition } from '../condition/source.ts';
import { type Sql, statementOf, type Template } from '../condition/statement.ts';
import { alongIndex } from './page/along_index.ts';
import { nearPage } from './page/near_page.ts';
import { orderedRows, renderAfter, renderKeys, renderOrder } from './page/order.ts';
import { pageOf } from './page/page.ts';
import { type ChosenPage, withWays } from './page/page_parts.ts';
import type { RecalledWay } from './page/recalled_way.ts';
import { seenPage } from './page/seen_page.ts';
import { type Branch, hasKeys, type Page, pageWithFormer } from './past/former_page.ts';
import { futureColumn, instantExpression } from './past/instant.ts';
import { lastStateRow, lastStates } from './past/last_state.ts';
import { filterOf, renderFrom, whereOf } from './rule/fence.ts';
import { guard, havingOf, trialsOf } from './rule/trial.ts';
import { boundedRows, boundedSum } from './shown/answer_bytes.ts';
import { groupsOf, renderColumns } from './shown/columns.ts';
import { longestRow } from './shown/longest_answer.ts';

/**
 * One page as a JSON array in `body`, with `separator` between its rows, and their number in `count`. If it stopped at
 * its limit, `key_0`, `key_1` and so on are the keys of its last row. `total` counts the rows of all pages, on request.
 * As of an instant, `future` says whether the instant is still to come. Where there are several ways to the rows, `way` has
 * the one that it took. It takes a way that is given alone, and `way` is null if that does not serve. It fails if the rows have
 * more bytes than an answer may have.
 */
export function renderList(
  plan: AnyListPlan,
  restrictions: Restrictions,
  { total, separator = ',', way = null }: ListOptions,
): Template {
  const all = allOf(plan, restrictions);
  const { row, instant } = all;
  const page = shownPage(plan, all, way);
  const { limit } = plan;
  const keys = hasKeys(plan) ? page.keys : [];
  const isBounded = instant === null && longestPage(plan, restrictions.model, separator) <= bytesOf(restrictions.model);
  const lines = isBounded
    ? plainLines(keys, page.source)
    : countedLines(keys, page.source, bytesOf(restrictions.model));
  const ofLast = lines.keys.map((key, index) => sql`, (array_agg(${key}))[${limit ?? 0}] as key_${index}`);
  const counts = fromsOf(plan, all).map((from) => sql`(select count(*) ${from})`);
  const count = total ? sql`, ${join(counts, ' + ')} as total` : empty;
  const rows = sql`'[' || coalesce(string_agg(${lines.body}, ${textConstant(separator)}), '') || ']'`;
  const { choice } = page;
  const takenWay = choice === null ? empty : sql`, ${choice.taken} as way`;
  const template = statementOf(sql`
    ${withWays(choice)}select ${rows} as body, count(*) as count${join(ofLast, '')}${count}${futureColumn(instant)}${takenWay}
    from ${lines.source}${havingOf([...trialsOf(plan, row), ...lines.bounds])}`);
  return choice === null ? template : { ...template, hasWays: true };
}

interface ListOptions {
  readonly total: boolean;
  readonly separator?: string;
  readonly way?: RecalledWay | null;
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
  const page = shownPage(plan, all, null);
  const rows = sql`${withWays(page.choice)}select ${body} as body from ${page.source}${whereOf(trialsOf(plan, all.row))}`;
  return statementOf(boundedRows(['body'], rows, bytesOf(restrictions.model)));
}

function bytesOf({ service }: Model): number {
  return service.limits.responseBytes;
}

/** PostgreSQL's plan for all rows of the list, as JSON: it says how many it expects. Only who sees all of them may hear that. */
export function renderPlannedCount(plan: AnyListPlan, restrictions: Restrictions): Template {
  const found = fromsOf(plan, allOf(plan, restrictions)).map((from) => sql`select ${from}`);
  return statementOf(sql`explain (format json) ${join(found, ' union all ')}`);
}

/** The number of rows in `count`, up to a bound; null for no bound. */
export function renderBoundedCount(plan: AnyListPlan, restrictions: Restrictions, bound: number | null): Template {
  const all = allOf(plan, restrictions);
  const found = fromsOf(plan, all).map((from) => sql`select ${from}`);
  const rows = pageOf(join(found, ' union all '), { limit: bound, offset: 0 });
  return statementOf(sql`select count(*) as count from (${rows}) as item${havingOf(trialsOf(plan, all.row))}`);
}

/** FROM clauses of all rows of a list, each with its row, and the trials of what may fail in the plan. */
export function renderSources(plan: AnyListPlan, restrictions: Restrictions) {
  const all = allOf(plan, restrictions);
  return { sources: sourcesOf(all), trials: trialsOf(plan, all.row) };
}

/** All rows of a list, whichever the page. */
interface All {
  readonly row: Row;
  readonly instant: Sql | null;
  readonly rows: Branch;
  /** The rows that the principal may no longer read, as they were; null without any. */
  readonly former: Branch | null;
}

function allOf(plan: AnyListPlan, restrictions: Restrictions): All {
  const { resource, conditions } = plan.rows;
  const instant = plan.asOf === null ? null : instantExpression(plan.asOf);
  const row = guard(itemOf(resource, restrictions, instant), plan);
  const rule = accessCondition(resource, 'read', row);
  const before = [...shownCondition(resource, 'item', instant), ...rule];
  const filter = filterOf(before, conditions, termsOf(row), isHidden(resource, rule, row));
  const rows = { row, source: rowsOf(resource, row, formerOf), filter };
  return { row, instant, rows, former: instant === null ? formerRows(plan, row) : null };
}

function formerRows({ rows: { resource, conditions } }: AnyListPlan, current: Row): Branch | null {
  const former = formerOf(resource, current);
  return former && { ...former, filter: filterOf([], conditions, termsOf(former.row), true) };
}

/** The rows that the principal may no longer read, and the row as which one of them stands; null without any. */
function formerOf(resource: Resource, current: Row) {
  const source = lastStates(resource, current);
  if (source === null || resource.kind !== 'table') return null;
  return { source, row: { ...lastStateRow(resource, current), depth: current.depth } };
}

/** FROM and WHERE of what the pages are made of: rows of now and of then, or groups of both. */
function fromsOf({ rows }: AnyListPlan, all: All): readonly Sql[] {
  const groups = groupsOf(rows, sourcesOf(all), false);
  return groups === null ? sourcesOf(all).map(({ from }) => from) : [sql`from (${groups}) as item`];
}

function sourcesOf({ rows, former }: All) {
  const branches = former === null ? [rows] : [rows, former];
  return branches.map(({ row, source, filter }) => ({ row, from: renderFrom(source, 'item', filter) }));
}

/** A page, and the choice among the ways to it where it has several. */
type ShownPage = Page & Pick<ChosenPage, 'choice'>;

function shownPage(plan: AnyListPlan, all: All, way: RecalledWay | null): ShownPage {
  const { order, limit, offset } = plan;
  const { resource, columns } = plan.rows;
  const { row, rows, former } = all;
  const groups = groupsOf(plan.rows, sourcesOf(all));
  if (groups !== null) return { source: sql`(${pageOf(groups, { limit, offset })}) as shown`, keys: [], choice: null };
  const ordered = (branch: Branch) => sql`select item.* ${orderedFrom(plan, branch)}`;
  if (former !== null && resource.kind === 'table') {
    const own = offset === 0 ? seenPage(plan, row, way) : null;
    const current = { ...rows, ordered: own?.rows ?? ordered(rows) };
    return { ...pageWithFormer(plan, current, { ...former, ordered: ordered(former) }), choice: own?.choice ?? null };
  }
  const chosen = seenPage(plan, row, way) ?? plainPage(plan, rows, way);
  // The page first, then what is embedded in its rows: no row before the page is worth the work.
  const shown = sql`cross join lateral (select ${renderColumns(columns, resource, row)}) as shown`;
  return {
    source: sql`(${chosen.rows}) as item ${shown}`,
    keys: hasKeys(plan) ? renderKeys(order, row) : [],
    choice: chosen.choice,
  };
}

function plainPage(plan: AnyListPlan, rows: Branch, way: RecalledWay | null): ChosenPage {
  const { limit, offset } = plan;
  const isHiding = accessCondition(plan.rows.resource, 'read', rows.row).length > 0;
  const along = isHiding ? null : alongIndex(plan, rows.row);
  const chosen = along?.plan ?? plan;
  const own = along === null ? rows : allOf(chosen, rows.row).rows;
  const page = (before: readonly Sql[]) => {
    const filter = { ...own.filter, open: [...before, ...own.filter.open] };
    return pageOf(sql`select item.* ${orderedFrom(chosen, { ...own, filter })}`, { limit, offset });
  };
  return nearPage(chosen, own.row, { near: page, whole: page(along?.bounds ?? []) }, way);
}

function orderedFrom({ rows, order, after }: AnyListPlan, { row, source, filter }: Branch): Sql {
  const behind = after === null ? [] : [renderAfter(order, after, row)];
  return renderFrom(
    source,
    'item',
    { ...filter, open: [...filter.open, ...behind] },
    renderOrder(order, row, orderedRows(rows, order)),
  );
}
