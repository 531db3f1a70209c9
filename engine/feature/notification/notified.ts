import { asOwner } from '../../schema/plpgsql.ts';
import { singleRow } from '../../schema/single_row.ts';
import { commentOn } from '../../sql/comment.ts';
import { databaseFunction } from '../../sql/function.ts';
import { type FunctionObject, keyOf, type SchemaObject } from '../../sql/object.ts';
import { engineTable } from '../../sql/table.ts';
import { eventResource } from '../event/resource.ts';

const claim = databaseFunction(
  'almanac.claim_notified()',
  'almanac.claim_notified() returns bigint',
  `language plpgsql
${asOwner}
as $$
begin
  return (select notified.last_event from almanac.notified for update skip locked);
end
$$`,
);

const keep = databaseFunction(
  'almanac.keep_notified(bigint)',
  'almanac.keep_notified(up_to bigint) returns void',
  `language plpgsql
${asOwner}
as $$
begin
  update almanac.notified set last_event = up_to
  where last_event < up_to and up_to <= (select max(event.id) from public.${eventResource} as event);
end
$$`,
);

/** By which the service moves on, and never back. */
export const notifiedFunctions: readonly FunctionObject[] = [claim, keep];

const notified = engineTable('almanac.notified', { last_event: 'bigint not null', ...singleRow('notified') });

const first: SchemaObject = {
  kind: 'rows',
  name: 'first',
  on: notified.name,
  create: `insert into almanac.notified (last_event) select coalesce(max(id), 0) from public.${eventResource}`,
  drop: 'delete from almanac.notified',
  dependsOn: [keyOf(notified), `table public.${eventResource}`],
};

/**
 * How far notifications are made of the events: one row, which a worker holds while it makes more. It begins with what
 * happens from then on, so that nobody is notified of what was there before.
 */
export const notifiedObjects: readonly SchemaObject[] = [
  notified,
  commentOn(notified, 'The last event that notifications were made of.'),
  first,
  ...notifiedFunctions,
  commentOn(
    claim,
    'The last event that notifications were made of, for this transaction alone; null while another one is at it.',
  ),
  commentOn(keep, 'Keeps that notifications were made of the events up to this one.'),
];
