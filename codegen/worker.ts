import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { worksOf } from '../engine/worker/feature.ts';
import { startWorker } from '../engine/worker/worker.ts';
import { CommandError, readSettings, type Settings } from './option/settings.ts';
import { readSoundModel } from './read/model.ts';
import { readMigrated } from './serve/as_migrated.ts';
import { openFiles } from './serve/files.ts';
import { type DatabaseAddress, findAddress } from './serve/pooler.ts';
import { openDatabase, withoutTimeout } from './serve/service.ts';
import { type Startable, startDatabase } from './serve/start.ts';
import { endUndone, toldToStop } from './serve/stop.ts';

/** `almanac worker`: does the background work of `almanac serve` in a process of its own. */
export function workerCommand(): Command {
  return new Command('worker')
    .description('Make events, notifications and notices, and send events to subscribers, beside "almanac serve".')
    .addHelpText(
      'after',
      '\nRun as many workers as you like. The processes that serve do this work too.\n\nExample:\n  DATABASE_URL=postgresql://user@host/name almanac worker',
    )
    .action(async () => {
      const settings = readSettings(process.env);
      const { model, files } = await readSoundModel(settings.resources);
      if ((await worksOf(model)).length === 0)
        throw new CommandError(`the service in ${settings.resources} has no events and no files`);
      const { databaseUrl } = settings;
      if (databaseUrl === null) {
        throw new CommandError(
          'DATABASE_URL is not set; set it, or let "almanac serve" do this work on its embedded PostgreSQL',
        );
      }
      const startable = { model, files, migrated: await readMigrated(settings) };
      await work(settings, await findAddress(databaseUrl, settings), startable);
    });
}

async function work(settings: Settings, address: DatabaseAddress, startable: Startable): Promise<void> {
  const { model } = startable;
  const { title, limits } = model.service;
  const database = await openDatabase(address, model);
  let isDrained = true;
  try {
    const done = await withoutTimeout(address, (own) => startDatabase(own, startable, settings));
    if (done !== null) console.log(`Almanac ${done}`);
    const worker = await startWorker(
      model,
      database,
      (error) => console.error(`almanac: ${(error as Error).message}`),
      { files: await openFiles(settings, model) },
    );
    console.log(title);
    console.log('  Working        events, notifications, notices, deliveries');
    await toldToStop();
    const deadline = limits.shutdownSeconds * 1000;
    isDrained = await Promise.race([worker.close().then(() => true), delay(deadline, false, { ref: false })]);
  } finally {
    // What was cut may still be at work in the database, which ends it at its own time.
    if (isDrained) await database.close();
  }
  if (!isDrained) endUndone(limits.shutdownSeconds);
}
