import type { Model, Resource } from '../definition/model.ts';
import { arrayText } from './array_text.ts';
import { operandType } from './column_type.ts';
import { renderCondition, type Terms } from './condition.ts';
import type { ListPlan } from './list_plan.ts';
import { constantTerms, fieldList, linksColumn, liveCondition, sourceOf } from './representation.ts';
import { type Statement, Values } from './statement.ts';

/**
 * One page as a JSON array in `body`, and the number of its rows in `count`. As of an instant, `future` says whether
 * that is still to come.
 */
export function renderList({ resource, filters, limit, offset, asOf }: ListPlan): Statement {
  const values = new Values();
  const instant = instantExpression(asOf, values);
  const conditions = [
    liveCondition(resource, 'item'),
    ...filters.map((filter) => {
      const sql = renderCondition(filter, parameterTerms('item', values));
      return filter.kind === 'logic' ? `(${sql})` : sql;
    }),
  ].filter((condition) => condition !== null);
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')} `;
  // The limit is text: as a parameter it hides from the planner how few rows are wanted.
  const page = `order by item.id limit ${limit} offset ${values.add(String(offset))}::bigint`;
  return values.statement(
    `select '[' || coalesce(string_agg(row_to_json(page)::text, ','), '') || ']' as body, count(*) as count${futureColumn(instant)} ` +
      `from (select ${fieldList(resource, 'item')} from ${sourceOf(resource, instant)} as item ${where}${page}) as page`,
  );
}

/** One row as a JSON object in `body`; null when it is not, or as of the instant was not, there. `future` as in a list. */
export function renderRead(resource: Resource, model: Model, id: string, asOf: string | null): Statement {
  const values = new Values();
  const instant = instantExpression(asOf, values);
  const conditions = [`item.id = ${values.add(id)}::bigint`, liveCondition(resource, 'item')].filter(
    (condition) => condition !== null,
  );
  return values.statement(
    `select (select row_to_json(shown)::text from (select ${fieldList(resource, 'item')}, ${linksColumn(resource, model, 'item')} ` +
      `from ${sourceOf(resource, instant)} as item where ${conditions.join(' and ')}) as shown) as body${futureColumn(instant)}`,
  );
}

function instantExpression(asOf: string | null, values: Values): string | null {
  return asOf === null ? null : `${values.add(asOf)}::timestamptz`;
}

/** The database's clock decides, since it is the one by which rows are recorded. */
function futureColumn(instant: string | null): string {
  return instant === null ? '' : `, ${instant} > almanac.clock() as future`;
}

/** Columns of a row with parameters for what a caller asks and constants in what is computed. */
function parameterTerms(alias: string, values: Values): Terms {
  return {
    column: constantTerms(alias).column,
    value: (text, field) => `${values.add(text)}::${operandType(field.type)}`,
    list: (texts, field) => `${values.add(arrayText(texts))}::${operandType(field.type)}[]`,
  };
}
