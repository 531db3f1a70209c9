import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'tap';
import { readSettings } from '../../codegen/option/settings.ts';
import { readFolder } from '../../codegen/read/migrations.ts';
import type { Database } from '../../db/database.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { lockTimeoutMilliseconds } from '../../db/migrate/patience.ts';
import type { Row } from '../../db/statement.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { serveModel, type TestService } from '../http/service.ts';
import { catalog } from '../schema/catalog.ts';
import { compare, enumType, fieldOf, integerType, modelOf, tableOf, textType } from '../schema/model_of.ts';
import { migrationBetween, migrationsOf, notingObserver } from './migrations.ts';

const rows = process.env.ALMANAC_LONG ? 2_000_000 : 20_000;
const requestsPerSecond = 200;
/** A slow machine answers fewer in a second, and more would wait for longer than they may. */
const mostUnanswered = 100;
/** A request fails that waits for a lock for longer. A machine that stands still for seconds lets few rows take as long. */
const requestLockMilliseconds = process.env.ALMANAC_LONG ? 2 * lockTimeoutMilliseconds : 8000;

const title = fieldOf('title', textType());
const copies = fieldOf('copies', integerType(), { default: { kind: 'value', value: 1 } });
const before = modelOf(
  tableOf(
    'book',
    [title, copies, fieldOf('pages', integerType(), { nullable: true }), fieldOf('status', enumType('in', 'out'))],
    {
      history: true,
      unique: [['title']],
    },
  ),
);

/** Every change that a service of the old definitions bears: all but what takes a name or a field away. */
const wide = fieldOf(
  'copies',
  { ...integerType(), kind: 'bigint', minimum: '0' },
  { default: { kind: 'value', value: 1 } },
);
const after = modelOf(
  tableOf(
    'book',
    [
      fieldOf('title', textType({ minLength: 1 })),
      wide,
      fieldOf('pages', integerType(), { default: { kind: 'value', value: 1 } }),
      fieldOf('status', enumType('in', 'out', 'lost')),
      fieldOf('business_id', { kind: 'uuid' }, { default: { kind: 'generated' } }),
      fieldOf('author_id', { kind: 'reference', to: 'author' }, { nullable: true }),
      fieldOf('shelf', textType(), { default: { kind: 'value', value: 'A' } }),
    ],
    {
      history: true,
      unique: [['title'], ['business_id'], ['copies', 'title']],
      indexes: [['status', 'shelf']],
      checks: [{ name: 'book_rule_1_check', that: compare(wide, 'lt', '1000000'), message: 'So many.', moment: null }],
    },
  ),
  tableOf('author', [fieldOf('name', textType())]),
);

interface Answered {
  readonly what: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Asks on time, whether or not the last requests are answered, until it is told to stop. */
async function load(service: TestService, until: () => boolean): Promise<readonly Answered[]> {
  const answered: Promise<Answered>[] = [];
  const begin = performance.now();
  let unanswered = 0;
  for (let number = 0; !until(); number += 1) {
    const due = begin + (number * 1000) / requestsPerSecond;
    await delay(Math.max(0, due - performance.now()));
    while (unanswered >= mostUnanswered) await delay(5);
    const id = 1 + Math.floor(Math.random() * rows);
    const requests = [
      () => service.ask('GET', `/book/${id}`),
      () => service.ask('PATCH', `/book/${id}`, { body: { copies: number } }),
      () => service.ask('GET', `/book?title=eq.${id}&limit=5`),
      () => service.ask('POST', '/book', { body: { title: `new ${number}`, status: 'in' } }),
    ];
    const kind = number % requests.length;
    const sent = performance.now();
    unanswered += 1;
    answered.push(
      (requests[kind] as () => ReturnType<TestService['ask']>)().then(({ status }) => {
        unanswered -= 1;
        const what = ['read', 'update', 'list', 'create'][kind] ?? '';
        return { what, status, milliseconds: performance.now() - sent };
      }),
    );
  }
  return Promise.all(answered);
}

/** The rows of a statement that may take longer than a request. */
async function rowsOfSession(database: Database, text: string): Promise<readonly Row[]> {
  const outcome = await database.session(({ query }) => query({ text, values: [] }));
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.rows;
}

test(`${rows} rows are migrated under ${requestsPerSecond} requests a second`, { timeout: 1_800_000 }, async (t) => {
  const service = await serveModel(t, before);
  const { database, query } = service.database;
  await database.script(
    `insert into book (title, pages, status) select n, case when n % 50 <> 0 then n end, 'in' from generate_series(1, ${rows}) as n`,
  );
  const first = migrationBetween('20260101000000_first', null, before);
  await database.session(({ query: run }) =>
    run({
      text: `insert into almanac.migration (name, checksum, steps_done, finished_at) values ($1, $2, 1, now())`,
      values: [first.name, first.checksum],
    }),
  );
  const next = migrationBetween('20260102000000_next', before, after);

  // With many rows, longer than a step may wait, and than it takes to do the step.
  await query(
    `do $$ begin execute format('alter database %I set lock_timeout = %L', current_database(), '${requestLockMilliseconds}ms'); end $$`,
  );
  await database.session(({ query: run }) =>
    run({
      text: 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      values: [],
    }),
  );
  await Promise.all(Array.from({ length: 20 }, () => service.ask('GET', '/book/1')));
  t.match(await query("select setting from pg_settings where name = 'lock_timeout'"), [
    { setting: String(requestLockMilliseconds) },
  ]);

  let isDone = false;
  const observer = notingObserver();
  const begin = performance.now();
  const [answered, migrated] = await Promise.all([
    load(service, () => isDone),
    migrate(database, migrationsOf(first, next), observer).finally(() => {
      isDone = true;
    }),
  ]);
  const seconds = (performance.now() - begin) / 1000;
  t.match(migrated, { kind: 'done', applied: [next.name] });
  const times = answered.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  t.comment(
    `${next.steps.length} steps in ${seconds.toFixed(1)} s, ${observer.waits} waits for a lock; ${answered.length} requests: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`,
  );
  t.ok(answered.length > Math.min(seconds * requestsPerSecond * 0.1, 50), 'requests were asked all the while');
  t.same(
    answered.filter(({ what, status }) => status !== (what === 'create' ? 201 : 200)),
    [],
    'no request failed, and so none waited for a lock past its limit',
  );

  const fresh = await testDatabase(t);
  await fresh.database.script(schemaText(after));
  t.same(await catalog(database.query), await catalog(fresh.database.query), 'the tables are as if made so');
  const created = answered.filter(({ what }) => what === 'create').length;
  const updated = answered.filter(({ what }) => what === 'update').length;
  t.match(
    await rowsOfSession(
      database,

      'select count(*) as all, count(distinct business_id) as ids, sum((pages is null)::int) as empty from book',
    ),
    [{ all: String(rows + created), ids: String(rows + created), empty: '0' }],
  );
  const [versions] = await rowsOfSession(database, 'select count(*) as count from book_history');
  t.ok(Number(versions?.count) <= updated + created + rows / 50, 'no version but of what was changed');
});

test('the functions that record changes become others while changes are recorded', async (t) => {
  const { database, query } = await testDatabase(t);
  const migrations = await readFolder(readSettings({}));
  await migrate(database, { ...migrations, list: migrations.list.slice(0, 1) }, notingObserver());
  const party = (name: string) =>
    `insert into party (name, business_id_type, business_id, type) values ('${name}', 'uuid', gen_random_uuid()::text, 'end_user') returning id`;
  for (const name of ['a', 'b', 'c', 'd']) await query(party(name));
  let isOver = false;
  let changes = 0;
  const refused: string[] = [];
  const write = async (id: number) => {
    for (let number = 0; !isOver; number += 1) {
      for (const text of [
        `update party set name = '${number}' where id = ${id}`,
        'select almanac.sequence_events(10)',
      ]) {
        const outcome = await database.query({ text, values: [] });
        if (!outcome.ok) refused.push(`${text}: ${outcome.error.message}`);
        else if (text.startsWith('update')) changes += 1;
      }
    }
  };
  const writers = [1, 2].map(write);
  const changed = async (count: number) => {
    for (const before = changes; changes < before + count; ) await delay(5);
  };
  await changed(11);
  // A transaction that has its instant from the former functions ends with the new ones, or the migration waits for it.
  const begun = Promise.withResolvers<void>();
  const spanning = database.transaction(async (run) => {
    const texts = [
      "update party set name = 'x' where id = 3",
      'select pg_sleep(0.3)',
      'delete from party where id = 4',
    ];
    for (const text of texts) {
      const outcome = await run({ text, values: [] });
      begun.resolve();
      if (!outcome.ok) return outcome;
    }
    return null;
  });
  await begun.promise;
  const steps = notingObserver();
  await migrate(database, migrations, steps);
  t.equal(await spanning, null);
  await changed(11);
  isOver = true;
  await Promise.all(writers);
  t.same(refused, []);
  t.ok(steps.steps.length > 0 && changes > 20, `${changes} changes`);
  while ((await query('select almanac.sequence_events(1000) as given'))[0]?.given !== '0');
  t.same(
    await query(`
      select (select count(*) from party_history) as versions, count(*) filter (where type ~ 'update$') as updates,
        count(*) filter (where type ~ 'delete$') as deletes
      from event`),
    [{ versions: String(changes + 2), updates: String(changes + 1), deletes: '1' }],
    'none is lost',
  );
  t.same(await query("select prosecdef from pg_proc where oid = 'almanac.party_record_update()'::regprocedure"), [
    { prosecdef: 't' },
  ]);
});
