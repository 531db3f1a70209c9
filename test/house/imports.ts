import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** What each file imports, imports of types included: other files by their path, and packages by their name. */
export type Imports = ReadonlyMap<string, { readonly files: readonly string[]; readonly packages: readonly string[] }>;

/** The imports of the files under these folders. */
export function readImports(folders: readonly string[]): Imports {
  const paths = new Set(globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`)));
  const importsOf = (file: string) => {
    const named = [...readFileSync(file, 'utf8').matchAll(importing)].map(
      ([, from, bare, late]) => from ?? bare ?? late ?? '',
    );
    const packages = named.filter((name) => !name.startsWith('.')).map(packageOf);
    const files = named.map((name) => posix.join(posix.dirname(file), name)).filter((path) => paths.has(path));
    return [file, { files, packages }] as const;
  };
  return new Map([...paths].map(importsOf));
}

const importing =
  /^(?:import|export)\b[^'"`;]*?\bfrom\s*'([^'\n]+)'|^import\s*'([^'\n]+)'|\bimport\(\s*'([^'\n]+)'\s*\)/gm;

/** `react` of `react/jsx-runtime`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Files that import each other, one after the other, the first one again at the end; none where no import leads back. */
export function findCircle(imports: Imports): readonly string[] {
  const done = new Set<string>();
  const visit = (file: string, above: readonly string[]): readonly string[] => {
    if (above.includes(file)) return [...above.slice(above.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of imports.get(file)?.files ?? []) {
      const circle = visit(next, [...above, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

/** Rooms from the top of the house to its ground; rooms side by side do not import each other. */
export type Floors = readonly (readonly string[])[];

/** The floors that a text of arrows names, as in `http -> schema, auth -> sql`. */
export function floorsOf(arrows: string): Floors {
  return arrows.split('->').map((floor) => floor.split(',').map((room) => room.trim()));
}

/** The imports that do not lead from a room to one on a floor below, as `<file> -> <file>`. */
export function arrowsBack(imports: Imports, floors: Floors): readonly string[] {
  const rooms = floors.flat();
  const levelOf = (room: string) => floors.findIndex((floor) => floor.includes(room));
  const leadsBack = (from: string | null, to: string | null) =>
    from !== null && to !== null && from !== to && levelOf(to) <= levelOf(from);
  return [...imports].flatMap(([file, { files }]) =>
    files.filter((other) => leadsBack(roomOf(file, rooms), roomOf(other, rooms))).map((other) => `${file} -> ${other}`),
  );
}

/** The room of a file: a folder at the top or in engine/, or a part of one such as query/sql. Null where none of these holds it. */
export function roomOf(file: string, rooms: readonly string[]): string | null {
  const path = file.replace(/^engine\//, '');
  return rooms.find((room) => path.startsWith(`${room}/`)) ?? null;
}
