import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Test, test } from 'tap';
import { findPooling } from '../../db/connection/pooling.ts';
import { connect, type Database } from '../../db/database.ts';
import type { Outcome } from '../../db/statement.ts';
import { testDatabase } from '../database.ts';
import { pacedMilliseconds } from '../pace.ts';
import { countedProxy } from './counted_proxy.ts';
import { made } from './kept_statements.ts';
import { poolingProxy } from './pooling_proxy.ts';
import { proxy } from './proxy.ts';
import { rowOf, say } from './say.ts';
import { switchedProxy } from './switched_proxy.ts';

const thing = `
  create table thing (
    id bigint primary key,
    name text not null constraint thing_name_length check (length(name) <= 5)
  )`;

const backendOf = async (database: Pick<Database, 'query'>) =>
  rowOf(await database.query(say('select pg_backend_pid() as pid'))).pid ?? null;

/** A pool of one connection, on which every statement must land. */
async function single(t: Test, url: string, statementTimeoutSeconds = 30): Promise<Database> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds });
  t.teardown(() => database.close());
  return database;
}

test('every column is the text that PostgreSQL sent', async (t) => {
  const { database } = await testDatabase(t);
  const expressions: readonly [expression: string, text: string | null][] = [
    ['9223372036854775807::bigint', '9223372036854775807'],
    ['7::int', '7'],
    ['123456789012345678901234567890.1200::numeric', '123456789012345678901234567890.1200'],
    ['1.5::float8', '1.5'],
    ['true', 't'],
    ['null::int', null],
    [`'{"a": 1.10, "b": 12345678901234567890}'::json`, '{"a": 1.10, "b": 12345678901234567890}'],
    [`'[1, 2]'::jsonb`, '[1, 2]'],
    [`'{1,2}'::int[]`, '{1,2}'],
    [`'2024-03-31'::date`, '2024-03-31'],
    [`'2024-03-31 02:30:00.123456+02'::timestamptz`, '2024-03-31 00:30:00.123456+00'],
    [`'\\x00ff'::bytea`, '\\x00ff'],
  ];
  for (const [expression, text] of expressions) {
    t.equal(rowOf(await database.query(say(`select ${expression} as value`))).value, text, expression);
    t.equal(rowOf(await database.query(say(`select ${expression} as value where $1 = '1'`, ['1']))).value, text);
  }
});

test('the session has its settings from the start, and keeps others of the URL', async (t) => {
  const { url } = await testDatabase(t);
  const target = new URL(url);
  target.searchParams.set('options', '-c TimeZone=Asia/Tokyo -c work_mem=5MB');
  const database = await single(t, target.href, 1);
  const settings = ['TimeZone', 'DateStyle', 'application_name', 'statement_timeout', 'work_mem'];
  const columns = settings.map((name) => `current_setting('${name}') as "${name}"`).join(', ');
  t.strictSame(rowOf(await database.query(say(`select ${columns}`))), {
    TimeZone: 'UTC',
    DateStyle: 'ISO, MDY',
    application_name: 'almanac',
    statement_timeout: '1s',
    work_mem: '5MB',
  });
  const late = await database.query(say('select pg_sleep(2)'));
  t.match(late, { ok: false, error: { sqlstate: '57014', unavailable: false } });
});

test('what the database refuses is a value, and the connection stays', async (t) => {
  const { url, query } = await testDatabase(t);
  await query(thing);
  const database = await single(t, url);
  const insert = 'insert into thing (id, name) values ($1, $2)';
  const backend = await backendOf(database);
  t.match(await database.query(say(insert, ['1', 'one'])), { ok: true, rows: [], rowCount: 1 });
  for (let round = 0; round < 20; round++) {
    t.strictSame(await database.query(say(insert, ['1', 'two'], 'insert_thing')), {
      ok: false,
      error: {
        sqlstate: '23505',
        message: 'duplicate key value violates unique constraint "thing_pkey"',
        detail: 'Key (id)=(1) already exists.',
        hint: null,
        constraint: 'thing_pkey',
        table: 'thing',
        column: null,
        position: null,
        unavailable: false,
        undone: false,
        tooLong: false,
        within: null,
      },
    });
  }
  const refusals: readonly [text: string, values: readonly (string | null)[], error: object][] = [
    [insert, ['2', null], { sqlstate: '23502', column: 'name', table: 'thing' }],
    [insert, ['2', 'longer'], { sqlstate: '23514', constraint: 'thing_name_length' }],
    [insert, ['x', 'two'], { sqlstate: '22P02', message: 'invalid input syntax for type bigint: "x"' }],
    ['select nme from thing', [], { sqlstate: '42703', position: 8, hint: /thing\.name/ }],
    ['selct', [], { sqlstate: '42601', position: 1 }],
    ['select $1::text', ['\0'], { sqlstate: '22021' }],
  ];
  for (const [text, values, error] of refusals) {
    t.match(await database.query(say(text, values)), { ok: false, error: { ...error, unavailable: false } }, text);
  }
  t.equal(await backendOf(database), backend);
});

test('a statement is one round trip, and a named one is parsed once', async (t) => {
  const { url } = await testDatabase(t);
  const proxy = await countedProxy(t, url);
  const database = await single(t, proxy.url);
  const spent = async (run: () => Promise<unknown>) => {
    proxy.reset();
    await run();
    return proxy.messages();
  };
  const named = say('select $1::int + 1 as value', ['1'], 'add_one');
  await database.query(say('select 1'));
  t.equal(await spent(() => database.query(say('select $1::text', ['a']))), 'PBDES', 'parse to sync');
  t.equal(
    await spent(() => database.query(named)),
    'CPBDES',
    'first time: another client may have left one of its name',
  );
  t.equal(await spent(() => database.query(named)), 'BES', 'second time: the columns are known');
  t.equal(await spent(() => database.query(say('select 1'))), 'Q');
  t.equal(
    await spent(() =>
      database.transaction(async (query) => {
        await query(named);
      }),
    ),
    'PBDEBESQ',
    'begin and the statement, commit',
  );
  const prepared = await database.query(say('select name, statement from pg_prepared_statements'));
  t.match(prepared, { rows: [{ name: 'add_one', statement: named.text }] });
});

test('a named statement that could not be prepared can be later', async (t) => {
  const { url, query } = await testDatabase(t);
  const database = await single(t, url);
  const count = say('select count(*) as count from thing', [], 'count_things');
  t.match(await database.query(count), { ok: false, error: { sqlstate: '42P01' } });
  await query(thing);
  t.match(await database.query(count), { ok: true, rows: [{ count: '0' }] });
  t.match(await database.query(count), { ok: true, rows: [{ count: '0' }] });
});

test('a lost connection is a value, and the pool recovers', async (t) => {
  const { url, query } = await testDatabase(t);
  const database = await single(t, url);
  const terminate = (pid: string | null) => query('select pg_terminate_backend($1::int)', [pid]);
  await t.test('while a statement runs', async (t) => {
    const backend = await backendOf(database);
    const [outcome] = await Promise.all([database.query(say('select pg_sleep(20)')), terminate(backend)]);
    t.match(outcome, { ok: false, error: { unavailable: true } });
    t.not(await backendOf(database), backend);
  });
  await t.test('while it is idle', async (t) => {
    const backend = await backendOf(database);
    await terminate(backend);
    // It may be noticed before the next statement or by it, never after.
    const outcome = await database.query(say('select pg_backend_pid() as pid'));
    if (!outcome.ok) t.match(outcome.error, { unavailable: true });
    t.not(await backendOf(database), backend);
  });
  await t.test('within a transaction', async (t) => {
    const backend = await backendOf(database);
    let said: Outcome | null = null;
    const outcome = await database.transaction(async (query) => {
      said = await query(say('select pg_terminate_backend(pg_backend_pid())'));
      return 'done';
    });
    t.match(outcome, { ok: false, error: { unavailable: true } });
    t.match(said, { ok: false, error: { sqlstate: '57P01', unavailable: true } }, 'its work is told too');
    t.not(await backendOf(database), backend);
  });
});

test('a server that says nothing any more has lost the connection', async (t) => {
  const { url } = await testDatabase(t);
  const proxy = await switchedProxy(t, url);
  const database = await connect(proxy.url, { maximumConnections: 1, statementTimeoutSeconds: 1 });
  t.match(await database.query(say('select 1')), { ok: true });
  proxy.freeze();
  const begin = performance.now();
  const paced = await pacedMilliseconds(async () => {
    const outcome = await database.query(say('select 1'));
    t.match(outcome, { ok: false, error: { sqlstate: '08006', unavailable: true } });
  });
  t.ok(performance.now() - begin > 2_500, 'not before');
  t.ok(paced < 4_500, `${paced} ms`);
  await proxy.mend();
  t.match(await database.query(say('select 1')), { ok: true }, 'the next statement has a new connection');
  proxy.cut();
  await database.close();
});

test('a service whose machine is gone within a transaction keeps no lock for long', async (t) => {
  const { url, query } = await testDatabase(t);
  await query(`${thing}; insert into thing values (1, 'one')`);
  const proxy = await switchedProxy(t, url);
  const gone = await connect(proxy.url, { maximumConnections: 1, statementTimeoutSeconds: 1 });
  const other = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 60 });
  t.teardown(() => other.close());
  const change = say(`update thing set name = $1 where id = 1`, ['two']);
  const begin = performance.now();
  const vanished = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const lost = gone.transaction(async (query) => {
    t.match(await query(change), { ok: true });
    proxy.freeze();
    vanished.resolve();
    // It never says another word: neither a commit nor an end of the connection.
    await written.promise;
  });
  await vanished.promise;
  const paced = await pacedMilliseconds(async () => {
    t.match(await other.query(say(`update thing set name = name || '!' where id = 1`)), { ok: true });
  });
  const took = performance.now() - begin;
  t.ok(took > 1_500, `it waited: ${Math.round(took)} ms`);
  t.ok(paced < 6_000, `${paced} ms`);
  t.match(await query('select name from thing'), [{ name: 'one!' }], 'and nothing of the other is there');
  written.resolve();
  proxy.cut();
  t.match(await lost, { ok: false, error: { unavailable: true } });
  await gone.close();
});

test('a refused connection is a value', async (t) => {
  const { url } = await testDatabase(t);
  const cases: readonly [change: (url: URL) => void, error: object][] = [
    [(url) => (url.port = '1'), { sqlstate: '08006', message: /ECONNREFUSED/ }],
    [(url) => (url.pathname = '/nowhere'), { sqlstate: '3D000' }],
  ];
  for (const [change, error] of cases) {
    const target = new URL(url);
    change(target);
    const database = await single(t, target.href);
    const expected = { ok: false, error: { ...error, unavailable: true } };
    t.match(await database.query(say('select 1')), expected);
    t.match(await database.transaction(async (query) => query(say('select 1'))), expected);
  }
});

test('a connection that breaks while it is being opened is a value, and the pool recovers', async (t) => {
  const { url, query } = await testDatabase(t);
  const farewell = made('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'));
  // With SCRAM three packets open a connection, and the fourth has its settings.
  const ways: readonly ((client: Socket, database: Socket, packet: Buffer) => void)[] = [
    (client) => client.resetAndDestroy(),
    (client) => client.destroy(),
    (client) => client.end(farewell),
    (client, database, packet) => {
      database.unpipe(client).once('data', (answer) => client.end(Buffer.concat([answer, farewell])));
      // A socket that is piped no longer is paused.
      database.resume().write(packet);
    },
  ];
  let way: (typeof ways)[number] | null = null;
  const between = await proxy(t, url, (client, database) => {
    let packets = 0;
    client.on('data', (packet) => {
      packets += 1;
      if (packets > 3 && way !== null) way(client, database, packet);
      else database.write(packet);
    });
    database.pipe(client);
  });
  const database = await connect(between, { maximumConnections: 3, statementTimeoutSeconds: 10 });
  t.teardown(() => database.close());
  const ask = () => Promise.all(Array.from({ length: 9 }, () => database.query({ text: 'select 1', values: [] })));
  for (const next of ways) {
    way = next;
    for (let round = 0; round < 2; round += 1)
      for (const outcome of await ask()) t.match(outcome, { ok: false, error: { unavailable: true } });
    way = null;
    t.match((await ask()).at(-1), { ok: true });
    await query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  }
});

test('nobody waits on where no connection can be opened', async (t) => {
  const database = await connect('postgresql://me@127.0.0.1:1/d', {
    maximumConnections: 2,
    statementTimeoutSeconds: 10,
  });
  t.teardown(() => database.close());
  const ask = () => database.query({ text: 'select 1', values: [] });
  const outcomes = await Promise.all(Array.from({ length: 20 }, ask));
  for (const outcome of outcomes) t.match(outcome, { ok: false, error: { unavailable: true } });
});

test('a transaction', async (t) => {
  const { url, query } = await testDatabase(t);
  await query(thing);
  const database = await single(t, url);
  const backend = await backendOf(database);
  const insert = (id: string) => say(`insert into thing values ($1, 'name')`, [id]);
  t.beforeEach(() => query('truncate thing'));
  const ids = async () => (await query('select id from thing order by id')).map(({ id }) => id);

  await t.test('is committed when its work ends, and gives its result', async (t) => {
    const result = await database.transaction(async (query) => {
      await query(insert('1'));
      return 'done';
    });
    t.equal(result, 'done');
    t.strictSame(await ids(), ['1']);
  });
  await t.test('gives the failure of a statement, whatever the work returns', async (t) => {
    const result = await database.transaction(async (query) => {
      await query(insert('1'));
      await query(insert('1'));
      await query(insert('2'));
      return 'done';
    });
    t.match(result, { ok: false, error: { sqlstate: '23505' } });
    t.strictSame(await ids(), []);
  });
  await t.test('goes on after a rollback to a savepoint', async (t) => {
    const result = await database.transaction(async (query) => {
      await query(insert('1'));
      await query(say('savepoint before'));
      const refused = await query(insert('1'));
      await query(say('rollback to savepoint before'));
      return refused.ok;
    });
    t.equal(result, false);
    t.strictSame(await ids(), ['1']);
  });
  await t.test('is rolled back by a throw, which is thrown on', async (t) => {
    const work = database.transaction(async (query) => {
      await query(insert('1'));
      throw new RangeError('not today');
    });
    await t.rejects(work, RangeError);
    t.strictSame(await ids(), []);
  });
  await t.test('gives the failure of its commit', async (t) => {
    await query('alter table thing add foreign key (id) references thing deferrable initially deferred');
    await query('alter table thing add parent bigint references thing deferrable initially deferred');
    const result = await database.transaction((query) =>
      query(say(`insert into thing (id, name, parent) values (1, '', 2)`)),
    );
    t.match(result, { ok: false, error: { sqlstate: '23503' } });
    t.strictSame(await ids(), []);
  });
  t.equal(await backendOf(database), backend, 'none of this costs the connection');
});

test('a script', async (t) => {
  const { url, query } = await testDatabase(t);
  const database = await single(t, url, 1);
  await database.script(`begin; ${thing}; commit; insert into thing values (1, 'one'); set TimeZone to 'Asia/Tokyo';`);
  t.strictSame(await query('select name from thing'), [{ name: 'one' }]);
  await t.rejects(database.script(`begin; insert into thing values (2, 'two'); select nothing; commit;`), {
    code: '42703',
  });
  t.strictSame(await query('select name from thing'), [{ name: 'one' }], 'a failed script leaves no open transaction');
  t.match(await database.query(say('show TimeZone')), { rows: [{ TimeZone: 'UTC' }] });
  await database.script('select pg_sleep(1.2)');
});

test('a connection keeps a bounded number of prepared statements, and all of them go on to work', async (t) => {
  const { url } = await testDatabase(t);
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 30 });
  t.teardown(() => database.close());
  const answers = new Set<boolean>();
  for (const round of [1, 2]) {
    for (let number = 0; number < 700; number++) {
      const statement = {
        text: `select ${number} + $1::integer as sum /* ${'long '.repeat(400)} */`,
        values: [String(round)],
        name: `sum_${number}`,
      };
      const outcome = await database.query(statement);
      answers.add(outcome.ok && outcome.rows[0]?.sum === String(number + round));
    }
  }
  t.strictSame([...answers], [true]);
  const counted = await database.query({ text: 'select count(*) as count from pg_prepared_statements', values: [] });
  t.ok(counted.ok && Number(counted.rows[0]?.count) < 300, 'in all no longer than half a million characters');
});

test('a session whose statements are gone prepares them again, within a transaction too', async (t) => {
  const { url } = await testDatabase(t);
  const database = await single(t, url);
  const add = say('select 1 + $1::integer as sum', ['1'], 'add');
  const other = say('select 2 + $1::integer as sum', ['1'], 'other');
  const forget = async () => t.match(await database.query(say('deallocate all')), { ok: true });
  for (const statement of [add, other]) await database.query(statement);
  await forget();
  t.match(await database.query(add), { ok: true, rows: [{ sum: '2' }] });
  await forget();
  let attempts = 0;
  const done = await database.transaction(async (inner) => {
    attempts += 1;
    await inner(add);
    return inner(other);
  });
  t.match(done, { ok: true, rows: [{ sum: '3' }] });
  t.equal(attempts, 2);
  const never = await database.transaction(async (inner) => {
    attempts += 1;
    await inner(add);
    await inner(say('deallocate all'));
    return inner(add);
  });
  t.match(never, { ok: false, error: { sqlstate: '26000' } });
  t.equal(attempts, 4, 'and is not tried for ever');
});

test('a pooler is found, and whether a connection keeps its session behind it', async (t) => {
  const { url } = await testDatabase(t);
  t.same(await findPooling(url), { kind: 'sessions' });
  const cases = [
    ['session', 2, { kind: 'sessions' }],
    ['session', 1, { kind: 'full' }],
    ['transaction', 1, { kind: 'transactions', prepares: false }],
    ['transaction', 2, { kind: 'transactions', prepares: false }],
    ['transaction', 3, { kind: 'transactions', prepares: false }],
    ['transaction', 2, { kind: 'transactions', prepares: true }],
    ['statement', 2, { kind: 'statements' }],
  ] as const;
  const pooled = cases.map(async ([mode, servers, found]) => {
    const prepares = 'prepares' in found && found.prepares;
    const proxy = await poolingProxy(t, url, { mode, servers, prepares });
    t.same(await findPooling(proxy.url), found, `${mode} ${servers}`);
  });
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.teardown(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const waited = await pacedMilliseconds(async () => {
    t.match(await findPooling(`postgresql://me@127.0.0.1:${port}/d`), { kind: 'away', error: { unavailable: true } });
  });
  t.ok(waited < 8_000, 'nobody waits long for a server that says nothing');
  await Promise.all(pooled);
});

test('a session of a pooler has the settings of a session of its own', async (t) => {
  const { url } = await testDatabase(t);
  const proxy = await poolingProxy(t, url, { mode: 'session', servers: 1 });
  const database = await single(t, proxy.url, 1);
  const columns = ['TimeZone', 'DateStyle', 'statement_timeout'].map(
    (name) => `current_setting('${name}') as "${name}"`,
  );
  t.strictSame(rowOf(await database.query(say(`select ${columns.join(', ')}`))), {
    TimeZone: 'UTC',
    DateStyle: 'ISO, MDY',
    statement_timeout: '1s',
  });
});
