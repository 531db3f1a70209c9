import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { pack } from '../pack.ts';

/** Packs the checkout and unpacks it in the folder. Gives the command as users install it; its libraries are the checkout's. */
export async function unpackPackage(folder: string): Promise<string> {
  const { file } = await pack(resolve(folder));
  await rm(join(folder, 'package'), { recursive: true, force: true });
  await promisify(execFile)('tar', ['xzf', file, '-C', folder]);
  return join(folder, 'package', 'codegen', 'bin.js');
}
