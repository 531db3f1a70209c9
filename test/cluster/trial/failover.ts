import { readLedger } from '../../fault/ledger.ts';
import { startWriters, type Writers } from '../../fault/writers.ts';
import { databaseUrl, makeProject, type Serving, serve, service, token } from '../almanac.ts';
import { startEtcd } from '../etcd.ts';
import { type Follower, startFollower } from '../follower.ts';
import { psql } from '../ground.ts';
import { primaryAddress, primaryOnly, startHaproxy } from '../haproxy.ts';
import { leaderSeconds, type PatroniCluster, startPatroni } from '../patroni.ts';
import { atMost, type Finding, figure, type Ground, none, type Trial } from '../trial.ts';
import { until } from '../until.ts';

// Three nodes of Patroni with synchronous replication. One service finds the primary by way of HAProxy, one by the hosts of
// its own URL. While clients write to both, the primary is handed over again and again, and its node is killed,
// or stops for a while without a word.

export const failover: Trial = {
  needs: ['postgresql', 'patroni', 'etcd', 'haproxy'],
  mostSeconds: (times) => 240 + times * 80,
  run: async (ground) => {
    await startEtcd(ground);
    const cluster = await startPatroni(ground, 3);
    startHaproxy(ground, primaryOnly(cluster.nodes));
    await until('HAProxy leads to the primary', 10, async () => sql(ground, 'select 1') === '1');
    const project = makeProject(ground, primaryAddress);
    const hosts = cluster.nodes.map(({ host }) => `${host}:5432`).join();
    const start = (port: number, host: string) =>
      serve(ground, project, port, { variables: { DATABASE_URL: databaseUrl(service, host) } });
    const byHaproxy = await start(3001, primaryAddress);
    const byHosts = await start(3002, hosts);
    return useThrough(ground, cluster, { byHaproxy, byHosts });
  },
};

type Ways<T> = Readonly<Record<'byHaproxy' | 'byHosts', T>>;

async function useThrough(
  ground: Ground,
  cluster: PatroniCluster,
  services: Ways<Serving>,
): Promise<readonly Finding[]> {
  const write = ({ address }: Serving, numbers: readonly number[]) =>
    startWriters({ numbers, address: () => address, random: Math.random, token, pauseMilliseconds: 10 });
  const writers = {
    byHaproxy: write(services.byHaproxy, [1, 2, 3, 4]),
    byHosts: write(services.byHosts, [5, 6, 7, 8]),
  };
  const addresses = Object.values(services).map(({ address }) => address);
  // One stays, and one goes from service to service with its last event.
  const followers = [startFollower({ addresses }), startFollower({ addresses, connectionSeconds: 3 })];
  const both = Object.values(writers);
  const goOn = (writes: number) => Promise.all(both.map((each) => each.goOn(writes, 2 * leaderSeconds)));
  await goOn(50);

  /** Makes the primary lose its place in one way, and gives it another one in the end. */
  const replace = async (lose: (primary: string) => Promise<void> | void, regain: (former: string) => void) => {
    const before = await cluster.leader();
    if (before === null) throw new Error('there is no primary');
    await lose(before);
    await until('there is another primary', 60, async () => ![null, before].includes(await cluster.leader()));
    await goOn(20);
    regain(before);
    await cluster.healthy();
  };
  const { times } = ground;
  const switched = await turns(ground, writers, 'switchover', times, () => replace(cluster.switchOver, () => {}));
  const killed = await turns(ground, writers, 'kill', times, () => replace(cluster.kill, cluster.restart));
  const silences = wakesInOrder(ground) ? Math.ceil(times / 10) : 0;
  const silent = await turns(ground, writers, 'silence', silences, () => replace(cluster.freeze, cluster.thaw));

  await goOn(20);
  const pauses = (way: keyof Ways<unknown>) => [
    atMost(`switchover: no acknowledged write, ${names[way]}`, 3, switched[way]),
    atMost(`kill of the primary's node: no acknowledged write, ${names[way]}`, leaderSeconds + 5, killed[way]),
    ...(silences === 0
      ? []
      : [
          atMost(
            `the primary's node says nothing: no acknowledged write, ${names[way]}`,
            leaderSeconds + 5,
            silent[way],
          ),
        ]),
  ];
  return [
    ...pauses('byHaproxy'),
    ...pauses('byHosts'),
    ...(await ledgerFindings(both)),
    ...(await eventFindings(ground, followers)),
  ];
}

/** Patroni 3.0 lets a primary that wakes up take the lock of its successor, and what that has committed is lost. */
function wakesInOrder({ programs, progress }: Ground): boolean {
  const isNew = Number.parseInt(programs.versions.patroni ?? '', 10) >= 4;
  if (!isNew) progress('skipped: a primary that says nothing for a while. It needs Patroni 4');
  return isNew;
}

const names: Ways<string> = { byHaproxy: 'by way of HAProxy', byHosts: 'by a URL of three hosts' };

/** Does something again and again. Gives the longest pauses of each turn, in milliseconds. */
async function turns(
  { progress }: Ground,
  writers: Ways<Writers>,
  name: string,
  times: number,
  turn: () => Promise<void>,
): Promise<Ways<readonly number[]>> {
  const pauses = { byHaproxy: [] as number[], byHosts: [] as number[] };
  for (let number = 1; number <= times; number += 1) {
    for (const each of Object.values(writers)) each.longestPauseMilliseconds();
    const begin = performance.now();
    await turn();
    const found = [writers.byHaproxy.longestPauseMilliseconds(), writers.byHosts.longestPauseMilliseconds()] as const;
    pauses.byHaproxy.push(found[0]);
    pauses.byHosts.push(found[1]);
    const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
    const [total, first, second] = [performance.now() - begin, ...found].map(seconds);
    progress(`${name} ${number} of ${times}: ${total} s, without a write ${first} s and ${second} s`);
  }
  return pauses;
}

const url = databaseUrl('postgres', primaryAddress);

function sql({ programs }: Pick<Ground, 'programs'>, text: string): string {
  return psql(programs, url, text);
}

async function ledgerFindings(writers: readonly Writers[]): Promise<readonly Finding[]> {
  const works = (await Promise.all(writers.map((each) => each.end()))).flat();
  const { wrong, lost, halves, doubled, unknown, abandoned } = await readLedger(url, works);
  const statuses = new Map<number, number>();
  for (const work of works)
    for (const [status, count] of work.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
  const broken = [...statuses].filter(([status]) => status >= 500 && status !== 503);
  const shown = [...statuses].toSorted(([one], [other]) => one - other);
  return [
    figure(
      'acknowledged writes',
      works.reduce((total, work) => total + work.acknowledged, 0),
    ),
    none('acknowledged writes that are lost, or there without their version or event', lost),
    none(
      'rows that are there twice, or in part',
      [...doubled, ...halves].map((row) => JSON.stringify(row)),
    ),
    none('rows that nobody asked for', Math.max(0, unknown - abandoned)),
    none('answers that the request does not explain', wrong),
    none(
      'answers 5xx other than 503',
      broken.map(([status, count]) => `${count} times ${status}`),
    ),
    figure('answers', shown.map(([status, count]) => `${status || 'none'}: ${count}`).join(', ')),
  ];
}

async function eventFindings(ground: Ground, followers: readonly Follower[]): Promise<readonly Finding[]> {
  const there = sql(ground, 'select id from event order by id').split('\n').map(Number);
  const last = there.at(-1) ?? 0;
  const haveAll = async () => followers.every(({ ids }) => (ids.at(-1) ?? 0) >= last);
  await until('the followers have the last event', 20, haveAll).catch(() => {});
  await Promise.all(followers.map((each) => each.stop()));
  const known = new Set(there);
  const told = followers.map(({ ids }) => new Set(ids));
  const connections = followers.map((each) => each.connections());
  return [
    figure(
      'events that two followers were told of, over how many connections',
      `${there.length}, ${connections.join(' and ')}`,
    ),
    none(
      'events that one of them missed',
      told.flatMap((ids) => there.filter((id) => !ids.has(id))),
    ),
    none(
      'events that one of them was told of again, or after a later one',
      followers.flatMap(({ ids }) => outOfOrder(ids)),
    ),
    none(
      'events that one of them was told of, and that are not there',
      told.flatMap((ids) => [...ids.difference(known)]),
    ),
    none(
      'answers that they cannot explain',
      followers.flatMap(({ wrong }) => wrong),
    ),
  ];
}

function outOfOrder(ids: readonly number[]): readonly number[] {
  return ids.filter((id, at) => id <= (ids[at - 1] ?? 0));
}
