import type { Model } from '../../engine/model/model.ts';
import { uploadedFields } from '../../engine/model/uploaded.ts';
import { openFolderStore } from '../../engine/store/folder.ts';
import type { FileStore } from '../../engine/store/store.ts';
import { CommandError, type Settings } from '../option/settings.ts';

/**
 * The store of a service's files; null for a service without any. The client of S3 is loaded where it is asked for.
 * @throws CommandError for a store that cannot be opened.
 */
export async function openFiles({ files, s3Endpoint }: Settings, model: Model): Promise<FileStore | null> {
  if (![...model.resources.values()].some((resource) => uploadedFields(resource).length > 0)) return null;
  try {
    if (files.startsWith('s3://')) return (await import('../../engine/store/s3.ts')).openS3Store(files, s3Endpoint);
    return await openFolderStore(files);
  } catch (error) {
    throw new CommandError(`ALMANAC_FILES ${files} cannot be used: ${(error as Error).message}`);
  }
}
