import { test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { addPartitions } from '../../engine/feature/event/partition.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { computeNotices } from '../../engine/feature/notice/compute.ts';
import { notify } from '../../engine/feature/notification/notifier.ts';
import type { Model } from '../../engine/model/model.ts';
import { inOneTransaction, schemaChange } from '../../engine/schema/change.ts';
import { migrationPlan } from '../../engine/schema/migration/plan.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { files } from '../codegen/role_project.ts';
import { testDatabase } from '../database.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { catalog, rolledBack, rowsOf } from './catalog.ts';

// Events are switched on for tables that are there, and are then as if the tables had been made so.

const service = 'service: Test\n';
const owner = 'resource: owner\nhistory: true\nfields:\n  name: { type: text, nullable: true }\n';
const pet = 'resource: pet\nfields:\n  owner_id: { type: reference, to: owner }\n';

function modelOf(prefix: string | null, subject = false, more = ''): Model {
  return modelOfFiles({
    'service.yaml': prefix === null ? service : `${service}events: { prefix: ${prefix} }\n`,
    'owner.yaml': `${owner}${more}`,
    'pet.yaml': `${subject ? 'subject: owner_id\n' : ''}${pet}`,
  });
}

/** The same with owners under another name. */
const keepers = modelOfFiles({
  'service.yaml': `${service}events: { prefix: org.example }\n`,
  'keeper.yaml': owner.replace('resource: owner', 'resource: keeper\nwas: owner'),
  'pet.yaml':
    'resource: pet\nsubject: keeper_id\nfields:\n  keeper_id: { type: reference, to: keeper, was: owner_id }\n',
});

function size(type: string): string {
  return `  size: { type: ${type}, nullable: true }\n`;
}

const ownTrigger = /^create or replace (function almanac\.(\w+)_record_(\w+)|trigger (keep_)?record_)/;

const changes: readonly (readonly [change: string, from: Model, to: Model, tells: readonly string[]])[] = [
  [
    'events',
    modelOf(null),
    modelOf('org.example'),
    [
      'owner insert',
      'owner update',
      'owner delete',
      'pet insert',
      'pet update',
      'pet delete',
      'trigger',
      'trigger',
      'trigger',
    ],
  ],
  [
    'another prefix',
    modelOf('org.example'),
    modelOf('com.example'),
    ['owner insert', 'owner update', 'owner delete', 'pet insert', 'pet update', 'pet delete'],
  ],
  ['a subject', modelOf('org.example'), modelOf('org.example', true), ['pet insert', 'pet update', 'pet delete']],
  [
    'a field',
    modelOf('org.example'),
    modelOf('org.example', false, '  size: { type: integer, nullable: true }\n'),
    ['owner update', 'owner delete'],
  ],
  [
    'webhooks',
    modelOf('org.example'),
    modelOf('org.example, webhooks: {}'),
    ['subscription insert', 'subscription update', 'subscription delete', 'trigger', 'trigger', 'trigger'],
  ],
  [
    'another type',
    modelOf('org.example', false, size('integer')),
    modelOf('org.example', false, size('text')),
    ['owner insert', 'owner update', 'owner delete', 'trigger', 'trigger', 'trigger'],
  ],
  [
    'other names',
    modelOf('org.example', true),
    keepers,
    [
      'keeper insert',
      'keeper update',
      'keeper delete',
      'trigger',
      'trigger',
      'trigger',
      'pet insert',
      'pet update',
      'pet delete',
    ],
  ],
  ['nothing', modelOf('org.example', true), modelOf('org.example', true), []],
];

test('tables with data get events, and what else changes about them', async (t) => {
  const { database } = await testDatabase(t);
  const catalogAfter = (...statements: readonly string[]) =>
    rolledBack(database, async (query) => {
      for (const statement of statements) await rowsOf(query, statement);
      return catalog(query);
    });
  for (const [change, from, to, tells] of changes) {
    const found = schemaChange(from, to);
    if (!found.ok) throw new Error(found.reasons.join());
    const told = found.statements.flatMap((text) => {
      const match = ownTrigger.exec(text);
      return match === null ? [] : [match[2] === undefined ? 'trigger' : `${match[2]} ${match[3]}`];
    });
    t.same(told, tells, change);
    const changed = await catalogAfter(schemaText(from), `insert into owner default values`, ...found.statements);
    t.same(changed, await catalogAfter(schemaText(to)), change);
  }
});

test('what would lose events is refused, unless it is asked for', async (t) => {
  const { database } = await testDatabase(t);
  const [from, to] = [modelOf('org.example, webhooks: {}', true), modelOf(null, true)];
  t.same(schemaChange(from, to), {
    ok: false,
    reasons: [
      'drop the resource event: loses every row of event',
      'drop the resource subscription: loses every row of subscription',
    ],
  });
  const plan = migrationPlan(from, to);
  if (!plan.ok) throw new Error(plan.refusals.join());
  const dropped = await rolledBack(database, async (query) => {
    for (const text of [schemaText(from), ...plan.steps.flatMap(inOneTransaction)]) await rowsOf(query, text);
    return catalog(query);
  });
  const never = await rolledBack(database, async (query) => {
    await rowsOf(query, schemaText(to));
    return catalog(query);
  });
  t.same(dropped, never, 'and done where that is wanted');
  const files = { 'service.yaml': service, 'event.yaml': 'resource: event\nfields:\n  name: { type: text }\n' };
  const own = modelOfFiles(files);
  const found = schemaChange(own, modelOf('org.example'));
  t.match(found, { ok: false, reasons: [/^event becomes the resource that the service itself has/] });
});

test('the trigger that keeps record of a change, to be read', async (t) => {
  const text = schemaText(modelOf('org.example', true));
  t.match(
    text,
    `create or replace function almanac.pet_record_insert() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'pet', inserted.id, null from new_rows as inserted
    on conflict do nothing;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'org.example.pet.create', '/pet/' || inserted.id, inserted.recorded_at, inserted.recorded_by, almanac.party(), '/owner/' || inserted.owner_id
  from new_rows as inserted;
  return null;
end
$$;

create or replace function almanac.pet_record_update() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  earliest bigint[];
begin
  if current_setting('almanac.many.pet', true) = statement_timestamp()::text then
    earliest := array(select written.id from new_rows as written limit 2);
    if earliest[2] is not null then
      if new.id <> earliest[1] then
        return null;
      end if;
      if current_setting('almanac.effects', true) <> '' then
        insert into almanac.effect
          (request, resource, row_id, former)
        select current_setting('almanac.effects'), 'pet', former.id, (former.*)::text from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.owner_id) is not distinct from (former.owner_id))
        on conflict do nothing;
      end if;
      insert into almanac.outbox
        (type, source, "time", recorded_by, acting_party, subject, updated_fields)
      select
        'org.example.pet.update', '/pet/' || changed.id, changed.recorded_at, changed.recorded_by, almanac.party(), '/owner/' || changed.owner_id, array_remove(array[
          case when changed.owner_id is distinct from former.owner_id then 'owner_id' end
        ], null)
      from old_rows as former full join new_rows as changed on changed.id = former.id where changed.row_version is distinct from former.row_version or not ((changed.owner_id) is not distinct from (former.owner_id))
      order by changed.row_version;
      return null;
    end if;
  end if;
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'pet', old.id, old::text where old *<> new
    on conflict do nothing;
  end if;
  if new.row_version = old.row_version then
    if (new.owner_id) is not distinct from (old.owner_id) then
      return null;
    end if;
  end if;
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject, updated_fields)
  values
    ('org.example.pet.update', '/pet/' || new.id, new.recorded_at, new.recorded_by, almanac.party(), '/owner/' || new.owner_id, array_remove(array[
      case when new.owner_id is distinct from old.owner_id then 'owner_id' end
    ], null));
  return null;
end
$$;

create or replace function almanac.pet_record_delete() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  latest timestamptz;
  own timestamptz;
  instant timestamptz;
  identity bigint;
begin
  if current_setting('almanac.effects', true) <> '' then
    insert into almanac.effect
      (request, resource, row_id, former)
    select current_setting('almanac.effects'), 'pet', deleted.id, (deleted.*)::text from old_rows as deleted
    on conflict do nothing;
  end if;
  select
    max(deleted.recorded_at) filter (where deleted.recorded_in <> pg_current_xact_id()),
    max(deleted.recorded_at) filter (where deleted.recorded_in = pg_current_xact_id())
  into latest, own
  from old_rows as deleted;
  if latest is null and own is null then
    return null;
  end if;
  instant := almanac.record_time(latest);
  if own > instant then
    instant := almanac.record_time(own);
  end if;
  identity := almanac.identity();
  insert into almanac.outbox
    (type, source, "time", recorded_by, acting_party, subject)
  select
    'org.example.pet.delete', '/pet/' || deleted.id, instant, identity, almanac.party(), '/owner/' || deleted.owner_id
  from old_rows as deleted;
  return null;
end
$$;

create or replace trigger keep_record_insert
  after insert on public.pet
  referencing new table as new_rows
  for each statement execute function almanac.pet_record_insert();

create or replace trigger record_update
  after update on public.pet
  referencing old table as old_rows new table as new_rows
  for each row execute function almanac.pet_record_update();

create or replace trigger keep_record_delete
  after delete on public.pet
  referencing old table as old_rows
  for each statement execute function almanac.pet_record_delete();
`,
  );
});

test('changes are told in the order in which a statement writes its rows, and before what follows from them', async (t) => {
  const { database, query } = await testDatabase(t);
  await createTables(
    database,
    modelOfFiles({
      'service.yaml': `${service}events: { prefix: a }\n`,
      'owner.yaml':
        'resource: owner\nhistory: true\nfields:\n  name: { type: text, nullable: true }\n  above_id: { type: reference, to: owner, nullable: true, on_delete: cascade }\n',
      'pet.yaml': 'resource: pet\nfields:\n  owner_id: { type: reference, to: owner, on_delete: cascade }\n',
    }),
  );
  const told = async (statement: string) => {
    await query(statement);
    const rows = await query('delete from almanac.outbox returning id, type, source');
    return [...rows]
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map(({ type, source }) => `${type?.slice('a.'.length)} ${source}`);
  };
  t.same(await told('insert into owner (id, above_id) values (3, null), (1, 3), (2, null)'), [
    'owner.create /owner/3',
    'owner.create /owner/1',
    'owner.create /owner/2',
  ]);
  t.same(
    await told('with other as (insert into pet (owner_id) values (1)) insert into pet (owner_id) values (2), (3)'),
    ['pet.create /pet/1', 'pet.create /pet/2', 'pet.create /pet/3'],
  );
  t.same(await told('insert into pet (owner_id) select 3 where false'), []);
  t.same(await told('delete from owner'), [
    'owner.delete /owner/3',
    'owner.delete /owner/1',
    'owner.delete /owner/2',
    'pet.delete /pet/2',
    'pet.delete /pet/3',
    'pet.delete /pet/1',
  ]);
  t.match(await query('select count(*), count(distinct replaced_at) as instants from owner_history'), [
    { count: '3', instants: '1' },
  ]);
  // What one statement inserts, updates and deletes is told once, each as what it is.
  await told('insert into owner (id) values (4), (5)');
  const written = await told(
    "insert into owner (id, name) values (5, 'five'), (6, 'six') on conflict (id) do update set name = excluded.name",
  );
  t.same(written.sort(), ['owner.create /owner/6', 'owner.update /owner/5']);
  const merged = await told(`
    merge into owner using (values (4), (5), (6), (7)) as sent (id) on sent.id = owner.id
    when matched and sent.id = 4 then delete
    when matched and sent.id = 5 then update set name = 'merged'
    when matched then do nothing
    when not matched then insert (id) values (sent.id)`);
  t.same(merged.sort(), ['owner.create /owner/7', 'owner.delete /owner/4', 'owner.update /owner/5']);
});

test('everything works in a database whose tables are all published', async (t) => {
  const { database, query } = await testDatabase(t);
  const model = modelOfFiles(files);
  await createTables(database, model);
  // Where the write-ahead log is not logical, PostgreSQL warns, and refuses updates without a key all the same.
  await query('create publication everything for all tables');
  const work = async () => {
    while (((await sequence(database)) ?? 0) > 0);
    while ((await notify(model, database, (error) => t.fail(error.message))) > 0);
    while ((await computeNotices(database)) > 0);
    await addPartitions(database);
  };
  await query("insert into party (name) values ('a')");
  for (const statement of [
    "insert into book (title, owner_id) values ('a', 1), (null, 1)",
    'update book set title = title || title',
    "insert into stay (book_id, valid_from) values (1, now() + interval '50 milliseconds')",
    "insert into stay (book_id, valid_from, valid_to) values (1, now(), now() + interval '1 day')",
    'update stay set valid_from = null, valid_to = null where id = 1',
    'update book set title = null, owner_id = null',
    'delete from stay',
    'delete from book',
    "select almanac.claim_key(7, '/book', 'the key', 'the request', 'the viewer')",
    "select almanac.keep_answer(7, '/book', 'the key', 201::smallint, '{}', 'the answer')",
  ]) {
    await query(statement);
    await work();
  }
  t.match(await query('select count(*) from notification'), [{ count: '3' }]);
  t.match(await query('select count(*) from almanac.outbox'), [{ count: '0' }]);
  t.same(
    await query(`
      select pg_class.oid::regclass::text as name from pg_class
      where relnamespace in ('public'::regnamespace, 'almanac'::regnamespace)
        and relkind in ('r', 'p') and relpersistence = 'p' and relreplident = 'd'
        and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`),
    [],
    'each table has a key',
  );
});
