import { formatFault } from '../../engine/definition/file/fault.ts';
import type { ParsedFiles } from '../../engine/definition/file/parsed.ts';
import type { LoadedModel } from '../../engine/definition/load.ts';
import { buildModel } from '../../engine/feature/load.ts';
import { CommandError } from '../option/settings.ts';
import { readDefinitions } from './definitions.ts';
import { faultsOfHandlers } from './handlers.ts';

/**
 * Reads a folder of definitions into the model, for a command. The files may be on their way already.
 * @throws CommandError when the folder does not exist.
 */
export async function readModel(folder: string, definitions = readDefinitions(folder)): Promise<LoadedModel> {
  const { files, contents } = await definitions;
  const loaded = buildModel(files, folder, contents);
  const faults = loaded.ok ? await faultsOfHandlers(loaded, folder) : [];
  return faults.length === 0 ? loaded : { ok: false, faults };
}

/**
 * The same for a command that needs the model: the faults are printed.
 * @throws CommandError when there are any.
 */
export async function readSoundModel(
  folder: string,
  definitions?: Promise<ParsedFiles>,
): Promise<Extract<LoadedModel, { readonly ok: true }>> {
  const loaded = await readModel(folder, definitions);
  if (loaded.ok) return loaded;
  for (const fault of loaded.faults) console.error(formatFault(fault));
  throw new CommandError(`the definitions in ${folder} have faults`);
}
