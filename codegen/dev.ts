import { watch } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { formatFault } from '../engine/definition/file/fault.ts';
import { refuseMalformed } from '../engine/http/edge/request_problem.ts';
import type { Model } from '../engine/model/model.ts';
import { CommandError, readSettings, type Settings } from './option/settings.ts';
import { agreeOnTerminal } from './project/question.ts';
import { readModel } from './read/model.ts';
import { announce } from './serve/announce.ts';
import { type Consent, developDatabase } from './serve/develop.ts';
import { developmentTokens } from './serve/development_tokens.ts';
import { listen, requireFreePort } from './serve/listen.ts';
import { prepareDatabase } from './serve/prepare.ts';
import {
  createService,
  type DatabaseServer,
  openDatabase,
  openDatabaseServer,
  readTls,
  withoutTimeout,
} from './serve/service.ts';
import { toldToStop } from './serve/stop.ts';
import { startTracing } from './serve/tracing.ts';
import { type Unanswered, unansweredRequests } from './serve/unanswered.ts';

/** `almanac dev`: serves the definitions, and applies every change. */
export function devCommand(): Command {
  return new Command('dev')
    .description('Serve the definitions, and apply each change when you save a file.')
    .option('--reset', 'do not ask before a change that loses data; the data is kept in another schema', false)
    .addHelpText(
      'after',
      '\nA file with faults is reported, and the service goes on as before. Rows are kept: it asks before a change that loses some.',
    )
    .action(async ({ reset }: { readonly reset: boolean }) => {
      const settings = readSettings(process.env);
      if (settings.production) throw new CommandError('NODE_ENV is production; use almanac serve');
      await develop(settings, consentOf(reset));
    });
}

/** The current service. It is replaced as a whole when the definitions change. */
interface Service {
  readonly model: Model;
  readonly database: Database;
  readonly server: FastifyInstance;
  readonly unanswered: Unanswered;
}

/** `--reset` agrees to any loss. Without it and without a terminal, nothing may be lost. */
function consentOf(reset: boolean): Consent {
  if (!reset) return process.stdin.isTTY ? agreeOnTerminal : null;
  return async (said) => {
    console.error(`almanac: ${said}`);
    return true;
  };
}

async function develop(settings: Settings, consent: Consent): Promise<void> {
  await requireFreePort(settings);
  const stopTracing = await startTracing(process.env);
  const databaseServer = await openDatabaseServer(settings);
  let current: Service | null = null;
  try {
    // While tables are changed or made anew, the old service may not find what it looks for in the background.
    let isChanging = false;
    const tell = (line: string) => {
      if (!isChanging) console.error(`almanac: ${line}`);
    };
    const next = () => nextService(settings, databaseServer, consent, tell);
    current = await next();
    if (current === null) throw new CommandError(`the definitions in ${settings.resources} cannot be served`);
    const { model } = current;
    const tokens = await developmentTokens(model, settings);
    const address = await listenFor(() => current as Service, settings);
    announce(address, model, tokens);
    console.log(`  Watching       ${settings.resources}`);
    const watcher = watchFolder(settings.resources, async () => {
      isChanging = true;
      const later = await next();
      const previous = current;
      if (later !== null) {
        current = later;
        console.log(`${new Date().toTimeString().slice(0, 8)} serving the new definitions`);
        if (previous !== null) {
          await previous.unanswered.end(previous.model.service.limits.shutdownSeconds * 1000);
          await closeService(previous);
        }
      }
      isChanging = false;
    });
    await toldToStop();
    watcher.close();
  } finally {
    if (current !== null) await closeService(current);
    await databaseServer.stop();
    await stopTracing();
  }
}

/** The service of the current definitions. Null when they cannot be served; the reasons are printed. */
async function nextService(
  settings: Settings,
  databaseServer: DatabaseServer,
  consent: Consent,
  tell: (line: string) => void,
): Promise<Service | null> {
  const loaded = await readModel(settings.resources);
  if (!loaded.ok) {
    for (const fault of loaded.faults) console.error(formatFault(fault));
    return null;
  }
  const { model } = loaded;
  // A pool of its own: statements prepared for the old tables stay with the old service.
  const database = await openDatabase(databaseServer, model);
  try {
    const done = await withoutTimeout(databaseServer, (own) =>
      databaseServer.embedded
        ? developDatabase(own, loaded, settings, consent)
        : prepareDatabase(own, loaded, settings),
    );
    if (done !== null) console.log(`Almanac ${done}`);
    const server = await createService(settings, model, database, tell);
    return { model, database, server, unanswered: unansweredRequests() };
  } catch (error) {
    await database.close();
    if (!(error instanceof CommandError)) throw error;
    console.error(`almanac: ${error.message}`);
    return null;
  }
}

async function closeService({ server, database }: Service): Promise<void> {
  await server.close();
  await database.close();
}

/** Listens once, and hands each request to the current service. */
async function listenFor(service: () => Service, settings: Settings): Promise<string> {
  const hand: RequestListener = (request, response) => {
    const { server, unanswered } = service();
    unanswered.add(response);
    server.routing(request, response);
  };
  const front = settings.tls === null ? createHttpServer(hand) : createHttpsServer(readTls(settings.tls), hand);
  front.on('clientError', refuseMalformed);
  const scheme = settings.tls === null ? 'http' : 'https';
  return listen(
    {
      listen: ({ host, port }) =>
        new Promise((resolve, reject) => {
          front.once('error', reject);
          front.listen(port, host, () => {
            const address = front.address();
            resolve(`${scheme}://${host}:${typeof address === 'object' && address !== null ? address.port : port}`);
          });
          front.unref();
        }),
    },
    settings,
  );
}

const settleMilliseconds = 50;

/** Calls back once for each burst of saves, never while an earlier call still works. */
function watchFolder(folder: string, changed: () => Promise<void>): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const watcher = watch(folder, (_event, file) => {
    if (file !== null && !/\.(ya?ml|sql|ts)$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(changed).catch((error: Error) => console.error(`almanac: ${error.message}`));
    }, settleMilliseconds);
  });
  return {
    close: () => {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
