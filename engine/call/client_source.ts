import { readFile } from 'node:fs/promises';
import { type ClientFiles, clientFiles } from '../contract/typescript/types.ts';

/** The sources of the client, which lie beside the build too. */
export async function readClientFiles(): Promise<ClientFiles> {
  const read = async (name: string) =>
    [name, await readFile(new URL(`../contract/typescript/client/${name}.ts`, import.meta.url), 'utf8')] as const;
  return Object.fromEntries(await Promise.all(clientFiles.map(read))) as ClientFiles;
}
