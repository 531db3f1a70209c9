import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigner } from 'fast-jwt';
import { connect } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { createServer } from '../../engine/http/server.ts';
import { modelOfFiles } from '../model_of_files.ts';

// Batches that change two rows each: how many a second, and how many fail, beside the same changes one by one. All clients
// change the same few rows, or each has its own. On an embedded PostgreSQL, with and without a flush to disk for each commit.

const rows = 10;
const seconds = 3;

const files = {
  'service.yaml': 'service: Benchmark\nlimits: { database_connections: 20, statements_per_identity: 20 }\n',
  'note.yaml': 'resource: note\nhistory: true\nfields:\n  count: { type: integer, default: 0 }\n',
};

export async function batchBenchmark(progress: (text: string) => void) {
  const found: object[] = [];
  for (const durable of [true, false]) {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
    chmodSync(folder, 0o755); // For root, the server runs as another user.
    const postgres = await startEmbedded(folder, { durable });
    const database = await connect(postgres.url, { maximumConnections: 20, statementTimeoutSeconds: 10 });
    try {
      const model = modelOfFiles(files);
      await createTables(database, model);
      const secret = 'a secret of the benchmark, long enough for HS256';
      const server = await createServer({
        model,
        database,
        authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
        logLevel: 'silent',
        serverTiming: false,
        tracing: false,
      });
      const claims = { identity_id: 1, scope: 'manage:data' };
      const authorization = `Bearer ${createSigner({ key: secret, algorithm: 'HS256', expiresIn: 3_600_000 })(claims)}`;
      const ask: Ask = async (method, url, body) => {
        const headers = { authorization, 'content-type': 'application/json' };
        const answer = await server.inject({ method, url: `/api/v1/${url}`, headers, payload: JSON.stringify(body) });
        return answer.statusCode;
      };
      for (let row = 0; row < 16 * rows; row += 1) await ask('POST', 'note', {});
      for (const clients of [1, 8, 16]) {
        for (const [kind, work] of Object.entries(kinds)) {
          for (const rowsOf of ['the same', 'own'] as const) {
            progress(`${kind}, ${clients} clients, ${rowsOf} rows, ${durable ? 'with' : 'without'} flush`);
            const first = (client: number) => (rowsOf === 'own' ? client * rows : 0);
            const done = await Promise.all(
              Array.from({ length: clients }, (_, client) => loop((count) => work(ask, first(client), count))),
            );
            const answered = done.reduce((sum, each) => sum + each.answered, 0);
            const failed = done.reduce((sum, each) => sum + each.failed, 0);
            found.push({
              flush: durable,
              kind,
              clients,
              rows: rowsOf,
              'pairs a second': Math.round(answered / seconds),
              failed,
              'percent failed': ((100 * failed) / (answered + failed)).toFixed(1),
            });
          }
        }
      }
      await server.close();
    } finally {
      await database.close();
      await postgres.stop();
      await rm(folder, { recursive: true });
    }
  }
  return { 'Two changes': found };
}

type Ask = (method: 'POST' | 'PATCH', url: string, body: object) => Promise<number>;

/** Changes two rows; whether both were changed. */
const kinds: Readonly<Record<string, (ask: Ask, first: number, count: number) => Promise<boolean>>> = {
  batch: async (ask, first, count) => {
    const requests = twoOf(first).map((id, index) => ({
      id: String(index),
      method: 'PATCH',
      url: `note/${id}`,
      body: { count },
    }));
    return (await ask('POST', 'batch', { requests })) === 200;
  },
  'one by one': async (ask, first, count) => {
    for (const id of twoOf(first)) if ((await ask('PATCH', `note/${id}`, { count })) !== 200) return false;
    return true;
  },
};

/** Two rows in any order. */
function twoOf(first: number): readonly [number, number] {
  const one = Math.floor(Math.random() * rows);
  const other = (one + 1 + Math.floor(Math.random() * (rows - 1))) % rows;
  return [first + one + 1, first + other + 1];
}

async function loop(work: (count: number) => Promise<boolean>): Promise<{ answered: number; failed: number }> {
  const done = { answered: 0, failed: 0 };
  const end = performance.now() + seconds * 1000;
  for (let count = 0; performance.now() < end; count += 1) done[(await work(count)) ? 'answered' : 'failed'] += 1;
  return done;
}
