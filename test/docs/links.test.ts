import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { toString as textOf } from 'mdast-util-to-string';
import { test } from 'tap';
import { visit } from 'unist-util-visit';
import { missingFiles, namedFiles } from './named_files.ts';
import { parseMarkdown, writtenFiles } from './page.ts';

test('every link of the documentation leads to a file that is there, and to a heading in it', async (t) => {
  const pages = new Map(writtenFiles().map((file) => [file, addressesOf(file)]));
  /** Why an address leads nowhere; null where it leads somewhere. Nobody is asked for what is elsewhere. */
  const faultOf = (file: string, address: string) => {
    if (/^[a-z]+:/.test(address))
      return /^(https?|mailto):/.test(address) && URL.canParse(address) ? null : 'no such scheme';
    const [path = '', anchor] = address.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(target)) return 'there is no such file';
    const anchors = pages.get(target)?.anchors ?? [];
    return anchor === undefined || anchors.includes(anchor) ? null : `no such heading; there are ${anchors.join(', ')}`;
  };
  for (const [file, { links }] of pages) {
    for (const { address, line } of links) {
      const why = faultOf(file, address);
      if (why !== null) t.fail(`${file}:${line}: ${address}: ${why}`);
    }
  }
  t.ok([...pages.values()].flatMap(({ links }) => links).length > 100);
});

test('every file and folder that CONTRIBUTING.md names is there', async (t) => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8');
  t.strictSame(missingFiles(text), []);
  t.ok(namedFiles(text).length > 50);
});

test('CONTRIBUTING.md names every extension point of features', async (t) => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8');
  const sources = globSync('engine/**/*.ts').map((file) => [file, readFileSync(file, 'utf8')] as const);
  const points = sources.flatMap(([file, source]) =>
    [...source.matchAll(/^export const (in\w+): ExtensionPoint</gm)].map(([, name]) => `\`${name}\` in \`${file}\``),
  );
  t.ok(points.length > 5);
  for (const point of points) t.ok(text.includes(point), point);
});

test('a file that is not there is found, in words and in a tree', async (t) => {
  const tree =
    '    engine/\n      sql/       words\n        line.ts  words, like.ts\n        lime.ts  words\n      sequel/    words\n';
  const words = '`engine/sql/line.ts` and `lime.ts` of `engine/sql/<name>.ts`, `engine/sequel`';
  t.strictSame(missingFiles(`${tree}\n# Words\n\n${words}, \`almanac.outbox\`.\n\n# More\n\n\`line.ts\``), [
    '3: engine/sql/like.ts',
    '4: engine/sql/lime.ts',
    '5: engine/sequel',
    '9: lime.ts',
    '9: engine/sequel',
    '13: line.ts',
  ]);
});

interface Addresses {
  readonly links: readonly { readonly address: string; readonly line: number }[];
  /** Of its headings, as GitHub and the site give them. */
  readonly anchors: readonly string[];
}

function addressesOf(file: string): Addresses {
  const slugger = new GithubSlugger();
  const links: { address: string; line: number }[] = [];
  const anchors: string[] = [];
  visit(parseMarkdown(readFileSync(file, 'utf8')), (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition')
      links.push({ address: node.url, line: node.position?.start.line ?? 0 });
    if (node.type === 'heading') anchors.push(slugger.slug(textOf(node)));
  });
  return { links, anchors };
}
