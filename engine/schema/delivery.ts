import type { Table } from '../definition/model.ts';
import { quote } from '../sql/identifier.ts';

/** How far the events are sent to each subscription: no part of the resource, so that it raises no events itself. */
export function deliveryTable({ name }: Table): readonly string[] {
  return [
    `create table almanac.delivery (
  subscription_id bigint
    constraint delivery_pkey primary key
    constraint delivery_subscription_id_fkey references public.${quote(name)} (id) on delete cascade,
  last_event bigint not null,
  failures integer not null default 0,
  next_at timestamptz not null default '-infinity',
  lease uuid,
  leased_until timestamptz not null default '-infinity'
)`,
    "comment on table almanac.delivery is 'The last event that each subscription has been sent, and when the next one is tried.'",
  ];
}
