import { Command } from 'commander';
import type { Model } from '../engine/definition/model.ts';
import type { Files } from '../engine/definition/read.ts';
import { drain } from '../engine/http/drain.ts';
import { keySource, signToken } from './development_key.ts';
import { readSoundModel } from './read_model.ts';
import { createService, type DatabaseServer, openDatabase, openDatabaseServer, withoutTimeout } from './service.ts';
import { CommandError, readSettings, type Settings } from './settings.ts';
import { startDatabase } from './start.ts';
import { startTracing } from './tracing.ts';

/** `almanac serve`: the service, until it is told to stop. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve the definitions as an HTTP data API, from the embedded PostgreSQL or DATABASE_URL.')
    .addHelpText(
      'after',
      '\nExamples:\n  almanac serve\n  PORT=8080 DATABASE_URL=postgresql://user@host/name JWT_SECRET=... almanac serve',
    )
    .action(async () => {
      const settings = readSettings(process.env);
      keySource(settings); // refuses before anything is started
      const { model, files } = await readSoundModel(settings.resources);
      await serve(settings, model, files);
    });
}

async function serve(settings: Settings, model: Model, files: Files): Promise<void> {
  const stopTracing = await startTracing(process.env);
  const databaseServer = await openDatabaseServer(settings);
  const database = await openDatabase(databaseServer.url, model);
  let isDrained = true;
  try {
    const done = await withoutTimeout(databaseServer.url, (own) => startDatabase(own, model, files, settings));
    if (done !== null) console.log(`Almanac ${done}`);
    const server = await createService(settings, model, database);
    try {
      const address = await listen(server, settings);
      announce(address, model, settings, databaseServer);
      await toldToStop();
      isDrained = await drain(server, model.service.limits.shutdownSeconds);
    } finally {
      await server.close();
    }
  } finally {
    // What was cut may still be at work in the database, which ends it at its own time.
    if (isDrained) await database.close();
    await databaseServer.stop();
    await stopTracing();
  }
  if (isDrained) return;
  console.error(`almanac: what was still in progress after ${model.service.limits.shutdownSeconds} seconds was cut`);
  process.exit(1);
}

interface Listener {
  listen(options: { host: string; port: number }): Promise<string>;
}

/** @throws CommandError when the address is taken or not ours. */
export async function listen(server: Listener, { host, port }: Settings): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new CommandError(`port ${port} is in use; stop what listens there, or set PORT`);
    throw new CommandError(`cannot listen on ${host}:${port}: ${(error as Error).message}`);
  }
}

/** Says where everything is and, where the development key is in use, how to try it. */
export function announce(address: string, model: Model, settings: Settings, databaseServer: DatabaseServer): void {
  const { title, basePath } = model.service;
  console.log(`${title}`);
  console.log(`  API            ${address}${basePath}`);
  console.log(`  Documentation  ${address}/docs`);
  const keys = keySource(settings);
  if (settings.production || settings.jwtSecret !== null || keys.kind !== 'secret' || !databaseServer.embedded) return;
  const token = signToken(keys.secret, model.service, { identity: 0, scope: 'manage:data', hours: 24 });
  const first = [...model.resources.values()].find((resource) => resource.operations.has('list'));
  if (first === undefined) return;
  console.log(
    `  Try            curl -H 'Authorization: Bearer ${token}' '${address}${basePath}/${first.name}?limit=3'`,
  );
}

/** Resolves at the first SIGTERM or SIGINT. */
export function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}
