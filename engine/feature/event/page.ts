import type { Restrictions } from '../../access/restriction.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Resource } from '../../model/model.ts';
import { accessCondition, termsOf } from '../../query/sql/condition/row.ts';
import { itemOf } from '../../query/sql/condition/row_place.ts';
import { parameter, type Statement, statementOf } from '../../query/sql/condition/statement.ts';
import { membershipCondition } from '../../query/sql/membership.ts';
import { filterOf, renderFrom, whereOf } from '../../query/sql/read/rule/fence.ts';
import { guard, trialsOf } from '../../query/sql/read/rule/trial.ts';
import { renderFields } from '../../query/sql/read/shown/columns.ts';
import { publicTable, sql } from '../../sql/fragment.ts';

/** An event as a list shows it, as the JSON text that PostgreSQL built. */
export interface EventText {
  readonly id: string;
  readonly body: string;
}

/**
 * The events of a request: the ones that the caller may see and the filters choose, with the fields that their role
 * reads.
 */
export interface EventsAsked {
  readonly restrictions: Restrictions;
  readonly event: Resource;
  readonly filters: readonly BoundCondition[];
}

/** Events beyond one id, up to another: `id` and `body`, in order and so many at most. */
export function renderPage(
  { event, restrictions, filters }: EventsAsked,
  { after, upTo, most }: { readonly after: string; readonly upTo: string; readonly most: number },
): Statement {
  const reading = { rows: { resource: event, columns: [], conditions: filters, groups: null }, order: [] };
  const row = guard(itemOf(event, restrictions, null), reading);
  const range = [sql`item.id > ${parameter(after)}::bigint`, sql`item.id <= ${parameter(upTo)}::bigint`];
  const rule = [
    ...accessCondition(event, 'read', row),
    ...membershipCondition(restrictions.principal, restrictions.model.service),
  ];
  const filter = filterOf([...range, ...rule], filters, termsOf(row), rule.length > 0);
  const events = renderFrom(publicTable('event'), 'item', filter, sql`order by item.id`);
  const trials = trialsOf(reading, row);
  return statementOf(sql`
    select shown.id, row_to_json(shown)::text as body
    from (select ${renderFields(event, 'item')} ${events} limit ${most}) as shown${whereOf(trials)}
    order by shown.id`);
}

/** The id of the last event, as `id`; 0 when there is none. */
export const lastEvent: Statement = statementOf(sql`select coalesce(max(item.id), 0) as id from public.event as item`);
