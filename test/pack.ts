import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What npm packs of the checkout, in a folder: the file, its name, and the paths in it. */
export async function pack(folder: string, env: NodeJS.ProcessEnv = process.env) {
  // tap has Node load its own modules first in every process, by NODE_OPTIONS: npm's build does not bear it.
  const packing = ['-u', 'NODE_OPTIONS', 'npm', 'pack', '--json', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('env', packing, { cwd: checkout, env });
  const [{ filename = '', files = [] } = {}] = JSON.parse(stdout.slice(stdout.indexOf('['))) as {
    filename: string;
    files: { path: string }[];
  }[];
  return { file: join(folder, filename), filename, paths: files.map(({ path }) => path) };
}

const checkout = fileURLToPath(new URL('..', import.meta.url));
