import type { Restrictions } from '../../../access/restriction.ts';
import type { Resource } from '../../../model/model.ts';
import { type Fragment, raw, sql } from '../../../sql/fragment.ts';
import type { AnyReadPlan } from '../../plan/read_plan.ts';
import type { AnyRowsPlan, Reading } from '../../plan/rows_plan.ts';
import { accessCondition, isHidden, rowsOf, termsOf } from '../condition/row.ts';
import { itemOf, type Row } from '../condition/row_place.ts';
import { shownCondition } from '../condition/source.ts';
import { idSlot, parameter, type Sql, statementOf, type Template } from '../condition/statement.ts';
import { futureColumn, instantExpression } from './past/instant.ts';
import { lastStateRow, lastStates } from './past/last_state.ts';
import { filterOf, renderSource, whereOf } from './rule/fence.ts';
import { guard, trialsOf } from './rule/trial.ts';
import { boundedRows } from './shown/answer_bytes.ts';
import { renderColumns } from './shown/columns.ts';
import { longestRow } from './shown/longest_answer.ts';

/**
 * One row as a JSON object in `body`, and its `version`; none when it is not, or as of the instant was not, there. As of an
 * instant, `future` says whether that is still to come, be there a row or not.
 */
export function renderRead({ rows, asOf }: AnyReadPlan, id: string, restrictions: Restrictions): Template {
  const instant = asOf === null ? null : instantExpression(asOf);
  const { found, trials, row } = renderRow({ rows, order: [], asOf }, id, restrictions, instant);
  if (instant === null) {
    const former = renderLastState({ rows, order: [] }, id, row);
    return statementOf(former === null ? found : sql`(${found}) union all (${former})`);
  }
  return statementOf(sql`
    select found.version, found.body${futureColumn(instant)}
    from (select) as request
    left join (${found}) as found on true${whereOf(trials)}`);
}

/** The setting of a transaction with the id of the row that it has made. */
export const writtenSetting = 'almanac.written';

/** The same as the answer to a write shows it. Without an id, it is the row that the statement before has made. */
export function renderAnswer(rows: AnyRowsPlan, id: string | null, restrictions: Restrictions): Template {
  return statementOf(renderRow({ rows, order: [] }, id, restrictions, null).found);
}

function renderRow(
  reading: Reading,
  id: string | null,
  restrictions: Restrictions,
  instant: Sql | null,
): { readonly found: Sql; readonly trials: readonly Sql[]; readonly row: Row } {
  const { model } = restrictions;
  const { rows } = reading;
  const { resource, columns, conditions } = rows;
  const row = guard(itemOf(resource, restrictions, instant), reading);
  const own = id === null ? sql`current_setting('${raw(writtenSetting)}')` : parameter(id, idSlot);
  const there = [sql`item.id = ${own}::bigint`, ...shownCondition(resource, 'item', instant)];
  const rule = accessCondition(resource, 'read', row);
  const filter = filterOf([...there, ...rule], conditions, termsOf(row), isHidden(resource, rule, row));
  const shown = renderColumns(columns, resource, row);
  const trials = trialsOf(reading, row);
  const item = renderSource(rowsOf(resource, row), 'item', filter);
  const version = versionOf(resource);
  const where = instant === null ? [...item.where, ...trials] : item.where;
  const found = sql`
    select ${version} as version, row_to_json(shown.*)::text as body
    from ${item.source}, lateral (select ${shown}) as shown${whereOf(where)}`;
  const { responseBytes } = model.service.limits;
  const isBounded = instant === null && longestRow(rows, model) <= responseBytes;
  return { found: isBounded ? found : boundedRows(['version', 'body'], found, responseBytes), trials, row };
}

/** What changes when a row does. A version stays what it is, and so does an event. A row of a view has no version. */
function versionOf(resource: Resource): Fragment {
  if (resource.kind === 'view') return sql`0`;
  const isFinal = resource.kind === 'history' || resource.madeBy?.rows.areFinal === true;
  return isFinal ? sql`item.id` : sql`item.row_version`;
}

/** The row as it was when the principal lost the right to read it; null where their role finds no last states. */
function renderLastState(reading: Reading, id: string, current: Row): Sql | null {
  const { resource, columns, conditions } = reading.rows;
  const source = lastStates(resource, current);
  if (source === null || resource.kind !== 'table') return null;
  const row = lastStateRow(resource, current);
  const filter = filterOf([sql`item.id = ${parameter(id, idSlot)}::bigint`], conditions, termsOf(row), true);
  const item = renderSource(source, 'item', filter);
  const where = [...item.where, ...trialsOf(reading, row)];
  const found = sql`
    select item.row_version as version, row_to_json(shown.*)::text as body
    from ${item.source}, lateral (select ${renderColumns(columns, resource, row)}) as shown${whereOf(where)}`;
  return boundedRows(['version', 'body'], found, row.model.service.limits.responseBytes);
}
