import type { Applied } from '../../db/migrate/migration_account.ts';
import { checksumOfFiles, type MigrationChecksums } from '../../db/migrate/migration_folder.ts';
import { type Files, sameFiles } from '../../engine/definition/file/read.ts';
import type { Settings } from '../option/settings.ts';
import { thisBuild } from '../read/build.ts';
import { readChecksums } from '../read/migrations.ts';

/** The migrations of a folder beside the build that starts. */
export interface Migrated {
  readonly build: string;
  readonly migrations: MigrationChecksums;
}

/**
 * The migrations that the operator's database should have in production. Null elsewhere, and in a checkout.
 * @throws CommandError for a file that cannot be read.
 */
export async function readMigrated(settings: Settings): Promise<Migrated | null> {
  if (!settings.production || settings.databaseUrl === null) return null;
  const build = thisBuild();
  return build === null ? null : { build, migrations: await readChecksums(settings) };
}

/**
 * Whether a database has just the migrations of a folder, which lead to these definitions, as this build has made them. Then
 * there is nothing to compare, which would take a third of a start with a thousand resources.
 */
export function isAsMigrated(
  applied: readonly Applied[],
  { build, migrations: { checksums, origin, definitions, record } }: Migrated,
  files: Files,
): boolean {
  if (origin === null || origin.build !== build || origin.record !== record) return false;
  // Of migrations that were merged, the last may lead to other definitions than those that it was made for.
  if (!sameFiles(definitions, files) || origin.definitions !== checksumOfFiles(files)) return false;
  return (
    applied.length === checksums.size &&
    applied.every(({ name, checksum, finishedAt }) => finishedAt !== null && checksums.get(name) === checksum)
  );
}
