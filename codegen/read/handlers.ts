import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sourceFaults } from '../../engine/call/source/fault.ts';
import { handlerFaults, handlerPaths } from '../../engine/definition/call/handler_file.ts';
import type { Fault } from '../../engine/definition/file/fault.ts';
import type { BuiltModel } from '../../engine/definition/load.ts';

/** What is wrong with the files of handlers: one is missing, or Node.js cannot run it. */
export async function faultsOfHandlers({ model, files }: BuiltModel, folder: string): Promise<readonly Fault[]> {
  const paths = handlerPaths(model, folder);
  const there = new Set(paths.filter((path) => existsSync(path)));
  const texts = await Promise.all([...there].map((path) => readFile(path, 'utf8')));
  const faults = await sourceFaults(texts);
  return [
    ...handlerFaults(model, { files, folder }, (path) => there.has(path)),
    ...[...there].flatMap((file, at) => {
      const fault = faults[at] ?? null;
      return fault === null ? [] : [{ ...fault, file, nearest: null }];
    }),
  ];
}
