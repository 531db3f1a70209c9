import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { type Exported, exportRows } from '../engine/transfer/export/export.ts';
import { type ExportFormat, exportFormats } from '../engine/transfer/export/format.ts';
import { refusal } from './migrate/words.ts';
import { CommandError, readSettings } from './option/settings.ts';
import { readSoundModel } from './read/model.ts';
import { resourceOf } from './read/resource.ts';
import { joinDatabaseServer, withoutTimeout } from './serve/service.ts';

interface ExportOptions {
  readonly format: ExportFormat;
  readonly asOf?: string;
  readonly out?: string;
}

/** `almanac export <resource>`: writes all rows of a resource. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Write all rows of a resource, or all versions of its rows, as CSV, NDJSON or JSON.')
    .argument('<resource>', 'a resource, or the history of one, such as party or party_history')
    .addOption(new Option('--format <format>', 'form of the file').choices(Object.keys(exportFormats)).default('csv'))
    .option('--as-of <datetime>', 'the rows as they were recorded at an instant')
    .option('--out <file>', 'file to write; without it, standard output')
    .addHelpText(
      'after',
      `
Examples:
  almanac export party --out party.csv
  almanac export party --format ndjson --as-of 2026-01-01T00:00:00Z
  almanac export party_history --format ndjson --out party_history.ndjson

All rows are of one snapshot. docs/import.md says how to load them into another database.`,
    )
    .action(async (name: string, { format, asOf, out }: ExportOptions) => {
      const settings = readSettings(process.env);
      const { model } = await readSoundModel(settings.resources);
      const resource = resourceOf(model, name);
      const server = await joinDatabaseServer(settings);
      try {
        const exported = await withoutTimeout(server, (database) =>
          writingTo(out, (write) => exportRows(database, model, { resource, format, asOf: asOf ?? null, write })),
        );
        console.error(`Exported ${rowsOf(exported, name)} of ${name}.`);
      } finally {
        await server.stop();
      }
    });
}

/** @throws CommandError when the export did not end well. */
function rowsOf(exported: Exported, name: string): string {
  switch (exported.kind) {
    case 'done':
      return exported.rows === 1 ? '1 row' : `${exported.rows} rows`;
    case 'future':
      throw new CommandError('--as-of is in the future; expected an instant that has passed');
    case 'invalid':
      throw new CommandError(
        `${name} cannot be exported: ${exported.faults.map(({ detail, hint }) => (hint === null ? detail : `${detail} (${hint})`)).join('; ')}`,
      );
    case 'refused':
      throw new CommandError(refusal(exported.error));
  }
}

/** Hands out a function that writes to a file or to standard output, and waits while that is full. */
async function writingTo<T>(
  file: string | undefined,
  work: (write: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const target: Writable = file === undefined ? process.stdout : createWriteStream(file);
  const through = new PassThrough();
  const written = pipeline(through, target, { end: file !== undefined });
  written.catch(() => {});
  const write = async (text: string) => {
    if (!through.write(text)) await Promise.race([once(through, 'drain'), written]);
  };
  try {
    const result = await work(write);
    through.end();
    await written;
    return result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new CommandError(`${file ?? 'standard output'} cannot be written: ${(error as Error).message}`);
  } finally {
    through.destroy();
  }
}
