import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Metafile, type Plugin } from 'esbuild';
import { noticesOf } from './notices.ts';

/** Where the built bundle is, from the root of the project. */
export const bundleFolder = 'engine/studio/bundle';

/**
 * The files of Studio as browsers get them, by their paths in the bundle: the page, its scripts and its style with a hash
 * of their content in their names, and the notices of the libraries in them. Without the compressed files.
 */
export async function buildBundle(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles, metafile } = await build({
    entryPoints: { studio: join(sources, 'main.tsx') },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome125', 'firefox135', 'safari18'],
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    outdir: bundleFolder,
    absWorkingDir: process.cwd(),
    metafile: true,
    write: false,
    legalComments: 'none',
    logLevel: 'error',
    plugins: [ownResources],
  });
  const at = join(process.cwd(), bundleFolder);
  const files = new Map(outputFiles.map(({ path, contents }) => [path.slice(at.length + 1), contents]));
  const entry = entryOf(metafile);
  const page = (await readFile(join(sources, 'index.html'), 'utf8'))
    .replace('{style}', `/studio/${entry.style}`)
    .replace('{script}', `/studio/${entry.script}`)
    .replace('{modules}', entry.modules.map((path) => `<link rel="modulepreload" href="/studio/${path}">`).join('\n'));
  return new Map([
    ...[...files].sort(([a], [b]) => (a < b ? -1 : 1)),
    ['index.html', Buffer.from(page)],
    ['notices.txt', Buffer.from(await noticesOf(metafile))],
  ]);
}

const sources = 'engine/studio';

/** The client is generated for a model. Studio gets the model from the service, so its declarations come from there. */
const ownResources: Plugin = {
  name: 'own resources',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/resources\.ts$/ }, ({ importer }) =>
      importer.includes('/engine/contract/typescript/client/')
        ? { path: join(process.cwd(), sources, 'api', 'resources.ts') }
        : undefined,
    );
  },
};

interface Entry {
  readonly script: string;
  readonly style: string;
  /** What the script imports at once: a browser need not read it first to find them. */
  readonly modules: readonly string[];
}

function entryOf({ outputs }: Metafile): Entry {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === join(sources, 'main.tsx'));
  if (found?.[1].cssBundle === undefined) throw new Error('the bundle has a script and a style');
  const [script, { cssBundle }] = found;
  const needed = new Set([script]);
  // A set that grows while it is read gives what is added, too.
  for (const path of needed)
    for (const { path: next, kind } of outputs[path]?.imports ?? []) if (kind === 'import-statement') needed.add(next);
  const inBundle = (path: string) => path.slice(bundleFolder.length + 1);
  const modules = [...needed].filter((path) => path !== script);
  return { script: inBundle(script), style: inBundle(cssBundle), modules: modules.map(inBundle).sort() };
}

/** A file as browsers take it, by the ending of its name. The page has what the service puts in, so it has none. */
async function compressed(
  path: string,
  content: Uint8Array,
): Promise<readonly (readonly [path: string, content: Uint8Array])[]> {
  if (!/\.(js|css)$/.test(path)) return [];
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return [
    [`${path}.br`, await promisify(brotliCompress)(content, best)],
    [`${path}.gz`, await promisify(gzip)(content, { level: 9 })],
  ];
}

/** Writes the bundle with its compressed files to a folder. */
export async function writeBundle(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, content] of await buildBundle()) {
    for (const [name, bytes] of [[path, content] as const, ...(await compressed(path, content))]) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), bytes);
    }
  }
}

if (import.meta.main) await writeBundle(bundleFolder);
