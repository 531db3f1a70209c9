import cluster from 'node:cluster';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Command, InvalidArgumentError } from 'commander';
import { findEmbedded } from '../db/embedded/embedded.ts';
import type { BuiltModel } from '../engine/definition/load.ts';
import { drain } from '../engine/http/edge/connection/drain.ts';
import type { Model } from '../engine/model/model.ts';
import { CommandError, readSettings, type Settings } from './option/settings.ts';
import { readSoundModel } from './read/model.ts';
import { announce } from './serve/announce.ts';
import { keySource } from './serve/development_key.ts';
import { developmentTokens } from './serve/development_tokens.ts';
import { onHangup } from './serve/hangup.ts';
import { type DatabaseAddress, findAddress } from './serve/pooler.ts';
import { createService, openDatabase, openDatabaseServer, withoutTimeout } from './serve/service.ts';
import { startDatabase } from './serve/start.ts';
import { endUndone, toldOfSuccessor, toldToStop } from './serve/stop.ts';
import { startTracing } from './serve/tracing.ts';
import { sendLastMetrics } from './serve/worker_metrics.ts';
import { runWorkers } from './serve/workers.ts';

/** `almanac serve`: the service, until it is told to stop. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve the definitions as an HTTP data API, from the embedded PostgreSQL or DATABASE_URL.')
    .addHelpText(
      'after',
      '\nExamples:\n  almanac serve\n  almanac serve --workers 4\n  PORT=8080 DATABASE_URL=postgresql://user@host/name JWT_SECRET=... almanac serve',
    )
    .option(
      '--workers <number>',
      'number of processes that answer requests, such as one for each core; without it, this one does',
      readWorkers,
    )
    .action(async ({ workers = null }: { readonly workers?: number | null }) => {
      try {
        await serveUntilTold(workers);
      } finally {
        // The channel to the process that started this one would keep it alive.
        cluster.worker?.disconnect();
      }
    });
}

async function serveUntilTold(workers: number | null): Promise<void> {
  const settings = readSettings(process.env);
  keySource(settings); // refuses before anything is started
  const { model, files } = await readSoundModel(settings.resources);
  const stopTracing = await startTracing(process.env);
  let isDrained = true;
  try {
    isDrained =
      cluster.isWorker && settings.databaseUrl !== null
        ? await workAs(settings, settings.databaseUrl, { model, files })
        : await serve(settings, { model, files }, workers);
  } finally {
    await stopTracing();
  }
  if (isDrained) return;
  // Of several processes, each has said so of itself.
  if (cluster.isPrimary && workers !== null) process.exit(1);
  endUndone(model.service.limits.shutdownSeconds);
}

const mostWorkers = 128;

/** @throws InvalidArgumentError for anything but a number in this range. */
function readWorkers(text: string): number {
  const workers = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (workers >= 1 && workers <= mostWorkers) return workers;
  throw new InvalidArgumentError(`Expected a number from 1 to ${mostWorkers}.`);
}

/** Prepares the database, and serves from it. Returns whether all requests were answered in the end. */
async function serve(settings: Settings, { model, files }: BuiltModel, workers: number | null): Promise<boolean> {
  await requireFreePort(settings);
  const databaseServer = await openDatabaseServer(settings);
  try {
    const tokens = await developmentTokens(model, settings);
    const done = await withoutTimeout(databaseServer, (own) => startDatabase(own, model, files, settings));
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
async function workAs(settings: Settings, url: string, { model, files }: BuiltModel): Promise<boolean> {
  // Sent to all processes, it is for the one that started them.
  process.on('SIGHUP', () => {});
  const own = url === findEmbedded(settings.data) ? { ...settings, databaseUrl: null } : settings;
  const address = await findAddress(url, settings);
  const done = await withoutTimeout(address, (database) => startDatabase(database, model, files, own));
  if (done !== null) console.log(`Almanac ${done}`);
  return answerRequests(address, settings, model, () => {});
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

/**
 * Listens for a moment, to find a taken port before a database is started or changed.
 * @throws CommandError when the address is taken, or not one of this machine.
 */
export async function requireFreePort(settings: Settings): Promise<void> {
  const probe = createServer();
  await listen(
    {
      listen: async (address) => {
        probe.listen(address);
        await once(probe, 'listening');
        return '';
      },
    },
    settings,
  );
  probe.close();
  await once(probe, 'close');
}

interface Listener {
  listen(options: { host: string; port: number }): Promise<string>;
}

/** @throws CommandError when the address is taken, or not one of this machine. */
export async function listen(server: Listener, { host, port }: Pick<Settings, 'host' | 'port'>): Promise<string> {
  try {
    return await server.listen({ host: await oneAddress(host), port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new CommandError(`port ${port} is in use; stop the process that listens there, or set PORT`);
    throw new CommandError(`cannot listen on ${host}:${port}: ${(error as Error).message}`);
  }
}

/**
 * localhost may be two addresses. Fastify would make a second server for the other one. That server has no limits of
 * connections and does not drain.
 */
async function oneAddress(host: string): Promise<string> {
  return host === 'localhost' ? (await lookup(host, { order: 'ipv4first' })).address : host;
}
