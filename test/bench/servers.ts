import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createSigner } from 'fast-jwt';
import type { Model } from '../../engine/model/model.ts';
import { caller, script } from './data.ts';
import { peerRole, peerSql, ruledPeerSql, startPostgrest } from './postgrest.ts';
import { register, registerMigrations } from './register.ts';
import { partyOf, writeRuled } from './ruled.ts';
import type { Shape, Subject } from './shape.ts';
import { type Served, startNode, stop } from './subject.ts';

/** Who serves a shape, by subject: each is started when it is first asked for. */
export type Servers = (shape: Shape, subject: Subject) => Promise<Served>;

export const secret = 'a secret of the benchmark, long enough for HS256';

/** Makes what the other servers need in a database with Almanac's tables. */
export async function prepareServers(model: Model, url: string): Promise<void> {
  await script(url, await readFile('test/bench/hand_written/prepare.sql', 'utf8'));
  await script(url, peerSql(model, caller.identity) + ruledPeerSql());
}

/** Where the data is. */
interface Place {
  readonly url: string;
  /** The standby to read from; null where there is none. */
  readonly replicaUrl: string | null;
}

/** Serves a database, and stops what was started when the work is done. */
export async function withServers<T>({ url, replicaUrl }: Place, work: (servers: Servers) => Promise<T>): Promise<T> {
  const read = replicaUrl ?? url;
  const starts = {
    plain: () => (replicaUrl === null ? startAlmanac(url, register) : startReplicated(url, replicaUrl)),
    ruled: async () => startAlmanac(url, await writeRuled()),
    'hand-written': () => startNode(['test/bench/hand_written/server.ts'], { DATABASE_URL: read, JWT_SECRET: secret }),
    PostgREST: () => startPostgrest(read, secret),
  } as const;
  const started = new Map<string, Promise<Served>>();
  const serve = (name: keyof typeof starts): Promise<Served> => {
    const served = started.get(name) ?? starts[name]();
    started.set(name, served);
    return served;
  };
  try {
    return await work((shape, subject) =>
      serve(subject === 'almanac' ? (shape.role === null ? 'plain' : 'ruled') : subject),
    );
  } finally {
    const settled = await Promise.allSettled(started.values());
    await Promise.all(settled.map((each) => (each.status === 'fulfilled' ? stop(each.value) : null)));
  }
}

/** Serves from a standby too, as soon as it is read from. */
async function startReplicated(url: string, replicaUrl: string): Promise<Served> {
  const served = await startAlmanac(url, register, { more: { DATABASE_REPLICA_URLS: replicaUrl } });
  const isRead = async () => {
    const answer = await fetch(`${new URL(served.address).origin}/readyz`);
    const { replicas } = (await answer.json()) as { readonly replicas?: readonly { readonly usable: boolean }[] };
    return replicas?.every(({ usable }) => usable) ?? false;
  };
  while (!(await isRead())) await delay(100);
  return served;
}

/** `almanac serve` as in production, with flags of Node and more of the environment. */
export function startAlmanac(
  url: string,
  resources: string,
  {
    flags = [],
    more = {},
  }: { readonly flags?: readonly string[]; readonly more?: Readonly<Record<string, string>> } = {},
): Promise<Served> {
  return startNode([...flags, 'codegen/bin.js', 'serve'], {
    DATABASE_URL: url,
    JWT_SECRET: secret,
    ALMANAC_RESOURCES: resources,
    ALMANAC_MIGRATIONS: registerMigrations,
    NODE_ENV: 'production',
    PORT: '0',
    ...more,
  });
}

export function token(
  { role }: Pick<Shape, 'role'>,
  { subject = 'almanac', key = secret }: { readonly subject?: Subject; readonly key?: string } = {},
): string {
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: 24 * 3_600_000 });
  return sign({
    identity_id: caller.identity,
    scope: 'manage:data',
    role: role === null || subject === 'PostgREST' ? peerRole : role,
    party_id: role === null ? caller.party : partyOf(role),
  });
}
