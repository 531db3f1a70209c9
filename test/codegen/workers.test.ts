import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'tap';
import { testDatabase } from '../database.ts';
import { secret, signToken } from '../http/service.ts';
import { almanac, startAlmanac } from './process.ts';

// `almanac serve --workers` keeps what one process keeps: no request fails when it stops, one that dies is replaced, each
// change is one event, and what is counted is of all of them.

const workers = 2;

const zones = ['10YNO-1--------2', '10YNO-2--------T', '10YNO-3--------J', '10YNO-4--------9'];

test('several processes are one service', async (t) => {
  const { url, database } = await testDatabase(t);
  const service = startAlmanac(t, ['serve', '--workers', String(workers)], {
    DATABASE_URL: url,
    ALMANAC_RESOURCES: 'test/register',
    JWT_SECRET: secret,
    NODE_ENV: '',
  });
  const [, address = ''] = await service.printed(/API +(\S+)/);
  const { origin } = new URL(address);
  const headers = {
    authorization: `Bearer ${signToken({ identity_id: 7, scope: 'manage:data' })}`,
    'content-type': 'application/json',
    connection: 'close',
  };
  const create = (zone: string, at: number) =>
    fetch(`${address}/bidding_zone`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ business_id: zone, code: `NO${at}`, name: `Zone ${at}` }),
    });
  await t.test('requests are spread, and what they write is told once', async (t) => {
    const answers = await Promise.all(zones.map(create));
    t.same(
      answers.map(({ status }) => status),
      [201, 201, 201, 201],
    );
    for (;;) {
      const events = (await (await fetch(`${address}/event`, { headers })).json()) as readonly {
        readonly source: string;
      }[];
      if (events.length < answers.length) {
        await delay(20);
        continue;
      }
      t.equal(new Set(events.map(({ source }) => source)).size, answers.length);
      t.equal(events.length, answers.length, 'each change is one event');
      break;
    }
  });

  await t.test('the metrics are those of all', async (t) => {
    const count = 'http_request_duration_seconds_count{method="POST",route="/api/v1/bidding_zone",status="201"} 4';
    for (let asked = 0; asked < 2 * workers; asked += 1) {
      t.match(await (await fetch(`${origin}/metrics`, { headers })).text(), count);
    }
  });

  await t.test('one that dies is replaced, and the others go on', async (t) => {
    const before = service.output.both.length;
    const processes = startedBy(service.pid);
    t.equal(processes.length, workers);
    process.kill(processes[0] ?? 0, 'SIGKILL');
    await service.printed(/process \d+ ended \(SIGKILL\); another takes its place/, before);
    t.equal((await fetch(`${origin}/readyz`, { headers })).status, 200);
  });

  await t.test(
    'told to stop one by one and together, as a group of processes is, they answer what is in progress',
    async (t) => {
      const { promise: held, resolve: hold } = Promise.withResolvers<void>();
      const holding = database.transaction(async (run) => {
        await run({ text: 'lock table public.bidding_zone', values: [] });
        hold();
        await run({ text: 'select pg_sleep(1)', values: [] });
      });
      await held;
      const slow = Promise.all(zones.map(async () => (await fetch(`${address}/bidding_zone`, { headers })).status));
      await delay(300);
      for (const worker of startedBy(service.pid)) process.kill(worker, 'SIGTERM');
      t.equal(await service.stop(), 0, service.output.stderr);
      t.same(await slow, [200, 200, 200, 200]);
      await holding;
    },
  );
});

test('a number of processes that means nothing is refused', async (t) => {
  for (const number of ['0', '1.5', '1000']) {
    const { code, stderr } = await almanac(['serve', `--workers=${number}`]);
    t.equal(code, 2);
    t.match(stderr, /Expected a number from 1 to 128/);
  }
});

function startedBy(pid: number | undefined): readonly number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return stdout.trim().split('\n').map(Number);
}
