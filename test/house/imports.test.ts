import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import t from 'tap';
import { arrowsBack, findCircle, floorsOf, type Imports, readImports, roomOf } from './imports.ts';

const contributing = readFileSync('CONTRIBUTING.md', 'utf8').replaceAll(/\s+/g, ' ');

/** The rooms that a package may be imported in. */
const roomsOfPackages: readonly (readonly [name: RegExp, rooms: readonly string[]])[] = [
  [/^(fastify|@fastify\/.*)$/, ['http', 'feature', 'codegen']],
  [/^pg$/, ['db']],
  [/^yaml$/, ['definition', 'codegen']],
  [/^chevrotain$/, ['language']],
  [
    /^node:(fs|path|net|http|https|dns|tls|child_process)/,
    ['definition', 'db', 'store', 'call', 'http', 'transfer', 'feature', 'codegen'],
  ],
];

/** Rooms that a room does not import though they are below it: it gives texts of the model, and runs nothing. */
const shut: Readonly<Record<string, readonly string[]>> = {
  docs: ['worker', 'db'],
};

t.test('imports run as CONTRIBUTING.md says', async (t) => {
  const imports = readImports(['engine', 'codegen', 'db']);
  t.ok(imports.size > 500 && [...imports.values()].flatMap(({ files }) => files).length > 2000, 'they are found');

  const [all = ''] = required(/Imports run one way: ([^.]+)\./);
  const floors = floorsOf(all);
  const rooms = floors.flat();
  const homeless = [...imports.keys()].filter((file) => roomOf(file, rooms) === null);
  t.strictSame(homeless, [], 'every file is in a room that CONTRIBUTING.md names');
  t.strictSame(arrowsBack(imports, floors), [], 'no arrow leads back');

  const [whole, from, to] = required(/Within ([a-z]+), they run from ([a-z]+) to ([a-z]+)\./);
  const within = floorsOf(`${whole}/${from} -> ${whole}/${to}`);
  t.ok([...imports.keys()].some((file) => roomOf(file, within[0] ?? []) !== null));
  t.strictSame(arrowsBack(imports, within), [], `no arrow leads back within ${whole}`);

  const [shared] = required(/Features import no other feature, except ([a-z]+)\./);
  const featureOf = (file: string) => /^engine\/feature\/([a-z_]+)\//.exec(file)?.[1] ?? null;
  const mixed = [...imports].flatMap(([file, { files }]) => {
    const own = featureOf(file);
    const others = files.filter((other) => ![null, own, shared].includes(featureOf(other)));
    return own === null ? [] : others.map((other) => `${file} -> ${other}`);
  });
  t.strictSame(mixed, [], 'a feature stands without others');

  t.strictSame(findCircle(imports), [], 'no files import each other');

  const strange = [...imports].flatMap(([file, { files, packages }]) => {
    const own = roomOf(file, rooms) ?? '';
    const closed = files.filter((other) => shut[own]?.includes(roomOf(other, rooms) ?? ''));
    const foreign = packages.filter((name) =>
      roomsOfPackages.some(([pattern, allowed]) => pattern.test(name) && !allowed.includes(own)),
    );
    return [...closed, ...foreign].map((name) => `${file} -> ${name}`);
  });
  t.strictSame(strange, [], 'no room imports what is not its matter');
});

t.test('the application in the browser stands beside the engine', async (t) => {
  const imports = readImports(['engine', 'codegen', 'db']);
  const isOfStudio = (file: string) => file.startsWith('engine/studio/');
  const studio = [...imports].filter(([file]) => isOfStudio(file));
  t.ok(studio.some(([file]) => file.endsWith('.tsx')));

  const strange = studio.flatMap(([file, { files }]) => {
    const types = new Set(importedTypes(file));
    return files
      .filter((other) => !isOfStudio(other) && !other.startsWith('engine/contract/typescript/client/'))
      .filter((other) => !(other.startsWith('engine/contract/studio/') && types.has(other)))
      .map((other) => `${file} -> ${other}`);
  });
  t.strictSame(strange, [], 'it knows the client, and types of the contract');

  const others = [...imports].filter(([file]) => !isOfStudio(file));
  const inside = others.flatMap(([file, { files }]) => files.filter(isOfStudio).map((other) => `${file} -> ${other}`));
  t.strictSame(inside, [], 'the service knows its bundle alone');

  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const packages = new Set(studio.flatMap(([, own]) => own.packages));
  t.ok(packages.has('react'));
  const running = others.flatMap(([file, own]) =>
    own.packages.filter((name) => packages.has(name)).map((name) => `${file} -> ${name}`),
  );
  t.strictSame(running, [], 'packages of the browser are its matter');
  t.strictSame(
    [...packages].filter((name) => !(name in devDependencies)),
    [],
    'and are needed to build it alone',
  );
});

/** The files of which a file imports nothing but types. */
function importedTypes(file: string): readonly string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  return module.staticImports
    .filter(({ entries }) => entries.length > 0 && entries.every(({ isType }) => isType))
    .map(({ moduleRequest }) => posix.join(posix.dirname(file), moduleRequest.value));
}

t.test('a circle and an arrow back are found', async (t) => {
  const imports = importsOf({
    'engine/http/a.ts': ['engine/sql/b.ts', 'engine/auth/c.ts'],
    'engine/sql/b.ts': ['engine/auth/c.ts'],
    'engine/auth/c.ts': ['engine/schema/d.ts'],
    'engine/schema/d.ts': [],
  });
  t.strictSame(findCircle(imports), []);
  t.strictSame(arrowsBack(imports, floorsOf('http -> schema, auth -> sql')), [
    'engine/sql/b.ts -> engine/auth/c.ts',
    'engine/auth/c.ts -> engine/schema/d.ts',
  ]);
  t.strictSame(arrowsBack(imports, floorsOf('http -> sql -> auth -> schema')), []);
  t.strictSame(findCircle(importsOf({ a: ['b'], b: ['c', 'd'], c: [], d: ['b'] })), ['b', 'd', 'b']);
  t.equal(roomOf('engine/query/sql/x.ts', ['sql', 'query']), 'query');
  t.equal(roomOf('engine/attic/x.ts', ['query']), null);
});

function importsOf(files: Readonly<Record<string, readonly string[]>>): Imports {
  return new Map(Object.entries(files).map(([file, own]) => [file, { files: own, packages: [] }]));
}

function required(pattern: RegExp): readonly string[] {
  const found = pattern.exec(contributing);
  if (found === null) throw new Error(`CONTRIBUTING.md has nothing like ${pattern}`);
  return found.slice(1);
}
