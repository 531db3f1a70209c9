import { readFileSync } from 'node:fs';
import { test } from 'tap';
import { code, heading, list, table, text } from '../../engine/docs/block.ts';
import { blocksHtml } from '../../engine/docs/html/block_html.ts';
import { guidePage } from '../../engine/docs/page/guide_page.ts';
import { fieldKeys, limits, resourceKeys, serviceKeys } from '../../engine/docs/place/definitions.ts';
import { figures } from '../../engine/docs/place/figures.ts';
import { languageSchema } from '../../engine/feature/load.ts';
import { ebnf } from '../../engine/language/grammar/ebnf.ts';
import { operatorNames as operators } from '../../engine/vocabulary/operator/operators.ts';
import { productions } from '../../engine/vocabulary/query_parser.ts';
import { strongestClaims, testService } from '../http/service.ts';
import { documentationFiles, placeNames } from './files.ts';

const queryLanguage = readFileSync('docs/query_language.md', 'utf8');

test('the places that come from code are as the code gives them', async (t) => {
  const files = await documentationFiles();
  for (const { file, is, wanted } of files) t.equal(is, wanted, `${file}: npx node test/docs/files.ts writes it anew`);
  t.equal(files.filter(({ file }) => file.endsWith('.svg')).length, 5, 'a picture for each story');
});

test('README.md has what one reads at once, with figures that were measured', async (t) => {
  const words = readFileSync('README.md', 'utf8').split(/\s+/).filter(Boolean).length;
  t.ok(words <= 700, `${words} words`);
  t.throws(() => figures('| read by id | 1 | 2 | 3 |'), { message: /docs\/speed.md has no row "list of 25/ });
});

test('every place that a page names is one that the code gives, and ends', async (t) => {
  for (const { file, is } of await documentationFiles()) {
    const marks = [...is.matchAll(/^<!-- (?:generated: (\w+)|(end)) -->$/gm)];
    for (const [at, [, name, end]] of marks.entries()) {
      if (name !== undefined) t.ok(placeNames.includes(name), `${file}: ${name}`);
      t.equal(end === 'end', at % 2 === 1, `${file}: ${name ?? 'end'} is the other mark of a place`);
    }
    t.equal(marks.length % 2, 0, file);
  }
});

test('every example is a request that is answered, and those of the register with rows', async (t) => {
  const register = await testService(t, 'resources');
  const library = await testService(t, 'test/library');
  const token = register.token(strongestClaims(register.model));
  const shown = [...queryLanguage.matchAll(/^\| `GET (\/[^`]+)` \|/gm)].map(([, path = '']) =>
    path.replaceAll('\\|', '|'),
  );
  t.ok(shown.length >= 25);
  for (const path of shown) {
    const [, name = ''] = /^\/([a-z_]+)/.exec(path) ?? [];
    const isOfRegister = register.model.resources.has(name);
    const { status, body } = await (isOfRegister ? register.ask('GET', path, { token }) : library.ask('GET', path));
    t.equal(status, 200, path);
    if (isOfRegister) t.ok(body.length > 0, `${path} has rows`);
  }
  const headers = { range: '0-2', prefer: 'count=exact' };
  const page = await register.ask('GET', '/controllable_unit', { token, headers });
  t.equal(page.status, 206);
  t.match(page.headers['content-range'], /^0-2\/\d+$/);
  const limited = await register.ask('GET', '/controllable_unit?limit=2', { token });
  t.match(limited.headers.link, /after=.*rel="next"/);
});

test('the grammar in EBNF', async (t) => {
  const lines = ebnf([...productions().filter(({ name }) => ['order', 'order_key', 'embed', 'logic'].includes(name))]);
  t.equal(
    lines,
    `order     = order_key { "," order_key } .
order_key = name ( "(" name steps ")" | steps ) [ ".asc" | ".desc" ] [ ".nullsfirst" | ".nullslast" ] .
embed     = name [ "!" [ embedded ] | embedded [ "!" ] ] .
logic     = [ "not." ] ( "and" | "or" ) .`,
  );
});

test('every name of the grammar is a production or told in words, every operator stands in it', async (t) => {
  const text = ebnf(productions());
  const defined = [...text.matchAll(/^(\w+) +=/gm)].map(([, name]) => name);
  t.equal(new Set(defined).size, defined.length, 'each once');
  const told = [...queryLanguage.matchAll(/(?:^- |; )`(\w+)`:/gm)].map(([, name]) => name);
  const used = text.replaceAll(/"[^"]*"/g, '').match(/[a-z_]+/g) ?? [];
  for (const name of new Set(used)) t.ok(defined.includes(name) || told.includes(name), name);
  for (const operator of operators) t.match(text, new RegExp(`"${operator}\\.?"`), operator);
});

test('blocks as HTML', async (t) => {
  const blocks = [
    heading('One `x` <y>'),
    text('see `a|b<c` and [that `z`](that.html#there), **at `last`**'),
    list(['one', '`two`']),
    table(['h'], [['`a|b` [c](d.html)']]),
    code('json', '{"a": ["b", 1.5, null]}'),
    code('http', 'HTTP/1.1 200 OK\n\n[1]'),
  ];
  const html = blocksHtml(blocks, (address) => `../${address}`);
  for (const part of [
    '<h2 id="one-x-y"><a href="#one-x-y">One <code>x</code> &lt;y&gt;</a></h2>',
    '<p>see <code>a|b&lt;c</code> and <a href="../that.html#there">that <code>z</code></a>, <strong>at <code>last</code></strong></p>',
    '<ul><li>one</li><li><code>two</code></li></ul>',
    '<tbody><tr><td><code>a|b</code> <a href="../d.html">c</a></td></tr></tbody>',
    '<span class="hljs-attr">&quot;a&quot;</span>',
    '<span class="hljs-number">1.5</span>',
    '[</span><span class="hljs-number">1</span>',
  ]) {
    t.ok(html.includes(part), part);
  }
});

test('a page of the folder docs as HTML', async (t) => {
  const page = guidePage(
    `# Ask \`what\`
<!-- run: nothing -->

Ask for what you want,
and get it.

## Filters & \`select\`

See \`temporal.start_window.from\`, [time](time.md#both), [top](#ask-what), [all](https://example.org), [nothing](../README.md), [bad](javascript:x).

## Ask what
<!-- generated: grammar -->
gone
<!-- end -->
| a |
| --- |
| \`b_c\\|d\` |
<!-- end of it -->

\`\`\`sh
curl "$API/<x>" # <!-- stays -->
\`\`\`

<b>no</b>

\`\`\`unknown
a <- b
\`\`\`
`,
    'ask.html',
    new Map([['time.md', '']]),
  );
  t.strictSame([page.title, page.lead], ['Ask what', 'Ask for what you want, and get it.']);
  for (const part of [
    '<h2 id="filters--select"><a href="#filters--select">Filters &amp; <code>select</code></a></h2>',
    '<a href="time.html#both">time</a>, <a href="#ask-what">top</a>, <a href="https://example.org">all</a>, nothing, [bad](javascript:x).',
    '<h2 id="ask-what-1">',
    '<h3 class="production" id="grammar-order">',
    '<th scope="col">a</th>',
    '<td><code>b_c|d</code></td>',
    '<code>temporal.<wbr>start_<wbr>window.<wbr>from</code>',
    '# &lt;!-- stays --&gt;',
    '&lt;b&gt;no&lt;/b&gt;',
    '<pre class="unknown" tabindex="0" role="group" aria-label="unknown"><code>a &lt;- b</code></pre>',
  ])
    t.ok(page.html.includes(part), part);
  t.notMatch(page.html, /gone|run: nothing|end of it/);
});

test('keys of definitions: nested ones, their values and defaults, in alphabetical order', async (t) => {
  const rows = [resourceKeys, fieldKeys, serviceKeys, limits]
    .map((keys) => keys(languageSchema))
    .map((text) => text.split('\n'));
  for (const table of rows) t.strictSame(table.slice(2), [...table.slice(2)].sort(byKey));
  for (const part of [
    '| `access.<name>` | `all`, `nothing` or map |  |',
    '| `checks[].that` | text | required |',
    '| `temporal.overlap` | `make_room`, `reject` | `make_room` |',
    '| `temporal.start_window.from` | text |  |',
    '| `unique` | list of (lists of names or maps) |  |',
    '| `precision` | decimal | whole number, 1 to 1000 | required |',
    '| `nullable` | all | `true` or `false` | `false` |',
    '| `max_length` | text, html, array | whole number from 0 |  |',
    '| `cors.max_age_seconds` | whole number, 0 to 86400 | `600` |',
    '| `page_maximum` | whole number from 1 | `10000` |',
  ])
    t.ok(
      rows.flat().some((row) => row.startsWith(part)),
      part,
    );
  t.notMatch(
    rows
      .flat()
      .join('\n')
      .replaceAll(/`[^`]*`|\\</g, ''),
    /<\w/,
    'nothing that a page takes for HTML',
  );
});

function byKey(one: string, other: string): number {
  const [key = '', otherKey = ''] = [one, other].map((row) => row.split('`')[1]);
  return key < otherKey ? -1 : 1;
}
