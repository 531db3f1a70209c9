import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type { Model, Resource, Table } from '../engine/model/model.ts';
import { openSource, type Source } from '../engine/transfer/file/source.ts';
import { importRecorded } from '../engine/transfer/import/as_recorded.ts';
import { faultsText, mostFaults } from '../engine/transfer/import/fault.ts';
import type { ImportFile, ImportFormat } from '../engine/transfer/import/file_pieces.ts';
import { findIdentity, serviceIdentity } from '../engine/transfer/import/identity.ts';
import { type Imported, importRows } from '../engine/transfer/import/import.ts';
import { upsertKey } from '../engine/transfer/import/upsert_rows.ts';
import { progressBar } from './import/progress.ts';
import { resultText } from './import/words.ts';
import { CommandError, readSettings } from './option/settings.ts';
import { formatOf } from './read/format.ts';
import { readSoundModel } from './read/model.ts';
import { resourceOf } from './read/resource.ts';
import { type DatabaseAddress, sessionAddress } from './serve/pooler.ts';
import { joinDatabaseServer, withoutTimeout } from './serve/service.ts';

interface ImportOptions {
  readonly format?: ImportFormat;
  readonly dryRun: boolean;
  readonly upsert: boolean;
  readonly onConflict?: readonly string[];
  readonly continue: boolean;
  readonly again: boolean;
  readonly as: string;
  readonly asRecorded: boolean;
  readonly faults?: string;
  readonly json: boolean;
}

/** `almanac import <resource> <file>`: loads rows from a file. */
export function importCommand(): Command {
  return new Command('import')
    .description('Load rows of a resource from a CSV or NDJSON file, 5 000 at a time.')
    .argument('<resource>', 'a resource, such as party; with --as-recorded also the history of one')
    .argument('<file>', 'file with a row on each line; - reads standard input')
    .addOption(
      new Option('--format <format>', 'form of the file; by default as its name ends, and csv otherwise').choices(
        formats,
      ),
    )
    .option('--dry-run', 'try all rows and undo them', false)
    .option('--upsert', 'change the rows that exist, and create the others', false)
    .option(
      '--on-conflict <fields>',
      'fields by which --upsert finds rows: a unique combination, or id',
      (text: string) => text.split(','),
    )
    .option('--continue', 'load the rows that an import of this file has left out', false)
    .addOption(
      new Option('--again', 'load all rows, though an import of this file has loaded some')
        .default(false)
        .conflicts('continue'),
    )
    .option('--as <identity>', 'id or subject of the identity that is recorded', serviceIdentity)
    .addOption(
      new Option('--as-recorded', 'take ids, instants and identities from the file, and make no events')
        .default(false)
        .conflicts(['upsert', 'onConflict', 'continue', 'again', 'as']),
    )
    .option('--faults <file>', 'file for the faults of rows; by default the name of the file with .faults.csv')
    .option('--json', 'print { rows, made, changed } or { rows, inside, faults } as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  almanac import party party.csv --dry-run
  DATABASE_URL=postgresql://owner@host/name almanac import party party.csv
  almanac import party_history versions.csv --as-recorded

Connect as the owner of the tables. docs/import.md describes the columns of a file.`,
    )
    .action(async (name: string, file: string, options: ImportOptions) => {
      const settings = readSettings(process.env);
      const { model } = await readSoundModel(settings.resources);
      const resource = resourceOf(model, name);
      if (resource.kind === 'view')
        throw new CommandError(`${name} is a view; import the rows of the tables that it reads`);
      const server = await joinDatabaseServer(settings);
      try {
        const source = await opened(file);
        try {
          await load(sessionAddress(server), { model, resource, file, source }, options);
        } finally {
          await source.close();
        }
      } finally {
        await server.stop();
      }
    });
}

/** @throws CommandError for fields that do not identify a row. */
function keyOf(table: Table, { upsert, onConflict }: ImportOptions): readonly string[] | null {
  if (!upsert && onConflict !== undefined) throw new CommandError('--on-conflict is for --upsert; add it');
  const key = upsert ? upsertKey(table, onConflict ?? null) : null;
  if (typeof key === 'string') throw new CommandError(key);
  return key;
}

const formats: readonly ImportFormat[] = ['csv', 'ndjson'];

interface File {
  readonly model: Model;
  readonly resource: Resource;
  /** As the caller names it. */
  readonly file: string;
  readonly source: Source;
}

async function load(address: DatabaseAddress, target: File, options: ImportOptions): Promise<void> {
  const { resource, file, source } = target;
  const { format, json } = options;
  const bar = progressBar(source.bytes);
  const form = {
    source,
    format: format ?? formatOf(file) ?? 'csv',
    progress: ({ bytes }) => bar.update(bytes),
  } satisfies Partial<ImportFile>;
  const imported = await (options.asRecorded ? loadRecorded : loadRows)(
    address,
    { ...target, ...form },
    options,
  ).finally(bar.end);
  const text = resultText(imported, resource, options);
  if (imported.kind === 'faulty') {
    const faultsFile = options.faults ?? `${file === '-' ? 'import' : file}.faults.csv`;
    await writeFile(faultsFile, faultsText(imported.faults));
    for (const { line, column, detail } of imported.faults.slice(0, shownFaults))
      console.error(`line ${line}${column === '' ? '' : `, ${column}`}: ${detail}`);
    if (json) console.log(JSON.stringify({ rows: imported.rows, inside: imported.inside, faults: imported.faults }));
    throw new CommandError(
      `${text} ${faultsFile} has ${imported.faults.length === mostFaults ? 'the first ' : ''}${imported.faults.length} ${imported.faults.length === 1 ? 'fault' : 'faults'}.`,
    );
  }
  if (json && imported.kind === 'done')
    console.log(JSON.stringify({ rows: imported.rows, made: imported.made, changed: imported.changed, faults: [] }));
  else console.log(text);
}

const shownFaults = 10;

type Form = File & Pick<ImportFile, 'format' | 'progress'>;

async function loadRecorded({ url }: DatabaseAddress, form: Form, { dryRun }: ImportOptions): Promise<Imported> {
  const ignored = (names: readonly string[]) => console.error(`${names.join(', ')} are computed: they are not stored.`);
  return importRecorded(url, { ...form, isTrial: dryRun, ignored });
}

async function loadRows(
  address: DatabaseAddress,
  { resource, ...form }: Form,
  options: ImportOptions,
): Promise<Imported> {
  if (resource.kind !== 'table') {
    const table = resource.kind === 'history' ? resource.of.name : 'a table';
    throw new CommandError(`${resource.name} is a ${resource.kind}; expected ${table}, or add --as-recorded`);
  }
  const key = keyOf(resource, options);
  const { as } = options;
  const identity = await withoutTimeout(address, (database) => findIdentity(database.query, form.model, as));
  if (identity === null) throw new CommandError(`there is no identity ${as}; expected the id or the subject of one`);
  return importRows(address.url, {
    ...form,
    table: resource,
    key,
    identity,
    begun: options.continue ? 'continue' : options.again ? 'again' : 'refuse',
    isTrial: options.dryRun,
    ignored: (names) => console.error(`The service sets ${names.join(', ')}: the values of the file are not used.`),
  });
}

async function opened(file: string): Promise<Source> {
  try {
    return await openSource(file, process.stdin);
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
