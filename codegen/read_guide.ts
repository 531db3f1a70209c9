import { readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { GuideFiles } from '../engine/docs/guide_page.ts';

/** Reads the pages that come with Almanac: the folder docs of the package, of which a checkout and a build are parts. */
export function readGuide(): GuideFiles {
  const folder = join(dirname(findPackageJSON(import.meta.url) ?? '.'), 'docs');
  const names = readdirSync(folder).filter((name) => /\.(?:md|svg)$/.test(name));
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
