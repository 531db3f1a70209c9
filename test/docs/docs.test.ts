import { readFileSync } from 'node:fs';
import { test } from 'tap';
import { code, heading, list, table, text } from '../../engine/docs/block.ts';
import { blocksHtml } from '../../engine/docs/block_html.ts';
import { markdownOf } from '../../engine/docs/markdown.ts';
import { examples } from '../../engine/docs/query_language.ts';
import { ebnf } from '../../engine/language/ebnf.ts';
import { lexicon, productions } from '../../engine/language/notation.ts';
import { operators } from '../../engine/language/syntax.ts';
import { testService } from '../http/service.ts';
import { documentationFiles } from './files.ts';

test('the files in docs are those that the code gives', async (t) => {
  for (const [file, text] of documentationFiles())
    t.equal(readFileSync(file, 'utf8'), text, 'node test/docs/files.ts writes them again');
});

test('every example is a request that is answered, and those of the register with rows', async (t) => {
  const register = await testService(t, 'resources');
  const library = await testService(t, 'test/library');
  const all = Object.values(examples).flat();
  t.ok(all.length >= 25);
  for (const { path } of all) {
    const [, name = ''] = /^\/([a-z_]+)/.exec(path) ?? [];
    const isOfRegister = register.model.resources.has(name);
    const { status, body } = await (isOfRegister ? register : library).ask('GET', path);
    t.equal(status, 200, path);
    if (isOfRegister) t.ok(body.length > 0, `${path} has rows`);
  }
  const headers = { range: '0-2', prefer: 'count=exact' };
  const page = await register.ask('GET', '/controllable_unit', { headers });
  t.equal(page.status, 206);
  t.match(page.headers['content-range'], /^0-2\/\d+$/);
  const limited = await register.ask('GET', '/controllable_unit?limit=2');
  t.match(limited.headers.link, /after=.*rel="next"/);
});

test('the grammar in EBNF', async (t) => {
  const lines = ebnf([
    ...productions().filter(({ name }) => ['order', 'order_key', 'embed'].includes(name)),
    ...lexicon.filter(({ name }) => name === 'logic'),
  ]);
  t.equal(
    lines,
    `order     = order_key { "," order_key } .
order_key = name ( "(" name steps ")" | steps ) [ ".asc" | ".desc" ] [ ".nullsfirst" | ".nullslast" ] .
embed     = name [ "!" [ embedded ] | embedded [ "!" ] ] .
logic     = [ "not." ] ( "and" | "or" ) .`,
  );
});

test('every name of the grammar is a production or told in words, every operator stands in it', async (t) => {
  const text = ebnf([...productions(), ...lexicon]);
  const defined = [...text.matchAll(/^(\w+) +=/gm)].map(([, name]) => name);
  t.equal(new Set(defined).size, defined.length, 'each once');
  const told = [...(documentationFiles().get('docs/query_language.md') ?? '').matchAll(/(?:^- |; )`(\w+)`:/gm)].map(
    ([, name]) => name,
  );
  const used = text.replaceAll(/"[^"]*"/g, '').match(/[a-z_]+/g) ?? [];
  for (const name of new Set(used)) t.ok(defined.includes(name) || told.includes(name), name);
  for (const operator of operators) t.match(text, new RegExp(`"${operator}\\.?"`), operator);
});

test('blocks as Markdown and as HTML', async (t) => {
  const blocks = [
    heading('One `x` <y>'),
    text('see `a|b<c` and [that `z`](that.html#there), **at `last`**'),
    list(['one', '`two`']),
    table(['h'], [['`a|b` [c](d.html)']]),
    code('text', 'a < b'),
    code('json', '{"a": ["b", 1.5, null]}'),
  ];
  t.equal(
    markdownOf({ path: 'a.html', title: 'A & b', blocks: blocks.slice(0, 5) }),
    '# A & b\n\n## One `x` <y>\n\nsee `a|b<c` and [that `z`](that.md#there), **at `last`**\n\n- one\n- `two`\n\n| h |\n| --- |\n| `a\\|b` [c](d.md) |\n\n```text\na < b\n```\n',
  );
  const html = blocksHtml(blocks, (address) => `../${address}`);
  for (const part of [
    '<h2 id="one-x-y"><a href="#one-x-y">One <code>x</code> &lt;y&gt;</a></h2>',
    '<p>see <code>a|b&lt;c</code> and <a href="../that.html#there">that <code>z</code></a>, <strong>at <code>last</code></strong></p>',
    '<ul><li>one</li><li><code>two</code></li></ul>',
    '<tbody><tr><td><code>a|b</code> <a href="../d.html">c</a></td></tr></tbody>',
    '<code>a &lt; b</code></pre>',
    '{<span class="name">&quot;a&quot;</span>: [<span class="string">&quot;b&quot;</span>, <span class="literal">1.5</span>, <span class="literal">null</span>]}',
  ]) {
    t.ok(html.includes(part), part);
  }
});
