import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package_root.ts';

/** What tells this build of Almanac from others; null in a checkout, whose sources may change between two starts. */
export function thisBuild(): string | null {
  if (import.meta.url.endsWith('.ts')) return null;
  const folder = join(packageRoot, 'dist');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const hash = createHash('sha256');
  for (const name of files.sort()) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}
