import cluster from 'node:cluster';
import { Command, InvalidArgumentError } from 'commander';
import { readSettings } from './option/settings.ts';
import { readDefinitions } from './read/definitions.ts';

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
        const settings = readSettings(process.env);
        const definitions = readDefinitions(settings.resources);
        // What serves takes long to load, and the definitions are parsed meanwhile.
        const served = import('./serve/until_told.ts').then(({ serveUntilTold }) =>
          serveUntilTold(settings, definitions, workers),
        );
        await Promise.all([definitions, served]);
      } finally {
        // The channel to the process that started this one would keep it alive.
        cluster.worker?.disconnect();
      }
    });
}

const mostWorkers = 128;

/** @throws InvalidArgumentError for anything but a number in this range. */
function readWorkers(text: string): number {
  const workers = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (workers >= 1 && workers <= mostWorkers) return workers;
  throw new InvalidArgumentError(`Expected a number from 1 to ${mostWorkers}.`);
}
