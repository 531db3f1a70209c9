import { buildModel, type LoadedModel } from '../engine/definition/load.ts';
import { type Files, readFiles } from '../engine/definition/read.ts';
import { CommandError } from './settings.ts';

/**
 * Reads a folder of definitions into the model, as a command does it.
 * @throws CommandError when there is no such folder.
 */
export async function readModel(folder: string): Promise<LoadedModel> {
  return buildModel(await readDefinitions(folder), folder);
}

/**
 * The files of a folder of definitions, whatever is in them.
 * @throws CommandError when there is no such folder.
 */
export async function readDefinitions(folder: string): Promise<Files> {
  try {
    return await readFiles(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new CommandError(
        `there is no folder ${folder}; name one with definitions, set ALMANAC_RESOURCES, or make a project with almanac init`,
      );
    throw error;
  }
}
