import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Model, Resource, Table } from '../../engine/model/model.ts';
import type { ImportFormat } from '../../engine/transfer/import/file_pieces.ts';
import { inOrderOfReferences } from '../../engine/transfer/import/order.ts';
import { CommandError } from '../option/settings.ts';
import { formatOf } from '../read/format.ts';
import { resourceOf } from '../read/resource.ts';

/** The rows of a resource, or all versions of them, as `almanac export` writes them. */
export interface DemoFile {
  readonly file: string;
  readonly format: ImportFormat;
  readonly resource: Exclude<Resource, { readonly kind: 'view' }>;
}

export interface Demo {
  /** Each after those to whose rows it refers. */
  readonly rows: readonly DemoFile[];
  /** A file of SQL that runs afterwards; null for none. */
  readonly script: string | null;
}

/**
 * The demo data of a folder of definitions.
 * @throws CommandError for a file of rows that belong to no resource.
 */
export async function findDemo(model: Model, resources: string): Promise<Demo> {
  const names = await namesIn(resources);
  const folder = demoFolder(resources);
  const rows = (await namesIn(folder)).flatMap((name) => {
    const format = formatOf(name);
    return format === undefined
      ? []
      : [{ file: join(folder, name), format, resource: resourceOfFile(model, folder, name) }];
  });
  const byTable = Map.groupBy(rows, ({ resource }) => tableOf(resource));
  for (const [{ name }, [one, other]] of byTable)
    if (one !== undefined && other !== undefined)
      throw new CommandError(
        `${other.file}: the rows of ${name} are in ${one.file} too; expected one of the two files`,
      );
  return {
    rows: inOrderOfReferences([...byTable.keys()]).flatMap((table) => byTable.get(table) ?? []),
    script: names.includes(scriptName) ? join(resources, scriptName) : null,
  };
}

/** Where demo data lies beside definitions. */
export function demoFolder(resources: string): string {
  return join(resources, 'demo');
}

const scriptName = 'demo.sql';

/** In order of name; none of a folder that is not there. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function resourceOfFile(model: Model, folder: string, name: string): DemoFile['resource'] {
  const file = join(folder, name);
  try {
    const resource = resourceOf(model, name.slice(0, -extname(name).length));
    if (resource.kind !== 'view') return resource;
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(`${file}: ${error.message}`);
    throw error;
  }
  throw new CommandError(`${file}: a view has no rows of its own; expected a file for each table that it reads`);
}

function tableOf(resource: DemoFile['resource']): Table {
  return resource.kind === 'history' ? resource.of : resource;
}
