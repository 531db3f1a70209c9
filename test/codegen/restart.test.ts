import { spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { signToken } from '../http/service.ts';
import { type Running, startAlmanac } from './process.ts';
import { book, project } from './project.ts';

// SIGHUP to `almanac serve --workers` starts the processes again, one by one, with the definitions of now. No request fails.

const workers = 2;

function workersOf({ pid }: Running): readonly string[] {
  return spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n');
}

const headers = {
  authorization: `Bearer ${signToken({ identity_id: 7, scope: 'manage:data' })}`,
  'content-type': 'application/json',
};

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly body?: string | undefined;
  readonly agent?: Agent | false;
}

/** The status of an answer, or what went wrong; and its body. */
function ask(url: string, { method = 'GET', body, agent = false }: Asked = {}): Promise<readonly [string, string]> {
  return new Promise((resolve) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve([String(response.statusCode), Buffer.concat(parts).toString()]));
      response.on('error', (error) => resolve([error.message, '']));
    });
    // A connection that was kept while the machine stood still may end as the request goes out: clients then ask again.
    sent.on('error', (error) => resolve(sent.reusedSocket ? ask(url, { method, body }) : [error.message, '']));
    sent.end(body);
  });
}

/** Asks from several clients, half of which keep their connections. Gives how often each outcome came. */
async function underLoad(address: string, work: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const outcomes = new Map<string, number>();
  let isOver = false;
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const client = async (number: number) => {
    const agent = number % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
    for (let title = 0; !isOver; title += 1) {
      count(`POST ${(await ask(`${address}/book`, { method: 'POST', body: `{"title":"${title}"}`, agent }))[0]}`);
      count(`GET ${(await ask(`${address}/book?limit=1`, { agent }))[0]}`);
      await delay(10);
      count(`ready ${(await ask(new URL('/readyz', address).href, { agent }))[0]}`);
    }
    if (agent !== false) agent.destroy();
  };
  await Promise.all([
    ...Array.from({ length: 6 }, (_, number) => client(number)),
    work().finally(() => (isOver = true)),
  ]);
  return outcomes;
}

async function served(t: Test) {
  const made = await project(t);
  const { folder, environment, run, save } = made;
  save('service.yaml', 'service: Library\nlimits: { shutdown_seconds: 60 }\n');
  await run('migration', 'new', 'first');
  await run('migrate');
  const production = { ...environment, NODE_ENV: 'production' };
  const service = startAlmanac(t, ['serve', '--workers', String(workers)], production, folder);
  const [, address = ''] = await service.printed(/API +(\S+)/);
  const hangUp = async (printed: RegExp) => {
    const since = service.output.both.length;
    process.kill(service.pid, 'SIGHUP');
    return service.printed(printed, since);
  };
  return { ...made, service, address, hangUp };
}

test('a restart that cannot be is stopped, and one that can fails no request', async (t) => {
  const { service, address, hangUp, save, run, query } = await served(t);
  const first = workersOf(service);
  t.equal(first.length, workers);

  save('book.yaml', `${book}  pages: { type: integer, nullable: true }\n`);
  const refused = await underLoad(address, async () => {
    await hangUp(/the restart is stopped after 0 of 2 processes: the new process ended before it listened/);
  });
  t.match(service.output.stderr, /need a migration that is missing/, 'and why');
  t.same(workersOf(service), first, 'the former ones go on');
  t.same([...refused.keys()].sort(), ['GET 200', 'POST 201', 'ready 200']);

  await run('migration', 'new', 'pages');
  await run('migrate');
  const restarted = await underLoad(address, () => hangUp(/Almanac restarted 2 processes/));
  t.same([...restarted.keys()].sort(), ['GET 200', 'POST 201', 'ready 200']);
  const answered = [refused, restarted].reduce((sum, outcomes) => sum + (outcomes.get('POST 201') ?? 0), 0);
  t.same(await query('select count(*) from book'), [{ count: String(answered) }], 'each POST is done once');
  const second = workersOf(service);
  t.equal(second.length, workers);
  t.same(
    second.filter((each) => first.includes(each)),
    [],
  );
  for (let at = 0; at < 2 * workers; at += 1) {
    const [status, body] = await ask(`${address}/book?select=pages&limit=1`);
    t.same([status, JSON.parse(body)], ['200', [{ pages: null }]], 'the new definitions');
    t.match(
      (await ask(new URL('/metrics', address).href))[1],
      `http_request_duration_seconds_count{method="POST",route="/api/v1/book",status="201"} ${answered}\n`,
      'what the former ones have counted is kept',
    );
  }
});

test('a second SIGHUP is one more round, and SIGTERM ends all at any time', async (t) => {
  const { service, address, hangUp } = await served(t);
  const both = /restarted 2 processes\n[\s\S]*restarted 2 processes/;
  // What is sent to all processes is for the one that started them.
  for (const worker of workersOf(service)) process.kill(Number(worker), 'SIGHUP');
  const first = hangUp(both);
  await delay(200);
  await hangUp(both);
  await first;
  t.equal(service.output.stdout.match(/restarted 2 processes/g)?.length, 2);
  t.equal((await ask(`${address}/book`))[0], '200');
  process.kill(service.pid, 'SIGHUP');
  await delay(300);
  t.equal(await service.stop(), 0);
  t.equal(service.output.stderr, '');
});

test('a process that dies while another one starts in its place leaves no restart waiting', async (t) => {
  const { service, address, hangUp } = await served(t);
  const [former = ''] = workersOf(service);
  const restarted = hangUp(/restarted 2 processes/);
  while (workersOf(service).length === workers) await delay(5);
  process.kill(Number(former), 'SIGKILL');
  await restarted;
  await hangUp(/restarted 2 processes/);
  t.equal(workersOf(service).length, workers);
  t.equal((await ask(`${address}/book`))[0], '200');
  t.equal(await service.stop(), 0);
});

test('a process without --workers says what SIGHUP is for, and goes on', async (t) => {
  const { folder, environment } = await project(t);
  const service = startAlmanac(t, ['serve'], environment, folder);
  const [, address = ''] = await service.printed(/API +(\S+)/);
  process.kill(service.pid, 'SIGHUP');
  await service.printed(/SIGHUP restarts the processes of --workers; this one goes on as it is/);
  t.equal((await ask(`${address}/book`))[0], '200');
  t.equal(await service.stop(), 0);
});
