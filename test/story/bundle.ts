import { cp, readFile, rm } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

// Builds the programs of the package, each with what it shares with others in a few files: a start of the service reads some
// dozens of files of Almanac instead of a thousand. Libraries stay as they are installed.

const entryPoints = [
  'codegen/almanac.ts',
  'engine/call/inside/main.ts',
  'engine/call/inside/watch.ts',
  'engine/call/source/strip.ts',
  'engine/definition/file/parse_files.ts',
  // A service loads these when they are asked for: by their own names, since another version may have taken its place.
  'engine/docs/site.ts',
  'engine/http/document/reference.ts',
];

/** A module finds the files beside it where it would have been built to: chunks lie one folder below the build. */
const ownAddress: Plugin = {
  name: 'own address',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const module = relative('', path);
      const text = await readFile(path, 'utf8');
      const address = `new URL('../${module.replace(/\.ts$/, '.js')}', import.meta.url)`;
      const contents = entryPoints.includes(module) ? text : text.replaceAll(besideOne, `$1${address})`);
      return { contents, loader: 'ts' };
    });
  },
};

/** An address that is relative to the module. */
const besideOne = /(new URL\(.*, )import\.meta\.url\)/g;

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints,
  outdir: 'dist',
  outbase: '.',
  chunkNames: 'chunks/[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  plugins: [ownAddress],
  absWorkingDir: resolve('.'),
  logLevel: 'warning',
});
// What the package writes for others stays as it is.
const client = 'engine/contract/typescript/client';
await cp(client, `dist/${client}`, { recursive: true });
