import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigner } from 'fast-jwt';
import { connect } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { createServer } from '../../engine/http/server.ts';
import type { Model } from '../../engine/model/model.ts';
import { median, ratio, timesInTurns } from './measure.ts';
import { callers, modelOfRules, type RuleShape, rowsOfRules, ruleShapes } from './rules_data.ts';
import { secret } from './servers.ts';

// What an access rule through relations adds to a list: milliseconds over HTTP for callers who see all, half, two percent
// or none of the rows, beside the same list without a rule. All of them take turns, with custom and with generic plans.

const rowsOfTable = 100_000;
const rowsOfPage = 25;

const sign = createSigner({ key: secret, algorithm: 'HS256', expiresIn: 24 * 3_600_000 });

const modes = ['custom', 'generic'] as const;

/** What stands behind the path of the table, and is asked of every caller. */
const lists = {
  'by id': `limit=${rowsOfPage}`,
  'by name': `order=name.desc&limit=${rowsOfPage}`,
  filtered: `status=eq.active&limit=${rowsOfPage}`,
  'as of an instant': `as_of=2024-07-01T00:00Z&limit=${rowsOfPage}`,
} as const;

export async function rulesBenchmark(only: string | null, progress: (text: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  chmodSync(folder, 0o755); // For root, the server runs as another user.
  const postgres = await startEmbedded(folder, { durable: true });
  const model = modelOfRules();
  try {
    progress(`making ${rowsOfTable} rows`);
    await fill(postgres.url, model);
    const tables: Record<string, readonly object[]> = {};
    for (const mode of modes) {
      const served = await serve(postgres.url, mode, model);
      try {
        for (const [title, query] of Object.entries(lists)) {
          const chosen = ruleShapes.filter((shape) => only === null || only.split(',').includes(shape));
          const found: object[] = [];
          for (const shape of chosen) {
            progress(`${mode} plans, ${title}: ${shape}`);
            found.push(...(await compare(served.address, shape, query)));
          }
          tables[`List of ${rowsOfPage} ${title}, ${mode} plans`] = found;
        }
      } finally {
        await served.close();
      }
    }
    return tables;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}

async function fill(url: string, model: Model): Promise<void> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    await createTables(database, model);
    await database.script(rowsOfRules(rowsOfTable));
    await database.query({ text: 'vacuum analyze', values: [] });
  } finally {
    await database.close();
  }
}

async function serve(url: string, mode: (typeof modes)[number], model: Model) {
  const target = new URL(url);
  target.searchParams.set('options', `-c plan_cache_mode=force_${mode}_plan`);
  const database = await connect(target.href, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  const authenticate = createAuthenticate({ kind: 'secret', secret }, model.service);
  const server = await createServer({
    model,
    database,
    authenticate,
    logLevel: 'silent',
    serverTiming: false,
    tracing: false,
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${model.service.basePath}`,
    close: async () => {
      await server.close();
      await database.close();
    },
  };
}

async function compare(address: string, shape: RuleShape, query: string): Promise<readonly object[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const url = `${address}/unit?${query}`;
  const ask = (role: string, party: number) => {
    const authorization = `Bearer ${sign({ identity_id: 1, scope: 'manage:data', role, party_id: party, number: `p${party}` })}`;
    return () => get(url, authorization, agent);
  };
  const subjects = [
    { name: 'no rule', work: ask('unruled', callers.all) },
    ...Object.entries(callers).map(([name, party]) => ({ name, work: ask(shape, party) })),
  ];
  const times = await timesInTurns(subjects, 1);
  agent.destroy();
  const plain = times['no rule'] ?? [];
  return Object.keys(callers).map((caller) => {
    const own = times[caller] ?? [];
    const { middle, spread } = ratio(own, plain);
    const added = own.map((time, round) => time - (plain[round] ?? Number.NaN));
    return {
      rule: shape,
      'who sees': caller,
      ms: median(own).toFixed(2),
      'without a rule': median(plain).toFixed(2),
      ratio: middle,
      spread,
      'ms more': median(added).toFixed(2),
    };
  });
}

function get(url: string, authorization: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { authorization } }, (answer) => {
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode} of ${url}`)),
      );
      answer.resume();
    });
    asked.on('error', reject).end();
  });
}
