import type { Table } from '../../model/model.ts';
import { commentOn } from '../../sql/comment.ts';
import { quote } from '../../sql/identifier.ts';
import type { SchemaObject, TableObject } from '../../sql/object.ts';
import { engineTable } from '../../sql/table.ts';

/** How far the events are sent to each subscription: no part of the resource, so that it raises no events itself. */
function deliveryTable({ name }: Table): TableObject {
  const subscriptions = `public.${quote(name)}`;
  return engineTable(
    'almanac.delivery',
    {
      subscription_id: `bigint
    constraint delivery_pkey primary key
    constraint delivery_subscription_id_fkey references ${subscriptions} (id) on delete cascade`,
      last_event: 'bigint not null',
      failures: 'integer not null default 0',
      next_at: "timestamptz not null default '-infinity'",
      lease: 'uuid',
      leased_until: "timestamptz not null default '-infinity'",
    },
    { dependsOn: [`table ${subscriptions}`] },
  );
}

export function deliveryObjects(table: Table): readonly SchemaObject[] {
  const delivery = deliveryTable(table);
  return [
    delivery,
    commentOn(delivery, 'The last event that each subscription has been sent, and when the next one is tried.'),
  ];
}
