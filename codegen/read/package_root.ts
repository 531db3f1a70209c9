import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder of this package, or of the checkout. It is found at once: another version may take the place of this one later. */
export const packageRoot = rootOf(import.meta.url);

/** The folder of the package that a module belongs to. */
export function rootOf(specifier: string): string {
  return dirname(findPackageJSON(specifier, import.meta.url) ?? '.');
}
