import { join } from 'node:path';
import type { HandlerWork } from '../../model/call.ts';
import { callsOf } from '../../model/calls.ts';
import type { Model } from '../../model/model.ts';
import { resourceName } from '../definitions.ts';
import type { Fault } from '../file/fault.ts';
import type { Files } from '../file/read.ts';
import { reportTo } from '../file/report.ts';
import { readSource } from '../file/source.ts';

/** The files of all handlers, in a folder. */
export function handlerPaths(model: Model, folder: string): readonly string[] {
  return [...new Set(handlersOf(model).map(({ work }) => join(folder, work.file)))];
}

/** A fault for each handler whose file is not there. A former model is built without the files of its handlers. */
export function handlerFaults(
  model: Model,
  { files, folder }: { readonly files: Files; readonly folder: string },
  isThere: (path: string) => boolean,
): readonly Fault[] {
  const missing = handlersOf(model).filter(({ work }) => !isThere(join(folder, work.file)));
  if (missing.length === 0) return [];
  const faults: Fault[] = [];
  for (const [file, bytes] of files) {
    const source = readSource(file, bytes);
    if (!('text' in source)) continue;
    const report = reportTo(faults, source);
    const own = missing.filter(({ resource }) => resource === resourceName(source.content));
    for (const { call, work } of own)
      report(['calls', call, 'handler'], {
        message: `there is no file ${work.file} in ${folder}`,
        expected: 'a file of this name, whose default export is the function',
      });
  }
  return faults.map((fault) => ({ ...fault, file: join(folder, fault.file) }));
}

interface OwnedHandler {
  readonly resource: string;
  readonly call: string;
  readonly work: HandlerWork;
}

function handlersOf(model: Model): readonly OwnedHandler[] {
  return callsOf(model).flatMap(([{ name: resource }, { name: call, work }]) =>
    work.kind === 'handler' ? [{ resource, call, work }] : [],
  );
}
