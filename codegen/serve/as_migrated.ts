import type { Applied } from '../../db/migrate/migration_account.ts';
import { checksumOfFiles, type MigrationChecksums } from '../../db/migrate/migration_folder.ts';
import { type Files, sameFiles } from '../../engine/definition/file/read.ts';

/**
 * Whether a database has just the migrations of a folder, which lead to these definitions, as this build has made them. Then
 * there is nothing to compare, which would take a third of a start with a thousand resources.
 */
export function isAsMigrated(
  applied: readonly Applied[],
  { checksums, origin, definitions, record }: MigrationChecksums,
  now: { readonly files: Files; readonly build: string },
): boolean {
  if (origin === null || origin.build !== now.build || origin.record !== record) return false;
  // Of migrations that were merged, the last may lead to other definitions than those that it was made for.
  if (!sameFiles(definitions, now.files) || origin.definitions !== checksumOfFiles(now.files)) return false;
  return (
    applied.length === checksums.size &&
    applied.every(({ name, checksum, finishedAt }) => finishedAt !== null && checksums.get(name) === checksum)
  );
}
