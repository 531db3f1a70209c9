import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { databaseError } from '../db/database_error.ts';
import { changeTables, createTables, removeTables, storedDefinitions } from '../db/prepare.ts';
import { buildModel } from '../engine/definition/load.ts';
import type { Model } from '../engine/definition/model.ts';
import type { Files } from '../engine/definition/read.ts';
import { schemaChange } from '../engine/schema/change.ts';
import { CommandError, type Settings } from './settings.ts';

/** What was done to a database so that a model can be served from it, in words; null when nothing had to be. */
export type Preparation = string | null;

/**
 * Brings a database to the model: makes its tables and, in the embedded one, loads the demo data; or changes what can be
 * changed with the data kept.
 * @throws CommandError when the tables cannot be changed so; the message says why and what to do.
 */
export async function prepareDatabase(
  database: Database,
  model: Model,
  files: Files,
  settings: Settings,
): Promise<Preparation> {
  const stored = await storedDefinitions(database).catch((error: Error) => {
    throw new CommandError(error.message);
  });
  if (stored === null) return createAll(database, model, files, settings);
  if (sameFiles(stored, files)) return null;
  const reasons = await changeAll(database, stored, model, files);
  if (reasons === null) return 'changed the tables to the new definitions, the data kept';
  const list = reasons.map((reason) => `\n  - ${reason}`).join('');
  throw new UnalterableError(`the tables cannot be changed to these definitions with the data kept:${list}`);
}

/** The embedded database from scratch, with the demo data. */
export async function rebuildDatabase(
  database: Database,
  model: Model,
  files: Files,
  settings: Settings,
): Promise<void> {
  await removeTables(database);
  await createAll(database, model, files, settings);
}

/** The change would lose or convert data. */
export class UnalterableError extends CommandError {}

async function createAll(database: Database, model: Model, files: Files, settings: Settings): Promise<string> {
  const embedded = settings.databaseUrl === null;
  // Left by a first start that was killed between the tables and the end of the demo data.
  if (embedded) await removeTables(database);
  const demo = join(settings.resources, 'demo.sql');
  if (!embedded || !existsSync(demo)) {
    await createTables(database, model, files);
    return 'made the tables';
  }
  await createTables(database, model, new Map());
  await loadDemo(database, demo);
  await changeTables(database, { ok: true, statements: [] }, files);
  return 'made the tables and loaded the demo data';
}

async function loadDemo(database: Database, file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  try {
    await database.script(text);
  } catch (thrown) {
    const error = databaseError(thrown);
    if (error === null) throw thrown;
    const before = text.slice(0, Math.max(0, (error.position ?? 1) - 1)).split('\n');
    const place = error.position === null ? file : `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
    throw new CommandError(`${place}: the demo data does not fit the definitions: ${error.message}`);
  }
}

/** Why the tables cannot be changed; null when they were. */
async function changeAll(
  database: Database,
  stored: Files,
  model: Model,
  files: Files,
): Promise<readonly string[] | null> {
  const loaded = buildModel(stored, '');
  if (!loaded.ok) return ['the definitions that the tables were made from are in an older language'];
  const change = schemaChange(loaded.model, model);
  if (!change.ok) return change.reasons;
  try {
    await changeTables(database, change, files);
    return null;
  } catch (thrown) {
    const error = databaseError(thrown);
    if (error === null || error.unavailable) throw thrown;
    return [`the data does not fit: ${error.message}`];
  }
}

function sameFiles(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([file, bytes]) => Buffer.from(bytes).equals(b.get(file) ?? noBytes));
}

const noBytes = new Uint8Array();
