import { join } from 'node:path';
import type { Model } from '../../model/model.ts';
import { resourceName } from '../definitions.ts';
import type { Fault } from '../file/fault.ts';
import type { Files } from '../file/read.ts';
import { reportTo } from '../file/report.ts';
import { readSource } from '../file/source.ts';

/** A fault for each handler whose file is not there. A former model is built without the files of its handlers. */
export function handlerFaults(
  { resources }: Model,
  { files, folder }: { readonly files: Files; readonly folder: string },
  isThere: (path: string) => boolean,
): readonly Fault[] {
  const missing = [...resources.values()].flatMap((resource) =>
    resource.kind !== 'table'
      ? []
      : [...resource.calls.values()].flatMap(({ name, work }) =>
          work.kind === 'handler' && !isThere(join(folder, work.file))
            ? [{ resource: resource.name, call: name, file: work.file }]
            : [],
        ),
  );
  if (missing.length === 0) return [];
  const faults: Fault[] = [];
  for (const [file, bytes] of files) {
    const source = readSource(file, bytes);
    if (!('text' in source)) continue;
    const report = reportTo(faults, source);
    const own = missing.filter(({ resource }) => resource === resourceName(source.content));
    for (const { call, file: handler } of own)
      report(['calls', call, 'handler'], {
        message: `there is no file ${handler} in ${folder}`,
        expected: 'a file of this name, whose default export is the function',
      });
  }
  return faults.map((fault) => ({ ...fault, file: join(folder, fault.file) }));
}
