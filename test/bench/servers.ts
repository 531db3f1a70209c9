import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSigner } from 'fast-jwt';
import { type Bench, caller, script } from './data.ts';
import { peerRole, peerSql, startPostgrest } from './postgrest.ts';
import { register, registerMigrations } from './register.ts';
import type { Shape, Subject } from './shapes.ts';
import { type Served, startNode, stop } from './subject.ts';

/** Who serves a shape, by subject: each is started when it is first asked for. */
export type Servers = (shape: Shape, subject: Subject) => Promise<Served>;

export const secret = 'a secret of the benchmark, long enough for HS256';

/** Readies a database for all subjects, and stops what was started when the work is done. */
export async function withServers<T>(bench: Bench, url: string, work: (servers: Servers) => Promise<T>): Promise<T> {
  await script(url, await readFile('test/bench/hand_written.sql', 'utf8'));
  await script(url, peerSql(bench.model, caller.identity));
  const starts = {
    plain: () => startAlmanac(url, register),
    ruled: async () => startAlmanac(url, await writeRuled()),
    'hand-written': () => startNode(['test/bench/hand_written.ts'], { DATABASE_URL: url, JWT_SECRET: secret }),
    PostgREST: () => startPostgrest(url, secret, bench.model.service.limits.databaseConnections),
  } as const;
  const started = new Map<string, Promise<Served>>();
  const serve = (name: keyof typeof starts): Promise<Served> => {
    const served = started.get(name) ?? starts[name]();
    started.set(name, served);
    return served;
  };
  try {
    return await work((shape, subject) => serve(subject === 'almanac' ? (shape.rules ? 'ruled' : 'plain') : subject));
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

/** The definitions with a role that sees the units behind the points that its party operates. Gives their folder. */
async function writeRuled(): Promise<string> {
  const folder = join('.data', 'bench', 'ruled');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(register)) {
    const text = await readFile(join(register, name), 'utf8');
    await writeFile(join(folder, name), ruled[name]?.(text) ?? text);
  }
  return folder;
}

const ruled: Readonly<Record<string, (text: string) => string>> = {
  'service.yaml': (text) =>
    `${text.replace(/^claims: \{/m, 'claims: { others: { party_id: party_id },')}roles: [operator]\n`,
  'controllable_unit.yaml': (text) =>
    `${text}access: { operator: { read: "accounting_point.system_operator_id=eq.{party_id}" } }\n`,
};

export function token({ rules }: Pick<Shape, 'rules'>, key = secret): string {
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: 24 * 3_600_000 });
  return sign({
    identity_id: caller.identity,
    scope: 'manage:data',
    ...(rules ? { role: 'operator', party_id: caller.party } : { role: peerRole }),
  });
}
