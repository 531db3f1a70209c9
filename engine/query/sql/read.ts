import type { Model } from '../../definition/model.ts';
import type { ReadPlan } from '../plan/read_plan.ts';
import type { RowsPlan } from '../plan/rows_plan.ts';
import { renderColumns } from './columns.ts';
import { renderConjunct } from './condition.ts';
import { futureColumn, instantExpression } from './instant.ts';
import { accessCondition, itemOf, shownCondition, sourceOf, termsOf } from './row.ts';
import { idSlot, type Statement, type Template, Values } from './statement.ts';
import type { Viewer } from './viewer.ts';

/**
 * One row as a JSON object in `body`, and its `version`; none when it is not, or as of the instant was not, there. As of an
 * instant, `future` says whether that is still to come, be there a row or not.
 */
export function renderRead({ rows, asOf }: ReadPlan, id: string, model: Model, viewer: Viewer): Template {
  const values = new Values();
  const instant = instantExpression(asOf, values);
  const row = renderRow(rows, id, model, viewer, values, instant);
  if (instant === null) return values.statement(row);
  return values.statement(
    `select found.version, found.body${futureColumn(instant)} from (select) as request left join (${row}) as found on true`,
  );
}

/** The same as the answer to a write shows it. */
export function renderAnswer(rows: RowsPlan, id: string, model: Model, viewer: Viewer): Statement {
  const values = new Values();
  return values.statement(renderRow(rows, id, model, viewer, values, null));
}

function renderRow(
  { resource, columns, conditions }: RowsPlan,
  id: string,
  model: Model,
  viewer: Viewer,
  values: Values,
  instant: string | null,
): string {
  const row = itemOf(resource, model, values, instant, viewer);
  const where = [
    `item.id = ${values.add(id, idSlot)}::bigint`,
    ...shownCondition(resource, 'item', instant),
    ...accessCondition(resource, 'read', row),
    ...conditions.map((condition) => renderConjunct(condition, termsOf(row))),
  ];
  const shown = renderColumns(columns, resource, row);
  const source = `${sourceOf(resource, instant, model)} as item, lateral (select ${shown}) as shown`;
  // A version stays what it is, and so does an event.
  const isFinal = resource.kind === 'history' || resource.holds === 'events';
  const version = `item.${isFinal ? 'id' : 'row_version'} as version`;
  return `select ${version}, row_to_json(shown.*)::text as body from ${source} where ${where.join(' and ')}`;
}
