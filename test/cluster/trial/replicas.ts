import { processorTime } from '../../processor_time.ts';
import { databaseUrl, makeProject, type Serving, serve, service, token } from '../almanac.ts';
import { psql } from '../ground.ts';
import { startLoad } from '../load.ts';
import { type PostgresqlServer, restartServer, startPrimary, startStandby } from '../postgresql.ts';
import { atMost, type Finding, figure, type Ground, none, type Trial } from '../trial.ts';
import { until } from '../until.ts';

// A primary with two standbys that a service reads from. Callers read what they have just written. One standby after the
// other stops replaying, is killed and is promoted, while clients read and write.

export const replicas: Trial = {
  needs: ['postgresql'],
  mostSeconds: (times) => 240 + times * 30,
  run: async (ground) => {
    const primary = await startPrimary(ground, 'primary', '127.0.0.11');
    const project = makeProject(ground, primary.host, `limits: { replica_lag_seconds: ${lagSeconds} }\n`);
    const standbys = [
      await startStandby(ground, 'standby1', '127.0.0.12', primary.host),
      await startStandby(ground, 'standby2', '127.0.0.13', primary.host),
    ];
    const variables = { DATABASE_URL: databaseUrl(service, primary.host) };
    const alone = await serve(ground, project, 3001, { variables });
    const urls = standbys.map(({ host }) => databaseUrl(service, host)).join();
    const reading = await serve(ground, project, 3002, { variables: { ...variables, DATABASE_REPLICA_URLS: urls } });
    await until('both standbys are read from', 30, async () => (await usable(reading)).every(Boolean));
    return [
      await processorTimes(primary, alone, reading),
      ...(await loseStandbys(ground, { primary, standbys, reading })),
    ];
  },
};

const lagSeconds = 1;
const headers = { authorization: `Bearer ${token({ identity_id: 1, scope: 'manage:data' })}` };

/** Which standbys the service reads from. */
async function usable({ address }: Serving): Promise<readonly boolean[]> {
  const answer = await fetch(`${address}/readyz`);
  const { replicas } = (await answer.json()) as { readonly replicas: readonly { readonly usable: boolean }[] };
  return replicas.map((each) => each.usable);
}

const reads = 2000;

/** What a read costs the primary, without and with standbys. */
async function processorTimes(
  { data }: PostgresqlServer,
  ...services: readonly [alone: Serving, reading: Serving]
): Promise<Finding> {
  const costs: number[] = [];
  for (const { address } of services) {
    const before = processorTime(data);
    const client = async () => {
      for (let number = 0; number < reads / 4; number += 1)
        await (await fetch(`${address}/api/v1/card?name=neq.${number}&order=name`, { headers })).text();
    };
    await Promise.all([client(), client(), client(), client()]);
    costs.push((processorTime(data) - before) / reads);
  }
  const [alone = 0, reading = 0] = costs;
  return {
    what: `processor time of the primary for each of ${reads} reads, without and with standbys`,
    promised: 'less than half',
    measured: `${alone.toFixed(3)} ms, ${reading.toFixed(3)} ms`,
    isKept: reading < alone / 2,
  };
}

/** How a standby may be lost, and be there again afterwards. */
interface Way {
  readonly name: string;
  readonly lose: () => Promise<void>;
  readonly restore: () => Promise<void>;
}

function waysOf(ground: Ground, primary: PostgresqlServer, standbys: PostgresqlServer[], at: number): readonly Way[] {
  const standby = standbys[at];
  if (standby === undefined) return [];
  const { name, host } = standby;
  const sql = (text: string) => psql(ground.programs, databaseUrl('postgres', host), text);
  const again = async (start: () => Promise<PostgresqlServer>) => {
    standbys[at] = await start();
  };
  return [
    {
      name: 'stops replaying',
      lose: async () => void sql('select pg_wal_replay_pause()'),
      restore: async () => void sql('select pg_wal_replay_resume()'),
    },
    {
      name: 'is killed',
      lose: standby.kill,
      restore: () => again(() => restartServer(ground, name, host)),
    },
    {
      name: 'is promoted',
      lose: async () => void sql('select pg_promote()'),
      restore: async () => {
        await standby.kill();
        await again(() => startStandby(ground, name, host, primary.host));
      },
    },
  ];
}

async function loseStandbys(
  ground: Ground,
  {
    primary,
    standbys,
    reading,
  }: { readonly primary: PostgresqlServer; readonly standbys: PostgresqlServer[]; readonly reading: Serving },
): Promise<readonly Finding[]> {
  const load = startLoad(reading.address, 8);
  const own: string[] = [];
  const lost = new Map<string, number[]>();
  const back = new Map<string, number[]>();
  const note = (found: Map<string, number[]>, name: string, milliseconds: number) =>
    found.set(name, [...(found.get(name) ?? []), milliseconds]);
  const becomes = async (at: number, wanted: boolean): Promise<number> => {
    const begin = performance.now();
    const what = wanted ? 'taken back' : 'left out';
    await until(`the standby is ${what}`, 30, async () => (await usable(reading))[at] === wanted);
    return performance.now() - begin;
  };
  for (let turn = 0; turn < ground.times; turn += 1) {
    const at = turn % 2;
    const ways = waysOf(ground, primary, standbys, at);
    const way = ways[turn % ways.length];
    if (way === undefined) break;
    own.push(...(await readOwnWrites(reading, 5)));
    await way.lose();
    note(lost, way.name, await becomes(at, false));
    own.push(...(await readOwnWrites(reading, 5)));
    await way.restore();
    note(back, way.name, await becomes(at, true));
    ground.progress(`standby ${at + 1} ${way.name}, ${turn + 1} of ${ground.times}`);
  }
  await load.end();
  const counted =
    (await (await fetch(`${reading.address}/metrics`)).text()).match(/^database_reads_total\{.*$/gm) ?? [];
  return [
    none(`own writes that a read with their token does not show, of ${10 * ground.times}`, own),
    ...[...lost].map(([name, found]) => atMost(`until a standby that ${name} is left out`, lagSeconds + 1, found)),
    ...[...back].map(([name, found]) => atMost(`until a standby that ${name} is taken back`, 5, found)),
    figure('requests meanwhile', load.answered() + load.failed.length),
    none('failed requests', load.failed),
    figure('reads by server', counted.map((line) => line.replace(/^.*server="(\w+)".* (\d+)$/, '$1: $2')).join(', ')),
  ];
}

/** Writes rows, and reads each with the token of its write. Gives the answers that do not show it. */
async function readOwnWrites({ address }: Serving, count: number): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const made = await fetch(`${address}/api/v1/note`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'own' }),
    });
    const { id } = (await made.json()) as { readonly id: number };
    const written = made.headers.get('consistency-token');
    if (written === null) wrong.push(`no token: ${made.status}`);
    const read = await fetch(`${address}/api/v1/note/${id}`, {
      headers: { ...headers, ...(written !== null && { 'consistency-token': written }) },
    });
    await read.text();
    if (read.status !== 200) wrong.push(String(read.status));
  }
  return wrong;
}
