import type { Applied } from '../../db/migrate/migration_account.ts';
import { checksumOfFiles, type MigrationChecksums } from '../../db/migrate/migration_folder.ts';
import type { Files } from '../../engine/definition/file/read.ts';

/**
 * Whether a database has just the migrations of a folder, and this build of Almanac made the last one for these definitions.
 * Then there is nothing to compare, which would take a third of a start with a thousand resources.
 */
export function isAsMigrated(
  applied: readonly Applied[],
  { checksums, origin }: MigrationChecksums,
  now: { readonly files: Files; readonly build: string },
): boolean {
  if (origin === null || origin.build !== now.build || origin.definitions !== checksumOfFiles(now.files)) return false;
  return (
    applied.length === checksums.size &&
    applied.every(({ name, checksum, finishedAt }) => finishedAt !== null && checksums.get(name) === checksum)
  );
}
