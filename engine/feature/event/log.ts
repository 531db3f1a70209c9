import type { Table } from '../../model/model.ts';
import type { NamedConstraint } from '../../schema/constraint/constraints.ts';
import { constraintDefinition } from '../../schema/constraint/definition.ts';
import { asOwner } from '../../schema/plpgsql.ts';
import { declaredFields, typedColumn } from '../../schema/table/column.ts';
import { resourceComments } from '../../schema/table/comment.ts';
import { type Index, indexObject } from '../../schema/table/index.ts';
import { commentObject, commentOn } from '../../sql/comment.ts';
import { databaseFunction } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { type FunctionObject, keyOf, type SchemaObject } from '../../sql/object.ts';
import { dataTable, partition, sequence } from '../../sql/table.ts';
import { eventSequence, partitionSize, sequencerLock } from './ids.ts';
import { lineageObjects, lostEvent, noteServer } from './lineage.ts';
import { outboxObjects } from './outbox.ts';

/**
 * The log of events: an append-only table in partitions by id, so that old events go with their partition. The
 * sequencer fills it from the outbox.
 */
export function eventLogObjects(
  table: Table,
  constraints: readonly NamedConstraint[],
  indexes: readonly Index[],
): readonly SchemaObject[] {
  const name = `public.${quote(table.name)}`;
  const ids = sequence(eventSequence, null);
  return [
    ...outboxObjects,
    ids,
    { ...dataTable(name, columnDefinitions(table, constraints), ' partition by range (id)'), dependsOn: [keyOf(ids)] },
    ownership(name),
    actingParty(name),
    partition('almanac.event_default', name, ' default'),
    ...[0, 1].map((number) =>
      partition(partitionName(number), name, `\n  for values from (${partitionBounds(number).join(') to (')})`),
    ),
    ...resourceComments(table).map(commentObject),
    ...indexes.map(indexObject),
    ...lineageObjects,
    ...eventFunctions,
    commentOn(
      sequencer,
      'Makes events of the outbox behind an id, up to a number of them. Returns their number; null while another process does so.',
    ),
    commentOn(adder, 'Adds the partition of this number, with the events that came before it.'),
    commentOn(keeper, 'Adds the partitions of the ids that come next. A partition is filled for a month at most.'),
  ];
}

/** The sequence goes with the table. */
function ownership(table: string): SchemaObject {
  return {
    kind: 'owner',
    name: eventSequence,
    on: table,
    create: `alter sequence ${eventSequence} owned by ${table}.id`,
    drop: `alter sequence ${eventSequence} owned by none`,
    dependsOn: [`sequence ${eventSequence}`, `table ${table}`],
  };
}

/** By itself, as the table of an earlier version gets it too. No reader of events sees it. */
function actingParty(table: string): SchemaObject {
  const name = 'acting_party';
  return {
    kind: 'column',
    name,
    on: table,
    create: `alter table ${table} add column ${name} bigint`,
    drop: `alter table ${table} drop column ${name}`,
    dependsOn: [`table ${table}`],
  };
}

/** The channel on which the sequencer announces new events. */
export const eventChannel = 'almanac_event';

function partitionName(number: number | bigint): string {
  return `almanac.event_${number}`;
}

/** The first id of a partition, and that of the next one. */
function partitionBounds(number: number | bigint): readonly [from: bigint, to: bigint] {
  return [BigInt(number) * partitionSize, (BigInt(number) + 1n) * partitionSize];
}

function columnDefinitions(table: Table, constraints: readonly NamedConstraint[]): readonly string[] {
  return [
    `id bigint not null default nextval('${eventSequence}')`,
    ...declaredFields(table).map((field) => `${typedColumn(field)}${field.nullable ? '' : ' not null'}`),
    'recorded_at timestamptz not null',
    'recorded_by bigint not null',
    ...constraints.map(([constraint, definition]) => constraintDefinition(constraint, definition, table)),
  ];
}

/** So long after a server has taken over, processes may know ids of the outbox that it gives again: until they look at the whole. */
const distrust = '5 minutes';

// Ids are given under the lock, which is held until they are visible: in the order of ids, no event ever comes before
// another that is seen already. The plan is made at each call: the outbox is empty now, and a million rows later.
const sequencer = databaseFunction(
  'almanac.sequence_events(integer, bigint)',
  'almanac.sequence_events(most integer, after bigint default 0) returns bigint',
  `language plpgsql
${asOwner}
set plan_cache_mode = force_custom_plan
as $$
declare
  given bigint;
  latest bigint;
begin
  if not pg_try_advisory_xact_lock(${sequencerLock}) then
    return null;
  end if;
  if almanac.clock() - ${noteServer} < interval '${distrust}' then
    after := 0;
  end if;
  with taken as (
    delete from almanac.outbox
    where ctid = any (array(
      select waiting.ctid from almanac.outbox as waiting where waiting.id > after order by waiting.id limit most
    ))
    returning *
  ), added as (
    insert into public.event (specversion, type, source, subject, "time", data, recorded_at, recorded_by, acting_party)
    select
      '1.0',
      taken.type,
      taken.source,
      taken.subject,
      taken."time",
      case when taken.updated_fields is not null then jsonb_build_object('updated_fields', taken.updated_fields) end,
      almanac.clock(),
      taken.recorded_by,
      taken.acting_party
    from taken
    order by taken.id
    returning id
  )
  select count(*), max(added.id) into given, latest from added;
  if given > 0 then
    perform pg_notify('${eventChannel}', latest::text);
  end if;
  return given;
end
$$`,
);

// A partition is filled before it is attached: where none was there in time, its events are in the default one. To attach
// it stops no reader that knows the partitions already, and such a reader would find the events in neither of the two.
const adder = databaseFunction(
  'almanac.add_event_partition(bigint)',
  'almanac.add_event_partition(number bigint) returns void',
  `language plpgsql
${asOwner}
as $$
declare
  first bigint := number * ${partitionSize};
  next bigint := first + ${partitionSize};
  partition text := 'almanac.event_' || number;
begin
  if to_regclass(partition) is not null then
    return;
  end if;
  if exists (select from almanac.event_default as late where late.id >= first and late.id < next) then
    lock table public.event in access exclusive mode;
  end if;
  execute format('create table %s (like public.event including all)', partition);
  execute format(
    'with late as (delete from almanac.event_default where id >= %s and id < %s returning *) insert into %s select * from late',
    first, next, partition
  );
  execute format('alter table public.event attach partition %s for values from (%s) to (%s)', partition, first, next);
end
$$`,
);

/** Partitions beyond the one that ids are given in: there is time to add the next before they are full. */
const partitionsAhead = 2;

// Only the owner of a table adds partitions to it, and the service may be another: it takes nothing, and sees for itself
// which are missing. The default one may have events of ids that were left behind when ids went far ahead. What is read is
// so until the end: ids are given under the same lock.
const keeper = databaseFunction(
  'almanac.add_event_partitions()',
  'almanac.add_event_partitions() returns void',
  `language plpgsql
${asOwner}
set lock_timeout = '5s'
as $$
declare
  current bigint;
  is_past boolean;
  number bigint;
begin
  perform pg_advisory_xact_lock(${sequencerLock});
  select last_value / ${partitionSize} into current from ${eventSequence};
  select event.recorded_at < almanac.clock() - interval '1 month' into is_past
  from public.event as event
  where event.id >= current * ${partitionSize} and event.id < (current + 1) * ${partitionSize}
  order by event.id
  limit 1;
  if is_past then
    current := current + 1;
  end if;
  for number in
    select ahead.number from generate_series(current, current + ${partitionsAhead}) as ahead (number)
    union
    select late.id / ${partitionSize} from almanac.event_default as late
    order by 1
  loop
    perform almanac.add_event_partition(number);
  end loop;
  if is_past then
    perform setval('${eventSequence}', current * ${partitionSize}, false);
  end if;
end
$$`,
);

/** What the service calls. */
export const serviceEventFunctions: readonly string[] = [sequencer.name, keeper.name, lostEvent];

/** What works on the log. */
const eventFunctions: readonly FunctionObject[] = [sequencer, adder, keeper];
