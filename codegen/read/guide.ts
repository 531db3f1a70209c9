import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuideFiles } from '../../engine/docs/page/guide_page.ts';
import { packageRoot, rootOf } from './package_root.ts';

/**
 * Reads the files of every documentation site from the package or the checkout: the pages of the folder docs, and the
 * scripts of the search.
 */
export function readGuide(): GuideFiles {
  const docs = join(packageRoot, 'docs');
  const pages = readdirSync(docs).filter((name) => /\.(?:md|svg)$/.test(name));
  return new Map([
    ...pages.sort().map((name) => [name, readFileSync(join(docs, name), 'utf8')] as const),
    ['search.js', readFileSync(join(packageRoot, 'engine/docs/browser/search.js'), 'utf8')],
    ['minisearch.js', readFileSync(join(rootOf('minisearch'), 'dist/umd/index.js'), 'utf8').replace(sourceMap, '')],
  ]);
}

const sourceMap = /^\/\/# sourceMappingURL=.*\n?/m;
