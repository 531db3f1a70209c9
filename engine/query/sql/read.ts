import type { Model } from '../../definition/model.ts';
import type { ListPlan } from '../plan/list_plan.ts';
import type { ReadPlan } from '../plan/read_plan.ts';
import { renderCondition } from './condition.ts';
import { embedColumns, graphInstant, matchConditions } from './embed.ts';
import { renderOrder } from './order.ts';
import { fieldList, linksColumn, liveCondition, sourceOf } from './representation.ts';
import { type Statement, Values } from './statement.ts';
import { parameterTerms } from './terms.ts';

/**
 * One page as a JSON array in `body`, and the number of its rows in `count`. As of an instant, `future` says whether
 * that is still to come.
 */
export function renderList({ resource, filters, limit, offset, asOf, embeds, order }: ListPlan): Statement {
  const values = new Values();
  const instant = instantExpression(asOf, values);
  const graph = graphInstant(resource, 'item', instant);
  const live = liveCondition(resource, 'item');
  const conditions = [
    ...(live === null ? [] : [live]),
    ...filters.map((filter) => {
      const sql = renderCondition(filter, parameterTerms('item', values));
      return filter.kind === 'logic' ? `(${sql})` : sql;
    }),
    ...matchConditions(embeds, 'item', graph, values),
  ];
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')} `;
  // The limit is text: as a parameter it hides from the planner how few rows are wanted.
  const keys = renderOrder(order, 'item', graph);
  const page = `${keys} limit ${limit} offset ${values.add(String(offset))}::bigint`;
  const source = `${sourceOf(resource, instant)} as item ${where}${page}`;
  const fields = fieldList(resource, 'item');
  // The page first, then what is embedded in its rows: no row before the page is worth the work.
  const rows =
    embeds.length === 0
      ? `select ${fields} from ${source}`
      : `select ${fields}${embedColumns(embeds, 'item', graph, values)} from (select item.* from ${source}) as item ${keys}`;
  return values.statement(
    `select '[' || coalesce(string_agg(row_to_json(page)::text, ','), '') || ']' as body, count(*) as count${futureColumn(instant)} ` +
      `from (${rows}) as page`,
  );
}

/** One row as a JSON object in `body`; null when it is not, or as of the instant was not, there. `future` as in a list. */
export function renderRead({ resource, id, asOf, embeds }: ReadPlan, model: Model): Statement {
  const values = new Values();
  const instant = instantExpression(asOf, values);
  const graph = graphInstant(resource, 'item', instant);
  const live = liveCondition(resource, 'item');
  const conditions = [
    `item.id = ${values.add(id)}::bigint`,
    ...(live === null ? [] : [live]),
    ...matchConditions(embeds, 'item', graph, values),
  ];
  const columns = `${fieldList(resource, 'item')}, ${linksColumn(resource, model, 'item')}${embedColumns(embeds, 'item', graph, values)}`;
  const row = `select ${columns} from ${sourceOf(resource, instant)} as item where ${conditions.join(' and ')}`;
  return values.statement(
    `select (select row_to_json(shown)::text from (${row}) as shown) as body${futureColumn(instant)}`,
  );
}

function instantExpression(asOf: string | null, values: Values): string | null {
  return asOf === null ? null : `${values.add(asOf)}::timestamptz`;
}

/** The database's clock decides, since it is the one by which rows are recorded. */
function futureColumn(instant: string | null): string {
  return instant === null ? '' : `, ${instant} > almanac.clock() as future`;
}
