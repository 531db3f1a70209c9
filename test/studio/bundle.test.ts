import { globSync, readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Expression, parseSync, Visitor } from 'oxc-parser';
import { test } from 'tap';
import { readImports } from '../house/imports.ts';
import { buildBundle, bundleFolder } from './bundle.ts';

const bundle = new Map(
  globSync(`${bundleFolder}/**/*.*`).map((path) => [path.slice(bundleFolder.length + 1), readFileSync(path)]),
);
const scripts = [...bundle].filter(([path]) => path.endsWith('.js'));
const page = textOf('index.html');

test('the bundle is what its sources build', async (t) => {
  const built = await buildBundle();
  const plain = [...bundle.keys()].filter((path) => !/\.(br|gz)$/.test(path));
  t.strictSame(plain.sort(), [...built.keys()].sort(), 'npm run build:studio writes it');
  for (const [path, content] of built) t.ok(bundle.get(path)?.equals(content), path);
});

// Another release of zlib may write other bytes.
test('what browsers take compressed is the same', async (t) => {
  const small = plainNames().flatMap((path) => [`${path}.br`, `${path}.gz`]);
  t.strictSame([...bundle.keys()].filter((path) => /\.(br|gz)$/.test(path)).sort(), small.sort());
  for (const path of plainNames()) {
    const content = bundle.get(path) ?? Buffer.of();
    t.ok(brotliDecompressSync(bundle.get(`${path}.br`) ?? '').equals(content), `${path}.br`);
    t.ok(gunzipSync(bundle.get(`${path}.gz`) ?? '').equals(content), `${path}.gz`);
  }
});

test('the page comes with 300 kB at most', async (t) => {
  const first = namedByPage();
  const bytes = first.reduce(
    (sum, path) => sum + (bundle.get(`${path}.br`)?.length ?? 0),
    brotliCompressSync(page).length,
  );
  t.comment(`${first.length + 1} files, ${(bytes / 1000).toFixed(1)} kB`);
  t.ok(bytes <= 300_000, `${bytes} bytes`);
});

test('the page names all that its script imports at once, and nothing that comes later', async (t) => {
  const needed = new Set(namedByPage().filter((path) => path.endsWith('.js')));
  const [entry = ''] = /<script type="module" src="\/studio\/([^"]+)"/.exec(page)?.slice(1) ?? [];
  const imported = new Set([entry]);
  for (const path of imported)
    for (const { moduleRequest } of parseSync(path, textOf(path)).module.staticImports)
      imported.add(`assets/${moduleRequest.value.replace('./', '')}`);
  t.strictSame([...needed].sort(), [...imported].sort());
  t.ok(plainNames().length > namedByPage().length, 'pages beyond the first ones come when they are asked for');
});

test('the notices name the libraries that the sources import', async (t) => {
  const notices = textOf('notices.txt');
  const packages = [...readImports(['engine/studio']).values()].flatMap(({ packages }) => packages);
  // ra-core brings parts of its own.
  const libraries = new Set([...packages, 'scheduler', '@tanstack/query-core', 'node-polyglot']);
  t.ok(libraries.has('react-dom'));
  for (const name of libraries) t.match(notices, new RegExp(`^${name} \\d[^ ]* \\([^)]+\\)$`, 'm'), name);
  t.notMatch(notices, /\b(?:A?GPL|SSPL|BUSL)-/, 'each may be given on');
});

/** Hosts in messages and names of libraries. Nothing is fetched from them: the policy of the page forbids it, too. */
const named: ReadonlySet<string> = new Set([
  'www.w3.org',
  'react.dev',
  'reactrouter.com',
  'github.com',
  'marmelab.com',
  'localhost',
  'localhost.',
  '127.0.0.1',
]);

/** What libraries do in browsers without `globalThis` or `bind`; the others never come there. */
const unreached = /^Function\("(?:return this|binder)"/;

test('the scripts make no code of text, and fetch from nobody else', async (t) => {
  for (const [path, content] of scripts) {
    const source = content.toString();
    const made: string[] = [];
    const hosts = new Set<string>();
    const called = (callee: Expression, start: number) => {
      const code = source.slice(start, start + 80);
      const makes = callee.type === 'Identifier' && ['eval', 'Function'].includes(callee.name);
      if (makes && !unreached.test(code)) made.push(code);
    };
    const addresses = (text: string) => {
      for (const [, host = ''] of text.matchAll(/\b(?:https?|wss?):\/\/([\w.-]+)/g)) hosts.add(host);
    };
    new Visitor({
      CallExpression: ({ callee, start }) => called(callee, start),
      NewExpression: ({ callee, start }) => called(callee, start),
      Literal: ({ value }) => {
        if (typeof value === 'string') addresses(value);
      },
      TemplateElement: ({ value }) => addresses(value.raw),
    }).visit(parseSync(path, source).program);
    t.strictSame(made, [], `${path} has no eval`);
    t.strictSame(
      [...hosts].filter((host) => !named.has(host)),
      [],
      `${path} names no other host`,
    );
  }
  t.notMatch(page.replaceAll(/(?:href|src)="\/(?!\/)/g, ''), /(?:href|src)=/, 'the page names its own service alone');
});

/** The files that browsers get compressed. */
function plainNames(): readonly string[] {
  return [...bundle.keys()].filter((path) => /\.(js|css)$/.test(path));
}

/** The files with which the page begins. */
function namedByPage(): readonly string[] {
  return [...page.matchAll(/(?:href|src)="\/studio\/([^"]+)"/g)].map(([, path = '']) => path);
}

function textOf(path: string): string {
  return bundle.get(path)?.toString() ?? '';
}
