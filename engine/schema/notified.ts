import { eventResource } from '../definition/event.ts';

/**
 * How far notifications are made of the events: one row, which a worker holds while it makes more. It begins with what
 * happens from then on, so that nobody is notified of what was there before.
 */
export const notifiedTable: readonly string[] = [
  `create table almanac.notified (
  last_event bigint not null
)`,
  "comment on table almanac.notified is 'The last event that notifications were made of.'",
  `insert into almanac.notified (last_event) select coalesce(max(id), 0) from public.${eventResource}`,
];
