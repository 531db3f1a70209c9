import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Command, Option } from 'commander';
import { CommandError } from './option/settings.ts';
import { dependencyOn } from './project/dependency.ts';
import { type OwnPackage, projectFiles } from './project/files.ts';
import { readTemplate, type Template, templateFiles, templates } from './project/template.ts';

interface InitOptions {
  readonly template: Template;
  readonly json: boolean;
}

/** `almanac init [folder]`: makes a project that runs. */
export function initCommand(): Command {
  const listed = Object.entries(templates).map(([name, words]) => `  ${name.padEnd(10)}${words}`);
  return new Command('init')
    .description('Create a project, ready to run.')
    .argument('[folder]', 'folder to create the project in', '.')
    .addOption(
      new Option('--template <name>', 'what it begins with: empty, library or register')
        .argParser(readTemplate)
        .default('empty'),
    )
    .option('--json', 'print the written files as JSON', false)
    .addHelpText(
      'after',
      `\nTemplates:\n${listed.join('\n')}\n\nExamples:\n  almanac init library\n  almanac init vehicles --template register`,
    )
    .action(async (folder: string, { template, json }: InitOptions) => {
      const files = await writeProject(folder, template);
      if (json) {
        console.log(JSON.stringify({ folder, template, files }));
        return;
      }
      const enter = folder === '.' ? '' : `  cd ${shellWord(folder)}\n`;
      console.log(`Wrote ${files.map((file) => join(folder, file)).join(', ')}.\n`);
      console.log(`Serve it, and each change as soon as you save it:\n\n${enter}  npm install\n  npm run dev\n`);
      console.log(`${join(folder, 'README.md')} says what to try then.`);
    });
}

/**
 * Writes the files of a new project, and returns their paths in it.
 * @throws CommandError when one of them exists already. Then nothing is written.
 */
export async function writeProject(folder: string, template: Template): Promise<readonly string[]> {
  try {
    await mkdir(folder, { recursive: true });
    return await writeFiles(folder, template);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`cannot write to ${folder}: ${(error as Error).message}`);
  }
}

async function writeFiles(folder: string, template: Template): Promise<readonly string[]> {
  const own = ownFolder();
  const ownPackage = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as OwnPackage;
  const { spec, copy } = dependencyOn(own, ownPackage.version, await realpath(folder));
  const files = new Map([
    ...projectFiles(ownPackage, spec),
    ...templateFiles(template, titleOf(basename(resolve(folder))), own),
  ]);
  const written = [...files.keys(), ...(copy === null ? [] : [copy])];
  const there = written.filter((file) => existsSync(join(folder, file)));
  if (there.length > 0)
    throw new CommandError(
      `${folder} already has ${there.join(', ')}; choose an empty folder, such as: almanac init library`,
    );
  for (const [file, text] of files) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await writeFile(join(folder, file), text, { flag: 'wx' });
  }
  if (copy !== null) await packInto(join(folder, dirname(copy)), own);
  return written;
}

/** The package folder of this command: one level above its source, or two above its build. */
function ownFolder(): string {
  return fileURLToPath(new URL(import.meta.url.endsWith('.js') ? '../..' : '..', import.meta.url)).replace(/\/$/, '');
}

/** A path as it is typed into a shell. */
function shellWord(path: string): string {
  return /^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** A title from the name of a folder: "my_library" becomes "My library". */
function titleOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll(/[-_]+/g, ' ')}`;
}

/** Packs the package again, without scripts, since it is built already. */
async function packInto(folder: string, own: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder, own]);
}
