import { readFileSync } from 'node:fs';
import { test } from 'tap';
import { htmlOf } from '../../engine/docs/html.ts';
import { markdownOf } from '../../engine/docs/markdown.ts';
import { examples, queryLanguagePage } from '../../engine/docs/query_language.ts';
import { documentationSite } from '../../engine/docs/site.ts';
import { ebnf } from '../../engine/language/ebnf.ts';
import { lexicon, productions } from '../../engine/language/notation.ts';
import { operators } from '../../engine/language/syntax.ts';
import { testService } from '../http/service.ts';
import { queryPage, queryPageFile } from './query_page.ts';

test('the page in docs is the one that the code gives', async (t) => {
  t.equal(readFileSync(queryPageFile, 'utf8'), queryPage(), 'node test/docs/query_page.ts writes it again');
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
  const told = [...queryPage().matchAll(/(?:^- |; )`(\w+)`:/gm)].map(([, name]) => name);
  const used = text.replaceAll(/"[^"]*"/g, '').match(/[a-z_]+/g) ?? [];
  for (const name of new Set(used)) t.ok(defined.includes(name) || told.includes(name), name);
  for (const operator of operators) t.match(text, new RegExp(`"${operator}\\.?"`), operator);
});

test('a page of HTML refers to nothing outside, and each of its links leads somewhere', async (t) => {
  const html = htmlOf(queryLanguagePage(), 'A <service> & "more"');
  t.match(html, '<title>The query language - A &lt;service&gt; &amp; &quot;more&quot;</title>');
  t.notMatch(html, /<(script|link|img|iframe|object)\b|url\(|@import|src=/);
  t.notMatch(html, /https?:\/\//);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  t.equal(new Set(ids).size, ids.length, 'each id once');
  const links = [...html.matchAll(/ href="([^"]*)"/g)].map(([, address = '']) => address);
  t.ok(links.includes('#grammar-order_key'), 'also within the diagrams');
  for (const address of new Set(links)) t.ok(address.startsWith('#') && ids.includes(address.slice(1)), address);
  t.equal(html.match(/<svg /g)?.length, productions().length + lexicon.length, 'a diagram for each production');
  for (const tag of ['svg', 'g', 'div', 'table', 'td', 'code', 'a', 'ul', 'li', 'p']) {
    const opened = html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length;
    t.equal(html.match(new RegExp(`</${tag}>`, 'g'))?.length, opened, tag);
  }
});

test('blocks as Markdown and as HTML', async (t) => {
  const page = {
    name: 'a',
    title: 'A & b',
    blocks: [
      { kind: 'heading', text: 'One `x` <y>' },
      { kind: 'text', text: 'see `a|b<c` and [that](that.html)' },
      { kind: 'list', items: ['one', '`two`'] },
      { kind: 'table', head: ['h'], rows: [['`a|b`']] },
      { kind: 'code', text: 'a < b' },
    ],
  } as const;
  t.equal(
    markdownOf(page),
    '# A & b\n\n## One `x` <y>\n\nsee `a|b<c` and [that](that.html)\n\n- one\n- `two`\n\n| h |\n| --- |\n| `a\\|b` |\n\n```text\na < b\n```\n',
  );
  const html = htmlOf(page, 'Site');
  for (const part of [
    '<h1>A &amp; b</h1>',
    '<li><a href="#one-x-y">One <code>x</code> &lt;y&gt;</a></li>',
    '<h2 id="one-x-y">One <code>x</code> &lt;y&gt;</h2>',
    '<p>see <code>a|b&lt;c</code> and <a href="that.html">that</a></p>',
    '<ul><li>one</li><li><code>two</code></li></ul>',
    '<tbody><tr><td><code>a|b</code></td></tr></tbody>',
    '<pre tabindex="0"><code>a &lt; b</code></pre>',
  ]) {
    t.ok(html.includes(part), part);
  }
});

test('the site is a start page and the pages that it lists; the server has the language at /docs/query', async (t) => {
  const { server, model } = await testService(t, 'test/five_lines');
  const site = documentationSite(model);
  t.same([...site.keys()], ['index.html', 'query.html']);
  const start = site.get('index.html') ?? '';
  for (const [, address = ''] of start.matchAll(/ href="([^"]*)"/g)) t.ok(site.has(address), address);
  const answer = await server.inject('/docs/query');
  t.equal(answer.statusCode, 200);
  t.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  t.equal(answer.body, site.get('query.html'));
});
