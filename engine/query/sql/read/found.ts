import type { Restrictions } from '../../../access/restriction.ts';
import type { BoundCondition } from '../../../model/field.ts';
import { allRows } from '../../../model/whole_access.ts';
import { sql } from '../../../sql/fragment.ts';
import type { RowsPlan } from '../../plan/rows_plan.ts';
import { accessCondition } from '../condition/row.ts';
import { itemOf } from '../condition/row_place.ts';
import { shownCondition, sourceOf } from '../condition/source.ts';
import { type StatementValue, statementOf, type Template } from '../condition/statement.ts';
import { whereOf } from './rule/fence.ts';
import { boundedRows } from './shown/answer_bytes.ts';
import { renderColumns } from './shown/columns.ts';

/**
 * The row for which a rule holds, among all rows: its `id`, and its representation as a JSON object in `body`. The rule holds
 * for one row at most.
 */
export function renderFound(
  { resource, columns }: RowsPlan,
  condition: BoundCondition,
  { principal, model }: Pick<Restrictions, 'principal' | 'model'>,
): Template {
  const read = { kind: 'rule', condition, parts: [] } as const;
  const rows = new Map([[resource.name, { ...allRows, read }]]);
  const row = itemOf(resource, { principal, model, rows }, null);
  const where = [...shownCondition<StatementValue>(resource, 'item', null), ...accessCondition(resource, 'read', row)];
  const found = sql`
    select item.id, row_to_json(shown.*)::text as body
    from ${sourceOf(resource, null, model)} as item, lateral (select ${renderColumns(columns, resource, row)}) as shown${whereOf(where)}
    limit 1`;
  return statementOf(boundedRows(['id', 'body'], found, model.service.limits.responseBytes));
}
