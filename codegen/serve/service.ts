import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { temporaryFilesWarning } from '../../db/connection/temporary_files.ts';
import { connect, type Database, SessionNeeded } from '../../db/database.ts';
import { findEmbedded, startEmbedded } from '../../db/embedded/embedded.ts';
import { openReplicas, type Replicas } from '../../db/replica/replicas.ts';
import { missingColumns } from '../../db/tables.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import type { Documentation } from '../../engine/http/document/documentation.ts';
import { createServer } from '../../engine/http/server.ts';
import type { Model } from '../../engine/model/model.ts';
import { startWorker, type Worker } from '../../engine/worker/worker.ts';
import { CommandError, type Settings } from '../option/settings.ts';
import { readGuide } from '../read/guide.ts';
import { readReleases } from '../read/releases.ts';
import { studioBundle } from '../read/studio.ts';
import { keySource } from './development_key.ts';
import { chosenPeople, developmentTokens } from './development_tokens.ts';
import { openFiles } from './files.ts';
import { requireFittingViews } from './fitting_views.ts';
import { type DatabaseAddress, findAddress, findReplicaAddress, sessionNeeded } from './pooler.ts';
import { isTraced } from './tracing.ts';
import { metricsOfAll } from './worker_metrics.ts';

/** The PostgreSQL of the service: the operator's, or the embedded one, which ends with this process. */
export interface DatabaseServer extends DatabaseAddress {
  readonly embedded: boolean;
  stop(): Promise<void>;
}

/** @throws CommandError when the embedded server cannot start, or the operator's cannot be used. */
export async function openDatabaseServer(settings: Settings): Promise<DatabaseServer> {
  if (settings.databaseUrl !== null) {
    const address = await findAddress(settings.databaseUrl, settings);
    return { ...address, embedded: false, stop: async () => {} };
  }
  try {
    const server = await startEmbedded(settings.data, {
      durable: true,
      tell: (line) => console.error(`almanac: ${line}`),
    });
    return { url: server.socketUrl, pooler: undefined, embedded: true, stop: server.stop };
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/** The same, or the embedded one of a running service, for a command that only reads. */
export async function joinDatabaseServer(settings: Settings): Promise<DatabaseServer> {
  const url = settings.databaseUrl === null ? findEmbedded(settings.data) : null;
  if (url === null) return openDatabaseServer(settings);
  return { url, pooler: undefined, embedded: true, stop: async () => {} };
}

export async function openDatabase({ url, pooler }: DatabaseAddress, model: Model): Promise<Database> {
  const { databaseConnections, statementTimeoutSeconds, statementsPerIdentity, waitingRequests } = model.service.limits;
  const { responseBytes, temporaryBytes } = model.service.limits;
  return connect(url, {
    maximumConnections: databaseConnections,
    statementTimeoutSeconds,
    responseBytes,
    temporaryBytes,
    pooler,
    shares: { statements: statementsPerIdentity, waiting: waitingRequests },
  });
}

/** The standbys to read from, watched until they are closed; null without any. */
async function openReadReplicas(
  settings: Settings,
  model: Model,
  primary: Database,
  tell: (line: string) => void,
): Promise<Replicas | null> {
  if (settings.replicaUrls.length === 0) return null;
  const addresses = await Promise.all(settings.replicaUrls.map((url) => findReplicaAddress(url, settings)));
  return openReplicas(primary, {
    databases: await Promise.all(addresses.map((address) => openDatabase(address, model))),
    mostLagMilliseconds: model.service.limits.replicaLagSeconds * 1000,
    misfit: async (replica) => {
      const missing = await missingColumns(replica, model);
      if (!missing.ok) return 'it does not answer';
      return missing.columns.length === 0 ? null : 'its tables do not fit the definitions';
    },
    tell,
  });
}

/**
 * Runs work that may take its time, such as a change of large tables, on a connection of its own.
 * @throws CommandError with what to do, where the work needs a session and there is none.
 */
export async function withoutTimeout<T>(
  { url, pooler }: DatabaseAddress,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0, pooler });
  try {
    return await work(database);
  } catch (error) {
    throw error instanceof SessionNeeded ? sessionNeeded() : error;
  } finally {
    await database.close();
  }
}

/** @throws CommandError when the files cannot be read, or are not a certificate and its key. */
export function readTls(files: NonNullable<Settings['tls']>): { readonly cert: Buffer; readonly key: Buffer } {
  try {
    const [cert, key] = [readFileSync(files.certificate), readFileSync(files.key)];
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (error) {
    throw new CommandError(
      `TLS_CERTIFICATE ${files.certificate} and TLS_KEY ${files.key} cannot be used: ${(error as Error).message}`,
    );
  }
}

/** The HTTP service of a model on a database that is prepared for it, not listening yet, and its work in the background. */
export async function createService(
  settings: Settings,
  model: Model,
  database: Database,
  tell = (line: string): void => console.error(`almanac: ${line}`),
): Promise<FastifyInstance> {
  await requireFittingViews(database, model);
  const authenticate = createAuthenticate(keySource(settings), model.service, tell);
  const tokens = await developmentTokens(model, settings);
  let worker: Worker | null = null;
  const files = await openFiles(settings, model);
  const replicas = await openReadReplicas(settings, model, database, tell);
  const server = await createServer({
    model,
    database,
    replicas,
    authenticate,
    logLevel: settings.production ? 'info' : 'error',
    serverTiming: !settings.production,
    tracing: isTraced(process.env),
    tls: settings.tls === null ? null : readTls(settings.tls),
    trustedProxies: settings.trustedProxies,
    files,
    wrote: () => worker?.wake(),
    folder: settings.resources,
    studio: studioBundle(),
    people: tokens === null ? null : chosenPeople(tokens),
    documentation: () => openDocumentation(model, settings),
    ...(cluster.isWorker && { gatherMetrics: metricsOfAll }),
  });
  server.addHook('onClose', async () => {
    await worker?.close();
    await replicas?.close();
    await files?.close();
  });
  await server.ready();
  const warning = await temporaryFilesWarning(database.query);
  if (warning !== null) tell(warning);
  worker = await startWorker(model, database, (error) => tell((error as Error).message), { files });
  return server;
}

/** The site is loaded when somebody first asks for a page: what makes its pages is large. */
async function openDocumentation(model: Model, settings: Settings): Promise<Documentation> {
  const { documentationSite } = await import('../../engine/docs/site.ts');
  return documentationSite(model, { releases: await readReleases(settings), reference: true, guide: readGuide() });
}
