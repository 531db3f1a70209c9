import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSigner } from 'fast-jwt';
import { connect } from '../../db/database.ts';
import { type Measured, withCost } from './cost.ts';
import { type Bench, caller, fullSize, openBench, rows, script } from './data.ts';
import { load } from './load.ts';
import { median, ratio } from './measure.ts';
import { peerRole, peerSql, startPostgrest } from './postgrest.ts';
import { register, registerMigrations } from './register.ts';
import { requireSameRows } from './same_rows.ts';
import { counter, questionsOf, type Shape, type Subject, shapes, subjects } from './shapes.ts';
import { type Served, startNode, stop } from './subject.ts';

// Almanac as it is shipped beside a hand-written server, the limit, and PostgREST, the peer: all three at once on one
// database, asked in turns, so that whatever else the machine does meets all of them alike.

export interface SpeedOptions {
  readonly rounds: number;
  readonly seconds: number;
  /** Names of shapes; null for all. */
  readonly shapes: readonly string[] | null;
}

/** What was measured of a shape: of each server that has an answer to it, round by round. */
export interface Finding {
  readonly shape: Shape;
  readonly rounds: Readonly<Partial<Record<Subject, readonly Measured[]>>>;
}

export const secret = 'a secret of the benchmark, long enough for HS256';

export async function measureSpeed(
  options: SpeedOptions,
  progress: (text: string) => void,
): Promise<{ readonly findings: readonly Finding[]; readonly server: string }> {
  const bench = await openBench(progress);
  try {
    const url = await bench.copy(fullSize, 'speed');
    return await withServers(bench, url, async (servers) => {
      const chosen = shapes.filter(({ name }) => options.shapes?.includes(name) ?? true);
      for (const shape of chosen) await requireSameRows(shape, servers, token(shape));
      await requireSameWrites(url, servers, chosen);
      return {
        findings: await measureInTurns(chosen, { servers, data: bench.data }, options, progress),
        server: await versionOf(url),
      };
    });
  } finally {
    await bench.close();
  }
}

async function versionOf(url: string): Promise<string> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    const [row] = await rows(database.query, "select 'PostgreSQL ' || current_setting('server_version') as name");
    return row?.name ?? '';
  } finally {
    await database.close();
  }
}

/** Who serves a shape, by subject. */
type Servers = (shape: Shape, subject: Subject) => Served;

/** Starts the servers on a database, and stops them when the work is done. */
async function withServers<T>(bench: Bench, url: string, work: (servers: Servers) => Promise<T>): Promise<T> {
  await script(url, await readFile('test/bench/hand_written.sql', 'utf8'));
  await script(url, peerSql(bench.model, caller.identity));
  const started: Served[] = [];
  const start = async (starting: Promise<Served>): Promise<Served> => {
    const served = await starting;
    started.push(served);
    return served;
  };
  try {
    const almanac = await start(startAlmanac(url, register));
    const withRules = await start(startAlmanac(url, await writeRuled()));
    const handWritten = await start(
      startNode(['test/bench/hand_written.ts'], { DATABASE_URL: url, JWT_SECRET: secret }),
    );
    const postgrest = await start(startPostgrest(url, secret, bench.model.service.limits.databaseConnections));
    return await work((shape, subject) => {
      if (subject === 'almanac') return shape.rules ? withRules : almanac;
      return subject === 'hand-written' ? handWritten : postgrest;
    });
  } finally {
    await Promise.all(started.map(stop));
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

/** Of each shape, before the first round: V8 is not done with a program sooner. */
export const warmUpSeconds = 4;

async function measureInTurns(
  chosen: readonly Shape[],
  { servers, data }: { readonly servers: Servers; readonly data: string },
  { rounds, seconds }: SpeedOptions,
  progress: (text: string) => void,
): Promise<readonly Finding[]> {
  const findings = chosen.map((shape) => ({ shape, rounds: {} as Partial<Record<Subject, readonly Measured[]>> }));
  const next = counter();
  for (let round = 0; round <= rounds; round += 1) {
    for (const { shape, rounds: found } of findings) {
      const order = round % 2 === 0 ? subjects : [...subjects].reverse();
      for (const subject of order) {
        if (shape.ask(subject, Math.random, 0, fullSize) === null) continue;
        progress(
          round === 0
            ? `warming up: ${shape.name}, ${subject}`
            : `round ${round} of ${rounds}: ${shape.name}, ${subject}`,
        );
        const questions = questionsOf(shape, subject, next, fullSize);
        const server = servers(shape, subject);
        const measured = await withCost(server, data, () =>
          load(server, token(shape), questions, round === 0 ? warmUpSeconds : seconds),
        );
        if (round > 0) found[subject] = [...(found[subject] ?? []), measured];
      }
    }
  }
  return findings;
}

/** The table: medians of requests in a second, and ratios of the rounds with the least and the greatest of them. */
export function speedTable(findings: readonly Finding[]): readonly object[] {
  return findings.map(({ shape, rounds }) => {
    const rates = (subject: Subject) => rounds[subject]?.map(({ perSecond }) => perSecond) ?? null;
    const shown = (subject: Subject) => {
      const found = rates(subject);
      return found === null ? '' : Math.round(median(found));
    };
    const compared = (subject: Subject) => {
      const [own, other] = [rates('almanac'), rates(subject)];
      if (own === null || other === null) return { middle: '', spread: '' };
      return ratio(own, other);
    };
    const cost = (subject: Subject) => {
      const found = rounds[subject];
      if (found === undefined) return '';
      const of = (part: keyof Measured['processor']) =>
        Math.round(median(found.map(({ processor }) => processor[part])));
      return `${of('server')} + ${of('database')}`;
    };
    const [limit, peer] = [compared('hand-written'), compared('PostgREST')];
    return {
      request: shape.title,
      almanac: shown('almanac'),
      'hand-written': shown('hand-written'),
      PostgREST: shown('PostgREST'),
      'to hand-written': limit.middle,
      'spread ': limit.spread,
      'to PostgREST': peer.middle,
      'spread  ': peer.spread,
      'µs: server + database': cost('almanac'),
      'hand-written ': cost('hand-written'),
      'PostgREST ': cost('PostgREST'),
      'median ms': median(rounds.almanac?.map((each) => each.median) ?? []),
      'p99 ms': median(rounds.almanac?.map((each) => each.p99) ?? []),
    };
  });
}

/** What each write leaves behind besides its row: versions of the history and events, which must be the same. */
async function requireSameWrites(url: string, servers: Servers, chosen: readonly Shape[]): Promise<void> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    for (const shape of chosen.filter(({ kind }) => kind === 'write')) {
      const left = new Map<Subject, string>();
      for (const subject of subjects) {
        const before = await written(database.query);
        const question = shape.ask(
          subject,
          () => 0.5 + subjects.indexOf(subject) / 1000,
          1 + subjects.indexOf(subject),
          fullSize,
        );
        if (question === null) continue;
        const { address } = servers(shape, subject);
        const answer = await fetch(`${address}${question.path}`, {
          method: question.method,
          headers: { authorization: `Bearer ${token(shape)}`, 'content-type': 'application/json', ...question.headers },
          body: question.body ?? null,
        });
        if (!answer.ok) throw new Error(`${shape.name} of ${subject}: ${answer.status} ${await answer.text()}`);
        const after = await written(database.query);
        left.set(subject, JSON.stringify(after.map((number, at) => number - (before[at] ?? 0))));
      }
      if (new Set(left.values()).size > 1)
        throw new Error(`the rows that ${shape.name} writes differ: ${JSON.stringify([...left])}`);
    }
  } finally {
    await database.close();
  }
}

/** How many rows there are, of all that a write may add to. */
async function written(query: Parameters<typeof rows>[0]): Promise<readonly number[]> {
  const counted = [
    'controllable_unit',
    'controllable_unit_history',
    'controllable_unit_service_provider',
    'controllable_unit_service_provider_history',
  ];
  const [found] = await rows(
    query,
    `select ${counted.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')},
      (select count(*) from event) + (select count(*) from almanac.outbox) as event,
      (select case when is_called then last_value else 0 end from almanac.notice_change_id_seq) as notice_change`,
  );
  return Object.values(found ?? {}).map(Number);
}
