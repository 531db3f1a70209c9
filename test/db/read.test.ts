import { test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { turnRefused } from '../../db/database_error.ts';
import { createDurations } from '../../db/duration.ts';
import type { Outcome } from '../../db/statement.ts';
import { testDatabase } from '../database.ts';
import { databaseLocks } from '../database_locks.ts';
import { pacedMilliseconds } from '../pace.ts';
import { openPsql } from '../psql.ts';

// Reads that have been soon done share connections, on which several are in flight (db/connection/pipeline.ts). Whoever asks
// must not be able to tell, but by the time that it takes.

const options = { maximumConnections: 5, statementTimeoutSeconds: 30 };
const shared = 3;

/** So often alone, a quick statement is known to be quick. */
const known = 3;

const echo = (value: string) => ({
  name: 'echo',
  text: 'select $1::text as value, pg_backend_pid() as pid',
  values: [value],
});

/** Asks for it alone until it is known to be quick, which takes more than three times on a busy machine. */
async function learn(database: Pick<Database, 'read'>, statement: Named): Promise<void> {
  const seen = createDurations();
  while (!seen.isQuick(statement.name)) {
    const begin = performance.now();
    await database.read(statement);
    seen.note(statement.name, performance.now() - begin);
  }
}

type Named = Parameters<Database['read']>[0] & { readonly name: string };

const pidsOf = (outcomes: readonly Outcome[]): ReadonlySet<string | null | undefined> =>
  new Set(outcomes.flatMap((outcome) => (outcome.ok ? outcome.rows.map(({ pid }) => pid) : [])));

/** The connections of thirty reads at a time. A busy machine may make one of those before them look slow. */
async function readTogether(database: Pick<Database, 'read'>): Promise<ReturnType<typeof pidsOf>> {
  for (let times = 1; ; times += 1) {
    await learn(database, echo(''));
    const pids = pidsOf(await Promise.all(Array.from({ length: 30 }, () => database.read(echo('')))));
    if (pids.size <= shared || times === 20) return pids;
  }
}

test('short reads share a few connections, each with its own answer', async (t) => {
  const { url } = await testDatabase(t);
  const database = await connect(url, options);
  t.teardown(() => database.close());
  await learn(database, echo(''));
  const values = Array.from({ length: 200 }, (_, at) => `value ${at}`);
  const outcomes = await Promise.all(values.map((value) => database.read(echo(value))));
  t.same(
    outcomes.map((outcome) => outcome.ok && outcome.rows[0]?.value),
    values,
  );
  const together = await readTogether(database);
  t.ok(together.size <= shared, 'on a few connections');
  const own = pidsOf(await Promise.all(values.slice(0, 30).map((value) => database.query(echo(value)))));
  t.same(
    [...own].filter((pid) => together.has(pid)),
    [],
    'which no other statement has',
  );
});

test('one that is refused fails alone', async (t) => {
  const { url } = await testDatabase(t);
  const database = await connect(url, options);
  t.teardown(() => database.close());
  const divide = (by: number) => ({ name: 'divide', text: 'select 12 / $1::integer as value', values: [String(by)] });
  await learn(database, divide(1));
  const outcomes = await Promise.all([1, 0, 2, 0, 3, 4].map((by) => database.read(divide(by))));
  t.same(
    outcomes.map((outcome) => (outcome.ok ? outcome.rows[0]?.value : outcome.error.sqlstate)),
    ['12', '22012', '6', '22012', '4', '3'],
  );
});

test('what takes its time has a connection of its own, and is trusted again once it is short', async (t) => {
  const { url } = await testDatabase(t);
  const database = await connect(url, { ...options, statementTimeoutSeconds: 1 });
  t.teardown(() => database.close());
  const sleep = (seconds: number) => ({
    name: 'sleep',
    text: 'select pg_backend_pid() as pid from pg_sleep($1::double precision)',
    values: [String(seconds)],
  });
  const sharing = await readTogether(database);
  const areShared = async (seconds: number) => {
    const outcomes = await Promise.all(
      Array.from({ length: options.maximumConnections }, () => database.read(sleep(seconds))),
    );
    return [...pidsOf(outcomes)].filter((pid) => sharing.has(pid)).length > 0;
  };
  t.equal(await areShared(0.1), false);
  t.equal(await areShared(0.1), false, 'however often');
  let isTrusted = false;
  for (let times = 0; times < 1000 && !isTrusted; times += 1) {
    await database.read(sleep(0));
    isTrusted = times >= 20 && times % 10 === 0 && (await areShared(0));
  }
  t.equal(isTrusted, true);
  const slow = database.read(sleep(10));
  let quick: readonly Outcome[] = [];
  const milliseconds = await pacedMilliseconds(async () => {
    quick = await Promise.all(Array.from({ length: 30 }, () => database.read(echo(''))));
    await slow;
  });
  t.match(await slow, { ok: false, error: { sqlstate: '57014' } }, 'the statement timeout ends it');
  t.ok(
    quick.every(({ ok }) => ok),
    'and those behind it are answered',
  );
  t.ok(milliseconds < 3_000, `${milliseconds} ms`);
  t.equal(await areShared(0.01), false, 'from then on it is alone');
});

test('statements that turn out to be long keep no others waiting behind them', async (t) => {
  const { url } = await testDatabase(t);
  const shares = { statements: 2, waiting: 100 };
  const database = await connect(url, { maximumConnections: 5, statementTimeoutSeconds: 3, shares });
  t.teardown(() => database.close());
  const [one, other] = [database.share('one'), database.share('other')];
  const sleep = (seconds: number) => ({
    name: 'doze',
    text: 'select pg_sleep($1::double precision)',
    values: [String(seconds)],
  });
  await learn(one, sleep(0));
  await learn(other, echo(''));
  // All of them look short, and are sent on the shared connections.
  const long = Array.from({ length: 40 }, () => one.read(sleep(3)));
  const milliseconds = await pacedMilliseconds(async () => {
    t.ok((await other.read(echo('a'))).ok);
    t.ok((await other.query(echo('b'))).ok);
    t.ok((await other.transaction((query) => query(echo('c')))).ok);
  });
  t.ok(milliseconds < 2_500, `${milliseconds} ms`);
  t.ok(database.load().active <= 4, 'they go on alone, and leave a connection to others');
  const outcomes = await Promise.all(long);
  const refused = outcomes.filter((outcome) => !outcome.ok && outcome.error.sqlstate === turnRefused.sqlstate);
  t.ok(refused.length > 0 && refused.length < 40, 'those that wait for too long are refused');
});

test('a connection that is lost fails what it had in flight, as values, and the next reads have another', async (t) => {
  const { url, query } = await testDatabase(t);
  const database = await connect(url, options);
  t.teardown(() => database.close());
  const nap = { name: 'nap', text: 'select pg_backend_pid() as pid, pg_advisory_xact_lock_shared(1)', values: [] };
  await learn(database, nap);
  const holder = await openPsql(t, url);
  await holder.run('begin; select pg_advisory_xact_lock(1)');
  const waiting = Promise.all(Array.from({ length: 9 }, () => database.read(nap)));
  await holder.awaited();
  await query(`select pg_terminate_backend(pid) from ${databaseLocks} where not granted limit 1`);
  await holder.run('commit');
  const outcomes = await waiting;
  const lost = outcomes.filter((outcome) => !outcome.ok && outcome.error.unavailable);
  t.ok(lost.length > 0 && lost.length < outcomes.length, 'the others are answered');
  t.equal(lost.length + outcomes.filter(({ ok }) => ok).length, outcomes.length);
  const after = await Promise.all(Array.from({ length: 30 }, () => database.read(nap)));
  t.ok(after.every(({ ok }) => ok));
});

test('what PostgreSQL refuses to prepare is refused to all who ask for it', async (t) => {
  const { url, query } = await testDatabase(t);
  const database = await connect(url, options);
  t.teardown(() => database.close());
  await query('create table gone (id integer)');
  const count = { name: 'count', text: 'select count(*) as count from gone', values: [] };
  await learn(database, count);
  await query('drop table gone');
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => database.read(count)));
  t.same(
    new Set(outcomes.map((outcome) => (outcome.ok ? 'there' : outcome.error.sqlstate))),
    new Set(['42P01']),
    'for the same reason',
  );
});

test('shared connections let go of the statements that nobody asks for any more', async (t) => {
  const { url } = await testDatabase(t);
  const database = await connect(url, options);
  t.teardown(() => database.close());
  const long = (number: number) => ({
    name: `long_${number}`,
    text: `select ${number} as value /* ${'-'.repeat(15_000)} */`,
    values: [],
  });
  for (let number = 0; number < 60; number += 1) await learn(database, long(number));
  const rounds = Array.from({ length: 3 }, () => Array.from({ length: 60 }, (_, number) => number)).flat();
  const outcomes = await Promise.all(rounds.map((number) => database.read(long(number))));
  t.same(
    outcomes.map((outcome) => (outcome.ok ? outcome.rows[0]?.value : outcome.error)),
    rounds.map(String),
  );
  const held = {
    name: 'held',
    text: "select count(*) as count from pg_prepared_statements where name like 'long%'",
    values: [],
  };
  await learn(database, held);
  const counts = await Promise.all(Array.from({ length: 12 }, () => database.read(held)));
  for (const outcome of counts) t.ok(outcome.ok && Number(outcome.rows[0]?.count) < 45);
});

test('a database that is away is a failure as a value', async (t) => {
  const database = await connect('postgresql://127.0.0.1:1/nowhere', options);
  t.teardown(() => database.close());
  for (let times = 0; times < 2 * known; times += 1)
    t.match(await database.read(echo('')), { ok: false, error: { unavailable: true } });
});
