import type { Model } from '../../model/model.ts';
import { line } from '../../sql/line.ts';
import type { ReadPlan } from '../plan/read_plan.ts';
import type { RowsPlan } from '../plan/rows_plan.ts';
import { boundedRows } from './answer_bytes.ts';
import { renderColumns } from './columns.ts';
import { filterOf, renderSource, whereOf } from './fence.ts';
import { futureColumn, instantExpression } from './instant.ts';
import { longestRow } from './longest_answer.ts';
import { accessCondition, itemOf, shownCondition, sourceOf, termsOf } from './row.ts';
import { idSlot, type Statement, type Template, Values } from './statement.ts';
import { guard, trialsOf } from './trial.ts';
import type { Viewer } from './viewer.ts';

/**
 * One row as a JSON object in `body`, and its `version`; none when it is not, or as of the instant was not, there. As of an
 * instant, `future` says whether that is still to come, be there a row or not.
 */
export function renderRead({ rows, asOf }: ReadPlan, id: string, model: Model, viewer: Viewer): Template {
  const values = new Values();
  const instant = instantExpression(asOf, values);
  const { text, trials } = renderRow(rows, id, model, viewer, values, instant);
  if (instant === null) return values.statement(text);
  return values.statement(
    line`
      select found.version, found.body${futureColumn(instant)}
      from (select) as request
      left join (${text}) as found on true${whereOf(trials)}`,
  );
}

/** The same as the answer to a write shows it. */
export function renderAnswer(rows: RowsPlan, id: string, model: Model, viewer: Viewer): Statement {
  const values = new Values();
  return values.statement(renderRow(rows, id, model, viewer, values, null).text);
}

function renderRow(
  rows: RowsPlan,
  id: string,
  model: Model,
  viewer: Viewer,
  values: Values,
  instant: string | null,
): { readonly text: string; readonly trials: readonly string[] } {
  const { resource, columns, conditions } = rows;
  const reading = { rows, order: [] };
  const row = guard(itemOf(resource, model, values, instant, viewer), reading);
  const there = [`item.id = ${values.add(id, idSlot)}::bigint`, ...shownCondition(resource, 'item', instant)];
  const rule = accessCondition(resource, 'read', row);
  const filter = filterOf([...there, ...rule], conditions, termsOf(row), rule.length > 0);
  const shown = renderColumns(columns, resource, row);
  const trials = trialsOf(reading, row);
  const item = renderSource(sourceOf(resource, instant, model), 'item', filter);
  // A version stays what it is, and so does an event.
  const isFinal = resource.kind === 'history' || resource.madeBy?.rows.areFinal === true;
  const version = `item.${isFinal ? 'id' : 'row_version'} as version`;
  const where = instant === null ? [...item.where, ...trials] : item.where;
  const found = line`
    select ${version}, row_to_json(shown.*)::text as body
    from ${item.source}, lateral (select ${shown}) as shown${whereOf(where)}`;
  const { responseBytes } = model.service.limits;
  const isBounded = instant === null && longestRow(rows, model) <= responseBytes;
  return { text: isBounded ? found : boundedRows(['version', 'body'], found, responseBytes), trials };
}
