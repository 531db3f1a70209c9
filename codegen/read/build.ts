import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package_root.ts';

/**
 * What tells this build of Almanac from others; null in a checkout, whose sources may change between two starts. The entry of
 * the build names its chunks by their contents.
 */
export function thisBuild(): string | null {
  if (import.meta.url.endsWith('.ts')) return null;
  const entry = readFileSync(join(packageRoot(), 'dist/codegen/almanac.js'));
  return createHash('sha256').update(entry).digest('hex');
}
