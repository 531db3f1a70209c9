import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigner } from 'fast-jwt';
import type { FastifyInstance } from 'fastify';
import { connect } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { createServer } from '../../engine/http/server.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { median, ratesInTurns, ratio, type Subject } from './measure.ts';

// What the headers of versions and repetitions cost: requests a second with one beside the same requests without it. On an
// embedded PostgreSQL that flushes each commit to disk.

const manyWriters = 16;
const manyRows = 1000;

type Method = 'GET' | 'POST' | 'PATCH';

type Ask = (method: Method, path: string, header?: readonly [name: string, value: string]) => Promise<string>;

export async function conditionBenchmark(progress: (text: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  chmodSync(folder, 0o755); // For root, the server runs as another user.
  const postgres = await startEmbedded(folder, { durable: true });
  const database = await connect(postgres.url, { maximumConnections: manyWriters, statementTimeoutSeconds: 0 });
  try {
    const files = {
      'service.yaml': 'service: Benchmark\n',
      'note.yaml':
        'resource: note\nhistory: true\nfields:\n  text: { type: text }\n  count: { type: integer, default: 0 }\n',
    };
    const model = modelOfFiles(files);
    await createTables(database, model);
    const secret = 'a secret of the benchmark, long enough for HS256';
    const authenticate = createAuthenticate({ kind: 'secret', secret }, model.service);
    const server = await createServer({
      model,
      database,
      authenticate,
      logLevel: 'silent',
      serverTiming: false,
      tracing: false,
    });
    const token = createSigner({ key: secret, algorithm: 'HS256', expiresIn: 3_600_000 })({
      identity_id: 1,
      scope: 'manage:data',
    });
    const found = { 'Requests per second': await compare(asker(server, token), progress) };
    await server.close();
    return found;
  } finally {
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}

/** Gives the entity tag of the answer. */
function asker(server: FastifyInstance, token: string): Ask {
  let changes = 0;
  return async (method, path, header) => {
    changes += 1;
    const answer = await server.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        ...(header && { [header[0]]: header[1] }),
      },
      ...(method !== 'GET' && { payload: `{"text": "A note of some words, as people write it", "count": ${changes}}` }),
    });
    if (answer.statusCode >= 400) throw new Error(answer.body);
    return String(answer.headers.etag);
  };
}

async function compare(ask: Ask, progress: (text: string) => void) {
  // Rows of their own for each: an update changes none that the other knows the tag of.
  const tags: string[] = [];
  for (let row = 0; row < 2 * manyRows; row += 1) tags.push(await ask('POST', '/note'));
  const read = await ask('GET', `/note/${2 * manyRows}`);
  let keys = 0;
  const pairs: readonly (readonly [request: string, header: string, plain: Subject['work'], with_: Subject['work']])[] =
    [
      [
        'create',
        'Idempotency-Key',
        async () => void (await ask('POST', '/note')),
        async () => {
          keys += 1;
          await ask('POST', '/note', ['idempotency-key', `"key ${keys}"`]);
        },
      ],
      [
        'update',
        'If-Match',
        async (count) => void (await ask('PATCH', `/note/${manyRows + 1 + (count % (manyRows - 1))}`)),
        async (count) => {
          const row = count % manyRows;
          tags[row] = await ask('PATCH', `/note/${row + 1}`, ['if-match', tags[row] ?? '']);
        },
      ],
      [
        'read',
        'If-None-Match',
        async () => void (await ask('GET', `/note/${2 * manyRows}`)),
        async () => void (await ask('GET', `/note/${2 * manyRows}`, ['if-none-match', read])),
      ],
    ];
  const rows: object[] = [];
  for (const [request, header, plain, with_] of pairs) {
    for (const writers of [1, manyWriters]) {
      progress(`${request}, clients: ${writers}`);
      const rates = await ratesInTurns(
        [
          { name: 'with', work: with_ },
          { name: 'without', work: plain },
        ],
        writers,
      );
      const { middle, spread } = ratio(rates.with, rates.without);
      rows.push({
        request,
        header,
        clients: writers,
        with: Math.round(median(rates.with)),
        without: Math.round(median(rates.without)),
        ratio: middle,
        spread,
      });
    }
  }
  return rows;
}
