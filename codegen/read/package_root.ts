import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder of this package, or of the checkout. */
export function packageRoot(): string {
  return rootOf(import.meta.url);
}

/** The folder of the package that a module belongs to. */
export function rootOf(specifier: string): string {
  return dirname(findPackageJSON(specifier, import.meta.url) ?? '.');
}
