import { setTimeout as delay } from 'node:timers/promises';
import { readLedger } from '../../fault/ledger.ts';
import { startWriters } from '../../fault/writers.ts';
import {
  databaseUrl,
  makeProject,
  type Project,
  refusedMigration,
  type Serving,
  serve,
  service,
  token,
} from '../almanac.ts';
import { startFollower } from '../follower.ts';
import { holdTable, psql } from '../ground.ts';
import { startPgbouncer } from '../pgbouncer.ts';
import { startPrimary } from '../postgresql.ts';
import { atMost, type Finding, figure, type Ground, none, type Trial } from '../trial.ts';
import { until } from '../until.ts';

// PgBouncer between three services and PostgreSQL: two share a pool in transaction mode, one of them with a second URL for
// sessions, and one has a pool in session mode. Clients write to all, read with many statements, and follow events.

export const pooler: Trial = {
  needs: ['postgresql', 'pgbouncer'],
  mostSeconds: (times) => 180 + times * 10,
  run: async (ground) => {
    const { host } = await startPrimary(ground, 'postgresql', '127.0.0.11');
    const project = makeProject(ground, host, `limits: { statement_timeout_seconds: ${timeoutSeconds} }\n`);
    const [transactions, sessions] = [
      startPgbouncer(ground, 'transaction', host),
      startPgbouncer(ground, 'session', host, 'default_pool_size = 40'),
    ];
    const start = (port: number, by: string, variables: Readonly<Record<string, string>> = {}) =>
      serve(ground, project, port, { variables: { DATABASE_URL: databaseUrl(service, by), ...variables } });
    const services = {
      'transaction mode alone': await start(3001, transactions.host),
      'transaction mode with DATABASE_SESSION_URL': await start(3002, transactions.host, {
        DATABASE_SESSION_URL: databaseUrl(service, sessions.host),
      }),
      'session mode': await start(3003, sessions.host),
    };
    const findings = await useThrough(ground, host, services);
    return [...findings, refusal(project, transactions.host)];
  },
};

const timeoutSeconds = 2;

type Services = Readonly<Record<string, Serving>>;

async function useThrough(ground: Ground, host: string, services: Services): Promise<readonly Finding[]> {
  const all = Object.entries(services);
  const writers = all.map(([, { address }], index) => {
    const numbers = [1, 2, 3].map((number) => 3 * index + number);
    return startWriters({ numbers, address: () => address, random: Math.random, token, pauseMilliseconds: 20 });
  });
  const heard = await delays(ground, services);
  const failedReads = await readMuch(ground, services);
  const works = (await Promise.all(writers.map((each) => each.end()))).flat();
  const held = await timeouts(ground, host, services);
  const { wrong, lost, halves, doubled } = await readLedger(databaseUrl('postgres', host), works);
  const failed = works.flatMap(({ statuses }) => [...statuses].filter(([status]) => status === 0 || status >= 500));
  const [connections] = psql(
    ground.programs,
    databaseUrl('postgres', host),
    `select count(*) from pg_stat_activity where usename = '${service}'`,
  ).split('\n');
  return [
    ...Object.entries(heard).map(([name, found]) =>
      atMost(`from an answer to the event that a follower hears, ${name}`, name === polling ? 2 : 1, found),
    ),
    none(`failed reads of ${all.length * readsOf(ground)} with ${shapes} statements, at once through all`, failedReads),
    ...held,
    figure(
      'acknowledged writes',
      works.reduce((total, work) => total + work.acknowledged, 0),
    ),
    none('acknowledged writes that are lost, or there twice or in part', [
      ...lost,
      ...[...doubled, ...halves].map(String),
    ]),
    none('writes that failed, or that the request does not explain', [...wrong, ...failed.map(String)]),
    figure('connections of PostgreSQL that the three services hold', connections ?? ''),
  ];
}

const polling = 'transaction mode alone';

/** How long each service takes to tell a follower of an event, from the answer to its write, in milliseconds. */
async function delays(
  { times, progress }: Ground,
  services: Services,
): Promise<Readonly<Record<string, readonly number[]>>> {
  const found = Object.fromEntries(Object.keys(services).map((name) => [name, [] as number[]]));
  const heard = new Map<string, Map<string, number>>();
  const followers = Object.entries(services).map(([name, { address }]) => {
    const times = new Map<string, number>();
    heard.set(name, times);
    return startFollower({ addresses: [address], told: (source) => times.set(source, performance.now()) });
  });
  for (let turn = 1; turn <= times; turn += 1) {
    for (const { address } of Object.values(services)) {
      const answer = await fetch(`${address}/api/v1/note`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `delay ${turn} ${address}` }),
      });
      const { id } = (await answer.json()) as { readonly id: number };
      const begin = performance.now();
      for (const [name, times] of heard) {
        await until(`${name} tells of the event`, 20, async () => times.has(`/note/${id}`));
        found[name]?.push(Math.max(0, (times.get(`/note/${id}`) ?? 0) - begin));
      }
    }
    progress(`events ${turn} of ${times}`);
  }
  await Promise.all(followers.map((follower) => follower.stop()));
  return found;
}

const headers = { authorization: `Bearer ${token({ identity_id: 1, scope: 'manage:data' })}` };
/** So many different statements are asked for. */
const shapes = 100;
const readsOf = ({ times }: Ground): number => 40 * times;

/** Reads through all services at once, each in an order of its own. Gives the failures. */
async function readMuch(ground: Ground, services: Services): Promise<readonly string[]> {
  const failed: string[] = [];
  const read = async (address: string): Promise<void> => {
    const shape = Math.floor(Math.random() * shapes);
    const filters = ['id=gt.1', 'name=neq.a', 'count=gte.0', 'id=lt.1000000'].slice(0, 1 + (shape % 4)).join('&');
    const select = ['id', 'id,name', 'count', 'name,count', '*'][Math.floor(shape / 4) % 5];
    const order = ['id', 'id.desc', 'name,id', 'count,id', 'count.desc,id'][Math.floor(shape / 20)];
    const answer = await fetch(`${address}/api/v1/note?${filters}&select=${select}&order=${order}&limit=3`, {
      headers,
    });
    const text = await answer.text();
    if (!answer.ok) failed.push(`${answer.status} ${text}`);
  };
  const client = async (address: string): Promise<void> => {
    for (let number = 0; number < readsOf(ground) / 4; number += 1) await read(address);
  };
  const addresses = Object.values(services).map(({ address }) => address);
  await Promise.all([...addresses, ...addresses, ...addresses, ...addresses].map(client));
  return failed;
}

/** A table that somebody holds: who reads it is told so after the timeout of statements, and reads again afterwards. */
async function timeouts({ programs }: Ground, host: string, services: Services): Promise<readonly Finding[]> {
  const released = holdTable(programs, databaseUrl('postgres', host), 'owner', 3 * timeoutSeconds);
  await delay(500);
  const read = async ({ address }: Serving) => {
    const begin = performance.now();
    const answer = await fetch(`${address}/api/v1/owner`, { headers });
    await answer.text();
    return { status: answer.status, milliseconds: performance.now() - begin };
  };
  const held = await Promise.all(Object.values(services).map(read));
  await released;
  const after = await Promise.all(Object.values(services).map(read));
  return [
    atMost(
      `a read of a table that is held, with a timeout of ${timeoutSeconds} s`,
      timeoutSeconds + 1,
      held.map(({ milliseconds }) => milliseconds),
    ),
    none(
      'wrong answers then (not 503), and afterwards (not 200)',
      [...held.filter(({ status }) => status !== 503), ...after.filter(({ status }) => status !== 200)].map(
        ({ status }) => status,
      ),
    ),
  ];
}

function refusal(project: Project, host: string): Finding {
  const message = refusedMigration(project, host);
  return none(
    'almanac migrate through transaction mode that does not name DATABASE_SESSION_URL',
    message.includes('DATABASE_SESSION_URL') ? [] : [message],
  );
}
