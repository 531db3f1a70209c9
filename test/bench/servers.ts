import { readFile } from 'node:fs/promises';
import { createSigner } from 'fast-jwt';
import { type Bench, caller, script } from './data.ts';
import { peerRole, peerSql, ruledPeerSql, startPostgrest } from './postgrest.ts';
import { register, registerMigrations } from './register.ts';
import { partyOf, writeRuled } from './ruled.ts';
import type { Shape, Subject } from './shape.ts';
import { type Served, startNode, stop } from './subject.ts';

/** Who serves a shape, by subject: each is started when it is first asked for. */
export type Servers = (shape: Shape, subject: Subject) => Promise<Served>;

export const secret = 'a secret of the benchmark, long enough for HS256';

/** Readies a database for all subjects, and stops what was started when the work is done. */
export async function withServers<T>(bench: Bench, url: string, work: (servers: Servers) => Promise<T>): Promise<T> {
  await script(url, await readFile('test/bench/hand_written/prepare.sql', 'utf8'));
  await script(url, peerSql(bench.model, caller.identity) + ruledPeerSql());
  const starts = {
    plain: () => startAlmanac(url, register),
    ruled: async () => startAlmanac(url, await writeRuled()),
    'hand-written': () => startNode(['test/bench/hand_written/server.ts'], { DATABASE_URL: url, JWT_SECRET: secret }),
    PostgREST: () => startPostgrest(url, secret, bench.model.service.limits.databaseConnections),
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

/** `almanac serve` as in production. */
export function startAlmanac(url: string, resources: string, flags: readonly string[] = []): Promise<Served> {
  return startNode([...flags, 'codegen/bin.js', 'serve'], {
    DATABASE_URL: url,
    JWT_SECRET: secret,
    ALMANAC_RESOURCES: resources,
    ALMANAC_MIGRATIONS: registerMigrations,
    NODE_ENV: 'production',
    PORT: '0',
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
