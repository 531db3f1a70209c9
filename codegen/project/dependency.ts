import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** How the package.json of a project names the Almanac that made it. */
export interface Dependency {
  readonly spec: string;
  /** Where in the project a packed copy of the package has to lie; null where npm needs none. */
  readonly copy: string | null;
}

/**
 * The Almanac in the folder `own`, for a project in another folder. A checkout is linked to. A package that npm got from a
 * registry is named by its version. Any other one comes along as a copy: its file may be gone tomorrow, and the registry may
 * have another package of this name. Both folders are real paths, because npm reads relative ones from there.
 */
export function dependencyOn(own: string, version: string, project: string): Dependency {
  if (existsSync(join(own, 'codegen/almanac.ts'))) return { spec: `file:${relative(project, own)}`, copy: null };
  if (isFromRegistry(noteOf(own))) return { spec: version, copy: null };
  const copy = `vendor/almanac-${version}.tgz`;
  return { spec: `file:${copy}`, copy };
}

function isFromRegistry({ resolved, integrity }: Installed): boolean {
  // npm leaves the address of a registry out under omit-lockfile-registry-resolved, and no other address.
  return resolved === undefined ? integrity !== undefined : addressInRegistry.test(resolved);
}

// <registry>/<name>/-/<name>-<version>.tgz
const addressInRegistry = /^https?:\/\/.+\/almanac\/-\/almanac-[^/]+\.tgz$/;

/** What npm noted of a package in the outermost node_modules around it; empty where it noted nothing. */
function noteOf(own: string): Installed {
  for (let outer = dirname(own); outer !== dirname(outer); outer = dirname(outer)) {
    const file = join(outer, '.package-lock.json');
    if (basename(outer) !== 'node_modules' || !existsSync(file)) continue;
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
    return packages[relative(dirname(outer), own)] ?? {};
  }
  return {};
}

/** Of npm, version 2 or 3. */
interface LockFile {
  readonly packages: Readonly<Record<string, Installed>>;
}

interface Installed {
  readonly resolved?: string;
  readonly integrity?: string;
}
