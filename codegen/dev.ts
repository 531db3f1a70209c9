import { watch } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { formatFault } from '../engine/definition/fault.ts';
import type { Model } from '../engine/definition/model.ts';
import { prepareDatabase, rebuildDatabase, UnalterableError } from './prepare.ts';
import { readModel } from './read_model.ts';
import { announce, listen, requireFreePort } from './serve.ts';
import { createService, type DatabaseServer, openDatabase, openDatabaseServer, withoutTimeout } from './service.ts';
import { CommandError, readSettings, type Settings } from './settings.ts';
import { toldToStop } from './stop.ts';
import { startTracing } from './tracing.ts';

/** `almanac dev`: serves, and follows every change of the definitions. */
export function devCommand(): Command {
  return new Command('dev')
    .description('Serve the definitions, and take up every change of a file as it is saved.')
    .addHelpText('after', '\nA file with faults is reported, and the service goes on as it was.')
    .action(async () => {
      const settings = readSettings(process.env);
      if (settings.production) throw new CommandError('NODE_ENV is production; use almanac serve');
      await develop(settings);
    });
}

/** What answers at the moment: replaced as a whole when the definitions change. */
interface Service {
  readonly model: Model;
  readonly database: Database;
  readonly server: FastifyInstance;
}

async function develop(settings: Settings): Promise<void> {
  await requireFreePort(settings);
  const stopTracing = await startTracing(process.env);
  const databaseServer = await openDatabaseServer(settings);
  let current: Service | null = null;
  try {
    current = await nextService(settings, databaseServer);
    if (current === null) throw new CommandError(`the definitions in ${settings.resources} have faults`);
    const address = await listenFor(() => (current as Service).server, settings);
    announce(address, current.model, settings, databaseServer);
    console.log(`  Watching       ${settings.resources}`);
    const watcher = watchFolder(settings.resources, async () => {
      const next = await nextService(settings, databaseServer);
      if (next === null) return;
      const previous = current;
      current = next;
      console.log(`${new Date().toTimeString().slice(0, 8)} serving the new definitions`);
      if (previous !== null) await closeService(previous);
    });
    await toldToStop();
    watcher.close();
  } finally {
    if (current !== null) await closeService(current);
    await databaseServer.stop();
    await stopTracing();
  }
}

/** The service of the definitions as they are now; null, and the reasons on screen, when they cannot be served. */
async function nextService(settings: Settings, databaseServer: DatabaseServer): Promise<Service | null> {
  const loaded = await readModel(settings.resources);
  if (!loaded.ok) {
    for (const fault of loaded.faults) console.error(formatFault(fault));
    return null;
  }
  const { model, files } = loaded;
  // A pool of its own: statements prepared for the old tables stay with the old service.
  const database = await openDatabase(databaseServer.url, model);
  try {
    const done = await withoutTimeout(databaseServer.url, (own) =>
      prepareDatabase(own, model, files, settings).catch(async (error: Error) => {
        if (!(error instanceof UnalterableError) || !databaseServer.embedded) throw error;
        await rebuildDatabase(own, model, files, settings);
        const reasons = error.reasons.map((reason) => `\n  - ${reason}`).join('');
        return `rebuilt the embedded database from the demo data, since its tables cannot be changed so:${reasons}`;
      }),
    );
    if (done !== null) console.log(`Almanac ${done}`);
    return { model, database, server: await createService(settings, model, database) };
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

/** Listens once, and hands each request to the service of the moment. */
async function listenFor(server: () => FastifyInstance, settings: Settings): Promise<string> {
  const front = createHttpServer((request, response) => server().routing(request, response));
  return listen(
    {
      listen: ({ host, port }) =>
        new Promise((resolve, reject) => {
          front.once('error', reject);
          front.listen(port, host, () => {
            const address = front.address();
            resolve(`http://${host}:${typeof address === 'object' && address !== null ? address.port : port}`);
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
    if (file !== null && !/\.(ya?ml|sql)$/.test(file)) return;
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
