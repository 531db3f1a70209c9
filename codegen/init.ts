import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { CommandError } from './option/settings.ts';
import { firstRequest, type OwnPackage, projectFiles } from './project/files.ts';

/** `almanac init [folder]`: makes a project that runs. */
export function initCommand(): Command {
  return new Command('init')
    .description('Create a project: a service with one resource, ready to run.')
    .argument('[folder]', 'folder to create the project in', '.')
    .option('--json', 'print the written files as JSON', false)
    .addHelpText('after', '\nExample:\n  almanac init library')
    .action(async (folder: string, { json }: { readonly json: boolean }) => {
      const files = await writeProject(folder);
      if (json) {
        console.log(JSON.stringify({ folder, files }));
        return;
      }
      console.log(`Wrote ${files.map((file) => join(folder, file)).join(', ')}.\n\nStart it:\n`);
      const enter = folder === '.' ? '' : `  cd ${folder}\n`;
      console.log(`${enter}  npm install\n  npm start\n\nand, in another terminal in the same folder, try it:\n`);
      console.log(firstRequest.replaceAll(/^/gm, '  '));
    });
}

/**
 * Writes the files of a new project, and returns their paths in it.
 * @throws CommandError when one of them exists already. Then nothing is written.
 */
export async function writeProject(folder: string): Promise<readonly string[]> {
  const folderOfOwn = ownFolder();
  const own = JSON.parse(readFileSync(join(folderOfOwn, 'package.json'), 'utf8')) as OwnPackage;
  // The registry may have another package of this name. A checkout is linked to; an installed package comes along.
  const packed = isBuild ? `vendor/almanac-${own.version}.tgz` : null;
  const dependency = `file:${packed ?? relative(resolve(folder), folderOfOwn)}`;
  const files = projectFiles(basename(resolve(folder)), own, dependency);
  const written = [...files.keys(), ...(packed === null ? [] : [packed])];
  const there = written.filter((file) => existsSync(join(folder, file)));
  if (there.length > 0)
    throw new CommandError(
      `${folder} already has ${there.join(', ')}; choose an empty folder, such as: almanac init library`,
    );
  try {
    for (const [file, text] of files) {
      await mkdir(join(folder, dirname(file)), { recursive: true });
      await writeFile(join(folder, file), text, { flag: 'wx' });
    }
    if (packed !== null) await packInto(join(folder, dirname(packed)), folderOfOwn);
  } catch (error) {
    throw new CommandError(`cannot write to ${folder}: ${(error as Error).message}`);
  }
  return written;
}

/** Whether this runs from a package, which holds the build, and not from a checkout. */
const isBuild = import.meta.url.endsWith('.js');

/** The package folder of this command: one level above its source, or two above its build. */
function ownFolder(): string {
  return fileURLToPath(new URL(isBuild ? '../..' : '..', import.meta.url));
}

/** Packs the package again, without scripts, since it is built already. */
async function packInto(folder: string, own: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder, own]);
}
