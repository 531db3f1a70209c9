import {
  type MigrationChecksums,
  type Migrations,
  migrationChecksums,
  readMigrations,
  readRecorded,
} from '../../db/migrate/migration_folder.ts';
import { sameFiles } from '../../engine/definition/file/read.ts';
import type { BuiltModel } from '../../engine/definition/load.ts';
import { buildModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import type { Recorded } from '../../engine/schema/migration/engine.ts';
import { CommandError, type Settings } from '../option/settings.ts';

/**
 * Reads the folder of migrations for a command.
 * @throws CommandError for a file that is not a migration.
 */
export function readFolder({ migrations }: Settings): Promise<Migrations> {
  return asCommand(() => readMigrations(migrations));
}

/**
 * The same, without a look at what the migrations do.
 * @throws CommandError for a file that cannot be read.
 */
export function readChecksums({ migrations }: Settings): Promise<MigrationChecksums> {
  return asCommand(() => migrationChecksums(migrations));
}

/**
 * The objects that the last migration led to.
 * @throws CommandError when the record is missing.
 */
export async function readLast({ migrations }: Settings): Promise<Recorded> {
  const recorded = await asCommand(() => readRecorded(migrations));
  if (recorded !== null) return recorded;
  throw new CommandError(`${migrations}/definitions/schema.json is missing; restore it as it was committed`);
}

async function asCommand<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/**
 * The model that the last migration leads to; null before the first one. It is the one of `now` where the files are the
 * same, and single files that are the same are not read again.
 * @throws CommandError when its definitions are missing or no longer valid.
 */
export function migratedModel(
  { list, definitions }: Migrations,
  { migrations }: Settings,
  now: BuiltModel | null = null,
): Model | null {
  if (list.length === 0) return null;
  if (now !== null && sameFiles(definitions, now.files)) return now.model;
  const files = new Map(
    [...definitions].map(([file, bytes]) => {
      const same = now?.files.get(file);
      return [file, same !== undefined && Buffer.compare(same, bytes) === 0 ? same : bytes] as const;
    }),
  );
  const loaded = buildModel(files, `${migrations}/definitions`);
  if (loaded.ok) return loaded.model;
  throw new CommandError(
    `the definitions in ${migrations}/definitions, which the last migration leads to, have faults: ${loaded.faults[0]?.file}: ${loaded.faults[0]?.message}; restore them as they were committed`,
  );
}
