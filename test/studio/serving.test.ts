import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { type Test, test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { createServer } from '../../engine/http/server.ts';
import type { Service } from '../../engine/model/service.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { quiet, secret } from '../http/service.ts';

// Studio as browsers get it: one page at every address below /studio, and the files of its bundle.

const html =
  '<!doctype html><title>Studio</title><script type="application/json" id="service">null</script><script type="module" src="/studio/assets/studio-ABCD1234.js"></script>';
const script = `console.log(${JSON.stringify('a'.repeat(5000))});\n`;
const style = 'body { color: red; }\n';

/** A service that has a bundle of its own. */
async function serve(t: Test, parts: Partial<Service> = {}) {
  const folder = t.testdir({
    'secret.txt': 'nobody reads this',
    bundle: {
      'index.html': html,
      'notices.txt': 'MIT\n',
      assets: {
        'studio-ABCD1234.js': script,
        'studio-ABCD1234.js.br': brotliCompressSync(script) as unknown as string,
        'studio-ABCD1234.js.gz': gzipSync(script) as unknown as string,
        'studio-EFGH5678.css': style,
      },
    },
  });
  const loaded = await loadModel('test/five_lines');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const model = { ...loaded.model, service: { ...loaded.model.service, ...parts } };
  const { database } = await testDatabase(t, { key: schemaText(model), run: (empty) => createTables(empty, model) });
  const lines: string[] = [];
  const server = await createServer({
    ...{ model, database, authenticate: createAuthenticate({ kind: 'secret', secret }, model.service) },
    ...{ ...quiet, logLevel: 'info', logTo: { write: (line: string) => lines.push(line) } as never },
    studio: { folder: `${folder}/bundle` },
  });
  t.teardown(() => server.close());
  const get = (url: string, headers: Record<string, string> = {}, method: InjectOptions['method'] = 'GET') =>
    server.inject({ method, url, headers });
  return { get, lines, title: model.service.title };
}

/** What the page has in its block of settings. */
function settingsIn(page: string): unknown {
  const [, json = ''] = /id="service">([^<]*)</.exec(page) ?? [];
  return JSON.parse(json);
}

test('the page is at every address below /studio, with the settings of its service', async (t) => {
  const { get, title } = await serve(t);
  const [first = '', ...others] = await Promise.all(
    ['/studio', '/studio/', '/studio/note', '/studio/note/12?as_of=2026-01-01T00:00Z', '/studio/signed-in?code=1'].map(
      async (url) => {
        const { statusCode, headers, body } = await get(url);
        t.equal(statusCode, 200, url);
        t.match(headers, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
        return body;
      },
    ),
  );
  t.ok(others.every((body) => body === first));
  const signIn = { openid: null, people: false };
  t.same(settingsIn(first), { basePath: '/api/v1', title, signIn });
  t.equal(first.replace(/\{[^<]*\}/, 'null'), html, 'the rest is as it was built');
  t.match(await get('/studio', {}, 'HEAD'), { statusCode: 200, body: '' });
});

test('a page that everybody gets tells nothing that callers alone are told', async (t) => {
  const { get, title } = await serve(t, { documentFor: 'caller' });
  const { body } = await get('/studio');
  t.match(settingsIn(body), { title: null });
  t.notMatch(body, title);
});

test('settings end no element of the page', async (t) => {
  const title = '</script><script>alert(1)</script><!-- $& $1 \u2028';
  const { get } = await serve(t, { title });
  const { body } = await get('/studio');
  t.equal(body.match(/<\/script>/g)?.length, html.match(/<\/script>/g)?.length);
  t.notMatch(body, /alert\(1\)<|<!--/);
  t.match(settingsIn(body), { title });
});

test('the page loads nothing from elsewhere, and makes no script of a text', async (t) => {
  const policyOf = async (parts: Partial<Service>) => {
    const { headers } = await (await serve(t, parts)).get('/studio/note');
    const directives = String(headers['content-security-policy'])
      .split(';')
      .map((each) => each.trim().split(' '));
    return {
      headers,
      policy: Object.fromEntries(directives.map(([name = '', ...values]) => [name, values.join(' ')])),
    };
  };
  const { headers, policy } = await policyOf({});
  t.same(policy, {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  });
  t.match(headers, {
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  const openid = { issuer: 'https://login.example.org/realms/a', clientId: 'studio', scope: 'openid', resource: null };
  const frames = { strictTransportSecuritySeconds: 60, frameAncestors: ['https://portal.example.org'] };
  const other = await policyOf({ studio: { signIn: openid }, headers: frames });
  t.match(other.policy, {
    'connect-src': "'self' https://login.example.org",
    'frame-ancestors': 'https://portal.example.org',
  });
  t.match(other.headers, { 'strict-transport-security': /max-age=60/ });
  t.notOk('x-frame-options' in other.headers);
});

test('files of the bundle are kept for a year, and are sent as small as the client takes them', async (t) => {
  const { get } = await serve(t);
  const url = '/studio/assets/studio-ABCD1234.js';
  const cases = [
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
  ] as const;
  const tags = new Set<unknown>();
  for (const [accepted, encoding, decode] of cases) {
    const { statusCode, headers, rawPayload } = await get(url, { 'accept-encoding': accepted });
    t.equal(statusCode, 200);
    t.equal(decode(rawPayload).toString(), script, accepted);
    t.equal(headers['content-encoding'], encoding, accepted);
    t.match(headers, {
      'content-type': /^(text|application)\/javascript; charset=utf-8$/,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: /Accept-Encoding/i,
    });
    tags.add(headers.etag);
  }
  const plain = await get('/studio/assets/studio-EFGH5678.css', { 'accept-encoding': 'br' });
  t.match(plain, { statusCode: 200, body: style, headers: { 'content-type': 'text/css; charset=utf-8' } });
  t.match(await get(url, {}, 'HEAD'), { statusCode: 200, body: '' });
  t.match(await get('/studio/notices.txt'), {
    body: 'MIT\n',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
});

test('nothing else is there, and no path leads out of the folder of the bundle', async (t) => {
  const { get, lines } = await serve(t);
  const hostile = [
    ...['', 'missing.js', 'studio-ABCD1234.js/', '.', '..', '../index.html', '../../secret.txt', '%2e%2e/index.html'],
    ...[
      '..%2f..%2fsecret.txt',
      '%2e%2e%2f%2e%2e%2fsecret.txt',
      '..%5c..%5csecret.txt',
      '//etc/passwd',
      '%2fetc%2fpasswd',
    ],
    ...[
      'a/../../index.html',
      'a%00.js',
      'studio-ABCD1234.js%00',
      '...',
      'studio-ABCD1234.js.br',
      'STUDIO-ABCD1234.js',
      '.hidden',
      '%c0%ae%c0%ae/',
    ],
  ];
  for (const path of hostile) {
    const { statusCode, headers, body } = await get(`/studio/assets/${path}`, { 'accept-encoding': 'br' });
    t.ok(statusCode === 404 || statusCode === 400 || body.includes('id="service"'), `${path} ${statusCode} ${body}`);
    t.notMatch(body, /nobody reads this|root:/, path);
    t.notMatch(String(headers['cache-control']), /immutable/, path);
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('..', '.', '%2e', '/', '%2f', '\\', '%5c', 'secret.txt', 'a', '%00')),
      async (parts) => {
        const { statusCode, body } = await get(`/studio/assets/${parts.join('')}`);
        return statusCode < 500 && !body.includes('nobody reads this');
      },
    ),
  );
  t.notOk(
    lines.some((line) => line.includes('"level":50')),
    'no error is logged',
  );
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    t.match((await get('/studio', {}, method)).json(), { status: 405 }, method);
    t.match((await get('/studio/note', {}, method)).json(), { status: 404 }, method);
  }
});

test('log lines and metrics have the route, and no address of Studio', async (t) => {
  const { get, lines } = await serve(t);
  await get('/studio/note/12?name=eq.secret');
  await get('/studio/assets/studio-ABCD1234.js');
  const routes = lines.map((line) => JSON.parse(line).route);
  t.ok(routes.includes('/studio/*') && routes.includes('/studio/assets/*'), routes.join());
  t.notMatch(lines.join(''), /secret|note\/12/);
  const { body } = await get('/metrics');
  t.match(body, /route="\/studio\/\*"/);
  t.notMatch(body, /note\/12|ABCD1234/);
});

test('the entrance leads to Studio', async (t) => {
  const { get } = await serve(t, { documentFor: 'caller' });
  t.match((await get('/')).json(), { studio: '/studio' });
  t.match((await get('/', { accept: 'text/html' })).body, /<a href="\/studio">Studio<\/a>/);
});

test('a service of which Studio is turned off has nothing there', async (t) => {
  const { get } = await serve(t, { studio: null });
  for (const url of ['/studio', '/studio/', '/studio/note', '/studio/assets/studio-ABCD1234.js', '/studio/notices.txt'])
    t.match((await get(url)).json(), { status: 404, code: 'unknown_path' }, url);
  t.notOk('studio' in (await get('/')).json());
});
