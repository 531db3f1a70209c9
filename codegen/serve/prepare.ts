import type { Database } from '../../db/database.ts';
import type { DatabaseError } from '../../db/database_error.ts';
import {
  createTables,
  type Prepared,
  prepareTables,
  removeTables,
  storeDefinitions,
  storedDefinitions,
} from '../../db/migrate/prepare.ts';
import type { BuiltModel } from '../../engine/definition/load.ts';
import { loadDemo } from '../demo/load.ts';
import { tellOfLock } from '../migrate/progress.ts';
import { CommandError, type Settings } from '../option/settings.ts';

/** What was done to a database to serve a model from it, in words; null for nothing. */
export type Preparation = string | null;

/**
 * Brings a database to the model. It makes the tables and, in the embedded database, loads the demo data. Existing
 * tables are changed if no data is lost.
 * @throws CommandError when the tables cannot be changed without loss; the message says why and what to do.
 */
export async function prepareDatabase(database: Database, built: BuiltModel, settings: Settings): Promise<Preparation> {
  if (settings.databaseUrl === null && (await isEmpty(database))) return rebuildDatabase(database, built, settings);
  const prepared = await prepareTables(database, built, { waiting: tellOfLock });
  switch (prepared.kind) {
    case 'unalterable':
      throw new UnalterableError(prepared.reasons, settings);
    case 'losing':
    case 'kept':
      throw new Error('a change that loses rows must be refused');
    default:
      return preparation(prepared);
  }
}

/**
 * What was done without any loss, in words.
 * @throws CommandError when the database refused it.
 */
export function preparation(
  prepared: Prepared & { readonly kind: 'same' | 'made' | 'changed' | 'refused' },
): Preparation {
  switch (prepared.kind) {
    case 'same':
      return null;
    case 'made':
      return 'made the tables';
    case 'changed':
      return 'changed the tables to the new definitions and kept the data';
    case 'refused':
      throw new CommandError(refusal(prepared.error));
  }
}

/**
 * Makes the embedded database from scratch, with the demo data. The definitions are stored last: after a killed start,
 * the next one does it again.
 * @throws CommandError when the demo data has a fault.
 */
export async function rebuildDatabase(
  database: Database,
  { model, files }: BuiltModel,
  settings: Settings,
): Promise<string> {
  await removeTables(database);
  await createTables(database, model);
  const hasDemo = await loadDemo(database, model, settings.resources);
  await storeDefinitions(database, files);
  return hasDemo ? 'made the tables and loaded the demo data' : 'made the tables';
}

/** The change would lose or convert data, or the data does not fit it. */
export class UnalterableError extends CommandError {
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[], { databaseUrl }: Settings) {
    const list = reasons.map((reason) => `\n  - ${reason}`).join('');
    const way =
      databaseUrl === null
        ? '"almanac dev" changes them where you agree to what is lost, or rebuilds them from the demo data.'
        : 'Take these changes back in the definitions, or serve them from an empty database.';
    super(`the tables cannot be changed to these definitions without losing data:${list}\n${way}`);
    this.reasons = reasons;
  }
}

async function isEmpty(database: Database): Promise<boolean> {
  const stored = await storedDefinitions(database.query);
  if (!stored.ok) throw new CommandError(refusal(stored.error));
  return stored.files === null;
}

/** Why a database could not be prepared, in words. */
export function refusal({ sqlstate, message, unavailable }: DatabaseError): string {
  if (unavailable) return `the database does not answer: ${message}`;
  const isTaken = sqlstate === duplicateSchema || sqlstate === duplicateTable;
  const expected = isTaken ? '; expected an empty database, or one whose tables almanac has made' : '';
  return `the database refuses the tables: ${message}${expected}`;
}

// PostgreSQL, Appendix A.
const duplicateSchema = '42P06';
const duplicateTable = '42P07';
