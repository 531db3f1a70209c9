import { formatFault } from '../../engine/definition/file/fault.ts';
import { type Files, readFiles } from '../../engine/definition/file/read.ts';
import type { LoadedModel } from '../../engine/definition/load.ts';
import { buildModel } from '../../engine/feature/load.ts';
import { CommandError } from '../option/settings.ts';
import { faultsOfHandlers } from './handlers.ts';

/**
 * Reads a folder of definitions into the model, for a command.
 * @throws CommandError when the folder does not exist.
 */
export async function readModel(folder: string): Promise<LoadedModel> {
  const files = await readDefinitions(folder);
  const loaded = buildModel(files, folder);
  const faults = loaded.ok ? await faultsOfHandlers(loaded, folder) : [];
  return faults.length === 0 ? loaded : { ok: false, faults };
}

/**
 * The files of a folder of definitions, unread.
 * @throws CommandError when the folder does not exist.
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

/**
 * The same for a command that needs the model: the faults are printed.
 * @throws CommandError when there are any.
 */
export async function readSoundModel(folder: string): Promise<Extract<LoadedModel, { readonly ok: true }>> {
  const loaded = await readModel(folder);
  if (loaded.ok) return loaded;
  for (const fault of loaded.faults) console.error(formatFault(fault));
  throw new CommandError(`the definitions in ${folder} have faults`);
}
