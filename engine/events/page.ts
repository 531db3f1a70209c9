import type { BoundCondition } from '../definition/condition.ts';
import type { Resource } from '../definition/model.ts';
import { renderCondition } from '../query/sql/condition.ts';
import { fieldList } from '../query/sql/representation.ts';
import { type Statement, Values } from '../query/sql/statement.ts';
import { parameterTerms } from '../query/sql/terms.ts';

/** An event as a list shows it, as the JSON text that PostgreSQL built. */
export interface EventText {
  readonly id: string;
  readonly body: string;
}

/** Events beyond one id, up to another, for which the filters hold: `id` and `body`, in order and so many at most. */
export function renderPage(
  event: Resource,
  filters: readonly BoundCondition[],
  { after, upTo, most }: { readonly after: string; readonly upTo: string; readonly most: number },
): Statement {
  const values = new Values();
  const conditions = [
    `item.id > ${values.add(after)}::bigint`,
    `item.id <= ${values.add(upTo)}::bigint`,
    ...filters.map((filter) => `(${renderCondition(filter, parameterTerms('item', values))})`),
  ];
  return values.statement(
    `select shown.id, row_to_json(shown)::text as body from (select ${fieldList(event, 'item')} from public.event as item ` +
      `where ${conditions.join(' and ')} order by item.id limit ${most}) as shown order by shown.id`,
  );
}

/** The id of the last event, as `id`; 0 when there is none. */
export const lastEvent: Statement = new Values().statement(
  'select coalesce(max(item.id), 0) as id from public.event as item',
);
