import type { Table } from '../definition/model.ts';
import { quote } from '../query/sql/identifier.ts';
import { declaredFields, typedColumn } from './column.ts';
import { resourceComments } from './comment.ts';
import type { NamedConstraint } from './constraint.ts';
import { constraintDefinition } from './constraint_definition.ts';
import { createIndex, type Index } from './index.ts';
import { outboxTable } from './outbox.ts';

/**
 * The log of events: a table that is only added to, in partitions by id, so that what is too old goes with its
 * partition; and the sequencer, which fills it from the outbox.
 */
export function eventLogStatements(
  table: Table,
  constraints: readonly NamedConstraint[],
  indexes: readonly Index[],
): readonly string[] {
  const name = `public.${quote(table.name)}`;
  return [
    ...outboxTable,
    `create sequence ${eventSequence}`,
    `create table ${name} (
${columnDefinitions(table, constraints)
  .map((line) => `  ${line}`)
  .join(',\n')}
) partition by range (id)`,
    `alter sequence ${eventSequence} owned by ${name}.id`,
    `create table almanac.event_default partition of ${name} default`,
    ...[0, 1].map(
      (number) =>
        `create table ${partitionName(number)} partition of ${name}\n  for values from (${partitionBounds(number).join(') to (')})`,
    ),
    ...resourceComments(table),
    ...indexes.map((index) => createIndex(index)),
    ...eventFunctions.values(),
    "comment on function almanac.sequence_events(integer) is 'Makes events of what waits in the outbox, so many at most, and gives their number.'",
    "comment on function almanac.add_event_partition(bigint) is 'Adds the partition of this number, with the events that came before it.'",
  ];
}

export const eventSequence = 'public.event_id_seq';

/** On which the sequencer tells of new events. */
export const eventChannel = 'almanac_event';

/** Held to the end of the transaction by who gives ids to events, or changes the partitions that they go to. */
export const sequencerLock = `hashtext('almanac.event')`;

/** So many ids to a partition. */
const partitionSize = 1_000_000n;

function partitionName(number: number | bigint): string {
  return `almanac.event_${number}`;
}

/** The first id of a partition, and that of the next one. */
export function partitionBounds(number: number | bigint): readonly [from: bigint, to: bigint] {
  return [BigInt(number) * partitionSize, (BigInt(number) + 1n) * partitionSize];
}

/** The number of the partition that an id belongs to. */
export function partitionOf(id: string): bigint {
  return BigInt(id) / partitionSize;
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

// Ids are given under the lock, which is held until they are visible: in the order of ids, no event ever comes before
// another that is seen already. The plan is made at each call: the outbox is empty now, and a million rows later.
const sequencer = `create or replace function almanac.sequence_events(most integer) returns bigint
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  given bigint;
  latest bigint;
begin
  if not exists (select from almanac.outbox) or not pg_try_advisory_xact_lock(${sequencerLock}) then
    return 0;
  end if;
  with taken as (
    delete from almanac.outbox
    where ctid = any (array(select waiting.ctid from almanac.outbox as waiting order by waiting.id limit most))
    returning *
  ), added as (
    insert into public.event (specversion, type, source, subject, "time", data, recorded_at, recorded_by)
    select
      '1.0',
      taken.type,
      taken.source,
      taken.subject,
      taken."time",
      case when taken.updated_fields is not null then jsonb_build_object('updated_fields', taken.updated_fields) end,
      almanac.clock(),
      taken.recorded_by
    from taken
    order by taken.id
    returning id
  )
  select count(*), max(added.id) into given, latest from added;
  perform pg_notify('${eventChannel}', latest::text);
  return given;
end
$$`;

// A partition is filled before it is attached: where none was there in time, its events are in the default one. Only the
// owner of a table adds partitions to it: the service may be another.
const adder = `create or replace function almanac.add_event_partition(number bigint) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  first bigint := number * ${partitionSize};
  next bigint := first + ${partitionSize};
  partition text := 'almanac.event_' || number;
begin
  if to_regclass(partition) is not null then
    return;
  end if;
  execute format('create table %s (like public.event including all)', partition);
  execute format(
    'with late as (delete from almanac.event_default where id >= %s and id < %s returning *) insert into %s select * from late',
    first, next, partition
  );
  execute format('alter table public.event attach partition %s for values from (%s) to (%s)', partition, first, next);
end
$$`;

/** What works on the log, by its name in `drop`. */
export const eventFunctions: ReadonlyMap<string, string> = new Map([
  ['function almanac.sequence_events(integer)', sequencer],
  ['function almanac.add_event_partition(bigint)', adder],
]);
