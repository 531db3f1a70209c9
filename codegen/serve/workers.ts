import cluster from 'node:cluster';
import { onHangup } from './hangup.ts';
import { restarter } from './restart.ts';
import { toldToStop } from './stop.ts';
import { gatherMetrics } from './worker_metrics.ts';
import { startPool } from './worker_pool.ts';

/**
 * Runs the command of this process in several others, which listen on one port and use one database. This process only
 * hands connections to them in turn, and replaces one that dies. SIGHUP restarts them one by one. When it is told to stop,
 * each of them answers its requests in progress. Returns whether all of them could.
 * @throws CommandError when one of them cannot listen; it has printed the reason.
 */
export async function runWorkers(
  count: number,
  databaseUrl: string,
  listening: (address: string) => void,
): Promise<boolean> {
  cluster.setupPrimary({ exec: process.argv[1] ?? '', args: process.argv.slice(2) });
  gatherMetrics();
  const stop = toldToStop();
  const pool = startPool({ DATABASE_URL: databaseUrl });
  const started = Promise.all(Array.from({ length: count }, () => pool.start()));
  const restart = restarter(pool, started);
  onHangup(restart);
  try {
    const [address] = await Promise.race([started, stop.then((): string[] => [])]);
    if (address !== undefined) listening(address);
  } catch (error) {
    await pool.end();
    throw error;
  }
  await stop;
  return pool.end();
}
