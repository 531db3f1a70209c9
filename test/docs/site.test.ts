import { posix } from 'node:path';
import { test } from 'tap';
import { readGuide } from '../../codegen/read/guide.ts';
import { isAbsolute } from '../../engine/docs/address.ts';
import { guideGroups } from '../../engine/docs/guide.ts';
import { documentationSite } from '../../engine/docs/site.ts';
import { uploadedFields } from '../../engine/model/uploaded.ts';
import { testService } from '../http/service.ts';
import { siteOf } from './site.ts';

const folders = ['resources', 'test/library', 'test/access', 'test/five_lines', 'test/grid'];

for (const folder of folders) {
  test(`${folder}: every link leads to a page and a place in it, and nothing is fetched from elsewhere`, async (t) => {
    const { files } = await siteOf(folder);
    const pages = [...files].filter(([path]) => path.endsWith('.html'));
    const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    const ids = new Map(pages.map(([path, html]) => [path, idsOf(html)]));
    // The search asks for these when it is opened.
    const reached = new Set(['index.html', 'minisearch.js', 'search_index.js']);
    let links = 0;
    for (const [path, html] of pages) {
      t.equal(new Set(ids.get(path)).size, ids.get(path)?.length, `${path}: each id once`);
      t.notMatch(html, /<(iframe|object|style)\b|<script[^>]*>[^<]|url\(|@import| style=/, path);
      for (const [, name, address = ''] of html.matchAll(/<(\w+)[^>]* (?:href|src)="([^"]*)"/g)) {
        // A page may name the address of something else; it never fetches anything from there.
        if (name === 'a' && isAbsolute(address)) continue;
        links += 1;
        const [file = '', anchor] = address.split('#');
        const target = file === '' ? path : posix.join(posix.dirname(path), file);
        reached.add(target);
        const isThere = anchor === undefined ? files.has(target) : (ids.get(target)?.includes(anchor) ?? false);
        if (!isThere) t.fail(`${path} leads to ${address}, which is not there`);
      }
    }
    t.ok(links > pages.length * 10);
    t.strictSame(
      [...files.keys()].filter((path) => !reached.has(path)),
      [],
      'each file is linked to',
    );
  });
}

test('the navigation has every page of the folder docs, once', async (t) => {
  const listed = guideGroups.flatMap(({ pages }) => pages.map((name) => `${name}.md`));
  const written = [...readGuide().keys()].filter((name) => name.endsWith('.md'));
  t.strictSame([...listed].sort(), written.sort());
});

test('the style sheet loads nothing', async (t) => {
  const { files } = await siteOf('test/five_lines');
  const css = files.get('style.css') ?? '';
  t.ok(css.includes('prefers-color-scheme: dark') && css.includes('@media print'));
  t.notOk(/url\(|@import|https?:\/\//.test(css));
});

test('every resource has a page with all that the model has of it', async (t) => {
  for (const folder of folders) {
    const { model, files } = await siteOf(folder);
    for (const resource of model.resources.values()) {
      if (resource.kind === 'history') continue;
      const html = (files.get(`resources/${resource.name}.html`) ?? '').replaceAll('<wbr>', '');
      const has = (part: string) => t.ok(html.includes(part), `${folder} ${resource.name}: ${part}`);
      for (const name of resource.fields.keys()) has(`id="field-${name}"`);
      for (const alias of resource.relations.keys()) has(`<td><code>${alias}</code></td>`);
      for (const action of resource.actions)
        has(`${action === 'list' || action === 'read' ? 'read' : 'manage'}:data:${resource.name}</code>`);
      for (const role of resource.access === null ? [] : model.service.roles) has(`<td><code>${role}</code></td>`);
      for (const { name } of uploadedFields(resource)) has(`}</var>/${name}</code>`);
      if (resource.search !== null) has('<h2 id="search">');
      if (resource.kind === 'view') {
        has(resource.statement.file);
        for (const read of resource.statement.reads.keys()) has(`resources/${read}.html"`);
        continue;
      }
      for (const { message } of resource.checks) has(message);
      if (resource.history !== null) has(`<code>${resource.history}</code>`);
      if (resource.event !== null) has(`${resource.event.type}.update`);
      if (resource.temporal !== null) has('<h2 id="timeline">');
    }
  }
});

test('a row with an array refers to any number of rows', async (t) => {
  const { files } = await siteOf('test/grid');
  const page = (files.get('data_model.html') ?? '').replaceAll('<wbr>', '');
  t.match(page, /<code>tag_ids<\/code><\/td><td>.*?<\/td><td>any number</);
});

test('the search has every page, every heading and every field, and no example rows', async (t) => {
  const { model, files } = await siteOf('test/five_lines');
  const script = files.get('search_index.js') ?? '';
  t.match(script, /^window\.almanacSearch = \{.*\};\n$/s);
  const { json } = JSON.parse(script.slice('window.almanacSearch = '.length, -2));
  const entries: readonly { address: string; heading: string; text: string }[] = Object.values(json.storedFields);
  const addresses = new Set(entries.map(({ address }) => address));
  for (const [path, html] of files)
    if (path.endsWith('.html'))
      for (const [, id] of html.matchAll(/<h[23][^>]* id="([^"]*)"/g))
        t.ok(addresses.has(`${path}#${id}`), `${path}#${id}`);
  for (const name of model.resources.get('note')?.fields.keys() ?? [])
    t.ok(addresses.has(`resources/note.html#field-${name}`), name);
  const operator = entries.find(({ address }) => address === 'errors.html#overlap_conflict');
  t.equal(operator?.heading, 'overlap_conflict');
  t.notMatch(entries.map(({ text }) => text).join(' '), /<(p|td|span|code)\b|&(amp|lt|quot);/, 'text, not HTML');
  const ofResources = entries.filter(({ address }) => address.startsWith('resources/'));
  t.notMatch(ofResources.map(({ text }) => text).join(' '), /"id":/);
});

test('what a service has not is not spoken of', async (t) => {
  const { files } = await siteOf('test/five_lines');
  for (const id of ['access', 'rules', 'timeline', 'events', 'relations'])
    t.notMatch(files.get('resources/note.html'), `<h2 id="${id}">`);
});

test('the server has the same pages at /docs, and the reference beside them', async (t) => {
  const { server, model } = await testService(t, 'test/five_lines');
  const { files } = await siteOf('test/five_lines');
  const redirect = await server.inject('/docs');
  t.match([redirect.statusCode, redirect.headers.location], [301, '/docs/']);
  const start = await server.inject('/docs/');
  t.match([start.statusCode, start.headers['content-type']], [200, 'text/html; charset=utf-8']);
  t.match(start.body, `<h1>${model.service.title}</h1>`);
  const query = await server.inject('/docs/query_language.html');
  const grammar = (html: string | undefined) => html?.slice(html.indexOf('<main'));
  t.equal(
    grammar(query.body)?.replace(/<footer>.*/s, ''),
    grammar(files.get('query_language.html'))?.replace(/<footer>.*/s, ''),
  );
  t.match((await server.inject('/docs/style.css')).headers, { 'content-type': 'text/css; charset=utf-8' });
  t.match((await server.inject('/docs/openapi.json')).json(), (await server.inject('/openapi.json')).json());
  t.equal((await server.inject('/docs/reference/')).statusCode, 200);
  t.match(start.body, ' href="reference/"');
  const unknown = await server.inject('/docs/nothing.html');
  t.match([unknown.statusCode, unknown.json().code], [404, 'unknown_path']);
});

test('a description links by http, https and mailto and within the site, and to nothing that could run', async (t) => {
  const allowed = [
    'https://example.org/a?b=c:d#e',
    'HTTP://example.org',
    'mailto:who@example.org',
    'query_language.html#a:b',
    '#fields',
  ];
  const refused = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u0000script:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//example.org',
    '/\\\\example.org',
    'https:\\\\example.org',
    'x:y',
  ];
  const { model } = await siteOf('test/five_lines');
  const [note] = model.resources.values();
  if (note === undefined) throw new Error('there is no resource');
  const description = [...allowed, ...refused].map((address, index) => `[word${index}](${address})`).join(' ');
  const told = { ...model, resources: new Map([[note.name, { ...note, description }]]) };
  const site = await documentationSite(told, { releases: [], reference: false, guide: readGuide() });
  const html = (await site.get('resources/note.html')?.()) ?? '';
  const links = new Map(
    [...html.matchAll(/<a href="([^"]*)">(word\d+)/g)].map(([, address = '', word = '']) => [word, address]),
  );
  t.strictSame([...links.values()], [...allowed.slice(0, 3), '../query_language.html#a:b', '#fields']);
  for (const index of refused.keys()) t.match(html, `word${allowed.length + index}`, 'the words are left');
});
