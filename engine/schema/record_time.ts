/**
 * The engine's own schema: clock, record time and identity, which every table's triggers use, and the definitions that
 * the tables are of.
 */
export function recordTimeStatements(): readonly string[] {
  return [
    'create schema if not exists almanac',
    "comment on schema almanac is 'What keeps record of changes: not part of the data.'",
    clock,
    "comment on function almanac.clock() is 'The time of day: the only place where it is read.'",
    givenInstant,
    "comment on table almanac.given_instant is 'Instants that transactions record at and that are not within them by the clock.'",
    recordTime,
    "comment on function almanac.record_time(timestamptz) is 'The instant under which this transaction records its changes: later than the version that it replaces.'",
    identity,
    "comment on function almanac.identity() is 'Who changes are recorded under: the setting almanac.identity of the transaction; 0 is the service itself.'",
    forbid,
    "comment on function almanac.forbid() is 'Undoes a statement that wrote a row which its writer may not write.'",
    refuseReference,
    "comment on function almanac.refuse_reference(text) is 'Undoes a statement that refers to a row which its writer may not see.'",
    definition,
    "comment on table almanac.definition is 'The definition files that the tables were made from.'",
    migration,
    "comment on table almanac.migration is 'The migrations that were begun, and how far each has come.'",
    migrationStep,
    "comment on table almanac.migration_step is 'Of a migration that is not finished: each step that was done, and how it is undone; the one that stopped it, and why.'",
  ];
}

/** What rendered statements call. */
export const serviceRecordFunctions = [
  'almanac.clock()',
  'almanac.forbid()',
  'almanac.refuse_reference(text)',
] as const;

const clock = `create or replace function almanac.clock() returns timestamptz
language sql volatile
return clock_timestamp()`;

// The setting is a number of microseconds: a datetime as text would depend on the session's DateStyle and TimeZone.
// A setting that was local to an earlier transaction reads back as ''. Any session can set it. An instant within the
// transaction does no harm: an answer as of it was not final. Any other must have been given here.
const recordTime = `create or replace function almanac.record_time(previous timestamptz) returns timestamptz
language plpgsql volatile
as $$
declare
  microseconds bigint := nullif(current_setting('almanac.recorded_at', true), '');
  present timestamptz := almanac.clock();
  given timestamptz;
  setting text;
begin
  if microseconds is null then
    given := greatest(present, previous + interval '1 microsecond');
    setting := set_config('almanac.recorded_at', (extract(epoch from given) * 1000000)::bigint::text, true);
  else
    given := timestamptz 'epoch' + microseconds * interval '1 microsecond';
    if previous >= given then
      raise exception 'could not serialize access: the row was recorded at %, this transaction records at %', previous, given
        using errcode = 'serialization_failure', hint = 'Another transaction changed the row meanwhile. Retry this one.';
    end if;
  end if;
  if given >= transaction_timestamp() and given <= present then
    return given;
  end if;

  -- The clock has stepped back, or stands behind the version that is replaced.
  if microseconds is null then
    insert into almanac.given_instant (recorded_in, instant) values (pg_current_xact_id(), given);
    delete from almanac.given_instant
    where ctid = any (array(
      select former.ctid from almanac.given_instant as former
      where former.recorded_in <> pg_current_xact_id()
      limit 10
      for update skip locked
    ));
  elsif not exists (
    select from almanac.given_instant as own where own.recorded_in = pg_current_xact_id() and own.instant = given
  ) then
    raise exception 'could not serialize access: this transaction does not record at %', given
      using errcode = 'serialization_failure', hint = 'The clock was set back, or almanac.recorded_at was set by hand. Retry.';
  end if;
  return given;
end
$$`;

// Needed to the end of a transaction: not after a crash, and not by a replica.
const givenInstant = `create unlogged table if not exists almanac.given_instant (
  recorded_in xid8 not null,
  instant timestamptz not null
)`;

const identity = `create or replace function almanac.identity() returns bigint
language sql stable
return coalesce(nullif(current_setting('almanac.identity', true), '')::bigint, 0)`;

/**
 * The SQLSTATE of what the engine's own functions refuse a writer. Its class is none that PostgreSQL uses: 42501 is a grant that
 * the role of the service lacks.
 */
export const forbiddenState = 'ZA403';

const forbid = `create or replace function almanac.forbid() returns boolean
language plpgsql volatile
as $$
begin
  raise exception 'the writer may not write this row' using errcode = '${forbiddenState}';
end
$$`;

// As PostgreSQL itself refuses a reference that leads nowhere.
const refuseReference = `create or replace function almanac.refuse_reference(field text) returns bigint
language plpgsql volatile
as $$
begin
  raise exception 'the reference leads nowhere' using errcode = 'foreign_key_violation', column = field;
end
$$`;

const definition = `create table almanac.definition (
  file text constraint definition_pkey primary key,
  content text not null
)`;

const migration = `create table if not exists almanac.migration (
  name text constraint migration_pkey primary key,
  checksum text not null,
  steps_done integer not null default 0,
  finished_at timestamptz,
  definitions text
)`;

const migrationStep = `create table if not exists almanac.migration_step (
  migration text not null,
  number integer not null,
  title text not null,
  runs text not null,
  checksum text not null,
  undo text,
  done_at timestamptz,
  refusal text,
  constraint migration_step_pkey primary key (migration, number)
)`;

/** What has to be there before the first migration is begun: it keeps account of itself. */
export const migrationAccount: readonly string[] = ['create schema if not exists almanac', migration, migrationStep];
