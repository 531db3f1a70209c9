import { asOwner } from '../../schema/plpgsql.ts';
import { commentOn } from '../../sql/comment.ts';
import { databaseFunction } from '../../sql/function.ts';
import type { FunctionObject, SchemaObject } from '../../sql/object.ts';
import { engineTable } from '../../sql/table.ts';
import { eventSequence, partitionSize, sequencerLock } from './ids.ts';

// A standby that takes over, and a backup that is restored, may lack the end of the log. Were the ids of that end given
// again, a reader that knows them would miss other events, and not know it.

/** The servers that gave ids to the events, one after the other. */
const lineage = engineTable('almanac.event_lineage', {
  id: 'bigint generated always as identity constraint event_lineage_pkey primary key',
  server: 'text not null',
  since: 'timestamptz not null',
  last_id: 'bigint',
  first_id: 'bigint',
});

/** Ids for each second since the epoch: more than a server gives, so that what it has given is below. */
const idsPerSecond = 100_000;
const epoch = '2020-01-01 00:00:00+00';

// Some managed servers keep these functions for themselves. They take over without a loss.
const server = databaseFunction(
  'almanac.event_server()',
  'almanac.event_server() returns text',
  `language plpgsql
${asOwner}
as $$
begin
  return (
    select concat_ws('/', system.system_identifier, 'public.event'::regclass::oid, left(pg_walfile_name(pg_current_wal_lsn()), 8))
    from pg_control_system() as system
  );
exception
  when insufficient_privilege or feature_not_supported then
    return null;
end
$$`,
);

// A sequence moves at once, and this row comes with the transaction: if that fails, the next one moves it again. Where
// retention has left no event, ids below the partition of the present may have been given.
const noter = databaseFunction(
  'almanac.note_event_server()',
  'almanac.note_event_server() returns timestamptz',
  `language plpgsql
${asOwner}
as $$
declare
  current text := almanac.event_server();
  known text;
  since timestamptz;
  kept bigint;
  given bigint;
  next bigint;
begin
  select lineage.server, lineage.since into known, since
  from almanac.event_lineage as lineage
  order by lineage.id desc
  limit 1;
  if current is null or known = current then
    return since;
  end if;
  if known is not null then
    select
      coalesce(
        (select max(event.id) from public.event as event),
        greatest(sequence.last_value / ${partitionSize} * ${partitionSize} - 1, 0)
      ),
      sequence.last_value
    into kept, given
    from ${eventSequence} as sequence;
    next := (extract(epoch from almanac.clock() - timestamptz '${epoch}') * ${idsPerSecond})::bigint;
    -- A clock that is behind says less than what is given already.
    if next <= greatest(given, kept) then
      next := greatest(given, kept) + ${partitionSize};
    end if;
    perform setval('${eventSequence}', next, false);
  end if;
  since := almanac.clock();
  insert into almanac.event_lineage (server, since, last_id, first_id) values (current, since, kept, next);
  return since;
end
$$`,
);

// An id that no event has had is of a log that another server kept, or of none. Those who ask do not hold up the sequencer.
const loss = databaseFunction(
  'almanac.lost_event(bigint)',
  'almanac.lost_event(held bigint) returns bigint',
  `language plpgsql
${asOwner}
set lock_timeout = '5s'
as $$
begin
  if almanac.event_server() <> (select lineage.server from almanac.event_lineage as lineage order by lineage.id desc limit 1) then
    perform pg_advisory_xact_lock(${sequencerLock});
    perform almanac.note_event_server();
  end if;
  return coalesce(
    (
      select lineage.last_id from almanac.event_lineage as lineage
      where lineage.last_id < held and held < lineage.first_id
      order by lineage.id
      limit 1
    ),
    (
      select coalesce((select max(event.id) from public.event as event), 0) from ${eventSequence} as sequence
      where held > sequence.last_value or (held = sequence.last_value and not sequence.is_called)
    )
  );
end
$$`,
);

/** What the sequencer calls under its lock, before it gives ids: since when this server gives them. */
export const noteServer = 'almanac.note_event_server()';

/** What the service calls to tell a reader what is lost, with an id. */
export const lostEvent = loss.name;

/** What it reads to know the same of many. */
export const lineageTable = lineage.name;

const lineageFunctions: readonly FunctionObject[] = [server, noter, loss];

export const lineageObjects: readonly SchemaObject[] = [
  lineage,
  commentOn(
    lineage,
    'The servers that gave ids to events. Between last_id and first_id are the ids of events that the server before may have made, and this one does not have.',
  ),
  ...lineageFunctions,
  commentOn(server, 'The server, its timeline, and the table: another one where a standby or a backup has taken over.'),
  commentOn(
    noter,
    'Since when this server gives ids; null if unknown. Of another server than before, notes so, and leaves out the ids that the one before may have given.',
  ),
  commentOn(
    loss,
    'The last event before this id that the log has, if it has lost the event of this id or never had it; else null.',
  ),
];
