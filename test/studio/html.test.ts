import fc from 'fast-check';
import { test } from 'tap';
import { type HtmlNode, readHtml } from '../../engine/studio/parts/html.ts';

/** As it would be written again: text in full, since React shows text as text. */
function written(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  const { name, href, children } = node;
  return `<${name}${href === null ? '' : ` ${href}`}>${children.map(written).join('')}</${name}>`;
}

test('rich text keeps the elements of text, and the text of all others', async (t) => {
  for (const [html, read] of [
    ['<p>one<p>two', '<p>one</p><p>two</p>'],
    ['<P CLASS="a>b">one</P> two', '<p>one</p> two'],
    ['<b><i>both</b> none', '<b><i>both</i></b> none'],
    ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['a<br>b<br/>c', 'a<br></br>b<br></br>c'],
    ['<div onclick="x()"><font>kept</font></div>', 'kept'],
    ['a<!-- <b>hidden</b> -->b', 'ab'],
    ['a<!-- never ends', 'a'],
    ['<script>alert(1)</script>after', 'after'],
    ['<script>never ends', ''],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>after', 'after'],
    ['1 < 2 &lt; 3 &amp; &#65;&#x42;&nbsp;&unknown; &#0;', '1 < 2 < 3 & AB\u00a0&unknown; \ufffd'],
    ['<a href="https://example.org/?a=1&amp;b=2">x</a>', '<a https://example.org/?a=1&b=2>x</a>'],
    ["<a href='mailto:a@example.org' onclick=x>x</a>", '<a mailto:a@example.org>x</a>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" java\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a data-href="https://example.org">x</a>', '<a>x</a>'],
    ['</p>text</b>', 'text'],
  ] as const) {
    t.equal(readHtml(html).map(written).join(''), read, html);
  }
});

test('nothing but allowed elements and addresses comes of any text', async (t) => {
  const pieces = ['<', '>', '"', "'", '<a href=', 'javascript:', 'https://a', '<script>', '</', '<!--', '&#60;', 'x '];
  const check = (node: HtmlNode): void => {
    if (typeof node === 'string') return;
    if (!/^(p|ul|ol|li|blockquote|pre|hr|br|h[1-6]|b|i|em|strong|u|s|sub|sup|a|code)$/.test(node.name)) {
      throw new Error(`${node.name} is not allowed`);
    }
    if (node.href !== null && !/^(https?:\/\/|mailto:)/.test(node.href)) throw new Error(`${node.href} is not allowed`);
    for (const child of node.children) check(child);
  };
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 }))), (parts) => {
      for (const node of readHtml(parts.join(''))) check(node);
    }),
  );
  t.pass();
});

test('the time for a hostile text grows with its length alone', async (t) => {
  for (const piece of ['<a', '<!', '<a "', '<a \'<b "', '<b>', '</b', '<script', '<!--', '&#']) {
    const begun = process.cpuUsage();
    readHtml(piece.repeat(100_000));
    const { user, system } = process.cpuUsage(begun);
    t.ok((user + system) / 1000 < 2_000, piece);
  }
});
