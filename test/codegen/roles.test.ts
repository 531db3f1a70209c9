import { type Test, test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { roleText, serviceFunctions } from '../../engine/schema/role/role.ts';
import { testDatabase } from '../database.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { connectAs, makeRoles, rolesOf, type TestRoles } from '../serving_role.ts';
import { attempts, denied, recorded } from './role_attempts.ts';
import { files, roleProject } from './role_project.ts';

// Who has the password of the serving role reads and writes rows, and writes nothing that is recorded of them.

const model = modelOfFiles(files);

/** A database with some of everything that is recorded, and a connection as its serving role. */
async function open(
  t: Test,
): Promise<{ readonly service: Database; readonly query: Query; readonly roles: TestRoles }> {
  const made = await testDatabase(t);
  const roles = rolesOf(t, made);
  await createTables(made.database, model);
  await makeRoles(made, model, roles);
  const service = await connectAs(t, roles, roles.service);
  for (const text of [
    "insert into party (name) values ('a')",
    "insert into book (title, owner_id) values ('a', 1), (null, 1)",
    "update book set title = 'b', scan = jsonb_build_object('object', almanac.begin_file()) where id = 1",
    'select almanac.sequence_events(100)',
    'select almanac.compute_notices(100)',
    "select almanac.claim_key(7, '/book', 'the key', 'the request', 'the viewer')",
    `select almanac.keep_answer(7, '/book', 'the key', 201::smallint, '{}', 'the answer')`,
    "insert into book (title) values ('waits to be an event')",
  ])
    await must(service, text);
  return { service, query: made.query, roles };
}

type Query = Awaited<ReturnType<typeof testDatabase>>['query'];

async function must({ query }: Pick<Database, 'query'>, text: string) {
  const outcome = await query({ text, values: [] });
  if (!outcome.ok) throw new Error(`${text}: ${outcome.error.sqlstate} ${outcome.error.message}`);
  return outcome.rows;
}

/** What the last of some statements comes to in one transaction, which is undone: its SQLSTATE, or its first value. */
async function attempt(database: Database, statements: readonly string[]): Promise<string | null | undefined> {
  const undone = { value: undefined as string | null | undefined };
  try {
    const failure = await database.transaction(async (query) => {
      for (const [at, text] of statements.entries()) {
        const outcome = await query({ text, values: [] });
        if (!outcome.ok && at < statements.length - 1) throw new Error(`${text}: ${outcome.error.message}`);
        if (!outcome.ok) return outcome;
        undone.value = Object.values(outcome.rows[0] ?? {})[0];
      }
      throw undone;
    });
    return failure.error.sqlstate;
  } catch (thrown) {
    if (thrown !== undone) throw thrown;
    return undone.value;
  }
}

test('the serving role writes nothing that is recorded', async (t) => {
  const { service, query } = await open(t);
  for (const [table, row, column] of recorded) {
    for (const statement of [
      `insert into ${table} ${row}`,
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `copy ${table} from stdin`,
      `lock table ${table} in access exclusive mode`,
      `alter table ${table} disable trigger all`,
      `create trigger mine before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
      `create rule mine as on insert to ${table} do instead nothing`,
      `create index on ${table} (${column})`,
      `comment on table ${table} is 'mine'`,
      `drop table ${table}`,
    ])
      t.equal(await attempt(service, [statement]), denied, statement);
  }
  for (const statement of [
    'delete from notification',
    'update notification set event_id = 2',
    "update notification set recorded_at = '2020-01-01'",
    'delete from almanac.delivery',
    'truncate book',
    'alter table book disable trigger record_update',
    'alter table book add column mine integer',
    'alter table event detach partition almanac.event_0',
    'drop trigger record_update on book',
    'create policy mine on book',
  ])
    t.equal(await attempt(service, [statement]), denied, statement);
  const kept = await query(`
    select (select count(*) from book_history) as history, (select count(*) from event) as events,
      (select count(*) from almanac.outbox) as waiting, (select body from almanac.idempotency_key) as answer`);
  t.same(kept, [{ history: '1', events: '4', waiting: '1', answer: 'the answer' }]);
});

test('no way round: functions, settings, names, sequences', async (t) => {
  const { roles } = await open(t);
  for (const [what, statements, result] of attempts) {
    // In a session of its own: what PL/pgSQL has compiled keeps the names that it found.
    const fresh = await connect(roles.urlOf(roles.service), { maximumConnections: 1, statementTimeoutSeconds: 10 });
    t.equal(await attempt(fresh, statements), result, what);
    await fresh.close();
  }
});

test('the serving role cannot become the owner, nor be named after one who can do more', async (t) => {
  const made = await testDatabase(t);
  const roles = rolesOf(t, made);
  await makeRoles(made, model, roles);
  const service = await connectAs(t, roles, roles.service);
  t.equal(await attempt(service, [`set role ${roles.owner}`]), denied);
  for (const strong of [roles.owner, 'pg_write_all_data', 'pg_execute_server_program']) {
    await made.query(`grant ${strong} to ${roles.service}`);
    await t.rejects(made.database.script(roleText(model, roles)), new RegExp(`is a member of ${strong}`));
    await made.database.script('rollback');
    await made.query(`revoke ${strong} from ${roles.service}`);
  }
  await made.query(`alter role ${roles.service} superuser`);
  await made.database.script(roleText(model, roles));
  t.same(await made.query('select rolsuper from pg_roles where rolname = $1', [roles.service]), [{ rolsuper: 'f' }]);
});

test('each function of the engine is one that the service calls, or one that it may not', async (t) => {
  const { service, query } = await open(t);
  const functions = await query(
    `
    select pg_proc.oid::regprocedure::text as name, has_function_privilege($1, pg_proc.oid, 'execute') as called,
      prosecdef and not coalesce(array_to_string(proconfig, ' ') ~ 'search_path=pg_catalog, pg_temp', false) as unsafe
    from pg_proc where pronamespace = 'almanac'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
    [await currentUser(service)],
  );
  const called = functions.filter(({ called }) => called === 't').map(({ name }) => name);
  t.same(called.map((name) => name?.replaceAll(',', ', ')).sort(), serviceFunctions(model).toSorted());
  t.same(
    functions.filter(({ unsafe }) => unsafe === 't'),
    [],
    'what runs as the owner has fixed names',
  );
});

async function currentUser(database: Database): Promise<string> {
  const [row] = await must(database, 'select current_user as name');
  return row?.name ?? '';
}

const rights = `
  select relname as name, relowner::regrole::text as owner, relacl::text as rights,
    (select string_agg(attname || attacl::text, ' ') from pg_attribute where attrelid = pg_class.oid) as columns
  from pg_class where relnamespace in ('public'::regnamespace, 'almanac'::regnamespace)
  union all
  select oid::regprocedure::text, proowner::regrole::text, proacl::text, '' from pg_proc
  where pronamespace = 'almanac'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all
  select nspname, nspowner::regrole::text, nspacl::text, '' from pg_namespace where nspname = 'almanac'
  order by 1, 2`;

test('what belongs to another role is handed over, and a resource that comes later waits for the next run', async (t) => {
  const { roles, run, runAs, query, database, save, modelNow } = await roleProject(t);
  const printed = await run('roles', '--owner', roles.owner, '--service', roles.service);
  t.equal(printed.stdout, roleText(await modelNow(), roles));
  await makeRoles({ database, query }, await modelNow(), roles);
  const first = await query(rights);
  t.same(
    first.filter(({ owner, name }) => owner !== roles.owner && !name?.startsWith('pg_')),
    [],
  );
  await database.script(printed.stdout);
  t.same(await query(rights), first, 'run again, it changes nothing');

  save('shelf.yaml', 'resource: shelf\nhistory: true\nfields:\n  name: { type: text }\n');
  t.match(await runAs(roles.owner, 'migration', 'new', 'shelf'), { code: 0 });
  t.match(await runAs(roles.owner, 'migrate'), { code: 0 }, 'the owner migrates');
  t.match(await runAs(roles.owner, 'migrate', '--check'), { code: 0 }, 'and checks');
  const service = await connectAs(t, roles, roles.service);
  const forge = `insert into shelf_history (id, shelf_id, recorded_at, recorded_by, replaced_at, replaced_by) values (9, 9, now(), 0, now(), 0)`;
  t.equal(await attempt(service, ['select count(*) from shelf']), '0');
  t.equal(await attempt(service, ["insert into shelf (name) values ('a')"]), denied, 'read, and not written');
  t.equal(await attempt(service, [forge]), denied);
  const trigger =
    'create trigger mine after delete on mine for each row execute function almanac.shelf_record_update()';
  t.equal(await attempt(service, ['create temporary table mine as select * from shelf', trigger]), denied);
  await database.script(roleText(await modelNow(), roles));
  for (const change of ["insert into shelf (name) values ('a')", "update shelf set name = 'b'", 'delete from shelf'])
    await must(service, change);
  t.same(await must(service, 'select name from shelf_history order by id'), [{ name: 'a' }, { name: 'b' }]);
  t.equal(await attempt(service, [forge]), denied);
  t.match(await runAs(roles.owner, 'retention', '--events', '1d', '--yes'), { code: 0, stdout: /^No partition/ });
});
