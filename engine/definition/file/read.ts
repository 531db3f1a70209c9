import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The bytes of definition files by name, in order of name. */
export type Files = ReadonlyMap<string, Uint8Array>;

/**
 * Reads the YAML files of a folder; one with another ending than `.yaml` comes along to be reported. Hidden files belong
 * to editors and to version control.
 * @throws the file system's error when the folder or a file in it cannot be read.
 */
export async function readFiles(folder: string): Promise<Files> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.isDirectory() && /^[^.].*\.ya?ml$/i.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}
