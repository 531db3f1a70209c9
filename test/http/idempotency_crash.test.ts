import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Test, test } from 'tap';
import { haltingProxy } from '../db/halting_proxy.ts';
import { programEnvironment } from '../program_environment.ts';
import { identity } from './service.ts';
import { versionService } from './version_service.ts';

// A crash between write and answer doubles nothing. The server is killed at each of its statements.

const process_ = fileURLToPath(new URL('service_process.ts', import.meta.url));

test('a server that is killed at any statement of a POST has done it once when it is repeated', async (t) => {
  const { database, ask, token } = await versionService(t);
  const proxy = await haltingProxy(t, database.url);
  const owner_id = (await ask('POST', '/owner', { body: { name: 'Kari' } })).body.id;
  const authorization = `Bearer ${token({ identity_id: identity, scope: 'manage:data' })}`;
  const post = async (address: string, count: number): Promise<Response | null> => {
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': `"crash ${count}"` };
    const body = JSON.stringify({ count, owner_id });
    return fetch(`${address}/api/v1/card?embed=owner`, { method: 'POST', headers, body }).catch(() => null);
  };

  let server = await serve(t, proxy.url);
  let requests = 0;
  /** Whether a request met its end at the statement; if it did, it is repeated. */
  const isKilledAt = async (statement: number, place: 'before' | 'after'): Promise<boolean> => {
    requests += 1;
    proxy.haltAt(statement, place, () => server.child.kill('SIGKILL'));
    const answer = await post(server.address, requests);
    proxy.haltAt(0, place, () => {});
    if (answer !== null) return false;
    await server.ended;
    server = await serve(t, proxy.url);
    const again = await post(server.address, requests);
    t.equal(again?.status, 201, `killed ${place} statement ${statement}`);
    const repeated = await post(server.address, requests);
    t.equal(await repeated?.text(), await again?.text(), 'and the same a third time');
    return true;
  };
  // Begin with key, savepoint, savepoint of the write, write, rules, what is shown, release, answer, commit.
  const statements = 9;
  const every = Array.from({ length: statements }, (_, index) => index + 1);
  const halting = process.env.ALMANAC_LONG ? every : [statements];
  for (const statement of halting) t.ok(await isKilledAt(statement, 'before'), `${statement} is one of its statements`);
  t.notOk(await isKilledAt(statements + 1, 'before'), 'and there are no more');
  t.ok(await isKilledAt(statements, 'after'), 'the commit is done, and nobody was told');

  const cards = await database.query('select count, count(*) as rows from card group by count order by count');
  t.same(
    cards,
    Array.from({ length: requests }, (_, index) => ({ count: String(index + 1), rows: '1' })),
    'each request is there once',
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
