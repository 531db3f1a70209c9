import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Packs the checkout and unpacks it in the folder. Gives the command as users install it; its libraries are the checkout's. */
export async function unpackPackage(folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder]);
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  await rm(join(folder, 'package'), { recursive: true, force: true });
  await run('tar', ['xzf', join(folder, filename), '-C', folder]);
  return join(folder, 'package', 'codegen', 'bin.js');
}
