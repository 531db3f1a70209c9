import { eventResource } from '../definition/event.ts';
import { asOwner } from './plpgsql.ts';
import { singleRow } from './single_row.ts';

const claim = `create or replace function almanac.claim_notified() returns bigint
language plpgsql
${asOwner}
as $$
begin
  return (select notified.last_event from almanac.notified for update skip locked);
end
$$`;

const keep = `create or replace function almanac.keep_notified(up_to bigint) returns void
language plpgsql
${asOwner}
as $$
begin
  update almanac.notified set last_event = up_to
  where last_event < up_to and up_to <= (select max(event.id) from public.${eventResource} as event);
end
$$`;

/** By which the service moves on, and never back, by their names in `drop`. */
export const notifiedFunctions: ReadonlyMap<string, string> = new Map([
  ['function almanac.claim_notified()', claim],
  ['function almanac.keep_notified(bigint)', keep],
]);

/**
 * How far notifications are made of the events: one row, which a worker holds while it makes more. It begins with what
 * happens from then on, so that nobody is notified of what was there before.
 */
export const notifiedTable: readonly string[] = [
  `create table almanac.notified (
  last_event bigint not null,
  ${singleRow('notified')}
)`,
  "comment on table almanac.notified is 'The last event that notifications were made of.'",
  `insert into almanac.notified (last_event) select coalesce(max(id), 0) from public.${eventResource}`,
  ...notifiedFunctions.values(),
  "comment on function almanac.claim_notified() is 'The last event that notifications were made of, for this transaction alone; null while another one is at it.'",
  "comment on function almanac.keep_notified(bigint) is 'Keeps that notifications were made of the events up to this one.'",
];
