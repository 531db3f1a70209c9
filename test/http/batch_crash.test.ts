import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Test, test } from 'tap';
import { programEnvironment } from '../program_environment.ts';
import { identity } from './service.ts';
import { versionService } from './version_service.ts';

// A server that is killed within batches leaves each of them whole, or nothing of it, and loses none that it answered.

const process_ = fileURLToPath(new URL('service_process.ts', import.meta.url));
const kills = process.env.ALMANAC_LONG ? 100 : 2;
const clients = 4;
const rowsOfBatch = 5;

test('a server that is killed within batches has done all of each, or nothing', async (t) => {
  const { database, ask, token } = await versionService(t);
  for (let row = 0; row < rowsOfBatch; row += 1) await ask('POST', '/card', { body: {} });
  const sessions = async () => {
    const rows = await database.query(
      "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
    );
    return rows.map(({ pid }) => pid);
  };
  const own = new Set(await sessions());
  const authorization = `Bearer ${token({ identity_id: identity, scope: 'manage:data' })}`;
  const answered = new Set<number>();
  let batches = 0;
  const send = async (address: string): Promise<boolean> => {
    batches += 1;
    const count = batches;
    const each = (part: (row: number) => object) => Array.from({ length: rowsOfBatch }, (_, row) => part(row + 1));
    const requests = [
      ...each((row) => ({ id: `p${row}`, method: 'PATCH', url: `card/${row}`, body: { count } })),
      ...each((row) => ({ id: `c${row}`, method: 'POST', url: 'note', body: { name: `${count} ${row}`, count } })),
    ];
    const answer = await fetch(`${address}/api/v1/batch`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ requests }),
    }).catch(() => null);
    if (answer?.status === 200) answered.add(count);
    return answer?.status === 200;
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await serve(t, database.url);
    const client = async () => {
      while (await send(server.address));
    };
    const all = Promise.all(Array.from({ length: clients }, client));
    // At any point of what they do, once they do it.
    const before = answered.size;
    for (let wait = 0; wait < 1000 && answered.size === before; wait += 1) await setTimeout(5);
    await setTimeout(Math.random() * 100);
    server.child.kill('SIGKILL');
    await all;
    await server.ended;
  }
  // What a killed server began ends with its connections.
  const isOver = async () => (await sessions()).every((pid) => own.has(pid));
  for (const end = performance.now() + 60_000; performance.now() < end && !(await isOver()); ) await setTimeout(20);
  const made = await database.query('select count, count(*) as rows from note group by count');
  t.ok(
    made.every(({ rows }) => rows === String(rowsOfBatch)),
    'each batch is whole',
  );
  const done = new Set(made.map(({ count }) => Number(count)));
  const lost = [...answered].filter((count) => !done.has(count));
  t.same(lost, [], 'no batch that was answered is lost');
  t.ok(answered.size > 0);
  t.comment(`${batches} batches, ${answered.size} answered, ${made.length} done, ${kills} kills`);
  const versions = await database.query(
    `select count, count(*) as rows, count(distinct recorded_at) as times from (
       select count, recorded_at from card_history
       union all select count, recorded_at from card) as version
     where count > 0 group by count`,
  );
  t.equal(versions.length, made.length);
  t.ok(
    versions.every(({ rows, times }) => rows === String(rowsOfBatch) && times === '1'),
    'with one record time',
  );
});

async function serve(t: Test, url: string) {
  const child = spawn(process.execPath, [process_, url], {
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [line] = await once(child.stdout, 'data');
  return { child, ended, address: String(line).trim() };
}
