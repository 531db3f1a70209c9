import { type LoadedModel, loadModel } from '../engine/definition/load.ts';
import { CommandError } from './settings.ts';

/**
 * Reads a folder of definitions, as a command does it.
 * @throws CommandError when there is no such folder.
 */
export async function readModel(folder: string): Promise<LoadedModel> {
  try {
    return await loadModel(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new CommandError(`there is no folder ${folder}; name one with definitions, or set ALMANAC_RESOURCES`);
    throw error;
  }
}
