import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { toString as textOf } from 'mdast-util-to-string';
import { test } from 'tap';
import { visit } from 'unist-util-visit';
import { pageFiles, parseMarkdown } from './page.ts';

/** Pages that others lead to and that are about to be written. */
const toCome = new Set(['time', 'query', 'security'].map((name) => `docs/${name}.md`));

test('every link of the documentation leads to a file that is there, and to a heading in it', async (t) => {
  let links = 0;
  for (const file of [...pageFiles(), 'CONTRIBUTING.md']) {
    for (const { address, line } of linksOf(file)) {
      links += 1;
      const why = faultOf(file, address);
      if (why !== null) t.fail(`${file}:${line}: ${address}: ${why}`);
    }
  }
  t.ok(links > 50);
});

/** Why an address leads nowhere; null where it leads somewhere. Nobody is asked for what is elsewhere. */
function faultOf(file: string, address: string): string | null {
  if (/^[a-z]+:/.test(address))
    return /^(https?|mailto):/.test(address) && URL.canParse(address) ? null : 'no such scheme';
  const [path = '', anchor] = address.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  if (toCome.has(target)) return null;
  if (!existsSync(target)) return 'there is no such file';
  if (anchor === undefined || anchorsOf(target).has(anchor)) return null;
  return `${target} has no such heading; it has ${[...anchorsOf(target)].join(', ')}`;
}

function linksOf(file: string): readonly { readonly address: string; readonly line: number }[] {
  const found: { address: string; line: number }[] = [];
  visit(parseMarkdown(readFileSync(file, 'utf8')), (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition')
      found.push({ address: node.url, line: node.position?.start.line ?? 0 });
  });
  return found;
}

/** The anchors of a file's headings, as GitHub and the site give them. */
function anchorsOf(file: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  visit(parseMarkdown(readFileSync(file, 'utf8')), 'heading', (heading) => {
    anchors.add(slugger.slug(textOf(heading)));
  });
  return anchors;
}
