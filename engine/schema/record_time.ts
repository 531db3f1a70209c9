import { commentOn } from '../sql/comment.ts';
import { databaseFunction } from '../sql/function.ts';
import type { SchemaObject } from '../sql/object.ts';
import { engineTable } from '../sql/table.ts';

/**
 * The engine's own schema: clock, record time and identity, which every table's triggers use, and the definitions that
 * the tables are of.
 */
export function recordTimeObjects(): readonly SchemaObject[] {
  return [
    almanacSchema,
    commentOn(almanacSchema, 'What keeps record of changes: not part of the data.'),
    clock,
    commentOn(clock, 'The time of day: the only place where it is read.'),
    present,
    commentOn(
      present,
      'The instant at which rules are asked: one for a read, and for a write that under which it records.',
    ),
    fixPresent,
    commentOn(
      fixPresent,
      'Fixes the instant at which this transaction asks rules and records, behind its first locks.',
    ),
    givenInstant,
    commentOn(givenInstant, 'Instants that transactions record at and that are not within them by the clock.'),
    recordTime,
    commentOn(
      recordTime,
      'The instant under which this transaction records its changes: later than the version that it replaces.',
    ),
    identity,
    commentOn(
      identity,
      'Who changes are recorded under: the setting almanac.identity of the transaction; 0 is the service itself.',
    ),
    role,
    commentOn(
      role,
      'The role of the caller whose request writes: the setting almanac.role of the transaction; empty for no role.',
    ),
    party,
    commentOn(
      party,
      'The party that the token of the caller names: the setting almanac.party of the transaction. Null for the party of the identity, 0 for no party.',
    ),
    isMakingRoom,
    commentOn(isMakingRoom, 'Whether the row that is written makes room on its timeline for another one.'),
    forbid,
    commentOn(forbid, 'Undoes a statement that wrote a row which its writer may not write.'),
    refuseReference,
    commentOn(refuseReference, 'Undoes a statement that refers to a row which its writer may not see.'),
    definition,
    commentOn(definition, 'The definition files that the tables were made from.'),
    migration,
    commentOn(migration, 'The migrations that were begun, and how far each has come.'),
    migrationStep,
    commentOn(
      migrationStep,
      'Of a migration that is not finished: each step that was done, and how it is undone; the one that stopped it, and why.',
    ),
  ];
}

/** What rendered statements call. */
export const serviceRecordFunctions = [
  'almanac.clock()',
  'almanac.present()',
  'almanac.fix_present()',
  'almanac.forbid()',
  'almanac.identity()',
  'almanac.is_making_room(text)',
  'almanac.refuse_reference(text)',
  'almanac.role()',
] as const;

const almanacSchema: SchemaObject = {
  kind: 'schema',
  name: 'almanac',
  on: null,
  create: 'create schema if not exists almanac',
  drop: 'drop schema almanac',
  dependsOn: [],
};

const clock = databaseFunction(
  'almanac.clock()',
  'almanac.clock() returns timestamptz',
  `language sql volatile
return clock_timestamp()`,
);

// A transaction that has recorded asks at that instant, and one that has waited for locks at the end of the wait.
const present = databaseFunction(
  'almanac.present()',
  'almanac.present() returns timestamptz',
  `language sql stable
return coalesce(
  timestamptz 'epoch' + interval '1 microsecond' * coalesce(
    nullif(current_setting('almanac.recorded_at', true), ''),
    nullif(current_setting('almanac.present', true), '')
  )::bigint,
  transaction_timestamp()
)`,
);

const fixPresent = databaseFunction(
  'almanac.fix_present()',
  'almanac.fix_present() returns void',
  `language plpgsql volatile
as $$
declare
  setting text := case
    when coalesce(current_setting('almanac.present', true), '') = ''
    then set_config('almanac.present', (extract(epoch from almanac.clock()) * 1000000)::bigint::text, true)
  end;
begin
  -- As an initial value, it is no statement of its own.
end
$$`,
);

// The setting is a number of microseconds: a datetime as text would depend on the session's DateStyle and TimeZone.
// A setting that was local to an earlier transaction reads back as ''. Any session can set it. An instant within the
// transaction does no harm: an answer as of it was not final. Any other must have been given here.
const recordTime = databaseFunction(
  'almanac.record_time(timestamptz)',
  'almanac.record_time(previous timestamptz) returns timestamptz',
  `language plpgsql volatile
as $$
declare
  present timestamptz := almanac.clock();
  is_first boolean;
  given timestamptz;
  setting text;
begin
  -- The usual case, in one expression: PostgreSQL prepares each one anew in each transaction.
  if (
    case
      when coalesce(current_setting('almanac.recorded_at', true), '') = ''
        and coalesce(current_setting('almanac.present', true), '') = ''
        and present >= transaction_timestamp()
        and (previous < present) is not false
      then set_config('almanac.recorded_at', (extract(epoch from present) * 1000000)::bigint::text, true)
    end
  ) is not null then
    return present;
  end if;

  is_first := coalesce(current_setting('almanac.recorded_at', true), '') = '';
  given := timestamptz 'epoch' + interval '1 microsecond'
    * nullif(current_setting(case when is_first then 'almanac.present' else 'almanac.recorded_at' end, true), '')::bigint;
  if is_first then
    given := greatest(
      case when given between transaction_timestamp() and present then given else present end,
      previous + interval '1 microsecond'
    );
    setting := set_config('almanac.recorded_at', (extract(epoch from given) * 1000000)::bigint::text, true);
  elsif previous >= given then
    raise exception 'could not serialize access: the row was recorded at %, this transaction records at %', previous, given
      using errcode = 'serialization_failure', hint = 'Another transaction changed the row meanwhile. Retry this one.';
  end if;
  if given between transaction_timestamp() and present then
    return given;
  end if;

  -- The clock has stepped back, or stands behind the version that is replaced.
  if is_first then
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
$$`,
);

// Needed to the end of a transaction: not after a crash, and not by a replica.
const givenInstant = engineTable(
  'almanac.given_instant',
  { recorded_in: 'xid8 not null', instant: 'timestamptz not null' },
  { isLogged: false, isKept: true },
);

const identity = databaseFunction(
  'almanac.identity()',
  'almanac.identity() returns bigint',
  `language sql stable
return coalesce(nullif(current_setting('almanac.identity', true), '')::bigint, 0)`,
);

const role = databaseFunction(
  'almanac.role()',
  'almanac.role() returns text',
  `language sql stable
return coalesce(current_setting('almanac.role', true), '')`,
);

const party = databaseFunction(
  'almanac.party()',
  'almanac.party() returns bigint',
  `language sql stable
return nullif(current_setting('almanac.party', true), '')::bigint`,
);

// Anybody may say so in the setting. It is believed of the owner of the function that makes room, as whom that function runs.
const isMakingRoom = databaseFunction(
  'almanac.is_making_room(text)',
  'almanac.is_making_room(maker text) returns boolean',
  `language sql stable
return coalesce(current_setting('almanac.making_room', true), '') <> ''
  and exists (
    select from pg_catalog.pg_proc
    where oid = to_regprocedure(maker) and pg_get_userbyid(proowner) = current_user
  )`,
);

/**
 * The SQLSTATE of refusals by the engine's own functions. PostgreSQL does not use its class: 42501 would mean a grant
 * that the role of the service lacks.
 */
export const forbiddenState = 'ZA403';

/** The SQLSTATE of a chain of consequences without an end. */
export const endlessState = 'ZA409';

const forbid = databaseFunction(
  'almanac.forbid()',
  'almanac.forbid() returns boolean',
  `language plpgsql volatile
as $$
begin
  raise exception 'the writer may not write this row' using errcode = '${forbiddenState}';
end
$$`,
);

// As PostgreSQL itself refuses a reference that leads nowhere.
const refuseReference = databaseFunction(
  'almanac.refuse_reference(text)',
  'almanac.refuse_reference(field text) returns bigint',
  `language plpgsql volatile
as $$
begin
  raise exception 'the reference leads nowhere' using errcode = 'foreign_key_violation', column = field;
end
$$`,
);

const definition = engineTable('almanac.definition', {
  file: 'text constraint definition_pkey primary key',
  content: 'text not null',
});

const migration = engineTable(
  'almanac.migration',
  {
    name: 'text constraint migration_pkey primary key',
    checksum: 'text not null',
    steps_done: 'integer not null default 0',
    finished_at: 'timestamptz',
    definitions: 'text',
  },
  { isKept: true },
);

const migrationStep = engineTable(
  'almanac.migration_step',
  {
    migration: 'text not null',
    number: 'integer not null',
    title: 'text not null',
    runs: 'text not null',
    checksum: 'text not null',
    undo: 'text',
    done_at: 'timestamptz',
    refusal: 'text',
  },
  { isKept: true, rules: ['constraint migration_step_pkey primary key (migration, number)'] },
);

/** What has to be there before the first migration is begun: it keeps account of itself. */
export const migrationAccount: readonly SchemaObject[] = [almanacSchema, migration, migrationStep];
