import type { Restrictions } from '../../../access/restriction.ts';
import { sql } from '../../../sql/fragment.ts';
import { arrayText } from '../../../vocabulary/value/array_text.ts';
import type { RowsPlan } from '../../plan/rows_plan.ts';
import { accessCondition, termsOf } from '../condition/row.ts';
import { itemOf } from '../condition/row_place.ts';
import { shownCondition, sourceOf } from '../condition/source.ts';
import { parameter, type Statement, statementOf } from '../condition/statement.ts';
import { filterOf, renderSource, whereOf } from './rule/fence.ts';
import { guard, havingOf, trialsOf } from './rule/trial.ts';
import { boundedSum } from './shown/answer_bytes.ts';
import { renderColumns } from './shown/columns.ts';

/**
 * The rows with some ids that the principal may read, in the order of the ids, as a JSON array in `body`. It fails if
 * they have more bytes than an answer may have.
 */
export function renderRowsById(rows: RowsPlan, ids: readonly string[], restrictions: Restrictions): Statement {
  const { resource, columns } = rows;
  const reading = { rows, order: [] };
  const row = guard(itemOf(resource, restrictions, null), reading);
  const list = sql`${parameter(arrayText(ids))}::bigint[]`;
  const rule = accessCondition(resource, 'read', row);
  const before = [sql`item.id = any (${list})`, ...shownCondition(resource, 'item', row.instant), ...rule];
  const item = renderSource(
    sourceOf(resource, null, restrictions.model),
    'item',
    filterOf(before, rows.conditions, termsOf(row), rule.length > 0),
  );
  const line = sql`
    select target.place, row_to_json(shown.*)::text as body
    from unnest(${list}) with ordinality as target(id, place)
    join ${item.source} on item.id = target.id
    cross join lateral (select ${renderColumns(columns, resource, row)}) as shown${whereOf(item.where)}
    offset 0`;
  const { responseBytes } = restrictions.model.service.limits;
  const bounds = [...trialsOf(reading, row), boundedSum(sql`line.body`, responseBytes)];
  return statementOf(sql`
    select '[' || coalesce(string_agg(line.body, ',' order by line.place), '') || ']' as body
    from (${line}) as line${havingOf(bounds)}`);
}
