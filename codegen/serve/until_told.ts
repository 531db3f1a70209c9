import cluster from 'node:cluster';
import { findEmbedded } from '../../db/embedded/embedded.ts';
import type { ParsedFiles } from '../../engine/definition/file/parsed.ts';
import { drain } from '../../engine/http/edge/connection/drain.ts';
import type { Model } from '../../engine/model/model.ts';
import type { Settings } from '../option/settings.ts';
import { readSoundModel } from '../read/model.ts';
import { announce } from './announce.ts';
import { readMigrated } from './as_migrated.ts';
import { keySource } from './development_key.ts';
import { developmentTokens } from './development_tokens.ts';
import { onHangup } from './hangup.ts';
import { listen, requireFreePort } from './listen.ts';
import { type DatabaseAddress, findAddress } from './pooler.ts';
import { createService, openDatabase, openDatabaseServer, withoutTimeout } from './service.ts';
import { type Startable, startDatabase } from './start.ts';
import { endUndone, toldOfSuccessor, toldToStop } from './stop.ts';
import { startTracing } from './tracing.ts';
import { sendLastMetrics } from './worker_metrics.ts';
import { runWorkers } from './workers.ts';

/** Serves the definitions until it is told to stop, in this process or in so many others. */
export async function serveUntilTold(
  settings: Settings,
  definitions: Promise<ParsedFiles>,
  workers: number | null,
): Promise<void> {
  keySource(settings); // refuses before anything is started
  // Before the definitions, which are perhaps being parsed.
  const migrated = await readMigrated(settings);
  const { model, files } = await readSoundModel(settings.resources, definitions);
  const startable = { model, files, migrated };
  const stopTracing = await startTracing(process.env);
  let isDrained = true;
  try {
    isDrained =
      cluster.isWorker && settings.databaseUrl !== null
        ? await workAs(settings, settings.databaseUrl, startable)
        : await serve(settings, startable, workers);
  } finally {
    await stopTracing();
  }
  if (isDrained) return;
  // Of several processes, each has said so of itself.
  if (cluster.isPrimary && workers !== null) process.exit(1);
  endUndone(model.service.limits.shutdownSeconds);
}

/** Prepares the database, and serves from it. Returns whether all requests were answered in the end. */
async function serve(settings: Settings, startable: Startable, workers: number | null): Promise<boolean> {
  const { model } = startable;
  await requireFreePort(settings);
  const databaseServer = await openDatabaseServer(settings);
  try {
    const tokens = await developmentTokens(model, settings);
    const done = await withoutTimeout(databaseServer, (own) => startDatabase(own, startable, settings));
    if (done !== null) console.log(`Almanac ${done}`);
    const listening = (address: string) => announce(address, model, tokens);
    if (workers !== null) return await runWorkers(workers, databaseServer.url, listening);
    onHangup(() => console.error('almanac: SIGHUP restarts the processes of --workers; this one goes on as it is'));
    return await answerRequests(databaseServer, settings, model, listening);
  } finally {
    await databaseServer.stop();
  }
}

/**
 * Answers requests as one of several processes. What it serves is looked at again, since it may be newer than what the first
 * ones served.
 */
async function workAs(settings: Settings, url: string, startable: Startable): Promise<boolean> {
  // Sent to all processes, it is for the one that started them.
  process.on('SIGHUP', () => {});
  const own = url === findEmbedded(settings.data) ? { ...settings, databaseUrl: null } : settings;
  const address = await findAddress(url, settings);
  const done = await withoutTimeout(address, (database) => startDatabase(database, startable, own));
  if (done !== null) console.log(`Almanac ${done}`);
  return answerRequests(address, settings, startable.model, () => {});
}

/** Answers requests in this process until it is told to stop. Returns whether all of them were answered. */
async function answerRequests(
  address: DatabaseAddress,
  settings: Settings,
  model: Model,
  listening: (address: string) => void,
): Promise<boolean> {
  // From now on: a process does not hear what it was told before it listened.
  const hasSuccessor = toldOfSuccessor().then(() => 'process' as const);
  const database = await openDatabase(address, model);
  let isDrained = true;
  try {
    const server = await createService(settings, model, database);
    try {
      const at = await listen(server, settings);
      // Before it says that it is there: who reads that may tell it to stop at once.
      const isStopped = toldToStop().then(() => (settings.production ? ('instance' as const) : ('nobody' as const)));
      listening(at);
      const successor = await Promise.race([isStopped, hasSuccessor]);
      isDrained = await drain(server, model.service.limits, successor);
      await sendLastMetrics();
    } finally {
      await server.close();
    }
  } finally {
    // What was cut may still be at work in the database, which ends it at its own time.
    if (isDrained) await database.close();
  }
  return isDrained;
}
