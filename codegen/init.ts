import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { firstRequest, type OwnPackage, projectFiles } from './project_files.ts';
import { CommandError } from './settings.ts';

/** `almanac init [folder]`: makes a project that runs. */
export function initCommand(): Command {
  return new Command('init')
    .description('Make a project: a service with one resource, ready to run.')
    .argument('[folder]', 'where to make it', '.')
    .option('--json', 'print what was written as JSON', false)
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
 * Writes the files of a new project, and gives their paths in it.
 * @throws CommandError when one of them is there already: nothing is written then.
 */
export async function writeProject(folder: string): Promise<readonly string[]> {
  const files = projectFiles(basename(resolve(folder)), ownPackage());
  const there = [...files.keys()].filter((file) => existsSync(join(folder, file)));
  if (there.length > 0)
    throw new CommandError(
      `${folder} has ${there.join(', ')} already; choose an empty folder, such as: almanac init library`,
    );
  try {
    for (const [file, text] of files) {
      await mkdir(join(folder, dirname(file)), { recursive: true });
      await writeFile(join(folder, file), text, { flag: 'wx' });
    }
  } catch (error) {
    throw new CommandError(`cannot write to ${folder}: ${(error as Error).message}`);
  }
  return [...files.keys()];
}

/** The package of this command: a folder above its source, or two above its build. */
function ownPackage(): OwnPackage {
  const found = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url));
  const file = found.find((url) => existsSync(url));
  if (file === undefined) throw new Error('the command stands outside its package');
  return JSON.parse(readFileSync(file, 'utf8')) as OwnPackage;
}
