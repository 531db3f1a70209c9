import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Test, test } from 'tap';
import type { Pooler } from '../../db/connection/session.ts';
import { connect, type Database, type DatabaseOptions, SessionNeeded } from '../../db/database.ts';
import type { Outcome, Row } from '../../db/statement.ts';
import { testDatabase } from '../database.ts';
import { databaseLocks } from '../database_locks.ts';
import { countedProxy } from './counted_proxy.ts';
import { poolingProxy } from './pooling_proxy.ts';
import { rowOf, say } from './say.ts';

// Behind a pooler that gives each transaction another session of PostgreSQL.

const kinds: readonly (readonly [what: string, keeps: boolean, told: boolean])[] = [
  ['that keeps no prepared statements', false, false],
  ['that keeps prepared statements', true, true],
  ['that is told wrongly to keep prepared statements', false, true],
];

/** A database whose own settings are none of a service, and connections to it through a pooler. */
async function pooled(t: Test, keeps: boolean) {
  const database = await testDatabase(t, undefined, { TimeZone: 'Asia/Tokyo', statement_timeout: '77s' });
  const proxy = await poolingProxy(t, database.url, { mode: 'transaction', servers: 3, prepares: keeps });
  const open = async (pooler: Pooler, options: Partial<DatabaseOptions> = {}): Promise<Database> => {
    const opened = await connect(proxy.url, {
      maximumConnections: 4,
      statementTimeoutSeconds: 30,
      ...options,
      pooler,
    });
    t.teardown(() => opened.close());
    return opened;
  };
  return { ...database, proxy, open };
}

for (const [what, keeps, told] of kinds) {
  const pooler = { prepares: told, sessionUrl: null };

  test(`behind a pooler ${what}, every statement works`, async (t) => {
    const { query, open } = await pooled(t, keeps);
    await query('create table sum (value integer)');
    const databases = [
      await open(pooler, { statementTimeoutSeconds: 30 }),
      await open(pooler, { statementTimeoutSeconds: 31 }),
    ];
    const add = (number: number, to: number) => ({
      text: `select ${number} + $1::integer as sum /* ${'long '.repeat(3_600)} */`,
      values: [String(to)],
      name: `sum_${number}`,
    });
    const insert = (value: number) => say('insert into sum values ($1::integer)', [String(value)], 'insert_sum');
    const refused = new Map<string, number>();
    const note = (outcome: Outcome, sum: string | null) => {
      const said = outcome.ok ? (sum !== null && outcome.rows[0]?.sum !== sum ? 'wrong' : null) : outcome.error.message;
      if (said !== null) refused.set(said, (refused.get(said) ?? 0) + 1);
    };
    for (const database of databases) {
      for (let round = 0; round < 2; round += 1) {
        const numbers = Array.from({ length: 30 }, (_, number) => number);
        for (const number of numbers) note(await database.read(add(number, round)), String(number + round));
        await Promise.all(
          numbers.map(async (number) => {
            note(await database.read(add(number, round)), String(number + round));
            note(await database.query({ ...add(number, round), first: insert(0) }), String(number + round));
          }),
        );
        const done = await Promise.all(
          numbers.map((number) =>
            database.transaction(async (inner) => {
              note(await inner(say('insert into sum values (1)')), null);
              const inserted = await inner(insert(1));
              const added = await inner(add(number, round));
              return inserted.ok ? added : inserted;
            }),
          ),
        );
        for (const [number, outcome] of done.entries()) note(outcome, String(number + round));
      }
    }
    t.same([...refused], []);
    t.same(await query('select value, count(*) as count from sum group by value order by value'), [
      { value: '0', count: '120' },
      { value: '1', count: '240' },
    ]);
  });

  test(`behind a pooler ${what}, each transaction has its settings and leaves none`, async (t) => {
    const { proxy, open } = await pooled(t, keeps);
    const database = await open(pooler, { temporaryBytes: 5 * 1024 * 1024 });
    const other = await open(pooler, { statementTimeoutSeconds: 31 });
    const names = ['TimeZone', 'DateStyle', 'statement_timeout', 'temp_file_limit'];
    const settings = `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`;
    const own = { TimeZone: 'UTC', DateStyle: 'ISO, MDY', statement_timeout: '30s', temp_file_limit: '5MB' };
    const others = { ...own, statement_timeout: '31s', temp_file_limit: '-1' };
    for (const name of [undefined, 'settings']) {
      for (let round = 0; round < 5; round += 1) {
        const statement = say(settings, [], name);
        t.strictSame(rowOf(await database.query(statement)), own);
        t.strictSame(rowOf(await other.query(statement)), others);
        t.match(rowOf(await database.read(statement)), { ...own, statement_timeout: /^(30s|100ms)$/ });
        t.strictSame(rowOf(await database.query({ ...statement, first: say('select 1') })), own);
        const both = await database.transaction(async (query) => [
          rowOf(await query(statement)),
          rowOf(await query(statement)),
        ]);
        t.strictSame(both, [own, own]);
        const began = await database.transaction(async (query) => {
          const [one, two] = await Promise.all([query(statement), query(say('select 1', [], 'one'))]);
          return [rowOf(one), two.ok];
        });
        t.strictSame(began, [own, true]);
      }
    }
    const rows: Row[] = [];
    const streamed = await database.stream(say(settings), async (some) => void rows.push(...some), {
      signal: new AbortController().signal,
      idleMilliseconds: 30_000,
    });
    t.match(streamed, { ok: true, rowCount: 1 });
    t.strictSame(rows, [{ ...own, statement_timeout: '0' }]);
    const plain = new pg.Client({ connectionString: proxy.url });
    await plain.connect();
    for (let server = 0; server < 3; server += 1) {
      const { rows } = await plain.query(settings);
      t.match(rows[0], { TimeZone: 'Asia/Tokyo', statement_timeout: '77s', temp_file_limit: '-1' });
    }
    await plain.end();
  });

  test(`behind a pooler ${what}, statements end at their time`, async (t) => {
    const { open } = await pooled(t, keeps);
    const database = await open(pooler, { statementTimeoutSeconds: 1 });
    const ends = { ok: false, error: { sqlstate: '57014' } };
    const sleep = (name?: string) => say('select pg_sleep($1::float8)', ['1.5'], name);
    t.match(await database.query(say('select pg_sleep(1.5)')), ends);
    t.match(await database.query(sleep()), ends);
    t.match(await database.query(sleep('sleep')), ends);
    t.match(await database.read(sleep('sleep')), ends);
    t.match(await database.transaction((query) => query(sleep('sleep'))), ends);
    const longer = say("select set_config('statement_timeout', '30000', true)");
    t.match(await database.query({ ...sleep(), first: longer }), { ok: true }, 'a transaction may set its own');
    t.match(await database.query(sleep()), ends, 'which ends with it');
  });

  test(`behind a pooler ${what}, a transaction that fails is undone`, async (t) => {
    const { query, open } = await pooled(t, keeps);
    await query('create table thing (id int primary key)');
    const database = await open(pooler, { maximumConnections: 1 });
    const insert = (id: number) => say('insert into thing values ($1::int)', [String(id)], 'insert');
    const fails = say('select 1 / $1::int', ['0'], 'fails');
    for (let round = 0; round < 20; round += 1) {
      const together = database.transaction(async (run) => {
        await Promise.all([run(insert(round)), run(fails), run(insert(round))]);
      });
      t.match(await together, { ok: false, error: { sqlstate: '22012' } });
      const alone = database.transaction(async (run) => {
        await run(insert(round));
        await run(fails);
      });
      t.match(await alone, { ok: false, error: { sqlstate: '22012' } });
      t.match(await database.query({ ...fails, first: insert(round) }), { ok: false, error: { sqlstate: '22012' } });
    }
    t.match(await database.query(say('select count(*) as count from thing')), { ok: true, rows: [{ count: '0' }] });
  });

  test(`behind a pooler ${what}, a quick read that is slow for once is run again`, async (t) => {
    const { open } = await pooled(t, keeps);
    const database = await open(pooler);
    const milliseconds = async (round: number): Promise<number> => {
      const sleep = (seconds: string) => say('select pg_sleep($1::float8)', [seconds], `sleep_${round}`);
      for (let read = 0; read < 5; read += 1) t.match(await database.read(sleep('0')), { ok: true });
      const begin = performance.now();
      t.match(await database.read(sleep('0.3')), { ok: true });
      return performance.now() - begin;
    };
    // On a busy machine, a read of no time may be slow too, and is then sent alone.
    let longest = 0;
    for (let round = 0; round < 20 && longest < 390; round += 1) longest = await milliseconds(round);
    t.ok(longest >= 390, 'it was sent with others, and ended for them after 100 ms');
  });
}

test('an error says where it is in the text of the caller', async (t) => {
  const { open } = await pooled(t, false);
  const database = await open({ prepares: false, sessionUrl: null });
  const wrong = 'select nme from pg_class';
  for (const statement of [say(wrong), say(wrong, [], 'wrong'), say(`select 1; ${wrong}`)]) {
    const position = statement.text.indexOf('nme') + 1;
    t.match(await database.query(statement), { ok: false, error: { sqlstate: '42703', position } });
  }
  t.match(await database.query(say('select 1 as one; select 2 as two')), { rows: [{ two: '2' }] });
});

test('the settings go out with the statement, prepared where the pooler keeps that', async (t) => {
  const { url } = await testDatabase(t);
  const proxy = await countedProxy(t, url);
  const add = say('select 1 + $1::integer as sum', ['1'], 'add');
  const sent = async (work: () => Promise<unknown>) => {
    proxy.reset();
    await work();
    return proxy.messages();
  };
  for (const [prepares, alone, together] of [
    [true, 'BDEBDES', 'BDEPBDEBDESQ'],
    [false, 'PBDEPBDES', 'PBDEPBDEPBDESQ'],
  ] as const) {
    const database = await connect(proxy.url, {
      maximumConnections: 1,
      statementTimeoutSeconds: 30,
      pooler: { prepares, sessionUrl: null },
    });
    await database.transaction((query) => query(add));
    t.equal(await sent(() => database.query(add)), alone);
    t.equal(await sent(() => database.transaction((query) => query(add))), together);
    await database.close();
  }
});

test('prepared statements that a pooler believes to be there are sent without names', async (t) => {
  const { open, proxy } = await pooled(t, true);
  const database = await open({ prepares: true, sessionUrl: null });
  const add = say('select 1 + $1::integer as sum', ['1'], 'add');
  for (let round = 0; round < 6; round += 1) await database.query(add);
  const plain = new pg.Client({ connectionString: proxy.url });
  await plain.connect();
  for (let round = 0; round < 6; round += 1) await plain.query('deallocate all');
  await plain.end();
  for (let round = 0; round < 6; round += 1) {
    t.match(await database.query(add), { ok: true, rows: [{ sum: '2' }] });
    t.match(await database.transaction((query) => query(add)), { ok: true, rows: [{ sum: '2' }] });
    t.match(await Promise.all([1, 2, 3].map(() => database.read(add))), [{ ok: true }, { ok: true }, { ok: true }]);
  }
});

test('what needs a session has the URL for it, or says so', async (t) => {
  const { url, open, query } = await pooled(t, false);
  await query('create table thing (id bigint)');
  const without = await open({ prepares: false, sessionUrl: null });
  const needed = { message: new SessionNeeded().message };
  await t.rejects(without.script('select 1'), needed);
  await t.rejects(
    without.session(async () => {}),
    needed,
  );
  await t.rejects(without.copySession(), needed);
  const heard: (string | null)[] = [];
  const begin = performance.now();
  const polling = without.listen('news', (payload) => void heard.push(payload));
  while (heard.length < 3) await delay(20);
  await polling.close();
  t.ok(performance.now() - begin > 1_500, 'it is told to look, once a second');
  t.same(new Set(heard), new Set([null]));

  const beside = await open({ prepares: false, sessionUrl: url });
  await beside.script('begin; insert into thing values (1); commit; set TimeZone = "Asia/Tokyo"');
  const held = `select count(*) as held from ${databaseLocks} where locktype = 'advisory'`;
  const locked = await beside.session(async (session) => {
    await session.query(say('select pg_advisory_lock(7)'));
    return rowOf(await session.query(say(held)));
  });
  t.same(locked, { held: '1' }, 'a lock of the session holds');
  const told = Promise.withResolvers<string>();
  const listening = beside.listen('news', (payload) => {
    if (payload !== null) told.resolve(payload);
    else void beside.query(say("notify news, 'here'"));
  });
  t.equal(await told.promise, 'here');
  await listening.close();
});
