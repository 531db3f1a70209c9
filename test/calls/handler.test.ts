import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import t from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { type Answer, secret, type TestService, testService } from '../http/service.ts';
import { programEnvironment } from '../program_environment.ts';
import { openPsql } from '../psql.ts';

/** What a call does, its answer, and the units that it leaves. */
interface Case {
  readonly act: string;
  /** The call; /unit/play when left out. */
  readonly path?: string;
  readonly status: number;
  readonly body?: object;
  /** The names of the units afterwards; none when left out. */
  readonly units?: readonly string[];
}

/** A call of the same handler that may take no longer than a second; the other has time on a busy machine too. */
const hurried = '/unit/hurry';

const cases: readonly Case[] = [
  { act: 'create', status: 200, body: { name: 'a', count: null }, units: ['a'] },
  { act: 'caller', status: 200, body: { name: 'clerk 7' } },
  { act: 'wait', status: 200, units: ['a'] },
  {
    act: 'loop',
    path: hurried,
    status: 503,
    body: { code: 'call_ended', detail: 'the call took longer than 1000 ms' },
  },
  { act: 'hang', path: hurried, status: 503, body: { code: 'call_ended' } },
  { act: 'exit', status: 503, body: { code: 'call_ended', detail: 'the call ended its worker process' } },
  { act: 'reject', status: 503, body: { code: 'call_ended' } },
  { act: 'eat', status: 503, body: { code: 'call_ended' } },
  { act: 'throw', status: 500, body: { code: 'internal' } },
  { act: 'taken', status: 409, body: { code: 'unit_taken', title: 'The unit is taken', detail: 'a is taken' } },
  { act: 'not_now', status: 422, body: { code: 'not_now', title: 'Not now', status: 422 } },
  { act: 'undeclared', status: 500, body: { code: 'internal' } },
  { act: 'misfit', status: 500, body: { code: 'internal' } },
  { act: 'more', status: 500, body: { code: 'internal' } },
  { act: 'nothing', status: 500, body: { code: 'internal' } },
  { act: 'float', status: 500, body: { code: 'internal' } },
  { act: 'later', status: 200, body: { name: 'a' } },
  { act: 'many', status: 500, body: { code: 'internal' } },
  { act: 'twice', status: 200, body: { name: 'a unique_conflict 409' }, units: ['a', 'a unique_conflict 409'] },
  { act: 'batch', status: 200, body: { name: 'unknown_path' } },
  { act: 'call', status: 200, body: { name: 'unknown_path' } },
  { act: 'key', status: 200, body: { name: 'invalid_parameter' } },
  { act: 'log_secret', status: 200, body: { name: '' } },
];

t.test('a call commits with an answer that fits, and does nothing otherwise', async (t) => {
  const service = await testService(t, 'test/calls/service');
  for (const { act, path = '/unit/play', status, body = {}, units = [] } of cases) {
    const answer = await play(service, { act, name: 'a' }, { path });
    t.equal(answer.status, status, `${act}: ${answer.text}`);
    t.match(answer.body, body, act);
    t.notMatch(answer.text, /secret|\bat .*play|SQL/, 'nothing of the inside is told');
    if (act === 'later') await setTimeout(60);
    t.strictSame(await unitNames(service), units, `${act}: what is left`);
    await service.database.database.query({ text: 'delete from unit', values: [] });
  }
});

t.test('a handler reads and writes by the rights of the caller, or of the service', async (t) => {
  const service = await testService(t, 'test/calls/service');
  await service.database.query("insert into unit (name) values ('open one'), ('closed one')");
  const guest = { role: 'guest' };
  const served = { ...guest, path: '/unit/serve' };
  t.match((await play(service, { act: 'count' }, guest)).body, { count: 1 });
  t.match((await play(service, { act: 'count' }, served)).body, { count: 2 });
  t.match((await play(service, { act: 'rename', name: 'closed one' }, guest)).body, { count: 0 });
  t.equal((await play(service, { act: 'create', name: 'open two' }, guest)).status, 500, 'it may not create');
  t.match((await play(service, { act: 'create', name: 'open two' }, served)).body, { name: 'open two' });
  t.strictSame(await service.database.query("select recorded_by::text from unit where name = 'open two'"), [
    { recorded_by: '7' },
  ]);
  t.match((await play(service, { act: 'caller' }, served)).body, { name: 'guest 7' });
  t.match(
    (await play(service, { by: 2.5 }, { ...guest, path: '/unit/1/boost' })).text,
    '{"id":1,"name":"open one","power":2.5000000000}',
  );
  t.equal(
    (await play(service, { by: 2.5 }, { ...guest, path: '/unit/2/boost' })).status,
    404,
    'a row that they may not read',
  );
  t.equal((await play(service, { by: 2.5 }, { ...guest, path: '/unit/9/boost' })).status, 404);
  const exact = '{"id":1,"name":"open one","power":12345678901234567890.5000000000}';
  const big = await play(service, '{"by":12345678901234567890.5}', { path: '/unit/1/boost' });
  t.equal(big.text, exact, 'no digit is lost');
});

t.test('a call is tried, and done once for each key', async (t) => {
  const service = await testService(t, 'test/calls/service');
  const named = { act: 'create', name: 'a' };
  const tried = await play(service, named, { headers: { prefer: 'tx=rollback' } });
  t.match(tried, { status: 200, body: { name: 'a' }, headers: { 'preference-applied': 'tx=rollback' } });
  t.strictSame(await unitNames(service), []);
  const effects = await play(service, named, { headers: { prefer: 'tx=rollback, return=effects' } });
  t.match(effects.body, { result: { name: 'a' }, effects: [{}] });
  t.strictSame(await unitNames(service), []);
  const key = { headers: { 'idempotency-key': '"one"' } };
  const both = await Promise.all([play(service, named, key), play(service, named, key)]);
  t.match(both, [
    { status: 200, body: { name: 'a' } },
    { status: 200, body: { name: 'a' } },
  ]);
  t.strictSame(await unitNames(service), ['a']);
  t.equal((await play(service, { act: 'count' }, key)).status, 422, 'the key of another body');
  const refused = { headers: { 'idempotency-key': '"two"' } };
  const taken = { act: 'taken', name: 'b' };
  t.equal((await play(service, taken, refused)).status, 409);
  t.match((await play(service, taken, refused)).body, { code: 'unit_taken', title: 'The unit is taken' });
  const ended = { headers: { 'idempotency-key': '"three"' } };
  t.equal((await play(service, { act: 'exit', name: 'c' }, ended)).status, 503);
  t.equal(
    (await play(service, { act: 'exit', name: 'c' }, ended)).status,
    503,
    'nothing is kept of a call that was ended',
  );
  t.strictSame(await unitNames(service), ['a']);
});

t.test('a handler that sends no requests has no transaction', async (t) => {
  const service = await testService(t, 'test/calls/service');
  await service.database.query("insert into unit (name) values ('a')");
  let isAnswered = false;
  let open = 0;
  const called = play(service, { by: 0 }, { path: '/unit/1/boost' }).finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    const [found] = await service.database.query(
      "select count(*)::text from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    open = Math.max(open, Number(found?.count));
    await setTimeout(10);
  }
  t.match(await called, { status: 200, body: { name: 'a' } });
  t.equal(open, 0);
});

t.test('a handler gets its row as it is when its turn comes', async (t) => {
  const service = await testService(t, 'test/calls/service');
  await service.database.query("insert into unit (name) values ('before')");
  const psql = await openPsql(t, service.database.url);
  await psql.run('begin; lock table unit in share mode');
  // Each waits until it may write.
  const long = Array.from({ length: 4 }, (_, at) => play(service, { act: 'create', name: `u${at}` }));
  const boosted = play(service, { by: 0 }, { path: '/unit/1/boost' });
  const metric = async () => (await service.server.inject({ method: 'GET', url: '/metrics' })).body;
  while (!/call_handlers\{state="waiting"\} 2/.test(await metric())) await setTimeout(5);
  await psql.run("update unit set name = 'after' where id = 1; commit");
  t.match((await boosted).body, { name: 'after' });
  await Promise.all(long);
});

t.test('a hundred calls take their turns, and other requests go on', async (t) => {
  const service = await testService(t, 'test/calls/service');
  let done = 0;
  const all = Array.from({ length: 100 }, async (_, at) => {
    const answer = await play(service, { act: 'wait', name: `u${at}` });
    done += 1;
    return answer;
  });
  while (done === 0) await setTimeout(5);
  const read = await service.ask('GET', '/unit?limit=1', {
    token: service.token({ identity_id: 8, scope: 'manage:data', role: 'clerk' }),
  });
  t.equal(read.status, 200);
  t.ok(done < 100, `a read waits for no call to end: ${done} have`);
  const answers = await Promise.all(all);
  t.strictSame([...new Set(answers.map(({ status }) => status))], [200]);
  t.equal((await unitNames(service)).length, 100);
  const metrics = (await service.server.inject({ method: 'GET', url: '/metrics' })).body;
  t.match(metrics, /call_handler_duration_seconds_count\{resource="unit",call="play",end="answer"\} 100/);
  t.match(metrics, /call_worker_processes [1-4]\n/);
  t.match(metrics, /call_handlers\{state="waiting"\} 0/);
});

t.test('calls that meet run again', async (t) => {
  const service = await testService(t, 'test/calls/service');
  await service.database.query("insert into unit (name) values ('a')");
  const all = Array.from({ length: 8 }, () => play(service, { act: 'add', name: 'a' }));
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  t.ok(statuses.every((status) => [200, 409, 503].includes(status)) && statuses.includes(200), statuses.join());
});

t.test('a service that is killed leaves each call whole, or nothing of it', async (t) => {
  const service = await testService(t, 'test/calls/service');
  const authorization = `Bearer ${service.token({ identity_id: 7, scope: 'manage:data', role: 'clerk' })}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const answered: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const child = spawn(process.execPath, [program, service.database.url, secret], {
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const [line] = await once(child.stdout, 'data');
    const address = String(line).trim();
    const client = async (own: number) => {
      for (let at = 0; ; at += 1) {
        const name = `${kill} ${own} ${at}`;
        const body = JSON.stringify({ act: 'pair', name });
        const answer = await fetch(`${address}/api/v1/unit/play`, { method: 'POST', headers, body }).catch(() => null);
        if (answer === null) return;
        if (answer.status === 200) answered.push(name);
      }
    };
    const all = Promise.all([1, 2, 3, 4].map(client));
    const before = answered.length;
    for (let wait = 0; wait < 12_000 && answered.length === before; wait += 1) await setTimeout(5);
    await setTimeout(Math.random() * 100);
    child.kill('SIGKILL');
    await all;
    await ended;
  }
  await setTimeout(200);
  const names = (await unitNames(service)).map((name) => String(name).replace(/ \d$/, ''));
  const counts = Map.groupBy(names, (name) => name);
  t.ok(
    [...counts.values()].every(({ length }) => length === 2),
    'each call is whole',
  );
  t.strictSame(
    answered.filter((name) => !counts.has(name)),
    [],
    'no call that was answered is lost',
  );
  t.ok(answered.length > 0);
});

t.test('a call whose client is gone is done or undone, and its turn ends', async (t) => {
  const service = await testService(t, 'test/calls/service');
  const address = await service.server.listen({ host: '127.0.0.1', port: 0 });
  const authorization = `Bearer ${service.token({ identity_id: 7, scope: 'manage:data', role: 'clerk' })}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const gone = Array.from({ length: 6 }, (_, at) =>
    fetch(`${address}/api/v1${at % 2 === 0 ? '/unit/play' : hurried}`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ act: at % 2 === 0 ? 'wait' : 'loop', name: `u${at}` }) },
      signal: AbortSignal.timeout(40),
    }).catch(() => null),
  );
  await Promise.all(gone);
  t.match(await play(service, { act: 'create', name: 'next' }), { status: 200 });
  const deadline = performance.now() + 60_000;
  let metrics = '';
  while (!/call_handlers\{state="active"\} 0/.test(metrics) && performance.now() < deadline) {
    metrics = (await service.server.inject({ method: 'GET', url: '/metrics' })).body;
    await setTimeout(50);
  }
  t.match(metrics, /call_handlers\{state="active"\} 0/);
  const names = await unitNames(service);
  t.ok(
    names.every((name) => name === 'next' || Number(name?.slice(1)) % 2 === 0),
    names.join(),
  );
});

const kills = process.env.ALMANAC_LONG ? 50 : 1;
const program = 'test/calls/service_process.ts';

async function unitNames({ database }: TestService): Promise<readonly (string | null | undefined)[]> {
  const outcome = await database.database.query({ text: 'select name from unit order by name', values: [] });
  return outcome.ok ? outcome.rows.map(({ name }) => name) : [];
}

interface Asked {
  readonly role?: string;
  /** The call; /unit/play when left out. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function play(
  { ask, token }: TestService,
  body: Json,
  { role = 'clerk', path = '/unit/play', headers = {} }: Asked = {},
): Promise<Answer> {
  return ask('POST', path, { body, headers, token: token({ identity_id: 7, scope: 'manage:data', role }) });
}
