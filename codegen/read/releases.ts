import type { Release } from '../../engine/docs/page/changelog.ts';
import { changesInText } from '../../engine/schema/migration/file/file.ts';
import type { Settings } from '../option/settings.ts';
import { readFolder } from './migrations.ts';

/**
 * The migrations of a project, for the changelog.
 * @throws CommandError for a file that is not a migration.
 */
export async function readReleases(settings: Settings): Promise<readonly Release[]> {
  const { list } = await readFolder(settings);
  return list.map(({ name, text }) => ({ name, changes: changesInText(text) }));
}
