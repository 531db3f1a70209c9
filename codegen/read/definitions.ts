import { type ParsedFiles, readParsed } from '../../engine/definition/file/parsed.ts';
import { CommandError } from '../option/settings.ts';

/**
 * The files of a folder of definitions, parsed if they are many. It begins before it returns.
 * @throws CommandError when the folder does not exist.
 */
export async function readDefinitions(folder: string): Promise<ParsedFiles> {
  try {
    return await readParsed(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new CommandError(
        `there is no folder ${folder}; name one with definitions, set ALMANAC_RESOURCES, or make a project with almanac init`,
      );
    throw error;
  }
}
