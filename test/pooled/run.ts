import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { findPooling } from '../../db/connection/pooling.ts';
import { newerDebian } from '../cluster/debian.ts';
import { findPrograms } from '../cluster/programs.ts';
import { poolerVariable, type TestPooler } from '../pooler.ts';
import { openTestServer } from '../server.ts';
import { startPgbouncer } from './pgbouncer.ts';

// The tests of `npm test`, or those of its arguments, through PgBouncer in transaction mode.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Which PgBouncer: the one of this machine, or the newest of Debian. */
    set: { type: 'string', default: 'machine' },
    jobs: { type: 'string', default: '2' },
    timeout: { type: 'string', default: '300' },
  },
});

const isNewer = values.set === 'newer';
const root = isNewer ? newerDebian((text) => console.error(text)) : '/';
const programs = root === null ? null : findPrograms(isNewer ? 'newer' : 'machine', root);
if (programs?.versions.pgbouncer === undefined) {
  console.error(
    'skipped: there is no PgBouncer; on Debian, run: apt-get install pgbouncer (or, for --set newer, debootstrap)',
  );
  process.exit(0);
}

const server = await openTestServer();
const pgbouncer = await startPgbouncer(programs.root, server.url);
let code = 1;
try {
  const pooledUrl = new URL(server.url);
  pooledUrl.host = pgbouncer.address;
  const found = await findPooling(pooledUrl.href);
  if (found.kind !== 'transactions') throw new Error(`PgBouncer is found as ${JSON.stringify(found)}`);
  const pooler: TestPooler = { address: pgbouncer.address, prepares: found.prepares };
  console.error(`PgBouncer ${programs.versions.pgbouncer}: ${JSON.stringify(found)}`);
  const run = spawn(
    process.execPath,
    ['test/run.ts', `--jobs=${values.jobs}`, `--timeout=${values.timeout}`, ...positionals],
    {
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: server.url, [poolerVariable]: JSON.stringify(pooler) },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal));
  [code] = await once(run, 'exit');
} finally {
  await pgbouncer.stop();
  await server.close();
}
process.exit(code ?? 1);
